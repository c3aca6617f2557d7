"""Temporary Maildirs: made message by message, and read back as the witness of what a program did to them."""

import contextlib
import hashlib
import os
import stat
import tempfile
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime

NEWEST = datetime(2024, 5, 17, 9, 30, tzinfo=timezone.utc)
PARTS = ('cur', 'new', 'tmp')


@dataclass(frozen=True)
class Message:
    """One message file, as found or as expected. `folder` is named as in `Mailbox`."""
    folder: str
    part: str
    base: str
    flags: str
    digest: str
    # Expected only: another base name than `base`, and no UID in it, which belongs to the old folder.
    renamed: bool = False

    def moved(self, folder):
        """What a move must leave: the same flags and bytes in cur of `folder`, under a fresh base name."""
        return replace(self, folder=folder, part='cur', renamed=True)

    def flagged(self, flags):
        """What a change of flags must leave: the same file in cur, its base name kept."""
        return replace(self, part='cur', flags=flags)

    def is_met_by(self, found):
        if not self.renamed:
            return found == self
        return found.base != self.base and ',U=' not in found.base and replace(found, base=self.base, renamed=True) == self


class SeenTwice(AssertionError):
    """A message is in two places, or was moved from one to the other while they were looked at."""


class Mailbox:
    """Folders in a temporary directory, removed by `remove`, or at the end of the process. 'INBOX' is the directory itself, a name a
    Maildir++ folder in it, and what has a slash a directory further in. Each message added is an hour older than the last."""

    def __init__(self, folders=('Archive', 'Trash'), inbox='INBOX'):
        self._home = tempfile.TemporaryDirectory(prefix='mail-')
        self.path = os.path.join(self._home.name, 'Maildir')
        self._count = 0
        # The Message-IDs by inode, which a rename keeps.
        self._identifiers = {}
        for folder in (inbox, *folders):
            self.make(folder)

    def make(self, folder):
        """Another program's new folder."""
        for part in PARTS:
            os.makedirs(os.path.join(self.directory(folder), part), mode=0o700)

    def directory(self, folder):
        """Where a folder is."""
        if folder == 'INBOX':
            return self.path
        return os.path.join(self.path, folder if '/' in folder else f'.{folder}')

    def remove(self):
        self._home.cleanup()

    def add(self, sender, subject, flags='', part='cur', body='Hello.\n', folder='INBOX', answering=()):
        """Puts a message into a folder and returns its Message-ID. Flags are Maildir letters; one in `new` has none; `answering` are the
        Message-IDs of those that it answers."""
        self._count += 1
        return self._deliver(sender, subject, flags, part, body, NEWEST - timedelta(hours=self._count), folder, answering)

    def add_many(self, count):
        """`count` read messages with subjects 'Letter 000', 'Letter 001', …, newest first."""
        return [self.add(f'Person {i:03}', f'Letter {i:03}', 'S') for i in range(count)]

    def deliver(self, sender, subject, body='Hello.\n', answering=(), date=None):
        """Another program's delivery, newer than every other message unless a date is given: written to tmp, then renamed into new."""
        self._count += 1
        return self._deliver(sender, subject, '', 'new', body, date or NEWEST + timedelta(hours=self._count), answering=answering)

    def add_file(self, name, content):
        """Puts `content`, whatever it is, into cur as `name`."""
        with open(self.inside(name), 'wb') as file:
            file.write(content)

    def inside(self, name, part='cur', folder='INBOX'):
        return os.path.join(self.directory(folder), part, name)

    def set_flags(self, identifier, flags):
        """Another program's change of flags: one rename, the base name kept."""
        self._rename(identifier, lambda folder, _: (folder, flags))

    def turn_flag(self, identifier, letter):
        """Another program sets a flag, or takes it away, and leaves the others as they are."""
        self._rename(identifier, lambda folder, flags: (folder, ''.join(sorted({*flags} ^ {letter}))))

    def move(self, identifier, folder):
        """Another program's move: one rename, the base name kept."""
        self._rename(identifier, lambda _, flags: (folder, flags))

    def delete(self, identifier):
        """Another program's removal."""
        self._reach(identifier, lambda _, entry: os.unlink(entry.path))
        self._identifiers = {inode: kept for inode, kept in self._identifiers.items() if kept != identifier}

    def messages(self):
        """Every message of every folder by Message-ID. A message seen twice, or a left-over in tmp, is an error."""
        while True:
            with contextlib.suppress(FileNotFoundError):
                return self._read(self._listed())

    def _listed(self):
        """The files, once two looks have found the same: one that is renamed meanwhile would be seen in both places or in neither."""
        while True:
            listed = list(self._files())
            if {entry.path for *_, entry in listed} == {entry.path for *_, entry in self._files()}:
                return listed

    def _read(self, listed):
        found = {}
        for folder, part, entry in listed:
            if part == 'tmp':
                raise AssertionError(f'{entry.path} is left in tmp')
            with open(entry.path, 'rb') as file:
                content = file.read()
            identifier = _identifier(content)
            base, _, flags = entry.name.partition(':2,')
            if identifier in found:
                raise AssertionError(f'{identifier} is there twice: {found[identifier]} and {entry.path}')
            found[identifier] = Message(folder, part, base, flags, hashlib.sha256(content).hexdigest())
        return found

    def whereabouts(self):
        """The folder and the flags of every message by Message-ID, in so short a time that it can be asked all the while."""
        found = {}
        for folder, _, entry in self._listed():
            identifier = self._identifier_of(entry)
            if identifier in found:
                raise SeenTwice(f'{identifier} is in {found[identifier][0]} and in {folder}')
            found[identifier] = folder, frozenset(entry.name.partition(':2,')[2])
        return found

    def inventory(self):
        """Every entry of the inbox's cur and new by path, with kind, size and time: what must not change when nobody asks."""
        entries = {}
        for part in PARTS:
            for name in os.listdir(os.path.join(self.path, part)):
                status = os.lstat(self.inside(name, part))
                entries[f'{part}/{name}'] = stat.S_IFMT(status.st_mode), status.st_size, status.st_mtime_ns, status.st_ino
        return entries

    def _deliver(self, sender, subject, flags, part, body, date, folder='INBOX', answering=()):
        identifier = f'<letter-{self._count}@desk.invalid>'
        address = sender.lower().replace(' ', '.') + '@desk.invalid'
        text = (f'From: {sender} <{address}>\nTo: Reader <reader@desk.invalid>\nSubject: {subject}\nDate: {format_datetime(date)}\n'
                f'Message-ID: {identifier}\nReferences: {" ".join(answering)}\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n{body}')
        base = f'{int(date.timestamp())}.M{self._count}P1.desk'
        temporary = self.inside(base, 'tmp', folder)
        with open(temporary, 'w', encoding='utf-8') as file:
            file.write(text)
        os.utime(temporary, (date.timestamp(), date.timestamp()))
        self._identifiers[os.stat(temporary).st_ino] = identifier
        os.rename(temporary, self.inside(base if part == 'new' else f'{base}:2,{flags}', part, folder))
        return identifier

    def _rename(self, identifier, change):
        """Renames a message into cur of the folder, and to the flags, that `change` makes of its own."""
        def rename(folder, entry):
            base, _, flags = entry.name.partition(':2,')
            folder, flags = change(folder, flags)
            os.rename(entry.path, self.inside(f'{base}:2,{flags}', folder=folder))
        self._reach(identifier, rename)

    def _reach(self, identifier, act):
        """Does something to the file of a message, found anew when the program under test was faster."""
        for _ in range(100):
            for folder, _, entry in list(self._files()):
                try:
                    if self._identifier_of(entry) == identifier:
                        return act(folder, entry)
                except FileNotFoundError:
                    continue
        raise KeyError(identifier)

    def _identifier_of(self, entry):
        """The Message-ID of a file, which is read if it is not one that was put here."""
        known = self._identifiers.get(entry.inode())
        if known:
            return known
        with open(entry.path, 'rb') as file:
            return _identifier(file.read())

    def _files(self):
        for directory, names, _ in os.walk(self.path):
            if 'cur' not in names:
                continue
            relative = os.path.relpath(directory, self.path)
            folder = 'INBOX' if relative == '.' else relative.lstrip('.')
            for part in PARTS:
                place = os.path.join(directory, part)
                if os.path.isdir(place):
                    with os.scandir(place) as entries:
                        for entry in entries:
                            if entry.is_file(follow_symlinks=False):
                                yield folder, part, entry


def _identifier(content):
    for line in content.split(b'\n\n', 1)[0].split(b'\n'):
        if line.lower().startswith(b'message-id:'):
            return line.split(b':', 1)[1].strip().decode()
    return hashlib.sha256(content).hexdigest()
