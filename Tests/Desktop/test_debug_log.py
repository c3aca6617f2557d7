"""The debug log: the end of everything that the program does on standard error, and nothing of the person's mail in it."""

import base64
import json
import os
import re
import subprocess
import unittest

from harness.app import App, binary
from harness.conditions import LIMIT
from harness.desk import spawn
from mail_server import MailServer
from test_sending import SendingCase, Post, setUpModule as look_for_servers
from test_sync_torture import Computer

# Part of every name, address, subject, folder, text and password of the test, and of no word of the program.
MARK = 'zqx'
LOGIN, PASSWORD = f'{MARK}login', f'{MARK}password'
SUBJECT, OTHER = f'{MARK}lunch on Friday?', f'{MARK}boiler is broken'
# What a login may look like on the wire.
SECRETS = [MARK] + [base64.b64encode(secret.encode()).decode().rstrip('=') for secret in (
    LOGIN, PASSWORD, f'\0{LOGIN}\0{PASSWORD}')]


def setUpModule():
    look_for_servers()


class DebugLog(SendingCase):
    def setUp(self):
        super(SendingCase, self).setUp()
        self.server = MailServer(users={LOGIN: PASSWORD}, folders={'Archive': '\\Archive', 'Trash': '\\Trash', 'Sent': '\\Sent',
                                                                    f'{MARK}folder': ''}).start()
        self.addCleanup(self.server.close)
        self.post = Post(password=PASSWORD)
        self.addCleanup(self.post.close)
        for subject in (OTHER, SUBJECT):
            self.server.deliver(subject, user=LOGIN, body=f'{MARK}body', sender=f'{MARK}grace <{MARK}grace@desk.invalid>')
        self.computer = Computer(f'{self.home}/computer', self.server.port)
        self.home = self.computer.home
        self.delay(0)
        self.command('account', 'add', '--name', f'{MARK}account', '--address', f'{MARK}ada@desk.invalid', '--user', LOGIN,
                     '--imap', f'127.0.0.1:{self.server.port}', '--smtp', f'127.0.0.1:{self.post.port}', '--security', 'none',
                     input=f'{PASSWORD}\n')

    def command(self, *arguments, variables=None, **options):
        return subprocess.run([binary(), *arguments], env={**self.computer.environment(), **(variables or {})}, check=True,
                              capture_output=True, text=True, timeout=LIMIT, **options)

    def begin(self):
        variables = {name: value for name, value in self.computer.environment().items() if name.startswith('SECRET_')}
        self.output = f'{self.home}/standard-output'
        with open(self.output, 'w') as output:
            self.app = app = App(self.desk, self.home, variables={**variables, 'G_MESSAGES_DEBUG': ''}, stdout=output)
        self.addCleanup(lambda: app is self.app and app.end())
        self.app.wait_for_window()
        self.app.until(lambda: self.app.rows(SUBJECT), 'the mail')
        self.app.until(lambda: SUBJECT in (self.app.focused() or ''), 'the focus on the row')
        self.app.until_still()

    def lines(self, domain):
        """The texts of the lines of a domain, in order."""
        return re.findall(rf'(?m): {re.escape(domain)}-DEBUG: [\d:.]+: (.*)$', self.app.output())

    def until_logged(self, domain, *patterns, since=0):
        """Waits for lines that the patterns match, one after another."""
        def all_there():
            lines = iter(self.lines(domain)[since:])
            return all(any(re.fullmatch(pattern, line) for line in lines) for pattern in patterns)
        self.app.until(all_there, f'{domain}: {patterns}')

    def do(self, keys, domain, *patterns):
        since = len(self.lines(domain))
        self.hand.keys(*keys)
        self.until_logged(domain, *patterns, since=since)

    def assert_no_secrets(self, text):
        self.assertEqual([line for line in text.splitlines() if any(secret.lower() in line.lower() for secret in SECRETS)], [])

    def test_a_running_program_logs_the_end_of_all_that_it_does_and_nothing_of_the_mail(self):
        self.begin()
        self.assertNotIn('-DEBUG', self.app.output())
        other = spawn([binary(), '--debug'], env=self.app.desk.environment(self.home), stdout=subprocess.DEVNULL,
                      stderr=subprocess.DEVNULL)
        self.assertEqual(other.wait(LIMIT), 0)
        self.until_logged('Dunnock', 'start: mailbox: false, mail link: false, new window: false, windows: 1', 'window presented')
        self.assertEqual(len(self.app.windows()), 1)

        self.do('e', 'Dunnock', 'command: archive', 'change queued: archive, messages: 1, queue: 1',
                r'change done: archive, changed: 1, deleted: 0, failed: 0, can be undone: true, queue: 0', 'list idle: rows: 1, .*, queue: 0')
        self.until_logged('Dunnock', r'notice \d+ shown, button: true')
        self.do('z', 'Dunnock', 'command: undo', 'change done: undo, changed: 1, .*, queue: 0', 'list idle: rows: 2, leaving: 0, queue: 0')
        self.app.until(lambda: SUBJECT in (self.app.focused() or ''), 'the focus on the row that came back')
        self.do(['slash'], 'Dunnock', 'command: search', 'search opened')
        self.do(f'{MARK}boil', 'Dunnock', 'shown: one folder: false, words: true, .*', 'list loaded: messages: 1, rows: 1, .*',
                'search listed: messages: 1, complete: true')
        self.do(['Escape'], 'Dunnock', 'search closed', 'list loaded: messages: 2, rows: 2, .*')
        # The file of the row that came back may have been renamed by a fetch, so that the search is left for the row that it found.
        self.focus(SUBJECT)
        self.do(['Down' if SUBJECT in self.app.names()[0] else 'Up'], 'Dunnock.Reading', 'message shown, text: true')
        self.app.until(lambda: OTHER in (self.app.focused() or ''), 'the focus on the other row')

        self.do('e', 'Dunnock', 'change done: archive, .*', 'list idle: rows: 1, .*, queue: 0')
        # The program may fetch by itself just now.
        self.do(['F5'], 'Dunnock', 'command: fetch', 'fetch done: account 1')
        # An undo moves a message back as another file, so that two are replaced where nothing was fetched in between.
        self.until_logged('Dunnock.Sync', 'account 1: sync begun', 'account 1: mbsync begun', 'account 1: mbsync done: true, .*',
                          'account 1: removals begun', r'account 1: messages to remove from a folder: \d+, still on the server: \d+, others with .*',
                          r'account 1: removed: \d+, expunged: true', 'account 1: removals done, .*', 'account 1: sync done, waiting: 0, .*')
        self.until_logged('Dunnock.Servers', r'connection \d+: imap connecting, security none',
                          r'connection \d+: connected, logged in: true', r'connection \d+: SELECT answered ok, .*',
                          r'connection \d+: UID FETCH answered ok, .*', r'connection \d+: UID STORE answered ok, .*',
                          r'connection \d+: UID EXPUNGE answered ok, .*', r'connection \d+: logged out and closed')
        self.until_logged('Dunnock.Servers', r'connection \d+: IDLE done, changes: true, .*', r'connection \d+: IDLE begun')

        self.app.until(lambda: SUBJECT in (self.app.focused() or ''), 'the focus on the row')
        self.do('r', 'Dunnock.Writing', 'page shown: composer, own window: true')
        self.app.until(lambda: self.app.focused() == 'Message text', 'the text')
        self.do(f'{MARK}yes', 'Dunnock.Writing', 'draft saved: true, attachments: 0')
        self.do(['Control+Return'], 'Dunnock.Writing', 'composer closed: sent')
        self.until_logged('Dunnock.Sending', 'message 1: queued, recipients: 1',
                          'message 1: sending begun, account 1, attempt 1, recipients: 1', 'message 1: sending done, sent',
                          'message 1: copy kept here: true, done', 'outbox pass done, .*')
        self.until_logged('Dunnock.Servers', r'connection \d+: smtp connecting, security none', r'connection \d+: MAIL answered 250',
                          r'connection \d+: RCPT answered 250', r'connection \d+: DATA answered 354',
                          r'connection \d+: end of message answered 250', r'connection \d+: QUIT sent')
        self.until_logged('Dunnock', 'outbox: messages: 1, stopped: 0', 'outbox: messages: 0, stopped: 0')
        self.assertEqual(self.until_arrived()[1], [f'{MARK}grace@desk.invalid'])
        self.app.until(lambda: SUBJECT in (self.app.focused() or ''), 'the focus on the row')
        self.do(['Control+comma'], 'Dunnock', 'command: preferences', 'page shown: preferences')

        self.app.end()
        with open(self.output) as output:
            self.assertEqual(output.read(), '')
        self.assert_no_secrets(self.app.output())
        self.app = None

    def test_the_command_line_keeps_standard_output_for_other_programs(self):
        alone = self.command('sync', variables={'G_MESSAGES_DEBUG': 'Dunnock.Sync'})
        self.assertEqual(json.loads(alone.stdout)['account'], f'{MARK}account')
        self.assertRegex(alone.stderr, r'Dunnock\.Sync-DEBUG: .*: account 1: sync done')
        self.assertEqual(set(re.findall(r': (\S+)-DEBUG: ', alone.stderr)), {'Dunnock.Sync'})

        every = self.command('--debug', 'sync')
        self.assertEqual(json.loads(every.stdout)['account'], f'{MARK}account')
        self.assertLessEqual({'Dunnock', 'Dunnock.Sync'}, set(re.findall(r': (\S+)-DEBUG: ', every.stderr)))

        mail = f'{self.computer.data}/mail/{MARK}account'
        for arguments in (['--debug', '--list', mail], ['--list', mail, '--debug'], ['--debug', '--search', f'{MARK}lunch', mail]):
            listed = self.command(*arguments)
            self.assertIn(SUBJECT, [json.loads(line)['subject'] for line in listed.stdout.splitlines()])
            self.assertRegex(listed.stderr, r'Dunnock-DEBUG: .*: mailbox printed, lines: ')
            self.assert_no_secrets(listed.stderr)

        # secret-tool would print debug lines among the password, if it knew of the log.
        tested = self.command('account', 'test', f'{MARK}account', variables={'G_MESSAGES_DEBUG': 'all'})
        self.assertEqual(json.loads(tested.stdout)['account'], f'{MARK}account')
        self.assertIn('Dunnock.Sync-DEBUG', tested.stderr)
        self.assertRegex(tested.stderr, r'Dunnock\.Servers-DEBUG: .*: connection 1: connected, logged in: true')

        mail = f'From: {MARK}ada@desk.invalid\nTo: {MARK}grace@desk.invalid\nSubject: {MARK}hello\n\n{MARK}text\n'
        sent = self.command('--debug', 'send', input=mail)
        self.assertEqual(json.loads(sent.stdout)['state'], 'sent')
        self.assertRegex(sent.stderr, r'Dunnock\.Sending-DEBUG: .*: message 1: sending done, sent')
        for run in (alone, every, tested, sent):
            self.assert_no_secrets(run.stderr)


if __name__ == '__main__':
    unittest.main()
