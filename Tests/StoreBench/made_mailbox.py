"""A Maildir of made-up mail for the benchmarks: the same for the same number of messages, every time.

Sizes follow a log-normal distribution with a median of 4 KiB, and one message in twenty carries an attachment on top; half
of the mail is plain text, the rest HTML beside plain text, HTML alone, or encoded. Two messages in five answer an earlier one.
"""

import base64
import math
import os
import quopri
import random
import shutil
import sys
import time

VERSION = 2
FIRST_SECOND = 1_420_070_400
YEARS = 10
WORDS = ("the a to of and in is it you that for on with are as be this have from or at not by we can but what all your when "
         "meeting report invoice release garden train budget question answer weekend project draft review ticket holiday "
         "schedule delivery account update photo lunch contract server office letter music children window coffee").split()
NAMES = "Ann Ben Clara David Emma Felix Greta Hugo Ida Jonas Klara Leo Mia Nils Olga Paul Rosa Sven Tina Zoë".split()
SURNAMES = "Adler Berg Castro Dupont Ekström Fischer García Huber Ivanov Jensen Kowalski Larsen Müller Novák Okafor Park".split()


def sentences(numbers, length):
    """Text of about that many characters, in lines."""
    words = numbers.choices(WORDS, k=max(length // 6, 3))
    lines = [" ".join(words[start:start + 12]) for start in range(0, len(words), 12)]
    return "\n".join(line.capitalize() + "." for line in lines) + "\n"


def encoded_word(text):
    return f"=?UTF-8?B?{base64.b64encode(text.encode()).decode()}?=" if not text.isascii() else text


def html(text):
    paragraphs = "".join(f"<p style=\"margin:0 0 1em\">{line}</p>\n" for line in text.splitlines())
    return f"<html><head><style>p {{ font-family: sans-serif }}</style></head><body>\n{paragraphs}</body></html>\n"


def part(kind, text, encoding="7bit"):
    return f"Content-Type: {kind}; charset=utf-8\nContent-Transfer-Encoding: {encoding}\n\n{text}"


def body(numbers, length, mark):
    """The fields and text of a body of about that many bytes."""
    kind = numbers.random()
    if kind < 0.5:
        return part("text/plain", sentences(numbers, length))
    if kind < 0.6:
        return part("text/html", html(sentences(numbers, length)))
    if kind < 0.67:
        text = quopri.encodestring(("Größe: " + sentences(numbers, length)).encode()).decode()
        return part("text/plain", text, "quoted-printable")
    if kind < 0.75:
        text = base64.encodebytes(("Grüße, " + sentences(numbers, length * 3 // 4)).encode()).decode()
        return part("text/plain", text, "base64")
    plain = sentences(numbers, length // 3)
    parts = [part("text/plain", plain), part("text/html", html(sentences(numbers, length * 2 // 3)))]
    kind = "alternative"
    if numbers.random() < 0.2:
        content = base64.encodebytes(numbers.randbytes(int(numbers.lognormvariate(math.log(40_000), 1.2)) % 2_000_000)).decode()
        parts.append(f"Content-Type: application/pdf; name=a.pdf\nContent-Disposition: attachment; filename=a.pdf\n"
                     f"Content-Transfer-Encoding: base64\n\n{content}")
        kind = "mixed"
    boundary = f"=_{mark}"
    joined = "".join(f"--{boundary}\n{text}\n" for text in parts)
    return f"Content-Type: multipart/{kind}; boundary=\"{boundary}\"\n\n{joined}--{boundary}--\n"


def identifier(number, step):
    return f"{number}.{FIRST_SECOND + int(number * step)}@example.org"


def references(number, step):
    """The fields of an answer to one of the hundred messages before, and to what that may have answered."""
    numbers = random.Random(number)
    chain = [number - numbers.randint(1, min(number, 100))]
    while chain[0] > 0 and numbers.random() < 0.6:
        chain.insert(0, chain[0] - numbers.randint(1, min(chain[0], 100)))
    names = [f"<{identifier(one, step)}>" for one in chain]
    return f"In-Reply-To: {names[-1]}\nReferences: " + "\n ".join(names) + "\n"


def message(numbers, number, step, small):
    second = FIRST_SECOND + int(number * step)
    name = f"{numbers.choice(NAMES)} {numbers.choice(SURNAMES)}"
    address = f"person{int(numbers.paretovariate(0.7)) % 3_000}@example.org"
    subject = " ".join(numbers.choices(WORDS, k=numbers.randint(2, 9))).capitalize()
    if numbers.random() < 0.15:
        subject = "Grüße: " + subject
    answered = ""
    if numbers.random() < 0.4 and number > 0:
        subject = "Re: " + subject
        answered = references(number, step)
    date = time.strftime("%a, %d %b %Y %H:%M:%S +0000", time.gmtime(second - numbers.randint(0, 300)))
    length = 300 if small else min(int(numbers.lognormvariate(math.log(3_000), 1.0)), 200_000)
    hops = 0 if small else numbers.randint(2, 6)
    received = "".join(
        f"Received: from mx{hop}.example.net (mx{hop}.example.net [192.0.2.{hop}])\n\tby mail.example.org with ESMTPS id {number:x}{hop}\n"
        f"\tfor <me@example.org>; {date}\n" for hop in range(hops))
    return (f"Return-Path: <{address}>\n{received}From: {encoded_word(name)} <{address}>\nTo: Me <me@example.org>\n"
            f"Subject: {encoded_word(subject)}\nDate: {date}\nMessage-ID: <{identifier(number, step)}>\n{answered}MIME-Version: 1.0\n"
            + body(numbers, length, number))


def make(path, count, small):
    numbers = random.Random(count)
    for folder in ("", ".Archive", ".Trash"):
        for directory in ("cur", "new", "tmp"):
            os.makedirs(os.path.join(path, folder, directory))
    step = YEARS * 365 * 86_400 / count
    for number in range(count):
        second = FIRST_SECOND + int(number * step)
        text = message(numbers, number, step, small).encode()
        unread = numbers.random() < 0.1
        info = ":2," + ("" if unread else "RS" if numbers.random() < 0.2 else "S")
        is_new = unread and number > count * 0.999
        name = f"{second}.M{numbers.randrange(1_000_000)}P{number}.mail.example.org"
        file = os.path.join(path, "new" if is_new else "cur", name if is_new else name + info)
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        os.write(descriptor, text)
        os.utime(descriptor, (second, second))
        os.close(descriptor)


def mailbox(count, small=False):
    """The path of such a mailbox, made if it is not there."""
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    folder = os.path.join(cache, "dunnock-bench")
    path = os.path.join(folder, f"mail-{VERSION}-{'small-' if small else ''}{count}")
    if not os.path.isdir(path):
        print(f"Making a mailbox of {count} messages in {path}", file=sys.stderr, flush=True)
        os.makedirs(folder, exist_ok=True)
        unfinished = path + ".unfinished"
        shutil.rmtree(unfinished, ignore_errors=True)
        make(unfinished, count, small)
        os.rename(unfinished, path)
    return path


if __name__ == "__main__":
    print(mailbox(int(sys.argv[1]), small="--small" in sys.argv))
