"""The showroom of the row, by real input: its pages, what their rows do, and a recording that replays to the same."""

import json
import os
import subprocess
import unittest

from harness.app import App, binary
from harness.case import DesktopCase
from harness.conditions import LIMIT
from harness.sway import SwayDesk


class Gallery(App):
    program = 'row-gallery'

    def named(self, name):
        """The one object of this name, whatever its role, waited for."""
        return self.until(lambda: self.tree.all(matching=lambda node: node.name == name), f'{name!r}')[0]


class GalleryCase(DesktopCase):
    def start(self, page):
        self.app = app = Gallery(self.desk, self.home, page)
        self.addCleanup(lambda: app is self.app and app.end())
        self.app.wait_for_window()
        self.app.until_still()
        return self.app

    def expand(self, name, distance=-160):
        """Drags a row open, and waits until it is."""
        self.drag(self.app.row(name), distance)
        self.app.until(lambda: any(name in row for row in self.app.expanded()), f'{name!r} open')
        self.app.until_still()


class Pages(GalleryCase):
    def test_a_page_is_chosen_and_its_row_archived(self):
        self.start('SwipeableCell')
        self.click(self.app.named('The Standard Row'))
        self.app.row('Night shift')
        self.app.until_still()
        self.expand('Night shift', 160)
        self.click(self.app.button('Archive', self.app.row('Night shift')))
        self.app.until(lambda: not self.app.rows('Night shift'), 'the row gone')
        self.app.until(lambda: self.app.says('Archive: Night shift'), 'what was done')
        self.click(self.app.button('Start Over'))
        self.app.row('Night shift')

    def test_the_tutorials_button_opens_a_detail_window(self):
        self.start('SwipeableCell')
        self.expand('Item #3')
        self.click(self.app.button('Button 2'))
        self.app.until(lambda: self.app.says('Clicked button 2 for'), 'the detail window')
        self.hand.keys('Return')
        self.app.until(lambda: not self.app.says('Clicked button 2 for'), 'the detail window closed by Done')
        self.assertEqual(len(self.app.expanded()), 1, 'the row stays open')

    def test_controls_of_an_open_row_and_the_way_out_of_it(self):
        self.start('ControlsInFront')
        self.expand('Tune the piano', -100)
        self.click(self.app.button('When', self.app.row('Tune the piano')))
        self.app.until(lambda: self.app.buttons('Tomorrow'), 'the popover')
        self.hand.keys('space')
        self.app.until(lambda: self.app.says('Tune the piano: tomorrow'), 'what was chosen')
        self.hand.drag(*[self.app.place(self.app.row('Post the parcel'), across) for across in (0.7, 0.5)])
        self.until_open('Post the parcel', 'Delete')
        self.tab_to('Delete')
        self.hand.keys('Tab')
        self.until_focus('Code of This Page')
        self.hand.keys('space', 'Tab')
        self.until_focus('Record')
        self.assertEqual(self.app.rows('Post the parcel'), [], 'the code is in the place of the list')
        self.hand.keys('Shift+Tab', 'space')
        self.app.row('Post the parcel')

    def test_a_row_asks_first_and_has_the_focus_back(self):
        self.start('AskFirst')
        self.click(self.app.row('Choir'))
        self.hand.keys('Shift+Left')
        self.until_open('Choir', 'Delete')
        self.hand.keys('Delete')
        self.app.until(lambda: self.app.says('Delete “Choir”'), 'the question')
        self.until_open('Choir', 'Delete')
        self.hand.keys('Escape')
        self.until_closed()
        self.hand.keys('Delete')
        self.app.until(lambda: self.app.says('Delete “Choir”'), 'the question')
        self.hand.keys('Tab', 'Return')
        self.app.until(lambda: not self.app.rows('Choir'), 'the row gone')

    def test_a_recording_replays_to_the_same(self):
        self.start('StandardRow')
        record = 'Record a Trace File'
        self.click(self.app.named(record))
        self.app.until(lambda: self.app.says('Recording'), 'the recording begun')
        self.expand('The landlord')
        self.expand('Night shift', 160)
        self.click(self.app.named(record))
        self.app.until(lambda: self.app.says('Recorded'), 'the recording done')
        path = os.path.join(self.home, '.local/share/row-gallery/StandardRow-1.json')
        with open(path) as file:
            recorded = self.rests(json.load(file))
        self.assertGreater(len(recorded), 20)
        self.assertEqual([list(rest) for rest in recorded if rest][-1], ['1'])
        replayed = self.rests(json.loads(subprocess.run([binary('pan-trace'), path], check=True, capture_output=True, timeout=LIMIT).stdout))
        self.assertEqual(len(recorded), len(replayed))
        for number, (mine, theirs) in enumerate(zip(recorded, replayed)):
            self.assertEqual(mine.keys(), theirs.keys(), f'event {number + 1}')
            for row in mine:
                self.assertAlmostEqual(mine[row], theirs[row], delta=0.01, msg=f'event {number + 1}, row {row}')

    def rests(self, document):
        trace, = document['traces']
        return [event['out']['rest'] for event in trace['events']] + [trace['final']['rest']]


class WholeList(GalleryCase):
    """The list is drawn aside as a whole; what is below it, and beside it, still has what is its own."""

    def setUp(self):
        super().setUp()
        self.start('ListPanning')
        self.row = self.app.row('Choir')
        self.left, self.top, *_ = self.app.area(self.row)

    def moved(self):
        """How far the list is aside, px."""
        return self.app.area(self.app.row('Choir'))[0] - self.left

    def until_aside(self):
        self.app.until(lambda: self.app.named('Folders') and self.moved() == 240, 'the list aside')
        self.app.until_still()

    def until_back(self):
        self.app.until(lambda: self.moved() == 0, 'the list back')
        self.app.until_still()

    def until_scrolled(self):
        self.app.until(lambda: self.app.area(self.app.row('Choir'))[1] < self.top - 20, 'the list scrolled')
        self.assertEqual(self.moved(), 0)


class WholeListOnX11(WholeList):
    def test_the_mouse_draws_it_aside_and_a_folder_brings_it_back(self):
        self.drag(self.row, 200)
        self.until_aside()
        self.click(self.app.row('Starred'))
        self.app.until(lambda: self.app.says('Starred: '), 'the folder')
        self.app.until(lambda: self.app.focused() not in (None, 'Inbox', 'Starred'), 'the focus on the list')

    def test_a_click_on_what_is_left_of_it_brings_it_back_and_is_used_up(self):
        self.drag(self.row, 200)
        self.until_aside()
        self.hand.click(self.app.spot(self.app.area(self.row)[0] + 40, self.top + 20))
        self.until_back()
        self.assertNotIn('selected', self.app.row('Choir').states)

    def test_a_finger_draws_it_aside_opens_rows_and_scrolls(self):
        self.swipe(self.row, 200)
        self.until_aside()
        x, y = self.app.place(self.app.row('Choir'), 0.5)
        self.hand.swipe((x, y), (x - 150, y))
        self.until_back()
        self.swipe(self.row, -160)
        self.until_open('Choir', 'Archive', 'Star')
        self.assertEqual(self.moved(), 0)
        self.swipe(self.row, 160)
        self.until_closed()
        x, y = self.app.place(self.app.row('Library'))
        self.hand.swipe((x, y), (x, y - 120))
        self.until_scrolled()

    def test_a_row_that_is_open_closes_as_another_draws_the_list_aside(self):
        for drag in (self.drag, self.swipe):
            drag(self.row, -160)
            self.until_open('Choir', 'Archive', 'Star')
            drag(self.app.row('Library'), 200)
            self.until_aside()
            self.until_closed()
            self.assertNotIn('selected', self.app.row('Library').states)
            x, y = self.app.place(self.app.row('Choir'), 0.5)
            self.hand.drag((x, y), (x - 150, y))
            self.until_back()

    def test_keys(self):
        self.click(self.row)
        self.hand.keys('Shift+Right')
        self.until_aside()
        self.until_focus('Inbox')
        self.hand.keys('Down')
        self.until_focus('Starred')
        self.hand.keys('Escape')
        self.until_back()
        self.until_focus('Choir')
        self.hand.keys('Shift+Left')
        self.until_open('Choir', 'Archive', 'Star')


class WholeListByTouchpad(WholeList):
    kind = SwayDesk

    def test_two_fingers_draw_it_aside_open_rows_and_scroll(self):
        def two_fingers(*way):
            self.hand.point(self.app.place(self.app.row('Choir')))
            self.hand.two_fingers(*way)
        two_fingers((200, 0))
        self.until_aside()
        two_fingers((-150, 0))
        self.until_back()
        two_fingers((-160, 0))
        self.until_open('Choir', 'Archive', 'Star')
        two_fingers((160, 0))
        self.until_closed()
        two_fingers((0, -120))
        self.until_scrolled()


if __name__ == '__main__':
    unittest.main()
