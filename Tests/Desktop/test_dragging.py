"""Dragging a row with the mouse and with one finger: what is revealed, what scrolls, what closes again."""

import unittest

from harness.case import REVEAL, DesktopCase
from harness.hand import along

LEADING, TRAILING = ('Archive', 'Read'), ('Trash', 'Star')
# The way of a finger at an angle: far enough at 40 degrees to open a tray, short enough at 90 to leave the row in sight.
LENGTH = 200


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
        for name in ('Archive', 'Trash', 'Star', 'Read', 'Unread'):
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
        self.until_open('Famished road', 'Archive', 'Unread')

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
        begin(start, (start[0] + 60, start[1]), False)
        self.app.until(lambda: self.app.front(self.row, closed) > 0, 'the front on its way')
        self.app.until_still()
        first = self.app.front(self.row, closed)
        # 60 px less the slop, which is at least 7 px; a busy program gets several motions as one, so it may be more.
        self.assertLessEqual(first, 60 - 7 + 1)
        go_on((start[0] + 90, start[1]))
        self.app.until(lambda: self.app.front(self.row, closed) > first, 'the front further on')
        self.app.until_still()
        self.assertAlmostEqual(self.app.front(self.row, closed), first + 30, delta=1)

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


class Angles(DesktopCase):
    """One finger on a long list, from the same point at different angles to the horizontal, always upwards, where the list can scroll."""

    def setUp(self):
        super().setUp()
        self.mailbox.add_many(60)
        self.before = self.mailbox.messages()
        # Newer GTK makes rows only for what is in sight.
        self.start(rows=6)
        height = self.desk.picture().bounds()[3]
        self.row = next(row for row in self.app.rows() if self.app.place(row)[1] > height * 0.6)
        self.name = self.row.name
        self.closed = self.app.picture(self.row)

    def tearDown(self):
        super().tearDown()
        self.assertEqual(self.mailbox.messages(), self.before)

    def tops(self):
        return {row.name: row.extents[1] for row in self.app.rows()}

    def pans(self, degrees):
        tops = self.tops()
        start = self.app.place(self.row, 0.25 if degrees < 90 else 0.75)
        self.hand.swipe(start, along(start, degrees, LENGTH), lift=False)
        self.app.until(lambda: abs(self.app.front(self.row, self.closed)) > 40, 'the front far out')
        self.assertEqual(self.tops(), tops)
        self.hand.lift()
        self.until_open(self.name, *(LEADING[:1] if degrees < 90 else TRAILING))
        self.assertEqual(self.tops(), tops)

    def scrolls(self, degrees):
        top = self.row.extents[1]
        start = self.app.place(self.row, 0.3)
        end = along(start, degrees, LENGTH)
        self.hand.swipe(start, end, lift=False)
        # The scroller keeps its slop too, so the list goes somewhat less far than the finger.
        self.app.until(lambda: top - self.app.row(self.name).extents[1] > (start[1] - end[1]) / 2, 'the list scrolled')
        self.app.until_still()
        row = self.app.row(self.name)
        self.assertEqual(self.app.front(row, self.closed), 0)
        self.hand.lift()
        self.app.until_still()
        self.assertEqual(self.app.expanded(), [])
        row = self.app.row(self.name)
        self.assertEqual([self.app.buttons(name, row) for name in LEADING + TRAILING], [[]] * 4)

    def test_5_degrees_pans(self):
        self.pans(5)

    def test_25_degrees_pans(self):
        self.pans(25)

    def test_32_degrees_pans(self):
        self.pans(32)

    def test_40_degrees_pans(self):
        self.pans(40)

    def test_32_degrees_to_the_left_pans(self):
        self.pans(180 - 32)

    def test_40_degrees_to_the_left_pans(self):
        self.pans(180 - 40)

    def test_50_degrees_scrolls(self):
        self.scrolls(50)

    def test_90_degrees_scrolls(self):
        self.scrolls(90)

    def test_50_degrees_to_the_left_scrolls(self):
        self.scrolls(180 - 50)

    def test_wheel_scrolls_and_closes_the_open_row(self):
        self.pans(5)
        top = self.row.extents[1]
        self.hand.point(self.app.place(self.app.rows()[0]))
        self.hand.wheel(3)
        self.app.until(lambda: self.app.row(self.name).extents[1] < top, 'the list scrolled')
        self.until_closed()


if __name__ == '__main__':
    unittest.main()
