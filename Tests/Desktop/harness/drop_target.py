"""A program that a file can be dropped on, in a window at the right edge of the screen, which has no window manager.

Usage: drop_target.py WIDTH FOLDER
Files in FOLDER say what has come to pass: `ready` that the window is there, `over` that something is held over it, `dropped` that a file was
let go there, by its name and a line end and what it holds.
"""

import ctypes
import os
import sys

import gi

gi.require_version('Gdk', '4.0')
gi.require_version('GdkX11', '4.0')
gi.require_version('Gtk', '4.0')
from gi.repository import Gdk, GdkX11, Gio, GLib, Gtk  # noqa: E402


def move(surface, x):
    """Moves a window to a place at the top of the screen, px."""
    x11 = ctypes.CDLL('libX11.so.6')
    x11.XOpenDisplay.restype = ctypes.c_void_p
    display = ctypes.c_void_p(x11.XOpenDisplay(None))
    x11.XMoveWindow(display, ctypes.c_ulong(GdkX11.X11Surface.get_xid(surface)), x, 0)
    x11.XSync(display, 0)


def main(width, folder):
    def say(what, content=b''):
        with open(os.path.join(folder, what + '.new'), 'wb') as file:
            file.write(content)
        os.rename(file.name, os.path.join(folder, what))

    def enter(*_):
        say('over')
        return Gdk.DragAction.COPY

    def drop(_target, file, *_):
        _, content, _ = file.load_contents(None)
        say('dropped', file.get_basename().encode() + b'\n' + content)
        return True

    Gtk.init()
    window = Gtk.Window(decorated=False, default_width=width, default_height=800)
    target = Gtk.DropTarget.new(Gio.File, Gdk.DragAction.COPY)
    target.connect('enter', enter)
    target.connect('drop', drop)
    window.add_controller(target)
    window.connect('map', lambda _: say('ready'))
    window.present()
    move(window.get_surface(), window.get_display().get_monitors()[0].get_geometry().width - width)
    GLib.MainLoop().run()


main(int(sys.argv[1]), sys.argv[2])
