"""Deathzap 2 in lines: the fifteen sample lines as written, and lines that cannot be played."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.deathzap2.evening import begin, book, shooting, undeployed
from tests.profiles import examples
from tests.saying import meant, refused, say
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.dice_input import is_dice_request
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.application.typed_lines.named_question_replies import describe_open_question
from tracker.input_parsing.line_syntax_tree import format_line
from tracker.procedures.ruleset import Command
from tracker.rulesets.deathzap2 import RULESET
from tracker.rulesets.deathzap2.data import markers, state_queries, unit_profiles
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import format_handle, make_side_id, make_unit_id

RED, BLUE = make_side_id("r"), make_side_id("b")
BASIC: dict[str, ev.Scalar] = {"game": "basic"}


def to_remove(game: Game, unit: str) -> int:
    figures = game.match.figures(make_unit_id(unit))
    return sum(game.match.has(figure, markers.TO_REMOVE) for figure in figures)


def figures(game: Game, unit: str) -> int:
    return len(game.match.figures(make_unit_id(unit)))


def is_panicked(game: Game, unit: str) -> bool:
    return game.match.has(make_unit_id(unit), markers.PANICKED)


def test_the_fifteen_lines_work_as_written() -> None:
    game = begin()
    say(game, "fix turn 2", "fix b1 panic 1 # since turn 1")
    say(game, "impetus : 4 2")
    assert game.match.clock.order == (RED, BLUE)
    say(game, "orders r1 r2 r3 : 562")
    dice = {u: game.match.mark(make_unit_id(u), markers.ORDER) for u in ("r1", "r2", "r3")}
    assert dice == {"r1": 5, "r2": 6, "r3": 2}
    say(game, "skip orders")
    assert (game.match.phase, game.match.clock.side) == ("move", RED)

    say(game, "fix r2 panic 1", "r1 joins r2 : 43")
    # 6 panicked and 6 calm: 4 x 6 = 24 against 3 x 6 = 18, so all twelve are panicked.
    assert figures(game, "r2") == 12
    assert game.match.mark(make_unit_id("r2"), markers.PANICKED) == 2
    game.undo_action_or_correction()
    say(game, "fix r2 calm", "r1,r2 moves", "next", "b3 contacts r2", "next")
    assert game.match.links(markers.ENGAGED, make_unit_id("b3")) == (make_unit_id("r2"),)

    # 4+: 4 5 6 4 6; through 4+: 4 6 5; saved on 6: one of three.
    say(game, "r1 > b2 soft : 45162346 / 42651 / 362")
    assert to_remove(game, "b2") == 2
    game.undo_action_or_correction()
    assert to_remove(game, "b2") == 0
    say(game, "r1 > b2 soft : =5 / =3 / -2")
    assert to_remove(game, "b2") == 2

    # 2+: five of six; through 2+: four of five; one saved: 3 of Claw pack. The Destroyer hits on
    # 3+, with three others in reach: four dice, through on 3+: 4 6 3; one saved: 2 more of Dusk.
    say(
        game,
        "r3 > b1 open with heavy-repeater : 231564 / 31562 / 5216"
        " | r3 > b2 soft with destroyer : 4 / in 3 / 4263 / 156",
    )
    assert (to_remove(game, "b1"), to_remove(game, "b2")) == (3, 4)
    assert game.match.clock.side == BLUE

    say(game, "b2 > r1 open !-1 # shouted across the table, dice not seen")
    assert to_remove(game, "r1") == 1
    say(game, "b1 again")
    # Alpha has 5 left and 1 killed: 15 against 1. Dusk has 6 left and 4 killed: 12 against 20.
    say(game, "panic r1 b2 : 31 25")
    assert (is_panicked(game, "r1"), is_panicked(game, "b2")) == (False, True)
    assert (figures(game, "r1"), figures(game, "b1"), figures(game, "b2")) == (5, 7, 6)

    # 4+: 4 6 5; through 5+: 6; the Stalker fails its save on 2; damage 3: its only gun is gone.
    say(game, "r2 fights b3 : 416523 / 624 / 2 / 3")
    say(game, "b3 fights r2 : 1111 1111")
    (stalker,) = game.match.figures(make_unit_id("b3"))
    assert unit_profiles.list_working_guns(game.match, stalker) == ()
    say(game, "morale b1 : 5")
    assert not is_panicked(game, "b1")
    assert game.match.turn == 3

    say(game, "fix b1 figures +1 # counted one too few in turn 1")
    assert figures(game, "b1") == 8
    corrected = [
        e.input for e in game.history.list_entries_on_path() if isinstance(e.input, ev.Corrected)
    ]
    assert corrected[-1].reason == "counted one too few in turn 1"


def test_names_work_as_well_as_handles() -> None:
    by_handle, by_name = shooting(), shooting()
    say(by_handle, "r1 > b2 soft : 4516 2346 / 42651 / 362")
    say(by_name, 'Alpha > "Dusk rifles" soft : 45162346 / 42651 / 362')
    assert by_handle.state == by_name.state


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("r9 > b2", "No unit is called r9; type a handle or a name, such as r1 or Alpha."),
        ("Alfa > b2", "No unit is called Alfa; the nearest is r1 Alpha."),
        ("r1 > b2 with riffle", "No gun is called riffle; did you mean rifle?"),
        ("r1 > b2 soft hard", "Type either `soft` or `hard`, not both."),
        (
            "r1,r2 > b2",
            "Name one unit in each part, and put `|` between parts: `r1 > b2 | r2 > b2`.",
        ),
        ("r1 shoots", "Name the target after `>`, as in `r1 > b2 soft`."),
        ("r1 moves obstacles=x", "Obstacles: x is not a number."),
        (
            "fix b1 figures +1",
            "B1 has lost no figures. To add 1 new one, type `fix b1 add claw 1`.",
        ),
        ("vp green 3", "No side is called green; type r (Red) or b (Blue)."),
        ("end time draw red", "Red is not understood after end: leave it out."),
        ("panic r1 : 31", "No question is open for panic. Type an action."),
        (
            "r1 joins r2 | r1,b2 moves",
            "These units belong to two sides: name units of one side only.",
        ),
    ],
)
def test_what_cannot_be_read_is_said_in_one_sentence(line: str, sentence: str) -> None:
    game = shooting()
    before = game.version
    assert refused(game, line).startswith(sentence)
    assert game.version == before


def test_a_phase_that_is_not_now_needs_no_skipping() -> None:
    game = shooting()
    before = game.version
    done = play_line(game, "skip impetus")
    assert done.error is None
    assert done.messages == ("There is nothing to skip: this is the shoot phase.",)
    assert game.version == before


def test_who_is_no_more_does_nothing_and_nobody_comes_back() -> None:
    game = begin()
    say(game, "impetus : 42", "skip orders", "r1 joins r2", "fix b1 figures -10")
    before = game.state.fork_state()
    gone = {
        "r1 moves": "R1 Alpha is now part of R2 Bravo.",
        "r2 contacts b1": "B1 Claw pack has no figures left.",
        "r2 splits b2.1": "B2.1 is not a figure of R2 Bravo.",
    }
    assert {line: refused(game, line) for line in gone} == gone
    assert game.state == before
    say(game, "fix r2 figures -1", "r2 splits r1.1,r1.2")
    (lost,) = [f for f in game.match.all_figures(RED) if game.match.figure(f).gone]
    assert "is not a figure of R2 Bravo" in refused(game, f"r2 splits {format_handle(lost)}")


def test_the_log_says_which_phase_was_skipped_and_where_the_clock_was_put() -> None:
    game = begin()
    say(game, "impetus : 42", "skip orders", "fix turn 2 | fix phase shoot blue # packed up")
    said = [line.text for line in list_log_lines(game.history)]
    assert said[-1].startswith(
        "turn 2, shoot of Blue, fixed by hand: packed up; not done: Alpha has not moved, "
        "Bravo has not moved, Hammer has not moved, move of Blue and "
    )
    assert "by hand, the orders phase skipped" in said


def test_dice_of_a_sheet_may_come_in_another_order() -> None:
    game = begin()
    say(game, "impetus : 4 2", "orders r3 r1 r2 : 256")
    dice = {u: game.match.mark(make_unit_id(u), markers.ORDER) for u in ("r1", "r2", "r3")}
    assert dice == {"r1": 5, "r2": 6, "r3": 2}


def test_a_die_may_be_left_to_nobody() -> None:
    game = begin()
    say(game, "impetus : 4 2", "orders r1 r2 : 562")
    dice = {u: game.match.mark(make_unit_id(u), markers.ORDER) for u in ("r1", "r2", "r3")}
    assert dice == {"r1": 5, "r2": 6, "r3": None}


def test_a_name_that_does_not_fit_what_waits_says_what_waits() -> None:
    game = begin()
    assert refused(game, "morale b1 : 5") == "The open question is 2 dice impetus, not morale."
    say(game, "impetus : 4 2")
    message = (
        "The open question is 3 dice orders for R1, R2, R3. Name everybody in this question and"
        " nobody else, in any order."
    )
    assert refused(game, "orders b1 b2 : 42") == message
    assert game.pending is not None


def test_a_volley_of_several_shares_is_one_action() -> None:
    game = shooting()
    begun = game.version
    say(game, "r3 > b1 with heavy-repeater : 111111 | r3 > b2 hard with destroyer : 1")
    taken = [
        e.input
        for e in game.history.list_entries_on_path()
        if e.version > begun and isinstance(e.input, ev.ActionTaken) and not e.is_automatic
    ]
    assert len(taken) == 1
    fire = taken[0].params["fire"]
    assert isinstance(fire, tuple)
    assert len(fire) == 2


def test_points_and_marks_set_right_by_hand() -> None:
    game = shooting()
    say(game, "vp red 3 # the hill", "vp Red -1")
    assert game.match.points(RED) == 2
    say(game, "fix r3 half", "fix r3 half")
    (hammer,) = game.match.figures(make_unit_id("r3"))
    assert game.match.mark(hammer, markers.HALVED) == 2
    say(game, "fix r3 half off", "fix r3 gun destroyer", "fix r1 figures -2")
    assert not game.match.has(hammer, markers.HALVED)
    assert [gun.kind for gun in unit_profiles.list_working_guns(game.match, hammer)] == [
        "heavy-repeater"
    ]
    assert figures(game, "r1") == 4
    say(game, "fix b2 to-remove +2", "fix b2 to-remove -1")
    assert to_remove(game, "b2") == 1
    assert game.match.mark(make_unit_id("b2"), markers.KILLED) == 1
    say(game, "fix phase melee", "fix turn 4")
    assert game.match.turn == 4


@pytest.mark.rule("DZ-G40", "DZ-MELEE-01")
@pytest.mark.parametrize(
    ("order", "side"), [("a_then_b", RED), ("charger_first_casualties_at_once", None)]
)
def test_a_melee_without_halves_begins_for_both_sides(order: str, side: str | None) -> None:
    game = begin(melee_order=order)
    say(game, "impetus : 42", "skip orders", "r1 contacts b1", "fix phase melee")
    assert (game.match.phase, game.match.clock.side) == ("melee", side)
    due = {item.subject for item in game.ruleset.due(game.match)}
    assert due == {make_unit_id("r1"), *(() if side else (make_unit_id("b1"),))}


SHOWN = """\
next
r1 moves
r1,r2 moves 3.5in obstacles=2
r1 moves towards
b3 contacts r1,r2
b3 contacts r1 4in obstacles=1
r2 parts b3
r2 parts
r1 joins r2
r1 joins r2 order r1
r1 splits r1.4,r1.5
r1 splits r1.4 as "Left half" contacts="b3,b1" takes-order
r1 > b2 soft
r1 > b2 open 18in guns 4
r1 > b2 hard with rifle with medium-repeater
r1 > b2 open with rifle guns 2 guns=1
r3 > b1 open with heavy-repeater | r3 > b2 soft with destroyer
b1 again
b1,b2 again 6in obstacles=1 towards
b1 again r1
r1,r2 holds
r2 fights b3
r2 fights b3 figures 4 with basic regular | r2 fights b1
b1 flees obstacles=1
orders r1 r2 r3
impetus
swap r1 r2
objectives
deployment
deploy Red
deploy Red 4in
targets
objective "hold the mill" 2 Red
objective mill 1
counters "by the well" "at the gate"
vp Red 3 "hold the mill"
end time
end conceded Red"""


@pytest.mark.parametrize("line", SHOWN.splitlines())
def test_an_action_shows_the_line_that_says_it(line: str) -> None:
    game = begin()
    say(game, "impetus : 4 2", "skip orders")
    command = meant(game, line)
    shown = format_line(RULESET.line_translator.make_line(game.match, command))
    assert shown == line
    assert meant(game, shown) == command


def test_a_late_part_names_what_is_left() -> None:
    game = begin()
    say(game, "impetus : 4 2", "skip orders", "r1 moves", "rest moves")
    assert all(game.match.has(make_unit_id(u), markers.MOVED) for u in ("r1", "r2", "r3"))
    assert play_line(game, "all moves").error is None


@pytest.mark.parametrize("line", ["all holds", "rest holds"])
def test_units_in_melee_have_nothing_to_hold(line: str) -> None:
    """DZ-SHOOT-02 and DZ-MOVE-04: r2 can neither fire nor move, and r1 has fired."""
    game = begin()
    say(game, "impetus : 4 2", "skip orders", "r2 contacts b1", "next", "next")
    say(game, "r1 > b2 open : =0", line)
    held = [u for u in ("r1", "r2", "r3") if game.match.has(make_unit_id(u), markers.HELD)]
    assert held == ["r3"]


def candidates(game: Game) -> list[Command]:
    """Every sensible thing that can be done now."""
    return [
        action.make_command(side, params)
        for action in RULESET.actions.values()
        for side, params in action.candidates(game.match)
    ]


@pytest.mark.thorough
def test_whatever_can_be_done_is_read_back_from_its_line() -> None:
    seen: set[str] = set()
    for seed in range(8):
        options = {"game": ("basic", "advanced")[seed % 2], "orders_table": "starter"}
        game, chance = undeployed(book(), options), random.Random(seed)
        for _ in range(400):
            if game.match.ended is not None:
                break
            if game.pending is not None:
                is_dice = is_dice_request(game.pending.request)
                game.answer_with_app_roll() if is_dice else game.answer_with_default_choice()
                continue
            found = candidates(game)
            for command in found:
                shown = format_line(RULESET.line_translator.make_line(game.match, command))
                assert meant(game, shown) == command, shown
                seen.add(command.action)
            game.take_action_and_automatic_steps(chance.choice(found))
    assert seen >= {"move", "contact", "join", "split", "shoot", "second", "hold", "fight", "next"}


PIECES = """r1 r2 r3 b1 b2 b3 r9 r1.1 r1.9 Alpha "Dusk rifles" all rest > at , | : / # ! !-1 !9
open soft hard regular towards takes-order with guns figures order as rifle destroyer jaws 2 0 -1
4in 18in 3.55in obstacles=1 obstacles=x contacts=b1 guns=2 key=value moves contacts joins splits
parts fights shoots holds flees again next skip orders impetus panic morale vp red blue green fix
figures +1 to-remove half panic gun immobile calm off phase turn shoot melee swap edge deploy
targets objectives objective counters end time conceded answer 45162346 =5 -2 3x6 . r yes falls
in"""


@pytest.mark.thorough
@examples(150)
@given(st.lists(st.sampled_from(PIECES.split()), max_size=9).map(" ".join))
def test_whatever_is_typed_is_played_or_refused_in_one_sentence(text: str) -> None:
    game = shooting()
    done = play_line(game, text)
    if done.error is not None:
        assert done.error.message
        assert "\n" not in done.error.message
    game.reload()
    assert game.open_action_mismatch is None


def test_who_holds_already_is_told_so() -> None:
    game = shooting()
    assert play_line(game, "r1 holds").objections == ()
    (said,) = play_line(game, "r1 holds").objections
    assert (said.rule, said.text) == ("DZ-TURN-02", "R1 already holds")


@pytest.mark.rule("DZ-UNIT-05")
def test_a_unit_that_has_joined_another_cannot_be_corrected() -> None:
    game = begin()
    say(game, "impetus : 42", "skip orders", "r1 joins r2")
    for line in ("fix r1 figures +1", "fix r1 unit r3", "fix r1 gun rifle"):
        assert refused(game, line) == "R1 Alpha is now part of R2 Bravo.", line


@pytest.mark.rule("DZ-SETUP-06", "DZ-SHOOT-13", "DZ-G10")
def test_units_that_a_correction_merges_keep_melees_and_losses() -> None:
    game = shooting()
    say(game, "r1 > b1 open !-2", "b1 again at r2", "fix b1 unit b2")
    (into,) = game.match.links(markers.ENGAGED, make_unit_id("r2"))
    assert format_handle(into) == "b2"
    assert markers.KILLED.number(game.match, into) == 2


@pytest.mark.rule("DZ-SHOOT-13")
def test_a_corrected_number_of_figures_leaves_the_casualties_of_the_phase() -> None:
    game = shooting()
    say(game, "r1 > b1 open !-2")
    before = len(state_queries.list_standing_figures(game.match, make_unit_id("b1")))
    say(game, "fix b1 figures -1")
    assert len(state_queries.list_standing_figures(game.match, make_unit_id("b1"))) == before - 1
    assert markers.KILLED.number(game.match, make_unit_id("b1")) == 2


@pytest.mark.rule("DZ-SHOOT-13", "DZ-G45")
def test_panic_when_morale_begins_is_not_the_result_of_the_check_before() -> None:
    game = begin(lone_panic_from="morale_phase")
    say(game, "impetus : 42", "skip orders", "fix b1 figures 2", "fix phase shoot red")
    say(game, "r1 > b1 open !-1", "next", "next : 61")  # 6 x 1 left against 1 x 1 killed
    lines = [line.text for line in list_log_lines(game.history)]
    assert lines[-3].endswith("B1 calm 6 v 1 (6×1 left, 1×1 killed)")
    assert lines[-2] == "B1 Claw pack PANIC"


def test_a_gun_whose_name_is_several_words_is_lost_and_returned_by_hand() -> None:
    game = shooting()
    before = game.state.figures
    say(game, "fix r3 gun heavy repeater")
    assert list_log_lines(game.history)[-1].text.startswith("R3 Hammer lost heavy repeater")
    say(game, "fix r3 gun heavy repeater back")
    assert game.state.figures == before


@pytest.mark.rule("DZ-DMG-05")
def test_a_handle_alone_answers_a_choice_where_it_would_also_be_a_line() -> None:
    """In the Melee phase, ``r2`` alone means that R2 fights, unless a question offers R2."""
    forces = RULESET.forces
    assert forces is not None
    rosters = {sample.file: sample.text for sample in forces.samples()}
    names = (("Red", "iron-third.toml"), ("Blue", "hollow-brood.toml"))
    game = book().begin_match(
        "deathzap2", [Entrant(side, rosters[file]) for side, file in names], options=BASIC
    )
    say(game, "53", "north", "impetus : 52", "r1 contacts b4", "r2 contacts b4")
    say(game, "next", "next", "r3 holds", "next", "r1 fights b4", "=1", "=1", "=0", "4")
    assert "nearest unit to Mother" in describe_open_question(game)
    assert "Answer the open question first" in refused(game, "r2 fights b4")
    say(game, "r2")
    assert game.pending is not None
    assert game.pending.request.target == make_unit_id("r2")
