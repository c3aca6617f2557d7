"""Takes the pictures of the app that README.md shows: its window on the sample mailbox, light and dark, one row dragged open.

Usage: screenshots.py FOLDER
"""

import os
import subprocess
import sys
import tempfile

from harness.app import App
from harness.case import SETTINGS
from harness.conditions import LIMIT
from harness.xorg import XorgDesk

OPENED, READ, ARCHIVED = 'The rhubarb', 'please choose', 'Parsnip'
# px
BORDER = 5


def write(folder, name, text):
    os.makedirs(folder)
    with open(os.path.join(folder, name), 'w') as file:
        file.write(text)


def take(desk, path, wrapper=()):
    with tempfile.TemporaryDirectory(prefix='home-') as home:
        write(os.path.join(home, '.config/gtk-4.0'), 'settings.ini', '[Settings]\ngtk-font-name=Cantarell 11\n')
        write(os.path.join(home, '.config/glib-2.0/settings'), 'keyfile', f'[{SETTINGS}]\nhint-shown=true\n')
        app = App(desk, home, '--sample', wrapper=wrapper)
        try:
            app.wait_for_window()
            app.until(lambda: len(app.rows()) > 6, 'the rows')
            app.until_still()
            desk.hand.click(app.place(app.row(READ), 0.4))
            app.until(lambda: app.says('viola'), 'the message')
            desk.hand.click(app.place(app.row(ARCHIVED), 0.4))
            app.until_still()
            desk.hand.keys('e')
            app.until(lambda: not app.rows(ARCHIVED), 'the row to go')
            desk.hand.click(app.place(app.row(READ), 0.4))
            app.until_still()
            start = app.place(app.row(OPENED), 0.8)
            desk.hand.drag(start, (start[0] - 160, start[1]))
            app.until(app.expanded, 'the row open')
            app.until_still()
            x, y, width, height = desk.window_area(desk.picture())
            desk.save_picture(path)
            # GTK draws a border where there is no window manager to do so.
            area = f'{width - 2 * BORDER}x{height - 2 * BORDER}+{x + BORDER}+{y + BORDER}'
            subprocess.run(['mogrify', '-crop', area, '+repage', '-strip', path], check=True, timeout=LIMIT)
        finally:
            app.end()


if __name__ == '__main__':
    folder = sys.argv[1]
    take(XorgDesk.shared(), os.path.join(folder, 'window.png'))
    take(XorgDesk.shared(), os.path.join(folder, 'window-dark.png'), ('env', 'ADW_DEBUG_COLOR_SCHEME=prefer-dark'))
