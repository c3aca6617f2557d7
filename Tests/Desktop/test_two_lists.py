"""Two lists in one window, each with its own open row; and headings, which are no part of the rows below them."""

import unittest

from harness.stand import LIST_BOXES, TRAY, StandCase

LEFT, RIGHT = 3, 103


class TwoLists(StandCase):
    def setUp(self):
        super().setUp()
        self.start('--two', '--width=800', '--rows=12')

    def opened(self, row):
        return [('willOpen', row, 'trailing'), ('didOpen', row, 'trailing')]

    def closed(self, row):
        return [('willClose', row, 'trailing'), ('didClose', row, 'trailing')]

    def across(self, row):
        return self.app.place(self.app.row(row), 0.7)

    def pan(self, pointer, row, *steps):
        self.stroke(pointer, self.across(row), *steps)

    def test_a_press_or_a_pan_in_one_closes_the_others_row(self):
        for pointer in self.pointers():
            for row, other in ((LEFT, RIGHT), (RIGHT, LEFT)):
                for steps in ((), (-10, -60, -130)):
                    with self.subTest(pointer=pointer, row=row, steps=steps):
                        self.app.forget()
                        self.pan(pointer, row, -10, -60, -130)
                        self.assertEqual(self.app.events(), self.opened(row))
                        self.pan(pointer, other + 2, *steps)
                        self.app.until(lambda: self.app.events(row) == self.opened(row) + self.closed(row), 'the row closed')
                        self.assertEqual(self.app.events(other + 2), self.opened(other + 2) if steps else [])
                        # The next begins with both closed.
                        self.hand.keys('Escape')
                        self.app.rest()
                        self.assertEqual(self.app.open_rows(), {})

    def test_keys_act_in_the_focused_one_and_tab_goes_to_the_other(self):
        self.hand.keys(*['Down'] * LEFT)
        self.until_focus(f'Row {LEFT}')
        self.hand.keys('e')
        self.app.until(lambda: self.app.last('ran', LEFT) == 'archive', 'the shortcut in the first list')
        self.hand.keys('Tab')
        self.until_focus('Row 100')
        self.hand.keys(*['Down'] * (RIGHT - 100))
        self.until_focus(f'Row {RIGHT}')
        self.hand.keys('e', 'Shift+Left')
        self.app.until(lambda: self.app.events() == self.opened(RIGHT), 'the tray open in the second list')
        self.assertEqual([line['row'] for line in self.app.said('ran')], [LEFT, RIGHT])
        self.hand.keys('Tab', 'Tab')
        self.until_focus('Trash')
        # Leaving the list closes its row.
        self.hand.keys('Tab')
        self.until_focus(f'Row {LEFT}')
        self.app.until(lambda: self.app.events(RIGHT)[-1][0] == 'didClose', 'the row closed')
        self.hand.keys('Shift+Tab')
        self.until_focus(f'Row {RIGHT}')
        self.hand.keys('Shift+Tab')
        self.until_focus(f'Row {LEFT}')


class Headings(StandCase):
    ROW = 3

    def setUp(self):
        self.not_in(LIST_BOXES, 'it has no headings but those of its own header function')
        super().setUp()
        self.start('--headings', '--rows=12')
        self.item = self.app.until(lambda: self.app.rows(f'Row {self.ROW}'), 'the row under its heading')[0]

    def in_heading(self):
        x, y, _, _ = self.app.area(self.item)
        return x + 60, y + 6

    def test_a_screen_reader_hears_it(self):
        self.assertEqual(self.app.names()[:5], ['Group 0, Row 0', 'Row 1', 'Row 2', 'Group 1, Row 3', 'Row 4'])

    def test_a_press_or_a_drag_on_it_moves_no_row_and_selects_nothing(self):
        for pointer in self.pointers():
            for steps in ((), (-10, -60, -130), (10, 60, 130)):
                with self.subTest(pointer=pointer, steps=steps):
                    self.app.forget()
                    self.stroke(pointer, self.in_heading(), *steps)
                    self.assertEqual(self.app.said('offset', 'event', 'selected', 'activated'), [])

    def test_it_stands_still_while_the_front_moves(self):
        x, y, width, height = self.app.area(self.item)
        # The row is 48 px high, and its heading what is above it.
        heading, front = (x, y, width, height - 48), (x, y + height - 48, width, 48)
        self.assertGreater(heading[3], 10)
        self.hand.point((x + width - 10, y + height + 300))
        self.app.until_still()
        closed, closed_front = self.desk.picture(heading), self.desk.picture(front)
        self.app.tell(f'open {self.ROW} trailing')
        self.app.rest()
        self.app.until_still()
        self.assertEqual(self.app.offset(self.ROW), -TRAY)
        self.assertEqual(self.desk.picture(heading), closed)
        self.assertNotEqual(self.desk.picture(front), closed_front)

    def test_the_row_below_it_pans(self):
        x, y = self.app.place(self.item, 0.7, 0.8)
        for pointer in self.pointers():
            with self.subTest(pointer=pointer):
                self.app.tell('close')
                self.app.rest()
                self.app.forget()
                pointer.down((x, y))
                for dx in (-10, -60, -130):
                    pointer.to((x + dx, y))
                    self.app.sync()
                pointer.up()
                self.app.rest()
                self.assertEqual(self.app.events(), [('willOpen', self.ROW, 'trailing'), ('didOpen', self.ROW, 'trailing')])


if __name__ == '__main__':
    unittest.main()
