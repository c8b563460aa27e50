"""A force under any edits: what comes out is what was meant; undo leads back to the beginning."""

from __future__ import annotations

import random
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.profiles import examples, some
from tracker.application.errors import Refused
from tracker.application.force_building import force_row_edits
from tracker.application.force_building.force_draft import ForceDraft, make_empty_roster_text
from tracker.application.force_building.force_outline import (
    OutlineRow,
    build_outline,
    list_editable_fields,
)
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.procedures.ruleset import Ruleset

RULES = load_playable_rulesets()
TEXTS = [
    (rules, text)
    for rules in RULES.values()
    if rules.forces is not None
    for text in (
        *(sample.text for sample in rules.forces.samples()),
        rules.forces.template(),
        make_empty_roster_text(rules),
    )
    if text
]
WORDS = (
    "rifleman",
    "Vara",
    "8 riflemen, gunner",
    "trooper",
    "2",
    "yes",
    "flamer",
    "x y",
    "#",
    "a,b",
)
VERBS = ("add", "figures", "remove", "copy", "up", "down", "more", "fewer", "rename", "fill")


def do(draft: ForceDraft, verb: str, row: OutlineRow, word: str, draw: random.Random) -> None:
    """One edit; what is refused changes nothing."""
    before = draft.text
    fields = list_editable_fields(draft, row)
    try:
        match verb:
            case "add":
                force_row_edits.add_typed_row(draft, row, word)
            case "figures":
                force_row_edits.add_figures(draft, row, word)
            case "remove":
                force_row_edits.delete_row(draft, row)
            case "copy":
                force_row_edits.duplicate_row(draft, row)
            case "up":
                force_row_edits.shift_row(draft, row, -1)
            case "down":
                force_row_edits.shift_row(draft, row, 1)
            case "more":
                force_row_edits.adjust_figure_count(draft, row, 1)
            case "fewer":
                force_row_edits.adjust_figure_count(draft, row, -1)
            case "rename":
                force_row_edits.rename_row(draft, row, word)
            case _ if fields:
                field = draw.choice(fields)
                force_row_edits.set_or_remove_field(
                    draft, row, field, draw.choice(("", *field.values, word))
                )
    except Refused:
        assert draft.text == before


@pytest.mark.thorough
@given(
    at=st.integers(0, len(TEXTS) - 1),
    edits=st.lists(st.tuples(st.sampled_from(VERBS), st.integers(0, 999), st.sampled_from(WORDS))),
    seed=st.integers(0, 99),
)
@examples(60)
def test_any_edits_and_undo_are_the_beginning(
    at: int, edits: list[tuple[str, int, str]], seed: int
) -> None:
    rules, text = TEXTS[at]
    draft, draw = ForceDraft(rules, text), random.Random(seed)
    texts = [text]
    for verb, place, word in edits:
        rows = build_outline(draft)
        do(draft, verb, rows[place % len(rows)], word, draw)
        tomllib.loads(draft.text)
        assert rules.forces is not None
        assert rules.forces.read(draft.text, rules.map_options_to_defaults()) == draft.roster
        if draft.text != texts[-1]:
            texts.append(draft.text)
    last = draft.text
    while draft.undo():
        texts.pop()
        assert draft.text == texts[-1]
    assert draft.text == text
    while draft.redo():
        pass
    assert draft.text == last


def comments(text: str) -> list[str]:
    return sorted(line.partition("#")[2].strip() for line in text.splitlines() if "#" in line)


@pytest.mark.thorough
@pytest.mark.parametrize(("rules", "text"), some(TEXTS, 3), ids=lambda one: getattr(one, "id", ""))
def test_comments_of_a_file_stay_when_it_is_edited(rules: Ruleset, text: str) -> None:
    """Every row that can be copied is; nothing that people wrote beside the data is gone."""
    draft = ForceDraft(rules, text)
    for row in build_outline(draft):
        if row.what in ("unit", "thing"):
            told = force_row_edits.duplicate_row(draft, outline_row(draft, row))
            assert force_row_edits.LOST not in told
    assert comments(draft.text) == comments(text)


def outline_row(draft: ForceDraft, like: OutlineRow) -> OutlineRow:
    return next(
        row for row in build_outline(draft) if row.what == like.what and row.name == like.name
    )


@pytest.mark.parametrize(("rules", "text"), some(TEXTS, 3), ids=lambda one: getattr(one, "id", ""))
def test_a_sample_opened_and_changed_there_and_back_means_the_same(
    rules: Ruleset, text: str
) -> None:
    draft = ForceDraft(rules, text)
    assert draft.text == text
    first = draft.roster
    force_row_edits.rename_row(draft, build_outline(draft)[0], "Another")
    assert draft.roster.name == "Another"
    force_row_edits.rename_row(draft, build_outline(draft)[0], first.name)
    assert draft.roster == first


HOSTILE = (
    'squads = "x"',
    "squads = { a = 1 }",
    "profiles = 3",
    "profiles = []",
    '[[squads]]\nname = "A"\nfigures = { a = "x" }',
    '[[groups]]\nfigures = [{ profile = 3, count = "z" }]',
    '[[squads]]\nname = "A"\naboard = [1]\nfigures = 3',
    "guns = 5\nunits = {}",
    "squads = 5\nvehicles = 5\nunits = 5\ngroups = 5\nheroes = 5",
)


@given(
    rules=st.sampled_from(sorted(RULES)),
    text=st.sampled_from(HOSTILE),
    edits=st.lists(st.tuples(st.sampled_from(VERBS), st.integers(0, 99), st.sampled_from(WORDS))),
)
@examples(60)
def test_a_file_that_is_no_such_roster_is_edited_or_refused(
    rules: str, text: str, edits: list[tuple[str, int, str]]
) -> None:
    draft = ForceDraft(RULES[rules], text)
    for verb, place, word in edits:
        rows = build_outline(draft)
        do(draft, verb, rows[place % len(rows)], word, random.Random(place))
        tomllib.loads(draft.text)
    while draft.undo():
        pass
    assert draft.text == text
