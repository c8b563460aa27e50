"""The texts of the rules: one for every id, short, in words the screens may use."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.rule_marks import REGISTERS
from tracker.procedures.declared.rule_texts import read_rules
from tracker.procedures.installed_rulesets import load_playable_rulesets

REGISTERED = sorted(path.stem for path in REGISTERS.glob("*.txt"))
PACKAGES = Path(__file__).parents[2] / "tracker" / "rulesets"
LONGEST = 240
NEVER_SAID = ("projection", "stream", "branch", "amend", "override", "rewind", "player a")
RULE_ID = re.compile(r"\b[A-Z]{2}-(?:[A-Z]+-\d+|[A-Z]\d+)\b")


def package(ruleset: str) -> str:
    return ruleset.replace("-", "_")


def texts(ruleset: str) -> Mapping[str, str]:
    return load_playable_rulesets()[ruleset].rules()


def ids(ruleset: str) -> set[str]:
    """All ids of a register, also of the rules that have no test yet."""
    lines = (REGISTERS / f"{ruleset}.txt").read_text(encoding="utf-8").splitlines()
    return {rule for line in lines if RULE_ID.fullmatch(rule := line.removeprefix("# "))}


def test_the_registers_of_both_rulesets_are_looked_at() -> None:
    assert set(REGISTERED) >= {"combat-zone", "deathzap2"}


@pytest.mark.parametrize("ruleset", REGISTERED)
def test_every_rule_has_a_text_and_every_text_a_rule(ruleset: str) -> None:
    assert set(texts(ruleset)) == ids(ruleset)


@pytest.mark.parametrize("ruleset", REGISTERED)
def test_every_rule_the_program_names_has_a_text(ruleset: str) -> None:
    """Whatever ``w`` may have to explain: reasons, objections, questions, house rules."""
    begins = next(iter(ids(ruleset))).split("-")[0]
    named = {
        rule
        for path in (PACKAGES / package(ruleset)).rglob("*.py")
        for rule in re.findall(r'"([^"\n]*)"', path.read_text(encoding="utf-8"))
        if RULE_ID.fullmatch(rule) and rule.startswith(begins)
    }
    assert len(named) > 20
    assert named - set(texts(ruleset)) == set()


@pytest.mark.parametrize("ruleset", REGISTERED)
def test_a_text_is_short_whole_and_on_one_line(ruleset: str) -> None:
    for rule, text in texts(ruleset).items():
        assert 0 < len(text) <= LONGEST, rule
        assert text == " ".join(text.split()), rule
        assert text.endswith("."), rule
        assert text[0].isupper() or text[0].isdigit(), rule


@pytest.mark.parametrize("ruleset", REGISTERED)
def test_no_text_uses_a_word_the_screens_do_not(ruleset: str) -> None:
    for rule, text in texts(ruleset).items():
        assert [word for word in NEVER_SAID if word in text.lower()] == [], rule


@pytest.mark.parametrize("ruleset", REGISTERED)
def test_no_two_rules_say_the_same(ruleset: str) -> None:
    said = list(texts(ruleset).values())
    assert sorted({text for text in said if said.count(text) > 1}) == []


def test_a_file_is_read_when_a_rule_is_looked_up_and_not_before() -> None:
    """Naming a ruleset must not cost the reading of texts that few ever look at."""
    names = ", ".join(repr(ruleset) for ruleset in REGISTERED)
    program = f"""
import sys
opened = []
sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == "open" else None)
from tracker.procedures.installed_rulesets import load_playable_rulesets
found = load_playable_rulesets()
assert not [path for path in opened if path.endswith("rules.toml")], opened
for name in ({names},):
    found[name].rules()
    found[name].rules()
print(len([path for path in opened if path.endswith("rules.toml")]))
"""
    run = [sys.executable, "-c", program]
    done = subprocess.run(run, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str(len(REGISTERED))


def test_texts_cannot_be_changed_by_those_who_read_them() -> None:
    kept = read_rules("tracker.rulesets.deathzap2")
    with pytest.raises(TypeError):
        kept["DZ-T1"] = "otherwise"  # type: ignore[index]


def test_a_package_without_texts_says_so() -> None:
    with pytest.raises(FileNotFoundError):
        read_rules("tracker.procedures")
