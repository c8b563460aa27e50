"""Mistakes for the author to mend before a new game; games that were begun open as before."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.running import Shell
from tests.gamefile.kit import OURS, PICKET, text_of
from tracker.application.game_definition_files import list_game_file_problems
from tracker.application.typed_forces import convert_typed_force_to_lines, suggest_typed_force
from tracker.gamefile.ruleset_builder import build_ruleset


def _told(text: str) -> list[str]:
    return [*map(str, list_game_file_problems(text))]


def _line(text: str, word: str) -> int:
    return next(n for n, line in enumerate(text.splitlines(), 1) if word in line)


def test_a_sample_force_that_cannot_be_read_is_told_with_its_line() -> None:
    text = (
        text_of("picket")
        .replace(PICKET, OURS)
        .replace('"Gun: 2 gunners"', '"Gun: 2 gunmen", "Men: 0 guards"')
    )
    place = _line(text, "gunmen")
    said = text.splitlines()[place - 1]
    gun, men = said.index("Gun") + 1, said.index("Men") + 1
    assert _told(text) == [
        f"line {place}, column {gun}: Gun: no profile is called 'gunmen'; did you mean 'gunner'?",
        f"line {place}, column {men}: Men: a unit has 1 to 200 figures.",
    ]
    assert build_ruleset(text).id == "ours"


def test_a_comma_is_missing_between_two_kinds() -> None:
    text = (
        text_of("picket").replace(PICKET, OURS).replace('"Gun: 2 gunners"', '"2 gunners 1 guard"')
    )
    (told,) = _told(text)
    assert told.endswith("'gunners-1-guard'; put a comma before the second number.")


def test_a_number_in_the_name_of_a_kind_needs_no_comma() -> None:
    text = (
        text_of("picket")
        .replace(PICKET, OURS)
        .replace("[profiles.gunner]", "[profiles.t-34-tank]")
        .replace('"Gun: 2 gunners"', '"Gun: 2 t-34-tnk"')
    )
    (told,) = [one for one in _told(text) if "t-34" in one]
    assert told.endswith("no profile is called 't-34-tnk'; did you mean 't-34-tank'?")


@pytest.mark.parametrize("game", ["breach", "free", "halberds", "picket", "watchfire"])
def test_the_example_of_a_typed_force_is_one(game: str) -> None:
    rules = build_ruleset(text_of(game))
    example = suggest_typed_force(rules)
    assert rules.forces is not None
    roster = rules.forces.read(
        convert_typed_force_to_lines(example, rules), rules.map_options_to_defaults()
    )
    assert [len(unit.figures) for unit in roster.units] == [8, 1]
    assert not roster.problems


def test_a_unit_of_a_sample_force_can_have_and_a() -> None:
    text = text_of("picket").replace(PICKET, OURS)
    text = text.replace('"Gun: 2 gunners"', '"Gun: 2 gunners and a rifleman"')
    assert _told(text) == []
    forces = build_ruleset(text).forces
    assert forces is not None
    (force,) = [one for one in forces.samples() if "gunner" in one.text]
    assert '{ profile = "gunner", count = 2 }, { profile = "rifleman", count = 1 }' in force.text


@pytest.mark.parametrize("limit", ["least = 2", "most = 9"])
def test_an_option_with_one_limit_alone_is_told(limit: str) -> None:
    text = text_of("picket").replace(PICKET, OURS)
    text += f"\n[options.hour]\nvalues = [6, 4]\n{limit}\n"
    place = _line(text, "[options.hour]")
    assert _told(text) == [f"line {place}, column 10: `least` and `most` must be given together."]


def test_a_flag_with_the_key_of_an_action_is_told() -> None:
    text = (
        text_of("picket")
        .replace(PICKET, OURS)
        .replace('flags = { cover = "c" }', 'flags = { cover = "f" }')
    )
    column = "flags = { cover".index("cover") + 1
    assert _told(text) == [
        f"line {_line(text, 'flags =')}, column {column}: "
        "The key 'f' belongs to the action fire: choose another key for the flag cover."
    ]


def test_a_key_clash_is_refused_alike_by_check_try_pack_and_a_new_match(
    shell: Shell, tmp_path: Path
) -> None:
    ours = tmp_path / "ours.toml"
    text = text_of("picket").replace(PICKET, OURS)
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


def test_a_package_is_installed_from_its_folder_and_replaced_with_overwrite(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ours.toml").write_text(text_of("picket"), encoding="utf-8")
    pack = ("game", "pack", "ours.toml", "packed")
    assert f"pip install .{os.sep}packed" in shell.done(*pack).out
    again = shell(*pack)
    assert again.code == 1
    assert "packed already has a package. To replace its files, use --overwrite." in again.err
    shell.done(*pack, "--overwrite")


def test_two_flags_with_one_key_are_told() -> None:
    flags = 'flags = { cover = "c", close = "c" }'
    text = text_of("picket").replace(PICKET, OURS).replace('flags = { cover = "c" }', flags)
    assert _told(text) == [
        f"line {_line(text, 'flags =')}, column {flags.index('close') + 1}: "
        "The key 'c' belongs to the flag cover: choose another key for the flag close."
    ]


def test_what_ships_has_no_mistakes() -> None:
    names = ("breach", "free", "halberds", "picket", "watchfire")
    assert [_told(text_of(name)) for name in names] == [[]] * 5


SMALL = """\
warledger_game = 1
id = "small"
title = "Small"
phases = [{ id = "act" }]
[stats]
grit = [2, 6]
arm = { words = ["bow", "d3"], usual = "bow" }
punch = { words = ["d3", "2d6"], usual = "d3" }
[profiles.man]
grit = 4
[tables.step]
values = [-2, -1, 0]
[rolls.hits]
[rolls.sum]
[rolls.saves]
limits = [2, 7]
[markers.storm]
on = "table"
[tests.nerve]
dice = "2d6"
need = 7
when = "turn"
[actions.fire]
phases = ["act"]
at = "enemy"
steps = [
  { roll = "hits", dice = "figures", need = "grit" },
  { roll = "sum", sum = "2d6", add = "grit", need = 9 },
  { roll = "sum", sum = "punch" },
  { lose = "hits" },
]
[end]
turns = 4
[forces.ours]
units = ["5 men"]
"""


def test_a_small_game_has_no_mistakes() -> None:
    assert _told(SMALL) == []


@pytest.mark.parametrize(
    ("old", "new", "where", "told"),
    [
        ("turns = 4", "turns = 0", "turns", "`turns` is always 0 or less. Write 1 or more."),
        ('lose = "hits"', 'lose = "-3"', "lose", "`lose` is always 0 or less. Write 1 or more."),
        (
            'lose = "hits"',
            'lose = "step[hits]"',
            "lose",
            "`lose` is always 0 or less. Write 1 or more.",
        ),
        (
            'need = "grit"',
            'need = "grit + grit / 0"',
            'need = "grit',
            "`need`: a division by 0 gives 0.",
        ),
        (
            'lose = "hits"',
            'lose = "hits / (2 - 2)"',
            "lose",
            "`lose`: a division by 0 gives 0.",
        ),
        # Skill 2 to 6 and 50: every need is held at the limit.
        (
            'need = "grit"',
            'need = "grit + 50"',
            'need = "grit',
            "`need` is at least 52, above the limit of hits: each die needs 6.",
        ),
        (
            'need = "grit"',
            'need = "target.grit - 5"',
            'need = "target',
            "`need` is at most 1, below the limit of hits: each die needs 2.",
        ),
        (
            "steps = [",
            'steps = [{ roll = "saves", dice = "figures", need = "grit + 5" },',
            'need = "grit + 5',
            "No dice can meet this need: the total is 1 to 6.",
        ),
        # Two dice and a grit of 2 to 6 make 4 to 18.
        (
            "need = 9",
            "need = 19",
            "need = 19",
            "No dice can meet this need: the total is 4 to 18.",
        ),
        ("need = 9", "need = 4", "need = 4", "No dice can miss this need: the total is 4 to 18."),
        (
            "need = 7",
            "need = 13",
            "need = 13",
            "No dice can meet this need: the total is 2 to 12.",
        ),
        (
            "need = 7",
            "need = 12\nlow = true",
            "need = 12",
            "No dice can miss this need: the total is 2 to 12.",
        ),
        (
            'title = "Small"',
            'title = "Small"\ncost = "grit + arm"',
            "cost",
            "`cost`: arm is a word, which counts as 0. Write `arm == 'bow'`.",
        ),
        (
            'on = "table"',
            'on = "table"\nsecret = true',
            "secret",
            "A marker on the table cannot be secret, because no side owns it. Remove `secret`.",
        ),
        (
            '"d3", "2d6"], usual = "d3"',
            '"1", "d3"], usual = "1"',
            '1", "d3',
            "'1' is not a valid word: use lower-case letters, or dice such as d3.",
        ),
        (
            "[end]",
            '[rules]\nSMALL-HIT = "Hit."\nSMALL-SUM = "Add."\nSMALL-FOG = "Fog."\n[end]',
            "SMALL-HIT",
            "No rule is called 'SMALL-HIT': did you mean 'SMALL-HITS'?",
        ),
        (
            "[actions.fire]",
            '[actions.run]\nphases = ["act"]\nopen_to = ["fire", "run"]\n[actions.fire]',
            'run"]',
            "'run' cannot interrupt: it needs `at = \"enemy\"`, but has no target.",
        ),
        (
            "[actions.fire]",
            "[contact]\n[actions.strike-back]\nphases = ['act']\nat = 'contact'\n"
            "open_to = ['strike-back']\n[actions.fire]",
            "strike-back']",
            '\'strike-back\' cannot interrupt: it needs `at = "enemy"`, but has `at = "contact"`.',
        ),
        (
            '"2d6"], usual',
            '"0d6"], usual',
            "0d6",
            "'0d6' cannot be rolled: write 1 to 10 dice with 2 to 100 sides.",
        ),
        (
            '"2d6"], usual',
            '"d1"], usual',
            "d1",
            "'d1' cannot be rolled: write 1 to 10 dice with 2 to 100 sides.",
        ),
        (
            '"2d6"], usual',
            '"12d6"], usual',
            "12d6",
            "'12d6' cannot be rolled: write 1 to 10 dice with 2 to 100 sides.",
        ),
        (
            "turns = 4",
            'ties = { "left " = "side.figures", left = "side.lost" }',
            "ties",
            'Each tie-break needs its own words, such as "figures left" = "side.figures".',
        ),
        (
            "turns = 4",
            'ties = { "" = "side.figures" }',
            "ties",
            'Each tie-break needs its own words, such as "figures left" = "side.figures".',
        ),
        (
            'words = ["d3", "2d6"], usual = "d3"',
            'words = ["d3", "2d6"]',
            "man]",
            "[profiles.man] needs punch: d3 or 2d6.",
        ),
        ('["5 men"]', "[]", "units", "The force ours needs at least one unit."),
        (
            "[profiles.man]\ngrit = 4\n",
            "",
            "units",
            "A game needs figures: write [profiles.rifleman].",
        ),
        (
            'lose = "hits" }',
            'lose = "hits", if = "hits == \'six\'" }',
            "six",
            "`if`: hits is a number, so it is never 'six'.",
        ),
        (
            'lose = "hits" }',
            'lose = "hits", if = "target.arm == \'bwo\'" }',
            "bwo",
            "`if`: target.arm is never 'bwo': did you mean 'bow'?",
        ),
        (
            'lose = "hits" }',
            'lose = "hits", if = "\'axe\' != arm" }',
            "axe",
            "`if`: arm is never 'axe': known: bow, d3.",
        ),
        (
            "[tests.nerve]",
            "[markers.tag]\nwords = ['calm', 'brave']\n[tests.nerve]\nwho = \"tag == 'clam'\"",
            "clam",
            "`who`: tag is never 'clam': did you mean 'calm'?",
        ),
        (
            'lose = "hits" }',
            'lose = "hits", if = "grit == \'six\'" }',
            "six",
            "`if`: grit is a number, so it is never 'six'.",
        ),
        (
            "[tests.nerve]",
            "[tests.calm]\n[tests.nerve]",
            "calm",
            "The test calm needs `dice` and `need`.",
        ),
        (
            "[markers.storm]",
            '[markers.hid]\n[actions.look]\nsteps = [{ reveal = "hid" }]\n[markers.storm]',
            "reveal",
            "hid is not secret, so it cannot be revealed. Give the marker `secret = true`.",
        ),
        (
            "values = [-2, -1, 0]",
            "rows = [[4, 4], [3]]",
            "rows",
            "All rows must have the same number of values.",
        ),
        (
            'at = "enemy"',
            'at = "enemy"\nverb = "undo"',
            "verb",
            "'undo' is a command in every game: choose another verb.",
        ),
        (
            "[actions.fire]",
            "[actions.run]\nphases = []\n[actions.fire]",
            "phases = []",
            "`phases` must name at least one phase.",
        ),
        (
            "[2, 6]",
            "[2, 6, 4]",
            "grit",
            "grit takes only a lowest and a highest value, such as [2, 6].",
        ),
    ],
)
def test_what_cannot_be_meant_is_told_and_a_match_that_has_it_opens(
    old: str, new: str, where: str, told: str
) -> None:
    assert SMALL.count(old) == 1
    text = SMALL.replace(old, new)
    line = _line(text, where)
    column = text.splitlines()[line - 1].index(where) + 1
    assert _told(text) == [f"line {line}, column {column}: {told}"]
    assert build_ruleset(text).id == "small"


def test_no_action_points_are_a_mistake() -> None:
    text = SMALL.replace('id = "act"', 'id = "act", order = "alternating"')
    text += "[activation]\npoints = 0\n"
    line = _line(text, "points = 0")
    assert _told(text) == [f"line {line}, column 1: `points` is always 0 or less. Write 1 or more."]


def test_a_table_in_round_brackets_is_told_with_square_ones() -> None:
    text = SMALL.replace('lose = "hits"', 'lose = "step(grit)"')
    line = _line(text, "step(grit)")
    column = text.splitlines()[line - 1].index("step") + 1
    assert _told(text) == [f"line {line}, column {column}: `lose`: write step[grit]."]


def test_a_misspelt_target_of_an_interrupt_is_one_mistake() -> None:
    run = '[actions.run]\nphases = ["act"]\nopen_to = ["fire"]\n[end]'
    text = SMALL.replace("[end]", run).replace('"enemy"', '"foe"')
    assert _told(text) == [
        f"line {_line(text, 'foe')}, column 1: `at` cannot be 'foe': allowed: contact, enemy, own."
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        # 18 and 5 can be made, and missed: two dice and a grit of 2 to 6 make 4 to 18.
        ("need = 9", "need = 18"),
        ("need = 9", "need = 5"),
        ('need = "grit"', 'need = "max(grit, 6) + started - 1"'),
        ('lose = "hits"', 'lose = "hits - 99"'),
        ('title = "Small"', 'title = "Small"\ncost = "if(arm == \'bow\', 3, 2)"'),
        # Nobody rolls it.
        ('"bow", "d3"', '"bow", "0d6"'),
    ],
)
def test_what_may_be_meant_is_no_mistake(old: str, new: str) -> None:
    assert SMALL.count(old) == 1
    assert _told(SMALL.replace(old, new)) == []
