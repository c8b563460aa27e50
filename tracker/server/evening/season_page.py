"""The organiser's page of the season: closed and begun, what holds in it, top cut, divisions."""

from __future__ import annotations

from typing import get_args

from msgspec import Struct

from tracker.application.errors import Refused
from tracker.application.leagues import bracket_words, scheme_choice
from tracker.application.leagues.division_changes import describe_divisions, propose_moves
from tracker.application.leagues.league import League
from tracker.application.leagues.scheme_choice import PAIRINGS
from tracker.application.leagues.seasons import SeasonPlan, Step
from tracker.leagues.bracket import find_bracket
from tracker.leagues.league_events import Way
from tracker.leagues.results import PlayerId
from tracker.server.access_tokens import Role
from tracker.server.evening.organising import must_be_latest
from tracker.server.evening.submissions import Said, line_told, must_be_organiser, short
from tracker.vocabulary.typed import is_number

STAYS = "stay "
"""How the field of a player begins who does not go up or down."""


class SeasonSeen(Struct, frozen=True):
    """The season as its page shows it.

    ``missing`` games have no result; ``moves`` are who goes up or down behind it, with the words.
    ``divided`` is the line that says the divisions, ``ties`` the order of tie-breaks; ``bracket``
    are the games of each round of the top cut.
    """

    number: int
    missing: int
    planned: int
    pairing: Way
    ways: tuple[tuple[Way, str], ...]
    scheme: str
    schemes: tuple[str, ...]
    ties: str
    divided: str
    divisions: tuple[str, ...]
    moves: tuple[tuple[PlayerId, str], ...]
    standing: str
    bracket: tuple[tuple[str, tuple[str, ...]], ...]


def build_season_view(league: League) -> SeasonSeen:
    """The season at hand."""
    state, season, scheme = league.state, league.state.season, league.state.info.scheme
    moves, names = league.divisions.proposed(), scheme_choice.list_names()
    found = find_bracket(state, season.number)
    sheet = bracket_words.list_sheet_lines(state, found) if found is not None else ()
    return SeasonSeen(
        number=season.number,
        missing=sum(one.ended is None for one in state.published(season.number)),
        planned=season.planned,
        pairing=season.pairing,
        ways=tuple(PAIRINGS.items()),
        scheme=scheme.name,
        schemes=(*(() if scheme.name in names else (scheme.name,)), *names),
        ties=", ".join(scheme.tie_breaks),
        divided=describe_divisions(state.get_divisions()),
        divisions=tuple(state.get_divisions().names),
        moves=tuple(
            (one.player, told) for one, told in zip(moves, propose_moves(state, moves), strict=True)
        ),
        standing=bracket_words.describe_standing(state, found) if found is not None else "",
        bracket=tuple((name, tuple(games)) for name, games in sheet),
    )


def change_season(league: League, role: Role, said: Said) -> str:
    """The season is closed, the next one begins, or something else holds in this one."""
    must_be_latest(league, role, said)
    step = next((one for one in get_args(Step) if one == said.get("step")), None)
    if step is None:
        raise Refused("Choose one of the buttons of the page.")
    goes_on = step == "goes on"
    rounds = said.get("rounds", "") if goes_on else ""
    if rounds and not is_number(rounds):
        raise Refused("Type how many rounds are planned as a number; 0 leaves it open.")
    known, ties = build_season_view(league), said.get("ties", "") if goes_on else ""
    scheme, pairing = said.get("scheme", ""), said.get("pairing") if goes_on else None
    plan = SeasonPlan(
        step=step,
        name=short(said.get("name", "")),
        scheme=scheme if scheme in known.schemes and scheme != known.scheme else "",
        tie_breaks=_list_names(ties) if ties != known.ties else (),
        rounds=int(rounds) if rounds else None,
        pairing=next((way for way in PAIRINGS if way == pairing), None),
        why=short(said.get("why", "")),
        stay=[
            league.state.name(PlayerId(field.removeprefix(STAYS)))
            for field in said
            if field.startswith(STAYS)
        ],
    )
    return line_told(league, league.seasons.keep(plan))


def make_cut(league: League, role: Role, said: Said) -> str:
    """The best play on in a bracket: so many, or those who are named."""
    must_be_latest(league, role, said)
    best, named = said.get("best", "").strip(), _list_names(said.get("players", ""))
    if bool(best) == bool(named) or (best and not is_number(best)):
        raise Refused("Type how many play on, or name them, best first.")
    entry = league.cut.make(
        int(best or 0),
        players=named,
        third="third" in said,
        division=said.get("division", "") if best else "",
    )
    return line_told(league, entry)


def set_divisions(league: League, role: Role, said: Said) -> str:
    """Which divisions there are, the highest first; none: the league is one field."""
    must_be_organiser(role)
    return line_told(league, league.divisions.declare_line(short(said.get("divisions", ""))))


def move_player(league: League, role: Role, said: Said) -> str:
    """A player is in another division."""
    must_be_organiser(role)
    name = league.state.name(PlayerId(short(said.get("player", ""))))
    return line_told(league, league.divisions.move(said.get("division", ""), name))


def _list_names(text: str) -> list[str]:
    """Names with commas between them."""
    return [one for one in map(str.strip, short(text).split(",")) if one]
