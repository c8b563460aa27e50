"""A line played on a game: answers in the order asked, what stops it, notes, scripts."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.combat_zone import evening as figures
from tests.deathzap2.evening import begin, played, shooting
from tests.saying import refused, say
from tests.trial_assault import evening as assault
from tests.xenocide import evening as firefight
from tracker.application.errors import ReasonRequired
from tracker.application.match.game import Game
from tracker.application.typed_lines.line_and_script_play import (
    parse_command,
    play_line,
    play_script,
)
from tracker.rulesets.combat_zone.data.state_queries import counts_as_out_of_coherency
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import UnitId


def waits(game: Game) -> str:
    return "" if game.pending is None else game.pending.request.what


def inputs(game: Game, since: int) -> list[ev.AnyInput]:
    """What was said since a version."""
    return [entry.input for entry in game.history.list_entries_on_path() if entry.version > since]


def rolled(game: Game) -> list[ev.Rolled]:
    return [
        entry.input
        for entry in game.history.list_entries_on_path()
        if isinstance(entry.input, ev.Rolled)
    ]


def test_a_line_stops_at_dice_that_do_not_fit_and_the_question_waits() -> None:
    game = shooting()
    done = play_line(game, "r1 > b2 soft : 45162346 / 4265 / 362")
    assert done.error is not None
    assert "5 dice to roll, 4 typed" in done.error.message
    assert done.leftover == ("4265", "362")
    assert done.pending is game.pending
    assert waits(game) == "through"
    say(game, "answer : 42651 / 362")
    assert waits(game) == ""


ENTERED = "The line was entered, but"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            "r1,r2,r3 holds | all holds : 33",
            f"{ENTERED} 1 answer is left over: no question asks for 33.",
        ),
        ("undo : 33", "`undo` must be a separate line. Enter `undo` first, then the other parts."),
    ],
)
def test_dice_that_nothing_asks_for_never_vanish(line: str, sentence: str) -> None:
    done = play_line(shooting(), line)
    assert done.error is not None
    assert done.error.message == sentence


def test_an_answer_too_many_is_said_and_everything_before_it_stays() -> None:
    game = shooting()
    done = play_line(game, "r1 > b2 soft : 11111111 / 42651")
    assert done.error is not None
    assert done.error.message == f"{ENTERED} 1 answer is left over: no question asks for 42651."
    assert done.leftover == ("42651",)
    assert [roll.what for roll in rolled(game)][-1] == "to hit"
    assert waits(game) == ""


def test_answers_never_go_to_a_question_of_another_action() -> None:
    # Alpha misses; all of Red but Hammer holds, so nothing of this line asks for the last dice,
    # although Blue's half or a panic check might.
    game = shooting()
    say(game, "r2,r3 holds")
    done = play_line(game, "r1 > b2 soft : 11111111 / 31")
    assert done.leftover == ("31",)
    assert done.error is not None


def test_without_answers_the_action_waits_at_its_first_question() -> None:
    game = shooting()
    done = played(play_line(game, "r1 > b2 soft"))
    assert done.pending is not None
    assert (waits(game), len(done.entries)) == ("to hit", 1)
    assert refused(game, "r2 > b2") == (
        "Answer the open question first: 8 dice to hit (R1 at B2). "
        "Type the faces, or r to roll (as a line: `answer : r`), or undo."
    )


def test_the_app_rolls_what_is_left_and_says_so() -> None:
    game = shooting()
    played(play_line(game, "r1 > b2 soft : 45162346", roll_missing_dice=True))
    assert waits(game) == ""
    # Eight dice were typed; the five that hit were rolled by the app.
    typed, by_app, *_ = rolled(game)[-3:]
    assert (typed.source, typed.app) == ("typed", 0)
    assert (by_app.source, by_app.app) == ("app", 5)


def test_stated_defaults_are_taken_for_choices_only() -> None:
    asking, taking = begin(), begin()
    for game in (asking, taking):
        say(game, "impetus : 4 2", "skip orders", "fix phase shoot red")
    line = "r3 > b2 soft with destroyer : 4"
    played(play_line(asking, line))
    assert waits(asking).startswith("others within 3")
    played(play_line(taking, f"{line} / 1", use_defaults=True))
    # By default nobody else is caught: one die follows, and a 1 does not go through.
    chosen = [
        e.input for e in taking.history.list_entries_on_path() if isinstance(e.input, ev.Chosen)
    ]
    assert (chosen[-1].source, chosen[-1].value) == ("typed", ())
    assert rolled(taking)[-1].what == "through"


def test_an_answer_that_can_only_be_a_choice_goes_before_the_default() -> None:
    game = shooting()
    played(play_line(game, "r3 > b2 soft with destroyer : 4 / in 3 / 1111", use_defaults=True))
    assert rolled(game)[-1].faces == (1, 1, 1, 1)


@pytest.mark.parametrize("line", ["init : 465", "answer : 465"])
def test_a_default_answers_a_choice_that_an_earlier_line_left_open(line: str) -> None:
    # The question about coherency began by itself after set-up; no group is proposed.
    game = figures.begin()
    assert waits(game) == "out of coherency"
    played(play_line(game, line, use_defaults=True))
    assert game.match.clock.order
    assert not counts_as_out_of_coherency(game.match, UnitId("u:r1"))


def test_after_a_default_an_action_waits_for_dice_alone() -> None:
    done = play_line(figures.begin(), "r11 > b11 18cm", use_defaults=True)
    assert done.error is not None
    assert done.error.message.startswith("Answer the open question first: 2D6 + 1D8 initiative.")


def test_a_line_that_answers_the_open_choice_itself_takes_no_default() -> None:
    game = figures.begin()
    played(play_line(game, "coherent b1", use_defaults=True))
    assert counts_as_out_of_coherency(game.match, UnitId("u:r1"))


VOLLEY = "b2 > r1 soft : =5 / =4 / =1"
"""4 go through and 1 is saved: 3 of R1 fall, by default 3 rifles (row a, then the gunner b)."""


@pytest.mark.parametrize(
    ("lines", "defaults"),
    [
        ((VOLLEY, "answer : 2 a, 1 b"), True),
        ((f"{VOLLEY} / 2 a, 1 b",), True),
        ((f"{VOLLEY} / 2 1",), True),
        ((f"{VOLLEY} / falls 2 a, 1 b",), True),
        ((VOLLEY, "answer : falls 2 a, 1 b"), False),
        ((f"{VOLLEY} / falls 2 a, 1 b",), False),
    ],
)
def test_a_choice_that_was_typed_is_never_replaced_by_a_default(
    lines: tuple[str, ...], defaults: bool
) -> None:
    game = shooting()
    say(game, *lines[:-1])
    played(play_line(game, lines[-1], use_defaults=defaults))
    chosen = [
        each.input
        for each in game.history.list_entries_on_path()
        if isinstance(each.input, ev.Chosen)
    ]
    assert chosen[-1].value == (("0", 2), ("1", 1))
    assert waits(game) == ""


@pytest.mark.parametrize("faces", ["45162346", "4516 2346"])
def test_faces_alone_answer_the_roll_that_waits(faces: str) -> None:
    game = shooting()
    say(game, "r1 > b2 soft", faces)
    assert rolled(game)[-1].faces == (4, 5, 1, 6, 2, 3, 4, 6)


def test_amounts_alone_answer_the_choice_that_waits() -> None:
    game = shooting()
    say(game, VOLLEY, "2 a, 1 b")
    assert waits(game) == ""


@pytest.mark.parametrize(
    ("line", "waiting"),
    [
        ("45162346 | 42651", "save"),
        ("45162346 / 42651 | 362 | r2 holds # as | 5", ""),
        ("= 5 | = 3", "save"),
    ],
)
def test_answers_alone_stand_before_other_parts_of_a_line(line: str, waiting: str) -> None:
    game = shooting()
    say(game, "r1 > b2 soft", line)
    assert waits(game) == waiting


def test_a_choice_alone_stands_before_other_parts_of_a_line() -> None:
    game = shooting()
    say(game, VOLLEY, "2 a, 1 b | r2 holds")
    assert waits(game) == ""


@pytest.mark.parametrize("line", ["r1 > b2 soft", "yes", "4516x", "next | 45162346", "4516x | r"])
def test_no_other_line_is_read_as_faces(line: str) -> None:
    game = shooting()
    say(game, "r1 > b2 soft")
    before = game.version
    assert refused(game, line)
    assert game.version == before


def test_nothing_is_written_by_default_where_an_answer_is_left_over() -> None:
    game = shooting()
    before = game.version
    done = play_line(game, f"{VOLLEY} / 2 a, 2 b", use_defaults=True)
    assert done.error is not None
    assert done.error.message == "1 answer is left over: no question asks for 2 a, 2 b."
    assert (done.entries, done.leftover, game.version) == ([], ("2 a, 2 b",), before)


def test_a_note_goes_to_the_entry_of_the_line() -> None:
    game = shooting()
    done = say(game, "r1 > b2 soft : 11111111 # all misses!")
    note = done.entries[-1].input
    assert isinstance(note, ev.Noted)
    assert (note.text, note.about) == ("all misses!", done.entries[0].version)
    say(game, "# what an evening")
    last = game.history.find_last_entry_on_path()
    assert last is not None
    assert isinstance(last.input, ev.Noted)
    assert last.input.about == done.entries[0].version  # of the line, not of the note on it


def test_an_outcome_ends_the_action_by_hand() -> None:
    game = shooting()
    before = game.version
    done = say(game, "r1 > b2 open !-2 # not seen")
    assert waits(game) == ""
    action, corrected = inputs(game, before)[:2]
    assert isinstance(action, ev.ActionTaken)
    assert isinstance(corrected, ev.Corrected)
    assert (corrected.closes, corrected.reason) == (True, "not seen")
    assert done.entries[1].facts[-1] == ev.ActionEnded(
        action=done.entries[0].version, how="by hand"
    )


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("r1 > b2 !-x", "!-x is not an outcome. For example, !-2 removes two figures."),
        ("r1 > b2 !-1 : 4516", "Type either the dice or an outcome, not both."),
        ("r1 holds !-1", "Held: an outcome cannot be entered here; type the dice."),
        ("r3 > b1 with destroyer !-1 | r3 > b2 !-1", "An outcome is for one target at a time"),
        ("answer", "Type the answers after a colon"),
        ("answer : 4", "No question is open for an answer. Type an action."),
        ("r1 > b2 softly", 'After r1 > b2, the word "softly" is unknown'),
        ("fix r1 figures -1 about ²", "'²' is not a line number. Type a number, as in `about"),
        ("fix r1 figures -1 about " + "9" * 5000, "'9999"),
        ("r1 > b2 soft before " + "9" * 5000, "'9999"),
    ],
)
def test_a_line_that_cannot_be_begun_writes_nothing(line: str, sentence: str) -> None:
    game = shooting()
    before = game.version
    assert refused(game, line).startswith(sentence)
    assert game.version == before


def test_the_dice_of_a_divided_attack_can_follow_its_last_part() -> None:
    found = []
    for line in (
        "r3 > b2 soft with destroyer | r3 > b1 open with heavy-repeater : {}",
        "r3 > b2 soft with destroyer : {} | r3 > b1 open with heavy-repeater",
    ):
        game = shooting()
        say(game, line.format("4"))
        found.append(game.state)
    assert found[0] == found[1]


def test_a_name_in_a_later_part_is_looked_up_before_anything_is_done() -> None:
    game = shooting()
    before = game.version
    assert refused(game, "r1 > b2 soft : 11111111 | r9 holds").startswith("No unit is called r9")
    assert game.version == before


def test_a_strict_game_writes_a_line_whole_or_not_at_all() -> None:
    """Said again with a reason it would otherwise do its first part twice."""
    game = begin(mode="strict")
    say(game, "impetus : 4 2", "skip orders")
    before = game.version
    line = "r1 moves 4in | b1 moves 4in"
    assert isinstance(play_line(game, line).error, ReasonRequired)
    assert game.version == before
    assert play_line(game, line, override_reason="both at once").error is None
    taken = [one for one in inputs(game, before) if isinstance(one, ev.ActionTaken)]
    assert [(one.action, [each.reason for each in one.overrides]) for one in taken] == [
        ("move", []),
        ("move", ["both at once"]),
    ]


def test_a_strict_game_wants_a_reason_and_takes_it_from_the_note() -> None:
    game = begin(mode="strict")
    say(game, "impetus : 4 2", "skip orders")
    done = play_line(game, "b1 moves")
    assert isinstance(done.error, ReasonRequired)
    assert isinstance(play_line(game, "fix b1 panic").error, ReasonRequired)
    before = game.version
    say(game, "b1 moves # we agreed to move together")
    taken = inputs(game, before)[0]
    assert isinstance(taken, ev.ActionTaken)
    assert [override.reason for override in taken.overrides] == ["we agreed to move together"]
    say(game, "fix b1 panic # it was panicked")


def test_a_reason_given_beside_the_line_is_kept() -> None:
    game = begin(mode="strict")
    say(game, "impetus : 4 2", "skip orders")
    before = game.version
    played(play_line(game, "b1 moves", override_reason="late"))
    taken = inputs(game, before)[0]
    assert isinstance(taken, ev.ActionTaken)
    assert taken.overrides[0].reason == "late"


SCRIPT = """\
# the first turn

impetus : 4 2
  # Blue forgot its orders
skip orders
r1,r2 moves
r9 moves
next
"""


def test_a_script_stops_at_the_first_trouble_and_names_its_line() -> None:
    game = begin()
    done = play_script(game, SCRIPT)
    assert done.error is not None
    assert done.error.message.startswith("No unit is called r9")
    assert done.line == 7
    assert (game.match.phase, game.match.clock.side) == ("move", "s:r")
    assert done.pending is None


def test_the_command_of_a_line_for_odds() -> None:
    game = shooting()
    before = game.version
    command = parse_command(game, "r3 > b1 with heavy-repeater | r3 > b2 soft with destroyer")
    assert (command.action, command.side) == ("shoot", "s:r")
    assert game.version == before


def test_a_line_reads_the_same_after_the_game_was_opened_again() -> None:
    game = shooting()
    play_line(game, "r1 > b2 soft : 45162346")
    game.reload()
    assert waits(game) == "through"
    say(game, "answer : 42651 / 362")
    assert waits(game) == ""


def numbers(game: Game) -> list[int]:
    return [entry.number for entry in game.history.list_entries_on_path()]


def test_taking_back_is_said_twice_in_a_line_and_to_a_line_of_the_log() -> None:
    """Line 21 of the log is a volley with its dice: an action and three rolls."""
    game = shooting()
    before = numbers(game)
    say(game, "r1 > b2 soft : 45162346 / 42651 / 362", "r2 > b2 soft : -6")
    say(game, "undo to 21")
    assert numbers(game) == [*before, 21, 22, 23, 24]
    say(game, "undo | undo")
    assert numbers(game) == [*before, 21, 22]
    say(game, "undo # nobody saw them")
    assert numbers(game)[:-1] == [*before, 21]
    notes = [e.input.text for e in game.history.list_all_entries() if isinstance(e.input, ev.Noted)]
    assert notes == ["nobody saw them"]


def test_taking_back_stands_on_a_line_of_its_own() -> None:
    game = shooting()
    say(game, "r1 > b2 soft : -8")
    before = game.version
    assert "a separate line" in refused(game, "undo | r2 > b2 soft")
    assert "a separate line" in refused(game, "r2 > b2 soft | undo to 21")
    assert game.version == before


def test_what_is_not_understood_is_named_as_it_was_typed() -> None:
    game = shooting()
    assert refused(game, "r1 > b2 20cm").startswith(
        "After r1 > b2, this game does not measure in cm"
    )
    say(game, "r1 > b2 soft")
    assert refused(game, "answer : 2 rifle").startswith('"rifle" is not dice')
    assert len(refused(game, "x" * 100_000)) < 200


@pytest.mark.parametrize(
    ("begun", "line", "said"),
    [
        (firefight.begin, "r2 moves -5in", "`-5in` cannot be read: type `5in`"),
        (assault.begin, "r2 moves 5xin", "`5xin` cannot be read: type `5in`"),
        (shooting, "r2 moves 5.5xin", "`5.5xin` cannot be read: type `5.5in`"),
        (figures.begin, "r11 moves -2ap", "`-2ap` cannot be read: type `2ap`"),
        (firefight.begin, "r2 moves 5", "`5` cannot be read: type `5in`"),
        (figures.begin, "r11 moves 2", "`2` cannot be read: type `2ap` or `2cm`"),
    ],
)
def test_a_distance_with_a_slip_is_named(begun: Callable[[], Game], line: str, said: str) -> None:
    assert said in refused(begun(), line)


def test_an_unknown_verb_at_a_target_is_answered_with_the_line_to_type() -> None:
    told = 'The word "zaps" is unknown: to attack, type `r1 > b2 soft`.'
    assert refused(shooting(), "r1 zaps at b2 soft") == told


def test_who_without_what_is_asked_what_he_does() -> None:
    for game, told in (
        (assault.begin(), "R1 has no verb after it. Type an action, as in `r1 joins`."),
        (firefight.begin(), "This action takes no target: leave out `b1`."),
    ):
        done = play_line(game, "r1 > b1")
        assert done.error is not None
        assert done.error.message == told


def test_a_mistake_late_in_a_line_is_told_with_the_words_before_it() -> None:
    assert refused(shooting(), "gabber").startswith("No unit is called gabber")
    late = "r1 > b2 soft with heavy-repeater softly"
    assert refused(shooting(), late).startswith(
        'After …soft with heavy-repeater, the word "softly"'
    )


def test_a_word_that_is_nobody_is_answered_with_what_to_type() -> None:
    told = "Gibber has no verb after it. Type an action, as in `r1 joins`."
    assert refused(assault.begin(), "gibber") == told


SO = "Nothing was changed: the game already has that value."


@pytest.mark.parametrize(
    ("begun", "line", "told"),
    [
        (shooting, "fix turn 1", SO),
        (shooting, "fix first red", SO),
        (shooting, "fix r1 figures +0", SO),
        (shooting, "fix r1 panic off", SO),
        (shooting, "skip orders", "There is nothing to skip: this is the shoot phase."),
        (shooting, "undo to {last}", "The game is already at that line; nothing was undone."),
        (figures.begin, "fix r14 panic off", SO),
        (figures.begin, "fix turn 1", SO),
        (firefight.begin, "fix r1 suppressed off", SO),
        (firefight.begin, "fix turn 1", SO),
    ],
)
def test_what_stands_so_already_is_no_failure_and_a_script_goes_on(
    begun: Callable[[], Game], line: str, told: str
) -> None:
    game = begun()
    text = line.format(last=game.history.last_line_number)
    before = game.version
    done = play_line(game, text)
    assert (done.error, done.entries, done.messages) == (None, [], (told,))
    assert game.version == before
    script = play_script(game, f"{text}\nroll 4+ : 5\n{text}" if "{" not in line else text)
    assert script.error is None
    assert script.messages[0] == told
    assert len(script.entries) == ("{" not in line)
