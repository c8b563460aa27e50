"""An action or answers as one line: who does what, and the dice in the order they were asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from tracker.application.errors import LedgerError, Refused
from tracker.application.lines.interpreting import read_saying
from tracker.application.lines.outcomes import NOT_SEEN
from tracker.application.lines.replies import is_asked, list_rows
from tracker.application.records.answer_text import answer_text
from tracker.application.records.dry_run_game import DryRunGame
from tracker.application.records.line_spelling import Said, fits_in_row, quote_text
from tracker.application.records.row_player import speak
from tracker.application.text import clean
from tracker.input_parsing.line import Line, Word, show
from tracker.procedures.ruleset import Reply
from tracker.procedures.runners.table import Pending
from tracker.procedures.view import UnknownName
from tracker.projection.history import RecordedEvent as Written
from tracker.vocabulary import events as ev

MOST_LOST = 60
"""Losses that may be told without dice."""


class ActionLineWriter:
    """Rows for the entries of a match that is being copied in a dry run."""

    def __init__(self, dry_run: DryRunGame, entries: Sequence[Sequence[Written]]) -> None:
        self.dry_run = dry_run
        self.entries = entries

    def row(self, entry: Sequence[Written]) -> str | None:
        """The row that makes the next entries in the dry run; None where no line says it."""
        event, version = entry[0].event, entry[0].version
        if isinstance(event, ev.ActionTaken) and event.source == "typed":
            return self._deed(event, version)
        if isinstance(event, (ev.Rolled, ev.Chosen)):
            return self._reply(event, version)
        return None

    # --------------------------------------------------------------------------------- deeds

    def _deed(self, event: ev.ActionTaken, version: int) -> str | None:
        reasons = {one.reason for one in event.overrides}
        line = self.dry_run.ruleset.lines.show(self.dry_run.match, event)
        text = show(line)
        if not fits_in_row(text) or not text or len(reasons) > 1:
            return None
        because = reasons.pop() if reasons else self._ruling_to_come(version)
        said = Said(line, because, self._again(event), counts=bool(event.overrides))
        played = f"@because {quote_text(because)} {text}"
        if not self._plays(said.again + played):
            if event.late is None:
                return None
            said.again += f"@late {self.dry_run.story.number_of(event.late)} "
            if not self._plays(said.again + played):
                return None
        outcome = self._outcome(event, version, said)
        if outcome is not None:
            return outcome
        self._feed(version, said)
        return self._with_note(version, said)

    def _outcome(self, event: ev.ActionTaken, version: int, said: Said) -> str | None:
        """The row with ``!-2`` where the table told what came of it instead of dice."""
        entry = self.dry_run.writer.next
        told = None if entry is None else entry[0].event
        open_still = version in self.dry_run.table.open_actions
        if not isinstance(told, ev.Corrected) or not told.closes or not open_still:
            return None
        reason = said.because if said.counts else ""
        note = "" if told.reason == (reason or NOT_SEEN) else told.reason
        losses = self._losses(event, told)
        if losses is None or clean(note) != note or not said.can_have_note(note):
            return None
        if not self._does(lambda: self.dry_run.set_right(told.facts, told.reason, closes=True)):
            return None
        said.end = f" !-{losses}"
        return said.text(note)

    def _losses(self, event: ev.ActionTaken, told: ev.Corrected) -> int | None:
        """The losses that these facts tell."""
        action = self.dry_run.ruleset.actions[event.action]
        if action.outcome is None:
            return None
        params = action.read(event.params)
        for losses in range(MOST_LOST):
            try:
                facts = tuple(action.outcome(self.dry_run.match, event.side, params, losses))
            except UnknownName:
                return None
            if facts == told.facts:
                return losses
        return None

    # ------------------------------------------------------------------------------- answers

    def _reply(self, event: ev.Rolled | ev.Chosen, version: int) -> str | None:
        """A row that answers what waits, by the name of the question where that is enough."""
        pending = self.dry_run.pending
        if pending is None:
            return None
        for because in dict.fromkeys(("", getattr(event, "why", ""))):
            first = answer_text(self.dry_run, event, because)
            if first is not None:
                break
        else:
            return None
        said = Said(
            Line(), because, self._again(event), counts=_is_ruling(event), answers=[(first, "")]
        )
        for head in self._heads(pending.action):
            played = f"{said.again}@because {quote_text(because)} {show(head)} : {first}"
            if self._plays(played):
                said.line = head
                self._feed(pending.action, said)
                return self._with_note(version, said)
        return None

    def _heads(self, action: int) -> Iterator[Line]:
        """What may stand before the answers: the name of the question, or answer."""
        pending = self.dry_run.pending
        if pending is None:
            return
        subject = pending.request.subject
        asked = list_rows(pending) or ((subject,) if subject is not None else ())
        rows = tuple(map(self.dry_run.state.info.words.handle, asked))
        for word in sorted(self.dry_run.ruleset.lexicon.words - {"answer"}):
            if self._names(Word(word, rows), pending):
                yield Line((Word(word, rows),))
            if rows and self._names(Word(word), pending):
                yield Line((Word(word),))
        begun = self.entries[self.dry_run.story.number_of(action) - 1][0].event
        if isinstance(begun, ev.ActionTaken) and begun.source == "default":
            shown = self.dry_run.ruleset.lines.show(self.dry_run.match, begun)
            if shown.parts:
                yield shown
        yield Line((Word("answer"),))

    def _names(self, word: Word, pending: Pending) -> bool:
        """Whether a word is the name of the question that waits."""
        try:
            meaning = read_saying(self.dry_run.ruleset, self.dry_run.match, word).meaning
        except (Refused, UnknownName):
            return False
        return isinstance(meaning, Reply) and is_asked(pending, meaning)

    def _feed(self, action: int, said: Said) -> None:
        """Give the answers to what the action goes on to ask, and put them behind the line."""
        while action in self.dry_run.table.open_actions:
            entry = self.dry_run.writer.next
            event = None if entry is None else entry[0].event
            if not isinstance(event, (ev.Rolled, ev.Chosen)) or event.repeats is not None:
                return
            text = answer_text(self.dry_run, event, said.because)
            if text is None or not self._says(text, said.because):
                return
            target = event.target if isinstance(event, ev.Rolled) else None
            words = self.dry_run.state.info.words
            said.answers.append((text, words.handle(target) if target else ""))
            said.counts = said.counts or _is_ruling(event)

    def _says(self, text: str, because: str) -> bool:
        return self._does(lambda: self.dry_run.say(text, why=because))

    def _plays(self, text: str) -> bool:
        return self._does(lambda: speak(self.dry_run, text))

    # --------------------------------------------------------------------------------- notes

    def _ruling_to_come(self, version: int) -> str:
        """The reason of the first table ruling on a roll of this action, if a note says it, too."""
        number = self.dry_run.story.last_number + 1
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

    def _with_note(self, version: int, said: Said) -> str:
        """The row, and the note on its first entry if that comes next."""
        entry = self.dry_run.writer.next
        event = None if entry is None else entry[0].event
        if not isinstance(event, ev.Noted) or not event.text:
            return said.text()
        note = event.text
        plain = event == ev.Noted(text=clean(note), about=version) and said.can_have_note(note)
        if plain and self._does(lambda: self.dry_run.note(note, about=version)):
            return said.text(note)
        return said.text()

    def _again(self, event: ev.ActionTaken | ev.Rolled | ev.Chosen) -> str:
        if event.repeats is None:
            return ""
        return f"@anew {self.dry_run.story.number_of(event.repeats)} "

    def _does(self, act: Callable[[], object]) -> bool:
        """Do something in the dry run; whether it made the next entry."""
        before = self.dry_run.writer.copied
        with suppress(Refused, LedgerError):
            act()
        return self.dry_run.writer.copied > before


def _is_ruling(event: ev.Rolled | ev.Chosen) -> bool:
    return isinstance(event, ev.Rolled) and event.asked is not None
