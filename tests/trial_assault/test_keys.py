"""The assault phase of two units that charge one, in keys: how many, and that nothing else is asked
(ux.md 0d and 1.3: a fighters sheet of at most 18 keys, the whole of at most 65 besides dice).
"""

from __future__ import annotations

import pytest

from tests.saying import say
from tests.trial_assault import mob
from tests.trial_assault.evening import sampled_in_movement
from tests.tui.kit import Stage, act, book
from tests.tui.scribing import Scribe, besides_dice
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.cli.game_output import build_game_shape
from tracker.rulesets.trial_assault import RULESET
from tracker.testing.match_in_memory import u
from tui.widgets.help_dialog import build_phase_verbs_section

SHEET = "s⏎4 4 5 0 3 3 4 2⏎"
PHASE = (
    "nn", "1,2c1⏎", "⏎",  # nobody moves or fires; both make contact
    SHEET,  # R1 4 and 4 in support, R2 5, B1 3 and 3 against R1, 4 and 2 against R2
    "⏎=8⏎=5⏎{51264}⏎⏎",  # step 4, the troopers: supporters fall first
    "⏎{164235}⏎{521}⏎{3}⏎⏎", "⏎{236}⏎{5}⏎{4}⏎",  # step 3, the guards at both
    "⏎=13⏎=6⏎{152364}⏎⏎",  # step 2, the raiders: 16 heavy dice and 3 of support in one roll
    "⏎{2364}⏎{152}⏎",  # step 1, the fist
    "{43}⏎", "⏎{25}⏎",  # 7 on 2: broken; falls back 7
    "⏎{44}⏎", "⏎",  # R1 sweeps 8, and has caught it; R2 does not
    "⏎",  # everybody piles in
)  # fmt: skip
ASKED = [
    ("in contact and in support", 0),
    ("to hit", 12), ("to wound", 8), ("save", 5), ("falls", 0),
    ("to hit", 6), ("to wound", 3), ("save", 1), ("falls", 0),
    ("to hit", 3), ("to wound", 1), ("save", 1),
    ("to hit", 19), ("to wound", 13), ("save", 6), ("falls", 0),
    ("to hit", 4), ("to wound", 3),
    ("morale", 2), ("fall back", 2),
    ("R1 makes a sweeping advance: over 7 catches B1", 0), ("sweeping advance", 2),
    ("R2 makes a sweeping advance: over 7 catches B1", 0),
]  # fmt: skip
LINES = (
    *("next", "next", "r1,r2 charges b1", "next", "sheet r1 4+4 r2 5 b1 3+3 r1 b1 4+2 r2"),
    "r2 fights b1 : =8 / =5 / 51264 / falls support",
    *("b1 fights r1 : 164235 / 521 / 3 / falls support", "b1 fights r2 : 236 / 5 / 4"),
    "r1 fights b1 : =13 / =6 / 152364 / falls support",
    *("r2 fights b1 : 2364 / 152", "b1 tests : 43", "b1 flees : 25"),
    *("r1 sweeps : 44", "r2 sweeps : no", "all piles"),
)


def test_a_combat_of_two_units_that_charge_one() -> None:
    scribe = Scribe(game := mob.begin())
    scribe.press_all(PHASE)
    assert sum(map(besides_dice, PHASE)) <= 65
    assert besides_dice(SHEET) <= 18
    assert scribe.asked == ASKED
    units = [len(game.match.figures(unit)) for unit in game.match.units()]
    assert units == [7, 5, 5, 4, 3, 10]  # 9 of 12 guards for a raider
    said = mob.begin(*LINES)
    for one in ("units", "figures", "clock"):
        assert getattr(game.state, one) == getattr(said.state, one)


@pytest.mark.thorough
def test_the_phase_at_the_table() -> None:
    """The same keys through the screen write the same game."""
    kept, plain = book("trial-assault"), mob.begin()
    mob.begin(kept=kept)
    Scribe(plain).press_all(PHASE)

    async def story(stage: Stage) -> None:
        await stage.press("".join(PHASE).replace("{", "").replace("}", "").replace(" ", "⎵"))

    act(story, kept, game="m1")
    assert kept.open_game("m1").state == plain.state


TWO = ("next", "next", "r1 charges b1 | r2 charges b2", "next")
BEATEN = (*LINES[:-5], "b1 tests : 43")
FREE = ("fix b1 falling-back", "fix phase movement blue")
WON = (
    *("next", "next", "fix b1 figures -11", "r3 charges b1", "next"),
    *("r3 fights b1 : =5 / =4 / 1111", "answer : none"),  # nobody is near
)

# where the game stands, the keys, the line they stand for
SAME = (
    ((), "2m6⏎", "r2 moves 6in"),
    ((), "3-⏎", "r3 stays"),
    (("next",), "3f2s⏎1⏎", "r3 fires b2 standing : 1"),
    (("next", "next"), "1,2c1v⏎", "r1,r2 charges b1 covered"),
    (("next", "next"), "1c1r⏎{25}⏎y⏎", "r1 charges b1 : 25 / yes"),
    (("next", "next"), "1c15r⏎{25}⏎", "r1 charges b1 5in rough : 25"),
    (("next", "next"), "1c1x⏎", "r1 charges b1 failed"),
    (TWO, "2b⏎", "r2 begins"),
    (TWO, "s⏎⏎", "sheet : 8 0 12 0"),
    (BEATEN, "1lr⏎{25}⏎", "b1 flees rough : 25"),
    (FREE, "1g⏎{34}⏎", "b1 regroups : 34"),
    (FREE, "1lo⏎{34}⏎", "b1 flees off : 34"),
    (WON, "3o2⏎", "r3 consolidates b2"),
    (WON, "3o⏎", "r3 consolidates"),
    ((*TWO, "fix phase pile"), "2p⏎", "r2 piles"),
)


@pytest.mark.parametrize(("lines", "keys", "line"), SAME)
def test_keys_write_what_the_line_writes(lines: tuple[str, ...], keys: str, line: str) -> None:
    typed, written = mob.begin(*lines), mob.begin(*lines)
    Scribe(typed).press(keys)
    done = play_line(written, line)
    assert done.error is None, done.error.message
    assert typed.state == written.state
    assert typed.version > mob.begin(*lines).version


@pytest.mark.thorough
@pytest.mark.rule("TA-TURN-03")
def test_the_side_on_turn_chooses_which_combat_is_fought_next() -> None:
    """R1 and B1 are first as they come; chosen, the second is proposed to its end, by blows of
    either side, then the first. The list of combats says which is next.
    """
    game = mob.begin(*TWO)
    scribe = Scribe(game)
    assert proposed(scribe) == "b1 fights r1"  # Initiative 3 before 2
    (who, how), (other, _) = game.combat_participants_and_states
    assert (who, how[:12], other) == ("R1 v B1", "next; step 3", "R2 v B2")
    first, second = build_game_shape(game, game.state, game.history.last_line_number).combats
    assert (first.units, second.units) == (
        {"Red": ["r1"], "Blue": ["b1"]},
        {"Red": ["r2"], "Blue": ["b2"]},
    )
    assert (first.step, first.is_next, second.is_next) == (3, True, False)
    assert [(one.unit, one.target) for one in first.strikers] == [("b1", "r1")]
    assert (first.wounds, first.winner, first.fought) == ({"Red": 0, "Blue": 0}, None, False)
    # All are in contact unless it is said otherwise (TA-FIGHT-01).
    assert {one.unit: (one.enemies, one.engaged, one.supporting) for one in first.contact} == {
        "r1": (["b1"], len(game.match.figures(u("r1"))), 0),
        "b1": (["r1"], len(game.match.figures(u("b1"))), 0),
    }
    scribe.press("2b⏎")
    assert proposed(scribe) == "r2 fights b2"
    assert [how.startswith("next; step 4") for _, how in game.combat_participants_and_states] == [
        False,
        True,
    ]
    scribe.press("⏎{=0}⏎")
    assert proposed(scribe) == "b2 fights r2"
    scribe.press("⏎{=0}⏎")
    assert proposed(scribe) == "r2 fights b2"  # the fist, at 1
    scribe.press("⏎{=0}⏎")
    assert proposed(scribe) == "b1 fights r1"


@pytest.mark.rule("TA-TURN-03")
def test_a_combat_that_is_half_fought_comes_before_the_others() -> None:
    scribe = Scribe(game := mob.begin(*TWO))
    scribe.press("2k2⏎{=0}⏎")
    assert proposed(scribe) == "b2 fights r2"
    say(game, "r1 begins")  # unless another is chosen
    assert proposed(scribe) == "b1 fights r1"
    assert [one.text for one in say(game, "r3 begins").objections] == ["R3 is not in close combat"]


def proposed(scribe: Scribe) -> str:
    found = scribe.prompt.reader.get_proposal()
    return "" if found is None else found.line


@pytest.mark.rule("TA-FORCE-05")
def test_a_character_joins_a_unit_by_a_key() -> None:
    """Samples: Captain Hale (R3) begins with R1."""
    typed, written = sampled_in_movement(), sampled_in_movement()
    Scribe(typed).press("3j2⏎")
    assert play_line(written, "r3 joins r2").error is None
    assert typed.state == written.state


def test_keys_of_set_up_are_those_that_do_something_there() -> None:
    _, rows = build_phase_verbs_section(RULESET, "setup", "3")
    assert [(row.label, row.text) for row in rows] == [("3j", "joins + a unit of the same side")]
