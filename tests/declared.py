"""What a ruleset declares, as tables which tests compare with tables of their own.

Players read these words and signs on screens and type them in lines, and matches store them. How
long a marker lasts is a rule. None of them may change by accident.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tracker.input_parsing.line_syntax_tree import format_line
from tracker.procedures.declared.marker_values import Amount
from tracker.procedures.ruleset import Ruleset
from tracker.testing.match_in_memory import Play

Row = tuple[Any, ...]


def table(text: str) -> list[str]:
    """Split a table into rows, with single spaces between columns."""
    return [" ".join(line.split()) for line in text.strip().splitlines()]


def _rows(rows: Iterable[Row]) -> list[str]:
    """Join the cells of each row with ``|``. A dash stands for an empty cell."""
    return [" | ".join(str(cell) if cell else "-" for cell in row) for row in rows]


def markers(rules: Ruleset) -> list[str]:
    """List markers: id, word, sign, who carries it, how it is shown, until when, ``parts``."""
    return _rows(
        (each.id, each.word, each.sign, each.on, each.shown, each.until, each.parts)
        for each in rules.markers
    )


def weights(rules: Ruleset) -> dict[str, list[str]]:
    """Group the ids of markers by their importance in odds."""
    found: dict[str, list[str]] = {}
    for each in rules.markers:
        found.setdefault(each.worth.name, []).append(each.id)
    return found


def set_right(rules: Ruleset) -> list[str]:
    """List markers: id, the words that set and clear it in a line, its row and column in forms."""
    return _rows((m.id, m.said, m.off, m.row, m.column) for m in rules.markers)


def amounts(rules: Ruleset) -> list[str]:
    """List markers that are numbers: id, what it counts, lowest, highest, ``most``, ``counts``."""
    return _rows(
        (each.id, v.what, str(v.low), v.high, "" if callable(v.most) else v.most, v.counts)
        for each in rules.markers
        if isinstance(v := each.values, Amount)
    )


def actions(rules: Ruleset) -> list[str]:
    """List actions: id, word, proposal, the sign between unit and target, phases."""
    return _rows(
        (each.id, each.word, each.ahead, each.sign, " ".join(each.phases))
        for each in rules.actions.values()
    )


def rolls(rules: Ruleset) -> list[str]:
    """List rolls: id, words, one success, several successes, rule, stakes."""
    return _rows((r.id, r.words, r.won, r.many, r.rule, r.stakes) for r in rules.rolls)


def phases(rules: Ruleset) -> list[str]:
    """List phases: id, word, order of sides, whether it precedes turn 1, noun, short word."""
    return _rows((p.id, p.word, p.order, p.opening, p.noun, p.short) for p in rules.phases)


def keys(rules: Ruleset) -> list[str]:
    """List keys: key, verb, whose number follows, help text, unit of a digit that may follow."""
    return _rows((k.key, k.verb, k.whom, k.text, k.amount) for k in rules.keys.verbs)


def offered(play: Play, *left_out: str) -> list[str]:
    """Return the lines of all actions that are offered now without an objection.

    ``next`` and the actions in ``left_out`` are left out.
    """
    match = play.match
    return [
        format_line(action.make_line(match, side, params))
        for action in play.ruleset.actions.values()
        if action.id not in ("next", *left_out)
        for side, params in action.candidates(match)
        if not action.list_objections(match, side, params)
    ]


def rows_of(play: Play, *words: str) -> dict[str, list[str]]:
    """Return the handles whose row of the form has each word ("" for the whole game)."""
    rows = play.ruleset.setting_right.list_rows(play.match)
    found: dict[str, list[str]] = {}
    for row in rows:
        if row.word in words:
            found.setdefault(row.word, []).append(play.match.handle(row.subject))
    return found
