"""Who is next, who is left and who cannot: Space, ``-``, ``0``, Tab, ``n`` and the reasons."""

from __future__ import annotations

import pytest

from tests.games.test_keys import deathzap2, six_turns
from tests.tui.kit import (
    TO_MOVE,
    TO_SHOOT,
    Stage,
    act,
    at_table,
    begin_figures,
    book,
    key,
    prompt_at,
    samples,
)
from tests.xenocide import evening, laws
from tracker.application.match.due_actions_of_game import describe_due_actions
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.procedures.ruleset import DueAction
from tracker.projection.match_state import State
from tracker.rulesets.deathzap2.data import markers
from tracker.testing.match_in_memory import BLUE, RED
from tracker.vocabulary.events import ActionTaken, MarkerSet
from tracker.vocabulary.subject_ids import make_unit_id
from tui.prompt.table_prompt import Prompt
from tui.table.table_screen import TableScreen
from tui.views.open_action_description import explain_idle_subjects
from tui.views.unit_status_rows import CANNOT, RosterRow, TableFocus, build_roster_rows

MELEE = (*TO_MOVE, "next", "b3 contacts r2", "next")
TURN_1 = ("r1 > b2 soft : -10", "r2,r3 holds", "all holds")
TURN_2 = ("impetus : 42", "orders r1 r2 r3 : 326", "orders b1 b2 b3 : 212", "next")


def proposed(prompt: Prompt) -> tuple[str, str]:
    proposal = prompt.reader.get_proposal()
    assert proposal is not None
    return proposal.line, proposal.age


def in_turn_two(*lines: str) -> Prompt:
    """Red's half of the Shooting phase of turn 2; in turn 1 Alpha fired at Dusk, in soft cover."""
    return prompt_at((*TO_SHOOT, *TURN_1, *TURN_2, *lines, "next"))


# ------------------------------------------------------------------------------ what is proposed


def test_the_last_target_and_cover_with_their_age() -> None:
    assert proposed(in_turn_two()) == ("r1 > b2 soft", "as in turn 1")


def test_a_deployment_that_breaks_a_rule_is_proposed_and_confirmed() -> None:
    red, blue = samples()["iron-third.toml"], samples()["red-dusk.toml"]
    two = Entrant("Red", red.replace("hammer = 1", "hammer = 2"), "Anna")
    game = book().begin_match(
        "deathzap2", [two, Entrant("Blue", blue, "Farid")], options={"game": "basic"}
    )
    for line in ("52", "north"):
        assert play_line(game, line).error is None
    prompt = Prompt(game)
    assert proposed(prompt) == ("deploy Red", "")
    key(prompt, "⏎")
    assert prompt.notice is not None
    assert prompt.notice.text.startswith("Hammer is not a legal unit: a vehicle is always")
    key(prompt, "⏎")
    assert game.match.turn == 1


def test_a_dead_target_is_dropped() -> None:
    line, age = proposed(in_turn_two("fix b2 figures -11"))
    assert line.startswith("r1 > ")
    assert "b2" not in line
    assert age == ""


def test_a_target_in_melee_is_dropped() -> None:
    turn_1 = (*TO_SHOOT, "r1 > b3 soft : -10", *TURN_1[1:])
    prompt = prompt_at((*turn_1, *TURN_2, "b3 contacts r2", "next"))
    line, _ = proposed(prompt)
    assert line.startswith("r1 > ")
    assert "b3" not in line


def test_a_target_all_of_whom_are_to_remove_is_dropped_and_said_before_the_dice() -> None:
    """Alpha, who fired at them last turn, is told so."""
    prompt = in_turn_two()
    figures = prompt.game.match.figures(make_unit_id("b2"))
    all_of_them = MarkerSet(subjects=figures, marker=markers.TO_REMOVE, value="fire")
    prompt.game.adjust_by_hand((all_of_them,), "Hammer has hit every one of them")
    line, _ = proposed(prompt)
    assert "b2" not in line
    before = prompt.game.version
    key(prompt, "12s⏎")
    assert prompt.game.version == before, "no dice are asked for nothing"
    assert prompt.notice is not None
    assert prompt.notice.text == "All figures of Dusk rifles are already casualties (DZ-SHOOT-10)."
    key(prompt, "⏎")
    assert prompt.game.match.has("u:r1", markers.FIRED), "the table is right if it says so twice"


# --------------------------------------------------------------------------------- passing over


def test_space_proposes_the_next_who_is_due_and_comes_round() -> None:
    prompt = prompt_at(TO_SHOOT)
    seen = []
    for _ in range(4):
        seen.append(proposed(prompt)[0].split()[0])
        prompt.skip_proposed_unit()
    assert seen == ["r1", "r2", "r3", "r1"]


def test_space_is_forgotten_once_something_is_done() -> None:
    prompt = prompt_at(TO_SHOOT)
    prompt.skip_proposed_unit()
    key(prompt, "3-⏎")
    assert proposed(prompt)[0].startswith("r1 ")


def test_a_dash_means_whoever_is_proposed() -> None:
    prompt = prompt_at(TO_SHOOT)
    prompt.skip_proposed_unit()
    assert key(prompt, "-").reader.expand_typed_line() == "r2 holds"
    key(prompt, "⏎")
    assert prompt.game.match.has("u:r2", "held")
    assert not prompt.game.match.has("u:r1", "held")


def test_nought_means_all_who_are_left() -> None:
    prompt = prompt_at((*TO_SHOOT, "r1 > b2 : -10"))
    key(prompt, "0-⏎")
    assert prompt.game.match.clock.side == "s:b", "Red's half is over by itself"


def test_space_with_only_one_left_says_who() -> None:
    prompt = prompt_at((*TO_SHOOT, "r1,r2 holds"))
    prompt.skip_proposed_unit()
    assert prompt.notice is not None
    assert prompt.notice.text == "Hammer has not fired"


# ------------------------------------------------------------------------------- who is left


def test_next_names_those_left_and_ends_the_second_time() -> None:
    prompt = prompt_at((*TO_SHOOT, "r1 > b2 : -10"))
    prompt.play_typed_line_and_end_phase()
    assert prompt.notice is not None
    assert prompt.notice.text == "Bravo and Hammer have not fired."
    assert prompt.game.match.clock.side == "s:r"
    prompt.play_typed_line_and_end_phase()
    assert prompt.game.match.clock.side == "s:b"


@pytest.mark.parametrize("mode", ["warn", "strict", "free"])
@pytest.mark.parametrize("before", ["", "=0 | ", "answer : =0 | ", "r2 holds | "])
def test_a_typed_next_names_those_left_too(mode: str, before: str) -> None:
    started = ("r1 > b2 : 4516234612",) if "0" in before else ("r1 > b2 : -10",)
    prompt = prompt_at((*TO_SHOOT, *started), mode=mode)
    version = prompt.game.version
    for side in ("s:r", "s:b"):
        prompt.play_line(f"{before}next")
        assert prompt.game.match.clock.side == side
        assert (prompt.game.version > version) is (side == "s:b")
        if side == "s:r":
            assert prompt.notice is not None
            who = "Hammer has" if "r2" in before else "Bravo and Hammer have"
            assert prompt.notice.text == f"{who} not fired."


def test_units_that_are_due_the_same_share_a_sentence() -> None:
    """The sample forces have three units each; a reason without a unit's name stays as it is."""
    match = prompt_at(TO_SHOOT).game.match
    names = {unit: match.unit(unit).name for unit in match.units()}
    assert [*names.values()] == ["Alpha", "Bravo", "Hammer", "Claw pack", "Dusk rifles", "Stalker"]

    def told(*deeds: str) -> str:
        due = zip(names.items(), deeds, strict=False)
        return describe_due_actions(
            match,
            [DueAction("act", None, unit, f"{name} {deed}") for (unit, name), deed in due],
        )

    assert told("is not done") == "Alpha is not done"
    assert told("has not fired", "must test") == "Alpha has not fired; Bravo must test"
    assert told("must test", "must test") == "Alpha and Bravo must test"
    assert told(*["has not fired"] * 4) == "Alpha, Bravo, Hammer and 1 more have not fired"
    sides = [DueAction("set-up", None, None, f"{side} has not set up") for side in ("Red", "Blue")]
    assert describe_due_actions(match, sides) == "Red has not set up; Blue has not set up"


def test_blue_may_fire_before_red_is_done_and_is_not_warned() -> None:
    prompt = prompt_at(TO_SHOOT)
    prompt.switch_side()
    key(prompt, "21s⏎")
    assert prompt.notice is None
    assert prompt.pending is not None
    key(prompt, "-10⏎" if prompt.wants_dice else "")
    fired = prompt.game.match
    assert fired.has("u:b2", "fired")
    assert fired.clock.side == "s:r", "Red's half goes on"
    inputs = (entry.input for entry in prompt.game.history.iterate_path_entries_backwards())
    taken = next(each for each in inputs if isinstance(each, ActionTaken))
    assert (taken.action, taken.overrides) == ("shoot", ())


# ------------------------------------------------------------------------------- who cannot


@pytest.mark.parametrize(
    ("lines", "keys", "sentence"),
    [
        (MELEE, "2⏎", "2 Bravo: in melee."),
        ((*TO_SHOOT, "r1 > b2 : -10"), "1⏎", "1 Alpha: has fired."),
    ],
)
def test_a_number_and_enter_say_why_a_unit_cannot(
    lines: tuple[str, ...], keys: str, sentence: str
) -> None:
    prompt = prompt_at(lines)
    key(prompt, keys)
    assert prompt.notice is not None
    assert prompt.notice.text == sentence


def test_a_figure_says_why_it_cannot() -> None:
    game = begin_figures(
        book("combat-zone"),
        ("deploy red", "deploy blue", "coherent r1,b1", "init : 465 / second", "b15 moves 6ap"),
    )
    prompt = Prompt(game)
    key(prompt, "5⏎")
    assert prompt.notice is not None
    assert prompt.notice.text == "15 Tarn: no points left."


def seen_of(game: Game) -> tuple[State, TableFocus]:
    prompt = Prompt(game)
    due = frozenset(item.subject for item in game.ruleset.due(game.match) if item.subject)
    going = TableFocus(
        due=due,
        side=prompt.side,
        idle_reasons=explain_idle_subjects(game, prompt.side) if due else {},
    )
    return game.state, going


def everybody(game: Game) -> list[RosterRow]:
    state, going = seen_of(game)
    return [row for side in state.info.sides for row in build_roster_rows(state, side.id, going)]


@pytest.mark.thorough
def test_every_one_who_cannot_has_a_reason() -> None:
    """Through a whole game: whoever of the side to act is not left, done or gone says why."""
    game = six_turns()
    said = set()
    for line, _ in deathzap2():
        play_line(game, line, use_defaults=True)
        _, going = seen_of(game)
        for row in everybody(game):
            if row.status == CANNOT:
                assert row.idle_reason, (line, row)
                said.add(row.idle_reason)
            acting = going.side in (None, game.match.side_of(row.unit))
            if going.due and acting and game.match.phase in ("move", "shoot", "melee"):
                assert row.status, (line, row)
    assert "in melee" in said


@pytest.mark.thorough
def test_the_roster_says_it_where_there_is_room() -> None:
    async def story(stage: Stage) -> None:
        assert isinstance(stage.app.screen, TableScreen)
        assert "– in melee" in stage.text

    at_table(story, MELEE, size=(120, 40))


def test_space_is_a_key_of_the_table() -> None:
    async def story(stage: Stage) -> None:
        await stage.named("space")
        assert "Enter: 2 Bravo ▸ " in stage.text
        await stage.press("-")
        assert "r2 holds" in stage.text

    at_table(story, TO_SHOOT)


@pytest.mark.thorough
def test_a_game_without_points_shows_no_score() -> None:
    kept = book("combat-zone")
    begin_figures(kept, ("deploy red", "deploy blue"))

    async def story(stage: Stage) -> None:
        assert stage.text.splitlines()[0].startswith(" Jackals v Wardens ")
        assert " 0 : 0 " not in stage.text

    act(story, kept, game="m1")


def test_n_asks_first_where_somebody_has_to_move() -> None:
    """In Movement nobody is waited for but those on Run orders, and vehicles under way."""
    prompt = Prompt(evening.begin(*laws.ORDERS, "next", "init : 47 / first"))
    prompt.play_typed_line_and_end_phase()
    assert prompt.game.match.clock.side == RED
    assert prompt.notice is not None
    assert prompt.notice.text == (
        'Runners must move at least 4" on Run orders; Carrier must move at least 12" at speed 1.'
    )
    prompt.play_typed_line_and_end_phase()
    assert prompt.game.match.clock.side == BLUE
