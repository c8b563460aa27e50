"""Rendering of a league or campaign as Markdown. Text from users appears literally."""

from __future__ import annotations

from collections.abc import Iterator

from exports.battle_report_markdown import (
    escape_markdown,
    list_markdown_table_lines,
    list_player_content_lines,
)
from exports.league_report import LeagueReport
from exports.report_sections import ReportSection


def render_league_markdown(report: LeagueReport) -> str:
    return "\n".join(_lines(report)).rstrip() + "\n"


def _lines(report: LeagueReport) -> Iterator[str]:
    yield f"# {escape_markdown(report.title)}"
    yield ""
    yield escape_markdown(report.about)
    yield ""
    if report.standings:
        yield from _section(report.standings, "##")
    if report.bracket:
        yield from _section(report.bracket, "##")
    if report.race:
        yield from _section(
            ReportSection("Places after each round", table=report.race.build_text_table()), "###"
        )
    if report.outlook:
        yield from _section(report.outlook, "##")
    if report.grid:
        met = ReportSection("Who met whom", report.grid.about, report.grid.build_text_table())
        yield from _section(met, "##")
    for one in report.rounds:
        yield from _section(one, "##")
    if report.forces:
        yield "## Forces"
        yield ""
    for one in report.forces:
        yield from _section(one, "###")
    if report.luck:
        yield from _section(report.luck, "##")
    if report.luck_points:
        yield from _section(report.luck_points, "##")
    if report.history:
        yield from _history(report)
    if report.history or report.words or report.pictures:
        yield from list_player_content_lines(report.words, report.pictures)
    yield f"_{escape_markdown(report.stands)}_"
    yield ""
    yield f"Anchor of this {report.what}: {report.anchor}"


def _section(one: ReportSection, level: str) -> Iterator[str]:
    yield f"{level} {escape_markdown(one.title)}"
    yield ""
    if one.about:
        yield escape_markdown(one.about)
        yield ""
    if one.table is not None:
        yield from list_markdown_table_lines(one.table)
        yield ""
    for each in one.more:
        yield from _section(each, f"{level}#")
    if one.notes:
        yield from (f"- {escape_markdown(note)}" for note in one.notes)
        yield ""


def _history(report: LeagueReport) -> Iterator[str]:
    yield "## What happened"
    yield ""
    for day in report.history:
        yield f"**{escape_markdown(day.on)}**"
        yield ""
        for lines in day.told:
            first, *rest = lines
            yield f"- {escape_markdown(first)}"
            yield from (f"  {escape_markdown(line)}" for line in rest)
        yield ""
