"""What other programs do to the same folders appears by itself."""

import unittest

from harness.case import REVEAL, DesktopCase


class OtherPrograms(DesktopCase):
    def setUp(self):
        super().setUp()
        self.ids = self.letters()
        self.start()

    def test_delivery_appears_on_top(self):
        self.mailbox.deliver('Gil Scott', 'Fresh from the post')
        self.app.until(lambda: len(self.app.rows()) == 7, 'seven rows')
        name = self.app.names()[0]
        self.assertIn('Fresh from the post', name)
        self.assertIn('unread', name)

    def test_flag_changes_appear(self):
        self.mailbox.set_flags(self.ids['Engine notes'], 'FS')
        self.app.until(lambda: 'starred' in self.app.row('Engine notes').name, 'the star')
        self.assertNotIn('unread', self.app.row('Engine notes').name)
        self.mailbox.set_flags(self.ids['Dancing shoes'], '')
        self.app.until(lambda: 'unread' in self.app.row('Dancing shoes').name, 'unread')
        self.assertEqual(len(self.app.rows()), 6)

    def test_removal_appears(self):
        self.mailbox.delete(self.ids['Dancing shoes'])
        self.app.until(lambda: len(self.app.rows()) == 5, 'five rows')
        self.assertEqual(self.app.rows('Dancing shoes'), [])

    def test_delivery_leaves_the_open_row_open(self):
        self.drag(self.app.row('Sunday lunch'), REVEAL)
        self.until_open('Sunday lunch', 'Archive')
        self.mailbox.deliver('Gil Scott', 'Fresh from the post')
        self.app.row('Fresh from the post')
        self.until_open('Sunday lunch', 'Archive')

    def test_action_finds_a_message_that_was_renamed_meanwhile(self):
        before = self.mailbox.messages()
        identifier = self.ids['Sunday lunch']
        self.drag(self.app.row('Sunday lunch'), REVEAL)
        self.until_open('Sunday lunch', 'Archive')
        self.mailbox.set_flags(identifier, 'RS')
        self.click(self.app.button('Archive', self.app.row('Sunday lunch')))
        self.expect({**before, identifier: before[identifier].flagged('RS').moved('Archive')}, 'archived with the newer flags')

    def test_removed_while_open(self):
        before = self.mailbox.messages()
        self.drag(self.app.row('Sunday lunch'), REVEAL)
        self.until_open('Sunday lunch', 'Archive')
        self.mailbox.delete(self.ids['Sunday lunch'])
        self.app.until(lambda: len(self.app.rows()) == 5, 'five rows')
        self.until_closed()
        del before[self.ids['Sunday lunch']]
        self.assertEqual(self.mailbox.messages(), before)


if __name__ == '__main__':
    unittest.main()
