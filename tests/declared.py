"""What a ruleset declares, as tables that a test writes down a second time.

These words and signs are read on screens, typed in lines and kept in matches, and how long a
marker lasts is a rule: none of them changes unseen.
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
    """The rows of a table, single spaces between its columns."""
    return [" ".join(line.split()) for line in text.strip().splitlines()]


def _rows(rows: Iterable[Row]) -> list[str]:
    """Columns with a stroke between them; a dash where there is nothing."""
    return [" | ".join(str(cell) if cell else "-" for cell in row) for row in rows]


def markers(rules: Ruleset) -> list[str]:
    """Id, word, sign, who carries it, how it is shown, until when, which part carries it on."""
    return _rows(
        (each.id, each.word, each.sign, each.on, each.shown, each.until, each.parts)
        for each in rules.markers
    )


def weights(rules: Ruleset) -> dict[str, list[str]]:
    """Which markers count how much among what odds tell."""
    found: dict[str, list[str]] = {}
    for each in rules.markers:
        found.setdefault(each.worth.name, []).append(each.id)
    return found


def set_right(rules: Ruleset) -> list[str]:
    """Id, what is said of it in a line, what takes it off, its row of a form, its column."""
    return _rows((m.id, m.said, m.off, m.row, m.column) for m in rules.markers)


def amounts(rules: Ruleset) -> list[str]:
    """Of markers that are numbers: what it is, the least, the most, the last that a form lists."""
    return _rows(
        (each.id, v.what, str(v.low), v.high, "" if callable(v.most) else v.most, v.counts)
        for each in rules.markers
        if isinstance(v := each.values, Amount)
    )


def actions(rules: Ruleset) -> list[str]:
    """Id, what is done, what is proposed, the sign between two, its phases."""
    return _rows(
        (each.id, each.word, each.ahead, each.sign, " ".join(each.phases))
        for each in rules.actions.values()
    )


def rolls(rules: Ruleset) -> list[str]:
    """Id, words, one success, several, its rule, what is at stake."""
    return _rows((r.id, r.words, r.won, r.many, r.rule, r.stakes) for r in rules.rolls)


def phases(rules: Ruleset) -> list[str]:
    """Id, word, whose go it is, whether it comes before the first turn, noun, short word."""
    return _rows((p.id, p.word, p.order, p.opening, p.noun, p.short) for p in rules.phases)


def keys(rules: Ruleset) -> list[str]:
    """Key, verb, whose number follows, what the help says, unit of the digit that may follow."""
    return _rows((k.key, k.verb, k.whom, k.text, k.amount) for k in rules.keys.verbs)


def offered(play: Play, *left_out: str) -> list[str]:
    """The lines of all that is offered now and that nothing speaks against, but for these actions;
    going on is always there.
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
    """Whose row of a form says these words, by handle; of the game as a whole by nothing."""
    rows = play.ruleset.setting_right.list_rows(play.match)
    found: dict[str, list[str]] = {}
    for row in rows:
        if row.word in words:
            found.setdefault(row.word, []).append(play.match.handle(row.subject))
    return found
