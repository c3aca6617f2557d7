"""A mailbox that goes and comes back is noticed by itself, by a program that sleeps until then."""

import contextlib
import os
import re
import shutil
import subprocess
import tempfile
import unittest

from harness.app import REPOSITORY
from harness.case import DesktopCase
from harness.conditions import looks

GONE = 'is no longer available'
# How many looks the program must sleep through: 6 s, and longer on a busy machine, which only gives a habit more time to show.
LOOKS = 300


class ComingAndGoing(DesktopCase):
    def setUp(self):
        super().setUp()
        self.letters()

    def until_gone(self):
        self.app.until(lambda: self.app.says(GONE), 'a notice that the mailbox is gone')

    def until_back(self):
        self.app.until(lambda: not self.app.says(GONE) and len(self.app.rows()) == 6, 'six rows and no notice')

    def test_a_folder_that_is_renamed(self):
        self.start()
        away = self.mailbox.path + '-away'
        os.rename(self.mailbox.path, away)
        self.until_gone()
        os.rename(away, self.mailbox.path)
        self.until_back()

    def test_a_place_that_is_not_there_yet(self):
        away = self.mailbox.path + '-away'
        os.rename(self.mailbox.path, away)
        self.start('--allow-changes', self.mailbox.path, rows=0)
        self.app.until(lambda: self.app.says('There is no folder'), 'a page that says so')
        os.mkdir(self.mailbox.path)
        self.app.until(lambda: self.app.says('is empty'), 'a page that says that it is empty')
        os.rmdir(self.mailbox.path)
        os.rename(away, self.mailbox.path)
        self.until_back()

    def mounts(self, *command, check=True):
        """Mounts where the program sees it."""
        place = ['nsenter', '--mount', '--root', f'--target={self.app.process_id}']
        subprocess.run([*place, *command], check=check, capture_output=True)

    def test_a_disk_that_is_mounted_over_it(self):
        wrapper = ['unshare', '--mount']
        if os.getuid() or not shutil.which('unshare') or subprocess.run([*wrapper, 'true'], capture_output=True).returncode:
            self.skipTest('only root, with the right to mount, can mount a disk')
        self.start(wrapper=wrapper)
        for _ in range(2):
            self.mounts('mount', '-t', 'tmpfs', 'none', self.mailbox.path)
            self.until_gone()
            self.mounts('umount', self.mailbox.path)
            self.until_back()
        # Mounted anew for reading only, and for writing again.
        self.mounts('mount', '--bind', self.mailbox.path, self.mailbox.path)
        self.app.until_still()
        self.mounts('mount', '-o', 'remount,bind,ro', self.mailbox.path)
        self.app.until(lambda: self.app.says('do not have permission to change'), 'a notice that it is read-only')
        self.mounts('mount', '-o', 'remount,bind,rw', self.mailbox.path)
        self.app.until(lambda: not self.app.says('do not have permission to change'), 'no notice')

    def threads(self, file):
        """Each thread of the program, and what the system says of it in such a file; those that end meanwhile are left out."""
        folder = f'/proc/{self.app.process_id}/task'
        for thread in os.listdir(folder):
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                with open(f'{folder}/{thread}/{file}') as place:
                    text = place.read()
                yield thread, text

    def wakings(self):
        """How often each thread of the program has slept so far."""
        return {thread: int(re.search(r'^voluntary_ctxt_switches:\s+(\d+)', text, re.M)[1]) for thread, text in self.threads('status')}

    def manager(self):
        """The thread of libdispatch's own that waits for events: once a second it looks whether others are blocked, and no program can keep it
        from that."""
        return next((thread for thread, text in self.threads('wchan') if re.search('epoll|ep_poll', text)), None)

    def test_an_idle_window_sleeps(self):
        # In a folder where nobody else is at work: what others give permissions or times to beside a mailbox, or beside a folder above it, wakes
        # its watch for a moment. In that of temporary files, and of what is built, somebody always is.
        quiet = tempfile.TemporaryDirectory(prefix='quiet-', dir='/dev/shm' if os.access('/dev/shm', os.W_OK) else os.path.join(REPOSITORY, '.build'))
        self.addCleanup(quiet.cleanup)
        place = os.path.join(quiet.name, 'mail')
        shutil.move(self.mailbox.path, place)
        self.addCleanup(shutil.move, place, self.mailbox.path)
        self.start('--allow-changes', place, rows=6)
        manager = self.app.until(self.manager, "libdispatch's own thread")
        found = []
        # A habit shows each time. What begins with the program ends, and what others do in the folders above is rare.
        for _ in range(6):
            before = self.wakings()
            for _ in looks(LOOKS):
                pass
            woken = {thread: count - before.get(thread, 0) for thread, count in self.wakings().items() if thread != manager}
            found.append({thread: count for thread, count in woken.items() if count})
            if sum(woken.values()) <= 3:
                return
        self.fail(f'the threads of an idle window woke so often in {LOOKS} looks: {found}')


if __name__ == '__main__':
    unittest.main()
