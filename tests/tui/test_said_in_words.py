"""Sentences and words of the screens, each with the keys or the values that bring it up."""

from __future__ import annotations

import os
import shutil
import signal
from pathlib import Path
from typing import Any

import pytest
from textual.drivers.headless_driver import HeadlessDriver

import tui.app
from tests.tui.kit import (
    TO_MOVE,
    TO_SHOOT,
    VOLLEY,
    Stage,
    act,
    at_table,
    begin_figures,
    book,
    key,
    prompt_at,
)
from tests.tui.test_groups import DEPLOYED, RED_ACTS
from tests.tui.winter import club, evening, game
from tracker.input_parsing.line_syntax_tree import Flag, Option, TypedDetail, TypedMeasure
from tracker.procedures.pieces.manual_adjustments.adjustable_game_state import AdjustableState
from tracker.vocabulary.events import Chosen, Rolled
from tui import crash_reports
from tui.home import home_lists
from tui.prompt.table_prompt import Prompt
from tui.user_settings_and_drafts import LastVisit
from tui.views import open_action_description, repeated_shot_defaults, roll_formatting
from tui.views.home_view import HomeView
from tui.widgets.large_characters import GLYPHS, draw_large_text

# ------------------------------------------------------------------------------------ the prompt


def said(prompt: Prompt) -> str:
    return prompt.notice.text if prompt.notice is not None else ""


OVER = (*TO_SHOOT, "end time")


@pytest.mark.parametrize(
    ("lines", "keys", "sentence"),
    [
        (TO_SHOOT, "1o⏎", "r1 fires at whom? Type a target."),
        (TO_SHOOT, "0⏎", "Name the target after `>`, as in `r1 > b2 soft`."),
        (TO_SHOOT, "12s2⏎", "`2` is not a key here. Type s for soft, h for hard or o for open."),
        (TO_MOVE, "1s⏎", "`s` is not a key here. Press ? for a list of keys."),
        ((*TO_SHOOT, "r1 > b2 soft : -10"), "1⏎", "1 Alpha: has fired."),
        (OVER, "⏎", "The game is over. Press Enter to see how it ended, or q to leave."),
        ((), "⏎", "Type the dice you rolled, or press r to let the app roll."),
    ],
)
def test_what_units_cannot_do(lines: tuple[str, ...], keys: str, sentence: str) -> None:
    assert said(key(prompt_at(lines), keys)) == sentence


@pytest.mark.parametrize(
    ("lines", "keys", "sentence"),
    [
        (RED_ACTS, "9⏎", "This group has no figure 9. Type one of the numbers shown."),
        (RED_ACTS, "19⏎", "Type the number of the target as it is shown, such as 11 or 12."),
        (RED_ACTS, "1,⏎", "r11 fires at whom? Type a target."),
        (RED_ACTS, "1c11s⏎", "`s` is not a key here. Press ? for a list of keys."),
        (DEPLOYED, "9⏎", "Die 1: a D6 has no 9; type 1 to 6."),
        (DEPLOYED[:2], "1⏎", "`1` could be r1 or b1. Type the number with its letter."),
        (DEPLOYED[:2], "9⏎", "`9` cannot be chosen here. Type R1, B1 or 0 for none."),
        (
            DEPLOYED[:1],
            "1⏎",
            "Groups are activated only in the Actions phase (CZ-TURN-01); this slot belongs to"
            " Red (CZ-INIT-06).",
        ),
    ],
)
def test_what_figures_cannot_do(lines: tuple[str, ...], keys: str, sentence: str) -> None:
    prompt = Prompt(begin_figures(book("combat-zone"), lines))
    assert said(key(prompt, keys)) == sentence


NOTHING_ASKED = "No roll is waiting now."
ANSWER = "Answer the question first."


@pytest.mark.parametrize(
    ("lines", "keys", "effect"),
    [
        (VOLLEY, "", "undo the action"),
        ((), "4", "clear the typed text"),
        (TO_SHOOT, "R4+ cover⏎", "cancel the roll"),
    ],
)
def test_escape_does_what_the_notice_of_an_open_question_says(
    lines: tuple[str, ...], keys: str, effect: str
) -> None:
    async def story(stage: Stage) -> None:
        await stage.press(f"{keys}n")
        assert ANSWER in stage.text
        assert f"Esc  {effect}" in stage.text
        prompt = stage.table.prompt
        before = (prompt.typed_text, prompt.free_roll, prompt.game.pending)
        await stage.press("⎋")
        after = (prompt.typed_text, prompt.free_roll, prompt.game.pending)
        changed = [one != other for one, other in zip(before, after, strict=True)]
        told = ("clear the typed text", "cancel the roll", "undo the action")
        assert changed == [each == effect for each in told]

    at_table(story, lines)


@pytest.mark.parametrize(
    ("keys", "typed", "needed", "message"),
    [
        ("423546 need 5⏎", "", "5+", ""),
        ("423546need 5⏎", "", "5+", ""),
        ("423546n⎋", "423546", "", ""),
        ("42 need 9⏎", "42 ", "", "through: the number needed can be 2 to 6."),
    ],
)
def test_dice_for_another_number_are_typed_at_the_prompt(
    keys: str, typed: str, needed: str, message: str
) -> None:
    async def story(stage: Stage) -> None:
        await stage.press(keys)
        prompt = stage.table.prompt
        last = prompt.game.history.find_last_entry_on_path()
        assert last is not None
        assert isinstance(last.input, Rolled)
        assert (last.input.need if last.input.asked else "") == needed
        assert (prompt.typed_text, said(prompt)) == (typed, message)

    at_table(story, VOLLEY)


@pytest.mark.parametrize(
    ("lines", "typed", "do", "sentence"),
    [
        (TO_SHOOT, "", lambda prompt: prompt.roll_dice_by_app(), NOTHING_ASKED),
        (TO_SHOOT, "", lambda prompt: prompt.offer_or_accept_dice_count(), NOTHING_ASKED),
        (VOLLEY, "", lambda prompt: prompt.play_typed_line_and_end_phase(), ANSWER),
        (VOLLEY, "", lambda prompt: prompt.skip_proposed_unit(), ANSWER),
        (
            VOLLEY,
            "",
            lambda prompt: prompt.offer_or_accept_dice_count(),
            "First type all the dice that you rolled. Then press d.",
        ),
        (
            VOLLEY,
            "",
            lambda prompt: prompt.dice.pick_adjacent_die(1),
            "Type the dice first. Then press ← or → to pick a die.",
        ),
        (
            VOLLEY,
            "4",
            lambda prompt: prompt.dice.pick_adjacent_row(1),
            "↑ ↓ pick rows only on a sheet of several rolls.",
        ),
        (
            TO_SHOOT,
            "",
            lambda prompt: prompt.dice.pick_adjacent_die(1),
            "Type the dice first. Then press ← or → to pick a die.",
        ),
        (
            TO_SHOOT,
            "",
            lambda prompt: prompt.dice.pick_adjacent_row(1),
            "↑ ↓ pick rows only on a sheet of several rolls.",
        ),
        (TO_SHOOT, "", lambda prompt: prompt.switch_side(), "Blue acts."),
        (
            TO_SHOOT,
            "",
            lambda prompt: prompt.redo_last_undone_entry(),
            "Nothing to redo. Redo works only until the next entry or note.",
        ),
        (
            TO_SHOOT,
            "",
            lambda prompt: prompt.play_typed_line_and_end_phase(),
            "Alpha, Bravo and Hammer have not fired.",
        ),
    ],
)
def test_what_a_key_of_the_table_says(
    lines: tuple[str, ...], typed: str, do: Any, sentence: str
) -> None:
    prompt = key(prompt_at(lines), typed)
    do(prompt)
    assert said(prompt) == sentence
    assert prompt.typed_text == typed


def test_passing_over_goes_round_those_who_are_left() -> None:
    prompt = prompt_at(TO_SHOOT)
    found = []
    for _ in range(4):
        proposal = prompt.reader.get_proposal()
        assert proposal is not None
        found.append(proposal.actor)
        prompt.skip_proposed_unit()
    assert found == ["r1", "r2", "r3", "r1"]
    assert said(prompt) == ""


# ------------------------------------------------------------------------------- dice and choices


def rolled(*faces: int, dice: int = 4, **more: Any) -> Rolled:
    return Rolled(
        key="k", what="to hit", form="pool", dice=(6,) * dice, result=(0,), faces=faces, **more
    )


@pytest.mark.parametrize(
    ("roll", "words"),
    [
        (rolled(), "4 dice, faces not read"),
        (rolled(dice=1), "1 die, faces not read"),
        (rolled(4, 5, 1, 6), "4 5 1 6"),
        (rolled(4, 5), "4 5 and 2 not read"),
        (rolled(4, 5, 1, 6, app=2), "4 5 | by the app: 1 6"),
        (rolled(4, 5, 1, 6, app=4), "rolled by the app: 4 5 1 6"),
        (rolled(4, 5, 1, 6, app=2, app_at=(0, 2)), "r4 5 r1 6"),
        (rolled(6, 5, 4, 3, first=(1, 2, 4, 3), again=(0, 1)), "1 2 4 3, again 6 5"),
        (rolled(4, 3, first=(1, 2, 4, 3), again=(0, 1)), "1 2 4 3, 2 again, faces not read"),
        (rolled(*[3] * 25, dice=25), " ".join("3" * 25)),
    ],
)
def test_how_dice_that_were_read_are_told(roll: Rolled, words: str) -> None:
    assert roll_formatting.describe_rolled_faces(roll) == words


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (True, "yes"),
        (False, "no"),
        ((("u:b1", 3), ("rifle", 2)), "b1 3 rifle 2"),
        ((), "0"),
        ("f:b1.2", "falls b1.2"),
        ("soft", "soft"),
        (3, "3"),
    ],
)
def test_how_a_choice_is_written_in_a_line(value: Any, words: str) -> None:
    assert (
        open_action_description.format_stored_choice(Chosen(key="k", what="who", value=value))
        == words
    )


@pytest.mark.parametrize(
    ("how", "word"),
    [
        (TypedMeasure(1800, "cm"), "18cm"),
        (TypedMeasure(1250, "cm"), "12.5cm"),
        (Flag("soft"), "soft"),
        (Option("with", "rifle"), "rifle"),
    ],
)
def test_what_was_filled_in_is_told_in_a_word(how: TypedDetail, word: str) -> None:
    assert repeated_shot_defaults._format_detail(how) == word


def test_every_letter_of_the_big_screen_is_drawn_and_like_no_other() -> None:
    alike = {"0": "O", "−": "-"}
    assert all(GLYPHS[one] == GLYPHS[other] for one, other in alike.items())
    assert len({*GLYPHS.values()}) == len(GLYPHS) - len(alike)
    for sign, rows in GLYPHS.items():
        assert len(rows) == 5, sign
        assert len({len(row) for row in rows}) == 1, sign
        assert set("".join(rows)) <= {"#", "."}, sign
    assert set("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .'−") <= set(GLYPHS)
    assert draw_large_text("Q", 10)[0].rstrip() == "█▀█"


# ------------------------------------------------------------------------------------ the program


def test_a_fault_is_told_in_a_sentence_and_written_to_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(crash_reports, "user_state_path", lambda _: tmp_path / "state")
    begun = (
        "Warledger stopped because of an error in the program. This is not your mistake. "
        "Every line you entered is saved. To continue, start warledger again; "
    )
    assert (
        crash_reports.write_and_announce_crash_report(ValueError("wrong"), 1_760_000_000_000_000)
        == 70
    )
    file = tmp_path / "state" / "fault-2025-10-09-085320.txt"
    assert capsys.readouterr().err == f"{begun}the details are in {file}.\n"
    about, nothing, *where = file.read_text(encoding="utf-8").splitlines()
    assert about.startswith("warledger ")
    assert about.endswith(", 2025-10-09T08:53:20Z")
    assert (nothing, where[-1]) == ("", "ValueError: wrong")
    (tmp_path / "full").write_text("", encoding="utf-8")
    monkeypatch.setattr(crash_reports, "user_state_path", lambda _: tmp_path / "full")
    assert crash_reports.write_and_announce_crash_report(ValueError("wrong"), 0) == 70
    assert capsys.readouterr().err == f"{begun}the details could not be written (ValueError).\n"


def test_the_screens_open_on_a_terminal_and_a_ledger_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tui.app.run_app(tmp_path / "x.db") == 2
    assert capsys.readouterr().err == f"{tui.app.NO_TERMINAL}\n"
    for stream in ("stdin", "stdout"):
        monkeypatch.setattr(f"sys.{stream}.isatty", lambda: True, raising=False)
    (tmp_path / "none.db").write_text("These are notes. " * 200, encoding="utf-8")
    assert tui.app.run_app(tmp_path / "none.db") == 1
    assert "none.db" in capsys.readouterr().err
    monkeypatch.setenv("TERM", "dumb")
    assert tui.app.run_app(tmp_path / "x.db") == 2
    assert capsys.readouterr().err == f"{tui.app.DUMB_TERMINAL}\n"
    assert not (tmp_path / "x.db").exists()


def test_the_terminal_says_its_size_and_not_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The terminal has 100 columns of 30 lines when it is asked, and 90 of 28 later."""
    seen: list[tuple[int, int]] = []

    def run(_: object) -> None:
        for size in (os.terminal_size((100, 30)), os.terminal_size((90, 28))):
            with monkeypatch.context() as patch:
                patch.setattr(os, "get_terminal_size", lambda *_, now=size: now)
                seen.append(shutil.get_terminal_size())

    monkeypatch.setattr(tui.app.WarledgerApp, "run", run)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "132")
    monkeypatch.setenv("LINES", "40")
    for stream in ("stdin", "stdout"):
        monkeypatch.setattr(f"sys.{stream}.isatty", lambda: True, raising=False)
    assert tui.app.run_app(tmp_path / "x.db") == 0
    assert seen == [(100, 30), (90, 28)]


@pytest.mark.thorough
@pytest.mark.skipif(os.name != "posix", reason="nothing is suspended there")
def test_control_z_suspends_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[int] = []
    monkeypatch.setattr(HeadlessDriver, "can_suspend", True)

    async def story(stage: Stage) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(os, "kill", lambda _, number: sent.append(number))
            await stage.named("ctrl+z")
        assert sent == [signal.SIGTSTP]
        await stage.press(":")
        with monkeypatch.context() as patch:
            patch.setattr(os, "kill", lambda _, number: sent.append(number))
            await stage.named("ctrl+z")
        assert sent == [signal.SIGTSTP] * 2

    kept = club()
    game(kept, "Anna", "Farid")
    act(story, kept, game="m1")


def test_the_other_theme_and_what_control_c_says() -> None:
    async def story(stage: Stage) -> None:
        themes = []
        for _ in range(3):
            themes.append(stage.app.theme)
            stage.app.switch_theme()
        assert themes[0] == themes[2] != themes[1]
        stage.app.action_help_quit()
        await stage.settle()
        assert stage.notifications == ["Press q to quit. Every line is saved."]
        assert stage.app.open_own_book_and_location() == (stage.app.book, "~/warledger.db")

    act(story, book(), game=None)


# ------------------------------------------------------------------------------------ the table


def test_a_game_without_a_sheet_is_set_right_by_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AdjustableState, "list_rows", lambda *_: ())
    kept = club()
    game(kept, "Anna", "Farid")

    async def story(stage: Stage) -> None:
        await stage.press("E")
        assert "× Nothing has been entered yet." in stage.text
        await stage.press("o")
        assert "× No question is open. Press ! to fix a unit" in stage.text
        await stage.press("⎋!")
        assert "fix r1 figures +1 · # why" in stage.text

    act(story, kept, game="m1")


@pytest.mark.thorough
def test_what_a_wide_screen_has_more_of() -> None:
    """From 112 columns on the table says more, and from 100 on the standings on the big screen."""

    async def table(stage: Stage) -> None:
        for width, gap in ((111, " "), (112, "  ")):
            await stage.pilot.resize_terminal(width, 30)
            await stage.settle()
            assert f"move✓{gap}▶SHOOT{gap}melee{gap}morale " in stage.text

    at_table(table, TO_SHOOT)

    async def large(stage: Stage) -> None:
        await stage.press("2sF")
        for width in (99, 100):
            await stage.pilot.resize_terminal(width, 30)
            await stage.settle()
            assert ("won  drawn  lost" in stage.text) is (width == 100)

    kept = club()
    evening(kept)
    act(large, kept, game=None)


def test_what_was_answered_stands_in_the_line_of_the_open_action() -> None:
    prompt = prompt_at(("objectives : 24", "deployment : 53"))
    prompt.play_line("targets : falls r2.1")
    assert open_action_description.get_open_line_and_answers(prompt.game) == (
        "targets",
        ["falls r2.1"],
    )


def test_typing_on_lets_go_of_the_die_that_was_picked() -> None:
    prompt = key(prompt_at((*TO_SHOOT, "r1 > b2 soft")), "4516")
    prompt.dice.pick_adjacent_die(-1)
    assert [prompt.dice.picked] == [3]
    key(prompt, "x")
    assert (prompt.dice.picked, prompt.typed_text) == (None, "4516x")


@pytest.mark.thorough
def test_a_line_is_found_by_the_number_of_its_part() -> None:
    """Line 27 is the volley of which line 28 are the dice."""

    async def story(stage: Stage) -> None:
        await stage.press("t/28⏎")
        assert stage.text.startswith(" LOOKING BACK: line 27–28,")

    at_table(story, VOLLEY)


@pytest.mark.thorough
def test_setting_right_leaves_the_question_that_waits() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("!1-1⏎")
        assert "THROUGH" in stage.text
        assert "7/8" in stage.text

    assert at_table(story, VOLLEY).pending is not None


def test_a_copy_is_kept_beside_the_play_only_when_one_is_due(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kept: list[bool] = []
    monkeypatch.setattr(tui.app.WarledgerApp, "_back_up", lambda *_: kept.append(True))

    async def story(stage: Stage) -> None:
        for due, copies in ((False, 0), (True, 1)):
            monkeypatch.setattr(tui.app, "is_backup_due", lambda _, due=due: due)
            stage.app.start_backup_if_due(stage.app.book)
            await stage.settle()
            assert len(kept) == copies

    act(story, book(), game=None)


def test_home_lists_twenty_running_games_and_says_how_many_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of 30 lines, 12 are no games; three finished games are shown however little room there is."""
    every = HomeView(running=list(range(23)), finished=list(range(9)))  # type: ignore[arg-type]
    monkeypatch.setattr(home_lists, "build_home_view", lambda *_: every)
    for name in ("build_running_game_list_line", "build_game_list_line"):
        monkeypatch.setattr(home_lists, name, lambda _, one, name=name: f"{name} {one}")
    listed = home_lists.HomeRows(book(), "here", demo=False)
    listed.load_lists(LastVisit(None, listed.book.clock), 30)
    assert listed.visible_rows == [
        *(f"build_running_game_list_line {one}" for one in range(20)),
        "… 3 more",
        *(f"build_game_list_line {one}" for one in range(3)),
        "… 6 more",
    ]
    assert (listed.get_section_title(20), listed.get_section_title(24), listed.game_count) == (
        "resume",
        "finished",
        32,
    )
    every.running = []
    listed.load_lists(LastVisit(None, listed.book.clock), 16)
    assert listed.visible_rows[-2:] == ["build_game_list_line 3", "… 5 more"]


@pytest.mark.thorough
def test_the_set_up_sheet_is_copied_or_written_and_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    copied: list[str] = []

    async def story(stage: Stage) -> None:
        monkeypatch.setattr(stage.app, "copy_to_clipboard", copied.append)
        await stage.named("f2")
        await stage.press("c")
        assert "Copied." in stage.text
        for said in ("Written: ", "Written, replacing the previous file: "):
            await stage.named("f2")
            await stage.press("f")
            assert said in stage.text
        (file,) = tmp_path.iterdir()
        assert copied == [file.read_text(encoding="utf-8")]

    at_table(story, VOLLEY)


def test_in_the_demo_book_d_says_so_and_q_ends_the_program() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("d")
        assert "You are already in the demo." in stage.text
        await stage.press("q")
        assert stage.app._exit

    act(story, book(), game=None, demo=True)
