"""A display server of its own (`xorg` or `sway` says which), and a session bus with AT-SPI beside it.

Nothing of the person's own session is used or seen. One desk of a kind serves a whole test run: it starts with the first test that
needs it and ends with the process, however that ends.
"""

import atexit
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import unittest

from . import picture
from .accessibility import Bus
from .conditions import LIMIT, until

PACKAGES = 'dbus at-spi2-core python3-gi'
SIZE = (1280, 800)
LEFT_OUT = ('DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'DBUS_SESSION_BUS_ADDRESS', 'AT_SPI_BUS_ADDRESS', 'LANGUAGE', 'DESKTOP_SESSION',
            'DESKTOP_STARTUP_ID', 'SESSION_MANAGER')
LEFT_OUT_PREFIXES = ('GDK_', 'GTK_', 'GSK_', 'G_', 'LC_', 'XDG_CURRENT_', 'XDG_SESSION_', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME',
                     'XDG_CACHE_HOME', 'XDG_STATE_HOME')
BUS = '''<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path={path}</listen>
  <auth>EXTERNAL</auth>
  <servicedir>{services}</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
'''


def spawn(command, stdin=subprocess.DEVNULL, **options):
    """Starts a program in a process group of its own that is told to end when this process dies, even by SIGKILL."""
    return subprocess.Popen(['setpriv', '--pdeathsig', 'TERM', *command], stdin=stdin, start_new_session=True, **options)


def end(process):
    """Ends the program and every process of its group, and waits for it."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(LIMIT)
        except subprocess.TimeoutExpired:
            pass
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


class NoDesk(Exception):
    """This machine and user cannot have a desk; the message says why."""


def answers(path):
    """Whether somebody listens at a socket: its file is there a moment earlier."""
    with socket.socket(socket.AF_UNIX) as client:
        return client.connect_ex(path) == 0


class Desk:
    """What every kind of desk has. A kind starts its server, gives it a `hand`, and takes its picture."""

    _shared = None
    _reason = None

    @classmethod
    def shared(cls):
        """The desk of this kind for the whole run. Where it cannot be had, an ordinary user's tests are skipped, with the reason; root's
        fail."""
        if cls._reason:
            raise cls._reason
        if not cls._shared:
            try:
                cls._shared = cls()
            except NoDesk as reason:
                cls._reason = reason if os.getuid() == 0 else unittest.SkipTest(str(reason))
                print(f'no desktop tests: {reason}')
                raise cls._reason
            atexit.register(cls._shared.close)
            # unittest takes any other exception, SystemExit too, for a test's failure, and goes on.
            signal.signal(signal.SIGTERM, signal.default_int_handler)
        return cls._shared

    def __init__(self):
        self._folder = tempfile.mkdtemp(prefix='desk-')
        self._processes, self.bus, self._another_bus = [], None, None
        try:
            self._environment = self._bare_environment()
            self._start_server()
            self._start_bus()
        except BaseException:
            self.close()
            raise

    def close(self):
        """Ends the server, the bus and what they started, and removes their files."""
        if self.bus:
            self.bus.close()
            self.bus = None
        for process in reversed(self._processes):
            end(process)
        self._processes.clear()
        shutil.rmtree(self._folder, ignore_errors=True)

    def environment(self, home):
        """For a program at this desk: this display and this bus, no settings but those in `home`, English and UTC."""
        return dict(self._environment, HOME=home)

    def picture(self, area=None):
        """What the screen shows, or the part of it that `area` (x, y, width, height) names."""
        return picture.read(self.pixels(area))

    def pixels(self, area=None):
        """The same in colour, as a PPM file has it."""
        raise NotImplementedError

    def save_picture(self, path):
        self._output(self._saving(path))

    def window_area(self, picture):
        """Where the window is that `picture`, just taken, shows: x, y, width, height; None while there is none."""
        raise NotImplementedError

    def _output(self, command):
        return subprocess.run(command, env=self._environment, check=True, timeout=LIMIT, stdout=subprocess.PIPE).stdout

    def _start_server(self):
        """Starts the server, adds what finds it to the environment, and sets `hand`."""
        raise NotImplementedError

    def _saving(self, path):
        """The command that writes a picture of the screen to a file."""
        raise NotImplementedError

    def set_layout(self, layout):
        """Gives the keyboard other layouts, the first of them in use, as xkb names them; it has 'us'."""
        subprocess.run(['setxkbmap', '-layout', layout], env=self._environment, check=True, timeout=LIMIT)

    def _bare_environment(self):
        kept = {name: value for name, value in os.environ.items()
                if name not in LEFT_OUT and not name.startswith(LEFT_OUT_PREFIXES)}
        runtime = os.path.join(self._folder, 'runtime')
        os.mkdir(runtime, 0o700)
        # The software renderer draws the same on every machine; settings kept in a file of the home folder keep dconf out.
        return dict(kept, XDG_RUNTIME_DIR=runtime, HOME=self._folder, GSK_RENDERER='cairo', GSETTINGS_BACKEND='keyfile',
                    LC_ALL='C.UTF-8', TZ='UTC')

    def _start_bus(self):
        # AT-SPI's bus is the only service offered, so that nothing else of the machine is started by looking for it.
        services = os.path.join(self._folder, 'services')
        os.mkdir(services)
        for root in ('/usr/local/share', '/usr/share'):
            service = os.path.join(root, 'dbus-1/services/org.a11y.Bus.service')
            if os.path.exists(service):
                shutil.copy(service, services)
        if not os.listdir(services):
            raise NoDesk(f'AT-SPI is not installed (Debian: {PACKAGES})')
        self._environment['DBUS_SESSION_BUS_ADDRESS'] = self._start_daemon('bus', services)
        self.bus = Bus(self._environment['DBUS_SESSION_BUS_ADDRESS'])

    def another_bus(self):
        """The address of a session bus beside the desk's own, as another session of this person has one; it offers nothing. Windows are
        on the desk's accessibility bus all the same, which the display tells of."""
        if not self._another_bus:
            services = os.path.join(self._folder, 'no-services')
            os.mkdir(services)
            self._another_bus = self._start_daemon('another-bus', services)
        return self._another_bus

    def bus_offering(self, services):
        """The address of a session bus beside the desk's own that starts programs by the service files in a folder, and nothing else."""
        return self._start_daemon(f'bus-{len(self._processes)}', services)

    def _start_daemon(self, name, services):
        path = os.path.join(self._folder, name)
        with open(f'{path}.conf', 'w') as file:
            file.write(BUS.format(path=path, services=services))
        with open(f'{path}.log', 'w') as output:
            self._processes.append(spawn(['dbus-daemon', '--nofork', '--config-file', f'{path}.conf'], env=self._environment,
                                         stdout=output, stderr=output))
        until(lambda: answers(path), 'the session bus to answer')
        return f'unix:path={path}'
