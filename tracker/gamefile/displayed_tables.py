"""The tables of a game that players can look up, such as needed numbers and profiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from tracker.gamefile.expression_context import list_unit_values
from tracker.gamefile.expressions import (
    Constant,
    Expression,
    LookupTable,
    NameReference,
    describe_expression_by_names,
    split_into_signed_terms,
)
from tracker.gamefile.game_definition import GameDefinition, RollDefinition, StatDefinition
from tracker.procedures.declared.marker_and_link_kinds import MarkerKind
from tracker.procedures.declared.printed_tables import PrintedTable
from tracker.procedures.match_view import Match
from tracker.vocabulary.subject_ids import MATCH, Subject


def list_printed_tables(game: GameDefinition, match: Match, phase: str) -> tuple[PrintedTable, ...]:
    """List the tables for a phase: current values, needed numbers, and the game's own tables."""
    wide = describe_table_and_side_markers(game, match)
    return (
        *_list_unit_value_tables(game, match),
        *((PrintedTable("markers now", "", ("of", ""), wide),) if wide else ()),
        *_merge_equal_tables(_list_need_tables(game, phase)),
        *(
            _build_lookup_table(name.replace("_", " "), table)
            for name, table in game.tables.items()
        ),
        *_list_stat_tables("weapons", "weapon", game.weapon_stats, game.weapons),
        *_list_stat_tables("figures", "figure", game.stats, game.profiles),
    )


def _list_unit_value_tables(game: GameDefinition, match: Match) -> Iterator[PrintedTable]:
    if game.values:
        found = [
            (match.tag(unit), *(str(value) for _, value in list_unit_values(game, match, unit)))
            for unit in match.units()
        ]
        heads = ("unit", *(name.replace("_", " ") for name in game.values))
        yield PrintedTable("values of units now", "", heads, tuple(found))


def describe_table_and_side_markers(
    game: GameDefinition, match: Match
) -> tuple[tuple[str, str], ...]:
    carriers = ((MATCH, "table"), *((side, match.side_name(side)) for side in match.sides))
    kinds = [kind for kind in game.markers if kind.on in {"match", "side"}]
    told = (
        (name, ", ".join(filter(None, (_describe_marker(match, one, kind) for kind in kinds))))
        for one, name in carriers
    )
    return tuple((name, words) for name, words in told if words)


def _describe_marker(match: Match, subject: Subject, kind: MarkerKind) -> str:
    """Describe a marker, as in ``storm ×2`` or ``order hold``, or return "" if there is none."""
    found = match.marker(subject, kind.id)
    if found is None:
        return ""
    if found.hidden_from:
        return f"{kind.word} face down"
    if isinstance(found.value, str):
        return f"{kind.word} {found.value}"
    count = kind.number(match, subject) if kind.values.counts else 1
    return f"{kind.word} ×{count}" if count > 1 else kind.word


def _merge_equal_tables(needs: Iterable[tuple[str, PrintedTable]]) -> Iterator[PrintedTable]:
    found: dict[PrintedTable, list[str]] = {}
    for word, grid in needs:
        found.setdefault(grid, []).append(word)
    for grid, words in found.items():
        yield replace(grid, title=f"{grid.title}: {', '.join(dict.fromkeys(words))}")


def _list_need_tables(game: GameDefinition, phase: str) -> Iterator[tuple[str, PrintedTable]]:
    """Yield an action or test, and a table, for each roll whose need players do not type."""
    for action in game.actions:
        if phase in action.phases or not action.phases:
            for step in action.steps:
                if step.roll is not None and step.deed == "sum":
                    dice = (
                        describe_expression_by_names(step.stat)
                        if step.stat
                        else _format_dice_sizes(step.dice)
                    )
                    yield action.word, _build_sum_table(step.roll, dice, step.amount, step.need)
                elif action.pool and isinstance(step.need, NameReference):
                    continue
                elif step.roll is not None and step.need is not None:
                    limits = (
                        "lowest and highest number",
                        f"{step.roll.least} and {step.roll.most}",
                    )
                    yield action.word, _build_need_table(step.roll, step.need, limits)
    last = game.phases[-1].id
    for test in game.tests:
        due = not test.when or phase in test.when or ("turn" in test.when and phase == last)
        if due and test.need is not None:
            yield (
                "a test",
                _build_sum_table(test.roll, _format_dice_sizes(test.dice), test.add, test.need),
            )


def _build_sum_table(
    roll: RollDefinition, dice: str, added: Expression, need: Expression | None
) -> PrintedTable:
    rows = [("dice", dice)]
    rows += [row for row in _list_sum_terms(added, "dice") if row != ("base", "0")]
    return _build_need_table(roll, need, *rows)


def _format_dice_sizes(dice: tuple[int, ...]) -> str:
    return "+".join(f"{n}D{size}" for size, n in Counter(dice).items())


def _build_need_table(
    roll: RollDefinition, need: Expression | None, *more_rows: tuple[str, str]
) -> PrintedTable:
    head = "the sum" if need is None else f"the number or {'less' if roll.low else 'more'}"
    parts = () if need is None else _list_sum_terms(need, "number")
    return PrintedTable(roll.kind.words, roll.kind.rule, (head, ""), (*parts, *more_rows))


def _list_sum_terms(expression: Expression, sum_name: str) -> Iterator[tuple[str, str]]:
    for term, sign in split_into_signed_terms(expression):
        match term:
            case Constant(value=value):
                how = str(sign * value)
            case NameReference():
                how = f"added to the {sum_name}" if sign > 0 else f"subtracted from the {sum_name}"
            case _:
                how = f"changes the {sum_name}"
        yield describe_expression_by_names(term), how


def _build_lookup_table(name: str, table: LookupTable) -> PrintedTable:
    if not table.across:
        values = [(str(place), str(n)) for place, n in enumerate(table.rows[0], table.first)]
        return PrintedTable(name, "", (name, "value"), tuple(values))
    heads = [str(place) for place, _ in enumerate(table.rows[0], table.first)]
    rows = [(str(n), *map(str, row)) for n, row in enumerate(table.rows, table.first)]
    return PrintedTable(name, "", ("", *heads), tuple(rows))


def _list_stat_tables(
    title: str,
    heading: str,
    stats: tuple[StatDefinition, ...],
    rows: Mapping[str, Mapping[str, Any]],
) -> Iterator[PrintedTable]:
    if stats and rows:
        heads = [stat.name.replace("_", " ") for stat in stats]
        found = [
            (name, *(str(said.get(stat.name, stat.default)) for stat in stats))
            for name, said in rows.items()
        ]
        yield PrintedTable(title, "", (heading, *heads), tuple(found))
