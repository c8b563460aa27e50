"""Dice being typed: mended one by one, rolled by the app, rolled again, row by row on a sheet."""

from __future__ import annotations

import re

from tracker.application import free
from tracker.application.errors import Refused
from tracker.application.rolls import asked_of, read_dice
from tracker.procedures.rollsheet import RollSheet
from tracker.procedures.table import Pending
from tracker.scribe.again import STAR, Again
from tracker.scribe.digits import face_value
from tracker.scribe.reading import Asked, rolled_again
from tracker.scribe.sentences import bad_face
from tracker.vocabulary.events import Rolled
from tui.dice_text import GAP, Dice, put_together, taken_apart
from tui.notices import Notice
from tui.seen.running import retyped
from tui.seen.sheets import sheet_of
from tui.typed import Typed

_STARRED = re.compile(r"\s*\*\S*\s*$")
NOT_FACES = "What is typed speaks of all the dice at once; Backspace or Esc, then single dice."
ALL_IN = "Every die is in; Enter takes them."


class DiceTyped(Typed):
    """The dice at the prompt.

    ``at`` is the place of the die that is picked, ``row`` the row of the sheet. ``by_app`` are the
    dice that the app rolled: 0 and their place, or 1 and their place among those rolled again. What
    it has rolled for a question stays as it fell, however often it is asked to.
    """

    at: int | None = None
    row: int | None = None
    by_app: frozenset[tuple[int, int]] = frozenset()
    _thrown: dict[tuple[int, int], int]
    _question: object = None
    free: free.FreeRoll | None = None
    _aside: tuple[str, frozenset[tuple[int, int]], dict[tuple[int, int], int]] | None = None

    # ------------------------------------------------------------------------------- looking

    @property
    def pending(self) -> Pending | None:
        """What waits: a free roll that was begun comes before what the rules ask."""
        if self.free is not None:
            return free.waiting_for(self.game.match, self.free)
        return super().pending

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
        return sheet_of(self.game.ruleset, self.game.match, self.pending)

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

    # ------------------------------------------------------------------------------- rolling

    def roll(self) -> None:
        """The app rolls the dice that are missing, those of the row where one is picked."""
        if not self.wants_dice:
            self._refuse("No dice are asked now.")
            return
        before, text, asked = self.now()
        dice = taken_apart(text, asked)
        if dice is None or dice.ending or (before and not before.strip()[-1:].isalnum()):
            self._refuse(NOT_FACES)
            return
        sheet = self.sheet()
        missing = dice.missing(asked)
        if self.row is not None and sheet is not None:
            missing = tuple(place for place in missing if place in sheet.places(self.row))
        if not missing:
            self._refuse(ALL_IN)
            return
        segment = 1 if before else 0
        for place in missing:
            sides = asked.sides_at(place)
            face = self._thrown.setdefault((segment, place), self.game.dice.randint(1, sides))
            dice = dice.put(place, face)
        self.typed = before + put_together(dice, asked)
        self.by_app |= {(segment, place) for place in missing}
        self.at = self.row = None
        self.notice = None

    def roll_again(self) -> None:
        """Some of the dice are rolled once more by a rule of the table's own."""
        dice = self.dice() if self.wants_dice else None
        if dice is None or self.again() is not None or dice.missing(self.asked()) or dice.ending:
            self._refuse("All dice first, by their faces; * then says which are rolled again.")
            return
        text = put_together(dice, self.asked())
        picked, self.at, self.row = self.at, None, None
        self.typed = f"{text} *p{picked + 1} " if picked is not None else f"{text} *"
        self.notice = None

    # ------------------------------------------------------------------------------ answering

    def say_dice(self, *, other_number: bool = False) -> None:
        """Answer with the dice typed. Raises ``BadDice`` or ``Refused``."""
        self._attend()
        if GAP in self.typed:
            raise Refused(self._lacking())
        why = free.last_free(self.game.story) if other_number else ""
        if self.free is None and not self.by_app:
            self.game.say(self.typed, other_number=other_number, why=why)
            return
        rolled = read_dice(
            self.pending or self.game.waiting(),
            self.typed,
            self.game.dice,
            other_number=other_number,
            why=why,
            by_app=self._places_by_app(),
        )
        if self.free is None:
            self.game.answer(rolled)
        else:
            self.game.roll_freely(rolled)
            self.free = None

    # ------------------------------------------------------------------------------ free rolls

    def begin_free(self, text: str) -> None:
        """A roll that no rule asks for; what is typed meanwhile stands aside."""
        try:
            found = free.free_roll(self.game.match, tuple(text.replace('"', " ").split()))
        except Refused as refused:
            self._refuse(refused.message)
            return
        self._attend()
        if self.free is None:
            self._aside = (self.typed, self.by_app, self._thrown)
        self.free, self.typed, self.notice = found, "", None

    def leave_free(self) -> bool:
        """Let a free roll be; False where none was begun."""
        if self.free is None:
            return False
        self.free, self.notice = None, None
        self.come_back()
        return True

    def come_back(self) -> None:
        """What stood aside for a free roll stands at the prompt again."""
        if self._aside is None or self.free is not None:
            return
        self._attend()
        self.typed, self.by_app, self._thrown = self._aside
        self._aside = None

    def _running_line(self) -> str:
        if self.free is None:
            return super()._running_line()
        line = free.line_of(self.game.match, self.free)
        return f"{line} : {self.typed}" if self.typed else line

    def _places_by_app(self) -> frozenset[int]:
        """The places of the app's dice in the whole roll."""
        again = self.again()
        first = {place for segment, place in self.by_app if segment == 0}
        if again is None:
            return frozenset(first)
        new = {again.places[place] for segment, place in self.by_app if segment == 1}
        return frozenset((first - set(again.places)) | new)

    def _lacking(self) -> str:
        """Whose die is still to come."""
        dice, asked = self.dice(), self.asked()
        place = dice.missing(asked)[0] if dice is not None else 0
        label = asked.labels[place] if place < len(asked.labels) else f"die {place + 1}"
        return f"{label[:1].upper()}{label[1:]} is still to come; r lets the app roll it."

    def restore(self, rolled: Rolled) -> None:
        """A roll that was taken back stands at the prompt again."""
        self.typed = retyped(rolled)
        self._attend()
        size = len(rolled.faces)
        mine = rolled.app_at or range(size - rolled.app, size)
        if rolled.again:
            self.by_app = frozenset((1, rolled.again.index(p)) for p in mine if p in rolled.again)
        else:
            self.by_app = frozenset((0, place) for place in mine)
        self._thrown = {
            key: face for key in self.by_app if (face := _face(rolled, key)) is not None
        }

    def _refuse(self, text: str) -> None:
        self.notice = Notice(text, "refused")


def _face(rolled: Rolled, key: tuple[int, int]) -> int | None:
    segment, place = key
    at = rolled.again[place] if segment else place
    return rolled.faces[at] if at < len(rolled.faces) else None
