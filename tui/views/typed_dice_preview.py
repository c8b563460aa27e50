"""A preview of typed dice. It shows each die in its place, and the result so far."""

from __future__ import annotations

from dataclasses import dataclass

from tracker.input_parsing.asked_dice_roll import AskedRoll
from tracker.input_parsing.dice_prompt_messages import format_dice_count
from tracker.input_parsing.dice_reading_results import DiceReading, DiceRefusal
from tracker.procedures.declared.roll_kinds import RollKind
from tracker.vocabulary.dice_bands import Bands, count_by_band, count_successes, describe_band_count
from tui.prompt.dice_entry import PlacedDice

MAX_PLACES = 30
SuccessWords = tuple[str, str]  # such as ``hit`` and ``hits``
PLAIN_WORDS: SuccessWords = ("succeeds", "succeed")


@dataclass(frozen=True)
class DisplayedDie:
    """A die or an empty place. ``size`` is given if the dice differ in size.

    ``starts_app_dice`` is true for the first of the app's dice, which follows a bar. ``is_by_app``
    is true if the app rolled the die, but typed dice follow.
    """

    face: str
    size: str = ""
    is_selected: bool = False
    is_by_app: bool = False
    starts_app_dice: bool = False
    is_success: bool = False


@dataclass(frozen=True)
class TypedDicePreview:
    """A preview of typed ``dice`` in their places, or a ``text`` if only counts were typed.

    ``amounts`` says how many dice were typed. If ``is_ready`` is true, Enter accepts the dice.
    ``recorded_as`` describes what will be recorded if the dice do not show it.
    """

    dice: tuple[DisplayedDie, ...] = ()
    text: str = ""
    amounts: str = ""
    is_ready: bool = False
    recorded_as: str = ""


def describe_wrong_dice_count(refusal: DiceRefusal, *, has_choices: bool = True) -> str:
    """Describe how many dice are needed and typed, and introduce any choices."""
    asked = "1 die is needed" if refusal.asked == 1 else f"{refusal.asked} dice are needed"
    typed = "1 was typed" if refusal.typed == 1 else f"{refusal.typed} were typed"
    lacking = refusal.asked - refusal.typed
    advice = "Type one more" if lacking == 1 else f"Type {lacking} more"
    if not has_choices:
        return f"{asked}, {typed}. {advice if lacking > 0 else 'Delete the others'}."
    advice = f"{advice}, or choose" if lacking > 0 else "Nothing is lost. Choose"
    return f"{asked}, {typed}. {advice}:"


def list_dice_count_fixes(
    refusal: DiceRefusal, *, can_edit: bool = True
) -> tuple[tuple[str, str], ...]:
    """List the keys that fix a wrong number of dice, with their effects."""
    surplus = refusal.typed - refusal.asked
    surplus_words = "one" if surplus == 1 else f"{surplus}, one at a time"
    words = {
        "drop": ("Backspace", f"delete the last {surplus_words}"),
        "edit": ("e", "change the unit, target or action; the dice are kept"),
        "size": ("d", f"you rolled {refusal.typed}: log a table ruling"),
    }
    return tuple(words[fix] for fix in refusal.remedies if can_edit or fix != "edit")


def build_typed_dice_preview(
    text: str,
    dice: PlacedDice | None,
    asked: AskedRoll,
    reading: DiceReading | DiceRefusal | None,
    *,
    selected: int | None = None,
    by_app: frozenset[int] = frozenset(),
    success_words: SuccessWords = PLAIN_WORDS,
    opposing_dice_count: int = 0,
) -> TypedDicePreview:
    """Build a preview of the typed dice and their result. The other player's dice may follow."""
    is_ready = isinstance(reading, DiceReading)
    if dice is None or dice.missing_dice_sign or "x" in text:
        recorded_as = (
            describe_dice_to_record(reading, asked) if isinstance(reading, DiceReading) else ""
        )
        result = describe_dice_result(reading, asked, success_words)
        return TypedDicePreview((), text, result, is_ready, recorded_as)
    faces = tuple(face for face in dice.faces if face is not None)
    size = max(asked.dice_count, len(dice.faces))
    shown = max(min(size, MAX_PLACES), len(dice.faces))
    places = tuple(_build_die(place, dice, asked, selected, by_app) for place in range(shown))
    summary = f"{len(faces)} of {format_dice_count(asked.dice_count)}"
    surplus = len(faces) - asked.dice_count
    if 0 < surplus <= opposing_dice_count:
        is_ready = surplus == opposing_dice_count
        summary = f"{format_dice_count(asked.dice_count)} v {surplus} of {opposing_dice_count}"
    elif surplus > 0:
        summary = f"{len(faces)} typed, {asked.dice_count} needed"
    result = ""
    if asked.form == "pool" and faces:
        result = _describe_result(count_by_band(faces, asked.bands), asked, success_words)
    if result:
        summary += f", {result}"
    elif asked.form == "score" and len(faces) == asked.dice_count:
        summary += f": {sum(faces) + asked.bonus}"
    return TypedDicePreview(places, "", summary, is_ready)


def _build_die(
    index: int, dice: PlacedDice, asked: AskedRoll, selected: int | None, by_app: frozenset[int]
) -> DisplayedDie:
    face = dice.faces[index] if index < len(dice.faces) else None
    size = "" if asked.are_dice_alike else f"D{asked.get_sides_of_die(index)}"
    app_dice_last = bool(by_app) and by_app == frozenset(range(min(by_app), len(dice.faces)))
    return DisplayedDie(
        "" if face is None else str(face),
        size,
        is_selected=index == selected,
        is_by_app=index in by_app and not app_dice_last,
        starts_app_dice=app_dice_last and index == min(by_app),
        is_success=face is not None and is_success_face(face, asked.form, asked.bands),
    )


def is_success_face(face: int, form: str, bands: Bands) -> bool:
    """Return whether a face is a success. Only pools have successes."""
    return form == "pool" and any(band.success and band.low <= face <= band.high for band in bands)


def get_success_words(roll_kind: RollKind | None) -> SuccessWords:
    if roll_kind is not None and roll_kind.won:
        return (roll_kind.won, roll_kind.many)
    return PLAIN_WORDS


def describe_successes(count: int, success_words: SuccessWords) -> str:
    """Format a number of successes, such as ``1 hit`` or ``5 hits``."""
    return f"{count} {success_words[0] if count == 1 else success_words[1]}"


def _describe_result(counts: tuple[int, ...], asked: AskedRoll, words: SuccessWords) -> str:
    succeeds = any(band.success for band in asked.bands)
    parts = [describe_successes(count_successes(counts, asked.bands), words)] if succeeds else []
    special = asked.special_band_indices
    parts += [
        describe_band_count(counts[index], band)
        for index, band in enumerate(asked.bands)
        if counts[index] and (index in special or band.told)
    ]
    return ", ".join(parts)


def describe_dice_result(
    reading: DiceReading | DiceRefusal | None, asked: AskedRoll, success_words: SuccessWords
) -> str:
    """Describe the result of typed dice, as in ``8 dice, 5 hits, 3 not``."""
    if isinstance(reading, DiceRefusal) and reading.kind in ("bad_face", "too_few"):
        read_count = len(reading.faces) if reading.kind == "bad_face" else reading.typed
        return f"{read_count} of {format_dice_count(asked.dice_count)}{describe_wrong_die(reading)}"
    if not isinstance(reading, DiceReading):
        return ""
    if asked.form == "score":
        return f"total {reading.result[0]}"
    if asked.form == "faces":
        return f"{reading.size} of {format_dice_count(asked.dice_count)}"
    hits = count_successes(reading.result, asked.bands)
    result = _describe_result(reading.result, asked, success_words)
    text = f"{format_dice_count(reading.size)}, {result}, {reading.size - hits} not"
    if reading.faces and reading.unknown_face_count:
        return f"{text}, {reading.unknown_face_count} not read"
    return text


def describe_wrong_die(reading: DiceReading | DiceRefusal | None) -> str:
    """Name the die whose face is invalid, as in ``, die 2 is wrong``. Otherwise, return ""."""
    if not isinstance(reading, DiceRefusal) or reading.kind != "bad_face":
        return ""
    return f", {reading.sentence.partition(':')[0]} is wrong"


def describe_dice_to_record(reading: DiceReading, asked: AskedRoll) -> str:
    """Describe the dice that will be recorded, such as ``written down: 6 ×5, 5 ×4``."""
    if not reading.faces or asked.form != "pool":
        return ""
    faces = sorted(set(reading.faces), reverse=True)
    parts = [f"{face} ×{reading.faces.count(face)}" for face in faces]
    if reading.unknown_face_count:
        read_successes = count_successes(count_by_band(reading.faces, asked.bands), asked.bands)
        succeeded = count_successes(reading.result, asked.bands) > read_successes
        verb = "succeeded" if succeeded else "failed"
        parts.append(f"and {reading.unknown_face_count} that {verb}, faces not read")
    return "written down: " + ", ".join(parts)
