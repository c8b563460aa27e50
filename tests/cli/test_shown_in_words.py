"""What ``match list`` and ``match show`` print, word by word, worked out by hand."""

from __future__ import annotations

import random

import pytest

from tests.cli.running import Shell
from tests.tui.kit import RULES, TO_SHOOT, Clock, begin, begin_figures
from tracker.application.book import Book
from tracker.ledger.store_opening_and_copying import open_store

# Alpha fires 7 rifles and a repeater of 3: 10 dice at 3+ are 6 hits, 3 through at 4+, one of them
# saved on a 6. So 2 of the 11 Dusk rifles are to go at the end of the phase.
FIRED = (
    *TO_SHOOT,
    "fix r2 panic 1",
    "fix b3 half",
    "r1 > b2 soft : 4516234612 / 134562 / 263 / falls rifle, rifle",
)
SHOOTING = """\
m1  Iron Third v Red Dusk  (deathzap2, 2025-10-09)
turn 1, shoot, Red  Red acts first  line 33

Red, Anna: Iron Third, 588 points  VP 0
  r1   Alpha              8/8       7 riflemen, 1 gunner, including Sergeant Odell · order 3\
 · fired
  r2   Bravo              9/9       including Sergeant Vara · PANIC 1 · order 2 · hunted
  r3   Hammer             1/1       order 6

Blue, Farid: Red Dusk, 563 points  VP 0
  b1   Claw pack          10/10     order 2
  b2   Dusk rifles        11/11 −2  10 rifles, 1 speaker, including Speaker Ilm · 2 rifles to go\
 · order 1 · hunted
  b3   Stalker            1/1       order 2 · half speed 1

Assassinate: Red hunts Dusk rifles: Speaker Ilm · Blue hunts Bravo: Sergeant Vara
Extermination: Red 0 kills: 0 VP, next at 5 · Blue 0 kills: 0 VP, next at 5

still to act: R2 Bravo has not fired; R3 Hammer has not fired
"""
FIGURES = """\
m2  Jackals v Wardens  (combat-zone, 2025-10-09)
set-up  line 4

Red, Anna: Jackals
  r1   Jackals            5/5
    r11   Brakk            action points 6 of 6 left
    r12   Sorrel           action points 6 of 6 left
    r13   Vey              action points 6 of 6 left
    r14   Ditch            action points 6 of 6 left
    r15   Ox               action points 6 of 6 left
  r2   Kestrel            1/1
    r21   Kestrel          action points 8 of 8 left

Blue, Farid: Wardens
  b1   Wardens            5/5
    b11   Halden           action points 6 of 6 left
    b12   Pike             action points 6 of 6 left
    b13   Moss             action points 6 of 6 left
    b14   Fen              action points 6 of 6 left
    b15   Tarn             action points 6 of 6 left

Out of action: Red 0 · Blue 0
Left the table: Red 0 · Blue 0
Opportunity fire: nobody
Reaction tests: nobody

still to act: Red has not set up; Blue has not set up
"""


@pytest.mark.thorough
def test_games_of_units_and_of_figures(shell: Shell) -> None:
    with open_store(shell.path) as store:
        kept = Book(store, clock=Clock(), dice=random.Random(7), rulesets=RULES)
        begin(kept, FIRED)
        begin_figures(kept)
    listed = [" ".join(row.split()) for row in shell.done("match", "list").out.splitlines()]
    assert sorted(listed[-2:]) == [
        "m1 2025-10-09 Iron Third v Red Dusk 0 : 0 turn 1, shoot",
        "m2 2025-10-09 Jackals v Wardens set-up",
    ]
    assert shell.done("match", "show", "m1").out == SHOOTING
    assert shell.done("match", "show", "m2").out == FIGURES
    for line in ("vp blue 2 # agreed", "end time red"):
        shell.done("match", "do", "m1", line)
    (row,) = [row for row in shell.done("match", "list").out.splitlines() if "Red Dusk" in row]
    assert " ".join(row.split()).endswith("Iron Third v Red Dusk 0 : 2 Red won")


@pytest.mark.thorough
def test_what_waits_is_told_with_what_is_proposed(shell: Shell) -> None:
    with open_store(shell.path) as store:
        begin(Book(store, clock=Clock(), dice=random.Random(7), rulesets=RULES), TO_SHOOT)
    told = shell.done("match", "do", "m1", "r1 > b2 soft : 4516234612 / 134562 / 263").out
    assert told.splitlines()[1:] == [
        "waiting for: falls (B2), 2 in all  Blue answers",
        "  why   DZ-SHOOT-10",
        "     a  rifle (at most 2)",
        "     b  Speaker Ilm, hunted",
        "  as proposed: 2 rifles",
    ]


def test_kinds_have_the_name_of_the_roster(shell: Shell) -> None:
    """Two units have a sergeant each, whose points differ."""
    sides = ("--side", "Red=cinder-guard", "--side", "Blue=ash-mob")
    shell("match", "new", "--ruleset", "trial-assault", *sides)
    lines = shell("match", "show", "m1").out.splitlines()
    assert "  r2   Second Embers      10/10     9 riflemen, 1 sergeant" in lines


def test_what_waits_in_setup_is_told_with_the_line_to_type(shell: Shell) -> None:
    shell("match", "new", "--side", "Red=jackals", "--side", "Blue=wardens")
    assert shell.done("match", "do", "m1", "deploy red").out.splitlines()[-2:] == [
        "set-up",
        "  Blue has not set up: type deploy Blue",
    ]
