"""``warledger rules``: the texts of the rules, all of them or one."""

from __future__ import annotations

from tests.cli.running import Shell


def test_all_rules_are_said_a_line_each_in_their_order(shell: Shell) -> None:
    ran = shell.done("rules", "deathzap2")
    lines = ran.out.splitlines()
    said = [line.split()[0] for line in lines]
    assert said[:2] == ["DZ-T1", "DZ-T2"]
    assert said.index("DZ-SHOOT-02") < said.index("DZ-MELEE-01") < said.index("DZ-G01")
    assert "DZ-SHOOT-02   Units in melee cannot fire or be fired at." in lines
    assert ran.err == ""


def test_one_rule_is_said_however_its_id_is_written(shell: Shell) -> None:
    once = shell.done("rules", "combat-zone", "CZ-SHOOT-06", "--json").json
    assert once == {
        "ruleset": "combat-zone",
        "title": "Combat Zone",
        "rules": [
            {
                "rule": "CZ-SHOOT-06",
                "text": "Whatever the modifiers, a 1 on the die misses and a 6 hits.",
            }
        ],
    }
    assert shell.done("rules", "combat-zone", "cz-shoot-06", "--json").json == once


def test_unknown_names_are_refused_with_those_there_are(shell: Shell) -> None:
    ran = shell("rules", "chess")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == (
        "warledger: There are no rules called 'chess'."
        " Choose one of: combat-zone, deathzap2, trial-assault, xenocide,"
        " breach, free, halberds, picket, watchfire.\n"
    )
    ran = shell("rules", "deathzap2", "DZ-SHOT-05", "--json")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == (
        "warledger: Deathzap 2 has no rule DZ-SHOT-05; the nearest is DZ-SHOOT-05.\n"
    )


def test_no_ledger_is_begun_for_it(shell: Shell) -> None:
    shell.done("rules", "deathzap2", "DZ-T4")
    assert not shell.path.exists()
