"""Whether what rules record can be kept and said: declared, on whom it may be, of a fitting value.

Raises ``AssertionError`` with what to write instead.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from tracker.procedures.declared.markers import MarkerKind
from tracker.procedures.declared.values import Amount, OneOf
from tracker.procedures.ruleset import Ruleset
from tracker.procedures.view import Match
from tracker.vocabulary import events as ev
from tracker.vocabulary.codec import round_trip
from tracker.vocabulary.names import MATCH, Subject, is_figure, is_side, is_unit


def check_facts(rules: Ruleset, match: Match, facts: Iterable[ev.AnyEvent]) -> None:
    """What followed from something that was said."""
    markers = {kind.id: kind for kind in rules.markers}
    for fact in facts:
        _check_kept(fact)
        if isinstance(fact, ev.MarkerSet):
            kind = markers[fact.marker]
            for subject in fact.subjects:
                on = _carrier(subject)
                assert on in ("", kind.on), f"the marker {kind!r} is on a {kind.on}, not on a {on}"
                _check_value(match, kind, subject, fact.value)
        elif isinstance(fact, ev.Linked):
            declared = fact.relation in rules.links
            assert declared, f"the link {fact.relation!r} is not declared: add it to links="


def _check_kept(fact: ev.AnyEvent) -> None:
    try:
        same = round_trip(fact) == fact
    except (msgspec.MsgspecError, TypeError) as error:
        raise AssertionError(f"{type(fact).__name__} cannot be kept: {error}") from error
    assert same, f"{type(fact).__name__} is kept as something else: {fact}"


def _carrier(subject: Subject) -> str:
    """What kind of thing carries a marker; nothing where markers need not be declared for it."""
    named = {"unit": is_unit, "figure": is_figure, "side": is_side}
    found = next((kind for kind, fits in named.items() if fits(subject)), "")
    return "match" if subject == MATCH else found


def _check_value(match: Match, kind: MarkerKind, subject: Subject, value: ev.Scalar) -> None:
    if isinstance(kind.values, Amount):
        fits, meant = isinstance(value, int) and not isinstance(value, bool), "a whole number"
    elif isinstance(kind.values, OneOf):
        known = tuple(kind.values.known(match, subject).values())
        fits, meant = value in known, f"one of {', '.join(known)}"
    else:
        return
    assert fits, f"the marker {kind!r} is set to {value!r}: its value is {meant}"
