"""A test of the program at the desk: a fresh mailbox and a fresh program for each, and evidence kept when one fails."""

import configparser
import os
import tempfile
import unittest

from .app import REPOSITORY, App
from .mailbox import Mailbox
from .xorg import XorgDesk

EVIDENCE = os.path.join(REPOSITORY, '.build/desktop-failures')
SETTINGS = 'io/github/dunnock/Dunnock'
# No message is another than a test's keys make it.
UNMARKED = {'mark-read': "'never'", 'mark-read-when-filed': 'false'}
# Past half of a tray of two or three buttons, short of arming anything.
REVEAL = 160


class DesktopCase(unittest.TestCase):
    kind = XorgDesk
    # Of the mailbox beside its inbox.
    folders = ('Archive', 'Trash')

    def setUp(self):
        self.desk = self.kind.shared()
        self.hand = self.desk.hand
        self.app = None
        home = tempfile.TemporaryDirectory(prefix='home-')
        self.addCleanup(home.cleanup)
        self.home = home.name
        # Nothing moves by itself, as it does the first time.
        self.store({'hint-shown': 'true'})
        self.mailbox = Mailbox(self.folders)
        self.addCleanup(self.mailbox.remove)
        self.addCleanup(self.hand.let_go)

    def run(self, result=None):
        self._result = result or self.defaultTestResult()
        self._failures_before = self._failures()
        return super().run(self._result)

    def tearDown(self):
        # Since Python 3.11 the test's own failure is already counted here, while its window is still on the screen.
        if self.app and self._failures() > self._failures_before:
            self._keep_evidence()

    def _failures(self):
        return len(self._result.failures) + len(self._result.errors)

    def store(self, settings):
        """Writes what the program remembers between runs, values as GVariant writes them; what is not named is forgotten, but messages are
        marked as read by nothing but keys."""
        os.makedirs(os.path.dirname(self._settings_path), exist_ok=True)
        with open(self._settings_path, 'w') as file:
            file.write(f'[{SETTINGS}]\n' + ''.join(f'{key}={value}\n' for key, value in {**UNMARKED, **settings}.items()))

    def set_gtk(self, **settings):
        """Sets properties of GtkSettings for what is started from now on, `gtk_long_press_time` for gtk-long-press-time."""
        folder = os.path.join(self.home, '.config/gtk-4.0')
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, 'settings.ini'), 'w') as file:
            file.write('[Settings]\n' + ''.join(f'{name.replace("_", "-")}={value}\n' for name, value in settings.items()))

    def stored(self, key):
        """What the program remembers under a key, as GVariant writes it; None while it is the default."""
        kept = configparser.RawConfigParser()
        kept.read(self._settings_path)
        return kept.get(SETTINGS, key, fallback=None)

    @property
    def _settings_path(self):
        return os.path.join(self.home, '.config/glib-2.0/settings/keyfile')

    def letters(self):
        """Six messages of every kind of state; returns their Message-IDs by subject, newest first as in the list."""
        add = self.mailbox.add
        return {subject: add(sender, subject, flags, part) for sender, subject, flags, part in (
            ('Ada Lovelace', 'Engine notes', '', 'new'), ('Ben Okri', 'Famished road', 'S', 'cur'),
            ('Cyd Charisse', 'Dancing shoes', 'FS', 'cur'), ('Dov Ber', 'Sunday lunch', '', 'cur'),
            ('Eve Arden', 'Broken boiler', 'RS', 'cur'), ('Fay Wray', 'Tall building', 'PS', 'cur'))}

    def start(self, *arguments, rows=None, **options):
        """Starts the program on the mailbox, changes allowed unless `arguments` say else, and waits until it lists the inbox, or at
        least `rows` rows."""
        self.app = app = App(self.desk, self.home, *(arguments or ('--allow-changes', self.mailbox.path)), **options)
        self.addCleanup(lambda: app is self.app and app.end())
        self.app.wait_for_window()
        if rows is None:
            rows = sum(message.folder == 'INBOX' for message in self.mailbox.messages().values())
        if self.app.tree.toolkit >= (4, 12):
            # Of the rows out of sight, screen readers are told nothing.
            rows = min(rows, 6)
        self.app.until(lambda: len(self.app.rows()) >= rows, f'{rows} rows')
        self.app.until_still()
        return self.app

    def restart(self, *arguments, **options):
        """Ends the program and starts it again with the same settings."""
        self.app.end()
        self.app = None
        return self.start(*arguments, **options)

    def expect(self, expected, what):
        """Waits until the mail is exactly `expected`: every message by Message-ID, and no other."""
        def wrong():
            now = self.mailbox.messages()
            return {i: (now.get(i), expected.get(i)) for i in now.keys() | expected.keys()
                    if i not in now or i not in expected or not expected[i].is_met_by(now[i])}
        try:
            self.app.until(lambda: not wrong(), what)
        except AssertionError as error:
            raise AssertionError(f'{error}\nfound and expected: {wrong()}') from None

    def take_links(self, opened, scheme='https'):
        """Has this test's own desktop write down in a file what it is given to open."""
        program = os.path.join(self.home, 'opener')
        with open(program, 'w') as file:
            file.write(f'#!/bin/sh\nprintf "%s\\n" "$1" >>"{opened}"\n')
        os.chmod(program, 0o755)
        data = os.path.join(self.home, '.local/share/applications')
        os.makedirs(data)
        with open(os.path.join(data, 'opener.desktop'), 'w') as file:
            file.write(f'[Desktop Entry]\nType=Application\nName=Opener\nExec={program} %u\nMimeType=x-scheme-handler/{scheme};\n')
        os.makedirs(os.path.join(self.home, '.config'), exist_ok=True)
        with open(os.path.join(self.home, '.config/mimeapps.list'), 'w') as file:
            file.write(f'[Default Applications]\nx-scheme-handler/{scheme}=opener.desktop\n')

    def focus(self, containing):
        """Goes to the row by the arrow keys alone; the list must have the focus already. A row far out of sight, which GTK need not have
        in the tree, lies further down."""
        def focused():
            return [row for row in self.app.rows() if 'focused' in row.states]
        self.app.until(focused, 'the focus on a row')
        for _ in range(100):
            at, = self.app.until(focused, 'the focus on a row')
            if containing in at.name:
                return
            names = self.app.names()
            there = next((i for i, name in enumerate(names) if containing in name), len(names))
            self.hand.keys('Down' if names.index(at.name) < there else 'Up')
            self.app.until(lambda: focused() and focused() != [at], 'the focus on another row')
        self.fail(f'the arrow keys did not reach {containing!r}')

    def until_listed(self, *subjects, app=None):
        """Waits until the list, of this program or another, has these rows, in this order, and no other."""
        app = app or self.app

        def listed():
            names = app.names()
            return len(names) == len(subjects) and all(subject in name for subject, name in zip(subjects, names))
        app.until(listed, f'a list of {subjects}')
        app.until_still()

    def until_focus(self, containing):
        self.app.until(lambda: containing in (self.app.focused() or ''), f'the focus on {containing!r}')

    def tab_to(self, button):
        """Tab from the row reaches the button of its tray: there are two, so within two strokes."""
        for _ in range(2):
            before = self.app.focused()
            self.hand.keys('Tab')
            self.app.until(lambda: self.app.focused() not in (None, before), 'the focus further on')
            if self.app.focused() == button:
                return
        self.fail(f'Tab did not reach {button!r} but {self.app.focused()!r}')

    def drag(self, row, distance, **options):
        """The mouse drags the row sideways, starting where the front has room to go."""
        start = self.app.place(row, 0.3 if distance > 0 else 0.7)
        self.hand.drag(start, (start[0] + distance, start[1]), **options)

    def long_swipe(self, row, distance=300, **options):
        """The mouse drags the row so far that it is armed."""
        start = self.app.place(row, 0.08 if distance > 0 else 0.95)
        self.hand.drag(start, (start[0] + distance, start[1]), **options)

    def swipe(self, row, distance, **options):
        """One finger drags the row sideways."""
        start = self.app.place(row, 0.3 if distance > 0 else 0.7)
        self.hand.swipe(start, (start[0] + distance, start[1]), **options)

    def until_open(self, containing, *buttons):
        """Waits until this row, and no other, is open at rest with these buttons in its tray."""
        def is_open():
            return [containing in name for name in self.app.expanded()] == [True] and all(
                self.app.buttons(name, self.app.row(containing)) for name in buttons)
        self.app.until(is_open, f'{containing!r} open with {buttons}')
        self.app.until_still()

    def until_closed(self):
        self.app.until(lambda: not self.app.expanded(), 'every row closed')
        self.app.until_still()

    def click(self, node):
        self.hand.click(self.app.place(node))

    def area_in_message(self, node):
        """Where an object inside a message is on the screen: x, y, width, height in whole pixels."""
        x, y, width, height = self.app.area(node)
        # From GTK 4.10 on, AT-SPI leaves out the padding of the message, 24 px in style.css.
        padding = 24 if self.app.tree.toolkit >= (4, 10) else 0
        return x + padding, y + padding, width, height

    def click_in_message(self, node):
        x, y, width, height = self.area_in_message(node)
        self.hand.click((x + width / 2, y + height / 2))

    def _keep_evidence(self):
        folder = os.path.join(EVIDENCE, self.id())
        os.makedirs(folder, exist_ok=True)
        self.desk.save_picture(os.path.join(folder, 'screen.png'))
        for name, text in (('tree.txt', self.app.tree.describe() if self.app.tree else 'not on the bus'), ('output.txt', self.app.output()),
                           ('mail.txt', '\n'.join(f'{k} {v}' for k, v in sorted(self.mailbox.messages().items())))):
            with open(os.path.join(folder, name), 'w') as file:
                file.write(text + '\n')
        print(f'evidence of the failure: {folder}\nThe last lines of the output:\n{self.app.tail()}')
