"""Several messages at once: selected by mouse, keys, finger, menu and screen reader, and what is done to one is done to all as one step."""

import os
import unittest

from harness.case import REVEAL, DesktopCase
from harness.mailbox import NEWEST

CHOSEN = ('Famished road', 'Dancing shoes', 'Sunday lunch')


class Selecting(DesktopCase):
    def setUp(self):
        super().setUp()
        self.ids = self.letters()
        self.before = self.mailbox.messages()
        self.start()
        self.focus('Engine notes')

    def after(self, change, subjects=CHOSEN):
        return {**self.before, **{self.ids[subject]: change(self.before[self.ids[subject]]) for subject in subjects}}

    def until_selected(self, *subjects):
        """Waits until a screen reader is told that these rows, and no other, are selected, and how many they are."""
        def told():
            return [row.name for row in self.app.rows() if 'selected' in row.states]
        self.app.until(lambda: len(told()) == len(subjects) and all(any(subject in name for name in told()) for subject in subjects),
                       f'{subjects} selected')
        self.app.until(lambda: self.counted() == len(subjects), f'{len(subjects)} counted')

    def counted(self):
        return next((int(text.split()[0]) for text in self.app.texts() if text.endswith(' selected') and text.split()[0].isdigit()), 0)

    def until_unselected(self):
        self.app.until(lambda: self.counted() == 0, 'nothing selected')
        self.app.until_still()

    def click_with(self, modifier, subject):
        self.hand.hold(modifier)
        self.click(self.app.row(subject))
        self.hand.let_up(modifier)

    def select_with_the_mouse(self):
        self.click(self.app.row(CHOSEN[0]))
        for count, subject in enumerate(CHOSEN[1:], 2):
            self.click_with('Control', subject)
            self.until_selected(*CHOSEN[:count])
        self.app.until_still()

    def menu_item(self, subject, name, by=None):
        """Opens the row's menu, by a right click or by a long press, and chooses an item by its own place."""
        at = self.app.place(self.app.row(subject), 0.3)
        if by == 'finger':
            mark = self.app.mark()
            self.hand.touch(at)
            # The long press; the menu comes when the finger lifts.
            self.app.until_logged('cancelled: menu', mark)
            self.hand.lift()
        else:
            self.hand.click(at, button=3)
        items = self.app.until(self.app.menu, 'the menu')
        self.app.until_still()
        place = at[0] + 40, at[1] + 20 + items[name].extents[1] - next(iter(items.values())).extents[1]
        (self.hand.tap if by == 'finger' else self.hand.click)(place)
        self.app.until(lambda: not self.app.menu(), 'no menu')

    def until_done_and_undone(self, change, what):
        self.expect(self.after(change), what)
        self.app.until(lambda: self.app.says('3 messages'), 'one notice')
        self.hand.keys('Control+z')
        self.expect(self.after(lambda m: m.moved('INBOX')) if change(self.before[self.ids[CHOSEN[0]]]).folder != 'INBOX' else self.before,
                    f'{what} undone by one key')
        self.until_listed(*self.ids)

    # By each way.

    def test_mouse_and_button(self):
        self.select_with_the_mouse()
        self.click(self.foot('Archive'))
        self.until_done_and_undone(lambda m: m.moved('Archive'), 'archived')

    def foot(self, name):
        """The button of the bar at the foot of the list: the last of that name."""
        return self.app.until(lambda: self.app.buttons(name), f'a button {name!r}')[-1]

    def test_shift_and_key(self):
        self.click(self.app.row(CHOSEN[0]))
        self.click_with('Shift', CHOSEN[2])
        self.until_selected(*CHOSEN)
        self.hand.keys('e')
        self.until_done_and_undone(lambda m: m.moved('Archive'), 'archived')

    def test_keys(self):
        self.focus(CHOSEN[0])
        self.hand.keys('x')
        self.until_selected(CHOSEN[0])
        self.hand.keys('Shift+Down', 'Shift+Down', 'Shift+Down')
        self.until_selected(*CHOSEN, 'Broken boiler')
        self.hand.keys('Shift+Up')
        self.until_selected(*CHOSEN)
        self.hand.keys('Delete')
        self.until_done_and_undone(lambda m: m.moved('Trash'), 'in the trash')

    def test_finger_and_tray(self):
        self.menu_item(CHOSEN[0], 'Select', by='finger')
        self.until_selected(CHOSEN[0])
        for count, subject in enumerate(CHOSEN[1:], 2):
            self.hand.tap(self.app.place(self.app.row(subject)))
            self.until_selected(*CHOSEN[:count])
        self.app.until_still()
        self.swipe(self.app.row(CHOSEN[1]), REVEAL)
        self.until_open(CHOSEN[1], 'Archive (3)')
        self.hand.tap(self.app.place(self.app.button('Archive (3)', self.app.row(CHOSEN[1]))))
        self.until_done_and_undone(lambda m: m.moved('Archive'), 'archived')

    def test_menu(self):
        self.select_with_the_mouse()
        self.menu_item(CHOSEN[2], 'Archive (3)')
        self.until_done_and_undone(lambda m: m.moved('Archive'), 'archived')

    def test_screen_reader(self):
        for count, subject in enumerate(CHOSEN, 1):
            self.app.row(subject).do('row.select')
            self.until_selected(*CHOSEN[:count])
        self.app.row(CHOSEN[1]).do('row.archive')
        self.until_done_and_undone(lambda m: m.moved('Archive'), 'archived')

    def test_a_dragged_row_of_several(self):
        self.select_with_the_mouse()
        self.long_swipe(self.app.row(CHOSEN[1]), 420)
        self.until_done_and_undone(lambda m: m.moved('Archive'), 'archived')

    def test_a_row_that_is_not_selected_goes_alone(self):
        self.select_with_the_mouse()
        self.drag(self.app.row('Broken boiler'), REVEAL)
        self.until_open('Broken boiler', 'Archive')
        self.click(self.app.button('Archive', self.app.row('Broken boiler')))
        self.expect(self.after(lambda m: m.moved('Archive'), ['Broken boiler']), 'one archived')
        self.until_selected(*CHOSEN)

    def test_star_goes_one_way(self):
        self.select_with_the_mouse()
        self.hand.keys('s')
        # One of them had it.
        self.expect(self.after(lambda m: m.flagged(''.join(sorted({*m.flags} | {'F'})))), 'all starred')
        self.until_selected(*CHOSEN)
        self.hand.keys('Control+z')
        self.expect(self.before, 'the stars gone that were set')

    # What ends it, and what does not.

    def test_escape_and_cancel_end_it(self):
        self.hand.keys('Control+a')
        self.until_selected(*self.ids)
        self.hand.keys('Escape')
        self.until_unselected()
        self.until_focus('Engine notes')
        self.hand.keys('x')
        self.until_selected('Engine notes')
        self.click(self.app.button('Cancel'))
        self.until_unselected()
        self.until_focus('Engine notes')
        # Again the one that is current.
        self.hand.keys('e')
        self.expect(self.after(lambda m: m.moved('Archive'), ['Engine notes']), 'one archived')

    def test_what_arrives_is_not_selected(self):
        self.hand.keys('Control+a')
        self.until_selected(*self.ids)
        self.mailbox.deliver('Gus Late', 'Late news')
        self.app.row('Late news')
        self.until_selected(*self.ids)
        gone = self.ids['Tall building']
        self.mailbox.delete(gone)
        self.until_selected(*[subject for subject in self.ids if subject != 'Tall building'])
        self.hand.keys('e')
        self.app.until(lambda: sum(m.folder == 'Archive' for m in self.mailbox.messages().values()) == 5, 'five archived')
        self.until_listed('Late news')

    def test_a_letter_in_a_field_selects_nothing(self):
        self.hand.keys('Return')
        self.until_focus('Message text')
        self.hand.keys('Control+f')
        self.app.until(lambda: 'find' in (self.app.focused() or '').lower(), 'the focus in the field')
        self.hand.keys('x', 'e')
        self.app.until(lambda: self.app.says('^Not found'), 'that the letters were looked for')
        self.assertEqual(self.counted(), 0)
        self.expect(self.before, 'nothing changed')


class Looking(DesktopCase):
    def test_look_only_selects_and_changes_nothing(self):
        self.letters()
        before = self.mailbox.messages()
        self.start(self.mailbox.path)
        self.focus('Engine notes')
        self.hand.keys('x', 'Shift+Down', 'e')
        self.app.until(lambda: self.app.says('^Read-only'), 'the refusal')
        self.expect(before, 'nothing changed')


class Many(DesktopCase):
    COUNT = 10_000

    def setUp(self):
        super().setUp()
        for number in range(self.COUNT):
            self.mailbox.add_file(f'{int(NEWEST.timestamp()) - number}.M{number}.desk:2,S',
                                  f'From: P <p@desk.invalid>\nSubject: Letter {number:05}\nDate: {NEWEST:%a, %d %b %Y %H:%M:%S} +0000\n'
                                  f'\nHello.\n'.encode())
        self.start(rows=20)
        self.until_read()

    def count(self, folder):
        return sum(len(os.listdir(os.path.join(self.mailbox.directory(folder), part))) for part in ('cur', 'new'))

    def until_read(self):
        """Waits until nothing says any more how many messages have been read."""
        self.app.until_reached(lambda: [text for text in self.app.texts() if text.endswith(' read')], [], 'all messages read')

    def until_counted(self, inbox, what):
        """Waits until so many messages are in the inbox, and the rest in the archive."""
        self.app.until_reached(lambda: (self.count('INBOX'), self.count('Archive')), (inbox, self.COUNT - inbox), what)

    def test_ten_thousand_are_one_step(self):
        self.focus('Letter 00000')
        self.hand.keys('Control+a')
        self.app.until(lambda: self.app.says(r'^10.?000 selected$'), 'all selected')
        self.hand.keys('e')
        self.until_counted(0, 'all archived')
        self.app.until(lambda: self.app.says(r'^Archived 10.?000 messages'), 'one notice')
        self.hand.keys('Control+z')
        self.until_counted(self.COUNT, 'all back by one undo')
        self.app.until(lambda: len(self.app.rows()) > 5, 'the rows back')
        self.restart(rows=5)
        self.until_read()
        self.hand.keys('Control+Shift+z')
        self.until_counted(0, 'all archived again')


class Narrow(Selecting):
    """The same in a window that has room for the list alone."""

    def store(self, settings):
        super().store({**settings, 'window-width': '400', 'window-height': '700'})

    def select_with_the_mouse(self):
        # A click alone would open the message.
        self.focus(CHOSEN[0])
        for count, subject in enumerate(CHOSEN[1:], 2):
            self.click_with('Control', subject)
            self.until_selected(*CHOSEN[:count])
        self.app.until_still()

    def test_shift_and_key(self):
        self.focus(CHOSEN[0])
        self.click_with('Shift', CHOSEN[2])
        self.until_selected(*CHOSEN)
        self.hand.keys('e')
        self.until_done_and_undone(lambda m: m.moved('Archive'), 'archived')

    def test_a_dragged_row_of_several(self):
        self.select_with_the_mouse()
        self.long_swipe(self.app.row(CHOSEN[1]), 340)
        self.until_done_and_undone(lambda m: m.moved('Archive'), 'archived')


if __name__ == '__main__':
    unittest.main()
