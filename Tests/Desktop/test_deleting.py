"""The archive and the trash: what is in them goes back to the inbox, and only what is in the trash is deleted for ever, after a question."""

import unittest

from harness.accessibility import DIALOG, TREE_ITEM
from harness.case import REVEAL, DesktopCase
from harness.sway import SwayDesk

QUESTION = 'Permanently Delete 1 Message?'


class TrashCase(DesktopCase):
    """A window whose trash holds three of six messages."""

    def setUp(self):
        super().setUp()
        self.store({'hint-shown': 'true', 'window-width': '1100', 'window-height': '640'})
        self.ids = self.letters()
        self.start()
        self.until_focus('Engine notes')
        for subject in ('Engine notes', 'Famished road', 'Dancing shoes'):
            self.until_focus(subject)
            self.hand.keys('Delete')
        self.until_listed('Sunday lunch', 'Broken boiler', 'Tall building')
        self.expect_moved('Trash', 'Engine notes', 'Famished road', 'Dancing shoes')
        self.before = self.mailbox.messages()
        self.trash = ('Engine notes', 'Famished road', 'Dancing shoes')

    def expect_moved(self, folder, *subjects):
        def are_there():
            now = self.mailbox.messages()
            return all(now[self.ids[subject]].folder == folder for subject in subjects)
        self.app.until(are_there, f'{subjects} in {folder}')

    def open_folder(self, name):
        def items():
            return [item for item in self.app.tree.all(TREE_ITEM) if item.name.split(',')[0] == name]
        self.click(self.app.until(items, f'the folder {name}')[0])

    def open_trash(self):
        self.open_folder('Trash')
        self.until_listed(*self.trash)
        self.until_focus('Engine notes')

    def until_asked(self, subject='Engine notes'):
        self.until_question(QUESTION, f'“\u2068{subject}\u2069” in “\u2068Trash\u2069” will be permanently deleted. This cannot be undone.')

    def until_question(self, *texts):
        self.app.until(lambda: set(texts) <= set(self.app.texts()), 'the question')
        self.app.until_still()

    def until_answered(self):
        self.app.until(lambda: not self.app.says('Permanently Delete .*\\?'), 'no question')

    def without(self, *subjects):
        return {identifier: message for identifier, message in self.before.items()
                if identifier not in [self.ids[subject] for subject in subjects]}

class Deleting(TrashCase):
    def answer(self, title):
        dialog = self.app.until(lambda: self.app.tree.all(DIALOG), 'the dialog')[0]
        self.click(self.app.button(title, dialog))
        self.until_answered()

    def test_the_trash_alone_offers_it(self):
        row = self.app.row('Sunday lunch')
        self.assertFalse([action for action in row.actions if 'delete' in action or 'inbox' in action], row.actions)
        self.hand.keys('F10')
        self.app.until(self.app.menu, 'the menu')
        self.assertNotIn('Empty Trash…', self.app.menu())
        self.hand.keys('Escape')
        self.app.until(lambda: not self.app.menu(), 'no menu')
        self.hand.keys('Shift+Delete')
        self.app.until(lambda: self.app.says('Only messages in the trash'), 'the refusal')
        self.assertEqual(self.mailbox.messages(), self.before)
        self.open_trash()
        row = self.app.row('Engine notes')
        self.assertTrue([action for action in row.actions if action.endswith('delete')], row.actions)
        self.assertFalse([action for action in row.actions if action.endswith('trash') or action.endswith('archive')], row.actions)

    def test_by_mouse_it_asks_and_takes_no_for_an_answer(self):
        self.open_trash()
        self.drag(self.app.row('Famished road'), -REVEAL)
        self.until_open('Famished road', 'Delete Permanently')
        self.click(self.app.button('Delete Permanently', self.app.row('Famished road')))
        self.until_asked('Famished road')
        self.answer('Cancel')
        self.until_closed()
        self.assertEqual(self.mailbox.messages(), self.before)
        self.until_listed(*self.trash)

    def test_the_menu_empties_the_trash(self):
        self.open_trash()
        self.hand.keys('F10')
        self.app.until(lambda: 'Empty Trash…' in self.app.menu(), 'the menu')
        while 'focused' not in self.app.menu()['Empty Trash…'].states:
            self.hand.keys('Down')
        self.hand.keys('Return')
        self.until_question('Permanently Delete 3 Messages?', 'All messages that are now in “\u2068Trash\u2069” will be permanently deleted. This cannot be undone.')
        self.answer('Delete Permanently')
        self.expect(self.without(*self.trash), 'three messages gone')
        self.app.until(lambda: self.app.says('Trash Is Empty'), 'an empty trash')
        self.app.until(lambda: self.app.says('^Permanently deleted 3 messages'), 'what happened')

    def test_a_screen_reader_and_the_row_menu_reach_it(self):
        self.open_trash()
        self.app.row('Dancing shoes').do('delete')
        self.until_asked('Dancing shoes')
        self.assertEqual(len(self.app.tree.all(DIALOG)), 1)
        self.hand.keys('Escape')
        self.until_answered()
        self.hand.keys('Menu')
        self.app.until(lambda: {'Move to Inbox', 'Delete Permanently'} <= self.app.menu().keys(), 'the menu of the row')
        self.hand.keys('Escape')
        self.app.until(lambda: not self.app.menu(), 'no menu')
        self.assertEqual(self.mailbox.messages(), self.before)

    def test_back_to_the_inbox_by_key_button_and_mouse_and_undone(self):
        self.open_trash()
        self.hand.keys('e')
        moved = {**self.before, self.ids['Engine notes']: self.before[self.ids['Engine notes']].moved('INBOX')}
        self.expect(moved, 'back in the inbox')
        self.until_focus('Famished road')
        self.hand.keys('Control+z')
        self.expect({**self.before, self.ids['Engine notes']: self.before[self.ids['Engine notes']].moved('Trash')}, 'undone')
        self.until_listed(*self.trash)
        self.click(self.app.button('Move to Inbox'))
        self.expect(moved, 'back in the inbox')
        self.until_listed('Famished road', 'Dancing shoes')
        self.drag(self.app.row('Dancing shoes'), REVEAL)
        self.until_open('Dancing shoes', 'Move to Inbox')
        self.click(self.app.button('Move to Inbox', self.app.row('Dancing shoes')))
        moved[self.ids['Dancing shoes']] = self.before[self.ids['Dancing shoes']].moved('INBOX')
        self.expect(moved, 'both back')

    def test_in_the_archive_archiving_is_no_offer(self):
        self.hand.keys('e')
        self.expect_moved('Archive', 'Sunday lunch')
        self.open_folder('Archive')
        self.until_listed('Sunday lunch')
        row = self.app.row('Sunday lunch')
        self.assertFalse([action for action in row.actions if action.endswith('archive') or action.endswith('delete')], row.actions)
        self.assertEqual(self.app.buttons('Archive'), [])
        self.hand.keys('Shift+e')
        self.expect_moved('INBOX', 'Sunday lunch')
        self.app.until(lambda: self.app.says('^Moved to the inbox'), 'what happened')


class DeletingByKeys(TrashCase):
    """On a desktop that gives the focus back to the window when a dialog goes."""

    kind = SwayDesk

    def open_trash(self):
        # Off, and on again with the focus.
        self.hand.keys('F9')
        self.app.until_still()
        self.hand.keys('F9')
        for name in ('Inbox', 'Archive', 'Trash'):
            self.until_focus(name)
            self.hand.keys('Return' if name == 'Trash' else 'Down')
        self.until_listed(*self.trash)
        self.until_focus('Engine notes')

    def say_yes(self):
        self.hand.keys('Tab')
        if self.app.tree.toolkit >= (4, 10):
            # There the text has the focus in between.
            self.hand.keys('Tab')
        self.app.until(lambda: 'Delete Permanently' in (self.app.focused() or ''), 'the focus on the answer')
        self.hand.keys('Return')

    def test_the_steps_before_it_can_still_be_undone(self):
        self.open_trash()
        self.hand.keys('Delete')
        self.until_asked()
        self.say_yes()
        self.expect(self.without('Engine notes'), 'one message gone')
        self.until_listed('Famished road', 'Dancing shoes')
        expected = self.without('Engine notes')
        for subject in ('Dancing shoes', 'Famished road'):
            self.hand.keys('Control+z')
            expected[self.ids[subject]] = self.before[self.ids[subject]].moved('INBOX')
            self.expect(expected, f'{subject} back')
        self.hand.keys('Control+z')
        self.app.until(lambda: self.app.says('nothing to undo'), 'the end of what can be undone')
        self.expect(expected, 'what is deleted stays so')

    def test_by_key_the_first_enter_cancels_and_the_next_message_is_selected_after_yes(self):
        self.open_trash()
        self.hand.keys('Delete')
        self.until_asked()
        self.hand.keys('Return')
        self.until_answered()
        self.until_focus('Engine notes')
        self.assertEqual(self.mailbox.messages(), self.before)
        self.hand.keys('Shift+Delete')
        self.until_asked()
        self.hand.keys('Escape')
        self.until_answered()
        self.until_focus('Engine notes')
        self.hand.keys('Down')
        self.until_focus('Famished road')
        self.hand.keys('Delete')
        self.until_asked('Famished road')
        self.say_yes()
        self.expect(self.without('Famished road'), 'one message gone')
        self.until_listed('Engine notes', 'Dancing shoes')
        self.until_focus('Dancing shoes')
        self.app.until(lambda: self.app.says('^Permanently deleted .*Famished road'), 'what happened')
        self.assertEqual(self.app.buttons('Undo'), [])


if __name__ == '__main__':
    unittest.main()
