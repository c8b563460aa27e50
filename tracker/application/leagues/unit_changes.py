"""What a unit carries on from one game, by the rules that the campaign declared."""

from __future__ import annotations

from typing import Literal

from tracker.application.leagues.linked_games import UnitStats
from tracker.leagues.carried import Carried
from tracker.leagues.lasting import WarUnit
from tracker.leagues.league_events import Ended, FixtureId, UnitChanged
from tracker.leagues.results import PlayerId

How = Literal["won", "drawn", "lost"]


def carry_unit_on(
    rules: Carried, unit: WarUnit, did: UnitStats, how: How, fixture: FixtureId
) -> UnitChanged:
    """The change of a unit after a game; the arithmetic of its experience is in ``why``.

    With "recover", lost figures stay in doubt until their dice are said. Captives that are held
    are neither lost for good nor in doubt.
    """
    held = min(did.captives, did.lost, unit.figures) if rules.captives == "held" else 0
    fallen, taken = (did.fallen, did.taken) if held else ((*did.fallen, *did.taken), ())
    parts = [(rules.game, "game")]
    if how != "lost":
        parts.append((rules.win if how == "won" else rules.draw, how))
    kills = "for 1 kill" if did.kills == 1 else f"for {did.kills} kills"
    parts.append((rules.kill * did.kills, kills))
    if did.lost < unit.figures:
        parts.append((rules.survival, "survived"))
    said = [f"{points:+d} {what}" for points, what in parts if points]
    lost = did.lost - held
    gone = min(lost, unit.figures - held) if rules.losses == "permanent" else 0
    if lost:
        said.append(f"{lost} lost" + (" for good" if gone else ""))
    if held:
        said.append(f"{held} captured")
    return UnitChanged(
        unit=unit.id,
        experience=sum(points for points, _ in parts),
        figures=-gone - held,
        kills=did.kills,
        lost=did.lost,
        standing="destroyed" if gone and gone == unit.figures else None,
        why=", ".join(said),
        origin="rule",
        rule=rules.losses,
        fixture=fixture,
        names=fallen,
        captives=held,
        taken=taken,
        harm=did.harm if rules.wounds == "carried" else None,
    )


def find_how_it_went(player: PlayerId, ended: Ended) -> How:
    """How a game went for a player."""
    if ended.winner == player:
        return "won"
    return "drawn" if ended.winner is None and ended.kind == "played" else "lost"
