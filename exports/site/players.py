"""The pages of a league's players and of forces that last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from exports.league_parts import Section, TextTable, To, clean_line, collect_links, format_day
from exports.league_results import describe_game_result, describe_linked_game, describe_when_played
from exports.league_service import build_force_section
from exports.site.site_page import SitePage
from tracker.application.campaigns.service_records import Records
from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.leagues.league_rows import Fixture
from tracker.leagues.results import PlayerId
from tracker.vocabulary.counts import count_of

RESULT_HEAD = ("round", "opponent", "result", "played", "remarks")


def build_player_page(league: League, player: PlayerId, to: To) -> SitePage:
    """A player in a league or campaign: forces, games by season, and how the points came."""
    return SitePage(
        title=clean_line(league.state.name(player)),
        about=" · ".join(_about(league, player)),
        sections=tuple(_player(league, player, to)),
    )


def build_force_page(league: League, records: Records, force: str, to: To) -> SitePage:
    """A force with the service records of its units, and the games it was in."""
    state = league.state
    one = next(each for each in state.forces.values() if each.id == force)
    section = build_force_section(league, records.force(one.id))
    games = [each for each in state.fixtures.values() if one.id in each.forces]
    told = [Section("Units", section.about, section.table, section.notes)]
    if games:
        told.append(Section("Games", table=_games(league, one.player, games, to)))
    return SitePage(clean_line(one.name), clean_line(league.title), tuple(told))


def _about(league: League, player: PlayerId) -> Iterator[str]:
    yield clean_line(league.title)
    row = next((one for one in league.table.standings().rows if one.player == player), None)
    if row is not None and row.played + row.byes:
        yield f"place {row.place}"
        yield f"{row.points.short} points"
        yield f"{row.won} won, {row.drawn} drawn, {row.lost} lost"
    rated = league.table.compute_ratings().get(player)
    if rated is not None:
        provisional = ", provisional" if rated.provisional else ""
        games = count_of(rated.games, "game")
        yield f"rating {rated.rating:.0f} ± {2 * rated.deviation:.0f} from {games}{provisional}"


def _player(league: League, player: PlayerId, to: To) -> Iterator[Section]:
    state = league.state
    for force in state.forces.values():
        if force.player == player:
            yield Section(clean_line(force.name), clean_line(force.ruleset), link=to(force.id))
    for number in sorted(state.seasons, reverse=True):
        games = [one for one in state.published(number) if player in one.players]
        if games:
            several = f"Season {number}" if len(state.seasons) > 1 else "Games"
            yield Section(several, table=_games(league, player, games, to))
    if state.info.what == "league":
        try:
            told = league.table.explain_player(player)
        except Refused:  # not in the season at hand
            return
        if told:
            yield Section("How the points came", notes=tuple(map(clean_line, told)))


def _games(league: League, player: PlayerId, games: Sequence[Fixture], to: To) -> TextTable:
    """Games as a player sees them; the number of the round where there are rounds."""
    state = league.state
    first = 0 if any(one.round for one in games) else 1
    rows, links = [], []
    for n, one in enumerate(games):
        other = next((each for each in one.players if each != player), None)
        row = (
            str(one.round or ""),
            clean_line(state.name(other)) if other else "bye",
            describe_game_result(state, one),
            describe_when_played(one, format_day),
            describe_linked_game(state, one),
        )
        rows.append(row[first:])
        links.append(((n, 1 - first), to(other or "")))
        links.append(((n, 4 - first), to(one.link.match) if one.link else ""))
    numbers: frozenset[int] = frozenset() if first else frozenset({0})
    return TextTable(RESULT_HEAD[first:], tuple(rows), numbers, collect_links(links))
