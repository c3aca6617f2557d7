"""Choosing what swiping does: by mouse and keys in the preferences, at once in the list, and again after a restart."""

import unittest

from harness.accessibility import COMBO_BOX
from harness.case import REVEAL, DesktopCase

# In the order of the lists to choose from.
COMMANDS = ['none', 'archive', 'toggle-read', 'trash', 'star', 'move', 'junk', 'read', 'unread']


class Preferences(DesktopCase):
    def setUp(self):
        super().setUp()
        self.ids = self.letters()
        self.before = self.mailbox.messages()

    def open(self):
        self.hand.keys('Control+comma')
        self.app.until(self.try_rows, 'the preferences')
        self.app.until_still()

    def close(self):
        self.hand.keys('Escape')
        self.app.until(lambda: not self.try_rows(), 'the preferences closed')
        self.app.until_still()

    def try_rows(self):
        return self.app.rows('Sample row')

    def control(self, name, side=0):
        """The control of this name: of the right side, or with 1 of the left."""
        def is_one(node):
            return node.name == name and (node.role == COMBO_BOX or 'toggle' in (action.lower() for action in node.actions))
        return self.app.until(lambda: self.app.tree.all(matching=is_one), f'the control {name!r}')[side]

    def choose(self, name, command, side=0):
        self.click(self.control(name, side))
        self.app.until_still()
        self.hand.keys('Home', *['Down'] * COMMANDS.index(command), 'Return')
        self.app.until_still()

    def until_stored(self, **expected):
        wanted = {key.replace('_', '-'): value for key, value in expected.items()}
        self.app.until(lambda: {key: self.stored(key) for key in wanted} == wanted, f'{wanted} remembered')

    def test_a_button_is_chosen_and_changes_places_with_the_one_that_was_there(self):
        self.start()
        self.open()
        self.choose('Second Button', 'star')
        self.until_stored(leading_actions="['archive', 'star']", trailing_actions="['trash', 'toggle-read']")
        self.close()
        self.drag(self.app.row('Sunday lunch'), REVEAL)
        self.until_open('Sunday lunch', 'Archive', 'Star')
        self.drag(self.app.row('Famished road'), -REVEAL)
        self.until_open('Famished road', 'Trash', 'Mark as Unread')

    def test_a_side_is_switched_off_and_stays_so(self):
        self.start()
        self.open()
        self.click(self.control('Drag to the Right'))
        self.until_stored(leading_enabled='false')
        self.close()
        self.restart()
        self.drag(self.app.row('Sunday lunch'), REVEAL)
        self.drag(self.app.row('Famished road'), -REVEAL)
        self.until_open('Famished road', 'Trash', 'Star')
        self.assertEqual(self.app.buttons('Archive', self.app.row('Sunday lunch')), [])
        # What has no button any more can be done without dragging, as before.
        self.hand.click(self.app.place(self.app.row('Sunday lunch')), button=3)
        every = ['Select', 'Trash', 'Star', 'Archive', 'Mark as Read', 'Move To…', 'Snooze', 'Junk', 'All From This Sender…',
                 'Block Sender…']
        self.app.until(lambda: list(self.app.menu()) == every, 'every action in the menu')
        self.hand.keys('Escape')
        self.app.until(lambda: not self.app.menu(), 'no menu')
        self.app.row('Sunday lunch').do('archive')
        lunch = self.ids['Sunday lunch']
        self.expect({**self.before, lunch: self.before[lunch].moved('Archive')}, 'archived')

    def test_without_long_swipes_a_row_opens_only(self):
        self.start()
        self.open()
        self.click(self.control('Long Swipe'))
        self.until_stored(leading_long_swipe='false')
        self.close()
        self.long_swipe(self.app.row('Dancing shoes'))
        self.until_open('Dancing shoes', 'Archive', 'Mark as Read' if 'unread' in self.app.row('Dancing shoes').name else 'Mark as Unread')
        self.expect(self.before, 'nothing changed')

    def test_sensitivity_counts_at_once(self):
        self.store({'hint-shown': 'true', 'swipe-sensitivity': "'high'"})
        self.start()
        self.drag(self.app.row('Sunday lunch'), 60)
        self.until_open('Sunday lunch', 'Archive')

    def test_the_row_to_try_changes_no_mail(self):
        self.start()
        self.open()
        row, = self.try_rows()
        self.drag(row, REVEAL)
        self.until_open('Sample row', 'Archive', 'Mark as Read')
        self.click(self.app.button('Archive', row))
        self.app.until(lambda: self.app.says('^“Archive”'), 'the answer')
        self.until_closed()
        self.long_swipe(row, -420)
        self.app.until(lambda: self.app.says('^“Trash”'), 'the answer')
        self.until_closed()
        self.click(self.control('Drag to the Right'))
        self.until_stored(leading_enabled='false')
        self.drag(row, REVEAL)
        self.drag(row, -REVEAL)
        self.until_open('Sample row', 'Trash', 'Star')
        self.expect(self.before, 'nothing changed')

    def test_nonsense_in_the_store_is_passed_over(self):
        self.store({'hint-shown': 'true', 'leading-actions': "['explode']", 'trailing-actions': "['trash', 'trash', 'archive', 'star']",
                    'swipe-sensitivity': '42', 'leading-long-swipe': 'maybe'})
        self.start()
        self.drag(self.app.row('Sunday lunch'), REVEAL)
        # A list that names no command is none, so the side has its usual buttons.
        self.until_open('Sunday lunch', 'Archive', 'Mark as Read')
        self.drag(self.app.row('Famished road'), -REVEAL)
        self.until_open('Famished road', 'Trash', 'Star')


class Hint(DesktopCase):
    """The first time, the first row opens by itself once."""

    def setUp(self):
        super().setUp()
        self.ids = self.letters()
        self.before = self.mailbox.messages()
        self.store({})

    def test_a_row_opens_and_closes_once(self):
        self.start()
        self.app.until(lambda: self.stored('hint-shown') == 'true', 'the hint begun')
        self.until_closed()
        self.expect(self.before, 'nothing changed')

    def test_a_key_ends_it_and_does_what_it_does(self):
        self.start()
        self.app.until(lambda: self.stored('hint-shown') == 'true', 'the hint begun')
        self.hand.keys('e')
        notes = self.ids['Engine notes']
        self.expect({**self.before, notes: self.before[notes].moved('Archive')}, 'archived')
        self.until_closed()


if __name__ == '__main__':
    unittest.main()
