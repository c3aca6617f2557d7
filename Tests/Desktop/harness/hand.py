"""What a person does at the desk: pointing, dragging, swiping, typing. Positions are screen pixels.

A motion is many events spread over time, as the real one is; the pauses between them are the only sleeps of these tests. On a slow machine
they take longer, but the times of the events do not: the clock that these go by is held during a motion and moves on by the length of each
pause.
"""

import contextlib
import math
import time

from .devices import TOUCH_BEGIN, TOUCH_END, TOUCH_UPDATE

STEP_PIXELS = 8
STEP_SECONDS = 0.008
# The release velocity is measured over the last 100 ms of samples: a hand that rests longer lets go with none.
REST_STEPS = 15
# X key codes of a PC keyboard with the US layout, which is what the server has when nothing else is configured.
KEYS = {
    'Escape': 9, 'BackSpace': 22, 'Tab': 23, 'Return': 36, 'Control': 37, 'Shift': 50, 'Alt': 64, 'space': 65, 'Caps_Lock': 66,
    'F1': 67, 'F3': 69, 'F5': 71, 'F9': 75, 'F10': 76,
    'Home': 110, 'Up': 111, 'Page_Up': 112, 'Left': 113, 'Right': 114, 'End': 115, 'Down': 116, 'Page_Down': 117,
    **{str(digit): 9 + (digit or 10) for digit in range(10)},
    'bracketleft': 34, 'bracketright': 35, 'AltGr': 108, 'minus': 20, 'equal': 21, 'semicolon': 47, 'Delete': 119, 'Menu': 135, 'comma': 59, 'period': 60, 'slash': 61,
    **{letter: code + i for row, code in (('qwertyuiop', 24), ('asdfghjkl', 38), ('zxcvbnm', 52)) for i, letter in enumerate(row)},
}


def along(start, degrees, length):
    """The point `length` px from `start`; 0 degrees points right, 90 up, 180 left."""
    return start[0] + length * math.cos(math.radians(degrees)), start[1] - length * math.sin(math.radians(degrees))


class Hand:
    """Only one kind of desk has a touchscreen and a pen, and only the other a touchpad."""

    def __init__(self, mouse, wheel, keyboard, size, clock, touchscreen=None, touchpad=None, pen=None):
        self._mouse, self._wheel, self._keyboard, self._touchscreen, self._touchpad = mouse, wheel, keyboard, touchscreen, touchpad
        self._pen, self._own_mouse = pen, mouse
        self._clock, self._is_in_motion, self._follow = clock, False, lambda: None
        self.size = size
        self._mouse_at = None
        self._buttons, self._keys, self._fingers, self._two_fingers = set(), [], {}, False

    def take_pen(self):
        """Takes the pen in the mouse's place: what points, presses and drags is the pen."""
        self._mouse = self._pen

    @contextlib.contextmanager
    def motion(self):
        """Events have the times of the hand's own pace meanwhile, until the outermost motion has ended."""
        if self._is_in_motion:
            yield
            return
        self._is_in_motion = True
        self._clock.hold()
        try:
            yield
        finally:
            self._clock.go_on()
            self._is_in_motion = False

    def pause(self, seconds=STEP_SECONDS):
        """Stays as it is, as a hand does between two movements or strokes. Nothing may depend on how long that really takes."""
        time.sleep(seconds)
        self._follow()
        self._clock.step(seconds)

    @contextlib.contextmanager
    def followed(self, answer):
        """Each pause lasts until `answer` returns, too, meanwhile: so that a busy program is never far behind the hand."""
        self._follow = answer
        try:
            yield
        finally:
            self._follow = lambda: None

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
        with self.motion():
            self.press()
            self.drag_on(end)
            if release:
                self.release()

    def fling(self, start, end, steps=8, seconds=0.03):
        """Presses button 1 at `start` and lets go at `end`, still moving."""
        self.point(start)
        with self.motion():
            self.press()
            for step in range(1, steps + 1):
                self.pause(seconds / steps)
                self.point(tuple(a + (b - a) * step / steps for a, b in zip(start, end)))
            self.release()

    def drag_on(self, end):
        with self.motion():
            for at in self._way(self._mouse_at, end):
                self.point(at)

    def wheel(self, notches, sideways=0, **options):
        """Turns the wheel down, or by `sideways` to the right with each notch, one notch after the other. On X11 GDK takes the first after
        the pointer came as the place to count from."""
        with self.motion():
            for _ in range(notches):
                self.pause()
                self._wheel.scroll(sideways, 0 if sideways else 1, **options)

    def two_fingers(self, *way, lift=True, rest=True):
        """Two fingers on the touchpad move by each (dx, dy) of the way, px, as slowly as `drag`; the content goes with them (natural
        scrolling). Without a `rest` they lift still moving."""
        with self.motion():
            for dx, dy in way:
                self._two_fingers = True
                steps = max(1, round(math.hypot(dx, dy) / STEP_PIXELS))
                for _ in range(steps):
                    self.pause()
                    self._touchpad.two_fingers(-dx / steps, -dy / steps)
            if lift:
                if rest:
                    self.pause(REST_STEPS * STEP_SECONDS)
                self.lift_two_fingers()

    def nudge(self, dx, dy=0):
        """Two fingers on the touchpad move so far in one event, and stay down."""
        self._two_fingers = True
        self._touchpad.two_fingers(-dx, -dy)

    def lift_two_fingers(self):
        self._two_fingers = False
        self._touchpad.lift()

    def turn(self, notches):
        """Turns the wheel down, or up if negative, in one go."""
        self._wheel.scroll(0, notches)

    def touch(self, at, finger=1):
        self._fingers[finger] = at
        self._touchscreen.touch(finger, TOUCH_BEGIN, *self._fraction(at))

    def move_finger(self, at, finger=1):
        self._fingers[finger] = at
        self._touchscreen.touch(finger, TOUCH_UPDATE, *self._fraction(at))

    def slide(self, end, finger=1):
        with self.motion():
            for at in self._way(self._fingers[finger], end):
                self.move_finger(at, finger)

    def lift(self, finger=1):
        self._touchscreen.touch(finger, TOUCH_END, *self._fraction(self._fingers.pop(finger)))

    def swipe(self, start, end, lift=True, finger=1):
        """One finger from `start` to `end`, as slowly as `drag`."""
        with self.motion():
            self.touch(start, finger)
            self.slide(end, finger)
            if lift:
                self.lift(finger)

    def flick(self, start, end, steps):
        """One finger from `start` to `end` by steps of a millisecond, lifted in motion."""
        with self.motion():
            self.touch(start)
            for step in range(1, steps + 1):
                self.pause(0.001)
                self.move_finger(tuple(a + (b - a) * step / steps for a, b in zip(start, end)))
            self.lift()

    def tap(self, at):
        self.touch(at)
        self.lift()

    def keys(self, *strokes):
        """Types each stroke: a name of KEYS, with modifiers before it as in 'Control+z'."""
        for stroke in strokes:
            names = stroke.split('+')
            for name in names:
                self.hold(name)
            for name in reversed(names):
                self.let_up(name)

    def hold(self, name):
        """Presses a key of KEYS and keeps it down."""
        self._keys.append(name)
        self._keyboard.key(KEYS[name], True)

    def let_up(self, name):
        self._keys.remove(name)
        self._keyboard.key(KEYS[name], False)

    def let_go(self):
        """Leaves no key, no button and no finger down for the next test, and the pointer in the corner."""
        for name in list(self._keys):
            self.let_up(name)
        for button in list(self._buttons):
            self.release(button)
        for finger in list(self._fingers):
            self.lift(finger)
        if self._two_fingers:
            self.lift_two_fingers()
        self._mouse = self._own_mouse
        self.point((self.size[0] - 1, self.size[1] - 1))

    def mouse(self):
        return Pointer('mouse', self.point, self.press, self.point, self.release)

    def finger(self, number=1):
        return Pointer('finger', lambda at: self.touch(at, number), lambda: None, lambda at: self.move_finger(at, number),
                       lambda: self.lift(number))

    def _fraction(self, at):
        return at[0] / self.size[0], at[1] / self.size[1]

    def _way(self, start, end):
        steps = max(4, round(math.dist(start, end) / STEP_PIXELS))
        for i in range(1, steps + 1):
            self.pause()
            yield start[0] + (end[0] - start[0]) * i / steps, start[1] + (end[1] - start[1]) * i / steps
        for _ in range(REST_STEPS):
            self.pause()
            yield end


class Pointer:
    """The mouse with button 1, or one finger: what the same gesture is made with by both."""

    def __init__(self, name, come, press, to, up):
        self.name, self._come, self._press, self.to, self.up = name, come, press, to, up

    def __repr__(self):
        return self.name

    def down(self, at):
        self._come(at)
        self._press()
