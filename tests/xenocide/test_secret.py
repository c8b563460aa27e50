"""Counters are secret until they are turned over: in state, log, exports (XF-ORD-01, XF-G41)."""

from __future__ import annotations

import re

import pytest

from exports.formats import FORMATS
from exports.pictures import Theirs
from tests.saying import say
from tests.xenocide.evening import begin
from tests.xenocide.test_lines import ORDERS
from tracker.application.log.reader import log_of
from tracker.rulesets.xenocide.data import markers
from tracker.vocabulary.names import unit_id

ANCHOR = re.compile(r"m1\.\d+-[\w-]+")  # a digest of all rows, in which nobody can read
R1, R3, R5 = (unit_id(name) for name in ("r1", "r3", "r5"))


@pytest.mark.rule("XF-ORD-01", "XF-G41")
def test_what_is_shown_says_nothing_of_a_counter_before_the_reveal() -> None:
    game = begin(ORDERS[0])
    assert game.match.mark(R1, markers.ORDER) == "run"  # the rules know
    assert (
        game.shown().match.mark(R1, markers.ORDER) is True
    )  # that there is a counter, and no more
    assert game.shown().match.mark(R5, markers.NEXT_SPEED) is True
    say(game, ORDERS[1])
    assert [game.shown().match.mark(unit, markers.ORDER) for unit in (R1, R3)] == [
        "run",
        "opportunity",
    ]


@pytest.mark.rule("XF-ORD-01")
@pytest.mark.parametrize("name", [name for name in FORMATS if name != "record"])
def test_games_that_differ_in_counters_only_are_told_alike_before_the_reveal(name: str) -> None:
    one, other = begin(ORDERS[0]), begin("orders red : r1 opp r3 run r5 0")
    told = [ANCHOR.sub("", FORMATS[name].made(game, Theirs())) for game in (one, other)]
    assert told[0] == told[1]


@pytest.mark.rule("XF-ORD-01")
def test_the_log_says_who_has_a_counter_and_not_which() -> None:
    lines = [str(line) for line in log_of(begin(ORDERS[0]).shown().story)]
    assert "R1 Runners order, R3 Guns order, R5 Carrier next speed" in lines[-1]
