"""Dice that the app rolls, dice rolled again, free rolls; and the answer that is made of them."""

from __future__ import annotations

from tracker.application.errors import Refused
from tracker.application.match import free_rolls
from tracker.application.match.rolls import read_dice
from tracker.procedures.runners.table import Pending
from tracker.vocabulary.events import Rolled
from tui.prompt.dice_text import GAP, put_together, taken_apart
from tui.prompt.picking import NOT_FACES, DicePicked
from tui.views.running import retyped

ALL_IN = "Every die is in; Enter takes them."
BEGINS = frozenset("0123456789=-−.+/sf")
"""What dice begin with."""


class DiceTyped(DicePicked):
    """The dice at the prompt, whoever rolled them.

    What the app has rolled for a question stays as it fell, however often it is asked to.
    """

    free: free_rolls.FreeRoll | None = None
    _stands: str = ""
    """Dice of a roll that was taken back, as they stand at the prompt again."""
    _aside: tuple[str, frozenset[tuple[int, int]], dict[tuple[int, int], int]] | None = None

    @property
    def pending(self) -> Pending | None:
        """What waits: a free roll that was begun comes before what the rules ask."""
        if self.free is not None:
            return free_rolls.waiting_for(self.game.match, self.free)
        return super().pending

    # -------------------------------------------------------------------------------- typing

    def add(self, text: str) -> None:
        """Type on; where old dice stand, new ones take the place of them all."""
        if self._begins_anew(text):
            self.typed, self.by_app = "", frozenset()
        super().add(text)

    def _begins_anew(self, text: str) -> bool:
        stands = self.wants_dice and self.typed and self.typed == self._stands
        return bool(stands) and self.at is None and text[:1] in BEGINS

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
        whole = dice is not None and len(dice.faces) == self.asked().size
        if dice is None or not whole or dice.ending or dice.missing(self.asked()) or self.again():
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
        why = free_rolls.last_free(self.game.story) if other_number else ""
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
        """A roll that was taken back stands at the prompt again, until other dice are typed."""
        self.typed = self._stands = retyped(rolled)
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

    # ------------------------------------------------------------------------------ free rolls

    def begin_free(self, text: str) -> None:
        """A roll that no rule asks for; what is typed meanwhile stands aside."""
        try:
            words = tuple(text.replace('"', " ").split())
            found = free_rolls.free_roll(self.game.match, words, self.game.ruleset.die)
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
        line = free_rolls.line_of(self.game.match, self.free)
        return f"{line} : {self.typed}" if self.typed else line


def _face(rolled: Rolled, key: tuple[int, int]) -> int | None:
    segment, place = key
    at = rolled.again[place] if segment else place
    return rolled.faces[at] if at < len(rolled.faces) else None
