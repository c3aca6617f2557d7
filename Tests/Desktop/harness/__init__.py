"""What the desktop tests stand on: a screen, hands and eyes of their own.

`desk` starts a session bus and a display server: `xorg` with a touchscreen, through `devices`, or `sway` with a touchpad, through
`wayland`; both have a mouse and keys. `hand` moves them, `accessibility` reads what a screen reader would read, `picture` reads pixels,
`mailbox` makes mail and reads it back, `app` runs the program, `case` ties them into a unittest case, `stand` does the same for
RowStand. Needs the Debian packages that each PACKAGES names, and nothing from PyPI.
"""
