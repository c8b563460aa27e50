"""The outlook of a league's season: as a section of reports, and in the shape of its JSON."""

from __future__ import annotations

from msgspec.structs import replace

from exports.report_parts import Section, TextTable, clean_line
from exports.shapes.league import OutlookRowShape, OutlookShape
from exports.shapes.shape import copy_shape, get_exact_number
from tracker.application.leagues import outlook_words
from tracker.application.leagues.league import League
from tracker.application.leagues.standings_text import make_heading
from tracker.leagues.divisions import NONE
from tracker.leagues.outlook.forecast import Prospect, SeasonOutlook

PLACES = 4  # digits of a chance


def open_outlooks(league: League) -> list[tuple[str, SeasonOutlook]]:
    """The outlook of each division that has something left to play, under its name.

    That of a league of one field has no name, nor that of those who are in no division; nothing
    where nobody plays for a place.
    """
    if league.state.cut or league.state.info.what != "league":
        return []
    fields = league.table.fields()
    found = [(name, league.table.outlook(division=name)) for name in fields]
    return [(name, one) for name, one in found if not one.decided]


def build_outlooks_section(league: League) -> Section | None:
    """Who can still win, in each division; None where nothing is left to play."""
    found = open_outlooks(league)
    if len(found) == 1 and not league.state.get_divisions():
        return build_outlook_section(league, found[0][1])
    parts = [
        (make_heading(name or NONE), build_outlook_section(league, one)) for name, one in found
    ]
    if not parts:
        return None
    return Section("Who can still win", more=tuple(replace(one, title=name) for name, one in parts))


def build_outlook_section(league: League, found: SeasonOutlook) -> Section:
    """Who can still win and how, in words and numbers."""
    top = f"first {found.top}"
    head = ("#", "player", "points", "can end with", "likely", "first", top, "what it takes")
    shown = found.top > 1
    return Section(
        title="Who can still win",
        about=outlook_words.describe_games_left(found),
        table=TextTable(
            head if shown else tuple(one for one in head if one != top),
            tuple(_row(league, found, one, top=shown) for one in found.prospects),
            frozenset({0, 2, 3, 4, 5, *([6] if shown else [])}),
        ),
        notes=tuple(outlook_words.explain_chances(found)),
    )


def _row(league: League, found: SeasonOutlook, one: Prospect, *, top: bool) -> tuple[str, ...]:
    percent = outlook_words.format_percent
    said = (
        outlook_words.describe_certain(found, one),
        outlook_words.describe_needed(league.state, one),
    )
    return (
        str(one.place),
        clean_line(league.state.name(one.player)),
        one.points.short,
        f"{one.least.short} to {one.most.short}",
        f"{one.likely:.1f}",
        percent(one.first, one.first_error, one.first_is),
        *([percent(one.top, one.top_error, one.top_is)] if top else []),
        clean_line("; ".join(each for each in said if each)),
    )


def build_outlook_shape(league: League, found: SeasonOutlook, division: str = "") -> OutlookShape:
    """The same as data."""
    state = league.state
    return OutlookShape(
        league=league.stream,
        season=state.season.number,
        division=division,
        games=found.games,
        last_round=found.ahead.last,
        top=found.top,
        seasons=found.seasons,
        rows=[
            copy_shape(
                OutlookRowShape,
                one,
                name=state.name(one.player),
                points=get_exact_number(one.points.fraction),
                least=get_exact_number(one.least.fraction),
                most=get_exact_number(one.most.fraction),
                likely=round(one.likely, 2),
                first=round(one.first, PLACES),
                first_error=round(one.first_error, PLACES),
                top=round(one.top, PLACES),
                top_error=round(one.top_error, PLACES),
                certain=outlook_words.describe_certain(found, one),
                takes=outlook_words.describe_needed(state, one),
            )
            for one in found.prospects
        ],
        notes=[*outlook_words.explain_chances(found)],
    )
