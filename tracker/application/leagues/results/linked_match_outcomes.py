"""Computes the result and the unit changes of a game, from its events or from typed numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from tracker.application.campaigns.game_tally import GameTally
from tracker.application.errors import Refused
from tracker.application.match.match_history import load_match_history
from tracker.leagues import league_events as ev
from tracker.leagues.campaign.campaign_units import CampaignUnit
from tracker.leagues.campaign.carry_over_rules import CarryOverRules
from tracker.leagues.league_state import Fixture
from tracker.leagues.results.scoring_schemes import ScoringScheme
from tracker.leagues.results.standings_input_types import PlayerId
from tracker.ledger.store_interface import Store
from tracker.projection.match_state import State
from tracker.vocabulary.subject_ids import UnitId
from tracker.vocabulary.typed_numbers import is_whole_number


class UnitStats(Struct, frozen=True):
    """What a unit did in a game. ``fallen`` and ``taken`` name its lost and its captured figures.

    ``harm`` is None if the carried damage is unknown.
    """

    kills: int = 0
    lost: int = 0
    fallen: tuple[str, ...] = ()
    captives: int = 0
    taken: tuple[str, ...] = ()
    harm: ev.CarriedDamage | None = None


def load_match_state_and_version(store: Store, match: str) -> tuple[State, int]:
    history = load_match_history(store, match)
    return history.state, history.version


def compute_fixture_result(
    state: State, fixture: Fixture, link: ev.MatchLinked, scheme: ScoringScheme
) -> ev.FixtureResult | None:
    """Return the result of a linked game, or None while the game is running.

    The scoring scheme decides the winner, so a typed score and a recorded game give the same
    result.
    """
    ended = state.current_values.ended
    if ended is None:
        return None
    players = {played.side: played.player for played in link.sides}
    scores = {players.get(side): points for side, points in state.scores.items()}
    assert fixture.away is not None
    vp = scores.get(fixture.home, 0), scores.get(fixture.away, 0)
    winning_player = players.get(ended.winner) if ended.winner else None
    winner = scheme.decide_winner(fixture.home, fixture.away, vp, winning_player)
    return ev.FixtureResult(winner=winner, vp=vp, played_on=state.info.played_on)


def build_stats_by_unit(tally: GameTally) -> dict[UnitId, UnitStats]:
    kills = tally.count_kills_by_unit()
    return {
        unit.unit: UnitStats(
            kills[unit.unit],
            unit.mustered - unit.left,
            unit.fallen,
            unit.captives,
            unit.taken,
            unit.harm,
        )
        for unit in tally.units
    }


PlayerOutcome = Literal["won", "drawn", "lost"]


def make_carry_over_event(
    rules: CarryOverRules,
    unit: CampaignUnit,
    stats: UnitStats,
    outcome: PlayerOutcome,
    fixture: ev.FixtureId,
) -> ev.UnitChanged:
    """Build the event for a unit's change after a game. Its ``why`` explains the experience.

    If the rule for losses is "recover", lost figures need recovery dice, except captives.
    """
    captive_count = min(stats.captives, stats.lost, unit.figures) if rules.captives == "held" else 0
    fallen, taken = (
        (stats.fallen, stats.taken) if captive_count else ((*stats.fallen, *stats.taken), ())
    )
    parts = [(rules.game, "game")]
    if outcome != "lost":
        parts.append((rules.win if outcome == "won" else rules.draw, outcome))
    kills = "for 1 kill" if stats.kills == 1 else f"for {stats.kills} kills"
    parts.append((rules.kill * stats.kills, kills))
    if stats.lost < unit.figures:
        parts.append((rules.survival, "survived"))
    reasons = [f"{points:+d} {reason}" for points, reason in parts if points]
    lost = stats.lost - captive_count
    gone_for_good = min(lost, unit.figures - captive_count) if rules.losses == "permanent" else 0
    if lost:
        reasons.append(f"{lost} lost" + (" for good" if gone_for_good else ""))
    if captive_count:
        reasons.append(f"{captive_count} captured")
    return ev.UnitChanged(
        unit=unit.id,
        experience=sum(points for points, _ in parts),
        figures=-gone_for_good - captive_count,
        kills=stats.kills,
        lost=stats.lost,
        standing="destroyed" if gone_for_good and gone_for_good == unit.figures else None,
        why=", ".join(reasons),
        origin="rule",
        rule=rules.losses,
        fixture=fixture,
        names=fallen,
        captives=captive_count,
        taken=taken,
        harm=stats.harm if rules.wounds == "carried" else None,
    )


def get_player_outcome(player: PlayerId, ended: ev.FixtureResult) -> PlayerOutcome:
    if ended.winner == player:
        return "won"
    return "drawn" if ended.winner is None and ended.kind == "played" else "lost"


def parse_typed_unit_stats(typed_stats: Sequence[str]) -> dict[str, UnitStats]:
    """Parse typed kills, losses and captives of units, as in ``Alpha=3/2/1``.

    Raises ``Refused`` if they cannot be read or contradict each other.
    """
    found = {}
    for text in typed_stats:
        name, _, said = text.rpartition("=")
        counts = [one.strip() for one in said.split("/")]
        if not name.strip() or len(counts) not in (2, 3) or not all(map(is_whole_number, counts)):
            raise Refused(
                f"{text!r} cannot be read. Write NAME=KILLS/LOST or NAME=KILLS/LOST/CAPTIVES."
            )
        kills, lost, captives = (*map(int, counts), 0)[:3]
        if captives > lost:
            raise Refused(
                f"{text!r} has more captives than losses. Captives are included in the losses."
            )
        found[name.strip()] = UnitStats(kills, lost, captives=captives)
    return found
