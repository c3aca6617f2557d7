"""What the programs share that read a corpus with Python's own parsers."""

import os
import sys


def tell(texts):
    """Prints a line for each file under the folder that the program is given: the path below it, and the texts that are found in its
    bytes, all as the hexadecimal digits of their bytes, with a tab between. None are told of what is no mail to Python.
    """
    folder = os.fsencode(sys.argv[1])
    for path, _, names in os.walk(folder):
        for name in names:
            file = os.path.join(path, name)
            if not os.path.isfile(file) or os.path.islink(file):
                continue
            with open(file, "rb") as source:
                found = texts(source.read())
            if found is not None:
                print(os.path.relpath(file, folder).hex(), *(text.encode("utf-8", "replace").hex() for text in found), sep="\t")
