"""Prints the text of every mail under a folder as Python's email and HTML parsers find it.

Usage: python_text.py FOLDER
Each line is as `python_corpus.tell` has it: the path, the plain text, what the first HTML part shows, and what it hides. A mail that
is no MIME to Python is left out, since every program takes what is broken otherwise; a part that it cannot decode counts as none.
"""

import email
import email.errors
import email.policy
import html.parser
import re

from python_corpus import tell

NOT_SHOWN = {"script", "style", "title", "template", "noscript", "head", "object", "applet", "iframe",
             "noframes", "noembed", "video", "audio", "canvas", "select", "textarea", "button", "svg", "math", "map", "datalist"}
VOID = {"area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "image", "img", "input", "isindex", "keygen", "link",
        "meta", "param", "source", "track", "wbr"}
# Whose end tags may be left out, and what a new one of the kind ends.
ENDED_BY_NEXT = {"p", "li", "dt", "dd", "td", "th", "tr", "option"}
HIDING = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(hidden|collapse)|mso-hide\s*:\s*all|opacity\s*:\s*0*\.?0*\s*(;|!|$)|"
    r"(^|[;\s])(font-size|max-height|max-width|height|width)\s*:\s*0+(\.0+)?\s*(px|pt|em|rem|%)?\s*(;|!|$)", re.IGNORECASE)


class Text(html.parser.HTMLParser):
    """The text of a page: what is shown of it, and what is hidden by the style or attribute of an element around it."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.shown, self.hidden, self._open = [], [], []

    def handle_starttag(self, tag, attributes):
        if tag in ENDED_BY_NEXT and self._open and self._open[-1][0] == tag:
            self._open.pop()
        if tag == "body":
            self._open = [entry for entry in self._open if entry[0] != "head"]
        attributes = dict(attributes)
        hides = "hidden" in attributes or HIDING.search(attributes.get("style") or "") is not None
        if tag not in VOID:
            self._open.append((tag, hides))
        self._add("\n")

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)

    def handle_endtag(self, tag):
        for number in range(len(self._open) - 1, -1, -1):
            if self._open[number][0] == tag:
                del self._open[number:]
                break
        self._add("\n")

    def handle_data(self, data):
        self._add(data)

    def _add(self, text):
        if any(tag in NOT_SHOWN for tag, _ in self._open):
            return
        (self.hidden if any(hides for _, hides in self._open) else self.shown).append(text)


def content(part):
    """The decoded text of a part; empty where Python does not know how."""
    try:
        data = part.get_payload(decode=True) or b""
        return data.decode(part.get_content_charset("utf-8"))
    except (LookupError, ValueError, AssertionError, TypeError):
        return ""


def texts(message):
    """The plain text, and the first page of HTML, of what is not attached."""
    plain, page = [], None
    for part in leaves(message):
        kind = part.get_content_type()
        if kind not in ("text/plain", "text/html") or part.get_content_disposition() == "attachment" or part.get_filename():
            continue
        if kind == "text/plain":
            plain.append(content(part))
        elif page is None:
            page = content(part)
    return "\n".join(plain), page or ""


def leaves(part):
    """The parts that are none of several, but for those of mails within the mail."""
    if part.get_content_type() in ("message/rfc822", "message/global"):
        return
    if part.is_multipart():
        for inner in part.get_payload():
            yield from leaves(inner)
    else:
        yield part


def found(data):
    """The plain text, what is shown of the page, and what is hidden; None where Python gives up."""
    if b"\n" not in data:
        # To Python all of it is header.
        return None
    message = email.message_from_bytes(data, policy=email.policy.compat32)
    try:
        if any(part.defects for part in message.walk()):
            return None
        plain, page = texts(message)
        if any(part.defects for part in message.walk()):
            return None
        reader = Text()
        reader.feed(page)
        reader.close()
    except (LookupError, ValueError, AssertionError, RecursionError, email.errors.MessageError):
        return None
    return plain, "".join(reader.shown), "".join(reader.hidden)


tell(found)
