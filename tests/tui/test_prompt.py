"""The prompt: what Enter proposes, two steps of taking back, dice that do not fit, advice."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.application.test_late_again import any_game, points
from tests.combat_zone import evening as figures_evening
from tests.gamefile.kit import shipped
from tests.saying import say
from tests.tui.kit import (
    TO_MOVE,
    TO_ORDERS,
    TO_SHOOT,
    VOLLEY,
    Stage,
    act,
    at_table,
    begin,
    book,
    key,
    play_on,
    prompt_at,
    samples,
)
from tracker.application.correcting.correction_preview import preview_correction
from tracker.application.errors import LedgerError
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.log.side_playing_time import PlayingTimeMeter
from tracker.application.match_setup import Entrant
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.input_parsing.dice_reading_results import DiceReading
from tracker.testing.match_in_memory import RED
from tracker.testing.random_games import check_game, make_book
from tracker.vocabulary.events import ActionTaken, Chosen, Noted, Rolled
from tui.prompt.next_key_hints import list_next_key_hints
from tui.prompt.table_prompt import Prompt
from tui.user_settings_and_drafts import UnsubmittedInputStore


def asks(prompt: Prompt) -> str:
    """What is asked now; nothing when nothing waits."""
    return prompt.pending.request.what if prompt.pending is not None else ""


def test_enter_takes_the_first_who_is_due() -> None:
    prompt = prompt_at(TO_SHOOT)
    proposal = prompt.reader.get_proposal()
    assert proposal is not None
    assert proposal.line == "r1 > b1 open"
    assert proposal.age == ""
    key(prompt, "⏎")
    assert prompt.reader.expand_typed_line() == "r1 > b1 open"


def test_a_corrected_last_line_that_needs_more_dice_says_so() -> None:
    """Ten ones miss. Of the corrected dice eight hit on 2+, so eight more dice are needed."""
    game = prompt_at((*TO_SHOOT, "r1 > b1 open : 1111111111")).game
    roll = game.history.list_entries_on_path()[-1]
    assert game.pending is None
    assert preview_correction(game, roll.number, "4516234612").opens_question
    assert not preview_correction(game, roll.number, "1111111111").opens_question


def test_what_a_unit_did_last_is_proposed_again_with_its_age() -> None:
    # Turn 1: Alpha at Dusk rifles, nobody else; turn 2: Alpha is due first again.
    turn_1 = (*TO_SHOOT, "r1 > b2 soft : -10", "r2,r3 holds", "all holds")
    turn_2 = (*turn_1, "impetus : 42", "orders r1 r2 r3 : 326", "orders b1 b2 b3 : 212")
    prompt = prompt_at((*turn_2, "next", "next"))
    assert prompt.game.match.turn == 2
    proposal = prompt.reader.get_proposal()
    assert proposal is not None
    assert (proposal.line, proposal.age) == ("r1 > b2 soft", "as in turn 1")
    assert key(prompt, "1").reader.expand_typed_line() == "r1 > b2 soft"


def test_a_remembered_target_that_cannot_be_shot_at_gives_way() -> None:
    lines = (*TO_SHOOT, "r1 > b3 : -10", "r2,r3 holds", "all holds")
    again = (*lines, "impetus : 42", "orders r1 r2 r3 : 326", "orders b1 b2 b3 : 212")
    prompt = prompt_at((*again, "next", "b3 contacts r2", "next"))
    proposal = prompt.reader.get_proposal()
    assert proposal is not None
    assert proposal.line != "r1 > b3 open"
    assert proposal.line.startswith("r1 > ")


def test_letters_choose_and_digits_never_answer_a_choice() -> None:
    prompt = prompt_at(("objectives : 24",))
    key(prompt, "53⏎")
    assert not prompt.wants_dice
    asked = prompt.pending
    assert asked is not None
    assert not prompt.reader.accepts_character("1")
    assert prompt.reader.accepts_character("b")
    key(prompt, "b⏎")
    last = next(
        e.input
        for e in prompt.game.history.iterate_path_entries_backwards()
        if isinstance(e.input, Chosen)
    )
    assert last.source == "typed"


def test_enter_on_an_empty_dice_prompt_does_nothing() -> None:
    prompt = prompt_at((*TO_SHOOT, "r1 > b2 soft"))
    before = prompt.game.version
    key(prompt, "⏎⏎")
    assert prompt.game.version == before
    assert prompt.notice is not None
    assert prompt.notice.kind == "refused"


@pytest.mark.parametrize("line", ["r9 > b2", "nonsense", "next"])
def test_escape_first_clears_the_refusal_of_a_line(line: str) -> None:
    """The volley is not undone before there is nothing else to clear."""
    prompt = prompt_at((*TO_SHOOT, "r1 > b2 soft"))
    before = prompt.game.version
    assert not prompt.play_line(line)
    refused = prompt.notice
    assert refused is not None
    key(prompt, "⎋")
    assert prompt.notice is None
    assert prompt.game.version == before
    key(prompt, "⎋")
    assert prompt.pending is None


def test_escape_undoes_at_once_where_it_was_offered() -> None:
    prompt = prompt_at((*TO_SHOOT, "r1 > b2 soft"))
    prompt.play_typed_line_and_end_phase()
    assert prompt.notice is not None
    assert prompt.notice.offers_key("Esc")
    key(prompt, "⎋")
    assert prompt.pending is None


def test_another_number_of_dice_loses_nothing_and_shows_three_ways() -> None:
    prompt = prompt_at((*TO_SHOOT, "r1 > b2 soft"))
    before = prompt.game.version
    key(prompt, "45162346123⏎")
    assert prompt.typed_text == "45162346123"
    assert prompt.game.version == before
    assert prompt.notice is not None
    assert [sign for sign, _ in prompt.notice.offered_keys] == ["Backspace", "e", "d"]
    key(prompt, "⌫⏎")
    assert prompt.typed_text == ""
    roll = prompt.game.history.find_last_entry_on_path()
    assert roll is not None
    assert isinstance(roll.input, Rolled)
    assert roll.input.faces == (4, 5, 1, 6, 2, 3, 4, 6, 1, 2)


def test_another_number_of_dice_as_a_table_ruling() -> None:
    prompt = prompt_at((*TO_SHOOT, "r1 > b2 soft"))
    key(prompt, "451623⏎")
    prompt.offer_or_accept_dice_count()
    roll = prompt.game.history.find_last_entry_on_path()
    assert roll is not None
    assert isinstance(roll.input, Rolled)
    assert len(roll.input.dice) == 6
    assert roll.input.asked is not None
    assert len(roll.input.asked.dice) == 10


def test_a_slip_on_d_asks_before_it_is_a_table_ruling() -> None:
    """One die of ten is typed: the first ``d`` says so, and only the second enters it."""
    prompt = prompt_at((*TO_SHOOT, "r1 > b2 soft"))
    before = prompt.game.version
    key(prompt, "4").offer_or_accept_dice_count()
    assert (prompt.game.version, prompt.typed_text) == (before, "4")
    assert prompt.notice is not None
    assert prompt.notice.text.startswith("10 dice are needed, 1 was typed.")
    key(prompt, "516234612").offer_or_accept_dice_count()
    assert prompt.notice.text == "All dice are in. Press Enter."
    assert prompt.game.version == before
    key(prompt, "⌫").offer_or_accept_dice_count()
    prompt.offer_or_accept_dice_count()
    assert prompt.game.version > before


@pytest.mark.parametrize("press", [Prompt.roll_dice_by_app, Prompt.offer_or_accept_dice_count])
def test_dice_typed_for_another_question_say_so_first(press: Callable[[Prompt], None]) -> None:
    """Somebody else answered meanwhile: ``r`` and ``d`` say for what the dice were typed."""
    kept = book()
    mine = Prompt(begin(kept, (*TO_SHOOT, "r1 > b2 soft")))
    kept.open_game("m1").answer_with_text("3333333333")  # all hit, so ten dice follow
    press(key(mine, "4516234612⏎"))
    assert mine.notice is not None
    assert mine.notice.text == '`4516234612` was typed for "to hit", which has been answered since.'
    assert mine.typed_text == "4516234612"


def test_text_that_has_become_stale_says_how_often_enter_is_pressed() -> None:
    kept = book()
    mine = key(Prompt(begin(kept, (*TO_SHOOT, "r1 > b2 soft"))), "3161")
    snapshot = mine.take_reload_snapshot()
    kept.open_game("m1").answer_with_text("3333333333")
    mine.game.reload()
    mine.revalidate_input_after_reload(snapshot)
    for shown in ("Enter Enter", "Enter"):
        assert mine.notice is not None
        assert mine.notice.offered_keys[0] == (shown, "enter it here")
        mine.submit_input()


def test_undo_takes_back_one_answer_and_its_dice_stand_at_the_prompt() -> None:
    prompt = prompt_at(VOLLEY)
    assert asks(prompt) == "through"
    prompt.undo_last_entry()
    assert asks(prompt) == "to hit"
    assert prompt.typed_text == "4516234612"
    key(prompt, "⏎")
    assert asks(prompt) == "through"


def test_undo_says_that_it_takes_back_a_note() -> None:
    game = begin(book(), TO_SHOOT)
    game.add_note("R1 is behind the wall", mark="stands")
    prompt = Prompt(game)
    for text in ("Note undone. Press U to redo it.", "Undone. Press U to redo it."):
        prompt.undo_last_entry()
        assert prompt.notice is not None
        assert prompt.notice.text == text


def test_redo_returns_what_undo_took() -> None:
    prompt = prompt_at(VOLLEY)
    before = prompt.game.state.fork_state()
    prompt.undo_last_entry()
    prompt.redo_last_undone_entry()
    assert prompt.game.state == before


def test_escape_clears_then_takes_the_whole_action_back() -> None:
    prompt = prompt_at(VOLLEY)
    key(prompt, "42⎋")
    assert prompt.typed_text == ""
    assert asks(prompt) == "through"
    key(prompt, "⎋")
    assert asks(prompt) == ""
    assert prompt.game.match.mark("u:r1", "fired") is None


def test_what_a_later_phase_asked_is_not_proposed_after_it_was_undone() -> None:
    """Turn 2 began by itself and asks for impetus; undone, the table is in the shooting again."""
    prompt = prompt_at((*TO_SHOOT, "next"))
    prompt.play_line("next")  # warns that Blue has not fired
    prompt.play_line("next")
    assert asks(prompt) == "impetus"
    key(prompt, "⎋")
    proposal = prompt.reader.get_proposal()
    assert proposal is not None
    assert (prompt.game.match.phase, proposal.line.split()[0]) == ("shoot", "b1")


def test_a_line_that_stops_keeps_the_dice_that_did_not_fit() -> None:
    prompt = prompt_at(TO_SHOOT)
    assert prompt.play_line("r1 > b2 soft : 4516234612 / 42651261") is False
    assert prompt.pending is not None
    assert prompt.pending.request.what == "through"
    assert prompt.typed_text == "42651261"


@pytest.mark.parametrize(("keys", "letter"), [("3mc", "c"), ("3ms", "s"), ("3c1h", "h")])
def test_cover_is_neither_read_nor_offered_after_other_actions_than_a_shot(
    keys: str, letter: str
) -> None:
    prompt = prompt_at(TO_MOVE)
    prompt.type_text(keys)
    problem = prompt.reader.explain_incomplete_line()
    assert problem == f"`{letter}` is not a key here. Press ? for a list of keys."


def test_no_third_cover_is_offered_after_two() -> None:
    prompt = prompt_at(TO_SHOOT)
    prompt.type_text("2s1h")
    assert list_next_key_hints(prompt) == []


def test_the_rules_advise_once_and_never_block() -> None:
    prompt = prompt_at((*TO_MOVE, "next", "b3 contacts r2", "next"))
    before = prompt.game.version
    key(prompt, "21o⏎")
    assert prompt.notice is not None
    assert prompt.notice.kind == "advice"
    assert prompt.typed_text == "21o"
    assert prompt.game.version == before
    key(prompt, "⏎")
    assert prompt.game.version > before
    taken = prompt.game.history.get_entry_beginning_at(prompt.game.state.current_values.open[0])
    assert getattr(taken.input, "overrides", ()) != ()


@pytest.mark.parametrize(
    ("lines", "keys"),
    [
        (("objectives : 24", "deployment : 53"), ""),  # a choice
        ((*TO_SHOOT, "r1 > b2 soft"), ""),  # dice
        ((*TO_SHOOT, "r1 > b2 soft"), "45"),
    ],
)
def test_enter_confirms_the_warned_line_while_a_question_is_open(
    lines: tuple[str, ...], keys: str
) -> None:
    prompt = key(prompt_at(lines), keys)
    assert prompt.pending is not None
    prompt.play_line("end")
    assert prompt.notice is not None
    assert prompt.notice.text == "The game has not yet lasted six turns (DZ-TURN-01)."
    key(prompt, "⏎")
    assert prompt.game.match.ended is not None
    assert prompt.typed_text == ""


def test_enter_answers_the_question_once_the_warning_is_gone() -> None:
    prompt = prompt_at((*TO_SHOOT, "r1 > b2 soft"))
    prompt.play_line("end")
    key(prompt, "4516234612⏎")
    assert prompt.game.match.ended is None
    assert asks(prompt) == "through"


def test_next_names_who_is_left_and_the_second_time_goes_on() -> None:
    prompt = prompt_at(TO_SHOOT)
    prompt.play_typed_line_and_end_phase()
    assert prompt.notice is not None
    assert prompt.notice.text == "Alpha, Bravo and Hammer have not fired."
    assert prompt.game.match.clock.side == "s:r"
    prompt.play_typed_line_and_end_phase()
    assert prompt.game.match.clock.side == "s:b"


def test_a_shot_of_a_half_that_is_over_is_asked_before_it_is_entered() -> None:
    prompt = prompt_at((*TO_SHOOT, "next"))
    version = prompt.game.version
    prompt.play_line("r2 > b2 soft")
    assert prompt.game.version == version
    assert prompt.notice is not None
    assert prompt.notice.text == "Red's half of shooting is over, so the action is entered as late."
    assert prompt.notice.offered_keys == (("Enter", "do it anyway"), ("Esc", "cancel"))
    key(prompt, "⏎")
    assert prompt.wants_dice
    assert prompt.notice.text.endswith("To remove the action, undo.")


def test_blue_may_fire_before_red_has_finished_without_being_asked() -> None:
    prompt = prompt_at(TO_SHOOT)
    prompt.play_line("b2 > r1 soft")
    assert prompt.wants_dice
    assert prompt.notice is None


def test_enter_confirms_the_end_of_the_half_and_plays_no_proposal() -> None:
    prompt = prompt_at(TO_SHOOT)
    prompt.play_typed_line_and_end_phase()
    proposal = prompt.reader.get_proposal()
    assert proposal is not None
    assert prompt.reader.describe_proposal(proposal) == "end of Red's half of shooting"
    assert prompt.notice is not None
    assert prompt.notice.offered_keys == (
        ("Enter", "end it anyway (or press n)"),
        ("Esc", "cancel"),
    )
    key(prompt, "⏎")
    assert prompt.pending is None
    assert prompt.game.match.clock.side == "s:b"


def test_escape_cancels_the_end_of_the_half() -> None:
    prompt = prompt_at(TO_SHOOT)
    offered = prompt.reader.get_proposal()
    prompt.play_typed_line_and_end_phase()
    key(prompt, "⎋")
    assert prompt.notice is None
    assert prompt.reader.get_proposal() == offered
    assert prompt.game.match.clock.side == "s:r"


def test_moving_is_never_asked_twice() -> None:
    prompt = prompt_at(TO_MOVE)
    prompt.play_typed_line_and_end_phase()
    assert prompt.game.match.clock.side == "s:b"


def test_the_app_rolls_the_rest() -> None:
    prompt = prompt_at((*TO_SHOOT, "r1 > b2 soft"))
    key(prompt, "45")
    prompt.roll_dice_by_app()
    key(prompt, "⏎")
    roll = prompt.game.history.find_last_entry_on_path()
    assert roll is not None
    assert isinstance(roll.input, Rolled)
    assert roll.input.faces[:2] == (4, 5)
    assert (len(roll.input.faces), roll.input.app) == (10, 8)


def test_the_other_side_acts() -> None:
    prompt = prompt_at(TO_SHOOT)
    prompt.switch_side()
    assert key(prompt, "21o").reader.expand_typed_line() == "b2 > r1 open"


def test_two_programs_on_one_game_lose_nothing() -> None:
    kept = book()
    mine = Prompt(begin(kept, (*TO_SHOOT, "r1 > b2 soft")))
    kept.open_game("m1").add_note("written elsewhere")
    key(mine, "4516234612⏎")
    assert mine.notice is not None
    assert "Somebody else just changed" in mine.notice.text
    assert mine.typed_text == "4516234612"
    assert any(isinstance(e.input, Noted) for e in mine.game.history.list_entries_on_path())
    key(mine, "⏎")
    assert mine.typed_text == ""


def test_dice_typed_for_a_question_that_somebody_else_answered_answer_no_other() -> None:
    kept = book()
    mine = Prompt(begin(kept, (*TO_SHOOT, "r1 > b2 soft")))
    kept.open_game("m1").answer_with_text("6666666666")
    key(mine, "4516234612⏎")
    assert mine.notice is not None
    assert "Somebody else just changed" in mine.notice.text
    assert mine.pending is not None
    assert mine.pending.request.what == "through"  # ten dice, as before
    assert mine.typed_text == "4516234612"
    before = mine.game.version
    key(mine, "⏎")
    assert mine.notice.text == '`4516234612` was typed for "to hit", which has been answered since.'
    assert mine.game.version == before
    key(mine, "2")  # other dice take their place
    assert mine.typed_text == "2"


def test_dice_typed_for_a_question_that_is_answered_are_taken_when_that_is_said_twice() -> None:
    kept = book()
    mine = Prompt(begin(kept, (*TO_SHOOT, "r1 > b2 soft")))
    key(mine, "45162")
    kept.open_game("m1").answer_with_text("6666666666")
    key(mine, "34612⏎⏎⏎")
    roll = next(
        e.input
        for e in mine.game.history.iterate_path_entries_backwards()
        if isinstance(e.input, Rolled)
    )
    assert (roll.what, roll.faces) == ("through", (4, 5, 1, 6, 2, 3, 4, 6, 1, 2))


def test_dice_stay_where_somebody_else_took_the_volley_back_and_do_nothing() -> None:
    kept = book()
    mine = Prompt(begin(kept, (*TO_SHOOT, "r1 > b2 soft")))
    key(mine, "4516234612")
    kept.open_game("m1").undo_action_or_correction()
    key(mine, "⏎")
    assert (mine.pending, mine.typed_text) == (None, "4516234612")
    key(mine, "⏎")
    assert mine.notice is not None
    assert 'typed for "to hit"' in mine.notice.text
    key(mine, "⎋")
    assert mine.typed_text == ""


def test_what_was_cleared_is_not_old_when_the_same_keys_are_typed_again() -> None:
    kept = book()
    mine = Prompt(begin(kept, ("objectives : 12",)))
    key(mine, "3⏎⎋3")
    elsewhere = kept.open_game("m1")
    elsewhere.undo()
    key(mine, "6⏎")
    assert (mine.typed_text, mine.is_stale) == ("36", True)  # typed for deployment
    key(mine, "⎋3")
    assert mine.typed_text == "3"
    key(mine, "6")
    assert (mine.typed_text, mine.is_stale) == ("36", False)
    key(mine, "⎋")
    assert mine.typed_text == ""  # nothing old is offered
    key(mine, "36⏎")
    assert mine.pending is not None
    assert mine.pending.request.what == "places of the four counters"


def test_dice_that_were_taken_back_and_cleared_take_no_die_of_another_roll() -> None:
    prompt = prompt_at(("objectives : 12",))
    key(prompt, "53⏎")
    prompt.undo_last_entry()
    assert prompt.typed_text == "53"
    key(prompt, "⎋53")
    assert prompt.typed_text == "53"
    key(prompt, "1")  # one too many is said, not swallowed
    assert prompt.typed_text == "531"


def test_keys_of_an_action_are_no_dice_for_what_somebody_else_began() -> None:
    kept = book()
    mine = Prompt(begin(kept, TO_SHOOT))
    key(mine, "12")
    play_line(kept.open_game("m1"), "r1 > b2 soft : 4516234612 / 22")
    mine.submit_input()
    before = mine.game.version
    mine.submit_input()
    assert mine.notice is not None
    assert mine.notice.text == "`12` was typed before this question came up."
    assert (mine.typed_text, mine.game.version) == ("12", before)


def test_what_else_is_written_meanwhile_leaves_the_dice_where_they_are() -> None:
    kept = book()
    mine = Prompt(begin(kept, (*TO_SHOOT, "r1 > b2 soft")))
    key(mine, "4516234612")
    kept.open_game("m1").answer_with_text("6666666666")
    assert not mine.play_line("fix r1 figures -1")
    assert (mine.typed_text, mine.is_stale) == ("4516234612", True)


def test_what_was_not_written_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    prompt = prompt_at((*TO_SHOOT, "r1 > b2 soft"))
    before = prompt.game.state.fork_state()

    def full(*_: object, **__: object) -> None:
        raise LedgerError("There is no room left on the disk.")

    monkeypatch.setattr(prompt.game.journal.store, "append_entry", full)
    key(prompt, "4516234612")
    with pytest.raises(LedgerError):
        prompt.submit_input()
    assert prompt.game.state == before
    assert prompt.typed_text == "4516234612"
    assert prompt.pending is not None
    assert prompt.pending.request.what == "to hit"


def test_a_fresh_volley_takes_at_most_eight_keys_besides_the_dice() -> None:
    prompt = prompt_at(TO_SHOOT)
    # 12s⏎, ⏎ after each of three rolls, ⏎ for who falls: 4 + 3 + 1 = 8.
    for keys in ("12s⏎", "4516234612", "⏎", "426512", "⏎", "123", "⏎", "⏎"):
        key(prompt, keys)
    assert prompt.pending is None
    assert prompt.game.match.has("u:r1", "fired")
    assert sum(len(keys) for keys in ("12s⏎", "⏎", "⏎", "⏎", "⏎")) == 8


def test_the_same_volley_a_turn_later_takes_at_most_six() -> None:
    turn_1 = (*TO_SHOOT, "r1 > b2 soft : -10", "r2,r3 holds", "all holds")
    turn_2 = (*turn_1, "impetus : 42", "orders r1 r2 r3 : 326", "orders b1 b2 b3 : 212")
    prompt = prompt_at((*turn_2, "next", "next"))
    # 1⏎ and ⏎ four times: 2 + 4 = 6.
    for keys in ("1⏎", "4516234612", "⏎", "426512", "⏎", "123", "⏎", "⏎"):
        key(prompt, keys)
    assert prompt.pending is None
    assert prompt.game.match.has("u:r1", "fired")


def test_on_a_side_of_ten_a_blank_tells_one_two_from_twelve() -> None:
    squads = "\n".join(f'[[squads]]\nname = "U{i}"\nfigures = {{ a = 5 }}' for i in range(1, 11))
    roster = (
        'name = "Many"\nruleset = "deathzap2"\n[profiles.a]\ntype = "infantry"\n'
        f'quality = "basic"\nshields = "light"\nguns = ["rifle basic"]\n{squads}'
    )
    kept = book()
    game = kept.begin_match("deathzap2", [Entrant("Red", roster), Entrant("Blue", roster)])
    prompt = Prompt(play_on(game, "shoot"))
    own, other, name = ("r", "b", "Red") if prompt.side == "s:r" else ("b", "r", "Blue")
    assert key(prompt, "1002s").reader.expand_typed_line() == f"{own}10 > {other}2 soft"
    for keys in ("1 2s", "0102s"):
        prompt.typed_text = ""
        assert key(prompt, keys).reader.expand_typed_line() == f"{own}1 > {other}2 soft"
    prompt.typed_text = ""
    key(prompt, "12s⏎")
    assert prompt.notice is not None
    assert prompt.notice.text.startswith(f"{name} has no unit 12. ")


def test_an_action_taken_back_with_escape_is_proposed_with_its_dice() -> None:
    """Esc takes the volley back; Enter takes it again, and its dice stand at the prompt."""
    prompt = prompt_at(VOLLEY)
    state, asked = prompt.game.state.fork_state(), prompt.pending
    prompt.clear_or_undo()
    assert prompt.pending is None
    prompt.redo_last_undone_entry()
    assert (prompt.game.state, prompt.pending) == (state, asked)
    prompt.clear_or_undo()
    prompt.clear_or_undo()  # what the prompt said of it
    proposal = prompt.reader.get_proposal()
    assert proposal is not None
    assert proposal.line == "r1 > b2 soft"
    prompt.submit_input()
    assert prompt.typed_text == "4516234612"
    prompt.submit_input()
    again = prompt.game.pending
    assert again is not None
    assert asked is not None
    assert (again.key, again.request) == (asked.key, asked.request)


@pytest.mark.parametrize("back", ["clear_or_undo", "undo_last_entry"])
def test_new_dice_take_the_place_of_those_that_stand_at_the_prompt(back: str) -> None:
    prompt = prompt_at(VOLLEY)
    getattr(prompt, back)()
    if prompt.pending is None:
        prompt.submit_input()
    assert prompt.typed_text == "4516234612"
    assert key(prompt, "=").typed_text == "="
    assert key(prompt, "3⏎").typed_text == "", "another number of hits: their dice are nobody's"
    assert asks(prompt) == "through"


def test_dice_of_a_later_roll_stand_again_only_where_as_many_are_asked() -> None:
    """Three hits went through and one was saved; said again with five hits, nothing is left."""
    prompt = key(prompt_at(TO_SHOOT), "12s⏎=3⏎=2⏎⎋⏎")
    assert prompt.typed_text == "=3"
    assert key(prompt, "⏎").typed_text == "=2"
    prompt = key(prompt_at(TO_SHOOT), "12s⏎=3⏎=2⏎⎋⏎=5⏎")
    assert (asks(prompt), prompt.typed_text) == ("through", "")
    assert asks(key(prompt, "=2⏎")) == "save"
    assert prompt.typed_text == ""


def test_one_answer_taken_back_stands_at_the_prompt_and_returns() -> None:
    prompt = prompt_at(VOLLEY)
    state, asked = prompt.game.state.fork_state(), prompt.pending
    prompt.undo_last_entry()
    assert prompt.typed_text == "4516234612"
    prompt.redo_last_undone_entry()
    assert (prompt.game.state, prompt.pending) == (state, asked)


def test_escape_does_its_job_at_once_whatever_was_said_before() -> None:
    """After U it says "Redone."; Escape takes the action back all the same."""
    prompt = key(prompt_at(TO_SHOOT), "12s⏎4516234612⏎⎋")
    assert prompt.pending is None
    found = []
    for press in (prompt.redo_last_undone_entry, prompt.clear_or_undo):
        press()
        found.append((prompt.game.pending is not None, prompt.notice and prompt.notice.text))
    told = "The whole action is undone with 1 roll. Press U to redo it."
    assert found == [(True, "Redone."), (False, told)]


def test_escape_keeps_the_notes_and_stars_of_the_table() -> None:
    """A note and its star stay with their numbers, a note on a roll of the action goes with it."""
    prompt = prompt_at(VOLLEY)
    game = prompt.game
    roll, state, asked = game.history.version, game.state.fork_state(), prompt.pending
    first = game.add_note("Anna makes tea")
    starred = game.add_note("", about=first.version, star=True)
    about = game.add_note("what luck", about=roll)
    told = [line.text for line in list_log_lines(game.history)]
    key(prompt, "⎋")
    assert prompt.notice is not None
    assert prompt.notice.text == (
        "The whole action is undone with 1 roll. This also undoes line "
        f"{about.number}, note (line {about.number - 3}): what luck. Press U to redo it."
    )
    assert prompt.pending is None
    undone = next(line for line in list_log_lines(game.history) if line.taken_back)
    assert undone.text == f"lines {first.number - 2}–{first.number - 1}, {about.number} undone"
    assert not {first.number, starred.number} & {*undone.taken_back}
    kept = game.history.list_entries_on_path()[-2:]
    assert [one.number for one in kept] == [first.number, starred.number]
    note, star = (one.input for one in kept)
    assert isinstance(note, Noted)
    assert isinstance(star, Noted)
    assert (note.text, star.star, star.about) == ("Anna makes tea", True, kept[0].version)
    prompt.redo_last_undone_entry()
    assert (game.state, prompt.pending) == (state, asked)
    assert [line.text for line in list_log_lines(game.history)] == told
    notes = [one.input for one in game.history.list_entries_on_path() if one.number == first.number]
    assert [note.text for note in notes if isinstance(note, Noted)] == ["Anna makes tea"]
    key(prompt, "⎋")
    check_game(game)


def test_escape_keeps_the_note_of_a_break_but_does_not_stop_the_clock_again() -> None:
    prompt = prompt_at(VOLLEY)
    game = prompt.game
    game.add_note("Alpha at the ford", mark="stands")
    game.add_note("", mark="on")
    game.add_note("", mark="pause")
    key(prompt, "⎋")
    last = game.history.list_entries_on_path()[-1].input
    assert isinstance(last, Noted)
    assert (last.text, last.mark) == ("Alpha at the ford", "")
    assert not PlayingTimeMeter().measure_side_times(game.history).paused
    check_game(game)


def test_escape_after_a_star_undoes_the_action_of_the_other_side_before() -> None:
    """The order dice of Blue are asked automatically; Escape undoes the roll of Red before them."""
    prompt = prompt_at((*TO_ORDERS, "orders r1 r2 r3 : 326"))
    prompt.game.add_note("", about=1, star=True)
    number = prompt.game.history.last_line_number
    key(prompt, "⎋")
    assert prompt.pending is not None
    assert prompt.pending.request.side == RED
    assert prompt.game.history.list_entries_on_path()[-1].number == number


def test_escape_does_not_name_the_marks_of_the_clock() -> None:
    prompt = prompt_at((*TO_ORDERS, "orders r1 r2 r3 : 326"))
    for mark in ("pause", "on"):
        prompt.game.add_note("", mark=mark)
    key(prompt, "⎋")
    assert prompt.notice is not None
    assert "clock" not in prompt.notice.text


def test_escape_says_what_else_it_undoes() -> None:
    """Points were entered while the dice were open; a late move comes off alone."""
    game = any_game()
    say(game, "r1 > b1 3d6 4+", "vp red 1")
    number = game.history.last_line_number
    prompt = key(Prompt(game), "⎋")
    told = (
        "The whole action is undone. This also undoes line {}, Red +1 VP, entered by hand. "
        "Press U to redo it."
    )
    assert prompt.notice is not None
    assert prompt.notice.text == told.format(number)
    prompt.redo_last_undone_entry()
    assert game.pending is not None
    say(game, "b1 moves 6 late before 7")
    late = next(
        entry.number
        for entry in game.history.list_entries_on_path()
        if isinstance(entry.input, ActionTaken) and entry.input.late
    )
    prompt = key(Prompt(game), "⎋")
    assert prompt.notice is not None
    assert prompt.notice.text == f"Undone: line {late}, b1 moves 6in. Press U to redo it."
    assert game.pending is not None
    assert points(game) == (2, 4)


def test_escape_after_the_rules_advice_only_withdraws_it() -> None:
    prompt = key(prompt_at((*TO_SHOOT, "r1 > b2 soft : -10")), "12s⏎")
    assert prompt.notice is not None
    assert prompt.notice.kind == "advice"
    version = prompt.game.version
    key(prompt, "⎋")
    stands = [bool(prompt.notice), prompt.typed_text, prompt.game.version]
    assert stands == [False, "", version]


@pytest.mark.parametrize("back", ["clear_or_undo", "undo_last_entry"])
def test_a_mend_of_dice_that_stand_again_keeps_the_others(back: str) -> None:
    """``4>3``, as the keys say: the first four was a three, all other dice stay."""
    prompt = prompt_at(VOLLEY)
    getattr(prompt, back)()
    if prompt.pending is None:
        prompt.submit_input()
    key(prompt, "4>3")
    reading = prompt.parse_typed_dice()
    assert isinstance(reading, DiceReading)
    assert reading.faces == (3, 5, 1, 6, 2, 3, 4, 6, 1, 2)
    key(prompt, "⏎")
    assert asks(prompt) == "through"


def test_dice_that_a_stray_key_took_the_place_of_come_back() -> None:
    prompt = prompt_at(VOLLEY)
    prompt.undo_last_entry()
    assert key(prompt, "5").typed_text == "5"
    assert key(prompt, "⌫").typed_text == "4516234612"
    assert key(prompt, "55⎋").typed_text == "4516234612"
    assert key(prompt, "⎋").typed_text == ""


def test_a_side_that_is_meant_and_has_nobody_due_is_offered_nobody_else() -> None:
    """Red acts; Tab means Blue: Enter takes no action of Red's."""
    prompt = Prompt(figures_evening.begin(*figures_evening.RED_ACTS))
    assert prompt.reader.get_proposal() is not None
    prompt.switch_side()
    assert prompt.reader.get_proposal() is None
    before = prompt.game.version
    key(prompt, "⏎")
    assert prompt.game.version == before
    assert prompt.notice is not None
    assert (
        prompt.notice.text
        == "No unit of Blue has to act now. Type an action anyway, or press Tab to switch back."
    )
    prompt.switch_side()
    assert prompt.reader.get_proposal() is not None


def test_what_is_typed_is_done_before_the_phase_ends() -> None:
    prompt = key(prompt_at(TO_MOVE), "1m")  # a phase that may be left without being asked
    prompt.play_typed_line_and_end_phase()
    written = begin(book(), (*TO_MOVE, "r1 moves", "next"))
    assert prompt.game.state == written.state


def test_a_number_alone_begins_no_action_when_the_phase_ends() -> None:
    """``2`` would be completed to a shot that nobody typed."""
    prompt = key(prompt_at(TO_SHOOT), "2")
    before = prompt.game.version
    prompt.play_typed_line_and_end_phase()
    assert prompt.notice is not None
    assert prompt.notice.text == "Press Esc first to clear what you typed."
    assert (prompt.typed_text, prompt.game.version) == ("2", before)


@pytest.mark.parametrize(("keys", "dice"), [("9", 0), ("12s", 10)])
def test_a_phase_does_not_end_over_what_is_typed(keys: str, dice: int) -> None:
    prompt = key(prompt_at(TO_SHOOT), keys)  # nobody of that number; a volley that asks its dice
    clock = prompt.game.match.clock
    prompt.play_typed_line_and_end_phase()
    assert prompt.game.match.clock == clock
    assert prompt.typed_text == ("" if dice else keys)
    assert (prompt.get_asked_roll().dice_count if prompt.wants_dice else 0) == dice


def test_a_question_is_not_passed_over() -> None:
    prompt = key(prompt_at(TO_MOVE), "1>2⏎")  # nobody shoots in this phase
    asked, clock = prompt.line_to_confirm, prompt.game.match.clock
    assert asked
    for press in (
        prompt.play_typed_line_and_end_phase,
        prompt.skip_proposed_unit,
        prompt.switch_side,
    ):
        press()
        assert prompt.line_to_confirm == asked
        assert prompt.typed_text == "1>2"
        assert prompt.game.match.clock == clock
        assert prompt.notice is not None
        assert prompt.notice.text == f"Confirm or cancel `{asked}` first."


def test_keys_stay_when_something_else_is_written() -> None:
    prompt = key(prompt_at(TO_SHOOT), "12")
    prompt.play_line("r3 holds")
    assert prompt.typed_text == "12"
    prompt.switch_side()
    assert prompt.typed_text == "12"


def test_what_taking_back_clears_is_said() -> None:
    prompt = key(prompt_at((*TO_SHOOT, "r3 holds")), "12")
    prompt.undo_last_entry()
    assert prompt.typed_text == ""
    assert prompt.notice is not None
    assert prompt.notice.text == "Undone. Press U to redo it. What you typed was cleared: 12."


def test_a_complete_line_is_opened_with_a_blank_to_add_to() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("1m:")
        await stage.named("right")
        await stage.press("5in")
        assert "r1 moves 5in" in stage.text

    at_table(story, TO_MOVE)


def typed_before_a_correction(*lines: str) -> Prompt:
    """Two dice are typed for the last roll, and then line 5 is corrected to an attack with four."""
    prompt = Prompt(any_game("r1 > b1 3d6 4+ : 444", "r2 moves 5", *lines))
    prompt.type_text("45")
    return prompt


def correct_first_attack(prompt: Prompt, line: str = "r1 > b1 4d6 4+") -> None:
    preview_correction(prompt.game, 5, line).save_correction()
    prompt.dice_entry.prefill_correction_dice()  # as when the table returns to the screen


def answer_of(prompt: Prompt) -> tuple[int, str]:
    """The dice that are asked, and what is typed for them."""
    return prompt.get_asked_roll().dice_count, prompt.typed_text


def test_dice_typed_for_a_roll_wait_while_a_correction_asks() -> None:
    """The three old dice of the correction stand at its own roll."""
    prompt = typed_before_a_correction("r1 > b1 6d6 4+")
    correct_first_attack(prompt)
    assert answer_of(prompt) == (4, "444")
    prompt.type_text("1")
    prompt.submit_input()
    assert answer_of(prompt) == (6, "45")


def test_dice_wait_for_the_questions_of_a_late_line_and_of_a_typed_answer() -> None:
    prompt = typed_before_a_correction("r1 > b1 6d6 4+")
    prompt.play_line("r2 > b1 2d6 4+ late before 5")
    assert answer_of(prompt) == (2, "")
    prompt.play_line("answer : 55")
    assert answer_of(prompt) == (6, "45")


def test_dice_return_when_the_correction_is_undone() -> None:
    prompt = typed_before_a_correction("r1 > b1 6d6 4+")
    correct_first_attack(prompt)
    prompt.undo_last_entry()
    assert answer_of(prompt) == (6, "45")


def test_escape_during_a_correction_says_that_the_correction_is_undone() -> None:
    prompt = typed_before_a_correction()
    key(prompt, "⌫⌫")
    correct_first_attack(prompt)
    key(prompt, "⎋⎋")
    assert prompt.notice is not None
    assert prompt.notice.text == "Correction of line 5 undone. Press U to redo it."
    assert prompt.pending is None


def test_dice_that_wait_for_a_correction_outlast_the_program(tmp_path: Path) -> None:
    kept, file = make_book(shipped("free"), random.Random(1)), tmp_path / "typed"
    game = kept.begin_match("free", [Entrant("Red", "8 orcs"), Entrant("Blue", "8 elves")])
    say(game, "r1 > b1 3d6 4+ : 444", "r1 > b1 6d6 4+")

    async def killed(stage: Stage) -> None:
        stage.app.draft_input = UnsubmittedInputStore(file)
        await stage.press("45")
        stage.table.prompt.play_line("b1 > r1 2d6 4+ late before 5")
        await stage.press("5")

    async def opened_again(stage: Stage) -> None:
        stage.app.draft_input = UnsubmittedInputStore(file)
        await stage.press("⏎")
        assert answer_of(stage.table.prompt) == (2, "5")
        await stage.press("5⏎")
        assert answer_of(stage.table.prompt) == (6, "45")
        await stage.press("4444⏎")
        assert UnsubmittedInputStore(file).get_text("m1", "") == ""
        assert file.read_text() == "{}"

    act(killed, kept, game="m1")
    act(opened_again, kept, game=None)


def test_dice_whose_roll_a_correction_removes_are_named() -> None:
    """R2 is one figure, which falls by the correction."""
    game = any_game("b1 > r1 3d6 4+ : 444", "r2 moves 5", "r2 > b1 6d6 4+")
    prompt = Prompt(game)
    prompt.type_text("45")
    correct_first_attack(prompt, "b1 > r2 4d6 4+")
    prompt.type_text("4")
    prompt.submit_input()
    assert prompt.notice is not None
    assert prompt.notice.text.endswith(
        "What you typed was cleared, because that roll is no longer needed: 45."
    )


@pytest.mark.parametrize(
    ("ruleset", "lines", "first_keys"),
    [
        ("deathzap2", ("objectives : 12",), ""),
        ("trial-assault", ("deploy red", "deploy blue"), "⏎"),
    ],
)
def test_a_tied_roll_off_says_that_it_is_rolled_again(
    ruleset: str, lines: tuple[str, ...], first_keys: str
) -> None:
    kept = book(ruleset)
    sides = zip(("Red", "Blue"), list(samples(ruleset).values())[:2], strict=True)
    game = kept.begin_match(ruleset, [Entrant(*side) for side in sides])
    for line in lines:
        assert play_line(game, line).error is None
    prompt = key(Prompt(game), f"{first_keys}44⏎")
    assert prompt.notice is not None
    assert prompt.notice.text == "4 and 4: a tie. Roll again."
