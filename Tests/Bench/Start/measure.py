#!/usr/bin/python3
"""Measures how soon the first rows are on the screen, and the memory at rest, and counts what is read for the rows and while a key is held down.

Usage: measure.py [--smoke] [--rounds N] THREE_PANES PROGRAMS RESOURCES

The clock begins when a program is started and ends when half of its rows' letters are on the screen, which is asked of the X server;
the processor's time is that of all the program's threads until then. All starts are warm: the mail has been read once before. Every
round starts every program once, in turn, so that what else the machine does meets all of them; ratios are taken within a round.
Counts are those of system calls, where strace is installed.
"""

import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, '../../Desktop'), os.path.join(HERE, '../../StoreBench')]

import made_mailbox as made  # noqa: E402
from harness.desk import NoDesk, end, spawn  # noqa: E402
from harness.xorg import XorgDesk  # noqa: E402
from screen import Screen  # noqa: E402

IN_C, SAMPLE, FEW, MANY = 'three panes in C', 'dunnock, the sample', 'dunnock, 3 folders', 'dunnock, 3,000 folders'
LARGE = 'dunnock, {} messages'
# What is compared with what.
PAIRS = ((SAMPLE, IN_C), (MANY, FEW))
# Longer than the app waits before it looks at folders that nobody has opened.
READ_AHEAD = 4


class Start:
    """One program and what it is started with. `indexer` is the program that reads a mailbox's texts before the first start."""

    def __init__(self, name, desk, screen, home, command, resources, indexer=None):
        self.name, self._screen, self._command, self._indexer = name, screen, command, indexer
        os.makedirs(home, exist_ok=True)
        self._environment = dict(desk.environment(home), DUNNOCK_RESOURCES=resources, GTK_A11Y='none', **{
            f'XDG_{kind}_HOME': os.path.join(home, kind.lower()) for kind in ('CONFIG', 'DATA', 'CACHE', 'STATE')})
        self.samples, self._enough = [], None

    def spawn(self, *wrapper, **variables):
        return spawn([*wrapper, *self._command], env={**self._environment, **variables}, stderr=subprocess.DEVNULL)

    def warm_up(self):
        """Has everything read once, previews too, and learns what the rows look like."""
        if self._indexer and os.path.isdir(self._command[1]):
            # With all texts, which the program would read for long while it is measured.
            subprocess.run([self._indexer, '--search', 'word', self._command[1]], env=self._environment, check=True,
                           stdout=subprocess.DEVNULL)
        process = self.spawn()
        try:
            self._screen.wait_for_letters(200)
            time.sleep(READ_AHEAD)
            self._screen.wait_until_still()
            at_rest(process.pid)
            self._enough = self._screen.letters() // 2
        finally:
            end(process)

    def wait_for_rows(self):
        return self._screen.wait_for_letters(self._enough)

    def memory(self):
        """Kibibytes that the program has in memory, all warm and at rest, and those of them that are its own: of what it shares its
        part is the smaller the more programs run."""
        process = self.spawn()
        try:
            self.wait_for_rows()
            time.sleep(READ_AHEAD)
            self._screen.wait_until_still()
            at_rest(process.pid)
            with open(f'/proc/{process.pid}/smaps_rollup') as file:
                text = file.read()
            return [int(re.search(rf'^{name}: +(\d+) kB', text, re.MULTILINE)[1]) for name in ('Rss', 'Anonymous')]
        finally:
            end(process)
            while self._screen.letters():
                time.sleep(0.01)

    def measure(self):
        begin = time.monotonic()
        process = self.spawn()
        try:
            shown = self.wait_for_rows()
            self.samples.append({'clock': shown - begin, 'processor': processor_time(process.pid)})
        finally:
            process.kill()
            end(process)
        # The window must be gone before the next is waited for.
        while self._screen.letters():
            time.sleep(0.01)

    def calls(self, calls, log, do):
        """The system calls that begin while `do` runs, a line each, with the thread's number before it; the first number is the main thread's."""
        process = self.spawn('strace', '-f', '-qq', '-y', '-s', '400', '--seccomp-bpf', '-e', f'trace=execve,{calls}', '-o', log,
                             G_MESSAGES_DEBUG='Dunnock.Reading')
        try:
            begin, stop = do(self, lambda: os.path.getsize(log))
            with open(log, errors='replace') as file:
                main = file.read(20).split(' ')[0]
                file.seek(begin)
                return main, file.read(stop - begin).splitlines()
        finally:
            end(process)
            while self._screen.letters():
                time.sleep(0.01)


def processor_time(process):
    """Seconds that all threads of a process have run."""
    return time.clock_gettime(~process << 3 | 2)


def at_rest(process):
    """Waits until a process does next to nothing."""
    last = processor_time(process)
    for _ in range(600):
        time.sleep(0.3)
        before, last = last, processor_time(process)
        if last - before < 0.002:
            return
    raise TimeoutError('the program does not come to rest')


def rows_of_sample(dunnock, resources, path):
    """Writes what the C program's rows say: what `--list` says of the sample's inbox, with the dates as short as a row's."""
    listed = subprocess.run([dunnock, '--list', os.path.join(resources, 'Sample')], check=True, stdout=subprocess.PIPE, text=True,
                            env=dict(os.environ, XDG_CACHE_HOME=os.path.join(os.path.dirname(path), 'list')))
    found = [message for message in map(json.loads, listed.stdout.splitlines()) if message['folder'] == 'Inbox']
    with open(path, 'w', encoding='utf-8') as file:
        for message in found[:40]:
            texts = ['' if 'S' in message['flags'] else 'unread', message['from'] or message['address'], message['date'][5:10],
                     message['subject'], message['preview']]
            file.write('\t'.join(text.replace('\t', ' ').replace('\n', ' ') for text in texts) + '\n')


def mailbox(path, messages, folders):
    """A mailbox with that many folders beside its inbox, a message in each."""
    made.make(path, messages, True)
    text = b'From: Ann <ann@example.org>\nSubject: Here\nDate: Fri, 17 May 2024 09:30:00 +0000\n\nThe text.\n'
    for number in range(folders - 2):
        folder = os.path.join(path, f'.Folder {number:04}')
        for part in ('cur', 'new', 'tmp'):
            os.makedirs(os.path.join(folder, part))
        with open(os.path.join(folder, 'cur', f'{made.FIRST_SECOND}.M{number}P1.desk:2,S'), 'wb') as file:
            file.write(text)


def until_rows(start, place):
    start.wait_for_rows()
    return 0, place()


def holding(desk, screen, holds, seconds):
    """Holds Down so many times, for so long each but for the last, which goes to the list's end, with a stop after each."""
    def do(start, place):
        start.wait_for_rows()
        # With the text of the first message, and what else is read once.
        time.sleep(READ_AHEAD)
        screen.wait_until_still()
        begin = place()
        for number in range(holds):
            desk.hand.hold('Down')
            if seconds and number < holds - 1:
                time.sleep(seconds)
            else:
                screen.wait_until_still()
            desk.hand.let_up('Down')
            screen.wait_until_still(0.5)
        return begin, place()
    return do


def show_times(starts):
    rounds = len(starts[0].samples)
    print(f'Warm starts until the first rows are on the screen, median of {rounds}. x: the ratio within a round, lower quartile (least to most).')
    print(f'{"":24}{"ms on the clock":>28}{"ms of the processor":>32}')
    by_name = {start.name: start.samples for start in starts}
    base_of = dict(PAIRS)
    for name, samples in by_name.items():
        line = f'{name:24}'
        for quantity in ('clock', 'processor'):
            line += f'{statistics.median(sample[quantity] for sample in samples) * 1e3:8.0f}'
            base = by_name.get(base_of.get(name))
            found = sorted(mine[quantity] / other[quantity] for mine, other in zip(samples, base)) if base else []
            spread = f' x{found[len(found) // 4]:.2f} ({found[0]:.2f} to {found[-1]:.2f})' if found else ''
            line += f'{spread:<24}'
        print(line.rstrip())
    print('x of ' + ', of '.join(f'"{name}": beside "{base}"' for name, base in PAIRS))


def show_memory(sample, large, rounds):
    pairs = [(sample.memory(), large.memory()) for _ in range(rounds)]
    for kind, name in enumerate(('resident', 'its own')):
        some = [(base[kind], mine[kind]) for base, mine in pairs]
        ratios = sorted(mine / base for base, mine in some)
        of_sample, of_large = (statistics.median(values) / 1024 for values in zip(*some))
        print(f'\nMemory at rest, {name}, MB, median of {rounds}: {sample.name} {of_sample:.0f}, {large.name} {of_large:.0f}, '
              f'x{ratios[len(ratios) // 2]:.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})')


def show_directories(starts, mail, log):
    print('\nRead until the first rows: directories below the mailbox opened and listed, by the main thread and by others')
    for start in starts:
        main, lines = start.calls('openat,getdents64', log, until_rows)
        below = [line for line in lines if mail in line]
        counts = []
        for mine in (True, False):
            some = [line for line in below if (line.split(' ')[0] == main) == mine]
            counts.append((sum('openat(' in line and 'O_DIRECTORY' in line for line in some), sum('getdents64(' in line for line in some)))
        print(f'{start.name:24}' + ''.join(f'{who}: {opened} opened, {listed} getdents64   '
                                           for who, (opened, listed) in zip(('main thread', 'others'), counts)).rstrip())


def show_bodies(start, desk, screen, messages, holds, seconds, log):
    _, lines = start.calls('openat,write', log, holding(desk, screen, holds, seconds))
    opened = [line for line in lines if re.search(r'openat.*/(cur|new)(/[^/"]+"|>, "[^"]+")', line) and 'O_DIRECTORY' not in line]
    bodies = [line for line in lines if re.search(r'write\(2.*body requested', line)]
    # Before a key repeats it is held for longer than a row needs to have its text read.
    print(f'\nDown held through {messages} messages: holds {holds}, stops {2 * holds} (before the key repeats, and where it is let go), '
          f'bodies opened {len(bodies)}; at most {3 * holds} are one per stop and one more per hold; '
          f'previews of passing rows {len(opened) - len(bodies)}')


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--smoke', action='store_true')
    parser.add_argument('--rounds', type=int, default=15)
    parser.add_argument('three_panes')
    parser.add_argument('programs')
    parser.add_argument('resources')
    options = parser.parse_args()
    dunnock, window = (os.path.join(options.programs, name) for name in ('dunnock', 'dunnock-window'))
    rounds, messages, folders, holds, seconds = (1, 40, 30, 1, 0) if options.smoke else (options.rounds, 1_000, 3_000, 4, 8)
    try:
        desk = XorgDesk()
    except NoDesk as reason:
        print(f'bench-start needs an X server of its own: {reason}', file=sys.stderr)
        sys.exit(0 if options.smoke and os.getuid() else 1)
    with tempfile.TemporaryDirectory(prefix='dunnock-bench-') as private:
        try:
            rows, mail, log = (os.path.join(private, name) for name in ('rows', 'mail', 'calls'))
            rows_of_sample(dunnock, options.resources, rows)
            mailbox(os.path.join(mail, 'few'), messages, 3)
            mailbox(os.path.join(mail, 'many'), messages, folders)
            environment = desk.environment(private)
            screen = Screen(environment['DISPLAY'])
            screen.repeat_keys(after=250, every=30)
            commands = {IN_C: [options.three_panes, rows, os.path.join(options.resources, 'dunnock.gresource')], SAMPLE: [window, '--sample'],
                        FEW: [window, os.path.join(mail, 'few')], MANY: [window, os.path.join(mail, 'many')]}
            starts = [Start(name, desk, screen, os.path.join(private, f'home-{number}'), command, options.resources, dunnock)
                      for number, (name, command) in enumerate(commands.items())]
            large = made.mailbox(300 if options.smoke else 100_000, small=True)
            starts.append(Start(LARGE.format(300 if options.smoke else '100,000'), desk, screen, os.path.join(private, 'home-large'),
                                [window, large], options.resources, dunnock))
            for start in starts:
                start.warm_up()
            large = starts.pop()
            for _ in range(rounds):
                for start in starts:
                    start.measure()
            show_times(starts)
            show_memory(starts[1], large, min(rounds, 5))
            if shutil.which('strace'):
                show_directories(starts[2:], mail, log)
                show_bodies(starts[2], desk, screen, messages, holds, seconds, log)
            else:
                print('\nNothing is counted: strace is not installed.')
        finally:
            desk.close()


if __name__ == '__main__':
    main()
