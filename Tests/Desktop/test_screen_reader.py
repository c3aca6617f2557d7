"""The list as a screen reader has it: names, actions and states, and the actions run from there."""

import unittest

from harness.case import DesktopCase


class ScreenReader(DesktopCase):
    def setUp(self):
        super().setUp()
        self.ids = self.letters()
        self.before = self.mailbox.messages()
        self.start()

    def changed(self, subject, change):
        identifier = self.ids[subject]
        return {**self.before, identifier: change(self.before[identifier])}

    def test_rows_are_named_newest_first(self):
        names = self.app.names()
        for name, (sender, subject, unread, starred) in zip(names, (
                ('Ada Lovelace', 'Engine notes', True, False), ('Ben Okri', 'Famished road', False, False),
                ('Cyd Charisse', 'Dancing shoes', False, True), ('Dov Ber', 'Sunday lunch', True, False),
                ('Eve Arden', 'Broken boiler', False, False), ('Fay Wray', 'Tall building', False, False)), strict=True):
            self.assertIn(sender, name)
            self.assertIn(subject, name)
            self.assertEqual(('unread' in name, 'starred' in name), (unread, starred), name)

    def test_each_row_has_its_actions_once(self):
        for row in self.app.rows():
            for ending in ('archive', 'trash', 'star', 'read'):
                self.assertEqual(len([name for name in row.actions if name.endswith(ending)]), 1, (row.name, row.actions))

    def test_archive_and_undo(self):
        self.app.row('Dancing shoes').do('archive')
        self.expect(self.changed('Dancing shoes', lambda m: m.moved('Archive')), 'archived')
        self.app.button('Undo').do('')
        self.expect(self.changed('Dancing shoes', lambda m: m.moved('INBOX')), 'back with its flags')

    def test_trash(self):
        self.app.row('Broken boiler').do('trash')
        self.expect(self.changed('Broken boiler', lambda m: m.moved('Trash')), 'in the trash')

    def test_star(self):
        self.app.row('Famished road').do('star')
        self.expect(self.changed('Famished road', lambda m: m.flagged('FS')), 'starred')
        self.app.until(lambda: 'starred' in self.app.row('Famished road').name, 'the star in the spoken name')
        self.app.row('Famished road').do('star')
        self.expect(self.before, 'no star again')

    def test_read(self):
        self.app.row('Sunday lunch').do('read')
        self.expect(self.changed('Sunday lunch', lambda m: m.flagged('S')), 'read')
        self.app.until(lambda: 'unread' not in self.app.row('Sunday lunch').name, 'read in the spoken name')
        self.app.row('Sunday lunch').do('read')
        self.expect(self.before, 'unread again')


if __name__ == '__main__':
    unittest.main()
