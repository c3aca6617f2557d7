"""Newsletters as they were sent, light and dark, compared with pictures that were looked at and found right, as they are to be seen from afar.

With DUNNOCK_APPROVE_PICTURES=yes they are drawn anew: look at each before it is committed.
"""

import os
import unittest

from harness import as_sent, reading_mail
from harness.case import DesktopCase
from harness.coarse import Coarse

FOLDER = os.path.join(reading_mail.FOLDER, '../newsletters')
APPROVED = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'approved')
FOUND = os.path.join(reading_mail.FOLDER, '../../../.build/pictures')
NAMES = sorted(name.removesuffix('.eml') for name in os.listdir(FOLDER))
SCHEMES = {'light': {}, 'dark': {'ADW_DEBUG_COLOR_SCHEME': 'prefer-dark'}}


def approved(name, scheme):
    return os.path.join(APPROVED, f'{name}-{scheme}.png')


class Newsletters(DesktopCase):
    def begin(self, scheme):
        self.store({'hint-shown': 'true', 'window-width': '1200', 'window-height': '780'})
        for number, name in enumerate(NAMES):
            with open(os.path.join(FOLDER, f'{name}.eml'), 'rb') as file:
                reading_mail.deliver(self.mailbox.path, file.read(), number)
        self.start(variables=SCHEMES[scheme])
        self.app.until(self.app.focused, 'the focus')

    def page(self, number):
        """What is to be seen of the page of a row that is gone to."""
        self.app.until(lambda: 'selected' in self.app.rows()[number].states and self.app.buttons('Show as Sent'), 'the message')
        self.app.until_still()
        self.hand.keys(as_sent.KEY)
        self.app.until(lambda: as_sent.view(self.app), 'the page')
        self.app.until_still()
        found = Coarse(self.desk.pixels(tuple(map(round, self.app.area(as_sent.view(self.app)[0])))))
        self.hand.keys('Escape')
        self.app.until(lambda: not as_sent.view(self.app) and not as_sent.drawing(self.app.process_id), 'the text')
        return found

    def check(self, scheme):
        if reason := as_sent.why_not():
            self.skipTest(reason)
        self.begin(scheme)
        for number, name in enumerate(NAMES):
            if number:
                self.hand.keys('j')
            found = self.page(number)
            if os.environ.get('DUNNOCK_APPROVE_PICTURES') == 'yes':
                os.makedirs(APPROVED, exist_ok=True)
                found.write(approved(name, scheme))
                continue
            with self.subTest(name=name):
                if differences := found.differences(Coarse.read(approved(name, scheme))):
                    os.makedirs(FOUND, exist_ok=True)
                    found.write(os.path.join(FOUND, f'as-sent-{name}-{scheme}.png'))
                    self.fail(f'it differs at {differences}; look at {FOUND}')

    def test_they_look_as_approved(self):
        self.check('light')

    def test_they_look_as_approved_where_the_desktop_is_dark(self):
        self.check('dark')


class Comparison(unittest.TestCase):
    """What the comparison lets pass, and what it does not."""

    def changed(self, name, change, scheme='light'):
        """How many blocks differ once `change` has made another row of pixels of each, by its number."""
        picture = Coarse.read(approved(name, scheme))
        rows = [picture.pixels[3 * picture.width * y:][:3 * picture.width] for y in range(picture.height)]
        rows = change(rows, picture.width)
        return len(picture.differences(Coarse(b'P6 %d %d 255\n' % (picture.width, picture.height) + b''.join(rows))))

    def test_what_is_a_little_elsewhere_is_no_difference(self):
        for name in NAMES:
            for scheme in SCHEMES:
                with self.subTest(name=name, scheme=scheme):
                    # Three pixels to the side and five down.
                    self.assertEqual(self.changed(name, lambda rows, _: [rows[max(0, y - 5)][:9] + rows[max(0, y - 5)][:-9]
                                                                         for y in range(len(rows))], scheme), 0)

    def test_a_lost_picture_is_one(self):
        # By a colour that is in nothing else: a sky, a mark, and faces.
        for name, color in (('airline', '9fd0f0'), ('airline', 'f2a900'), ('forum', '8fbcbb'), ('social', 'c8e6c9')):
            with self.subTest(name=name, color=color):
                def without(rows, width, color=bytes.fromhex(color)):
                    places = [(x, y) for y, row in enumerate(rows) for x in range(width) if row[3 * x:3 * x + 3] == color]
                    left, right = min(places)[0], max(places)[0] + 1
                    top, bottom = min(y for _, y in places), max(y for _, y in places)
                    return [row[:3 * left] + b'\xff' * 3 * (right - left) + row[3 * right:] if top <= y <= bottom else row
                            for y, row in enumerate(rows)]
                self.assertGreater(self.changed(name, without), 0)

    def test_a_white_page_where_it_should_be_dark_is_one(self):
        for name in ('bare', 'dark'):
            self.assertGreater(len(Coarse.read(approved(name, 'light')).differences(Coarse.read(approved(name, 'dark')))), 1_000)

    def test_a_page_that_is_cut_is_one(self):
        for name in NAMES:
            with self.subTest(name=name):
                def cut(rows, _):
                    top = len(rows) // 4
                    return rows[:top] + [rows[0]] * (len(rows) - top)
                self.assertGreater(self.changed(name, cut), 0)


if __name__ == '__main__':
    unittest.main()
