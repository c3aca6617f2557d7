"""Mail put off and back: by each device, at the start, while the program runs, and after it was killed."""

import os
import re
import signal
import time
import unittest

from harness.accessibility import DIALOG, LIST_ITEM
from harness.case import REVEAL, DesktopCase

QUESTION = 'Snooze Until'
TOMORROW, OTHER = 'Tomorrow', 'Date and Time…'
BACK = 'Back from snooze'


class SnoozingCase(DesktopCase):
    folders = ('Archive', 'Trash', 'Snoozed')

    def setUp(self):
        super().setUp()
        self.ids = self.letters()

    def wakings(self):
        """Until when mail waits, by its Message-ID."""
        return {identifier: int(re.search(r'\.R[0-9a-f]{16}W([0-9]+)\.', message.base)[1])
                for identifier, message in self.mailbox.messages().items() if message.folder == 'Snoozed'}

    def where(self, subject):
        message = self.mailbox.messages().get(self.ids[subject])
        # On its way it may be seen nowhere.
        return message and message.folder

    def dialog(self):
        return next(iter(self.app.tree.all(DIALOG)), None)

    def choices(self):
        """The rows of the question, by name."""
        dialog = self.app.until(self.dialog, 'the question')
        self.assertEqual(dialog.name, QUESTION)
        return {row.name: row for row in dialog.all(LIST_ITEM)}

    def choose_by_key(self, name):
        choices = list(self.choices())
        self.until_focus(choices[0])
        for _ in range(choices.index(name)):
            self.hand.keys('Down')
        self.until_focus(name)
        self.hand.keys('Return')

    def choose(self, name, press):
        """Presses a row where it is; newer GTKs do not say where that is in a dialog."""
        if self.app.tree.toolkit >= (4, 10):
            self.choose_by_key(name)
        else:
            row = self.choices()[name]
            self.app.until_still()
            press(self.app.place(row))

    def until_snoozed(self, subject):
        self.app.until(lambda: not self.dialog(), 'no question')
        self.app.until(lambda: self.where(subject) == 'Snoozed', f'{subject!r} put off')
        self.app.until(lambda: not any(subject in name for name in self.app.names()), f'no row of {subject!r}')
        waking = self.wakings()[self.ids[subject]]
        self.assertEqual(time.localtime(waking)[3:6], (8, 0, 0))
        self.assertEqual(time.localtime(waking)[:3], time.localtime(time.time() + 86_400)[:3])
        self.app.until_still()

    def put_off(self, subject, waking):
        """As this program left it: put off until then, seconds since 1970."""
        identifier = self.ids[subject]
        message = self.mailbox.messages()[identifier]
        name = f'{message.base}:2,{message.flags}' if message.part == 'cur' else message.base
        os.rename(self.mailbox.inside(name, message.part),
                  self.mailbox.inside(f'1700000000.R0123456789abcdefW{waking}.h:2,S', folder='Snoozed'))

    def until_back(self, subject):
        def is_back():
            names = self.app.names()
            return names and subject in names[0] and BACK in names[0] and 'unread' in names[0]
        self.app.until(is_back, f'{subject!r} on top')
        found = self.mailbox.messages()[self.ids[subject]]
        self.assertEqual((found.folder, found.flags), ('INBOX', ''))


class Snoozing(SnoozingCase):
    def test_by_key_and_back_by_undo(self):
        self.start()
        self.focus('Famished road')
        self.hand.keys('b')
        self.assertIn(TOMORROW, self.choices())
        # Escape leaves all as it was.
        self.hand.keys('Escape')
        self.app.until(lambda: not self.dialog(), 'no question')
        self.assertEqual(self.where('Famished road'), 'INBOX')
        self.until_focus('Famished road')
        self.hand.keys('b')
        self.choose_by_key(TOMORROW)
        self.until_snoozed('Famished road')
        self.app.until(lambda: self.app.says(r'^Snoozed until .*08:00: .*Famished road'), 'the notice')
        self.until_focus('Dancing shoes')
        self.hand.keys('Control+z')
        self.app.until(lambda: self.where('Famished road') == 'INBOX', 'undone')

    def test_by_mouse_finger_and_menu(self):
        self.store({'hint-shown': 'true', 'trailing-actions': "['snooze', 'star']"})
        self.start()
        row = self.app.row('Sunday lunch')
        self.drag(row, -REVEAL)
        self.until_open('Sunday lunch', 'Snooze')
        self.click(self.app.button('Snooze', self.app.row('Sunday lunch')))
        self.choose(TOMORROW, self.hand.click)
        self.until_snoozed('Sunday lunch')
        self.swipe(self.app.row('Broken boiler'), -REVEAL)
        self.until_open('Broken boiler', 'Snooze')
        self.hand.tap(self.app.place(self.app.button('Snooze', self.app.row('Broken boiler'))))
        self.choose(TOMORROW, self.hand.tap)
        self.until_snoozed('Broken boiler')
        # As a screen reader does it.
        self.app.row('Tall building').do('snooze')
        self.choose_by_key(TOMORROW)
        self.until_snoozed('Tall building')

    def test_another_time(self):
        self.start()
        self.focus('Famished road')
        self.hand.keys('b')
        self.choose(OTHER, self.hand.click)
        snooze = self.app.until(lambda: self.app.buttons('Snooze', self.dialog()) if self.dialog() else None, 'the calendar')
        snooze[0].do('lick')
        self.until_snoozed('Famished road')


class Waking(SnoozingCase):
    def test_at_the_start_and_while_running(self):
        self.put_off('Famished road', int(time.time()) - 60)
        self.start(rows=6)
        self.until_back('Famished road')
        self.assertFalse(self.app.says('back from snooze'))
        self.put_off('Tall building', int(time.time()) + 3)
        self.until_back('Tall building')
        self.assertEqual(self.wakings(), {})

    def test_it_is_awaited_by_the_clock_on_the_wall(self):
        """Which no sleep of the computer stops, and which may be set: a timer of the kernel for that moment."""
        self.put_off('Famished road', int(time.time()) + 86_400)
        self.start(rows=5)
        self.app.until(lambda: any(80_000 < seconds <= 86_400 for seconds in self.wall_timers()), 'the timer')
        self.assertEqual(len(self.wall_timers()), 1)

    def wall_timers(self):
        """In how many seconds each timer of the program rings that goes by CLOCK_REALTIME and stands for a moment, not for a while."""
        found = []
        for name in os.listdir(f'/proc/{self.app.process_id}/fdinfo'):
            try:
                with open(f'/proc/{self.app.process_id}/fdinfo/{name}') as file:
                    text = file.read()
            except FileNotFoundError:
                continue
            if re.search(r'^clockid: 0$', text, re.M) and re.search(r'^settime flags: 0[13]$', text, re.M):
                found.append(int(re.search(r'it_value: \(([0-9]+),', text)[1]))
        return found

    def test_after_it_was_killed(self):
        self.start()
        self.put_off('Famished road', int(time.time()) + 4)
        os.kill(self.app.process_id, signal.SIGKILL)
        self.app.wait()
        self.app = None
        self.start(rows=5)
        self.until_back('Famished road')

    def test_where_nothing_may_be_changed_it_waits(self):
        self.put_off('Famished road', int(time.time()) - 60)
        self.start(self.mailbox.path, rows=5)
        self.assertEqual(self.where('Famished road'), 'Snoozed')
        self.click(self.app.button('Allow Changes'))
        self.until_back('Famished road')


if __name__ == '__main__':
    unittest.main()
