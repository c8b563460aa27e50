"""The entry of dice at the prompt: typed dice, the app's dice, rerolls and free rolls."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace

from tracker.application.correcting.waiting_correction_lines_and_dice import (
    find_earlier_dice_for_question,
)
from tracker.application.errors import Refused, make_sentence
from tracker.application.match import free_rolls
from tracker.application.match.correction_replay import find_replay_progress
from tracker.application.match.dice_input import find_number_on_drawn_card, parse_or_roll_dice
from tracker.input_parsing.asked_dice_roll import AskedRoll
from tracker.input_parsing.dice_face_parser import parse_face
from tracker.input_parsing.dice_prompt_messages import describe_bad_face, format_dice_count
from tracker.input_parsing.dice_reader import STAR, ParsedReroll, find_reroll, parse_dice
from tracker.input_parsing.dice_reading_results import DiceReading
from tracker.input_parsing.line_syntax_tree import QuotedText
from tracker.input_parsing.success_count_and_total_parser import looks_like_count_or_total
from tracker.procedures.declared.roll_sheet import RollSheet
from tracker.procedures.match_view import Match
from tracker.procedures.requests import Faces
from tracker.procedures.runners.live_table_runner import PendingQuestion
from tracker.vocabulary.events import Rolled, Version
from tui.prompt.prompt_state import Notice, PromptState
from tui.views.open_action_description import format_retypable_answer

GAP = "_"


@dataclass(frozen=True)
class PlacedDice:
    """Typed faces, with None for each gap. ``missing_dice_sign`` stands for all missing dice."""

    faces: tuple[int | None, ...]
    missing_dice_sign: str = ""

    def list_missing_places(self, roll: AskedRoll) -> tuple[int, ...]:
        gaps = [index for index, face in enumerate(self.faces) if face is None]
        return (*gaps, *range(len(self.faces), roll.dice_count))

    def replace_face(self, index: int, face: int | None) -> PlacedDice:
        """Return the dice with ``face`` in place ``index``. Empty places before it become gaps."""
        faces = [*self.faces, *[None] * (index + 1 - len(self.faces))]
        faces[index] = face
        while faces and faces[-1] is None:
            faces.pop()
        return replace(self, faces=tuple(faces))

    def drop_die(self, index: int) -> PlacedDice:
        """Return the dice without the die in place ``index``. Later dice move up."""
        return replace(self, faces=self.faces[:index] + self.faces[index + 1 :])


def parse_placed_dice(text: str, roll: AskedRoll) -> PlacedDice | None:
    """Parse text as dice in their places. Return None if it does not give each die separately."""
    plain = text.strip().lower()
    ending = plain[-1:] if plain.endswith((".", "+")) else ""
    body = plain.removesuffix(ending).strip()
    if not body:
        return PlacedDice((), ending)
    if GAP in body:
        return _parse_with_gaps(body, roll, ending)
    if looks_like_count_or_total(body) or "r" in body or "d" in body:
        return None
    reading = parse_dice(body, roll, allow_other_count=True)
    if isinstance(reading, DiceReading):
        return PlacedDice(reading.faces, ending) if len(reading.faces) == reading.size else None
    return PlacedDice(reading.faces, ending) if reading.kind == "ambiguous" else None


def _parse_with_gaps(body: str, roll: AskedRoll, ending: str) -> PlacedDice | None:
    pieces = body.split() if _needs_spaces(roll) else [*body.replace(" ", "")]
    faces: list[int | None] = []
    for index, piece in enumerate(pieces):
        face = None if piece == GAP else parse_face(piece, roll.get_sides_of_die(index))
        if face is None and piece != GAP:
            return None
        faces.append(face)
    return PlacedDice(tuple(faces), ending)


def format_placed_dice(dice: PlacedDice, roll: AskedRoll) -> str:
    keys = [
        get_face_key(face, roll.get_sides_of_die(index)) for index, face in enumerate(dice.faces)
    ]
    between = " " if _needs_spaces(roll) else ""
    ending = f" {dice.missing_dice_sign}" if dice.missing_dice_sign else ""
    return between.join(keys) + ending


def get_face_key(face: int | None, sides: int) -> str:
    """Return the key that types a face. On a ten-sided die, the key for a ten is 0."""
    if face is None:
        return GAP
    return "0" if (face, sides) == (10, 10) else str(face)


def _needs_spaces(roll: AskedRoll) -> bool:
    return any(sides > 10 for sides in roll.dice) or roll.get_sides_of_die(0) > 10


def build_roll_sheet(match: Match, pending: PendingQuestion | None) -> RollSheet | None:
    """Build the open roll's sheet, or return None if the ruleset declares no sheet for the roll."""
    request = pending.request if pending is not None else None
    if not isinstance(request, Faces) or request.kind is None or request.kind.sheet is None:
        return None
    sheet = request.kind.sheet(match, request)
    return sheet if sheet.dice_count == len(request.dice) else None


_STARRED = re.compile(r"\s*\*\S*\s*$")
_PACKED = re.compile(r"([0-9]+)([0-9])$")
_FREE_ROLL_WORDS = re.compile(r'"([^"]+)"|([^\s"]+)')
NO_DICE = "Type the dice first. Then press ← or → to pick a die."
DICE_STARTS = frozenset("0123456789=-−.+/sf")
NOT_FACES = "You did not type each die separately. Press Esc, then type the face of each die."


class TypedDice:
    """The dice at the prompt, each in its place.

    ``picked`` is the place of the picked die, and ``picked_row`` is the index of the picked row in
    the sheet. ``by_app`` holds the app's dice as (0, place), or as (1, place) in a reroll.
    ``app_faces`` holds their faces, which stay the same however often the app is asked to roll.
    ``restored_text`` holds the dice of an undone roll that were restored to the prompt.
    """

    def __init__(self, state: PromptState) -> None:
        self.state = state
        self.game = state.game
        self.picked: int | None = None
        self.picked_row: int | None = None
        self.by_app: frozenset[tuple[int, int]] = frozenset()
        self.app_faces: dict[tuple[int, int], int] = {}
        self.restored_text = ""
        self._replaced: tuple[str, frozenset[tuple[int, int]]] | None = None
        self._question: object = ()

    def parse_typed_reroll(self) -> ParsedReroll | None:
        """Parse the reroll in the typed text. Return None if the text has no reroll."""
        if STAR in self.state.typed_text:
            return find_reroll(self.state.typed_text, self.state.get_asked_roll())
        return None

    def split_text_at_current_dice(self) -> tuple[str, str, AskedRoll]:
        """Return the text before the current dice, the text of these dice, and their roll.

        Dice that belong to an earlier question are forgotten first.
        """
        self.forget_stale_dice()
        reroll = self.parse_typed_reroll()
        if reroll is None:
            return "", self.state.typed_text, self.state.get_asked_roll()
        text = self.state.typed_text.strip()
        return text[: len(text) - len(reroll.rest)].rstrip() + " ", reroll.rest, reroll.roll

    def parse_current_dice(self) -> PlacedDice | None:
        """Parse the current dice in their places. Return None if they were not typed separately."""
        _, text, asked = self.split_text_at_current_dice()
        return parse_placed_dice(text, asked)

    def get_roll_sheet(self) -> RollSheet | None:
        return build_roll_sheet(self.game.match, self.state.pending)

    def forget_stale_dice(self) -> None:
        """Forget the picked, replaced and app's dice if a different question is now open."""
        pending = self.state.pending
        question = None if pending is None else (pending.key, pending.action)
        if question != self._question:
            if self.by_app and self.state.is_stale:
                self.state.typed_text = ""  # nobody typed the app's dice
            self._question, self.app_faces, self._replaced = question, {}, None
            self.picked = self.picked_row = None
            self.by_app = frozenset()
        if not self.state.typed_text and self._replaced is None:
            self.by_app = frozenset()  # the cleared dice were the app's; those typed next are not

    def type_text(self, text: str) -> None:
        """Add typed text. It replaces an undone roll's dice, but ``6>3`` changes only one die."""
        state = self.state
        is_replaceable = state.is_replaceable and bool(state.typed_text) and self.picked is None
        if is_replaceable and text[:1] in DICE_STARTS:
            self._replaced = (state.typed_text, self.by_app)
            state.typed_text, self.by_app = "", frozenset()
        elif self._replaced and text == ">" and state.typed_text.isdecimal():
            replacement = state.typed_text
            self.restore_replaced_dice()
            state.typed_text += f" {replacement}"
        _, typed, _ = self.split_text_at_current_dice()
        replaces_one = self.picked is not None or GAP in typed
        if replaces_one and len(text) == 1 and text.isdecimal():
            state.notice = None
            self._replace_picked(text)
            return
        self.picked = self.picked_row = None
        if state.typed_text.rstrip().endswith(STAR):
            text += " "
        elif text == ">" and (packed := _PACKED.search(state.typed_text)):
            state.typed_text = f"{state.typed_text[: packed.start()]}{packed[1]} {packed[2]}"
        elif text == "/":  # the number pad is enough for most rolls
            text = "," if state.typed_text.startswith("=") else "="
        state.typed_text += text

    def restore_replaced_dice(self) -> bool:
        """Restore the dice that typed text has replaced. Return whether there were any."""
        if self._replaced is None:
            return False
        (old, self.by_app), self._replaced = self._replaced, None
        self.state.set_replaceable_text(old)
        self.state.notice = None
        return True

    def delete_picked_die_or_character(self) -> None:
        """Delete the picked die, the unfinished reroll, or the last character.

        If no text is left, restore the dice that the text had replaced.
        """
        state = self.state
        state.notice = None
        if self.picked is not None:
            self._drop_picked()
            return
        starred = _STARRED.search(state.typed_text)
        if starred is not None:
            state.typed_text = state.typed_text[: starred.start()]
            return
        state.typed_text = state.typed_text.rstrip()[:-1]
        if not state.typed_text and self.restore_replaced_dice():
            return
        self._forget_deleted_app_dice()

    def _replace_picked(self, key: str) -> None:
        before, text, roll = self.split_text_at_current_dice()
        dice = parse_placed_dice(text, roll)
        if dice is None:
            self.state.show_refusal(NOT_FACES)
            return
        index = dice.list_missing_places(roll)[0] if self.picked is None else self.picked
        sides = roll.get_sides_of_die(index)
        old = dice.faces[index] if index < len(dice.faces) else None
        face = parse_face(f"{old or ''}{key}" if sides > 10 else key, sides)
        face = parse_face(key, sides) if face is None else face
        if not face:
            self.state.show_refusal(make_sentence(describe_bad_face(key, index, sides)))
            return
        self.state.typed_text = before + format_placed_dice(dice.replace_face(index, face), roll)
        self.by_app -= {(1 if before else 0, index)}
        if sides <= 10 and self.picked is not None:
            self._pick_die_after(index, len(dice.faces))

    def _pick_die_after(self, index: int, typed_count: int) -> None:
        sheet = self.get_roll_sheet()
        end = typed_count
        if self.picked_row is not None and sheet is not None:
            end = sheet.list_die_positions(self.picked_row).stop
        self.picked = index + 1 if index + 1 < end else None
        self.picked_row = self.picked_row if self.picked is not None else None

    def _drop_picked(self) -> None:
        before, text, roll = self.split_text_at_current_dice()
        dice, index = parse_placed_dice(text, roll), self.picked
        if dice is None or index is None or index >= len(dice.faces):
            self.picked = self.picked_row = None
            return
        left = dice.replace_face(index, None) if roll.form == "faces" else dice.drop_die(index)
        self.state.typed_text = before + format_placed_dice(left, roll)
        segment = 1 if before else 0
        self.by_app -= {(segment, index)}
        if roll.form != "faces":
            moved = {(s, p - 1 if s == segment and p > index else p) for s, p in self.by_app}
            self.by_app = frozenset(moved)
            self.picked = min(index, len(left.faces) - 1) if left.faces else None
        self.state.notice = None

    def _forget_deleted_app_dice(self) -> None:
        dice = self.parse_current_dice()
        segment = 1 if self.parse_typed_reroll() is not None else 0
        size = len(dice.faces) if dice is not None else 0
        self.by_app = frozenset((s, p) for s, p in self.by_app if s < segment or p < size)

    def pick_adjacent_die(self, step: int) -> None:
        """Pick the die to the left or right. A typed face then replaces the picked die."""
        dice = self.parse_current_dice() if self.state.wants_dice else None
        if dice is None or not dice.faces:
            self.state.show_refusal(NOT_FACES if self.state.typed_text else NO_DICE)
            return
        index = len(dice.faces) if self.picked is None else self.picked
        index = max(0, index + step)
        self.picked_row = None
        self.picked = index if index < len(dice.faces) else None
        self.state.notice = None

    def pick_adjacent_row(self, step: int) -> None:
        """Pick the row above or below in a sheet. Typing then fills only that row's dice."""
        sheet = self.get_roll_sheet()
        dice = self.parse_current_dice() if self.state.wants_dice else None
        if sheet is None or dice is None:
            self.state.show_refusal("↑ ↓ pick rows only on a sheet of several rolls.")
            return
        rows = [row for row in range(len(sheet.rows)) if sheet.list_die_positions(row)]
        if self.picked_row in rows:
            row_index = max(0, min(rows.index(self.picked_row) + step, len(rows) - 1))
        else:
            row_index = 0 if step > 0 else len(rows) - 1
        self.picked_row = rows[row_index]
        places = sheet.list_die_positions(self.picked_row)
        missing = dice.list_missing_places(self.state.get_asked_roll())
        self.picked = next((index for index in places if index in missing), places.start)
        self.state.notice = None

    def clear_pick(self) -> bool:
        """Clear the picked die or row. Return whether one was picked."""
        had_pick = self.picked is not None
        self.picked = self.picked_row = None
        return had_pick


QuestionId = tuple[Version, str]
SetAside = tuple[str, bool, frozenset[tuple[int, int]], dict[tuple[int, int], int]]
NO_LONGER_ASKED = "What you typed was cleared, because that roll is no longer needed: {}."
ALL_IN = "All dice are in. Press Enter."
ALL_FACES_FIRST = "Type the faces of all dice first. Then press * to reroll some."


class DiceEntry:
    """The entry of dice at the prompt. The app rolls each die of a question only once."""

    def __init__(self, state: PromptState, dice: TypedDice) -> None:
        self.state = state
        self.dice = dice
        self.game = state.game
        self._set_aside: SetAside | None = None
        self._offered_question: PendingQuestion | None = None
        self._question = self._identify_question()
        self._waiting: dict[QuestionId, SetAside] = {}

    def roll_missing_dice(self) -> None:
        """Let the app roll the missing dice, or only the missing dice of the picked row."""
        if not self.state.wants_dice:
            self.state.show_refusal("No roll is waiting now.")
            return
        before, text, roll = self.dice.split_text_at_current_dice()
        dice = parse_placed_dice(text, roll)
        if dice is None or dice.missing_dice_sign or (before and not before.strip()[-1:].isalnum()):
            self.state.show_refusal(NOT_FACES)
            return
        sheet = self.dice.get_roll_sheet()
        missing = dice.list_missing_places(roll)
        if self.dice.picked_row is not None and sheet is not None:
            missing = tuple(
                index
                for index in missing
                if index in sheet.list_die_positions(self.dice.picked_row)
            )
        if not missing:
            surplus = len(dice.faces) - roll.dice_count
            too_many = f"{format_dice_count(surplus)} too many. Press Backspace to delete."
            self.state.show_refusal(too_many if surplus > 0 else ALL_IN)
            return
        segment = 1 if before else 0
        for index in missing:
            sides = roll.get_sides_of_die(index)
            rolled = self.game.dice.randint(1, sides)
            face = self.dice.app_faces.setdefault((segment, index), rolled)
            dice = dice.replace_face(index, face)
        self.state.typed_text = before + format_placed_dice(dice, roll)
        self.dice.by_app |= {(segment, index) for index in missing}
        self.dice.picked = self.dice.picked_row = None
        self.state.notice = None

    def begin_reroll(self) -> None:
        """Begin a reroll of some of the typed dice, as a house rule may allow."""
        dice = self.dice.parse_current_dice() if self.state.wants_dice else None
        if (
            dice is None
            or len(dice.faces) != self.state.get_asked_roll().dice_count
            or dice.missing_dice_sign
            or None in dice.faces
            or self.dice.parse_typed_reroll()
        ):
            self.state.show_refusal(ALL_FACES_FIRST)
            return
        text = format_placed_dice(dice, self.state.get_asked_roll())
        picked, self.dice.picked, self.dice.picked_row = self.dice.picked, None, None
        self.state.typed_text = f"{text} *p{picked + 1} " if picked is not None else f"{text} *"
        self.state.notice = None

    def submit_dice(self, *, allow_other_count: bool = False) -> None:
        """Submit the typed dice as the answer. Raises ``BadDice`` or ``Refused``."""
        self.dice.forget_stale_dice()
        if GAP in self.state.typed_text:
            raise Refused(self._describe_missing_die())
        ruling = (
            free_rolls.describe_last_entry_if_free_roll(self.game.history)
            if allow_other_count
            else ""
        )
        if self.state.free_roll is None and not self.dice.by_app:
            self.game.answer_with_text(
                self.state.typed_text, allow_other_count=allow_other_count, ruling_reason=ruling
            )
            return
        rolled = parse_or_roll_dice(
            self.state.pending or self.game.require_pending_question(),
            self.state.typed_text,
            self.game.dice,
            allow_other_count=allow_other_count,
            ruling_reason=ruling,
            app_dice_places=self._list_app_places(),
        )
        if self.state.free_roll is None:
            self.game.answer_question(rolled)
        else:
            self.game.write_free_roll(rolled)
            self.state.free_roll = None

    def _list_app_places(self) -> frozenset[int]:
        reroll = self.dice.parse_typed_reroll()
        first = {index for segment, index in self.dice.by_app if segment == 0}
        if reroll is None:
            return frozenset(first)
        new = {reroll.places[index] for segment, index in self.dice.by_app if segment == 1}
        return frozenset((first - set(reroll.places)) | new)

    def _describe_missing_die(self) -> str:
        dice, roll = self.dice.parse_current_dice(), self.state.get_asked_roll()
        index = dice.list_missing_places(roll)[0] if dice is not None else 0
        label = roll.labels[index] if index < len(roll.labels) else f"die {index + 1}"
        return make_sentence(f"{label} is still missing. Press r to let the app roll it.")

    def restore_undone_roll(self, rolled: Rolled) -> None:
        """Restore an undone roll to the prompt, where typed text replaces it."""
        pending, by_people = self.game.pending, rolled.faces if not rolled.app else ()
        card = (
            find_number_on_drawn_card(pending.request, by_people[0])
            if pending and by_people
            else ""
        )
        self.dice.restored_text = card or format_retypable_answer(rolled)
        self.state.set_replaceable_text(self.dice.restored_text)
        self.dice.forget_stale_dice()
        size = len(rolled.faces)
        app_places = rolled.app_at or range(size - rolled.app, size)
        if rolled.again:
            self.dice.by_app = frozenset(
                (1, rolled.again.index(p)) for p in app_places if p in rolled.again
            )
        else:
            self.dice.by_app = frozenset((0, index) for index in app_places)
        self.dice.app_faces = {
            key: face for key in self.dice.by_app if (face := _get_face(rolled, key)) is not None
        }

    def prefill_correction_dice(self) -> None:
        """Fill in the known dice of a correction once, so that the user can complete them.

        Text that was typed for another question is set aside first.
        """
        self.set_aside_or_restore_text()
        pending = self.game.pending
        if (
            pending is None
            or pending == self._offered_question
            or self.state.typed_text
            or self.state.free_roll is not None
        ):
            return
        self._offered_question = pending
        if self.state.wants_dice:
            faces = find_earlier_dice_for_question(self.game)
            while faces and faces[-1] is None:
                faces = faces[:-1]
            roll = self.state.get_asked_roll()
            self.state.typed_text = format_placed_dice(PlacedDice(faces), roll)

    def begin_free_roll(self, text: str) -> None:
        """Begin a free roll, which no rule requires, and set aside the text typed so far."""
        try:
            found = _FREE_ROLL_WORDS.findall(text)
            words = tuple(QuotedText(quoted) if quoted else plain for quoted, plain in found)
            free_roll = free_rolls.parse_free_roll(self.game.match, words, self.game.ruleset.die)
        except Refused as refused:
            self.state.show_refusal(refused.message)
            return
        self.dice.forget_stale_dice()
        if self.state.free_roll is None:
            self._set_aside = self._copy_typed_dice()
        self.state.free_roll, self.state.typed_text, self.state.notice = free_roll, "", None

    def cancel_free_roll(self) -> bool:
        """Cancel the free roll. Return whether there was one."""
        if self.state.free_roll is None:
            return False
        self.state.free_roll, self.state.notice = None, None
        self.restore_set_aside_text()
        return True

    def drop_free_roll_for_new_question(self, previous: PendingQuestion | None) -> None:
        """If a line has raised a new question, drop the free roll and the text set aside for it."""
        if self.game.pending not in (None, previous):
            self.state.free_roll = self._set_aside = None

    def restore_set_aside_text(self) -> None:
        if self._set_aside is None or self.state.free_roll is not None:
            return
        self._restore_typed_dice(self._set_aside)
        self._set_aside = None

    def _copy_typed_dice(self) -> SetAside:
        state, dice = self.state, self.dice
        return state.typed_text, state.is_replaceable, dice.by_app, dice.app_faces

    def _restore_typed_dice(self, typed: SetAside) -> None:
        self.dice.forget_stale_dice()
        self.state.typed_text, self.state.is_replaceable, self.dice.by_app, self.dice.app_faces = (
            typed
        )

    def set_aside_or_restore_text(self) -> None:
        """Set the typed text aside while a correction needs another answer, and restore it
        afterwards.

        Call this method whenever the open question may have changed, before other text is typed.
        """
        if self.state.free_roll is not None:
            return
        last, self._question = self._question, self._identify_question()
        progress = find_replay_progress(self.game.history)
        corrects = self.game.pending is not None and progress and progress.remaining_entries
        if corrects and last not in {None, self._question} and self.state.typed_text:
            self._waiting[last] = self._copy_typed_dice()
            self.state.typed_text = ""
        elif self._question in self._waiting and not self.state.typed_text:
            self._restore_typed_dice(self._waiting.pop(self._question))
        elif not corrects and self._waiting.keys() - {self._question}:
            typed = ", ".join(text for text, *_ in self._waiting.values())
            earlier = f"{self.state.notice.text} " if self.state.notice is not None else ""
            self.state.notice = Notice(f"{earlier}{NO_LONGER_ASKED.format(typed)}")
            self._waiting.clear()

    def dump_waiting_dice_to_json(self) -> str:
        """Return as JSON the dice set aside during a correction, or "" if there are none.

        Dice of which the app rolled some are left out.
        """
        rows = [(*key, typed) for key, (typed, _, by_app, _) in self._waiting.items() if not by_app]
        return json.dumps(rows) if rows else ""

    def load_waiting_dice_from_json(self, text: str) -> None:
        for action, key, typed in json.loads(text or "[]"):
            self._waiting[action, key] = typed, False, frozenset(), {}

    def remember_open_question(self) -> None:
        self._question = self._identify_question()

    def _identify_question(self) -> QuestionId | None:
        """Return the first version of the open action and its question's key, or None if none is
        open.
        """
        pending, lines = self.game.pending, self.game.history.lines
        if pending is None:
            return None
        action = pending.action
        while (repeats := getattr(lines[action - 1].event, "repeats", None)) is not None:
            action = repeats
        return action, pending.key


def _get_face(rolled: Rolled, key: tuple[int, int]) -> int | None:
    segment, place = key
    index = rolled.again[place] if segment else place
    return rolled.faces[index] if index < len(rolled.faces) else None
