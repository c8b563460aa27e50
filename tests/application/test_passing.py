"""Time is what the table says: what waits is left undone, phases go by, slots pass in a line."""

from __future__ import annotations

import pytest

from tests.combat_zone.evening import begin as zone
from tests.deathzap2.evening import begin as zap
from tests.deathzap2.evening import say, shooting
from tracker.application.lines.line import play_line
from tracker.application.match.game import Game
from tracker.testing.play import BLUE, RED
from tracker.vocabulary import events as ev
from tracker.vocabulary.names import figure_id, unit_id


def taken(game: Game, since: int) -> list[tuple[str, str]]:
    """What was done since a version, and whether people said it."""
    return [
        (entry.input.action, entry.input.source)
        for entry in game.story.entries()
        if entry.version > since and isinstance(entry.input, ev.ActionTaken)
    ]


@pytest.mark.parametrize("line", ["end time draw", "end time red", "end conceded red"])
def test_the_game_ends_while_dice_of_initiative_wait(line: str) -> None:
    game = zone("coherent r1,b1")
    say(game, line)
    assert game.match.ended is not None
    assert game.pending is None
    assert not game.state.now.open


def test_the_game_ends_in_the_middle_of_a_volley_and_the_log_says_what_was_left() -> None:
    game = shooting()
    say(game, "r1 > b2 soft", "end time")
    assert game.match.ended is not None
    closed = game.story.entries()[-2].input
    assert isinstance(closed, ev.Corrected)
    assert (closed.reason, closed.closes) == ("left undone: 8 dice to hit (R1 at B2)", True)


def test_the_end_is_asked_for_while_something_waits() -> None:
    game = zone("coherent r1,b1")
    say(game, "end")
    assert game.pending is not None
    assert game.pending.request.what == "the winner"
    say(game, "answer : draw")
    assert game.match.ended is not None


@pytest.mark.parametrize(("rolled", "phase"), [("skip initiative", "actions")])
def test_a_roll_that_the_book_begins_by_itself_is_skipped_once(rolled: str, phase: str) -> None:
    game = zone("coherent r1,b1")
    before = game.version
    done = play_line(game, rolled)
    assert done.trouble is None
    assert game.match.phase == phase
    assert taken(game, before) == [("next", "typed")]
    assert len(done.entries) == 2  # the dice that nobody rolls, and the phase that goes by


def test_impetus_is_skipped_and_the_orders_follow() -> None:
    game = zap()
    before = game.version
    say(game, "skip impetus")
    assert game.match.phase == "orders"
    assert taken(game, before) == [("next", "typed"), ("orders", "default")]


@pytest.mark.parametrize(
    ("game", "line", "first"),
    [
        (zap, "impetus red", RED),
        (zap, "impetus blue", BLUE),
        (lambda: zone("coherent r1,b1"), "init blue", BLUE),
    ],
)
def test_the_sides_agree_who_begins(game: object, line: str, first: str) -> None:
    assert callable(game)
    playing: Game = game()
    say(playing, line)
    assert playing.match.clock.order[0] == first
    rolls = [e.input.what for e in playing.story.entries() if isinstance(e.input, ev.Rolled)]
    assert not {"impetus", "initiative"} & set(rolls)


def test_who_begins_is_agreed_once_a_turn() -> None:
    game = zone("coherent r1,b1", "init red")
    action = game.ruleset.actions["initiative"]
    against = game.objections(action.command(None, action.params()))
    assert [item.id for item in against] == ["initiative-rolled"]


def test_all_are_those_who_acted_when_the_line_was_said() -> None:
    """R21 spends all it has: its slot ends and Blue's only group begins by itself."""
    game = zone("coherent r1,b1")
    done = play_line(
        game, "init : 465 / first | r2 activates | r21 moves 8ap | all holds | b1 activates"
    )
    assert done.trouble is None
    assert game.match.turn == 1
    assert not any(game.match.has(figure_id("b1", n), "holds") for n in range(1, 6))
    assert not game.match.has(unit_id("r1"), "activated")
    assert (game.match.clock.side, game.match.clock.subject) == (BLUE, "u:b1")


def test_all_of_a_slot_that_is_over_do_nothing_else() -> None:
    game = zone("coherent r1,b1", "init : 465 / first")
    done = play_line(game, "r2 activates | r21 moves 8ap | all moves 1ap")
    assert done.trouble is not None
    assert "nothing" in done.trouble.message or "anything left" in done.trouble.message
    assert not any(game.match.has(figure_id("b1", n), "spent") for n in range(1, 6))


def test_the_rest_of_a_group_is_read_when_its_turn_comes() -> None:
    game = zone("coherent r1,b1", "init : 465 / first")
    say(game, "r1 activates | r11 moves 1ap | all holds")
    assert all(game.match.has(figure_id("r1", n), "holds") for n in range(1, 7))
