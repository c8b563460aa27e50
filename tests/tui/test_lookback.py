"""Looking back: any line, the table as it stood there; it changes nothing until asked."""

from __future__ import annotations

import pytest

from tests.tui.kit import TO_SHOOT, Stage, at_table, begin, book
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.vocabulary.events import Noted
from tui.look_back.look_back_panels import split_action_and_result

PLAYED = (*TO_SHOOT, "r1 > b2 soft : 4516234612 / 426512 / -3", "r2 > b1 open : -18")


@pytest.mark.thorough
def test_the_table_as_it_stood_after_each_line() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("t")
        rows = stage.text.splitlines()
        assert rows[0].startswith(" LOOKING BACK: line ")
        assert "turn 1, shoot" in rows[0]
        assert "−3" in stage.text
        await stage.named("left", "left")
        # Before Alpha's volley nobody is to be removed.
        assert "−3" not in stage.text
        assert "11/11" in stage.text
        await stage.press("⎋")
        assert "−3" in stage.text

    at_table(story, PLAYED)


def test_the_last_line_has_the_same_number_as_at_the_table() -> None:
    """The automatic entries at the start of a game have no line in the log."""

    async def story(stage: Stage) -> None:
        assert "line 5 saved" in stage.text
        await stage.press("t")
        assert "the game is at line 5" in stage.text
        assert " of 5" in stage.text

    at_table(story)


@pytest.mark.thorough
def test_the_first_row_is_in_reverse() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("t")
        rows = [list(strip) for strip in stage.strips()]
        assert "LOOKING BACK" in "".join(segment.text for segment in rows[0])
        assert all(segment.style is not None and segment.style.reverse for segment in rows[0])
        assert not any(segment.style and segment.style.reverse for segment in rows[3])

    at_table(story, PLAYED)


@pytest.mark.thorough
def test_digits_and_letters_of_the_table_do_nothing_here() -> None:
    async def story(stage: Stage) -> None:
        before = stage.table.game.version
        await stage.press("t")
        shown = stage.text
        await stage.press("123456s")
        assert stage.text == shown
        assert stage.table.game.version == before
        await stage.press("⎋")
        assert stage.table.prompt.typed_text == ""

    at_table(story, PLAYED)


@pytest.mark.thorough
def test_going_on_from_a_line_asks_once_and_can_be_returned() -> None:
    async def story(stage: Stage) -> None:
        game = stage.table.game
        before = game.state.fork_state()
        await stage.press("t")
        await stage.named("left")
        await stage.press("b")
        assert "The line after it will be undone" in stage.text
        await stage.press("⎋")
        assert game.state == before
        await stage.press("by")
        assert "LOOKING BACK" not in stage.text
        assert game.match.mark("u:r2", "fired") is None
        await stage.press("U")
        assert game.state == before

    at_table(story, PLAYED)


def test_the_table_says_what_was_undone_in_looking_back() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("t")
        await stage.named("left")
        await stage.press("by")
        assert "✓ 1 line is undone. Press U to redo it." in stage.text

    at_table(story, PLAYED)


@pytest.mark.thorough
def test_a_note_about_an_old_line() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("t")
        await stage.named("left")
        await stage.press("'")
        await stage.press("from behind the mill⏎")
        assert "The note is saved." in stage.text
        await stage.press("⎋")

    game = at_table(story, PLAYED)
    note = next(
        e.input for e in game.history.iterate_path_entries_backwards() if isinstance(e.input, Noted)
    )
    assert note.text == "from behind the mill"
    assert note.about is not None
    about = game.history.get_entry_beginning_at(note.about)
    assert getattr(about.input, "action", "") == "shoot"


def test_phases_turns_and_ends() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("t")
        await stage.named("home")
        assert "LOOKING BACK: line 1," in stage.text
        await stage.named("pagedown")
        first = stage.text.splitlines()[0]
        assert "line 1," not in first
        await stage.named("end")
        assert "turn 1, shoot" in stage.text.splitlines()[0]
        await stage.press("[")
        assert "impetus" in stage.text.splitlines()[0]

    at_table(story, PLAYED)


def test_what_was_taken_back_is_folded_here_too() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("uut")
        assert "undone" in stage.text
        assert "x shows" in stage.text
        await stage.press("x")
        assert "x hides" in stage.text
        shown = stage.text
        await stage.press("x")
        assert stage.text != shown
        await stage.press("q")
        assert "LOOKING BACK" not in stage.text

    at_table(story, PLAYED)


@pytest.mark.thorough
def test_a_new_search_takes_the_place_of_the_old_one() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("t/T1 dusk⏎")
        assert "with T1 dusk" in stage.text
        await stage.press("/alpha⏎")
        assert "with alpha:" in stage.text
        await stage.press("/")
        await stage.named("up")
        assert "alpha" in stage.text.splitlines()[-2]
        await stage.press("⎋/3⏎")
        assert stage.text.startswith(" LOOKING BACK: line 3,")

    at_table(story, PLAYED)


@pytest.mark.parametrize(
    ("answers", "came"),
    [
        (("-1", "-6"), "1 die 0 hit | 6 dice 0 hit"),
        (("-1", "=1", "-1"), "1 die 0 hit | 1 die 0 through"),
        (("-1", "=2", "=2", "-1"), "1 die 0 hit | 1 to remove"),
    ],
)
def test_what_came_of_two_guns_is_told_of_both(answers: tuple[str, ...], came: str) -> None:
    """Destroyer at Stalker, heavy repeater at Claw pack: one line, two attacks."""
    kept = book()
    game = begin(kept, TO_SHOOT)
    play_line(game, "r3 > b3 open with destroyer | r3 > b1 soft with heavy-repeater")
    for answer in answers:
        assert play_line(game, f"answer : {answer}").error is None
    line = next(each for each in reversed(list_log_lines(game.history)) if "Hammer" in each.text)
    assert split_action_and_result(line) == ("R3 Hammer ▸ B3 Stalker", came)


def test_a_narrow_first_row_keeps_its_two_halves_apart() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("t")
        assert " the game is at line" in stage.text.splitlines()[0]

    at_table(story, (*TO_SHOOT, "r1 > b2 soft : -10"), size=(60, 20))
