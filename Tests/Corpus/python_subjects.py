"""Prints the subject of every file under a folder as Python's email package decodes it.

Usage: python_subjects.py FOLDER
Each line is the file's path below the folder and the subject, both as the hexadecimal
digits of their bytes, with a tab between.
"""

import email
import email.errors
import email.policy
import os
import sys


def subject(content):
    """The decoded subject; None where Python finds none or gives up."""
    try:
        value = email.message_from_bytes(content, policy=email.policy.default)["subject"]
        if value is None:
            return None
        return str(email.header.make_header(email.header.decode_header(value)))
    except (LookupError, ValueError, email.errors.MessageError):
        return None


def main(folder):
    for path, _, names in os.walk(os.fsencode(folder)):
        for name in names:
            file = os.path.join(path, name)
            if not os.path.isfile(file) or os.path.islink(file):
                continue
            with open(file, "rb") as source:
                decoded = subject(source.read())
            if decoded is not None:
                shown = decoded.encode("utf-8", "replace").hex()
                print(os.path.relpath(file, os.fsencode(folder)).hex(), shown, sep="\t")


main(sys.argv[1])
