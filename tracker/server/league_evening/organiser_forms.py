"""The organiser's pages and forms on a phone, for players, rounds and the season."""

from __future__ import annotations

from typing import get_args

from msgspec import Struct

from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.league_dates_and_times import parse_arrangement
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.leagues.league_log import describe_league_entry
from tracker.application.leagues.pairing import (
    bracket_descriptions,
    round_drafting_and_publishing,
    round_pairing_proposals,
    top_cut_bracket,
)
from tracker.application.leagues.pairing.manual_pairing import find_round_and_free_byes
from tracker.application.leagues.pairing.round_pairing_proposals import PAIRING_SYSTEM_TITLES
from tracker.application.leagues.results.results_reported_by_players import ReportOutdated
from tracker.application.leagues.seasons import scoring_scheme_lookup
from tracker.application.leagues.seasons.division_commands import (
    describe_divisions,
    describe_proposed_moves,
)
from tracker.application.leagues.seasons.season_commands import SeasonPlan, Step
from tracker.leagues.league_events import PairingSystem
from tracker.leagues.league_state import Competitor, Round
from tracker.leagues.pairing.knockout_bracket import build_season_bracket
from tracker.leagues.pairing.player_seeding import ORDER_WORDS
from tracker.leagues.results.standings_input_types import Bye, PlayerId
from tracker.server.access_tokens import AccessTokens, Role
from tracker.server.league_evening.evening_view import (
    EveningGameView,
    EveningView,
    PresenceView,
    make_draft_id,
)
from tracker.server.league_evening.result_submissions import (
    FormFields,
    read_text_field,
    require_short_text,
)
from tracker.vocabulary.typed_numbers import is_whole_number
from tui.views.league_evening_table import propose_round_end_time

BYES = ("half bye", "zero bye")
"""The possible byes for a player who is absent by request."""


def enrol_player(league: League, form: FormFields) -> LeagueEntry:
    return league.people.enrol_players(read_text_field(form, "name"), ranked="ringer" not in form)


def set_presence_or_ranking(league: League, form: FormFields) -> LeagueEntry:
    """Set a player's presence in the next round, an absent player's bye, or the ranking."""
    player, status = _find_player(league, form), form.get("how", "")
    if status == "here":
        return league.people.reinstate_or_mark_present(player)
    if status in BYES:
        bye: Bye = "half bye" if status == "half bye" else "zero bye"
        return league.people.mark_away(player, read_text_field(form, "why") or player.why, bye)
    if status == "ranked":
        return league.people.change_player_name_or_ranking(player, ranked=True)
    if status in ("late", "ringer"):
        return league.people.set_presence(player, "late" if status == "late" else "ringer")
    raise Refused("Press one of the buttons next to the player.")


def drop_player(league: League, form: FormFields) -> LeagueEntry:
    """Drop a player now or after this round.

    The field ``how`` says what happens to the player's open games and results.
    """
    how = form.get("how", "")
    return league.people.drop_player(
        _find_player(league, form),
        read_text_field(form, "why"),
        after_round=how == "after",
        award_open_game=how == "opponent wins",
        annul_results=how == "annul",
    )


def annul_or_restore_results(league: League, form: FormFields) -> LeagueEntry:
    player = _find_player(league, form)
    annulled = player.id in league.state.season.annulled
    why = read_text_field(form, "why")
    return league.people.set_results_annulled(player, annulled=not annulled, why=why)


def rename_player(league: League, form: FormFields) -> LeagueEntry:
    player, name = _find_player(league, form), read_text_field(form, "name")
    return league.people.change_player_name_or_ranking(player, name=name)


def draft_round(league: League, form: FormFields) -> LeagueEntry:
    draft = league.state.draft
    method = read_text_field(form, "method") or (draft.method if draft is not None else "")
    order = read_text_field(form, "order") or league.rounds.choose_default_first_round_order(method)
    return league.rounds.draft_round(method, order=order, allow_rematches="again" in form)


def publish_reviewed_round(league: League, form: FormFields) -> LeagueEntry:
    """Publish the draft, unless it has changed since the organiser opened the page."""
    draft = league.state.draft
    if draft is None or make_draft_id(league.state) != form.get("draft", ""):
        raise ReportOutdated(
            "The draft has changed since you opened this page. Check the draft, then publish"
            " it again."
        )
    return league.rounds.publish_round(ends=read_text_field(form, "ends"))


def cancel_round(league: League, form: FormFields) -> LeagueEntry:
    return league.rounds.cancel_round(why=read_text_field(form, "why"))


def pair_players_or_give_bye(league: League, form: FormFields) -> LeagueEntry:
    """Pair two players in the draft or current round, or give a single player the bye."""
    number = form.get("round", "")
    round_number = int(number) if number.isdecimal() and len(number) < 5 else None
    player, opponent = (_get_player_name(league, form.get(name, "")) for name in ("one", "other"))
    if not player:
        raise Refused("Choose the player to pair.")
    if opponent:
        return league.rounds.pair_players(player, opponent, round_number=round_number)
    return league.rounds.give_bye(player, round_number=round_number)


def toggle_pairing_lock(league: League, form: FormFields) -> LeagueEntry:
    """Lock or unlock a pairing. A locked pairing is kept when the round is drafted again."""
    fixture = league.results.find_fixture(form.get("game", ""))
    name = league.state.get_player_name(fixture.home)
    return league.rounds.set_pairing_lock(name, not fixture.locked)


def enrol_and_pair_stand_in(league: League, form: FormFields) -> LeagueEntry:
    return league.rounds.pair_latecomer(read_text_field(form, "name"), ranked="ringer" not in form)


def arrange_game(league: League, form: FormFields) -> LeagueEntry:
    arrangement = parse_arrangement(read_text_field(form, "when"), league.calendar)
    game, time, where = form.get("game", ""), arrangement.time, arrangement.where
    return league.results.arrange_game(game, arrangement.on, time=time, where=where)


def decide_drawn_bracket_game(league: League, form: FormFields) -> LeagueEntry:
    player = _get_player_name(league, form.get("who", ""))
    game, why = form.get("game", ""), read_text_field(form, "why")
    return league.top_cut.decide_drawn_bracket_game(game, player, why=why)


def _find_player(league: League, form: FormFields) -> Competitor:
    player = league.state.players.get(PlayerId(form.get("player", "")))
    if player is None:
        raise Refused("This player is no longer in the league. Reload the page.")
    return player


def _get_player_name(league: League, player: str) -> str:
    """Return the name of the player with the given id. Names are unique in a league."""
    return league.state.get_player_name(PlayerId(require_short_text(player)))


STAY_PREFIX = "stay "
"""The prefix of form fields for players who are not promoted or relegated."""


class SeasonView(Struct, frozen=True):
    """The view of a season on its page.

    ``missing_results`` is the number of games without a result. ``undecided_rounds`` is a sentence
    about the bracket's rounds without a winner, or empty. ``moves`` describes the promotions
    and relegations after the season. ``divisions_text`` is the text that declares the divisions,
    and ``tie_breaks`` the order of tie-breaks. ``bracket`` contains the top cut's games by round,
    and ``missing_before_cut`` says how many rounds and results are still missing.
    """

    number: int
    missing_results: int
    undecided_rounds: str
    planned_rounds: int
    pairing: PairingSystem
    pairing_systems: tuple[tuple[PairingSystem, str], ...]
    scheme: str
    schemes: tuple[str, ...]
    tie_breaks: str
    divisions_text: str
    divisions: tuple[str, ...]
    moves: tuple[tuple[PlayerId, str], ...]
    missing_before_cut: str
    bracket_status: str
    bracket: tuple[tuple[str, tuple[str, ...]], ...]


def build_season_view(league: League) -> SeasonView:
    state, season, scheme = league.state, league.state.season, league.state.info.scheme
    fixtures = state.list_published_fixtures(season.number)
    moves = league.divisions.propose_division_moves()
    texts = describe_proposed_moves(state, moves)
    names = scoring_scheme_lookup.list_scheme_names()
    bracket = build_season_bracket(state, season.number)
    describe_rounds = bracket_descriptions.describe_bracket_rounds
    bracket_rounds = describe_rounds(state, bracket) if bracket is not None else ()
    return SeasonView(
        number=season.number,
        missing_results=sum(one.ended is None for one in fixtures),
        undecided_rounds=league.top_cut.describe_undecided_bracket_rounds(),
        planned_rounds=season.planned,
        pairing=season.pairing,
        pairing_systems=tuple(PAIRING_SYSTEM_TITLES.items()),
        scheme=scheme.name,
        schemes=(*(() if scheme.name in names else (scheme.name,)), *names),
        tie_breaks=", ".join(scheme.tie_breaks),
        divisions_text=describe_divisions(state.get_divisions()),
        divisions=tuple(state.get_divisions().names),
        moves=tuple((move.player, text) for move, text in zip(moves, texts, strict=True)),
        missing_before_cut=league.top_cut.describe_missing_rounds_and_results(),
        bracket_status=bracket_descriptions.describe_bracket(state, bracket)
        if bracket is not None
        else "",
        bracket=tuple((name, tuple(games)) for name, games in bracket_rounds),
    )


def close_begin_or_change_season(league: League, form: FormFields) -> LeagueEntry:
    """Close the season, start the next one, or change the current season's settings."""
    step = next((one for one in get_args(Step) if one == form.get("step")), None)
    if step is None:
        raise Refused("Press one of the buttons on the page.")
    goes_on = step == "goes on"
    rounds = form.get("rounds", "") if goes_on else ""
    if rounds and not is_whole_number(rounds):
        raise Refused("Enter the planned number of rounds, or 0 if it is undecided.")
    season, ties = build_season_view(league), form.get("ties", "") if goes_on else ""
    scheme, pairing = form.get("scheme", ""), form.get("pairing") if goes_on else None
    staying = [one.removeprefix(STAY_PREFIX) for one in form if one.startswith(STAY_PREFIX)]
    plan = SeasonPlan(
        step=step,
        name=read_text_field(form, "name"),
        scheme=scheme if scheme in season.schemes and scheme != season.scheme else "",
        tie_breaks=_split_names(ties) if ties != season.tie_breaks else (),
        rounds=int(rounds) if rounds else None,
        pairing=next((way for way in PAIRING_SYSTEM_TITLES if way == pairing), None),
        why=read_text_field(form, "why"),
        stay=[league.state.get_player_name(PlayerId(one)) for one in staying],
    )
    return league.seasons.save_season_plan(plan)


def make_top_cut(league: League, form: FormFields) -> LeagueEntry:
    count, players = form.get("best", "").strip(), _split_names(form.get("players", ""))
    if bool(count) == bool(players) or (count and not is_whole_number(count)):
        raise Refused("Enter how many players advance, or enter their names, best first.")
    return league.top_cut.make_top_cut(
        int(count or 0),
        players=players,
        has_third_place_game="third" in form,
        division=form.get("division", "") if count else "",
    )


def set_divisions(league: League, form: FormFields) -> LeagueEntry:
    return league.divisions.set_typed_divisions(read_text_field(form, "divisions"))


def move_player_to_division(league: League, form: FormFields) -> LeagueEntry:
    name = _get_player_name(league, form.get("player", ""))
    return league.divisions.move_players(form.get("division", ""), name)


def _split_names(text: str) -> list[str]:
    return [one for one in map(str.strip, require_short_text(text).split(",")) if one]


class CheckInPlayerView(Struct, frozen=True):
    """A player on the check-in page. ``opponent`` wins the open game if the player drops out now.

    If the player's results can be annulled, ``annullable_games`` says how many games were played.
    """

    id: PlayerId
    name: str
    absence: str
    bye: str
    presence: PresenceView
    opponent: str
    annullable_games: str
    annulled: bool
    is_claimed: bool
    is_ranked: bool
    division: str


class OrganiserView(Struct, frozen=True):
    """The organiser's page. ``open_tasks`` describes the results that rounds still need.

    ``beyond_plan`` says that the next round is not planned, or is "". ``undo`` and ``redo`` are the
    lines that would be undone or redone. ``open_game`` is the bracket game without a winner.
    ``bye_round`` names the round of ``bye_players``.
    ``cancellable_round`` is the draft or the round that can be cancelled now, or "".
    """

    bracket_stage: top_cut_bracket.BracketStage | None
    beyond_plan: str
    players: tuple[CheckInPlayerView, ...]
    open_tasks: tuple[str, ...]
    undo: str
    redo: str
    cancellable_round: str
    pairing_methods: tuple[tuple[str, str], ...]
    orders: tuple[tuple[str, str], ...]
    bye_players: tuple[str, ...]
    bye_round: str
    open_game: str
    open_players: tuple[tuple[PlayerId, str], ...]
    end_time: str
    divisions: tuple[str, ...]


def build_organiser_view(
    league: League, evening: EveningView, tokens: AccessTokens
) -> OrganiserView:
    state, number = league.state, evening.next_round
    players = (
        _build_check_in_player(league, evening, one, tokens) for one in state.players.values()
    )
    present = league.people.list_present_players(number)
    default_methods = round_pairing_proposals.get_default_pairing_method_name(
        state, number, present
    )
    methods = [(one, one) for one in round_pairing_proposals.METHODS]
    is_first_round = number == 1 and not state.season.closed
    orders = (
        round_drafting_and_publishing.list_possible_first_round_orders(state)
        if is_first_round
        else []
    )
    bracket = build_season_bracket(state, state.season.number)
    undecided = next((one for one in bracket.games if one.open), None) if bracket else None
    open_players = (undecided.home, undecided.away) if undecided else ()
    byes = find_round_and_free_byes(state)
    last, redone = league.last_entry_or_redraft_cause, league.history.tree.redo
    stage = top_cut_bracket.find_next_bracket_stage(state)
    cancellable = league.rounds.find_cancellable_round()
    return OrganiserView(
        bracket_stage=stage,
        beyond_plan=round_pairing_proposals.describe_rounds_beyond_plan(state, number),
        players=tuple(players),
        open_tasks=tuple(_list_open_tasks(evening)),
        undo=f"Line {last.number}: {describe_league_entry(league.history, last)}" if last else "",
        redo=f"line {league.history.get_line_number(redone[-1])}" if redone else "",
        cancellable_round=_name_round(cancellable) if cancellable else "",
        pairing_methods=(("", f"as usual, {default_methods}"), *methods),
        orders=tuple((one, ORDER_WORDS[one]) for one in orders),
        bye_players=tuple(state.get_player_name(one.home) for one in byes[1]) if byes else (),
        bye_round=_name_round(byes[0]) if byes else "",
        open_game=undecided.fixture if undecided else "",
        open_players=tuple((one, state.get_player_name(one)) for one in open_players if one),
        end_time=propose_round_end_time(league),
        divisions=tuple(state.get_divisions().names),
    )


def _name_round(round_: Round) -> str:
    return f"round {round_.number}" if round_.published else f"the draft of round {round_.number}"


def _build_check_in_player(
    league: League, evening: EveningView, player: Competitor, tokens: AccessTokens
) -> CheckInPlayerView:
    state, number = league.state, evening.next_round
    departure = league.people.assess_departure(player)
    open_game = departure.open_fixture
    return CheckInPlayerView(
        id=player.id,
        name=player.name,
        absence=player.get_absence_reason(number),
        bye=player.get_bye_kind(number),
        presence=evening.presences[player.id],
        opponent=state.get_player_name(open_game.get_opponent(player.id)) if open_game else "",
        annullable_games=departure.describe_games_played() if departure.is_annulment_fair else "",
        annulled=player.id in state.season.annulled,
        division=state.get_divisions().get_division(player.id),
        is_claimed=tokens.is_claimed(league.stream, Role("player", player=player.id)),
        is_ranked=player.ranked,
    )


def _list_open_tasks(evening: EveningView) -> list[str]:
    """List what must be entered, confirmed or decided, as in ``No result: table 2, table 4``."""
    known = {game.id for game in evening.games}
    rounds = evening.earlier_rounds
    earlier = [game for _, games in rounds for game in games if game.id not in known]
    games = [*evening.games, *earlier]
    tasks = {
        "No result": [game for game in games if not game.result],
        "Not confirmed": [game for game in games if game.status == "reported"],
        "The players disagree": [game for game in games if game.status == "differs"],
    }
    return [
        f"{task}: {', '.join(_name_table_or_game(game, evening) for game in affected)}"
        for task, affected in tasks.items()
        if affected
    ]


def _name_table_or_game(game: EveningGameView, evening: EveningView) -> str:
    if game.round == evening.round_number:
        return f"table {game.table}"
    return f"{game.home} – {game.away} (round {game.round})"
