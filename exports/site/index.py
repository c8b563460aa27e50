"""The first page of a site: leagues, campaigns, games being played, games that are over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from exports.league_parts import Section, TextTable, clean_line, collect_links, format_day
from exports.site.addresses import find_calendar_address, page_of
from exports.site.site_page import SitePage
from tracker.application.leagues.row import read_row
from tracker.application.match.summaries import Summary
from tracker.vocabulary.counts import count_of

GAME_HEAD = ("game", "rules", "forces", "score", "played")
LEAGUE_HEAD = ("league", "stands", "first", "calendar")
CAMPAIGN_HEAD = ("campaign", "games", "last played", "calendar")


def index_page(
    title: str,
    games: Sequence[Summary],
    leagues: Sequence[Summary],
    rules: Mapping[str, str],
    forces: Mapping[str, Sequence[str]],
) -> SitePage:
    """The index of all there is; ``rules`` are the titles of rulesets by id, ``forces`` those of
    each game by its stream.
    """
    return SitePage(
        title=clean_line(title),
        about=" · ".join(_counted(games, leagues)),
        sections=tuple(_sections(games, leagues, rules, forces)),
    )


def _counted(games: Sequence[Summary], leagues: Sequence[Summary]) -> Iterator[str]:
    """``7 games``, ``2 leagues``, ``1 campaign``."""
    for noun, rows in (
        ("game", games),
        ("league", [one for one in leagues if one.kind == "league"]),
        ("campaign", [one for one in leagues if one.kind == "campaign"]),
    ):
        if rows:
            yield count_of(len(rows), noun)


def _sections(
    games: Sequence[Summary],
    leagues: Sequence[Summary],
    rules: Mapping[str, str],
    forces: Mapping[str, Sequence[str]],
) -> Iterator[Section]:
    for kind, heading, table in (
        ("league", "Leagues", _leagues),
        ("campaign", "Campaigns", _campaigns),
    ):
        rows = [one for one in leagues if one.kind == kind]
        if rows:
            yield Section(heading, table=table(rows))
    running = [one for one in games if one.status != "ended"]
    over = [one for one in games if one.status == "ended"]
    for heading, chosen in (("Being played", running), ("Games", over)):
        if chosen:
            yield Section(heading, table=_games(chosen, rules, forces))


def _games(
    rows: Sequence[Summary], rules: Mapping[str, str], forces: Mapping[str, Sequence[str]]
) -> TextTable:
    return TextTable(
        GAME_HEAD,
        tuple(
            (
                clean_line(one.title) or one.stream,
                clean_line(rules.get(one.ruleset, one.ruleset)),
                clean_line(" v ".join(forces.get(one.stream) or _sides(one))),
                _score(one),
                format_day(one.played_on),
            )
            for one in rows
        ),
        links=collect_links(((n, 0), page_of(one.stream)) for n, one in enumerate(rows)),
    )


def _sides(one: Summary) -> list[str]:
    return msgspec.json.decode(one.sides, type=list[str])


def _score(one: Summary) -> str:
    """``7 : 4, Red won``; of a running game how far it is."""
    points = msgspec.json.decode(one.scores, type=dict[str, int])
    score = " : ".join(str(points.get(side, 0)) for side in _sides(one)) if points else ""
    if one.status != "ended":
        turn = f"turn {one.turn}" if one.turn else "set-up"
        return ", ".join(part for part in (score, turn) if part)
    won = f"{clean_line(one.winner)} won" if one.winner else "drawn"
    return ", ".join(part for part in (score, won) if part)


def _leagues(rows: Sequence[Summary]) -> TextTable:
    return TextTable(
        LEAGUE_HEAD,
        tuple(
            (clean_line(one.title) or one.stream, *_stands(one), find_calendar_address(one.stream))
            for one in rows
        ),
        links=_linked(rows, LEAGUE_HEAD),
    )


def _stands(one: Summary) -> tuple[str, str]:
    """``round 3 of 5``, and who leads."""
    row = read_row(one)
    of = f" of {row.planned}" if row.planned else ""
    stands = f"round {row.round}{of}" if row.round else "not begun yet"
    first = [each for each in row.standings.rows if each.place == 1] if row.round else []
    leads = ", ".join(clean_line(each.name) for each in first[:3])
    points = f" ({first[0].points.short} points)" if first else ""
    return ("closed" if row.closed else stands), leads + points


def _campaigns(rows: Sequence[Summary]) -> TextTable:
    return TextTable(
        CAMPAIGN_HEAD,
        tuple(
            (
                clean_line(one.title) or one.stream,
                str(row.games),
                format_day(row.last_played),
                find_calendar_address(one.stream),
            )
            for one in rows
            for row in (read_row(one),)
        ),
        frozenset({1}),
        _linked(rows, CAMPAIGN_HEAD),
    )


def _linked(rows: Sequence[Summary], head: Sequence[str]) -> dict[tuple[int, int], str]:
    return collect_links(
        ((n, column), address)
        for n, one in enumerate(rows)
        for column, address in (
            (0, page_of(one.stream)),
            (len(head) - 1, find_calendar_address(one.stream)),
        )
    )
