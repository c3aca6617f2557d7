#!/usr/bin/python3
"""Tries what people meet with a swipe row on four of them, with real devices, and says what each did in a table.

Usage: compare.py [--page FILE]... [--only TEXT] FOLDER DEBIAN
FOLDER holds the built programs; DEBIAN is where .scripts/in-debian keeps the Debian with Qt and Kirigami. The table goes to the output,
and with --page to the place of that file's table. --only does the first situation and those with that part in their names, and leaves
the page alone.

A cell comes from a run of the program, a new one for each: the witnesses are where the fronts stand on the screen, what the program
says when an action runs, and what a screen reader reads. Whatever opens a row in one place alone is tried in all: in the middle of the
row, at its end, where Kirigami's has a handle, and at the window's edge.
"""

import argparse
import math
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from operator import sub

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, '../Desktop'))

from harness.accessibility import Gone  # noqa: E402
from harness.conditions import until  # noqa: E402
from harness.hand import STEP_PIXELS, STEP_SECONDS  # noqa: E402
from harness.sway import SwayDesk  # noqa: E402
from harness.xorg import XorgDesk  # noqa: E402
from program import BAR, FULL, Failed, Program  # noqa: E402

IN_DEBIAN = os.path.join(HERE, '../../.scripts/in-debian')
SUITE = 'bookworm'
SIZE, TOP, HEIGHT = (400, 640), 40, 64
# Where a drag begins.
MIDDLE, END, EDGE = 280, 376, 394
PLACES = ((MIDDLE, ''), (END, 'from a handle at its end'), (EDGE, "from the window's edge"))
# The row that is tried, one beside it, and one that tells how far the list has scrolled.
ROW, OTHER, MARK = 3, 5, 7
# A drag beyond the half of every tray; and from where a front counts as moved.
FAR, MOVED = 140, 24
STILL_SECONDS = 0.3
YES, PARTLY, NO = 'yes', 'partly', 'no'
# Ways to the actions by keys alone.
WAYS = (('Tab', 'Down', 'Shift+Left', 'Tab', 'Return'), ('Down', 'Menu', 'Down', 'Return'), ('Down', *('Tab', 'space') * 4),
        ('Down', 'Right', 'space', 'Return'), ('Down', 'Delete'))


class Row:
    """A kind of row, by the command that starts its program."""

    def __init__(self, title, command, environment, mirrored, in_debian=None):
        self.title, self._command, self._environment, self._mirrored, self._in_debian = title, command, environment, mirrored, in_debian
        # Where a finger opens it, once that is known.
        self.place = MIDDLE

    def start(self, desk, home, mirrored=False, on_desktop=False):
        command, environment = list(self._command), dict(self._environment)
        if mirrored:
            command += self._mirrored.get('arguments', [])
            environment.update(self._mirrored.get('environment', {}))
        if on_desktop:
            environment.pop('KDE_KIRIGAMI_TABLET_MODE', None)
        if self._in_debian:
            outside = desk.environment(home)
            for name in ('DISPLAY', 'WAYLAND_DISPLAY', 'XDG_RUNTIME_DIR', 'DBUS_SESSION_BUS_ADDRESS'):
                if name in outside:
                    environment[name] = outside[name]
            environment['QT_QPA_PLATFORM'] = 'wayland' if 'WAYLAND_DISPLAY' in outside else 'xcb'
            settings = [f'{name}={value}' for name, value in environment.items()]
            command = [IN_DEBIAN, SUITE, self._in_debian, 'env', *settings, *command]
            environment = {'SHOWN': os.path.dirname(outside['XDG_RUNTIME_DIR'])}
        return Shown(desk, home, command, environment)


class Shown(Program):
    """A program whose list is on show."""

    def __init__(self, desk, home, command, environment):
        super().__init__(desk, home, command, environment)
        self.hand, self.desk = desk.hand, desk
        try:
            self.expect('ready')
            self.rest()
            self.hand.click(self.at(FULL, bar=True))
            self.expect('opened')
            self.rest()
            self._begun = self._picture()
        except BaseException:
            self.end()
            raise

    def end(self):
        # What holds a namespace of processes does not heed SIGTERM.
        try:
            os.killpg(self._process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        super().end()
        self.hand.let_go()

    def at(self, x, row=ROW, bar=False):
        return self._origin[0] + x, self._origin[1] + (BAR if bar else TOP + HEIGHT * row + HEIGHT // 2)

    def rest(self):
        """Waits until the screen shows a window and has stood still for STILL_SECONDS; only then is a window where it stays."""
        last, since = None, 0

        def still():
            nonlocal last, since
            before, last = last, self.desk.picture()
            if before != last:
                since = time.monotonic()
            return time.monotonic() - since >= STILL_SECONDS and self.desk.window_area(last)
        self._origin = until(still, 'a picture that stands still', 30)[:2]

    def shift(self, row=ROW):
        """How far the front stands to the right of where it began, by what is left of it in the window: Kirigami's goes almost out of it."""
        now, top = self._picture(), TOP + HEIGHT * row
        moved = top + self.scrolled(now)
        if not TOP <= moved <= SIZE[1] - HEIGHT:
            raise Failed(f'row {row} is out of sight')
        begun, here = (steps(picture, at) for picture, at in ((self._begun, top), (now, moved)))
        width = SIZE[0] - 1
        whole = sum(map(sum, map(lambda line: map(abs, line), begun)))

        def differs(shift):
            """How much of what both show differs, and how much of the front that is less than; without enough of it, nothing is told."""
            left, was, count = max(shift, 0), max(-shift, 0), width - abs(shift)
            weight = sum(sum(map(abs, line[was:was + count])) for line in begun)
            if weight < whole / 50:
                return math.inf
            return sum(sum(map(abs, map(sub, line[left:left + count], old[was:was + count]))) for line, old in zip(here, begun)) / weight
        return min(range(30 - width, width - 30), key=lambda shift: (differs(shift), abs(shift)))

    def scrolled(self, now=None):
        """How far the list stands below where it began: by the row that is nearest to what the mark was."""
        now, mark = now or self._picture(), TOP + HEIGHT * MARK
        begun = self._begun.lines(mark, mark + HEIGHT)

        def differs(top):
            return sum(sum(map(abs, map(sub, line[::8], old[::8]))) for line, old in zip(now.lines(top, top + HEIGHT), begun))
        return min(range(TOP, SIZE[1] - HEIGHT), key=lambda top: (differs(top), abs(top - mark))) - mark

    def ran(self):
        """Whether an action ran since the last look, after everything has come to rest."""
        self.rest()
        return self.said('ran')

    def said(self, word):
        """Whether a line since the last look starts with that word."""
        self._read(0)
        found = any(line.split(' ')[0] == word for line in self._said)
        self._said.clear()
        return found

    def stroke(self, pointer, start, *ends, up=True, pause=0.2):
        """Goes from one point to the next; before the pointer goes up it stands still, without a motion, as a hand's does."""
        pointer.down(start)
        for end in ends:
            steps = max(4, round(math.dist(start, end) / STEP_PIXELS))
            for step in range(1, steps + 1):
                time.sleep(STEP_SECONDS)
                pointer.to(tuple(a + (b - a) * step / steps for a, b in zip(start, end)))
            start = end
        if up:
            time.sleep(pause)
            pointer.up()
            self.rest()

    def open_by_finger(self, x, row=ROW, by=-FAR):
        """A finger drags the row and lets go without a fling; returns where the front stays."""
        self.stroke(self.hand.finger(), self.at(x, row), self.at(x + by, row))
        return self.shift(row)

    def tree(self):
        def only():
            found = self.desk.bus.applications()
            return found and found[-1]
        return until(only, 'the program on the accessibility bus', 10)

    def _picture(self):
        return self.desk.picture((*self._origin, *SIZE))


def steps(picture, top):
    """The steps between neighbouring pixels of every fourth line of a row."""
    return [list(map(sub, line[1:], line)) for line in picture.lines(top, top + HEIGHT)[::4]]


class Situations:
    """Each method is a situation: its first line names it, and it answers a mark and a note."""

    def __init__(self, row, desks, home):
        self._row, self._desks, self._home = row, desks, home

    def _start(self, kind=XorgDesk, **options):
        return self._row.start(self._desks[kind], self._home, **options)

    def _anywhere(self, act, **options):
        """The first place where `act` opens the row, as a mark and a note."""
        for place, note in PLACES:
            shown = self._start(**options)
            try:
                if act(shown, place):
                    return (PARTLY if note else YES), note, place
            finally:
                shown.end()
        return NO, '', MIDDLE

    def a_finger_opens(self):
        """A finger drags a row open, and it stays"""
        mark, note, self._row.place = self._anywhere(lambda shown, x: shown.open_by_finger(x) < -MOVED)
        return mark, note

    def aslant(self):
        """A finger 30° off sideways moves the front alone, also when it turns straight up later"""
        shown = self._start()
        try:
            (x, y), finger = shown.at(self._row.place), shown.hand.finger()
            shown.stroke(finger, (x, y), (x - 104, y - 60), up=False)
            shown.rest()
            first = self._moves(shown)
            for step in range(1, 21):
                time.sleep(STEP_SECONDS)
                finger.to((x - 104, y - 60 - 5 * step))
            shown.rest()
            then = self._moves(shown)
            finger.up()
        finally:
            shown.end()
        if first == then == ['front']:
            return YES, ''
        said = f'it moves {" and ".join(first) or "nothing"}, then {" and ".join(then) or "nothing"}'
        return (NO if len(then) > 1 else PARTLY), f'the {first[0]} alone' if first == then and len(first) == 1 else said

    @staticmethod
    def _moves(shown):
        scrolled, shift = shown.scrolled(), shown.shift()
        return [name for name, way in (('front', shift), ('list', scrolled)) if abs(way) >= 8]

    def fling(self):
        """A fling opens a row on a way that is too short without one"""
        opened = []
        shown = self._start()
        try:
            tray = -self._try(shown)
        finally:
            shown.end()
        for pause in (0, 0.3):
            shown = self._start()
            try:
                start = shown.at(self._row.place)
                shown.stroke(shown.hand.finger(), start, (start[0] - 0.4 * tray - 8, start[1]), pause=pause)
                opened.append(shown.shift() < -MOVED)
            finally:
                shown.end()
        return {(True, False): (YES, ''), (True, True): (PARTLY, 'opens without one too')}.get(tuple(opened), (NO, ''))

    def _try(self, shown):
        return shown.open_by_finger(self._row.place)

    def long_swipe(self):
        """A finger across the whole row runs the first action"""
        shown = self._start()
        try:
            shown.stroke(shown.hand.finger(), shown.at(384), shown.at(8))
            return (YES if shown.ran() else NO), ''
        finally:
            shown.end()

    def one_open(self):
        """While a row is open, a drag on another closes it"""
        mark, note = self._one_open(self._row.place)
        if self._row.place == MIDDLE or mark == YES:
            return mark, note
        mark, note = self._one_open(EDGE)
        return (PARTLY if mark == YES else mark), note or (PLACES[-1][1] if mark == YES else '')

    def _one_open(self, x):
        shown = self._start()
        try:
            if shown.open_by_finger(x) > -MOVED:
                return NO, 'none opens'
            finger = shown.hand.finger()
            shown.stroke(finger, shown.at(x, OTHER), shown.at(x - FAR, OTHER), up=False)
            shown.rest()
            during, moved = shown.shift(), abs(shown.shift(OTHER)) >= MOVED
            finger.up()
            shown.rest()
            after = shown.shift()
            if not moved:
                return NO, 'the other does not move'
            return (YES, '') if during == 0 else (PARTLY, 'when the finger is lifted') if after == 0 else (NO, '')
        finally:
            shown.end()

    def press_elsewhere(self):
        """While a row is open, a tap on another closes it"""
        shown = self._start()
        try:
            closed = []
            for other in (OTHER, OTHER + 1):
                if self._try(shown) > -MOVED:
                    return NO, 'none opens'
                shown.hand.tap(shown.at(100, other))
                shown.rest()
                closed.append(shown.shift() == 0)
            return (YES if all(closed) else PARTLY if any(closed) else NO), 'not every time' if any(closed) and not all(closed) else ''
        finally:
            shown.end()

    def mouse(self):
        """The mouse drags a row open, and it stays"""
        def act(shown, x):
            shown.stroke(shown.hand.mouse(), shown.at(x), shown.at(x - FAR))
            return shown.shift() < -MOVED
        return self._anywhere(act, on_desktop=True)[:2]

    def mouse_without_a_drag(self):
        """The mouse reaches an action without a drag"""
        shown = self._start(on_desktop=True)
        try:
            for x in range(390, 200, -20):
                shown.hand.point(shown.at(x + 5))
                shown.rest()
                shown.hand.click(shown.at(x))
                if shown.ran():
                    return YES, 'its buttons are in sight'
            x, y = shown.at(200)
            for down in range(12, 120, 12):
                shown.hand.click((x, y), button=3)
                shown.rest()
                shown.hand.click((x + 8, y + down))
                if shown.ran():
                    return PARTLY, 'by a right click, in a menu'
                shown.hand.keys('Escape')
                shown.rest()
            return NO, ''
        finally:
            shown.end()

    def touchpad(self):
        """Two fingers on a touchpad open a row (Wayland)"""
        def act(shown, x):
            shown.hand.point(shown.at(x))
            shown.rest()
            shown.hand.two_fingers((-FAR, 0))
            shown.rest()
            return shown.shift() < -MOVED
        found = self._anywhere(act, kind=SwayDesk)[:2]
        if found[0] == NO:
            self._control(SwayDesk, lambda shown: shown.hand.two_fingers((0, -60)))
        return found

    def _control(self, kind, act, **options):
        """What goes through the list of any of them, so that none is said to do nothing that was not reached."""
        shown = self._start(kind, **options)
        try:
            shown.hand.point(shown.at(MIDDLE))
            act(shown)
            shown.rest()
            if shown.scrolled() > -MOVED and not shown.said('current'):
                raise Failed('nothing reaches it')
        finally:
            shown.end()

    def keyboard(self):
        """Keys alone run an action"""
        for on_desktop in (True, False):
            for way in WAYS:
                shown = self._start(SwayDesk, on_desktop=on_desktop)
                try:
                    for count, stroke in enumerate(way, 1):
                        shown.hand.keys(stroke)
                        if shown.ran():
                            return YES, ', '.join(way[:count])
                finally:
                    shown.end()
            self._control(SwayDesk, lambda shown: shown.hand.keys(*['Tab'], *['Down'] * 14), on_desktop=on_desktop)
        return NO, ''

    def screen_reader(self):
        """A screen reader runs an action of a closed row"""
        shown = self._start()
        try:
            if self._told(shown):
                return YES, ''
            self._try(shown)
            return (PARTLY, 'once the row is open') if self._told(shown) else (NO, '')
        finally:
            shown.end()

    @staticmethod
    def _told(shown):
        """Whether some object that a screen reader finds runs an action when it is asked to."""
        looked = 0
        waiting = [shown.tree()]
        while waiting and looked < 1500:
            node, looked = waiting.pop(0), looked + 1
            try:
                waiting[:0] = node.children
                name = node.name.lower()
                for action in node.actions:
                    if re.search(r'trash$', action.lower()) or 'trash' in name and action.lower() in ('click', 'press'):
                        node.do(action)
                        if shown.ran():
                            return True
            except (Gone, AssertionError):
                continue
        return False

    def right_to_left(self):
        """Right-to-left, the finger goes the other way, and so does the front"""
        opened = []
        for x, by in ((SIZE[0] - self._row.place, FAR), (self._row.place, -FAR)):
            shown = self._start(mirrored=True)
            try:
                opened.append(abs(shown.open_by_finger(x, by=by)) > MOVED)
            finally:
                shown.end()
        return {(True, False): (YES, ''), (False, True): (NO, 'it goes as left-to-right'), (True, True): (PARTLY, 'both ways')}.get(tuple(opened), (NO, ''))


ALL = ('a_finger_opens', 'aslant', 'fling', 'long_swipe', 'one_open', 'press_elsewhere', 'mouse', 'mouse_without_a_drag', 'touchpad',
       'keyboard', 'screen_reader', 'right_to_left')


def rows(folder, debian):
    gtk = {'GSK_RENDERER': 'cairo'}
    qt = {'QT_MESSAGE_PATTERN': '%{message}', 'QT_QUICK_CONTROLS_STYLE': 'Default', 'KDE_KIRIGAMI_TABLET_MODE': '1',
          'QT_LINUX_ACCESSIBILITY_ALWAYS_ON': '1', 'QT_QUICK_BACKEND': 'software', 'QT_WAYLAND_DISABLE_WINDOWDECORATION': '1'}
    mirrored_gtk, mirrored_qt = {'environment': {'ROW_BENCH_MIRRORED': '1'}}, {'arguments': ['-reverse']}
    yield Row('`SwipeRow`', [os.path.join(folder, 'RowBench'), 'long'], gtk, mirrored_gtk)
    for title, package, file in (('Qt Quick Controls `SwipeDelegate`', 'qml-module-qtquick-controls2', 'SwipeDelegates.qml'),
                                 ('Kirigami `SwipeListItem`', 'qml-module-org-kde-kirigami2', 'KirigamiRows.qml')):
        version = subprocess.run([IN_DEBIAN, SUITE, debian, 'dpkg-query', '--show', '--showformat=${source:Upstream-Version}', package],
                                 check=True, capture_output=True, text=True).stdout.split('+')[0]
        yield Row(f'{title} {version}', ['qmlscene', f'Tests/RowBench/qml/{file}'], qt, mirrored_qt, debian)
    version = subprocess.run(['pkg-config', '--modversion', 'libadwaita-1'], check=True, capture_output=True, text=True).stdout.strip()
    yield Row(f'a row on `AdwSwipeTracker` {version}', [os.path.join(folder, 'RowBenchInC'), 'tracker'], gtk, mirrored_gtk)


def cell(situation, row, desks, home):
    try:
        mark, note = getattr(Situations(row, desks, home), situation)()
    except (AssertionError, Failed) as reason:
        print(f'{row.title}, {situation}: {reason}', file=sys.stderr)
        return 'not measured'
    print(f'{row.title}, {situation}: {mark} {note}', file=sys.stderr, flush=True)
    return f'{mark}: {note}' if note else mark


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--page', action='append', default=[])
    parser.add_argument('--only', default='')
    parser.add_argument('folder')
    parser.add_argument('debian')
    options = parser.parse_args()
    desks = {}
    with tempfile.TemporaryDirectory(prefix='compare-') as home:
        try:
            for kind in (XorgDesk, SwayDesk):
                desks[kind] = kind()
            tried = list(rows(options.folder, options.debian))
            lines = [' | '.join(['', *(row.title for row in tried)]), '---|' * len(tried) + '---']
            for situation in ALL:
                if options.only in situation or situation == ALL[0]:
                    title = getattr(Situations, situation).__doc__
                    lines.append(' | '.join([title, *(cell(situation, row, desks, home) for row in tried)]))
        finally:
            for desk in desks.values():
                desk.close()
    table = ''.join(f'| {line} |\n' if '---' not in line else f'|{line}|\n' for line in lines)
    print(table, end='')
    for path in [] if options.only else options.page:
        with open(path) as file:
            page = file.read()
        with open(path, 'w') as file:
            file.write(re.sub(r'(?m)(^\|.*\n)+', lambda _: table, page, count=1))


if __name__ == '__main__':
    main()
