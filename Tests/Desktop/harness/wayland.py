"""The little of the Wayland protocol that makes a pointer, a touchpad and a keyboard: the wire format, and the requests of
wlr-virtual-pointer-unstable-v1 (version 2) and virtual-keyboard-unstable-v1 (version 1) by their numbers.

A message is the number of an object, its own size and the number of a request or event, then the arguments, each padded to 32 bits.
"""

import os
import socket
import struct

from .clock import Clock
from .conditions import LIMIT

DISPLAY, REGISTRY = 1, 2
SYNC, GET_REGISTRY = 0, 1
BIND = 0
ERROR, GLOBAL, DONE = 0, 0, 0
CREATE = 0
MOTION_ABSOLUTE, BUTTON, AXIS, FRAME, AXIS_SOURCE, AXIS_STOP, AXIS_DISCRETE = 1, 2, 3, 4, 5, 6, 7
KEYMAP, KEY, MODIFIERS = 0, 1, 2
VERTICAL, HORIZONTAL = 0, 1
WHEEL, FINGER, TILT = 0, 1, 3
EXTENT = 1 << 24
# A wheel click in the units of a touchpad, as libinput has it.
CLICK = 15.0
# The buttons' numbers in X and in the kernel.
BUTTONS = {1: 0x110, 2: 0x112, 3: 0x111}
# X key codes are the kernel's plus 8.
KEY_CODE_OFFSET = 8
MODIFIER_BITS = {50: 1, 37: 4, 64: 8}
KEYMAP_V1 = 1
US_KEYMAP = b'''xkb_keymap {
  xkb_keycodes { include "evdev+aliases(qwerty)" };
  xkb_types { include "complete" };
  xkb_compatibility { include "complete" };
  xkb_symbols { include "pc+us+inet(evdev)" };
};\0'''


def message(target, number, *arguments):
    """A request or an event whose arguments are whole numbers."""
    return _message(target, number, struct.pack(f'={len(arguments)}I', *(argument & 0xffffffff for argument in arguments)))


def _message(target, number, payload):
    return struct.pack('=II', target, len(payload) + 8 << 16 | number) + payload


def _fixed(number):
    return round(number * 256)


def _string(text):
    data = text.encode() + b'\0'
    return struct.pack('=I', len(data)) + data + b'\0' * (-len(data) % 4)


class Connection:
    """A client of the compositor at the socket `path`."""

    def __init__(self, path):
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.settimeout(LIMIT)
        try:
            self._socket.connect(path)
        except OSError:
            self._socket.close()
            raise
        self._last, self._globals, self.clock = DISPLAY, {}, Clock()
        self.send(DISPLAY, GET_REGISTRY, self.new())
        self.settle()

    def close(self):
        self._socket.close()

    def milliseconds(self):
        """The time of an event that is sent now."""
        return self.clock.milliseconds() & 0xffffffff

    def new(self):
        """The number of an object that the next request makes."""
        self._last += 1
        return self._last

    def bind(self, interface, version):
        """The object through which the compositor offers an interface."""
        if interface not in self._globals:
            raise ConnectionError(f'the compositor does not offer {interface}')
        number = self.new()
        self._write(REGISTRY, BIND, struct.pack('=I', self._globals[interface]) + _string(interface) + struct.pack('=II', version, number))
        return number

    def send(self, target, request, *arguments, descriptor=None):
        """Sends a request whose arguments are whole numbers."""
        self._write(target, request, struct.pack(f'={len(arguments)}I', *(number & 0xffffffff for number in arguments)), descriptor)

    def settle(self):
        """Returns when the compositor has done all that was asked."""
        callback = self.new()
        self.send(DISPLAY, SYNC, callback)
        while True:
            target, event, payload = self._event()
            if (target, event) == (DISPLAY, ERROR):
                raise ConnectionError(f'the compositor refused a request: {payload[12:-1]!r}')
            if (target, event) == (REGISTRY, GLOBAL):
                name, length = struct.unpack_from('=II', payload)
                self._globals[payload[8:8 + length - 1].decode()] = name
            if (target, event) == (callback, DONE):
                return

    def _write(self, target, request, payload, descriptor=None):
        socket.send_fds(self._socket, [_message(target, request, payload)], [] if descriptor is None else [descriptor])

    def _event(self):
        target, word = struct.unpack('=II', self._read(8))
        return target, word & 0xffff, self._read((word >> 16) - 8)

    def _read(self, count):
        data = b''
        while len(data) < count:
            part = self._socket.recv(count - len(data))
            if not part:
                raise ConnectionError('the compositor closed the connection')
            data += part
        return data


class Pointer:
    """A mouse, its wheel and a touchpad in one; each call returns after the compositor has taken the event in.

    Positions are fractions of the screen. What a program sees, a wheel or two fingers, goes by the source that a scroll event names."""

    def __init__(self, connection):
        self._connection = connection
        manager = connection.bind('zwlr_virtual_pointer_manager_v1', 2)
        self._number = connection.new()
        connection.send(manager, CREATE, 0, self._number)
        connection.settle()

    def move(self, x, y):
        self._send(MOTION_ABSOLUTE, self._connection.milliseconds(), round(x * EXTENT), round(y * EXTENT), EXTENT, EXTENT)
        self._frame()

    def button(self, number, pressed):
        self._send(BUTTON, self._connection.milliseconds(), BUTTONS[number], pressed)
        self._frame()

    def scroll(self, horizontal, vertical, tilt=False):
        """Turns the wheel by whole clicks, or tilts it."""
        for axis, clicks in self._moved(horizontal, vertical):
            self._send(AXIS_DISCRETE, self._connection.milliseconds(), axis, _fixed(clicks * CLICK), clicks)
            self._send(AXIS_SOURCE, TILT if tilt else WHEEL)
        self._frame()

    def two_fingers(self, horizontal, vertical):
        """Scrolls by surface px; the fingers are down from the first call until `lift`."""
        for axis, distance in self._moved(horizontal, vertical):
            self._send(AXIS, self._connection.milliseconds(), axis, _fixed(distance))
            self._send(AXIS_SOURCE, FINGER)
        self._frame()

    def lift(self):
        for axis in (HORIZONTAL, VERTICAL):
            self._send(AXIS_STOP, self._connection.milliseconds(), axis)
            self._send(AXIS_SOURCE, FINGER)
        self._frame()

    @staticmethod
    def _moved(horizontal, vertical):
        # An axis that is sent as 0 has stopped, says the compositor to the program.
        return [(axis, value) for axis, value in ((HORIZONTAL, horizontal), (VERTICAL, vertical)) if value]

    def _send(self, request, *arguments):
        self._connection.send(self._number, request, *arguments)

    def _frame(self):
        self._send(FRAME)
        self._connection.settle()


class Keyboard:
    """A keyboard with the US layout; keys are named by their X codes, as those of the X server's."""

    def __init__(self, connection):
        self._connection, self._modifiers = connection, 0
        seat, manager = connection.bind('wl_seat', 1), connection.bind('zwp_virtual_keyboard_manager_v1', 1)
        self._number = connection.new()
        connection.send(manager, CREATE, seat, self._number)
        keymap = os.memfd_create('keymap')
        try:
            os.write(keymap, US_KEYMAP)
            connection.send(self._number, KEYMAP, KEYMAP_V1, len(US_KEYMAP), descriptor=keymap)
            connection.settle()
        finally:
            os.close(keymap)

    def key(self, code, pressed):
        self._connection.send(self._number, KEY, self._connection.milliseconds(), code - KEY_CODE_OFFSET, pressed)
        if code in MODIFIER_BITS:
            self._modifiers ^= MODIFIER_BITS[code]
            self._connection.send(self._number, MODIFIERS, self._modifiers, 0, 0, 0)
        self._connection.settle()
