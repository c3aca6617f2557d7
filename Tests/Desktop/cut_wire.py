"""A wire between a mail program and its server that a test can cut."""

import contextlib
import selectors
import socket
import threading


class CutWire:
    """Passes on what comes at `port` to a server on loopback, until `cut` ends every connection at once; `passed` are the bytes so far."""

    def __init__(self, server_port):
        self._server_port, self._connections, self._lock, self.passed = server_port, set(), threading.Lock(), 0
        self._socket = socket.create_server(('127.0.0.1', 0))
        self.port = self._socket.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self):
        with self._lock:
            connections = list(self._connections)
        for connection in connections:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def close(self):
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self.cut()

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._socket.accept()
                threading.Thread(target=self._pass, args=(near,), daemon=True).start()

    def _pass(self, near):
        with contextlib.suppress(OSError), near, socket.create_connection(('127.0.0.1', self._server_port)) as far:
            with self._lock:
                self._connections |= {near, far}
            with selectors.DefaultSelector() as selector:
                selector.register(near, selectors.EVENT_READ, far)
                selector.register(far, selectors.EVENT_READ, near)
                while all(self._pass_one(key) for key, _ in selector.select()):
                    pass
            with self._lock:
                self._connections -= {near, far}

    def _pass_one(self, key):
        data = key.fileobj.recv(65536)
        key.data.sendall(data)
        with self._lock:
            self.passed += len(data)
        return bool(data)
