"""Sets up a match: its rules, options and date, and its sides with their forces."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TypedDict, Unpack

from msgspec import Struct
from msgspec.structs import replace

from tracker.application.campaigns.next_game_roster import NextGameUnit, build_roster_for_units
from tracker.application.errors import Refused, make_sentence
from tracker.application.game_dates import parse_typed_day
from tracker.application.roster_files_and_samples import describe_roster_problem
from tracker.application.text_cleaning import clean_name
from tracker.procedures.declared.rosters_and_mustering import MAX_FIGURES, MAX_UNITS, Roster
from tracker.procedures.ruleset import Ruleset
from tracker.vocabulary import events as ev
from tracker.vocabulary.name_normalisation import make_name_key, normalise_to_nfc
from tracker.vocabulary.subject_ids import make_side_id


class Entrant(Struct, frozen=True):
    """One side of a new match: its name, its player, and its roster as TOML text.

    ``next_units`` contains the units and figures that take part, or is None if all do.
    ``joined_points`` is the number of points of units and figures that joined later, which is added
    to the roster's points.
    """

    name: str
    roster: str
    player: str = ""
    source: str = "roster"
    next_units: tuple[NextGameUnit, ...] | None = None
    joined_points: int = 0


def build_sides(entrants: Sequence[Entrant]) -> tuple[ev.Side, ...]:
    """Build the sides of a match, each with its own letter. Raises ``Refused`` if two sides have
    the same name.
    """
    sides: list[ev.Side] = []
    taken: set[str] = set()
    for entrant in entrants:
        name = clean_name(entrant.name) or f"Side {len(sides) + 1}"
        if any(make_name_key(name) == make_name_key(side.name) for side in sides):
            raise Refused(f"Both sides are called {name}. Give each side its own name.")
        letter = choose_side_letter(name, taken)
        taken.add(letter)
        sides.append(ev.Side(make_side_id(letter), name, letter, clean_name(entrant.player)))
    return tuple(sides)


def choose_side_letter(side_name: str, used_letters: Collection[str]) -> str:
    """Return the letter for a side's handles: the first unused letter in the side's name or,
    failing that, any other unused letter.
    """
    letters = [c for c in side_name.lower() if c.isascii() and c.isalpha()]
    found: str = next(c for c in (*letters, *"abcdefgh") if c not in used_letters)
    return found


def muster_force(
    rules: Ruleset, entrant: Entrant, side: ev.Side, options: Mapping[str, ev.Scalar]
) -> ev.ForceMustered:
    """Muster the force of one side.

    Raises ``Refused``, with the faulty line, for an invalid roster.
    """
    roster = read_usable_roster(rules, entrant.roster, entrant.source, options)
    assert rules.forces is not None
    if entrant.next_units is not None:
        read = rules.forces.read
        roster = build_roster_for_units(
            roster, entrant.next_units, lambda text: read(text, options)
        )
        roster = replace(roster, points=roster.points + entrant.joined_points)
    return require_playable_size(rules.forces.muster(roster, side.id, side.letter))


def read_usable_roster(
    rules: Ruleset, text: str, source: str, options: Mapping[str, ev.Scalar]
) -> Roster:
    """Parse a roster. Raises ``Refused``, with the faulty line, if its force cannot be mustered."""
    if rules.forces is None:
        raise Refused(f"{rules.title} does not use rosters.")
    roster = rules.forces.read(text, options)
    if not roster.usable:
        problem = next(problem for problem in roster.problems if problem.serious)
        raise Refused(describe_roster_problem(source, text, problem))
    return roster


def require_playable_size(force: ev.ForceMustered) -> ev.ForceMustered:
    """Return the given force. Raises ``Refused`` if it has too many units or figures."""
    figures = sum(len(unit.figures) for unit in force.units)
    require_playable_counts(f"{force.force} has", len(force.units), figures)
    return force


def require_playable_counts(who_has: str, units: int, figures: int) -> None:
    """Raise ``Refused`` if a side has too many units or figures. The message begins with
    ``who_has``.
    """
    if units > MAX_UNITS or figures > MAX_FIGURES:
        raise Refused(
            f"{who_has} {units:,} units and {figures:,} figures; a side "
            f"can have at most {MAX_UNITS:,} units and {MAX_FIGURES:,} figures."
        )


SIDES = 2


class GameSettings(TypedDict, total=False):
    """The settings of a new game: its title, options, house tables, mode and date."""

    title: str
    options: Mapping[str, ev.Scalar] | None
    tables: Mapping[str, dict[str, ev.Json]] | None
    mode: ev.Mode
    played_on: str


def build_match_opening(
    rules: Ruleset, entrants: Sequence[Entrant], **settings: Unpack[GameSettings]
) -> ev.MatchOpened:
    """Build the opening of a match without its forces. Raises ``Refused`` for invalid settings."""
    if len(entrants) > SIDES:
        raise Refused(
            f"A game has two sides, not {len(entrants)}. Combine allied forces in one "
            "roster; several players can share a side (Red=Anna, Red=Ben)."
        )
    chosen = _validate_and_complete_options(rules, settings.get("options") or {})
    tables = dict(settings.get("tables") or {})
    for problem in rules.table_problems(tables):
        raise Refused(f"House tables: {make_sentence(problem)}")
    sides = build_sides(entrants)
    return ev.MatchOpened(
        title=clean_name(settings.get("title", "")) or " v ".join(side.name for side in sides),
        ruleset=rules.id,
        ruleset_version=rules.version,
        sides=sides,
        options=chosen,
        tables=tables,
        mode=settings.get("mode", "warn"),
        played_on=parse_past_date_or_today(settings.get("played_on", "")),
        words=rules.words,
        ruleset_text=rules.text,
    )


def build_rematch_opening(
    rules: Ruleset, opened: ev.MatchOpened, forces: Sequence[ev.ForceMustered]
) -> ev.MatchOpened:
    """Build the opening of a rematch with the sides, house rules and tables of another match."""
    known = rules.map_options_to_defaults()
    return replace(
        opened,
        title=make_match_title(opened.sides, forces),
        ruleset_version=rules.version,
        options={**known, **{name: v for name, v in opened.options.items() if name in known}},
        played_on=parse_past_date_or_today(""),
        words=rules.words,
        ruleset_text=rules.text,
    )


def make_match_title(sides: Sequence[ev.Side], forces: Sequence[ev.ForceMustered]) -> str:
    """Return the default title of a game, which consists of the names of its forces.

    If these names are missing or not all different, use the players' names or, failing that, the
    sides' names.
    """
    for told in ([force.force for force in forces], [side.player for side in sides]):
        if all(told) and len({*told}) == len(told):
            return " v ".join(told)
    return " v ".join(side.name for side in sides)


def muster_all_forces(
    rules: Ruleset, opened: ev.MatchOpened, entrants: Sequence[Entrant]
) -> list[ev.ForceMustered]:
    """Muster the forces of all sides. Raises ``Refused`` for an invalid roster.

    Names in rosters are normalised to NFC, except in campaign forces.
    """
    composed = (
        one if one.next_units else replace(one, roster=normalise_to_nfc(one.roster))
        for one in entrants
    )
    pairs = zip(composed, opened.sides, strict=True)
    return [muster_force(rules, entrant, side, opened.options) for entrant, side in pairs]


def parse_past_date_or_today(text: str) -> str:
    """Parse the typed date of a game. Empty text means today.

    Raises ``Refused`` for invalid and future dates, and for implausible years.
    """
    import pendulum  # imported here because joining units need no date

    now = pendulum.now()
    day = parse_typed_day(text, now)
    if day > now.to_date_string():
        raise Refused(f"{day} is in the future; give today's date or an earlier one.")
    return day


def _validate_and_complete_options(
    rules: Ruleset, typed_options: Mapping[str, ev.Scalar]
) -> dict[str, ev.Scalar]:
    known = {option.name: option for option in rules.options}
    for name, value in typed_options.items():
        if name not in known:
            raise Refused(
                f"{rules.title} has no option {name!r}. To list the options, run: warledger "
                "match options."
            )
        if not known[name].is_allowed(value):
            raise Refused(
                f"Option {name} cannot be {value!r}. Allowed: {known[name].allowed_text}."
            )
    return {**rules.map_options_to_defaults(), **typed_options}
