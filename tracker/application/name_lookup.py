"""Finds what a user means by a name, an id, or part of a name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from tracker.application.errors import Refused
from tracker.ledger.stream_summary import StreamSummary
from tracker.vocabulary.name_normalisation import make_name_key, normalise_to_nfc

K = TypeVar("K", bound=str)
MAX_CHOICES = 6
LIST_COMMANDS = {
    "game": "match list",
    "league": "league list",
    "campaign": "campaign list",
    "game or league": "match list, league list or campaign list",
}


def find_id_by_whole_name_or_id(
    typed: str, names: Mapping[K, str], noun: str, aliases: Mapping[str, K] | None = None
) -> K | None:
    """Return the id that a user means by a whole name or an id, or None if nothing matches.

    ``names`` maps ids to names, and ``aliases`` maps other words to ids. An exact spelling has
    priority. Otherwise, names and then ids match regardless of spacing, capitals and Unicode form.
    Raises ``Refused`` if several ids have the same name. Also raises ``Refused`` if the text is the
    name of one thing and the id of another.
    """
    said = normalise_to_nfc(" ".join(typed.split()))
    ids: dict[str, K] = {str(one): one for one in names} | dict(aliases or {})
    aliased = [one for one, name in names.items() if normalise_to_nfc(name) == said]
    exact, key = ids.get(said), make_name_key(typed)
    if aliased and exact in aliased:
        return exact
    found = aliased or [one for one, name in names.items() if make_name_key(name) == key]
    other = exact or next((one for text, one in ids.items() if make_name_key(text) == key), None)
    if not found or other in found:
        return other
    if other is not None and (exact is not None or not aliased):
        second = repr(names.get(other, other)) if make_name_key(other) == key else other
        raise Refused(
            f"{typed!r} could mean {found[0]} (by its name) or {other}. Type {found[0]} or "
            f"{second}."
        )
    if len(found) > 1:
        raise make_ambiguity_error(typed, {one: names[one] for one in found}, noun)
    return found[0]


def find_id_by_whole_or_partial_name(typed: str, names: Mapping[K, str], noun: str) -> K | None:
    """Return the id with exactly the given name, or else the only id whose name contains the text.

    Names that begin with the text have priority. Return None if nothing matches. Raises ``Refused``
    if several names match equally well.
    """
    exact, key = find_id_by_whole_name_or_id(typed, names, noun), make_name_key(typed)
    if exact is not None or not key:
        return exact
    keys = {one: make_name_key(name) for one, name in names.items()}
    begun = [one for one in names if keys[one].startswith(key)]
    found = begun or [one for one in names if key in keys[one]]
    if len(found) > 1:
        raise make_ambiguity_error(typed, {one: names[one] for one in found}, noun)
    return found[0] if found else None


def make_ambiguity_error(typed: str, names: Mapping[K, str], noun: str) -> Refused:
    """Return the error for a typed name that could refer to several things."""
    return Refused(f"{typed!r} could mean more than one {noun}. {_list_choices(names)}")


def _list_choices(names: Mapping[K, str]) -> str:
    known = ", ".join(f"{one} {name}" for one, name in [*names.items()][:MAX_CHOICES])
    return f"Choose one of: {known}."


def find_named_stream(
    summaries: Sequence[StreamSummary], name: str, noun: str, id_letter: str
) -> str:
    """Return the stream with the given name: ``m3``, ``3``, ``last``, its title, or part of its
    title.

    ``id_letter`` is the first letter of these streams' ids, and ``noun`` is the word for them.
    Archived streams match only if no other stream does, and never as ``last``. Raises ``Refused``
    unless exactly one stream matches.
    """
    rows = [one for one in summaries if not one.aside]
    if name == "last" and not rows:
        raise Refused(f"Every {noun} is archived. To list all, use list --all.")
    ids = {one.stream.removeprefix(id_letter): one.stream for one in summaries}
    ids |= {one.stream: one.stream for one in summaries}
    if rows:
        ids["last"] = rows[0].stream
    listed = [{one.stream: one.title for one in kept} for kept in (rows, summaries)]
    for titles in listed:
        found = find_id_by_whole_name_or_id(name, titles, noun, ids)
        if found is not None:
            return found
    key = make_name_key(name)
    for titles in listed:
        close = {one: title for one, title in titles.items() if key in make_name_key(title)}
        if len(close) == 1:
            return next(iter(close))
        if close:
            raise make_ambiguity_error(name, close, noun)
    choices = listed[0] or listed[1]
    rest = f" To list all, use {LIST_COMMANDS[noun]}." if len(choices) > MAX_CHOICES else ""
    raise Refused(f"No {noun} is called {name!r}. {_list_choices(choices)}{rest}")
