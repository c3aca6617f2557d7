"""The built program, running at a desk: its window and rows as a screen reader sees them, its complaints, its end."""

import contextlib
import os
import re
import subprocess
from functools import cached_property

from . import accessibility
from .accessibility import Gone
from .conditions import LIMIT, until, until_reached
from .desk import end, spawn

REPOSITORY = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
# The domains of GLib's log whose debug messages the programs under test print.
DEBUG_DOMAINS = ('SwipeRow', 'Dunnock', 'Dunnock.Sync', 'Dunnock.Servers', 'Dunnock.Sending', 'Dunnock.Reading', 'Dunnock.Writing', 'Dunnock.Setup')
DEBUG_LINE = re.compile(r'-DEBUG: ')
# What GLib, GTK and the Swift runtime write when something is wrong in the program.
COMPLAINT = re.compile(r'-(WARNING|CRITICAL|ERROR) \*\*|Fatal error|Segmentation fault|\(process:\d+\)')

# AdwAlertDialog of libadwaita 1.7 tries whether its heading has room in large letters, by measuring the label for less than its minimum width.
# GTK 4.8 on X11 says so of each menu that opens while the button is down, as its own do: the button comes up over the menu.
# In its sandbox the process that draws pages asks a portal for the look of the desktop, which a test's desktop has not got, and may be
# ended while it speaks to the bus: its socket then breaks as it is written to, or is closed before it is waited for (g_socket_create_source)
# or before it gives up the name under which newer WebKit tells a screen reader of the page.
FORGIVEN = re.compile(r'Gtk-WARNING \*\*: .*Trying to measure GtkLabel .* for width of'
                      r'|Gtk-WARNING \*\*: .*Broken accounting of active state for widget \w+\(GtkPopoverMenu\)'
                      r'|Gdk-WARNING \*\*: .*Failed to read portal settings: .*ServiceUnknown'
                      r'|\(process:2\): WARNING \*\*: .*Error writing credentials to socket: .*Broken pipe'
                      r'|\(process:2\): GLib-GIO-WARNING \*\*: .*(?:Socket check failed|Error releasing name \S+\.WebProcess-)')
# GTK's file chooser draws the two arrows beside its path where no folder is read yet, and gives them no room until one is
# (gtk_path_bar_size_allocate): two buttons at once.
ARROWS = re.compile(r'(?:\n?.*Gtk-WARNING \*\*: .*Trying to snapshot GtkButton .* without a current allocation\n){2}')

# How many pictures are the same as the one before them where nothing moves: a program that begins to move may need some frames for it.
STILL_PICTURES = 5
# How many lines of the output are printed when a test fails.
TAIL = 100


def binary(name='dunnock'):
    """A program under test: dunnock is $DUNNOCK_BINARY, else the debug build of this repository; another stands beside it."""
    path = os.environ.get('DUNNOCK_BINARY') or os.path.join(REPOSITORY, '.build/debug/dunnock')
    path = os.path.join(os.path.dirname(path), name)
    if not os.access(path, os.X_OK):
        raise FileNotFoundError(f'{path} is not there: build it with `swift build --product {name}`, or set DUNNOCK_BINARY')
    return os.path.abspath(path)


def resources(environment):
    """The environment with the place of the program's resources, which .scripts/test may have set already."""
    return {'DUNNOCK_RESOURCES': os.path.join(REPOSITORY, '.build/resources'), **environment}


class App:
    """One run of `dunnock`, in `home`, which holds its settings. `wrapper` is a command that the program is started through, `variables`
    are added to its environment."""

    program = 'dunnock'
    # How many px of the desk a px of the program is.
    unit = 1

    def __init__(self, desk, home, *arguments, wrapper=(), variables=None, **options):
        self.desk, self.tree, self._home = desk, None, home
        with contextlib.suppress(FileNotFoundError):
            os.remove(self._output_path)
        environment = {**resources(desk.environment(home)), 'G_MESSAGES_DEBUG': ' '.join(DEBUG_DOMAINS), **(variables or {})}
        with open(self._output_path, 'a') as output:
            self._process = spawn([*wrapper, binary(self.program), *arguments], env=environment,
                                  **{'cwd': home, 'stdout': output, 'stderr': output, **options})

    def wait_for_window(self):
        self.tree = self.until(lambda: self.desk.bus.application(self._process.pid), 'the program on the accessibility bus')
        self._window = self.until(self.windows, 'the window in the accessibility tree')[0]

    def until(self, predicate, what):
        """Waits as `conditions.until` does, but no longer than the program lives; what leaves the tree meanwhile is looked up anew."""
        def looked_at():
            try:
                value = predicate()
            except Gone:
                value = None
            if not value and not self.alive:
                raise AssertionError(f'the program ended ({self._process.returncode}) while waited for: {what}\n{self.tail()}')
            return value
        return until(looked_at, what)

    def until_reached(self, look, goal, what):
        """Waits as `conditions.until_reached` does, but no longer than the program lives."""
        until_reached(look, goal, what, self.until)

    def windows(self):
        """The windows on show, in the order of the tree."""
        return self.tree.all(accessibility.FRAME, lambda node: 'showing' in node.states, lambda role: False)

    @property
    def process_id(self):
        return self._process.pid

    @property
    def alive(self):
        return self._process.poll() is None

    def answer(self):
        """Returns when the program has done what it had to do before it answers a screen reader."""
        for _ in range(3):
            self.tree.children

    def output(self):
        with open(self._output_path, errors='replace') as file:
            return file.read()

    def tail(self):
        """The last lines of the output."""
        return '\n'.join(self.output().splitlines()[-TAIL:])

    def mark(self):
        """A place in the output, for `logged`: its end by now."""
        return len(self.output())

    def logged(self, pattern, since=0):
        """Whether a line of the output after a mark matches the regular expression."""
        return re.search(pattern, self.output()[since:], re.M)

    def until_logged(self, pattern, since=0):
        return self.until(lambda: self.logged(pattern, since), f'a line of output that matches {pattern!r}')

    def complaints(self):
        lines = ARROWS.sub('', self.output()).splitlines()
        return [line for line in lines if COMPLAINT.search(line) and not DEBUG_LINE.search(line) and not FORGIVEN.search(line)]

    def wait(self):
        """Waits until the program has ended by itself and returns its exit status."""
        until(lambda: not self.alive, 'the program ended')
        return self._process.returncode

    def end(self):
        """Ends the program. Raises if it had ended by itself or has complained."""
        alive = self.alive
        end(self._process)
        if not alive:
            raise AssertionError(f'the program ended by itself ({self._process.returncode})\n{self.tail()}')
        if self.complaints():
            raise AssertionError('the program complained:\n' + '\n'.join(self.complaints()))

    def rows(self, containing=''):
        """The list items whose name contains the words, in the order of the list."""
        return self.tree.all(accessibility.LIST_ITEM, lambda node: containing in node.name, outside_rows)

    def row(self, containing):
        """The one list item whose name contains the words, waited for."""
        def only():
            found = self.rows(containing)
            if len(found) > 1:
                raise AssertionError(f'{len(found)} rows contain {containing!r}')
            return found
        return self.until(only, f'a row with {containing!r}')[0]

    def names(self):
        return [row.name for row in self.tree.seen('name', role=accessibility.LIST_ITEM, into=outside_rows)]

    def expanded(self):
        """The names of the rows that are open."""
        rows = self.tree.seen('name', 'states', role=accessibility.LIST_ITEM, into=outside_rows)
        return [row.name for row in rows if 'expanded' in row.states]

    def focused(self):
        """The name of the object that has the focus."""
        names = [node.name for node in self.tree.seen('states') if 'focused' in node.states]
        return names[-1] if names else None

    def menu(self):
        """The items of the open menu by their names."""
        return {item.name: item for item in self.tree.all(accessibility.MENU_ITEM, into=outside_rows)}

    def open_submenu(self, name):
        """By the keys, from the open menu on."""
        while self.focused() != name:
            before = self.focused()
            self.desk.hand.keys('Down')
            self.until(lambda: self.focused() != before, 'the next item')
        self.desk.hand.keys('Return')
        self.until_still()

    def buttons(self, name, within=None):
        # A button that is labelled by its own title, as a toast's is, is named by it twice on GTK 4.8.
        return (within or self.tree).all(accessibility.BUTTON, lambda node: node.name in (name, f'{name} {name}'))

    def button(self, name, within=None):
        return self.until(lambda: self.buttons(name, within), f'a button {name!r}')[0]

    def texts(self):
        """Everything that is written in the window, one text after another."""
        return list(self._each_text())

    def says(self, pattern):
        """Whether a text in the window matches the regular expression."""
        return any(re.search(pattern, text) for text in self._each_text())

    def _each_text(self):
        for node in self.tree.seen('role', 'name', 'interfaces'):
            with contextlib.suppress(Gone):
                yield node.text

    def area(self, node):
        """Where the object is on the screen: x, y, width, height in whole pixels."""
        x, y, width, height = node.extents
        return round(self._origin[0] + x), round(self._origin[1] + y), width, height

    def place(self, node, across=0.5, down=0.5):
        """A point of the object on the screen, as fractions of its width and height."""
        x, y, width, height = self.area(node)
        return x + width * across, y + height * down

    def spot(self, x, y):
        """A point of the window's content on the screen."""
        return self._content[0] + x, self._content[1] + y

    def picture(self, node):
        return self.desk.picture(self.area(node))

    def front(self, row, closed):
        """How far the row's front stands to the right of where it was in the picture `closed`, in pixels."""
        return self.picture(row).shift_of(closed, limit=320)

    def until_still(self):
        """Waits until the screen shows a window and some pictures, one after the other, are the same."""
        last, count = None, 0

        def same():
            nonlocal last, count
            before, last = last, self.desk.picture()
            count = count + 1 if before == last else 0
            return count >= STILL_PICTURES and self.desk.window_area(last)
        return self.until(same, 'a picture that stands still')

    @cached_property
    def _content(self):
        # The border that GTK draws around the content is the same on all sides. GTK 4.8 counts extents from the window's content; newer GTK
        # counts the border as the window's, which begins so far before the content.
        x, y, width, height = (length / self.unit for length in self.desk.window_area(self.desk.picture()))
        left, top, inner_width, inner_height = self._window.extents
        return x + (width - inner_width) / 2 - left, y + (height - inner_height) / 2 - top

    @cached_property
    def _origin(self):
        # Newer GTK leaves the border, and every padding further in, out of what it adds up.
        left, top, _, _ = self._window.extents
        return self._content[0] - left, self._content[1] - top

    @property
    def _output_path(self):
        return os.path.join(self._home, 'output')


def outside_rows(role):
    """Whether to look into an object of this role for what is not in a row."""
    return role != accessibility.LIST_ITEM


def command(*arguments, **options):
    """Runs the program without a display and returns what subprocess.run returns, with text output."""
    kept = {name: value for name, value in os.environ.items() if name not in ('DISPLAY', 'WAYLAND_DISPLAY', 'DBUS_SESSION_BUS_ADDRESS')}
    return subprocess.run([binary(), *arguments], env=resources(kept), stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=LIMIT, **options)
