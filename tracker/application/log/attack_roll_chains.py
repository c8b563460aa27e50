"""Chains of rolls in one attack. Each roll uses as many dice as the previous roll had successes.

Of eight dice to hit, for example, five may be rolled again to penetrate, and three to save. Each
die of the first roll has the same chance to pass all steps, so the result has a binomial
distribution.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby, pairwise
from typing import cast

from msgspec import Struct
from msgspec.structs import replace

from tracker.application.match.free_rolls import is_free_roll
from tracker.projection.history_tree import RecordedEvent
from tracker.vocabulary import dice, dice_distributions
from tracker.vocabulary import events as ev
from tracker.vocabulary.dice_needs import Need


class AttackRollChain(Struct, frozen=True):
    """A chain of rolls that starts with ``dice`` dice.

    Each die has the ``chance`` to pass all steps, and ``result`` dice passed them. ``last`` is the
    last of ``steps`` rolls. If ``saved`` is true, the last roll opposes the attack, so its failures
    count.
    """

    dice: int
    chance: Fraction
    result: int
    last: ev.Rolled
    saved: bool
    steps: int

    @property
    def expected_successes(self) -> Fraction:
        return self.dice * self.chance


def count_successes(roll: ev.Rolled) -> int:
    """Count the successes of a pool, or return 1 for a successful sum and 0 for another one."""
    if roll.form == "score":
        return int(roll.bands[dice.find_band(roll.result[0], roll.bands)].success)
    return dice.count_successes(roll.result, roll.bands)


def count_possible_successes(roll: ev.Rolled) -> int:
    """Count a roll's possible successes: all dice of a pool, or 1 for a sum."""
    return 1 if roll.form == "score" else len(roll.dice)


def compute_success_chance(roll: ev.Rolled) -> Fraction:
    """Compute the chance of success for one die of a pool, or for a sum."""
    if roll.form == "score":
        places = dice_distributions.compute_sum_distribution(roll.dice, roll.bonus, roll.bands)
        return sum((share for at, share in places if roll.bands[at].success), Fraction(0))
    return dice_distributions.compute_success_chance(roll.bands, roll.dice[0])


def can_succeed(roll: ev.Rolled) -> bool:
    """Whether a roll has dice and a required number, so that it can succeed."""
    return bool(roll.dice) and any(band.success for band in roll.bands)


def is_success_pool(roll: ev.Rolled) -> bool:
    return roll.form == "pool" and can_succeed(roll)


def combine_opposed_rolls(path: Sequence[RecordedEvent]) -> dict[ev.Version, ev.Rolled]:
    """Convert sums that two players rolled against each other into single rolls, by version.

    The higher sum counts as a success. The result is the difference, so each of the opponent's dice
    counts down from its highest face.
    """
    found: dict[ev.Version, ev.Rolled] = {}
    first: RecordedEvent | None = None
    for line in path:
        roll = line.event
        if not isinstance(roll, ev.Rolled) or is_free_roll(roll):
            continue
        if first is not None and first.action == line.action and _is_sum(roll):
            before = cast(ev.Rolled, first.event)
            found[first.version] = _subtract_roll(before, roll)
            found[line.version] = _subtract_roll(roll, before)
        first = line if roll.versus and _is_sum(roll) else None
    return found


def _is_sum(roll: ev.Rolled) -> bool:
    return roll.form == "score" and bool(roll.dice)


def _subtract_roll(own: ev.Rolled, other: ev.Rolled) -> ev.Rolled:
    sizes = (*own.dice, *other.dice)
    bonus = own.bonus - other.bonus - sum(size + 1 for size in other.dice)
    bands = Need(1).make_bands_for_range(len(sizes) + bonus, sum(sizes) + bonus)
    result = (own.result[0] - other.result[0],)
    return replace(own, dice=sizes, bonus=bonus, bands=bands, result=result, first=(), again=())


def split_into_throw_and_reroll(roll: ev.Rolled) -> tuple[ev.Rolled, ...]:
    """Split a roll into its first throw and its reroll. A partly rerolled sum is not split."""
    if not roll.again:
        return (roll,)
    if roll.form == "score":
        plain = replace(roll, first=(), again=(), faces=())
        once = replace(plain, result=(sum(roll.first) + roll.bonus,))
        return (once, plain) if len(roll.again) == len(roll.dice) else (once,)
    first = dice.count_by_band(roll.first, roll.bands)
    stayed = [face for place, face in enumerate(roll.first) if place not in roll.again]
    kept = dice.count_by_band(stayed, roll.bands)
    new = tuple(a - b for a, b in zip(roll.result, kept, strict=True))
    sizes = tuple(roll.dice[place] for place in roll.again)
    plain = replace(roll, first=(), again=(), faces=())
    return replace(plain, result=first), replace(plain, dice=sizes, result=new)


def get_attack_step(roll: ev.Rolled) -> str:
    """Return the attack step that a roll belongs to: the kind of the question that it answers."""
    return roll.key.partition(":")[0]


def belongs_to_attack(attack_rolls: Sequence[ev.Rolled], next_roll: ev.Rolled) -> bool:
    """Whether a roll has an attack's subjects and does not return to an earlier step."""
    if not attack_rolls:
        return True
    if {next_roll.subject, next_roll.target} != {attack_rolls[0].subject, attack_rolls[0].target}:
        return False
    steps = [get_attack_step(roll) for roll in attack_rolls]
    return get_attack_step(next_roll) == steps[-1] or get_attack_step(next_roll) not in steps


def build_attack_chain(rolls: Sequence[ev.Rolled]) -> AttackRollChain | None:
    """Build the chain of an attack's pools, or return None if the dice have different chances.

    Only the last step can have several pools, because each pool is followed by its own rolls.
    Rerolls that players choose are not supported.
    """
    pools = [roll for roll in rolls if is_success_pool(roll)]
    if not pools or any(roll.again for roll in pools):
        return None
    rerolls = [roll for before, roll in pairwise(pools) if _is_reroll(before, roll)]
    pools = [roll for roll in pools if all(roll is not one for one in rerolls)]
    steps = [list(step) for _, step in groupby(pools, get_attack_step)]
    alike = {(roll.what, roll.side, compute_success_chance(roll)) for roll in steps[-1]}
    if any(len(step) > 1 for step in steps[:-1]) or len(alike) > 1:
        return None
    first = sum(len(roll.dice) for roll in steps[0])
    through, left, saved = Fraction(1), first, False
    for step in steps:
        if saved or sum(len(roll.dice) for roll in step) != left:
            return None
        saved = step[0].side != pools[0].side
        share = dice_distributions.compute_chance_with_reroll(step[0].bands, step[0].dice[0])
        again = [one for one in rerolls if get_attack_step(one) == get_attack_step(step[0])]
        won = sum(map(count_successes, (*step, *again)))
        through *= 1 - share if saved else share
        left = left - won if saved else won
    return AttackRollChain(first, through, left, pools[-1], saved, len(steps))


def _is_reroll(before: ev.Rolled, roll: ev.Rolled) -> bool:
    """Whether ``roll`` rerolls dice of the roll ``before`` it because the rules require it."""
    first, second = (
        dice_distributions.compute_reroll_chance(one.bands, one.dice[0]) for one in (before, roll)
    )
    return get_attack_step(before) == get_attack_step(roll) and first > 0 == second


def group_roll_indices_by_attack(rolls: Sequence[ev.Rolled]) -> list[list[int]]:
    """Group the indices of an action's rolls by target and attack."""
    found: list[list[int]] = []
    for place, roll in enumerate(rolls):
        if roll.subject is None or roll.target is None:
            continue
        if found and belongs_to_attack([rolls[before] for before in found[-1]], roll):
            found[-1].append(place)
        else:
            found.append([place])
    return found
