"""Time is what the table says: what waits is left undone, phases go by, slots pass in a line."""

from __future__ import annotations

import pytest

from tests.combat_zone.evening import RED_ACTS
from tests.combat_zone.evening import begin as zone
from tests.combat_zone.test_lines import WATCHED
from tests.deathzap2.evening import begin as zap
from tests.deathzap2.evening import shooting
from tests.saying import say
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.game import Game
from tracker.application.typed_lines.line_and_script_play import play_line, try_line_in_sandbox
from tracker.testing.match_in_memory import BLUE, RED
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import format_handle, make_figure_id, make_unit_id


def taken(game: Game, since: int) -> list[tuple[str, str]]:
    """What was done since a version, and whether people said it."""
    return [
        (entry.input.action, entry.input.source)
        for entry in game.history.list_entries_on_path()
        if entry.version > since and isinstance(entry.input, ev.ActionTaken)
    ]


@pytest.mark.parametrize("line", ["end time draw", "end time red", "end conceded red"])
def test_the_game_ends_while_dice_of_initiative_wait(line: str) -> None:
    game = zone("coherent r1,b1")
    say(game, line)
    assert game.match.ended is not None
    assert game.pending is None
    assert not game.state.current_values.open


def test_the_game_ends_in_the_middle_of_a_volley_and_the_log_says_what_was_left() -> None:
    game = shooting()
    say(game, "r1 > b2 soft", "end time")
    assert game.match.ended is not None
    closed = game.history.list_entries_on_path()[-2].input
    assert isinstance(closed, ev.Corrected)
    assert (closed.reason, closed.closes) == ("left undone: 8 dice to hit (R1 at B2)", True)


def test_the_end_is_asked_for_while_something_waits() -> None:
    game = zone("coherent r1,b1")
    say(game, "end")
    assert game.pending is not None
    assert game.pending.request.what == "the winner"
    say(game, "answer : draw")
    assert game.match.ended is not None


@pytest.mark.parametrize(
    ("line", "winner"), [("end time draw", None), ("end time blue", BLUE), ("end time red", RED)]
)
def test_the_players_name_who_has_won(line: str, winner: str | None) -> None:
    game = zap()
    say(game, line)
    assert game.match.ended is not None
    assert game.match.ended.winner == winner


WAITING = {
    "a volley": (shooting, ("r1 > b2 soft : 45162346",)),
    "who begins": (zap, ()),
    "orders": (zap, ("impetus : 42",)),
    "panic": (shooting, ("fix b1 to-remove +6", "next", "next")),
    "initiative": (lambda: zone("coherent r1,b1"), ()),
    "first or second": (lambda: zone("coherent r1,b1"), ("init : 465",)),
    "coherency": (zone, ()),
    "fire": (lambda: zone(*RED_ACTS), ("r11 > b11 9cm",)),
    "an interrupt": (lambda: zone(*WATCHED), ("r11 moves 2ap claimed",)),
}


@pytest.mark.parametrize("waits", WAITING)
@pytest.mark.parametrize("line", ["end time draw", "skip", "first"])
def test_at_any_moment_the_table_says_it_and_takes_it_back(waits: str, line: str) -> None:
    """What waits is left undone (or goes on waiting); one step back, and it waits again."""
    begin, lines = WAITING[waits]
    game = begin()
    say(game, *lines)
    pending, state = game.pending, game.state.fork_state()
    assert pending is not None
    clock = game.match.clock
    if line == "first":
        first = RED if clock.order[:1] == (BLUE,) else BLUE
        word = "init" if game.ruleset.id == "combat-zone" else "impetus"
        line = f"{word} {format_handle(first)}"
    elif line == "skip":
        line = f"skip {clock.phase}"
    say(game, line)
    if line.startswith("end"):
        assert game.match.ended is not None
    elif line.startswith("skip"):
        assert game.match.clock != clock
        assert game.pending is None or game.pending.action != pending.action
    else:
        assert game.match.clock.order[0] == first
    assert game.state.current_values.open == () or game.pending is not None
    while game.state != state:
        game.undo()
    assert game.pending == pending


def test_a_phase_skipped_is_one_line_of_the_log() -> None:
    game = zone("coherent r1,b1")
    before = game.version
    say(game, "skip initiative")
    lines = [line.text for line in list_log_lines(game.history) if line.end > before]
    assert lines == ["the initiative phase skipped (table ruling: not everybody had acted)"]


def asked(game: Game) -> str:
    return "" if game.pending is None else game.pending.request.what


def test_the_clock_set_right_leaves_undone_what_was_part_of_its_step() -> None:
    """Dice for impetus are no longer asked in the Movement phase; a volley's still are."""
    game = zap()
    say(game, "fix phase move")
    assert (game.match.phase, asked(game)) == ("move", "")
    game.undo()
    assert asked(game) == "impetus"
    game = shooting()
    say(game, "r1 > b2 soft", "fix phase melee")
    assert asked(game) == "to hit"


def test_a_panic_sheet_is_skipped_and_what_is_not_done_named() -> None:
    game = shooting()
    say(game, "fix b1 to-remove +6", "next", "next")
    before = game.version
    say(game, "skip shoot")
    assert game.match.phase != "shoot"
    said = " ".join(line.text for line in list_log_lines(game.history) if line.end > before)
    assert "left undone: 2 dice panic checks for B1" in said
    assert "not done: panic check of Claw pack" in said


def test_after_its_end_the_rules_have_something_against_everything() -> None:
    for game, line in ((shooting(), "r1 > b2 soft"), (zone(*RED_ACTS), "r11 > b11 9cm")):
        say(game, "end time draw")
        tried = try_line_in_sandbox(game, line)
        assert tried is not None
        assert "the game is over" in " ".join(tried.warnings)


@pytest.mark.parametrize(("rolled", "phase"), [("skip initiative", "actions")])
def test_a_roll_that_the_book_begins_by_itself_is_skipped_once(rolled: str, phase: str) -> None:
    game = zone("coherent r1,b1")
    before = game.version
    done = play_line(game, rolled)
    assert done.error is None
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
    rolls = [
        e.input.what
        for e in playing.history.list_entries_on_path()
        if isinstance(e.input, ev.Rolled)
    ]
    assert not {"impetus", "initiative"} & set(rolls)


def test_who_begins_is_agreed_once_a_turn() -> None:
    game = zone("coherent r1,b1", "init red")
    action = game.ruleset.actions["initiative"]
    against = game.list_objections(action.make_command(None, action.params()))
    assert [item.id for item in against] == ["initiative-rolled"]


def test_all_are_those_who_acted_when_the_line_was_said() -> None:
    """R21 spends all it has: its slot ends and Blue's only group begins by itself."""
    game = zone("coherent r1,b1")
    done = play_line(
        game, "init : 465 / first | r2 activates | r21 moves 8ap | all holds | b1 activates"
    )
    assert done.error is None
    assert game.match.turn == 1
    assert not any(game.match.has(make_figure_id("b1", n), "holds") for n in range(1, 6))
    assert not game.match.has(make_unit_id("r1"), "activated")
    assert (game.match.clock.side, game.match.clock.subject) == (BLUE, "u:b1")


def test_all_of_a_slot_that_is_over_do_nothing_else() -> None:
    game = zone("coherent r1,b1", "init : 465 / first")
    done = play_line(game, "r2 activates | r21 moves 8ap | all moves 1ap")
    assert done.error is not None
    assert "can still act" in done.error.message
    assert not any(game.match.has(make_figure_id("b1", n), "spent") for n in range(1, 6))


def test_the_rest_of_a_group_is_read_when_its_turn_comes() -> None:
    game = zone("coherent r1,b1", "init : 465 / first")
    say(game, "r1 activates | r11 moves 1ap | all holds")
    assert all(game.match.has(make_figure_id("r1", n), "holds") for n in range(1, 7))
