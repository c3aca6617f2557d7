"""The message alone in a narrow window: a swipe from its leading edge goes back, its commands are at the foot, Space reads on."""

import unittest

from harness.case import DesktopCase
from harness.sway import SwayDesk

SIZE = {'hint-shown': 'true', 'window-width': '400', 'window-height': '700'}
WIDTH, MIDDLE = 400, 400


class NarrowCase(DesktopCase):
    def begin(self):
        self.store(SIZE)
        known = self.letters()
        self.start()
        self.focus('Engine notes')
        return known

    def show(self):
        self.hand.keys('Return')
        self.app.until(lambda: self.app.focused() == 'Message text', 'the focus on the text')
        self.app.until_still()


class Narrow(NarrowCase):
    def test_a_swipe_from_the_leading_edge_goes_back(self):
        self.begin()
        for _ in range(2):
            self.show()
            self.hand.swipe(self.app.spot(4, MIDDLE), self.app.spot(WIDTH - 60, MIDDLE))
            self.until_focus('Engine notes')
            self.app.until_still()

    def test_a_swipe_that_is_taken_back_does_not(self):
        self.begin()
        self.show()
        self.hand.swipe(self.app.spot(4, MIDDLE), self.app.spot(200, MIDDLE), lift=False)
        self.hand.slide(self.app.spot(6, MIDDLE))
        self.hand.lift()
        self.app.until_still()
        self.assertEqual(self.app.focused(), 'Message text')

    def test_rows_are_dragged_from_the_edge_as_ever(self):
        known = self.begin()
        row = self.app.row('Engine notes')
        y = self.app.place(row)[1]
        self.hand.swipe(self.app.spot(4, y - self.app.spot(0, 0)[1]), self.app.spot(4 + 160, y - self.app.spot(0, 0)[1]))
        self.app.until(lambda: self.app.expanded(), 'the row open')
        self.assertIn('Engine notes', self.app.expanded()[0])
        self.assertEqual(len(self.mailbox.messages()), len(known))

    def test_the_commands_are_at_the_foot(self):
        known = self.begin()
        self.show()
        button = self.app.button('Archive')
        x, y, width, height = self.app.area(button)
        self.assertGreater(y, self.app.spot(0, 600)[1])
        self.assertGreaterEqual(height, 30)
        self.hand.tap((x + width / 2, y + height / 2))
        self.app.until(lambda: self.mailbox.messages()[known['Engine notes']].folder == 'Archive', 'the mail in the archive')

    def test_space_opens_reads_and_goes_on_to_the_next_unread(self):
        self.begin()
        self.hand.keys('space')
        self.app.until(lambda: self.app.says('Engine notes') and self.app.buttons('Back to the list'), 'the message')
        self.app.until_still()
        self.hand.keys('space')
        self.app.until(lambda: self.app.says('^Sunday lunch$'), 'the next unread')


class NarrowOnWayland(NarrowCase):
    kind = SwayDesk

    def test_two_fingers_on_the_message_neither_go_back_nor_reach_the_rows_below(self):
        self.begin()
        self.show()
        before = self.mailbox.whereabouts()
        self.hand.point(self.app.spot(200, MIDDLE))
        self.hand.two_fingers((300, 0))
        self.hand.two_fingers((-300, 0))
        self.app.until_still()
        self.assertEqual(self.app.focused(), 'Message text')
        self.assertEqual(self.mailbox.whereabouts(), before)


if __name__ == '__main__':
    unittest.main()
