"""Set-up: its order, its dice, deployment, hunted figures; everything else is silent."""

from __future__ import annotations

import pytest

from tests.deathzap2.table import Force, SetUp, soldiers
from tracker.input_parsing.line_syntax_tree import Word
from tracker.procedures.declared.player_actions import NoParams
from tracker.procedures.match_view import UnknownName
from tracker.procedures.pieces.deployment import DEPLOYED
from tracker.procedures.pieces.objectives_and_awards import (
    OwnObjective,
    list_objective_sides,
    list_objectives_in_play,
)
from tracker.procedures.requests import Faces, Pick
from tracker.rulesets.deathzap2 import RULESET
from tracker.rulesets.deathzap2.data import markers, state_queries
from tracker.rulesets.deathzap2.phases import setup_phase
from tracker.rulesets.deathzap2.phases.objective_counters_and_scoring import CounterPlacement
from tracker.rulesets.deathzap2.phases.setup_phase import (
    DeploymentDepth,
    find_deployment_order,
    find_deployment_zone_depth,
)
from tracker.rulesets.deathzap2.table.adjustable_state import SETTING_RIGHT
from tracker.testing.match_in_memory import BLUE, RED, Play, f, u
from tracker.vocabulary.events import MarkerSet, Rolled
from tracker.vocabulary.subject_ids import SideId

BASIC = {"game": "basic"}


def kinds(play: SetUp) -> dict[str, SideId | None]:
    return {objective.kind: objective.side for objective in list_objectives_in_play(play.match)}


def asked(play: SetUp) -> str:
    return play.asked.what


def rule(play: SetUp, **how: int | None) -> list[str]:
    side = RED
    return [o.rule for o in play.objections("deploy", side, DeploymentDepth(**how))]


# --------------------------------------------------------------------------------- the whole of it


@pytest.mark.rule("DZ-SETUP-02", "DZ-SETUP-03", "DZ-SETUP-04")
def test_a_basic_game_asks_only_the_deployment_roll_and_the_edge() -> None:
    play = SetUp(BASIC, red=soldiers(3, 2), blue=soldiers(4))
    play.automatic()
    assert asked(play) == "deployment"
    play.roll("52")
    assert asked(play) == "base edge of Red; Blue takes the one facing it"
    play.choose("east")
    play.automatic()
    assert play.idle
    assert setup_phase.is_setup_complete(play.match)
    assert kinds(play) == {}
    assert set(play.match.marked(DEPLOYED)) == {u("r1"), u("r2"), u("b1")}


@pytest.mark.rule("DZ-SETUP-03")
def test_an_advanced_game_goes_through_its_steps_in_order() -> None:
    # 1 and 5: Assassinate and Intel, so that every step comes up.
    force = ({"soldier": 3, "veteran": 1},)
    play = SetUp(red=force, blue=force)
    seen = []
    play.automatic()
    for answer in ("15", "11111111", "25", "north", f("b1", 4), f("r1", 4)):
        seen.append(asked(play))
        if isinstance(play.asked, Faces):
            play.roll(answer)
        else:
            play.choose(answer)
        play.automatic()
    assert seen == [
        "objectives",
        "places of the four counters",
        "deployment",
        # Then both sides set up, without a question.
        "base edge of Blue; Red takes the one facing it",
        "figure of Blue that is hunted",
        "figure of Red that is hunted",
    ]
    assert play.idle
    assert setup_phase.is_setup_complete(play.match)


@pytest.mark.rule("DZ-SETUP-03")
def test_what_is_left_of_set_up_stands_in_its_order() -> None:
    play = SetUp()
    assert [due.action for due in setup_phase.list_due_setup_steps(play.match)] == [
        "objectives",
        "deployment",
    ]
    assert all(due.compulsory for due in setup_phase.list_due_setup_steps(play.match))
    assert not setup_phase.is_setup_complete(play.match)
    play.do("objectives", None, NoParams())
    play.roll("33")
    play.do("deployment", None, NoParams())
    play.roll("16")
    play.default()
    assert [(due.action, due.side) for due in setup_phase.list_due_setup_steps(play.match)] == [
        ("deploy", BLUE),
        ("deploy", RED),
    ]
    play.do("deploy", BLUE, DeploymentDepth())
    play.do("deploy", RED, DeploymentDepth())
    assert setup_phase.list_due_setup_steps(play.match) == ()


EDGE = "base edge of Red; Blue takes the one facing it"


@pytest.mark.rule("DZ-SETUP-02", "DZ-SETUP-03")
@pytest.mark.parametrize(
    ("game", "asked_for"),
    [
        ("basic", ["deployment", EDGE]),
        ("advanced", ["objectives", "deployment", EDGE]),
    ],
)
def test_sample_forces_go_from_muster_to_the_first_impetus_roll(
    game: str, asked_for: list[str]
) -> None:
    forces = RULESET.forces
    assert forces is not None
    play = Play(RULESET, {"game": game})
    for side, letter, sample in zip((RED, BLUE), "rb", forces.samples()[2:4], strict=True):
        play.feed_input(forces.muster(forces.read(sample.text, {}), side, letter))
        if side == RED:
            play.automatic()
            assert play.idle  # the other force is not there yet
    seen = []
    play.automatic()
    while not play.match.turn:
        seen.append(play.asked.what)
        if isinstance(play.asked, Faces):
            play.roll("53")
        else:
            play.default()
        play.automatic()
    assert seen == asked_for
    assert (play.match.turn, play.match.phase) == (1, "impetus")


# -------------------------------------------------------------------------------------- objectives


@pytest.mark.rule("DZ-T10", "DZ-WIN-03")
@pytest.mark.parametrize(
    ("die", "kind"),
    [
        (1, "assassinate"),
        (2, "assassinate"),
        (3, "hard-hitters"),
        (4, "hard-hitters"),
        (5, "push"),
        (6, "push"),
    ],
)
def test_the_first_table(die: int, kind: str) -> None:
    play = SetUp()
    play.automatic()
    play.roll(f"{die}1")
    assert kinds(play) == {kind: None, "hold": None}


@pytest.mark.rule("DZ-T11", "DZ-WIN-03")
@pytest.mark.parametrize(
    ("die", "kind"),
    [
        (1, "hold"),
        (2, "hold"),
        (3, "extermination"),
        (4, "extermination"),
        (5, "intel"),
        (6, "intel"),
    ],
)
def test_the_second_table(die: int, kind: str) -> None:
    play = SetUp()
    play.automatic()
    play.roll(f"3{die}")
    assert kinds(play) == {"hard-hitters": None, kind: None}


@pytest.mark.rule("DZ-T10", "DZ-T11")
def test_the_sheet_of_objectives_says_what_every_face_means() -> None:
    play = SetUp()
    play.automatic()
    request = play.asked
    assert isinstance(request, Faces)
    sheet = request.kind.sheet if request.kind is not None else None
    assert sheet is not None
    rows = sheet(play.match, request)
    assert rows.columns == ("1-2", "3-4", "5-6")
    assert [(row.name, row.known) for row in rows.rows] == [
        ("first objective", ("Assassinate", "Hard Hitters", "Push")),
        ("second objective", ("Hold", "Extermination", "Intel")),
    ]
    assert [come.word for come in rows.compute_results((4, 3))] == ["Hard Hitters", "Extermination"]
    assert [come.word for come in rows.compute_results((5, None))] == ["Push", ""]


@pytest.mark.rule("DZ-W04")
@pytest.mark.parametrize(
    ("dice", "labels"), [("43", {"Hard Hitters", "Extermination"}), ("51", {"Push", "Hold"})]
)
def test_worked_case_objective_dice(dice: str, labels: set[str]) -> None:
    play = SetUp()
    play.automatic()
    play.roll(dice)
    assert {objective.label for objective in list_objectives_in_play(play.match)} == labels


@pytest.mark.rule("DZ-G49", "DZ-WIN-03")
def test_one_pair_for_both_or_a_pair_for_each() -> None:
    shared = SetUp()
    shared.begin("33")
    assert list_objective_sides(shared.match, "hard-hitters") == (RED, BLUE)
    each = SetUp({"objectives": "per_player"})
    each.automatic()
    assert asked(each) == "objectives of Red"
    each.roll("33")
    assert asked(each) == "objectives of Blue"
    each.roll("51")
    assert list_objective_sides(each.match, "hard-hitters") == (RED,)
    assert list_objective_sides(each.match, "extermination") == (RED,)
    assert list_objective_sides(each.match, "push") == (BLUE,)
    assert list_objective_sides(each.match, "hold") == (BLUE,)


@pytest.mark.rule("DZ-G49")
def test_both_players_may_roll_the_same_objective() -> None:
    each = SetUp({"objectives": "per_player"})
    each.begin("33", "31")
    assert list_objective_sides(each.match, "hard-hitters") == (RED, BLUE)
    assert len(list_objectives_in_play(each.match)) == 4


@pytest.mark.rule("DZ-WIN-03", "DZ-SETUP-02")
def test_own_objectives_are_written_down_instead_of_rolled() -> None:
    play = SetUp({"objectives_how": "own"})
    play.automatic()
    assert play.idle  # nothing to roll: somebody has to write
    assert setup_phase.list_due_setup_steps(play.match)[0].action == "objective"
    play.do("objective", None, OwnObjective("Hold the well", 2))
    play.do("objective", BLUE, OwnObjective("Get the pilot out", 4))
    assert [(o.label, o.side, o.points) for o in list_objectives_in_play(play.match)] == [
        ("Hold the well", None, 2),
        ("Get the pilot out", BLUE, 4),
    ]
    play.automatic()
    assert asked(play) == "deployment"


# ------------------------------------------------------------------------------------------- Intel


@pytest.mark.rule("DZ-G55", "DZ-WIN-09", "DZ-GEN-03")
@pytest.mark.parametrize(("board", "dice"), [("small", (24, 24) * 4), ("large", (72, 48) * 4)])
def test_counters_are_placed_by_dice_of_the_boards_size(board: str, dice: tuple[int, ...]) -> None:
    play = SetUp({"board": board})
    play.begin("36")
    assert isinstance(play.asked, Faces)
    assert play.asked.dice == dice
    play.roll("12345678")
    (intel,) = (o for o in list_objectives_in_play(play.match) if o.kind == "intel")
    assert intel.counters == (
        '1" across, 2" up',
        '3" across, 4" up',
        '5" across, 6" up',
        '7" across, 8" up',
    )
    play.automatic()
    assert asked(play) == "deployment"  # the counters lie before the deployment roll


@pytest.mark.rule("DZ-G55")
def test_players_may_place_the_counters_their_own_way() -> None:
    play = SetUp({"intel_placement": "players"})
    play.begin("36")
    assert asked(play) == "deployment"
    play.roll("52")
    play.default()
    words = ("by the well", "on the bridge", "in the wood", "north-east corner")
    assert play.objections("counters", None, CounterPlacement(words)) == []
    play.do("counters", None, CounterPlacement(words))
    (intel,) = (o for o in list_objectives_in_play(play.match) if o.kind == "intel")
    assert intel.counters == words
    assert [o.rule for o in play.objections("counters", None, CounterPlacement(words[:3]))] == [
        "DZ-WIN-09"
    ]


@pytest.mark.rule("DZ-WIN-09")
def test_without_intel_there_are_no_counters() -> None:
    play = SetUp()
    play.begin("31")
    assert asked(play) == "deployment"
    assert [o.id for o in play.objections("counters", None, CounterPlacement(("a",) * 4))] == [
        "no-intel"
    ]


# -------------------------------------------------------------------------------------- deployment


@pytest.mark.rule("DZ-SETUP-04", "DZ-GEN-01")
@pytest.mark.parametrize(("dice", "first"), [("61", RED), ("16", BLUE)])
def test_the_higher_die_picks_an_edge_and_sets_up_first(dice: str, first: SideId) -> None:
    play = SetUp(BASIC)
    play.begin(dice)
    assert play.asked.side == first
    play.choose("west")
    assert play.match.mark(first, markers.EDGE) == "west"
    assert play.match.mark(play.match.other(first), markers.EDGE) == "east"
    assert find_deployment_order(play.match) == (first, play.match.other(first))


@pytest.mark.rule("DZ-SETUP-04")
def test_any_edge_may_be_picked_and_the_other_side_faces_it() -> None:
    facing = {}
    for edge in ("north", "east", "south", "west"):
        play = SetUp(BASIC)
        play.begin("61")
        assert isinstance(play.asked, Pick)
        play.choose(edge)
        facing[edge] = play.match.mark(BLUE, markers.EDGE)
    assert facing == {"north": "south", "south": "north", "east": "west", "west": "east"}


@pytest.mark.rule("DZ-G05", "DZ-GEN-01")
def test_a_tie_is_rolled_again_and_every_pair_is_written_down() -> None:
    play = SetUp(BASIC)
    play.begin("44", "11", "35")
    rolled = [x.event for x in play.lines if isinstance(x.event, Rolled)]
    assert [x.faces for x in rolled] == [(4, 4), (1, 1), (3, 5)]
    assert play.asked.side == BLUE


@pytest.mark.rule("DZ-W02", "DZ-SETUP-05")
@pytest.mark.parametrize(
    ("hundredths", "warned"), [(0, False), (350, False), (400, False), (410, True)]
)
def test_worked_case_deployment_depth(hundredths: int, warned: bool) -> None:
    play = SetUp(BASIC)
    play.begin("61")
    play.choose("north")
    said = rule(play, depth=hundredths)
    assert said == (["DZ-SETUP-05"] if warned else [])


@pytest.mark.rule("DZ-G18", "DZ-SETUP-05")
@pytest.mark.parametrize(
    ("board", "doubles", "depth"),
    [
        ("small", "all_distances", 400),
        ("large", "moves", 400),
        ("large", "moves_and_ranges", 400),
        ("large", "all_distances", 800),
    ],
)
def test_zones_are_four_inches_deep_unless_every_distance_doubles(
    board: str, doubles: str, depth: int
) -> None:
    assert (
        find_deployment_zone_depth(SetUp({"board": board, "large_board_doubles": doubles}).match)
        == depth
    )


@pytest.mark.rule("DZ-SETUP-04")
def test_setting_up_out_of_turn_is_told_but_not_refused() -> None:
    play = SetUp(BASIC)
    assert rule(play) == ["DZ-SETUP-03"]  # no roll yet
    play.do("deployment", None, NoParams())
    play.roll("16")
    play.default()
    assert rule(play) == ["DZ-SETUP-04"]  # Blue won
    play.do("deploy", RED, DeploymentDepth())
    assert play.match.has(u("r1"), DEPLOYED)


@pytest.mark.rule("DZ-SETUP-06", "DZ-G45")
def test_a_figure_that_sets_up_alone_is_panicked_since_before_the_game() -> None:
    play = SetUp(BASIC, red=({"soldier": 1}, {"soldier": 2}, {"buggy": 1}))
    play.begin("61")
    play.default()
    play.automatic()
    assert state_queries.find_panic_turn(play.match, u("r1")) == 0
    assert not play.match.has(u("r2"), markers.PANICKED)
    assert not play.match.has(u("r3"), markers.PANICKED)  # a light vehicle may stand alone


@pytest.mark.rule("DZ-SETUP-06")
def test_squads_that_set_up_together_are_one_calm_unit_without_a_roll() -> None:
    reds = ({"soldier": 1}, {"soldier": 3}, {"soldier": 1}, {"soldier": 1})
    play = SetUp(BASIC, red=reds)
    play.begin("61")
    for who, into in (("r1", "r2"), ("r3", "r4")):
        play.fix(*SETTING_RIGHT.interpret_fix(play.match, Word("fix", (who, "unit", into))).facts)
        assert not play.match.exists(u(who))
        assert not play.match.has(u(into), markers.PANICKED), "nobody of it is alone"
    assert [len(play.match.figures(unit)) for unit in play.match.units(RED)] == [4, 2]


def test_a_fright_of_the_game_is_not_set_right_with_the_unit() -> None:
    play = SetUp(BASIC, red=({"soldier": 2}, {"soldier": 3}))
    play.fix(MarkerSet(subjects=(u("r2"),), marker=markers.PANICKED, value=1))
    play.fix(*SETTING_RIGHT.interpret_fix(play.match, Word("fix", ("r1", "unit", "r2"))).facts)
    assert state_queries.find_panic_turn(play.match, u("r2")) == 1


@pytest.mark.parametrize("into", ["b1", "r1", None])
def test_a_unit_becomes_part_of_a_friend_only(into: str | None) -> None:
    play = SetUp(BASIC)
    said = ("r1", "unit") if into is None else ("r1", "unit", into)
    with pytest.raises(UnknownName):
        SETTING_RIGHT.interpret_fix(play.match, Word("fix", said))


@pytest.mark.rule("DZ-UNIT-01", "DZ-UNIT-04")
def test_units_that_do_not_group_are_told_at_deployment() -> None:
    force = ({"soldier": 2, "hound": 1}, {"tank": 1, "soldier": 1}, {"hound": 2, "buggy": 1})
    play = SetUp(BASIC, red=force)
    play.begin("61")
    play.choose("north")
    said = play.objections("deploy", RED, DeploymentDepth())
    assert [o.id for o in said] == ["mixed-unit", "mixed-unit"]
    assert [o.text.split(maxsplit=1)[0] for o in said] == ["r1", "r2"]
    assert [o.rule for o in said] == ["DZ-UNIT-01", "DZ-UNIT-04"]


@pytest.mark.rule("DZ-UNIT-04", "DZ-SETUP-06")
def test_a_deployment_that_breaks_a_rule_waits_for_the_players() -> None:
    play = SetUp(BASIC, red=({"tank": 2},))
    play.begin("16")
    play.choose("north")
    play.automatic()
    assert play.idle
    assert not play.match.has(u("r1"), DEPLOYED), "Blue is on the table, Red is asked"
    assert play.match.has(u("b1"), DEPLOYED)
    assert rule(play) == ["DZ-UNIT-04"]
    play.do("deploy", RED, DeploymentDepth())
    play.automatic()
    assert setup_phase.is_setup_complete(play.match)


@pytest.mark.rule("DZ-WIN-01")
def test_lone_figures_only_is_told_in_a_basic_game() -> None:
    for options, expected in ((BASIC, ["DZ-WIN-01"]), ({"game": "advanced"}, [])):
        play = SetUp(options, red=({"soldier": 1}, {"hound": 1}))
        play.do("deployment", None, NoParams())
        play.roll("61")
        play.choose("north")
        assert rule(play) == expected
        play.automatic()
        assert not play.match.has(u("r1"), DEPLOYED)


# ---------------------------------------------------------------------------------- hunted figures


def hunt(
    pick: str = "owner", *, red: Force = ({"soldier": 3},), blue: Force = ({"soldier": 3},)
) -> SetUp:
    """A match after the deployment roll that Blue won, with Assassinate and Hold."""
    play = SetUp({"assassinate_pick": pick}, red=red, blue=blue)
    play.begin("11", "16")
    play.default()
    play.automatic()
    return play


@pytest.mark.rule("DZ-WIN-04", "DZ-G50")
@pytest.mark.parametrize(("who", "askers"), [("owner", (BLUE, RED)), ("opponent", (RED, BLUE))])
def test_who_names_the_hunted_figures(who: str, askers: tuple[SideId, SideId]) -> None:
    force = ({"soldier": 3, "veteran": 1},)
    play = hunt(who, red=force, blue=force)
    assert (play.asked.side, play.asked.subject) == (askers[0], BLUE)
    play.choose(f("b1", 4))
    assert (play.asked.side, play.asked.subject) == (askers[1], RED)
    play.choose(f("r1", 1))
    assert set(play.match.marked(markers.TARGET)) == {f("b1", 4), f("r1", 1)}
    assert setup_phase.is_setup_complete(play.match)


@pytest.mark.rule("DZ-WIN-04", "DZ-G50")
def test_vehicles_and_monsters_are_not_hunted_light_vehicles_are() -> None:
    play = hunt(blue=({"tank": 1}, {"horror": 1}, {"buggy": 2}, {"soldier": 3}))
    assert isinstance(play.asked, Pick)
    assert [option.id for option in play.asked.options] == [f("b3", 1), f("b4", 1)]
    assert play.asked.default == f("b3", 1)


@pytest.mark.rule("DZ-WIN-04")
def test_a_force_of_big_things_names_none() -> None:
    play = hunt(red=({"tank": 1}, {"horror": 1}), blue=({"tank": 1},))
    assert play.idle
    assert setup_phase.is_setup_complete(play.match)
    assert play.match.marked(markers.TARGET) == ()


@pytest.mark.rule("DZ-G49", "DZ-WIN-04")
def test_only_the_enemy_of_a_hunter_names_a_figure() -> None:
    force = ({"soldier": 2, "veteran": 1},)
    play = SetUp({"objectives": "per_player"}, red=force, blue=force)
    play.begin("11", "31", "61")  # Red hunts, Blue does not
    play.default()
    play.automatic()
    assert play.asked.subject == BLUE
    play.default()
    play.automatic()
    assert setup_phase.is_setup_complete(play.match)
