"""The rows of a form about a part of a force: a field each, typed or picked."""

from __future__ import annotations

from textual.content import Content

from tracker.application.building.draft import ForceDraft
from tracker.application.building.roster_values import NO, YES, describe_value
from tracker.application.building.weapons import list_known_words
from tracker.procedures.declared.force_format import RosterField
from tui.screen_text import Piece, fill_line, join, wrap
from tui.widgets.form import CURSOR, LONGEST, FormRow
from tui.widgets.rows import draw_pointer

LABEL = 18


class FieldRow(FormRow):
    """What is typed takes the place of what stands there; a comma first adds to it."""

    def __init__(self, draft: ForceDraft, field: RosterField, value: object) -> None:
        super().__init__(field.key.replace("_", " "))
        self.draft = draft
        self.field = field
        self.before = self.text = describe_value(value)
        self.stands = True

    @property
    def changed(self) -> bool:
        return self.text.strip() != self.before

    def head(self, place: int, width: int, *, marked: bool) -> list[Content]:
        """The key with its value on the left, so that long lists have room."""
        del place
        label: Piece = (f" {self.label:<{LABEL}}", "bold" if marked else "")
        if marked:
            return [
                fill_line(width, [draw_pointer(marked=True), label, (self.text, "bold"), CURSOR])
            ]
        absent = self.field.absent and f"{self.field.absent}"
        value: Piece = (self.text, "") if self.text else (absent, "$quiet")
        return [fill_line(width, [draw_pointer(marked=False), label, value])]

    def opened(self, width: int, room: int) -> list[Content]:
        hints = [*wrap(self._hint(), width - LABEL - 4)]
        return [join([" " * (LABEL + 2), (each, "$quiet")]) for each in hints[: max(room, 1)]]

    def _hint(self) -> str:
        field = self.field
        match field.kind:
            case "number":
                most = f" to {field.most}" if field.most < 1_000_000 else " on"
                told = f"a whole number, {field.least}{most}"
            case "flag":
                told = f"{YES} or {NO}"
            case "value":
                told = "as it is written in the file"
            case _:
                words = [*self._fitting()]
                told = ", ".join(words[:24]) + (" …" if len(words) > 24 else "")
                told = told or "any words"
                told += "; or words of your own" if field.free and words else ""
        return told + (f" · left out: {field.absent}" if field.absent else "")

    def _words(self) -> list[str]:
        return [YES, NO] if self.field.kind == "flag" else list_known_words(self.draft, self.field)

    def _fitting(self) -> list[str]:
        """The words that begin as what is being typed; all of them before."""
        begun = self._parts()[-1].strip().casefold()
        found = [word for word in self._words() if word.casefold().startswith(begun)]
        return self._words() if self.stands or not found or found == [begun] else found

    def _parts(self) -> list[str]:
        return self.text.split(",") if self.field.kind == "words" else [self.text]

    def typed(self, character: str) -> bool:
        adds = character in ", " and self.field.kind in ("words", "text")
        before = "" if self.stands and not adds else self.text
        self.text, self.stands = (before + character)[:LONGEST], False
        return True

    def erase(self) -> None:
        self.text, self.stands = self.text[:-1], False

    def clear(self) -> None:
        """Nothing stands there."""
        self.text, self.stands = "", False

    def step(self, by: int) -> None:
        """The next word or number; of a list the last one changes."""
        field = self.field
        if field.kind == "number":
            now = int(self.text) if self.text.lstrip("-").isdigit() else field.least - by
            self.text = str(max(field.least, min(field.most, now + by)))
            return
        words = self._words()
        if not words:
            return
        *before, last = self._parts()
        known = [word.casefold() for word in words]
        now = known.index(last.strip().casefold()) + by if last.strip().casefold() in known else 0
        self._put(before, words[now % len(words)])

    def complete(self) -> None:
        """The word that is being typed, as far as one begins so."""
        found = self._fitting()
        if found and self._parts()[-1].strip():
            self._put(self._parts()[:-1], found[0])

    def _put(self, before: list[str], word: str) -> None:
        self.text = ", ".join([*(each.strip() for each in before), word])
        self.stands = False
