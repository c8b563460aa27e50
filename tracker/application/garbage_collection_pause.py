"""Pauses garbage collection while many long-lived objects are loaded."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

MIN_NEW_OBJECTS = 100_000
"""The minimum number of new objects before the garbage collector runs."""


class _ObjectCounts:
    """The number of objects at the last full collection, and the number of objects added since."""

    made = 0
    counted = 0


@contextmanager
def pause_garbage_collection() -> Iterator[None]:
    """Pause garbage collection during the ``with`` block, and treat the objects created in it as
    old.

    Without the pause, each collection would search all loaded objects and find nothing to free. A
    full collection still runs whenever the number of objects has grown by a quarter.
    """
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        young, middle, _ = gc.get_count()  # freezing and unfreezing reset these to 0
        _ObjectCounts.made += young + middle * gc.get_threshold()[0]
        gc.freeze()
        gc.unfreeze()
        if was:
            gc.enable()
            if _ObjectCounts.made > MIN_NEW_OBJECTS:
                _collect_if_grown()


def _collect_if_grown() -> None:
    _ObjectCounts.made = 0
    if _count_tracked_objects() > _ObjectCounts.counted * 5 // 4 + MIN_NEW_OBJECTS:
        gc.collect()
        _ObjectCounts.counted = _count_tracked_objects()


def _count_tracked_objects() -> int:
    gc.freeze()
    found = gc.get_freeze_count()
    gc.unfreeze()
    return found
