"""Everything that a drag can do, by keys alone."""

import unittest

from harness.case import REVEAL, DesktopCase
from harness.stand import ROW_HEIGHT, TRAY, StandCase


class EmptyInbox(DesktopCase):
    def test_letters_are_keys_where_there_is_no_mail(self):
        self.store({'hint-shown': 'true', 'window-width': '1100', 'window-height': '640'})
        self.mailbox.add('Hal Ash', 'Long ago', 'S', folder='Archive')
        self.start(rows=0)
        self.until_empty()
        self.hand.keys('g', 'a')
        self.until_listed('Long ago')
        self.hand.keys('g', 'i')
        self.until_empty()
        self.hand.keys('slash')
        self.until_focus('Search')
        self.hand.keys('Escape')
        fresh = self.mailbox.deliver('Ida Bell', 'Just now')
        self.until_focus('Just now')
        self.hand.keys('e')
        self.app.until(lambda: self.mailbox.messages()[fresh].folder == 'Archive', 'it archived')
        self.until_empty()
        # With the last row the focus goes to the folders.
        self.until_focus('Inbox')
        self.hand.keys('z')
        self.until_focus('Just now')
        self.hand.keys('Shift+slash')
        self.app.until(lambda: self.app.says('^Keyboard Shortcuts$') or len(self.app.windows()) == 2, 'the shortcuts')

    def until_empty(self):
        self.app.until(lambda: self.app.says('^There are no messages here'), 'that there is no mail')


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

    def test_shift_arrows_open_the_trays(self):
        self.type_on('Sunday lunch', 'Shift+Left')
        self.until_open('Sunday lunch', 'Trash', 'Star')
        self.hand.keys('Escape')
        self.until_closed()
        self.hand.keys('Shift+Right')
        self.until_open('Sunday lunch', 'Archive', 'Mark as Read')

    def test_tab_and_enter_run_a_button(self):
        self.type_on('Dancing shoes', 'Shift+Right')
        self.until_open('Dancing shoes', 'Archive')
        self.tab_to('Archive')
        self.hand.keys('Return')
        self.expect(self.changed('Dancing shoes', lambda m: m.moved('Archive')), 'archived')
        self.hand.keys('Control+z')
        self.expect(self.changed('Dancing shoes', lambda m: m.moved('INBOX')), 'back with its flags')

    def test_tab_and_space_run_a_button(self):
        self.type_on('Broken boiler', 'Shift+Left')
        self.until_open('Broken boiler', 'Trash')
        self.tab_to('Trash')
        self.hand.keys('space')
        self.expect(self.changed('Broken boiler', lambda m: m.moved('Trash')), 'in the trash')

    def test_escape_closes_and_returns_to_the_row(self):
        self.type_on('Sunday lunch', 'Shift+Right')
        self.until_open('Sunday lunch', 'Archive')
        self.tab_to('Archive')
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

    def test_a_held_key_acts_on_one_row(self):
        shoes, lunch = (self.ids[subject] for subject in ('Dancing shoes', 'Sunday lunch'))
        self.focus('Dancing shoes')
        self.hand.hold('Delete')
        self.expect(self.changed('Dancing shoes', lambda m: m.moved('Trash')), 'in the trash')
        self.app.until(lambda: self.app.says('^Moved to the trash'), 'the notice')
        # It stays far longer than the server takes to repeat the key.
        self.app.until(lambda: not self.app.says('^Moved to the trash'), 'the notice gone')
        self.hand.let_up('Delete')
        self.hand.keys('s')
        self.expect({**self.before, shoes: self.before[shoes].moved('Trash'), lunch: self.before[lunch].flagged('F')},
                    'one row gone, and the one in its place starred')
        self.hand.keys('Delete')
        self.until_focus('Broken boiler')

    def test_the_inbox_can_be_emptied_and_filled_again_without_waiting(self):
        self.type_on('Engine notes', *'eeeeee')
        self.expect({i: m.moved('Archive') for i, m in self.before.items()}, 'an empty inbox')
        self.hand.keys(*['Control+z'] * 6)
        self.expect({i: m.moved('INBOX') for i, m in self.before.items()}, 'everything back')

    def test_the_keys_are_the_list_s_again_after_the_menu(self):
        self.focus('Dancing shoes')
        self.hand.keys('F10')
        self.app.until(lambda: 'Dancing shoes' not in (self.app.focused() or 'Dancing shoes'), 'the focus in the menu')
        self.hand.keys('Escape')
        self.until_focus('Dancing shoes')
        self.hand.keys('e')
        self.expect(self.changed('Dancing shoes', lambda m: m.moved('Archive')), 'archived')

    def test_tab_leaves_the_list(self):
        self.focus('Dancing shoes')
        self.hand.keys('Tab')
        rows = {row.name for row in self.app.rows()}
        self.app.until(lambda: self.app.focused() not in rows | {None}, 'the focus outside the list')

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


class Trays(StandCase):
    """The keys of the trays in RowStand, whose leading tray has Archive and Read, and whose trailing one Star and Trash, in this order."""

    def go_to(self, row):
        self.hand.keys(*['Down'] * row)
        self.until_focus(f'Row {row}')

    def until_tray(self, row, side):
        self.app.until(lambda: self.app.open_rows() == {row: side}, f'the {side} tray of row {row}')

    def until_closed(self, row):
        self.app.until(lambda: self.app.offset(row) == 0 and self.app.events(row)[-1][0] == 'didClose', f'row {row} closed')

    def walk(self, row, *steps):
        """Strikes each key and waits until what stands beside it has the focus."""
        for stroke, name in steps:
            self.hand.keys(stroke)
            self.app.until(lambda: self.app.focused() == name, f'the focus on {name!r} after {stroke}')
        self.assertEqual(list(self.app.open_rows()), [row])

    def test_keys_walk_the_trays(self):
        self.start('--rows', '9')
        self.go_to(2)
        self.hand.keys('Shift+Right')
        self.until_tray(2, 'leading')
        self.walk(2, ('Tab', 'Archive'), ('Tab', 'Read'), ('Shift+Tab', 'Archive'), ('Shift+Tab', 'Row 2'), ('Tab', 'Archive'),
                  ('Right', 'Read'), ('Left', 'Archive'), ('Left', 'Row 2'))
        self.hand.keys('Shift+Left')
        self.until_closed(2)
        self.hand.keys('Shift+Left')
        self.until_tray(2, 'trailing')
        self.walk(2, ('Tab', 'Star'), ('Right', 'Trash'))
        self.hand.keys('Escape')
        self.until_closed(2)
        self.until_focus('Row 2')
        self.assertEqual(self.app.said('ran'), [])
        # From a button, an arrow up or down goes on among the rows.
        self.hand.keys('Shift+Left')
        self.until_tray(2, 'trailing')
        self.walk(2, ('Tab', 'Star'))
        self.hand.keys('Down')
        self.until_focus('Row 3')

    def test_a_row_out_of_sight_comes_into_sight_first(self):
        self.start('--rows', '1000')
        self.go_to(2)
        # Out of the list's sight by far, wholly, and in part.
        for place in (40_000, 600, 110):
            with self.subTest(place=place):
                self.app.tell(f'scroll {place}')
                self.app.rest()
                self.hand.keys('Shift+Left')
                self.until_tray(2, 'trailing')
                self.app.rest()
                self.assertEqual(self.app.last('scrolled'), 2 * ROW_HEIGHT)
                self.assertEqual(self.app.offset(2), -TRAY)
                self.walk(2, ('Tab', 'Star'))
                self.hand.keys('Escape')
                self.until_closed(2)

    def test_keys_walk_the_trays_from_right_to_left(self):
        self.start('--rows', '9', '--right-to-left')
        self.go_to(2)
        self.hand.keys('Shift+Left')
        self.until_tray(2, 'leading')
        self.walk(2, ('Tab', 'Archive'), ('Left', 'Read'), ('Right', 'Archive'), ('Right', 'Row 2'))
        self.hand.keys('Shift+Right')
        self.until_closed(2)
        self.hand.keys('Shift+Right')
        self.until_tray(2, 'trailing')
        self.walk(2, ('Tab', 'Star'), ('Shift+Tab', 'Row 2'))

    def test_keys_reach_a_tray_that_the_mouse_opened(self):
        self.start('--rows', '9', '--disabled', 'trash')
        self.go_to(1)
        self.drag(self.app.row(3), -REVEAL)
        self.until_tray(3, 'trailing')
        # The button that is switched off is passed over.
        self.walk(3, ('Tab', 'Star'), ('Shift+Tab', 'Row 3'), ('Tab', 'Star'))
        self.hand.keys('Escape')
        self.until_closed(3)
        self.until_focus('Row 3')
        self.assertEqual(self.app.last('selected'), [1])


class Shortcuts(StandCase):
    """An action's own keys in RowStand, which binds none itself: e archives, Shift+I marks read, Delete trashes, Ctrl+S stars."""

    def until_ran(self, *expected):
        """Waits until exactly these have run, as (action, row)."""
        self.app.until(lambda: [(line['ran'], line['row']) for line in self.app.said('ran')] == list(expected), f'{expected} run')

    def test_they_run_on_the_focused_row(self):
        self.start('--rows', '9')
        self.hand.keys('Down', 'e', 'Shift+i', 'Control+s')
        ran = [('archive', 1), ('read', 1), ('star', 1)]
        self.until_ran(*ran)
        self.hand.keys('Caps_Lock', 'e', 'Caps_Lock')
        ran.append(('archive', 1))
        self.until_ran(*ran)
        self.hand.keys('Shift+e', 'Control+e', 'Down', 'Shift+Right')
        self.app.until(lambda: self.app.open_rows(), 'a tray open')
        self.hand.keys('e')
        ran.append(('archive', 2))
        self.until_ran(*ran)
        # Each key finds the row that took the place of the one before.
        self.hand.keys('Delete', 'Delete', 'Delete')
        ran += [('trash', 2), ('trash', 3), ('trash', 4)]
        self.until_ran(*ran)
        self.until_focus('Row 5')

    def test_each_stroke_takes_a_row_while_the_last_is_on_its_way_out(self):
        self.start('--rows', '20', '--outcome', 'remove')
        self.hand.keys('Down', 'Down')
        for pause in (0.1, 0.2):
            for _ in range(5):
                self.hand.keys('Delete')
                self.hand.pause(pause)
        self.until_ran(*[('trash', row) for row in range(2, 12)])
        self.until_focus('Row 12')

    def test_after_the_last_row_comes_the_one_before(self):
        self.start('--rows', '3')
        self.hand.keys('End', 'Delete', 'Delete')
        self.until_ran(('trash', 2), ('trash', 1))
        self.until_focus('Row 0')

    def test_they_run_in_another_layout(self):
        self.start('--rows', '9')
        self.addCleanup(self.desk.set_layout, 'us')
        self.desk.set_layout('ru,us')
        self.hand.keys('Down', 'e')
        self.until_ran(('archive', 1))

    def test_what_is_switched_off_runs_by_no_key(self):
        self.start('--rows', '9', '--disabled', 'trash')
        self.hand.keys('Down', 'Delete', 'e')
        self.until_ran(('archive', 1))


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
