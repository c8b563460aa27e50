"""A draft made again changes as little as it can, and says what; first rounds in an order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.leagues.club import club, meetings
from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.league_log import list_league_log_lines
from tracker.leagues.pairing import player_seeding, swiss_pairing
from tracker.leagues.results.results_by_player import StandingsInput
from tracker.leagues.results.scoring_scheme_files import load_built_in_schemes
from tracker.leagues.results.standings_input_types import EnrolledPlayer, PlayerId, Result

METHODS = st.sampled_from(["Swiss", "round robin"])
Group = frozenset[str]


def begun(count: int, method: str, **more: object) -> League:
    names = [f"P{number:02}" for number in range(1, count + 1)]
    return club().begin_league(
        "Again",
        players=names,
        pairing=method,
        zone="UTC",
        **more,  # type: ignore[arg-type]
    )


def groups(found: League) -> set[Group]:
    return {frozenset(map(found.state.get_player_name, one.players)) for one in meetings(found)}


def said(found: League) -> str:
    return list_league_log_lines(found.history)[-1].text


def played(found: League, chance: Sequence[int]) -> None:
    """Publish the draft; the first or the second wins, or nobody, as chance has it."""
    found.rounds.publish_round()
    for number, one in enumerate(meetings(found)):
        if one.away is not None:
            found.results.enter_result(one.id, ("w1", "w2", "d")[chance[number % len(chance)]])


LUCK = st.lists(st.integers(0, 2), min_size=3, max_size=12)


@pytest.mark.thorough
@settings(max_examples=25)
@given(count=st.integers(2, 11), method=METHODS, rounds=st.integers(0, 2), luck=LUCK)
def test_a_draft_made_again_for_nothing_stays_as_it_is(
    count: int, method: str, rounds: int, luck: list[int]
) -> None:
    found = begun(count, method)
    for _ in range(min(rounds, count - 2)):  # in the last round of a circle all have met
        found.rounds.draft_round()
        played(found, luck)
    found.rounds.draft_round()
    before = meetings(found)
    found.rounds.draft_round()
    assert meetings(found) == before
    assert ", all as before" in said(found)
    assert "changed" not in said(found)


@pytest.mark.thorough
@settings(max_examples=25)
@given(half=st.integers(1, 6), method=METHODS, who=st.integers(0, 99))
def test_who_drops_out_of_a_first_round_leaves_all_others_as_they_were(
    half: int, method: str, who: int
) -> None:
    """Of an even number the one left over has the bye; then of an odd number he meets him."""
    found = begun(2 * half + 2, method)
    found.rounds.draft_round()
    before = groups(found)
    gone = [player.name for player in found.state.players.values()][who % (2 * half + 2)]
    (broken,) = [group for group in before if gone in group]
    found.people.drop_player(gone)
    found.rounds.draft_round()
    assert groups(found) == before - {broken} | {broken - {gone}}
    found.people.enrol_players("Late")
    found.rounds.draft_round()
    (left,) = broken - {gone}
    assert groups(found) == before - {broken} | {frozenset((left, "Late"))}
    told = {f"{half} as before (changed: {one})" for one in (f"{left} v Late", f"Late v {left}")}
    assert any(said(found).endswith(each) for each in told)


def test_the_bye_of_a_draft_made_again_is_among_equals_and_no_rematch_is_named() -> None:
    """Nobody has met anybody yet, so nobody would meet again."""
    found = begun(6, "Swiss")
    found.rounds.draft_round()
    first = meetings(found)[0]
    assert first.away is not None
    found.people.drop_player(found.state.get_player_name(first.away))
    found.rounds.draft_round()
    (bye,) = (one for one in meetings(found) if one.away is None)
    assert (bye.home, bye.why) == (first.home, "no player without a bye has fewer points")


def test_it_says_what_changed_and_of_much_how_much() -> None:
    """Six by points: 1-2, 3-4, 5-6; two of them drop out of different pairings."""
    found = begun(6, "Swiss")
    found.rounds.draft_round()
    found.people.drop_player("P01")
    found.people.drop_player("P03")
    found.rounds.draft_round()
    assert groups(found) == {frozenset(("P02", "P04")), frozenset(("P05", "P06"))}
    assert said(found) == "round 1 drafted, Swiss: 2 tables, 1 as before (changed: P02 v P04)"
    found.rounds.draft_round("round robin")  # another way: nothing has to stay
    assert "as before" not in said(found) or "all as before" not in said(found)


def test_tables_stay_with_their_pairings_and_by_hand_stays_by_hand() -> None:
    found = begun(8, "Swiss")
    found.rounds.draft_round()
    found.rounds.pair_players("P01", "P08")
    tables = {frozenset(one.players): (one.id, one.table, one.why) for one in meetings(found)}
    found.people.drop_player("P03")
    found.rounds.draft_round()
    after = {frozenset(one.players): (one.id, one.table, one.why) for one in meetings(found)}
    same = tables.keys() & after.keys()
    assert len(same) == 3
    assert [after[each][0] for each in same] == [tables[each][0] for each in same]
    stay = [each for each in same if tables[each][1] <= 3]
    assert len(stay) == 2  # of four tables one is broken up, and the fourth is no more
    assert [after[each][1] for each in stay] == [tables[each][1] for each in stay]
    by_hand = after[frozenset((PlayerId("p1"), PlayerId("p8")))]
    assert by_hand[2] == "by hand, not yet met"
    numbers = sorted(table for _, table, _ in after.values() if table)
    assert numbers == [1, 2, 3]


def test_anew_it_is_as_if_it_had_not_been_drafted() -> None:
    found = begun(8, "Swiss")
    found.rounds.draft_round()
    fresh = groups(found)
    found.rounds.swap_players("P01", "P08")
    found.rounds.draft_round()
    assert groups(found) != fresh
    found.rounds.draft_round(ignore_draft=True)
    assert groups(found) == fresh


def test_anew_a_locked_pairing_is_discarded_with_its_table() -> None:
    found = begun(8, "Swiss")
    found.rounds.draft_round()
    fresh = [(one.players, one.table) for one in meetings(found)]
    found.rounds.pair_players("P01", "P08")
    found.rounds.renumber_tables({"P01": 4})
    found.rounds.set_pairing_lock("P01")
    found.rounds.draft_round()
    assert frozenset(("P01", "P08")) in groups(found)
    found.rounds.draft_round(ignore_draft=True)
    assert [(one.players, one.table) for one in meetings(found)] == fresh
    assert not any(one.locked for one in meetings(found))


def test_a_result_set_right_changes_only_who_is_on_other_points() -> None:
    """Four, 3/1/0: after round 1 the winners meet; one win becomes a loss, and its two change."""
    found = begun(8, "Swiss")
    found.rounds.draft_round()
    played(found, [0])  # P01 P03 P05 P07 win
    found.rounds.draft_round()
    assert frozenset(("P01", "P03")) in groups(found)
    assert frozenset(("P02", "P04")) in groups(found)
    first = next(
        one.id for one in found.state.fixtures.values() if one.round == 1 and one.home == "p1"
    )
    found.results.correct_result(first, "w2")
    assert found.rounds.list_redraft_reasons() == [
        "Table 1, P01 v P02 has been corrected since the draft."
    ]
    found.rounds.draft_round()
    assert groups(found) == {
        frozenset(("P02", "P03")),
        frozenset(("P01", "P04")),
        frozenset(("P05", "P07")),
        frozenset(("P06", "P08")),
    }
    assert "2 as before (changed: " in said(found)
    assert found.rounds.list_redraft_reasons() == []


# ------------------------------------------------------- an oracle: every way there is to pair off


def ways(players: tuple[PlayerId, ...]) -> Iterator[tuple[tuple[PlayerId, ...], ...]]:
    """All ways to pair off; of an odd number somebody is left over."""
    if len(players) < 2:
        yield (players,) if players else ()
        return
    first, rest = players[0], players[1:]
    for place, other in enumerate(rest):
        for more in ways(rest[:place] + rest[place + 1 :]):
            yield ((first, other), *more)
    if len(players) % 2:
        for more in ways(rest):
            yield ((first,), *more)


SCHEME = load_built_in_schemes()["3/1/0"]


@settings(max_examples=40)
@given(data=st.data(), count=st.integers(4, 7))
def test_as_many_pairings_stay_as_can_where_points_are_as_near(
    data: st.DataObject, count: int
) -> None:
    """All ways are tried: as few byes again, meetings again, then points, then what stays."""
    players = [PlayerId(f"p{number}") for number in range(1, count + 1)]
    enrolled = [EnrolledPlayer(each, each) for each in players]
    order = data.draw(st.permutations(players))
    results = [
        Result(1, one, other, winner=data.draw(st.sampled_from([one, other, None])))
        for one, other in zip(order[::2], order[1::2], strict=False)
    ]
    every = [
        Result(1, order[-1], None, kind="bye"),
        *results,
    ] if count % 2 else results  # fmt: skip
    was = data.draw(st.sampled_from(list(ways(tuple(players)))))
    before = {frozenset(group) for group in was}
    found = swiss_pairing.draft_swiss_round(
        StandingsInput(enrolled, every, SCHEME), players, previous_pairings=before
    )
    points = {each: Fraction(0) for each in players}
    for one in every:
        if one.kind == "bye":
            points[one.home] += 3
        elif one.winner is None and one.away is not None:
            points[one.home] += 1
            points[one.away] += 1
        elif one.winner is not None:
            points[one.winner] += 3
    met = {frozenset((one.home, one.away)) for one in results}
    had_bye = {order[-1]} if count % 2 else set()

    def costs(groups: Sequence[tuple[PlayerId, ...]]) -> tuple[Fraction | int, ...]:
        left = next((group[0] for group in groups if len(group) == 1), None)
        games = [group for group in groups if len(group) == 2]
        return (
            int(left in had_bye),
            sum(frozenset(group) in met for group in games),
            sum(points[each] < points[left] for each in players) if left else 0,
            sum(((points[one] - points[other]) ** 2 for one, other in games), Fraction(0)),
            sum(frozenset(group) not in before for group in groups),
        )

    drafted = [(one.home,) if one.away is None else (one.home, one.away) for one in found]
    assert costs(drafted) == min(map(costs, ways(tuple(players))))


# ------------------------------------------------------------------------------- first rounds


def test_a_first_round_by_lots_draws_them_with_it_in_one_line() -> None:
    found = begun(9, "Swiss")
    found.rounds.draft_round(order="lots")
    assert said(found).startswith("round 1 drafted, Swiss, by lot: 4 tables; lots drawn: P")
    assert found.state.draft is not None
    drawn = found.state.draft.drawn
    assert sorted(drawn) == sorted(found.state.players)
    # Neighbours meet, and the last lot has the bye.
    wanted = [frozenset(drawn[at : at + 2]) for at in range(0, 9, 2)]
    assert {frozenset(one.players) for one in meetings(found)} == set(wanted)
    found.rounds.draft_round()
    assert found.state.draft.drawn == drawn
    assert "lots drawn" not in said(found)
    found.undo()
    found.undo()
    assert found.state.draft is None


def test_lots_of_a_first_round_decide_no_places() -> None:
    """Lots are among the tie-breaks: only those that are drawn for it decide there."""
    found = begun(4, "Swiss", tie_breaks=("lots",))
    found.rounds.draft_round(order="lots")
    found.rounds.publish_round()
    assert found.state.lots == []
    assert {row.place for row in found.table.compute_standings().rows} == {1}
    found.points.draw_or_enter_lots()
    assert sorted(row.place for row in found.table.compute_standings().rows) == [1, 2, 3, 4]


def test_among_equals_later_rounds_go_by_the_lots_of_the_first() -> None:
    """All games are drawn: of those who have not met, neighbours by lot meet."""
    found = begun(8, "Swiss")
    found.rounds.draft_round(order="lots")
    assert found.state.draft is not None
    one, two, three, four = found.state.draft.drawn[:4]
    found.rounds.publish_round()
    for each in meetings(found):
        found.results.enter_result(each.id, "d")
    found.rounds.draft_round()
    meet = {frozenset(each.players) for each in meetings(found)}
    assert {frozenset((one, three)), frozenset((two, four))} <= meet


def test_lots_that_are_drawn_stay_and_who_joins_is_drawn_among_them() -> None:
    found = begun(4, "Swiss")
    found.points.draw_or_enter_lots(("P04", "P01", "P03", "P02"))
    found.rounds.draft_round(order="lots")
    assert groups(found) == {frozenset(("P04", "P01")), frozenset(("P03", "P02"))}
    found.people.enrol_players("P05")
    found.rounds.draft_round()
    assert len(found.state.lots) == 1
    assert found.state.draft is not None
    kept = [each for each in found.state.draft.drawn if each != "p5"]
    assert kept == ["p4", "p1", "p3", "p2"]
    assert groups(found) == {
        frozenset(("P04", "P01")), frozenset(("P03", "P02")), frozenset(("P05",)),
    }  # fmt: skip
    found.points.draw_or_enter_lots(("P05", "P04", "P03", "P02", "P01"))
    found.rounds.draft_round()  # by the lots that were drawn since
    assert groups(found) == {
        frozenset(("P05", "P04")), frozenset(("P03", "P02")), frozenset(("P01",)),
    }  # fmt: skip


STRENGTH = ("P03", "P01", "P04", "P08", "P05", "P02", "P07", "P06")


def season_two() -> League:
    """Eight have played a season by the circle: the stronger of two has always won."""
    found = begun(8, "round robin")
    for _ in range(7):
        found.rounds.draft_round()
        found.rounds.publish_round()
        for one in meetings(found):
            home, away = map(found.state.get_player_name, one.players)
            first = STRENGTH.index(home) < STRENGTH.index(away)
            found.results.enter_result(one.id, "w1" if first else "w2")
    found.seasons.close_season()
    found.seasons.begin_season()
    return found


@pytest.mark.thorough
@pytest.mark.parametrize("order", ["rating", "last season"])
def test_seeded_the_upper_half_meets_the_lower(order: str) -> None:
    """First v fifth, second v sixth and so on; the ninth is new, stands last and has the bye."""
    found = season_two()
    rated = found.table.compute_ratings()
    by_rating = sorted(rated, key=lambda player: rated[player].rating, reverse=True)
    assert [found.state.get_player_name(one) for one in by_rating] == list(STRENGTH)
    found.rounds.draft_round("Swiss", order=order)
    meet = {
        frozenset(("P03", "P05")), frozenset(("P01", "P02")),
        frozenset(("P04", "P07")), frozenset(("P08", "P06")),
    }  # fmt: skip
    assert groups(found) == meet
    found.people.enrol_players("Newcomer")
    found.rounds.draft_round("Swiss")
    assert groups(found) == meet | {frozenset(("Newcomer",))}
    words = {"rating": "seeded by rating", "last season": "as last season ended"}[order]
    assert f"round 1 drafted, Swiss, {words}: 4 tables, all as before" in said(found)


def test_what_is_proposed_for_a_first_round() -> None:
    """By lot in a Swiss, as they signed up where all meet; then as the last season ended."""
    found = begun(4, "")
    assert (
        found.rounds.choose_default_first_round_order("Swiss"),
        found.rounds.choose_default_first_round_order(),
    ) == (
        "lots",
        "sign-up",
    )
    found.rounds.draft_round("Swiss", order="sign-up")
    assert found.rounds.choose_default_first_round_order("Swiss") == "sign-up"  # as drafted before
    found.rounds.publish_round()
    assert found.rounds.choose_default_first_round_order("Swiss") == ""
    later = season_two()
    assert later.rounds.choose_default_first_round_order("Swiss") == "last season"
    assert later.rounds.choose_default_first_round_order("round robin") == "sign-up"
    later.points.draw_or_enter_lots()
    assert later.rounds.choose_default_first_round_order("round robin") == "lots"


def test_another_order_is_another_draft() -> None:
    found = season_two()
    found.rounds.draft_round("Swiss", order="last season")
    found.rounds.draft_round("Swiss", order="sign-up")
    assert groups(found) == {frozenset((f"P0{one}", f"P0{one + 1}")) for one in (1, 3, 5, 7)}


def test_an_order_that_nobody_knows_yet_is_refused_in_a_sentence() -> None:
    found = begun(4, "Swiss")
    with pytest.raises(Refused, match=r"Nobody has a rating from an earlier season yet\. Draft"):
        found.rounds.draft_round(order="rating")
    with pytest.raises(
        Refused, match=r"There was no season before this one\. Draft with the order"
    ):
        found.rounds.draft_round(order="last season")
    with pytest.raises(
        Refused, match=r"There is no pairing order called 'by height'. Choose one of: sign-up,"
    ):
        found.rounds.draft_round(order="by height")
    found.rounds.draft_round(order="Sign up")
    found.rounds.publish_round()
    with pytest.raises(Refused, match="Round 2 is paired by results"):
        found.rounds.draft_round(order="lots")


@given(st.lists(st.integers(), unique=True, max_size=20))
def test_halves_hold_everybody_and_neighbours_stand_half_the_field_apart(ids: list[int]) -> None:
    seeded = [PlayerId(f"p{each}") for each in ids]
    order = player_seeding.interleave_seed_halves(seeded)
    assert sorted(order) == sorted(seeded)
    place = {player: number for number, player in enumerate(seeded)}
    pairs = zip(order[::2], order[1::2], strict=False)
    assert all(place[other] - place[one] == len(seeded) // 2 for one, other in pairs)
    assert len(seeded) % 2 == 0 or order[-1] == seeded[-1]
