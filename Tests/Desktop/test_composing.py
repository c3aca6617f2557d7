"""A mail that is written, in a window of its own with nothing of the app around it: `MailComposingStand`."""

import glob
import json
import os
import signal

from harness.app import App
from harness.case import DesktopCase


class Composing(App):
    program = 'MailComposingStand'

    def asked(self):
        return [line.removeprefix('asked: ') for line in self.output().splitlines() if line.startswith('asked: ')]

    def sent(self):
        """The mails that were handed over, each as what its JSON says."""
        return [json.loads(line.removeprefix('send ')) for line in self.asked() if line.startswith('send ')]


class ComposingCase(DesktopCase):
    def setUp(self):
        super().setUp()
        self.drafts = os.path.join(self.home, 'drafts')
        self.set_gtk(gtk_cursor_blink='false')

    def begin(self, *arguments):
        self.app = app = Composing(self.desk, self.home, *arguments, self.drafts)
        self.addCleanup(lambda: app is self.app and app.end())
        self.app.wait_for_window()
        self.app.until_still()

    def kept(self):
        """What is kept of drafts on the disk."""
        found = []
        for path in glob.glob(os.path.join(self.drafts, '*/state')):
            with open(path) as file:
                found.append(json.load(file)['mail'])
        return found

    def type(self, text):
        self.hand.keys(*text)

    def text(self):
        """What stands in the text of the mail."""
        return self.app.tree.all(matching=lambda node: node.name == 'Message text')[0].text

    def until_focus(self, name):
        self.app.until(lambda: self.app.focused() == name, f'the focus on {name!r}')


class Writing(ComposingCase):
    def test_a_mail_is_written_and_sent_by_keys_alone(self):
        self.begin()
        self.until_focus('To')
        self.type('ada')
        self.app.until(lambda: self.app.says('Adam Ant'), 'the suggestions')
        self.hand.keys('Down', 'Return')
        self.hand.keys('Alt+s')
        self.until_focus('Subject')
        self.type('keys')
        self.hand.keys('Control+a', 'Control+c', 'Tab')
        self.until_focus('Message text')
        self.hand.keys('Control+v')
        self.app.until(lambda: 'keys' in (self.text() or ''), 'what is pasted')
        self.hand.keys('Return')
        self.type('they')
        self.hand.keys('Control+z', 'Control+Shift+z', 'Control+Return')
        self.app.until(self.app.sent, 'the mail')
        mail, = self.app.sent()
        self.assertEqual([party['address'] for party in mail['to']], ['adam@example.org'])
        self.assertEqual(mail['subject'], 'keys')
        self.assertEqual(mail['text'], 'keys\nthey\n\n-- \nRobin Reader\nThe Boathouse')
        self.assertEqual(self.app.wait(), 0)
        self.app = None
        self.assertEqual(self.kept(), [])

    def test_what_is_typed_outlives_the_program(self):
        self.begin()
        self.hand.keys('Alt+s')
        self.until_focus('Subject')
        self.type('keys')
        self.app.until(lambda: [draft['subject'] for draft in self.kept()] == ['keys'], 'the draft on the disk')
        os.kill(self.app.process_id, signal.SIGKILL)
        self.app.wait()
        self.app = None
        self.begin()
        self.app.until(lambda: self.app.windows()[0].name == 'keys', 'the draft in a window')
        self.hand.keys('Escape')
        self.app.until(lambda: self.app.asked() == ['unchanged keys'], 'that the draft is as it was')
        self.assertEqual(self.app.wait(), 0)
        self.app = None
        self.assertEqual([draft['subject'] for draft in self.kept()], ['keys'])

    def test_everything_has_a_name_and_tab_goes_through_it(self):
        self.begin('--width=360')
        self.assertLessEqual(self.app.windows()[0].extents[2], 360)
        self.until_focus('To')
        for name in ('Add Cc', 'Add Bcc', 'Subject', 'Message text'):
            self.hand.keys('Tab')
            self.until_focus(name)
        self.hand.keys('Shift+Tab', 'Shift+Tab', 'Return')
        self.until_focus('Bcc')
        for name in ('Close', 'Attach Files', 'More', 'Send'):
            self.assertTrue(self.app.button(name))

    def test_what_keeps_it_from_being_sent_is_said_in_place(self):
        self.begin()
        self.until_focus('To')
        self.hand.keys('Control+Return')
        self.app.until(lambda: self.app.says('Add a recipient'), 'what is wrong')
        self.type('nobody')
        self.hand.keys('Control+Return')
        self.app.until(lambda: self.app.says('is not a valid email address'), 'what is wrong')
        self.hand.keys('Control+a')
        self.type('adam')
        self.app.until(lambda: self.app.says('Adam Ant'), 'the suggestion')
        self.hand.keys('Return', 'Alt+s')
        self.until_focus('Subject')
        self.type('refuse')
        self.hand.keys('Control+Return')
        self.app.until(lambda: self.app.says('The server is on holiday'), 'what the server says')
        self.assertEqual(self.app.sent(), [])
