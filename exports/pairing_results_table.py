"""Pairings in words and as a table: result, date, and remarks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from exports.report_sections import TextTable, To, build_text_table, format_day
from tracker.application.leagues.result_entry import describe_result, format_score
from tracker.application.table_columns import Column, drop_empty_columns
from tracker.application.text_cleaning import clean_text
from tracker.leagues.fixture_results import PlayerId
from tracker.leagues.league_state import Fixture, LeagueState
from tracker.leagues.standings_explanations import BYE_WORDS


def build_results_table(
    state: LeagueState, fixtures: Sequence[Fixture], to: To, player: PlayerId | None = None
) -> TextTable:
    """A row for each game, as ``player`` sees it if given; with the round if any game has one."""

    def find_opponent(one: Fixture) -> PlayerId | None:
        return next((each for each in one.players if each != (player or one.home)), None)

    def sign(one: Fixture) -> str:
        both = one.away is not None and len(one.signed) == len(one.players)
        return "both" if both else ", ".join(map(state.get_player_name, one.signed))

    column = Column[Fixture]
    own = [
        column("table", lambda one: str(one.table or "")),
        column("player", lambda one: state.get_player_name(one.home), words=True),
    ]
    if player:
        own = [column("round", lambda one: str(one.round or ""), optional=True)]
    columns = [
        *own,
        column(
            "opponent", lambda one: state.get_player_name(find_opponent(one)) or "bye", words=True
        ),
        column("result", lambda one: describe_game_result(state, one), words=True),
        column("played", lambda one: describe_when_played(one, format_day), words=True),
        *([] if player else [column("signed", sign, words=True)]),
        column("remarks", lambda one: describe_linked_game(state, one), words=True),
    ]
    pages = {
        "player": lambda one: to(one.home),
        "opponent": lambda one: to(find_opponent(one) or ""),
        "remarks": lambda one: to(one.link.match if one.link else ""),
    }
    return build_text_table(drop_empty_columns(columns, fixtures), fixtures, pages)


def describe_game_result(state: LeagueState, one: Fixture) -> str:
    """``10 : 7, Gwen won · casualties 3 : 4``; "" without a result."""
    ended = one.ended
    if ended is None:
        return ""
    if one.away is None and ended.vp is None:
        return "" if ended.kind == "bye" else BYE_WORDS[ended.kind]
    extra = [f"{clean_text(name)} {a} : {b}" for name, (a, b) in ended.extra.items()]
    return " · ".join([clean_text(describe_result(state, one)), *extra])


def describe_when_played(one: Fixture, date: Callable[[str], str]) -> str:
    """The date it was played, or is arranged for; "" if there is none."""
    if one.away is None:
        return ""
    if one.ended is not None:
        return _joined(date(one.ended.played_on), one.ended.time)
    if one.arranged is not None and one.arranged.on:
        agreed = one.arranged
        return "arranged for " + _joined(date(agreed.on), agreed.time, clean_text(agreed.where))
    return date(one.on)


def describe_linked_game(state: LeagueState, one: Fixture) -> str:
    """The game's title, its recorded match, and the result before a correction with the reason."""
    parts = [clean_text(one.title), f"game {one.link.match}" if one.link else ""]
    if one.disagrees:
        parts.append("the linked game ended differently")
    for was in one.corrections:
        why = f" ({clean_text(was.why)})" if was.why else ""
        parts.append(
            f"was {clean_text(format_score(state.get_player_name(was.was.winner), was.was))}{why}"
        )
    return " · ".join(part for part in parts if part)


def _joined(*parts: str) -> str:
    return " ".join(part for part in parts if part)
