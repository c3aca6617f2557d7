"""The folders of a narrow window, uncovered by drawing the list aside: from its leading edge and from where it has no rows."""

import unittest

from harness.accessibility import LIST, TREE_ITEM
from harness.case import REVEAL, DesktopCase
from harness.sway import SwayDesk
from test_language import Spoken
from test_touchpad import GTK_PACE, GTK_REST

# How far the list goes: the folders and the line beside them.
WAY = 211
# Px from the top of the window: a heading, a row that is not the current one, below the last row.
HEADING, ROW, EMPTY = 68, 205, 600


class UncoveringCase(DesktopCase):
    width = 360
    # Where the list goes.
    sign = 1

    def begin(self, more=0, **options):
        self.store({'hint-shown': 'true', 'window-width': str(self.width), 'window-height': '640'})
        self.letters()
        for number in range(more):
            self.mailbox.add('Ada Lovelace', f'Note {number}', 'S')
        self.start(**options)
        self.focus('Engine notes')
        self.before = self.mailbox.whereabouts()
        self.place = self.lists()[0].extents[0]

    def lists(self):
        return self.app.tree.all(LIST, lambda node: node.name == 'Messages')

    def at(self, edge, y=ROW):
        """A place so far from the leading edge of the window, px."""
        return self.app.spot(edge, y)

    def aside(self):
        return self.sign * (self.lists()[0].extents[0] - self.place)

    def until_uncovered(self):
        self.app.until(lambda: self.aside() == WAY, 'the list aside')
        self.app.until_still()
        self.until_focus('Inbox')
        self.assertEqual(self.app.expanded(), [])

    def until_covered(self):
        self.app.until(lambda: self.aside() == 0, 'the list back')
        self.app.until_still()
        self.until_focus('Engine notes')
        self.nothing_was_done()

    def nothing_was_done(self):
        self.assertEqual(self.mailbox.whereabouts(), self.before)
        self.assertEqual([node for node in self.app.buttons('Back to List') if 'showing' in node.states], [])

    def choose(self, folder):
        """Taps an empty folder."""
        item, = self.app.tree.all(TREE_ITEM, lambda node: node.name == folder)
        self.hand.tap(self.app.place(item))
        self.app.until(lambda: self.app.says('All Caught Up'), 'an empty folder')
        self.app.until_still()

    def uncover(self, start=4, y=ROW, way=180):
        self.hand.swipe(self.at(start, y), self.at(start + way, y))
        self.until_uncovered()


class Uncovering(UncoveringCase):
    def test_from_the_leading_edge_and_back_by_a_tap(self):
        self.begin()
        for _ in range(2):
            self.uncover()
            self.hand.tap(self.at(300))
            self.until_covered()

    def test_back_by_a_drag_from_the_list_and_from_the_folders(self):
        self.begin()
        for start in (320, 150):
            self.uncover()
            self.hand.swipe(self.at(start), self.at(start - 130))
            self.until_covered()

    def test_what_is_taken_back_uncovers_nothing(self):
        self.begin()
        self.hand.swipe(self.at(4), self.at(160), lift=False)
        self.app.until(lambda: self.aside() > 100, 'the list with the finger')
        self.hand.slide(self.at(6))
        self.hand.lift()
        self.until_covered()

    def test_less_than_half_goes_back_and_a_fling_of_the_mouse_goes_on(self):
        self.begin()
        self.hand.swipe(self.at(4), self.at(84))
        self.until_covered()
        self.hand.fling(self.at(4), self.at(94))
        self.until_uncovered()

    def test_caught_while_it_moves(self):
        self.begin()
        self.hand.fling(self.at(4), self.at(154))
        self.hand.swipe(self.at(200), self.at(20))
        self.until_covered()

    def test_from_below_the_rows_and_from_a_heading(self):
        self.begin()
        for y in (EMPTY, HEADING):
            self.uncover(120, y)
            self.hand.keys('Escape')
            self.until_covered()

    def test_from_the_page_of_an_empty_folder(self):
        self.begin()
        self.hand.keys('F9')
        self.until_uncovered()
        self.choose('Archive')
        self.app.until_still()
        shown = self.desk.picture()
        self.hand.swipe(self.at(100, 300), self.at(280, 300))
        self.until_focus('Archive')
        self.app.until_still()
        self.assertNotEqual(self.desk.picture(), shown)
        self.hand.tap(self.at(320, 300))
        self.app.until_still()
        self.app.until(lambda: self.desk.picture() == shown, 'the page back')

    def test_back_to_a_search_that_found_nothing(self):
        self.begin()
        self.hand.keys('Control+f', *'zebra')
        self.app.until(lambda: self.app.says('No Results Found'), 'nothing found')
        typing = self.app.focused()
        self.hand.keys('F9')
        self.until_focus('Inbox')
        self.app.until_still()
        self.hand.keys('Escape')
        self.app.until(lambda: self.app.focused() == typing, f'the focus on {typing!r}')
        self.nothing_was_done()

    def test_back_to_what_is_selected(self):
        self.begin()
        self.hand.keys('Control+a')
        self.app.until(lambda: self.app.says(r'^\d+ selected$'), 'all selected')
        self.hand.keys('F9')
        self.until_uncovered()
        self.hand.keys('Escape')
        self.until_covered()
        self.assertTrue(self.app.says(r'^\d+ selected$'))
        self.hand.keys('Escape')
        self.app.until(lambda: not self.app.says(r'^\d+ selected$'), 'none selected')

    def test_beside_the_edge_the_row_is_swiped(self):
        self.begin()
        self.hand.swipe(self.at(25), self.at(25 + REVEAL))
        self.until_open('Famished road', 'Archive', 'Mark as Unread')
        self.assertEqual(self.aside(), 0)

    def test_an_open_row_closes(self):
        self.begin()
        for way, drag in ((-REVEAL, self.hand.swipe), (REVEAL, self.hand.drag)):
            self.swipe(self.app.row('Famished road'), way)
            self.until_open('Famished road')
            drag(self.at(4), self.at(184))
            self.until_uncovered()
            self.hand.tap(self.at(300))
            self.until_covered()

    def test_what_is_aside_takes_no_presses_and_no_keys(self):
        self.begin()
        self.uncover()
        self.hand.keys('e', 'Delete', 's', 'Tab')
        self.hand.swipe(self.at(340), self.at(340, 400))
        self.app.until_still()
        self.assertEqual(self.aside(), WAY)
        self.assertNotIn('focused', [state for row in self.app.rows() for state in row.states])
        self.hand.keys('Escape')
        self.until_covered()

    def test_mail_that_comes_changes_nothing(self):
        self.begin()
        self.hand.swipe(self.at(4), self.at(150), lift=False)
        self.mailbox.deliver('Gil Scott', 'Fresh from the post')
        self.app.row('Fresh from the post')
        self.before = self.mailbox.whereabouts()
        self.hand.slide(self.at(190))
        self.hand.lift()
        self.until_uncovered()
        self.mailbox.deliver('Gil Scott', 'Another')
        self.app.row('Another')
        self.before = self.mailbox.whereabouts()
        self.app.until_still()
        self.until_uncovered()
        self.hand.tap(self.at(300))
        self.until_covered()

    def test_choosing_a_folder_brings_the_list_back(self):
        self.begin()
        self.uncover()
        self.choose('Archive')
        page, = self.app.tree.all(matching=lambda node: node.name == 'All Caught Up' and node.all(matching=lambda below: below is not node))
        self.assertEqual(page.extents[0], self.place)

    def test_over_a_message_by_key_alone(self):
        self.begin()
        self.hand.keys('Return')
        self.until_focus('Message text')
        self.app.until_still()
        # The edge leads back to the list.
        self.hand.keys('F9')
        self.until_focus('Inbox')
        self.app.until_still()
        self.hand.keys('F9')
        self.until_focus('Message text')

    def test_by_mouse(self):
        self.begin()
        self.hand.drag(self.at(4), self.at(184))
        self.until_uncovered()
        self.hand.click(self.at(300))
        self.until_covered()
        self.hand.drag(self.at(120, EMPTY), self.at(300, EMPTY))
        self.until_uncovered()
        self.hand.drag(self.at(320), self.at(200))
        self.until_covered()

    def test_scrolling_from_the_edge_scrolls(self):
        self.begin(more=12)
        row = self.app.row('Famished road')
        top = self.app.area(row)[1]
        self.hand.swipe(self.at(8, 400), self.at(12, 250))
        self.app.until(lambda: self.app.area(row)[1] < top - 60, 'the list scrolled')
        self.assertEqual(self.aside(), 0)

    def test_at_once_without_motion(self):
        self.set_gtk(gtk_enable_animations='false')
        self.begin()
        self.uncover()
        self.hand.keys('Escape')
        self.until_covered()
        self.hand.keys('F9')
        self.until_uncovered()

    def test_one_window_of_two(self):
        self.begin()
        self.hand.keys('Control+Shift+n')
        self.app.until(lambda: len(self.app.windows()) == 2 and len(self.lists()) == 2, 'another window')
        self.app.until_still()
        self.hand.swipe(self.at(4), self.at(184))
        self.app.until(lambda: sorted(node.extents[0] - self.place for node in self.lists()) == [0, WAY], 'the list of one aside')


class UncoveringWider(UncoveringCase):
    width = 600

    def test_by_finger_mouse_and_key(self):
        self.begin()
        self.uncover()
        self.hand.click(self.at(500))
        self.until_covered()
        self.hand.drag(self.at(300, EMPTY), self.at(480, EMPTY))
        self.until_uncovered()
        self.hand.keys('F9')
        self.until_covered()


class FoldersBeside(UncoveringCase):
    width = 900

    def test_beside_its_folders_the_edge_is_the_rows(self):
        self.begin()
        self.hand.swipe(self.at(WAY + 8), self.at(WAY + 8 + REVEAL))
        self.until_open('Famished road', 'Archive', 'Mark as Unread')
        self.assertEqual(self.aside(), 0)


class RightToLeft(UncoveringCase):
    sign = -1

    def at(self, edge, y=ROW):
        return self.app.spot(self.width - edge, y)

    def test_mirrored(self):
        spoken = Spoken('eo', 'msgid "default:LTR"\nmsgstr "default:RTL"\n')
        self.addCleanup(spoken.close)
        self.begin(variables=spoken.variables)
        self.uncover()
        self.hand.tap(self.at(300))
        self.until_covered()
        self.uncover(120, EMPTY)
        self.hand.drag(self.at(320), self.at(190))
        self.until_covered()
        self.hand.keys('F9')
        self.until_uncovered()
        self.hand.keys('Escape')
        self.until_covered()
        self.hand.swipe(self.at(25), self.at(25 + REVEAL))
        self.until_open('Famished road', 'Archive', 'Mark as Unread')


class UncoveringOnWayland(UncoveringCase):
    kind = SwayDesk

    def two_fingers(self, at, *way, **options):
        self.hand.point(at)
        self.hand.two_fingers(*way, **options)

    def test_two_fingers_from_the_edge_and_from_below_the_rows(self):
        self.begin()
        for at in (self.at(8), self.at(120, EMPTY)):
            self.two_fingers(at, (180, 0))
            self.until_uncovered()
            self.two_fingers(self.at(300), (-130, 0))
            self.until_covered()

    def test_two_fingers_elsewhere_are_the_rows_and_the_scrollers(self):
        self.begin(more=12)
        row = self.app.row('Famished road')
        top = self.app.area(row)[1]
        self.two_fingers(self.at(8), (0, -120))
        self.app.until(lambda: self.app.area(row)[1] < top - 60, 'the list scrolled')
        self.two_fingers(self.at(8), (0, 300))
        self.app.until(lambda: self.app.area(row)[1] == top, 'the list scrolled back')
        self.app.until_still()
        self.two_fingers(self.app.place(row), (REVEAL, 0))
        self.until_open('Famished road', 'Archive', 'Mark as Unread')
        self.assertEqual(self.aside(), 0)

    def test_what_is_held_back_at_the_edge_is_scrolled(self):
        self.begin(more=12)
        row = self.app.row('Famished road')
        top = self.app.area(row)[1]
        self.hand.point(self.at(8))
        with self.hand.motion():
            for way in (3, 14, 14, 14):
                self.hand.nudge(0, -way)
                # GDK makes one motion of those that come within a frame.
                self.app.until_still()
            self.hand.pause(GTK_REST)
            self.hand.lift_two_fingers()
        self.app.until_still()
        self.assertAlmostEqual(top - self.app.area(row)[1], GTK_PACE * 45, delta=1)

    def test_back_and_forth_in_one_motion(self):
        self.begin()
        self.two_fingers(self.at(8), (180, 0), (-170, 0))
        self.until_covered()

    def test_what_is_aside_does_not_scroll(self):
        self.begin(more=12)
        row = self.app.row('Famished road')
        top = self.app.area(row)[1]
        self.two_fingers(self.at(8), (180, 0))
        self.until_uncovered()
        self.two_fingers(self.at(300), (0, -120))
        self.app.until_still()
        self.assertEqual((self.aside(), self.app.area(row)[1]), (WAY, top))

    def test_by_mouse(self):
        self.begin()
        self.hand.drag(self.at(4), self.at(184))
        self.until_uncovered()
        self.hand.click(self.at(300))
        self.until_covered()


if __name__ == '__main__':
    unittest.main()
