"""The screens' keys, from ``keys.toml``. A screen's method ``do_<id>`` runs the command ``id``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain, starmap

from tracker.vocabulary.packaged_files import read_packaged_toml

ENTER = ("enter", "ctrl+j")  # most number pads send ctrl+j


@dataclass(frozen=True)
class KeyCommand:
    """A command, its keys and the texts that screens show. ``keys`` are the names in Textual."""

    id: str
    keys: tuple[str, ...]
    label: str
    word: str
    text: str


_TABLES = read_packaged_toml("tui", "keys.toml", dict[str, dict[str, str | list[str]]])
_FOOTERS, _MORE_KEYS = _TABLES.pop("footers"), _TABLES.pop("more_keys")


def _list_commands_of_row(name: str, row: str | list[str]) -> Iterable[KeyCommand]:
    """List the commands of a row in ``keys.toml``.

    A row can also refer to one command, or all commands, of another table.
    """
    if isinstance(row, str):
        matching = [key for key in KEYS[row] if name in (row, key.id)]
        if not matching:
            raise ValueError(f"keys.toml: [{row}] has no key {name}")
        return matching
    keys, sign, word, text = row
    names = (ENTER if key == "enter" else (key,) for key in keys.split())
    return [KeyCommand(name, tuple(chain.from_iterable(names)), sign, word, text)]


KEYS: dict[str, tuple[KeyCommand, ...]] = {}  # by table of ``keys.toml``, in its order
for _table, _rows in _TABLES.items():
    KEYS[_table] = tuple(chain.from_iterable(starmap(_list_commands_of_row, _rows.items())))


def find_command_by_key(commands: tuple[KeyCommand, ...], key: str) -> KeyCommand | None:
    """Return the command that is bound to a key, or None. ``key`` is Textual's name for the key."""
    return next((command for command in commands if key in command.keys), None)


def select_commands(commands: tuple[KeyCommand, ...], *ids: str) -> tuple[KeyCommand, ...]:
    return tuple(next(command for command in commands if command.id == name) for name in ids)


FOOTERS = {table: select_commands(KEYS[table], *ids) for table, ids in _FOOTERS.items()}
MORE_KEYS = {table: select_commands(KEYS[table], *ids) for table, ids in _MORE_KEYS.items()}
