"""A mailbox opens look-only: nothing that changes mail is offered until the person allows it."""

import unittest

from harness.case import REVEAL, DesktopCase


class LookOnly(DesktopCase):
    def setUp(self):
        super().setUp()
        self.ids = self.letters()
        self.before = self.mailbox.messages()

    def offered(self):
        """The row actions that change mail."""
        return [name for row in self.app.rows() for name in row.actions if name.endswith(('archive', 'trash', 'star', 'read'))]

    def archived(self):
        identifier = self.ids['Dancing shoes']
        return {**self.before, identifier: self.before[identifier].moved('Archive')}

    def test_offers_nothing_that_changes(self):
        self.start(self.mailbox.path)
        self.app.button('Allow Changes')
        self.assertEqual(self.offered(), [])
        row = self.app.row('Dancing shoes')
        closed = self.app.picture(row)
        for distance in (REVEAL, -REVEAL):
            self.drag(row, distance, release=False)
            self.app.until_still()
            self.assertEqual(self.app.front(row, closed), 0)
            self.hand.release()
            self.swipe(row, distance)
        self.focus('Dancing shoes')
        self.hand.keys('e', 's', 'Delete', 'Shift+i', 'Shift+u', 'Shift+Left', 'Shift+Right', 'Control+z')
        # The focus moves after all keys before it have been answered.
        self.hand.keys('Down')
        self.app.until(lambda: 'focused' in self.app.row('Sunday lunch').states, 'the focus on the next row')
        self.assertEqual(self.app.expanded(), [])
        self.assertEqual(self.app.buttons('Archive') + self.app.buttons('Trash'), [])
        self.assertEqual(self.mailbox.messages(), self.before)

    def test_a_drag_says_why_nothing_moves(self):
        self.start(self.mailbox.path)
        self.drag(self.app.row('Dancing shoes'), REVEAL)
        self.app.until(lambda: self.app.says(r'^Read-only\.'), 'the reason')
        self.restart(self.mailbox.path)
        self.swipe(self.app.row('Dancing shoes'), -REVEAL)
        self.app.until(lambda: self.app.says(r'^Read-only\.'), 'the reason')
        # It is no tap on the row either.
        self.hand.keys('j')
        self.until_focus('Famished road')

    def test_the_banner_takes_no_width_from_the_list(self):
        self.start(self.mailbox.path)
        width = self.app.row('Dancing shoes').extents[2]
        self.click(self.app.button('Allow Changes'))
        self.app.until(lambda: not self.app.buttons('Allow Changes'), 'the banner gone')
        self.app.until_still()
        self.assertEqual(self.app.row('Dancing shoes').extents[2], width)

    def test_banner_allows_changes(self):
        self.start(self.mailbox.path)
        self.click(self.app.button('Allow Changes'))
        self.app.until(lambda: len(self.offered()) == 4 * 6, 'four actions on each of six rows')
        self.app.until(lambda: not self.app.buttons('Allow Changes'), 'the banner gone')
        self.app.until_still()
        self.drag(self.app.row('Dancing shoes'), REVEAL)
        self.until_open('Dancing shoes', 'Archive')
        self.click(self.app.button('Archive', self.app.row('Dancing shoes')))
        self.expect(self.archived(), 'archived')

    def test_permission_is_remembered_for_this_mailbox_only(self):
        self.start(self.mailbox.path)
        self.click(self.app.button('Allow Changes'))
        self.app.until(self.offered, 'actions')
        self.restart(self.mailbox.path)
        self.app.until(self.offered, 'actions after a new start')
        self.assertEqual(self.app.buttons('Allow Changes'), [])
        other = self.other_mailbox()
        self.restart(other.path, rows=1)
        self.app.button('Allow Changes')
        self.assertEqual(self.offered(), [])

    def other_mailbox(self):
        other = type(self.mailbox)()
        self.addCleanup(other.remove)
        other.add('Gil Scott', 'Another box', 'S')
        return other

    def test_option_allows_changes(self):
        self.start('--allow-changes', self.mailbox.path)
        self.assertEqual(len(self.offered()), 4 * 6)
        self.assertEqual(self.app.buttons('Allow Changes'), [])


if __name__ == '__main__':
    unittest.main()
