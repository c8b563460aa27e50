"""Describes the results of fixtures: scores, outcomes and extra columns."""

from __future__ import annotations

from tracker.application.leagues.results import typed_result_parser
from tracker.leagues import league_events as ev
from tracker.leagues.league_state import Fixture, LeagueState
from tracker.leagues.results.standings_explanations import BYE_WORDS
from tracker.vocabulary.count_wording import format_count


def list_extra_result_column_names(state: LeagueState) -> tuple[str, ...]:
    """Return the names of the result columns that the season has besides victory points."""
    results = (one.ended for one in state.list_published_fixtures(state.season.number))
    return tuple(dict.fromkeys(name for ended in results if ended for name in ended.extra))


def describe_games_without_result(state: LeagueState, season: int) -> str:
    """Return a sentence that counts a season's published games without a result, or "" if there are
    none.
    """
    published = state.list_published_fixtures(season)
    count = sum(one.ended is None for one in published if one.away)
    verb = "has" if count == 1 else "have"
    return f"{format_count(count, 'game')} {verb} no result." if count else ""


def format_result_as_typed(state: LeagueState, fixture: Fixture, ended: ev.FixtureResult) -> str:
    place = fixture.players.index(ended.winner) + 1 if ended.winner in fixture.players else 0
    text = typed_result_parser.format_typed_result(ended.kind, place, ended.vp)
    if ended.kind != "played" or ended.vp is None or fixture.away is None:
        return text
    scheme = state.get_scheme(fixture.season)
    if scheme.find_winner_by_victory_points(fixture.home, fixture.away, ended.vp) == ended.winner:
        return text
    # The entered winner differs from the winner by points.
    return f"{typed_result_parser.format_typed_result('played', place, None)} {text}"


def has_same_outcome_and_score(one: ev.FixtureResult, other: ev.FixtureResult) -> bool:
    return (one.kind, one.winner, one.vp) == (other.kind, other.winner, other.vp)


def get_informative_points(ended: ev.FixtureResult) -> tuple[int, int] | None:
    """Return the victory points of a result, or None if there are none.

    A won game with 0 : 0 counted none, for example if the players decided who won.
    """
    return None if ended.vp == (0, 0) and ended.winner is not None else ended.vp


def format_result_score(state: LeagueState, ended: ev.FixtureResult) -> str:
    """Format the points and the outcome of a result, as in ``10 : 7, Gwen won``."""
    vp = get_informative_points(ended)
    points = format_victory_points(vp) if vp is not None else ""
    outcome = _describe_outcome(state.get_player_name(ended.winner), ended)
    return f"{points}, {outcome}" if points else outcome


def format_score_with_columns(state: LeagueState, ended: ev.FixtureResult) -> str:
    """Format a result with all its columns, as in ``5 : 6, Eva won, casualties 2 : 9``."""
    return ", ".join((format_result_score(state, ended), *format_extra_result_columns(ended)))


def format_extra_result_columns(ended: ev.FixtureResult) -> list[str]:
    """Format each extra column of a result, as in ``casualties 2 : 9``."""
    return [f"{name} {format_victory_points(pair)}" for name, pair in ended.extra.items()]


def does_report_match_result(report: ev.FixtureResult, result: ev.FixtureResult) -> bool:
    """Return whether a report agrees with a result. The report may omit extra columns."""
    is_same = has_same_outcome_and_score(report, result)
    return is_same and report.extra.items() <= result.extra.items()


def describe_result(state: LeagueState, fixture: Fixture) -> str:
    """Describe a fixture's result, as in ``10 : 7, Gwen won, annulled``, or return "" if there is
    none.
    """
    if fixture.ended is None:
        return ""
    text = format_result_score(state, fixture.ended)
    return f"{text}, annulled" if state.is_annulled(fixture) else text


def describe_outcome_beyond_points(
    state: LeagueState, fixture: Fixture, ended: ev.FixtureResult
) -> str:
    """Return an outcome that the points do not show, such as ``Dario conceded`` or ``drawn``, or ""
    if there is none.
    """
    if ended.kind == "played":
        vp = get_informative_points(ended)
        if vp is None:
            return ""
        if ended.winner is None:
            return "" if vp[0] == vp[1] else "drawn"
        has_more_points = vp[fixture.players.index(ended.winner)] > min(vp)
        return "" if has_more_points else f"{state.get_player_name(ended.winner)} won"
    if ended.kind == "double loss":
        return "both lose"
    verbs = {"conceded": "conceded", "forfeit": "forfeits", "late withdrawal": "left"}
    verb = verbs.get(ended.kind)
    losers = [player for player in fixture.players if player != ended.winner]
    return f"{state.get_player_name(losers[0])} {verb}" if verb else ""


def format_victory_points(vp: tuple[int, int]) -> str:
    """Format victory points, as in ``10 : 7`` or ``−3 : 0``."""
    return f"{vp[0]} : {vp[1]}".replace("-", "−")


def _describe_outcome(winner: str, ended: ev.FixtureResult) -> str:
    match ended.kind:
        case "conceded":
            return f"conceded to {winner}"
        case "forfeit":
            return f"forfeit, {winner} wins"
        case "late withdrawal":
            return f"{winner} wins, the opponent left"
        case "played":
            return f"{winner} won" if winner else "drawn"
        case _:
            return BYE_WORDS.get(ended.kind, ended.kind)
