"""What the seeds do and the standard style does not, by hand: panning and scrolling in one gesture, no snapping, a press elsewhere that is
swallowed, a resize that closes."""

import unittest

from harness.hand import along
from harness.stand import StandCase
from test_touchpad import WaylandCase

ROW = 8


class SeedCase(StandCase):
    arguments = ()

    def start_anew(self, *arguments):
        """Starts RowStand in place of the one that runs."""
        if self.app:
            self.app.end()
        self.start(*self.arguments, *arguments)


class PanAndScroll(SeedCase):
    """"Playing Nicer With the Table View": a finger may pan a row and scroll the list in one gesture."""

    def go_at(self, degrees, style):
        self.start_anew('--still', f'--style={style}')
        finger = self.hand.finger()
        steps = [along((0, 0), degrees, length) for length in (9, 20, 40, 80, 120)]
        offset = self.go(finger, ROW, *steps, up=False)[-1]
        self.hold_still(frames=12)
        finger.up()
        self.app.rest()
        self.assertEqual(self.app.said('selected', 'activated'), [])
        return offset, self.app.count('scrolled') > 0

    def test_a_finger_that_moves_up_scrolls(self):
        for style in ('swipeableCell', 'dnsSwipeableCell', 'standard', 'sparrowlike', 'teehanLax'):
            with self.subTest(style=style):
                offset, scrolls = self.go_at(92, style)
                self.assertTrue(scrolls)
                self.assertLess(abs(offset), 8)

    def test_a_finger_that_moves_aslant_does_both_in_the_tutorials_styles_alone(self):
        for style, both in (('swipeableCell', True), ('standard', False), ('sparrowlike', False)):
            with self.subTest(style=style):
                offset, scrolls = self.go_at(142, style)
                self.assertLess(offset, -20)
                self.assertEqual(scrolls, both)

    def test_a_finger_along_the_row_pans_and_clicks_nothing(self):
        offset, scrolls = self.go_at(180, 'swipeableCell')
        self.assertLess(offset, -100)
        self.assertFalse(scrolls)


class PanAndScrollAroundABox(PanAndScroll):
    """The scroller is around the group."""

    arguments = ('--container=boxed',)


class PanAndScrollByTouchpad(WaylandCase):
    def test_two_fingers_aslant_do_both(self):
        self.start('--style=swipeableCell')
        self.two_fingers_on(4, *[(-8, -8)] * 12)
        self.until_scrolled()
        self.app.rest()
        self.assertGreater(self.app.count('offset'), 0)


class SwallowedTouchpad(WaylandCase):
    def test_two_fingers_on_another_row_close_and_scroll_nothing(self):
        self.start('--style=teehanLax')
        self.app.tell('open 2 trailing')
        self.app.rest()
        self.app.forget()
        self.two_fingers_on(5, *[(0, -10)] * 8)
        self.app.until(lambda: self.app.open_rows() == {}, 'the row closed')
        self.app.rest()
        self.assertEqual(self.app.said('scrolled'), [])
        self.two_fingers_on(5, *[(0, -10)] * 8)
        self.until_scrolled()


class NoSnapping(StandCase):
    def test_a_front_rests_where_it_is_let_go_and_is_picked_up_there(self):
        self.start('--style=stays', '--still')
        for pointer in self.pointers():
            with self.subTest(pointer=pointer):
                self.begin_anew()
                before = self.go(pointer, ROW, -20, -70)[-1]
                self.assertLess(before, -40)
                # X tells of places in parts of a pixel, and a front rests at a whole one.
                self.assertAlmostEqual(self.app.offset(ROW), before, places=2)
                after = self.go(pointer, ROW, 20, 40, across=0.3)
                # It starts to move where the gesture was decided.
                self.assertAlmostEqual(after[-1] - before, 20, delta=0.2)
                self.assertEqual(self.app.offset(ROW), after[-1])
                self.app.tell('close')
                self.app.rest()


class PressElsewhere(SeedCase):
    def test_it_is_swallowed_where_the_style_says_so(self):
        for style, swallows in (('teehanLax', True), ('standard', False)):
            self.start_anew('--still', f'--style={style}', '--rows=6')
            for pointer in self.pointers():
                for place in (self.at(4), self.at(9)):
                    with self.subTest(style=style, pointer=pointer, place=place):
                        self.app.tell('open 2 trailing')
                        self.app.rest()
                        self.app.forget()
                        self.stroke(pointer, place)
                        self.app.until(lambda: self.app.open_rows() == {}, 'the row closed')
                        if swallows:
                            self.assertEqual(self.app.said('selected', 'activated'), [])
                        elif place == self.at(4):
                            self.app.until(lambda: self.app.said('selected'), 'the click')
                        # The next press does what it does again.
                        self.stroke(pointer, self.at(1))
                        self.app.until(lambda: self.app.said('selected'), 'the row clicked')
                        self.stroke(pointer, self.at(0))
                        self.app.forget()

    def test_no_other_row_pans_and_nothing_scrolls_until_it_is_let_go(self):
        self.start_anew('--still', '--style=teehanLax')
        for pointer in self.pointers():
            with self.subTest(pointer=pointer):
                self.begin_anew()
                self.app.tell('open 2 trailing')
                self.app.rest()
                self.app.forget()
                shown = self.go(pointer, 5, -20, -90)
                self.assertEqual(shown, [0, 0])
                self.app.tell('open 2 trailing')
                self.app.rest()
                self.app.forget()
                self.go(pointer, ROW, (0, -20), (0, -90), up=False)
                self.hold_still(frames=12)
                pointer.up()
                self.app.rest()
                self.assertEqual(self.app.said('scrolled', 'selected'), [])
                self.assertEqual(self.app.open_rows(), {})


class PressElsewhereAroundABox(PressElsewhere):
    arguments = ('--container=boxed',)


class Resize(SeedCase):
    def test_another_width_closes_where_the_style_says_so(self):
        for style, closes in (('resizeCloses', True), ('standard', False)):
            with self.subTest(style=style):
                self.start_anew('--still', f'--style={style}')
                self.app.tell('open 2 trailing')
                self.app.rest()
                self.app.tell('resize 520')
                if closes:
                    self.app.until(lambda: self.app.open_rows() == {}, 'the row closed')
                else:
                    self.app.rest()
                    self.assertEqual(self.app.open_rows(), {2: 'trailing'})


del WaylandCase

if __name__ == '__main__':
    unittest.main()
