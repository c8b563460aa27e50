"""Rosters of every ruleset with anything at all where something else belongs: told, no faults."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.profiles import examples
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.procedures.ruleset import Ruleset

NAMES = ("name", "ruleset", "player", "limit", "profiles", "squads", "groups", "heroes", "machines")
KEYS = (
    *("type", "quality", "shields", "guns", "melee", "figures", "platoon", "profile", "count"),
    *("armour", "weapons", "rank", "points", "gang", "toughness", "action_points", "modifier"),
    *("attack", "wound", "auto_repair", "name"),
)
PLAIN = st.one_of(
    st.sampled_from(
        ("1", "-3", "0", "true", "1.5", "inf", "nan", "1979-05-27", "9" * 400, "9" * 5000)
    ),
    st.sampled_from(('"x"', '"rifleman"', '"basic"', '"infantry"', '"rifle basic"', '"d6"', '""')),
)


def _table(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    pairs = st.dictionaries(st.sampled_from((*KEYS, "rifleman")), inner, max_size=4)
    return pairs.map(
        lambda d: "{" + ", ".join(f"{key} = {value}" for key, value in d.items()) + "}"
    )


VALUES = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=3).map(lambda v: f"[{', '.join(v)}]") | _table(inner),
    max_leaves=8,
)


@pytest.mark.parametrize("rules", load_playable_rulesets().values(), ids=lambda rules: rules.id)
@given(data=st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=5))
@examples(150)
def test_whatever_stands_in_a_roster_is_read_or_told(rules: Ruleset, data: dict[str, str]) -> None:
    assert rules.forces is not None
    text = "\n".join(f"{key} = {value}" for key, value in data.items())
    roster = rules.forces.read(text, rules.map_options_to_defaults())
    assert roster.usable or roster.problems
    assert all(problem.text and "\n" not in problem.text for problem in roster.problems)


@pytest.mark.parametrize(
    ("rules", "key", "told"),
    [
        ("combat-zone", "groups", "no figures: write [[groups]], [[heroes]] or [[machines]]"),
        ("deathzap2", "squads", "no squads: write [[squads]] with a name and figures"),
        ("trial-assault", "units", "no units: write [[units]] with a name and models"),
        ("xenocide", "squads", "no units: write [[squads]] or [[vehicles]]"),
    ],
)
def test_an_empty_list_of_units_is_told(rules: str, key: str, told: str) -> None:
    forces = load_playable_rulesets()[rules].forces
    assert forces is not None
    roster = forces.read(f'name = "x"\n{key} = []', {})
    assert told in [problem.text for problem in roster.problems]


@pytest.mark.parametrize(
    ("rules", "text", "told"),
    [
        (
            "deathzap2",
            '[profiles.a]\ntype="infantry"\nquality="basic"\nshields="light"\n'
            '[[squads]]\nname="S"\nfigures=[{profile=["a"], count=2}]',
            "there is no profile \"['a']\"",
        ),
        (
            "combat-zone",
            '[[groups]]\nname="G"\nfigures=[{profile={a=1}}]',
            "there is no profile \"{'a': 1}\"",
        ),
    ],
)
def test_a_list_where_a_name_belongs_is_told_with_its_line(
    rules: str, text: str, told: str
) -> None:
    forces = load_playable_rulesets()[rules].forces
    assert forces is not None
    problems = forces.read(text, load_playable_rulesets()[rules].map_options_to_defaults()).problems
    line = next(n for n, each in enumerate(text.splitlines(), 1) if "profile=" in each)
    assert (line, told) in [(problem.line, problem.text) for problem in problems]
