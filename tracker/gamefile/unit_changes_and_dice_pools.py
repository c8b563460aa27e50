"""Typed changes of units (``r1 -3``, ``b2 +pinned``) and typed dice (``12d6 4+``)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from msgspec import Struct

from tracker.gamefile.expression_context import make_marker_change_facts
from tracker.gamefile.game_definition import GameDefinition
from tracker.gamefile.game_file_step_execution import MAX_DICE
from tracker.input_parsing.line_lexicon import Lexicon
from tracker.input_parsing.line_syntax_tree import LineSubjects, SignedTerm
from tracker.procedures.declared.action_line_forms import Form, SubjectField
from tracker.procedures.declared.actorless_line_forms import (
    WordForm,
    make_remaining_values_argument,
)
from tracker.procedures.declared.line_form_slots import Slot, make_slot
from tracker.procedures.declared.line_reader import LineReader, is_reading_stored_lines
from tracker.procedures.declared.marker_and_link_kinds import MarkerKind
from tracker.procedures.declared.marker_values import OneOf, TextValue
from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.match_view import Match, UnknownName, choose_last
from tracker.procedures.pieces.line_subject_fields import ONE, explain_one_unit_only, format_unit
from tracker.procedures.pieces.manual_adjustments.figure_adjustments import explain_too_few_lost
from tracker.procedures.pieces.subject_lookup import (
    find_unit,
    list_lost_members,
    suggest_quoting_unit_name,
)
from tracker.procedures.requests import Asking, Score, ask, continue_with, report_result, roll_check
from tracker.procedures.ruleset import Action, Objection
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.events import AnyFact, FiguresRemoved, FiguresReturned
from tracker.vocabulary.name_normalisation import make_name_key
from tracker.vocabulary.roll_needs import Need
from tracker.vocabulary.ruleset_display_names import PLAYERS_WORDS
from tracker.vocabulary.subject_ids import SideId, UnitId

_LISTED: Final = TextValue("what lies there", listed=True)
WORDS: Final = MarkerKind("words", PLAYERS_WORDS, shown="value", values=_LISTED)
"""The marker for words that players type, but that the file does not declare."""
MAX_SIDES, MAX_ROLLS = 100, 6
POOL_EXAMPLE: Final = "12d6 4+ / 3+ / -5+"
STEPS_TIP: Final = (
    f"to roll in steps, name a target (`r1 > b1 {POOL_EXAMPLE}`), or leave out the unit"
)
POOL_TIP: Final = f"add the numbers that dice need to hit / to wound / to save: `{POOL_EXAMPLE}`"
TOO_MANY_NEEDS: Final = (
    f"an attack needs one or two numbers, then at most one save with a minus: {POOL_EXAMPLE}"
)
MIXED_SIGNS: Final = "all numbers of an attack end in + (or more), or all of them in - (or less)"
THIRD_IS_SAVE: Final = "the third number of an attack is a save, which has a minus: "
_DICE = re.compile(r"(\d{0,6})d(\d{1,6})")
_NEED = re.compile(r"(-?)(\d{1,3})([+-])")
_NUMBER = re.compile(r"[+-]\d{1,3}")


def format_attack_needs(terms: Iterable[str]) -> str:
    """Format an attack's needs to hit, to wound and to save: ``4+ / 3+ / -5+``."""
    needs = [term for term in terms if _NEED.fullmatch(term)]
    if len(needs) == 3 and not any(need.startswith("-") for need in needs):
        needs[2] = f"-{needs[2]}"
    return " / ".join(needs)


class DicePool(Struct, frozen=True):
    """A pool of dice and the numbers that they need. ``saves`` is true for each save.

    If ``is_for_all`` is true, later rolls also use this ``die``.
    """

    dice: int
    die: int
    needs: tuple[Need, ...]
    saves: tuple[bool, ...]
    is_for_all: bool


def parse_dice_pool(typed: tuple[str, ...], default_dice: str = "") -> DicePool:
    """Parse the dice of an attack, such as ``12d6 4+ / 3+ / -5+``. ``45-`` means 45 or less.

    If the text states needed numbers but no dice, ``default_dice`` (such as ``8d6``) are rolled.
    Stored lines may have more dice than people can now type. Raises ``UnknownName`` for other text.
    """
    words = [term for term in typed if term != "/"]
    if default_dice and words and _NEED.fullmatch(words[0]):
        words.insert(0, default_dice)
    dice = _DICE.fullmatch(words[0]) if words else None
    terms = words[1:]
    if dice is not None:
        same = f"d{dice[2]}"
        terms = [term for term, after in pairwise((*terms, "")) if term != same or not after]
    needs = [_NEED.fullmatch(term) for term in terms]
    if dice is None or not needs or not all(needs):
        raise UnknownName(_explain_terms(words))
    many, die = _parse_dice_count_and_sides(dice)
    if len(needs) > MAX_ROLLS:
        raise UnknownName(f"type at most {MAX_ROLLS} needed numbers, not {len(needs)}")
    found = tuple(_parse_need(need, dice) for need in needs if need is not None)
    saves = tuple(term.startswith("-") for term in terms)
    return DicePool(many, die, found, saves, is_for_all=len(terms) < len(words) - 1)


def _explain_terms(terms: list[str]) -> str:
    again = any(_DICE.fullmatch(term.lstrip("-")) for term in terms[1:])
    if again and _DICE.fullmatch(terms[0]):
        return f"every roll of an attack uses the first dice: {POOL_EXAMPLE}"
    bare = next(filter(None, (re.fullmatch(r"(\d{1,3})(d?)", term) for term in terms)), None)
    readable = [term for term in terms if _DICE.fullmatch(term) or _NEED.fullmatch(term)]
    if bare is None and len(readable) > 1 and _DICE.fullmatch(terms[0]):
        return f"type `{readable[0]} {' / '.join(readable[1:])}`"
    if bare is None:
        total = terms[0] if len(terms) == 1 else "2d6 7-"
        return f"{POOL_TIP}; for a total, name the unit that rolls: `r1 {total}`"
    if bare[2] or (bare[0] == terms[0] and _NEED.fullmatch(terms[-1])):
        return f"for {bare[1]} six-sided dice, write {bare[1]}d6"
    return f"for {bare[0]} or more, write {bare[0]}+"


def parse_dice_and_total_need(terms: tuple[str, ...]) -> tuple[tuple[int, ...], Need | None]:
    """Parse the dice of a total, and the total needed if there is one: ``2d6 7-``.

    Raises ``UnknownName``.
    """
    dice = _DICE.fullmatch(terms[0])
    needs = [_NEED.fullmatch(term) for term in terms[1:]]
    if len(needs) > 1 and all(_NEED.fullmatch(term) for term in terms[1:] if term != "/"):
        raise UnknownName(STEPS_TIP)
    if dice is None or len(needs) > 1 or any(need is None or need[1] for need in needs):
        raise UnknownName("for a total, type the dice and the total that is needed: r1 2d6 7-")
    many, die = _parse_dice_count_and_sides(dice)
    found = (_parse_need(need, dice, total=True) for need in needs if need is not None)
    return (die,) * many, next(found, None)


def _parse_dice_count_and_sides(dice: re.Match[str]) -> tuple[int, int]:
    """Parse the number of dice and of sides. Raises ``UnknownName`` if it is out of range."""
    many, die = int(dice[1] or 1), int(dice[2])
    if not many or not 2 <= die <= MAX_SIDES:
        message = f"{dice[0]} cannot be rolled: type 1 or more dice with 2 to {MAX_SIDES} sides"
        raise UnknownName(message)
    return many, die


def _parse_need(need: re.Match[str], dice: re.Match[str], *, total: bool = False) -> Need:
    """Parse the need of each die or of the ``total``, or raise ``UnknownName`` if it is out of
    range.
    """
    many, die = _parse_dice_count_and_sides(dice)
    low, high = (many, many * die) if total else (1, die)
    ways = ("passed", "failed") if total else ("success", "failure")
    found = Need(int(need[2]), need[3] == "-", die, hit=ways[0], miss=ways[1])
    least, most = (low, high - 1) if found.less else (low + 1, high)
    if not least <= found.number <= most:
        what = f"the total of {dice[0]}" if total else f"a D{die}"
        message = f"{what} needs {least}{need[3]} to {most}{need[3]}, not {need[2]}{need[3]}"
        if total and 1 < found.number < die:
            message += f"; for each die, name no unit: {dice[0]} {need[0]}"
        elif not total and 1 < many < found.number <= many * die and most < found.number:
            message += f"; for the total, name only who rolls, as in r1 {dice[0]} {need[0]}"
        elif not total and need[0] == "1+":
            message += "; for automatic hits, leave 1+ out and type only the number to wound"
        raise UnknownName(message)
    return found


def require_at_most_max_dice(dice_count: int) -> None:
    """Raise ``UnknownName`` if a typed line has more dice than one roll can have."""
    if dice_count > MAX_DICE and not is_reading_stored_lines():
        others = f"type {MAX_DICE} first, then the other {dice_count - MAX_DICE}"
        raise UnknownName(f"roll at most {MAX_DICE} dice at once, not {dice_count}: {others}")


def count_typed_dice(terms: tuple[str, ...], default_count: int = 0) -> int:
    """Count the dice in the first term: ``default_count`` for a need, and 0 for other terms."""
    dice = _DICE.fullmatch(terms[0]) if terms else None
    if dice is not None:
        return int(dice[1] or 1)
    return default_count if terms and _NEED.fullmatch(terms[0]) else 0


def _require_rollable_terms(reader: LineReader, terms: tuple[str, ...]) -> tuple[str, ...]:
    """Return a unit's terms. Raises ``UnknownName`` if they have too many dice."""
    usual = 0
    if reader.whom is not None and terms[:1] and terms[0].isdecimal():
        name = f"{reader.whom.names[0]} {terms[0]}"
        if hint := suggest_quoting_unit_name(reader.match, name):
            raise UnknownName(hint)
    if reader.whom is not None:
        usual = len(reader.match.figures(find_unit(reader.match, reader.who.names[0])))
    require_at_most_max_dice(count_typed_dice(terms, usual))
    return terms


def _repeat_die(terms: tuple[str, ...], default_die: int) -> tuple[str, ...]:
    """Add the die before each later need, unless it is the default die: ``2d10 7+ / d10 5+``."""
    dice = _DICE.fullmatch(terms[0]) if terms else None
    if dice is None or int(dice[2]) == default_die or is_reading_stored_lines():
        return terms
    found = [terms[0]]
    for before, term in pairwise(terms):
        is_bare = _NEED.fullmatch(term) and not _DICE.fullmatch(before)
        found += (f"d{dice[2]}", term) if is_bare else (term,)
    return tuple(found)


def make_signed_terms_slot(field: str, example: str, default_die: int = 0) -> Slot:
    """Make a slot for signed numbers, words and dice. ``default_die`` is the game's usual die."""

    def take(reader: LineReader) -> tuple[str, ...] | None:
        terms = tuple(term.text for term in reader.take_details(SignedTerm))
        return (
            _require_rollable_terms(
                reader, _repeat_die(terms, default_die) if default_die else terms
            )
            or None
        )

    return make_slot(
        field,
        take,
        lambda _, value: tuple(map(SignedTerm, value)),
        Lexicon(terms=True),
        such_as=example,
    )


# ------------------------------------------------------------------------ losses and markers


class ManualUnitChange(Struct, frozen=True):
    """A unit and its changes (``-3``, ``+pinned``), or dice for a total (``2d6 7-``)."""

    unit: UnitId
    changes: tuple[str, ...]


def _read_unit(reader: LineReader, who: LineSubjects, example: str) -> tuple[UnitId, ...]:
    """Return the unit of a line. A unit without figures is allowed, because figures can return."""
    if len(who.names) != 1:
        raise UnknownName(explain_one_unit_only(reader, example))
    match, wanted = reader.match, make_name_key(who.names[0])
    named = [unit for unit in match.all_units() if make_name_key(match.unit(unit).name) == wanted]
    alone = len(named) == 1 and not match.exists(named[0])
    return (named[0] if alone else find_unit(match, who.names[0]),)


def make_manual_unit_change_action(game: GameDefinition, rule: str) -> Action[ManualUnitChange]:
    """Make the action for changes (``r1 -3``, ``b2 +pinned``) and totals (``r1 2d6 7-``)."""
    named = {name: kind for kind in game.markers for name in (kind.id, "-".join(kind.word.split()))}
    kinds = {
        name: kind
        for name, kind in named.items()
        if kind.on == "unit" and kind.id not in game.secret and not isinstance(kind.values, OneOf)
    }
    counting = sorted({kind.word for kind in kinds.values() if kind.values.counts})
    hint_twice = f"; only {' and '.join(counting)} can be placed twice" if counting else ""
    total = RollKind("pool-total", "total", rule=rule)

    def stage(match: Match, _: SideId | None, said: ManualUnitChange) -> None:
        if _DICE.fullmatch(said.changes[0]):
            return continue_with(_roll_total, match, total, said)
        for change in said.changes:
            match.record(*_make_change_facts(match, said.unit, change, kinds))
        return None

    def objections(match: Match, _: SideId | None, said: ManualUnitChange) -> Iterator[Objection]:
        unit = said.unit
        here, gone = len(match.figures(unit)), len(list_lost_members(match, unit))
        _require_figures_left_or_returned(match, said)
        if _DICE.fullmatch(said.changes[0]):
            parse_dice_and_total_need(said.changes)
            return
        for place, change in enumerate(said.changes):
            _refuse_amount_of_marker(match, said, place, kinds)
            _require_change(match, game, unit, change)
            if (word := change.lstrip("+-")) in named and word not in kinds:
                raise UnknownName(_suggest_fix_of_marker(match, unit, word, named[word]))
            if _NUMBER.fullmatch(change):
                number = int(change)
                moved = max(-here, min(number, gone))
                if number != moved:
                    text = _explain_surplus(match, unit, number, gone)
                    if not is_reading_stored_lines():
                        raise UnknownName(text)
                    yield Objection("too-many", rule, text)
                here, gone = here + moved, gone - moved
                continue
            for text in _list_marker_objections(match, said, place, kinds, hint_twice):
                yield Objection("no-change", rule, text)

    return Action(
        "change",
        "by hand",
        ManualUnitChange,
        stage,
        objections=objections,
        form=Form(
            "",
            SubjectField("unit", _read_unit, ONE),
            how=(make_signed_terms_slot("changes", "-3 +pinned | 2d6 7-"),),
            said=False,
            when=_does_line_mean_change,
        ),
        rolls=(total,),
        tells=("changes",),
    )


def _require_figures_left_or_returned(match: Match, change: ManualUnitChange) -> None:
    """Raise ``UnknownName`` if a line changes a unit without figures before figures return."""
    back = int(change.changes[0]) if _NUMBER.fullmatch(change.changes[0]) else 0
    if not match.figures(change.unit) and back <= 0:
        message = f"{format_unit(match, change.unit)} has no figures left"
        raise UnknownName(f"{message}: type `{match.handle(change.unit)} +1` to return one figure")


def _does_line_mean_change(reader: LineReader) -> bool:
    """Return whether a line changes a unit, because it has signed terms and no target."""
    return reader.whom is None and any(isinstance(how, SignedTerm) for how in reader.how)


def _refuse_amount_of_marker(
    match: Match, said: ManualUnitChange, place: int, kinds: dict[str, MarkerKind]
) -> None:
    """Raise ``UnknownName`` for a marker with a number (``+fear 2``). Only ``fix`` can add one."""
    change = said.changes[place]
    marker = said.changes[place - 1] if place and change.isdecimal() else ""
    amount = re.fullmatch(r"\+(.*?)(\d{1,3})", marker + change)
    kind = kinds.get(amount[1]) if amount and not is_reading_stored_lines() else None
    if amount and kind is not None and kind.values.counts:
        raise UnknownName(f"type `fix {match.handle(said.unit)} {kind.said} +{amount[2]}`")


def _suggest_fix_of_marker(match: Match, unit: UnitId, word: str, kind: MarkerKind) -> str:
    """Explain that a sign cannot change ``word``, and suggest a line with ``fix``."""
    side = match.side_name(match.side_of(unit)).lower()
    whose = {"match": "game", "side": side}.get(kind.on, match.handle(unit))
    return f"+ and - cannot change {word!r}: type `fix {whose} {word}`"


def _list_marker_objections(
    match: Match,
    said: ManualUnitChange,
    index: int,
    kinds: dict[str, MarkerKind],
    hint_twice: str,
) -> Iterator[str]:
    """Yield the reason if the marker at this ``index`` in a line would change nothing.

    ``hint_twice`` names the markers that a unit can have twice. Raises ``UnknownName`` if the line
    removes more markers than the unit has.
    """
    unit, change, earlier = said.unit, said.changes[index], said.changes[:index]
    who, handle, word = match.tag(unit), match.handle(unit), change.lstrip("+-")
    if {"+": "-", "-": "+"}[change[0]] + word in earlier:
        return
    kind = kinds.get(word)
    counts = kind is not None and kind.values.counts
    another = f"; for another, type `{handle} +{word}2`"
    hint = another if kind is None and word.isalpha() else hint_twice
    if change in earlier and not counts and change.startswith("+"):
        yield f"{who} cannot be {word} twice{hint}"
    elif not _make_change_facts(match, unit, change, kinds):
        now = f"not {word}" if change.startswith("-") else f"already {word}{hint}"
        yield f"{who} is {now}"
    elif change.startswith("-") and not is_reading_stored_lines():
        had = kind.number(match, unit) if kind is not None and counts else 1
        if earlier.count(change) >= had:
            line = " ".join((handle, *[change] * had))
            some = format_count(had, f"{word} marker")
            raise UnknownName(f"{who} has only {some}; to remove all, type `{line}`")


def _require_change(match: Match, game: GameDefinition, unit: UnitId, change: str) -> None:
    """Raise ``UnknownName`` unless a term has a sign, as in ``-3`` or ``+pinned``."""
    if change == "-all" and not is_reading_stored_lines():
        message = f"to remove the unit, type `{match.handle(unit)} -{len(match.figures(unit))}`"
        raise UnknownName(message)
    if change[0] in "+-" and not change.endswith("+") and not _DICE.fullmatch(change[1:]):
        return
    attack = _get_attack_example(game, match, unit)
    message = f"cannot read {change!r} for {match.tag(unit)}: write `-3`, `+pinned` or `2d6 7-`"
    raise UnknownName(f"{message}, or the target of the attack: `{attack}`" if attack else message)


def _explain_surplus(match: Match, unit: UnitId, count_change: int, lost_count: int) -> str:
    """Explain why so many figures cannot be removed from a unit (if negative) or returned."""
    who, handle = match.tag(unit), match.handle(unit)
    if count_change < 0:
        here = len(match.figures(unit))
        return (
            f"{who} has only {format_count(here, 'figure')}; to remove all, type `{handle} -{here}`"
        )
    return explain_too_few_lost(match, unit, count_change - lost_count, handle)


def _roll_total(match: Match, kind: RollKind, change: ManualUnitChange) -> Asking[None]:
    dice, need = parse_dice_and_total_need(change.changes)
    score = Score(
        kind=kind, dice=dice, needs=need or "", side=match.side_of(change.unit), subject=change.unit
    )
    found = yield from ask(score)
    among = tuple(band.name for band in score.bands)
    result = among[found] if among else found
    yield from report_result("total", result, among=among, subject=change.unit)


def _get_attack_example(game: GameDefinition, match: Match, unit: UnitId, needs: str = "4+") -> str:
    enemies = match.units(match.other(match.side_of(unit)))
    if not enemies or not any(part.pool for part in game.actions):
        return ""
    return f"{match.handle(unit)} > {match.handle(enemies[0])} {needs}"


def _make_change_facts(
    match: Match, unit: UnitId, change: str, kinds: dict[str, MarkerKind]
) -> tuple[AnyFact, ...]:
    gone, word = change.startswith("-"), change.lstrip("+-")
    if word.isdigit():
        return _make_figure_change_facts(match, unit, int(word), is_removal=gone)
    kind = kinds.get(word)
    if kind is None:
        return _make_word_change_facts(match, unit, word, is_removal=gone)
    return make_marker_change_facts(match, kind, unit, -1 if gone else 1)


def _make_figure_change_facts(
    match: Match, unit: UnitId, count: int, *, is_removal: bool
) -> tuple[AnyFact, ...]:
    if is_removal:
        figures = match.figures(unit)
        lost = choose_last(figures, min(count, len(figures)))
        return (FiguresRemoved(figures=lost),) if lost else ()
    back = list_lost_members(match, unit)[:count]
    return (FiguresReturned(figures=back),) if back else ()


def _make_word_change_facts(
    match: Match, unit: UnitId, word: str, *, is_removal: bool
) -> tuple[AnyFact, ...]:
    had = _LISTED.list_words(match.mark(unit, WORDS))
    if (word in had) is not is_removal:
        return ()
    now = [one for one in had if one != word] if is_removal else [*had, word]
    return (WORDS.set(unit, value=", ".join(now)),) if now else (WORDS.cleared(unit),)


class TypedDicePool(Struct, frozen=True):
    """A pool of dice that players type for any purpose. ``pool`` contains the terms of the line."""

    pool: tuple[str, ...]


def make_typed_dice_roll_kinds(rule: str) -> tuple[RollKind, RollKind, RollKind]:
    return (
        RollKind("pool-hits", "to hit", "hit", "hits", rule=rule),
        RollKind("pool-wounds", "to wound", "wound", "wounds", rule=rule),
        RollKind("pool-saves", "saves", "saved", "saved", rule=rule, defends=True),
    )


def make_typed_dice_action(
    game: GameDefinition, rolls: tuple[RollKind, ...]
) -> Action[TypedDicePool]:
    """Make the action for dice without consequences: ``12d6 4+ / 3+ / -5+``.

    The action declares none of ``rolls``, because the line determines which of them are made.
    """

    def read_term(_: LineReader, text: str) -> str:
        term = text.lower()
        require_at_most_max_dice(count_typed_dice((term,)))
        return term

    taken = make_remaining_values_argument("pool", read_term, lambda _, said: said, POOL_EXAMPLE)

    def stage(match: Match, side: SideId | None, typed: TypedDicePool) -> Asking[None]:
        pool = parse_dice_pool(typed.pool)
        yield from ()
        return continue_with(
            _roll_rest_of_pool, match, rolls, side or match.sides[0], pool, pool.dice, 0
        )

    def objections(match: Match, _: SideId | None, typed: TypedDicePool) -> Iterator[Objection]:
        if _NEED.fullmatch(typed.pool[0]):
            needs, units = format_attack_needs(typed.pool), match.units()[:1]
            attack = "".join(_get_attack_example(game, match, unit, needs) for unit in units)
            message = f"type the number of dice, such as `8d{game.die} {needs}`"
            raise UnknownName(
                f"{message}, or the attacker and the target: `{attack}`" if attack else message
            )
        parse_dice_pool(typed.pool)
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
            lacks=POOL_TIP,
            of=lambda match, _: match.clock.side or match.sides[0],
        ),
        tells=("pool",),
    )


def _roll_rest_of_pool(
    match: Match,
    rolls: tuple[RollKind, ...],
    side: SideId,
    pool: DicePool,
    dice_left: int,
    index: int,
) -> Asking[None]:
    """Make the next roll with a pool's remaining dice, or report the successes after the last."""
    if index == len(pool.needs) or not dice_left:
        yield from report_result("through", dice_left, subject=side)
        return None
    saves = pool.saves[index]
    kind = rolls[2] if saves else rolls[min(index, 1)]
    won = yield from roll_check(kind, dice_left, pool.needs[index], side=side, subject=side)
    left = dice_left - won if saves else won
    return continue_with(_roll_rest_of_pool, match, rolls, side, pool, left, index + 1)
