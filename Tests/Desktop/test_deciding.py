"""The decision table: whose gesture it is, for mouse and finger."""

import unittest

from harness.stand import StandCase


class Mouse(StandCase):
    def test_a_horizontal_drag_is_the_rows(self):
        self.start()
        row = self.app.row(3)
        self.drag(row, -160)
        self.app.until(lambda: ('didOpen', 3, 'trailing') in self.app.events(), 'the row open')
        self.assertEqual(self.app.open_rows(), {3: 'trailing'})


if __name__ == '__main__':
    unittest.main()
