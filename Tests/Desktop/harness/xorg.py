"""An X server with a mouse, a wheel, a touchscreen and a keyboard of its own."""

import os
import select
import shutil

from . import devices
from .conditions import until
from .desk import SIZE, Desk, NoDesk, end, spawn
from .hand import Hand

PACKAGES = 'xserver-xorg-core xserver-xorg-video-dummy imagemagick xkb-data'
DEVICES = {'mouse': 'PointerAbsolute', 'wheel': 'Pointer', 'touchscreen': 'Touch', 'keyboard': 'Keyboard'}
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


class XorgDesk(Desk):
    _devices = ()

    def close(self):
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
        self._environment.update(DISPLAY=f':{number}', GDK_BACKEND='x11', XDG_SESSION_TYPE='x11')
        until(lambda: all(map(os.path.exists, sockets.values())), 'the input devices of the X server')
        kinds = {'mouse': devices.Pointer, 'wheel': devices.Pointer, 'touchscreen': devices.Touchscreen, 'keyboard': devices.Keyboard}
        made = {name: kinds[name](path) for name, path in sockets.items()}
        self._devices = made.values()
        self.hand = Hand(size=SIZE, **made)
        self.hand.let_go()

    def window_area(self, picture):
        return picture.bounds()

    def _taking(self, area):
        crop = ['-crop', '{2}x{3}+{0}+{1}'.format(*area), '+repage'] if area else []
        return ['import', '-silent', '-window', 'root', *crop, '-depth', '8', 'ppm:-']

    def _saving(self, path):
        return ['import', '-silent', '-window', 'root', path]
