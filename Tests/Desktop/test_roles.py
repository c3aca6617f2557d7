"""What folders are for: asked when it is first needed and there is none, remembered, and of each account its own; nothing is made unasked."""

import os
import shutil
import unittest

from harness.accessibility import DIALOG, LIST_ITEM, TREE_ITEM
from harness.case import REVEAL, DesktopCase
from harness.mailbox import PARTS, Mailbox
from harness.sway import SwayDesk

ARCHIVE, TRASH = 'Choose Archive Folder', 'Choose Trash Folder'
NEW = 'Create “\u2068Archive\u2069”'
MARKED = 'Marked for deletion by another program.'
LOOK_ONLY = r'^Read-only\.'


class RolesCase(DesktopCase):
    """A mailbox without an archive or a trash, but with two folders of the person's own."""

    folders = ('Done', 'Lists.gtk')

    def setUp(self):
        super().setUp()
        self.ids = self.letters()
        self.before = self.mailbox.messages()
        self.directories = self.on_disk()

    def on_disk(self):
        return sorted(os.listdir(self.mailbox.path))

    def moved(self, folder, *subjects):
        identifiers = [self.ids[subject] for subject in subjects]
        return {i: m.moved(folder) if i in identifiers else m for i, m in self.before.items()}

    def dialog(self):
        found = self.app.tree.all(DIALOG)
        return found[0] if found else None

    def until_asked(self, heading=ARCHIVE, first=NEW, others=('Done', 'Lists/gtk')):
        """Waits for the question, with these folders to choose from, the first of them chosen; returns the dialog."""
        dialog = self.app.until(self.dialog, 'the question')
        self.assertEqual(dialog.name, heading)
        self.assertEqual(list(self.choices(dialog)), [first, *others])
        self.until_chosen(first)
        self.until_focus(first)
        return dialog

    def choices(self, dialog):
        """The rows of the folders by their names."""
        return {row.name: row for row in dialog.all(LIST_ITEM)}

    def until_chosen(self, name):
        def chosen():
            rows = self.choices(self.dialog())
            return [row for row in rows if 'selected' in rows[row].states]
        self.app.until(lambda: chosen() == [name], f'{name!r} chosen alone')

    def until_answered(self):
        self.app.until(lambda: not self.dialog(), 'no question')

    def archive_unasked(self, expected):
        """E archives at once: nothing is asked until the mail is where it belongs."""
        self.hand.keys('e')

        def arrived():
            self.assertIsNone(self.dialog())
            now = self.mailbox.messages()
            return all(message.is_met_by(now[identifier]) for identifier, message in expected.items())
        self.app.until(arrived, 'archived unasked')
        self.expect(expected, 'archived unasked')

    def nothing_happened(self):
        self.assertEqual(self.mailbox.messages(), self.before)
        self.assertEqual(self.on_disk(), self.directories)
        self.assertIsNone(self.stored('folder-roles'))

    def folder_names(self):
        names = [item.name.split(',')[0] for item in self.app.tree.all(TREE_ITEM)]
        return [name for name in names if not name.startswith('All ')]


class AskedByKeys(RolesCase):
    """On a desktop that gives the focus back to the window when a dialog goes."""

    kind = SwayDesk

    def setUp(self):
        super().setUp()
        self.start()
        self.focus('Dancing shoes')

    def test_no_for_an_answer_leaves_all_as_it_was(self):
        names = self.app.names()
        self.hand.keys('e')
        self.until_asked()
        self.hand.keys('Escape')
        self.until_answered()
        self.until_focus('Dancing shoes')
        self.hand.keys('Delete')
        self.app.button('Cancel', self.until_asked(TRASH, 'Create “\u2068Trash\u2069”')).do('lick')
        self.until_answered()
        self.until_focus('Dancing shoes')
        self.nothing_happened()
        self.assertEqual(self.app.names(), names)
        # The selection is where it was.
        self.hand.keys('s')
        shoes = self.ids['Dancing shoes']
        self.expect({**self.before, shoes: self.before[shoes].flagged('S')}, 'the star taken from the same message')

    def test_a_folder_is_made_when_the_person_says(self):
        self.hand.keys('e')
        self.until_asked()
        self.hand.keys('Return')
        self.until_answered()
        self.expect(self.moved('Archive', 'Dancing shoes'), 'archived')
        self.assertEqual(self.on_disk(), sorted([*self.directories, '.Archive']))
        self.assertLessEqual(set(PARTS), set(os.listdir(self.mailbox.directory('Archive'))))
        self.app.until(lambda: self.folder_names() == ['Inbox', 'Archive', 'Done', 'Lists', 'Lists/gtk'], 'the archive after the inbox')
        self.until_focus('Sunday lunch')
        self.hand.keys('Control+z')
        self.expect(self.moved('INBOX', 'Dancing shoes'), 'back in the inbox')
        self.assertIn('.Archive', self.on_disk())
        self.until_focus('Dancing shoes')
        self.app.until_still()
        self.archive_unasked(self.moved('Archive', 'Dancing shoes'))

    def test_the_only_choice_stays_chosen(self):
        for folder in self.folders:
            shutil.rmtree(self.mailbox.directory(folder))
        self.app.until(lambda: self.folder_names() == ['Inbox'], 'no folder but the inbox')
        self.hand.keys('e')
        self.until_asked(others=())
        self.hand.keys('space')
        self.until_chosen(NEW)
        self.hand.keys('Return')
        self.until_answered()
        self.expect(self.moved('Archive', 'Dancing shoes'), 'archived')

    def test_the_folder_with_the_focus_is_taken(self):
        self.hand.keys('e')
        self.until_asked()
        self.hand.keys('Down')
        self.until_focus('Done')
        self.hand.keys('Return')
        self.until_answered()
        self.expect(self.moved('Done', 'Dancing shoes'), 'archived in the folder that was chosen')
        self.assertEqual(self.on_disk(), self.directories)


class AskedByPointer(RolesCase):
    def choose(self, dialog, name):
        if self.app.tree.toolkit >= (4, 10):
            # There the places of rows leave out the paddings around them, all the more in a dialog.
            self.hand.keys(*['Down'] * list(self.choices(dialog)).index(name))
        else:
            self.click(self.choices(dialog)[name])
        self.until_chosen(name)
        # GTK 4.8 says "Click", newer ones "click".
        self.app.button('Use This Folder', dialog).do('lick')
        self.until_answered()

    def test_a_folder_is_chosen_remembered_and_asked_for_again_when_it_is_gone(self):
        self.start()
        self.focus('Dancing shoes')
        self.hand.keys('e')
        self.choose(self.until_asked(), 'Done')
        self.expect(self.moved('Done', 'Dancing shoes'), 'in the folder that was chosen')
        self.assertEqual(self.on_disk(), self.directories)
        self.app.until(lambda: self.folder_names() == ['Inbox', 'Done', 'Lists', 'Lists/gtk'], 'the archive after the inbox')
        self.restart()
        self.focus('Sunday lunch')
        expected = self.moved('Done', 'Dancing shoes', 'Sunday lunch')
        self.archive_unasked(expected)
        away = self.mailbox.path + '-away'
        self.addCleanup(shutil.rmtree, away)
        os.rename(self.mailbox.directory('Done'), away)
        self.app.until(lambda: 'Done' not in self.folder_names(), 'one folder less')
        self.hand.keys('e')
        self.until_asked(others=('Lists/gtk',))
        self.assertNotIn('.Archive', self.on_disk())
        self.expect({i: m for i, m in expected.items() if m.folder == 'INBOX'}, 'the mail left in the inbox')

    def test_a_swipe_and_a_button_ask_and_the_row_comes_back(self):
        self.start()
        names = self.app.names()
        self.long_swipe(self.app.row('Dancing shoes'))
        self.click(self.app.button('Cancel', self.until_asked()))
        self.until_answered()
        self.until_closed()
        self.drag(self.app.row('Sunday lunch'), REVEAL)
        self.until_open('Sunday lunch', 'Archive')
        self.click(self.app.button('Archive', self.app.row('Sunday lunch')))
        self.click(self.app.button('Cancel', self.until_asked()))
        self.until_answered()
        self.until_closed()
        self.assertEqual(self.app.names(), names)
        self.nothing_happened()
        self.long_swipe(self.app.row('Broken boiler'))
        self.choose(self.until_asked(), 'Lists/gtk')
        self.expect(self.moved('Lists.gtk', 'Broken boiler'), 'the message that was swiped')
        self.app.until(lambda: not self.app.rows('Broken boiler'), 'one row less')

    def test_who_only_looks_is_not_asked(self):
        self.start(self.mailbox.path)
        self.focus('Dancing shoes')
        self.hand.keys('e')
        self.app.until(lambda: self.app.says(LOOK_ONLY), 'the refusal')
        self.long_swipe(self.app.row('Sunday lunch'))
        self.until_focus('Sunday lunch')
        self.hand.keys('Delete', 'Down')
        self.until_focus('Broken boiler')
        self.app.until_still()
        self.assertIsNone(self.dialog())
        self.nothing_happened()

    def test_the_sample_does_not_ask(self):
        self.start('--sample', rows=6)
        sample = os.path.join(self.home, '.local/share/dunnock/sample')
        self.assertNotIn('.Trash', os.listdir(sample))
        first = self.app.names()[0]
        self.hand.keys('Delete')

        def trashed():
            self.assertIsNone(self.dialog())
            return os.path.isdir(os.path.join(sample, '.Trash/cur')) and os.listdir(os.path.join(sample, '.Trash/cur'))
        self.assertEqual(len(self.app.until(trashed, 'in the trash unasked')), 1)
        self.app.until(lambda: first not in self.app.names(), 'its row gone')


class MarkedForDeletion(DesktopCase):
    """Mail that another program has given Maildir's flag T."""

    def setUp(self):
        super().setUp()
        self.ids = [self.mailbox.add('Ada Lovelace', 'Engine notes', 'ST'), self.mailbox.add('Ben Okri', 'Famished road', 'FST'),
                    self.mailbox.add('Cyd Charisse', 'Dancing shoes', 'S')]
        self.before = self.mailbox.messages()
        self.start()

    def test_a_row_says_so_and_its_menu_takes_the_mark_off(self):
        for subject, is_marked in (('Engine notes', True), ('Famished road', True), ('Dancing shoes', False)):
            row = self.app.row(subject)
            self.assertEqual(MARKED in row.name, is_marked, row.name)
            self.assertEqual(bool([action for action in row.actions if action.endswith('keep')]), is_marked, row.actions)
        self.focus('Famished road')
        self.app.until(lambda: MARKED in self.app.texts(), 'the mark of the message beside the list')
        self.hand.keys('Menu')
        self.app.until(lambda: 'Do Not Delete' in self.app.menu(), 'the menu')
        self.app.until_still()
        while 'focused' not in self.app.menu()['Do Not Delete'].states:
            self.hand.keys('Down')
        self.hand.keys('Return')
        road = self.ids[1]
        self.expect({**self.before, road: self.before[road].flagged('FS')}, 'the same file without T')
        self.app.until(lambda: 'marked' not in self.app.row('Famished road').name, 'the mark gone from the row')
        self.app.until(lambda: MARKED not in self.app.texts(), 'the mark gone from the message beside the list')
        # A mark that a synchroniser may follow at any time is never put back.
        self.app.until(lambda: self.app.says('^No longer marked for deletion'), 'what happened')
        self.assertEqual(self.app.buttons('Undo'), [])
        self.hand.keys('Control+z', 's')
        self.expect({**self.before, road: self.before[road].flagged('S')}, 'the star gone, which was done last, and no T')

    def test_archiving_does_not_take_the_mark_along(self):
        self.hand.keys('e')
        notes = self.ids[0]
        self.expect({**self.before, notes: self.before[notes].flagged('S').moved('Archive')}, 'archived without T')


class Accounts(DesktopCase):
    """Two accounts in one mailbox, each with an archive."""

    def setUp(self):
        super().setUp()
        self.mailbox = Mailbox(('home/Archive', 'work/INBOX', 'work/Archive'), inbox='home/INBOX')
        self.addCleanup(self.mailbox.remove)
        add = self.mailbox.add
        self.ids = {subject: add(sender, subject, 'S', folder=f'{account}/INBOX') for account, sender, subject in (
            ('home', 'Ada Lovelace', 'Engine notes'), ('home', 'Ben Okri', 'Famished road'), ('work', 'Cyd Charisse', 'Dancing shoes'))}
        self.before = self.mailbox.messages()
        self.start(self.mailbox.path, rows=2)

    def test_changes_are_allowed_in_one_and_stay_in_it(self):
        self.until_listed('Engine notes', 'Famished road')
        self.allow()
        self.open('Inbox (work)')
        self.until_listed('Dancing shoes')
        self.app.until(lambda: self.app.says('^Read-only. Your mail is not changed') and self.app.buttons('Allow Changes'), 'the banner')
        row = self.app.row('Dancing shoes')
        self.assertFalse([action for action in row.actions if action.endswith('archive')], row.actions)
        self.long_swipe(row)
        self.app.until(lambda: self.app.says(LOOK_ONLY), 'the refusal')
        self.assertEqual(self.mailbox.messages(), self.before)
        self.restart(self.mailbox.path, rows=2)
        self.assertEqual(self.app.buttons('Allow Changes'), [])
        self.long_swipe(self.app.row('Engine notes'))
        expected = self.archived({}, 'home', 'Engine notes')
        self.expect(expected, "in the account's own archive")
        self.open('Inbox (work)')
        self.until_listed('Dancing shoes')
        self.allow()
        self.long_swipe(self.app.row('Dancing shoes'))
        self.expect(self.archived(expected, 'work', 'Dancing shoes'), "in the account's own archive")

    def allow(self):
        self.app.button('Allow Changes')
        self.app.until_still()
        self.click(self.app.button('Allow Changes'))
        self.app.until(lambda: not self.app.buttons('Allow Changes'), 'the banner gone')
        self.app.until_still()

    def archived(self, others, account, subject):
        identifier = self.ids[subject]
        return {**self.before, **others, identifier: self.before[identifier].moved(f'{account}/Archive')}

    def open(self, name):
        self.click(self.app.until(lambda: [item for item in self.app.tree.all(TREE_ITEM) if item.name.split(',')[0] == name],
                                  f'the folder {name}')[0])


if __name__ == '__main__':
    unittest.main()
