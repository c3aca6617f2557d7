"""What a person does at the desk: pointing, dragging, swiping, typing. Positions are screen pixels.

A motion is many events spread over time, as the real one is; the pauses between them are the only sleeps of these tests.
"""

import math
import time

from .devices import TOUCH_BEGIN, TOUCH_END, TOUCH_UPDATE

STEP_PIXELS = 8
STEP_SECONDS = 0.008
# X key codes of a PC keyboard with the US layout, which is what the server has when nothing else is configured.
KEYS = {
    'Escape': 9, 'BackSpace': 22, 'Tab': 23, 'Return': 36, 'Control': 37, 'Shift': 50, 'Alt': 64, 'space': 65, 'Caps_Lock': 66,
    'F10': 76,
    'Home': 110, 'Up': 111, 'Page_Up': 112, 'Left': 113, 'Right': 114, 'End': 115, 'Down': 116, 'Page_Down': 117,
    'Delete': 119, 'Menu': 135,
    **{letter: code + i for row, code in (('qwertyuiop', 24), ('asdfghjkl', 38), ('zxcvbnm', 52)) for i, letter in enumerate(row)},
}


def along(start, degrees, length):
    """The point `length` px from `start`; 0 degrees points right, 90 up, 180 left."""
    return start[0] + length * math.cos(math.radians(degrees)), start[1] - length * math.sin(math.radians(degrees))


class Hand:
    def __init__(self, mouse, wheel, touchscreen, keyboard, size):
        self._mouse, self._wheel, self._touchscreen, self._keyboard = mouse, wheel, touchscreen, keyboard
        self._size = size
        self._mouse_at = None
        self._buttons, self._fingers = set(), {}

    def point(self, at):
        self._mouse_at = at
        self._mouse.move(*self._fraction(at))

    def press(self, button=1):
        self._buttons.add(button)
        self._mouse.button(button, True)

    def release(self, button=1):
        self._buttons.discard(button)
        self._mouse.button(button, False)

    def click(self, at, button=1):
        self.point(at)
        self.press(button)
        self.release(button)

    def drag(self, start, end, release=True):
        """Presses button 1 at `start` and moves to `end`, standing still there for a moment so that no fling is left in it."""
        self.point(start)
        self.press()
        self.drag_on(end)
        if release:
            self.release()

    def fling(self, start, end, steps=8, seconds=0.03):
        """Presses button 1 at `start` and lets go at `end`, still moving."""
        self.point(start)
        self.press()
        for step in range(1, steps + 1):
            time.sleep(seconds / steps)
            self.point(tuple(a + (b - a) * step / steps for a, b in zip(start, end)))
        self.release()

    def drag_on(self, end):
        for at in self._way(self._mouse_at, end):
            self.point(at)

    def wheel(self, notches):
        """Turns the wheel down, one notch after the other. GDK takes the first after the pointer came as the place to count from."""
        for _ in range(notches):
            time.sleep(STEP_SECONDS)
            self._wheel.scroll(0, 1)

    def touch(self, at, finger=1):
        self._fingers[finger] = at
        self._touchscreen.touch(finger, TOUCH_BEGIN, *self._fraction(at))

    def slide(self, end, finger=1):
        for at in self._way(self._fingers[finger], end):
            self._fingers[finger] = at
            self._touchscreen.touch(finger, TOUCH_UPDATE, *self._fraction(at))

    def lift(self, finger=1):
        self._touchscreen.touch(finger, TOUCH_END, *self._fraction(self._fingers.pop(finger)))

    def swipe(self, start, end, lift=True, finger=1):
        """One finger from `start` to `end`, as slowly as `drag`."""
        self.touch(start, finger)
        self.slide(end, finger)
        if lift:
            self.lift(finger)

    def tap(self, at):
        self.touch(at)
        self.lift()

    def keys(self, *strokes):
        """Types each stroke: a name of KEYS, with modifiers before it as in 'Control+z'."""
        for stroke in strokes:
            codes = [KEYS[name] for name in stroke.split('+')]
            for code in codes:
                self._keyboard.key(code, True)
            for code in reversed(codes):
                self._keyboard.key(code, False)

    def let_go(self):
        """Leaves no button and no finger down for the next test, and the pointer in the corner."""
        for button in list(self._buttons):
            self.release(button)
        for finger in list(self._fingers):
            self.lift(finger)
        self.point((self._size[0] - 1, self._size[1] - 1))

    def _fraction(self, at):
        return at[0] / self._size[0], at[1] / self._size[1]

    def _way(self, start, end):
        steps = max(4, round(math.dist(start, end) / STEP_PIXELS))
        for i in range(1, steps + 1):
            time.sleep(STEP_SECONDS)
            yield start[0] + (end[0] - start[0]) * i / steps, start[1] + (end[1] - start[1]) * i / steps
        # The release velocity is measured over the last 100 ms of samples: a hand that rests longer lets go with none.
        for _ in range(15):
            time.sleep(STEP_SECONDS)
            yield end
