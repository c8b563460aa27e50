"""The organiser's pages and forms on a phone, for players, rounds and the season."""

from __future__ import annotations

from typing import get_args

from msgspec import Struct

from tracker.application.errors import Refused
from tracker.application.leagues import league_event_descriptions
from tracker.application.leagues.league import League
from tracker.application.leagues.league_calendar import parse_arrangement
from tracker.application.leagues.league_log import describe_league_line
from tracker.application.leagues.pairing import round_drafting_and_publishing, round_pairing_draft
from tracker.application.leagues.people.enrolment_and_attendance import find_byes
from tracker.application.leagues.results.player_result_reports import ReportOutdated
from tracker.application.leagues.seasons import scoring_scheme_choice
from tracker.application.leagues.seasons.division_changes import (
    describe_divisions,
    describe_proposed_moves,
)
from tracker.application.leagues.seasons.scoring_scheme_choice import PAIRINGS
from tracker.application.leagues.seasons.season_settings import SeasonPlan, Step
from tracker.leagues.league_events import PairingSystem, Presence
from tracker.leagues.league_state import Competitor
from tracker.leagues.pairing.knockout_bracket import find_bracket
from tracker.leagues.pairing.player_seeding import ORDER_WORDS
from tracker.leagues.results.standings_input_types import Bye, PlayerId
from tracker.server.access_tokens import AccessTokens, Role
from tracker.server.evening.evening_view import (
    EveningGameView,
    EveningView,
    PresenceView,
    make_draft_id,
)
from tracker.server.evening.result_submissions import (
    FormFields,
    describe_entry,
    require_organiser,
    shorten_text,
)
from tracker.vocabulary.typed_numbers import is_whole_number
from tui.views.league_evening_table import propose_round_end_time

BYES = ("half bye", "zero bye")
"""The possible byes for a player who is absent by request."""


def enrol_player(league: League, role: Role, form: FormFields) -> str:
    """Enrol a player."""
    require_organiser(role)
    entry = league.people.enrol_players(
        shorten_text(form.get("name", "")), ranked="ringer" not in form
    )
    return describe_entry(league, entry)


def set_presence(league: League, role: Role, form: FormFields) -> str:
    """Set whether a player is present in the next round."""
    require_organiser(role)
    player, how = _player(league, form), form.get("how", "")
    if how == "here":
        entry = league.people.reinstate_player(player)
    elif how in BYES:
        bye: Bye = "half bye" if how == "half bye" else "zero bye"
        entry = league.people.mark_away(
            player, shorten_text(form.get("why", "")) or player.why, bye
        )
    elif how in ("late", "ringer"):
        there: Presence = "late" if how == "late" else "ringer"
        entry = league.people.set_presence(player, there)
    else:
        raise Refused("Press one of the buttons next to the player.")
    return describe_entry(league, entry)


def drop_player(league: League, role: Role, form: FormFields) -> str:
    """Drop a player now or after this round. ``how`` decides about open games and results."""
    require_organiser(role)
    how = form.get("how", "")
    entry = league.people.drop_player(
        _player(league, form),
        shorten_text(form.get("why", "")),
        after_round=how == "after",
        settle=how == "opponent wins",
        annul=how == "annul",
    )
    return describe_entry(league, entry)


def annul_results(league: League, role: Role, form: FormFields) -> str:
    """Annul a dropped player's results, or count them again."""
    require_organiser(role)
    player = _player(league, form)
    annulled = player.id in league.state.season.annulled
    entry = league.people.annul_results(
        player, annulled=not annulled, why=shorten_text(form.get("why", ""))
    )
    return describe_entry(league, entry)


def rename_player(league: League, role: Role, form: FormFields) -> str:
    """Rename a player."""
    require_organiser(role)
    entry = league.people.change_player(
        _player(league, form), name=shorten_text(form.get("name", ""))
    )
    return describe_entry(league, entry)


def draft_round(league: League, role: Role, form: FormFields) -> str:
    """Draft the next round, or draft it again."""
    require_organiser(role)
    known = league.state.draft
    how = shorten_text(form.get("method", "")) or (known.method if known is not None else "")
    order = shorten_text(form.get("order", "")) or league.rounds.choose_default_order(how)
    entry = league.rounds.draft_round(how, order=order, again="again" in form)
    return describe_entry(league, entry)


def publish_round(league: League, role: Role, form: FormFields) -> str:
    """Publish the draft, if it is the one that the organiser saw."""
    require_organiser(role)
    known = league.state.draft
    if known is None or make_draft_id(league.state) != form.get("draft", ""):
        raise ReportOutdated("The draft has changed since you opened this page. Check it again.")
    entry = league.rounds.publish_round(ends=shorten_text(form.get("ends", "")))
    return describe_entry(league, entry)


def cancel_round(league: League, role: Role, form: FormFields) -> str:
    """Cancel the draft or the current round."""
    require_latest_version(league, role, form)
    entry = league.rounds.cancel_round(why=shorten_text(form.get("why", "")))
    return describe_entry(league, entry)


def undo_entry(league: League, role: Role, form: FormFields) -> str:
    """Undo the last entry."""
    require_latest_version(league, role, form)
    entry = league.undo()
    return describe_entry(league, entry)


def redo_entry(league: League, role: Role, form: FormFields) -> str:
    """Redo the last undo."""
    require_latest_version(league, role, form)
    entry = league.redo()
    return describe_entry(league, entry)


def pair_players(league: League, role: Role, form: FormFields) -> str:
    """Pair two players in the draft or current round. If only one is given, they get the bye."""
    require_organiser(role)
    number = form.get("round", "")
    at = int(number) if number.isdecimal() and len(number) < 5 else None
    one, other = (_name(league, form.get(name, "")) for name in ("one", "other"))
    if not one:
        raise Refused("Choose the player to pair.")
    rounds = league.rounds
    entry = rounds.pair_players(one, other, number=at) if other else rounds.give_bye(one, number=at)
    return describe_entry(league, entry)


def lock_pairing(league: League, role: Role, form: FormFields) -> str:
    """Lock or unlock a pairing. A locked pairing is kept when the round is drafted again."""
    require_organiser(role)
    one = league.results.find_fixture(form.get("game", ""))
    entry = league.rounds.lock_pairing(league.state.get_player_name(one.home), not one.locked)
    return describe_entry(league, entry)


def number_tables(league: League, role: Role, _: FormFields) -> str:
    """Assign table numbers, avoiding tables that players have had before."""
    require_organiser(role)
    entry = league.rounds.number_tables()
    return describe_entry(league, entry)


def pair_stand_in(league: League, role: Role, form: FormFields) -> str:
    """Enrol a player, and pair that player with the one who has the bye."""
    require_organiser(role)
    entry = league.rounds.pair_latecomer(
        shorten_text(form.get("name", "")), ranked="ringer" not in form
    )
    return describe_entry(league, entry)


def arrange_game(league: League, role: Role, form: FormFields) -> str:
    """Arrange a game for another day."""
    require_organiser(role)
    when = parse_arrangement(shorten_text(form.get("when", "")), league.calendar)
    entry = league.results.arrange_game(
        form.get("game", ""), when.on, time=when.time, where=when.where
    )
    return describe_entry(league, entry)


def decide_bracket_game(league: League, role: Role, form: FormFields) -> str:
    """Record who advances from a bracket game without a winner."""
    require_organiser(role)
    who = _name(league, form.get("who", ""))
    entry = league.top_cut.advance_bracket_player(
        form.get("game", ""), who, why=shorten_text(form.get("why", ""))
    )
    return describe_entry(league, entry)


def _player(league: League, form: FormFields) -> Competitor:
    known = league.state.players.get(PlayerId(form.get("player", "")))
    if known is None:
        raise Refused("That player is no longer in the league. Open this page again.")
    return known


def _name(league: League, player: str) -> str:
    """Return a player's name, which identifies the player unambiguously."""
    return league.state.get_player_name(PlayerId(shorten_text(player)))


def require_latest_version(league: League, role: Role, form: FormFields) -> None:
    """Raise ``ReportOutdated`` if the league has changed since the organiser opened the page."""
    require_organiser(role)
    if form.get("version", "") != str(league.version):
        raise ReportOutdated(
            "The league has changed since you opened this page. Check it, then try again."
        )


STAYS = "stay "
"""The prefix of form fields for players who are not promoted or relegated."""


class SeasonView(Struct, frozen=True):
    """The view of a season on its page.

    ``missing`` is the number of games without a result. ``moves`` describes the promotions and
    relegations after the season. ``divided`` is the text that declares the divisions, and ``ties``
    the order of tie-breaks. ``bracket`` contains the top cut's games by round.
    """

    number: int
    missing: int
    planned: int
    pairing: PairingSystem
    ways: tuple[tuple[PairingSystem, str], ...]
    scheme: str
    schemes: tuple[str, ...]
    ties: str
    divided: str
    divisions: tuple[str, ...]
    moves: tuple[tuple[PlayerId, str], ...]
    standing: str
    bracket: tuple[tuple[str, tuple[str, ...]], ...]


def build_season_view(league: League) -> SeasonView:
    state, season, scheme = league.state, league.state.season, league.state.info.scheme
    moves, names = (
        league.divisions.propose_division_moves(),
        scoring_scheme_choice.list_scheme_names(),
    )
    found = find_bracket(state, season.number)
    sheet = league_event_descriptions.list_bracket_lines(state, found) if found is not None else ()
    return SeasonView(
        number=season.number,
        missing=sum(one.ended is None for one in state.list_published_fixtures(season.number)),
        planned=season.planned,
        pairing=season.pairing,
        ways=tuple(PAIRINGS.items()),
        scheme=scheme.name,
        schemes=(*(() if scheme.name in names else (scheme.name,)), *names),
        ties=", ".join(scheme.tie_breaks),
        divided=describe_divisions(state.get_divisions()),
        divisions=tuple(state.get_divisions().names),
        moves=tuple(
            (one.player, told)
            for one, told in zip(moves, describe_proposed_moves(state, moves), strict=True)
        ),
        standing=league_event_descriptions.describe_bracket(state, found)
        if found is not None
        else "",
        bracket=tuple((name, tuple(games)) for name, games in sheet),
    )


def change_season(league: League, role: Role, form: FormFields) -> str:
    """Close the season, start the next one, or change the current season's settings."""
    require_latest_version(league, role, form)
    step = next((one for one in get_args(Step) if one == form.get("step")), None)
    if step is None:
        raise Refused("Press one of the buttons on the page.")
    goes_on = step == "goes on"
    rounds = form.get("rounds", "") if goes_on else ""
    if rounds and not is_whole_number(rounds):
        raise Refused("Type the number of rounds planned; 0 leaves it open.")
    known, ties = build_season_view(league), form.get("ties", "") if goes_on else ""
    scheme, pairing = form.get("scheme", ""), form.get("pairing") if goes_on else None
    plan = SeasonPlan(
        step=step,
        name=shorten_text(form.get("name", "")),
        scheme=scheme if scheme in known.schemes and scheme != known.scheme else "",
        tie_breaks=_list_names(ties) if ties != known.ties else (),
        rounds=int(rounds) if rounds else None,
        pairing=next((way for way in PAIRINGS if way == pairing), None),
        why=shorten_text(form.get("why", "")),
        stay=[
            league.state.get_player_name(PlayerId(field.removeprefix(STAYS)))
            for field in form
            if field.startswith(STAYS)
        ],
    )
    return describe_entry(league, league.seasons.save_season_plan(plan))


def make_top_cut(league: League, role: Role, form: FormFields) -> str:
    """Start a bracket with the best players, or with the named players."""
    require_latest_version(league, role, form)
    best, named = form.get("best", "").strip(), _list_names(form.get("players", ""))
    if bool(best) == bool(named) or (best and not is_whole_number(best)):
        raise Refused("Type how many advance, or name them, best first.")
    entry = league.top_cut.make_top_cut(
        int(best or 0),
        players=named,
        third="third" in form,
        division=form.get("division", "") if best else "",
    )
    return describe_entry(league, entry)


def set_divisions(league: League, role: Role, form: FormFields) -> str:
    """Set the divisions, highest first. Without divisions, all players share one table."""
    require_organiser(role)
    return describe_entry(
        league, league.divisions.declare_typed_divisions(shorten_text(form.get("divisions", "")))
    )


def move_to_division(league: League, role: Role, form: FormFields) -> str:
    """Move a player to a different division."""
    require_organiser(role)
    name = league.state.get_player_name(PlayerId(shorten_text(form.get("player", ""))))
    return describe_entry(league, league.divisions.move_players(form.get("division", ""), name))


def _list_names(text: str) -> list[str]:
    """Split a comma-separated list of names."""
    return [one for one in map(str.strip, shorten_text(text).split(",")) if one]


class PlayerView(Struct, frozen=True):
    """A player in the check-in. ``absence`` is the reason for missing the next round.

    ``opponent`` wins the open game if the player drops now. ``annul`` tells how many games were
    played, if dropping can annul them, and ``annulled`` is true if they are annulled.
    ``on_a_phone`` is true if somebody has claimed the name.
    """

    id: PlayerId
    name: str
    absence: str
    bye: str
    here: PresenceView
    opponent: str
    annul: str
    annulled: bool
    on_a_phone: bool
    division: str


class OrganiserView(Struct, frozen=True):
    """The view of the organiser's page.

    ``missing`` describes the results that the current and earlier rounds still need. ``undo`` and
    ``redo`` are the lines that would be undone or redone. ``ways`` and ``orders`` are the options
    for the next draft. ``alone`` lists the byes that a stand-in can replace. ``open_game`` is the
    bracket game without a winner. ``ends`` is the proposed end time of the next round.
    """

    beyond: bool
    people: tuple[PlayerView, ...]
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


def build_organiser_view(
    league: League, evening: EveningView, tokens: AccessTokens
) -> OrganiserView:
    state, number = league.state, evening.next
    usual = round_pairing_draft.describe_default_pairing_methods(
        state, number, league.people.list_present_players(number)
    )
    first = number == 1 and not state.season.closed
    bracket = find_bracket(state, state.season.number)
    undecided = next((one for one in bracket.games if one.open), None) if bracket else None
    byes = find_byes(state)
    last, redone = league.last_typed_entry, league.history.tree.redo
    return OrganiserView(
        beyond=0 < state.planned_rounds < number,
        people=tuple(_person(league, evening, one, tokens) for one in state.players.values()),
        missing=tuple(_missing(evening)),
        undo=f"Line {last.number}: {describe_league_line(league.history, last)}" if last else "",
        redo=f"line {league.history.get_line_number(redone[-1])}" if redone else "",
        ways=(("", f"as usual, {usual}"), *((one, one) for one in round_pairing_draft.METHODS)),
        orders=tuple(
            (one, ORDER_WORDS[one])
            for one in round_drafting_and_publishing.list_first_round_orders(state)
        )
        if first
        else (),
        alone=tuple(state.get_player_name(one.home) for one in byes[1]) if byes else (),
        open_game=undecided.fixture if undecided else "",
        open_players=tuple(
            (one, state.get_player_name(one)) for one in (undecided.home, undecided.away) if one
        )
        if undecided
        else (),
        ends=propose_round_end_time(league),
        divisions=tuple(state.get_divisions().names),
    )


def _person(
    league: League, evening: EveningView, one: Competitor, tokens: AccessTokens
) -> PlayerView:
    state, number, leaves = league.state, evening.next, league.people.assess_departure(one)
    opponents = leaves.open.players if leaves.open is not None else ()
    return PlayerView(
        id=one.id,
        name=one.name,
        absence=one.get_absence_reason(number),
        bye=one.get_bye_kind(number),
        here=evening.here[one.id],
        opponent=next((state.get_player_name(other) for other in opponents if other != one.id), ""),
        annul=leaves.describe_games_played() if leaves.can_annul_results else "",
        annulled=one.id in state.season.annulled,
        division=state.get_divisions().get_division(one.id),
        on_a_phone=tokens.is_claimed(league.stream, Role("player", player=one.id)),
    )


def _missing(evening: EveningView) -> list[str]:
    """List what must be entered, confirmed or decided, such as ``No result: table 2, table 4``."""
    known = {one.id for one in evening.games}
    before = [one for round_ in evening.earlier for one in round_.games if one.id not in known]
    games = [*evening.games, *before]
    found = {
        "No result": [one for one in games if not one.result],
        "Not confirmed": [one for one in games if one.stands == "reported"],
        "The players disagree": [one for one in games if one.stands == "differs"],
    }
    return [
        f"{what}: {', '.join(_called(one, evening) for one in them)}"
        for what, them in found.items()
        if them
    ]


def _called(one: EveningGameView, evening: EveningView) -> str:
    if one.round == evening.round:
        return f"table {one.table}"
    return f"{one.home} – {one.away} (round {one.round})"
