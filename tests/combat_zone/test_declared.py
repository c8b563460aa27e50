"""What is declared, written down a second time: words, signs, how long markers last, keys."""

from __future__ import annotations

import pytest

from tests import declared
from tests.declared import table
from tracker.rulesets.combat_zone import RULESET

# CZ-TURN-02: points spent, shots fired, activations and unused opportunity fire go with the turn;
# dropped down, panic and rout stay. CZ-TURN-03: so do counters that lie face down.
MARKERS = """
panic         | PANIC              | P | figure | word   | -    | -
rout          | ROUT               | R | figure | word   | -    | -
recovered     | recovered          | r | figure | word   | turn | -
opportunity   | OF                 | o | figure | word   | turn | -
down          | down               | _ | figure | word   | -    | -
spent         | AP spent           | ● | figure | value  | turn | -
fired         | fired              | f | figure | value  | turn | -
acting        | now                | ▸ | figure | word   | step | -
finished      | finished           | - | figure | hidden | turn | -
holds         | holds              | h | figure | word   | turn | -
straggler     | straggler          | - | figure | word   | turn | -
tested        | tested             | - | figure | hidden | turn | -
damage        | damage             | ! | figure | value  | -    | -
effect        | effect of damage   | - | figure | value  | -    | -
malfunction   | malfunction        | ? | figure | value  | -    | -
ran           | rout move made     | - | figure | hidden | turn | -
malfunctioned | malfunction done   | - | figure | hidden | turn | -
armour_lost   | armour gone        | - | figure | word   | -    | -
activated     | activated          | x | unit   | word   | turn | -
scattered     | out of coherency   | c | unit   | word   | -    | -
deployed      | deployed           | - | unit   | hidden | -    | both
with          | acts with          | - | unit   | value  | -    | -
declared      | coherency declared | - | match  | hidden | turn | -
initiative    | initiative         | - | side   | value  | turn | -
passed        | passed             | - | side   | word   | turn | -
end_offered   | played on          | - | match  | hidden | -    | -
"""
SET_RIGHT = """
panic         | panic              | - | PANIC            | -
rout          | rout               | - | ROUT             | -
recovered     | recovered          | - | recovered        | -
opportunity   | opp                | - | opportunity fire | OF
down          | down               | - | down             | down
spent         | spent              | - | points spent     | AP spent
fired         | fired              | - | fired            | -
acting        | acts               | - | acts now         | -
finished      | finished           | - | finished         | -
holds         | holds              | - | holds            | -
straggler     | straggler          | - | straggler        | -
tested        | tested             | - | tested           | -
damage        | damage             | - | damage           | -
effect        | effect             | - | effect of damage | -
malfunction   | malfunction        | - | malfunction      | -
ran           | ran                | - | rout move made   | -
malfunctioned | malfunction-done   | - | -                | -
armour_lost   | armour-gone        | - | armour gone      | -
activated     | activated          | - | activated        | -
scattered     | scattered          | - | out of coherency | -
deployed      | deployed           | - | -                | -
with          | with               | - | acts with        | -
declared      | coherency-declared | - | -                | -
initiative    | initiative         | - | initiative       | -
passed        | passed             | - | passed           | -
end_offered   | played-on          | - | -                | -
"""
AMOUNTS = """
panic      | panics from turn | 0 | 99 | -  | -
spent      | points spent     | 0 | 99 | 12 | True
initiative | total            | 0 | 99 | -  | -
"""
ACTIONS = """
next        | continue                    | - | - | -
deploy      | sets up                  | to set up | - | setup
routs       | rout moves               | - | - | compulsory
malfunction | malfunctions             | - | - | -
react       | reaction tests           | - | - | reaction
coherency   | coherency                | - | - | -
initiative  | roll initiative          | - | - | initiative
activate    | activated                | - | - | actions
pass        | passes its slot      | - | - | actions
with        | acts with                | - | - | -
hold        | holds                    | - | - | actions
move        | moves                    | - | - | actions
turn        | turns                    | - | - | actions
door        | opens or closes a door   | - | - | actions
pick        | picks up                 | - | - | actions
cross       | crosses an obstacle      | - | - | actions
drop        | drops down               | - | - | actions
stand       | gets up                  | - | - | actions
shoot       | shoots                   | - | - | actions
aim         | aims at                  | - | - | actions
opp         | goes on opportunity fire | - | - | actions
fire        | fires in between         | - | - | actions
charge      | charges                  | - | - | actions
again       | fights on                | - | - | actions
flee        | runs away                | - | - | actions
effect      | suffers                  | - | - | -
end         | ends the game            | - | - | -
"""
ROLLS = """
contest  | initiative          | -   | -    | CZ-INIT-02   | -
dice     | reaction test       | -   | -    | CZ-MORALE-02 | -
to_hit   | to hit              | hit | hits | CZ-SHOOT-04  | -
scored   | wound               | -   | -    | -            | -
placed   | place of the damage | -   | -    | CZ-DMG-05    | -
compared | attack              | -   | -    | CZ-MELEE-03  | -
"""
# CZ-T1; a side after the other activates a group (CZ-INIT-05).
PHASES = """
setup      | set-up         | both      | True | - | -
compulsory | compulsory     | both      | -    | - | compul.
reaction   | reaction tests | both      | -    | - | react
initiative | initiative     | both      | -    | - | init
actions    | actions        | alternate | -    | - | -
"""
KEYS = """
> | -       | enemy  | fires at                 | -
m | moves   | nobody | moves                    | ap
a | aims    | enemy  | aims at                  | -
o | opp     | nobody | goes on opportunity fire | -
c | charges | enemy  | charges, or fights on    | -
b | flees   | nobody | runs away                | ap
l | drops   | nobody | lies down                | -
g | stands  | nobody | gets up                  | -
j | crosses | nobody | crosses an obstacle      | -
p | door    | nobody | opens or closes a door   | -
- | holds   | nobody | does nothing more        | -
"""


@pytest.mark.rule("CZ-TURN-02", "CZ-TURN-03", "CZ-SETUP-04")
def test_markers_and_how_long_they_last() -> None:
    assert declared.markers(RULESET) == table(MARKERS)
    (engaged,) = RULESET.links
    found = (engaged.id, engaged.word, engaged.sign, engaged.on, engaged.said, engaged.off)
    assert found == ("engaged", "close combat", "v", "figure", "combat", "free")
    assert (engaged.until, engaged.placed) == ("", True)


def test_harm_and_nerve_are_told_before_all_else() -> None:
    weights = declared.weights(RULESET)
    assert weights.pop("BOOKKEEPING")
    assert weights == {
        "NERVE": ["panic", "rout"],
        "HARM": ["damage", "armour_lost"],
        "USUAL": ["opportunity", "effect", "malfunction", "scattered", "with"],
    }
    assert [m.id for m in RULESET.markers if m.quiet] == ["spent", "fired", "acting"]


def test_words_with_which_markers_are_set_right() -> None:
    assert declared.set_right(RULESET) == table(SET_RIGHT)
    families = {m.id: m.family for m in RULESET.markers if m.family}
    (reaction,) = set(families.values())
    assert list(families) == ["panic", "rout", "recovered"]  # one at a time (CZ-MORALE-10)
    assert (reaction.row, reaction.off, reaction.column) == ("reaction", "steady", "reaction")


def test_numbers_that_markers_may_say() -> None:
    assert declared.amounts(RULESET) == table(AMOUNTS)


def test_words_of_actions_and_their_phases() -> None:
    assert declared.actions(RULESET) == table(ACTIONS)
    assert [name for name, action in RULESET.actions.items() if action.any_time] == ["end"]
    assert [name for name, action in RULESET.actions.items() if action.sided] == ["pass"]
    assert [name for name, action in RULESET.actions.items() if action.breaks_in] == ["fire"]
    tells = [name for name, action in RULESET.actions.items() if action.tells]
    assert tells == ["door", "pick", "cross", "drop", "stand"]


def test_words_of_rolls_and_their_rules() -> None:
    assert declared.rolls(RULESET) == table(ROLLS)
    made = {name: [kind.id for kind in each.rolls] for name, each in RULESET.actions.items()}
    shot = ["to_hit", "scored"]
    assert {name: rolls for name, rolls in made.items() if rolls} == {"shoot": shot, "aim": shot}


@pytest.mark.rule("CZ-T1")
def test_phases_and_whose_go_it_is() -> None:
    assert declared.phases(RULESET) == table(PHASES)


def test_keys() -> None:
    keys = RULESET.keys
    assert declared.keys(RULESET) == table(KEYS)
    assert keys.usual == {"actions": ">"}
    covers = {"o": "open", "s": "soft", "d": "medium", "h": "hard", "x": "extra-hard"}
    assert keys.flags == covers
    assert not keys.unhurried
    assert [verb.key for verb in keys.verbs if verb.alone] == ["c"]
