"""Parses results as people type them: ``10-7``, ``c1``, ``f2 0-20``, ``draw``.

Player 1 is the home player of the pairing, and player 2 is the away player.
"""

from __future__ import annotations

import re

from msgspec import Struct
from msgspec.structs import replace

from tracker.application.errors import Refused
from tracker.leagues.results.standings_input_types import Bye, ResultKind

NOTATION = (
    "type 10-7, or w1 (1 won), w0 (drawn), c1 (1 conceded), f1 (1 forfeits),"
    " l1 (1 left after the round was published), dl (both lose)"
)
MAX_VP = 99_999
_VP = re.compile(r"(?<![a-z\d])([-−]?\d{1,30})\s*[-–:/ ]\s*([-−]?\d{1,30})")
_WORDS: dict[str, ResultKind] = {
    "w": "played",
    "won": "played",
    "win": "played",
    "c": "conceded",
    "conceded": "conceded",
    "f": "forfeit",
    "forfeit": "forfeit",
    "l": "late withdrawal",
    "left": "late withdrawal",
}
"""The words for each kind of result. For each kind, the single letter comes first."""
_BYES: dict[str, Bye] = {"full": "bye", "half": "half bye", "none": "zero bye"}


class TypedResult(Struct, frozen=True):
    """A parsed result.

    ``winner`` is 1 (home), 2 (away), 0 (nobody), or None if the points decide.
    """

    kind: ResultKind = "played"
    winner: int | None = None
    vp: tuple[int, int] | None = None


def swap_players_of_result(typed: TypedResult) -> TypedResult:
    winner = {1: 2, 2: 1}.get(typed.winner or 0, typed.winner)
    return replace(typed, winner=winner, vp=(typed.vp[1], typed.vp[0]) if typed.vp else None)


def parse_bye_kind(text: str) -> Bye:
    """Parse a kind of bye: ``full``, ``half`` or ``none``.

    Raises ``Refused`` for any other text.
    """
    kind = _BYES.get(" ".join(text.split()).casefold())
    if kind is None:
        raise Refused(f"{text!r} is not a bye. Type full, half or none (without points).")
    return kind


def parse_bye_kind_and_points(text: str, kind: Bye) -> tuple[Bye, tuple[int, int] | None]:
    """Parse a bye such as ``half`` or ``full 10-0`` into its kind, and its points or None.

    If only points are typed, the kind is ``kind``. Raises ``Refused`` if it cannot be read.
    """
    rest, vp = split_off_victory_points(" ".join(text.split()))
    return (parse_bye_kind(rest) if rest or vp is None else kind), vp


def split_off_victory_points(text: str) -> tuple[str, tuple[int, int] | None]:
    """Return a text without its victory points, and the points or None.

    Raises ``Refused`` if the points are too high.
    """
    found = _VP.search(text)
    if found is None:
        return text, None
    vp = (_parse_number(found[1]), _parse_number(found[2]))
    if max(map(abs, vp)) > MAX_VP:
        raise Refused(f"{found[0]} is too high for a score; the limit is {MAX_VP}.")
    return " ".join((text[: found.start()] + text[found.end() :]).split()), vp


def parse_typed_result(text: str) -> TypedResult:
    """Parse the result of a game as people type it. Raises ``Refused`` if it cannot be read."""
    said, vp = split_off_victory_points(" ".join(text.split()).lower())
    if not said:
        if vp is None:
            raise Refused(f"Type the result: {NOTATION}.")
        return TypedResult(vp=vp)
    if said in {"d", "draw", "drawn", "w0", "w 0"}:
        return TypedResult(winner=0, vp=vp)
    if said in {"dl", "double loss"}:
        return TypedResult(kind="double loss", winner=0, vp=vp)
    word = re.fullmatch(r"([a-z]+) ?([12])|([12]) ([a-z]+)", said)
    kind = _WORDS.get((word[1] or word[4]) if word else "")
    if word is None or kind is None:
        raise Refused(f"{text!r} is not a result: {NOTATION}.")
    who = int(word[2] or word[3])
    return TypedResult(kind=kind, winner=who if kind == "played" else 3 - who, vp=vp)


def parse_extra_result_column(text: str, column: str) -> tuple[int, int]:
    """Parse an extra column of a result, such as ``12-7``, home player first.

    Raises ``Refused`` if it cannot be read.
    """
    rest, found = split_off_victory_points(" ".join(text.split()))
    if rest or found is None:
        raise Refused(f"Write {column} as two numbers: 12-7, or -3-7 for a negative one.")
    return found


def format_typed_result(kind: ResultKind, winner: int, vp: tuple[int, int] | None) -> str:
    """Format a result as people type it. ``winner`` is 1 (home), 2 (away) or 0 (nobody).

    In a played game, victory points replace the winner.
    """
    points = f"{vp[0]}-{vp[1]}" if vp is not None else ""
    for word, known in _BYES.items():
        if kind == known:
            return f"{word} {points}".strip()
    if kind == "double loss":
        return f"dl {points}".strip()
    if kind == "played":
        return points or (f"w{winner}" if winner else "d")
    letter = next(word for word, known in _WORDS.items() if known == kind)
    return f"{letter}{3 - winner} {points}".strip()


def _parse_number(text: str) -> int:
    return int(text.replace("−", "-"))
