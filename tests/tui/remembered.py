"""Cache the games and leagues with which many tests begin."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

from tracker.application.book import Book
from tracker.ledger.memory_store import MemoryStore


class Made(NamedTuple):
    """A copy of a book's store, and the states of its clock and its dice."""

    store: MemoryStore
    clock: dict[str, object]
    dice: tuple[Any, ...]


_MADE: dict[Hashable, Made] = {}


def made_once(key: Hashable, kept: Book, make: Callable[[], object]) -> None:
    """Call ``make``, which fills an empty book, or copy what it wrote in an earlier call.

    ``key`` contains everything on which ``make`` depends.
    """
    store, dice = kept.store, kept.dice
    if type(store) is not MemoryStore or type(dice) is not random.Random or store.list_streams():
        make()
        return
    key = (key, kept.author, dice.getstate(), repr(sorted(vars(kept.clock).items())))
    if key in _MADE:
        made = _MADE[key]
        _copy(made.store, store)
        vars(kept.clock).update(made.clock)
        dice.setstate(made.dice)
        return
    make()
    copy = MemoryStore()
    _copy(store, copy)
    _MADE[key] = Made(copy, dict(vars(kept.clock)), dice.getstate())


def _copy(store: MemoryStore, to: MemoryStore) -> None:
    """Copy streams, events, summaries and commands, but not their items, which never change."""
    to.__dict__.update({name: _own(value) for name, value in vars(store).items()})


def _own(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _own(one) for key, one in value.items()}
    return list(value) if isinstance(value, list) else value
