"""What a roster is made of, so that it can be built without knowing its game: its lists of units,
what is written once under a word (profiles, weapons), the keys of each, and what they can be.

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
"""``words`` is a list of them; ``value`` is what only TOML says, as people would write it."""

MOST = 1_000_000


class RosterField(Struct, frozen=True):
    """A ``key`` of a table of a roster, and the ``kind`` of what stands there.

    ``values`` are the words it can be, ``of`` names the part whose names are such words, too, or
    several parts (``guns + blades``) where it joins theirs; ``free`` says that other words will do.
    A number lies from ``least`` to ``most``. ``absent`` is what is told where it is left out. It is
    asked only where ``where`` is one of ``where_is``.
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
        """The keys of the parts that it names things of."""
        return tuple(self.of.split(" + ")) if self.of else ()


class RosterPart(Struct, frozen=True):
    """A list of units (``[[squads]]``), or tables under words of one's own (``[profiles.rifle]``).

    ``key`` is that of the list or the tables, ``one`` what people call one of them, ``fields`` what
    they say. Units have their figures under the key ``figures``, "" where one is a single figure; a
    line of figures may have ``line_fields`` of its own, beside profile, name and number. Where a
    part has two kinds of tables, ``marked_by`` is a key that only this kind has.
    """

    key: str
    one: str
    fields: tuple[RosterField, ...] = ()
    figures: str = ""
    line_fields: tuple[RosterField, ...] = ()
    marked_by: str = ""


class ForceFormat(Struct, frozen=True):
    """The rosters of a ruleset: ``units`` in the order in which they are numbered, ``shelves`` of
    what they are made of, ``top`` are keys of the whole force beside name, player and limit.
    ``leader`` is the key, of a line of figures or else of a profile, by whose value one leads.
    """

    units: tuple[RosterPart, ...]
    shelves: tuple[RosterPart, ...] = ()
    top: tuple[RosterField, ...] = ()
    leader: tuple[str, str | bool] | None = None


def one_of(key: str, words: Iterable[str], absent: str = "") -> RosterField:
    """The field ``key``: one of ``words``, as people say them; ``absent`` where it is left out."""
    return RosterField(key, values=_said(words), absent=absent)


def some_of(
    key: str, words: Iterable[str] = (), *, of: str = "", free: bool = False
) -> RosterField:
    """The field ``key``: a list of ``words``; ``of`` and ``free`` as in ``RosterField``."""
    return RosterField(key, "words", _said(words), of, free, absent="none")


def numbers(
    limits: Mapping[str, tuple[int, int]], absent: Mapping[str, object] | None = None
) -> tuple[RosterField, ...]:
    """A field for each key of ``limits``: a whole number from the least to the most.

    ``absent`` has those that may be left out, with what they are then.
    """
    known = absent or {}
    return tuple(
        RosterField(key, "number", least=least, most=most, absent=_shown(known.get(key)))
        for key, (least, most) in limits.items()
    )


def flags(keys: Iterable[str]) -> tuple[RosterField, ...]:
    """A field for each of ``keys`` that is true or false; false where it is left out."""
    return tuple(RosterField(key, "flag", absent="no") for key in keys)


def _said(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(word.replace("-", " ") for word in words)


def _shown(value: object) -> str:
    return "" if value is None else str(value)
