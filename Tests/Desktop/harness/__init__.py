"""What the desktop tests stand on: a screen, hands and eyes of their own.

`desk` starts an X server and a session bus, `devices` and `hand` move its mouse, finger and keys, `accessibility` reads what a
screen reader would read, `picture` reads pixels, `mailbox` makes mail and reads it back, `app` runs the program, `case` ties
them into a unittest case, `stand` does the same for RowStand. Needs the Debian packages that `desk.PACKAGES` names, and nothing from PyPI.
"""
