"""What is declared, written down a second time: words, signs, how long markers last, keys."""

from __future__ import annotations

import pytest

from tests import declared
from tests.declared import table
from tracker.rulesets.xenocide import RULESET

# Orders, what was fired and moved go with the turn (XF-T2); suppression, damage, speed stay.
MARKERS = """
order         | order                   | ?  | unit   | value  | turn  | -
suppressed    | suppression             | ▪  | unit   | value  | -     | -
broken        | BROKEN                  | B  | unit   | word   | -     | -
fleeing       | fleeing                 | ←  | unit   | word   | turn  | -
tested        | broken test taken       | -  | unit   | hidden | turn  | -
apart         | apart                   | c  | unit   | word   | -     | -
airborne      | in the air              | ^  | unit   | word   | -     | -
defends       | defends cover           | -  | unit   | value  | -     | -
retreats      | must retreat            | r  | unit   | word   | phase | -
fought        | fought                  | x  | unit   | word   | phase | -
stands        | stays after melee       | -  | unit   | hidden | phase | -
recovered     | has recovered           | -  | unit   | hidden | phase | -
fired         | fired                   | f  | unit   | word   | turn  | -
holds         | holds                   | h  | unit   | word   | phase | -
used          | guns fired              | -  | unit   | hidden | turn  | -
struck        | struck at leavers       | -  | unit   | hidden | turn  | -
moved         | moved                   | m  | unit   | word   | turn  | -
rooted        | rooted                  | g  | figure | value  | turn  | -
falls         | to fall                 | −  | figure | word   | -     | -
held_wounds   | wounds held             | w+ | figure | value  | -     | -
held_markers  | suppression held        | ▪+ | unit   | value  | -     | -
held_damage   | damage held             | !+ | unit   | value  | -     | -
attacked      | attacks counted         | -  | unit   | hidden | phase | -
speed         | speed                   | s  | unit   | value  | -     | -
next_speed    | next speed              | s? | unit   | value  | turn  | -
braked        | hard braked             | b  | unit   | word   | turn  | -
stopped       | stopped                 | =  | unit   | word   | turn  | -
damage        | damage                  | !  | unit   | value  | -     | -
disabled      | DISABLED                | D  | unit   | word   | -     | -
smoke         | smoke                   | ~  | unit   | word   | -     | -
default_order | default order           | -  | side   | value  | -     | -
area          | begins                  | -  | side   | value  | -     | -
placed        | counters placed         | -  | side   | value  | phase | -
ordered       | has placed its counters | -  | side   | hidden | phase | -
placed_singly | placed by itself      | -  | unit   | hidden | phase | -
chose         | moves as it chose       | -  | side   | hidden | -     | -
deployed      | deployed                | -  | unit   | hidden | -     | both
end_offered   | played on               | -  | match  | hidden | -     | -
"""
SET_RIGHT = """
order         | order                   | - | order                    | -
suppressed    | suppressed              | - | suppression              | -
broken        | broken                  | - | BROKEN                   | -
fleeing       | fleeing                 | - | fleeing                  | -
tested        | broken-test-taken       | - | -                        | -
apart         | apart                   | - | apart                    | -
airborne      | in-the-air              | - | in the air               | -
defends       | defends-cover           | - | defends cover            | -
retreats      | must-retreat            | - | must retreat             | -
fought        | fought                  | - | fought                   | -
stands        | stays-after-melee       | - | stays after melee        | -
recovered     | has-recovered           | - | -                        | -
fired         | fired                   | - | fired                    | -
holds         | holds                   | - | holds                    | -
used          | guns-fired              | - | guns fired               | -
struck        | struck-at-leavers       | - | struck at leavers        | -
moved         | moved                   | - | moved                    | -
rooted        | rooted                  | - | rooted                   | -
falls         | to-fall                 | - | to fall                  | -
held_wounds   | wounds-held             | - | wounds held              | -
held_markers  | suppression-held        | - | suppression held         | -
held_damage   | damage-held             | - | damage held              | -
attacked      | attacks-counted         | - | -                        | -
speed         | speed                   | - | speed                    | -
next_speed    | next-speed              | - | next speed               | -
braked        | hard-braked             | - | hard braked              | -
stopped       | stopped                 | - | stopped                  | -
damage        | damage                  | - | damage                   | -
disabled      | disabled                | - | DISABLED                 | -
smoke         | smoke                   | - | smoke                    | -
default_order | default-order           | - | default order            | -
area          | begins                  | - | begins                   | -
placed        | counters-placed         | - | counters placed          | -
ordered       | has-placed-its-counters | - | -                        | -
placed_singly | placed-by-itself       | - | -                        | -
chose         | moves-as-it-chose       | - | had the choice of moving | -
deployed      | deployed                | - | -                        | -
end_offered   | played-on               | - | -                        | -
"""
AMOUNTS = """
suppressed   | suppression markers | 0 | 99  | 8  | True
held_wounds  | wounds held      | 0 | 99  | -  | True
held_markers | markers held     | 0 | 99  | 8  | True
held_damage  | damage held      | 0 | 99  | 12 | True
attacked     | attacks counted     | 0 | 999 | -  | True
speed        | speed               | 0 | 9   | -  | True
next_speed   | next speed          | 0 | 9   | -  | -
damage       | damage markers      | 0 | 99  | 20 | True
"""
ACTIONS = """
next              | continue                 | -                      | - | -
deploy            | sets up               | to set up              | - | setup
default_order     | has a default order   | -                      | - | setup
start_aboard      | starts aboard         | -                      | - | setup
orders            | gives its orders      | usual orders and speeds | - | setup orders
order_run         | gets an order         | gets orders to run     | - | orders
order_opportunity | gets an order         | gets opportunity fire  | - | orders
order_standard    | gets an order         | gets standard orders   | - | orders
order_speed       | gets a speed          | -                      | - | orders
fire              | fires                 | -                      | ▸ | shooting opportunity
hold              | holds its fire        | -                      | - | shooting opportunity
snap              | snaps at              | -                      | ▸ | movement
broken            | tested broken units   | to test broken units   | - | initiative
initiative        | rolled for initiative | to roll for initiative | - | initiative
move              | moved                 | to move                | - | movement
drive             | drove                 | to drive               | - | movement
board             | got on                | to get on              | - | movement
out               | got out               | to get out             | - | movement
overrun           | ran over              | to run over            | - | movement
ram               | rammed                | to ram                 | - | movement
teleport          | teleported            | to teleport            | - | movement
contact           | contacted             | to contact             | - | movement melee
coherency         | is out of contact              | -                      | - | movement
recover           | recovered             | to recover             | - | recovery
end               | ends the game         | -                      | - | -
fight             | in melee              | to fight               | - | melee
retreat           | retreated             | to retreat             | - | melee
follow            | followed up           | to follow up           | - | melee
"""
EXPECTED = {
    "fire": "has not fired",
    "move": "has not moved",
    "drive": "has not moved",
    "fight": "has not fought",
    "retreat": "must retreat",
    "follow": "may follow up",
}
ROLLS = """
to_hit       | to hit                | hit     | hits   | XF-SHOOT-05 | -
struck       | models struck         | -       | -      | XF-AOE-01   | -
save         | save                  | saved   | saved  | XF-DMG-01   | -
vehicle_save | save of the vehicle   | saved   | saved  | XF-VEH-12   | -
chance       | who falls             | -       | -      | XF-G100     | -
initiative   | init                  | -       | -      | XF-MOVE-01  | -
broken_test  | broken tests          | -       | -      | XF-BRK-01   | fleeing
recovery     | recovery              | -       | -      | XF-REC-01   | -
mishap       | arrives               | arrives | arrive | XF-SPEC-06  | -
result       | who loses the melee   | -       | -      | XF-RES-01   | retreats
direction    | which way it retreats | -       | -      | XF-G60      | -
surrender    | surrender             | stays   | stay   | XF-RETR-02  | -
dodge        | dodge                 | dodged  | dodged | XF-VEH-20   | -
push         | which way it slides   | -       | -      | XF-VEH-24   | -
"""
# XF-GEN-05; one side moves after the other (XF-MOVE-01).
PHASES = """
setup       | set-up           | both  | True | - | -
orders      | orders           | both  | -    | - | -
shooting    | shooting         | both  | -    | - | shoot
initiative  | initiative       | both  | -    | - | init
movement    | movement         | sides | -    | - | move
opportunity | opportunity fire | both  | -    | - | opp.
melee       | melee            | both  | -    | - | -
recovery    | recovery         | both  | -    | - | recover
"""
KEYS = """
r | run      | nobody | gets orders to run    | -
o | opp      | nobody | gets opportunity fire | -
d | standard | nobody | gets standard orders  | -
> | -        | enemy  | fires at              | in
m | moves    | nobody | moves                 | in
t | teleports | nobody | teleports            | in
c | contacts | enemy  | makes contact with    | -
v | overruns | enemy  | runs over             | models
a | rams     | enemy  | rams                  | -
x | fights   | enemy  | fights                | -
g | out      | nobody | gets out              | -
b | retreats | nobody | retreats              | in
w | follows  | nobody | follows up            | in
- | holds    | nobody | holds its fire        | -
"""


@pytest.mark.rule("XF-ORD-01", "XF-VEH-06", "XF-SUPP-08")
def test_markers_and_how_long_they_last() -> None:
    assert declared.markers(RULESET) == table(MARKERS)
    links = [(each.id, each.word, each.sign, each.said, each.off) for each in RULESET.links]
    assert links == [
        ("engaged", "melee", "v", "melee", "free"),
        ("aboard", "aboard", "@", "aboard", "out"),
    ]
    told = [(each.carried, each.made, each.parted, each.back) for each in RULESET.links]
    assert told == [(False, "", "", ""), (True, "aboard", "off", "carries")]


def test_harm_and_nerve_are_told_before_all_else() -> None:
    weights = declared.weights(RULESET)
    assert weights.pop("BOOKKEEPING")
    assert weights == {
        "NERVE": ["broken", "fleeing", "retreats"],
        "HARM": ["suppressed", "held_wounds", "held_markers", "held_damage", "damage", "disabled"],
    }
    assert [m.id for m in RULESET.markers if m.nerve] == ["broken", "fleeing"]
    assert [m.id for m in RULESET.markers if m.lasting] == ["damage"]  # to the next game
    waiting = ["retreats", "held_markers", "held_damage", "next_speed"]
    assert [m.id for m in RULESET.markers if m.waits] == waiting


def test_what_markers_say_in_words_and_as_signs() -> None:
    assert {each.id: dict(each.says) for each in RULESET.markers if each.says} == {
        "order": {
            "standard": ("standard", "S"),
            "opportunity": ("opportunity fire", "OF"),
            "run": ("run", "R"),
        },
        "defends": {"light": ("in light cover", "c1"), "heavy": ("in heavy cover", "c2")},
        "placed": {
            "none": (
                "places no counters: all units have their default order or keep their speed",
                "",
            ),
            "no more": ("places no more counters: all other units have the default order", ""),
            "some": ("places counters", ""),
        },
        "rooted": {"stay": ("stay", "g"), "stays": ("stays", "g")},
    }


def test_words_with_which_markers_are_set_right() -> None:
    assert declared.set_right(RULESET) == table(SET_RIGHT)


def test_numbers_that_markers_may_say() -> None:
    assert declared.amounts(RULESET) == table(AMOUNTS)


def test_words_of_actions_and_their_phases() -> None:
    assert declared.actions(RULESET) == table(ACTIONS)
    actions = RULESET.actions.items()
    assert {name: each.expected for name, each in actions if each.expected} == EXPECTED
    assert [name for name, each in actions if each.must] == ["fight"]
    assert [name for name, each in actions if each.any_time] == ["end"]
    assert [name for name, each in actions if each.sided] == []
    assert [name for name, each in actions if each.breaks_in] == ["snap"]
    assert [(name, each.tells) for name, each in actions if each.tells] == [
        ("fire", ("individual",)),
        ("ram", ("contact", "structure")),
        ("coherency", ("lost",)),
    ]
    assert [name for name, each in actions if each.is_interruptible] == [
        "move",
        "drive",
        "teleport",
    ]


def test_words_of_rolls_and_their_rules() -> None:
    assert declared.rolls(RULESET) == table(ROLLS)
    made = {name: [kind.id for kind in each.rolls] for name, each in RULESET.actions.items()}
    assert {name: rolls for name, rolls in made.items() if rolls} == {
        "fire": ["to_hit", "save"],
        "snap": ["to_hit"],
        "overrun": ["dodge"],
        "teleport": ["mishap"],
        "fight": ["to_hit", "save", "result"],
        "retreat": ["direction", "surrender"],
    }


@pytest.mark.rule("XF-GEN-05")
def test_phases_and_whose_go_it_is() -> None:
    assert declared.phases(RULESET) == table(PHASES)


def test_keys() -> None:
    keys = RULESET.keys
    assert declared.keys(RULESET) == table(KEYS)
    assert (keys.order, keys.until_moved, keys.chained) == (">mtcvaxgbw-", True, True)
    usual = {"shooting": ">", "opportunity": ">", "movement": "m", "melee": "x"}
    assert keys.usual == usual
    assert keys.flags == {
        "l": "light",
        "h": "heavy",
        "o": "open",
        "f": "far",
        "e": "towards",
        "y": "flies",
        "p": "leaps",
        "z": "off",
    }
    assert keys.unhurried == {"movement"}
    assert keys.interrupts is not None
    assert (keys.interrupts.key, keys.interrupts.breaks_in) == ("i", "snaps")
    assert keys.interrupts.amount == "in"
    letters = {"r": "run", "o": "opp", "d": "standard"}
    found = {phase: (one.word, one.letters) for phase, one in keys.lists.items()}
    assert found == dict.fromkeys(("setup", "orders"), ("orders", letters))
    assert {verb.key for verb in keys.verbs if not verb.each} == {"r", "o", "d", "-"}
