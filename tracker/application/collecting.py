"""The garbage collector rests while much is read that will all be kept."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

SOME = 100_000
"""After so many objects made at rest it is looked how many there are; so many more are borne."""


class _Grown:
    """How many objects were made at rest since they were counted, and how many there were then."""

    made = 0
    counted = 0


@contextmanager
def pause_garbage_collection() -> Iterator[None]:
    """No search for garbage in the block, and what was made in it counts as old afterwards.

    Each search for young garbage would look through all that was read so far, in vain. But Python
    searches the old only once the young have grown old by themselves, so what is let go of later
    is searched for here, whenever objects have become a quarter more.
    """
    was = gc.isenabled()
    gc.disable()
    before = gc.get_count()[0]
    try:
        yield
    finally:
        _Grown.made += max(0, gc.get_count()[0] - before)
        gc.freeze()
        gc.unfreeze()
        if was:
            gc.enable()
            if _Grown.made > SOME:
                _collect_if_grown()


def _collect_if_grown() -> None:
    _Grown.made = 0
    if _objects() > _Grown.counted * 5 // 4 + SOME:
        gc.collect()
        _Grown.counted = _objects()


def _objects() -> int:
    """How many objects there are that may hold others."""
    gc.freeze()
    found = gc.get_freeze_count()
    gc.unfreeze()
    return found
