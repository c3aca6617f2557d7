"""New mail is told of by notifications, whose buttons work without a window: one for each message, one for many, none for what is seen."""

import os
import tempfile
import unittest
from contextlib import suppress
from datetime import datetime, timezone

from gi.repository import GLib
from harness.accessibility import Gone, connect
from harness.app import REPOSITORY, binary, resources
from harness.case import DesktopCase
from harness.conditions import until
from harness.services import BackgroundPortal, GtkNotifications, Notifications, activate, is_running

ARCHIVE, READ = 'Archive', 'Mark as Read'
KEEP_LOOKING = 'Check for Mail in Background'


class NotificationsCase(DesktopCase):
    capabilities = ('actions', 'body')

    def setUp(self):
        super().setUp()
        self.ids = self.letters()
        self.before = self.mailbox.messages()
        self.address = self.desk.environment(self.home)['DBUS_SESSION_BUS_ADDRESS']
        self.server = Notifications(self.address, self.capabilities)
        self.addCleanup(self.server.close)

    def begin(self, folder='.Archive'):
        """Starts on a folder."""
        self.store({'hint-shown': 'true', 'recent-mailboxes': f"['{self.mailbox.path}']", 'last-folder': f"['{folder}']"})
        self.start('--allow-changes', rows=0 if folder else 6)

    def arrive(self, sender, subject):
        return self.mailbox.deliver(sender, subject, date=datetime.now(timezone.utc))

    def until_told(self, *titles):
        self.app.until(lambda: self.server.titles == list(titles), f'notifications {titles}, not {self.server.titles}')

    def until_ended_by(self, action):
        # What closes last gives the keys back to a window only where there is a window manager.
        # The program may end before it answers.
        with suppress(Gone):
            self.app.windows()[0].do(action)
        status, app, self.app = self.app.wait(), self.app, None
        self.assertEqual((status, app.complaints()), (0, []), app.output())

    def body(self):
        (_, body, _), = self.server.shown.values()
        return body

    def place_of(self, identifier):
        return self.mailbox.messages()[identifier]


class Telling(NotificationsCase):
    def test_a_button_archives_as_one_step_that_can_be_undone(self):
        self.begin()
        new = self.arrive('Gil Scott', 'Fresh <b>news</b> & more')
        before = self.mailbox.messages()
        self.until_told('Gil Scott')
        self.assertIn('Fresh <b>news</b> & more', self.body())
        (_, _, actions), = self.server.shown.values()
        self.assertEqual(set(actions) - {''}, {ARCHIVE, READ})
        self.server.press('Gil Scott', ARCHIVE)
        self.expect({**before, new: before[new].moved('Archive')}, 'archived')
        self.until_told()
        self.until_listed('Gil Scott')
        told = self.server.told
        self.hand.keys('Control+z')
        self.expect({**before, new: before[new].moved('INBOX')}, 'back in the inbox')
        # What comes after it is told of, and it is not.
        self.arrive('Hal Ashby', 'Later')
        self.until_told('Hal Ashby')
        self.assertEqual(self.server.told, told + 1)

    def test_a_click_shows_the_message(self):
        self.begin()
        self.arrive('Gil Scott', 'Fresh news')
        self.until_told('Gil Scott')
        self.server.press('Gil Scott')
        self.until_focus('Fresh news')

    def test_a_thousand_are_one_and_go_with_the_last_that_is_unread(self):
        self.begin()
        for number in range(1000):
            self.arrive(f'Person {number % 7}', f'Letter {number}')
        self.until_told('1000 new messages')
        self.assertIn('Person 5', self.body())
        for name in os.listdir(self.mailbox.inside('', 'new')):
            os.rename(self.mailbox.inside(name, 'new'), self.mailbox.inside(f'{name}:2,S'))
        self.until_told()

    def test_what_ends_leaves_no_button_behind(self):
        self.begin()
        self.arrive('Gil Scott', 'Fresh news')
        self.until_told('Gil Scott')
        self.until_ended_by('mail.close')
        until(lambda: not self.server.titles, 'it withdrawn')

    def test_it_is_told_elsewhere_and_not_before_the_eyes(self):
        self.begin()
        first = self.arrive('Gil Scott', 'Fresh news')
        self.until_told('Gil Scott')
        self.server.press('Gil Scott')
        self.until_focus('Fresh news')
        told = self.server.told
        self.arrive('Hal Ashby', 'Later')
        self.app.row('Later')
        # The look that finds the first one read has found the second one before.
        self.mailbox.set_flags(first, 'S')
        self.until_told()
        self.assertEqual(self.server.told, told)


class AsMarkup(NotificationsCase):
    capabilities = ('actions', 'body', 'body-markup')

    def test_what_takes_markup_is_given_no_markup_of_a_sender(self):
        self.begin()
        self.arrive('Gil Scott', 'Fresh <b>news</b> & more')
        self.until_told('Gil Scott')
        self.assertIn('Fresh &lt;b&gt;news&lt;/b&gt; &amp; more', self.body())


class InBackground(NotificationsCase):
    def ask(self):
        """Switches it on in the preferences."""
        self.hand.keys('Control+comma')
        page = self.app.until(lambda: self.app.tree.all(matching=lambda node: node.name == 'New Mail' and 'lick' in ' '.join(node.actions)),
                              'the page')
        page[0].do('lick')
        self.app.until(self.switches, 'the switch')[0].do('oggle')

    def switches(self):
        return self.app.tree.all(matching=lambda node: node.name == KEEP_LOOKING and 'toggle' in ' '.join(node.actions).lower())

    def close(self):
        """Closes the preferences."""
        self.hand.keys('Escape')
        self.app.until(lambda: not self.switches(), 'the preferences closed')
        self.app.until_still()

    def test_allowed_it_goes_on_without_a_window_until_it_is_quit(self):
        portal = BackgroundPortal(self.address, allows=True)
        self.addCleanup(portal.close)
        self.begin()
        self.ask()
        self.app.until(lambda: self.stored('look-in-background') == 'true', 'remembered')
        self.assertEqual(portal.asked, 1)
        self.close()
        self.app.windows()[0].do('mail.close')
        self.app.until(lambda: not self.app.windows(), 'no window')
        new = self.arrive('Gil Scott', 'Fresh news')
        self.until_told('Gil Scott')
        self.server.press('Gil Scott', READ)
        self.app.until(lambda: self.place_of(new).flags == 'S', 'read')
        self.until_told()
        again = self.arrive('Hal Ashby', 'Later')
        self.until_told('Hal Ashby')
        self.server.press('Hal Ashby')
        self.app.until(self.app.windows, 'a window')
        self.app.row('Later')
        self.assertEqual(self.place_of(again).folder, 'INBOX')
        self.until_ended_by('mail.quit')

    def test_refused_it_says_so_and_ends_with_its_window(self):
        portal = BackgroundPortal(self.address, allows=False)
        self.addCleanup(portal.close)
        self.begin()
        self.ask()
        self.app.until(lambda: self.app.says('Your desktop does not allow programs to run'), 'a sentence')
        self.assertIn(self.stored('look-in-background'), (None, 'false'))
        self.close()
        self.until_ended_by('mail.close')

    def test_where_nothing_is_to_be_asked_the_person_is_told_how_to_end_it(self):
        self.begin()
        self.ask()
        self.app.until(lambda: self.app.says('Choose Quit to stop Dunnock'), 'a sentence')
        self.app.until(lambda: self.stored('look-in-background') == 'true', 'remembered')
        self.close()
        self.until_ended_by('mail.quit')


class AfterTheEnd(NotificationsCase):
    """What a button does whose program has ended, on a bus of its own that starts it."""

    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory(prefix='share-')
        self.addCleanup(folder.cleanup)
        with open(os.path.join(REPOSITORY, 'Resources/io.github.dunnock.Dunnock.service.in')) as file:
            service = file.read().replace('@program@', binary('dunnock-window'))
        with open(os.path.join(folder.name, 'io.github.dunnock.Dunnock.service'), 'w') as file:
            file.write(service)
        self.address = self.desk.bus_offering(folder.name)
        environment = {**resources(self.desk.environment(self.home)), 'DBUS_SESSION_BUS_ADDRESS': self.address}
        bus = connect(self.address)
        bus.call_sync('org.freedesktop.DBus', '/org/freedesktop/DBus', 'org.freedesktop.DBus', 'UpdateActivationEnvironment',
                      GLib.Variant('(a{ss})', (environment,)), None, 0, 20000, None)
        bus.close_sync(None)
        self.addCleanup(lambda: until(lambda: not is_running(self.address), 'nothing that runs on'))

    def test_it_does_what_it_says_and_ends(self):
        server = GtkNotifications(self.address)
        self.addCleanup(server.close)
        self.store({'hint-shown': 'true', 'recent-mailboxes': f"['{self.mailbox.path}']", 'last-folder': "['.Archive']"})
        self.start('--allow-changes', rows=0, variables={'DBUS_SESSION_BUS_ADDRESS': self.address})
        new = self.arrive('Gil Scott', 'Fresh news')
        self.app.until(lambda: server.titles == ['Gil Scott'], 'the notification')
        before = self.mailbox.messages()
        # It may end before it has answered that.
        with suppress(Gone):
            self.app.windows()[0].do('mail.close')
        # What GTK says of this bus, which has no accessibility, is of no matter.
        status, self.app = self.app.wait(), None
        self.assertEqual(status, 0)
        self.assertEqual(server.titles, ['Gil Scott'])
        self.assertFalse(is_running(self.address))
        server.press('Gil Scott', ARCHIVE)
        until(lambda: self.place_of(new).folder == 'Archive', 'archived')
        self.assertTrue(before[new].moved('Archive').is_met_by(self.place_of(new)))
        until(lambda: not is_running(self.address), 'its end')

    def test_nothing_is_done_where_no_changes_are_allowed(self):
        before = self.mailbox.messages()
        key = before[self.ids['Famished road']].base
        activate(self.address, 'do-to-message', [os.path.realpath(self.mailbox.path), '', key, 'archive'])
        until(lambda: not is_running(self.address), 'its end')
        self.assertEqual(self.mailbox.messages(), before)


if __name__ == '__main__':
    unittest.main()
