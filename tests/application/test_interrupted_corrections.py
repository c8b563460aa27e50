"""Corrections whose question is open: what is entered meanwhile drops no later line in silence."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest

from tests.application.match_records.making import record
from tests.application.match_records.test_round_trip import brought
from tests.application.test_late_again import any_game, find_origins, lines_of, points
from tests.deathzap2.evening import begin as begin_deathzap2
from tests.deathzap2.evening import shooting
from tests.gamefile.kit import shipped
from tests.saying import begin_correction, refused, say
from tests.trial_assault import evening
from tracker.application.correcting.action_edit_after_dice import preview_action_edit
from tracker.application.correcting.correction_preview import preview_correction
from tracker.application.correcting.history_rewrite import get_correction_outcome
from tracker.application.correcting.line_typo_fixes import preview_typo_fix
from tracker.application.correcting.log_line_replacement import make_line_replacer
from tracker.application.errors import Refused
from tracker.application.match.correction_replay import ReplayRules
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.testing.random_games import make_book, reopen_game
from tracker.vocabulary.subject_ids import make_unit_id


def correct(game: Game, number: int, text: str) -> None:
    begin_correction(game, number, make_line_replacer(game.history.find_line(number), text))


def waiting_game() -> Game:
    """Line 5, an attack with 2 of 8 hits, had 3 dice; its dice are open, and 5 lines wait."""
    game = any_game()
    correct(game, 5, "r1 > b1 3d6 4+")
    return game


ANSWER_FIRST = (
    "Answer the open question first. The correction then replays 4 later lines. "
    "To cancel the correction, undo."
)
ENTERED: list[Callable[[Game], object]] = [
    lambda game: correct(game, 5, "r1 > b1 2d6 4+"),
    lambda game: preview_action_edit(game, "r1 > b1 2d6 4+"),
    lambda game: preview_typo_fix(game, [(game.history.find_line(5), "r1 > b1 2d6 4+")]),
]


@pytest.mark.parametrize("enter", ENTERED, ids=["correct", "edit", "fix a typo"])
def test_another_correction_waits_for_the_first(enter: Callable[[Game], object]) -> None:
    game = waiting_game()
    with pytest.raises(Refused) as so:
        enter(game)
    assert so.value.message == ANSWER_FIRST


def test_a_skipped_phase_waits_for_the_correction() -> None:
    game = waiting_game()
    assert refused(game, "skip play") == ANSWER_FIRST
    say(game, "answer : 555")
    assert points(game) == points(reopen_game(game)) == (2, 3)
    assert [entry.number for entry in get_correction_outcome(game).dropped] == [6]  # its old dice


def test_a_choice_of_a_correction_gets_no_default() -> None:
    """One save of four is corrected to none: 4 figures fall, and the choice of 3 is dropped."""
    game = shooting()
    say(game, "b2 > r1 soft : =5 / =4 / =1", "answer : 2 a, 1 b", "r2 > b1 soft : =0")
    save, chosen = (entry.number for entry in game.history.list_entries_on_path()[-4:-2])
    preview_correction(game, save, "=0").save_correction()
    before = game.version
    done = play_line(game, "b1 > r2 soft", use_defaults=True)
    assert str(done.error).startswith("Answer the open question first: falls (R1).")
    assert game.version == before
    told = say(game, "answer : 4 a").messages
    assert told == (f"No longer in the game: line {chosen}, falls.",)


@pytest.mark.parametrize("later", ["# a good volley", "fix b1 figures 7"], ids=["note", "fix"])
def test_a_note_or_fix_after_an_attack_waits_for_its_dice(later: str) -> None:
    """With 4 dice to hit, 2 still hit: the old dice 55 to wound fit, and B1 loses 2 of 10."""
    game = any_game("r1 > b1 3d6 4+ / 4+ : 551 / 55", later)
    correct(game, 5, "r1 > b1 4d6 4+ / 4+")
    assert [entry.number for entry in get_correction_outcome(game).unreplayed] == [6, 7, 8]
    say(game, "answer : 5511")
    assert game.pending is None
    assert [entry.number for entry in get_correction_outcome(game).dropped] == [6]  # its old dice
    assert game.history.list_entries_on_path()[-1].number == 8
    assert len(game.match.figures(make_unit_id("b1"))) == (8 if later.startswith("#") else 7)


def test_dice_skipped_by_hand_are_skipped_again_after_new_dice() -> None:
    """The dice to wound were skipped. With 4 dice to hit, those are asked, then skipped again."""
    game = any_game("r1 > b1 3d6 4+ / 4+ : 551")
    game.adjust_by_hand((), "no time left", ends_action=True)
    correct(game, 5, "r1 > b1 4d6 4+ / 4+")
    assert game.require_pending_question().request.what == "to hit"
    say(game, "answer : 5511")
    assert game.pending is None
    assert "by hand" in lines_of(game)[-1]


# ----------------------------------------------------------------------------------- interrupts


def watchfire() -> Game:
    """R2 is on watch. B2 moves in line 9, Blue scores in line 10, B2 fires in lines 12 to 14."""
    rules = shipped("watchfire")
    assert rules.forces is not None
    rosters = [sample.text for sample in rules.forces.samples()]
    entrants = [Entrant(side, text) for side, text in zip(("Red", "Blue"), rosters, strict=True)]
    game = make_book(rules, random.Random(1)).begin_match(rules.id, entrants)
    say(game, "r1 moves 6in", "next", "r2 watches", "next", "b2 moves 6in", "vp blue 1", "next")
    say(game, "b2 fires r1 : 1188 / 34")
    return game


def test_an_interrupt_of_a_corrected_action_keeps_the_later_lines() -> None:
    """B2's move could be interrupted. R2 snaps: 6 to 9 miss where 5 or less hit."""
    game = watchfire()
    before = find_origins(game)
    correct(game, 9, "b2 moves 6in claimed")
    say(game, "r2 snaps b2 : 6789")  # nobody else is on watch
    assert set(before) <= set(find_origins(game))
    assert game.state == reopen_game(game).state
    # 4 of Ridge are left, as before.
    assert len(game.match.figures(make_unit_id("r1"))) == 4


def test_a_line_corrected_to_an_interrupt_keeps_its_place() -> None:
    game = watchfire()
    later = find_origins(game)[-4:]
    correct(game, 10, "r2 snaps b2 : 6789")
    assert find_origins(game)[-4:] == later
    assert lines_of(game)[-2].startswith("R2 Brook ▸ B2 Bridge: 4 dice 0 hit")


# ------------------------------------------------------------------------------ after the end


END = "next : r 2 / yes"


def ended_game() -> Game:
    """A game of one turn: two lines, its end with 2 points in lines 7 to 9, a note and a point."""
    book = make_book(shipped("free"), random.Random(1))
    entrants = [Entrant("Red", "8 riflemen\n1 tank"), Entrant("Blue", "10 orcs")]
    game = book.begin_match("free", entrants, options={"turns": 1})
    say(game, "r1 -1", "r2 moves 6", END, "# a good game", "vp red 1")
    assert game.match.ended is not None
    return game


def test_lines_after_the_end_of_the_game_are_kept() -> None:
    game = ended_game()
    before = lines_of(game)
    correct(game, 5, "r1 -2")
    assert get_correction_outcome(game).dropped == ()
    assert lines_of(game)[-3:] == before[-3:]
    assert points(game) == points(reopen_game(game)) == (1, 3)


def test_a_correction_that_ends_the_game_earlier_drops_the_later_lines() -> None:
    """Line 6 was entered while the game went on; the note and the point came after its end."""
    game = ended_game()
    correct(game, 5, END)
    assert [entry.number for entry in get_correction_outcome(game).dropped] == [6, 7, 8, 9]
    assert points(game) == (1, 3)


# ---------------------------------------------------------------------- questions that were closed


def test_a_phase_set_by_hand_is_set_again_without_the_question_that_it_closed() -> None:
    """The impetus roll was open. It is closed and the phase set by one line, also in a replay."""
    game = begin_deathzap2()
    say(game, "vp red 1")
    number = game.history.last_line_number
    say(game, "fix phase shoot red", "vp blue 1")
    before, phase, asked = lines_of(game), game.match.phase, game.pending
    correct(game, number, "vp red 2")
    assert (game.match.phase, game.pending) == (phase, asked)
    assert get_correction_outcome(game).dropped == ()
    assert lines_of(game)[-2:] == before[-2:]


# -------------------------------------------------------- lines that precede an automatic action


@pytest.mark.parametrize("corrected", ["first", "second"])
def test_lines_inserted_before_the_first_turn_stay_before_it(corrected: str) -> None:
    """Turn 1 begins by itself in line 4, and two lines are inserted before it, one by one."""
    game = any_game("r1 moves 5")
    numbers = {}
    for name, line in (("first", "b1 moves 6"), ("second", "b1 moves 3")):
        say(game, f"{line} late before 4")
        numbers[name] = game.history.get_entry_beginning_at(
            game.history.corrections[-1].version + 1
        ).number
    mark = re.compile(r" \(line \d+ corrected\)$")
    before = lines_of(game)
    state = game.state.fork_state()
    correct(game, numbers[corrected], "b1 moves 6" if corrected == "first" else "b1 moves 3")
    assert get_correction_outcome(game).dropped == ()
    assert [mark.sub("", line) for line in lines_of(game)] == before
    assert game.state == state
    assert game.state == reopen_game(game).state


CAUGHT = ("b1 tests : 66", "b1 flees : 25", "r1 sweeps : 44")
"""B1 flees 7 inches, and R1 catches it with 8. The dice of the sweep are line 28."""


def place(game: Game) -> tuple[int, str, str]:
    clock = game.match.clock
    return clock.turn, clock.phase, "" if clock.side is None else game.match.side_name(clock.side)


def test_a_step_that_a_correction_skips_is_not_ended_again() -> None:
    """With 4, B1 is not caught: Blue has no combat and no pile in, which lines 34 and 35 ended.

    Line 36 ends Red's movement of turn 2, as before.
    """
    game = evening.beaten(*CAUGHT, *["next"] * 5)
    assert place(game) == (2, "movement", "Red")
    longer = evening.beaten(*CAUGHT, *["next"] * 6)
    assert place(longer) == (2, "shooting", "Red")
    for each in (game, longer):
        then = place(each)
        preview = preview_correction(each, 28, "22")
        assert [entry.number for entry in preview.dropped] == [34, 35]
        notes = {line.number: line.note for line in preview.lines if line.before}
        assert notes[34] == "left out, because its phase was already over"
        preview.save_correction()
        assert place(each) == then
        again, _ = brought(record(each))
        assert again.history.lines == each.history.lines


def test_records_in_which_a_correction_ended_later_steps_are_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Earlier versions ended two later steps: Red's movement and shooting of turn 2."""
    game = evening.beaten(*CAUGHT, *["next"] * 5)
    with monkeypatch.context() as patch:
        patch.setattr(Game, "replay", ReplayRules(ends_once=False))
        correct(game, 28, "22")
        text = record(game)
    assert place(game) == (2, "charge", "Red")
    again, _ = brought(text)
    assert again.history.lines == game.history.lines
