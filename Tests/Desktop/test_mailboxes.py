"""Which mailbox a window shows: what was open last, those that were open before, and what another start names; one that goes and comes back."""

import os
import unittest

from harness import accessibility
from harness.app import App
from harness.case import DesktopCase
from harness.mailbox import Mailbox

RECENT = 'Recent Mailboxes'
GONE = 'Mailbox Cannot Be Opened'


class OtherApp(App):
    """A further start, whose output is kept apart."""

    @property
    def _output_path(self):
        return os.path.join(self._home, 'output-of-the-other')


class FirstStart(DesktopCase):
    def test_the_ways_to_begin(self):
        self.app = App(self.desk, self.home)
        self.addCleanup(lambda: self.app.end())
        self.app.wait_for_window()
        self.app.until(lambda: self.app.says('Welcome to Dunnock'), 'the ways to begin')
        self.assertFalse(os.path.exists(os.path.join(self.home, '.local/share/dunnock/sample')))
        sample = self.app.until(lambda: [node for node in self.app.tree.all() if node.name.startswith('Try the Sample')], 'the sample')[0]
        self.app.until_still()
        self.click(sample)
        self.app.until(lambda: self.app.rows('Parsnip'), 'the sample')
        # It was chosen, and is what is opened from then on.
        self.app.end()
        self.app = App(self.desk, self.home)
        self.app.wait_for_window()
        self.app.until(lambda: self.app.rows('Parsnip'), 'the sample again')


class Mailboxes(DesktopCase):
    folders = ('Archive', 'Trash', 'Sent')

    def setUp(self):
        super().setUp()
        self.letters()
        self.mailbox.add('Gil Scott', 'Filed away', 'S', folder='Archive')
        self.other = Mailbox()
        self.addCleanup(self.other.remove)
        self.other.add('Hal Ashby', 'Another box', 'S')

    def start_again(self, *arguments):
        """Starts the program beside the one that runs, which does what it asks; the start itself ends."""
        other = OtherApp(self.desk, self.home, *arguments)
        self.addCleanup(lambda: other.alive and other.end())
        self.assertEqual((other.wait(), other.complaints()), (0, []), other.output())

    def until_windows(self, count):
        self.app.until(lambda: len(self.app.windows()) == count, f'{count} windows')

    def go_to(self, folder):
        row = self.app.until(lambda: self.app.tree.all(accessibility.TREE_ITEM, lambda node: node.name.startswith(folder))
                             or self.app.rows(folder), f'the folder {folder!r}')[0]
        self.click(row)

    def choose_recent(self, path):
        self.hand.keys('F10')
        self.app.until(lambda: self.app.menu().get(RECENT), RECENT).do('lick')
        self.app.until(lambda: self.app.menu().get(path), path).do('lick')

    def test_a_start_that_names_nothing_shows_what_was_on_show_last(self):
        self.start()
        self.go_to('Archive')
        self.until_listed('Filed away')
        self.app.end()
        self.app = None
        self.start('--allow-changes', rows=1)
        self.until_listed('Filed away')
        # What there is to show is on show.
        self.start_again()
        self.start_again('--new-window')
        self.until_windows(2)
        self.start_again(self.other.path)
        self.until_windows(3)
        self.app.row('Another box')

    def test_new_window_shows_the_same(self):
        self.start()
        self.hand.keys('Control+Shift+n')
        self.until_windows(2)
        self.app.until(lambda: len(self.app.rows()) == 12, 'the inbox twice')

    def test_one_that_is_gone_says_so_and_opens_when_it_is_back(self):
        self.store({'hint-shown': 'true', 'recent-mailboxes': f"['{self.mailbox.path}', '{self.other.path}']"})
        self.start()
        away = self.other.path + '-away'
        os.rename(self.other.path, away)
        self.choose_recent(self.other.path)
        self.app.until(lambda: self.app.says(GONE), 'that it cannot be opened')
        self.assertIn(self.other.path, self.stored('recent-mailboxes'))
        os.rename(away, self.other.path)
        self.until_listed('Another box')
        self.choose_recent(self.mailbox.path)
        self.app.row('Engine notes')

    def test_a_mailbox_on_a_stick_is_pulled_out_and_put_back(self):
        self.start()
        away = self.mailbox.path + '-away'
        os.rename(self.mailbox.path, away)
        self.app.until(lambda: self.app.buttons('Try Again'), 'that it cannot be reached')
        self.assertEqual(len(self.app.rows()), 6)
        self.start_again()
        self.until_windows(1)
        os.rename(away, self.mailbox.path)
        self.app.until(lambda: not self.app.buttons('Try Again'), 'that it is back')
        self.app.row('Sunday lunch').do('archive')
        self.until_listed('Engine notes', 'Famished road', 'Dancing shoes', 'Broken boiler', 'Tall building')

    def test_sent_mail_says_whom_it_went_to(self):
        self.mailbox.add('Ada Lovelace', 'To the reader', 'S', folder='Sent')
        self.start()
        self.go_to('Sent')
        self.app.row('To: Reader')


if __name__ == '__main__':
    unittest.main()
