"""The folders beside the list: seen, chosen by mouse, finger and key, and heard; and a mailbox that goes away and comes back."""

import glob
import os
import shutil
import sqlite3
import unittest

from harness.accessibility import LIST, TREE_ITEM
from harness.case import REVEAL, DesktopCase
from harness.conditions import LIMIT, until


class Folders(DesktopCase):
    width = 1100

    def setUp(self):
        super().setUp()
        self.store({'hint-shown': 'true', 'window-width': str(self.width), 'window-height': '640'})
        self.ids = self.letters()
        for folder in ('Lists.gtk', 'Entw&APw-rfe'):
            self.mailbox.make(folder)
        self.put('Lists.gtk', 'new', '1500000000.a', 'Mailing list')
        self.put('Archive', 'cur', '1500000001.b:2,S', 'Long ago')

    def put(self, folder, part, name, subject):
        with open(os.path.join(self.mailbox.path, f'.{folder}', part, name), 'w') as file:
            file.write(f'From: Hal Ash <hal@desk.invalid>\nSubject: {subject}\nDate: Fri, 14 Jul 2017 02:40:00 +0000\n'
                       f'Message-ID: <{subject}>\n\nHello.\n')

    def items(self):
        return self.app.tree.all(TREE_ITEM)

    def folder_names(self):
        return [item.name for item in self.items() if not item.name.startswith('All ')]

    def item(self, name):
        return self.app.until(lambda: [item for item in self.items() if item.name.split(',')[0] == name], f'the folder {name}')[0]

    def test_names_nesting_and_numbers(self):
        self.start()
        self.app.until(lambda: self.folder_names() == [
            'Inbox, 2 unread', 'Drafts', 'Archive', 'Trash', 'Lists', 'Lists/gtk, 1 unread'], 'the folders by name')
        self.mailbox.set_flags(self.ids['Sunday lunch'], 'S')
        self.app.until(lambda: self.folder_names()[0] == 'Inbox, 1 unread', 'one unread message less')
        self.put('Lists.gtk', 'new', '1500000009.c', 'Another')
        self.app.until(lambda: 'Lists/gtk, 2 unread' in self.folder_names(), 'one unread message more in a folder that is not open')
        self.mailbox.make('K&APw-che')
        self.app.until(lambda: 'Küche' in self.folder_names(), 'a new folder')

    def test_the_menu_of_a_folder(self):
        self.start()
        self.app.until(lambda: 'Lists/gtk, 1 unread' in self.folder_names(), 'the folder with unread mail')
        self.hand.click(self.app.place(self.item('Lists/gtk')), button=3)
        self.app.until(lambda: list(self.app.menu()) == ['Mark All as Read', 'New Folder…'], 'the menu')
        self.app.until_still()
        self.hand.keys('Return')
        self.app.until(lambda: 'Lists/gtk' in self.folder_names(), 'nothing unread there')
        self.app.until(lambda: self.app.says('Marked 1 message as read|Marked as read'), 'what was done')
        self.click(self.item('Archive'))
        self.until_listed('Long ago')
        for _ in range(2):
            self.hand.keys('F9')
            self.app.until_still()
        self.hand.keys('Shift+F10')
        self.app.until(lambda: list(self.app.menu()) == ['New Folder…'], 'the menu by key')

    def test_the_menu_of_a_folder_comes_up_with_the_release(self):
        self.start()
        at = self.app.place(self.item('Archive'))
        self.hand.point(at)
        self.hand.press(button=3)
        self.app.until_still()
        self.assertNotIn('New Folder…', self.app.menu())
        self.hand.release(button=3)
        self.app.until(self.app.menu, 'the menu')

    def test_the_program_ends_right_behind_the_menu_of_a_folder(self):
        for key in ('Control+q', 'Control+w'):
            # A warning in a loop ends the program, and does not fill the disk.
            self.start(wrapper=['prlimit', f'--fsize={1 << 25}'])
            self.app.until(lambda: 'Lists/gtk, 1 unread' in self.folder_names(), 'the folder with unread mail')
            self.hand.click(self.app.place(self.item('Lists/gtk')), button=3)
            self.app.until(self.app.menu, 'the menu')
            self.app.until_still()
            app, self.app = self.app, None
            self.hand.keys('Escape')

            def ends():
                # A key that comes while the server gives the focus back from the menu is lost.
                self.hand.keys(key)
                return not app.alive
            until(ends, f'the end after {key}')
            self.assertEqual((app.wait(), app.complaints()), (0, []), app.tail())

    def kept(self):
        """The subjects that the index has of the folders that are not open."""
        for file in glob.glob(os.path.join(self.home, '.cache/dunnock/index/*.sqlite')):
            database = sqlite3.connect(f'file:{file}?mode=ro', uri=True)
            try:
                return sorted(subject for subject, in database.execute(
                    "SELECT subject FROM message JOIN folder ON folder.id = folder WHERE path <> x''"))
            except sqlite3.OperationalError:
                return []
            finally:
                database.close()
        return []

    def test_folders_that_nobody_opened_are_read_in_the_background(self):
        self.start()
        self.app.until(lambda: self.kept() == ['Long ago', 'Mailing list'], 'what is in the folders that nobody opened to be known')

    def test_a_folder_that_comes_does_not_take_a_press(self):
        # GTK's list box forgets a press that is held for longer than a double click may take.
        self.set_gtk(gtk_double_click_time=LIMIT * 1000)
        self.start()
        # The folder comes after the release, with it and before it.
        for number, hold in enumerate((lambda _: None, lambda _: self.hand.pause(0.2), self.item)):
            name = f'New {number}'
            self.hand.point(self.app.place(self.item('Archive')))
            self.hand.press()
            self.mailbox.make(name)
            hold(name)
            self.hand.release()
            self.until_listed('Long ago')
            self.item(name)
            self.click(self.item('Inbox'))
            self.app.until(lambda: any('Engine notes' in name for name in self.app.names()[:1]), 'the inbox')

    def test_choosing_by_mouse_and_undo_across_folders(self):
        self.start()
        before = self.mailbox.messages()
        identifier = self.ids['Dancing shoes']
        self.drag(self.app.row('Dancing shoes'), REVEAL)
        self.until_open('Dancing shoes', 'Archive')
        self.click(self.app.button('Archive', self.app.row('Dancing shoes')))
        moved = {**before, identifier: before[identifier].moved('Archive')}
        self.expect(moved, 'archived')
        self.click(self.item('Archive'))
        self.until_listed('Dancing shoes', 'Long ago')
        # In the archive nothing can be archived; it goes back instead.
        self.drag(self.app.row('Dancing shoes'), REVEAL)
        self.until_open('Dancing shoes', 'Move to Inbox', 'Mark as Unread')
        self.assertEqual(self.app.buttons('Archive', self.app.row('Dancing shoes')), [])
        self.hand.keys('Escape')
        self.until_closed()
        self.hand.keys('Control+z')
        self.expect({**before, identifier: before[identifier].moved('INBOX')}, 'archiving taken back while another folder is on show')
        self.until_listed('Long ago')
        self.click(self.item('Inbox'))
        self.app.until(lambda: len(self.app.rows()) == 6, 'the inbox with all its mail')

    def test_choosing_by_keys(self):
        self.start()
        self.until_focus('Engine notes')
        self.hand.keys('F9')
        self.app.until_still()
        self.hand.keys('F9')
        self.until_focus('Inbox')
        for name in 'Drafts', 'Archive':
            self.hand.keys('Down')
            self.until_focus(name)
        self.until_listed('Long ago')
        for name in 'Trash', 'Lists', 'Lists/gtk':
            self.hand.keys('Down')
            self.until_focus(name)
        self.until_listed('Mailing list')
        self.hand.keys('Return')
        self.until_focus('Mailing list')
        before = self.mailbox.messages()
        self.hand.keys('e')
        self.expect({**before, '<Mailing list>': before['<Mailing list>'].moved('Archive')}, 'archived by key')

    def test_keys_that_follow_one_for_a_folder_at_once_are_for_that(self):
        self.start()
        self.until_focus('Engine notes')
        self.hand.keys('e')
        self.app.until(lambda: not self.app.rows('Engine notes'), 'the mail archived')
        def folders():
            return {id: message.folder for id, message in self.mailbox.messages().items()}
        archived = folders()
        for _ in range(3):
            # What was done before is not undone by a key that undoes what came to nothing.
            self.hand.keys('g', 'a', 'Delete', 'Control+z')
            self.app.until(lambda: self.app.rows('Long ago') and self.app.rows('Engine notes'), 'both in the archive')
            self.app.until(lambda: folders() == archived, 'nothing else')
            self.app.until_still()
            self.hand.keys('g', 'i')
            self.app.until(lambda: self.app.rows('Sunday lunch'), 'the inbox')
        self.hand.keys('g', 'a', 'j', 'Delete')
        self.app.until(lambda: len(self.app.rows()) == 1 and self.app.rows('Engine notes'), 'the second of the archive gone')

    def test_choosing_by_finger(self):
        self.start()
        self.hand.tap(self.app.place(self.item('Archive')))
        self.until_listed('Long ago')


class FoldersOnANarrowWindow(Folders):
    width = 400

    test_names_nesting_and_numbers = test_choosing_by_mouse_and_undo_across_folders = None
    test_choosing_by_keys = test_choosing_by_finger = test_a_folder_that_comes_does_not_take_a_press = None
    # The folders are to be brought there first; for their menu see below.
    test_the_menu_of_a_folder_comes_up_with_the_release = test_the_program_ends_right_behind_the_menu_of_a_folder = None

    def test_folders_come_over_the_list_and_go(self):
        self.start()
        inbox = self.desk.picture()
        self.click(self.app.button('Show or Hide Folders'))
        self.until_focus('Inbox')
        self.app.until_still()
        self.assertNotEqual(self.desk.picture(), inbox)
        self.hand.keys('Escape')
        self.until_focus('Engine notes')
        self.app.until_still()
        self.hand.keys('F9')
        self.until_focus('Inbox')
        self.app.until_still()
        self.click(self.item('Archive'))
        self.until_listed('Long ago')
        self.until_focus('Long ago')

    def test_the_menu_of_a_folder(self):
        self.start()
        self.hand.keys('F9')
        # Newer GTK makes the rows of a list once it is shown.
        self.app.until(lambda: 'Lists/gtk, 1 unread' in self.folder_names(), 'the folder with unread mail')
        self.app.until_still()
        self.hand.click(self.app.place(self.item('Lists/gtk')), button=3)
        self.app.until(lambda: list(self.app.menu()) == ['Mark All as Read', 'New Folder…'], 'the menu')
        self.app.until_still()
        self.hand.keys('Return')
        self.app.until(lambda: 'Lists/gtk' in self.folder_names(), 'nothing unread there')


class Vanishing(DesktopCase):
    def setUp(self):
        super().setUp()
        self.ids = self.letters()
        self.away = self.mailbox.path + '-away'
        self.addCleanup(shutil.rmtree, self.away, ignore_errors=True)

    def usable(self):
        """Whether the list of messages is: on GTK 4.8 only the widget that was made insensitive tells it."""
        return not self.app.tree.all(matching=lambda node: 'sensitive' not in node.states and node.all(
            LIST, lambda below: below.name == 'Messages'))

    def test_mailbox_that_goes_keeps_its_rows_and_comes_back(self):
        self.start()
        before = self.mailbox.messages()
        names = self.app.names()
        os.rename(self.mailbox.path, self.away)
        self.app.until(lambda: self.app.says('is no longer available'), 'the reason')
        self.assertEqual(self.app.names(), names)
        self.app.until(lambda: not self.usable(), 'the list greyed')
        self.app.button('Try Again')
        os.rename(self.away, self.mailbox.path)
        self.app.until(self.usable, 'the list usable')
        self.app.until(lambda: not self.app.buttons('Try Again'), 'no more trouble')
        self.assertEqual(self.app.names(), names)
        self.assertEqual(self.mailbox.messages(), before)

    def test_folder_that_is_emptied_keeps_its_rows_until_its_mail_is_back(self):
        self.mailbox.delete(self.ids['Engine notes'])
        self.start()
        names = self.app.names()
        self.swap_cur()
        self.app.until(lambda: self.app.says('suddenly disappeared') and not self.usable(), 'the reason')
        self.assertEqual(self.app.names(), names)
        self.assertTrue(self.app.buttons('Show as Empty'))
        os.rmdir(self.cur)
        os.rename(self.away, self.cur)
        self.app.until(lambda: self.usable() and not self.app.buttons('Show as Empty'), 'the mail back')
        self.assertEqual(self.app.names(), names)

    def test_folder_that_is_emptied_is_empty_when_the_person_says(self):
        self.mailbox.delete(self.ids['Engine notes'])
        self.start()
        self.swap_cur()
        button = self.app.button('Show as Empty')
        self.app.until_still()
        self.click(button)
        self.app.until(lambda: self.app.says('All Caught Up') and not self.app.rows(), 'an empty inbox')
        self.mailbox.deliver('Gil Scott', 'Fresh from the post')
        self.app.row('Fresh from the post')
        self.app.until(self.usable, 'the list usable')

    @property
    def cur(self):
        return os.path.join(self.mailbox.path, 'cur')

    def swap_cur(self):
        """Puts an empty directory in the place of one that has mail."""
        os.rename(self.cur, self.away)
        os.mkdir(self.cur)

    def test_mailbox_that_is_not_there_yet_opens_by_itself(self):
        os.rename(self.mailbox.path, self.away)
        self.start('--allow-changes', self.mailbox.path, rows=0)
        self.app.button('Try Again')
        os.rename(self.away, self.mailbox.path)
        self.app.until(lambda: len(self.app.rows()) == 6, 'the mail, by itself')


if __name__ == '__main__':
    unittest.main()
