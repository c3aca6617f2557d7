"""Answers, and mail that is begun, in the program that the desktop has for it: here one that keeps what it is given."""

import json
import os
import subprocess
import unittest
from email.header import Header
from urllib.parse import parse_qs, unquote, urlsplit

from harness.case import DesktopCase
from harness.conditions import LIMIT

SUBJECT = 'Tea & cake + 100 % = ?#;, "quoted" <b> \\ é 午 🙂 שלום'
TEXT = 'a & b = 100 %\n+ plus # hash ? mark\n%0D%0ABcc: evil@desk.invalid\n\n> before\nשלום עולם, مرحبا\n"quoted" \'too\' `id` $HOME 🙂\n'
QUOTED = '> a & b = 100 %\n> + plus # hash ? mark\n> %0D%0ABcc: evil@desk.invalid\n>\n>> before\n> שלום עולם, مرحبا\n> "quoted" \'too\' `id` $HOME 🙂\n'
IDENTIFIER = 'a%2B&b+c@desk.invalid'
HANDED = 'Opened in your email app.'

COMPOSER = '''import json, os, sys
place = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'handed')
number = len(os.listdir(place))
with open(os.path.join(place, f'.{number}'), 'w') as file:
    json.dump(sys.argv[1:], file)
os.rename(os.path.join(place, f'.{number}'), os.path.join(place, str(number)))
'''
# Debian's libgtk-4-dev brings what describes GTK to Python along.
CLIPBOARD = '''import gi
gi.require_version('Gtk', '4.0')
from gi.repository import Gdk, GLib, Gtk
Gtk.init()
loop = GLib.MainLoop()
def take(clipboard, result):
    try:
        print(clipboard.read_text_finish(result) or '', end='')
    finally:
        loop.quit()
Gdk.Display.get_default().get_clipboard().read_text_async(None, take)
loop.run()
'''


class Answering(DesktopCase):
    def setUp(self):
        super().setUp()
        self.store({'hint-shown': 'true', 'window-width': '1100', 'window-height': '640'})
        self.handed = os.path.join(self.home, 'handed')
        os.makedirs(self.handed)

    def have_composer(self):
        applications = os.path.join(self.home, '.local/share/applications')
        os.makedirs(applications, exist_ok=True)
        program = os.path.join(self.home, 'composer.py')
        self.write(program, COMPOSER)
        self.write(os.path.join(applications, 'composer.desktop'), '[Desktop Entry]\nType=Application\nName=Composer\n'
                   f'Exec=/usr/bin/python3 {program} %u\nMimeType=x-scheme-handler/mailto;\n')
        self.write(os.path.join(self.home, '.config/mimeapps.list'), '[Default Applications]\nx-scheme-handler/mailto=composer.desktop\n')

    def write(self, path, text):
        with open(path, 'w') as file:
            file.write(text)

    def hostile(self, text=TEXT, more=''):
        """A message newer than every other, whose every part could be taken for something else."""
        head = (f'From: "Countess, Ada" <ada+tag@desk.invalid>\nTo: Reader <reader@desk.invalid>, ben@desk.invalid\nCc: CYD@desk.invalid\n'
                f'Subject: {Header(SUBJECT, "utf-8").encode()}\nDate: Fri, 17 May 2024 12:00:00 +0000\nMessage-ID: <{IDENTIFIER}>\n{more}'
                'MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n')
        self.mailbox.add_file('1715947200.M99P1.desk:2,S', (head + text).encode())

    def count(self):
        return len([name for name in os.listdir(self.handed) if not name.startswith('.')])

    def until_handed(self, number):
        """Waits for what is handed over as that number, from nought; returns whom to and the fields, as Python's own reading has them."""
        self.app.until(lambda: self.count() > number, f'mail {number}')
        with open(os.path.join(self.handed, str(number))) as file:
            arguments = json.load(file)
        self.assertEqual(len(arguments), 1, arguments)
        uri = arguments[0]
        self.assertTrue(uri.isascii() and uri.isprintable() and ' ' not in uri, uri)
        parts = urlsplit(uri)
        self.assertEqual((parts.scheme, parts.netloc, parts.fragment), ('mailto', '', ''))
        fields = parse_qs(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query), encoding='utf-8', errors='strict')
        self.assertTrue(all(len(values) == 1 for values in fields.values()), fields)
        return [unquote(address, errors='strict') for address in parts.path.split(',')], {name: value for name, (value,) in fields.items()}

    def expect_reply(self, number, to, cc=None):
        found, fields = self.until_handed(number)
        self.assertEqual(found, to)
        self.assertEqual(fields.pop('cc', None), cc)
        body = fields.pop('body')
        self.assertEqual(fields, {'subject': f'Re: {SUBJECT}', 'in-reply-to': f'<{IDENTIFIER}>'})
        self.assertEqual(body.count('\n'), body.count('\r\n'))
        heading, quoted = body.replace('\r\n', '\n').removeprefix('\n\n').split('\n', 1)
        self.assertRegex(heading, r'^On .*2.*, Countess, Ada wrote:$')
        self.assertEqual(quoted, QUOTED)

    def test_by_key_by_button_and_by_screen_reader(self):
        self.have_composer()
        self.hostile()
        before = self.mailbox.inventory()
        self.start(self.mailbox.path)
        self.focus('Tea')
        self.hand.keys('r')
        self.expect_reply(0, ['ada+tag@desk.invalid'])
        self.click(self.app.button('Reply'))
        self.expect_reply(1, ['ada+tag@desk.invalid'])
        self.app.button('Reply').do('lick')
        self.expect_reply(2, ['ada+tag@desk.invalid'])
        self.click(self.app.row('Tea'))
        self.hand.keys('a')
        everybody = ['ada+tag@desk.invalid', 'reader@desk.invalid', 'ben@desk.invalid']
        self.expect_reply(3, everybody, 'CYD@desk.invalid')
        self.app.button('Reply to All').do('lick')
        self.expect_reply(4, everybody, 'CYD@desk.invalid')
        self.app.until(lambda: HANDED in self.app.texts(), 'what happened')
        # It was looked at only.
        self.assertEqual(self.app.buttons('Mark as Replied'), [])
        self.assertEqual(self.mailbox.inventory(), before)

    def test_by_a_long_swipe_after_which_the_row_is_back(self):
        self.store({'hint-shown': 'true', 'leading-actions': "['reply']"})
        self.have_composer()
        self.hostile()
        before = self.mailbox.inventory()
        # Looked at only, and with changes allowed.
        for number, arguments in enumerate(([self.mailbox.path], [])):
            self.start(*arguments)
            self.long_swipe(self.app.row('Tea'))
            self.expect_reply(number, ['ada+tag@desk.invalid'])
            self.app.until_still()
            self.app.row('Tea')
            self.assertEqual((self.app.expanded(), self.mailbox.inventory()), ([], before))
            self.app.end()
            self.app = None

    def test_passed_on_and_begun(self):
        self.have_composer()
        self.hostile()
        self.start()
        self.focus('Tea')
        self.hand.keys('f')
        to, fields = self.until_handed(0)
        self.assertEqual(to, [''])
        self.assertEqual(fields['subject'], f'Fwd: {SUBJECT}')
        self.assertNotIn('in-reply-to', fields)
        body = fields['body'].replace('\r\n', '\n')
        self.assertIn('\nFrom: Countess, Ada <ada+tag@desk.invalid>\n', body)
        self.assertIn(f'\nSubject: {SUBJECT}\n', body)
        self.assertTrue(body.endswith('\n\n' + TEXT), body)
        self.hand.keys('c')
        self.assertEqual(self.until_handed(1), ([''], {}))
        self.hand.keys('F10')
        self.app.until(lambda: 'New Message' in self.app.menu(), 'the menu')
        self.hand.keys('Escape')

    def test_a_held_key_begins_one_mail(self):
        self.have_composer()
        self.hostile()
        self.start()
        self.focus('Tea')
        self.hand.hold('r')
        self.until_handed(0)
        self.app.until(lambda: HANDED in self.app.texts(), 'what happened')
        # It stays far longer than the server takes to repeat the key.
        self.app.until(lambda: HANDED not in self.app.texts(), 'the notice gone')
        self.hand.let_up('r')
        self.hand.keys('c')
        self.assertEqual(self.until_handed(1), ([''], {}))
        self.app.until(lambda: HANDED in self.app.texts(), 'what happened')
        self.assertEqual(self.count(), 2)

    def test_own_addresses_get_no_answer(self):
        self.have_composer()
        self.mailbox.make('Sent')
        self.mailbox.add('Reader', 'Sent before', 'S', folder='Sent')
        self.store({'hint-shown': 'true', 'window-width': '1100', 'window-height': '640', 'own-addresses': "['BEN@desk.invalid', 'nobody']"})
        self.hostile()
        self.start(rows=1)
        self.focus('Tea')
        self.hand.keys('a')
        self.expect_reply(0, ['ada+tag@desk.invalid'], 'CYD@desk.invalid')

    def test_marked_as_replied_when_the_person_says_so_and_undone(self):
        self.have_composer()
        ids = self.letters()
        before = self.mailbox.messages()
        self.start()
        self.focus('Famished road')
        self.hand.keys('r')
        self.until_handed(0)
        button = self.app.button('Mark as Replied')
        self.assertEqual(self.mailbox.messages(), before)
        self.click(button)
        marked = {**before, ids['Famished road']: before[ids['Famished road']].flagged('RS')}
        self.expect(marked, 'marked')
        self.app.until(lambda: self.app.says('^Marked as replied: .*Famished road'), 'what happened')
        self.hand.keys('Control+z')
        self.expect(before, 'as before')

    def letter(self, more, kind, text):
        """A message newer than every other."""
        self.mailbox.add_file('1715947200.M97P1.desk:2,S', (
            f'From: news@desk.invalid\nSubject: The news\nDate: Fri, 17 May 2024 12:00:00 +0000\nMessage-ID: <n@desk.invalid>\n{more}'
            f'MIME-Version: 1.0\nContent-Type: text/{kind}; charset=utf-8\n\n{text}\n').encode())

    UNSUBSCRIBE = 'List-Unsubscribe: <mailto:leave%2Bme@desk.invalid?subject=off%20%26%20out>, <https://desk.invalid/off>\n'

    def test_a_list_is_left_by_mail(self):
        self.have_composer()
        self.letter(self.UNSUBSCRIBE, 'plain', 'News.')
        self.start()
        self.focus('The news')
        self.app.until(lambda: self.app.says('^Unsubscribe by email to .*leave'), 'what will happen')
        self.app.button('Unsubscribe').do('lick')
        self.app.until(lambda: self.app.says('starts a message to .*leave.* Send it to unsubscribe'), 'the question')
        self.assertEqual(self.count(), 0)
        self.hand.keys('Escape')
        self.app.until(lambda: not self.app.says('Send it to unsubscribe'), 'the question gone')
        self.click_in_message(self.app.button('Unsubscribe'))
        self.click(self.app.button('Write Message'))
        self.assertEqual(self.until_handed(0), (['leave+me@desk.invalid'], {'subject': 'off & out'}))
        self.until_focus('Unsubscribe')

    def test_where_nothing_takes_mail_the_page_alone_is_offered(self):
        self.letter(self.UNSUBSCRIBE, 'plain', 'News.')
        self.start()
        self.focus('The news')
        self.app.button('Unsubscribe').do('lick')
        self.app.until(lambda: self.app.says('^Unsubscribing needs an email, and no email app is installed'), 'what is missing')
        self.app.button('Open Page')
        self.assertEqual(self.app.buttons('Write Message'), [])
        self.hand.keys('Escape')

    def test_a_link_to_write_to_somebody_begins_a_mail(self):
        self.have_composer()
        self.letter('', 'html', '<p>Write to <a href="mailto:a%2Bb@desk.invalid?subject=Hi%20%26%20so&amp;attach=/etc/passwd">the editor</a>.</p>')
        self.start()
        self.focus('The news')
        self.app.until(lambda: self.app.says('Write to'), 'the text')
        self.hand.keys('Return')
        self.until_focus('Message text')
        self.hand.keys('Tab')
        self.until_focus('the editor')
        self.hand.keys('Return')
        self.assertEqual(self.until_handed(0), (['a+b@desk.invalid'], {'subject': 'Hi & so'}))

    def test_a_long_text_is_on_the_clipboard(self):
        self.have_composer()
        lines = [f'Line {number} of many & more' for number in range(1000)]
        self.hostile('\n'.join(lines) + '\n')
        self.start()
        self.focus('Tea')
        self.hand.keys('r')
        to, fields = self.until_handed(0)
        self.assertEqual((to, fields), (['ada+tag@desk.invalid'], {'subject': f'Re: {SUBJECT}', 'in-reply-to': f'<{IDENTIFIER}>'}))
        self.app.until(lambda: self.app.says(f'^{HANDED} The text is too long'), 'what happened')
        copied = self.clipboard()
        heading, quoted = copied.split('\n', 1)
        self.assertRegex(heading, ' wrote:$')
        self.assertEqual(quoted.splitlines(), [f'> {line}' for line in lines])

    def test_attachments_that_do_not_go_along_are_said(self):
        self.have_composer()
        parts = ('--b\nContent-Type: text/plain\n\nSee it.\n--b\nContent-Type: application/pdf; name=a.pdf\n'
                 'Content-Disposition: attachment; filename=a.pdf\n\nnothing\n--b--\n')
        self.mailbox.add_file('1715947200.M98P1.desk:2,S', ('From: ada@desk.invalid\nSubject: With a file\nMessage-ID: <f@desk.invalid>\n'
                              f'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n{parts}').encode())
        self.start()
        self.focus('With a file')
        self.hand.keys('f')
        self.until_handed(0)
        self.app.until(lambda: f'{HANDED} Attachments are not included.' in self.app.texts(), 'what does not go along')

    def test_where_nothing_takes_mail_it_can_be_copied(self):
        self.hostile()
        self.start()
        self.focus('Tea')
        self.hand.keys('r')
        self.app.until(lambda: self.app.says('^No email app is installed'), 'the reason')
        self.click(self.app.button('Copy Message'))
        copied = self.app.until(self.clipboard, 'the text on the clipboard')
        self.assertTrue(copied.startswith(f'To: ada+tag@desk.invalid\nSubject: Re: {SUBJECT}\n\n\nOn '), copied)
        self.assertTrue(copied.endswith(QUOTED), copied)
        self.assertEqual(self.count(), 0)

    def clipboard(self):
        run = subprocess.run(['/usr/bin/python3', '-c', CLIPBOARD], env=self.desk.environment(self.home), capture_output=True, text=True, timeout=LIMIT)
        self.assertEqual(run.returncode, 0, run.stderr)
        return run.stdout


if __name__ == '__main__':
    unittest.main()
