"""Conversations: a row for the messages that belong together, and what is done to it is done to all of them as one step, by every way."""

import unittest

from harness.case import REVEAL, DesktopCase

ROW = 'Ben, Cyd, Ada, 3 messages'
TALK = ('Where to eat', 'At the river', 'On the roof')


class Conversations(DesktopCase):
    folders = ('Archive', 'Trash', 'Sent')

    def setUp(self):
        super().setUp()
        add = self.mailbox.add
        self.ids = {'Engine notes': add('Ada Lovelace', 'Engine notes', 'S')}
        # The newest is added first.
        numbers = [f'<letter-{number}@desk.invalid>' for number in (5, 4, 2)]
        self.ids['On the roof'] = add('Ada Lovelace', 'On the roof', '', answering=numbers[1:2])
        self.ids['Broken boiler'] = add('Eve Arden', 'Broken boiler', 'S')
        self.ids['At the river'] = add('Cyd Charisse', 'At the river', 'S', answering=numbers[:1])
        self.ids['Where to eat'] = add('Ben Okri', 'Where to eat', 'S')
        self.ids['Tall building'] = add('Fay Wray', 'Tall building', 'S')
        self.before = self.mailbox.messages()
        self.start(rows=4)
        self.until_gathered()
        self.focus('Engine notes')

    def until_gathered(self):
        self.until_listed('Engine notes', ROW, 'Broken boiler', 'Tall building')

    def after(self, change, subjects=TALK):
        return {**self.before, **{self.ids[subject]: change(self.before[self.ids[subject]]) for subject in subjects}}

    def until_done_and_undone(self, change, what):
        self.expect(self.after(change), what)
        self.app.until(lambda: self.app.says('3 messages'), 'one notice')
        self.hand.keys('Control+z')
        moved = change(self.before[self.ids[TALK[0]]]).folder != 'INBOX'
        self.expect(self.after(lambda m: m.moved('INBOX')) if moved else self.before, f'{what} undone by one key')
        self.until_gathered()

    def archived(self, message):
        return message.moved('Archive')

    # By each way.

    def test_mouse(self):
        self.drag(self.app.row(ROW), REVEAL)
        self.until_open(ROW, 'Archive (3)')
        self.click(self.app.button('Archive (3)', self.app.row(ROW)))
        self.until_done_and_undone(self.archived, 'archived')

    def test_long_swipe(self):
        self.long_swipe(self.app.row(ROW), 300)
        self.until_done_and_undone(self.archived, 'archived')

    def test_finger(self):
        self.swipe(self.app.row(ROW), -REVEAL)
        self.until_open(ROW, 'Trash (3)')
        self.hand.tap(self.app.place(self.app.button('Trash (3)', self.app.row(ROW))))
        self.until_done_and_undone(lambda m: m.moved('Trash'), 'in the trash')

    def test_key(self):
        self.focus(ROW)
        self.hand.keys('e')
        self.until_done_and_undone(self.archived, 'archived')
        self.until_focus(ROW)

    def test_menu(self):
        at = self.app.place(self.app.row(ROW), 0.3)
        self.hand.click(at, button=3)
        items = self.app.until(self.app.menu, 'the menu')
        self.app.until_still()
        first = next(iter(items.values()))
        self.hand.click((at[0] + 40, at[1] + 20 + items['Archive (3)'].extents[1] - first.extents[1]))
        self.until_done_and_undone(self.archived, 'archived')

    def test_screen_reader(self):
        self.assertIn('On the roof', self.app.row(ROW).name)
        self.assertIn('1 unread', self.app.row(ROW).name)
        self.app.row(ROW).do('row.archive')
        self.until_done_and_undone(self.archived, 'archived')

    def test_stars_and_marks(self):
        self.focus(ROW)
        self.hand.keys('s')
        self.expect(self.after(lambda m: m.flagged(''.join(sorted({*m.flags} | {'F'})))), 'all starred')
        self.app.until(lambda: 'starred' in self.app.row(ROW).name, 'the star')
        self.hand.keys('s')
        self.expect(self.after(lambda m: m.flagged(m.flags)), 'no star')
        self.app.until(lambda: 'starred' not in self.app.row(ROW).name, 'no star')
        self.hand.keys('Shift+i')
        self.expect(self.after(lambda m: m.flagged('S')), 'all read')
        self.app.until(lambda: 'unread' not in self.app.row(ROW).name, 'a row that is read')
        self.hand.keys('Control+z')
        self.expect(self.after(lambda m: m.flagged(m.flags)), 'one unread again')

    # It stays the row that it is.

    def test_an_answer_joins_an_open_row(self):
        self.focus(ROW)
        self.drag(self.app.row(ROW), REVEAL)
        self.until_open(ROW, 'Archive (3)')
        answer = self.mailbox.deliver('Dov Ber', 'By the lake', answering=[self.ids['Where to eat']])
        self.before = self.mailbox.messages()
        self.until_listed('By the lake', 'Engine notes', 'Broken boiler', 'Tall building')
        self.until_open('By the lake', 'Archive (4)')
        self.until_focus('4 messages')
        self.click(self.app.button('Archive (4)', self.app.row('By the lake')))
        self.ids['By the lake'] = answer
        self.expect(self.after(self.archived, (*TALK, 'By the lake')), 'all four archived')

    def test_ones_own_answer_is_counted_and_stays(self):
        self.mailbox.add('Me Myself', 'I cook', 'S', folder='Sent', answering=[self.ids['Where to eat']])
        self.before = self.mailbox.messages()
        # A folder that nobody has opened is read soon after the start.
        self.restart(rows=4)
        self.app.until(lambda: '4 messages' in self.app.row('On the roof').name, 'the answer counted')
        self.focus('On the roof')
        self.hand.keys('e')
        self.expect(self.after(self.archived), 'three archived, and what was sent where it was')

    def test_selected_with_others(self):
        self.focus(ROW)
        self.hand.keys('x')
        self.app.until(lambda: self.app.says('^1 Conversation$'), 'one row selected')
        self.hand.keys('Shift+Down')
        self.app.until(lambda: self.app.says('^2 Conversations$'), 'two rows selected')
        self.hand.keys('e')
        self.expect(self.after(self.archived, (*TALK, 'Broken boiler')), 'four archived')
        self.hand.keys('Control+z')
        self.until_gathered()

    # In the menu.

    def choose_conversations(self):
        self.hand.keys('F10')
        self.app.until(lambda: any('focused' in item.states for item in self.app.menu().values()), 'the menu')
        self.app.open_submenu('View')
        while 'focused' not in self.app.menu()['Sort by Date'].states:
            before = self.app.focused()
            self.hand.keys('Down')
            self.app.until(lambda: self.app.focused() != before, 'the next item')
        self.hand.keys('Down')
        self.until_focus('Show Conversations')
        self.hand.keys('Return')
        self.app.until(lambda: not self.app.menu(), 'no menu')

    def test_off_and_on_in_the_menu(self):
        self.focus(ROW)
        self.choose_conversations()
        apart = ('Engine notes', 'On the roof', 'Broken boiler', 'At the river', 'Where to eat', 'Tall building')
        self.until_listed(*apart)
        self.app.until(lambda: self.stored('conversations') == 'false', 'the choice remembered')
        self.until_focus('On the roof')
        self.hand.keys('e')
        self.expect(self.after(self.archived, ['On the roof']), 'one archived')
        self.hand.keys('Control+z')
        self.until_listed(*apart)
        self.restart(rows=6)
        self.until_listed(*apart)
        self.choose_conversations()
        self.until_gathered()


class Narrow(Conversations):
    """The same in a window that has room for the list alone."""

    def store(self, settings):
        super().store({**settings, 'window-width': '360', 'window-height': '640'})


if __name__ == '__main__':
    unittest.main()
