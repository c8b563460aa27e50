"""What is worked out comes out of a command whole; what is not said is taken as help shows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import Shell
from tracker.application.chances import action_forecast_types, action_odds

FOUND = action_forecast_types.Forecast(
    losses=(
        action_forecast_types.LossForecast(
            who="b2",
            name="Dusk",
            of=3,
            chances=(action_forecast_types.OutcomeChance(n=1, chance=0.25, what=""),),
            expected=0.25,
        ),
    ),
    marks=(
        action_forecast_types.MarkerForecast(
            chance=0.5, what="B2 panics", who="b2", kind="PANIC", word="x", change="added", worth=1
        ),
    ),
    aftermaths=(action_forecast_types.OutcomeChance(n=1, chance=0.1, what="flight"),),
    counts=(
        action_forecast_types.NumberForecast(
            "wounds", (action_forecast_types.OutcomeChance(n=2, chance=0.5, what=""),), 1.5, "w"
        ),
    ),
    rolled=(
        action_forecast_types.NumberForecast(
            "hits", (action_forecast_types.OutcomeChance(n=3, chance=0.5, what=""),), 2.5, "h"
        ),
    ),
    ways=(
        action_forecast_types.OutcomeForecast(
            "melee", (action_forecast_types.OutcomeChance(n=0, chance=0.4, what="won"),), "m"
        ),
    ),
    assumptions=("in the open",),
)


def test_every_sort_of_odds_is_told(shooting: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(action_odds, "forecast_line", lambda *_: FOUND)
    found = shooting.done("odds", "m1", "r1 > b2", "--json").json
    # Regular: 3 or more hits (DZ-T4), five rifles and a repeater of three shots (DZ-SHOOT-04).
    asked = found.pop("asks")
    assert (asked["what"], asked["dice"]) == ("to hit", [6] * 8)
    needs = {"value": 3, "direction": "at_least", "sides": 6, "chance": 0.666667}
    assert asked["needs"] == needs
    assert found == {
        "match": "m1",
        "line": "r1 > b2",
        "exact": True,
        "runs": 0,
        "off_by": 0.0,
        "losses": [
            {
                "unit": "b2",
                "name": "Dusk",
                "standing": 3,
                "expected": 0.25,
                "chances": [{"n": 1, "chance": 0.25}],
            }
        ],
        "counts": [
            {"what": "wounds", "kind": "w", "expected": 1.5, "chances": [{"n": 2, "chance": 0.5}]}
        ],
        "marks": [
            {"what": "B2 panics", "chance": 0.5, "who": "b2", "kind": "PANIC", "change": "added"}
        ],
        "rolled": [
            {"what": "hits", "kind": "h", "expected": 2.5, "chances": [{"n": 3, "chance": 0.5}]}
        ],
        "ways": [{"what": "melee", "kind": "m", "chances": [{"what": "won", "chance": 0.4}]}],
        "aftermaths": [{"what": "flight", "chance": 0.1}],
        "assumptions": ["in the open"],
    }
    monkeypatch.setattr(action_odds, "forecast_rest_of_open_action", lambda *_: FOUND)
    assert shooting.done("odds", "m1").out.startswith("open roll  (exact)\n")


def test_the_whole_ledger_is_written_out_by_its_name(playing: Shell) -> None:
    found = playing.done("export", "ledger", "--format", "json", "--json").json
    assert (found["match"], found["format"], found["file"]) == ("ledger", "json", None)
    playing.done("export", "ledger", "--format", "json", "--output", ".")
    assert Path("ledger.json").read_text(encoding="utf-8") == found["text"]
    form = playing.done("export", "ledger", "--format", "schema", "--output", ".", "--json").json
    assert form["file"] == "ledger.schema.json"


@pytest.mark.thorough
def test_what_is_not_said_is_taken_as_the_help_shows_it(shell: Shell) -> None:
    who = ("--player", "Anna", "--player", "Bram", "--player", "Chloé")
    begun = shell.done("league", "new", "Winter", *who, "--json").json
    assert (begun["scheme"], begun["planned"], begun["season"]) == ("3/1/0", 0, 1)
    assert "Anna: away in round 1" in shell.done("league", "away", "l1", "Anna").out
    (pair, bye) = shell.done("league", "draft", "l1", "--json").json["fixtures"]
    assert ({pair["home"], pair["away"]}, bye["home"]) == ({"Bram", "Chloé"}, "Anna")
    assert bye["why"].endswith("a bye without points")
    assert "Bram has the bye" in shell.done("league", "bye", "l1", "Bram").out
    new = ("match", "new", "--side", "Red=iron.toml", "--side", "Blue=dusk.toml")
    assert shell.done(*new, "--json").json["mode"] == "warn"
    shell.done("campaign", "new", "Karst", *who)
    shell.done("campaign", "record", "c1", "Anna", "Bram", "3-1")
    shell.done("campaign", "story", "c1", "It rains.")
    (story, played) = shell.done("campaign", "history", "c1", "--json").json["entries"]
    assert (story["ago"], played["ago"], played["new"]) == ("today", "today", False)


@pytest.mark.thorough
def test_units_join_by_the_rules_of_their_force_or_of_the_campaign(shell: Shell) -> None:
    who = ("--player", "Anna", "--player", "Bram")
    shell.done("campaign", "new", "Karst", *who)
    of = ("--roster", "iron.toml", "--ruleset", "deathzap2")
    shell.done("campaign", "enroll", "c1", "Anna", *of)
    shell.done("campaign", "enroll", "c1", "Bram", "--force", "Ash", "--unit", "X=3")
    joined = shell.done("campaign", "join", "c1", "w1", "--roster", "dusk.toml").out
    assert "Claw pack, Dusk rifles, Stalker joined" in joined
    text = Path("dusk.toml").read_text(encoding="utf-8").replace('ruleset = "deathzap2"\n', "")
    Path("bare.toml").write_text(text, encoding="utf-8")
    refused = shell("campaign", "join", "c1", "w2", "--roster", "bare.toml")
    assert refused.err.startswith(
        "warledger: bare.toml does not name its rules. Set `ruleset` to one of: combat-zone, "
    )
    joined = shell.done("campaign", "join", "c1", "w2", "--roster", "dusk.toml").out
    assert "Claw pack, Dusk rifles, Stalker joined" in joined
    shell.done("campaign", "new", "Pass", *who, "--ruleset", "deathzap2")
    shell.done("campaign", "enroll", "c2", "Bram", "--force", "Ash", "--unit", "X=3")
    joined = shell.done("campaign", "join", "c2", "w1", "--roster", "dusk.toml").out
    assert "Claw pack, Dusk rifles, Stalker joined" in joined
