"""Correcting a line: a slip, played wrong, or a note; then and now before anything changes."""

from __future__ import annotations

import pytest

from tests.profiles import some
from tests.tui.kit import TO_SHOOT, Stage, act, at_table, begin, begin_figures, book, check_goldens
from tests.tui.test_groups import HERO_ACTS
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.log.log_line_types import LogLine
from tracker.application.match.game import Game
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import make_unit_id

# Alpha at Claw pack: order 3 makes 2+ of it, so 8 of 10 hit; 4+ brings 5 through; Claw pack saves
# on 5+ (order 2): of 4 6 2 1 5 two are saved, 3 are to remove. 3 × 7 left is more than 4 × 3
# killed: calm. Then turn 2, in which Alpha misses and Bravo's dice are waited for.
TWO_TURNS = (
    *TO_SHOOT,
    "r1 > b1 open : 4516234612 / 42651266 / 46215",
    "r2 > b2 soft : -18",
    "next",
    "next",
    "panic b1 : 34",
    "impetus : 53",
    "orders r1 r2 r3 : 111",
    "orders b1 b2 b3 : 111",
    "next",
    "next",
    "r1 > b1 open : -10",
    "r2 > b1 open",
)
VOLLEY = 27  # the number of Alpha's line of turn 1
SLIP = "t/T1 alpha⏎e1⇥⇥⇥42215⏎"  # the 6 among the saves was a 2
NEEDS = "t/T1 alpha⏎e1⇥⇥42651466⏎"  # one more came through: a sixth save is to be rolled

SCREENS = (
    ("look-back-found", "t/T1 alpha⏎"),
    ("look-back-details", "t/T1 alpha⏎⏎"),
    ("look-back-since", "t/T1 alpha⏎c"),
    ("look-back-note", "t/T1 alpha⏎'nearly lost here⏎*"),
    ("correct", "t/T1 alpha⏎e"),
    ("correct-parts", "t/T1 alpha⏎e1⇥"),
    ("correct-then-and-now", SLIP),
    ("correct-needs-an-answer", NEEDS),
    ("correct-refused", "t/T1 alpha⏎e1⇥⇥⇥4221599⏎"),
    ("played-wrong", "t/T2 claw⏎e2+1"),
    ("set-right-whom", "!"),
    ("set-right", "!⇥1"),
    ("set-right-form", "!⇥⇥3"),
    ("table-check", "!0-2"),
    ("outcome", "o"),
)
FIGURE_SCREENS = (
    ("figures-look-back", "tk"),
    ("figures-set-right", "!13"),
    ("figures-table-check", "!0"),
)


def lines_of(game: Game) -> dict[int, LogLine]:
    return {line.number: line for line in list_log_lines(game.history)}


def left(game: Game, unit: str) -> int:
    return len(game.match.figures(make_unit_id(unit)))


@pytest.mark.parametrize(("name", "keys"), some(SCREENS, 5), ids=[each[0] for each in SCREENS])
def test_screen(name: str, keys: str) -> None:
    async def story(stage: Stage) -> None:
        await stage.press(keys)
        await check_goldens(stage, name)

    at_table(story, TWO_TURNS)


@pytest.mark.parametrize(("name", "keys"), FIGURE_SCREENS, ids=[each[0] for each in FIGURE_SCREENS])
def test_screen_of_figures(name: str, keys: str) -> None:
    kept = book("combat-zone")
    begin_figures(kept, HERO_ACTS)

    async def story(stage: Stage) -> None:
        await stage.press(keys)
        await check_goldens(stage, name)

    act(story, kept, game="m1")


# -------------------------------------------------------------------------------- typing slip


@pytest.mark.thorough
def test_a_line_is_found_and_set_right_within_twenty_five_keys() -> None:
    """Two weeks later: find the volley, set its saves right, be back at the roll that waits."""
    assert len(SLIP + "⏎⎋") - len("42215") <= 25

    async def story(stage: Stage) -> None:
        await stage.press(SLIP)
        text = " ".join(stage.text.split())
        # Then and now stand side by side, four lines each.
        assert "dice 2 saved: 3 to remove, dice 1 saved: 4 to remove," in text
        assert "No line needs an answer. One later line reads differently" in stage.text
        assert "now B1 Claw pack 7/10, order 1 B1 Claw pack 6/10, order 1" in text
        await stage.press("⏎")
        assert "Line 30 is corrected." in stage.text
        await stage.press("⎋")
        assert "18 dice" in stage.text  # Bravo's roll waits as before

    game = at_table(story, TWO_TURNS)
    assert left(game, "b1") == 6
    assert game.pending is not None
    assert game.pending.request.subject == make_unit_id("r2")
    panic = [e.input for e in game.history.list_entries_on_path() if isinstance(e.input, ev.Rolled)]
    assert [r.faces for r in panic if r.what == "panic checks"] == [(3, 4)]  # the same dice


@pytest.mark.thorough
def test_lines_keep_their_numbers_their_star_and_their_note() -> None:
    """Line 34 is a panic check: 7 left and 4 killed, or 6 and 5 when 27 is set right. It is found,
    starred and noted by its number, and line 27 set right twice by its own.
    """

    async def story(stage: Stage) -> None:
        game = stage.table.game
        before = [entry.number for entry in game.history.list_entries_on_path()]
        await stage.press("t/34⏎'rallied by the horn⏎*")
        stood = stage.text.splitlines()
        assert stood[0].startswith(" LOOKING BACK: line 34–35, ")
        assert _row(stage, 34).endswith("*'")
        await stage.press("/⌫⌫27⏎e1⇥⇥⇥42215⏎⏎")
        assert "Line 30 is corrected." in stage.text
        assert stage.text.splitlines()[0].startswith(" LOOKING BACK: line 27–30, ")
        await stage.press("/⌫⌫34⏎")
        rows = stage.text.splitlines()
        assert (rows[0], rows[1][-10:]) == (stood[0], stood[1][-10:])
        assert "−4 (6 left)" in _row(stage, 34)
        assert _row(stage, 34).endswith("*'")
        assert "' rallied by the horn" in stage.text
        await stage.press("/⌫⌫27⏎e1⇥⇥⇥46215⏎⏎/⌫⌫34⏎")
        assert stage.text.splitlines()[0] == stood[0]
        assert "−3 (7 left)" in _row(stage, 34)
        assert "' rallied by the horn" in stage.text
        numbers = [entry.number for entry in game.history.list_entries_on_path()]
        assert numbers[: len(before)] == before
        await stage.press("⎋")

    game = at_table(story, TWO_TURNS)
    assert left(game, "b1") == 7
    shown = [line.number for line in list_log_lines(game.history) if line.kind != "taken back"]
    assert shown.count(VOLLEY) == 1


def _row(stage: Stage, number: int) -> str:
    """The row of a line in the list."""
    rows = [row.split("│")[1] for row in stage.text.splitlines() if row.startswith("│")]
    return next(row.rstrip() for row in rows if row.lstrip(" ▸").startswith(f"{number} "))


def test_all_keys_may_be_typed_ahead_of_the_screens() -> None:
    async def story(stage: Stage) -> None:
        await stage.burst(SLIP)
        await stage.settle()
        assert "No line needs an answer" in stage.text
        await stage.burst("⏎⎋")
        await stage.settle()
        assert stage.app.screen is stage.table

    game = at_table(story, TWO_TURNS)
    assert left(game, "b1") == 6


@pytest.mark.thorough
@pytest.mark.parametrize("stop", some(["", "1", "1⇥⇥⇥42215", "1⇥⇥⇥42215⏎", "2", "2+1", "3"]))
def test_escape_changes_nothing(stop: str) -> None:
    async def story(stage: Stage) -> None:
        before = stage.table.game.version
        await stage.press(f"t/T1 alpha⏎e{stop}")
        while stage.app.screen is not stage.table:
            await stage.press("⎋")
        assert stage.table.game.version == before
        assert left(stage.table.game, "b1") == 7

    at_table(story, TWO_TURNS)


def test_a_line_that_needs_an_answer_is_named_and_asked_at_the_table() -> None:
    """4+ brings a sixth through: the table must roll one save more."""

    async def story(stage: Stage) -> None:
        await stage.press(NEEDS)
        assert f"Line {VOLLEY} needs an answer" in stage.text
        assert "Claw pack 10/10" not in stage.text  # what comes of it is not known yet
        await stage.press("⏎")
        asked = "Esc: answer the question; the later lines follow."
        assert f"Line 29 is corrected. {asked}" in stage.text
        await stage.press("⎋")
        assert "SAVE" in stage.text
        assert "6 dice" in stage.text
        # The five that were rolled lie there; only the sixth is typed.
        assert "5 of 6 dice" in stage.text
        assert "7 lines follow after this answer" in stage.text
        await stage.press("1⏎")  # 6 and 5 are saved: 4 to remove, and all goes on by itself
        assert left(stage.table.game, "b1") == 6
        assert "18 dice" in stage.text

    at_table(story, TWO_TURNS)


# Bravo hits the Dusk rifles (11) with all nine of its shots that came through: 2 of them are left.
# Alpha's 10 dice at the Claw pack miss, so the rifles alone check for panic: 2 × 1 against 9 × 6.
ONE_CHECK = (
    *TO_SHOOT,
    "r1 > b1 open : -10",
    "r2 > b2 soft : =9 / =9 / -9 / a 9",
    "next",
    "next",
    "panic b2 : 16",
)
GROWS = "t/T1 alpha⏎e1⇥=6⏎"  # six of Alpha's dice hit after all


def test_dice_on_a_sheet_that_grew_stay_with_whoever_rolled_them() -> None:
    """The Claw pack (10) loses 6 and checks, too: 4 × its die against 6 × the other. It comes
    before the rifles, whose 1 and 6 lie in their own row.
    """

    async def story(stage: Stage) -> None:
        await stage.press(GROWS)
        await stage.press("⏎⎋")
        await stage.press("=6⏎-6⏎")
        assert "2 of 4 dice" in stage.text
        await stage.press("64⏎")
        told = [line.text for line in list_log_lines(stage.table.game.history)]
        assert any("B1 calm 24 v 24 (6×4 left, 4×6 killed)" in text for text in told)
        assert any("B2 PANIC 2 v 54 (1×2 left, 6×9 killed)" in text for text in told)

    at_table(story, ONE_CHECK)


def test_what_is_mistyped_is_said_at_its_place_and_nothing_is_lost() -> None:
    async def story(stage: Stage) -> None:
        before = stage.table.game.version
        await stage.press("t/T1 alpha⏎e1⇥⇥⇥4221599⏎")
        assert "4221599" in stage.text
        assert "×" in stage.text
        assert stage.table.game.version == before
        await stage.press("⌫⌫⏎")
        assert "No line needs an answer" in stage.text

    at_table(story, TWO_TURNS)


def test_an_answer_typed_one_part_early_is_moved_to_its_part() -> None:
    """4516234613 hits eight times on 2+, as 4516234612 did: the later dice stay."""

    async def story(stage: Stage) -> None:
        await stage.press("E14516234613⏎")
        assert "The answer belongs to the next part. The answer was moved there." in " ".join(
            stage.text.split()
        )
        assert "r1 > b1 open" in stage.text
        await stage.press("⏎")
        assert "No line needs an answer" in stage.text
        await stage.press("⏎")
        assert "is corrected" in stage.text

    game = at_table(story, (*TO_SHOOT, "r1 > b1 open : 4516234612 / 42651266 / 46215"))
    said = [each.input for each in game.history.list_entries_on_path()]
    rolled = [each for each in said if isinstance(each, ev.Rolled)]
    assert rolled[-3].faces == (4, 5, 1, 6, 2, 3, 4, 6, 1, 3)


def test_who_whom_how_and_dice_are_set_right_together() -> None:
    """Soft cover makes 3+ of the 2+: of 4516234612 now 4 5 6 3 4 6 hit; 4 6 5 4 come through,
    and of 4 6 2 1 one is saved on 5+.
    """

    async def story(stage: Stage) -> None:
        await stage.press("E1r1 > b1 soft⇥⇥426514⇥4621⏎")
        assert "No line needs an answer" in stage.text
        await stage.press("⏎")
        assert "is corrected" in stage.text

    game = at_table(story, (*TO_SHOOT, "r1 > b1 open : 4516234612 / 42651266 / 46215"))
    text = list_log_lines(game.history)[-1].text
    assert "soft cover" in text
    assert "10 dice 6 hit, 6 dice 4 through, 4 dice 1 saved: 3 to remove" in text


def test_note_only_leaves_the_line_as_it_was() -> None:
    async def story(stage: Stage) -> None:
        await stage.press(SLIP + "n")
        await stage.press("⏎")
        assert "The note is saved. The line is unchanged." in stage.text

    game = at_table(story, TWO_TURNS)
    assert left(game, "b1") == 7
    last = game.history.list_entries_on_path()[-1].input
    assert isinstance(last, ev.Noted)
    assert last.text == "should read: save 42215"
    assert last.about is not None
    assert game.history.get_line_number(last.about) == VOLLEY


def test_a_line_that_nobody_typed_is_no_slip() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("t")
        await stage.named("home")
        await stage.press("e")
        assert "this line is automatic" in stage.text
        await stage.press("1")
        assert "Nobody typed this line, so it has no typing slip. Press 2 or 3." in stage.text
        assert "What was wrong?" in stage.text

    at_table(story, TWO_TURNS)


# ------------------------------------------------------------------------------- played wrong


def test_played_wrong_is_set_right_from_now_and_every_later_line_stays() -> None:
    """Claw pack should have one more: the line stays as it was played, and so do all others."""
    keys = "t/T1 claw⏎e2+1⏎"
    assert len(keys) <= 25
    kept = book()
    before = [*begin(kept, TWO_TURNS).history.lines]

    async def story(stage: Stage) -> None:
        await stage.press("t/T1 claw⏎")
        await stage.press(
            "n"
        )  # the one found first is its panic check; the volley is the one before
        number = stage.text.splitlines()[0].split("line ")[1].split(",")[0]
        assert number == f"{VOLLEY}–30"
        await stage.press("e2+1#we removed one too many⏎")
        assert "Corrected from now on" in stage.text

    act(story, kept, size=(80, 24), game="m1")
    game = kept.open_game("m1")
    assert game.history.lines[: len(before)] == before
    assert left(game, "b1") == 8
    newest = lines_of(game)[game.history.last_line_number]
    assert newest.text == (f"B1 Claw pack +1 figure, fixing line {VOLLEY}: we removed one too many")
    corrected = [
        e.input for e in game.history.list_entries_on_path() if isinstance(e.input, ev.Corrected)
    ]
    assert len(corrected) == 1
    assert game.pending is not None  # Bravo's roll goes on waiting


@pytest.mark.thorough
def test_the_last_line_is_corrected_from_the_table() -> None:
    lines = (*TO_SHOOT, "r1 > b1 open : 4516234612 / 42651266 / 46215")

    async def story(stage: Stage) -> None:
        await stage.press("E1⇥⇥⇥42215⏎⏎")
        assert "Line 30 is corrected." in stage.text

    game = at_table(story, lines)
    assert "4 to remove" in lines_of(game)[VOLLEY].text


def test_a_key_that_the_dialog_does_not_know_is_answered_by_those_it_knows() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("t/T1 alpha⏎e")
        for other in "x⏎e":
            await stage.press(other)
            assert "Press 1, 2 or 3, or Esc to leave the line as it was." in stage.text
        await stage.press("1⇥⇥⇥42215")
        assert "Press 1, 2 or 3" not in stage.text
        await stage.press("⏎2")
        assert "Press Enter to confirm, e to edit the line again" in stage.text

    at_table(story, TWO_TURNS)
