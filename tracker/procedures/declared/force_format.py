"""The format of a roster, so that a force can be built without knowing its game: lists of units,
named items (profiles, weapons), and the possible values of their keys.

>>> skill, move = numbers({"skill": (2, 6), "move": (0, 12)}, {"move": 4})
>>> skill.least, skill.most, move.absent
(2, 6, '4')
>>> ForceFormat((RosterPart("squads", "a squad"),), (RosterPart("profiles", "a profile"),)).top
()
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec import Struct

FieldKind = Literal["text", "number", "flag", "words", "value"]
"""``words`` is a list; ``value`` is a value that only TOML can express, as people would write
it.
"""

MOST = 1_000_000


class RosterField(Struct, frozen=True):
    """A ``key`` of a roster's table, and the ``kind`` of its value.

    ``values`` are the possible words. ``of`` names the part whose names are also possible, or
    several parts (``guns + blades``) that it joins; ``free`` allows any other word. A number is
    between ``least`` and ``most``. ``absent`` is shown if the key is missing. The key applies only
    if ``where`` is one of ``where_is``.
    """

    key: str
    kind: FieldKind = "text"
    values: tuple[str, ...] = ()
    of: str = ""
    free: bool = False
    least: int = 0
    most: int = MOST
    absent: str = ""
    where: str = ""
    where_is: tuple[str, ...] = ()

    @property
    def part_keys(self) -> tuple[str, ...]:
        """The keys of the parts whose names it uses."""
        return tuple(self.of.split(" + ")) if self.of else ()


class RosterPart(Struct, frozen=True):
    """A list of units (``[[squads]]``), or named tables (``[profiles.rifle]``).

    ``key`` is that of the list or tables, ``one`` the word for one of them, ``fields`` their keys.
    Units have figures under the key ``figures``, "" if a unit is a single figure; a line of figures
    may have ``line_fields`` besides profile, name and number. If a part has two kinds of tables,
    only this kind has the key ``marked_by``.
    """

    key: str
    one: str
    fields: tuple[RosterField, ...] = ()
    figures: str = ""
    line_fields: tuple[RosterField, ...] = ()
    marked_by: str = ""


class ForceFormat(Struct, frozen=True):
    """The rosters of a ruleset: ``units`` in the order of their numbers, ``shelves`` of named
    items, ``top`` with keys of the whole force besides name, player and limit. ``leader`` is the
    key, of a line of figures or else of a profile, whose value marks a leader.
    """

    units: tuple[RosterPart, ...]
    shelves: tuple[RosterPart, ...] = ()
    top: tuple[RosterField, ...] = ()
    leader: tuple[str, str | bool] | None = None


def one_of(key: str, words: Iterable[str], absent: str = "") -> RosterField:
    """The field ``key``: one of ``words``; ``absent`` if it is left out."""
    return RosterField(key, values=_said(words), absent=absent)


def some_of(
    key: str, words: Iterable[str] = (), *, of: str = "", free: bool = False
) -> RosterField:
    """The field ``key``: a list of ``words``; ``of`` and ``free`` as in ``RosterField``."""
    return RosterField(key, "words", _said(words), of, free, absent="none")


def numbers(
    limits: Mapping[str, tuple[int, int]], absent: Mapping[str, object] | None = None
) -> tuple[RosterField, ...]:
    """A field for each key of ``limits``: an integer from the least to the most.

    ``absent`` has the optional ones, with their default values.
    """
    known = absent or {}
    return tuple(
        RosterField(key, "number", least=least, most=most, absent=_shown(known.get(key)))
        for key, (least, most) in limits.items()
    )


def flags(keys: Iterable[str]) -> tuple[RosterField, ...]:
    """A field for each of ``keys`` that is true or false; the default is false."""
    return tuple(RosterField(key, "flag", absent="no") for key in keys)


def _said(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(word.replace("-", " ") for word in words)


def _shown(value: object) -> str:
    return "" if value is None else str(value)
