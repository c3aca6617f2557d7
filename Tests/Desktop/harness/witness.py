"""Who hears whether a program touches the network: what listens in a network of the program's own, or, where there are no rights to make
one, a trace of its system calls."""

import os
import re
import shutil
import subprocess
import sys

from .conditions import until

LISTENER = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'listener.py')
NEW_NETWORK = ['unshare', '--net', '--mount']
AS_USER = ['unshare', '--user', '--map-current-user', '--keep-caps', '--net', '--mount']
TRACE = ['strace', '-D', '-f', '-qq', '-e', 'trace=socket,connect,sendto,sendmsg,sendmmsg']
# What touches the network without a doubt: names are asked for, and two addresses are connected to, of which none is loopback.
CONTROL = '''
import socket
for name in ("control.heard.example", "192.0.2.1", "198.51.100.7"):
    try:
        socket.create_connection((name, 80 if name[0] == "c" else 4711), timeout=0.5).close()
    except OSError:
        pass
'''
PYTHON = '/usr/bin/python3'


class NoWitness(Exception):
    """Nothing can hear here; the message says why."""


def witness(folder):
    """The best witness that there is on this machine, which writes what it hears into the folder."""
    reasons = []
    for kind in (Network, Trace):
        try:
            return kind(folder)
        except NoWitness as reason:
            reasons.append(f'{kind.__name__}: {reason}')
            print(f'not a {reasons[-1]}', file=sys.stderr)
    raise NoWitness('; '.join(reasons))


class Network:
    """A network of the program's own, where all names and addresses are this machine, and every packet is heard."""

    def __init__(self, folder):
        self._log = os.path.join(folder, 'heard')
        self._new = NEW_NETWORK if os.getuid() == 0 else AS_USER
        trial = subprocess.run([*self._new, PYTHON, LISTENER, '/dev/null', 'true'], stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if trial.returncode:
            raise NoWitness(f'no network of its own here: {trial.stderr.strip().splitlines()[-1:]}')
        self.wrapper = [*self._new, PYTHON, LISTENER, self._log]

    def heard(self, process):
        """What was heard of a program, from its start until now, a line each. What it does now is in it, since a control is heard after it."""
        if os.readlink(f'/proc/{process}/ns/net') == os.readlink('/proc/self/ns/net'):
            raise AssertionError('the program is not in a network of its own')
        before = len(self._lines())
        # As root of the program's user namespace, if it has one.
        inside = ['nsenter', f'--target={process}', '--net', '--mount', *([] if os.getuid() == 0 else ['--user', '--preserve-credentials'])]
        subprocess.run([*inside, PYTHON, '-c', CONTROL], check=True, stdin=subprocess.DEVNULL)
        for sign in ('UDP 127.0.0.1 port 53 control.heard.example', 'TCP 127.0.0.1 port 80', 'TCP 192.0.2.1 port 4711', 'TCP 198.51.100.7 port 4711'):
            until(lambda: sign in self._lines()[before:], f'the witness hears {sign}')
        lines = self._lines()
        start = lines.index('UDP 127.0.0.1 port 53 control.heard.example')
        return lines[:start]

    def _lines(self):
        if not os.path.exists(self._log):
            return []
        with open(self._log) as file:
            return file.read().splitlines()


class Trace:
    """The system calls of the program and of all that it starts."""

    def __init__(self, folder):
        if not shutil.which('strace'):
            raise NoWitness('strace is not installed')
        self._log = os.path.join(folder, 'calls')
        control = os.path.join(folder, 'control')
        done = subprocess.run([*TRACE[:1], *TRACE[2:], '-o', control, PYTHON, '-c', CONTROL], stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode:
            raise NoWitness(f'strace does not trace here: {done.stderr.strip()}')
        if not any('192.0.2.1' in line for line in internet(control)):
            raise NoWitness('strace does not hear what touches the network')
        self.wrapper = [*TRACE, '-o', self._log]

    def heard(self, process):
        with open(self._log, errors='replace') as file:
            if not re.search(r'connect\(.*AF_UNIX', file.read()):
                raise AssertionError('the program is not traced: it must have connected to its display')
        return internet(self._log)


def internet(log):
    """The lines of a trace that speak of a network, but for sockets of the kernel's own and of the machine's."""
    with open(log, errors='replace') as file:
        return [line for line in file.read().splitlines() if re.search(r'AF_INET6?\b|AF_PACKET', line)]
