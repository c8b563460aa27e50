"""Free rolls, which no rule asks for: ``roll 4+ "is it in cover?" : 5``, ``roll off : 4 2``.

A need of 3 or less is written ``3-`` or ``3 or less``. By default, dice have the game's usual size.
A free roll is recorded with its roller, its purpose and the needed number. It does not answer a
question, but it can be the reason for a table ruling.
"""

from __future__ import annotations

import re

from msgspec import Struct

from tracker.application.errors import Refused
from tracker.application.match.match_history import MatchHistory
from tracker.application.text_cleaning import clean_text
from tracker.input_parsing.line_lexicon import ROLL
from tracker.input_parsing.line_syntax_tree import QuotedText
from tracker.procedures.match_view import Match
from tracker.procedures.requests import Faces, Roll, Score
from tracker.procedures.runners.live_table_runner import PendingQuestion
from tracker.vocabulary.dice_bands import count_successes
from tracker.vocabulary.die_labels import Label
from tracker.vocabulary.events import Rolled
from tracker.vocabulary.name_normalisation import make_name_key
from tracker.vocabulary.roll_needs import Need
from tracker.vocabulary.subject_ids import SideId, Subject
from tracker.vocabulary.typed_numbers import is_whole_number

MAX_DICE, MAX_SIDES = 100, 100
_DICE = r"([0-9]+)?d([0-9]+)"
_NEED = r"([0-9]{1,3})([+-])"
_OR_LESS = r"(?i)(?<![^\n])([0-9]{1,3})\nor\nless(?![^\n])"
_NUMBER = r"[0-9]+"
_PLACE = r"(?i)late before [0-9]+|before [0-9]+ late"
DEFAULT_PURPOSE = "a free roll"


class FreeRoll(Struct, frozen=True):
    """A free roll of ``dice`` for the purpose ``what``.

    ``need`` is the number that each die needs. If it is None, the dice are added up. If ``off`` is
    true, each side rolls a die, and the higher die wins. If ``plain`` is true, no die size was
    typed.
    """

    dice: tuple[int, ...]
    need: Need | None = None
    what: str = DEFAULT_PURPOSE
    side: SideId | None = None
    subject: Subject | None = None
    off: bool = False
    plain: bool = False


def parse_free_roll(match: Match, words: tuple[str, ...], default_die: int = 6) -> FreeRoll:
    """Parse the words of a free roll, which can be in any order.

    The purpose of the roll is quoted text, or everything from the first unknown word on. Raises
    ``Refused`` for an impossible roll.
    """
    place = " ".join(words[-3:])
    if len(words) >= 3 and re.fullmatch(_PLACE, place):  # in quotes, it is a single word
        raise Refused(
            f"A free roll is always entered now: leave out `{place}`. If `{place}` is part of the "
            f'purpose, type the purpose in quotes, as in `roll 4+ "{place}" : 5`.'
        )
    dice: tuple[int, ...] | None = None
    need: tuple[int, bool] | None = None
    who: Subject | None = None
    off = False
    said: list[str] = []
    is_purpose = False
    marked = "\n".join(f'"{word}' if isinstance(word, QuotedText) else word for word in words)
    for word in re.sub(_OR_LESS, r"\1-", marked).split("\n"):
        plain = word.lower()
        if is_purpose or word.startswith('"'):
            said.append(word.removeprefix('"'))
        elif (found := re.fullmatch(_DICE, plain)) and dice is None:
            dice = _parse_dice(found[1] or "1", found[2])
        elif (found := re.fullmatch(_NEED, plain)) and need is None:
            need = int(found[1]), found[2] == "-"
        elif plain == "off" and not off:
            off = True
        elif who is None and (named := _find_subject(match, word)) is not None:
            who = named
        else:
            is_purpose = True
            said.append(word)
    used = dice or (default_die,)
    if off and len(used) == 1:
        used *= len(match.sides)
    needs = need and _make_need(*need, used[0])
    _require_possible_free_roll(used, needs, off=off, sides=len(match.sides))
    side = match.side_of(who) if who is not None else None
    what = clean_text(" ".join(said)) or DEFAULT_PURPOSE
    return FreeRoll(used, needs, what, side, who, off, plain=dice is None)


def convert_to_free_roll(rolled: Rolled) -> FreeRoll:
    """Convert a recorded free roll into one that can be rolled or entered again."""
    off = rolled.form == "faces"
    need = None
    if rolled.form == "pool":
        number, less = int(re.findall(_NUMBER, rolled.need)[0]), rolled.need.endswith("less")
        need = _make_need(number, less, rolled.dice[0])
    return FreeRoll(rolled.dice, need, rolled.what, rolled.side, rolled.subject, off)


def _make_need(number: int, less: bool, die: int) -> Need:
    return Need(number, less, die, hit="yes", miss="no")


def _find_subject(match: Match, word: str) -> Subject | None:
    names = {make_name_key(match.side_name(side)): side for side in match.sides}
    handles: dict[str, Subject] = {}
    for subject in (*match.all_figures(), *match.all_units(), *match.sides):
        handles[match.handle(subject)] = subject
    return handles.get(word.lower()) or names.get(make_name_key(word))


def _parse_dice(count: str, sides: str) -> tuple[int, ...]:
    many, size = (int(text) if is_whole_number(text) else 0 for text in (count, sides))
    if not 1 <= many <= MAX_DICE or not 2 <= size <= MAX_SIDES:
        from tracker.input_parsing.line_parser import MAX_WORD_LENGTH

        said = f"{count}d{sides}"
        said = said if len(said) <= MAX_WORD_LENGTH else f"{said[:MAX_WORD_LENGTH]}…"
        raise Refused(f"{said}: roll 1 to {MAX_DICE} dice with 2 to {MAX_SIDES} sides.")
    return (size,) * many


def _require_possible_free_roll(
    dice: tuple[int, ...], need: Need | None, *, off: bool, sides: int
) -> None:
    if off and need is not None:
        raise Refused("A roll-off needs no number, because the higher die wins. Remove the number.")
    if off and len(dice) != sides:
        raise Refused(f"A roll-off has one die for each side: type {sides} dice.")
    if need is not None and len(need.bands) < 2:
        die = dice[0]
        fit = f"1 to {die - 1} or less" if need.less else f"2+ to {die}+"
        said = f"{need.number} or less" if need.less else f"{need.number}+"
        total = ", or leave it out to add up the dice" if len(dice) > 1 else ""
        raise Refused(f"{said} always succeeds or always fails on a D{die}; choose {fit}{total}.")


def make_free_roll_question(match: Match, free: FreeRoll) -> PendingQuestion:
    """Convert a free roll into an open question, which has no key because it belongs to no rule."""
    request: Faces | Score | Roll
    if free.off:
        labels = tuple(Label(match.side_name(side)) for side in match.sides)
        request = Faces(what=free.what, dice=free.dice, labels=labels, need="the higher wins")
    elif free.need is None:
        request = Score(what=free.what, dice=free.dice, side=free.side, subject=free.subject)
    else:
        count = len(free.dice)
        request = Roll(
            what=free.what, count=count, needs=free.need, side=free.side, subject=free.subject
        )
    return PendingQuestion("", request, 0)


def is_free_roll(event: object) -> bool:
    """Return whether an event is a roll that no rule asked for."""
    return isinstance(event, Rolled) and not event.key


def format_free_roll_line(match: Match, free: FreeRoll) -> str:
    """Format the typed line of a free roll without its dice."""
    words = [ROLL]
    if free.subject is not None:
        words.append(match.handle(free.subject))
    if free.off:
        words.append("off")
    sizes = f"{len(free.dice)}d{free.dice[0]}"
    words += [] if free.off and free.plain else [sizes]
    words += [f"{free.need.number}{'-' if free.need.less else '+'}"] if free.need else []
    if free.what != DEFAULT_PURPOSE:
        what = free.what.replace("\\", "\\\\").replace('"', '\\"')
        words.append(f'"{what}"')
    return " ".join(words)


def describe_free_roll(rolled: Rolled) -> str:
    """Describe a free roll, as in ``is it in cover? 5 (4+): yes``."""
    faces = " ".join(map(str, rolled.faces))
    what = rolled.what if rolled.what.endswith(("?", "!")) else f"{rolled.what}:"
    if rolled.form == "faces":
        pairs = [(label.text, n) for label, n in zip(rolled.labels, rolled.result, strict=False)]
        dice = ", ".join(f"{who} {n}" for who, n in pairs)
        winners = [who for who, n in pairs if n == max(rolled.result)]
        return f"{what} {dice}: {winners[0] if len(winners) == 1 else 'equal'}"
    if rolled.form == "score":
        return f"{what} {f'{faces}, ' if len(rolled.faces) > 1 else ''}{rolled.result[0]}"
    won = count_successes(rolled.result, rolled.bands)
    came = ("yes" if won else "no") if len(rolled.dice) == 1 else f"{won} of {len(rolled.dice)}"
    rolled_faces = f"{faces} " if faces else ""
    return f"{what} {rolled_faces}({rolled.need}): {came}"


def describe_last_entry_if_free_roll(history: MatchHistory) -> str:
    """Describe the last typed entry if it is a free roll, or return "" if it is not."""
    for entry in history.iterate_path_entries_backwards():
        if not entry.is_automatic:
            return describe_free_roll(entry.input) if is_free_roll(entry.input) else ""  # type: ignore[arg-type]
    return ""
