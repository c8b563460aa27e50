"""A card for each unit of a game, with its survivors, the losses that it caused and its dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from exports.game_course_and_ending import describe_actual_and_expected_result
from exports.luck_chart import describe_luck_and_rarity
from tracker.application.campaigns.game_tally import (
    GameTally,
    UnitTally,
    get_original_unit_id,
    merge_dice_tallies,
)
from tracker.application.chances.game_luck import AttackLuck
from tracker.application.log.match_display_names import MatchNames
from tracker.application.text_cleaning import clean_text
from tracker.projection.match_state import State
from tracker.vocabulary.subject_ids import Subject, format_display_handle, is_figure

MAX_DOTS: Final = 60
"""The maximum number of dots for a unit."""
DOTS_PER_ROW: Final = 20
TIMES_WORDS: Final = {1: "once", 2: "twice"}


class UnitResultCard(Struct, frozen=True):
    """A unit's card at the end of a game. ``side`` counts from 1. ``lines`` describe its game."""

    handle: str
    name: str
    side: int
    mustered: int
    figures_left: int
    lines: tuple[str, ...]

    @property
    def figures_left_text(self) -> str:
        """The unit's survivors, such as ``5 of 8 left`` or ``none of 8 left``."""
        count = str(self.figures_left or "none")
        is_part = self.mustered > 1 or self.figures_left == self.mustered > 0
        return f"{count} of {self.mustered} left" if is_part else f"{count} left"

    @property
    def figure_dots(self) -> Iterator[tuple[int, int, bool]]:
        """The unit's dots, each with its column and row, and whether it represents a survivor."""
        dots = min(self.mustered, MAX_DOTS)
        remaining = round(self.figures_left * dots / self.mustered) if self.mustered else 0
        for index in range(dots):
            yield index % DOTS_PER_ROW, index // DOTS_PER_ROW, index < remaining

    @property
    def dot_row_count(self) -> int:
        return -(-min(self.mustered, MAX_DOTS) // DOTS_PER_ROW)


def build_unit_result_cards(
    state: State, tally: GameTally, attacks: Sequence[AttackLuck]
) -> tuple[UnitResultCard, ...]:
    """Build a card for each unit, in the order of the sides."""
    sides = [side.id for side in state.info.sides]
    return tuple(
        UnitResultCard(
            format_display_handle(unit.unit),
            clean_text(unit.name),
            sides.index(unit.side) + 1,
            unit.mustered,
            unit.left,
            tuple(map(clean_text, _list_card_lines(state, tally, unit, attacks))),
        )
        for side in sides
        for unit in tally.units
        if unit.side == side
    )


def _list_card_lines(
    state: State, tally: GameTally, unit: UnitTally, attacks: Sequence[AttackLuck]
) -> Iterator[str]:
    """Yield lines about the unit's kills, best attack, losses, nerve and dice."""
    names, removed = MatchNames(state), Counter[str]()
    for kill in tally.list_kills():
        if kill.by == unit.unit:
            removed[names.name_unit(kill.unit)] += kill.figures
    if removed:
        each = ", ".join(f"{n} of {name}" for name, n in removed.most_common())
        yield f"removed {each}"
    own_attacks = [attack for attack in attacks if _get_attacking_unit(attack.by) == unit.unit]
    lucky = [
        attack for attack in own_attacks if attack.result > attack.expected and not attack.roll
    ]
    if lucky:
        best = max(lucky, key=lambda each: each.worse)
        yield (
            f"best attack{f' by {best.who}' if is_figure(best.by) else ''} against"
            f" {describe_actual_and_expected_result(best)}"
        )
    losses = Counter[str]()
    for loss in tally.removals:
        if loss.unit == unit.unit:
            losses[loss.how] += loss.figures
    if losses:
        yield f"own losses: {', '.join(f'{n} {how}' for how, n in losses.most_common())}"
    if unit.fallen:
        yield f"among them {', '.join(unit.fallen)}"
    if unit.nerve:
        yield f"lost its nerve {TIMES_WORDS.get(unit.nerve, f'{unit.nerve} times')}"
    pools = merge_dice_tallies(
        attack for attack in tally.thrown if attack.unit == unit.unit
    ).compute_tally()
    if pools.dice:
        yield f"luck {describe_luck_and_rarity(pools)}"


def _get_attacking_unit(attacker: Subject) -> Subject:
    """Return the attacking unit or, for a figure, the unit with which the figure was mustered."""
    return get_original_unit_id(attacker) if is_figure(attacker) else attacker
