"""Mistakes that authors make, each in a copy of Coin: told with the line and what to write."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.plugins import THIRD_PARTY, beside, package
from tracker.procedures.installed_rulesets import load_installed_rulesets
from tracker.testing.ruleset_check import RulesetFindings, check_plugin

COIN = (THIRD_PARTY / "coin" / "warledger_coin.py").read_text(encoding="utf-8")
ONE_HEAD = "yield from roll_check(HEADS, len(match.figures(unit)), 4, side=side, subject=unit)"
VIEW = "from tracker.procedures.match_view import"
UNREGISTERED = "is not declared: add it to"

LOADING = [
    ("Match, choose_last\n", "Match, choose_lats\n", "cannot import name 'choose_lats'", VIEW),
    ('"COIN-4", "points that', '"COIN-4", sort="points that', "Unexpected keyword", "POINTS:"),
]
"""What is written, what is there instead, what is said, and where the line begins."""
DECLARED = [
    (
        "markers=(TOSSED, SHAKEN)",
        "markers=(TOSSED,)",
        f"'shaken' {UNREGISTERED} markers=",
        "SHAKEN:",
    ),
    ("rolls=(HEADS, GRIP)", "rolls=(HEADS,)", f"'grip' {UNREGISTERED} rolls=", "GRIP:"),
    ("    options=(POINTS,),\n", "", f"'points' {UNREGISTERED} options=", "POINTS:"),
    (
        "RULESET: Final",
        'COUNT: Final = replace(TOSS, id="count")\nRULESET: Final',
        f"'count' {UNREGISTERED} actions=",
        "COUNT:",
    ),
    (
        '"COIN-1", "has tossed"',
        '"COIN-7", "has tossed"',
        "no rule is called 'COIN-7'",
        "yield BlockingReason",
    ),
    ('phases=("toss",)', 'phases="toss"', "must be a tuple: write ('toss',)", "TOSS:"),
    (
        '"tossed", "tossed", "t"',
        '"tossed", "t", "tossed"',
        "write the id, the word and the sign",
        "TOSSED:",
    ),
    ('"tossed", "tossed", "t"', '"Toss ed", "tossed", "t"', "is not a valid id", "TOSSED:"),
    (
        "heads = yield from roll_check(",
        "heads = yield roll_check(",
        "write yield from roll_check(...)",
        "heads =",
    ),
    ('"S", shown="times", nerve', '"S", nerve', "is a count: write shown='times'", "SHAKEN:"),
    (
        'int(match.option("points"))',
        'int(match.option("points") == "five")',
        "no value of the option 'points' is called 'five'",
        "elif first",
    ),
    (
        "def toss(match: Match, side: SideId | None, params: Toss)",
        "def toss(match: Match, params: Toss)",
        "the stage of 'toss' must accept the arguments (match, side, params)",
        "def toss(",
    ),
]
PLAYED = [
    (
        'yield BlockingReason("has-tossed", "COIN-1", "has tossed")',
        'return BlockingReason("has-tossed", "COIN-1", "has tossed")',
        "'NoneType' object is not iterable; write yield BlockingReason(...)",
        "def bars(",
    ),
    ("(Toss((unit,)),)", "Toss((unit,))", "is not iterable; give a tuple of", "    candidates="),
    (
        "len(match.figures(unit)), 4",
        "len(match.figures(unit)) - 3, 4",
        "dice: ask for 0",
        "heads =",
    ),
    ("winner=first", 'winner="Red"', "the winner 'Red' is not a side: use one of match.sides", ""),
    (
        "match.record(SHAKEN.set(unit, value=count_shocks(match, unit) + 1))",
        'match.record(SHAKEN.set(unit, value="1"))',
        "its value must be a whole number",
        "def toss(",
    ),
    (
        "due=LEFT.list_due_actions,\n    keys",
        'due=lambda _: ("r1",),\n    keys',
        "due: str instead of DueAction",
        "    due=",
    ),
    (
        ONE_HEAD,
        "yield from roll_check(HEADS, 3, Need(4, parts=(PART, PART)), side=side, subject=unit)",
        "the need of 'heads' counts 'edge' twice",
        "heads =",
    ),
    (
        ONE_HEAD,
        "yield from roll_check(HEADS, 3, 2 + (COUNT.append(1) or len(COUNT)) % 3, side=side,"
        " subject=unit)",
        "a rule may use only the match and its arguments",
        "",
    ),
]
PARTS = 'PART, COUNT = Modifier("edge", 2), []\nTOSSED: Final'
REMARKED = [
    (
        "len(match.figures(unit)), 4",
        "len(match.figures(unit)), 7",
        "'heads' was never asked",
        "HEADS:",
    ),
    (
        "match.record(TOSSED.set(unit))",
        "pass",
        "No subject ever got the marker 'tossed'",
        "TOSSED:",
    ),
]


def find_mistakes(tmp_path: Path, *changes: tuple[str, str]) -> tuple[RulesetFindings, str]:
    """What is found in Coin with something else in it, and its source."""
    helpers = (
        "from msgspec.structs import replace\nfrom tracker.vocabulary.dice_bands import Modifier\n"
    )
    helpers += "from tracker.vocabulary.roll_needs import Need\n"
    source = COIN.replace("from msgspec", f"{helpers}from msgspec", 1)
    for old, new in changes:
        assert source.count(old) == 1, old
        source = source.replace(old, new)
    source = source.replace("TOSSED: Final", PARTS, 1)
    package(tmp_path, "coin", source, module="plug_coin")
    with beside(tmp_path):
        (plugin,) = load_installed_rulesets().find_plugins("coin")
        return check_plugin(plugin), source


def is_told(told: tuple[str, ...], said: str, begins: str, source: str) -> bool:
    """Whether it is said, with the line that begins so."""
    lines = source.split("\n")
    places = [n for n, line in enumerate(lines, 1) if line.strip().startswith(begins.strip())]
    return any(
        said in each and (not begins or any(f", line {n}" in each for n in places)) for each in told
    )


@pytest.mark.parametrize(
    ("old", "new", "said", "begins"),
    [
        *LOADING,
        *DECLARED,
        # These come up in play.
        *(pytest.param(*one, marks=pytest.mark.thorough) for one in PLAYED),
    ],
    ids=lambda text: text[:20],
)
def test_a_mistake_is_told_with_its_line(
    tmp_path: Path, old: str, new: str, said: str, begins: str
) -> None:
    found, source = find_mistakes(tmp_path, (old, new))
    assert is_told(found.problems, said, begins, source), found


@pytest.mark.thorough
@pytest.mark.parametrize(("old", "new", "said", "begins"), REMARKED, ids=lambda text: text[:20])
def test_what_never_comes_up_is_told_with_its_line(
    tmp_path: Path, old: str, new: str, said: str, begins: str
) -> None:
    found, source = find_mistakes(tmp_path, (old, new))
    assert not found.problems
    assert is_told(found.remarks, said, begins, source), found


@pytest.mark.thorough
def test_a_bar_that_tells_what_lies_face_down_is_told_with_its_line(tmp_path: Path) -> None:
    down = "TOSSED.set(unit, value=str(side), hidden_from=(match.other(side),))"
    found, source = find_mistakes(
        tmp_path,
        ("match.record(TOSSED.set(unit))", f"match.record({down})"),
        ('"has tossed")', 'f"has tossed {match.marker(unit, TOSSED).value}")'),
    )
    said = "the bars of the action 'toss' reveal face-down values: say only that they exist"
    assert is_told(found.problems, said, "def bars(", source), found
