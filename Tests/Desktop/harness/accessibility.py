"""The tree that a screen reader sees: AT-SPI asked directly over D-Bus, with nothing cached between two looks."""

import contextlib

import gi

gi.require_version('Gio', '2.0')
from gi.repository import Gio, GLib  # noqa: E402

from .conditions import LIMIT  # noqa: E402

ROOT = '/org/a11y/atspi/accessible/root'
REGISTRY = 'org.a11y.atspi.Registry'
ACCESSIBLE, ACTION, COMPONENT, TEXT = ('org.a11y.atspi.' + name for name in ('Accessible', 'Action', 'Component', 'Text'))
IN_WINDOW = 1
# Numbers of the roles and states that the tests speak of, from atspi-constants.h: role names differ between versions of AT-SPI.
ALERT, COMBO_BOX, DIALOG, FRAME, LABEL, LIST, LIST_ITEM, MENU_ITEM, BUTTON, TOGGLE, TREE_ITEM = 2, 11, 16, 23, 29, 31, 32, 35, 43, 62, 91
STATES = {1: 'active', 3: 'busy', 4: 'checked', 10: 'expanded', 11: 'focusable', 12: 'focused', 23: 'selected', 24: 'sensitive', 25: 'showing', 30: 'visible'}
GONE = ('UnknownObject', 'UnknownMethod', 'UnknownInterface', 'NoReply', 'Disconnected', 'ServiceUnknown', 'NameHasNoOwner')


PROPERTIES = 'org.freedesktop.DBus.Properties'
# What is asked of one object or of many at once.
FACTS = {'children': (ACCESSIBLE, 'GetChildren', None), 'name': (PROPERTIES, 'Get', GLib.Variant('(ss)', (ACCESSIBLE, 'Name'))),
         'role': (ACCESSIBLE, 'GetRole', None), 'states': (ACCESSIBLE, 'GetState', None), 'interfaces': (ACCESSIBLE, 'GetInterfaces', None)}


class Gone(Exception):
    """The object left the tree (or its program left the bus) between two questions."""


class Bus:
    """The accessibility bus that belongs to a session bus."""

    def __init__(self, session_address):
        session = connect(session_address)
        address, = session.call_sync('org.a11y.Bus', '/org/a11y/bus', 'org.a11y.Bus', 'GetAddress', None, None, 0,
                                     LIMIT * 1000, None).unpack()
        session.close_sync(None)
        self._connection = connect(address)
        # GTK 4.18 sends events only while a listener is registered.
        self.call(REGISTRY, '/org/a11y/atspi/registry', REGISTRY, 'RegisterEvent', GLib.Variant('(sass)', ('object:', [], '')))

    def close(self):
        self._connection.close_sync(None)

    def applications(self):
        return Accessible(self, REGISTRY, ROOT).children

    def application(self, process_id):
        """The tree of the program with this process id, or None while it has not registered."""
        for program in self.applications():
            try:
                owner, = self.call('org.freedesktop.DBus', '/org/freedesktop/DBus', 'org.freedesktop.DBus',
                                   'GetConnectionUnixProcessID', GLib.Variant('(s)', (program.bus_name,)))
            except Gone:
                continue
            if owner == process_id:
                return program
        return None

    def call(self, *question):
        """Asks a program something: bus name, path, interface, method and arguments. Raises Gone when what is asked is there no more."""
        answer, = self.calls([question])
        if isinstance(answer, Gone):
            raise answer
        return answer

    def calls(self, questions):
        """Asks everything at once and waits for all; returns the answers in the order of the questions, a Gone for each that had none."""
        answers = {}

        def answered(connection, result, place):
            try:
                answers[place] = connection.call_finish(result).unpack()
            except GLib.Error as error:
                answers[place] = error

        context = GLib.MainContext.new()
        context.push_thread_default()
        try:
            for place, question in enumerate(questions):
                self._connection.call(*question, None, 0, LIMIT * 1000, None, answered, place)
            while len(answers) < len(questions):
                context.iteration(True)
        finally:
            context.pop_thread_default()
        for place, answer in answers.items():
            if isinstance(answer, GLib.Error):
                if not any(word in (Gio.dbus_error_get_remote_error(answer) or '') for word in GONE):
                    raise answer
                answers[place] = Gone('{3} of {1}'.format(None, *questions[place]))
        return [answers[place] for place in range(len(questions))]

    @contextlib.contextmanager
    def events(self, program):
        """A list that has, at the end, the events of a program's objects meanwhile, in order, as (path, what, value)."""
        events = []

        def came(connection, sender, path, interface, signal, arguments):
            what, value, _, data, *_ = arguments.unpack()
            events.append((path, what, data if signal == 'PropertyChange' else value))

        subscription = self._connection.signal_subscribe(program.bus_name, 'org.a11y.atspi.Event.Object', None, None, None, 0, came)
        try:
            yield events
            # What the program has sent before it answers has come.
            program.children
            while GLib.MainContext.default().iteration(False):
                pass
        finally:
            self._connection.signal_unsubscribe(subscription)

    def ask(self, nodes, *facts):
        """Learns these facts of objects, all at once; returns those that are still there."""
        asked = [(node, fact) for node in nodes for fact in facts if fact not in node.facts]
        gone = set()
        for (node, fact), answer in zip(asked, self.calls([(node.bus_name, node.path, *FACTS[fact]) for node, fact in asked])):
            if isinstance(answer, Gone):
                gone.add(node)
            else:
                node.facts[fact], = answer
        return [node for node in nodes if node not in gone]


class Accessible:
    """One object of the tree; each property asks the program anew and raises Gone when it is there no more."""

    def __init__(self, bus, bus_name, path):
        self._bus, self.bus_name, self.path = bus, bus_name, path

    def __eq__(self, other):
        return isinstance(other, Accessible) and (self.bus_name, self.path) == (other.bus_name, other.path)

    def __hash__(self):
        return hash((self.bus_name, self.path))

    @property
    def children(self):
        return [Accessible(self._bus, name, path) for name, path in self._fact('children')]

    @property
    def name(self):
        return self._fact('name')

    @property
    def role(self):
        return self._fact('role')

    @property
    def states(self):
        low, high = self._fact('states')
        return {name for bit, name in STATES.items() if (low | high << 32) >> bit & 1}

    @property
    def toolkit(self):
        """The version of GTK that a program runs on, such as (4, 8, 3)."""
        return tuple(map(int, self._call(PROPERTIES, 'Get', GLib.Variant('(ss)', ('org.a11y.atspi.Application', 'Version')))[0].split('.')))

    @property
    def extents(self):
        """x, y, width, height in the coordinates of the window."""
        rectangle, = self._call(COMPONENT, 'GetExtents', GLib.Variant('(u)', (IN_WINDOW,)))
        return rectangle

    @property
    def text(self):
        """The name of a label, and the content of a text view."""
        # GTK 4.8 returns no content for a label, and newer versions return the written text also where the name is another.
        if self.role != LABEL and TEXT in self._fact('interfaces'):
            return self._call(TEXT, 'GetText', GLib.Variant('(ii)', (0, -1)))[0] or self.name
        return self.name

    def look(self, place):
        """What a screen reader is told of the look of the text at a place, in characters."""
        return self._call(TEXT, 'GetAttributeRun', GLib.Variant('(ib)', (place, True)))[0]

    @property
    def actions(self):
        """The names of the actions, in the order in which they are numbered; none where there is no such interface."""
        if ACTION not in self._fact('interfaces'):
            return []
        return [name for name, _, _ in self._call(ACTION, 'GetActions')[0]]

    def do(self, ending):
        """Runs the one action whose name ends in `ending`, as a screen reader does."""
        names = self.actions
        numbers = [i for i, name in enumerate(names) if name.endswith(ending)]
        if len(numbers) != 1:
            raise AssertionError(f'one action ending in {ending!r} expected on {self.name!r}, found {names}')
        done, = self._call(ACTION, 'DoAction', GLib.Variant('(i)', (numbers[0],)))
        if not done:
            raise AssertionError(f'{self.name!r} refused its action {names[numbers[0]]!r}')

    def asks(self, role):
        """Whether it is what newer GTKs call a dialog that asks; older ones call a notice so, which nothing in it can be the answer of."""
        return role == ALERT and 'default.activate' in self.actions

    def all(self, role=None, matching=None, into=None):
        """The objects below with this role for which `matching` holds, in tree order; what leaves meanwhile is left out. Objects whose
        role `into` refuses are not looked into."""
        found = []
        for node in self.seen(*(('name', 'states') if matching else ()), role=role, into=into):
            with contextlib.suppress(Gone):
                if not matching or matching(node):
                    found.append(Accessible(self._bus, node.bus_name, node.path))
        return found

    def seen(self, *facts, role=None, into=None):
        """The same as they are at one look, with these facts of each. Each level of the tree is asked at once: a question that waits for
        the answer to another takes five times as long."""
        root = Seen(self._bus, self.bus_name, self.path)
        level = [root]
        while level:
            for node in self._bus.ask(level, 'children'):
                node.below = [Seen(self._bus, *names) for names in node.facts['children']]
            level = [below for node in level for below in node.below]
            if role is not None or into:
                level = self._bus.ask(level, 'role')
            fitting = [node for node in level if role is None or node.role == role or role == DIALOG and node.role == ALERT]
            for node in self._bus.ask(fitting, *facts):
                node.fits = True
            level = [node for node in level if not into or into(node.role)]
        return [node for node in root.in_order() if node.fits and (role != DIALOG or node.role == DIALOG or node.asks(node.role))]

    def describe(self, depth=0):
        """The tree as indented text, for a person who looks into a failure."""
        try:
            line = f'{"  " * depth}[{self._call(ACCESSIBLE, "GetRoleName")[0]}] {self.name!r} {sorted(self.states)} {self.actions}'
            try:
                line += f' {self.extents}'
            except Gone:
                pass
            # The objects of another process may not answer.
            return '\n'.join([line] + [child.describe(depth + 1) for child in self.children if child.bus_name == self.bus_name])
        except Gone:
            return f'{"  " * depth}(gone)'

    def _fact(self, name):
        fact, = self._call(*FACTS[name])
        return fact

    def _call(self, interface, method, arguments=None):
        return self._bus.call(self.bus_name, self.path, interface, method, arguments)


class Seen(Accessible):
    """An object as it was when it was looked at: what was asked then is not asked again."""

    def __init__(self, *place):
        super().__init__(*place)
        self.facts, self.below, self.fits = {}, [], False

    def in_order(self):
        """What is below, in tree order."""
        for node in self.below:
            yield node
            yield from node.in_order()

    def _fact(self, name):
        return self.facts[name] if name in self.facts else super()._fact(name)


def connect(address):
    flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
    connection = Gio.DBusConnection.new_for_address_sync(address, flags, None, None)
    connection.set_exit_on_close(False)
    return connection
