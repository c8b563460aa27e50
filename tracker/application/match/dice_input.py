"""Makes a recorded roll from dice that players typed or the app rolled."""

from __future__ import annotations

import random
import re
from typing import Any

from msgspec.structs import replace

from tracker.application.errors import Refused, make_sentence
from tracker.input_parsing import dice_reader
from tracker.input_parsing.asked_dice_roll import (
    AskedRoll,
    make_faces_roll,
    make_pool_roll,
    make_sum_roll,
)
from tracker.input_parsing.dice_reading_results import DiceReading, DiceRefusal
from tracker.procedures.declared.line_reader import is_reading_stored_lines
from tracker.procedures.requests import Faces, Request, Roll, Score
from tracker.procedures.runners.live_table_runner import PendingQuestion
from tracker.procedures.runners.request_answer_reading import make_question_fields
from tracker.vocabulary import events as ev
from tracker.vocabulary.count_wording import format_alternatives
from tracker.vocabulary.dice_bands import Bands
from tracker.vocabulary.name_normalisation import make_name_key
from tracker.vocabulary.roll_needs import Need

_NEED = r"\s+need\s+([0-9]{1,3})(\+|-| or less)?\s*$"


class BadDice(Refused):
    """Raised for dice that do not answer the question. ``refusal`` has the reason and
    the remedies.
    """

    def __init__(self, refusal: DiceRefusal) -> None:
        super().__init__(make_sentence(refusal.sentence))
        self.refusal = refusal


def is_dice_request(request: Request[Any]) -> bool:
    return isinstance(request, (Roll, Score, Faces))


def make_asked_roll(request: Request[Any]) -> AskedRoll:
    match request:
        case Roll(count=count, die=die, bands=bands):
            return make_pool_roll(count, die, bands)
        case Score(dice=dice, bonus=bonus):
            return make_sum_roll(dice, bonus)
        case Faces(dice=dice, labels=labels):
            return make_faces_roll(dice, tuple(label.text for label in labels))
    raise Refused(f"{request.name}: type a choice, not dice.")


def parse_or_roll_dice(
    pending: PendingQuestion,
    text: str,
    random_source: random.Random,
    *,
    allow_other_count: bool = False,
    changed_need: int | None = None,
    ruling_reason: str = "",
    app_dice_places: frozenset[int] = frozenset(),
) -> ev.Rolled:
    """Parse typed dice as a roll.

    If the text requests it, the app rolls the missing dice with ``random_source``.
    ``allow_other_count`` accepts a different number of dice, and ``changed_need`` replaces the
    needed number. Both are table rulings, and ``ruling_reason`` is the reason. ``app_dice_places``
    are the indices of dice in the text that the app rolled earlier. Raises ``BadDice`` if the dice
    are wrong, and ``Refused`` if the needed number cannot be changed.
    """
    request = (
        pending.request
        if changed_need is None
        else _replace_needed_number(pending.request, changed_need)
    )
    asked = make_asked_roll(request)
    if not app_dice_places:  # the app rolls faces, and never names a card
        face = find_lowest_face_of_drawn_option(request, text)
        is_new = not is_reading_stored_lines()  # old records contain positions
        if not face and is_new and text.strip().isdecimal() and are_drawn_cards_numbered(request):
            refusal = DiceRefusal("not_understood", "", text.strip(), 1, 1)
            raise BadDice(_add_drawn_options_to_refusal(request, refusal))
        text = face or text
    reading = dice_reader.parse_dice(text, asked, allow_other_count=allow_other_count)
    if isinstance(reading, DiceRefusal):
        raise BadDice(_add_drawn_options_to_refusal(request, reading))
    if reading.to_roll:
        rolled = [
            random_source.randint(1, sides)
            for sides in dice_reader.list_sides_of_missing_dice(reading, asked)
        ]
        reading = dice_reader.add_app_dice(reading, rolled, asked)
    return _mark_app_dice(
        _make_recorded_roll(pending, request, asked, reading, ruling_reason), app_dice_places
    )


def find_lowest_face_of_drawn_option(request: Request[Any], text: str) -> str:
    """Return the lowest face for the option of a draw that ``text`` names, such as ``red``, or ""
    if it names none.

    Chits and cards have no faces of their own, so any face of the option will do.
    """
    names = {make_name_key(band.name): str(band.low) for band in _list_drawn_bands(request)}
    return names.get(make_name_key(text), "")


def find_number_on_drawn_card(request: Request[Any], face: int) -> str:
    """Return the number on the card that a given face draws, or "" if options have other names."""
    drawn = (band.name for band in _list_drawn_bands(request) if band.low <= face <= band.high)
    return next((name for name in drawn if name.isdecimal()), "")


def list_names_of_drawn_options(request: Request[Any]) -> tuple[str, ...]:
    """Return the names of a draw's options, such as the sides whose chits are in a bag.

    Return () for any other roll.
    """
    return tuple(band.name for band in _list_drawn_bands(request))


def are_drawn_cards_numbered(request: Request[Any]) -> bool:
    """Return whether all options of a draw are cards with numbers. A typed number is a card's."""
    names = list_names_of_drawn_options(request)
    return bool(names) and all(name.isdecimal() for name in names)


def _add_drawn_options_to_refusal(request: Request[Any], refusal: DiceRefusal) -> DiceRefusal:
    """Add the options of a draw to the refusal of an unknown word.

    Return any other refusal unchanged.
    """
    names = list_names_of_drawn_options(request)
    if not names or refusal.kind != "not_understood":
        return refusal
    other = () if are_drawn_cards_numbered(request) else ("the number drawn",)
    choices = format_alternatives([*names, *other])
    return replace(refusal, sentence=f'"{refusal.text}" cannot be drawn: type {choices}')


def _list_drawn_bands(request: Request[Any]) -> Bands:
    if not isinstance(request, Faces) or request.role != "anybody" or len(request.dice) != 1:
        return ()
    return request.table


def _mark_app_dice(rolled: ev.Rolled, places: frozenset[int]) -> ev.Rolled:
    """Return the roll with the dice marked that the app rolled earlier.

    In a pool without rerolls, these dice become the last ones.
    """
    size = len(rolled.faces)
    mine = sorted(place for place in places if place < size)
    if not mine:
        return rolled
    source: ev.Source = "app" if len(mine) == len(rolled.dice) else "mixed"
    if rolled.form == "pool" and not rolled.again:
        theirs = [face for place, face in enumerate(rolled.faces) if place not in places]
        ours = [rolled.faces[place] for place in mine]
        return replace(rolled, faces=(*theirs, *ours), app=len(mine), source=source)
    last = mine == list(range(size - len(mine), size))
    return replace(rolled, app=len(mine), app_at=() if last else tuple(mine), source=source)


def can_needed_number_change(request: Request[Any]) -> bool:
    """Return whether players can enter dice for another needed number, as in ``456 need 5``."""
    ways = _list_requests_by_needed_number(request)
    return len({way.bands for way in ways.values()}) > 1


def _list_requests_by_needed_number(request: Request[Any]) -> dict[int, Request[Any]]:
    """Map each number that can be needed to the request with this number, in ascending order."""
    needs = request.needs if isinstance(request, (Roll, Score)) else ""
    if isinstance(needs, str):
        return {}
    bands = request.bands
    numbers = range(bands[0].low, bands[-1].high + 1)
    ways = {n: replace(request, needs=needs.replace_number(n)) for n in numbers}
    return {n: way for n, way in ways.items() if len(way.bands) == len(bands)}


def _replace_needed_number(request: Request[Any], number: int) -> Request[Any]:
    ways = _list_requests_by_needed_number(request)
    if not isinstance(request, (Roll, Score)) or isinstance(request.needs, str):
        raise Refused(f"{request.what}: this roll needs no number, so remove `need`.")
    if not can_needed_number_change(request):
        raise Refused(
            f"{request.what}: the number needed cannot be changed, because each number has its own "
            "result. Remove `need`, then correct the result with `fix`."
        )
    if number not in ways:
        raise Refused(f"{request.what}: the number needed can be {min(ways)} to {max(ways)}.")
    return ways[number]


def list_opposing_dice_sizes(pending: PendingQuestion) -> tuple[int, ...]:
    """Return the sizes of the dice that the other player rolls at the same time."""
    return pending.request.versus if isinstance(pending.request, Score) else ()


def split_dice_by_player(pending: PendingQuestion, text: str) -> tuple[str, ...]:
    """Split typed dice into both players' dice, as in ``53241 v 44`` or ``5324144``.

    Raises ``BadDice`` if the other player's dice are wrong, and ``Refused`` if only one player
    rolls. In both cases, neither roll is recorded.
    """
    request = pending.request
    if not isinstance(request, (Roll, Score)):
        return (text,)
    parts = dice_reader.split_text_by_player(text)
    alone = dice_reader.parse_dice(text, make_asked_roll(request))
    if isinstance(request, Roll):
        return (text,) if isinstance(alone, DiceReading) or len(parts) < 2 else parts
    if len(parts) > 1 and not request.versus:
        choices = " or ".join(filter(None, parts))
        raise Refused(f"Only one player rolls here. Type {choices}.")
    if len(parts) > 1:
        theirs = dice_reader.parse_dice(parts[1], make_sum_roll(request.versus))
        if parts[1] and isinstance(theirs, DiceRefusal):
            raise BadDice(theirs)
    if len(parts) > 1 or not request.versus:
        return parts
    own = len(request.dice)
    both = dice_reader.parse_dice(text, make_sum_roll((*request.dice, *request.versus)))
    if (
        isinstance(alone, DiceReading)
        or isinstance(both, DiceRefusal)
        or len(both.faces) < both.size
    ):
        return (text,)
    return " ".join(map(str, both.faces[:own])), " ".join(map(str, both.faces[own:]))


def count_missing_opposing_dice(pending: PendingQuestion, text: str) -> int:
    """Return how many dice of the other player are missing.

    If none of that player's dice were typed, return 0.
    """
    request = pending.request
    if not isinstance(request, Score) or not request.versus:
        return 0
    both = dice_reader.parse_dice(text, make_sum_roll((*request.dice, *request.versus)))
    if isinstance(both, DiceRefusal) and len(request.dice) < both.typed < both.asked:
        return both.asked - both.typed
    return 0


def split_off_changed_need(request: Request[Any], text: str) -> tuple[str, int | None]:
    """Split ``need 5`` off the end of typed dice. Return the dice, and the number or None.

    Raises ``Refused`` for the wrong direction, such as ``need 5+`` for a roll that needs 3 or less.
    """
    found = re.search(_NEED, text)
    if found is None:
        return text, None
    needs = getattr(request, "needs", "")
    if found[2] and isinstance(needs, Need) and needs.less == (found[2] == "+"):
        number, way = found[1], "or less" if needs.less else "or more"
        raise Refused(
            f"{request.what}: {number}{found[2]} is not a possible target for this roll. For"
            f" {number} {way}, type `need {number}`."
        )
    return text[: found.start()], int(found[1])


def _make_recorded_roll(
    pending: PendingQuestion, request: Request[Any], roll: AskedRoll, reading: DiceReading, why: str
) -> ev.Rolled:
    rules = pending.request
    used = tuple(roll.get_sides_of_die(place) for place in range(reading.size))
    ruling = ""
    if reading.size_changed:
        ruling = "the table rolled a different number of dice"
    elif request != rules:
        ruling = "a different number was needed"
    need = getattr(rules, "first_need", "") or getattr(rules, "need", "")
    before = ev.AskedRollRecord(dice=rules.dice_sizes, bands=rules.bands, need=need)
    return ev.Rolled(
        **make_question_fields(request, pending.key),
        dice=used,
        result=reading.result,
        faces=reading.faces,
        app=reading.by_app,
        source=reading.source,
        asked=before if ruling else None,
        why=(why or ruling) if ruling else "",
        first=reading.first,
        again=reading.again,
    )
