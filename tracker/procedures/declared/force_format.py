"""The format of rosters. It tells a force editor which keys and values a game allows.

A format describes lists of units and named items (profiles, weapons).

>>> skill, move = make_number_fields({"skill": (2, 6), "move": (0, 12)}, {"move": 4})
>>> skill.least, skill.most, move.absent
(2, 6, '4')
>>> ForceFormat((RosterPart("squads", "a squad"),), (RosterPart("profiles", "a profile"),)).top
()
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec import Struct

from tracker.vocabulary.renamed_names import keep_old_names

FieldKind = Literal["text", "number", "flag", "words", "value"]
"""The kind of a value. ``words`` is a list of words, and ``value`` is a value in TOML syntax."""

MAX_NUMBER = 1_000_000


class RosterField(Struct, frozen=True):
    """A ``key`` in a table of a roster. ``kind`` is the kind of its value.

    ``values`` are the possible words. ``of`` names a part of the roster, or several parts (``guns +
    blades``). The names in these parts are possible too. If ``free`` is true, any other word is
    allowed. A number must be between ``least`` and ``most``. ``absent`` is displayed if the key is
    missing. The key applies only if the value of ``where`` is one of ``where_is``.
    """

    key: str
    kind: FieldKind = "text"
    values: tuple[str, ...] = ()
    of: str = ""
    free: bool = False
    least: int = 0
    most: int = MAX_NUMBER
    absent: str = ""
    where: str = ""
    where_is: tuple[str, ...] = ()

    @property
    def part_keys(self) -> tuple[str, ...]:
        """The keys of the roster parts whose names the field accepts."""
        return tuple(self.of.split(" + ")) if self.of else ()


class RosterPart(Struct, frozen=True):
    """A list of units (``[[squads]]``), or named tables (``[profiles.rifle]``).

    ``key`` is the key of the list or tables. ``one`` is the word for a single item. ``fields`` are
    an item's keys. ``figures`` is the key for a unit's figures, or "" if a unit is a single figure.
    A line of figures has a profile, a name and a number, and may have ``line_fields``. If another
    kind of table has the same ``key``, only tables of this kind have the key ``marked_by``.
    """

    key: str
    one: str
    fields: tuple[RosterField, ...] = ()
    figures: str = ""
    line_fields: tuple[RosterField, ...] = ()
    marked_by: str = ""


class ForceFormat(Struct, frozen=True):
    """The format of a ruleset's rosters.

    ``units`` are in the order of their numbers. ``shelves`` contain named items. ``top`` contains
    the keys of the whole force, but not name, player and limit, which every force has.

    ``leader`` is the key that marks a leader, in a line of figures or in a profile.
    """

    units: tuple[RosterPart, ...]
    shelves: tuple[RosterPart, ...] = ()
    top: tuple[RosterField, ...] = ()
    leader: tuple[str, str | bool] | None = None


def make_choice_field(key: str, words: Iterable[str], absent: str = "") -> RosterField:
    """Make a field ``key`` whose value is one of ``words``. Its default is ``absent``."""
    return RosterField(key, values=_replace_hyphens(words), absent=absent)


def make_word_list_field(
    key: str, words: Iterable[str] = (), *, of: str = "", free: bool = False
) -> RosterField:
    """Make a field ``key`` for a list of ``words``. See ``RosterField`` for ``of`` and ``free``."""
    return RosterField(key, "words", _replace_hyphens(words), of, free, absent="none")


def make_number_fields(
    limits: Mapping[str, tuple[int, int]], absent: Mapping[str, object] | None = None
) -> tuple[RosterField, ...]:
    """Make a field for each key in ``limits``: an integer from the first to the second limit.

    ``absent`` maps the optional keys to their default values.
    """
    usual = {key: str(value) for key, value in (absent or {}).items() if value is not None}
    return tuple(
        RosterField(key, "number", least=least, most=most, absent=usual.get(key, ""))
        for key, (least, most) in limits.items()
    )


def make_flag_fields(keys: Iterable[str]) -> tuple[RosterField, ...]:
    """Make a true-or-false field for each of ``keys``. The default is false."""
    return tuple(RosterField(key, "flag", absent="no") for key in keys)


def _replace_hyphens(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(word.replace("-", " ") for word in words)


keep_old_names(__name__)
