"""What a game kept in the same ledger tells a league: how it ended, and what its units did."""

from __future__ import annotations

from collections import Counter

import msgspec
from msgspec import Struct

from tracker.application.campaigns.game_tally import GameTally
from tracker.application.match.corruption import report_as_corruption
from tracker.application.match.decoding import decode_pages
from tracker.application.match.match_history import MatchHistory
from tracker.leagues.league_events import Ended, Harm
from tracker.leagues.league_rows import Fixture, GameLink
from tracker.leagues.schemes import Scheme
from tracker.ledger.store import Store
from tracker.ledger.summary import Summary
from tracker.projection.state import State
from tracker.vocabulary.names import UnitId


class Live(Struct, frozen=True):
    """A linked game as it stands: ``vp`` is (home, away), as on the row of its fixture."""

    match: str
    title: str
    running: bool
    turn: int
    phase: str
    vp: tuple[int, int]
    updated_at: int


class UnitStats(Struct, frozen=True):
    """What a unit did in a game; ``fallen`` are the figures it lost that have names.

    ``captives`` of those it lost were captured, ``taken`` those of them with names. ``harm`` None:
    nobody wrote down what it carries.
    """

    kills: int = 0
    lost: int = 0
    fallen: tuple[str, ...] = ()
    captives: int = 0
    taken: tuple[str, ...] = ()
    harm: Harm | None = None


def match_state(store: Store, match: str) -> tuple[State, int]:
    """The state of a game as it counts now, and the version of its book."""
    story = MatchHistory()
    with report_as_corruption(store, match):
        story.load(decode_pages(store.read_pages(match)))
    return story.state, story.version


def read_live(summary: Summary, fixture: Fixture) -> Live | None:
    """A linked game from its row in the lists; None when the fixture has none."""
    if fixture.link is None:
        return None
    sides = msgspec.json.decode(summary.sides, type=list[str])
    scores = msgspec.json.decode(summary.scores, type=dict[str, int])
    vp = {
        played.player: scores.get(name, 0)
        for played, name in zip(fixture.link.sides, sides, strict=False)
    }
    return Live(
        match=summary.stream,
        title=summary.title,
        running=summary.status == "running",
        turn=summary.turn,
        phase=summary.phase,
        vp=(vp.get(fixture.home, 0), vp.get(fixture.away or fixture.home, 0)),
        updated_at=summary.updated_at,
    )


def find_result(state: State, fixture: Fixture, link: GameLink, scheme: Scheme) -> Ended | None:
    """The result of a game that is over, as its fixture has it; None while it goes on.

    Who won is as the scheme has it, so that a score typed and one kept here are the same result.
    """
    end = state.now.ended
    if end is None:
        return None
    players = {played.side: played.player for played in link.sides}
    scores = {players.get(side): points for side, points in state.scores.items()}
    assert fixture.away is not None
    vp = scores.get(fixture.home, 0), scores.get(fixture.away, 0)
    won = players.get(end.winner) if end.winner else None
    return Ended(
        winner=scheme.judge_game(fixture.home, fixture.away, vp, won),
        vp=vp,
        played_on=state.info.played_on,
    )


def count_unit_results(tally: GameTally) -> dict[UnitId, UnitStats]:
    """What each unit, as it was mustered, removed of the enemy, and how many figures it lost."""
    kills: Counter[UnitId] = Counter()
    for one in tally.list_kills():
        assert one.by is not None
        kills[one.by] += one.figures
    return {
        one.unit: UnitStats(
            kills[one.unit],
            one.mustered - one.left,
            one.fallen,
            one.captives,
            one.taken,
            one.harm,
        )
        for one in tally.units
    }
