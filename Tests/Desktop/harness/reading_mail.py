"""Mail as people get it: the kinds that lie in Tests/Corpus/reading, and mailboxes made of them.

Every one is invented, after the shape of real ones. The pictures that take more memory than there is are made here, for they would be
large in a repository.
"""

import base64
import email
import email.policy
import email.utils
import os
import random
import struct
import sys
import zlib
from datetime import datetime, timedelta, timezone

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../Corpus/reading')
NEWEST = datetime(2026, 9, 17, 9, 30, tzinfo=timezone.utc)
HOUR = timedelta(hours=1)
BOMB_SIDE = 30_000


def names():
    """The kinds, by the names of their files without the ending, in alphabetical order."""
    return sorted(name.removesuffix('.eml') for name in os.listdir(FOLDER) if name.endswith('.eml'))


def content(name):
    """The bytes of a kind's mail."""
    with open(os.path.join(FOLDER, f'{name}.eml'), 'rb') as file:
        return file.read()


def subject(data):
    """The subject of a mail, decoded."""
    return str(email.message_from_bytes(data, policy=email.policy.default)['Subject'])


def dated(data, when, number):
    """The mail with another Date and a Message-ID of its own; all else stays byte by byte."""
    header, rest = data.split(b'\n\n', 1)
    lines = [line for line in header.split(b'\n') if not line.startswith((b'Date:', b'Message-ID:'))]
    lines += [b'Date: ' + email.utils.format_datetime(when).encode(), b'Message-ID: <made-%d@mail.example.org>' % number]
    return b'\n'.join(lines) + b'\n\n' + rest


def deliver(mailbox, data, number, flags='S'):
    """Puts a mail into the inbox of a Maildir, `number` hours older than the newest that there can be."""
    when = NEWEST - number * HOUR
    path = os.path.join(mailbox, 'cur', f'{int(when.timestamp())}.M{number}P1.desk:2,{flags}')
    with open(path, 'wb') as file:
        file.write(dated(data, when, number))
    os.utime(path, (when.timestamp(),) * 2)
    return path


def make_mailbox(path, count=60, seed=0):
    """A Maildir for somebody who tries the program: each kind once, then again by chance, with all that differs by the seed: their order,
    and what is unread or starred."""
    chance = random.Random(seed)
    for folder in ('', '.Archive', '.Sent', '.Trash'):
        for part in ('cur', 'new', 'tmp'):
            os.makedirs(os.path.join(path, folder, part), mode=0o700)
    kinds = [content(name) for name in names()] + [pictures_too_large()]
    chance.shuffle(kinds)
    chosen = kinds[:count] + [chance.choice(kinds) for _ in range(count - len(kinds))]
    for number, data in enumerate(chosen):
        deliver(path, data, number, ''.join(flag for flag, often in (('F', 0.1), ('R', 0.1), ('S', 0.5)) if chance.random() < often))
    sent = b'From: Robin Reader <robin@example.org>\nTo: Tomas Berg <tomas@example.org>\nSubject: The keys of the boathouse\n\nCould I have them?\n'
    deliver(os.path.join(path, '.Sent'), sent, count)


# MARK: pictures that take more memory than there is

def png_bomb(side=BOMB_SIDE):
    """A PNG of so many pixels a side, all black, in some 100 kB."""
    deflate = zlib.compressobj(9)
    rows = b'\0' * ((side + 7) // 8 + 1) * 100
    data = b''.join(deflate.compress(rows) for _ in range(side // 100)) + deflate.flush()

    def chunk(kind, body):
        return struct.pack('>I', len(body)) + kind + body + struct.pack('>I', zlib.crc32(kind + body))
    header = chunk(b'IHDR', struct.pack('>IIBBBBB', side, side, 1, 0, 0, 0, 0))
    return b'\x89PNG\r\n\x1a\n' + header + chunk(b'IDAT', data) + chunk(b'IEND', b'')


def gif_bomb(side=BOMB_SIDE):
    """A GIF that says so of itself, and has next to no pixels."""
    return (b'GIF89a' + struct.pack('<HH', side, side) + b'\x80\0\0\0\0\0\xff\xff\xff'
            + b',\0\0\0\0' + struct.pack('<HH', side, side) + b'\0\x02\x02\x44\x01\0;')


def svg_bomb(side=BOMB_SIDE):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}"><rect width="{side}" height="{side}" fill="teal"/>'
            '</svg>').encode()


def picture_part(data, kind, name, fields=''):
    """A part of a multipart that holds a picture."""
    return (f'Content-Type: image/{kind}; name="{name}"\nContent-Transfer-Encoding: base64\n{fields}\n').encode() + base64.encodebytes(data)


def with_picture(title, data, kind, name, inline=False):
    """A mail with one picture, attached, or in its text by its Content-ID."""
    text, fields = '<p>It begins.</p>', f'Content-Disposition: attachment; filename="{name}"\n'
    if inline:
        text, fields = text + '<p>Before <img src="cid:big@desk.invalid" alt="The picture"> after.</p>', 'Content-ID: <big@desk.invalid>\n'
    header = (f'From: Eve <eve@desk.invalid>\nSubject: {title}\nMIME-Version: 1.0\n'
              f'Content-Type: multipart/{"related" if inline else "mixed"}; boundary=b\n\n--b\nContent-Type: text/html\n\n{text}\n--b\n')
    return header.encode() + picture_part(data, kind, name, fields) + b'--b--\n'


def pictures_too_large():
    return with_picture('A very large picture', png_bomb(), 'png', 'map.png')


if __name__ == '__main__':
    # Usage: reading_mail.py FOLDER [SEED], for a mailbox to try the program on.
    make_mailbox(sys.argv[1], seed=int(sys.argv[2]) if len(sys.argv) > 2 else 0)
