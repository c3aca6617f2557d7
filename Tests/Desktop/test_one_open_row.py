"""One open row, what closes it, and the order of events, with real input."""

import unittest

from harness.stand import TRAY, StandCase

ROW = 4
CLOSING = [('willClose', ROW, 'trailing'), ('didClose', ROW, 'trailing')]
OPENING = [('willOpen', ROW, 'trailing'), ('didOpen', ROW, 'trailing')]


class OneRowCase(StandCase):
    def open(self, row=ROW):
        """A row open and at rest, and nothing said."""
        self.begin_anew()
        self.app.tell(f'open {row} trailing')
        self.app.rest()
        self.app.forget()

    def lines(self):
        """What was said but where the front was: the events and what GTK did."""
        return [line for line in self.app.said() if not line.keys() & {'done', 'offset'}]


class Closing(OneRowCase):
    """What closes the open row, with the mouse and the finger, each doing what it does besides."""

    def setUp(self):
        super().setUp()
        self.start('--still', '--selection', 'multiple')

    def test_escape(self):
        self.go(self.hand.mouse(), ROW)
        self.open()
        self.hand.keys('Escape')
        self.app.rest()
        self.assertEqual(self.app.events(), CLOSING)
        self.hand.keys('Escape')
        self.app.rest()
        self.assertEqual(self.app.events(), CLOSING)

    def test_a_click_or_tap_on_another_row_which_selects_it(self):
        for pointer, row in zip(self.pointers(), (7, 8)):
            with self.subTest(pointer=pointer):
                self.open()
                self.go(pointer, row)
                self.assertEqual(self.app.events(), CLOSING)
                self.assertEqual(self.app.last('selected'), [row])

    def test_a_click_or_tap_on_another_row_that_slips(self):
        for pointer, row in zip(self.pointers(), (2, 3)):
            with self.subTest(pointer=pointer):
                self.open()
                self.go(pointer, row, (2, 8.5))
                self.assertEqual(self.app.events(), CLOSING)

    def test_a_click_or_tap_on_the_windows_frame(self):
        for pointer in self.pointers():
            with self.subTest(pointer=pointer):
                self.open()
                # A row's height above the first there is the title.
                self.go(pointer, -1)
                self.assertEqual(self.app.events(), CLOSING)

    def test_the_front_of_the_open_row_itself_swallowed(self):
        for pointer in self.pointers():
            with self.subTest(pointer=pointer):
                self.go(pointer, 7)
                self.open()
                self.go(pointer, ROW, across=0.2)
                self.assertEqual(self.app.events(), CLOSING)
                self.assertEqual(self.app.said('selected', 'activated', 'ran'), [])

    def test_an_action_that_ran(self):
        for pointer in self.pointers():
            with self.subTest(pointer=pointer):
                self.open()
                # The inner one of two buttons.
                self.go(pointer, ROW, across=1 - 0.75 * TRAY / self.width)
                self.assertEqual(self.app.count('ran'), 1)
                self.assertEqual(self.app.last('ran', ROW), 'star')
                self.assertEqual(self.app.events(), CLOSING)
                self.assertEqual(self.app.said('selected', 'activated'), [])

    def test_a_press_on_a_button_that_moves_away_runs_nothing_and_pans(self):
        for pointer in self.pointers():
            with self.subTest(pointer=pointer):
                self.open()
                self.go(pointer, ROW, 10, 60, 130, across=1 - 0.75 * TRAY / self.width)
                self.assertEqual(self.app.events(), CLOSING)
                self.assertEqual(self.app.said('ran', 'selected'), [])

    def test_scrolling_more_than_8_px(self):
        self.open()
        self.app.tell('scroll 8')
        self.app.rest()
        self.assertEqual(self.app.events(), [])
        self.app.tell('scroll 9')
        self.app.rest()
        self.assertEqual(self.app.events(), CLOSING)

    def test_a_scroller_that_trembles_does_not(self):
        self.open()
        for _ in range(20):
            # Within one frame the list would see no more than the last.
            for value in (1, 0):
                self.app.tell(f'scroll {value}')
                self.app.sync()
        self.app.rest()
        self.assertEqual(self.app.events(), [])

    def test_a_wheel(self):
        self.open()
        self.hand.point(self.at(7))
        self.hand.wheel(3)
        self.app.until(lambda: self.app.events() == CLOSING, 'the row closed')
        self.app.rest()

    def test_a_finger_that_scrolls(self):
        self.open()
        self.go(self.hand.finger(), 7, *((0, -10 * step) for step in range(1, 6)))
        self.assertEqual(self.app.events(), CLOSING)
        self.assertTrue(self.app.said('scrolled'))

    def test_the_focus_leaving_the_list(self):
        self.go(self.hand.mouse(), ROW)
        self.open()
        self.app.tell('popover')
        self.app.until(lambda: self.app.events() == CLOSING, 'the row closed')
        self.app.tell('dismiss')
        self.app.rest()

    def test_the_row_leaving_the_model(self):
        self.open()
        self.app.tell(f'remove {ROW}')
        self.app.rest()
        self.assertEqual(self.app.events(), CLOSING)
        self.assertEqual(self.app.last('offset', ROW + 1), None)

    def test_a_pan_of_the_row_back(self):
        for pointer in self.pointers():
            with self.subTest(pointer=pointer):
                self.open()
                self.go(pointer, ROW, 10, 60, 130, across=0.2)
                self.assertEqual(self.app.events(), CLOSING)


class Slipping(OneRowCase):
    def test_a_click_or_tap_that_slips_towards_an_empty_side(self):
        self.start('--still', '--sides', 'trailing')
        for pointer in self.pointers():
            with self.subTest(pointer=pointer):
                self.open()
                self.go(pointer, 7, 9)
                self.assertEqual(self.app.events(), CLOSING)


class Order(OneRowCase):
    """Every event once, will at the decision and did at rest."""

    def setUp(self):
        super().setUp()
        self.start('--selection', 'multiple')

    def test_a_gesture_that_opens(self):
        for pointer in self.pointers():
            with self.subTest(pointer=pointer):
                self.begin_anew()
                self.go(pointer, ROW, -10, -60, -120, up=False)
                self.assertEqual(self.lines(), [])
                self.app.forget()
                pointer.up()
                self.app.rest()
                lines = [line for line in self.app.said() if 'done' not in line]
                self.assertEqual([lines[0].get('event'), lines[-1].get('event')], ['willOpen', 'didOpen'])
                self.assertEqual(self.app.events(), OPENING)
                self.assertEqual(lines[-2], {'offset': -TRAY, 'row': ROW})

    def test_a_gesture_that_comes_back_reports_nothing(self):
        for pointer in self.pointers():
            with self.subTest(pointer=pointer):
                self.begin_anew()
                self.go(pointer, ROW, -10, -60, -30, up=False)
                self.hold_still()
                pointer.up()
                self.app.rest()
                self.open()
                self.go(pointer, ROW, 10, 40, up=False)
                self.hold_still()
                pointer.up()
                self.app.rest()
                self.assertEqual(self.lines(), [])
                self.assertEqual(self.app.offset(ROW), -TRAY)

    def test_another_rows_pan_closes_at_its_decision_and_at_the_same_time(self):
        for pointer in self.pointers():
            with self.subTest(pointer=pointer):
                self.open()
                x, y = self.at(7)
                self.go(pointer, 7, -6, up=False)
                self.assertEqual(self.app.events(), [])
                # In one go, so that the other still closes while this one is pulled.
                for travel in (10, 60, 120):
                    pointer.to((x - travel, y))
                self.app.until(lambda: self.app.events(ROW), 'the row closing')
                pointer.up()
                self.app.rest()
                self.assertEqual(self.app.events()[0], CLOSING[0])
                self.assertEqual(self.app.events(7), [('willOpen', 7, 'trailing'), ('didOpen', 7, 'trailing')])
                self.assertEqual(self.app.events(ROW), CLOSING)
                # Neither waited for the other.
                order = [line['row'] for line in self.app.said('offset')]
                self.assertLess(order.index(7), len(order) - 1 - order[::-1].index(ROW))
                self.assertEqual(self.app.said('selected', 'activated'), [])

    def test_another_rows_pan_that_is_not_carried_out_leaves_it_closed(self):
        for pointer in self.pointers():
            with self.subTest(pointer=pointer):
                self.open()
                self.go(pointer, 7, -10, -40, -12, up=False)
                self.hold_still()
                pointer.up()
                self.app.rest()
                self.assertEqual(self.app.events(), CLOSING)

    def test_calls_report_like_gestures(self):
        self.begin_anew()
        self.app.tell(f'open {ROW} trailing')
        self.app.rest()
        self.app.tell(f'open {ROW} trailing')
        self.app.rest()
        self.assertEqual(self.app.events(), OPENING)
        self.app.tell('open 7 leading')
        self.app.rest()
        self.app.tell('close')
        self.app.tell('close')
        self.app.rest()
        self.assertEqual(self.app.events(ROW), OPENING + CLOSING)
        self.assertEqual([name for name, _, _ in self.app.events(7)], ['willOpen', 'didOpen', 'willClose', 'didClose'])

    def test_a_will_may_be_superseded(self):
        self.begin_anew()
        self.app.tell(f'open {ROW} trailing')
        self.app.tell('close')
        self.app.rest()
        self.assertEqual(self.app.events(), [OPENING[0], *CLOSING])


class Several(OneRowCase):
    def test_rows_open_and_close_independently(self):
        self.start('--still', '--style', 'several')
        for pointer in self.pointers():
            with self.subTest(pointer=pointer):
                self.begin_anew()
                self.go(pointer, 3, -10, -60, -130)
                self.go(pointer, 5, 10, 60, 130)
                self.assertEqual(self.app.open_rows(), {3: 'trailing', 5: 'leading'})
                self.go(pointer, 3, 10, 60, 130)
                self.assertEqual(self.app.open_rows(), {5: 'leading'})


class Resizing(OneRowCase):
    def test_the_row_stays_open_at_the_new_trays_width(self):
        self.start('--still')
        self.open()
        for width in (220, 400, 900):
            with self.subTest(width=width):
                self.app.tell(f'resize {width}')
                self.app.until(lambda: self.app.row(0).extents[2] == width, 'the window at its new width')
                # Its own check compares the offset with the tray.
                self.app.rest()
                self.assertEqual(self.app.events(), [])


class InAPopover(OneRowCase):
    """A list in a popover, whose window is the popover: what is around it there closes the row."""

    def setUp(self):
        super().setUp()
        self.label = self.start_in_popover()

    def drag_open(self, pointer):
        self.app.forget()
        self.go(pointer, 2, -10, -60, -140)
        self.assertEqual(self.app.open_rows(), {2: 'trailing'})
        self.app.forget()

    def test_a_press_beside_the_list(self):
        for pointer in self.pointers():
            with self.subTest(pointer=pointer):
                self.drag_open(pointer)
                self.stroke(pointer, self.label)
                self.assertEqual([event[0] for event in self.app.events()], ['willClose', 'didClose'])
                self.assertEqual(self.app.said('popped'), [])

    def test_escape_closes_the_row_and_then_the_popover(self):
        self.drag_open(self.hand.mouse())
        self.hand.keys('Escape')
        self.app.until(lambda: [event[0] for event in self.app.events()] == ['willClose', 'didClose'], 'the row closed')
        self.assertEqual(self.app.said('popped'), [])
        self.hand.keys('Escape')
        self.app.until(lambda: self.app.last('popped') is False, 'the popover gone')


if __name__ == '__main__':
    unittest.main()
