"""Functions that format recorded rolls: the dice and their results."""

from __future__ import annotations

import re
from itertools import islice

from tracker.application.log.roll_descriptions import describe_roll_total
from tracker.application.match.game import Game
from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.requests import Faces
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.dice_bands import (
    count_successes,
    describe_failed_roll,
    describe_special_counts,
    list_band_names,
)
from tracker.vocabulary.events import ActionTaken, Rolled
from tracker.vocabulary.subject_ids import is_side
from tui.views.typed_dice_preview import (
    PLAIN_WORDS,
    SuccessWords,
    describe_successes,
    get_success_words,
)

_SINGLE_DIGITS = re.compile(r"(?<![0-9a-z])[0-9](?: [0-9](?![0-9]))+")
_TWO_DIGITS = re.compile(r"(?<![0-9])[0-9]{2}")
MAX_ENTRIES_BACK = 200  # nobody remembers an older roll


def list_rolls_of_open_or_last_action(game: Game, *, open_only: bool = False) -> list[Rolled]:
    """List the rolls of the open action or, if none is open, of the last action.

    If ``open_only`` is true, list only the rolls of the open action.
    """
    rolls: list[Rolled] = []
    action = game.state.current_values.open[-1] if game.state.current_values.open else 0
    if open_only and not action:
        return []
    for entry in islice(game.history.iterate_path_entries_backwards(), MAX_ENTRIES_BACK):
        if isinstance(entry.input, Rolled) and action in (0, entry.action):
            if entry.input.key:
                action = entry.action
                rolls.append(entry.input)
        elif action and entry.version <= action:
            break
    return rolls[::-1]


def describe_tied_roll_off(game: Game) -> str:
    """Report that the last entry is a tied roll-off. Return "" if it is not."""
    pending, last = game.pending, next(game.history.iterate_path_entries_backwards(), None)
    if pending is None or last is None or not isinstance(last.input, Rolled):
        return ""
    rolled, request = last.input, pending.request
    if not isinstance(request, Faces) or last.action != pending.action:
        return ""
    if (rolled.what, rolled.dice, rolled.labels) != (request.what, request.dice, request.labels):
        return ""
    totals = {label.subject: label.adds or 0 for label in request.labels}
    if len(totals) < 2 or not all(subject and is_side(subject) for subject in totals):
        return ""
    for label, face in zip(request.labels, rolled.result, strict=True):
        totals[label.subject] += face
    if len(set(totals.values())) > 1:  # only some of the sides are tied
        return "It is a tie. Roll again."
    return f"{' and '.join(map(str, totals.values()))}: a tie. Roll again."


def format_roll_number_within_action(game: Game) -> str:
    """Describe the open action's step, as in ``roll 1 of 3``, or return "" for a single roll.

    Steps before the first roll made do not count. A further roll after ``roll 3 of 3``, such as a
    test or another save, has no number.
    """
    pending = game.pending
    taken = (
        game.history.get_entry_beginning_at(pending.action).input if pending is not None else None
    )
    rolls = list_rolls_of_open_or_last_action(game, open_only=True)
    rolled = len(rolls)
    if pending is not None and isinstance(taken, ActionTaken):
        steps = [kind.id for kind in game.ruleset.actions[taken.action].rolls]
        ids = [*(one.key.partition(":")[0] for one in rolls), pending.request.id]
        expected = steps[steps.index(ids[0]) :] if ids[0] in steps else []
        if ids[-1] in expected:
            step = expected.index(ids[-1]) + 1
            if step > rolled or len(expected) < 2:
                is_further = ids[-1] in ids[:-1]
                return "" if is_further or len(expected) < 2 else f"roll {step} of {len(expected)}"
        if rolled >= len(steps) > 1:
            return ""
    return f"roll {rolled + 1}"


def format_roll_parts(rolled: Rolled, roll_kind: RollKind | None = None) -> tuple[str, str, str]:
    """Return a roll's question, its faces, and its result in the words of ``roll_kind``."""
    return (
        rolled.what,
        describe_rolled_faces(rolled),
        describe_roll_outcome(rolled, get_success_words(roll_kind)),
    )


def describe_rolled_faces(rolled: Rolled) -> str:
    """Describe a roll's faces and which of them the app rolled."""
    if not rolled.faces:
        return f"{format_count(len(rolled.dice), 'die', 'dice')}, faces not read"
    if rolled.again:
        return _describe_reroll(rolled)
    if rolled.app_at:
        faces = enumerate(rolled.faces)
        return " ".join(f"{'r' if index in rolled.app_at else ''}{face}" for index, face in faces)
    typed = rolled.faces[: len(rolled.faces) - rolled.app]
    rolled_by_app = rolled.faces[len(rolled.faces) - rolled.app :]
    parts = [" ".join(map(str, part)) for part in (typed, rolled_by_app) if part]
    words = " | by the app: ".join(parts) if typed else f"rolled by the app: {parts[0]}"
    unread = len(rolled.dice) - len(rolled.faces)
    return f"{words} and {unread} not read" if unread > 0 else words


def _describe_reroll(rolled: Rolled) -> str:
    """Describe a reroll, such as ``1 2 4 3 6, again 4 2 5``."""
    first = " ".join(map(str, rolled.first))
    kept_count = len(rolled.first) - len(rolled.again)
    if len(rolled.faces) == kept_count:
        return f"{first}, {len(rolled.again)} again, faces not read"
    return f"{first}, again {' '.join(str(rolled.faces[index]) for index in rolled.again)}"


def group_faces_in_fives(faces: str) -> str:
    """Group faces in fives to save space, such as ``45162 346``."""
    return faces if _TWO_DIGITS.search(faces) else _SINGLE_DIGITS.sub(_group_digits_in_fives, faces)


def _group_digits_in_fives(run: re.Match[str]) -> str:
    digits = run[0].replace(" ", "")
    return " ".join(digits[start : start + 5] for start in range(0, len(digits), 5))


def describe_roll_outcome(rolled: Rolled, success_words: SuccessWords) -> str:
    if rolled.form == "pool":
        special = describe_special_counts(rolled.result, rolled.bands)
        if special and all(band.told for band in rolled.bands):
            has_all_faces = len(rolled.faces) == len(rolled.dice)
            names = list_band_names(rolled.faces, rolled.bands) if has_all_faces else special
            return ", ".join(names)
        if rolled.bands and not any(band.success for band in rolled.bands):
            return ", ".join(
                describe_failed_roll(rolled.result, rolled.bands)
            ) or describe_successes(0, success_words)
        number = count_successes(rolled.result, rolled.bands)
        words = describe_successes(number, success_words)
        if success_words == PLAIN_WORDS:
            words = f"{number} of {len(rolled.dice)} succeed"
        return ", ".join((words, *special))
    if rolled.form != "score":
        return ""
    (total,) = rolled.result
    sign = "−" if rolled.bonus < 0 else "+"
    added = f"{total - rolled.bonus} {sign} {abs(rolled.bonus)} = " if rolled.bonus else ""
    return f"total {added}{describe_roll_total(rolled)}"
