"""The table runner: drives the rules with what people say, one question at a time.

``Table`` holds the state of the match and the stack of open actions, each a stack of generators.
Fed an input, it changes the state and returns the facts that followed. It writes nothing: the
application appends input and facts as one entry, and throws the table away if that fails.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from tracker.procedures.answers import NotAnAnswer, fits, of_choice, of_roll, trivial
from tracker.procedures.requests import Do, Interrupt, Request, Role, Sub, Then
from tracker.procedures.ruleset import Ruleset
from tracker.procedures.settle import settle
from tracker.procedures.view import Match
from tracker.projection.fold import apply
from tracker.projection.history import Line
from tracker.projection.state import State
from tracker.vocabulary import events as ev
from tracker.vocabulary.codec import round_trip
from tracker.vocabulary.names import SideId, Subject


class Mismatch(Exception):
    """Recorded answers no longer fit what the rules ask; ``version`` is the first that differs."""

    def __init__(self, version: int, message: str) -> None:
        super().__init__(message)
        self.version = version


@dataclass(frozen=True)
class Pending:
    """A question that waits for people; ``action`` is the version of the action that asks."""

    key: str
    request: Request[Any]
    action: int


Followed = tuple[ev.AnyFact, int]


@dataclass
class _Frame:
    name: str
    generator: Generator[Request[Any], Any, Any]
    roles: dict[str, Role]


@dataclass
class _Open:
    """An open action: its generators, innermost last, and what it asks."""

    version: int
    side: SideId | None
    frames: list[_Frame] = field(default_factory=list)
    asked: Counter[str] = field(default_factory=Counter)
    pending: Pending | None = None


class Table:
    """A match being played: state, open actions and the pending question."""

    def __init__(
        self,
        ruleset: Ruleset,
        state: State,
        *,
        on_aftermath: Callable[[str], None] | None = None,
    ) -> None:
        self.ruleset = ruleset
        self.state = state
        self._stack: list[_Open] = []
        self._facts: list[Followed] = []
        self._on_aftermath = on_aftermath
        self._profiles: dict[tuple[Any, ...], Any] = {}
        self.match = Match(state, self._record, self._profiles)

    # -------------------------------------------------------------------------------- asking

    @property
    def pending(self) -> Pending | None:
        """The question that waits, if an action is open."""
        return self._stack[-1].pending if self._stack else None

    @property
    def open_actions(self) -> tuple[int, ...]:
        return tuple(action.version for action in self._stack)

    # ------------------------------------------------------------------------------- feeding

    def feed(self, event: ev.AnyInput, version: int) -> list[Followed]:
        """Take one input; returns (fact, action it belongs to) for all that followed.

        ``version`` is the version the input will have. Raises ``NotAnAnswer`` (nothing changed)
        when a roll or choice does not fit the pending question.
        """
        self._facts = []
        match event:
            case ev.ActionTaken():
                self._take(event, version)
            case ev.Rolled() | ev.Chosen():
                self._answer(event)
            case ev.Corrected():
                self._correct(event)
            case ev.Noted():
                pass
            case ev.MatchOpened() | ev.ForceMustered():
                apply(self.state, event, version)
                self.match = Match(self.state, self._record, self._profiles)
            case ev.Rewound():
                message = "a table goes forward only: what is taken back is a matter of history"
                raise NotAnAnswer(message)
        facts, self._facts = self._facts, []
        return facts

    def _take(self, event: ev.ActionTaken, version: int) -> None:
        pending = self.pending
        if pending is not None and not self._may_interrupt(pending, event):
            message = f"answer first: {pending.request.what or 'a choice'} is still open"
            raise NotAnAnswer(message)
        action = self.ruleset.actions.get(event.action)
        if action is None:
            message = f"no action is called {event.action!r}"
            raise NotAnAnswer(message)
        params = action.read(event.params)
        apply(self.state, event, version)
        self._stack.append(_Open(version, event.side))
        self._enter(action.id, action.stage, (event.side, params), {}, pure=False)

    def _may_interrupt(self, pending: Pending, event: ev.ActionTaken) -> bool:
        request = pending.request
        return isinstance(request, Interrupt) and event.action in request.actions

    def _answer(self, event: ev.Rolled | ev.Chosen) -> None:
        pending = self.pending
        if pending is None:
            message = "nothing waits for an answer"
            raise NotAnAnswer(message)
        if event.key != pending.key:
            message = f"the open question is {pending.request.what}"
            raise NotAnAnswer(message)
        if isinstance(event, ev.Rolled):
            value = of_roll(pending.request, event)
        else:
            value = of_choice(pending.request, event.value)
        self._stack[-1].pending = None
        self._resume(value)

    def _correct(self, event: ev.Corrected) -> None:
        self.match.record(*event.facts)
        settle(self.ruleset, self.match)
        if event.closes and self._stack:
            self._close("by hand")

    # ------------------------------------------------------------------------------- driving

    def _record(self, fact: ev.AnyFact) -> None:
        apply(self.state, fact)
        self._facts.append((fact, self._stack[-1].version if self._stack else 0))

    def _enter(
        self,
        name: str,
        fn: Callable[..., Any],
        args: tuple[Any, ...],
        roles: dict[str, Role],
        *,
        pure: bool,
    ) -> None:
        result = fn(*args) if pure else fn(self.match, *args)
        if isinstance(result, Generator):
            self._stack[-1].frames.append(_Frame(name, result, roles))
            self._resume(None)
        else:
            self._returned(result, roles)

    def _resume(self, value: Any) -> None:
        frame = self._stack[-1].frames[-1]
        try:
            request = frame.generator.send(value)
        except StopIteration as stop:
            self._stack[-1].frames.pop()
            self._returned(stop.value, frame.roles)
            return
        self._requested(request, frame)

    def _returned(self, value: Any, roles: dict[str, Role]) -> None:
        if isinstance(value, Then):
            self._enter(value.fn.__name__, value.fn, value.args, roles, pure=value.pure)
        elif self._stack[-1].frames:
            self._resume(value)
        else:
            self._close("resolved")

    def _requested(self, request: Request[Any], frame: _Frame) -> None:
        match request:
            case Sub(fn=fn, args=args, roles=roles):
                named = {name: (side, who, whom) for name, side, who, whom in roles}
                self._enter(fn.__name__, fn, args, {**frame.roles, **named}, pure=True)
            case Do(fn=fn, args=args, aftermath=aftermath):
                if aftermath and self._on_aftermath is not None:
                    self._on_aftermath(aftermath)
                self._enter(fn.__name__, fn, args, {}, pure=False)
            case _:
                self._question(request, frame)

    def _question(self, request: Request[Any], frame: _Frame) -> None:
        settle(self.ruleset, self.match)
        known = trivial(request)
        if known is None and isinstance(request, Interrupt) and not request.by:
            known = (False,)
        if known is not None:
            self._resume(known[0])
            return
        top = self._stack[-1]
        request = _owned(request, frame.roles, top.side)
        base = f"{frame.name}:{request.what}:{request.subject or ''}"
        top.asked[base] += 1
        top.pending = Pending(f"{base}#{top.asked[base]}", request, top.version)

    def _close(self, how: ev.EndedHow) -> None:
        settle(self.ruleset, self.match)
        top = self._stack[-1]
        ended = ev.ActionEnded(action=top.version, how=how)
        apply(self.state, ended)
        self._facts.append((ended, top.version))
        for frame in top.frames:
            frame.generator.close()
        self._stack.pop()
        if self._stack:
            self._stack[-1].pending = None
            self._resume(True)

    # ------------------------------------------------------------------------------ resuming

    def resume(self, lines: Iterable[Line]) -> None:
        """Feed recorded lines again, from the start of the first open action on.

        Raises ``Mismatch`` at the first line where today's rules ask or record something else.
        """
        expected: list[tuple[ev.AnyEvent, int]] = []
        for line in lines:
            if line.version != line.entry:
                if not expected or expected[0] != (line.event, line.action):
                    raise Mismatch(line.version, _differs(line.event, expected))
                expected.pop(0)
                continue
            if expected:
                raise Mismatch(line.version, _differs(None, expected))
            expected = self._again(line)
        if expected:
            raise Mismatch(0, _differs(None, expected))

    def _again(self, line: Line) -> list[tuple[ev.AnyEvent, int]]:
        event = line.event
        pending = self.pending
        if isinstance(event, (ev.Rolled, ev.Chosen)) and (
            pending is None or not fits(pending.request, pending.key, event)
        ):
            waits = pending.request.what if pending else "nothing"
            message = f"the rules now ask {waits}, the book has {event.what}"
            raise Mismatch(line.version, message)
        try:
            facts = self.feed(event, line.version)  # type: ignore[arg-type]
        except NotAnAnswer as error:
            raise Mismatch(line.version, str(error)) from error
        return [(round_trip(fact), action) for fact, action in facts]


def _owned(request: Request[Any], roles: dict[str, Role], side: SideId | None) -> Request[Any]:
    """The request with its side and subjects filled in from the roles of a ``sub``."""
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


def _differs(event: ev.AnyEvent | None, expected: list[tuple[ev.AnyEvent, int]]) -> str:
    then = type(event).__name__ if event is not None else "nothing more"
    now = type(expected[0][0]).__name__ if expected else "nothing more"
    return f"the book has {then} where today's rules have {now}"
