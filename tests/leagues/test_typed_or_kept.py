"""A law: a season is the same whether its games are kept here or their results typed.

One league has every result typed, its twin every game kept and linked; the same rounds, the same
scores. Points, every tie-break, won-drawn-lost, places and ratings are equal.
"""

from __future__ import annotations

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.leagues.club import FOUR, club, game
from tests.leagues.test_core_matches import end
from tests.profiles import some
from tracker.application.leagues.league import League
from tracker.leagues.results.scoring_scheme_files import load_built_in_schemes
from tracker.testing.match_in_memory import BLUE, RED

ROUNDS = 3
MARGIN = 'name = "M"\ndraw_within = 5\n[points]\nwin = 3\ndraw = 1\nloss = 0\n'
SCORES = st.tuples(st.integers(0, 60), st.integers(0, 60)) | st.integers(0, 9).map(
    lambda vp: (vp, vp)
)
SEASONS = st.lists(SCORES, min_size=2 * ROUNDS, max_size=2 * ROUNDS)
QUICKLY = (Phase.explicit, Phase.generate)
"""A failing season is told as it was drawn: making it smaller plays hundreds of games."""
GAMES = ((1, "1"), (1, "2"), (2, "1"), (2, "2"), (3, "1"), (3, "2"))


def round_of(found: League) -> None:
    found.rounds.draft_round("round robin")
    found.rounds.publish_round()


def told(found: League) -> dict[str, tuple[object, ...]]:
    """Everything the standings and ratings say, by name."""
    found.reload()
    table, rated = found.table.compute_standings(), found.table.compute_ratings()
    return {
        row.name: (
            row.place,
            row.points,
            row.ties,
            (row.played, row.won, row.drawn, row.lost),
            (row.vp_for, row.vp_against),
            rated.get(row.player),
        )
        for row in table.rows
    }


@pytest.mark.thorough
@pytest.mark.parametrize("scheme", some([*load_built_in_schemes(), MARGIN], 3))
@settings(max_examples=4, phases=QUICKLY)
@given(scores=SEASONS, turned=st.lists(st.booleans(), min_size=6, max_size=6))
def test_a_season_is_the_same_typed_or_kept(
    scheme: str, scores: list[tuple[int, int]], turned: list[bool]
) -> None:
    """``turned``: the first of the row plays Blue, so that the game counts the other way round."""
    book = club()
    typed = book.begin_league("Typed", players=FOUR, scheme=scheme, zone="UTC")
    kept = book.begin_league("Kept", players=FOUR, scheme=scheme, zone="UTC")
    for place, ((_, table), (one, other)) in enumerate(zip(GAMES, scores, strict=True)):
        if table == "1":
            round_of(typed)
            round_of(kept)
        typed.results.enter_result(table, f"{one}-{other}")
        fixture = kept.results.find_fixture(table)
        assert fixture.away is not None
        home, away = (
            kept.state.get_player_name(fixture.home),
            kept.state.get_player_name(fixture.away),
        )
        reds = (away, home) if turned[place] else (home, away)
        playing = game(book, red=reds[0], blue=reds[1])
        kept.matches.link_match_and_enter_result(fixture.id, playing.stream)
        red, blue = (other, one) if turned[place] else (one, other)
        end(playing, red, blue, None if red == blue else RED if red > blue else BLUE)
        kept.reload()
        assert kept.results.find_fixture(table).ended is not None
    assert told(typed) == told(kept)


@pytest.mark.thorough
@pytest.mark.parametrize("scheme", [*load_built_in_schemes(), MARGIN])
@settings(max_examples=8, phases=QUICKLY)
@given(score=SCORES, winner=st.sampled_from(["w1", "w2", "d"]))
def test_who_won_by_the_rules_of_the_game_counts_as_if_it_were_typed(
    scheme: str, score: tuple[int, int], winner: str
) -> None:
    """Whoever the game gave the victory to; where a scheme goes by points alone, they decide."""
    book = club()
    typed = book.begin_league("Typed", players=FOUR, scheme=scheme, zone="UTC")
    kept = book.begin_league("Kept", players=FOUR, scheme=scheme, zone="UTC")
    round_of(typed)
    round_of(kept)
    fixture = kept.results.find_fixture("1")
    assert fixture.away is not None
    home, away = kept.state.get_player_name(fixture.home), kept.state.get_player_name(fixture.away)
    playing = game(book, red=home, blue=away)
    kept.matches.link_match_and_enter_result(fixture.id, playing.stream)
    end(playing, *score, {"w1": RED, "w2": BLUE, "d": None}[winner])
    kept.reload()
    behind = "d" if score[0] == score[1] else "w1" if score[0] < score[1] else "w2"
    pays = typed.state.info.scheme
    by_points = pays.matrix or (pays.draw_within and (winner != behind or winner == "d"))
    typed.results.enter_result(
        "1", f"{'' if by_points else winner} {score[0]}-{score[1]}", why="Time"
    )
    assert told(typed) == told(kept)
