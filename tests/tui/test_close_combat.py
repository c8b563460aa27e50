"""The table of Trial Assault: charges, a combat step by step, morale, sweeps, who falls back."""

from __future__ import annotations

import re

import pytest
from textual.widget import Widget

from tests.profiles import some
from tests.saying import say
from tests.trial_assault import evening as assault
from tests.trial_assault.evening import HERE
from tests.tui.kit import Stage, act, book, check_goldens, key, samples
from tests.tui.test_watch import watching
from tracker.application.book import Book
from tracker.application.correcting.manual_adjustment_entry import set_adjustable_values
from tracker.application.errors import Refused
from tracker.application.match.due_actions_of_game import describe_due_actions
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.procedures.ruleset import DueAction
from tracker.rulesets.trial_assault.data import markers
from tracker.testing.match_in_memory import RED, u
from tui.prompt.table_prompt import Prompt
from tui.table.panels.forecast_panel import ForecastCache
from tui.table.panels.prompt_panel import PromptPanel, render_input_or_proposal
from tui.terminal_text_fitting import join_styled
from tui.views.pending_question_view import build_question_view
from tui.widgets.panel import PanelEdges

RULES = "trial-assault"
SET_UP = ("deploy red", "deploy blue", "first red")
CHARGED = (*SET_UP, "next", "next", "r1 charges b1 | r2 charges b2", "next")
STRUCK = (*CHARGED, "sheet r2 4+1 b2 6+2", "b1 fights r1 : 124456 / 2456 / 362")
HARD = "r1 fights b1 : 123456123456123456123456 / 112233445566 / 3326"
BEATEN = (*STRUCK, HARD)
BROKEN = (*BEATEN, "b1 tests : 66", "b1 flees : 25")

# name, lines of the game, keys
SCREENS: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("assault-set-up", (), ""),
    ("assault-charges", (*SET_UP, "next", "next"), "1c1⏎"),
    ("assault-combats", CHARGED, ""),
    ("assault-step", STRUCK, ""),
    ("assault-dice", STRUCK, "1k1⏎=12⏎"),
    ("assault-test", BEATEN, ""),
    ("assault-sweep", BROKEN, ""),
    ("assault-falling-back", (*BROKEN, "r1 sweeps : no"), ""),
)


def begin(kept: Book, *lines: str) -> Game:
    """The forces of the recorded game, kept as far as these lines."""
    names = (("Red", "recorded/ridge.toml", "Anna"), ("Blue", "recorded/bastion.toml", "Farid"))
    entrants = [
        Entrant(side, (HERE / name).read_text(encoding="utf-8"), player)
        for side, name, player in names
    ]
    game = kept.begin_match(RULES, entrants, title="Ridge v Bastion", played_on="2025-10-09")
    say(game, *lines)
    return game


@pytest.mark.parametrize(
    ("name", "lines", "keys"), some(SCREENS, 5), ids=[each[0] for each in SCREENS]
)
def test_screen(name: str, lines: tuple[str, ...], keys: str) -> None:
    kept = book(RULES)
    begin(kept, *lines)

    async def story(stage: Stage) -> None:
        await stage.press(keys)
        await check_goldens(stage, name)
        for widget in stage.app.screen.walk_children(Widget):
            assert widget.max_scroll_x == 0, widget

    act(story, kept, game="m1")


def test_a_charge_is_foretold_over_the_prompt_while_it_is_typed() -> None:
    kept = book(RULES)
    begin(kept, *SET_UP, "next", "next", "fix r1 figures -7", "fix b1 figures -5")

    async def story(stage: Stage) -> None:
        await stage.press("1c1")
        assert re.search(r"won \d+%  drawn \d+%  lost \d+%", stage.text)

    act(story, kept, game="m1")


@pytest.mark.rule("TA-FIGHT-01", "TA-MULTI-02")
def test_contacts_are_asked_with_a_row_for_each_unit_of_the_combat_named() -> None:
    """The 8 raiders and 5 blades of Red charge the 6 troopers: at first, all touch every enemy."""
    kept = book(RULES)
    begin(kept, *SET_UP, "next", "next", "r1 charges b1 | r2 charges b1", "next", "sheet")

    async def story(stage: Stage) -> None:
        async for width, _ in stage.sizes():
            rows = [" ".join(line.replace("│", "").split()) for line in stage.text.splitlines()]
            wide = (
                "of in contact with in support against",
                "R1 Raiders 8 a B1 8 b B1",
                "R2 Blades 5 a B1 5 b B1",
                "B1 Troopers 6 a R1 6 · c R2 6 · f both 6 b R1 · d R2 · g both",
            )
            narrow = (  # the panel between two rosters
                "of in contact with",
                "R1 8 a B1 8",
                "B1 6 a R1 6 · c R2 6 · f both 6",
                "of in support against",
                "R2 5 b B1",
                "B1 6 b R1 · d R2 · g both",
            )
            named = ("In contact and in support R1, R2 v B1", "Enter: the numbers above (as they")
            for wanted in (*named, *(wide if width == 80 else narrow)):
                assert any(wanted in row for row in rows), wanted

    act(story, kept, game="m1")


def test_a_long_answer_about_contacts_is_not_cut() -> None:
    kept = book(RULES)
    begin(kept, *SET_UP, "next", "next", "r1 charges b1 | r2 charges b1", "next", "sheet")

    async def story(stage: Stage) -> None:
        await stage.press("r1a 4, r1b 4, r2a 5, b1a 3, b1c 3")
        shown = " ".join(stage.text.replace("│", "").split())
        assert (
            "Enter: 4 R1 in contact, 4 R1 in support, 5 R2 in contact,"
            " 3 B1 in contact with R1, 3 B1 in contact with R2" in shown
        )

    act(story, kept, game="m1")


@pytest.mark.thorough
def test_every_combat_stands_over_the_log_with_its_step_and_its_wounds() -> None:
    """B1 has slain two of R1, who strike next, with Initiative 2; R2 are first in theirs, with 4
    (TA-FIGHT-04).
    """

    async def story(stage: Stage) -> None:
        shown = " ".join(stage.text.replace("│", "").split())
        assert "◆ R1 v B1: next; step 2: R1 at B1; wounds: Red 0 · Blue 2; Blue ahead" in shown
        assert "struck: B1" in shown
        assert "◆ R2 v B2: step 4: R2 at B2" in shown

    kept = book(RULES)
    begin(kept, *STRUCK)
    act(story, kept, size=(120, 40), game="m1")
    watching(story, kept, (80, 24))


@pytest.mark.rule("TA-FIGHT-01", "TA-MULTI-02")
@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("sheet r1 raidr=6+1", "R1 has no model called raidr: enter raider."),
        ("sheet r2 3", "R2 is not in close combat; one side must charge first."),
        ("sheet r2 3 b2", "R2 is not in close combat; one side must charge first."),
    ],
)
def test_a_sheet_that_says_nothing_is_never_written(line: str, sentence: str) -> None:
    game = begin(book(RULES), *SET_UP, "next", "next", "r1 charges b1", "next")
    prompt, before = Prompt(game), game.version
    for _ in range(2):  # said again it is no table ruling either
        assert not prompt.play_line(line)
        assert prompt.notice is not None
        assert (prompt.notice.text, game.version) == (sentence, before)


def test_who_is_asked_is_who_strikes_not_whose_turn_it_is() -> None:
    """Red charged in its own turn. At step 4 Troopers strike alone, and Blue is asked; with Blades
    in the same step both are.
    """

    def title(*lines: str) -> tuple[Prompt, str]:
        prompt = Prompt(assault.begin("next", "next", *lines, "next"))
        return prompt, join_styled(
            PromptPanel(prompt, ForecastCache(), PanelEdges()).render_title()
        ).plain

    prompt, told = title("r1 charges b1")
    assert (prompt.side, told) == ("s:b", "Blue: who does what?")
    assert key(prompt, "1").reader.expand_typed_line() == "b1 fights"
    prompt, told = title("r1 charges b1", "r2 charges b1")
    assert (prompt.side, told) == ("s:r", "Red, Blue: who does what?")


@pytest.mark.thorough
@pytest.mark.rule("TA-FIGHT-04", "TA-MULTI-02")
def test_who_has_two_enemies_is_proposed_at_both_and_not_twice_at_the_first() -> None:
    """Cinder Guard charges the Ash Mob; Red Rags (Initiative 2, the chief's fist at 1) touch First
    Embers and Captain Hale. What they did last is no reason to do it once more.
    """
    red, blue = samples(RULES)["cinder-guard.toml"], samples(RULES)["ash-mob.toml"]
    game = book(RULES).begin_match(RULES, [Entrant("Red", red, ""), Entrant("Blue", blue, "")])
    say(game, *SET_UP, "next", "next", "r1 charges b1", "next")
    prompt, struck = Prompt(game), []
    while (proposal := prompt.reader.get_proposal()) is not None and "fights" in proposal.line:
        struck.append(proposal.line)
        say(game, f"{proposal.line} : .")
    every = ("r3 fights b1", "r1 fights b1", "b1 fights r1", "b1 fights r3")
    assert struck == [*every, "b1 fights r1", "r1 fights b1"]


def test_the_action_being_rolled_is_not_named_as_the_next_step() -> None:
    """Raiders roll for their sweep, so that they are no longer to sweep after it."""
    kept = book(RULES)
    begin(kept, *BROKEN, "r1 sweeps : yes")

    async def story(stage: Stage) -> None:
        assert "SWEEPING ADVANCE" in stage.text
        assert "then" not in stage.text.splitlines()[-2]

    act(story, kept, game="m1")


def test_the_keys_list_all_rows_of_a_sheet() -> None:
    kept = book(RULES)
    begin(kept, *SET_UP, "next", "next", "r1 charges b1", "r2 charges b2")

    async def story(stage: Stage) -> None:
        await stage.press("s⏎?")
        assert "now, type how many of each" in stage.text
        assert "r1a" in stage.text

    act(story, kept, game="m1")


@pytest.mark.rule("TA-SWEEP-03", "TA-FALL-03")
@pytest.mark.parametrize(
    ("new_values", "caught"),
    [({}, False), ({("b1", "caught"): "yes"}, True), ({("r1", "sweeps"): "15"}, True)],
)
def test_an_outcome_by_hand_settles_a_sweep(
    new_values: dict[tuple[str, str], str], caught: bool
) -> None:
    """B1 falls back 7, so a sweep of 7.5 (15 half inches) catches it. Without changes, nobody is
    caught, and B1 gets away. Either way R1 is not asked again.
    """
    game = begin(book(RULES), *BROKEN, "r1 sweeps : yes")
    set_adjustable_values(
        game,
        {(u(unit), word): value for (unit, word), value in new_values.items()},
        "seen",
        ends_action=True,
    )
    match = game.match
    assert match.has(u("b1"), markers.CAUGHT) == caught
    assert match.has(u("b1"), markers.FLEES) != caught
    assert game.pending is None or "sweep" not in game.pending.request.what
    assert not any(due.action == "sweep" for due in game.ruleset.due(match))


def test_the_outcome_key_alone_ends_a_sweep_without_effect() -> None:
    kept = book(RULES)
    begin(kept, *BROKEN, "r1 sweeps : yes")

    async def story(stage: Stage) -> None:
        assert "SWEEPING ADVANCE" in stage.text
        await stage.press("o⏎")
        assert "over 7 catches B1, by hand, no effect" in stage.text
        for asked in ("Does R1 sweep?", "SWEEPING ADVANCE"):
            assert asked not in stage.text

    act(story, kept, game="m1")


def test_an_outcome_by_hand_is_refused_if_the_same_question_is_asked_again() -> None:
    """B1 must test. No value says that it has tested, so the test would be asked again at once."""
    game = begin(book(RULES), *BEATEN)
    before = game.version
    with pytest.raises(Refused) as refused:
        set_adjustable_values(game, {}, "seen", ends_action=True)
    assert refused.value.message == (
        "Tests: with these values, the same question would be asked again."
        " Answer the question instead."
    )
    assert game.version == before


@pytest.mark.parametrize(
    ("lines", "question"),
    [
        (BROKEN, "Does R1 sweep? A total over 7 catches B1."),
        (
            (*SET_UP, "next", "next", "r1 charges b1 rough : 52"),
            "Do 5 inches bring R1 into contact?",
        ),
        (
            (*SET_UP, "next", "next", "r1 charges b1 rough : 11"),
            "Does 1 inch bring R1 into contact?",
        ),
    ],
)
def test_what_is_asked_is_a_question(lines: tuple[str, ...], question: str) -> None:
    game = begin(book(RULES), *lines)
    assert game.pending is not None
    assert build_question_view(game.match, game.pending).what == question


def test_a_number_alone_lists_the_keys_of_the_phase() -> None:
    prompt = Prompt(begin(book(RULES)))
    prompt.type_text("1")
    assert prompt.reader.explain_incomplete_line() == (
        "Type the number of a unit, then the key of an action: j joins."
    )


def test_two_units_that_must_strike_strike() -> None:
    match = begin(book(RULES), *CHARGED).match
    due = [
        DueAction("strikes", None, u(unit), f"{match.unit(u(unit)).name} strikes at step 1")
        for unit in ("r1", "r2")
    ]
    assert describe_due_actions(match, due) == "Raiders and Blades strike at step 1"


@pytest.mark.rule("TA-MORALE-07")
def test_the_check_for_losses_to_fire_waits_for_the_end_of_the_phase() -> None:
    """Blue's B1 loses a quarter of its models, and other units may still fire at it."""
    game = begin(book(RULES), *SET_UP, "next")
    say(game, f"r1 fires b1 : {len(game.match.figures(u('b1'))) // 2}")
    prompt = Prompt(game)
    while game.pending is not None:
        prompt.submit_input()
    assert game.match.has(u("b1"), markers.SHAKEN)
    assert prompt.side == RED  # bare numbers still name Red's units
    assert prompt.reader.get_proposal() is None
    advice = "must test at the end of this phase. Press n to end the phase."
    assert advice in " ".join(row.plain for row in render_input_or_proposal(prompt, 78))
    prompt.submit_input()
    assert prompt.notice is not None
    assert prompt.notice.text.endswith(advice)
    prompt.play_typed_line_and_end_phase()
    assert prompt.pending is not None
    assert prompt.pending.request.what == "morale"
    panel = PromptPanel(prompt, ForecastCache(), PanelEdges())
    assert "% chance: holds" in "".join(row.plain for row in panel.render_body(78, 12))
    prompt.type_text("66")  # the outcome stands beside the dice
    typed = "".join(row.plain for row in panel.render_body(78, 12))
    assert "12: breaks" in typed
    assert "chance: holds" not in typed


@pytest.mark.rule("TA-G18")
def test_after_a_failed_check_the_fall_back_is_proposed_not_another_combat() -> None:
    game = begin(book(RULES), *BEATEN, "b1 tests : 66")
    proposal = Prompt(game).reader.get_proposal()
    assert proposal is not None
    assert proposal.line.startswith("b1 flees")


@pytest.mark.rule("TA-REGROUP-01")
@pytest.mark.parametrize(
    ("lost", "line"), [(0, "b1 regroups"), (1, "b1 flees")], ids=["enough models", "below half"]
)
def test_the_attempt_of_a_unit_that_may_regroup_is_proposed(lost: int, line: str) -> None:
    """A unit with half of its models may test. With one model fewer it may not."""
    game = begin(book(RULES), *SET_UP, *["next"] * 3)
    started = len(game.match.figures(u("b1")))
    say(game, "fix b1 falling-back", f"fix b1 figures -{started // 2 + lost}")
    assert game.match.phase == "movement"
    proposal = Prompt(game).reader.get_proposal()
    assert proposal is not None
    assert proposal.line.startswith(line)
