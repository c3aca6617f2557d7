"""Runs the store and its peers on one mailbox in turn, and compares them.

Times are on the clock, each the median of the rounds. What counts are the ratios: the processor's time of each beside that of what
it is compared with in the same round, since other programs may be at work; their lower quartile and their range.
"""

import argparse
import os
import pty
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import made_mailbox as made

READING, RENAMES, MOVES = 'bare readdir, open, read', 'bare renames, two fsyncs', '1,000 moves and their undo'
SYNCED, KEYS, TOGETHER = 'bare renames, two fsyncs each', '100 moves, each a step', '100 steps asked for at once'
WATCHING = "slowest of others' changes"
ROWS, GATHERED = 'Python: the rows of the index', 'conversations, warm'
PYTHON, LISTED, LISTED_FIRST = 'Python: list, open, read 4 KiB', 'dunnock --list, warm', 'dunnock --list, first ever'
# What each is compared with; the others with the bare reading.
BARE = {RENAMES: RENAMES, MOVES: RENAMES, SYNCED: SYNCED, KEYS: SYNCED, TOGETHER: SYNCED, PYTHON: PYTHON, LISTED: PYTHON,
        LISTED_FIRST: PYTHON, ROWS: ROWS, GATHERED: ROWS}

# What anybody would write who wants the beginning of every mail.
LOOP = """
import os, sys
for part in ('new', 'cur'):
    folder = os.path.join(sys.argv[1], part)
    for name in os.listdir(folder):
        with open(os.path.join(folder, name), 'rb') as file:
            file.read(4096)
"""

# The same of the rows that a listing shows.
READ_ROWS = """
import glob, os, sqlite3, sys
database = sqlite3.connect(glob.glob(os.path.join(sys.argv[1], '*.sqlite'))[0])
columns = ('id, folder, key, place, sender, address, subject, received, waking, date, flags, size, modified, problem, seal, '
           'conversation')
rows = database.execute(f'SELECT {columns} FROM message WHERE folder = 1').fetchall()
"""


def ran(command, environment=None, terminal=False):
    """The output, seconds, processor's seconds and kibibytes at most of a program that ends by itself."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    if terminal:
        pid, descriptor = pty.fork()
        if pid == 0:
            os.execvpe(command[0], command, dict(os.environ, TERM='xterm', **(environment or {})))
        output = b''
        try:
            while chunk := os.read(descriptor, 65_536):
                output = (output + chunk)[-4_000:]
        except OSError:
            pass
        os.close(descriptor)
        _, status, usage = os.wait4(pid, 0)
    else:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, env=dict(os.environ, **(environment or {})))
        output = process.stdout.read()
        process.stdout.close()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.monotonic() - start
    if os.waitstatus_to_exitcode(status) != 0:
        sys.exit(f'{" ".join(command)} failed: {output.decode(errors="replace")[-2000:]}')
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    busy = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return output.decode(errors='replace'), seconds, busy, usage.ru_maxrss


def measured(command):
    """What StoreBench says, with its processor's time."""
    output, _, busy, _ = ran(command)
    return dict({name: float(value) for name, value in (line.split() for line in output.splitlines())}, busy=busy)


def neomutt(path, folder, cache):
    """Opens the mailbox, sorted as ours, shows the first screen and quits."""
    settings = os.path.join(folder, 'neomuttrc')
    with open(settings, 'w', encoding='utf-8') as file:
        file.write('set sort=reverse-date\nset mbox_type=Maildir\nset quit=yes\nset timeout=0\nset mark_old=no\n'
                   f'set folder="{path}"\nset record=""\nset postponed=""\n' + (f'set header_cache="{cache}"\n' if cache else ''))
    _, seconds, busy, memory = ran(['neomutt', '-n', '-R', '-F', settings, '-f', path, '-e', 'push <quit>'], terminal=True)
    return {'all': seconds, 'busy': busy, 'VmHWM': memory}


def mblaze_sort():
    """The name of mblaze's msort, which Debian has changed."""
    return shutil.which('mblaze-sort') or shutil.which('msort')


def mblaze(path):
    """Lists, sorts by date and prints a line for each message."""
    script = '{ mlist "$0" | "$1" -dr | mscan; } >/dev/null 2>&1'
    _, seconds, busy, memory = ran(['sh', '-c', script, path, mblaze_sort()], {'MBLAZE': '/nonexistent'})
    return {'all': seconds, 'busy': busy, 'VmHWM': memory}


def timed(command, environment=None):
    """A program that says nothing of its time."""
    _, seconds, busy, memory = ran(command, environment)
    return {'all': seconds, 'busy': busy, 'VmHWM': memory}


def cases(program, app, path, folder):
    """What is run in each round, by name; the bare reading first."""
    index = os.path.join(folder, 'index')
    cache = os.path.join(folder, 'neomutt-cache')

    def first():
        shutil.rmtree(index, ignore_errors=True)
        return measured([program, 'list', path, index])

    def listing(is_first):
        if is_first:
            shutil.rmtree(os.path.join(folder, 'list'), ignore_errors=True)
        return timed([app, '--list', path], {'XDG_CACHE_HOME': os.path.join(folder, 'list')})

    found = {READING: lambda: measured([program, 'bare', path]),
             'first open ever': first,
             'warm open': lambda: measured([program, 'list', path, index]),
             'without an index': lambda: measured([program, 'list', path])}
    found[PYTHON] = lambda: timed([sys.executable, '-c', LOOP, path])
    found[LISTED_FIRST] = lambda: listing(True)
    found[LISTED] = lambda: listing(False)
    found[RENAMES] = lambda: measured([program, 'bare-move', path])
    found[MOVES] = lambda: measured([program, 'move', path, index])
    found[SYNCED] = lambda: measured([program, 'bare-keys', path])
    found[KEYS] = lambda: measured([program, 'keys', path, index])
    found[TOGETHER] = lambda: measured([program, 'keys-together', path, index])
    found[WATCHING] = lambda: measured([program, 'watch', path, index])
    found[ROWS] = lambda: timed([sys.executable, '-c', READ_ROWS, index])
    found[GATHERED] = lambda: measured([program, 'conversations', path, index])
    if shutil.which('neomutt'):
        def filling():
            shutil.rmtree(cache, ignore_errors=True)
            os.makedirs(cache)
            return neomutt(path, folder, cache)

        found['neomutt, no cache'] = lambda: neomutt(path, folder, None)
        found['neomutt, filling its cache'] = filling
        found['neomutt, cache filled'] = lambda: neomutt(path, folder, cache)
    if shutil.which('mlist') and mblaze_sort() and shutil.which('mscan'):
        found['mblaze: mlist, msort, mscan'] = lambda: mblaze(path)
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--smoke', action='store_true')
    parser.add_argument('--rounds', type=int, default=15)
    parser.add_argument('--messages', type=int, default=100_000)
    parser.add_argument('--small', action='store_true', help='messages of some 700 bytes')
    parser.add_argument('program')
    parser.add_argument('app')
    options = parser.parse_args()
    if options.smoke:
        options.rounds, options.messages = 1, 300
    path = made.mailbox(options.messages, options.small)
    results = {}
    with tempfile.TemporaryDirectory(prefix='dunnock-bench-') as folder:
        todo = cases(options.program, options.app, path, folder)
        # The first, which is not counted, brings the files into memory.
        todo[READING]()
        for _ in range(options.rounds):
            for name, run in todo.items():
                results.setdefault(name, []).append(run())
    print(f'{options.messages} messages, median of {options.rounds}; "again": the same listing once more, or the undo')
    print(f'{"":32}{"all, s":>9}{"us each":>9}{"x bare":>9}{"spread":>14}{"cpu s":>8}{"rows, s":>9}{"again, s":>10}{"MB peak":>9}{"MB own":>8}')
    for name, runs in results.items():
        def median(key):
            values = [run[key] for run in runs if key in run]
            return statistics.median(values) if values else None

        bare = results[BARE.get(name, READING)]
        ratios = sorted(run['busy'] / base['busy'] for run, base in zip(runs, bare))
        spread = f'{min(ratios):.1f}-{max(ratios):.1f}'
        each = median('all') * 1e6 / (median('count') or options.messages)
        line = f'{name:32}{median("all"):9.3f}{each:9.1f}{ratios[len(ratios) // 4]:9.2f}{spread:>14}{median("busy"):8.2f}'
        for key, width, factor, digits in [('first', 9, 1, 3), ('again', 10, 1, 4), ('VmHWM', 9, 1 / 1024, 0), ('RssAnon', 8, 1 / 1024, 0)]:
            value = median(key)
            line += f'{value * factor:{width}.{digits}f}' if value is not None else ' ' * width
        print(line.rstrip())


if __name__ == '__main__':
    main()
