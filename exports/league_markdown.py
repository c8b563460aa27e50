"""Renders a league or campaign as Markdown. Text from users appears literally."""

from __future__ import annotations

from collections.abc import Iterator

from exports.battle_report_markdown import (
    escape_markdown,
    list_markdown_table_lines,
    list_player_content_markdown_lines,
)
from exports.league_report import LeagueReport
from exports.report_sections import ReportSection


def render_league_markdown(report: LeagueReport) -> str:
    return "\n".join(_list_lines(report)).rstrip() + "\n"


def _list_lines(report: LeagueReport) -> Iterator[str]:
    yield from (f"# {escape_markdown(report.title)}", "")
    yield from (escape_markdown(report.about), "")
    race = met = None
    if report.race:
        race = ReportSection("Places after each round", table=report.race.build_text_table())
    if report.grid:
        table = report.grid.build_text_table()
        met = ReportSection("Results between players", report.grid.about, table)
    yield from _list_section_lines("##", report.standings, report.bracket)
    yield from _list_section_lines("###", race)
    yield from _list_section_lines("##", report.outlook, met, *report.rounds)
    if report.forces:
        yield from ("## Forces", "")
    yield from _list_section_lines("###", *report.forces)
    yield from _list_section_lines("##", report.luck, report.luck_points)
    if report.history:
        yield from _list_history_lines(report)
    if report.history or report.player_text or report.pictures:
        yield from list_player_content_markdown_lines(report.player_text, report.pictures)
    yield from (f"_{escape_markdown(report.as_of)}_", "")
    yield f"Anchor of this {report.kind}: {report.anchor}"


def _list_section_lines(level: str, *sections: ReportSection | None) -> Iterator[str]:
    """Yield the lines of sections with headings of this level, and omit sections that are None."""
    for section in filter(None, sections):
        yield from (f"{level} {escape_markdown(section.title)}", "")
        if section.about:
            yield from (escape_markdown(section.about), "")
        if section.table is not None:
            yield from list_markdown_table_lines(section.table)
            yield ""
        yield from _list_section_lines(f"{level}#", *section.subsections)
        if section.notes:
            yield from (f"- {escape_markdown(note)}" for note in section.notes)
            yield ""


def _list_history_lines(report: LeagueReport) -> Iterator[str]:
    yield from ("## What happened", "")
    for day in report.history:
        yield from (f"**{escape_markdown(day.date)}**", "")
        for lines in day.entries:
            first, *rest = lines
            yield f"- {escape_markdown(first)}"
            yield from (f"  {escape_markdown(line)}" for line in rest)
        yield ""
