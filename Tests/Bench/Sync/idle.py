"""Measures how long a mail takes from a server to this computer while the app listens to it: until its file is there, and until its row is.

Usage: idle.py MAILS
"""

import os
import statistics
import sys
import tempfile
import time

from harness.app import App
from harness.conditions import looks
from harness.xorg import XorgDesk
from mail_server import MailServer
from test_sync_clock import descendants
from test_sync_torture import Computer


def program(process):
    try:
        with open(f'/proc/{process}/comm') as file:
            return file.read().strip()
    except FileNotFoundError:
        return ''


def listens(server, app):
    """Whether there is one connection, and no run that it is for."""
    connections = [process for process in descendants(server.process_id) if program(process) == 'imap']
    return len(connections) == 1 and 'mbsync' not in map(program, descendants(app.process_id))


def files(computer):
    inbox = f'{computer.data}/mail/Work/INBOX'
    return sum(len(os.listdir(f'{inbox}/{part}')) for part in ('cur', 'new'))


def tell(name, seconds):
    ordered = sorted(seconds)
    share = sum(one <= 3 for one in ordered) / len(ordered)
    print(f'until {name}: median {statistics.median(ordered):.2f} s, 95 of 100 within {ordered[len(ordered) * 95 // 100 - 1]:.2f} s, '
          f'{ordered[0]:.2f} to {ordered[-1]:.2f} s, {share:.0%} within 3 s')


def main(mails):
    with tempfile.TemporaryDirectory(prefix='bench-') as home:
        server, desk = MailServer().start(), XorgDesk.shared()
        computer = Computer(f'{home}/a', server.port)
        computer.add()
        server.deliver('The first')
        app = App(desk, computer.home, variables={name: value for name, value in computer.environment().items() if name.startswith('SECRET_')})
        try:
            app.wait_for_window()
            app.until(lambda: app.rows('The first'), 'the first row')
            # What comes before it listens nobody tells of.
            app.until(lambda: listens(server, app), 'a connection that listens')
            there, shown = [], []
            for number in range(mails):
                count = files(computer)
                begin = time.monotonic()
                server.deliver(f'Number {number} of them')
                # Longer than the app waits where no server tells of mail.
                if not any(files(computer) > count for _ in looks(20_000)):
                    raise AssertionError(f'the file of mail {number} did not come')
                there.append(time.monotonic() - begin)
                app.until(lambda: app.rows(f'Number {number} of them'), f'the row of mail {number}')
                shown.append(time.monotonic() - begin)
            tell('its file is there', there)
            tell('its row is', shown)
        finally:
            app.end()
            server.close()


main(int(sys.argv[1]))
