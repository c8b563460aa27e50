"""What does not fit together in the declarations of a ruleset, and imports rules may not have."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct, structs
from msgspec.structs import replace

from tests.plugins import beside, package
from tracker.procedures import requests
from tracker.procedures.declared.action_key_types import InterruptKeys, Keys, KeyVerb
from tracker.procedures.declared.action_line_forms import Form
from tracker.procedures.declared.line_form_slots import make_length_slot
from tracker.procedures.declared.marker_and_link_kinds import LinkKind, MarkerKind
from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.declared.rosters_and_mustering import Sample
from tracker.procedures.import_purity_check import FORBIDDEN, list_forbidden_imports
from tracker.procedures.installed_rulesets import (
    CHECK_VARIABLE,
    load_installed_rulesets,
    load_playable_rulesets,
)
from tracker.procedures.pieces.acting_units import make_unit_candidates
from tracker.procedures.pieces.line_subject_fields import make_unit_field
from tracker.procedures.ruleset import HouseRule, Phase, Ruleset
from tracker.procedures.ruleset_declaration_check import (
    list_declaration_problems,
    list_text_and_sample_problems,
)
from tracker.procedures.ruleset_source_linter import (
    ASKING,
    GOING,
    MADE,
    STAGES,
    list_ineffective_statements,
    list_stage_argument_errors,
    list_undeclared_ids,
)
from tracker.rulesets.deathzap2 import RULESET
from tracker.rulesets.deathzap2.forces.roster_reader import FORCES

PHASE = RULESET.phases[0]
NEXT, MOVE = RULESET.actions["next"], RULESET.actions["move"]


class Loose(Struct):
    """Parameters that can be changed."""


def keys(**changed: Any) -> Ruleset:
    return replace(RULESET, keys=Keys(**changed))


WRONG: list[tuple[Ruleset, str]] = [
    (replace(RULESET, id="Deathzap 2"), "'Deathzap 2' is not a valid id: use lower-case letters"),
    (
        replace(RULESET, id="list"),
        "'list' is a subcommand of `warledger rules`: choose another id.",
    ),
    (replace(RULESET, version=""), "The ruleset has no version: add one."),
    (replace(RULESET, version=2), "The ruleset's version must be text."),
    (replace(RULESET, title="\n"), "The title must be one line of 1 to"),
    (replace(RULESET, phases=[PHASE]), "The ruleset's phases must be a tuple of Phase."),
    (
        replace(RULESET, phases=(*RULESET.phases, PHASE)),
        f"The phase '{PHASE.id}' is declared twice.",
    ),
    (
        replace(RULESET, actions={**RULESET.actions, "shoot2": RULESET.actions["shoot"]}),
        "The action 'shoot' is listed under 'shoot2': list it under its id.",
    ),
    (
        replace(RULESET, actions={**RULESET.actions, "next": replace(NEXT, params=dict)}),
        "The parameters of 'next' must be a msgspec Struct.",
    ),
    (
        replace(RULESET, actions={**RULESET.actions, "next": replace(NEXT, phases=("shot",))}),
        "The action 'next' is for the phase 'shot', which does not exist.",
    ),
    (
        replace(RULESET, markers=(*RULESET.markers, RULESET.markers[0])),
        f"The marker '{RULESET.markers[0].id}' is declared twice.",
    ),
    (
        replace(RULESET, markers=(MarkerKind("a", "one", "x"), MarkerKind("b", "two", "x"))),
        "Two markers or links have the same sign 'x': change one.",
    ),
    (
        replace(RULESET, markers=(MarkerKind("a", "one", says={"x": ("ex", "x")}),)),
        "The marker 'a' has words for its values: write shown='value'.",
    ),
    (
        replace(RULESET, rolls=(*RULESET.rolls, RULESET.rolls[0])),
        f"The roll '{RULESET.rolls[0].id}' is declared twice.",
    ),
    (
        replace(RULESET, rolls=(*RULESET.rolls, RollKind("fear", "fear", stakes="afraid"))),
        "The roll 'fear' is for the marker 'afraid', which does not exist.",
    ),
    (
        replace(
            RULESET,
            actions={**RULESET.actions, "next": replace(NEXT, rolls=(RollKind("fear", "fear"),))},
        ),
        "The action 'next' makes the roll 'fear': add it to rolls=.",
    ),
    (
        replace(RULESET, options=(HouseRule("wind", (), "", "how it blows"),)),
        "The option 'wind' has no values: add at least one.",
    ),
    (
        replace(RULESET, phrases=(replace(RULESET.phrases[0], word="all"),)),
        "The ruleset's lines are not valid: 'all' cannot be used as a word in a line.",
    ),
    (
        replace(RULESET, actions={**RULESET.actions, "next": replace(NEXT, form=MOVE.form)}),
        "'moves' cannot mean both 'next' and 'move'.",
    ),
    (
        replace(RULESET, actions={**RULESET.actions, "next": replace(NEXT, form=MOVE.form)}),
        "The form 'moves' names 'units', which the parameters of 'next' do not have.",
    ),
    (
        replace(
            RULESET,
            actions={
                **RULESET.actions,
                "move": replace(
                    MOVE,
                    form=Form(
                        "moves", make_unit_field("units"), how=(make_length_slot("lenght", "in"),)
                    ),
                ),
            },
        ),
        "The form 'moves' names 'lenght', which the parameters of 'move' do not have.",
    ),
    (
        replace(RULESET, markers=(MarkerKind("a", "one", until="trun"),)),  # type: ignore[arg-type]
        "until='trun' of 'a' must be one of 'step', 'phase', 'turn', 'side turn', 'own turn'.",
    ),
    (
        replace(RULESET, links=(LinkKind("a", "one", on="units"),)),  # type: ignore[arg-type]
        "on='units' of 'a' must be one of 'figure', 'unit', 'side', 'match'.",
    ),
    (
        replace(RULESET, phases=(*RULESET.phases, Phase("a", "one", "side"))),  # type: ignore[arg-type]
        "order='side' of 'a' must be one of 'none', 'both', 'sides', 'alternate', 'active'.",
    ),
    (replace(RULESET, due=()), "The ruleset's due must be a function."),
    (
        replace(RULESET, actions={**RULESET.actions, "next": replace(NEXT, params=Loose)}),
        "The parameters of 'next' are not frozen: write frozen=True.",
    ),
    (
        replace(RULESET, options=(HouseRule("wind", (1, 1), "", "how it blows"),)),
        "The option 'wind' lists a value twice.",
    ),
    (
        replace(RULESET, options=(HouseRule("wind", (1, 9), "", "how it blows", low=1, high=5),)),
        "The option 'wind' has a value that is not within its low and high.",
    ),
    (
        replace(RULESET, actions={"move": MOVE}, keys=Keys(), phrases=()),
        "The ruleset has no action 'next': add it, so that a game can continue.",
    ),
    (
        keys(verbs=(KeyVerb("m", "moves", amount="ells"),)),
        "The key 'm' takes an amount of 'ells', which is not a unit.",
    ),
    (
        keys(verbs=(KeyVerb("m", "moves", amount="ells", counts=True),)),
        "The key 'm' takes an amount of 'ells', which is not a word before a number.",
    ),
    (
        keys(verbs=(KeyVerb("f", "flips"),)),
        "The key 'f' stands for 'flips', which is not a verb of the lexicon.",
    ),
    (
        replace(
            RULESET,
            actions={
                **RULESET.actions,
                "move": replace(
                    MOVE, candidates=make_unit_candidates("fire", MOVE.bars, lambda *_: ())
                ),
            },
        ),
        "The candidates of 'move' are for the phase 'fire', which does not exist.",
    ),
    (
        replace(
            RULESET,
            actions={
                **RULESET.actions,
                "move": replace(
                    MOVE, candidates=make_unit_candidates("shoot", MOVE.bars, lambda *_: ())
                ),
            },
        ),
        "The candidates of 'move' are for the phase 'shoot', but the action is not.",
    ),
    (
        keys(interrupts=InterruptKeys("i", "moves", lambda _: ())),
        "keys.interrupts names 'moves', but no action with that verb has breaks_in=True.",
    ),
    (
        keys(flags={"z": "zigzag"}),
        "The key 'z' stands for 'zigzag', which is not a word of the lexicon.",
    ),
    (keys(usual={"shot": "s"}), "keys.usual names 'shot', but there is no such phase."),
    (keys(usual={"shoot": "s"}), "keys.usual names 's' for 'shoot', but no verb has that key."),
]


@pytest.mark.parametrize("name", sorted(load_playable_rulesets()))
def test_the_rulesets_that_ship_are_consistent(name: str) -> None:
    assert list_declaration_problems(load_playable_rulesets()[name]) == []


@pytest.mark.parametrize(("ruleset", "said"), WRONG, ids=[said[:40] for _, said in WRONG])
def test_what_does_not_fit_together_is_said(ruleset: Ruleset, said: str) -> None:
    assert [each for each in list_declaration_problems(ruleset) if each.startswith(said)]


UNREADABLE: list[tuple[Ruleset, str]] = [
    (replace(RULESET, rules=lambda: {"DZ-1": " "}), "The text of 'DZ-1' is missing or empty."),
    (replace(RULESET, glossary=lambda: {"": "x", "a": ""}), "The text of 'a' is missing or empty."),
    (
        replace(RULESET, rules=lambda: {"DZ-1": "One."}),
        "The roll 'objective_dice' belongs to the rule 'DZ-WIN-03', which has no text.",
    ),
    (
        replace(RULESET, glossary=lambda: {"a": "b"[1]}),
        "The ruleset's glossary cannot be read: IndexError: ",
    ),
    (
        replace(
            RULESET, forces=structs.replace(FORCES, samples=lambda: (Sample("a.toml", "A", "?"),))
        ),
        "The sample force a.toml cannot be used: line 1: this is not TOML",
    ),
]


@pytest.mark.parametrize("name", sorted(load_playable_rulesets()))
def test_texts_and_sample_forces_of_the_rulesets_that_ship_can_be_read(name: str) -> None:
    assert list_text_and_sample_problems(load_playable_rulesets()[name]) == []


@pytest.mark.parametrize(("ruleset", "said"), UNREADABLE, ids=[said for _, said in UNREADABLE])
def test_texts_and_sample_forces_that_cannot_be_read_are_said(ruleset: Ruleset, said: str) -> None:
    assert [each for each in list_text_and_sample_problems(ruleset) if each.startswith(said)]


# -------------------------------------------------------------------------------------- purity


def test_what_rules_may_not_import_is_what_the_contract_of_this_project_says() -> None:
    text = Path("pyproject.toml").read_text(encoding="utf-8")
    contracts = tomllib.loads(text)["tool"]["importlinter"]["contracts"]
    (pure,) = (each for each in contracts if each["name"].startswith("Rulesets are pure"))
    assert set(pure["forbidden_modules"]) <= set(FORBIDDEN)


@pytest.mark.thorough
@pytest.mark.parametrize("name", sorted(load_playable_rulesets()))
def test_the_rulesets_that_ship_import_nothing_of_it(name: str) -> None:
    assert list_forbidden_imports(f"tracker.rulesets.{name.replace('-', '_')}") == []


def room(folder: Path, **modules: str) -> None:
    """A package ``plug_room`` with these modules."""
    inside = folder / "plug_room"
    inside.mkdir()
    for name, source in {"__init__": "", **modules}.items():
        (inside / f"{name}.py").write_text(source, encoding="utf-8")


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (
            "import random\n",
            "plug_room.rules imports random in line 1: rules must not import random.",
        ),
        (
            "def late():\n    from datetime import date\n",
            "plug_room.rules imports datetime.date in line 2: rules must not import datetime.",
        ),
        (
            "from tracker import projection\n",
            "plug_room.rules imports tracker.projection in line 1: rules must not import"
            " tracker.projection.",
        ),
        (
            "from . import dice\n",
            "plug_room.dice imports secrets in line 2: rules must not import secrets.",
        ),
        (
            "from .dice import throw\n",
            "plug_room.dice imports secrets in line 2: rules must not import secrets.",
        ),
        (
            "import plug_room.dice as d\n",
            "plug_room.dice imports secrets in line 2: rules must not import secrets.",
        ),
        ("from tracker.procedures.match_view import Match\nfrom . import tables\n", ""),
    ],
)
def test_the_imports_of_an_authors_own_modules_are_read(
    tmp_path: Path, source: str, said: str
) -> None:
    dice = '"""Dice."""\nimport secrets\nthrow = secrets.randbelow\n'
    room(tmp_path, rules=source, dice=dice, tables="import random_tables\n")
    with beside(tmp_path):
        assert list_forbidden_imports("plug_room.rules") == ([said] if said else [])


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("yield from call_stage(roll)", ""),
        ("return continue_with(roll, match)", ""),
        ("match.record(HURT.set(unit), MatchEnded())", ""),
        ("units.set(unit)", ""),
        (
            "call_stage(roll)",
            "call_stage(...) has no effect: write yield from call_stage(...)",
        ),
        (
            "hits = throw(HIT, 1, 4)",
            "roll_check(...) has no effect: write yield from roll_check(...)",
        ),
        (
            "then(roll, match)",
            "continue_with(...) has no effect: write return continue_with(...)",
        ),
        (
            "continue_with(roll, match)",
            "continue_with(...) has no effect: write return continue_with(...)",
        ),
        (
            "FIGHT.make_link_fact(unit, enemy)",
            "FIGHT.make_link_fact(...) has no effect: "
            "write match.record(FIGHT.make_link_fact(...))",
        ),
        (
            "HURT.set(unit)",
            "HURT.set(...) has no effect: write match.record(HURT.set(...))",
        ),
        (
            "data.HURT.cleared(unit)",
            "data.HURT.cleared(...) has no effect: write match.record(data.HURT.cleared(...))",
        ),
        (
            "MatchEnded()",
            "MatchEnded(...) has no effect: write match.record(MatchEnded(...))",
        ),
    ],
)
def test_what_goes_nowhere_is_told_with_its_line(tmp_path: Path, body: str, said: str) -> None:
    """Nothing of it is an error of Python, and the rule would not be played."""
    source = (
        "from tracker.procedures.requests import call_stage, continue_with\n"
        "from tracker.procedures.requests import roll_check as throw, then\n"
        "from tracker.vocabulary.events import MatchEnded\n"
        f"def stage(match, unit):\n    {body}\n"
    )
    room(tmp_path, rules=source)
    with beside(tmp_path):
        assert list_ineffective_statements("plug_room.rules") == (
            [f"plug_room.rules, line 5: {said}."] if said else []
        )


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("continue_with(roll, match, unit, 3)", ""),
        ("continue_with(roll, match, *both)", ""),
        ("continue_with(tables.roll, match, unit)", ""),
        ("then(saves, match, target)", ""),
        (
            "continue_with(roll, match, unit)",
            "continue_with(...) does not fit roll(match, unit, dice): missing a required argument:"
            " 'dice'",
        ),
        (
            "then(roll, unit, 3)",
            "continue_with(...) does not fit roll(match, unit, dice): missing a required argument:"
            " 'dice'",
        ),
        (
            "call_stage(roll, match, unit, 3)",
            "call_stage(...) does not fit roll(match, unit, dice): too many positional arguments",
        ),
        (
            "continue_with(roll, match, unit, dice=3)",
            "continue_with(...) ignores dice=: pass the arguments of roll by position",
        ),
        (
            "continue_with(roll, match, 3, unit)",
            "continue_with(...) does not fit roll(match, unit, dice): unit takes UnitId, not int",
        ),
        (
            "continue_with(roll, match, unit, target)",
            "continue_with(...) does not fit roll(match, unit, dice): dice takes int, not UnitId",
        ),
        (
            "continue_with(roll, match, unit, '3')",
            "continue_with(...) does not fit roll(match, unit, dice): dice takes int, not str",
        ),
    ],
)
def test_arguments_that_do_not_fit_a_stage_are_told_with_their_line(
    tmp_path: Path, call: str, said: str
) -> None:
    """At the table the stage would fail only after the dice before it."""
    source = (
        "from tracker.procedures.requests import call_stage, continue_with, then\n"
        "def roll(match: Match, unit: UnitId, dice: int):\n    yield\n"
        "def stage(match: Match, unit: UnitId, target: UnitId, both: tuple):\n"
        "    def saves(match, who=None):\n        yield\n"
        f"    return {call}\n"
    )
    room(tmp_path, rules=source)
    with beside(tmp_path):
        assert list_stage_argument_errors("plug_room.rules") == (
            [f"plug_room.rules, line 7: {said}."] if said else []
        )


def test_what_is_looked_for_can_be_called() -> None:
    """These are names in words, which a change of the names themselves would leave behind."""
    assert all(hasattr(requests, name) for name in ASKING | GOING | {*STAGES})
    assert all(hasattr(MarkerKind, name) or hasattr(LinkKind, name) for name in MADE)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("match.has(unit, 'pinned')", ""),
        ("match.has(unit, name)", ""),
        ("match.phase in ('shoot', 'move', '')", ""),
        ("match.has(unit, 'pined')", "no marker is called 'pined'; the nearest is 'pinned'"),
        ("match.marked('zigzag')", "no marker is called 'zigzag': add it to markers="),
        ("match.mark(unit, 'pined')", "no marker is called 'pined'; the nearest is 'pinned'"),
        ("match.option('gmae')", "no option is called 'gmae'; the nearest is 'game'"),
        ("match.phase != 'shot'", "no phase is called 'shot'; the nearest is 'shoot'"),
        ("match.phase in ('shoot', 'mvoe')", "no phase is called 'mvoe'; the nearest is 'move'"),
    ],
)
def test_ids_that_are_declared_nowhere_are_told(tmp_path: Path, code: str, said: str) -> None:
    room(tmp_path, rules=f"def f(match, unit, name):\n    return {code}\n")
    rules = replace(RULESET, markers=(*RULESET.markers, MarkerKind("pinned", "pinned")))
    with beside(tmp_path):
        found = list_undeclared_ids(rules, "plug_room.rules")
    assert found == ([f"plug_room.rules, line 2: {said}."] if said else [])


@pytest.mark.thorough
@pytest.mark.parametrize("name", sorted(load_playable_rulesets()))
def test_the_rulesets_that_ship_name_nothing_that_is_not_there(name: str) -> None:
    module = f"tracker.rulesets.{name.replace('-', '_')}"
    assert (
        list_ineffective_statements(module),
        list_undeclared_ids(load_playable_rulesets()[name], module),
    ) == (
        [],
        [],
    )


@pytest.mark.thorough
def test_in_development_impure_rules_are_set_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.plugins import good

    package(tmp_path, "clock", "import time\n" + good("clock"))
    with beside(tmp_path):
        assert "clock" in load_playable_rulesets()
    monkeypatch.setenv(CHECK_VARIABLE, "1")
    with beside(tmp_path):
        assert "clock" not in load_playable_rulesets()
        (aside,) = load_installed_rulesets().disabled
        assert aside.why == "plug_clock imports time in line 1: rules must not import time"
