"""Random house rules and rosters of any ruleset, for varied games.

The same random seed gives the same results.

>>> draw_house_rules(play.ruleset, random.Random(1))["points"] in (3, 5, 10)
True
>>> play.ruleset.forces.read(draw_roster(play.ruleset, random.Random(1))).usable
True
"""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Mapping

from tracker.procedures.ruleset import Ruleset
from tracker.vocabulary import events as ev
from tracker.vocabulary.renamed_names import keep_old_names

MAX_TRIES = 30
MAX_UNITS = 6
_UNIT = re.compile(r"(?m)^(?=\[\[)")
_NAME = re.compile(r'(?m)^name = "([^"]*)"')
_COUNT = re.compile(r"\bcount = (\d+)")


def draw_house_rules(
    rules: Ruleset, rng: random.Random, left_out: Collection[str] = ()
) -> dict[str, ev.Scalar]:
    """Choose a random allowed value for every house rule that is not in ``left_out``."""
    found: dict[str, ev.Scalar] = {}
    for option in rules.options:
        if option.name in left_out:
            continue
        found[option.name] = rng.choice(option.values)
        if option.low is not None and option.high is not None and rng.random() < 0.5:
            found[option.name] = rng.randint(option.low, min(option.high, option.low + 9))
    return found


def draw_roster(
    rules: Ruleset, rng: random.Random, options: Mapping[str, ev.Scalar] | None = None
) -> str:
    """Make a random roster from a sample, with repeated, missing, larger and smaller units.

    If a roster cannot be mustered under these house rules, another one is made. After many
    attempts, the sample itself is used. Raises ``AssertionError`` if the ruleset has no samples.
    """
    assert rules.forces is not None
    sample = rng.choice(rules.forces.samples()).text
    for _ in range(MAX_TRIES):
        text = _draw_units_and_counts(sample, rng)
        if rules.forces.read(text, {**rules.map_options_to_defaults(), **(options or {})}).usable:
            return text
    return sample


def _draw_units_and_counts(sample: str, rng: random.Random) -> str:
    head, *units = _UNIT.split(sample)
    drawn = rng.choices(units, k=rng.randint(1, MAX_UNITS))
    named = (
        _rename_copy(unit, drawn[:before].count(unit) + 1) for before, unit in enumerate(drawn)
    )
    return head + _COUNT.sub(
        lambda found: f"count = {rng.randint(1, int(found[1]) + 2)}", "".join(named)
    )


def _rename_copy(unit: str, copy_number: int) -> str:
    """Give a repeated unit a new name, because units may refer to the original by its name."""
    return unit if copy_number == 1 else _NAME.sub(rf'name = "\1 {copy_number}"', unit)


keep_old_names(__name__)
