"""Accounts by the command line, with a real server and a real keyring: added, tried, listed, removed; and where their passwords are not."""

import contextlib
import glob
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import unittest
import urllib.parse
import urllib.request

from gi.repository import Gio, GLib
from harness.app import binary, resources
from harness.conditions import LIMIT, until
from harness.desk import end, spawn
from harness.mailbox import Mailbox
import token_endpoint
from mail_server import MailServer, reserve_port

# What a configuration, a shell or a URL would read in another way, and nothing else on this computer says.
PASSWORD = 'pa"ss\\w $o`r%d;@/?#&ü'


def setUpModule():
    if not (shutil.which('dovecot') or os.path.exists('/usr/sbin/dovecot')):
        raise unittest.SkipTest('Dovecot is not installed')


class FakeServer:
    """An IMAP server that says what it is told to: `answers` are lines by command, `{tag}` in them the client's. A command that `held`
    names is answered once `release` is called."""

    def __init__(self, capabilities='IMAP4rev1 SASL-IR AUTH=PLAIN', answers=None, held=None):
        self._answers = {'CAPABILITY': [f'* CAPABILITY {capabilities}', '{tag} OK'], 'LOGOUT': ['* BYE', '{tag} OK'],
                         'AUTHENTICATE': ['{tag} OK'], 'LOGIN': ['{tag} OK'], 'NAMESPACE': ['{tag} BAD what'], **(answers or {})}
        self.heard, self.held, self._released = [], held, threading.Event()
        self._socket = socket.create_server(('127.0.0.1', 0))
        self.port = self._socket.getsockname()[1]
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def release(self):
        self._released.set()

    def close(self):
        self.release()
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self._thread.join(LIMIT)

    def _serve(self):
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self._socket.accept()
                with contextlib.suppress(OSError), connection, connection.makefile('rwb') as stream:
                    self._talk(stream)

    def _talk(self, stream):
        stream.write(b'* OK hello\r\n')
        stream.flush()
        for line in stream:
            tag, command, *words = line.decode().split()
            self.heard.append(command.upper())
            if command.upper() == self.held:
                self._released.wait(LIMIT)
            # What is listed tells one LIST from another.
            known = next((word for word in (*words, command.upper()) if word in self._answers), None)
            for answer in self._answers.get(known, ['{tag} BAD what']):
                # Not by format: braces are IMAP's own.
                stream.write(answer.replace('{tag}', tag).replace('{line}', line.decode().strip()).encode() + b'\r\n')
            stream.flush()


class Accounts(unittest.TestCase):
    def setUp(self):
        home = tempfile.TemporaryDirectory(prefix='home-')
        self.addCleanup(home.cleanup)
        self.home = home.name
        keyring = os.path.join(self.home, 'keyring')
        # libsecret's own file, encrypted, in the place of a service.
        self.secrets = {'SECRET_BACKEND': 'file', 'SECRET_FILE_TEST_PATH': keyring, 'SECRET_FILE_TEST_PASSWORD': 'x'}

    def environment(self):
        kept = {name: value for name, value in os.environ.items() if name in ('PATH', 'LANG', 'LD_LIBRARY_PATH', 'TMPDIR', 'DUNNOCK_RESOURCES')}
        return resources({**kept, 'HOME': self.home, 'GSETTINGS_BACKEND': 'keyfile', 'LC_ALL': 'C.UTF-8', **self.secrets})

    def run_program(self, *arguments, password=None, **options):
        given = {'input': password + '\n'} if password is not None else {'stdin': subprocess.DEVNULL}
        run = subprocess.run([binary(), *arguments], env=self.environment(), capture_output=True, text=True, timeout=LIMIT, **given, **options)
        self.assertNotRegex(run.stderr, r'Fatal error|Stack|NSCocoa|Error\(|CRITICAL|WARNING')
        if password and len(password) > 1:
            self.assertNotIn(password, run.stdout + run.stderr)
        return run

    def done(self, *arguments, **options):
        """What it prints, as JSON."""
        run = self.run_program(*arguments, **options)
        self.assertEqual((run.returncode, run.stderr), (0, ''))
        return [json.loads(line) for line in run.stdout.splitlines()]

    def refused(self, *arguments, saying, status=1, **options):
        """Asserts one sentence on standard error."""
        run = self.run_program(*arguments, **options)
        self.assertEqual((run.returncode, run.stdout), (status, ''), run.stderr)
        self.assertEqual(len(run.stderr.splitlines()), 1, run.stderr)
        self.assertIn(saying, run.stderr)
        return run.stderr

    def serve(self, server):
        self.addCleanup(server.close)
        return server

    def server(self, security='none', **options):
        return self.serve(MailServer(security, **{'users': {'ada': PASSWORD}, **options}).start())

    def adding(self, server, *more, name='Work', host='localhost'):
        security = getattr(server, 'security', 'none')
        return ('account', 'add', '--name', name, '--address', 'ada@desk.invalid', '--user', 'ada', '--imap', f'{host}:{server.port}',
                '--security', security, *more)

    def add(self, server, *more, **options):
        return self.done(*self.adding(server, *more, **options), password=PASSWORD)[0]

    def heard(self, server, name):
        """The folders of a server that says much."""
        return [folder['name'] for folder in self.add(server, name=name)['folders']]

    def account(self):
        """What is noted of the one account."""
        [path] = glob.glob(f'{self.home}/.config/dunnock/accounts/*.json')
        with open(path) as file:
            return json.load(file)

    def files(self):
        """The content of every file of the home."""
        found = {}
        for path in glob.glob(f'{self.home}/**', recursive=True, include_hidden=True):
            if os.path.isfile(path):
                with open(path, 'rb') as file:
                    found[os.path.relpath(path, self.home)] = file.read()
        return found

    def assert_nothing_kept(self):
        self.assertEqual([path for path in self.files() if 'accounts' in path or 'keyring' in path or 'mail/' in path], [])

    # Adding.

    def test_adds_an_account_on_this_computer_with_its_roles(self):
        server = self.server()
        added = self.add(server)
        roles = {folder['name']: folder.get('role') for folder in added['folders']}
        self.assertEqual(roles, {'INBOX': 'inbox', 'Archive': 'archive', 'Trash': 'trash', 'Sent': 'sent', 'Junk': 'junk', 'Drafts': 'drafts'})
        mail = os.path.join(self.home, '.local/share/dunnock/mail')
        self.assertEqual(added['mail'], f'{mail}/Work')
        self.assertTrue(os.path.isdir(f'{mail}/Work/INBOX/cur'))
        noted = self.account()['roles']
        self.assertEqual({name: role for role, name in noted.items()}, roles)
        listed = self.done('account', 'list')
        self.assertEqual([(line['account'], line['imap'], line['security']) for line in listed], [('Work', f'localhost:{server.port}', 'none')])
        self.assertEqual(self.done('account', 'test', 'Work')[0]['folders'], added['folders'])
        self.refused(*self.adding(server), password=PASSWORD, saying='Another account')

    def test_accepts_a_certificate_by_its_fingerprint_alone(self):
        for security in ('tls', 'starttls'):
            with self.subTest(security=security):
                server = self.server(security)
                said = self.refused(*self.adding(server, name=security), password=PASSWORD, saying=server.fingerprint)
                self.assertIn('--certificate', said)
                wrong = ':'.join(['00'] * 32)
                self.refused(*self.adding(server, '--certificate', wrong, name=security), password=PASSWORD, saying=server.fingerprint)
                self.assertEqual(server.logins(), 0)
                self.add(server, '--certificate', server.fingerprint.lower().replace(':', ''), name=security)
                until(server.logins, 'the login')
                self.done('account', 'test', security)
                # Another certificate is not the accepted one.
                server.stop()
                server.make_certificate()
                server.move_port()
                server.write()
                server.start()
                path = next(path for path, content in self.files().items() if 'accounts/' in path and f'"{security}"'.encode() in content)
                with open(os.path.join(self.home, path)) as file:
                    account = json.load(file)
                account['imap']['port'] = server.port
                with open(os.path.join(self.home, path), 'w') as file:
                    json.dump(account, file)
                logins = server.logins()
                self.refused('account', 'test', security, saying=server.fingerprint)
                self.assertEqual(server.logins(), logins)

    def test_never_accepts_a_certificate_of_another_host(self):
        server = self.server('tls', names=('other.invalid',))
        self.refused(*self.adding(server, '--certificate', server.fingerprint), password=PASSWORD, saying='another host')
        self.assertEqual(server.logins(), 0)
        self.assert_nothing_kept()

    def test_says_what_is_wrong(self):
        server = self.server()
        self.refused(*self.adding(server), password='wrong', saying='password')
        # Dovecot notes it when the connection ends.
        until(lambda: 'auth failed' in server.log(), 'the refusal')
        self.assertEqual(server.log().count('auth failed'), 1)
        self.refused('account', 'add', '--name', 'W', '--address', 'a@desk.invalid', '--imap', 'nobody.invalid', password='x', saying='nobody.invalid')
        with reserve_port() as nobody:
            self.refused('account', 'add', '--name', 'W', '--address', 'a@desk.invalid', '--imap', f'localhost:{nobody.getsockname()[1]}',
                         password='x', saying='does not respond')
        for security in ('tls', 'starttls'):
            arguments = [security if word == 'none' else word for word in self.adding(self.server(), name='W')]
            self.refused(*arguments, password=PASSWORD, saying='encryption')
        self.refused(*self.adding(server), password='', saying='first line')
        self.refused(*self.adding(server), saying='first line')
        self.refused('account', 'add', '--name', 'W', '--address', 'ada@outlook.com', password='x', saying='does not accept passwords')
        self.refused('account', 'add', '--name', 'W', '--address', 'ada@proton.me', password='x', saying='Bridge')
        self.assert_nothing_kept()

    def test_refuses_arguments_that_cannot_be_followed(self):
        add = ('account', 'add', '--name', 'W', '--address', 'ada@desk.invalid')
        self.refused(*add, '--imap', 'mail.desk.invalid', '--security', 'none', password='x', saying='this computer', status=2)
        self.refused(*add, '--security', 'none', password='x', saying='--imap', status=2)
        self.refused(*add, '--imap', 'host:port', password='x', saying='host:port', status=2)
        self.refused('account', 'add', '--name', 'W', '--address', 'ada', password='x', saying='ada', status=2)
        self.refused('account', 'add', '--name', 'W', password='x', saying='--address', status=2)
        self.refused('account', 'forget', saying='forget', status=2)
        self.refused('sync', '--delete-missing', '--fetch-missing', saying='--fetch-missing', status=2)
        for name in ('test', 'remove'):
            self.refused('account', name, 'Work', saying='“Work”')
        self.refused('sync', 'Work', saying='“Work”')
        self.assertIn('account add', self.run_program('account', 'add', '--help').stdout)
        self.assertEqual(self.done('account', 'list'), [])
        self.assertEqual(self.done('sync'), [])

    def test_folders_of_these_names_are_folders_still(self):
        mailbox = Mailbox()
        self.addCleanup(mailbox.remove)
        mailbox.add('Ada Lovelace', 'Engine notes')
        for name in ('account', 'sync'):
            os.symlink(mailbox.path, os.path.join(self.home, name))
            for path in (name, f'./{name}'):
                run = self.run_program('--list', path, cwd=self.home)
                self.assertEqual(json.loads(run.stdout)['subject'], 'Engine notes')
            self.assertEqual(self.run_program('--search', name, f'./{name}', cwd=self.home).returncode, 0)

    # Signing in elsewhere.

    def test_a_page_to_sign_in_on_is_printed(self):
        place = f'{self.home}/resources'
        os.mkdir(place)
        with open(f'{place}/oauth-clients', 'w') as file:
            file.write('Outlook=this-program\n')
        asking = subprocess.Popen([binary(), 'account', 'add', '--name', 'W', '--address', 'ada@outlook.com'], stdin=subprocess.DEVNULL,
                                  env={**self.environment(), 'DUNNOCK_RESOURCES': place}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(asking.communicate)
        self.addCleanup(asking.kill)
        page = urllib.parse.urlsplit(re.search(r'https://\S+', asking.stderr.readline())[0])
        asked = dict(urllib.parse.parse_qsl(page.query))
        self.assertEqual((page.hostname, asked['client_id'], asked['login_hint']), ('login.microsoftonline.com', 'this-program', 'ada@outlook.com'))
        # The person says no there.
        with urllib.request.urlopen(f'{asked["redirect_uri"]}/?error=access_denied&state={asked["state"]}', timeout=LIMIT) as answer:
            self.assertEqual(answer.status, 200)
        stdout, stderr = asking.communicate(timeout=LIMIT)
        self.assertEqual((asking.returncode, stdout), (1, ''))
        self.assertIn('sign in', stderr)
        self.assert_nothing_kept()

    def test_signs_in_by_tokens_that_are_kept_and_followed(self):
        server = self.server(users={'ada': 'access-token-0'}, mechanisms='plain xoauth2')
        provider = token_endpoint.serve(self.home)
        self.addCleanup(provider.server_close)
        self.addCleanup(provider.shutdown)
        threading.Thread(target=provider.serve_forever, daemon=True).start()

        def answer(status, body):
            with open(f'{self.home}/answer', 'w') as file:
                json.dump([status, {}, json.dumps(body)], file)

        def asked():
            with contextlib.suppress(FileNotFoundError), open(f'{self.home}/asked') as file:
                return len(file.readlines())
            return 0
        server.deliver('One')
        [added] = self.done(*self.adding(server), password='access-token-0')
        [path] = glob.glob(f'{self.home}/.config/dunnock/accounts/*.json')
        account = self.account()
        with open(f'{self.home}/certificate.pem') as file:
            client = {'authorise': 'https://127.0.0.1/', 'token': f'https://127.0.0.1:{provider.server_address[1]}/', 'scope': 'mail', 'id': 'dunnock',
                      'certificate': file.read()}
        account['signIn'] = {'browser': {'_0': client, 'keyring': 'io.github.dunnock.Dunnock'}}

        def keep(tokens):
            with open(path, 'w') as file:
                json.dump(account, file)
            subprocess.run(['secret-tool', 'store', '--label=x', 'service', 'io.github.dunnock.Dunnock', 'account', account['id']], input=tokens,
                           text=True, check=True, env=self.environment())
        # One that does for hours is used as it is.
        keep(json.dumps({'access': 'access-token-0', 'end': 4_000_000_000, 'refresh': 'refresh-token-0'}))
        self.done('sync')
        self.assertEqual(asked(), 0)
        self.assertEqual(len(glob.glob(f'{added["mail"]}/INBOX/*/*')), 1)
        # One that has ended is followed by another, which is kept.
        keep(json.dumps({'access': 'gone', 'end': 0, 'refresh': 'refresh-token-0'}))
        answer(200, {'access_token': 'access-token-0', 'refresh_token': 'refresh-token-1', 'expires_in': 3600})
        server.deliver('Two')
        self.done('sync')
        self.assertEqual(asked(), 1)
        self.done('account', 'test', 'Work')
        self.assertEqual(asked(), 1)
        self.assertIn('refresh-token-1', self.secret())
        self.assertEqual(len(glob.glob(f'{added["mail"]}/INBOX/*/*')), 2)
        # So is one that the server does not take.
        keep(json.dumps({'access': 'revoked', 'end': 4_000_000_000, 'refresh': 'refresh-token-0'}))
        self.done('account', 'test', 'Work')
        self.assertEqual(asked(), 2)
        # Where the provider gives none, the person is asked.
        answer(400, {'error': 'invalid_grant'})
        for tokens in (json.dumps({'access': 'gone', 'end': 0, 'refresh': 'refresh-token-0'}), 'nonsense', '[]'):
            keep(tokens)
            self.refused('account', 'test', 'Work', saying='sign in again')
            self.refused('sync', 'Work', saying='sign in again')
        provider.shutdown()
        provider.server_close()
        keep(json.dumps({'access': 'gone', 'end': 0, 'refresh': 'refresh-token-0'}))
        self.refused('sync', 'Work', saying='cannot be reached')
        # Nothing of it lies about.
        kept = [name for name, content in self.files().items() if b'refresh-token-0' in content or b'access-token-0' in content]
        self.assertEqual([name for name in kept if 'keyring' not in name and not name.startswith('asked') and not name.startswith('answer')], [])
        self.done('account', 'remove', 'Work')
        self.assertEqual(self.secret(), '')

    # Removing.

    def test_removes_an_account_and_its_password(self):
        server = self.server()
        mail = self.add(server)['mail']
        self.add(server, name='Home')
        self.assertIn(PASSWORD, self.secret())
        self.done('account', 'remove', 'Work')
        self.assertTrue(os.path.isdir(mail))
        self.assertEqual([line['account'] for line in self.done('account', 'list')], ['Home'])
        self.refused('account', 'remove', 'Work', saying='“Work”')
        mail = self.done('account', 'remove', 'Home', '--delete-mail')[0]['mail']
        self.assertFalse(os.path.exists(mail))
        self.assertEqual(self.secret(), '')
        # Its name is free again, and mail that stayed is not taken for another account's.
        self.assertNotEqual(self.add(server)['mail'], os.path.join(self.home, '.local/share/dunnock/mail/Work'))

    def secret(self):
        return subprocess.run(['secret-tool', 'search', '--all', 'service', 'io.github.dunnock.Dunnock'], env=self.environment(),
                              capture_output=True, text=True, timeout=LIMIT).stdout

    def test_names_a_file_that_is_no_account(self):
        server = self.server()
        self.add(server)
        path = os.path.join(self.home, '.config/dunnock/accounts/edited.json')
        with open(path, 'w') as file:
            file.write('{')
        run = self.run_program('account', 'list')
        self.assertEqual(run.returncode, 1)
        self.assertIn(path, run.stderr)
        self.assertEqual(json.loads(run.stdout)['account'], 'Work')

    # Synchronising.

    def local(self, folder='INBOX'):
        """The paths of the messages here, by Message-ID."""
        found = {}
        for path in glob.glob(f'{self.home}/.local/share/dunnock/mail/Work/{folder}/[cn]*/*'):
            with open(path) as file:
                found[next(line.split()[1] for line in file if line.startswith('Message-ID:'))] = path
        return found

    def sync(self, *arguments):
        """What it says of the account, and what it complains of."""
        run = self.run_program('sync', *arguments)
        self.assertEqual(run.returncode, 1 if run.stderr else 0, run.stderr)
        return json.loads(run.stdout) if run.stdout else None, run.stderr

    def test_synchronises_both_ways(self):
        for security in ('none', 'tls', 'starttls'):
            with self.subTest(security=security):
                self.synchronise_both_ways(self.server(security))
                self.done('account', 'remove', 'Work', '--delete-mail')

    def synchronise_both_ways(self, server):
        self.add(server, *([] if server.security == 'none' else ['--certificate', server.fingerprint]))
        read, kept = server.deliver('Engine notes'), server.deliver('Famished road', folder='Archive')
        self.assertEqual(self.sync('Work'), (
            {'account': 'Work', 'gone': {}, 'kept': {}, 'lost': {}, 'marked': 0, 'missing': {}, 'restored': [], 'reunited': {},
             'trashed': [], 'unusable': [], 'vanished': [], 'waiting': 0, 'warnings': []}, ''))
        self.assertEqual((self.local().keys(), self.local('Archive').keys()), ({read}, {kept}))
        path = self.local()[read]
        os.rename(path, path.replace('/new/', '/cur/').partition(':')[0] + ':2,S')
        server.flag(kept, 'Archive', '\\Flagged')
        self.assertEqual(self.sync()[1], '')
        self.assertIn('\\Seen', server.messages()['INBOX'][read])
        self.assertIn('F', self.local('Archive')[kept].partition(':2,')[2])

    def test_deletes_nothing_that_was_not_deleted_here(self):
        server = self.server()
        self.add(server)
        first, second = server.deliver('Engine notes'), server.deliver('Famished road')
        self.sync()
        os.unlink(self.local()[first])
        for _ in range(2):
            said, complaint = self.sync()
            self.assertEqual(said['missing'], {'Work/INBOX': 1})
            self.assertIn('--fetch-missing', complaint)
            self.assertEqual(server.messages()['INBOX'].keys(), {first, second})
        self.assertEqual(self.sync('--fetch-missing')[1], '')
        self.assertEqual(self.local().keys(), {first, second})
        os.unlink(self.local()[first])
        self.assertEqual(self.sync('Work', '--delete-missing')[1], '')
        self.assertEqual(server.messages()['INBOX'].keys(), {second})

    def test_asks_before_a_folder_is_emptied_here_and_names_what_cannot_be_one(self):
        server = self.server()
        name = 'Work\x1b]0;title\x07\x9b2J'
        self.add(server, name=name)
        server.create('new')
        messages = {server.deliver(f'Note {number}') for number in range(6)}
        run = self.run_program('sync')
        self.assertEqual(json.loads(run.stdout)['unusable'], ['new'])
        self.assertIn('“new” cannot be stored on this computer', run.stderr)
        server.expunge(*messages)
        mail = glob.glob(f'{self.home}/.local/share/dunnock/mail/*/INBOX')[0]
        run = self.run_program('sync')
        self.assertEqual(list(json.loads(run.stdout)['gone'].values()), [6])
        self.assertRegex(run.stderr, '(?s)6 of 6 messages in “Inbox” are missing on the server.*--delete-gone')
        self.assertEqual((run.returncode, len(glob.glob(f'{mail}/[cn]*/*'))), (1, 6))
        # What an account is called is nothing that a terminal does.
        for text in (run.stdout, run.stderr):
            self.assertNotRegex(text, r'[\x00-\x09\x0b-\x1f\x7f-\x9f]')
        self.assertEqual(self.run_program('sync', '--delete-gone').returncode, 0)
        self.assertEqual(glob.glob(f'{mail}/[cn]*/*'), [])

    def test_says_why_mail_does_not_come(self):
        server = self.server()
        self.add(server)
        server.users['ada'] = 'another'
        server.write()
        until(server.takes_passwords, 'the other password')
        said, complaint = self.sync()
        self.assertIsNone(said)
        self.assertIn('password', complaint)
        server.stop()
        said, complaint = self.sync()
        self.assertIsNone(said)
        self.assertIn('localhost', complaint)

    def test_ends_at_once_when_it_is_told_to(self):
        server = self.serve(FakeServer(answers={'LIST': ['* LIST () "/" INBOX', '{tag} OK']}))
        self.add(server)
        server.held = 'CAPABILITY'
        server.heard.clear()
        process = subprocess.Popen([binary(), 'sync'], env=self.environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        self.addCleanup(process.kill)
        until(lambda: server.heard, 'mbsync')
        process.send_signal(signal.SIGINT)
        output, complaint = process.communicate(timeout=LIMIT)
        self.assertEqual((process.returncode, output), (1, b''), complaint)
        home = self.home.encode()
        until(lambda: not [path for path in glob.glob('/proc/[0-9]*/cmdline') if home in self.read(path)], 'the end of mbsync')

    # Servers of every kind.

    def test_says_where_a_password_for_programs_is_wanted(self):
        server = self.serve(FakeServer(answers={'AUTHENTICATE': ['{tag} NO [ALERT] Application-specific password required']}))
        self.refused(*self.adding(server), password=PASSWORD, saying='app password')
        self.assertEqual(server.heard.count('AUTHENTICATE'), 1)

    def test_sends_no_password_where_none_is_taken(self):
        server = self.serve(FakeServer('IMAP4rev1 AUTH=XOAUTH2 LOGINDISABLED'))
        self.refused(*self.adding(server), password=PASSWORD, saying='does not accept passwords')
        self.assertNotIn('AUTHENTICATE', server.heard)
        self.assertNotIn('LOGIN', server.heard)

    def test_knows_the_oldest_way_in_as_well(self):
        server = self.serve(FakeServer('IMAP4rev1', {'LIST': ['* LIST () "." INBOX', '{tag} OK']}))
        self.assertEqual(self.add(server)['folders'], [{'fetched': True, 'name': 'INBOX', 'role': 'inbox'}])
        self.assertEqual(server.heard.count('LOGIN'), 1)

    def test_reads_names_in_every_form(self):
        listed = ['* LIST () "." INBOX', '* LIST (\\All) "." "INBOX.All \\"mail\\""', '* LIST (\\Archive) "." {9}', 'INBOX.A B',
                  '* LIST () "." INBOX.Entw&APw-rfe.X', '* LIST (\\Noselect) "." INBOX.No', '{tag} OK']
        server = self.serve(FakeServer(answers={'LIST': listed, 'NAMESPACE': ['* NAMESPACE (("INBOX." ".")) NIL NIL', '{tag} OK']}))
        self.assertEqual({folder['name']: (folder.get('role'), folder['fetched']) for folder in self.add(server)['folders']},
                         {'INBOX': ('inbox', True), 'All "mail"': (None, False), 'A B': ('archive', True), 'Entwürfe/X': (None, True)})

    def test_knows_many_folders(self):
        server = self.server()
        with server.client() as client:
            for number in range(300):
                client.create(f'Projects/{number}')
        self.assertEqual(len(self.add(server)['folders']), 306)
        many = [f'* LIST () "/" "Projects/A folder of many {number}"' for number in range(3_000)]
        answers = {'"*"': [*many, '{tag} OK'], '"%"': ['* LIST () "/" INBOX', '* LIST () "/" Projects', '{tag} OK'],
                   '(SPECIAL-USE)': ['* LIST (\\Archive) "/" "Projects/Done"', '{tag} OK'], 'NAMESPACE': ['{tag} OK']}
        server = self.serve(FakeServer(answers=answers))
        roles = {folder['name']: folder.get('role') for folder in self.add(server, name='Many')['folders']}
        self.assertEqual(len(roles), len(many))

    def test_bears_a_hostile_server(self):
        many = [f'* LIST () "/" "Projects/A folder of many {number}"' for number in range(100_000)]
        server = self.serve(FakeServer(answers={'LIST': [*many, '{tag} OK']}))
        self.refused(*self.adding(server, name='Too many'), password=PASSWORD, saying='lists more folders')
        server = self.serve(FakeServer(answers={'LIST': [*many[:10_001], '{tag} OK']}))
        self.assertEqual(len(self.heard(server, 'Many')), 10_000)
        for length in (9_000, 90_000, 200_000):
            server = self.serve(FakeServer(answers={'LIST': ['* LIST () "/" INBOX', '* LIST () "/" ' + 'x' * length, '{tag} OK']}))
            self.assertEqual(self.heard(server, f'Long {length}'), ['INBOX'])
        repeating = self.serve(FakeServer('IMAP4rev1', {'LOGIN': ['{tag} NO [LIMIT] \x1b[31m{line}']}))
        said = self.refused(*self.adding(repeating, name='W'), password='secret-of-ada', saying='LIMIT')
        self.assertNotIn('\x1b', said)
        self.assertNotIn('secret-of-ada', said)

    # Where the password is not.

    def test_the_password_is_nowhere_to_be_seen(self):
        server = self.serve(FakeServer(answers={'LIST': ['* LIST () "/" INBOX', '{tag} OK']}, held='AUTHENTICATE'))
        process = subprocess.Popen([binary(), *self.adding(server)], env=self.environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        process.stdin.write(PASSWORD.encode() + b'\n')
        process.stdin.close()
        process.stdin = None
        until(lambda: 'AUTHENTICATE' in server.heard, 'the login')
        # Everybody's, since whoever reads them needs no right to.
        seen = [self.read(path) for name in ('cmdline', 'environ') for path in glob.glob(f'/proc/[0-9]*/{name}')]
        server.release()
        output, complaint = process.communicate(timeout=LIMIT)
        self.assertEqual(process.returncode, 0, complaint)
        for secret in secrets():
            self.assertFalse([content for content in seen if secret in content])
            self.assertNotIn(secret, output + complaint)
            # The keyring is encrypted.
            self.assertEqual([path for path, content in self.files().items() if secret in content], [])

    def read(self, path):
        with contextlib.suppress(OSError), open(path, 'rb') as file:
            return file.read()
        return b''

    # Keyrings.

    def test_keeps_nothing_without_a_keyring(self):
        server = self.server()
        self.secrets = {'DBUS_SESSION_BUS_ADDRESS': 'unix:path=/nowhere'}
        self.refused(*self.adding(server), password=PASSWORD, saying='keyring')
        self.secrets = {'DBUS_SESSION_BUS_ADDRESS': self.bus(services=False)}
        self.refused(*self.adding(server), password=PASSWORD, saying='keyring')
        self.secrets = {'PATH': self.path_without('secret-tool')}
        self.refused(*self.adding(server), password=PASSWORD, saying='libsecret-tools')
        self.assert_nothing_kept()

    def test_says_why_the_keyring_does_not_answer_when_mail_is_fetched(self):
        self.add(self.server())
        secrets = self.secrets
        for missing, saying in (({'PATH': self.path_without('secret-tool')}, 'libsecret-tools'),
                                ({'DBUS_SESSION_BUS_ADDRESS': 'unix:path=/nowhere'}, 'No keyring'),
                                ({'DBUS_SESSION_BUS_ADDRESS': self.bus(services=False)}, 'No keyring')):
            self.secrets = missing
            self.assertIn(saying, self.sync()[1])
        self.secrets = {**secrets, 'SECRET_FILE_TEST_PATH': os.path.join(self.home, 'another')}
        self.assertIn('Unlock your keyring', self.sync()[1])
        self.secrets = secrets
        self.assertEqual(self.sync()[1], '')

    def test_says_that_the_keyring_is_locked(self):
        if not shutil.which('gnome-keyring-daemon'):
            self.skipTest('gnome-keyring is not installed')
        server = self.server()
        address = self.bus()
        self.secrets = {'DBUS_SESSION_BUS_ADDRESS': address, 'XDG_RUNTIME_DIR': self.home}
        keyring = spawn(['gnome-keyring-daemon', '--foreground', '--unlock', '--components=secrets'], stdin=subprocess.PIPE,
                        env=self.environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(end, keyring)
        keyring.stdin.write(b'keyring')
        keyring.stdin.close()
        bus = Gio.DBusConnection.new_for_address_sync(
            address, Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION, None, None)
        self.addCleanup(bus.close_sync, None)
        until(lambda: self.owned(bus, 'org.freedesktop.secrets'), 'the keyring')
        self.add(server)
        self.done('account', 'test', 'Work')
        bus.call_sync('org.freedesktop.secrets', '/org/freedesktop/secrets', 'org.freedesktop.Secret.Service', 'Lock',
                      GLib.Variant('(ao)', (['/org/freedesktop/secrets/collection/login'],)), None, 0, 20_000, None)
        self.refused('account', 'test', 'Work', saying='locked')
        self.refused(*self.adding(server, name='Home'), password=PASSWORD, saying='locked')
        self.refused('account', 'remove', 'Work', saying='locked')
        self.assertEqual([line['account'] for line in self.done('account', 'list')], ['Work'])

    def owned(self, bus, name):
        return bus.call_sync('org.freedesktop.DBus', '/', 'org.freedesktop.DBus', 'NameHasOwner', GLib.Variant('(s)', (name,)), None, 0, 20_000,
                             None).unpack()[0]

    def bus(self, services=True):
        """The address of a session bus of the test's own."""
        path = os.path.join(self.home, 'bus')
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path)
        configuration = os.path.join(self.home, 'bus.conf')
        with open(configuration, 'w') as file:
            # No prompter is started, as where there is no screen.
            file.write(f'<busconfig><type>session</type><listen>unix:path={path}</listen><policy context="default"><allow send_destination="*"/>'
                       '<allow eavesdrop="true"/><allow own="*"/></policy></busconfig>')
        daemon = spawn(['dbus-daemon', f'--config-file={configuration}', '--nofork'], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(end, daemon)
        until(lambda: os.path.exists(path), 'the bus')
        return f'unix:path={path}'

    def path_without(self, program):
        """A folder of links to all programs but one."""
        folder = tempfile.mkdtemp(dir=self.home)
        for name in ('secret-tool', 'mbsync'):
            if name != program:
                os.symlink(shutil.which(name), os.path.join(folder, name))
        return folder


def secrets():
    """The password in the forms in which it could be found."""
    import base64
    yield PASSWORD.encode()
    yield base64.b64encode(PASSWORD.encode())
    yield base64.b64encode(b'\0ada\0' + PASSWORD.encode())
    yield json.dumps(PASSWORD).encode()


if __name__ == '__main__':
    unittest.main()
