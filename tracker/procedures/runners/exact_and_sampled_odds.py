"""Computes exact odds from every possible course of an action, or estimates them from samples.

A *node* is a stack of stages with their arguments and answers, and the changes of state so far. Its
innermost stage is about to begin, or to continue after a stage that it called. A node is expanded
by running its innermost stage with every answer. Identical nodes merge, so each is expanded once.
The chances of all paths through the graph are then added up. An outcome is a change of state. If a
stage calls a named aftermath, such as an explosion, the odds leave it out and continue. The
aftermath's name is then a part of the outcome.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from types import GeneratorType
from typing import Any, NamedTuple, TypeVar

import msgspec

from tracker.procedures.declared.player_actions import NoParams, is_interruptible_but_unclaimed
from tracker.procedures.match_view import Match
from tracker.procedures.requests import (
    ROLLS,
    Interrupt,
    NextStage,
    OddsAssumption,
    PureStageCall,
    ReportedResult,
    StageCall,
    continue_with,
)
from tracker.procedures.ruleset import Action, Interruptible, Ruleset
from tracker.procedures.runners.chance_graph import ChanceGraph, Way, Ways
from tracker.procedures.runners.live_table_runner import (
    PendingQuestion,
    TableRunner,
    make_choice_answer,
    record_all_consequences,
)
from tracker.procedures.runners.open_action_odds import ConditionalChanceCalculator, KnownAnswer
from tracker.procedures.runners.random_play import choose_random_answer
from tracker.procedures.runners.request_answer_reading import find_only_answer, get_default_answer
from tracker.procedures.runners.stage_chance_calculator import (
    ChanceCalculator,
    Number,
    OddsNotWanted,
    RunSharing,
    Shares,
    always_wanted,
    scale_shares,
)
from tracker.projection.match_event_fold import apply_event
from tracker.projection.match_state import Changes, State
from tracker.vocabulary.events import ActionTaken, Chosen, Rolled

T = TypeVar("T")
BUDGET = 50_000


_Answers = tuple[tuple[Any, Changes | None], ...]
"""The answers in a stage. The value of a called stage comes with the changes that it made."""


class _Frame(NamedTuple):
    """A suspended stage.

    To restore it, the stage runs again from ``start`` with the same answers. The outermost stage
    also lists the aftermaths that were left out.
    """

    fn: Callable[..., Any]
    args: tuple[Any, ...]
    start: Changes
    answers: _Answers = ()
    aftermaths: tuple[str, ...] = ()


@dataclass(frozen=True)
class Outcome:
    """One end of an action: the changes of state, and the aftermaths that were left out."""

    changes: Changes
    aftermaths: tuple[str, ...] = ()

    @property
    def aftermath(self) -> str:
        """The first aftermath that was left out, or "" if there is none."""
        return self.aftermaths[0] if self.aftermaths else ""


_Node = tuple[_Frame, ...]
_End = tuple[_Node | Outcome | ReportedResult, bool]
_Waiting = list[tuple[_Answers, Any]]


@dataclass
class Odds:
    """The chances of outcomes and reported results.

    ``assumptions`` describe what the odds assume, such as the defaults of choices.
    """

    state: State
    chances: dict[Outcome, Any]
    assumptions: tuple[str, ...]
    paths: int
    reported_results: dict[ReportedResult, Any] = field(default_factory=dict)
    random: float = 1.0
    """The share of a sample's runs that were divided at random. The rest were divided exactly."""

    def compute_distribution(self, question: Callable[[Match, str], Any]) -> dict[Any, Any]:
        """Compute the distribution of ``question(match, aftermath)`` over all outcomes."""
        return self.compute_end_state_chances(
            lambda outcome: question(
                make_read_only_match(self.state.make_overlay(outcome.changes)), outcome.aftermath
            )
        )

    def compute_end_state_chances(self, read_end_state: Callable[[Outcome], T]) -> dict[T, Any]:
        """Compute the distribution of the value that ``read_end_state`` reads from each outcome."""
        found: dict[T, Any] = {}
        for outcome, chance in self.chances.items():
            end = read_end_state(outcome)
            found[end] = found.get(end, 0) + chance
        return found


def make_read_only_match(state: State) -> Match:
    def refuse_change(_: Any) -> None:
        raise RuntimeError("odds are read-only")

    return Match(state, refuse_change)


class OddsRunner:
    """Calculates a stage's odds from a given state. It does not change the state."""

    def __init__(
        self,
        ruleset: Ruleset,
        state: State,
        *,
        number: Number = float,
        budget: int = BUDGET,
        pure: int | None = None,
        merge: bool = True,
        earlier_answers: Sequence[KnownAnswer] | None = None,
        wanted: Callable[[], bool] = always_wanted,
    ) -> None:
        """Prepare odds from ``state``. ``budget`` is the maximum number of paths.

        ``pure`` is a separate budget for pure stages. ``earlier_answers`` are the answers so far if
        the stage has already begun. The odds then assume that nobody else interrupts. The other
        methods raise ``OddsNotWanted`` when ``wanted`` returns false.
        """
        self.ruleset = ruleset
        self.state = state
        self.merge = merge
        self._one = number(Fraction(1))
        self.calculator = (
            ConditionalChanceCalculator(
                number,
                budget,
                merge=merge,
                earlier_answers=earlier_answers,
                pure=pure,
                wanted=wanted,
            )
            if earlier_answers is not None
            else ChanceCalculator(number, budget, merge=merge, pure=pure, wanted=wanted)
        )
        self._overlay = state.make_overlay()
        self._match = Match(self._overlay, lambda fact: apply_event(self._overlay, fact))
        self._passes, self._begun = False, earlier_answers is not None
        self._sharing: RunSharing | None = None

    def compute_odds(self, fn: Callable[..., Any], args: tuple[Any, ...]) -> Odds:
        """Compute the odds of ``fn(match, *args)``.

        Raises ``TooManyPaths`` if the budget is exceeded.
        """
        self._sharing = None
        self._passes = is_interruptible_but_unclaimed(*args)
        first = (_Frame(fn, args, self.state.make_overlay().compute_changes()),)
        if not self.merge:
            return self._make_odds(self._compute_unmerged_chances(first))
        return self._make_odds(ChanceGraph(self._expand).compute_end_chances(first, self._one))

    def sample_odds(
        self, fn: Callable[..., Any], args: tuple[Any, ...], runs: int, rng: Random
    ) -> Odds:
        """Estimate the odds from ``runs`` runs of ``fn(match, *args)``.

        Runs that reach the same state continue together. Runs are divided among answers by their
        exact chances. Only shares of less than one run are drawn at random. Raises ``TooManyPaths``
        if the budget is exceeded.
        """
        self._passes = is_interruptible_but_unclaimed(*args)
        self._sharing = RunSharing(rng)
        first = (_Frame(fn, args, self.state.make_overlay().compute_changes()),)
        ends = self._sharing.follow_runs_to_ends(first, float(runs), self._expand)
        odds = self._make_odds({end: n / runs for end, n in ends.items()})
        odds.random = min(self._sharing.small / runs, 1.0)
        return odds

    def _make_odds(self, ends: dict[Any, Any]) -> Odds:
        told = {end: chance for end, chance in ends.items() if type(end) is ReportedResult}
        chances = {end: chance for end, chance in ends.items() if type(end) is Outcome}
        return Odds(self.state, chances, self.assumptions, self.calculator.paths, told)

    @property
    def assumptions(self) -> tuple[str, ...]:
        """The assumptions so far. They are available even after the budget was exceeded."""
        return tuple(self.calculator.assumed)

    # ------------------------------------------------------------------------------- the graph

    def _compute_unmerged_chances(self, first: _Node) -> dict[Outcome | ReportedResult, Any]:
        found: dict[Outcome | ReportedResult, Any] = {}
        waiting = [(self._one, first)]
        while waiting:
            chance, node = waiting.pop()
            for more, end, ahead in self._expand(node):
                if ahead:
                    waiting.append((chance * more, end))
                else:
                    found[end] = found.get(end, 0) + chance * more
        return found

    # --------------------------------------------------------------------------------- a node

    def _expand(self, node: _Node, chance: Any = None) -> Ways:
        """List every way through the innermost stage, until it ends or calls another stage.

        Each way has a share of ``chance``, which is a chance (by default 1) or a number of runs.
        """
        found: Ways = []
        waiting = [(node[-1].answers, self._one if chance is None else chance)]
        while waiting:
            if not self.calculator.wanted():
                raise OddsNotWanted
            given, chance = waiting.pop()
            found.append(self._run_until_end_or_call(node, given, chance, waiting, found))
            self.calculator.paths += 1
            self.calculator.check_budget(len(waiting))
        return found

    def _run_until_end_or_call(
        self, node: _Node, given: _Answers, chance: Any, waiting: _Waiting, reported_ways: Ways
    ) -> Way:
        """Run the innermost stage with the answers ``given``, until it ends or calls another stage.

        At each later question, the stage continues with one answer, and the other answers are added
        to ``waiting``. Results that are reported after the last given answer are added to
        ``reported_ways``.
        """
        stage, args, start, *_ = node[-1]
        self._overlay.replace_changes(start)
        generator = stage(self._match, *args)
        if not isinstance(generator, GeneratorType):
            return (chance, *self._make_end_at_return(node, generator))
        known = deque(given)
        value: Any = None
        while True:
            try:
                request = generator.send(value)
            except StopIteration as stop:
                return (chance, *self._make_end_at_return(node, stop.value))
            if isinstance(request, ReportedResult):
                if not known:
                    reported_ways.append((chance, request, False))
                value = None
                continue
            if isinstance(request, OddsAssumption):
                self.calculator.assumed[request.what] = value = None
                continue
            if isinstance(request, StageCall):
                if not known:
                    generator.close()
                    return (chance, *self._make_end_at_call(node, given, request))
                value, changes = known.popleft()
                self._overlay.replace_changes(changes or start)
                continue
            record_all_consequences(self.ruleset, self._match)
            simple = None if isinstance(request, PureStageCall) else find_only_answer(request)
            if isinstance(request, Interrupt):
                if request.by and not self._begun:
                    who = ", ".join(self._match.tag(subject) for subject in request.by)
                    self.calculator.assumed[f"{request.what}: not by {who}"] = None
                simple = (False,) if self._passes else simple
            answer = simple or (known.popleft() if known else None)
            if answer is not None:
                value = answer[0]
                continue
            (value, chance), *others = self._divide_chance_among_answers(
                request, chance, reported_ways
            )
            waiting.extend(((*given, (each, None)), less) for each, less in others)
            given = (*given, (value, None))

    def _divide_chance_among_answers(
        self, request: Any, chance: Any, reported_ways: Ways
    ) -> Shares:
        if self._sharing is not None and isinstance(request, PureStageCall):
            return self.calculator.sample_pure_stage_values(
                request, chance, reported_ways, self._sharing
            )
        answers = self.calculator.list_answers_or_values_with_chances(
            request, chance, reported_ways
        )
        share_out_runs = (
            scale_shares
            if self._sharing is None
            else self._sharing.divide_runs_drawing_small_shares
        )
        return share_out_runs(chance, answers)

    def _make_end_at_call(self, node: _Node, given: _Answers, request: StageCall) -> _End:
        changes = self._overlay.compute_changes()
        if request.aftermath and not self.calculator.under_way:
            return self._continue_without_aftermath(
                request.aftermath, node, (*given, (None, changes))
            ), True
        caller = node[-1]._replace(answers=given)
        return (*node[:-1], caller, _Frame(request.fn, request.args, changes)), True

    def _continue_without_aftermath(self, aftermath: str, node: _Node, answers: _Answers) -> _Node:
        """Return the node that continues its innermost stage without the aftermath."""
        outermost, *inner = (*node[:-1], node[-1]._replace(answers=answers))
        names = dict.fromkeys((*outermost.aftermaths, aftermath))
        return (outermost._replace(aftermaths=tuple(names)), *inner)

    def _make_end_at_return(self, node: _Node, value: Any) -> _End:
        if isinstance(value, NextStage):
            changes, left_out = self._overlay.compute_changes(), node[-1].aftermaths
            return (*node[:-1], _Frame(value.fn, value.args, changes, (), left_out)), True
        if len(node) == 1:
            record_all_consequences(self.ruleset, self._match)
            return Outcome(self._overlay.compute_changes(), node[0].aftermaths), False
        caller = node[-2]
        known = (*caller.answers, (value, self._overlay.compute_changes()))
        return (*node[:-2], caller._replace(answers=known)), True


def make_single_action_ruleset(
    ruleset: Ruleset, fn: Callable[..., Any], args: tuple[Any, ...]
) -> Ruleset:
    """Make a ruleset whose only action "stage" runs ``fn(match, *args)``."""
    action = Action(
        id="stage",
        word="",
        params=Interruptible if is_interruptible_but_unclaimed(*args) else NoParams,
        stage=lambda match, _, __: continue_with(fn, match, *args),
    )
    return msgspec.structs.replace(ruleset, actions={"stage": action})


def run_single_action_ruleset(
    ruleset: Ruleset,
    state: State,
    choose_answer: Callable[[PendingQuestion], Rolled | Chosen | None],
    on_result: Callable[[ReportedResult], None] | None = None,
    earlier_answers: int = -1,
) -> tuple[Outcome | None, TableRunner]:
    """Run the action of ``make_single_action_ruleset`` once. ``state`` does not change.

    ``choose_answer`` returns the input for the open question, or None to stop. ``on_result`` is
    called with each reported result. An aftermath that begins within the first ``earlier_answers``
    answers is run. Later ones are left out. Returns the outcome (None if stopped) and the table
    runner.
    """
    aftermaths: dict[str, None] = {}
    answered = 0

    def leave_out(name: str) -> bool:
        is_later = answered > earlier_answers
        if is_later:
            aftermaths[name] = None
        return is_later

    layer = state.make_overlay()
    table = TableRunner(ruleset, layer, leaves_out=leave_out, on_tell=on_result)
    version = max(state.current_values.open, default=0) + 1
    event: ActionTaken | Rolled | Chosen = ActionTaken(action="stage")
    while True:
        version += 1 + len(table.process_input(event, version))
        if table.pending is None:
            return Outcome(layer.compute_changes(), tuple(aftermaths)), table
        reply = choose_answer(table.pending)
        if reply is None:
            return None, table
        event, answered = reply, answered + 1


def sample_odds(
    ruleset: Ruleset,
    state: State,
    stage: Callable[..., Any],
    args: tuple[Any, ...],
    runs: int,
    rng: Random,
    earlier_answers: Sequence[Rolled | Chosen] = (),
    is_wanted: Callable[[], bool] = always_wanted,
) -> Odds:
    """Estimate the odds of ``stage(match, *args)`` from ``runs`` runs. ``state`` does not change.

    Each run uses ``earlier_answers``, then random dice and the default for every choice. Raises
    ``OddsNotWanted`` when the odds are no longer needed.
    """
    one = make_single_action_ruleset(ruleset, stage, args)
    ends: Counter[Outcome] = Counter()
    told: Counter[ReportedResult] = Counter()
    for _ in range(runs):
        if not is_wanted():
            raise OddsNotWanted
        answer = _make_answerer(earlier_answers, rng)
        outcome, _table = run_single_action_ruleset(
            one, state, answer, lambda tell: told.update((tell,)), len(earlier_answers) or -1
        )
        if outcome is not None:
            ends[outcome] += 1
    chances = {end: count / runs for end, count in ends.items()}
    return Odds(state, chances, (), runs, {tell: count / runs for tell, count in told.items()})


def _make_answerer(
    earlier_answers: Iterable[Rolled | Chosen], rng: Random
) -> Callable[[PendingQuestion], Rolled | Chosen]:
    """Return a function that gives the ``earlier_answers``, then random dice and
    default choices.
    """
    left = iter(earlier_answers)

    def answer(pending: PendingQuestion) -> Rolled | Chosen:
        known = next(left, None)
        if known is not None:
            return msgspec.structs.replace(known, key=pending.key)
        if isinstance(pending.request, ROLLS):
            return choose_random_answer(pending, rng)
        return make_choice_answer(pending, get_default_answer(pending.request))

    return answer
