"""How a match ends: an end that is offered and may be declined, and a winner whom people name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tracker.procedures.declared.markers import MarkerKind
from tracker.procedures.declared.said import Said
from tracker.procedures.declared.values import OneOf
from tracker.procedures.declared.words import Argument
from tracker.procedures.requests import Asking, Confirm, Option, Pick, ask
from tracker.procedures.view import Match
from tracker.vocabulary.names import MATCH, SideId, Subject, handle

DRAW: Final = "draw"


def _winners(match: Match, _: Subject) -> Mapping[str, str]:
    return {DRAW: DRAW} | {handle(side): side for side in match.sides}


def _draw(said: Said) -> dict[str, Any]:
    drawn = said.arguments[:1] == [DRAW]
    return {"draw": bool(said.argument())} if drawn else {}


DRAWN: Final = Argument(_draw, lambda _, values: (DRAW,) if values["draw"] else ())
"""``draw``, where the players call it one."""
DECLINED: Final = MarkerKind(
    "end_offered", "played on", "", "match", "hidden", values=OneOf("winner", _winners)
)
"""On the match: an end the table declined; its value: who had won."""


def sides_left(match: Match) -> tuple[SideId, ...]:
    """The sides that have anybody on the table."""
    return tuple(side for side in match.sides if match.units(side))


def was_declined(match: Match, winner: SideId | None) -> bool:
    """Whether the table has declined this very end."""
    return match.mark(MATCH, DECLINED) == (winner or DRAW)


def offered(
    match: Match,
    winner: SideId | None,
    why: str,
    *,
    rule: str,
    id: str = "offer",  # noqa: A002 - as of every request
) -> Asking[bool]:
    """Ask whether the match ends here; that it does not is written down."""
    agreed = yield from ask(Confirm(id=id, what=f"{why}: end the game", default=True, rule=rule))
    if not agreed:
        match.record(DECLINED.set(MATCH, value=winner or DRAW))
    return agreed


def forget(match: Match) -> None:
    """The end that was declined is out of sight: the next one is offered again."""
    if match.has(MATCH, DECLINED):
        match.record(DECLINED.cleared(MATCH))


def named_winner(match: Match, rule: str) -> Asking[SideId | None]:
    """The players name who has won; None for a draw."""
    sides = tuple(Option(side, match.side_name(side)) for side in match.sides)
    winner = yield from ask(
        Pick(
            id="name_winner",
            what="the winner",
            options=(*sides, Option(DRAW, DRAW)),
            default=DRAW,
            rule=rule,
        )
    )
    return None if winner == DRAW else SideId(winner)
