"""What the commands print, where they print it, and their exit codes."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

from tests.cli.running import Shell
from tests.ledger.samples import write
from tracker.application.book import open_book
from tracker.application.errors import ConcurrentChange
from tracker.application.ledger_maintenance_reports import describe_content_counts
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.cli import main
from tracker.cli.command_parameters import build_click_parameter
from tracker.cli.command_registration import Command, L
from tracker.ledger.store_opening_and_copying import open_store
from tracker.procedures import installed_rulesets
from tracker.rulesets.deathzap2.data import rule_tables

RUN = "from tracker.cli.main import run; run()"
HOSTILE = "[/b] =1+1 <b>\x1b[31m\x07\u202eevil"


@pytest.mark.thorough
def test_a_line_of_the_grammar_is_played_and_what_followed_is_printed(shooting: Shell) -> None:
    ran = shooting.done("match", "do", "m1", "r1 at b2 soft : 45162346 / 42651")
    # 4+: 4 5 6 4 6; through on 4+: 4 6 5; three saves wait, on 6.
    assert "waiting for: 3 dice save (B2 at R1), need 6" in ran.out
    assert ran.err == ""
    waiting = shooting.done("match", "show", "m1", "--json").json["waiting"]
    assert (waiting["kind"], waiting["dice"], waiting["side"]) == ("dice", [6, 6, 6], "Blue")
    assert waiting["why"] == [{"name": "Basic infantry", "value": 6, "rule": "DZ-T6"}]


@pytest.mark.thorough
def test_at_and_the_arrow_and_separate_answers_say_the_same(playing: Shell) -> None:
    ways = [
        ["r1 > b2 soft : 45162346 / 42651 / 362"],
        ["r1 at b2 soft : 45162346", "answer : 42651 / 362"],
        ["r1 at b2 soft"],
    ]
    ends = []
    playing.done("match", "do", "m1", "--file", "-", stdin="impetus : 4 2\nskip orders\n")
    playing.done("match", "do", "m1", "fix phase shoot red")
    for lines in ways:
        for line in lines:
            playing.done("match", "do", "m1", line)
        if len(lines) == 1 and ":" not in lines[0]:
            for dice in ("45162346", "42651", "362"):
                playing.done("match", "answer", "m1", dice)
        shown = playing.done("match", "show", "m1", "--json").json
        ends.append({k: v for k, v in shown.items() if k != "line"})
        playing.done("match", "undo", "m1", "--action")
    assert ends[0] == ends[1] == ends[2]
    assert [unit["standing"] for unit in ends[0]["sides"][1]["units"]] == [10, 8, 1]


def test_a_refused_line_says_why_on_stderr_and_exits_1(shooting: Shell) -> None:
    ran = shooting("match", "do", "m1", "r9 > b2")
    assert (ran.code, ran.err) == (
        1,
        "warledger: No unit is called r9; type a handle or a name, such as r1 or Alpha.\n",
    )
    ran = shooting("match", "do", "m1", "r1 > b2 soft : 4516234", "--json")
    assert ran.code == 1
    assert ran.json["leftover"] == ["4516234"]
    assert ran.json["trouble"] in ran.err
    assert ran.json["waiting"]["what"] == "to hit"


def test_what_the_rules_advise_against_is_said_and_stands_in_the_log_once(shooting: Shell) -> None:
    shooting.done("match", "do", "m1", "fix r1 fired")
    ran = shooting.done("match", "do", "m1", "r1 > r2 soft")
    assert ran.out.splitlines()[:2] == [
        "! Alpha has already fired in this phase (DZ-SHOOT-01).",
        "! Bravo is on the shooter's own side (DZ-SHOOT-02).",
    ]
    log = shooting.done("match", "log", "m1").out.splitlines()
    assert [line for line in log if "table ruling" in line] == [log[-1]]
    assert "(table ruling: has fired, own side)" in log[-1]
    line = shooting.done("match", "log", "m1", "--json").json["lines"][-1]
    assert line["rulings"] == ["has fired", "own side"]


def test_going_on_too_soon_is_said_of_everybody_and_written_once(shooting: Shell) -> None:
    for line in ("r1 contacts b1", "r2 contacts b2", "fix phase melee red"):
        shooting.done("match", "do", "m1", line)
    ran = shooting.done("match", "do", "m1", "next")
    assert ran.out.splitlines()[:2] == ["! Alpha has not fought.", "! Bravo has not fought."]
    told = "Red is done (table ruling: not everybody had acted)"
    assert told in shooting.done("match", "log", "m1").out


def test_units_left_when_a_phase_ends_are_said(shooting: Shell) -> None:
    ran = shooting.done("match", "do", "m1", "next")
    assert ran.out.splitlines()[0] == "! Alpha, Bravo and Hammer have not fired."
    assert "table ruling" not in shooting.done("match", "log", "m1").out


def test_a_script_names_the_line_that_did_not_go_through(playing: Shell, tmp_path: Path) -> None:
    script = tmp_path / "turn.war"
    script.write_text("# turn 1\nimpetus : 4 2\n\nskip orders\nr9 moves\nnext\n", encoding="utf-8")
    ran = playing("match", "do", "m1", "--file", str(script))
    assert ran.code == 1
    assert ran.err.startswith("warledger: line 5: No unit is called r9")
    assert playing.done("match", "show", "m1", "--json").json["phase"] == "move"


def test_defaults_and_the_apps_dice_play_a_volley_to_its_end(shooting: Shell) -> None:
    line = "r3 > b2 soft with destroyer : 4"
    ran = shooting.done("match", "do", "m1", line, "--defaults", "--roll", "--json")
    assert ran.json["waiting"] is None
    assert any(row["by_app"] for row in ran.json["lines"])


@pytest.mark.thorough
def test_taking_back_and_returning(shooting: Shell) -> None:
    shooting.done("match", "do", "m1", "r1 > b2 soft : 45162346 / 42651 / 362")
    before = shooting.done("match", "show", "m1", "--json").json
    ran = shooting.done("match", "undo", "m1", "--json")
    assert ran.json["waiting"]["what"] == "save"
    # The volley's line, its three rolls: the save is the fourth, and the last.
    (taken,) = ran.json["stepped"]
    assert (taken["back"], len(taken["lines"])) == (False, 1)
    assert taken["text"] == "save : 3 6 2"
    (back,) = shooting.done("match", "redo", "m1", "--json").json["stepped"]
    assert back == {**taken, "back": True}
    after = shooting.done("match", "show", "m1", "--json").json
    assert {**after, "line": 0} == {**before, "line": 0}
    shooting.done("match", "undo", "m1", "--action")
    assert len(shooting.done("match", "branches", "m1", "--json").json["branches"]) == 2
    assert shooting("match", "undo", "m1", "--action", "--turn").code == 2


@pytest.mark.thorough
def test_what_is_taken_back_and_returned_is_told_in_words(shooting: Shell) -> None:
    before = shooting.done("match", "show", "m1", "--json").json["line"]
    shooting.done("match", "do", "m1", "r1 > b2 soft : 45162346 / 42651 / -2")
    save = f"line {before + 4}, save : 3 dice 1 saved"
    wounds = f"line {before + 3}, through : 4 2 6 5 1"
    hint = ". To undo the whole action, type `undo"
    assert f"Undone: {save}{hint} --action`.\n" in shooting.done("match", "undo", "m1").out
    assert f"Undone: {wounds}{hint} action`.\n" in shooting.done("match", "do", "m1", "undo").out
    told = shooting.done("match", "do", "m1", "redo | redo").out.splitlines()
    assert told[-3:-1] == [f"Redone: {wounds}.", f"Redone: {save}."]
    whole = f"line {before + 1}, r1 > b2 soft, and 3 more after it"
    assert f"Undone: {whole}." in shooting.done("match", "undo", "m1", "--action").out
    assert f"Redone: {whole}." in shooting.done("match", "redo", "m1").out


@pytest.mark.thorough
def test_a_note_says_the_line_of_the_log_it_is_about_and_that_all_of_it_is_note(
    shooting: Shell,
) -> None:
    shooting.done("match", "do", "m1", "r1 > b2 soft : 45162346 / 42651 / -2")
    volley = shooting.done("match", "log", "m1", "--json").json["lines"][-1]["line"]
    ran = shooting.done("match", "do", "m1", "# lucky | r2 > b1")
    assert f"note (line {volley}): lucky | r2 > b1" in ran.out
    assert "Everything after `#` is the note" in ran.out
    assert f"note (line {volley}): again" in shooting.done("match", "do", "m1", "# again").out
    assert (
        "Everything after `#` is the note" not in shooting.done("match", "do", "m1", "# again").out
    )
    assert (
        "Everything after `#` is the note"
        in shooting.done("match", "do", "m1", "undo # so | so").out
    )


def test_a_turn_set_right_while_dice_are_out_has_no_phase_yet(shooting: Shell) -> None:
    shooting.done("match", "do", "m1", "r1 > b2 soft")
    shooting.done("match", "do", "m1", "fix turn 2")
    shown = shooting.done("match", "show", "m1").out.splitlines()
    assert shown[1].startswith("turn 2  line ")
    assert "2 dice impetus" in shooting.done("match", "do", "m1", "answer : -8").out


@pytest.mark.thorough
def test_amending_counts_what_is_as_it_was_and_takes_a_number_for_faces(shooting: Shell) -> None:
    """Five hit and three are through as before, one save is told anew; then 6 of 8 hit after all:
    six are asked. Nine of eight is refused, and nothing is changed by it.
    """
    ran = shooting.done("match", "do", "m1", "r1 > b2 soft : =5 / =3 / -2", "--json")
    volley = ran.json["lines"][-1]["line"]
    same, anew = "r1 > b2 soft : =5 / =3 / -2", "r1 > b2 soft : =5 / =3 / -1"
    before = shooting.done("match", "log", "m1").out
    tried = shooting.done("match", "amend", "m1", str(volley), same, "--check", "--json").json
    assert (tried["written"], tried["kept"], tried["against"]) == (False, 3, [])
    assert shooting.done("match", "log", "m1").out == before
    assert shooting.done("match", "amend", "m1", str(volley), same, "--json").json["kept"] == 3
    assert shooting.done("match", "amend", "m1", str(volley), anew, "--json").json["kept"] == 2
    before = shooting.done("match", "log", "m1").out
    refused = shooting("match", "amend", "m1", str(volley + 1), "=9")
    assert (refused.code, "8 dice to roll, 9 counted" in refused.err) == (1, True)
    assert shooting.done("match", "log", "m1").out == before
    amended = shooting.done("match", "amend", "m1", str(volley + 1), "=6", "--json").json
    assert (amended["kept"], amended["waiting"]["dice"]) == (0, [6] * 6)
    assert amended["left"] == [volley + 2, volley + 3]


def test_looking_back_changes_nothing(shooting: Shell) -> None:
    last = shooting.done("match", "show", "m1", "--json").json["line"]
    shooting.done("match", "do", "m1", "r1 > b2 soft : 45162346 / 42651 / 362")
    then = shooting.done("match", "show", "m1", "--at", str(last), "--json").json
    assert [unit["standing"] for unit in then["sides"][1]["units"]] == [10, 10, 1]
    assert shooting("match", "show", "m1", "--at", "999").code == 1


def test_a_typing_slip_is_set_right(shooting: Shell) -> None:
    shooting.done("match", "do", "m1", "r1 > b2 soft : =5 / =3 / -3")
    log = shooting.done("match", "log", "m1", "--json").json["lines"]
    ran = shooting.done("match", "amend", "m1", str(log[-1]["last"]), "-1")
    done, then, now, *_ = ran.out.splitlines()
    assert "corrected" in done
    assert ("3 to remove" in then, "1 to remove" in now) == (True, True)
    shown = shooting.done("match", "show", "m1", "--json").json
    assert shown["sides"][1]["units"][1]["standing"] == 9


def test_a_check_shows_the_lines_that_would_change(shooting: Shell) -> None:
    """Of three that went through, three fall if none is saved, and one if two are."""
    shooting.done("match", "do", "m1", "r1 > b2 soft : =5 / =3 / -3")
    line = shooting.done("match", "log", "m1", "--json").json["lines"][-1]
    shown = shooting.done("match", "amend", "m1", str(line["last"]), "-1", "--check").out
    _, then, now, *_ = shown.splitlines()
    assert then == f"{line['line']:>5}   {line['text']}"
    assert now.startswith("    →   R1 Alpha")
    assert ("3 to remove" in then, "1 to remove" in now) == (True, True)


@pytest.mark.thorough
def test_lines_in_doubt_are_named_until_the_correction_is_done(shooting: Shell) -> None:
    # 5 hit, 3 went through, none is saved; then 4 hit: nobody knows how many of 4 go through.
    shooting.done("match", "do", "m1", "r1 > b2 soft : =5 / =3 / -3")
    shooting.done("match", "do", "m1", "r2 holds")
    hits = shooting.done("match", "log", "m1", "--json").json["lines"][-2]["line"] + 1
    done = shooting.done("match", "amend", "m1", str(hits), "=4", "--json").json
    assert done["left"] == [hits + 1, hits + 2, hits + 3]
    assert done["asked"] == [hits - 1]  # the volley: its dice are asked for again
    shown = shooting.done("match", "show", "m1")
    assert f"depending on this answer: lines {hits + 1}, {hits + 2}, {hits + 3}" in shown.out
    assert shooting.done("match", "show", "m1", "--json").json["in_doubt"] == done["left"]
    shooting.done("match", "answer", "m1", "=2")
    shooting.done("match", "answer", "m1", "-2")
    assert shooting.done("match", "show", "m1", "--json").json["in_doubt"] == []
    last = shooting.done("match", "log", "m1", "--json").json["lines"][-1]
    assert (last["line"], "held" in last["text"]) == (hits + 3, True)


def test_odds_are_those_of_the_dice_and_write_nothing(shooting: Shell) -> None:
    before = shooting.done("match", "show", "m1", "--json").json
    found = shooting.done("odds", "m1", "r1 > b2 soft", "--json").json
    # Each of eight dice: hits on 4+, goes through on 4+, is not saved on 1 to 5: 1/2 1/2 5/6.
    one = 5 / 24
    chances = {row["n"]: row["chance"] for row in found["losses"][0]["chances"]}
    assert found["exact"] is True
    assert chances[0] == pytest.approx((1 - one) ** 8)
    assert chances[1] == pytest.approx(8 * one * (1 - one) ** 7)
    assert found["losses"][0]["expected"] == pytest.approx(8 * one)
    assert shooting.done("match", "show", "m1", "--json").json == before
    assert shooting("odds", "m1").err == (
        "warledger: No action is open. Give an action: warledger odds m1 LINE.\n"
    )


def test_odds_of_the_open_action_keep_its_dice(shooting: Shell) -> None:
    shooting.done("match", "do", "m1", "r1 > b2 soft : =8 / =8")
    found = shooting.done("odds", "m1", "--json").json
    # Eight saves wait; each fails five times in six.
    assert found["exact"] is True
    assert found["losses"][0]["expected"] == pytest.approx(8 * 5 / 6)


def test_odds_name_the_objections_of_the_rules(shell: Shell) -> None:
    """A crossbow reaches 20 inches."""
    sides = ("--side", "Red=6 crossbowmen", "--side", "Blue=5 crossbowmen")
    shell.done("match", "new", "--ruleset", "halberds", *sides)
    far = shell.done("odds", "m1", "r1 shoots b1 25in").out
    assert far.startswith("! R1 can reach 20 in at most (HALBERDS-SHOOT).\nr1 shoots b1 25in")
    assert "!" not in shell.done("odds", "m1", "r1 shoots b1 20in").out


def test_odds_of_a_line_start_behind_the_answers_it_says(shooting: Shell) -> None:
    before = shooting.done("match", "log", "m1").out
    found = shooting.done("odds", "m1", "r1 > b2 soft : =8 / =3", "--json").json
    # Three of eight got through; each save fails five times in six.
    assert found["losses"][0]["expected"] == pytest.approx(3 * 5 / 6)
    missed = shooting.done("odds", "m1", "r1 > b2 soft : =0", "--json").json
    assert (missed["losses"], missed["marks"], missed["rolled"]) == ([], [], [])
    wrong = shooting("odds", "m1", "r1 > b2 soft : =9")
    assert wrong.code == 1
    assert "9" in wrong.err
    assert shooting.done("match", "log", "m1").out == before


def test_several_answers_are_entered_with_match_do(shooting: Shell) -> None:
    shooting.done("match", "do", "m1", "r1 > b2 soft")
    ran = shooting("match", "answer", "m1", "=5 / =3")
    message = "warledger: match answer accepts one answer. For several answers, use match do.\n"
    assert (ran.code, ran.err) == (1, message)
    shooting.done("match", "do", "m1", "=5 / =3")


def test_a_wrong_call_exits_2(shell: Shell) -> None:
    for call in (
        ("bogus",),
        ("match",),
        ("match", "show"),
        ("match", "show", "m1", "--at", "x"),
        ("match", "list", "--status", "lost"),
        ("match", "do", "m1"),
        ("match", "answer", "m1", "4", "--roll"),
    ):
        ran = shell(*call)
        assert ran.code == 2, call
        assert ran.err, call
        assert ran.out == "", call


@pytest.mark.parametrize("typed", ["2020-10-03", "3.10.2020", "3.10.20", " 3-Oct-2020"])
def test_the_date_of_a_game_is_written_as_in_a_league(shell: Shell, typed: str) -> None:
    sides = ("--side", "Red=iron.toml", "--side", "Blue=dusk.toml")
    shell.done("match", "new", *sides, "--on", typed)
    assert shell.done("match", "show", "m1", "--json").json["played_on"] == "2020-10-03"


def test_what_people_give_is_refused_in_one_sentence(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text('name = "X"\n[[squads]]\n', encoding="utf-8")
    (tmp_path / "latin.toml").write_bytes(b"name = \xff")
    new = ("match", "new", "--side", "Red=iron.toml")
    for call in (
        ("match", "show", "m1"),
        new,
        (*new, "--side", "Blue=nowhere.toml"),
        (*new, "--side", "Blue=bad.toml"),
        (*new, "--side", "Blue=latin.toml"),
        (*new, "--side", "Blue"),
        (*new, "--side", "Blue=dusk.toml", "--option", "game=tiny"),
        (*new, "--side", "Blue=dusk.toml", "--option", "colour=red"),
        (*new, "--side", "Blue=dusk.toml", "--mode", "harsh"),
        (*new, "--side", "Blue=dusk.toml", "--on", "tomorrow"),
        (*new, "--side", "Blue=dusk.toml", "--on", "0206-10-03"),
        (*new, "--side", "Blue=dusk.toml", "--player", "Green=Ann"),
        (*new, "--side", "Blue=dusk.toml", "--ruleset", "chess"),
        (*new, "--side", "Blue=dusk.toml", "--house", "iron.toml"),
        ("force", "check", "bad.toml"),
        ("force", "points", "nowhere.toml"),
        ("match", "list", "--db", "postgres://somewhere"),
        ("backup", "iron.toml"),
    ):
        ran = shell(*call)
        assert ran.code == 1, (call, ran)
        assert ran.err.startswith("warledger: "), call
        assert ran.err.count("\n") == 1, call
    assert shell.done("match", "list", "--json").json == {"matches": []}


def test_a_roster_that_cannot_be_used_or_read_is_named_and_fails(
    shell: Shell, tmp_path: Path
) -> None:
    (tmp_path / "bad.toml").write_text('name = "X"\n[[squads]]\n', encoding="utf-8")
    (tmp_path / "latin.toml").write_bytes(b"name = \xff")
    for call in ("check", "points"):
        assert shell("force", call, "iron.toml").code == 0
        ran = shell("force", call, "iron.toml", "bad.toml")
        assert (ran.code, ran.err) == (
            1,
            "warledger: bad.toml cannot be played yet. Correct the mistakes listed above.\n",
        )
        assert "bad.toml" in ran.out
        ran = shell("force", call, "latin.toml")
        told = "warledger: latin.toml cannot be read: it is not UTF-8 text."
        told += " Save it as UTF-8, then try again.\n"
        assert (ran.code, ran.out, ran.err) == (1, "", told)


def test_names_from_people_are_neither_markup_nor_control(shell: Shell) -> None:
    sides = ("--side", f"{HOSTILE}=iron.toml", "--side", "Blue=dusk.toml")
    shell.done(
        "match", "new", *sides, "--player", f"{HOSTILE}=\x1b]0;owned\x07", "--title", HOSTILE
    )
    shell("match", "do", "m1", f"# {HOSTILE}")
    for call in (("match", "list"), ("match", "show", "m1"), ("match", "log", "m1")):
        ran = shell.done(*call)
        assert "[/b]" in ran.out, call
        assert not set("\x1b\x07\u202e") & set(ran.out + ran.err), call
    ran = shell("match", "show", HOSTILE)
    assert not set("\x1b\x07\u202e") & set(ran.out + ran.err)


def test_what_another_program_wrote_is_no_terminal_control_either(shooting: Shell) -> None:
    with open_book(shooting.path) as book:
        book.open_game("m1").add_note(f"{HOSTILE}\r\x9b2J\x00")
    calls = [("match", "log", "m1"), ("match", "do", "m1", "undo")]
    calls += [("export", "m1", "--format", form) for form in ("md", "html", "csv")]
    for call in calls:
        ran = shooting(*call)
        assert not set("\x1b\x07\x00\x9b\r\u202e") & set(ran.out + ran.err), call
    assert (
        "[/b]" in shooting.done("match", "redo", "m1").out + shooting.done("match", "log", "m1").out
    )


def test_house_rules_come_from_a_file(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text(
        '[options]\norders_table = "custom"\nimpetus_panic_bonus = true\n'
        '[tables.orders.3]\ntext = "steady aim"\nhit_shooting = 1\n',
        encoding="utf-8",
    )
    sides = ("--side", "Red=iron.toml", "--side", "Blue=dusk.toml")
    shell.done("match", "new", *sides, "--house", "house.toml", "--option", "board=large")
    rows = shell.done("match", "options", "m1", "--json").json["options"]
    chosen = {row["name"]: row["value"] for row in rows if row["value"] != row["default"]}
    assert chosen == {"orders_table": "custom", "impetus_panic_bonus": True, "board": "large"}


def test_one_place_reads_what_a_ledger_is(shooting: Shell, tmp_path: Path) -> None:
    shooting.patch.setenv("HOME", str(tmp_path))
    for named in ("games.db", "~/games.db", "sqlite:///games.db", f"sqlite:///{tmp_path}/games.db"):
        told = shooting.done("info", "--db", named, "--json").json
        assert (told["exists"], told["matches"]) == (True, 1), named
    for named in ("~/typo.db", f"sqlite:///{tmp_path}/typo.db"):
        assert "There is no ledger" in shooting("match", "list", "--db", named).err
        assert not shooting.done("info", "--db", named, "--json").json["exists"]
    for named, why in (
        ("mysql://x/y", "is not the address of a ledger. Give the path of a file"),
        ("~nobody-at-all/x.db", "the home folder of an unknown user"),
        ("x" * 300, "cannot be used"),
    ):
        ran = shooting("info", "--db", named)
        assert (ran.code, why in ran.err) == (1, True), named
    assert {*tmp_path.glob("*.db*")} == {tmp_path / "games.db"}


def test_a_ledger_changed_by_hand_is_found(shooting: Shell) -> None:
    assert shooting.done("verify", "--json").json["sound"] is True
    shooting.done("backup", "copy.db")
    assert shooting.done("match", "list", "--db", "copy.db", "--json").json["matches"]
    with sqlite3.connect("copy.db") as changed:
        triggers = changed.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for (name,) in triggers.fetchall():
            changed.execute(f'DROP TRIGGER "{name}"')
        changed.execute("UPDATE event SET body = CAST('{}' AS BLOB) WHERE version = 1")
    changed.close()
    ran = shooting("verify", "--db", "copy.db")
    assert ran.code == 1
    assert ran.err.endswith(
        "the ledger was altered outside Warledger. To restore a backup, run: warledger restore --db"
        " copy.db. To save the undamaged part, run: warledger salvage copy.db NEW.\n"
    )


def test_wrong_summaries_alone_are_to_be_rebuilt_not_salvaged(shooting: Shell) -> None:
    shooting.done("league", "new", "Winter", "--player", "Ann", "--db", "other.db")
    other = shooting.done("verify", "--db", "other.db", "--json").json["anchor"]
    shooting.done("backup", "copy.db")
    for summary in ("{}", "[", '{"stream":"m1","version":1,"kind":"match"}'):
        with sqlite3.connect("copy.db") as changed:
            changed.execute("UPDATE stream SET summary = ?", (summary,))
        changed.close()
        ran = shooting("verify", "--db", "copy.db")
        assert (ran.code, "m1: " in ran.out) == (1, True)
        assert ran.err.endswith(
            "all events are intact, but the lists are wrong. To rebuild the lists, run: warledger"
            " rebuild --db copy.db.\n"
        )
        ran = shooting("verify", "--db", "copy.db", "--anchor", other)
        assert "the ledger was altered outside Warledger" in ran.err
        shooting.done("rebuild", "--db", "copy.db")
        assert shooting.done("verify", "--db", "copy.db", "--json").json["sound"] is True


CHANGE = "UPDATE event SET body = CAST('{}' AS BLOB) WHERE version = 1"
CHANGED = "version 1 was changed"


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        (CHANGE, CHANGED),
        (CHANGE.replace("{}", "{"), CHANGED),
        (CHANGE.replace("{}", '{"title":7}'), CHANGED),
        ("DELETE FROM event WHERE version = (SELECT max(version) FROM event)", "the events end at"),
        ("DELETE FROM event", "the events end at version 0"),
    ],
)
def test_a_game_changed_by_hand_is_refused_and_its_first_bad_row_is_named(
    shooting: Shell, statement: str, what: str
) -> None:
    with sqlite3.connect(shooting.path) as changed:
        for (name,) in changed.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
            changed.execute(f'DROP TRIGGER "{name}"')
        changed.execute(statement)
    changed.close()
    before = shooting.path.read_bytes()
    for call in (
        ("match", "show", "m1"),
        ("match", "do", "m1", "r1 holds"),
        ("match", "undo", "m1"),
        ("luck", "m1"),
        ("export", "m1", "--format", "json"),
        ("rebuild",),
    ):
        ran = shooting(*call)
        assert (ran.code, ran.out) == (1, ""), (call, ran)
        assert f"cannot be read: {what}" in ran.err or call == ("rebuild",), call
        assert "warledger salvage" in ran.err or call == ("rebuild",), call
        assert ran.err.count("\n") == 1, call
    assert shooting.path.read_bytes() == before
    assert shooting.done("match", "list", "--json").json["matches"]


def test_a_fault_of_the_program_is_never_told_as_damage(
    shooting: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        message = "boom"
        raise KeyError(message)

    monkeypatch.setattr("tracker.application.match.match_history.decode_pages", broken)
    ran = shooting("match", "show", "m1")
    assert (ran.code, ran.out) == (70, "")
    assert "error in the program" in ran.err


def test_rebuild_and_info_tell_of_the_ledger(shooting: Shell) -> None:
    assert shooting.done("rebuild", "--json").json["differences"] == []
    info = shooting.done("info", "--json").json
    assert (info["matches"], info["running"], info["exists"]) == (1, 1, True)
    assert "deathzap2" in [row["id"] for row in info["rulesets"]]


def test_info_counts_entries_in_the_log_of_an_open_ledger(shell: Shell) -> None:
    with open_store(shell.path) as store:
        with store.write_in_transaction():
            write(store, "m", *[40] * 30)
        told = shell.done("info", "--json").json["bytes"]
        assert told == store.file_size > shell.path.stat().st_size
    shell.done("backup", "copy.db")
    assert shell.done("info", "--json").json["bytes"] == told


def test_info_of_a_ledger_that_is_not_begun_makes_none(shell: Shell) -> None:
    assert shell.done("info", "--json").json["exists"] is False
    assert not shell.path.exists()


def test_no_terminal_and_no_command_exits_2(shell: Shell) -> None:
    for call in ((), ("demo",), ("watch", "m1")):
        ran = shell(*call)
        assert ran.code == 2
        assert "terminal" in ran.err


def test_a_ledger_that_is_not_there_is_named_not_made(shell: Shell, tmp_path: Path) -> None:
    missing = tmp_path / "typo.db"
    for call in (["match", "list"], ["match", "do", "last", "next"], ["league", "show", "last"]):
        ran = shell(*call, "--db", str(missing))
        assert (ran.code, ran.out) == (1, "")
        assert f"There is no ledger at {missing}. Name an existing ledger" in ran.err
        assert not missing.exists()


def test_house_rules_are_listed_without_creating_a_ledger(shell: Shell, tmp_path: Path) -> None:
    missing = tmp_path / "typing-error.db"
    assert "board=small" in shell.done("match", "options", "deathzap2", "--db", str(missing)).out
    ran = shell("match", "options", "m1", "--db", str(missing))
    assert (ran.code, ran.out) == (1, "")
    assert f"There is no ledger at {missing}." in ran.err
    assert not missing.exists()


def test_a_fault_of_the_program_is_one_sentence(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        message = "boom"
        raise ZeroDivisionError(message)

    monkeypatch.setattr("tracker.application.book.open_book", broken)
    monkeypatch.delenv("WARLEDGER_DEBUG", raising=False)
    ran = shell("match", "options", "deathzap2")
    assert (ran.code, ran.out) == (70, "")
    assert ran.err.startswith("warledger: this is an error in the program")
    monkeypatch.setenv("WARLEDGER_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        shell("match", "options", "deathzap2")


@pytest.mark.parametrize(
    "said",
    [
        ("--help",),
        ("match", "list"),
        ("match", "show", "m1"),
        ("match", "do", "m1", "vp red 1"),
    ],
)
def test_what_is_asked_most_is_quick_to_load(shooting: Shell, said: tuple[str, ...]) -> None:
    code = (
        "import sys\nfrom tracker.cli.main import main\n"
        "assert main(sys.argv[1:]) == 0\nprint(*sys.modules, file=sys.stderr)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code, *said],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "WARLEDGER_DB": str(shooting.path)},
    )
    loaded = set(ran.stderr.split())
    assert "tracker.cli.main" in loaded
    assert loaded.isdisjoint({"textual", "sqlmodel", "sqlalchemy", "alembic", "tui", "pendulum"})
    assert loaded.isdisjoint({"pydantic", "pydantic_core"})
    if said[1:2] in (("list",), ("show",)):
        assert loaded.isdisjoint({"subprocess", "shutil", "fractions", "difflib"})
        assert "tracker.input_parsing.dice_reader" not in loaded
        assert "random" not in loaded
    assert loaded.isdisjoint({"tomllib", "platformdirs", "importlib.metadata", "email"})
    rules = {each.split(".")[2] for each in loaded if each.startswith("tracker.rulesets.")}
    assert rules == ({"deathzap2"} if "m1" in said else set())


@pytest.mark.thorough
def test_a_group_built_alone_has_its_commands_only() -> None:
    every = main.build_root_command().commands
    for group in main.GROUPS:
        assert main.build_root_command(group).commands == {group: every[group]}


def test_a_command_reads_its_parameters_only_where_they_are_needed() -> None:
    name = build_click_parameter("name", L)
    read = Mock(return_value=[name])
    command = Command("show", read=read, callback=print)
    read.assert_not_called()
    assert (command.params, command.params) == ([name], [name])
    read.assert_called_once_with()


@pytest.mark.thorough
def test_output_nobody_reads_is_no_error(shooting: Shell) -> None:
    command = [sys.executable, "-c", RUN, "match", "options", "deathzap2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_output_that_finds_no_room_is_one_sentence() -> None:
    command = [sys.executable, "-c", RUN, "match", "options", "deathzap2"]
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert ran.returncode == 1
    assert ran.stderr.startswith("warledger: the output could not be written (no space left")
    assert ran.stderr.count("\n") == 1


@pytest.mark.thorough
@pytest.mark.parametrize("closed", ["<&-", "2>&-"])
def test_a_program_started_without_a_stream_does_without(closed: str) -> None:
    command = f'exec "$0" -c "$1" match options deathzap2 {closed}'
    ran = subprocess.run(
        ["/bin/sh", "-c", command, sys.executable, RUN], capture_output=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert ran.stdout


@pytest.mark.slow
def test_an_answer_into_a_closed_stdout_is_no_success(shell: Shell, tmp_path: Path) -> None:
    command = 'exec "$0" -c "$1" match options deathzap2 >&-'
    ran = subprocess.run(
        ["/bin/sh", "-c", command, sys.executable, RUN], capture_output=True, text=True, check=False
    )
    said = (
        "warledger: the output could not be written (it is closed). All your entries are saved.\n"
    )
    assert (ran.returncode, ran.stderr) == (1, said)


def test_verify_takes_a_ledger_for_its_file_and_names_what_is_none(
    shooting: Shell, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.db"
    shooting.done("backup", str(copy))
    assert "no problems found" in shooting.done("verify", str(copy)).out
    assert shooting.done("verify", str(copy), "--json").json["sound"]
    copy.write_bytes(copy.read_bytes()[:6000])
    assert "is incomplete" in shooting("verify", str(copy)).err
    copy.write_bytes(bytes(100) + copy.read_bytes()[100:])
    assert f"warledger salvage {copy} NEW." in shooting("verify", str(copy)).err
    other = tmp_path / "passwd"
    other.write_text("root:x:0:0::/root:/bin/sh\n", encoding="utf-8")
    ran = shooting("verify", str(other))
    assert ran.code == 1
    assert ran.err.startswith(f"warledger: {other} is neither a ledger nor a match record: ")
    other.write_bytes(b"\x7fELF\0\0")
    assert f"{other} is neither an intact ledger nor a match" in shooting("verify", str(other)).err
    assert ran.err.count("\n") == 1


@pytest.mark.thorough
def test_one_of_everything_is_told_as_one(shell: Shell) -> None:
    shell.done("match", "new", "--side", "Red=iron-third", "--side", "Blue=red-dusk")
    shell.done("league", "new", "Winter", "--player", "Ann", "--player", "Ben")
    told = shell.done("info").out
    assert re.search(r"holds    1 game \(1 running\), 1 league or campaign, [0-9]+ events, ", told)
    assert describe_content_counts(2, 0, 1) == "2 games, 0 leagues and campaigns, 1 event"


def test_a_game_is_written_out(shooting: Shell, tmp_path: Path) -> None:
    shooting.done("match", "do", "m1", "r1 > b2 soft : 45162346 / 42651 / 362")
    report = shooting.done("export", "m1").out
    assert report.startswith("#")
    shooting.done("export", "m1", "--format", "html", "--output", str(tmp_path))
    assert (
        (tmp_path / "iron-third-v-red-dusk.html")
        .read_text(encoding="utf-8")
        .lower()
        .startswith("<!doctype")
    )
    again = shooting("export", "m1", "--format", "html", "--output", str(tmp_path))
    assert again.code == 1
    assert shooting("export", "m1", "--format", "pdf").code == 1
    rows = shooting.done("export", "m1", "--format", "csv").out.splitlines()
    # A heading, the deployment and impetus rolls, and the three of the volley.
    assert len(rows) == 6


def test_a_file_that_is_no_ledger_is_refused_and_left_alone(
    shooting: Shell, tmp_path: Path
) -> None:
    whole = shooting.path.read_bytes()
    (tmp_path / "short.db").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "text.db").write_text("These are notes, not a ledger. " * 200, encoding="utf-8")
    (tmp_path / "folder.db").mkdir()
    for name in ("short.db", "text.db", "folder.db"):
        path = tmp_path / name
        before = path.read_bytes() if path.is_file() else b""
        ran = shooting("match", "do", "m1", "r1 moves", "--db", str(path))
        assert ran.code == 1, (name, ran)
        assert ran.err.startswith("warledger: "), name
        assert ran.err.count("\n") == 1, name
        assert not path.is_file() or path.read_bytes() == before, name


def test_a_ledger_of_a_newer_program_is_refused(shooting: Shell) -> None:
    with sqlite3.connect(shooting.path) as changed:
        changed.execute("PRAGMA user_version = 999")
    changed.close()
    ran = shooting("match", "list")
    assert ran.code == 1
    assert "newer" in ran.err


def test_somebody_who_wrote_first_is_not_written_over(shooting: Shell) -> None:
    # Two programs have the same game open; the second to write is told, and nothing is lost.
    with open_book(shooting.path) as book:
        here = book.open_game("m1")
        shooting.done("match", "do", "m1", "r1 holds")
        done = play_line(here, "r2 holds")
        assert isinstance(done.error, ConcurrentChange)
        assert play_line(here, "r2 holds").error is None
    lines = [row["text"] for row in shooting.done("match", "log", "m1", "--json").json["lines"]]
    assert sum("held" in line for line in lines) == 2


def test_a_third_side_is_refused_and_players_of_one_side_are_together(shell: Shell) -> None:
    sides = ("--side", "Red=iron.toml", "--side", "Blue=dusk.toml", "--side", "Green=dusk.toml")
    refused = shell("match", "new", *sides)
    assert refused.code != 0
    assert "A game has two sides, not 3" in refused.err
    players = ("--player", "Red=Anna", "--player", "Red=Ben")
    shell.done("match", "new", *sides[:4], *players)
    shown = shell.done("match", "show", "m1", "--json").json
    assert shown["sides"][0]["player"] == "Anna, Ben"


def test_the_player_of_a_roster_plays_where_nobody_is_named(shell: Shell) -> None:
    iron = Path("iron.toml").read_text(encoding="utf-8")
    Path("ours.toml").write_text(f'player = "Zoë"\n{iron}', encoding="utf-8")
    sides = ("--side", "Red=ours.toml", "--side", "Blue=dusk.toml")
    shell.done("match", "new", *sides)
    shell.done("match", "new", *sides, "--player", "Red=Anna")
    players = [shell.done("match", "show", m, "--json").json["sides"] for m in ("m1", "m2")]
    assert [[side.get("player", "") for side in both] for both in players] == [
        ["Zoë", ""],
        ["Anna", ""],
    ]


@pytest.mark.parametrize(
    ("limit", "sound"), [("10", True), ("9", True), ("0", False), ("100", False)]
)
def test_a_house_rule_that_is_a_number(shell: Shell, limit: str, sound: bool) -> None:
    sides = ("--side", "Red=jackals.toml", "--side", "Blue=wardens.toml")
    ran = shell("match", "new", *sides, "--option", f"turn_limit={limit}")
    refused = f"Option turn_limit cannot be {limit}. Allowed: a number from 1 to 99."
    assert (refused in ran.err) is not sound


def test_the_log_names_the_lines_of_an_action_and_undo_goes_to_its_end(shooting: Shell) -> None:
    shooting.done("match", "do", "m1", "r1 at b2 soft : 45162346 / 42651 / 362")
    shooting.done("match", "do", "m1", "r2 at b2 soft : -6")
    log = shooting.done("match", "log", "m1", "--details").out.splitlines()
    first = next(n for n, line in enumerate(log) if "R1 Alpha ▸ B2" in line)
    action = int(log[first].split()[0])
    assert [line.split()[0] for line in log[first + 1 : first + 4]] == [
        str(action + n) for n in (1, 2, 3)
    ]
    assert "through" in log[first + 2]
    shooting.done("match", "undo", "m1", "--to", str(action))
    now = shooting.done("match", "log", "m1", "--json").json["lines"]
    kept = [line for line in now if line["kind"] != "taken back"][-1]
    assert (kept["line"], kept["detail_lines"]) == (action, [action + 1, action + 2, action + 3])
    there = shooting.done("match", "show", "m1", "--at", str(action), "--json").json
    assert there["sides"] == shooting.done("match", "show", "m1", "--json").json["sides"]


def test_dice_of_a_line_said_anew_are_used_and_what_waits_is_told(shooting: Shell) -> None:
    shooting.done("match", "do", "m1", "r1 at b2 soft : 45162346 / 42651 / 362")
    line = shooting.done("match", "log", "m1", "--json").json["lines"][-1]["line"]
    shooting.done("match", "do", "m1", "r2 at b2 soft : -6")
    ran = shooting.done("match", "amend", "m1", str(line), "r1 at b2 hard : 66666666 / 42651234")
    told = ran.out.splitlines()
    assert told[0].startswith(f"line {line} corrected")
    assert told[2] == "    →   (needs an answer)"
    assert told[3].startswith("asked again, because the question has changed: line ")
    assert told[4].startswith("will be entered again after the open question is answered: lines ")
    assert told[5].startswith("waiting for: 4 dice save")


def test_the_ledger_is_played_again_through_todays_rules(
    shooting: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Regulars hit on 4+ at soft cover; were it 2+, the volley would be the first that differs."""
    shooting.done("match", "do", "m1", "r1 at b2 soft : 45162346 / 42651 / 362")
    line = shooting.done("match", "log", "m1", "--json").json["lines"][-1]["line"]
    assert shooting.done("verify", "--replay").out == ("1 match replayed: no differences\n")
    monkeypatch.setitem(rule_tables.HIT["regular"], "soft", 2)
    ran = shooting("verify", "--replay", "--json")
    assert ran.code == 1
    (row,) = ran.json["matches"]
    assert (row["same"], row["line"]) == (False, line + 1)
    assert "the ledger is intact" in ran.err
    assert shooting("verify", "game.record", "--replay").code == 2


def test_a_match_without_its_rules_is_not_played_again(
    shooting: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(installed_rulesets, "load_shipped_ruleset", lambda _: None)
    monkeypatch.setattr(installed_rulesets, "load_playable_rulesets", dict)
    ran = shooting("verify", "--replay", "--json")
    assert ran.code == 1
    (row,) = ran.json["matches"]
    assert (row["line"], row["same"]) == (None, False)
    assert "deathzap2" in row["text"]


def test_old_dice_of_a_corrected_attack_are_used_again_or_named(shell: Shell) -> None:
    """3 hits (line 6) and 3 wounds (7) fit another target, but not its saves (8)."""
    sides = ("--side", "Red=8 riflemen", "--side", "Blue=4 orcs, 3 bikes")
    shell.done("match", "new", "--ruleset", "free", *sides)
    for line in ("r1 > b1 3d6 4+ / 3+ / -5+ : 456 / 345 / 512", "b2 +pinned"):
        shell.done("match", "do", "m1", line)
    more = shell.done("match", "amend", "m1", "5", "r1 > b1 4d6 4+ / 3+ / -5+", "--check").out
    assert "\nused again if the same question is asked: lines 7, 8\n" in more
    assert "left out" not in more
    other = shell.done("match", "amend", "m1", "5", "r1 > b2 3d6 4+ / 3+ / -5+").out
    assert "\nwill be entered again after the open question is answered: line 9\n" in other
    assert "used again" not in other
    answered = shell.done("match", "answer", "m1", "551").out
    assert "\nNo longer in the game: line 8, 3 dice saves (5 1 2).\n" in answered


def test_a_correction_does_not_show_later_lines_as_changed_before_the_new_dice(
    shell: Shell,
) -> None:
    sides = ("--side", "Red=8 riflemen", "--side", "Blue=10 orcs, 3 bikes")
    shell.done("match", "new", "--ruleset", "free", *sides)
    for line in ("r1 > b1 3d6 4+ / 3+ / -5+ : 456 / 345 / 126", "b1 -1"):
        shell.done("match", "do", "m1", line)
    amended = shell.done("match", "amend", "m1", "5", "r1 > b1 6d6 4+ / 3+ / -5+").out
    assert "\n    9   " not in amended


def test_old_dice_that_no_longer_fit_are_named_after_the_new_ones(shell: Shell) -> None:
    """Six dice hit and wound, not three. Line 6 was asked again by the correction itself."""
    sides = ("--side", "Red=8 riflemen", "--side", "Blue=10 orcs, 3 bikes")
    shell.done("match", "new", "--ruleset", "free", *sides)
    shell.done("match", "do", "m1", "r1 > b1 3d6 4+ / 3+ / -5+ : 456 / 345 / 126")
    shell.done("match", "amend", "m1", "5", "r1 > b1 6d6 4+ / 3+ / -5+")
    for dice in ("555555", "555555"):
        shell.done("match", "answer", "m1", dice)
    answered = shell.done("match", "answer", "m1", "111112").out
    lost = "line 7, 3 dice to wound (3 4 5); line 8, 3 dice saves (1 2 6)"
    assert f"\nNo longer in the game: {lost}.\n" in answered


@pytest.mark.parametrize("check", [(), ("--check",)])
def test_a_later_line_that_waits_for_new_dice_is_in_one_list(
    shell: Shell, check: tuple[str, ...]
) -> None:
    """If B1 stays in the game, ``next`` in line 12 asks for its rally."""
    sides = ("--side", "Red=5 rifle, 4 rifle", "--side", "Blue=4 guard, 4 guard")
    shell.done("match", "new", "--ruleset", "watchfire", *sides)
    for line in ("next", "r2 fires b1 : 1999 / 1", "r1 fires b1 : 11119 / 9999", "next"):
        shell.done("match", "do", "m1", line)
    told = shell.done("match", "amend", "m1", "9", "r1 fires b2 cover", *check).out
    assert "\nasked again, because the question has changed: line 9\n" in told
    assert "\nwill be entered again after the open question is answered: line 12\n" in told
    assert "\n   12   " not in told


@pytest.mark.parametrize("command", ["answer", "do"])
def test_lines_that_the_answer_to_a_correction_makes_impossible_are_named(
    shell: Shell, command: str
) -> None:
    """The 3 bikes fall, which later get a marker (line 9) and attack (lines 10 and 11).

    The saves in line 8 are those of B1.
    """
    sides = ("--side", "Red=8 riflemen", "--side", "Blue=4 orcs, 3 bikes")
    shell.done("match", "new", "--ruleset", "free", *sides)
    for line in (
        "r1 > b1 6d6 2+ / 2+ / -6+ : =6 / =6 / =5",
        "b2 +pinned",
        "b2 > r1 3d6 4+ : =2",
    ):
        shell.done("match", "do", "m1", line)
    shell.done("match", "amend", "m1", "5", "r1 > b2 6d6 2+ / 2+ / -6+")
    told = (
        "No longer in the game: line 8, 6 dice saves; line 9, b2 +pinned; "
        "line 10, b2 attacks r1 3d6 4+; line 11, 3 dice to hit."
    )
    assert told in shell.done("match", command, "m1", "=0").out


def test_every_command_gives_the_same_reason_for_the_end(shell: Shell) -> None:
    sides = ("--side", "Red=dust-runners", "--side", "Blue=high-wardens")
    shell.done("match", "new", "--ruleset", "xenocide", *sides)
    shell.done("match", "do", "m1", "vp red 2")
    reason = "most VP when the players ended the game"
    assert f"the game is over: {reason}" in shell.done("match", "do", "m1", "end").out
    assert shell.done("match", "show", "m1", "--json").json["ended"]["why"] == reason
    assert shell.done("export", "m1", "--format", "json").json["ended"]["why"] == reason


def test_a_finished_game_asks_the_questions_of_a_roll(shell: Shell) -> None:
    shell.done("match", "new", "--ruleset", "free", "--side", "Red=6 men", "--side", "Blue=5 men")
    shell.done("match", "do", "m1", "end blue")
    asked = shell.done("match", "do", "m1", "12d6 4+ / 3+ / -5+ : 665544332211").out
    assert "the game is over: the players ended it\nwaiting for: 6 dice to wound" in asked
    shown = shell.done("match", "show", "m1").out
    assert "waiting for: 6 dice to wound" in shown
    saved = shell.done("match", "do", "m1", "answer : 654321 / 6611").out
    assert "waiting for" not in saved
