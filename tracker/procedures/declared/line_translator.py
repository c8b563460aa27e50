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
    """A parser and formatter for the lines of a ruleset's actions and phrases."""

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
        """Return the current meaning of a part of a line.

        Raises ``UnknownName`` if there is none.
        """
        reader = LineReader(match, part, self.cannot)
        found = self._find_form_and_action(reader)
        if found is not None:
            return self._interpret_action(reader, *found)
        phrase = self.phrases.get(reader.word)
        if phrase is None or not isinstance(part, Word):
            raise UnknownName(self._explain_no_meaning(reader))
        return phrase.read(match, part)

    def _explain_no_meaning(self, reader: LineReader) -> str:
        """Explain why a part of a line has no meaning, for example because its verb is missing."""
        if reader.word or not isinstance(reader.part, TypedAction):
            return f"{reader.word or 'this'} is not understood. Type an action"
        whom = () if reader.whom is None else reader.whom.names
        aimed = self._find_first_verb(reader.match.phase, aimed=True) if whom else ""
        verb = f"{aimed} {','.join(whom)}" if aimed else self._find_first_verb(reader.match.phase)
        who = ",".join(reader.part.actors.names) or reader.part.actors.scope
        handles = [reader.match.handle(unit) for unit in reader.match.all_units()]
        if alone := {f"{who.lower()}s", f"{who.lower()}es"} & self.lexicon.verbs:
            units = reader.match.units(reader.match.clock.side) or reader.match.all_units()
            handle = "".join(map(reader.match.handle, units[:1]))
            return f"{who} needs a unit before it: type `{handle} {alone.pop()}`"
        such_as = f", as in `{who if who in handles else next(iter(handles), who)} {verb}`"
        return f"{who} has no verb after it. Type an action{such_as if verb else ''}"

    def _find_first_verb(self, phase: str, *, aimed: bool = False) -> str:
        """Return the first verb of a ``phase``, or "" if it has none.

        If ``aimed`` is true, the verb takes a target.
        """
        spoken = ((word, one) for (_, word), found in self.spoken.items() for one in found)
        there = (
            word
            for word, (_, form, action) in spoken
            if word and form.part_type is TypedAction and phase in action.phases
            if not aimed or (isinstance(form, Form) and form.key and form.key.whom == "enemy")
        )
        return next(there, "")

    def takes_argument_list(self, part: Part) -> bool:
        """Whether the texts after a part's colon are arguments of its word, and not answers."""
        spoken = self.spoken.get((type(part), part.word), ()) if isinstance(part, Word) else ()
        return any(isinstance(form, WordForm) and form.listed for _, form, _ in spoken)

    def _find_form_and_action(self, reader: LineReader) -> tuple[LineForm, Action[Any]] | None:
        spoken = self.spoken[type(reader.part), reader.word]
        return next(((form, action) for when, form, action in spoken if when(reader)), None)

    def list_assumed_details(self, match: Match, part: Part) -> tuple[str, ...]:
        """List the values assumed for details that a part omits, such as ``long range``."""
        reader = LineReader(match, part, self.cannot)
        found = self._find_form_and_action(reader)
        form = None if found is None else found[0]
        divided = form.divided if isinstance(form, Form) else None
        return () if divided is None else divided.list_assumed_details(reader)

    def _interpret_action(self, reader: LineReader, form: LineForm, action: Action[Any]) -> Meaning:
        reader.cannot = lambda match, unit: self._explain_cannot_take(action, match, unit)
        values = form.parse_values(reader)
        if action.is_interruptible:
            values[CLAIMED] = bool(reader.take_flag(CLAIMED))
        reader.reject_leftovers()
        side = form.find_side(reader.match, values)
        if action.sided and side is None:
            raise UnknownName(f"No side is acting now: name a side after {reader.word}")
        command = action.make_command(side, make_struct_without_defaults(action.params, values))
        asks = form.asks(reader.match, values) if form.asks is not None else ()
        if not asks:
            return command
        says = form.answer(reader.match, values) if form.answer is not None else ""
        rows = form.list_rolling_units(values) if isinstance(form, WordForm) else ()
        who = form.find_actors_and_targets(values).who or rows
        return Reply(asks, who, command, says, reader.word)

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
        """Merge two parts of a line that belong together, such as a volley at two targets.

        Returns None if they cannot be merged.
        """
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
