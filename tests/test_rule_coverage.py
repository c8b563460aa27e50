"""Every rule in the registers is named by a test, and tests name only registered rules."""

import pytest

from tests.rule_marks import RULE_MARKS, RuleMarks, registered_ids
from tracker.procedures.installed_rulesets import load_playable_rulesets


@pytest.fixture
def marks(pytestconfig: pytest.Config) -> RuleMarks:
    marks = pytestconfig.stash[RULE_MARKS]
    if not marks.sees_every_test:
        pytest.skip("only a part of the tests was collected")
    return marks


def test_every_rule_has_a_test(marks: RuleMarks) -> None:
    count = len(marks.missing)
    assert count == 0, "the ids are listed at the end of the run"


def test_every_mark_names_a_registered_rule(marks: RuleMarks) -> None:
    assert marks.unknown == []


def test_no_rule_is_registered_twice() -> None:
    ids = registered_ids()
    assert ids
    assert len(ids) == len(set(ids))


def test_every_house_rule_names_the_rule_it_settles() -> None:
    ids = set(registered_ids())
    options = [option for rules in load_playable_rulesets().values() for option in rules.options]
    assert len(options) > 70
    assert [option.name for option in options if option.rule not in ids] == []
