"""Opportunity fire said after the action it interrupts: the game is as if it had been in time."""

from __future__ import annotations

import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.combat_zone.evening import BLUE_ACTS, begin
from tests.combat_zone.test_lines import WATCHED
from tests.profiles import examples
from tests.saying import refused, say
from tracker.application.correcting.history_rewrite import get_correction_outcome
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.correction_replay import find_replayed_versions
from tracker.application.match.game import Game
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.input_parsing.line_syntax_tree import format_line
from tracker.procedures.requests import Interrupt
from tracker.procedures.ruleset import Command
from tracker.procedures.runners.random_play import choose_random_answer
from tracker.rulesets.combat_zone import RULESET
from tracker.rulesets.combat_zone.attacks.shot_allocation_and_dice import TargetedFire
from tracker.rulesets.combat_zone.data import state_queries
from tracker.rulesets.combat_zone.phases import activation_slots
from tracker.rulesets.combat_zone.phases.shooting_actions import FIRE, OpportunityFire
from tracker.testing.random_games import begin_random_game, play_random_input, reopen_game
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import FigureId

# The Wardens' b12 and b13 are on opportunity fire; r11 is the first Jackal to act.
SHOT = "b12 shoots r11 20cm : 611 / 231"  # 20 cm is short: 6 hits; 2 + 3 + 1 = 6 is panic
KILLS = "b12 shoots r11 20cm : 611 / 666"  # 18 puts r11 out of action


def tables(game: Game) -> tuple[object, ...]:
    """Everything there is in a state, and the question that waits."""
    state, pending = game.state, game.pending
    asked = None if pending is None else (pending.key, pending.request)
    return (
        dict(state.figures),
        dict(state.units),
        dict(state.markers),
        dict(state.links),
        dict(state.points),
        state.current_values.clock,
        state.current_values.ended,
        asked,
    )


def after(*lines: str) -> Game:
    game = begin(*WATCHED)
    say(game, *lines)
    return game


@pytest.mark.rule("CZ-OPP-03")
@pytest.mark.parametrize("shot", [SHOT, KILLS])
def test_behind_the_action_it_is_as_in_time(shot: str) -> None:
    late, in_time = after("r11 moves 2ap", shot), after(f"r11 moves 2ap | {shot}")
    assert tables(late) == tables(in_time)
    assert tables(reopen_game(late)) == tables(in_time)


@pytest.mark.rule("CZ-OPP-03")
def test_behind_later_actions_it_finds_the_action_of_its_target() -> None:
    late = after(
        "r11 moves 2ap", "r12 moves 1ap", "r13 moves 2ap", f"{SHOT.replace(' :', ' late :')}"
    )
    in_time = after(f"r11 moves 2ap | {SHOT}", "r12 moves 1ap", "r13 moves 2ap")
    assert tables(late) == tables(in_time)


def test_a_line_number_says_before_what() -> None:
    """r11 moves twice; the shot came before the first."""
    game = after("r11 moves 1ap", "r11 moves 1ap")
    first = next(e.number for e in game.history.list_entries_on_path() if is_move(e.input))
    say(game, f"b12 shoots r11 20cm before {first} : 611 / 666")
    # The first move was begun when he was shot; the second is done by nobody any more.
    assert sum(is_move(e.input) for e in game.history.list_entries_on_path()) == 1
    assert game.match.figure(FigureId("f:r1.1")).gone is not None


def is_move(event: ev.AnyInput) -> bool:
    return isinstance(event, ev.ActionTaken) and event.action == "move"


def test_what_is_lost_is_told() -> None:
    """r11 falls before its own shots: their three dice are not asked any more."""
    game = after("r11 > b11 20cm open : 111", "r12 moves 2ap")
    line = next(
        e.number
        for e in game.history.iterate_path_entries_backwards()
        if isinstance(e.input, ev.Rolled)
    )
    done = say(game, KILLS.replace(" :", " late :"))
    assert done.messages == (
        f"Inserted before line {line - 1}: r11 > b11 20cm open.",
        f"No longer in the game: line {line}, 3 dice to hit (1 1 1).",
    )
    assert game.pending is None
    assert [e for e in game.history.list_entries_on_path() if is_move(e.input)]  # r12's move stays


@pytest.mark.parametrize("watching", [("b12 opp",), ("b12 opp", "b13 opp")])
def test_what_cannot_be_done_after_it_is_told_before_its_dice_are_in(
    watching: tuple[str, ...],
) -> None:
    """b12 fires once from his watch: what he fired at r13 he did not fire any more."""
    game = begin(*BLUE_ACTS, *watching, "next", "r1 activates")
    say(game, "r11 moves 2ap", "r13 moves 2ap | b12 shoots r13 20cm : 111", "r12 moves 1ap")
    move = next(e.number for e in game.history.list_entries_on_path() if is_move(e.input))
    fired = next(e.number for e in game.history.list_entries_on_path() if is_shot(e.input))
    done = say(game, f"b12 shoots r11 20cm before {move}")
    assert done.messages == (
        f"Inserted before line {move}: r11 moves 2ap.",
        f"No longer in the game, whatever the dice: line {fired}, b12 shoots r13 20cm open;"
        f" line {fired + 1}, 3 dice to hit (1 1 1).",
    )
    done = say(game, "answer : 111")
    if len(watching) > 1:  # r13 moves where b13 could come in instead
        game.answer_choice(False)
        assert sum(is_move(e.input) for e in game.history.list_entries_on_path()) == 3
        return
    assert done.messages == (
        f"No longer in the game: line {fired}, b12 shoots r13 20cm open;"
        f" line {fired + 1}, 3 dice to hit (1 1 1).",
    )
    assert sum(is_move(e.input) for e in game.history.list_entries_on_path()) == 3


def is_shot(event: ev.AnyInput) -> bool:
    return isinstance(event, ev.ActionTaken) and event.action == "fire"


def test_what_a_panicked_figure_cannot_do_any_more_is_told() -> None:
    """r14 has 6 points and moves 3 and 3; panicked before the first move it has 3 in all."""
    game = after("r14 moves 3ap", "r14 moves 3ap")
    first = next(e.number for e in game.history.list_entries_on_path() if is_move(e.input))
    done = say(game, f"b12 shoots r14 20cm before {first} : 611 / 231")
    assert done.messages[1] == f"No longer in the game: line {first + 1}, r14 moves 3ap."
    assert sum(is_move(e.input) for e in game.history.list_entries_on_path()) == 1


def test_dice_of_the_action_stay_and_are_read_again() -> None:
    """r11 panicked by the shot needs a 6 where it needed 5 or more: 5 of 1 5 6 hits no more."""
    game = after("r11 > b11 20cm open : 156 / 111 / 111")
    done = say(game, SHOT)
    rolled = [
        e.input for e in game.history.list_entries_on_path() if isinstance(e.input, ev.Rolled)
    ]
    own = next(roll for roll in rolled if roll.what == "to hit" and roll.subject == "f:r1.1")
    assert (own.faces, own.result) == ((1, 5, 6), (2, 1))
    assert done.error is None


@pytest.mark.parametrize("closed", [False, True])
def test_without_dice_it_waits_for_them_and_then_the_action_goes_on(closed: bool) -> None:
    """R11's own dice are said again once those of the shot are in, also after a restart."""
    late, in_time = after("r11 > b11 20cm open : 111"), after()
    say(late, "b12 shoots r11 20cm open")
    assert late.pending is not None
    assert late.pending.request.subject == "f:b1.2"
    for dice in ("611", "231"):
        late = reopen_game(late) if closed else late
        late.answer_with_text(dice)
    say(in_time, "r11 > b11 20cm open : 111 | b12 shoots r11 20cm open : 611 / 231")
    assert tables(late) == tables(in_time)


def test_while_the_action_waits_for_its_dice() -> None:
    late, in_time = after("r11 > b11 20cm open"), after()
    say(late, SHOT)
    say(in_time, f"r11 > b11 20cm open | {SHOT}")
    assert late.pending is not None
    assert tables(late) == tables(in_time)


def test_a_second_one_comes_behind_the_first() -> None:
    late = after("r11 moves 2ap", SHOT.replace("231", "111"))
    say(late, "b13 shoots r11 20cm late : 611 / 231")
    in_time = after(
        f"r11 moves 2ap | {SHOT.replace('231', '111')} | b13 shoots r11 20cm : 611 / 231"
    )
    assert tables(late) == tables(in_time)


def test_dice_that_do_not_fit_change_nothing() -> None:
    game = after("r11 moves 2ap", "r12 moves 1ap")
    before, version = tables(game), game.version
    assert "dice to roll" in refused(game, "b12 shoots r11 20cm late : 6111 / 231")
    assert "is not a line number" in refused(game, "b12 shoots r11 20cm before x : 611 / 231")
    assert "not part of the current game" in refused(
        game, "b12 shoots r11 20cm before 999 : 611 / 231"
    )
    assert (tables(game), game.version) == (before, version)
    assert game.version == game.journal.store.get_version(game.stream)


def test_taking_the_late_shot_back_leaves_the_move_as_it_was() -> None:
    game = after("r11 moves 2ap")
    before = tables(game)
    say(game, "b12 shoots r11 20cm open")
    game.undo_action_or_correction()
    assert tables(game) == before
    assert tables(reopen_game(game)) == before


@pytest.mark.parametrize("typed", [SHOT, f"{SHOT} # said late"])
def test_a_late_shot_with_its_dice_is_undone_alone(typed: str) -> None:
    """The move that it interrupted stays, as do later ones; redo brings the shot again."""
    game = after("r11 moves 2ap", "r12 moves 1ap")
    before = tables(game)
    say(game, typed.replace(" :", " late :"))
    shot = tables(game)
    say(game, "undo action")
    assert tables(game) == tables(reopen_game(game)) == before
    say(game, "redo")
    assert tables(game) == shot
    say(game, "r13 moves 1ap", "undo action")
    assert tables(game) == shot


def test_the_log_tells_one_story() -> None:
    game = after("r11 moves 2ap", SHOT)
    *_, folded, line = list_log_lines(game.history)
    assert folded.kind == "taken back"
    assert folded.text.endswith("before a late line was inserted")
    assert line.text.endswith("(late)")
    assert "PANIC" in line.text
    move, shot = line.text.split(" | ")
    assert move == "R11 Brakk moves (2 AP spent)"
    assert shot.startswith("B12 Pike ▸ R11 (")
    assert "moves" not in shot


def test_the_log_calls_late_what_was_late() -> None:
    """The shots of r11 were said in time."""
    game = after("r11 > b11 20cm open : 156 / 111 / 111", SHOT)
    said = list_log_lines(game.history)[-1].text.split(" | ")
    assert said[0] == "R11 Brakk shoots B11 Halden (2 AP spent)"
    assert [text.endswith("(late)") for text in said] == [False, True, False]


def test_a_shot_told_by_its_outcome_is_not_called_one_without_dice() -> None:
    """Handles are read with a capital, and may be typed either way."""
    told = after("R12 > B11 20cm open !-0")
    assert list_log_lines(told.history)[-1].text == (
        "R12 Sorrel shoots B11 Halden (2 AP spent): by hand, only the outcome is known"
    )
    typed = after("R11 moves 2ap", "r11 > b11 20cm open : 111")
    assert list_log_lines(typed.history)[-2].text == "R11 Brakk moves (2 AP spent)"


def test_a_shot_out_of_range_says_so_in_the_log() -> None:
    """Nothing is rolled where the gun does not reach."""
    alone = after("r11 > b11 200cm open")
    assert list_log_lines(alone.history)[-1].text == (
        "R11 Brakk shoots B11 Halden (2 AP spent): no dice at 200 cm (out of range)"
    )
    between = after("r11 moves 2ap | b12 shoots r11 200cm")
    assert list_log_lines(between.history)[-1].text == (
        "R11 Brakk moves (2 AP spent) | "
        "B12 Pike fires in between (R11): no dice at 200 cm (out of range)"
    )


# ------------------------------------------------------------------------------ by chance


def answered(game: Game, seed: int) -> None:
    """Answer what is asked: the same question always alike, whenever it comes."""
    while game.pending is not None and not isinstance(game.pending.request, Interrupt):
        rng = random.Random(f"{seed} {game.pending.key}")
        game.answer_question(choose_random_answer(game.pending, rng))


def watched(seed: int) -> tuple[Game, Command, Command] | None:
    """A game at a moment where an action could be interrupted: the action and the interrupt."""
    rng = random.Random(seed)
    game = begin_random_game(RULESET, rng)
    for _ in range(400):
        found = _moment(game, rng) if rng.random() < 0.3 else None
        if found is not None:
            return game, *found
        if not (_watch(game, rng) or play_random_input(game, rng)):
            return None
    return None


def _watch(game: Game, rng: random.Random) -> bool:
    """As often as not somebody who may goes on opportunity fire."""
    ways = list(RULESET.actions["opp"].candidates(game.match))
    if game.pending is not None or game.match.phase != "actions" or not ways or rng.random() < 0.5:
        return False
    side, params = rng.choice(ways)
    game.take_action_and_automatic_steps(RULESET.actions["opp"].make_command(side, params))
    return True


def _moment(game: Game, rng: random.Random) -> tuple[Command, Command] | None:
    if game.pending is not None or not activation_slots.list_active_figures(game.match):
        return None
    side = game.match.clock.side or game.match.sides[0]
    enemies = state_queries.list_enemy_sides(game.match, side)
    watching = state_queries.list_figures_on_opportunity_fire(game.match, enemies)
    if not watching:
        return None
    ways = [
        (RULESET.actions[name].make_command(side, params), params)
        for name, action in sorted(RULESET.actions.items())
        if action.is_interruptible
        for side, params in RULESET.actions[name].candidates(game.match)
        if not any(RULESET.actions[name].objections(game.match, side, params))
    ]
    if not ways:
        return None
    command, params = rng.choice(ways)
    target = getattr(params, "figure", None) or getattr(params, "figures", (None,))[0]
    if target is None:
        return None
    shooter = rng.choice(watching)
    fire = OpportunityFire(shooter, (TargetedFire(target, range=2000),))
    return command, FIRE.make_command(game.match.side_of(shooter), fire)


def interrupted(game: Game, action: Command, fire: Command, seed: int) -> bool:
    """In time: the action with its claim, the shot, nobody else, and the rest of the action.

    False where the rules advise against the shot (such as at whoever is in close combat).
    """
    claimed = RULESET.let_next_command_interrupt(action, fire)
    assert claimed is not None
    game.take_action_and_automatic_steps(claimed)
    answered(game, seed)
    assert game.pending is not None
    if game.list_objections(fire):
        return False
    game.take_action_and_automatic_steps(fire)
    answered(game, seed)
    nobody_else(game, seed)
    return True


def nobody_else(game: Game, seed: int) -> None:
    """Answer everything; whenever somebody more may come in between, nobody does."""
    answered(game, seed)
    while game.pending is not None:
        game.answer_choice(False)
        answered(game, seed)


def line_of(game: Game, command: Command) -> str:
    return format_line(game.ruleset.line_translator.make_line(game.match, command))


@pytest.mark.thorough
def test_late_is_as_in_time_over_games_played_by_chance() -> None:
    """At least fifty interrupts of every kind of action, each late and in time."""
    kinds: dict[str, int] = {}
    for seed in range(75):
        found = watched(seed)
        if found is None:
            continue
        late, action, fire = found
        in_time = late.make_sandbox()
        if not interrupted(in_time, action, fire, seed):
            continue
        late.take_action_and_automatic_steps(action)
        answered(late, seed)
        done = play_line(late, f"{line_of(late, fire)} late")
        assert done.error is None, (seed, done.error)
        nobody_else(late, seed)
        assert tables(late) == tables(in_time), seed
        assert tables(reopen_game(late)) == tables(in_time), seed
        kinds[action.action] = kinds.get(action.action, 0) + 1
    assert sum(kinds.values()) >= 50
    assert len(kinds) >= 5


@examples(12)
@given(seed=st.integers(0, 100_000), more=st.integers(1, 12))
@example(seed=1263, more=6)  # the shot may not come between: somebody did, and panic spread
def test_every_later_line_is_said_again_or_told_as_lost(seed: int, more: int) -> None:
    found = watched(seed)
    if found is None:
        return
    game, action, fire = found
    line = next(iter(game.take_action_and_automatic_steps(action))).number
    answered(game, seed)
    rng = random.Random(seed)
    for _ in range(more):
        play_random_input(game, rng)
    later = {
        e.version
        for e in game.history.list_entries_on_path()
        if e.number > line and not e.is_automatic
    }
    if game.match.ended is not None:
        return
    done = play_line(game, f"{line_of(game, fire)} before {line}", roll_missing_dice=True)
    if done.error is not None:  # nobody could come in between, and a question waits
        assert {e.version for e in game.history.list_entries_on_path()} >= later
        return
    if done.messages and "ntered now and marked as late" in done.messages[0]:
        assert {e.version for e in game.history.list_entries_on_path()} >= later
        return
    while game.pending is not None and not get_correction_outcome(game).is_finished:
        answered(game, seed)
        if game.pending is not None:
            game.answer_choice(False)
    lost = {entry.version for entry in get_correction_outcome(game).dropped}
    again = find_replayed_versions(game.history) & later
    assert again | lost == later
    assert not again & lost
