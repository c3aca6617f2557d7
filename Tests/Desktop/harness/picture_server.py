"""A web server of a test's own that the program takes for the internet: its names, every address, and a certificate that is trusted there.

Usage: picture_server.py FOLDER PROGRAM [ARGUMENT...], in a network and a mount namespace that are new, with the rights of root there. The
server goes on as a child, ends with PROGRAM, and writes a line of JSON to FOLDER/log for each connection and each request; PROGRAM keeps the
number of this process.
"""

import ctypes
import http.server
import json
import os
import signal
import socket
import ssl
import struct
import subprocess
import sys
import threading
import zlib

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import listener  # noqa: E402

SCRIPT = os.path.abspath(__file__)
# Two of anybody's addresses, all of whose packets stay here.
PUBLIC, PUBLIC6 = '93.184.215.14', '2606:2800:220:1::14'
# By the beginning of a name, where it leads.
PRIVATE = {'loop': '127.0.0.1', 'ten': '10.1.2.3', 'home': '192.168.1.1', 'shared': '100.64.0.1', 'link': '169.254.169.254', 'mapped': '::ffff:127.0.0.1',
           'loop6': '::1', 'unique': 'fd00::1', 'local': 'fe80::1', 'nat': '64:ff9b::a01:203', 'six': '2002:a01:203::1'}
AUTHORITIES = '/etc/ssl/certs/ca-certificates.crt'
SERVED_NAMES = ('example.org', '*.example.org', 'heard.example', '*.heard.example')
PORTS = (443, 80)


def certify(folder):
    """An authority, which the program trusts as those of the system, and what it says of this server."""
    def openssl(*words):
        subprocess.run(['openssl', *words], check=True, stdin=subprocess.DEVNULL, capture_output=True, cwd=folder)
    addresses = [PUBLIC, PUBLIC6, *PRIVATE.values()]
    names = ','.join([f'DNS:{name}' for name in SERVED_NAMES] + [f'IP:{address}' for address in addresses])
    with open(f'{folder}/names', 'w') as file:
        file.write(f'subjectAltName={names}\n')
    openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '30', '-subj', '/CN=Test authority', '-keyout', 'authority.key', '-out', 'authority.pem')
    openssl('req', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=example.org', '-keyout', 'key.pem', '-out', 'request.pem')
    openssl('x509', '-req', '-in', 'request.pem', '-CA', 'authority.pem', '-CAkey', 'authority.key', '-CAcreateserial', '-days', '30', '-extfile', 'names',
            '-out', 'certificate.pem')


def png(width, height, colour=(60, 120, 180)):
    """A picture of one colour."""
    def chunk(kind, body):
        return struct.pack('>I', len(body)) + kind + body + struct.pack('>I', zlib.crc32(kind + body))
    deflate = zlib.compressobj(9)
    row = b'\0' + bytes(colour) * width
    data = b''.join(deflate.compress(row) for _ in range(height)) + deflate.flush()
    return b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', width, height, 8, 2, 0, 0, 0)) + chunk(b'IDAT', data) + chunk(b'IEND', b'')


def bomb(side=50_000):
    """What says of itself that it is so large."""
    picture = bytearray(png(8, 8))
    picture[16:24] = struct.pack('>II', side, side)
    picture[29:33] = struct.pack('>I', zlib.crc32(picture[12:29]))
    return bytes(picture)


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    log = None
    lock = threading.Lock()

    def __init__(self, family, port, context):
        self.address_family = family
        self._context = context
        super().__init__(('::' if family == socket.AF_INET6 else '0.0.0.0', port), Handler)

    def server_bind(self):
        if self.address_family == socket.AF_INET6:
            self.socket.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.socket.bind(self.server_address)
        self.server_name, self.server_port = 'example.org', self.server_address[1]

    def get_request(self):
        connection, who = super().get_request()
        note(connects=connection.getsockname()[0], port=self.server_port)
        return connection, who

    def finish_request(self, request, client_address):
        try:
            super().finish_request(self._context.wrap_socket(request, server_side=True) if self._context else request, client_address)
        except (OSError, ssl.SSLError):
            pass

    def handle_error(self, request, client_address):
        pass


def note(**what):
    with Server.lock:
        Server.log.write(json.dumps(what) + '\n')
        Server.log.flush()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def log_message(self, format, *arguments):
        pass

    def do_GET(self):
        fields = {name.lower(): value for name, value in self.headers.items()}
        note(host=fields.get('host'), path=self.path, fields=fields)
        first, _, rest = self.path[1:].partition('/')
        try:
            getattr(self, f'send_{first.split(".")[0]}', self.send_nothing)(rest)
        except OSError:
            note(left=self.path)
            self.close_connection = True

    def do_POST(self):
        fields = {name.lower(): value for name, value in self.headers.items()}
        form = self.rfile.read(int(fields.get('content-length', 0))).decode()
        note(host=fields.get('host'), posts=self.path, form=form, fields=fields)
        first, _, rest = self.path[1:].partition('/')
        try:
            {'to': self.send_to_again, 'status': self.send_status}.get(first, self.send_nothing)(rest)
        except OSError:
            note(left=self.path)
            self.close_connection = True

    def send_to_again(self, rest):
        status, _, target = rest.partition('/')
        self.answer(b'', 'text/plain', int(status), Location=target.replace('!', '/'))

    def send_status(self, rest):
        self.answer(b'x' * 100, 'text/html', int(rest))

    def answer(self, body, kind='image/png', status=200, **fields):
        self.send_response(status)
        for name, value in {'Content-Type': kind, 'Content-Length': len(body), **fields}.items():
            self.send_header(name.replace('_', '-'), str(value))
        self.end_headers()
        self.wfile.write(body)

    def send_nothing(self, rest):
        self.answer(b'', 'text/plain', 404)

    def send_png(self, rest):
        width, height, *colour = rest.split('/')
        self.answer(png(int(width), int(height), bytes.fromhex(colour[0]) if colour else (60, 120, 180)))

    def send_text(self, rest):
        """A picture that says that it is none."""
        self.answer(png(30, 20), 'text/html')

    def send_svg(self, rest):
        self.answer(b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="https://img.example.org/inner.png"/></svg>', 'image/svg+xml')

    def send_css(self, rest):
        self.answer(b'@import "https://img.example.org/inner.css";', 'text/css', Link='<https://img.example.org/linked.css>; rel=preload')

    def send_to(self, rest):
        self.answer(b'', 'text/plain', 302, Location=rest.replace('!', '/'), Set_Cookie='seen=1; Domain=example.org')

    def send_turns(self, rest):
        left = int(rest)
        self.send_to(f'https:!!img.example.org!turns!{left - 1}' if left else 'https:!!img.example.org!png!40!30')

    def send_refresh(self, rest):
        self.answer(png(30, 20), Refresh='0; url=https://img.example.org/refreshed')

    def send_password(self, rest):
        self.answer(png(30, 20), status=401, WWW_Authenticate='Basic realm="a"')

    def send_bomb(self, rest):
        self.answer(bomb())

    def send_huge(self, rest):
        self.send_response(200)
        self.send_header('Content-Length', str(10 << 30))
        self.end_headers()
        self.pour(png(30, 20))

    def send_endless(self, rest):
        self.send_response(200)
        self.send_header('Connection', 'close')
        self.end_headers()
        self.pour(png(30, 20))

    def pour(self, start):
        sent = 0
        piece = start + bytes(1 << 16)
        while True:
            self.wfile.write(piece)
            sent += len(piece)
            if sent > 1 << 28:
                note(poured=self.path)
                return

    def send_fields(self, rest):
        self.send_response(200)
        self.flush_headers()
        for number in range(1 << 20):
            self.wfile.write(b'X-%d: %s\r\n' % (number, b'x' * 1_000))
        note(poured=self.path)

    def send_drip(self, rest):
        self.send_response(200)
        self.send_header('Content-Length', '1000000')
        self.end_headers()
        pause = threading.Event()
        for _ in range(600):
            self.wfile.write(b'\x89')
            pause.wait(0.2)
        note(poured=self.path)


def answer_names(server):
    """Each name leads to a public address, but for those of PRIVATE."""
    while True:
        query, who = server.recvfrom(4096)
        end = query.index(0, 12) + 5
        name = listener.name_asked(query[12:])
        note(asks=name)
        kind, address = query[end - 4:end - 2], PRIVATE.get(name.split('.')[0], PUBLIC)
        is_long = ':' in address
        answer = b''
        if kind == (b'\0\x1c' if is_long else b'\0\1'):
            data = socket.inet_pton(socket.AF_INET6 if is_long else socket.AF_INET, address)
            answer = b'\xc0\x0c' + kind + b'\0\1\0\0\0\0' + struct.pack('>H', len(data)) + data
        server.sendto(query[:2] + b'\x81\x80\0\1' + struct.pack('>H', bool(answer)) + b'\0\0\0\0' + query[12:end] + answer, who)


def serve(folder, ready):
    Server.log = open(f'{folder}/log', 'a')
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(f'{folder}/certificate.pem', f'{folder}/key.pem')
    names = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    names.bind(('0.0.0.0', 53))
    servers = [Server(family, port, context if port == 443 else None) for family in (socket.AF_INET, socket.AF_INET6) for port in PORTS]
    for server in servers:
        threading.Thread(target=server.serve_forever, daemon=True).start()
    os.write(ready, b'.')
    answer_names(names)


def main(folder, program):
    listener.isolate()
    subprocess.run(['mount', '--bind', f'{folder}/authority.pem', AUTHORITIES], check=True)
    program_id = os.getpid()
    heard, ready = os.pipe()
    if os.fork() == 0:
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
        if os.getppid() != program_id:
            os._exit(0)
        serve(folder, ready)
    os.read(heard, 1)
    os.execvp(program[0], program)


if __name__ == '__main__':
    main(sys.argv[1], sys.argv[2:])
