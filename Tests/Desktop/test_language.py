"""A translation reaches the person: its texts are gathered, compiled, found and filled in."""

import os
import shutil
import subprocess
import tempfile
import unittest
from unittest import mock

from harness.app import command

TEMPLATE = os.path.join(os.path.dirname(__file__), '../../Resources/po/dunnock.pot')
HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
ENGLISH = 'There is no folder “%1$s”; check the path.'


class Language(unittest.TestCase):
    def test_speaks_the_language_of_the_person(self):
        with open(TEMPLATE, encoding='utf-8') as template:
            self.assertIn(f'msgid "{ENGLISH}"\n', template.read())
        with tempfile.TemporaryDirectory() as folder:
            messages = os.path.join(folder, 'locale', 'eo', 'LC_MESSAGES')
            os.makedirs(messages)
            subprocess.run(
                ['msgfmt', '-', '--output-file', os.path.join(messages, 'dunnock.mo')], check=True, encoding='utf-8',
                input=f'{HEADER}msgid "{ENGLISH}"\nmsgstr "La dosierujo “%1$s” mankas."\n')
            # Newer C libraries translate nothing in the C locale, so a copy of it goes by another name.
            shutil.copytree('/usr/lib/locale/C.utf8', os.path.join(folder, 'eo.utf8'))
            spoken = {'DUNNOCK_RESOURCES': folder, 'LANGUAGE': 'eo', 'LC_ALL': 'eo.UTF-8', 'LOCPATH': folder}
            with mock.patch.dict(os.environ, spoken):
                run = command('--list', '/nowhere/at/all')
        self.assertEqual((run.returncode, run.stderr), (2, 'dunnock: La dosierujo “/nowhere/at/all” mankas.\n'))

    def test_what_the_rows_say_themselves_can_be_translated(self):
        with open(TEMPLATE, encoding='utf-8') as template:
            texts = template.read()
        for text in ('More', 'Release for: %1$s', 'Cancelled', '%1$s…'):
            self.assertIn(f'msgid "{text}"\n', texts)


if __name__ == '__main__':
    unittest.main()
