"""What was set right by hand, as people would say it: ``fix b1 figures +1 # why``."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from tracker.application.errors import Refused
from tracker.application.lines.interpreting import read_saying
from tracker.application.match.entering import BY_HAND
from tracker.application.records.dry_run_game import DryRunGame
from tracker.application.text import clean
from tracker.input_parsing.line import Misread, parse
from tracker.procedures.declared.meanings import ManualAdjustment
from tracker.procedures.view import Match, UnknownName
from tracker.projection.fold import apply
from tracker.vocabulary import codec
from tracker.vocabulary import events as ev

MOST_PARTS = 12


def list_adjustment_texts(dry_run: DryRunGame, event: ev.Corrected) -> Iterator[str]:
    """Rows that may make this correction, the best first; the last takes its facts as they are."""
    about = "" if event.about is None else f" about {dry_run.story.number_of(event.about)}"
    why = "" if event.reason == BY_HAND else f" # {event.reason}"
    if clean(event.reason) == event.reason and event.side is None:
        if not event.closes:
            parts = _parts(dry_run, event.facts)
            if parts:
                yield " | ".join([*parts[:-1], parts[-1] + about]) + why
        elif not event.facts:
            skipped = "" if event.reason == "skipped" else why
            yield f"skip {dry_run.match.phase}{skipped}"
        facts = msgspec.json.encode(event.facts, order="deterministic").decode()
        closes = "closes " if event.closes else ""
        yield f"@fix{about} {closes}{facts} # {event.reason}"


def _parts(dry_run: DryRunGame, facts: tuple[ev.AnyFact, ...]) -> list[str]:
    """The parts of a line that come to these facts, one after the other; none where none do."""
    state = dry_run.state.fork()
    match = Match(state, lambda fact: apply(state, fact))
    left = list(facts)
    said: list[str] = []
    while left and len(said) < MOST_PARTS:
        found = _first(dry_run, match, left)
        if found is None:
            return []
        text, taken = found
        match.record(*left[:taken])
        left = left[taken:]
        said.append(text)
    return [] if left else said


def _first(dry_run: DryRunGame, match: Match, left: list[ev.AnyFact]) -> tuple[str, int] | None:
    """A part that says the first of these facts, and how many it says; the longest there is."""
    best: tuple[str, int] | None = None
    for row in dry_run.ruleset.setting_right.rows(match):
        for _, text in row.ways:
            facts = _facts(dry_run, match, text) if text else ()
            count = len(facts)
            if count and _same(facts, left[:count]) and (best is None or count > best[1]):
                best = (text, count)
    return best


def _facts(dry_run: DryRunGame, match: Match, text: str) -> tuple[ev.AnyFact, ...]:
    """What one part would set right."""
    line = parse(text, dry_run.ruleset.lexicon)
    if isinstance(line, Misread):
        return ()
    facts: list[ev.AnyFact] = []
    try:
        for part in line.parts:
            meaning = read_saying(dry_run.ruleset, match, part).meaning
            if not isinstance(meaning, ManualAdjustment) or facts:
                return ()
            facts += meaning.facts
    except (Refused, UnknownName):
        return ()
    return tuple(facts)


def _same(facts: tuple[ev.AnyFact, ...], others: list[ev.AnyFact]) -> bool:
    return [*map(codec.encode, facts)] == [*map(codec.encode, others)]
