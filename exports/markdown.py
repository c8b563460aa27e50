"""A battle report in Markdown; what people wrote is shown as written, never as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from urllib.parse import quote

from exports.pictures import Picture
from exports.report import BattleReport, SideReport, TurnReport
from exports.report_parts import TextTable
from tracker.vocabulary.counts import count_of

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~&])")
_LEADING = re.compile(r"^(\s*)([-+=]|\d+(?=[.)](?:\s|$)))")
WORDS = "_Write here what the dice cannot tell, and add your pictures: !\\[what it shows\\](file)._"


def render_markdown(report: BattleReport) -> str:
    """The report as one Markdown text."""
    return "\n".join(_lines(report)).rstrip() + "\n"


def escape(text: str) -> str:
    """Text that Markdown shows as it is."""
    plain = _SPECIAL.sub(r"\\\1", text)
    return _LEADING.sub(_held, plain)


def _held(found: re.Match[str]) -> str:
    """What would begin a list or a heading: a sign with a backslash, a number before its dot."""
    mark = found[2]
    return f"{found[1]}{mark}\\" if mark.isdigit() else f"{found[1]}\\{mark}"


def _lines(report: BattleReport) -> Iterator[str]:
    yield f"# {escape(report.title)}"
    yield ""
    yield f"**{escape(report.result)}**" + (f" ({escape(report.why)})" if report.why else "")
    yield ""
    yield " · ".join(escape(part) for part in (report.rules, report.played_on) if part)
    yield ""
    if report.objectives:
        yield f"Played for: {escape(', '.join(report.objectives))}."
        yield ""
    if report.house_rules:
        yield f"House rules: {escape('; '.join(report.house_rules))}."
        yield ""
    if report.chances:
        yield "## Chance to win"
        yield ""
        yield escape(" ".join(filter(None, (report.chances.told, report.chances.turning))))
        yield ""
    yield from list_players_words(report.words, report.pictures)
    yield from (f"- {escape(note.text)}" for note in report.notes)
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


def list_players_words(words: str, pictures: Sequence[Picture]) -> Iterator[str]:
    """What the players wrote, or a place for it, and their pictures."""
    yield "## In the players' words"
    yield ""
    yield from (_paragraph(words) if words else [WORDS])
    yield ""
    for picture in pictures:
        yield f"![{escape(picture.name)}]({quote(picture.file)})"
        yield ""


NO_WORDS = "\n".join(list_players_words("", ()))
"""The place for what the players may write, in a report without it."""


def _paragraph(text: str) -> Iterator[str]:
    for line in text.splitlines():
        yield escape(line)


def _side(side: SideReport) -> Iterator[str]:
    who = f", played by {escape(side.player)}" if side.player else ""
    yield f"### {escape(side.name)}: {escape(side.force)} ({count_of(side.cost, 'point')}){who}"
    yield ""
    yield from list_table_lines(side.table)
    yield ""


def list_table_lines(table: TextTable) -> Iterator[str]:
    """A table, its numbers on the right."""
    yield "| " + " | ".join(map(escape, table.head)) + " |"
    marks = ("--:" if place in table.numbers else "---" for place in range(len(table.head)))
    yield f"|{'|'.join(marks)}|"
    for row in table.rows:
        yield "| " + " | ".join(map(escape, row)) + " |"


def _turning_points(report: BattleReport) -> Iterator[str]:
    if not report.moments:
        return
    yield "## Turning points"
    yield ""
    for moment in report.moments:
        yield f"- Turn {moment.turn}, line {moment.line}: {escape(moment.text)}"
    yield ""


def _turn(turn: TurnReport) -> Iterator[str]:
    yield f"## Turn {turn.turn}" if turn.turn else "## Set-up"
    yield ""
    phase = ""
    for line in turn.lines:
        if turn.turn and line.phase != phase:
            yield from [""] if phase else []
            phase = line.phase
            yield f"**{escape(phase[:1].upper() + phase[1:])}**"
            yield ""
        yield f"- {line.number} · {escape(line.text)}"
    if turn.lines:
        yield ""
    if turn.score:
        yield f"_{escape(turn.score)}_"
        yield ""


def _luck(report: BattleReport) -> Iterator[str]:
    yield "## Luck"
    yield ""
    yield f"Based on {escape(report.luck.rests_on)}."
    for table in report.luck_tables:
        yield ""
        yield from list_table_lines(table)
