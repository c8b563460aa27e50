"""Two sums against each other: whose is higher, what luck says of it, and both typed at once."""

from __future__ import annotations

import pytest

from tests.application.match_records.making import record
from tests.gamefile.test_broken import HEAD, problems
from tests.gamefile.test_samples_recorded import begun
from tracker.application.book import Book
from tracker.application.campaigns.game_tally import compute_game_tally
from tracker.application.chances.game_luck import compute_luck
from tracker.application.correcting.correction_preview import preview_correction
from tracker.application.errors import Refused
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match_records.record_importer import import_match_record
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.ledger.memory_store import MemoryStore
from tracker.vocabulary.events import Rolled, Wounded
from tui.prompt.table_prompt import Prompt

ONE_PLAYER = "Only one player rolls here. Type 1 or 2."


def test_luck_says_how_often_each_sum_was_the_higher() -> None:
    """Of two D10 the difference is 0 with 10 in 100, n or more (n > 0) with (10-n)(11-n)/2."""
    game = begun("halberds")
    # D10 + 9 against D10 + 7: Red wins with -1 or better, 64 in 100; Blue with 3 better, 28.
    assert play_line(game, "r1 strikes b1 charge : 7 v 3").error is None
    # D10 + 7 against D10 + 6: Blue wins with 0 or better, 55 in 100; Red with 2 better, 36.
    assert play_line(game, "b1 strikes r1 : 2 8").error is None
    luck = compute_luck(game.history)
    found = {(row.side_name, row.what): row.tally for row in luck.kinds}
    assert {key: (one.dice, one.made, round(one.expected, 9)) for key, one in found.items()} == {
        ("Red", "attack"): (1, 1, 0.64),
        ("Red", "defence"): (1, 1, 0.36),
        ("Blue", "attack"): (1, 0, 0.55),
        ("Blue", "defence"): (1, 0, 0.28),
    }
    assert found["Red", "attack"].worse == pytest.approx(0.36 + 0.64 / 2)
    assert (luck.sums, luck.rests_on) == ((), "4 of 4 recorded rolls")
    tally = compute_game_tally(game.history.path, game.state)
    assert (tally.depth.pools, tally.depth.sums, tally.depth.counted) == (4, 0, 0)
    assert {(one.what, one.made, one.dice) for one in tally.thrown} == {
        ("attack", 1, ((16, 25, 1),)),
        ("defence", 1, ((9, 25, 1),)),
        ("attack", 0, ((11, 20, 1),)),
        ("defence", 0, ((7, 25, 1),)),
    }


def test_the_log_sets_one_sum_against_the_other() -> None:
    """Fight 4 and 3 ranks against guard 4 and 3 ranks: 7 + 7 against 3 + 7."""
    game = begun("halberds")
    assert play_line(game, "r1 strikes b1 : 7 v 3").error is None
    (told,) = [line.text for line in list_log_lines(game.history) if "attack" in line.text]
    assert " (ranks +3): attack 14 v defence 10: " in told


@pytest.mark.parametrize("answer", ["7 v 3", ": 7 v 3", "answer : 7 v 3", "7/3", ": =7 v =3"])
def test_both_dice_answer_the_open_question(answer: str) -> None:
    game = begun("halberds")
    assert play_line(game, "r1 strikes b1").error is None
    assert play_line(game, answer).error is None
    assert ": attack 14 v defence 10: " in list_log_lines(game.history)[-1].text


def test_the_unit_that_strikes_back_is_credited_with_its_kills() -> None:
    """Figures that fall by the target's dice are removed by the target, wounds included."""
    game = begun("halberds")
    for line in ("r1 strikes b1 : 1 10", "fix r1.10 wounds 1 # x"):
        play_line(game, line)
    by = [line.event.by for line in game.history.path if isinstance(line.event, Wounded)]
    assert by == ["u:b1"]


def test_equal_sums_are_won_by_nobody() -> None:
    game = begun("halberds")
    # D10 + 7 against D10 + 7: 4 and 4.
    assert play_line(game, "r1 strikes b1 : 4 4").error is None
    rows = compute_luck(game.history).sides
    assert [(row.side_name, row.tally.made, round(row.tally.expected, 9)) for row in rows] == [
        ("Red", 0, 0.45),
        ("Blue", 0, 0.45),
    ]


@pytest.mark.parametrize("dice", ["4 v 7", "47"])
def test_both_dice_are_corrected_at_once(dice: str) -> None:
    """Fight 4 and 3 ranks against guard 4 and 3 ranks: 4 + 7 against 7 + 7."""
    game = begun("halberds")
    assert play_line(game, "r1 strikes b1 : 7 v 3").error is None
    roll = game.history.last_line_number - 1
    preview_correction(game, roll, dice).save_correction()
    entries = [(one.number, one.input) for one in game.history.list_entries_on_path()]
    rolled = [(number, said.faces) for number, said in entries if isinstance(said, Rolled)]
    assert rolled == [(roll, (4,)), (roll + 1, (7,))]
    book = Book(MemoryStore(), rulesets={"halberds": game.ruleset})
    imported = book.open_game(import_match_record(book, record(game), lambda *_: "").match)
    assert imported.history.lines == game.history.lines
    with pytest.raises(Refused, match=ONE_PLAYER):
        preview_correction(game, roll + 1, "1 v 2")


def test_both_dice_in_place_of_their_action_are_told_their_line() -> None:
    game = begun("halberds")
    assert play_line(game, "r1 strikes b1 : 7 v 3").error is None
    roll = game.history.last_line_number - 1
    command = f'warledger match amend {game.stream} {roll} "4 v 7"'
    with pytest.raises(Refused, match=f"To correct line {roll}, run: {command}$"):
        preview_correction(game, roll - 1, "4 v 7")


def test_a_pair_with_a_wrong_die_is_refused_as_a_whole() -> None:
    """Both players roll a D10."""
    game = begun("halberds")
    assert play_line(game, "r1 strikes b1").error is None
    before = game.version
    prompt = Prompt(game)
    prompt.type_text("4 v 3 5")
    prompt.submit_input()
    assert prompt.notice is not None
    assert prompt.notice.kind == "refused"
    assert (game.version, prompt.typed_text) == (before, "4 v 3 5")
    prompt.notice, prompt.typed_text = None, "4 v 6"
    prompt.submit_input()
    entries = [one.input for one in game.history.list_entries_on_path()]
    assert [said.faces for said in entries if isinstance(said, Rolled)] == [(4,), (6,)]


def test_both_dice_at_the_second_roll_are_refused() -> None:
    """The attacker's 7 was entered alone, so that only the defender's die is still asked for."""
    game = begun("halberds")
    assert play_line(game, "r1 strikes b1 : 7").error is None
    before = game.version
    prompt = Prompt(game)
    prompt.type_text("1")
    assert prompt.reader.accepts_character("v")
    prompt.type_text("v2")
    prompt.submit_input()
    assert prompt.notice is not None
    assert (prompt.notice.text, prompt.typed_text) == (ONE_PLAYER, "1v2")
    assert str(play_line(game, "answer : 1 v 2").error) == ONE_PLAYER
    assert game.version == before
    assert play_line(game, "answer : 2").error is None
    assert play_line(game, "b1 strikes r1 : 2 v 8").error is None


@pytest.mark.parametrize(
    ("steps", "why"),
    [
        (
            '{ roll = "r", sum = "d6", against = "r" }',
            "line 9, column 36: `against` needs the sum of the other unit in the step before it.",
        ),
        (
            '{ roll = "r", sum = "d6" }, { roll = "s", by = "target", sum = "d6", against = "s" }',
            "line 9, column 79: `against` must name the roll of the step before: 'r'.",
        ),
        (
            '{ roll = "r", sum = "d6" }, { roll = "s", sum = "d6", against = "r" }',
            "line 9, column 64: `against` needs the sum of the other unit in the step before it.",
        ),
        (
            '{ roll = "r", sum = "d6", need = 4 },'
            ' { roll = "s", by = "target", sum = "d6", against = "r" }',
            "line 9, column 89: sums rolled against each other cannot have `need` or `if`."
            " Remove `need` and `if`.",
        ),
    ],
)
def test_what_is_wrong_is_said(steps: str, why: str) -> None:
    rolls = "\n[rolls]\nr = {}\ns = {}\n"
    text = HEAD + f'at = "enemy"\nphases = ["p"]\nsteps = [{steps}]{rolls}'
    assert why in [str(one) for one in problems(text)]
