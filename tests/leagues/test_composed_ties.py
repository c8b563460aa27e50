"""Tie-breaks that are declared: those of chess by hand, those that a club composes, their laws."""

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.leagues.figures import CHESS, held_results, held_rows, played, player, with_tie_breaks
from tracker.application.errors import Refused
from tracker.application.leagues.seasons.scoring_scheme_lookup import parse_tie_breaks
from tracker.leagues.league_events import LEAGUE, LeagueOpened
from tracker.leagues.organiser_toml_reader import FileProblems
from tracker.leagues.results.points_breakdown import compute_points_breakdown
from tracker.leagues.results.results_by_player import ResultsByPlayer, StandingsInput
from tracker.leagues.results.scoring_scheme_files import (
    SOURCES,
    load_built_in_schemes,
    parse_scoring_scheme_file,
)
from tracker.leagues.results.standings import compute_standings
from tracker.leagues.results.standings_explanations import format_sum_breakdown
from tracker.leagues.results.standings_input_types import PlayerId, Result, ResultKind
from tracker.leagues.results.tie_break_calculator import TieBreakCalculator
from tracker.leagues.results.tie_break_rules import BUILT_IN

HELD_PLAYERS = [player(name) for name in held_rows()]


@pytest.mark.parametrize(
    ("name", "tie_break", "figure"),
    [
        # 1 met 9 (1.5), 13 (1.5), 2 (4), 15 (2), 4 (3.5): without one 1.5 and the 4.
        ("1", "median Buchholz", "7"),
        # 4: 12 (3), H (3.5), 13 (1.5), 3 (3.5), 1 (3.5): the half bye goes, and one more 3.5.
        ("4", "median Buchholz", "8"),
        # 1 beat 9 (1.5) and 15 (2), drew 13 (1.5), 2 (4), 4 (3.5): 1.5 + 0.75 + 2 + 2 + 1.75 = 8;
        # of the two on 1.5 the one who adds less goes: the half of 13's.
        ("1", "Sonneborn-Berger cut 1", "7.25"),
        # 16 drew 8 (2.5), beat 11 (2.5), 7 (1.5) and 15 (2), lost to 2 (4): 1.25 + 2.5 + 1.5 + 2 =
        # 7.25. The weakest opponent is 7: the 1.5 goes, not the nought of the lost game.
        ("16", "Sonneborn-Berger cut 1", "5.75"),
        # 5 lost to 13 (1.5) and 15 (2), beat 11 (2.5) and 10 (1), drew 7 (1.5): 2.5 + 1 + 0.75 =
        # 4.25; the weakest is 10.
        ("5", "Sonneborn-Berger cut 1", "3.25"),
        # 9: a half bye pays half of 1.5, the pairing bye 1.5; nought for 1, 10 and the forfeit.
        # Of those not played by 9's own doing (0.75 and the forfeit's 0) the least goes: 0.
        ("9", "Sonneborn-Berger cut 1", "2.25"),
        # 4 beat 12 (3) and 13 (1.5), drew 3 and 1 (3.5 each), half bye 1.75: 9.75. 13 adds 1.5,
        # less than the half bye, so the half bye goes.
        ("4", "Sonneborn-Berger cut 1", "8"),
        # 14 beat 6 (3) and 13 (1.5): 4.5. A forfeit lost and a zero bye add nought; the weakest
        # opponent, 13, adds more and goes, as in the program of FIDE's own commission.
        ("14", "Sonneborn-Berger cut 1", "3"),
        # 1: 1, 1.5, 2, 3, 3.5 after the rounds.
        ("1", "progressive", "11"),
        # 12: lost, bye, forfeit won, out, out: 0, 1, 2, 2, 2.
        ("12", "progressive", "7"),
        # Half of five rounds is 2.5. Of 1's opponents 2 and 4 have it: half a point from each.
        ("1", "Koya", "1"),
        # 16 met 8 (2.5), 11 (2.5), 7 (1.5), 2 (4), 15 (2): ½ + 1 + 0 from those with half.
        ("16", "Koya", "1.5"),
        # 12: a bye and a forfeit, and no game won over the board.
        ("12", "wins", "2"),
        ("12", "games won", "0"),
        ("2", "wins", "3"),
        ("2", "games won", "3"),
    ],
)
def test_ties_of_chess_on_a_worked_table(name: str, tie_break: str, figure: str) -> None:
    tables = TieBreakCalculator(ResultsByPlayer(HELD_PLAYERS, held_results(), CHESS))
    assert tables.compute_tie_break_value(tie_break, PlayerId(name)).fraction == Fraction(figure)


def test_who_beat_only_the_weakest_has_nothing_left_after_the_cut() -> None:
    # A beat W and lost to B and C; W drew with B and lost to C, beat D and so has 1.5.
    results = [
        played(1, "A", "W", (2, 1)), played(1, "B", "C", (1, 1)), played(2, "B", "A", (2, 1)),
        played(2, "W", "D", (2, 1)), played(3, "C", "A", (2, 1)), played(3, "W", "B", (1, 1)),
        played(4, "C", "W", (2, 1)), played(4, "B", "D", (2, 1)),
    ]  # fmt: skip
    tables = TieBreakCalculator(ResultsByPlayer([player(name) for name in "ABCDW"], results, CHESS))
    assert tables.compute_tie_break_value("Sonneborn-Berger", PlayerId("A")).fraction == Fraction(
        "1.5"
    )
    assert tables.compute_tie_break_value("Sonneborn-Berger cut 1", PlayerId("A")).fraction == 0


def test_the_strongest_opponent_is_cut_by_points_too() -> None:
    own = OWN.replace("mean = true", "by_result = true").replace("cut_worst = 1\n", "")
    results = [
        played(1, "A", "B", (1, 2)), played(1, "C", "D", (2, 1)), played(2, "A", "C", (2, 1)),
        played(2, "B", "D", (2, 1)),
    ]  # fmt: skip
    tables = TieBreakCalculator(
        ResultsByPlayer([player(n) for n in "ABCD"], results, parse_scoring_scheme_file(own))
    )
    # A lost to B (6) and beat C (3): the strongest is B, who adds nought; the 3 stays.
    assert tables.compute_tie_break_value("middle opponents", PlayerId("A")).fraction == 3


OWN = """
name = "Tuesdays"
tie_breaks = ["middle opponents", "VP difference"]
[points]
win = 3
draw = 1
loss = 0

[[tie_break]]
name = "middle opponents"
short = "mid"
adds = "opponents' points"
mean = true
cut_worst = 1
cut_best = 1
unplayed = "left out"
"""
# A beat B, C and D; B beat C and D; C beat D; A had a bye in round 4: A 12, B 6, C 3, D 0.
FOUR = [
    played(1, "A", "B", (2, 1)),
    played(1, "C", "D", (2, 1)),
    played(2, "A", "C", (2, 1)),
    played(2, "B", "D", (2, 1)),
    played(3, "A", "D", (2, 1)),
    played(3, "B", "C", (2, 1)),
    Result(4, PlayerId("A"), None, "bye"),
]


def test_a_club_composes_its_own() -> None:
    scheme = parse_scoring_scheme_file(OWN)
    players = [player(name) for name in "ABCD"]
    table = compute_standings(StandingsInput(players, FOUR, scheme))
    # The middle one of three opponents: A 6, 3, 0; B 12, 3, 0; C 12, 6, 0; D 12, 6, 3.
    found = [row.get_tie_break_value("middle opponents") for row in table.rows]
    assert [each.fraction if each else None for each in found] == [3, 3, 6, 6]
    assert table.get_tie_break_heading("middle opponents") == "mid"
    assert table.get_tie_break_heading("VP difference") == "VP±"
    names = {PlayerId(name): name for name in "ABCD"}
    first = compute_points_breakdown(PlayerId("A"), StandingsInput(players, FOUR, scheme)).ties[0]
    assert format_sum_breakdown(first, names) == "middle opponents: (B 6 cut) + C 3 + (D 0 cut) = 3"


def test_every_part_of_a_sum_says_why_it_does_not_count() -> None:
    players = [player(name) for name in "ABCD"]
    scheme = with_tie_breaks(load_built_in_schemes()["3/1/0"], "Koya", "progressive")
    koya = compute_points_breakdown(PlayerId("A"), StandingsInput(players, FOUR, scheme)).ties
    names = {PlayerId(name): name for name in "ABCD"}
    # Half of three rounds' nine is 4.5: only B's 6 are enough.
    assert (
        format_sum_breakdown(koya[0], names) == "Koya: B 3 + (C 3 below 50%) + (D 3 below 50%) = 3"
    )
    assert format_sum_breakdown(koya[1], names) == "progressive 3+6+9+12 = 30"


def test_a_scheme_keeps_what_it_composed_and_others_are_stored_as_ever() -> None:
    scheme = parse_scoring_scheme_file(OWN)
    body = LEAGUE.encode(LeagueOpened(title="T", scheme=scheme))
    read = LEAGUE.decode("LeagueOpened", 1, body)
    assert isinstance(read, LeagueOpened)
    assert read.scheme == scheme
    assert b"composed" not in LEAGUE.encode(
        LeagueOpened(title="T", scheme=load_built_in_schemes()["3/1/0"])
    )


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ('"middle opponents", "VP', '"middel opponents", "VP', "did you mean “middle opponents”?"),
        ('adds = "opponents\' points"', 'adds = "beer"', "There is no source called “beer”"),
        ('name = "middle opponents"', 'name = "Koya"', "is already a tie-break. Choose"),
        ('short = "mid"', 'short = "middling"', "at most 7 characters"),
        ("cut_best = 1", "cut_best = -1", "A cut must be 0 to 100 rounds."),
        ("cut_best = 1", "at_least = 101", "0 to 100 per cent"),
        ('adds = "opponents\' points"', 'adds = "wins"\nby_result = true', "`by_result` is"),
        ('adds = "opponents\' points"', 'adds = "wins"\nat_least = 5', "`at_least` applies to"),
        ('"left out"', '"as draws"', "there is no “as draws”"),
        ('[[tie_break]]', '[[tie_break]]\nname = "a"\nadds = "wins"\n[[tie_break]]\nname = "a"\n'
         'adds = "wins"\n[[tie_break]]', "The tie-break “a” is listed twice."),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_composed_one(was: str, now: str, said: str) -> None:
    assert was in OWN
    with pytest.raises(FileProblems) as problems:
        parse_scoring_scheme_file(OWN.replace(was, now))
    assert said in str(problems.value)


def test_the_page_on_leagues_names_every_tie_break_and_its_example_is_read() -> None:
    page = (Path(__file__).parents[2] / "docs" / "leagues.md").read_text(encoding="utf-8")
    rows = [line.split(" | ")[:2] for line in page.splitlines() if line.startswith("| `")]
    told = {name.strip("| `"): head for name, head in rows}
    for rule in BUILT_IN.values():
        assert told[rule.name] == rule.short
    example = page.split("```toml\n")[1].split("```")[0]
    assert parse_scoring_scheme_file(example).tie_breaks == (
        "middle opponents",
        "VP difference",
        "lots",
    )
    assert all(f"`{source}`" in page for source in SOURCES)


# ------------------------------------------------------------------------------------- laws

NAMES = "ABCDE"


@st.composite
def seasons(draw: st.DrawFn) -> list[Result]:
    """A few rounds of five people: four of them paired, games of every kind, a bye."""
    results: list[Result] = []
    for number in range(1, draw(st.integers(1, 4)) + 1):
        order = [PlayerId(name) for name in draw(st.permutations(NAMES))]
        for home, away in ((order[0], order[1]), (order[2], order[3])):
            kinds: list[ResultKind] = ["played", "played", "forfeit", "double loss"]
            kind = draw(st.sampled_from(kinds))
            winner = draw(st.sampled_from([home, away] + [None] * (kind == "played")))
            vp = (1, 0) if winner == home else (0, 1) if winner else (1, 1)
            played = kind == "played"
            won = None if kind == "double loss" else winner
            results.append(Result(number, home, away, kind, won, vp if played else None))
        bye: ResultKind = draw(st.sampled_from(["bye", "half bye", "zero bye"]))
        results.append(Result(number, order[4], None, bye))
    return results


@given(seasons(), st.randoms(use_true_random=False), st.sampled_from(sorted(BUILT_IN)))
def test_the_order_in_which_results_were_entered_does_not_matter(
    results: list[Result], chance: object, tie_break: str
) -> None:
    import random

    assert isinstance(chance, random.Random)
    players = [player(name) for name in NAMES]
    scheme = with_tie_breaks(CHESS, tie_break)
    table = compute_standings(StandingsInput(players, results, scheme))
    mixed = chance.sample(results, len(results))
    assert compute_standings(StandingsInput(players, mixed, scheme)) == table


@given(seasons())
def test_each_sum_is_what_a_plain_reckoning_says(results: list[Result]) -> None:
    tables = TieBreakCalculator(ResultsByPlayer([player(name) for name in NAMES], results, CHESS))
    for name in NAMES:
        me = PlayerId(name)
        rounds = max(result.round for result in results)
        progressive = sum(
            (_points(results, me, upto) for upto in range(1, rounds + 1)), Fraction(0)
        )
        assert tables.compute_tie_break_value("progressive", me).fraction == progressive
        strong = {
            each
            for each in map(PlayerId, NAMES)
            if _points(results, each, rounds) >= Fraction(rounds, 2)
        }
        koya = sum(
            (
                _paid(result, me)
                for result in results
                if me in result.players and set(result.players) - {me} <= strong
                and result.away is not None
            ),
            Fraction(0),
        )  # fmt: skip
        assert tables.compute_tie_break_value("Koya", me).fraction == koya
        won = [result for result in results if _paid(result, me) == 1]
        assert tables.compute_tie_break_value("wins", me).fraction == len(won)
        board = [result for result in won if result.kind == "played"]
        assert tables.compute_tie_break_value("games won", me).fraction == len(board)


@given(seasons(), st.integers(0, 3), st.integers(0, 3))
def test_cuts_are_what_sorting_says_where_nobody_stayed_away(
    results: list[Result], worst: int, best: int
) -> None:
    games = [each for each in results if each.kind == "played"]
    cuts = f"cut_worst = {worst}\ncut_best = {best}\nmean = false"
    own = OWN.replace("mean = true\ncut_worst = 1\ncut_best = 1", cuts)
    tables = TieBreakCalculator(
        ResultsByPlayer([player(name) for name in NAMES], games, parse_scoring_scheme_file(own))
    )
    points = {
        name: sum(
            3 if game.winner == name else 1 if game.winner is None else 0
            for game in games
            if name in game.players
        )
        for name in map(PlayerId, NAMES)
    }
    for name in map(PlayerId, NAMES):
        met = sorted(
            points[other]
            for game in games
            if name in game.players
            for other in game.players
            if other != name
        )
        left = met[worst : max(worst, len(met) - best)]
        assert tables.compute_tie_break_value("middle opponents", name).fraction == sum(left)


def _points(results: list[Result], name: PlayerId, upto: int) -> Fraction:
    every = (_paid(result, name) for result in results if result.round <= upto)
    return sum(every, Fraction(0))


def _paid(result: Result, name: PlayerId) -> Fraction:
    if name not in result.players or result.kind in {"double loss", "zero bye"}:
        return Fraction(0)
    if result.kind == "half bye" or (result.kind == "played" and result.winner is None):
        return Fraction(1, 2)
    return Fraction(result.kind == "bye" or result.winner == name)


def test_a_tie_break_is_known_by_what_heads_its_column() -> None:
    known = load_built_in_schemes()["3/1/0"]
    typed = ("SB-1", "Progr", "koya", "median", "wins", "sched", "Sonneborn-Berger")
    assert parse_tie_breaks(typed, known) == (
        "Sonneborn-Berger cut 1", "progressive", "Koya", "median Buchholz", "wins", "schedule",
        "Sonneborn-Berger",
    )  # fmt: skip
    with pytest.raises(Refused, match="Sonneborn-Berger is named twice"):
        parse_tie_breaks(("SB", "Sonneborn-Berger"), known)
