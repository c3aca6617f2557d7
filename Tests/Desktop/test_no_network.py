"""No mail makes the program touch the network: each of some eighty techniques is read in the window, pointed at and gone through by
keys, while somebody listens who is proven to hear."""

import os
import tempfile
import unittest

from harness import accessibility, fetching_mail, reading_mail
from harness.case import DesktopCase
from harness.witness import NoWitness, witness

# Roles of what is pointed at, from atspi-constants.h.
IMAGE, TEXT_BOX, LINK = 27, 61, 88
POINTED_AT = (accessibility.LABEL, accessibility.BUTTON, IMAGE, TEXT_BOX, LINK)


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
        """Waits for the text of the mail on show, points at all that is beside the list, goes into the mail by keys and back, and on to
        the next."""
        self.app.until(lambda: self.is_shown(subject, text), f'the text of {subject!r}')
        for node in self.pane():
            self.point_at(node)
        self.hand.keys('Return')
        self.app.until(self.focus_beside, 'the focus in the message')
        # On to what has the focus next, and back to the row.
        self.move_focus('Tab')
        self.move_focus('Shift+Tab')
        self.hand.keys('Escape')
        self.app.until(lambda: not self.focus_beside(), 'the focus on the row')
        self.hand.keys('Down')

    def point_at(self, node):
        try:
            if node.role not in POINTED_AT:
                return
            x, y, width, height = self.app.area(node)
        except accessibility.Gone:
            # What it was shown in has changed by the pointer, as where a link leads does.
            return
        self.hand.point((x + min(width / 2, 60), y + min(height / 2, 12)))

    def move_focus(self, stroke):
        before = self.focus_beside()
        self.hand.keys(stroke)
        self.app.until(lambda: self.focus_beside() not in ([], before), f'the focus elsewhere by {stroke}')

    def focus_beside(self):
        """What has the focus, when that is not in the list."""
        return [node for node in self.pane() if 'focused' in node.states]

    def pane(self):
        """What is beside the list."""
        return self.app.tree.all(matching=lambda node: 'visible' in node.states, into=lambda role: role != accessibility.LIST)

    def is_shown(self, subject, text):
        written = [node.text if node.role == TEXT_BOX else node.name for node in self.pane()]
        return any(each.startswith(subject[:40]) for each in written) and any(text in each for each in written)


if __name__ == '__main__':
    unittest.main()
