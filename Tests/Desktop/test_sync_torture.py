"""Two Dunnocks and a phone at work on one account at random, with kills and cut connections: at the end all agree, and no mail is lost.

DUNNOCK_SYNC_OPERATIONS, DUNNOCK_SYNC_KILLS and DUNNOCK_SYNC_SEED say how much and which."""

import contextlib
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import unittest
from collections import Counter

from cut_wire import CutWire
from harness.app import binary, resources
from harness.conditions import LIMIT
from mail_server import MailServer, SPECIAL_USE, _exists, _ok, _quoted

OPERATIONS = int(os.environ.get('DUNNOCK_SYNC_OPERATIONS', 60))
KILLS = int(os.environ.get('DUNNOCK_SYNC_KILLS', 3))
SEED = int(os.environ.get('DUNNOCK_SYNC_SEED', 1))
FOLDERS = ['INBOX', 'Archive', 'Trash', 'Junk', 'Lists', 'Snoozed']
TRIAGE = os.path.join(os.path.dirname(binary()), 'StoreTorture')


def setUpModule():
    if not (shutil.which('dovecot') or os.path.exists('/usr/sbin/dovecot')):
        raise unittest.SkipTest('Dovecot is not installed')


class Computer:
    """A person's computer with a Dunnock on it; `name` is the folder of all that is kept there."""

    def __init__(self, folder, port):
        self.home, self.keys, self._port = folder, {}, port
        self.data = f'{folder}/.local/share/dunnock'
        os.makedirs(folder)

    def environment(self):
        kept = {name: value for name, value in os.environ.items() if name in ('PATH', 'LD_LIBRARY_PATH', 'DUNNOCK_RESOURCES')}
        return resources({**kept, 'HOME': self.home, 'GSETTINGS_BACKEND': 'keyfile', 'LC_ALL': 'C.UTF-8', 'SECRET_BACKEND': 'file',
                          'SECRET_FILE_TEST_PATH': f'{self.home}/keyring', 'SECRET_FILE_TEST_PASSWORD': 'x', 'TMPDIR': self.home})

    def add(self):
        subprocess.run([binary(), 'account', 'add', '--name', 'Work', '--address', 'ada@desk.invalid', '--user', 'ada', '--imap',
                        f'127.0.0.1:{self._port}', '--security', 'none'], input='secret\n', env=self.environment(), check=True,
                       capture_output=True, text=True, timeout=LIMIT)

    def synchronise(self, *options):
        return self._start([binary(), 'sync', 'Work', *options])

    def triage(self, seed, steps):
        return self._start([TRIAGE, 'triage', self.data, str(seed), str(steps)])

    def _start(self, words):
        return subprocess.Popen(words, env=self.environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                text=True, start_new_session=True)

    def messages(self):
        """How often each Message-ID is in each folder."""
        found = Counter()
        for folder in os.listdir(f'{self.data}/mail/Work'):
            for part in ('cur', 'new'):
                path = f'{self.data}/mail/Work/{folder}/{part}'
                for name in os.listdir(path) if os.path.isdir(path) else ():
                    with contextlib.suppress(FileNotFoundError), open(f'{path}/{name}') as file:
                        identifier = re.search(r'^Message-ID: (.*)$', file.read(), re.M)[1]
                        self.keys[re.sub(r',U=\d+', '', name.partition(':')[0])] = identifier
                        found[folder, identifier] += 1
        return found

    def moved(self, source=b''):
        """The Message-IDs of what was ever moved here, as the journal tells; of what was in a folder whose name ends with `source`."""
        self.messages()
        moves = set()
        for path in [f'{self.data}/journal/{name}' for name in os.listdir(f'{self.data}/journal') if name.endswith('.sqlite')]:
            with contextlib.closing(sqlite3.connect(path)) as journal:
                moves |= set(journal.execute('SELECT keyBefore, keyAfter, folderBefore FROM change WHERE keyBefore IS NOT NULL '
                                             'AND keyAfter IS NOT NULL AND keyBefore <> keyAfter'))
        pairs = {(before.decode(), after.decode()) for before, after, _ in moves}
        known = dict(self.keys)
        # A name that was never seen lies between two that were.
        for _ in pairs:
            count = len(known)
            for before, after in pairs:
                identifier = known.get(before) or known.get(after)
                if identifier:
                    known[before] = known[after] = identifier
            if len(known) == count:
                break
        return {known[before.decode()] for before, _, folder in moves if folder.endswith(source) and before.decode() in known}


class Torture(unittest.TestCase):
    def setUp(self):
        home = tempfile.TemporaryDirectory(prefix='torture-')
        self.addCleanup(home.cleanup)
        self.random = random.Random(SEED)
        self.server = MailServer(folders={**SPECIAL_USE, 'Lists': '', 'Snoozed': ''}).start()
        self.addCleanup(self.server.close)
        self.wire = CutWire(self.server.port)
        self.addCleanup(self.wire.close)
        self.computers = [Computer(f'{home.name}/{name}', self.wire.port) for name in 'ab']
        self.delivered, self.moved_by_phone = set(), set()

    def test_nothing_is_lost_between_two_computers_and_a_phone(self):
        for _ in range(20):
            self.deliver()
        for computer in self.computers:
            computer.add()
            self.finish(computer.synchronise(), 0)
        kills = set(self.random.sample(range(OPERATIONS), KILLS))
        running = {}
        for number in range(OPERATIONS):
            with self.subTest(operation=number):
                computer = self.random.choice(self.computers)
                kind = self.random.choice(['triage', 'triage', 'synchronise', 'synchronise', 'deliver', 'move', 'flag', 'cut'])
                if kind == 'triage':
                    # Two programs may triage one mailbox, and one that synchronises is not waited for.
                    self.start(running, (computer, kind), computer.triage(self.random.randrange(1 << 30), self.random.randint(1, 4)))
                elif kind == 'synchronise':
                    self.start(running, (computer, kind), computer.synchronise())
                elif kind == 'cut':
                    self.wire.cut()
                else:
                    getattr(self, kind)()
                if number in kills and running:
                    victim = self.random.choice(sorted(running, key=lambda key: (key[0].home, key[1])))
                    os.killpg(running[victim].pid, signal.SIGKILL)
                for one in self.computers:
                    one.messages()
        for process in running.values():
            self.finish(process)
        self.compare()

    def start(self, running, key, process):
        """Notes what was started, once what was started before in its place has ended."""
        if key in running:
            self.finish(running.pop(key))
        running[key] = process

    def finish(self, process, *statuses):
        output, _ = process.communicate(timeout=LIMIT)
        self.assertIn(process.returncode, statuses or (0, 1, -signal.SIGKILL), output)
        self.assertNotRegex(output, r'Fatal error|missing here', output)
        return output

    def compare(self):
        server = before = None
        # What one sends in a round the other has after the next.
        for _ in range(6):
            for computer in self.computers:
                self.finish(computer.synchronise(), 0)
            before, server = server, self.on_server()
            if server == before:
                break
        self.assertEqual(server, before, 'the two never come to rest')
        for computer in self.computers:
            self.assertEqual(computer.messages(), server)
        found = Counter()
        for (_, identifier), count in server.items():
            found[identifier] += count
        self.assertEqual(self.delivered - set(found), set(), 'lost')
        movers = Counter(self.moved_by_phone)
        for computer in self.computers:
            movers.update(computer.moved())
        doubled = {identifier for identifier, count in found.items() if count > 1}
        print(json.dumps({'delivered': len(self.delivered), 'doubled by two that moved them': sorted(doubled)}))
        self.assertEqual({identifier for identifier in doubled if movers[identifier] < 2}, set(), 'doubled')

    def deliver(self):
        self.delivered.add(self.server.deliver(f'Number {len(self.delivered)}', self.random.choice(FOLDERS[:2])))

    def some(self):
        """A mail on the server, with its folder; nil where there is none."""
        return self.random.choice(sorted(self.on_server()) or [None])

    def move(self):
        folder, identifier = self.some()
        target = self.random.choice([name for name in FOLDERS if name != folder])
        with self.gone():
            self.moved_by_phone.add(identifier)
            self.server.move(identifier, folder, target)

    def flag(self):
        folder, identifier = self.some()
        with self.gone():
            self.server.flag(identifier, folder, self.random.choice(['\\Seen', '\\Flagged', '\\Answered']))

    @contextlib.contextmanager
    def gone(self):
        """Somebody else may have moved it just now."""
        with contextlib.suppress(IndexError, AssertionError):
            yield

    def on_server(self):
        """How often each Message-ID is in each folder of the server."""
        found = Counter()
        with self.server.client() as client:
            for line in _ok(client.list()):
                name = line.decode().rpartition('"/" ')[2].strip('"')
                _ok(client.select(_quoted(name), readonly=True))
                data = _ok(client.fetch('1:*', '(BODY.PEEK[HEADER.FIELDS (MESSAGE-ID)])')) if _exists(client) else []
                for answer in data:
                    if isinstance(answer, tuple):
                        found[name, answer[1].decode().partition(':')[2].strip()] += 1
        return found
