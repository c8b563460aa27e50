"""Tie-breaks that an organiser composed, from ``[[tie_break]]`` in the file of a scheme."""

from __future__ import annotations

from typing import Any

import msgspec

from tracker.leagues.file_reading import FileReading, suggest_names
from tracker.leagues.tie_rules import BUILT_IN, OF_OPPONENTS, WITHIN, Source, Unplayed
from tracker.vocabulary.toml import clean_name

LONGEST_HEAD = 7
"""Signs that head a column at most."""
MOST_CUT = 100
_AT = "tie_break"


class TieRuleText(msgspec.Struct, forbid_unknown_fields=True):
    """A tie-break as it stands in the file; see ``TieRule``."""

    name: str
    adds: str
    short: str = ""
    mean: bool = False
    fewer_first: bool = False
    by_result: bool = False
    at_least: int = 0
    cut_worst: int = 0
    cut_best: int = 0
    unplayed: Unplayed = "own points"


def check(reading: FileReading, composed: list[TieRuleText]) -> None:
    """Notes everything that is wrong with them."""
    names: list[str] = []
    for place, text in enumerate(composed):
        name = clean_name(text.name)
        if not name:
            reading.report_wrong((_AT, place), "A tie-break needs a name.")
        elif name in BUILT_IN or name == "points":
            said = f"“{name}” is a tie-break already; give your own another name."
            reading.report_wrong((_AT, place, "name"), said)
        elif name in names:
            reading.report_wrong((_AT, place, "name"), f"The tie-break “{name}” is there twice.")
        names.append(name)
        _check_sum(reading, place, text)


def _check_sum(reading: FileReading, place: int, text: TieRuleText) -> None:
    if text.adds not in SOURCES:
        said = f"Nothing is called “{clean_name(text.adds)}”{suggest_names(text.adds, SOURCES)}"
        reading.report_wrong((_AT, place, "adds"), said)
        return
    if len(clean_name(text.short)) > LONGEST_HEAD:
        said = f"short heads a column: {LONGEST_HEAD} signs at most."
        reading.report_wrong((_AT, place, "short"), said)
    if not (0 <= text.cut_worst <= MOST_CUT and 0 <= text.cut_best <= MOST_CUT):
        reading.report_wrong((_AT, place), f"A cut is 0 to {MOST_CUT} rounds.")
    if not 0 <= text.at_least <= 100:
        reading.report_wrong((_AT, place, "at_least"), "at_least is 0 to 100 per cent.")
    if text.by_result and text.adds not in OF_OPPONENTS:
        said = "by_result needs a sum of opponents: " + ", ".join(sorted(OF_OPPONENTS)) + "."
        reading.report_wrong((_AT, place, "by_result"), said)
    if text.at_least and text.adds not in OF_OPPONENTS | {"points against"}:
        said = "at_least looks at opponents: it goes with points against, or a sum of theirs."
        reading.report_wrong((_AT, place, "at_least"), said)


SOURCES: tuple[Source, ...] = tuple(
    dict.fromkeys(rule.adds for rule in BUILT_IN.values() if rule.adds not in WITHIN)
)
"""What a tie-break of one's own may add up."""


def compose_rules(texts: list[TieRuleText]) -> list[dict[str, Any]]:
    """The rules as plain data; a short name that is missing is cut from the name."""
    return [
        msgspec.structs.asdict(each)
        | {
            "name": clean_name(each.name),
            "short": clean_name(each.short) or clean_name(each.name)[:LONGEST_HEAD].rstrip(),
        }
        for each in texts
    ]
