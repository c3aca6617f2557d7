"""Long swipes one after the other at one height of the screen, faster than the rows leave: each takes the row that stood there next."""

import unittest

from harness.stand import TOUCH_LOST, StandCase
from harness.sway import SwayDesk

SWIPES = 20
# A swipe of 120 ms, and the hand's way back.
STEPS, STEP_SECONDS, BACK_SECONDS = 12, 0.010, 0.1
FIRST, DISTANCE = 2, 340


class RhythmCase(StandCase):
    forgiven = ()

    def setUp(self):
        super().setUp()
        self.start('--long', '--outcome=remove', '--rows=60', forgiven=self.forgiven)

    def swipe_in_rhythm(self, down, to, up, back=lambda: None):
        for _ in range(SWIPES):
            with self.hand.motion():
                down()
                for step in range(1, STEPS + 1):
                    self.hand.pause(STEP_SECONDS)
                    to(-DISTANCE * step / STEPS)
                up()
            self.hand.pause(BACK_SECONDS)
            back()
        self.expect_taken()

    def expect_taken(self):
        # What is missing then would come within the time of one row's way out.
        self.app.until_still()
        self.app.rest()
        rows = list(range(FIRST, FIRST + SWIPES))
        self.assertEqual([line['row'] for line in self.app.said('ran')], rows)
        self.assertEqual(sorted(line['taken'] for line in self.app.said('taken')), rows)
        self.assertEqual(self.app.said('scrolled', 'activated'), [])
        self.assertEqual(self.app.names()[:4], [f'Row {n}' for n in (0, 1, FIRST + SWIPES, FIRST + SWIPES + 1)])

    def pointer_in_rhythm(self, pointer):
        x, y = self.at(FIRST, 0.95)
        self.swipe_in_rhythm(lambda: pointer.down((x, y)), lambda dx: pointer.to((x + dx, y)), pointer.up)


class MouseRhythm(RhythmCase):
    def test_by_mouse(self):
        self.pointer_in_rhythm(self.hand.mouse())


class FingerRhythm(RhythmCase):
    # A row may go away under the finger that takes the next one.
    forgiven = (TOUCH_LOST,)

    def test_by_finger(self):
        self.pointer_in_rhythm(self.hand.finger())


class TouchpadRhythm(RhythmCase):
    kind = SwayDesk

    def test_by_touchpad(self):
        self.hand.point(self.at(FIRST, 0.5))
        gone = 0

        def to(dx):
            nonlocal gone
            self.hand.nudge(dx - gone)
            gone = dx

        def down():
            nonlocal gone
            gone = 0
        # GTK would make one swipe of two that it takes in at once.
        self.swipe_in_rhythm(down, to, self.hand.lift_two_fingers, back=self.app.sync)


if __name__ == '__main__':
    unittest.main()
