"""Rules that leave unsaid what they ask or object are told so by the tools for authors."""

from __future__ import annotations

import pytest

from tracker.application.match.victory_point_totals import find_points_kind
from tracker.procedures.declared.player_actions import GAME_OVER
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.procedures.requests import Confirm, Faces, Option, Pick, Request, Share, Tally
from tracker.procedures.ruleset import Objection
from tracker.rulesets import POINTS_KINDS
from tracker.testing.question_and_objection_laws import (
    check_objection_is_complete,
    check_request_is_complete,
)
from tracker.vocabulary.die_labels import Label

RULES = load_playable_rulesets()["deathzap2"]
RULE = "DZ-IMP-01"


@pytest.mark.parametrize(
    "request_",
    [
        Confirm(what="near", rule=RULE),
        Confirm(id="near", rule=RULE),
        Confirm(id="near", what=" is near", rule=RULE),
        Confirm(id="near", what="near"),
        Confirm(id="near", what="near", rule="DZ-IMP-99"),
        Faces(id="near", what="near", rule=RULE, dice=(6,), labels=(Label(""),)),
        Pick(id="near", what="near", rule=RULE, options=(Option("a", ""),), default="a"),
        Tally(id="near", what="near", rule=RULE, shares=(Share("a", "", 1),)),
    ],
)
def test_a_question_that_leaves_something_unsaid_is_found(request_: Request[object]) -> None:
    with pytest.raises(AssertionError, match="near"):
        check_request_is_complete(RULES, request_)


def test_a_question_that_says_all_is_let_be() -> None:
    check_request_is_complete(RULES, Confirm(id="near", what="near", rule=RULE))


@pytest.mark.parametrize(
    "objection",
    [
        Objection("", RULE, "far"),
        Objection("far", RULE, ""),
        Objection("far", RULE, "b1 is  away"),
        Objection("far", "", "far"),
    ],
)
def test_an_objection_that_leaves_something_unsaid_is_found(objection: Objection) -> None:
    with pytest.raises(AssertionError, match="far"):
        check_objection_is_complete(RULES, objection)


def test_objections_of_the_book_need_no_rule() -> None:
    check_objection_is_complete(RULES, GAME_OVER)
    check_objection_is_complete(RULES, Objection("due-shoot", "", "r1 has not fired"))
    check_objection_is_complete(RULES, Objection("far", RULE, "far"))


def test_lists_know_the_kind_of_points_of_rules_without_loading_them() -> None:
    rules = load_playable_rulesets()
    assert {name: find_points_kind(rules[name]) for name in POINTS_KINDS} == POINTS_KINDS
