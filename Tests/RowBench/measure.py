#!/usr/bin/python3
"""Measures what a swipe row costs beside other rows: processor time and memory of each program's process, on an X server of its own.

Usage: measure.py [--smoke] [--rounds N] [--without TEXT...] FOLDER
FOLDER holds the built programs; --smoke runs everything once, briefly; --without leaves out rows and renderers by a part of their name.

Every round runs every program anew, one after the other, so that what else the machine does meets all of them; ratios are taken
within a round. The programs and what they say: Stand/stand.c.
"""

import argparse
import contextlib
import os
import signal
import statistics
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, '../Desktop'))

from harness.conditions import Timeout  # noqa: E402
from harness.desk import NoDesk  # noqa: E402
from harness.xorg import XorgDesk  # noqa: E402
from program import CLOSE, FULL, SCROLL, SMALL, Failed, Program  # noqa: E402

QML = '/usr/lib/x86_64-linux-gnu/qt5/qml'
QMLSCENE = '/usr/lib/qt5/bin/qmlscene'
SOFTWARE, GL = 'software', 'GL'
# Quantity, its unit, and how many of the unit are a second or a byte.
QUANTITIES = (('drag event', 'us', 1e6), ('scrolled frame', 'us', 1e6), ('list opened', 'ms', 1e3), ('live row', 'bytes', 1))
INSIDE = ('drag: frames per event', 'drag: us in a frame', 'scroll: us in a frame', 'rows alive')
# A row, a quantity, the row that it is measured beside, and the ratio at most, by renderer.
AIMS = (('SwipeRow', 'drag event', 'C overlay', {SOFTWARE: 0.9, GL: 0.68}), ('SwipeRow', 'scrolled frame', 'C overlay', {SOFTWARE: 1, GL: 1}),
        ('SwipeRow', 'list opened', 'plain GTK', {SOFTWARE: 1, GL: 1}), ('SwipeRow, grid', 'list opened', 'plain GTK', {SOFTWARE: 0.5, GL: 0.5}))


class Subject:
    """A row drawn by one renderer."""

    def __init__(self, row, renderer, command, environment, proof):
        self.row, self.renderer, self.command = row, renderer, command
        self._environment, self._proof = environment, proof
        self.samples = []

    def measure(self, desk, home, events, openings):
        program = Program(desk, home, self.command, self._environment)
        try:
            drawn_by, = program.expect('ready')
            if drawn_by not in self._proof:
                raise Failed(f'this machine gives it {drawn_by} instead')
            self.samples.append(self._sample(program, events, openings))
        finally:
            program.end()

    def _sample(self, program, events, openings):
        sample = {}
        memory, rows = [], []
        for size in (SMALL, FULL):
            program.click(size, 'opened')
            program.rest()
            memory.append(program.memory())
            rows.append(int(program.click(CLOSE, 'closed')[0]))
            program.rest()
        sample['live row'] = (memory[1] - memory[0]) / (rows[1] - rows[0])
        sample['rows alive'] = rows[1]

        sample['list opened'] = 0
        for number in range(openings):
            if number:
                program.click(CLOSE, 'closed')
                program.rest()
            start = program.processor_time()
            program.click(FULL, 'opened')
            sample['list opened'] += (program.processor_time() - start) / openings
            program.rest()

        # The first steps of a drag make the row's tray; they show that it moves at all, and are not measured.
        closed = program.picture_of_row() if not self.samples else None
        program.begin_drag()
        program.rest()
        if closed and self.row != 'plain GTK' and program.picture_of_row() == closed:
            raise Failed('the row does not move')
        frames, in_frames = program.frames()
        start = program.processor_time()
        program.drag(events)
        program.rest()
        sample['drag event'] = (program.processor_time() - start) / events
        more, in_more = program.frames()
        sample['drag: frames per event'] = (more - frames) / events
        sample['drag: us in a frame'] = (in_more - in_frames) * 1e6 / max(1, more - frames)
        program.end_drag()
        program.rest()

        frames, in_frames = program.frames()
        start = program.processor_time()
        drawn, = program.click(SCROLL, 'scrolled')
        sample['scrolled frame'] = (program.processor_time() - start) / int(drawn)
        more, in_more = program.frames()
        sample['scroll: us in a frame'] = (in_more - in_frames) * 1e6 / max(1, more - frames)
        return sample


def subjects(folder):
    gtk = {'GTK_A11Y': 'none'}
    qt = {'QT_MESSAGE_PATTERN': '%{message}', 'QT_QUICK_CONTROLS_STYLE': 'Default', 'KDE_KIRIGAMI_TABLET_MODE': '1', 'QT_ACCESSIBILITY': '0'}
    for renderer, gsk, gtk_proof, quick, qt_proof in (
            (SOFTWARE, 'cairo', ['GskCairoRenderer'], {'QT_QUICK_BACKEND': 'software'}, ['Software']),
            (GL, 'ngl', ['GskGLRenderer', 'GskNglRenderer'], {}, ['OpenGL'])):
        gsk = dict(gtk, GSK_RENDERER=gsk)
        in_c = os.path.join(folder, 'RowBenchInC')
        yield Subject('plain GTK', renderer, [in_c, 'plain'], gsk, gtk_proof)
        yield Subject('C overlay', renderer, [in_c, 'overlay'], gsk, gtk_proof)
        yield Subject('SwipeRow', renderer, [os.path.join(folder, 'RowBench')], gsk, gtk_proof)
        yield Subject('SwipeRow, grid', renderer, [os.path.join(folder, 'RowBench'), 'grid'], gsk, gtk_proof)
        for row, file in (('Qt SwipeDelegate', 'SwipeDelegates.qml'), ('Kirigami', 'KirigamiRows.qml')):
            yield Subject(row, renderer, [QMLSCENE, os.path.join(HERE, 'qml', file)], dict(qt, **quick), qt_proof)


def missing(subject):
    """Why the program cannot run here, None if it can."""
    modules = {'Qt SwipeDelegate': 'QtQuick/Controls.2', 'Kirigami': 'org/kde/kirigami.2'}
    if subject.row in modules and not (os.path.exists(QMLSCENE) and os.path.exists(os.path.join(QML, modules[subject.row]))):
        return 'not installed (Debian: qmlscene qml-module-qtquick-controls2 qml-module-org-kde-kirigami2)'
    return None


def ratios(subject, base, quantity):
    """The subject's to the base's, round by round, in order of size."""
    pairs = zip(subject.samples, base.samples)
    return sorted(mine[quantity] / other[quantity] for mine, other in pairs if other[quantity] > 0)


def lower_quartile(values):
    values = sorted(values)
    return values[len(values) // 4]


def spread(found):
    if not found:
        return ''
    return f' x{lower_quartile(found):.2f} ({found[0]:.2f}, {statistics.median(found):.2f}, {found[-1]:.2f})'


def show(measured, rounds):
    print(f'Processor time and memory of the process, lower quartile of {rounds}. x: ratio to the C overlay row of the same renderer and')
    print('round, lower quartile (least, median, most). software: cairo, and Qt\'s software backend; GL: drawn by the machine\'s OpenGL, here')
    print('or in llvmpipe.')
    for renderer in (SOFTWARE, GL):
        of_renderer = {subject.row: subject for subject in measured if subject.renderer == renderer}
        base = of_renderer.get('C overlay')
        if not base:
            continue
        print(f'\n{renderer:17}' + ''.join(f'{unit + " per " + quantity:>34}' for quantity, unit, _ in QUANTITIES))
        for row, subject in of_renderer.items():
            cells = ''
            for quantity, _, scale in QUANTITIES:
                value = lower_quartile(sample[quantity] for sample in subject.samples) * scale
                cells += f'{value:8.{1 if scale > 1 else 0}f}{spread(ratios(subject, base, quantity)):<26}'
            print(f'{row:17}{cells}')
        print(f'\n{renderer:17}' + ''.join(f'{name:>26}' for name in INSIDE))
        for row, subject in of_renderer.items():
            values = [statistics.median(sample[name] for sample in subject.samples) for name in INSIDE]
            print(f'{row:17}' + ''.join(f'{"-" if value == 0 else format(value, ".2f" if value < 10 else ".0f"):>26}' for value in values))
    print()
    for renderer in (SOFTWARE, GL):
        of_renderer = {subject.row: subject for subject in measured if subject.renderer == renderer}
        for row, quantity, base, most in AIMS:
            if row in of_renderer and base in of_renderer:
                found = ratios(of_renderer[row], of_renderer[base], quantity)
                verdict = 'met' if lower_quartile(found) <= most[renderer] else 'missed'
                print(f'{renderer}, {row}, per {quantity}, beside the {base} row:{spread(found)}, aim at most {most[renderer]}: {verdict}')


@contextlib.contextmanager
def awake_processors():
    """Keeps the processors from halting between two frames by what runs where nothing else does: a virtual one that was halted comes back
    without what it had in its caches, and the measure is then of the machine around it."""
    parent, spinning = os.getpid(), []
    for processor in os.sched_getaffinity(0):
        child = os.fork()
        if not child:
            os.sched_setaffinity(0, [processor])
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
            while os.getppid() == parent:
                pass
            os._exit(0)
        spinning.append(child)
    try:
        yield
    finally:
        for child in spinning:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--smoke', action='store_true')
    parser.add_argument('--rounds', type=int, default=15)
    parser.add_argument('--without', action='append', default=[])
    parser.add_argument('folder')
    options = parser.parse_args()
    rounds, events, openings = (1, 20, 1) if options.smoke else (options.rounds, 120, 4)
    measured = []
    for subject in subjects(options.folder):
        if any(part in f'{subject.row}, {subject.renderer}' for part in options.without):
            continue
        reason = missing(subject)
        if reason:
            print(f'{subject.row}, {subject.renderer}: left out, {reason}')
        else:
            measured.append(subject)
    try:
        desk = XorgDesk()
    except NoDesk as reason:
        # As with the desktop tests: where an ordinary user cannot have a server, that is no failure.
        print(f'Nothing measured: {reason}')
        sys.exit(os.getuid() == 0)
    with tempfile.TemporaryDirectory(prefix='bench-') as home, awake_processors():
        try:
            for number in range(rounds):
                for subject in list(measured):
                    try:
                        subject.measure(desk, home, events, openings)
                    except (Failed, Timeout) as reason:
                        if subject.renderer != GL or number:
                            sys.exit(f'{subject.row}, {subject.renderer}: {reason}')
                        print(f'{subject.row}, {subject.renderer}: left out, {reason}')
                        measured.remove(subject)
                    finally:
                        desk.hand.let_go()
                if sys.stderr.isatty():
                    print(f'\rround {number + 1} of {rounds}', end='\n' if number + 1 == rounds else '', file=sys.stderr, flush=True)
        finally:
            desk.close()
    show(measured, rounds)


if __name__ == '__main__':
    main()
