"""Computes luck: actual and expected results, and how rare the actual results are.

Every recorded dice pool is measured, even if only its successes were entered. Actions for which
only the outcome was entered are not measured. A sum that is compared with another player's sum
counts as won or not won. Dice without an owner, which place a counter or draw something at random,
are not measured. Rolls whose successes harm the side that rolls, such as shots that may hit its own
units, are not measured either. Chances are computed from the dice and the needed number of the
actual roll, even if players have changed them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from tracker.application.chances.success_count_rarity import (
    PoolTally,
    compute_success_tails,
    tally_dice_pools,
)
from tracker.application.log import attack_roll_chains
from tracker.application.log.match_display_names import MatchNames
from tracker.application.match.free_rolls import is_free_roll
from tracker.application.match.match_entries import closes_action_to_make_way
from tracker.application.match.match_history import MatchHistory
from tracker.projection.undo_history_tree import RecordedEvent
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import SideId, Subject, is_side


class PoolLuck(Struct, frozen=True):
    """The luck of one side, unit or kind of roll. An empty field means that the row covers all of
    them.
    """

    side: SideId | None
    side_name: str
    unit: str
    what: str
    tally: PoolTally


class AttackLuck(Struct, frozen=True):
    """The luck of an attack. ``step`` is the last roll of the attack. If ``saved`` is true, the
    result counts failed saves.

    If the rolls of the attack do not follow from each other, only the roll called ``roll`` is
    measured.

    ``at_most`` is the share of equal attacks with at most this result, and ``at_least`` the share
    with at least this result. ``worse`` is the share with a lower result, where ties count half.
    """

    version: ev.Version
    side: SideId | None
    by: Subject
    who: str
    whom: str
    step: str
    done: str
    saved: bool
    dice: int
    result: int
    expected: float
    at_most: float
    at_least: float
    worse: float
    roll: str = ""


class DiceSumLuck(Struct, frozen=True):
    """Dice of one kind that are added up, with their actual and expected sums."""

    side: SideId | None
    side_name: str
    what: str
    rolls: int
    dice: int
    total: int
    expected: float

    @property
    def difference(self) -> float:
        """The actual sum minus the expected sum."""
        return self.total - self.expected


class LuckReport(Struct, frozen=True):
    """The luck of a game. Of all ``rolls``, only the ``pools`` and ``sums_seen`` are measured.

    ``by_hand`` is the number of actions for which only the outcome was entered.
    """

    rolls: int
    pools: int
    sums_seen: int
    by_hand: int
    sides: tuple[PoolLuck, ...]
    kinds: tuple[PoolLuck, ...]
    units: tuple[PoolLuck, ...]
    attacks: tuple[AttackLuck, ...]
    sums: tuple[DiceSumLuck, ...]

    @property
    def rests_on(self) -> str:
        """How many rolls are measured, as in ``58 of 61 recorded rolls``."""
        seen = self.pools + self.sums_seen
        text = f"{seen} of {self.rolls} recorded rolls"
        if self.by_hand:
            noun = "action was" if self.by_hand == 1 else "actions were"
            text += f"; {self.by_hand} {noun} entered as an outcome, without dice"
        return text


def compute_luck(history: MatchHistory) -> LuckReport:
    """Compute the luck in a game so far. Undone rolls are ignored."""
    names = MatchNames(history.state)
    opposed = attack_roll_chains.combine_opposed_rolls(history.path)
    events = ((line.version, opposed.get(line.version, line.event)) for line in history.path)
    found = [(version, event) for version, event in events if isinstance(event, ev.Rolled)]
    rolls = [(version, roll) for version, roll in found if not is_free_roll(roll)]
    pools = [
        part
        for _, roll in rolls
        if attack_roll_chains.is_success_lucky_for_roller(roll)
        for part in attack_roll_chains.split_into_throw_and_reroll(roll)
    ]
    sums = [(version, roll) for version, roll in rolls if is_counted_by_sum(roll)]
    return LuckReport(
        rolls=len(rolls),
        pools=sum(attack_roll_chains.is_success_lucky_for_roller(roll) for _, roll in rolls),
        sums_seen=len(sums),
        by_hand=sum(_is_entered_by_hand(history, line) for line in history.path),
        sides=_build_luck_rows(names, pools, lambda roll: (roll.side, None, "")),
        kinds=_build_luck_rows(names, pools, lambda roll: (roll.side, None, roll.what)),
        units=_build_luck_rows(
            names,
            [r for r in pools if r.subject and not is_side(r.subject)],
            lambda r: (r.side, r.subject, ""),
        ),
        attacks=tuple(_list_attacks(names, history.path)),
        sums=_build_sum_rows(names, sums),
    )


def is_counted_by_sum(roll: ev.Rolled) -> bool:
    """Return whether the luck of a roll is measured by the sum of its dice, and this sum is known.

    A sum that must reach a number or beat another sum is measured as a success or failure instead.
    """
    if not roll.dice or attack_roll_chains.can_succeed(roll):
        return False
    return roll.form == "score" or (roll.form == "faces" and len(roll.faces) == len(roll.dice))


def _is_entered_by_hand(history: MatchHistory, line: RecordedEvent) -> bool:
    if not isinstance(line.event, ev.Corrected) or not line.event.closes or not line.action:
        return False
    if closes_action_to_make_way(line.event):
        return False
    return getattr(history.lines[line.action - 1].event, "source", "") != "default"


Key = tuple[SideId | None, Subject | None, str]


def _build_luck_rows(
    names: MatchNames, rolls: Iterable[ev.Rolled], key: Callable[[ev.Rolled], Key]
) -> tuple[PoolLuck, ...]:
    groups: dict[Key, list[ev.Rolled]] = {}
    for roll in rolls:
        groups.setdefault(key(roll), []).append(roll)
    return tuple(
        PoolLuck(
            side=side,
            side_name=names.name_side(side),
            unit=names.name_subject(subject) if subject else "",
            what=what,
            tally=tally_dice_pools(group),
        )
        for (side, subject, what), group in sorted(groups.items(), key=_make_side_sort_key(names))
    )


def _make_side_sort_key(names: MatchNames) -> Callable[[tuple[Any, object]], int]:
    sides = [None, *(one.id for one in names.state.info.sides)]
    return lambda group: sides.index(group[0][0])


Dice = tuple[ev.Version, tuple[int, ...], int]  # a roll, its dice sizes, their sum


def _build_sum_rows(
    names: MatchNames, rolls: Sequence[tuple[ev.Version, ev.Rolled]]
) -> tuple[DiceSumLuck, ...]:
    groups: dict[tuple[SideId | None, str], list[Dice]] = {}
    for version, roll in rolls:
        for side, sizes, total in _split_sum_by_side(names, roll):
            groups.setdefault((side, roll.what), []).append((version, sizes, total))
    return tuple(
        DiceSumLuck(
            side=side,
            side_name=names.name_side(side),
            what=what,
            rolls=len({version for version, _, _ in found}),
            dice=sum(len(sizes) for _, sizes, _ in found),
            total=sum(total for _, _, total in found),
            expected=sum(1 + size for _, sizes, _ in found for size in sizes) / 2,
        )
        for (side, what), found in sorted(groups.items(), key=_make_side_sort_key(names))
    )


def _split_sum_by_side(
    names: MatchNames, roll: ev.Rolled
) -> Iterator[tuple[SideId | None, tuple[int, ...], int]]:
    """Yield the dice sizes and the sum of each side's dice in a roll. The label of a die names its
    owner.

    A die whose label names nobody belongs to no side, and places a counter or draws something.
    """
    if roll.form == "score":
        yield roll.side, roll.dice, roll.result[0] - roll.bonus
        return
    for place, (size, face) in enumerate(zip(roll.dice, roll.faces, strict=True)):
        if place >= len(roll.labels):
            yield roll.side, (size,), face
            continue
        label = roll.labels[place]
        owner = names.find_die_owner(label) or (roll.side if label.times else None)
        if owner is not None:
            yield owner, (size,), face


def _list_attacks(names: MatchNames, path: Sequence[RecordedEvent]) -> Iterator[AttackLuck]:
    by_action: dict[ev.Version, list[tuple[ev.Version, ev.Rolled]]] = {}
    for line in path:
        if isinstance(line.event, ev.Rolled) and not is_free_roll(line.event):
            by_action.setdefault(line.action, []).append((line.version, line.event))
    for lines in by_action.values():
        by_attack: dict[tuple[Subject | None, Subject | None], list[list[int]]] = {}
        for places in attack_roll_chains.group_roll_indices_by_attack([roll for _, roll in lines]):
            first = lines[places[0]][1]
            if first.harms_roller:
                continue
            by_attack.setdefault((first.subject, first.target), []).append(places)
        for groups in by_attack.values():
            luck = _measure_attack(names, [[lines[place] for place in group] for group in groups])
            if luck is not None:
                yield luck


def _measure_attack(
    names: MatchNames, groups: Sequence[Sequence[tuple[ev.Version, ev.Rolled]]]
) -> AttackLuck | None:
    """Measure a whole attack or, if that is impossible, its roll with the most unusual result."""
    build = attack_roll_chains.build_attack_chain
    chains = [build([roll for _, roll in group]) for group in groups]
    whole = attack_roll_chains.combine_attack_chains(chains)
    if whole is not None:
        return _make_attack_luck(names, *groups[0][0], whole)
    single = [
        _make_attack_luck(names, version, roll, chain, roll.what)
        for group in groups
        for version, roll in group
        if (chain := build([roll])) is not None
    ]
    return max(single, key=lambda luck: abs(luck.result - luck.expected), default=None)


def _make_attack_luck(
    names: MatchNames,
    version: ev.Version,
    first: ev.Rolled,
    chain: attack_roll_chains.AttackRollChain,
    roll: str = "",
) -> AttackLuck:
    assert first.subject is not None
    assert first.target is not None
    return AttackLuck(
        version=version,
        side=first.side,
        by=first.subject,
        who=names.name_subject(first.subject),
        whom=names.name_subject(first.target),
        step=chain.last.what,
        done=names.get_word_for_successes(chain.last, chain.result),
        saved=chain.saved,
        dice=sum(chain.dice.values()),
        result=chain.result,
        expected=float(chain.expected_successes),
        roll=roll,
        **compute_success_tails(chain.dice, chain.result),
    )
