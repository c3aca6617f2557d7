"""Everything that a drag can do, by keys alone."""

import unittest

from harness.case import DesktopCase


class Keyboard(DesktopCase):
    def setUp(self):
        super().setUp()
        self.ids = self.letters()
        self.before = self.mailbox.messages()
        self.start()

    def type_on(self, subject, *strokes):
        self.focus(subject)
        self.hand.keys(*strokes)

    def changed(self, subject, change):
        identifier = self.ids[subject]
        return {**self.before, identifier: change(self.before[identifier])}

    def focused(self):
        """The name of the object that has the focus."""
        names = [node.name for node in self.app.tree.all(matching=lambda node: 'focused' in node.states)]
        return names[-1] if names else None

    def until_focus(self, containing):
        self.app.until(lambda: containing in (self.focused() or ''), f'the focus on {containing!r}')

    def test_shift_arrows_open_the_trays(self):
        self.type_on('Sunday lunch', 'Shift+Left')
        self.until_open('Sunday lunch', 'Trash', 'Star')
        self.hand.keys('Escape')
        self.until_closed()
        self.hand.keys('Shift+Right')
        self.until_open('Sunday lunch', 'Archive', 'Read')

    def test_tab_and_enter_run_a_button(self):
        self.type_on('Dancing shoes', 'Shift+Right')
        self.until_open('Dancing shoes', 'Archive')
        self.reach('Archive')
        self.hand.keys('Return')
        self.expect(self.changed('Dancing shoes', lambda m: m.moved('Archive')), 'archived')
        self.hand.keys('Control+z')
        self.expect(self.changed('Dancing shoes', lambda m: m.moved('INBOX')), 'back with its flags')

    def test_tab_and_space_run_a_button(self):
        self.type_on('Broken boiler', 'Shift+Left')
        self.until_open('Broken boiler', 'Trash')
        self.reach('Trash')
        self.hand.keys('space')
        self.expect(self.changed('Broken boiler', lambda m: m.moved('Trash')), 'in the trash')

    def reach(self, button):
        """Tab from the row reaches the button of its tray: there are two, so within two strokes."""
        for _ in range(2):
            before = self.focused()
            self.hand.keys('Tab')
            self.app.until(lambda: self.focused() not in (None, before), 'the focus further on')
            if self.focused() == button:
                return
        self.fail(f'Tab did not reach {button!r} but {self.focused()!r}')

    def test_escape_closes_and_returns_to_the_row(self):
        self.type_on('Sunday lunch', 'Shift+Right')
        self.until_open('Sunday lunch', 'Archive')
        self.reach('Archive')
        self.hand.keys('Escape')
        self.until_closed()
        self.until_focus('Sunday lunch')
        self.assertEqual(self.mailbox.messages(), self.before)

    def test_delete_trashes_and_the_next_row_has_the_focus(self):
        self.type_on('Dancing shoes', 'Delete')
        self.expect(self.changed('Dancing shoes', lambda m: m.moved('Trash')), 'in the trash')
        self.until_focus('Sunday lunch')

    def test_keys_struck_at_once_act_on_one_row_after_the_other(self):
        self.type_on('Dancing shoes', 'e', 'e', 'Delete')
        expected = {**self.before}
        for subject, folder in (('Dancing shoes', 'Archive'), ('Sunday lunch', 'Archive'), ('Broken boiler', 'Trash')):
            identifier = self.ids[subject]
            expected[identifier] = self.before[identifier].moved(folder)
        self.expect(expected, 'three rows gone, each where its own key sent it')
        self.until_focus('Tall building')

    def test_the_inbox_can_be_emptied_and_filled_again_without_waiting(self):
        self.type_on('Engine notes', *'eeeeee')
        self.expect({i: m.moved('Archive') for i, m in self.before.items()}, 'an empty inbox')
        self.hand.keys(*['Control+z'] * 6)
        self.expect({i: m.moved('INBOX') for i, m in self.before.items()}, 'everything back')

    def test_the_keys_are_the_list_s_again_after_the_menu(self):
        self.focus('Dancing shoes')
        self.hand.keys('F10')
        self.app.until(lambda: 'Dancing shoes' not in (self.focused() or 'Dancing shoes'), 'the focus in the menu')
        self.hand.keys('Escape')
        self.until_focus('Dancing shoes')
        self.hand.keys('e')
        self.expect(self.changed('Dancing shoes', lambda m: m.moved('Archive')), 'archived')

    def test_tab_leaves_the_list(self):
        self.focus('Dancing shoes')
        self.hand.keys('Tab')
        rows = {row.name for row in self.app.rows()}
        self.app.until(lambda: self.focused() not in rows | {None}, 'the focus outside the list')

    def test_removing_the_last_row_leaves_the_focus_on_the_one_before(self):
        self.type_on('Tall building', 'Delete')
        self.expect(self.changed('Tall building', lambda m: m.moved('Trash')), 'in the trash')
        self.until_focus('Broken boiler')

    def test_e_archives_and_undo_brings_it_back(self):
        self.type_on('Dancing shoes', 'e')
        self.expect(self.changed('Dancing shoes', lambda m: m.moved('Archive')), 'archived')
        self.hand.keys('Control+z')
        self.expect(self.changed('Dancing shoes', lambda m: m.moved('INBOX')), 'back with its flags')

    def test_s_stars_and_unstars(self):
        self.type_on('Famished road', 's')
        self.expect(self.changed('Famished road', lambda m: m.flagged('FS')), 'starred')
        self.hand.keys('s')
        self.expect(self.before, 'no star again')

    def test_shift_i_and_shift_u_mark_read_and_unread(self):
        self.type_on('Sunday lunch', 'Shift+i')
        self.expect(self.changed('Sunday lunch', lambda m: m.flagged('S')), 'read')
        self.hand.keys('Shift+u')
        self.expect(self.before, 'unread again')

    def test_shift_i_on_a_read_message_changes_nothing(self):
        self.type_on('Famished road', 'Shift+i', 's')
        self.expect(self.changed('Famished road', lambda m: m.flagged('FS')), 'the star of the key after it, and nothing else')

    def test_keys_act_on_the_row_in_focus_with_a_tray_open(self):
        self.type_on('Broken boiler', 'Shift+Right')
        self.until_open('Broken boiler', 'Archive')
        self.hand.keys('e')
        self.expect(self.changed('Broken boiler', lambda m: m.moved('Archive')), 'archived')

    def test_one_key_after_the_other(self):
        road, shoes, lunch = (self.ids[subject] for subject in ('Famished road', 'Dancing shoes', 'Sunday lunch'))
        expected = dict(self.before)
        self.focus('Famished road')
        # Each stroke follows as soon as the last has done its work, while its notice is still on its way in.
        for key, identifier, folder, follower in (('e', road, 'Archive', 'Dancing shoes'), ('e', shoes, 'Archive', 'Sunday lunch'),
                                                  ('Delete', lunch, 'Trash', 'Broken boiler')):
            self.hand.keys(key)
            expected[identifier] = self.before[identifier].moved(folder)
            self.expect(expected, f'{key} on the row that took the place of the one before')
            self.until_focus(follower)
        for identifier in (lunch, shoes, road):
            self.hand.keys('Control+z')
            expected[identifier] = self.before[identifier].moved('INBOX')
            self.expect(expected, f'{identifier} back')
        self.app.until(lambda: len(self.app.rows()) == 6, 'six rows')

    def test_undo_with_nothing_to_undo_changes_nothing(self):
        self.type_on('Famished road', 'Control+z', 'Control+z', 'Control+z', 's')
        self.expect(self.changed('Famished road', lambda m: m.flagged('FS')), 'the star, and nothing else')


class Reading(DesktopCase):
    def test_enter_shows_the_text(self):
        self.mailbox.add('Ben Okri', 'Famished road', 'S')
        self.mailbox.add('Ada Lovelace', 'Engine notes', 'S', body='First line.\n\n' + 'More of it.\n' * 40 + 'The very last words.\n')
        self.start()
        self.assertFalse(self.app.says('The very last words'))
        self.focus('Engine notes')
        self.hand.keys('Return')
        self.app.until(lambda: self.app.says('The very last words'), 'the text of the message')


if __name__ == '__main__':
    unittest.main()
