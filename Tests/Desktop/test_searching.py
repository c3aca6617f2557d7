"""Searching and filters: opened by key and button, typed at the keyboard, used by finger and screen reader, and left to the place begun at."""

import os
import random
import shutil
import subprocess
import unittest

from harness.case import DesktopCase


class SearchCase(DesktopCase):
    def setUp(self):
        super().setUp()
        self.ids = self.letters()

    def type(self, text):
        for letter in text:
            self.hand.keys('space' if letter == ' ' else letter)

    def until_found(self, *subjects):
        self.app.until(lambda: len(self.app.rows()) == len(subjects) and all(self.app.row(subject) for subject in subjects),
                       f'the list to show {subjects}')
        self.app.until_still()


class FullDisk(SearchCase):
    def test_search_is_not_complete_and_triage_goes_on(self):
        index = os.path.join(self.home, '.cache/dunnock')
        os.makedirs(index)
        wrapper = ['unshare', '--mount', 'sh', '-c', f'mount -t tmpfs -o size=3m none "{index}" && exec "$@"', 'sh']
        if os.getuid() or not shutil.which('unshare') or subprocess.run([*wrapper, 'true'], capture_output=True).returncode:
            self.skipTest('only root, with the right to mount, can give the program a small disk')
        # No two have a word in common, so that the words take more room than that.
        numbers = random.Random(1)
        for number in range(400):
            self.mailbox.add('Gil Blas', f'Report {number}', 'S', body=' '.join(f'{numbers.randrange(10**9)}' for _ in range(400)) + '\n')
        before = self.mailbox.messages()
        self.start('--allow-changes', self.mailbox.path, rows=6, wrapper=wrapper)
        self.focus('Dancing shoes')
        self.hand.keys('slash')
        self.type('boil')
        self.until_found('Broken boiler')
        self.app.until(lambda: self.app.says('Not All Messages Could Be Read'), 'that not all is searched')
        self.hand.keys('Return', 'e')
        boiler = self.ids['Broken boiler']
        self.expect({**before, boiler: before[boiler].moved('Archive')}, 'archived')
        self.hand.keys('Control+z')
        self.expect({**before, boiler: before[boiler].moved('INBOX')}, 'undone')
        self.hand.keys('Escape')
        self.until_focus('Dancing shoes')
        self.hand.keys('s')
        shoes = self.ids['Dancing shoes']
        self.expect({**before, boiler: before[boiler].moved('INBOX'), shoes: before[shoes].flagged('S')}, 'a star taken')


class LongList(SearchCase):
    def test_escape_returns_to_the_place_left(self):
        for number in range(12):
            self.mailbox.add('Gil Blas', f'Report {number}', 'S', body='Nothing new.\n')
        self.start()
        # In the first page, at an edge, and amidst of what is in sight.
        for place in ('Dancing shoes', 'Report 8', 'Report 6'):
            self.focus(place)
            self.app.until_still()
            subject, top = self.current()
            self.hand.keys('slash')
            self.type('boil')
            self.until_found('Broken boiler')
            self.hand.keys('Escape')
            self.app.until(lambda: self.current()[0] == subject, f'the focus on {subject}')
            self.app.until_still()
            self.assertEqual(self.current(), (subject, top), place)

    def current(self):
        """The row that has the focus: what it says, and where it stands."""
        name = self.app.focused()
        return name, [row.extents[1] for row in self.app.rows() if row.name == name][:1]


class Searching(SearchCase):
    def setUp(self):
        super().setUp()
        self.mailbox.add('Gil Blas', 'Old boiler', 'S', 'cur', folder='Archive')
        self.before = self.mailbox.messages()
        self.start(rows=len(self.ids))
        self.focus('Dancing shoes')

    def button(self, name):
        return self.app.until(
            lambda: self.app.tree.all(matching=lambda node: node.name == name and 'focusable' in node.states), f'a button {name!r}')[0]

    def test_what_is_not_understood_is_said(self):
        self.focus('Dancing shoes')
        self.hand.keys('slash')
        for key in ['b', 'o', 'i', 'l', 'space', 'o', 'l', 'd', 'e', 'r', 'Shift+semicolon', '3', 'q']:
            self.hand.keys(key)
        self.app.until(lambda: self.app.says('“older:3q” was not understood'), 'that it is not understood')
        # What is understood of it is looked for.
        self.until_found('Broken boiler', 'Old boiler')
        self.hand.keys('BackSpace', 'w')
        self.app.until(lambda: not self.app.says('was not understood'), 'that it is')
        # So it is alone, when nothing is looked for.
        self.hand.keys('Control+a', 'i', 's', 'Shift+semicolon', 'x')
        self.app.until(lambda: self.app.says('“is:x” was not understood'), 'that it is not understood')
        self.hand.keys('Control+a', 'BackSpace')
        self.app.until(lambda: not self.app.says('was not understood'), 'nothing said')

    def test_typed_and_left_by_escape(self):
        self.hand.keys('slash')
        self.type('boil')
        # Whatever folder it is in, and no letter has acted on mail.
        self.until_found('Broken boiler', 'Old boiler')
        self.expect(self.before, 'nothing changed')
        self.hand.keys('Return', 'e')
        boiler = self.ids['Broken boiler']
        self.expect({**self.before, boiler: self.before[boiler].moved('Archive')}, 'archived')
        # It is found where it is now.
        self.app.until(lambda: self.app.says('Archived'), 'the notice')
        self.until_found('Broken boiler', 'Old boiler')
        self.hand.keys('Control+z')
        self.expect({**self.before, boiler: self.before[boiler].moved('INBOX')}, 'undone')
        self.until_found('Broken boiler', 'Old boiler')
        self.hand.keys('Escape')
        self.until_listed(*self.ids)
        self.until_focus('Dancing shoes')

    def test_button_finger_and_screen_reader(self):
        self.hand.tap(self.app.place(self.button('Search'), 0.5))
        self.app.until_still()
        # A filter by finger, taken back by a screen reader.
        self.hand.tap(self.app.place(self.button('Starred Only'), 0.5))
        self.until_found('Dancing shoes')
        self.button('Starred Only').do('Click')
        self.until_listed(*self.ids)
        self.button('Unread Only').do('Click')
        self.until_found('Engine notes', 'Sunday lunch')
        # What is read now stays until one leaves it.
        self.click(self.app.row('Sunday lunch'))
        self.hand.keys('Shift+i')
        self.expect({**self.before, self.ids['Sunday lunch']: self.before[self.ids['Sunday lunch']].flagged('S')}, 'read')
        self.until_found('Engine notes', 'Sunday lunch')
        self.hand.keys('Escape')
        self.until_listed(*self.ids)

    def test_control_f_finds_messages_outside_the_text(self):
        self.hand.keys('Control+f')
        self.type('ada')
        self.until_found('Engine notes')


if __name__ == '__main__':
    unittest.main()
