"""Acting on mail with the buttons of a tray: exactly the message meant moves or changes, and undo brings it back."""

import re
import unittest
from datetime import timedelta
from email.utils import format_datetime

from harness.case import REVEAL, DesktopCase
from harness.mailbox import NEWEST


class Acting(DesktopCase):
    def setUp(self):
        super().setUp()
        self.ids = self.letters()
        self.before = self.mailbox.messages()
        self.start()

    def press(self, subject, button, distance=REVEAL, by=None):
        """Opens the row of this subject and clicks the revealed button."""
        (by or self.drag)(self.app.row(subject), distance)
        self.until_open(subject, button)
        self.click(self.app.button(button, self.app.row(subject)))

    def changed(self, subject, change):
        identifier = self.ids[subject]
        return {**self.before, identifier: change(self.before[identifier])}

    def until_listed(self, count):
        self.app.until(lambda: len(self.app.rows()) == count, f'{count} rows')

    def test_archive_moves_exactly_that_message(self):
        self.press('Dancing shoes', 'Archive')
        self.expect(self.changed('Dancing shoes', lambda m: m.moved('Archive')), 'one message archived')
        self.until_listed(5)
        self.assertEqual(self.app.rows('Dancing shoes'), [])

    def test_archive_of_a_new_message(self):
        self.press('Engine notes', 'Archive')
        self.expect(self.changed('Engine notes', lambda m: m.moved('Archive')), 'one new message archived')

    def test_archive_by_finger(self):
        self.swipe(self.app.row('Dancing shoes'), REVEAL)
        self.until_open('Dancing shoes', 'Archive')
        self.hand.tap(self.app.place(self.app.button('Archive', self.app.row('Dancing shoes'))))
        self.expect(self.changed('Dancing shoes', lambda m: m.moved('Archive')), 'one message archived')

    def test_trash_moves_exactly_that_message(self):
        self.press('Broken boiler', 'Trash', -REVEAL)
        self.expect(self.changed('Broken boiler', lambda m: m.moved('Trash')), 'one message in the trash, not flagged T')
        self.until_listed(5)

    def test_star(self):
        self.press('Famished road', 'Star', -REVEAL)
        self.expect(self.changed('Famished road', lambda m: m.flagged('FS')), 'the star in the flags')
        self.app.until(lambda: 'starred' in self.app.row('Famished road').name, 'the star in the spoken name')

    def test_read_and_unread(self):
        self.press('Sunday lunch', 'Mark as Read')
        self.expect(self.changed('Sunday lunch', lambda m: m.flagged('S')), 'read in the flags')
        self.app.until(lambda: 'unread' not in self.app.row('Sunday lunch').name, 'read in the spoken name')
        self.until_closed()
        self.press('Sunday lunch', 'Mark as Unread')
        self.expect(self.before, 'unread again, the same file')

    def test_read_of_a_new_message_keeps_its_name(self):
        self.press('Engine notes', 'Mark as Read')
        self.expect(self.changed('Engine notes', lambda m: m.flagged('S')), 'the message in cur with flag S')

    def test_undo_key_brings_the_message_back(self):
        self.press('Dancing shoes', 'Archive')
        self.expect(self.changed('Dancing shoes', lambda m: m.moved('Archive')), 'archived')
        self.until_listed(5)
        self.hand.keys('Control+z')
        self.expect(self.changed('Dancing shoes', lambda m: m.moved('INBOX')), 'back in the inbox with its flags')
        self.until_listed(6)
        self.assertIn('starred', self.app.row('Dancing shoes').name)

    def test_undo_goes_back_several_levels(self):
        self.press('Dancing shoes', 'Archive')
        self.until_listed(5)
        self.press('Broken boiler', 'Trash', -REVEAL)
        self.until_listed(4)
        self.press('Famished road', 'Star', -REVEAL)
        self.app.until(lambda: 'starred' in self.app.row('Famished road').name, 'the star')
        shoes, boiler, road = (self.ids[subject] for subject in ('Dancing shoes', 'Broken boiler', 'Famished road'))
        expected = {**self.before, shoes: self.before[shoes].moved('Archive'), boiler: self.before[boiler].moved('Trash'),
                    road: self.before[road].flagged('FS')}
        self.expect(expected, 'three changes')
        for identifier, undone in ((road, self.before[road]), (boiler, self.before[boiler].moved('INBOX')),
                                   (shoes, self.before[shoes].moved('INBOX'))):
            self.hand.keys('Control+z')
            expected[identifier] = undone
            self.expect(expected, f'{identifier} undone')
        self.until_listed(6)

    def test_the_menu_offers_undo_while_there_is_something_to_undo(self):
        self.assertFalse(self.menu_offers_undo())
        self.press('Dancing shoes', 'Archive')
        self.until_listed(5)
        self.assertTrue(self.menu_offers_undo())
        self.hand.keys('Control+z')
        self.until_listed(6)
        self.app.until(lambda: not self.menu_offers_undo(), 'nothing left to undo')

    def test_the_menu_orders_the_list(self):
        came, sent = NEWEST + timedelta(days=2), NEWEST - timedelta(days=2)
        self.mailbox.add_file(f'{int(came.timestamp())}.late:2,S',
                              f'From: Late <late@desk.invalid>\nSubject: Held up\nDate: {format_datetime(sent)}\n\nHello.\n'.encode())
        self.until_listed(7)
        self.assertRegex(self.app.rows()[0].name, 'Held up, 19 May.*, Dated 15 May')
        self.hand.keys('F10')
        self.app.until(lambda: any('focused' in item.states for item in self.app.menu().values()), 'the menu')
        self.app.open_submenu('View')
        while 'focused' not in self.app.menu()['Sort by Arrival'].states:
            before = self.app.focused()
            self.hand.keys('Down')
            self.app.until(lambda: self.app.focused() != before, 'the next item')
        self.hand.keys('Down', 'Return')
        self.app.until(lambda: re.search('Held up, 15 May.*, Arrived 19 May', self.app.rows()[6].name), 'the order by date')
        self.app.until(lambda: self.stored('list-order') == "'date'", 'the order remembered')

    def menu_offers_undo(self):
        self.hand.keys('F10')
        item = self.app.until(lambda: self.app.menu().get('Undo'), 'the menu')
        offers = 'sensitive' in item.states
        self.hand.keys('Escape')
        self.app.until(lambda: not self.app.menu(), 'no menu')
        return offers

    def test_toast_names_the_mail_and_undoes(self):
        self.press('Sunday lunch', 'Archive')
        self.app.until(lambda: self.app.says(r'^Archived\b'), 'a toast that says what happened')
        self.assertTrue(self.app.says(r'^Archived\b.*(Sunday lunch|Dov Ber)'), self.app.texts())
        self.expect(self.changed('Sunday lunch', lambda m: m.moved('Archive')), 'archived')
        undo = self.app.button('Undo')
        self.app.until_still()
        self.click(undo)
        self.expect(self.changed('Sunday lunch', lambda m: m.moved('INBOX')), 'back in the inbox, still unread')
        self.until_listed(6)

    def test_existing_archive_is_used(self):
        self.press('Dancing shoes', 'Archive')
        self.until_listed(5)
        self.restart()
        self.press('Broken boiler', 'Archive')
        shoes, boiler = self.ids['Dancing shoes'], self.ids['Broken boiler']
        self.expect({**self.before, shoes: self.before[shoes].moved('Archive'), boiler: self.before[boiler].moved('Archive')},
                    'both in one folder')


if __name__ == '__main__':
    unittest.main()
