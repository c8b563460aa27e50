"""Dice that the app rolls, dice rolled again, free rolls; and the answer that is made of them."""

from __future__ import annotations

from tracker.application.correcting.pending_correction import find_earlier_dice
from tracker.application.errors import Refused
from tracker.application.match import free_rolls
from tracker.application.match.dice_input import read_dice
from tracker.procedures.runners.table import Pending
from tracker.vocabulary.events import Rolled
from tui.prompt.dice_text import GAP, Placed, put_together, take_apart
from tui.prompt.picking import NOT_FACES, TypedDice
from tui.prompt.typing_state import Typing
from tui.views.running import retype_answer

SetAside = tuple[str, bool, frozenset[tuple[int, int]], dict[tuple[int, int], int]]
ALL_IN = "All dice are in. Press Enter."


class Rolling:
    """The dice at the prompt, whoever rolled them.

    What the app has rolled for a question stays as it fell, however often it is asked to.
    """

    def __init__(self, at: Typing, dice: TypedDice) -> None:
        self.at = at
        self.dice = dice
        self.game = at.game
        self._set_aside: SetAside | None = None
        self._offered: Pending | None = None

    # ------------------------------------------------------------------------------- rolling

    def roll(self) -> None:
        """The app rolls the dice that are missing, those of the row where one is picked."""
        if not self.at.wants_dice:
            self.at.refuse("No roll is waiting now.")
            return
        before, text, asked = self.dice.now()
        dice = take_apart(text, asked)
        if dice is None or dice.ending or (before and not before.strip()[-1:].isalnum()):
            self.at.refuse(NOT_FACES)
            return
        sheet = self.dice.sheet()
        missing = dice.missing(asked)
        if self.dice.row is not None and sheet is not None:
            missing = tuple(place for place in missing if place in sheet.places(self.dice.row))
        if not missing:
            more = len(dice.faces) - asked.size
            self.at.refuse(f"{more} too many. Press Backspace to delete." if more > 0 else ALL_IN)
            return
        segment = 1 if before else 0
        for place in missing:
            sides = asked.get_sides_at(place)
            face = self.dice.thrown.setdefault((segment, place), self.game.dice.randint(1, sides))
            dice = dice.put(place, face)
        self.at.typed = before + put_together(dice, asked)
        self.dice.by_app |= {(segment, place) for place in missing}
        self.dice.at = self.dice.row = None
        self.at.notice = None

    def roll_again(self) -> None:
        """Some of the dice are rolled once more by a rule of the table's own."""
        dice = self.dice.faces() if self.at.wants_dice else None
        whole = dice is not None and len(dice.faces) == self.at.asked().size
        if (
            dice is None
            or not whole
            or dice.ending
            or dice.missing(self.at.asked())
            or self.dice.again()
        ):
            self.at.refuse("Type the faces of all dice first. Then press * to reroll some.")
            return
        text = put_together(dice, self.at.asked())
        picked, self.dice.at, self.dice.row = self.dice.at, None, None
        self.at.typed = f"{text} *p{picked + 1} " if picked is not None else f"{text} *"
        self.at.notice = None

    # ------------------------------------------------------------------------------ answering

    def say(self, *, other_number: bool = False) -> None:
        """Answer with the dice typed. Raises ``BadDice`` or ``Refused``."""
        self.dice.forget_stale()
        if GAP in self.at.typed:
            raise Refused(self._lacking())
        why = free_rolls.describe_last_free(self.game.story) if other_number else ""
        if self.at.free is None and not self.dice.by_app:
            self.game.say(self.at.typed, other_number=other_number, why=why)
            return
        rolled = read_dice(
            self.at.pending or self.game.waiting(),
            self.at.typed,
            self.game.dice,
            other_number=other_number,
            why=why,
            by_app=self._places_by_app(),
        )
        if self.at.free is None:
            self.game.answer(rolled)
        else:
            self.game.roll_freely(rolled)
            self.at.free = None

    def _places_by_app(self) -> frozenset[int]:
        """The places of the app's dice in the whole roll."""
        again = self.dice.again()
        first = {place for segment, place in self.dice.by_app if segment == 0}
        if again is None:
            return frozenset(first)
        new = {again.places[place] for segment, place in self.dice.by_app if segment == 1}
        return frozenset((first - set(again.places)) | new)

    def _lacking(self) -> str:
        """Whose die is still to come."""
        dice, asked = self.dice.faces(), self.at.asked()
        place = dice.missing(asked)[0] if dice is not None else 0
        label = asked.labels[place] if place < len(asked.labels) else f"die {place + 1}"
        return f"{label[:1].upper()}{label[1:]} is still missing. Press r to let the app roll it."

    def restore(self, rolled: Rolled) -> None:
        """A roll that was taken back stands at the prompt again, until other dice are typed."""
        self.dice.stands = retype_answer(rolled)
        self.at.lay(self.dice.stands)
        self.dice.forget_stale()
        size = len(rolled.faces)
        mine = rolled.app_at or range(size - rolled.app, size)
        if rolled.again:
            self.dice.by_app = frozenset(
                (1, rolled.again.index(p)) for p in mine if p in rolled.again
            )
        else:
            self.dice.by_app = frozenset((0, place) for place in mine)
        self.dice.thrown = {
            key: face for key in self.dice.by_app if (face := _face(rolled, key)) is not None
        }

    def offer(self) -> None:
        """Dice that were rolled for what a correction asks anew lie here, to be typed on; once."""
        pending = self.game.pending
        if pending is None or pending == self._offered or self.at.typed or self.at.free is not None:
            return
        self._offered = pending
        if self.at.wants_dice:
            known = find_earlier_dice(self.game)
            while known and known[-1] is None:
                known = known[:-1]
            self.at.typed = put_together(Placed(known), self.at.asked())

    # ------------------------------------------------------------------------------ free rolls

    def begin(self, text: str) -> None:
        """A roll that no rule asks for; what is typed meanwhile stands aside."""
        try:
            words = tuple(text.replace('"', " ").split())
            found = free_rolls.free_roll(self.game.match, words, self.game.ruleset.die)
        except Refused as refused:
            self.at.refuse(refused.message)
            return
        self.dice.forget_stale()
        if self.at.free is None:
            self._set_aside = (self.at.typed, self.at.lies, self.dice.by_app, self.dice.thrown)
        self.at.free, self.at.typed, self.at.notice = found, "", None

    def leave(self) -> bool:
        """Let a free roll be; False where none was begun."""
        if self.at.free is None:
            return False
        self.at.free, self.at.notice = None, None
        self.come_back()
        return True

    def come_back(self) -> None:
        """What stood aside for a free roll stands at the prompt again."""
        if self._set_aside is None or self.at.free is not None:
            return
        self.dice.forget_stale()
        self.at.typed, self.at.lies, self.dice.by_app, self.dice.thrown = self._set_aside
        self._set_aside = None


def _face(rolled: Rolled, key: tuple[int, int]) -> int | None:
    segment, place = key
    at = rolled.again[place] if segment else place
    return rolled.faces[at] if at < len(rolled.faces) else None
