"""The message alone in a narrow window: a swipe from its leading edge goes back, its commands are at the foot, Space reads on."""

import unittest

from harness import reading_mail
from harness.case import DesktopCase
from harness.conditions import LIMIT
from harness.sway import SwayDesk
from test_language import Spoken

SIZE = {'hint-shown': 'true', 'window-width': '400', 'window-height': '700'}
WIDTH, MIDDLE = 400, 400


class NarrowCase(DesktopCase):
    def begin(self, **options):
        self.store(SIZE)
        known = self.letters()
        self.start(**options)
        self.focus('Engine notes')
        return known

    def show(self):
        self.hand.keys('Return')
        self.app.until(lambda: self.app.focused() == 'Message text', 'the focus on the text')
        self.app.until_still()


    def swipe_page(self, start, end, lift=True):
        """A finger goes sideways over the page. AdwLeaflet follows none that is far away in the first frame that it is seen in."""
        with self.hand.followed(self.app.answer):
            self.hand.swipe(self.app.spot(start, MIDDLE), self.app.spot(end, MIDDLE), lift=lift)


class Narrow(NarrowCase):
    def test_a_swipe_from_the_leading_edge_goes_back(self):
        self.begin()
        for _ in range(2):
            self.show()
            self.swipe_page(4, WIDTH - 60)
            self.until_focus('Engine notes')
            self.app.until_still()

    def test_right_to_left_the_leading_edge_is_the_other(self):
        spoken = Spoken('eo', 'msgid "default:LTR"\nmsgstr "default:RTL"\n')
        self.addCleanup(spoken.close)
        self.begin(variables=spoken.variables)
        self.show()
        self.swipe_page(4, WIDTH - 60)
        self.app.until_still()
        self.assertEqual(self.app.focused(), 'Message text')
        self.swipe_page(WIDTH - 24, 60)
        self.until_focus('Engine notes')

    def test_a_swipe_that_is_taken_back_does_not(self):
        self.begin()
        self.show()
        self.swipe_page(4, 200, lift=False)
        self.hand.slide(self.app.spot(6, MIDDLE))
        self.hand.lift()
        self.app.until_still()
        self.assertEqual(self.app.focused(), 'Message text')

    def words(self):
        """What is written in the middle of the window, away from the scrollbar."""
        return self.desk.pixels((*self.app.spot(20, 300), 200, 200))

    def is_selected(self):
        points = self.words()[-3 * 200 * 200:]
        return any(points[place + 2] > points[place] + 30 for place in range(0, len(points), 3))

    def test_each_finger_moves_the_text(self):
        self.store(SIZE)
        # The time between two taps does not matter here, nor how long a finger takes before it moves.
        self.set_gtk(gtk_double_click_time=LIMIT * 1000, gtk_long_press_time=LIMIT * 1000)
        head = 'From: Eve <eve@desk.invalid>\nSubject: Long\nContent-Type: text/plain\n\n'
        reading_mail.deliver(self.mailbox.path, (head + ''.join(f'Line {number}.\n\n' for number in range(200))).encode(), 0)
        self.start()
        self.app.until(self.app.focused, 'the focus')
        self.show()
        # Fingers that tremble before they go anywhere.
        for x in (200, 200, 202, 198, 200):
            before = self.words()
            with self.hand.motion():
                self.hand.touch(self.app.spot(200, 500))
                for at in [(x, 500), *((x, y) for y in range(497, 400, -3))]:
                    self.hand.pause(0.01)
                    self.hand.move_finger(self.app.spot(*at))
                self.hand.lift()
            self.app.until(lambda before=before: self.words() != before, 'the text moved')
            self.app.until_still()
            self.assertFalse(self.is_selected(), x)
        # Two taps select a word, and what the second moves over; one of the places is on a line.
        for y in (400, 410, 420):
            with self.hand.motion():
                self.hand.tap(self.app.spot(60, y))
                self.hand.swipe(self.app.spot(60, y), self.app.spot(24, y))
            self.app.until_still()
            if self.is_selected():
                break
        self.assertTrue(self.is_selected())

    def test_rows_are_dragged_beside_the_edge_that_the_folders_have(self):
        known = self.begin()
        row = self.app.row('Engine notes')
        y = self.app.place(row)[1] - self.app.spot(0, 0)[1]
        self.hand.swipe(self.app.spot(25, y), self.app.spot(25 + 160, y))
        self.app.until(lambda: self.app.expanded(), 'the row open')
        self.assertIn('Engine notes', self.app.expanded()[0])
        self.assertEqual(len(self.mailbox.messages()), len(known))

    def test_the_commands_are_at_the_foot(self):
        known = self.begin()
        self.show()
        button = self.app.button('Archive')
        x, y, width, height = self.app.area(button)
        self.assertGreater(y, self.app.spot(0, 600)[1])
        # What a finger is to meet.
        self.assertGreaterEqual(height, 44)
        self.hand.tap((x + width / 2, y + height / 2))
        self.app.until(lambda: self.mailbox.messages()[known['Engine notes']].folder == 'Archive', 'the mail in the archive')

    def menu_entry(self, press):
        """The height of an entry of the main menu, which is opened so."""
        self.begin()
        x, y, width, height = self.app.area(self.app.button('Main Menu'))
        press((x + width / 2, y + height / 2))
        entry = self.app.until(lambda: self.app.menu().get('Preferences'), 'the menu')
        self.app.until_still()
        return entry.extents[3]

    def test_a_menu_that_a_finger_opens_has_room_for_fingers(self):
        self.assertGreaterEqual(self.menu_entry(self.hand.tap), 44)

    def test_a_menu_that_a_mouse_opens_is_as_everywhere(self):
        self.assertLess(self.menu_entry(self.hand.click), 44)

    def test_the_text_is_no_higher_than_its_lines(self):
        self.store({**SIZE, 'window-width': '360'})
        self.mailbox.add_file('1715938200.M1P1.desk:2,S', (
            b'From: Ada <ada@desk.invalid>\nSubject: Engine notes\nContent-Type: text/plain\n\nOur autumn:\n\nA red coat on a hook\n\nSoon.\n'))
        self.start('--allow-changes', self.mailbox.path, rows=1)
        self.focus('Engine notes')
        self.show()
        text, = (node for node in self.app.tree.all() if node.name == 'Message text')
        # Five lines.
        self.app.until(lambda: 60 < text.extents[3] < 200, 'the height of the text')

    def test_space_opens_reads_and_goes_on_to_the_next_unread(self):
        self.begin()
        self.hand.keys('space')
        self.app.until(lambda: self.app.says('Engine notes') and self.app.buttons('Back to List'), 'the message')
        self.app.until_still()
        self.hand.keys('space')
        self.app.until(lambda: self.app.says('^Sunday lunch$'), 'the next unread')


class NarrowOnWayland(NarrowCase):
    kind = SwayDesk

    def test_two_fingers_to_the_right_go_back_and_do_nothing_to_the_rows_that_come(self):
        self.begin()
        before = self.mailbox.whereabouts()
        for _ in range(3):
            self.show()
            # On the place where a row comes.
            self.hand.point(self.app.spot(200, 120))
            self.hand.two_fingers((360, 0))
            self.until_focus('Engine notes')
            self.app.until_still()
            self.assertEqual(self.app.expanded(), [])
        self.assertEqual(self.mailbox.whereabouts(), before)
        self.hand.point(self.app.place(self.app.row('Sunday lunch')))
        self.hand.two_fingers((160, 0))
        self.app.until(lambda: self.app.expanded(), 'the row open, by fingers that came down on it')

    def test_two_fingers_back_and_forth_reach_no_row(self):
        self.begin()
        self.show()
        before = self.mailbox.whereabouts()
        self.hand.point(self.app.spot(200, 120))
        self.hand.two_fingers((200, 0), (-330, 0), (60, 0), (-120, 30))
        self.app.until_still()
        self.assertEqual(self.app.expanded(), [])
        self.assertEqual(self.mailbox.whereabouts(), before)

    def test_two_fingers_scroll_the_message(self):
        self.mailbox.add('Ada Lovelace', 'A long one', 'S', body=''.join(f'Line {number}.\n\n' for number in range(200)))
        self.begin()
        self.focus('A long one')
        self.show()
        top = self.app.until_still() and self.desk.picture()
        self.hand.point(self.app.spot(200, MIDDLE))
        self.hand.two_fingers((0, -200))
        self.app.until(lambda: self.desk.picture() != top, 'the text further down')
        self.app.until_still()
        self.assertEqual(self.app.focused(), 'Message text')


if __name__ == '__main__':
    unittest.main()
