"""What listens in a network of a program's own, where every name and every address is this machine; the program follows.

Usage: listener.py LOG PROGRAM [ARGUMENT...], in a network and a mount namespace that are new, with the rights of root there.
The listener goes on as a child, ends with PROGRAM, and writes a line to LOG for each packet; PROGRAM keeps the number of this process. What the listener
answers, so that whoever asks comes back with more: every name's address, and every TCP port of the web.
"""

import ctypes
import os
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading

ALL_PROTOCOLS = 0x0003
IPV4, IPV6 = 0x0800, 0x86dd
TCP, UDP = 6, 17
ANSWERED = (80, 443, 8080)
PR_SET_PDEATHSIG = 1
FILES = {'hosts': '127.0.0.1 localhost\n', 'resolv.conf': 'nameserver 127.0.0.1\noptions timeout:1 attempts:1\n', 'nsswitch.conf': 'hosts: files dns\n'}


def isolate():
    """Makes every address one of this machine, and has names asked for here and nowhere else."""
    for command in ('link set lo up', 'route add local default dev lo', '-6 route add local default dev lo'):
        done = subprocess.run(['ip', *command.split()], stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode and not command.startswith('-6'):
            sys.exit(f'ip {command}: {done.stderr}')
    folder = tempfile.mkdtemp(prefix='network-')
    for name, content in FILES.items():
        path = os.path.join(folder, name)
        with open(path, 'w') as file:
            file.write(content)
        if os.path.exists(f'/etc/{name}'):
            subprocess.run(['mount', '--bind', path, f'/etc/{name}'], check=True)
        os.unlink(path)
    os.rmdir(folder)


def packet(data, kind):
    """What a packet is, in words; None for what is none of IP's."""
    if kind == IPV4:
        protocol, head, target = data[9], (data[0] & 15) * 4, socket.inet_ntop(socket.AF_INET, data[16:20])
    elif kind == IPV6:
        protocol, head, target = data[6], 40, socket.inet_ntop(socket.AF_INET6, data[24:40])
    else:
        return None
    if protocol not in (TCP, UDP):
        return f'protocol {protocol} {target}'
    port, = struct.unpack('>H', data[head + 2:head + 4])
    line = f'{"TCP" if protocol == TCP else "UDP"} {target} port {port}'
    return f'{line} {name_asked(data[head + 20:])}' if protocol == UDP and port == 53 else line


def name_asked(query):
    """The name that is in a question to a name server, from behind the question's 12 bytes of header."""
    labels, at = [], 0
    while at < len(query) and query[at]:
        labels.append(query[at + 1:at + 1 + query[at]].decode('ascii', 'replace'))
        at += 1 + query[at]
    return '.'.join(labels)


def listen(ears, log):
    while True:
        data, (_, kind, *_) = ears.recvfrom(65536)
        line = packet(data, kind)
        if line:
            log.write(line + '\n')
            log.flush()


def answer_names(server):
    while True:
        query, who = server.recvfrom(4096)
        end = query.index(0, 12) + 5
        is_address = query[end - 4:end - 2] == b'\0\1'
        answer = b'\xc0\x0c\0\1\0\1\0\0\0\0\0\4\x7f\0\0\1' if is_address else b''
        server.sendto(query[:2] + b'\x81\x80\0\1' + struct.pack('>H', bool(answer)) + b'\0\0\0\0' + query[12:end] + answer, who)


def answer_pages(server):
    while True:
        client, _ = server.accept()
        threading.Thread(target=answer_page, args=(client,), daemon=True).start()


def answer_page(client):
    with client:
        try:
            client.recv(4096)
            client.sendall(b'HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\n')
        except OSError:
            pass


def serve(ears, log):
    names = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    names.bind(('0.0.0.0', 53))
    threading.Thread(target=answer_names, args=(names,), daemon=True).start()
    for port in ANSWERED:
        server = socket.create_server(('0.0.0.0', port))
        threading.Thread(target=answer_pages, args=(server,), daemon=True).start()
    listen(ears, log)


def main(path, program):
    isolate()
    # Before the child is there, so that nothing is missed of what the program does first.
    ears = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(ALL_PROTOCOLS))
    ears.bind(('lo', 0))
    program_id = os.getpid()
    if os.fork() == 0:
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != program_id:
            os._exit(0)
        with open(path, 'a') as log:
            serve(ears, log)
    ears.close()
    os.execvp(program[0], program)


if __name__ == '__main__':
    main(sys.argv[1], sys.argv[2:])
