"""Fingers that rest on a touchpad, which no virtual device can make: a relay on the wire between one program and its compositor passes
on all that the two say, and tells the program of resting fingers as the compositor of a real touchpad does (pointer-gestures-unstable-v1,
version 3)."""

import os
import select
import socket
import struct
import threading

from . import wayland
from .clock import Clock
from .conditions import LIMIT

GESTURES, SEAT = 'zwp_pointer_gestures_v1', 'wl_seat'
GET_POINTER, GET_HOLD_GESTURE = 0, 3
ENTER, LEAVE = 0, 1
HOLD_BEGIN, HOLD_END = 0, 1
MOST_DESCRIPTORS = 28


class RestingFingers:
    """Listens at `path`, for one program, and relays to the compositor's socket."""

    def __init__(self, path, compositor):
        self.path, self._serial, self._surface, self._hold = path, 0, None, None
        self._registries, self._made = set(), {GESTURES: set(), SEAT: set(), 'wl_pointer': set()}
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(path)
        self._listener.listen(1)
        self._compositor, self._program = socket.socket(socket.AF_UNIX), None
        self._compositor.connect(compositor)
        self._words, self._told = None, threading.Event()
        self._wake = os.pipe()
        self._thread = threading.Thread(target=self._relay, daemon=True)
        self._thread.start()

    def close(self):
        """Cuts the wire."""
        os.close(self._wake[1])
        self._thread.join(LIMIT)

    def down(self, fingers):
        """So many fingers come to rest."""
        if not self._hold or not self._surface:
            raise AssertionError('the program does not ask for resting fingers, or the pointer is not over it')
        self._tell(HOLD_BEGIN, self._surface, fingers)

    def up(self):
        """They lift."""
        self._tell(HOLD_END, 0)

    def move_off(self):
        """They go on to do something else, such as to scroll."""
        self._tell(HOLD_END, 1)

    def _tell(self, event, *arguments):
        self._serial += 1
        self._told.clear()
        self._words = wayland.message(self._hold, event, self._serial, Clock().milliseconds() & 0xffffffff, *arguments)
        if self._thread.is_alive():
            os.write(self._wake[1], b'.')
        while not self._told.wait(0.1):
            if not self._thread.is_alive():
                raise AssertionError('the wire to the program is broken')

    def _relay(self):
        try:
            if self._listener not in select.select([self._listener, self._wake[0]], [], [])[0]:
                return
            self._program, _ = self._listener.accept()
            to_program = Half(self._compositor, self._program, self._said)
            to_compositor = Half(self._program, self._compositor, self._asked)
            halves = {self._compositor: to_program, self._program: to_compositor}
            while True:
                ready, _, _ = select.select([*halves, self._wake[0]], [], [])
                for source in ready:
                    if source in halves and not halves[source].pass_on():
                        return
                if self._wake[0] in ready:
                    if not os.read(self._wake[0], 1):
                        return
                    # After all that the compositor has said by now.
                    while select.select([self._compositor], [], [], 0)[0]:
                        if not to_program.pass_on():
                            return
                    self._program.sendall(self._words)
                    self._told.set()
        except OSError:
            pass
        finally:
            for end in (self._listener, self._compositor, self._program):
                if end:
                    end.close()
            os.close(self._wake[0])

    def _asked(self, target, request, payload):
        """Notes what the program makes: the first argument of most requests that make something is its number."""
        number, = struct.unpack_from('=I', payload) if len(payload) >= 4 else (0,)
        if (target, request) == (wayland.DISPLAY, wayland.GET_REGISTRY):
            self._registries.add(number)
        elif target in self._registries and request == wayland.BIND:
            length, = struct.unpack_from('=I', payload, 4)
            interface = payload[8:8 + length - 1].decode()
            if interface in self._made:
                self._made[interface].add(struct.unpack('=I', payload[-4:])[0])
        elif target in self._made[SEAT] and request == GET_POINTER:
            self._made['wl_pointer'].add(number)
        elif target in self._made[GESTURES] and request == GET_HOLD_GESTURE:
            self._hold = number

    def _said(self, target, event, payload):
        if target in self._made['wl_pointer'] and event in (ENTER, LEAVE):
            self._surface = struct.unpack_from('=II', payload)[1] if event == ENTER else None


class Half:
    """One direction of the wire: passes on whole messages, and the file descriptors that came with them."""

    def __init__(self, source, sink, look):
        self._source, self._sink, self._look, self._rest, self._descriptors = source, sink, look, b'', []

    def pass_on(self):
        """Passes on what has come; false at the end."""
        data, descriptors, _, _ = socket.recv_fds(self._source, 65536, MOST_DESCRIPTORS)
        self._descriptors += descriptors
        if not data:
            return False
        self._rest += data
        whole = 0
        while len(self._rest) - whole >= 8:
            target, word = struct.unpack_from('=II', self._rest, whole)
            if len(self._rest) - whole < word >> 16:
                break
            self._look(target, word & 0xffff, self._rest[whole + 8:whole + (word >> 16)])
            whole += word >> 16
        if whole:
            sent = socket.send_fds(self._sink, [self._rest[:whole]], self._descriptors)
            self._sink.sendall(self._rest[sent:whole])
            self._rest = self._rest[whole:]
            for descriptor in self._descriptors:
                os.close(descriptor)
            self._descriptors = []
        return True
