"""The wire format of Xorg's inputtest driver: one Unix stream socket per device, fixed C structs in native layout.

A device takes one client for the server's whole life: when the client leaves, the driver spins. So a device is opened once, right
after the server has started, and closed after the server has gone.
"""

import socket
import struct

from .conditions import LIMIT

PROTOCOL = (1, 1)
# The server divides an axis from 0 to 65535 into 65536 parts. A little on top, 1/5000 px, because a whole pixel that comes out just below
# itself is the one before wherever the server counts in whole pixels.
AXIS_PARTS = 65536
AXIS_BIAS = 0.01
AXES = 64
VERSION, SYNC, MOTION, BUTTON, KEY, TOUCH = 0, 1, 2, 4, 5, 6
TOUCH_BEGIN, TOUCH_UPDATE, TOUCH_END = 18, 19, 20
HEADER = struct.Struct('@Ii')


def _axes(values):
    """A valuator block: which of the 64 axes are given, their values, and room for unaccelerated ones, which are not used."""
    mask = bytearray(AXES // 8)
    numbers = [0.0] * AXES
    for axis, value in values.items():
        mask[axis // 8] |= 1 << axis % 8
        numbers[axis] = value
    return struct.pack(f'@I{AXES // 8}s4x{2 * AXES}d', 0, bytes(mask), *numbers, *[0.0] * AXES)


def _place(x, y):
    return _axes({0: x * AXIS_PARTS + AXIS_BIAS, 1: y * AXIS_PARTS + AXIS_BIAS})


class Device:
    """One device of the server; each call returns after the server has taken the event in."""

    def __init__(self, path):
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.settimeout(LIMIT)
        self._socket.connect(path)
        answer = self._ask(VERSION, struct.pack('@HH', *PROTOCOL))
        if struct.unpack('@HH', answer)[0] != PROTOCOL[0]:
            raise ConnectionError(f'the inputtest driver at {path} speaks another protocol')

    def close(self):
        self._socket.close()

    def send(self, kind, payload):
        self._socket.sendall(HEADER.pack(HEADER.size + len(payload), kind) + payload)
        self._ask(SYNC, b'')

    def _ask(self, kind, payload):
        self._socket.sendall(HEADER.pack(HEADER.size + len(payload), kind) + payload)
        length, _ = HEADER.unpack(self._read(HEADER.size))
        return self._read(length - HEADER.size)

    def _read(self, count):
        data = b''
        while len(data) < count:
            part = self._socket.recv(count - len(data))
            if not part:
                raise ConnectionError('the X server closed an input device')
            data += part
        return data


class Pointer(Device):
    """A mouse: positions as fractions of the screen, wheel clicks in units of one notch."""

    def move(self, x, y):
        self.send(MOTION, struct.pack('@I4x', 1) + _place(x, y))

    def button(self, number, pressed):
        self.send(BUTTON, struct.pack('@iiI4x', 0, number, pressed) + _axes({}))

    def scroll(self, horizontal, vertical):
        self.send(MOTION, struct.pack('@I4x', 0) + _axes({2: horizontal * 120, 3: vertical * 120}))


class Keyboard(Device):
    def key(self, code, pressed):
        self.send(KEY, struct.pack('@iI', code, pressed))


class Touchscreen(Device):
    """Up to five fingers, each named by a number of the caller's choice; positions as fractions of the screen."""

    def touch(self, finger, kind, x, y):
        self.send(TOUCH, struct.pack('@II', finger, kind) + _place(x, y))
