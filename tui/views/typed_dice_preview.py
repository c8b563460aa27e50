"""A preview of typed dice, with the places of the roll and the result so far."""

from __future__ import annotations

from dataclasses import dataclass

from tracker.input_parsing.dice_prompt_messages import format_dice_count as dice_of
from tracker.input_parsing.dice_reader import AskedRoll, DiceReading, list_special_bands
from tracker.input_parsing.dice_reading_results import DiceRefusal
from tracker.procedures.declared.roll_kinds import RollKind
from tracker.vocabulary.dice import Bands, count_by_band, count_successes, describe_band_count
from tui.prompt.dice_entry import PlacedDice

MOST_PLACES = 30
SuccessWords = tuple[str, str]
"""The words for one success and for several, such as ``hit`` and ``hits``."""
PLAIN: SuccessWords = ("succeeds", "succeed")


@dataclass(frozen=True)
class DisplayedDie:
    """A die or an empty place. ``size`` is given if the dice differ.

    ``counts`` marks a success. ``bar`` marks the first of the app's dice, which follows a bar, and
    ``app`` marks an app die among others.
    """

    face: str
    size: str = ""
    picked: bool = False
    app: bool = False
    bar: bool = False
    counts: bool = False


@dataclass(frozen=True)
class TypedDicePreview:
    """The typed ``dice`` in their places, or ``text`` if they are counted, and their ``amounts``.

    If ``ready`` is true, Enter accepts them. ``more`` describes what is recorded if that is not
    visible.
    """

    dice: tuple[DisplayedDie, ...] = ()
    text: str = ""
    amounts: str = ""
    ready: bool = False
    more: str = ""


def describe_wrong_dice_count(refusal: DiceRefusal) -> str:
    """Describe how many dice are needed and how many were typed."""
    asked = "1 die is needed" if refusal.asked == 1 else f"{refusal.asked} dice are needed"
    typed = "1 was typed" if refusal.typed == 1 else f"{refusal.typed} were typed"
    lacking = refusal.asked - refusal.typed
    more = "Type the other one" if lacking == 1 else f"Type the other {lacking}"
    return (
        f"{asked}, {typed}. {f'{more}, or choose' if lacking > 0 else 'Nothing is lost. Choose'}:"
    )


def list_dice_count_fixes(
    refusal: DiceRefusal, *, edited: bool = True
) -> tuple[tuple[str, str], ...]:
    """List the keys that fix a wrong number of dice, each with its effect.

    ``edited`` is false if the action cannot be edited, as in a sheet of many rolls.
    """
    over = refusal.typed - refusal.asked
    surplus = "one" if over == 1 else f"{over}, one at a time"
    words = {
        "drop": ("Backspace", f"drop the last {surplus}"),
        "edit": ("e", "change the unit, target or action; the dice are kept"),
        "size": ("d", f"the table rolled {refusal.typed}: log it as a table ruling"),
    }
    return tuple(words[way] for way in refusal.remedies if edited or way != "edit")


def build_typed_dice_preview(
    text: str,
    dice: PlacedDice | None,
    asked: AskedRoll,
    reading: DiceReading | DiceRefusal | None,
    *,
    at: int | None = None,
    by_app: frozenset[int] = frozenset(),
    won: SuccessWords = PLAIN,
    versus: int = 0,
) -> TypedDicePreview:
    """Build a preview of the dice typed so far, with empty places for the rest, and the result.

    ``versus`` is the number of the other player's dice, which may follow.
    """
    ready = isinstance(reading, DiceReading)
    if dice is None or dice.ending or "x" in text:
        more = describe_dice_to_record(reading, asked) if isinstance(reading, DiceReading) else ""
        return TypedDicePreview((), text, describe_dice_result(reading, asked, won), ready, more)
    known = tuple(face for face in dice.faces if face is not None)
    size = max(asked.dice_count, len(dice.faces))
    shown = max(min(size, MOST_PLACES), len(dice.faces))
    places = tuple(_die(place, dice, asked, at, by_app) for place in range(shown))
    said = f"{len(known)} of {dice_of(asked.dice_count)}"
    others = len(known) - asked.dice_count
    if 0 < others <= versus:
        ready, said = others == versus, f"{dice_of(asked.dice_count)} v {others} of {versus}"
    elif others > 0:
        said = f"{len(known)} typed, {asked.dice_count} asked"
    made = (
        _made(count_by_band(known, asked.bands), asked, won)
        if asked.form == "pool" and known
        else ""
    )
    if made:
        said += f", {made}"
    elif asked.form == "score" and len(known) == asked.dice_count:
        said += f": {sum(known) + asked.bonus}"
    return TypedDicePreview(places, "", said, ready)


def _die(
    place: int, dice: PlacedDice, asked: AskedRoll, at: int | None, by_app: frozenset[int]
) -> DisplayedDie:
    face = dice.faces[place] if place < len(dice.faces) else None
    size = "" if asked.are_dice_alike else f"D{asked.get_sides_at(place)}"
    last = bool(by_app) and by_app == frozenset(range(min(by_app), len(dice.faces)))
    return DisplayedDie(
        "" if face is None else str(face),
        size,
        picked=place == at,
        app=place in by_app and not last,
        bar=last and place == min(by_app),
        counts=face is not None and is_success_face(face, asked.form, asked.bands),
    )


def is_success_face(face: int, form: str, bands: Bands) -> bool:
    """Whether a face is a success. Only pools have successes."""
    return form == "pool" and any(band.success and band.low <= face <= band.high for band in bands)


def get_success_words(kind: RollKind | None) -> SuccessWords:
    return (kind.won, kind.many) if kind is not None and kind.won else PLAIN


def describe_successes(number: int, won: SuccessWords) -> str:
    """Format a number of successes, such as ``1 hit`` or ``5 hits``."""
    return f"{number} {won[0] if number == 1 else won[1]}"


def _made(counts: tuple[int, ...], asked: AskedRoll, won: SuccessWords) -> str:
    """Describe the result, such as ``9 hits, 3 of them sixes``, with relevant special failures."""
    succeeds = any(band.success for band in asked.bands)
    said = [describe_successes(count_successes(counts, asked.bands), won)] if succeeds else []
    special = list_special_bands(asked)
    return ", ".join(
        [
            *said,
            *(
                describe_band_count(counts[index], band)
                for index, band in enumerate(asked.bands)
                if counts[index] and (index in special or band.told)
            ),
        ]
    )


def describe_dice_result(
    reading: DiceReading | DiceRefusal | None, asked: AskedRoll, won: SuccessWords
) -> str:
    """Describe the result of typed dice, such as ``8 dice, 5 hits, 3 not``, or the total.

    If there are too few dice or an invalid face, describe the dice that were read.
    """
    if isinstance(reading, DiceRefusal) and reading.kind in ("bad_face", "too_few"):
        read = len(reading.faces) if reading.kind == "bad_face" else reading.typed
        return f"{read} of {dice_of(asked.dice_count)}"
    if not isinstance(reading, DiceReading):
        return ""
    if asked.form == "score":
        return f"total {reading.result[0]}"
    if asked.form == "faces":
        return f"{reading.size} of {dice_of(asked.dice_count)}"
    hits = count_successes(reading.result, asked.bands)
    said = f"{reading.size} dice, {_made(reading.result, asked, won)}, {reading.size - hits} not"
    return (
        f"{said}, {reading.unread_count} not read"
        if reading.faces and reading.unread_count
        else said
    )


def describe_dice_to_record(reading: DiceReading, asked: AskedRoll) -> str:
    """Describe what will be recorded, such as ``written down: 6 ×5, 5 ×4``, and unread dice."""
    if not reading.faces or asked.form != "pool":
        return ""
    faces = sorted(set(reading.faces), reverse=True)
    said = [f"{face} ×{reading.faces.count(face)}" for face in faces]
    if reading.unread_count:
        seen = count_successes(count_by_band(reading.faces, asked.bands), asked.bands)
        more = count_successes(reading.result, asked.bands) > seen
        how = "succeeded" if more else "failed"
        said.append(f"and {reading.unread_count} that {how}, faces not read")
    return "written down: " + ", ".join(said)
