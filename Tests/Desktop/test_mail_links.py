"""Links of other programs to write mail by: what begins a mail, and to which program the desktop gives them."""

import os
import pathlib
import subprocess
import unittest

from gi.repository import GLib
from harness import accessibility
from harness.app import REPOSITORY, App, binary
from harness.case import DesktopCase
from harness.conditions import LIMIT

ID = 'io.github.dunnock.Dunnock'
LINK = 'mailto:ada@desk.invalid?subject=Tea'
MISSING = '^Add an account to send mail'


class OtherApp(App):
    @property
    def _output_path(self):
        return os.path.join(self._home, 'output-of-the-other')


class MailLinks(DesktopCase):
    def setUp(self):
        super().setUp()
        self.letters()
        self.opened = os.path.join(self.home, 'opened')
        self.take_links(self.opened, 'mailto')

    def install(self):
        """Has the desktop know the program, as an installation does."""
        with open(os.path.join(REPOSITORY, f'Resources/{ID}.desktop')) as file:
            text = file.read().replace('Exec=dunnock', f'Exec={binary()}')
        applications = os.path.join(self.home, '.local/share/applications')
        with open(os.path.join(applications, f'{ID}.desktop'), 'w') as file:
            file.write(text)
        subprocess.run(['update-desktop-database', applications], check=True)

    def handler(self):
        done = subprocess.run(['gio', 'mime', 'x-scheme-handler/mailto'], env={**self.desk.environment(self.home), 'LC_ALL': 'C'}, check=True,
                              capture_output=True, text=True)
        return done.stdout.splitlines()[0].split()[-1]

    def until_missing(self):
        self.app.until(lambda: self.app.says(MISSING), 'what is missing')
        self.app.button('Add Account')
        self.assertFalse(os.path.exists(self.opened), 'the link went back to the desktop')

    def start_again(self, *arguments):
        other = OtherApp(self.desk, self.home, *arguments)
        self.addCleanup(lambda: other.alive and other.end())
        self.assertEqual((other.wait(), other.complaints()), (0, []), other.output())

    def test_a_link_comes_to_the_window_that_there_is(self):
        self.start()
        for arguments in ([LINK], ['--compose', LINK]):
            self.start_again(*arguments)
            self.until_missing()
            self.assertEqual(len(self.app.windows()), 1)
            self.hand.keys('Escape')
            self.app.until(lambda: not self.app.says(MISSING), 'the question gone')

    def test_a_link_opens_a_window_where_there_is_none(self):
        self.start(LINK, rows=1)
        self.until_missing()

    def test_the_bus_brings_links_and_folders(self):
        self.start()
        bus = accessibility.connect(self.desk.environment(self.home)['DBUS_SESSION_BUS_ADDRESS'])
        self.addCleanup(bus.close_sync, None)
        uris = [LINK, pathlib.Path(self.mailbox.path).as_uri()]
        bus.call_sync(ID, '/' + ID.replace('.', '/'), 'org.freedesktop.Application', 'Open', GLib.Variant('(asa{sv})', (uris, {})), None, 0,
                      LIMIT * 1000, None)
        self.until_missing()
        self.app.until(lambda: len(self.app.windows()) == 2, 'the window on the folder')

    def test_what_is_no_link_is_refused(self):
        for arguments in (['--compose', 'ada@desk.invalid'], ['mailto:' + 'a' * 110_000]):
            done = subprocess.run([binary(), *arguments], env=self.desk.environment(self.home), capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr),
                             (2, 'dunnock: --compose takes an address of at most 100,000 bytes, such as mailto:ada@example.org.\n'))

    def switch(self):
        found = self.app.tree.all(matching=lambda node: node.name == 'Open Email Links' and 'toggle' in ' '.join(node.actions).lower())
        return found and found[0]

    def show_switch(self):
        self.hand.keys('Control+comma')
        self.app.until(lambda: self.app.tree.all(matching=lambda node: node.name == 'Accounts' and 'lick' in ' '.join(node.actions)),
                       'the page')[0].do('lick')
        return self.app.until(self.switch, 'the switch')

    def test_links_are_taken_when_somebody_says_so_and_given_back(self):
        self.install()
        self.assertEqual(self.handler(), 'opener.desktop')
        self.start()
        switch = self.show_switch()
        self.assertNotIn('checked', switch.states)
        switch.do('oggle')
        self.app.until(lambda: self.handler() == f'{ID}.desktop', 'the links to come here')
        self.app.until(lambda: 'checked' in self.switch().states, 'the switch on')
        self.switch().do('oggle')
        self.app.until(lambda: self.handler() == 'opener.desktop', 'the links to go back')
        self.app.until(lambda: 'checked' not in self.switch().states, 'the switch off')

    def test_an_installation_takes_no_links(self):
        os.remove(os.path.join(self.home, '.config/mimeapps.list'))
        applications = os.path.join(self.home, '.local/share/applications')
        os.rename(os.path.join(applications, 'opener.desktop'), os.path.join(applications, 'zebra.desktop'))
        self.install()
        self.assertEqual(self.handler(), 'zebra.desktop')
        self.start()
        self.show_switch().do('oggle')
        self.app.until(lambda: self.handler() == f'{ID}.desktop', 'the links to come here')
        # Who had them is gone meanwhile.
        os.remove(os.path.join(applications, 'zebra.desktop'))
        self.switch().do('oggle')
        self.app.until(lambda: self.handler() != f'{ID}.desktop', 'the links gone')

    def test_an_answer_does_not_come_back_here_as_a_link(self):
        self.install()
        subprocess.run(['gio', 'mime', 'x-scheme-handler/mailto', f'{ID}.desktop'], env=self.desk.environment(self.home), check=True, capture_output=True)
        self.start()
        self.focus('Engine notes')
        self.hand.keys('Control+r')
        self.app.until(lambda: self.app.says('^No email app is installed'), 'what is missing')


if __name__ == '__main__':
    unittest.main()
