"""What people see of dice rolled low, of bands of their own and of sums that succeed."""

from __future__ import annotations

import csv
import io

import pytest
from msgspec.structs import replace

from exports.game_json import render_game_json
from exports.shapes import chance_json_types
from tests.exports.csv_texts import write_rolls_csv
from tests.thin.kept import begin, take
from tests.thin.trial_assault import RULESET as TRIAL_ASSAULT
from tests.thin.trial_assault import Lost
from tests.thin.xenocide import RULESET as XENOCIDE
from tests.thin.xenocide import Fire
from tests.thin.xenocide_vehicles import Strike
from tracker.application.chances.action_odds import forecast_action
from tracker.application.chances.game_luck import compute_luck
from tracker.application.errors import Refused
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.free_rolls import format_free_roll_line, parse_free_roll
from tracker.application.match.game import Game
from tracker.cli import rules_and_odds_output as cli_told
from tracker.testing.match_in_memory import BLUE, RED, u
from tracker.vocabulary import events as ev
from tui.table.spectator_screen import SpectatorPanel
from tui.views.forecast_wording import describe_forecast, describe_number_chances
from tui.views.pending_question_view import PendingQuestionView, build_question_view
from tui.views.roll_formatting import format_roll_parts
from tui.widgets.large_characters import draw_big_number, draw_large_digits

A1, B1, RAIDER = u("r1"), u("b1"), u("b2")
PROFILES = {"rifle": {}, "brute": {"wounds": 3, "armour": 6}, "raider": {}}
WARRIORS = {
    "guard": {
        "skill": 3,
        "strength": 3,
        "toughness": 3,
        "attacks": 1,
        "save": 5,
        "leadership": 8,
    }
}


def xenocide(red: str = "Alpha: 4 rifle", blue: str = "Bravo: 5 rifle; Raider: 1 raider") -> Game:
    return begin(XENOCIDE, PROFILES, red, blue)


def asked(game: Game) -> PendingQuestionView:
    assert game.pending is not None
    return build_question_view(game.match, game.pending)


def told(game: Game) -> str:
    return " | ".join(line.text for line in list_log_lines(game.history))


def rolled(game: Game) -> list[ev.Rolled]:
    return [line.event for line in game.history.path if isinstance(line.event, ev.Rolled)]


def test_a_number_or_less_is_asked_with_its_parts_and_drawn_large() -> None:
    game = xenocide()
    take(game, "fire", RED, Fire(A1, B1, cover="light"))
    question = asked(game)
    assert (question.dice, question.need) == ("4D10", "2 or less")
    assert question.reason == "Missile skill 3, light cover -1"
    assert question.expected == "expected 0.8 of 4"  # 4 × 2/10
    assert draw_big_number("2 or less")[-1].endswith(" or less")
    assert draw_big_number("2 or less")[:2] == draw_big_number("2")[:2]


def test_a_part_held_by_the_limits_is_said() -> None:
    game = xenocide()
    game.adjust_by_hand(
        (ev.MarkerSet(subjects=(A1,), marker="suppressed", value=9),), reason="nine markers"
    )
    take(game, "fire", RED, Fire(A1, B1))
    # XF-SHOOT-07: 3 - 9 is held at 0; XF-SHOOT-08: ones are rolled again, and hit on 5 or less
    assert asked(game).reason == "Missile skill 3, suppression -9, never below 0 +6"
    game.answer_with_text("1 5 1 10")
    assert (asked(game).what, asked(game).dice, asked(game).need) == (
        "to hit, ones again",
        "2D10",
        "5 or less",
    )
    game.answer_with_text("5 6")
    assert asked(game).dice == "1D10"  # one hit, one save


def test_partial_hits_are_told_and_never_no_hits_alone() -> None:
    # XF-W02: a rocket of 2 d3 needs 3 and rolls 5: two models are struck without any d3
    game = xenocide(red="Alpha: 1 rifle")
    take(game, "fire", RED, Fire(A1, B1, area=2), "5")
    assert asked(game).dice == "2D10"
    assert "1 die 1 partial hit" in told(game)
    assert "0 hit" not in told(game)
    name, faces, outcome = format_roll_parts(rolled(game)[-1])
    assert (name, faces) == ("to hit", "5")
    assert outcome.endswith("1 partial hit")


def test_natural_tens_are_told_beside_the_hits() -> None:
    game = xenocide()
    take(game, "fire", RED, Fire(A1, B1), "3 10 7 10")
    assert "4 dice 1 hit, 2 natural tens" in told(game)


@pytest.mark.parametrize(("text", "hits"), [("1 2 5 9 need 5", 3), ("1 2 5 9 need 1 or less", 1)])
def test_another_number_is_needed_in_the_direction_of_the_roll(text: str, hits: int) -> None:
    game = xenocide()
    take(game, "fire", RED, Fire(A1, B1), text)
    last = rolled(game)[-1]
    assert last.asked is not None
    assert last.asked.need == "3 or less"
    assert last.need == ("5 or less" if hits == 3 else "1")
    assert asked(game).dice == f"{hits}D10"


def test_another_number_the_other_way_round_is_refused() -> None:
    game = xenocide()
    take(game, "fire", RED, Fire(A1, B1))
    for text, why in (
        ("1 2 5 9 need 5+", r"For 5 or less, type `need 5`\."),
        ("1 2 5 9 need 10", "needed can be 1 to 8"),
    ):
        with pytest.raises(Refused, match=why):
            game.answer_with_text(text)
    assert asked(game).need == "3 or less"


def test_luck_and_tables_count_rolls_that_are_low() -> None:
    game = xenocide()
    take(game, "fire", RED, Fire(A1, B1), "3 1 7 10", "9 2")
    (red, blue) = compute_luck(game.history).sides
    assert (red.tally.made, blue.tally.made) == (2, 1)
    assert red.tally.expected == pytest.approx(1.2)  # 4 × 3/10
    assert blue.tally.expected == pytest.approx(0.6)
    first = next(csv.DictReader(io.StringIO(write_rolls_csv(game))))
    assert (first["need"], first["modifiers"], first["chance"], first["expected"]) == (
        "3 or less",
        "Missile skill 3",
        "0.3000",
        "1.2000",
    )
    assert '"need": "3 or less"' in render_game_json(game)


def test_free_rolls_take_the_die_of_the_game() -> None:
    match = xenocide().match
    for said in (("3-", "seen?"), ("3", "or", "less", "seen?")):
        found = parse_free_roll(match, said, XENOCIDE.die)
        assert (found.dice, format_free_roll_line(match, found)) == ((10,), 'roll 1d10 3- "seen?"')
        assert found.need is not None
        assert found.need.bands[0].success
    with pytest.raises(Refused, match="1 to 9 or less"):
        parse_free_roll(match, ("10-",), XENOCIDE.die)
    assert parse_free_roll(match, ("off",), XENOCIDE.die).dice == (10, 10)


def test_those_who_watch_see_the_number_large() -> None:
    game = xenocide()
    take(game, "fire", RED, Fire(A1, B1))
    drawn = [
        row.plain.strip() for row in SpectatorPanel(game).render_needed_number(asked(game), 60, 1)
    ]
    assert drawn == [*(row.strip() for row in draw_large_digits("3", 1)), "or less"]


# -------------------------------------------------------------------------------------- forecasts


def test_a_forecast_says_how_much_damage() -> None:
    # One save on 8 or less: damage 1 with a 9, 2 with a 10
    game = xenocide()
    command = game.ruleset.actions["strike"].make_command(RED, Strike(A1, RAIDER, 1, 8))
    (damage,) = forecast_action(game, command).counts
    assert damage.what == "B2 Raider: damage"
    assert {one.n: one.chance for one in damage.chances} == pytest.approx({0: 0.8, 1: 0.1, 2: 0.1})
    assert describe_number_chances(damage) == "0 80%  1 10%  2 10%"
    assert (
        describe_forecast(forecast_action(game, command), 76)
        == "B2 Raider: damage  0 80%  1 10%  2 10%"
    )


def test_a_forecast_counts_suppression_and_wounds_carried() -> None:
    # A brute is hit on 3 of 10, saves on 6 - 1 = 5: a wound in 3/10 × 1/2. It has fired already
    game = xenocide(red="Alpha: 1 rifle", blue="Brutes: 1 brute")
    game.adjust_by_hand((ev.MarkerSet(subjects=(B1,), marker="fired"),), reason="it has fired")
    game.adjust_by_hand(
        (ev.MarkerSet(subjects=(B1,), marker="suppressed", value=1),), reason="one marker"
    )
    command = game.ruleset.actions["fire"].make_command(RED, Fire(A1, B1))
    (wounds,) = forecast_action(game, command).counts
    assert wounds.what == "B1 Brutes: wounds"
    assert {one.n: one.chance for one in wounds.chances} == pytest.approx({0: 0.85, 1: 0.15})
    # Four rifles lay one marker more on it for sure: that is no chance, and not told
    game = xenocide(blue="Brutes: 1 brute")
    game.adjust_by_hand((ev.MarkerSet(subjects=(B1,), marker="fired"),), reason="it has fired")
    (wounds, *none) = forecast_action(game, command).counts
    assert (wounds.what, none) == ("B1 Brutes: wounds", [])


# ----------------------------------------------------------------------------- sums that succeed


def morale(*said: str) -> Game:
    game = begin(TRIAL_ASSAULT, WARRIORS, "Alpha: 6 guard", "Bravo: 3 guard")
    take(game, "morale", BLUE, Lost(B1, 6), *said)
    return game


def test_a_sum_that_succeeds_is_asked_told_and_counted() -> None:
    # 8 - 2 for 6 against 3: 2D6 come to 6 or less in 15 of 36
    game = morale()
    question = asked(game)
    assert (question.dice, question.need) == ("2D6", "6 or less")
    assert question.reason == "Leadership 8, outnumbered -2"
    assert question.expected == "42% chance: holds"
    game.answer_with_text("3 4")
    assert "tests its morale: 7 (6 or less): falls back" in told(game)
    (row,) = compute_luck(game.history).kinds
    assert (row.what, row.tally.dice, row.tally.made) == ("morale", 1, 0)
    assert row.tally.expected == pytest.approx(15 / 36)
    assert compute_luck(game.history).sums == ()
    (line,) = csv.DictReader(io.StringIO(write_rolls_csv(game)))
    assert (line["form"], line["need"], line["successes"], line["chance"]) == (
        "score",
        "6 or less",
        "0",
        "0.4167",
    )


def test_a_sum_that_is_made_ends_there() -> None:
    game = morale("2 4")
    assert game.pending is None
    assert "tests its morale: 6 (6 or less): holds" in told(game)


def test_another_number_is_needed_of_a_sum() -> None:
    game = morale("3 4 need 7")
    assert game.pending is None
    last = rolled(game)[-1]
    assert (last.need, last.result) == ("7 or less", (7,))
    assert last.asked is not None
    assert (last.asked.need, last.why) == ("6 or less", "a different number was needed")


def test_sums_of_before_bands_were_kept_still_answer() -> None:
    # A roll stored without bands is read by what is asked now
    game = morale()
    assert game.pending is not None
    game.answer_with_text("2 4")
    old = replace(rolled(game)[-1], bands=(), need="")
    game = morale()
    game.answer_question(old)
    assert game.pending is None


def test_a_forecast_of_a_sum() -> None:
    game = begin(TRIAL_ASSAULT, WARRIORS, "Alpha: 6 guard", "Bravo: 3 guard")
    command = game.ruleset.actions["morale"].make_command(BLUE, Lost(B1, 6))
    found = forecast_action(game, command)
    marks = {one.what: one.chance for one in found.marks}
    assert marks["B1 Bravo: caught"] == pytest.approx(21 / 36 * 575 / 1296)
    (back,) = found.counts
    assert back.what == "B1 Bravo: falls back"
    assert back.chances[0].chance == pytest.approx(15 / 36 + 21 / 36 * 575 / 1296)


def test_odds_on_the_command_line_tell_numbers() -> None:
    row = chance_json_types.OddsShape(
        match="m1",
        line="r1 strikes b2",
        exact=True,
        runs=0,
        off_by=0.0,
        asks=None,
        losses=[],
        counts=[
            chance_json_types.NumberForecastShape(
                what="B2 Raider: damage",
                kind="damage",
                expected=0.3,
                chances=[
                    chance_json_types.NumberChanceShape(n=0, chance=0.8),
                    chance_json_types.NumberChanceShape(n=1, chance=0.1),
                    chance_json_types.NumberChanceShape(n=2, chance=0.1),
                ],
            )
        ],
        marks=[],
        rolled=[],
        ways=[],
        aftermaths=[],
        assumptions=[],
    )
    assert [*cli_told.list_odds_lines(row)] == [
        "r1 strikes b2  (exact)",
        "  B2 Raider: damage  0 80%   1 10%   2 10%   expected 0.3",
    ]
