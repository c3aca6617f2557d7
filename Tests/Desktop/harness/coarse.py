"""Pictures compared by what is to be seen from afar: WebKitGTK is renewed all the time, and draws letters and lines a little elsewhere."""

import subprocess
from itertools import accumulate

# The side of what is added up first, px; that of a block, and how far it may be elsewhere, in these.
CELL, SIDE, REACH = 4, 4, 3
# How far the mean of a block may be from all that are near, of 255.
TOLERANCE = 40


class Coarse:
    """The mean colours of the blocks of a picture in colour, given as a PPM file has it."""

    def __init__(self, data):
        kind, width, height, maximum = data.split(maxsplit=4)[:4]
        if kind != b'P6' or maximum != b'255':
            raise ValueError('this is no 8 bit PPM')
        self.width, self.height = int(width), int(height)
        self.pixels = data[-3 * self.width * self.height:]
        self.across, self.down = self.width // CELL, self.height // CELL
        self.sums = [self._sums(channel) for channel in range(3)]

    @staticmethod
    def read(path):
        return Coarse(subprocess.run(['convert', path, '-depth', '8', 'ppm:-'], check=True, stdout=subprocess.PIPE).stdout)

    def write(self, path):
        subprocess.run(['convert', 'ppm:-', '-strip', path], check=True, input=self.data())

    def data(self):
        return b'P6 %d %d 255\n' % (self.width, self.height) + self.pixels

    def differences(self, other):
        """The places of the blocks, px, that in one of the two have a colour that is nowhere near there in the other."""
        if (self.width, self.height) != (other.width, other.height):
            return [(0, 0)]
        return sorted(set(self._missing_in(other)) | set(other._missing_in(self)))

    def _missing_in(self, other):
        for y in range(0, self.down - SIDE + 1, SIDE):
            for x in range(0, self.across - SIDE + 1, SIDE):
                # As it is, which is so as a rule, and then elsewhere.
                if not self._is_at(x, y, other, [(x, y)]) and not self._is_at(x, y, other, [
                        (column, row) for row in range(max(0, y - REACH), min(self.down - SIDE, y + REACH) + 1)
                        for column in range(max(0, x - REACH), min(self.across - SIDE, x + REACH) + 1)]):
                    yield x * CELL, y * CELL

    def _is_at(self, x, y, other, places):
        def is_near(channel):
            near = [other._mean(channel, *place) for place in places]
            return min(near) - TOLERANCE <= self._mean(channel, x, y) <= max(near) + TOLERANCE
        return all(is_near(channel) for channel in range(3))

    def _mean(self, channel, x, y):
        sums = self.sums[channel]
        return (sums[y + SIDE][x + SIDE] - sums[y][x + SIDE] - sums[y + SIDE][x] + sums[y][x]) // (SIDE * CELL) ** 2

    def _sums(self, channel):
        """What is above and before each cell, added up."""
        sums = [[0] * (self.across + 1)]
        for y in range(self.down):
            lines = [self.pixels[3 * self.width * line:][channel:3 * self.width:3] for line in range(y * CELL, (y + 1) * CELL)]
            cells = (sum(sum(line[x:x + CELL]) for line in lines) for x in range(0, self.across * CELL, CELL))
            sums.append([above + here for above, here in zip(sums[-1], accumulate(cells, initial=0))])
        return sums
