"""Forces of a game file: rosters in TOML, or a unit a line, as people say it: ``8 riflemen``."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from functools import partial
from itertools import count
from typing import Any

from msgspec import Struct, defstruct

from tracker.gamefile.parts import GamePart, StatPart
from tracker.procedures.declared.forces import (
    ForceRules,
    Problem,
    Roster,
    RosterFigure,
    RosterUnit,
    Sample,
)
from tracker.procedures.pieces.rosters import (
    MOST_POINTS,
    HouseRules,
    RosterFrame,
    Units,
    figures_of,
    points_apart,
    read_profiles,
)
from tracker.procedures.ruleset import encode_params
from tracker.vocabulary.nearest import find_nearest
from tracker.vocabulary.toml import Path, Reading, Table, clean_name

MOST_FIGURES = 200
LONGEST_TITLE = 40
_LINE = re.compile(
    r"(?:(?P<name>[^:=]{1,60}):\s*)?(?:(?P<count>\d{1,9})\s*(?:x\s+|×\s*)?)?(?P<noun>[^\d\s].*)"
)


def force_rules(game: GamePart) -> ForceRules:
    """How the forces of a game are read; its samples are those of the file."""
    profile = profile_type(game)
    frame = RosterFrame(game.id, game.options, (game.units,), "", partial(_units, game, profile))

    def read(text: str, options: HouseRules | None = None) -> Roster:
        return _from_lines(game, profile, text) if is_lines(text) else frame.read(text, options)

    samples = tuple(
        Sample(file, lines.partition("\n")[0].removeprefix("# "), in_toml(game, lines))
        for file, lines in game.samples.items()
    )
    return ForceRules(read, lambda: samples, together=points_apart, profile=profile, lines=True)


def profile_type(game: GamePart) -> type[Struct]:
    """What figures of a game are, as a frozen struct of its stats."""
    fields: list[Any] = [_field(stat) for stat in game.stats if stat.usual is None]
    fields += [_field(stat) for stat in game.stats if stat.usual is not None]
    if game.weapons:
        fields.append(("weapons", tuple[str, ...], ()))
    return defstruct("Profile", fields, frozen=True, module=__name__)


def _field(stat: StatPart) -> tuple[Any, ...]:
    kind = str if stat.words else int
    return (stat.name, kind) if stat.usual is None else (stat.name, kind, stat.usual)


def is_lines(text: str) -> bool:
    """Whether a force is told a unit a line, not in TOML."""
    said = [
        line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")
    ]
    return bool(said) and not any("=" in line or line.lstrip().startswith("[") for line in said)


def in_toml(game: GamePart, text: str) -> str:
    """A force told in lines as a roster, under the title in its first line."""
    title, *lines = text.splitlines()
    head = f'name = {_quoted(title.removeprefix("# "))}\nruleset = "{game.id}"\n'
    return head + "".join(
        f"\n[[{game.units}]]\nname = {_quoted(name)}\n"
        f"figures = [{{ profile = {_quoted(word)}, count = {count} }}]\n"
        for name, count, word in (_unit(game, line) for line in lines)
    )


def _unit(game: GamePart, line: str) -> tuple[str, int, str]:
    """The name of a unit, how many it has, and of which profile."""
    found = _LINE.fullmatch(line.strip().strip(".,;"))
    if found is None:
        return "Unit", 0, ""
    noun = clean_name(found["noun"])
    name = clean_name(found["name"] or noun[:1].upper() + noun[1:])
    return name, int(found["count"] or 1), profile_called(game, noun)


def _from_lines(game: GamePart, profile: type[Struct], text: str) -> Roster:
    units: list[RosterUnit] = []
    problems: list[Problem] = []
    names: set[str] = set()
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        name, count, word = _unit(game, line)
        if not 1 <= count <= MOST_FIGURES:
            problems.append(Problem(number, f"a unit has 1 to {MOST_FIGURES} figures"))
        elif game.stats and word not in game.profiles:
            near = find_nearest(word, game.profiles)
            hint = f"did you mean {near!r}?" if near else f"there are {', '.join(game.profiles)}"
            problems.append(Problem(number, f"no profile is called {word!r}; {hint}"))
        else:
            name = free_name(name, names)
            names.add(name)
            worth = int(game.profiles.get(word, {}).get("points", 0)) * count
            units.append(RosterUnit(name, (RosterFigure(word),) * count, worth))
    used = {figure.profile for unit in units for figure in unit.figures}
    profiles = {
        word: encode_params(_of_type(game, profile, game.profiles.get(word, {}))) for word in used
    }
    points = sum(unit.points for unit in units)
    title = clean_name(", ".join(unit.name for unit in units)[:LONGEST_TITLE]) or "A force"
    return Roster(title, game.id, points, tuple(units), profiles, problems=tuple(problems))


def free_name(wish: str, taken: Collection[str]) -> str:
    """A name, or the same with a number, that no other unit has."""
    names = (wish if number == 1 else f"{wish} {number}" for number in count(1))
    return next(name for name in names if name not in taken)


def _of_type(game: GamePart, profile: type[Struct], data: Mapping[str, Any]) -> Struct:
    stats = {*(stat.name for stat in game.stats), "weapons"}
    return profile(**{key: value for key, value in data.items() if key in stats})


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def profile_called(game: GamePart, noun: str) -> str:
    """The profile that a noun means, in whatever number; the noun itself where none does."""
    word = "-".join(noun.casefold().split())
    return next((form for form in _singular(word) if form in game.profiles), word)


def _singular(word: str) -> Iterator[str]:
    yield word
    for plural, single in (("men", "man"), ("ies", "y"), ("es", ""), ("s", "")):
        if word.endswith(plural):
            yield word.removesuffix(plural) + single


def _units(
    game: GamePart, profile: type[Struct], reading: Reading, data: Table, _: HouseRules
) -> Units:
    """``[[units]]`` with a name and its figures; of profiles of the game, or of the roster.

    ``points`` of a unit stand in the place of those of its figures.
    """
    own = read_profiles(
        reading, data.get("profiles", {}), "and its stats", partial(_profile, game, reading)
    )
    known: dict[str, Mapping[str, Any] | None] = {**game.profiles, **own}
    found = []
    for path, table in reading.tables((game.units,), data.get(game.units), game.units):
        reading.only(path, table, ("name", "figures", "points"))
        name = reading.name(path, table, "a unit", "Unit")
        if not game.stats:
            known |= {word: {} for word in _named(table.get("figures"))}
        figures = figures_of(reading, path, table.get("figures"), name, known)
        if game.stats and not game.weapons and len({figure.profile for figure in figures}) > 1:
            reading.report_problem(path, f"{name}: all figures of a unit have one profile")
        worth = sum(int((known[figure.profile] or {}).get("points", 0)) for figure in figures)
        worth = reading.number_or(worth, path, table, "points", 0, MOST_POINTS, what="the points")
        found.append(RosterUnit(name, figures, worth))
    used = {figure.profile for unit in found for figure in unit.figures}
    profiles = {name: _of_type(game, profile, known[name] or {}) for name in used}
    return found, profiles


def _named(figures: Any) -> list[str]:
    if isinstance(figures, dict):
        return [clean_name(key) for key in figures]
    tables = figures if isinstance(figures, list) else []
    words = [one.get("profile") for one in tables if isinstance(one, dict)]
    return [word for word in words if isinstance(word, str) and word]


def _profile(game: GamePart, reading: Reading, path: Path, table: Table) -> Mapping[str, Any]:
    arms = ("weapons",) if game.weapons else ()
    reading.only(path, table, (*(stat.name for stat in game.stats), "points", *arms))
    found: dict[str, Any] = {}
    given = table.get("weapons", []) if arms else []
    for weapon in given if isinstance(given, list) else [given]:
        reading.read_one_of((*path, "weapons"), weapon, tuple(game.weapons), "weapons")
    if given:
        found["weapons"] = tuple(each for each in given if each in game.weapons)
    for stat in game.stats:
        what = f"the {stat.name.replace('_', ' ')}"
        if stat.name not in table and stat.usual is not None:
            continue
        if stat.words:
            found[stat.name] = reading.read_one_of(
                (*path, stat.name), table.get(stat.name), stat.words, stat.name
            )
        else:
            found[stat.name] = reading.number(
                path, table, stat.name, stat.least, stat.most, what=what
            )
    if "points" in table:
        found["points"] = reading.number(path, table, "points", 0, 10_000, what="the points")
    return found
