"""The ids of everything in a match. The prefix of an id says what kind of thing it is.

A *subject* is anything that a marker, link, fact or roll can be about: a figure (``f:r1.3``), a
unit (``u:r1``), a unit's figures of one kind (``g:r1.guard``), a combat (``c:1``), a side (``s:r``)
or the match itself (``m:``). Handles such as ``r1`` are assigned at the muster and never change
during the match.

>>> make_unit_id("r1"), make_figure_id("r1", 3)
('u:r1', 'f:r1.3')
>>> format_handle("f:r1.3"), format_display_handle("u:r1")
('r1.3', 'R1')
"""

from __future__ import annotations

import re
from collections.abc import Container
from typing import NewType

SideId = NewType("SideId", str)
"""A side's id, such as ``s:r``."""
UnitId = NewType("UnitId", str)
"""A unit's id, such as ``u:r1``."""
FigureId = NewType("FigureId", str)
"""A figure's id, such as ``f:r1.3``."""
Subject = str
"""The id of anything that a marker, link, fact or roll can be about."""

MATCH: Subject = "m:"
_FIRST = r"^[a-z][0-9]{1,4}(?:\.[0-9]{1,4})?\b"


def make_side_id(letter: str) -> SideId:
    """Make a side's id (``s:r``) from its letter."""
    return SideId(f"s:{letter}")


def make_unit_id(handle: str) -> UnitId:
    """Make a unit's id (``u:r1``) from its handle."""
    return UnitId(f"u:{handle}")


def make_figure_id(unit_handle: str, number: int) -> FigureId:
    """Make a figure's id, such as ``f:r1.3``. ``number`` is its position in its mustered unit."""
    return FigureId(f"f:{unit_handle}.{number}")


def make_combat_id(number: int) -> Subject:
    """Make the id (``c:1``) of a close combat between several units."""
    return f"c:{number}"


def format_handle(subject: Subject) -> str:
    """Return the handle that players type for a subject, such as ``r1`` for ``u:r1``."""
    return subject.partition(":")[2]


def format_display_handle(subject: Subject) -> str:
    """Return a subject's handle for display, such as ``R1``. Players type it in lower case."""
    return format_handle(subject).upper()


def format_die_label(label: str) -> str:
    """Format a die's label for display, such as ``R1 Alpha: 3 left`` for ``r1 Alpha: 3 left``."""
    return re.sub(_FIRST, lambda found: found[0].upper(), label)


def shorten_figure_handle(figure: Subject) -> str:
    """Shorten a figure's handle, such as ``r1.3`` to ``r13``. Longer numbers stay: ``r1.10``."""
    unit, _, number = format_handle(figure).partition(".")
    return f"{unit}{number}" if len(number) == 1 and len(unit) == 2 else format_handle(figure)


def is_side(subject: Subject) -> bool:
    return subject.startswith("s:")


def is_unit(subject: Subject) -> bool:
    return subject.startswith("u:")


def is_figure(subject: Subject) -> bool:
    return subject.startswith("f:")


def name_profile_kind(profile: str, profiles: Container[str]) -> str:
    """Return the kind of figure that a profile describes, such as ``raider`` for ``raider 2``.

    >>> name_profile_kind("raider 2", {"raider", "raider 2"})
    'raider'
    """
    base, _, number = profile.rpartition(" ")
    is_numbered = number.isdigit() and base in profiles and profile in profiles
    return base if is_numbered else profile
