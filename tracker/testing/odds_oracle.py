"""A slow and simple calculation of odds, which plays every possible answer on a table.

The oracle shares only the rules with the usual calculation of odds. It computes chances by counting
faces, and plays to every end on a real table, answer by answer.

>>> from warledger_coin import toss_one
>>> sorted(check_agreed_odds(play.ruleset, play.table.state, toss_one, ("u:b1",)).values())
[Fraction(1, 4), Fraction(1, 4), Fraction(1, 2)]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from fractions import Fraction
from itertools import product
from math import factorial, prod
from typing import Any

from tracker.procedures.requests import ROLLS, ReportedResult, Roll, Score
from tracker.procedures.ruleset import Ruleset
from tracker.procedures.runners.exact_and_sampled_odds import (
    Odds,
    OddsRunner,
    Outcome,
    make_single_action_ruleset,
    run_single_action_ruleset,
)
from tracker.procedures.runners.live_table_runner import PendingQuestion, make_choice_answer
from tracker.procedures.runners.request_answer_reading import (
    get_default_answer,
    make_question_fields,
)
from tracker.projection.match_state import State
from tracker.vocabulary.events import Chosen, Rolled
from tracker.vocabulary.renamed_names import keep_old_names

Chances = dict[Outcome, Fraction]
Found = dict[Outcome | ReportedResult, Fraction]


def compute_oracle_odds(
    ruleset: Ruleset,
    state: State,
    fn: Callable[..., Any],
    args: tuple[Any, ...],
    again: Collection[str] = (),
) -> Chances:
    """Compute the exact chance (0 to 1) of every end of ``fn(match, *args)`` from a ``state``.

    Every answer is played on a table. Dice of the rules in ``again`` are rerolled, without limit,
    until the result is allowed.
    """
    found = _keep_only_outcomes(
        _compute_ends(make_single_action_ruleset(ruleset, fn, args), state, (), again)
    )
    assert sum(found.values()) == 1
    return found


def _keep_only_outcomes(found: Found) -> Chances:
    return {end: chance for end, chance in found.items() if isinstance(end, Outcome)}


def remove_touched_units(outcome: Outcome) -> Outcome:
    """Return an outcome without its touched units, which only runners need."""
    return Outcome(outcome.changes[:-1], outcome.aftermaths)


def convert_to_oracle_form(odds: Odds) -> Found:
    """Convert outcomes and reported results of ``odds`` to the form of ``compute_oracle_odds``."""
    found: Found = dict(odds.reported_results.items())
    for outcome, chance in odds.chances.items():
        found[remove_touched_units(outcome)] = (
            found.get(remove_touched_units(outcome), Fraction(0)) + chance
        )
    return found


def check_agreed_odds(
    ruleset: Ruleset,
    state: State,
    fn: Callable[..., Any],
    args: tuple[Any, ...],
    again: Collection[str] = (),
) -> Chances:
    """Compute the exact odds of ``fn(match, *args)``, and check them with ``compute_oracle_odds``.

    Raises ``AssertionError`` if odds with merged states, odds without merging and the table have
    different outcomes or reported results. See ``compute_oracle_odds`` for ``state`` and ``again``.
    """
    merged = convert_to_oracle_form(
        OddsRunner(ruleset, state, number=Fraction).compute_odds(fn, args)
    )
    unmerged = convert_to_oracle_form(
        OddsRunner(ruleset, state, number=Fraction, merge=False).compute_odds(fn, args)
    )
    assert merged == unmerged, "merging changes the odds"
    table = _compute_ends(make_single_action_ruleset(ruleset, fn, args), state, (), again)
    assert merged == table, "the odds differ from the results at the table"
    return _keep_only_outcomes(merged)


def _compute_ends(
    ruleset: Ruleset, state: State, answers: tuple[Rolled | Chosen, ...], again: Collection[str]
) -> Found:
    """Return the chances of all ends and reported results after these answers."""
    told: list[ReportedResult] = []
    outcome, pending, changes = _run_with_answers(ruleset, state, answers, told.append)
    if pending is None:
        assert outcome is not None
        return {
            remove_touched_units(outcome): Fraction(1),
            **{one: Fraction(told.count(one)) for one in told},
        }
    found: Found = {}
    repeated = Fraction(0)
    for chance, event in _list_answers(pending):
        if pending.request.rule in again and _asks_same_question_again(
            ruleset, state, (*answers, event), pending, changes
        ):
            repeated += chance
            continue
        for end, more in _compute_ends(ruleset, state, (*answers, event), again).items():
            found[end] = found.get(end, Fraction(0)) + chance * more
    return {end: chance / (1 - repeated) for end, chance in found.items()}


def _run_with_answers(
    ruleset: Ruleset,
    state: State,
    answers: tuple[Rolled | Chosen, ...],
    on_tell: Callable[[ReportedResult], None] | None = None,
) -> tuple[Outcome | None, PendingQuestion | None, Any]:
    left = list(answers)
    outcome, table = run_single_action_ruleset(
        ruleset, state, lambda _: left.pop(0) if left else None, on_tell
    )
    pending = None if outcome is not None else table.pending
    return outcome, pending, table.state.compute_changes()


def _asks_same_question_again(
    ruleset: Ruleset,
    state: State,
    answers: tuple[Rolled | Chosen, ...],
    before: PendingQuestion,
    changes: Any,
) -> bool:
    _, pending, now = _run_with_answers(ruleset, state, answers)
    return pending is not None and pending.request == before.request and now == changes


def _list_answers(pending: PendingQuestion) -> Iterator[tuple[Fraction, Rolled | Chosen]]:
    request = pending.request
    if not isinstance(request, ROLLS):
        yield Fraction(1), make_choice_answer(pending, get_default_answer(request))
        return
    for chance, result in _list_roll_results(request):
        yield (
            chance,
            Rolled(
                **make_question_fields(request, pending.key),
                dice=request.dice_sizes,
                result=result,
                source="counted",
            ),
        )


def _list_roll_results(request: Any) -> Iterator[tuple[Fraction, tuple[int, ...]]]:
    if isinstance(request, Roll):
        widths = [band.high - band.low + 1 for band in request.bands]
        for counts in product(range(request.count + 1), repeat=len(widths)):
            if sum(counts) == request.count:
                yield _compute_multinomial_chance(counts, widths, request.die), counts
        return
    sizes = request.dice_sizes
    every: Iterator[tuple[int, ...]] = product(*(range(1, size + 1) for size in sizes))
    if isinstance(request, Score):
        every = ((sum(faces) + request.bonus,) for faces in every)
    for result, count in Counter(every).items():
        yield Fraction(count, prod(sizes)), result


def _compute_multinomial_chance(counts: tuple[int, ...], widths: list[int], die: int) -> Fraction:
    ways = factorial(sum(counts))
    chance = Fraction(1)
    for n, width in zip(counts, widths, strict=True):
        ways //= factorial(n)
        chance *= Fraction(width, die) ** n
    return ways * chance


keep_old_names(__name__)
