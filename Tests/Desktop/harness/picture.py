"""Pixels of the screen: kept for a person after a failure, and measured where no other witness can say where a row's front is."""

from itertools import accumulate
from operator import sub


def read(data):
    """The picture in a PPM file; its green stands for grey."""
    kind, width, height, maximum, = data.split(maxsplit=4)[:4]
    if kind != b'P6' or maximum != b'255':
        raise ValueError('this is no 8 bit PPM')
    return Picture(int(width), int(height), data[-int(width) * int(height) * 3:][1::3])


class Picture:
    """A grey picture, one byte a pixel."""

    def __init__(self, width, height, pixels):
        self.width, self.height, self._pixels = width, height, pixels

    def __eq__(self, other):
        return isinstance(other, Picture) and (self.width, self.height, self._pixels) == (other.width, other.height, other._pixels)

    def bounds(self):
        """x, y, width, height of what is not black: the window on the bare screen."""
        rows = [y for y in range(self.height) if self._row(y).strip(b'\0')]
        columns = [x for x in range(self.width) if self._pixels[x::self.width].strip(b'\0')]
        if not rows:
            return None
        return columns[0], rows[0], columns[-1] - columns[0] + 1, rows[-1] - rows[0] + 1

    def at(self, x, y):
        """How bright a pixel is, 0 to 255."""
        return self._pixels[y * self.width + x]

    def lines(self, top, bottom):
        """The pixels of the lines from `top` to before `bottom`, each as bytes."""
        return [self._row(y) for y in range(top, bottom)]

    def shift_of(self, before, limit):
        """How many pixels to the right the content of `before` stands here, between -limit and limit.

        Compared are the steps between neighbouring pixels, so that a changed background colour does not count. The answer is the
        shift at which least of `before` is missing: what differs, and what would be out of the picture. New content at the side that
        was uncovered, such as buttons, costs nothing."""
        edges, earlier = self._edges(), before._edges()
        width = self.width - 1
        # The weight of the first n columns of `before`.
        weights = [0, *accumulate(sum(abs(line[x]) for line in earlier) for x in range(width))]

        best, least = 0, None
        for shift in sorted(range(-limit, limit + 1), key=abs):
            here, there = max(shift, 0), max(-shift, 0)
            count = width - abs(shift)
            missing = weights[width] - weights[there + count] + weights[there]
            for now, then in zip(edges, earlier):
                if least is not None and missing >= least:
                    break
                missing += sum(map(abs, map(sub, now[here:here + count], then[there:there + count])))
            else:
                if least is None or missing < least:
                    best, least = shift, missing
        return best

    def _row(self, y):
        return self._pixels[y * self.width:(y + 1) * self.width]

    def _edges(self):
        lines = []
        # Every fourth line is plenty to tell text from text.
        for y in range(0, self.height, 4):
            row = self._row(y)
            lines.append([right - left for left, right in zip(row, row[1:])])
        return lines
