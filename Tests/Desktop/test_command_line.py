"""The command line without a display: listing, help, and one clear line for what cannot be done."""

import json
import os
import shutil
import subprocess
import tempfile
import time
import unittest

from harness.app import binary, command
from harness.conditions import LIMIT
from harness.mailbox import Mailbox

KEYS = ['folder', 'key', 'flags', 'from', 'address', 'subject', 'date', 'preview', 'size']


class CommandLine(unittest.TestCase):
    def setUp(self):
        self.mailbox = Mailbox()
        self.addCleanup(self.mailbox.remove)

    def refused(self, *arguments, naming='', **options):
        """Asserts one line on stderr with `naming` in it, nothing on stdout, status 2."""
        run = command(*arguments, **options)
        self.assertEqual(run.returncode, 2, run.stderr)
        self.assertEqual(run.stdout, '')
        self.assertEqual(len(run.stderr.splitlines()), 1, run.stderr)
        self.assertIn(naming, run.stderr)
        self.assertNotRegex(run.stderr, r'Fatal error|Stack|NSCocoa|Error\(')

    def listed(self):
        run = command('--list', self.mailbox.path)
        self.assertEqual((run.returncode, run.stderr), (0, ''))
        return [json.loads(line) for line in run.stdout.splitlines()]

    def test_lists_every_message_newest_first(self):
        self.mailbox.add('Ada Lovelace', 'Engine notes', 'FS', body='It weaves  algebra.\n')
        self.mailbox.add('Ben Okri', 'Famished road', part='new')
        before = self.mailbox.inventory()
        lines = self.listed()
        self.assertEqual([sorted(line) for line in lines], [sorted(KEYS)] * 2)
        ada, ben = lines
        path = self.mailbox.inside(os.listdir(self.mailbox.inside(''))[0])
        self.assertEqual(ada.pop('folder').lower(), 'inbox')
        self.assertEqual(ada, {
            'key': os.path.basename(path).partition(':')[0], 'flags': 'FS', 'from': 'Ada Lovelace',
            'address': 'ada.lovelace@desk.invalid', 'subject': 'Engine notes', 'date': '2024-05-17T08:30:00Z',
            'preview': 'It weaves algebra.', 'size': os.path.getsize(path)})
        self.assertEqual((ben['subject'], ben['flags'], ben['date']), ('Famished road', '', '2024-05-17T07:30:00Z'))
        self.assertEqual(self.mailbox.inventory(), before)

    def test_lists_by_a_path_of_any_bytes(self):
        self.mailbox.add('Ada Lovelace', 'Engine notes')
        path = os.fsencode(os.path.dirname(self.mailbox.path)) + b'/caf\xe9%41'
        os.symlink(self.mailbox.path, path)
        run = command('--list', path)
        self.assertEqual((run.returncode, run.stderr), (0, ''))
        self.assertEqual(json.loads(run.stdout)['subject'], 'Engine notes')

    def test_lists_nothing_of_an_empty_mailbox(self):
        self.assertEqual(self.listed(), [])

    def test_lists_around_what_is_no_message(self):
        self.mailbox.add('Ada Lovelace', 'Engine notes', 'S')
        os.mkfifo(self.mailbox.inside('1715900000.M90P1.desk:2,S'))
        os.mkdir(self.mailbox.inside('1715900000.M91P1.desk:2,S'))
        os.symlink('/nowhere/at/all', self.mailbox.inside('1715900000.M92P1.desk:2,S'))
        os.symlink('/etc/passwd', self.mailbox.inside('1715900000.M93P1.desk:2,S'))
        before = self.mailbox.inventory()
        self.assertIn('Engine notes', [line['subject'] for line in self.listed()])
        self.assertNotIn('root:', command('--list', self.mailbox.path).stdout)
        self.assertEqual(self.mailbox.inventory(), before)

    def found(self, query):
        run = command('--search', query, self.mailbox.path)
        self.assertEqual((run.returncode, run.stderr), (0, ''))
        return [json.loads(line) for line in run.stdout.splitlines()]

    def test_prints_what_a_search_finds_as_the_list_does(self):
        self.mailbox.add('Ada Lovelace', 'Engine notes', 'FS', body='It weaves  algebra.\n')
        self.mailbox.add('Ben Okri', 'Café road', folder='Archive', body='日本語 and algebra.\n')
        self.mailbox.add('Cleo Marsh', 'Nothing', part='new')
        before = self.mailbox.inventory()
        listed = self.listed()
        for query, subjects in {'algebr': ['Engine notes', 'Café road'], 'CAFE': ['Café road'], '本語': ['Café road'],
                                'from:ada is:starred': ['Engine notes'], '-algebra': ['Nothing'], 'in:archive algebra': ['Café road'],
                                '-is:unread': ['Engine notes'], 'nowhere': [], 'larger:1G': []}.items():
            with self.subTest(query=query):
                expected = [line for line in listed if line['subject'] in subjects]
                if query == '-is:unread':
                    expected = [line for line in listed if 'S' in line['flags']]
                self.assertEqual(self.found(query), expected)
        self.assertEqual(self.mailbox.inventory(), before)

    def test_finds_all_of_many_that_have_just_come(self):
        self.mailbox.add_many(300)
        # However long it takes to look for them.
        for name in os.listdir(self.mailbox.inside('')):
            os.utime(self.mailbox.inside(name), (time.time() + 600,) * 2)
        self.assertEqual(len(self.found('hello')), 300)

    def test_says_what_a_search_does_not_understand(self):
        self.refused('--search', 'plan before:soon', self.mailbox.path, naming='before:soon')

    def test_refuses_a_folder_that_is_not_there(self):
        missing = os.path.join(self.mailbox.path, 'missing')
        self.refused('--list', missing, naming=missing)
        self.refused('--search', 'a', missing, naming=missing)

    def test_refuses_an_empty_folder(self):
        plain = os.path.join(self.mailbox.path, 'plain')
        os.mkdir(plain)
        self.refused('--list', plain, naming=plain)

    def test_refuses_a_file(self):
        self.mailbox.add_file('file', b'no folder')
        self.refused('--list', self.mailbox.inside('file'), naming=self.mailbox.inside('file'))

    def test_refuses_a_folder_that_may_not_be_read(self):
        options = {}
        if os.getuid() == 0:
            # Permissions do not bind root, so the program runs as nobody, if nobody can reach it.
            options = {'user': 65534, 'group': 65534, 'extra_groups': [], 'cwd': '/'}
            try:
                reached = command('--version', **options).returncode == 0
            except (PermissionError, subprocess.SubprocessError):
                reached = False
            if not reached:
                self.skipTest('the program stands where only root can start it')
        cur = self.mailbox.inside('')
        os.chmod(cur, 0o000)
        self.addCleanup(os.chmod, cur, 0o700)
        os.chmod(os.path.dirname(self.mailbox.path), 0o755)
        os.chmod(self.mailbox.path, 0o755)
        self.refused('--list', self.mailbox.path, naming=self.mailbox.path, **options)

    def test_refuses_usage_errors(self):
        for arguments in (['--no-such-option'], ['--list'], ['one', 'two'], ['--list', self.mailbox.path, 'two'],
                          ['--search', 'a'], ['--search', 'a', '--list', self.mailbox.path], ['--search', '', self.mailbox.path],
                          ['--search', '"', self.mailbox.path]):
            with self.subTest(arguments=arguments):
                self.refused(*arguments)

    def test_names_the_unknown_option(self):
        self.refused('--no-such-option', naming='--no-such-option')

    def test_helps(self):
        run = command('--help')
        self.assertEqual((run.returncode, run.stderr), (0, ''))
        for word in ('--allow-changes', '--list', '--search', '--version', '--help'):
            self.assertIn(word, run.stdout)

    def test_tells_its_version(self):
        run = command('--version')
        self.assertEqual((run.returncode, run.stderr), (0, ''))
        self.assertRegex(run.stdout, r'\A(dunnock )?\d+\.\d+(\.\d+)?\S*\n\Z')


class WithoutWindow(unittest.TestCase):
    """The command alone, as it is installed."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix='installed-')
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.command = os.path.join(self.folder, 'bin/dunnock')
        os.mkdir(os.path.dirname(self.command))
        shutil.copy2(binary(), self.command)

    def test_it_loads_nothing_that_shows_windows(self):
        libraries = subprocess.run(['ldd', self.command], check=True, capture_output=True, text=True).stdout
        self.assertIn('libgmime', libraries)
        self.assertNotRegex(libraries, '(?i)gtk-|gdk|pango|cairo|adwaita|not found')

    def test_it_becomes_the_program_that_shows_windows(self):
        window = os.path.join(self.folder, 'libexec/dunnock/dunnock-window')
        os.makedirs(os.path.dirname(window))
        with open(window, 'w') as file:
            file.write('#!/bin/sh\necho $$ "$TOLD"; for word; do echo "$word"; done; exit 7\n')
        os.chmod(window, 0o755)
        path = os.fsencode(self.folder) + b'/caf\xe9%41'
        process = subprocess.Popen([self.command, '--new-window', '--allow-changes', path], env={**os.environ, 'TOLD': 'so'},
                                   stdout=subprocess.PIPE)
        output, _ = process.communicate(timeout=LIMIT)
        self.assertEqual(process.returncode, 7)
        self.assertEqual(output.splitlines(), [b'%d so' % process.pid, b'--allow-changes', b'--new-window', path])

    def test_it_says_what_is_missing(self):
        run = subprocess.run([self.command, '--sample'], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=LIMIT)
        self.assertEqual((run.returncode, run.stdout), (1, ''))
        self.assertRegex(run.stderr, r'^dunnock: .*libexec/dunnock/dunnock-window.*Install Dunnock again\.\n$')


if __name__ == '__main__':
    unittest.main()
