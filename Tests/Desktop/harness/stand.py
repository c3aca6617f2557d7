"""RowStand at the desk: a window of swipeable rows that says what its list does, and does what it is told."""

import json
import os
import subprocess
import threading

from .app import App
from .case import DesktopCase
from .conditions import LIMIT

ROW_HEIGHT = 48
# Two buttons of the stand's rows.
TRAY = 152
# What the rows of every stand are in, where that is not said: for runs of all tests in another container.
CONTAINER = os.environ.get('DUNNOCK_CONTAINER', '')
LIST_BOXES = ('list-box', 'boxed')
IN_LIST_BOX = CONTAINER in LIST_BOXES
# How long a press is held to be a long one, seconds: GTK's own time is half a second.
A_LONG_PRESS = 1
# A warning of GTK ends the stand, and with it the test; Swift's own handler of crashes would let it go on after the first.
STRICT = ('env', 'G_DEBUG=fatal-warnings', 'SWIFT_BACKTRACE=enable=no')
# What GTK 4.8 itself says, and says for a bare GtkListView too: where the widget under a finger goes away or the mouse takes over from
# a finger, and where a list changes whose focused row it has scrolled away.
TOUCH_LOST = 'Broken accounting of active state'
ROW_LOST = 'GtkListView failed to scroll to given position'


class Stand(App):
    """One run of `RowStand`. What it says are dictionaries such as {'event': 'didOpen', 'row': 3, 'side': 'trailing'}."""

    program = 'RowStand'

    def __init__(self, desk, home, *arguments, forgiven=(), wrapper=(), **options):
        self._forgiven = forgiven
        super().__init__(desk, home, *arguments, wrapper=(() if forgiven else STRICT) + wrapper, stdin=subprocess.PIPE,
                         stdout=subprocess.PIPE, **options)
        self._lines, self._broken, self._done = [], [], 0
        self._news = threading.Condition()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def tell(self, command):
        """Has it do something, such as 'remove 3', and waits until it is done."""
        done = self._done
        self._process.stdin.write(f'{command}\n'.encode())
        self._process.stdin.flush()
        with self._news:
            self._news.wait_for(lambda: self._done > done or not self._listener.is_alive(), LIMIT)
        if self._done == done:
            raise AssertionError(f'{command!r} was not done\n{self.tail()}')

    def sync(self):
        """Waits until it has taken in all that the hand did."""
        self.tell('sync')

    def rest(self):
        """Waits until nothing moves; nothing may be pressed."""
        self.tell('rest')

    def pass_time(self, seconds):
        """Waits until a timer of the program has ended that began when it had taken in all that the hand did: shorter ones that it had
        begun before have ended, too."""
        self.tell(f'pass {round(seconds * 1000)}')

    def said(self, *keys):
        """All that it has said since it was last forgotten, in order; with keys only what has one of them."""
        lines = list(self._lines)
        return [line for line in lines if not keys or any(key in line for key in keys)]

    def forget(self):
        """Forgets what has been said until now."""
        with self._news:
            self._lines.clear()

    def broken(self):
        """The invariants that did not hold until now."""
        return list(self._broken)

    def row(self, number):
        """The list item of a row, waited for."""
        return self.until(lambda: [row for row in self.rows() if row.name == f'Row {number}'], f'row {number}')[0]

    def count(self, key):
        return len(self.said(key))

    def last(self, key, row=None):
        """The value last said under a key, of this row if one is given; None before the first."""
        values = [line[key] for line in self.said(key) if row is None or line.get('row') == row]
        return values[-1] if values else None

    def offset(self, row):
        """How far the row's front is from closed, px, positive towards the trailing edge."""
        return self.last('offset', row) or 0

    def events(self, row=None):
        """The events so far as (name, row, side)."""
        return [(line['event'], line['row'], line['side']) for line in self.said('event') if row in (None, line['row'])]

    def open_rows(self):
        """The rows that are open or opening, with their sides."""
        rows = {}
        for name, row, side in self.events():
            if name == 'willOpen':
                rows[row] = side
            elif name == 'willClose':
                rows.pop(row, None)
        return rows

    def complaints(self):
        return [line for line in super().complaints() if not any(words in line for words in self._forgiven)]

    def end(self):
        """Ends the program; what its list did must have broken no invariant."""
        try:
            super().end()
        finally:
            self._leave()

    def wait_for_end(self):
        """Waits until the program has ended by itself, in good order."""
        self._process.wait(LIMIT)
        self._leave()
        if self._process.returncode or self.complaints():
            raise AssertionError(f'the program ended badly ({self._process.returncode})\n{self.tail()}')

    def _leave(self):
        self._listener.join(LIMIT)
        try:
            self._process.stdin.close()
        except BrokenPipeError:
            pass
        self._process.stdout.close()
        if self._broken:
            raise AssertionError(f'invariants broken: {self._broken}\n{self.tail()}')

    def _listen(self):
        for text in self._process.stdout:
            # Beside what it prints on standard error.
            with open(self._output_path, 'ab') as output:
                output.write(text)
            try:
                line = json.loads(text)
            except ValueError:
                # A line of GLib's log, or the program broke off within a line.
                continue
            with self._news:
                if 'done' in line:
                    self._done += 1
                elif 'violation' in line:
                    self._broken.append(line)
                self._lines.append(line)
                self._news.notify_all()
        with self._news:
            self._news.notify_all()


class StandCase(DesktopCase):
    def not_in(self, containers, why):
        """Skips the test where the rows of every stand are in one of the containers, and prints why."""
        if CONTAINER in containers:
            print(f'skipped in {CONTAINER}: {self.id()}: {why}')
            self.skipTest(why)

    def text_at_double_size(self):
        """For what is started from now on."""
        self.set_gtk(gtk_font_name='Sans 22')

    def start(self, *arguments, **options):
        """Starts RowStand and waits until its rows are there."""
        if CONTAINER:
            arguments += (f'--container={CONTAINER}',)
        self.app = app = Stand(self.desk, self.home, *arguments, **options)
        self.addCleanup(lambda: app is self.app and app.end())
        self.app.wait_for_window()
        self.app.until(lambda: len(self.app.rows()) > 0, 'the rows')
        self.app.until_still()
        self.first = self.app.place(self.app.rows()[0], 0, 0.5)
        self.width = self.app.rows()[0].extents[2]
        return self.app

    def start_in_popover(self):
        """Starts RowStand with its list in a popover, which is up; returns the middle of the label above the list."""
        self.app = Stand(self.desk, self.home, '--in-popover', '--rows=8', '--width=500')
        self.addCleanup(self.app.end)
        self.app.wait_for_window()
        self.app.until_still()
        button = self.app.until(lambda: self.app.tree.all(matching=lambda node: node.name == 'Menu list'), 'the button')[0]
        self.hand.click(self.app.place(button))
        self.app.until(lambda: self.app.last('popped'), 'the popover')
        self.app.rest()
        # GTK 4.8 tells screen readers another place of what is in a popover, which lies under its button, in the middle.
        x, y, width, height = self.app.area(button)
        label = x + width / 2, y + height + 38
        self.width, self.first = 400, (label[0] - 200, label[1] + 55)
        return label

    def pointers(self):
        return self.hand.mouse(), self.hand.finger()

    def go(self, pointer, row, *steps, across=0.5, up=True):
        """Presses on a row and moves to each of the steps, (dx, dy) or dx from the press, each taken in before the next. Returns the
        row's offset after each."""
        x, y = self.at(row, across)
        pointer.down((x, y))
        self.app.sync()
        return self.go_on(pointer, row, *steps, across=across, up=up)

    def stroke(self, pointer, start, *steps):
        """Presses at a point of the screen, moves sideways to each of the steps from there, each taken in before the next, and lets go."""
        x, y = start
        pointer.down(start)
        self.app.sync()
        for dx in steps:
            pointer.to((x + dx, y))
            self.app.sync()
        pointer.up()
        self.app.rest()

    def go_on(self, pointer, row, *steps, across=0.5, up=True):
        """Goes on with a gesture that began on `row`."""
        x, y = self.at(row, across)
        offsets = []
        for step in steps:
            dx, dy = step if isinstance(step, tuple) else (step, 0)
            pointer.to((x + dx, y + dy))
            self.app.sync()
            offsets.append(self.app.offset(row))
        if up:
            pointer.up()
            self.app.rest()
        return offsets

    def hold_still(self, frames=5):
        """Lets some frames pass, so that no fling is left in the hand: 5 are more than the 0.05 s of a front that stands, 12 more than
        the 0.15 s of GTK's scroller."""
        for _ in range(frames):
            self.app.sync()

    def begin_anew(self):
        """Every row closed, the list at its beginning, and nothing said."""
        if self.app.said('event', 'scrolled'):
            self.app.tell('close')
            self.app.tell('scroll 0')
            self.app.rest()
        self.app.forget()

    def at(self, row, across=0.5):
        """The point of a row on the screen while the list stands at its beginning."""
        return self.first[0] + self.width * across, self.first[1] + ROW_HEIGHT * row
