"""The rules for what units keep from one game of a campaign to the next, and their files."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Literal

from msgspec import Struct

from tracker.leagues.organiser_toml_reader import MAX_AMOUNT, OrganiserTomlReader
from tracker.vocabulary.packaged_files import read_packaged_folder

Losses = Literal["return", "permanent", "recover"]
Wounds = Literal["healed", "carried"]
Captives = Literal["lost", "held"]


class RankThreshold(Struct, frozen=True):
    """A rank called ``word``, for units with at least ``experience`` points of experience."""

    experience: int
    word: str


class RecoveryRule(Struct, frozen=True, omit_defaults=True):
    """The rule for recovery: a lost figure returns if its die shows ``needs`` or more."""

    die: int = 6
    needs: int = 4


class CarryOverRules(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The experience that units earn in a game, and what happens to their lost figures.

    A unit earns ``survival`` if it has figures left at the end. If ``losses`` is "return", all lost
    figures return. If it is "permanent", none return. If it is "recover", dice decide. ``wounds``
    (and other lasting damage) are "healed", or "carried" to the next game. ``captives`` are "lost",
    or "held" by the enemy until they are returned.
    """

    game: int = 0
    win: int = 0
    draw: int = 0
    kill: int = 0
    losses: Losses = "return"
    recovery: RecoveryRule = RecoveryRule()
    ranks: tuple[RankThreshold, ...] = ()
    survival: int = 0
    name: str = ""
    about: str = ""
    wounds: Wounds = "healed"
    captives: Captives = "lost"

    def get_rank_name(self, experience: int) -> str:
        """Return the name of the highest rank for a given experience, or "" if it is too low for
        any rank.
        """
        earned = [rank for rank in self.ranks if rank.experience <= experience]
        return max(earned, key=lambda rank: rank.experience).word if earned else ""

    def find_next_rank(self, experience: int) -> RankThreshold | None:
        above = [rank for rank in self.ranks if rank.experience > experience]
        return min(above, key=lambda rank: rank.experience) if above else None

    def describe_rules(self) -> tuple[str, ...]:
        per = (
            (self.game, "game"),
            (self.win, "win"),
            (self.draw, "draw"),
            (self.kill, "kill"),
            (self.survival, "game survived"),
        )
        earned = ", ".join(f"{points:+d} a {what}" for points, what in per if points)
        back = f"a D{self.recovery.die} for each figure, returning on {self.recovery.needs}+"
        losses = {"return": "all figures return", "permanent": "permanent", "recover": back}
        ranks = ", ".join(f"{rank.word} at {rank.experience}" for rank in self.ranks)
        lines = (
            ("", self.name),
            ("", self.about),
            ("experience: ", earned),
            ("losses: ", losses[self.losses]),
            ("wounds: ", "carried to the next game" if self.wounds == "carried" else ""),
            ("captives: ", "held until they are returned" if self.captives == "held" else ""),
            ("ranks: ", ranks),
        )
        return tuple(f"{what}{text}" for what, text in lines if text)


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
    """Parse a TOML file of carry-over rules. Raises ``FileProblems`` with every problem."""
    reading = OrganiserTomlReader(text)
    read = reading.read_typed_values(reading.data, _KEYS)
    for key in _PER:
        if abs(read.get(key, 0)) > MAX_NUMBER:
            reading.report_error(
                (key,), f"`{key}` can be at most {MAX_NUMBER} points of experience."
            )
    recovery = _read_recovery(reading, read.pop("recovery", {}))
    ranks = _read_ranks(reading, read.pop("ranks", []))
    reading.raise_any_problems()
    return CarryOverRules(**read, recovery=recovery, ranks=ranks)


@cache
def load_carry_over_presets() -> Mapping[str, CarryOverRules]:
    """Load the carry-over rules that ship with the program, by name, in file order."""
    texts = read_packaged_folder("tracker.leagues", "between", ".toml").values()
    return MappingProxyType({one.name: one for one in map(parse_carry_over_rules, texts)})


def _read_recovery(reading: OrganiserTomlReader, table: dict[str, Any]) -> RecoveryRule:
    read = reading.read_typed_values(table, _RECOVERY, ("recovery",))
    found = RecoveryRule(**read)
    if not 2 <= found.die <= 100:
        reading.report_error(("recovery", "die"), "A die can have 2 to 100 faces.")
    elif not 1 <= found.needs <= found.die:
        path = ("recovery", "needs" if "needs" in read else "die")
        sentence = f"A die with {found.die} faces cannot roll {found.needs} or more."
        reading.report_error(path, sentence)
    return found


def _read_ranks(
    reading: OrganiserTomlReader, tables: list[dict[str, Any]]
) -> tuple[RankThreshold, ...]:
    found: list[RankThreshold] = []
    for place, table in enumerate(tables):
        rank = reading.read_typed_values(table, _RANK, ("ranks", place))
        if "experience" not in rank or not str(rank.get("word", "")).strip():
            reading.report_error(("ranks", place), "A rank needs `experience` and `word`.")
            continue
        one = RankThreshold(rank["experience"], " ".join(rank["word"].split()))
        path = ("ranks", place, "experience")
        if abs(one.experience) >= MAX_AMOUNT:
            reading.report_error(path, f"Experience must be below {MAX_AMOUNT}.")
        if found and one.experience <= found[-1].experience:
            last = f"{found[-1].word} ({found[-1].experience})"
            sentence = f"Ranks must rise: {one.word} needs more experience than {last}."
            reading.report_error(path, sentence)
        found.append(one)
    return tuple(found)
