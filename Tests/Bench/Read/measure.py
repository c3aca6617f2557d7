#!/usr/bin/python3
"""Measures how long a mail takes from the key that selects it to its last character, beside a C program that sets the same text with the
same tags in a GtkTextView.

Usage: measure.py [--smoke] [--rounds N] PLAIN_TEXT_VIEW WRITE_TAGS DUNNOCK RESOURCES

What is set is what Dunnock itself shows: its text and its tags are written down once before, and nothing of that is measured.
The clock begins with the key; what is measured is the processor's time of all the program's threads until it has nothing more to do, which
is when the last line is laid out, and the time on the clock until then. Every round starts both programs anew, in turn, and has them show
each mail once, so that what else the machine does meets both; ratios are taken within a round. A mail of a line is shown as well: what it
takes is what all that is not text takes.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, '../../Desktop'))

from harness.conditions import until  # noqa: E402
from harness.desk import NoDesk, end, spawn  # noqa: E402
from harness.xorg import XorgDesk  # noqa: E402

IN_C, APP = 'text view in C', 'dunnock'
SHORT, PLAIN, NEWSLETTER = 'a line', 'plain, 20 kB', 'newsletter, 200 kB'
# What is shown one after the other: before each that is measured, one that is not.
ORDER = (SHORT, PLAIN, SHORT, NEWSLETTER)
AIM = 1.5
HEADER = 'From: Ann <ann@example.org>\nTo: Robin <robin@example.org>\nSubject: {}\nDate: Fri, 17 May 2024 09:30:00 +0000\nMIME-Version: 1.0\n'
SENTENCES = ('The ferries run again from Monday, every forty minutes until eight in the evening.', 'Nobody has seen the key since the spring.',
             'After eleven winters under canvas the sellers stand dry, and only one of them misses the wind.', 'See https://example.org/{0} for more.',
             'Three readers have sent us pictures of the same seal; number {0} is the best of them.')
# For how long it does nothing when it has done all; how often that is looked at, and how much is done by then when there is something to
# do: seconds. A program that rests wakes now and then.
REST, PAUSE, LEAST = 0.3, 0.005, 0.0005


def prose(number, sentences=4):
    return ' '.join(SENTENCES[(number + i) % len(SENTENCES)].format(number) for i in range(sentences))


def wrapped(text, width=72):
    lines = ['']
    for word in text.split(' '):
        if len(lines[-1]) + len(word) >= width:
            lines.append('')
        lines[-1] += (' ' if lines[-1] else '') + word
    return '\n'.join(lines)


def plain(size=20_000):
    pieces, number = [], 0
    while sum(map(len, pieces)) < size:
        pieces.append(wrapped(prose(number)) + '\n\n')
        if number % 5 == 4:
            pieces.append(''.join(f'> {line}\n' for line in wrapped(prose(number + 1), 70).split('\n')) + '\n')
        if number % 7 == 6:
            pieces.append(f'- {SENTENCES[0]}\n- {SENTENCES[1]}\n\n')
        number += 1
    return HEADER.format('Plain') + 'Content-Type: text/plain; charset=utf-8\n\n' + ''.join(pieces) + '-- \nAnn\n'


def newsletter(size=200_000):
    pieces, number = [], 0
    while sum(map(len, pieces)) < size:
        style = 'font-family:Helvetica,Arial,sans-serif;font-size:15px;line-height:22px;color:#333333;'
        pieces.append(
            f'<tr><td style="padding:0 24px 24px"><table width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td width="180">'
            f'<a href="https://example.org/click/{number}?u=5f0c"><img src="https://example.org/{number}.jpg" width="160" alt=""></a></td>'
            f'<td><h2 style="{style}">Piece {number}</h2><p style="{style}">{prose(number, 3)}</p><p style="{style}"><b>And:</b> <i>'
            f'{SENTENCES[1]}</i></p><ul><li style="{style}">{SENTENCES[0]}</li><li style="{style}">{SENTENCES[2]}</li></ul>'
            f'<a href="https://example.org/click/{number}?u=5f0c&amp;m=9" style="{style}">Read on</a></td></tr></table></td></tr>\n')
        number += 1
    return (HEADER.format('Newsletter') + 'Content-Type: text/html; charset=utf-8\n\n<html><body><div style="display:none">Hidden</div>'
            '<table width="600">' + ''.join(pieces) + '</table></body></html>\n')


def make_mailbox(path):
    for part in ('cur', 'new', 'tmp'):
        os.makedirs(os.path.join(path, part))
    texts = {SHORT: HEADER.format('Short') + '\nA line.\n', PLAIN: plain(), NEWSLETTER: newsletter()}
    for number, name in enumerate(ORDER):
        when = 1_715_000_000 - number * 3600
        with open(os.path.join(path, 'cur', f'{when}.M{number}P1.desk:2,S'), 'w', encoding='utf-8') as file:
            file.write(texts[name])
        os.utime(file.name, (when, when))


class Program:
    def __init__(self, desk, home, command, variables):
        os.makedirs(home, exist_ok=True)
        environment = dict(desk.environment(home), **variables, **{
            f'XDG_{kind}_HOME': os.path.join(home, kind.lower()) for kind in ('CONFIG', 'DATA', 'CACHE', 'STATE')})
        self._hand = desk.hand
        self._process = spawn(command, env=environment, stderr=subprocess.DEVNULL)
        self.id = self._process.pid
        until(lambda: desk.window_area(desk.picture()), f'the window of {command[0]}')
        # Longer than the app waits before it looks at folders that nobody has opened.
        self.rest(4)

    def end(self):
        end(self._process)

    def processor_time(self):
        """Seconds that all threads have run."""
        return time.clock_gettime(~self.id << 3 | 2)

    def rest(self, seconds=REST):
        """Waits until the program has done nothing for so long; returns when it last did, on the monotonic clock."""
        deadline = time.monotonic() + 120
        last, since = self.processor_time(), time.monotonic()
        while time.monotonic() - since < seconds:
            if time.monotonic() > deadline:
                raise TimeoutError('the program does not come to rest')
            time.sleep(PAUSE)
            now = self.processor_time()
            if now - last > LEAST:
                last, since = now, time.monotonic()
        return since

    def go(self, key):
        """Presses a key; returns the seconds of the processor, and those on the clock, until all is done."""
        processor, begin = self.processor_time(), time.monotonic()
        self._hand.keys(key)
        done = self.rest()
        return {'processor': self.processor_time() - processor, 'clock': done - begin}


def contents(desk, home, command, resources, write_tags, folder):
    """Has the app show each mail and write what its text view then holds; returns the files, as the C program is given them."""
    program = Program(desk, home, command, {'DUNNOCK_RESOURCES': resources, 'LD_PRELOAD': write_tags, 'WRITTEN_TAGS': folder})
    paths = []
    try:
        for number, name in enumerate(ORDER):
            if number:
                program.go('Down')
            text, tags = (os.path.join(folder, f'{number}.{kind}') for kind in ('text', 'tags'))
            until(lambda path=tags: os.path.exists(path), f'the text of {name}')
            with open(text, encoding='utf-8') as file, open(tags, encoding='utf-8') as lines:
                print(f'{name}: {len(file.read().encode())} bytes of text, {len(lines.readlines())} stretches with a tag', file=sys.stderr)
            paths += [text, tags]
    finally:
        program.end()
    return paths


def lower_quartile(values):
    return sorted(values)[len(values) // 4]


def show(samples, rounds):
    print(f'From the key to the last character, median of {rounds}. x: the ratio within a round, lower quartile (least to most).')
    print(f'{"":22}{"":18}{"ms of the processor":>28}{"ms on the clock":>28}')
    verdicts = []
    for mail in (SHORT, PLAIN, NEWSLETTER):
        for name in (IN_C, APP):
            line = f'{mail:22}{name:18}'
            for quantity in ('processor', 'clock'):
                own = [sample[quantity] for sample in samples[name, mail]]
                line += f'{statistics.median(own) * 1e3:8.0f}'
                spread = ''
                if name == APP:
                    found = [mine / other[quantity] for mine, other in zip(own, samples[IN_C, mail])]
                    spread = f' x{lower_quartile(found):.2f} ({min(found):.2f} to {max(found):.2f})'
                    if quantity == 'processor' and mail != SHORT:
                        verdicts.append(f'{mail}: x{lower_quartile(found):.2f}, aim at most {AIM}: {"met" if lower_quartile(found) <= AIM else "missed"}')
                line += f'{spread:<20}'
            print(line.rstrip())
    print('\n'.join(verdicts))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--smoke', action='store_true')
    parser.add_argument('--rounds', type=int, default=15)
    parser.add_argument('plain_text_view')
    parser.add_argument('write_tags', help='the library that has the app write what it shows')
    parser.add_argument('dunnock')
    parser.add_argument('resources')
    options = parser.parse_args()
    rounds = 1 if options.smoke else options.rounds
    try:
        desk = XorgDesk()
    except NoDesk as reason:
        print(f'bench-read needs an X server of its own: {reason}', file=sys.stderr)
        sys.exit(0 if options.smoke and os.getuid() else 1)
    with tempfile.TemporaryDirectory(prefix='dunnock-bench-') as private:
        try:
            mail, home = os.path.join(private, 'mail'), os.path.join(private, 'home')
            make_mailbox(mail)
            app = [options.dunnock, mail]
            written = contents(desk, home, app, options.resources, options.write_tags, private)
            quiet = {'GTK_A11Y': 'none', 'DUNNOCK_RESOURCES': options.resources}
            commands = {IN_C: [options.plain_text_view, *written], APP: app}
            samples = {(name, mail): [] for name in commands for mail in ORDER}
            for _ in range(rounds):
                for name, command in commands.items():
                    program = Program(desk, home, command, quiet)
                    try:
                        for mail in ORDER[1:]:
                            samples[name, mail].append(program.go('Down'))
                    finally:
                        program.end()
                    until(lambda: not desk.window_area(desk.picture()), 'the window gone')
            show(samples, rounds)
        finally:
            desk.close()


if __name__ == '__main__':
    main()
