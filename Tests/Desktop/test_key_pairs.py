"""Keys that are struck one after the other: to select, and to go to a folder; and those that archive and go up or down."""

import unittest

from harness.case import DesktopCase


class KeyPairs(DesktopCase):
    folders = ('Archive', 'Trash', 'Sent')

    def setUp(self):
        super().setUp()
        self.store({'hint-shown': 'true', 'window-width': '1100', 'window-height': '640'})
        self.ids = self.letters()
        self.mailbox.add('You', 'An answer', 'S', folder='Sent')
        self.before = self.mailbox.messages()
        self.start()

    def until_selected(self, *subjects):
        def told():
            return [row.name for row in self.app.rows() if 'selected' in row.states]
        self.app.until(lambda: len(told()) == len(subjects) and all(any(subject in name for name in told()) for subject in subjects),
                       f'{subjects} selected')

    def archived(self, *subjects):
        ids = [self.ids[subject] for subject in subjects]
        return {**self.before, **{i: self.before[i].moved('Archive') for i in ids}}

    def test_pairs_select(self):
        self.focus('Sunday lunch')
        self.hand.keys('Shift+8', 'u')
        self.until_selected('Engine notes', 'Sunday lunch')
        self.hand.keys('Shift+8', 'r')
        self.until_selected('Famished road', 'Dancing shoes', 'Broken boiler', 'Tall building')
        self.hand.keys('Shift+8', 't')
        self.until_selected('Engine notes', 'Famished road', 'Sunday lunch', 'Broken boiler', 'Tall building')
        self.hand.keys('Shift+8', 'a', 'Shift+8', 'n', 'Shift+8', 's', 'e')
        self.expect(self.archived('Dancing shoes'), 'the starred one archived')

    def test_pairs_go_to_folders(self):
        self.focus('Sunday lunch')
        self.hand.keys('g', 't')
        self.until_listed('An answer')
        # An empty one, from which the keys lead out too.
        self.hand.keys('g', 'a')
        self.app.until(lambda: self.app.says('^There are no messages here'), 'the empty archive')
        self.hand.keys('g', 's')
        self.until_listed('Dancing shoes')
        self.hand.keys('g', 'd')
        self.app.until(lambda: self.app.says('^This mailbox has no folder “Drafts”.'), 'that there are no drafts')
        self.hand.keys('Alt+1')
        self.app.until(lambda: len(self.app.rows()) == 6, 'the inbox')
        self.until_focus('Engine notes')
        self.assertEqual(self.mailbox.messages(), self.before)

    def test_another_key_ends_a_pair_and_does_nothing_else(self):
        self.focus('Sunday lunch')
        self.hand.keys('g', 'e', 'Shift+8', 'Delete', 'g', 'Escape', 's', 'g')
        self.click(self.app.row('Dancing shoes'))
        self.until_focus('Dancing shoes')
        self.hand.keys('e')
        lunch = self.ids['Sunday lunch']
        self.expect({**self.archived('Dancing shoes'), lunch: self.before[lunch].flagged('F')}, 'what keys did that stood alone')

    def test_a_finger_between_the_keys_of_a_pair_makes_them_no_others(self):
        self.focus('Sunday lunch')
        for before, behind in ((), 'gs'), ('g', 's'):
            self.hand.keys(*before)
            self.hand.touch(self.app.place(self.app.row('Broken boiler')))
            self.app.answer()
            self.hand.keys(*behind)
            self.until_listed('Dancing shoes')
            self.hand.lift()
            self.hand.keys('Alt+1')
            self.app.until(lambda: len(self.app.rows()) == 6, 'the inbox')
        self.assertEqual(self.mailbox.messages(), self.before)

    def test_a_key_that_does_nothing_now_is_none_of_gtk(self):
        self.focus('Sunday lunch')
        # There is no picture to load, for which GTK has the key of its Inspector.
        self.hand.keys('Control+Shift+i', 's')
        lunch = self.ids['Sunday lunch']
        self.expect({**self.before, lunch: self.before[lunch].flagged('F')}, 'the star')
        self.assertEqual([window.name for window in self.app.tree.children], ['Maildir'])

    def test_keys_struck_before_a_folder_is_listed_lead_to_what_the_next_one_is_for(self):
        subjects = ('Engine notes', 'Famished road', 'Dancing shoes', 'Sunday lunch', 'Broken boiler', 'Tall building')
        for keys, count in (('n', slice(1, 2)), ('Alt+Page_Down', slice(1, 2)), ('Shift+Down', slice(2)), ('Shift+End', slice(6)), ('Control+a', slice(6))):
            with self.subTest(keys=keys):
                self.hand.keys('g', 't')
                self.until_listed('An answer')
                self.hand.keys('Alt+1', keys, 'e')
                self.expect(self.archived(*subjects[count]), 'what the keys led to archived')
                self.hand.keys('Control+z')
                self.app.until(lambda: len(self.app.rows()) == 6, 'all back')

    def test_archiving_upwards_and_downwards(self):
        self.focus('Sunday lunch')
        self.hand.keys('bracketleft')
        self.until_focus('Dancing shoes')
        self.hand.keys('bracketright')
        self.until_focus('Broken boiler')
        self.addCleanup(self.desk.set_layout, 'us')
        self.desk.set_layout('de')
        # Quicker than the rows go.
        self.hand.keys('AltGr+8', 'AltGr+8')
        self.until_focus('Engine notes')
        self.expect(self.archived('Sunday lunch', 'Dancing shoes', 'Broken boiler', 'Famished road'), 'four archived')


if __name__ == '__main__':
    unittest.main()
