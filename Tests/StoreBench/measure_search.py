"""Runs searches beside the same SQL in Python and beside other programs' on the same mail, and compares them.

A word among a million rows that are written straight into an index: the newest hundred, on the clock, each the best of 21 in a round,
the ratio that of the same round. Then the first index of a mailbox and a query in it, by the processor's time too.
"""

import argparse
import glob
import os
import shutil
import sqlite3
import statistics
import sys
import tempfile
import time

import made_mailbox as made
from measure import measured, ran

SQL = """
SELECT message.*, detail.* FROM word JOIN document ON document.id = word.rowid
JOIN mail.message ON mail.message.id = document.message LEFT JOIN mail.detail ON detail.message = mail.message.id
WHERE word MATCH ? ORDER BY word.rowid DESC LIMIT 100
"""
# In every third row, in one of ten thousand, and what begins most of them all.
WORDS = ('common', 'rare', 'wo')
TIMES = 21


def with_python(folder, word):
    """The seconds that the same SQL takes in Python's sqlite3, at best."""
    connection = sqlite3.connect(glob.glob(os.path.join(folder, '*.search'))[0])
    connection.execute('ATTACH ? AS mail', (glob.glob(os.path.join(folder, '*.sqlite'))[0],))
    times = []
    for _ in range(TIMES):
        start = time.monotonic()
        found = connection.execute(SQL, (f'"{word}" *',)).fetchall()
        times.append(time.monotonic() - start)
    connection.close()
    return min(times), len(found)


def among_many(program, rows, rounds, folder):
    print(f'The newest 100 of a word in {rows} rows, ms: here, the same SQL in Python, and the ratio of each round')
    for word in WORDS:
        pairs = []
        for _ in range(rounds):
            own = measured([program, 'find-word', folder, folder, word])
            theirs, count = with_python(folder, word)
            if own['count'] != count:
                sys.exit(f'{word}: {own["count"]} found here, {count} in Python')
            pairs.append((own['all'], theirs))
        ratios = sorted(own / theirs for own, theirs in pairs)
        own, theirs = (statistics.median(times) * 1e3 for times in zip(*pairs))
        print(f'{word:16}{own:9.2f}{theirs:9.2f}{statistics.median(ratios):9.2f}   {ratios[0]:.2f}-{ratios[-1]:.2f}')


def notmuch(path, folder):
    """Its first index and a query, with nothing but the mail to configure."""
    database = os.path.join(folder, 'notmuch')
    os.makedirs(database)
    settings = os.path.join(folder, 'notmuch-config')
    with open(settings, 'w', encoding='utf-8') as file:
        file.write(f'[database]\npath={database}\nmail_root={path}\nhook_dir={folder}/none\n[user]\nname=a\nprimary_email=a@example.org\n'
                   '[new]\ntags=inbox\n[maildir]\nsynchronize_flags=false\n')
    command = ['notmuch', f'--config={settings}']
    return command + ['new', '--quiet'], command + ['search', '--output=messages', '--limit=100', 'meet*']


def mu(path, folder):
    home = ['--muhome', os.path.join(folder, 'mu')]
    ran(['mu', 'init', '--quiet', *home, f'--maildir={path}'])
    return ['mu', 'index', '--quiet', *home], ['mu', 'find', *home, '-n', '100', '-s', 'date', '-z', 'meet*']


def beside_others(program, path, count, rounds):
    print(f'{count} messages: first index, s and cpu s; the newest 100 of a word, ms with the start of a program')
    others = {name: prepare for name, prepare in (('notmuch', notmuch), ('mu', mu)) if shutil.which(name)}
    results = {}
    for _ in range(rounds):
        with tempfile.TemporaryDirectory(prefix='dunnock-bench-') as folder:
            own = measured([program, 'search', path, os.path.join(folder, 'own'), 'meet'])
            results.setdefault('Dunnock', []).append((own['all'], own['busy'], own['again']))
            for name, prepare in others.items():
                index, query = prepare(path, folder)
                _, seconds, busy, _ = ran(index)
                _, asking, _, _ = ran(query)
                results.setdefault(name, []).append((seconds, busy, asking))
    for name, runs in results.items():
        seconds, busy, asking = (statistics.median(values) for values in zip(*runs))
        print(f'{name:16}{seconds:9.2f}{busy:9.2f}{asking * 1e3:9.2f}')


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--smoke', action='store_true')
    parser.add_argument('--rounds', type=int, default=5)
    parser.add_argument('--messages', type=int, default=20_000)
    parser.add_argument('--rows', type=int, default=1_000_000)
    parser.add_argument('program')
    options = parser.parse_args()
    if options.smoke:
        options.rounds, options.messages, options.rows = 1, 300, 20_000
    with tempfile.TemporaryDirectory(prefix='dunnock-bench-') as folder:
        measured([options.program, 'fill-search', folder, folder, str(options.rows)])
        among_many(options.program, options.rows, options.rounds, folder)
    beside_others(options.program, made.mailbox(options.messages), options.messages, options.rounds)


if __name__ == '__main__':
    main()
