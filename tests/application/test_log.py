"""The log: what each line says, how it folds what was taken back, and that it grows rightly."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from tests.application.table import begin, duel, play_on
from tests.application.telling import Telling, down, pool
from tests.profiles import some
from tests.saying import begin_correction
from tracker.application.errors import Refused
from tracker.application.log.game_log_lines import MatchLog, expand_undone_line, list_log_lines
from tracker.application.log.log_line_types import LogLine
from tracker.application.match.game import Game
from tracker.application.match.match_history import MatchHistory
from tracker.testing.match_in_memory import BLUE, RED, f
from tracker.vocabulary import dice_bands
from tracker.vocabulary import events as ev
from tracker.vocabulary.die_labels import Label
from tracker.vocabulary.match_event_codec import upcast_label
from tracker.vocabulary.subject_ids import make_unit_id


def last(telling: Telling) -> LogLine:
    return list_log_lines(telling.history)[-1]


def volley(telling: Telling) -> None:
    """Eight dice at 4+, five to get through at 4+, three saves at 6: two to remove."""
    telling.act("shoot", unit="u:r1", target="u:b1")
    telling.say(pool("to hit", "45162346", 4))
    telling.say(pool("through", "42651", 4))
    telling.end(pool("save", "362", 6, BLUE, "u:b1", "u:r1"), down("b1", 4, 5))


def test_a_volley_is_one_line() -> None:
    # Expected: 8 × 1/2 × 1/2 × 5/6 = 1.67.
    telling = Telling()
    volley(telling)
    line = last(telling)
    assert line.text == (
        "R1 Alpha ▸ B1 Claws: 8 dice 5 hit, 5 dice 3 through, 3 dice 1 saved: 2 to remove, "
        "expected 1.7"
    )
    assert (line.kind, line.number, line.last, line.side) == ("action", 4, 7, RED)
    assert not line.open


def test_a_save_alone_names_the_attacker_first() -> None:
    """No roll of the attack comes before it, as after an explosion or a hit on another unit."""
    telling = Telling()
    telling.act("shoot", unit="u:r1", target="u:b1")
    telling.say(pool("to hit", "4", 4))
    telling.end(pool("armour", "6", 6, BLUE, "u:b2", "u:r1"))
    assert last(telling).text == (
        "R1 Alpha ▸ B1 Claws: 1 die 1 hit (expected 0.5) | "
        "R1 ▸ B2 Dusk: 1 die 1 saved (expected 0.2)"
    )


def test_its_details_say_everything_that_was_rolled() -> None:
    telling = Telling()
    modifiers = (dice_bands.Modifier("Regular", 3), dice_bands.Modifier("soft cover", 1))
    telling.act("shoot", unit="u:r1", target="u:b1")
    telling.say(replace(pool("to hit", "4516", 4), modifiers=modifiers, source="app", app=4))
    telling.end(pool("through", "46", 4, counted=1))
    line = last(telling)
    assert line.by_app
    assert line.text.startswith(
        "R1 Alpha ▸ B1 Claws (soft cover): 4 dice 3 hit (by the app), 2 dice"
    )
    assert [(detail.number, detail.source) for detail in line.details] == [
        (5, "app"),
        (6, "counted"),
    ]
    assert line.details[0].text == (
        "4 dice 3 hit (by the app) · need 4+ (Regular 3, soft cover +1) · dice 4 5 1 6"
    )
    assert line.details[1].text == "2 dice 1 through · need 4+ · only the successes were read"


def test_what_was_told_of_a_target_stands_behind_it() -> None:
    """The distance, and the cover where no modifier of the roll says it already."""
    telling = Telling()
    fire: ev.Json = (
        {"target": "u:b1", "range": 1650, "cover": "extra-hard"},
        {"target": "u:b2", "cover": "soft"},
    )
    telling.act("shoot", unit="u:r1", fire=fire)
    modifiers = (dice_bands.Modifier("Regular", 3), dice_bands.Modifier("long", 1))
    telling.say(replace(pool("to hit", "11", 5), modifiers=modifiers))
    soft = (dice_bands.Modifier("Regular", 3), dice_bands.Modifier("soft cover", 1))
    telling.end(replace(pool("to hit", "1", 4, target="u:b2"), modifiers=soft))
    assert last(telling).text == (
        'R1 Alpha ▸ B1 Claws (16.5", extra hard cover, long): 2 dice 0 hit (expected 0.7) | '
        "R1 ▸ B2 Dusk (soft cover): 1 die 0 hit (expected 0.5)"
    )


def test_it_is_said_once_and_not_of_those_who_strike_back() -> None:
    telling = Telling()
    telling.act("shoot", unit="u:r1", fire=({"target": "u:b1", "range": 1200, "cover": "open"},))
    telling.say(pool("to hit", "6", 4))
    telling.say(pool("save", "1", 3, BLUE, "u:b1", "u:r1"))
    telling.say(pool("to hit", "66", 4, BLUE, "u:b1", "u:r1"))
    telling.say(pool("save", "11", 3, RED, "u:r1", "u:b1"))
    telling.end(pool("to hit", "1", 4))
    text = last(telling).text
    assert text.startswith('R1 Alpha ▸ B1 Claws (12"), expected 0.2 not saved: 1 die 1 hit')
    assert " | B1 ▸ R1, expected 0.3 not saved: 2 dice 2 hit" in text
    assert " | R1 ▸ B1: 1 die 0 hit" in text


def test_what_the_app_rolled_throughout_is_said_once() -> None:
    telling = Telling()
    telling.act("shoot", unit="u:r1", target="u:b1")
    telling.say(replace(pool("to hit", "66", 4), source="app", app=2))
    telling.end(replace(pool("through", "11", 4), source="app", app=2))
    assert last(telling).text == (
        "R1 Alpha ▸ B1 Claws, expected 0.5 through: 2 dice 2 hit, 2 dice 0 through (all by the app)"
    )


def test_two_attacks_in_one_action_stand_side_by_side() -> None:
    telling = Telling()
    telling.act("shoot", unit="u:r1", targets=("u:b1", "u:b2"))
    telling.say(pool("to hit", "11", 4))
    telling.end(pool("to hit", "1", 4, target="u:b2"))
    assert last(telling).text == (
        "R1 Alpha ▸ B1 Claws: 2 dice 0 hit (expected 1.0) | "
        "R1 ▸ B2 Dusk: 1 die 0 hit (expected 0.5)"
    )


def test_the_same_step_again_is_another_attack() -> None:
    """An enraged monster strikes back within the attack that enraged it."""
    telling = Telling()
    telling.act("shoot", unit="u:r1", target="u:b1")
    telling.say(pool("to hit", "6", 4))
    telling.say(pool("save", "1", 3, BLUE, "u:b1", "u:r1"))
    telling.end(pool("to hit", "66", 4, BLUE, "u:b1", "u:r1"))
    assert " | B1 ▸ R1: 2 dice 2 hit" in last(telling).text


def test_an_action_without_dice_is_said_with_its_own_word() -> None:
    telling = Telling()
    moved = ev.Moved(unit=make_unit_id("r1"), how="move")
    fired = ev.MarkerSet(subjects=("u:r1",), marker="fired", until="phase")
    ended = ev.ActionEnded(action=telling.history.version + 1)
    telling.act("move", fired, moved, ended, units=("u:r1", "u:r2"))
    assert last(telling).text == "R1 Alpha, R2 Bravo move"


def test_an_action_tells_what_it_declares() -> None:
    telling = Telling()
    ended = ev.ActionEnded(action=telling.history.version + 1)
    telling.act("order", ended, unit="u:r1", order="hold-fire", range=3, secret="x")
    assert last(telling).text == "R1 Alpha gets an order (hold fire, 3 range)"


def test_a_value_that_an_action_gives_is_said_and_a_mere_mark_is_not() -> None:
    telling = Telling()
    facts = (
        ev.MarkerSet(subjects=("u:r1",), marker="fired", until="phase"),
        ev.MarkerSet(subjects=("u:r1",), marker="order", value="run", until="turn"),
        ev.ActionEnded(action=telling.history.version + 1),
    )
    telling.act("order", *facts, unit="u:r1")
    assert last(telling).text == "R1 Alpha gets an order: R1 order run"


def test_an_action_with_a_sign_is_said_by_it_where_there_is_somebody_behind_it() -> None:
    telling = Telling()
    telling.act("blow", unit="u:r1", target="u:b1")
    assert last(telling).text == "R1 Alpha ▸ B1 Claws"


def test_whom_stands_apart_from_words_that_take_nobody() -> None:
    telling = Telling()
    ended = ev.ActionEnded(action=telling.history.version + 1)
    telling.act("again", ended, unit="u:r1", contacts=("u:b1",))
    assert last(telling).text == "R1 Alpha moves again (B1 Claws)"


def test_what_the_book_does_by_itself_is_told_by_what_follows() -> None:
    telling = Telling()
    gone = ev.FiguresRemoved(figures=(f("b1", 4), f("b1", 5)))
    panic = ev.MarkerSet(subjects=("u:b1", "u:b2"), marker="panic", value=0)
    version = telling.history.version + 1
    telling.say(
        ev.ActionTaken(action="next", source="default"),
        gone,
        ev.FiguresRemoved(figures=(f("b1", 3),)),
        panic,
        ev.MarkerSet(subjects=("u:b1",), marker="secret"),
        ev.ActionEnded(action=version),
    )
    assert last(telling).text == "B1 Claws −3 (2 left), B1, B2 Dusk PANIC"


def test_nothing_to_say_is_no_line() -> None:
    telling = Telling()
    before = list_log_lines(telling.history)
    version = telling.history.version + 1
    telling.act("next", ev.PhaseBegan(phase="fire"), ev.ActionEnded(action=version))
    assert list_log_lines(telling.history) == before


def test_faces_are_read_out_with_their_labels() -> None:
    telling = Telling()
    telling.act("next")
    labels = ("r1 Alpha: 3 left", "r1 Alpha: 1 killed", "b1 Claws: 4 left", "b1 Claws: 2 killed")
    telling.end(
        ev.Rolled(
            key="p", what="panic checks", form="faces", dice=(6,) * 4, result=(2, 5, 1, 6),
            faces=(2, 5, 1, 6), labels=tuple(map(upcast_label, labels)), side=RED,
        )
    )  # fmt: skip
    assert last(telling).text == (
        "panic checks: R1 Alpha 2 (3 left) v 5 (1 killed), B1 Claws 1 (4 left) v 6 (2 killed)"
    )


def test_a_turn_ends_with_the_score_and_the_game_with_the_winner() -> None:
    telling = Telling()
    begun = ev.ActionTaken(action="next", source="default")
    version = telling.history.version + 1
    telling.say(
        begun, ev.TurnBegan(turn=1), ev.PhaseBegan(phase="fire"), ev.ActionEnded(action=version)
    )
    version = telling.history.version + 1
    score = ev.PointsScored(side=RED, points=3, why="the mill")
    telling.say(begun, score, ev.TurnBegan(turn=2), ev.ActionEnded(action=version))
    version = telling.history.version + 1
    ended = ev.MatchEnded(how="turns", winner=RED, why="time is up")
    telling.say(begun, ended, ev.ActionEnded(action=version))
    scored, turn, end = list_log_lines(telling.history)[-3:]
    assert (scored.text, scored.turn, scored.phase) == ("Red +3 VP for the mill", 1, "shoot")
    assert (turn.kind, turn.text, turn.turn) == ("turn", "turn 1 over · Red 3, Blue 0", 1)
    assert (end.kind, end.text) == ("end", "game over, time is up; winner: Red · Red 3, Blue 0")
    assert [*dict.fromkeys(line.turn for line in list_log_lines(telling.history))] == [0, 1, 2]


def test_table_rulings_stand_in_the_line() -> None:
    telling = Telling()
    asked = ev.AskedRollRecord(dice=(6,) * 3, bands=dice_bands.make_at_least_bands(4), need="4+")
    telling.say(
        ev.ActionTaken(
            action="shoot",
            side=RED,
            params={"unit": "u:r1", "target": "u:b1"},
            overrides=(ev.Override("has-fired", "he swore he had not"),),
        )
    )
    telling.end(replace(pool("to hit", "11", 4), asked=asked, why="one cannot see"))
    line = last(telling)
    assert line.rulings == (
        "has fired, he swore he had not",
        "2 dice instead of 3, one cannot see",
    )
    assert line.text.endswith("(table ruling: 2 dice instead of 3, one cannot see)")


def test_set_right_says_what_why_and_about_which_line() -> None:
    telling = Telling()
    telling.act("next", ev.FiguresRemoved(figures=(f("b1", 5),)), ev.ActionEnded(action=4))
    about = telling.history.version - 1
    returned = ev.FiguresReturned(figures=(f("b1", 5),))
    telling.say(ev.Corrected(reason="counted twice", facts=(returned,), about=about), returned)
    text = "B1 Claws +1 figure, fixing line 4: counted twice"
    assert last(telling).text == text
    assert last(telling).kind == "set right"


def test_notes_keep_their_star_and_what_they_are_about() -> None:
    telling = Telling()
    telling.say(ev.Noted(text="what a shot [/b]", about=2, star=True))
    assert last(telling).text == "★ note (line 2): what a shot [/b]"


def test_an_action_ended_by_hand_says_so() -> None:
    telling = Telling()
    telling.act("shoot", unit="u:r1", fire=({"target": "u:b1"},))
    telling.end(ev.Corrected(reason="shouted over", closes=True), down("b1", 5))
    assert last(telling).text == ("R1 Alpha shoots B1 Claws: by hand, shouted over, B1 1 to remove")


def test_the_opening_names_sides_and_forces() -> None:
    first, red, _ = list_log_lines(Telling().history)
    assert first.text == "A test · Red (Anna) v Blue"
    assert red.text == "Red: Force, 100 points · Alpha 5, Bravo 5"


# ---------------------------------------------------------------------------------- taken back


def test_what_was_taken_back_is_folded_and_can_be_unfolded() -> None:
    telling = Telling()
    before = telling.history.version
    volley(telling)
    telling.say(ev.Rewound(to=before))
    telling.say(ev.Noted(text="again"))
    *_, fold, note = list_log_lines(telling.history)
    assert (fold.kind, fold.text, fold.taken_back) == (
        "taken back",
        "lines 4–7 undone",
        (4, 5, 6, 7),
    )
    assert note.number == 9
    (was,) = expand_undone_line(telling.history, list_log_lines(telling.history), fold)
    assert was.text.startswith("R1 Alpha ▸ B1 Claws: 8 dice 5 hit")


def test_what_was_returned_is_not_folded() -> None:
    telling = Telling()
    before = telling.history.version
    volley(telling)
    after = telling.history.version
    whole = list_log_lines(telling.history)
    telling.say(ev.Rewound(to=before))
    telling.say(ev.Rewound(to=after, why="redo"))
    assert list_log_lines(telling.history) == whole


def test_a_roll_taken_back_within_an_action_is_told_in_its_line() -> None:
    telling = Telling()
    shooting = telling.act("shoot", unit="u:r1", target="u:b1")
    telling.say(pool("to hit", "66", 4))
    telling.say(ev.Rewound(to=shooting))
    telling.end(pool("to hit", "11", 4))
    line = last(telling)
    assert line.text == "R1 Alpha ▸ B1 Claws: 2 dice 0 hit (expected 1.0) (line 5 undone)"
    assert line.taken_back == (5,)
    (was,) = expand_undone_line(telling.history, list_log_lines(telling.history), line)
    assert was.text == "R1 Alpha ▸ B1 Claws: 2 dice 2 hit (expected 1.0)"


def test_two_ways_not_taken_are_both_unfolded() -> None:
    telling = Telling()
    before = telling.history.version
    for text in ("one", "two"):
        telling.say(ev.Noted(text=text))
        telling.say(ev.Rewound(to=before))
    telling.say(ev.Noted(text="three"))
    lines = list_log_lines(telling.history)
    undone = expand_undone_line(telling.history, lines, lines[-2])
    assert [line.text for line in undone] == ["note: one", "note: two"]


def test_a_line_said_anew_is_told_where_it_stood() -> None:
    game = begin()
    game.take_action_and_automatic_steps(duel("r1", "b1"))
    game.answer_with_text("1 1 1")
    number = game.history.last_line_number
    game.take_action_and_automatic_steps(duel("r2", "b2"))
    log = MatchLog()
    log.update_and_find_first_change(game.history)
    begin_correction(game, number, lambda g: g.answer_with_text("1 2 3"))
    log.update_and_find_first_change(game.history)
    assert log.lines == list_log_lines(game.history)
    line = next(line for line in log.lines if line.number == number - 1)
    assert line.text.endswith(f"3 dice 0 hit (expected 1.5) (line {number} corrected)")
    was, other = expand_undone_line(game.history, list_log_lines(game.history), line)
    assert was.details[0].text.endswith("dice 1 1 1")
    assert other.text == "R2 Unit 2 duels B2 Unit 2"


def test_a_line_said_anew_says_nothing_of_the_lines_after_it() -> None:
    game = begin()
    game.take_action_and_automatic_steps(duel("r1", "b1"))
    game.answer_with_text("1 1 1")
    number = game.history.last_line_number
    game.add_note("one")
    game.undo()
    game.add_note("two")
    begin_correction(game, number, lambda g: g.answer_with_text("1 2 3"))
    line = next(line for line in list_log_lines(game.history) if line.number == number - 1)
    assert line.text.endswith(f"(line {number} corrected)")


def test_each_corrected_line_has_its_own_mark_and_no_other() -> None:
    game = begin()
    game.take_action_and_automatic_steps(duel("r1", "b1"))
    game.answer_with_text("1 1 1")
    dice = game.history.last_line_number
    note = game.add_note("one").number
    begin_correction(game, note, lambda g: g.add_note("two"))
    begin_correction(game, dice, lambda g: g.answer_with_text("1 2 3"))
    begin_correction(game, dice, lambda g: g.answer_with_text("1 3 3"))
    lines = [line for line in list_log_lines(game.history) if line.kind != "taken back"]
    assert [(line.number, line.back) for line in lines[-2:]] == [
        (dice - 1, (f"line {dice} corrected",)),
        (note, (f"line {note} corrected",)),
    ]
    assert lines[-1].text == f"note: two (line {note} corrected)"


# ------------------------------------------------------------------------------------- growing


def test_an_open_action_is_a_line_that_waits() -> None:
    telling = Telling()
    log = MatchLog()
    log.update_and_find_first_change(telling.history)
    telling.act("shoot", unit="u:r1", target="u:b1")
    telling.say(pool("to hit", "66", 4))
    changed = log.update_and_find_first_change(telling.history)
    assert changed == 2, "the last line that was whole is looked at again"
    assert [line.open for line in log.lines] == [False, False, False, True]
    telling.end(pool("through", "66", 4))
    log.update_and_find_first_change(telling.history)
    assert not any(line.open for line in log.lines)
    assert log.lines == list_log_lines(telling.history)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", some(range(6), 3))
def test_growing_is_the_same_as_making_it_anew(seed: int) -> None:
    rng = random.Random(seed)
    game = begin()
    log = MatchLog()
    for _ in range(120):
        _something(game, rng)
        log.update_and_find_first_change(game.history)
        assert log.lines == list_log_lines(game.history)


def test_a_kept_note_is_not_undone_until_its_copy_is_also_as_the_log_grows() -> None:
    """Each of two copies arrives by itself, as at a table that looks in between."""
    game = begin()
    game.take_action_and_automatic_steps(duel("r1", "b1"))
    first = game.history.last_line_number
    notes = [game.add_note(text).number for text in ("one", "two")]
    game.undo_action_or_correction()
    game.undo()
    log, told = MatchLog(), []
    for entry in game.history.list_all_entries():
        history = MatchHistory(game.history.lines[: entry.end])
        log.update_and_find_first_change(history)
        assert log.lines == list_log_lines(history)
        told += [line.taken_back for line in log.lines if line.kind == "taken back"][-1:]
    assert told == [(first, *notes), (first, notes[1]), (first,), (notes[1],)]
    assert [line.taken_back for line in log.lines if line.taken_back] == [(first,), (notes[1],)]


def _something(game: Game, rng: random.Random) -> None:
    try:
        match rng.randrange(9):
            case 0:
                game.undo()
            case 1:
                game.undo_action_or_correction()
            case 2:
                game.redo()
            case 3:
                game.rewind_to_line(rng.randint(1, game.history.entry_count))
            case 4:
                game.add_note("so it was")
            case 5:
                begin_correction(
                    game, rng.randint(4, game.history.entry_count), lambda g: g.add_note("oh")
                )
            case _:
                play_on(game, rng, 1)
    except Refused:
        return


# ------------------------------------------------------------------- how checks of nerve came out


def check_of_nerve(*facts: ev.AnyFact) -> str:
    """Alpha rolls 3 for 5 left and 1 for 1 killed, Dusk 2 for 6 left and 5 for 4 killed."""
    telling = Telling()
    telling.act("next")
    labels = ("r1 Alpha: 5 left", "r1 Alpha: 1 killed", "b2 Dusk: 6 left", "b2 Dusk: 4 killed")
    roll = ev.Rolled(
        key="panic:p", what="panic checks", form="faces", dice=(6,) * 4, result=(3, 1, 2, 5),
        faces=(3, 1, 2, 5), labels=tuple(map(upcast_label, labels)), need=(
            "more for the killed: "
            "panic"
        ),
    )  # fmt: skip
    telling.end(roll, *facts)
    return last(telling).text


def test_a_check_of_nerve_says_who_stood_and_who_did_not() -> None:
    # 3 × 5 = 15 v 1 × 1 = 1, and 2 × 6 = 12 v 5 × 4 = 20; the marker is not said twice.
    panic = ev.MarkerSet(subjects=("u:b2",), marker="panic", value=0)
    assert check_of_nerve(panic) == (
        "panic checks: R1 Alpha calm 15 v 1 (3×5 left, 1×1 killed), "
        "B2 Dusk PANIC 12 v 20 (2×6 left, 5×4 killed)"
    )


def test_who_panics_without_a_roll_is_said_behind_the_checks() -> None:
    panic = ev.MarkerSet(subjects=("u:r2", "u:b2"), marker="panic", value=0)
    assert check_of_nerve(panic).endswith("(2×6 left, 5×4 killed): R2 Bravo PANIC")


def test_who_stands_a_second_check_is_not_called_calm() -> None:
    telling = Telling()
    panic = ev.MarkerSet(subjects=("u:b2",), marker="panic", value=0)
    telling.act("next", panic)
    labels = ("b2 Dusk: 5 left", "b2 Dusk: 1 killed")
    telling.end(
        ev.Rolled(
            key="panic:p", what="panic checks", form="faces", dice=(6, 6), result=(3, 1),
            faces=(3, 1), labels=tuple(map(upcast_label, labels)), need=(
                "more for the killed: "
                "panic"
            ),
        )
    )  # fmt: skip
    assert "B2 still PANIC 15 v 1" in last(telling).text


def test_dice_of_one_unit_that_stand_for_themselves_are_not_added_up() -> None:
    telling = Telling()
    telling.act("next")
    telling.end(
        ev.Rolled(
            key="r", what="recovery", form="faces", dice=(10,) * 4, result=(8, 9, 10, 2),
            labels=(Label("r1 Alpha", subject="u:r1"),) * 3 + (Label("b1 Claws", subject="u:b1"),),
        )
    )  # fmt: skip
    assert last(telling).text == "recovery: R1 Alpha 8 9 10, B1 Claws 2"


def test_the_decisions_of_an_owner_are_told() -> None:
    # Who falls is known from what followed; which kind was hit, from what was said.
    telling = Telling()
    telling.act("shoot", unit="u:r1", target="u:b1")
    telling.say(ev.Chosen(key="deal:hits on:#1", what="hits on", value=(("elite/big-beast", 2),)))
    fell = ev.MarkerSet(subjects=("f:b1.1", "f:b1.2"), marker="down")
    telling.end(ev.Chosen(key="fall:falls:#1", what="falls", value=(("0", 2),)), fell)
    line = last(telling)
    assert [detail.text for detail in line.details] == [
        "hits on: 2 of elite big-beast",
        "falls: 2 plains",
    ]
    assert "hits on: 2 of elite big-beast" in line.text


def test_a_single_test_of_a_sheet_says_its_dice_and_what_is_added() -> None:
    telling = Telling()
    telling.act("next")
    telling.end(
        ev.Rolled(
            key="dice:reaction test:f:r1.1#1", what="reaction test", form="score", dice=(6, 6),
            result=(8,), faces=(4, 3), bonus=1, subject="f:r1.1", side=RED,
        )
    )  # fmt: skip
    assert last(telling).text.endswith("reaction test 4 + 3 + 1 = 8")


def test_the_expectation_stands_behind_the_dice_it_is_of() -> None:
    # Two dice at 4+: 2 × 1/2 = 1 hit expected; the wound that follows is a sum.
    telling = Telling()
    telling.act("shoot", unit="u:r1", target="u:b1")
    telling.say(pool("to hit", "61", 4))
    telling.end(
        ev.Rolled(
            key="w", what="wound", form="score", dice=(6, 6), result=(11,), side=RED,
            subject="u:r1", target="u:b1",
        )
    )  # fmt: skip
    assert last(telling).text == "R1 Alpha ▸ B1 Claws: 2 dice 1 hit (expected 1.0), wound 11"
