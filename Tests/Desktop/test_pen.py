"""A pen on a tablet: it drags rows as a finger does, and clicks and scrolls as a mouse does."""

import unittest

from harness.case import REVEAL, DesktopCase


class Pen(DesktopCase):
    def setUp(self):
        super().setUp()
        self.letters()
        self.before = self.mailbox.messages()
        self.start()
        self.desk.take_pen()
        self.row = self.app.row('Sunday lunch')

    def tearDown(self):
        super().tearDown()
        self.assertTrue(self.app.logged('pen pressed row'))
        self.assertFalse(self.app.logged('mouse pressed'))

    def test_a_drag_reveals_either_tray(self):
        self.drag(self.row, REVEAL)
        self.until_open('Sunday lunch', 'Archive', 'Mark as Read')
        self.hand.click(self.app.place(self.app.row('Famished road')))
        self.until_closed()
        self.drag(self.row, -REVEAL)
        self.until_open('Sunday lunch', 'Trash', 'Star')
        self.assertEqual(self.mailbox.messages(), self.before)

    def test_a_fling_opens_and_a_short_drag_falls_back(self):
        start = self.app.place(self.row, 0.7)
        self.hand.drag(start, (start[0] - 16, start[1]))
        self.app.until_still()
        self.until_closed()
        self.hand.fling(start, (start[0] - 150, start[1]))
        self.until_open('Sunday lunch', 'Trash', 'Star')

    def test_a_revealed_button_is_clicked(self):
        self.drag(self.row, REVEAL)
        self.until_open('Sunday lunch', 'Archive', 'Mark as Read')
        self.hand.click(self.app.place(self.app.button('Archive', self.row)))
        self.app.until(lambda: 'Sunday lunch' not in ' '.join(row.name for row in self.app.rows()), 'the row gone')

    def test_a_drag_up_or_down_reveals_nothing(self):
        start = self.app.place(self.row, 0.5)
        self.hand.drag(start, (start[0] + 20, start[1] + 60))
        self.app.until_still()
        self.until_closed()
        self.assertEqual(self.mailbox.messages(), self.before)


if __name__ == '__main__':
    unittest.main()
