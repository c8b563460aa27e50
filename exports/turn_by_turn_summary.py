"""The course of a game: losses by turn, decisive moments and the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from tracker.application.campaigns.game_statistics import compute_game_tally
from tracker.application.chances.dice_luck import AttackLuck, PoolLuck, compute_luck
from tracker.application.chances.dice_pool_probabilities import format_chance_percent
from tracker.application.log.fact_descriptions import describe_score
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.log.logged_action_group import LogLine
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

SWINGS = 5  # the maximum number of attacks far from the expected result
FAR = 1.5  # the minimum difference from the expected result


class TurnState(Struct, frozen=True):
    """The table after a turn: figures by unit, and points by side."""

    turn: int
    left: dict[UnitId, int]
    points: dict[SideId, int]


class DecisiveMoment(Struct, frozen=True):
    """A decisive moment: a lost unit, points scored, or dice far from the expected result.

    ``line`` is its line number in the log.
    """

    turn: int
    line: int
    text: str


class GameCourse(Struct, frozen=True):
    """The course of a game. ``before`` is the state at the start of turn 1."""

    before: TurnState | None
    after: tuple[TurnState, ...]
    moments: tuple[DecisiveMoment, ...]


def compute_game_course(
    game: Game, attacks: Sequence[AttackLuck], log: Sequence[LogLine]
) -> GameCourse:
    """Compute the state after each turn, and the decisive moments in order."""
    history = game.history
    walk = _Walk(history, log, game.ruleset)
    walk.swings = {attack.version: attack for attack in _widest(attacks)}
    for line in history.path:
        walk.step(line.version, line.event)
    return GameCourse(walk.before, tuple(walk.after), tuple(walk.moments))


def _widest(attacks: Sequence[AttackLuck]) -> list[AttackLuck]:
    far = [attack for attack in attacks if abs(attack.result - attack.expected) >= FAR]
    return sorted(far, key=lambda attack: -abs(attack.result - attack.expected))[:SWINGS]


class _Walk:
    def __init__(self, history: MatchHistory, log: Sequence[LogLine], rules: Ruleset) -> None:
        self.history = history
        self.rules = rules
        self.log = [line for line in log if line.kind != "taken back"]
        self.state = State()
        self.before: TurnState | None = None
        self.after: list[TurnState] = []
        self.moments: list[DecisiveMoment] = []
        self.swings: dict[ev.Version, AttackLuck] = {}

    def step(self, version: ev.Version, event: ev.AnyEvent) -> None:
        if version in self.swings:
            self._moment(version, _swing(self.swings[version]))
        if isinstance(event, ev.TurnBegan) and event.turn > 1:
            self._note_turn()
        elif isinstance(event, ev.TurnBegan) and not self.after:
            self.before = self._now()
        standing = self._standing() if isinstance(event, ev.FiguresRemoved) else set()
        apply_event(self.state, event, version)
        names = MatchNames(self.state)
        for unit in sorted(standing - self._standing()):
            side = names.name_side(self.state.units[unit].side)
            self._moment(version, f"{side} lost {names.name_unit_with_handle(unit)}")
        if isinstance(event, ev.PointsScored):
            self._moment(version, describe_score(names, event))
        if isinstance(event, ev.MatchEnded):
            self._note_turn()

    def _note_turn(self) -> None:
        """Record the state after a turn. If the turn ends twice, the later state is kept."""
        now = self._now()
        self.after = [*(one for one in self.after if one.turn != now.turn), now]

    def _standing(self) -> set[UnitId]:
        return {unit for unit, value in self.state.units.items() if value.figures}

    def _now(self) -> TurnState:
        left = {unit: len(value.figures) for unit, value in self.state.units.items()}
        return TurnState(
            self.state.clock.turn, left, dict(count_victory_points(self.state, self.rules))
        )

    def _moment(self, version: ev.Version, text: str) -> None:
        within = (row.number for row in reversed(self.log) if row.version <= version <= row.end)
        entry = self.history.lines[version - 1].entry
        line = next(within, self.history.get_line_number(entry))
        self.moments.append(DecisiveMoment(self.state.clock.turn, line, text))


def _swing(attack: AttackLuck) -> str:
    return (
        f"{attack.who} ▸ {describe_attack_result(attack)} "
        f"({format_chance_percent(attack.worse)} of such"
        " attacks do worse)"
    )


def describe_attack_result(attack: AttackLuck) -> str:
    """Describe an attack, such as ``B3 Stalker: 2 not saved, expected 0.1``."""
    done = f"not {attack.done}" if attack.saved else attack.done
    return f"{attack.whom}: {attack.result} {done}, expected {attack.expected:.1f}"


MINUTE = 60_000_000
ATTACKS = 2
"""The number of luckiest and of unluckiest attacks to report."""
RARE = 0.2
"""The maximum share of equal attacks that do better than a lucky attack."""


class SideEndSummary(Struct, frozen=True):
    """A side at the end: the figures ``left`` of those that ``came``, and its clock ``minutes``.

    ``turns`` are its points and figures after each turn.
    """

    name: str
    force: str
    player: str
    points: int
    left: int
    came: int
    minutes: int
    turns: tuple[tuple[int, int], ...]
    luck: str


class EndSummary(Struct, frozen=True):
    """The summary of a game's end. Empty texts and rows are not shown.

    ``won`` is the name of the winning side. ``best`` names the unit that removed most figures.
    """

    won: str
    why: str
    scored: bool
    sides: tuple[SideEndSummary, ...]
    moments: tuple[DecisiveMoment, ...]
    lucky: tuple[str, ...]
    unlucky: tuple[str, ...]
    best: str
    minutes: int


def build_end_summary(game: Game) -> EndSummary:
    """Summarise the end of a finished game, or the state of a running one."""
    state, history = game.state, game.history
    luck = compute_luck(history)
    run = compute_game_course(game, luck.attacks, list_log_lines(history))
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
            (after.points.get(side.id, 0), sum(after.left.get(unit, 0) for unit in units))
            for after in run.after
        )
        sides.append(
            SideEndSummary(
                name=side.name,
                force=force.name if force and force.name else side.name,
                player=side.player,
                points=points[side.id],
                left=sum(len(state.units[unit].figures) for unit in units),
                came=sum(figure.side == side.id for figure in state.figures.values()),
                minutes=time.get_side_total(side.id) // MINUTE,
                turns=turns,
                luck=_luck(by_side.get(side.id)),
            )
        )
    lucky, unlucky = _extremes(luck.attacks)
    return EndSummary(
        won=names.name_side(ended.winner) if ended is not None and ended.winner else "",
        why=ended.why if ended is not None else "",
        scored=bool(state.objectives) or any(points.values()),
        sides=tuple(sides),
        moments=run.moments,
        lucky=lucky,
        unlucky=unlucky,
        best=_best(game, state),
        minutes=sum(one.minutes for one in sides),
    )


def _luck(row: PoolLuck | None) -> str:
    """Describe successes above the expected number, such as ``+3.2 of 84 dice``."""
    if row is None or not row.tally.dice:
        return ""
    over = row.tally.made - row.tally.expected
    return f"{over:+.1f} of {format_count(row.tally.dice, 'die', 'dice')}"


def _extremes(attacks: tuple[AttackLuck, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the luckiest and the unluckiest attacks."""
    told = [one for one in sorted(attacks, key=lambda one: -one.worse) if _is_far(one)]
    lucky = dict.fromkeys(_attack(one) for one in told if one.worse >= 1 - RARE)
    unlucky = dict.fromkeys(_attack(one) for one in reversed(told) if one.worse <= RARE)
    return tuple(lucky)[:ATTACKS], tuple(unlucky)[:ATTACKS]


def _is_far(one: AttackLuck) -> bool:
    return one.result != one.expected


def _attack(one: AttackLuck) -> str:
    dice = format_count(one.dice, "die", "dice")
    return (
        f"{one.who} ▸ {describe_attack_result(one)}, {dice} "
        f"({format_chance_percent(one.worse)} do worse)"
    )


def _best(game: Game, state: State) -> str:
    """Describe the unit that removed most figures, with its own losses, or return ""."""
    tally = compute_game_tally(game.history.path, state)
    removed: Counter[UnitId] = Counter()
    for one in tally.list_kills():
        if one.by is not None:
            removed[one.by] += one.figures
    came = [one for one in tally.units if removed[one.unit]]
    if not came:
        return ""
    best = min(came, key=lambda one: (-removed[one.unit], one.mustered - one.left))
    lost = best.mustered - best.left
    own = f"{lost} of its own lost" if lost > 0 else "none of its own lost"
    side = MatchNames(state).name_side(best.side)
    return f"{best.name} ({side}): {removed[best.unit]} removed, {own}"
