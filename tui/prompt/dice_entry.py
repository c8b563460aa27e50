"""Entry of dice at the prompt: typed, rolled by the app, rerolled or rolled freely."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from tracker.application.correcting.paused_correction_details import find_earlier_dice
from tracker.application.errors import Refused, make_sentence
from tracker.application.match import free_rolls
from tracker.application.match.dice_input import read_typed_dice
from tracker.input_parsing.dice_face_parser import parse_face
from tracker.input_parsing.dice_prompt_messages import describe_bad_face
from tracker.input_parsing.dice_reader import (
    STAR,
    AskedRoll,
    DiceReading,
    ParsedReroll,
    parse_dice,
    parse_rerolled_dice,
)
from tracker.input_parsing.success_count_parser import is_success_count
from tracker.procedures.declared.roll_sheet import RollSheet
from tracker.procedures.match_view import Match
from tracker.procedures.requests import Faces
from tracker.procedures.runners.live_table_runner import PendingQuestion
from tracker.vocabulary.events import Rolled
from tui.prompt.prompt_state import PromptState
from tui.views.open_action_description import format_retypable_answer

GAP = "_"
ENDINGS = (".", "+")


@dataclass(frozen=True)
class PlacedDice:
    """Typed faces, with None for each gap, and the sign that stands for all missing dice."""

    faces: tuple[int | None, ...]
    ending: str = ""

    def list_missing_places(self, asked: AskedRoll) -> tuple[int, ...]:
        """List the places whose die is missing."""
        gaps = [place for place, face in enumerate(self.faces) if face is None]
        return (*gaps, *range(len(self.faces), asked.dice_count))

    def replace_face(self, place: int, face: int | None) -> PlacedDice:
        """Replace the face in a place. Empty places before it become gaps."""
        faces = [*self.faces, *[None] * (place + 1 - len(self.faces))]
        faces[place] = face
        while faces and faces[-1] is None:
            faces.pop()
        return replace(self, faces=tuple(faces))

    def drop_die(self, place: int) -> PlacedDice:
        """Remove the die in a place. Later dice move up."""
        return replace(self, faces=self.faces[:place] + self.faces[place + 1 :])


def parse_placed_dice(text: str, asked: AskedRoll) -> PlacedDice | None:
    """Parse text as dice in their places, or return None if it gives dice without faces."""
    plain = text.strip().lower()
    ending = plain[-1:] if plain.endswith(ENDINGS) else ""
    body = plain.removesuffix(ending).strip()
    if not body:
        return PlacedDice((), ending)
    if GAP in body:
        return _with_gaps(body, asked, ending)
    if is_success_count(body) or "r" in body or "d" in body:
        return None
    found = parse_dice(body, asked, allow_size=True)
    if isinstance(found, DiceReading):
        return PlacedDice(found.faces, ending) if len(found.faces) == found.size else None
    return PlacedDice(found.faces, ending) if found.kind == "ambiguous" else None


def _with_gaps(body: str, asked: AskedRoll, ending: str) -> PlacedDice | None:
    pieces = body.split() if _wide(asked) else [*body.replace(" ", "")]
    faces: list[int | None] = []
    for place, piece in enumerate(pieces):
        face = None if piece == GAP else parse_face(piece, asked.get_sides_at(place))
        if face is None and piece != GAP:
            return None
        faces.append(face)
    return PlacedDice(tuple(faces), ending)


def format_placed_dice(dice: PlacedDice, asked: AskedRoll) -> str:
    """Format the dice as text that parses to the same dice."""
    keys = [get_face_key(face, asked.get_sides_at(place)) for place, face in enumerate(dice.faces)]
    between = " " if _wide(asked) else ""
    ending = f" {dice.ending}" if dice.ending else ""
    return between.join(keys) + ending


def get_face_key(face: int | None, sides: int) -> str:
    """Return the key for a face. On a ten-sided die, the key for a ten is 0."""
    if face is None:
        return GAP
    return "0" if (face, sides) == (10, 10) else str(face)


def _wide(asked: AskedRoll) -> bool:
    """Whether a face may need more than one key."""
    return any(sides > 10 for sides in asked.dice) or asked.get_sides_at(0) > 10


def build_roll_sheet(match: Match, pending: PendingQuestion | None) -> RollSheet | None:
    """Build the sheet that the ruleset declares for the open roll, or return None."""
    request = pending.request if pending is not None else None
    if not isinstance(request, Faces) or request.kind is None or request.kind.sheet is None:
        return None
    sheet = request.kind.sheet(match, request)
    return sheet if sheet.size == len(request.dice) else None


_STARRED = re.compile(r"\s*\*\S*\s*$")
_PACKED = re.compile(r"([0-9]+)([0-9])$")
NO_DICE = "Type the dice first. Then ← → picks one."
BEGINS = frozenset("0123456789=-−.+/sf")
"""The characters with which typed dice can begin."""
NOT_FACES = "You typed a count for all the dice. Clear it with Esc, then type single dice."


class TypedDice:
    """The dice at the prompt, each in its place.

    ``at`` is the place of the picked die, and ``row`` the picked row of the sheet. ``by_app`` holds
    the app's dice as (0, place), or as (1, place) in a reroll. ``thrown`` holds their faces, which
    stay the same however often the app is asked to roll. ``stands`` holds the dice of an undone
    roll that are back at the prompt.
    """

    def __init__(self, typing: PromptState) -> None:
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

    def get_reroll(self) -> ParsedReroll | None:
        """Return the dice that are rerolled, or None if the text has no reroll."""
        return (
            parse_rerolled_dice(self.typing.typed_text, self.typing.get_asked_roll())
            if STAR in self.typing.typed_text
            else None
        )

    def current_dice(self) -> tuple[str, str, AskedRoll]:
        """Return the text before the current dice, those dice, and the roll that they answer."""
        self.forget_stale_dice()
        again = self.get_reroll()
        if again is None:
            return "", self.typing.typed_text, self.typing.get_asked_roll()
        text = self.typing.typed_text.strip()
        return text[: len(text) - len(again.rest)].rstrip() + " ", again.rest, again.roll

    def get_placed_dice(self) -> PlacedDice | None:
        """Return the current dice in their places, or None if they are only counted."""
        _, text, asked = self.current_dice()
        return parse_placed_dice(text, asked)

    def get_roll_sheet(self) -> RollSheet | None:
        """Return the sheet of the current roll, or None if it has no sheet."""
        return build_roll_sheet(self.game.match, self.typing.pending)

    def forget_stale_dice(self) -> None:
        """Forget the dice and picks of a question that is no longer open."""
        question = (
            (self.typing.pending.key, self.typing.pending.action)
            if self.typing.pending is not None
            else None
        )
        if question != self._question:
            if self.by_app and self.typing.is_stale:
                self.typing.typed_text = ""  # nobody typed the app's dice
            self._question, self.thrown, self._under = question, {}, None
            self.at = self.row = None
            self.by_app = frozenset()
        if not self.typing.typed_text and self._under is None:
            self.by_app = frozenset()  # the cleared dice were the app's; those typed next are not

    # -------------------------------------------------------------------------------- typing

    def type_text(self, text: str) -> None:
        """Type text. It replaces the dice of an undone roll, but ``6>3`` changes one of them."""
        typing = self.typing
        if self._begins_anew(text):
            self._under = (typing.typed_text, self.by_app)
            typing.typed_text, self.by_app = "", frozenset()
        elif self._under and text == ">" and typing.typed_text.isdecimal():
            mend = typing.typed_text
            self.restore_old_dice()
            typing.typed_text += f" {mend}"
        _, typed, _ = self.current_dice()
        mends = self.at is not None or GAP in typed
        if mends and len(text) == 1 and text.isdecimal():
            typing.notice = None
            self._mend(text)
            return
        self.at = self.row = None
        if typing.typed_text.rstrip().endswith(STAR):
            text += " "
        elif text == ">" and (packed := _PACKED.search(typing.typed_text)):
            typing.typed_text = f"{typing.typed_text[: packed.start()]}{packed[1]} {packed[2]}"
        elif text == "/":  # the number pad is enough for most rolls
            text = "," if typing.typed_text.startswith("=") else "="
        typing.typed_text += text

    def _begins_anew(self, text: str) -> bool:
        lies = self.typing.lies and bool(self.typing.typed_text)
        return lies and self.at is None and text[:1] in BEGINS

    def restore_old_dice(self) -> bool:
        """Restore the old dice if typing has replaced them. Return whether it had."""
        if self._under is None:
            return False
        (old, self.by_app), self._under = self._under, None
        self.typing.set_replaceable_text(old)
        self.typing.notice = None
        return True

    def delete_last_character(self) -> None:
        """Delete the picked die, or the last character if no die is picked."""
        typing = self.typing
        typing.notice = None
        if self.at is not None:
            self._drop()
            return
        starred = _STARRED.search(typing.typed_text)
        if starred is not None:
            typing.typed_text = typing.typed_text[: starred.start()]
            return
        typing.typed_text = typing.typed_text.rstrip()[:-1]
        if not typing.typed_text and self.restore_old_dice():
            return
        self._forget_dropped()

    def _mend(self, key: str) -> None:
        before, text, asked = self.current_dice()
        dice = parse_placed_dice(text, asked)
        if dice is None:
            self.typing.show_refusal(NOT_FACES)
            return
        place = dice.list_missing_places(asked)[0] if self.at is None else self.at
        sides = asked.get_sides_at(place)
        old = dice.faces[place] if place < len(dice.faces) else None
        face = parse_face(f"{old or ''}{key}" if sides > 10 else key, sides)
        face = parse_face(key, sides) if face is None else face
        if not face:
            self.typing.show_refusal(make_sentence(describe_bad_face(key, place, sides)))
            return
        self.typing.typed_text = before + format_placed_dice(dice.replace_face(place, face), asked)
        self.by_app -= {(1 if before else 0, place)}
        if sides <= 10 and self.at is not None:
            self._go_on(place, len(dice.faces))

    def _go_on(self, place: int, typed: int) -> None:
        """Pick the next die in the picked row or among the typed dice."""
        sheet = self.get_roll_sheet()
        end = typed
        if self.row is not None and sheet is not None:
            end = sheet.list_dice_places(self.row).stop
        self.at = place + 1 if place + 1 < end else None
        self.row = self.row if self.at is not None else None

    def _drop(self) -> None:
        before, text, asked = self.current_dice()
        dice, place = parse_placed_dice(text, asked), self.at
        if dice is None or place is None or place >= len(dice.faces):
            self.at = self.row = None
            return
        left = dice.replace_face(place, None) if asked.form == "faces" else dice.drop_die(place)
        self.typing.typed_text = before + format_placed_dice(left, asked)
        segment = 1 if before else 0
        self.by_app -= {(segment, place)}
        if asked.form != "faces":
            moved = {(s, p - 1 if s == segment and p > place else p) for s, p in self.by_app}
            self.by_app = frozenset(moved)
            self.at = min(place, len(left.faces) - 1) if left.faces else None
        self.typing.notice = None

    def _forget_dropped(self) -> None:
        dice = self.get_placed_dice()
        segment = 1 if self.get_reroll() is not None else 0
        size = len(dice.faces) if dice is not None else 0
        self.by_app = frozenset((s, p) for s, p in self.by_app if s < segment or p < size)

    # ------------------------------------------------------------------------------- picking

    def pick_die(self, step: int) -> None:
        """Pick the die to the left or right. Typing then replaces it."""
        dice = self.get_placed_dice() if self.typing.wants_dice else None
        if dice is None or not dice.faces:
            self.typing.show_refusal(NOT_FACES if self.typing.typed_text else NO_DICE)
            return
        at = len(dice.faces) if self.at is None else self.at
        at = max(0, at + step)
        self.row = None
        self.at = at if at < len(dice.faces) else None
        self.typing.notice = None

    def pick_row(self, step: int) -> None:
        """Pick the row above or below in a sheet. Typing then fills only that row's dice."""
        sheet, dice = (
            self.get_roll_sheet(),
            self.get_placed_dice() if self.typing.wants_dice else None,
        )
        if sheet is None or dice is None:
            self.typing.show_refusal("↑ ↓ pick rows only on a sheet of several rolls.")
            return
        rows = [row for row in range(len(sheet.rows)) if sheet.list_dice_places(row)]
        if self.row in rows:
            where = max(0, min(rows.index(self.row) + step, len(rows) - 1))
        else:
            where = 0 if step > 0 else len(rows) - 1
        self.row = rows[where]
        places, missing = (
            sheet.list_dice_places(self.row),
            dice.list_missing_places(self.typing.get_asked_roll()),
        )
        self.at = next((place for place in places if place in missing), places.start)
        self.typing.notice = None

    def clear_pick(self) -> bool:
        """Clear the picked die or row. Return whether one was picked."""
        picked = self.at is not None
        self.at = self.row = None
        return picked


SetAside = tuple[str, bool, frozenset[tuple[int, int]], dict[tuple[int, int], int]]
ALL_IN = "All dice are in. Press Enter."


class DiceEntry:
    """Entry of dice at the prompt, typed or rolled by the app.

    The app rolls only once for each question. Asking again shows the same dice.
    """

    def __init__(self, at: PromptState, dice: TypedDice) -> None:
        self.at = at
        self.dice = dice
        self.game = at.game
        self._set_aside: SetAside | None = None
        self._offered: PendingQuestion | None = None

    # ------------------------------------------------------------------------------- rolling

    def roll_missing_dice(self) -> None:
        """Let the app roll the missing dice, or those of the picked row."""
        if not self.at.wants_dice:
            self.at.show_refusal("No roll is waiting now.")
            return
        before, text, asked = self.dice.current_dice()
        dice = parse_placed_dice(text, asked)
        if dice is None or dice.ending or (before and not before.strip()[-1:].isalnum()):
            self.at.show_refusal(NOT_FACES)
            return
        sheet = self.dice.get_roll_sheet()
        missing = dice.list_missing_places(asked)
        if self.dice.row is not None and sheet is not None:
            missing = tuple(
                place for place in missing if place in sheet.list_dice_places(self.dice.row)
            )
        if not missing:
            more = len(dice.faces) - asked.dice_count
            self.at.show_refusal(
                f"{more} too many. Press Backspace to delete." if more > 0 else ALL_IN
            )
            return
        segment = 1 if before else 0
        for place in missing:
            sides = asked.get_sides_at(place)
            face = self.dice.thrown.setdefault((segment, place), self.game.dice.randint(1, sides))
            dice = dice.replace_face(place, face)
        self.at.typed_text = before + format_placed_dice(dice, asked)
        self.dice.by_app |= {(segment, place) for place in missing}
        self.dice.at = self.dice.row = None
        self.at.notice = None

    def reroll_dice(self) -> None:
        """Reroll some of the dice under a house rule."""
        dice = self.dice.get_placed_dice() if self.at.wants_dice else None
        whole = dice is not None and len(dice.faces) == self.at.get_asked_roll().dice_count
        if (
            dice is None
            or not whole
            or dice.ending
            or dice.list_missing_places(self.at.get_asked_roll())
            or self.dice.get_reroll()
        ):
            self.at.show_refusal("Type the faces of all dice first. Then press * to reroll some.")
            return
        text = format_placed_dice(dice, self.at.get_asked_roll())
        picked, self.dice.at, self.dice.row = self.dice.at, None, None
        self.at.typed_text = f"{text} *p{picked + 1} " if picked is not None else f"{text} *"
        self.at.notice = None

    # ------------------------------------------------------------------------------ answering

    def submit_dice(self, *, other_number: bool = False) -> None:
        """Submit the typed dice as the answer. Raises ``BadDice`` or ``Refused``."""
        self.dice.forget_stale_dice()
        if GAP in self.at.typed_text:
            raise Refused(self._lacking())
        why = free_rolls.describe_last_free_roll(self.game.history) if other_number else ""
        if self.at.free is None and not self.dice.by_app:
            self.game.answer_with_text(self.at.typed_text, other_number=other_number, why=why)
            return
        rolled = read_typed_dice(
            self.at.pending or self.game.require_pending(),
            self.at.typed_text,
            self.game.dice,
            other_number=other_number,
            why=why,
            by_app=self._places_by_app(),
        )
        if self.at.free is None:
            self.game.answer_question(rolled)
        else:
            self.game.write_free_roll(rolled)
            self.at.free = None

    def _places_by_app(self) -> frozenset[int]:
        """Return the places of the app's dice in the whole roll, including rerolled ones."""
        again = self.dice.get_reroll()
        first = {place for segment, place in self.dice.by_app if segment == 0}
        if again is None:
            return frozenset(first)
        new = {again.places[place] for segment, place in self.dice.by_app if segment == 1}
        return frozenset((first - set(again.places)) | new)

    def _lacking(self) -> str:
        """Explain which die is still missing."""
        dice, asked = self.dice.get_placed_dice(), self.at.get_asked_roll()
        place = dice.list_missing_places(asked)[0] if dice is not None else 0
        label = asked.labels[place] if place < len(asked.labels) else f"die {place + 1}"
        return f"{label[:1].upper()}{label[1:]} is still missing. Press r to let the app roll it."

    def restore_roll(self, rolled: Rolled) -> None:
        """Put an undone roll back at the prompt, where typing replaces it."""
        self.dice.stands = format_retypable_answer(rolled)
        self.at.set_replaceable_text(self.dice.stands)
        self.dice.forget_stale_dice()
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

    def offer_correction_dice(self) -> None:
        """Put the known dice of a correction at the prompt once, for the user to complete."""
        pending = self.game.pending
        if (
            pending is None
            or pending == self._offered
            or self.at.typed_text
            or self.at.free is not None
        ):
            return
        self._offered = pending
        if self.at.wants_dice:
            known = find_earlier_dice(self.game)
            while known and known[-1] is None:
                known = known[:-1]
            self.at.typed_text = format_placed_dice(PlacedDice(known), self.at.get_asked_roll())

    # ------------------------------------------------------------------------------ free rolls

    def begin_free_roll(self, text: str) -> None:
        """Begin a free roll, which no rule requires, and set aside the text typed so far."""
        try:
            words = tuple(text.replace('"', " ").split())
            found = free_rolls.parse_free_roll(self.game.match, words, self.game.ruleset.die)
        except Refused as refused:
            self.at.show_refusal(refused.message)
            return
        self.dice.forget_stale_dice()
        if self.at.free is None:
            self._set_aside = (self.at.typed_text, self.at.lies, self.dice.by_app, self.dice.thrown)
        self.at.free, self.at.typed_text, self.at.notice = found, "", None

    def cancel_free_roll(self) -> bool:
        """Cancel the free roll. Return whether there was one."""
        if self.at.free is None:
            return False
        self.at.free, self.at.notice = None, None
        self.restore_set_aside_text()
        return True

    def restore_set_aside_text(self) -> None:
        """Restore the text that a free roll has set aside."""
        if self._set_aside is None or self.at.free is not None:
            return
        self.dice.forget_stale_dice()
        self.at.typed_text, self.at.lies, self.dice.by_app, self.dice.thrown = self._set_aside
        self._set_aside = None


def _face(rolled: Rolled, key: tuple[int, int]) -> int | None:
    segment, place = key
    at = rolled.again[place] if segment else place
    return rolled.faces[at] if at < len(rolled.faces) else None
