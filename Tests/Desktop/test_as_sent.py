"""A message as it was sent: drawn by a process in a sandbox, which is there no longer than it is looked at, with the keys that the text has;
and where that cannot be, a sentence."""

import base64
import os
import signal
import struct
import unittest
import zlib

from harness import accessibility, as_sent, reading_mail
from harness.case import DesktopCase
from harness.sway import SwayDesk

BLUE, GREEN = (0x20, 0x60, 0xc0), (0x10, 0x90, 0x40)
HEAD = 'From: Eve <eve@desk.invalid>\nMIME-Version: 1.0\nSubject: {}\nContent-Type: text/html; charset=utf-8\n\n'
PAGE = ('<body bgcolor="#2060c0" style="margin:0"><p>A page.</p><a href="https://one.desk.invalid/" '
        'style="display:block;height:60px;background:#109040">Go there</a>'
        '<a href="https://evil.desk.invalid/" style="display:block;height:60px">https://bank.desk.invalid/</a>'
        + '<p>More of it.</p>' * 200)
# In a mount namespace of its own, with nothing that makes a sandbox.
UNSHARE = ['unshare', '--mount'] if os.getuid() == 0 else ['unshare', '--user', '--map-root-user', '--mount']
NO_SANDBOX = [*UNSHARE, 'sh', '-c', 'mount --bind /dev/null /usr/bin/bwrap && exec "$@"', 'sh']


def blank_png(side):
    """A black picture of one bit a point."""
    def chunk(kind, data):
        return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
    lines = zlib.compress((b'\0' + bytes(side // 8)) * side, 9)
    head = struct.pack('>IIBBBBB', side, side, 1, 0, 0, 0, 0)
    return b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', head) + chunk(b'IDAT', lines) + chunk(b'IEND', b'')


class AsSentCase(DesktopCase):
    def deliver(self, subject, html, number=0, flags='S'):
        reading_mail.deliver(self.mailbox.path, (HEAD.format(subject) + html).encode(), number, flags)

    def begin(self, **options):
        self.start(**options)
        self.app.until(self.app.focused, 'the focus')
        self.until_written()

    def until_written(self):
        self.app.until(lambda: self.written('Message text'), 'the text')
        self.app.until_still()

    def beside(self, **options):
        return self.app.tree.all(into=lambda role: role != accessibility.LIST, **options)

    def written(self, name):
        return ''.join(node.text for node in self.beside(matching=lambda node: node.name == name))

    def view(self):
        """The page, once it stands."""
        return as_sent.view(self.app)

    def drawing(self):
        return as_sent.drawing(self.app.process_id)

    def show(self):
        if reason := as_sent.why_not():
            self.skipTest(reason)
        self.hand.keys(as_sent.KEY)
        self.app.until(self.view, 'the page')
        self.app.until_still()

    def until_text(self):
        """Waits until nothing draws a page any more and the text is there."""
        self.app.until(lambda: not self.view() and not self.drawing(), 'the text, and no page')
        self.app.until_still()

    def until_said(self, pattern):
        self.app.until(lambda: self.app.says(pattern), pattern)

    def color(self, across=0.5, down=0.9):
        """The colour of a point of the page."""
        x, y, width, height = self.app.area(self.view()[0])
        return tuple(self.desk.pixels((round(x + width * across), round(y + height * down), 1, 1))[-3:])


    def line(self):
        """A line of points of the page, across it."""
        x, y, width, height = self.app.area(self.view()[0])
        return self.desk.pixels((x, y + height // 2, width, 1))

    def band(self):
        """Where the green band of the page is on the screen, from the top, px."""
        x, y, width, height = self.app.area(self.view()[0])
        data = self.desk.pixels((x + width // 2, y, 1, height))[-3 * height:]
        return [y + line for line in range(height) if tuple(data[3 * line:3 * line + 3]) == GREEN]


class AsSent(AsSentCase):
    def test_nothing_of_it_is_loaded_before_and_its_processes_end_with_it(self):
        self.deliver('Blue', PAGE)
        self.begin()
        self.assertFalse(as_sent.is_loaded(self.app.process_id))
        started = {number for number, _ in as_sent.below(self.app.process_id)}
        self.show()
        self.assertEqual(self.color(), BLUE)
        self.assertTrue(as_sent.is_loaded(self.app.process_id))
        self.hand.keys(as_sent.KEY)
        self.until_text()
        self.app.until(lambda: {number for number, name in as_sent.below(self.app.process_id) if 'WebKit' in name} <= started, 'no process of it')

    def test_a_page_without_colours_is_dark_in_a_dark_desktop(self):
        self.deliver('Plain', '<p>A page.</p>' + '<p>More of it.</p>' * 200)
        self.begin(variables={'ADW_DEBUG_COLOR_SCHEME': 'prefer-dark'})
        self.show()
        self.assertLess(max(self.color(0.99)), 0x40)

    def test_a_sandbox_stands_around_what_draws(self):
        self.deliver('Blue', PAGE)
        self.begin()
        self.show()
        numbers = self.drawing()
        self.assertEqual(len(numbers), 1)
        facts = as_sent.status(numbers[0])
        self.assertGreater(len(facts['NSpid'].split()), len(as_sent.status(self.app.process_id)['NSpid'].split()))
        self.assertEqual((facts['Seccomp'], facts['NoNewPrivs']), ('2', '1'))
        for kind in ('net', 'mnt', 'pid'):
            self.assertNotEqual(os.readlink(f'/proc/{numbers[0]}/ns/{kind}'), os.readlink(f'/proc/{self.app.process_id}/ns/{kind}'), kind)
        self.assertFalse(os.path.exists(f'/proc/{numbers[0]}/root{self.mailbox.path}'), 'it sees the mail')

    def test_without_its_sandbox_nothing_is_shown(self):
        self.deliver('Blue', PAGE)
        for options in ({'wrapper': NO_SANDBOX}, {'variables': {'WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS': '1'}}):
            with self.subTest(**options):
                self.begin(**options)
                self.hand.keys(as_sent.KEY)
                self.until_said('only shown as sent in a sandbox')
                self.until_text()
                self.app.end()
                self.app = None

    def test_a_library_that_is_missing_is_a_sentence(self):
        with open(os.path.join(self.home, 'libwebkitgtk-6.0.so.4'), 'w'):
            # A library that is none.
            self.deliver('Blue', PAGE)
        self.begin(variables={'LD_LIBRARY_PATH': self.home})
        self.hand.keys(as_sent.KEY)
        self.until_said('Install WebKitGTK 6.0')
        self.until_text()
        self.assertFalse(as_sent.is_loaded(self.app.process_id))

    def test_the_way_back_leads_to_the_same_place(self):
        self.deliver('Blue', PAGE)
        self.begin()
        self.hand.keys('Return')
        self.app.until(lambda: self.app.focused() == 'Message text', 'the focus in the text')
        for _ in range(3):
            self.hand.keys('Page_Down')
        self.app.until_still()
        # Without the scroll bar, which comes and goes.
        lines = (*map(round, self.app.spot(580, 60)), 340, 600)
        before = self.desk.picture(lines)
        for way in ('Escape', as_sent.KEY):
            self.show()
            self.app.until(lambda: self.app.focused() == as_sent.NAME, 'the focus on the page')
            self.hand.keys(way)
            self.until_text()
            self.app.until(lambda: self.desk.picture(lines) == before, 'the same place of the text')
            self.assertEqual(self.app.focused(), 'Message text')

    def test_the_keys_of_the_app_work_over_it(self):
        for number, subject in enumerate(('First', 'Second', 'Third', 'Fourth')):
            self.deliver(subject, PAGE, number)
        self.begin()
        self.show()
        top = self.band()
        for key, moved in (('space', lambda: not self.band()), ('Shift+space', lambda: self.band() == top),
                           ('Control+equal', lambda: len(self.band()) > len(top)), ('Control+0', lambda: self.band() == top)):
            self.hand.keys(key)
            self.app.until(moved, key)
            self.app.until_still()
        for key, subject in (('j', 'Second'), ('k', 'First'), ('e', 'Second')):
            self.hand.keys(key)
            self.app.until(lambda subject=subject: any(subject in row.name and 'selected' in row.states for row in self.app.rows()), subject)
            self.until_text()
            self.show()
        self.assertEqual(len(os.listdir(self.mailbox.inside('', folder='Archive'))), 1)
        self.hand.keys('Control+f')
        self.until_text()
        self.app.until(lambda: self.app.focused() == 'Find in Message', 'the bar to find something')
        # Who has looked for something in it is back at it.
        self.hand.keys('Escape')
        self.app.until(self.view, 'the page again')
        self.app.until(lambda: self.app.focused() == as_sent.NAME, 'the focus on the page')

    def test_a_field_takes_no_letters(self):
        self.deliver('First', '<body bgcolor="#2060c0"><input autofocus value="a field">')
        self.deliver('Second', PAGE, 1)
        self.begin()
        self.show()
        self.hand.keys('j')
        self.app.until(lambda: any('Second' in row.name and 'selected' in row.states for row in self.app.rows()), 'the next message')

    def test_the_focus_goes_through_the_page_and_out(self):
        self.deliver('Blue', '<body bgcolor="#2060c0"><a href="https://one.desk.invalid/">Go there</a>')
        self.begin()
        self.show()
        for _ in range(3):
            self.hand.keys('Tab')
            self.app.until_still()
            if self.app.focused() != as_sent.NAME:
                break
        self.assertNotEqual(self.app.focused(), as_sent.NAME)

    def test_space_at_the_end_goes_on(self):
        self.deliver('First', PAGE.replace('<p>More of it.</p>', ''))
        self.deliver('Second', PAGE, 1, flags='')
        self.begin()
        self.show()
        self.hand.keys('space')
        self.app.until(lambda: any('Second' in row.name and 'selected' in row.states for row in self.app.rows()), 'the next unread message')

    def test_links_are_judged_as_in_the_text(self):
        opened = os.path.join(self.home, 'opened')
        self.take_links(opened)
        self.deliver('Blue', PAGE)
        self.begin()
        self.show()
        x, good = self.app.area(self.view()[0])[0], self.band()[20]
        self.hand.point((x + 20, good))
        self.until_said('https://one.desk.invalid/')
        self.hand.click((x + 20, good))
        self.app.until(lambda: os.path.exists(opened), 'the link in the browser')
        self.hand.click((x + 20, good + 60))
        self.until_said('shows .bank.desk.invalid')
        self.hand.keys('Escape')
        self.app.until_still()
        with open(opened) as file:
            self.assertEqual(file.read().split(), ['https://one.desk.invalid/'])
        self.assertTrue(self.view())

    def test_a_process_that_dies_or_stands_still_is_a_sentence(self):
        self.deliver('Blue', PAGE)
        self.begin()
        for sign, sentence in ((signal.SIGKILL, 'could not be shown as sent'), (signal.SIGSTOP, 'takes too long to be shown')):
            self.show()
            number, = self.drawing()
            os.kill(number, sign)
            self.hand.keys('Down')
            self.until_said(sentence)
            self.until_text()

    def test_a_page_that_takes_too_much_memory_is_a_sentence(self):
        # A picture of a few kilobytes that takes a gigabyte.
        picture = base64.b64encode(blank_png(16_000)).decode()
        self.deliver('Blue', f'<p style="background:url(data:image/png;base64,{picture})">A page.</p>')
        self.begin()
        self.hand.keys(as_sent.KEY)
        self.app.until(lambda: self.app.says('needs too much memory'), 'that it takes too much')
        self.until_text()

    def test_a_page_that_never_stands_is_a_sentence(self):
        self.deliver('Blue', PAGE)
        self.begin()
        # The first time the program tries out by itself whether it can.
        self.show()
        self.hand.keys(as_sent.KEY)
        self.until_text()
        self.hand.keys(as_sent.KEY)
        number, = self.app.until(self.drawing, 'what draws')
        os.kill(number, signal.SIGSTOP)
        self.app.until(lambda: self.app.says('takes too long to be shown'), 'that it takes too long')
        # What is stopped before WebKit knows it cannot be told to end.
        os.kill(number, signal.SIGCONT)
        self.until_text()

    def test_a_button_leads_there_and_back(self):
        self.deliver('Blue', PAGE)
        self.begin()
        for name, there in (('Show as Sent', True), ('Show as Text', False)):
            # GTK 4.18 leaves the padding around a button out of where it says that it is.
            self.app.button(name).do('lick')
            self.app.until(lambda there=there: bool(self.view()) == there, name)
            self.app.until_still()

    def test_of_several_messages_each_has_its_own_page(self):
        for number, color in enumerate(('2060c0', '109040')):
            reading_mail.deliver(self.mailbox.path, (
                'In-Reply-To: <root@desk.invalid>\nReferences: <root@desk.invalid>\n' + HEAD.format('Re: Both')
                + f'<body bgcolor="#{color}"><p>Page {number}.</p>').encode(), number, flags='')
        self.begin(rows=1)
        self.app.until(lambda: len(self.app.buttons('Show as Sent')) == 2, 'two messages')
        self.app.until_still()
        for button, color in zip(self.app.buttons('Show as Sent'), (GREEN, BLUE)):
            button.do('lick')
            self.app.until(self.view, 'the page')
            self.app.until_still()
            self.assertEqual(self.color(), color)
            self.hand.keys('Escape')
            self.until_text()

    def test_a_window_that_is_closed_while_it_loads_leaves_nothing(self):
        self.deliver('Blue', PAGE)
        self.begin()
        self.hand.keys('Control+Shift+n')
        self.app.until(lambda: len(self.app.windows()) == 2, 'two windows')
        self.app.until_still()
        for _ in range(2):
            self.hand.keys(as_sent.KEY)
        self.hand.keys(as_sent.KEY, 'Control+w')
        self.app.until(lambda: len(self.app.windows()) == 1, 'one window')
        self.app.until(lambda: not self.drawing(), 'no page')

    def test_going_on_quickly_leaves_the_last_text(self):
        for number in range(6):
            self.deliver(f'Mail {number}', PAGE, number)
        self.begin()
        for _ in range(4):
            self.hand.keys(as_sent.KEY, 'j')
        self.app.until(lambda: any('Mail 4' in row.name and 'selected' in row.states for row in self.app.rows()), 'the fifth message')
        self.until_text()

    def test_whoever_has_gone_on_goes_back_to_the_row_of_what_is_read(self):
        for number in range(6):
            self.deliver(f'Mail {number}', PAGE, number)
        self.begin()
        self.show()
        for number in (1, 2, 3):
            self.hand.keys('j')
            self.app.until(lambda number=number: any(f'Mail {number}' in row.name and 'selected' in row.states for row in self.app.rows()), 'the next')
        self.until_text()
        self.hand.keys('Escape')
        self.app.until(lambda: 'Mail' in (self.app.focused() or ''), 'the focus in the list')
        self.app.until_still()
        self.assertIn('Mail 3', self.app.focused())
        self.assertEqual([row.name for row in self.app.rows() if 'selected' in row.states and 'Mail 3' not in row.name], [])

    def test_an_enclosed_mail_is_shown_in_its_window(self):
        inner = HEAD.format('Inner') + PAGE
        outer = ('From: Eve <eve@desk.invalid>\nSubject: Outer\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nSee below.\n--b\n'
                 'Content-Type: message/rfc822\nContent-Disposition: attachment\n\n' + inner + '\n--b--\n')
        reading_mail.deliver(self.mailbox.path, outer.encode(), 0)
        self.begin()
        card = self.app.until(lambda: self.app.tree.all(accessibility.BUTTON, lambda node: node.name.startswith('Inner,')), 'the enclosed mail')[0]
        card.do('lick')
        self.app.until(lambda: len(self.app.windows()) == 2, 'its window')
        self.app.until_still()
        self.show()
        self.hand.keys('Escape')
        self.until_text()
        self.assertEqual(len(self.app.windows()), 2)


class Narrow(AsSentCase):
    variables = {}

    def begin_narrow(self, html=PAGE):
        self.store({'hint-shown': 'true', 'window-width': '400', 'window-height': '700'})
        self.deliver('Blue', html)
        self.start(variables=self.variables)
        self.app.until(self.app.focused, 'the focus')
        self.app.until_still()
        self.hand.keys('Return')
        self.app.until(lambda: self.app.focused() == 'Message text', 'the focus in the text')
        self.until_written()

    def until_list(self):
        self.app.until(lambda: any('focused' in row.states for row in self.app.rows()), 'the focus in the list')

    def move_sideways(self, distance):
        start = 40 if distance > 0 else 360
        # Frames take long where a page is drawn, and AdwLeaflet follows no finger that is far away in the first that it is seen in.
        with self.hand.motion(), self.hand.followed(self.app.answer):
            self.hand.touch(self.app.spot(start, 400))
            for step in range(abs(distance) // 3):
                self.hand.pause(0.01)
                self.hand.move_finger(self.app.spot(start + 3 * step * (1 if distance > 0 else -1), 400))
            self.hand.pause(0.2)
            self.hand.lift()

    def swipe_back(self):
        self.move_sideways(330)

    def test_a_swipe_goes_back_to_the_list(self):
        self.begin_narrow()
        self.show()
        self.swipe_back()
        self.until_list()

    def test_what_is_moved_on_is_moved_back_before_it_is_a_swipe(self):
        # One that does not say how wide it is.
        self.begin_narrow('<body style="margin:0"><div style="display:inline-block;padding:800px 1500px;'
                          'background:linear-gradient(90deg,#2060c0,#109040)">A</div>')
        self.show()
        for distance in (-300, 150):
            before = self.line()
            self.move_sideways(distance)
            self.app.until(lambda before=before: self.line() != before, f'the page moved by {distance}')
            self.app.until_still()
            self.assertTrue(self.view())

    def test_what_is_wider_than_the_window_is_made_smaller(self):
        self.begin_narrow('<body bgcolor="#2060c0" style="margin:0"><table width="600" cellspacing="0"><tr><td bgcolor="#2060c0" width="500">A'
                          '<td bgcolor="#109040">B</table>')
        self.show()
        self.assertEqual(self.color(0.9, 0.01), GREEN)


class OnWayland(Narrow):
    kind = SwayDesk

    def setUp(self):
        super().setUp()
        # WebKit finds the compositor where the desktop says that all sockets are.
        folder, name = os.path.split(self.desk.environment(self.home)['WAYLAND_DISPLAY'])
        self.variables = {'XDG_RUNTIME_DIR': folder, 'WAYLAND_DISPLAY': name}

    def move_sideways(self, distance):
        self.hand.point(self.app.spot(200, 300))
        self.hand.two_fingers((distance, 0))

    def test_what_cannot_start_to_draw_does_not_end_the_program(self):
        # Where WebKit does not look for it. Newer WebKit draws without the compositor.
        self.variables = {}
        self.begin_narrow()
        self.hand.keys(as_sent.KEY)
        self.app.until(lambda: self.app.says('only shown as sent in a sandbox') or self.view(), 'the page, or why it is not shown')
        self.assertTrue(self.app.alive)


if __name__ == '__main__':
    unittest.main()
