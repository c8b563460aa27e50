"""Dice being typed: picked and mended one by one, row by row on a sheet."""

from __future__ import annotations

import re

from tracker.application.errors import Refused
from tracker.application.match.rolls import asked_of
from tracker.procedures.declared.rollsheet import RollSheet
from tracker.scribe.again import STAR, Again
from tracker.scribe.digits import face_value
from tracker.scribe.reading import Asked, rolled_again
from tracker.scribe.sentences import bad_face
from tui.notices import Notice
from tui.prompt.dice_text import GAP, Dice, put_together, taken_apart
from tui.prompt.typed import Typed
from tui.views.sheets import sheet_of

_STARRED = re.compile(r"\s*\*\S*\s*$")
_PACKED = re.compile(r"([0-9]+)([0-9])$")
NOT_FACES = "What is typed speaks of all the dice at once; Backspace or Esc, then single dice."


class DicePicked(Typed):
    """The dice at the prompt, in their places.

    ``at`` is the place of the die that is picked, ``row`` the row of the sheet. ``by_app`` are the
    dice that the app rolled: 0 and their place, or 1 and their place among those rolled again.
    """

    at: int | None = None
    row: int | None = None
    by_app: frozenset[tuple[int, int]] = frozenset()
    _thrown: dict[tuple[int, int], int]
    _question: object = ()

    # ------------------------------------------------------------------------------- looking

    def asked(self) -> Asked:
        """What the waiting question asks. Raises ``Refused`` where no dice are asked."""
        if self.pending is None:
            raise Refused("No dice are asked now.")
        return asked_of(self.pending.request)

    def again(self) -> Again | None:
        """The dice that are being rolled again."""
        return rolled_again(self.typed, self.asked()) if STAR in self.typed else None

    def now(self) -> tuple[str, str, Asked]:
        """What stands before the dice typed now, those dice, and what they answer."""
        self._attend()
        again = self.again()
        if again is None:
            return "", self.typed, self.asked()
        text = self.typed.strip()
        return text[: len(text) - len(again.rest)].rstrip() + " ", again.rest, again.asked

    def dice(self) -> Dice | None:
        """The dice typed now in their places; None where they are only counted."""
        _, text, asked = self.now()
        return taken_apart(text, asked)

    def sheet(self) -> RollSheet | None:
        """The sheet on which the dice that are asked stand row by row."""
        return sheet_of(self.game.match, self.pending)

    def _attend(self) -> None:
        """Forget what belongs to a question that is no longer asked."""
        question = (self.pending.key, self.pending.action) if self.pending is not None else None
        if question != self._question:
            self._question, self._thrown = question, {}
            self.at = self.row = None
            self.by_app = frozenset()

    # -------------------------------------------------------------------------------- typing

    def add(self, text: str) -> None:
        if not self.wants_dice:
            super().add(text)
            return
        _, typed, _ = self.now()
        mends = self.at is not None or GAP in typed
        if mends and len(text) == 1 and text.isdecimal():
            self.notice = None
            self._mend(text)
            return
        self.at = self.row = None
        if self.typed.rstrip().endswith(STAR):
            text += " "
        elif text == ">" and (packed := _PACKED.search(self.typed)):
            self.typed = f"{self.typed[: packed.start()]}{packed[1]} {packed[2]}"
        elif text == "/":  # as far as it goes, the number pad has all that is needed
            text = "," if self.typed.startswith("=") else "="
        super().add(text)

    def backspace(self) -> None:
        """Drop the die that is picked, or else the last thing typed."""
        if self.at is not None and self.wants_dice:
            self._drop()
            return
        starred = _STARRED.search(self.typed) if self.wants_dice else None
        if starred is not None:
            self.typed = self.typed[: starred.start()]
            self.notice = None
            return
        self.typed = self.typed.rstrip() if self.wants_dice else self.typed
        super().backspace()
        if self.wants_dice:
            self._forget_dropped()

    def takes(self, character: str) -> bool:
        return super().takes(character) or (self.wants_dice and character == "/")

    def _mend(self, key: str) -> None:
        before, text, asked = self.now()
        dice = taken_apart(text, asked)
        if dice is None:
            self._refuse(NOT_FACES)
            return
        place = dice.missing(asked)[0] if self.at is None else self.at
        sides = asked.sides_at(place)
        old = dice.faces[place] if place < len(dice.faces) else None
        face = face_value(f"{old or ''}{key}" if sides > 10 else key, sides)
        face = face_value(key, sides) if face is None else face
        if not face:
            self._refuse(f"{bad_face(key, place, sides)}.")
            return
        self.typed = before + put_together(dice.put(place, face), asked)
        self.by_app -= {(1 if before else 0, place)}
        if sides <= 10 and self.at is not None:
            self._go_on(place, len(dice.faces))

    def _go_on(self, place: int, typed: int) -> None:
        """To the next die: of the row, where one is picked, or of those typed."""
        sheet = self.sheet()
        end = typed
        if self.row is not None and sheet is not None:
            end = sheet.places(self.row).stop
        self.at = place + 1 if place + 1 < end else None
        self.row = self.row if self.at is not None else None

    def _drop(self) -> None:
        before, text, asked = self.now()
        dice, place = taken_apart(text, asked), self.at
        if dice is None or place is None or place >= len(dice.faces):
            self.at = self.row = None
            return
        left = dice.put(place, None) if asked.form == "faces" else dice.drop(place)
        self.typed = before + put_together(left, asked)
        segment = 1 if before else 0
        self.by_app -= {(segment, place)}
        if asked.form != "faces":
            moved = {(s, p - 1 if s == segment and p > place else p) for s, p in self.by_app}
            self.by_app = frozenset(moved)
            self.at = min(place, len(left.faces) - 1) if left.faces else None
        self.notice = None

    def _forget_dropped(self) -> None:
        dice = self.dice()
        segment = 1 if self.again() is not None else 0
        size = len(dice.faces) if dice is not None else 0
        self.by_app = frozenset((s, p) for s, p in self.by_app if s < segment or p < size)

    # ------------------------------------------------------------------------------- picking

    def pick(self, step: int) -> None:
        """Pick the die to the left or right; what is typed then takes its place."""
        dice = self.dice() if self.wants_dice else None
        if dice is None or not dice.faces:
            self._refuse(NOT_FACES if self.typed else "Type the dice first; ← → then picks one.")
            return
        at = len(dice.faces) if self.at is None else self.at
        at = max(0, at + step)
        self.row = None
        self.at = at if at < len(dice.faces) else None
        self.notice = None

    def pick_row(self, step: int) -> None:
        """Pick the row above or below on a sheet; only its dice are then typed."""
        sheet, dice = self.sheet(), self.dice() if self.wants_dice else None
        if sheet is None or dice is None:
            self._refuse("There are rows to go to only on a sheet of many small rolls.")
            return
        rows = [row for row in range(len(sheet.rows)) if sheet.places(row)]
        if self.row in rows:
            where = max(0, min(rows.index(self.row) + step, len(rows) - 1))
        else:
            where = 0 if step > 0 else len(rows) - 1
        self.row = rows[where]
        places, missing = sheet.places(self.row), dice.missing(self.asked())
        self.at = next((place for place in places if place in missing), places.start)
        self.notice = None

    def unpick(self) -> bool:
        """Let go of the die or row that is picked; False where none is."""
        picked = self.at is not None
        self.at = self.row = None
        return picked

    def _refuse(self, text: str) -> None:
        self.notice = Notice(text, "refused")
