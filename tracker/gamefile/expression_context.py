"""Evaluates the names in expressions during a match: stats, markers, inputs and rolls."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from tracker.gamefile.expressions import Expression, Value, evaluate_as_integer
from tracker.gamefile.game_definition import BEARERS, ENGAGED, GameDefinition, Source, SubjectRole
from tracker.procedures.declared.marker_and_link_kinds import MarkerKind
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.unit_activation import Activation, draw_next_to_activate, pass_turn
from tracker.procedures.requests import Asking, continue_with
from tracker.vocabulary.events import AnyFact
from tracker.vocabulary.subject_ids import MATCH, FigureId, SideId, Subject, UnitId

NamedValues = tuple[tuple[str, Value], ...]
"""Values by name, such as flags, the distance, and the results of dice."""


WEAPON: Final = "weapon"
"""The name of the value that stores the weapon which an action uses."""
DIE_OF_ALL: Final = "die of all rolls"
"""The name of the value that stores the die for every roll of a typed pool."""
ROLLS_LOW: Final = "low dice succeed in all rolls"
"""The name of the value that is set if every roll of a typed pool needs a number or less."""
CONTACT: Final = "contact"
"""The id of the link between units in contact."""


class ActionContext(Struct, frozen=True):
    """The actor and target of an action or test, with the ``values`` that later steps use.

    If a unit's figures differ, ``group`` contains the figures that roll now.
    """

    side: SideId
    unit: UnitId | None = None
    target: UnitId | None = None
    values: NamedValues = ()
    group: tuple[FigureId, ...] = ()

    def resolve_subject_role(self, role: SubjectRole, match: Match) -> Subject:
        """Return the unit, side or table with a role in the action.

        For the actor, and for a missing target, return the acting unit, or its side if no unit
        acts.
        """
        match role:
            case "side":
                return self.side
            case "table":
                return MATCH
            case "enemy":
                return match.other(self.side)
            case "target" if self.target is not None:
                return self.target
            case _:
                return self.unit or self.side

    def with_value(self, name: str, value: Value) -> ActionContext:
        others = tuple(pair for pair in self.values if pair[0] != name)
        return replace(self, values=tuple(sorted((*others, (name, value)))))

    def keep_only_values(self, names: frozenset[str]) -> ActionContext:
        """Return a context with only the named values, the weapon and the typed dice."""
        kept = tuple(
            pair for pair in self.values if pair[0] in {*names, WEAPON, DIE_OF_ALL, ROLLS_LOW}
        )
        return self if kept == self.values else replace(self, values=kept)

    def list_rolling_or_all_figures(self, match: Match, unit: UnitId) -> tuple[FigureId, ...]:
        group = self.group if self.group and match.figure(self.group[0]).unit == unit else ()
        return group or match.figures(unit)

    def with_group(self, match: Match, group: tuple[FigureId, ...]) -> ActionContext:
        """Return a context for only these figures of the unit or its target."""
        own = match.figure(group[0]).unit == self.unit
        name = "figures" if own else "target.figures"
        found = replace(self, group=group).with_value(name, len(group))
        weapon = str(dict(self.values).get(WEAPON, ""))
        bearers = count_weapon_bearers(match, group, weapon) if weapon and own else 0
        return found.with_value(BEARERS, bearers) if own else found


class Situation(Struct, frozen=True):
    """An action or test in a match, with the values that the game's expressions need."""

    game: GameDefinition
    match: Match
    context: ActionContext

    def with_group(self, group: tuple[FigureId, ...]) -> Situation:
        return replace(self, context=self.context.with_group(self.match, group))

    def without_values(self) -> Situation:
        """Return the same situation without the values that players typed."""
        return replace(self, context=replace(self.context, values=()))

    def resolve_unit_role(self, role: SubjectRole) -> UnitId:
        """Return the unit in a given role: the target, or otherwise the acting unit."""
        return UnitId(self.context.resolve_subject_role(role, self.match))

    def evaluate_as_integer(self, expression: Expression) -> int:
        return evaluate_as_integer(expression, self.look_up_name, self.game.tables)

    def look_up_name(self, name: str) -> Value:
        whose, _, word = name.rpartition(".")
        said = dict(self.context.values)
        if name in said or whose == "weapon":
            return said.get(name, 0)
        match = self.match
        match self.game.sources[word]:
            case "roll" | "deck" | "answer" | "flag" | "action":
                return 0
            case "option":
                return _convert_to_number(match.option(word))
            case "game":
                return match.turn
            case "table marker":
                return _get_marker_value(match, MATCH, word)
            case "unit" if whose in {"side", "enemy"}:
                side = self.context.resolve_subject_role(
                    "enemy" if whose == "enemy" else "side", match
                )
                return sum(
                    _get_unit_value(match, unit, word) for unit in match.all_units(SideId(side))
                )
            case "side" | "side marker" as source:
                of = self.context.resolve_subject_role(
                    "enemy" if whose == "enemy" else "side", match
                )
                points = source == "side" and match.points(SideId(of))
                return points or _get_marker_value(match, of, word)
            case source:
                subject = self.context.resolve_subject_role(
                    "target" if whose == "target" else "actor", match
                )
                return self._get_value(subject, source, word)

    def _get_value(self, subject: Subject, source: Source, name: str) -> Value:
        if source == "marker":
            return _get_marker_value(self.match, subject, name)
        unit = UnitId(subject)
        figures = self.context.list_rolling_or_all_figures(self.match, unit)
        if source == "value":
            own = ActionContext(self.match.side_of(unit), unit, group=figures)
            return replace(self, context=own).evaluate_as_integer(self.game.values[name])
        if source == "stat":
            return get_stat_of_first_figure(self.game, self.match, figures, name)
        return _get_unit_value(self.match, unit, name)


def make_unit_situation(
    game: GameDefinition, match: Match, unit: UnitId, target: UnitId | None = None
) -> Situation:
    """Make a situation in which a unit acts, without any values from an action."""
    return Situation(game, match, ActionContext(match.side_of(unit), unit, target))


def make_alternating_activation(game: GameDefinition) -> Activation:
    """Make the ``Activation`` of phases in which units act in turn or are drawn by lot."""

    def compute_action_points(match: Match, unit: UnitId) -> int:
        now = make_unit_situation(game, match, unit)
        return 0 if game.points is None else now.evaluate_as_integer(game.points)

    by_units = {phase.id: phase for phase in game.phases if phase.order in {"alternating", "drawn"}}

    def go_on(match: Match) -> Asking[None]:
        phase = by_units.get(match.phase)
        yield from ()
        if phase is None:
            return None  # the unit acted in a phase in which units do not act in turn
        if phase.draw is None:
            return pass_turn(match)
        return continue_with(draw_next_to_activate, match, phase.draw, phase.lot)

    points = None if game.points is None else compute_action_points
    return Activation(tuple(by_units), points, go_on)


def list_unit_values(
    game: GameDefinition, match: Match, unit: UnitId
) -> tuple[tuple[str, int], ...]:
    now = make_unit_situation(game, match, unit)
    return tuple((name, now.evaluate_as_integer(value)) for name, value in game.values.items())


def _convert_to_number(value: object) -> int:
    return int(value) if isinstance(value, int) else 0


def _get_marker_value(match: Match, subject: Subject, marker: str) -> Value:
    """Return a marker's number or word. The number is 0 if the marker is absent.

    The number is 1 if the marker is face down or has no number.
    """
    found = match.marker(subject, marker.replace("_", "-"))
    if found is None or found.hidden_from:
        return int(found is not None)
    return found.value if isinstance(found.value, str) else _convert_to_number(found.value)


def make_marker_change_facts(
    match: Match,
    kind: MarkerKind,
    subject: Subject,
    change: int,
    hidden_from: tuple[SideId, ...] = (),
) -> tuple[AnyFact, ...]:
    """Return the facts that change a marker's number, or () if the number stays the same.

    A marker without a number is set or cleared.
    """
    counts = kind.values.counts
    had = kind.number(match, subject) if counts else int(match.has(subject, kind))
    now = min(max(had + change, 0), getattr(kind.values, "high", 99) if counts else 1)
    if now == had:
        return ()
    if not now:
        return (kind.cleared(subject),)
    return (kind.set(subject, value=now if counts else True, hidden_from=hidden_from),)


def _get_unit_value(match: Match, unit: UnitId, name: str) -> int:
    if name == ENGAGED:
        return len(list_units_in_contact(match, unit))
    there, began = len(match.figures(unit)), match.unit(unit).started
    return {"figures": there, "started": began, "lost": max(began - there, 0)}[name]


def get_stat_of_first_figure(
    game: GameDefinition, match: Match, figures: tuple[FigureId, ...], stat_name: str
) -> Value:
    """Return a stat of the first figure, or the stat's default if there are no figures."""
    usual = next(one.default for one in game.stats if one.name == stat_name) or 0
    found = match.profile(figures[0], dict).get(stat_name, usual) if figures else usual
    return found if isinstance(found, (int, str)) else 0


def count_weapon_bearers(match: Match, figures: tuple[FigureId, ...], weapon: str) -> int:
    return sum(weapon in match.profile(figure, dict).get("weapons", ()) for figure in figures)


def add_weapon_to_context(
    game: GameDefinition, match: Match, context: ActionContext, weapon: str
) -> ActionContext:
    figures = match.figures(context.unit) if context.unit else ()
    known = context.with_value(BEARERS, count_weapon_bearers(match, figures, weapon))
    known = known.with_value(WEAPON, weapon)
    for each in game.weapon_stats:
        value = game.weapons[weapon].get(each.name, each.default or 0)
        known = known.with_value(f"weapon.{each.name}", value)
    return known


def list_units_in_contact(match: Match, unit: UnitId) -> tuple[UnitId, ...]:
    found = map(UnitId, match.links(CONTACT, unit))
    return tuple(other for other in found if match.exists(other))
