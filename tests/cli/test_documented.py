"""docs/command-line.md against the program: every command, every option, every shape."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
from PIL import Image

from exports.shapes import (
    chance_json_types,
    game_command_json_types,
    league_command_json_types,
    ledger_command_json_types,
    roster_json_types,
    rules_json_types,
)
from tests.application.match_records.test_by_hand import BY_HAND
from tests.cli.running import Shell
from tests.exports.number_texts import number_texts
from tracker.cli import main

TEXT = (Path(__file__).parents[2] / "docs" / "command-line.md").read_text(encoding="utf-8")
SECTIONS = re.split(r"^### ", TEXT, flags=re.MULTILINE)[1:]
EVERYWHERE = {"--json", "--db", "--id", "--help"}


def commands(group: Any = None, before: str = "") -> Iterator[tuple[str, Any]]:
    """Every command of the program with its full name."""
    for name, command in (group or main.build_root_command()).commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, f"{before}{name} ")
        elif not command.hidden:
            yield before + name, command


COMMANDS = dict(commands())


def name_of(section: str) -> str:
    """``match do`` of a section about "`match do M LINE`"."""
    called = section.split("`")[1]
    return " ".join(word for word in called.split() if word.islower())


DOCUMENTED = {name_of(section): section for section in SECTIONS}


def examples() -> dict[str, str]:
    """The example of each shape: it follows the place that names the shape."""
    found, name = {}, ""
    for named, example in re.findall(
        r"shape(?:: | is )`(\w+)`|```json\n(.*?)```", TEXT, flags=re.DOTALL
    ):
        name = named or name
        if example:
            found[name] = example
    return found


SHAPES = examples()


SHAPELESS = {"demo", "watch", "serve", "completion"}
"""Commands that print no shape: they go on until they are stopped, or print a script."""


PRINTED = {
    name.removesuffix("Shape"): shape
    for module in (
        game_command_json_types,
        league_command_json_types,
        chance_json_types,
        ledger_command_json_types,
        roster_json_types,
        rules_json_types,
    )
    for name, shape in vars(module).items()
    if name.endswith("Shape")
}
"""What commands print, by the name the document gives it."""


def test_every_command_is_documented_and_no_other() -> None:
    assert set(DOCUMENTED) == set(COMMANDS)


def test_every_option_is_documented_and_no_other() -> None:
    for name, command in COMMANDS.items():
        told = [one for one in command.params if not getattr(one, "hidden", False)]
        real = {option for one in told for option in one.opts if option[:2] == "--"}
        said = set(re.findall(r"^- `(--[a-z-]+)", DOCUMENTED[name], flags=re.MULTILINE))
        assert said == real - EVERYWHERE, name


READING = {
    "completion",
    *("match list", "match show", "match log", "match actions", "match options", "match branches"),
    "match chances",
    *("league list", "league show", "league log", "league standings", "league rounds"),
    *(
        "league round-text",
        "league ratings",
        "league outlook",
        "league bracket",
        "campaign list",
        "campaign show",
    ),
    *(
        "campaign force",
        "campaign history",
        "force check",
        "force points",
        "rules check",
        "rules list",
    ),
    *(
        "rules show",
        "rules lines",
        "odds",
        "luck",
        "export",
        "site",
        "tables",
        "info",
        "verify",
        "demo",
        "watch",
        "serve",
    ),
    *("game check", "game list", "game new", "game pack", "game try"),
    *("backup", "copy", "restore", "salvage", "rebuild", "force sheet", "force new", "force list"),
    "force import",
}
"""What writes nothing of a game or league: those of the last row make and mend whole files."""


def test_every_command_that_writes_can_be_said_again_after_a_kill() -> None:
    options = {
        name: {one for p in command.params for one in p.opts} for name, command in COMMANDS.items()
    }
    assert {name for name in COMMANDS if "--id" not in options[name]} == READING


def test_every_argument_is_documented() -> None:
    for name, command in COMMANDS.items():
        real = [one.metavar for one in command.params if one.param_type_name == "argument"]
        called = DOCUMENTED[name].split("`")[1].split()
        assert [word for word in called if not word.islower()] == real, name


def test_every_command_takes_json_and_names_its_shape() -> None:
    for name in COMMANDS.keys() - SHAPELESS:
        assert "--json" in {option for one in COMMANDS[name].params for option in one.opts}, name
        assert re.search(r"JSON shape: `\w+`", DOCUMENTED[name]), name


def test_every_shape_has_an_example_with_exactly_its_fields() -> None:
    named = set(re.findall(r"shape(?:: | is )`(\w+)`", TEXT))
    assert set(SHAPES) == named
    for name, example in SHAPES.items():
        msgspec.json.decode(example, type=PRINTED[name], strict=True)


CALLS = {
    "match new": ("match", "new", "--side", "Red=iron.toml", "--side", "Blue=dusk.toml"),
    "match list": ("match", "list"),
    "match archive": ("match", "archive", "m1"),
    "match unarchive": ("match", "unarchive", "m1"),
    "match show": ("match", "show", "m1"),
    "match log": ("match", "log", "m1"),
    "match actions": ("match", "actions", "m1"),
    "match options": ("match", "options", "m1"),
    "match do": ("match", "do", "m1", "r1 > b2 soft : =5"),
    "match answer": ("match", "answer", "m1", "=3"),
    "match undo": ("match", "undo", "m1"),
    "match redo": ("match", "redo", "m1"),
    "match join": ("match", "join", "m1", "Red", "iron.toml"),
    "match note": ("match", "note", "m1", "nearly lost here", "--about", "{line}", "--star"),
    "match photo": ("match", "photo", "m1", "table.png", "--text", "the ridge"),
    "match pause": ("match", "pause", "m1"),
    "match resume": ("match", "resume", "m1"),
    "match branches": ("match", "branches", "m1"),
    "match amend": ("match", "amend", "m1", "{line}", "=4"),
    "match chances": ("match", "chances", "m1", "--games", "10", "--lines", "2"),
    "odds": ("odds", "m1"),
    "luck": ("luck", "m1"),
    "site": ("site", "club", "--title", "The attic"),
    "tables": ("tables", "games.sqlite"),
    "export": ("export", "m1", "--format", "json"),
    "force check": ("force", "check", "iron.toml"),
    "force sheet": ("force", "sheet", "ridge-guard"),
    "force list": ("force", "list", "--ruleset", "deathzap2"),
    "force new": ("force", "new", "ours.toml", "--ruleset", "xenocide"),
    "force import": ("force", "import", "listed.json", "-o", "listed.toml"),
    "force points": ("force", "points", "iron.toml", "dusk.toml"),
    "game check": ("game", "check", "picket"),
    "game list": ("game", "list"),
    "game new": ("game", "new", "our-game.toml"),
    "game pack": ("game", "pack", "picket", "package"),
    "game try": ("game", "try", "picket"),
    "rules check": ("rules", "check", "deathzap2"),
    "rules list": ("rules", "list"),
    "rules show": ("rules", "show", "deathzap2"),
    "rules lines": ("rules", "lines", "deathzap2"),
    "league new": ("league", "new", "Winter", "--player", "Anna", "--player", "Bram"),
    "league list": ("league", "list"),
    "league enroll": ("league", "enroll", "l1", "Chloé", "Dario"),
    "league sign-up": ("league", "sign-up", "l1", "list.txt"),
    "league rename": ("league", "rename", "l1", "Dario", "Dario B"),
    "league away": ("league", "away", "l1", "Dario"),
    "league back": ("league", "back", "l1", "Dario"),
    "league drop": ("league", "drop", "l1", "Dario"),
    "league annul": ("league", "annul", "l1", "Dario"),
    "league draft": ("league", "draft", "l1"),
    "league swap": ("league", "swap", "l1", "Anna", "Chloé"),
    "league pair": ("league", "pair", "l1", "Anna", "Chloé"),
    "league step-in": ("league", "step-in", "l1", "Otto", "--ringer"),
    "league bye": ("league", "bye", "l1", "Otto", "half"),
    "league lock": ("league", "lock", "l1", "Anna"),
    "league tables": ("league", "tables", "l1", "--at", "Anna=1"),
    "league cancel": ("league", "cancel", "l1"),
    "league publish": ("league", "publish", "l1", "--ends", "22:30"),
    "league mission": ("league", "mission", "l1", "Take and hold", "--terrain", "ruins"),
    "league archive": ("league", "archive", "l1"),
    "league unarchive": ("league", "unarchive", "l1"),
    "league show": ("league", "show", "l1"),
    "league arrange": ("league", "arrange", "l1", "2", "--on", "2099-01-01"),
    "league result": ("league", "result", "l1", "2", "10-7", "--extra", "lost=3-4"),
    "league correct": ("league", "correct", "l1", "2", "7-10"),
    "league sign": ("league", "sign", "l1", "2"),
    "league withdraw": ("league", "withdraw", "l1", "2"),
    "league link": ("league", "link", "l1", "2", "m1"),
    "league unlink": ("league", "unlink", "l1", "2"),
    "league bonus": ("league", "bonus", "l1", "Anna", "-1", "--why", "late"),
    "league scheme": ("league", "scheme", "l1", "2/1/0", "--why", "agreed"),
    "league ties": ("league", "ties", "l1", "lots", "--best", "3", "--why", "agreed"),
    "league lots": ("league", "lots", "l1"),
    "league note": ("league", "note", "l1", "cold", "--about", "Anna"),
    "league import-results": ("league", "import-results", "l1", "results.csv"),
    "league import-dates": ("league", "import-dates", "l1", "club.ics"),
    "league undo": ("league", "undo", "l1"),
    "league redo": ("league", "redo", "l1"),
    "league log": ("league", "log", "l1"),
    "league rounds": ("league", "rounds", "l1"),
    "league round-text": ("league", "round-text", "l1", "--file", "round.txt"),
    "league standings": ("league", "standings", "l1", "--as-of", "1", "--explain", "Anna"),
    "league ratings": ("league", "ratings", "l1"),
    "league outlook": ("league", "outlook", "l1", "--top", "2"),
    "league cut": ("league", "cut", "l1", "--player", "Anna", "--player", "Chloé"),
    "league decide": ("league", "decide", "l1", "1", "Chloé", "--why", "a die"),
    "league bracket": ("league", "bracket", "l1"),
    "league divide": ("league", "divide", "l1", "A", "B", "--up", "2", "--pairing", "B=Swiss"),
    "league division": ("league", "division", "l1", "B", "Anna", "Bram"),
    "league plan": ("league", "plan", "l1", "--rounds", "5", "--pairing", "Swiss"),
    "league title": ("league", "title", "l1", "Thursday Club"),
    "league season": ("league", "season", "l1", "--close"),
    "campaign new": ("campaign", "new", "Karst", "--player", "Anna", "--rules", "carried.toml"),
    "campaign list": ("campaign", "list"),
    "campaign enroll": ("campaign", "enroll", "c1", "Bram"),
    "campaign join": ("campaign", "join", "c1", "Kestrel", "--unit", "Bravo=6"),
    "campaign record": ("campaign", "record", "c1", "Anna", "Bram", "7-4", "--unit", "Bravo=3/2/1"),
    "campaign recover": ("campaign", "recover", "c1", "Bravo", "5"),
    "campaign return": ("campaign", "return", "c1", "Bravo"),
    "campaign unit": ("campaign", "unit", "c1", "Bravo", "--experience", "-1", "--why", "ran"),
    "campaign force": ("campaign", "force", "c1", "Kestrel"),
    "campaign game": ("campaign", "game", "c1", "Anna", "Bram"),
    "campaign link": ("campaign", "link", "c1", "f2", "m1"),
    "campaign story": ("campaign", "story", "c1", "The pass falls."),
    "campaign rules": ("campaign", "rules", "c1", "other.toml"),
    "campaign play": ("campaign", "play", "c1", "Iron", "Dusk"),
    "campaign archive": ("campaign", "archive", "c1"),
    "campaign unarchive": ("campaign", "unarchive", "c1"),
    "campaign show": ("campaign", "show", "c1"),
    "campaign history": ("campaign", "history", "c1"),
    "campaign undo": ("campaign", "undo", "c1"),
    "campaign redo": ("campaign", "redo", "c1"),
    "import": ("import", "kitchen.record"),
    "verify": ("verify",),
    "backup": ("backup", "copy.db"),
    "copy": ("copy", "games.db", "elsewhere.db"),
    "restore": ("restore",),
    "salvage": ("salvage", "games.db", "salvaged.db"),
    "rebuild": ("rebuild",),
    "info": ("info",),
}


CALENDAR = """BEGIN:VCALENDAR
BEGIN:VEVENT
SUMMARY:Anna v Chloé
DTSTART;VALUE=DATE:{:%Y%m%d}
END:VEVENT
END:VCALENDAR
"""
LISTED = '{"roster": {"forces": [{"selections": [{"name": "Scout", "type": "model"}]}]}}'


def test_every_command_prints_the_shape_it_names_and_one_that_writes_is_done_once(
    shooting: Shell,
) -> None:
    assert set(CALLS) == set(COMMANDS) - SHAPELESS
    line = 0
    rules = 'kill = 1\nlosses = "recover"\ncaptives = "held"\n'
    Path("carried.toml").write_text(rules, encoding="utf-8")
    Path("other.toml").write_text("win = 1\n", encoding="utf-8")
    Image.new("RGB", (8, 8)).save("table.png")
    Path("list.txt").write_text("Lena; Red Dusk\nMara\n", encoding="utf-8")
    Path("kitchen.record").write_text(BY_HAND, encoding="utf-8")
    Path("results.csv").write_text("Round,Home,Away,Result\n2,Anna,Chloé,10-7\n", encoding="utf-8")
    yesterday = datetime.now(UTC) - timedelta(days=1)
    Path("club.ics").write_text(CALENDAR.format(yesterday), encoding="utf-8")
    Path("listed.json").write_text(LISTED, encoding="utf-8")
    for name, call in CALLS.items():
        if name == "match chances":
            shooting.done("match", "answer", "m1", "=3")  # the later lines wait for it
            shooting.done("match", "do", "m1", "end time")
        if name == "odds":
            shooting.done("match", "undo", "m1")
        if name == "campaign join":
            force = ("--force", "Kestrel", "--unit", "Alpha=8")
            shooting.done("campaign", "enroll", "c1", "Anna", *force)
        if name == "league decide":
            for said in (("draft", "l1"), ("publish", "l1"), ("result", "l1", "1", "5-5")):
                shooting.done("league", *said)
        if name == "campaign play":
            for who, called in (("Anna", "iron"), ("Bram", "dusk")):
                force = ("--force", called.title(), "--ruleset", "deathzap2")
                roster = ("--roster", f"{called}.toml")
                shooting.done("campaign", "enroll", "c1", who, *force, *roster)
        once = () if name in READING else ("--id", f"once: {name}")
        said = (*(part.format(line=line) for part in call), "--json", *once)
        ran = shooting.done(*said)
        if once:
            again = shooting.done(*said)
            assert (again.out, "was already written" in again.err) == ("", True), name
        found = re.search(r"JSON shape: `(\w+)`", DOCUMENTED[name])
        assert found is not None
        shape = msgspec.json.decode(ran.out, type=PRINTED[found[1]], strict=True)
        assert [*number_texts(ran.json)] == [], name
        if name == "league cancel":
            shooting.done("league", "undo", "l1")
        if name == "match do":
            line = shape.lines[-1].last
