"""The reports of games, leagues and campaigns as Markdown.

Text from users appears literally.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING
from urllib.parse import quote

from exports.players_own_content import EmbeddedPicture
from exports.report_section_types import ReportSection, TextTable
from tracker.application.chances.luck_table_columns import SUM_NOTE, WORSE_NOTE
from tracker.vocabulary.count_wording import format_count

if TYPE_CHECKING:
    from exports.battle_report_content import BattleReport, SideReport, TurnReport
    from exports.league_report import LeagueReport

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~&])")
_LEADING = re.compile(r"^(\s*)([-+=]|\d+(?=[.)](?:\s|$)))")
PLACEHOLDER = (
    "_Write your own story of the game here, and add your pictures: !\\[caption\\](file)._"
)


def render_battle_report_markdown(report: BattleReport) -> str:
    return "\n".join(_list_battle_report_lines(report)).rstrip() + "\n"


def escape_markdown(text: str) -> str:
    """Escape text so that Markdown shows it literally."""
    plain = _SPECIAL.sub(r"\\\1", text)
    return _LEADING.sub(_escape_leading_mark, plain)


def _escape_leading_mark(match: re.Match[str]) -> str:
    """Escape a character that starts a list or heading, or the dot after a leading number."""
    mark = match[2]
    return f"{match[1]}{mark}\\" if mark.isdigit() else f"{match[1]}\\{mark}"


def _list_battle_report_lines(report: BattleReport) -> Iterator[str]:
    yield from (f"# {escape_markdown(report.title)}", "")
    reason = f" ({escape_markdown(report.end_reason)})" if report.end_reason else ""
    yield from (f"**{escape_markdown(report.result)}**{reason}", "")
    yield " · ".join(escape_markdown(part) for part in (report.rules, report.played_on) if part)
    yield ""
    if report.objectives:
        yield from (f"Played for: {escape_markdown(', '.join(report.objectives))}.", "")
    if report.house_rules:
        yield from (f"House rules: {escape_markdown('; '.join(report.house_rules))}.", "")
    if report.chance_chart:
        yield from ("## Chance to win", "")
        texts = (report.chance_chart.alt_text, report.chance_chart.turning_point_in_words)
        yield from (escape_markdown(" ".join(filter(None, texts))), "")
    yield from _list_player_content_lines(report.player_text, report.pictures)
    yield from (f"- {escape_markdown(note.text)}" for note in report.notes)
    yield from ("", "## Forces", "")
    for side in report.sides:
        yield from _list_side_lines(side)
    yield from _list_moment_lines(report)
    for turn in report.turns:
        yield from _list_turn_lines(turn)
    yield from _list_luck_lines(report)
    yield ""
    yield f"Anchor of this game: {report.anchor}"


def _list_player_content_lines(text: str, pictures: Sequence[EmbeddedPicture]) -> Iterator[str]:
    """Yield Markdown lines with the players' text (or a placeholder) and their pictures."""
    yield from ("## In the players' words", "")
    yield from map(escape_markdown, text.splitlines()) if text else [PLACEHOLDER]
    yield ""
    for picture in pictures:
        yield from (f"![{escape_markdown(picture.name)}]({quote(picture.file)})", "")


EMPTY_CONTENT = "\n".join(_list_player_content_lines("", ()))
"""The placeholder section of a report to which players have added no text."""


def _list_side_lines(side: SideReport) -> Iterator[str]:
    player = f", played by {escape_markdown(side.player)}" if side.player else ""
    cost = f" ({format_count(side.cost, 'point')})" if side.cost else ""
    yield f"### {escape_markdown(side.name)}: {escape_markdown(side.force)}{cost}{player}"
    yield ""
    yield from _list_table_lines(side.table)
    yield ""


def _list_table_lines(table: TextTable) -> Iterator[str]:
    """Yield the lines of a table in which numbers are right-aligned."""
    yield "| " + " | ".join(map(escape_markdown, table.headings)) + " |"
    marks = (
        "--:" if index in table.numeric_columns else "---" for index in range(len(table.headings))
    )
    yield f"|{'|'.join(marks)}|"
    for row in table.rows:
        yield "| " + " | ".join(map(escape_markdown, row)) + " |"


def _list_moment_lines(report: BattleReport) -> Iterator[str]:
    if not report.moments:
        return
    yield from ("## Turning points", "")
    for moment in report.moments:
        yield f"- Turn {moment.turn}, line {moment.line}: {escape_markdown(moment.text)}"
    yield ""


def _list_turn_lines(turn: TurnReport) -> Iterator[str]:
    yield from (f"## Turn {turn.turn}" if turn.turn else "## Set-up", "")
    phase = ""
    for line in turn.lines:
        if turn.turn and line.phase != phase:
            yield from [""] if line is not turn.lines[0] else []
            phase = line.phase
            yield from (f"**{escape_markdown(phase[:1].upper() + phase[1:])}**", "")
        yield f"- {line.number} · {escape_markdown(line.text)}"
    if turn.lines:
        yield ""
    if turn.score:
        yield from (f"_{escape_markdown(turn.score)}_", "")


def _list_luck_lines(report: BattleReport) -> Iterator[str]:
    yield from ("## Luck", "")
    yield f"Based on {escape_markdown(report.luck.rests_on)}."
    for table in report.luck_tables:
        yield ""
        yield from _list_table_lines(table)
    if report.luck.sides:
        yield from ("", escape_markdown(WORSE_NOTE))
    if report.luck.sums:
        yield from ("", escape_markdown(SUM_NOTE))


def render_league_markdown(report: LeagueReport) -> str:
    return "\n".join(_list_league_report_lines(report)).rstrip() + "\n"


def _list_league_report_lines(report: LeagueReport) -> Iterator[str]:
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
        yield from _list_player_content_lines(report.player_text, report.pictures)
    yield from (f"_{escape_markdown(report.as_of)}_", "")
    yield f"Anchor of this {report.kind}: {report.anchor}"


def _list_section_lines(level: str, *sections: ReportSection | None) -> Iterator[str]:
    """Yield the lines of the sections that are not None, with headings of the given level."""
    for section in filter(None, sections):
        yield from (f"{level} {escape_markdown(section.title)}", "")
        if section.about:
            yield from (escape_markdown(section.about), "")
        if section.table is not None:
            yield from _list_table_lines(section.table)
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
