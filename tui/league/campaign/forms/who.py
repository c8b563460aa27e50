"""The rows in which forms of a campaign name a force, a player, a file."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.application.campaigns.mustering import list_brought_units
from tracker.application.leagues.league import League
from tracker.leagues.results import PlayerId
from tui.widgets.form import ChoiceRow


def list_who_can_play(league: League) -> list[str]:
    """The forces, and the players who have none; each by its id."""
    state = league.state
    owners = {one.player for one in state.forces.values()}
    return [*state.forces, *(one for one in state.players if one not in owners)]


def name_member(league: League, who: str) -> str:
    """What a force or player is called."""
    state = league.state
    return state.forces[who].name if who in state.forces else state.name(PlayerId(who))


def pair_of_rows(
    league: League, label: str, places: Sequence[str]
) -> tuple[ChoiceRow[str], ChoiceRow[str]]:
    """Two of those who can play, of two players: another first one puts the second aside."""

    def words(who: str) -> str:
        force = league.state.forces.get(who)
        if force is None:
            return league.state.name(PlayerId(who))
        units = list_brought_units(league.state, force)
        come = sum(bool(one.comes) for one in units)
        waits = ", dice due" if any(one.waits for one in units) else ""
        whose = league.state.name(force.player)
        return f"{force.name} · {whose} · {come} of {len(units)} units come{waits}"

    def player(who: str) -> str:
        return league.state.forces[who].player if who in league.state.forces else who

    def against(first: str) -> None:
        if player(second.value) == player(first):
            others = (one for one in places if player(one) != player(first))
            second.value = next(others, second.value)

    def short(who: str) -> str:
        return name_member(league, who) if who else "nobody yet"

    begins = places[0] if places else ""
    first = ChoiceRow(label, lambda: places, begins, words, short=short, then=against)
    second = ChoiceRow("Against", lambda: places, begins, words, short=short)
    against(begins)
    return first, second
