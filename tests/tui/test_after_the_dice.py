"""Hard cover after the dice, with ``e``; opportunity fire after the move, with ``i``."""

from __future__ import annotations

import random

import pytest
from textual.widgets import Input

from tests.combat_zone.test_late import tables
from tests.gamefile.kit import shipped
from tests.tui.kit import (
    TO_SHOOT,
    Stage,
    act,
    at_table,
    begin_figures,
    book,
    check_goldens,
    key,
    split_into_words,
)
from tests.tui.scribing import besides_dice
from tests.tui.test_groups import BLUE_ACTS
from tracker.application.correcting.correction_preview import preview_correction
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.testing.random_games import make_book, reopen_game
from tracker.vocabulary import events as ev
from tui.correcting.keep_or_reroll_dice_dialog import EditedActionDialog
from tui.prompt.table_prompt import Prompt
from tui.table.table_screen import TableScreen
from tui.widgets.line_entry_dialog import LineEntryDialog
from tui.widgets.screen_bottom_lines import TableFooter

# Alpha's ten dice: 4 5 1 6 2 3 4 6 1 2. Six are 3 or more (4 5 6 3 4 6); in hard cover one more is
# needed, and five are 4 or more (4 5 6 4 6). Of 4 2 6 5 1 3 the first five stay.
TO_SAVE = (*TO_SHOOT, "r1 > b2 soft : 4516234612 / 426513")
TAKEN = "taken back"


def rolls(game: Game) -> list[tuple[str, tuple[int, ...]]]:
    said = [e.input for e in game.history.list_entries_on_path() if isinstance(e.input, ev.Rolled)]
    return [(roll.what, roll.faces) for roll in said if roll.rule.startswith("DZ-SHOOT")]


@pytest.mark.thorough
def test_hard_cover_keeps_every_die() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("eh⏎")
        await check_goldens(stage, "after-the-dice")
        await stage.press("⏎")
        assert "SAVE" in stage.text

    game = at_table(story, TO_SAVE)
    assert rolls(game)[-2:] == [
        ("to hit", (4, 5, 1, 6, 2, 3, 4, 6, 1, 2)),
        ("through", (4, 2, 6, 5, 1)),
    ]


@pytest.mark.thorough
def test_new_dice_are_typed_into_what_is_shown() -> None:
    """No key between; with two of five dice nothing is written, and none of them is lost."""

    async def story(stage: Stage) -> None:
        await stage.press("eh⏎55")
        await check_goldens(stage, "after-the-dice-typed")
        await stage.press("⏎")
        assert isinstance(
            stage.app.screen, EditedActionDialog
        )  # a die is missing: nothing is written
        assert stage.table.game.version == stage.table.game.journal.store.get_version("m1")
        assert rolls(stage.table.game)[-1] == ("through", (4, 2, 6, 5, 1, 3))
        await stage.press("166")  # five dice are in: 5 5 1 6 6, four go through at 4+
        assert "now 4+: 5 dice 4 through" in stage.text
        assert "new dice: 5 5 1 6 6" in stage.text
        await stage.press("⏎")
        assert isinstance(stage.app.screen, TableScreen)
        assert "SAVE" in stage.text

    game = at_table(story, TO_SAVE)
    assert rolls(game)[-2:] == [
        ("to hit", (4, 5, 1, 6, 2, 3, 4, 6, 1, 2)),
        ("through", (5, 5, 1, 6, 6)),
    ]


def test_escape_leaves_it_as_it_was() -> None:
    """Once for the dice typed, once for the whole: nothing was written, nothing is lost."""

    async def story(stage: Stage) -> None:
        await stage.press("6")  # a save typed before
        game, version = stage.table.game, stage.table.game.version
        state, head, redo = (
            game.state.fork_state(),
            game.history.tree.head,
            list(game.history.tree.redo),
        )
        await stage.press("eh⏎555⎋")
        assert isinstance(stage.app.screen, EditedActionDialog)
        await stage.press("⎋")
        assert isinstance(stage.app.screen, TableScreen)
        assert (game.version, game.state, game.history.tree.head) == (version, state, head)
        assert (game.history.tree.redo, game.journal.store.get_version("m1")) == (redo, version)
        assert stage.table.prompt.typed_text == "6"

    at_table(story, TO_SAVE)


def test_dice_that_are_typed_and_not_entered_stay_in_the_roll_that_is_asked_anew() -> None:
    """It was hard cover, not soft: the same ten dice count, and need another number."""

    async def story(stage: Stage) -> None:
        await stage.press("4516234612eh⏎⏎")
        assert "hard cover" in stage.text
        assert stage.table.prompt.typed_text == "4516234612"
        await stage.press("⏎")

    game = at_table(story, (*TO_SHOOT, "r1 > b2 soft"))
    assert rolls(game)[-1] == ("to hit", (4, 5, 1, 6, 2, 3, 4, 6, 1, 2))


def test_typed_dice_of_a_roll_that_an_edit_removes_are_named() -> None:
    """Without its saves the attack is over. With them the typed save stays."""
    kept = make_book(shipped("free"), random.Random(1))
    kept.begin_match("free", [Entrant("Red", "8 riflemen\n9 guards"), Entrant("Blue", "10 orcs")])

    async def story(stage: Stage) -> None:
        prompt = stage.table.prompt
        prompt.play_line("b1 > r1 6d6 4+ / 3+ / -5+ : 444466 / 333366 / 1")
        await stage.press("e2⏎⏎")
        assert (prompt.typed_text, prompt.notice) == ("1", None)
        await stage.press("eb1 > r2 6d6 4+ / 3+⏎⏎")
        assert stage.table.game.pending is None
        assert prompt.typed_text == ""
        assert prompt.notice is not None
        assert prompt.notice.text == "What you typed was cleared: 1."

    act(story, kept, game="m1")


def test_the_app_rolls_the_new_dice() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("eh⏎r")
        assert isinstance(stage.app.screen, TableScreen)

    game = at_table(story, TO_SAVE)
    last = [e.input for e in game.history.list_entries_on_path() if isinstance(e.input, ev.Rolled)][
        -1
    ]
    assert (last.what, len(last.faces), last.source) == ("through", 5, "app")


def test_more_dice_are_typed_behind_those_that_lie_there() -> None:
    """Four guns were said, all ten fired: 4 5 1 6 lie there, six more are typed."""

    async def story(stage: Stage) -> None:
        await stage.press("er1 > b2 soft⏎")
        assert "next asked  10 dice" in stage.text
        await stage.press("234612⏎")
        assert "THROUGH   6 dice" in stage.text

    game = at_table(story, (*TO_SHOOT, "r1 > b2 soft guns 4 : 4516"))
    assert rolls(game)[-1] == ("to hit", (4, 5, 1, 6, 2, 3, 4, 6, 1, 2))


@pytest.mark.thorough
def test_with_more_dice_asked_enter_brings_those_that_lie_there_to_the_prompt() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("er1 > b2 soft⏎⏎")
        assert isinstance(stage.app.screen, TableScreen)
        assert "4 of 10 dice" in stage.text

    at_table(story, (*TO_SHOOT, "r1 > b2 soft guns 4 : 4516"))


@pytest.mark.parametrize("typed", ["z", "r1 > b9 soft"])
def test_what_is_refused_stays_to_be_edited(typed: str) -> None:
    """What is typed next changes it, and goes to no dice."""

    async def story(stage: Stage) -> None:
        await stage.press(f"e{typed}⏎")
        field = stage.app.screen
        assert isinstance(field, LineEntryDialog)
        assert field.query_one(Input).value == typed
        assert field.refusal
        await stage.press("⌫" * len(typed) + "h⏎")
        assert isinstance(stage.app.screen, EditedActionDialog)
        assert not stage.table.prompt.typed_text

    at_table(story, TO_SAVE)


def test_nothing_to_change_says_so() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("e")
        assert isinstance(stage.app.screen, TableScreen)
        assert "There is no action to change yet" in stage.text

    at_table(story)


# ------------------------------------------------------------------------ in between, late

# Pike (b12) alone is on opportunity fire when the Jackals act.
WATCHED = (*BLUE_ACTS, "b12 opp", "next", "r1 activates")
SHOT = "{611}⏎{231}⏎"  # 20 cm open: the six hits; 2 + 3 + 1 = 6 is panic


def figures(*lines: str) -> Game:
    return begin_figures(book("combat-zone"), (*WATCHED, *lines))


def said(prompt: Prompt) -> str:
    return "" if prompt.notice is None else prompt.notice.text


def pressed(game: Game, keys: str) -> Prompt:
    return key(Prompt(game), keys.replace("{", "").replace("}", ""))


def test_an_interrupt_said_late_in_keys() -> None:
    """Seven keys besides the dice, eight are allowed; the state is that of one said in time."""
    keys = f"i20o⏎{SHOT}"
    assert besides_dice(keys) == 7
    late = figures("r11 moves 2ap")
    pressed(late, keys)
    in_time = figures("r11 moves 2ap | b12 shoots r11 20cm open : 611 / 231")
    assert tables(late) == tables(in_time)
    assert late.pending is None


def test_one_action_further_back_is_one_key_more() -> None:
    keys = f"ii20o⏎{SHOT}"
    assert besides_dice(keys) == 8
    late = figures("r11 moves 2ap", "r12 moves 1ap")
    prompt = Prompt(late)
    for character in "i":
        prompt.type_text(character)
    assert "r12 moves 1ap" in prompt.reader.get_typed_line_with_defaults().age
    prompt.type_text("i")
    assert "r11 moves 2ap" in prompt.reader.get_typed_line_with_defaults().age
    key(prompt, f"20o⏎{SHOT}".replace("{", "").replace("}", ""))
    in_time = figures("r11 moves 2ap | b12 shoots r11 20cm open : 611 / 231", "r12 moves 1ap")
    assert tables(late) == tables(in_time)


def test_further_back_than_there_is_anything_says_so() -> None:
    game = figures("r11 moves 2ap")
    prompt = pressed(game, "iiii20o⏎")
    assert "No earlier action" in said(prompt)
    assert prompt.typed_text == "iiii20o"


def test_what_is_lost_is_told_once_the_dice_are_in() -> None:
    """r11's own shot is not made any more: 6 + 6 + 6 puts him out of action before it."""
    game = figures("r11 > b11 20cm open : 111", "r12 moves 2ap")
    entries = game.history.list_entries_on_path()
    line = next(e.number for e in entries if isinstance(e.input, ev.Rolled)
                and e.input.subject == "f:r1.1" and e.input.what == "to hit")  # fmt: skip
    prompt = pressed(game, "ii20o⏎611⏎")
    assert said(prompt) == ""
    key(prompt, "666⏎")
    assert said(prompt) == f"No longer in the game: line {line}, 3 dice to hit (1 1 1)."
    other = figures("r11 > b11 20cm open : 111", "r12 moves 2ap")
    assert play_line(other, "b12 shoots r11 20cm open late").messages == (
        f"Inserted before line {line - 1}: r11 > b11 20cm open.",
    )
    done = play_line(other, "answer : 611 / 666")
    assert done.messages == (f"No longer in the game: line {line}, 3 dice to hit (1 1 1).",)
    assert play_line(other, "# told once is enough").messages == ()


def test_u_takes_back_the_late_dice_one_after_another_and_capital_u_returns_them() -> None:
    game = figures("r11 moves 2ap", "r12 moves 1ap")
    before = tables(game)
    prompt = pressed(game, f"ii20o⏎{SHOT}")
    after, waits = tables(game), []
    for _ in range(3):
        prompt.undo_last_entry()
        waits.append((game.pending and game.pending.request.what, prompt.typed_text))
    # The wound with its dice, then to hit with its dice, then nothing: as before the interrupt.
    assert waits == [("wound", "231"), ("to hit", "611"), (None, "")]
    assert tables(game) == before
    for _ in range(3):
        prompt.redo_last_undone_entry()
    assert tables(game) == after


@pytest.mark.parametrize("dice", ["", "611⏎"])
def test_escape_lets_the_interrupt_be_and_capital_u_returns_it(dice: str) -> None:
    game = figures("r11 moves 2ap", "r12 moves 1ap")
    before = tables(game)
    prompt = pressed(game, f"ii20o⏎{dice}")
    open_ = tables(game)
    prompt.notice = None
    prompt.clear_or_undo()
    assert tables(game) == before
    assert "Press U to redo it" in said(prompt)
    assert "undone" in next(
        line.text for line in list_log_lines(game.history)[::-1] if line.kind == TAKEN
    )
    prompt.redo_last_undone_entry()
    assert tables(game) == open_


@pytest.mark.parametrize("back", ["clear_or_undo", "undo_last_entry"])
def test_a_slip_that_asks_for_dice_can_be_let_be_and_no_later_line_is_lost(back: str) -> None:
    """r11's three ones were three sixes: wounds are asked, the moves of r12 and r13 still wait."""
    game = figures("r11 > b11 20cm open : 111", "r12 moves 1ap", "r13 moves 1ap")
    before = tables(game)
    roll = next(
        e.number
        for e in game.history.iterate_path_entries_backwards()
        if isinstance(e.input, ev.Rolled)
    )
    preview_correction(game, roll, "666").save_correction()
    asked, prompt = tables(game), Prompt(game)
    assert asked != before
    getattr(prompt, back)()
    assert tables(game) == tables(reopen_game(game)) == before
    prompt.redo_last_undone_entry()
    assert tables(game) == tables(reopen_game(game)) == asked


def test_enter_after_escape_says_it_late_again_with_its_dice() -> None:
    game = figures("r11 moves 2ap", "r12 moves 1ap")
    prompt = pressed(game, "ii20o⏎611⏎")
    open_ = tables(game)
    prompt.notice = None
    prompt.clear_or_undo()
    proposal = prompt.reader.get_proposal()
    assert proposal is not None
    assert proposal.line.startswith("b12 shoots r11 20cm open before ")
    key(prompt, "⏎")
    assert prompt.typed_text == "611"
    key(prompt, "⏎")
    assert tables(game) == open_


@pytest.mark.thorough
def test_an_interrupt_on_the_screen() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("i20")
        assert "before line" in stage.text
        await check_goldens(stage, "interrupt-late")
        await stage.press("o⏎")
        assert "Inserted before line" in stage.text
        await check_goldens(stage, "interrupt-late-dice")
        await stage.press("611⏎231⏎")

    kept = book("combat-zone")
    late = begin_figures(kept, (*WATCHED, "r11 moves 2ap"))
    act(story, kept, game=late.stream)
    in_time = figures("r11 moves 2ap | b12 shoots r11 20cm open : 611 / 231")
    assert tables(kept.open_game(late.stream)) == tables(in_time)


def test_i_while_the_action_waits_for_its_dice() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("i")
        assert "before line" in stage.text
        assert "12 11 20 o is B12 at R11, 20 cm open" in stage.text  # who is on this table
        await stage.press("12 11 20 o⏎611⏎231⏎")

    kept = book("combat-zone")
    late = begin_figures(kept, (*WATCHED, "r11 > b11 20cm open"))
    act(story, kept, game=late.stream)
    in_time = figures("r11 > b11 20cm open | b12 shoots r11 20cm open : 611 / 231")
    assert tables(kept.open_game(late.stream)) == tables(in_time)


@pytest.mark.parametrize("watched", [True, False])
def test_the_foot_has_i_only_where_somebody_can_interrupt(watched: bool) -> None:
    """Pike alone may be on opportunity fire; without it nobody is."""
    lines = WATCHED if watched else (*BLUE_ACTS, "next", "r1 activates")
    game = begin_figures(book("combat-zone"), (*lines, "r11 > b11 20cm open"))
    assert (
        "i" in {each.label for each in TableFooter(Prompt(game)).list_current_keys()}
    ) is watched


def test_i_where_nobody_can_come_in_between_says_so() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("i")
        assert "Nobody can interrupt here" in stage.text

    at_table(story, TO_SHOOT)


def test_what_the_rules_have_against_an_interrupt_is_said_before_it_is_taken() -> None:
    """B15 is not on opportunity fire: the line waits for a second Enter, as any other does."""
    game = figures("r11 moves 2ap")
    prompt, before = Prompt(game), game.version
    assert not prompt.play_line("b15 shoots r11 222cm")
    assert "not on opportunity fire" in said(prompt)
    assert (game.version, game.pending) == (before, None)


def test_a_chain_of_keys_is_looked_at_to_its_end() -> None:
    """222 cm is out of range: nothing of the chain is written, and Pike stays on the watch."""
    game = figures()
    prompt, before = Prompt(game), game.version
    key(prompt, "1m2i2222o⏎")
    assert "222 cm" in said(prompt) or "range" in said(prompt)
    assert game.version == before
    assert game.match.has("f:b1.2", "opportunity")


def test_the_new_dice_are_mended_one_by_one_and_what_is_wrong_is_said() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("eh⏎")
        screen = stage.app.screen
        assert isinstance(screen, EditedActionDialog)
        prompt = screen.prompt

        def shown() -> str:
            return " ".join(split_into_words(stage.text))

        def said() -> str:
            return prompt.notice.text if prompt.notice else ""

        assert "You can type new dice: through Enter confirm r app rolls Esc cancel" in shown()
        assert "through · new dice" not in shown()
        await stage.press("55⌫")
        assert prompt.typed_text == "5"
        assert "through · new dice" in shown()
        await stage.press("4z")
        assert prompt.typed_text == "54"  # z is nothing here
        await stage.named("left")
        await stage.named("left")
        await stage.named("right")
        assert prompt.dice.picked == 1
        await stage.press("9")
        assert "a D6 has no 9" in said()
        assert f"× {said()}" in shown()
        await stage.press("6")
        assert (prompt.typed_text, said()) == ("56", "")
        await stage.press("9⎋")
        assert isinstance(stage.app.screen, EditedActionDialog)
        assert (prompt.typed_text, said()) == ("", "")
        assert "through · new dice" not in shown()
        for dice, told in (
            ("55⏎", "5 dice are needed, 2 were typed. Type 3 more."),
            ("5555⏎", "5 dice are needed, 6 were typed. Delete the others."),
        ):
            await stage.press(dice)
            assert f"× {told}" in shown()
        await stage.press("⎋⏎")  # nothing typed: the dice are kept
        assert isinstance(stage.app.screen, TableScreen)

    game = at_table(story, TO_SAVE)
    # In hard cover five hit, and the first five of those that went through stay.
    assert rolls(game)[-1] == ("through", (4, 2, 6, 5, 1))


@pytest.mark.parametrize("keys", ["i20o⏎", "i20o⏎611⏎"])
def test_escape_again_after_an_undone_action_goes_on_with_the_next_unit(keys: str) -> None:
    game = figures("r11 moves 2ap")
    prompt = pressed(game, f"{keys}⎋")
    undone = prompt.reader.get_proposal()
    assert undone is not None
    assert undone.line.startswith("b12 shoots r11")
    assert prompt.notice is not None
    assert prompt.notice.offers_key("Esc")
    key(prompt, "⎋")
    assert said(prompt) == f"`{undone.line}` is no longer proposed. Press U to redo it."
    proposal = prompt.reader.get_proposal()
    assert proposal is not None
    assert proposal.actor == "r12"
    key(prompt, "⎋")
    assert "No action is open" in said(prompt)
