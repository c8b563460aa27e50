"""What games by chance show an author: facts that cannot be kept, rolls nobody declared, what
cannot be shown, what never came up.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.plugins import third_party
from tracker.procedures.declared.action_key_types import KeyVerb
from tracker.procedures.declared.action_line_forms import Form
from tracker.procedures.declared.marker_and_link_kinds import LinkKind, MarkerKind
from tracker.procedures.declared.marker_values import Amount, OneOf
from tracker.procedures.declared.player_actions import Objection
from tracker.procedures.declared.printed_tables import PrintedTable
from tracker.procedures.installed_rulesets import load_installed_rulesets, load_playable_rulesets
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.line_subject_fields import make_unit_field
from tracker.procedures.pieces.phase_flow import PhaseFlow, make_next_action
from tracker.procedures.requests import Number, Option, Pick, Request, Roll, Score, Share, Split
from tracker.procedures.ruleset import Command, Ruleset
from tracker.testing import ruleset_check
from tracker.testing.match_in_memory import BLUE, RED, Play, f, u
from tracker.testing.question_and_objection_laws import check_request_is_complete
from tracker.testing.ruleset_check import check_facts_match_declarations, check_match_display
from tracker.vocabulary import events as ev
from tracker.vocabulary.dice_bands import Modifier
from tracker.vocabulary.roll_needs import Need
from tracker.vocabulary.subject_ids import SideId

UNIT, OTHER = u("r1"), u("b1")
SHOCKS = MarkerKind("shocks", "shocks", values=Amount("shocks"))
ORDER = MarkerKind("order", "order", values=OneOf("order", lambda *_: {"run": "r", "wait": "w"}))


@pytest.fixture
def coin(tmp_path: Path) -> Iterator[Ruleset]:
    with third_party("coin", tmp_path):
        yield load_playable_rulesets()["coin"]


def at_a_table(coin: Ruleset, **changed: Any) -> Play:
    play = Play(replace(coin, **changed))
    play.muster(RED, {"r1": {"coin": 3}}, {"coin": {}})
    play.muster(BLUE, {"b1": {"coin": 3}}, {"coin": {}})
    play.automatic()
    return play


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        (SHOCKS.set(UNIT, value=2), ""),
        (SHOCKS.set(UNIT), "'shocks' is set to True: its value must be a whole number"),
        (SHOCKS.set(f("r1", 1), value=2), "'shocks' is for a unit, not a figure"),
        (ORDER.set(UNIT, value="w"), ""),
        (ORDER.set(UNIT), "'order' is set to True: its value must be one of r, w"),
        (
            LinkKind("contact", "contact").make_link_fact(UNIT, OTHER),
            "'contact' is not declared: add",
        ),
        (
            ev.FiguresRemoved(figures=(), how="flown"),  # type: ignore[arg-type]
            "cannot be stored: Invalid enum value 'flown'",
        ),
        (SHOCKS.set(UNIT, value=(2,)), "MarkerSet cannot be stored: "),  # type: ignore[arg-type]
    ],
)
def test_a_fact_that_cannot_be_kept_or_said_is_found(
    coin: Ruleset, fact: ev.AnyFact, said: str
) -> None:
    play = at_a_table(coin, markers=(*coin.markers, SHOCKS, ORDER))
    if not said:
        check_facts_match_declarations(play.ruleset, play.match, (fact,))
        return
    with pytest.raises(AssertionError, match=said):
        check_facts_match_declarations(play.ruleset, play.match, (fact,))


def test_what_is_no_fact_is_told_when_it_is_recorded(coin: Ruleset) -> None:
    facts: Any = (SHOCKS.set(UNIT, value=2),)
    with pytest.raises(
        TypeError, match="a tuple is not a fact; to record several facts, write record"
    ):
        at_a_table(coin).match.record(facts)


def test_a_roll_that_is_not_declared_is_found(coin: Ruleset) -> None:
    heads = coin.rolls[0]
    roll = Roll(kind=heads, count=1, needs=Need(4), subject=UNIT)
    check_request_is_complete(coin, roll)
    with pytest.raises(AssertionError, match="'heads' is not declared: add it to rolls="):
        check_request_is_complete(replace(coin, rolls=()), roll)


def test_a_roll_that_is_not_declared_is_found_in_rules_without_texts(coin: Ruleset) -> None:
    roll = Roll(kind=coin.rolls[0], count=1, needs=Need(4), subject=UNIT)
    with pytest.raises(AssertionError, match="'heads' is not declared: add it to rolls="):
        check_request_is_complete(replace(coin, rolls=(), rules=dict), roll)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (
            Pick(id="who", what="who", options=(Option("a", "A"), Option("b", "B")), default="c"),
            "the default of 'who' is 'c': who: choose one of A, B",
        ),
        (
            Number(id="far", what="far", low=2, high=6),
            "the default of 'far' is 0: far: type a number from 2 to 6",
        ),
        (
            Split(id="hits", what="hits", total=3, shares=(Share("a", "A", 2),)),
            "hits: divide 3 among A",
        ),
    ],
)
def test_a_default_that_is_no_answer_is_found(
    coin: Ruleset, asked: Request[Any], said: str
) -> None:
    with pytest.raises(AssertionError, match=said):
        check_request_is_complete(coin, asked)


def test_parts_of_a_sum_are_added_up() -> None:
    """2 and -1 are added to the dice; a bonus that says otherwise is refused."""
    parts = (Modifier("brave", 2, "X-1"), Modifier("tired", -1, "X-1"))
    assert Score(dice=(6, 6), parts=parts).bonus == 1
    assert Score(dice=(6, 6), parts=parts, bonus=1).bonus == 1
    with pytest.raises(ValueError, match="bonus is 3, but the parts add up to 1: omit bonus"):
        Score(dice=(6, 6), parts=parts, bonus=3)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({}, ""),
        (
            {
                "grids": lambda *_: (
                    PrintedTable("to hit", "COIN-1", ("for", "needs"), (("all",),)),
                )
            },
            "the table 'to hit' has 2 columns, but its row 'all' has 1 cell",
        ),
        ({"due": lambda _: ("r1",)}, "due: str instead of DueAction"),
    ],
)
def test_what_cannot_be_shown_is_found(coin: Ruleset, changed: dict[str, Any], said: str) -> None:
    play = at_a_table(coin, **changed)
    if not said:
        check_match_display(play.ruleset, play.match)
        return
    with pytest.raises(AssertionError, match=said):
        check_match_display(play.ruleset, play.match)


def test_bars_that_are_no_bars_are_found(coin: Ruleset) -> None:
    wrong: Any = lambda *_: (Objection("has-tossed", "COIN-1", "has tossed"),)  # noqa: E731
    toss = replace(coin.actions["toss"], bars=wrong)
    play = at_a_table(coin, actions={**coin.actions, "toss": toss})
    with pytest.raises(
        AssertionError, match="bars of the action 'toss': Objection instead of BlockingReason"
    ):
        check_match_display(play.ruleset, play.match)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"bars": None}, "'toss' fail: 'NoneType' object is not callable"),
        (
            {"candidates": lambda _: ((RED, "r1"),)},
            "candidates of the action 'toss': str instead of",
        ),
        ({"candidates": lambda _: (5,)}, "'toss' fail: cannot unpack"),
    ],
)
def test_an_action_that_cannot_be_proposed_is_named(
    coin: Ruleset, changed: dict[str, Any], said: str
) -> None:
    toss = replace(coin.actions["toss"], **changed)
    play = at_a_table(coin)
    with pytest.raises(AssertionError, match=said):
        check_match_display(replace(coin, actions={**coin.actions, "toss": toss}), play.match)


def test_an_action_whose_line_says_something_else_is_named(coin: Ruleset) -> None:
    """Its form reads one unit into a field of several."""
    form = Form("tosses", make_unit_field("units"), key=KeyVerb("t", text="tosses"))
    toss = replace(coin.actions["toss"], form=form)
    play = at_a_table(coin)
    said = "the action 'toss' is shown as 'r1 tosses', which is parsed as"
    with pytest.raises(AssertionError, match=said):
        check_match_display(replace(coin, actions={**coin.actions, "toss": toss}), play.match)


def test_what_lies_face_down_for_ever_stands_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ruleset_check, "GAMES", 1)
    monkeypatch.setattr(ruleset_check, "ENOUGH", 1)
    monkeypatch.setattr(ruleset_check, "MAX_INPUTS", 12)
    monkeypatch.setattr(ruleset_check, "check_objections_keep_secrets", lambda *_: None)
    with third_party("hedgerow", tmp_path):
        (plugin,) = load_installed_rulesets().find_plugins("hedgerow")
        rules = plugin.ruleset
        assert rules is not None
        flow = PhaseFlow(
            (), tuple(replace(each, leave=None) for each in rules.phases), lambda _: False
        )
        never = {**rules.actions, "next": make_next_action(flow, lambda _: ())}
        broken = replace(rules, actions=never, recorded=tuple)
        found = ruleset_check.check_plugin(plugin.__class__("hedgerow", "", plugin.module, broken))
    assert found.problems == ()
    said = "The marker 'order' is placed face down, but nothing ever reveals it."
    assert any(each.endswith(said) for each in found.remarks)


def test_what_never_came_up_stands_out(coin: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    """A phase misspelt in a bar is no error anywhere: nobody ever tosses."""
    monkeypatch.setattr(ruleset_check, "GAMES", 1)
    monkeypatch.setattr(ruleset_check, "MAX_GAMES", 1)
    monkeypatch.setattr(ruleset_check, "MAX_INPUTS", 20)
    barred = replace(coin.actions["toss"], candidates=lambda _: ())
    (plugin,) = load_installed_rulesets().find_plugins("coin")
    rules = replace(coin, actions={**coin.actions, "toss": barred})
    found = ruleset_check.check_plugin(plugin.__class__("coin", "", plugin.module, rules))
    assert found.problems == ()
    assert found.remarks == (
        "warledger_coin, line 108: No random game used 'toss'. Check its phases, candidates and"
        " bars.",
        "No random game ended within 20 inputs.",
    )


def test_what_the_book_follows_up_by_itself_was_taken(
    coin: Ruleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A toss that asks nothing ends the phase at once: it is never the newest line."""
    monkeypatch.setattr(ruleset_check, "MAX_GAMES", 1)
    monkeypatch.setattr(ruleset_check, "GAMES", 0)
    monkeypatch.setattr(ruleset_check, "MAX_INPUTS", 5)

    def tossed(match: Match, _: SideId | None, params: Any) -> None:
        match.record(coin.markers[0].set(*params.units))

    def follow(match: Match) -> Command | None:
        over = not match.turn or any(match.has(unit, "tossed") for unit in match.units())
        return Command("next", None, {}) if over else None

    toss = replace(coin.actions["toss"], stage=tossed)
    rules = replace(coin, actions={**coin.actions, "toss": toss}, automatic=follow)
    found = ruleset_check.check_ruleset(rules, "warledger_coin")
    assert found.problems == ()
    assert not any(each.startswith("No random game used") for each in found.remarks)
