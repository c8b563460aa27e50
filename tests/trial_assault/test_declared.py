"""What is declared, written down a second time: words, signs, how long markers last, keys."""

from __future__ import annotations

import pytest

from tests import declared
from tests.declared import table
from tracker.procedures.declared.marker_values import TextValue
from tracker.rulesets.trial_assault import RULESET

# What a unit did goes with its own next turn, a psychic power, a charge and its cover with this
# one (TA-TURN-04); who falls back or stands off the table stays so.
MARKERS = """
engaged     | in contact with          | - | figure | hidden | -         | -
supports    | in support against       | - | figure | hidden | -         | -
struck      | has struck               | - | figure | hidden | phase     | -
uses        | strikes with             | - | figure | hidden | -         | -
behind      | behind                   | - | figure | hidden | phase     | -
falls       | slain                    | − | figure | word   | -         | -
moved       | moved                    | m | unit   | word   | own turn  | -
fired       | fired                    | f | unit   | word   | own turn  | -
stood       | stood to fire            | s | unit   | word   | own turn  | -
regrouped   | regrouped                | r | unit   | word   | own turn  | -
psychic     | psychic power used       | p | unit   | word   | side turn | -
perils      | perils                   | P | unit   | word   | phase     | -
tried       | declared a charge        | c | unit   | word   | side turn | -
short       | short of                 | ~ | unit   | value  | side turn | -
flees       | falling back             | ← | unit   | word   | -         | -
lost        | lost the combat          | L | unit   | word   | phase     | -
won         | won the combat           | + | unit   | word   | phase     | -
drew        | drew the combat          | = | unit   | word   | phase     | -
broke       | breaks off               | b | unit   | word   | phase     | -
fought      | has fought               | x | unit   | word   | side turn | -
caught      | caught                   | k | unit   | word   | side turn | -
shaken      | shaken                   | ? | unit   | word   | phase     | -
was_shaken  | was shaken               | - | unit   | hidden | phase     | -
rolled      | falls back by            | - | unit   | hidden | phase     | -
hindered    | hindered                 | - | unit   | hidden | phase     | -
swept       | sweeps                   | - | unit   | hidden | phase     | -
piled       | piled in                 | - | unit   | hidden | side turn | -
failed      | failed to regroup        | - | unit   | hidden | phase     | -
started     | models as shooting began | - | unit   | hidden | phase     | -
plasma      | has plasma grenades      | - | unit   | hidden | phase     | -
told        | contact told             | - | unit   | hidden | side turn | -
deployed    | deployed                 | - | unit   | hidden | -         | both
chosen      | its combat is next       | - | unit   | hidden | phase     | -
away        | off the table            | … | unit   | word   | -         | both
edge        | falls back to            | - | unit   | hidden | -         | -
first       | has the first turn       | - | side   | word   | -         | -
end_offered | played on                | - | match  | hidden | -         | -
damaged     | damaged                  | ! | unit   | value  | -         | -
fast        | moved fast               | F | unit   | word   | own turn  | -
"""
SET_RIGHT = """
engaged     | in-contact               | - | in contact with          | -
supports    | supports                 | - | supports against         | -
struck      | has-struck               | - | has struck               | -
uses        | strikes-with             | - | strikes with             | -
behind      | behind                   | - | -                        | -
falls       | slain                    | - | slain                    | -
moved       | moved                    | - | moved                    | -
fired       | fired                    | - | fired                    | -
stood       | stood-to-fire            | - | stood to fire            | -
regrouped   | regrouped                | - | regrouped                | -
psychic     | psychic-power-used       | - | psychic power used       | -
perils      | perils                   | - | perils                   | -
tried       | declared-a-charge        | - | declared a charge        | -
short       | does-not-reach           | - | does not reach           | -
flees       | falling-back             | - | falling back             | -
lost        | lost-the-combat          | - | lost the combat          | -
won         | won-the-combat           | - | won the combat           | -
drew        | drew-the-combat          | - | drew the combat          | -
broke       | breaks-off               | - | breaks off               | -
fought      | has-fought               | - | has fought               | -
caught      | caught                   | - | caught                   | -
shaken      | shaken                   | - | shaken                   | -
was_shaken  | was-shaken               | - | -                        | -
rolled      | falls-back-by            | - | falls back by            | -
hindered    | hindered                 | - | in its way back          | -
swept       | sweeps                   | - | sweeps                   | -
piled       | piled-in                 | - | piled in                 | -
failed      | failed-to-regroup        | - | -                        | -
started     | models-as-shooting-began | - | models as shooting began | -
plasma      | has-plasma-grenades      | - | -                        | -
told        | contact-told             | - | contact told             | -
deployed    | deployed                 | - | -                        | -
chosen      | its-combat-is-next       | - | its combat is next       | -
away        | off-the-table            | - | off the table            | -
edge        | falls-back-to            | - | falls back to            | -
first       | has-the-first-turn       | - | has the first turn       | -
end_offered | played-on                | - | -                        | -
damaged     | damaged                  | - | damaged                  | -
fast        | moved-fast               | - | moved fast               | -
"""
AMOUNTS = """
rolled  | half inches | 0 | 72 | - | -
swept   | half inches | 0 | 72 | - | -
started | models      | 1 | 99 | - | -
"""
ACTIONS = """
next        | continue                  | -                                | - | -
deploy      | sets up                | to set up                        | - | setup
first       | settled the first turn | to settle who has the first turn | - | setup
hold        | stays off the table    | -                                | - | setup
arrive      | arrives                | -                                | - | movement
join        | joins                  | -                                | - | setup movement
leave       | goes alone             | -                                | - | setup movement
regroup     | regroups               | to regroup                       | - | movement
move        | moved                  | to move                          | - | movement
stay        | stayed                 | -                                | - | movement
fire        | fired                  | to fire                          | » | shooting
charge      | charges                | to charge                        | - | charge
cover       | is in cover            | -                                | - | charge fight
sheet       | stands                 | who touches whom                 | - | charge fight pile
arms        | takes up               | -                                | - | charge fight
strikes     | in close combat        | to strike                        | ▸ | fight
begins      | begins its combat      | -                                | - | fight
test        | tests                  | to test                          | - | -
flee        | falls back             | to fall back                     | - | -
sweep       | sweeps                 | to sweep                         | - | -
consolidate | consolidates           | to consolidate                   | - | fight charge
pile        | piles in               | to pile in                       | - | -
end         | ends the game          | -                                | - | -
"""
ROLLS = """
first_turn  | first                     | -     | -      | TA-SETUP-01   | -
to_hit      | to hit                    | hit   | hits   | TA-HIT-01     | -
to_wound    | to wound                  | wound | wounds | TA-WND-01     | -
wound_again | to wound, failed again    | wound | wounds | TA-SPEC-03    | -
penetration | penetration               | -     | -      | TA-T13        | -
rends       | rends on                  | -     | -      | TA-SPEC-08    | -
psychic     | psychic test              | -     | -      | TA-SPEC-09    | -
save        | save                      | saved | saved  | TA-SAVE-01    | -
morale      | morale                    | -     | -      | TA-MORALE-04  | broke
regroup     | regroup                   | -     | -      | TA-REGROUP-01 | flees
terrain     | through difficult terrain | -     | -      | TA-CHG-12     | -
fall_back   | fall back                 | -     | -      | TA-FALL-01    | -
sweep       | sweeping advance          | -     | -      | TA-SWEEP-02   | -
"""
# TA-TURN-01, TA-TURN-02: one side has its phases for itself.
PHASES = """
setup    | set-up       | both   | True | - | -
movement | movement     | active | -    | - | move
shooting | shooting     | active | -    | - | shoot
charge   | charges      | active | -    | - | -
fight    | close combat | active | -    | - | fight
pile     | pile in      | active | -    | - | -
"""
KEYS = """
m | moves        | nobody | moves                      | in
f | fires        | enemy  | fires at                    | -
c | charges      | enemy  | charges                    | in
k | fights       | enemy  | fights                     | -
b | begins       | nobody | has its combat fought next | -
t | tests        | nobody | tests its morale           | -
l | flees        | nobody | falls back                 | in
w | sweeps       | nobody | sweeps                     | -
o | consolidates | enemy  | consolidates               | in
p | piles        | nobody | piles in                   | -
g | regroups     | nobody | regroups                   | -
j | joins        | own    | joins                      | -
- | stays        | nobody | stays where it is          | -
"""
LINKS = [
    ("locked", "locked", "v", "locked", "free", "locked with", "free of", ""),
    ("joined", "joined", "&", "joined", "alone", "joined with", "leaves", ""),
    ("shot_at", "fired at", "»", "fired-at", "", "fired at", "did not fire at", "own turn"),
    ("charges", "charges", ">", "charges", "", "charges", "does not charge", "side turn"),
    (
        *("covered", "in cover against", "#", "in-cover-against", ""),
        *("in cover against", "without cover against", "side turn"),
    ),
    ("fights", "fights in", "", "fights-in", "", "", "", "side turn"),
    ("scored", "wounds inflicted", "", "wounds-inflicted", "", "", "", "side turn"),
]
EXPECTED = {
    "regroup": "must regroup or fall back",
    "strikes": "has not struck",
    "test": "must test",
    "flee": "must fall back",
    "sweep": "may sweep",
    "consolidate": "may consolidate",
    "pile": "must pile in",
}


@pytest.mark.rule("TA-TURN-04", "TA-G59")
def test_markers_and_how_long_they_last() -> None:
    assert declared.markers(RULESET) == table(MARKERS)
    assert [
        (e.id, e.word, e.sign, e.said, e.off, e.made, e.parted, e.until) for e in RULESET.links
    ] == LINKS
    assert [each.id for each in RULESET.links if each.quiet] == [
        *("shot_at", "charges", "fights", "scored")
    ]
    assert [each.counts for each in RULESET.links if each.counts] == ["wounds"]


def test_harm_and_nerve_are_told_before_all_else() -> None:
    weights = declared.weights(RULESET)
    assert weights.pop("BOOKKEEPING")
    assert weights == {
        "HARM": ["perils"],
        "NERVE": ["flees", "broke", "caught"],
        "USUAL": ["lost", "shaken", "away", "damaged"],
    }
    every = RULESET.markers
    assert [each.id for each in every if each.nerve] == ["broke"]
    assert [each.id for each in every if each.quiet] == ["moved", "psychic", "fought"]
    assert [each.id for each in every if each.waits] == ["lost", "broke", "shaken"]


def test_words_with_which_markers_are_set_right() -> None:
    assert declared.set_right(RULESET) == table(SET_RIGHT)


def test_numbers_and_words_that_markers_may_say() -> None:
    assert declared.amounts(RULESET) == table(AMOUNTS)
    said = {
        each.id: each.values.what for each in RULESET.markers if isinstance(each.values, TextValue)
    }
    assert said == {
        "engaged": "the units the model touches",
        "supports": "the units the model supports against",
        "uses": "the weapon it strikes with",
        "short": "the units its charge does not reach",
        "hindered": "what is in its way back: rough, trapped, off",
        "edge": "the edge",
        "damaged": "what was done to the vehicle",
    }


def test_words_of_actions_and_their_phases() -> None:
    assert declared.actions(RULESET) == table(ACTIONS)
    actions = RULESET.actions.items()
    assert {name: each.expected for name, each in actions if each.expected} == EXPECTED
    must = [name for name, each in actions if each.must]
    assert must == ["regroup", "strikes", "test", "flee", "sweep", "pile"]
    assert [name for name, each in actions if each.any_time] == ["end"]
    assert [name for name, each in actions if each.tells] == ["sheet", "arms"]


def test_words_of_rolls_and_their_rules() -> None:
    assert declared.rolls(RULESET) == table(ROLLS)
    made = {name: [kind.id for kind in each.rolls] for name, each in RULESET.actions.items()}
    assert {name: rolls for name, rolls in made.items() if rolls} == {
        "first": ["first_turn"],
        "regroup": ["regroup"],
        "charge": ["terrain"],
        "strikes": ["to_hit", "to_wound", "save"],
        "test": ["morale"],
        "flee": ["fall_back"],
        "sweep": ["sweep"],
    }


@pytest.mark.rule("TA-TURN-01", "TA-TURN-02")
def test_phases_and_whose_go_it_is() -> None:
    assert declared.phases(RULESET) == table(PHASES)


def test_keys() -> None:
    keys = RULESET.keys
    assert declared.keys(RULESET) == table(KEYS)
    assert (keys.order, keys.until_moved, keys.chained) == ("mfckbtlwopgj-", False, True)
    phases = ("movement", "shooting", "charge", "fight", "pile")
    assert keys.usual == dict(zip(phases, "mfckp", strict=True))
    words = ("rough", "covered", "failed", "standing", "trapped", "off")
    assert keys.flags == dict(zip("rvxsto", words, strict=True))
    assert keys.words == {"s": "sheet"}
