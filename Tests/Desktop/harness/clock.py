"""Clocks that a test holds and moves on by steps, so that no outcome depends on how fast the machine is."""

import os
import subprocess
import time

from .conditions import until

SOURCE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'clock.c')


def build(folder):
    """Compiles the library that a program loads to have such a clock, and returns its path."""
    library = os.path.join(folder, 'clock.so')
    subprocess.run(['cc', '-shared', '-fPIC', '-Wall', '-Werror', '-o', library, SOURCE], check=True)
    return library


class Clock:
    """The monotonic clock, in milliseconds. While it is held it is never ahead of the true time."""

    def __init__(self):
        self._held = None

    def milliseconds(self):
        return int(time.monotonic() * 1000 if self._held is None else self._held)

    def hold(self):
        self._held = self.milliseconds()
        self._show(self._held)

    def step(self, seconds):
        """Moves the clock on if it is held."""
        if self._held is not None:
            self._held += seconds * 1000
            until(lambda: time.monotonic() * 1000 >= self._held, 'the true time')
            self._show(self.milliseconds())

    def go_on(self):
        """The clock shows the true time again."""
        self._held = None
        self._show(0)

    def _show(self, milliseconds):
        pass


class ClockOfPrograms(Clock):
    """The clock of the programs that are started with `variables`, which is kept in a file; `library` is what `build` returned."""

    def __init__(self, path, library):
        super().__init__()
        self._path, self.variables = path, {'LD_PRELOAD': library, 'CLOCK_FILE': path}

    def _show(self, milliseconds):
        with open(f'{self._path}.new', 'w') as file:
            file.write(f'0 0 {milliseconds}')
        os.rename(f'{self._path}.new', self._path)
