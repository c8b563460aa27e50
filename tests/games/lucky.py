"""The expected results of the dice on a sheet, computed from its tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod

from tests.games import mule, sheet

RED = ("Alpha", "picket", "Bravo", "Hammer")
NAMES = {
    "Alpha": "R1 Alpha", "Bravo": "R2 Bravo", "Hammer": "R3 Hammer", "picket": "R4 Picket",
    "Claw pack": "B1 Claw pack", "Dusk rifles": "B2 Dusk rifles", "Stalker": "B3 Stalker",
}  # fmt: skip


@dataclass(frozen=True)
class Pool:
    """Dice thrown by a unit of a side. Each has the same chance to succeed."""

    side: str
    unit: str
    what: str
    dice: int
    made: int
    chance: Fraction


@dataclass(frozen=True)
class Tally:
    """Combined pools. ``below`` and ``here`` are the chances of fewer and of as many successes."""

    rolls: int
    dice: int
    made: int
    expected: Fraction
    below: Fraction
    here: Fraction

    @property
    def worse(self) -> Fraction:
        """The chance of fewer successes, plus half the chance of as many."""
        return self.below + self.here / 2


def six_turns() -> list[Pool]:
    """Whoever is shot or struck at saves; a blast is thrown by who fired, an explosion by who
    blew the vehicle up (DZ-G33).
    """
    found, who, whom = [], "", ""
    for roll in sheet.rolls():
        if "▸" in roll.who:
            who, whom = (each.split(",")[0].strip() for each in roll.who.split("▸"))
        elif roll.who.startswith("explosion"):
            whom = "Claw pack"
        elif roll.who.startswith("blast"):
            whom = "Dusk rifles"
        thrower = whom if roll.step == "save" else who
        side = "Red" if thrower in RED else "Blue"
        chance = Fraction(7 - int(roll.need[0]), 6)
        found.append(Pool(side, NAMES[thrower], roll.step, roll.dice, roll.made, chance))
    return found


ATTACK = {"r21": (8, 8, 6, 6), "b21": (8, 8)}
"""The attack dice of Kestrel with the sword and of the Mule (CZ-T17, CZ-T18)."""
ARMED = (6, 6, 4)
"""The attack dice of everybody else who fights: 2D6, and a D4 for a club or a dagger."""


def the_mule() -> list[Pool]:
    """Yield the pools of hit rolls and of compared attack scores. Other sums do not count."""
    found, first = list[Pool](), None
    for roll in mule.rolls():
        if roll.need is not None and roll.dice is not None:
            found.append(_pool(roll, roll.dice, roll.result, Fraction(7 - roll.need, 6)))
        elif roll.step == "attack":
            if first is not None:
                found += (_higher(first, roll), _higher(roll, first))
            first = roll if first is None else None
    return found


FIGURES = {
    name[0:3].lower(): name
    for name in (
        *("R11 Brakk", "R12 Vey", "R13 Ditch", "R14 Ox", "R21 Kestrel"),
        *("B11 Halden", "B12 Pike", "B13 Moss", "B14 Fen", "B21 Mule"),
    )
}
"""The figures of both rosters in the game of the mule."""


def _pool(roll: mule.Roll, dice: int, made: int, chance: Fraction) -> Pool:
    who = roll.who.split(" ")[0]
    side = {"r": "Red", "b": "Blue"}[who[0]]
    return Pool(side, FIGURES[who[:3]], roll.step, dice, made, chance)


def _higher(roll: mule.Roll, other: mule.Roll) -> Pool:
    own, against = _scores(roll), _scores(other)
    chance = sum((own[a] * against[b] for a in own for b in against if a > b), Fraction(0))
    return _pool(roll, 1, int(roll.result > other.result), chance)


def _scores(roll: mule.Roll) -> dict[int, Fraction]:
    """Return the chance of each attack score. The figure that opens the combat rolls a D6 more."""
    dice = ATTACK.get(roll.who.split(" ")[0], ARMED)
    dice += (6,) * (len(roll.faces) - len(dice))
    every = Counter(sum(faces) + (roll.add or 0) for faces in product(*map(range, dice)))
    return {score + len(dice): Fraction(n, prod(dice)) for score, n in every.items()}


def tally(pools: Iterable[Pool]) -> Tally:
    """Compute the exact chance of each number of successes, die by die."""
    every = list(pools)
    spread = [Fraction(1)]
    for pool in every:
        for _ in range(pool.dice):
            missed = [chance * (1 - pool.chance) for chance in spread] + [Fraction(0)]
            came = [Fraction(0)] + [chance * pool.chance for chance in spread]
            spread = [a + b for a, b in zip(missed, came, strict=True)]
    made = sum(pool.made for pool in every)
    return Tally(
        rolls=len(every),
        dice=len(spread) - 1,
        made=made,
        expected=sum((pool.dice * pool.chance for pool in every), Fraction(0)),
        below=sum(spread[:made], Fraction(0)),
        here=spread[made],
    )
