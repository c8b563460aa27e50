"""Contact between units: how it is made, ended, and transferred to another unit.

>>> contact = LinkKind("contact", "contact")
>>> record_engagement(match, contact, "u:r1", ["u:b1"])
>>> make_disengagement_facts(match, contact, "u:b1")
(Unlinked(relation='contact', a='u:r1', b='u:b1'),)
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from tracker.procedures.declared.marker_and_link_kinds import LinkKind
from tracker.procedures.match_view import Match
from tracker.vocabulary.events import AnyFact
from tracker.vocabulary.renamed_names import keep_old_names
from tracker.vocabulary.subject_ids import Subject, UnitId


def list_engaged_enemies(match: Match, link: LinkKind, subject: Subject) -> tuple[Subject, ...]:
    """List the enemies that are linked to a subject.

    If the links have positions, the enemies are in the order of contact.
    """
    found = match.links(link, subject)
    if not link.placed:
        return found
    return tuple(sorted(found, key=lambda other: _get_link_position(match, link, subject, other)))


def _get_link_position(match: Match, link: LinkKind, a: Subject, b: Subject) -> int:
    made = match.link(link, a, b) or match.link(link, b, a)
    return int(made.value) if made else 0


def list_connected_units(
    match: Match, link: LinkKind, unit: UnitId, apart: Collection[UnitId] = ()
) -> tuple[UnitId, ...]:
    """List the units linked to ``unit`` directly or through others, including the unit itself.

    Units in ``apart`` are left out, and connect no others.
    """
    inside, ahead = {unit}, [unit]
    while ahead:
        more = {UnitId(one) for one in match.links(link, ahead.pop())} - inside - {*apart}
        inside |= more
        ahead += more
    return tuple(one for one in match.units() if one in inside)


def list_engaged_groups(
    match: Match, link: LinkKind, apart: Collection[UnitId] = ()
) -> Iterator[tuple[UnitId, ...]]:
    """Yield each group of connected units. Units in ``apart`` are in no group."""
    known: set[UnitId] = {*apart}
    for unit in match.units():
        if unit not in known and {*match.links(link, unit)} - {*apart}:
            these = list_connected_units(match, link, unit, apart)
            known |= {*these}
            yield these


def record_engagement(
    match: Match, link: LinkKind, one: Subject, enemies: Iterable[Subject]
) -> None:
    """Record that ``one`` makes contact with each of ``enemies`` that it does not touch yet."""
    known = match.links(link, one)
    match.record(
        *link.make_link_facts(match, one, *(enemy for enemy in enemies if enemy not in known))
    )


def make_disengagement_facts(
    match: Match, link: LinkKind, one: Subject, enemies: Iterable[Subject] = ()
) -> tuple[AnyFact, ...]:
    """Return the facts that end the contact between ``one`` and ``enemies`` (by default, all)."""
    only = set(enemies)
    return tuple(
        link.make_unlink_fact(a, b)
        for a, b in match.pairs(link)
        if one in (a, b) and (not only or only & {a, b})
    )


def make_contact_transfer_facts(
    match: Match,
    link: LinkKind,
    replaced: Subject,
    replacement: Subject,
    enemies: Iterable[Subject],
) -> tuple[AnyFact, ...]:
    """Return the facts that transfer contacts from ``replaced`` to ``replacement``.

    Only the contacts with ``enemies`` are transferred. Each link keeps its direction, which shows
    who made contact. The link's value stays true only if contact was made this turn.
    """
    wanted = set(enemies) - set(match.links(link, replacement))
    facts = []
    for a, b in match.pairs(link):
        made = match.link(link, a, b)
        if replaced in (a, b) and (b if a == replaced else a) in wanted and made is not None:
            first, second = (replacement if each == replaced else each for each in (a, b))
            fresh = bool(made.value) and made.since == match.turn
            facts.append(link.make_link_fact(first, second, fresh))
    return tuple(facts)


keep_old_names(__name__)
