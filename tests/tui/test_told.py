"""What Enter will do, in the words of the table; the keys that count stand in the footer."""

from __future__ import annotations

import pytest

from tests.combat_zone import evening
from tests.tui.kit import (
    SET_UP,
    TO_MOVE,
    TO_ORDERS,
    TO_SHOOT,
    Stage,
    act,
    at_table,
    begin,
    begin_figures,
    book,
    key,
    prompt_at,
    samples,
)
from tests.tui.places import SHOT
from tests.tui.test_groups import BLUE_ACTS, RED_ACTS
from tests.tui.test_legend import fresh
from tests.tui.test_who_is_next import in_turn_two
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match_setup import Entrant
from tracker.application.typed_lines.line_and_script_play import play_line
from tui.prompt.table_prompt import Prompt
from tui.table.panels.log_and_combats_panel import render_log_line
from tui.terminal_text_fitting import count_cells, cut_beginning
from tui.views.next_line_proposals import LineProposal, describe_proposal
from tui.views.roll_formatting import format_roll_number_within_action
from tui.widgets.screen_bottom_lines import TableFooter


def said(prompt: Prompt) -> str:
    proposal = prompt.reader.get_proposal()
    assert proposal is not None
    age = f" ({proposal.age})" if proposal.age else ""
    return describe_proposal(prompt.game, proposal) + age


def footer(prompt: Prompt) -> list[str]:
    return [command.id for command in TableFooter(prompt).list_current_keys()]


def test_a_proposal_names_who_whom_and_how_with_its_age() -> None:
    assert said(in_turn_two()) == "1 Alpha ▸ 2 Dusk rifles, soft (as in turn 1)"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (
            "r3 > b1 open with heavy-repeater | r3 > b2 soft with destroyer",
            "3 Hammer ▸ 1 Claw pack, open, with heavy repeater"
            " · ▸ 2 Dusk rifles, soft, with destroyer",
        ),
        ("all holds", "all to hold"),
        ("rest holds", "the rest to hold"),
        ("b1 again", "1 Claw pack to move again"),
        ("r1,r2 holds", "1 Alpha, 2 Bravo to hold"),
        ("impetus", "roll impetus"),
    ],
)
def test_every_line_has_its_words(line: str, words: str) -> None:
    assert describe_proposal(begin(book(), TO_SHOOT), LineProposal(line)) == words


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("r15 > b11 45cm soft shots 5", "15 Ox ▸ B11, 45 cm, soft, shots 5"),
        ("r11 moves 2ap", "11 Brakk moves 2 AP"),
        ("r13 drops", "13 Vey drops down"),
        ("r1 activates", "1 Jackals activates"),
    ],
)
def test_figures_by_number_and_name_those_they_aim_at_by_handle(line: str, words: str) -> None:
    assert (
        describe_proposal(begin_figures(book("combat-zone"), RED_ACTS), LineProposal(line)) == words
    )


def test_going_on_says_what_ends() -> None:
    """Nobody has to move; the half of each side ends, the move phase is called movement."""
    assert said(prompt_at(TO_MOVE)) == "end of Red's half of movement"
    assert said(prompt_at((*TO_MOVE, "next"))) == "end of Blue's half of movement"
    acting = begin_figures(book("combat-zone"), RED_ACTS)
    assert describe_proposal(acting, LineProposal("next")) == "Jackals: done"


def test_a_roll_beyond_the_expected_ones_has_no_number() -> None:
    """A second figure is hit, so there is a second roll to wound."""
    game = begin_figures(book("combat-zone"), RED_ACTS)
    assert play_line(game, "r15 > b11 45cm soft shots 5").error is None
    for step, faces in (("roll 1 of 2", "4 3 6 5 6"), ("roll 2 of 2", "3 2 4"), ("", "1 3 4")):
        assert format_roll_number_within_action(game) == step
        assert play_line(game, f"answer : {faces}").error is None


@pytest.mark.thorough
def test_the_next_proposal_stands_below_the_dice() -> None:
    """Alpha's ten dice; then Bravo, who has not fired yet."""

    async def story(stage: Stage) -> None:
        assert "Enter: 1 Alpha ▸ 1 Claw pack, open" in stage.text
        assert "r1 > b1 open" in stage.text  # the same as a line of the grammar
        await stage.press("12s⏎")
        assert "then 2 Bravo ▸ 1 Claw pack, open" in stage.text
        await stage.press("4516234612⏎426513⏎111⏎⏎")  # the plainest fall
        assert "Enter: 2 Bravo ▸ 1 Claw pack, open" in stage.text

    at_table(story, TO_SHOOT)


@pytest.mark.parametrize(
    ("name", "line"), [("halberds", "r1 strikes b1"), ("breach", "r1 shoots b1")]
)
def test_nobody_is_announced_where_units_act_in_turn(name: str, line: str) -> None:
    """After Red's unit one of Blue is next, or the same again where it has a point left."""
    game = fresh(name)
    assert play_line(game, line).error is None
    prompt = Prompt(game)
    assert prompt.wants_dice
    assert prompt.reader.compute_proposal_after_action() is None


@pytest.mark.parametrize(
    ("keys", "line"), [("12", "r1 attacks b2 8d6 4+"), ("43", "r4 attacks b3 1d6 4+")]
)
def test_an_attack_on_another_target_has_the_proposed_dice_too(keys: str, line: str) -> None:
    """Any game: a die for each figure, eight of the first squad and one of the tank."""
    assert key(Prompt(fresh("free")), keys).reader.expand_typed_line() == line


def test_the_side_whose_slot_it_is_stands_alone_in_the_title() -> None:
    """Two groups of each side are left, and Red has the first slot."""
    kept = book("combat-zone")
    entrants = [
        Entrant(side, samples("combat-zone")[name])
        for side, name in (("Red", "jackals.toml"), ("Blue", "night-watch.toml"))
    ]
    game = kept.begin_match("combat-zone", entrants)
    for line in ("deploy red", "deploy blue", "coherent r1,b1", "init : 4653 / first"):
        assert play_line(game, line).error is None

    async def story(stage: Stage) -> None:
        assert "Enter: 1 Jackals activates" in stage.text
        assert "─ Red: who does what? ─" in stage.text

    act(story, kept, game="m1")


def test_nobody_is_proposed_behind_the_last_of_a_side() -> None:
    prompt = prompt_at((*TO_SHOOT, "r1 > b2 soft : -10", "r2 holds"))
    assert key(prompt, "32o⏎").reader.compute_proposal_after_action() is None


def test_nothing_is_announced_behind_a_sheet_that_ends_the_phase() -> None:
    """Claw pack could still have moved again, but the half is being ended."""
    prompt = prompt_at((*TO_SHOOT, "r1 > b1 open : 4516234612 / 42651266 / 46215"))
    prompt.play_line("next")
    prompt.play_line("next")
    prompt.play_line("next")
    prompt.play_line("next")
    assert prompt.dice.get_roll_sheet() is not None
    assert prompt.reader.compute_proposal_after_action() is None


def test_the_footer_offers_what_can_be_done_now() -> None:
    assert "end_phase" in footer(prompt_at(TO_SHOOT))
    assert "edit_action" not in footer(prompt_at(TO_SHOOT))
    volley = key(prompt_at(TO_SHOOT), "12s⏎")
    assert {"edit_action", "type_line"} <= set(footer(volley))
    assert {"insert_interrupt", "end_phase"}.isdisjoint(
        footer(volley)
    )  # nobody comes in between here
    volley.dice_entry.begin_free_roll("4+ is it in cover?")
    assert "edit_action" not in footer(volley)  # nobody does anything that could be changed
    for waits in (SET_UP[:1], TO_ORDERS):
        impetus = prompt_at(waits)
        assert impetus.pending is not None
        assert {"edit_action", "end_phase"}.isdisjoint(footer(impetus))
    shot = Prompt(begin_figures(book("combat-zone"), SHOT))
    assert footer(shot) == [
        "clear_or_undo",
        "undo",
        "edit_action",
        "insert_interrupt",
        "explain_needed_number",
        "help",
    ]


@pytest.mark.thorough
def test_of_a_long_line_the_end_is_seen() -> None:
    """Where the keys so far find no room, their beginning is cut: the end is being typed."""
    assert cut_beginning("r1 > b2 soft : 4516", 30) == "r1 > b2 soft : 4516"
    assert cut_beginning("r1 > b2 soft : 4516", 8) == "…: 4516"
    assert count_cells(cut_beginning("龍 " * 40 + "45", 20)) <= 20

    async def story(stage: Stage) -> None:
        await stage.press("3/1o2s⏎231564⏎31562⏎5216⏎4")
        last = next(row for row in stage.text.splitlines() if row.startswith("└─ "))
        assert last.rstrip("─┘ ").endswith("231564 / 31562 / 5216 / 4")
        assert last.startswith("└─ …")
        assert len(last) == 80

    at_table(story, TO_SHOOT)


def test_a_line_of_the_log_that_is_cut_says_so() -> None:
    """Where there is room for fewer rows than a line needs, what it came to stays in sight."""
    game = evening.begin(*evening.RED_ACTS)
    shot = "r11 > b11 20cm open shots 3 : 666 / 322 / 111 / 222"
    assert play_line(game, shot).error is None
    said = list_log_lines(game.history)[-1]
    whole = render_log_line(said, 50)
    cut = render_log_line(said, 50, max_lines=2)
    assert (len(whole) > 2, len(cut)) == (True, 2)
    assert cut[0] == whole[0]
    assert "… " in cut[-1].plain
    assert cut[-1].plain.split()[-1] == whole[-1].plain.split()[-1]


@pytest.mark.thorough
def test_what_was_not_said_stands_above_its_dice() -> None:
    """Pike shoots at Brakk from wherever he stands: long range, in the open, is taken."""
    kept = book("combat-zone")
    begin_figures(kept, BLUE_ACTS)

    async def story(stage: Stage) -> None:
        await stage.press(":b12 > r11⏎⏎")
        title = next(row for row in stage.text.splitlines() if "B12 Pike ▸ R11 Brakk" in row)
        assert "open · long range (assumed)" in title
        await stage.press("⎋⎋:b12 > r11 18cm soft⏎⏎")
        assert "(assumed)" not in stage.text
        assert "B12 Pike ▸ R11 Brakk · 18 cm · soft" in stage.text

    act(story, kept, game="m1")
