"""A mail server of a test's own: Dovecot on loopback, with users that have passwords of their own, and a look at it as a phone has."""

import contextlib
import http.server
import imaplib
import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import tempfile
import threading
import urllib.parse

from harness.conditions import LIMIT, until

DOVECOT = shutil.which('dovecot') or '/usr/sbin/dovecot'
SPECIAL_USE = {'Archive': '\\Archive', 'Trash': '\\Trash', 'Sent': '\\Sent', 'Junk': '\\Junk', 'Drafts': '\\Drafts'}
# Root may start Dovecot, but mail is nobody's.
NOBODY = 65534

CONFIGURATION = '''{version}
base_dir = {folder}/run
log_path = {folder}/dovecot.log
ssl = {ssl}
{certificate}
{cleartext}
protocols = imap
listen = {host}
{internal}
first_valid_uid = 1
first_valid_gid = 1
auth_mechanisms = {mechanisms}
{tokens}
{mail}
namespace inbox {{
  inbox = yes
  separator = {separator}
{mailboxes}
}}
{accounts}
service imap-login {{
  chroot =
  inet_listener imap {{
    {address} = {host}
    port = {plain_port}
  }}
  inet_listener imaps {{
    port = {tls_port}
  }}
}}
service anvil {{
  chroot =
}}
service stats {{
  chroot =
}}
'''

# What Dovecot 2.4 says in other words: the older first.
WORDS = {
    'version': ('', 'dovecot_config_version = 2.4.0\ndovecot_storage_version = 2.4.0'),
    'cleartext': ('disable_plaintext_auth = no', 'auth_allow_cleartext = yes'),
    'address': ('address', 'listen'),
    'certificate': ('ssl_cert = <{folder}/certificate.pem\nssl_key = <{folder}/key.pem',
                    'ssl_server_cert_file = {folder}/certificate.pem\nssl_server_key_file = {folder}/key.pem'),
    # The older takes a token for a password.
    'tokens': ('', '''oauth2_introspection_mode = get
oauth2_introspection_url = http://127.0.0.1:{tokens}/
oauth2_username_attribute = username'''),
    'mail': ('mail_location = maildir:{folder}/mail/%u', 'mail_driver = maildir\nmail_path = {folder}/mail/%{{user}}'),
    'accounts': ('''passdb {{
  driver = passwd-file
  args = scheme=PLAIN username_format=%u {folder}/users
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={folder}/home/%u
}}''', '''passdb passwd-file {{
  passwd_file_path = {folder}/users
  default_password_scheme = PLAIN
  auth_username_format = %{{user}}
}}
userdb static {{
  fields {{
    uid = {uid}
    gid = {gid}
    home = {folder}/home/%{{user}}
  }}
}}'''),
}


def is_new():
    """Whether Dovecot is 2.4 or newer."""
    said = subprocess.run([DOVECOT, '--version'], capture_output=True, text=True).stdout
    return tuple(map(int, re.findall(r'\d+', said)[:2])) >= (2, 4)


class MailServer:
    """`security` is 'none', 'starttls' or 'tls'; `users` are passwords by name; `folders` what each folder is for; `host` is the address that
    it listens at, and `wrapper` a command that it is started through."""

    def __init__(self, security='none', users=None, folders=None, names=('localhost',), separator='/', mechanisms='plain login', days=30,
                 host='127.0.0.1', wrapper=()):
        self._host, self._wrapper = host, wrapper
        self._home = tempfile.TemporaryDirectory(prefix='server-')
        self.folder, self.security = self._home.name, security
        self._reserved, self._process = reserve_port(), None
        self.port = self._reserved.getsockname()[1]
        self.users = dict(users or {'ada': 'secret'})
        self._separator, self._mechanisms = separator, mechanisms
        self._folders = SPECIAL_USE if folders is None else folders
        self._tokens = _token_check(self.users) if 'xoauth2' in mechanisms and is_new() else None
        for name in ('run', 'mail', 'home'):
            os.mkdir(os.path.join(self.folder, name))
        os.chmod(self.folder, 0o755)
        if os.getuid() == 0:
            for name in ('mail', 'home'):
                os.chown(os.path.join(self.folder, name), NOBODY, NOBODY)
        self.certificate = os.path.join(self.folder, 'certificate.pem')
        if security != 'none':
            self.make_certificate(names, days)
        self.write()

    def make_certificate(self, names=('localhost',), days=30):
        """A certificate that nobody vouches for, in the place of the last."""
        alternatives = ','.join(f'IP:{name}' if name[0].isdigit() else f'DNS:{name}' for name in names)
        subprocess.run(['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', str(days), '-subj', f'/CN={names[0]}', '-addext',
                        f'subjectAltName={alternatives}', '-keyout', f'{self.folder}/key.pem', '-out', self.certificate],
                       check=True, capture_output=True)

    @property
    def process_id(self):
        return self._process.pid

    @property
    def fingerprint(self):
        """The certificate's SHA-256, as openssl writes it."""
        run = subprocess.run(['openssl', 'x509', '-in', self.certificate, '-noout', '-fingerprint', '-sha256'], check=True,
                             capture_output=True, text=True)
        return run.stdout.strip().partition('=')[2]

    def write(self):
        """Writes the configuration and the passwords."""
        root = os.getuid() == 0
        mailboxes = ''.join(f'  mailbox "{name}" {{\n    auto = subscribe\n' + (f'    special_use = {use}\n' if use else '') + '  }\n'
                            for name, use in self._folders.items())
        uid, gid = (NOBODY, NOBODY) if root else (os.getuid(), os.getgid())
        user = 'nobody' if root else _name_of_user()
        group = 'nogroup' if root else _name_of_group()
        words = {name: both[is_new()].format(folder=self.folder, uid=uid, gid=gid, tokens=self._tokens and self._tokens.server_port)
                 for name, both in WORDS.items()}
        if not self._tokens:
            words['tokens'] = ''
        if self.security == 'none':
            words['certificate'] = ''
        elif is_new():
            # It refuses to start where that has no effect.
            words['cleartext'] = ''
        text = CONFIGURATION.format(
            **words, folder=self.folder, host=self._host, ssl={'none': 'no', 'starttls': 'required', 'tls': 'yes'}[self.security],
            internal=f'default_internal_user = {user}\ndefault_internal_group = {group}\ndefault_login_user = {user}',
            mechanisms=self._mechanisms, separator=self._separator, mailboxes=mailboxes,
            plain_port=0 if self.security == 'tls' else self.port, tls_port=self.port if self.security == 'tls' else 0)
        with open(f'{self.folder}/dovecot.conf', 'w') as file:
            file.write(text)
        with open(f'{self.folder}/users', 'w') as file:
            file.writelines(f'{name}:{{PLAIN}}{password}\n' for name, password in self.users.items())
        os.chmod(f'{self.folder}/users', 0o644)

    def takes_passwords(self, user='ada'):
        """Whether it has read what was written last, as it does a second later at most."""
        with contextlib.suppress(imaplib.IMAP4.error):
            with self.client(user):
                return True
        return False

    def move_port(self):
        """Takes another port from its next start on; `write` must follow."""
        self._reserved.close()
        self._reserved = reserve_port()
        self.port = self._reserved.getsockname()[1]

    def start(self):
        self._process = subprocess.Popen([*self._wrapper, DOVECOT, '-F', '-c', f'{self.folder}/dovecot.conf'], stdin=subprocess.DEVNULL,
                                         stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True)
        until(self._answers, lambda: f'a server that answers\n{self.log()}')
        return self

    def stop(self):
        """Ends the server and every connection to it."""
        if self._process:
            # Its own group: what it has started ends with it.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGTERM)
            self._process.wait(LIMIT)
            self._process.stderr.close()
            self._process = None

    def close(self):
        self.stop()
        if self._tokens:
            self._tokens.shutdown()
            self._tokens.server_close()
        self._reserved.close()
        self._home.cleanup()

    def log(self):
        with contextlib.suppress(FileNotFoundError), open(f'{self.folder}/dovecot.log', errors='replace') as file:
            return file.read()
        return ''

    def logins(self):
        """How often somebody was let in."""
        return len(re.findall(r'Login: |Logged in: ', self.log()))

    @contextlib.contextmanager
    def client(self, user='ada'):
        """imaplib, logged in: what a phone would do."""
        context = ssl.create_default_context(cafile=self.certificate) if self.security != 'none' else None
        if self.security == 'tls':
            client = imaplib.IMAP4_SSL('localhost', self.port, ssl_context=context, timeout=LIMIT)
        else:
            client = imaplib.IMAP4('localhost', self.port, timeout=LIMIT)
            if self.security == 'starttls':
                client.starttls(context)
        # A login in one word would be bound to ASCII.
        client.authenticate('PLAIN', lambda _: f'\0{user}\0{self.users[user]}'.encode())
        try:
            yield client
        finally:
            with contextlib.suppress(imaplib.IMAP4.error, OSError):
                client.logout()

    def deliver(self, subject, folder='INBOX', user='ada', body='Hello.', flags='', sender='Grace Hopper <grace@desk.invalid>'):
        """Puts a mail into a folder and returns its Message-ID."""
        self._count = getattr(self, '_count', 0) + 1
        identifier = f'<sent-{self._count}-{self.port}@desk.invalid>'
        text = (f'From: {sender}\r\nTo: {user}@desk.invalid\r\nSubject: {subject}\r\nDate: Fri, 17 May 2024 09:30:00 +0000\r\n'
                f'Message-ID: {identifier}\r\n\r\n{body}\r\n')
        with self.client(user) as client:
            _ok(client.append(_quoted(folder), flags, None, text.encode()))
        return identifier

    def create(self, folder, user='ada'):
        with self.client(user) as client:
            _ok(client.create(_quoted(folder)))

    def messages(self, user='ada'):
        """The flags of every message by folder and Message-ID."""
        found = {}
        with self.client(user) as client:
            for line in _ok(client.list()):
                name = line.decode().rpartition(f'"{self._separator}" ')[2].strip('"')
                data = until(lambda: _all(client, name, '(FLAGS BODY.PEEK[HEADER.FIELDS (MESSAGE-ID)])'), f'a look into {name}')[0]
                folder = found[name] = {}
                for answer in data:
                    if isinstance(answer, tuple):
                        identifier = answer[1].decode().partition(':')[2].strip()
                        if identifier in folder:
                            raise AssertionError(f'{identifier} is in {name} twice')
                        folder[identifier] = {flag.decode() for flag in imaplib.ParseFlags(answer[0])} - {'\\Recent'}
        return found

    def move(self, identifier, source, target, user='ada'):
        """Moves a message as another client does."""
        with self.client(user) as client:
            number = _find(client, source, identifier)
            _ok(client.copy(number, _quoted(target)))
            _ok(client.store(number, '+FLAGS', '\\Deleted'))
            _ok(client.expunge())

    def expunge(self, *identifiers, folder='INBOX', user='ada'):
        """Deletes messages for ever as another client does."""
        with self.client(user) as client:
            for identifier in identifiers:
                _ok(client.store(_find(client, folder, identifier), '+FLAGS', '\\Deleted'))
            _ok(client.expunge())

    def flag(self, identifier, folder, flag, user='ada'):
        with self.client(user) as client:
            _ok(client.store(_find(client, folder, identifier), '+FLAGS', flag))

    def _answers(self):
        if self._process.poll() is not None:
            raise AssertionError(f'Dovecot ended: {self._process.stderr.read().decode()}\n{self.log()}')
        try:
            socket.create_connection(('127.0.0.1', self.port), LIMIT).close()
        except OSError:
            return False
        return True


def reserve_port():
    """A socket bound to a port of loopback that it never listens at. Until it is closed, the system gives that port to nobody; a server that
    sets SO_REUSEADDR, as servers do, can listen there, also again after a stop."""
    reserved = socket.socket()
    reserved.bind(('127.0.0.1', 0))
    # Not before: the system might choose a port that another test has reserved.
    reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    return reserved


def _token_check(users):
    """What says whose a token is, `users` being the tokens by name, to a server that asks by HTTP on loopback."""
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            token = urllib.parse.unquote(self.path[1:])
            user = next((name for name, its in users.items() if its == token), None)
            body = json.dumps({'username': user} if user else {}).encode()
            self.send_response(200 if user else 401)
            self.send_header('Content-Length', str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def _ok(answer):
    kind, data = answer
    if kind != 'OK':
        raise AssertionError(f'{kind}: {data}')
    return data


def _quoted(name):
    return '"' + name.replace('\\', '\\\\').replace('"', '\\"') + '"'


def _exists(client):
    return int(client.untagged_responses.get('EXISTS', [b'0'])[-1] or 0)


def _all(client, folder, items):
    """What FETCH answers of all messages of a folder, as a list of one; None if another client has expunged one meanwhile."""
    _ok(client.select(_quoted(folder), readonly=True))
    if not _exists(client):
        return [[]]
    kind, data = client.fetch('1:*', items)
    if kind == 'NO' and b'EXPUNGEISSUED' in data[-1]:
        return None
    return [_ok((kind, data))]


def _find(client, folder, identifier):
    _ok(client.select(_quoted(folder)))
    return _ok(client.search(None, 'HEADER', 'Message-ID', identifier))[0].split()[0]


def _name_of_user():
    import pwd
    return pwd.getpwuid(os.getuid()).pw_name


def _name_of_group():
    import grp
    return grp.getgrgid(os.getgid()).gr_name
