"""What the main thread leaves to others, so that no disk can hold the window up: every system call on a mailbox. And that it sleeps while
nothing happens.

DUNNOCK_IDLE_LOOKS is for how many looks in a row nothing may wake a thread.
"""

import os
import re
import shutil
import subprocess
import unittest

from harness.app import App, resources
from harness.case import REVEAL, DesktopCase
from harness.conditions import looks
from harness.mailbox import Mailbox

LOOKS = int(os.environ.get('DUNNOCK_IDLE_LOOKS') or 300)
# What they hold in quotes is data, or what the program was started with; of the rest it is a path.
CARRIERS = re.compile(r'(execve|p?(read|write)v?(64|2)?|(send|recv)m?(msg|to|from))\(')


def why_not_traced():
    """Why no program can be traced here; empty where one can."""
    if not shutil.which('strace'):
        return 'strace is not installed'
    run = subprocess.run(['strace', '-o', os.devnull, 'true'], capture_output=True, text=True)
    return run.stderr.strip() if run.returncode else ''


class MainThread(DesktopCase):
    folders = ('Archive', 'Trash', 'Lists')

    def setUp(self):
        reason = why_not_traced()
        if reason:
            self.skipTest(reason)
        super().setUp()
        self.ids = self.letters()
        self.mailbox.add('Hal Ash', 'Mailing list', folder='Lists')
        self.other = Mailbox()
        self.addCleanup(self.other.remove)
        self.other.add('Gil Scott', 'Another box')
        self.trace = os.path.join(self.home, 'trace')

    def start(self):
        # Without -f it is the first thread alone that is traced; with -D the program keeps its process id.
        return super().start(wrapper=('strace', '-D', '-y', '-e', 'trace=%file,%desc', '-o', self.trace))

    def calls(self, *folders):
        """The calls so far, of the main thread, that name what is in one of the folders, or hold it open."""
        place = '|'.join(re.escape(folder) for folder in folders)
        quoted, held = re.compile(f'"({place})'), re.compile(f'[0-9D]<({place})')
        with open(self.trace, errors='replace') as file:
            return [line for line in file if held.search(line) or not CARRIERS.match(line) and quoted.search(line)]

    def test_it_does_nothing_on_a_mailbox(self):
        self.start()
        self.read_and_change()
        self.change_folder()
        self.lose_and_find()
        self.choose_preferences()
        self.open_another()
        # What it does open is seen.
        self.assertTrue(self.calls(resources(os.environ)['DUNNOCK_RESOURCES']), 'the trace')
        self.assertEqual(self.calls(*(os.path.dirname(mailbox.path) for mailbox in (self.mailbox, self.other))), [])

    def read_and_change(self):
        before = self.mailbox.messages()
        self.focus('Sunday lunch')
        self.app.until(lambda: self.app.says('^Hello'), 'the text')
        self.hand.keys('Return', 'Escape', 'e', 's')
        lunch, boiler = self.ids['Sunday lunch'], self.ids['Broken boiler']
        self.expect({**before, lunch: before[lunch].moved('Archive'), boiler: before[boiler].flagged('FRS')}, 'archived, starred')
        self.hand.keys('Control+z', 'Control+z')
        self.expect({**before, lunch: before[lunch].moved('INBOX'), boiler: before[boiler]}, 'both undone')
        self.drag(self.app.row('Dancing shoes'), REVEAL)
        self.until_open('Dancing shoes', 'Archive')
        self.hand.keys('Escape')
        self.until_closed()
        self.mailbox.deliver('Gil Scott', 'Fresh from the post')
        self.app.row('Fresh from the post')
        self.mailbox.set_flags(self.ids['Engine notes'], 'FS')
        self.app.until(lambda: 'starred' in self.app.row('Engine notes').name, 'the star')
        self.mailbox.delete(self.ids['Tall building'])
        self.app.until(lambda: not self.app.rows('Tall building'), 'a row less')

    def change_folder(self):
        self.hand.keys('F9', 'F9')
        self.until_focus('Inbox')
        self.hand.keys('End')
        self.until_listed('Mailing list')
        self.mailbox.make('New one')
        self.app.until(lambda: self.app.says('^New one'), 'a new folder')
        # Above the inbox stands what is unread or starred anywhere.
        self.hand.keys('Home', 'Down', 'Down')
        self.app.row('Engine notes')
        self.hand.keys('Return')

    def lose_and_find(self):
        away = self.mailbox.path + '-away'
        os.rename(self.mailbox.path, away)
        self.app.until(lambda: self.app.says('is no longer available'), 'the reason')
        self.hand.keys('F5')
        os.rename(away, self.mailbox.path)
        self.app.until(lambda: not self.app.buttons('Try Again'), 'no more trouble')

    def choose_preferences(self):
        self.hand.keys('Control+comma')
        self.app.until(lambda: self.app.rows('Sample row'), 'the preferences')
        self.hand.keys('Escape')
        self.app.until(lambda: not self.app.rows('Sample row'), 'the preferences closed')

    def open_another(self):
        """A second window, on a mailbox that comes only then."""
        away = self.other.path + '-away'
        os.rename(self.other.path, away)
        second = OtherStart(self.desk, self.home, '--allow-changes', self.other.path)
        self.assertEqual((second.wait(), second.complaints()), (0, []), second.output())
        self.app.until(lambda: self.app.says('Cannot Be Opened'), 'a window without a mailbox')
        os.rename(away, self.other.path)
        self.app.row('Another box')
        self.hand.keys('e')
        self.app.until(lambda: any(message.folder == 'Archive' for message in self.other.messages().values()), 'archived there')


class OtherStart(App):
    """A further start of the program, whose output is kept apart."""

    @property
    def _output_path(self):
        return os.path.join(self._home, 'output-of-the-other')


class Idle(DesktopCase):
    def test_a_window_on_local_mail_loads_nothing_for_connections(self):
        self.letters()
        self.start()
        with open(f'/proc/{self.app.process_id}/maps') as file:
            loaded = file.read()
        # Newer versions of libadwaita are linked to libcurl themselves.
        linked = subprocess.run(['ldd', f'/proc/{self.app.process_id}/exe'], capture_output=True, text=True, check=True).stdout
        self.assertIn('libgtk-4', loaded)
        self.assertEqual(set(re.findall(r'libcurl[\w-]*', loaded)) - set(re.findall(r'libcurl[\w-]*', linked)), set())

    def test_no_thread_is_woken_while_nothing_happens(self):
        self.letters()
        self.start()
        self.hand.keys('Down', 's')
        self.app.until(lambda: self.app.rows('starred'), 'the star')
        last, asleep = {}, 0
        # Nothing is asked of the program meanwhile, which would wake it.
        for _ in looks(5 * LOOKS):
            before, last = last, self.wakings()
            asleep = asleep + 1 if last.items() <= before.items() else 0
            if asleep == LOOKS:
                return
        self.fail(f'some thread woke before {LOOKS} looks followed one another: {last}')

    def wakings(self):
        """How often each thread has gone to sleep, by its number and name; but not those of libdispatch, which it wakes itself once a second, and
        in which the way to the mailbox is watched: that tells of whatever is done to other entries of /tmp."""
        found = {}
        folder = f'/proc/{self.app.process_id}/task'
        for thread in os.listdir(folder):
            try:
                with open(os.path.join(folder, thread, 'status')) as file:
                    status = dict(line.rstrip('\n').split(':\t', 1) for line in file if ':\t' in line)
            except (FileNotFoundError, ProcessLookupError):
                continue
            if 'overcommit' not in status['Name']:
                found[thread, status['Name']] = int(status['voluntary_ctxt_switches'])
        return found


if __name__ == '__main__':
    unittest.main()
