"""Reads carry-over rules from TOML, both those shipped with the program and the user's own."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from tracker.leagues.campaign.carry_over_rules import (
    Captives,
    CarryOverRules,
    Losses,
    RankThreshold,
    RecoveryRule,
    Wounds,
)
from tracker.leagues.organiser_toml_reader import MAX_AMOUNT, OrganiserTomlReader
from tracker.vocabulary.packaged_files import read_packaged_folder

_PER = ("game", "win", "draw", "kill", "survival")
_KEYS: dict[str, Any] = {
    "name": str,
    "about": str,
    **dict.fromkeys(_PER, int),
    "losses": Losses,
    "wounds": Wounds,
    "captives": Captives,
    "recovery": dict[str, Any],
    "ranks": list[dict[str, Any]],
}
_RECOVERY: dict[str, Any] = {"die": int, "needs": int}
_RANK: dict[str, Any] = {"experience": int, "word": str}
MAX_NUMBER = 1000


def parse_carry_over_rules(text: str) -> CarryOverRules:
    """Parse a TOML file of rules. Raises ``FileProblems``, which lists every problem."""
    reading = OrganiserTomlReader(text)
    read = reading.read_typed_values(reading.data, _KEYS)
    for key in _PER:
        if abs(read.get(key, 0)) > MAX_NUMBER:
            reading.report_error((key,), f"{key} can be at most {MAX_NUMBER} points of experience.")
    recovery = _read_recovery(reading, read.pop("recovery", {}))
    ranks = _read_ranks(reading, read.pop("ranks", []))
    reading.raise_problems()
    return CarryOverRules(**read, recovery=recovery, ranks=ranks)


@cache
def load_carry_over_presets() -> Mapping[str, CarryOverRules]:
    """Load the rules that ship with the program. The mapping is by name, in file order."""
    texts = read_packaged_folder("tracker.leagues", "between", ".toml").values()
    return MappingProxyType({one.name: one for one in map(parse_carry_over_rules, texts)})


def _read_recovery(reading: OrganiserTomlReader, table: dict[str, Any]) -> RecoveryRule:
    read = reading.read_typed_values(table, _RECOVERY, ("recovery",))
    found = RecoveryRule(**read)
    if not 2 <= found.die <= 100:
        reading.report_error(("recovery", "die"), "A die can have 2 to 100 faces.")
    elif not 1 <= found.needs <= found.die:
        path = ("recovery", "needs" if "needs" in read else "die")
        reading.report_error(
            path, f"A die with {found.die} faces cannot roll {found.needs} or more."
        )
    return found


def _read_ranks(
    reading: OrganiserTomlReader, tables: list[dict[str, Any]]
) -> tuple[RankThreshold, ...]:
    found: list[RankThreshold] = []
    for place, table in enumerate(tables):
        rank = reading.read_typed_values(table, _RANK, ("ranks", place))
        if "experience" not in rank or not str(rank.get("word", "")).strip():
            reading.report_error(("ranks", place), "A rank needs experience and a word.")
            continue
        one = RankThreshold(rank["experience"], " ".join(rank["word"].split()))
        if abs(one.experience) >= MAX_AMOUNT:
            reading.report_error(
                ("ranks", place, "experience"), f"Experience must be below {MAX_AMOUNT}."
            )
        if found and one.experience <= found[-1].experience:
            reading.report_error(
                ("ranks", place, "experience"),
                f"Ranks must rise: {one.word} needs more experience than {found[-1].word} "
                f"({found[-1].experience}).",
            )
        found.append(one)
    return tuple(found)
