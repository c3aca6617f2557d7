"""Mail that came while the computer slept or had no network is here soon after it goes on, without a key."""

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import unittest

from harness.app import App, binary
from harness.conditions import LIMIT, until
from harness.xorg import XorgDesk
from mail_server import NOBODY, MailServer
from test_sync_clock import descendants
from test_sync_torture import Computer

SERVER, HERE, ELSEWHERE = '10.77.0.1', '10.77.0.2', '10.77.0.3'


def setUpModule():
    if not (shutil.which('dovecot') or os.path.exists('/usr/sbin/dovecot')):
        raise unittest.SkipTest('Dovecot is not installed')


class Far(MailServer):
    """A server in a network of its own, whose mail is delivered into its folder."""

    def deliver_file(self, subject):
        path = f'{self.folder}/mail/ada/new/{subject}.host'
        with open(f'{self.folder}/{subject}', 'w') as file:
            file.write(f'From: a@desk.invalid\nSubject: {subject}\nMessage-ID: <{subject}@desk.invalid>\n\nHello.\n')
        os.chown(file.name, NOBODY, NOBODY)
        os.rename(file.name, path)

    def _answers(self):
        with open(f'/proc/{self._process.pid}/net/tcp') as file:
            return f':{self.port:04X} ' in file.read()


class ComingBack(unittest.TestCase):
    def setUp(self):
        self.desk = XorgDesk.shared()
        home = tempfile.TemporaryDirectory(prefix='back-')
        self.addCleanup(home.cleanup)
        self.home = home.name

    def start(self, server, host='127.0.0.1', wrapper=(), more=()):
        self.server = server.start()
        self.addCleanup(server.close)
        self.computer = Computer(f'{self.home}/a', server.port)
        subprocess.run([*wrapper, binary(), 'account', 'add', '--name', 'Work', '--address', 'ada@desk.invalid', '--user', 'ada', '--imap',
                        f'{host}:{server.port}', '--security', server.security, *more], input='secret\n', env=self.computer.environment(),
                       check=True, capture_output=True, text=True, timeout=LIMIT)
        variables = {name: value for name, value in self.computer.environment().items() if name.startswith('SECRET_')}
        self.app = App(self.desk, self.computer.home, wrapper=wrapper, variables={**variables, 'GIO_USE_NETWORK_MONITOR': 'netlink'})
        self.addCleanup(self.app.end)
        self.app.wait_for_window()
        self.app.until(self.listens, 'a connection that listens')

    def programs(self, process, name):
        found = []
        for one in descendants(process):
            with contextlib.suppress(FileNotFoundError, ProcessLookupError), open(f'/proc/{one}/comm') as file:
                if file.read().strip() == name:
                    found.append(one)
        return found

    def listens(self):
        """Whether there is one connection, and no run that it is for."""
        return os.path.isdir(f'{self.server.folder}/mail/ada/new') and len(self.programs(self.server.process_id, 'imap')) == 1 \
            and not self.programs(self.app.process_id, 'mbsync')

    def here(self, subject):
        inbox = f'{self.computer.data}/mail/Work/INBOX'
        for path in [f'{inbox}/{part}/{name}' for part in ('cur', 'new') for name in os.listdir(f'{inbox}/{part}')]:
            with contextlib.suppress(FileNotFoundError), open(path) as file:
                if f'Subject: {subject}\n' in file.read():
                    return True
        return False

    def until_here(self, subject):
        until(lambda: self.here(subject), f'the mail {subject!r}')

    def test_a_program_that_was_stopped_goes_on(self):
        self.start(MailServer())
        for is_cut in (False, True):
            with self.subTest(is_cut=is_cut):
                os.kill(self.app.process_id, signal.SIGSTOP)
                if is_cut:
                    # As where the server has forgotten a connection, or another network took its place.
                    self.server.stop()
                    self.server.start()
                subject = f'stopped{is_cut}'
                self.server.deliver(subject)
                os.kill(self.app.process_id, signal.SIGCONT)
                self.until_here(subject)

    def network(self):
        """Two networks with a wire between them, as commands that enter them; skips where they cannot be had."""
        if os.getuid() or not shutil.which('ip') or subprocess.run(['unshare', '--net', 'true'], capture_output=True).returncode:
            self.skipTest('no networks of its own here')
        holders = [subprocess.Popen(['unshare', '--net', 'sleep', 'infinity']) for _ in range(2)]
        for holder in holders:
            self.addCleanup(holder.wait)
            self.addCleanup(holder.kill)
            until(lambda: os.readlink(f'/proc/{holder.pid}/ns/net') != os.readlink('/proc/self/ns/net'), 'a network of its own')
        here, far = ([*f'nsenter --target {holder.pid} --net'.split()] for holder in holders)
        self.here_ip = lambda *words: subprocess.run([*here, 'ip', *words], check=True)
        self.here_ip('link', 'add', 'name', 'wire', 'type', 'veth', 'peer', 'name', 'wire', 'netns', str(holders[1].pid))
        for command, address in ((here, HERE), (far, SERVER)):
            subprocess.run([*command, 'ip', 'link', 'set', 'lo', 'up'], check=True)
            subprocess.run([*command, 'ip', 'address', 'add', f'{address}/24', 'dev', 'wire'], check=True)
            subprocess.run([*command, 'ip', 'link', 'set', 'wire', 'up'], check=True)
        self.here_ip('route', 'add', 'default', 'via', SERVER)
        return here, far

    def start_far(self):
        here, far = self.network()
        server = Far('tls', names=(SERVER,), host=SERVER, wrapper=far)
        self.start(server, SERVER, here, ('--certificate', server.fingerprint))
        # It hears of mail.
        server.deliver_file('first')
        self.until_here('first')
        self.app.until(self.listens, 'a connection that listens')

    def come_back(self, address):
        self.here_ip('address', 'flush', 'dev', 'wire')
        self.here_ip('address', 'add', f'{address}/24', 'dev', 'wire')
        self.here_ip('link', 'set', 'wire', 'up')
        self.here_ip('route', 'add', 'default', 'via', SERVER)

    def test_a_network_that_comes_back(self):
        self.start_far()
        for address in (HERE, ELSEWHERE):
            with self.subTest(address=address):
                self.here_ip('link', 'set', 'wire', 'down')
                self.server.deliver_file(f'at{address}')
                self.come_back(address)
                self.until_here(f'at{address}')

    def test_a_network_that_goes_in_the_midst_of_a_run(self):
        self.start_far()
        # It waits for an answer that never comes.
        held = self.programs(self.server.process_id, 'imap')
        for number in range(300):
            self.server.deliver_file(f'much{number}')
        self.app.until(lambda: self.here('much1'), 'a run')
        for process in self.programs(self.server.process_id, 'imap'):
            if process not in held:
                os.kill(process, signal.SIGSTOP)
        since = self.app.mark()
        self.here_ip('link', 'set', 'wire', 'down')
        # Not the end that mbsync makes when it times out.
        self.app.until_logged(r'sync failed, cancelled$', since)
        self.app.until(lambda: not self.programs(self.app.process_id, 'mbsync'), 'the end of what has no network')
        self.app.button('Offline')
        self.server.deliver_file('meanwhile')
        self.come_back(ELSEWHERE)
        self.until_here('meanwhile')


if __name__ == '__main__':
    unittest.main()
