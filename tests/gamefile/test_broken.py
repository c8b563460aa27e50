"""Broken game files: each is told in one sentence with its line, and none gets further."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.gamefile.kit import text_of
from tracker.gamefile.game_file_reader import InvalidGameFile
from tracker.gamefile.ruleset_builder import build_ruleset
from tracker.vocabulary.toml_reader import Problem

KEY = re.compile(r"^(\w+) = ")
NAMED = re.compile(r'(?:need|dice|lose|if|who|reach|turns)\b = "([^"]*)"')
LONGEST = 25
"""Words of a sentence."""


def problems(text: str) -> tuple[Problem, ...]:
    try:
        build_ruleset(text)
    except InvalidGameFile as error:
        return error.problems
    return ()


def changed(name: str) -> Iterator[tuple[str, int, str]]:
    """What is done to a file, on which line, and the text that comes of it."""
    lines = text_of(name).splitlines()
    for at, line in enumerate(lines):
        for what, bad in _slips(line, is_free=_free_name(lines, at)):
            text = "\n".join([*lines[:at], bad, *lines[at + 1 :]])
            yield f"{name} {at + 1}: {what}", at + 1, text


def _slips(line: str, *, is_free: bool) -> Iterator[tuple[str, str]]:
    """Slips that a line can have, each with the line that comes of it."""
    if (key := KEY.match(line)) and not is_free:
        yield "key", line.replace(key[1], key[1] + "x", 1)
    if re.search(r"= \d+$", line):
        yield "huge", re.sub(r"\d+$", "99999", line)
        yield "a word", re.sub(r"\d+$", '"many"', line)
    if re.search(r'= "[^"]*"$', line) and not line.startswith("text"):
        yield "no text", re.sub(r'"[^"]*"$', "7.5", line)
        yield "open", line.removesuffix('"')
    for found in NAMED.finditer(line):
        word = next(iter(re.findall(r"[a-z_.]{4,}", found[1])), "")
        start = line.index(found[1])
        if word:
            yield f"name {word}", line[:start] + line[start:].replace(word, "zzqq", 1)
            yield f"bracket {word}", line[:start] + line[start:].replace(word, f"({word}", 1)


def _free_name(lines: list[str], at: int) -> bool:
    """Whether the keys of a table are names that its author gives."""
    header = next((line for line in reversed(lines[:at]) if line.startswith("[")), "")
    return header.startswith(("[stats]", "[rules]", "[glossary]"))


MUTATED = [each for name in ("picket", "free") for each in changed(name)]


def test_there_are_many() -> None:
    assert len(MUTATED) > 200


@pytest.mark.parametrize("each", [4, pytest.param(1, marks=pytest.mark.thorough)])
def test_each_is_told_in_a_sentence_with_its_line(each: int) -> None:
    for what, line, text in MUTATED[::each]:
        found = problems(text)
        assert line in [one.line for one in found], f"{what}: {[*map(str, found)]}"
        for one in found:
            assert one.text[-1] in ".?", one.text
            assert len(one.text.split()) <= LONGEST, one.text
            assert one.column >= 1


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            'steps = [{ roll = "hitz", dice = "figures", need = "skill" }]',
            (1, 12, "`roll` cannot be 'hitz': did you mean 'hits'?"),
        ),
        (
            'steps = [{ roll = "hits", dice = "figures", need = "skil" }]',
            (1, 53, "`need`: there is nothing called 'skil': did you mean 'skill'?"),
        ),
        (
            'steps = [{ lose = "target.figures / 2 +" }]',
            (1, 40, "`lose`: a number or a name is missing at the end."),
        ),
        (
            'steps = [{ kill = "1" }]',
            (
                1,
                1,
                "Step 1 needs one of these keys: roll, sum, lose, wound, mark, "
                "clear, reveal, points, test,"
                " engage, part, flee, draw, ask.",
            ),
        ),
        (
            'steps = [{ lose = "1", of = "everybody" }]',
            (1, 24, "`of` cannot be 'everybody': allowed: actor, target."),
        ),
        (
            'steps = [{ test = "panic" }]',
            (1, 12, "`test` cannot be 'panic': declare it with [tests.panic], or write nerve."),
        ),
        (
            'steps = [{ draw = "omens" }]',
            (1, 12, "`draw` cannot be 'omens': declare it with [decks.omens]."),
        ),
        (
            'steps = [{ roll = "hits", need = "skill +" }]',
            (1, 42, "`need`: a number or a name is missing at the end."),
        ),
        (
            'steps = [{ lose = "zzqq" }]',
            (
                1,
                20,
                "`lose`: there is nothing called 'zzqq': known: activated, engaged, figures,"
                " lost, move, moved, nerve, pinned, save, skill, started, turn, ….",
            ),
        ),
        ('reech = "move"', (1, 1, "An action has no 'reech': did you mean 'reach'?")),
        (
            'phases = ["shooting"]',
            (1, 12, "`phases`: there is nothing called 'shooting': allowed: action."),
        ),
        (
            'once = "aimed"',
            (1, 9, "`once` needs a marker 'aimed': declare it with [markers.aimed]."),
        ),
        (
            'steps = [{ roll = "hits", need = 9 }]',
            (1, 27, "`need` must be from 2 to 6, the limits of hits."),
        ),
        (
            'flags = { with = "w" }',
            (1, 11, "'with' cannot be a flag. Use another word in lower-case letters."),
        ),
        ('verb = "fires"', (1, 1, "The verb 'fires' belongs to 'fire': choose another.")),
        ('key = "charge"', (1, 1, "`key` must be text in quotes, at most 1 character.")),
        ("once = true", (1, 1, "`once` must be text in quotes, at most 40 characters.")),
        (
            'steps = [{ marker = "pinned" }]',
            (1, 12, "Step 1 has no 'marker': did you mean 'mark'?"),
        ),
        (
            'steps = [{ mark = "pinned" }, { lsoe = 1 }, { points = "fallen" }]',
            (1, 33, "Step 2 has no 'lsoe': did you mean 'lose'?"),
        ),
        (
            'steps = [{ wait = 1 }, { draw_dice = 2 }, { points = "drawn" }]',
            (
                1,
                1,
                "Step 1 needs one of these keys: roll, sum, lose, wound, mark, clear, reveal,"
                " points, test, engage, part, flee, draw, ask.",
            ),
        ),
        (
            'steps = [{ mark = "pinned", onn = "target" }]',
            (1, 29, "Step 1 (mark) has no 'onn': did you mean 'on'?"),
        ),
        (
            'steps = [{ mark = "pinned" }, { lose = 1, clear = "pinned" }]',
            (1, 43, "Step 2 (lose) has no 'clear': write { clear = … } as a separate step."),
        ),
        (
            'steps = [{ roll = "hits", need = "4+" }]',
            (1, 37, "`need`: write 4 for 4+."),
        ),
        (
            'steps = [{ roll = "hits", need = "Skill" }]',
            (
                1,
                35,
                "`need`: 'S' is not allowed in an expression: write names in lower-case letters.",
            ),
        ),
        (
            'steps = [{ lose = 1, if = "turn = 2" }]',
            (1, 33, "`if`: write == for =."),
        ),
        (
            'steps = [{ lose = "2d6" }]',
            (
                1,
                21,
                "`lose`: 'd6' is not allowed here: write only the number of dice, or roll a sum in"
                " an earlier step.",
            ),
        ),
        (
            'steps = [{ lose = "2 turn" }]',
            (
                1,
                22,
                "`lose`: 'turn' is not allowed here: an operator such as + or * is missing before"
                " it.",
            ),
        ),
        (
            'steps = [{ lose = "side.pinned" }]',
            (
                1,
                20,
                "`lose`: there is nothing called 'side.pinned': side. has only figures, lost,"
                " points, started; for the unit's stat write pinned.",
            ),
        ),
        (
            'steps = [{ lose = "weapon.power" }]',
            (1, 20, "`lose`: only an action with `weapons` has a weapon."),
        ),
        (
            'steps = [{ lose = "hits" }, { roll = "hits", need = "skill" }]',
            (1, 20, "`lose`: hits is rolled in a later step."),
        ),
        ('key = "u"', (1, 1, "'u' cannot be a key: it is the key for undo.")),
        (
            'steps = [{ ask = "how near" }]',
            (1, 1, "Step 1 needs `as`: a name for the number, such as `near`."),
        ),
        ('key = "7"', (1, 1, "'7' cannot be a key: use another letter.")),
        (
            'steps = [{ lose = "enemy.skill" }]',
            (
                1,
                20,
                "`lose`: there is nothing called 'enemy.skill': enemy. has only figures, lost,"
                " points, started; for the target's stat write target.skill.",
            ),
        ),
        (
            'steps = [{ lose = "target.down" }]',
            (
                1,
                20,
                "`lose`: there is nothing called 'target.down': target. has only activated,"
                " engaged, figures, lost, move, moved, nerve, pinned, save, skill, started.",
            ),
        ),
        (
            'steps = [{ lose = "target.skil" }]',
            (1, 20, "`lose`: there is nothing called 'target.skil': did you mean 'target.skill'?"),
        ),
        (
            'steps = [{ lose = "foe.skill" }]',
            (1, 20, "`lose`: there is nothing called 'foe.skill': write skill or target.skill."),
        ),
        (
            'steps = [{ lose = 1, if = "moved == true" }]',
            (1, 37, "`if`: there is nothing called 'true': write 1 for true."),
        ),
    ],
)
def test_what_was_meant_is_said(line: str, expected: tuple[int, int, str]) -> None:
    """An action at the end of Picket, of which one line is wrong."""
    text = text_of("picket") + '\n[actions.charge]\nat = "enemy"\n'
    before = len(text.splitlines())
    (found,) = problems(text + line + "\n")
    assert (found.line - before, found.column, found.text) == expected


# ------------------------------------------------------------------------------------- hostile


HEAD = 'warledger_game = 1\nid = "x"\ntitle = "X"\n[[phases]]\nid = "p"\n[actions.go]\n'


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "The file is empty: write warledger_game = 1 in its first line."),
        ("x" * 70_000, "The file has over 64,000 characters. Shorten the file."),
        (
            "a = " + "[" * 500 + "]" * 500,
            "This is not TOML: there are too many nested brackets.",
        ),
        ("a = 1" + "0" * 1500, "This is not TOML: a number is too large."),
        ('a = "' + "b" * 3000 + '"', "This line is longer than 2,000 characters. Split the line."),
        (
            HEAD + 'steps = [{ lose = "' + "(" * 50 + "1" + ")" * 50 + '" }]',
            "`lose`: there are too many nested brackets.",
        ),
        (
            HEAD + "steps = [" + "{ lose = 1 }," * 60 + "]",
            "`steps` must be a list of at most 20 values: [ … ].",
        ),
        (
            HEAD + "[rolls.r]\nagain = 2",
            "`again` must be a face that always fails: outside the limit 2.",
        ),
        (
            HEAD + "[rolls.r]\nnatural = 5",
            "`natural` must be a face that always succeeds: the limit 6 or better.",
        ),
        (
            HEAD + "[actions.end]",
            "Every game already has an action called 'end': choose another name.",
        ),
        (
            HEAD + "[markers.words]",
            "Every game already has a marker called 'words': choose another name.",
        ),
        (
            HEAD + "steps = [{ lose = 99999999 }]",
            "`lose` must be a number, or an expression in quotes.",
        ),
        (
            HEAD + "[tests.t]\nneed = 4\ndice = '999d6'",
            "`dice` must be 1 to 10 dice with 2 to 100 sides, such as 2d6.",
        ),
        (
            HEAD + "[tables.t]\nvalues = [" + "1," * 100 + "]",
            "`values` must be lists of 1 to 60 whole numbers.",
        ),
        (
            HEAD + "".join(f"[markers.m{n}]\n" for n in range(50)),
            "There are 50 entries in [markers]: at most 40 are allowed.",
        ),
        (
            HEAD + '[tests.a]\nneed = 4\nfail = [{ test = "a" }]',
            "Step 1 of fail cannot have `test`: only the steps of an action can.",
        ),
        (
            HEAD + '[markers.m]\nword = "a\\u001b[31m"',
            "`word` must be text in quotes, at most 20 characters.",
        ),
        (
            "warledger_game = 2\n" + HEAD.partition("\n")[2],
            "The first line must be warledger_game = 1, the version of the file format.",
        ),
    ],
)
def test_hostile_files_are_refused(text: str, why: str) -> None:
    assert why in [one.text for one in problems(text)]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "warledger_game = 2\n" + HEAD.partition("\n")[2],
            "line 1, column 1: The first line must be warledger_game = 1, the version of the file"
            " format.",
        ),
        (
            HEAD.replace("[[phases]]", "[phases]")
            + 'phases = ["p"]\n[tests.t]\ndice = "d6"\nneed = 7\nwhen = "p"\n',
            "line 4, column 2: A game needs 1 to 12 phases: write [[phases]].",
        ),
        (
            HEAD + "[stats]\naim = [10, 2]\n[profiles.man]\naim = 4",
            "line 8, column 1: aim: write the lower value first, [2, 10].",
        ),
        (
            HEAD.replace("[actions", "[phases.fight]\norder = 'both'\n[actions")
            + 'phases = ["fight"]\n[actions.hide]\nphases = ["p", "fight"]\n',
            "line 6, column 9: A phase has no 'fight': write [[phases]] and, below it, id ="
            ' "fight".',
        ),
        (
            HEAD.replace('[[phases]]\nid = "p"', "[phases.fight]") + 'phases = ["fight"]\n',
            "line 4, column 2: A game needs 1 to 12 phases: write [[phases]] and, below it, id ="
            ' "fight".',
        ),
        (
            HEAD.replace('[[phases]]\nid = "p"', "phases = 1"),
            "line 4, column 1: A game needs 1 to 12 phases: write [[phases]].",
        ),
        (HEAD + "[tables.t]\n", "line 7, column 9: [tables.t] needs `values` or `rows`."),
        (
            HEAD + "[rolls.r]\nlimits = 2\n",
            "line 8, column 1: `limits` must be the lowest and highest need, from 0 to 7: [2, 6].",
        ),
        (
            HEAD + '[end]\nturns = "six"\n',
            "line 8, column 10: `turns`: there is nothing called 'six': write a number, or the id"
            " of an option.",
        ),
        (
            HEAD + "[stats]\naim = [2]\n[profiles.man]\naim = 4",
            "line 8, column 1: aim needs its lowest and highest value: aim = [2, 6].",
        ),
        (
            HEAD + "[stats]\naim = { most = 6, usual = 8 }\n[profiles.man]\naim = 4",
            "line 8, column 1: aim needs its lowest and highest value: aim = [2, 6].",
        ),
        (
            "grit = [2, 6]\n" + HEAD,
            "line 1, column 1: A game file has no 'grit': is a heading missing above it?",
        ),
        (
            "grit = [2, 6]\naim = [2, 6]\n" + HEAD,
            "line 1, column 1: A game file has no 'grit': is a heading missing above it?",
        ),
        (
            HEAD + 'steps = [{ lose = "grit + aim" }]\n[profiles.man]\ngrit = 4\naim = 9\n'
            "[profiles.orc]\ngrit = 3\naim = 4",
            "line 9, column 1: Declare these stats with [stats], in the form grit = [2, 6]: grit,"
            " aim.",
        ),
        (
            HEAD + "[stats]\n[profiles.man]\narm = 'bow'\n[profiles.orc]\narm = 'axe'",
            "line 9, column 1: Declare these stats with [stats], in the form arm = { words = [ … ]"
            " }: arm.",
        ),
        (
            HEAD + 'at = "enemy"\nweapons = ["gun"]\nreach = "weapon.far"\n[weapons.gun]\nfar = 9',
            "line 11, column 1: Declare these stats with [weapon_stats], in the form far = [2, 6]:"
            " far.",
        ),
        (
            HEAD + 'at = "foe"\n',
            "line 7, column 1: `at` cannot be 'foe': allowed: contact, enemy, own.",
        ),
        (
            HEAD + 'key = "x"\nsteps = [{ lose = "target.figures" }]\n',
            "line 8, column 20: `lose`: there is no target. Only an action with `at` has one.",
        ),
        (
            HEAD + '[stats]\naim = ["d4", "d6"]\n[profiles.man]\naim = "d4"',
            "line 8, column 1: For a stat whose values are words, write aim = { words = [ … ] }.",
        ),
        (
            HEAD + '[stats]\naim = "4"\n[profiles.man]\naim = 4',
            "line 8, column 1: aim needs its lowest and highest value: aim = [2, 6].",
        ),
        (
            HEAD + "[stats]\naim = [2, 6]\n[profiles.man]\npoints = 4",
            "line 9, column 11: [profiles.man] needs `aim`: a whole number from 2 to 6.",
        ),
        (
            HEAD + "[tests.t]\nneed = 7",
            "line 7, column 8: [tests.t] needs `dice`: 1 to 10 dice with 2 to 100 sides, such as"
            " 2d6.",
        ),
        (
            HEAD + 'at = "enemy"\nweapons = ["gun"]\n',
            "line 8, column 13: `weapons`: there is nothing called 'gun': declare it with"
            " [weapons.gun].",
        ),
    ],
)
def test_one_mistake_is_told_once(text: str, why: str) -> None:
    assert [*map(str, problems(text))] == [why]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            HEAD + 'flags = ["cover", "hard"]\n',
            'line 7, column 1: Each flag needs a key: write flags = { cover = "c", hard = "h" }.',
        ),
        (
            HEAD + "[stats]\naim = [2, 6]\n[options.turn]\nvalues = [6]\n",
            "line 9, column 10: 'turn' is Warledger's name for the turn number: choose another"
            " name.",
        ),
        (
            HEAD + "[stats]\nfigures = [2, 6]\n",
            "line 8, column 1: 'figures' is Warledger's name for the number of figures: choose"
            " another name.",
        ),
        (
            HEAD + "[stats]\naim = [2, 6]\n[options.aim]\nvalues = [6]\n",
            "line 9, column 10: 'aim' is already the name of a stat: choose another name.",
        ),
        (
            HEAD + "[options.aim]\nvalues = [6]\n[markers.aim]\n",
            "line 9, column 10: 'aim' is already the name of an option: choose another name.",
        ),
        (
            HEAD + "[markers.down]\n[markers.up]\n[markers.down]\n",
            "line 9, column 14: This is not TOML: [markers.down] is already in line 7: give this"
            " one another name.",
        ),
        (
            HEAD + "[tests.nerve]\nneed = 4\ndice = 'd6'\n[tests.nerve.tests.rally]\nneed = 4\n",
            "line 10, column 2: A test has no 'tests': for another one, write [tests.rally].",
        ),
        (
            HEAD + "[tests.nerve]\nneed = 4\ndice = 'd6'\n[tests.nerve.rally]\nneed = 4\n",
            "line 10, column 14: A test has no 'rally': for another one, write [tests.rally].",
        ),
        (
            HEAD.replace('"X"', '"  "'),
            "line 3, column 1: `title` is empty: write at most 60 characters.",
        ),
        (
            HEAD.replace('"X"', '"""Small\nwars"""'),
            "line 3, column 1: `title` must be on a single line.",
        ),
        (
            HEAD + '[[phases]]\nid = "late"\n[[phases]]\nid = "p"\n',
            "line 10, column 1: The phase 'p' is already in line 5: choose another id.",
        ),
        (
            HEAD + '[[phases]]\nid = "Late"\n',
            "line 8, column 1: `id` must be lower-case letters, digits and hyphens, not 'Late'.",
        ),
        (
            HEAD + "".join(f'[[phases]]\nid = "p{n}"\n' for n in range(13)),
            "line 4, column 3: A game needs 1 to 12 phases, but has 14.",
        ),
    ],
)
def test_a_mistake_is_told_with_its_mend(text: str, why: str) -> None:
    assert [*map(str, problems(text))] == [why]


def test_values_in_a_circle_are_told_as_such() -> None:
    text = HEAD + '[values]\nheft = "worth + 1"\nworth = "heft"\n'
    assert [*map(str, problems(text))] == [
        "line 8, column 9: `heft` is a value, so it cannot use the value 'worth'.",
        "line 9, column 10: `worth` is a value, so it cannot use the value 'heft'.",
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            'warledger_game = 1\nid = "x"\ntitle = "Field\n',
            "line 3, column 9: This is not TOML: a quote is opened here, but not closed on this"
            " line.",
        ),
        (
            'flags = { cover = "c, "aim" = "a" }\n',
            "line 1, column 24: This is not TOML: a comma, a quote or the } of a table is missing"
            " before this.",
        ),
        (
            "die = 6\n// note\n",
            "line 2, column 1: This is not TOML: a comment begins with #.",
        ),
        (
            "die = 6 // note\n",
            "line 1, column 9: This is not TOML: a comment begins with #.",
        ),
        (
            "[rolls.to hit]\n",
            "line 1, column 11: This is not TOML: write [rolls.to-hit].",
        ),
        (
            "title = “Small”\n",
            "line 1, column 9: This is not TOML: type straight quotes.",
        ),
        (
            "die = 6\nsteps = [\n  { lose = 1 },\n\n[end]\nturns = 4\n",
            "line 5, column 2: This is not TOML: the list opened in line 2 is not closed.",
        ),
        (
            'steps = [\n  { roll = "hits",\n    need = 4 },\n]\n',
            "line 2, column 19: This is not TOML: write everything from { to } on one line.",
        ),
        (
            "steps = [\n  { lose = 1  # a loss\n]\n",
            "line 2, column 15: This is not TOML: write everything from { to } on one line.",
        ),
        (
            "steps = [\n  { lose = 1\n",
            "line 2, column 13: This is not TOML: write everything from { to } on one line.",
        ),
        (
            "[actions.aim\nkey = 'a'\n",
            "line 1, column 13: This is not TOML: the ] of this heading is missing.",
        ),
        (
            'die = 6\nunits = ["Jack: 1 boss",\n',
            "line 3, column 1: This is not TOML: the list opened in line 2 is not closed.",
        ),
        (
            'die = 6\nunits = ["Jack: 1 boss"\n',
            "line 3, column 1: This is not TOML: the list opened in line 2 is not closed.",
        ),
        (
            'units = ["Jack: 1 boss",\ntitle = "Gang"\n',
            "line 2, column 1: This is not TOML: the list opened in line 1 is not closed.",
        ),
        (
            "[phases]\n[phases]\n",
            "line 2, column 8: This is not TOML: [phases] is in the file twice. A list of tables"
            " has headings such as [[phases]].",
        ),
    ],
)
def test_a_file_that_is_not_toml_is_told_where(text: str, told: str) -> None:
    assert [*map(str, problems(text))] == [told]
