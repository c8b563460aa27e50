"""How a match ends, and who has won it (TA-WIN)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Literal

from msgspec import Struct

from tracker.procedures.declared.said import Said
from tracker.procedures.declared.words import Argument, WordForm, asking, side_said
from tracker.procedures.pieces.endings import (
    DRAWN,
    named_winner,
    offered,
    sides_left,
    was_declined,
)
from tracker.procedures.pieces.naming import side_named
from tracker.procedures.requests import Asking
from tracker.procedures.ruleset import Action, Objection
from tracker.procedures.view import Match
from tracker.rulesets.trial_assault.data import markers
from tracker.rulesets.trial_assault.phases import morale
from tracker.vocabulary.events import MatchEnded
from tracker.vocabulary.names import SideId, UnitId

How = Literal["last side", "turns", "agreed"]
WHY: Final[dict[How, str]] = {
    "last side": "only one side has units left",
    "turns": "the game turns agreed are over",
    "agreed": "the players say so",
}


class Ends(Struct, frozen=True):
    """Without a winner or a draw it is as the house rule has it."""

    winner: SideId | None = None
    draw: bool = False


def worth(match: Match, unit: UnitId) -> int:
    """TA-WIN-02: the points that a unit is to the enemy as it stands: all of them where it is gone
    or falls back, half, rounded up, where it is below half of its models.
    """
    figures = match.all_figures(match.side_of(unit))
    profile = markers.profile(match, next(one for one in figures if match.figure(one).unit == unit))
    if not match.exists(unit) or match.has(unit, markers.FLEES):
        return profile.points
    return -(-profile.points // 2) if morale.is_below_half(match, unit) else 0


def taken(match: Match, side: SideId) -> int:
    """TA-WIN-02: what the enemy's units have brought, with what was scored by hand."""
    enemies = (unit for unit in match.all_units() if match.side_of(unit) != side)
    return match.points(side) + sum(worth(match, unit) for unit in enemies)


def ahead(match: Match) -> SideId | None:
    """The side with the most points; None where several have as many."""
    points = {side: taken(match, side) for side in match.sides}
    most = [side for side in match.sides if points[side] == max(points.values())]
    return most[0] if len(most) == 1 else None


def over(match: Match, how: How, won: SideId | None) -> None:
    scores = tuple((side, taken(match, side)) for side in match.sides)
    match.record(MatchEnded(how=how, winner=won, scores=scores, why=WHY[how]))


def winner(match: Match) -> Asking[SideId | None]:
    """TA-G12: by points, or as the players say."""
    if match.option("victory") == "points":
        yield from ()
        return ahead(match)
    return (yield from named_winner(match, "TA-WIN-02"))


def phase_over(match: Match, turn_over: bool) -> Asking[bool]:
    """TA-WIN-01: one side has nothing left, or the game turns agreed are over."""
    left = sides_left(match)
    if len(left) < 2:
        last = left[0] if left else None
        text = WHY["last side"]
        if not was_declined(match, last) and (
            yield from offered(match, last, text, rule="TA-WIN-01")
        ):
            by_points = match.option("victory") == "points"
            over(match, "last side", ahead(match) if by_points else last)
            return True
    limit = match.option("game_length")
    if turn_over and limit != "open" and match.turn >= int(limit):
        over(match, "turns", (yield from winner(match)))
        return True
    return False


def end(match: Match, _: SideId | None, params: Ends) -> Asking[None]:
    """TA-WIN-01: the players agree that it is over."""
    won = params.winner
    if won is None and not params.draw:
        won = yield from winner(match)
    over(match, "agreed", won)


def objections(match: Match, _: SideId | None, __: Ends) -> Iterable[Objection]:
    if match.ended is not None:
        yield Objection("ended", "TA-WIN-01", "the game is over")


def status(match: Match) -> tuple[tuple[str, str], ...]:
    """TA-WIN-02: what each side has taken, units lost and falling back."""

    def of_sides(n: dict[SideId, int]) -> str:
        return " · ".join(f"{match.side_name(side)} {n[side]}" for side in match.sides)

    gone = {s: sum(not match.exists(u) for u in match.all_units(s)) for s in match.sides}
    flee = {s: sum(match.has(u, markers.FLEES) for u in match.units(s)) for s in match.sides}
    return (
        ("Points taken", of_sides({side: taken(match, side) for side in match.sides})),
        ("Units lost", of_sides(gone)),
        ("Falling back", of_sides(flee)),
    )


def _winner(said: Said) -> dict[str, Any]:
    argument = said.argument()
    return {} if argument is None else {"winner": side_named(said.match, argument)}


WINNER: Final = Argument(
    _winner, lambda match, values: (side_said(match, values["winner"]),) if values["winner"] else ()
)
END: Final = Action(
    id="end",
    word="ends the game",
    params=Ends,
    stage=end,
    objections=objections,
    form=WordForm("end", (DRAWN, WINNER), asks=asking("name_winner")),
    any_time=True,
)
