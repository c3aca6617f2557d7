"""Two windows on one mailbox, of one program or of two: what one does the other shows, and each takes back what was done last."""

import os
import pathlib
import re
import signal
import sys
import unittest

from gi.repository import GLib
from harness import accessibility
from harness.app import App
from harness.case import DesktopCase
from harness.conditions import LIMIT, until
from harness.desk import end, spawn
from harness.services import activate, ask

ID = 'io.github.dunnock.Dunnock'
SUBJECTS = ['Engine notes', 'Famished road', 'Dancing shoes', 'Sunday lunch', 'Broken boiler', 'Tall building']
# What GTK says by itself where there is no session bus, or none that tells of the accessibility bus.
NO_BUS = re.compile(r'Unable to acquire (session bus|the address of the accessibility bus)')
# One that runs as the first of the session, and ends as it is asked for a window: it writes down what it was asked.
ENDING = '''
import os, sys
from gi.repository import Gio
def asked(application, line):
    if not line.get_is_remote():
        return 0
    token = line.get_platform_data().lookup_value('desktop-startup-id', None)
    with open(sys.argv[1], 'wb') as file:
        file.write(b'\\n'.join(os.fsencode(word) for word in [*line.get_arguments()[1:], token.unpack()]))
    os._exit(0)
application = Gio.Application(application_id='io.github.dunnock.Dunnock', flags=Gio.ApplicationFlags.HANDLES_COMMAND_LINE)
application.connect('command-line', asked)
application.register()
application.hold()
print('ready', flush=True)
application.run([])
'''


class OtherApp(App):
    """A further start, whose output is kept apart."""

    @property
    def _output_path(self):
        return os.path.join(self._home, 'output-of-the-other')

    def complaints(self):
        return [line for line in super().complaints() if not NO_BUS.search(line)]


class Window(App):
    """One of the windows of a program."""

    def __init__(self, app, frame):
        self.__dict__.update(app.__dict__)
        self.tree = frame


class Windows(DesktopCase):
    def setUp(self):
        super().setUp()
        self.ids = self.letters()
        self.before = self.mailbox.messages()
        self.start()

    def start_again(self, *arguments, **options):
        """Starts the program once more beside the one that runs."""
        other = OtherApp(self.desk, self.home, *(arguments or (self.mailbox.path,)), **options)
        self.addCleanup(lambda: other.alive and other.end())
        return other

    def window_of(self, *arguments, **options):
        """The window that another start opens in the program that runs; the start itself ends."""
        known = self.app.windows()
        other = self.start_again(*arguments, **options)
        self.assertEqual((other.wait(), other.complaints()), (0, []), other.output())
        frame, = self.app.until(lambda: [frame for frame in self.app.windows() if frame not in known], 'another window')
        return Window(self.app, frame)

    def two_windows(self):
        first = Window(self.app, self.app.windows()[0])
        return first, self.window_of()

    def until_all_list(self, subjects, *windows):
        for window in windows:
            self.until_listed(*subjects, app=window)

    def without(self, *gone):
        return [subject for subject in SUBJECTS if subject not in gone]

    def moved(self, folder, *subjects):
        return {self.ids[subject]: self.before[self.ids[subject]].moved(folder) for subject in subjects}

    def undo(self, window):
        # The notice that offers it too may have gone by now.
        window.tree.do('mail.undo')

    def work_with(self, one, two):
        """What one does the other shows, and each takes back what was done last."""
        self.until_all_list(SUBJECTS, one, two)
        one.row('Dancing shoes').do('archive')
        self.until_all_list(self.without('Dancing shoes'), one, two)
        two.row('Sunday lunch').do('trash')
        self.until_all_list(self.without('Dancing shoes', 'Sunday lunch'), one, two)
        self.undo(two)
        self.until_all_list(self.without('Dancing shoes'), one, two)
        self.undo(one)
        self.until_all_list(SUBJECTS, one, two)
        self.expect({**self.before, **self.moved('INBOX', 'Dancing shoes', 'Sunday lunch')}, 'everything where it was')


class OneProgram(Windows):
    def test_what_one_does_the_other_shows_and_takes_back(self):
        self.work_with(*self.two_windows())

    def test_each_shows_a_mailbox_of_its_own(self):
        for name in (b'caf\xe9%41', 'plain'):
            other = type(self.mailbox)()
            self.addCleanup(other.remove)
            other.add('Gil Scott', 'Another box', 'S')
            # By a path from the folder in which it is started, of any bytes.
            folder = os.path.dirname(other.path)
            os.rename(other.path, os.path.join(os.fsencode(folder), os.fsencode(name)))
            window = self.window_of('--allow-changes', name, cwd=folder)
            self.until_listed('Another box', app=window)
            self.assertTrue(any(action.endswith('archive') for action in window.rows()[0].actions))
            os.rename(os.path.join(os.fsencode(folder), os.fsencode(name)), other.path)

    def test_a_desktop_opens_windows_over_the_bus(self):
        address = self.desk.environment(self.home)['DBUS_SESSION_BUS_ADDRESS']
        activate(address, 'new-window')
        self.app.until(lambda: len(self.app.windows()) == 2, 'another window')
        other = type(self.mailbox)()
        self.addCleanup(other.remove)
        other.add('Gil Scott', 'Another box', 'S')
        known = self.app.windows()
        ask(address, 'Open', GLib.Variant('(asa{sv})', ([pathlib.Path(other.path).as_uri()], {})))
        frame, = self.app.until(lambda: [frame for frame in self.app.windows() if frame not in known], 'a window on it')
        self.until_listed('Another box', app=Window(self.app, frame))

    def test_activation_over_the_bus_shows_the_window_that_there_is(self):
        bus = accessibility.connect(self.desk.environment(self.home)['DBUS_SESSION_BUS_ADDRESS'])
        self.addCleanup(bus.close_sync, None)
        bus.call_sync(ID, '/' + ID.replace('.', '/'), 'org.freedesktop.Application', 'Activate', GLib.Variant('(a{sv})', ({},)), None, 0,
                      LIMIT * 1000, None)
        # It has been answered by the time that another start is.
        self.window_of()
        self.assertEqual(len(self.app.windows()), 2)

    def test_closing_one_leaves_the_other(self):
        windows = self.two_windows()
        self.until_all_list(SUBJECTS, *windows)
        self.hand.keys('Control+w')
        self.app.until(lambda: len(self.app.windows()) == 1, 'one window')
        rest = Window(self.app, self.app.windows()[0])
        rest.row('Dancing shoes').do('archive')
        self.expect({**self.before, **self.moved('Archive', 'Dancing shoes')}, 'archived')
        self.window_of()

    def test_quitting_closes_both(self):
        self.until_all_list(SUBJECTS, *self.two_windows())
        app, self.app = self.app, None
        self.hand.keys('Control+q')
        self.assertEqual((app.wait(), app.complaints()), (0, []), app.output())

    def test_a_start_after_a_sudden_end_goes_on(self):
        one, two = self.two_windows()
        self.until_all_list(SUBJECTS, one, two)
        two.row('Dancing shoes').do('archive')
        self.until_all_list(self.without('Dancing shoes'), one, two)
        os.kill(self.app.process_id, signal.SIGKILL)
        self.app = None
        self.start(rows=5)
        window = self.window_of()
        self.until_listed(*self.without('Dancing shoes'), app=window)
        self.hand.keys('Control+z')
        self.until_listed(*SUBJECTS, app=window)

    def test_a_program_that_does_not_respond_is_named(self):
        os.kill(self.app.process_id, signal.SIGSTOP)
        self.addCleanup(os.kill, self.app.process_id, signal.SIGCONT)
        other = self.start_again()
        self.assertEqual(other.wait(), 1)
        number = self.app.process_id
        self.assertIn(f'as process {number} but does not respond. End it with “kill {number}” and try again.', other.output())

    def test_a_mistake_is_told_where_it_is_made(self):
        other = self.start_again('--nonsense')
        self.assertEqual(other.wait(), 2)
        self.assertIn('--nonsense', other.output())
        self.assertEqual(len(self.app.windows()), 1)


class TwoPrograms(Windows):
    """As for two sessions, or two persons who may both use a mailbox."""

    def test_what_one_does_the_other_shows_and_takes_back(self):
        other = self.start_again(variables={'DBUS_SESSION_BUS_ADDRESS': self.desk.another_bus()})
        other.wait_for_window()
        one, = self.app.windows()
        two, = other.windows()
        self.work_with(Window(self.app, one), Window(other, two))

    def test_without_a_bus_it_runs_by_itself(self):
        self.app.end()
        self.app = self.start_again('--allow-changes', self.mailbox.path, variables={
            'DBUS_SESSION_BUS_ADDRESS': 'unix:path=/nonexistent/bus', 'GTK_A11Y': 'none'})

        def archived():
            # Nobody tells when the list is there to be worked on.
            self.hand.keys('e')
            return any(message.folder == 'Archive' for message in self.mailbox.messages().values())
        self.app.until(archived, 'a message archived')


class AfterOneThatEnds(DesktopCase):
    def test_a_start_is_not_lost(self):
        asked = os.path.join(self.home, 'asked')
        first = spawn([sys.executable, '-c', ENDING, asked], env=self.desk.environment(self.home), stdout=-1)
        self.addCleanup(end, first)
        self.assertEqual(first.stdout.readline(), b'ready\n')
        self.addCleanup(first.stdout.close)
        self.letters()
        self.start('--allow-changes', self.mailbox.path, variables={'DESKTOP_STARTUP_ID': 'token_TIME1'})
        until(lambda: first.poll() is not None, 'the first to end')
        with open(asked, 'rb') as file:
            self.assertEqual(file.read().split(b'\n'), [b'--allow-changes', os.fsencode(self.mailbox.path), b'token_TIME1'])
        self.assertNotIn('GDBus', self.app.output())


if __name__ == '__main__':
    unittest.main()
