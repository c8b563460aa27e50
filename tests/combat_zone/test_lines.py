"""Combat Zone in lines: the fifteen sample lines as written, and lines that cannot be played."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.combat_zone.evening import BLUE_ACTS, RED_ACTS, TURN_TWO, begin
from tests.profiles import examples
from tests.saying import meant, refused, say
from tracker.application.match.dice_input import is_dice_request
from tracker.application.match.due_actions_of_game import list_due_actions_not_begun
from tracker.application.match.game import Game
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.input_parsing.line_syntax_tree import format_line
from tracker.procedures.requests import Interrupt
from tracker.rulesets.combat_zone import RULESET
from tracker.rulesets.combat_zone.data import markers, unit_profiles
from tracker.rulesets.combat_zone.phases import action_points_and_interrupts
from tracker.testing.match_in_memory import BLUE, RED
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import FigureId, make_figure_id


def who(short: str) -> FigureId:
    return make_figure_id(short[:2], int(short[2:]))


def marks(game: Game, figure: str, *names: str) -> tuple[bool, ...]:
    return tuple(game.match.has(who(figure), name) for name in names)


def left(game: Game, figure: str) -> int:
    return action_points_and_interrupts.count_action_points_left(game.match, who(figure))


def gone(game: Game, figure: str) -> str | None:
    return game.match.figure(who(figure)).gone


@pytest.mark.rule(
    "CZ-MORALE-02", "CZ-INIT-02", "CZ-INIT-06", "CZ-SHOOT-07", "CZ-OPP-01", "CZ-OPP-03",
    "CZ-MORALE-11", "CZ-SHOOT-10", "CZ-MELEE-12",
)  # fmt: skip
def test_thirteen_lines_of_a_turn_work_as_written() -> None:
    game = begin("fix b14 panic", *TURN_TWO)
    # 5 + 4 = 9: he comes to his senses, and has 3 points
    say(game, "react b14 : 54")
    assert marks(game, "b14", markers.PANIC, markers.RECOVERED) == (False, True)
    say(game, "coherent r1,b1")
    # Red 4 + 6 + 2 + 1 = 13, Blue 5 + 2 + 1 = 8; Red would rather see Blue act first
    say(game, "init : 465 / second", "b1 activates")
    assert game.match.clock.order == (BLUE, RED)
    # short: 5 and 6 hit; 15 - 1 = 14 against 7; the second hit is lost
    say(game, "b11 > r12 18cm soft : 536 / 654")
    assert (gone(game, "r12"), left(game, "b11")) == ("killed", 4)
    say(game, "b12 > r13 20cm open shots 1 : 3", "b12 opp")
    assert marks(game, "b12", markers.OPPORTUNITY) == (True,)
    # short: the 5 hits; 6 is 1 below 7
    say(game, "b13 moves 2ap | b13 > r13 16cm : 245 / =6")
    assert marks(game, "r13", markers.PANIC) == (True,)
    say(game, "b14 moves 3ap", "b15 moves 6ap", "next", "r1 activates")
    # 2 of 3 shots are left: the 6 hits, 6 is 2 below 8; 2 points are spent of 3
    say(game, "r11 moves 2ap | b12 shoots r11 22cm open : 61 / 231")
    assert marks(game, "r11", markers.PANIC) == (True,)
    assert (left(game, "r11"), *marks(game, "b12", markers.OPPORTUNITY)) == (1, False)
    # long 0, aimed 2: a 4 hits, and a wound is rolled
    done = say(game, "r14 aims b15 30cm hard : 4")
    assert done.pending is not None
    assert (done.pending.request.what, done.pending.request.rule) == ("wound", "CZ-SHOOT-12")
    # 3 - 3 - 2 = -2: nothing
    say(game, "answer : 111")
    assert marks(game, "b15", markers.PANIC) == (False,)
    # two sixes; 10 - 1 - 2 = 7 is 1 below 8; 17 - 3 = 14
    say(game, "r15 > b11 45cm soft shots 5 : 2x6 . / 442 / 665")
    assert gone(game, "b11") == "killed"
    say(game, "next")
    # 5+3+2+4+1+2 = 17 v 8; 1 + 2 + 2 - 2 = 3 is 4 below 7: panic
    say(game, "r21 moves 2ap | r21 charges b14 : 53241 v 44 / 12")
    assert marks(game, "b14", markers.PANIC) == (True,)
    # 19 + 2 = 21 v 8 - 2 = 6; 13 + 2 - 2 = 13
    say(game, "r21 again : 8632 v 35 / 76")
    assert (gone(game, "b14"), left(game, "r21")) == ("killed", 8 - 2 - 1 - 1)


@pytest.mark.rule("CZ-ACT-04", "CZ-ACT-07")
def test_the_line_of_a_group_that_waits_works_as_written() -> None:
    game = begin(*RED_ACTS)
    say(game, "r13 drops | r14 door | all holds")
    assert marks(game, "r13", markers.DOWN) == (True,)
    assert (
        markers.SPENT.number(game.match, who("r13")),
        markers.SPENT.number(game.match, who("r14")),
    ) == (1, 1)
    assert game.match.has(game.match.units(RED)[1], markers.ACTIVATED), "the group is done"


@pytest.mark.rule("CZ-COMP-02", "CZ-COMP-03")
def test_the_line_of_one_who_leaves_works_as_written() -> None:
    game = begin("fix r16 rout", "fix r14 rout", *TURN_TWO)
    assert game.pending is not None
    assert game.pending.request.what == "left the table"
    say(game, "r16 routs !left")
    assert (gone(game, "r16"), gone(game, "r14")) == ("fled", None)
    # the other one is asked for still
    assert game.pending is not None
    assert game.pending.request.what == "left the table"
    say(game, "r14 routs")
    assert gone(game, "r14") is None
    assert game.match.phase == "reaction"


def test_who_is_asked_about_is_named_as_everywhere() -> None:
    said = [begin("fix r16 rout", "fix r14 rout", *TURN_TWO) for _ in range(3)]
    for game, answer in zip(said, ("r16", "r1.6", "0 1"), strict=True):
        say(game, f"answer : {answer}")
        assert (gone(game, "r16"), gone(game, "r14")) == ("fled", None)


def test_the_only_one_who_runs_answers_what_waits() -> None:
    game = begin("fix r16 rout", *TURN_TWO)
    say(game, "r16 routs !left")
    assert gone(game, "r16") == "fled"
    assert not [e for e in game.history.list_all_entries() if isinstance(e.input, ev.Rewound)]


# ---------------------------------------------------------------------------- coming in between


WATCHED = (*BLUE_ACTS, "b12 opp", "b13 opp", "next", "r1 activates")


@pytest.mark.rule("CZ-OPP-02")
def test_several_come_in_between_one_after_another() -> None:
    # b12 panics r11 with the first, b13 kills him with the second: the move is not made
    game = begin(*WATCHED)
    say(game, "r11 moves 2ap | b12 > r11 20cm : 611 / 231 | b13 > r11 20cm : 611 / 666")
    assert gone(game, "r11") == "killed"
    assert not any(isinstance(line.event, ev.Moved) for line in game.history.path)


def test_who_was_not_named_stays_on_opportunity_fire() -> None:
    game = begin(*WATCHED)
    say(game, "r11 moves 2ap | b12 > r11 20cm : 111")
    assert game.pending is None
    assert marks(game, "b12", markers.OPPORTUNITY) == (False,)
    assert marks(game, "b13", markers.OPPORTUNITY) == (True,)
    assert any(isinstance(line.event, ev.Moved) for line in game.history.path)


@pytest.mark.rule("CZ-OPP-03")
def test_an_action_between_keeps_its_own_dice() -> None:
    # r11's own shot, one miss and one hit behind the interruption: 1 + 1 + 1 - 2 = 1, nothing
    game = begin(*WATCHED)
    say(game, "r11 > b15 20cm shots 2 : 16 / 111 | b12 > r11 20cm : 111")
    assert game.pending is None
    assert left(game, "r11") == 4
    rolls = [line.event for line in game.history.path if isinstance(line.event, ev.Rolled)]
    assert [(roll.subject, roll.what) for roll in rolls[-3:]] == [
        ("f:b1.2", "to hit"), ("f:r1.1", "to hit"), ("f:r1.1", "wound"),
    ]  # fmt: skip


def test_a_claim_without_a_shot_waits_for_one() -> None:
    game = begin(*WATCHED)
    done = say(game, "r11 moves 2ap claimed")
    assert done.pending is not None
    assert isinstance(done.pending.request, Interrupt)
    assert refused(game, "r12 moves 1ap") == (
        "Answer the open question first: opportunity fire (R11). "
        "Type no (as a line: `answer : no`), or undo."
    )
    say(game, "b13 > r11 20cm : 111", "answer : no")
    assert game.pending is None


def test_a_shot_said_after_the_action_counts_as_well() -> None:
    """Said late, 2 points of 3 spent: marks and points are those of a shot said in time."""
    late, in_time = begin(*WATCHED), begin(*WATCHED)
    say(late, "r11 moves 2ap", "b12 > r11 20cm : 611 / 231")
    say(in_time, "r11 moves 2ap | b12 > r11 20cm : 611 / 231")
    assert {key: mark.value for key, mark in late.state.markers.items()} == {
        key: mark.value for key, mark in in_time.state.markers.items()
    }
    assert late.state.figures == in_time.state.figures


def test_an_action_interrupted_is_taken_back_as_one() -> None:
    game = begin(*WATCHED)
    before = game.match.marked(markers.OPPORTUNITY)
    say(game, "r11 moves 2ap | b12 > r11 20cm : 611 / 231")
    game.undo_action_or_correction()
    assert game.match.marked(markers.OPPORTUNITY) == before
    assert marks(game, "r11", markers.PANIC) == (False,)


# ------------------------------------------------------------------------------------- names


def test_figures_are_called_by_group_and_number_or_by_name() -> None:
    lines = ("r11 moves 2ap", "r1.1 moves 2ap", "brakk moves 2ap", "R11 moves 2ap")
    games = [begin(*RED_ACTS) for _ in lines]
    for game, line in zip(games, lines, strict=True):
        say(game, line)
    assert all(game.state == games[0].state for game in games)


def test_a_hero_or_machine_is_its_unit_too() -> None:
    by_figure, by_unit = begin(*RED_ACTS, "all holds"), begin(*RED_ACTS, "all holds")
    say(by_figure, "r21 moves 2ap")
    say(by_unit, "r2 moves 2ap")
    assert by_figure.state == by_unit.state


def test_a_group_moves_as_one() -> None:
    game = begin(*RED_ACTS)
    say(game, "r1 moves 1ap")
    assert {markers.SPENT.number(game.match, who(f"r1{n}")) for n in range(1, 7)} == {1}
    say(game, "r11,r12 moves 5cm", "rest moves")
    assert [markers.SPENT.number(game.match, who(f"r1{n}")) for n in range(1, 7)] == [
        3,
        3,
        2,
        2,
        2,
        2,
    ]


def test_the_word_of_the_open_action_alone_changes_nothing() -> None:
    game = begin()
    version, asked = game.version, game.pending
    assert refused(game, "coherent").startswith("Answer the open question first: out of coherency.")
    assert (game.version, game.pending) == (version, asked)


def test_an_action_that_waits_for_dice_is_not_still_to_do() -> None:
    game = begin("coherent r1,b1")
    assert game.pending is not None
    assert list_due_actions_not_begun(game) == []
    assert [one.action for one in game.ruleset.due(game.match)] == ["initiative"]


def test_what_the_book_did_by_itself_may_be_said_as_well() -> None:
    game = begin(*BLUE_ACTS)
    before = game.version
    say(game, "b1 activates")
    assert game.version == before
    assert not [e for e in game.history.list_entries_on_path() if isinstance(e.input, ev.Override)]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            "r19 moves 1ap",
            "No figure is called r19; type a handle or a name, such as r11 or Brakk.",
        ),
        ("Brak > b12", None),
        ("Brekk moves", "No figure is called Brekk; the nearest is r11 Brakk."),
        ("r11 > b12 with riffle", "No gun is called riffle"),
        ("r11 > b12 soft hard", "Type either `soft` or `hard`, not both."),
        ("r11 > b12 18cm short", "Give either `18cm` or `short`, not both."),
        ("r11,r12 > b12", "Name one shooter in each part, and put `|` between parts."),
        ("r11 > b12,b13", "Name one target in each part, and put `|` between parts."),
        ("r11 shoots", "Name a target after `>`, as in `r11 > b12 18cm soft`."),
        ("r11 moves 1.5ap", "Type a whole number from 0 to 99, not 1.5ap."),
        ("r11 moves 2ap 3ap", "Type only one distance."),
        ("r11 drops b12", "Drops takes no target: leave out `b12`."),
        ("r11 moves soft", "Soft does not belong in this line. Remove it."),
        ("r11,b11 moves", "Name figures of one side only."),
        ("vp red 3", "This game has no victory points; to record the winner, type `end time red`."),
        ("react r11 : 31", None),
        ("coherent green", "No unit is called green; type a handle or a name"),
        ("skip impetus", "No phase is called impetus"),
        ("r11 charges", "Name the enemy to charge, as in `r21 charges b14`."),
        ("r11 > b12 !left", "Left does not belong in this line. Remove it."),
        ("fix r11 calm", "No property is called calm"),
        ("fix r1 panic", "R1 has several figures: name one, such as r11."),
        ("end time draw red", "`red` is not allowed after `end`; name one side, or enter `draw`"),
        ("end maybe", "No end is called maybe"),
    ],
)
def test_what_cannot_be_read_is_said_in_one_sentence(line: str, sentence: str | None) -> None:
    game = begin(*RED_ACTS)
    before = game.version
    if sentence is None:
        play_line(game, line)
        return
    assert refused(game, line).startswith(sentence)
    assert game.version == before


def test_a_sheet_may_come_in_another_order_or_in_part() -> None:
    fixed = ("fix r13 panic", "fix b14 panic", "fix b15 panic")
    whole, part = begin(*fixed, *TURN_TWO), begin(*fixed, *TURN_TWO)
    # b15 8: steady; r13 2 + 1: rout; b14 6: panic stays
    say(whole, "react b15 r13 b14 : 44 11 33")
    say(part, "react b14 : 33", "react r13 b15 : 11 44")
    for game in (whole, part):
        assert marks(game, "b15", markers.RECOVERED) == (True,)
        assert marks(game, "r13", markers.ROUT) == (True,)
        assert marks(game, "b14", markers.PANIC) == (True,)


def test_marks_set_right_by_hand() -> None:
    game = begin(*RED_ACTS, machine=True)
    say(game, "fix r12 panic # two dice were read wrongly", "fix r13 rout", "fix r13 down")
    assert marks(game, "r12", markers.PANIC) == (True,)
    say(game, "fix r12 rout")
    assert marks(game, "r12", markers.PANIC, markers.ROUT) == (False, True)
    say(game, "fix r12 steady", "fix r13 down off", "fix r11 spent 2", "fix r11 spent +1")
    assert marks(game, "r12", markers.ROUT) == (False,)
    assert marks(game, "r13", markers.DOWN) == (False,)
    assert markers.SPENT.number(game.match, who("r11")) == 3
    say(game, 'fix b21 damage "major power"', "fix b21 gun autocannon", "fix b15 killed")
    assert game.match.mark(who("b21"), markers.DAMAGE) == "major power"
    assert unit_profiles.list_weapons(game.match, who("b21")) == ()
    say(game, "fix b15 back", "fix b1 scattered", "fix phase initiative", "fix turn 4")
    assert gone(game, "b15") is None
    assert game.match.has(game.match.units(BLUE)[0], markers.SCATTERED)
    assert game.match.turn == 4


# ------------------------------------------------------------------------- lines and actions


SHOWN = """\
r1 activates
pass Red
r2 joins r1
r11,r12 holds
deploy Red
routs
r11 routs
r11,r12 routs left
b21 malfunctions
b21 malfunctions does="turns in a circle"
b21 malfunctions over
react r11 b14
react r11 touching=r11
coherent
coherent none
coherent r1 b1
coherent b1 r14=16/9 r15=-/10.5
init
r11 moves
r11 moves 2ap
r11,r12 moves 12.5cm rough=4.5
r11 moves 2ap 10cm claimed
r11 turns
r11 turns about claimed
r11 door
r11 picks what="machine gun" claimed
r11 crosses
r11 drops
r11 stands
r11 > b12 open
r11 > b12 18cm soft shots 2 with assault-rifle
r11 > b12 short extra-hard claimed
r11 > b12 18cm soft shots 2 apart=40 | r11 > b13 20cm open shots 1
r11 aims b12 30cm hard with assault-rifle claimed
r11 opp with assault-rifle
b12 shoots r11 22cm open
b12 shoots r11 22cm open shots 1 | b12 shoots r12 open
r21 charges b14
r21 charges b14,b15 hands=sword against=none spares=r21 claimed
r21 again
r21 again b14 hands=none
r21 flees 2ap 8cm
r21 flees 12cm rough=4
b21 damage does="half speed" malfunction="turns about" lost=autocannon
end time
end time Red
end time draw
end "last side" Red offered
next"""


@pytest.mark.parametrize("line", SHOWN.splitlines())
def test_an_action_shows_the_line_that_says_it(line: str) -> None:
    game = begin(*RED_ACTS, machine=True)
    command = meant(game, line)
    shown = format_line(RULESET.line_translator.make_line(game.match, command))
    assert shown == line
    assert meant(game, shown) == command


def test_every_action_has_a_line_among_these() -> None:
    game = begin(*RED_ACTS, machine=True)
    assert {meant(game, line).action for line in SHOWN.splitlines()} == set(RULESET.actions)


@pytest.mark.thorough
def test_whatever_can_be_done_is_read_back_from_its_line() -> None:
    seen: set[str] = set()
    for seed in range(6):
        game, chance = begin(machine=bool(seed % 2)), random.Random(seed)
        for _ in range(150):
            if game.match.ended is not None:
                break
            if game.pending is not None:
                is_dice = is_dice_request(game.pending.request)
                game.answer_with_app_roll() if is_dice else game.answer_with_default_choice()
                continue
            found = [
                action.make_command(side, params)
                for action in RULESET.actions.values()
                for side, params in action.candidates(game.match)
            ]
            for command in chance.sample(found, min(len(found), 12)):
                shown = format_line(RULESET.line_translator.make_line(game.match, command))
                assert meant(game, shown) == command, shown
                seen.add(command.action)
            game.take_action_and_automatic_steps(chance.choice(found))
    assert seen >= {
        "move", "turn", "door", "cross", "drop", "stand", "shoot", "aim", "opp", "charge",
        "again", "activate", "hold", "next",
    }  # fmt: skip


PIECES = """r1 r11 r12 r21 b1 b11 b15 r9 r19 r1.1 Brakk "Halden" all rest > at , | : / # ! !-1 !9
!left open soft hard short out claimed left over about with shots 2 0 -1 assault-rifle sword 4cm
18cm 2ap 1.5ap rough=2 rough=x hands=sword spares=r21 touching=r11 moves turns door picks drops
stands holds activates joins shoots aims opp charges again flees routs malfunctions damage next
skip react coherent init routs deploy pass end vp fix red blue panic rout steady spent gun off
phase turn initiative none time draw answer 465 =5 -2 3x6 . r yes first second v falls in"""


@pytest.mark.thorough
@examples(150)
@given(st.lists(st.sampled_from(PIECES.split()), max_size=9).map(" ".join))
def test_whatever_is_typed_is_played_or_refused_in_one_sentence(text: str) -> None:
    game = begin(*RED_ACTS)
    done = play_line(game, text)
    if done.error is not None:
        assert done.error.message
        assert "\n" not in done.error.message
    game.reload()
    assert game.open_action_mismatch is None
