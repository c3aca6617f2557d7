"""Rows of every height: what a tray's buttons show lies within the row, and is as much as has room."""

import unittest

from harness.stand import CONTAINER, StandCase


class RowHeights(StandCase):
    def looked(self, *arguments):
        self.start(*arguments)
        self.app.tell('open 1 trailing')
        self.app.rest()
        self.app.tell('look 1')
        seen = [self.app.last(key, 1) for key in ('icons', 'titles', 'clipped')]
        height = self.app.last('height', 1)
        self.app.end()
        self.app = None
        return height, seen

    def test_nothing_is_clipped_and_the_row_keeps_its_height(self):
        for height, look, icons, titles in ((19, 'iconOverTitle', 2, 0), (30, 'iconOverTitle', 2, 0), (44, 'iconOverTitle', 2, 2),
                                            (48, 'iconOverTitle', 2, 2), (19, 'icon', 2, 0), (44, 'icon', 2, 0),
                                            (19, 'title', 0, 2), (30, 'title', 0, 2)):
            with self.subTest(height=height, look=look):
                # A grid view's rows are never lower than 1/30 of it.
                least = 600 // 30 if CONTAINER == 'grid-view' else 0
                self.assertEqual(self.looked(f'--row-height={height}', f'--look={look}'), (max(least, height), [icons, titles, False]))


if __name__ == '__main__':
    unittest.main()
