"""Whether what rules say of a match can be shown: whatever a screen may ask them, at any time.

Raises ``AssertionError`` with what is wrong, and whatever the rules raise.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any

from msgspec import ValidationError

from tracker.input_parsing.line import Line, parse, show
from tracker.procedures.declared.grids import Grid
from tracker.procedures.ruleset import (
    Action,
    Bar,
    Command,
    Due,
    Meaning,
    Objection,
    Reply,
    Ruleset,
    Sheet,
)
from tracker.procedures.view import Match, UnknownName
from tracker.testing.rule_text_laws import check_objection

WAYS = 5
"""How many ways to take an action are objected to at a time."""


def check_shown(rules: Ruleset, match: Match) -> None:
    """All that is shown of a match as it stands."""
    for action in rules.actions.values():
        try:
            _check_action(rules, match, action)
        except TypeError as error:
            message = f"the action {action.id!r} cannot be proposed: {error}"
            raise AssertionError(message) from error
    _check_each(rules.due(match), Due, "due")
    for phase in rules.phases:
        for grid in rules.grids(match, phase.id):
            _check_grid(grid)
    for unit in match.units():
        for who in match.figures(unit) if rules.by_figure else (unit,):
            rules.keys.cannot(match, who)
            _check_each((rules.sheet(match, who),), Sheet, "sheet")
    for read in (rules.status, rules.points, rules.later):
        tuple(read(match))
    tuple(rules.under_way(match, None))


def _check_action(rules: Ruleset, match: Match, action: Action[Any]) -> None:
    where = f"of the action {action.id!r}"
    for unit in () if rules.by_figure else match.units():
        _check_each(action.bars(match, unit), Bar, f"the bars {where}")
    for side, params in islice(action.candidates(match), WAYS):
        _check_each((params,), action.params, f"the candidates {where}")
        objected = tuple(action.against(match, side, params))
        _check_each(objected, Objection, f"the objections {where}")
        for one in objected:
            check_objection(rules, one)
        if action.forms:
            check_line(rules, match, action.make_command(side, params))


def check_line(rules: Ruleset, match: Match, command: Command) -> None:
    """The line in which an action is shown is read back as that very action."""
    line = rules.lines.show(match, command)
    text = show(line)
    said = f"the action {command.action!r} is shown as {text!r}"
    assert parse(text, rules.lexicon) == line, f"{said}, which is another line when it is read"
    try:
        found = read_command(rules, match, line)
    except (UnknownName, ValidationError) as error:
        message = f"{said}, which cannot be read: {error}"
        raise AssertionError(message) from error
    assert found == command, f"{said}, which is read as {found}, and not as {command}"


def read_command(rules: Ruleset, match: Match, line: Line) -> Command:
    """The one action that the parts of a line say together."""
    found, *others = (_command(rules.lines.meaning(match, part)) for part in line.parts)
    for more in others:
        together = rules.lines.merge(found, more)
        assert together is not None, f"{show(line)!r} says two actions"
        found = together
    return found


def _command(meaning: Meaning) -> Command:
    command = meaning.otherwise if isinstance(meaning, Reply) else meaning
    assert isinstance(command, Command), f"{meaning} is no action"
    return command


def _check_each(found: Iterable[Any], kind: type, what: str) -> None:
    for one in found:
        assert isinstance(one, kind), f"{what}: {type(one).__name__} where {kind.__name__} is meant"


def _check_grid(grid: Grid) -> None:
    _check_each((grid,), Grid, "grids")
    for row in grid.rows:
        said = f"the table {grid.title!r} has {len(grid.head)} heads"
        assert len(row) == len(grid.head), f"{said}, its row {row[0]!r} {len(row)} cells"
