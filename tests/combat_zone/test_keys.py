"""Combat Zone in keys: figures by group and number, several parts, coming in between."""

from __future__ import annotations

import pytest

from tests.combat_zone.evening import BLUE_ACTS, RED_ACTS, TURN_TWO, begin
from tests.tui.kit import key
from tests.tui.scribing import Scribe, besides_dice
from tracker.application.match.game import Game
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.rulesets.combat_zone.phases import action_points_and_interrupts
from tracker.vocabulary.subject_ids import make_figure_id
from tui.prompt.table_prompt import Prompt
from tui.views.pending_question_view import build_question_view

WATCHED = (*BLUE_ACTS, "b12 > r13 20cm open shots 1 : 3", "b12 opp", "next", "r1 activates")
BOTH_WATCH = (*BLUE_ACTS, "b12 opp", "b13 opp", "next", "r1 activates")
HERO = (*RED_ACTS, "all holds")
KNIFE = (*HERO, "r21 charges b14 : 11111 v 66 / 11")

# where the game stands, the keys, the line they stand for
SAME = (
    (BLUE_ACTS, "11218s⏎", "b11 > r12 18cm soft"),
    (BLUE_ACTS, "112s18⏎", "b11 > r12 18cm soft"),
    (BLUE_ACTS, "11218s⏎536⏎654⏎", "b11 > r12 18cm soft : 536 / 654"),
    (BLUE_ACTS, "21320of1⏎3⏎", "b12 > r13 20cm open shots 1 : 3"),
    (BLUE_ACTS, "21320of⏎3⏎", "b12 > r13 20cm open shots 1 : 3"),
    (BLUE_ACTS, "21320of2/1416f⏎11⏎1⏎",
     "b12 > r13 20cm open shots 2 : 11 | b12 > r14 16cm shots 1 : 1"),
    (BLUE_ACTS, "2121d⏎", "b12 > r12 1cm medium"),
    (BLUE_ACTS, "11530x⏎", "b11 > r15 30cm extra-hard"),
    (BLUE_ACTS, "2o⏎", "b12 opp"),
    (BLUE_ACTS, "3m21316⏎", "b13 moves 2ap | b13 > r13 16cm"),
    (BLUE_ACTS, "4m3⏎", "b14 moves 3ap"),
    (BLUE_ACTS, "4m⏎", "b14 moves"),
    (BLUE_ACTS, "0m1⏎", "all moves 1ap"),
    (BLUE_ACTS, "1,3m2⏎", "b11,b13 moves 2ap"),
    (BLUE_ACTS, "4a1530h⏎", "b14 aims r15 30cm hard"),
    (BLUE_ACTS, "4m2l⏎", "b14 moves 2ap | b14 drops"),
    (BLUE_ACTS, "4ljp⏎⏎", "b14 drops | b14 crosses | b14 door"),
    (BLUE_ACTS, "4-⏎", "b14 holds"),
    (BLUE_ACTS, "0-⏎", "all holds"),
    ((*BLUE_ACTS, "all holds"), "1⏎", "r1 activates"),
    ((*BLUE_ACTS, "all holds"), "2⏎", "r2 activates"),
    (WATCHED, "1m2i22o⏎61⏎231⏎", "r11 moves 2ap | b12 shoots r11 22cm open : 61 / 231"),
    ((*WATCHED, "r11 moves 2ap"), "i22o⏎61⏎231⏎", "b12 shoots r11 22cm open : 61 / 231"),
    (BOTH_WATCH, "1m2i1322o⏎666⏎111⏎111⏎111⏎-⏎",
     "r11 moves 2ap | b13 shoots r11 22cm open : 666 / 111 / 111 / 111"),
    (HERO, "m2c14⏎53241⏎44⏎12⏎", "r21 moves 2ap | r21 charges b14 : 53241 v 44 / 12"),
    (HERO, "m2c14⏎5324144⏎12⏎", "r21 moves 2ap | r21 charges b14 : 53241 v 44 / 12"),
    (HERO, "m2c14⏎53241v44⏎12⏎", "r21 moves 2ap | r21 charges b14 : 53241 v 44 / 12"),
    (KNIFE, "c⏎", "r21 again"),
    (KNIFE, "c14⏎", "r21 again b14"),
    (KNIFE, "⏎", "r21 again b14"),
    ((), "b⏎", "coherent r1"),
    ((), "ab⏎", "answer : r1 b1"),
    ((), "-⏎", "coherent r1,b1"),
)  # fmt: skip


@pytest.mark.parametrize(("lines", "keys", "line"), SAME)
def test_keys_write_what_the_line_writes(lines: tuple[str, ...], keys: str, line: str) -> None:
    typed, written = begin(*lines), begin(*lines)
    key(Prompt(typed), keys)
    done = play_line(written, line)
    assert done.error is None, done.error.message
    assert [entry.input for entry in typed.history.list_entries_on_path()] == [
        entry.input for entry in written.history.list_entries_on_path()
    ]
    assert typed.state == written.state


def test_the_echo_is_the_line_that_the_keys_stand_for() -> None:
    prompt = Prompt(begin(*BLUE_ACTS))
    assert key(prompt, "3m21316").reader.expand_typed_line() == "b13 moves 2ap | b13 > r13 16cm"
    assert key(prompt, "⏎245").reader.expand_typed_line().endswith("b13 > r13 16cm open : 245")


def test_the_question_calls_figures_by_number_and_name() -> None:
    game = begin(*BLUE_ACTS)
    play_line(game, "b11 > r12 18cm soft")
    assert game.pending is not None
    question = build_question_view(game.match, game.pending)
    assert (question.actor, question.target) == ("11 Halden", "12 Sorrel")


@pytest.mark.parametrize(
    ("lines", "keys", "sentence"),
    [
        (BLUE_ACTS, "9m", "This group has no figure 9. Type one of the numbers shown."),
        (BLUE_ACTS, "119", "Type the number of the target as it is shown, such as 11 or 12."),
        (BLUE_ACTS, "4m23", "`m` takes one digit of AP, and the next digits are a target. For 23 "
         "cm, type `: b14 moves 23cm`. Type the number of the target"),
        (BLUE_ACTS, "112i22", "Nobody on the other side can interrupt."),
        (BOTH_WATCH, "1m2i22", "Several figures can interrupt. Type the number of one: "
         "12 Pike, 13 Moss."),
        (BLUE_ACTS, "11218s1", "`1` is not a key here. Type o for open"),
        ((*BLUE_ACTS, "all holds"), "3",
         "This side has no group 3. Type one of the numbers shown."),
    ],
)  # fmt: skip
def test_keys_that_say_nothing_are_refused_and_kept(
    lines: tuple[str, ...], keys: str, sentence: str
) -> None:
    prompt = Prompt(begin(*lines))
    before = prompt.game.version
    key(prompt, keys + "⏎")
    assert prompt.notice is not None
    assert prompt.notice.text.startswith(sentence)
    assert prompt.typed_text == keys
    assert prompt.game.version == before


def test_a_letter_is_a_command_while_nobody_acts() -> None:
    prompt = Prompt(begin(*BLUE_ACTS))
    assert not any(prompt.reader.accepts_character(letter) for letter in "mcoai")
    key(prompt, "4m1⏎")
    assert all(prompt.reader.accepts_character(letter) for letter in "mcoai")
    assert not any(prompt.reader.accepts_character(letter) for letter in "nuUerdtwqvx:?")


def test_a_figure_fires_as_last_time() -> None:
    """The same shooter and target: range, cover and gun as they were, and four keys."""
    game = begin(*BLUE_ACTS, "b11 > r12 18cm soft shots 1 : 1", "next")
    play_line(game, "r1 activates")
    play_line(game, "all holds")
    play_line(game, "all holds")
    play_line(game, "coherent r1,b1")
    play_line(game, "init : 465 / second")
    prompt = Prompt(game)
    assert key(prompt, "112").reader.expand_typed_line() == "b11 > r12 18cm soft shots 1"
    proposal = Prompt(game).reader.get_proposal()
    assert proposal is not None
    assert (proposal.line, proposal.age) == ("b11 > r12 18cm soft shots 1", "as in turn 1")


# A round of ten figures as a table plays it: ten activations and an interrupt.
REACT, COHERENCY, INITIATIVE = "{54}⏎", "⏎", "{465}⏎s⏎"
BLUE_ROUND = (
    "11218s⏎{536}⏎{654}⏎", "21320of⏎{3}⏎o⏎", "3m21316⏎{245}⏎{321}⏎", "4m3⏎", "5m6⏎",
)  # fmt: skip
INTERRUPTED = "1m2i22o⏎{61}⏎{231}⏎"
RED_ROUND = (
    "31316⏎{264}⏎{553}⏎", "4m11530h⏎{125}⏎", "51145s⏎{62361}⏎{442}⏎{665}⏎",
    "nn", "m2c14⏎{5324144}⏎{12}⏎", "c⏎{863235}⏎{76}⏎", "nn",
)  # fmt: skip


# All that is asked in it, with the number of dice (0 for a choice).
ASKED = [
    ("reaction test", 2), ("out of coherency", 0), ("initiative", 3), ("Red goes", 0),
    ("to hit", 3), ("wound", 3),
    ("to hit", 1),
    ("to hit", 3), ("wound", 3),
    ("to hit", 2), ("wound", 3),  # the interrupt
    ("to hit", 3), ("wound", 3),
    ("to hit", 3),
    ("to hit", 5), ("wound", 3), ("wound", 3),
    ("attack", 5), ("wound", 2),  # both players' dice in one entry
    ("attack", 4), ("wound", 2),
]  # fmt: skip


def keep_round(first_of_red: str) -> tuple[Game, list[str], Scribe]:
    """The round with this for the first figure of Red; what each figure did, in keys."""
    game = begin("fix b14 panic", *TURN_TWO)
    keys = [REACT, COHERENCY, INITIATIVE, *BLUE_ROUND, "n", "1⏎", first_of_red, *RED_ROUND]
    scribe = Scribe(game)
    scribe.press_all(keys)
    figures = [each for each in (*BLUE_ROUND, first_of_red, *RED_ROUND) if each[0] != "n"]
    return game, figures, scribe


@pytest.mark.thorough
def test_a_round_of_ten_figures_in_keys() -> None:
    """Its results are those of the paper; nine keys a figure at most, the interrupt included."""
    game, figures, scribe = keep_round(INTERRUPTED)
    assert scribe.asked == ASKED
    assert (game.match.turn, game.pending is not None) == (3, True)
    assert {short: gone(game, short) for short in ("r12", "b13", "b11", "b14")} == dict.fromkeys(
        ("r12", "b13", "b11", "b14"), "killed"
    )
    # Ten figures: the Hero's second attack is a line of its own.
    assert len(figures) == 10 + 1
    assert sum(map(besides_dice, figures)) <= 9 * 10
    assert max(map(besides_dice, figures)) <= 11
    assert besides_dice(INTERRUPTED[INTERRUPTED.index("i") :]) <= 8


@pytest.mark.thorough
def test_the_same_round_with_one_who_watches_and_lets_everything_pass() -> None:
    """Nobody is asked whether he comes in between: his silence takes no key."""
    game, figures, scribe = keep_round("1m2⏎")
    assert game.match.turn == 3
    assert sum(map(besides_dice, figures)) <= 9 * 10
    assert {what for what, _ in scribe.asked} == {
        "reaction test", "out of coherency", "initiative", "Red goes", "to hit", "wound", "attack",
    }  # fmt: skip


def test_a_whole_group_moves() -> None:
    game = begin(*BLUE_ACTS)
    keys = "0m1⏎"
    Scribe(game).press(keys)
    assert [
        action_points_and_interrupts.count_action_points_left(game.match, make_figure_id("b1", n))
        for n in range(1, 6)
    ] == [5] * 5
    assert besides_dice(keys) <= 4


def gone(game: Game, short: str) -> str | None:
    return game.match.figure(make_figure_id(short[:2], int(short[2:]))).gone


def test_some_dice_of_the_other_player_are_not_taken_for_too_many() -> None:
    game = begin(*HERO)
    prompt = key(Prompt(game), "m2c14⏎")
    before = game.version
    key(prompt, "532414⏎")
    assert prompt.notice is not None
    assert prompt.notice.text == "1 of the other player's dice is still missing."
    assert (prompt.typed_text, game.version) == ("532414", before)
    key(prompt, "⌫⏎")  # only his own: the other player is asked next
    assert prompt.pending is not None
    assert prompt.pending.request.what == "attack"
    key(prompt, "44⏎12⏎")
    assert game.pending is None
