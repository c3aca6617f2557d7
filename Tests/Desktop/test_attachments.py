"""What stands around the text of a mail: its attachments, all its addresses, its source; each by key and by a screen reader."""

import base64
import os
import struct
import unittest
import zlib

from harness.accessibility import BUTTON, DIALOG, TOGGLE
from harness.case import DesktopCase
from harness.desk import SIZE, end, spawn

SCRIPT = '#!/bin/sh\ntouch "$HOME/it-ran"\n'
# A program that is given what is opened: it keeps a copy and says what it was given.
HANDLER = '''#!/bin/sh
cp "$1" "$HOME/handed"
stat -c '%a %n' "$1" > "$HOME/handed-as.new"
mv "$HOME/handed-as.new" "$HOME/handed-as"
'''


def part(type, content, name=None, encoding='base64'):
    """A part of a mail."""
    head = f'Content-Type: {type}\n'
    if name is not None:
        head += f'Content-Disposition: attachment; filename="{name}"\n'
    if encoding == 'base64':
        content = base64.encodebytes(content.encode()).decode()
    return f'{head}Content-Transfer-Encoding: {encoding}\n\n{content}'


def png(width, height):
    """A picture of one colour."""
    def chunk(kind, data):
        return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
    rows = (b'\0' + b'\x30\x70\xa0' * width) * height
    return (b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>2I5B', width, height, 8, 2, 0, 0, 0)) + chunk(b'IDAT', zlib.compress(rows))
            + chunk(b'IEND', b''))


INNER = 'From: Ben Okri <ben@desk.invalid>\nSubject: Inside\nMIME-Version: 1.0\nContent-Type: text/plain\n\nThe inner text.\n'
# What files can be dropped on is as wide as the screen is beyond the window.
DROP_TARGET = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'harness/drop_target.py')
DROP_WIDTH = 70
PARTS = (
    part('text/plain', 'The minutes are below.\n', encoding='7bit'),
    part('application/pdf', '%PDF-1.4 the minutes', '../../minutes.pdf'),
    part('application/pdf', SCRIPT, 'invoice.pdf'),
    part('application/x-shellscript', SCRIPT, 'setup.sh'),
    part('message/rfc822', INNER, encoding='7bit'),
)


class Attachments(DesktopCase):
    def setUp(self):
        super().setUp()
        self.store({'hint-shown': 'true', 'window-width': '1200', 'window-height': '760'})
        self.stand_in()
        self.mail = (
            'From: Ada Lovelace <ada@desk.invalid>\nTo: Reader <reader@desk.invalid>, Ben Okri <ben@desk.invalid>\nSubject: Minutes\n'
            'Date: Fri, 17 May 2024 09:30:00 +0000\nMessage-ID: <minutes@desk.invalid>\nMIME-Version: 1.0\n'
            'Content-Type: multipart/mixed; boundary=b\n\n' + ''.join(f'--b\n{each}\n' for each in PARTS) + '--b--\n')
        self.mailbox.add_file('1715938200.M1P1.desk:2,S', self.mail.encode())
        self.start('--allow-changes', self.mailbox.path, rows=1)
        self.app.until(lambda: self.app.says('The minutes are below'), 'the text')
        self.app.until(lambda: self.app.buttons(self.card('minutes.pdf')), 'the attachments')

    def stand_in(self):
        """Makes a program the one that PDF and text are opened with."""
        applications = os.path.join(self.home, '.local/share/applications')
        os.makedirs(applications)
        program = os.path.join(self.home, 'handler')
        with open(program, 'w') as file:
            file.write(HANDLER)
        os.chmod(program, 0o700)
        with open(os.path.join(applications, 'handler.desktop'), 'w') as file:
            file.write(f'[Desktop Entry]\nType=Application\nName=Handler\nExec={program} %f\nMimeType=application/pdf;text/plain;text/x-sh;application/x-shellscript;\n')
        os.makedirs(os.path.join(self.home, '.config'), exist_ok=True)
        with open(os.path.join(self.home, '.config/mimeapps.list'), 'w') as file:
            file.write('[Default Applications]\n' + ''.join(f'{type}=handler.desktop\n' for type in ('application/pdf', 'text/plain', 'application/x-shellscript')))

    def card(self, name):
        """What the card of an attachment is called."""
        names = [node.name for node in self.app.tree.all(BUTTON) if node.name.startswith(name + ',')]
        return names[0] if names else name

    def press(self, name):
        """A screen reader presses the card of an attachment; what the action is called begins small or great."""
        self.app.button(self.card(name)).do('lick')

    def inside(self, name):
        return os.path.join(self.home, name)

    def read(self, name):
        with open(self.inside(name)) as file:
            return file.read()

    def focus_on(self, name, key='Tab'):
        """The key, pressed in the text of the mail, reaches it."""
        self.hand.keys('Return')
        self.until_focus('Message text')
        for _ in range(12):
            before = self.app.focused()
            self.hand.keys(key)
            self.app.until(lambda: self.app.focused() not in (None, before), 'the focus further on')
            if self.app.focused().startswith(name):
                return
        self.fail(f'{key} did not reach {name!r}')

    def test_a_card_says_name_kind_and_size(self):
        self.assertRegex(self.card('minutes.pdf'), r'^minutes\.pdf, .+, 20.bytes$')
        self.assertRegex(self.card('Inside'), r'^Inside, Mail, \d+.bytes$')
        self.assertTrue(self.app.buttons('Save All…'))

    def test_opened_by_key_as_a_private_copy(self):
        self.focus_on('minutes.pdf')
        self.hand.keys('Return')
        self.app.until(lambda: os.path.exists(self.inside('handed-as')), 'the program to be given it')
        self.assertEqual(self.read('handed'), '%PDF-1.4 the minutes')
        mode, path = self.read('handed-as').strip().split(' ', 1)
        self.assertEqual(mode, '400')
        self.assertTrue(path.startswith(self.inside('.cache/dunnock/opened/')), path)
        self.assertTrue(path.endswith('minutes.pdf'), path)
        self.assertEqual(os.stat(os.path.dirname(path)).st_mode & 0o777, 0o700)

    def test_opened_by_a_screen_reader(self):
        self.press('minutes.pdf')
        self.app.until(lambda: os.path.exists(self.inside('handed-as')), 'the program to be given it')

    def test_what_runs_is_not_opened(self):
        self.press('invoice.pdf')
        self.app.until(lambda: self.app.says('This is a program'), 'a word of why not')
        self.assertFalse(os.path.exists(self.inside('handed-as')))
        # By its name it is known at once: pressing it saves it.
        self.press('setup.sh')
        self.save_as('setup.sh')
        self.assertEqual(self.read('setup.sh'), SCRIPT)
        self.assertFalse(os.stat(self.inside('setup.sh')).st_mode & 0o111)
        self.assertFalse(os.path.exists(self.inside('it-ran')))

    def save_as(self, name):
        """Gives the file a name in the chooser, which begins in the home folder with the suggested one selected."""
        self.app.until(lambda: any(node.name == 'Save' for node in self.app.tree.children), 'the chooser')
        self.app.until_still()
        self.hand.keys('Control+a', *('period' if letter == '.' else letter for letter in name))
        self.app.until_still()
        self.hand.keys('Return')
        self.app.until(lambda: os.path.exists(self.inside(name)), 'the file')

    def test_saved_by_the_menu(self):
        self.focus_on('minutes.pdf')
        self.hand.keys('Menu')
        self.app.until(lambda: list(self.app.menu()) == ['Open', 'Save As…'], 'the menu')
        self.hand.keys('Down', 'Return')
        self.save_as('kept.pdf')
        self.assertEqual(self.read('kept.pdf'), '%PDF-1.4 the minutes')
        self.app.until(lambda: self.app.says('kept.pdf” was saved'), 'a word of it')

    def test_saved_all_in_a_folder(self):
        self.focus_on('Save All…')
        self.hand.keys('Return')
        self.app.button('Save Here').do('lick')
        self.app.until(lambda: self.app.says('4 files were saved'), 'a word of it')
        names = ('minutes.pdf', 'invoice.pdf', 'setup.sh', 'Inside.eml')
        self.assertEqual([name for name in names if not os.path.exists(self.inside(name))], [])
        self.assertEqual(self.read('minutes.pdf'), '%PDF-1.4 the minutes')
        self.assertEqual(self.read('Inside.eml'), INNER)

    def test_a_mail_within_saved_by_the_menu(self):
        self.focus_on('Inside, Mail')
        self.hand.keys('Menu')
        self.app.until(lambda: list(self.app.menu()) == ['Open as Message', 'Open as File', 'Save As…'], 'the menu')
        self.hand.keys('Down', 'Down', 'Return')
        self.save_as('kept.eml')
        self.assertEqual(self.read('kept.eml'), INNER)

    def test_dragged_out(self):
        start = self.app.place(self.app.button(self.card('minutes.pdf')))
        environment = self.desk.environment(self.home)
        target = spawn(['/usr/bin/python3', DROP_TARGET, str(DROP_WIDTH), self.home], env=environment)
        self.addCleanup(end, target)
        self.app.until(lambda: os.path.exists(self.inside('ready')), 'the other window')
        x = SIZE[0] - DROP_WIDTH / 2
        self.hand.drag(start, (x, start[1]), release=False)
        self.app.until(lambda: os.path.exists(self.inside('over')), 'the attachment over the other window')
        self.hand.drag_on((x, start[1] - 20))
        self.hand.release()
        self.app.until(lambda: os.path.exists(self.inside('dropped')), 'the file')
        self.assertEqual(self.read('dropped'), 'minutes.pdf\n%PDF-1.4 the minutes')

    def test_the_menu_of_a_card_by_key_from_its_own_button_too(self):
        self.focus_on('Options for “minutes.pdf”')
        for key in ('Menu', 'Shift+F10'):
            self.hand.keys(key)
            self.app.until(lambda: list(self.app.menu()) == ['Open', 'Save As…'], f'the menu by {key}')
            self.hand.keys('Escape')
            self.app.until(lambda: not self.app.menu(), 'no menu')
            self.until_focus('Options for “minutes.pdf”')

    def test_a_mail_within_opens_and_closes(self):
        self.press('Inside')
        self.app.until(lambda: len(self.app.windows()) == 2, 'its window')
        self.app.until(lambda: self.app.says('The inner text'), 'its text')
        self.app.until(lambda: any(node.name == 'ben@desk.invalid' for node in self.app.tree.all()), 'its sender')
        self.hand.keys('Escape')
        self.app.until(lambda: len(self.app.windows()) == 1, 'one window')

    def test_source_by_key(self):
        self.hand.keys('Control+u')
        self.app.until(lambda: len(self.app.windows()) == 2, 'its window')
        self.app.until(lambda: self.app.says(r'(?s)Message-ID: <minutes@desk.invalid>.*--b--'), 'the source')
        self.hand.keys('Escape')
        self.app.until(lambda: len(self.app.windows()) == 1, 'one window')

    def test_all_headers_by_menu(self):
        # By the key: GTK 4.18 tells no places of what stands within a padding.
        self.focus_on('More', 'Shift+Tab')
        self.hand.keys('space')
        self.app.until(lambda: 'All Headers' in self.app.menu(), 'the menu')
        self.assertEqual(list(self.app.menu()), ['All Headers', 'Source', 'Save As…', 'Print…'])
        self.hand.keys('Return')
        self.app.until(lambda: len(self.app.windows()) == 2, 'its window')
        self.app.until(lambda: self.app.says(r'Content-Type: multipart/mixed'), 'the headers')
        self.assertFalse(any('--b--' in text for text in self.app.texts()))
        self.hand.keys('Control+w')
        self.app.until(lambda: len(self.app.windows()) == 1, 'one window')

    def test_details_by_key(self):
        self.focus_on('to ', 'Shift+Tab')
        button = [node for node in self.app.tree.all() if node.name.endswith(', Details') and node.role in (BUTTON, TOGGLE)][0]
        self.assertNotIn('expanded', button.states)
        self.hand.keys('space')
        self.app.until(lambda: 'expanded' in button.states, 'its being open to be said')
        self.app.until(lambda: self.app.says('Ben Okri.*ben@desk.invalid'), 'all addresses')

    def test_printing_asks_for_a_printer(self):
        self.hand.keys('Control+p')
        self.app.until(lambda: len(self.app.tree.all(DIALOG) + self.app.windows()) >= 2, 'the dialog')
        self.hand.keys('Escape')
        self.app.until(lambda: len(self.app.tree.all(DIALOG) + self.app.windows()) == 1, 'no dialog')


class Pictures(DesktopCase):
    def test_saved_by_the_menu(self):
        self.store({'hint-shown': 'true', 'window-width': '1200', 'window-height': '760'})
        picture = png(200, 100)
        page = '<p>Look:</p><img src="cid:one@desk.invalid" alt="A blue field"><p>Done.</p>'
        self.mailbox.add_file('1715938200.M1P1.desk:2,S', (
            'From: Ada Lovelace <ada@desk.invalid>\nSubject: Look\nDate: Fri, 17 May 2024 09:30:00 +0000\nMIME-Version: 1.0\n'
            'Content-Type: multipart/related; boundary=b\n\n--b\n' + part('text/html', page, encoding='7bit')
            + '\n--b\nContent-Type: image/png; name=blue.png\nContent-ID: <one@desk.invalid>\nContent-Disposition: inline\n'
            'Content-Transfer-Encoding: base64\n\n' + base64.encodebytes(picture).decode() + '--b--\n').encode())
        self.start('--allow-changes', self.mailbox.path, rows=1)
        shown = self.app.until(lambda: [node for node in self.app.tree.all() if node.name == 'A blue field'], 'the picture')[0]
        self.app.until_still()
        self.hand.click(self.app.place(shown), button=3)
        self.app.until(lambda: list(self.app.menu()) == ['Open Picture', 'Save Picture…', 'Select All'], 'the menu')
        self.hand.keys('Down', 'Return')
        self.app.until(lambda: any(node.name == 'Save' for node in self.app.tree.children), 'the chooser')
        self.app.until_still()
        self.hand.keys('Return')
        path = os.path.join(self.home, 'blue.png')
        self.app.until(lambda: os.path.exists(path), 'the file')
        with open(path, 'rb') as file:
            self.assertEqual(file.read(), picture)


if __name__ == '__main__':
    unittest.main()
