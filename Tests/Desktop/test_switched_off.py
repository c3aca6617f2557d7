"""A list whose swiping is switched off: nothing that a person does moves a row or runs an action, until it is switched on again."""

import unittest

from harness.stand import A_LONG_PRESS, TRAY, StandCase
from harness.sway import SwayDesk

ROW = 3
OPENED = [('willOpen', ROW, 'trailing'), ('didOpen', ROW, 'trailing')]
CLOSING = [('willClose', ROW, 'trailing'), ('didClose', ROW, 'trailing')]
ACTIONS = ['row.archive', 'row.read', 'row.star', 'row.trash']


class SwitchedOff(StandCase):
    def switch(self, is_on):
        self.app.tell(f'enabled {str(is_on).lower()}')
        self.app.rest()

    def nothing_happened(self):
        self.app.rest()
        self.assertEqual(self.app.said('event', 'offset', 'ran'), [])

    def actions(self):
        return sorted(name for name in self.app.row(ROW).actions if name.startswith('row.'))

    def test_it_closes_what_is_open(self):
        self.start()
        self.app.tell(f'open {ROW} trailing')
        self.app.rest()
        self.switch(False)
        self.assertEqual(self.app.events(), OPENED + CLOSING)
        self.assertEqual(self.app.open_rows(), {})

    def test_it_takes_the_row_back_from_a_hand(self):
        self.start()
        for pointer in self.pointers():
            with self.subTest(pointer=pointer):
                self.app.forget()
                self.go(pointer, ROW, -60, -120, up=False)
                self.app.tell('enabled false')
                self.go_on(pointer, ROW, -130)
                self.assertEqual((self.app.offset(ROW), self.app.events()), (0, []))
                self.switch(True)

    def test_mouse_and_finger(self):
        self.start()
        self.switch(False)
        for pointer in self.pointers():
            with self.subTest(pointer=pointer):
                self.app.forget()
                self.go(pointer, ROW, -10, -60, -130)
                self.nothing_happened()
        # A click does what it does in any list.
        self.go(self.hand.mouse(), ROW + 1)
        self.assertEqual(self.app.last('selected'), [ROW + 1])
        self.switch(True)
        for pointer in self.pointers():
            with self.subTest(pointer=pointer):
                self.begin_anew()
                self.go(pointer, ROW, -10, -60, -130)
                self.assertEqual(self.app.events(), OPENED)

    def test_keys(self):
        self.start()
        self.hand.keys(*['Down'] * ROW)
        self.until_focus(f'Row {ROW}')
        self.switch(False)
        self.app.forget()
        self.hand.keys('Shift+Left', 'Shift+Right', 'Menu', 'Shift+F10', 'e', 'Delete', 'Control+s')
        self.app.sync()
        self.nothing_happened()
        self.assertEqual(self.app.menu(), {})
        self.switch(True)
        self.hand.keys('e')
        self.app.until(lambda: self.app.last('ran', ROW) == 'archive', 'the shortcut')
        self.hand.keys('Shift+Left')
        self.app.until(lambda: self.app.events() == OPENED, 'the tray open')
        self.hand.keys('Escape', 'Menu')
        self.app.until(lambda: len(self.app.menu()) == 4, 'the menu')
        # An open menu goes too.
        self.switch(False)
        self.app.until(lambda: not self.app.menu(), 'no menu')

    def test_right_click_and_long_press(self):
        self.start()
        self.switch(False)
        at = self.at(ROW)
        self.hand.click(at, 3)
        self.app.sync()
        self.assertEqual(self.app.menu(), {})
        self.hand.touch(at)
        self.app.pass_time(A_LONG_PRESS)
        self.hand.lift()
        self.nothing_happened()
        self.assertEqual(self.app.menu(), {})
        self.switch(True)
        self.hand.click(at, 3)
        self.app.until(lambda: len(self.app.menu()) == 4, 'the menu')
        self.hand.keys('Escape')
        self.app.until(lambda: not self.app.menu(), 'no menu')
        self.hand.touch(at)
        self.app.pass_time(A_LONG_PRESS)
        # The menu comes when the finger lifts.
        self.hand.lift()
        self.app.until(lambda: len(self.app.menu()) == 4, 'the menu by a long press')

    def test_a_screen_reader_sees_no_actions(self):
        self.start()
        self.assertEqual(self.actions(), ACTIONS)
        self.switch(False)
        self.app.until(lambda: self.actions() == [], 'no actions')
        self.switch(True)
        self.app.until(lambda: self.actions() == ACTIONS, 'the actions again')
        self.app.row(ROW).do('star')
        self.app.until(lambda: self.app.last('ran', ROW) == 'star', 'an action run')


class TouchpadSwitchedOff(StandCase):
    kind = SwayDesk

    def test_two_fingers(self):
        self.start()
        self.app.tell('enabled false')
        self.app.forget()
        self.hand.point(self.app.place(self.app.row(ROW)))
        self.hand.two_fingers((-160, 0))
        self.app.rest()
        self.assertEqual(self.app.said('event', 'offset'), [])
        self.app.tell('enabled true')
        self.hand.two_fingers((-160, 0))
        self.app.until(lambda: self.app.events() == OPENED, 'the row open')
        self.assertEqual(self.app.offset(ROW), -TRAY)


if __name__ == '__main__':
    unittest.main()
