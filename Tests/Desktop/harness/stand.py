"""RowStand at the desk: a window of swipeable rows that says what its list does, and does what it is told."""

import json
import subprocess

from .app import App
from .case import DesktopCase


class Stand(App):
    """One run of `RowStand`. What it says are dictionaries such as {'event': 'didOpen', 'row': 3, 'side': 'trailing'}."""

    program = 'RowStand'

    def __init__(self, desk, home, *arguments, **options):
        super().__init__(desk, home, *arguments, stdin=subprocess.PIPE, **options)

    def tell(self, command):
        """Has it do something, such as 'remove 3', and waits until it is done."""
        before = self.count('done')
        self._process.stdin.write(f'{command}\n'.encode())
        self._process.stdin.flush()
        self.until(lambda: self.count('done') > before, f'{command!r} done')

    def said(self, *keys):
        """All that it has said so far, in order; with keys only what has one of them."""
        # A line still being written has no end yet.
        lines = [json.loads(line) for line in self.output().split('\n')[:-1] if line.startswith('{"')]
        return [line for line in lines if not keys or any(key in line for key in keys)]

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

    def end(self):
        """Ends the program; what its list did must have broken no invariant."""
        broken = self.said('violation')
        try:
            super().end()
        finally:
            self._process.stdin.close()
        if broken:
            raise AssertionError(f'invariants broken: {broken}')


class StandCase(DesktopCase):
    def start(self, *arguments, **options):
        """Starts RowStand and waits until its rows are there."""
        self.app = app = Stand(self.desk, self.home, *arguments, **options)
        self.addCleanup(lambda: app is self.app and app.end())
        self.app.wait_for_window()
        self.app.until(lambda: len(self.app.rows()) > 0, 'the rows')
        self.app.until_still()
        return self.app
