"""What is declared, written down a second time: words, signs, how long markers last, keys."""

from __future__ import annotations

import pytest

from tests import declared
from tests.declared import table
from tracker.rulesets.deathzap2 import RULESET

# DZ-TURN-02: kill tallies go with the phase, order dice and second moves with the turn; panic and
# damage stay. DZ-UNIT-05: both parts of a panicked unit are panicked. DZ-G04, DZ-G10: the order and
# the killed stay with the larger part.
MARKERS = """
panicked      | PANIC                  | P | unit   | since  | -     | both
order         | order                  | o | unit   | value  | turn  | larger
moved         | moved                  | m | unit   | word   | phase | both
fired         | fired                  | f | unit   | word   | phase | both
second_move   | moved twice            | again | unit   | word   | turn  | both
fought        | fought                 | x | unit   | word   | phase | both
held          | holds                  | h | unit   | word   | phase | both
fled          | fled                   | - | unit   | hidden | phase | both
spent         | gave up its fire       | - | figure | hidden | phase | -
ordered       | orders given           | - | side   | hidden | phase | -
killed        | killed                 | - | unit   | hidden | phase | larger
deployed      | deployed               | - | unit   | hidden | -     | both
to_remove     | to remove              | − | figure | word   | -     | -
halved        | half speed             | ½ | figure | times  | -     | -
immobile      | immobile               | ! | figure | word   | -     | -
will_halve    | half speed at phase end | ½+ | figure | times | -     | -
will_stop     | immobile at phase end  | !+ | figure | word   | -     | -
will_lose     | gun lost at phase end  | g+ | figure | value  | -     | -
target        | hunted                 | ◎ | figure | word   | -     | -
edge          | base edge              | - | side   | value  | -     | -
sets_up_first | sets up first          | - | side   | word   | -     | -
assassinated  | killed its target      | - | side   | word   | -     | -
first_to_half | first to half          | - | side   | hidden | -     | -
end_offered   | played on              | - | match  | hidden | -     | -
"""
SET_RIGHT = """
panicked      | panic                   | calm | PANIC since turn        | PANIC
order         | order                   | -    | order die               | order
moved         | moved                   | -    | moved                   | moved
fired         | fired                   | -    | fired                   | fired
second_move   | again                   | -    | moved twice             | -
fought        | fought                  | -    | fought                  | -
held          | holds                   | -    | holds                   | -
fled          | fled                    | -    | -                       | -
spent         | gave-up-its-fire        | -    | -                       | -
ordered       | orders-given            | -    | -                       | -
killed        | killed                  | -    | -                       | -
deployed      | deployed                | -    | -                       | -
to_remove     | to-remove               | -    | to remove               | -
halved        | half                    | -    | half speed, times       | half
immobile      | immobile                | -    | immobile                | immob.
will_halve    | half-speed-at-phase-end | -    | half speed at phase end | -
will_stop     | immobile-at-phase-end   | -    | immobile at phase end   | -
will_lose     | losing-at-phase-end     | -    | gun lost at phase end   | -
target        | hunted                  | -    | hunted                  | -
edge          | base-edge               | -    | base edge               | -
sets_up_first | sets-up-first           | -    | sets up first           | -
assassinated  | target-killed           | -    | target killed           | -
first_to_half | first-to-half           | -    | -                       | -
end_offered   | played-on               | -    | -                       | -
"""
# Six turns (DZ-TURN-01); an order die shows 1 to 6; a first to half gets 3 points (DZ-WIN-05).
AMOUNTS = """
panicked      | panicked since turn          | 0 | 6    | -  | -
order         | order die                    | 1 | 6    | -  | -
fled          | hundredths of an inch        | 0 | 9999 | -  | -
killed        | figures killed in this phase | 1 | 99   | 20 | -
halved        | times its speed is halved    | 1 | 9    | 6  | True
will_halve    | times its speed is halved    | 1 | 9    | 6  | True
first_to_half | points it got                | 0 | 99   | 3  | -
"""
ACTIONS = """
next       | continue                | -                      | - | -
objectives | roll objectives      | -                      | - | setup
deployment | roll for deployment  | -                      | - | setup
deploy     | sets up              | -                      | - | setup
targets    | name hunted figures  | -                      | - | setup
impetus    | roll impetus         | -                      | - | impetus
orders     | rolled orders        | to roll orders         | - | -
reassign   | swapped order dice   | to swap order dice     | - | orders move
move       | moved                | to move                | - | move
contact    | contacted            | to contact             | - | move shoot
part       | lost contact         | to lose contact        | - | -
join       | joined               | to join                | - | move shoot morale
split      | split                | to split               | - | -
shoot      | shoots               | -                      | ▸ | shoot
second     | moved again          | to move again          | - | shoot
hold       | held                 | to hold                | - | move shoot melee morale
fight      | in melee             | to fight               | ▸ | melee
flight     | fled over obstacles  | to flee over obstacles | - | morale
objective  | own objective        | -                      | - | -
counters   | place counters       | -                      | - | -
award      | scores               | -                      | - | -
end        | end the game         | -                      | - | -
"""
ROLLS = """
objective_dice  | objectives                  | -       | -       | DZ-WIN-03    | -
counters        | places of the four counters | -       | -       | DZ-WIN-09    | -
deployment_dice | deployment                  | -       | -       | DZ-SETUP-04  | -
roll_off        | impetus                     | -       | -       | DZ-IMP-01    | -
orders          | orders                      | -       | -       | DZ-ORD-02    | -
join_dice       | join                        | -       | -       | DZ-MOVE-06   | -
volley          | to hit                      | hit     | hits    | -            | -
through         | through                     | through | through | DZ-SHOOT-08  | -
save            | save                        | saved   | saved   | DZ-SHOOT-09  | -
die             | damage                      | -       | -       | -            | -
explosion       | blast radius                | -       | -       | DZ-DMG-06    | -
draw            | at random                   | -       | -       | DZ-GEN-03    | -
panic_dice      | panic checks                | -       | -       | DZ-SHOOT-13  | panicked
morale_dice     | morale                      | -       | -       | DZ-MORALE-02 | -
"""
# DZ-T1: set-up, then the six phases of a turn; orders to melee are A's half and B's.
PHASES = """
setup   | set-up  | both  | True | -        | -
impetus | impetus | both  | -    | -        | -
orders  | orders  | sides | -    | -        | -
move    | move    | sides | -    | movement | -
shoot   | shoot   | sides | -    | shooting | -
melee   | melee   | sides | -    | -        | -
morale  | morale  | both  | -    | -        | -
"""
KEYS = """
> | -        | enemy  | fires at                        | -
m | moves    | nobody | moves                           | -
c | contacts | enemy  | makes contact with              | -
j | joins    | own    | joins                           | -
k | fights   | enemy  | fights                          | -
- | holds    | nobody | does nothing more in this phase | -
"""


def test_markers_and_how_long_they_last() -> None:
    assert declared.markers(RULESET) == table(MARKERS)
    (engaged,) = RULESET.links
    assert (engaged.id, engaged.word, engaged.sign, engaged.on) == ("engaged", "melee", "v", "unit")
    assert (engaged.until, engaged.said, engaged.off) == ("", "melee", "")


def test_harm_and_nerve_are_told_before_all_else() -> None:
    weights = declared.weights(RULESET)
    assert weights.pop("BOOKKEEPING")
    assert weights == {
        "NERVE": ["panicked"],
        "HARM": ["halved", "immobile", "will_halve", "will_stop", "will_lose"],
        "USUAL": ["target", "sets_up_first", "assassinated"],
    }


def test_words_with_which_markers_are_set_right() -> None:
    assert declared.set_right(RULESET) == table(SET_RIGHT)


def test_numbers_that_markers_may_say() -> None:
    assert declared.amounts(RULESET) == table(AMOUNTS)


def test_words_of_actions_and_their_phases() -> None:
    assert declared.actions(RULESET) == table(ACTIONS)
    any_time = [name for name, action in RULESET.actions.items() if action.any_time]
    assert any_time == ["end"]
    assert [name for name, action in RULESET.actions.items() if action.sided] == ["orders"]
    must = {name: each.expected for name, each in RULESET.actions.items() if each.expected}
    assert must == {
        "move": "has not moved",
        "shoot": "has not fired",
        "second": "may move again",
        "fight": "has not fought",
    }
    # A phase with units in melee is not over before they have fought (DZ-MELEE-01).
    assert [name for name, action in RULESET.actions.items() if action.must] == ["fight"]


def test_words_of_rolls_and_their_rules() -> None:
    assert declared.rolls(RULESET) == table(ROLLS)
    made = {name: [kind.id for kind in each.rolls] for name, each in RULESET.actions.items()}
    attack = ["volley", "through", "save"]
    assert {name: made for name, made in made.items() if made} == {"shoot": attack, "fight": attack}


@pytest.mark.rule("DZ-T1", "DZ-TURN-02")
def test_phases_and_whose_go_it_is() -> None:
    assert declared.phases(RULESET) == table(PHASES)


def test_keys() -> None:
    keys = RULESET.keys
    assert declared.keys(RULESET) == table(KEYS)
    assert keys.usual == {"move": "m", "shoot": ">", "melee": "k"}
    assert keys.flags == {"s": "soft", "h": "hard", "o": "open"}
    assert keys.unhurried == {"move"}
