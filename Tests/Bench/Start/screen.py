"""What the screen shows at a place, asked of the X server: no program that draws there has a part in it."""

import ctypes
import time

Z_PIXMAP, ALL_PLANES, CORE_KEYBOARD = 2, ctypes.c_ulong(-1), 0x100
# Where the first rows' texts are in a window of 960 x 680 px with its folders beside them: x, y, width, height.
ROWS = (290, 110, 200, 160)
# Of the brightness of a pixel's green: letters are darker, also when they are half faded in.
DARK = bytes(value < 160 for value in range(256))
PAUSE = 0.003


class Image(ctypes.Structure):
    _fields_ = [('width', ctypes.c_int), ('height', ctypes.c_int), ('xoffset', ctypes.c_int), ('format', ctypes.c_int),
                ('data', ctypes.POINTER(ctypes.c_char))]


class Screen:
    def __init__(self, display):
        self._x = ctypes.CDLL('libX11.so.6')
        for name in ('XOpenDisplay', 'XGetImage'):
            getattr(self._x, name).restype = ctypes.c_void_p
        self._x.XDefaultRootWindow.restype = ctypes.c_ulong
        self._display = ctypes.c_void_p(self._x.XOpenDisplay(display.encode()))
        if not self._display:
            raise OSError(f'no display {display}')
        self._root = ctypes.c_ulong(self._x.XDefaultRootWindow(self._display))

    def repeat_keys(self, after, every):
        """Has a key that is held down repeat, ms."""
        self._x.XkbSetAutoRepeatRate(self._display, CORE_KEYBOARD, after, every)
        self._x.XSync(self._display, 0)

    def pixels(self, area=ROWS):
        """The brightness of the green of every pixel of the area."""
        x, y, width, height = area
        address = self._x.XGetImage(self._display, self._root, x, y, width, height, ALL_PLANES, Z_PIXMAP)
        image = ctypes.cast(address, ctypes.POINTER(Image)).contents
        pixels = ctypes.string_at(image.data, width * height * 4)[1::4]
        self._x.XFree(image.data)
        self._x.XFree(ctypes.c_void_p(address))
        return pixels

    def letters(self, area=ROWS):
        """How many pixels of the area are dark, which on the bare screen all are."""
        dark = self.pixels(area).translate(DARK).count(1)
        return 0 if dark == area[2] * area[3] else dark

    def wait_for_letters(self, enough, timeout=60):
        """When the area first had so many dark pixels, on the monotonic clock."""
        deadline = time.monotonic() + timeout
        while self.letters() < enough:
            if time.monotonic() > deadline:
                raise TimeoutError(f'no rows within {timeout} s')
            time.sleep(PAUSE)
        return time.monotonic()

    def wait_until_still(self, seconds=1.0, timeout=120):
        """Waits until the area has not changed for so long."""
        deadline = time.monotonic() + timeout
        last, since = self.pixels(), time.monotonic()
        while time.monotonic() - since < seconds:
            time.sleep(0.02)
            now = self.pixels()
            if now != last:
                last, since = now, time.monotonic()
            if time.monotonic() > deadline:
                raise TimeoutError(f'not still within {timeout} s')
