"""A real game of six turns, replayed and held to what was worked out by hand."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.games import sheet
from tracker.application.book import Book
from tracker.application.demo import demo_games
from tracker.application.log.attack_roll_chains import count_successes, is_success_pool
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.game import Game
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.cli.main import main
from tracker.ledger.memory_store import MemoryStore
from tracker.procedures.requests import Roll
from tracker.projection.match_state import State
from tracker.testing.match_in_memory import BLUE, RED
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import make_figure_id, make_unit_id

UNITS = {
    "Alpha": "r1",
    "Bravo": "r2",
    "Hammer": "r3",
    "picket": "r4",
    "Claw pack": "b1",
    "Dusk rifles": "b2",
    "Stalker": "b3",
}


@pytest.fixture(scope="module")
def game() -> Game:
    return demo_games.play_all_demo_lines(
        demo_games.begin_demo_game(Book(MemoryStore()), "Six turns")
    )


def rolled(game: Game) -> list[tuple[int, ev.Rolled]]:
    """Every roll that counts, with its turn."""
    found, turn = [], 0
    for line in game.history.path:
        if isinstance(line.event, ev.TurnBegan):
            turn = line.event.turn
        if isinstance(line.event, ev.Rolled):
            found.append((turn, line.event))
    return found


def after_turn(game: Game, turn: int) -> State:
    """The state just before the next turn began, or at the end."""
    before = 0
    for line in game.history.path:
        if isinstance(line.event, ev.TurnBegan) and line.event.turn == turn + 1:
            return game.history.get_state_at(before)
        before = line.version
    return game.state


def test_the_script_is_a_part_of_the_package() -> None:
    assert sheet.SCRIPT.read_text(encoding="utf-8") == demo_games.find_main_demo_game().lines


@pytest.mark.thorough
def test_no_die_was_rolled_by_the_app(game: Game) -> None:
    assert {roll.source for _, roll in rolled(game)} == {"typed", "counted"}


@pytest.mark.rule(
    "DZ-T3", "DZ-T4", "DZ-T5", "DZ-T6", "DZ-T7", "DZ-T8", "DZ-SHOOT-04", "DZ-SHOOT-05",
    "DZ-SHOOT-06", "DZ-SHOOT-08", "DZ-SHOOT-09", "DZ-SHOOT-11", "DZ-MELEE-02", "DZ-MELEE-03",
    "DZ-MELEE-04", "DZ-DMG-05", "DZ-DMG-06", "DZ-ORD-03",
)  # fmt: skip
def test_every_roll_is_the_one_worked_out_by_hand(game: Game) -> None:
    pools = [(turn, roll) for turn, roll in rolled(game) if is_success_pool(roll)]
    found = [(t, r.what, len(r.dice), r.faces, r.need, count_successes(r)) for t, r in pools]
    hand = [(r.turn, r.step, r.dice, r.faces, r.need, r.made) for r in sheet.rolls()]
    assert found == hand


def test_the_parts_of_each_number_add_up_as_on_the_sheet(game: Game) -> None:
    """Where the sheet gives the parts with their values, they are those the roll was made with."""
    pools = [roll for _, roll in rolled(game) if is_success_pool(roll)]
    compared = 0
    for roll, hand in zip(pools, sheet.rolls(), strict=True):
        if len(hand.parts) > 1:
            compared += 1
            assert sum(hand.parts) == sum(part.value for part in roll.modifiers), hand
    assert compared == 18, "rows of the sheet that give the parts"


@pytest.mark.rule("DZ-SHOOT-12", "DZ-SHOOT-13", "DZ-MELEE-06", "DZ-T18")
def test_every_panic_check_is_the_one_worked_out_by_hand(game: Game) -> None:
    found = []
    for turn, roll in rolled(game):
        if roll.what != "panic checks":
            continue
        for left in range(0, len(roll.result), 2):
            killed = left + 1
            who = roll.labels[left].text.split()[0]
            numbers = [roll.labels[at].times for at in (left, killed)]
            found.append((turn, who, (roll.result[left], roll.result[killed]), *numbers))
    hand = [(c.turn, UNITS[c.unit], c.dice, c.left, c.killed) for c in sheet.checks()]
    assert found == hand
    assert [c.panics for c in sheet.checks()] == [
        c.dice[1] * c.killed > c.dice[0] * c.left for c in sheet.checks()
    ]


@pytest.mark.rule("DZ-TURN-01", "DZ-MORALE-02", "DZ-MORALE-04", "DZ-MORALE-05", "DZ-MOVE-06")
@pytest.mark.parametrize("turn", range(1, 7))
def test_figures_panic_and_points_after_each_turn(game: Game, turn: int) -> None:
    units, points = sheet.turns()[turn]
    state = after_turn(game, turn)
    found = {}
    for name, handle in UNITS.items():
        unit = make_unit_id(handle)
        panic = state.markers.get((unit, "panicked"))
        left = len(state.units[unit].figures)
        found[name] = sheet.After(left, int(panic.value) if panic and left else None)
    assert found == units
    assert (state.points[RED], state.points[BLUE]) == points


@pytest.mark.rule("DZ-DMG-02", "DZ-DMG-03", "DZ-DMG-06", "DZ-DMG-07", "DZ-GEN-03", "DZ-DMG-01")
def test_what_became_of_vehicle_and_monster(game: Game) -> None:
    hammer, stalker = make_figure_id("r3", 1), make_figure_id("b3", 1)
    assert after_turn(game, 1).markers[hammer, "halved"].value == 1
    assert after_turn(game, 2).figures[hammer].lost == ()
    assert after_turn(game, 3).figures[hammer].lost == ("destroyer",)
    assert after_turn(game, 3).markers.get((stalker, "halved")) is None
    assert after_turn(game, 4).markers[stalker, "halved"].value == 1
    assert after_turn(game, 4).figures[stalker].lost == ("medium-repeater",)
    assert (game.state.figures[hammer].gone, game.state.figures[stalker].gone) == (
        "destroyed",
        "destroyed",
    )


@pytest.mark.rule("DZ-WIN-02", "DZ-WIN-04", "DZ-WIN-08", "DZ-WIN-10")
def test_the_final_score(game: Game) -> None:
    scored = [
        (line.event.side, line.event.points, line.event.why)
        for line in game.history.path
        if isinstance(line.event, ev.PointsScored)
    ]
    assert scored == [
        (RED, 3, "Assassinate"),
        (RED, 4, "Extermination"),
        (BLUE, 4, "Extermination"),
    ]
    ended = game.state.current_values.ended
    assert ended is not None
    assert (ended.winner, ended.scores) == (RED, ((RED, 7), (BLUE, 4)))


def test_the_game_holds_all_that_a_table_does(game: Game) -> None:
    """Split fire, table ruling, counted successes, correction, a line taken back, notes."""
    inputs = [entry.input for entry in game.history.list_all_entries()]
    rolls = [event for event in inputs if isinstance(event, ev.Rolled)]
    assert [roll.why for roll in rolls if roll.asked] == [
        "one of them cannot see Hammer behind the wall"
    ]
    assert sum(roll.source == "counted" for roll in rolls) == 3
    assert sum(isinstance(event, ev.Corrected) for event in inputs) == 1
    assert sum(isinstance(event, ev.Rewound) for event in inputs) == 1
    assert {roll.what for roll in rolls} >= {"damage", "gun lost", "blast radius", "join"}


# ------------------------------------------------------------------------------ half and whole


@pytest.mark.thorough
def test_the_half_played_game_waits_in_the_middle_of_a_volley() -> None:
    half = demo_games.play_demo_until_stop(demo_games.begin_demo_game(Book(MemoryStore()), "Half"))
    assert half.pending is not None
    request = half.pending.request
    assert isinstance(request, Roll)
    assert (request.what, request.count, request.subject, request.target) == (
        "through",
        4,
        "u:r3",
        "u:b2",
    )
    done = play_line(half, "answer : 2513 / 614", use_defaults=True)
    assert done.error is None
    stopped = demo_games.find_main_demo_game().setting.half
    assert stopped is not None
    rest = demo_games.find_main_demo_game().lines.partition(stopped.line)[2]
    for line in rest.splitlines():
        if line.strip() and not line.startswith("#"):
            assert play_line(half, line, use_defaults=True).error is None, line
    assert half.state.points == {RED: 7, BLUE: 4}


Run = Callable[..., dict[str, object]]


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """The command line on a ledger of its own; every command must end well."""

    def command(*arguments: str) -> dict[str, object]:
        code = main([*arguments, "--db", str(tmp_path / "book.db"), "--json"])
        printed = capsys.readouterr()
        assert code == 0, printed.err
        found: dict[str, object] = json.loads(printed.out)
        return found

    return command


@pytest.mark.thorough
def test_the_whole_game_through_the_command_line(run: Run) -> None:
    run(
        "match", "new", "--ruleset", "deathzap2", "--side", "Red=iron-third.toml",
        "--side", "Blue=red-dusk.toml", "--option", "orders_table=starter",
    )  # fmt: skip
    run("match", "do", "m1", "--file", str(sheet.SCRIPT), "--defaults")
    shown = run("match", "show", "m1")
    sides = shown["sides"]
    assert isinstance(sides, list)
    assert [(side["name"], side["score"]) for side in sides] == [("Red", 7), ("Blue", 4)]
    left = {unit["unit"]: unit["figures"] for side in sides for unit in side["units"]}
    hand = {UNITS[name]: after.figures for name, after in sheet.turns()[6][0].items()}
    assert left == {handle: n for handle, n in hand.items() if handle in left}
    assert {handle for handle, n in hand.items() if n} <= set(left)


def test_a_roll_of_one_side_alone_is_a_line_of_that_side(game: Game) -> None:
    """Morale: B1 rolls in turn 2, R1 in turns 4 and 5, both in turn 6; whoever acted before."""
    sides = {
        line.turn: line.side for line in list_log_lines(game.history) if "morale: " in line.text
    }
    assert sides == {2: "s:b", 4: "s:r", 5: "s:r", 6: None}
