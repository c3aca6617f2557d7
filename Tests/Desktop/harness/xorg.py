"""An X server with a mouse, a wheel, a touchscreen, a pen and a keyboard of its own."""

import ctypes
import os
import select
import shutil

from . import clock, devices
from .conditions import LIMIT, until
from .desk import SIZE, Desk, NoDesk, end, spawn
from .hand import Hand
from .screen import Screen

PACKAGES = 'xserver-xorg-core xserver-xorg-video-dummy imagemagick xkb-data'
DEVICES = {'mouse': 'PointerAbsolute', 'wheel': 'Pointer', 'touchscreen': 'Touch', 'pen': 'PointerAbsolute', 'keyboard': 'Keyboard'}
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
  InputDevice "pen" "SendCoreEvents"
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


class XorgDesk(Desk):
    _devices, _screen = (), None

    def close(self):
        if self._screen:
            self._screen.close()
            self._screen = None
        super().close()
        for device in self._devices:
            device.close()

    def _start_server(self):
        if not shutil.which('Xorg'):
            raise NoDesk(f'Xorg is not installed (Debian: {PACKAGES})')
        sockets = {name: os.path.join(self._folder, name) for name in DEVICES}
        configuration = os.path.join(self._folder, 'xorg.conf')
        with open(configuration, 'w') as file:
            file.write(''.join(DEVICE.format(name=name, kind=kind, path=sockets[name]) for name, kind in DEVICES.items())
                       + SERVER.format(width=SIZE[0], height=SIZE[1]))
        # Of the server, and of programs that are to share it.
        self.clock = clock.ClockOfPrograms(os.path.join(self._folder, 'clock'), clock.build(self._folder))
        log = os.path.join(self._folder, 'server.log')
        read, write = os.pipe()
        with open(log, 'w') as output:
            # The server chooses a free display number itself and writes it to the pipe when it is ready to serve.
            server = spawn(['Xorg', '-displayfd', str(write), '-config', configuration, '-logfile', os.path.join(self._folder, 'xorg.log'),
                            '-noreset', '-nolisten', 'tcp', '-novtswitch', '-sharevts', 'vt7', '-s', '0', '-br'],
                           env={**self._environment, **self.clock.variables}, stdout=output, stderr=output, pass_fds=[write])
        self._processes.append(server)
        os.close(write)
        with os.fdopen(read) as pipe:
            answered, _, _ = select.select([pipe], [], [], LIMIT)
            number = pipe.readline().strip() if answered else ''
        if not number:
            end(server)
            with open(log, errors='replace') as file:
                lines = [line.strip() for line in file if line.startswith('(EE)') and line.strip() != '(EE)']
            raise NoDesk('Xorg does not start here: ' + ' '.join(lines)[:400])
        self._environment.update(DISPLAY=f':{number}', GDK_BACKEND='x11', XDG_SESSION_TYPE='x11')
        self._screen = Screen(self._environment['DISPLAY'])
        until(lambda: all(map(os.path.exists, sockets.values())), 'the input devices of the X server')
        kinds = {'mouse': devices.Pointer, 'wheel': devices.Pointer, 'touchscreen': devices.Touchscreen, 'pen': devices.Pointer,
                 'keyboard': devices.Keyboard}
        made = {name: kinds[name](path) for name, path in sockets.items()}
        self._devices = made.values()
        self.hand = Hand(size=SIZE, clock=self.clock, **made)
        self.hand.let_go()

    def take_pen(self):
        """Brings the pen near its tablet, as the tablet's driver tells it: from now on the hand points with it."""
        tell_tool(self._environment['DISPLAY'], 'pen')
        self.hand.take_pen()

    def window_area(self, picture):
        return picture.bounds()

    def picture(self, area=None):
        return self._screen.picture(area)

    def pixels(self, area=None):
        return self._screen.pixels(area)

    def _saving(self, path):
        return ['import', '-silent', '-window', 'root', path]


class DeviceInfo(ctypes.Structure):
    """XIDeviceInfo of libXi."""
    _fields_ = [('number', ctypes.c_int), ('name', ctypes.c_char_p), ('use', ctypes.c_int), ('attachment', ctypes.c_int),
                ('enabled', ctypes.c_int), ('class_count', ctypes.c_int), ('classes', ctypes.c_void_p)]


def tell_tool(display_name, device_name):
    """Says that a tool has come near a tablet, by the properties in which Wacom's driver says so: its kind, and among five numbers, as
    the fourth, its own."""
    x11, xi = ctypes.CDLL('libX11.so.6'), ctypes.CDLL('libXi.so.6')
    x11.XOpenDisplay.restype, xi.XIQueryDevice.restype = ctypes.c_void_p, ctypes.POINTER(DeviceInfo)
    x11.XInternAtom.restype = ctypes.c_ulong
    display = ctypes.c_void_p(x11.XOpenDisplay(display_name.encode()))
    count = ctypes.c_int()
    every_device, atom, integer = 0, 4, 19
    found = xi.XIQueryDevice(display, every_device, ctypes.byref(count))
    number, = (info.number for info in found[:count.value] if info.name == device_name.encode())
    for name, type_, values in ((b'Wacom Tool Type', atom, [x11.XInternAtom(display, b'STYLUS', False)]),
                                (b'Wacom Serial IDs', integer, [0, 0, 0, 4711, 2])):
        data = (ctypes.c_uint32 * len(values))(*values)
        xi.XIChangeProperty(display, number, ctypes.c_ulong(x11.XInternAtom(display, name, False)), ctypes.c_ulong(type_), 32, 0, data,
                            len(values))
    xi.XIFreeDeviceInfo(found)
    x11.XCloseDisplay(display)
