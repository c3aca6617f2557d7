"""A row's context menu in RowStand: by mouse, keys and finger; what it shows, what it leaves alone, and where the focus goes."""

import unittest

from harness.case import REVEAL
from harness.stand import A_LONG_PRESS, StandCase

ITEMS = ['Archive', 'Read', 'Trash', 'Star']


class ContextMenu(StandCase):
    def right_click(self, row):
        """Opens the menu; returns where."""
        at = self.app.place(self.app.row(row), 0.3)
        self.hand.click(at, button=3)
        self.until_menu()
        return at

    def until_menu(self):
        self.app.until(lambda: list(self.app.menu()) == ITEMS, 'the menu')

    def until_no_menu(self):
        self.app.until(lambda: not self.app.menu(), 'no menu')

    def item(self, name, opened_at):
        """Where an item is of the menu that was opened by pointing. GTK counts from the menu or from the window; the first is at the
        place of the pointing."""
        items = self.app.menu()
        return opened_at[0] + 40, opened_at[1] + 20 + items[name].extents[1] - items[ITEMS[0]].extents[1]

    def until_ran(self, *expected):
        self.app.until(lambda: [(line['ran'], line['row']) for line in self.app.said('ran')] == list(expected), f'{expected} run')

    def test_right_click_opens_it_and_the_menu_has_the_keys(self):
        self.start('--rows', '9', '--disabled', 'star')
        self.hand.keys('Down')
        self.until_focus('Row 1')
        self.right_click(5)
        self.assertEqual([name for name, item in self.app.menu().items() if 'sensitive' not in item.states], ['Star'])
        # Neither what the rows know nor what is grey answers, and the arrows walk around.
        self.hand.keys('e', 'Delete', 'Shift+Right')
        for name in ('Read', 'Trash', 'Archive'):
            self.hand.keys('Down')
            self.app.until(lambda: 'focused' in self.app.menu()[name].states, f'the focus on {name}')
        self.hand.keys('Escape')
        self.until_no_menu()
        self.until_focus('Row 5')
        self.assertEqual(self.app.said('ran', 'event', 'activated'), [])
        self.assertEqual(self.app.last('selected'), [1])

    def test_a_click_in_it_runs_the_action(self):
        self.start('--rows', '9')
        at = self.right_click(3)
        self.hand.click(self.item('Trash', at))
        self.until_ran(('trash', 3))
        self.until_no_menu()
        self.until_focus('Row 4')
        # A drag in the menu is no drag of the row behind it.
        at = self.right_click(6)
        x, y = self.item('Star', at)
        self.hand.drag((x - 30, y), (x + 30, y))
        self.until_ran(('trash', 3), ('star', 6))
        self.until_no_menu()
        self.assertEqual(self.app.said('offset', 'selected', 'activated'), [])

    def test_keys_open_it(self):
        self.start('--rows', '9')
        self.hand.keys('Down', 'Down', 'Shift+Left')
        self.app.until(lambda: self.app.open_rows(), 'a tray open')
        self.tab_to('Star')
        self.hand.keys('Menu')
        self.until_menu()
        self.assertEqual(self.app.open_rows(), {})
        self.hand.keys('Return')
        self.until_ran(('archive', 2))
        self.until_focus('Row 2')
        self.hand.keys('Shift+F10')
        self.until_menu()
        self.hand.keys('Up', 'Up', 'space')
        self.until_ran(('archive', 2), ('trash', 2))
        self.until_focus('Row 3')
        self.assertEqual(self.app.said('activated'), [])

    def test_it_closes_an_open_tray_and_goes_with_its_row(self):
        self.start('--rows', '9')
        self.app.tell('open 2')
        self.right_click(6)
        self.assertEqual(self.app.open_rows(), {})
        self.app.tell('remove 6')
        self.until_no_menu()
        self.until_focus('Row 7')
        self.app.tell('open 2')
        self.right_click(2)
        self.assertEqual(self.app.open_rows(), {})
        # A list that went from sight took its menu along.
        self.app.tell('hide')
        self.app.tell('show')
        self.app.until(lambda: self.app.rows() and not self.app.menu(), 'the rows without a menu')

    def test_a_finger_held_still_opens_it_and_does_nothing_else(self):
        self.start('--rows', '9')
        self.app.tell('open 2 leading')
        self.app.until_still()
        before = self.app.count('offset')
        at = self.app.place(self.app.row(4), 0.3)
        self.hand.touch(at)
        # The menu comes when the finger lifts.
        self.app.until(lambda: self.app.open_rows() == {}, 'row 2 closed')
        self.hand.lift()
        self.until_menu()
        self.assertEqual({line['row'] for line in self.app.said('offset')[before:]}, {2})
        self.assertEqual(self.app.said('selected', 'activated', 'ran'), [])
        self.hand.tap(self.item('Read', at))
        self.until_ran(('read', 4))
        self.until_no_menu()

    def test_a_held_finger_that_slides_on_leaves_nothing_pressed(self):
        # GTK's warning that it lost count of what is pressed ends the stand.
        self.start('--rows', '9')
        for number in range(2):
            self.app.tell('open 2 leading')
            self.app.until_still()
            self.hand.touch(self.app.place(self.app.row(4), 0.3))
            self.app.until(lambda: self.app.open_rows() == {}, 'row 2 closed')
            self.hand.slide(self.app.place(self.app.row(4 + 2 * number), 0.4))
            self.hand.lift()
            self.until_menu()
            self.hand.keys('Escape')
            self.until_no_menu()
        self.assertEqual(self.app.said('selected', 'activated', 'ran'), [])

    def test_a_finger_that_rests_on_a_button_clicks_it_when_it_lifts(self):
        self.start('--rows', '9')
        self.drag(self.app.row(3), -REVEAL)
        self.app.until(lambda: self.app.open_rows() == {3: 'trailing'}, 'row 3 open')
        self.app.until_still()
        self.hand.touch(self.app.place(self.app.button('Trash', self.app.row(3))))
        self.app.pass_time(A_LONG_PRESS)
        self.assertEqual(self.app.menu(), {})
        self.hand.lift()
        self.until_ran(('trash', 3))

    def test_a_pan_or_a_scroll_opens_none(self):
        self.start('--rows', '60')
        start = self.app.place(self.app.row(4), 0.3)
        self.hand.touch(start)
        # Each slide ends with a rest; together they last longer than a long press takes. 7.6 px are a pan, and no long press would
        # have been given up.
        for _ in range(6):
            self.hand.slide((start[0] + 7.6, start[1]))
        self.hand.slide((start[0] + REVEAL, start[1]))
        self.assertEqual(self.app.menu(), {})
        self.hand.lift()
        self.app.until(lambda: self.app.open_rows() == {4: 'leading'}, 'row 4 open')
        start = self.app.place(self.app.row(7), 0.3)
        self.hand.touch(start)
        for _ in range(6):
            self.hand.slide((start[0], start[1] - 20))
        self.assertEqual(self.app.menu(), {})
        self.hand.lift()
        self.assertEqual(self.app.said('ran', 'selected', 'activated'), [])

    def test_a_row_without_actions_has_none(self):
        self.start('--rows', '9', '--sides', 'none')
        self.hand.keys('Menu', 'Shift+F10')
        self.hand.click(self.app.place(self.app.row(3)), button=3)
        self.hand.click(self.app.place(self.app.row(4)))
        self.app.until(lambda: self.app.last('selected') == [4], 'the click after them on row 4')
        self.assertEqual(self.app.menu(), {})


if __name__ == '__main__':
    unittest.main()
