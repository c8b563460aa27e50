"""Late lines after late lines that were undone: every line counts once."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.application.match_records.making import record
from tests.application.match_records.test_round_trip import brought
from tests.gamefile.kit import shipped
from tests.profiles import examples
from tests.saying import refused, say
from tracker.application.correcting import late_action_insert
from tracker.application.correcting.correction_preview import preview_correction
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.correction_replay import ReplayRules
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.testing.random_games import make_book, reopen_game
from tracker.vocabulary.events import Version

RED = "8 riflemen\n1 tank"
BLUE = "Horde: 10 orcs"
PLAYED = ("r1 > b1 4+ : =2", "r2 moves 6", "next : r 2", "vp red 1", "r2 moves 5")


def any_game(*lines: str) -> Game:
    """The attack is line 5 with its dice, the moves are lines 7 and 11."""
    book = make_book(shipped("free"), random.Random(1))
    game = book.begin_match("free", [Entrant("Red", RED), Entrant("Blue", BLUE)])
    say(game, *(lines or PLAYED))
    return game


def lines_of(game: Game) -> list[str]:
    return [line.text for line in list_log_lines(game.history) if line.kind != "taken back"]


def points(game: Game) -> tuple[int, int]:
    """The turn and the points of Red."""
    return game.match.turn, sum(game.state.points.values())


def test_after_an_undone_late_line_another_one_counts_once() -> None:
    game = any_game()
    before = lines_of(game)
    say(game, "b1 moves 6 late before 7", "undo")
    done = say(game, "r1 -1 late before 5")
    assert done.messages == (
        "Entered now and marked as late: before line 5 the action would change later lines: "
        "line 6, 8 dice to hit.",
    )
    assert lines_of(game)[:-1] == before
    assert points(game) == points(reopen_game(game)) == (2, 3)  # 2 in turn 1, then 1 by hand
    say(game, "undo")
    assert lines_of(game) == before


def test_a_late_line_entered_now_brings_nothing_back_that_was_undone() -> None:
    """Line 11 is undone by hand after the late line."""
    game = any_game()
    say(game, "b1 moves 6 late before 7", "undo to 10", "r1 -1 late before 5")
    assert sum("moves 5" in line for line in lines_of(game)) == 0
    assert points(game) == (2, 3)


def test_points_entered_after_an_undo_bring_nothing_back() -> None:
    game = any_game()
    say(game, "b1 moves 6 late before 7", "undo to 9")
    before = lines_of(game)
    say(game, "vp red 1")
    assert lines_of(game)[:-1] == before
    assert points(game) == (2, 3)  # line 10 stays undone


def test_undo_takes_back_only_the_line_entered_after_undo_to() -> None:
    """The turn began by itself in line 4, which a match of an earlier version undid, too."""
    game = any_game()
    game.rewind_to_line(3)
    before = lines_of(game)
    say(game, "b1 -1", "undo")
    assert lines_of(game) == before


def test_undoing_an_open_action_names_the_lines_entered_meanwhile() -> None:
    """The attack is line 5, its hits are line 6. Both sides score before its wounds."""
    game = any_game("r1 > b1 3d6 4+ / 4+ : =2", "vp red 3", "vp blue 5")
    assert say(game, "undo action").messages == (
        "Undone: line 5, r1 attacks b1 3d6 4+ / 4+, and 1 more after it; "
        "line 7, Red +3 VP, entered by hand; line 8, Blue +5 VP, entered by hand.",
    )


def test_undo_to_keeps_the_automatic_step_that_follows() -> None:
    """Turn 1 began by itself in line 4, after the setup; nothing else is left to undo then."""
    game = any_game()
    done = say(game, "undo to 3")
    assert done.messages == ("Undone: line 5, r1 attacks b1 4+, and 6 more after it.",)
    assert game.match.turn == 1
    before = lines_of(game)
    say(game, "redo", "undo to 3")
    assert lines_of(game) == before
    again = say(game, "undo to 3")
    assert again.messages == ("The game is already at that line; nothing was undone.",)


def test_a_late_line_of_a_lost_unit_says_that_it_has_no_figures() -> None:
    game = any_game("r2 -1")
    assert refused(game, "r2 -1 late") == (
        "Nothing was entered, because before line 5 the action would change later lines: line 5,"
        " r2 -1. The action does not fit now, either: R2 Tank has no figures left: type `r2 +1` to"
        " return one figure."
    )


def test_a_late_line_that_takes_the_target_of_a_later_line_is_entered_now() -> None:
    """The attack in line 5 is at B1, of which all ten figures would have fallen before."""
    game = any_game("r1 > b1 4+ : =2")
    done = say(game, "r1 > b1 12d6 4+ late before 5 : =10")
    assert done.messages == (
        "Entered now and marked as late: before line 5 the action would change later lines: "
        "line 5, r1 attacks b1 4+.",
    )


def test_a_late_line_that_fits_nowhere_says_that_nothing_was_entered() -> None:
    """Before line 5, all of B1 would fall, which attacks in line 6; R2 fell in line 8."""
    game = any_game("r2 moves 6", "b1 > r1 3d6 4+ : =1", "r2 -1")
    before = lines_of(game)
    assert refused(game, "r2 > b1 12d6 4+ late before 5 : =10") == (
        "Nothing was entered, because before line 5 the action would change later lines: line 6,"
        " b1 attacks r1 3d6 4+; line 7, 3 dice to hit. The action does not fit now, either: 1"
        " answer is left over: no question asks for =10."
    )
    assert lines_of(game) == before


def test_a_corrected_late_line_keeps_its_mark() -> None:
    """The late line is line 13. As an action of Red, it is another action, which was not late."""
    game = any_game()
    say(game, "b1 moves 6 late before 7")
    preview_correction(game, 13, "b1 moves 5").save_correction()
    preview_correction(game, 13, "b1 moves 4").save_correction()
    assert 'B1 Horde moves 4" (late) (line 13 corrected)' in lines_of(game)
    book = make_book(shipped("free"), random.Random(2))
    assert lines_of(brought(record(game), book)[0]) == lines_of(game)
    preview_correction(game, 13, "r1 moves 4").save_correction()
    assert 'R1 Riflemen moves 4" (line 13 corrected)' in lines_of(game)


def test_two_late_lines_are_undone_one_by_one() -> None:
    game = any_game()
    first = lines_of(game)
    say(game, "b1 moves 6 late before 7")
    second = lines_of(game)
    say(game, "b1 moves 3 late before 7")
    third = lines_of(game)
    assert len(third) == len(second) + 1 == len(first) + 2
    for undo in ("undo action", "undo"):
        for expected in (second, first):
            say(game, undo)
            assert lines_of(game) == lines_of(reopen_game(game)) == expected
        for expected in (second, third):
            say(game, "redo")
            assert lines_of(game) == expected


def test_a_record_of_an_earlier_program_is_played_as_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It replayed the later lines of the undone late line once more: a turn, 2 and 1 points."""
    with monkeypatch.context() as patch:
        patch.setattr(
            Game, "replay", ReplayRules(ends_once=False, continues=False, skips_undone=False)
        )
        game = any_game()
        say(game, "b1 moves 6 late before 7", "undo", "r1 -1 late before 5")
        text = record(game)
    assert points(game)[0] == 3
    again, _ = brought(text)
    assert again.history.lines == game.history.lines


def test_a_second_late_line_waits_for_the_dice_of_the_first() -> None:
    """Undone once, the shot's dice are open, and lines 5 to 11 are not replayed yet."""
    game = any_game()
    before = lines_of(game)
    say(game, "r2 > b1 3d6 4+ late before 5 : 555")
    inserted = lines_of(game)
    say(game, "undo")
    for late in ("r1 -1 late before 4", "r1 -1 late before 5", "r1 -1 late"):
        assert refused(game, late) == (
            "Answer the open question first. The correction then replays 5 later lines. "
            "To cancel the correction, undo."
        )
    say(game, "answer : 555")
    assert lines_of(game)[-len(before) + 3 :] == inserted[-len(before) + 3 :]
    assert points(game) == (2, 3)
    say(game, "undo", "undo")
    assert lines_of(game) == before


@pytest.mark.parametrize("number", range(4, 12))
def test_a_late_line_can_name_any_line_of_play(number: int) -> None:
    """Line 4 begins turn 1, 5 and 6 are an attack, 8 and 9 end the turn, 10 are points."""
    game = any_game()
    say(game, f"b1 moves 3 late before {number}")
    assert points(game) == (2, 3)
    assert sum("Horde moves 3" in line for line in lines_of(game)) == 1


def test_before_the_first_step_is_the_start_of_turn_1() -> None:
    done = say(any_game(), "b1 moves 3 late before 4")
    told = "The action was inserted where it belongs: at the start of turn 1 (before line 4)."
    assert done.messages == (told,)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_late_line_cannot_precede_the_setup(number: int) -> None:
    assert refused(any_game(), f"b1 moves 3 late before {number}") == (
        f"Line {number} belongs to the set-up. Choose line 4 or a later one."
    )


def test_while_nothing_has_been_played_a_late_line_has_no_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Rules may begin nothing automatically, so that the forces are the last lines."""
    game = any_game()
    monkeypatch.setattr(late_action_insert, "find_game_start", lambda _: game.version)
    assert refused(game, "b1 moves 3 late before 2") == (
        "Line 2 belongs to the set-up. Leave out `before 2`."
    )


def find_origin(game: Game, version: Version) -> Version:
    """The version of the line that a version repeats, from correction to correction."""
    while repeats := getattr(game.history.get_entry_beginning_at(version).input, "repeats", None):
        version = repeats
    return version


def find_origins(game: Game) -> list[Version]:
    """The first version of every line that counts and that people entered."""
    entries = game.history.list_entries_on_path()
    return [find_origin(game, entry.version) for entry in entries if not entry.is_automatic]


LINES = (
    *("undo", "undo action", "redo", "undo to {}", "answer : 555"),
    *("vp red 1", "r2 moves 5", "next : r 2", "b1 -1", "r1 > b1 3d6 4+"),
    *("b1 moves 6 late before {}", "r1 -1 late before {}"),
    *("r2 > b1 3d6 4+ late before {}", "r2 > b1 3d6 4+ late before {} : 555"),
)


@examples(6)
@given(st.integers(0, 1_000_000))
def test_no_line_is_lost_or_counts_twice(seed: int) -> None:
    """A new line brings no undone line back, and an undone step comes back whole."""
    rng, game = random.Random(seed), any_game()
    for _ in range(14):
        number = rng.choice(game.history.list_entries_on_path()).number
        line = rng.choice(LINES).format(number)
        before, version, state = find_origins(game), game.version, game.state.fork_state()
        done = play_line(game, line)
        assert done.leftover or done.error is None or game.version == version
        now = find_origins(game)
        assert len(now) == len(set(now))
        again = reopen_game(game)
        assert (again.state, again.pending) == (game.state, game.pending)
        if line.startswith("undo") and done.entries:
            if line in {"undo", "undo action"}:
                say(game, "redo")
                assert (find_origins(game), game.state) == (before, state)
                say(game, line)
        elif done.entries and not line.startswith(("redo", "answer", "undo")):
            assert all(found in before or found > version for found in now)
            told = "no longer in the game" in " ".join(done.messages).lower()
            assert told or game.pending is not None or set(before) <= set(now)


@pytest.mark.parametrize("words", ["late before 7", "before 7 late"])
def test_the_words_late_and_before_mean_the_same_in_either_order(words: str) -> None:
    game = any_game()
    (message,) = say(game, f"b1 moves 6 {words}").messages
    assert message == "The action was inserted where it belongs: turn 1, play (before line 7)."
    assert "Line 99 is not part" in str(refused(game, f"b1 moves 6 {words.replace('7', '99')}"))
