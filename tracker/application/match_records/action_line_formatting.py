"""Formats an action or its answers as one line, with the dice in the order of the questions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from tracker.application.errors import Refused
from tracker.application.match import choice_parser, dice_input
from tracker.application.match_records.dry_run_game import DryRunGame
from tracker.application.match_records.record_row_replay import try_to_play_record_row
from tracker.application.match_records.record_row_text_builder import (
    RowDraft,
    fits_in_row,
    quote_for_row,
)
from tracker.application.text_cleaning import clean_text
from tracker.application.typed_lines.line_interpreter import format_answer_as_typed, interpret_part
from tracker.application.typed_lines.named_question_replies import (
    is_reply_to_pending_question,
    list_sheet_subjects,
)
from tracker.application.typed_lines.outcomes_without_dice import NOT_SEEN
from tracker.input_parsing.dice_reading_results import DiceReading, format_dice_reading
from tracker.input_parsing.line_parser import parse_typed_line
from tracker.input_parsing.line_syntax_tree import Line, LineError, Word, format_line
from tracker.procedures.match_view import UnknownName
from tracker.procedures.requests import Pick, Split, Tally
from tracker.procedures.ruleset import Reply
from tracker.procedures.runners.live_table_runner import PendingQuestion
from tracker.projection.undo_history_tree import RecordedEvent as Written
from tracker.vocabulary import events as ev
from tracker.vocabulary import match_event_codec
from tracker.vocabulary.die_labels import group_by_row
from tracker.vocabulary.roll_needs import infer_need
from tracker.vocabulary.subject_ids import format_handle


def find_answer_text_for_event(
    dry_run: DryRunGame, event: ev.Rolled | ev.Chosen, ruling_reason: str
) -> str | None:
    """Return the text that gives the open question a recorded answer, or None if there is none."""
    pending = dry_run.pending
    if pending is None:
        return None
    if isinstance(event, ev.Rolled):
        for text in _list_roll_notations(pending, event):
            if _is_same_roll(dry_run, text, event, ruling_reason):
                return text
    else:
        for text in _list_choice_notations(pending, event):
            if _is_same_choice(dry_run, text, event):
                return text
    return None


def _is_same_roll(dry_run: DryRunGame, text: str, event: ev.Rolled, why: str) -> bool:
    try:
        found = dry_run.parse_roll(text, why)
    except Refused:
        return False
    encode = match_event_codec.encode_as_first_version
    is_same = encode(found) == encode(replace(event, repeats=None))
    return is_same and _is_one_answer(dry_run, text)


def _list_roll_notations(pending: PendingQuestion, event: ev.Rolled) -> Iterator[str]:
    if not dice_input.is_dice_request(pending.request):
        return
    asked = dice_input.make_asked_roll(pending.request)
    if event.form == "pool":
        asked = replace(asked, bands=event.bands)
    reading = DiceReading(
        event.faces,
        event.result,
        "counted" if len(event.faces) < len(event.dice) else "typed",
        len(event.dice),
        size_changed=len(event.dice) != asked.dice_count,
        first=event.first,
        again=event.again,
    )
    ruled = event.asked is not None and event.need != event.asked.need
    need = infer_need(event.bands) if ruled else None
    end = f" need {need.number}" if need else ""
    mark = _format_app_note(event)
    rows = _format_dice_by_row(event)
    if rows:
        yield rows + mark
    try:
        yield format_dice_reading(reading, asked) + end + mark
    except (ValueError, IndexError):
        return
    if event.faces and not event.again:
        yield " ".join(map(str, event.faces)) + end + mark


def _format_app_note(event: ev.Rolled) -> str:
    if not event.app:
        return ""
    size = len(event.faces)
    if event.app == size == len(event.dice) and not event.app_at:
        return " by app"
    places = event.app_at or range(size - event.app, size)
    return f" by app {','.join(str(place + 1) for place in places)}"


def _format_dice_by_row(event: ev.Rolled) -> str:
    """Format the dice of a sheet, grouped by row, as in ``31 25``. Return "" for other dice."""
    if event.form != "faces" or event.again or len(event.faces) != len(event.labels):
        return ""
    groups = [dice for _, dice in group_by_row(event.labels, event.faces)]
    if len(groups) < 2 or max(map(len, groups)) < 2 or max(event.faces) > 9:
        return ""
    return " ".join("".join(str(face) for _, face in group) for group in groups)


def _is_same_choice(dry_run: DryRunGame, text: str, event: ev.Chosen) -> bool:
    pending = dry_run.pending
    if pending is None or dice_input.is_dice_request(pending.request) or event.source != "typed":
        return False
    asked = (pending.key, pending.request.what, pending.request.side)
    try:
        value = choice_parser.parse_choice_or_default(pending.request, text)
    except Refused:
        return False
    said = value == event.value and type(value) is type(event.value)
    return said and asked == (event.key, event.what, event.side) and _is_one_answer(dry_run, text)


def _list_choice_notations(pending: PendingQuestion, event: ev.Chosen) -> Iterator[str]:
    """Yield the notations of a choice, best first."""
    lead = pending.request.lead
    for text in _list_plain_choices(pending, event.value):
        if lead and not (lead == "falls" and " " in text):
            yield f"{lead} {text}"
        yield text


def _list_plain_choices(pending: PendingQuestion, value: ev.Value) -> Iterator[str]:
    request = pending.request
    match value:
        case bool():
            yield "yes" if value else "no"
        case int():
            yield str(value)
        case str():
            yield _format_handle_or_word(value)
            ids = [option.id for option in request.options] if isinstance(request, Pick) else []
            if value in ids:
                yield str(ids.index(value) + 1)
        case tuple() if isinstance(request, (Split, Tally)):
            yield " ".join(f"{_format_handle_or_word(group)} {n}" for group, n in value) or "0"
            counts = [dict(value).get(share.id, 0) for share in request.shares]
            while len(counts) > 1 and not counts[-1]:
                counts.pop()
            yield " ".join(map(str, counts))


def _format_handle_or_word(subject: str) -> str:
    return format_handle(subject) if ":" in subject else subject


def _is_one_answer(dry_run: DryRunGame, text: str) -> bool:
    """Return whether this text, when typed in a line, is parsed as exactly one answer."""
    line = parse_typed_line(f"answer : {text}", dry_run.ruleset.lexicon)
    if isinstance(line, LineError) or line.note or len(line.parts) != 1:
        return False
    answers = line.parts[0].answers
    return len(answers) == 1 and format_answer_as_typed(answers[0]) == text


MAX_LOST = 60


class ActionLineWriter:
    """Writes the record rows for a match's actions and answers. It plays each row on ``dry_run``,
    a copy of the match.
    """

    def __init__(self, dry_run: DryRunGame, entries: Sequence[Sequence[Written]]) -> None:
        self.dry_run = dry_run
        self.entries = entries

    def play_and_format_entry_row(self, entry: Sequence[Written]) -> str | None:
        """Play a row that makes the next entries of the dry run, and return its text, or None if no
        row can.
        """
        event, version = entry[0].event, entry[0].version
        if isinstance(event, ev.ActionTaken) and event.source == "typed":
            return self._format_action_row(event, version)
        if isinstance(event, (ev.Rolled, ev.Chosen)):
            return self._format_answer_row(event, version)
        return None

    def _format_action_row(self, event: ev.ActionTaken, version: int) -> str | None:
        reasons = {one.reason for one in event.overrides}
        line = self.dry_run.ruleset.line_translator.make_line(self.dry_run.match, event)
        text = format_line(line)
        if not fits_in_row(text) or not text or len(reasons) > 1:
            return None
        because = reasons.pop() if reasons else self._find_reason_of_later_ruling(version)
        again = self._format_replay_prefix(event)
        said = RowDraft(line, because, again, counts=bool(event.overrides))
        played = f"@because {quote_for_row(because)} {text}"
        if not try_to_play_record_row(self.dry_run, said.again + played):
            if event.late is None:
                return None
            said.again += f"@late {self.dry_run.history.get_line_number(event.late)} "
            if not try_to_play_record_row(self.dry_run, said.again + played):
                return None
        outcome = self._format_row_of_manual_outcome(event, version, said)
        if outcome is not None:
            return outcome
        self._append_answers(version, said)
        return self._render_with_note(version, said)

    def _format_row_of_manual_outcome(
        self, event: ev.ActionTaken, version: int, row: RowDraft
    ) -> str | None:
        """Return a row with an outcome that was entered without dice, such as ``!-2``, or None if
        no row can.
        """
        told = self.dry_run.writer.next_input
        open_still = version in self.dry_run.table.open_action_versions
        if not isinstance(told, ev.Corrected) or not told.closes or not open_still:
            return None
        reason = row.because if row.counts else ""
        note = "" if told.reason == (reason or NOT_SEEN) else told.reason
        losses = self._find_number_of_losses(event, told)
        if losses is None or clean_text(note) != note or not row.can_have_note(note):
            return None
        if not self.dry_run.try_to_write_entry(
            lambda: self.dry_run.adjust_by_hand(told.facts, told.reason, ends_action=True)
        ):
            return None
        row.end = f" !-{losses}"
        return row.render_text(note)

    def _find_number_of_losses(self, event: ev.ActionTaken, told: ev.Corrected) -> int | None:
        action = self.dry_run.ruleset.actions[event.action]
        if action.outcome is None:
            return None
        params = action.decode_params(event.params)
        for losses in range(MAX_LOST):
            try:
                facts = tuple(action.outcome(self.dry_run.match, event.side, params, losses))
            except UnknownName:
                return None
            if facts == told.facts:
                return losses
        return None

    def _format_answer_row(self, event: ev.Rolled | ev.Chosen, version: int) -> str | None:
        """Return a row that answers the open question, or None if no row can.

        The row names the question if this is possible.
        """
        pending = self.dry_run.pending
        if pending is None:
            return None
        for because in dict.fromkeys(("", getattr(event, "why", ""))):
            first = find_answer_text_for_event(self.dry_run, event, because)
            if first is not None:
                break
        else:
            return None
        said = RowDraft(
            Line(),
            because,
            self._format_replay_prefix(event),
            counts=_has_table_ruling(event),
            answers=[(first, "")],
        )
        for head in self._list_beginnings_of_answer_row(pending.action):
            played = f"{said.again}@because {quote_for_row(because)} {format_line(head)} : {first}"
            if try_to_play_record_row(self.dry_run, played):
                said.line = head
                self._append_answers(pending.action, said)
                return self._render_with_note(version, said)
        return None

    def _list_beginnings_of_answer_row(self, action: int) -> Iterator[Line]:
        pending = self.dry_run.pending
        if pending is None:
            return
        subject = pending.request.subject
        asked = list_sheet_subjects(pending) or ((subject,) if subject is not None else ())
        rows = tuple(map(self.dry_run.state.info.words.format_handle, asked))
        for word in sorted(self.dry_run.ruleset.lexicon.words - {"answer"}):
            if self._names_question(Word(word, rows), pending):
                yield Line((Word(word, rows),))
            if rows and self._names_question(Word(word), pending):
                yield Line((Word(word),))
        begun = self.entries[self.dry_run.history.get_line_number(action) - 1][0].event
        if isinstance(begun, ev.ActionTaken) and begun.source == "default":
            shown = self.dry_run.ruleset.line_translator.make_line(self.dry_run.match, begun)
            if shown.parts and begun.params:  # `next` alone does not say what is answered
                yield shown
        yield Line((Word("answer"),))

    def _names_question(self, word: Word, pending: PendingQuestion) -> bool:
        try:
            meaning = interpret_part(self.dry_run.ruleset, self.dry_run.match, word).meaning
        except (Refused, UnknownName):
            return False
        return isinstance(meaning, Reply) and is_reply_to_pending_question(pending, meaning)

    def _append_answers(self, action: int, row: RowDraft) -> None:
        while action in self.dry_run.table.open_action_versions:
            event = self.dry_run.writer.next_input
            if not isinstance(event, (ev.Rolled, ev.Chosen)) or event.repeats is not None:
                return
            text = find_answer_text_for_event(self.dry_run, event, row.because)
            if text is None or not self.dry_run.try_to_write_entry(
                partial(self.dry_run.answer_with_text, text, ruling_reason=row.because)
            ):
                return
            target = event.target if isinstance(event, ev.Rolled) else None
            words = self.dry_run.state.info.words
            row.answers.append((text, words.format_handle(target) if target else ""))
            row.counts = row.counts or _has_table_ruling(event)

    def _find_reason_of_later_ruling(self, version: int) -> str:
        """Return the reason for the action's first ruling on a roll.

        Return "" if no note repeats this reason.
        """
        number = self.dry_run.history.entry_count + 1
        why = ""
        for entry in self.entries[number:]:
            event = entry[0].event
            if isinstance(event, ev.Noted):
                return why if why == event.text and event.about == version else ""
            if entry[0].action != version and getattr(event, "source", "") != "default":
                return ""
            if isinstance(event, ev.Rolled) and event.asked is not None:
                why = why or event.why
        return ""

    def _render_with_note(self, version: int, row: RowDraft) -> str:
        """Return the text of a row.

        If the next entry is a note on the row's first entry, the note is included.
        """
        event = self.dry_run.writer.next_input
        if not isinstance(event, ev.Noted) or not event.text:
            return row.render_text()
        note = event.text
        plain = event == ev.Noted(text=clean_text(note), about=version) and row.can_have_note(note)
        write = partial(self.dry_run.add_note, note, about=version)
        added = plain and self.dry_run.try_to_write_entry(write)
        return row.render_text(note if added else "")

    def _format_replay_prefix(self, event: ev.ActionTaken | ev.Rolled | ev.Chosen) -> str:
        if event.repeats is None:
            return ""
        return f"@anew {self.dry_run.history.get_line_number(event.repeats)} "


def _has_table_ruling(event: ev.Rolled | ev.Chosen) -> bool:
    return isinstance(event, ev.Rolled) and event.asked is not None
