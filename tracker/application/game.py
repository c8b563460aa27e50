"""One open match: what waits, what can be done, and everything written to its book.

Each thing people say becomes one entry, durable before it is shown. If writing fails the match is
put back as it stands in the ledger, and nothing is lost that was ever shown.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import msgspec
from msgspec.structs import replace

from tracker.application import amend, choices, rolls, targets
from tracker.application.entering import lines_of, to_store
from tracker.application.errors import MovedOn, NeedsReason, Refused, RulesChanged, sentence
from tracker.application.story import Entry, Story, lines_told
from tracker.application.summaries import summary_of
from tracker.ledger.errors import Conflict, LedgerError
from tracker.ledger.store import Store
from tracker.procedures.answers import NotAnAnswer, default_of
from tracker.procedures.mismatch import Mismatch
from tracker.procedures.ruleset import Command, Objection, Ruleset
from tracker.procedures.table import Followed, Pending, Table
from tracker.procedures.view import Match, UnknownName
from tracker.projection.history import Line, before_entry
from tracker.projection.state import State
from tracker.vocabulary import codec
from tracker.vocabulary import events as ev
from tracker.vocabulary.events import Version

Clock = Callable[[], int]

# More than this in one go, and something is wrong with a ruleset.
MOST_AUTOMATIC = 200


class Game:
    """A match opened for keeping. ``clock`` gives microseconds since 1970 (UTC).

    ``trouble`` is set when the open action no longer runs with today's rules: it can then be
    taken back, or ended by hand.
    """

    def __init__(
        self,
        store: Store,
        stream: str,
        ruleset: Ruleset,
        *,
        clock: Clock,
        author: str = "",
        dice: random.Random | None = None,
    ) -> None:
        self.store = store
        self.stream = stream
        self.ruleset = ruleset
        self.author = author
        self.dice = dice or random.SystemRandom()
        self._clock = clock
        self.story = Story()
        self.trouble: Mismatch | None = None
        self._repeats: Version | None = None
        self.table = Table(ruleset, self.story.state)
        if store.version(stream):
            self.reload()

    # ------------------------------------------------------------------------------- reading

    def reload(self) -> None:
        """Read the whole match again from the ledger.

        Raises ``Refused`` for a match that a newer program wrote in.
        """
        try:
            lines = lines_told(self.store.tell(self.stream))
        except codec.UnknownKind as error:
            raise Refused(sentence(str(error))) from error
        self.story = Story()
        self.story.load(lines)
        self._seat()

    def _seat(self) -> None:
        """Put a table at the state of the story, with its open action where it was."""
        self.trouble = None
        state = self.story.state
        self.table = Table(self.ruleset, state)
        if not state.now.open:
            return
        first = state.now.open[0]
        before = before_entry(self.story.path, first)
        table = Table(self.ruleset, self.story.state_at(before))
        try:
            table.resume(self.story.path[self.story.index_after(before) :])
        except (Mismatch, NotAnAnswer, UnknownName, msgspec.ValidationError) as error:
            at = error.version if isinstance(error, Mismatch) else first
            self.trouble = Mismatch(at, str(error))
            return
        self.table = table
        self.story.state = table.state

    @property
    def match(self) -> Match:
        return self.table.match

    @property
    def state(self) -> State:
        return self.story.state

    @property
    def pending(self) -> Pending | None:
        """The question that waits for people, if there is one."""
        return self.table.pending

    @property
    def version(self) -> Version:
        return self.story.version

    # ------------------------------------------------------------------------------- playing

    def open_with(self, opened: ev.MatchOpened, forces: Sequence[ev.ForceMustered]) -> list[Entry]:
        """Begin the match: its opening, its forces, and what the book does by itself first."""
        return [self._enter(opened), *map(self._enter, forces), *self._go_on()]

    def objections(self, command: Command) -> tuple[Objection, ...]:
        """What the rules have against an action. Raises ``Refused`` for unknown names."""
        action = self.ruleset.actions.get(command.action)
        if action is None:
            raise Refused(f"{self.ruleset.title} has no action called {command.action!r}.")
        try:
            params = action.read(command.params)
            return tuple(action.objections(self.match, command.side, params))
        except UnknownName as error:
            raise Refused(sentence(str(error))) from error
        except msgspec.ValidationError as error:
            raise Refused(sentence(f"{action.word}: {error}")) from error

    def take(self, command: Command, *, because: str = "") -> list[Entry]:
        """Take an action, and let the book go on by itself as far as it can.

        Objections are written down with the reason. Raises ``NeedsReason`` in a strict game.
        """
        self._must_run()
        against = self.objections(command)
        if against and self.state.info.mode == "strict" and not because:
            raise NeedsReason(
                f"{sentence(against[0].text)} Say why, and it goes down as a table ruling."
            )
        event = ev.ActionTaken(
            action=command.action,
            side=command.side,
            params=command.params,
            overrides=tuple(ev.Override(item.id, because) for item in against),
        )
        return [self._enter(event), *self._go_on()]

    def answer(self, event: ev.Rolled | ev.Chosen) -> list[Entry]:
        """Answer the waiting question with a ready event."""
        self._must_run()
        return [self._enter(event), *self._go_on()]

    def choose(self, value: ev.Value, *, source: ev.Source = "typed") -> list[Entry]:
        """Answer the waiting choice."""
        pending = self.waiting()
        return self.answer(
            ev.Chosen(
                key=pending.key,
                what=pending.request.what,
                value=value,
                side=pending.request.side,
                source=source,
            )
        )

    def say(
        self, text: str, *, other_number: bool = False, need: int | None = None, why: str = ""
    ) -> list[Entry]:
        """Answer the waiting question in the words of the table: dice or a choice.

        ``other_number`` and ``need`` are table rulings on a roll, ``why`` says their reason.
        Raises ``BadDice`` (which keeps the text) or ``Refused``.
        """
        pending = self.waiting()
        if rolls.is_roll(pending.request):
            text, need = rolls.needed(text, need)
            return self.answer(
                rolls.read_dice(
                    pending, text, self.dice, other_number=other_number, need=need, why=why
                )
            )
        return self.choose(choices.value_of(pending.request, text))

    def roll(self) -> list[Entry]:
        """Let the app roll the dice that are asked."""
        return self.answer(rolls.roll_all(self.waiting(), self.dice))

    def choose_default(self) -> list[Entry]:
        """Take the stated default of the waiting choice. Raises ``Refused`` for dice."""
        try:
            return self.choose(default_of(self.waiting().request))
        except NotAnAnswer as error:
            raise Refused(sentence(str(error))) from error

    def note(
        self,
        text: str,
        *,
        about: Version | None = None,
        star: bool = False,
        mark: ev.NoteMark = "",
    ) -> Entry:
        """Write a note; a waiting question goes on waiting."""
        return self._enter(ev.Noted(text=text, about=about, star=star, mark=mark))

    def set_right(
        self,
        facts: tuple[ev.AnyFact, ...],
        reason: str,
        *,
        about: Version | None = None,
        closes: bool = False,
    ) -> list[Entry]:
        """Set something right by hand; ``closes`` ends the open action with these facts."""
        event = ev.Corrected(reason=reason, facts=facts, about=about, closes=closes)
        if self.trouble is not None and closes:
            return [self._end_by_hand(event)]
        return [self._enter(event), *(self._go_on() if closes else ())]

    def proceed(self) -> list[Entry]:
        """Let the book do what it does by itself, until people are needed."""
        return self._go_on()

    def waiting(self) -> Pending:
        """The question that waits. Raises ``Refused`` when nothing does."""
        self._must_run()
        if self.table.pending is None:
            raise Refused("Nothing waits for an answer; say who does what.")
        return self.table.pending

    def _go_on(self) -> list[Entry]:
        """What the book does by itself, and what a correction under way says again."""
        written: list[Entry] = []
        while self.match.ended is None and not self.trouble:
            more = self._by_itself() or self._again()
            if more is None:
                break
            written.append(more)
            if len(written) > MOST_AUTOMATIC + 2 * len(self.story.path):
                raise Refused(f"{self.ruleset.title} goes on by itself without end.")
        return written

    def _by_itself(self) -> Entry | None:
        if self.table.pending is not None:
            return None
        command = self.ruleset.automatic(self.match)
        if command is None:
            return None
        event = ev.ActionTaken(
            action=command.action,
            side=command.side,
            params=command.params,
            source="default",
            repeats=amend.same_by_itself(amend.plan_of(self.story), command),
        )
        return self._enter(event)

    def _again(self) -> Entry | None:
        plan = amend.plan_of(self.story)
        if plan is None:
            return None
        for event in amend.next_inputs(plan, self.table.pending):
            try:
                return self._enter(event)
            except (Refused, UnknownName, KeyError):
                continue  # it no longer fits: listed as dropped
        return None

    @contextmanager
    def repeating(self, version: Version) -> Iterator[None]:
        """What is entered first in this block says line ``version`` anew."""
        self._repeats = version
        try:
            yield
        finally:
            self._repeats = None

    def _must_run(self) -> None:
        if self.trouble is not None:
            number = self.story.number_of(self.state.now.open[0])
            raise RulesChanged(
                f"The rules have changed since line {number} was begun ({self.trouble}):"
                " take that action back, or end it by hand."
            )

    # ------------------------------------------------------------------------- taking back

    def undo(self) -> Entry:
        """Take back the last thing somebody said: a roll, a choice or an action."""
        return self.take_back(targets.before_last(self.story))

    def undo_action(self) -> Entry:
        """Take back the whole last action, with everything said in it."""
        return self.take_back(targets.before_action(self.story))

    def undo_phase(self) -> Entry:
        """Go back to where this phase (or half) began; from there, to the one before."""
        return self.take_back(targets.start_of(self.story, ev.PhaseBegan))

    def undo_turn(self) -> Entry:
        """Go back to where this turn began; from there, to the one before."""
        return self.take_back(targets.start_of(self.story, ev.TurnBegan))

    def undo_to(self, number: int) -> Entry:
        """Go back (or over to a way not taken) so that line ``number`` is the last."""
        to, why = targets.end_of_line(self.story, number)
        return self.take_back(to, why)

    def redo(self) -> Entry:
        """Return what was taken back last."""
        if not self.story.tree.redo:
            raise Refused("Nothing was taken back since the last thing you entered.")
        return self.take_back(self.story.tree.redo[-1], "redo")

    def take_back(
        self, to: Version, why: ev.RewindWhy = "undo", amends: Version | None = None
    ) -> Entry:
        """Move to the end of another entry. Raises ``Refused`` before the game begins."""
        if why != "return" and to < targets.floor(self.story):
            raise Refused("Nothing more can be taken back: the game begins here.")
        if to == self.story.tree.head:
            raise Refused("The game stands there already; nothing was taken back.")
        return self._write_derived(ev.Rewound(to=to, why=why, amends=amends), [])

    def branches(self) -> list[Entry]:
        """The last lines of all ways the game has gone, the present one included."""
        lines = self.story.lines
        return [self.story.entry(lines[v - 1].entry) for v in self.story.tree.leaves()]

    # ------------------------------------------------------------------------------- writing

    def _enter(self, event: ev.AnyInput) -> Entry:
        """Run an input through the rules and write it with its facts, as one entry."""
        version = self.version + 1
        if self._repeats is not None and not isinstance(event, (ev.MatchOpened, ev.ForceMustered)):
            event, self._repeats = _saying_anew(event, self._repeats), None
        stored = codec.round_trip(event)
        action = self._action_of(stored, version)
        try:
            followed = self.table.feed(stored, version)
        except NotAnAnswer as error:
            raise Refused(sentence(str(error))) from error
        except UnknownName as error:
            self._put_back()
            raise Refused(sentence(str(error))) from error
        except Exception:
            self._put_back()
            raise
        lines = self._lines(stored, action, followed)
        self._append(lines, self.table.state)
        self.story.grow(lines, self.table.state)
        return self.story.entry(version)

    def _end_by_hand(self, event: ev.Corrected) -> Entry:
        """End an action that today's rules cannot go on with, from its facts alone."""
        still_open = self.state.now.open
        ended = (ev.ActionEnded(action=one, how="by hand") for one in reversed(still_open))
        return self._write_derived(
            event, [(fact, still_open[-1]) for fact in (*event.facts, *ended)]
        )

    def _write_derived(self, event: ev.AnyInput, followed: list[Followed]) -> Entry:
        """Write an entry whose effect comes from the events alone: no rule is asked."""
        action = 0 if isinstance(event, ev.Rewound) else self.state.now.open[-1]
        lines = self._lines(event, action, followed)
        self.story.grow(lines)
        try:
            self._append(lines, self.story.state)
        except (LedgerError, MovedOn):
            self.reload()
            raise
        self._seat()
        return self.story.entry(lines[0].version)

    def _action_of(self, event: ev.AnyInput, version: Version) -> Version:
        if isinstance(event, ev.ActionTaken):
            return version
        return self.state.now.open[-1] if self.state.now.open else 0

    def _lines(self, event: ev.AnyInput, action: Version, followed: list[Followed]) -> list[Line]:
        return lines_of(
            event,
            followed,
            version=self.version + 1,
            action=action,
            at=self._clock(),
            author=self.author,
        )

    def _append(self, lines: list[Line], state: State) -> None:
        first, last = lines[0], lines[-1]
        opened_at = self.story.lines[0].at if self.story.lines else first.at
        try:
            self.store.append(
                self.stream,
                first.version - 1,
                [to_store(line) for line in lines],
                author=first.author,
                at=first.at,
                summary=summary_of(self.stream, state, last.version, opened_at, last.at),
                stream_kind="match" if first.version == 1 else None,
            )
        except Conflict as error:
            self.reload()
            raise MovedOn(
                "Somebody else wrote in this game just now: it has been read again;"
                " look where it stands, then repeat what you typed."
            ) from error
        except LedgerError:
            self._put_back()
            raise

    def _put_back(self) -> None:
        """Forget what was not written: the state is again that of the book."""
        self.story.restore()
        self._seat()


def _saying_anew(event: ev.AnyInput, version: Version) -> ev.AnyInput:
    assert isinstance(event, (ev.ActionTaken, ev.Rolled, ev.Chosen, ev.Corrected, ev.Noted))
    return replace(event, repeats=version)
