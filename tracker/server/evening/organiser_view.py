"""What the organiser's pages show besides the evening: everybody, and what can be done now."""

from __future__ import annotations

from msgspec import Struct

from tracker.application.leagues import ordering, round_draft
from tracker.application.leagues.late_entry import find_byes
from tracker.application.leagues.league import League
from tracker.application.leagues.league_log import describe_line
from tracker.leagues.bracket import find_bracket
from tracker.leagues.league_rows import Competitor
from tracker.leagues.results import PlayerId
from tracker.leagues.seeding import ORDER_WORDS
from tracker.server.access_tokens import AccessTokens, Role
from tracker.server.evening.evening_view import EveningSeen, HereSeen, TableSeen
from tui.league.evening.evening_table import propose_end


class PersonSeen(Struct, frozen=True):
    """A player as the check-in has it; ``absence`` is that of the next round.

    ``opponent`` wins the open game if the player drops now; ``annul`` says how much was played
    where dropping may annul it; ``annulled`` that it is. ``on_a_phone``: somebody has the name.
    """

    id: PlayerId
    name: str
    absence: str
    bye: str
    here: HereSeen
    opponent: str
    annul: str
    annulled: bool
    on_a_phone: bool
    division: str


class OrganiserSeen(Struct, frozen=True):
    """``missing`` is what the round and those before it still lack, ``undo`` and ``redo`` the lines
    that would be taken back and returned.

    ``ways`` and ``orders`` are how the next round can be drafted, each with its words. ``alone``
    has the bye that somebody can step in against; nobody won ``open_game`` of the bracket.
    ``ends`` is proposed as the end of the next round, ``divisions`` are those there are.
    """

    beyond: bool
    people: tuple[PersonSeen, ...]
    missing: tuple[str, ...]
    undo: str
    redo: str
    ways: tuple[tuple[str, str], ...]
    orders: tuple[tuple[str, str], ...]
    alone: tuple[str, ...]
    open_game: str
    open_players: tuple[tuple[PlayerId, str], ...]
    ends: str
    divisions: tuple[str, ...]


def find_organiser_choices(
    league: League, evening: EveningSeen, tokens: AccessTokens
) -> OrganiserSeen:
    """What the organiser can do as the league stands now."""
    state, number = league.state, evening.next
    usual = round_draft.describe_usual_methods(state, number, league.people.list_present(number))
    first = number == 1 and not state.season.closed
    bracket = find_bracket(state, state.season.number)
    undecided = next((one for one in bracket.games if one.open), None) if bracket else None
    byes = find_byes(state)
    last, redone = league.last_said, league.story.tree.redo
    return OrganiserSeen(
        beyond=0 < state.planned_now < number,
        people=tuple(_person(league, evening, one, tokens) for one in state.players.values()),
        missing=tuple(_missing(evening)),
        undo=f"Line {last.number}: {describe_line(league.story, last)}" if last else "",
        redo=f"line {league.story.number_of(redone[-1])}" if redone else "",
        ways=(("", f"as usual, {usual}"), *((one, one) for one in round_draft.METHODS)),
        orders=tuple((one, ORDER_WORDS[one]) for one in ordering.open_to(state)) if first else (),
        alone=tuple(state.name(one.home) for one in byes[1]) if byes else (),
        open_game=undecided.fixture if undecided else "",
        open_players=tuple(
            (one, state.name(one)) for one in (undecided.home, undecided.away) if one
        )
        if undecided
        else (),
        ends=propose_end(league),
        divisions=tuple(state.get_divisions().names),
    )


def _person(
    league: League, evening: EveningSeen, one: Competitor, tokens: AccessTokens
) -> PersonSeen:
    state, number, leaves = league.state, evening.next, league.people.check_leaving(one)
    opponents = leaves.open.players if leaves.open is not None else ()
    return PersonSeen(
        id=one.id,
        name=one.name,
        absence=one.absence(number),
        bye=one.bye(number),
        here=evening.here[one.id],
        opponent=next((state.name(other) for other in opponents if other != one.id), ""),
        annul=leaves.annulled() if leaves.may_annul else "",
        annulled=one.id in state.season.annulled,
        division=state.get_divisions().of(one.id),
        on_a_phone=tokens.is_taken(league.stream, Role("player", player=one.id)),
    )


def _missing(evening: EveningSeen) -> list[str]:
    """What still has to come in, be confirmed or be decided: ``No result: table 2, table 4``."""
    known = {one.id for one in evening.games}
    before = [one for round_ in evening.earlier for one in round_.games if one.id not in known]
    games = [*evening.games, *before]
    found = {
        "No result": [one for one in games if not one.result],
        "Not confirmed": [one for one in games if one.stands == "reported"],
        "The players differ": [one for one in games if one.stands == "differs"],
    }
    return [
        f"{what}: {', '.join(_called(one, evening) for one in them)}"
        for what, them in found.items()
        if them
    ]


def _called(one: TableSeen, evening: EveningSeen) -> str:
    if one.round == evening.round:
        return f"table {one.table}"
    return f"{one.home} – {one.away} (round {one.round})"
