"""A campaign from the shell: two games with losses between, records, history, luck."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import Shell


def begin(shell: Shell, rules: str) -> None:
    who = ("--player", "Anna", "--player", "Bram")
    shell.done("campaign", "new", "Karst", *who, "--rules", rules, "--ruleset", "deathzap2")
    shell.done("campaign", "enroll", "c1", "Anna", "--roster", "iron.toml")
    shell.done("campaign", "enroll", "c1", "Bram", "--roster", "dusk.toml")


def test_a_force_has_units_and_loses_no_more_than_it_has(shell: Shell) -> None:
    begin(shell, "field hospital")
    empty = shell("campaign", "enroll", "c1", "Anna", "--force", "Ash")
    assert empty.code == 1
    assert "Ash would have no units. Give a roster with --roster" in empty.err
    shell.done("campaign", "enroll", "c1", "Anna", "--force", "hollow-brood.toml")
    assert (
        "There is no file or sample called no.toml"
        in shell("campaign", "enroll", "c1", "Anna", "--force", "no.toml").err
    )
    brood = shell.done("campaign", "force", "c1", "Hollow Brood", "--json").json
    assert brood["units"]
    many = shell("campaign", "record", "c1", "Bram", "Anna", "7-4", "--unit", "Alpha=3/20/1")
    assert (many.code, many.out) == (1, "")
    assert "Alpha has 6 figures, so it cannot lose 20." in many.err


def test_the_second_game_begins_with_who_is_left(shell: Shell) -> None:
    begin(shell, "field hospital")
    lost = ("--unit", "Alpha=1/4", "--on", "2026-01-10")
    shell.done("campaign", "record", "c1", "Anna", "Bram", "7-4", *lost)
    waiting = shell.done("campaign", "force", "c1", "Iron Third", "--json").json["units"][0]
    assert (waiting["comes"], waiting["waits"], waiting["kills"], waiting["lost"]) == (2, 4, 1, 4)
    shell.done("campaign", "recover", "c1", "Alpha", "4 6 1 3")  # two of four on 4+
    alpha = shell.done("campaign", "unit", "c1", "Alpha", "--json").json
    # 1 game, 1 win, 1 kill, 1 survived; seasoned from 6 on.
    assert (alpha["comes"], alpha["experience"], alpha["next_rank"]) == (4, 4, "seasoned at 6")
    assert (alpha["record"]["games"], alpha["record"]["won"], alpha["record"]["kept"]) == (1, 1, 0)
    assert alpha["games"][0]["nerve"] is None
    # Nothing happened to the others: all 6 of Bravo come.
    bravo = shell.done("campaign", "unit", "c1", "Bravo", "--json").json
    assert (bravo["comes"], bravo["waits"], bravo["enlisted"]) == (6, 0, 6)
    assert (alpha["waits"], alpha["enlisted"]) == (0, 6)
    begun = shell.done("campaign", "play", "c1", "Anna", "Bram", "--json").json
    assert begun["match"] == "m1"
    assert begun["sides"][0]["units"][0]["name"] == "Alpha"
    assert begun["sides"][0]["units"][0]["figures"] == 4
    games = shell.done("campaign", "show", "c1", "--json").json["games"]
    assert [row["game"]["match"] if row["game"] else None for row in games] == [None, "m1"]
    # A running game counts for nothing yet.
    luck = shell.done("luck", "--campaign", "c1", "--json").json
    assert (luck["games"], luck["kept"], luck["players"]) == (1, 0, [])
    assert shell.done("rebuild", "--json").json["differences"] == []


def test_a_units_standing_is_one_of_three_words(shell: Shell) -> None:
    begin(shell, "field hospital")
    change = ("campaign", "unit", "c1", "Bravo", "--why", "worn out", "--standing")
    assert shell(*change, "restng").err == (
        "warledger: 'restng' is not a unit status. Choose one of: ready, destroyed, resting.\n"
    )
    assert shell.done(*change, "Resting", "--json").json["standing"] == "resting"
    assert shell.done(*change, "ready", "--json").json["standing"] == ""


def test_a_game_that_cannot_begin_says_what_to_name(shell: Shell) -> None:
    begin(shell, "field hospital")
    other = ("--roster", "ash-mob", "--ruleset", "trial-assault")
    shell.done("campaign", "enroll", "c1", "Anna", *other)
    assert shell("campaign", "play", "c1", "Anna", "Bram").err == (
        "warledger: Anna has 2 forces: Iron Third, Ash Mob. Name the force instead of the player.\n"
    )
    assert shell("campaign", "play", "c1", "Ash Mob", "Bram").err == (
        "warledger: The two forces are for different rules. Choose forces for the same rules.\n"
    )
    shell.done("campaign", "play", "c1", "Iron Third", "Bram")


def test_what_happens_between_games_is_named(shell: Shell) -> None:
    begin(shell, "field hospital")
    shell.done("campaign", "join", "c1", "Iron Third", "--unit", "Guns=2")
    shell.done("campaign", "record", "c1", "Anna", "Bram", "7-4", "--unit", "Alpha=0/2")
    shell.done("campaign", "unit", "c1", "Bravo", "--standing", "resting", "--why", "worn out")
    shell.done("campaign", "unit", "c1", "Guns", "--rename", "Anvil", "--why", "pride")
    told = shell.done("campaign", "unit", "c1", "w1.2").out
    assert "resting, by hand: worn out" in told
    (line,) = (each for each in told.splitlines() if each.startswith("  for the next game"))
    assert line == "  for the next game: 0 of 6 figures"  # and no points
    told = shell.done("campaign", "unit", "c1", "Anvil").out
    assert "now called Anvil, by hand: pride" in told
    begun = shell.done("campaign", "play", "c1", "Anna", "Bram", "--json")
    assert begun.err == (
        "warledger: Not in this game: 2 figures of Alpha (recovery has not been rolled)\n"
    )


def test_units_that_join_are_on_the_table_of_the_next_game(shell: Shell) -> None:
    begin(shell, "veterans")
    said = shell.done("campaign", "join", "c1", "Iron Third", "--unit", "Scouts=3").out
    assert "Iron Third: Scouts joined as plain figures" in said
    more = ("--unit", "Guns=2", "--like", "Bravo", "--why", "hired")
    shell.done("campaign", "join", "c1", "Iron Third", *more)
    shell.done("campaign", "join", "c1", "Red Dusk", "--roster", "dusk.toml")
    told = shell.done("campaign", "force", "c1", "Iron Third").out.splitlines()
    (place,) = (n for n, line in enumerate(told) if "as plain figures" in line)
    assert told[place - 1].split()[1] == "Scouts"
    red, blue = shell.done("campaign", "play", "c1", "Anna", "Bram", "--json").json["sides"]
    assert [(unit["name"], unit["figures"]) for unit in red["units"]][3:] == [
        ("Scouts", 3),
        ("Guns", 2),
    ]
    assert len(blue["units"]) == 6
    refused = shell("campaign", "join", "c1", "Iron Third")
    assert refused.code == 1
    assert "Give either a name and a number" in refused.err


@pytest.mark.thorough
def test_the_history_marks_what_came_after_a_line(shell: Shell) -> None:
    begin(shell, "veterans")
    shell.done("campaign", "record", "c1", "Anna", "Bram", "7-4", "--on", "2026-01-10")
    line = shell.done("campaign", "show", "c1", "--json").json["line"]
    shell.done("campaign", "record", "c1", "Bram", "Anna", "w1", "--on", "2025-12-01")
    entries = shell.done("campaign", "history", "c1", "--since", str(line), "--json").json[
        "entries"
    ]
    assert [(row["on"], row["new"], row["depth"]) for row in entries] == [
        ("2025-12-01", True, "result only"),
        ("2026-01-10", False, "result only"),
    ]
    told = shell.done("campaign", "history", "c1", "--since", str(line)).out.splitlines()
    assert told[0].startswith("* 2025-12-01")


def test_what_cannot_be_begun_leaves_nothing_behind(shell: Shell) -> None:
    begin(shell, "no way back")
    for unit in ("Alpha", "Bravo", "Hammer"):
        shell.done("campaign", "unit", "c1", unit, "--standing", "resting", "--why", "worn out")
    before = shell.done("campaign", "show", "c1", "--json").out
    refused = shell("campaign", "play", "c1", "Anna", "Bram")
    assert (refused.code, refused.err) == (
        1,
        (
            "warledger: Iron Third has no unit for this game: all are destroyed, resting or"
            " waiting for recovery rolls.\n"
        ),
    )
    assert shell.done("campaign", "show", "c1", "--json").out == before
    assert shell.done("match", "list", "--json").json["matches"] == []


def test_bad_rules_and_dice_are_refused_in_a_sentence(shell: Shell) -> None:
    refused = shell("campaign", "new", "Karst", "--rules", "nowhere.toml")
    assert "There are no carry-over rules called 'nowhere.toml'" in refused.err
    assert (
        "nothing, veterans, field hospital, no way back, long war, or give your own TOML file"
        in refused.err
    )
    begin(shell, "field hospital")
    refused = shell("campaign", "recover", "c1", "Alpha", "x")
    assert (
        refused.err
        == "warledger: 'x' cannot be read as dice. Write a face for each die (`4 6 1`), or `r`.\n"
    )
    assert shell("campaign", "recover", "c1", "Alpha", "r").err == (
        "warledger: Alpha has no recovery rolls to make.\n"
    )
    assert "There are w1 Iron Third" not in shell.done("campaign", "force", "c1", "Iron").out
    assert "No force is called 'Nobody'" in shell("campaign", "force", "c1", "Nobody").err


def test_without_a_ruleset_a_roster_names_the_rules_of_a_force(shell: Shell) -> None:
    shell.done("campaign", "new", "Ashes", "--player", "Anna", "--player", "Bram")
    told = shell.done("campaign", "enroll", "c1", "Anna", "--roster", "iron-third").out
    assert "Iron Third enrolled for Anna" in told
    assert (
        "Red Dusk enrolled"
        in shell.done("campaign", "enroll", "c1", "Bram", "--force", "red-dusk").out
    )
    Path("bare.toml").write_text('name = "Ash"\n', encoding="utf-8")
    roster = 'name = "Ash"\nruleset = "deathzap2"\n'
    for option, given, why in (
        ("--roster", "nosuch.toml", "There is no file and no sample called nosuch.toml."),
        ("--force", "nosuch.toml", "There is no file and no sample called nosuch.toml."),
        ("--force", "nosuch", "nosuch would have no units. Give a roster with --roster"),
        ("--roster", "bare.toml", "bare.toml does not name its rules. Set `ruleset` to one of: "),
        ("--roster", "army.ros", "army.ros is a roster from another program."),
    ):
        refused = shell("campaign", "enroll", "c1", "Anna", option, given)
        assert (refused.code, why in refused.err) == (1, True), refused.err
    refused = shell("campaign", "enroll", "c1", "Anna", "--roster", "-", stdin=roster)
    assert (refused.code, refused.err) == (
        1,
        "warledger: The rules cannot be read from a roster on stdin. Add --ruleset, or give the"
        " path of a roster file.\n",
    )
