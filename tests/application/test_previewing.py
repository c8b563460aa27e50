"""What setting a line right would change, told before anything is written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.application.table import begin, book, duel
from tests.application.test_amend import played
from tests.deathzap2.evening import shooting
from tests.profiles import examples
from tests.saying import begin_correction, say
from tracker.application.correcting import state_comparison
from tracker.application.correcting.correction_preview import (
    ASKED,
    DROPPED,
    SAME_DICE,
    preview_correction,
)
from tracker.application.correcting.log_line_replacement import make_line_replacer
from tracker.application.errors import ConcurrentChange, Refused
from tracker.application.match.game import Game
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.testing.random_games import begin_random_game, play_random_input, reopen_game
from tracker.vocabulary import events as ev


def shoot_line(game: Game) -> int:
    return next(
        entry.number
        for entry in game.history.iterate_path_entries_backwards()
        if isinstance(entry.input, ev.ActionTaken) and entry.input.action == "shoot"
    )


def test_a_preview_writes_nothing() -> None:
    game, line = played()
    version, state, pending = game.version, game.state.fork_state(), game.pending
    preview_correction(game, line, "6 6 6")
    assert game.version == game.journal.store.get_version(game.stream) == version
    assert (game.state, game.pending) == (state, pending)


def test_the_same_successes_change_no_line() -> None:
    """The 4 was a 5: r1's, b1's and r2's duels all read as before."""
    game, line = played()
    found = preview_correction(game, line, "5 1 1")
    assert (found.lines, found.needs, found.units) == ((), (), ())
    assert found.unchanged == 3


def test_lines_that_read_differently_and_the_one_that_needs_dice() -> None:
    """Two hits, not one: b1 has one figure left and rolls one die where two were rolled."""
    game, line = played()
    found = preview_correction(game, line, "6 6 1")
    first, second = found.lines
    assert (first.number, first.note) == (line - 1, SAME_DICE)
    assert ("1 hit" in first.before, "2 hit" in first.after) == (True, True)
    assert second.note == ASKED
    assert found.needs == (second.number,)
    assert found.unchanged == 1
    assert [(name, then[:3], now[:3]) for name, then, now in found.units] == [
        ("B1 Unit 1", "2/3", "1/3")
    ]


def test_an_answer_that_nothing_asks_any_more_is_told() -> None:
    """None hit: nobody falls, so the choice of who falls first is lost."""
    game, line = played()
    found = preview_correction(game, line, "1 1 1")
    assert found.lines[0].note == f"{DROPPED} its question is no longer asked"
    assert line + 1 in [entry.number for entry in found.dropped]


def test_dice_read_again_for_another_number_are_the_same_dice() -> None:
    """4 5 1 6 2 3 4 6 in soft cover, 4+: five hit. In hard cover, 5+: three."""
    game = shooting()
    say(game, "r1 > b2 soft : 45162346 / 42651 / 362", "r2,r3 holds")
    found = preview_correction(game, shoot_line(game), "r1 > b2 hard")
    assert found.needs == (shoot_line(game),)
    assert "8 dice 5 hit" in found.lines[0].before
    assert "8 dice 3 hit" in found.lines[0].after
    # other dice may be kept
    assert [line.after for line in found.list_questions_and_certain_changes()] == [""]


def test_another_target_is_named_in_the_rolls_that_stay() -> None:
    game = shooting()
    say(game, "r1 > b2 soft : 45162346 / 42651 / 111")
    number = shoot_line(game)
    begin_correction(
        game, number, make_line_replacer(game.history.find_line(number), "r1 > b1 soft")
    )
    rolls = [e.input for e in game.history.list_entries_on_path() if isinstance(e.input, ev.Rolled)]
    assert [roll.target for roll in rolls if roll.what == "to hit"] == ["u:b1"]


def test_what_cannot_be_said_is_refused_as_the_correction_would() -> None:
    game, line = played()
    with pytest.raises(Refused, match="9"):
        preview_correction(game, line, "9 9 9")
    with pytest.raises(Refused):
        preview_correction(game, 999, "1 1 1")


def test_keeping_writes_what_was_shown_also_the_dice_of_the_app() -> None:
    game, line = played()
    found = preview_correction(game, line, "r")
    rolled = found.rewrite.sandbox.history.find_last_entry_on_path()
    assert rolled is not None
    found.save_correction()
    assert game.history.get_entry_beginning_at(rolled.version) == rolled
    assert game.state == book(game.journal.store).open_game(game.stream).state


def test_nothing_is_kept_when_the_game_went_on() -> None:
    game, line = played()
    found = preview_correction(game, line, "5 1 1")
    game.add_note("meanwhile")
    version = game.version
    with pytest.raises(ConcurrentChange):
        found.save_correction()
    assert game.version == game.journal.store.get_version(game.stream) == version


def test_a_line_in_an_open_action_leaves_its_question_open() -> None:
    game = begin()
    game.take_action_and_automatic_steps(duel("r1", "b1"))
    game.answer_with_text("6 6 1")
    line = next(
        e.number
        for e in game.history.iterate_path_entries_backwards()
        if isinstance(e.input, ev.Rolled)
    )
    found = preview_correction(game, line, "5 5 1")
    assert found.needs == ()
    found.save_correction()
    assert game.pending is not None
    assert game.pending.request.what == "who falls first"


@pytest.mark.parametrize("rules", sorted(load_playable_rulesets()))
@examples(8)
@given(data=st.data())
def test_a_preview_and_the_correction_agree(rules: str, data: st.DataObject) -> None:
    """Where nothing is asked, the units as shown are the units as they then stand; every line of
    the old log is unchanged or listed, once.
    """
    rng = data.draw(st.randoms(use_true_random=False))
    game = begin_random_game(load_playable_rulesets()[rules], rng)
    for _ in range(data.draw(st.integers(10, 80))):
        play_random_input(game, rng)
    rolls = [
        e
        for e in game.history.list_entries_on_path()
        if isinstance(e.input, ev.Rolled) and not e.is_automatic
    ]
    if not rolls:
        return
    chosen = data.draw(st.sampled_from(rolls))
    before = game.state.fork_state()
    found = preview_correction(game, chosen.number, "r")
    listed = [(changed.number, changed.before) for changed in found.lines if changed.before]
    assert len(listed) == len(set(listed))  # one entry may be told in two lines of the log
    assert game.state == before
    found.save_correction()
    assert reopen_game(game).state == game.state
    if not found.needs:
        assert state_comparison.compare_states(before, game.state, game.ruleset) == found.units


def test_dice_used_again_in_a_smaller_roll_are_not_called_lost() -> None:
    """Two hits instead of five: of 4 2 6 5 1 the first two are used again, and one comes through.
    Of the saves 3 6 2, the first is used again; if another die is rolled, they are lost.
    """
    game = shooting()
    say(game, "r1 > b2 soft : 45162346 / 42651 / 362")
    hits = shoot_line(game) + 1
    preview = preview_correction(game, hits, "45111111")
    assert preview.dropped == ()
    preview.save_correction()
    assert say(game, "answer : 42").messages == ()
    told = say(game.make_sandbox(), "answer : 3").messages
    assert told == ()
    told = say(game, "answer : 5").messages
    assert told == (f"No longer in the game: line {hits + 2}, 3 dice save (3 6 2).",)
