"""Finds unused declarations in a game file, for its author."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.gamefile.expressions import Expression, NameReference, Operation, list_references
from tracker.gamefile.game_definition import GameDefinition
from tracker.procedures.pieces.unit_activation import ACTIVATED, DRAWN, SPENT


def list_unused_declarations(game: GameDefinition) -> Iterator[str]:
    """List all unused rolls, markers, tests, tables and stats, in one sentence each."""
    steps = game.steps.values()
    asked = {name for expression in game.expressions.values() for name in _names(expression)}
    rolled = {step.kind.id for step in steps if step.kind is not None}
    rolled |= {action.plays.kind.id for action in game.actions if action.plays is not None}
    marked = {step.marker.id for step in steps if step.marker is not None}
    marked |= {action.once.id for action in game.actions if action.once is not None}
    tested = {step.test.id for step in steps if step.test is not None}
    tested |= {test.id for test in game.tests if test.when}
    made = {ACTIVATED, SPENT, DRAWN}
    made |= {kind for deck in game.decks for kind in (deck.out, deck.hand) if kind is not None}
    declared = {
        "roll": ({roll.kind.id for roll in game.rolls}, rolled),
        "marker": ({kind.id for kind in game.markers} - made, marked | asked),
        "deck": ({deck.kind.id for deck in game.decks}, rolled),
        "test": ({test.id for test in game.tests}, tested),
        "table": ({*game.tables}, asked),
        "stat": ({stat.name for stat in game.stats} - {"wounds"}, asked),
    }
    for what, (known, used) in declared.items():
        for name in sorted(known - used):
            by_hand = "; players can only set it with fix" if what == "marker" else ""
            yield f"Nothing in the file uses the {what} {name!r}{by_hand}."


def list_actions_without_key(game: GameDefinition) -> tuple[str, ...]:
    """List the verbs of the actions that players can only type. Interrupts have their own key."""
    return tuple(action.verb for action in game.actions if not action.key and not action.breaks_in)


def _names(expression: Expression) -> Iterator[str]:
    for one in list_references(expression):
        if isinstance(one, NameReference):
            yield one.name.rpartition(".")[2].replace("_", "-")
            yield one.name.rpartition(".")[2]
        elif isinstance(one, Operation):
            yield one.what
