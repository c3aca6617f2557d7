"""A Wayland compositor with a mouse, a wheel, a touchpad and a keyboard of its own: sway without a screen or a graphics card."""

import contextlib
import json
import os
import shutil

from . import wayland
from .conditions import until
from .desk import SIZE, Desk, NoDesk, spawn
from .hand import Hand

PACKAGES = 'sway grim xkb-data'
# sway does not run as root, and needs nothing of a user but not to be root.
NOBODY = 65534
CONFIGURATION = '''
xwayland disable
output * mode {width}x{height}
output * position 0 0
swaybg_command -
for_window [title=".*"] floating enable, border none
'''


class SwayDesk(Desk):
    _connection = None

    def close(self):
        super().close()
        if self._connection:
            self._connection.close()

    def _start_server(self):
        if not shutil.which('sway'):
            raise NoDesk(f'sway is not installed (Debian: {PACKAGES})')
        folder = os.path.join(self._folder, 'sway')
        os.mkdir(folder, 0o700)
        configuration = os.path.join(folder, 'config')
        with open(configuration, 'w') as file:
            file.write(CONFIGURATION.format(width=SIZE[0], height=SIZE[1]))
        user = {}
        if os.getuid() == 0:
            user = {'user': NOBODY, 'group': NOBODY, 'extra_groups': []}
            os.chmod(self._folder, 0o711)
            for path in (folder, configuration):
                os.chown(path, NOBODY, NOBODY)
        # Where sway answers questions: it makes the socket there.
        self._environment['SWAYSOCK'] = os.path.join(folder, 'ipc')
        environment = dict(self._environment, XDG_RUNTIME_DIR=folder, HOME=folder, WLR_BACKENDS='headless', WLR_LIBINPUT_NO_DEVICES='1',
                           WLR_RENDERER='pixman')
        log = os.path.join(self._folder, 'server.log')
        with open(log, 'w') as output:
            server = spawn(['sway', '--config', configuration], env=environment, cwd='/', stdout=output, stderr=output, **user)
        self._processes.append(server)

        def sockets():
            return server.poll() is not None or [name for name in os.listdir(folder) if name.startswith('wayland-') and '.' not in name]
        until(sockets, 'the socket of sway')
        if server.poll() is not None:
            with open(log, errors='replace') as file:
                raise NoDesk(f'sway does not start here: {file.read()[-400:]}')
        self._environment.update(WAYLAND_DISPLAY=os.path.join(folder, sockets()[0]), GDK_BACKEND='wayland', XDG_SESSION_TYPE='wayland')

        def connection():
            try:
                return wayland.Connection(self._environment['WAYLAND_DISPLAY'])
            except ConnectionRefusedError:
                # The socket is there before sway listens at it.
                return None
        self._connection = until(connection, 'sway to listen')
        pointer = wayland.Pointer(self._connection)
        self.hand = Hand(size=SIZE, mouse=pointer, wheel=pointer, touchpad=pointer, keyboard=wayland.Keyboard(self._connection),
                         clock=self._connection.clock)
        self.hand.let_go()

    @contextlib.contextmanager
    def scaled(self, factor):
        """So many device pixels make a pixel meanwhile, which need not be whole."""
        try:
            self._scale(factor)
            yield
        finally:
            self._scale(1)

    def _scale(self, factor):
        self._output(['swaymsg', 'output', '*', 'scale', str(factor)])
        self.hand.size = tuple(length / factor for length in SIZE)

    def window_area(self, picture):
        # The picture has a pointer in it as well, and sway knows better.
        for window in _floating(json.loads(self._output(['swaymsg', '--type', 'get_tree']))):
            return tuple(window['rect'][name] for name in ('x', 'y', 'width', 'height'))
        return None

    def pixels(self, area=None):
        return self._output(['grim', '-t', 'ppm', *(['-g', '{0},{1} {2}x{3}'.format(*area)] if area else []), '-'])

    def _saving(self, path):
        return ['grim', path]


def _floating(node):
    for child in node['nodes']:
        yield from _floating(child)
    yield from node['floating_nodes']
