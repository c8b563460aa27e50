"""The lines of a ruleset: what each part means, from the forms of its actions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any, Protocol

import msgspec

from tracker.input_parsing.lexicon import BASE, Lexicon
from tracker.input_parsing.syntax import Deed, Line, Part, Word
from tracker.procedures.declared.actions import CLAIMED, Action
from tracker.procedures.declared.forms import Acts, Form, When, always, filled
from tracker.procedures.declared.meanings import Command, Meaning, Reply
from tracker.procedures.declared.said import Cannot, Said
from tracker.procedures.declared.words import Phrase, Spoken, WordForm
from tracker.procedures.view import Match, UnknownName
from tracker.vocabulary.events import Json
from tracker.vocabulary.names import SideId

EntryContext = tuple[When, Spoken, Action[Any]]
"""When a verb or word means this form of an action."""


class Taken(Protocol):
    """An action as it is or was taken: a command, or the event of it."""

    @property
    def action(self) -> str: ...

    @property
    def side(self) -> SideId | None: ...

    @property
    def params(self) -> dict[str, Json]: ...


class Lines:
    """Reads and shows the lines of actions and of phrases, which are no actions."""

    def __init__(
        self, actions: Iterable[Action[Any]], phrases: Iterable[Phrase], cannot: Cannot
    ) -> None:
        self.actions = {action.id: action for action in actions}
        self.phrases = {phrase.word: phrase for phrase in phrases}
        self.cannot = cannot
        self.spoken: dict[tuple[type[Part], str], list[EntryContext]] = defaultdict(list)
        for action in self.actions.values():
            for form in action.forms:
                for spelling, when in form.spellings.items():
                    self.spoken[form.part, spelling].append((when, form, action))
        for meant in self.spoken.values():
            meant.sort(key=lambda one: one[0] is always)  # what is meant at times comes first
        self.lexicon = self._lexicon()

    def _lexicon(self) -> Lexicon:
        found = BASE | Lexicon(words=frozenset(self.phrases))
        for action in self.actions.values():
            for form in action.forms:
                found |= form.words
            if action.interruptible:
                found |= Lexicon(flags=frozenset((CLAIMED,)))
        return found

    def meaning(self, match: Match, part: Part) -> Meaning:
        """What a part of a line means now. Raises ``UnknownName`` with a sentence."""
        said = Said(match, part, self.cannot)
        found = self._meant(said)
        if found is not None:
            return self._of_action(said, *found)
        phrase = self.phrases.get(said.word)
        if phrase is None or not isinstance(part, Word):
            raise UnknownName(self._nothing_said(said))
        return phrase.read(match, part)

    def _nothing_said(self, said: Said) -> str:
        """Why a part is nobody's: a word that is unknown here, or none where one has to stand."""
        if said.word or not isinstance(said.part, Deed):
            return f"{said.word or 'this'} is not understood here; type who does what"
        verb = self._verb_in(said.match.phase)
        who = ",".join(said.part.who.names) or said.part.who.scope
        such_as = f", as in {who} {verb}" if verb else ""
        return f"there is no verb for {who}; add one{such_as}"

    def _verb_in(self, phase: str) -> str:
        """A verb of the phase; nothing where it has none."""
        spoken = ((word, one) for (_, word), found in self.spoken.items() for one in found)
        there = (
            word
            for word, (_, form, action) in spoken
            if word and form.part is Deed and phase in action.phases
        )
        return next(there, "")

    def lists(self, part: Part) -> bool:
        """Whether what stands behind the colon of a part are arguments of its word."""
        spoken = self.spoken.get((type(part), part.word), ()) if isinstance(part, Word) else ()
        return any(isinstance(form, WordForm) and form.listed for _, form, _ in spoken)

    def _meant(self, said: Said) -> tuple[Spoken, Action[Any]] | None:
        """The form of an action that a part is in."""
        spoken = self.spoken[type(said.part), said.word]
        return next(((form, action) for when, form, action in spoken if when(said)), None)

    def list_assumed(self, match: Match, part: Part) -> tuple[str, ...]:
        """What a part of a line does not say and is taken all the same: ``long range``."""
        said = Said(match, part, self.cannot)
        found = self._meant(said)
        form = None if found is None else found[0]
        divided = form.divided if isinstance(form, Form) else None
        return () if divided is None else divided.list_assumed(said)

    def _of_action(self, said: Said, form: Spoken, action: Action[Any]) -> Meaning:
        values = form.take(said)
        if action.interruptible:
            values[CLAIMED] = bool(said.flag(CLAIMED))
        said.finish()
        side = form.side(said.match, values)
        if action.sided and side is None:
            raise UnknownName(f"No side is acting now: name a side after {said.word}")
        command = action.make_command(side, filled(action.params, values))
        asks = form.asks(said.match, values) if form.asks is not None else ()
        if not asks:
            return command
        says = form.answer(said.match, values) if form.answer is not None else ""
        return Reply(asks, form.find_actors(values).who, command, says, said.word)

    def find_actors(self, taken: Taken) -> Acts | None:
        """Who does it and at whom; None where the rules do not say."""
        action = self.actions.get(taken.action)
        return None if action is None or not action.forms else action.find_actors(taken.params)

    def show(self, match: Match, taken: Taken) -> Line:
        """What was taken as its line; no parts where it has none, or names who is not there."""
        action = self.actions.get(taken.action)
        if action is None:
            return Line()
        try:
            return action.show(match, taken.side, action.read(taken.params))
        except (UnknownName, msgspec.ValidationError, KeyError):
            return Line()

    def merge(self, first: Command, second: Command) -> Command | None:
        """One action of two parts of a line, where they are one: a volley at two targets."""
        action = self.actions.get(first.action)
        same = first.action == second.action and first.side == second.side
        if action is None or not same:
            return None
        one, more = action.read(first.params), action.read(second.params)
        for form in action.forms:
            values = form.merge_parts(one, more) if isinstance(form, Form) else None
            if values is not None:
                return action.make_command(first.side, filled(action.params, values))
        return None
