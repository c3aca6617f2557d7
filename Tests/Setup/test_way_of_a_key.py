"""The way from the key E to a rename is as CONTRIBUTING.md tells it, and nothing goes beside it."""

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCES = {path: path.read_text() for path in (ROOT / 'Sources').rglob('*.swift')}
MOST_HOPS = 10


def table():
    text = (ROOT / 'CONTRIBUTING.md').read_text()
    lines = text[text.index('The way from the key E to a rename'):].split('\n\n')[1].splitlines()
    return [re.match(r'\| `(\w+)\.(\w+)', line).groups() for line in lines[2:]]


def bodies(owner, name):
    """What the functions of that name do, in the files that declare or extend their type."""
    found = []
    for text in SOURCES.values():
        if not re.search(rf'^(?:[a-z()]+ )*(?:class|struct|actor|enum|extension) {owner}\b', text, re.M):
            continue
        for declared in re.finditer(rf'^( *)(?:[a-z()]+ )*func {name}\b', text, re.M):
            rest = text[declared.start():]
            end = re.search(rf'\A.*}}$|^{declared[1]}}}', rest, re.M)
            found.append(rest[:end.end()])
    return found


class WayOfAKeyTests(unittest.TestCase):
    def test_each_hop_is_a_function_that_calls_the_next(self):
        way = table()
        self.assertEqual((way[0], way[-1]), (('MailWindow', 'followKeys'), ('RenameCalls', 'rename')))
        for (owner, name), following in zip(way, way[1:] + [None]):
            found = bodies(owner, name)
            self.assertTrue(found, f'{owner}.{name} is not in Sources')
            if following:
                self.assertTrue(any(re.search(rf'\b{following[1]}\(', body) for body in found), f'{owner}.{name} does not call {following[1]}')

    def test_the_hops_are_few(self):
        self.assertLessEqual(len(table()) - 1, MOST_HOPS)

    def test_nothing_else_in_the_app_has_mail_changed(self):
        asks = re.compile(r'\.fulfil\(|[sS]ession\??\.(?:perform|undo|redo)\(')
        asking = [path.name for path, text in SOURCES.items() if 'Dunnock' in path.parts and asks.search(text)]
        self.assertEqual(asking, ['ChangesUnderWay.swift'])
        calls = re.compile(r'\.enqueue\(')
        calling = {path.name for path, text in SOURCES.items() if 'Dunnock' in path.parts and calls.search(text)}
        self.assertEqual(calling, {'Filing.swift'})


if __name__ == '__main__':
    unittest.main()
