"""The course of a game: losses by turn, decisive moments and the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from tracker.application.campaigns.game_tally import compute_game_tally
from tracker.application.chances.game_luck import AttackLuck, PoolLuck, compute_luck
from tracker.application.chances.success_count_rarity import describe_rarity, format_difference
from tracker.application.log.fact_descriptions import describe_end_reason, describe_score
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.log.log_line_types import LogLine
from tracker.application.log.match_display_names import MatchNames
from tracker.application.log.side_playing_time import PlayingTimeMeter
from tracker.application.match.game import Game
from tracker.application.match.match_history import MatchHistory
from tracker.application.match.victory_point_totals import count_victory_points
from tracker.procedures.ruleset import Ruleset
from tracker.projection.match_event_fold import apply_event
from tracker.projection.match_state import State
from tracker.vocabulary import events as ev
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.subject_ids import SideId, UnitId

MAX_SWINGS = 5  # the maximum number of attacks that count as decisive moments
MIN_SWING = (
    1.5  # the minimum difference between the result and the expected result of such an attack
)


class TurnEndState(Struct, frozen=True):
    """The state after a turn: figures by unit, and points by side."""

    turn: int
    figures_left: dict[UnitId, int]
    points: dict[SideId, int]


class DecisiveMoment(Struct, frozen=True):
    """A lost unit, scored points, or surprising dice. ``line`` is the line number in the log."""

    turn: int
    line: int
    text: str


class GameCourse(Struct, frozen=True):
    """The course of a game. ``start`` is the state at the start of turn 1."""

    start: TurnEndState | None
    turns: tuple[TurnEndState, ...]
    moments: tuple[DecisiveMoment, ...]


def compute_game_course(
    game: Game, attacks: Sequence[AttackLuck], log: Sequence[LogLine]
) -> GameCourse:
    """Compute the state after each turn, and the decisive moments in order of play."""
    history = game.history
    builder = _CourseBuilder(history, log, game.ruleset)
    builder.swings = {attack.version: attack for attack in _find_largest_swings(attacks)}
    for line in history.path:
        builder.apply_event(line.version, line.event)
    return GameCourse(builder.start, tuple(builder.turns), tuple(builder.moments))


def _find_largest_swings(attacks: Sequence[AttackLuck]) -> list[AttackLuck]:
    swings = [attack for attack in attacks if abs(attack.result - attack.expected) >= MIN_SWING]
    return sorted(swings, key=lambda attack: -abs(attack.result - attack.expected))[:MAX_SWINGS]


class _CourseBuilder:
    def __init__(self, history: MatchHistory, log: Sequence[LogLine], rules: Ruleset) -> None:
        self.history = history
        self.rules = rules
        self.log = [line for line in log if line.kind != "taken back"]
        self.state = State()
        self.start: TurnEndState | None = None
        self.turns: list[TurnEndState] = []
        self.moments: list[DecisiveMoment] = []
        self.swings: dict[ev.Version, AttackLuck] = {}
        self.actions = 0
        """The number of actions in the current turn."""

    def apply_event(self, version: ev.Version, event: ev.AnyEvent) -> None:
        if version in self.swings:
            self._add_moment(version, _describe_swing(self.swings[version]))
        if isinstance(event, ev.TurnBegan):
            if event.turn > 1:
                self._record_turn_end()
            elif not self.turns:
                self.start = self._build_turn_state()
            self.actions = 0
        self.actions += isinstance(event, ev.ActionTaken)
        changes = isinstance(event, (ev.FiguresRemoved, ev.FiguresReturned))
        units_before = self._list_units_left() if changes else set()
        apply_event(self.state, event, version)
        names = MatchNames(self.state)
        for unit in sorted(units_before ^ self._list_units_left()) if changes else ():
            side = names.name_side(self.state.units[unit].side)
            loss = f"{side} lost {names.name_unit_with_handle(unit)}"
            self.moments = [moment for moment in self.moments if moment.text != loss]
            if isinstance(event, ev.FiguresRemoved):
                self._add_moment(version, loss)
        if isinstance(event, ev.PointsScored):
            self._add_moment(version, describe_score(names, event))
        if isinstance(event, ev.MatchEnded) and not self._is_unplayed_turn():
            self._record_turn_end()

    def _record_turn_end(self) -> None:
        """Record the state after a turn, replacing any earlier record of this turn."""
        state = self._build_turn_state()
        self.turns = [*(turn for turn in self.turns if turn.turn != state.turn), state]

    def _is_unplayed_turn(self) -> bool:
        """Return whether nothing but the end of the game has happened in the current turn."""
        if self.actions > 1 or not self.turns:
            return False
        state, last = self._build_turn_state(), self.turns[-1]
        return (state.figures_left, state.points) == (last.figures_left, last.points)

    def _list_units_left(self) -> set[UnitId]:
        return {unit for unit, value in self.state.units.items() if value.figures}

    def _build_turn_state(self) -> TurnEndState:
        figures_left = {unit: len(value.figures) for unit, value in self.state.units.items()}
        return TurnEndState(
            self.state.clock.turn, figures_left, dict(count_victory_points(self.state, self.rules))
        )

    def _add_moment(self, version: ev.Version, text: str) -> None:
        rows = [row for row in reversed(self.log) if row.version <= version <= row.end]
        # prefer the line with the text, and then an action over the end of its turn
        points = "".join(text.partition(" VP")[:2])  # a reason that sides share stands once
        rows.sort(key=lambda row: (points not in row.text, row.kind != "action"))
        entry = self.history.lines[version - 1].entry
        line = rows[0].number if rows else self.history.get_line_number(entry)
        self.moments.append(DecisiveMoment(self.state.clock.turn, line, text))


def _describe_swing(attack: AttackLuck) -> str:
    noun = "rolls" if attack.roll else "attacks"
    rarity = _describe_attack_rarity(attack, f" of such {noun}")
    return f"{attack.who} ▸ {describe_actual_and_expected_result(attack)} ({rarity})"


def _describe_attack_rarity(attack: AttackLuck, noun: str = "") -> str:
    difference = attack.result - attack.expected
    return describe_rarity(difference, attack.at_most, attack.at_least, noun)


def describe_actual_and_expected_result(attack: AttackLuck) -> str:
    """Describe an attack's result, as in ``B3 Stalker: 2 not saved, expected 0.1``.

    If only one of the attack's rolls was measured, the text names that roll: ``B3 Stalker, to hit:
    4 hits``.
    """
    verb = f"not {attack.done}" if attack.saved else attack.done
    whom = f"{attack.whom}, {attack.roll}" if attack.roll else attack.whom
    return f"{whom}: {attack.result} {verb}, expected {attack.expected:.1f}"


MICROSECONDS_PER_MINUTE = 60_000_000
MAX_ATTACKS = 2
"""The maximum number of lucky attacks, and of unlucky attacks, in a summary."""
LUCKY_SHARE = 0.2
"""An attack is lucky if the chance of a better result is at most this. Equal results count as half.
"""


class SideEndSummary(Struct, frozen=True):
    """A side at the end of a game. ``turns`` holds its points and figures after each turn."""

    name: str
    force: str
    player: str
    points: int
    figures_left: int
    mustered: int
    minutes: int
    turns: tuple[tuple[int, int], ...]
    luck: str


class EndSummary(Struct, frozen=True):
    """The summary of a game's end. Empty text fields and rows are not shown.

    ``winner`` is the name of the winning side. ``best_unit`` names the unit that removed the most
    figures. ``minutes`` also counts the time in which neither side acted alone.
    """

    winner: str
    end_reason: str
    has_score: bool
    sides: tuple[SideEndSummary, ...]
    moments: tuple[DecisiveMoment, ...]
    lucky: tuple[str, ...]
    unlucky: tuple[str, ...]
    best_unit: str
    minutes: int


def build_end_summary(game: Game) -> EndSummary:
    """Summarise the end of a finished game, or the state of a running one."""
    state, history = game.state, game.history
    luck = compute_luck(history)
    course = compute_game_course(game, luck.attacks, list_log_lines(history))
    ended = state.current_values.ended
    names = MatchNames(state)
    time = PlayingTimeMeter().measure_side_times(history)
    by_side = {row.side: row for row in luck.sides}
    points = count_victory_points(state, game.ruleset)
    sides = []
    for side in state.info.sides:
        force = state.forces.get(side.id)
        units = [unit for unit, value in state.units.items() if value.side == side.id]
        turns = tuple(
            (turn.points.get(side.id, 0), sum(turn.figures_left.get(unit, 0) for unit in units))
            for turn in course.turns
        )
        sides.append(
            SideEndSummary(
                name=side.name,
                force=force.name if force and force.name else side.name,
                player=side.player,
                points=points[side.id],
                figures_left=sum(len(state.units[unit].figures) for unit in units),
                mustered=sum(figure.side == side.id for figure in state.figures.values()),
                minutes=time.get_side_total(side.id) // MICROSECONDS_PER_MINUTE,
                turns=turns,
                luck=_describe_luck(by_side.get(side.id)),
            )
        )
    lucky, unlucky = _list_luckiest_and_unluckiest_attacks(luck.attacks)
    return EndSummary(
        winner=names.name_side(ended.winner) if ended is not None and ended.winner else "",
        end_reason=describe_end_reason(ended) if ended is not None else "",
        has_score=bool(state.objectives) or any(points.values()),
        sides=tuple(sides),
        moments=course.moments,
        lucky=lucky,
        unlucky=unlucky,
        best_unit=_describe_best_unit(game, state),
        minutes=time.total // MICROSECONDS_PER_MINUTE,
    )


def _describe_luck(row: PoolLuck | None) -> str:
    """Describe actual minus expected successes, as in ``+3.2 of 84 dice``, or return ""."""
    if row is None or not row.tally.dice:
        return ""
    dice = format_count(row.tally.dice, "die", "dice")
    return f"{format_difference(row.tally.difference)} of {dice}"


def _list_luckiest_and_unluckiest_attacks(
    attacks: tuple[AttackLuck, ...],
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    unusual = [
        attack
        for attack in sorted(attacks, key=lambda attack: -attack.worse)
        if attack.result != attack.expected
    ]
    lucky = dict.fromkeys(
        _describe_attack_and_rarity(attack) for attack in unusual if attack.worse >= 1 - LUCKY_SHARE
    )
    unlucky = dict.fromkeys(
        _describe_attack_and_rarity(attack)
        for attack in reversed(unusual)
        if attack.worse <= LUCKY_SHARE
    )
    return tuple(lucky)[:MAX_ATTACKS], tuple(unlucky)[:MAX_ATTACKS]


def _describe_attack_and_rarity(attack: AttackLuck) -> str:
    dice = format_count(attack.dice, "die", "dice")
    rarity = _describe_attack_rarity(attack)
    return f"{attack.who} ▸ {describe_actual_and_expected_result(attack)}, {dice} ({rarity})"


def _describe_best_unit(game: Game, state: State) -> str:
    """Describe the unit that removed the most figures, with its own losses, or return ""."""
    tally = compute_game_tally(game.history.path, state)
    removed: Counter[UnitId] = Counter()
    for kill in tally.list_kills():
        if kill.by is not None:
            removed[kill.by] += kill.figures
    candidates = [unit for unit in tally.units if removed[unit.unit]]
    if not candidates:
        return ""
    best = min(candidates, key=lambda unit: (-removed[unit.unit], unit.mustered - unit.left))
    lost = best.mustered - best.left
    own = f"{lost} of its own lost" if lost > 0 else "none of its own lost"
    side = MatchNames(state).name_side(best.side)
    return f"{best.name} ({side}): {removed[best.unit]} removed, {own}"
