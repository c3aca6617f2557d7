"""Waiting for something to become true, never for a time to pass."""

import time

# How often a condition is looked at. It costs a look, and bounds nothing: every condition is also looked at once before the first
# pause and once after the deadline.
PAUSE = 0.02


class Timeout(AssertionError):
    """A condition did not come true; the message says which."""


def until(predicate, what, timeout=30):
    """Returns the first true value of `predicate()`; raises Timeout naming `what` after `timeout` seconds.

    An exception of the predicate is final: it is a broken expectation, not a reason to wait."""
    deadline = time.monotonic() + timeout
    while True:
        late = time.monotonic() >= deadline
        value = predicate()
        if value:
            return value
        if late:
            raise Timeout(f'waited {timeout} s in vain: {what}')
        time.sleep(PAUSE)
