"""A row's context menu in RowStand: by mouse, keys and finger; what it shows, what it leaves alone, and where the focus goes."""

import unittest

from harness.case import REVEAL
from harness.stand import StandCase

ITEMS = ['Archive', 'Read', 'Trash', 'Star']


class ContextMenu(StandCase):
    def right_click(self, row):
        """Opens the menu; returns where."""
        at = self.app.place(self.app.row(row), 0.3)
        self.hand.click(at, button=3)
        self.until_menu()
        return at

    def until_menu(self):
        self.app.until(lambda: [item.name for item in self.app.menu()] == ITEMS, 'the menu')
        self.app.until_still()

    def until_no_menu(self):
        self.app.until(lambda: not self.app.menu(), 'no menu')

    def item(self, name, opened_at):
        """Where an item of the menu is that was opened by pointing: GTK tells it within the menu, whose corner is there."""
        x, y, width, height = next(item for item in self.app.menu() if item.name == name).extents
        return opened_at[0] + x + width / 2, opened_at[1] + y + height / 2

    def until_ran(self, *expected):
        self.app.until(lambda: [(line['ran'], line['row']) for line in self.app.said('ran')] == list(expected), f'{expected} run')

    def test_right_click_opens_it_and_the_menu_has_the_keys(self):
        self.start('--disabled', 'star')
        self.hand.keys('Down')
        self.until_focus('Row 1')
        self.right_click(5)
        self.assertEqual([item.name for item in self.app.menu() if 'sensitive' not in item.states], ['Star'])
        # Neither what the rows know nor what is grey answers, and the arrows walk around.
        self.hand.keys('e', 'Delete', 'Shift+Right')
        for name in ('Read', 'Trash', 'Archive'):
            self.hand.keys('Down')
            self.until_focus(name)
        self.hand.keys('Escape')
        self.until_no_menu()
        self.until_focus('Row 5')
        self.assertEqual(self.app.said('ran', 'event', 'activated'), [])
        self.assertEqual(self.app.last('selected'), [1])

    def test_a_click_in_it_runs_the_action(self):
        self.start()
        at = self.right_click(3)
        self.hand.click(self.item('Trash', at))
        self.until_ran(('trash', 3))
        self.until_no_menu()
        self.until_focus('Row 4')
        # A drag in the menu is no drag of the row behind it.
        at = self.right_click(6)
        item = self.item('Star', at)
        self.hand.drag(self.item('Read', at), (item[0] + 60, item[1]), release=False)
        self.hand.release()
        self.hand.keys('Escape')
        self.until_no_menu()
        self.assertEqual(self.app.said('offset', 'selected', 'activated'), [])

    def test_keys_open_it(self):
        self.start()
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
        self.start()
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
        self.start()
        self.app.tell('open 2 leading')
        self.app.until_still()
        before = self.app.count('offset')
        at = self.app.place(self.app.row(4), 0.3)
        self.hand.touch(at)
        self.until_menu()
        self.assertEqual(self.app.open_rows(), {})
        self.hand.slide((at[0] + REVEAL, at[1]))
        self.hand.lift()
        self.assertEqual([item.name for item in self.app.menu()], ITEMS)
        self.assertEqual({line['row'] for line in self.app.said('offset')[before:]}, {2})
        self.assertEqual(self.app.said('selected', 'activated', 'ran'), [])
        self.hand.tap(self.item('Read', at))
        self.until_ran(('read', 4))
        self.until_no_menu()

    def test_a_pan_or_a_scroll_opens_none(self):
        self.start()
        start = self.app.place(self.app.row(4), 0.3)
        self.hand.touch(start)
        # Each slide ends with a rest; together they last longer than a long press takes. 7.6 px are a pan, and no long press would
        # have been given up.
        for _ in range(6):
            self.hand.slide((start[0] + 7.6, start[1]))
        self.hand.slide((start[0] + REVEAL, start[1]))
        self.assertEqual(self.app.menu(), [])
        self.hand.lift()
        self.app.until(lambda: self.app.open_rows() == {4: 'leading'}, 'row 4 open')
        self.hand.touch(start)
        for lift in range(6):
            self.hand.slide((start[0], start[1] - 20 - lift))
        self.assertEqual(self.app.menu(), [])
        self.hand.lift()
        self.assertEqual(self.app.said('ran', 'selected', 'activated'), [])

    def test_a_row_without_actions_has_none(self):
        self.start('--sides', 'none')
        self.hand.keys('Menu', 'Shift+F10')
        self.hand.click(self.app.place(self.app.row(3)), button=3)
        self.hand.click(self.app.place(self.app.row(4)))
        self.app.until(lambda: self.app.last('selected') == [4], 'the click after them on row 4')
        self.assertEqual(self.app.menu(), [])


if __name__ == '__main__':
    unittest.main()
