"""Tracking, release and settle with a real mouse and finger: where the front stands, and where it goes."""

import unittest

from harness.stand import TRAY, StandCase

ROW = 4
# Seconds; longer than a frame.
STEP = 0.02


def band(pull, room):
    """What shows of a pull past a bound."""
    return (1 - 1 / (0.55 * pull / room + 1)) * room


class Tracking(StandCase):
    def test_one_to_one_to_the_tray_and_in_a_rubber_band_beyond(self):
        self.start('--still')
        for pointer in self.pointers():
            for way, across in ((1, 0.05), (-1, 0.95)):
                with self.subTest(pointer=pointer, way=way):
                    self.begin_anew()
                    travels = (10, 11, 50, 100, 10 + TRAY, 200, 250, 300, 360, 200, 30)
                    shown = self.go(pointer, ROW, *(way * travel for travel in travels), across=across)
                    for travel, offset in zip(travels, shown):
                        pull = travel - 10
                        expected = pull if pull <= TRAY else TRAY + band(pull - TRAY, self.width - TRAY)
                        self.assertAlmostEqual(offset, way * expected, delta=0.2)

    def test_past_0_from_an_open_row_no_other_tray_appears(self):
        self.start('--still')
        for pointer in self.pointers():
            with self.subTest(pointer=pointer):
                self.app.tell(f'open {ROW} trailing')
                self.app.rest()
                self.app.forget()
                shown = self.go(pointer, ROW, 10, 10 + TRAY / 2, 10 + TRAY, 110 + TRAY, 150 + TRAY, across=0.1, up=False)
                for offset, expected in zip(shown[1:], (-TRAY / 2, 0, band(100, self.width), band(140, self.width))):
                    self.assertAlmostEqual(offset, expected, delta=0.2)
                self.assertEqual(self.app.buttons('Archive'), [])
                # What the front uncovers there looks like the front.
                picture = self.app.picture(self.app.row(ROW))
                self.assertEqual(picture.at(10, 24), picture.at(int(self.width) - 10, 24))
                pointer.up()
                self.app.rest()
                self.assertEqual(self.app.events(), [('willClose', ROW, 'trailing'), ('didClose', ROW, 'trailing')])
                self.assertEqual(self.app.offset(ROW), 0)
                # A gesture of its own opens it.
                self.go(pointer, ROW, 10, 150, across=0.1)
                self.assertEqual(self.app.open_rows(), {ROW: 'leading'})

    def test_past_0_towards_a_side_without_actions(self):
        self.start('--still', '--sides', 'trailing')
        for pointer in self.pointers():
            with self.subTest(pointer=pointer):
                self.begin_anew()
                shown = self.go(pointer, ROW, -10, -60, 90, across=0.5, up=False)
                self.assertGreater(shown[-1], 20)
                picture = self.app.picture(self.app.row(ROW))
                self.assertEqual(picture.at(10, 24), picture.at(int(self.width) - 10, 24))
                pointer.up()
                self.app.rest()
                self.assertEqual(self.app.offset(ROW), 0)

    def test_right_to_left_mirrors(self):
        self.start('--still', '--right-to-left')
        for pointer in self.pointers():
            for way, side in ((-1, 'leading'), (1, 'trailing')):
                with self.subTest(pointer=pointer, side=side):
                    self.begin_anew()
                    shown = self.go(pointer, ROW, way * 10, way * 50, way * 150)
                    self.assertAlmostEqual(shown[1], 40 if side == 'leading' else -40, delta=0.1)
                    self.assertEqual(self.app.open_rows(), {ROW: side})
                    # And where a hand sees it.
                    names = ('Archive', 'Read') if side == 'leading' else ('Star', 'Trash')
                    lefts = [self.app.button(name).extents[0] for name in names]
                    self.assertGreater(lefts[0], lefts[1])
                    self.assertEqual(lefts[0] > self.width / 2, side == 'leading')
                    self.go(pointer, ROW, -way * 10, -way * 160)
                    self.assertEqual(self.app.open_rows(), {})


class Timed(StandCase):
    """The program shares the clock of the display server, which a motion of the hand holds: no frame is drawn but after a pause."""

    def start(self, *arguments):
        return super().start(*arguments, variables=self.desk.clock.variables)

    def draw_frame(self, act=lambda: None):
        """Does something that moves a row, or nothing if it moves by itself, and waits until it has moved."""
        count = len(self.app.said())

        def is_drawn():
            if len(self.app.said()) > count:
                return True
            # The frame was a little later.
            self.app.answer()
            self.hand.pause(0.005)
            return False
        act()
        self.hand.pause(STEP)
        self.app.until(is_drawn, 'a frame')

    def press(self, pointer, across=0.5):
        mark = self.app.mark()
        pointer.down(self.at(ROW, across))
        self.app.until_logged('pressed row', mark)

    def let_go_of(self, pointer):
        mark = self.app.mark()
        pointer.up()
        self.app.until_logged(r'released\(', mark)


class Release(Timed):
    def setUp(self):
        super().setUp()
        self.start('--still')

    def let_go(self, pointer, *travels, still=True):
        """Drags the row to these travels and lets go, at rest or in motion, and returns whether it is open then."""
        x, y = self.at(ROW)
        with self.hand.motion():
            self.press(pointer)
            # Too short to be a pan.
            pointer.to((x + travels[0], y))
            self.hand.pause(STEP)
            for travel in travels[1:]:
                self.draw_frame(lambda: pointer.to((x + travel, y)))
            if still:
                self.hand.pause(0.1)
            self.let_go_of(pointer)
        self.app.rest()
        return ROW in self.app.open_rows()

    def test_half_the_tray_opens_and_keeps_open(self):
        for pointer in self.pointers():
            for way in (1, -1):
                with self.subTest(pointer=pointer, way=way):
                    self.begin_anew()
                    self.assertFalse(self.let_go(pointer, way * 10, way * (10 + TRAY / 2 - 2)))
                    self.assertTrue(self.let_go(pointer, way * 10, way * (10 + TRAY / 2 + 2)))
                    self.assertTrue(self.let_go(pointer, -way * 10, -way * (10 + TRAY / 2 - 2)))
                    self.assertEqual(self.app.offset(ROW), way * TRAY)
                    self.assertFalse(self.let_go(pointer, -way * 10, -way * (10 + TRAY / 2 + 2)))
                    self.assertEqual(self.app.offset(ROW), 0)

    def test_a_fling_counts_from_a_fifth_of_the_tray(self):
        for pointer in self.pointers():
            with self.subTest(pointer=pointer):
                self.begin_anew()
                self.assertFalse(self.let_go(pointer, -10, -20, -30, -10 - 0.2 * TRAY + 1, still=False))
                self.assertTrue(self.let_go(pointer, -10, -20, -30, -10 - 0.2 * TRAY - 1, still=False))
                self.assertTrue(self.let_go(pointer, 10, 20, 30, 10 + 0.2 * TRAY - 1, still=False))
                self.assertFalse(self.let_go(pointer, 10, 25, 40, 55, still=False))

    def test_a_release_never_opens_the_other_side(self):
        for pointer in self.pointers():
            with self.subTest(pointer=pointer):
                self.begin_anew()
                self.assertFalse(self.let_go(pointer, 10, 110, 80, 50, 20, still=False))
                self.assertEqual(self.app.events(), [])
                self.app.tell(f'open {ROW} trailing')
                self.assertFalse(self.let_go(pointer, 10, 60, 110, 10 + TRAY, 40 + TRAY, still=False))
                self.assertEqual(self.app.offset(ROW), 0)

    def test_without_animations_a_settle_is_one_step(self):
        for pointer in self.pointers():
            with self.subTest(pointer=pointer):
                self.begin_anew()
                self.go(pointer, ROW, -10, -120, up=False)
                self.app.forget()
                pointer.up()
                self.app.rest()
                self.assertEqual([line for line in self.app.said() if 'done' not in line], [
                    {'event': 'willOpen', 'row': ROW, 'side': 'trailing'}, {'offset': -TRAY, 'row': ROW},
                    {'event': 'didOpen', 'row': ROW, 'side': 'trailing'}])


class Staying(StandCase):
    def test_the_front_stays_where_it_was_let_go(self):
        self.start('--still', '--style', 'stays')
        for pointer in self.pointers():
            with self.subTest(pointer=pointer):
                self.begin_anew()
                self.go(pointer, ROW, -10, -50)
                self.assertEqual(self.app.offset(ROW), -40)
                self.assertEqual(self.app.open_rows(), {ROW: 'trailing'})
                self.go(pointer, ROW, -10, -40)
                self.assertEqual(self.app.offset(ROW), -70)
                self.go(pointer, ROW, 10, 120)
                self.assertEqual(self.app.open_rows().get(ROW), 'leading' if self.app.offset(ROW) > 0 else None)


class Settling(Timed):
    def setUp(self):
        super().setUp()
        self.start()

    def pull_back(self, pointer):
        """Drags the row to -90 and holds it there."""
        self.begin_anew()
        self.go(pointer, ROW, -10, -100, up=False)
        self.hold_still()
        self.app.forget()

    def stop_in_motion(self, pointer):
        """Lets a row go and presses on it before it has come to rest. Returns where it stopped."""
        self.pull_back(pointer)
        with self.hand.motion():
            self.let_go_of(pointer)
            while self.app.offset(ROW) >= -90 - 1:
                self.draw_frame()
            self.press(pointer, 0.4)
        self.app.sync()
        self.assertEqual(self.app.events(), [('willOpen', ROW, 'trailing')])
        return self.app.offset(ROW)

    def test_a_settle_moves_on_until_it_rests(self):
        for pointer in self.pointers():
            with self.subTest(pointer=pointer):
                self.pull_back(pointer)
                with self.hand.motion():
                    self.let_go_of(pointer)
                    while ('didOpen', ROW, 'trailing') not in self.app.events():
                        self.draw_frame()
                self.app.rest()
                lines = [line for line in self.app.said() if 'done' not in line]
                offsets = [line['offset'] for line in lines[1:-1]]
                self.assertEqual(lines[0]['event'], 'willOpen')
                self.assertEqual(lines[-1]['event'], 'didOpen')
                self.assertEqual(offsets, sorted(offsets, reverse=True))
                self.assertGreater(len(offsets), 3)
                self.assertEqual(offsets[-1], -TRAY)

    def test_a_press_stops_the_motion_and_a_release_resumes_it(self):
        for pointer in self.pointers():
            with self.subTest(pointer=pointer):
                stopped = self.stop_in_motion(pointer)
                self.hold_still()
                self.assertEqual(self.app.offset(ROW), stopped)
                pointer.up()
                self.app.rest()
                self.assertEqual(self.app.offset(ROW), -TRAY)
                self.assertEqual(self.app.events(), [('willOpen', ROW, 'trailing'), ('didOpen', ROW, 'trailing')])
                self.assertEqual(self.app.said('selected', 'activated', 'ran'), [])

    def test_a_pan_goes_on_from_where_the_motion_stopped(self):
        for pointer in self.pointers():
            with self.subTest(pointer=pointer):
                stopped = self.stop_in_motion(pointer)
                x, y = self.at(ROW, 0.4)
                for travel, expected in ((10, stopped), (30, stopped + 20), (50, stopped + 40)):
                    pointer.to((x + travel, y))
                    self.app.sync()
                    self.assertAlmostEqual(self.app.offset(ROW), expected, delta=0.2)
                pointer.up()
                self.app.rest()


class Seeds(StandCase):
    """Every style of a seed under a real hand: it opens, shows its tray, and closes again."""

    def check_swipe(self, style):
        """A swipe counts within 0.7 s, so that nothing is waited for between its motions."""
        self.start('--style', style)
        self.app.forget()
        start = self.app.place(self.app.row(ROW), 0.9)
        self.hand.fling(start, (start[0] - 60, start[1]))
        self.app.sync()
        self.app.rest()
        self.assertEqual((self.app.offset(ROW), self.app.events()[-1]), (-TRAY, ('didOpen', ROW, 'trailing')))
        self.assertTrue(self.app.buttons('Trash'))
        start = self.app.place(self.app.row(ROW), 0.3)
        self.hand.fling(start, (start[0] + 60, start[1]))
        self.app.sync()
        self.app.rest()
        self.assertEqual((self.app.offset(ROW), self.app.events()[-1]), (0, ('didClose', ROW, 'trailing')))
        self.assertEqual(self.app.said('scrolled', 'activated', 'ran'), [])

    def check(self, style, way_to_open, way_to_close):
        self.start('--style', style)
        self.app.forget()
        self.go(self.hand.mouse(), ROW, *way_to_open, across=0.9)
        self.assertEqual(self.app.offset(ROW), -TRAY)
        self.assertEqual(self.app.events()[-1], ('didOpen', ROW, 'trailing'))
        self.assertTrue(self.app.buttons('Trash'))
        self.go(self.hand.finger(), ROW, *way_to_close, across=0.3)
        self.assertEqual(self.app.offset(ROW), 0)
        self.assertEqual(self.app.events()[-1], ('didClose', ROW, 'trailing'))
        self.assertEqual(self.app.said('scrolled', 'activated', 'ran'), [])

    def test_sparrowlike(self):
        self.check('sparrowlike', (-10, -80, -120), (10, 80, 120))

    def test_swipeable_cell(self):
        self.check('swipeableCell', (-10, -80, -120), (10, 80, 120))

    def test_dns_swipeable_cell(self):
        self.check('dnsSwipeableCell', (-10, -80, -120), (10, 80, 120))

    def test_bmx(self):
        self.check('bmx', (-10, -80, -120), (10, 80, 120))

    def test_teehan_lax(self):
        self.check('teehanLax', (-10, -80, -200), (10, 80, 120))

    def test_swipe_detection(self):
        self.check_swipe('swipeDetection')

    def test_side_swipe(self):
        self.check_swipe('sideSwipe')

    def test_sliding_cell(self):
        self.check_swipe('slidingCell')


if __name__ == '__main__':
    unittest.main()
