"""Two fingers on a touchpad, which only Wayland can tell from a wheel; and the mouse and its wheel there."""

import itertools
import os
import unittest

from harness.case import REVEAL, DesktopCase
from harness.resting import RestingFingers
from harness.stand import StandCase
from harness.sway import SwayDesk

# Beyond the half of a tray where a release opens: short of it, and short but enough for a fling.
SHORT, FLING = 40, 56
# Motions of the steps that a hand makes, to the side for each px up: at the ratio that divides a pan from a scroll, and about it.
AT_THE_RATIO, ABOVE_IT, BELOW_IT = (6, -5), (6, -4.875), (6, -5.125)

# How far a scroller of GTK goes for each px of two fingers.
GTK_PACE = 2.5
# Longer than the 0.15 s by whose motions it goes on after the fingers, seconds.
GTK_REST = 0.2


class WaylandCase(StandCase):
    kind = SwayDesk

    def over(self, number):
        """Puts the pointer on a row."""
        self.hand.point(self.app.place(self.app.row(number)))

    def two_fingers_on(self, number, *way, **options):
        self.over(number)
        self.hand.two_fingers(*way, **options)

    def scroll_by(self, first, step):
        """Two fingers move by `first` and 20 times by `step`, and rest before they lift."""
        with self.hand.motion():
            for way in (first, *[step] * 20):
                self.hand.nudge(*way)
                self.app.sync()
                self.hand.pause()
            self.hand.pause(GTK_REST)
            self.hand.lift_two_fingers()
        self.app.until_still()

    def until_said(self, *events):
        """Waits until exactly these events came."""
        self.app.until(lambda: len(self.app.events()) >= len(events), f'{events}')
        self.assertEqual(self.app.events(), list(events))

    def until_at(self, row, offset):
        """Waits until the front of the row stands there, whatever GDK made of the motions."""
        self.app.until(lambda: abs(self.app.offset(row) - offset) < 0.1, f'row {row} at {offset}')

    def until_scrolled(self, beyond=0.0):
        self.app.until(lambda: (self.app.last('scrolled') or 0) > beyond, f'the list scrolled beyond {beyond}')

    def nothing_panned(self):
        self.assertEqual((self.app.said('offset'), self.app.events()), ([], []))


class InAPopover(WaylandCase):
    def test_fingers_that_came_down_beside_the_list_move_no_row(self):
        label = self.start_in_popover()
        self.hand.point(label)
        self.hand.two_fingers((-8, 0), lift=False)
        self.app.sync()
        self.hand.point(self.at(2))
        self.app.sync()
        self.hand.two_fingers((-REVEAL, 0))
        self.app.rest()
        self.nothing_panned()
        self.hand.two_fingers((-REVEAL, 0))
        self.until_said(('willOpen', 2, 'trailing'), ('didOpen', 2, 'trailing'))


class Panning(WaylandCase):
    def test_left_reveals_the_trailing_tray(self):
        self.start()
        self.two_fingers_on(3, (-REVEAL, 0))
        self.until_said(('willOpen', 3, 'trailing'), ('didOpen', 3, 'trailing'))
        self.assertEqual(self.app.said('scrolled'), [])

    def test_right_reveals_the_leading_tray(self):
        self.start()
        self.two_fingers_on(3, (REVEAL, 0))
        self.until_said(('willOpen', 3, 'leading'), ('didOpen', 3, 'leading'))

    def test_right_to_left_mirrors_the_sides_and_not_the_fingers(self):
        self.start('--right-to-left')
        self.two_fingers_on(3, (-REVEAL, 0))
        self.until_said(('willOpen', 3, 'leading'), ('didOpen', 3, 'leading'))

    def test_the_front_goes_with_the_fingers_px_by_px(self):
        self.start()
        self.two_fingers_on(3, (64, 0), lift=False)
        # The first step decides, and moves nothing.
        self.app.until(lambda: 64 - 16 <= self.app.offset(3) <= 64 - 4, 'the front where the fingers are, less the slop')
        self.app.until_still()
        first = self.app.offset(3)
        self.hand.two_fingers((37, 0), lift=False)
        self.until_at(3, first + 37)
        self.hand.two_fingers((-50, 3), lift=False)
        self.until_at(3, first - 13)
        # At rest for as long as they like, they are still the fingers of this gesture.
        self.app.until_still()
        self.hand.two_fingers((REVEAL - 64, 0))
        self.until_said(('willOpen', 3, 'leading'), ('didOpen', 3, 'leading'))

    def test_short_way_falls_back(self):
        self.start()
        self.two_fingers_on(3, (-SHORT, 0))
        self.app.until(lambda: self.app.said('offset') and self.app.offset(3) == 0, 'the front back')
        self.assertLess(min(line['offset'] for line in self.app.said('offset')), 16 - SHORT)
        self.assertEqual(self.app.events(), [])

    def test_fling_opens(self):
        self.start()
        self.two_fingers_on(3, (-FLING, 0), rest=False)
        self.until_said(('willOpen', 3, 'trailing'), ('didOpen', 3, 'trailing'))

    def test_fling_is_not_scrolled_on(self):
        self.start()
        self.two_fingers_on(3, *[ABOVE_IT] * 12, rest=False)
        self.until_said(('willOpen', 3, 'leading'), ('didOpen', 3, 'leading'))
        self.assertEqual(self.app.said('scrolled'), [])

    def test_along_what_offers_to_undo_they_move_nothing(self):
        self.start('--outcome=undo', '--long')
        self.two_fingers_on(3, (-340, 0))
        row, = self.app.until(lambda: self.app.rows('Trashed'), 'a row that can be brought back')
        self.app.until_still()
        # All but the scroll bar, which fades away at a time of its own.
        left, _, width, _ = self.app.area(row)
        area = left, 0, width - 20, self.app.area(self.app.row(8))[1]
        before = self.desk.pixels(area)
        self.hand.two_fingers((80, 0), lift=False)
        # Nor does the list look as if it had come to its edge.
        self.app.until_still()
        self.assertTrue(self.desk.pixels(area) == before, 'something moved')
        self.hand.two_fingers((-80, 0))
        # GDK makes one event of all scrolling within a frame, in which the end of one and the beginning of the next would be lost.
        self.app.sync()
        self.assertEqual(self.app.said('scrolled'), [])
        self.hand.two_fingers((0, -60))
        self.until_scrolled()

    def test_another_sequence_closes_again(self):
        self.start()
        self.two_fingers_on(3, (-REVEAL, 0))
        self.until_said(('willOpen', 3, 'trailing'), ('didOpen', 3, 'trailing'))
        self.hand.two_fingers((REVEAL, 0))
        self.until_said(('willOpen', 3, 'trailing'), ('didOpen', 3, 'trailing'), ('willClose', 3, 'trailing'), ('didClose', 3, 'trailing'))

    def test_pan_closes_the_other_open_row_at_once(self):
        self.start()
        self.two_fingers_on(3, (-REVEAL, 0))
        self.until_said(('willOpen', 3, 'trailing'), ('didOpen', 3, 'trailing'))
        self.two_fingers_on(5, (SHORT, 0), lift=False)
        self.app.until(lambda: ('didClose', 3, 'trailing') in self.app.events(), 'the other row closed')
        self.hand.two_fingers((REVEAL, 0))
        self.app.until(lambda: ('didOpen', 5, 'leading') in self.app.events(), 'the row open')
        self.assertEqual(self.app.open_rows(), {5: 'leading'})

    def test_a_drift_across_takes_no_pan_away(self):
        self.start()
        self.two_fingers_on(3, (-SHORT, 0), lift=False)
        for step in ((0, -REVEAL), (-SHORT, 2 * REVEAL), (0, -REVEAL)):
            self.hand.nudge(*step)
            self.app.sync()
        self.hand.two_fingers((-REVEAL, -SHORT))
        self.until_said(('willOpen', 3, 'trailing'), ('didOpen', 3, 'trailing'))
        self.assertEqual(self.app.said('scrolled'), [])

    def test_first_and_last_row(self):
        self.start()
        self.two_fingers_on(0, (-REVEAL, 0))
        self.app.until(lambda: ('didOpen', 0, 'trailing') in self.app.events(), 'the first row open')
        self.app.tell('scroll 1000000')
        self.app.until_still()
        self.two_fingers_on(59, (REVEAL, 0))
        self.app.until(lambda: ('didOpen', 59, 'leading') in self.app.events(), 'the last row open')
        self.assertEqual(self.app.open_rows(), {59: 'leading'})

    def test_less_than_the_slop_does_nothing(self):
        self.start()
        for way in ((3, 0), (0, 3), (-REVEAL, 0)):
            self.two_fingers_on(3, way)
            self.app.sync()
        self.until_said(('willOpen', 3, 'trailing'), ('didOpen', 3, 'trailing'))
        self.assertGreaterEqual(0, max(line['offset'] for line in self.app.said('offset')))


class Deciding(WaylandCase):
    def pans(self, step, side):
        self.start()
        self.app.tell('scroll 300')
        self.app.until_still()
        count, number = self.app.count('scrolled'), 10
        self.two_fingers_on(number, *[step] * 24)
        self.until_said(('willOpen', number, side), ('didOpen', number, side))
        self.assertEqual(self.app.count('scrolled'), count)

    def scrolls(self, step):
        self.start()
        self.two_fingers_on(10, *[step] * 24)
        self.until_scrolled(24)
        self.app.until_still()
        self.nothing_panned()

    def test_at_the_ratio_it_pans(self):
        self.pans(AT_THE_RATIO, 'leading')

    def test_above_the_ratio_it_pans(self):
        self.pans(ABOVE_IT, 'leading')

    def test_above_the_ratio_to_the_left_and_down_it_pans(self):
        self.pans((-ABOVE_IT[0], -ABOVE_IT[1]), 'trailing')

    def test_below_the_ratio_it_scrolls(self):
        self.scrolls(BELOW_IT)

    def test_diagonally_it_scrolls(self):
        self.scrolls((-5, -5))

    def test_what_scrolls_never_pans_until_the_fingers_lift(self):
        self.start()
        self.two_fingers_on(5, (0, -SHORT), (-REVEAL, 0), (REVEAL, 0), lift=False)
        self.until_scrolled()
        self.hand.two_fingers((-REVEAL, 0))
        self.app.until_still()
        self.nothing_panned()
        self.hand.two_fingers((-REVEAL, 0))
        self.app.until(lambda: [event for event, _, _ in self.app.events()] == ['willOpen', 'didOpen'], 'the next sequence panning')

    def test_what_pans_never_scrolls_until_the_fingers_lift(self):
        self.start()
        self.two_fingers_on(5, (-SHORT, 0), (0, -REVEAL), (-REVEAL, -REVEAL))
        self.until_said(('willOpen', 5, 'trailing'), ('didOpen', 5, 'trailing'))
        self.assertEqual(self.app.said('scrolled'), [])

    def test_what_is_held_back_until_it_is_known_to_scroll_is_scrolled(self):
        self.start('--long')
        self.over(5)
        for first in ((0, -14), (-3, -2.6), (-0.4, 0)):
            self.scrolls_from_the_first_on(first)

    def test_a_style_of_discrete_swipes_holds_no_more_back(self):
        self.start('--long', '--style=swipeDetection')
        self.over(5)
        for first in ((0, -14), (-3, -2.6), (-0.4, 0)):
            self.scrolls_from_the_first_on(first)
        # It may become a swipe for longer, and the list then goes on from where it is.
        self.scroll_by((-30, 0), (0, -14))
        places = [0, *(line['scrolled'] for line in self.app.said('scrolled'))]
        self.assertGreater(places[-1], GTK_PACE * 200)
        self.assertLessEqual(max(now - before for before, now in itertools.pairwise(places)), GTK_PACE * 14 + 1)
        self.nothing_panned()

    def scrolls_from_the_first_on(self, first):
        self.scroll_by(first, (0, -14))
        self.assertAlmostEqual(self.app.last('scrolled'), -GTK_PACE * (first[1] - 280), delta=1, msg=f'{first}')
        self.nothing_panned()
        self.begin_anew()

    def test_scrolling_goes_on_after_the_fingers(self):
        self.start()
        self.two_fingers_on(5, (0, -200), lift=False)
        self.until_scrolled()
        self.app.until_still()
        followed = self.app.last('scrolled')
        self.hand.two_fingers((0, -100), rest=False)
        # A tenth more than the fingers went, by what the list made of their first way.
        self.until_scrolled(followed * (1 + 1.1 * 100 / 200))
        self.nothing_panned()

    def test_scrolling_closes_the_open_row(self):
        self.start()
        self.app.tell('open 3 trailing')
        self.until_said(('willOpen', 3, 'trailing'), ('didOpen', 3, 'trailing'))
        self.two_fingers_on(6, (0, -SHORT))
        self.until_said(('willOpen', 3, 'trailing'), ('didOpen', 3, 'trailing'), ('willClose', 3, 'trailing'), ('didClose', 3, 'trailing'))

    def test_a_side_without_actions_is_the_outer_scrollers(self):
        self.start('--outer', '--sides=trailing')
        self.app.until(lambda: self.app.last('outer') == 400, 'the list in the middle')
        self.app.until_still()
        self.two_fingers_on(3, (SHORT, 0))
        self.app.until(lambda: self.app.last('outer') < 400, 'the outer scroller moved')
        self.app.until_still()
        self.nothing_panned()

    def test_what_is_held_back_is_the_outer_scrollers_too(self):
        self.start('--outer', '--sides=trailing')
        self.app.until(lambda: self.app.last('outer') == 400, 'the list in the middle')
        self.app.until_still()
        self.over(3)
        self.scroll_by((3, 1), (5, 0))
        self.assertAlmostEqual(self.app.last('outer'), 400 - GTK_PACE * 103, delta=1)
        self.nothing_panned()

    def test_the_other_side_beneath_an_outer_scroller_is_the_rows(self):
        self.start('--outer', '--sides=trailing')
        self.app.until(lambda: self.app.last('outer') == 400, 'the list in the middle')
        self.app.until_still()
        self.two_fingers_on(3, (-REVEAL, 0), rest=False)
        self.until_said(('willOpen', 3, 'trailing'), ('didOpen', 3, 'trailing'))
        self.app.until_still()
        self.assertEqual(self.app.last('outer'), 400)

    def test_rows_without_actions_pan_to_neither_side(self):
        self.start('--sides=none')
        self.over(3)
        for way in ((REVEAL, 0), (-REVEAL, 0), (0, -REVEAL)):
            self.hand.two_fingers(way)
            self.app.sync()
        self.until_scrolled()
        self.nothing_panned()


    def test_what_scrolls_sideways_in_a_front_does(self):
        self.start('--own-drags', '--width=1000')
        self.hand.point(self.app.place(self.app.row(3).all(matching=lambda node: node.name == 'Strip')[-1]))
        self.hand.two_fingers((-REVEAL, 0))
        self.app.until(lambda: (self.app.last('strip', 3) or 0) > SHORT, 'the strip scrolled')
        self.app.until_still()
        self.nothing_panned()


class Breaking(WaylandCase):
    """What becomes of two fingers when their row, their window or their end is lost."""

    def begin(self):
        self.start()
        self.two_fingers_on(3, (-REVEAL, 0), lift=False)
        self.app.until(lambda: self.app.offset(3) < 16 - REVEAL, 'the front with the fingers')

    def next_one_pans(self, number):
        self.two_fingers_on(number, (REVEAL, 0))
        self.app.until(lambda: ('didOpen', number, 'leading') in self.app.events(), 'the next row open')
        self.assertEqual(self.app.open_rows(), {number: 'leading'})

    def test_row_removed(self):
        self.begin()
        self.app.tell('remove 3')
        self.hand.two_fingers((-SHORT, 0))
        self.app.until_still()
        self.assertEqual(self.app.events(), [])
        self.next_one_pans(5)

    def test_window_hidden(self):
        self.begin()
        self.app.tell('hide')
        self.app.until(lambda: self.app.last('mapped') is False and self.app.offset(3) == 0, 'the row closed')
        self.hand.lift_two_fingers()
        self.assertEqual(self.app.events(), [])
        self.app.tell('show')
        self.app.until(lambda: self.app.last('mapped'), 'the window')
        self.app.until_still()
        self.next_one_pans(5)

    def test_lifted_outside_the_window(self):
        self.begin()
        self.hand.point((5, 5))
        self.hand.lift_two_fingers()
        self.next_one_pans(5)
        self.app.until(lambda: self.app.offset(3) == 0, 'the first row closed')

    def test_mouse_pressed_meanwhile_changes_nothing(self):
        self.begin()
        self.hand.press()
        self.hand.release()
        self.hand.lift_two_fingers()
        self.until_said(('willOpen', 3, 'trailing'), ('didOpen', 3, 'trailing'))


class Resting(WaylandCase):
    """Fingers that rest on the touchpad before they scroll, between two scrolls and for themselves: GTK begins a scroll with them."""

    arguments = ()

    def setUp(self):
        super().setUp()
        self.fingers = RestingFingers(os.path.join(self.home, 'wire'), self.desk.environment(self.home)['WAYLAND_DISPLAY'])
        self.addCleanup(self.fingers.close)
        self.start(*self.arguments, variables={'WAYLAND_DISPLAY': self.fingers.path})
        self.over(3)
        self.app.sync()

    def rest_and_move_off(self, fingers):
        self.fingers.down(fingers)
        self.app.sync()
        self.fingers.move_off()

    def opens_and_closes(self, fingers=None):
        """A swipe opens the row, before the last half of which so many fingers come to rest and do not lift, and another closes it."""
        self.hand.two_fingers((-REVEAL / 2, 0), lift=False)
        if fingers:
            self.fingers.down(fingers)
        self.hand.two_fingers((-REVEAL / 2, 0))
        self.until_said(('willOpen', 3, 'trailing'), ('didOpen', 3, 'trailing'))
        if fingers:
            self.fingers.move_off()
        self.hand.two_fingers((REVEAL, 0))
        self.until_said(*[(event, 3, 'trailing') for event in ('willOpen', 'didOpen', 'willClose', 'didClose')])
        self.app.rest()
        self.app.forget()

    def test_a_swipe_pans_after_a_rest_of_one_finger_or_two(self):
        for fingers in (1, 2):
            self.rest_and_move_off(fingers)
            self.opens_and_closes()
            self.rest_and_move_off(fingers)
            self.app.until_still()
            self.opens_and_closes(fingers)
            self.fingers.down(fingers)
            self.fingers.up()
            self.opens_and_closes()
            self.fingers.down(fingers)
            self.opens_and_closes()
            self.fingers.up()

    def test_a_rest_alone_pans_nothing_and_what_scrolls_after_it_scrolls(self):
        for fingers in (1, 2, 3):
            self.rest_and_move_off(fingers)
            self.fingers.down(fingers)
            self.fingers.up()
        self.app.sync()
        self.nothing_panned()
        self.rest_and_move_off(2)
        self.hand.two_fingers((0, -SHORT), (-REVEAL, 0), lift=False)
        self.until_scrolled()
        self.hand.lift_two_fingers()
        self.app.until_still()
        self.nothing_panned()


class RestingInABox(Resting):
    """A scroller around the group would take all that follows a rest before the group saw it."""

    arguments = ('--container=boxed',)


class MouseAndWheel(WaylandCase):
    def test_mouse_drags_to_either_side(self):
        self.start()
        self.drag(self.app.row(3), -REVEAL)
        self.until_said(('willOpen', 3, 'trailing'), ('didOpen', 3, 'trailing'))
        self.drag(self.app.row(5), REVEAL)
        self.app.until(lambda: ('didOpen', 5, 'leading') in self.app.events(), 'the other row open')
        self.assertEqual(self.app.open_rows(), {5: 'leading'})

    def test_wheel_scrolls_and_closes_the_open_row(self):
        self.start()
        self.app.tell('open 3 trailing')
        self.until_said(('willOpen', 3, 'trailing'), ('didOpen', 3, 'trailing'))
        self.over(6)
        self.hand.wheel(2)
        self.until_scrolled()
        self.app.until(lambda: ('didClose', 3, 'trailing') in self.app.events(), 'the row closed')

    def never_pans(self, **turn):
        self.start()
        self.over(3)
        self.hand.wheel(8, **turn)
        self.hand.wheel(8, sideways=-turn.pop('sideways'), **turn)
        # The program has seen all of it when it has seen what came after.
        self.hand.wheel(1)
        self.until_scrolled()
        self.nothing_panned()

    def test_horizontal_wheel_never_pans(self):
        self.never_pans(sideways=1)

    def test_tilted_wheel_never_pans(self):
        self.never_pans(sideways=1, tilt=True)

    def test_wheel_with_shift_never_pans(self):
        self.start()
        self.over(3)
        self.hand.hold('Shift')
        self.hand.wheel(8)
        self.hand.let_up('Shift')
        self.assertEqual(self.app.said('scrolled'), [])
        self.hand.wheel(1)
        self.until_scrolled()
        self.nothing_panned()


class Mail(DesktopCase):
    kind = SwayDesk

    def test_two_fingers_reveal_the_actions_of_a_letter(self):
        self.letters()
        before = self.mailbox.messages()
        self.start()
        self.hand.point(self.app.place(self.app.row('Sunday lunch')))
        self.hand.two_fingers((REVEAL, 0))
        self.until_open('Sunday lunch', 'Archive', 'Mark as Read')
        self.hand.two_fingers((-REVEAL, 0))
        self.until_closed()
        self.assertEqual(self.mailbox.messages(), before)


if __name__ == '__main__':
    unittest.main()
