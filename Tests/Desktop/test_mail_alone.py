"""One mail of a file, shown by the reading of mail alone: `MailReadingStand`, which has nothing of the app."""

import os

from harness.app import App
from harness.case import DesktopCase

LINK = 88
MAIL = ('Subject: The page\nFrom: Eve <eve@desk.invalid>\nTo: ada@desk.invalid\n'
        'List-Unsubscribe: <mailto:leave@desk.invalid>\nContent-Type: text/html; charset=utf-8\n\n'
        '<p>Go to <a href="https://one.desk.invalid/a?b=c">the first</a> or to '
        '<a href="https://two.desk.invalid/">the second</a>.</p>')


class Alone(App):
    program = 'MailReadingStand'


class MailAlone(DesktopCase):
    def setUp(self):
        super().setUp()
        path = os.path.join(self.home, 'mail.eml')
        with open(path, 'w') as file:
            file.write(MAIL)
        self.app = Alone(self.desk, self.home, path)
        self.addCleanup(self.app.end)
        self.app.wait_for_window()
        self.app.until(lambda: len(self.links()) == 2, 'two links')
        self.app.until_still()

    def links(self):
        return {node.name: node for node in self.app.tree.all(LINK)}

    def until_asked(self, *lines):
        def asked():
            return [line.removeprefix('asked: ') for line in self.app.output().splitlines() if line.startswith('asked: ')]
        self.app.until(lambda: asked() == list(lines), f'{lines} asked')

    def test_a_mail_is_shown_and_asks_where_its_links_lead(self):
        self.assertTrue(self.app.says('^The page$'))
        self.assertTrue(self.app.says('^Eve$'))
        self.click_in_message(self.links()['the second'])
        self.until_asked('follow https://two.desk.invalid/')
        self.links()['the first'].do('')
        self.until_asked('follow https://two.desk.invalid/', 'follow https://one.desk.invalid/a?b=c')

    def test_what_it_cannot_do_itself_is_asked(self):
        self.app.button('Unsubscribe').do('')
        self.until_asked('unsubscribe mailto:leave@desk.invalid')
