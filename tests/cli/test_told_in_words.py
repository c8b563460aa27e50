"""What commands print of a campaign, word by word; every number is worked out by hand.

Units are those of tests/campaigns/test_tally.py and test_mustering.py, dice those of the sheet (see
tests/exports/test_whole_campaign.py). Iron Third: 9 + 1 + 8 kills, 7 + 8 + 1 lost, 2 + 1 + 0 nerve.
"""

from __future__ import annotations

from tests.campaigns.test_mustering import after_one_game
from tests.cli.running import Shell
from tests.cli.test_campaign import begin
from tracker.ledger.store_opening_and_copying import open_store

UNIT = """\
w1.1   Alpha                1 of 8 figures · 13 experience
  for the next game: 1 of 8 figures, 29 points: Sergeant Odell
  1 game, 1 recorded here: 1 won, 0 drawn, 0 lost · 9 kills, 7 figures lost, nerve lost 2× · 33\
 of 62 dice, expected 28.0
  removed by: Claw pack 4, Dusk rifles 3
  2025-10-09  f1   won   9 kills, 7 lost, nerve lost 2×, +13 experience
  +13 experience, −7 figures, f1: +1 game, +2 won, +9 for 9 kills, +1 survived, 7 lost for good
"""
FORCE = """\
w1    Iron Third (Anna) · 588 points · 60 left
  1 game, 1 recorded here: 1 won, 0 drawn, 0 lost · 18 kills, 16 figures lost, nerve lost 3× · 96\
 of 171 dice, expected 91.5 · 7 VP in 1 game
        unit    next game  games  W-D-L  kills  lost  nerve  exp  points left
  w1.1  Alpha   1 of 8         1  1-0-0      9     7      2   13           29
  w1.2  Bravo   1 of 9         1  1-0-0      1     8      1    5           31
  w1.3  Hammer  0 of 1         1  1-0-0      8     1      0   11            0
      destroyed
"""
STANDINGS = """\
Karst Ridge · standings · 3/1/0
#  player  P  W  D  L  VP±  sched  points
1  Anna    1  1  0  0   +3   0.00       3
2  Farid   1  0  0  1   −3   3.00       0
"""
SHOWN = """\
Karst Ridge · campaign · losses: permanent · Europe/Vienna
  experience: +1 a game, +2 a win, +1 a kill, +1 a game survived
  losses: permanent
      player
  p1  Anna
  p2  Farid
w1    Iron Third (Anna)
  w1.1   Alpha                1 of 8 figures · 13 experience
  w1.2   Bravo                1 of 9 figures · 5 experience
  w1.3   Hammer               0 of 1 figure · 11 experience · destroyed
w2    Red Dusk (Farid)
  w2.1   Claw pack            3 of 10 figures · 7 experience
  w2.2   Dusk rifles          0 of 11 figures · 4 experience · destroyed
  w2.3   Stalker              0 of 1 figure · 9 experience · destroyed
      player  opponent  result           played      remarks
  f1  Anna    Farid     7 : 4, Anna won  9 Oct 2025  The pass · game m1
"""


def test_a_campaign_after_the_recorded_game(shell: Shell) -> None:
    with open_store(shell.path) as store:
        after_one_game(store=store)
    assert shell.done("campaign", "unit", "c1", "Alpha").out == UNIT
    assert shell.done("campaign", "force", "c1", "Iron Third").out == FORCE
    assert shell.done("campaign", "show", "c1").out == SHOWN
    assert shell.done("league", "standings", "c1").out == STANDINGS
    luck = shell.done("luck", "--campaign", "c1").out.splitlines()
    assert luck[:3] == [
        "based on 1 of 1 game recorded here, 0 with every die; 142 of 142 recorded rolls; "
        "for 3, only the successes were entered",
        "player  unit         roll     dice  made  expected  difference  do worse",
        "Anna                 all       171    96      91.5        +4.5      78 %",
    ]
    assert luck[-1] == (
        '"dice": a test with several dice, such as 2D6, counts as one. '
        '"do worse": the percentage of equal rolls with fewer successes; ties count half.'
    )
    history = shell.done("campaign", "history", "c1").out.splitlines()
    assert [line.strip() for line in history[1:4]] == [
        "Alpha +13 experience (+1 game, +2 won, +9 for 9 kills, +1 survived, 7 lost for good)",
        "Bravo +5 experience (+1 game, +2 won, +1 for 1 kill, +1 survived, 8 lost for good)",
        "Hammer +11 experience (+1 game, +2 won, +8 for 8 kills, 1 lost for good)",
    ]


def test_who_waits_for_dice_is_said(shell: Shell) -> None:
    """Alpha lost four of six: 1 game, 2 won or survived, 1 a kill."""
    begin(shell, "field hospital")
    lost = ("--unit", "Alpha=1/4", "--on", "2026-01-10")
    shell.done("campaign", "record", "c1", "Anna", "Bram", "7-4", *lost)
    _, alpha, waits = shell.done("campaign", "force", "c1", "Iron Third").out.splitlines()[2:5]
    assert " ".join(alpha.split()) == "w1.1 Alpha 2 of 6 +4? 1 1-0-0 1 4 – 4 176"
    assert waits == "      4 waiting for recovery"
    told = shell.done("campaign", "unit", "c1", "Alpha").out.splitlines()
    assert told[1:4] == [
        "  next rank: seasoned at 6",
        "  for the next game: 2 of 6 figures, 4 waiting for recovery, 176 points",
        "  1 game, 0 recorded here: 1 won, 0 drawn, 0 lost · 1 kill, 4 figures lost",
    ]
