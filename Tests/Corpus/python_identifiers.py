"""Prints the Message-IDs of every file under a folder as Python's email package finds their fields.

Usage: python_identifiers.py FOLDER
Each line is the file's path below the folder, its own Message-ID, which may be missing, and those that it names:
each as the hexadecimal digits of its bytes, with tabs between.
"""

import email
import email.errors
import email.policy
import os
import re
import sys


def identifiers(message, field):
    """What stands in angle brackets in the first field of that name."""
    for name, value in message.raw_items():
        if name.lower() == field:
            text = str(value).encode("utf-8", "surrogateescape")
            found = (re.sub(rb"\s", b"", one) for one in re.findall(rb"<([^<>]*)>", text))
            return [one for one in found if one]
    return []


def main(folder):
    for path, _, names in os.walk(os.fsencode(folder)):
        for name in names:
            file = os.path.join(path, name)
            if not os.path.isfile(file) or os.path.islink(file):
                continue
            with open(file, "rb") as source:
                message = email.message_from_bytes(source.read(), policy=email.policy.compat32)
            own = identifiers(message, "message-id")[:1] or [b""]
            named = identifiers(message, "references") + identifiers(message, "in-reply-to")[:1]
            shown = [os.path.relpath(file, os.fsencode(folder))] + own + named
            print(*(one.hex() for one in shown), sep="\t")


main(sys.argv[1])
