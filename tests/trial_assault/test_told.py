"""A combat as the log tells it: who fell, what was needed, and nothing of the book's own words."""

from __future__ import annotations

import pytest

from tests.saying import say
from tests.trial_assault.evening import (
    HERE,
    RULES,
    beaten,
    begin,
    charged,
    sampled_in_movement,
    with_samples,
)
from tracker.application.book import Book
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.log.match_display_names import MatchNames
from tracker.application.log.roll_descriptions import describe_roll_briefly
from tracker.application.match_setup import Entrant
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.cli.game_output import build_game_shape
from tracker.ledger.memory_store import MemoryStore
from tracker.rulesets.trial_assault.data import markers
from tracker.vocabulary.events import FiguresRemoved, Rolled
from tracker.vocabulary.subject_ids import make_unit_id

DUEL = ("ridge", "bastion")
SAMPLES = ("hollow-court", "cinder-guard")


def test_blows_say_what_they_needed_how_many_fell_and_who_is_left() -> None:
    """B1 strikes with six dice, 4 hit, 3 wound, 1 saved: two of eight fall; R1 slays three of six.

    WS 4 v 4 needs 4+ (TA-T1), S 4 v T 4 needs 4+ (TA-T2), and nobody is told of links.
    """
    told = list_log_lines(beaten("b1 tests : 66").history)[5:]
    assert [line.text for line in told] == [
        "B1 Troopers ▸ R1 Raiders, expected 1.2 not saved:"
        " 6 dice 4 hit, 4 dice 3 wound, 3 dice 1 saved:"
        " 2 slain, wounds Red 0 · Blue 2, R1 −2 (6 left)",
        "R1 Raiders ▸ B1 Troopers, expected 2.0 not saved:"
        " 24 dice 12 hit, 12 dice 4 wound, 4 dice 1 saved:"
        " 3 slain, wounds Red 3 · Blue 2, B1 −3 (3 left), R1 won the combat, B1 lost the combat",
        "B1 Troopers tests: morale 12 (6 or less): breaks",
    ]
    assert [each.text for each in told[0].details][:2] == [
        "6 dice 4 hit · need 4+ (WS 4 v 4 gives 4) · dice 1 2 4 4 5 6",
        "4 dice 3 wound · need 4+ (S 4 v T 4 gives 4) · dice 2 4 5 6",
    ]


@pytest.mark.rule("TA-FORCE-05")
def test_a_character_who_joins_his_own_unit_does_not_leave_it() -> None:
    game = sampled_in_movement("r3 joins r1", "r3 joins r2")
    assert [line.text for line in list_log_lines(game.history)[-2:]] == [
        "R3 Captain Hale joins R1 First Embers",
        "R3 Captain Hale joins R2 Second Embers: R3 leaves R1 First Embers",
    ]


def test_failed_dice_rolled_again_count_with_their_attack() -> None:
    """5 talons strike with 20 dice and wound on 4+. Failed dice are rolled once again (TA-SPEC-03).

    20 × 2/3 × (1/2 + 1/2 × 1/2) = 10.0 wounds.
    """
    book = Book(MemoryStore(), rulesets={RULES.id: RULES})
    texts = ((HERE / "samples" / f"{name}.toml").read_text("utf-8") for name in SAMPLES)
    sides = zip(("Red", "Blue"), texts, strict=True)
    game = book.begin_match(RULES.id, [Entrant(*side) for side in sides])
    say(game, "deploy red", "deploy blue", "first red", "next", "next", "r3 charges b1", "next")
    say(game, "sheet r3 5 b1 b1 9 r3", "r3 fights b1 : =12 / =6 / =0")
    assert list_log_lines(game.history)[-1].text.startswith(
        "R3 Talons ▸ B1 First Embers, expected 10.0 wounds:"
        " 20 dice 12 hit, 12 dice 6 wound, 6 rerolled 0 wound"
    )


@pytest.mark.rule("TA-CAS-04", "TA-RES-01")
def test_a_model_that_falls_by_a_wound_it_carries_is_counted_with_the_others() -> None:
    """5 wounds on a model with 1 left, and on others with 3 each: 2 fall, and 1 wound is left."""
    texts = [(HERE / "recorded" / f"{name}.toml").read_text("utf-8") for name in DUEL]
    texts[1] = texts[1].replace("[profiles.trooper]\n", "[profiles.trooper]\nw = 3\n")
    game = Book(MemoryStore(), rulesets={RULES.id: RULES}).begin_match(
        RULES.id, [Entrant(*side) for side in zip(("Red", "Blue"), texts, strict=True)]
    )
    say(game, "deploy red", "deploy blue", "first red", "next", "next", "r1 charges b1", "next")
    say(game, "fix b1.1 wounds 2", "b1 fights r1 : =0", "r1 fights b1 : =12 / =10 / =5")
    text = list_log_lines(game.history)[-2].text
    assert ": 2 slain, wounds Red 5 · Blue 0, B1.5 carries 1 wound, B1 −2 (4 left)" in text


@pytest.mark.rule("TA-CHG-16")
def test_a_charged_unit_that_fails_to_regroup_is_gone_and_falls_back_no_longer() -> None:
    game = begin("next", "next", "fix b1 falling-back", "r1 charges b1 : 66")
    text = list_log_lines(game.history)[-1].text
    assert ": regroup 12 (8 or less): failed, B1 scattered" in text
    unit = build_game_shape(game, game.state, game.history.last_line_number).sides[1].units[0]
    assert (unit.figures, unit.marks) == (0, [])


def test_links_set_by_hand_are_told_in_words() -> None:
    game = charged()
    say(game, "fix r1 locked b1", "fix r1 fired-at b2", "fix r1 free")
    assert [line.text for line in list_log_lines(game.history)[-3:]] == [
        "R1 Raiders locked with B1 Troopers, fixed by hand",
        "R1 Raiders fired at B2 Guards, fixed by hand",
        "R1 Raiders free of B1 Troopers, fixed by hand",
    ]


@pytest.mark.rule("TA-COVER-01")
def test_a_charge_into_cover_is_told_with_the_cover() -> None:
    """The cover explains why B1 strikes first, although the typed line said it."""
    game = charged("r1 charges b1 covered")
    (told,) = (line.text for line in list_log_lines(game.history) if "charges" in line.text)
    assert told == "R1 Raiders charges B1 Troopers: B1 in cover against R1"


def test_the_dice_of_a_sweep_say_that_it_is_made() -> None:
    """8 beats 7: B1 is caught and fights on, whether the yes is said or not (TA-SWEEP-02)."""
    for said in ("r1 sweeps : 44", "r1 sweeps : yes / 44"):
        game = beaten("b1 tests : 66", "b1 flees : 25", said)
        assert list_log_lines(game.history)[-1].text.endswith(
            "sweeping advance 8: B1 Troopers caught"
        )
        assert not game.match.has(make_unit_id("b1"), markers.BROKE)


def test_a_combat_nobody_wins_is_said_to_be_drawn() -> None:
    """One raider falls, one trooper falls: 1 to 1 (TA-RES-02)."""
    game = charged("r1 charges b1")
    say(game, "b1 fights r1 : 444411 / 4111 / 3", f"r1 fights b1 : {'1' * 27}4 / 5 / 1")
    assert list_log_lines(game.history)[-1].text.endswith(
        "wounds Red 1 · Blue 1, B1 −1 (5 left), B1, R1 drew the combat"
    )


@pytest.mark.rule("TA-CHG-10")
def test_a_sheet_is_a_line_of_the_log_with_a_number_to_correct_it_by() -> None:
    """Of 8 raiders 4 touch and 2 support, of 6 troopers 3 touch; said anew 5 and 1."""
    game = charged("r1 charges b1")
    say(game, "sheet r1 4+2 b1 3 r1")
    line = list_log_lines(game.history)[-1]
    assert line.text == (
        "R1 Raiders: 4 in contact with B1 Troopers, 2 in support against B1, 2 in neither"
        " | B1: 3 in contact with R1, 3 in neither"
    )
    assert line.number == game.history.last_line_number
    play_line(game, "undo")
    assert not any(
        "in contact" in one.text for one in list_log_lines(game.history) if one.kind == "action"
    )
    say(game, "redo", "sheet : 5 1 6 0")
    assert list_log_lines(game.history)[-1].text == (
        "R1 Raiders: 5 in contact with B1 Troopers, 1 in support against B1, 2 in neither"
        " | B1: 6 in contact with R1"
    )


def test_who_breaks_off_with_its_unit_follows_the_outcome_of_the_test() -> None:
    game = with_samples("r1 charges b1")
    say(game, "r1 tests : 66")
    assert list_log_lines(game.history)[-1].text.startswith(
        "R1 First Embers tests: morale 12 (10 or less): breaks, R3 Captain Hale breaks off"
    )


@pytest.mark.rule("TA-REGROUP-01")
def test_a_unit_that_fails_to_regroup_still_falls_back() -> None:
    game = begin("fix b1 falling-back", *["next"] * 3, "b1 regroups : 66")
    assert list_log_lines(game.history)[-1].text == (
        "B1 Troopers regroups: 12 (8 or less): still falling back"
    )


@pytest.mark.parametrize(("lost", "told"), [(2, "still falling back"), (6, "breaks")])
def test_only_a_unit_that_loses_all_figures_by_its_roll_no_longer_falls_back(
    lost: int, told: str
) -> None:
    game = begin("fix b1 falling-back", *["next"] * 3, "b1 regroups : 66")
    entry = game.history.find_last_entry_on_path()
    assert entry is not None
    assert isinstance(entry.input, Rolled)
    unit = make_unit_id("b1")
    fallen = FiguresRemoved(figures=game.state.units[unit].figures[:lost])
    text = describe_roll_briefly(MatchNames(game.state), entry.input, (fallen,))
    assert text == f"regroup 12 (8 or less): {told}"


@pytest.mark.rule("TA-WIN-02")
def test_the_log_shows_no_score_that_lacks_the_losses() -> None:
    """B1, worth 90, is gone, and 5 points are added by hand: 95, which the end shows."""
    game = begin("fix b1 figures -6", "vp red 5")
    row = next(row for row in RULES.setting_right.list_rows(game.match) if row.subject == "s:r")
    assert (row.word, row.value) == ("VP by hand", "5")
    assert (row.get_line_part("155"), row.get_line_part("-994")) == ("vp r +150", "vp r -999")
    say(game, "vp r +150", "vp r -150")
    assert game.match.points(game.match.sides[0]) == 5
    while game.match.turn == 1:
        say(game, "next")
    say(game, "end", "answer : red")
    texts = {line.kind: line.text for line in list_log_lines(game.history)}
    assert texts["turn"] == "turn 1 over"
    assert "Red 95, Blue 0" in texts["end"]
