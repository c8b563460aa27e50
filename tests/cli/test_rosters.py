"""What ``force new`` writes to begin with, and that the page of the format has the same."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest

from tests.cli import running
from tests.cli.running import Shell
from tracker.input_parsing import battlescribe_roster_reader
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.procedures.ruleset import Ruleset

PAGE = (Path(__file__).parents[2] / "docs" / "rosters.md").read_text(encoding="utf-8")
RULES = load_playable_rulesets()


@pytest.mark.parametrize("rules", RULES.values(), ids=list(RULES))
def test_what_is_written_to_begin_with_is_sound_and_stands_on_the_page(rules: Ruleset) -> None:
    assert rules.forces is not None
    text = rules.forces.get_template_text()
    assert text in PAGE.split(f"## {rules.title}\n")[1].split("```toml\n")[1]
    roster = rules.forces.read(text, rules.map_options_to_defaults())
    assert (roster.ruleset, roster.usable, roster.problems) == (rules.id, True, ())
    commented = [line[2:] for line in text.splitlines() if line.startswith("# ")]
    assert "limit" in {line.split(" = ")[0] for line in commented}


def test_it_is_written_once_and_is_then_ones_own(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    said = shell("force", "new", str(file), "--ruleset", "xenocide")
    assert f"run: warledger force check {file}" in said.out
    assert 'name = "Ridge Picket"' in file.read_text(encoding="utf-8")
    again = shell("force", "new", str(file), "--ruleset", "xenocide")
    assert again.code == 1
    assert "already exists. To replace the file, use --overwrite" in again.err
    shell.done("force", "new", str(file), "--sample", "iron-third", "--overwrite")
    assert 'ruleset = "deathzap2"' in file.read_text(encoding="utf-8")


def test_the_warnings_about_two_forces_count_a_roster_from_standard_input(shell: Shell) -> None:
    roster = shell.done("force", "new", "--sample", "iron-third").out
    sides = ("--side", "Red=-", "--side", "Blue=red-dusk")
    begun = shell.done("match", "new", "--ruleset", "deathzap2", *sides, stdin=roster)
    said = "the forces differ by 25 points: Iron Third 588, Red Dusk 563"
    assert begun.err == f"warledger: {said}\n"


@pytest.mark.rule("DZ-FORCE-07", "DZ-G41")
def test_the_warnings_about_two_forces_count_points_by_the_house_rules(shell: Shell) -> None:
    sides = ("--side", "Red=iron-third", "--side", "Blue=ash-column")
    begun = shell.done("match", "new", *sides, "--option", "basic_melee_cost=always_pay_7")
    assert begun.err.endswith("differ by 21 points: Iron Third 714, Ash Column 693\n")
    assert "Red: Iron Third, 714 points" in begun.out


def test_warnings_stand_before_the_game_that_they_are_about(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = StringIO()
    monkeypatch.setattr(running, "StringIO", lambda: out)
    sides = ("--side", "Red=iron-third", "--side", "Blue=red-dusk")
    begun = shell.done("match", "new", *sides).out.splitlines()
    assert begun[0].startswith("warledger: the forces differ by 25 points")
    assert begun[1].startswith("m1 ")


@pytest.mark.thorough
def test_the_samples_are_listed_by_the_names_that_mean_them(shell: Shell) -> None:
    said = shell.done("force", "list").out.splitlines()
    assert said[0] == "combat-zone"
    assert any(line.split() == ["iron-third", "Iron", "Third"] for line in said)
    only = shell.done("force", "list", "--ruleset", "xenocide", "--json").json["samples"]
    assert {one["ruleset"] for one in only} == {"xenocide"}
    for one in only:
        shell.done("force", "sheet", one["name"])


def test_the_samples_of_any_game_are_listed_and_found(shell: Shell) -> None:
    listed = shell.done("force", "list", "--json").json["samples"]
    assert [one["name"] for one in listed if one["ruleset"] == "free"] == [
        "first-force",
        "second-force",
    ]
    assert "first-force: no mistakes" in shell.done("force", "check", "first-force").out
    assert "Machine gun" in shell.done("force", "new", "--sample", "first-force").out
    sides = ("--side", "Red=first-force", "--side", "Blue=second-force")
    assert "(free, " in shell.done("match", "new", *sides).out


def test_without_a_file_it_is_printed_and_what_is_meant_is_asked(shell: Shell) -> None:
    assert 'name = "Jackals"' in shell("force", "new", "--ruleset", "combat-zone").out
    which = shell("force", "new")
    assert which.code == 1
    assert "Choose the rules of this roster with --ruleset: combat-zone, deathzap2" in which.err
    nobody = shell("force", "new", "--sample", "jackal", "--ruleset", "combat-zone")
    assert "There is no sample 'jackal'. Choose one of: jackals, night-watch" in nobody.err


def test_a_sample_is_checked_and_counted_by_its_name_unless_a_file_is_called_so(
    shell: Shell,
) -> None:
    said = shell.done("force", "check", "iron-third", "red-dusk").out
    assert said.startswith("iron-third: no mistakes\nred-dusk: no mistakes\n")
    assert "588" in shell.done("force", "points", "iron-third").out
    one = 'ruleset = "free"\n[[units]]\nname = "Team"\nfigures = {scout = 1}\npoints = 1\n'
    Path("one.toml").write_text(f'name = "Ours"\n{one}', encoding="utf-8")
    assert "one.toml: Ours, 1 point\n" in shell.done("force", "points", "one.toml").out
    Path("iron-third").write_text("name =", encoding="utf-8")
    assert shell("force", "check", "iron-third").code == 1


def test_a_note_is_not_called_a_mistake(shell: Shell) -> None:
    text = shell.done("force", "new", "--ruleset", "xenocide").out
    squad = '[[squads]]\nname = "Pair"\nfigures = {trooper = 2}\n'
    Path("pair.toml").write_text(f"{text}\n{squad}", encoding="utf-8")
    said = shell.done("force", "check", "pair.toml").out
    assert said.startswith("pair.toml: no mistakes, but note:\n  line ")
    assert "note: " in said
    Path("pair.toml").write_text(f"{text}\n{squad}skil = 3\n", encoding="utf-8")
    assert shell("force", "check", "pair.toml").out.startswith("pair.toml: has mistakes:\n")


def test_a_sample_is_found_by_its_title_where_forces_can_be_typed(shell: Shell) -> None:
    sides = ("--side", "Red=First force", "--side", "Blue=8 orcs, 1 troll")
    said = shell.done("match", "new", "--ruleset", "free", *sides).out
    assert "Machine gun" in said  # of the sample; a typed force would be one unit of that name
    assert "r1   First force" not in said
    assert "Trolls" in said or "Troll" in said
    report = shell.done("export", "last").out
    assert "### Red: First force\n" in report  # no points, where nothing has any


def test_a_roster_of_another_program_has_to_be_converted_first(shell: Shell) -> None:
    Path("wolves.ros").write_text("<roster/>", encoding="utf-8")
    told = "Run: warledger force import wolves.ros -o wolves.toml".lower()
    sides = ("--side", "Red=wolves.ros", "--side", "Blue=iron-third")
    for refused in (
        shell("force", "check", "wolves.ros"),
        shell("match", "new", "--ruleset", "deathzap2", *sides),
    ):
        assert refused.code != 0
        assert told in refused.err.lower()


def test_long_names_of_units_keep_the_columns_of_a_table_aligned(shell: Shell) -> None:
    Path("ours.toml").write_text(
        'name = "Ours"\nruleset = "free"\n'
        '[[units]]\nname = "Captain in Gravis Armour"\nfigures = {Captain = 1}\n'
        '[[units]]\nname = "Scouts"\nfigures = {Scout = 5}\n',
        encoding="utf-8",
    )
    told = shell.done("force", "points", "ours.toml").out.splitlines()
    assert told[1:] == [
        "  Captain in Gravis Armour 1 Captain",
        "  Scouts                   5 Scout",
    ]
    sides = ("--side", "Red=ours.toml", "--side", "Blue=ours.toml")
    shell.done("match", "new", "--ruleset", "free", *sides)
    shown = shell.done("match", "show", "m1").out
    assert "  r1   Captain in Gravis Armour 1/1" in shown
    assert "  r2   Scouts                   5/5" in shown


def test_an_army_list_as_text_names_what_to_export_instead(shell: Shell) -> None:
    listed = "+ FACTION KEYWORD: Imperium\n\n10x Crusader Squad (150 pts)\n• 9x Initiate\n"
    Path("list.txt").write_text(listed, encoding="utf-8")
    sides = ("--side", "Red=list.txt", "--side", "Blue=list.txt")
    for words in (("import",), ("force", "check"), ("match", "new", *sides), ("force", "import")):
        refused = shell(*words, *(() if "new" in words else ("list.txt",)))
        assert refused.code != 0
        assert "New Recruit or BattleScribe as .rosz or JSON instead" in refused.err


def test_a_mistake_in_a_converted_roster_names_the_file_of_its_line(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(battlescribe_roster_reader, "MAX_FIGURES", 500)  # a mistake of ours
    model = '{"name": "Scout", "type": "model", "number": 500}'
    unit = f'{{"name": "Team", "type": "unit", "selections": [{model}]}}'
    Path("list.json").write_text(
        f'{{"roster": {{"name": "Ours", "forces": [{{"selections": [{unit}]}}]}}}}',
        encoding="utf-8",
    )
    mistake = "line 6: Scout in Team must be a whole number from 1 to 200"
    assert f"the new roster, {mistake}" in shell("force", "import", "list.json").err
    written = shell("force", "import", "list.json", "-o", "ours.toml").err
    assert f"ours.toml, {mistake}" in written
    assert (
        Path("ours.toml").read_text(encoding="utf-8").splitlines()[5] == "figures = {Scout = 500}"
    )


def test_a_roster_of_another_program_is_written_once_with_what_it_leaves_out_beside_it(
    shell: Shell, tmp_path: Path
) -> None:
    listed, file = tmp_path / "list.json", tmp_path / "ours.toml"
    listed.write_text(
        '{"roster": {"name": "Ours", "forces": [{"selections": [{"name": "Team", "type": "unit",'
        '"selections": [{"name": "Scout", "type": "model", "number": 5, "selections": ['
        '{"name": "Bow", "type": "upgrade", "number": 5}]}]}]}]}}',
        encoding="utf-8",
    )
    said = shell.done("force", "import", str(listed), "-o", str(file))
    assert said.err == "warledger: Team: left out 5 Bow.\n"
    assert f"{file}: Ours, 1 unit." in said.out
    assert shell.done("force", "check", str(file)).out == f"{file}: no mistakes\n"
    assert "already exists" in shell("force", "import", str(listed), "-o", str(file)).err
    printed = shell.done("force", "import", "-", stdin=listed.read_bytes())
    assert printed.out.splitlines() == file.read_text(encoding="utf-8").splitlines()
    assert shell.done("force", "import", str(listed), "-o", "-").out == printed.out
    found = shell.done("force", "import", str(listed), "--json").json
    assert found["left_out"] == ["Team: left out 5 Bow."]
    assert found["units"] == [
        {"name": "Team", "figures": "5 Scout", "kinds": {"Scout": 5}, "points": 0}
    ]
