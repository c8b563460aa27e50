"""Laws that hold in every legal match of any ruleset, over matches played by chance."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.drawn import add_reinforcements, any_game, drawn
from tests.profiles import examples
from tests.saying import begin_correction
from tracker.application.correcting import history_rewrite
from tracker.application.errors import Refused
from tracker.application.match.correction_replay import find_replayed_versions
from tracker.application.match.game import Game
from tracker.application.match.match_summaries import summarise_match_stream
from tracker.ledger.store_interface import StoredStream
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.procedures.ruleset import Command, Ruleset
from tracker.testing.random_games import (
    MAX_LINES,
    check_game,
    check_reopened,
    check_undo,
    make_book,
    play_random_input,
)
from tracker.vocabulary import events as ev

SEEDS = st.integers(0, 1_000_000)
every_ruleset = pytest.mark.parametrize(
    "rules", load_playable_rulesets().values(), ids=list(load_playable_rulesets())
)


def begun(rules: Ruleset, rng: random.Random) -> Game:
    return any_game(rules, rng, make_book(rules, rng))


def after(rules: Ruleset, rng: random.Random, inputs: int) -> Game:
    game = begun(rules, rng)
    for _ in range(inputs):
        play_random_input(game, rng)
    return game


def whole(rules: Ruleset, rng: random.Random) -> Game:
    """A drawn game to its end; what is always true of it is true after every line."""
    game, always = begun(rules, rng), drawn(rules).always
    for _ in range(MAX_LINES):
        always(game)
        if not play_random_input(game, rng):
            return game
    raise AssertionError("the game does not end")


@every_ruleset
@examples(6)
@given(seed=SEEDS)
def test_every_match_ends_and_nothing_is_lost(rules: Ruleset, seed: int) -> None:
    """Figures are where their units say; points shown are points scored."""
    game = whole(rules, random.Random(seed))
    state = game.state
    assert state.current_values.ended is not None
    assert state.current_values.open == ()
    for unit, value in state.units.items():
        assert all(state.figures[figure].unit == unit for figure in value.figures)
    scored: Counter[str] = Counter()
    for line in game.history.path:
        if isinstance(line.event, ev.PointsScored):
            scored[line.event.side] += line.event.points
    assert {side: points for side, points in state.points.items() if points} == dict(scored)
    check_game(game)


@every_ruleset
@examples(4)
@given(seed=SEEDS, inputs=st.integers(1, 250))
def test_a_match_reopened_is_the_match_never_closed(rules: Ruleset, seed: int, inputs: int) -> None:
    rng = random.Random(seed)
    game = begun(rules, rng)
    for n in range(inputs):
        if not play_random_input(game, rng):
            break
        if n % 12 == 0 or n == inputs - 1:
            check_reopened(game)


@every_ruleset
@examples(4)
@given(seed=SEEDS, inputs=st.integers(5, 250), back=st.integers(1, 25))
def test_taking_back_is_exact_and_returning_restores(
    rules: Ruleset, seed: int, inputs: int, back: int
) -> None:
    check_undo(after(rules, random.Random(seed), inputs), back)


@every_ruleset
@examples(4)
@given(seed=SEEDS, inputs=st.integers(10, 250))
@example(seed=6967, inputs=24)  # Xenocide: blows at a unit that was gone before
@example(seed=0, inputs=46)  # Xenocide: fire at one
def test_the_table_may_do_anything_at_any_time(rules: Ruleset, seed: int, inputs: int) -> None:
    """Actions of any phase, with units long gone, are taken or refused with a sentence; others
    join when it pleases them.
    """
    rng = random.Random(seed)
    menu = [
        entry.input for entry in whole(rules, random.Random(seed)).history.list_entries_on_path()
    ]
    commands = [e for e in menu if isinstance(e, ev.ActionTaken) and e.source == "typed"]
    game = begun(rules, rng)
    for _ in range(inputs):
        if game.pending is None and commands and rng.random() < 0.5:
            event = rng.choice(commands)
            with suppress(Refused):
                game.take_action_and_automatic_steps(
                    Command(event.action, event.side, event.params), override_reason="we do it so"
                )
        elif rng.random() < 0.01 and game.state.current_values.ended is None:
            add_reinforcements(game, rng)
        elif not play_random_input(game, rng):
            break
    check_reopened(game)


@every_ruleset
@examples(3)
@given(seed=SEEDS, inputs=st.integers(20, 200))
def test_the_row_in_lists_is_the_same_when_made_anew(
    rules: Ruleset, seed: int, inputs: int
) -> None:
    game = after(rules, random.Random(seed), inputs)
    info, store = StoredStream(game.stream, "match", game.version), game.journal.store
    assert store.get_summary(game.stream) == summarise_match_stream(
        info, store.read_events(game.stream)
    )


@every_ruleset
@pytest.mark.slow
@examples(4)
@given(seed=SEEDS, inputs=st.integers(40, 200), which=st.integers(0, 1000))
def test_a_corrected_roll_keeps_drops_or_asks_every_later_line(
    rules: Ruleset, seed: int, inputs: int, which: int
) -> None:
    rng = random.Random(seed)
    game = after(rules, rng, inputs)
    rolls = [e for e in game.history.list_entries_on_path() if isinstance(e.input, ev.Rolled)]
    chosen = rolls[which % len(rolls)]
    later = {e.version for e in game.history.list_entries_on_path() if e.version > chosen.version}
    typed = {
        e.version
        for e in game.history.list_entries_on_path()
        if e.version in later and not e.is_automatic
    }
    done = begin_correction(game, chosen.number, lambda g: g.answer_with_app_roll())
    for _ in range(3000):
        if done.is_finished:
            break
        assert game.pending is not None
        play_random_input(game, rng)
        done = history_rewrite.get_correction_outcome(game)
    assert done.is_finished
    repeated = find_replayed_versions(game.history)
    dropped = {entry.version for entry in done.dropped}
    assert dropped | (repeated & typed) == typed
    assert not dropped & repeated
    check_reopened(game)
