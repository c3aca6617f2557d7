"""A computer whose clock is set, or that sleeps, while mail is fetched: nothing is lost or doubled."""

import contextlib
import os
import re
import shutil
import signal
import tempfile
import unittest

from harness import clock
from harness.conditions import LIMIT, until
from mail_server import MailServer
from test_sync_torture import Computer


def setUpModule():
    if not (shutil.which('dovecot') or os.path.exists('/usr/sbin/dovecot')):
        raise unittest.SkipTest('Dovecot is not installed')


class ComputerWithClock(Computer):
    """Its programs read clocks that `set` sets, beside what the true ones do."""

    def __init__(self, folder, port):
        super().__init__(folder, port)
        self._variables = {'LD_PRELOAD': clock.build(folder), 'CLOCK_FILE': f'{folder}/clock'}
        # Dunnock tells mbsync nothing of all that.
        os.mkdir(f'{folder}/bin')
        settings = ' '.join(f"{name}='{value}'" for name, value in self._variables.items())
        with open(f'{folder}/bin/mbsync', 'w') as file:
            file.write(f'#!/bin/sh\n{settings} exec {shutil.which("mbsync")} "$@"\n')
        os.chmod(f'{folder}/bin/mbsync', 0o755)

    def environment(self):
        variables = super().environment()
        return {**variables, **self._variables, 'PATH': f'{self.home}/bin:{variables["PATH"]}'}

    def set(self, wall, slept=0):
        """Has the time of day be so many seconds ahead, of which some were slept."""
        with open(f'{self.home}/clock.new', 'w') as file:
            file.write(f'{wall} {slept}')
        os.rename(f'{self.home}/clock.new', f'{self.home}/clock')


class Clock(unittest.TestCase):
    def setUp(self):
        home = tempfile.TemporaryDirectory(prefix='clock-')
        self.addCleanup(home.cleanup)
        self.home = home.name
        self.server = MailServer().start()
        self.addCleanup(self.server.close)
        self.computer, self.delivered = None, 0

    def with_clock(self):
        if not shutil.which('cc'):
            self.skipTest('there is no C compiler')
        self.computer = ComputerWithClock(f'{self.home}/a', self.server.port)
        self.computer.add()

    def deliver(self, count):
        with self.server.client() as client:
            for _ in range(count):
                self.delivered += 1
                text = f'Subject: s\r\nMessage-ID: <{self.delivered}@desk.invalid>\r\n\r\n' + '0123456789\r\n' * 2_000
                client.append('INBOX', None, None, text.encode())

    def arrived(self):
        with contextlib.suppress(FileNotFoundError):
            return len(os.listdir(f'{self.computer.data}/mail/Work/INBOX/new'))
        return 0

    def in_the_midst(self, count=100):
        """A run that has brought some of so many mails."""
        before = self.arrived()
        self.deliver(count)
        run = self.computer.synchronise()
        until(lambda: self.arrived() > before + 3, 'the first mail')
        self.assertLess(self.arrived(), before + count, 'the run is over')
        return run

    def finish(self, run, *sayings):
        """Asserts that it says one of these; None stands for no complaint."""
        output, _ = run.communicate(timeout=LIMIT)
        said = [saying for saying in sayings or [None] if (saying is not None) == (run.returncode == 1) and (saying or '') in output]
        self.assertTrue(said, output)

    def compare(self):
        self.finish(self.computer.synchronise())
        there = {(folder, identifier): 1 for folder, found in self.server.messages().items() for identifier in found}
        self.assertEqual(self.computer.messages(), there)

    def test_a_clock_that_is_set_loses_nothing(self):
        self.with_clock()
        day = 86_400
        # An mbsync before 1.5 takes hours that pass at once for hours in which the server said nothing; the next run goes on.
        for seconds, sayings in ((-day, [None]), (2 * day, [None, 'cannot be reached'])):
            with self.subTest(seconds=seconds):
                run = self.in_the_midst()
                self.computer.set(seconds)
                self.finish(run, *sayings)
                self.compare()
                # What the phone moves and flags, and what is lost here, is not missed.
                first, second, third = list(self.server.messages()['INBOX'])[:3]
                self.server.move(first, 'INBOX', 'Archive')
                self.server.flag(second, 'INBOX', '\\Flagged')
                self.lose(third)
                self.finish(self.computer.synchronise(), 'missing on this computer')
                self.assertIn(third, self.server.messages()['INBOX'])
                self.finish(self.computer.synchronise('--fetch-missing'))
                self.compare()

    def lose(self, identifier):
        folder = f'{self.computer.data}/mail/Work/INBOX'
        for path in [f'{folder}/{part}/{name}' for part in ('cur', 'new') for name in os.listdir(f'{folder}/{part}')]:
            with open(path) as file:
                if identifier in file.read():
                    os.unlink(path)

    def until_looked(self, run):
        """Waits until the thread that listens to mbsync has looked once more at an mbsync that says nothing."""
        task, = until(lambda: listening(run.pid), 'a thread that listens')
        before = naps(run.pid, task)
        # The first time it may still have heard something.
        until(lambda: naps(run.pid, task) >= before + 2, 'a look at mbsync')

    def test_a_computer_that_sleeps_in_a_run_goes_on(self):
        self.with_clock()
        # How long mbsync waits is its own affair.
        os.unlink(f'{self.computer.home}/bin/mbsync')
        run = self.in_the_midst()
        others = [*descendants(run.pid), *descendants(self.server.process_id)]
        for process in others:
            os.kill(process, signal.SIGSTOP)
        # Dunnock looks at what mbsync does after each while in which it heard nothing: before it sleeps and after.
        self.until_looked(run)
        os.kill(run.pid, signal.SIGSTOP)
        self.computer.set(8 * 3600, slept=8 * 3600)
        os.kill(run.pid, signal.SIGCONT)
        self.until_looked(run)
        for process in others:
            os.kill(process, signal.SIGCONT)
        self.finish(run)
        self.compare()


def listening(process):
    """The threads that wait in poll(2), in which libdispatch's own do not wait."""
    found = []
    for task in os.listdir(f'/proc/{process}/task'):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError), open(f'/proc/{process}/task/{task}/wchan') as place:
            if re.match('(do_)?(sys_)?poll', place.read()):
                found.append(task)
    return found


def naps(process, task):
    """How often a thread has gone to sleep."""
    with open(f'/proc/{process}/task/{task}/status') as file:
        return int(re.search(r'^voluntary_ctxt_switches:\t(\d+)$', file.read(), re.M)[1])


def descendants(process):
    """The processes that it has started, and those that they have."""
    found = []
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        for task in os.listdir(f'/proc/{process}/task'):
            with open(f'/proc/{process}/task/{task}/children') as file:
                for child in map(int, file.read().split()):
                    found += [child, *descendants(child)]
    return found


if __name__ == '__main__':
    unittest.main()
