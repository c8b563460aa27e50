"""A draft made again: what of it may stay, and what changed, for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from tracker.application.leagues import round_draft
from tracker.application.leagues.pairs import Paired
from tracker.leagues import league_events as ev
from tracker.leagues.arithmetic_text import NOT_MET
from tracker.leagues.league_rows import Fixture, Round
from tracker.leagues.league_state import LeagueState
from tracker.leagues.results import PlayerId

Group = frozenset[PlayerId]
"""Two who meet, or the one who has the bye."""
MOST_TOLD = 4
"""So many pairings that changed are named; of more, how many."""


def find_kept_pairings(state: LeagueState, how: str, order: ev.Order) -> dict[Group, Fixture]:
    """The pairings and byes of the draft that may stay in one that is made now.

    None where it is to be made in another way: by another method or order, or by other lots.
    """
    draft = state.draft
    if draft is None or (draft.method, draft.order) != (how, order) or has_lots_since(state, draft):
        return {}
    return {frozenset(one.players): one for one in state.list_fixtures(draft) if not one.asked}


def has_lots_since(state: LeagueState, draft: Round) -> bool:
    """Whether lots were drawn since a draft was made, apart from those drawn for it."""
    return any(lot.version > draft.drafted_at for lot in state.lots)


def allows_rematches(state: LeagueState) -> bool:
    """Whether the draft has a pairing of two who had met as often as planned."""
    if state.draft is None or state.draft.method == round_draft.SWISS:
        return False
    times = Counter(frozenset(pair) for _, *pair in round_draft.list_meetings(state))
    divided = state.get_divisions()
    return any(
        times[frozenset(one.players)]
        >= round_draft.count_most_meetings(state, divided.of(one.home))
        for one in state.list_fixtures(state.draft)
        if one.away and not one.why.startswith("by hand")
    )


def list_met_since(state: LeagueState, draft: Round) -> Iterator[str]:
    """Those of a draft who had not met when it was made, and have been paired since."""
    paired = {frozenset(pair): number for number, *pair in round_draft.list_meetings(state)}
    for one in state.list_fixtures(draft):
        number = paired.get(frozenset(one.players))
        if number is not None and one.why.endswith(NOT_MET) and not one.locked:
            names = " and ".join(map(state.name, one.players))
            yield f"{names} meet in round {number} since the draft."


def describe_redraft(before: LeagueState, event: ev.RoundDrafted) -> Iterator[str]:
    """How many tables of a draft made again are as before, and which pairings changed."""
    was = before.rounds.get((before.season.number, event.round))
    if was is None:
        return
    known = {frozenset(one.players) for one in before.list_fixtures(was) if not one.asked}
    drawn = [one for one in event.pairings if one.away or one.bye == "bye"]
    games = [one for one in drawn if one.away]
    same = sum(_group(one) in known for one in games)
    changed = [_called(before, one) for one in drawn if _group(one) not in known]
    if same == len(games):
        yield ", all as before"
    elif same:
        yield f", {same} as before"
    else:
        yield ", all of them new"
        return
    if changed:
        more = len(changed) - MOST_TOLD
        named = [*changed[:MOST_TOLD], f"{more} more"] if more > 0 else changed
        yield f" (changed: {', '.join(named)})"


def _group(one: ev.Pairing) -> Group:
    return frozenset(filter(None, (one.home, one.away)))


def _called(state: LeagueState, one: ev.Pairing) -> str:
    if one.away is None:
        return f"{state.name(one.home)} has the bye"
    return f"{state.name(one.home)} v {state.name(one.away)}"


def number_pairings(
    known: Mapping[Group, Fixture],
    names: Iterator[ev.FixtureId],
    pairs: Iterable[Paired],
    tables: int,
) -> Iterator[ev.Pairing]:
    """Pairings under new names; those that stay under theirs, and at one of so many tables."""
    for one in pairs:
        was = known.get(frozenset(filter(None, (one.home, one.away))))
        if was is None:
            yield ev.Pairing(next(names), one.home, one.away, 0, one.why)
        else:
            table = was.table if was.table <= tables else 0
            why = was.why if was.why.startswith("by hand") else one.why
            yield ev.Pairing(was.id, was.home, was.away, table, why)
