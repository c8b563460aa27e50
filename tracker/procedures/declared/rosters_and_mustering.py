"""The forces of a ruleset: rosters as text, how they are mustered in a match, and sample forces.

>>> squad = RosterUnit("Left", (RosterFigure("coin"),) * 3, points=9)
>>> roster = Roster("Loose change", "coin", 9, (squad,), {"coin": {}})
>>> squad.summary, roster.usable, make_force_mustered_fact(roster, "s:r", "r").units[0].id
('3 coins', True, 'u:r1')
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import starmap

from msgspec import Struct

from tracker.procedures.declared.force_format import ForceFormat
from tracker.vocabulary.count_wording import format_figure_count
from tracker.vocabulary.events import ForceMustered, Json, MusteredFigure, MusteredUnit, Scalar
from tracker.vocabulary.packaged_files import read_packaged_folder
from tracker.vocabulary.renamed_names import keep_old_names
from tracker.vocabulary.subject_ids import SideId, make_figure_id, make_unit_id, name_profile_kind
from tracker.vocabulary.toml_reader import Problem

__all__ = ["Problem"]

MAX_UNITS, MAX_FIGURES = 100, 1000
"""The maximum numbers of units and figures per side. Even a large game has only a tenth of these.
"""


Profiles = Mapping[str, dict[str, Json]]
"""Profiles in stored form, by name."""


class RosterFigure(Struct, frozen=True):
    """A figure in a roster, with its ``profile`` and its own ``name`` (or "").

    ``wounds`` are the wounds that the figure has from earlier games.
    """

    profile: str
    name: str = ""
    wounds: int = 0


class RosterUnit(Struct, frozen=True):
    """A unit in a roster, with its ``name``.

    ``points`` is the cost of all ``figures`` together. ``marks`` are the unit's markers from
    earlier games, with their values.
    """

    name: str
    figures: tuple[RosterFigure, ...]
    points: int = 0
    marks: tuple[tuple[str, Scalar], ...] = ()

    @property
    def kinds(self) -> dict[str, int]:
        """The number of figures with each profile in this unit."""
        return dict(Counter(figure.profile for figure in self.figures))

    @property
    def summary(self) -> str:
        """The unit's figures by profile, such as ``5 riflemen, 1 gunner``.

        Numbered profiles (``raider 2``) stay apart. ``Roster.describe_figures`` combines them.
        """
        return ", ".join(format_figure_count(n, profile) for profile, n in self.kinds.items())


class Roster(Struct, frozen=True):
    """A written force with its ``name``, its ``units``, and the ``problems`` found in its text.

    ``points`` is the total cost, computed from the units. ``limit`` is 0 if no limit was agreed.
    ``profiles`` are in stored form, by name, as in a match. ``player`` is the name of the player.
    """

    name: str
    ruleset: str
    points: int = 0
    units: tuple[RosterUnit, ...] = ()
    profiles: dict[str, dict[str, Json]] = {}
    player: str = ""
    limit: int = 0
    problems: tuple[Problem, ...] = ()

    def describe_figures(self, unit: RosterUnit) -> str:
        """Describe a unit's figures by kind. ``raider 2`` counts as the same kind as ``raider``."""
        kinds = Counter(name_profile_kind(each.profile, self.profiles) for each in unit.figures)
        return ", ".join(format_figure_count(n, kind) for kind, n in kinds.items())

    @property
    def usable(self) -> bool:
        """Whether the force has units and can be mustered completely."""
        return bool(self.units) and not any(problem.serious for problem in self.problems)


class Sample(Struct, frozen=True):
    """A sample force that ships with a package: the name of its ``file``, and its TOML ``text``."""

    file: str
    title: str
    text: str

    @property
    def name(self) -> str:
        """The sample's display name: its file name without the extension."""
        return self.file.removesuffix(".toml")


def make_force_mustered_fact(roster: Roster, side: SideId, letter: str) -> ForceMustered:
    """Return the fact that musters a force: units r1, r2 … in order, with figures r1.1, r1.2 …"""
    return ForceMustered(
        side=side,
        force=roster.name,
        points=roster.points,
        profiles=roster.profiles,
        units=tuple(
            _make_mustered_unit(unit, f"{letter}{number}")
            for number, unit in enumerate(roster.units, 1)
        ),
    )


def _make_mustered_unit(unit: RosterUnit, handle: str) -> MusteredUnit:
    figures = tuple(
        MusteredFigure(make_figure_id(handle, number), figure.profile, figure.name, figure.wounds)
        for number, figure in enumerate(unit.figures, 1)
    )
    return MusteredUnit(make_unit_id(handle), unit.name, figures, unit.marks)


def describe_profiles(unit: RosterUnit, profiles: Profiles) -> Iterator[str]:
    """Describe each kind of figure whose profile has values. Yields one line for each kind."""
    for profile, n in Counter(figure.profile for figure in unit.figures).items():
        values = ", ".join(filter(None, starmap(_format_named_value, profiles[profile].items())))
        if values:
            kind = name_profile_kind(profile, profiles)
            yield f"{format_figure_count(n, kind)}: {values}"


def _format_named_value(name: str, value: object) -> str:
    """Format a value with its name, such as ``guns rifle basic``. Returns "" for no value."""
    word = name.replace("_", " ")
    if value in (None, False, "", (), {}):
        return ""
    return word if value is True else f"{word} {' + '.join(_flatten_to_words(value))}"


def _flatten_to_words(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        yield " ".join(
            filter(
                None,
                (
                    " ".join(_flatten_to_words(each))
                    if isinstance(each, str)
                    else _format_named_value(key, each)
                    for key, each in value.items()
                    if key != "id"
                ),
            )
        )
    elif isinstance(value, list | tuple):
        yield from (each for one in value for each in _flatten_to_words(one))
    else:
        yield str(value).replace("-", " ")


def read_packaged_samples(package: str) -> tuple[Sample, ...]:
    """Read the sample forces in a package's ``samples`` folder, sorted by file name."""
    found = read_packaged_folder(package, "samples", ".toml")
    return tuple(Sample(file, _read_title(file, text), text) for file, text in found.items())


def _read_title(file: str, text: str) -> str:
    """Return a force's name, or its file's name if the force has no readable name."""
    import tomllib

    try:
        return str(tomllib.loads(text).get("name", file))
    except tomllib.TOMLDecodeError:  # reported when the force is read
        return file


class ForceRules(Struct, frozen=True):
    """A ruleset's definitions for forces.

    ``read`` parses a roster under a match's house rules. ``samples`` ship with the ruleset.
    ``muster`` adds a roster's force to a side. The handles of its units begin with the given
    letter. ``together`` compares the rosters of a match and returns warnings. ``profile`` is the
    type of the profiles, or None. ``sheet`` describes a unit for its unit card, in several lines.
    ``template`` returns a commented roster that players can start from. By default, it is the
    first sample. ``format`` is the format of rosters. By default, it is inferred from the template
    and the samples. If ``lines`` is true, ``read`` also accepts plain text with one unit per line.
    ``kinds`` are kinds of figures that the rules define. Rosters can use them without a profile of
    their own. If ``any_kind`` is true, any word is a kind of figure.
    """

    read: Callable[[str, Mapping[str, Scalar]], Roster]
    samples: Callable[[], tuple[Sample, ...]]
    muster: Callable[[Roster, SideId, str], ForceMustered] = make_force_mustered_fact
    together: Callable[[tuple[Roster, ...]], tuple[str, ...]] = lambda _: ()
    profile: type[Struct] | None = None
    sheet: Callable[[RosterUnit, Profiles], Iterable[str]] = describe_profiles
    template: Callable[[], str] = str
    format: ForceFormat | None = None
    lines: bool = False
    kinds: Mapping[str, Mapping[str, Json]] = {}
    any_kind: bool = False

    def get_template_text(self) -> str:
        """Return the text of a roster that players can adapt."""
        return self.template() or next((sample.text for sample in self.samples()), "")


keep_old_names(__name__)
