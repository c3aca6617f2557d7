"""Two Dunnocks and a phone at work on an account whose server at times shows folders empty, half, under other numbers or with the UIDs of other
messages, or is restored from a backup, while clocks jump: once the server is honest again all is there, and nothing is lost or doubled.

DUNNOCK_SYNC_OPERATIONS and DUNNOCK_SYNC_SEED say how much and which."""

import glob
import os
import random
import re
import shutil
import subprocess
import tempfile
import unittest
from collections import Counter

import test_sync_torture as torture
from mail_server import MailServer, SPECIAL_USE, _ok, _quoted
from test_sync_clock import ComputerWithClock

setUpModule = torture.setUpModule
OPERATIONS = int(os.environ.get('DUNNOCK_SYNC_OPERATIONS', 40))
SEED = int(os.environ.get('DUNNOCK_SYNC_SEED', 1))
DAY = 86_400


class LyingServer(MailServer):
    """Dovecot, of whose files on the disk some are other ones for a while."""

    def place(self, folder):
        return f'{self.folder}/mail/ada' + ('' if folder == 'INBOX' else f'/.{folder}')

    def back_up(self):
        with self.stopped():
            self._copy('mail/ada', 'backup')

    def restore(self):
        with self.stopped():
            self._copy('backup', 'mail/ada')

    def lie(self, kind, folder, choice):
        """Shows a folder `empty`, `half`, with other `numbers` of its messages or under another `validity`, until `be_honest`."""
        with self.client() as client:
            # What has come has its number.
            _ok(client.select(_quoted(folder)))
        with self.stopped():
            self._lie = (folder, self._read(folder))
            header, entries = self._read(folder)
            os.mkdir(f'{self.folder}/away')
            if kind in ('empty', 'half'):
                hidden = entries if kind == 'empty' else dict(choice.sample(sorted(entries.items()), len(entries) // 2))
                for name in hidden:
                    for path in glob.glob(f'{glob.escape(self.place(folder))}/*/{glob.escape(name)}*'):
                        os.rename(path, f'{self.folder}/away/{os.path.basename(path)}')
                entries = {name: uid for name, uid in entries.items() if name not in hidden}
            elif kind == 'numbers':
                uids = list(entries.values())
                choice.shuffle(uids)
                entries = dict(zip(entries, uids))
            else:
                header['V'] += 1
            self._write(folder, header, entries)

    def be_honest(self):
        with self.stopped():
            folder, (header, entries) = self._lie
            now, others = self._read(folder)
            for name in os.listdir(f'{self.folder}/away'):
                os.rename(f'{self.folder}/away/{name}', f'{self.place(folder)}/cur/{name}')
            os.rmdir(f'{self.folder}/away')
            taken = set(entries.values())
            entries.update({name: uid for name, uid in others.items() if name not in entries and uid not in taken})
            header['N'] = max(header['N'], now['N'])
            self._write(folder, header, entries)

    def stopped(self):
        server = self

        class Stopped:
            def __enter__(self):
                server.stop()

            def __exit__(self, *_):
                server.start()
        return Stopped()

    def _copy(self, source, target):
        shutil.rmtree(f'{self.folder}/{target}', ignore_errors=True)
        subprocess.run(['cp', '-a', f'{self.folder}/{source}', f'{self.folder}/{target}'], check=True)

    def _read(self, folder):
        """The numbers of a folder, and the UIDs of its messages by the names of their files without flags."""
        with open(f'{self.place(folder)}/dovecot-uidlist') as file:
            first, *lines = file.read().splitlines()
        header = {word[0]: int(word[1:]) for word in first.split()[1:] if word[0] in 'VN'}
        entries = {line.partition(':')[2].partition(':')[0]: int(line.split()[0]) for line in lines}
        # The number in the file may be an old one, and the files of some lines may have gone.
        header['N'] = max([header['N'], *(uid + 1 for uid in entries.values())])
        files = {os.path.basename(path).partition(':')[0] for path in glob.glob(f'{glob.escape(self.place(folder))}/[cn]*/*')}
        return header, {name: uid for name, uid in entries.items() if name in files}

    def _write(self, folder, header, entries):
        place = self.place(folder)
        for path in glob.glob(f'{glob.escape(place)}/dovecot.index*'):
            os.unlink(path)
        with open(f'{place}/dovecot-uidlist', 'r+') as file:
            identity = re.search(r' G\S+', file.readline())
            lines = [f'{uid} :{name}' for name, uid in sorted(entries.items(), key=lambda entry: entry[1])]
            file.seek(0)
            file.truncate()
            file.write('\n'.join([f'3 V{header["V"]} N{header["N"]}{identity[0]}', *lines]) + '\n')


class Lies(unittest.TestCase):
    on_server, deliver, some, move, flag, gone, finish = (
        getattr(torture.Torture, name) for name in ('on_server', 'deliver', 'some', 'move', 'flag', 'gone', 'finish'))

    def setUp(self):
        if not shutil.which('cc'):
            self.skipTest('there is no C compiler')
        home = tempfile.TemporaryDirectory(prefix='lies-')
        self.addCleanup(home.cleanup)
        self.random = random.Random(SEED)
        self.server = LyingServer(folders={**SPECIAL_USE, 'Lists': '', 'Snoozed': ''}).start()
        self.addCleanup(self.server.close)
        self.computers = [ComputerWithClock(f'{home.name}/{name}', self.server.port) for name in 'ab']
        self.delivered, self.moved_by_phone, self.brought_back = set(), set(), set()
        self.history = []

    def test_nothing_is_lost_by_a_server_that_lies(self):
        for _ in range(20):
            self.deliver()
        for computer in self.computers:
            computer.add()
            self.synchronise(computer)
        self.server.back_up()
        for number in range(OPERATIONS):
            self.computer = self.random.choice(self.computers)
            kind = self.random.choice(['triage', 'triage', 'synchronise', 'synchronise', 'deliver', 'move', 'flag', 'clock', 'lie', 'lie',
                                       'back_up', 'restore'])
            self.history.append(f'{number}: {kind}')
            getattr(self, kind)()
        self.compare()

    def synchronise(self, computer=None, *statuses):
        computer = computer or self.computer
        return self.finish(computer.synchronise(), *statuses)

    def triage(self):
        self.finish(self.computer.triage(self.random.randrange(1 << 30), self.random.randint(1, 4)), 0)

    def clock(self):
        self.computer.set(self.random.choice([-400 * DAY, -DAY, -3_600, 0, 3_600, 2 * DAY, 400 * DAY]))

    def lie(self):
        kind, folder = self.random.choice(['empty', 'half', 'numbers', 'validity']), self.random.choice(torture.FOLDERS[:3])
        self.history[-1] += f' {kind} {folder}'
        self.server.lie(kind, folder, self.random)
        for _ in range(self.random.randint(1, 4)):
            self.computer = self.random.choice(self.computers)
            step = self.random.choice(['triage', 'synchronise', 'synchronise'])
            self.history[-1] += f', {step} {self.computers.index(self.computer)}'
            getattr(self, step)()
        self.server.be_honest()
        self.compare()

    def back_up(self):
        self.server.back_up()

    def restore(self):
        before = self.on_server()
        self.server.restore()
        after = self.on_server()
        here = {identifier for computer in self.computers for _, identifier in computer.messages()}
        # What nobody has any more.
        self.delivered &= here | {identifier for _, identifier in after}
        # What was moved since lies where it was, too.
        self.brought_back |= {identifier for (folder, identifier) in after if (folder, identifier) not in before}
        # What one computer has moved and the other does not know of comes again to both places.
        one, other = (set(computer.messages()) for computer in self.computers)
        self.brought_back |= {identifier for _, identifier in one - other} & {identifier for _, identifier in other - one}
        self.compare()

    def compare(self):
        server = before = None
        for _ in range(6):
            for computer in self.computers:
                self.synchronise(computer, 0)
            before, server = server, self.on_server()
            if server == before:
                break
        self.assertEqual(server, before, self.said('the two never come to rest'))
        for computer in self.computers:
            here = computer.messages()
            self.assertEqual((dict(here - server), dict(server - here)), ({}, {}), self.said(f'only {computer.home}, only the server'))
        found = Counter()
        for (_, identifier), count in server.items():
            found[identifier] += count
        self.assertEqual(self.delivered - set(found), set(), self.said('lost'))
        movers = Counter(self.moved_by_phone)
        for computer in self.computers:
            movers.update(computer.moved())
            # The server may show again what a person took back because it was lost.
            self.brought_back |= computer.moved(b'/Lost on Server')
        doubled = {identifier for identifier, count in found.items() if count > 1 and movers[identifier] < 2}
        self.assertEqual(doubled - self.brought_back, set(), self.said('doubled'))

    def said(self, what):
        return f'{what}, seed {SEED}, after {self.history[-6:]}'


if __name__ == '__main__':
    unittest.main()
