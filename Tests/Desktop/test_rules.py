"""What is done by itself to what comes: made by a sweep and by blocking, seen and taken back in the preferences, and told of by nothing."""

import unittest

from harness.accessibility import DIALOG
from test_notifications import NotificationsCase

NOW_ON = 'Also for New Messages'


class Rules(NotificationsCase):
    folders = ('Archive', 'Lists.gtk', 'Trash')

    def setUp(self):
        super().setUp()
        self.old = self.mailbox.add('Dov Ber', 'Old menu', folder='Lists.gtk')
        self.before = self.mailbox.messages()

    def dialog(self):
        return self.app.until(lambda: self.app.tree.all(DIALOG), 'a question')[0]

    def toggle(self, name):
        def is_one(node):
            return node.name == name and 'toggle' in (action.lower() for action in node.actions)
        switch = self.app.until(lambda: self.app.tree.all(matching=is_one), f'the switch {name!r}')[0]
        if self.app.tree.toolkit >= (4, 10):
            # There nobody is told where it is in a dialog.
            switch.do('oggle')
        else:
            self.click(switch)
        self.app.until_still()

    def block(self, subject):
        self.app.row(subject).do('row.block')
        self.app.button('Block', self.dialog()).do('lick')
        self.app.until(lambda: self.app.says('^Blocked '), 'the notice')

    def open_rules(self):
        self.hand.keys('Control+comma')
        self.app.until(lambda: self.app.rows('Sample row'), 'the preferences')
        self.app.until_still()
        self.click(self.app.tree.all(matching=lambda node: node.name == 'New Mail')[-1])
        self.app.until(lambda: self.app.says('^Rules$'), 'the rules')
        self.app.until_still()

    def test_who_is_blocked_goes_to_the_trash_and_is_not_told_of(self):
        self.begin('')
        self.block('Sunday lunch')
        # Of what comes to the list on show nobody is told.
        self.hand.keys('Alt+5')
        self.app.until(lambda: not self.app.rows(), 'the archive')
        blocked = self.arrive('Dov Ber', 'Menu of today')
        other = self.arrive('Gil Scott', 'Fresh news')
        now = self.mailbox.messages()
        self.expect({**now, blocked: now[blocked].moved('Trash')}, 'in the trash')
        self.until_told('Gil Scott')
        self.assertEqual(self.server.told, 1)
        self.assertEqual(self.place_of(other).folder, 'INBOX')
        self.assertEqual(self.place_of(self.ids['Sunday lunch']).folder, 'INBOX')
        # What the rule did is taken back where it is listed, and stays so, after a restart too.
        self.open_rules()
        self.app.until(lambda: self.app.says('1 message, last: '), 'what it did')
        self.app.button('Undo Last Change for \u2068dov.ber@desk.invalid\u2069').do('lick')
        self.expect({**now, blocked: now[blocked].moved('INBOX')}, 'back in the inbox')
        self.restart('--allow-changes', self.mailbox.path)
        another = self.arrive('Dov Ber', 'Menu of tomorrow')
        then = self.mailbox.messages()
        self.expect({**then, another: then[another].moved('Trash')}, 'what came then')

    def test_a_sweep_of_all_folders_is_one_deed_with_its_rule(self):
        self.begin('')
        self.app.row('Sunday lunch').do('row.sweep')
        dialog = self.dialog()
        self.app.until(lambda: self.app.says('^1 message from '), 'one message')
        self.toggle('In All Folders')
        self.app.until(lambda: self.app.says('^2 messages from '), 'two messages')
        self.toggle(NOW_ON)
        self.app.button('Archive', dialog).do('lick')
        swept = (self.ids['Sunday lunch'], self.old)
        self.expect({i: m.moved('Archive') if i in swept else m for i, m in self.before.items()}, 'both archived')
        new = self.arrive('Dov Ber', 'Menu of today')
        self.app.until(lambda: self.place_of(new).folder == 'Archive', 'the new one archived')
        self.hand.keys('Control+z')
        self.app.until(lambda: [self.place_of(i).folder for i in swept] == ['INBOX', 'Lists.gtk'], 'both back')
        later = self.arrive('Dov Ber', 'Menu of tomorrow')
        self.app.until(lambda: self.app.rows('Menu of tomorrow'), 'what comes then is left')
        self.assertEqual((self.place_of(new).folder, self.place_of(later).folder), ('Archive', 'INBOX'))

    def test_days_are_chosen_by_keys_alone(self):
        self.begin('')
        self.arrive('Gil Scott', 'Fresh news')
        self.app.until(lambda: self.app.rows('Fresh news'), 'the new one')
        self.hand.keys('slash')
        self.until_focus('Search')
        self.hand.keys('Tab')
        self.until_focus('Choose Dates')
        self.hand.keys('space')
        self.until_focus('Today')
        self.hand.keys('Down', 'Down', 'space')
        self.until_focus('Search')
        self.until_listed('Fresh news')


if __name__ == '__main__':
    unittest.main()
