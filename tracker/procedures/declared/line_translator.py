"""Parses lines as actions or phrases of a ruleset, and formats actions as lines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import msgspec

from tracker.input_parsing.line_lexicon import BASE, Lexicon, merge_lexicons
from tracker.input_parsing.line_syntax_tree import Line, Part, TypedAction, Word
from tracker.procedures.declared.action_line_forms import (
    ActorsAndTargets,
    Form,
    When,
    applies_in_every_phase,
    make_struct_without_defaults,
)
from tracker.procedures.declared.actorless_line_forms import LineForm, Phrase, WordForm
from tracker.procedures.declared.line_part_meanings import Command, Meaning, Reply
from tracker.procedures.declared.line_reader import ExplainCannotAct, LineReader
from tracker.procedures.declared.player_actions import CLAIMED, Action
from tracker.procedures.match_view import Match, UnknownName
from tracker.vocabulary.events import ActionTaken

FormMeaning = tuple[When, LineForm, Action[Any]]
"""A meaning of a verb or word: the condition for this meaning, the form, and the action."""
TakenAction = Command | ActionTaken
"""An action that a player takes: the command, or the event that records it."""


class LineTranslator:
    """Parses the lines of actions and phrases, and formats the lines of actions."""

    def __init__(
        self, actions: Iterable[Action[Any]], phrases: Iterable[Phrase], cannot: ExplainCannotAct
    ) -> None:
        self.actions = {action.id: action for action in actions}
        self.phrases = {phrase.word: phrase for phrase in phrases}
        self.cannot = cannot
        self.spoken: dict[tuple[type[Part], str], list[FormMeaning]] = defaultdict(list)
        for action in self.actions.values():
            for form in action.forms:
                for spelling, when in form.spellings.items():
                    self.spoken[form.part_type, spelling].append((when, form, action))
        for meant in self.spoken.values():  # conditional meanings come first
            meant.sort(key=lambda one: one[0] is applies_in_every_phase)
        listed = self.actions.values()
        claimed = (CLAIMED,) if any(action.is_interruptible for action in listed) else ()
        own = Lexicon(flags=frozenset(claimed), words=frozenset(self.phrases))
        of_forms = (form.lexicon for action in listed for form in action.forms)
        self.lexicon = merge_lexicons((BASE, own, *of_forms))

    def interpret_part(self, match: Match, part: Part) -> Meaning:
        """Return the current meaning of a part. Raises ``UnknownName`` with a sentence."""
        said = LineReader(match, part, self.cannot)
        found = self._meant(said)
        if found is not None:
            return self._of_action(said, *found)
        phrase = self.phrases.get(said.word)
        if phrase is None or not isinstance(part, Word):
            raise UnknownName(self._nothing_said(said))
        return phrase.read(match, part)

    def _nothing_said(self, said: LineReader) -> str:
        """Explain why a part has no meaning. For example, a word is unknown or missing."""
        if said.word or not isinstance(said.part, TypedAction):
            return f"{said.word or 'this'} is not understood. Type an action"
        whom = () if said.whom is None else said.whom.names
        aimed = self._verb_in(said.match.phase, aimed=True) if whom else ""
        verb = f"{aimed} {','.join(whom)}" if aimed else self._verb_in(said.match.phase)
        who = ",".join(said.part.actors.names) or said.part.actors.scope
        handles = [said.match.handle(unit) for unit in said.match.all_units()]
        if alone := {f"{who.lower()}s", f"{who.lower()}es"} & self.lexicon.verbs:
            units = said.match.units(said.match.clock.side) or said.match.all_units()
            handle = "".join(map(said.match.handle, units[:1]))
            return f"{who} needs a unit before it: type {handle} {alone.pop()}"
        such_as = f", as in {who if who in handles else next(iter(handles), who)} {verb}"
        return f"{who} has no verb after it. Type an action{such_as if verb else ''}"

    def _verb_in(self, phase: str, *, aimed: bool = False) -> str:
        """Return the phase's first verb (with a target, if ``aimed`` is true), or ""."""
        spoken = ((word, one) for (_, word), found in self.spoken.items() for one in found)
        there = (
            word
            for word, (_, form, action) in spoken
            if word and form.part_type is TypedAction and phase in action.phases
            if not aimed or (isinstance(form, Form) and form.key and form.key.whom == "enemy")
        )
        return next(there, "")

    def takes_argument_list(self, part: Part) -> bool:
        """Whether the text after the colon is a list of arguments for the part's word."""
        spoken = self.spoken.get((type(part), part.word), ()) if isinstance(part, Word) else ()
        return any(isinstance(form, WordForm) and form.listed for _, form, _ in spoken)

    def _meant(self, said: LineReader) -> tuple[LineForm, Action[Any]] | None:
        spoken = self.spoken[type(said.part), said.word]
        return next(((form, action) for when, form, action in spoken if when(said)), None)

    def list_assumed_details(self, match: Match, part: Part) -> tuple[str, ...]:
        """List the values assumed for details that a part omits, such as ``long range``."""
        said = LineReader(match, part, self.cannot)
        found = self._meant(said)
        form = None if found is None else found[0]
        divided = form.divided if isinstance(form, Form) else None
        return () if divided is None else divided.list_assumed_details(said)

    def _of_action(self, said: LineReader, form: LineForm, action: Action[Any]) -> Meaning:
        said.cannot = lambda match, unit: self._explain_cannot_take(action, match, unit)
        values = form.parse_values(said)
        if action.is_interruptible:
            values[CLAIMED] = bool(said.take_flag(CLAIMED))
        said.reject_leftovers()
        side = form.find_side(said.match, values)
        if action.sided and side is None:
            raise UnknownName(f"No side is acting now: name a side after {said.word}")
        command = action.make_command(side, make_struct_without_defaults(action.params, values))
        asks = form.asks(said.match, values) if form.asks is not None else ()
        if not asks:
            return command
        says = form.answer(said.match, values) if form.answer is not None else ""
        rows = form.list_rows(values) if isinstance(form, WordForm) else ()
        who = form.find_actors_and_targets(values).who or rows
        return Reply(asks, who, command, says, said.word)

    def _explain_cannot_take(self, action: Action[Any], match: Match, subject: str) -> str | None:
        """Return a short reason why a subject can no longer act, or cannot take this action."""
        reason = action.find_blocking_reason(match, subject)
        return self.cannot(match, subject) or (reason.why if reason is not None else None)

    def find_actors_and_targets(self, taken: TakenAction) -> ActorsAndTargets | None:
        """Return an action's actors and targets, or None if the rules do not name them."""
        action = self.actions.get(taken.action)
        if action is None or (action.form is None and action.bare is None):
            return None
        return action.find_actors_and_targets(taken.params)

    def make_line(self, match: Match, taken: TakenAction) -> Line:
        """Format an action as a line. The line has no parts if no form can express the action."""
        action = self.actions.get(taken.action)
        if action is None:
            return Line()
        try:
            return action.make_line(match, taken.side, action.decode_params(taken.params))
        except (UnknownName, msgspec.ValidationError, KeyError):
            return Line()

    def merge_commands(self, first: Command, second: Command) -> Command | None:
        """Merge two parts of a line that belong together, such as a volley at two targets."""
        action = self.actions.get(first.action)
        same = first.action == second.action and first.side == second.side
        if action is None or not same:
            return None
        one, more = action.decode_params(first.params), action.decode_params(second.params)
        for form in action.forms:
            values = form.merge_params(one, more) if isinstance(form, Form) else None
            if values is not None:
                return action.make_command(
                    first.side, make_struct_without_defaults(action.params, values)
                )
        return None
