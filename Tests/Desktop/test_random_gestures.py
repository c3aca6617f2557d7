"""Random gestures, as fast as the server takes them: the engine's invariants hold, and GTK complains of nothing but what it does of a
bare list.

DUNNOCK_RANDOM_GESTURES is how many; DUNNOCK_RANDOM_SEED repeats a run, as far as the machine's timing lets it.
"""

import os
import random
import unittest

from harness.stand import ROW_HEIGHT, ROW_LOST, TOUCH_LOST, StandCase

GESTURES = int(os.environ.get('DUNNOCK_RANDOM_GESTURES') or 500)
SEED = int(os.environ.get('DUNNOCK_RANDOM_SEED') or 1)
# How many gestures pass until everything is let come to rest and looked at.
SPELL = 50
ROWS = 60
KEYS = ('Escape', 'Escape', 'Shift+Left', 'Shift+Right', 'Up', 'Down', 'Page_Down', 'Home', 'Tab', 'Shift+Tab', 'Return', 'space')


class Random(StandCase):
    def test_random_gestures(self):
        settings = (('standard',), ('several',), ('standard', '--right-to-left'), ('stays',))
        runs = settings[:1] if GESTURES <= 1000 else settings
        for number, (style, *flags) in enumerate(runs):
            self.random = random.Random(SEED + number)
            self.start('--style', style, '--selection', 'multiple', '--rows', str(ROWS), *flags, forgiven=[TOUCH_LOST, ROW_LOST])
            try:
                self.play(GESTURES // len(runs))
            except AssertionError as error:
                raise AssertionError(f'DUNNOCK_RANDOM_SEED={SEED}, {style} {flags}, after {self.played} gestures: {error}') from None
            app, self.app = self.app, None
            app.end()

    def play(self, count):
        acts = ((50, self.drag), (4, self.turn_the_wheel), (10, self.press_a_key), (4, self.change_the_model), (4, self.call))
        weights, acts = zip(*acts)
        for self.played in range(count):
            self.random.choices(acts, weights)[0]()
            if self.played % SPELL == SPELL - 1:
                self.come_to_rest()
        self.come_to_rest()

    def come_to_rest(self):
        self.app.rest()
        self.assertEqual((self.app.broken(), self.app.complaints()), ([], []))
        self.app.forget()
        self.app.tell(f'animations {self.random.choice(("on", "off"))}')
        # What the rows' buttons removed comes back now and then.
        self.app.tell(f'count {ROWS}')
        self.app.sync()

    def place(self):
        return self.first[0] + self.random.uniform(1, self.width - 1), self.first[1] + self.random.uniform(-0.4, 10) * ROW_HEIGHT

    def way(self, start):
        """Some steps from a place, mostly along the row, with a fling or a return in some."""
        x, y = start
        slope = self.random.choice((0, 0, 0.1, 0.3, 0.7, 1, 4))
        stride = self.random.choice((-1, 1)) * self.random.choice((1, 3, 8, 20, 60))
        for _ in range(self.random.randrange(9)):
            if self.random.random() < 0.15:
                stride = -stride
            x += stride * self.random.uniform(0.5, 1.5)
            y += stride * slope * self.random.uniform(0.5, 1.5)
            yield min(max(x, 0), 1279), min(max(y, 0), 799)

    def drag(self):
        start = self.place()
        by_finger = self.random.random() < 0.5
        pointer = self.hand.finger() if by_finger else self.hand.mouse()
        pointer.down(start)
        for at in self.way(start):
            pointer.to(at)
            chance = self.random.random()
            if chance < 0.03:
                self.app.sync()
            elif chance < 0.05:
                self.call()
            elif chance < 0.06 and not by_finger:
                # Not under a finger: GTK 4.8 loses count of active widgets when one goes away there.
                self.change_the_model()
            elif chance < 0.1 and by_finger:
                self.second_touch()
        pointer.up()

    def second_touch(self):
        if self.random.random() < 0.3:
            self.hand.click(self.place())
            return
        second = self.hand.finger(2)
        start = self.place()
        second.down(start)
        for at in self.way(start):
            second.to(at)
        second.up()

    def turn_the_wheel(self):
        self.hand.point(self.place())
        self.hand.wheel(self.random.randrange(1, 4), sideways=self.random.random() < 0.3)

    def press_a_key(self):
        self.hand.keys(self.random.choice(KEYS))

    def change_the_model(self):
        # After what the hands did before, and laid out before what they do next: keys make a GtkListView scroll to rows that it has not
        # laid out yet.
        self.app.sync()
        row = self.random.randrange(12)
        self.app.tell(self.random.choice((f'remove {row}', f'remove {row}', f'insert {1000 + self.played}', 'reverse', f'count {ROWS}', 'count 0')))
        self.app.sync()

    def call(self):
        row, side = self.random.randrange(12), self.random.choice(('leading', 'trailing'))
        if self.random.random() < 0.1:
            self.width = self.random.choice((250, 400, 700))
            self.app.tell(f'resize {self.width}')
        self.app.tell(self.random.choice((f'open {row} {side}', 'close', f'scroll {self.random.randrange(400)}')))


if __name__ == '__main__':
    unittest.main()
