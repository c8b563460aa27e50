"""Roll-offs. Each side rolls its dice and adds modifiers. Ties are rolled again."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from itertools import groupby, islice

from msgspec import Struct

from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.declared.roll_sheet import RollSheet, Row, RowResult
from tracker.procedures.match_view import Match
from tracker.procedures.requests import (
    Asking,
    DiceRows,
    Faces,
    ask,
    call_pure_stage,
    continue_with_pure,
)
from tracker.vocabulary.die_labels import Label
from tracker.vocabulary.subject_ids import SideId

Ranking = tuple[tuple[int, ...], ...]


class RollOffPool(Struct, frozen=True):
    """A side's dice, the purpose of each die, and the modifier of their total."""

    side: SideId
    dice: tuple[int, ...]
    labels: tuple[Label, ...]
    bonus: int = 0


def make_single_die_pools(
    match: Match, get_bonus: Callable[[Match, SideId], int] = lambda *_: 0, die_size: int = 6
) -> tuple[RollOffPool, ...]:
    """Make a pool for each side: one die, and the modifier that ``get_bonus`` returns."""
    return tuple(
        RollOffPool(
            side, (die_size,), (Label(match.side_name(side), subject=side, adds=n or None),), n
        )
        for side in match.sides
        for n in (get_bonus(match, side),)
    )


class RollOff(Struct, frozen=True, eq=False, dict=True):
    """A roll-off with its stored id. ``pools`` returns the dice of all sides in a match.

    The roll-off's sheet lists modifiers under the heading ``modifier_heading``. If ``shows_totals``
    is true, it also lists the totals. The sheet shows ``winner_word`` for the best side and
    ``tie_word`` for a tie. If ``winner_word`` is empty, there is no sheet. ``need`` describes the
    purpose of the roll. If it is empty, the question lists the modifiers. If ``lowest_wins`` is
    true, the lowest total wins.
    """

    id: str
    words: str
    rule: str
    pools: Callable[[Match], tuple[RollOffPool, ...]]
    winner_word: str = ""
    tie_word: str = ""
    modifier_heading: str = ""
    shows_totals: bool = False
    need: str = ""
    lowest_wins: bool = False

    @cached_property
    def kind(self) -> RollKind:
        sheet = self._make_sheet if self.winner_word else None
        return RollKind(self.id, self.words, rule=self.rule, sheet=sheet)

    def _make_sheet(self, match: Match, request: Faces) -> RollSheet:
        pools = [one for one in self.pools(match) if {*one.labels} <= {*request.labels}]
        pools = [one for one in pools if one.dice]
        shown = self.shows_totals or any(one.bonus for one in pools)
        rows = tuple(
            Row(one.side, (f"{one.bonus:+d}",) if shown else (), len(one.dice)) for one in pools
        )

        def read(rolled: tuple[tuple[int, ...], ...]) -> tuple[RowResult, ...]:
            scores = [sum(dice) + one.bonus for dice, one in zip(rolled, pools, strict=True)]
            best = (min if self.lowest_wins else max)(scores) if all(rolled) else 0
            word = self.winner_word if scores.count(best) == 1 else self.tie_word
            return tuple(
                RowResult(
                    (_format_addition(dice, one.bonus),) if self.shows_totals and dice else (),
                    word if all(rolled) and score == best else "",
                )
                for dice, one, score in zip(rolled, pools, scores, strict=True)
            )

        columns, worked = (
            (self.modifier_heading,) if shown else (),
            ("total",) if self.shows_totals else (),
        )
        return RollSheet(self.words, columns, worked, rows, read)


def resolve_roll_off(match: Match, roll_off: RollOff) -> Asking[SideId]:
    """Roll each side's pool, and return the side that wins."""
    order, _ = yield from call_pure_stage({}, roll_and_rank_totals, roll_off, roll_off.pools(match))
    return match.sides[order[0]]


def _format_addition(dice: tuple[int, ...], bonus: int) -> str:
    return f"{' + '.join(map(str, (*dice, bonus)))} = {sum(dice) + bonus}"


def roll_and_rank_totals(
    roll_off: RollOff, pools: tuple[RollOffPool, ...], tie_break_dice: int = 0
) -> Asking[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Roll the pools, and return their ranking and each pool's total.

    Ties are broken by the ``tie_break_dice`` highest dice, one after another, and then by rerolls.
    """
    yield from ()
    everybody = tuple(range(len(pools)))
    return continue_with_pure(
        _roll_until_ranked, roll_off, pools, (everybody,), (0,) * len(pools), tie_break_dice
    )


def _roll_until_ranked(
    roll_off: RollOff,
    pools: tuple[RollOffPool, ...],
    ranking: Ranking,
    totals: tuple[int, ...],
    highest: int,
) -> Asking[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Roll for the first tie in ``ranking`` until no tie is left. Tied pools share a tuple.

    The dice of a tie are not kept, so every reroll is the same question for the odds.
    """
    level = next((tied for tied in ranking if len(tied) > 1), None)
    if level is None:
        return tuple(side for (side,) in ranking), totals
    rolling = [pools[side] for side in level]

    def score(place: int, own: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        return sum(own) + rolling[place].bonus, tuple(sorted(own)[::-1][:highest])

    faces = yield from ask(
        Faces(
            kind=roll_off.kind,
            dice=tuple(die for one in rolling for die in one.dice),
            labels=tuple(label for one in rolling for label in one.labels),
            need=roll_off.need
            or ", ".join(f"{_format_pool_owner(one)}{one.bonus:+d}" for one in rolling),
            rows=DiceRows(tuple(len(one.dice) for one in rolling), score, cumulative=True),
        )
    )
    left = iter(faces)
    scores = {
        side: score(place, tuple(islice(left, len(pools[side].dice))))
        for place, side in enumerate(level)
    }
    order = sorted(level, key=scores.__getitem__, reverse=not roll_off.lowest_wins)
    split = tuple(tuple(same) for _, same in groupby(order, key=scores.__getitem__))
    apart = {side: scores[side][0] for tied in split if len(tied) == 1 for side in tied}
    new = tuple(apart.get(side, old) for side, old in enumerate(totals))
    at = ranking.index(level)
    return continue_with_pure(
        _roll_until_ranked,
        roll_off,
        pools,
        (*ranking[:at], *split, *ranking[at + 1 :]),
        new,
        highest,
    )


def _format_pool_owner(one: RollOffPool) -> str:
    return f"{one.labels[0].who} " if one.labels else ""
