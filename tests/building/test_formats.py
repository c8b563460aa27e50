"""What rosters are made of, as declared and as learnt; values as they are read and typed."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.application.toy import TOY
from tests.plugins import third_party
from tracker.application.errors import Refused
from tracker.application.force_building import force_row_edits
from tracker.application.force_building.force_draft import ForceDraft, make_empty_roster_text
from tracker.application.force_building.force_format_inference import (
    find_part_for_table,
    get_or_infer_force_format,
    list_example_rosters,
)
from tracker.application.force_building.force_outline import (
    build_outline,
    describe_field_value,
    list_editable_fields,
    parse_field_value,
)
from tracker.procedures.declared.force_format import RosterField, make_number_fields
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.procedures.ruleset import Ruleset
from tracker.rulesets.combat_zone.forces.roster_reader import FORMAT

GAMES = [rules for rules in load_playable_rulesets().values() if rules.forces is not None]


def tables(rules: Ruleset) -> list[tuple[str, dict[str, Any]]]:
    """Every table of every example of a ruleset, with its key."""
    found = []
    form = get_or_infer_force_format(rules)
    for _, data in list_example_rosters(rules):
        for part in form.units:
            found += [(part.key, one) for one in data.get(part.key, ())]
        for key in {part.key for part in form.shelves}:
            found += [(key, one) for one in data.get(key, {}).values()]
    return found


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.id)
def test_every_key_that_an_example_has_is_in_the_format(rules: Ruleset) -> None:
    form = get_or_infer_force_format(rules)
    for key, table in tables(rules):
        part = find_part_for_table((*form.units, *form.shelves), key, table)
        assert part is not None
        known = {"name", part.figures, *(field.key for field in part.fields)}
        assert {*table} <= known


@pytest.mark.thorough
@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.id)
def test_every_key_of_the_format_is_one_that_the_rules_read(rules: Ruleset) -> None:
    """Each field filled with its first word or least number: never "is unknown"."""
    assert rules.forces is not None
    form = get_or_infer_force_format(rules)
    read_it = rules.forces.read
    for _, data in list(list_example_rosters(rules))[:1]:
        draft = ForceDraft(rules, rules.forces.get_template_text())
        assert draft.data == data
        for row in build_outline(draft):
            part = row.part
            if row.what not in ("unit", "thing") or part is None:
                continue
            for field in list_editable_fields(draft, row):
                typed = field.values[0] if field.values else str(max(field.least, 1))
                force_row_edits.set_or_remove_field(
                    draft, row, field, "yes" if field.kind == "flag" else typed
                )
                told = [
                    one.text
                    for one in read_it(draft.text, rules.map_options_to_defaults()).problems
                ]
                assert not [text for text in told if f"'{field.key}' is unknown" in text]
                draft.undo()
        assert form.units


@pytest.mark.parametrize("name", ["coin", "hedgerow", "skirmish"])
def test_a_game_that_declares_no_format_is_built_from_what_its_samples_show(
    name: str, tmp_path: Path
) -> None:
    with third_party(name, tmp_path):
        rules = load_playable_rulesets()[name]
        assert rules.forces is not None
        (_, shown), *_ = list_example_rosters(rules)
        draft = ForceDraft(rules, make_empty_roster_text(rules))
        (units, *_) = get_or_infer_force_format(rules).units
        first = shown[units.key][0]
        row = next(row for row in build_outline(draft) if row.what == "list")
        typed = first["name"]
        if units.figures:
            profile, count = next(iter(first["figures"].items()))
            typed = f"{first['name']}: {count} {profile}"
        force_row_edits.add_typed_row(draft, row, typed)
        assert tomllib.loads(draft.text)[units.key] == [first]
        assert draft.roster.usable, draft.roster.problems


def test_rules_without_a_sample_and_without_a_format_say_so() -> None:
    with pytest.raises(Refused, match="no sample force, so the format of its rosters is unknown"):
        get_or_infer_force_format(TOY)


@pytest.mark.parametrize(
    ("field", "typed", "value", "words"),
    [
        (RosterField("name"), " The  Pass ", "The Pass", "The Pass"),
        (RosterField("limit", "number", most=900), "700", 700, "700"),
        (RosterField("aspect", "number", least=-9, most=9), "-2", -2, "-2"),
        (RosterField("brave", "flag"), "yes", True, "yes"),
        (RosterField("brave", "flag"), "no", False, "no"),
        (RosterField("guns", "words"), "rifle, , axe", ["rifle", "axe"], "rifle, axe"),
        (RosterField("long", "value"), "36", 36, "36"),
        (RosterField("long", "value"), "los", "los", "los"),
        (RosterField("rollers", "value"), "{dodge=1}", {"dodge": 1}, "{ dodge = 1 }"),
        (RosterField("name"), "  ", None, ""),
    ],
)
def test_a_value_is_read_as_it_is_typed_and_said_as_it_is_kept(
    field: RosterField, typed: str, value: object, words: str
) -> None:
    assert parse_field_value(field, typed) == value
    assert describe_field_value(value) == words
    assert parse_field_value(field, words) == value


@pytest.mark.parametrize("typed", ["many", "-1", "901", "7.5", "9" * 40, "１２x"])
def test_a_number_that_is_none_is_refused_with_its_ends(typed: str) -> None:
    with pytest.raises(Refused, match="The limit must be a whole number from 0 to 900"):
        parse_field_value(RosterField("limit", "number", most=900), typed)


def test_a_number_without_a_default_is_empty_if_it_is_absent() -> None:
    limits = {"skill": (2, 6), "move": (0, 12), "save": (0, 6)}
    fields = make_number_fields(limits, {"move": 0, "save": None})
    assert [field.absent for field in fields] == ["", "0", ""]


def test_a_hero_without_a_quality_is_elite_as_the_reader_has_it() -> None:
    """CZ-G06: Heroes are Elite unless the house rules say otherwise."""
    (heroes,) = (part for part in FORMAT.units if part.key == "heroes")
    (quality,) = (field for field in heroes.fields if field.key == "quality")
    assert quality.absent.startswith("elite")


def test_a_value_that_is_no_toml_is_refused() -> None:
    with pytest.raises(Refused, match="This value cannot be read"):
        parse_field_value(RosterField("mounts", "value"), "[{gun = ")
