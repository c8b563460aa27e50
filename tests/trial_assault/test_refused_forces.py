"""What is said of a roster that cannot be read, and what the rules advise against, in full."""

from __future__ import annotations

import pytest

from tracker.rulesets.trial_assault.forces.roster_reader import ROSTERS

HEAD = 'name = "F"\nruleset = "trial-assault"\n'
MODEL = "[profiles.it]\n"
CAR = '[profiles.it]\ntype = "vehicle"\n'
BLADE = "[weapons.ray]\n"
UNIT = '[[units]]\nname = "One"\n'
MODELS = "models = { it = 1 }\n"


def said(text: str) -> list[tuple[str, str]]:
    """Texts of problems and the rules they are of, with what stands on their line."""
    written = text.splitlines()
    found = ROSTERS.read(text).problems
    return [(written[one.line - 1], f"{one.text} {one.rule}".strip()) for one in found]


def model(line: str) -> str:
    return f"{HEAD}{MODEL}{line}\n{UNIT}{MODELS}"


def between(what: str, low: int, high: int) -> str:
    return f"the {what} must be a whole number from {low} to {high}"


# TA-FORCE-01: values 1 to 10, attacks and Ballistic Skill may be 0, saves 2+ to 6+.
@pytest.mark.rule("TA-FORCE-01", "TA-G14")
@pytest.mark.parametrize(
    ("key", "low", "high"),
    [
        *((key, 1, 10) for key in ("ws", "s", "t", "i")),
        ("bs", 0, 10),
        ("w", 1, 99),
        ("a", 0, 20),
        ("ld", 2, 10),
        ("sv", 2, 6),
        ("inv", 2, 6),
        ("assault", 0, 48),
        ("fall_back", 1, 3),
        ("sweep", 0, 3),
    ],
)
def test_numbers_of_models(key: str, low: int, high: int) -> None:
    for number in (low - 1, high + 1):
        line = f"{key} = {number}"
        assert said(model(line)) == [(line, between(key, low, high))]
    for number in (low, high):
        assert said(model(f"{key} = {number}")) == []


@pytest.mark.rule("TA-VEH-01")
@pytest.mark.parametrize("key", ["front", "side", "rear"])
def test_armour_of_vehicles(key: str) -> None:
    for number in (0, 15):
        line = f"{key} = {number}"
        text = f"{HEAD}{CAR}{line}\n{UNIT}{MODELS}"
        assert said(text) == [(line, between(key, 1, 14))]
    for number in (1, 14):
        assert said(f"{HEAD}{CAR}{key} = {number}\n{UNIT}{MODELS}") == []


@pytest.mark.rule("TA-FORCE-03", "TA-T3")
@pytest.mark.parametrize(
    ("key", "what", "low", "high"),
    [
        ("strength", "strength", 0, 9),
        ("wounds_on", "what it wounds on", 2, 6),
        ("hands", "hands", 1, 2),
    ],
)
def test_numbers_of_weapons(key: str, what: str, low: int, high: int) -> None:
    what = what if what.startswith("what") else f"the {what}"
    for number in (low - 1, high + 1):
        line = f"{key} = {number}"
        text = f"{what} must be a whole number from {low} to {high}"
        assert said(f"{HEAD}{BLADE}{line}\n{MODEL}{UNIT}{MODELS}") == [(line, text)]
    for number in (low, high):
        assert said(f"{HEAD}{BLADE}{key} = {number}\n{MODEL}{UNIT}{MODELS}") == []


KINDS = "one of normal, fist, claw, power, poisoned, heavy, rending, force"
TYPES = "one of infantry, jump, bike, cavalry, terminator, monster, walker, vehicle"


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        (model("foo = 1"), "foo = 1", "'foo' is unknown"),
        (model("front = 10"), "front = 10", "'front' is unknown"),
        (
            model("weapons = 3"),
            "weapons = 3",
            'write a list of weapons, such as ["pistol", "sword"]',
        ),
        (model("grenades = 3"), "grenades = 3", 'write a list of grenades, such as ["frag"]'),
        (
            model('grenades = ["egg"]'),
            'grenades = ["egg"]',
            "'egg' is not a valid grenade: one of frag, plasma",
        ),
        (model('type = "boat"'), 'type = "boat"', f"'boat' is not a valid type: {TYPES}"),
        (
            f"{HEAD}{BLADE}kind = 'monstrous'\n{MODEL}{UNIT}{MODELS}",
            "kind = 'monstrous'",
            f"'monstrous' is not a valid kind: {KINDS}",
        ),
        (
            f"{HEAD}weapons = 3\n{MODEL}{UNIT}{MODELS}",
            "weapons = 3",
            'write [weapons.fist] and kind = "fist"',
        ),
        (
            f"{HEAD}[weapons]\nray = 3\n{MODEL}{UNIT}{MODELS}",
            "ray = 3",
            'ray: write [weapons.ray] and its kind, such as "fist"',
        ),
        (
            f"{HEAD}{BLADE}foo = 1\n{MODEL}{UNIT}{MODELS}",
            "foo = 1",
            "'foo' is unknown",
        ),
        (
            f"{HEAD}{MODEL}{UNIT}{MODELS}foo = 1",
            "foo = 1",
            "'foo' is unknown",
        ),
        (
            f'{HEAD}{MODEL}{UNIT}{MODELS}joins = "Nobody"',
            'joins = "Nobody"',
            "One joins 'Nobody', but there is no such unit",
        ),
        (
            f'{HEAD}{MODEL}{UNIT}{MODELS}joins = "One"',
            'joins = "One"',
            "One joins 'One', but there is no such unit",
        ),
        (
            f"{HEAD}{MODEL}{UNIT}{MODELS}points = -1",
            "points = -1",
            "the points must be a whole number from 0 to 1000000",
        ),
    ],
)
def test_words(text: str, line: str, says: str) -> None:
    assert said(text) == [(line, says)]


def test_a_force_without_units() -> None:
    texts = [text for _, text in said(f"{HEAD}{MODEL}")]
    assert texts == ["no units: write [[units]] with a name and models"]


@pytest.mark.rule("TA-CHAR-03", "TA-CHAR-07")
@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("independent = true", "an independent character must be a separate unit TA-CHAR-03"),
        ('type = "monster"', "a monster or machine must be a separate unit TA-CHAR-07"),
        ('type = "walker"', "a monster or machine must be a separate unit TA-CHAR-07"),
    ],
)
def test_who_stands_alone_is_advised(line: str, says: str) -> None:
    several = said(f"{HEAD}{MODEL}{line}\n{UNIT}models = {{ it = 2 }}\n")
    assert [text for _, text in several] == [f"One: {says}"]
    assert said(model(line)) == []


@pytest.mark.parametrize("empty", ["models = {}", "models = []"])
def test_a_unit_without_models_is_not_left_out_in_silence(empty: str) -> None:
    text = f"{HEAD}{MODEL}{UNIT}{MODELS}\n{UNIT.replace('One', 'Two')}{empty}\n"
    assert said(text) == [(empty, "Two has no models: write models = { rifleman = 5 }")]
