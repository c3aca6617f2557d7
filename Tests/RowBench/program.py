"""One run of a measured program at the desk: it is clicked and dragged like any other, and its processor time is read from outside."""

import os
import re
import select
import subprocess
import time

from harness.conditions import until
from harness.desk import end, spawn

BAR = 20
CLOSE, SMALL, FULL, SCROLL = 40, 120, 200, 280
# A mouse reports 125 times a second.
EVENT_SECONDS = 0.008
# The front is dragged from the row's trailing edge, where Kirigami's row has its handle.
ROW, EDGE = 200, 376
ROW_AREA = (0, 168, 400, 64)
NEAR, FAR, STEP = 40, 100, 4


class Failed(Exception):
    """The program did not do what it was started for; the message says what it said."""


class Program:
    def __init__(self, desk, home, command, environment):
        self._hand, self._desk = desk.hand, desk
        self._said, self._unread, self._frames = [], '', (0, 0)
        self._process = spawn(command, env=dict(desk.environment(home), **environment), stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        # The kernel's name for the processor clock of another process: all its threads, dead ones too.
        self._clock = ~self._process.pid << 3 | 2

    def end(self):
        end(self._process)
        self._process.stdout.close()

    def processor_time(self):
        """Seconds that the program has run."""
        return time.clock_gettime(self._clock)

    def memory(self):
        """Bytes of memory that are the program's own."""
        with open(f'/proc/{self._process.pid}/smaps_rollup') as file:
            return int(re.search(r'^Anonymous: +(\d+) kB', file.read(), re.MULTILINE)[1]) * 1024

    def rest(self):
        """Waits until the program has done all that it was asked to."""
        last = self.processor_time()

        def still():
            nonlocal last
            time.sleep(2 * EVENT_SECONDS + 0.03)
            before, last = last, self.processor_time()
            return last - before < 0.0003
        until(still, 'the program at rest', 30)

    def expect(self, word):
        """Waits for the next line that starts with the word, and returns the words after it."""
        deadline = time.monotonic() + 30
        while True:
            self._read(0)
            for number, line in enumerate(self._said):
                if line.split(' ')[0] == word:
                    del self._said[:number + 1]
                    return line.split(' ')[1:]
            if not self._read(max(0, deadline - time.monotonic())):
                raise Failed(f'waited for {word!r} in vain: ' + ' '.join(self._said)[-400:])

    def click(self, cell, answer):
        """Clicks on a cell of the bar, and returns the words of the answer."""
        self._hand.click((cell, BAR))
        return self.expect(answer)

    def frames(self):
        """The frames drawn so far, in tens, and the seconds that they took, which only the programs on GTK know."""
        self._read(0)
        return self._frames

    def begin_drag(self):
        self._hand.point((EDGE, ROW))
        self._hand.press()
        for distance in range(STEP, NEAR + 1, STEP):
            self._move(distance)

    def drag(self, events):
        """Moves the front to and fro within the tray's width."""
        distance, step = NEAR, STEP
        start = time.monotonic()
        for number in range(events):
            if not NEAR <= distance + step <= FAR:
                step = -step
            distance += step
            time.sleep(max(0, start + number * EVENT_SECONDS - time.monotonic()))
            self._hand.point((EDGE - distance, ROW))

    def end_drag(self):
        for distance in range(NEAR, -1, -STEP):
            self._move(distance)
        self._hand.release()
        self._hand.point((EDGE, BAR))

    def picture_of_row(self):
        return self._desk.picture(ROW_AREA)

    def _move(self, distance):
        time.sleep(EVENT_SECONDS)
        self._hand.point((EDGE - distance, ROW))

    def _read(self, seconds):
        """Takes in what the program says within that time; false if that is nothing."""
        pipe = self._process.stdout.fileno()
        if not select.select([pipe], [], [], seconds)[0]:
            return False
        data = os.read(pipe, 65536)
        *lines, self._unread = (self._unread + data.decode(errors='replace')).split('\n')
        for line in lines:
            frame = re.fullmatch(r'frame (\d+) (\d+)', line)
            if frame:
                self._frames = int(frame[1]), int(frame[2]) / 1e6
            else:
                self._said.append(line)
        return bool(data)
