"""Films the gallery for README.md, light and dark: fingers, mouse, touchpad and keys on its rows, one scene after the other.

The program's clock stands still but for one step to each picture, so that the film is the same on a slow machine.

Usage: film.py [--check]   makes Resources/screenshots/row-film.webp, row-film-dark.webp and the key frames in film-frames; with
--check compares the key frames with those instead.
"""

import contextlib
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

from harness import clock
from harness.app import REPOSITORY, App
from harness.conditions import LIMIT, until
from harness.sway import SwayDesk
from harness.xorg import XorgDesk

HERE = os.path.dirname(os.path.abspath(__file__))
SCREENSHOTS, KEY_FRAMES = os.path.join(REPOSITORY, 'Resources/screenshots'), os.path.join(HERE, 'film-frames')
# Where the pictures lie as they are taken, also afterwards.
PICTURES = os.path.join(REPOSITORY, '.build/film')
LOOKS = {'light': 'row-film.webp', 'dark': 'row-film-dark.webp'}
# At most, of a film.
BYTES, SECONDS = 3_000_000, 12
# Seconds, how many frames two scenes are blended for, and so many pixels that differ are not seen.
FRAME, BLEND, UNSEEN = 0.04, 4, 20
# px of the program: the film, and the part of the window in it; and how many px of the film each is.
SIZE, CARD, CARD_AT, ROUND = (544, 330), (480, 244), (32, 24), 12
SCALE = 2
COLOURS = {
    'light': {'ground': '#f6f5f4', 'text': '#241f31', 'dim': '#5e5c64', 'line': '#cdc7c2', 'key': '#ffffff'},
    'dark': {'ground': '#353535', 'text': '#ffffff', 'dim': '#c0bfbc', 'line': '#1b1b1b', 'key': '#4a4a4a'},
}
FINGER = '#3584e4'
POINTER = 'M 0,0 L 0,17 L 4,13.2 L 6.6,19.2 L 9.4,18 L 6.8,12.2 L 12.2,12.2 Z'


def run(*command, **options):
    return subprocess.run(command, check=True, **options)


def eased(share):
    """How far a hand is on its way after a share of its time: it sets off and arrives softly."""
    return share ** 3 * (10 - 15 * share + 6 * share ** 2)


class Gallery(App):
    """The gallery at one of its pages, on a clock that stands once `stop_clock` was called."""

    program = 'row-gallery'

    def __init__(self, desk, home, page, clock):
        self._clock = os.path.join(home, 'clock')
        super().__init__(desk, home, '--alone', page, variables={'LD_PRELOAD': clock, 'CLOCK_FILE': self._clock, 'GDK_SCALE': str(SCALE)})
        self.wait_for_window()
        self.until_still()

    def stop_clock(self):
        self._now = int(time.monotonic() * 1000)
        self.step(0)

    def step(self, seconds=FRAME):
        """Lets some time pass."""
        self.answer()
        self._now += round(seconds * 1000)
        with open(f'{self._clock}.new', 'w') as file:
            file.write(f'0 0 {self._now}')
        os.rename(f'{self._clock}.new', self._clock)

    @property
    def unit(self):
        # On Wayland the desk speaks the program's own px.
        return SCALE if isinstance(self.desk, XorgDesk) else 1

    def drawn(self, area):
        """The picture of an area once the program has drawn what it had to at this time."""
        last = None

        def same():
            nonlocal last
            self.answer()
            before, last = last, self.desk.pixels([round(length * self.unit) for length in area])
            return before == last
        until(same, 'a picture that stands still')
        return last


class Film:
    """The pictures of one look, in a folder, as they are taken."""

    def __init__(self, folder, look, clock):
        self.frames, self.keys = [], {}
        self._folder, self._look, self._colours, self._clock = folder, look, COLOURS[look], clock
        self._last = self._caption = self._strip = None
        self._taken, self._margin = 0, 0

    # A scene

    @contextlib.contextmanager
    def page(self, desk, name, row, margin=0):
        """The gallery at a page, filmed from the border around its first row, which is so far within the list."""
        with tempfile.TemporaryDirectory(prefix='home-') as home:
            os.makedirs(os.path.join(home, '.config/gtk-4.0'))
            with open(os.path.join(home, '.config/gtk-4.0/settings.ini'), 'w') as file:
                file.write('[Settings]\ngtk-font-name=Cantarell 11\n'
                           f'gtk-application-prefer-dark-theme={int(self._look == "dark")}\n')
            self.desk, self.hand, self._margin = desk, desk.hand, margin
            self.app = Gallery(desk, home, name, self._clock)
            try:
                x, y, self.width, self.height = self.app.area(self.app.row(row))
                self.left, self.top = x, y
                self._area = x - 1 - margin, y - 1 - margin, *CARD
                self.app.stop_clock()
                self._last, self._dot, self._pointer = None, None, None
                yield
            finally:
                self.hand.let_go()
                self.app.end()

    def say(self, device, text, keys=()):
        """What stands below from now on: the device at work, and what it does. Keys that are pressed are named so: '*Tab'."""
        self._caption, self._last = (device, text, tuple(keys)), None
        self._strip = self._draw_strip()

    def at(self, row, across):
        """A point in a row's middle."""
        return self.left + self.width * across, self.top + self.height * (row + 0.5) + row

    def hold(self, seconds):
        """Stands still, if the program does."""
        for _ in range(round(seconds / FRAME)):
            self.take()

    def take(self):
        """One frame."""
        self.app.step()
        pixels = self.app.drawn(self._area)
        state = pixels, self._dot, self._pointer
        if state == self._last:
            self.frames[-1][1] += FRAME
            return
        self._last = state
        self.frames.append([self._draw(pixels), FRAME])

    def key_frame(self, name):
        """The last picture is one by which the film is judged."""
        self.keys[name] = self.frames[-1][0]

    # Hands: all in px of the program

    def _place(self, at):
        return tuple(length * self.app.unit for length in at)

    def finger(self, start, end, seconds, rest=0.16):
        """A finger from one place to another, which rests there and lifts."""
        self._dot = (*start, 0.5)
        self.take()
        self.hand.touch(self._place(start))
        self._dot = (*start, 1)
        self.take()
        for at in self._way(start, end, seconds):
            self.hand.move_finger(self._place(at))
            self._dot = (*at, 1)
            self.take()
        self.hold(rest)

    def lift(self):
        at = self._dot[:2]
        self.hand.lift()
        for strength in (0.6, 0.25):
            self._dot = (*at, strength)
            self.take()
        self._dot = None

    def tap(self, at):
        self.finger(at, at, 0, rest=0.08)
        self.lift()

    def point(self, at):
        """The mouse is there. Only on X11 the picture lacks its pointer."""
        self.hand.point(self._place(at))
        self._pointer = at if self.app.unit > 1 else None

    def move(self, start, end, seconds):
        """The mouse goes from one place to another."""
        for at in self._way(start, end, seconds):
            self.point(at)
            self.take()

    def two_fingers(self, dx, seconds):
        """Two fingers on the touchpad, which rest and lift."""
        was = 0
        for way, _ in self._way((0, 0), (dx, 0), seconds):
            self.hand.nudge(way - was)
            was = way
            self.take()
        self.hold(0.2)
        self.hand.lift_two_fingers()

    def key(self, stroke, *names):
        """A stroke on the keyboard, of keys that are shown pressed meanwhile."""
        device, text, keys = self._caption
        self.say(device, text, ['*' + key if key in names else key for key in keys])
        self.hand.keys(stroke)
        self.hold(0.24)
        self.say(device, text, keys)

    def _way(self, start, end, seconds):
        count = round(seconds / FRAME)
        for i in range(1, count + 1):
            yield tuple(a + (b - a) * eased(i / count) for a, b in zip(start, end))

    # Pictures

    def _draw(self, pixels):
        path = self._new_path()
        above = []
        if self._dot:
            x, y, strength = self._dot
            x, y = self._on_film(x, y)
            above += [f'fill {FINGER}{round(strength * 110):02x} stroke #ffffff{round(strength * 220):02x} stroke-width 2',
                      f'circle {x:.1f},{y:.1f} {x + 15:.1f},{y:.1f}']
        if self._pointer:
            x, y = self._on_film(*self._pointer)
            above += [f"fill #241f31 stroke white stroke-width 1.2 translate {x:.1f},{y:.1f} path '{POINTER}'"]
        run('convert', *self._ground(), 'ppm:-', '-geometry', '+{}+{}'.format(*(SCALE * length for length in CARD_AT)), '-composite',
            self._strip, '-composite', *self._drawing(above), '-depth', '8', f'PNG24:{path}', input=pixels)
        return path

    def _ground(self, colour=None):
        return ['-size', '{}x{}'.format(*(SCALE * length for length in SIZE)), f'xc:{colour or self._colours["ground"]}']

    @staticmethod
    def _drawing(shapes):
        return ['-draw', f'scale {SCALE},{SCALE} ' + ' '.join(shapes)] if shapes else []

    def _draw_strip(self):
        """What lies over the window in every picture of a scene: the ground with a round hole in it, and the words below."""
        (width, height), (x, y), colours = CARD, CARD_AT, self._colours
        path = self._new_path()
        hole = f'roundrectangle {x},{y} {x + width - 0.5},{y + height - 0.5} {ROUND},{ROUND}'
        device, text, keys = self._caption
        base = y + height + 40
        # A list that goes on below has its border all around; one with a margin has its own.
        border = [] if self._margin else [f'fill none stroke {colours["line"]} stroke-width 1', hole]
        shapes = [*border, *self._glyph(device, x + 2, base - 17), 'stroke none font-size 15',
                  f'font Cantarell-Bold fill {colours["text"]} text {x + 40},{base} "{device}"',
                  f'font Cantarell-Regular fill {colours["dim"]} text-align right text {x + width - 2},{base} "{text}" text-align left']
        left = x + 98
        for key in keys:
            shapes += self._key(key.lstrip('*'), left, base - 19, key.startswith('*'))
            left += self._key_width(key.lstrip('*')) + 6
        run('convert', *self._ground(), '(', *self._ground('white'), '-fill', 'black', *self._drawing([hole]), ')', '-alpha', 'off',
            '-compose', 'CopyOpacity', '-composite', '-compose', 'Over', *self._drawing(shapes), path)
        return path

    @staticmethod
    def _key_width(name):
        return 26 if len(name) == 1 else 20 + 8 * len(name)

    def _key(self, name, x, y, is_pressed):
        colours, width = self._colours, self._key_width(name)
        fill, text = (FINGER, 'white') if is_pressed else (colours['key'], colours['text'])
        cap = [f'fill {fill} stroke {FINGER if is_pressed else colours["dim"]} stroke-width 1',
               f'roundrectangle {x},{y} {x + width},{y + 26} 6,6']
        if name == '←':
            return [*cap, f'fill none stroke {text} stroke-width 1.4',
                    f'path "M {x + 18},{y + 13} L {x + 8},{y + 13} M {x + 12},{y + 9} L {x + 8},{y + 13} L {x + 12},{y + 17}"']
        return [*cap, f'stroke none fill {text} font Cantarell-Regular font-size 13',
                f'text-align center text {x + width / 2},{y + 17.5} "{name}" text-align left']

    def _glyph(self, device, x, y):
        """The device in 28 px."""
        text = self._colours['text']
        outline, fill = f'fill none stroke {text} stroke-width 1.6', f'stroke none fill {text}'
        if device == 'Finger':
            return [f'fill {FINGER}6e stroke {text} stroke-width 1.6 circle {x + 14},{y + 12} {x + 24},{y + 12}']
        if device == 'Mouse':
            return [outline, f'roundrectangle {x + 6},{y - 1} {x + 22},{y + 25} 8,8 line {x + 14},{y + 4} {x + 14},{y + 10}']
        if device == 'Touchpad':
            return [outline, f'roundrectangle {x},{y + 1} {x + 28},{y + 23} 4,4', fill,
                    *(f'circle {x + across},{y + 12} {x + across + 3},{y + 12}' for across in (9, 19))]
        return [outline, f'roundrectangle {x},{y + 2} {x + 28},{y + 22} 4,4', fill,
                *(f'circle {x + across},{y + 8.5} {x + across + 1.5},{y + 8.5}' for across in (7, 14, 21)),
                f'rectangle {x + 8},{y + 15} {x + 20},{y + 17}']

    def _on_film(self, x, y):
        return x - self._area[0] + CARD_AT[0], y - self._area[1] + CARD_AT[1]

    def _new_path(self):
        self._taken += 1
        return os.path.join(self._folder, f'{self._taken:04}.png')


def with_fingers(film):
    with film.page(XorgDesk.shared(), 'UndoInPlace', 'Engine house'):
        film.say('Finger', 'A short swipe opens a tray')
        film.hold(0.3)
        film.finger(film.at(2, 0.84), film.at(2, 0.55), 0.48)
        film.key_frame('tray-dragged')
        film.lift()
        film.hold(0.7)
        film.key_frame('tray-open')
        film.say('Finger', 'A long swipe acts')
        film.finger(film.at(1, 0.08), film.at(1, 0.86), 0.6)
        film.key_frame('armed')
        film.lift()
        film.hold(0.72)
        film.key_frame('undo-offered')
        film.say('Finger', 'Undo, in the row’s place')
        film.tap(film.app.place(film.app.button('Undo')))
        film.hold(0.72)


def with_the_mouse(film):
    with film.page(XorgDesk.shared(), 'BoxedList', 'Speakers', margin=18):
        film.say('Mouse', 'A boxed list')
        start, end = film.at(0, 0.42), film.at(0, 0.14)
        film.move((start[0] + 40, start[1] + 130), start, 0.32)
        film.hand.press()
        film.move(start, end, 0.44)
        film.hold(0.12)
        film.hand.release()
        film.hold(0.48)
        film.key_frame('boxed')
        film.say('Mouse', 'A slider keeps its drag')
        slider = film.app.tree.all(matching=lambda node: node.name == 'Volume')[1]
        knob = film.app.place(slider, 0.45)
        film.move(end, knob, 0.36)
        film.hand.press()
        film.move(knob, film.app.place(slider, 0.9), 0.36)
        film.move(film.app.place(slider, 0.9), film.app.place(slider, 0.2), 0.48)
        film.hand.release()
        film.hold(0.28)
        film.key_frame('slider')


def with_keys(film):
    with film.page(XorgDesk.shared(), 'UndoInPlace', 'Engine house'):
        film.say('Keys', 'To a tray’s button', ['Shift', '←', 'Tab', 'Return'])
        film.hand.keys('Down')
        film.hold(0.4)
        film.key('Shift+Left', 'Shift', '←')
        film.hold(0.3)
        film.key('Tab', 'Tab')
        film.key_frame('button-focused')
        film.hold(0.2)
        film.key('Return', 'Return')
        film.hold(0.5)


def from_right_to_left(film):
    desk = SwayDesk.shared()
    with desk.scaled(SCALE), film.page(desk, 'RightToLeft', 'ليلى'):
        film.say('Touchpad', 'From right to left as well')
        film.point(film.at(1, 0.4))
        film.hold(0.3)
        film.two_fingers(-175, 0.6)
        film.hold(0.7)
        film.key_frame('right-to-left')


SCENES = with_fingers, with_the_mouse, with_keys, from_right_to_left


def shoot(look, clock):
    """The scenes of a look, each as its frames, [picture, seconds]; and the key frames by their names."""
    scenes, keys = [], {}
    for scene in SCENES:
        folder = os.path.join(PICTURES, f'{look}-{scene.__name__}')
        os.mkdir(folder)
        film = Film(folder, look, clock)
        scene(film)
        scenes.append(film.frames)
        keys.update(film.keys)
    return scenes, keys


def blended(scenes):
    """One film of the scenes, each blended into the next and the last into the first."""
    frames = []
    for number, scene in enumerate(scenes):
        before, after = scene[-1][0], scenes[(number + 1) % len(scenes)][0][0]
        blend = os.path.join(os.path.dirname(before), 'blend-%d.png')
        run('convert', before, after, '-morph', str(BLEND), blend)
        frames += scene + [[blend % i, FRAME] for i in range(1, BLEND + 1)]
    return frames


def encode(frames, path):
    """Writes an animated WebP without loss, of each picture what differs from the one before."""
    width, height = (SCALE * length for length in SIZE)

    def number(value):
        return value.to_bytes(3, 'little')

    def chunk(name, data):
        return name + struct.pack('<I', len(data)) + data + b'\0' * (len(data) % 2)

    def frame(index):
        picture, seconds = frames[index]
        x, y, right, bottom = 0, 0, width, height
        if index:
            box = run('convert', frames[index - 1][0], picture, '-compose', 'difference', '-composite', '-trim', '-format', '%X %Y %w %h',
                      'info:', capture_output=True).stdout.split()
            # A frame begins at even px.
            x, y, right, bottom = int(box[0]) & ~1, int(box[1]) & ~1, int(box[0]) + int(box[2]), int(box[1]) + int(box[3])
        still = run('convert', picture, '-crop', f'{right - x}x{bottom - y}+{x}+{y}', '+repage', '-strip', '-define', 'webp:lossless=true',
                    '-define', 'webp:method=5', 'webp:-', capture_output=True).stdout
        if still[12:16] != b'VP8L':
            raise ValueError('ImageMagick wrote another kind of WebP')
        # Shown for so many ms, in place of what was there.
        return chunk(b'ANMF', number(x // 2) + number(y // 2) + number(right - x - 1) + number(bottom - y - 1)
                     + number(round(seconds * 1000)) + b'\2' + still[12:])

    with ThreadPoolExecutor(2) as pool:
        chunks = list(pool.map(frame, range(len(frames))))
    data = b'WEBP' + chunk(b'VP8X', b'\2\0\0\0' + number(width - 1) + number(height - 1)) + chunk(b'ANIM', bytes(6)) + b''.join(chunks)
    with open(path, 'wb') as file:
        file.write(chunk(b'RIFF', data))


def difference(picture, approved):
    """How many pixels of two pictures of one size differ to the eye."""
    command = ['compare', '-metric', 'AE', '-fuzz', '5%', picture, approved, 'null:']
    found = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT)
    if found.returncode > 1:
        raise AssertionError(found.stderr)
    return int(float(found.stderr))


def check(keys, look):
    """Whether each key frame looks as the one that was approved; tells which does not."""
    holds = True
    for name, picture in keys.items():
        approved = os.path.join(KEY_FRAMES, f'{name}-{look}.png')
        count = difference(picture, approved)
        if count > UNSEEN:
            print(f'{picture} differs from {approved} in {count} pixels')
            holds = False
    return holds


def keep(scenes, keys, look):
    """Writes the film and its key frames."""
    frames, path = blended(scenes), os.path.join(SCREENSHOTS, LOOKS[look])
    encode(frames, path)
    seconds = sum(seconds for _, seconds in frames)
    if os.path.getsize(path) > BYTES or seconds > SECONDS:
        raise AssertionError(f'{path} is too large or too long: {os.path.getsize(path)} bytes, {seconds:.2f} s')
    os.makedirs(KEY_FRAMES, exist_ok=True)
    for name, picture in keys.items():
        run('convert', picture, '-strip', '-define', 'png:exclude-chunk=date,time', os.path.join(KEY_FRAMES, f'{name}-{look}.png'))
    print(f'{path}: {seconds:.1f} s')


def main():
    checks = sys.argv[1:] == ['--check']
    shutil.rmtree(PICTURES, ignore_errors=True)
    os.makedirs(PICTURES)
    library = clock.build(PICTURES)
    holds = True
    for look in LOOKS:
        scenes, keys = shoot(look, library)
        if checks:
            holds = check(keys, look) and holds
        else:
            keep(scenes, keys, look)
    if not holds:
        sys.exit('The film is another than the one in README.md. If it is meant to be, run make film and look at it.')


if __name__ == '__main__':
    main()
