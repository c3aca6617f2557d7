"""An SMTP server for tests, which keeps what it is sent: smtp_server.py FOLDER SETTINGS

SETTINGS is JSON; prints its port, and ends with its standard input.
"""
import asyncio, json, os, ssl, sys

from aiosmtpd.smtp import SMTP, AuthResult

folder, settings = sys.argv[1], json.loads(sys.argv[2])
if 'token' not in settings:
    settings.setdefault('password', 'secret')
left = dict(settings.get('times', {}))


def answers(key):
    """What is answered to something, as often as that is to be."""
    if key not in settings:
        return None
    if key in left:
        left[key] -= 1
        if left[key] < 0:
            return None
    return settings[key]


def note(what):
    with open(folder + '/said', 'a') as file:
        file.write(what + '\n')


class Handler:
    async def handle_EHLO(self, server, session, envelope, hostname, responses):
        note('EHLO ' + hostname)
        session.host_name = hostname
        return [settings['hello']] if 'hello' in settings else responses

    async def handle_HELO(self, server, session, envelope, hostname):
        note('HELO ' + hostname)
        session.host_name = hostname
        return settings.get('hello', '250 server.example')

    async def handle_MAIL(self, server, session, envelope, address, options):
        note('MAIL ' + address + ' ' + ' '.join(options))
        said = answers('sender')
        if said:
            return said
        envelope.mail_from = address
        return '250 OK'

    async def handle_RCPT(self, server, session, envelope, address, options):
        note('RCPT ' + address)
        if settings.get('refused') == address:
            return '550-5.1.1 No such {5}\r\n550 5.1.1 user here {12}'
        said = answers('recipients')
        if said:
            return said
        envelope.rcpt_tos.append(address)
        return '250 OK'

    async def handle_DATA(self, server, session, envelope):
        note('DATA ' + str(len(envelope.content)))
        said = answers('end')
        if said == 'cut':
            keep(envelope)
            server.transport.abort()
            return '250 lost'
        if said == 'hang':
            keep(envelope)
            await asyncio.sleep(3600)
        if said:
            return said
        keep(envelope)
        return '250 2.0.0 Taken'

    async def auth_XOAUTH2(self, server, args):
        return await self.token(server, args)

    async def auth_OAUTHBEARER(self, server, args):
        return await self.token(server, args)

    async def token(self, server, args):
        import base64
        words = base64.b64decode(args[1]) if len(args) > 1 else await server.challenge_auth('')
        if not isinstance(words, bytes):
            return AuthResult(success=False)
        taken = b'Bearer ' + settings['token'].encode() in words
        note('TOKEN ' + str(taken))
        if not taken:
            await server.push('535 5.7.8 Token ended')
            return AuthResult(success=False, handled=True)
        return AuthResult(success=True)


def keep(envelope):
    number = len([name for name in os.listdir(folder) if name.endswith('.eml')])
    with open(f'{folder}/{number}.json', 'w') as file:
        json.dump({'from': envelope.mail_from, 'to': envelope.rcpt_tos}, file)
    with open(f'{folder}/{number}.part', 'wb') as file:
        file.write(envelope.content)
    os.rename(f'{folder}/{number}.part', f'{folder}/{number}.eml')


class Server(SMTP):
    async def push(self, status):
        if 'greeting' in settings and status.startswith('220 '):
            status = settings['greeting']
        await super().push(status)

    async def smtp_DATA(self, arg):
        said = answers('data')
        if said == 'hang':
            note('HANGS')
            await asyncio.sleep(3600)
        if said == 'cut':
            note('CUT')
            self.transport.abort()
            return
        if settings.get('dies') is not None:
            await self.push('354 Go on')
            await self._reader.read(settings['dies'])
            note('DIED')
            self.transport.abort()
            return
        await super().smtp_DATA(arg)


def authenticate(server, session, envelope, mechanism, data):
    said = answers('login')
    note('LOGIN ' + mechanism + ' ' + data.login.decode())
    if said:
        return AuthResult(success=False, handled=False, message=said)
    taken = settings.get('password') is not None and data.password.decode() == settings['password']
    return AuthResult(success=taken, handled=False)


def connection():
    context = None
    if 'certificate' in settings:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(settings['certificate'], settings['key'])
    starttls = context if settings.get('security') == 'starttls' else None
    excluded = settings.get('without', []) + ([] if 'token' in settings else ['XOAUTH2', 'OAUTHBEARER'])
    return Server(
        Handler(), hostname='server.example', data_size_limit=settings.get('size', 200_000_000),
        authenticator=authenticate, auth_required=True, auth_require_tls=False,
        auth_exclude_mechanism=excluded, tls_context=starttls, require_starttls=starttls is not None, timeout=86_400)


async def main():
    loop = asyncio.get_running_loop()
    context = None
    if settings.get('security') == 'tls':
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(settings['certificate'], settings['key'])
    server = await loop.create_server(connection, '127.0.0.1', settings.get('port', 0), ssl=context)
    print(server.sockets[0].getsockname()[1], flush=True)
    await loop.run_in_executor(None, sys.stdin.read)
    os._exit(0)


asyncio.run(main())
