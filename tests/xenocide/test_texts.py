"""The texts of the rules, the glossary and the house rules against the register's ids."""

from __future__ import annotations

from tests.rule_marks import REGISTERS
from tracker.procedures.declared.rule_texts import read_glossary, read_rules
from tracker.rulesets.xenocide import RULESET

PACKAGE = "tracker.rulesets.xenocide"
LINES = (REGISTERS / "xenocide.txt").read_text(encoding="utf-8").splitlines()
IDS = [line.removeprefix("# ") for line in LINES if line.removeprefix("# ").startswith("XF-")]


def test_every_id_of_the_register_has_a_text_and_every_text_an_id() -> None:
    assert len(IDS) == len(set(IDS)) == 353
    assert sorted(read_rules(PACKAGE)) == sorted(IDS)


def test_house_rules_settle_a_ruling_of_the_register() -> None:
    assert [option.name for option in RULESET.options if option.rule not in IDS] == []


def test_the_glossary_is_in_the_order_of_its_words() -> None:
    words = list(read_glossary(PACKAGE))
    assert words == sorted(words, key=str.casefold)
