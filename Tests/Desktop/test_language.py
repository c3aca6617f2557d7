"""A translation reaches the person: its texts are gathered, compiled, found and filled in, and nothing is said past it."""

import glob
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from unittest import mock

from harness import accessibility
from harness.app import App, command, resources
from harness.case import DesktopCase
from test_composing import Composing

PLACE = os.path.join(os.path.dirname(__file__), '../../Resources/po')
TEMPLATE = os.path.join(PLACE, 'dunnock.pot')
HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=2; plural=n != 1;\\n"\n\n'
# Where a title, a button, an item of a menu or a tooltip gets its text.
TITLE = re.compile(r'(?<!sub)(?:title: |next: |setGroupTitle\(|setRowTitle\(|gtk_button_new_with_label\(|activatableRow\(|entryRow\(|switchRow\('
                   r'|gtk_window_set_title\([^"\n]*|\.init\("[a-z]+", |\.init\(\w+\.\w+(?:\.rawValue)?, |gtk_widget_set_tooltip_text\([^"\n]*, '
                   r'|MenuEntry\(|\bbutton\()\s*tr\(\s*"((?:[^"\\\n]|\\.)*)"')
ENGLISH = 'There is no folder “%1$s”. Check the path.'
# A language in which every text is the English one between these.
BEGIN, END = '⟦', '⟧'
MARKED = re.compile(f'{BEGIN}[^{BEGIN}{END}]*{END}', re.S)
# What ArgumentParser says itself.
PARSER = re.compile(r"OVERVIEW:|USAGE:|ARGUMENTS:|OPTIONS:|SUBCOMMANDS:|Show help information\.|Show the version\.|See 'dunnock account help <subcommand>' for\s+"
                    r"detailed help\.|Error:|values: tls, starttls, none|\bdunnock:?|\b(?:account|sync|send|add|online|list|test|remove)\b|--?[a-z-]+|<[a-z:-]+>|\[|\]|\(|\)")
# What GTK says itself, in the language that it has no translation for.
TOOLKIT = re.compile(r'^(\(None\)|Close|Minimize|Maximize|Restore|Menu|Search|Search Shortcuts|Search Results|No Results Found|Try a different search\.|(?:Adw|Gtk)[A-Z]\w*|'
                     r'[a-z]+ pressed|(?:Ctrl|Shift|Alt|Delete|Escape|Return|Space|Backspace|Page|Home|End|Up|Down|Left|Right|Menu|Tab|Print|F\d+|(?:KP|Page)_[A-Z][a-z]+|[A-Z0-9]|\W)+)$')


def parsed(path):
    """The entries of a catalogue: (context, text, plural) and the list of what it says for that, and whether it is fuzzy."""
    with open(path, encoding='utf-8') as file:
        for block in file.read().split('\n\n')[1:]:
            fields, current = {}, None
            for line in block.split('\n'):
                if match := re.match(r'(msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?) "(.*)"$', line):
                    current, fields[match[1]] = match[1], match[2]
                elif current and line.startswith('"'):
                    fields[current] += line[1:-1]
            if 'msgid' in fields:
                said = [text for name, text in fields.items() if name.startswith('msgstr')]
                yield (fields.get('msgctxt'), fields['msgid'], fields.get('msgid_plural')), said, '#, fuzzy' in block


def sources():
    """The text of every Swift source."""
    for path in glob.glob(os.path.join(PLACE, '../../Sources/**/*.swift'), recursive=True):
        with open(path, encoding='utf-8') as source:
            yield source.read()


class Spoken:
    """A folder of resources with one more language, `code`, of these entries as a catalogue has them."""

    def __init__(self, code, entries):
        self._folder = tempfile.TemporaryDirectory()
        self.path, self.code = self._folder.name, code
        messages = os.path.join(self.path, 'locale', code, 'LC_MESSAGES')
        os.makedirs(messages)
        subprocess.run(['msgfmt', '-', '--output-file', os.path.join(messages, 'dunnock.mo')], check=True, encoding='utf-8', input=HEADER + entries)
        # Newer C libraries translate nothing in the C locale, so a copy of it goes by another name.
        shutil.copytree('/usr/lib/locale/C.utf8', os.path.join(self.path, f'{code}.utf8'))
        own = resources(os.environ)['DUNNOCK_RESOURCES']
        for name in os.listdir(own):
            if name != 'locale':
                os.symlink(os.path.join(own, name), os.path.join(self.path, name))

    def close(self):
        self._folder.cleanup()

    @property
    def variables(self):
        return {'DUNNOCK_RESOURCES': self.path, 'LANGUAGE': self.code, 'LC_ALL': f'{self.code}.UTF-8', 'LOCPATH': self.path}


def marked():
    """The language in which every text is marked, so that what is said past the catalogues shows."""
    def entry(context, text, plural):
        lines = [f'msgctxt "{context}"'] if context else []
        lines.append(f'msgid "{text}"')
        if plural is None:
            # A line end is where the English one has it.
            lines.append(f'msgstr "{BEGIN}{text}{END}"')
        else:
            lines += [f'msgid_plural "{plural}"', f'msgstr[0] "{BEGIN}{text}{END}"', f'msgstr[1] "{BEGIN}{plural}{END}"']
        return '\n'.join(lines)
    return Spoken('qps', '\n\n'.join(entry(*key) for key, _, _ in parsed(TEMPLATE)))


def bare(text):
    """What is left of a text without what is marked in it, however deep, and without what turns its direction."""
    text = re.sub('[\u2066-\u2069]', '', text)
    while MARKED.search(text):
        text = MARKED.sub('', text)
    return text


class Language(unittest.TestCase):
    def test_speaks_the_language_of_the_person(self):
        with open(TEMPLATE, encoding='utf-8') as template:
            self.assertIn(f'msgid "{ENGLISH}"\n', template.read())
        spoken = Spoken('eo', f'msgid "{ENGLISH}"\nmsgstr "La dosierujo “%1$s” mankas."\n')
        self.addCleanup(spoken.close)
        with mock.patch.dict(os.environ, spoken.variables):
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
            words = re.findall(r'[\w’-]+', re.sub(r'%\d\$s|“[^”]*”', 'Name', title))
            small = [word for word in [*words[:1], *words[-1:], *(word for word in words if len(word) > 3)] if word[0].islower()]
            self.assertEqual(small, [], title)

    def test_apostrophes_are_typographic(self):
        for key, _, _ in parsed(TEMPLATE):
            self.assertNotIn("'", ''.join(filter(None, key)))

    def test_every_language_says_everything(self):
        with open(os.path.join(PLACE, 'LINGUAS'), encoding='utf-8') as file:
            languages = [line.strip() for line in file if line.strip() and not line.startswith('#')]
        self.assertTrue(languages)
        wanted = {key for key, _, _ in parsed(TEMPLATE)}
        for language in languages:
            path = os.path.join(PLACE, f'{language}.po')
            with self.subTest(language):
                known = {key: said for key, said, is_fuzzy in parsed(path) if not is_fuzzy}
                self.assertEqual(wanted - known.keys(), set(), 'missing or fuzzy')
                self.assertEqual(known.keys() - wanted, set(), 'not said any more')
                for key, said in known.items():
                    self.assertTrue(all(said), key)
                    values = set(re.findall(r'%\d\$s', key[1] + (key[2] or '')))
                    for text in said:
                        given = set(re.findall(r'%\d\$s', text))
                        # Of one and of two Arabic says no number.
                        self.assertTrue(given == values or (key[2] and given <= values), (key, text))

    def test_the_command_says_nothing_past_the_catalogues(self):
        spoken = marked()
        self.addCleanup(spoken.close)
        with mock.patch.dict(os.environ, spoken.variables):
            for words in (['--help'], ['account', '--help'], ['account', 'add', '--help'], ['account', 'online', '--help'],
                          ['account', 'remove', '--help'], ['account', 'test', '--help'], ['sync', '--help'], ['send', '--help'],
                          ['--list'], ['--search', 'x'], ['--search', 'older:3q', '/'], ['--search', '', '/'], ['--sample', '/'],
                          ['--list', '--allow-changes', '/'], ['--list', '--search', 'x', '/'], ['--list', '/nowhere'], [],
                          ['account', 'test', 'none'], ['send'], ['sync', '--delete-missing', '--fetch-missing'], ['sync', 'none'],
                          ['account', 'add', '--name', ' ', '--address', 'a@b'], ['account', 'add', '--name', 'a', '--address', 'b']):
                run = command(*words)
                said = run.stdout + run.stderr
                self.assertIn(BEGIN, said, words)
                # A line that is broken by the width of the page is one text.
                self.assertNotRegex(PARSER.sub('', bare(said)), r'[^\W\d_]{2}', f'{words}: {said}')


class Windows(DesktopCase):
    def test_starts_from_right_to_left_where_the_catalogue_says_so(self):
        spoken = Spoken('qps', 'msgid "default:LTR"\nmsgstr "default:RTL"\n')
        self.addCleanup(spoken.close)
        self.letters()
        self.start(variables=spoken.variables)
        folder = self.app.tree.all(matching=lambda node: node.name.startswith('All Unread'))[0]
        self.assertLess(self.app.area(self.app.row('Engine notes'))[0], self.app.area(folder)[0], 'the list, left of the folders')

    def test_tells_the_time_with_as_many_hours_as_the_desktop(self):
        self.letters()
        for hours, time in (('24h', '08:30'), ('12h', '8:30 AM')):
            with open(self._settings_path, 'a') as file:
                file.write(f"[org/gnome/desktop/interface]\nclock-format='{hours}'\n")
            (self.restart if self.app else self.start)()
            self.focus('Engine notes')
            self.hand.keys('Return')
            self.app.until(lambda: self.app.says(f'2024, {time}$'), f'the time with {hours}')
            self.store({'hint-shown': 'true'})

    def test_no_window_says_anything_past_the_catalogues(self):
        spoken = marked()
        self.addCleanup(spoken.close)
        self.letters()
        self.start(variables=spoken.variables)
        self.look('the list')
        for keys, part in ((['F10'], 'Redo'), (['F1'], 'Keyboard Shortcuts'), (['Control+comma'], 'Try It'), (['b'], 'Tomorrow'),
                           (['v'], 'Folder Name'), (['Shift+F10'], 'Block Sender…'), (['x'], '1 selected'),
                           (['Control+u'], 'Source')):
            self.hand.keys(*keys)
            self.app.until(lambda: self.says(part), f'what {keys} opens, with {part!r}')
            self.look(keys)
            self.hand.keys('Escape')
            self.app.until(lambda: not self.says(part), f'{part!r} gone')
            # Without a window manager the keys go where somebody points.
            self.click(self.app.row('Engine notes'))
        self.hand.keys('e')
        self.app.until(lambda: self.says('Archived '), 'what was done')
        self.look('a notice')
        self.hand.keys('Control+f')
        self.app.until(lambda: self.says('Unread Only'), 'the filters')
        self.look('the search')

    def test_no_window_of_accounts_says_anything_past_the_catalogues(self):
        self.begin(App)
        self.app.until(lambda: self.says('Welcome to'), 'the first start')
        self.look('the first start')
        self.click(self.app.row(f'{BEGIN}Add an Account'))
        self.app.until(lambda: self.says('Email Address'), 'who it is')
        self.look('who it is')
        self.click(self.app.tree.all(matching=lambda node: node.name == f'{BEGIN}Email Address{END}')[-1])
        self.hand.keys('x', 'Shift+2', *'desk', 'period', *'invalid', 'Return')
        self.app.until(lambda: self.says('Enter the password'), 'what is missing')
        self.look('what is missing')
        self.click(self.app.tree.all(matching=lambda node: node.name == f'{BEGIN}Password{END}')[-1])
        self.hand.keys('x', 'Return')
        self.app.until(lambda: self.says('Server settings for'), 'that there are no settings')
        self.look('the servers, by hand')

    def test_no_mail_that_is_written_says_anything_past_the_catalogues(self):
        self.begin(Composing, os.path.join(self.home, 'drafts'))
        self.app.until(lambda: self.says('Subject'), 'the mail')
        self.look('the mail')
        self.hand.keys('Control+Return')
        self.app.until(lambda: self.says('Add a recipient'), 'what is wrong')
        self.look('what is wrong')
        self.click(self.app.button(f'{BEGIN}More{END}'))
        self.app.until(self.app.menu, 'the menu')
        self.look('the menu')

    def begin(self, program, *arguments):
        """Starts a program in the language in which every text is marked."""
        spoken = marked()
        self.addCleanup(spoken.close)
        self.app = app = program(self.desk, self.home, *arguments, variables=spoken.variables)
        self.addCleanup(lambda: app is self.app and app.end())
        self.app.wait_for_window()
        self.app.until_still()

    def says(self, text):
        return self.app.says(re.escape(BEGIN + text))

    def look(self, what):
        self.app.until_still()
        own = sorted({
            'Hello.', 'Ada Lovelace', 'Ben Okri', 'Cyd Charisse', 'Dov Ber', 'Eve Arden', 'Fay Wray', 'Engine notes', 'Famished road', 'Dancing shoes',
            'Sunday lunch', 'Broken boiler', 'Tall building', 'Archive', 'Trash', 'Robin Reader <robin@example.org>', 'Robin Reader', 'The Boathouse',
            os.path.basename(self.mailbox.path), 'Dunnock'}, key=len, reverse=True)
        past = set()
        for text in self.app.texts():
            if text.startswith('From: Ada Lovelace <'):
                continue  # The source of a message.
            left = re.sub(r'\S+\bdesk\.invalid', '', bare(text))
            for name in own:
                left = left.replace(name, '')
            if re.search(r'[^\W\d_]{2}', left) and not TOOLKIT.match(left.strip()):
                past.add(text)
        self.assertEqual(past, set(), f'said past the catalogues: {what}')


if __name__ == '__main__':
    unittest.main()
