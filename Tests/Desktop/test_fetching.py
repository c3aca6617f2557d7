"""Fetching mail by a command of the person's own: by key and by a pull at the top of the list, and what is told of it meanwhile."""

import os
import signal
import unittest

from harness import accessibility
from harness.case import DesktopCase
from harness.conditions import until
from harness.sway import SwayDesk

# Farther than a row is high.
PULL = 220


class FetchingCase(DesktopCase):
    def setUp(self):
        super().setUp()
        self.letters()
        self.before = self.mailbox.messages()
        self.log, self.hold = (os.path.join(self.home, name) for name in ('ran', 'hold'))
        command = f'echo ran >> {self.log}; while [ -e {self.hold} ]; do sleep 0.05; done'
        self.store({'hint-shown': 'true', 'fetch-commands': f"{{'{os.path.realpath(self.mailbox.path)}': '{command}'}}"})

    def add_many(self):
        self.mailbox.add_many(40)
        self.before = self.mailbox.messages()

    def runs(self):
        with open(self.log) as file:
            return len(file.readlines())

    def start(self, *arguments, **options):
        super().start(*arguments, **options)
        self.until_quiet('Updated')

    def quiet_line(self):
        """What a screen reader finds of how fetching goes."""
        return [node.name for node in self.app.tree.all(accessibility.BUTTON, lambda node: node.name.startswith(('Updated', 'Fetching', 'Mail could')))]

    def until_quiet(self, beginning):
        self.app.until(lambda: [name for name in self.quiet_line() if name.startswith(beginning)], f'{beginning!r}')

    def pull(self):
        """Has the list pulled on at its beginning."""
        at = self.app.place(self.app.row('Famished road'))
        self.hand.swipe(at, (at[0], at[1] + PULL))

    def fetches(self, act):
        before = self.runs()
        act()
        self.app.until(lambda: self.runs() > before, 'a run')
        self.until_quiet('Updated')
        self.app.until_still()
        self.assertEqual(self.runs(), before + 1)
        self.assertEqual(self.mailbox.messages(), self.before)


class Fetching(FetchingCase):
    def test_by_key_and_by_a_finger(self):
        self.start()
        self.fetches(lambda: self.hand.keys('F5'))
        self.fetches(self.pull)

    def test_by_a_finger_where_there_is_more_than_has_room(self):
        self.add_many()
        self.start(rows=8)
        self.fetches(self.pull)

    def test_without_motion(self):
        self.set_gtk(gtk_enable_animations='false')
        self.start()
        self.fetches(lambda: self.hand.keys('F5'))
        self.fetches(self.pull)

    def test_where_nothing_may_be_changed(self):
        self.start(self.mailbox.path)
        self.app.button('Allow Changes')
        self.fetches(lambda: self.hand.keys('F5'))
        self.fetches(self.pull)

    def test_is_read_out_where_mail_is_fetched(self):
        self.start()
        with open(self.hold, 'w'):
            self.hand.keys('F5')
        self.until_quiet('Fetching mail')
        self.assertEqual(len(self.quiet_line()), 1)
        os.unlink(self.hold)
        self.until_quiet('Updated')
        self.app.end()
        self.store({'hint-shown': 'true'})
        DesktopCase.start(self)
        self.assertEqual(self.quiet_line(), [])

    def test_by_key_beside_its_details(self):
        self.start()
        line, = self.quiet_line()
        self.app.button(line).do('Click')
        self.app.until(lambda: self.app.buttons('Fetch Now'), 'the details')
        self.fetches(lambda: self.hand.keys('F5'))


    def archive(self):
        """Has the message on show be archived."""
        self.focus('Famished road')
        self.hand.keys('e')
        self.app.until(lambda: not self.app.rows('Famished road'), 'the row gone')

    def archived(self):
        return [message for message in self.mailbox.messages().values() if message.folder == 'Archive']

    def test_what_was_done_is_sent_before_the_program_ends(self):
        for key in ('e', 'Delete', 's', 'Shift+i', 'bracketleft'):
            with self.subTest(key):
                self.start(rows=1)
                before, mail = self.runs(), self.mailbox.messages()
                with open(self.hold, 'w'):
                    self.focus('Sunday lunch')
                    self.hand.keys(key, 'Control+q')
                until(lambda: self.runs() > before, 'a run')
                until(lambda: not self.app.windows(), 'no window')
                self.assertTrue(self.app.alive)
                done = [one for one, was in mail.items() if self.mailbox.messages()[one] != was]
                self.assertEqual(len(done), 1)
                os.unlink(self.hold)
                self.assertEqual(self.app.wait(), 0)
                self.assertEqual(self.runs(), before + 1)
                self.app = None
                # In its place again for the next.
                self.mailbox.delete(done[0])
                self.mailbox.add('Dov Ber', 'Sunday lunch')

    def test_what_was_done_before_a_crash_is_sent_at_the_next_start(self):
        self.start()
        self.archive()
        until(self.archived, 'the mail')
        os.kill(self.app.process_id, signal.SIGKILL)
        self.app.wait()
        before = self.runs()
        self.start(rows=5)
        self.assertGreater(self.runs(), before)
        self.assertEqual(len(self.archived()), 1)


class FetchingByTouchpad(FetchingCase):
    kind = SwayDesk

    def pull(self):
        self.hand.point(self.app.place(self.app.row('Famished road')))
        self.hand.two_fingers((0, PULL))

    def test_by_two_fingers(self):
        self.start()
        self.fetches(self.pull)

    def test_by_two_fingers_where_there_is_more_than_has_room(self):
        self.add_many()
        self.start(rows=8)
        self.fetches(self.pull)


if __name__ == '__main__':
    unittest.main()
