"""The page about rosters: every example on it is a roster without a problem."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tracker.procedures.ruleset import Ruleset
from tracker.rulesets import combat_zone, deathzap2, trial_assault, xenocide

GAMES = (deathzap2.RULESET, combat_zone.RULESET, xenocide.RULESET, trial_assault.RULESET)
PAGE = (Path(__file__).parents[1] / "docs" / "rosters.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize(
    ("rules", "text"),
    [*zip(GAMES, EXAMPLES, strict=True)],
    ids=lambda value: getattr(value, "id", ""),
)
def test_an_example_is_a_roster_without_a_problem(rules: Ruleset, text: str) -> None:
    assert rules.forces is not None
    roster = rules.forces.read(text, rules.map_options_to_defaults())
    assert roster.usable
    assert roster.problems == ()
