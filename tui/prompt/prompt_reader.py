"""The parser that turns typed text into a line.

It also has the proposal that Enter plays if no text is typed.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

from tracker.application.correcting.late_action_insert import is_interrupt_window_open
from tracker.application.errors import Refused
from tracker.application.match import free_rolls
from tracker.application.match.amount_choice_notation import LETTERS
from tracker.application.match.choice_parser import (
    format_choice_as_typed,
    list_choice_options,
    parse_choice_or_default,
)
from tracker.application.match.dice_input import list_opposing_dice_sizes
from tracker.application.typed_lines.line_executor import ALREADY_ENDED
from tracker.application.typed_lines.line_interpreter import (
    interpret_parts_for_game,
    parse_single_action,
)
from tracker.application.typed_lines.line_parsing_with_suggestions import parse_line
from tracker.input_parsing.line_syntax_tree import Line, TypedAction
from tracker.procedures.declared.action_key_types import PASS_KEY
from tracker.procedures.match_view import UnknownName
from tracker.procedures.requests import Confirm, Interrupt, Pick, Request, Split, Tally
from tracker.procedures.runners.live_table_runner import PendingQuestion
from tracker.vocabulary.events import Rolled
from tracker.vocabulary.subject_ids import SideId, format_handle
from tracker.vocabulary.typed_numbers import is_whole_number
from tui.correcting import late_interrupts
from tui.prompt.dice_entry import DICE_STARTS
from tui.prompt.figure_key_shorthand import can_shorthand_begin_with_letter
from tui.prompt.key_shorthand_reader import (
    NOBODY_ACTS,
    KeyShorthand,
    MissingVerb,
    ShorthandTarget,
    UnreadableKeys,
    expand_shorthand_part,
    expand_side_list_keys,
)
from tui.prompt.next_key_hints import explain_blocked_verb, list_phase_verbs
from tui.prompt.prompt_state import PromptState
from tui.views.next_line_proposals import (
    NEXT,
    LineProposal,
    describe_proposal,
    list_line_objections,
    propose_after_open_action,
    propose_line_for_actor,
    propose_next_line,
)
from tui.views.open_action_description import can_edit_open_action, get_open_line_and_answers
from tui.views.pending_question_view import (
    NONE,
    convert_numbers_to_handles,
    is_multiple_choice,
    is_single_choice,
    list_lettered_options,
    list_numbered_handles,
    name_subject,
)
from tui.views.repeated_shot_defaults import fill_in_shot_defaults
from tui.views.roll_formatting import list_rolls_of_open_or_last_action

ProposalKey = tuple[int, SideId | None, int, SideId | None]


class PromptReader:
    def __init__(self, state: PromptState) -> None:
        self.state = state
        self.game = state.game
        self._cached_proposal: tuple[ProposalKey, LineProposal | None] | None = None
        self._undone_line = ""
        self._cached_next: tuple[tuple[int, SideId | None], LineProposal | None] | None = None
        self._descriptions: tuple[int, dict[str, str]] = (0, {})
        self._cached_line: tuple[tuple[int, SideId | None, str], LineProposal, str] | None = None

    def _make_proposal_key(self) -> ProposalKey:
        return (self.game.version, self.state.side, self.state.skip_count, self.state.chosen_side)

    def get_proposal(self) -> LineProposal | None:
        """Return the proposal that Enter plays if nothing is typed. It is cached by version."""
        if self.state.line_to_confirm == NEXT:
            return LineProposal(NEXT)
        key = self._make_proposal_key()
        if self._cached_proposal is None or self._cached_proposal[0] != key:
            memory, side, skip_count = self.state.memory, self.state.side, self.state.skip_count
            is_chosen = self.state.chosen_side is not None
            proposal = propose_next_line(
                self.game, memory, side, skip_count, own_side_only=is_chosen
            )
            self._cached_proposal, self._undone_line = (key, proposal), ""
        return self._cached_proposal[1]

    def propose_undone_line(self, line: str, *, is_out_of_turn: bool) -> None:
        """Propose the line of an undone action until something is written to the ledger.

        If it was out of turn, ``drop_out_of_turn_undone_line`` restores the usual proposal.
        """
        self._cached_proposal = (self._make_proposal_key(), LineProposal(line))
        self._undone_line = line if is_out_of_turn else ""

    def drop_out_of_turn_undone_line(self) -> str:
        """Stop proposing an undone line that was out of turn, and return the line or "".

        An undone line that was in turn stays proposed.
        """
        self.get_proposal()  # forgets the line if something was written since
        line, self._undone_line = self._undone_line, ""
        if line:
            self._cached_proposal = None
        return line

    def compute_proposal_after_action(self) -> LineProposal | None:
        """Return the proposal that will follow the open action. It is cached by version."""
        key = (self.game.version, self.state.side)
        if self._cached_next is None or self._cached_next[0] != key:
            proposal = None
            if can_edit_open_action(self.game):
                proposal = propose_after_open_action(self.game, self.state.memory, self.state.side)
            self._cached_next = (key, proposal)
        return self._cached_next[1]

    def describe_proposal(self, proposal: LineProposal) -> str:
        """Describe a proposal in words. The description is cached by version."""
        if self._descriptions[0] != self.game.version:
            self._descriptions = (self.game.version, {})
        descriptions = self._descriptions[1]
        if proposal.line not in descriptions:
            descriptions[proposal.line] = describe_proposal(self.game, proposal)
        return descriptions[proposal.line]

    def expand_typed_line(self) -> str:
        return self.get_typed_line_with_defaults().line

    def get_typed_line_with_defaults(self) -> LineProposal:
        """Return the line that the typed keys mean, with default values and their age."""
        return self._get_line_and_problem()[0]

    def describe_move_limit(self) -> str:
        """Describe how far the actors of the last typed part may move, such as ``at most 6"``."""
        try:
            line = parse_line(self.game, self.expand_typed_line())
            match = self.game.get_public_match()
            command = parse_single_action(self.game, Line(line.parts[-1:]), match)
            action = self.game.ruleset.actions[command.action]
            return action.limit(match, action.decode_params(command.params))
        except Refused:
            return ""

    def explain_incomplete_line(self) -> str:
        """Explain why Enter does nothing with the typed keys, or return "" if they form a line."""
        return self._get_line_and_problem()[1]

    def describe_typed_keys(self) -> str:
        """Describe the typed keys in words. Keys that cannot be read follow unchanged."""
        line = self.expand_typed_line()
        if self.state.side is None or not self.explain_incomplete_line():
            return line
        for end in range(len(line), 0, -1):
            with suppress(UnreadableKeys, UnknownName):
                keyed = self.state.parse_keys(line[:end])
                actors, share = ",".join(keyed.actors), next(iter(keyed.shares), ShorthandTarget())
                if (
                    actors
                    and keyed.verb is not None
                    and not keyed.further_parts
                    and len(keyed.shares) < 2
                ):
                    words = expand_shorthand_part(actors, keyed.verb, share)
                    return f"{words} {line[end:]}".strip()
        return line

    def _get_line_and_problem(self) -> tuple[LineProposal, str]:
        key = (self.game.version, self.state.side, self.state.typed_text)
        if self._cached_line is None or self._cached_line[0] != key:
            self._cached_line = (key, *self._read_line_and_problem())
        return self._cached_line[1:]

    def _read_line_and_problem(self) -> tuple[LineProposal, str]:
        if self.state.pending is not None and not self.is_choosing_interrupt:
            return LineProposal(self._format_open_line()), ""
        if not self.state.typed_text:
            return LineProposal(""), ""
        try:
            proposal = self.parse_and_complete_typed_keys()
        except MissingVerb as unreadable:
            verbs = list_phase_verbs(self.game.ruleset, self.game.match.phase)
            only_these = MissingVerb(verbs, unreadable.advice)
            return LineProposal(self.state.typed_text), only_these.message
        except Refused as unreadable:
            action = late_interrupts.find_interruptible_action(self.game, self.state.typed_text)
            age = action.description if action is not None else ""
            return LineProposal(self.state.typed_text, age=age), unreadable.message
        return proposal, self._explain_refused_line(proposal.line)

    def _explain_refused_line(self, text: str) -> str:
        """Explain why the line typed in keys cannot be played at all, or return "".

        A late interrupt, and a line for all units, can be played even if it cannot be read now.
        """
        if late_interrupts.begins_with_interrupt_key(self.game, self.state.typed_text):
            return ""
        try:
            parts = parse_line(self.game, text).parts
            acting = (part for part in parts if isinstance(part, TypedAction))
            if all(part.actors.scope == "named" for part in acting):
                interpret_parts_for_game(self.game, parts)
        except Refused as refused:
            return refused.message
        return ""

    def describe_typed_choice(self) -> str | None:
        """Describe the answer that Enter gives to a choice. Return None if the text is invalid."""
        assert self.state.pending is not None
        request = self.state.pending.request
        try:
            if self.is_choosing_interrupt:
                return self.parse_and_complete_typed_keys().line
            choice = parse_choice_or_default(request, self.convert_typed_answer())
            return format_choice_as_typed(request, choice)
        except Refused:
            return None

    @property
    def is_choosing_interrupt(self) -> bool:
        """Whether the open question asks who interrupts, and the typed keys answer it."""
        if self.state.free_roll is not None:
            return False
        is_asked = is_interrupt_window_open(self.game)
        text = self.state.typed_text
        return is_asked and late_interrupts.begins_with_interrupt_key(self.game, text)

    def parse_and_complete_typed_keys(self) -> LineProposal:
        """Parse the typed keys as a line, and complete it from proposals and earlier actions.

        Raises ``UnreadableKeys``.
        """
        if late_interrupts.begins_with_interrupt_key(self.game, self.state.typed_text):
            return self._read_interrupt()
        rules, match, side = self.game.ruleset, self.game.match, self.state.side
        if match.ended is not None:
            raise UnreadableKeys(ALREADY_ENDED)
        if side is None:
            raise UnreadableKeys("There is nobody left to act.")
        if self.state.typed_text in rules.keys.words:
            return LineProposal(rules.keys.words[self.state.typed_text])
        if self.state.typed_text == PASS_KEY:
            return self._make_pass_line()
        if match.phase in rules.keys.lists:
            return LineProposal(
                expand_side_list_keys(self.state.typed_text, rules.keys, match, side, match.phase)
            )
        if rules.keys.figures is None and all(
            verb.key == PASS_KEY for verb in list_phase_verbs(rules, match.phase)
        ):
            raise UnreadableKeys(NOBODY_ACTS)
        keyed = self.state.parse_keys(self.state.typed_text)
        is_single = len(keyed.actors) == 1 and len(keyed.shares) < 2 and not keyed.further_parts
        if is_single and keyed.verb is not None and not any(share.flags for share in keyed.shares):
            actor, target = keyed.actors[0], keyed.shares[0].target if keyed.shares else ""
            if keyed.lacks_target or (
                target
                and (
                    self.state.memory.find_last_line(actor, keyed.verb.verb, target)
                    or self._is_objected_to(keyed)
                )
            ):
                proposal = propose_line_for_actor(
                    self.game, self.state.memory, actor, keyed.verb, target
                )
                if proposal is not None:
                    return proposal
            if keyed.lacks_target:
                self._require_able_to_act(actor)
                if reason := explain_blocked_verb(self.game, keyed, keyed.verb):
                    raise UnreadableKeys(reason)
        line = self.state.expand_keys(keyed)
        return fill_in_shot_defaults(self.game, self.state.memory, line)

    def _is_objected_to(self, keyed: KeyShorthand) -> bool:
        return list_line_objections(self.game, self.state.expand_keys(keyed)) != ()

    def _read_interrupt(self) -> LineProposal:
        action = late_interrupts.find_interruptible_action(self.game, self.state.typed_text)
        line = late_interrupts.expand_typed_interrupt(self.game, self.state.typed_text, action)
        age = "" if action is None else action.description
        return LineProposal(fill_in_shot_defaults(self.game, self.state.memory, line).line, age=age)

    def _make_pass_line(self) -> LineProposal:
        proposal, verb = self.get_proposal(), self.game.ruleset.keys.find_verb(PASS_KEY)
        if proposal is None or not proposal.actor or verb is None:
            raise UnreadableKeys(
                "No unit is proposed. Type the number of the unit that will do nothing."
            )
        return LineProposal(expand_shorthand_part(proposal.actor, verb, ShorthandTarget()))

    def _require_able_to_act(self, handle: str) -> None:
        match, explain_idle = self.game.match, self.game.ruleset.keys.cannot
        subjects = (*match.all_units(), *match.all_figures())
        subject = next(candidate for candidate in subjects if match.handle(candidate) == handle)
        reason = explain_idle(match, subject)
        if reason:
            raise UnreadableKeys(f"{name_subject(match, subject)}: {reason}.")

    def _format_open_line(self) -> str:
        if self.state.free_roll is not None:
            line = free_rolls.format_free_roll_line(self.game.match, self.state.free_roll)
            return f"{line} : {self.state.typed_text}" if self.state.typed_text else line
        head, answers = get_open_line_and_answers(self.game)
        try:
            typed = self.convert_typed_answer()
        except Refused:
            typed = self.state.typed_text
        parts = [*answers, *([typed] if self.state.typed_text else [])]
        return f"{head} : {' / '.join(parts)}" if parts else head

    def convert_typed_answer(self) -> str:
        """Convert the typed letters or numbers to an answer. Raises ``Refused``."""
        typed, pending = self.state.typed_text, self.state.pending
        if pending is None or self.state.wants_dice:
            return typed
        request = pending.request
        letters = dict(list_lettered_options(request))
        if typed == NONE and is_multiple_choice(request):
            return "0"
        if typed[:1].isdigit() and list_numbered_handles(self.game.match, request):
            return convert_numbers_to_handles(self.game.match, request, typed)
        if not set(typed) <= set(letters):
            return typed
        if is_multiple_choice(request):
            handles = dict.fromkeys(str(letters[letter].value) for letter in typed)
            return " ".join(format_handle(handle) or handle for handle in handles)
        if typed not in letters:
            return typed
        if is_single_choice(request):
            return " ".join(str(int(letter == typed)) for letter in letters)
        return letters[typed].text

    def accepts_character(self, character: str) -> bool:
        if self.state.pending is not None and self.state.wants_dice:
            dice_signs = "xv> ," if self._is_opposed_roll(self.state.pending) else "x> ,"
            has_begun = bool(self.state.typed_text)
            return character in DICE_STARTS or (has_begun and character in dice_signs)
        if self.state.pending is not None:
            return self._accepts_answer_character(character)
        keys, has_begun = self.game.ruleset.keys, bool(self.state.typed_text)
        if is_whole_number(character):
            return True
        if character == PASS_KEY and keys.find_verb(PASS_KEY) is not None:
            return True
        if not has_begun and character in keys.words:
            return True
        has_begun = has_begun or can_shorthand_begin_with_letter(self.game.match, keys, character)
        signs = {",", "/", " "} if keys.figures is None else {",", "/", " ", "."}
        return has_begun and character in keys.list_key_characters() | signs

    def _is_opposed_roll(self, pending: PendingQuestion) -> bool:
        """Return whether two players roll against each other, even if one has already rolled."""
        last = self.game.history.find_last_entry_on_path()
        before = last.input if last is not None and last.action == pending.action else None
        was_opposed = isinstance(before, Rolled) and bool(before.versus)
        return was_opposed or bool(list_opposing_dice_sizes(pending))

    def _accepts_answer_character(self, character: str) -> bool:
        assert self.state.pending is not None
        request, keys = self.state.pending.request, self.game.ruleset.keys
        if isinstance(request, Interrupt) and keys.interrupts is not None:
            if not self.state.typed_text:
                return character in {keys.interrupts.key, NONE}
            return is_whole_number(character) or character in {" ", *keys.list_key_characters()}
        if character == NONE and is_multiple_choice(request):
            return not self.state.typed_text
        if is_single_choice(request) and character in dict(list_lettered_options(request)):
            return not self.state.typed_text or self._continues_answer_word(request, character)
        if isinstance(request, (Pick, Confirm)) or is_multiple_choice(request):
            by_numbers = list_numbered_handles(
                self.game.match, request
            ) and not list_rolls_of_open_or_last_action(self.game, open_only=True)
            return (
                character in dict(list_lettered_options(request))
                or self._continues_answer_word(request, character)
                or bool(by_numbers and character in "0123456789,")
            )
        if is_whole_number(character) or character in " ,-":
            return True
        if not isinstance(request, (Split, Tally)):
            return False
        letters = {letter for offer in list_choice_options(request) for letter in offer.key}
        return character in letters or self._continues_answer_word(request, character)

    def _continues_answer_word(self, request: Request[Any], character: str) -> bool:
        """Return whether the character continues or begins an option's text, or a word of this
        text.

        Letters that are commands at a question do not begin a word.
        """
        *_, begun = re.split(r"[\s,\d]", self.state.typed_text)
        texts = [option.text.lower() for option in list_choice_options(request)]
        words = [word for text in texts for word in (text, *text.split())]
        answers = {begun + character, self.state.typed_text + character}
        return bool(begun or character in LETTERS) and any(
            word.startswith(answer) for word in words for answer in answers
        )
