"""A plain folder of files instead of mail: rows with name, size and kind, the archive a folder inside, the trash the desktop's."""

import os
import unittest

from harness.accessibility import TREE_ITEM
from harness.case import REVEAL, DesktopCase


class Files(DesktopCase):
    def setUp(self):
        super().setUp()
        # Wide enough for the folders beside the list.
        self.store({'hint-shown': 'true', 'window-width': '1100', 'window-height': '640'})
        self.folder = os.path.join(self.home, 'Downloads')
        os.makedirs(os.path.join(self.folder, 'Holiday'))
        self.write('notes.txt', 'Remember the milk.\n')
        self.write('Holiday/beach.jpg', 'no picture')
        self.write('report.pdf', '%PDF-1.4 and so on')
        self.start('--allow-changes', self.folder, rows=3)

    def write(self, name, text):
        with open(os.path.join(self.folder, name), 'w') as file:
            file.write(text)

    def files(self):
        """Every file below the folder, and what is in the trash, by name."""
        found = {}
        for place in (self.folder, os.path.join(self.home, '.local/share/Trash/files')):
            for at, _, names in os.walk(place):
                for name in names:
                    with open(os.path.join(at, name)) as file:
                        found[os.path.relpath(os.path.join(at, name), self.home)] = file.read()
        return found

    def until_there(self, *names):
        self.app.until(lambda: sorted(self.files()) == sorted(names), f'the files {names}')

    def test_rows_say_name_size_and_kind(self):
        self.assertRegex(self.app.row('notes.txt').name, r'^notes\.txt, 19 bytes · .*text.*, \d')
        self.assertRegex(self.app.row('Holiday').name, r'(?i)^Holiday, folder, \d')
        self.click(self.app.row('notes.txt'))
        self.app.until(lambda: self.app.says('Remember the milk'), 'the text of the file')
        self.write('new.txt', 'new')
        self.app.row('new.txt')

    def test_archived_by_dragging_and_undone(self):
        before = self.files()
        self.drag(self.app.row('report.pdf'), REVEAL)
        self.until_open('report.pdf', 'Archive')
        row = self.app.row('report.pdf')
        for missing in ('Mark as Read', 'Mark as Unread', 'Star'):
            self.assertEqual(self.app.buttons(missing, row), [])
        self.click(self.app.button('Archive', row))
        self.until_there('Downloads/Archive/report.pdf', 'Downloads/notes.txt', 'Downloads/Holiday/beach.jpg')
        self.app.until(lambda: len(self.app.rows()) == 2, 'one row less')
        self.hand.keys('F9')
        self.app.until(lambda: [item.name for item in self.app.tree.all(TREE_ITEM)] == ['Downloads', 'Archive'], 'the archive among the folders')
        self.hand.keys('Control+z')
        self.app.until(lambda: self.files() == before, 'the file where it was')
        self.app.row('report.pdf')

    def test_trashed_by_key_and_undone_after_a_restart(self):
        before = self.files()
        self.focus('Holiday')
        self.hand.keys('Delete')
        self.until_there('.local/share/Trash/files/Holiday/beach.jpg', 'Downloads/notes.txt', 'Downloads/report.pdf')
        self.app.until(lambda: len(self.app.rows()) == 2, 'one row less')
        self.restart('--allow-changes', self.folder, rows=2)
        self.hand.keys('Control+z')
        self.app.until(lambda: self.files() == before, 'the folder where it was')
        self.app.row('Holiday')
        self.assertEqual(os.listdir(os.path.join(self.home, '.local/share/Trash/info')), [])

    def test_put_back_from_the_trash(self):
        before = self.files()
        self.focus('notes.txt')
        self.hand.keys('Delete')
        self.app.until(lambda: len(self.app.rows()) == 2, 'one row less')
        self.hand.keys('F9')
        self.app.until_still()
        self.click(self.app.until(lambda: [item for item in self.app.tree.all(TREE_ITEM) if item.name == 'Trash'], 'the trash')[0])
        self.app.until(lambda: len(self.app.rows()) == 1, 'what is in the trash')
        self.drag(self.app.row('notes.txt'), REVEAL)
        self.until_open('notes.txt', 'Put Back')
        self.assertEqual(self.app.buttons('Delete Permanently', self.app.row('notes.txt')), [])
        self.hand.keys('Delete')
        self.app.until(lambda: self.app.says('cannot be deleted permanently here'), 'a word of why not')
        self.click(self.app.button('Put Back', self.app.row('notes.txt')))
        self.app.until(lambda: self.files() == before, 'the file where it was')

    def test_what_it_cannot_do_changes_nothing(self):
        before = self.files()
        self.focus('notes.txt')
        self.hand.keys('s')
        self.app.until(lambda: self.app.says('cannot be done in this kind of folder'), 'a word of why not')
        self.assertEqual(self.files(), before)


if __name__ == '__main__':
    unittest.main()
