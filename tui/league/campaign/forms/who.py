"""The rows in which forms of a campaign name a force, a player, a file."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.application.campaigns.mustering import brings
from tracker.application.leagues.league import League
from tracker.leagues.results import PlayerId
from tui.widgets.form import ChoiceRow


def who_can_play(league: League) -> list[str]:
    """The forces, and the players who have none; each by its id."""
    state = league.state
    owners = {one.player for one in state.forces.values()}
    return [*state.forces, *(one for one in state.players if one not in owners)]


def named(league: League, who: str) -> str:
    """What a force or player is called."""
    state = league.state
    return state.forces[who].name if who in state.forces else state.name(PlayerId(who))


def who_row(league: League, label: str, places: Sequence[str], at: int) -> ChoiceRow[str]:
    """One of those who can play; ``at`` is whose place is proposed."""

    def words(who: str) -> str:
        force = league.state.forces.get(who)
        if force is None:
            return league.state.name(PlayerId(who))
        units = brings(league.state, force)
        come = sum(bool(one.comes) for one in units)
        waits = ", dice due" if any(one.waits for one in units) else ""
        whose = league.state.name(force.player)
        return f"{force.name} · {whose} · {come} of {len(units)} units come{waits}"

    return ChoiceRow(
        label,
        lambda: places,
        places[min(at, len(places) - 1)] if places else "",
        words,
        short=lambda who: named(league, who) if who else "nobody yet",
    )


def second_of(league: League, places: Sequence[str]) -> int:
    """The place of the first who is of another player than the first of all."""
    players = [league.state.forces[one].player if one[:1] == "w" else one for one in places]
    return next((at for at, one in enumerate(players) if one != players[0]), 0)
