"""Sheets of many small rolls: one entry, a row for each who rolls, every row mendable by itself."""

from __future__ import annotations

import pytest
from textual.widget import Widget

from tests.profiles import some
from tests.tui.kit import (
    SET_UP,
    TO_ORDERS,
    TO_SHOOT,
    Stage,
    act,
    at_table,
    begin,
    begin_figures,
    book,
    golden,
    key,
    prompt_at,
)
from tests.tui.test_groups import BLUE_ACTS, DEPLOYED
from tracker.application.match.game import Game
from tracker.vocabulary.events import FiguresRemoved, Rolled
from tracker.vocabulary.subject_ids import FigureId
from tui.prompt.dice_entry import PlacedDice
from tui.prompt.table_prompt import Prompt
from tui.table.panels.typed_dice_and_roll_sheet import KEY_HINTS, _render_dice_count_and_hint

# Alpha 7 left of 8, Claw pack 8 of 10, Dusk rifles 7 of 11; 1 × 6 for Alpha's killed is less than
# 1 × 7 for its living: calm whatever is rolled. The two others roll.
PANIC = (
    *TO_SHOOT,
    "r1 > b2 soft : =8 / =6 / -4",
    "r2 > b1 open : =8 / =5 / -2",
    "next",
    "b2 > r1 open : =3 / =1 / -1",
    "next",
)
TURN_1 = (*TO_SHOOT, "r1 > b2 soft : -10", "r2,r3 holds", "all holds")
MORALE = (
    *TURN_1,
    "impetus : 42",
    "fix b1 panic 1",
    "fix b2 panic 2",
    "orders r1 r2 r3 : 326",
    "orders b3 : 2",
    *["next"] * 4,
)
REACTING = (*BLUE_ACTS, "fix r12 panic", "fix r13 rout", "fix r11 rout", "fix r14 panic")
ROUTS = (*REACTING, "all holds", "next")
TESTS = (*ROUTS, "answer : 0")

SCREENS: tuple[tuple[str, bool, tuple[str, ...], str, tuple[str, ...]], ...] = (
    ("sheet-impetus", False, SET_UP, "42", ()),
    ("sheet-orders", False, TO_ORDERS, "32", ()),
    ("sheet-panic", False, PANIC, "3125", ()),
    ("sheet-panic-row", False, PANIC, "3125", ("down", "down")),
    ("sheet-morale", False, MORALE, "5", ()),
    ("sheet-initiative", True, DEPLOYED, "46", ()),
    ("sheet-reaction-tests", True, TESTS, "5426", ()),
    ("rout-moves", True, ROUTS, "13", ()),
)


def _begin(*, figures: bool, lines: tuple[str, ...]) -> Prompt:
    if figures:
        return Prompt(begin_figures(book("combat-zone"), lines))
    return Prompt(begin(book(), lines))


def rolled(game: Game) -> Rolled:
    found = next(
        e.input
        for e in game.history.iterate_path_entries_backwards()
        if isinstance(e.input, Rolled)
    )
    assert isinstance(found, Rolled)
    return found


@pytest.mark.parametrize(
    ("name", "figures", "lines", "keys", "named"),
    some(SCREENS, 3),
    ids=[each[0] for each in SCREENS],
)
def test_screen(
    name: str, figures: bool, lines: tuple[str, ...], keys: str, named: tuple[str, ...]
) -> None:
    kept = book("combat-zone") if figures else book()
    (begin_figures if figures else begin)(kept, lines)

    async def story(stage: Stage) -> None:
        await stage.press(keys)
        if named:
            await stage.named(*named)
        async for size in stage.sizes():
            golden(name, size, stage.text)
            for widget in stage.app.screen.walk_children(Widget):
                assert widget.max_scroll_x == 0, widget

    act(story, kept, game="m1")


def row(stage: Stage, start: str) -> str:
    sheet = stage.text.partition("─ log ─")[0]  # the log names units as well
    found = [each for each in sheet.splitlines() if start in each]
    return " ".join(found[-1].replace("│", " ").split())


@pytest.mark.thorough
def test_a_row_reads_live_as_it_is_typed() -> None:
    kept = book()
    begin(kept, PANIC)

    async def story(stage: Stage) -> None:
        assert row(stage, "R1 Alpha") == "R1 Alpha 7 1 calm whatever is rolled"
        await stage.press("3")
        assert row(stage, "B1 Claw") == "B1 Claw pack 8 2 3 _"
        await stage.press("1")
        # 3 × 8 = 24 for the living against 1 × 2 = 2 for the killed.
        assert row(stage, "B1 Claw") == "B1 Claw pack 8 2 3 1 3 × 8 = 24 1 × 2 = 2 calm"
        await stage.press("25")
        # 2 × 7 = 14 against 5 × 4 = 20: the killed weigh more.
        assert row(stage, "B2 Dusk") == "B2 Dusk rifles 7 4 2 5 2 × 7 = 14 5 × 4 = 20 PANIC"
        assert row(stage, "4 of 4 dice").endswith("Enter")

    act(story, kept, game="m1")


def test_all_panic_checks_of_a_phase_are_one_key_and_one_entry() -> None:
    prompt = prompt_at(PANIC)
    before = prompt.game.history.last_line_number
    key(prompt, "3125⏎")
    entries = [
        e
        for e in prompt.game.history.list_entries_on_path()
        if e.number > before and not e.is_automatic
    ]
    assert len(entries) == 1
    assert rolled(prompt.game).result == (3, 1, 2, 5)
    assert not prompt.game.match.has("u:b1", "panicked")
    assert prompt.game.match.has("u:b2", "panicked")


def test_mending_a_row_leaves_the_others_as_they_are() -> None:
    prompt = _begin(figures=True, lines=TESTS)
    assert prompt.pending is not None
    assert prompt.pending.request.what == "reaction tests"
    key(prompt, "54261633")  # R11 5 4, R12 2 6, R13 1 6, R14 3 3
    prompt.dice.pick_adjacent_row(1)
    prompt.dice.pick_adjacent_row(1)
    key(prompt, "11")
    assert prompt.typed_text == "54111633"
    assert (prompt.dice.picked_row, prompt.dice.picked) == (None, None)
    key(prompt, "⏎")
    assert rolled(prompt.game).faces == (5, 4, 1, 1, 1, 6, 3, 3)


def test_the_arrows_go_from_row_to_row_and_stay_at_the_ends() -> None:
    """Of four who roll: the first with ↓, the last with ↑, and one after the other between."""

    async def story(stage: Stage) -> None:
        picked = stage.table.prompt.dice
        for key_, row_ in (("down", 0), ("down", 1), ("down", 2), ("down", 3), ("down", 3)):
            await stage.named(key_)
            assert picked.picked_row == row_
        await stage.named("up")
        assert picked.picked_row == 2
        while picked.clear_pick():
            pass
        await stage.named("up")
        assert picked.picked_row == 3

    kept = book("combat-zone")
    begin_figures(kept, TESTS)
    act(story, kept, game="m1")


def test_rows_may_be_typed_in_any_order_and_gaps_are_asked_for() -> None:
    prompt = prompt_at(PANIC)
    before = prompt.game.version
    prompt.dice.pick_adjacent_row(1)
    prompt.dice.pick_adjacent_row(1)
    key(prompt, "25⏎")
    assert prompt.game.version == before
    assert prompt.notice is not None
    assert prompt.notice.text.startswith("B1 Claw pack: 8 left is still missing")
    key(prompt, "31⏎")  # what lacks comes first
    assert rolled(prompt.game).result == (3, 1, 2, 5)


def test_the_app_rolls_a_row_or_the_rest() -> None:
    prompt = _begin(figures=True, lines=TESTS)
    prompt.dice.pick_adjacent_row(1)
    prompt.dice.pick_adjacent_row(1)
    prompt.roll_dice_by_app()
    assert prompt.typed_text.startswith("__")
    assert len(prompt.typed_text) == 4
    mine = prompt.typed_text[2:]
    key(prompt, "54")
    prompt.roll_dice_by_app()
    assert prompt.typed_text.startswith(f"54{mine}")
    assert len(prompt.typed_text) == 8
    key(prompt, "⏎")
    roll = rolled(prompt.game)
    assert (roll.faces[:2], roll.app, roll.source) == ((5, 4), 6, "mixed")


def test_the_log_of_the_app_says_which_dice_where_they_are_not_the_last() -> None:
    prompt = _begin(figures=True, lines=TESTS)
    prompt.dice.pick_adjacent_row(1)
    prompt.roll_dice_by_app()
    key(prompt, "541633⏎")
    assert rolled(prompt.game).app_at == (0, 1)


def test_a_sheet_by_keys_and_by_line_is_the_same() -> None:
    typed = prompt_at(PANIC)
    typed.dice.pick_adjacent_row(1)
    typed.dice.pick_adjacent_row(1)
    key(typed, "2531⏎")
    written = begin(book(), (*PANIC, "panic b2 b1 : 25 31"))
    assert rolled(written) == rolled(typed.game)


@pytest.mark.parametrize("dice", ["3x6", "1"])
def test_a_sheet_of_checks_never_offers_another_number_of_dice(dice: str) -> None:
    """Each die of a sheet is somebody's check, so d could only be refused."""
    prompt = key(prompt_at(PANIC), f"{dice}⏎")
    assert prompt.notice is not None
    assert not prompt.notice.offers_key("d")
    assert "add d" not in prompt.notice.text


def test_those_without_a_roll_are_shown_with_the_reason() -> None:
    kept = book()
    begin(kept, MORALE)

    async def story(stage: Stage) -> None:
        assert row(stage, "B2 Dusk").endswith("panicked this turn: stays")
        await stage.press("3")
        # 3 does not rally: it flees twice its die.
        assert row(stage, "B1 Claw").endswith('3 flees 6"')
        await stage.press("⌫4")
        assert row(stage, "B1 Claw").endswith("4 rallies")

    act(story, kept, game="m1")


@pytest.mark.thorough
def test_orders_say_what_each_number_gives() -> None:
    kept = book()
    begin(kept, TO_ORDERS)

    async def story(stage: Stage) -> None:
        await stage.press("326")
        assert row(stage, "R1 Alpha").endswith("3 +1 to hit when shooting")
        assert row(stage, "R3 Hammer").endswith("6 no panic checks this turn")

    act(story, kept, game="m1")


@pytest.mark.thorough
def test_initiative_adds_up_each_side() -> None:
    kept = book("combat-zone")
    begin_figures(kept, DEPLOYED)

    async def story(stage: Stage) -> None:
        await stage.press("465")
        # D6 4, the Hero's D8 6 and 3 for Leader and Sub-leader; Blue D6 5 and 3.
        assert "4 + 6 + 3 = 13" in row(stage, "  Red ")
        assert row(stage, "  Red ").endswith("chooses")
        assert row(stage, "  Blue ").endswith("5 + 3 = 8")

    act(story, kept, game="m1")


@pytest.mark.thorough
def test_a_reaction_test_is_added_up_with_what_it_adds() -> None:
    kept = book("combat-zone")
    begin_figures(kept, TESTS)

    async def story(stage: Stage) -> None:
        await stage.press("54")
        # R11 is a Leader (+2) and routs already; its row says all that is added.
        assert "5 + 4" in row(stage, "R11 Brakk")

    act(story, kept, game="m1")


# ------------------------------------------------------------------------------------ rout moves


def test_all_rout_moves_are_made_with_one_enter() -> None:
    prompt = key(_begin(figures=True, lines=ROUTS), "⏎")
    assert not any(f.gone for f in prompt.game.state.figures.values())
    assert prompt.pending is not None
    assert prompt.pending.request.what == "reaction tests"


def test_those_who_left_the_table_are_said_by_number() -> None:
    prompt = key(_begin(figures=True, lines=ROUTS), "13⏎")
    removed = [
        fact
        for entry in prompt.game.history.list_entries_on_path()
        for fact in entry.facts
        if isinstance(fact, FiguresRemoved)
    ]
    assert [(fact.figures, fact.how) for fact in removed] == [((FigureId("f:r1.3"),), "fled")]


def test_several_by_number_and_a_wrong_number_says_who_there_is() -> None:
    prompt = _begin(figures=True, lines=ROUTS)
    before = prompt.game.version
    key(prompt, "19⏎")
    assert prompt.game.version == before
    assert prompt.notice is not None
    assert prompt.notice.text == "`19` cannot be chosen here. Type R11, R13 or 0 for none."
    assert prompt.typed_text == "19"
    key(prompt, "⎋11,13⏎")
    gone = [f for f, value in prompt.game.state.figures.items() if value.gone == "fled"]
    assert gone == ["f:r1.1", "f:r1.3"]


@pytest.mark.thorough
@pytest.mark.parametrize("keys", ["5", "54", "543"])
def test_the_row_typed_last_and_the_next_are_seen_beside_a_refusal(keys: str) -> None:
    """Enter too soon says in two or three lines what is missing; no row, key or word is lost."""
    kept = book("combat-zone")
    begin_figures(kept, DEPLOYED)

    async def story(stage: Stage) -> None:
        await stage.press(f"{keys}⏎" if len(keys) < 3 else keys)
        text = stage.text
        assert f"Red        +3  D6 [5] D8 [{keys[1:2] or ' '}]" in text
        assert f"Blue       +3  D6 [{keys[2:] or ' '}]" in text
        assert "rows more" not in text
        foot = next(each for each in text.splitlines() if "of 3 dice" in each)
        assert foot.split("  ")[1].strip("│ ") in KEY_HINTS
        assert len(keys) == 3 or "add `r` to roll them" in " ".join(text.replace("│", "").split())

    act(story, kept, game="m1")


@pytest.mark.parametrize(("width", "hidden"), [(78, 0), (78, 1), (60, 3), (40, 0), (30, 12)])
def test_the_keys_below_a_sheet_are_whole_or_left_out(width: int, hidden: int) -> None:
    prompt = _begin(figures=True, lines=DEPLOYED)
    sheet = prompt.dice.get_roll_sheet()
    assert sheet is not None
    text = _render_dice_count_and_hint(
        prompt, sheet, prompt.dice.parse_current_dice() or PlacedDice(()), width, hidden=hidden
    ).plain
    assert len(text) == width
    assert "…" not in text
    assert not hidden or f"{hidden} row{'s' * (hidden > 1)} more" in text


def test_dice_too_many_for_a_sheet_leave_the_count_in_sight() -> None:
    """Of two dice five are typed, then a hundred: what was typed last and both numbers stay."""

    async def story(stage: Stage) -> None:
        await stage.press("12345")
        foot = next(each for each in stage.text.splitlines() if "5 typed, 2 needed" in each)
        assert "12345▌" in foot
        await stage.press("1" * 94 + "2")
        foot = next(each for each in stage.text.splitlines() if "100 typed, 2 needed" in each)
        assert "1112▌" in foot

    at_table(story, ())
