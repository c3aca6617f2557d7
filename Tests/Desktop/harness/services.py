"""Services of a desktop on the session bus, played by the test: what shows notifications, and the portal that is asked about the background."""

import threading

from gi.repository import Gio, GLib

from .accessibility import connect
from .conditions import LIMIT

NOTIFICATIONS = '''<node><interface name="org.freedesktop.Notifications">
  <method name="Notify"><arg type="s"/><arg type="u"/><arg type="s"/><arg type="s"/><arg type="s"/><arg type="as"/><arg type="a{sv}"/>
    <arg type="i"/><arg type="u" direction="out"/></method>
  <method name="CloseNotification"><arg type="u"/></method>
  <method name="GetCapabilities"><arg type="as" direction="out"/></method>
  <method name="GetServerInformation"><arg type="s" direction="out"/><arg type="s" direction="out"/><arg type="s" direction="out"/>
    <arg type="s" direction="out"/></method>
</interface></node>'''
GTK_NOTIFICATIONS = '''<node><interface name="org.gtk.Notifications">
  <method name="AddNotification"><arg type="s"/><arg type="s"/><arg type="a{sv}"/></method>
  <method name="RemoveNotification"><arg type="s"/><arg type="s"/></method>
</interface></node>'''
PORTAL = '''<node><interface name="org.freedesktop.portal.Background">
  <method name="RequestBackground"><arg type="s"/><arg type="a{sv}"/><arg type="o" direction="out"/></method>
</interface></node>'''


class Service:
    """An object on a session bus that owns a name; its methods are answered in a thread of its own."""

    def __init__(self, address, name, path, description):
        self.path, self._context = path, GLib.MainContext()
        self._loop, ready = GLib.MainLoop.new(self._context, False), threading.Event()

        def serve():
            self._context.push_thread_default()
            self._bus = connect(address)
            node = Gio.DBusNodeInfo.new_for_xml(description)
            self._bus.register_object(path, node.interfaces[0], lambda _, sender, *call: self._answer(sender, *call), None, None)
            self._bus.call_sync('org.freedesktop.DBus', '/org/freedesktop/DBus', 'org.freedesktop.DBus', 'RequestName',
                                GLib.Variant('(su)', (name, 0)), None, 0, LIMIT * 1000, None)
            ready.set()
            self._loop.run()
            self._bus.close_sync(None)
        self._thread = threading.Thread(target=serve, daemon=True)
        self._thread.start()
        if not ready.wait(LIMIT):
            raise AssertionError(f'{name} is not on the bus')

    def close(self):
        self._loop.quit()
        self._thread.join(LIMIT)

    def emit(self, receiver, path, interface, signal, arguments):
        """Sends a signal, from elsewhere after the answer to what is being asked: before that the program does not know what it is about."""
        self._context.invoke_full(GLib.PRIORITY_DEFAULT, lambda *_: self._bus.emit_signal(receiver, path, interface, signal, arguments) and False)

    def _answer(self, sender, path, interface, method, arguments, invocation):
        invocation.return_value(self.answer(sender, method, *arguments.unpack()))


class Notifications(Service):
    """What shows notifications. `shown` are those on show by their numbers, as (title, body, actions by their labels); `told` is how often
    one was shown, anew or in the place of another."""

    NAME, PATH = 'org.freedesktop.Notifications', '/org/freedesktop/Notifications'

    def __init__(self, address, capabilities=('actions', 'body')):
        self.shown, self.told, self._last, self._senders, self._capabilities = {}, 0, 0, {}, capabilities
        super().__init__(address, self.NAME, self.PATH, NOTIFICATIONS)

    def answer(self, sender, method, *arguments):
        if method == 'GetCapabilities':
            return GLib.Variant('(as)', (self._capabilities,))
        if method == 'GetServerInformation':
            return GLib.Variant('(ssss)', ('desk', 'desk', '1', '1.2'))
        if method == 'CloseNotification':
            self.shown.pop(arguments[0], None)
            return None
        _, replaced, _, title, body, actions, _, _ = arguments
        if not replaced:
            self._last += 1
        number = replaced or self._last
        self._senders[number] = sender
        self.shown[number] = title, body, dict(zip(actions[1::2], actions[::2]))
        self.told += 1
        return GLib.Variant('(u)', (number,))

    @property
    def titles(self):
        return [title for title, _, _ in list(self.shown.values())]

    def press(self, title, label=''):
        """Presses a button of the notification of this title, or with no label the notification itself, which closes it."""
        number, actions = next((number, actions) for number, (own, _, actions) in self.shown.items() if own == title)
        self.emit(self._senders[number], self.PATH, self.NAME, 'ActionInvoked', GLib.Variant('(us)', (number, actions[label])))
        self.emit(self._senders[number], self.PATH, self.NAME, 'NotificationClosed', GLib.Variant('(uu)', (number, 2)))
        self.shown.pop(number, None)


class GtkNotifications(Service):
    """What shows notifications as GNOME does: its buttons ask the bus for the program, which starts it. `shown` are those on show by their
    names."""

    NAME, PATH = 'org.gtk.Notifications', '/org/gtk/Notifications'

    def __init__(self, address):
        self.shown, self._address = {}, address
        super().__init__(address, self.NAME, self.PATH, GTK_NOTIFICATIONS)

    def answer(self, sender, method, program, name, content=None):
        if method == 'RemoveNotification':
            self.shown.pop(name, None)
        else:
            self.shown[name] = content
        return None

    @property
    def titles(self):
        return [content['title'] for content in list(self.shown.values())]

    def press(self, title, label):
        """Presses a button of the notification of this title, which closes it."""
        name, button = next((name, button) for name, content in self.shown.items() if content['title'] == title
                            for button in content['buttons'] if button['label'] == label)
        self.shown.pop(name)
        activate(self._address, button['action'].removeprefix('app.'), button['target'])


def activate(address, action, words=None):
    """Has the bus activate an action of Dunnock, which it starts for that."""
    ask(address, 'ActivateAction', GLib.Variant('(sava{sv})', (action, [] if words is None else [GLib.Variant('as', words)], {})))


def ask(address, method, arguments):
    """Asks Dunnock as desktops ask what the bus starts."""
    bus = connect(address)
    bus.call_sync('io.github.dunnock.Dunnock', '/io/github/dunnock/Dunnock', 'org.freedesktop.Application', method, arguments, None, 0,
                  LIMIT * 1000, None)
    bus.close_sync(None)


def is_running(address):
    """Whether Dunnock is on the bus."""
    bus = connect(address)
    running, = bus.call_sync('org.freedesktop.DBus', '/org/freedesktop/DBus', 'org.freedesktop.DBus', 'NameHasOwner',
                             GLib.Variant('(s)', ('io.github.dunnock.Dunnock',)), None, 0, LIMIT * 1000, None).unpack()
    bus.close_sync(None)
    return running


class BackgroundPortal(Service):
    """The portal, which allows programs to run without a window, or refuses that; `asked` is how often it was asked."""

    PATH = '/org/freedesktop/portal/desktop'

    def __init__(self, address, allows):
        self.asked, self._allows = 0, allows
        super().__init__(address, 'org.freedesktop.portal.Desktop', self.PATH, PORTAL)

    def answer(self, sender, method, _, options):
        self.asked += 1
        request = f'{self.PATH}/request/{sender[1:].replace(".", "_")}/{options["handle_token"]}'
        results = {'background': GLib.Variant('b', self._allows), 'autostart': GLib.Variant('b', False)}
        self.emit(sender, request, 'org.freedesktop.portal.Request', 'Response', GLib.Variant('(ua{sv})', (0, results)))
        return GLib.Variant('(o)', (request,))
