"""A card for each unit of a game, with its survivors, the losses it caused and its dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from exports.luck_chart import describe_luck_result
from exports.turn_by_turn_summary import describe_attack_result
from tracker.application.campaigns.game_statistics import (
    GameTally,
    UnitTally,
    get_unit_at_muster,
    merge_dice_tallies,
)
from tracker.application.chances.dice_luck import AttackLuck
from tracker.application.log.match_display_names import MatchNames
from tracker.application.text_cleaning import clean_text
from tracker.projection.match_state import State
from tracker.vocabulary.subject_ids import Subject, format_display_handle, is_figure

PIPS: Final = 60
"""The maximum number of dots for a unit."""


IN_A_ROW: Final = 20


TIMES: Final = {1: "once", 2: "twice"}


class UnitResultCard(Struct, frozen=True):
    """A unit's card at the end of a game. ``side`` counts from 1, and ``told`` holds its lines."""

    handle: str
    name: str
    side: int
    came: int
    left: int
    told: tuple[str, ...]

    @property
    def figure_dots(self) -> Iterator[tuple[int, int, bool]]:
        """Yield a dot for each figure with its column and row, and whether it survived."""
        many = min(self.came, PIPS)
        standing = round(self.left * many / self.came) if self.came else 0
        for place in range(many):
            yield place % IN_A_ROW, place // IN_A_ROW, place < standing

    @property
    def dot_row_count(self) -> int:
        return -(-min(self.came, PIPS) // IN_A_ROW)


def build_unit_result_cards(
    state: State, tally: GameTally, attacks: Sequence[AttackLuck]
) -> tuple[UnitResultCard, ...]:
    """Build the cards in the order of the sides and their units."""
    sides = [side.id for side in state.info.sides]
    return tuple(
        UnitResultCard(
            format_display_handle(one.unit),
            clean_text(one.name),
            sides.index(one.side) + 1,
            one.mustered,
            one.left,
            tuple(map(clean_text, _told(state, tally, one, attacks))),
        )
        for side in sides
        for one in tally.units
        if one.side == side
    )


def _told(
    state: State, tally: GameTally, one: UnitTally, attacks: Sequence[AttackLuck]
) -> Iterator[str]:
    """Yield the unit's kills, its best attack, its losses, its nerve and its dice, in words."""
    names, removed = MatchNames(state), Counter[str]()
    for kill in tally.list_kills():
        if kill.by == one.unit:
            removed[names.name_unit(kill.unit)] += kill.figures
    if removed:
        each = ", ".join(f"{n} of {name}" for name, n in removed.most_common())
        yield f"removed {each}"
    own = [each for each in attacks if _unit(each.by) == one.unit]
    over = [each for each in own if each.result > each.expected]
    if over:
        best = max(over, key=lambda each: each.worse)
        yield (
            f"best attack{f' by {best.who}' if is_figure(best.by) else ''} against"
            f" {describe_attack_result(best)}"
        )
    gone = Counter[str]()
    for loss in tally.removals:
        if loss.unit == one.unit:
            gone[loss.how] += loss.figures
    if gone:
        yield f"own losses: {', '.join(f'{n} {how}' for how, n in gone.most_common())}"
    if one.fallen:
        yield f"among them {', '.join(one.fallen)}"
    if one.nerve:
        yield f"lost its nerve {TIMES.get(one.nerve, f'{one.nerve} times')}"
    pools = merge_dice_tallies(
        each for each in tally.thrown if each.unit == one.unit
    ).compute_tally()
    if pools.dice:
        yield f"luck {describe_luck_result(pools)}"


def _unit(by: Subject) -> Subject:
    """Return the attacking unit. For a figure, that is the unit with which it was mustered."""
    return get_unit_at_muster(by) if is_figure(by) else by
