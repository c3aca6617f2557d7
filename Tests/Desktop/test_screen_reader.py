"""The list as a screen reader has it: names, actions and states, and the actions run from there."""

import unittest

from harness import accessibility
from harness.case import DesktopCase
from harness.stand import StandCase

# What makes a screen reader call an object unavailable.
UNAVAILABLE = (('sensitive', 0), ('enabled', 0), ('defunct', 1))


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
        self.app.until(lambda: self.app.says('Archived.*Dancing shoes'), 'the result in words')
        self.app.button('Undo').do('')
        self.expect(self.changed('Dancing shoes', lambda m: m.moved('INBOX')), 'back with its flags')

    def test_the_next_row_has_the_focus_before_the_focused_one_goes(self):
        for subject, heir, key in (('Engine notes', 'Famished road', 'e'), ('Famished road', 'Dancing shoes', 'Delete'),
                                   ('Dancing shoes', 'Sunday lunch', 'space')):
            with self.subTest(key=key):
                self.focus(subject)
                row, heir = self.app.row(subject), self.app.row(heir)
                going = {row.path}
                if key == 'space':
                    self.hand.keys('Shift+Right')
                    self.until_open(subject, 'Archive')
                    self.hand.keys('Tab')
                    self.until_focus('Archive')
                    going |= {button.path for button in self.app.buttons('Archive', row)}
                with self.desk.bus.events(self.app.tree) as events:
                    self.hand.keys(key)
                    self.app.until(lambda subject=subject: not self.app.rows(subject), 'the row gone')
                    self.app.until(lambda subject=subject: self.app.says(f'“.?{subject}'), 'the notice')
                    self.app.until_still()
                before = events[:events.index((heir.path, 'focused', 1))]
                self.assertEqual([event for event in before if event[0] in going and event[1:] in UNAVAILABLE], [])
                self.assertEqual([event for event in before if subject in str(event[2])], [], 'the notice')
                self.assertIn((row.path, 'defunct', 1), events)

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


class Names(DesktopCase):
    def test_a_row_says_how_its_mail_begins(self):
        self.mailbox.add('Ada Lovelace', 'Engine notes', body='The brass is here.\n')
        self.start()
        self.app.until(lambda: 'The brass is here.' in self.app.row('Engine notes').name, 'how it begins')

    def test_the_bar_to_find_in_a_message_is_closed_by_a_button_with_a_name(self):
        self.letters()
        self.start()
        self.hand.keys('Return')
        self.until_focus('Message text')
        self.hand.keys('Control+f')
        self.click(self.app.button('Close Find Bar'))
        self.until_focus('Message text')


class Rows(StandCase):
    """The same of the library alone, in RowStand."""

    def test_a_row_has_each_action_that_is_switched_on(self):
        self.start('--rows', '4', '--disabled', 'star')
        for row in self.app.rows():
            self.assertEqual(sorted(name for name in row.actions if name.startswith('row.')), ['row.archive', 'row.read', 'row.trash'],
                             row.name)
        for name in ('archive', 'read', 'trash'):
            self.app.row(1).do(name)
        self.app.until(lambda: [(line['ran'], line['row']) for line in self.app.said('ran')] == [('archive', 1), ('read', 1), ('trash', 1)],
                       'each action run once')
        self.app.until(lambda: self.app.names() == ['Row 0', 'Row 2', 'Row 3'], 'row 1 gone')

    def test_an_open_row_is_expanded_and_only_its_tray_is_there(self):
        self.start('--rows', '4')
        for side, names in (('trailing', ['Star', 'Trash']), ('leading', ['Archive', 'Read'])):
            self.assertEqual(self.app.expanded(), [])
            self.assertEqual(self.buttons(), [])
            self.app.tell(f'open 2 {side}')
            self.app.until(lambda: self.app.expanded() == ['Row 2'], 'row 2 expanded')
            self.app.until(lambda: self.buttons() == names, f'the {side} tray')
            self.app.tell('close')
            self.app.until(lambda: not self.app.expanded() and not self.buttons(), 'nothing expanded and no tray')

    def buttons(self):
        return [button.name for button in self.app.tree.all(accessibility.BUTTON)]


if __name__ == '__main__':
    unittest.main()
