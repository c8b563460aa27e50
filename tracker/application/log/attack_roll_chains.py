"""Builds the chains of rolls in an attack, in which each roll uses the successes of the roll before
it.

For example, five of eight dice may hit and be rolled again to penetrate, and three of these may be
saved against. Each die of the first roll has a fixed chance to pass all steps. If all dice have the
same chance, the result has a binomial distribution.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby, pairwise
from typing import cast

from msgspec import Struct
from msgspec.structs import replace

from tracker.application.match.free_rolls import is_free_roll
from tracker.projection.undo_history_tree import RecordedEvent
from tracker.vocabulary import dice_bands, dice_distributions
from tracker.vocabulary import events as ev
from tracker.vocabulary.dice_bands import FAILED_AGAIN
from tracker.vocabulary.roll_needs import Need
from tracker.vocabulary.subject_ids import Subject


class AttackRollChain(Struct, frozen=True):
    """A chain of rolls in one attack.

    ``dice`` maps each chance to pass all steps to the number of dice in the first roll. ``result``
    is the number of dice that have passed. ``last`` is the last roll, made at the last of ``steps``
    steps. If ``saved`` is true, the last roll opposes the attack, so its failures are counted.
    """

    dice: dict[Fraction, int]
    result: int
    last: ev.Rolled
    saved: bool
    steps: int

    @property
    def expected_successes(self) -> Fraction:
        return sum((chance * n for chance, n in self.dice.items()), Fraction(0))


def count_successes(roll: ev.Rolled) -> int:
    """Return the number of successes in a pool. For a sum, return 1 for a success, or 0 for a
    failure.
    """
    if roll.form == "score":
        return int(roll.bands[dice_bands.find_band(roll.result[0], roll.bands)].success)
    return dice_bands.count_successes(roll.result, roll.bands)


def count_possible_successes(roll: ev.Rolled) -> int:
    """Return the highest possible number of successes: the number of dice in a pool, or 1 for a
    sum.
    """
    return 1 if roll.form == "score" else len(roll.dice)


def compute_success_chance(roll: ev.Rolled) -> Fraction:
    """Return the chance of success of each die in a pool, or of a sum."""
    if roll.form == "score":
        places = dice_distributions.compute_sum_distribution(roll.dice, roll.bonus, roll.bands)
        return sum((share for at, share in places if roll.bands[at].success), Fraction(0))
    return dice_distributions.compute_success_chance(roll.bands, roll.dice[0])


def can_succeed(roll: ev.Rolled) -> bool:
    """Return whether a roll has dice, and a number that they must reach."""
    return bool(roll.dice) and any(band.success for band in roll.bands)


def is_success_lucky_for_roller(roll: ev.Rolled) -> bool:
    """Return whether a roll can succeed, and a success is good luck for the side that rolls."""
    return can_succeed(roll) and not roll.harms_roller


def has_special_failures(roll: ev.Rolled) -> bool:
    """Return whether a roll counts failures that can reach the next step, such as partial hits."""
    others = (dice_bands.AGAIN, dice_bands.ELSEWHERE)
    return any(band.told and not band.success and band.name not in others for band in roll.bands)


def is_success_pool(roll: ev.Rolled) -> bool:
    return roll.form == "pool" and can_succeed(roll)


def combine_opposed_rolls(path: Sequence[RecordedEvent]) -> dict[ev.Version, ev.Rolled]:
    """Map the version of each opposed roll (a sum against another sum) to a single combined roll.

    The higher sum counts as a success. The result is the difference between the sums, so the
    opponent's dice are subtracted.
    """
    found: dict[ev.Version, ev.Rolled] = {}
    first: RecordedEvent | None = None
    for line in path:
        roll = line.event
        if not isinstance(roll, ev.Rolled) or is_free_roll(roll):
            continue
        if first is not None and first.action == line.action and _is_sum(roll):
            before = cast(ev.Rolled, first.event)
            found[first.version] = _subtract_opposed_roll(before, roll)
            found[line.version] = _subtract_opposed_roll(roll, before)
        first = line if roll.versus and _is_sum(roll) else None
    return found


def _is_sum(roll: ev.Rolled) -> bool:
    return roll.form == "score" and bool(roll.dice)


def _subtract_opposed_roll(own: ev.Rolled, other: ev.Rolled) -> ev.Rolled:
    sizes = (*own.dice, *other.dice)
    bonus = own.bonus - other.bonus - sum(size + 1 for size in other.dice)
    bands = Need(1).make_bands_for_range(len(sizes) + bonus, sum(sizes) + bonus)
    result = (own.result[0] - other.result[0],)
    return replace(own, dice=sizes, bonus=bonus, bands=bands, result=result, first=(), again=())


def split_into_throw_and_reroll(roll: ev.Rolled) -> tuple[ev.Rolled, ...]:
    """Return a roll's first throw and its reroll, or only the roll itself if it has no reroll.

    If only some dice of a sum were rerolled, only the first throw is returned.
    """
    if not roll.again:
        return (roll,)
    if roll.form == "score":
        plain = replace(roll, first=(), again=(), faces=())
        once = replace(plain, result=(sum(roll.first) + roll.bonus,))
        return (once, plain) if len(roll.again) == len(roll.dice) else (once,)
    first = dice_bands.count_by_band(roll.first, roll.bands)
    stayed = [face for place, face in enumerate(roll.first) if place not in roll.again]
    kept = dice_bands.count_by_band(stayed, roll.bands)
    new = tuple(a - b for a, b in zip(roll.result, kept, strict=True))
    sizes = tuple(roll.dice[place] for place in roll.again)
    plain = replace(roll, first=(), again=(), faces=())
    return replace(plain, result=first), replace(plain, dice=sizes, result=new)


def get_attack_step(roll: ev.Rolled) -> str:
    """Return the step of an attack to which a roll belongs, such as the rolls to hit or the
    saves.
    """
    return roll.key.partition(":")[0]


def belongs_to_attack(attack_rolls: Sequence[ev.Rolled], next_roll: ev.Rolled) -> bool:
    """Return whether a roll has the same subjects as an attack, and does not return to an earlier
    step.
    """
    if not attack_rolls:
        return True
    if {next_roll.subject, next_roll.target} != {attack_rolls[0].subject, attack_rolls[0].target}:
        return False
    steps = [get_attack_step(roll) for roll in attack_rolls]
    return get_attack_step(next_roll) == steps[-1] or get_attack_step(next_roll) not in steps


class _DiceOfChain(Struct, frozen=True):
    """The dice of an attack that have passed all steps so far.

    ``dice`` maps each chance to the number of dice in the first roll. Of these dice, ``left`` have
    passed.
    """

    dice: dict[Fraction, int]
    left: int

    def continue_with(self, share: Fraction, left: int) -> _DiceOfChain:
        return _DiceOfChain({chance * share: n for chance, n in self.dice.items()}, left)


class _PassedStep(Struct, frozen=True):
    """A dice pool together with its reroll.

    Each die passes with the chance ``share``, and ``left`` dice have passed.
    """

    dice: int
    share: Fraction
    left: int


def build_attack_chain(rolls: Sequence[ev.Rolled]) -> AttackRollChain | None:
    """Build the chain of an attack's pools, or return None if the pools do not follow from each
    other.

    A step can have several pools. The next step has one pool for each of them or, if their chances
    are equal, one pool for all. Rerolls that players choose are not supported, nor steps before the
    last with special failures, such as partial hits, because these can also reach the next step.
    """
    pools = [roll for roll in rolls if is_success_pool(roll)]
    if not pools or any(roll.again for roll in pools):
        return None
    before_last = [roll for roll in pools if get_attack_step(roll) != get_attack_step(pools[-1])]
    if any(has_special_failures(roll) for roll in before_last):
        return None
    rerolls = {id(roll): before for before, roll in pairwise(pools) if _is_reroll(before, roll)}
    rerolled = {id(before): roll for roll in pools if (before := rerolls.get(id(roll)))}
    pools = [roll for roll in pools if id(roll) not in rerolls]
    strands: list[_DiceOfChain] | None = None
    steps, saved = 0, False
    for _, step in groupby(pools, get_attack_step):
        rolled = list(step)
        if saved or len({(roll.what, roll.side) for roll in rolled}) > 1:
            return None
        steps, saved = steps + 1, _is_by_target(rolled[0], pools[0])
        passed = [_count_passed_dice(roll, rerolled.get(id(roll)), saved=saved) for roll in rolled]
        if strands is None:
            strands = [_DiceOfChain({one.share: one.dice}, one.left) for one in passed]
        else:
            strands = _pass_dice_through_step(strands, passed)
        if not strands:
            return None
    whole = _merge_dice_of_chains(strands or [])
    return AttackRollChain(whole.dice, whole.left, pools[-1], saved, steps)


def _is_by_target(roll: ev.Rolled, first: ev.Rolled) -> bool:
    """Return whether a roll opposes an attack. In friendly fire, both units have the same side."""
    return roll.side != first.side or roll.subject not in (None, first.subject)


def combine_attack_chains(chains: Sequence[AttackRollChain | None]) -> AttackRollChain | None:
    """Combine the chains of one attack. Return None if they have not all ended at the same step."""
    built = [chain for chain in chains if chain is not None]
    if len(built) < len(chains) or len({(c.steps, c.saved, c.last.what) for c in built}) != 1:
        return None
    whole = _merge_dice_of_chains([_DiceOfChain(chain.dice, chain.result) for chain in built])
    return replace(built[-1], dice=whole.dice, result=whole.left)


def _count_passed_dice(roll: ev.Rolled, reroll: ev.Rolled | None, *, saved: bool) -> _PassedStep:
    """Return a roll as a step with the number of dice that have passed. In a save, the failures
    pass.
    """
    share = dice_distributions.compute_chance_with_reroll(roll.bands, roll.dice[0])
    won = count_successes(roll)
    if reroll is not None:
        won += count_successes(reroll)
        if _rerolls_failures(roll, reroll):
            share += (1 - share) * compute_success_chance(reroll)
    if saved:
        return _PassedStep(len(roll.dice), 1 - share, len(roll.dice) - won)
    return _PassedStep(len(roll.dice), share, won)


def _pass_dice_through_step(
    strands: list[_DiceOfChain], passed: list[_PassedStep]
) -> list[_DiceOfChain] | None:
    """Return the dice of each chain after the next step.

    Return None if the pools of the step do not show the chance of each chain.
    """
    dice, left = [one.dice for one in passed], [strand.left for strand in strands]
    if not all(left):
        return None
    if dice == left:
        pairs = zip(strands, passed, strict=True)
        return [strand.continue_with(one.share, one.left) for strand, one in pairs]
    if sum(dice) == sum(left) and len({one.share for one in passed}) == 1:
        whole = _merge_dice_of_chains(strands)
        return [whole.continue_with(passed[0].share, sum(one.left for one in passed))]
    return None


def _merge_dice_of_chains(strands: Sequence[_DiceOfChain]) -> _DiceOfChain:
    dice: dict[Fraction, int] = {}
    for strand in strands:
        for chance, n in strand.dice.items():
            dice[chance] = dice.get(chance, 0) + n
    return _DiceOfChain(dice, sum(strand.left for strand in strands))


def _is_reroll(before: ev.Rolled, roll: ev.Rolled) -> bool:
    """Return whether ``roll`` is a reroll of the roll ``before``, as required by the rules."""
    first, second = (
        dice_distributions.compute_reroll_chance(one.bands, one.dice[0]) for one in (before, roll)
    )
    again = get_attack_step(before) == get_attack_step(roll) and first > 0 == second
    return again or _rerolls_failures(before, roll)


def _rerolls_failures(before: ev.Rolled, roll: ev.Rolled) -> bool:
    """Return whether ``roll`` rerolls all failures of the roll ``before``."""
    failures = len(before.dice) - count_successes(before)
    alike = (before.what + FAILED_AGAIN, before.subject, failures)
    return alike == (roll.what, roll.subject, len(roll.dice))


def group_roll_indices_by_attack(rolls: Sequence[ev.Rolled]) -> list[list[int]]:
    """Group the indices of an action's rolls by attack. The rolls of one attack need not be
    consecutive.
    """
    found: list[list[int]] = []
    latest: dict[frozenset[Subject], list[int]] = {}
    for place, roll in enumerate(rolls):
        if roll.subject is None or roll.target is None:
            continue
        pair = frozenset((roll.subject, roll.target))
        group = latest.get(pair)
        if group is None or not belongs_to_attack([rolls[before] for before in group], roll):
            group = latest[pair] = []
            found.append(group)
        group.append(place)
    return found
