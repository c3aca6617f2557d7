"""Prints the subject of every file under a folder as Python's email package decodes it.

Usage: python_subjects.py FOLDER
Each line is as `python_corpus.tell` has it: the path, and the subject.
"""

import email
import email.errors
import email.policy

from python_corpus import tell


def subject(content):
    """The decoded subject; None where Python finds none or gives up."""
    try:
        value = email.message_from_bytes(content, policy=email.policy.default)["subject"]
        if value is None:
            return None
        return (str(email.header.make_header(email.header.decode_header(value))),)
    except (LookupError, ValueError, email.errors.MessageError):
        return None


tell(subject)
