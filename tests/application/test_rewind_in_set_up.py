"""F7 and F8 before the first turn: they take back what was said of the set-up, in every game."""

from __future__ import annotations

import pytest

from tests.tui.kit import RULES, book, samples
from tracker.application.match.undo_and_redo_points import find_game_start
from tracker.application.match_setup import Entrant
from tracker.application.typed_lines.line_and_script_play import play_line


@pytest.mark.parametrize("how", ["turn", "phase"])
@pytest.mark.parametrize("lines", [("orders red",), ("orders red", "orders blue")])
def test_orders_that_end_the_set_up_belong_to_turn_1(lines: tuple[str, ...], how: str) -> None:
    sides = zip(("Red", "Blue"), samples("xenocide").values(), strict=False)
    game = book("xenocide").begin_match("xenocide", [Entrant(*each) for each in sides])
    clock, before = game.match.clock, game.version
    for line in lines[:1] if how == "phase" else lines:
        assert play_line(game, line).entries
    (game.undo_turn if how == "turn" else game.undo_phase)()
    assert game.match.clock == clock
    assert game.history.list_entries_on_path()[-1].end == before


@pytest.mark.parametrize("how", ["turn", "phase"])
@pytest.mark.parametrize(
    ("rules", "line"),
    [
        ("deathzap2", "objectives : 24"),
        ("combat-zone", "next"),
        ("xenocide", "deploy red"),
        ("trial-assault", "deploy red"),
    ],
)
def test_the_start_of_the_turn_before_the_first_is_the_beginning(
    rules: str, line: str, how: str
) -> None:
    assert rules in RULES
    texts = [*samples(rules).values()]
    kept = book(rules)
    game = kept.begin_match(
        rules, [Entrant(*each) for each in zip(("Red", "Blue"), texts, strict=False)]
    )
    clock = game.match.clock
    waits = game.pending and game.pending.request.what
    assert play_line(game, line).entries
    (game.undo_turn if how == "turn" else game.undo_phase)()
    assert game.history.state.clock.turn == 0
    assert game.history.tree.is_on_path_to(find_game_start(game.history), game.history.tree.head)
    assert (game.match.clock, game.pending and game.pending.request.what) == (clock, waits)
