"""A battle report in Markdown; what people wrote is shown as written, never as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import quote

from exports.game_course import format_share
from exports.pictures import Picture
from exports.report import BattleReport, SideReport, TurnReport
from tracker.application.chances.luck import LuckSum, PoolLuck
from tracker.vocabulary.counts import count_of

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~&])")
_LEADING = re.compile(r"^(\s*)([-+=]|\d+(?=[.)](?:\s|$)))")
WORDS = (
    "_Write here what the dice do not tell, and put in your pictures: !\\[what it shows\\](file)._"
)


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
        yield from _side(side, report.turns_over)
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


def _side(side: SideReport, turns: tuple[int, ...]) -> Iterator[str]:
    who = f", played by {escape(side.player)}" if side.player else ""
    yield f"### {escape(side.name)}: {escape(side.force)} ({count_of(side.cost, 'point')}){who}"
    yield ""
    head = ["unit", "figures", *(f"after {turn}" for turn in turns), "at the end"]
    rows = [
        [
            f"{unit.handle} {unit.name}",
            f"{unit.started}: {unit.figures}" if unit.figures else str(unit.started),
            *map(str, unit.left),
            unit.marks,
        ]
        for unit in side.units
    ]
    yield from _table(head, rows)
    yield ""


def _table(head: list[str], rows: Iterable[list[str]]) -> Iterator[str]:
    yield "| " + " | ".join(map(escape, head)) + " |"
    yield "|" + "---|" * len(head)
    for row in rows:
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
    luck = report.luck
    yield "## Luck"
    yield ""
    yield f"Rests on {escape(luck.rests_on)}."
    yield ""
    if not luck.sides:
        return
    head = ["side", "roll", "dice", "made", "expected", "difference", "would have done worse"]
    yield from _table(head, map(_row, (*luck.sides, *luck.kinds)))
    if luck.sums:
        yield ""
        head = ["side", "added up", "dice", "sum", "expected", "difference"]
        yield from _table(head, map(_sum, luck.sums))


def _sum(row: LuckSum) -> list[str]:
    numbers = (f"{row.dice}", f"{row.total}", f"{row.expected:.1f}", f"{row.difference:+.1f}")
    return [row.side_name or "both", row.what, *numbers]


def _row(row: PoolLuck) -> list[str]:
    tally = row.tally
    return [
        row.side_name,
        row.what or "all",
        str(tally.dice),
        str(tally.made),
        f"{tally.expected:.1f}",
        f"{tally.difference:+.1f}",
        format_share(tally.worse),
    ]
