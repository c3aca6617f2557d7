"""Messages as they were sent: the page on the screen, and the processes that draw it, as the system tells of them."""

import os
import subprocess

from . import accessibility

KEY = 'Control+Shift+h'
NAME = 'Message as sent'
# As long as the system keeps a name.
DRAWS = 'WebKitWebProcess'[:15]


def status(process):
    """What the system says of a process by the name of each fact; {} once it is gone."""
    try:
        with open(f'/proc/{process}/status') as file:
            return dict(line.rstrip('\n').split(':\t', 1) for line in file if ':\t' in line)
    except OSError:
        return {}


def below(process):
    """All processes that a process has started, and these, as (number, name)."""
    known = {int(name): status(name) for name in os.listdir('/proc') if name.isdigit()}
    found, frontier = [], {process}
    while frontier:
        frontier = {number for number, facts in known.items() if facts and int(facts['PPid']) in frontier}
        found += [(number, known[number]['Name']) for number in frontier]
    return found


def drawing(process):
    """The numbers of those that draw pages for a program; what has ended and is not yet waited for is none."""
    return [number for number, name in below(process) if name == DRAWS and not status(number).get('State', 'Z').startswith('Z')]


def is_loaded(process):
    """Whether a program has loaded the library."""
    with open(f'/proc/{process}/maps') as file:
        return 'libwebkitgtk' in file.read()


def view(app):
    """The page, once it stands; [] before and afterwards."""
    return app.tree.all(matching=lambda node: node.name == NAME and 'busy' not in node.states, into=lambda role: role != accessibility.LIST)


def why_not():
    """Why no page can be drawn on this machine; empty where it can."""
    trial = subprocess.run(['bwrap', '--unshare-pid', '--unshare-net', '--ro-bind', '/', '/', '--proc', '/proc', '--dev', '/dev', 'true'],
                           capture_output=True, text=True)
    return f'no sandbox can be made here: {trial.stderr.strip()}' if trial.returncode else ''
