"""What is broken, strange or out of reach gets a clear sentence or a row; the program lives on and changes nothing unasked."""

import os
import re
import shutil
import subprocess
import unittest

from harness.case import REVEAL, DesktopCase


class NoMailbox(DesktopCase):
    def refuses(self, path, words):
        """Waits for a sentence that names the path and has one of the words."""
        self.start(path, rows=0)
        self.app.until(lambda: any(path in text and re.search(words, text) for text in self.app.texts()),
                       f'a page that names {path} and says {words}')
        self.assertEqual(self.app.rows(), [])

    def test_no_such_folder(self):
        missing = os.path.join(self.home, 'gone-away')
        self.refuses(missing, r'(?i)no (such )?folder|not (there|exist|found)|does not exist|missing')
        self.assertFalse(os.path.exists(missing))

    def test_empty_folder(self):
        plain = os.path.join(self.home, 'plain')
        os.mkdir(plain)
        self.refuses(plain, r'empty')
        self.assertEqual(os.listdir(plain), [])

    def test_file(self):
        file = os.path.join(self.home, 'file')
        with open(file, 'w') as opened:
            opened.write('no folder\n')
        self.refuses(file, r'(?i)(not a|no) (folder|maildir)')
        with open(file) as opened:
            self.assertEqual(opened.read(), 'no folder\n')

    def test_empty_mailbox(self):
        self.start(self.mailbox.path, rows=0)
        self.app.until(lambda: self.app.says(r'(?i)\bno (mail|messages)\b|empty'), 'a page that says that there is no mail')
        self.mailbox.deliver('Ada Lovelace', 'Engine notes')
        self.app.row('Engine notes')


class StrangeMessages(DesktopCase):
    def test_entries_that_are_no_files(self):
        identifier = self.mailbox.add('Ada Lovelace', 'Engine notes', 'S')
        self.mailbox.add('Ben Okri', 'Famished road', 'S')
        names = [f'1715900000.M9{i}P1.desk:2,S' for i in range(4)]
        fifo, folder, dangling, link = map(self.mailbox.inside, names)
        os.mkfifo(fifo)
        os.mkdir(folder)
        os.symlink('/nowhere/at/all', dangling)
        os.symlink('/etc/passwd', link)
        before, strange = self.mailbox.messages(), self.strange(names)
        self.start()
        self.assertFalse(self.app.says('root:'))
        self.drag(self.app.row('Engine notes'), REVEAL)
        self.until_open('Engine notes', 'Archive')
        self.click(self.app.button('Archive', self.app.row('Engine notes')))
        self.expect({**before, identifier: before[identifier].moved('Archive')}, 'archived')
        self.assertEqual(self.strange(names), strange)

    def strange(self, names):
        inventory = self.mailbox.inventory()
        return {name: inventory.get(f'cur/{name}') for name in names}

    def test_messages_that_are_hardly_any(self):
        self.mailbox.add('Ada Lovelace', 'Engine notes', 'S')
        for i, content in enumerate((
                b'', b'no headers at all\n', b'Subject: no blank line', b'\n\n\n', b'Subject: NUL \0 in it\n\nbo\0dy\n',
                b'Subject: ' + b'long ' * 200_000 + b'\n\nbody\n',
                b'Subject: =?no-such-charset?B?aGVsbG8=?=\nContent-Type: text/plain; charset=no-such-charset\n\nhello\n',
                b'From: \xff\xfe\nSubject: \xc3\x28\n\n\xff\n', b'Subject: =?utf-8?Q?right =E2=80=AE to left?=\n\n\n')):
            self.mailbox.add_file(f'1715900000.M8{i}P1.desk:2,S', content)
        inventory = self.mailbox.inventory()
        self.start(rows=6)
        self.assertTrue(all(self.app.names()), self.app.names())
        # One after the other is opened and left, whatever is in it.
        self.focus(self.app.names()[0])
        for _ in inventory:
            self.hand.keys('Return', 'Escape', 'Down')
        # The first, which newer GTK no longer has in the tree.
        self.hand.keys('Home')
        self.focus('Engine notes')
        self.assertEqual(len(self.app.rows('Engine notes')), 1)
        self.assertTrue(all(self.app.names()), self.app.names())
        self.assertEqual(self.mailbox.inventory().keys(), inventory.keys())

    def test_read_only_mailbox(self):
        self.letters()
        before = self.mailbox.messages()
        wrapper = ()
        if os.getuid() == 0:
            # Permissions do not bind root: the program gets a mount of its own, which goes when it ends.
            mount = f'mount --bind "{self.mailbox.path}" "{self.mailbox.path}" && mount -o remount,bind,ro "{self.mailbox.path}"'
            wrapper = ['unshare', '--mount', 'sh', '-c', f'{mount} && exec "$@"', 'sh']
            if not shutil.which('unshare') or subprocess.run([*wrapper, 'true'], capture_output=True).returncode:
                self.skipTest('root without the right to mount cannot have a read-only mailbox')
        else:
            for directory, _, _ in os.walk(self.mailbox.path, topdown=False):
                os.chmod(directory, 0o500)
                self.addCleanup(os.chmod, directory, 0o700)
        self.start('--allow-changes', self.mailbox.path, wrapper=wrapper)
        row = self.app.row('Dancing shoes')
        if any(name.endswith('archive') for name in row.actions):
            row.do('archive')
        self.app.until(lambda: self.app.says(r'(?i)read-only|cannot|can.t|could not|couldn.t|not allowed|permission'), 'a clear sentence')
        self.app.until(lambda: len(self.app.rows()) == 6, 'six rows')
        self.assertEqual(self.mailbox.messages(), before)
        # It may be changed again as soon as the system lets it: a key looks once more, and does it.
        self.until_focus('Engine notes')
        if os.getuid() == 0:
            place = ['nsenter', '--mount', '--root', f'--target={self.app.process_id}']
            subprocess.run([*place, 'mount', '-o', 'remount,bind,rw', self.mailbox.path], check=True)
        else:
            for directory, _, _ in os.walk(self.mailbox.path):
                os.chmod(directory, 0o700)
        self.hand.keys('e')
        self.app.until(lambda: len(self.app.rows()) == 5, 'a message archived')
        self.app.until(lambda: not self.app.says('do not have permission to change'), 'no notice')


if __name__ == '__main__':
    unittest.main()
