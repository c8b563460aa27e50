"""A game of Combat Zone with physical dice, replayed and held to what was worked out by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.games import mule
from tests.profiles import PROFILE
from tracker.application.book import Book
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.application.typed_lines.line_and_script_play import play_line, play_script
from tracker.cli.main import main
from tracker.ledger.memory_store import MemoryStore
from tracker.projection.match_state import State
from tracker.rulesets.combat_zone import RULESET
from tracker.testing.match_in_memory import BLUE, RED
from tracker.vocabulary import events as ev
from tracker.vocabulary.dice_bands import count_successes
from tracker.vocabulary.subject_ids import FigureId, Subject, shorten_figure_handle

MULE: Subject = "f:b2.1"
STEPS = {"test": "reaction test", "place": "place of the"}


def begun() -> Game:
    book = Book(MemoryStore(), rulesets={RULESET.id: RULESET})
    rosters = [
        Entrant(name, path.read_text(encoding="utf-8"))
        for name, path in (("Red", mule.JACKALS), ("Blue", mule.WARDENS))
    ]
    return book.begin_match(RULESET.id, rosters)


@pytest.fixture(scope="module")
def game() -> Game:
    found = begun()
    done = play_script(found, mule.SCRIPT.read_text(encoding="utf-8"))
    assert done.error is None, (done.line, done.error.message)
    return found


def rolled(game: Game) -> list[tuple[int, ev.Rolled]]:
    """Every roll but initiative, with its turn; a sheet of tests gives a roll a figure."""
    found, turn = [], 0
    for line in game.history.path:
        if isinstance(line.event, ev.TurnBegan):
            turn = line.event.turn
        if isinstance(line.event, ev.Rolled) and line.event.what != "initiative":
            found += [(turn, roll) for roll in one_by_one(line.event)]
    return found


def one_by_one(roll: ev.Rolled) -> list[ev.Rolled]:
    """The rows of a sheet of reaction tests: two dice and what its label adds."""
    if roll.what != "reaction tests":
        return [roll]
    rows = []
    for at in range(0, len(roll.faces), 2):
        pair = roll.faces[at : at + 2]
        bonus = roll.labels[at].adds or 0
        rows.append(
            ev.Rolled(
                key=roll.key, what="reaction test", form="score", dice=(6, 6), faces=pair,
                result=(sum(pair) + bonus,), bonus=bonus,
            )
        )  # fmt: skip
    return rows


def after_turn(game: Game, turn: int) -> State:
    """The state just before the next turn began, or at the end."""
    before = 0
    for line in game.history.path:
        if isinstance(line.event, ev.TurnBegan) and line.event.turn == turn + 1:
            return game.history.get_state_at(before)
        before = line.version
    return game.state


def as_on_the_sheet(turn: int, roll: ev.Rolled) -> mule.Roll:
    parts = tuple(part.value for part in roll.modifiers)
    step = next((short for short, what in STEPS.items() if roll.what.startswith(what)), roll.what)
    if roll.form == "faces":
        return mule.Roll(turn, step, roll.faces, 1, None, None, (), roll.result[0])
    if roll.form == "score":
        dice = len(roll.dice) if roll.faces else None
        return mule.Roll(turn, step, roll.faces, dice, None, roll.bonus, parts, roll.result[0])
    need = int(roll.need.rstrip("+"))
    hits = count_successes(roll.result, roll.bands)
    return mule.Roll(turn, step, roll.faces, len(roll.dice), need, None, parts, hits)


@pytest.mark.thorough
def test_no_die_was_rolled_by_the_app(game: Game) -> None:
    assert {roll.source for _, roll in rolled(game)} == {"typed", "counted"}


@pytest.mark.rule(
    "CZ-T6", "CZ-T7", "CZ-T8", "CZ-T11", "CZ-T13", "CZ-T16", "CZ-T17", "CZ-T18", "CZ-T19",
    "CZ-SHOOT-03", "CZ-SHOOT-04", "CZ-SHOOT-05", "CZ-SHOOT-09", "CZ-SHOOT-12", "CZ-SHOOT-17",
    "CZ-MORALE-02", "CZ-MORALE-03", "CZ-MELEE-03", "CZ-MELEE-04", "CZ-MELEE-09", "CZ-OPP-03",
    "CZ-DMG-05",
)  # fmt: skip
def test_every_roll_is_the_one_worked_out_by_hand(game: Game) -> None:
    found = [as_on_the_sheet(turn, roll) for turn, roll in rolled(game)]
    hand = mule.rolls()
    for ours, sheet in zip(found, hand, strict=True):
        # Sheets of reaction tests say only the sum of what is added; nought is not written.
        told = [part for part in ours.parts if part]
        written = [part for part in sheet.parts if part]
        assert ours.step == "test" or sorted(told) == sorted(written), sheet
        assert (ours.turn, ours.step, ours.faces, ours.dice) == (
            sheet.turn, sheet.step, sheet.faces, sheet.dice,
        ), sheet  # fmt: skip
        assert (ours.need, ours.add, ours.result) == (sheet.need, sheet.add, sheet.result), sheet


@pytest.mark.rule(
    "CZ-T2", "CZ-T3", "CZ-T4", "CZ-T5", "CZ-T7", "CZ-T10", "CZ-T15", "CZ-T20", "CZ-ACT-03",
    "CZ-ACT-05", "CZ-SHOOT-16", "CZ-MELEE-10", "CZ-MELEE-11", "CZ-MELEE-13", "CZ-MORALE-05",
    "CZ-MORALE-11", "CZ-COMP-03",
)  # fmt: skip
@pytest.mark.parametrize("turn", range(1, 6))
def test_figures_after_each_turn(game: Game, turn: int) -> None:
    state = after_turn(game, turn)
    found = {shorten_figure_handle(figure): _after(state, figure) for figure in state.figures}
    assert found == mule.turns()[turn]


def _after(state: State, figure: FigureId) -> mule.After:
    gone = state.figures[figure].gone
    if gone is not None:
        return mule.After("left" if gone == "fled" else "†", down=False, spent=None)

    def mark(name: str) -> bool:
        return (figure, name) in state.markers

    reaction = "PANIC" if mark("panic") else "ROUT" if mark("rout") else "ok"
    spent = state.markers.get((figure, "spent"))
    return mule.After(reaction, mark("down"), int(spent.value) if spent else 0)


@pytest.mark.rule("CZ-T9", "CZ-INIT-02", "CZ-INIT-03", "CZ-INIT-04", "CZ-INIT-05")
def test_initiative_of_each_turn(game: Game) -> None:
    found = []
    names = {RED: "Red", BLUE: "Blue"}
    for turn in range(1, 6):
        state = after_turn(game, turn)
        red, blue = (state.markers[side, "initiative"].value for side in (RED, BLUE))
        found.append((turn, red, blue, names[state.clock.order[0]]))
    assert found == mule.initiative()


@pytest.mark.rule(
    "CZ-T21", "CZ-T22", "CZ-T23", "CZ-DMG-01", "CZ-DMG-02", "CZ-DMG-03", "CZ-DMG-04", "CZ-DMG-06"
)
@pytest.mark.parametrize("turn", range(1, 6))
def test_damage_of_the_machine_after_each_turn(game: Game, turn: int) -> None:
    marker = after_turn(game, turn).markers.get((MULE, "damage"))
    # What is destroyed carries its marks to the end.
    assert (marker.value if marker else "none") == mule.damage()[turn]


@pytest.mark.rule("CZ-WIN-01", "CZ-WIN-02")
def test_the_last_side_on_the_table_wins(game: Game) -> None:
    ended = game.state.current_values.ended
    assert ended is not None
    assert (ended.how, ended.winner) == ("last side", RED)
    status = dict(game.ruleset.status(game.match))
    assert status["Out of action"] == "Red 3 · Blue 4"
    assert status["Left the table"] == "Red 0 · Blue 1"


@pytest.mark.rule("CZ-OPP-02", "CZ-OPP-04", "CZ-MORALE-11", "CZ-G62")
def test_the_interrupt_came_before_the_move_was_made(game: Game) -> None:
    """Moss fires, Brakk panics, and still makes the move whose 2 points fit in his 3."""
    events = [line.event for line in game.history.path]
    fire = next(
        at
        for at, event in enumerate(events)
        if isinstance(event, ev.ActionTaken) and event.action == "fire"
    )
    later = events[fire:]
    panic = next(at for at, event in enumerate(later) if _panics(event, "f:r1.1"))
    moved = next(at for at, event in enumerate(later) if isinstance(event, ev.Moved))
    assert panic < moved
    assert isinstance(events[fire - 1], ev.AnyInput | ev.MarkerSet)


def _panics(event: object, figure: str) -> bool:
    return isinstance(event, ev.MarkerSet) and (event.marker, event.subjects) == (
        "panic",
        (figure,),
    )


def test_nothing_was_done_that_the_rules_advise_against(game: Game) -> None:
    taken = [line.event for line in game.history.path if isinstance(line.event, ev.ActionTaken)]
    assert [event.action for event in taken if event.overrides] == []


@pytest.mark.thorough
def test_the_game_reads_the_same_from_its_book(game: Game) -> None:
    """Read after every line; in a quick run after every fifth, and at the end."""
    twin = begun()
    script = mule.SCRIPT.read_text(encoding="utf-8").splitlines()
    lines = [line for line in script if line.strip() and not line.startswith("#")]
    for left, line in reversed([*enumerate(reversed(lines))]):
        assert play_line(twin, line).error is None, line
        if left % (5 if PROFILE == "ci" else 1) == 0:
            twin.reload()
            assert twin.open_action_mismatch is None, line
    assert twin.state == game.state


@pytest.mark.thorough
def test_every_line_undone_and_played_again_is_the_same(game: Game) -> None:
    twin = begun()
    for line in mule.SCRIPT.read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        before, lines = dict(twin.state.figures), len(twin.history.path)
        done = play_line(twin, line)
        assert done.error is None, line
        figures, markers = dict(twin.state.figures), dict(twin.state.markers)
        while len(twin.history.path) > lines:
            twin.undo()
        assert twin.state.figures == before
        assert play_line(twin, line).error is None, line
        assert twin.state.figures == figures
        assert {key: mark.value for key, mark in twin.state.markers.items()} == {
            key: mark.value for key, mark in markers.items()
        }
    assert twin.state.current_values.ended == game.state.current_values.ended


@pytest.mark.thorough
def test_the_whole_game_through_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(*arguments: str) -> dict[str, object]:
        code = main([*arguments, "--db", str(tmp_path / "book.db"), "--json"])
        printed = capsys.readouterr()
        assert code == 0, printed.err
        found: dict[str, object] = json.loads(printed.out)
        return found

    run(
        "match", "new", "--ruleset", "combat-zone",
        "--side", f"Red={mule.JACKALS}", "--side", f"Blue={mule.WARDENS}",
    )  # fmt: skip
    run("match", "do", "m1", "--file", str(mule.SCRIPT))
    shown = run("match", "show", "m1")
    sides = shown["sides"]
    assert isinstance(sides, list)
    left = {
        figure["figure"]
        for side in sides
        for unit in side["units"]
        for figure in unit["each"]
        if figure["gone"] is None
    }
    hand = {name for name, after in mule.turns()[5].items() if after.spent is not None}
    assert left == hand == {"r11", "r13"}


def test_the_log_calls_figures_by_handle_and_name(game: Game) -> None:
    said = [line.text for line in list_log_lines(game.history)]
    # Two dice at 5+: 2 x 1/3 = 0.7 expected; the interrupt stands in the line of the move it
    # came into, which says how far that had got. Of a shot it is said what the table told: how
    # far, in what cover; and then what changed the number.
    into = (
        "R11 Brakk moves (2 AP spent) | "
        "B13 Moss ▸ R11 (20 cm, short): 2 dice 1 hit (expected 0.7), wound 7: R11 PANIC"
    )
    assert into in said
    hard = next(text for text in said if text.startswith("B21 Mule ▸ R14"))
    assert hard.startswith("B21 Mule ▸ R14 Ox (60 cm, hard cover, long): 2 dice")
    assert "R13 Ditch drops down (1 AP spent): R13 down" in said
    # Fen routs and is made to fight another round: a casualty without a roll (CZ-MELEE-11).
    assert "R21 Kestrel fights on (1 AP spent): B14 Fen out of action (ROUT)" in said
    # Kestrel wins his first round 17 to 8; later Pike beats him 10 to 8, the wound is Pike's.
    assert "R21 Kestrel ▸ B14 Fen: attack 17 v 8, wound 3" in said
    assert "R21 Kestrel ▸ B12 Pike: attack 8 v 10, B12 wound 7: R21 ROUT" in said
    assert "R13 Ditch moves (3 AP spent)" in said
    tests = next(text for text in said if text.startswith("reaction tests"))
    assert tests.startswith("reaction tests: R11 Brakk 2 + 4 + 2 = 8, R12 Vey 3 + 3 + 1 = 7, ")
    # Blue's total of 3 in turn 3 is said, though it is the number of the turn as well.
    assert any("Red initiative 12, Blue initiative 3, Red acts first" in text for text in said)
    assert "turn 1 over" in said  # nobody scores points here
    short = {line.phase: line.phase_short for line in list_log_lines(game.history)}
    assert short["reaction tests"] == "react"
    assert all(len(f"T1 {word}") <= 10 for word in short.values())
    assert not any("fired" in text for text in said)


@pytest.mark.thorough
def test_shown_are_the_figures_one_by_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the middle of turn 2: reactions, who is down, who is gone, who waits for dice."""
    half = tmp_path / "half.war"
    lines = mule.SCRIPT.read_text(encoding="utf-8").split("init : 316")[0]
    half.write_text(lines, encoding="utf-8")
    book = str(tmp_path / "book.db")
    forces = ("--side", f"Red={mule.JACKALS}", "--side", f"Blue={mule.WARDENS}")
    assert main(["match", "new", "--ruleset", "combat-zone", *forces, "--db", book]) == 0
    assert main(["match", "do", "m1", "--file", str(half), "--db", book]) == 0
    capsys.readouterr()
    assert main(["match", "show", "m1", "--db", book]) == 0
    shown = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    # Points as on CZ-T2: who recovered has 3, who routs has none, a Hero has 8.
    assert {
        "r11 Brakk action points 3 of 3 left · recovered",
        "r13 Ditch action points 0 of 0 left · ROUT · down",
        "r21 Kestrel action points 8 of 8 left",
        "b13 Moss killed",
    } <= set(shown)
