"""Units whose figures differ: dice of figures are rolled in groups, each with its own stats."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from exports.battle_report_content import build_battle_report
from tests.gamefile.kit import shipped
from tests.saying import say
from tracker.application.chances.game_luck import compute_luck
from tracker.application.correcting.state_comparison import _describe_figure
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match_setup import Entrant
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.gamefile.ruleset_builder import build_ruleset
from tracker.procedures.requests import Roll
from tracker.testing.match_in_memory import BLUE, RED, Play, f, u
from tracker.testing.odds_oracle import check_agreed_odds
from tracker.testing.random_games import (
    check_game,
    check_undo,
    make_book,
    play_random_game,
    replay_in_memory,
)
from tracker.testing.ruleset_laws import check_all_laws
from tui.look_back.past_state_lines import list_past_groups
from tui.views.pending_question_view import build_question_view

GAME = """\
warledger_game = 1
id = "mixed"
title = "Mixed"
phases = [{ id = "act" }]
[stats]
skill = [2, 6]
shots = [1, 3]
save = [2, 7]
[profiles]
sergeant = { skill = 4, shots = 1, save = 3 }
rifleman = { skill = 5, shots = 1, save = 5 }
medic = { skill = 5, shots = 1, save = 5 }
gunner = { skill = 5, shots = 3, save = 5 }
[rolls.hits]
again = 1
[rolls.saves]
[actions.fire]
phases = ["act"]
at = "enemy"
steps = [
  { roll = "hits", dice = "figures * shots", need = "skill - figures / 4" },
  { roll = "saves", by = "target", dice = "hits", need = "target.save" },
  { lose = "hits - saves" },
]
[actions.duel]
phases = ["act"]
at = "enemy"
steps = [{ roll = "saves", dice = "figures", need = "skill - 1" }, { lose = "saves" }]
[forces.patrol]
units = ["Alpha: 1 sergeant and 2 riflemen", "Bravo: 2 riflemen, 1 gunner"]
"""
PROFILES = {
    "sergeant": {"skill": 4, "shots": 1, "save": 3},
    "rifleman": {"skill": 5, "shots": 1, "save": 5},
    "medic": {"skill": 5, "shots": 1, "save": 5},
    "gunner": {"skill": 5, "shots": 3, "save": 5},
}
R1, B1 = u("r1"), u("b1")


def begin(**figures: int) -> Play:
    play = Play(build_ruleset(GAME))
    play.muster(RED, {"r1": figures}, PROFILES)
    play.muster(BLUE, {"b1": {"sergeant": 1, "rifleman": 9}}, PROFILES)
    play.automatic()
    return play


def asked(play: Play) -> tuple[int, str, str]:
    roll = play.asked
    assert isinstance(roll, Roll)
    return roll.count, roll.need, roll.made_of


def test_figures_with_other_needs_or_dice_roll_apart_and_all_hits_are_saved_together() -> None:
    """The unit has five figures, so that each needs 1 less, whatever the size of its group."""
    play = begin(sergeant=1, rifleman=2, medic=1, gunner=1)
    play.do("fire", RED, play.ruleset.actions["fire"].params(unit=R1, target=B1))
    assert asked(play) == (1, "3+", "sergeant")
    play.roll("1")
    # A 1 is rolled again before the next group; 3 hits.
    assert asked(play) == (1, "3+", "sergeant")
    play.roll("3")
    # The medic shoots as riflemen do: 4 and 5 hit, 2 does not.
    assert asked(play) == (3, "4+", "rifleman ×2, medic")
    play.roll("425")
    # Three shots of one gunner: 6 hits.
    assert asked(play) == (3, "4+", "gunner")
    play.roll("263")
    # Four hits; the saves are those of the first figure, whoever is hit: 3 saves, three fall.
    assert asked(play) == (4, "3+", "")
    play.roll("3221")
    assert len(play.match.figures(B1)) == 7


def test_a_unit_of_one_kind_rolls_once() -> None:
    play = begin(rifleman=4)
    play.do("fire", RED, play.ruleset.actions["fire"].params(unit=R1, target=B1))
    assert asked(play) == (4, "4+", "")


def test_the_odds_are_exact() -> None:
    """One die at 3+ and two at 4+: none with 1/3 * 1/4, one with 2/3 * 1/4 + 1/3 * 1/2, two with
    2/3 * 1/2 + 1/3 * 1/4, three with 2/3 * 1/4.
    """
    play = begin(sergeant=1, rifleman=2)
    action = play.ruleset.actions["duel"]
    odds = check_agreed_odds(
        play.ruleset, play.table.state, action.stage, (RED, action.params(R1, B1))
    )
    assert sorted(odds.values()) == sorted(
        [Fraction(1, 12), Fraction(4, 12), Fraction(5, 12), Fraction(2, 12)]
    )


TROLLS = """\
warledger_game = 1
id = "trolls"
title = "Trolls"
phases = [{ id = "act" }]
[stats]
skill = [2, 6]
wounds = { least = 1, most = 6, usual = 1 }
[profiles]
orc = { skill = 4 }
troll = { skill = 4, wounds = 3 }
[rolls.hits]
[actions.hit]
phases = ["act"]
at = "enemy"
steps = [{ roll = "hits", dice = "figures", need = "skill" }, { wound = "hits" }]
"""


def face(archers: int, **figures: int) -> Play:
    """So many archers, who hit on 4+, face a unit of these figures."""
    play = Play(build_ruleset(TROLLS))
    known = {
        "troll": {"skill": 4, "wounds": 3},
        "orc": {"skill": 4},
        "ogre": {"skill": 4, "wounds": 2},
    }
    play.muster(RED, {"r1": {"orc": archers}}, known)
    play.muster(BLUE, {"b1": figures}, known)
    play.automatic()
    return play


def hit(play: Play, dice: str) -> list[tuple[str, int]]:
    """Roll an attack, and list the figures of the target that are left with their wounds."""
    play.do("hit", RED, play.ruleset.actions["hit"].params(unit=R1, target=B1))
    play.roll(dice)
    left = (play.match.figure(figure) for figure in play.match.figures(B1))
    return [(figure.profile, figure.wounds) for figure in left]


def test_each_figure_falls_by_its_own_stat_the_last_first() -> None:
    """Orcs have one wound, the troll has three: four wounds kill two orcs, then hurt the troll."""
    play = face(2, troll=1, orc=3)
    assert hit(play, "61") == [("troll", 0), ("orc", 0), ("orc", 0)]
    assert hit(play, "66") == [("troll", 0)]
    assert hit(play, "66") == [("troll", 2)]
    assert hit(play, "66") == []


def test_who_carries_wounds_takes_the_next_one() -> None:
    """The troll falls last of the list with its third wound, before the orcs above it."""
    play = face(2, orc=2, troll=1)
    assert hit(play, "66") == [("orc", 0), ("orc", 0), ("troll", 2)]
    assert hit(play, "66") == [("orc", 0)]
    # Both ogres have two wounds, the orc has one: its fall comes before that of the ogres.
    play = face(1, ogre=2, orc=1)
    assert hit(play, "6") == [("ogre", 0), ("ogre", 0)]
    assert hit(play, "6") == [("ogre", 0), ("ogre", 1)]
    assert hit(play, "6") == [("ogre", 0)]


def test_the_odds_of_wounds_in_a_mixed_unit_are_exact() -> None:
    """Two dice at 4+ against a troll behind an orc: 1/4 nothing, 1/2 the orc, 1/4 orc and wound."""
    play = face(2, troll=1, orc=1)
    action = play.ruleset.actions["hit"]
    odds = check_agreed_odds(
        play.ruleset, play.table.state, action.stage, (RED, action.params(R1, B1))
    )
    assert sorted(odds.values()) == [Fraction(1, 4), Fraction(1, 4), Fraction(1, 2)]


def test_wounds_are_corrected_by_hand() -> None:
    """A troll carries two wounds at most, an orc none; a third would remove the troll."""
    kept = make_book(build_ruleset(TROLLS), random.Random(1))
    game = kept.begin_match(
        "trolls", [Entrant("Red", "Archers: 2 orcs"), Entrant("Blue", "Band: 1 troll and 1 orc")]
    )
    assert play_line(game, "fix b1.1 wounds 2").error is None
    assert game.match.figure(f("b1", 1)).wounds == 2
    red, blue = (side.table for side in build_battle_report(game).sides)
    assert "now" not in red.headings
    assert (blue.headings[-1], [row[-1] for row in blue.rows]) == ("now", ["2 wounds"])
    assert play_line(game, "fix b1.1 wounds 3").error is not None
    assert play_line(game, "fix b1.2 wounds 1").error is not None
    assert play_line(game, "fix b1.1 wounds 1").error is None
    assert _describe_figure(game.state, f("b1", 1)) == "1 wound"
    (group,) = list_past_groups(game.state, game.state.info.sides[1].id)
    assert group.figures[0].marks == (("1 wound", True),)
    assert play_line(game, "fix b1.1 wounds 0").error is None
    assert game.match.figure(f("b1", 1)).wounds == 0


def test_games_by_chance_keep_the_laws() -> None:
    game = play_random_game(build_ruleset(GAME), random.Random(3), {})
    check_game(game)
    check_undo(game, 5)
    check_all_laws(replay_in_memory(game))


def test_the_log_names_the_kinds_of_figures_that_fall() -> None:
    """The last in the list fall first; a unit of one kind needs no names."""
    game = make_book(shipped("free"), random.Random(1)).begin_match(
        "free",
        [
            Entrant("Red", "5 riflemen"),
            Entrant("Blue", "Gang: 4 orcs, 1 boss\n2 wolves\nMob: 4 orcs, 1 boss"),
        ],
    )
    for line, fell in (
        ("r1 > b1 5d6 4+ : 61111", "B1 −1 (1 boss; 4 left)"),
        ("r1 > b1 5d6 4+ : 61111", "B1 −1 (3 left)"),
        ("r1 > b2 5d6 4+ : 61111", "B2 −1 (1 left)"),
        ("r1 > b3 5d6 4+ : 66111", "B3 −2 (1 orc, 1 boss; 3 left)"),
    ):
        assert play_line(game, line).error is None
        assert list_log_lines(game.history)[-1].text.endswith(f": {fell}")


@pytest.mark.parametrize(
    ("dice", "result", "text"),
    [
        (
            "1155 / 51 / 511",
            2,
            "4 dice 2 hits, 2 to reroll, 2 rerolled 1 hits, 3 dice 1 saves: B1 −2 (7 left)",
        ),
        ("2255 / 51", 1, "4 dice 2 hits, 2 dice 1 saves: B1 −1 (8 left)"),
    ],
)
def test_the_expected_result_counts_dice_that_are_rolled_again(
    dice: str, result: int, text: str
) -> None:
    # 4 dice hit on 4+, ones again once: 1/2 + 1/6 × 1/2 = 7/12. Saved on 5+: 2/3 go through.
    # 4 × 7/12 × 2/3 = 14/9, whether or not a one was rolled.
    book = make_book(build_ruleset(GAME), random.Random(1))
    game = book.begin_match("mixed", [Entrant("Red", "4 riflemen"), Entrant("Blue", "9 riflemen")])
    say(game, f"r1 fire b1 : {dice}")
    (attack,) = compute_luck(game.history).attacks
    assert (attack.dice, attack.result) == (4, result)
    assert attack.expected == pytest.approx(14 / 9)
    (line,) = (one.text for one in list_log_lines(game.history) if one.kind == "action")
    assert line.endswith(f"expected 1.6 not saves: {text}")


def test_the_question_expects_the_dice_that_are_rolled_again() -> None:
    # 4 dice hit on 4+, ones again once: 4 × 7/12 = 7/3. The two ones, rolled again, hit once.
    book = make_book(build_ruleset(GAME), random.Random(1))
    game = book.begin_match("mixed", [Entrant("Red", "4 riflemen"), Entrant("Blue", "9 riflemen")])
    for line, expected in (("r1 fire b1", "2.3 of 4"), ("answer : 1155", "1.0 of 2")):
        say(game, line)
        question = game.require_pending_question()
        assert build_question_view(game.match, question).expected == f"expected {expected}"
