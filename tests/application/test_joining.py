"""Figures and units that come by hand, after the game was begun."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from tests.application.match_records.making import record
from tests.application.match_records.test_round_trip import brought
from tests.combat_zone import evening as figures_evening
from tests.deathzap2 import evening
from tests.drawn import add_reinforcements
from tests.gamefile.kit import shipped
from tests.saying import refused, say
from tests.trial_assault import evening as blades_evening
from tests.xenocide import evening as troops_evening
from tracker.application.campaigns.game_tally import compute_game_tally
from tracker.application.correcting.manual_adjustment_entry import (
    Key,
    add_roster_units,
    list_adjustment_parts,
    set_adjustable_values,
)
from tracker.application.errors import ReasonRequired, Refused
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.cli.new_match_from_options import read_roster_text_and_source
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.procedures.match_view import UnknownName
from tracker.procedures.pieces.typed_fact_validation import validate_typed_facts
from tracker.procedures.ruleset import Ruleset
from tracker.projection.match_state import Unit
from tracker.testing.random_games import (
    begin_random_game,
    check_game,
    check_undo,
    make_book,
    play_random_input,
)
from tracker.vocabulary.events import FiguresJoined, Json, MusteredFigure
from tracker.vocabulary.subject_ids import (
    FigureId,
    SideId,
    UnitId,
    make_figure_id,
    make_side_id,
    make_unit_id,
)

RED = make_side_id("r")
LATE = """\
name = "Late"
ruleset = "deathzap2"
[profiles.rifleman]
type = "infantry"
quality = "elite"
shields = "medium"
guns = ["rifle basic"]
[profiles.gunner]
type = "infantry"
quality = "regular"
shields = "medium"
guns = ["medium repeater basic"]
[[squads]]
name = "Reserve"
figures = [{ profile = "rifleman", name = "Vara" }, { profile = "gunner", count = 2 }]
[[squads]]
name = "Sappers"
figures = { rifleman = 4 }
"""


def last_of(game: Game) -> str:
    return list_log_lines(game.history)[-1].text


def test_more_of_a_unit_count_from_the_beginning() -> None:
    game = evening.shooting()
    before = game.state.fork_state()
    cost = points(game, "rifleman")
    say(game, "fix r1 add rifleman 2 gunner")
    unit = game.match.unit(make_unit_id("r1"))
    assert (len(unit.figures), unit.started) == (6 + 3, 6 + 3)
    assert [game.state.figures[f].profile for f in unit.figures[-3:]] == [
        "rifleman",
        "rifleman",
        "gunner",
    ]
    assert unit.figures[-1] == make_figure_id("r1", 9)
    grown = game.state.forces[RED].points - before.forces[RED].points
    assert grown == 2 * cost + points(game, "gunner")
    assert last_of(game) == "R1 Alpha joined by 2 riflemen, 1 gunner, fixed by hand"
    game.undo()
    assert game.state == before
    game.redo()
    assert game.match.unit(make_unit_id("r1")) == unit


def points(game: Game, profile: str) -> int:
    cost = game.state.forces[RED].profiles[profile]["cost"]
    assert isinstance(cost, int)
    return cost


def test_a_figure_with_a_name_of_its_own() -> None:
    game = evening.shooting()
    say(game, "fix r1 add Vara gunner")
    assert game.state.figures[make_figure_id("r1", 7)].name == "Vara"
    said = "A figure with a name joins alone, so add Vara and the others in separate lines."
    assert refused(game, "fix r1 add Vara gunner 2") == said


def test_a_further_unit_has_the_next_handle_and_acts() -> None:
    game = evening.shooting()
    say(game, 'fix red add "Late squad" rifleman 5 gunner')
    late = game.match.unit(make_unit_id("r4"))
    assert late == Unit(RED, "Late squad", tuple(make_figure_id("r4", n) for n in range(1, 7)), 6)
    assert last_of(game) == ("R4 Late squad joins Red: 5 riflemen, 1 gunner, fixed by hand")
    say(game, "r4 > b2 : 11111111")
    tally = compute_game_tally(game.history.path, game.state)
    served = {one.unit: (one.name, one.mustered, one.left) for one in tally.units}
    assert served[make_unit_id("r4")] == ("Late squad", 6, 6)


def test_a_unit_that_is_gone_comes_back_with_others() -> None:
    game = evening.shooting()
    say(game, "fix r2 figures -6", "fix r2 add rifleman")
    assert game.match.figures(make_unit_id("r2")) == (make_figure_id("r2", 7),)
    assert refused(game, "fix r1 figures +1").endswith(
        "To add 1 new one, type `fix r1 add rifleman 1`."
    )


def test_where_figures_act_a_lone_one_has_the_name_of_its_unit() -> None:
    game = figures_evening.begin(*figures_evening.RED_ACTS)
    say(game, "fix red add Rook hero", "fix r1 add gunner")
    assert game.state.figures[make_figure_id("r3", 1)].name == "Rook"
    assert game.match.unit(make_unit_id("r3")).name == "Rook"
    assert last_of(game) == "R1 Jackals joined by R17 gunner, fixed by hand"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("fix r1 add", "Name the profile of the new figures, as in `fix r1 add gunner 2`."),
        ("fix red add", "Name the profile of the new figures, as in `fix r add gunner 2`."),
        ("fix r1 add riflman 2", ", as in `fix r1 add rifleman 2`; to add riflman, run: warledger"),
        ("fix r1 add rifleman 2 3", "A profile must be before 3, as in `fix r1 add rifleman 3`."),
        ("fix r1 add rifleman 0", "Rifleman: type a number from 1 to 1000, not 0."),
        ("fix r1 add rifleman 1000", "A side can have at most 100 units and 1,000 figures."),
        ("fix green add rifleman", "green"),
    ],
)
def test_what_cannot_join_is_refused_and_nothing_is_written(line: str, why: str) -> None:
    game = evening.shooting()
    before = game.version
    assert why in refused(game, line)
    assert game.version == before


@pytest.mark.parametrize(
    ("line", "units"),
    [
        ('fix blue add "Reserve" orc 5', {"b2": ("Reserve", ["orcs"] * 5)}),
        ("fix blue add Reserve orcs 2 orc", {"b2": ("Reserve", ["orcs"] * 3)}),
        ("fix red add riflemen tanks 2", {"r3": ("Riflemen", ["riflemen", "tank", "tank"])}),
    ],
)
def test_a_profile_is_found_by_its_singular_or_plural(
    line: str, units: dict[str, tuple[str, list[str]]]
) -> None:
    game = any_game()
    say(game, line)
    for handle, (name, profiles) in units.items():
        unit = make_unit_id(handle)
        found = [game.match.figure(each).profile for each in game.match.figures(unit)]
        assert (game.match.unit(unit).name, found) == (name, profiles)


@pytest.mark.parametrize(
    ("line", "such"),
    [
        ('fix blue add "Reserve" grenadier 5', "fix b add Reserve orcs 5"),
        ("fix blue add Reserve 5 grenadiers", "fix b add orcs 5"),
        ("fix blue add 5 orcs", "fix b add orcs 5"),
    ],
)
def test_an_unknown_profile_is_answered_with_a_line_that_works(line: str, such: str) -> None:
    game = any_game()
    assert f", as in `{such}`" in refused(game, line)
    say(game, such)


def test_a_new_profile_is_answered_with_the_command_that_adds_it() -> None:
    game = any_game()
    _, _, force = refused(game, "fix b1 add grenadier 5").partition(
        f"; to add grenadier, run: warledger match join {game.stream} blue "
    )
    assert force == '"5 grenadier".'
    add_roster_units(game, "blue", *read_roster_text_and_source(game.ruleset, force.strip('".')))
    assert last_of(game) == "B2 Grenadier joins Blue: 5 grenadiers, fixed by hand"


def any_game() -> Game:
    book = make_book(shipped("free"), random.Random(1))
    return book.begin_match(
        "free", [Entrant("Red", "8 riflemen\n1 tank"), Entrant("Blue", "10 orcs")]
    )


# -------------------------------------------------------------------------------- from a roster


def test_units_of_a_roster_join_with_profiles_of_their_own() -> None:
    game = evening.shooting()
    worth = game.state.forces[RED].points
    add_roster_units(game, "red", LATE, "late.toml", "stuck in traffic")
    assert [game.match.unit(make_unit_id(u)).name for u in ("r4", "r5")] == ["Reserve", "Sappers"]
    first, *others = game.match.figures(make_unit_id("r4"))
    assert game.state.figures[first].name == "Vara"
    known = game.state.forces[RED].profiles
    assert game.state.figures[first].profile == "further rifleman"  # elite ones there are not yet
    assert known["further rifleman"]["quality"] == "elite"
    assert known["rifleman"]["quality"] == "regular"
    assert [game.state.figures[f].profile for f in others] == ["gunner"] * 2
    mine = 5 * points(game, "further rifleman") + 2 * points(game, "gunner")
    assert game.state.forces[RED].points == worth + mine
    assert last_of(game) == (
        "R4 Reserve joins Red: Vara, 2 gunners, R5 Sappers joins Red: 4 further riflemen,"
        " fixed by hand: stuck in traffic"
    )
    game.undo()
    assert "further rifleman" not in game.state.forces[RED].profiles


def test_a_roster_that_is_wrong_says_its_line() -> None:
    game = evening.shooting()
    with pytest.raises(Refused, match=r"late\.toml, line 5: ") as refused:
        add_roster_units(game, "red", LATE.replace("elite", "shiny"), "late.toml")
    assert "shiny" in refused.value.message
    with pytest.raises(Refused, match="No side is called green"):
        add_roster_units(game, "green", LATE, "late.toml")
    with pytest.raises(ReasonRequired):
        add_roster_units(evening.begin(mode="strict"), "red", LATE, "late.toml")


# ------------------------------------------------------------------------------ what comes of it


@pytest.mark.thorough
def test_it_is_in_the_record_as_it_is_said() -> None:
    game = evening.shooting()
    say(game, "fix r1 add rifleman 2")
    add_roster_units(game, "red", LATE, "late.toml", "late")
    say(game, "r5 > b2 : 1111")
    written = record(game)
    assert "fix r1 add rifleman 2 " in written
    assert brought(written)[0].state == game.state


BODY: dict[str, dict[str, Json]] = {"rifleman": {"quality": "elite"}}


@pytest.mark.parametrize(
    ("fact", "why"),
    [
        (FiguresJoined(unit=UnitId("u:b9"), side=RED, name="x", figures=()), "must be like r1"),
        (FiguresJoined(unit=UnitId("u:r9"), side=RED, name="x", figures=()), "need new numbers"),
        (
            FiguresJoined(
                unit=UnitId("u:r1"),
                side=RED,
                name="x",
                figures=(MusteredFigure(FigureId("f:r1.2"), "rifleman"),),
            ),
            "need new numbers, such as r1.9",
        ),
        (
            FiguresJoined(
                unit=UnitId("u:r9"),
                side=RED,
                name="x",
                figures=(MusteredFigure(FigureId("f:r9.1"), "rifleman"),) * 2,
            ),
            "need new numbers",
        ),
        (
            FiguresJoined(
                unit=UnitId("u:r9"),
                side=RED,
                name="x",
                figures=(MusteredFigure(FigureId("f:r9.1"), "ghost"),),
            ),
            "an unknown profile",
        ),
        (
            FiguresJoined(
                unit=UnitId("u:r9"),
                side=RED,
                name="x",
                figures=(MusteredFigure(FigureId("f:r9.1"), "rifleman"),),
                profiles=BODY,
            ),
            "has a profile with the name of a different profile: rename it",
        ),
        (FiguresJoined(unit=UnitId("u:g1"), side=SideId("s:g"), name="x", figures=()), "no side"),
    ],
)
def test_facts_that_would_spoil_a_match_are_refused(fact: FiguresJoined, why: str) -> None:
    with pytest.raises(UnknownName, match=why):
        validate_typed_facts(evening.shooting().match, (fact,))


@pytest.mark.parametrize(
    "rules", load_playable_rulesets().values(), ids=list(load_playable_rulesets())
)
def test_a_game_goes_on_with_those_who_joined(rules: Ruleset) -> None:
    rng = random.Random(5)
    game = begin_random_game(rules, rng)
    for step in range(200):
        if step % 50 == 20 and game.state.current_values.ended is None:
            add_reinforcements(game, rng)
        if not play_random_input(game, rng):
            break
    check_game(game)
    check_undo(game, 3)


def test_the_form_lists_every_profile_of_the_force() -> None:
    begun: Callable[[], Game] = evening.shooting
    game = begun()
    rows = {
        (row.subject, row.word): row for row in game.ruleset.setting_right.list_rows(game.match)
    }
    assert rows["u:r1", "added: gunner"].values == ("0", "1", "2", "3", "4", "5", "6")
    assert rows["s:b", "new unit: stalker"].get_line_part("2") == "fix b add stalker 2"
    say(game, "fix b add claw 3", "fix b4 add claw")
    rows = {
        (row.subject, row.word): row for row in game.ruleset.setting_right.list_rows(game.match)
    }
    assert rows["u:b4", "added: claw"].value == "4"
    assert rows["s:b", "new unit: claw"].value == "4"
    assert rows["u:b1", "added: claw"].value == "0"


def test_a_form_leaves_the_figures_as_many_as_they_become() -> None:
    game = evening.shooting()
    alpha = make_unit_id("r1")
    wanted: dict[Key, str] = {(alpha, "added: gunner"): "2", (alpha, "PANIC since turn"): "1"}
    assert list_adjustment_parts(game, wanted) == ("fix r1 panic 1", "fix r1 add gunner 2")
    set_adjustable_values(game, wanted)
    assert len(game.match.figures(alpha)) == 6 + 2


@pytest.mark.rule("XF-FORCE-14")
def test_nobody_is_put_into_the_unit_of_a_vehicle_nor_a_vehicle_into_theirs() -> None:
    game = troops_evening.begin()
    alone = "Carrier must be a separate unit: fix r add carrier."
    for line in ("fix r1 add carrier", "fix r5 add rifleman", "fix red add carrier 2"):
        assert refused(game, line) == alone
    say(game, "fix red add carrier", "fix r1 add rifleman 2")
    assert len(game.match.figures(make_unit_id("r6"))) == 1
    listed = {
        way for row in game.ruleset.setting_right.list_rows(game.match) for _, way in row.ways
    }
    assert "fix r1 add rifleman 6" in listed
    assert "fix r add carrier 1" in listed
    assert not listed & {"fix r1 add carrier 1", "fix r5 add rifleman 1", "fix r add carrier 2"}


@pytest.mark.rule("TA-CHAR-07")
def test_a_character_and_a_walker_are_no_part_of_another_unit() -> None:
    game = blades_evening.with_samples()
    force = game.match.force(RED)
    assert force is not None
    for name in [name for name, each in force.profiles.items() if each.get("independent")]:
        assert "a separate unit" in refused(game, f'fix r1 add "{name}"')
