"""Deathzap 2 as a file, held against its Python package: the same needs, odds, dice and facts.

Both are told the same actions and get the same dice. A unit has figures of one kind, none of them
a vehicle or a monster: docs/any-game.md says what a file cannot. The file has words of its own.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any, Final, get_args

import pytest

from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.match_history import MatchHistory
from tracker.gamefile.ruleset_builder import build_ruleset
from tracker.procedures.match_view import Match
from tracker.procedures.requests import Faces, Roll
from tracker.procedures.ruleset import Command, Ruleset
from tracker.procedures.runners.exact_and_sampled_odds import OddsRunner
from tracker.procedures.runners.random_play import list_legal_commands, make_roll_answer
from tracker.rulesets.deathzap2 import RULESET as PYTHON
from tracker.rulesets.deathzap2.data import rule_tables
from tracker.rulesets.deathzap2.data.profile_types import Type
from tracker.rulesets.deathzap2.data.rule_tables import SaveColumn
from tracker.testing.match_in_memory import BLUE, RED, Play, u
from tracker.testing.random_games import check_game, play_random_game
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import SideId, Subject, UnitId

QUALITIES: Final = ("basic", "regular", "elite")
BULKS: Final = get_args(SaveColumn)
SHIELDS: Final = ("light", "medium", "heavy")
GRADES: Final = ("basic", "upgraded", "advanced")
COVERS: Final = ("open", "soft", "hard")
GUNS: Final = tuple(gun for gun in rule_tables.GUNS if gun != "destroyer")
BLOWS: Final = tuple(weapon for weapon in rule_tables.MELEE_WEAPONS if weapon != "monstrous-jaws")
FOOT: Final = ("infantry", "heavy-infantry", "beast")
TYPES: Final = (*FOOT, "light-vehicle", "big-beast")
TOLD: Final = re.compile(
    r"(\w+ ▸ \w+)|(\d+ di(?:e|ce) \d+ (?:hit|through|saved))|(\w+ −\d+ \(\d+ left\))"
    r"|(expected \d+\.\d)"
)
"""Who attacks whom, what the dice did, who was lost, and what was to be expected."""
MOST: Final = 2000
"""Inputs of a game."""

OPTIONS: Final[dict[str, tuple[str, dict[Any, ev.Scalar]]]] = {
    "orders_table": ("orders", {"starter": True, "blank": False}),
    "orders_to_panicked": ("orders_for_all", {False: False, True: True}),
    "recheck_panicked": ("again", {False: False, True: True}),
    "panicked_melee": ("sixes", {"sixes": True, "normal": False}),
    "lone_flight": ("alone", {"on_1_to_3": 0, "always_double_roll": 1, "never": 2}),
    "lone_panic_from": ("early", {"always": True, "morale_phase": False}),
    "panicked_move": ("stays", {"free": False, "none": True}),
    "second_move_contact": ("rushes", {True: True, False: False}),
    "board": ("board", {"small": 1, "large": 2}),
    "large_board_doubles": ("doubled", {"moves": 0, "moves_and_ranges": 1, "all_distances": 2}),
}
"""House rules that the file has, too: what they and their values are called there."""
AGREED: Final = {"game": "advanced", "objectives_how": "own", "advanced_early_end": "never"}
MARKERS: Final = {
    "order": "order",
    "moved": "moved",
    "fired": "fired",
    "second_move": "hurried",
    "fought": "fought",
    "killed": "killed",
}
SAID: Final = ("move", "contact", "second", "shoot", "fight")
"""What people say of units in both."""


@pytest.fixture(scope="module")
def file() -> Ruleset:
    text = Path(__file__).with_name("deathzap.toml").read_text(encoding="utf-8")
    return build_ruleset(text)


# ------------------------------------------------------------------------------------ two tables


class Kind:
    """A kind of figure, as the package knows it and as the file does."""

    def __init__(self, type_of: Type, quality: str, shields: str, gun: str, blow: str) -> None:
        """``gun`` and ``blow`` are a weapon and its grade: ``rifle/basic``."""
        (arm, fine), (claw, sharp) = gun.split("/"), blow.split("/")
        free = (claw, sharp) == ("basic", "basic")
        self.python: dict[str, Any] = {
            "type": type_of,
            "quality": quality,
            "shields": shields,
            "guns": [{"id": arm, "kind": arm, "grade": fine}],
            "melee": [] if free else [{"kind": claw, "grade": sharp}],
        }
        self.file: dict[str, Any] = {
            "quality": QUALITIES.index(quality) + 1,
            "shields": SHIELDS.index(shields) + 1,
            "bulk": BULKS.index(rule_tables.TYPES[type_of].saves_as) + 1,
            "foot": int(type_of in FOOT),
            "move": rule_tables.TYPES[type_of].speed // 100,
            "weapons": [f"{arm}-{GRADES.index(fine) + 1}", f"{claw}-{GRADES.index(sharp) + 1}"],
        }


def draw_kind(rng: random.Random) -> Kind:
    gun, blow = (f"{rng.choice(arms)}/{rng.choice(GRADES)}" for arms in (GUNS, BLOWS))
    return Kind(rng.choice(TYPES), rng.choice(QUALITIES), rng.choice(SHIELDS), gun, blow)


class Pair:
    """The same game at two tables: by the package, and by the file."""

    def __init__(self, file: Ruleset, house: dict[str, Any]) -> None:
        told = {OPTIONS[name][0]: OPTIONS[name][1][value] for name, value in house.items()}
        self.python = Play(PYTHON, {**AGREED, **house})
        self.file = Play(file, told)

    def muster(self, side: SideId, units: dict[str, tuple[Kind, int]]) -> None:
        for play, which in ((self.python, "python"), (self.file, "file")):
            profiles = {unit: getattr(kind, which) for unit, (kind, _) in units.items()}
            play.muster(side, {unit: {unit: many} for unit, (_, many) in units.items()}, profiles)

    def shoot(self, cover: str) -> tuple[tuple[Play, str, Any], ...]:
        """R1 at B1, as each table is told it."""
        share: dict[str, Any] = {"target": u("b1"), "cover": cover}
        covered = {} if cover == "open" else {cover: True}
        said = PYTHON.actions["shoot"].decode_params({"unit": u("r1"), "fire": (share,)})
        also = self.file.ruleset.actions["shoot"].decode_params(
            {"unit": u("r1"), "target": u("b1"), **covered}
        )
        return (self.python, "shoot", said), (self.file, "shoot", also)


def tell_marks(match: Match, unit: UnitId, *, python: bool) -> object:
    """What lies beside a unit, while the game goes on; and whether it is panicked, since now."""
    names = () if match.ended else MARKERS.items()
    marks = [match.mark(unit, own if python else theirs) for own, theirs in names]
    if python:
        since = match.mark(unit, "panicked")
        return marks, since is not None, since is not None and since == match.turn > 0
    return marks, match.has(unit, "panicked"), match.has(unit, "dismayed")


def tell_state(play: Play) -> object:
    """How a game stands, in all that both know."""
    match, python = play.match, play.ruleset is PYTHON
    link = "engaged" if python else "contact"
    return (
        match.turn if match.ended else match.clock,
        match.ended and (match.ended.how, match.ended.winner),
        [match.figures(unit) for unit in match.all_units()],
        [tell_marks(match, unit, python=python) for unit in match.units()],
        [
            [one for one in match.links(link, unit) if match.exists(UnitId(one))]
            for unit in match.units()
        ],
    )


def tell_asked(play: Play) -> object:
    """What is rolled for, in numbers; of many units, whose dice in whatever order."""
    if play.idle:
        return None
    request = play.asked
    if isinstance(request, Roll):
        need = request.needs.number
        return request.count, need, request.side, request.subject, request.target
    assert isinstance(request, Faces)
    return sorted((str(label.subject), die) for label, die in _dice_of(request))


def _dice_of(request: Faces) -> Iterator[tuple[Any, int]]:
    return zip(request.labels, request.dice, strict=True)


def count_facts(play: Play) -> Counter[object]:
    """What was written down of moves, flights and losses, and what all dice came to."""
    found: Counter[object] = Counter()
    for line in play.lines:
        match line.event:
            case ev.Moved(unit=unit, length=length, how=how):
                found[unit, length, how == "fled"] += 1
            case ev.FiguresRemoved(figures=figures, how=how):
                found.update((figure, how) for figure in figures)
            case ev.Rolled(result=result, subject=by) if by is not None:
                found[by, result] += 1
    return found


def read_log(play: Play) -> list[list[str]]:
    """What each line of the log tells of an attack or of losses, whatever its words."""
    story = MatchHistory(play.lines)
    found = [
        sorted("".join(one) for one in TOLD.findall(line.text)) for line in list_log_lines(story)
    ]
    return [each for each in found if each]


def list_chances(play: Play, action: str, params: Any) -> dict[object, Fraction]:
    """How likely each end of an action is, exactly: who stands, who will fall, who panics anew."""
    calm = [unit for unit in play.match.all_units() if not play.match.has(unit, "panicked")]

    def tell_end(match: Match, _: str) -> object:
        units = match.all_units()
        falling = () if action == "next" else tuple(match.mark(unit, "killed") for unit in units)
        panicked = tuple(match.has(unit, "panicked") for unit in calm)
        return tuple(match.figures(unit) for unit in units), falling, panicked

    runner = OddsRunner(play.ruleset, play.table.state, number=Fraction)
    side = None if action == "next" else play.match.side_of(params.unit)
    return runner.compute_odds(
        play.ruleset.actions[action].stage, (side, params)
    ).compute_distribution(tell_end)


# ---------------------------------------------------------------------------------- both together


def translate(event: ev.ActionTaken) -> ev.ActionTaken:
    """What was said to the package, as the file takes it."""
    said: Any = event.params
    action, params = event.action, {"unit": said.get("unit") or said["units"][0]}
    match event.action:
        case "contact":
            action, params["target"] = "charge", said["enemies"][0]
        case "second" if said.get("contacts"):
            action, params["target"] = "rush", said["contacts"][0]
        case "second":
            action = "hurry"
        case "shoot":
            share = said["fire"][0]
            params |= {"target": share["target"]}
            params |= {share["cover"]: True} if share.get("cover", "open") != "open" else {}
            params["guns"] = share.get("in_range") or 0
            said = {"length": share.get("range")}
        case "fight":
            params["target"] = said["against"][0]["target"]
    if "obstacles" in said:
        params["walls"] = said["obstacles"]
    if said.get("length") is not None:
        params["length"] = said["length"]
    return ev.ActionTaken(action=action, side=event.side, params=params)


def list_said(pair: Pair) -> list[Command]:
    """What may be said to the package that the file can say, too."""
    found = []
    for name in SAID:
        for way in list_legal_commands(PYTHON.actions[name], pair.python.match):
            said: Any = way.params
            if len(said.get("fire", said.get("against", said.get("units", ())))) <= 1:
                found.append(way)
    return found


def lengthen(way: Command, rng: random.Random) -> Command:
    """The same with a distance, which may be too far, and obstacles crossed or guns that bear."""
    said: Any = dict(way.params)
    inches = rng.randint(1, 14) * 100
    if way.action == "shoot":
        said["fire"] = [{**said["fire"][0], "range": 3 * inches, "in_range": rng.randint(1, 6)}]
    elif way.action != "fight":
        said |= {"length": inches, "obstacles": rng.randint(0, 3)}
    return Command(way.action, way.side, said)


def is_refused(play: Play, event: ev.ActionTaken) -> bool:
    action = play.ruleset.actions[event.action]
    return bool(action.list_objections(play.match, event.side, action.decode_params(event.params)))


def answer(pair: Pair, rng: random.Random) -> None:
    """The same dice for both, each to the unit that they are for."""
    one, other = pair.python.table.pending, pair.file.table.pending
    assert one is not None
    assert other is not None
    asked = one.request
    faces = tuple(rng.randint(1, 6) for _ in range(_count_dice(pair.python)))
    pair.python.feed_input(make_roll_answer(one, faces))
    if isinstance(asked, Faces):
        assert isinstance(other.request, Faces)
        lie: dict[Subject | None, list[int]] = {}
        for label, face in zip(asked.labels, faces, strict=True):
            lie.setdefault(label.subject, []).append(face)
        faces = tuple(lie[label.subject].pop(0) for label in other.request.labels)
    pair.file.feed_input(make_roll_answer(other, faces))


def _count_dice(play: Play) -> int:
    asked = play.asked
    return asked.count if isinstance(asked, Roll) else len(asked.dice)  # type: ignore[attr-defined]


def catch_up(pair: Pair) -> None:
    """The file passes the phases in which nothing can be done; the package does so by itself."""
    for _ in range(14):
        one, other = pair.python, pair.file
        behind = not one.idle or one.match.clock != other.match.clock
        ended = one.match.ended is not None
        if not other.idle or other.match.ended or not (behind or ended):
            return
        other.feed_input(ev.ActionTaken(action="next"))


class Game:
    """A game by chance on both, which is compared at every step."""

    def __init__(self, file: Ruleset, seed: int, odds: int = 2) -> None:
        """``odds``: the exact odds of so many attacks and panic checks each are compared."""
        self.rng = random.Random(seed)
        house = {name: self.rng.choice([*known]) for name, (_, known) in OPTIONS.items()}
        self.pair = Pair(file, house)
        self.left = {"shoot": odds, "fight": odds, "next": odds}
        for side, letter in ((RED, "r"), (BLUE, "b")):
            self.pair.muster(
                side,
                {
                    f"{letter}{n}": (draw_kind(self.rng), self.rng.choice((1, 3, 5, 6, 8)))
                    for n in range(1, self.rng.randint(2, 4))
                },
            )
        self.pair.python.fix(ev.TurnBegan(turn=1), ev.PhaseBegan(phase="impetus"))
        self.pair.file.automatic()

    def play(self) -> None:
        python, file = self.pair.python, self.pair.file
        for _ in range(MOST):
            while python.idle and (by_itself := PYTHON.automatic(python.match)):
                self.answer_with_text(by_itself)
            catch_up(self.pair)
            assert tell_state(python) == tell_state(file)
            assert tell_asked(python) == tell_asked(file)
            if python.match.ended:
                assert count_facts(python) == count_facts(file)
                return
            if python.idle:
                self.answer_with_text(self.answer_choice())
            else:
                answer(self.pair, self.rng)
        raise AssertionError("it does not end")

    def answer_choice(self) -> Command:
        ways = list_said(self.pair)
        if not ways or self.rng.random() < 0.1:
            return Command("next", self.pair.python.match.clock.side, {})
        calmer = [way for way in ways if way.action not in {"contact", "second"}]
        way = self.rng.choice(calmer if calmer and self.rng.random() < 0.85 else ways)
        return lengthen(way, self.rng) if self.rng.random() < 0.2 else way

    def answer_with_text(self, way: Command) -> None:
        python, file = self.pair.python, self.pair.file
        event = ev.ActionTaken(action=way.action, side=way.side, params=way.params)
        if way.action not in SAID:
            self.compare_odds(event, ev.ActionTaken(action="next"))
            python.feed_input(event)
            return
        other = translate(event)
        refused = is_refused(python, event)
        assert refused == is_refused(file, other), (event, other)
        if not refused:
            self.compare_odds(event, other)
            python.feed_input(event)
            file.feed_input(other)

    def compare_odds(self, event: ev.ActionTaken, other: ev.ActionTaken) -> None:
        python, file = self.pair.python, self.pair.file
        if not self.left.get(event.action):
            return
        if event.action == "next":
            match = python.match
            hurt = [unit for unit in match.all_units() if match.mark(unit, "killed")]
            last = match.clock.side == match.clock.order[-1]
            if not 1 <= len(hurt) <= 2 or not last:
                return
            if match.option("lone_panic_from") != "always":
                return  # the package goes on to morale at once where nobody is in melee
        self.left[event.action] -= 1
        told = [
            list_chances(
                play, said.action, play.ruleset.actions[said.action].decode_params(said.params)
            )
            for play, said in ((python, event), (file, other))
        ]
        assert told[0] == told[1]


# ------------------------------------------------------------------------------------- what holds


def list_rolls(play: Play) -> list[object]:
    """What is rolled and needed, one roll after another, where all dice show a 6."""
    found = []
    while not play.idle:
        found.append(tell_asked(play))
        play.roll("6" * _count_dice(play))
    return found


@pytest.mark.parametrize(
    ("quality", "cover", "gun"),
    [
        pytest.param(*each, marks=() if at % 5 == 0 else pytest.mark.thorough)
        for at, each in enumerate(product(QUALITIES, COVERS, GUNS))
    ],
)
def test_a_volley_has_the_same_rolls_and_exact_odds(
    file: Ruleset, quality: str, cover: str, gun: str
) -> None:
    for defence, shields, grade in product(QUALITIES, SHIELDS, GRADES):
        pair = Pair(file, {})
        shooter = Kind("infantry", quality, "light", f"{gun}/{grade}", "basic/basic")
        target = Kind("infantry", defence, shields, "rifle/basic", "basic/basic")
        pair.muster(RED, {"r1": (shooter, 2)})
        pair.muster(BLUE, {"b1": (target, 3)})
        told = []
        for play, action, said in pair.shoot(cover):
            play.clock(1, "shoot", RED)
            odds = list_chances(play, action, said)
            play.do(action, RED, said)
            told.append((odds, list_rolls(play)))
        assert told[0] == told[1]


@pytest.mark.parametrize("seed", range(24))
def test_both_are_the_same_game(file: Ruleset, seed: int) -> None:
    game = Game(file, seed)
    game.play()
    assert read_log(game.pair.python) == read_log(game.pair.file)


def test_the_laws_of_the_book_hold_for_the_file(file: Ruleset) -> None:
    for seed in range(2):
        check_game(play_random_game(file, random.Random(seed), {"orders": True}))


@pytest.mark.thorough
def test_both_are_the_same_in_a_thousand_games(file: Ruleset) -> None:
    for seed in range(1000):
        Game(file, seed).play()
