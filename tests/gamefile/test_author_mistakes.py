"""Mistakes for the author to mend before a new game; games that were begun open as before."""

from __future__ import annotations

from pathlib import Path

from tests.cli.running import Shell
from tests.gamefile.kit import text_of
from tracker.application.game_definition_files import list_game_file_problems
from tracker.gamefile.ruleset_builder import build_ruleset


def _told(text: str) -> list[str]:
    return [*map(str, list_game_file_problems(text))]


def _line(text: str, word: str) -> int:
    return next(n for n, line in enumerate(text.splitlines(), 1) if word in line)


def test_a_sample_force_that_cannot_be_read_is_told_with_its_line() -> None:
    text = text_of("picket").replace('"Gun: 2 gunners"', '"Gun: 2 gunmen", "Men: 0 guards"')
    place = _line(text, "gunmen")
    said = text.splitlines()[place - 1]
    gun, men = said.index("Gun") + 1, said.index("Men") + 1
    assert _told(text) == [
        f"line {place}, column {gun}: Gun: no profile is called 'gunmen'; did you mean 'gunner'?",
        f"line {place}, column {men}: Men: a unit has 1 to 200 figures.",
    ]
    assert build_ruleset(text).id == "picket"


def test_a_flag_with_the_key_of_an_action_is_told() -> None:
    text = text_of("picket").replace('flags = { cover = "c" }', 'flags = { cover = "f" }')
    column = "flags = { cover".index("cover") + 1
    assert _told(text) == [
        f"line {_line(text, 'flags =')}, column {column}: "
        "The key 'f' belongs to the action fire: choose another key for the flag cover."
    ]


def test_a_key_clash_is_refused_alike_by_check_try_pack_and_a_new_match(
    shell: Shell, tmp_path: Path
) -> None:
    ours = tmp_path / "ours.toml"
    text = text_of("picket").replace('id = "picket"', 'id = "ours"', 1)
    ours.write_text(text, encoding="utf-8")
    sides = ("--side", "Red=6 riflemen", "--side", "Blue=5 riflemen")
    new = ("match", "new", "--ruleset", str(ours), *sides)
    shell.done(*new)
    text = text.replace('flags = { cover = "c" }', 'flags = { cover = "f" }')
    ours.write_text(text, encoding="utf-8")
    calls = (("game", "check"), ("game", "try"), ("game", "pack"))
    ran = [shell(*call, str(ours), *["there"] * (call[1] == "pack")) for call in calls]
    for one in (*ran, shell(*new)):
        assert one.code == 1
        assert f"line {_line(text, 'flags =')}, column " in one.out + one.err
        assert "The key 'f' belongs to the action fire" in one.out + one.err
    shell.done("match", "show", "m1")


def test_two_flags_with_one_key_are_told() -> None:
    flags = 'flags = { cover = "c", close = "c" }'
    text = text_of("picket").replace('flags = { cover = "c" }', flags)
    assert _told(text) == [
        f"line {_line(text, 'flags =')}, column {flags.index('close') + 1}: "
        "The key 'c' belongs to the flag cover: choose another key for the flag close."
    ]


def test_what_ships_has_no_mistakes() -> None:
    names = ("breach", "free", "halberds", "picket", "watchfire")
    assert [_told(text_of(name)) for name in names] == [[]] * 5
