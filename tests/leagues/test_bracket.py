"""The best play on: seeds, byes, draws decided, third place, and what it does to standings."""

from __future__ import annotations

import random
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exports.league_json import render_league_json
from exports.league_report import build_league_report
from tests.leagues.club import club, league, open_fixtures, row
from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.league_log import describe_league_entry
from tracker.application.leagues.pairing import bracket_descriptions
from tracker.application.leagues.seasons.standings_columns_and_text import render_standings_text
from tracker.leagues.league_events import CutMade
from tracker.leagues.pairing.knockout_bracket import (
    BracketGame,
    build_bracket,
    build_season_bracket,
    list_seeds_in_bracket_order,
)
from tracker.leagues.results.standings_input_types import PlayerId


def test_seeds_stand_so_that_the_best_meet_last() -> None:
    assert list_seeds_in_bracket_order(2) == [1, 2]
    assert list_seeds_in_bracket_order(4) == [1, 4, 2, 3]
    assert list_seeds_in_bracket_order(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    assert list_seeds_in_bracket_order(16) == [
        1,
        16,
        8,
        9,
        4,
        13,
        5,
        12,
        2,
        15,
        7,
        10,
        3,
        14,
        6,
        11,
    ]


def names(found: League, *players: PlayerId) -> str:
    return " ".join(found.state.get_player_name(one) for one in players)


def table(found: League, as_of: str = "") -> str:
    rows = found.table.compute_standings(as_of).rows
    return " ".join(f"{row.place}{row.name[0]}{row.points.short}" for row in rows)


def moves(found: League) -> list[int | None]:
    return [row.moved for row in found.table.compute_standings().rows]


def winter() -> League:
    """Anna 3, Bram 3, Chloé 0, Dario 0 after a round: Anna beat Dario 10-0, Bram Chloé 5-0."""
    found = league()
    found.results.enter_result("1", "10-0")
    found.results.enter_result("2", "5-0")
    assert table(found) == "1A3 2B3 3C0 4D0"
    return found


def play(found: League, *results: str) -> None:
    """Draft the next round of the bracket, publish it, and enter results by table."""
    found.rounds.draft_round()
    found.rounds.publish_round()
    for number, result in enumerate(results, 1):
        found.results.enter_result(str(number), result)


def pairs(found: League) -> list[str]:
    round_ = found.state.draft or found.state.current_round
    assert round_ is not None
    return [names(found, *one.players) for one in found.state.list_fixtures(round_)]


def test_four_play_on_with_a_game_for_third_place() -> None:
    found = winter()
    said = found.top_cut.make_top_cut(4, has_third_place_game=True)
    assert describe_league_entry(found.history, said) == (
        "top 4 advance to the bracket, with a game for third place: Anna, Bram, Chloé, Dario"
    )
    drafted = found.rounds.draft_round()
    assert describe_league_entry(found.history, drafted) == "bracket round 2 drafted: 2 tables"
    assert sorted(pairs(found)) == ["Anna Dario", "Bram Chloé"]
    found.rounds.publish_round()
    found.results.enter_result(_id(found, "Anna"), "1-2")
    found.results.enter_result(_id(found, "Bram"), "7-1")
    # Dario and Bram are in; of those who lost the better seed stands higher.
    assert table(found) == "1B3 2D0 3A3 4C0"
    assert moves(found) == [1, 2, -2, -1]
    undecided = found.top_cut.describe_undecided_bracket_rounds
    assert undecided() == "Undecided in the bracket: third place, final."
    play(found)
    assert sorted(pairs(found)) == ["Anna Chloé", "Dario Bram"]
    found.results.enter_result(_id(found, "Anna"), "0-3")
    assert undecided() == "Undecided in the bracket: final."
    found.results.enter_result(_id(found, "Dario"), "9-4")
    assert undecided() == ""
    assert table(found) == "1D0 2B3 3C0 4A3"
    assert moves(found) == [1, -1, 1, -1]  # since the semi-finals
    assert table(found, "1") == "1A3 2B3 3C0 4D0"
    assert table(found, "2") == "1B3 2D0 3A3 4C0"
    with pytest.raises(Refused, match="Dario has won the bracket"):
        found.rounds.draft_round()
    dario = found.table.explain_player_points("Dario")
    assert "above Bram by bracket, 1 to 2" in dario
    assert "points 0 = 0" in dario
    assert "bracket places rank above points" in render_standings_text(found)
    assert found.table.compute_ratings()[PlayerId("p4")].games == 3  # the bracket counts there


def test_a_cut_does_not_change_how_places_moved_in_the_last_round() -> None:
    """In round 2, Bram and Dario win by 20."""
    found = winter()
    found.rounds.draft_round()
    found.rounds.publish_round()
    for one in open_fixtures(found):
        wins = found.state.get_player_name(one.home) in ("Bram", "Dario")
        found.results.enter_result(one.id, "20-0" if wins else "0-20")
    before = moves(found)
    assert before[0] == 1  # Bram was second
    found.top_cut.make_top_cut(2)
    assert moves(found) == before


def test_the_standings_name_the_last_round_of_the_bracket_that_decides_places() -> None:
    found = winter()
    found.top_cut.make_top_cut(4)

    def shown(as_of: str = "") -> tuple[str, bool]:
        lines = render_standings_text(found, as_of).splitlines()
        is_noted = any("bracket places rank above points" in line for line in lines)
        return lines[0].partition(" · ")[2], is_noted

    assert shown() == ("standings after round 1", True)  # no bracket game has a result yet
    play(found, "5-1")
    assert shown() == ("standings after round 2 (1 game open)", True)
    found.results.enter_result("2", "1-2")
    play(found, "9-4")
    assert shown() == ("standings after round 3", True)
    assert shown("2") == ("standings after round 2", True)
    assert shown("1") == ("standings after round 1", False)
    assert found.table.compute_standings().after == 1  # the last round that earned points
    section = build_league_report(found).standings
    assert section is not None
    assert section.title == "Standings after round 3"


def _id(found: League, name: str) -> str:
    """The pairing of a player in the round at hand; his opponent may stand on the left."""
    round_ = found.state.current_round
    assert round_ is not None
    return next(
        one.id
        for one in found.state.list_fixtures(round_)
        if name in {found.state.get_player_name(player) for player in one.players}
    )


def test_a_cut_before_the_last_planned_round_is_named() -> None:
    found = club().begin_league("Cup", players=("Anna", "Bram", "Chloé", "Dario"), rounds=3)
    assert found.top_cut.describe_unpublished_rounds() == "0 of 3 planned rounds are published."
    for published in range(1, 4):
        play(found)
        texts = {
            1: "1 of 3 planned rounds is published.",
            2: "2 of 3 planned rounds are published.",
        }
        assert found.top_cut.describe_unpublished_rounds() == texts.get(published, "")
        for one in open_fixtures(found):
            found.results.enter_result(one.id, "3-1")
    found.top_cut.make_top_cut(2)
    assert found.top_cut.describe_unpublished_rounds() == ""


def test_a_division_of_one_player_has_no_bracket() -> None:
    found = winter()
    found.divisions.set_divisions("A", "B")
    found.divisions.move_players("A", "Anna")
    found.divisions.move_players("B", "Bram", "Chloé", "Dario")
    for best in (2, 4):
        with pytest.raises(Refused, match="has one player; a bracket needs at least two") as one:
            found.top_cut.make_top_cut(best)
        assert one.value.message.startswith("Division A has one player;")


def test_the_bracket_of_a_division_names_it_also_in_the_next_season() -> None:
    found = winter()
    found.divisions.set_divisions("A", "North")
    found.divisions.move_players("A", "Anna", "Chloé")
    found.divisions.move_players("North", "Bram", "Dario")
    found.top_cut.make_top_cut(2, division="North")

    def describe(season: int | None = None) -> str:
        bracket = found.top_cut.get_bracket(season)
        return bracket_descriptions.describe_bracket(found.state, bracket, season)

    assert describe() == "the best 2 of North advance"
    found.undo()
    found.top_cut.make_top_cut(players=("Anna", "Bram"))
    assert describe() == "the best 2 advance"
    found.undo()
    found.top_cut.make_top_cut(2)
    assert describe() == "the best 2 of Division A advance"
    found.seasons.close_season()
    found.seasons.begin_season("Spring")
    found.divisions.set_divisions()
    assert describe(1) == "the best 2 of Division A advance"


def test_a_drawn_game_needs_a_decision_and_stays_drawn() -> None:
    found = winter()
    found.top_cut.make_top_cut(2)
    with pytest.raises(Refused, match="The bracket already has 2 players"):
        found.top_cut.make_top_cut(4)
    assert row(found).planned == 3
    play(found, "5-5")
    assert row(found).planned == 0  # nobody says round 2 of 3 of it
    game = found.top_cut.get_bracket().games[0]
    assert (game.open, game.winner) == (True, None)
    assert (
        bracket_descriptions.describe_bracket_game(found.state, game)
        == "5 : 5, drawn: who advances?"
    )
    with pytest.raises(
        Refused,
        match=r"Nobody won table 1, Anna v Bram. Name the player who"
        r" advances",
    ) as refused:
        found.rounds.draft_round()
    assert refused.value.command == f"league decide l1 {_id(found, 'Anna')} PLAYER"
    for other in ("Chloé", "bram on kills"):
        sentence = f"'{other}' is not a player in table 1, Anna v Bram. Type Anna or Bram."
        with pytest.raises(Refused, match=sentence):
            found.top_cut.decide_drawn_bracket_game("1", other)
    said = found.top_cut.decide_drawn_bracket_game("1", "Bram", why="sudden death")
    assert describe_league_entry(found.history, said) == (
        "table 1, Anna v Bram: Bram advances (sudden death)"
    )
    assert table(found) == "1B3 2A3 3C0 4D0"
    assert found.top_cut.get_bracket().champion == PlayerId("p2")
    with pytest.raises(Refused, match="Bram already advances"):
        found.top_cut.decide_drawn_bracket_game("1", "Bram")
    # A result that is set right stands above what was decided.
    found.results.correct_result("1", "6-5", why="counted anew")
    assert found.top_cut.get_bracket().champion == PlayerId("p1")
    with pytest.raises(Refused, match="Anna won this game"):
        found.top_cut.decide_drawn_bracket_game("1", "Bram")


def test_what_is_refused() -> None:
    found = league()
    with pytest.raises(Refused, match=r"Season 1 has no bracket\.") as refused:
        found.top_cut.get_bracket()
    assert refused.value.command == "league cut l1 4"
    with pytest.raises(Refused, match="2 to 4"):
        found.top_cut.make_top_cut(5)
    with pytest.raises(Refused, match="named twice"):
        found.top_cut.make_top_cut(players=["Anna", "Anna"])
    with pytest.raises(Refused, match="2 to 64 players"):
        found.top_cut.make_top_cut(players=["Anna"])
    found.results.enter_result("1", "1-0")
    found.results.enter_result("2", "1-0")
    found.rounds.draft_round()
    with pytest.raises(Refused, match="Publish or cancel the draft of round 2 before the top cut"):
        found.top_cut.make_top_cut(2)
    found.undo()
    found.top_cut.make_top_cut(players=["Dario", "Anna", "Chloé"], why="the club said so")
    found.rounds.draft_round()
    assert pairs(found) == ["Anna Chloé"]  # Dario, seeded first, has a bye
    with pytest.raises(Refused, match="Round 2 is a bracket round"):
        found.rounds.swap_players("Anna", "Bram")
    with pytest.raises(Refused, match="Round 2 is a bracket round"):
        found.rounds.give_bye("Anna")
    with pytest.raises(Refused, match="Round 2 is a bracket round"):
        found.rounds.pair_players("Anna", "Bram")
    found.rounds.publish_round()
    with pytest.raises(Refused, match=r"has no result yet. Enter the result first") as refused:
        found.rounds.draft_round()
    assert refused.value.command == f"league result l1 {_id(found, 'Anna')} RESULT"
    with pytest.raises(Refused, match="Enter the result first, even if the game was a draw"):
        found.top_cut.decide_drawn_bracket_game("1", "Anna")
    with pytest.raises(Refused, match="To choose other players, undo its rounds first"):
        found.top_cut.make_top_cut(2)
    with pytest.raises(Refused, match="f1 is not a bracket game"):
        found.top_cut.decide_drawn_bracket_game("f1", "Anna")
    with pytest.raises(Refused, match="The winner of the bracket wins the season"):
        found.table.forecast_season()


def test_a_draft_is_stale_when_the_bracket_is_another() -> None:
    found = winter()
    found.top_cut.make_top_cut(4)
    play(found, "1-0", "1-0")
    found.rounds.draft_round()
    assert found.rounds.list_redraft_reasons() == []
    found.results.correct_result(_id(found, "Anna"), "0-1", why="typed wrong")
    assert found.rounds.list_redraft_reasons() == ["The bracket has changed since the draft."]
    before = {one.id for one in found.state.list_fixtures(found.state.draft)}  # type: ignore[arg-type]
    found.rounds.draft_round()
    assert found.rounds.list_redraft_reasons() == []
    assert before.isdisjoint(one.id for one in found.state.list_fixtures(found.state.draft))  # type: ignore[arg-type]


def test_a_corrected_semi_final_names_the_final_that_was_paired_from_it() -> None:
    found = winter()
    found.top_cut.make_top_cut(4)
    play(found, "1-0", "1-0")
    semi_final = _id(found, "Anna")
    play(found, "1-0")
    assert pairs(found) == ["Anna Bram"]
    kept = found.results.correct_result(semi_final, "2-0", why="points")
    assert "is that right?" not in describe_league_entry(found.history, kept)
    entry = found.results.correct_result(semi_final, "0-2", why="wrong way round")
    assert describe_league_entry(found.history, entry).endswith(
        "is that right? table 1, Anna v Bram, would no longer be in the bracket"
    )
    for result, fixture in (("0-3", semi_final), ("3-0", "1")):
        entry = found.results.correct_result(fixture, result, why="points")
        assert "is that right?" not in describe_league_entry(found.history, entry)


def test_a_deleted_semi_final_names_the_final_that_was_paired_from_it() -> None:
    found = winter()
    found.top_cut.make_top_cut(4)
    play(found, "1-0", "1-0")
    semi_final = _id(found, "Anna")
    play(found, "1-0")
    entry = found.results.withdraw_result(semi_final, why="was a test")
    assert describe_league_entry(found.history, entry).endswith(
        "is that right? table 1, Anna v Bram, would no longer be in the bracket"
    )
    found.undo()
    final = _id(found, "Anna")
    entry = found.results.withdraw_result(final, why="was a test")
    assert "is that right?" not in describe_league_entry(found.history, entry)


def test_a_loser_returns_although_a_correction_has_taken_the_final_out_of_the_bracket() -> None:
    found = winter()
    found.top_cut.make_top_cut(4)
    play(found, "1-0", "1-0")
    semi_final = _id(found, "Bram")
    play(found, "1-0")
    found.people.drop_player("Dario")
    found.results.correct_result(semi_final, "0-2", why="wrong way round")
    found.people.reinstate_or_mark_present("Dario")
    assert found.people.find_player("Dario").left_after is None


def test_nobody_returns_after_a_walkover_from_which_the_next_round_was_paired() -> None:
    found = winter()
    found.top_cut.make_top_cut(4)
    found.people.drop_player("Dario")
    play(found, "1-0")  # Bram v Chloé; Anna advances by a walkover
    play(found)
    assert pairs(found) == ["Anna Bram"]
    with pytest.raises(Refused, match="advanced by a walkover, and round 3 is already published"):
        found.people.reinstate_or_mark_present("Dario")
    found.rounds.cancel_round()
    found.people.reinstate_or_mark_present("Dario")


def test_reports_and_data_have_it() -> None:
    found = winter()
    found.top_cut.make_top_cut(2)
    play(found, "9-8")
    section = build_league_report(found).bracket
    assert section is not None
    assert section.table is not None
    assert section.about == "the best 2 · Anna has won"
    assert section.table.rows == (("final", "1 Anna", "2 Bram", "9 : 8, Anna won"),)
    assert '"champion": "p1"' in render_league_json(found)
    assert build_league_report(winter()).bracket is None


@pytest.mark.parametrize("seeds", [(), ("p1",), ("p1", "p9"), ("p1", "p1", "p2")])
def test_a_cut_that_makes_no_sense_is_read_all_the_same(seeds: tuple[str, ...]) -> None:
    found = winter()
    before = {one.player for one in found.table.compute_standings().rows}
    found.write_entry(CutMade(players=tuple(map(PlayerId, seeds))))
    assert {one.player for one in found.table.compute_standings().rows} == before
    assert len(found.table.compute_standings().rows) == len(before)
    list(bracket_descriptions.describe_bracket_rounds(found.state, found.top_cut.get_bracket()))


@given(st.integers(2, 40), st.booleans(), st.randoms(use_true_random=False))
def test_a_bracket_ends_with_one_winner_and_everybody_else_lost_once(
    size: int, third: bool, chance: random.Random
) -> None:
    seeds = [PlayerId(f"p{number}") for number in range(1, size + 1)]
    won: dict[frozenset[PlayerId], PlayerId] = {}
    games: list[BracketGame] = []
    for _ in count():
        found = build_bracket(
            seeds,
            lambda one, other: ("f", won.get(frozenset((one, other))), False),
            has_third_place_game=third,
        )
        games = [one for one in found.games if not one.bye]
        ready = [one for one in games if one.home and one.away and one.winner is None]
        if not ready:
            break
        one = chance.choice(ready)
        assert one.home is not None
        assert one.away is not None
        won[frozenset((one.home, one.away))] = chance.choice([one.home, one.away])
    has_third = third and size > 3
    assert found.champion is not None
    assert len(games) == size - 1 + has_third
    lost = [one.loser for round_ in found.rounds for one in round_.games if one.loser]
    assert sorted(lost) == sorted(set(seeds) - {found.champion})
    assert sorted(found.players_in_final_order) == sorted(seeds)
    assert found.players_in_final_order[0] == found.champion
    assert found.players_in_final_order[1] == found.rounds[-1].games[0].loser
    if has_third:
        assert found.third is not None
        assert found.players_in_final_order[2:4] == (found.third.winner, found.third.loser)


@pytest.mark.thorough
@given(st.integers(2, 4), st.integers(1, 8))
def test_taking_back_is_exact(best: int, back: int) -> None:
    found = winter()
    states = [(found.history.last_line_number, found.state.fork_state())]
    found.top_cut.make_top_cut(best, has_third_place_game=True)
    states.append((found.history.last_line_number, found.state.fork_state()))
    while len(states) < 8 and found.top_cut.get_bracket().champion is None:
        found.rounds.draft_round()
        states.append((found.history.last_line_number, found.state.fork_state()))
        found.rounds.publish_round()
        for one in found.state.list_fixtures(found.state.current_round):  # type: ignore[arg-type]
            found.results.enter_result(one.id, "5-5")
            found.top_cut.decide_drawn_bracket_game(one.id, found.state.get_player_name(one.home))
        states.append((found.history.last_line_number, found.state.fork_state()))
    number, state = states[max(0, len(states) - 1 - back)]
    if number != found.history.last_line_number:
        found.return_to_line(number)
    assert found.state == state


def test_a_bracket_of_another_season_is_another() -> None:
    found = winter()
    found.top_cut.make_top_cut(2)
    play(found, "1-0")
    found.seasons.close_season()
    found.seasons.begin_season(round_count=2)
    assert found.state.top_cut is None
    assert found.top_cut.get_bracket(1).champion == PlayerId("p1")
    assert club().list_leagues() == []


# ------------------------------------------------------------------------- somebody drops out


def test_a_semi_finalist_who_drops_is_not_drafted_on() -> None:
    """Of four Anna meets Dario and Bram meets Chloé; Anna wins, then drops before the final."""
    found = winter()
    found.top_cut.make_top_cut(4, has_third_place_game=True)
    play(found, "10-1", "10-2")
    assert describe_league_entry(found.history, found.people.drop_player("Anna")) == (
        "Anna: dropped; Bram advances by a walkover"
    )
    assert found.top_cut.get_bracket().champion == "p2"
    entry = found.rounds.draft_round()  # Dario and Chloé still play for third place
    assert describe_league_entry(found.history, entry) == (
        "bracket round 3 drafted: 1 table; Bram advances by a walkover, Anna left"
    )
    assert found.rounds.list_redraft_reasons() == []
    assert "Bram advances by a walkover" in str(
        list(bracket_descriptions.describe_bracket_rounds(found.state, found.top_cut.get_bracket()))
    )
    # Who lost the final by walking away is second; third place is still open: the better seed.
    assert table(found).split()[:2] == ["1B3", "2A3"]
    # As of a round before the drop nobody had left.
    earlier = build_season_bracket(found.state, 1, last_round=1)
    assert earlier is not None
    assert earlier.champion is None
    found.people.reinstate_or_mark_present("Anna")
    assert found.top_cut.get_bracket().champion is None
    assert found.rounds.list_redraft_reasons() == ["The bracket has changed since the draft."]


def test_who_drops_before_the_first_game_of_the_bracket_and_whom_the_next_would_meet() -> None:
    found = winter()
    found.top_cut.make_top_cut(4)
    found.people.drop_player("Dario")
    found.rounds.draft_round()
    assert pairs(found) == ["Bram Chloé"]
    # Anna is in the final already, and nobody knows yet against whom.
    assert describe_league_entry(found.history, found.people.drop_player("Anna")) == (
        "Anna: dropped; the next opponent in the bracket advances by a walkover"
    )


def test_a_game_that_is_published_is_settled_by_hand_not_by_a_walkover() -> None:
    found = winter()
    found.top_cut.make_top_cut(4)
    found.rounds.draft_round()
    found.rounds.publish_round()
    found.people.drop_player("Dario")
    assert [game.winner for game in found.top_cut.get_bracket().games[:2]] == [None, None]
    found.undo()
    found.people.drop_player("Dario", award_open_game=True)
    assert found.top_cut.get_bracket().games[0].winner == "p1"


def test_a_closed_season_keeps_its_walkovers() -> None:
    found = winter()
    found.top_cut.make_top_cut(2)
    found.people.drop_player("Bram")
    found.seasons.close_season()
    found.seasons.begin_season()
    found.people.reinstate_or_mark_present("Bram")
    assert found.top_cut.get_bracket(1).champion == "p1"
