"""Manual actions in a game from a file: ``r1 -3``, ``b2 +pinned``, ``12d6 4+ / 3+``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from tracker.gamefile.expression_context import change_marker_count
from tracker.gamefile.game_definition import GameDefinition
from tracker.input_parsing.line_lexicon import Lexicon
from tracker.input_parsing.line_syntax_tree import SignedTerm
from tracker.procedures.declared.action_forms import Form
from tracker.procedures.declared.form_slots import Slot, make_slot
from tracker.procedures.declared.line_reader import LineReader
from tracker.procedures.declared.marker_values import OneOf, TextValue
from tracker.procedures.declared.markers import MarkerKind
from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.declared.word_forms import WordForm, make_rest_argument
from tracker.procedures.match_view import Match, UnknownName, choose_last
from tracker.procedures.pieces.subject_fields import make_unit_field
from tracker.procedures.requests import Asking, continue_with, report_result, roll_check
from tracker.procedures.ruleset import Action, Objection
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.dice_needs import Need
from tracker.vocabulary.events import AnyFact, FiguresRemoved, FiguresReturned
from tracker.vocabulary.subject_ids import SideId, UnitId

WORDS: Final = MarkerKind("words", "also", shown="value", values=TextValue("what lies there"))
"""The marker for people's own words on a unit, if the file declares no such marker."""
MOST_DICE, MOST_SIDES, MOST_ROLLS = 200, 100, 6
POOL: Final = "add what dice need to hit / to wound / save: 12d6 4+ / 3+ / -5+"
UNDER: Final = (
    "attack dice need a number or more, such as 4+; for a number or less, name no units: "
    "roll 1d100 45-"
)
_DICE = re.compile(r"(\d{0,3})d(\d{1,3})")
_NEED = re.compile(r"(-?)(\d{1,3})([+-])")
_NUMBER = re.compile(r"[+-]\d{1,3}")


class DicePool(Struct, frozen=True):
    """A pool of dice: its size, the need of each roll, and which rolls are saves."""

    dice: int
    die: int
    needs: tuple[Need, ...]
    saves: tuple[bool, ...]


def parse_pool(terms: tuple[str, ...], usual: str = "") -> DicePool:
    """Parse ``12d6 4+ / 3+ / -5+``: hits, wounds, saves; ``45-`` is 45 or less.

    Needs without dice are those of the ``usual`` dice, such as ``8d6``. Raises ``UnknownName``.
    """
    words = [term for term in terms if term != "/"]
    if usual and words and _NEED.fullmatch(words[0]):
        words.insert(0, usual)
    dice = _DICE.fullmatch(words[0]) if words else None
    needs = [_NEED.fullmatch(word) for word in words[1:]]
    if dice is None or not needs or not all(needs):
        raise UnknownName(POOL)
    many, die = int(dice[1] or 1), int(dice[2])
    found = tuple(Need(int(need[2]), need[3] == "-", die) for need in needs if need is not None)
    if not 1 <= many <= MOST_DICE or not 2 <= die <= MOST_SIDES or len(found) > MOST_ROLLS:
        message = (
            f"type 1 to {MOST_DICE} dice of 2 to {MOST_SIDES} sides, then up to {MOST_ROLLS} needs"
        )
        raise UnknownName(message)
    for need in found:
        least, most, sign = (1, die - 1, "-") if need.less else (2, die, "+")
        if not least <= need.number <= most:
            message = f"a D{die} needs {least}{sign} to {most}{sign}, not {need.number}{sign}"
            raise UnknownName(message)
    return DicePool(many, die, found, tuple(word.startswith("-") for word in words[1:]))


def make_terms_slot(field: str) -> Slot:
    """Signed numbers, words and dice, as typed."""
    return make_slot(
        field,
        lambda said: tuple(term.text for term in said.all(SignedTerm)) or None,
        lambda _, value: tuple(map(SignedTerm, value)),
        Lexicon(terms=True),
        such_as="-3 +pinned",
    )


# ------------------------------------------------------------------------ losses and markers


class ManualUnitChange(Struct, frozen=True):
    """A unit, and its change: ``-3``, ``+pinned``."""

    unit: UnitId
    changes: tuple[str, ...]


def _is_change(said: LineReader) -> bool:
    """Signed terms without a verb and a target are a change of a unit."""
    return said.whom is None and any(isinstance(how, SignedTerm) for how in said.how)


def make_change_action(game: GameDefinition, rule: str) -> Action[ManualUnitChange]:
    """``r1 -3``, ``b2 +pinned``: losses, declared markers, and free words."""
    named = {name: kind for kind in game.markers for name in (kind.id, "-".join(kind.word.split()))}
    kinds = {
        name: kind
        for name, kind in named.items()
        if kind.on == "unit" and kind.id not in game.secret and not isinstance(kind.values, OneOf)
    }

    def stage(match: Match, _: SideId | None, said: ManualUnitChange) -> None:
        for change in said.changes:
            match.record(*_changed(match, said.unit, change, kinds))

    def objections(match: Match, _: SideId | None, said: ManualUnitChange) -> Iterator[Objection]:
        who, here = match.tag(said.unit), len(match.figures(said.unit))
        for change in said.changes:
            if change[0] not in "+-" or change.endswith("+"):
                attack = _attack_example(game, match, said.unit)
                message = f"cannot read {change!r} for {who}: write -3 or +pinned"
                raise UnknownName(f"{message}, or whom it attacks: {attack}" if attack else message)
            word = change.lstrip("+-")
            if word in named and word not in kinds:
                side = match.side_name(match.side_of(said.unit)).lower()
                whose = {"match": "game", "side": side}.get(named[word].on, match.handle(said.unit))
                raise UnknownName(f"+ and - cannot change {word!r}: type fix {whose} {word}")
            if _NUMBER.fullmatch(change) and -int(change) > here:
                yield Objection("too-many", rule, f"{who} has only {format_count(here, 'figure')}")
            elif not _NUMBER.fullmatch(change) and not _changed(match, said.unit, change, kinds):
                state = "not" if change.startswith("-") else "already"
                yield Objection("no-change", rule, f"{who} is {state} {change[1:]}")

    return Action(
        "change",
        "by hand",
        ManualUnitChange,
        stage,
        objections=objections,
        form=Form(
            "changes",
            make_unit_field(),
            how=(make_terms_slot("changes"),),
            said=False,
            when=_is_change,
        ),
        tells=("changes",),
    )


def _attack_example(game: GameDefinition, match: Match, unit: UnitId) -> str:
    """``r1 > b1 4+``, if attacks in this game have typed dice."""
    enemies = match.units(match.other(match.side_of(unit)))
    if not enemies or not any(part.pool for part in game.actions):
        return ""
    return f"{match.handle(unit)} > {match.handle(enemies[0])} 4+"


def _changed(
    match: Match, unit: UnitId, change: str, kinds: dict[str, MarkerKind]
) -> tuple[AnyFact, ...]:
    gone, word = change.startswith("-"), change.lstrip("+-")
    if word.isdigit():
        return _figures(match, unit, int(word), gone=gone)
    kind = kinds.get(word)
    if kind is None:
        return _in_words(match, unit, word, gone=gone)
    return change_marker_count(match, kind, unit, -1 if gone else 1)


def _figures(match: Match, unit: UnitId, many: int, *, gone: bool) -> tuple[AnyFact, ...]:
    if gone:
        figures = match.figures(unit)
        lost = choose_last(figures, min(many, len(figures)))
        return (FiguresRemoved(figures=lost),) if lost else ()
    away = [
        figure
        for figure in match.all_figures(match.side_of(unit))
        if match.figure(figure).unit == unit and match.figure(figure).gone is not None
    ]
    back = tuple(away[:many])
    return (FiguresReturned(figures=back),) if back else ()


def _in_words(match: Match, unit: UnitId, word: str, *, gone: bool) -> tuple[AnyFact, ...]:
    had = [one for one in str(match.mark(unit, WORDS) or "").split(", ") if one]
    if (word in had) is not gone:
        return ()
    now = [one for one in had if one != word] if gone else [*had, word]
    return (WORDS.set(unit, value=", ".join(now)),) if now else (WORDS.cleared(unit),)


# ----------------------------------------------------------------------------------- dice pools


class TypedDicePool(Struct, frozen=True):
    """A typed pool of dice for whatever the table rolls; ``unit`` is the roller."""

    pool: tuple[str, ...]


def make_dice_action(game: GameDefinition, rule: str) -> Action[TypedDicePool]:
    """``12d6 4+ / 3+ / -5+``: dice for whatever the table rolls, without consequences.

    The first roll hits, later ones wound, and saves prevent.
    """
    rolls = (
        RollKind("pool-hits", "to hit", "hit", "hits", rule=rule),
        RollKind("pool-wounds", "to wound", "wound", "wounds", rule=rule),
        RollKind("pool-saves", "saves", "saved", "saved", rule=rule),
    )
    taken = make_rest_argument(
        "pool", lambda _, text: text.lower(), lambda _, said: said, "12d6 4+ / 3+ / -5+"
    )

    def stage(match: Match, side: SideId | None, said: TypedDicePool) -> Asking[None]:
        pool = parse_pool(said.pool)
        yield from ()
        return continue_with(_roll_on, match, rolls, side or match.sides[0], pool, pool.dice, 0)

    def objections(match: Match, _: SideId | None, said: TypedDicePool) -> Iterator[Objection]:
        if _NEED.fullmatch(said.pool[0]):
            attack = "".join(_attack_example(game, match, unit) for unit in match.units()[:1])
            message = f"say how many dice, such as 8d{game.die} {said.pool[0]}"
            raise UnknownName(f"{message}, or who attacks whom: {attack}" if attack else message)
        parse_pool(said.pool)
        return iter(())

    return Action(
        "dice",
        "rolls",
        TypedDicePool,
        stage,
        objections=objections,
        form=WordForm(
            "dice",
            (taken,),
            lacks=POOL,
            of=lambda match, _: match.clock.side or match.sides[0],
        ),
        rolls=rolls,
        tells=("pool",),
    )


def _roll_on(
    match: Match, rolls: tuple[RollKind, ...], side: SideId, pool: DicePool, dice: int, place: int
) -> Asking[None]:
    """The next roll of a pool with the remaining dice; at the end, the number of successes."""
    if place == len(pool.needs) or not dice:
        yield from report_result("through", dice, subject=side)
        return None
    saves = pool.saves[place]
    kind = rolls[2] if saves else rolls[min(place, 1)]
    won = yield from roll_check(kind, dice, pool.needs[place], side=side, subject=side)
    left = dice - won if saves else won
    return continue_with(_roll_on, match, rolls, side, pool, left, place + 1)
