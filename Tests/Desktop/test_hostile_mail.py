"""Mail made to take the memory of whoever opens it, or to hold up whoever draws it, is a message like any other."""

import os
import re
import unittest

from harness import accessibility, as_sent, reading_mail
from harness.case import DesktopCase

MEBIBYTE = 1 << 20
# The largest mail that is opened whole.
LARGE = 64 * MEBIBYTE
# How far the process may rise above its idle memory, in bytes.
ROOM = 128_000_000
# What is said of a picture that is not shown for its size.
TOO_LARGE = r'(?i)too large|too big|cannot be shown|could not be shown|not shown'
TEXT = 'Content-Type: text/plain; charset=utf-8\n\nIt begins.\n'
PAGE = 'Content-Type: text/html; charset=utf-8\n\n<p>It begins.</p>'
PARTS = 'Content-Type: multipart/mixed; boundary=b\n\n'
LINK = '<a href="http://heard.example/page">a link</a> '
FIRST = '--b\n\nIt begins.\n'


def characters(first, last):
    return ''.join(map(chr, range(first, last + 1)))


# By its subject, what a mail begins with and what is repeated behind that, up to so many bytes.
HOSTILE = {
    'One line': (TEXT, 'x', LARGE),
    'Quotations': (TEXT + '>' * 200_000 + ' word\n', '> ' * 200_000 + 'word\n', 4 * MEBIBYTE),
    'Empty lines': (TEXT, '\n', LARGE),
    'Tabs': (TEXT, '\t', MEBIBYTE),
    'Both directions': (TEXT, 'a\u05d0', MEBIBYTE),
    'Turning marks': (TEXT, '\u200e\u200f', MEBIBYTE),
    'Combining marks': (TEXT, 'a\u0301\u0302', MEBIBYTE),
    'Spacing marks': (TEXT, '\u093e', MEBIBYTE),
    'Families': (TEXT, '\U0001f469\u200d', MEBIBYTE),
    'Every script': (TEXT, characters(0x100, 0xd7ff), MEBIBYTE),
    'No script': (TEXT, characters(0x10000, 0x1ffff), MEBIBYTE),
    'A page': (PAGE, '<p>word', LARGE),
    'Elements': (PAGE, '<div>', 200_000 * len('<div>') + MEBIBYTE),
    'Elements of many kinds': (PAGE, '<blockquote><ul><li><table><tr><td><b>', 200_000 * 6),
    'A table': (PAGE + '<table>', '<tr><td>One cell<td>another', 10 * MEBIBYTE),
    'Cells': (PAGE + '<table><tr>', '<td>word', 10 * MEBIBYTE),
    'Tables': (PAGE, '<table><tr><td>', 3 * MEBIBYTE),
    'Links': (PAGE, LINK, 100_000 * len(LINK) + MEBIBYTE),
    'Lists': (PAGE, '<ul><li>', 4 * MEBIBYTE),
    'Quoted': (PAGE, '<blockquote>a ', 4 * MEBIBYTE),
    'Bold': (PAGE, '<b>a</b><i>b</i><u>c', 10 * MEBIBYTE),
    'Styles': (PAGE, '<p style="' + 'display:block;' * 60 + '">', 16 * MEBIBYTE),
    'References': (PAGE, '&amp;&#x41;&notit;&#1114112;', 8 * MEBIBYTE),
    'Addresses in the text': (TEXT, 'http://heard.example/page www.heard.example a@heard.example ', 5 * MEBIBYTE),
    'Flowed': ('Content-Type: text/plain; format=flowed; delsp=yes\n\nIt begins.\n', '>>> a \n', 8 * MEBIBYTE),
    'Events': (PARTS + FIRST + '--b\nContent-Type: text/calendar; method=REQUEST\n\nBEGIN:VCALENDAR\n',
               'BEGIN:VEVENT\nSUMMARY:a\nATTENDEE:mailto:a@desk.invalid\nRRULE:FREQ=SECONDLY\nEND:VEVENT\n', 16 * MEBIBYTE),
    'Calendars': (PARTS + FIRST + '--b\nContent-Type: text/calendar; method=REQUEST\n\n', 'BEGIN:VCALENDAR\n', 4 * MEBIBYTE),
    'A tag': (PAGE, 'x<a ' + 'x' * MEBIBYTE, LARGE),
    'Empty parts': (PARTS + FIRST, '--b\n\n', 3_000_000),
    'Fields': (PARTS + FIRST + '--b\n', 'a:\n', LARGE),
    'Addresses': (PARTS + FIRST + '--b\nContent-Type: message/rfc822\n\nTo: a', ',a', LARGE),
    'Behind the parts': (PARTS + FIRST + '--b--\n', 'more\n', LARGE),
    'Between the parts': (PARTS + FIRST + '--b\nContent-Type: multipart/mixed; boundary=c\n\n', 'more\n', LARGE),
    'Messages': (PARTS + FIRST + '--b\n', 'Content-Type: message/rfc822\n\nSubject: inside\n', 10 * MEBIBYTE),
    'Names': (PARTS + FIRST, f'--b\nContent-Type: a/b; name="{"n" * 16_000}"\n\n', LARGE),
    'Long ' + 'subject' * 4_000: (TEXT, 'x', MEBIBYTE),
}
# By their subjects, mails with a picture that takes more memory than there is room: attached, or shown in the text.
PICTURES = {f'{kind} {"in the text" if inline else "attached"}': (make, kind, inline) for inline in (False, True)
            for kind, make in (('png', reading_mail.png_bomb), ('gif', reading_mail.gif_bomb), ('svg+xml', reading_mail.svg_bomb))}
# What is hostile to whoever draws a page as it was sent, and to nobody else.
DRAWN = {
    'Variables': (PAGE + '<style>:root{--a:aaaaaaaaaa;' + ''.join(
        f'--{chr(98 + i)}:' + f'var(--{chr(97 + i)})' * 10 + ';' for i in range(20)) + '}p{font-family:var(--u)}</style>', '<p>word', MEBIBYTE),
    'Selectors': (PAGE + '<style>' + ''.join(f'div:has(p:nth-child({i}n+1) ~ p) * {{color:red}}' for i in range(1, 400)) + '</style><div>',
                  '<p>word', MEBIBYTE),
    'Filters': (PAGE, '<div style="filter:blur(900px);width:9999px;height:9999px;background:red;transform:rotate(3deg)">', 100_000),
    'Shadows': (PAGE, '<p style="text-shadow:' + ','.join(f'{i}px {i}px 99px red' for i in range(200)) + '">word', MEBIBYTE),
    'Uses': (PAGE + '<svg><g id=a0><path d="M0 0h9"/></g>' + ''.join(
        f'<g id=a{i}>' + f'<use href="#a{i - 1}"/>' * 10 + '</g>' for i in range(1, 12)) + '</svg>', '<p>word', 10_000),
    'Grid': (PAGE + '<div style="display:grid;grid-template-columns:repeat(9999,1px);grid-template-rows:repeat(9999,1px)">', '<i>a</i>', MEBIBYTE),
    'Frames': (PAGE, '<iframe srcdoc="<iframe srcdoc=a>"></iframe><object data="data:text/html,a"></object>', MEBIBYTE),
    'Fields': (PAGE, '<input autofocus><select><option>a<textarea>', MEBIBYTE),
    'Refreshes': (PAGE, '<meta http-equiv=refresh content="0;url=about:blank">', MEBIBYTE),
    'Scripts': (PAGE, '<script>for(;;){}</script><p onclick="for(;;){}">word', MEBIBYTE),
}
LONG_HEADER = f'From: {"n" * 9_000} <{"a" * 9_000}@desk.invalid>\nTo: ' + ', '.join(f'{"r" * 290} <{i}@desk.invalid>' for i in range(60))


class HostileMail(DesktopCase):
    def test_a_picture_that_takes_too_much_memory_is_a_sentence(self):
        self.mailbox.add('Ada Lovelace', 'Innocent', 'S')
        self.add_pictures(0)
        # One that is attached need not be shown.
        self.open_each_within_memory(PICTURES, lambda subject: TOO_LARGE if PICTURES[subject][2] else '')

    def test_each_opens_within_its_memory_and_the_next_key_acts(self):
        self.mailbox.add('Ada Lovelace', 'Innocent', 'S')
        for number, (subject, (beginning, repeated, size)) in enumerate(HOSTILE.items()):
            self.add(number, subject, beginning, repeated, size)
        self.open_each_within_memory(HOSTILE)

    def test_each_is_shown_as_it_was_sent_or_said_not_to_be_and_the_next_key_acts(self):
        if reason := as_sent.why_not():
            self.skipTest(reason)
        mails = {**{subject: mail for subject, mail in HOSTILE.items() if mail[0].startswith(PAGE)}, **DRAWN}
        for number, (subject, (beginning, repeated, size)) in enumerate(mails.items()):
            self.add(number, subject, beginning, repeated, size)
        self.add_pictures(len(mails))
        shown = []
        self.start('--allow-changes', self.mailbox.path, rows=len(mails) // 2)
        for subject in [*mails, *PICTURES]:
            self.app.until(lambda subject=subject: self.shows(subject), f'{subject[:20]} and its text')
            self.hand.keys(as_sent.KEY)
            self.app.until(lambda: as_sent.view(self.app) or self.app.says('to be shown as sent|shown as sent\\.'),
                           f'{subject[:20]} as it was sent')
            shown += [subject] if as_sent.view(self.app) else []
            self.hand.keys('e')
        self.app.until(lambda: not self.app.rows(), 'no row')
        self.app.until(lambda: not as_sent.drawing(self.app.process_id), 'no page')
        self.assertGreater(len(shown), len(mails) / 2, shown)

    def open_each_within_memory(self, subjects, said=lambda subject: ''):
        """Opens the mails of these subjects, one after the other, and waits until each shows its text and what is said of it."""
        rows = len(subjects) + 1
        self.start('--allow-changes', self.mailbox.path, rows=rows // 2)
        self.app.until(lambda: 'Hello.' in self.pane()['Message text'], 'the text of the innocent')
        idle = self.memory('VmRSS')
        for subject in subjects:
            with open(f'/proc/{self.app.process_id}/clear_refs', 'w') as file:
                # Begins the height of memory anew.
                file.write('5')
            # The one before goes, and this one is the newest and is opened.
            self.hand.keys('e')
            self.app.until(lambda: self.shows(subject), f'{subject[:20]} and the beginning of its text')
            self.app.until(lambda: any(re.search(said(subject), text) for text in self.written()), f'what is said in {subject[:20]}')
            self.app.until_still()
            height = self.memory('VmHWM') - idle
            self.assertLess(height, ROOM, subject[:20])
        self.hand.keys('e')
        self.app.until(lambda: not self.app.rows(), 'no row')
        self.assertEqual(len(os.listdir(self.mailbox.inside('', folder='Archive'))), rows)

    def add_pictures(self, first):
        for number, (subject, (make, kind, inline)) in enumerate(PICTURES.items(), start=first):
            data = reading_mail.with_picture(subject, make(), kind, 'picture.' + kind[:3], inline)
            self.mailbox.add_file(f'{1715000000 - number}.M{number}P1.desk:2,S', data)
            os.utime(self.mailbox.inside(f'{1715000000 - number}.M{number}P1.desk:2,S'), (1715000000 - number,) * 2)

    def add(self, number, subject, beginning, repeated, size):
        header = f'Subject: {subject}\n' + (LONG_HEADER if subject.startswith('Long') else 'From: Eve <eve@desk.invalid>') + '\n'
        begun = (header + beginning).encode()
        piece = repeated.encode()
        piece *= max(1, min(size, MEBIBYTE) // len(piece))
        with open(self.mailbox.inside(f'{1715000000 - number}.M{number}P1.desk:2,S'), 'wb') as file:
            file.write(begun)
            while file.tell() + len(piece) <= size:
                file.write(piece)
        os.utime(file.name, (1715000000 - number,) * 2)

    def written(self):
        return [node.text for node in self.beside()]

    def beside(self):
        return self.app.tree.all(into=lambda role: role != accessibility.LIST)

    def pane(self):
        """What is written beside the list, by the name of what it is written in."""
        return {node.name: node.text for node in self.beside()}

    def shows(self, subject):
        pane = self.pane()
        return any(name.startswith(subject[:200]) for name in pane) and pane.get('Message text', '').startswith('It begins.')

    def memory(self, name):
        """A line of the process's status, in bytes."""
        with open(f'/proc/{self.app.process_id}/status') as file:
            return next(int(line.split()[1]) for line in file if line.startswith(f'{name}:')) << 10


if __name__ == '__main__':
    unittest.main()
