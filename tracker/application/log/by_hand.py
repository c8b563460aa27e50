"""What was set right by hand in the words of the log: who, and what, be it seen or not."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from tracker.application.log import facts
from tracker.application.log.wording import Names
from tracker.projection.fold import apply
from tracker.projection.state import State
from tracker.vocabulary import events as ev
from tracker.vocabulary.names import Subject


class _Told(Struct, frozen=True):
    """A fact in words, and whom it is about; ``aside``: told where nothing else of him is."""

    text: str
    about: frozenset[Subject] = frozenset()
    aside: bool = False


def told(state: State, every: Iterable[ev.AnyFact], by_hand: Iterable[ev.AnyFact]) -> list[str]:
    """Apply the facts of an entry and say them; those that people set, in full."""
    said, found = list(by_hand), []
    for fact in every:
        before = state.clock
        apply(state, fact)
        names = Names(state)
        if fact in said:
            stays = isinstance(fact, ev.MarkerSet) and fact.until == "step" and _ordered(said)
            found.append(_Told("") if stays else _in_full(names, fact, before.phase))
        else:
            found.append(_Told(facts.said(names, fact)))
    seen = {one for each in found if each.text and not each.aside for one in each.about}
    return [each.text for each in found if each.text and not (each.aside and each.about <= seen)]


def _ordered(said: Iterable[ev.AnyFact]) -> bool:
    """Whether only the order of the sides was set, and the step goes on as it was."""
    return any(isinstance(fact, ev.PhaseBegan) and fact.order for fact in said)


def _in_full(names: Names, fact: ev.AnyFact, phase: str) -> _Told:
    text = facts.said(names, fact)
    match fact:
        case ev.MarkerSet(subjects=subjects, marker=marker, value=value):
            word = names.marker(marker)
            said = "" if isinstance(value, bool) else f" {names.value(value)}"
            text = text or f"{names.subjects(subjects)} {word.word}{said}"
            return _Told(text, _about(names, subjects), word.shown == "hidden")
        case ev.MarkerCleared(subjects=subjects, marker=marker):
            word = names.marker(marker)
            text = text or f"{names.subjects(subjects)} no longer {word.word}"
            return _Told(text, _about(names, subjects), word.shown == "hidden")
        case ev.UnitFormed(unit=unit, started=started) if started is not None:
            return _Told(f"{names.unit(unit)} began with {started}", frozenset((unit,)))
        case ev.Unlinked(relation=relation, a=a, b=b):
            text = f"{names.subject(a)} out of {names.link(relation)} with {names.subject(b)}"
            return _Told(text, _about(names, (a, b)))
        case ev.TurnBegan(turn=turn):
            return _Told(f"turn {turn}")
        case ev.PhaseBegan(phase=now, side=side, order=order) if not order or now != phase:
            whose = f" of {names.side(side)}" if side else ""
            return _Told(f"{names.phase(now)}{whose}")
        case ev.FiguresRemoved(figures=figures) | ev.FiguresReturned(figures=figures):
            return _Told(text, _about(names, figures))
    return _Told(text)


def _about(names: Names, subjects: Iterable[Subject]) -> frozenset[Subject]:
    return frozenset(names.unit_of(subject) or subject for subject in subjects)
