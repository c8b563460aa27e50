"""Rosters of BattleScribe and New Recruit: what comes over, what is named, what is refused."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from typing import Any

import pytest

from tracker.application.errors import Refused
from tracker.application.force_building.battlescribe_roster_conversion import (
    convert_battlescribe_roster,
)
from tracker.application.roster_files_and_samples import get_ruleset
from tracker.vocabulary import toml_reader

XML = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<roster name="Ash Wardens" gameSystemName="Pictures"
    xmlns="http://www.battlescribe.net/schema/rosterSchema">
  <costs><cost name="pts" typeId="points" value="265.0"/><cost name="CP" value="1.0"/></costs>
  <costLimits><costLimit name="pts" typeId="points" value="500.0"/></costLimits>
  <forces><force name="Patrol"><selections>
    <selection name="Battle Size" number="1" type="upgrade"/>
    <selection name="Warden Squad" number="1" type="unit">
      <rules><rule name="Stand fast"><description>They never run.</description></rule></rules>
      <selections>
        <selection name="Warden Sergeant" number="1" type="model"><selections>
          <selection name="Power fist" number="1" type="upgrade">
            <costs><cost name="pts" typeId="points" value="10.0"/></costs>
          </selection>
        </selections></selection>
        <selection name="Warden" number="4" type="model">
          <costs><cost name="pts" typeId="points" value="80.0"/></costs>
          <selections><selection name="Rifle" number="4" type="upgrade"/></selections>
        </selection>
      </selections>
      <costs><cost name="pts" typeId="points" value="20.0"/></costs>
    </selection>
    <selection name="Captain" customName="Old &quot;Ser&quot; Hale" number="1" type="model">
      <costs><cost name="pts" typeId="points" value="95.0"/></costs>
    </selection>
    <selection name="Barge" number="1" type="unit">
      <costs><cost name="pts" typeId="points" value="60.0"/></costs>
    </selection>
  </selections></force></forces>
</roster>"""
UNITS = [  # 10 + 80 + 20 = 110 points are those of the squad, its models and what they bear
    ("Warden Squad", {"Warden Sergeant": 1, "Warden": 4}, 110),
    ('Old "Ser" Hale', {"Captain": 1}, 95),
    ("Barge", {"Barge": 1}, 60),
]
LEFT_OUT = [
    "Warden Squad: left out Power fist, 4 Rifle; the unit keeps its 110 points.",
    "Barge: the file lists no models, so the unit has 1 figure.",
    "Costs left out: CP.",
    "These entries are not units, so they were left out: Battle Size.",
]


def choose(
    name: str, kind: str, number: float = 1, points: float = 0, *below: Any
) -> dict[str, Any]:
    """A selection as New Recruit writes it in JSON."""
    costs = [{"name": "pts", "typeId": "51b2", "value": points}]
    return {
        "id": "x",
        "name": name,
        "type": kind,
        "number": number,
        "costs": costs,
        "selections": list(below),
    }


def in_json(*selections: dict[str, Any], points: float = 0, name: str = "Ours") -> bytes:
    costs = [{"name": "pts", "value": points}]
    forces = [{"name": "Patrol", "selections": list(selections)}]
    return json.dumps({"roster": {"name": name, "costs": costs, "forces": forces}}).encode()


def zip_up(**files: str) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name.replace("_", "."), text)
    return packed.getvalue()


@pytest.mark.parametrize("data", [XML.encode(), zip_up(list_ros=XML)], ids=["ros", "rosz"])
def test_units_models_and_points_come_over_and_the_rest_is_named(data: bytes) -> None:
    found = convert_battlescribe_roster(get_ruleset("free"), data, "list.ros")
    roster = found.roster
    assert [(unit.name, unit.kinds, unit.points) for unit in roster.units] == UNITS
    assert (roster.name, roster.points, roster.limit) == ("Ash Wardens", 265, 500)
    assert (roster.usable, roster.problems) == (True, ())
    assert found.left_out == LEFT_OUT
    assert toml_reader.load_toml(found.text)["units"][1]["name"] == 'Old "Ser" Hale'


def test_the_same_in_json_with_units_inside_others() -> None:
    drones = choose("Drones", "unit", 1, 20, choose("Drone", "model", 2))
    team = choose("Team", "unit", 1, 60, choose("Scout", "model", 5), drones)
    group = choose("Detachment", "upgrade", 1, 0, team, choose("Mule", "model", 1, 30))
    found = convert_battlescribe_roster(
        get_ruleset("free"), in_json(group, team, points=190), "list.json"
    )
    assert [(unit.name, unit.kinds, unit.points) for unit in found.roster.units] == [
        ("Team", {"Scout": 5}, 60),
        ("Drones", {"Drone": 2}, 20),
        ("Mule", {"Mule": 1}, 30),
        ("Team 2", {"Scout": 5}, 60),
        ("Drones 2", {"Drone": 2}, 20),
    ]
    assert found.left_out == []


@pytest.mark.parametrize(
    ("ruleset", "kinds"),
    [("free", ("Sergeant", "Scout")), ("trial-assault", ("sergeant", "trooper"))],
)
def test_models_of_a_unit_keep_their_own_names(ruleset: str, kinds: tuple[str, str]) -> None:
    vara = {**choose(kinds[0], "model"), "customName": "Vara"}
    twins = {**choose(kinds[1], "model", 2), "customName": "Twin"}
    squad = choose("Squad", "unit", 1, 0, vara, twins, choose(kinds[1], "model", 3))
    found = convert_battlescribe_roster(get_ruleset(ruleset), in_json(squad), "list.json")
    (unit,) = found.roster.units
    assert [(one.profile, one.name) for one in unit.figures] == [
        (kinds[0], "Vara"), *[(kinds[1], "Twin")] * 2, *[(kinds[1], "")] * 3,
    ]  # fmt: skip
    assert found.left_out == []


def test_the_name_of_a_vehicle_inside_a_unit_is_said_to_be_left_out() -> None:
    barge = {**choose("carrier", "model"), "customName": "Old Sabra"}
    found = convert_battlescribe_roster(
        get_ruleset("xenocide"), in_json(choose("Transport", "unit", 1, 0, barge)), "list.json"
    )
    assert found.left_out == ["Transport: left out the name Old Sabra."]


def test_costs_that_belong_to_no_unit_and_half_points_are_said() -> None:
    fort = choose("Enhancement", "upgrade", 1, 25)
    squad = choose("Squad", "unit", 3, 12.6, choose("Scout", "model", 3))
    found = convert_battlescribe_roster(
        get_ruleset("free"), in_json(fort, squad, points=37.6), "list.json"
    )
    assert found.left_out == [
        "Squad: the cost of 12.6 points was rounded to 13.",
        "Squad: a row of the file with 3 units became one unit.",
        "The file gives 37.6 points, but its units add up to 12.6.",
        "These entries are not units, so they were left out: Enhancement.",
    ]


def test_a_row_of_several_units_without_models_keeps_their_number() -> None:
    rhino = choose("Rhino", "unit", 2, 150)
    found = convert_battlescribe_roster(
        get_ruleset("free"), in_json(rhino, points=150), "list.json"
    )
    assert [(unit.kinds, unit.points) for unit in found.roster.units] == [({"Rhino": 2}, 150)]
    assert found.left_out == ["Rhino: the file lists no models, so the unit has 2 figures."]


def test_impossible_numbers_of_models_are_listed() -> None:
    lads = choose("Lads", "unit", 1, 0, choose("Boy", "model", -3), choose("Nob", "model", 2))
    horde = choose("Horde", "unit", 1, 0, choose("Grot", "model", 100_000_000))
    half = choose("Half", "unit", 1, 0, choose("Runt", "model", 2.5))
    data = in_json(lads, horde, half)
    found = convert_battlescribe_roster(get_ruleset("free"), data, "list.json")
    assert (found.roster.usable, found.roster.problems) == (True, ())
    assert found.left_out == [
        "Lads: the file has -3 Boy; the roster has 1.",
        "Horde: the file has 100000000 Grot; the roster has 200.",
        "Half: the file has 2.5 Runt; the roster has 2.",
    ]


def test_rules_with_stats_take_their_own_kinds_of_figure_alone() -> None:
    known = choose("Alpha", "unit", 1, 90, choose("Riflemen", "model", 5))
    other = choose("Brutes", "unit", 1, 90, choose("Ogre", "model", 3))
    rules = get_ruleset("deathzap2")
    found = convert_battlescribe_roster(rules, in_json(known, other, points=180), "list.json")
    assert [(unit.name, unit.kinds) for unit in found.roster.units] == [("Alpha", {"rifleman": 5})]
    assert found.roster.usable
    assert found.left_out[0].startswith("Brutes was left out: no kind of figure is called 'Ogre'")
    half = choose("Brutes", "unit", 1, 99.5, choose("Ogre", "model", 3))
    with pytest.raises(
        Refused, match=r"none of the units in list\.json: Brutes was left out: no kind .* 'Ogre'"
    ):
        convert_battlescribe_roster(rules, in_json(half), "list.json")


BOMB = (
    '<!DOCTYPE r [<!ENTITY a "haha"><!ENTITY b "&a;&a;&a;&a;">]>'
    '<roster name="&b;"><forces/></roster>'
)
DEEP = "<roster>" + "<selection>" * 80


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "the file is empty"),
        (b"# Exported\n10x Boy [80 pts]", "plain text, not a roster. Export the list from New"),
        (gzip.compress(XML.encode()), "the file is compressed with gzip. Unpack it first."),
        (b"[]", 'the JSON has no "roster"'),
        (
            XML.replace('"Warden" number="4"', '"Warden" number="four"').encode(),
            "the fields of a roster (a number of models is not a whole number). Export",
        ),
        (
            XML.replace('value="80.0"', 'value="abc"').encode(),
            "the fields of a roster (a cost is not a number). Export",
        ),
        (b"<roster><forces>", "the file is not valid XML"),
        (b"<catalogue/>", "the XML has no <roster>"),
        (BOMB.encode(), "the XML declares a document type"),
        (DEEP.encode(), "nested more than 60 levels deep"),
        (b'{"army": 1}', 'has no "roster"'),
        (b'{"roster": ', "the file is not valid JSON"),
        (b'{"a":' * 100_000, "the file is not valid JSON"),
        (b'{"roster": {"forces": 7}}', "does not have the fields of a roster"),
        (b"PK\x03\x04 nothing more", "the archive cannot be unpacked"),
        (zip_up(list_txt="hello"), "the archive contains 0 rosters"),
        (zip_up(a_ros=XML, b_ros=XML), "the archive contains 2 rosters"),
        (zip_up(list_ros="<roster>" + " " * (17 << 20)), "over 16 MB once unpacked."),
        (in_json(), "has no unit"),
    ],
)
def test_what_cannot_be_read_is_refused_in_a_sentence(data: bytes, said: str) -> None:
    with pytest.raises(Refused) as refused:
        convert_battlescribe_roster(get_ruleset("free"), data, "list.ros")
    assert said in refused.value.message
    assert refused.value.message.startswith("list.ros ")
