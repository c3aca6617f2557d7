"""The showroom of the row, by real input: its pages, what their rows do, and a recording that replays to the same."""

import json
import os
import subprocess
import unittest

from harness.app import App, binary
from harness.case import DesktopCase


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
        self.click(self.app.named('The standard row'))
        self.app.row('Night shift')
        self.app.until_still()
        self.expand('Night shift', 160)
        self.click(self.app.button('Archive', self.app.row('Night shift')))
        self.app.until(lambda: not self.app.rows('Night shift'), 'the row gone')
        self.app.until(lambda: self.app.says('Archive: Night shift'), 'what was done')
        self.click(self.app.button('Start over: every row back'))
        self.app.row('Night shift')

    def test_the_tutorials_button_opens_a_detail_window(self):
        self.start('SwipeableCell')
        self.expand('Item #3')
        self.click(self.app.button('Button 2'))
        self.app.until(lambda: self.app.says('Clicked button 2 for'), 'the detail window')
        self.hand.keys('Return')
        self.app.until(lambda: not self.app.says('Clicked button 2 for'), 'the detail window closed by Done')
        self.assertEqual(len(self.app.expanded()), 1, 'the row stays open')

    def test_a_recording_replays_to_the_same(self):
        self.start('StandardRow')
        record = 'Record what you do as a trace file'
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
        replayed = self.rests(json.loads(subprocess.run([binary('pan-trace'), path], check=True, capture_output=True, timeout=60).stdout))
        self.assertEqual(len(recorded), len(replayed))
        for number, (mine, theirs) in enumerate(zip(recorded, replayed)):
            self.assertEqual(mine.keys(), theirs.keys(), f'event {number + 1}')
            for row in mine:
                self.assertAlmostEqual(mine[row], theirs[row], delta=0.01, msg=f'event {number + 1}, row {row}')

    def rests(self, document):
        trace, = document['traces']
        return [event['out']['rest'] for event in trace['events']] + [trace['final']['rest']]


if __name__ == '__main__':
    unittest.main()
