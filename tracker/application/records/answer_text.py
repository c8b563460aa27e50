"""What people say to a question, from the answer that was recorded: dice, or a choice."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tracker.application.errors import Refused
from tracker.application.lines.interpreting import format_answer
from tracker.application.match import choice_input, dice_input
from tracker.application.records.dry_run_game import DryRunGame
from tracker.input_parsing.line import Misread, parse
from tracker.input_parsing.reading_text import spell_reading
from tracker.input_parsing.readings import DiceReading
from tracker.procedures.requests import Pick, Split, Tally
from tracker.procedures.runners.table import Pending
from tracker.vocabulary import codec
from tracker.vocabulary import events as ev
from tracker.vocabulary.labels import group_by_row
from tracker.vocabulary.names import handle
from tracker.vocabulary.needs import needed


def answer_text(dry_run: DryRunGame, event: ev.Rolled | ev.Chosen, why: str) -> str | None:
    """The text that says this answer at the question that waits; None where none does."""
    pending = dry_run.pending
    if pending is None:
        return None
    if isinstance(event, ev.Rolled):
        return next((t for t in _dice(pending, event) if _rolls(dry_run, t, event, why)), None)
    return next((t for t in _choices(pending, event) if _chooses(dry_run, t, event)), None)


# ------------------------------------------------------------------------------------------ dice


def _rolls(dry_run: DryRunGame, text: str, event: ev.Rolled, why: str) -> bool:
    try:
        found = dry_run.rolled(text, why)
    except Refused:
        return False
    same = codec.encode_first_form(found) == codec.encode_first_form(replace(event, repeats=None))
    return same and _is_one_answer(dry_run, text)


def _dice(pending: Pending, event: ev.Rolled) -> Iterator[str]:
    """Spellings of a roll, the best first."""
    if not dice_input.is_roll(pending.request):
        return
    asked = dice_input.make_asked_roll(pending.request)
    if event.form == "pool":
        asked = replace(asked, bands=event.bands)
    reading = DiceReading(
        event.faces,
        event.result,
        "counted" if len(event.faces) < len(event.dice) else "typed",
        len(event.dice),
        size_changed=len(event.dice) != asked.size,
        first=event.first,
        again=event.again,
    )
    ruled = event.asked is not None and event.need != event.asked.need
    need = needed(event.bands) if ruled else None
    end = f" need {need.number}" if need else ""
    mark = _by_app(event)
    rows = _row_by_row(event)
    if rows:
        yield rows + mark
    try:
        yield spell_reading(reading, asked) + end + mark
    except (ValueError, IndexError):
        return
    if event.faces and not event.again:
        yield " ".join(map(str, event.faces)) + end + mark


def _by_app(event: ev.Rolled) -> str:
    if not event.app:
        return ""
    size = len(event.faces)
    if event.app == size == len(event.dice) and not event.app_at:
        return " by app"
    places = event.app_at or range(size - event.app, size)
    return f" by app {','.join(str(place + 1) for place in places)}"


def _row_by_row(event: ev.Rolled) -> str:
    """The dice of a sheet with several a row, such as ``31 25``."""
    if event.form != "faces" or event.again or len(event.faces) != len(event.labels):
        return ""
    groups = [dice for _, dice in group_by_row(event.labels, event.faces)]
    if len(groups) < 2 or max(map(len, groups)) < 2 or max(event.faces) > 9:
        return ""
    return " ".join("".join(str(face) for _, face in group) for group in groups)


# --------------------------------------------------------------------------------------- choices


def _chooses(dry_run: DryRunGame, text: str, event: ev.Chosen) -> bool:
    pending = dry_run.pending
    if pending is None or dice_input.is_roll(pending.request) or event.source != "typed":
        return False
    asked = (pending.key, pending.request.what, pending.request.side)
    try:
        value = choice_input.parse_value(pending.request, text)
    except Refused:
        return False
    said = value == event.value and type(value) is type(event.value)
    return said and asked == (event.key, event.what, event.side) and _is_one_answer(dry_run, text)


def _choices(pending: Pending, event: ev.Chosen) -> Iterator[str]:
    """Ways to say a choice, the best first; how many of each fall has never had its lead here."""
    lead = pending.request.lead
    for text in _plain_choices(pending, event.value):
        if lead and not (lead == "falls" and " " in text):
            yield f"{lead} {text}"
        yield text


def _plain_choices(pending: Pending, value: ev.Value) -> Iterator[str]:
    request = pending.request
    match value:
        case bool():
            yield "yes" if value else "no"
        case int():
            yield str(value)
        case str():
            yield from _picked(pending, value)
        case tuple() if isinstance(request, (Split, Tally)):
            yield " ".join(f"{_name(group)} {n}" for group, n in value) or "0"
            counts = [dict(value).get(share.id, 0) for share in request.shares]
            while len(counts) > 1 and not counts[-1]:
                counts.pop()
            yield " ".join(map(str, counts))


def _picked(pending: Pending, value: str) -> Iterator[str]:
    yield _name(value)
    request = pending.request
    if isinstance(request, Pick):
        ids = [option.id for option in request.options]
        if value in ids:
            yield str(ids.index(value) + 1)


def _name(subject: str) -> str:
    return handle(subject) if ":" in subject else subject


def _is_one_answer(dry_run: DryRunGame, text: str) -> bool:
    """Whether a line would pass this text on as it is."""
    line = parse(f"answer : {text}", dry_run.ruleset.lexicon)
    if isinstance(line, Misread) or line.note or len(line.parts) != 1:
        return False
    answers = line.parts[0].answers
    return len(answers) == 1 and format_answer(answers[0]) == text
