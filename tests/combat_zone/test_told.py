"""What the odds of an evening's actions tell: hand arithmetic over counted dice."""

from __future__ import annotations

import random
from itertools import product

import pytest

from tests.application.forecast_kinds import list_result_kinds
from tests.combat_zone.evening import JACKALS, WARDENS, begin
from tests.saying import say
from tests.tui.kit import begin_figures, book
from tracker.application.chances.action_forecast_types import Forecast
from tracker.application.chances.action_odds import (
    OddsBudget,
    forecast_action,
    forecast_line,
    forecast_rest_of_open_action,
)
from tracker.application.errors import Refused
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.application.typed_lines.line_and_script_play import parse_command
from tracker.rulesets.combat_zone import RULESET
from tracker.testing.random_games import make_book
from tui.views.forecast_wording import describe_forecast


def totals(*dice: int) -> list[int]:
    """Every way the dice fall, added up."""
    return [sum(faces) for faces in product(*(range(1, die + 1) for die in dice))]


def share(ways: list[bool]) -> float:
    return sum(ways) / len(ways)


def marked(found: Forecast) -> dict[str, float]:
    return {one.what: one.chance for one in found.marks}


def acting(*lines: str, machine: bool = False) -> Game:
    """Blue first, its group of Wardens active."""
    return begin("coherent r1,b1", "init : 465 / second", "b1 activates", *lines, machine=machine)


def test_initiative_tells_who_acts_first() -> None:
    # Jackals D6 and the Hero's D8 with 2 + 1, Wardens D6 with 2 + 1; ties are rolled again.
    game = begin("coherent r1,b1")
    found = forecast_rest_of_open_action(game)
    assert found is not None
    red = [(sum(faces) + 3, max(faces)) for faces in product(range(1, 7), range(1, 9))]
    blue = [(face + 3, face) for face in range(1, 7)]
    won = sum(a > b for a, b in product(red, blue)) / len([*product(red, blue)])
    lost = sum(a < b for a, b in product(red, blue)) / len([*product(red, blue)])
    assert marked(found) == pytest.approx(
        {"Red: acts first": won / (won + lost), "Blue: acts first": lost / (won + lost)}
    )


def test_a_burst_tells_its_hits_and_nothing_of_points() -> None:
    # Average at short range: three dice that hit on 5 and 6.
    found = forecast_line(acting(), "b12 > r12 18cm soft shots 3")
    (hits,) = found.rolled
    assert hits.what == "hits of B12 Pike at R12 Sorrel"
    assert [one.chance for one in hits.chances] == pytest.approx([8 / 27, 12 / 27, 6 / 27, 1 / 27])
    assert list_result_kinds(found) == {"losses", "hits", "PANIC"}


def test_a_round_of_close_combat_is_won_drawn_or_lost() -> None:
    # 2D6 and D6 for opening against 2D6 of an Average figure without arms; equal is drawn.
    found = forecast_line(acting(), "b12 charges r12")
    ways = [*product(totals(6, 6, 6), totals(6, 6))]
    (came,) = found.ways
    assert came.what == "close combat of B12 Pike against R12 Sorrel"
    assert {one.what: one.chance for one in came.chances} == pytest.approx(
        {
            "won": share([a > b for a, b in ways]),
            "drawn": share([a == b for a, b in ways]),
            "lost": share([a < b for a, b in ways]),
        }
    )
    assert [one.what for one in came.chances] == ["won", "drawn", "lost"]
    assert [one.name for one in found.losses] == ["Sorrel", "Pike"]  # he to whom it is done first


def test_each_figure_that_may_fall_is_told_by_itself_and_never_by_its_group() -> None:
    # One shot at each, 5+ at short range; 3D6 against 7, one less for soft cover.
    found = forecast_line(acting(), "b12 > r12 18cm soft shots 1 | b12 > r14 18cm open shots 1")
    assert [(one.who, one.name, one.of) for one in found.losses] == [
        ("r12", "Sorrel", 1),
        ("r14", "Ditch", 1),
    ]
    fall = [one.chances[1].chance for one in found.losses]
    wound = totals(6, 6, 6)
    assert fall == pytest.approx(
        [share([n - 1 >= 7 for n in wound]) / 3, share([n >= 7 for n in wound]) / 3]
    )
    assert describe_forecast(found, 76).startswith(
        "R12 out of action 28% · R12 PANIC 5% · R14 PANIC 3% · R14 out of action 30%"
    )


def test_a_figure_without_a_name_is_told_by_its_number_alone() -> None:
    roster = JACKALS.replace('name = "Ditch", ', "")
    entrants = [Entrant("Red", roster), Entrant("Blue", WARDENS)]
    game = make_book(RULESET, random.Random(1)).begin_match(RULESET.id, entrants)
    say(game, "deploy red", "deploy blue", "coherent r1,b1", "init : 465 / second", "b1 activates")
    found = forecast_line(game, "b12 > r14 18cm")
    assert list(marked(found)) == ["R14: PANIC"]
    assert [one.name for one in found.losses] == [""]


def test_dice_of_a_sum_that_are_rolled_already_count() -> None:
    # 6 and 4 of three dice are there: 10 and a die, against 2D6.
    found = forecast_line(acting(), "b12 charges r12 : 64")
    ways = [*product([10 + n for n in totals(6)], totals(6, 6))]
    (came,) = found.ways
    assert came.chances[0].chance == pytest.approx(share([a > b for a, b in ways]))


def test_who_panics_already_stays_so_unless_he_falls_or_routs() -> None:
    found = forecast_line(acting("fix r12 panic"), "b12 charges r12")
    (fallen, _) = found.losses
    told = marked(found)
    assert told["R12 Sorrel: PANIC stays"] == pytest.approx(
        1 - fallen.chances[1].chance - told["R12 Sorrel: ROUT"]
    )
    assert "R12 Sorrel: PANIC" not in told


def test_damage_of_a_machine_is_told_by_its_levels() -> None:
    # Toughness 12, three dice of a rifle: 12 to 15 is minor, 16 and 17 major, 18 critical.
    game = begin("coherent r1,b1", "init : 611 / first", "r1 activates", machine=True)
    found = forecast_line(game, "r12 > b2 18cm open shots 1")
    hit, wound = 2 / 6, totals(6, 6, 6)
    assert marked(found) == pytest.approx(
        {
            "B21 Mule: minor damage": hit * share([12 <= n < 16 for n in wound]),
            "B21 Mule: major damage": hit * share([16 <= n < 18 for n in wound]),
            "B21 Mule: critical damage": hit * share([n == 18 for n in wound]),
        }
    )
    assert list_result_kinds(found) == {"damage", "hits"}


def test_who_watches_and_who_may_touch_a_leader_are_assumptions() -> None:
    found = forecast_line(acting("fix r12 opp"), "b12 > r13 18cm")
    assert found.assumptions == ("opportunity fire: not by R12",)
    game = begin("fix b14 panic", "fix turn 2", "fix phase reaction")
    tested = forecast_line(game, "react b14")
    assert "B14 Fen touches a Leader or Sub-leader: no" in tested.assumptions
    assert list_result_kinds(tested) == {"PANIC", "ROUT"}


def test_what_is_sampled_says_what_it_rests_on_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tracker.application.chances.action_odds.BUDGET", 5)
    game = acting("fix r12 opp")
    found = forecast_action(game, parse_command(game, "b12 > r13 18cm"), OddsBudget(10))
    assert (found.exact, found.runs) == (False, 10)
    assert found.assumptions == ("opportunity fire: not by R12",)
    with pytest.raises(Refused, match="Type all the dice of this roll, or none"):
        forecast_line(game, "b12 > r13 18cm : 6")


# 2D6: 8 or more recovers (15 of 36), 5 to 7 panics (15 of 36), 4 or less routs (6 of 36); who
# routs has −1, so that 9 or more recovers (10 of 36), 6 to 8 panics (16), 5 or less routs (10).
@pytest.mark.rule("CZ-MORALE-04", "CZ-MORALE-05")
@pytest.mark.parametrize(
    ("had", "told"),
    [
        ("panic", {"no longer PANIC": 15, "PANIC stays": 15, "ROUT": 6}),
        ("rout", {"no longer ROUT": 10, "ROUT stays": 10, "PANIC": 16}),
    ],
)
def test_a_reaction_that_another_takes_the_place_of_is_no_relief(
    had: str, told: dict[str, int]
) -> None:
    game = begin_figures(book("combat-zone"))
    say(game, f"fix r14 {had}")
    marks = forecast_line(game, "react r14").marks
    chances = {mark.word: mark.chance for mark in marks}
    assert chances == pytest.approx({word: n / 36 for word, n in told.items()})
    removed, kept, added = told
    assert {mark.word: mark.change for mark in marks} == {
        removed: "removed",
        kept: "kept",
        added: "added",
    }
