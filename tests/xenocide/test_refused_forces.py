"""What is said of a roster that cannot be read, and what the rules advise against, in full."""

from __future__ import annotations

import pytest

from tests.xenocide.test_forces import CARRIER, HEAD, MULE, SQUAD, TROOPER
from tracker.rulesets.xenocide.forces.roster_reader import ROSTERS

FIGURE = f"{HEAD}[profiles.it]\n"
VEHICLE = f"{HEAD}[profiles.carrier]\n"
UNKNOWN = "'foo' is unknown"
NOTES = 'notes: write a list, such as ["camouflage"]'
LONG = 'the long range of ray must be a number of inches or "los"'


def said(text: str) -> list[tuple[str, str]]:
    """Texts of problems and the rules they are of, with what stands on their line."""
    written = text.splitlines()
    found = ROSTERS.read(text).problems
    return [(written[one.line - 1], f"{one.text} {one.rule}".strip()) for one in found]


def between(key: str, low: int, high: int, *, of: str = "") -> str:
    return f"the {key}{of} must be a whole number from {low} to {high}"


def with_line(plain: str, line: str) -> str:
    """Lines of a table, one of them put in or in the place of the one with its key."""
    key = line.partition(" = ")[0]
    kept = [one for one in plain.splitlines() if not one.startswith(f"{key} = ")]
    return "\n".join((*kept, line, ""))


def figure(line: str) -> str:
    return f"{FIGURE}{with_line(TROOPER, line)}{SQUAD}"


def vehicle(line: str) -> str:
    return f"{VEHICLE}{with_line(CARRIER, line)}{MULE}"


def gun(line: str) -> str:
    plain = with_line("size = 2\nnormal = 9\n", line)
    return f"{HEAD}[guns.ray]\n{plain}[profiles.it]\n{TROOPER}{SQUAD}"


def blade(line: str) -> str:
    plain = with_line("size = 2\n", line)
    return f"{HEAD}[blades.ray]\n{plain}[profiles.it]\n{TROOPER}{SQUAD}"


@pytest.mark.rule("XF-FORCE-02")
@pytest.mark.parametrize(
    ("key", "low", "high"),
    [
        ("cost", 0, 1000000),
        ("movement", 0, 99),
        ("wounds", 1, 99),
        ("armour", 0, 30),
        ("aspect", -9, 20),
        ("missile", 0, 20),
        ("melee", 0, 20),
        ("defence", 0, 9),
        ("strength", 0, 99),
        ("morale", 1, 20),
        ("capacity", 0, 20),
        ("hands", 0, 20),
        ("attacks", 0, 20),
    ],
)
def test_numbers_of_figures(key: str, low: int, high: int) -> None:
    for number in (low - 1, high + 1):
        line = f"{key} = {number}"
        assert said(figure(line)) == [(line, between(key, low, high))]


@pytest.mark.rule("XF-FORCE-14")
@pytest.mark.parametrize(
    ("key", "low", "high"),
    [
        ("cost", 0, 1000000),
        ("armour", 0, 40),
        ("aspect", -9, 20),
        ("strength", 0, 99),
        ("melee", 0, 20),
        ("capacity", 0, 20),
        ("hands", 0, 20),
        ("attacks", 0, 20),
        ("base", 0, 99),
        ("threshold", 1, 99),
        ("passengers", 0, 99),
    ],
)
def test_numbers_of_vehicles(key: str, low: int, high: int) -> None:
    for number in (low - 1, high + 1):
        line = f"{key} = {number}"
        assert said(vehicle(line)) == [(line, between(key, low, high))]


@pytest.mark.rule("XF-WPN-01")
@pytest.mark.parametrize(
    ("key", "low", "high"),
    [
        ("size", 0, 20),
        ("rate", 1, 20),
        ("power", -99, 99),
        ("weak", 0, 99),
        ("saves", 1, 20),
        ("area", 0, 20),
        ("normal", 1, 999),
    ],
)
def test_numbers_of_guns(key: str, low: int, high: int) -> None:
    for number in (low - 1, high + 1):
        line = f"{key} = {number}"
        assert said(gun(line)) == [(line, between(key, low, high, of=" of ray"))]


@pytest.mark.parametrize(("key", "low", "high"), [("size", 0, 20), ("bonus", -99, 99)])
def test_numbers_of_blades(key: str, low: int, high: int) -> None:
    for number in (low - 1, high + 1):
        line = f"{key} = {number}"
        assert said(blade(line)) == [(line, between(key, low, high, of=" of ray"))]


def test_figures() -> None:
    for line, text in (
        ("foo = 1", UNKNOWN),
        ("packs = 3", 'write a list of packs, such as ["grav"]'),
        ("packs = ['wing']", "'wing' is not a valid pack: one of grav, flight, teleporter"),
        ("combi = 3", 'write the two parts of a combi-weapon, as in "rifle + bayonet"'),
        ("guns = 'rifle'", 'write a list of guns, such as ["pistol"]'),
        ("blades = 'axe'", 'write a list of blades, such as ["axe"]'),
        (
            "combi = 'rifle + spork'",
            "'spork' is not a valid blade: one of axe, bayonet, great sword, knife",
        ),
    ):
        assert said(figure(line)) == [(line, text)]


def test_vehicles() -> None:
    mount = "mounts = [{ gun = 'mortar', capacity = 4, accuracy = 4, "
    for line, *texts in (
        ("movement = 1", "'movement' is unknown"),
        ("morale = 3", "'morale' is unknown"),
        ("rollers = 3", "write rollers = { dodge = 1, power = 2 }"),
        ("rollers = { dodge = 10 }", between("dodge", 0, 9)),
        ("rollers = { dodge = -1 }", between("dodge", 0, 9)),
        ("rollers = { power = 100 }", between("power", 0, 99)),
        ("rollers = { power = -1 }", between("power", 0, 99)),
        ("rollers = { foo = 1 }", UNKNOWN),
        (
            "propulsion = 3",
            "write the propulsion as a word, such as wheeled, tracked, hover, flying, walker",
        ),
        (
            "mounts = [{ gun = 'rifle', capacity = 31, accuracy = 21 }]",
            between("capacity", 0, 30),
            between("accuracy", 0, 20),
        ),
        (
            "mounts = [{ gun = 'rifle', capacity = -1, accuracy = -1 }]",
            between("capacity", 0, 30),
            between("accuracy", 0, 20),
        ),
        (mount + "foo = 1 }]", UNKNOWN),
        (mount + "open = 3 }]", "open must be true or false"),
        (mount + "arc = 3 }]", "the arc of a mount must be in quotes"),
        (
            mount.replace("mortar", "mortr") + "open = true }]",
            "'mortr' is not a valid gun; did you mean 'mortar'?",
        ),
        ("open = 3", "open must be true or false"),
        ("passenger_piloted = 3", "passenger_piloted must be true or false"),
        ("notes = 3", NOTES),
    ):
        assert said(vehicle(line)) == [(line, text) for text in texts]


def test_weapons() -> None:
    for line, text in (
        ("foo = 1", UNKNOWN),
        ("notes = 3", NOTES),
        ("notes = [3]", NOTES),
        ("long = 0", LONG),
        ("long = 1000", LONG),
        ("long = true", LONG),
    ):
        assert said(gun(line)) == [(line, text)]
    for line, text in (("foo = 1", UNKNOWN), ("notes = [3]", NOTES)):
        assert said(blade(line)) == [(line, text)]
    for line in ("long = 1", "long = 999"):
        assert LONG not in [text for _, text in said(gun(line))]


def test_tables_of_weapons() -> None:
    rest = f"[profiles.it]\n{TROOPER}{SQUAD}"
    for table, line, text in (
        ("guns = 3\n", "guns = 3", "write [guns.name] and its values"),
        ("[guns]\nx = 3\n", "x = 3", "x: write [guns.x] and its values"),
        ("[blades]\nx = 3\n", "x = 3", "x: write [blades.x] and its values"),
        (
            "[guns.ray]\nsize = 1\nnormal = 9\n[guns.Ray]\nsize = 1\nnormal = 9\n",
            "[guns.Ray]",
            "ray is listed twice",
        ),
        (
            "[guns.' x']\nsize = 1\nnormal = 9\n",
            "[guns.' x']",
            "'x': a weapon needs a short, plain name",
        ),
    ):
        assert said(f"name = 'A'\n{table}{rest}") == [(line, text)]


def test_units() -> None:
    twice = "[[vehicles]]\nprofile = 'carrier'\n"
    for text, *found in (
        (f"{FIGURE}{TROOPER}{SQUAD}foo = 1\n", ("foo = 1", UNKNOWN)),
        (f"{VEHICLE}{CARRIER}{MULE}foo = 1\n", ("foo = 1", UNKNOWN)),
        (
            f"{FIGURE}{TROOPER}[[squads]]\nname = 3\nfigures = {{ it = 3 }}\n",
            ("name = 3", "the name of squad 1 must be in quotes"),
        ),
        (
            f"{VEHICLE}{CARRIER}[[vehicles]]\nname = 3\nprofile = 'carrier'\n",
            ("name = 3", "the name of vehicle 1 must be in quotes"),
        ),
        (
            f"{VEHICLE}{CARRIER}[[vehicles]]\nname = 'A'\nprofile = 'carrer'\n",
            ("profile = 'carrer'", "there is no profile 'carrer'"),
        ),
        (
            f"{VEHICLE}{CARRIER}{twice}{twice}",
            ("[[vehicles]]", "vehicle 1 has no name"),
            ("[[vehicles]]", "vehicle 2 has no name"),
        ),
    ):
        assert said(text) == found


@pytest.mark.rule("XF-FORCE-09", "XF-FORCE-11", "XF-WPN-07", "XF-WPN-13", "XF-T14")
def test_what_the_rules_advise_against() -> None:
    claw = "[blades.claw]\nsize = SIZE\nintegrated = true\n"
    built = f"{HEAD}{claw}[profiles.it]\n{TROOPER}blades = ['claw']\nhands = 1\n{SQUAD}"
    staff = f"{HEAD}[blades.staff]\nsize = 2\n[profiles.it]\n{TROOPER}blades = ['staff']\n"
    ray = "[guns.ray]\nsize = 2\nnormal = 9\nlong = FAR\n[profiles.it]\n"
    reach = f"{HEAD}{ray}{TROOPER}guns = ['ray']\n{SQUAD}"
    mount = "mounts = [{ gun = 'mortar', capacity = CAP, accuracy = 4 }]"
    short = "it: the long range of the ray must be longer than its normal range XF-WPN-07"
    for text, *found in (
        (built.replace("SIZE", "2"),),
        (built.replace("SIZE", "3"), "it: the claw is too big to be built in XF-FORCE-11"),
        (f"{FIGURE}{TROOPER}blades = ['axe']\nhands = 1\n{SQUAD}",),
        (
            f"{FIGURE}{TROOPER}blades = ['axe']\nhands = 0\n{SQUAD}",
            "it: the axe takes 1 hand, but there are 0 XF-FORCE-09",
        ),
        (
            f"{staff}hands = 1\n{SQUAD}",
            "it: the staff takes 2 hands, but there are 1 XF-FORCE-09",
        ),
        (
            f"{FIGURE}{TROOPER}blades = ['great sword']\ncapacity = 1\n{SQUAD}",
            "it: the great sword is too big to be used XF-WPN-13",
        ),
        (reach.replace("FAR", "10"),),
        (reach.replace("FAR", "'los'"),),
        (reach.replace("FAR", "9"), short),
        (vehicle(mount.replace("CAP", "3")),),
        (
            vehicle(mount.replace("CAP", "2")),
            "carrier: the mount is too small to fire the mortar XF-T14",
        ),
    ):
        assert [one for _, one in said(text)] == found


@pytest.mark.rule("XF-SETUP-02")
def test_squads_of_one_name_of_which_one_starts_aboard() -> None:
    profiles = f"{HEAD}[profiles.it]\n{TROOPER}[profiles.carrier]\n{CARRIER}"
    squad = "[[squads]]\nname = 'NAME'\nfigures = { it = 3 }\n"
    for second, *found in (
        ("Second",),
        (
            "First",
            "First: give each squad its own name, or the wrong one may start aboard XF-SETUP-02",
        ),
    ):
        both = squad.replace("NAME", "First") + squad.replace("NAME", second)
        text = f"{profiles}{both}aboard = 'Mule'\n{MULE}"
        assert [one for _, one in said(text)] == found
