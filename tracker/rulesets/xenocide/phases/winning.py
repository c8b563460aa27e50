"""How a match ends, who has won it, and what has been lost by then (XF-WIN-01 to XF-WIN-03)."""

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
from tracker.rulesets.xenocide.data import markers, troops
from tracker.rulesets.xenocide.data.vehicles import half
from tracker.vocabulary.events import MatchEnded
from tracker.vocabulary.names import FigureId, SideId

WHY: Final = {
    "last side": "only one side is left",
    "nobody": "nobody is left",
    "turns": "the turns agreed are over",
    "agreed": "the players say so",
}
How = Literal["last side", "nobody", "turns", "agreed"]

KINDS: Final = {
    "killed": "killed",
    "destroyed": "destroyed",
    "strayed": "lost",
    "lost in teleport": "scattered",
    "fled": "fled",
    "captive": "captured",
}
"""XF-WIN-03: how figures are lost, and the words of it."""


class GameOver(Struct, frozen=True):
    """Without a winner or a draw it is as the house rule has it, and people may be asked."""

    winner: SideId | None = None
    draw: bool = False


# ----------------------------------------------------------------------------------------- losses


def worth(match: Match, figure: FigureId) -> int:
    """XF-G85: the VP that a figure is to the enemy as it stands; captives count apart."""
    profile, gone = troops.profile(match, figure), match.figure(figure).gone
    if gone is not None:
        return profile.cost * (int(match.option("captured_vp")) if gone == "captured" else 1)
    if not match.has(match.figure(figure).unit, markers.DISABLED):
        return 0
    return {"half": half(profile.cost, up=False), "full": profile.cost}.get(
        str(match.option("disabled_vehicle_vp")), 0
    )


def lost(match: Match, side: SideId) -> int:
    """XF-WIN-02: the VP of what a side has lost."""
    return sum(worth(match, figure) for figure in match.all_figures(side))


def taken(match: Match, side: SideId) -> int:
    """XF-WIN-02: the VP of what every enemy of a side has lost, and those noted by hand."""
    enemies = (other for other in match.sides if other != side)
    return match.points(side) + sum(lost(match, other) for other in enemies)


def ahead(match: Match) -> SideId | None:
    """XF-G85: the side that took the most; None where several did."""
    points = {side: taken(match, side) for side in match.sides}
    most = [side for side in match.sides if points[side] == max(points.values())]
    return most[0] if len(most) == 1 else None


# ---------------------------------------------------------------------------------------- the end


def phase_over(match: Match, turn_over: bool) -> Asking[bool]:
    """XF-WIN-01: one side left, or the turns agreed are over (XF-G86)."""
    left = sides_left(match)
    if len(left) < 2:
        last = left[0] if left else None
        how: How = "last side" if left else "nobody"
        ends = not was_declined(match, last)
        if ends and (yield from offered(match, last, WHY[how], rule="XF-WIN-01")):
            over(match, how, (yield from winner(match)))
            return True
    limit = int(match.option("turn_limit"))
    if turn_over and limit and match.turn >= limit:
        over(match, "turns", (yield from winner(match)))
        return True
    return False


def winner(match: Match) -> Asking[SideId | None]:
    """XF-G85: by VP, the side that is left alone, or as the players say."""
    left = sides_left(match)
    match match.option("victory"):
        case "vp_lost":
            return ahead(match)
        case "last_side" if len(left) < 2:
            return left[0] if left else None
    return (yield from named_winner(match, "XF-WIN-01"))


def over(match: Match, how: How, won: SideId | None) -> None:
    scores = tuple((side, taken(match, side)) for side in match.sides)
    match.record(MatchEnded(how=how, winner=won, scores=scores, why=WHY[how]))


def end(match: Match, _: SideId | None, params: GameOver) -> Asking[None]:
    """XF-WIN-01: game over, when the players say so."""
    won = params.winner
    if won is None and not params.draw:
        won = yield from winner(match)
    over(match, "agreed", won)


def objections(match: Match, _: SideId | None, __: GameOver) -> Iterable[Objection]:
    if match.ended is not None:
        yield Objection("ended", "XF-WIN-01", "the game is over")


def status(match: Match) -> tuple[tuple[str, str], ...]:
    """XF-WIN-02, XF-WIN-03: VP taken, and losses of each side by kind."""
    taken_by = " · ".join(f"{match.side_name(side)} {taken(match, side)}" for side in match.sides)
    rows = ((word, _each(match, how)) for word, how in KINDS.items())
    disabled = " · ".join(
        f"{match.side_name(side)} {sum(match.has(u, markers.DISABLED) for u in match.units(side))}"
        for side in match.sides
    )
    return (
        ("VP taken", taken_by),
        *((word.capitalize(), n) for word, n in rows),
        ("Disabled", disabled),
    )


def _each(match: Match, how: str) -> str:
    return " · ".join(
        f"{match.side_name(side)} "
        f"{sum(match.figure(figure).gone == how for figure in match.all_figures(side))}"
        for side in match.sides
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
    params=GameOver,
    stage=end,
    objections=objections,
    form=WordForm("end", (DRAWN, WINNER), asks=asking("name_winner")),
    any_time=True,
)
