"""Upcasts old events: adds the data that earlier versions of Warledger did not store."""

from __future__ import annotations

import re
from typing import Final

from tracker.vocabulary.die_labels import Label
from tracker.vocabulary.ruleset_display_names import RollWord
from tracker.vocabulary.subject_ids import Subject

ROLLS: Final = (
    RollWord("volley", "to hit", "hit", "hits"),
    RollWord("to_hit", "to hit", "hit", "hits"),
    RollWord("through", "through", "through", "through"),
    RollWord("save", "save", "saved", "saved"),
    RollWord("dice", "reaction test", together="reaction tests"),
    RollWord("panic_dice", "panic checks", stakes="panicked"),
)
"""The display names of rolls in matches that are older than the storing of such names."""

_HANDLE = r"([a-z][0-9]{1,4})(?:\.([0-9]{1,4}))?(?![\w.])"
_BONUS = r" ([+-][0-9]+)$"
_TIMES = r"([0-9]+) [a-z]+$"


def upcast_label(text: str) -> Label:
    """Convert a label that was stored as text into a ``Label``.

    In these texts, sides have bare names, and dice that are added up have no purpose.
    """
    if text[:1].isdigit():
        return Label(what=text, times=_times(text))
    who, _, what = text.partition(": ")
    bonus = None if what else re.search(_BONUS, who)
    subject = _subject(who, figure=bonus is not None)
    if bonus is not None:
        return Label(who[: bonus.start()], subject=subject, adds=int(bonus[1]))
    return Label(who, what, subject, _times(what), 0 if what and subject is None else None)


def _times(what: str) -> int:
    found = re.match(_TIMES, what)
    return 0 if found is None else int(found[1])


def _subject(who: str, *, figure: bool) -> Subject | None:
    """Return the id of a unit (``u:r1``), or of a figure (``f:r1.3`` for ``r13``)."""
    found = re.match(_HANDLE, who)
    if found is None:
        return None
    handle, number = found.groups()
    if figure and number is None and len(handle) == 3:
        handle, number = handle[:2], handle[2:]
    return f"u:{handle}" if number is None else f"f:{handle}.{number}"
