"""What a match begins with: its rules and options, its day, its sides and their forces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pendulum
from msgspec.structs import replace

from tracker.application.entrants import Entrant, build_sides, muster_force
from tracker.application.errors import Refused, make_sentence
from tracker.application.text import clean_called
from tracker.procedures.ruleset import Ruleset
from tracker.vocabulary import events as ev
from tracker.vocabulary.spelling import compose

SIDES = 2


def build_opening(
    rules: Ruleset,
    entrants: Sequence[Entrant],
    *,
    title: str = "",
    options: Mapping[str, ev.Scalar] | None = None,
    tables: Mapping[str, dict[str, ev.Json]] | None = None,
    mode: ev.Mode = "warn",
    played_on: str = "",
) -> ev.MatchOpened:
    """What a match begins with, without its forces. Raises ``Refused`` for a bad option or date."""
    if len(entrants) > SIDES:
        raise Refused(
            f"A game has two sides, not {len(entrants)}. Combine allied forces in one "
            "roster; several players can share a side (Red=Anna, Red=Ben)."
        )
    chosen = _options(rules, options or {})
    for problem in rules.table_problems(tables or {}):
        raise Refused(f"House tables: {make_sentence(problem)}")
    sides = build_sides(entrants)
    return ev.MatchOpened(
        title=clean_called(title) or " v ".join(side.name for side in sides),
        ruleset=rules.id,
        ruleset_version=rules.version,
        sides=sides,
        options=chosen,
        tables=dict(tables or {}),
        mode=mode,
        played_on=read_played_on(played_on),
        words=rules.words,
        ruleset_text=rules.text,
    )


def build_reopening(
    rules: Ruleset, opened: ev.MatchOpened, forces: Sequence[ev.ForceMustered]
) -> ev.MatchOpened:
    """What a rematch begins with: the sides, house rules and tables of another, played today."""
    known = rules.list_defaults()
    return replace(
        opened,
        title=make_title(opened.sides, forces),
        ruleset_version=rules.version,
        options={**known, **{name: v for name, v in opened.options.items() if name in known}},
        played_on=read_played_on(""),
        words=rules.words,
        ruleset_text=rules.text,
    )


def make_title(sides: Sequence[ev.Side], forces: Sequence[ev.ForceMustered]) -> str:
    """What a game is called if nobody says: by its forces, its players, or else its sides."""
    for told in ([force.force for force in forces], [side.player for side in sides]):
        if all(told) and len({*told}) == len(told):
            return " v ".join(told)
    return " v ".join(side.name for side in sides)


def build_forces(
    rules: Ruleset, opened: ev.MatchOpened, entrants: Sequence[Entrant]
) -> list[ev.ForceMustered]:
    """The force of each side, named in composed letters unless it comes from a campaign.

    Raises ``Refused`` for a bad roster.
    """
    return [
        muster_force(rules, entrant, side, opened.options)
        for entrant, side in zip(map(_composed, entrants), opened.sides, strict=True)
    ]


def _composed(entrant: Entrant) -> Entrant:
    return entrant if entrant.comes else replace(entrant, roster=compose(entrant.roster))


def read_played_on(text: str) -> str:
    """The day a game is played, as YYYY-MM-DD; today when nothing is said.

    Raises ``Refused`` for what is no date and for a day that is still to come.
    """
    today = pendulum.today()
    if not text:
        return today.to_date_string()
    try:
        day = pendulum.from_format(text, "YYYY-MM-DD", tz=today.timezone_name or "UTC")
    except ValueError:
        raise Refused(f"{text!r} is not a date; write it like 2026-10-03.") from None
    if day > today:
        raise Refused(f"{text} is in the future; give the date of today or an earlier day.")
    return day.to_date_string()


def _options(rules: Ruleset, given: Mapping[str, ev.Scalar]) -> dict[str, ev.Scalar]:
    known = {option.name: option for option in rules.options}
    for name, value in given.items():
        if name not in known:
            raise Refused(
                f"{rules.title} has no option {name!r}. To list the options, run: warledger "
                "match options."
            )
        if not known[name].is_allowed(value):
            raise Refused(f"Option {name} cannot be {value!r}. Allowed: {known[name].allowed}.")
    return {**rules.list_defaults(), **given}
