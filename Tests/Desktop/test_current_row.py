"""The row with the focus is the selected one, whose text is shown: keys act on what the person sees as current."""

import contextlib
import fcntl
import glob
import os
import unittest

from harness.case import REVEAL, DesktopCase


class CurrentRow(DesktopCase):
    def setUp(self):
        super().setUp()
        self.ids = self.letters()
        self.before = self.mailbox.messages()
        self.start()
        self.focus('Famished road')

    def open_menu(self, subject):
        self.hand.click(self.app.place(self.app.row(subject), 0.3), button=3)
        self.app.until(self.app.menu, 'the menu')

    def until_current(self, subject):
        """Waits until this row alone is focused and selected."""
        self.app.until(lambda: [[subject in row.name for row in self.app.rows() if state in row.states] for state in ('focused', 'selected')]
                       == [[True], [True]], f'{subject!r} focused and selected')

    def changed(self, **folders):
        """What a move of these messages leaves; the first word of a subject stands for it."""
        moved = {identifier: folders.get(subject.split()[0]) for subject, identifier in self.ids.items()}
        return {i: m.moved(moved[i]) if moved[i] else m for i, m in self.before.items()}

    def test_a_right_click_selects_the_row(self):
        self.open_menu('Sunday lunch')
        self.app.until(lambda: 'selected' in self.app.row('Sunday lunch').states, 'the row selected')
        self.hand.keys('Escape')
        self.until_current('Sunday lunch')
        self.hand.keys('s')
        lunch = self.ids['Sunday lunch']
        self.expect({**self.before, lunch: self.before[lunch].flagged('F')}, 'its star')

    def test_a_long_press_makes_the_row_current(self):
        self.drag(self.app.row('Dancing shoes'), REVEAL)
        self.until_open('Dancing shoes', 'Archive')
        at = self.app.place(self.app.row('Sunday lunch'), 0.3)
        self.hand.touch(at)
        # The menu comes when the finger lifts.
        self.until_closed()
        self.hand.lift()
        self.app.until(self.app.menu, 'the menu')
        self.hand.keys('Escape')
        self.until_current('Sunday lunch')

    def test_the_row_of_what_is_read_is_gone_back_to(self):
        first, *_, last = self.app.names()[:4]
        self.focus(first)
        self.hand.keys('Return')
        self.app.until(lambda: self.app.focused() == 'Message text', 'the focus in the text')
        self.hand.keys('j', 'j', 'j')
        self.app.until(lambda: [row.name for row in self.app.rows() if 'selected' in row.states] == [last], 'the fourth')
        self.app.until(lambda: self.app.focused() == 'Message text', 'the focus in the text')
        self.hand.keys('Escape')
        self.app.until(lambda: self.app.focused() in self.app.names(), 'the focus in the list')
        self.assertEqual(self.app.focused(), last)

    def test_keys_right_after_the_menu_go_on_from_its_row(self):
        self.open_menu('Sunday lunch')
        # The first of its items selects.
        self.hand.keys('Down', 'Return', 'e', 'e')
        self.expect(self.changed(Sunday='Archive', Broken='Archive', Tall='Archive'), 'three rows gone')
        self.until_current('Dancing shoes')

    def test_keys_right_after_a_long_swipe_go_on_from_its_row(self):
        self.open_menu('Sunday lunch')
        self.hand.keys('Escape')
        self.until_current('Sunday lunch')
        self.long_swipe(self.app.row('Sunday lunch'))
        self.hand.keys('e')
        self.expect(self.changed(Sunday='Archive', Broken='Archive'), 'two rows gone')
        self.until_current('Tall building')

    @contextlib.contextmanager
    def undo_takes_long(self):
        """Lets nothing be changed or undone until the end, as another program at work on the same mailbox does."""
        path, = glob.glob(os.path.join(self.home, '.local/share/**/*.lock'), recursive=True)
        with open(path) as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield

    def until_typed(self):
        """Waits until the program has had every key typed so far: the last opens a menu."""
        self.hand.keys('F10')
        self.app.until(self.app.menu, 'the menu')
        self.hand.keys('Escape')
        self.app.until(lambda: not self.app.menu(), 'no menu')

    def test_keys_faster_than_undo_are_for_what_comes_back(self):
        self.hand.keys('Delete')
        self.expect(self.changed(Famished='Trash'), 'one message in the trash')
        with self.undo_takes_long():
            self.hand.keys('Control+z', 'e', 'Down', 's')
            self.until_typed()
        lunch = self.ids['Sunday lunch']
        self.expect({**self.changed(Famished='Archive'), lunch: self.before[lunch].flagged('F')}, 'what came back archived, and a star below')
        self.until_current('Sunday lunch')

    def test_a_click_while_undo_takes_long_makes_keys_be_for_its_row(self):
        self.hand.keys('Delete')
        self.expect(self.changed(Famished='Trash'), 'one message in the trash')
        # The rows below have come up, so that the click meets the one it is meant for.
        self.until_listed('Engine notes', 'Dancing shoes', 'Sunday lunch', 'Broken boiler', 'Tall building')
        with self.undo_takes_long():
            self.hand.keys('Control+z')
            self.until_typed()
            self.click(self.app.row('Broken boiler'))
            self.until_current('Broken boiler')
            self.hand.keys('e')
        self.expect(self.changed(Famished='INBOX', Broken='Archive'), 'one message back, one archived')
        self.until_current('Tall building')

    def test_a_long_swipe_of_another_row_leaves_the_current_one(self):
        self.long_swipe(self.app.row('Sunday lunch'))
        self.hand.keys('e')
        self.expect(self.changed(Sunday='Archive', Famished='Archive'), 'two rows gone')
        self.until_current('Dancing shoes')


class HeldKey(DesktopCase):
    LETTERS = 200
    # Of the messages before the key repeats, of those that a slow repeat stops at, and of the last one.
    BODIES = 12

    def test_few_texts_are_read_while_a_key_is_held(self):
        self.mailbox.add_many(self.LETTERS)
        self.start(rows=1)
        self.app.until_logged('message shown, text: true')
        since = self.app.mark()
        self.hand.hold('Down')
        last = f'Letter {self.LETTERS - 1:03}'
        self.app.until(lambda: last in (self.app.focused() or ''), 'the last row')
        bodies = self.app.output()[since:].count('body requested')
        self.hand.let_up('Down')
        self.app.until_logged('message shown, text: true', since)
        self.assertIn('body requested', self.app.output()[since:])
        self.assertLessEqual(bodies, self.BODIES)


if __name__ == '__main__':
    unittest.main()
