"""Controls in the front of a row, by keys, mouse and finger, and the popovers of a row, which are no part of it."""

import unittest

from harness.stand import StandCase

ROW = 2
OPENED = [('willOpen', ROW, 'trailing'), ('didOpen', ROW, 'trailing')]
CLOSING = [('willClose', ROW, 'trailing'), ('didClose', ROW, 'trailing')]


class ControlsCase(StandCase):
    arguments = '--controls', '--rows=8', '--width=600'

    def setUp(self):
        super().setUp()
        self.start(*self.arguments)

    def named(self, name, row=ROW):
        """The control of a row's front, waited for."""
        found = self.app.until(lambda: self.app.row(row).all(matching=lambda node: node.name == name), f'{name!r} in row {row}')
        return found[-1]

    def open(self):
        self.app.tell('close')
        self.app.rest()
        self.app.tell(f'open {ROW} trailing')
        self.app.rest()
        self.app.forget()


class Keys(ControlsCase):
    def setUp(self):
        super().setUp()
        self.hand.keys(*['Down'] * ROW)
        self.until_focus(f'Row {ROW}')
        self.app.forget()

    def walk(self, *steps):
        for stroke, name in steps:
            self.hand.keys(stroke)
            self.app.until(lambda: self.app.focused() == name, f'the focus on {name!r} after {stroke}, not {self.app.focused()!r}')

    def test_tab_goes_row_controls_tray_and_out(self):
        self.walk(('Tab', 'Check'), ('Tab', 'Entry'), ('Tab', 'Menu front'), ('Shift+Tab', 'Entry'), ('Shift+Tab', 'Check'),
                  ('Shift+Tab', f'Row {ROW}'))
        self.hand.keys('Shift+Left')
        self.app.until(lambda: self.app.events() == OPENED, 'the tray open')
        self.walk(('Tab', 'Check'), ('Tab', 'Entry'), ('Tab', 'Menu front'), ('Tab', 'Star'), ('Tab', 'Trash'), ('Shift+Tab', 'Star'),
                  ('Shift+Tab', 'Menu front'), ('Tab', 'Star'), ('Tab', 'Trash'))
        # The window has nothing else: what follows is the row again.
        self.walk(('Tab', f'Row {ROW}'), ('Shift+Tab', 'Trash'))

    def test_tab_passes_over_a_control_that_has_left_the_row(self):
        self.hand.keys('Shift+Right')
        self.app.until(lambda: [event[0] for event in self.app.events()] == ['willOpen', 'didOpen'], 'the tray open')
        names = [f'Row {ROW}']
        while names[-1] != 'Archive':
            self.hand.keys('Tab')
            self.app.until(lambda: self.app.focused() != names[-1], 'the focus further on')
            names.append(self.app.focused())
        self.assertNotIn('Menu front', names)

    def test_tab_from_the_last_control_of_a_closed_row_goes_to_no_other_row(self):
        self.walk(('Tab', 'Check'), ('Tab', 'Entry'), ('Tab', 'Menu front'), ('Tab', f'Row {ROW}'), ('Shift+Tab', 'Menu front'))

    def test_up_and_down_change_the_row(self):
        self.walk(('Tab', 'Check'), ('Down', f'Row {ROW + 1}'), ('Tab', 'Check'), ('Tab', 'Entry'), ('Up', f'Row {ROW}'), ('Tab', 'Check'),
                  ('Tab', 'Entry'), ('Tab', 'Menu front'), ('Down', f'Row {ROW + 1}'))

    def test_shift_and_an_arrow_select_text_in_an_entry_and_open_trays_elsewhere(self):
        self.walk(('Tab', 'Check'), ('Tab', 'Entry'))
        self.hand.keys('a', 'q', 'Shift+Left', 'Shift+Left')
        self.app.until(lambda: self.app.last('chosen', ROW) == 2, 'two letters selected')
        self.hand.keys('Shift+Right')
        self.app.until(lambda: self.app.last('chosen', ROW) == 1, 'one letter selected')
        self.app.rest()
        self.assertEqual(self.app.events(), [])
        self.walk(('Shift+Tab', 'Check'))
        self.hand.keys('Shift+Left')
        self.app.until(lambda: self.app.events() == OPENED, 'the tray open')

    def test_the_letter_of_a_shortcut_is_only_typed(self):
        self.walk(('Tab', 'Check'), ('Tab', 'Entry'))
        self.hand.keys('e', 'Shift+i', 'Control+s', 'r', 'Delete')
        self.app.until(lambda: self.app.last('text', ROW) == 'eIr', 'the letters typed')
        self.app.sync()
        self.assertEqual(self.app.said('ran'), [])
        self.walk(('Shift+Tab', 'Check'))
        self.hand.keys('e')
        self.app.until(lambda: self.app.last('ran', ROW) == 'archive', 'the shortcut on a check button')


class KeysInTheTray(ControlsCase):
    arguments = '--tray-controls', '--rows=8', '--width=600'

    def test_arrows_are_those_of_an_entry_and_of_a_slider(self):
        self.hand.keys(*['Down'] * ROW)
        self.until_focus(f'Row {ROW}')
        self.open()
        self.hand.keys('Tab', 'a', 'b', 'Left', 'c', 'Right', 'd')
        self.app.until(lambda: self.app.last('text', ROW) == 'acbd', 'the letters where the arrows led')
        self.hand.keys('Tab', 'Right', 'Right', 'Right', 'Left', 'Up', 'Up', 'Up', 'Down')
        # Up is more, as in GTK, and each key is one.
        self.app.until(lambda: self.app.count('slid') == 8, 'the slider moved by each key')
        self.assertEqual(self.app.open_rows(), {})
        self.assertEqual(self.app.said('event', 'selected'), [])
        self.until_focus('Slider')
        self.hand.keys('Shift+Tab', 'Shift+Tab')
        self.until_focus(f'Row {ROW}')


class KeysInAFrontWithTheFocus(ControlsCase):
    arguments = '--controls', '--focusable-fronts', '--rows=8', '--width=600'

    def test_tab_reaches_the_controls_in_it(self):
        self.hand.keys(*['Down'] * ROW)
        self.until_focus(f'Row {ROW}')
        # The front itself, then what is in it.
        self.hand.keys('Tab', 'Tab')
        self.until_focus('Check')
        self.hand.keys('Tab')
        self.until_focus('Entry')
        self.hand.keys('Shift+Tab', 'Shift+Tab', 'Shift+Tab')
        self.until_focus(f'Row {ROW}')


class KeysBetweenLists(ControlsCase):
    arguments = '--controls', '--rows=8', '--width=1000', '--two'

    def test_the_controls_of_a_row_come_before_the_next_stop_of_the_window(self):
        self.hand.keys(*['Down'] * ROW)
        self.until_focus(f'Row {ROW}')
        for name in ('Check', 'Entry', 'Menu front', 'Row 100', 'Check', 'Entry', 'Menu front', f'Row {ROW}'):
            self.hand.keys('Tab')
            self.app.until(lambda: self.app.focused() == name, f'the focus on {name!r}')


class Pressing(ControlsCase):
    def test_a_control_of_the_open_row_does_its_thing_and_the_row_closes(self):
        for pointer, state in zip(self.pointers(), (True, False)):
            with self.subTest(pointer=pointer):
                self.open()
                self.stroke(pointer, self.app.place(self.named('Check')))
                self.assertEqual((self.app.last('checked', ROW), self.app.count('checked')), (state, 1))
                self.assertEqual(self.app.events(), CLOSING)
                self.assertEqual(self.app.said('selected', 'activated'), [])

    def test_the_menu_button_of_the_open_row(self):
        for pointer in self.pointers():
            with self.subTest(pointer=pointer):
                self.open()
                self.stroke(pointer, self.app.place(self.named('Menu front')))
                self.app.until(lambda: self.app.events() == CLOSING, 'the row closed')
                self.app.until_still()
                self.assertEqual([line['popped'] for line in self.app.said('popped')], [True])
                self.hand.keys('Escape')
                self.app.until(lambda: self.app.last('popped', ROW) is False, 'the popover gone')
                self.app.rest()

    def test_the_bare_front_of_the_open_row_is_swallowed(self):
        for pointer in self.pointers():
            with self.subTest(pointer=pointer):
                self.open()
                # The label, of which the tray leaves the middle in sight.
                self.stroke(pointer, self.app.place(self.app.row(ROW), 0.35))
                self.assertEqual(self.app.events(), CLOSING)
                self.assertEqual(self.app.said('selected', 'activated', 'checked', 'popped'), [])

    def test_a_pan_that_begins_on_a_control_is_the_rows(self):
        for pointer in self.pointers():
            with self.subTest(pointer=pointer):
                self.app.tell('close')
                self.app.rest()
                self.app.forget()
                self.stroke(pointer, self.app.place(self.named('Check')), -10, -60, -140)
                self.assertEqual(self.app.events(), OPENED)
                self.assertEqual(self.app.said('checked', 'selected'), [])


class OwnDrags(ControlsCase):
    arguments = '--own-drags', '--rows=8', '--width=1000'

    def drag(self, pointer, name, *way):
        """Drags on a control from its middle; the row neither moves nor closes."""
        self.app.forget()
        self.stroke(pointer, self.app.place(self.named(name)), *way)
        self.assertEqual(self.app.said('offset', 'event'), [])

    def test_sliders_and_what_the_program_exempts(self):
        mouse, finger = self.pointers()
        for pointer, tell in ((mouse, 'close'), (finger, 'close'), (mouse, f'open {ROW} trailing')):
            with self.subTest(pointer=pointer, row=tell):
                self.app.tell(tell)
                self.app.rest()
                self.drag(pointer, 'Slider', 10, 30, 50)
                self.assertGreater(self.app.last('slid', ROW), 60)
        self.drag(finger, 'Area', 10, 30, 50)
        self.assertEqual(self.app.last('drawn', ROW), 50)

    def test_a_switch_is_dragged_to_its_other_side(self):
        for pointer, way, is_on in zip(self.pointers(), ((10, 30, 50), (-10, -30, -50)), (True, False)):
            self.drag(pointer, 'Switch', *way)
            self.assertEqual(self.app.last('switched', ROW), is_on)

    def test_in_another_row_they_close_the_one_that_is_open(self):
        for pointer in self.pointers():
            with self.subTest(pointer=pointer):
                self.open()
                self.stroke(pointer, self.app.place(self.named('Slider', ROW + 1)), 10, 30, 50)
                self.assertEqual(self.app.events(), CLOSING)

    def test_text_with_the_focus_by_mouse(self):
        mouse, finger = self.pointers()
        self.hand.click(self.app.place(self.named('Entry')))
        self.hand.keys(*'wide')
        self.app.until(lambda: self.app.last('text', ROW) == 'wide', 'the text')
        self.drag(mouse, 'Entry', -10, -30, -90)
        self.assertEqual(self.app.last('chosen', ROW), 4)
        # From one without it, and by finger, which selects nothing in GTK, the row is dragged.
        self.stroke(mouse, self.app.place(self.named('Entry', ROW + 1)), -10, -60, -140)
        self.assertEqual(self.app.open_rows(), {ROW + 1: 'trailing'})
        self.stroke(finger, self.app.place(self.named('Entry')), -10, -60, -140)
        self.assertEqual(self.app.open_rows(), {ROW: 'trailing'})

    def test_what_scrolls_sideways_by_finger(self):
        mouse, finger = self.pointers()
        self.drag(finger, 'Strip', -10, -30, -60)
        self.assertGreater(self.app.last('strip', ROW), 20)
        # The mouse scrolls nothing, and drags the row.
        self.stroke(mouse, self.app.place(self.named('Strip')), -10, -60, -140)
        self.assertEqual(self.app.open_rows(), {ROW: 'trailing'})

    def test_a_click_on_a_slider_closes_the_row(self):
        for pointer in self.pointers():
            self.open()
            self.stroke(pointer, self.app.place(self.named('Slider'), 0.9))
            self.assertEqual(self.app.events(), CLOSING)
            self.assertEqual(self.app.count('selected'), 0)


class Popovers(ControlsCase):
    """The row stays open as long as only its popover is pressed."""

    def menu(self, name):
        self.open()
        self.hand.click(self.app.place(self.named(f'Menu {name}')))
        self.app.until(lambda: self.app.last('popped', ROW), 'the popover')
        self.app.until_still()

    def press_inside(self, pointer, name):
        """Presses the popover's button, which is told, and with the mouse's other button."""
        self.stroke(pointer, self.inside(name))
        self.assertEqual(self.app.last('inside', ROW), name)
        # Not after a finger: X calls that a button that stays down until the popover goes, and GTK 4.18, also in a program without rows,
        # then takes back two presses for one, with a warning.
        if pointer.name == 'mouse':
            self.hand.click(self.inside(name), 3)
            self.app.rest()

    def pop_up_then_open(self):
        """Has the front's popover up over a row that was opened after it: by a call, for a hand would have to leave the popover."""
        self.app.tell('close')
        self.app.rest()
        self.app.forget()
        self.hand.click(self.app.place(self.named('Menu front')))
        self.app.until(lambda: self.app.last('popped', ROW), 'the popover')
        self.app.until_still()
        self.app.tell(f'open {ROW} trailing')
        self.app.rest()

    def inside(self, name):
        """A point of the popover's button, which lies under the menu button; GTK 4.8 tells screen readers another place."""
        x, y, width, height = self.app.area(self.named(f'Menu {name}'))
        return x + width / 2, y + height + 60


class FrontPopovers(Popovers):
    def test_clicks_in_it_close_no_row(self):
        for pointer in self.pointers():
            with self.subTest(pointer=pointer):
                self.pop_up_then_open()
                self.press_inside(pointer, 'front')
                self.assertEqual(self.app.events(), OPENED)
                self.hand.keys('Escape')
                self.app.until(lambda: self.app.last('popped', ROW) is False, 'the popover gone')
                self.app.rest()
                self.assertEqual(self.app.events(), OPENED)
                self.hand.keys('Escape')
                self.app.until(lambda: self.app.events() == OPENED + CLOSING, 'the row closed')


class StayingPopovers(Popovers):
    arguments = '--controls', '--rows=8', '--width=800', '--popovers-stay'

    def test_clicks_in_it_are_no_presses_on_the_rows_that_lie_where_they_are_in_the_window(self):
        for pointer in self.pointers():
            with self.subTest(pointer=pointer):
                self.pop_up_then_open()
                self.press_inside(pointer, 'front')
                self.assertEqual(self.app.events(), OPENED)
                self.hand.click(self.app.place(self.named('Menu front')))
                self.app.until(lambda: self.app.last('popped', ROW) is False, 'the popover gone')


class TrayPopovers(Popovers):
    arguments = '--tray-view', '--rows=8', '--width=800'

    def test_clicks_in_it_close_no_row_and_escape_closes_it_first(self):
        for pointer in self.pointers():
            with self.subTest(pointer=pointer):
                self.menu('tray')
                self.press_inside(pointer, 'tray')
                self.assertEqual(self.app.events(), [])
                self.hand.keys('Escape')
                self.app.until(lambda: self.app.last('popped', ROW) is False, 'the popover gone')
                self.app.rest()
                self.assertEqual(self.app.events(), [])
                self.hand.keys('Escape')
                self.app.until(lambda: self.app.events() == CLOSING, 'the row closed')


if __name__ == '__main__':
    unittest.main()
