"""A table seen through its changes: the same interface as a dict, the base is never touched.

The changes are canonical: a value equal to the one in the base is not a change. Two histories that
leave the same game therefore leave equal changes, which is what lets odds merge.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from typing import Any, Final, Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class _Gone:
    """Stands in the changes for a key that was taken out of the base."""

    def __repr__(self) -> str:
        return "GONE"


GONE: Final = _Gone()
_MISSING: Final = object()

Delta = frozenset[tuple[Any, Any]]


class Layer(MutableMapping[K, V], Generic[K, V]):
    """A mutable view of ``base`` that keeps its own changes."""

    __slots__ = ("_delta", "base", "changes")

    def __init__(self, base: MutableMapping[K, V], delta: Delta = frozenset()) -> None:
        self.base = base
        self.changes: dict[K, Any] = dict(delta)
        self._delta: Delta | None = delta  # of the changes as they are, if it was asked for

    def make_delta(self) -> Delta:
        """The changes as a value that can be compared, hashed and put back."""
        if self._delta is None:
            self._delta = frozenset(self.changes.items())
        return self._delta

    def reset(self, delta: Delta) -> None:
        """Put these changes in the place of those there are."""
        if delta is not self._delta:
            self.changes = dict(delta)
            self._delta = delta

    def __getitem__(self, key: K) -> V:
        value = self.changes.get(key, _MISSING)
        if value is _MISSING:
            return self.base[key]
        if value is GONE:
            raise KeyError(key)
        return value  # type: ignore[no-any-return]

    def get(self, key: K, default: Any = None) -> Any:
        value = self.changes.get(key, _MISSING)
        if value is _MISSING:
            return self.base.get(key, default)
        return default if value is GONE else value

    def __contains__(self, key: object) -> bool:
        value = self.changes.get(key, _MISSING)  # type: ignore[arg-type]
        return key in self.base if value is _MISSING else value is not GONE

    def __setitem__(self, key: K, value: V) -> None:
        self._delta = None
        if key in self.base and self.base[key] == value:
            self.changes.pop(key, None)
        else:
            self.changes[key] = value

    def __delitem__(self, key: K) -> None:
        if key not in self:
            raise KeyError(key)
        self._delta = None
        if key in self.base:
            self.changes[key] = GONE
        else:
            del self.changes[key]

    def __iter__(self) -> Iterator[K]:
        for key in self.base:
            if self.changes.get(key, _MISSING) is not GONE:
                yield key
        yield from sorted((key for key in self.changes if key not in self.base), key=repr)

    def __len__(self) -> int:
        return sum(1 for _ in self)
