"""Every shape of a tray, by real input: icons, titles, what there is no room for, what is switched off, and how it comes into sight."""

import unittest

from harness.stand import StandCase

ALL = ('Trash', 'Star', 'Remind', 'Forward', 'Print')


class Trays(StandCase):
    def opened(self, *arguments):
        """Starts the stand and drags row 1 open to the left; returns the row."""
        self.start(*arguments)
        self.drag(self.app.row(1), -230)
        self.app.until(lambda: self.app.events(1)[-1:] == [('didOpen', 1, 'trailing')], 'the row open')
        self.app.until_still()
        return self.app.row(1)

    def titles(self, row):
        """What its buttons are called, from the edge inwards."""
        found = {title: self.app.buttons(title, row) for title in ALL + ('More',)}
        return sorted((title for title, buttons in found.items() if buttons), key=lambda title: -found[title][0].extents[0])

    def test_any_number(self):
        self.assertEqual(self.titles(self.opened('--actions=1')), ['Trash'])
        self.assertEqual(self.app.offset(1), -76)

    def test_three(self):
        self.assertEqual(self.titles(self.opened('--actions=3')), ['Trash', 'Star', 'Remind'])
        self.assertEqual(self.app.offset(1), -228)

    def test_what_there_is_no_room_for_is_in_a_menu(self):
        row = self.opened('--actions=5')
        # 400 px less 96 of the front is room for four.
        self.assertEqual(self.titles(row), ['Trash', 'Star', 'Remind', 'More'])
        self.click(self.app.button('More', row))
        self.app.until(lambda: self.app.says('^Forward') and self.app.says('^Print'), 'the menu')
        self.hand.keys('Down', 'Return')
        self.app.until(lambda: self.app.last('ran', 1), 'an action of the menu run')
        self.assertIn(self.app.last('ran', 1), ('forward', 'print'))

    def test_a_wider_row_has_room_for_all(self):
        row = self.opened('--actions=5', '--width=800')
        self.assertEqual(self.titles(row), list(ALL))
        self.app.tell('resize 400')
        self.app.until(lambda: self.app.offset(1) == -304, 'the tray fitted to the narrow row')
        self.app.until_still()
        self.assertEqual(self.titles(self.app.row(1)), ['Trash', 'Star', 'Remind', 'More'])

    def test_icons_alone_are_named(self):
        row = self.opened('--look=icon')
        self.assertEqual(self.titles(row), ['Trash', 'Star'])
        self.click(self.app.button('Star', row))
        self.app.until(lambda: self.app.last('ran', 1) == 'star', 'the action run')

    def test_titles_alone(self):
        row = self.opened('--look=title')
        self.click(self.app.button('Trash', row))
        self.app.until(lambda: self.app.last('ran', 1) == 'trash', 'the action run')

    def test_switched_off(self):
        row = self.opened('--disabled=star')
        star = self.app.button('Star', row)
        self.assertNotIn('sensitive', star.states)
        self.click(star)
        self.app.tell('close')
        self.app.until(lambda: self.app.offset(1) == 0, 'the row closed')
        self.assertEqual(self.app.count('ran'), 0)

    def check_out_of_sight(self, transition):
        """What lies under a closed front takes no click: the row does."""
        self.opened('--transition', transition)
        places = [self.app.place(self.app.button(name, self.app.row(1))) for name in ('Trash', 'Star')]
        self.app.tell('close')
        self.app.rest()
        for pointer in self.pointers():
            with self.subTest(pointer=pointer):
                self.go(pointer, 3)
                self.app.forget()
                for place in places:
                    self.stroke(pointer, place)
                self.assertEqual(self.app.said('ran', 'event', 'offset'), [])
                self.assertEqual(self.app.last('selected'), [1])

    def test_out_of_sight_its_buttons_take_no_click(self):
        self.check_out_of_sight('reveal')

    def test_out_of_sight_its_buttons_take_no_click_where_the_front_draws_it_in(self):
        self.check_out_of_sight('drag')

    def test_drawn_in_by_the_front(self):
        self.start('--transition=drag')
        row = self.app.row(1)
        self.drag(row, -100, release=False)
        self.app.until(lambda: self.app.offset(1) < -60, 'the front on its way')
        self.app.until_still()
        out = -self.app.offset(1)
        # The tray of 152 px hangs on the front, so that its inner button is what shows. GTK 4.8 tells where its content is.
        padding = 0 if self.app.tree.toolkit >= (4, 10) else 8
        self.assertAlmostEqual(self.app.button('Star', row).extents[0], 400 - out + padding, delta=1)
        self.assertAlmostEqual(self.app.button('Trash', row).extents[0], 400 - out + 76 + padding, delta=1)
        self.hand.release()


if __name__ == '__main__':
    unittest.main()
