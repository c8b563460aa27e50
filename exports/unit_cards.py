"""A card for each unit of a game: who of it stood at the end, what it removed, its dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from exports.course import share
from tracker.application.campaigns.tally import GameTally, Served, together
from tracker.application.log.wording import Names
from tracker.application.text import clean
from tracker.projection.state import State
from tracker.vocabulary.counts import plural
from tracker.vocabulary.names import tag

PIPS: Final = 40
"""A unit of more figures is drawn as so many points at most."""
IN_A_ROW: Final = 10


class DrawnUnit(Struct, frozen=True):
    """A unit as it was mustered and as it ended; ``side`` counts from 1, ``told`` are its lines."""

    handle: str
    name: str
    side: int
    came: int
    left: int
    told: tuple[str, ...]

    @property
    def pips(self) -> Iterator[tuple[int, int, bool]]:
        """A point a figure: its column and row, and whether the figure stood at the end."""
        many = min(self.came, PIPS)
        standing = round(self.left * many / self.came) if self.came else 0
        for place in range(many):
            yield place % IN_A_ROW, place // IN_A_ROW, place < standing

    @property
    def rows(self) -> int:
        return -(-min(self.came, PIPS) // IN_A_ROW)


def unit_cards(state: State, tally: GameTally) -> tuple[DrawnUnit, ...]:
    """The cards in the order of the sides and their units."""
    sides = [side.id for side in state.info.sides]
    return tuple(
        DrawnUnit(
            tag(one.unit),
            clean(one.name),
            sides.index(one.side) + 1,
            one.mustered,
            one.left,
            tuple(map(clean, _told(state, tally, one))),
        )
        for side in sides
        for one in tally.units
        if one.side == side
    )


def _told(state: State, tally: GameTally, one: Served) -> Iterator[str]:
    """What it removed, what became of its own, its nerve, its dice."""
    names, removed = Names(state), Counter[str]()
    for kill in tally.kills():
        if kill.by == one.unit:
            removed[names.unit_name(kill.unit)] += kill.figures
    if removed:
        each = ", ".join(f"{n} of {name}" for name, n in removed.most_common())
        yield f"removed {each}"
    gone = Counter[str]()
    for loss in tally.removals:
        if loss.unit == one.unit:
            gone[loss.how] += loss.figures
    if gone:
        yield f"its own: {', '.join(f'{n} {how}' for how, n in gone.most_common())}"
    if one.fallen:
        yield f"among them {', '.join(one.fallen)}"
    if one.nerve:
        yield f"lost its nerve {'once' if one.nerve == 1 else f'{one.nerve} times'}"
    pools = together(each for each in tally.thrown if each.unit == one.unit).tally()
    if pools.dice:
        dice = plural(pools.dice, "die", "dice")
        yield f"dice {pools.difference:+.1f} of {dice}, {share(pools.worse)} would have done worse"
