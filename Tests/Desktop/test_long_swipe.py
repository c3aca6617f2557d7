"""Dragging a row all the way: its mail goes, it flies out, and list and directory agree whatever happens on the way."""

import collections
import os
import unittest

from harness.case import DesktopCase


class LongSwipe(DesktopCase):
    def setUp(self):
        super().setUp()
        self.ids = self.letters()
        self.before = self.mailbox.messages()

    def changed(self, **folders):
        """What a move of these messages leaves; the first word of a subject stands for it."""
        identifiers = {subject.split()[0]: identifier for subject, identifier in self.ids.items()}
        moved = {identifiers[word]: folder for word, folder in folders.items()}
        return {i: m.moved(moved[i]) if i in moved else m for i, m in self.before.items()}

    def until_listed(self, count):
        self.app.until(lambda: len(self.app.rows()) == count, f'{count} rows')

    def test_to_the_right_archives(self):
        self.start()
        self.long_swipe(self.app.row('Dancing shoes'))
        self.expect(self.changed(Dancing='Archive'), 'archived')
        self.until_listed(5)
        self.app.until(lambda: self.app.says('^Archived'), 'the notice')
        self.assertEqual(self.app.expanded(), [])

    def test_to_the_left_trashes_by_finger(self):
        self.start()
        row = self.app.row('Broken boiler')
        start = self.app.place(row, 0.95)
        self.hand.swipe(start, (start[0] - 300, start[1]))
        self.expect(self.changed(Broken='Trash'), 'in the trash')
        self.until_listed(5)

    def test_pulled_back_it_does_nothing(self):
        self.start()
        row = self.app.row('Dancing shoes')
        self.long_swipe(row, release=False)
        self.app.until(lambda: not self.app.buttons('Mark as Read', row) and self.app.buttons('Archive', row), 'Archive alone')
        start = self.app.place(row, 0.05)
        self.hand.drag_on((start[0] + 20, start[1]))
        self.hand.release()
        self.until_closed()
        self.expect(self.before, 'nothing changed')

    def test_the_row_below_has_the_selection_at_once(self):
        self.start()
        self.focus('Dancing shoes')
        self.long_swipe(self.app.row('Dancing shoes'))
        self.until_focus('Sunday lunch')
        self.hand.keys('s')
        lunch = self.ids['Sunday lunch']
        expected = self.changed(Dancing='Archive')
        self.expect({**expected, lunch: self.before[lunch].flagged('F')}, 'the next one starred')

    def test_undo_while_the_row_flies_brings_it_back(self):
        self.start()
        self.focus('Dancing shoes')
        self.hand.keys('e', 'Control+z')
        self.expect(self.changed(Dancing='INBOX'), 'back in the inbox')
        self.until_listed(6)
        self.app.until_still()
        self.until_listed(6)
        self.until_focus('Dancing shoes')
        self.assertEqual(self.app.expanded(), [])

    def test_a_move_that_fails_brings_the_row_back_and_says_why(self):
        # A file stands where the message would be put.
        place = os.path.join(self.mailbox.directory('Archive'), 'cur')
        os.rmdir(place)
        with open(place, 'w'):
            pass
        self.start()
        names = self.app.names()
        self.long_swipe(self.app.row('Dancing shoes'))
        self.app.until(lambda: self.app.says('^Another file already has this name'), 'the reason')
        self.until_closed()
        self.expect(self.before, 'nothing changed')
        self.assertEqual(self.app.names(), names)

    def test_closing_the_window_in_flight_loses_nothing(self):
        self.start()
        self.focus('Dancing shoes')
        self.hand.keys('e', 'e', 'Delete', 'Control+w')
        ended, self.app = self.app, None
        self.assertEqual(ended.wait(), 0, ended.output())
        self.assertEqual(ended.complaints(), [])
        expected = self.changed(Dancing='Archive', Sunday='Archive', Broken='Trash')
        now = self.mailbox.messages()
        self.assertTrue(all(expected[i].is_met_by(now[i]) for i in expected), now)

    def test_another_program_takes_the_mail_in_flight(self):
        self.start()
        self.focus('Famished road')
        self.hand.keys('e', 'e')
        self.mailbox.delete(self.ids['Broken boiler'])
        self.mailbox.deliver('Gus Hall', 'Fresh letter')
        self.app.until(lambda: [n for n in ('Engine', 'Sunday', 'Tall', 'Fresh', 'Broken', 'Dancing', 'Famished') if self.app.rows(n)]
                       == ['Engine', 'Sunday', 'Tall', 'Fresh'], 'the rows of the mail in the inbox')
        self.until_focus('Sunday lunch')

    def test_held_keys_take_one_row_after_the_other(self):
        self.ids = {}
        self.mailbox.add_many(40)
        # Newer GTK makes rows only for what is in sight.
        self.start(rows=6)
        self.focus('Famished road')
        self.hand.keys(*['Delete'] * 30)
        self.app.until(lambda: sum(m.folder == 'INBOX' for m in self.mailbox.messages().values()) == 16, 'thirty mails gone')
        folders = [message.folder for message in self.mailbox.messages().values()]
        self.assertEqual((folders.count('INBOX'), folders.count('Trash')), (16, 30))

    def test_keys_in_a_hand_s_rhythm_take_a_row_each(self):
        self.mailbox.add_many(30)
        self.start(rows=6)
        self.focus('Famished road')
        for key, gap in (('e', 0.1), ('e', 0.2), ('Delete', 0.1), ('Delete', 0.2)):
            for _ in range(5):
                self.hand.keys(key)
                self.hand.pause(gap)
        self.app.until(lambda: self.counts() == {'INBOX': 16, 'Archive': 10, 'Trash': 10}, 'ten archived and ten in the trash')

    def counts(self):
        return dict(collections.Counter(message.folder for message in self.mailbox.messages().values()))


if __name__ == '__main__':
    unittest.main()
