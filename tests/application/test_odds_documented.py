"""docs/odds.md against the program: every action of every ruleset, and what is told of each."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.application.forecast_kinds import list_result_kinds
from tests.combat_zone import evening as combat_zone
from tests.deathzap2 import evening as deathzap
from tests.profiles import some
from tests.saying import say
from tests.trial_assault import evening as trial_assault
from tests.xenocide import evening as xenocide
from tracker.application.book import Book
from tracker.application.chances.action_odds import (
    OddsBudget,
    forecast_action,
    forecast_line,
    forecast_rest_of_open_action,
)
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.ledger.memory_store import MemoryStore
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.rulesets.trial_assault import RULESET as TRIAL_RULES
from tracker.rulesets.xenocide import RULESET as XENOCIDE_RULES
from tracker.testing.random_games import play_random_input

PAGE = (Path(__file__).parents[2] / "docs" / "odds.md").read_text(encoding="utf-8")
RULES = {
    rules.title: rules
    for rules in (*load_playable_rulesets().values(), XENOCIDE_RULES, TRIAL_RULES)
}
WAITS = "open roll"
QUICK = OddsBudget(20, 2_000)


class Row(NamedTuple):
    """A row of the page; ``told`` is empty where nothing depends on dice."""

    title: str
    actions: tuple[str, ...]
    line: str
    told: frozenset[str]
    exact: bool
    rests_on: frozenset[str]


def rows() -> Iterator[Row]:
    for section in PAGE.split("\n## ")[1:]:
        title, *lines = section.splitlines()
        for line in lines:
            if not line.startswith("| `"):
                continue
            action, said, told, how, rests_on = (cell.strip() for cell in line[1:-1].split("|"))
            names = re.findall(r"`([a-z_]+)`", action)
            parts = () if told.startswith("nothing") else told.split(", ")
            assumed = frozenset(filter(None, rests_on.split("; ")))
            exact = how.startswith("exact")
            yield Row(title, tuple(names), said.strip("`"), frozenset(parts), exact, assumed)


ROWS = list(rows())
EXAMPLES = [row for row in ROWS if row.line]


def shooting(*lines: str) -> Callable[[], Game]:
    def begun() -> Game:
        game = deathzap.shooting()
        say(game, *lines)
        return game

    return begun


def undeployed() -> Game:
    return deathzap.undeployed(deathzap.book(), {"game": "basic"})


def acting(*lines: str, break_off: str = "free") -> Callable[[], Game]:
    """Blue's Wardens are active."""
    said = ("coherent r1,b1", "init : 465 / second", "b1 activates", *lines)
    return lambda: combat_zone.begin(*said, break_off=break_off)


def in_phase(phase: str, *lines: str) -> Callable[[], Game]:
    return lambda: xenocide.begin(*lines, f"fix phase {phase}")


WHERE: dict[tuple[str, str], Callable[[], Game]] = {
    ("shoot", "b2 > r2 open"): shooting("fix r2 panic", "fix b2 panic"),
    ("fight", "r2 fights b1"): shooting("fix r2 melee b1", "fix phase melee red"),
    ("next", "next"): shooting("fix b2 to-remove +4", "next"),
    ("next", WAITS): shooting("fix b2 panic 0", "fix phase melee blue"),
    ("fight", "r2 fights b3"): shooting("fix r2 melee b3", "fix phase melee red"),
    ("fight", "b3 fights r3"): shooting("fix r3 melee b3", "fix phase melee blue"),
    ("join", "r1 joins r2"): shooting("fix r2 panic"),
    ("impetus", WAITS): deathzap.begin,
    ("deployment", WAITS): undeployed,
    ("shoot", "b12 > r13 18cm"): acting("fix r12 opp"),
    ("shoot", "b12 > r12 18cm soft shots 1"): acting("fix r12 opp"),
    ("aim", "b12 aims r13 20cm"): acting("fix r13 opp"),
    ("charge", "b12 charges r13"): acting("fix r13 opp"),
    ("shoot", "r12 > b21 18cm"): lambda: combat_zone.begin(
        "coherent r1,b1", "init : 611 / first", "r1 activates", machine=True
    ),
    ("fire", "r12 shoots b12 18cm"): acting("fix r12 opp"),
    ("fire", "r12 shoots b13 18cm"): acting("fix r12 opp", "fix b13 opp"),
    ("shoot", "b12 > r14 18cm"): acting("fix r14 rout"),
    ("aim", "b12 aims r14 20cm"): acting("fix r14 rout"),
    ("fire", "r12 shoots b14 18cm"): acting("fix r12 opp", "fix b14 rout"),
    ("again", "b12 again"): acting("fix b12 combat r12"),
    ("flee", "b12 flees 2ap 8cm"): acting("fix b12 combat r12", break_off="parting_round"),
    ("react", "react b14"): lambda: combat_zone.begin(
        "fix b14 panic", "fix turn 2", "fix phase reaction"
    ),
    ("initiative", WAITS): lambda: combat_zone.begin("coherent r1,b1"),
    ("coherency", WAITS): combat_zone.begin,
    ("routs", WAITS): lambda: combat_zone.begin("fix b14 rout", "fix phase compulsory"),
}


def wrecking() -> Game:
    """Damage that waits for the end of the phase, which a phase set by hand would bring at once."""
    held = ("fix b2 aboard b5", "fix b2 suppressed 2", "fix b5 damage-held 3")
    return xenocide.begin("fix phase opportunity", *held)


XENOCIDE: dict[tuple[str, str], Callable[[], Game]] = {
    ("fire", "r3 > b3 15in"): in_phase("shooting", "fix r2 melee b3"),
    ("fire", "r2 > b3 15in"): in_phase("shooting", "fix b3 suppressed 4"),
    ("fire", "r2 > b3 16in"): in_phase("opportunity", "fix r2 order opp", "fix b3 fleeing"),
    ("fire", "r2 > b5 10in"): in_phase("shooting", "fix b5 speed 2", "fix b2 aboard b5"),
    ("fire", "r2 > b2 10in"): in_phase("shooting", "fix b5 speed 2", "fix b2 aboard b5"),
    ("fire", "r5 > b5 20in with laser"): in_phase("opportunity"),
    ("next", "next"): wrecking,
    ("hold", "b5 holds"): wrecking,
    ("snap", "b1 snaps r1 5in"): in_phase("movement", "fix b1 order opp"),
    ("snap", "b1 snaps r3 5in"): in_phase(
        "movement", "fix b1 order opp", "fix r3 suppressed 2", "fix r3 fleeing"
    ),
    ("snap", "r1 snaps b5 5in"): in_phase("movement", "fix r1 order opp"),
    ("broken", "broken b3"): in_phase("initiative", "fix b3 suppressed 4"),
    ("initiative", WAITS): in_phase("initiative"),
    ("move", "r1 moves 4in"): in_phase("movement", "fix r1 melee b1"),
    ("board", "r1 boards r5"): in_phase("movement", "fix r1 melee b1"),
    ("drive", "b5 moves 4in"): in_phase(
        "movement", "fix b5 melee r1", "fix b2 aboard b5", "fix b2 suppressed 2"
    ),
    ("teleport", "r1 teleports 9in unseen"): in_phase("movement", "fix r1 suppressed 2"),
    ("overrun", "r5 overruns b1 models 3"): in_phase(
        "movement", "fix r5 speed 1", "fix r5 moved", "fix b1 suppressed 3", "fix b1 fleeing"
    ),
    ("ram", "r5 rams b5"): in_phase(
        "movement", "fix r5 speed 1", "fix r5 moved", "fix b2 aboard b5", "fix b2 suppressed 2"
    ),
    ("fight", "r1 fights b1"): in_phase("melee", "fix r1 melee b1", "fix b1 fleeing"),
    ("fight", "r1 fights b5"): in_phase("melee", "fix r1 melee b5"),
    ("retreat", "b4 retreats near 3"): lambda: xenocide.begin(
        "fix phase melee", "fix b4 melee r1", "fix b4 must-retreat", "fix b4 fought"
    ),
    ("retreat", "r1 retreats near 3"): in_phase(
        "melee", "fix r1 melee b1", "fix r1 must-retreat", "fix r1 fought", "fix r1 suppressed 3"
    ),
    ("recover", WAITS): in_phase("melee", "fix b1 suppressed 2"),
}


def small_charge(*fixed: str) -> Callable[[], Game]:
    """Two of Red's Raiders are left, and the charges begin."""
    put = (f"fix {each}" for each in ("r1 figures -6", *fixed))
    lines = ("next", "next", *put)
    return lambda: trial_assault.begin(*lines)


TRIAL: dict[tuple[str, str], Callable[[], Game]] = {
    ("strikes", "r2 fights b2"): lambda: trial_assault.charged(
        "r2 charges b2", "sheet r2 5+0 b2 7+3"
    ),
    ("strikes", "b1 fights r3"): lambda: trial_assault.with_samples("r1 charges b1"),
    ("strikes", "b1 fights r4"): lambda: trial_assault.with_samples("r4 charges b1"),
    ("charge", "r1 charges b1"): small_charge("b1 figures -5"),
    ("charge", "r1,r2 charges b1"): small_charge("b1 figures -5", "r1 figures -1", "r2 figures -4"),
    ("charge", "r4 charges b1"): lambda: trial_assault.sampled("fix b1 figures -3"),
    ("charge", "r1 charges b1 4in rough"): small_charge("b1 figures -5"),
    ("charge", "r1 charges b2"): small_charge("b2 figures -8", "b2 falling-back"),
    ("test", "b1 tests"): trial_assault.beaten,
    ("sweep", "r1 sweeps"): lambda: trial_assault.beaten("b1 tests : 66", "b1 flees : 25"),
    ("regroup", "b2 regroups"): lambda: trial_assault.begin(
        "fix b2 falling-back", "fix phase movement blue"
    ),
}
USUAL = {
    "Deathzap 2": shooting(),
    "Combat Zone": acting(),
    XENOCIDE_RULES.title: in_phase("shooting", "fix b2 order run"),
    TRIAL_RULES.title: lambda: trial_assault.charged("r1 charges b1"),
}
PLACES = {XENOCIDE_RULES.title: XENOCIDE, TRIAL_RULES.title: TRIAL}


def test_every_action_of_every_ruleset_is_on_the_page_and_no_other() -> None:
    for title, rules in RULES.items():
        named = {name for row in ROWS if row.title == title for name in row.actions}
        assert named == set(rules.actions)


@pytest.mark.parametrize("row", some(EXAMPLES, 6), ids=lambda row: f"{row.actions[0]}: {row.line}")
def test_what_is_told_of_an_action_is_what_the_page_says(row: Row) -> None:
    (action,) = row.actions
    where = PLACES.get(row.title, WHERE)
    game = where.get((action, row.line), USUAL[row.title])()
    waits = row.line == WAITS
    found = (
        forecast_rest_of_open_action(game, OddsBudget(100))
        if waits
        else forecast_line(game, row.line)
    )
    assert found is not None
    assert list_result_kinds(found) == row.told
    assert found.exact == row.exact
    assert set(found.assumptions) == row.rests_on


def told_by_chance(title: str, seed: int, steps: int) -> None:
    """Whatever can be done in a game played by chance tells what the page has, and no more."""
    rules, rng = RULES[title], random.Random(seed)
    assert rules.forces is not None
    one, two = rules.forces.samples()[:2]
    book = Book(MemoryStore(), rulesets={rules.id: rules})
    game = book.begin_match(rules.id, [Entrant("Red", one.text), Entrant("Blue", two.text)])
    for _ in range(steps):
        for action in rules.actions.values() if game.pending is None else ():
            offered = list(action.candidates(game.match))
            told = {kind for row in ROWS if action.id in row.actions for kind in row.told}
            for side, params in rng.sample(offered, min(len(offered), 1)):
                found = forecast_action(game, action.make_command(side, params), QUICK)
                assert list_result_kinds(found) <= told
        if not play_random_input(game, rng):
            break


@pytest.mark.parametrize("title", some(sorted(RULES), 2))
def test_no_action_tells_what_the_page_does_not(title: str) -> None:
    told_by_chance(title, seed=1, steps=12)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("title", sorted(RULES))
def test_no_action_tells_what_the_page_does_not_in_whole_games(title: str, seed: int) -> None:
    told_by_chance(title, seed, steps=400)
