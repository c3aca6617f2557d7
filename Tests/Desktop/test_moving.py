"""Mail is moved to a folder that the person picks, to junk and back, and all mail of one sender at once: by every device."""

import unittest

from harness.accessibility import DIALOG, LIST, LIST_ITEM
from harness.case import REVEAL, DesktopCase
from harness.sway import SwayDesk

ALL = ('Archive', 'Bills', 'Junk', 'Lists/gtk', 'Trash')


class MovingCase(DesktopCase):
    folders = ('Archive', 'Bills', 'Junk', 'Lists.gtk', 'Trash')

    def setUp(self):
        super().setUp()
        self.store({'hint-shown': 'true', 'leading-actions': "['move', 'toggle-read']"})
        self.ids = self.letters()
        self.before = self.mailbox.messages()
        self.start()

    def moved(self, folder, *subjects):
        identifiers = [self.ids[subject] for subject in subjects]
        return {i: m.moved(folder) if i in identifiers else m for i, m in self.before.items()}

    def picker(self):
        """The lines of the picker by their names; None where there is none."""
        for window in self.app.windows():
            for found in window.all(LIST, lambda node: node.name.startswith('Move ')):
                return {row.name: row for row in found.all(LIST_ITEM)}
        return None

    def until_picker(self, *lines):
        """Waits until the picker begins with these lines and hears keys; returns them all."""
        self.app.until(lambda: (picker := self.picker()) and list(picker)[:len(lines)] == list(lines), f'a picker of {lines}')
        self.until_focus('Folder Name')
        return self.picker()

    def until_picked(self):
        self.app.until(lambda: self.picker() is None, 'no picker')

    def pick(self, name, words):
        """Finds a folder by words that are typed."""
        self.until_picker()
        self.hand.keys(*words)
        self.until_picker(name)
        self.hand.keys('Return')
        self.until_picked()


class MovedByKeys(MovingCase):
    """On a desktop that gives the focus back to the window when a dialog goes."""

    kind = SwayDesk

    def test_to_what_is_typed_to_what_was_used_lately_to_a_new_folder_and_to_junk(self):
        self.focus('Dancing shoes')
        self.hand.keys('v')
        self.until_picker(*ALL)
        self.hand.keys('Escape')
        self.until_picked()
        self.until_focus('Dancing shoes')
        self.assertEqual(self.mailbox.messages(), self.before)
        self.hand.keys('v')
        self.pick('Lists/gtk', 'gtk')
        self.expect(self.moved('Lists.gtk', 'Dancing shoes'), 'moved')
        self.app.until(lambda: self.app.says('^Moved “.*Dancing shoes.*” to “.*Lists/gtk.*”'), 'the notice')
        self.until_focus('Sunday lunch')
        self.before = self.mailbox.messages()

        self.hand.keys('v')
        self.until_picker('Lists/gtk, Recent', 'Archive', 'Bills')
        self.hand.keys('Down', 'Down')
        self.until_focus('Bills')
        self.hand.keys('Return')
        self.until_picked()
        self.expect(self.moved('Bills', 'Sunday lunch'), 'moved to the line with the focus')
        self.hand.keys('Control+z')
        self.expect(self.moved('INBOX', 'Sunday lunch'), 'back')
        self.until_focus('Sunday lunch')

        # What is typed before the picker is there is for it: none of these letters files, answers or puts off mail.
        self.hand.keys('v', *'bil')
        self.app.until(lambda: [name.split(',')[0] for name in self.picker() or ()][:1] == ['Bills'], 'the picker of what was typed')
        self.until_focus('Folder Name')
        self.hand.keys('Return')
        self.until_picked()
        self.expect(self.moved('Bills', 'Sunday lunch'), 'moved by what was typed ahead')
        self.hand.keys('Control+z')
        self.expect(self.moved('INBOX', 'Sunday lunch'), 'back again')
        self.until_focus('Sunday lunch')

        self.hand.keys('v')
        self.pick('New Folder “\u2068taxes/old\u2069”', [*'taxes', 'slash', *'old'])
        self.expect(self.moved('taxes.old', 'Sunday lunch'), 'in a folder that was made')
        self.until_focus('Broken boiler')
        self.before = self.mailbox.messages()

        self.hand.keys('Shift+1')
        self.expect(self.moved('Junk', 'Broken boiler'), 'junk')
        self.hand.keys('Control+z')
        self.expect(self.moved('INBOX', 'Broken boiler'), 'not junk')


class MovedByPointer(MovingCase):
    def take(self, name):
        """Clicks a line of the picker where it is; newer GTKs do not say where that is."""
        line = self.until_picker()[name]
        if self.app.tree.toolkit >= (4, 10):
            self.hand.keys(*['Down'] * list(self.picker()).index(name), 'Return')
        else:
            self.app.until_still()
            self.click(line)
        self.until_picked()

    def test_a_button_by_mouse_and_by_finger(self):
        self.drag(self.app.row('Sunday lunch'), REVEAL)
        self.until_open('Sunday lunch', 'Move To…')
        self.click(self.app.button('Move To…', self.app.row('Sunday lunch')))
        self.take('Bills')
        self.expect(self.moved('Bills', 'Sunday lunch'), 'moved by mouse')
        self.until_listed(*[subject for subject in self.ids if subject != 'Sunday lunch'])
        self.before = self.mailbox.messages()
        self.swipe(self.app.row('Broken boiler'), REVEAL)
        self.until_open('Broken boiler', 'Move To…')
        self.hand.tap(self.app.place(self.app.button('Move To…', self.app.row('Broken boiler'))))
        self.take('Trash')
        self.expect(self.moved('Trash', 'Broken boiler'), 'moved by finger')

    def test_several_by_the_menu_and_one_by_a_screen_reader(self):
        self.focus('Engine notes')
        self.hand.keys('x', 'Down', 'Down', 'x')
        at = self.app.place(self.app.row('Dancing shoes'), 0.3)
        self.hand.click(at, button=3)
        items = self.app.until(self.app.menu, 'the menu')
        self.app.until_still()
        self.hand.click((at[0] + 40, at[1] + 20 + items['Move To… (2)'].extents[1] - next(iter(items.values())).extents[1]))
        self.pick('Lists/gtk', 'gtk')
        self.expect(self.moved('Lists.gtk', 'Engine notes', 'Dancing shoes'), 'both moved')
        self.hand.keys('Control+z')
        self.expect(self.moved('INBOX', 'Engine notes', 'Dancing shoes'), 'both back by one key')
        self.until_listed(*self.ids)
        self.before = self.mailbox.messages()
        self.app.row('Tall building').do('row.move')
        self.pick('Bills', 'bil')
        self.expect(self.moved('Bills', 'Tall building'), 'moved')
        self.app.row('Sunday lunch').do('row.junk')
        self.expect({**self.moved('Bills', 'Tall building'), **{self.ids['Sunday lunch']: self.before[self.ids['Sunday lunch']].moved('Junk')}},
                    'junk')

    def test_all_mail_of_a_sender_is_one_step(self):
        more = [self.mailbox.add('Dov Ber', f'Menu {number}') for number in range(3)]
        self.app.until(lambda: len(self.app.rows()) > 6, 'more than six rows')
        self.before = self.mailbox.messages()
        self.app.row('Sunday lunch').do('row.sweep')

        def question():
            found = self.app.tree.all(DIALOG)
            return found and found[0]
        dialog = self.app.until(question, 'the question')
        self.assertTrue(self.app.says('^4 messages from '), self.app.texts())
        self.app.button('Archive', dialog).do('lick')
        swept = [self.ids['Sunday lunch'], *more]
        self.expect({i: m.moved('Archive') if i in swept else m for i, m in self.before.items()}, 'all four archived')
        self.app.until(lambda: self.app.says('^Archived 4 messages'), 'the notice')
        self.app.button('Undo').do('lick')
        self.expect({i: m.moved('INBOX') if i in swept else m for i, m in self.before.items()}, 'all four back by one button')


class ConversationsMoved(DesktopCase):
    folders = ('Archive', 'Bills', 'Sent', 'Trash')

    def test_only_what_is_in_the_folder_on_show_goes(self):
        add = self.mailbox.add
        first = '<letter-2@desk.invalid>'
        add('Eve Arden', 'Broken boiler', 'S')
        first_id = add('Ben Okri', 'Where to eat', 'S')
        answer = add('Cyd Charisse', 'At the river', 'S', answering=[first])
        add('Me', 'My answer', 'S', answering=[first], folder='Sent')
        before = self.mailbox.messages()
        self.start(rows=2)
        row = self.app.row('Where to eat')
        row.do('row.move')
        self.app.until(lambda: self.app.tree.all(LIST, lambda node: node.name == 'Move 2 Messages To'), 'the picker')
        self.hand.keys(*'bills', 'Return')
        self.expect({i: m.moved('Bills') if i in (first_id, answer) else m for i, m in before.items()}, 'the two of the inbox moved')
        self.hand.keys('Control+z')
        self.expect({i: m.moved('INBOX') if i in (first_id, answer) else m for i, m in before.items()}, 'both back')


if __name__ == '__main__':
    unittest.main()
