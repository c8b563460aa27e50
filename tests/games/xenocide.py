"""Games of Xenocide that were worked out by hand, and the tables of their sheets."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from tracker.application.book import Book
from tracker.application.demo import demo_games
from tracker.application.demo.demo_games import RecordedGameFile, find_demo_game
from tracker.application.log.attack_roll_chains import count_successes
from tracker.application.match.game import Game
from tracker.application.typed_lines.line_and_script_play import play_script
from tracker.ledger.memory_store import MemoryStore
from tracker.procedures.match_view import Match
from tracker.rulesets.xenocide import RULESET
from tracker.rulesets.xenocide.data import markers
from tracker.rulesets.xenocide.phases import match_end_and_winner
from tracker.testing.match_in_memory import BLUE, RED
from tracker.vocabulary import events as ev
from tracker.vocabulary.events import AnyFact
from tracker.vocabulary.subject_ids import UnitId

HERE = Path(__file__).parent
GONE = "gone"
READ = ("models struck", "which way it slides")  # dice that are read, and need nothing


@dataclass(frozen=True)
class Roll:
    """A pool. ``need`` is the highest face that is a success."""

    turn: int
    faces: tuple[int, ...]
    need: int
    made: int


def book() -> Book:
    """Return a book of Xenocide games."""
    seconds = count()
    return Book(
        MemoryStore(),
        clock=lambda: next(seconds) * 1_000_000,
        dice=random.Random(1),
        rulesets={RULESET.id: RULESET},
    )


WOOD, ROAD = "xenocide_wood", "xenocide_road"
TITLES = {WOOD: "The wood at Saltholm", ROAD: "Lanterns on the road"}


def recorded(name: str) -> RecordedGameFile:
    """Return a game that ships with the ruleset."""
    return find_demo_game(TITLES[name])


def begin(name: str) -> Game:
    return demo_games.begin_demo_game(book(), TITLES[name], recorded(name))


def play(name: str) -> Game:
    """Play a game that ships with the ruleset to its end."""
    return played(begin(name), recorded(name).lines)


def played(game: Game, lines: str, against: tuple[str, ...] = ()) -> Game:
    """Play lines, which must have no objections except those in ``against``."""
    done = play_script(game, lines)
    assert done.error is None, done.error.message
    assert tuple(one.text for one in done.objections) == against
    return game


def by_hand(name: str) -> tuple[Roll, ...]:
    """Return the rolls on the sheet of a game, after checking their arithmetic."""
    found = []
    for turn, cells in rows(name, "who ▸ whom"):
        _, _, dice, need, why, result = cells
        faces, number = tuple(map(int, dice.split())), _number(need)
        sums = sum(_number(n) for n in re.findall(r"[+−]?\d+", why))
        assert (sums, sum(face <= number for face in faces)) == (number, int(result)), cells
        found.append(Roll(turn, faces, number, int(result)))
    return tuple(found)


def _number(text: str) -> int:
    return int(text.replace("−", "-"))


def left_by_hand(name: str) -> dict[int, dict[str, str]]:
    """Return what each unit and each side has left after each turn, according to the sheet."""
    found: dict[int, dict[str, str]] = {}
    names: list[str] = []
    for _, cells in rows(name, "after turn", heading=True):
        if cells[0] == "after turn":
            names = cells[1:]
        else:
            found[int(cells[0])] = dict(zip(names, cells[1:], strict=True))
    return found


def rows(name: str, first: str, *, heading: bool = False) -> Iterator[tuple[int, list[str]]]:
    turn, inside = 0, False
    for line in (HERE / f"{name}.md").read_text(encoding="utf-8").splitlines():
        titled = re.match(r"## Turn (\d)", line)
        turn = int(titled[1]) if titled else turn
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|"):
            inside = False
        elif not inside and cells[0] == first:
            inside = True
            if heading:
                yield turn, cells
        elif inside and not set(line) <= set("|-"):
            yield turn, cells


def rolled(game: Game) -> tuple[Roll, ...]:
    """Return the pools of a game, in the order of its turns."""
    found, turn = [], 0
    for line in game.history.path:
        if isinstance(line.event, ev.TurnBegan):
            turn = line.event.turn
        one = line.event
        if isinstance(one, ev.Rolled) and one.form == "pool" and one.what not in READ:
            found.append(Roll(turn, one.faces, _number(one.need.split()[0]), count_successes(one)))
    return tuple(found)


def left(game: Game, turn: int) -> dict[str, str]:
    """Return what each unit and side had left at the end of a turn, in the sheet's notation."""
    match = Match(game.history.get_state_at(_end_of(game, turn)), _nothing_more)
    units = {match.handle(unit): _left(match, unit) for unit in game.match.all_units()}
    return {
        **units,
        "Red": str(match_end_and_winner.count_victory_points(match)[RED]),
        "Blue": str(match_end_and_winner.count_victory_points(match)[BLUE]),
    }


def _end_of(game: Game, turn: int) -> int:
    before = 0
    for line in game.history.path:
        if isinstance(line.event, ev.TurnBegan) and line.event.turn == turn + 1:
            return before
        before = line.version
    return before


def _nothing_more(_: AnyFact) -> None:
    raise AssertionError("a state of the past is only looked at")


def _left(match: Match, unit: UnitId) -> str:
    """Describe a unit as ``4 S1 W2 D3 B``: figures, suppression, wounds carried, damage, broken."""
    figures = match.figures(unit)
    if not figures:
        return GONE
    counted = (
        ("S", markers.SUPPRESSED.number(match, unit)),
        ("W", sum(match.figure(one).wounds for one in figures)),
        ("D", markers.DAMAGE.number(match, unit)),
    )
    broken = ("B",) if match.has(unit, markers.BROKEN) else ()
    words = (str(len(figures)), *(f"{word}{n}" for word, n in counted if n), *broken)
    return " ".join(words)
