"""The table runner, which executes the rules with players' inputs, one question at a time.

Before each question and at the end of each action, the runner records automatic consequences.

``TableRunner`` holds the state of the match and the stack of open actions. Each action is a stack
of generators. For each input, the runner changes the state and returns the facts that followed. The
application stores the input and its facts as one entry. If it cannot store them, it discards the
runner.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Any
from weakref import proxy, ref

from msgspec import Struct, ValidationError, field
from msgspec.structs import replace

from tracker.procedures.declared.player_actions import is_interruptible_but_unclaimed
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.typed_fact_validation import validate_typed_facts
from tracker.procedures.requests import (
    Interrupt,
    NextStage,
    OddsAssumption,
    PureStageCall,
    ReportedResult,
    Request,
    Role,
    StageCall,
    Tally,
)
from tracker.procedures.ruleset import Ruleset
from tracker.procedures.runners.request_answer_reading import (
    InvalidAnswer,
    does_recorded_answer_fit,
    find_only_answer,
    is_same_question,
    read_choice_answer,
    read_roll_answer,
)
from tracker.projection.match_event_fold import apply_event
from tracker.projection.match_state import State
from tracker.projection.undo_history_tree import RecordedEvent
from tracker.vocabulary import events as ev
from tracker.vocabulary.match_event_codec import round_trip
from tracker.vocabulary.subject_ids import SideId, Subject

MAX_ROUNDS = 20


class EndlessConsequences(Exception):
    """The automatic consequences of a ruleset never end."""


def record_all_consequences(ruleset: Ruleset, match: Match) -> None:
    """Record automatic consequences until none are left, or raise ``EndlessConsequences``."""
    for _ in range(MAX_ROUNDS):
        facts = tuple(ruleset.consequences(match))
        if not facts:
            match.take_touched()
            return
        match.record(*facts)
    raise EndlessConsequences(f"{ruleset.id}: consequences still change after {MAX_ROUNDS} rounds")


class ReplayMismatch(Exception):
    """Recorded events do not fit the current rules. ``version`` is that of the first such event."""

    def __init__(self, version: int, message: str) -> None:
        super().__init__(message)
        self.version = version


def explain_replay_difference(
    recorded_event: ev.AnyEvent | None, expected_events: Sequence[tuple[ev.AnyEvent, int]]
) -> str:
    now = expected_events[0][0] if expected_events else None
    if recorded_event is None or now is None or type(recorded_event) is not type(now):
        book, today = (_name_event_type(recorded_event), _name_event_type(now))
        return f"the record has {book} where the current rules have {today}"
    told = [
        f"{field} {old!r}, the current rules have {getattr(now, field)!r}"
        for field in recorded_event.__struct_fields__
        if (old := getattr(recorded_event, field)) != getattr(now, field)
    ]
    what = "; ".join(told) or "the same values, but in another action"
    return f"the record has {type(recorded_event).__name__} with {what}"


def _name_event_type(event: ev.AnyEvent | None) -> str:
    return "nothing more" if event is None else type(event).__name__


class PendingQuestion(Struct, frozen=True):
    """An open question. ``action`` is the version of the action that asks it."""

    key: str
    request: Request[Any]
    action: int


def make_choice_answer(pending: PendingQuestion, value: ev.Value) -> ev.Chosen:
    """Make the event that answers an open question with a choice."""
    asked = pending.request
    whole = isinstance(asked, Tally) and asked.whole
    return ev.Chosen(key=pending.key, what=asked.what, value=value, side=asked.side, whole=whole)


Followed = tuple[ev.AnyFact, int]

# The next input of the innermost stage (in a tuple), or None if a player must answer first.
Going = tuple[Any] | None


class _Frame(Struct):
    generator: Generator[Request[Any], Any, Any]
    roles: dict[str, Role]


class _OpenAction(Struct):
    """An open action, with its generators (innermost last) and its question."""

    version: int
    side: SideId | None
    passes: bool = False
    """Whether each ``Interrupt`` is skipped automatically, because nobody wants to interrupt."""
    frames: list[_Frame] = field(default_factory=list)
    asked: Counter[str] = field(default_factory=Counter)
    pending: PendingQuestion | None = None


class TableRunner:
    """A match in progress: its state, its open actions, and the open question."""

    def __init__(
        self,
        ruleset: Ruleset,
        state: State,
        *,
        leaves_out: Callable[[str], bool] | None = None,
        on_tell: Callable[[ReportedResult], None] | None = None,
    ) -> None:
        self.ruleset = ruleset
        self.state = state
        self._stack: list[_OpenAction] = []
        self._facts: list[Followed] = []
        self._leaves_out, self._on_tell = leaves_out, on_tell
        self._profiles: dict[tuple[Any, ...], Any] = {}
        self.match = self._make_match_view()

    def _make_match_view(self) -> Match:
        """Make the rules' view of the state. The view holds no strong reference to this runner."""
        table, living = proxy(self), ref(self)

        def record(fact: ev.AnyFact) -> None:
            apply_event(table.state, fact)
            table._facts.append((fact, table._stack[-1].version if table._stack else 0))

        def find_interrupted() -> Subject | None:
            left = living()
            pending = None if left is None else left.pending
            window = pending is not None and isinstance(pending.request, Interrupt)
            return pending.request.target if pending is not None and window else None

        return Match(self.state, record, self._profiles, find_interrupted)

    # -------------------------------------------------------------------------------- asking

    @property
    def pending(self) -> PendingQuestion | None:
        return self._stack[-1].pending if self._stack else None

    @property
    def waiting_location(self) -> str:
        """The line of code that asked the open question, as ``asked in MODULE, line N``."""
        frames = self._stack[-1].frames if self._stack else []
        return _describe_asking_line(frames[-1]) if frames else ""

    @property
    def open_action_versions(self) -> tuple[int, ...]:
        return tuple(action.version for action in self._stack)

    # ------------------------------------------------------------------------------- feeding

    def process_input(self, event: ev.AnyInput, version: int) -> list[Followed]:
        """Process one input. Return (fact, version of its action) for every fact that followed.

        ``version`` is the version that the input will have. Raises ``InvalidAnswer`` if the input
        does not fit the open question. Raises ``UnknownName`` for unknown names in typed facts. If
        an error is raised, nothing has changed.
        """
        self._facts = []
        match event:
            case ev.ActionTaken():
                self._begin_action(event, version)
            case ev.Rolled(key=""):
                pass  # a free roll answers no question
            case ev.Rolled() | ev.Chosen():
                self._answer_question(event)
            case ev.Corrected():
                validate_typed_facts(self.match, event.facts)
                self.match.record(*event.facts)
                record_all_consequences(self.ruleset, self.match)
                if event.closes and self._stack:
                    self._run_until_question(self._close_action("by hand"))
            case ev.Noted():
                apply_event(self.state, event, version)
            case ev.MatchOpened() | ev.ForceMustered():
                apply_event(self.state, event, version)
                self._profiles.clear()
                self.match = self._make_match_view()
                record_all_consequences(self.ruleset, self.match)
            case ev.Rewound():
                raise InvalidAnswer("a table cannot go back; use the match history to undo")
        facts, self._facts = self._facts, []
        return facts

    def _begin_action(self, event: ev.ActionTaken, version: int) -> None:
        pending = self.pending
        if pending is not None:
            request = pending.request
            if not isinstance(request, Interrupt) or event.action not in request.actions:
                raise InvalidAnswer(f"answer the open question first: {request.name or 'a choice'}")
        action = self.ruleset.actions.get(event.action)
        if action is None:
            raise InvalidAnswer(f"no action is called {event.action!r}")
        try:
            params = action.decode_params(event.params)
        except ValidationError as error:
            raise InvalidAnswer(f"{action.word}: {error}") from error
        apply_event(self.state, event, version)
        self._stack.append(_OpenAction(version, event.side, is_interruptible_but_unclaimed(params)))
        self._run_until_question(
            self._enter_stage(action.stage, (event.side, params), {}, pure=False)
        )

    def _answer_question(self, event: ev.Rolled | ev.Chosen) -> None:
        pending = self.pending
        if pending is None:
            raise InvalidAnswer("no question is open")
        if not is_same_question(event.key, pending.key):
            raise InvalidAnswer(f"the open question is {pending.request.name}")
        if isinstance(event, ev.Rolled):
            value = read_roll_answer(pending.request, event)
        else:
            value = read_choice_answer(pending.request, event.value)
        self._stack[-1].pending = None
        self._run_until_question((value,))

    # ------------------------------------------------------------------------------- driving

    def _run_until_question(self, next_input: Going) -> None:
        while next_input is not None:
            next_input = self._run_innermost_stage(next_input[0])

    def _run_innermost_stage(self, value: Any) -> Going:
        frames = self._stack[-1].frames
        frame = frames[-1]
        try:
            request = frame.generator.send(value)
        except StopIteration as stop:
            frames.pop()
            return self._handle_return_value(stop.value, frame.roles)
        try:
            return self._handle_request(request, frame)
        except Exception as error:
            error.add_note(_describe_asking_line(frame))
            raise

    def _enter_stage(
        self, fn: Callable[..., Any], args: tuple[Any, ...], roles: dict[str, Role], *, pure: bool
    ) -> Going:
        while True:
            result = fn(*args) if pure else fn(self.match, *args)
            if isinstance(result, Generator):
                self._stack[-1].frames.append(_Frame(result, roles))
                return (None,)
            if not isinstance(result, NextStage):
                return self._handle_return_value(result, roles)
            fn, args, pure = result.fn, result.args, result.pure

    def _handle_return_value(self, value: Any, roles: dict[str, Role]) -> Going:
        if isinstance(value, NextStage):
            return self._enter_stage(value.fn, value.args, roles, pure=value.pure)
        return (value,) if self._stack[-1].frames else self._close_action("resolved")

    def _handle_request(self, request: Request[Any], frame: _Frame) -> Going:
        match request:
            case PureStageCall(fn=fn, args=args, roles=roles):
                record_all_consequences(self.ruleset, self.match)
                named = {name: (side, who, whom) for name, side, who, whom in roles}
                return self._enter_stage(fn, args, {**frame.roles, **named}, pure=True)
            case StageCall(fn=fn, args=args, aftermath=aftermath):
                if aftermath and self._leaves_out is not None and self._leaves_out(aftermath):
                    return (None,)
                return self._enter_stage(fn, args, {}, pure=False)
            case ReportedResult():
                if self._on_tell is not None:
                    self._on_tell(request.resolve_role(frame.roles))
                return (None,)
            case OddsAssumption():
                return (None,)
            case _:
                return self._open_question(request, frame)

    def _open_question(self, request: Request[Any], frame: _Frame) -> Going:
        if self._stack[-1].passes and isinstance(request, Interrupt):
            return (False,)
        record_all_consequences(self.ruleset, self.match)
        known = find_only_answer(request)
        if known is not None:
            return known
        top = self._stack[-1]
        request = _fill_in_owner(request, frame.roles, top.side)
        base = f"{request.id}:{request.what}:{request.subject or ''}"
        top.asked[base] += 1
        top.pending = PendingQuestion(f"{base}#{top.asked[base]}", request, top.version)
        return None

    def _close_action(self, how: ev.EndedHow) -> Going:
        record_all_consequences(self.ruleset, self.match)
        top = self._stack[-1]
        ended = ev.ActionEnded(action=top.version, how=how)
        apply_event(self.state, ended)
        self._facts.append((ended, top.version))
        for frame in reversed(top.frames):
            frame.generator.close()
        self._stack.pop()
        if not self._stack:
            return None
        self._stack[-1].pending = None
        return (True,)

    # ------------------------------------------------------------------------------ resuming

    def replay_events(self, events: Iterable[RecordedEvent]) -> None:
        """Process recorded events again. The first event must begin the outermost open action.

        Raises ``ReplayMismatch`` at the first event that the current rules would not record.
        """
        expected: list[tuple[ev.AnyEvent, int]] = []
        last = 0
        for each in events:
            if each.version != each.entry:
                if not expected or expected[0] != (each.event, each.action):
                    raise ReplayMismatch(
                        each.version, explain_replay_difference(each.event, expected)
                    )
                expected.pop(0)
            elif expected:
                break
            else:
                expected = self._replay_input(each)
            last = each.version
        if expected:
            raise ReplayMismatch(last, explain_replay_difference(None, expected))

    def _replay_input(self, recorded: RecordedEvent) -> list[tuple[ev.AnyEvent, int]]:
        event = recorded.event
        pending = self.pending
        if (
            isinstance(event, (ev.Rolled, ev.Chosen))
            and event.key
            and (
                pending is None or not does_recorded_answer_fit(pending.request, pending.key, event)
            )
        ):
            waits = pending.request.what if pending else "nothing"
            message = f"the rules now ask for {waits}, but the record has {event.what}"
            if waits == event.what:
                message = f"the rules still ask for {waits}, but not as in the record"
            raise ReplayMismatch(recorded.version, message)
        try:
            facts = self.process_input(event, recorded.version)  # type: ignore[arg-type]
        except InvalidAnswer as error:
            raise ReplayMismatch(recorded.version, str(error)) from error
        return [(round_trip(fact), action) for fact, action in facts]


def _describe_asking_line(frame: _Frame) -> str:
    stands = getattr(frame.generator, "gi_frame", None)
    return f"asked in {stands.f_globals['__name__']}, line {stands.f_lineno}" if stands else ""


def _fill_in_owner(
    request: Request[Any], roles: dict[str, Role], side: SideId | None
) -> Request[Any]:
    owner: SideId | None = side
    subject: Subject | None = None
    target: Subject | None = None
    if request.role:
        owner, subject, target = roles.get(request.role, (side, None, None))
    return replace(
        request,
        side=request.side or owner,
        subject=request.subject or subject,
        target=request.target or target,
    )
