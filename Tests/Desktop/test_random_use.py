"""Random keys, clicks and swipes while other programs deliver, flag, move and remove mail: what a key does is done to the row that was
selected when it went down, the text is of the message that the header names, and no message is lost or doubled. In between keys in the
rhythm of a hand, which files here, looks into other folders, searches, opens windows and closes them, and goes on filing there while rows
and pages are still on their way.

DUNNOCK_RANDOM_STEPS is how many; DUNNOCK_RANDOM_SEED repeats a run, as far as the machine's timing lets it. With
DUNNOCK_RANDOM_MINUTES it goes on for so long instead, and the program must not take ever more memory and descriptors.
"""

import collections
import contextlib
import os
import random
import re
import statistics
import time
import unittest

from gi.repository import GLib
from harness.accessibility import DIALOG, LABEL, LIST, Gone, connect
from harness.case import DesktopCase
from harness.conditions import LIMIT, Timeout
from harness.mailbox import SeenTwice

ID = 'io.github.dunnock.Dunnock'
STEPS = int(os.environ.get('DUNNOCK_RANDOM_STEPS') or 360)
MINUTES = float(os.environ.get('DUNNOCK_RANDOM_MINUTES') or 0)
SEED = int(os.environ.get('DUNNOCK_RANDOM_SEED') or 1)
# Rows, so that there is always something to do and the list begins and ends within reach.
FEW, MANY = 16, 30
# By the key, the folder that it moves a message to.
MOVES = {'e': 'Archive', 'Control+k': 'Archive', 'Delete': 'Trash'}
# By the key, what becomes of a message's flags.
FLAGS = {'s': lambda flags: flags ^ {'F'}, 'Shift+i': lambda flags: flags | {'S'}, 'Shift+u': lambda flags: flags - {'S'}}
STEPPING = ('Down', 'j', 'Up', 'k', 'Home', 'End')
# No key: the program is started once more, which shows the window that there is. A server without a window manager gives it the keys of
# one that is closed by nothing else.
AGAIN = 'again'
# Where a hand goes in its rhythm when it has filed some mail, and how often, as weights: to other folders and back, back in time, into a
# search, to the menu, or to a window that asks or shows something.
ONWARD = {('Alt+5', 'Alt+1'): 6, ('Alt+2', 'Alt+1'): 4, ('Alt+5',): 2, ('Control+z',): 2, ('Down',): 1, ('slash', 't', 'o', 'Escape'): 1,
          ('F10', 'Escape'): 1, ('v', 'Escape'): 1, ('b', 'Escape'): 1, ('Control+comma', 'Escape', AGAIN): 1, ('F1', 'Escape', AGAIN): 1}
# How often a hand does so in another window of the program.
ELSEWHERE = 0.3
# Between two keys of a rhythm, seconds: as quick as two fingers go, and longer than a row takes to leave.
BEAT = (0.1, 0.35)
# Those of its keys that change one message at most.
CHANGING = {'e', 'Delete', 'Control+z'}
# How much more may be taken in the last quarter of a long use than in the second: in it the mailbox has grown.
GROWTH = {'RssAnon': 1.2, 'descriptors': 1.1}
# Flags that no key of the program's changes.
OTHERS_FLAGS = 'PR'
TOKEN = re.compile(r'token\d{6}')

Mail = collections.namedtuple('Mail', 'folder flags')
# What a key of the person's did to a message.
Deed = collections.namedtuple('Deed', 'identifier before after')


def starred(mail):
    return {i for i, (_, flags) in mail.items() if 'F' in flags}


class RandomUse(DesktopCase):
    folders = ('Archive', 'Trash', 'Lists')

    def setUp(self):
        super().setUp()
        self.random = random.Random(SEED)
        self.log = collections.deque(maxlen=20)
        self.identifiers, self.tokens, self.ranks = {}, {}, {}
        # What is where, as it is to be; where it would be if no key had been pressed.
        self.mail, self.without_keys = {}, {}
        # What other programs have moved or removed, which the way back leads past.
        self.lost = set()
        self.deeds, self.undone = [], []
        # Whether other programs have done something that the list need not show yet.
        self.others_worked = False
        self.pressed = 0
        # What was expected before each key since all keys were known to be answered: the mail, and the current message.
        self.passed = []
        for _ in range((FEW + MANY) // 2):
            self.put(lambda *args: self.mailbox.add(*args[:2], 'S', body=args[2]), -1)

    def put(self, deliver, sign=1):
        """Has a message put into the inbox whose subject and text hold the same token."""
        number = len(self.tokens)
        token = f'token{number:06}'
        self.others_worked = True
        identifier = deliver(f'Person {number}', f'Letter {token}', f'This is the text of {token}.\n')
        self.identifiers[token], self.tokens[identifier], self.ranks[identifier] = identifier, token, sign * number
        self.mail[identifier] = self.without_keys[identifier] = Mail('INBOX', frozenset('S' if sign < 0 else ''))
        return identifier

    def test_random_use(self):
        self.start()
        self.bus = connect(self.desk.environment(self.home)['DBUS_SESSION_BUS_ADDRESS'])
        self.addCleanup(self.bus.close_sync, None)
        self.find_parts()
        self.current = self.listed()[0]
        steps = ((40, self.press_keys), (12, self.press_while_others_work), (6, self.press_what_others_remove), (12, self.go_back),
                 (10, self.others_work), (4, self.others_remove), (6, self.run_through), (2, self.click_a_row), (1, self.swipe_a_row),
                 (3, self.press_in_rhythm))
        weights, acts = zip(*steps)
        self.step, begun, taken = 0, time.monotonic(), []
        try:
            self.settle()
            while time.monotonic() < begun + 60 * MINUTES if MINUTES else self.step < STEPS:
                self.step += 1
                self.random.choices(acts, weights)[0]()
                self.settle()
                self.assertEqual(self.app.complaints(), [])
                self.keep_number()
                taken.append(self.taken())
            if MINUTES:
                self.look_at_growth(taken)
            self.undo_everything()
        except (AssertionError, Gone) as error:
            raise AssertionError(f'DUNNOCK_RANDOM_SEED={SEED}, step {self.step}: {error!r}\n' + '\n'.join(self.log)) from error
        app, self.app = self.app, None
        self.hand.keys('Control+q')
        self.assertEqual((app.wait(), app.complaints()), (0, []), app.output())

    def taken(self):
        """The memory of its own that the program takes, kB, and its descriptors."""
        process = f'/proc/{self.app.process_id}'
        with open(f'{process}/status') as file:
            memory = int(re.search(r'RssAnon:\s*(\d+)', file.read()).group(1))
        return {'RssAnon': memory, 'descriptors': len(os.listdir(f'{process}/fd'))}

    def look_at_growth(self, taken):
        quarter = len(taken) // 4
        for kind, most in GROWTH.items():
            before, after = (statistics.median(look[kind] for look in looks) for looks in (taken[quarter:2 * quarter], taken[-quarter:]))
            print(f'{kind} after {quarter} to {2 * quarter} steps: {before:.0f}; in the last {quarter}: {after:.0f}')
            self.assertLessEqual(after, before * most, f'{kind} after {len(taken)} steps')

    # What there is to see.

    def find_parts(self):
        """The objects that are looked at all the while; they stay as long as there is a message to show."""
        self.list, = self.app.tree.all(LIST, lambda node: node.name == 'Messages')
        subject = self.app.until(self.selected, 'a row selected')
        self.body, = self.app.until(lambda: self.app.tree.all(matching=lambda node: node.name == 'Message text'), 'the text')
        self.header, = self.app.until(lambda: self.app.tree.all(
            LABEL, lambda node: node.name == f'Letter {self.tokens[subject]}', lambda role: role != LIST), 'the header')

    def selected(self):
        """The message whose row is selected."""
        chosen = [node.name for node in self.list.children if 'selected' in node.states]
        return self.identifiers[TOKEN.search(chosen[0]).group()] if len(chosen) == 1 else None

    def is_current_selected(self):
        at = self.listed().index(self.current)
        for node in self.list.children[at:at + 2]:
            if self.tokens[self.current] in node.name:
                return 'selected' in node.states
        return self.selected() == self.current

    def is_listed(self):
        """Whether the list has the rows that it is to have, and of others only such as leave it by a key."""
        rows = self.listed()
        return [i for i in self.rows() if i in rows or i in self.lost] == rows

    def rows(self):
        """The messages whose rows the program has made, in the order of the list."""
        return [self.identifiers[TOKEN.search(node.name).group()] for node in self.list.children]

    def listed(self):
        """The messages of the inbox, as the list is to have them."""
        return sorted((i for i, mail in self.mail.items() if mail.folder == 'INBOX'), key=lambda i: -self.ranks[i])

    def look_at_the_text(self):
        try:
            before, text, after = self.header.name, self.body.text, self.header.name
        except Gone:
            # The pane was without a message for a moment, and has other objects in the tree now.
            return self.find_parts()
        if before == after and TOKEN.search(text):
            self.assertEqual(TOKEN.search(text).group(), TOKEN.search(before).group(), 'the text under a header')

    def may_be_early(self):
        """Whether all there is to see may be as it is to be with keys still to be answered: these do and undo something, or go and come."""
        def is_as_now(mail):
            return all((mail[i].folder, mail[i].flags - {*OTHERS_FLAGS}) == (now.folder, now.flags - {*OTHERS_FLAGS})
                       for i, now in self.mail.items() if i in mail)
        first = next((at for at, (mail, _) in enumerate(self.passed) if is_as_now(mail)), len(self.passed))
        return any(current == self.current for _, current in self.passed[first:])

    def press_last(self):
        """Another key where it could not be told else whether the last one has been answered."""
        keys = [*FLAGS, *MOVES]
        while self.may_be_early():
            key = keys.pop(0)
            self.press(key)
            self.does(key, self.current)

    def settle(self):
        """Waits until the mail is where it is to be, the list shows the inbox, and the row is selected that is to be."""
        self.press_last()
        self.until_mail(lambda now: now == self.mail, lambda now: {
            self.tokens[i]: (now.get(i), self.mail.get(i)) for i in {**now, **self.mail} if now.get(i) != self.mail.get(i)})
        try:
            self.app.until(self.is_current_selected, 'the selection')
            if self.others_worked:
                self.app.until(self.is_listed, 'the rows')
                self.others_worked = False
                self.app.until(self.is_current_selected, 'the selection as before')
        except Timeout:
            self.fail(f'{self.tokens.get(self.selected())} selected, not {self.tokens[self.current]}; rows '
                      f'{[self.tokens[i] for i in self.rows()]}, not {[self.tokens[i] for i in self.listed()]}')
        self.passed.clear()
        self.look_at_the_text()

    def until_mail(self, holds, difference=lambda now: now):
        """Waits until it holds of all the mail, which it then returns."""
        last = None

        def looked():
            nonlocal last
            try:
                last = {i: Mail(*mail) for i, mail in self.mailbox.whereabouts().items()}
            except SeenTwice as error:
                last = error
                return None
            return holds(last) and last
        try:
            return self.app.until(looked, 'the mail as it is to be')
        except Timeout:
            raise AssertionError(f'the mail is not as it is to be: {last if isinstance(last, SeenTwice) else difference(last)}') from None

    # What is expected.

    def row_after(self, identifier):
        """What is selected when this row goes."""
        rows = self.listed()
        at = rows.index(identifier)
        return (rows[at + 1:] + rows[:at][::-1])[0]

    def becomes(self, identifier, mail):
        self.mail[identifier] = mail

    def leaves(self, identifier, mail=None):
        if identifier == self.current:
            self.current = self.row_after(identifier)
        if mail:
            self.mail[identifier] = mail
        else:
            del self.mail[identifier]

    def does(self, key, identifier):
        """What a key does to a message."""
        before = self.mail[identifier]
        if key in MOVES:
            after = before._replace(folder=MOVES[key])
            self.leaves(identifier, after)
        else:
            after = before._replace(flags=frozenset(FLAGS[key](before.flags)))
            self.becomes(identifier, after)
        if after != before:
            self.deeds.append(Deed(identifier, before, after))
            self.undone.clear()

    def goes(self, key):
        rows = self.listed()
        at = rows.index(self.current)
        self.current = rows[{'Home': 0, 'End': len(rows) - 1, 'Down': min(at + 1, len(rows) - 1), 'j': min(at + 1, len(rows) - 1),
                             'Up': max(at - 1, 0), 'k': max(at - 1, 0)}[key]]

    # What is done.

    def note(self, text):
        self.log.append(f'{self.step}: {text}')

    def press(self, *keys):
        self.note(f'press {keys} on {self.tokens[self.current]}')
        self.pressed += len(keys)
        self.passed.append((dict(self.mail), self.current))
        self.hand.keys(*keys)

    def press_keys(self):
        """Keys, one after the other as fast as the server takes them."""
        for _ in range(self.random.choice((1, 1, 1, 2, 3, 6))):
            self.press_a_key()

    def press_a_key(self, stepping=STEPPING):
        key = self.random.choice((*MOVES, *FLAGS, *stepping))
        self.press(key)
        if key in stepping:
            self.goes(key)
        else:
            self.does(key, self.current)

    def press_in_rhythm(self):
        """Keys at the beat of a hand, which waits for nothing. What they come to depends on what is on show when each goes down: it is seen
        from the disk, where no message is lost or doubled and none is changed but one a key at most."""
        beat = self.random.uniform(*BEAT)
        strokes = []
        if self.random.random() < ELSEWHERE:
            strokes += self.strike_elsewhere(beat)
        strokes += self.strike(beat, 3)
        # Where the window has left a folder it asks nothing about it any more. Out of whatever has opened, and to what another shows.
        self.hand.keys('Alt+5', 'Escape', 'Escape')
        self.app.until(lambda: self.are_alone(1), 'one window')
        self.start_again()
        self.hand.keys('Alt+5')
        self.until_shown('Archive')
        self.hand.keys('Alt+1')
        now = self.until_answered()
        before, self.mail = self.mail, now
        self.assertEqual(set(now), set(before), 'messages after keys in rhythm')
        changed = [i for i in now if now[i] != before[i]]
        self.assertLessEqual(len(changed), sum(stroke in CHANGING for stroke in strokes) + self.stars, [self.tokens[i] for i in changed])
        # Nobody knows which of them there is to undo.
        self.deeds.clear()
        self.undone.clear()

    def strike(self, beat, rounds):
        """Strikes keys at a beat, which file mail and go on elsewhere so often. Returns them."""
        strokes = []
        for _ in range(rounds):
            strokes += self.random.choices(('e', 'Delete'), (2, 1), k=self.random.randrange(1, 3))
            strokes += self.random.choices(*zip(*ONWARD.items()))[0]
        self.note(f'every {beat:.2f} s {strokes} on {self.tokens[self.current]}')
        for stroke in strokes:
            if stroke == AGAIN:
                self.start_again()
            else:
                self.hand.keys(stroke)
            self.hand.pause(beat)
        self.pressed += len(strokes)
        return strokes

    def strike_elsewhere(self, beat):
        """The same in another window, which opens and closes while rows are on their way. Returns the keys of both."""
        first, = self.app.windows()
        self.hand.keys('e', 'Control+Shift+n')
        self.app.until(lambda: any('active' in window.states for window in self.app.windows() if window != first), 'another window')
        strokes = self.strike(beat, 1)
        # Nothing that has opened over it takes its keys.
        self.hand.keys('Alt+1', 'Escape', 'Escape')
        self.app.until(lambda: self.are_alone(2), 'two windows')
        self.start_again()
        self.hand.keys('e', 'Control+w')
        self.pressed += 2
        self.app.until(lambda: self.are_alone(1), 'the window that there was')
        self.start_again()
        self.assertEqual(self.app.windows(), [first])
        return ['e', *strokes, 'e']

    def are_alone(self, count):
        """Whether nothing of the program is on show but so many windows of mail."""
        return len(self.app.windows()) == count and not self.app.tree.all(DIALOG)

    def start_again(self):
        """Has the program show the window that there is, as another start of it does."""
        self.bus.call_sync(ID, '/' + ID.replace('.', '/'), 'org.freedesktop.Application', 'Activate', GLib.Variant('(a{sv})', ({},)), None,
                           0, LIMIT * 1000, None)

    def until_shown(self, folder):
        """Waits until the list shows what is in a folder, with a row selected if there is any. Returns where all mail is then."""
        def is_shown(now):
            rows = [i for i in self.rows() if i not in self.lost]
            return sorted(rows) == sorted(i for i, mail in now.items() if mail.folder == folder and i not in self.lost) and (
                not rows or self.selected())
        return self.until_mail(is_shown, lambda now: f'not the list of {folder}: {[self.tokens[i] for i in self.rows()]}')

    def until_answered(self):
        """Waits until all keys have been answered and the inbox is on show: a star is the last thing that is done then, and it is at the
        row that is selected. Returns where all mail is then."""
        self.stars = 0
        for _ in range(5):
            before = self.until_shown('INBOX')
            self.current = self.selected()
            self.hand.keys('s')
            self.pressed += 1
            self.stars += 1
            after = {**before, self.current: before[self.current]._replace(flags=before[self.current].flags ^ {'F'})}
            now = self.until_mail(lambda now: now.keys() == before.keys() and starred(now) != starred(before))
            # Where a key before it was still to be answered, it came to something else.
            if now == after:
                return now
        self.fail('the keys were never answered')

    def press_while_others_work(self):
        """Keys, with a delivery or a change of flags before, between or behind them. Where the list begins is not asked for then."""
        keys = self.random.randrange(1, 4)
        for at in range(keys + 1):
            if self.random.random() < 0.6:
                self.other_works()
            if at < keys:
                self.press_a_key([key for key in ('j', 'Up', 'End') if key != 'Up' or self.listed().index(self.current) > keys])
            if self.random.random() < 0.2:
                self.look_at_the_text()

    def other_works(self):
        if self.random.random() < 0.4:
            self.note('another delivers')
            self.put(self.mailbox.deliver)
            return
        identifier = self.random.choice(self.listed())
        letter = self.random.choice(OTHERS_FLAGS)
        self.note(f'another turns {letter} of {self.tokens[identifier]}')
        self.mailbox.turn_flag(identifier, letter)
        for known in self.mail, self.without_keys:
            known[identifier] = known[identifier]._replace(flags=known[identifier].flags ^ {letter})
        # What is done and undone is one flag only.
        for deeds in self.deeds, self.undone:
            deeds[:] = [deed if deed.identifier != identifier else deed._replace(
                before=deed.before._replace(flags=deed.before.flags ^ {letter}),
                after=deed.after._replace(flags=deed.after.flags ^ {letter})) for deed in deeds]

    def others_work(self):
        for _ in range(self.random.randrange(1, 4)):
            self.other_works()

    def remove(self, identifier):
        """Has another program move or remove a message, wherever it is now."""
        folder = self.random.choice((None, 'Lists'))
        self.note(f'another moves {self.tokens[identifier]} to {folder}')
        self.lost.add(identifier)
        self.others_worked = True
        if folder:
            self.mailbox.move(identifier, folder)
        else:
            self.mailbox.delete(identifier)
        return Mail(folder, self.mail[identifier].flags) if folder else None

    def others_remove(self):
        identifier = self.random.choice((self.current, self.random.choice(self.listed())))
        self.leaves(identifier, self.remove(identifier))

    def press_what_others_remove(self):
        """The message that a key is for is removed at the same moment."""
        first, key = self.random.random() < 0.5, self.random.choice(list(MOVES))
        victim, following = self.current, self.row_after(self.current)
        if first:
            removed = self.remove(victim)
            self.press(key)
        else:
            self.press(key)
            removed = self.remove(victim)
        self.leaves(victim, removed)
        # Nobody knows whether there is something to undo of it.
        self.deeds.clear()
        # A star tells when the key before it has been answered, and on which row it was then.
        self.press('s')
        starred = {}

        def answered(now):
            starred.update({i: mail for i, mail in now.items() if i in self.mail and mail.flags ^ self.mail[i].flags == {'F'}})
            return starred
        self.until_mail(answered)
        self.assertEqual(len(starred), 1, 'stars')
        # Folders are looked into one after the other: the look that saw the star may have been into others before its key was answered.
        now = self.until_mail(lambda now: now.keys() >= self.mail.keys())
        star, = starred
        # A key that comes once the message has gone is the next one's; on a busy machine also one that was pressed just before.
        if now.get(following) == self.mail[following]._replace(folder=MOVES[key]):
            self.note('it hit the next row')
            self.does(key, following)
        self.assertEqual(star, self.current, f'the star at {self.tokens[star]}, not {self.tokens[self.current]}')
        self.does('s', star)

    def go_back(self):
        """Undo, and now and then redo, or a key for what comes back."""
        count = min(self.random.choice((1, 1, 2, 3, 5)), len(self.deeds))
        if any(deed.identifier in self.lost for deed in self.deeds[-count:]):
            count = 0
            self.pass_over()
        for _ in range(count):
            deed = self.deeds.pop()
            self.press('Control+z')
            self.undone.append(deed)
            self.becomes(deed.identifier, deed.before)
            self.current = deed.identifier
        if count and self.random.random() < 0.3:
            self.press_a_key(('Down', 'Up'))
        elif self.undone and self.random.random() < 0.4:
            self.settle()
            self.redo()

    def redo(self):
        # A key that came in between leaves nothing to be done again.
        if not self.undone or self.undone[-1].identifier in self.lost:
            return
        deed = self.undone.pop()
        self.press('Control+Shift+z')
        if deed.after.folder == 'INBOX':
            self.becomes(deed.identifier, deed.after)
            self.current = deed.identifier
        else:
            self.leaves(deed.identifier, deed.after)
        self.deeds.append(deed)

    def pass_over(self):
        """Undo of what other programs have moved on changes nothing; a star tells when that is known."""
        if self.deeds[-1].identifier in self.lost:
            self.deeds.pop()
            self.press('Control+z', 's')
            self.does('s', self.current)

    def run_through(self):
        """The key that goes on is pressed faster than texts are read."""
        key = self.random.choice(('Down', 'Up'))
        for _ in range(self.random.randrange(4, 12)):
            self.press(key)
            self.goes(key)
            if self.random.random() < 0.5:
                self.look_at_the_text()

    def row_in_sight(self):
        """A row that the pointer reaches, and its message."""
        # Brings the selected row into sight.
        key = 'Up' if self.current == self.listed()[-1] else 'Down'
        self.press(key)
        self.goes(key)
        self.settle()
        self.app.until(lambda: self.rows() == self.listed(), 'no row on its way out')
        self.app.until_still()
        _, top, _, height = self.app.area(self.list)
        places = [(row, *self.app.area(row)[1::2]) for row in self.list.children]
        order = self.listed()
        at = order.index(self.current)
        found = []
        # A row that is kept ready has a place, but none that counts: those in sight lie one below the other.
        for way in (range(at, len(order)), range(at, -1, -1)):
            last = None
            for row, y, size in (places[i] for i in way):
                if last not in (None, y if way.step > 0 else y + size) or not top <= y + size / 2 < top + height:
                    break
                last = y + size if way.step > 0 else y
                # Not where the list says what has come above.
                if top + 60 < y and y + size < top + height:
                    found.append(row)
        self.assertTrue(found, 'no row in sight beside the selected one')
        row = self.random.choice(found)
        return row, self.identifiers[TOKEN.search(row.name).group()]

    def click_a_row(self):
        row, identifier = self.row_in_sight()
        self.note(f'click {self.tokens[identifier]}')
        self.hand.click(self.app.place(row, 0.4))
        self.current = identifier

    def swipe_a_row(self):
        """A long swipe archives the row it began on, whatever comes meanwhile."""
        row, identifier = self.row_in_sight()
        self.note(f'swipe {self.tokens[identifier]}')
        self.long_swipe(row, release=False)
        if self.random.random() < 0.5:
            self.other_works()
        self.hand.release()
        self.does('e', identifier)

    def keep_number(self):
        rows = self.listed()
        if len(rows) < FEW:
            for _ in range(MANY - FEW):
                self.put(self.mailbox.deliver)
        if len(rows) > MANY:
            for identifier in rows[FEW:FEW + 5]:
                self.leaves(identifier, self.remove(identifier))
        if not FEW <= len(rows) <= MANY:
            self.settle()

    def undo_everything(self):
        self.note('undo everything')
        self.press('Home')
        self.current = self.listed()[0]
        self.settle()
        whole = {i: mail for i, mail in self.without_keys.items() if i not in self.lost}
        for _ in range(self.pressed // 50 + 1):
            self.hand.keys(*['Control+z'] * 50)
            # What is renamed meanwhile can be seen under both names.
            with contextlib.suppress(SeenTwice):
                if self.mailbox.whereabouts().items() >= whole.items():
                    break
        left = len(whole)

        def count():
            """How many messages are not yet as they were."""
            nonlocal left
            with contextlib.suppress(SeenTwice):
                now = self.mailbox.whereabouts()
                left = sum(now.get(i) != mail for i, mail in whole.items())
            return left
        self.app.until_reached(count, 0, 'messages that are not as they were')
        now = self.until_mail(lambda now: now.items() >= whole.items())
        self.assertEqual(set(now), set(self.mail), 'messages after all')


if __name__ == '__main__':
    unittest.main()
