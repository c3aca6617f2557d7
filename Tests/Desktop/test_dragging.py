"""Dragging a row with the mouse and with one finger: what is revealed, what closes again."""

import unittest

from harness.case import REVEAL, DesktopCase

LEADING, TRAILING = ('Archive', 'Mark as Read'), ('Trash', 'Star')


class Revealing(DesktopCase):
    def setUp(self):
        super().setUp()
        self.letters()
        self.before = self.mailbox.messages()
        self.start()
        self.row = self.app.row('Sunday lunch')

    def tearDown(self):
        super().tearDown()
        self.assertEqual(self.mailbox.messages(), self.before)

    def test_closed_rows_show_no_tray(self):
        self.assertEqual(self.app.expanded(), [])
        for name in ('Archive', 'Trash', 'Star', 'Mark as Read', 'Mark as Unread'):
            self.assertEqual(self.app.buttons(name, self.row), [])

    def test_mouse_right_reveals_the_leading_tray(self):
        self.drag(self.row, REVEAL)
        self.until_open('Sunday lunch', *LEADING)
        self.assertEqual(self.app.buttons('Trash', self.row), [])

    def test_mouse_left_reveals_the_trailing_tray(self):
        self.drag(self.row, -REVEAL)
        self.until_open('Sunday lunch', *TRAILING)
        self.assertEqual(self.app.buttons('Archive', self.row), [])

    def test_finger_right_reveals_the_leading_tray(self):
        self.swipe(self.row, REVEAL)
        self.until_open('Sunday lunch', *LEADING)

    def test_finger_left_reveals_the_trailing_tray(self):
        self.swipe(self.row, -REVEAL)
        self.until_open('Sunday lunch', *TRAILING)

    def test_read_row_offers_unread(self):
        self.drag(self.app.row('Famished road'), REVEAL)
        self.until_open('Famished road', 'Archive', 'Mark as Unread')

    def test_mouse_moves_the_front_pixel_by_pixel(self):
        self.follows(self.hand.drag, self.hand.drag_on)

    def test_finger_moves_the_front_pixel_by_pixel(self):
        self.follows(self.hand.swipe, self.hand.slide)

    def follows(self, begin, go_on):
        start = self.app.place(self.row, 0.3)
        # A pointer over the row and a focus on it are drawn, and must not be taken for motion.
        self.hand.point(start)
        self.app.until_still()
        closed = self.app.picture(self.row)
        # By whole pixels with each step of the hand: newer GTK draws text between two, where its picture is another.
        begin(start, (start[0] + 64, start[1]), False)
        self.app.until(lambda: self.app.front(self.row, closed) > 0, 'the front on its way')
        self.app.until_still()
        first = self.app.front(self.row, closed)
        # 64 px less the slop, which is at least 7 px; a busy program gets several motions as one, so it may be more.
        self.assertLessEqual(first, 64 - 7 + 1)
        go_on((start[0] + 96, start[1]))
        self.app.until(lambda: self.app.front(self.row, closed) > first, 'the front further on')
        self.app.until_still()
        self.assertAlmostEqual(self.app.front(self.row, closed), first + 32, delta=1)

    def test_folders_that_move_the_list_under_a_held_row_change_nothing(self):
        for pointer in (self.hand.mouse(), self.hand.finger()):
            # Shown and hidden again, with the row still under the pointer and gone from under it.
            for across in (0.5, 0.5, 0.15, 0.15):
                with self.subTest(pointer=pointer, across=across):
                    x, y = self.app.place(self.row, across)
                    pointer.down((x, y))
                    for step in (10, 25, 45):
                        self.hand.pause()
                        pointer.to((x - step, y))
                    self.app.until_still()
                    self.hand.keys('F9')
                    self.app.until_still()
                    self.hand.pause()
                    pointer.to((x - 46, y))
                    self.app.until_still()
                    pointer.up()
                    self.app.until_still()
                    self.until_closed()
                    self.row = self.app.row('Sunday lunch')

    def test_short_drag_falls_back(self):
        start = self.app.place(self.row, 0.3)
        self.hand.point(start)
        self.app.until_still()
        closed = self.app.picture(self.row)
        # Past the slop first, seen by the program: a busy one gets motions as one, and what decides the gesture moves nothing.
        self.hand.drag(start, (start[0] + 20, start[1]), release=False)
        self.app.until_still()
        self.app.rows()
        self.hand.drag_on((start[0] + 60, start[1]))
        self.app.until(lambda: self.app.front(self.row, closed) > 10, 'the front on its way')
        self.hand.release()
        self.app.until(lambda: self.app.front(self.row, closed) == 0, 'the front back')
        self.until_closed()

    def test_mouse_fling_opens(self):
        # GDK delivers such a fling as one motion or two.
        start = self.app.place(self.row, 0.7)
        self.hand.fling(start, (start[0] - 150, start[1]))
        self.until_open('Sunday lunch', *TRAILING)

    def test_second_row_closes_the_first(self):
        self.drag(self.row, REVEAL)
        self.until_open('Sunday lunch', *LEADING)
        self.drag(self.app.row('Famished road'), -REVEAL)
        self.until_open('Famished road', *TRAILING)
        self.assertEqual(self.app.buttons('Archive', self.row), [])

    def test_click_on_another_row_closes(self):
        self.drag(self.row, REVEAL)
        self.until_open('Sunday lunch', *LEADING)
        self.hand.click(self.app.place(self.app.row('Famished road')))
        self.until_closed()

    def test_tap_on_another_row_closes(self):
        self.swipe(self.row, REVEAL)
        self.until_open('Sunday lunch', *LEADING)
        self.hand.tap(self.app.place(self.app.row('Famished road')))
        self.until_closed()

    def test_click_on_the_open_front_closes_it(self):
        self.drag(self.row, REVEAL)
        self.until_open('Sunday lunch', *LEADING)
        self.hand.click(self.app.place(self.row, 0.8))
        self.until_closed()

    def test_drag_back_closes(self):
        self.drag(self.row, REVEAL)
        self.until_open('Sunday lunch', *LEADING)
        start = self.app.place(self.row, 0.8)
        self.hand.drag(start, (start[0] - REVEAL, start[1]))
        self.until_closed()

    def test_second_finger_changes_nothing(self):
        self.swipe(self.row, REVEAL, lift=False)
        self.hand.touch(self.app.place(self.app.row('Famished road')), finger=2)
        self.hand.lift(finger=2)
        self.hand.lift()
        self.until_open('Sunday lunch', *LEADING)


if __name__ == '__main__':
    unittest.main()
