"""Runs `dunnock sync` and the same mbsync runs by hand by turns on one account: idle, and with one mail marked before each; then tells what
an archived mail costs.

Usage: measure.py MAILS ROUNDS

The command's time is told as a whole, and as what a run costs the running app: less what the app does once and not at each run, to start
(`dunnock --version`, in the same round) and to ask mbsync for its version (`mbsync --version`).
"""

import glob
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile

from cut_wire import CutWire
from harness.app import binary
from mail_server import MailServer
from test_sync_torture import TRIAGE, Computer

SYNC = [binary(), 'sync', 'Work']


def measured(wire, computer, commands):
    """The seconds of the processor and the bytes on the wire that commands take."""
    used, passed = resource.getrusage(resource.RUSAGE_CHILDREN), wire.passed
    for command in commands:
        subprocess.run(command, env=computer.environment(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True)
    end = resource.getrusage(resource.RUSAGE_CHILDREN)
    return end.ru_utime + end.ru_stime - used.ru_utime - used.ru_stime, wire.passed - passed


def mark(computer):
    """Marks a mail as read as any program does."""
    inbox = f'{computer.data}/mail/Work/INBOX'
    path = sorted(path for path in glob.glob(f'{inbox}/cur/*') + glob.glob(f'{inbox}/new/*') if not path.endswith('S'))[0]
    os.rename(path, f'{inbox}/cur/{os.path.basename(path).partition(":")[0]}:2,S')


def by_hand(computer, port):
    """A configuration of mbsync's that is Dunnock's but for the connection, which mbsync makes itself."""
    [path] = glob.glob(f'{computer.home}/.local/state/dunnock/accounts/*/mbsyncrc')
    with open(path) as file:
        text = re.sub(r'^Tunnel .*$', f'Host 127.0.0.1\nPort {port}\nUser ada\nPass secret\nSSLType None', file.read(), flags=re.M)
    with open(f'{computer.home}/mbsyncrc', 'w') as file:
        file.write(text)
    return ['mbsync', '-c', file.name, '-a']


def run(server, wire, computer):
    """The bytes and the log-ins of a run of Dunnock's."""
    logins = server.logins()
    _, size = measured(wire, computer, [SYNC])
    return size, server.logins() - logins


def tell_of_archived(server, wire, computer):
    """What a run costs that has nothing to do, one that archives a mail, and the one after it."""
    idle = run(server, wire, computer)
    for size in (2_500, 250_000):
        server.deliver('To be archived', body='0123456789\r\n' * (size // 12))
        run(server, wire, computer)
        archive(computer)
        first, second = run(server, wire, computer), run(server, wire, computer)
        print(f'a mail of {size:,} bytes archived: {first[0]:,} bytes and {first[1]} log-ins, then {second[0]:,} and {second[1]}; '
              f'with nothing to do {idle[0]:,} and {idle[1]}')


def archive(computer):
    """Archives the mail that came last, as Dunnock does."""
    subprocess.run([TRIAGE, 'archive', computer.data, 'Work/INBOX'], env=computer.environment(), check=True)


def main(mails, rounds):
    with tempfile.TemporaryDirectory(prefix='bench-') as home:
        server = MailServer().start()
        wire = CutWire(server.port)
        try:
            with server.client() as client:
                for number in range(mails):
                    text = f'From: a@desk.invalid\r\nSubject: {number}\r\nMessage-ID: <{number}@desk.invalid>\r\n\r\n' + 'Some text.\r\n' * 200
                    client.append('INBOX', '', None, text.encode())
            computer = Computer(f'{home}/a', wire.port)
            computer.add()
            ours = [SYNC]
            subprocess.run(SYNC, env=computer.environment(), check=True, stdout=subprocess.DEVNULL)
            once = [[binary(), '--version'], ['mbsync', '--version']]
            theirs = [by_hand(computer, wire.port)]
            for name, changes in (('idle', False), ('one mail marked', True)):
                ratios = []
                for _ in range(rounds):
                    start, _ = measured(wire, computer, once)
                    pair = []
                    for commands in (ours, theirs):
                        if changes:
                            mark(computer)
                        pair.append(measured(wire, computer, commands))
                    (ours_time, ours_bytes), (theirs_time, theirs_bytes) = pair
                    ratios.append((ours_time / theirs_time, (ours_time - start) / theirs_time, ours_bytes / theirs_bytes))
                for column, what in enumerate(('processor, the whole command', 'processor, in the running app', 'bytes')):
                    values = sorted(ratio[column] for ratio in ratios)
                    quartile = values[len(values) // 4]
                    print(f'{mails:,} mails, {name}, {what}: {quartile:.2f} times mbsync by hand (lower quartile; {values[0]:.2f} to {values[-1]:.2f}, '
                          f'median {statistics.median(values):.2f})')
            tell_of_archived(server, wire, computer)
        finally:
            wire.close()
            server.close()


main(int(sys.argv[1]), int(sys.argv[2]))
