"""A match keeps the whole game file: it opens without it, and its record opens elsewhere."""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_args

import jsonschema
import pytest

from tests.cli.running import Shell
from tests.gamefile.kit import OURS, PICKET, text_of
from tracker.application.game_definition_files import list_game_file_problems
from tracker.application.game_file_authoring import (
    build_ruleset_package_files,
    get_starting_game_text,
)
from tracker.gamefile.game_definition import At, Order
from tracker.gamefile.game_file_schema import STEPS, TABLES, Fields, build_game_file_schema
from tracker.gamefile.ruleset_builder import build_ruleset, compute_short_game_file_digest
from tracker.procedures.declared.marker_and_link_kinds import Until
from tracker.procedures.pieces.unit_activation import Lot
from tracker.vocabulary import toml_reader
from tracker.vocabulary.events import RemovedHow

SHIPPED = ["breach", "free", "halberds", "picket", "watchfire"]
SIDES = ("--side", "Red=6 riflemen", "--side", "Blue=5 riflemen")


@pytest.fixture
def ours(tmp_path: Path) -> Path:
    """A game file of one's own."""
    file = tmp_path / "ours.toml"
    file.write_text(get_starting_game_text(""), encoding="utf-8")
    return file


@pytest.mark.thorough
def test_the_game_opens_without_its_file(shell: Shell, ours: Path) -> None:
    shell.done("match", "new", "--ruleset", str(ours), *SIDES)
    ours.unlink()
    said = shell.done("match", "do", "m1", "r1 fires b1 cover : 555511 / 1111").out
    assert "B1 −4 (1 left)" in said
    assert "my-game" in shell.done("match", "show", "m1").out
    shell.done("verify")


def test_a_game_begins_with_a_file_of_another_folder(
    shell: Shell, ours: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ours.parent / "club").mkdir()
    monkeypatch.chdir(ours.parent / "club")
    begun = shell.done("match", "new", "--ruleset", str(ours), *SIDES)
    assert "my-game" in begun.out


@pytest.mark.thorough
def test_the_file_may_change_and_the_game_does_not(shell: Shell, ours: Path) -> None:
    shell.done("match", "new", "--ruleset", str(ours), *SIDES)
    changed = ours.read_text(encoding="utf-8").replace('need = "skill + cover"', 'need = "6"')
    ours.write_text(changed, encoding="utf-8")
    assert "need 4+" in shell.done("match", "do", "m1", "r1 fires b1").out
    shell.done("match", "new", "--ruleset", str(ours), *SIDES)
    assert "need 6" in shell.done("match", "do", "m2", "r1 fires b1").out


def test_its_record_opens_elsewhere(shell: Shell, ours: Path, tmp_path: Path) -> None:
    shell.done("match", "new", "--ruleset", str(ours), *SIDES)
    shell.done("match", "do", "m1", "r1 fires b1 : 555511 / 1111")
    text = shell.done("export", "m1", "--format", "record").out
    assert (
        f'version = "1+{compute_short_game_file_digest(ours.read_text(encoding="utf-8"))}"' in text
    )
    ours.unlink()
    other = ("--db", str(tmp_path / "other.db"))
    shell.done("import", "-", *other, stdin=text)
    assert shell.done("export", "m1", "--format", "record", *other).out == text
    shell.done("match", "do", "m1", "next", *other)


def test_a_record_with_the_id_of_other_rules_is_refused(shell: Shell, ours: Path) -> None:
    shell.done("match", "new", "--ruleset", str(ours), *SIDES)
    text = shell.done("export", "m1", "--format", "record").out
    taken = text.replace('id = \\"my-game\\"', 'id = \\"xenocide\\"')
    ran = shell("import", "-", stdin=taken)
    assert ran.code == 1
    assert "The id 'xenocide' is already used by other rules" in ran.err


def test_a_broken_file_is_refused_in_one_sentence(shell: Shell, ours: Path) -> None:
    text = ours.read_text(encoding="utf-8").replace("skill + cover", "skil + cover")
    ours.write_text(text, encoding="utf-8")
    ran = shell("match", "new", "--ruleset", str(ours), *SIDES)
    assert (ran.code, ran.out) == (1, "")
    assert "ours.toml, line 111, column 61: `need`: there is nothing called 'skil'" in ran.err
    checked = shell("game", "check", str(ours), "--json")
    assert checked.code == 1
    assert [one["line"] for one in checked.json["problems"]] == [111]


def test_the_schema_is_written_without_a_game_file(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert shell.done("game", "new", "--schema").out == "warledger-game.schema.json was written.\n"
    assert [each.name for each in tmp_path.iterdir()] == ["warledger-game.schema.json"]
    assert shell("game", "new").code == 1


def test_a_game_is_found_by_its_id(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WARLEDGER_GAMES", str(tmp_path))
    ran = shell.done("game", "new", str(tmp_path / "any-name.toml"), "--schema")
    assert f"any-name.toml and {tmp_path / 'warledger-game.schema.json'} were written." in ran.out
    listed = shell.done("game", "list", "--json").json["games"]
    assert [one["id"] for one in listed] == [*SHIPPED, "my-game"]
    shell.done("match", "new", "--ruleset", "my-game", *SIDES)
    tried = shell.done("game", "try", "my-game", "--json").json
    assert (tried["sound"], tried["problems"], tried["remarks"]) == (True, [], [])
    assert tried["odds"]["exact"]


def test_games_that_cannot_be_played_are_marked_and_not_proposed(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file without an id is listed by its name, not by the id of its first phase."""
    monkeypatch.chdir(tmp_path)
    phase = '[[phases]]\nid = "a"\n'
    for name, head in (("without", ""), ("wrong", 'id = "X Y"\n')):
        (tmp_path / f"{name}.toml").write_text(f"warledger_game = 1\n{head}{phase}")
    shell.done("game", "new", "ours.toml")
    games = shell.done("game", "list", "--json").json["games"]
    problems = {one["id"]: one["problem"] for one in games if not one["ships"]}
    assert list(problems) == ["my-game", "without", "X Y"]
    assert problems["my-game"] == ""
    assert "The file needs `id`: a short text in quotes." in problems["without"]
    listed = shell.done("game", "list").out
    assert "wrong.toml  cannot be played: wrong.toml, line 1, column 1: The file needs" in listed
    refused = shell("match", "new", "--ruleset", "nope", *SIDES).err
    assert "xenocide, my-game, breach, free" in refused


def test_a_force_without_points_costs_none(shell: Shell) -> None:
    shell.done("match", "new", "--ruleset", "free", *SIDES)
    assert "Red: Riflemen  VP 0" in shell.done("match", "show", "m1").out


def test_a_game_without_sample_forces_says_what_to_write(shell: Shell, tmp_path: Path) -> None:
    ours = tmp_path / "ours.toml"
    ours.write_text(text_of("picket").replace(PICKET, OURS).split("[forces.")[0], encoding="utf-8")
    ran = shell("game", "try", str(ours))
    assert ran.code == 1
    assert "write one, such as [forces.patrol] with a title and units." in ran.out + ran.err


def test_the_id_of_other_rules_cannot_be_taken() -> None:
    (found,) = list_game_file_problems(
        get_starting_game_text("").replace('id = "my-game"', 'id = "free"')
    )
    assert (found.line, found.text) == (
        4,
        "The id 'free' is already used by other rules. Choose another id in the file.",
    )


def test_the_id_of_a_sample_game_cannot_be_taken_by_another_game(
    shell: Shell, tmp_path: Path
) -> None:
    ours = tmp_path / "ours.toml"
    ours.write_text(text_of("picket").replace('"Picket"', '"Rats"'), encoding="utf-8")
    for words in (("game", "check", str(ours)), ("match", "new", "--ruleset", str(ours), *SIDES)):
        ran = shell(*words)
        assert ran.code == 1
        assert "line 3, column 1: The id 'picket' is already used by a sample game." in (
            ran.out + ran.err
        )


def test_an_id_of_two_files_in_a_folder_names_both(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WARLEDGER_GAMES", str(tmp_path / "games"))
    text = text_of("picket").replace(PICKET, 'id = "dust-up"')
    for name in ("dust.toml", "dust-old.toml", "games/dust-far.toml"):
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    new = ("match", "new", *SIDES, "--ruleset")
    for words in (("game", "check", "dust-up"), (*new, "dust-up")):
        why = "The id 'dust-up' is used by dust-old.toml and dust.toml. Give the path of one"
        assert why in shell(*words).err
    shell.done(*new, "dust.toml")
    Path("dust-old.toml").unlink()
    # A file of the current folder comes before one of the games folder.
    assert shell.done("game", "check", "dust-up").out == "dust.toml: no mistakes found.\n"


@pytest.mark.parametrize("text", [get_starting_game_text(""), *map(text_of, SHIPPED)])
def test_what_ships_fits_the_schema(text: str) -> None:
    assert list_game_file_problems(text) == ()
    data = json.loads(json.dumps(toml_reader.load_toml(text)))
    jsonschema.Draft202012Validator(build_game_file_schema()).validate(data)


@pytest.mark.parametrize(
    ("fields", "key", "words"),
    [
        (TABLES["phase"], "order", Order),
        (TABLES["phase"], "draw", Lot),
        (TABLES["marker"], "until", Until),
        (TABLES["action"], "at", At),
        (STEPS["lose"], "how", RemovedHow),
    ],
)
def test_the_schema_has_the_words_that_the_code_knows(
    fields: Fields, key: str, words: object
) -> None:
    assert fields[key].choices == get_args(words)
    assert fields[key].default == fields[key].choices[0]


def test_the_schema_underlines_a_slip() -> None:
    data = toml_reader.load_toml(get_starting_game_text("").replace('at = "enemy"', 'et = "enemy"'))
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(build_game_file_schema()).validate(data)


def test_a_package_has_the_game(tmp_path: Path) -> None:
    files = build_ruleset_package_files(build_ruleset(text_of("picket")))
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    points = toml_reader.load_toml(files["pyproject.toml"])["project"]["entry-points"]
    assert points == {"warledger.rulesets": {"picket": "warledger_picket:RULESET"}}
    found: dict[str, object] = {"__file__": str(tmp_path / "warledger_picket.py")}
    exec(files["warledger_picket.py"], found)
    assert found["RULESET"] == build_ruleset(text_of("picket"))
