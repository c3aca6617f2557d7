"""What stands over the window: it has the keys for itself, says what it is, and gives the focus back."""

import unittest

from harness.accessibility import DIALOG, TREE_ITEM
from harness.case import DesktopCase
from harness.sway import SwayDesk

QUESTION = 'Snooze Until'
PREFERENCES = 'Preferences'


class Dialogs(DesktopCase):
    """On a desktop that gives the focus back to the window when a window over it goes."""

    kind = SwayDesk

    def setUp(self):
        super().setUp()
        self.store({'hint-shown': 'true'})
        self.ids = self.letters()
        self.before = self.mailbox.messages()
        self.start()
        self.focus('Dancing shoes')

    def is_there(self, name):
        return any(node.name == name for node in self.app.tree.all(DIALOG) + self.app.windows())

    def searches(self):
        fields = self.app.tree.all(matching=lambda node: 'Clear' in node.actions)
        return any('focused' in field.states for field in fields)

    def until_there(self, name):
        self.app.until(lambda: self.is_there(name), name)
        self.app.until_still()

    def until_back(self, name):
        """Waits until the dialog is gone and the keys are the list's again."""
        self.app.until(lambda: not self.is_there(name), f'no {name}')
        self.until_focus('Dancing shoes')
        self.assertEqual(len(self.app.windows()), 1)
        self.assertEqual(self.mailbox.messages(), self.before)

    def test_a_question_has_the_keys_of_the_list_and_of_the_window(self):
        self.hand.keys('b')
        self.until_there(QUESTION)
        self.assertEqual([node.name for node in self.app.tree.all(DIALOG)], [QUESTION])
        self.app.until(lambda: self.app.focused() in ('Later Today', 'Tomorrow'), 'the focus on a moment')
        self.hand.keys('e', 'Delete', 's', 'Control+n', 'Control+k', 'Control+t', 'F9', 'Escape')
        self.until_back(QUESTION)
        self.assertTrue(self.app.tree.all(TREE_ITEM), 'the folders are beside the list as before')
        self.hand.keys('e')
        archived = self.ids['Dancing shoes']
        self.expect({**self.before, archived: self.before[archived].moved('Archive')}, 'archived once nothing is asked')

    def test_the_preferences_search_by_the_key_of_the_window(self):
        self.hand.keys('Control+comma')
        self.until_there(PREFERENCES)
        self.hand.keys('Control+n', 'Control+f', *'swipe')
        self.app.until(self.searches, 'the focus on the search')
        self.app.until_still()
        self.hand.keys('Escape')
        self.app.until(lambda: not self.searches(), 'the preferences again')
        self.app.until_still()
        self.hand.keys('Escape')
        self.until_back(PREFERENCES)


if __name__ == '__main__':
    unittest.main()
