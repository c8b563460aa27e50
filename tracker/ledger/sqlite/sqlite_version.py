"""Facts about versions of the SQLite library."""

from __future__ import annotations

MIN_VERSION = (3, 37, 0)
"""The first SQLite version with STRICT tables."""

_FAULT_BEGAN = (3, 7, 0)
_FAULT_FIXED = (3, 51, 3)
_FIXED_EARLIER = {(3, 50): 7, (3, 44): 6}


def has_wal_reset_fault(version: tuple[int, int, int]) -> bool:
    """Whether this SQLite version has the rare fault in resetting the write-ahead log.

    The fault can corrupt the file if two connections write and checkpoint at the same moment. It is
    fixed in 3.51.3, 3.50.7 and 3.44.6 (https://sqlite.org/wal.html#walresetbug).
    """
    fixed = _FIXED_EARLIER.get(version[:2])
    if fixed is not None and version[2] >= fixed:
        return False
    return _FAULT_BEGAN <= version < _FAULT_FIXED
