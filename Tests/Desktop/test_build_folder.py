"""Where the program finds its resources when nothing names them: in the build folder that it lies in, and never in another."""

import os
import shutil
import subprocess
import tempfile
import unittest

from harness.app import REPOSITORY, App, binary
from harness.case import DesktopCase
from harness.conditions import LIMIT


class BuildFolder(DesktopCase):
    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory(prefix='build-')
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def program(self, place):
        """A copy of the command below the folder, and of the program that shows windows where that looks for it."""
        windows = place if '.build' in place else 'libexec/dunnock'
        for name, folder in (('dunnock-window', windows), ('dunnock', place)):
            path = os.path.join(self.folder, folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            shutil.copy2(binary(name), path)
        return path

    def build(self):
        """As .scripts/resources leaves it."""
        os.makedirs(os.path.join(self.folder, '.build'), exist_ok=True)
        os.symlink(os.environ.get('DUNNOCK_RESOURCES') or os.path.join(REPOSITORY, '.build/resources'),
                   os.path.join(self.folder, '.build/resources'))

    def opened(self, program):
        """What the program says that opens the sample mailbox."""
        # In place of the program that the harness starts.
        self.app = app = App(self.desk, self.home, wrapper=['sh', '-c', 'exec "$0" --sample', program], variables={'DUNNOCK_RESOURCES': ''})
        self.addCleanup(lambda: app is self.app and app.end())
        self.app.wait_for_window()
        return self.said(self.app.output())

    def said(self, output):
        """The program's own lines: drivers of graphics have theirs."""
        return [line for line in output.splitlines() if line.startswith('dunnock:')]

    def test_a_build_has_its_own(self):
        self.build()
        self.assertEqual(self.opened(self.program('.build/x86_64-unknown-linux-gnu/debug')), [])
        self.app.until(lambda: len(self.app.rows()) > 5, 'the sample mailbox')

    def test_a_build_without_them_says_what_makes_them(self):
        program = self.program('.build/x86_64-unknown-linux-gnu/debug')
        run = subprocess.run([program], env={**self.desk.environment(self.home), 'DUNNOCK_RESOURCES': ''}, capture_output=True, text=True,
                             timeout=LIMIT)
        self.assertEqual((run.returncode, run.stdout), (1, ''))
        line, = self.said(run.stderr)
        self.assertIn('.scripts/resources .build/resources', line)

    def test_an_installed_program_looks_into_no_build(self):
        self.build()
        line, = self.opened(self.program('bin'))
        self.assertIn('Install it again', line)


if __name__ == '__main__':
    unittest.main()
