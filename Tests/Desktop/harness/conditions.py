"""Waiting for something to become true, never for a time to pass."""

import time

# The limit of every wait of these tests, in seconds. It only ends a test that can no longer succeed. No assertion depends on it, so a
# slow machine needs no other limit. Work that can take longer is waited for in steps: see `until_reached`.
LIMIT = 60
# The pause between two looks at a condition, in seconds; no shorter than the look was, for that takes the program's time too. A condition is
# also looked at once before the first pause and once after LIMIT.
PAUSE = 0.02


class Timeout(AssertionError):
    """A condition did not come true; the message says which."""


def until(predicate, what):
    """Returns the first true value of `predicate()`; raises Timeout naming `what` after LIMIT.

    An exception of the predicate is final: it is a broken expectation, not a reason to wait."""
    deadline = time.monotonic() + LIMIT
    while True:
        begun = time.monotonic()
        late = begun >= deadline
        value = predicate()
        if value:
            return value
        if late:
            raise Timeout(f'waited {LIMIT} s in vain: {what}')
        time.sleep(max(PAUSE, time.monotonic() - begun))


def until_reached(look, goal, what, until=until):
    """Waits until `look()` equals `goal`. The whole wait may take any time; each change of what `look` returns must come within LIMIT."""
    now = look()
    while now != goal:
        before = now
        now, = until(lambda: [new for new in [look()] if new != before], f'{what}; it stands at {before!r}')


def looks(count):
    """Yields `count` times, with a pause before each: for a state that must last. A slow machine makes it last longer."""
    for number in range(count):
        time.sleep(PAUSE)
        yield number
