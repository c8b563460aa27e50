"""The page of the end of a game: it opens by itself, and from there everything else is reached."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from exports.battle_report_content import describe_winner_and_score as describe_in_report
from exports.game_course_and_ending import DecisiveMoment, build_end_summary
from tests.combat_zone import evening as zone
from tests.deathzap2 import evening as deathzap
from tests.saying import say
from tests.trial_assault import evening as assault
from tests.tui.kit import (
    TO_SHOOT,
    Stage,
    act,
    at_table,
    begin,
    begin_figures,
    book,
    both_sizes,
    golden,
    key,
)
from tests.tui.test_groups import RED_ACTS
from tests.xenocide import evening as firefight
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.game import Game
from tracker.application.match_records.record_header_writer import (
    describe_match_result as describe_in_record,
)
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.application.win_probability.game_rollouts import RolloutResult
from tracker.application.win_probability.sampled_line_win_chances import LineWinChance, WinChances
from tracker.application.win_probability.win_chance_cache import save_chances_to_cache
from tui.ending.ending_screen import EndingScreen, render_ending_page
from tui.home.home_screen import HomeScreen
from tui.look_back.look_back_screen import LookBackScreen
from tui.prompt.prompt_state import Notice
from tui.prompt.table_prompt import Prompt
from tui.table.table_screen import TableScreen
from tui.user_settings_and_drafts import UserSettings
from tui.views.figure_groups_view import NOW, build_figure_groups
from tui.views.game_status_view import describe_game_end
from tui.views.open_action_description import build_table_focus
from tui.widgets.text_export_dialogs import ReportDialog

VOLLEY = (*TO_SHOOT, "r1 > b2 soft : 4516234612 / 666666 / 111111", "next", "next")
OVER = (*VOLLEY, "end conceded blue")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def _told(game: Game) -> None:
    """Keep chances at three lines: 10, 50 and 90 games of 100 for the first side."""
    wins = zip((5, 19, 27), (10, 50, 90), strict=True)
    save_chances_to_cache(
        game, [LineWinChance(at, RolloutResult((won, 100 - won), 0)) for at, won in wins]
    )


def seen(stage: Stage) -> type[object]:
    return type(stage.app.screen)


@pytest.mark.parametrize(
    ("game", "lines"),
    [
        (deathzap.shooting, ("end time draw",)),
        (zone.begin, ("end time", "answer : draw")),
        (firefight.begin, ("end",)),
        (assault.begin, ("end", "answer : draw")),
    ],
    ids=["deathzap2", "combat-zone", "xenocide", "trial-assault"],
)
def test_a_game_that_nobody_won_is_drawn_wherever_it_is_told(
    game: Callable[[], Game], lines: tuple[str, ...]
) -> None:
    over = game()
    say(over, *lines)
    page = render_ending_page(build_end_summary(over), WinChances((), ()), 76, " ")
    assert page[0].plain.strip() == "Drawn"
    assert describe_in_report(over) == "Drawn"
    assert describe_in_record(over.state, over.ruleset).endswith(", drawn")
    assert list_log_lines(over.history)[-1].text.partition(" · ")[0].endswith(": drawn")
    assert describe_game_end(over.state).startswith("Drawn (")


def test_a_finished_game_does_not_go_on_by_accident() -> None:
    """Neither a line nor a key begins another phase, whatever the reason."""
    kept = book()
    game = begin(kept, OVER)
    before = game.version
    error = play_line(game, "next", override_reason="we play on").error
    assert error is not None
    assert error.message == "The game is over. To play on, undo its end."
    prompt = Prompt(game)
    prompt.play_typed_line_and_end_phase()
    assert prompt.notice is not None
    assert prompt.notice.text == "The game is over. To play on, undo its end."
    assert key(prompt, "12⏎").notice == Notice(error.message, "refused")
    assert game.version == before
    game.undo()
    assert game.match.ended is None


def test_nobody_acts_in_a_finished_game() -> None:
    game = begin_figures(book("combat-zone"), RED_ACTS)

    def list_acting() -> list[str]:
        groups = build_figure_groups(game, build_table_focus(game, None))
        rows = [row.status for group in groups for row in group.rows]
        return ["acts"] * sum(group.is_acting for group in groups) + [s for s in rows if s == NOW]

    say(game, "r14 moves 3ap")
    assert list_acting() == ["acts", NOW]
    say(game, "end time", "answer : draw")
    assert list_acting() == []


def test_all_decisive_moments_are_shown() -> None:
    over = deathzap.shooting()
    say(over, "end time draw")
    moments = tuple(DecisiveMoment(n, 10 * n, f"loss {n}") for n in range(1, 10))
    summary = replace(build_end_summary(over), moments=moments)
    page = [line.plain for line in render_ending_page(summary, WinChances((), ()), 78, " ")]
    assert [f"  line {10 * n}, turn {n}: loss {n}" in page for n in range(1, 10)] == [True] * 9


def test_numbers_of_many_figures_stay_apart() -> None:
    over = deathzap.shooting()
    say(over, "end time draw")
    summary = build_end_summary(over)
    sides = tuple(replace(s, points=1, figures_left=220, mustered=1241) for s in summary.sides)
    page = render_ending_page(
        replace(summary, sides=sides, has_score=True), WinChances((), ()), 78, " "
    )
    rows = [line.plain for line in page if "220" in line.plain]
    assert len(rows) == len(sides)
    assert all(" 1  220 of 1241 " in row for row in rows)


def test_points_of_four_digits_stay_apart_in_their_turns() -> None:
    over = deathzap.shooting()
    say(over, "end time draw")
    summary = build_end_summary(over)
    turns = ((640, 13), (760, 10), (1000, 10), (1130, 10), (1270, 9), (1270, 9))
    sides = tuple(replace(side, force="Gully Rifles", turns=turns) for side in summary.sides)
    summary = replace(summary, sides=sides, has_score=True)
    for width in (116, 118, 160):
        page = [line.plain for line in render_ending_page(summary, WinChances((), ()), width, " ")]
        rows = [line.split() for line in page if "640/13" in line]
        turn_cells = ["640/13", "760/10", "1000/10", "1130/10", "1270/9", "1270/9"]
        assert [row[-6:] for row in rows] == [turn_cells] * 2
        assert all(len(line.rstrip()) <= width for line in page)


@both_sizes
def test_the_page_as_it_stands(size: tuple[int, int]) -> None:
    kept = book()
    _told(begin(kept, OVER))

    async def story(stage: Stage) -> None:
        await stage.press("⏎")
        golden("ending/over", size, stage.text)
        assert "unit of the day" in stage.text

    act(story, kept, size=size, game="m1")


@pytest.mark.parametrize(
    ("plain", "red", "blue"), [(False, "▁▅█", "█▅▁"), (True, "159", "951")], ids=["signs", "plain"]
)
def test_a_sign_a_line_tells_the_chances(plain: bool, red: str, blue: str) -> None:
    kept, settings = book(), UserSettings()
    settings.plain = plain
    _told(begin(kept, OVER))

    async def story(stage: Stage) -> None:
        await stage.press("⏎")
        rows = {words[1]: words[2] for row in stage.text.splitlines() if (words := row.split())[2:]}
        assert (rows["Red"], rows["Blue"]) == (red, blue)
        assert "10 % at the start" in stage.text

    act(story, kept, game="m1", settings=settings)


@pytest.mark.thorough
def test_it_opens_when_the_game_ends_and_not_again() -> None:
    async def story(stage: Stage) -> None:
        await stage.press(":end conceded blue⏎")
        assert seen(stage) is EndingScreen
        await stage.press("⏎")
        assert seen(stage) is TableScreen
        await stage.press("'good game⏎")
        assert seen(stage) is TableScreen
        await stage.press("⏎")
        assert seen(stage) is EndingScreen

    at_table(story, TO_SHOOT)


@pytest.mark.thorough
def test_a_game_that_was_over_is_opened_at_its_table() -> None:
    async def story(stage: Stage) -> None:
        assert seen(stage) is TableScreen

    at_table(story, OVER)


def test_a_finished_game_has_no_clock_and_no_keys_for_now() -> None:
    kept = book()
    game = begin(kept, (*TO_SHOOT, "end time draw"))
    entries = game.history.entry_count

    async def story(stage: Stage) -> None:
        await stage.press("p")
        assert "The game is over, so its clock is stopped." in stage.text
        await stage.press("?")
        assert "now, " not in stage.text

    act(story, kept, game="m1")
    assert kept.open_game("m1").history.entry_count == entries


def test_an_end_that_is_taken_back_closes_it() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("⏎t")
        assert seen(stage) is LookBackScreen
        await stage.press("kkby")
        assert stage.table.game.state.current_values.ended is None
        assert seen(stage) is TableScreen

    at_table(story, OVER)


def test_report_and_copy_start_here() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("⏎y")
        first = stage.app.clipboard.splitlines()[0]
        assert first == "Iron Third v Red Dusk · 1 turn"
        assert "Winner: Iron Third (Anna)" in stage.app.clipboard
        assert "Copied" in stage.text
        await stage.named("f4")
        assert seen(stage) is ReportDialog
        await stage.press("⎋")
        assert seen(stage) is EndingScreen

    at_table(story, OVER)


def test_a_page_longer_than_the_screen_is_moved() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("⏎")
        await stage.pilot.resize_terminal(60, 12)
        await stage.settle()
        assert "Winner: Iron Third (Anna)" in stage.text
        assert "1–8 of" in stage.text
        await stage.press("jj")
        assert "3–10 of" in stage.text
        await stage.press("kkk")
        assert "1–8 of" in stage.text
        await stage.named("pagedown")
        assert "8–15 of" in stage.text

    at_table(story, OVER)


def test_leaving_from_the_table_goes_home() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("⏎⎋q")
        assert seen(stage) is HomeScreen

    at_table(story, OVER)


def test_points_of_three_digits_stand_apart_from_the_luck_before_them() -> None:
    """``87 dice110/24`` was one word."""
    over = assault.begin()
    say(over, "end draw")
    found = build_end_summary(over)
    side = replace(found.sides[0], luck="-0.2 of 87 dice", turns=((110, 24),))
    shown = replace(found, sides=(side,), has_score=True)
    page = render_ending_page(shown, WinChances((), ()), 78, " ")
    assert any("-0.2 of 87 dice 110/24" in row.plain for row in page)
