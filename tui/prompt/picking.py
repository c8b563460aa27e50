"""Dice being typed: picked and mended one by one, row by row on a sheet."""

from __future__ import annotations

import re

from tracker.input_parsing.dice_reader import AskedRoll, read_rerolled
from tracker.input_parsing.digits import read_face
from tracker.input_parsing.rerolls import STAR, RolledAgain
from tracker.input_parsing.sentences import describe_bad_face
from tracker.procedures.declared.rollsheet import RollSheet
from tui.prompt.dice_text import GAP, Placed, put_together, take_apart
from tui.prompt.typing_state import Typing
from tui.views.sheets import build_sheet

_STARRED = re.compile(r"\s*\*\S*\s*$")
_PACKED = re.compile(r"([0-9]+)([0-9])$")
NO_DICE = "Type the dice first. Then ← → picks one."
BEGINS = frozenset("0123456789=-−.+/sf")
"""What dice begin with."""
NOT_FACES = "You typed a count for all the dice. Clear it with Esc, then type single dice."


class TypedDice:
    """The dice at the prompt, in their places.

    ``at`` is the place of the die that is picked, ``row`` the row of the sheet. ``by_app`` are the
    dice that the app rolled: 0 and their place, or 1 and their place among those rolled again;
    ``thrown`` their faces, as they stay however often the app is asked. ``stands`` are dice of a
    roll that was taken back, as they stand at the prompt again.
    """

    def __init__(self, typing: Typing) -> None:
        self.typing = typing
        self.game = typing.game
        self.at: int | None = None
        self.row: int | None = None
        self.by_app: frozenset[tuple[int, int]] = frozenset()
        self.thrown: dict[tuple[int, int], int] = {}
        self.stands = ""
        self._under: tuple[str, frozenset[tuple[int, int]]] | None = None
        self._question: object = ()

    # ------------------------------------------------------------------------------- looking

    def again(self) -> RolledAgain | None:
        """The dice that are being rolled again."""
        return (
            read_rerolled(self.typing.typed, self.typing.asked())
            if STAR in self.typing.typed
            else None
        )

    def now(self) -> tuple[str, str, AskedRoll]:
        """What stands before the dice typed now, those dice, and what they answer."""
        self.forget_stale()
        again = self.again()
        if again is None:
            return "", self.typing.typed, self.typing.asked()
        text = self.typing.typed.strip()
        return text[: len(text) - len(again.rest)].rstrip() + " ", again.rest, again.asked

    def faces(self) -> Placed | None:
        """The dice typed now in their places; None where they are only counted."""
        _, text, asked = self.now()
        return take_apart(text, asked)

    def sheet(self) -> RollSheet | None:
        """The sheet on which the dice that are asked stand row by row."""
        return build_sheet(self.game.match, self.typing.pending)

    def forget_stale(self) -> None:
        """Forget what belongs to a question that is no longer asked."""
        question = (
            (self.typing.pending.key, self.typing.pending.action)
            if self.typing.pending is not None
            else None
        )
        if question != self._question:
            if self.by_app and self.typing.is_stale:
                self.typing.typed = ""  # the app's dice are nobody's typing
            self._question, self.thrown, self._under = question, {}, None
            self.at = self.row = None
            self.by_app = frozenset()
        if not self.typing.typed and self._under is None:
            self.by_app = frozenset()  # what was cleared was theirs, what is typed next is not

    # -------------------------------------------------------------------------------- typing

    def add(self, text: str) -> None:
        """Type on. Where old dice stand, new ones take their place; ``6>3`` mends them."""
        typing = self.typing
        if self._begins_anew(text):
            self._under = (typing.typed, self.by_app)
            typing.typed, self.by_app = "", frozenset()
        elif self._under and text == ">" and typing.typed.isdecimal():
            mend = typing.typed
            self.restore_old()
            typing.typed += f" {mend}"
        _, typed, _ = self.now()
        mends = self.at is not None or GAP in typed
        if mends and len(text) == 1 and text.isdecimal():
            typing.notice = None
            self._mend(text)
            return
        self.at = self.row = None
        if typing.typed.rstrip().endswith(STAR):
            text += " "
        elif text == ">" and (packed := _PACKED.search(typing.typed)):
            typing.typed = f"{typing.typed[: packed.start()]}{packed[1]} {packed[2]}"
        elif text == "/":  # as far as it goes, the number pad has all that is needed
            text = "," if typing.typed.startswith("=") else "="
        typing.typed += text

    def _begins_anew(self, text: str) -> bool:
        lies = self.typing.lies and bool(self.typing.typed)
        return lies and self.at is None and text[:1] in BEGINS

    def restore_old(self) -> bool:
        """The old dice stand again, where typing has taken their place; False where it has not."""
        if self._under is None:
            return False
        (old, self.by_app), self._under = self._under, None
        self.typing.lay(old)
        self.typing.notice = None
        return True

    def delete_last(self) -> None:
        """Drop the die that is picked, or else the last thing typed."""
        typing = self.typing
        typing.notice = None
        if self.at is not None:
            self._drop()
            return
        starred = _STARRED.search(typing.typed)
        if starred is not None:
            typing.typed = typing.typed[: starred.start()]
            return
        typing.typed = typing.typed.rstrip()[:-1]
        if not typing.typed and self.restore_old():
            return
        self._forget_dropped()

    def _mend(self, key: str) -> None:
        before, text, asked = self.now()
        dice = take_apart(text, asked)
        if dice is None:
            self.typing.refuse(NOT_FACES)
            return
        place = dice.missing(asked)[0] if self.at is None else self.at
        sides = asked.get_sides_at(place)
        old = dice.faces[place] if place < len(dice.faces) else None
        face = read_face(f"{old or ''}{key}" if sides > 10 else key, sides)
        face = read_face(key, sides) if face is None else face
        if not face:
            self.typing.refuse(f"{describe_bad_face(key, place, sides)}.")
            return
        self.typing.typed = before + put_together(dice.put(place, face), asked)
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
        dice, place = take_apart(text, asked), self.at
        if dice is None or place is None or place >= len(dice.faces):
            self.at = self.row = None
            return
        left = dice.put(place, None) if asked.form == "faces" else dice.drop(place)
        self.typing.typed = before + put_together(left, asked)
        segment = 1 if before else 0
        self.by_app -= {(segment, place)}
        if asked.form != "faces":
            moved = {(s, p - 1 if s == segment and p > place else p) for s, p in self.by_app}
            self.by_app = frozenset(moved)
            self.at = min(place, len(left.faces) - 1) if left.faces else None
        self.typing.notice = None

    def _forget_dropped(self) -> None:
        dice = self.faces()
        segment = 1 if self.again() is not None else 0
        size = len(dice.faces) if dice is not None else 0
        self.by_app = frozenset((s, p) for s, p in self.by_app if s < segment or p < size)

    # ------------------------------------------------------------------------------- picking

    def pick(self, step: int) -> None:
        """Pick the die to the left or right; what is typed then takes its place."""
        dice = self.faces() if self.typing.wants_dice else None
        if dice is None or not dice.faces:
            self.typing.refuse(NOT_FACES if self.typing.typed else NO_DICE)
            return
        at = len(dice.faces) if self.at is None else self.at
        at = max(0, at + step)
        self.row = None
        self.at = at if at < len(dice.faces) else None
        self.typing.notice = None

    def pick_row(self, step: int) -> None:
        """Pick the row above or below on a sheet; only its dice are then typed."""
        sheet, dice = self.sheet(), self.faces() if self.typing.wants_dice else None
        if sheet is None or dice is None:
            self.typing.refuse("↑ ↓ pick rows only on a sheet of several rolls.")
            return
        rows = [row for row in range(len(sheet.rows)) if sheet.places(row)]
        if self.row in rows:
            where = max(0, min(rows.index(self.row) + step, len(rows) - 1))
        else:
            where = 0 if step > 0 else len(rows) - 1
        self.row = rows[where]
        places, missing = sheet.places(self.row), dice.missing(self.typing.asked())
        self.at = next((place for place in places if place in missing), places.start)
        self.typing.notice = None

    def clear_pick(self) -> bool:
        """Let go of the die or row that is picked; False where none is."""
        picked = self.at is not None
        self.at = self.row = None
        return picked
