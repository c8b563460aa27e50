"""Parsing of the typed text as a line, and the proposal that Enter plays if nothing is typed."""

from __future__ import annotations

from contextlib import suppress

from tracker.application.errors import Refused
from tracker.application.lines.line_interpreter import parse_single_action
from tracker.application.lines.line_reading import parse_line
from tracker.application.match import free_rolls
from tracker.application.match.choice_parser import format_choice, list_choice_offers, parse_choice
from tracker.application.match.dice_input import list_opposing_dice
from tracker.input_parsing.line_syntax_tree import Line
from tracker.procedures.declared.action_keys import PASSES
from tracker.procedures.match_view import UnknownName
from tracker.procedures.requests import Confirm, Interrupt, Pick, Split, Tally
from tracker.vocabulary.subject_ids import SideId, format_handle
from tracker.vocabulary.typed_numbers import is_whole_number
from tui.correcting import late_interrupts
from tui.prompt import chained_key_shorthand, figure_key_shorthand, key_shorthand_reader
from tui.prompt.key_shorthand_reader import KeyedLine, KeyedTarget
from tui.prompt.prompt_state import PromptState
from tui.views.answers_by_handle_number import list_numbered_handles, parse_numbered_handles
from tui.views.next_line_proposals import (
    NEXT,
    LineProposal,
    describe_proposal,
    list_line_objections,
    propose_after_open_action,
    propose_for_unit,
    propose_next_line,
)
from tui.views.open_action_description import describe_open_action, has_editable_action
from tui.views.pending_question_view import (
    NONE,
    is_multiple_choice,
    is_single_choice,
    list_lettered_offers,
    name_subject,
)
from tui.views.roll_formatting import list_last_rolls
from tui.views.shot_defaults import fill_in_shot_defaults

Stands = tuple[int, SideId | None, int, SideId | None]


class PromptReader:
    """A reader that parses the typed text as a line and completes it from the proposal."""

    def __init__(self, at: PromptState) -> None:
        self.at = at
        self.game = at.game
        self._proposed: tuple[Stands, LineProposal | None] | None = None
        self._afterwards: tuple[tuple[int, SideId | None], LineProposal | None] | None = None
        self._words: tuple[int, dict[str, str]] = (0, {})
        self._said: tuple[tuple[int, SideId | None, str], LineProposal, str] | None = None

    # ------------------------------------------------------------------------------- looking

    def _stands(self) -> Stands:
        return (self.game.version, self.at.side, self.at.passed, self.at.meant_side)

    def make_proposal(self) -> LineProposal | None:
        """Return the proposal that Enter plays if nothing is typed. It is computed once per
        version.

        While ``next`` waits for confirmation, the proposal is ``next``.
        """
        if self.at.asked_twice == NEXT:
            return LineProposal(NEXT)
        stands = self._stands()
        if self._proposed is None or self._proposed[0] != stands:
            at, meant = self.at, self.at.meant_side is not None
            self.set_proposal(
                propose_next_line(self.game, at.memory, at.side, at.passed, meant=meant)
            )
        assert self._proposed is not None
        return self._proposed[1]

    def set_proposal(self, proposal: LineProposal | None) -> None:
        """Set the proposal that Enter plays until something is written to the ledger."""
        self._proposed = (self._stands(), proposal)

    def compute_next_proposal(self) -> LineProposal | None:
        """Return the proposal that will follow the open action. It is computed once."""
        stands = (self.game.version, self.at.side)
        if self._afterwards is None or self._afterwards[0] != stands:
            found = (
                propose_after_open_action(self.game, self.at.memory, self.at.side)
                if has_editable_action(self.game)
                else None
            )
            self._afterwards = (stands, found)
        return self._afterwards[1]

    def describe_proposal(self, proposal: LineProposal) -> str:
        """Describe a proposal in the players' words. The text is computed once per version."""
        if self._words[0] != self.game.version:
            self._words = (self.game.version, {})
        known = self._words[1]
        if proposal.line not in known:
            known[proposal.line] = describe_proposal(self.game, proposal)
        return known[proposal.line]

    def build_line(self) -> str:
        """Return the line that the typed keys stand for."""
        return self.read_typed_line().line

    def read_typed_line(self) -> LineProposal:
        """Parse the typed keys as a line, and add default values with their age."""
        return self._look()[0]

    def describe_move_limit(self) -> str:
        """Describe how far the actors of the last typed part may move, such as ``at most 6"``."""
        try:
            line = parse_line(self.game, self.build_line())
            match = self.game.make_public_match()
            command = parse_single_action(self.game.ruleset, match, Line(line.parts[-1:]))
            action = self.game.ruleset.actions[command.action]
            return action.limit(match, action.decode_params(command.params))
        except Refused:
            return ""

    def explain_incomplete(self) -> str:
        """Explain why Enter does nothing with the typed keys, or return "" if they form a line."""
        return self._look()[1]

    def describe_typed_keys(self) -> str:
        """Describe the typed keys in words, followed by any keys that cannot be read."""
        line = self.build_line()
        rules, match, side = self.game.ruleset, self.game.match, self.at.side
        if side is None or not self.explain_incomplete():
            return line
        for end in range(len(line), 0, -1):
            with suppress(key_shorthand_reader.UnreadableKeys, UnknownName):
                keyed = figure_key_shorthand.read_figure_keys(
                    line[:end], rules.keys, match, side, match.phase
                )
                who, share = ",".join(keyed.who), next(iter(keyed.shares), KeyedTarget())
                if who and keyed.verb is not None and not keyed.more and len(keyed.shares) < 2:
                    words = key_shorthand_reader.format_keyed_part(who, keyed.verb, share)
                    return f"{words} {line[end:]}".strip()
        return line

    def _look(self) -> tuple[LineProposal, str]:
        stands = (self.game.version, self.at.side, self.at.typed_text)
        if self._said is None or self._said[0] != stands:
            self._said = (stands, *self._so_far())
        return self._said[1:]

    def _so_far(self) -> tuple[LineProposal, str]:
        if self.at.pending is not None and not self.is_choosing_interrupt:
            return LineProposal(self._running_line()), ""
        try:
            return (self.read_typed_keys() if self.at.typed_text else LineProposal("")), ""
        except (key_shorthand_reader.UnreadableKeys, Refused) as wrong:
            found = late_interrupts.find_interrupt_moment(self.game, self.at.typed_text)
            age = found.description if found is not None else ""
            return LineProposal(self.at.typed_text, age=age), wrong.message

    def describe_choice_answer(self) -> str | None:
        """Describe the answer that Enter gives to a choice, or return None for invalid text."""
        assert self.at.pending is not None
        request = self.at.pending.request
        try:
            if self.is_choosing_interrupt:
                return self.read_typed_keys().line
            return format_choice(request, parse_choice(request, self.read_answer()))
        except (key_shorthand_reader.UnreadableKeys, Refused):
            return None

    @property
    def is_choosing_interrupt(self) -> bool:
        """Whether the open question asks who interrupts, and the typed keys can answer it."""
        asked = self.at.free is None and late_interrupts.is_interrupt_window_open(self.game)
        return asked and late_interrupts.begins_interrupt(self.game, self.at.typed_text)

    def read_typed_keys(self) -> LineProposal:
        """Parse the typed keys as a line, completed from proposals. Raises ``UnreadableKeys``."""
        if late_interrupts.begins_interrupt(self.game, self.at.typed_text):
            return self._comes_between()
        rules, match, side = self.game.ruleset, self.game.match, self.at.side
        if side is None:
            raise key_shorthand_reader.UnreadableKeys("There is nobody left to act.")
        if self.at.typed_text in rules.keys.words:
            return LineProposal(rules.keys.words[self.at.typed_text])
        if self.at.typed_text == PASSES:
            return self._passes()
        if match.phase in rules.keys.lists:
            return LineProposal(
                chained_key_shorthand.read_side_list_keys(
                    self.at.typed_text, rules.keys, match, side, match.phase
                )
            )
        keyed = figure_key_shorthand.read_figure_keys(
            self.at.typed_text, rules.keys, match, side, match.phase
        )
        whole = len(keyed.who) == 1 and len(keyed.shares) < 2 and not keyed.more
        if whole and keyed.verb is not None and not any(share.flags for share in keyed.shares):
            who, whom = keyed.who[0], keyed.shares[0].whom if keyed.shares else ""
            if keyed.lacks_target or (
                whom
                and (
                    self.at.memory.find_last_line(who, keyed.verb.verb, whom)
                    or self._is_objected_to(keyed)
                )
            ):
                found = propose_for_unit(self.game, self.at.memory, who, keyed.verb, whom)
                if found is not None:
                    return found
            if keyed.lacks_target:
                self._must_be_able(who)
        line = key_shorthand_reader.format_keyed_line(keyed, rules.keys, match)
        return fill_in_shot_defaults(self.game, self.at.memory, line)

    def _is_objected_to(self, keyed: KeyedLine) -> bool:
        """Whether the rules object to the typed keys, or need more, such as dice."""
        keys, match = self.game.ruleset.keys, self.game.match
        line = key_shorthand_reader.format_keyed_line(keyed, keys, match)
        return list_line_objections(self.game, line) != ()

    def _comes_between(self) -> LineProposal:
        """Parse an interrupt and find the action it interrupts. Raises ``UnreadableKeys``."""
        found = late_interrupts.find_interrupt_moment(self.game, self.at.typed_text)
        line = late_interrupts.parse_interrupt_line(self.game, self.at.typed_text, found)
        told = "" if found is None else found.description
        return LineProposal(fill_in_shot_defaults(self.game, self.at.memory, line).line, age=told)

    def _passes(self) -> LineProposal:
        """Build the line with which the proposed subject passes. Raises ``UnreadableKeys``."""
        proposal, verb = self.make_proposal(), self.game.ruleset.keys.find_verb(PASSES)
        if proposal is None or not proposal.who or verb is None:
            raise key_shorthand_reader.UnreadableKeys(
                "No unit is proposed. Type the number of the one that does nothing."
            )
        return LineProposal(
            key_shorthand_reader.format_keyed_part(proposal.who, verb, KeyedTarget())
        )

    def _must_be_able(self, who: str) -> None:
        """Raise ``UnreadableKeys`` with the reason if this subject cannot do anything more."""
        match, cannot = self.game.match, self.game.ruleset.keys.cannot
        subjects = (*match.all_units(), *match.all_figures())
        subject = next(each for each in subjects if match.handle(each) == who)
        reason = cannot(match, subject)
        if reason:
            raise key_shorthand_reader.UnreadableKeys(f"{name_subject(match, subject)}: {reason}.")

    def _running_line(self) -> str:
        """Format the open action with its answers so far and the typed text."""
        if self.at.free is not None:
            line = free_rolls.format_free_roll(self.game.match, self.at.free)
            return f"{line} : {self.at.typed_text}" if self.at.typed_text else line
        head, answers = describe_open_action(self.game)
        try:
            typed = self.read_answer()
        except Refused:
            typed = self.at.typed_text
        said = [*answers, *([typed] if self.at.typed_text else [])]
        return f"{head} : {' / '.join(said)}" if said else head

    def read_answer(self) -> str:
        """Convert the typed text to an answer to the open question. Letters stand for choices.

        Raises ``Refused`` for an unknown number.
        """
        if self.at.pending is None or self.at.wants_dice:
            return self.at.typed_text
        request = self.at.pending.request
        letters = dict(list_lettered_offers(request))
        if self.at.typed_text == NONE and is_multiple_choice(request):
            return "0"
        if self.at.typed_text[:1].isdigit() and list_numbered_handles(self.game.match, request):
            return parse_numbered_handles(self.game.match, request, self.at.typed_text)
        if not set(self.at.typed_text) <= set(letters):
            return self.at.typed_text
        if is_single_choice(request) and self.at.typed_text in letters:
            return " ".join(str(int(letter == self.at.typed_text)) for letter in letters)
        if is_multiple_choice(request):
            named = dict.fromkeys(str(letters[letter].value) for letter in self.at.typed_text)
            return " ".join(format_handle(one) or one for one in named)
        return (
            letters[self.at.typed_text].text
            if self.at.typed_text in letters
            else self.at.typed_text
        )

    # ----------------------------------------------------------------------------- characters

    def accepts_character(self, character: str) -> bool:
        """Whether a character is accepted as text instead of being a command."""
        if self.at.pending is not None and self.at.wants_dice:
            more = "xv> ," if list_opposing_dice(self.at.pending) else "x> ,"
            return character in "0123456789=-−.+/" or self._goes_on(character, more)
        if self.at.pending is not None:
            return self._answers(character)
        keys = self.game.ruleset.keys
        if is_whole_number(character) or (
            character == PASSES and keys.find_verb(PASSES) is not None
        ):
            return True
        if not self.at.typed_text and character in keys.words:
            return True
        begun = bool(self.at.typed_text) or figure_key_shorthand.can_letter_begin(
            self.game.match, keys, character
        )
        signs = {",", "/", " "} if keys.figures is None else {",", "/", " ", "."}
        return begun and character in keys.list_letters() | signs

    def _goes_on(self, character: str, more: str) -> bool:
        return character in ("s", "f") or (bool(self.at.typed_text) and character in more)

    def _answers(self, character: str) -> bool:
        assert self.at.pending is not None
        request, keys = self.at.pending.request, self.game.ruleset.keys
        if isinstance(request, Interrupt) and keys.interrupts is not None:
            if not self.at.typed_text:
                return character in {keys.interrupts.key, NONE}
            return is_whole_number(character) or character in {" ", *keys.list_letters()}
        if character == NONE and is_multiple_choice(request):
            return not self.at.typed_text
        if is_single_choice(request) and character in dict(list_lettered_offers(request)):
            return not self.at.typed_text
        if isinstance(request, (Pick, Confirm)) or is_multiple_choice(request):
            by_numbers = list_numbered_handles(self.game.match, request) and not list_last_rolls(
                self.game, open_only=True
            )
            letter = character in {letter for letter, _ in list_lettered_offers(request)}
            return letter or bool(by_numbers and character in "0123456789,")
        if is_whole_number(character) or character in " ,-":
            return True
        if not isinstance(request, (Split, Tally)):
            return False
        known = {letter for offer in list_choice_offers(request) for letter in offer.key}
        return character in known
