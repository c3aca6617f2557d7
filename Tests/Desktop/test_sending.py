"""Mail that is written and sent in the program's own windows: what a real server gets of it, whatever happens meanwhile."""

import contextlib
import email
import email.policy
import glob
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

from harness import accessibility
from harness.app import App, binary
from harness.case import DesktopCase
from harness.conditions import LIMIT, until
from mail_server import MailServer, reserve_port
from test_mail_links import OtherApp
from test_sync_torture import Computer

SERVER = os.path.join(os.path.dirname(__file__), '../MailSpoolTests/smtp_server.py')

# As another program leaves it, whose sender is no address of the account.
FOREIGN_DRAFT = (b'From: Office <office@desk.invalid>\r\nTo: Ben <ben@desk.invalid>\r\nBcc: mara@desk.invalid\r\n'
                 b'Reply-To: answers@desk.invalid\r\nSubject: plan\r\nMessage-ID: <phone@desk.invalid>\r\nMIME-Version: 1.0\r\n'
                 b'Content-Type: text/plain; charset=utf-8\r\n\r\nYes.\r\n> Ada owes me 500 euros\r\n')


def setUpModule():
    if not (shutil.which('dovecot') or os.path.exists('/usr/sbin/dovecot')):
        raise unittest.SkipTest('Dovecot is not installed')
    if subprocess.run(['/usr/bin/python3', '-c', 'import aiosmtpd'], capture_output=True).returncode:
        raise unittest.SkipTest('python3-aiosmtpd is not installed')


class Post:
    """A server that takes mail to send; `settings` are those of smtp_server.py."""

    def __init__(self, **settings):
        self._home = tempfile.TemporaryDirectory(prefix='post-')
        self.folder = self._home.name
        self._reserved = reserve_port()
        self.port = self._reserved.getsockname()[1]
        self.start(**settings)

    def start(self, **settings):
        """Starts it anew at its port."""
        self._process = subprocess.Popen(['/usr/bin/python3', SERVER, self.folder, json.dumps({'port': self.port, **settings})],
                                         stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        # It says when it listens.
        self._process.stdout.readline()

    def stop(self):
        self._process.stdin.close()
        self._process.wait(LIMIT)
        self._process.stdout.close()

    def close(self):
        self.stop()
        self._reserved.close()
        self._home.cleanup()

    def mails(self):
        """What it was sent, in order, each with whom it goes to."""
        found = []
        for path in sorted(glob.glob(f'{self.folder}/*.eml'), key=lambda path: int(os.path.basename(path)[:-4])):
            with open(path, 'rb') as file, open(path[:-4] + '.json') as envelope:
                found.append((email.message_from_binary_file(file, policy=email.policy.default), json.load(envelope)['to']))
        return found


class SendingCase(DesktopCase):
    def setUp(self):
        super().setUp()
        self.server = MailServer('none').start()
        self.addCleanup(self.server.close)
        self.post = Post(password='secret')
        self.addCleanup(self.post.close)
        self.question = self.server.deliver('Lunch on Friday?', body='Shall we meet at noon?')
        self.computer = Computer(f'{self.home}/computer', self.server.port)
        self.home = self.computer.home
        self.delay(0)
        subprocess.run([binary(), 'account', 'add', '--name', 'Work', '--address', 'ada@desk.invalid', '--user', 'ada',
                        '--imap', f'127.0.0.1:{self.server.port}', '--smtp', f'127.0.0.1:{self.post.port}', '--security', 'none'],
                       input='secret\n', env=self.computer.environment(), check=True, capture_output=True, text=True, timeout=LIMIT)

    def delay(self, seconds):
        """Has what is sent wait so long."""
        self.store({'hint-shown': 'true', 'tell-of-new-mail': 'false', 'undo-send-seconds': str(seconds)})

    def begin(self):
        secrets = {name: value for name, value in self.computer.environment().items() if name.startswith('SECRET_')}
        self.app = app = App(self.desk, self.home, variables=secrets)
        self.addCleanup(lambda: app is self.app and app.end())
        self.app.wait_for_window()
        self.app.until(lambda: self.app.rows('Lunch on Friday?'), 'the mail')
        self.app.until_still()

    def answer(self, *keys):
        """Answers the mail; nothing is sent yet."""
        self.app.until(lambda: 'Lunch on Friday?' in (self.app.focused() or ''), 'the focus on the row')
        self.hand.keys('r')
        self.app.until(lambda: self.app.focused() == 'Message text', 'the text')
        self.hand.keys(*keys)

    def send(self):
        self.hand.keys('Control+Return')
        self.app.until(lambda: len(self.app.windows()) == 1, 'the window of the mail gone')

    def send_and_come_back(self):
        self.send()
        self.app.until(lambda: 'Lunch on Friday?' in (self.app.focused() or ''), 'the focus on the row')

    def until_arrived(self, count=1):
        until(lambda: len(self.post.mails()) >= count, f'{count} mail')
        self.assertEqual(len(self.post.mails()), count)
        return self.post.mails()[-1]

    def spooled(self):
        """The messages of the spool: for each its state file and what is in that."""
        found = {}
        for path in self.files('state'):
            with contextlib.suppress(FileNotFoundError), open(path) as file:
                found[path] = json.load(file)
        return found

    def outbox(self):
        return {path: record for path, record in self.spooled().items() if 'draft' not in record['state']}

    def files(self, name=None):
        return [os.path.join(folder, file) for folder, _, files in os.walk(self.home) for file in files if name in (None, file)]

    def kept(self):
        """The texts of the drafts on the disk, in order."""
        return sorted(record['mail']['text'].strip() for record in self.spooled().values() if 'draft' in record['state'])

    def until_empty(self):
        until(lambda: not self.outbox(), 'an empty outbox')

    def answer_question(self, title):
        # The question has its buttons twice, beside and over each other, and tells the places of those that are not shown.
        self.app.until(lambda: self.app.buttons(title), 'the question')
        self.app.button(title).do('Click')

    def open_outbox(self):
        self.app.until(lambda: self.app.buttons('Show Outbox'), 'what is said of it')
        self.click(self.app.button('Show Outbox'))
        self.app.until(lambda: any(node.name == 'Outbox' for node in self.app.tree.all(accessibility.DIALOG) + self.app.windows()), 'the outbox')

    def press(self, name):
        """Presses a row of the outbox."""
        node = self.app.until(lambda: self.app.tree.all(accessibility.LIST_ITEM, lambda node: node.name == name), name)[0]
        self.app.until_still()
        self.click(node)


class Sending(SendingCase):
    def test_an_answer_arrives_and_is_seen_everywhere(self):
        self.begin()
        self.answer(*'yes')
        self.send()
        mail, recipients = self.until_arrived()
        self.assertEqual(recipients, ['grace@desk.invalid'])
        self.assertEqual((mail['Subject'], mail['In-Reply-To']), ('Re: Lunch on Friday?', self.question))
        self.assertTrue(mail.get_content().startswith('yes'), mail.get_content())
        self.assertIn('> Shall we meet at noon?', mail.get_content())
        self.app.until(lambda: 'replied' in self.app.row('Lunch on Friday?').name, 'the mark')
        self.until_empty()
        until(lambda: mail['Message-ID'] in self.server.messages()['Sent'], 'the copy')
        until(lambda: '\\Answered' in self.server.messages()['INBOX'][self.question], 'the mark at the server')
        self.app.until(lambda: '2 messages' in self.app.row('Lunch on Friday?').name, 'the answer in its conversation')
        self.assertEqual(len(self.post.mails()), 1)

    def test_it_is_taken_back_while_there_is_time(self):
        self.delay(60)
        self.begin()
        self.answer(*'no')
        self.send()
        self.app.until(lambda: self.app.buttons('Undo'), 'the way back')
        self.click(self.app.button('Undo'))
        self.app.until(lambda: len(self.app.windows()) == 2, 'the window of the mail')
        self.app.until(lambda: not self.outbox(), 'an empty outbox')
        self.assertEqual(self.post.mails(), [])
        # Closing it keeps the draft.
        self.app.until(lambda: self.app.focused() == 'Message text', 'the text')
        self.hand.keys('Escape')
        self.app.until(lambda: len(self.app.windows()) == 1, 'the window of the mail gone')
        self.assertEqual(len(self.kept()), 1)

    def test_the_last_window_sends_what_waits_before_it_closes(self):
        self.delay(60)
        self.begin()
        self.answer(*'yes')
        self.send_and_come_back()
        self.hand.keys('Control+q')
        self.answer_question('Send Now')
        self.assertEqual(self.app.wait(), 0)
        self.app = None
        self.assertEqual(len(self.post.mails()), 1)
        self.until_empty()

    def test_what_is_left_for_later_goes_out_at_the_next_start(self):
        self.delay(60)
        self.begin()
        self.answer(*'yes')
        self.send_and_come_back()
        self.hand.keys('Control+q')
        self.answer_question('Send When Opened Again')
        self.assertEqual(self.app.wait(), 0)
        self.app = None
        self.assertEqual(self.post.mails(), [])
        for path, record in self.outbox().items():
            record['state']['waiting']['until'] = 0
            with open(path, 'w') as file:
                json.dump(record, file)
        self.begin()
        self.until_arrived()
        self.until_empty()

    def test_a_program_that_is_killed_sends_once(self):
        self.delay(60)
        self.begin()
        self.answer(*'yes')
        self.send()
        os.kill(self.app.process_id, signal.SIGKILL)
        self.app.wait()
        self.app = None
        self.begin()
        self.app.until(lambda: self.app.says('1 message is waiting to be sent'), 'what waits')
        self.hand.keys('Control+q')
        self.answer_question('Send Now')
        self.assertEqual(self.app.wait(), 0)
        self.app = None
        self.until_arrived()
        self.until_empty()


class BadDays(SendingCase):
    def test_a_refusal_shows_the_words_of_the_server_and_keeps_the_mail(self):
        self.post.stop()
        self.post.start(password='secret', refused='grace@desk.invalid')
        self.begin()
        self.answer(*'yes')
        self.send()
        self.open_outbox()
        self.app.until(lambda: self.app.says(r'No such \{5\} user here \{12\}'), 'the words of the server')
        self.post.stop()
        self.post.start(password='secret')
        self.press('Edit')
        self.app.until(lambda: self.app.focused() == 'Message text', 'the text')
        self.send()
        mail, _ = self.until_arrived()
        self.assertTrue(mail.get_content().startswith('yes'))
        self.until_empty()

    def test_a_mail_whose_fate_nobody_knows_is_sent_again_by_the_person_alone(self):
        self.post.stop()
        self.post.start(password='secret', end='cut')
        self.begin()
        self.answer(*'yes')
        self.send()
        self.app.until(lambda: self.app.says('may not have been sent'), 'what is said of it')
        self.post.stop()
        self.post.start(password='secret')
        self.app.end()
        self.app = None
        self.begin()
        self.open_outbox()
        self.app.until(lambda: self.app.says('Look in Sent'), 'what is said of it')
        self.assertEqual(len(self.post.mails()), 1)
        self.press('Look in Sent')
        self.app.until(lambda: not self.app.rows('Lunch on Friday?') or self.app.says('^Sent'), 'the folder for sent mail')
        self.hand.keys('Alt+1')
        self.app.until(lambda: self.app.rows('Lunch on Friday?'), 'the inbox')
        self.open_outbox()
        self.press('Send Again')
        self.app.until(lambda: self.app.says('may have been sent already'), 'the question')
        self.answer_question('Send Again')
        self.until_arrived(2)
        self.until_empty()

    def test_without_a_server_it_waits(self):
        self.post.stop()
        self.begin()
        self.answer(*'yes')
        self.send()
        self.app.until(lambda: self.app.says('1 message is waiting to be sent'), 'what waits')
        self.post.start(password='secret')
        self.app.end()
        self.app = None
        self.begin()
        self.until_arrived()
        self.until_empty()


class EarlyKeys(SendingCase):
    def test_what_is_typed_at_once_is_for_the_mail_and_not_for_the_list(self):
        self.begin()
        for key in 'r', 'c':
            self.app.until(lambda: 'Lunch on Friday?' in (self.app.focused() or ''), 'the focus on the row')
            self.hand.keys(key, *'yes', 'Delete', *'see')
            self.app.until(lambda: len(self.app.windows()) == 2, 'the window of the mail')
            self.app.until(lambda: self.app.focused() in ('To', 'Message text'), 'the mail')
            self.app.until_still()
            self.hand.keys('Escape')
            self.app.until(lambda: len(self.app.windows()) == 1, 'the window of the mail gone')
        self.assertTrue(self.app.rows('Lunch on Friday?'))
        self.assertEqual({name: len(mails) for name, mails in self.server.messages().items() if mails}, {'INBOX': 1})


class Drafts(SendingCase):
    def texts(self, folder):
        """The texts of the mails in a folder of the server."""
        found = []
        with self.server.client() as client:
            client.select(folder, readonly=True)
            for number in client.search(None, 'ALL')[1][0].split():
                # Beside the text a server tells of flags that another program just changed, and of a mail gone meanwhile it tells nothing.
                data = client.fetch(number, '(BODY.PEEK[])')[1]
                found += [email.message_from_bytes(part[1], policy=email.policy.default) for part in data if isinstance(part, tuple)]
        return found

    def write(self, *keys):
        """Writes a mail and closes it."""
        self.app.until(lambda: 'Lunch on Friday?' in (self.app.focused() or ''), 'the focus on the row')
        self.hand.keys('c')
        self.app.until(lambda: self.app.focused() == 'To', 'the window of the mail')
        self.hand.keys('Alt+s')
        self.app.until(lambda: self.app.focused() == 'Subject', 'the subject')
        self.hand.keys(*'plan', 'Tab')
        self.go_on(*keys)

    def go_on(self, *keys):
        self.app.until(lambda: self.app.focused() == 'Message text', 'the text')
        self.hand.keys(*keys, 'Escape')
        self.app.until(lambda: len(self.app.windows()) == 1, 'the window of the mail gone')

    def open_draft(self):
        """Opens the one draft from its folder."""
        self.hand.keys('Alt+4')
        self.app.until(lambda: self.app.rows('plan') and 'plan' in (self.app.focused() or ''), 'the draft in its folder')
        self.hand.keys('Return')
        self.app.until(lambda: len(self.app.windows()) == 2, 'the window of the mail')
        self.app.until(lambda: self.app.focused() in ('To', 'Message text'), 'the mail')
        while self.app.focused() != 'Message text':
            before = self.app.focused()
            self.hand.keys('Tab')
            self.app.until(lambda: self.app.focused() != before, 'the focus going on')

    def until_draft(self, text, count=1):
        until(lambda: [draft.get_content().strip().splitlines() for draft in self.texts('Drafts')] == [text.splitlines()] * count,
              f'the one draft {text!r}')

    def test_there_is_one_copy_for_other_devices_and_none_once_it_is_sent(self):
        self.begin()
        self.write(*'one')
        self.until_draft('one')
        self.open_draft()
        self.go_on(*'two', 'space')
        self.until_draft('two one')
        self.assertEqual(self.server.messages()['Trash'], {})
        self.open_draft()
        self.hand.keys('Alt+t')
        self.app.until(lambda: self.app.focused() == 'To', 'whom it goes to')
        self.hand.keys(*'ben', 'Shift+2', *'desk', 'period', *'invalid', 'Control+Return')
        mail, recipients = self.until_arrived()
        self.assertEqual(recipients, ['ben@desk.invalid'])
        until(lambda: not self.server.messages()['Drafts'], 'no copy')
        self.assertEqual(self.server.messages()['Trash'], {})

    def test_a_button_goes_on_with_the_draft_that_is_read(self):
        self.begin()
        self.write(*'one')
        self.until_draft('one')
        self.hand.keys('Alt+4')
        self.app.until(lambda: self.app.rows('plan') and 'plan' in (self.app.focused() or ''), 'the draft in its folder')
        button = self.app.button('Edit')
        self.assertEqual(self.app.buttons('Reply'), [])
        self.app.until_still()
        self.click(button)
        self.app.until(lambda: self.app.focused() == 'To', 'the window of the mail')
        self.hand.keys('Escape')
        self.app.until(lambda: len(self.app.windows()) == 1, 'the window of the mail gone')
        self.hand.keys('Alt+1')
        self.app.until(lambda: self.app.buttons('Reply') and not self.app.buttons('Edit'), 'the button to answer')

    def test_a_draft_that_is_moved_to_the_trash_is_one_no_more(self):
        self.begin()
        self.write(*'one')
        self.until_draft('one')
        self.hand.keys('Alt+4')
        self.app.until(lambda: self.app.rows('plan') and 'plan' in (self.app.focused() or ''), 'the draft in its folder')
        self.hand.keys('Delete')
        until(lambda: len(self.texts('Trash')) == 1 and not self.texts('Drafts'), 'the draft in the trash')
        self.hand.keys('Alt+1')
        self.app.until(lambda: self.app.rows('Lunch on Friday?'), 'the inbox')
        self.app.end()
        self.app = None
        self.begin()
        until(lambda: not self.kept(), 'no draft')

    def test_a_draft_that_outlives_the_program_comes_to_other_devices(self):
        self.begin()
        self.app.until(lambda: 'Lunch on Friday?' in (self.app.focused() or ''), 'the focus on the row')
        self.hand.keys('c')
        self.app.until(lambda: self.app.focused() == 'To', 'the window of the mail')
        self.hand.keys('Alt+s')
        self.app.until(lambda: self.app.focused() == 'Subject', 'the subject')
        self.hand.keys(*'plan', 'Tab', *'one')
        until(lambda: self.kept() == ['one'], 'the draft on the disk')
        os.kill(self.app.process_id, signal.SIGKILL)
        self.app.wait()
        self.app = None
        self.begin()
        self.until_draft('one')
        # It is listed though it is in the folder by now.
        self.click(self.app.button('Show'))
        self.app.until(lambda: self.app.tree.all(accessibility.LIST_ITEM, lambda node: node.name == 'plan'), 'the draft in the list')

    def test_another_window_writes_too(self):
        self.begin()
        self.hand.keys('Control+Shift+n')
        self.app.until(lambda: len(self.app.windows()) == 2, 'another window')
        self.app.until_still()
        self.hand.keys('r')
        self.app.until(lambda: any(window.name == 'Re: Lunch on Friday?' for window in self.app.windows()), 'the window of the mail')
        self.hand.keys('Control+q')
        self.assertEqual(self.app.wait(), 0)
        self.app = None

    def test_a_copy_that_was_changed_elsewhere_is_not_lost(self):
        self.begin()
        self.write(*'one')
        self.until_draft('one')
        with self.server.client() as client:
            client.select('Drafts')
            text = self.texts('Drafts')[0].as_bytes().replace(b'one', b'by phone')
            client.append('Drafts', '(\\Draft)', None, text)
            client.store('1', '+FLAGS', '\\Deleted')
            client.expunge()
        # A fetch that is under way may have passed the folder already.
        self.app.until(lambda: self.app.says('Updated '), 'nothing being fetched')
        self.hand.keys('Alt+4', 'F5')
        self.app.until(lambda: self.app.rows('by phone'), 'what the phone made of it')
        self.open_draft()
        self.go_on(*'two', 'space')
        self.until_draft('two by phone')
        until(lambda: [mail.get_content().strip() for mail in self.texts('Trash')] == ['by phone'], 'what was changed in the trash')


    def drafts_here(self):
        """The messages of the folder for drafts on this computer."""
        found = []
        for path in self.files():
            if os.path.basename(os.path.dirname(path)) in ('new', 'cur') and '/Drafts/' in path:
                with open(path, 'rb') as file:
                    found.append(file.read())
        return found

    def test_a_draft_of_another_program_is_written_once_it_is_changed_and_keeps_all_that_was_in_it(self):
        self.begin()
        with self.server.client() as client:
            client.append('Drafts', '(\\Draft \\Seen)', None, FOREIGN_DRAFT)
        self.app.until(lambda: self.app.says('Updated '), 'nothing being fetched')
        self.hand.keys('Alt+4', 'F5')
        self.app.until(lambda: self.app.rows('plan'), 'the draft here')
        before = self.drafts_here()
        self.assertEqual(len(before), 1)
        self.open_draft()
        self.go_on()
        self.hand.keys('Alt+1')
        self.app.until(lambda: self.app.rows('Lunch on Friday?'), 'the inbox')
        self.app.end()
        self.app = None
        self.assertEqual(self.kept(), [])
        self.assertEqual(self.drafts_here(), before)
        self.begin()
        self.open_draft()
        self.go_on(*'two', 'space')
        self.until_draft('two Yes.\n> Ada owes me 500 euros')
        draft = self.texts('Drafts')[0]
        self.assertEqual([draft[name] for name in ('From', 'To', 'Bcc', 'Reply-To')],
                         ['Office <office@desk.invalid>', 'Ben <ben@desk.invalid>', 'mara@desk.invalid', 'answers@desk.invalid'])
        until(lambda: [mail['Message-ID'] for mail in self.texts('Trash')] == ['<phone@desk.invalid>'], 'what was changed in the trash')


class Narrow(SendingCase):
    """On a phone a mail is written in a page of the window."""
    page = 'Close and Keep Draft'

    def delay(self, seconds):
        self.store({'hint-shown': 'true', 'tell-of-new-mail': 'false', 'undo-send-seconds': str(seconds), 'window-width': '360',
                    'window-height': '640'})

    def until_page(self, is_shown=True):
        self.app.until(lambda: bool(self.app.buttons(self.page)) == is_shown, f'a page: {is_shown}')
        self.app.until_still()
        self.assertEqual(len(self.app.windows()), 1)
        left, _, width, _ = self.app.windows()[0].extents
        # Newer GTK counts the border of the window too, and counts from where its content begins.
        self.assertLessEqual(width + 2 * left, 362)

    def text(self):
        """What stands in the text that is written in; nothing where the focus is elsewhere."""
        texts = self.app.tree.all(matching=lambda node: node.name == 'Message text' and 'focused' in node.states)
        return texts[0].text if texts else ''

    def has_come(self, words):
        """Whether a mail with such words is on the disk here."""
        for path in self.files():
            if os.path.basename(os.path.dirname(path)) in ('new', 'cur'):
                with open(path, errors='replace') as file:
                    if words in file.read():
                        return True
        return False

    def until_back(self):
        self.until_page(False)
        self.app.until(lambda: 'Lunch on Friday?' in (self.app.focused() or ''), 'the focus on the row')

    def write_new(self, *keys):
        self.app.until(lambda: 'Lunch on Friday?' in (self.app.focused() or ''), 'the focus on the row')
        self.hand.keys('c')
        self.app.until(lambda: self.app.focused() == 'To', 'the page')
        self.hand.keys('Alt+s')
        self.app.until(lambda: self.app.focused() == 'Subject', 'the subject')
        self.hand.keys(*'plan', 'Tab')
        self.app.until(lambda: self.app.focused() == 'Message text', 'the text')
        self.hand.keys(*keys)

    def test_what_is_written_is_sent_and_the_list_hears_none_of_its_keys(self):
        self.begin()
        self.answer(*'yea', 'Control+z', *'es', 'Delete')
        self.until_page()
        self.app.until(lambda: self.text().startswith('es'), 'what is typed')
        self.hand.keys('Control+Return')
        mail, recipients = self.until_arrived()
        self.assertEqual(recipients, ['grace@desk.invalid'])
        self.assertTrue(mail.get_content().startswith('es'), mail.get_content())
        self.until_back()
        self.assertIn(self.question, self.server.messages()['INBOX'])
        self.assertEqual(self.server.messages()['Trash'], {})

    def test_a_finger_moves_what_is_written_and_selects_none_of_it(self):
        # How long a finger takes before it moves does not matter here.
        self.set_gtk(gtk_long_press_time=LIMIT * 1000)
        self.begin()
        # Unlike lines, for like ones that move by the height of a line look as before.
        self.write_new(*(key for line in range(40) for key in (chr(ord('a') + line % 20), 'Return')))
        self.app.until_still()
        area = (*self.app.spot(20, 350), 100, 150)
        # From wherever it begins in a line; one trembles.
        for x, start in ((150, 400), (150, 405), (152, 410), (150, 415)):
            before = self.desk.pixels(area)
            with self.hand.motion():
                self.hand.touch(self.app.spot(150, start))
                for at in [(x, start), *((x, y) for y in range(start + 2, start + 70, 2))]:
                    self.hand.pause(0.01)
                    self.hand.move_finger(self.app.spot(*at))
                self.hand.lift()
            self.app.until(lambda before=before: self.desk.pixels(area) != before, 'the text moved')
            self.app.until_still()
            points = self.desk.pixels(area)[-3 * 100 * 150:]
            self.assertFalse(any(points[place + 2] > points[place] + 30 for place in range(0, len(points), 3)), 'selected')

    def test_back_keeps_the_draft(self):
        self.begin()
        self.write_new(*'one')
        self.until_page()
        self.click(self.app.button(self.page))
        self.until_back()
        until(lambda: self.kept() == ['one'], 'the draft')
        self.write_new(*'two', 'Escape')
        self.until_back()
        until(lambda: self.kept() == ['one', 'two'], 'both drafts')

    def test_a_second_draft_and_new_mail_leave_it_as_it_is(self):
        self.begin()
        self.write_new(*'one')
        self.until_page()
        self.server.deliver('Dinner?')
        until(lambda: self.has_come('Dinner?'), 'the mail here')
        self.hand.keys(*'two')
        self.app.until(lambda: self.text().startswith('onetwo'), 'what is typed')
        other = OtherApp(self.desk, self.home, '--compose', 'mailto:ben@desk.invalid?subject=Tea')
        self.assertEqual((other.wait(), other.complaints()), (0, []), other.output())
        self.app.until(lambda: self.app.focused() == 'Message text' and not self.text().startswith('one'), 'the second mail')
        self.until_page()
        self.hand.keys(*'tea', 'Control+Return')
        _, recipients = self.until_arrived()
        self.assertEqual(recipients, ['ben@desk.invalid'])
        self.app.until(lambda: self.text().startswith('onetwo'), 'the first mail again')
        self.app.until(lambda: self.app.focused() == 'Message text', 'the focus in it')
        self.hand.keys('Escape')
        self.until_page(False)
        self.app.until(lambda: self.app.rows('Dinner?'), 'the new mail')

    def test_closing_the_program_keeps_the_draft(self):
        self.begin()
        self.write_new(*'one')
        self.until_page()
        self.hand.keys('Control+q')
        self.assertEqual(self.app.wait(), 0)
        self.app = None
        self.assertEqual(self.kept(), ['one'])
