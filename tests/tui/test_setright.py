"""Set right by hand: the form, the table check, the outcome only; typed dice are kept."""

from __future__ import annotations

import pytest

from tests.profiles import some
from tests.tui.kit import TO_SHOOT, Stage, act, at_table, begin_figures, book
from tests.tui.test_correct import TWO_TURNS
from tests.tui.test_groups import HERO_ACTS
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.game import Game
from tracker.procedures.pieces.manual_adjustments.adjustable_property import (
    make_choice_row,
    make_number_row,
)
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import make_figure_id, make_side_id, make_unit_id
from tui.correcting.adjustment_sheet import parse_row_value
from tui.widgets.text_fields import TextField, TextFieldList

ROLL = (*TO_SHOOT, "r1 > b2 soft")
PLAYED = (*TO_SHOOT, "r1 > b1 open : 4516234612 / 42651266 / 46215")


def figures(game: Game, unit: str) -> int:
    return len(game.match.figures(make_unit_id(unit)))


def corrections(game: Game) -> list[ev.Corrected]:
    return [
        e.input for e in game.history.list_entries_on_path() if isinstance(e.input, ev.Corrected)
    ]


# ------------------------------------------------------------------------------------ the form


@pytest.mark.thorough
def test_one_unit_is_set_right_and_half_typed_dice_are_there_again() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("4516")
        await stage.press("!⇥1-1⏎")  # Blue's first unit, a figure fewer
        assert "4 5 1 6" in stage.text
        assert "Claw pack −1 (9 left), fixed by hand" in " ".join(stage.text.split())
        await stage.press("234612⏎")
        assert "THROUGH" in stage.text

    game = at_table(story, ROLL)
    assert figures(game, "b1") == 9
    assert len(corrections(game)) == 1


@pytest.mark.thorough
def test_a_free_roll_just_made_stands_as_the_reason() -> None:
    """4+: is it in cover? Five: yes. What is set right by hand next goes back to that roll."""

    async def story(stage: Stage) -> None:
        await stage.press("R4+ one stays?⏎5⏎")
        await stage.press("!⇥1-1")
        assert "# one stays? 5 (4+): yes" in " ".join(stage.text.split())
        await stage.press("⏎")
        await stage.press("!⇥1-1")
        assert "one stays" not in stage.text.splitlines()[-3]  # it backs one ruling

    game = at_table(story, TO_SHOOT)
    (corrected,) = corrections(game)
    assert "one stays?" in corrected.reason


@pytest.mark.thorough
@pytest.mark.parametrize(
    "keys", some(["'from behind the mill⏎", "'*from behind⏎", "t'mill⏎⎋", "t*⎋"])
)
def test_half_typed_dice_are_there_again_after_a_note_or_a_star(keys: str) -> None:
    async def story(stage: Stage) -> None:
        await stage.press("4516")
        await stage.press(keys)
        assert "4 5 1 6" in stage.text
        assert isinstance(stage.table.game.history.list_entries_on_path()[-1].input, ev.Noted)
        await stage.press("234612⏎")
        assert "THROUGH" in stage.text

    at_table(story, ROLL)


@pytest.mark.thorough
def test_several_rows_are_one_entry_with_its_reason() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("!⇥1")
        await stage.press("8")  # figures: 8, where 10 stand
        await stage.named("down", "down")
        await stage.press("1")  # PANIC since turn 1
        assert "fix b1 figures -2 | fix b1 panic 1" in stage.text
        await stage.press("#counted anew⏎")

    game = at_table(story, TO_SHOOT)
    (corrected,) = corrections(game)
    assert corrected.reason == "counted anew"
    assert len(corrected.facts) == 2
    assert figures(game, "b1") == 8
    assert game.match.mark(make_unit_id("b1"), "panicked") == 1


def test_a_lost_gun_is_given_back_in_the_form() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("!3")
        await stage.named("home", *["down"] * 17)
        assert "▸   destroyer" in stage.text
        assert "lost" in stage.text
        await stage.named("left")
        await stage.press("⏎")

    game = at_table(story, (*TO_SHOOT, "fix r3 gun destroyer"))
    assert game.match.figure(make_figure_id("r3", 1)).lost == ()


@pytest.mark.thorough
def test_who_came_late_is_counted_in_the_form() -> None:
    """End is the last row: of Alpha, of whom riflemen join; of the sides, Blue's last profile."""

    async def story(stage: Stage) -> None:
        await stage.press("!1")
        await stage.named(*["down"] * 40)
        assert "▸   added: " in stage.text
        await stage.press("2⏎")
        await stage.press("!v")
        await stage.named(*["down"] * 40)
        assert "▸   new unit: " in stage.text
        await stage.press("+3⏎")

    game = at_table(story, TO_SHOOT)
    joined = [figure for figure in game.state.figures.values() if figure.joined]
    assert [figure.unit for figure in joined] == [make_unit_id("r1")] * 2 + [make_unit_id("b4")] * 3
    assert (
        len(game.match.figures(make_unit_id("r1"))) == game.match.unit(make_unit_id("r1")).started
    )


def test_victory_points_and_phase_have_rows() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("!v+2⏎")
        assert stage.table.game.match.points(make_side_id("r")) == 2
        await stage.press("!pmove⏎")
        assert stage.table.game.match.phase == "move"

    at_table(story, TO_SHOOT)


@pytest.mark.parametrize("keys", ["!⎋", "!1⎋", "!1+1⎋", "!0⎋", "!0-1⎋", "!0⏎", "!1⏎"])
def test_leaving_it_or_changing_nothing_writes_nothing(keys: str) -> None:
    async def story(stage: Stage) -> None:
        before = stage.table.game.version
        await stage.press(keys)
        await stage.press("⎋⎋")
        assert stage.table.game.version == before

    at_table(story, TO_SHOOT)


def test_what_cannot_be_is_said_and_not_written() -> None:
    async def story(stage: Stage) -> None:
        before = stage.table.game.version
        await stage.press("!1+1⏎")  # nobody of Alpha is lost
        assert "figures: a number from 0 to 8, or +1" in stage.text
        assert "Nothing was entered" in stage.text
        assert stage.table.game.version == before
        await stage.press("⌫⌫-1⏎")
        assert figures(stage.table.game, "r1") == 7

    at_table(story, TO_SHOOT)


def test_a_row_with_a_refused_number_is_not_left() -> None:
    async def story(stage: Stage) -> None:
        before = stage.table.game.version
        await stage.press("!010")
        await stage.named("down")
        assert "× figures: a number from 0 to 8, or +1" in stage.text
        assert "Correct the marked row first." in stage.text
        await stage.press("n")
        assert "Nothing was entered" in stage.text
        assert stage.table.game.version == before

    at_table(story, TO_SHOOT)


def test_a_strict_game_asks_for_the_reason() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("!1-1⏎")
        assert "Give a reason for the correction" in stage.text
        await stage.press("it fell off⏎")
        assert "fixed by hand: it fell off" in " ".join(stage.text.split())

    at_table(story, TO_SHOOT, mode="strict")


# ----------------------------------------------------------------------------------- catch up


@pytest.mark.thorough
def test_the_table_check_sets_everything_in_one_entry() -> None:
    """Shouting, and the scribe has lost the thread: figures, marks and VP of all in one go."""

    async def story(stage: Stage) -> None:
        before = len(stage.table.game.history.list_entries_on_path())
        await stage.press("!0-2")  # Alpha
        await stage.named("down", "right")
        await stage.press("2")  # Bravo: 2 to remove
        await stage.named("down", "down", "right")
        await stage.press("1")  # Claw pack: PANIC since turn 1
        await stage.named("down", "down", "down", "left", "left")
        await stage.press("+3")  # Red's VP
        assert "4 changed" in stage.text
        await stage.press("⏎")
        assert len(stage.table.game.history.list_entries_on_path()) == before + 1

    game = at_table(story, TO_SHOOT)
    assert figures(game, "r1") == 6
    marked = [f for f in game.match.figures(make_unit_id("r2")) if game.match.has(f, "to_remove")]
    assert len(marked) == 2
    assert game.match.mark(make_unit_id("b1"), "panicked") == 1
    assert game.match.points(make_side_id("r")) == 3
    (corrected,) = corrections(game)
    values = [fact for fact in corrected.facts if not _tally(fact)]
    assert len(values) == 4  # a fact a changed value


def _tally(fact: ev.AnyFact) -> bool:
    """How many were killed in this phase goes with those to remove."""
    return isinstance(fact, ev.MarkerSet) and fact.marker == "killed"


def test_a_half_is_closed_by_its_outcome_only() -> None:
    """Alpha's roll waits and two units are left; what came of it all is set, and Blue is next."""

    async def story(stage: Stage) -> None:
        assert stage.table.game.match.clock.side == make_side_id("r")
        await stage.press("!0")
        await stage.named("down", "down", "down")
        await stage.press("-4")
        await stage.press("n")
        game = stage.table.game
        assert figures(game, "b1") == 6
        assert game.match.clock.side != make_side_id("r") or game.match.phase != "shoot"

    at_table(story, ROLL)


def test_figures_are_checked_one_a_row() -> None:
    kept = book("combat-zone")
    begin_figures(kept, HERO_ACTS)

    async def story(stage: Stage) -> None:
        await stage.press("!0")
        await stage.named("right")
        await stage.press("re")  # Brakk: recovered instead of PANIC
        assert "fix r11 recovered" in stage.text
        await stage.press("⏎")

    act(story, kept, game="m1")
    game = kept.open_game("m1")
    brakk = make_figure_id("r1", 1)
    assert game.match.has(brakk, "recovered")
    assert not game.match.has(brakk, "panic")


# ------------------------------------------------------------------------------- outcome only


def test_an_action_is_closed_by_its_outcome_only() -> None:
    """Two are to remove, whatever was rolled: half-typed dice are gone with the roll."""

    async def story(stage: Stage) -> None:
        await stage.press("45o")
        await stage.press("2⏎")
        game = stage.table.game
        assert game.pending is None
        assert game.match.has(make_unit_id("r1"), "fired")
        marked = [
            f for f in game.match.figures(make_unit_id("b2")) if game.match.has(f, "to_remove")
        ]
        assert len(marked) == 2
        assert "by hand" in list_log_lines(game.history)[-1].text

    at_table(story, ROLL)


def test_an_outcome_that_is_none_is_refused_and_the_dice_stay() -> None:
    async def story(stage: Stage) -> None:
        before = stage.table.game.version
        await stage.press("45o")
        await stage.press("x⏎")
        assert "!x is not an outcome" in stage.text
        assert "4 5" in stage.text
        assert stage.table.game.version == before

    at_table(story, ROLL)


def test_a_sheet_of_panic_checks_is_closed_by_its_outcome() -> None:
    """No losses come of it: the form asks how they stand now."""
    lines = (*PLAYED, "r2 > b2 soft : -18", "next", "next")

    async def story(stage: Stage) -> None:
        game = stage.table.game
        assert game.pending is not None
        assert game.pending.request.what == "panic checks"
        await stage.press("o")
        assert "outcome only, without dice" in stage.text
        await stage.press("⏎")  # calm, nothing to be set
        assert "panic checks" not in stage.text.split("log")[0]
        assert not game.match.has(make_unit_id("b1"), "panicked")

    at_table(story, lines)


def test_a_roll_of_nobody_s_has_no_outcome_but_what_stands() -> None:
    """The form lists everybody; leaving it leaves the roll, which still waits."""

    async def story(stage: Stage) -> None:
        await stage.press("r4+ cover⏎")
        await stage.press("o")
        assert "outcome only, without dice" in stage.text
        await stage.press("⎋45")
        assert "4 5" in stage.text

    at_table(story, TO_SHOOT)


def test_a_form_without_changes_leaves_a_free_roll_open() -> None:
    """No action waits for a free roll, so nothing ends and no log line is written."""

    async def story(stage: Stage) -> None:
        before = stage.table.game.version
        await stage.press("R4+ cover⏎o⏎")
        assert "Nothing was changed, so the roll is still open." in stage.text
        assert stage.table.game.version == before
        await stage.press("⎋45")
        assert "4 5" in stage.text
        assert "by hand" not in stage.text

    at_table(story, TO_SHOOT)


def test_what_only_tells_how_things_are_has_no_tick() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("w")
        assert "· No roll is open. During a roll, w explains the number needed." in stage.text
        await stage.press("z")
        assert "· `z` is not a key here. Press ? for a list of keys" in stage.text
        await stage.press("1")
        assert "is no key here" not in stage.text

    at_table(story, TO_SHOOT)


@pytest.mark.thorough
def test_nothing_to_close() -> None:
    async def story(stage: Stage) -> None:
        before = stage.table.game.version
        await stage.press("o")
        assert "No question is open" in stage.text
        assert stage.table.game.version == before

    at_table(story, TO_SHOOT)


@pytest.mark.thorough
def test_catching_up_in_the_middle_of_a_played_game() -> None:
    """Marks, losses and a roll that waits: a sheet with nothing changed writes nothing."""

    async def story(stage: Stage) -> None:
        before = stage.table.game.version
        await stage.press("!0")
        assert "table check" in stage.text
        await stage.press("⏎")
        assert stage.table.game.version == before

    at_table(story, TWO_TURNS)


# -------------------------------------------------------------------------------- what is typed


def test_what_may_be_typed_in_a_row() -> None:
    eight = make_number_row("u:r1", "figures", 6, 8, lambda n: f"fix r1 figures {n - 6:+d}")
    assert [parse_row_value(eight, text) for text in ("7", "+1", "++", "-2", "-", "8", "0")] == [
        "7",
        "7",
        "8",
        "4",
        "5",
        "8",
        "0",
    ]
    assert [parse_row_value(eight, text) for text in ("9", "+3", "x", "--1", "-7")] == [None] * 5
    on = make_choice_row(
        "u:r1", "moved", "yes", (("–", "fix r1 moved off"), ("yes", "fix r1 moved"))
    )
    assert [parse_row_value(on, text) for text in ("0", "1", "y", "n")] == ["–", "yes", "yes", None]
    reaction = make_choice_row("f:r1.1", "reaction", "–", (("–", "steady"), ("PANIC", "panic")))
    assert [parse_row_value(reaction, text) for text in ("p", "panic", "0", "+", "2")] == [
        "PANIC",
        "PANIC",
        "–",
        "PANIC",
        None,
    ]


def test_fields_replace_or_mend() -> None:
    fields = TextFieldList([TextField("hit", "4516"), TextField("save", "46")])
    fields.handle_key("tab", None)
    for character in "42":
        fields.handle_key(character, character)
    assert fields.current_field.text == "42"
    assert fields.current_field.is_changed
    fields.handle_key("shift+tab", None)
    fields.handle_key("left", None)
    fields.handle_key("backspace", None)
    fields.handle_key("3", "3")
    assert fields.current_field.text == "4536"
    fields.handle_key("home", None)
    fields.handle_key("delete", None)
    assert fields.current_field.text == "536"
    assert not fields.handle_key("f5", None)


def test_units_of_a_roster_join_the_side_that_is_shown() -> None:
    """Red Dusk comes to Blue a second time: three units of 10, 11 and 1 behind b3."""

    async def story(stage: Stage) -> None:
        await stage.press("!⇥jnowhere.toml⏎")
        assert "nowhere.toml cannot be read: no such file or directory." in stage.text
        await stage.press("j red-dusk # they were in the woods⏎")

    game = at_table(story, TO_SHOOT)
    assert [figures(game, f"b{n}") for n in range(1, 7)] == [10, 11, 1, 10, 11, 1]
    (corrected,) = corrections(game)
    assert corrected.reason == "they were in the woods"
