"""Reads the forces of a game file: TOML rosters, or one unit per line (``8 riflemen``)."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import count
from typing import Any

from msgspec import Struct, defstruct
from msgspec.structs import replace

from tracker.gamefile.expressions import evaluate_as_integer
from tracker.gamefile.game_definition import GameDefinition
from tracker.procedures.declared.force_format import ForceFormat, RosterField, RosterPart
from tracker.procedures.declared.rosters_and_mustering import (
    ForceRules,
    Problem,
    Roster,
    RosterUnit,
    Sample,
)
from tracker.procedures.pieces.common_roster_reader import (
    MAX_POINTS,
    HouseRules,
    RosterReader,
    Units,
    list_point_differences,
    read_profiles,
    read_unit_figures,
)
from tracker.vocabulary.closest_word import find_closest_word
from tracker.vocabulary.count_wording import list_possible_singulars
from tracker.vocabulary.toml_reader import MAX_NAME_LENGTH, TableReader, TomlReader, clean_name
from tracker.vocabulary.typed_numbers import NO_COUNT, convert_leading_number_word, split_typed_unit

MAX_FIGURES = 200
MAX_TITLE_LENGTH = 40
MAX_NAME_PREFIX = MAX_NAME_LENGTH - 4
"""The number of characters of a long name that are kept when a number is added."""
MAX_WORTH = 10_000
"""The maximum points cost of one figure."""
_TOML = re.compile(r"""\s*(?:\[+[^\[\]]*\]+\s*(?:#.*)?|[\w."'-]+\s*=.*)""")
"""The syntax of lines that occur only in TOML: a table header, or a key with its value."""
_BULLET = re.compile(r"[-*•–·]\s+")
_BETWEEN = re.compile(r"\s*(?:[,;]\s*|(?:[+&]|\band\b|\bwith\b|\bplus\b)\s*(?=\d))")
_AND_ONE = re.compile(r"\b(?:and|with|plus)\s+an?\s+(?=\S)")
_NOUN = rf"(?P<noun>(?!{NO_COUNT}\d)[^\s+.:;=-][^:;=]*)"
_FIGURES = re.compile(rf"(?:{NO_COUNT}(?P<count>\d{{1,9}})\s*(?:x\s+|×\s*)?)?{_NOUN}")
_NUMBER_INSIDE = re.compile(r"-\d+-")
_NUMBER_LAST = re.compile(rf"{_NOUN}(?:\s+x\s*|\s*×\s*)(?P<count>\d{{1,9}})")
UNREADABLE = "Unit", ((0, ""),)
Unit = tuple[str, tuple[tuple[int, str], ...]]
"""The name of a unit, and its number of figures of each kind."""
EXAMPLES: Mapping[str, Mapping[str, Any]] = {"rifleman": {}, "gunner": {}}
"""Example kinds of figures, for a game that accepts any word as a kind."""


def make_force_rules(game: GameDefinition) -> ForceRules:
    """Make the force rules of a game, with the sample forces of its file."""
    fields: list[Any] = [
        (stat.name, str if stat.words else int, *(() if stat.default is None else (stat.default,)))
        for stat in sorted(game.stats, key=lambda stat: stat.default is not None)
    ]
    if game.weapons:
        fields.append(("weapons", tuple[str, ...], ()))
    profile = defstruct("Profile", fields, frozen=True, module=__name__)
    frame = RosterReader(
        game.id, game.options, (game.units,), "", partial(_read_units, game, profile)
    )

    def read(text: str, options: HouseRules | None = None) -> Roster:
        return (
            _make_roster_from_unit_lines(game, frame, text)
            if has_plain_unit_lines(text)
            else frame.read(text, options)
        )

    samples = tuple(
        Sample(
            file,
            lines.partition("\n")[0].removeprefix("# "),
            convert_unit_lines_to_toml(game, lines),
        )
        for file, lines in game.samples.items()
    )
    return ForceRules(
        read,
        lambda: samples,
        together=list_point_differences,
        profile=profile,
        format=_make_force_format(game),
        lines=True,
        kinds=_list_kinds(game),
        any_kind=not game.stats,
    )


def _list_kinds(game: GameDefinition) -> dict[str, dict[str, Any]]:
    """Return the kinds of figures that the game defines, by the names that rosters use."""
    return {
        name: {key: [*said] if isinstance(said, tuple) else said for key, said in one.items()}
        for name, one in (game.profiles if game.stats else EXAMPLES).items()
    }


def _make_force_format(game: GameDefinition) -> ForceFormat:
    worth = RosterField("points", "number", most=MAX_POINTS, absent="those of its figures")
    units = RosterPart(game.units, game.units.removesuffix("s"), (worth,), "figures")
    if not game.stats:
        return ForceFormat((units,))
    fields = [
        RosterField(
            stat.name,
            "text" if stat.words else "number",
            stat.words,
            least=stat.minimum,
            most=stat.maximum,
            absent="" if stat.default is None else str(stat.default),
        )
        for stat in game.stats
    ]
    if game.weapons:
        fields.append(RosterField("weapons", "words", tuple(game.weapons), absent="none"))
    fields.append(RosterField("points", "number", most=MAX_WORTH, absent="0"))
    return ForceFormat((units,), (RosterPart("profiles", "kind of figure", tuple(fields)),))


def has_plain_unit_lines(text: str) -> bool:
    """Return whether a force is written as one unit per line, and not as TOML."""
    said = [
        line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")
    ]
    return bool(said) and not any(map(_TOML.fullmatch, said))


def convert_unit_lines_to_toml(game: GameDefinition, text: str) -> str:
    """Convert a force with one unit per line to a TOML roster. The first line is the title."""
    title, *lines = text.splitlines()
    return _write_toml(game, title.removeprefix("# "), [_parse_unit(game, line) for line in lines])


def _write_toml(game: GameDefinition, title: str, units: Iterable[Unit]) -> str:
    head = f'name = {_quote_text(title)}\nruleset = "{game.id}"\n'
    return head + "".join(
        f"\n[[{game.units}]]\nname = {_quote_text(name)}\n"
        f"figures = [{', '.join(_format_figures(figures))}]\n"
        for name, figures in units
    )


def _format_figures(figures: Iterable[tuple[int, str]]) -> Iterator[str]:
    return (f"{{ profile = {_quote_text(word)}, count = {count} }}" for count, word in figures)


def _parse_unit(game: GameDefinition, line: str) -> Unit:
    """Parse a unit such as ``Gun: 6 riflemen, 1 gunner``, or return ``UNREADABLE``."""
    named, rest = split_typed_unit(_BULLET.sub("", line.strip(), count=1).strip(".,; "))
    if game.stats:
        rest = _AND_ONE.sub("and 1 ", rest)
    said = (
        convert_leading_number_word(piece, keep_names=not game.stats)
        for piece in _BETWEEN.split(rest)
    )
    pieces = [_NUMBER_LAST.fullmatch(piece) or _FIGURES.fullmatch(piece) for piece in said]
    found = [piece for piece in pieces if piece is not None]
    if len(found) < len(pieces):
        return UNREADABLE
    nouns = [clean_name(piece["noun"]) for piece in found]
    name = clean_name(named or nouns[0][:1].upper() + nouns[0][1:])
    counts = (int(piece["count"] or 1) for piece in found)
    return name, tuple(
        zip(counts, (find_profile_or_keep_noun(game, noun) for noun in nouns), strict=True)
    )


def _make_roster_from_unit_lines(game: GameDefinition, frame: RosterReader, text: str) -> Roster:
    """Make a roster from the lines that can be read, and report the other lines as errors."""
    units: list[Unit] = []
    problems: list[Problem] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        name, groups = _parse_unit(game, line)
        if wrong := next(_list_unit_problems(game, groups), ""):
            problems.append(Problem(number, wrong))
        else:
            units.append((make_unique_unit_name(name, [taken for taken, _ in units]), groups))
    title = clean_name(", ".join(name for name, _ in units)) or "A force"
    if len(title) > MAX_TITLE_LENGTH:
        title = f"{title[: MAX_TITLE_LENGTH - 1].rstrip(', ')}…"
    roster = frame.read(_write_toml(game, title, units))
    return replace(roster, problems=tuple(problems))


def _list_unit_problems(game: GameDefinition, groups: Sequence[tuple[int, str]]) -> Iterator[str]:
    if groups == UNREADABLE[1]:
        yield "write a number and a noun, as in 3 men"
    if min(count for count, _ in groups) < 1 or sum(count for count, _ in groups) > MAX_FIGURES:
        yield f"a unit has 1 to {MAX_FIGURES} figures"
    for _, word in groups:
        if game.stats and word not in game.profiles:
            near = find_closest_word(word, game.profiles)
            hint = f"type a profile of the file: {', '.join(game.profiles)}"
            if len(_NUMBER_INSIDE.findall(word)) > len(_NUMBER_INSIDE.findall(near)):
                hint = "put a comma before the second number"
            elif near:
                hint = f"did you mean {near!r}?"
            yield f"no profile is called {word!r}; {hint}"


def list_sample_force_problems(game: GameDefinition) -> Iterator[tuple[str, int, str]]:
    """Yield each error in the sample forces: the force's file, the unit's index and the reason."""
    for file, text in game.samples.items():
        if game.stats and not game.profiles:
            yield file, 0, "A game needs figures: write [profiles.rifleman]"
            return
        if "\n" not in text:
            yield file, 0, f"The force {file.removesuffix('.toml')} needs at least one unit"
        for place, line in enumerate(text.splitlines()[1:]):
            name, groups = _parse_unit(game, line)
            yield from (
                (file, place, f"{name}: {why}") for why in _list_unit_problems(game, groups)
            )


def make_unique_unit_name(preferred: str, used_names: Collection[str]) -> str:
    """Return the ``preferred`` name, with a number if another unit already uses it."""
    names = (
        preferred if number == 1 else f"{preferred[:MAX_NAME_PREFIX]} {number}"
        for number in count(1)
    )
    return next(name for name in names if name not in used_names)


def _quote_text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def find_profile_or_keep_noun(game: GameDefinition, noun: str) -> str:
    """Return the profile that a singular or plural noun names, or the noun if there is none."""
    word = "-".join(noun.casefold().split())
    return next((form for form in list_possible_singulars(word) if form in game.profiles), word)


def _read_units(
    game: GameDefinition,
    profile: type[Struct],
    reading: TomlReader,
    data: TableReader,
    _: HouseRules,
) -> Units:
    """Read ``[[units]]``. A unit's ``points`` replace the sum of its figures' points."""
    own = read_profiles(
        reading,
        data.get("profiles", {}),
        "and its stats",
        lambda _, table: _read_profile(game, table),
    )
    known: dict[str, Mapping[str, Any] | None] = {**game.profiles, **own}
    found = []
    for table in data.read_tables(game.units):
        table.report_unknown_keys(("name", "figures", "points"))
        name = table.read_name("a unit", "Unit")
        if not game.stats:
            known |= {word: {} for word in _list_names(table.get("figures"))}
        figures = read_unit_figures(table, "figures", name, known)
        worth = sum(compute_figure_points(game, known[figure.profile] or {}) for figure in figures)
        worth = table.read_number_or_default(worth, "points", 0, MAX_POINTS, what="the points")
        found.append(RosterUnit(name, figures, worth))
    used = {figure.profile for unit in found for figure in unit.figures}
    stats = {*(stat.name for stat in game.stats), "weapons"}
    profiles = {
        name: profile(**{key: said for key, said in (known[name] or {}).items() if key in stats})
        for name in used
    }
    return found, profiles


def compute_figure_points(game: GameDefinition, profile: Mapping[str, Any]) -> int:
    arms = sum(int(game.weapons[each].get("points", 0)) for each in profile.get("weapons", ()))
    if "points" in profile or game.cost is None:
        return int(profile.get("points", 0)) + arms
    usual = {stat.name: stat.default or 0 for stat in game.stats}
    own = evaluate_as_integer(game.cost, lambda name: {**usual, **profile}[name], dict(game.tables))
    return min(max(own + arms, 0), MAX_WORTH)


def _list_names(figures: Any) -> list[str]:
    if isinstance(figures, dict):
        return [clean_name(key) for key in figures]
    tables = figures if isinstance(figures, list) else []
    words = [one.get("profile") for one in tables if isinstance(one, dict)]
    return [word for word in words if isinstance(word, str) and word]


def _read_profile(game: GameDefinition, table: TableReader) -> Mapping[str, Any]:
    arms = ("weapons",) if game.weapons else ()
    table.report_unknown_keys((*(stat.name for stat in game.stats), "points", *arms))
    found: dict[str, Any] = {}
    given = table.get("weapons", []) if arms else []
    path = (*table.path, "weapons")
    for weapon in given if isinstance(given, list) else [given]:
        table.reading.read_one_of(path, weapon, tuple(game.weapons), "weapons")
    if given:
        found["weapons"] = tuple(each for each in given if each in game.weapons)
    for stat in game.stats:
        key, what = stat.name, f"the {stat.name.replace('_', ' ')}"
        if key not in table and stat.default is not None:
            continue
        if stat.words:
            found[key] = table.read_one_of(key, stat.words)
        else:
            found[key] = table.read_number(key, stat.minimum, stat.maximum, what=what)
    if "points" in table:
        found["points"] = table.read_number("points", 0, MAX_WORTH, what="the points")
    return found
