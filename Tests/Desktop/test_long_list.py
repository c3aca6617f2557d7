"""A list of 100,000 rows: scrolled faster than it is drawn, and with a row open while the rows around it come and go."""

import unittest

from harness.stand import TOUCH_LOST, StandCase

ROWS, HEIGHT, PAGE = 100_000, 48, 600
DEEP = 2_000_000


class Scrolling(StandCase):
    """Scrolling up, which on GTK 4.8 snaps to the end when the list hears of it twice between two layouts."""

    def setUp(self):
        super().setUp()
        self.start('--rows', str(ROWS), forgiven=[TOUCH_LOST])
        self.scroll_to(DEEP)

    def scroll_to(self, place):
        self.app.tell(f'scroll {place}')
        self.app.until(lambda: self.app.last('scrolled') == place, f'the list at {place}')
        self.app.until_still()
        self.before = self.app.count('scrolled')

    def places(self):
        """Where the list has been since `scroll_to`, in order."""
        return [line['scrolled'] for line in self.app.said('scrolled')[self.before:]]

    def assert_only_up(self, start=DEEP):
        places = [start, *self.places()]
        # The list rounds its place to whole pixels.
        wrong = [(one, next) for one, next in zip(places, places[1:]) if next >= one + 1]
        self.assertEqual(wrong, [], 'the list went down')

    def test_a_wheel(self):
        self.hand.point(self.app.spot(200, 300))
        self.hand.turn(-1)
        for _ in range(20):
            self.hand.turn(-20)
        # One notch is the page's height to the power of 2/3.
        self.app.until(lambda: self.app.last('scrolled') < DEEP - 400 * 60, 'the list far up')
        self.app.until_still()
        self.assert_only_up()

    def test_a_finger(self):
        for _ in range(4):
            self.hand.flick(self.app.spot(200, 150), self.app.spot(200, 450), steps=60)
        self.app.until(lambda: self.app.last('scrolled') < DEEP - 4 * 250, 'the list up')
        self.app.until_still()
        self.assert_only_up()

    def test_the_scrollbar(self):
        at = PAGE * DEEP / (ROWS * HEIGHT)
        self.hand.point(self.app.spot(396, at))
        self.app.until_still()
        self.hand.press()
        self.hand.point(self.app.spot(396, at - 1))
        # The slider's length is rounded, so it takes hold of the list a little off.
        self.app.until(self.places, 'the list to follow')
        first = self.places()[-1]
        self.before = self.app.count('scrolled')
        for step in range(1, 100):
            self.hand.point(self.app.spot(396, at - step))
        self.hand.release()
        self.app.until(lambda: self.app.last('scrolled') < first - 90 * ROWS * HEIGHT / PAGE, 'the list far up')
        self.app.until_still()
        self.assert_only_up(first)

    def test_keys(self):
        self.hand.click(self.app.spot(200, 300))
        self.app.until(lambda: self.app.last('selected'), 'a row selected')
        self.hand.keys(*['Page_Up'] * 40)
        # Twelve rows and a half fit the page: every stroke goes up by eleven, however many there are to a frame.
        self.app.until(lambda: self.app.last('selected') == [41672 - 40 * 11], 'the row 40 pages up')
        self.app.until_still()
        self.assert_only_up()
        self.hand.keys('End')
        self.app.until(lambda: self.app.last('scrolled') == ROWS * HEIGHT - PAGE, 'the end')
        self.hand.keys('Home')
        self.app.until(lambda: self.app.last('scrolled') == 0, 'the beginning')

    def test_a_row_half_in_sight(self):
        """Pressed, it stays where it is; let go, it has selection and focus."""
        self.scroll_to(41667 * HEIGHT + 24)
        self.hand.point(self.app.spot(200, 12))
        self.hand.press()
        self.hold_still()
        self.assertEqual(self.places(), [])
        self.hand.release()
        self.app.until(lambda: self.app.last('selected') == [41667] and self.app.focused() == 'Row 41667', 'the row chosen')

        self.scroll_to(41700 * HEIGHT)
        self.hand.touch(self.app.spot(200, PAGE - 12))
        self.hold_still()
        self.assertEqual(self.places(), [])
        self.hand.lift()
        self.app.until(lambda: self.app.last('selected') == [41712] and self.app.focused() == 'Row 41712', 'the row chosen')


class Changing(StandCase):
    """A row that is open while the list around it changes."""

    def test_sorting_filtering_and_removing(self):
        self.start('--rows', str(ROWS))
        self.app.tell('open 6')
        opened = [('willOpen', 6, 'trailing'), ('didOpen', 6, 'trailing')]
        self.app.until(lambda: self.app.events() == opened, 'row 6 open')
        for change in ('sort down', 'filter 2', 'sort up', 'remove 4', 'insert 500000'):
            self.app.tell(change)
            self.app.until_still()
            self.assertEqual(self.app.open_rows(), {6: 'trailing'}, change)
        self.assertEqual(self.app.events(), opened)

        self.app.tell('filter 4')
        self.app.until(lambda: self.app.events()[2:] == [('willClose', 6, 'trailing'), ('didClose', 6, 'trailing')], 'row 6 closed')
        self.app.tell('filter')
        self.app.until_still()
        self.assertEqual(self.app.expanded(), [])


if __name__ == '__main__':
    unittest.main()
