"""One open match: what waits, what can be done, and everything written to its book.

Each thing people say becomes one entry, durable before it is shown. If writing fails the match is
put back as it stands in the ledger, and nothing is lost that was ever shown.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec

from tracker.application.errors import NeedsReason, Refused, RulesChanged, sentence
from tracker.application.match import choices, replaying, rolls
from tracker.application.match.actors import all_gone, half_over
from tracker.application.match.entries import Entry
from tracker.application.match.opened import Clock
from tracker.application.match.taking_back import TakingBack
from tracker.ledger.store import Store
from tracker.procedures.ruleset import Command, Objection, Ruleset
from tracker.procedures.runners.answers import NotAnAnswer, default_of
from tracker.procedures.runners.table import Pending
from tracker.procedures.view import UnknownName
from tracker.vocabulary import events as ev
from tracker.vocabulary.events import Version

# More than this in one go, and something is wrong with a ruleset.
MOST_AUTOMATIC = 200


class Game(TakingBack):
    """A match opened for keeping. ``clock`` gives microseconds since 1970 (UTC)."""

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
        super().__init__(store, stream, ruleset, clock=clock)
        self.author = author
        self.dice = dice or random.SystemRandom()

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
            late=half_over(self, command.side) if self._late is None else self._late,
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
            text, need = rolls.needed(pending.request, text, need)
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

    def roll_freely(self, event: ev.Rolled) -> Entry:
        """Write a roll that no rule asks for; a waiting question goes on waiting."""
        if event.key:
            raise Refused("This roll answers a question.")
        return self._enter(event)

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
        while self.match.ended is None and not self.trouble and not self._holding:
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
            repeats=replaying.same_by_itself(replaying.plan_of(self.story), command),
        )
        return self._enter(event)

    def _again(self) -> Entry | None:
        plan = replaying.plan_of(self.story)
        if plan is None:
            return None
        for event in replaying.next_inputs(self.story, plan, self.table.pending):
            try:
                if self._still_done(event, plan):
                    return self._enter(event)
            except (Refused, UnknownName, KeyError):
                continue  # it no longer fits: listed as dropped
        return None

    def _still_done(self, event: ev.AnyInput, plan: replaying.Plan) -> bool:
        """Whether an old action is done as it was: not by those who are gone by now, and after
        something that was said late only where the rules have nothing new against it.
        """
        if not isinstance(event, ev.ActionTaken):
            return True
        if all_gone(self.state, event):
            return False
        against = self.objections(Command(event.action, event.side, event.params))
        known = {override.objection for override in event.overrides}
        return not plan.late or {item.id for item in against} <= known

    def alone(self, event: ev.AnyInput) -> Entry:
        """Write one input, and nothing that follows by itself."""
        return self._enter(event)

    def _must_run(self) -> None:
        if self.trouble is not None:
            number = self.story.number_of(self.state.now.open[0])
            raise RulesChanged(
                f"The rules have changed since line {number} was begun ({self.trouble}):"
                " take that action back, or end it by hand."
            )
