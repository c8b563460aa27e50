"""The garbage collector rests while much is read that will all be kept."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_at_rest() -> Iterator[None]:
    """No search for garbage in the block, and what was made in it counts as old afterwards.

    Each search for young garbage would look through all that was read so far, in vain.
    """
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.unfreeze()
        if was:
            gc.enable()
