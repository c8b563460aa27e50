"""A typing slip set right: later lines are said again where the same question is asked."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.application.table import begin, book, duel, play_on
from tests.profiles import examples
from tests.saying import begin_correction
from tests.tui import kit
from tracker.application.correcting import history_rewrite
from tracker.application.correcting.correction_preview import preview_correction
from tracker.application.correcting.line_typo_fixes import preview_typo_fix
from tracker.application.errors import Refused
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.correction_replay import find_replayed_versions
from tracker.application.match.game import Game
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import make_unit_id


def line_of_last_roll(game: Game) -> int:
    return next(
        e.number
        for e in game.history.iterate_path_entries_backwards()
        if isinstance(e.input, ev.Rolled)
    )


def left(game: Game, unit: str) -> int:
    return len(game.state.units[make_unit_id(unit)].figures)


def who_rolls(game: Game) -> str | None:
    return None if game.pending is None else game.pending.request.subject


def played() -> tuple[Game, int]:
    """r1 hits b1 once (1 falls), then b1's two dice miss, then r2 misses b2."""
    game = begin()
    game.take_action_and_automatic_steps(duel("r1", "b1"))
    game.answer_with_text("4 1 1")
    line = line_of_last_roll(game)
    game.answer_with_default_choice()
    game.take_action_and_automatic_steps(duel("b1", "r1"))
    game.answer_with_text("1 2")
    game.take_action_and_automatic_steps(duel("r2", "b2"))
    game.answer_with_text("1 1")
    return game, line


def test_same_number_of_dice_keeps_every_later_line() -> None:
    """The 4 was a 5: nothing else changes, four later things said are kept."""
    game, line = played()
    state = game.state.fork_state()
    done = begin_correction(game, line, lambda g: g.answer_with_text("5 1 1"))
    assert done.is_finished
    assert (done.kept_count, done.dropped) == (5, ())
    assert game.state.units == state.units
    assert game.history.state == book(game.journal.store).open_game(game.stream).state


def test_changed_numbers_ask_again_and_keep_the_rest() -> None:
    """None hit after all: b1 has three dice, not two; r2's duel is kept as it was."""
    game, line = played()
    done = begin_correction(game, line, lambda g: g.answer_with_text("1 1 1"))
    assert not done.is_finished
    assert who_rolls(game) == make_unit_id("b1")
    assert left(game, "b1") == 3
    game.answer_with_text("1 2 3")
    done = history_rewrite.get_correction_outcome(game)
    assert done.is_finished
    assert who_rolls(game) is None
    # the choice of who falls and b1's two dice fit no question any more
    assert [type(entry.input).__name__ for entry in done.dropped] == ["Chosen", "Rolled"]
    assert left(game, "b2") == 2


def test_an_unfinished_correction_goes_on_after_a_restart() -> None:
    game, line = played()
    begin_correction(game, line, lambda g: g.answer_with_text("1 1 1"))
    other = book(game.journal.store).open_game(game.stream)
    assert other.pending == game.pending
    other.answer_with_text("1 2 3")
    assert history_rewrite.get_correction_outcome(other).is_finished
    said = [
        e.input for e in other.history.list_entries_on_path() if isinstance(e.input, ev.ActionTaken)
    ]
    assert [event.action for event in said if event.source == "typed"] == ["duel"] * 3


def test_a_correction_that_cannot_be_read_changes_nothing() -> None:
    game, line = played()
    state, pending = game.state.fork_state(), game.pending
    with pytest.raises(Refused):
        begin_correction(game, line, lambda g: g.answer_with_text("9 9 9"))
    assert (game.state, game.pending) == (state, pending)


def test_an_action_can_be_said_anew() -> None:
    """It was b2 that was shot at: the same dice answer, but who falls must be said again."""
    game, line = played()
    done = begin_correction(
        game, line - 1, lambda g: g.take_action_and_automatic_steps(duel("r1", "b2"))
    )
    assert (left(game, "b1"), left(game, "b2")) == (3, 2)
    assert [type(entry.input).__name__ for entry in done.unreplayed][:1] == ["Chosen"]
    assert game.pending is not None
    assert game.pending.request.what == "who falls first"


def test_taking_an_action_of_ones_own_ends_the_correction() -> None:
    game, line = played()
    begin_correction(game, line, lambda g: g.answer_with_text("1 1 1"))
    game.undo_action_or_correction()
    game.take_action_and_automatic_steps(duel("b2", "r2"))
    with pytest.raises(Refused):
        history_rewrite.get_correction_outcome(game)


@examples(40)
@given(seed=st.integers(0, 10_000), which=st.integers(0, 1000))
def test_every_later_line_is_kept_dropped_or_asked(seed: int, which: int) -> None:
    """Nothing vanishes: each later thing said was said again, or is listed as dropped."""
    game = begin(red="Red 4 3 2", blue="Blue 4 3 2")
    rng = random.Random(seed)
    play_on(game, rng, 40)
    rolls = [e for e in game.history.list_entries_on_path() if isinstance(e.input, ev.Rolled)]
    chosen = rolls[which % len(rolls)]
    later = [
        e.version
        for e in game.history.list_entries_on_path()
        if e.version > chosen.version and not e.is_automatic
    ]
    done = begin_correction(game, chosen.number, lambda g: g.answer_with_app_roll())
    while not done.is_finished:
        play_on(game, rng, 1)
        done = history_rewrite.get_correction_outcome(game)
    repeated = find_replayed_versions(game.history)
    dropped = {entry.version for entry in done.dropped}
    assert dropped | (repeated & set(later)) == set(later)
    assert not dropped & repeated
    assert game.state == book(game.journal.store).open_game(game.stream).state


def test_the_dice_of_a_later_action_are_asked_for_by_its_line() -> None:
    """Nobody of b1 falls after all: its duel behind that has three dice, and two were rolled."""
    game, line = played()
    actions = (
        e for e in game.history.list_entries_on_path() if isinstance(e.input, ev.ActionTaken)
    )
    duels = [e.number for e in actions if not e.is_automatic]
    changes = preview_correction(game, line, "1 1 1")
    assert changes.needs == (duels[1],)
    assert [row.note for row in changes.lines if row.number == duels[1]] == ["needs an answer"]
    done = changes.save_correction()
    assert (who_rolls(game), [e.number for e in done.unreplayed if e.number in duels]) == (
        "u:b1",
        [duels[2]],
    )
    game.answer_with_text("1 2 1")
    assert history_rewrite.get_correction_outcome(game).is_finished


def test_a_note_said_anew_loses_nothing_behind_it() -> None:
    """Two duels behind a starred note, and a third whose dice are out: all of it is there after."""
    game = begin()
    star = game.add_note("a slip of the pen", star=True)
    game.take_action_and_automatic_steps(duel("r1", "b1"))
    game.answer_with_text("1 1 1")
    game.take_action_and_automatic_steps(duel("b1", "r1"))
    game.answer_with_text("1 2 1")
    game.take_action_and_automatic_steps(duel("r2", "b2"))
    state, asked = game.state.fork_state(), who_rolls(game)
    changes = preview_correction(game, star.number, "a slip")
    assert (changes.needs, changes.dropped) == ((), ())
    done = changes.save_correction()
    assert (done.kept_count, done.dropped, who_rolls(game)) == (5, (), asked)
    assert game.state.units == state.units
    noted = next(
        e.input for e in game.history.list_entries_on_path() if isinstance(e.input, ev.Noted)
    )
    assert (noted.text, noted.star) == ("a slip", True)


@pytest.mark.parametrize(
    ("line", "anew", "result"),
    [
        ('roll 4+ "cover?" : 5', "3", (1, 0)),
        ('roll 4+ "cover?" : 5', 'roll 2+ "cover?" : 3', (0, 1)),
        ('roll 3- r1 "seen?" : 5', "2", (1, 0)),
        ('roll off "who begins?" : 4 2', "1 5", (1, 5)),
        ('roll 2d6 "how far?" : 3 4', "6 6", (12,)),
    ],
)
def test_a_roll_of_ones_own_said_anew_answers_nothing_that_waits(
    line: str, anew: str, result: tuple[int, ...]
) -> None:
    """Its dice are its own, while the duel goes on waiting for its three."""
    game = begin()
    rolled = play_line(game, line).entries[0]
    after = preview_typo_fix(game, [(rolled, anew)]).rewrite.sandbox
    game.take_action_and_automatic_steps(duel("r1", "b1"))
    done = preview_correction(game, rolled.number, anew).save_correction()
    assert (done.kept_count, done.dropped, who_rolls(game)) == (1, (), "u:r1")
    for now in (after, game):
        event = next(
            e.input for e in now.history.list_entries_on_path() if isinstance(e.input, ev.Rolled)
        )
        assert (event.result, event.repeats) == (result, rolled.version)


BREAKS = "an earlier line was corrected"


@pytest.mark.parametrize(
    ("lines", "anew", "against"),
    [
        # Deathzap 2: one move a unit
        (("r1 moves 4in", "r2 moves 4in"), "r2 moves 4in", "R2 has moved"),
        # a line that sets something right is one like any other
        (("fix r2 figures -1", "r2 moves 4in"), "fix r2 moved", "R2 has moved"),
    ],
)
def test_later_lines_that_break_a_rule_are_told_before_it_is_kept_and_are_rulings(
    lines: tuple[str, str], anew: str, against: str
) -> None:
    game = kit.begin(kit.book(), (*kit.TO_MOVE, *lines))
    first, later = game.history.list_entries_on_path()[-2:]
    before = [line.text for line in list_log_lines(game.history)]
    changes = preview_correction(game, first.number, anew)
    assert [(one.line, one.text) for one in changes.breaches] == [(later.number, against)]
    assert [line.text for line in list_log_lines(game.history)] == before, "nothing is kept yet"
    changes.save_correction()
    ruled = list_log_lines(game.history)[-1]
    assert ruled.number == later.number
    assert f"table ruling: has moved, {BREAKS}" in ruled.text
    game.undo()
    assert [
        line.text for line in list_log_lines(game.history) if line.kind != "taken back"
    ] == before


def test_a_line_that_breaks_no_rule_any_more_is_no_ruling() -> None:
    game = kit.begin(kit.book(), (*kit.TO_MOVE, "r1 moves 4in", "r1 moves 4in"))
    first, later = game.history.list_entries_on_path()[-2:]
    assert "has moved" in list_log_lines(game.history)[-1].text
    changes = preview_correction(game, first.number, "r2 moves 4in")
    assert changes.breaches == ()
    changes.save_correction()
    assert list_log_lines(game.history)[-1].number == later.number
    assert list_log_lines(game.history)[-1].rulings == ()
