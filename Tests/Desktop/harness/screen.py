"""The pixels of an X screen, asked of the server over one connection: a program started for each picture costs more than the picture."""

import ctypes

from .picture import Picture

WHOLE_PIXELS, ALL_PLANES = 2, 0xffffffff
BLUE, GREEN, RED = range(3)


class ScreenOfServer(ctypes.Structure):
    """The beginning of xcb_screen_t."""
    _fields_ = [('root', ctypes.c_uint32), ('default_colormap', ctypes.c_uint32), ('white_pixel', ctypes.c_uint32),
                ('black_pixel', ctypes.c_uint32), ('current_input_masks', ctypes.c_uint32), ('width', ctypes.c_uint16),
                ('height', ctypes.c_uint16)]


class Roots(ctypes.Structure):
    """xcb_screen_iterator_t."""
    _fields_ = [('data', ctypes.POINTER(ScreenOfServer)), ('rem', ctypes.c_int), ('index', ctypes.c_int)]


class Cookie(ctypes.Structure):
    """xcb_get_image_cookie_t."""
    _fields_ = [('sequence', ctypes.c_uint)]


class Screen:
    """The screen of a display; one of 32 bits a pixel, blue first."""

    def __init__(self, display):
        self._xcb, self._free = ctypes.CDLL('libxcb.so.1'), ctypes.CDLL(None).free
        self._free.argtypes = [ctypes.c_void_p]
        for name, result, arguments in (
                ('connect', ctypes.c_void_p, [ctypes.c_char_p, ctypes.c_void_p]),
                ('connection_has_error', ctypes.c_int, [ctypes.c_void_p]),
                ('disconnect', None, [ctypes.c_void_p]),
                ('get_setup', ctypes.c_void_p, [ctypes.c_void_p]),
                ('setup_roots_iterator', Roots, [ctypes.c_void_p]),
                ('get_image', Cookie, [ctypes.c_void_p, ctypes.c_uint8, ctypes.c_uint32, ctypes.c_int16, ctypes.c_int16, ctypes.c_uint16,
                                       ctypes.c_uint16, ctypes.c_uint32]),
                ('get_image_reply', ctypes.c_void_p, [ctypes.c_void_p, Cookie, ctypes.c_void_p]),
                ('get_image_data', ctypes.c_void_p, [ctypes.c_void_p]),
                ('get_image_data_length', ctypes.c_int, [ctypes.c_void_p])):
            function = getattr(self._xcb, f'xcb_{name}')
            function.restype, function.argtypes = result, arguments
        self._connection = self._xcb.xcb_connect(display.encode(), None)
        if self._xcb.xcb_connection_has_error(self._connection):
            raise OSError(f'no connection to the X server {display}')
        self._screen = self._xcb.xcb_setup_roots_iterator(self._xcb.xcb_get_setup(self._connection)).data.contents

    def close(self):
        self._xcb.xcb_disconnect(self._connection)

    def pixels(self, area=None):
        """A PPM of the screen, or of an area of it: x, y, width, height, of which only what is on the screen counts."""
        width, height, data = self._image(area)
        colours = bytearray(width * height * 3)
        for place, colour in enumerate((RED, GREEN, BLUE)):
            colours[place::3] = data[colour::4]
        return b'P6\n%d %d\n255\n' % (width, height) + colours

    def picture(self, area=None):
        """The same in grey."""
        width, height, data = self._image(area)
        return Picture(width, height, data[GREEN::4])

    def _image(self, area):
        left, top, width, height = map(round, area) if area else (0, 0, self._screen.width, self._screen.height)
        right, bottom = min(left + width, self._screen.width), min(top + height, self._screen.height)
        left, top = max(left, 0), max(top, 0)
        width, height = right - left, bottom - top
        cookie = self._xcb.xcb_get_image(self._connection, WHOLE_PIXELS, self._screen.root, left, top, width, height, ALL_PLANES)
        reply = self._xcb.xcb_get_image_reply(self._connection, cookie, None)
        if not reply:
            raise OSError(f'the X server gives no picture of {area}')
        data = ctypes.string_at(self._xcb.xcb_get_image_data(reply), self._xcb.xcb_get_image_data_length(reply))
        self._free(reply)
        return width, height, data
