"""What you can type, for people who look it up: whatever a line can say stands there."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.procedures.test_forms import RULES, ways
from tracker.input_parsing.line_syntax_tree import (
    Flag,
    KeyValueSetting,
    Option,
    TypedAction,
    TypedDetail,
    TypedMeasure,
)
from tracker.procedures.declared.line_syntax_reference import ANSWERS, list_line_syntax
from tracker.testing.random_games import begin_random_game, play_random_input

PAGE = Path(__file__).parents[2] / "docs" / "verbs.md"


def typed(name: str) -> dict[str, str]:
    """Each action with all its lines, as they are typed."""
    found: dict[str, str] = {}
    for phase in list_line_syntax(RULES[name]):
        for one in phase.lines if phase.phase != ANSWERS else ():
            found[one.action] = " ".join((found.get(one.action, ""), one.typed, *one.also))
    return found


def page(head: str) -> str:
    """The page as it has to stand there, behind what people wrote before the first ruleset."""
    parts = [head]
    for ruleset in RULES.values():
        rows = [f"## {ruleset.title}", "", "```"]
        for phase in list_line_syntax(ruleset):
            rows.append(phase.phase)
            for one in phase.lines:
                also = f"   (also: {', '.join(one.also)})" if one.also else ""
                rows.append(f"  {one.typed}{also}")
        parts.append("\n".join((*rows, "```", "")))
    return "\n".join(parts)


def words(part: object) -> Iterator[str]:
    """What of a part has to be found where people look it up."""
    if not isinstance(part, TypedAction):
        return
    yield part.verb
    for how in part.details:
        yield word(how)


def word(how: TypedDetail) -> str:
    match how:
        case Flag(name):
            return name
        case Option(name):
            return f"{name} "
        case KeyValueSetting(name):
            return f"{name}="
        case TypedMeasure(unit=unit):
            return unit
    raise AssertionError(how)


@pytest.mark.thorough
@pytest.mark.parametrize("name", sorted(RULES))
def test_whatever_a_line_can_say_can_be_looked_up(name: str) -> None:
    rules, rng, known = RULES[name], random.Random(5), typed(name)
    assert known.keys() == rules.actions.keys()
    game, seen = begin_random_game(rules, rng), set[str]()
    for _ in range(80):
        for action in rules.actions.values() if game.pending is None else ():
            offered = list(action.candidates(game.match))
            for side, params in rng.sample(offered, min(len(offered), 1)):
                for told in (params, *ways(game.match, params, rng)):
                    for part in rules.line_translator.make_line(
                        game.match, action.make_command(side, told)
                    ).parts:
                        for said in words(part):
                            assert said in known[action.id], f"{said} of {action.id}"
                            seen.add(said)
        if not play_random_input(game, rng):
            break
    assert len(seen) > 8


@pytest.mark.parametrize(
    ("action", "lines"),
    [
        ("objective", 'objective "…" [3] [red]'),
        ("end", "end [time|conceded] [draw|red]"),
        ("part", "who parts [> whom,whom]"),
        ("flight", "who flees [obstacles=1]"),
        ("reassign", "swap who who"),
        ("deploy", "deploy [red] [4in]"),
        ("fight", "who fights [> whom] [figures 2] [with WEAPON] [basic|regular|elite]"),
        ("move", "who,who moves [18in] [obstacles=1] [towards]"),
        ("shoot", "who [shoots] > whom [open|soft|hard] [18in] [with GUN guns 2]"),
    ],
)
def test_lines_as_they_are_typed(action: str, lines: str) -> None:
    rules = list_line_syntax(RULES["deathzap2"])
    assert {one.typed for phase in rules for one in phase.lines if one.action == action} == {lines}


def test_a_line_stands_in_each_of_its_phases_by_their_words() -> None:
    there = {
        phase.phase: {one.action for one in phase.lines}
        for phase in list_line_syntax(RULES["deathzap2"])
    }
    swapped = {phase for phase, found in there.items() if "reassign" in found}
    assert swapped == {"orders", "movement"}
    assert next(iter(there)) == "set-up"
    assert {"next", "award", "end"} <= there["any phase"]


def test_the_page_has_them_all() -> None:
    text = PAGE.read_text(encoding="utf-8")
    head = text[: text.index("\n## ")]
    if os.environ.get("WARLEDGER_WRITE_GOLDENS"):
        PAGE.write_text(page(head), encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == page(head)
    assert not re.search(r"\[\]|\[ ", page(head))
