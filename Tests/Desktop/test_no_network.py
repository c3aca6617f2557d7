"""No mail makes the program touch the network: each of some eighty techniques is read in the window, pointed at and gone through by
keys, while somebody listens who is proven to hear."""

import os
import tempfile
import unittest

from harness import accessibility, fetching_mail, reading_mail
from harness.case import DesktopCase
from harness.witness import NoWitness, witness


class NoNetwork(DesktopCase):
    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory(prefix='witness-')
        self.addCleanup(folder.cleanup)
        try:
            self.witness = witness(folder.name)
        except NoWitness as reason:
            if os.getuid() == 0:
                raise
            self.skipTest(str(reason))

    def test_no_technique_is_heard(self):
        for number, (technique, data) in enumerate(fetching_mail.ALL.items()):
            reading_mail.deliver(self.mailbox.path, data, number)
        self.begin()
        for technique in fetching_mail.ALL:
            self.read(technique)
        self.assertEqual(self.witness.heard(self.app.process_id), [])

    def test_no_mail_as_people_get_it_is_heard(self):
        kinds = [reading_mail.content(name) for name in reading_mail.names()]
        for number, data in enumerate(kinds):
            reading_mail.deliver(self.mailbox.path, data, number)
        self.begin()
        for data in kinds:
            self.read(reading_mail.subject(data).split('\n')[0], text='')
        self.assertEqual(self.witness.heard(self.app.process_id), [])

    def begin(self):
        self.start(wrapper=self.witness.wrapper, rows=6)
        self.until_focus(self.app.names()[0])

    def read(self, subject, text=fetching_mail.TEXT):
        """Waits for the text of the mail on show, points at it, goes into it by keys and back, and on to the next."""
        self.app.until(lambda: self.is_shown(subject, text), f'the text of {subject!r}')
        for node in self.pane()[:40]:
            x, y, width, height = self.app.area(node)
            if width > 0 and height > 0:
                self.hand.point((x + min(width / 2, 60), y + min(height / 2, 12)))
        # Into the message, on to what has the focus next, and back to the row.
        for stroke in ('Return', 'Tab', 'Shift+Tab', 'Escape'):
            self.move_focus(stroke)
        self.app.until(self.row_with_focus, 'the focus on the row')
        self.hand.keys('Down')

    def move_focus(self, stroke):
        def focused():
            return self.app.tree.all(matching=lambda node: 'focused' in node.states)
        before = focused()
        self.hand.keys(stroke)
        self.app.until(lambda: focused() not in ([], before), f'the focus elsewhere by {stroke}')

    def row_with_focus(self):
        return [row for row in self.app.rows() if 'focused' in row.states]

    def pane(self):
        """What is beside the list."""
        return self.app.tree.all(matching=lambda node: 'visible' in node.states, into=lambda role: role != accessibility.LIST)

    def is_shown(self, subject, text):
        written = [node.text for node in self.pane()]
        return any(each.startswith(subject[:40]) for each in written) and any(each.startswith(text) for each in written)


if __name__ == '__main__':
    unittest.main()
