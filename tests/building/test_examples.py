"""The examples that the builder shows: each is typed for the force it was shown for."""

from __future__ import annotations

import pytest

from tracker.application.force_building import force_row_edits
from tracker.application.force_building.example_unit_lines import (
    suggest_figures,
    suggest_unit_line,
)
from tracker.application.force_building.force_draft import ForceDraft, make_empty_roster_text
from tracker.application.force_building.force_outline import OutlineRow, build_outline
from tracker.application.force_building.plain_text_unit_parser import (
    ParsedUnitLine,
    add_valid_unit_lines,
)
from tracker.application.force_building.plural_name_matching import find_known_name_of_noun
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.procedures.ruleset import Ruleset
from tracker.vocabulary.count_wording import format_figure_count, pluralise_noun

RULES = load_playable_rulesets()
every_ruleset = pytest.mark.parametrize("rules", RULES.values(), ids=list(RULES))


def texts(rules: Ruleset) -> list[str]:
    assert rules.forces is not None
    return [make_empty_roster_text(rules), *(sample.text for sample in rules.forces.samples())]


def rows(draft: ForceDraft, what: str) -> list[OutlineRow]:
    return [row for row in build_outline(draft) if row.what == what]


@pytest.mark.thorough
@every_ruleset
def test_the_example_that_is_shown_becomes_a_unit(rules: Ruleset) -> None:
    for text in texts(rules):
        draft = ForceDraft(rules, text)
        before = [row.name for row in rows(draft, "unit")]
        assert force_row_edits.add_typed_row(
            draft, build_outline(draft)[0], suggest_unit_line(draft)
        ).startswith("Added: ")
        unit = next(row for row in rows(draft, "unit") if row.name not in before)
        assert not [one for one in unit.problems if one.serious]
        more = force_row_edits.add_figures(draft, unit, suggest_figures(draft))
        assert more.startswith("Added: 2 ")
        assert draft.roster.usable


def test_examples_of_the_four_games() -> None:
    shown = {
        rules: suggest_unit_line(ForceDraft(one, make_empty_roster_text(one)))
        for rules, one in RULES.items()
    }
    assert shown == {
        "combat-zone": "8 gangers, 1 machine gun",
        "deathzap2": "8 riflemen, 1 medium repeater basic",
        "trial-assault": "8 troopers, 1 storm fist",
        "xenocide": "8 troopers, 1 rifle",
    }


@every_ruleset
def test_the_number_in_the_example_says_how_many_bear_its_weapon(rules: Ruleset) -> None:
    draft = ForceDraft(rules, make_empty_roster_text(rules))
    one = suggest_unit_line(draft)
    for number, borne in ((" 1 ", [1, 7]), (" 8 ", [8])):
        (told,) = add_valid_unit_lines(ForceDraft(rules, draft.text), one.replace(" 1 ", number))
        assert isinstance(told, ParsedUnitLine)
        counts = [int(word) for word in told.description.split() if word.isdigit()]
        assert sorted(counts) == borne


def test_several_of_a_kind_are_known_again() -> None:
    for one in ("rifleman", "trooper", "lancer", "runt", "heavy", "ox", "boss", "warden", "boy"):
        assert find_known_name_of_noun(pluralise_noun(one), ["other", one]) == one
    names = ("rifleman", "human", "heavy", "boy", "wolf", "boss")
    assert " ".join(map(pluralise_noun, names)) == "riflemen humans heavies boys wolves bosses"


@pytest.mark.parametrize(
    ("n", "kind", "told"),
    [
        (1, "cowboy", "1 cowboy"),
        (3, "cowboy", "3 cowboys"),
        (2, "heavy-gunner", "2 heavy-gunners"),
        (3, "Rhino", "3 Rhino"),
        (5, "light cavalry", "5 light cavalry"),
        (4, "riders", "4 riders"),
        (1, "orcs", "1 orc"),
        (1, "riflemen", "1 rifleman"),
        (5, "riflemen", "5 riflemen"),
        (1, "wolves", "1 wolf"),
        (1, "bosses", "1 boss"),
        (1, "heavies", "1 heavy"),
        (1, "horses", "1 horse"),
        (1, "witches", "1 witch"),
        (1, "walruses", "1 walruses"),
        (2, "cyclops", "2 cyclopses"),
        (2, "boss", "2 bosses"),
        (2, "tank (mk IV)", "2 tank (mk IV)"),
    ],
)
def test_a_count_of_figures_has_a_plural_if_it_is_sure(n: int, kind: str, told: str) -> None:
    assert format_figure_count(n, kind) == told


@every_ruleset
def test_an_unknown_key_is_told_on_its_own_line_wherever_it_stands(rules: Ruleset) -> None:
    """``gutz = 3`` in every table of a roster, below each of its lines."""
    assert rules.forces is not None
    lines = rules.forces.samples()[0].text.split("\n")
    told = 0
    for at, line in enumerate(lines):
        if line.startswith(("[", "name")):
            text = "\n".join([*lines[: at + 1], "gutz = 3", *lines[at + 1 :]])
            problems = rules.forces.read(text, rules.map_options_to_defaults()).problems
            assert [one.line for one in problems if "gutz" in one.text] == [at + 2]
            told += 1
    assert told > 5


@pytest.mark.parametrize(
    ("rules", "line", "told", "figures", "written"),
    [
        (
            "combat-zone",
            "3 gangers",
            "ganger is now the leader.",
            "ganger ganger",
            'rank = "leader"',
        ),
        (
            *(
                "deathzap2",
                "3 riflemen",
                "One rifleman now has its own line. To name this figure, press r.",
            ),
            *("rifleman rifleman", ""),
        ),
        (
            *("trial-assault", "3 troopers", "trooper-leader is now the leader."),
            *("trooper-leader trooper", "leader = true"),
        ),
        (
            *("xenocide", "3 troopers", "trooper-commander is now the leader."),
            *("trooper-commander trooper", "commander = true"),
        ),
    ],
)
def test_one_of_an_existing_kind_leads(
    rules: str, line: str, told: str, figures: str, written: str
) -> None:
    """``l``: by the rank of a line, by a kind of its own that leads, or only apart from them."""
    draft = ForceDraft(RULES[rules], make_empty_roster_text(RULES[rules]))
    force_row_edits.add_typed_row(draft, build_outline(draft)[0], line)
    assert written not in draft.text or not written
    said, place = force_row_edits.split_off_figure_as_leader(draft, rows(draft, "figures")[0])
    first, other = figures.split()
    assert said == told
    assert [row.name for row in rows(draft, "figures")] == [f"1 {first}", f"2 {other}"]
    assert rows(draft, "figures")[0].path == place
    assert not [one for one in draft.roster.problems if one.serious]
    assert written in draft.text


def test_the_second_leader_is_of_the_kind_of_the_first() -> None:
    rules = RULES["trial-assault"]
    draft = ForceDraft(rules, make_empty_roster_text(rules))
    for _ in range(2):
        force_row_edits.add_typed_row(draft, build_outline(draft)[0], "3 troopers")
    for place in (0, -1):
        force_row_edits.split_off_figure_as_leader(
            draft, [row for row in rows(draft, "figures") if row.name == "3 trooper"][place]
        )
    assert [row.name for row in rows(draft, "figures")].count("1 trooper-leader") == 2
    assert len([row for row in rows(draft, "thing") if "leader" in row.name]) == 1
