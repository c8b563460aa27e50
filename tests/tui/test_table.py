"""Stories at the table: keys pressed, what stands on the screen, what stands in the book."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image
from textual.events import Key
from textual.widgets import Input

from tests.tui.kit import (
    SET_UP,
    TO_MOVE,
    TO_SHOOT,
    VOLLEY,
    Stage,
    at_table,
    begin,
    book,
    both_sizes,
)
from tracker.application.errors import LedgerError
from tracker.application.photo_storage import load_photos_by_note
from tracker.procedures.runners.live_table_runner import ReplayMismatch, TableRunner
from tracker.vocabulary.events import ActionTaken, Corrected, Noted, Rolled
from tui.ending.ending_screen import EndingScreen
from tui.home.home_screen import HomeScreen
from tui.home.new_game_screen import NewGameScreen
from tui.key_bindings import KEYS
from tui.look_back.look_back_screen import LookBackScreen
from tui.screen_base_classes import find_command_handler
from tui.table.table_screen import TableScreen
from tui.views.searchable_log_lines import GameLogView
from tui.widgets.command_palette import Palette, make_title_with_synonyms
from tui.widgets.help_dialog import KeysDialog


@both_sizes
def test_a_volley_from_the_first_key_to_the_last_casualty(size: tuple[int, int]) -> None:
    async def story(stage: Stage) -> None:
        await stage.press("12s⏎")
        assert "TO HIT   10 dice   need 3+" in stage.text
        assert "Regular 3+" in stage.text
        await stage.press("451623")
        assert "6 of 10 dice, 4 hits" in stage.text
        assert "r1 > b2 soft : 451623" in stage.text
        await stage.press("4612⏎")
        # 4 5 6 3 4 6 are 3 or more: six go on to "through".
        assert "THROUGH   6 dice" in stage.text
        assert "6 hits" in stage.text
        await stage.press("426512⏎")
        # 4 6 5 are 4 or more: three saves, of which Blue rolls none (a 6 is needed).
        assert "SAVE   3 dice" in stage.text
        await stage.press("-3⏎⏎")
        assert "−3" in stage.text

    game = at_table(story, TO_SHOOT, size=size)
    rolls = [e.input for e in game.history.list_entries_on_path() if isinstance(e.input, Rolled)][
        -3:
    ]
    assert [(roll.what, len(roll.dice)) for roll in rolls] == [
        ("to hit", 10),
        ("through", 6),
        ("save", 3),
    ]


@pytest.mark.thorough
def test_enter_on_the_number_pad_is_enter() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("12s⏏")
        assert "TO HIT" in stage.text

    at_table(story, TO_SHOOT)


def test_a_pasted_line_of_dice_is_typed() -> None:
    async def story(stage: Stage) -> None:
        from textual.events import Paste

        stage.app.screen.post_message(Paste("4 5 1 6 2\n3 4 6 1 2"))
        await stage.settle()
        assert "10 of 10 dice, 6 hits" in stage.text

    at_table(story, (*TO_SHOOT, "r1 > b2 soft"))


def test_the_line_is_written_after_a_colon_and_found_again_with_up() -> None:
    async def story(stage: Stage) -> None:
        await stage.press(":")
        await stage.press("r2 moves⏎")
        assert "moved" in stage.text
        await stage.press(":")
        await stage.named("up", "enter")
        assert "Bravo has moved" in stage.text or "moved" in stage.text

    game = at_table(story, TO_MOVE)
    assert game.match.has("u:r2", "moved")


@pytest.mark.parametrize("line", ["r3 > b1 open", "r1 > b2 soft"])
def test_keys_before_a_line_are_no_dice_of_the_roll_that_it_asks_for(line: str) -> None:
    """The line shows the keys in words; typing over them leaves nothing at the prompt."""

    async def story(stage: Stage) -> None:
        await stage.press("2:")
        await stage.named("ctrl+u")
        await stage.press(f"{line}⏎")
        assert "0 of" in stage.text
        assert stage.table.prompt.typed_text == ""

    at_table(story, TO_SHOOT)


def test_the_key_of_an_action_without_a_unit_asks_for_its_number() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("m")
        assert "Type the number of a unit first: 1m moves." in stage.text
        await stage.press("z")
        assert "`z` is not a key here." in stage.text

    at_table(story, TO_MOVE)


def test_a_photo_from_a_file_becomes_a_line_and_an_open_question_stays(tmp_path: Path) -> None:
    Image.new("RGB", (64, 48), (200, 0, 0)).save(tmp_path / "ridge.jpg", "JPEG")
    (tmp_path / "not.jpg").write_text("no picture")

    async def story(stage: Stage) -> None:
        await stage.press("1f2⏎")
        await stage.named("f5")
        await stage.press("~nobody-here/a.jpg⏎")
        assert "~nobody-here/a.jpg cannot be read: no such file" in stage.text
        await stage.named("ctrl+u")
        await stage.press(f"{tmp_path}/not.jpg⏎")
        assert "The picture cannot be read" in stage.text
        for _ in "not.jpg":
            await stage.named("backspace")
        await stage.press("ridge.jpg⏎")
        assert "photo. To see it, press F4, then h for a page with it." in stage.text
        assert stage.table.prompt.pending is not None

    assert len(load_photos_by_note(at_table(story, TO_SHOOT))) == 1


def test_a_line_typed_after_a_warned_line_takes_its_place() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("21o⏎")
        assert "Bravo is in melee and cannot fire (DZ-SHOOT-02)." in stage.text
        await stage.press(":")
        assert "→ adds to it; typing replaces it" in stage.text
        await stage.press("vp red 2⏎")

    match = at_table(story, (*TO_MOVE, "next", "b3 contacts r2", "next")).match
    assert match.points(match.sides[0]) == 2


def test_the_odds_under_a_warning_are_those_of_the_warned_line() -> None:
    async def story(stage: Stage) -> None:
        forecast = stage.table.view.forecast
        assert forecast.wanted is not None
        assert forecast.wanted.line == "r1 > b1 open"
        await stage.press(":r2 > b3 open⏎")
        assert "do it anyway" in stage.text
        assert forecast.wanted.line == "r2 > b3 open"
        await stage.press("⎋")
        assert forecast.wanted.line == "r1 > b1 open"

    at_table(story, (*TO_MOVE, "next", "b3 contacts r2", "next"))


def test_a_row_of_the_help_replaces_the_typed_keys() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("2m?")
        await stage.named("down", "down", "enter")  # the second row of this phase: 1c
        assert stage.table.prompt.typed_text == "1c"

    at_table(story, TO_MOVE)


def test_no_empty_brackets_stand_after_the_objection_in_a_finished_game() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("⎋12:")
        assert "the game is over" in stage.text
        assert "()" not in stage.text

    at_table(story, (*TO_SHOOT, "end"))


def test_keys_come_back_where_their_line_is_left() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("12:⎋")
        assert stage.table.prompt.typed_text == "12"

    at_table(story, TO_SHOOT)


def test_dice_that_a_line_answers_for_are_named() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("45:r⏎")
        assert "THROUGH" in stage.text
        assert "What you typed was cleared: 45." in stage.text

    at_table(story, (*TO_SHOOT, "r1 > b2 soft"))


def test_a_line_that_cannot_be_read_says_where_and_writes_nothing() -> None:
    async def story(stage: Stage) -> None:
        before = stage.table.game.version
        await stage.press(":")
        await stage.press("r1 > b2 sofd⏎")
        assert "did you mean soft?" in stage.text
        assert stage.table.game.version == before

    at_table(story, TO_SHOOT)


@pytest.mark.thorough
def test_a_note_keeps_the_dice_typed_so_far() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("4516'")
        await stage.press("behind the wall⏎")
        assert "4 of 10 dice" in stage.text
        assert "behind the wall" in stage.text

    game = at_table(story, (*TO_SHOOT, "r1 > b2 soft"))
    assert [
        e.input.text for e in game.history.list_entries_on_path() if isinstance(e.input, Noted)
    ] == ["behind the wall"]


@pytest.mark.thorough
def test_set_right_by_hand() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("!1-1#fell off the table⏎")
        assert "7/8" in stage.text

    game = at_table(story, TO_SHOOT)
    last = next(
        e.input
        for e in game.history.iterate_path_entries_backwards()
        if isinstance(e.input, Corrected)
    )
    assert last.reason == "fell off the table"


@pytest.mark.thorough
def test_why_shows_the_parts_and_the_rule() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("w")
        assert "Regular 3+" in stage.text
        assert "soft cover +1" in stage.text
        assert "DZ-SHOOT-05" in stage.text
        shown = " ".join(stage.text.replace("│", " ").split())
        assert "DZ-SHOOT-05 The shooter's quality and the target's cover give the number" in shown
        await stage.press("⎋")
        assert "0 of 10 dice" in stage.text

    at_table(story, (*TO_SHOOT, "r1 > b2 soft"))


@pytest.mark.thorough
def test_all_keys_are_listed_with_those_of_the_rules() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("?")
        assert "undo the last roll, choice or action" in stage.text
        await stage.named(*["pagedown"] * 4)
        assert "unit 1 makes contact with + an enemy unit" in stage.text
        await stage.press("⎋")

    at_table(story, TO_SHOOT)


def test_undo_and_return_are_one_key_each() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("u")
        assert "TO HIT" in stage.text
        assert "10 of 10 dice" in stage.text
        await stage.press("U")
        assert "THROUGH" in stage.text

    at_table(story, VOLLEY)


def test_lines_taken_back_are_folded_and_shown_with_a_key() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("2m⏎u")
        assert "undone" in stage.text
        assert "Bravo moved" not in stage.text
        assert "x shows them" in stage.text
        await stage.press("x")
        assert "x hides them" in stage.text
        undone = [row for row in stage.text.splitlines() if "Bravo moved" in row]
        assert len(undone) == 1
        assert "╎" in undone[0]

    at_table(story, TO_MOVE)


@pytest.mark.thorough
def test_edit_shows_then_and_now_and_escape_leaves_it_as_it_was() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("42eh⏎")
        # Regular 3+, soft +1 with the order -1: 3+; hard 4+. Of the ten dice six hit, then five.
        assert "r1 > b2 soft → r1 > b2 hard" in stage.text
        assert "4 5 1 6 2 3 4 6 1 2" in stage.text
        await stage.press("⎋")
        assert "THROUGH   6 dice" in stage.text
        assert isinstance(stage.app.screen, TableScreen)
        assert stage.app.screen.prompt.typed_text == "42"
        assert "fix by hand" not in stage.text

    at_table(story, VOLLEY)


def test_edit_changes_the_cover_and_keeps_the_dice() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("eh⏎⏎")
        # Hard cover: 4+ with the order; five of 4 5 1 6 2 3 4 6 1 2 hit.
        assert "THROUGH   5 dice" in stage.text

    at_table(story, VOLLEY)


@pytest.mark.thorough
def test_edit_takes_a_whole_line_as_well() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("e")
        await stage.named("up", "end", *["backspace"] * len("soft"))
        await stage.press("hard⏎⏎")
        assert "THROUGH   5 dice" in stage.text

    at_table(story, VOLLEY)


@pytest.mark.thorough
def test_victory_points_objectives_and_luck() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("v")
        assert "VP, objectives, luck" in stage.text
        assert "Extermination" in stage.text
        assert "to hit 6 of 6.7 −0.7" in " ".join(stage.text.split())
        await stage.press("⎋")
        assert "─ log ─" in stage.text

    at_table(story, VOLLEY)


def test_a_failure_is_a_dialog_and_the_screen_stays_as_the_book_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story(stage: Stage) -> None:
        def full(*_: object, **__: object) -> None:
            raise LedgerError("There is no room left on the disk.")

        await stage.press("4516234612")
        monkeypatch.setattr(stage.table.game.journal.store, "append_entry", full)
        await stage.press("⏎")
        assert "There is no room left on the disk." in stage.text
        await stage.press("⎋")
        assert "TO HIT" in stage.text
        assert "10 of 10 dice" in stage.text
        monkeypatch.undo()
        await stage.press("⏎")
        assert "THROUGH" in stage.text

    at_table(story, (*TO_SHOOT, "r1 > b2 soft"))


def test_leaving_is_two_keys_and_going_on_is_enter() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("42q⏎")
        assert "waiting for: 6 dice through, 1 Alpha ▸ 2 Dusk rifles, need 4+" in stage.text
        await stage.press("⏎")
        assert "THROUGH   6 dice" in stage.text

    at_table(story, VOLLEY)


@pytest.mark.thorough
def test_a_finished_game_shows_its_result() -> None:
    async def story(stage: Stage) -> None:
        await stage.press(":")
        await stage.press("end conceded red⏎")
        assert type(stage.app.screen) is EndingScreen
        assert "Winner: Red Dusk (Farid)" in stage.text
        await stage.press("⏎")
        assert "Winner: Red Dusk" in stage.text
        await stage.press("q")
        assert "finished" in stage.text

    at_table(story, TO_SHOOT)


def test_resizing_keeps_what_is_typed() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("4516")
        await stage.pilot.resize_terminal(120, 40)
        await stage.settle()
        assert "4 of 10 dice" in stage.text
        assert "what can happen" in stage.text
        await stage.pilot.resize_terminal(80, 24)
        await stage.settle()
        assert "4 of 10 dice" in stage.text

    at_table(story, (*TO_SHOOT, "r1 > b2 soft"))


def test_set_up_is_kept_with_dice_and_letters() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("24⏎53⏎")
        assert "deployment" in stage.text
        for _ in range(6):
            await stage.press("⏎")

    game = at_table(story)
    assert len(game.match.objectives()) >= 2
    assert SET_UP[0] == "objectives : 24"


@pytest.mark.thorough
def test_a_strict_game_asks_why_and_writes_it_down() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("21o⏎")
        assert "The reason is logged as a table ruling" in stage.text
        await stage.press("they broke off⏎")
        assert "TO HIT" in stage.text

    game = at_table(story, (*TO_MOVE, "next", "b3 contacts r2", "next"), mode="strict")
    taken = game.history.get_entry_beginning_at(game.state.current_values.open[0]).input
    assert isinstance(taken, ActionTaken)
    assert [each.reason for each in taken.overrides] == ["they broke off"]


def test_a_strict_game_writes_each_part_of_a_line_once() -> None:
    """The second part needs a reason; the first must not be done again with it."""

    async def story(stage: Stage) -> None:
        await stage.press(":r1 holds | r2 > b3 open⏎")
        assert "The reason is logged as a table ruling" in stage.text
        await stage.press("they broke off⏎")
        assert "TO HIT" in stage.text

    game = at_table(story, (*TO_MOVE, "next", "b3 contacts r2", "next"), mode="strict")
    taken = [
        one.input
        for one in game.history.list_entries_on_path()
        if isinstance(one.input, ActionTaken)
    ]
    hold, shoot = taken[-2:]
    assert (hold.action, hold.overrides, shoot.action) == ("hold", (), "shoot")
    assert {each.reason for each in shoot.overrides} == {"they broke off"}
    assert sum(one.action == "hold" for one in taken) == 1


@pytest.mark.thorough
def test_a_line_with_a_slip_can_be_brought_back() -> None:
    async def story(stage: Stage) -> None:
        await stage.press(":")
        await stage.press("r1 > b2 sofd⏎")
        assert "edit the line again" in stage.text
        await stage.press(":")
        await stage.named("up", "backspace", "t", "enter")
        assert "TO HIT" in stage.text

    at_table(story, TO_SHOOT)


def test_another_number_of_dice_is_one_key() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("451623⏎d")
        assert "THROUGH   4 dice" in stage.text

    at_table(story, (*TO_SHOOT, "r1 > b2 soft"))


def test_the_app_rolls_with_one_key() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("r")
        assert "THROUGH" in stage.text
        assert "to hit   rolled by the app: " in stage.text

    at_table(story, (*TO_SHOOT, "r1 > b2 soft"))


def test_r_once_too_often_begins_no_free_roll() -> None:
    """The one die to come through is a 2, so the volley ends."""

    async def story(stage: Stage) -> None:
        stage.table.game.dice.seed(1)
        await stage.press("r")
        assert stage.table.prompt.pending is None
        await stage.press("r")
        assert "The app's dice (through) have already been entered." in stage.text
        assert stage.app.screen is stage.table
        await stage.press("r")
        assert stage.app.screen is not stage.table

    at_table(story, (*TO_SHOOT, "r1 > b2 soft : =1"))


@pytest.mark.thorough
def test_dice_that_were_cleared_are_typed_and_no_longer_rolled_by_the_app() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("4516r⏎")  # ten dice, six of them the app's
        assert "by the app" in stage.text
        await stage.press("u")
        await stage.named("escape")
        await stage.press("4516234612⏎")
        assert "THROUGH" in stage.text
        assert "by the app" not in stage.text

    at_table(story, (*TO_SHOOT, "r1 > b2 soft"))


def test_the_other_side_acts_after_tab() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("⇥21")
        assert "b2 > r1" in stage.text

    at_table(story, TO_SHOOT)


def test_back_to_the_start_of_the_phase_and_of_the_turn() -> None:
    async def story(stage: Stage) -> None:
        await stage.named("f7")
        assert "▶SHOOT" in stage.text
        assert "8/8   o3             left" in stage.text
        await stage.named("f8")
        assert "▶IMPETUS" in stage.text
        await stage.press("U")
        assert "▶SHOOT" in stage.text

    at_table(story, VOLLEY)


@pytest.mark.thorough
def test_somebody_else_wrote_the_screen_reads_again_and_keeps_the_dice() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("4516234612")
        stage.app.book.open_game("m1").add_note("written elsewhere")
        await stage.press("⏎")
        assert "Somebody else just changed this game" in stage.text
        assert "10 of 10 dice" in stage.text
        await stage.press("⏎")
        assert "THROUGH   6 dice" in stage.text

    at_table(story, (*TO_SHOOT, "r1 > b2 soft"))


def test_the_palette_lists_what_the_keys_do() -> None:
    async def story(stage: Stage) -> None:
        titles = {command.title for command in stage.app.get_system_commands(stage.app.screen)}
        assert "Let the app roll the requested dice (app rolls, random)" in titles
        assert {"Makes contact with whom", "Fires at whom"} <= titles
        assert len(titles) == len(KEYS["table"]) + 7  # five verbs, the end, the theme

    at_table(story, TO_SHOOT)


@pytest.mark.parametrize(
    ("sought", "does"),
    [
        ("undo", "undo"),
        ("report", "open_report"),
        ("export", "open_report"),
        ("score", "show_score"),
        ("quit", "leave"),
        ("history", "open_look_back"),
        ("redo", "redo"),
        ("end turn", "end_phase"),
    ],
)
def test_the_palette_finds_what_people_call_it(sought: str, does: str) -> None:
    found = [one.id for one in KEYS["table"] if sought in make_title_with_synonyms(one).lower()]
    assert does in found


def test_the_palette_finds_no_command_by_letters_scattered_over_its_text() -> None:
    async def story(stage: Stage) -> None:
        await stage.named("ctrl+p")
        await stage.press("udo")
        await stage.settle()
        assert "ndo" not in stage.text
        await stage.named(*["backspace"] * 3)
        await stage.press("phase⎵undo")
        await stage.settle()
        assert "Undo to the start of this half" in stage.text

    at_table(story, TO_SHOOT)


def test_the_letters_are_found_and_run_from_the_keys() -> None:
    """The verbs of the phase stand first; a key does there what it does at the table."""

    async def story(stage: Stage) -> None:
        await stage.press("?")
        rows = [row.strip(" │") for row in stage.text.splitlines() if row.strip(" │")]
        at = next(place for place, row in enumerate(rows) if "now, " in row)
        assert "1" in rows[at + 1]
        assert "fires at whom" in rows[at + 1]
        await stage.press("v")
        assert "vp, objectives, luck, time" in stage.text.lower()
        await stage.press("⎋?")
        await stage.named("down", "down", "down", "enter")
        assert "1c" in stage.text
        assert "1 2 3 makes contact with whom" in stage.text
        await stage.press("⎋?⎋")
        assert "now, " not in stage.text

    at_table(story, TO_SHOOT)


def test_the_keys_answer_a_choice_that_waits() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("?")
        assert "now, answer with a letter" in stage.text

    at_table(story, (*SET_UP[:2],))


@pytest.mark.thorough
def test_what_the_palette_offers_is_done() -> None:
    async def story(stage: Stage) -> None:
        commands = stage.app.get_system_commands(stage.app.screen)
        next(one for one in commands if one.title == "Makes contact with whom").callback()
        await stage.settle()
        assert "1c" in stage.text

    at_table(story, TO_SHOOT)


def test_a_choice_of_the_palette_is_made_once_however_often_enter_is_struck() -> None:
    async def story(stage: Stage) -> None:
        seen = []
        await stage.press("t")
        await stage.named("ctrl+p")
        await stage.press("help")
        await stage.burst("⏎⏎⏎⏎")
        seen.append(type(stage.app.screen))
        await stage.press("⎋")
        seen.append(type(stage.app.screen))
        await stage.named("ctrl+p")
        seen.append(type(stage.app.screen))
        stage.app.post_message(Key("pagedown", None))  # before its list is drawn
        await stage.burst("⎋⎋")
        seen.append(type(stage.app.screen))
        assert seen == [KeysDialog, LookBackScreen, Palette, LookBackScreen]

    at_table(story, TO_SHOOT)


def test_every_command_of_every_screen_can_be_done() -> None:
    kept = book()
    game = begin(kept, TO_SHOOT)
    for screen in (
        *(TableScreen(game), LookBackScreen(game, GameLogView(game))),
        *(HomeScreen(kept, ""), NewGameScreen(kept)),
    ):
        for command in screen.commands:
            assert callable(find_command_handler(screen, command)), command
        keys = [key for command in screen.commands for key in command.keys]
        assert len(keys) == len(set(keys))
        assert len({command.id for command in screen.commands}) == len(screen.commands)


def test_rules_that_changed_since_are_told_and_the_action_can_be_taken_back() -> None:
    async def story(stage: Stage) -> None:
        game = stage.table.game
        game.live_match.open_action_mismatch = ReplayMismatch(
            game.state.current_values.open[0], "the rules now ask another roll"
        )
        game.live_match.table = TableRunner(
            game.ruleset, game.state
        )  # as it is seated when it cannot go on
        await stage.press("v⎋")
        assert "the rules have changed" in stage.text
        assert "Line 27 cannot continue: the rules now ask another roll." in stage.text
        await stage.press("⎋")
        assert "the rules have changed" not in stage.text
        # What was taken back is proposed again.
        assert "Enter: 1 Alpha ▸ 2 Dusk rifles, soft" in stage.text

    at_table(story, VOLLEY)


@pytest.mark.thorough
@both_sizes
def test_enter_has_one_meaning_while_the_rules_advise_against_a_line(size: tuple[int, int]) -> None:
    """Alpha has fired already: Enter lets it fire once more, and nothing else is proposed."""

    async def story(stage: Stage) -> None:
        assert stage.text.count("Enter") == stage.text.count("Enter: 2 Bravo") == 1
        before = stage.text
        await stage.press(":r1 > b2 soft⏎")
        assert "Enter  do it anyway" in stage.text
        assert "Esc    cancel" in stage.text
        assert stage.text.count("Enter") == 1
        await stage.press("⎋")
        assert stage.text == before
        await stage.press(":r1 > b2 soft⏎⏎")
        assert "TO HIT" in stage.text

    at_table(story, (*TO_SHOOT, "r1 > b2 soft : -10"), size=size)


def test_a_line_is_completed_with_tab() -> None:
    async def story(stage: Stage) -> None:
        await stage.press(":al⇥")
        assert "all   r1" in stage.text
        assert stage.app.screen.query_one(Input).value == "al"
        await stage.press("⌫⌫Alp⇥> dus⇥so⇥")
        assert "r1 > b2 soft" in stage.text
        await stage.press("zz⇥")
        assert "no word begins with that" in stage.text
        await stage.press("⌫⌫⏎")
        assert "TO HIT" in stage.text

    at_table(story, TO_SHOOT)
