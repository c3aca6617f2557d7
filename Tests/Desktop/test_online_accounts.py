"""Mail of an account that GNOME knows already: added by one click, and what is said when it wants its owner to sign in again."""

import json
import os
import shutil
import subprocess
import unittest

from harness import accessibility
from harness.app import binary, resources
from harness.case import DesktopCase
from harness.conditions import LIMIT, until
from harness.desk import end, spawn
from harness.services import Notifications
from mail_server import MailServer

TOKEN = 'ya29.token-of-a-day'


class OnlineAccounts(DesktopCase):
    def setUp(self):
        if not (shutil.which('dovecot') or os.path.exists('/usr/sbin/dovecot')):
            self.skipTest('Dovecot is not installed')
        super().setUp()
        self.server = MailServer('none', users={'ada': TOKEN}, mechanisms='plain xoauth2').start()
        self.addCleanup(self.server.close)
        self.server.deliver('From the server')
        self.known = os.path.join(self.home, 'online-accounts')
        self.know()
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'online_accounts.py')
        service = spawn(['/usr/bin/python3', '-B', script, self.known], env=self.desk.environment(self.home), stdin=subprocess.PIPE,
                        stdout=subprocess.PIPE)
        self.addCleanup(service.stdin.close)
        self.addCleanup(service.stdout.close)
        self.addCleanup(lambda: end(service))
        service.stdout.readline()
        # What comes is told of.
        self.notifications = Notifications(self.desk.environment(self.home)['DBUS_SESSION_BUS_ADDRESS'])
        self.addCleanup(self.notifications.close)

    def know(self, **changes):
        account = {'id': 'account_1', 'provider': '<i>Big</i> & Co', 'address': 'ada@desk.invalid', 'host': f'127.0.0.1:{self.server.port}',
                   'user': 'ada', 'token': TOKEN, **changes}
        with open(f'{self.known}.new', 'w') as file:
            json.dump([account], file)
        os.rename(f'{self.known}.new', self.known)

    def calls(self):
        with open(f'{self.known}.log') as file:
            return [line.split()[0] for line in file]

    def command(self, *words):
        run = subprocess.run([binary(), 'account', *words], env=resources(self.desk.environment(self.home)), capture_output=True, text=True, timeout=LIMIT)
        return run.returncode, run.stderr, [json.loads(line) for line in run.stdout.splitlines()]

    def test_an_account_is_added_by_the_command_line(self):
        self.assertEqual(self.command('online'),
                         (0, '', [{'id': 'account_1', 'provider': '<i>Big</i> & Co', 'address': 'ada@desk.invalid'}]))
        status, said, _ = self.command('online', 'account_2')
        self.assertEqual((status, said), (1, 'dunnock: Online Accounts has no mail account “account_2”. List them with “dunnock account online”.\n'))
        status, said, [added] = self.command('online', 'account_1', '--name', 'Work')
        self.assertEqual((status, said, added['account'], added['user']), (0, '', 'Work', 'ada'))
        self.assertEqual(self.command('online', 'account_1', '--name', 'Work')[0], 1)
        self.know(attention=True)
        self.assertEqual(self.command('test', 'Work')[1], 'dunnock: Sign in again in Settings, under Online Accounts.\n')
        self.know(mail=False)
        self.assertEqual(self.command('test', 'Work')[0], 1)
        self.assertEqual(self.command('online'), (0, 'dunnock: No mail account was found in Online Accounts. Add one in Settings, under Online Accounts.\n', []))
        # No keyring is needed for what is in none.
        self.assertEqual(self.command('remove', 'Work')[0], 0)

    def add(self):
        self.start()
        self.hand.keys('Control+comma')
        page = self.app.until(lambda: self.app.tree.all(matching=lambda node: node.name == 'Accounts'), 'the preferences')[-1]
        self.app.until_still()
        self.click(page)
        self.app.until_still()
        self.click(self.app.until(lambda: self.app.rows('Add Account…'), 'the way to add one')[0])
        self.app.until(lambda: self.app.says('^<i>Big</i> & Co$'), 'the account that is known')
        self.app.until_still()
        self.click(self.app.row('ada@desk.invalid'))
        self.app.until(lambda: self.app.buttons('Fetch Mail'), 'its folders')
        self.app.until_still()
        self.click(self.app.button('Fetch Mail'))
        self.app.until(lambda: self.app.rows('From the server'), 'its mail')
        self.app.until(lambda: self.app.tree.all(accessibility.BUTTON, lambda node: node.name.startswith('Updated')), 'the end of the run')

    def test_an_account_is_added_by_one_click_and_asked_for_when_it_ends(self):
        self.add()
        [name] = os.listdir(f'{self.home}/.config/dunnock/accounts')
        with open(f'{self.home}/.config/dunnock/accounts/{name}') as file:
            kept = file.read()
        self.assertEqual(json.loads(kept)['signIn'], {'gnome': {'id': 'account_1'}})
        self.assertNotIn(TOKEN, kept)
        # What the server takes no more is asked for once.
        self.know(token='gone', anew=None)
        self.hand.keys('F5')
        sentence = 'Sign in again in Settings, under Online Accounts.'
        self.app.until(lambda: self.app.buttons(sentence), 'what is wrong')
        until(lambda: 'EnsureCredentials' in self.calls(), 'the question')
        self.assertEqual(self.calls().count('EnsureCredentials'), 1)
        self.click(self.app.button(sentence))
        self.app.until(lambda: self.app.rows('Log In Again…'), 'the details')
        self.app.until_still()
        self.click(self.app.row('Log In Again…'))
        self.app.until(lambda: self.app.rows('Online Accounts in Settings'), 'the way to the settings')
        # Once that is done, it goes on.
        self.know()
        self.server.deliver('After that')
        self.app.until_still()
        self.click(self.app.button('Log In'))
        self.app.until(lambda: self.app.rows('After that'), 'its mail')


if __name__ == '__main__':
    unittest.main()
