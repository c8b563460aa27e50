"""Service records and luck over a campaign, against the hand-worked sheet and by hand."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.application.success_chances import sum_success_tails
from tests.campaigns import games
from tests.campaigns.test_mustering import after_one_game
from tests.games import sheet
from tests.leagues.test_core_campaign import campaign as by_name
from tracker.application.campaigns.campaign_luck import compute_campaign_luck
from tracker.application.campaigns.service_records import ServiceRecords
from tracker.application.chances import success_count_rarity
from tracker.application.chances.game_luck import compute_luck
from tracker.application.chances.success_count_rarity import PoolTotals
from tracker.application.leagues.results.linked_match_outcomes import UnitStats

UNITS = ("Alpha", "Bravo", "Hammer", "Claw pack", "Dusk rifles", "Stalker")


@pytest.mark.thorough
def test_the_service_record_of_units_in_the_recorded_game() -> None:
    """Figures of tests/games/deathzap2_six_turns.md, worked out in test_tally; Red wins."""
    _, found = after_one_game()
    records = ServiceRecords(found)
    units = {name: records.build_unit_record(found.forces.find_unit(name).id) for name in UNITS}
    assert {
        name: (
            len(one.games),
            one.count_games("won"),
            one.kills,
            one.lost_figures,
            one.times_nerve_was_lost,
        )
        for name, one in units.items()
    } == {
        "Alpha": (1, 1, 9, 7, 2),
        "Bravo": (1, 1, 1, 8, 1),
        "Hammer": (1, 1, 8, 1, 0),
        "Claw pack": (1, 0, 5, 7, 2),
        "Dusk rifles": (1, 0, 3, 11, 1),
        "Stalker": (1, 0, 8, 1, 0),
    }
    assert units["Claw pack"].removed_by == [("Hammer", 4), ("Alpha", 2), ("themselves", 1)]
    assert units["Alpha"].removed_by == [("Claw pack", 4), ("Dusk rifles", 3)]
    (game,) = units["Alpha"].games
    assert (game.fixture, game.on, game.how, game.experience) == ("f1", "2025-10-09", "won", 13)


@pytest.mark.thorough
def test_a_force_is_its_units_added_up() -> None:
    _, found = after_one_game()
    records = ServiceRecords(found)
    for name, units in (("Iron Third", UNITS[:3]), ("Red Dusk", UNITS[3:])):
        force = records.build_force_record(found.forces.find_force(name).id)
        each = [records.build_unit_record(found.forces.find_unit(unit).id) for unit in units]
        assert force.kills == sum(one.kills for one in each)
        assert force.lost_figures == sum(one.lost_figures for one in each)
        assert force.times_nerve_was_lost == sum(one.times_nerve_was_lost for one in each)
        # Every pool of this game was thrown by a unit.
        assert force.luck == sum((one.luck for one in each), PoolTotals())
    iron = records.build_force_record("w1")
    assert (iron.won, iron.drawn, iron.lost_games, iron.vp, iron.vp_told) == (1, 0, 0, 7, 1)
    dusk = records.build_force_record("w2")
    assert (dusk.won, dusk.drawn, dusk.lost_games, dusk.vp, dusk.vp_told) == (0, 0, 1, 4, 1)


@pytest.mark.thorough
def test_a_second_game_adds_up_and_units_are_known_by_their_ids() -> None:
    book, found = after_one_game("return")
    found.forces.change_unit_by_hand("Alpha", name="Old Guard", why="they asked")
    found.forces.add_game_outside_rounds("Anna", "Farid")
    from tests.campaigns.test_mustering import begin

    games.played(begin(book, found, "f2"))
    found.reload()
    records = ServiceRecords(found)
    guard = records.build_unit_record("w1.1")
    # The same game twice: all of it doubled, under the name it bears now.
    assert (guard.unit.name, guard.kills, guard.lost_figures, guard.times_nerve_was_lost) == (
        "Old Guard",
        18,
        14,
        4,
    )
    assert records.build_unit_record("w2.1").removed_by[1] == ("Old Guard", 4)
    assert records.build_force_record("w1").vp == 14


def test_a_game_that_was_not_kept_counts_what_was_entered() -> None:
    found = by_name()
    found.forces.record_past_game(
        "Anna", "Bram", "7-4", on="2026-10-30", unit_stats={"Alpha": UnitStats(2, 3)}
    )
    found.forces.record_past_game("Bram", "Anna", "w1", on="2026-09-12")
    records = ServiceRecords(found)
    alpha = records.build_unit_record("w1.1")
    assert [(game.on, game.how, game.kills, game.lost, game.nerve) for game in alpha.games] == [
        ("2026-09-12", "lost", 0, 0, None),
        ("2026-10-30", "won", 2, 3, None),
    ]
    assert (alpha.recorded_game_count, alpha.times_nerve_was_lost) == (0, 0)
    force = records.build_force_record("w1")
    # Nobody told the points of the older game.
    assert (force.won, force.lost_games, force.vp, force.vp_told) == (1, 1, 7, 1)
    found.undo()
    found.undo()
    assert ServiceRecords(found).build_unit_record("w1.1").games == ()


@pytest.mark.thorough
def test_luck_over_the_campaign_is_that_of_its_games() -> None:
    book, found = after_one_game()
    found.forces.record_past_game("Anna", "Farid", "1-1", on="2026-01-01")
    luck = compute_campaign_luck(found)
    assert (luck.games, luck.kept, luck.whole) == (2, 1, 0)
    of_game = compute_luck(book.open_game("m1").history)
    players = {"Red": "Anna", "Blue": "Farid"}
    assert [(row.player, row.tally) for row in luck.players] == sorted(
        (players[row.side_name], row.tally) for row in of_game.sides
    )
    assert luck.rests_on == (
        "1 of 2 games recorded here, 0 with every die; 142 of 142 recorded rolls; for 3, only the "
        "successes were entered"
    )
    # From the sheet: all dice to hit of Red's units, each with the chance of its need.
    hits = [roll for roll in sheet.rolls() if roll.step == "to hit" and _is_red(roll.who)]
    (row,) = (row for row in luck.kinds if (row.player, row.what) == ("Anna", "to hit"))
    expected = sum(Fraction(roll.dice * (7 - int(roll.need[0])), 6) for roll in hits)
    assert row.tally.made == sum(roll.made for roll in hits)
    assert row.tally.expected == pytest.approx(float(expected))


def _is_red(who: str) -> bool:
    return who.startswith(("Alpha", "picket", "Bravo", "Hammer"))


def test_many_dice_are_as_exact_as_few() -> None:
    """5,000 coins: at most 2,500 is 1/2 + C(5000, 2500) / 2^5001, by symmetry."""
    here = float(Fraction(comb(5000, 2500), 2**5000))
    found = PoolTotals(1, 2500, {Fraction(1, 2): 5000}).compute_tally()
    assert found.at_most == pytest.approx(0.5 + here / 2, abs=1e-12)
    assert found.at_least == pytest.approx(0.5 + here / 2, abs=1e-12)
    assert found.worse == pytest.approx(0.5, abs=1e-12)


def test_the_far_ends_of_many_dice_are_nought_and_one() -> None:
    for made, worse in ((0, 0.0), (700, 0.0), (4300, 1.0), (5000, 1.0)):
        assert PoolTotals(1, made, {Fraction(1, 2): 5000}).compute_tally().worse == pytest.approx(
            worse
        )


@given(
    st.dictionaries(
        st.sampled_from([Fraction(n, d) for n, d in ((1, 6), (1, 3), (1, 2), (7, 10), (1, 1))]),
        st.integers(1, 150),
        min_size=1,
    ),
    st.data(),
)
def test_both_ways_to_the_chances_agree(dice: dict[Fraction, int], data: st.DataObject) -> None:
    made = data.draw(st.integers(0, sum(dice.values())))
    quick = success_count_rarity.compute_success_tails_by_fourier(dice, made)
    assert quick == pytest.approx(sum_success_tails(dice, made), abs=1e-12)
