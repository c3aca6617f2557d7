"""A translation reaches the person: its texts are gathered, compiled, found and filled in."""

import glob
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from unittest import mock

from harness.app import command

TEMPLATE = os.path.join(os.path.dirname(__file__), '../../Resources/po/dunnock.pot')
HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
# Where a title, a button, an item of a menu or a tooltip gets its text.
TITLE = re.compile(r'(?<!sub)(?:title: |next: |setGroupTitle\(|setRowTitle\(|gtk_button_new_with_label\(|activatableRow\(|entryRow\(|switchRow\('
                   r'|gtk_window_set_title\([^"\n]*|\.init\("[a-z]+", |\.init\(\w+\.\w+(?:\.rawValue)?, |gtk_widget_set_tooltip_text\([^"\n]*, '
                   r'|MenuEntry\(|\bbutton\()\s*tr\(\s*"((?:[^"\\\n]|\\.)*)"')
ENGLISH = 'There is no folder “%1$s”. Check the path.'


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
        for text in ('More', 'Release for: %1$s', 'Canceled', '%1$s…'):
            self.assertIn(f'msgid "{text}"\n', texts)

    def test_titles_are_in_header_capitals(self):
        """As GNOME writes them: the first word and the last, and each of more than three letters, begin with a capital."""
        found = [match[1] for text in sources() for match in TITLE.finditer(text)]
        self.assertGreater(len(found), 100, 'titles in the sources')
        for title in found:
            words = re.findall(r'[\w’-]+', re.sub(r'%\d\$s|“[^”]*”', '', title))
            small = [word for word in [*words[:1], *words[-1:], *(word for word in words if len(word) > 3)] if word[0].islower()]
            self.assertEqual(small, [], title)

    def test_apostrophes_are_typographic(self):
        with open(TEMPLATE, encoding='utf-8') as template:
            for line in template:
                if line.startswith(('msgid', '"')):
                    self.assertNotIn("'", line)


def sources():
    """The text of every Swift source."""
    for path in glob.glob(os.path.join(os.path.dirname(TEMPLATE), '../../Sources/**/*.swift'), recursive=True):
        with open(path, encoding='utf-8') as source:
            yield source.read()


if __name__ == '__main__':
    unittest.main()
