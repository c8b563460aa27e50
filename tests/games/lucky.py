"""What the dice of a sheet were expected to do, by plain arithmetic on its tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from tests.games import mule, sheet

RED = ("Alpha", "picket", "Bravo", "Hammer")
NAMES = {
    "Alpha": "R1 Alpha", "Bravo": "R2 Bravo", "Hammer": "R3 Hammer", "picket": "R4 Picket",
    "Claw pack": "B1 Claw pack", "Dusk rifles": "B2 Dusk rifles", "Stalker": "B3 Stalker",
}  # fmt: skip


@dataclass(frozen=True)
class Pool:
    """Dice thrown by a unit of a side: each makes it by the same chance."""

    side: str
    unit: str
    what: str
    dice: int
    made: int
    chance: Fraction


@dataclass(frozen=True)
class Tally:
    """Pools put together; ``below`` and ``here`` are the chances of fewer and of as many made."""

    rolls: int
    dice: int
    made: int
    expected: Fraction
    below: Fraction
    here: Fraction

    @property
    def worse(self) -> Fraction:
        """Of equal evenings those with fewer, and half of those with as many."""
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


def the_mule() -> list[Pool]:
    """Only to-hit rolls have a number that each die needs; sums are none of it."""
    return list(_to_hit())


def _to_hit() -> Iterator[Pool]:
    for roll in mule.rolls():
        if roll.need is not None and roll.dice is not None:
            who = roll.who.split(" ")[0]
            side = {"r": "Red", "b": "Blue"}[who[0]]
            unit = f"{who[:2].upper()}.{who[2]}"
            chance = Fraction(7 - roll.need, 6)
            yield Pool(side, unit, roll.step, roll.dice, roll.result, chance)


def tally(pools: Iterable[Pool]) -> Tally:
    """Die by die: the chance of each number of successes, exactly."""
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
