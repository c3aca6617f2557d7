"""Two windows on one mailbox, each a program of its own: what one does the other shows, and each takes back its own."""

import os
import unittest

from harness.app import App
from harness.case import DesktopCase


class OtherApp(App):
    @property
    def _output_path(self):
        return os.path.join(self._home, 'output-of-the-other')


class TwoWindows(DesktopCase):
    def setUp(self):
        super().setUp()
        self.ids = self.letters()
        self.before = self.mailbox.messages()
        self.start()
        self.other = OtherApp(self.desk, self.home, '--allow-changes', self.mailbox.path)
        self.addCleanup(self.other.end)
        self.other.wait_for_window()
        self.until_both_list(self.subjects())

    def subjects(self):
        return ['Engine notes', 'Famished road', 'Dancing shoes', 'Sunday lunch', 'Broken boiler', 'Tall building']

    def until_both_list(self, subjects):
        for app in (self.app, self.other):
            self.until_listed(*subjects, app=app)

    def without(self, *gone):
        return [subject for subject in self.subjects() if subject not in gone]

    def undo(self, app):
        # GTK 4.8 says "Click", newer ones "click".
        app.button('Undo').do('lick')

    def test_what_one_does_the_other_shows_and_takes_back(self):
        self.app.row('Dancing shoes').do('archive')
        self.until_both_list(self.without('Dancing shoes'))
        self.other.row('Sunday lunch').do('trash')
        self.until_both_list(self.without('Dancing shoes', 'Sunday lunch'))
        self.undo(self.other)
        self.until_both_list(self.without('Dancing shoes'))
        self.undo(self.app)
        self.until_both_list(self.subjects())
        back = {self.ids[subject]: self.before[self.ids[subject]].moved('INBOX') for subject in ('Dancing shoes', 'Sunday lunch')}
        self.expect({**self.before, **back}, 'everything where it was')


if __name__ == '__main__':
    unittest.main()
