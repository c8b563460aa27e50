"""Rendering of a battle report as Markdown. Text from users appears literally."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from urllib.parse import quote

from exports.battle_report import BattleReport, SideReport, TurnReport
from exports.player_text_and_pictures import EmbeddedPicture
from exports.report_sections import TextTable
from tracker.vocabulary.count_wording import format_count

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~&])")
_LEADING = re.compile(r"^(\s*)([-+=]|\d+(?=[.)](?:\s|$)))")
WORDS = "_Write here what the dice cannot tell, and add your pictures: !\\[what it shows\\](file)._"


def render_battle_report_markdown(report: BattleReport) -> str:
    """Render the report as Markdown."""
    return "\n".join(_lines(report)).rstrip() + "\n"


def escape_markdown(text: str) -> str:
    """Escape text so that Markdown shows it literally."""
    plain = _SPECIAL.sub(r"\\\1", text)
    return _LEADING.sub(_held, plain)


def _held(found: re.Match[str]) -> str:
    """Escape a character that starts a list or heading. For numbers, escape the dot."""
    mark = found[2]
    return f"{found[1]}{mark}\\" if mark.isdigit() else f"{found[1]}\\{mark}"


def _lines(report: BattleReport) -> Iterator[str]:
    yield f"# {escape_markdown(report.title)}"
    yield ""
    yield f"**{escape_markdown(report.result)}**" + (
        f" ({escape_markdown(report.why)})" if report.why else ""
    )
    yield ""
    yield " · ".join(escape_markdown(part) for part in (report.rules, report.played_on) if part)
    yield ""
    if report.objectives:
        yield f"Played for: {escape_markdown(', '.join(report.objectives))}."
        yield ""
    if report.house_rules:
        yield f"House rules: {escape_markdown('; '.join(report.house_rules))}."
        yield ""
    if report.chances:
        yield "## Chance to win"
        yield ""
        yield escape_markdown(
            " ".join(filter(None, (report.chances.description, report.chances.largest_change)))
        )
        yield ""
    yield from list_player_content_lines(report.words, report.pictures)
    yield from (f"- {escape_markdown(note.text)}" for note in report.notes)
    yield ""
    yield "## Forces"
    yield ""
    for side in report.sides:
        yield from _side(side)
    yield from _turning_points(report)
    for turn in report.turns:
        yield from _turn(turn)
    yield from _luck(report)
    yield ""
    yield f"Anchor of this game: {report.anchor}"


def list_player_content_lines(words: str, pictures: Sequence[EmbeddedPicture]) -> Iterator[str]:
    """Yield the lines of the players' text, or a placeholder, and those of their pictures."""
    yield "## In the players' words"
    yield ""
    yield from (_paragraph(words) if words else [WORDS])
    yield ""
    for picture in pictures:
        yield f"![{escape_markdown(picture.name)}]({quote(picture.file)})"
        yield ""


NO_WORDS = "\n".join(list_player_content_lines("", ()))
"""The placeholder in a report without the players' text."""


def _paragraph(text: str) -> Iterator[str]:
    for line in text.splitlines():
        yield escape_markdown(line)


def _side(side: SideReport) -> Iterator[str]:
    who = f", played by {escape_markdown(side.player)}" if side.player else ""
    cost = f" ({format_count(side.cost, 'point')})" if side.cost else ""
    yield f"### {escape_markdown(side.name)}: {escape_markdown(side.force)}{cost}{who}"
    yield ""
    yield from list_markdown_table_lines(side.table)
    yield ""


def list_markdown_table_lines(table: TextTable) -> Iterator[str]:
    """Yield the lines of a table in which numbers are aligned right."""
    yield "| " + " | ".join(map(escape_markdown, table.head)) + " |"
    marks = ("--:" if place in table.numbers else "---" for place in range(len(table.head)))
    yield f"|{'|'.join(marks)}|"
    for row in table.rows:
        yield "| " + " | ".join(map(escape_markdown, row)) + " |"


def _turning_points(report: BattleReport) -> Iterator[str]:
    if not report.moments:
        return
    yield "## Turning points"
    yield ""
    for moment in report.moments:
        yield f"- Turn {moment.turn}, line {moment.line}: {escape_markdown(moment.text)}"
    yield ""


def _turn(turn: TurnReport) -> Iterator[str]:
    yield f"## Turn {turn.turn}" if turn.turn else "## Set-up"
    yield ""
    phase = ""
    for line in turn.lines:
        if turn.turn and line.phase != phase:
            yield from [""] if phase else []
            phase = line.phase
            yield f"**{escape_markdown(phase[:1].upper() + phase[1:])}**"
            yield ""
        yield f"- {line.number} · {escape_markdown(line.text)}"
    if turn.lines:
        yield ""
    if turn.score:
        yield f"_{escape_markdown(turn.score)}_"
        yield ""


def _luck(report: BattleReport) -> Iterator[str]:
    yield "## Luck"
    yield ""
    yield f"Based on {escape_markdown(report.luck.rests_on)}."
    for table in report.luck_tables:
        yield ""
        yield from list_markdown_table_lines(table)
