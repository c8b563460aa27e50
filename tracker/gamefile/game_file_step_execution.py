"""Executes the steps of a game file as stages of its ruleset.

Every step is a separate stage. Values that no later step needs are dropped, so that equal states
merge in the odds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tracker.gamefile.card_draws_and_hands import draw_cards_into_hand, draw_numbered_card
from tracker.gamefile.expression_context import (
    DIE_OF_ALL,
    ROLLS_LOW,
    ActionContext,
    Situation,
    get_stat_of_first_figure,
    make_alternating_activation,
    make_marker_change_facts,
    make_unit_situation,
)
from tracker.gamefile.expressions import (
    Bounds,
    Constant,
    Expression,
    Operation,
    compute_expression_bounds,
    describe_expression,
    describe_expression_by_names,
    list_name_occurrences,
    split_into_signed_terms,
    substitute_known_names,
)
from tracker.gamefile.game_definition import (
    BEARERS,
    DIE_NAMES,
    FALLEN,
    NATURALS,
    EndConditions,
    GameDefinition,
    ObjectivesDefinition,
    RollDefinition,
    StepDefinition,
    TestDefinition,
)
from tracker.gamefile.game_file_field_reader import ZERO, parse_dice_sizes
from tracker.procedures.match_view import Match, choose_last, group_equal_figures
from tracker.procedures.pieces.casualties import choose_fallen_figures, make_wound_facts
from tracker.procedures.pieces.dice_tests import roll_dice_rows
from tracker.procedures.pieces.engagement import make_disengagement_facts, record_engagement
from tracker.procedures.pieces.face_down_markers import (
    list_face_down_marker_bearers,
    list_other_sides,
)
from tracker.procedures.pieces.line_subject_fields import format_unit
from tracker.procedures.pieces.needed_numbers import Limits
from tracker.procedures.pieces.needed_numbers import compute_need as within
from tracker.procedures.pieces.objectives_and_awards import list_objectives_in_play
from tracker.procedures.requests import (
    Asking,
    Confirm,
    Faces,
    GroupLimit,
    Number,
    Request,
    Roll,
    Score,
    Share,
    Tally,
    ask,
    call_stage,
    continue_with,
)
from tracker.vocabulary.dice_bands import AGAIN, Band, Counts, Modifier, count_successes
from tracker.vocabulary.die_labels import Label
from tracker.vocabulary.events import AnyFact, FiguresRemoved, Moved, PointsScored, Wounded
from tracker.vocabulary.roll_needs import Need, describe_need_parts
from tracker.vocabulary.subject_ids import FigureId, SideId, Subject, UnitId, is_unit

MAX_DICE = 100
"""The maximum number of dice in one roll."""
MAX_POINTS = 999


def run_steps(
    match: Match,
    game: GameDefinition,
    steps: tuple[StepDefinition, ...],
    context: ActionContext,
    ends_activation: bool,
) -> Asking[None]:
    """Run the steps in order, and then end the unit's activation if ``ends_activation`` is true."""
    yield from ()
    for place, step in enumerate(steps):
        if _should_take_step(Situation(game, match, context), step):
            rest = steps[place + 1 :]
            return continue_with(run_step, match, game, step, rest, context, ends_activation)
    if ends_activation:
        yield from call_stage(make_alternating_activation(game).go_on)
    return None


def _should_take_step(situation: Situation, step: StepDefinition) -> bool:
    """Return whether a step's condition holds and its actor, if needed, still exists.

    A step that scores points needs no actor.
    """
    unit = situation.context.unit
    if unit is not None and step.deed != "points" and not situation.match.exists(unit):
        return False
    return step.when is None or bool(situation.evaluate_as_integer(step.when))


def run_step(
    match: Match,
    game: GameDefinition,
    step: StepDefinition,
    later_steps: tuple[StepDefinition, ...],
    context: ActionContext,
    ends_activation: bool,
) -> Asking[None]:
    now = Situation(game, match, context)
    match step.deed:
        case "roll":
            return continue_with(
                roll_step_dice_and_continue,
                match,
                game,
                (step, *later_steps),
                context,
                ends_activation,
            )
        case "sum":
            value = yield from _roll_total(now, step)
        case "test" if step.test is not None:
            value = yield from _test_unit_and_apply_effects(
                match, game, step.test, now.resolve_unit_role(step.of)
            )
        case "ask":
            value = yield from _ask_number(now, step)
        case "lose" if step.choose:
            value = yield from _remove_chosen_figures(now, step)
        case "draw" if step.deck is not None and step.deck.hand is None:
            value = yield from draw_numbered_card(match, step.deck)
        case _:
            value = apply_effect_and_count_fallen(now, step)
    after = context.with_value(step.result_name, value) if step.result_name else context
    return continue_with(
        run_steps, match, game, later_steps, after.keep_only_values(step.later), ends_activation
    )


def _ask_number(situation: Situation, step: StepDefinition) -> Asking[int]:
    """Ask players a question about the table. The answer is a number, or yes (1) or no (0)."""
    by = situation.resolve_unit_role(step.of)
    asks: Callable[..., Request[Any]] = (
        partial(Number, low=0, high=step.most) if step.most else Confirm
    )
    asked = asks(
        id=f"ask-{step.word}",
        what=step.why,
        side=situation.match.side_of(by),
        subject=by,
        rule=f"{situation.game.id}-ask-{step.word}".upper(),
        spatial=True,
    )
    return int((yield from ask(asked)))


def compute_roll_need(situation: Situation, roll: RollDefinition, need: Expression) -> Need:
    """Compute the needed number, with its named parts, within the limits of the roll."""
    rule = roll.kind.rule
    need = _choose_condition_branch(situation, need)
    parts = _list_term_modifiers(situation, need, rule)
    best, worst = ("hits", "misses") if "hit" in roll.kind.won else ("succeeds", "fails")
    lowest = f"always {best if roll.low else worst}"
    highest = f"always {worst if roll.low else best}"
    low = f"{roll.least if roll.low else roll.least - 1} {lowest}"
    high = f"{roll.most + 1 if roll.low else roll.most} {highest}"
    limits = Limits(roll.least, roll.most, low, high, rule)
    plain = len(parts) == 1 and isinstance(need, Constant)
    found = within(*parts, limits=limits, less=roll.low, die=roll.die)
    return Need(found.number, found.less, found.die) if plain else found


def _choose_condition_branch(situation: Situation, expression: Expression) -> Expression:
    """Return the part of ``if(…)`` that applies. Any other expression is returned unchanged."""
    while isinstance(expression, Operation) and expression.what == "if" and not expression.table:
        asked, one, other = expression.parts
        expression = one if situation.evaluate_as_integer(asked) else other
    return expression


def _list_term_modifiers(situation: Situation, expression: Expression, rule: str) -> list[Modifier]:
    """List an expression's terms as modifiers. Except for the first, terms of 0 are left out."""
    parts: list[Modifier] = []
    for term, sign in split_into_signed_terms(expression):
        value = sign * situation.evaluate_as_integer(term)
        if value or not parts:
            parts.append(Modifier(describe_expression_by_names(term), value, rule))
    return parts


def _explain_total(
    situation: Situation, need: Expression, rule: str, added: Expression = ZERO
) -> tuple[Modifier, ...]:
    """List the terms of the total needed, and of the number ``added`` to the dice roll.

    A need that is a plain number is omitted.
    """
    need = _choose_condition_branch(situation, need)
    parts = [] if isinstance(need, Constant) else _list_term_modifiers(situation, need, rule)
    return (*parts, *(one for one in _list_term_modifiers(situation, added, rule) if one.value))


def roll_step_dice_and_continue(
    match: Match,
    game: GameDefinition,
    steps: tuple[StepDefinition, ...],
    context: ActionContext,
    ends_activation: bool,
    successes_and_naturals: tuple[int, int] = (0, 0),
    reroll_count: int | None = None,
    group_index: int = 0,
) -> Asking[None]:
    """Roll the dice of the first step, and then continue with rerolls, groups or later steps.

    If ``reroll_count`` is given, only this number of dice is rerolled. ``successes_and_naturals``
    are the totals so far, which are passed on to the later steps. If the figures differ,
    ``group_index`` is the index of the group that rolls now.
    """
    step, rest, (hits, naturals) = steps[0], steps[1:], successes_and_naturals
    assert step.roll is not None
    groups = list_groups_rolling_separately(Situation(game, match, context), step)
    same = match, game, steps, context, ends_activation
    if reroll_count != 0:
        rolling = replace(context, group=groups[group_index]) if groups else context
        asked = _make_pool_roll(Situation(game, match, rolling), step, reroll_count)
        counts = yield from ask(asked)
        hits += count_successes(counts, asked.bands)
        naturals += _count_in_band(NATURALS, asked, counts)
        if reroll_count is None:
            dice_again = _count_in_band(AGAIN, asked, counts)
            return continue_with(
                roll_step_dice_and_continue, *same, (hits, naturals), dice_again, group_index
            )
    if group_index + 1 < len(groups):
        return continue_with(
            roll_step_dice_and_continue, *same, (hits, naturals), None, group_index + 1
        )
    after = context.with_value(step.result_name, hits)
    after = after.with_value(NATURALS, naturals) if step.roll.natural else after
    return continue_with(
        run_steps, match, game, rest, after.keep_only_values(step.later), ends_activation
    )


def list_groups_rolling_separately(
    situation: Situation, step: StepDefinition
) -> tuple[tuple[FigureId, ...], ...]:
    """List the groups of figures that roll separately, or return () if all figures roll together.

    Groups roll separately if their dice or needs differ, and if every term contains a number of
    figures.
    """
    by = situation.resolve_unit_role(step.of)
    figures, counts = situation.match.figures(by), {"figures", BEARERS}
    counts = counts if by == situation.context.unit else {"target.figures"}
    terms = (list_name_occurrences(term) for term, _ in split_into_signed_terms(step.amount))
    if len({situation.match.figure(one).profile for one in figures}) < 2 or not all(
        counts & {*names} for names in terms
    ):
        return ()
    names = sorted({*list_name_occurrences(step.amount, step.need)})
    groups = group_equal_figures(
        figures, lambda one: tuple(map(situation.with_group((one,)).look_up_name, names))
    )
    return tuple(
        group
        for _, group in groups
        if situation.with_group(group).evaluate_as_integer(step.amount) > 0
    )


def count_dice_of_largest_roll(situation: Situation, steps: tuple[StepDefinition, ...]) -> int:
    """Return the largest number of dice that one roll of these steps can have.

    Earlier results are assumed to have their highest value, but drawn cards are assumed to be 0.
    """
    most, results = 0, dict[str, Bounds]()
    for step in steps:
        if step.when is not None and not any(
            _compute_bounds_with_results(situation, results, step.when)
        ):
            continue
        if step.deed == "roll" and step.roll is not None:
            groups = list_groups_rolling_separately(situation, step)
            rolling = [situation.with_group(group) for group in groups] or [situation]
            bounds = (_compute_bounds_with_results(one, results, step.amount) for one in rolling)
            dice = [max(high, 0) for _, high in bounds]
            most = max(most, *dice)
            high = sum(min(count, MAX_DICE) for count in dice)
            if step.roll.natural:
                results[NATURALS] = (0, high)
        elif step.deed == "sum" and step.need is None:
            added = _compute_bounds_with_results(situation, results, step.amount)
            high = sum(_get_dice_sizes(situation, step)) + added[1]
        elif step.deed in {"lose", "wound"}:
            high = len(situation.match.figures(situation.resolve_unit_role(step.of)))
        else:
            high = 0 if step.deed == "draw" else step.most or 1
        results[step.result_name] = (0, high)
    return most


def find_unreachable_first_need(situation: Situation, steps: tuple[StepDefinition, ...]) -> str:
    """Return the first roll's need, such as ``9+``, if no die can meet it. Otherwise, return ""."""
    for step in steps:
        if step.when is not None and not situation.evaluate_as_integer(step.when):
            continue
        if step.deed != "roll" or step.roll is None or step.need is None:
            return ""
        contexts = [
            replace(situation.context, group=group)
            for group in list_groups_rolling_separately(situation, step)
        ]
        rolling = [replace(situation, context=one) for one in contexts] or [situation]
        rolls = (_make_pool_roll(one, step, None) for one in rolling)
        if any(band.success for roll in rolls for band in roll.bands):
            return ""
        number = rolling[0].evaluate_as_integer(step.need)
        return f"{number} or less" if step.roll.low else f"{number}+"
    return ""


def _compute_bounds_with_results(
    situation: Situation, results: Mapping[str, Bounds], expression: Expression
) -> Bounds:
    """Compute an expression's bounds, given the bounds of ``results`` that are not yet known."""

    def known(name: str) -> Bounds:
        if name in results:
            return results[name]
        value = situation.look_up_name(name)
        return (value, value) if isinstance(value, int) else (0, 0)

    if results.keys().isdisjoint(list_name_occurrences(expression)):
        value = situation.evaluate_as_integer(expression)
        return value, value
    return compute_expression_bounds(expression, known, situation.game.tables)


def _count_in_band(name: str, roll: Roll, counts: Counts) -> int:
    return sum(n for n, band in zip(counts, roll.bands, strict=True) if band.name == name)


def _make_pool_roll(situation: Situation, step: StepDefinition, reroll_count: int | None) -> Roll:
    assert step.roll is not None
    assert step.need is not None
    context = situation.context
    counted = situation.with_group(context.group) if context.group else situation
    dice = reroll_count or min(max(counted.evaluate_as_integer(step.amount), 0), MAX_DICE)
    by = situation.resolve_unit_role(step.of)
    values = dict(context.values)
    typed = int(values.get(DIE_OF_ALL, values.get("pool_die", step.roll.die)))
    roll = step.roll.resize_die(typed)
    if ROLLS_LOW in values and not roll.low:  # rerolls and naturals are declared for high dice
        roll = replace(roll, low=True, least=1, again=0, natural=0)
    need = compute_roll_need(situation, roll, step.need)
    kinds = Counter(situation.match.figure(one).profile for one in context.group)
    return Roll(
        kind=roll.kind,
        what=f"{roll.kind.words}, again" if reroll_count else "",
        count=dice,
        made_of=", ".join(f"{kind} ×{n}" if n > 1 else kind for kind, n in kinds.items()),
        needs=replace(need, special=tuple(_list_special_bands(roll, is_reroll=bool(reroll_count)))),
        side=situation.match.side_of(by),
        subject=by,
        target=context.unit if by == context.target else context.target,
    )


def _list_special_bands(roll: RollDefinition, *, is_reroll: bool) -> Iterator[Band]:
    if roll.again and not is_reroll:
        low, high = (roll.again, roll.die) if roll.low else (1, roll.again)
        yield Band(AGAIN, low, high, told=True)
    if roll.natural:
        low, high = (1, roll.natural) if roll.low else (roll.natural, roll.die)
        yield Band(NATURALS, low, high, success=True, told=True)


def _roll_total(situation: Situation, step: StepDefinition) -> Asking[int]:
    """Roll dice and return their sum or, if there is a need, whether it is met (1 or 0)."""
    assert step.roll is not None
    by, context = situation.resolve_unit_role(step.of), situation.context
    rule = step.roll.kind.rule
    needs: Need | str = ""
    explanation: tuple[Modifier, ...] = ()
    if step.need is not None:
        needs = Need(situation.evaluate_as_integer(step.need), step.roll.low)
        explanation = _explain_total(situation, step.need, rule)
    score = Score(
        kind=step.roll.kind,
        explanation=explanation,
        dice=_get_dice_sizes(situation, step),
        versus=step.versus,
        needs=needs,
        parts=tuple(one for one in _list_term_modifiers(situation, step.amount, rule) if one.value),
        side=situation.match.side_of(by),
        subject=by,
        target=context.unit if by == context.target else context.target,
    )
    found = yield from ask(score)
    return int(score.bands[found].success) if score.bands else found


def _get_dice_sizes(situation: Situation, step: StepDefinition) -> tuple[int, ...]:
    """Return the sizes of a sum's dice, which can depend on a stat of a figure or weapon."""
    stated = [situation.look_up_name(name) for name in list_name_occurrences(step.stat)]
    die = situation.game.die
    return parse_dice_sizes(str(stated[0]), die) or (die,) if stated else step.dice


# ------------------------------------------------------------------------------- effects and tests


def apply_effect_and_count_fallen(situation: Situation, step: StepDefinition) -> int:
    """Apply a step that has no dice, and return the number of figures that fell."""
    match, context, contact = situation.match, situation.context, situation.game.contact
    subject = context.resolve_subject_role(step.of, match)
    if is_unit(subject) and not match.exists(UnitId(subject)):
        return 0
    amount = situation.evaluate_as_integer(step.amount)
    match step.deed:
        case "lose" | "wound":
            return _apply_losses_and_count_fallen(situation, step, UnitId(subject), amount)
        case "draw" if step.deck is not None:
            draw_cards_into_hand(match, step.deck, context.side, amount)
        case "points":
            points = min(max(amount, -MAX_POINTS), MAX_POINTS)
            if points:
                match.record(PointsScored(side=SideId(subject), points=points, why=step.why))
        case "mark" | "clear" | "reveal":
            match.record(*_make_marker_facts(situation, step, subject, amount))
        case "engage" if contact is not None and context.unit is not None:
            record_engagement(match, contact.link, context.unit, (subject,))
        case "part" | "flee":
            if contact is not None:
                match.record(*make_disengagement_facts(match, contact.link, subject))
            if step.deed == "flee":
                length = min(max(amount, 0), MAX_POINTS) * 100
                match.record(Moved(unit=UnitId(subject), length=length, how="fled"))
    return 0


def _make_marker_facts(
    situation: Situation, step: StepDefinition, subject: Subject, amount: int
) -> tuple[AnyFact, ...]:
    """Return the facts for a marker step. Only the owner sees the value of a secret marker."""
    kind, match = step.marker, situation.match
    assert kind is not None
    if step.deed == "clear":
        return (kind.cleared(subject),) if match.has(subject, kind) else ()
    if step.deed == "reveal":
        return (
            (kind.make_reveal_fact(subject),)
            if subject in list_face_down_marker_bearers(match, kind)
            else ()
        )
    hidden = list_other_sides(match, subject) if kind in situation.game.secret else ()
    if step.word:
        return (kind.set(subject, value=step.word, hidden_from=hidden),)
    return make_marker_change_facts(match, kind, subject, amount, hidden)


def _apply_losses_and_count_fallen(
    situation: Situation, step: StepDefinition, unit: UnitId, amount: int
) -> int:
    match = situation.match
    figures = match.figures(unit)
    by = _find_remover(situation, step, unit)
    facts: tuple[AnyFact, ...] = ()
    if step.deed == "wound" and amount > 0 and figures:
        facts = _make_wound_facts_of_unit(situation.game, match, figures, amount, by)
    elif lost := choose_last(figures, min(max(amount, 0), len(figures))):
        facts = (FiguresRemoved(figures=lost, how=step.how, by=by),)
    match.record(*facts)
    return len(figures) - len(match.figures(unit))


def _find_remover(situation: Situation, step: StepDefinition, unit: UnitId) -> UnitId | None:
    by = situation.context.target if step.by_target else situation.context.unit
    return by if by != unit else None


def count_wounds_to_remove_figure(game: GameDefinition, match: Match, figure: FigureId) -> int:
    bears = get_stat_of_first_figure(game, match, (figure,), "wounds")
    return max(bears, 1) if isinstance(bears, int) else 1


def _make_wound_facts_of_unit(
    game: GameDefinition,
    match: Match,
    figures: tuple[FigureId, ...],
    wounds: int,
    remover: UnitId | None,
) -> tuple[AnyFact, ...]:
    """Return the facts for wounds of a unit.

    The wounds go to wounded figures first, and then to the last figures.
    """
    bears = {figure: count_wounds_to_remove_figure(game, match, figure) for figure in figures}
    if len({*bears.values()}) == 1:
        return make_wound_facts(match, figures, wounds, bears[figures[0]], remover)
    fallen: set[FigureId] = set()
    hurt: tuple[AnyFact, ...] = ()
    for figure in sorted(figures, key=lambda f: (not match.figure(f).wounds, -figures.index(f))):
        has = match.figure(figure).wounds
        if has + wounds < bears[figure]:
            hurt = (Wounded(subjects=(figure,), wounds=has + wounds, by=remover),) if wounds else ()
            break
        fallen.add(figure)
        wounds -= max(bears[figure] - has, 0)
    gone = tuple(figure for figure in figures if figure in fallen)
    return (*((FiguresRemoved(figures=gone, by=remover),) if gone else ()), *hurt)


def _remove_chosen_figures(situation: Situation, step: StepDefinition) -> Asking[int]:
    """Remove the last figures or, if figures differ, those that the owner chooses.

    Return the number of removed figures.
    """
    match, unit = situation.match, situation.resolve_unit_role(step.of)
    if not match.exists(unit):
        return 0
    figures = match.figures(unit)
    groups = group_equal_figures(figures[::-1], lambda one: match.figure(one).profile)
    lost = min(max(situation.evaluate_as_integer(step.amount), 0), len(figures))
    if not 0 < lost < len(figures) or len(groups) < 2:
        return apply_effect_and_count_fallen(situation, step)
    ordered = [(str(kind), those[::-1]) for kind, those in groups]
    rule = f"{situation.game.id}-falls".upper()
    fallen = yield from choose_fallen_figures(
        match, unit, ordered, lost, question_id="falls", rule=rule
    )
    by = _find_remover(situation, step, unit)
    match.record(FiguresRemoved(figures=fallen, how=step.how, by=by))
    return lost


def _test_unit_and_apply_effects(
    match: Match, game: GameDefinition, test: TestDefinition, unit: UnitId
) -> Asking[int]:
    """Test one unit and apply the effects. Return 1 if the unit passes, and otherwise 0."""
    if not match.exists(unit):
        return 0
    by = _make_tester(match, game, test, unit)
    doing = by.doing
    if by.need is None or test.need is None:
        ((doing, passed),) = yield from _roll_and_judge_tests(match, game, test, (by,))
    else:
        score = Score(
            kind=test.roll.kind,
            explanation=_explain_total(
                Situation(game, match, doing), test.need, test.roll.kind.rule, test.add
            ),
            dice=test.dice,
            bonus=by.bonus,
            needs=by.need,
            side=doing.side,
            subject=unit,
        )
        passed = score.bands[(yield from ask(score))].success
    _apply_test_effects(Situation(game, match, doing), test, passed=passed)
    return int(passed)


def _apply_test_effects(situation: Situation, test: TestDefinition, *, passed: bool) -> None:
    for step in test.list_follow_up_steps(passed=passed):
        if _should_take_step(situation, step):
            fallen = apply_effect_and_count_fallen(situation, step)
            if step.deed in {"lose", "wound"}:
                situation = replace(situation, context=situation.context.with_value(FALLEN, fallen))


def find_only_testing_side(
    match: Match, game: GameDefinition, test: TestDefinition
) -> SideId | None:
    """Return the only side whose units test now, or None if units of both sides test."""
    alone = {"turns", "sides"} if test.begins else {"turns"}
    phases = (phase.id for phase in game.phases if phase.order in alone)
    return match.clock.side if match.phase in phases else None


class _TestingUnit(Struct, frozen=True):
    """A unit that must test. For a test on a sum of dice, it has a ``need`` and a ``bonus``."""

    doing: ActionContext
    need: Need | None = None
    bonus: int = 0


def _make_tester(
    match: Match, game: GameDefinition, test: TestDefinition, unit: UnitId
) -> _TestingUnit:
    now = make_unit_situation(game, match, unit)
    if test.need is None:
        return _TestingUnit(now.context)
    need = Need(now.evaluate_as_integer(test.need), test.roll.low)
    return _TestingUnit(now.context, need, now.evaluate_as_integer(test.add))


def _label_dice(match: Match, test: TestDefinition, tester: _TestingUnit) -> Iterator[Label]:
    unit, bonus = tester.doing.unit, None if tester.need is None else tester.bonus
    assert unit is not None
    for name in DIE_NAMES[: len(test.dice)]:
        what = _format_need(tester.need) or name
        yield Label(format_unit(match, unit), subject=unit, what=what, adds=bonus)


def _format_need(need: Need | None) -> str:
    return "" if need is None else f"{need.number} or less" if need.less else f"{need.number}+"


def _explain_tests(
    match: Match, game: GameDefinition, test: TestDefinition, testers: tuple[_TestingUnit, ...]
) -> Iterator[Modifier]:
    """Explain each unit's need, as in ``R1 Alpha 6 or less: nerve 7, pinned -1``."""
    rule = test.roll.kind.rule
    for by in testers:
        now = Situation(game, match, by.doing)
        if test.passes is not None:
            words = describe_expression(
                substitute_known_names(test.passes, now.look_up_name, {*DIE_NAMES}, game.tables)
            )
        else:
            assert test.need is not None
            parts = _explain_total(now, test.need, rule, test.add)
            words = ", ".join(describe_need_parts(parts, by.need, by.bonus))
        if words:
            who = format_unit(match, now.resolve_unit_role("actor"))
            yield Modifier(f"{who} {_format_need(by.need)}".rstrip() + f": {words}", 0, rule)


def _roll_and_judge_tests(
    match: Match, game: GameDefinition, test: TestDefinition, testers: tuple[_TestingUnit, ...]
) -> Asking[tuple[tuple[ActionContext, bool], ...]]:
    """Roll the dice of several units together. Return each unit's context and whether it passes.

    A test without dice is passed.
    """

    def judge_row(row: int, dice: tuple[int, ...]) -> tuple[ActionContext, bool]:
        """Return a unit's context with the dice for later steps, and whether the unit passes."""
        doing, need = testers[row].doing, testers[row].need
        if need is not None:
            total = sum(dice) + testers[row].bonus
            return doing, total <= need.number if need.less else total >= need.number
        for name, face in zip(DIE_NAMES, dice, strict=False):
            doing = doing.with_value(name, face)
        assert test.passes is not None
        passed = bool(Situation(game, match, doing).evaluate_as_integer(test.passes))
        later = frozenset[str]().union(
            *(step.used_names for step in test.list_follow_up_steps(passed=passed))
        )
        return doing.keep_only_values(later), passed

    if not test.dice:
        return tuple(judge_row(row, ()) for row in range(len(testers)))
    labels = tuple(one for by in testers for one in _label_dice(match, test, by))
    faces = Faces(
        kind=test.roll.kind,
        explanation=tuple(_explain_tests(match, game, test, testers)),
        dice=test.dice * len(testers),
        labels=labels,
        first_need=test.passes_text,
        need=describe_expression(test.passes)
        if test.passes is not None
        else ", ".join(dict.fromkeys(label.what for label in labels)),
        side=find_only_testing_side(match, game, test),
    )
    return (yield from roll_dice_rows(faces, len(test.dice), judge_row))


def run_due_tests(match: Match, game: GameDefinition, tests: tuple[TestDefinition, ...]) -> None:
    """Run the ``tests`` that are due, one after another. In each test, all units roll together."""
    if not tests:
        return None
    test = tests[0]
    units = tuple(
        unit
        for unit in match.units(find_only_testing_side(match, game, test))
        if make_unit_situation(game, match, unit).evaluate_as_integer(test.who)
    )
    testers = tuple(_make_tester(match, game, test, unit) for unit in units)
    return continue_with(_run_due_test, match, game, tests, testers)


def _run_due_test(
    match: Match,
    game: GameDefinition,
    tests: tuple[TestDefinition, ...],
    testers: tuple[_TestingUnit, ...],
) -> Asking[None]:
    test, rest = tests[0], tests[1:]
    if testers:
        for doing, passed in (yield from _roll_and_judge_tests(match, game, test, testers)):
            _apply_test_effects(Situation(game, match, doing), test, passed=passed)
    return continue_with(run_due_tests, match, game, rest)


def ask_and_score_objectives(match: Match, objectives: ObjectivesDefinition) -> Asking[None]:
    """Ask which objectives each side holds or has reached, and score them."""
    if objectives.count:
        most = f"together they hold at most {objectives.count}"
        tally = Tally(
            id="objectives",
            what=objectives.what,
            shares=tuple(
                Share(side, match.side_name(side), objectives.count) for side in match.sides
            ),
            within=() if objectives.each else (GroupLimit(match.sides, objectives.count, most),),
            default_means="none",
            rule=objectives.rule,
        )
        for side, many in (yield from ask(tally)):
            points = many * objectives.points
            match.record(PointsScored(side=SideId(side), points=points, why=objectives.what))
    for own in list_objectives_in_play(match) if objectives.own else ():
        for side in own.list_sides(match):
            reached = Confirm(
                id=own.id, what=own.label, side=side, subject=side, rule=objectives.rule
            )
            if (yield from ask(reached)):
                match.record(PointsScored(side=side, points=own.points, why=own.label))


def roll_for_game_end(match: Match, game: GameDefinition, end: EndConditions) -> Asking[str]:
    """Roll for the end of the game. Return the reason why the game ends, or "" if it goes on."""
    assert end.need is not None
    need = Situation(game, match, ActionContext(match.sides[0])).evaluate_as_integer(end.need)
    if need > sum(end.dice):
        return ""
    what = f"ends on {need}+"
    asked = Faces(
        kind=end.roll,
        dice=end.dice,
        labels=(Label(what=what, adds=0),) * len(end.dice),
        need=f"{need}+",
        rule=end.rule,
    )
    total = sum((yield from ask(asked)))
    return f"{total} on {need}+" if total >= need else ""
