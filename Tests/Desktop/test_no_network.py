"""No mail makes the program touch the network: each of some ninety techniques is read in the window, pointed at and gone through by
keys, while somebody listens who is proven to hear."""

import os
import tempfile
import unittest

from harness import accessibility, as_sent, fetching_mail, reading_mail
from harness.case import DesktopCase
from harness.witness import NoWitness, witness

# Roles of what is pointed at, from atspi-constants.h.
IMAGE, TEXT_BOX, LINK = 27, 61, 88
POINTED_AT = (accessibility.LABEL, accessibility.BUTTON, IMAGE, TEXT_BOX, LINK)


class NoNetwork(DesktopCase):
    def setUp(self):
        super().setUp()
        self._view, self.links_met = None, set()
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
        self.assertIn('link', self.links_met)
        self.assertEqual(self.witness.heard(self.app.process_id), [])

    def test_no_mail_as_people_get_it_is_heard(self):
        kinds = [reading_mail.content(name) for name in reading_mail.names()]
        for number, data in enumerate(kinds):
            reading_mail.deliver(self.mailbox.path, data, number)
        self.begin()
        for data in kinds:
            self.read(reading_mail.subject(data).split('\n')[0], text='')
        self.assertEqual(self.witness.heard(self.app.process_id), [])

    def test_no_technique_is_heard_as_sent(self):
        if reason := as_sent.why_not():
            self.skipTest(reason)
        for number, technique in enumerate(fetching_mail.PAGES):
            reading_mail.deliver(self.mailbox.path, fetching_mail.ALL[technique], number)
        self.begin()
        for technique in fetching_mail.PAGES:
            self.app.until(lambda technique=technique: self.is_shown(technique, fetching_mail.TEXT), f'the text of {technique!r}')
            self.hand.keys(as_sent.KEY)
            self.app.until(lambda: as_sent.view(self.app), f'the page of {technique!r}')
            x, y, width, _ = self.app.area(as_sent.view(self.app)[0])
            for down in range(8, 160, 24):
                self.hand.point((x + min(width / 2, 60), y + down))
            self.hand.keys('Tab', 'Tab', 'Down')
            self.app.until_still()
            self.assertTrue(as_sent.view(self.app), technique)
            self.hand.keys('Escape')
            self.app.until(lambda: not as_sent.view(self.app), f'the text of {technique!r} again')
            self.hand.keys('Down')
        self.assertEqual(self.witness.heard(self.app.process_id), [])

    def begin(self):
        self.start(wrapper=self.witness.wrapper, rows=6)
        self.until_focus(self.app.names()[0])

    def read(self, subject, text=fetching_mail.TEXT):
        """Waits for a mail's text, points at all that is in the mail, goes into it and to each of its links by keys, and on to the next."""
        self.app.until(lambda: self.is_shown(subject, text), f'the text of {subject!r}')
        for node in self.message():
            self.point_at(node)
        self.hand.keys('Return')
        self.app.until(self.focused, 'the focus in the message')
        for _ in self.links():
            before = self.focused()
            self.hand.keys('Tab')
            self.app.until(lambda before=before: self.focused() != before, 'the focus on the next')
        self.links_met |= {node.name for node in self.focused() if node.role == LINK}
        self.hand.keys('Escape')
        self.app.until(lambda: not self.focused(), 'the focus in the list')
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

    def message(self):
        """What is in the message, but not the window's own parts."""
        found = self._view.all() if self._view else []
        if not found:
            views = self.app.tree.all(matching=lambda node: 'message.source' in node.actions, into=lambda role: role != accessibility.LIST)
            # Of those in each other, the innermost.
            self._view = views[-1] if views else None
            found = self._view.all() if self._view else []
        return found

    def links(self):
        return [node for node in self.message() if node.role == LINK]

    def focused(self):
        """What has the focus in the message."""
        return [node for node in self.message() if 'focused' in node.states]

    def is_shown(self, subject, text):
        written = [node.text for node in self.message()]
        return any(each.startswith(subject[:40]) for each in written) and any(text in each for each in written)


if __name__ == '__main__':
    unittest.main()
