"""Reads the header of a record: the rules, the opening and the forces.

A record that Warledger wrote is read literally. A handwritten record can omit anything that a new
game would ask for or compute, such as letters and options. A header can name a roster instead of a
force.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tracker.application import match_setup
from tracker.application.book import Book
from tracker.application.errors import Refused, make_sentence
from tracker.application.game_definition_files import (
    FREE,
    build_stored_game_ruleset,
    require_id_unused_by_shipped_rules,
    require_installed_python_actions,
)
from tracker.application.match_setup import Entrant, muster_force, require_playable_size
from tracker.procedures.ruleset import Ruleset
from tracker.vocabulary import events as ev
from tracker.vocabulary import match_event_codec, toml_reader
from tracker.vocabulary.ruleset_display_names import Words
from tracker.vocabulary.subject_ids import FigureId, SideId, UnitId, make_figure_id, make_unit_id

FindRoster = Callable[[Ruleset, str], str]
"""A function that returns the text of a roster by its name in a record, or raises ``Refused``."""


_DAY = re.compile("(?:[0-9]{1,4}-[0-9]{2}-[0-9]{2})?")


class _Figure(Struct, forbid_unknown_fields=True):
    profile: str
    name: str = ""
    id: str = ""
    wounds: int = 0


class _Unit(Struct, forbid_unknown_fields=True):
    unit: str
    figures: list[str | _Figure]
    name: str = ""
    marks: dict[str, ev.Scalar] = {}


class _Force(Struct, forbid_unknown_fields=True):
    side: str
    units: list[_Unit]
    name: str = ""
    points: int = 0
    profiles: dict[str, Any] = {}


class _Side(Struct, forbid_unknown_fields=True):
    name: str = ""
    letter: str = ""
    id: str = ""
    player: str = ""
    roster: str = ""


class _Head(Struct):
    rules: str
    title: str = ""
    version: str | None = None
    game: list[str] = []
    played: str | None = None
    mode: ev.Mode = "warn"
    author: str | None = None
    words: str | None = None
    options: dict[str, ev.Scalar] = {}
    options_left: dict[str, ev.Scalar] | None = None
    tables: dict[str, dict[str, Any]] = {}
    side: list[_Side] = []
    force: list[_Force] = []
    result: str = ""
    record: int = 1


class RecordOpening(Struct, frozen=True):
    """The data above the first line of a record. ``strange`` contains unknown keys."""

    rules: Ruleset
    opened: ev.MatchOpened
    forces: tuple[ev.ForceMustered, ...]
    author: str | None
    strange: tuple[str, ...]


def read_record_opening(book: Book, lines: Sequence[str], find_roster: FindRoster) -> RecordOpening:
    """Read the opening from the header lines of a record. Raises ``Refused`` if it is invalid."""
    head, strange = _read_head("\n".join(lines))
    if head.record > 1:
        raise Refused(
            "This record was written by a newer version of Warledger: update Warledger, then "
            "import it."
        )
    game = "\n".join(head.game)
    rules = _load_game_rules(game) if game else book.get_ruleset(head.rules)
    if head.options_left is None:
        _require_forces(head, rules)
    # In the reader's time zone, the writer's date may still be in the future.
    is_written = head.options_left is not None and _DAY.fullmatch(head.played or "") is not None
    entrants = [Entrant(side.name, side.roster, side.player) for side in head.side]
    given = head.options if head.options_left is None else {}
    opened = match_setup.build_match_opening(
        rules,
        entrants,
        title=head.title,
        options=given,
        tables=head.tables,
        mode=head.mode,
        played_on="" if is_written else head.played or "",
    )
    sides = tuple(map(_complete_side, opened.sides, head.side))
    opened = replace(
        opened,
        sides=sides,
        title=head.title or opened.title,
        ruleset_version=opened.ruleset_version if head.version is None else head.version,
        played_on=opened.played_on if head.played is None else head.played,
    )
    if head.options_left is not None:
        opened = replace(opened, options={**head.options_left, **head.options})
    if head.words is not None:
        with _explain_invalid_data("The words in the header of the record"):
            opened = replace(opened, words=msgspec.json.decode(head.words, type=Words))
    by_roster = (
        _muster_side_force(opened, rules, *pair, find_roster)
        for pair in zip(sides, head.side, strict=True)
    )
    forces = (
        *(force for force in by_roster if force is not None),
        *(require_playable_size(_convert_force(sides, one)) for one in head.force),
    )
    return RecordOpening(rules, match_event_codec.round_trip(opened), forces, head.author, strange)


def _load_game_rules(text: str) -> Ruleset:
    """Return the ruleset of the game file in a record. For "any game", older rules are also
    accepted.
    """
    rules = require_installed_python_actions(
        build_stored_game_ruleset(text, "The game of the record")
    )
    return rules if rules.id == FREE else require_id_unused_by_shipped_rules(rules)


def _read_head(text: str) -> tuple[_Head, tuple[str, ...]]:
    try:
        data = {name.lower(): value for name, value in toml_reader.load_toml(text).items()}
    except toml_reader.InvalidToml as error:
        raise Refused(f"The header of the record cannot be read: {error}.") from error
    if data.get("played") is not None:
        data["played"] = str(data["played"])  # TOML also allows a date without quotes
    known = set(_Head.__struct_fields__)
    with _explain_invalid_data("The header of the record"):
        return msgspec.convert(data, _Head), tuple(sorted(set(data) - known))


@contextmanager
def _explain_invalid_data(part: str) -> Iterator[None]:
    """Raise ``Refused`` with the name of ``part`` if the ``with`` block finds invalid data."""
    try:
        yield
    except msgspec.DecodeError as error:
        raise Refused(f"{part}: {make_sentence(str(error))}") from error


def _require_forces(head: _Head, rules: Ruleset) -> None:
    """Raise ``Refused`` if a handwritten header lacks a side, or the force of a side."""
    if len(head.side) < 2:
        raise Refused(
            "A match has two sides: write `[[side]]` twice, each with a name and a roster."
        )
    if not head.force and rules.forces is not None:
        for side in head.side:
            if not side.roster:
                raise Refused(
                    f"{side.name} has no force: write its roster, as in"
                    ' `roster = "iron-third.toml"`.'
                )


def _muster_side_force(
    opened: ev.MatchOpened, rules: Ruleset, side: ev.Side, said: _Side, find_roster: FindRoster
) -> ev.ForceMustered | None:
    """Muster a side's force if the record contains its roster or the roster's name, or
    return None.
    """
    if not said.roster:
        return None
    is_named = "\n" not in said.roster
    text = find_roster(rules, said.roster) if is_named else said.roster
    source = said.roster if is_named else f"the roster of {side.name}"
    return muster_force(rules, Entrant(side.name, text, said.player, source), side, opened.options)


def _complete_side(made: ev.Side, said: _Side) -> ev.Side:
    letter = said.letter or made.letter
    return replace(
        made,
        id=SideId(said.id or f"s:{letter}"),
        letter=letter,
        name=said.name or made.name,
        player=said.player,
    )


def _convert_force(sides: Sequence[ev.Side], said: _Force) -> ev.ForceMustered:
    side = next((s for s in sides if said.side.lower() in (s.letter, s.name.lower())), None)
    if side is None:
        raise Refused(
            f"The record has a force for {said.side!r}, but no side with that letter or name."
        )
    force = ev.ForceMustered(
        side=side.id,
        force=said.name,
        points=said.points,
        profiles={name: _parse_profile(name, one) for name, one in said.profiles.items()},
        units=tuple(map(_convert_unit, said.units)),
    )
    with _explain_invalid_data(f"The force {said.name}"):
        return match_event_codec.round_trip(force)


def _parse_profile(name: str, data: object) -> dict[str, ev.Json]:
    """Parse a profile from a table, or from JSON if it has values that TOML cannot express."""
    with _explain_invalid_data(f"The profile {name}"):
        read = msgspec.json.decode(data) if isinstance(data, str) else data
        return msgspec.convert(read, dict[str, ev.Json])


def _convert_unit(said: _Unit) -> ev.MusteredUnit:
    named = said.unit.partition(":")[2] or said.unit
    figures: list[ev.MusteredFigure] = []
    for one in said.figures:
        if isinstance(one, str):
            count, _, profile = one.partition(" ")
            if not count.isdecimal() or not profile or int(count) > 1000:
                raise Refused(
                    f"{named}: {one!r} does not describe figures. Write figures as in `6 rifleman`."
                )
            for _ in range(int(count)):
                called = make_figure_id(named, len(figures) + 1)
                figures.append(ev.MusteredFigure(called, profile))
        else:
            called = FigureId(one.id) if one.id else make_figure_id(named, len(figures) + 1)
            figures.append(ev.MusteredFigure(called, one.profile, one.name, one.wounds))
    unit = UnitId(said.unit) if ":" in said.unit else make_unit_id(named)
    return ev.MusteredUnit(unit, said.name, tuple(figures), tuple(said.marks.items()))
