"""The row at every size: narrow and wide windows, large text, two device pixels a pixel."""

import unittest

from harness.stand import StandCase

TRAYS = {'leading': ('Archive', 'Read'), 'trailing': ('Star', 'Trash')}
# What must stay of the front, and the least size of a target, px.
FRONT, TARGET = 96, 44
# The place that GTK 4.8 tells of a button is that of its content.
PADDING, SIDE_PADDING = 4, 8


class Layout(StandCase):
    def opens_both_sides(self, width):
        """Opens each side, and checks that its buttons fill exactly what the front uncovers. Returns the widths of the trays."""
        widths = []
        for side, titles in TRAYS.items():
            self.app.tell(f'open 1 {side}')
            self.app.until(lambda: self.app.events(1)[-1:] == [('didOpen', 1, side)], f'{side} open')
            self.app.until_still()
            row = self.app.row(1)
            offset = self.app.offset(1)
            self.assertEqual(offset > 0, side == 'leading')
            self.assertLessEqual(abs(offset), width - FRONT)
            left, top, whole, height = row.extents
            self.assertEqual(whole, width)
            edge = left if offset > 0 else left + whole - abs(offset)
            for title in titles:
                x, y, button, tall = self.whole(self.app.button(title, row))
                self.assertAlmostEqual(x, edge, delta=1, msg=title)
                self.assertGreaterEqual(button, TARGET, title)
                self.assertGreaterEqual(tall, TARGET, title)
                self.assertEqual((y, tall), (top, height), title)
                edge += button
            self.assertAlmostEqual(edge, left + offset if offset > 0 else left + whole, delta=1)
            widths.append(abs(offset))
            self.app.tell('close')
            self.app.until(lambda: self.app.events(1)[-1][0] == 'didClose', 'closed')
        return widths

    def whole(self, button):
        """Where a button is, its padding included."""
        x, y, width, height = button.extents
        if self.app.tree.toolkit >= (4, 10):
            return x, y, width, height
        return x - SIDE_PADDING, y - PADDING, width + 2 * SIDE_PADDING, height + 2 * PADDING

    def test_narrow(self):
        self.start('--width=300')
        self.assertEqual(self.opens_both_sides(300), [152, 152])

    def test_wide(self):
        self.start('--width=1280')
        self.assertEqual(self.opens_both_sides(1280), [152, 152])

    def test_narrow_with_large_text(self):
        self.text_at_double_size()
        self.start('--width=300')
        self.opens_both_sides(300)

    def test_large_text_widens_the_tray(self):
        self.text_at_double_size()
        self.start('--width=600', '--row-height=96')
        self.assertGreater(min(self.opens_both_sides(600)), 152)

    def test_two_device_pixels_a_pixel(self):
        self.start('--width=300', '--height=300', wrapper=('env', 'GDK_SCALE=2'))
        self.assertEqual(self.opens_both_sides(300), [152, 152])
        x, y = 150 * 2, 70 * 2
        self.hand.drag((x, y), (x - 100, y), release=False)
        self.app.until(lambda: self.app.offset(1) < 0, 'the front on its way')
        self.app.until_still()
        first = self.app.offset(1)
        self.hand.drag_on((x - 101, y))
        self.app.until(lambda: self.app.offset(1) < first, 'the front further on')
        self.app.until_still()
        self.assertAlmostEqual(self.app.offset(1), first - 0.5, delta=0.01)
        self.hand.release()


if __name__ == '__main__':
    unittest.main()
