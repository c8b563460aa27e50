"""Finds expressions in a game file that are probably wrong.

Examples are needs that the dice always or never meet, amounts that are never above 0, and divisions
by 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tracker.gamefile.expressions import (
    MAX_VALUE,
    WIDE,
    Bounds,
    Expression,
    NameReference,
    Operation,
    WordValue,
    compute_expression_bounds,
    list_expression_and_parts,
)
from tracker.gamefile.game_definition import GameDefinition, RollDefinition
from tracker.gamefile.step_definition_reader import AMOUNT_KEYS
from tracker.vocabulary.closest_word import find_closest_word
from tracker.vocabulary.toml_reader import Path

PlacedProblems = Iterator[tuple[Path, str, str]]
"""Mistakes, each with a path, a sentence, and the wrong word ("" for the path's last key)."""
NEEDS_POSITIVE_AMOUNT: Final = frozenset({"roll", "lose", "wound", "draw"})
"""The kinds of steps that have no effect if their amount is 0."""
NUMERIC_SOURCES: Final = frozenset(
    {"roll", "unit", "game", "answer", "stat", "marker", "side marker", "table marker", "option"}
)
"""The sources of names whose values are numbers, unless the file declares words for them."""


def list_implausible_expressions(game: GameDefinition) -> PlacedProblems:
    """Yield the path of each implausible expression, a sentence about it, and the wrong word."""
    found = set[Path]()
    for check in (_list_implausible_values, _list_amounts_never_positive, _list_implausible_needs):
        for place, text, word in check(game):
            if place not in found:
                yield place, text, word
            found.add(place)


def _list_implausible_values(game: GameDefinition) -> PlacedProblems:
    """Yield divisions by 0, and words that are used as numbers."""
    words = {f"weapon.{stat.name}": stat.words for stat in game.weapon_stats}
    words |= {name: one.words for one in game.stats for name in (one.name, f"target.{one.name}")}
    values = {**words, **{deck.name_in_expressions: deck.names for deck in game.decks}}
    for marker, among in game.words.items():
        owners = ("", "target.", "side.", "enemy.")
        values |= dict.fromkeys((f"{one}{marker.replace('-', '_')}" for one in owners), among)
    for place, expression in game.expressions.items():
        if place[-1] == "sum":
            continue  # the stat that gives the dice
        for inner in list_expression_and_parts(expression):
            match inner:
                case Operation("/", (_, divisor), table=False) if _compute_bounds(
                    game, divisor
                ) == (0, 0):
                    yield place, f"`{place[-1]}`: a division by 0 gives 0.", ""
                case Operation(
                    "==" | "!=",
                    (NameReference(name), WordValue(word)) | (WordValue(word), NameReference(name)),
                    table=False,
                ):
                    among = values.get(name, ())
                    near = find_closest_word(word, among)
                    hint = f"did you mean {near!r}?" if near else f"known: {', '.join(among)}."
                    text = f"`{place[-1]}`: {name} is never {word!r}: {hint}"
                    if not among:
                        text = f"`{place[-1]}`: {name} is a number, so it is never {word!r}."
                    if word not in among and (among or _is_number(game, name)):
                        yield place, text, word
        for name in dict.fromkeys(_list_names_used_as_numbers(expression)):
            if words.get(name):
                example = f"{name} == '{words[name][0]}'"
                text = f"`{place[-1]}`: {name} is a word, which counts as 0. Write `{example}`."
                yield place, text, ""


def _is_number(game: GameDefinition, name: str) -> bool:
    """Return whether the value of a name without declared words is always a number."""
    whose, _, word = name.rpartition(".")
    return whose == "weapon" or game.sources.get(word) in NUMERIC_SOURCES


def _list_amounts_never_positive(game: GameDefinition) -> PlacedProblems:
    for path, step in game.steps.items():
        if step.deed in NEEDS_POSITIVE_AMOUNT and _compute_bounds(game, step.amount)[1] <= 0:
            key = AMOUNT_KEYS.get(step.deed, step.deed)
            yield (*path, key), f"`{key}` is always 0 or less. Write 1 or more.", ""
    if game.points is not None and _compute_bounds(game, game.points)[1] <= 0:
        yield ("activation", "points"), "`points` is always 0 or less. Write 1 or more.", ""
    if _compute_bounds(game, game.end.turns)[1] <= 0:
        yield ("end", "turns"), "`turns` is always 0 or less. Write 1 or more.", ""


def _list_implausible_needs(game: GameDefinition) -> PlacedProblems:
    for path, step in game.steps.items():
        roll, place = step.roll, (*path, "need")
        if roll is None or step.need is None:
            continue
        need = _compute_bounds(game, step.need)
        if step.deed == "roll":
            yield from ((place, text, "") for text in _explain_implausible_need(roll, *need))
        elif step.dice:
            total = _compute_total_bounds(step.dice, _compute_bounds(game, step.amount))
            yield from (
                (place, text, "") for text in _explain_implausible_total(need, total, low=roll.low)
            )
    for test in game.tests:
        if test.need is not None:
            need, total = (
                _compute_bounds(game, test.need),
                _compute_total_bounds(test.dice, _compute_bounds(game, test.add)),
            )
            found = _explain_implausible_total(need, total, low=test.roll.low)
            yield from ((("tests", test.id, "need"), text, "") for text in found)


def _explain_implausible_need(roll: RollDefinition, lowest: int, highest: int) -> Iterator[str]:
    name, least, most = roll.kind.id, roll.least, roll.most
    if lowest > most:
        yield f"`need` is at least {lowest}, above the limit of {name}: each die needs {most}."
    elif highest < least:
        yield f"`need` is at most {highest}, below the limit of {name}: each die needs {least}."
    else:
        held = max(lowest, least), min(highest, most)
        yield from _explain_implausible_total(
            held, (1, roll.die), low=roll.low, natural=bool(roll.natural)
        )


def _explain_implausible_total(
    need: Bounds, total: Bounds, *, low: bool, natural: bool = False
) -> Iterator[str]:
    never = need[1] < total[0] if low else need[0] > total[1]
    always = need[0] >= total[1] if low else need[1] <= total[0]
    seen = f"the total is {total[0]} to {total[1]}"
    if never and not natural:
        yield f"No dice can meet this need: {seen}."
    elif always:
        yield f"No dice can miss this need: {seen}."


def _compute_total_bounds(dice: tuple[int, ...], added: Bounds) -> Bounds:
    return len(dice) + added[0], sum(dice) + added[1]


def _compute_bounds(game: GameDefinition, expression: Expression) -> Bounds:
    """Compute an expression's bounds from the declared limits of its names."""

    def known(name: str) -> Bounds:
        whose, _, word = name.rpartition(".")
        stats = game.weapon_stats if whose == "weapon" else game.stats
        counts = game.sources.get(word) in {"marker", "unit", "game"}
        usual = (0, MAX_VALUE) if counts else WIDE
        return next(((one.minimum, one.maximum) for one in stats if one.name == word), usual)

    return compute_expression_bounds(expression, known, game.tables)


def _list_names_used_as_numbers(expression: Expression) -> Iterator[str]:
    """Yield the names that an expression uses as numbers, except in comparisons for equality."""
    match expression:
        case NameReference(name=name):
            yield name
        case Operation(what="==" | "!=", parts=parts):
            for part in parts:
                if not isinstance(part, NameReference):
                    yield from _list_names_used_as_numbers(part)
        case Operation(parts=parts):
            for part in parts:
                yield from _list_names_used_as_numbers(part)
