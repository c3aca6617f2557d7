"""The decision table: whose gesture it is, for mouse and finger."""

import itertools
import unittest

from harness.hand import along
from harness.stand import A_LONG_PRESS, IN_LIST_BOX, LIST_BOXES, ROW_HEIGHT, StandCase

# Far below the first rows, so that a finger that goes up can scroll.
ROW = 8


def around(degrees, lengths):
    """Steps in one direction, as `go` takes them."""
    return [along((0, 0), degrees, length) for length in lengths]


class Table(StandCase):
    """After how many pixels, and at which angles."""

    def setUp(self):
        super().setUp()
        self.start('--still')

    def pans(self, pointer, *steps):
        """Whether the row follows the last step, having been its from the last but one at the latest."""
        self.begin_anew()
        return self.go(pointer, ROW, *steps, steps[-1])[-1] != 0

    def test_decides_after_its_slop_and_starts_from_where_the_front_stands(self):
        # A busy server now and then reports a place in whole pixels, so only those at the slop are not.
        for pointer, slop, short, enough in ((self.hand.mouse(), 8, 7.9, 8.1), (self.hand.finger(), 7, 6.9, 7.1)):
            for way in (1, -1):
                with self.subTest(pointer=pointer, way=way):
                    self.begin_anew()
                    shown = self.go(pointer, ROW, way * short, way * (slop + 20), way * (slop + 50))
                    self.assertEqual(shown[:2], [0, 0])
                    self.assertAlmostEqual(shown[2], way * 30, delta=0.2)
                    self.begin_anew()
                    shown = self.go(pointer, ROW, way * enough, way * (slop + 20), way * (slop + 50))
                    self.assertEqual(shown[0], 0)
                    self.assertAlmostEqual(shown[1], way * 20, delta=0.2)
                    self.assertAlmostEqual(shown[2], way * 50, delta=0.2)

    def test_travel_counts_in_every_direction(self):
        for pointer, short, enough in ((self.hand.mouse(), (7.1, 3.4), (7.3, 3.5)), (self.hand.finger(), (5.0, 4.7), (5.3, 4.8))):
            for place, decided in ((short, False), (enough, True)):
                with self.subTest(pointer=pointer, place=place):
                    self.begin_anew()
                    # Had nothing been decided by then, the second step would decide for somebody else.
                    shown = self.go(pointer, ROW, place, (place[0] + 10, place[1] + 60), (place[0] + 30, place[1] + 60))
                    self.assertEqual(shown[-1] != 0, decided)

    def test_no_travel_and_travel_along_one_axis(self):
        for pointer in self.pointers():
            with self.subTest(pointer=pointer):
                self.assertFalse(self.pans(pointer, (0, 0), (0, 0)))
                self.assertTrue(self.pans(pointer, (0, 0), (0, 0), (20, 0), (40, 0)))
                self.assertFalse(self.pans(pointer, (0, -6), (0, -20), (30, -20)))
                self.assertTrue(self.pans(pointer, (20, 0), (40, 0)))

    def test_the_mouse_pans_flatter_than_one_in_two(self):
        for degrees, expected in ((0, True), (20, True), (26, True), (27, False), (45, False), (89, False), (90, False)):
            for turned in (degrees, 180 + degrees):
                with self.subTest(degrees=turned):
                    self.assertEqual(self.pans(self.hand.mouse(), *around(turned, (9, 20, 40))), expected)
                    self.assertEqual(self.app.said('scrolled', 'activated'), [])

    def test_a_finger_pans_up_to_45_degrees_and_scrolls_beyond(self):
        finger = self.hand.finger()
        for degrees in (0, 5, 25, 32, 40, 44, 46, 50, 65, 90):
            for turned in (degrees, 180 - degrees):
                with self.subTest(degrees=turned):
                    self.begin_anew()
                    pans = self.go(finger, ROW, *around(turned, (9, 20, 40, 60)), up=False)[-1] != 0
                    scrolls = self.app.count('scrolled') > 0
                    self.assertEqual((pans, scrolls), (True, False) if degrees < 45 else (False, True))
                    self.hold_still(frames=12)
                    finger.up()
                    self.app.rest()
                    self.assertEqual(self.app.said('selected', 'activated'), [])

    def test_a_tie_is_no_pan(self):
        # Whole pixels from a whole pixel keep their ratio on the way through the server.
        x, y = (round(value) for value in self.at(ROW))
        for pointer, dx, dy in ((self.hand.mouse(), 16, 8), (self.hand.finger(), 8, 8)):
            for less, expected in ((0, False), (1, True)):
                with self.subTest(pointer=pointer, less=less):
                    self.begin_anew()
                    pointer.down((x, y))
                    for travel in ((dx, -dy + less), (40, -dy + less), (60, -dy + less)):
                        pointer.to((x + travel[0], y + travel[1]))
                        self.app.sync()
                    self.assertEqual(self.app.offset(ROW) != 0, expected)
                    pointer.up()
                    self.app.rest()

    def test_what_was_refused_stays_refused(self):
        for pointer in self.pointers():
            with self.subTest(pointer=pointer):
                self.assertFalse(self.pans(pointer, (0, -30), (60, -30), (-160, -30), (-160, 0)))
                self.assertEqual(self.app.events(), [])

    def test_what_is_the_rows_stays_the_rows(self):
        for pointer in self.pointers():
            with self.subTest(pointer=pointer):
                self.begin_anew()
                shown = self.go(pointer, ROW, 20, 40, (40, -100), (60, -200), (160, 100))
                self.assertEqual([round(offset) for offset in shown], [0, 20, 20, 40, 140])
                self.assertEqual(self.app.open_rows(), {ROW: 'leading'})
                self.assertEqual(self.app.said('scrolled', 'selected', 'activated'), [])


class DragThreshold(StandCase):
    """The desktop's, where it is larger than the style's own slop."""

    def test_a_mouse_waits_for_it_and_a_finger_does_not(self):
        self.set_gtk(gtk_dnd_drag_threshold=20)
        self.start('--still')
        mouse, finger = self.pointers()
        for pointer, steps, expected in ((mouse, (12, 19, 21, 41, 24), (0, 0, 0, 20, 3)), (finger, (8, 28), (0, 20)),
                                         # What it travels before decides nothing either.
                                         (mouse, ((0, 15), (60, 15), (80, 15)), (0, 0, 20))):
            with self.subTest(pointer=pointer, steps=steps):
                self.begin_anew()
                shown = self.go(pointer, ROW, *steps)
                self.assertEqual([round(offset) for offset in shown], list(expected))


class Clicks(StandCase):
    """What becomes of the click, the selection and drag-and-drop."""

    def test_click_selects_and_double_click_activates(self):
        self.start('--still', '--selection', 'multiple')
        # Rows of its own for each: GTK would count a click and a tap as two of one.
        for pointer, row in zip(self.pointers(), (3, 6)):
            with self.subTest(pointer=pointer):
                self.begin_anew()
                self.go(pointer, row)
                self.assertEqual(self.app.last('selected'), [row])
                # A list box takes the first click on another row for none of the two.
                for _ in range(3 if IN_LIST_BOX else 2):
                    self.go(pointer, row + 1, 3)
                self.assertEqual(self.app.last('selected'), [row + 1])
                self.assertEqual(self.app.last('activated'), row + 1)
                self.assertEqual(self.app.said('offset', 'event'), [])

    def test_nothing_follows_a_pan(self):
        self.start('--still', '--selection', 'multiple')
        for pointer in self.pointers():
            for steps in ((20, 60), (20, 160), (20, 60, 0), (20, 60, 20, 0)):
                with self.subTest(pointer=pointer, steps=steps):
                    self.begin_anew()
                    self.go(pointer, 4, *steps)
                    self.go(pointer, 4, *steps)
                    self.assertEqual(self.app.said('selected', 'activated', 'ran'), [])

    def test_no_press_is_left_after_a_pan(self):
        self.start('--still', '--selection', 'multiple')
        # That opens, on the open row itself, back and off to another row, and on the tray.
        pans = ((-20, -160), 0.5), ((20, 60), 0.5), ((20, 160, (160, 96)), 0.5), ((-20, -160), 0.5), ((10, 60), 0.9)
        for pointer in self.pointers():
            self.begin_anew()
            for steps, across in pans:
                with self.subTest(pointer=pointer, steps=steps):
                    self.go(pointer, 4, across=across, up=False)
                    self.assertEqual(self.pressed(), 1)
                    self.go_on(pointer, 4, *steps, across=across, up=False)
                    self.assertEqual(self.pressed(), 0)
                    self.hold_still()
                    pointer.up()
                    self.app.rest()
                    self.assertEqual(self.pressed(), 0)
            self.assertEqual(self.app.open_rows(), {4: 'trailing'})
            self.assertEqual(self.app.said('activated', 'ran', 'selected'), [])

    def pressed(self):
        self.app.tell('pressed')
        return self.app.last('pressed')

    def test_a_row_is_focused_as_it_is_selected(self):
        """By what the row refuses, and with a modifier, too: else the next arrow key begins at another row."""
        self.start('--sides', 'none', '--selection', 'multiple')
        # A list box selects nothing where a mouse was dragged.
        self.go(self.hand.mouse(), 4, *(() if IN_LIST_BOX else (20, 40)))
        self.app.until(lambda: self.app.last('selected') == [4] and self.app.focused() == 'Row 4', 'row 4 chosen')
        self.hand.hold('Control')
        self.hand.click(self.at(6))
        self.hand.let_up('Control')
        self.app.until(lambda: self.app.last('selected') == [4, 6] and self.app.focused() == 'Row 6', 'row 6 chosen too')

    def test_a_vertical_mouse_drag_drags_the_row_and_a_horizontal_one_pans(self):
        self.start('--still', '--draggable')
        # In one go: a machine that takes its time between press and motion makes a hold of it.
        start = self.app.place(self.app.row(4), 0.3)
        self.hand.drag(start, (start[0] + 60, start[1]))
        self.app.rest()
        self.assertFalse(self.app.said('dragged'))
        self.assertTrue(self.app.said('offset'))
        self.begin_anew()
        self.go(self.hand.mouse(), 4, (0, 10), (0, 20), (40, 30), up=False)
        x, y = self.at(4)
        further = itertools.count(31)

        def dragged():
            # GTK begins no drag within 100 ms of the press, so the hand moves on.
            self.hand.point((x + 40, y + next(further)))
            return self.app.said('dragged')
        self.app.until(dragged, 'the row being dragged')
        self.hand.release()
        self.app.rest()
        self.assertEqual(self.app.said('offset', 'event'), [])

    def test_a_finger_drawn_to_an_empty_side_drags_no_row(self):
        self.start('--still', '--draggable', '--sides', 'trailing')
        for _ in range(3):
            # GTK begins no drag within 100 ms of the press.
            self.go(self.hand.finger(), 4, up=False)
            self.app.pass_time(0.2)
            self.go_on(self.hand.finger(), 4, 20, 60, 120)
        self.assertEqual(self.app.said('dragged', 'offset', 'event'), [])
        # And the next gesture is like any other.
        self.go(self.hand.finger(), 4, -10, -60, -130)
        self.assertEqual(self.app.open_rows(), {4: 'trailing'})

    def test_a_vertical_mouse_drag_draws_a_rubber_band_and_a_horizontal_one_pans(self):
        self.not_in(LIST_BOXES, 'it has no rubber band')
        self.start('--still', '--rubberband', '--selection', 'multiple')
        self.go(self.hand.mouse(), 4, 20, 40, 60)
        self.assertFalse(self.app.said('selected'))
        self.assertTrue(self.app.said('offset'))
        self.begin_anew()
        self.go(self.hand.mouse(), 4, (0, 10), (10, ROW_HEIGHT), (20, 2 * ROW_HEIGHT))
        self.assertEqual(self.app.last('selected'), [4, 5, 6])
        self.assertEqual(self.app.said('offset', 'event'), [])

    def test_held_still_first_a_mouse_drags_the_row_sideways_too(self):
        self.start('--still', '--draggable')
        self.go(self.hand.mouse(), 4, up=False)
        self.app.pass_time(A_LONG_PRESS)
        self.go_on(self.hand.mouse(), 4, 4, 12, 30, 60, up=False)
        self.app.until(lambda: self.app.said('dragged'), 'the row being dragged')
        self.hand.release()
        self.app.rest()
        self.assertEqual(self.app.said('offset', 'event'), [])

    def test_with_control_or_shift_a_mouse_selects_in_every_direction(self):
        self.not_in(LIST_BOXES, 'it has no rubber band')
        self.start('--still', '--rubberband', '--selection', 'multiple')
        # A band with Shift takes back what it finds selected.
        for key, expected in (('Control', {4, 5}), ('Shift', set())):
            with self.subTest(key):
                self.begin_anew()
                self.hand.hold(key)
                self.go(self.hand.mouse(), 4, 20, 60, (100, ROW_HEIGHT))
                self.hand.let_up(key)
                self.assertEqual({4, 5} & set(self.app.last('selected')), expected)
                self.assertEqual(self.app.said('offset', 'event'), [])

    def test_a_rubber_band_starts_sideways_on_empty_space(self):
        self.not_in(LIST_BOXES, 'it has no rubber band')
        self.start('--still', '--rubberband', '--selection', 'multiple', '--rows', '3')
        self.go(self.hand.mouse(), 6, (20, 0), (40, -2 * ROW_HEIGHT), (60, -5 * ROW_HEIGHT))
        self.assertEqual(self.app.last('selected'), [1, 2])
        self.assertEqual(self.app.said('offset', 'event'), [])


class Wheels(StandCase):
    def test_no_wheel_moves_a_row(self):
        self.start('--still')
        self.hand.point(self.at(4))
        for what in ('down', 'tilted', 'Shift'):
            with self.subTest(what):
                self.begin_anew()
                if what == 'Shift':
                    self.hand.hold('Shift')
                self.hand.wheel(4, sideways=what == 'tilted')
                self.app.rest()
                self.hand.let_go()
                self.hand.point(self.at(4))
                self.assertEqual(self.app.said('offset', 'event', 'selected'), [])
                self.assertEqual(self.app.count('scrolled') > 0, what == 'down')

    def test_kinetic_scrolling_goes_on_and_a_press_stops_it(self):
        self.start()
        finger = self.hand.finger()
        self.begin_anew()
        with self.hand.motion():
            self.go(finger, ROW, up=False)
            for step in range(1, 12):
                self.hand.pause()
                self.go_on(finger, ROW, (0, -12 * step), up=False)
            before = self.app.last('scrolled')
            finger.up()
        self.app.until(lambda: self.app.last('scrolled') > before + 50, 'the list scrolling on by itself')
        finger.down(self.at(ROW))
        self.app.sync()
        stopped = self.app.last('scrolled')
        for _ in range(6):
            self.app.sync()
        self.assertEqual(self.app.last('scrolled'), stopped)
        finger.up()
        self.app.rest()
        # GTK 4.18 goes to the whole pixel before where a row of a list box gets the focus (gtk_viewport_scroll_to).
        self.assertIn(self.app.last('scrolled'), (stopped, int(stopped)) if IN_LIST_BOX else (stopped,))
        self.assertEqual(self.app.said('offset', 'event', 'activated'), [])


class EmptySides(StandCase):
    def test_a_scroller_around_gets_what_no_row_takes(self):
        self.start('--still', '--sides', 'leading', '--outer')
        self.begin_anew()
        self.go(self.hand.finger(), 4, -20, -40, -60, -80)
        self.assertEqual(self.app.said('offset', 'event', 'selected', 'activated'), [])
        self.assertGreater(self.app.last('outer') or 0, self.width)

    def test_a_side_with_actions_is_the_rows_under_a_scroller(self):
        self.start('--still', '--sides', 'leading', '--outer')
        for pointer in self.pointers():
            with self.subTest(pointer=pointer):
                self.begin_anew()
                # The first motion leaps past the 8 px at which the scroller around would take a finger.
                self.go(pointer, 4, 20, 60, 160)
                self.assertEqual(self.app.open_rows(), {4: 'leading'})
                self.assertEqual(self.app.said('outer', 'selected', 'activated'), [])

    def test_the_mouse_does_nothing_there(self):
        self.start('--still', '--sides', 'trailing', '--outer')
        self.begin_anew()
        self.go(self.hand.mouse(), 4, 20, 60, 160)
        self.assertEqual(self.app.said('offset', 'event', 'outer', 'scrolled', 'activated'), [])

    def test_after_that_the_scroller_has_its_gestures_again(self):
        self.start('--still', '--sides', 'leading', '--outer')
        self.begin_anew()
        self.go(self.hand.mouse(), 4, -20, -60)
        self.app.forget()
        self.hand.click(self.at(5))
        self.app.sync()
        self.assertTrue(self.app.said('scrollerPressed'))

    def test_a_tilted_wheel_scrolls_the_scroller_around(self):
        self.start('--still', '--outer')
        self.hand.point(self.at(4))
        self.app.forget()
        self.hand.wheel(4, sideways=1)
        self.app.rest()
        self.assertEqual(self.app.said('offset', 'event'), [])
        self.assertTrue(self.app.said('outer'))


class FingersAround(StandCase):
    arguments = ()

    def test_a_pan_takes_no_other_finger_from_the_gestures_around(self):
        self.start('--still', '--outer', *self.arguments)
        # Half of the window is the list's then, and the other half bare.
        self.app.tell(f'outer {round(self.width / 2)}')
        self.app.until_still()
        first, pan, second = (self.hand.finger(number) for number in (1, 2, 3))
        first.down(self.at(2, 0.1))
        self.app.sync()
        # The scroller would take one that leaps past its 8 px.
        self.go(pan, 4, 7.5, 27.5, 47.5, across=0.8, up=False)
        self.assertEqual(round(self.app.offset(4)), 40)
        # The first finger and the row's were a pinch until the row took its own away.
        self.assertEqual([line['pinched'] for line in self.app.said('pinched')], [True, False])
        pan.up()
        self.app.sync()
        second.down(self.at(6, 0.1))
        self.app.sync()
        self.assertIs(self.app.last('pinched'), True)
        second.up()
        first.up()
        self.app.rest()


class FingersAroundABox(FingersAround):
    """The first finger is on what is beside the group in the scroller that follows fingers for it."""

    arguments = ('--container=boxed',)


class TwoFingers(StandCase):
    """The second finger changes nothing: the row follows the first, in whichever order they come and go."""

    def setUp(self):
        super().setUp()
        self.start('--still', '--selection', 'multiple')

    def check(self, order, second_row):
        """`order` is a row of strokes: a capital is the first finger, a small letter the second; d down, m moves sideways, u up."""
        self.begin_anew()
        first, second = self.hand.finger(1), self.hand.finger(2)
        travel = 0
        for stroke in order:
            pointer, row = (first, 4) if stroke.isupper() else (second, second_row)
            x, y = self.at(row)
            if stroke.lower() == 'd':
                pointer.down((x, y))
            elif stroke.lower() == 'u':
                pointer.up()
            else:
                travel += 10
                pointer.to((x + travel, y) if stroke.isupper() else (x - 3 * travel, y))
            self.app.sync()
        self.app.rest()
        # The first motion is within the slop of nothing: it decides, and those after it show.
        self.assertEqual(self.app.open_rows(), {4: 'leading'} if order.count('M') >= 5 else {})
        self.assertEqual({line['row'] for line in self.app.said('offset')}, {4} if order.count('M') >= 2 else set())
        self.assertEqual(self.app.said('scrolled', 'activated'), [])
        # And nothing is left behind.
        self.begin_anew()
        self.go(first, 2, -20, -60, -160)
        self.assertEqual(self.app.open_rows(), {2: 'trailing'})

    def test_in_every_order(self):
        for second_row, order in ((4, 'DMMMMMMMMMMMdmuU'), (7, 'DMdMmMmMMMMMMMMMMMUu'), (4, 'DdMmMmMmMMMMMMMMMMUmu'),
                                  (7, 'DdmuMMMMMMMMMMMMU'), (7, 'DMMMMMMMMMMMMduduU'), (4, 'DMMMMMMMMMMMMdUmmmu'),
                                  (7, 'DdMMMMMMMMMMMMMUmmu'), (7, 'DdmmUu')):
            with self.subTest(order=order, second_row=second_row):
                self.check(order, second_row)

    def test_a_mouse_beside_a_finger(self):
        """The mouse changes nothing either. Not the other way around: GDK 4.8 complains of a finger lifted while a button is down."""
        finger = self.hand.finger()
        self.go(finger, 4, 20, 60, up=False)
        self.hand.click(self.at(7))
        self.app.sync()
        shown = self.go_on(finger, 4, 160)
        self.assertGreater(shown[-1], 100)
        self.assertEqual(self.app.open_rows(), {4: 'leading'})


if __name__ == '__main__':
    unittest.main()
