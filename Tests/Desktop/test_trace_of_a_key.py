"""What runs from the key E to a rename: the hops that CONTRIBUTING.md lists, one after the other, and none a second time."""

import os
import re
import subprocess
import unittest

from harness.app import REPOSITORY, binary
from harness.case import DesktopCase
from harness.conditions import LIMIT


def hops():
    with open(os.path.join(REPOSITORY, 'CONTRIBUTING.md')) as file:
        text = file.read()
    lines = text[text.index('The way from the key E to a rename'):].split('\n\n')[1].splitlines()
    return [re.match(r'\| `(\w+\.\w+)', line)[1] for line in lines[2:]]


class TraceOfAKey(DesktopCase):
    def entries(self, tools):
        """Where the functions are entered that are hops, as places in the program's file, each with its hop; by tools of Swift's."""
        lines = subprocess.run([f'{tools}/llvm-nm', '--defined-only', binary('dunnock-window')], capture_output=True, text=True,
                               check=True).stdout.splitlines()
        symbols = [words for words in map(str.split, lines) if words[-1].startswith('$s')]
        names = subprocess.run([f'{tools}/swift-demangle', '--compact'], input='\n'.join(words[-1] for words in symbols),
                               capture_output=True, text=True, check=True).stdout.splitlines()
        for hop in hops():
            # Keys are looked at in what the first sets up.
            start = r'closure #1 .* in \w+\.' if hop == hops()[0] else r'(?:\(extension in \w+\):)?\w+\.'
            owner, name = hop.split('.')
            is_entry = re.compile(rf'{start}{owner}\.(?:{name}|\({name} in \w+\))\(')
            places = [int(words[0], 16) for words, name in zip(symbols, names, strict=True) if is_entry.match(name)]
            self.assertTrue(places, f'{hop} is no function of the program')
            yield from ((place, hop) for place in places)

    def base(self):
        """Where the program's file lies in its memory."""
        with open(f'/proc/{self.app.process_id}/maps') as maps:
            return next(int(line.split('-')[0], 16) for line in maps if line.rstrip().endswith('/dunnock-window'))

    def follow(self):
        """Has the debugger tell of each entry as it comes, and let the program go at the last; returns its run once it follows."""
        script = ['set pagination off', 'set breakpoint pending off']
        swift = subprocess.run([os.path.join(REPOSITORY, '.scripts/ensure-swift')], capture_output=True, text=True, check=True)
        for place, hop in self.entries(swift.stdout.strip()):
            goes_on = [] if hop == hops()[-1] else ['continue']
            script += [f'break *{self.base() + place:#x}', 'commands', 'silent', f'echo hop {hop}\\n', *goes_on, 'end']
        script += ['echo follows\\n', 'continue', 'detach', 'quit']
        path = os.path.join(self.home, 'script')
        with open(path, 'w') as file:
            file.write('\n'.join(script) + '\n')
        run = subprocess.Popen(['gdb', '-nx', '--batch', '--pid', str(self.app.process_id), '--command', path], stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.addCleanup(run.stdout.close)
        self.addCleanup(run.kill)
        said = []
        for line in run.stdout:
            said.append(line)
            if line.startswith('follows'):
                return run
        said = ''.join(said)
        if 'Operation not permitted' in said:
            self.skipTest('this machine lets no program follow another')
        self.fail(f'the debugger does not follow: {said}')

    def test_each_hop_comes_once_and_in_order(self):
        ids = self.letters()
        before = self.mailbox.messages()
        self.start()
        self.focus('Dancing shoes')
        run = self.follow()
        self.hand.keys('e')
        said, _ = run.communicate(timeout=LIMIT)
        came = [line.removeprefix('hop ') for line in said.splitlines() if line.startswith('hop ')]
        shoes = ids['Dancing shoes']
        self.expect({**before, shoes: before[shoes].moved('Archive')}, 'archived')
        # The key is looked at once more when it is let go.
        self.assertEqual(came[:1] + [hop for hop in came[1:] if hop != hops()[0]], hops(), said)


if __name__ == '__main__':
    unittest.main()
