"""The outlook of a league's season: as a section of reports, and in the shape of its JSON."""

from __future__ import annotations

from exports.league_parts import Section, TextTable, plain
from exports.shapes.league import OutlookRowShape, OutlookShape
from exports.shapes.shape import shaped
from tracker.application.leagues import outlook_words
from tracker.application.leagues.league import League
from tracker.leagues.outlook.forecast import Prospect, SeasonOutlook

PLACES = 4  # digits of a chance


def outlook_if_open(league: League) -> SeasonOutlook | None:
    """The outlook of a league that has something left to play, and somebody who plays it."""
    if league.state.cut or league.state.info.what != "league" or not league.table.standings().rows:
        return None
    found = league.table.outlook()
    return None if found.decided else found


def outlook_section(league: League, found: SeasonOutlook) -> Section:
    """Who can still win and how, in words and numbers."""
    top = f"first {found.top}"
    head = ("#", "player", "points", "can end with", "likely", "first", top, "what it takes")
    shown = found.top > 1
    return Section(
        title="Who can still win",
        about=outlook_words.heading(found),
        table=TextTable(
            head if shown else tuple(one for one in head if one != top),
            tuple(_row(league, found, one, top=shown) for one in found.prospects),
            frozenset({0, 2, 3, 4, 5, *([6] if shown else [])}),
        ),
        notes=tuple(outlook_words.rests_on(found)),
    )


def _row(league: League, found: SeasonOutlook, one: Prospect, *, top: bool) -> tuple[str, ...]:
    percent = outlook_words.percent
    said = (outlook_words.certain(found, one), outlook_words.takes(league.state, one))
    return (
        str(one.place),
        plain(league.state.name(one.player)),
        one.points.short,
        f"{one.least.short} to {one.most.short}",
        f"{one.likely:.1f}",
        percent(one.first, one.first_error, one.first_is),
        *([percent(one.top, one.top_error, one.top_is)] if top else []),
        plain("; ".join(each for each in said if each)),
    )


def outlook_shape(league: League, found: SeasonOutlook) -> OutlookShape:
    """The same as data."""
    state = league.state
    return OutlookShape(
        league=league.stream,
        season=state.season.number,
        games=found.games,
        last_round=found.ahead.last,
        top=found.top,
        seasons=found.seasons,
        rows=[
            shaped(
                OutlookRowShape,
                one,
                name=state.name(one.player),
                points=one.points.short,
                least=one.least.short,
                most=one.most.short,
                likely=round(one.likely, 2),
                first=round(one.first, PLACES),
                first_error=round(one.first_error, PLACES),
                top=round(one.top, PLACES),
                top_error=round(one.top_error, PLACES),
                certain=outlook_words.certain(found, one),
                takes=outlook_words.takes(state, one),
            )
            for one in found.prospects
        ],
        notes=[*outlook_words.rests_on(found)],
    )
