"""The garbage collector rests while much is read that will all be kept."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

SOME = 100_000
"""Objects that have to grow old before all are counted, and by which all may grow unsearched."""


class _Grown:
    """Objects that grew old here since all were counted, and how many those were."""

    made = 0
    counted = 0


@contextmanager
def pause_garbage_collection() -> Iterator[None]:
    """No search for garbage in the block; what was made until its end counts as old afterwards.

    Each search for young garbage would look through all that was read so far, in vain. But Python
    searches the old only once the young have grown old by themselves, so what is let go of later
    is searched for here, whenever objects have become a quarter more.
    """
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        young, middle, _ = gc.get_count()  # which begin at 0 again when all are old
        _Grown.made += young + middle * gc.get_threshold()[0]
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
