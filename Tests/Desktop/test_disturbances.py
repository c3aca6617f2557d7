"""What comes between a hand and its row: whatever it is, the row is as before, nothing is reported, and nobody complains."""

import unittest

from harness.stand import IN_LIST_BOX, TOUCH_LOST, TRAY, StandCase

ROW = 4
OPENING = [('willOpen', ROW, 'trailing'), ('didOpen', ROW, 'trailing')]


class MidDrag(StandCase):
    def disturbed(self, command, gone=False, back='sync'):
        """Drags the row, closed and then open, with each hand, lets `command` come between, and expects that nothing came of it. `gone`:
        the row is out of the list then."""
        self.start('--still', '--selection', 'multiple', forgiven=[TOUCH_LOST])
        for pointer in self.pointers():
            for is_open in (False, True):
                with self.subTest(pointer=pointer, is_open=is_open):
                    self.app.tell('count 60')
                    self.app.rest()
                    self.begin_anew()
                    if is_open:
                        self.app.tell(f'open {ROW} trailing')
                    self.app.rest()
                    self.app.forget()
                    shown = self.go(pointer, ROW, 10, 30, 60, up=False)
                    self.assertNotEqual(shown[-1], 0)
                    self.app.tell(command)
                    self.app.sync()
                    self.go_on(pointer, ROW, 70, 120)
                    self.app.tell(back)
                    self.app.rest()
                    expected = [('willClose', ROW, 'trailing'), ('didClose', ROW, 'trailing')] if gone and is_open else []
                    self.assertEqual(self.app.events(), expected)
                    self.assertEqual(self.app.offset(ROW), -TRAY if is_open and not gone else 0)
                    self.assertEqual(self.app.said('activated', 'ran', 'scrolled'), [])
                    # And the next gesture is like any other.
                    self.app.tell('count 60')
                    self.app.rest()
                    self.begin_anew()
                    self.go(pointer, 6, -10, -60, -130)
                    self.assertEqual(self.app.open_rows().get(6), 'trailing')

    def interrupted(self, command):
        """Drags the closed row with each hand while `command` brings something over the window, and expects that nothing came of it."""
        for pointer in self.pointers():
            with self.subTest(pointer=pointer):
                self.begin_anew()
                self.assertNotEqual(self.go(pointer, ROW, 10, 30, 60, up=False)[-1], 0)
                self.app.tell(command)
                self.app.sync()
                self.go_on(pointer, ROW, 70, 120)
                self.app.tell('dismiss')
                self.app.rest()
                self.assertEqual((self.app.events(), self.app.offset(ROW)), ([], 0))
                self.assertEqual(self.app.said('activated', 'ran', 'selected'), [])

    def test_a_popover_that_takes_the_grab(self):
        # The focus goes with it, which closes an open row.
        self.start(forgiven=[TOUCH_LOST])
        self.interrupted('popover')

    def test_a_modal_window(self):
        self.start()
        self.interrupted('modal')

    def test_the_row_removed(self):
        self.disturbed(f'remove {ROW}', gone=True)

    def test_the_list_emptied(self):
        self.disturbed('count 0', gone=True)

    def test_the_window_hidden(self):
        self.disturbed('hide', back='show')

    def test_the_row_recycled(self):
        self.start('--selection', 'multiple', forgiven=[TOUCH_LOST])
        for pointer in self.pointers():
            with self.subTest(pointer=pointer):
                self.app.tell('count 60')
                self.app.rest()
                self.begin_anew()
                self.assertNotEqual(self.go(pointer, ROW, 10, 30, 60, up=False)[-1], 0)
                self.app.tell('reverse')
                self.app.sync()
                self.go_on(pointer, ROW, 70, 120, 180)
                self.assertEqual((self.app.events(), self.app.offset(ROW)), ([], 0))
                # A list box makes all rows anew, of which the one that gets the focus is selected.
                self.assertEqual(self.app.said('activated', 'ran', *(() if IN_LIST_BOX else ('selected',))), [])
                # Nor has the row that came to its place moved.
                self.assertEqual({line['row'] for line in self.app.said('offset')}, {ROW})

    def test_the_window_resized(self):
        self.start('--selection', 'multiple')
        for pointer in self.pointers():
            for width in (300, 700):
                with self.subTest(pointer=pointer, width=width):
                    self.begin_anew()
                    self.go(pointer, ROW, 10, 30, 60, up=False, across=0.2)
                    self.app.tell(f'resize {width}')
                    self.app.until(lambda: self.app.row(0).extents[2] == width, 'the window at its new width')
                    # The gesture goes on.
                    x, y = self.first[0] + self.width * 0.2, self.at(ROW)[1]
                    pointer.to((x + 120, y))
                    self.app.sync()
                    self.assertAlmostEqual(self.app.offset(ROW), 110, delta=0.2)
                    self.hold_still()
                    pointer.up()
                    self.app.rest()
                    self.assertEqual(self.app.open_rows(), {ROW: 'leading'})

    def test_the_list_moved_under_the_pointer(self):
        """By 210 px, as a sidebar that comes moves it; measured in the list, that would be a full swipe."""
        for is_away in (False, True):
            self.start('--still', '--long', '--width=700', '--selection', 'multiple', forgiven=[TOUCH_LOST])
            for pointer in self.pointers():
                with self.subTest(pointer=pointer, is_away=is_away):
                    self.begin_anew()
                    across = 0.2 if is_away else 0.5
                    shown = self.go(pointer, ROW, -10, -30, -45, across=across, up=False)
                    self.assertLess(shown[-1], -30)
                    self.app.tell('indent 210')
                    self.hold_still()
                    moved = self.app.offset(ROW), *self.go_on(pointer, ROW, -46, across=across, up=False)
                    for offset, expected in zip(moved, (0, 0) if is_away else (shown[-1], shown[-1] - 1)):
                        self.assertAlmostEqual(offset, expected, delta=0.2)
                    self.hold_still()
                    pointer.up()
                    self.app.rest()
                    self.assertEqual((self.app.events(), self.app.offset(ROW)), ([], 0))
                    self.assertEqual(self.app.said('activated', 'ran', 'selected'), [])
                    self.app.tell('indent 0')
                    self.app.rest()
            self.app.end()
            self.app = None

    def test_the_window_closed(self):
        for name in ('mouse', 'finger'):
            with self.subTest(name):
                self.start()
                pointer = getattr(self.hand, name)()
                self.go(pointer, ROW, 10, 30, 60, up=False)
                self.app.tell('close-window')
                pointer.up()
                self.app.wait_for_end()
                self.assertEqual(self.app.events(), [])
                self.app = None


class MidSettle(StandCase):
    """The same while the row moves by itself."""

    def setUp(self):
        super().setUp()
        self.start('--selection', 'multiple')

    def let_go(self):
        """A row that is opening."""
        self.begin_anew()
        pointer = self.hand.mouse()
        self.go(pointer, ROW, -10, -60, -100, up=False)
        self.hold_still()
        self.app.forget()
        pointer.up()
        self.app.until(lambda: self.app.events(), 'the row opening')

    def test_hidden_resized_and_the_list_changed(self):
        for commands in (('hide', 'show'), ('resize 300', 'resize 400'), ('reverse', 'reverse'), ('count 100', 'count 60'),
                         ('animations off', 'animations on')):
            with self.subTest(commands=commands):
                self.let_go()
                for command in commands:
                    self.app.tell(command)
                    self.app.sync()
                self.app.rest()
                self.assertEqual(self.app.events(), OPENING)
                self.assertEqual(self.app.offset(ROW), -TRAY)

    def test_the_row_removed_and_the_list_emptied(self):
        for command in (f'remove {ROW}', 'count 0'):
            with self.subTest(command=command):
                self.let_go()
                self.app.tell(command)
                self.app.rest()
                self.assertEqual(self.app.events()[-1], ('didClose', ROW, 'trailing'))
                self.assertEqual(self.app.open_rows(), {})
                self.app.tell('count 60')

    def test_the_window_closed(self):
        self.let_go()
        self.app.tell('close-window')
        self.app.wait_for_end()
        self.app = None


if __name__ == '__main__':
    unittest.main()
