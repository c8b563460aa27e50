"""Checks that a ruleset's texts and sample forces can be read, and describes each error."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from tracker.procedures.declared.ruleset_forces import Problem
from tracker.procedures.ruleset import Ruleset


def list_unreadable_texts(ruleset: Ruleset) -> list[str]:
    found = (
        *_tried("rules", ruleset.rules, _rules(ruleset)),
        *_tried("glossary", ruleset.glossary, _texts),
        *_tried("recorded games", ruleset.recorded, lambda _: ()),
    )
    if ruleset.forces is None:
        return list(found)
    return [*found, *_tried("sample forces", ruleset.forces.samples, _samples(ruleset))]


def _tried(
    what: str, read: Callable[[], Any], look: Callable[[Any], Iterable[str]]
) -> Iterator[str]:
    try:
        yield from look(read())
    except Exception as error:  # noqa: BLE001 - whatever a ruleset of somebody else does
        yield f"Its {what} cannot be read: {type(error).__name__}: {error}."


def _rules(ruleset: Ruleset) -> Callable[[Any], Iterator[str]]:
    def look(texts: Mapping[str, str]) -> Iterator[str]:
        yield from _texts(texts)
        for kind in ruleset.rolls:
            if texts and kind.rule and kind.rule not in texts:
                yield f"The roll {kind.id!r} belongs to the rule {kind.rule!r}, which has no text."

    return look


def _texts(texts: Mapping[Any, Any]) -> Iterator[str]:
    for name, text in texts.items():
        if not (isinstance(name, str) and isinstance(text, str) and text.strip()):
            yield f"The text of {name!r} is missing or empty."


def _samples(ruleset: Ruleset) -> Callable[[Any], Iterator[str]]:
    def look(samples: Iterable[Any]) -> Iterator[str]:
        assert ruleset.forces is not None
        for sample in samples:
            roster = ruleset.forces.read(sample.text, ruleset.map_options_to_defaults())
            if not roster.usable:
                yield f"The sample force {sample.file} cannot be used{_why(roster.problems)}"

    return look


def _why(found: Iterable[Problem]) -> str:
    """Format the first serious error, such as ``: line 4: the skill is 9; 2 to 6``."""
    serious = next((one for one in found if one.serious), None)
    return "." if serious is None else f": line {serious.line}: {serious.text}."
