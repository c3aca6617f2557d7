"""An X server with a mouse, a wheel, a touchscreen and a keyboard of its own, and a session bus with AT-SPI beside it.

Nothing of the person's own session is used or seen. One desk serves a whole test run: it starts with the first test that needs it
and ends with the process, however that ends.
"""

import atexit
import os
import select
import shutil
import signal
import subprocess
import tempfile
import unittest

from . import devices, picture
from .accessibility import Bus
from .conditions import until
from .hand import Hand

PACKAGES = 'xserver-xorg-core xserver-xorg-video-dummy dbus at-spi2-core python3-gi imagemagick xkb-data'
SIZE = (1280, 800)
DEVICES = {'mouse': 'PointerAbsolute', 'wheel': 'Pointer', 'touchscreen': 'Touch', 'keyboard': 'Keyboard'}
LEFT_OUT = ('DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'DBUS_SESSION_BUS_ADDRESS', 'AT_SPI_BUS_ADDRESS', 'LANGUAGE', 'DESKTOP_SESSION',
            'DESKTOP_STARTUP_ID', 'SESSION_MANAGER')
LEFT_OUT_PREFIXES = ('GDK_', 'GTK_', 'GSK_', 'G_', 'LC_', 'XDG_CURRENT_', 'XDG_SESSION_', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME',
                     'XDG_CACHE_HOME', 'XDG_STATE_HOME')
SERVER = '''
Section "ServerFlags"
  Option "AutoAddDevices" "false"
  Option "AutoAddGPU" "false"
  Option "DontVTSwitch" "true"
  Option "BlankTime" "0"
EndSection
Section "Device"
  Identifier "card"
  Driver "dummy"
  VideoRam 65536
EndSection
Section "Monitor"
  Identifier "monitor"
  HorizSync 5.0-1000.0
  VertRefresh 5.0-200.0
  Modeline "{width}x{height}" 83.50 {width} 1352 1480 1680 {height} 803 809 831
EndSection
Section "Screen"
  Identifier "screen"
  Device "card"
  Monitor "monitor"
  DefaultDepth 24
  SubSection "Display"
    Depth 24
    Modes "{width}x{height}"
    Virtual {width} {height}
  EndSubSection
EndSection
Section "ServerLayout"
  Identifier "desk"
  Screen "screen"
  InputDevice "mouse" "CorePointer"
  InputDevice "keyboard" "CoreKeyboard"
  InputDevice "wheel" "SendCoreEvents"
  InputDevice "touchscreen" "SendCoreEvents"
EndSection
'''
DEVICE = '''
Section "InputDevice"
  Identifier "{name}"
  Driver "inputtest"
  Option "DeviceType" "{kind}"
  Option "TouchCount" "5"
  Option "XkbRules" "evdev"
  Option "XkbModel" "pc105"
  Option "XkbLayout" "us"
  Option "SocketPath" "{path}"
EndSection
'''
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
            process.wait(10)
        except subprocess.TimeoutExpired:
            pass
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


class NoDesk(Exception):
    """This machine and user cannot have a desk; the message says why."""


class Desk:
    _shared = None
    _reason = None

    @classmethod
    def shared(cls):
        """The desk of this run. Where it cannot be had, an ordinary user's tests are skipped, with the reason; root's fail."""
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
        self._processes, self._devices, self.bus = [], {}, None
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
        for device in self._devices.values():
            device.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def environment(self, home):
        """For a program at this desk: this display and this bus, no settings but those in `home`, English and UTC."""
        return dict(self._environment, HOME=home)

    def picture(self, area=None):
        """What the screen shows, or the part of it that `area` (x, y, width, height) names."""
        return picture.taken(self._environment, area)

    def save_picture(self, path):
        picture.save(self._environment, path)

    def set_layout(self, layout):
        """Gives the keyboard other layouts, the first of them in use, as xkb names them; it has 'us'."""
        subprocess.run(['setxkbmap', '-layout', layout], env=self._environment, check=True, timeout=60)

    def _bare_environment(self):
        kept = {name: value for name, value in os.environ.items()
                if name not in LEFT_OUT and not name.startswith(LEFT_OUT_PREFIXES)}
        runtime = os.path.join(self._folder, 'runtime')
        os.mkdir(runtime, 0o700)
        # The software renderer draws the same on every machine; settings kept in a file of the home folder keep dconf out.
        return dict(kept, XDG_RUNTIME_DIR=runtime, HOME=self._folder, GDK_BACKEND='x11', GSK_RENDERER='cairo', GSETTINGS_BACKEND='keyfile',
                    LC_ALL='C.UTF-8', TZ='UTC', XDG_SESSION_TYPE='x11')

    def _start_server(self):
        if not shutil.which('Xorg'):
            raise NoDesk(f'Xorg is not installed (Debian: {PACKAGES})')
        sockets = {name: os.path.join(self._folder, name) for name in DEVICES}
        configuration = os.path.join(self._folder, 'xorg.conf')
        with open(configuration, 'w') as file:
            file.write(''.join(DEVICE.format(name=name, kind=kind, path=sockets[name]) for name, kind in DEVICES.items())
                       + SERVER.format(width=SIZE[0], height=SIZE[1]))
        log = os.path.join(self._folder, 'server.log')
        read, write = os.pipe()
        with open(log, 'w') as output:
            # The server chooses a free display number itself and writes it to the pipe when it is ready to serve.
            server = spawn(['Xorg', '-displayfd', str(write), '-config', configuration, '-logfile', os.path.join(self._folder, 'xorg.log'),
                            '-noreset', '-nolisten', 'tcp', '-novtswitch', '-sharevts', 'vt7', '-s', '0', '-br'],
                           env=self._environment, stdout=output, stderr=output, pass_fds=[write])
        self._processes.append(server)
        os.close(write)
        with os.fdopen(read) as pipe:
            answered, _, _ = select.select([pipe], [], [], 60)
            number = pipe.readline().strip() if answered else ''
        if not number:
            end(server)
            with open(log, errors='replace') as file:
                lines = [line.strip() for line in file if line.startswith('(EE)') and line.strip() != '(EE)']
            raise NoDesk('Xorg does not start here: ' + ' '.join(lines)[:400])
        self._environment['DISPLAY'] = f':{number}'
        until(lambda: all(map(os.path.exists, sockets.values())), 'the input devices of the X server')
        kinds = {'mouse': devices.Pointer, 'wheel': devices.Pointer, 'touchscreen': devices.Touchscreen, 'keyboard': devices.Keyboard}
        for name, path in sockets.items():
            self._devices[name] = kinds[name](path)
        self.hand = Hand(size=SIZE, **self._devices)
        self.hand.let_go()

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
        socket = os.path.join(self._folder, 'bus')
        configuration = os.path.join(self._folder, 'bus.conf')
        with open(configuration, 'w') as file:
            file.write(BUS.format(path=socket, services=services))
        with open(os.path.join(self._folder, 'bus.log'), 'w') as output:
            self._processes.append(spawn(['dbus-daemon', '--nofork', '--config-file', configuration], env=self._environment,
                                         stdout=output, stderr=output))
        until(lambda: os.path.exists(socket), 'the socket of the session bus')
        self._environment['DBUS_SESSION_BUS_ADDRESS'] = f'unix:path={socket}'
        self.bus = Bus(self._environment['DBUS_SESSION_BUS_ADDRESS'])
