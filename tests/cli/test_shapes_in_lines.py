"""Every shape that commands tell in lines: each field is read, and an empty one is left out.

Lines are written out by hand from what the fields say.
"""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
import pytest

from exports.shapes import (
    chance_json_types,
    game_command_json_types,
    league_command_json_types,
    roster_json_types,
    rules_json_types,
)
from exports.shapes.game_command_json_types import (
    AnswerKeyShape,
    ModifierShape,
    NeedShape,
    PendingQuestionShape,
)
from exports.shapes.json_base_type import Shape
from exports.shapes.league_command_json_types import CampaignUnitRowShape
from tests.leagues.club import club
from tracker.application import ledger_maintenance_reports
from tracker.cli import (
    campaign_output,
    game_output,
    league_output,
    open_question_output,
    rules_and_odds_output,
)
from tracker.ledger.ledger_check_reports import SalvagedStream

S = TypeVar("S", bound=Shape)
EMPTY = {str: "", int: 0, float: 0.0, bool: False}


def of(kind: type[S], /, **said: Any) -> S:
    """A shape that says this, and nothing else."""
    fields = {}
    for field in msgspec.structs.fields(kind):
        origin = getattr(field.type, "__origin__", field.type)
        nothing = origin() if origin in (list, dict) else EMPTY.get(field.type)
        fields[field.name] = nothing
    return kind(**{**fields, **said})


def likely(*chances: float) -> list[chance_json_types.NumberChanceShape]:
    return [
        chance_json_types.NumberChanceShape(n=n, chance=chance) for n, chance in enumerate(chances)
    ]


def named(what: str, chance: float) -> chance_json_types.NamedChanceShape:
    return chance_json_types.NamedChanceShape(what=what, chance=chance)


# -------------------------------------------------------------------------------- games and dice


def test_house_rules_and_rules() -> None:
    yes = of(
        game_command_json_types.HouseRuleRowShape,
        name="night",
        value=True,
        default=False,
        values=[True, False],
        rule="DZ-7",
        text="It is dark.",
    )
    assert (
        rules_and_odds_output.format_house_rule(yes)
        == "night=yes  (house rule)  or no  DZ-7  It is dark."
    )
    two = msgspec.structs.replace(yes, name="turns", value=2, default=2, values=[1, 2, 3])
    assert rules_and_odds_output.format_house_rule(two) == "turns=2  or 1, 3  DZ-7  It is dark."
    rule = of(rules_json_types.RuleRowShape, rule="DZ-7", text="Dark.")
    assert rules_and_odds_output.format_rule(rule) == "DZ-7          Dark."


def test_a_roster() -> None:
    problem = of(roster_json_types.RosterProblemShape, line=4, text="no gun", serious=True)
    hint = of(roster_json_types.RosterProblemShape, line=9, text="dear", rule="DZ-3")
    unit = of(roster_json_types.RosterUnitRowShape, name="Alpha", figures="8 rifle", points=120)
    row = of(
        roster_json_types.RosterShape,
        file="a.toml",
        force="Iron",
        points=500,
        limit=600,
        units=[unit],
        problems=[problem, hint],
    )
    assert [*rules_and_odds_output.list_roster_lines(row)] == [
        "a.toml: Iron, 500 of 600 points",
        "  Alpha              8 rifle                                    120",
        "  line 4: no gun",
        "  line 9: note: dear (DZ-3)",
    ]
    assert [
        *rules_and_odds_output.list_roster_lines(
            of(roster_json_types.RosterShape, file="a", force="I")
        )
    ] == ["a: I"]


def test_odds_of_every_kind() -> None:
    spread = of(
        chance_json_types.NumberForecastShape,
        what="hits",
        expected=0.5,
        chances=likely(0.5, 0.5),
    )
    rolled = of(chance_json_types.NumberForecastShape, what="sum", expected=1, chances=likely(0, 1))
    row = of(
        chance_json_types.OddsShape,
        line="r1 > b2",
        exact=True,
        losses=[
            chance_json_types.LossForecastShape(
                unit="b2", name="Dusk", standing=3, expected=0.25, chances=likely(0.75, 0.25)
            )
        ],
        marks=[
            chance_json_types.MarkerChanceShape(
                what="B2 panics", chance=0.004, who="b2", kind="x", change="added"
            )
        ],
        ways=[
            chance_json_types.OutcomeForecastShape(
                what="who begins", kind="x", chances=[named("Red", 0.4), named("Blue", 0.6)]
            )
        ],
        counts=[spread],
        rolled=[rolled],
        aftermaths=[named("B2 flees", 0.1)],
        assumptions=["in the open"],
    )
    assert [*rules_and_odds_output.list_odds_lines(row)] == [
        "r1 > b2  (exact)",
        "  B2 Dusk: lost 0 75%   1 25%   expected 0.2",
        "  B2 panics  0.4%",
        "  who begins  Red 40%   Blue 60%",
        "  hits  0 50%   1 50%   expected 0.5",
        "  sum  0 0%   1 100%   expected 1.0",
        "  then B2 flees  10%   (effects not included)",
        "  assuming in the open",
    ]
    nothing = of(chance_json_types.OddsShape, line="r1 holds", runs=400, off_by=0.0512)
    assert [*rules_and_odds_output.list_odds_lines(nothing)] == [
        "r1 holds  (400 trials, each chance within 5.1%)",
        "  nothing depends on dice",
    ]
    for kind in ("losses", "marks", "ways", "counts", "rolled", "aftermaths"):
        only = msgspec.structs.replace(nothing, **{kind: getattr(row, kind)})
        assert "nothing depends on dice" not in "".join(
            rules_and_odds_output.list_odds_lines(only)
        ), kind


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (0, "0%"),
        (0.0004, "<0.1%"),
        (0.004, "0.4%"),
        (0.01, "1%"),
        (0.5, "50%"),
        (0.99, "99%"),
        (0.996, "99.6%"),
        (0.9996, ">99.9%"),
        (1, "100%"),
    ],
)
def test_a_chance_is_never_told_as_none_or_all(chance: float, text: str) -> None:
    assert rules_and_odds_output.format_percent(chance) == text


# ------------------------------------------------------------------------------ a game as it is


def test_a_game_as_it_stands() -> None:
    mark = of(game_command_json_types.MarkerShape, mark="PANIC", value=2)
    hit = of(game_command_json_types.MarkerShape, mark="to go", value="to go", figures=2)
    figure = of(
        game_command_json_types.FigureRowShape,
        figure="r11",
        name="Brakk",
        marks=[of(game_command_json_types.MarkerShape, mark="prone", value=True)],
        wounds=1,
        lost=["night-sight", "night-sight"],
        tallies=[game_command_json_types.TallyShape(what="points", spent=4, left=2)],
    )
    unit = of(
        game_command_json_types.UnitRowShape,
        unit="r1",
        name="Alpha",
        figures=5,
        started=8,
        standing=3,
        marks=[
            mark,
            hit,
            of(game_command_json_types.MarkerShape, mark="hunted", value=True, figures=2),
        ],
        linked={"in melee with": ["b1", "b2"]},
        kinds={"rifle": 4, "heavy": 1},
        going={"rifle": 2},
        named=["Odell"],
        wounds=2,
        lost={"gun": 1, "gas-mask": 2},
    )
    each = of(
        game_command_json_types.UnitRowShape,
        unit="r2",
        name="Jackals",
        figures=2,
        started=2,
        standing=2,
        marks=[mark, of(game_command_json_types.MarkerShape, mark="prone", value=True, figures=1)],
        named=["Brakk"],
        wounds=1,
        each=[
            figure,
            of(game_command_json_types.FigureRowShape, figure="r12", name="Vey", gone="fled"),
        ],
    )
    side = of(
        game_command_json_types.SideRowShape,
        name="Red",
        player="Anna",
        force="Iron",
        points=1,
        score=3,
        units=[unit, each],
    )
    shape = of(
        game_command_json_types.GameStatusShape,
        match="m1",
        title="A v B",
        ruleset="dz",
        played_on="2026-01-10",
        line=7,
        turn=2,
        phase="shoot",
        side="Red",
        first="Blue",
        sides=[side, of(game_command_json_types.SideRowShape, name="Blue", force="Dusk")],
        objectives=[game_command_json_types.StatusNoteShape(what="Kills", text="Red 1")],
        due=["A has not fired", "B has not fired"],
        in_doubt=[3, 4],
    )
    assert [*game_output.list_game_lines(shape)] == [
        "m1  A v B  (dz, 2026-01-10)",
        "turn 2, shoot, Red  Blue acts first  line 7",
        "",
        "Red, Anna: Iron, 1 point  VP 3",
        "  r1   Alpha              5/8 −2    4 rifles, 1 heavy, including Odell · 2 rifles to go"
        " · PANIC 2 · hunted ×2 · 2 wounds · no gun · no gas mask ×2 · in melee with b1,b2",
        "  r2   Jackals            2/2       PANIC 2",
        "    r11   Brakk            points 2 of 6 left · prone · 1 wound · no night sight ×2",
        "    r12   Vey              fled",
        "",
        "Blue: Dusk  VP 0",
        "",
        "Kills: Red 1",
        "",
        "depending on this answer: lines 3, 4",
        "still to act: A has not fired; B has not fired",
    ]


@pytest.mark.parametrize(
    ("ended", "line"),
    [
        (game_command_json_types.GameEndShape(how="x", winner="Red", why=""), "Winner: Red."),
        (
            game_command_json_types.GameEndShape(how="x", winner=None, why="time is up"),
            "Drawn (time is up).",
        ),
    ],
)
def test_a_game_that_is_over_says_how(
    ended: game_command_json_types.GameEndShape, line: str
) -> None:
    due = ["A has not fired"]  # nothing is left to do once the game is over
    shape = of(
        game_command_json_types.GameStatusShape, match="m1", title="A", ended=ended, line=3, due=due
    )
    assert [*game_output.list_game_lines(shape)] == ["m1  A  (, )", "  line 3", "", line]


def test_a_question_that_waits() -> None:
    part, more = (
        ModifierShape(name="basic", value=4, rule="DZ-1"),
        ModifierShape(name="cover", value=1, rule=""),
    )
    named_only = ModifierShape(name="far", value=0, rule="DZ-2")
    asked = of(
        PendingQuestionShape,
        text="3 dice",
        need="5+",
        needs=NeedShape(value=5, direction="at_least", sides=6, chance=0.3333),
        side="Blue",
        total=2,
        dice=[8, 6],
        made_of="2 rifles",
        why=[part, more, named_only],
        labels=["r1 Alpha: 9+", "r1 Alpha: 9+", "miss"],
        rule="DZ-9",
        keys=[AnswerKeyShape(key="a", text="rifle", most=2)],
        default="2 rifle",
    )
    assert [*open_question_output.list_question_lines(asked)] == [
        "waiting for: 3 dice, 2 in all, need 5+  Blue answers",
        "  dice  D8 D6, in this order",
        "  of    2 rifles",
        "  why   basic 4+ (DZ-1), cover +1, far (DZ-2)",
        "  rows  R1 Alpha: 9+ (2 dice) / miss",
        "     a  rifle",
        "  as proposed: 2 rifle",
    ]
    plain = of(PendingQuestionShape, text="who begins", dice=[6, 6], rule="DZ-9")
    assert [*open_question_output.list_question_lines(plain)] == [
        "waiting for: who begins",
        "  why   DZ-9",
    ]
    assert [*open_question_output.list_question_lines(None)] == []


def test_the_log() -> None:
    row = of(
        game_command_json_types.LogRowShape,
        line=7,
        text="r1 > b2",
        by_app=True,
        detail_lines=[7, 8],
        details=["r1 > b2", "to hit : 3"],
    )
    assert [*game_output.list_line_with_details(row)] == [
        "    7 * r1 > b2",
        "        8   to hit : 3",
    ]
    assert (
        game_output.format_log_line(
            of(game_command_json_types.LogRowShape, kind="taken back", text="x")
        )
        == "    ╎   x"
    )


# ------------------------------------------------------------------------- leagues and campaigns


def test_a_league_with_its_round_and_its_draft() -> None:
    winter = club().begin_league("Winter", players=("Anna", "Bram"))
    winter.people.mark_away("Bram", "train")
    on = of(
        league_command_json_types.RoundRowShape,
        round=1,
        on="2026-01-10",
        ends="22:30",
        published=True,
    )
    draft = of(league_command_json_types.RoundRowShape, round=2, stale=["Bram is away"])
    row = of(
        league_command_json_types.LeagueStatusShape,
        title="Winter",
        season=2,
        scheme="3/1/0",
        tie_breaks=["lots", "schedule"],
        best=4,
        pairing="Swiss",
        zone="UTC",
        players=league_output.build_player_shapes(winter),
        round=on,
        draft=draft,
    )
    assert [*league_output.list_league_lines(winter, row)] == [
        "Winter · season 2 · 3/1/0 · ties: lots, schedule · best 4 results count · Swiss · UTC",
        "      player  attendance  remarks",
        "  p1  Anna",
        "  p2  Bram    away        train",
        "round 1 · 2026-01-10 · games end 22:30",
        "round 2 · draft, not published",
        "  ? Bram is away",
    ]
    bare = of(
        league_command_json_types.LeagueStatusShape,
        league="l1",
        title="W",
        season=1,
        scheme="s",
        zone="z",
    )
    assert [*league_output.list_league_lines(club().begin_league("W"), bare)] == [
        "W · season 1 · s · z",
        "nobody is enrolled yet. Enrol players with: warledger league enroll l1 NAME.",
    ]


ALPHA = of(
    CampaignUnitRowShape,
    unit="w1.1",
    name="Alpha",
    enlisted=8,
    figures=5,
    waits=1,
    experience=6,
    rank="seasoned",
    standing="resting",
    history=["+6 experience"],
)
SERVICE = of(
    league_command_json_types.ServiceRowShape,
    games=2,
    kept=1,
    won=1,
    drawn=0,
    lost_games=1,
    kills=3,
    lost=1,
    nerve=2,
    dice=10,
    successes=4,
    expected=5.0,
)
SERVED = (
    "  2 games, 1 recorded here: 1 won, 0 drawn, 1 lost · 3 kills, 1 figure lost, nerve lost 2×"
    " · 4 of 10 dice, expected 5.0"
)


def test_a_unit_of_a_campaign() -> None:
    alpha = (
        "w1.1   Alpha                4 of 8 figures, 1 waiting for recovery"
        " · 6 experience, seasoned · resting"
    )
    assert league_output.format_campaign_unit(ALPHA) == alpha
    claw = of(CampaignUnitRowShape, unit="w2.1", name="Claw", enlisted=1, figures=1)
    assert league_output.format_campaign_unit(claw) == (
        "w2.1   Claw                 1 of 1 figure · 0 experience"
    )
    fought = of(
        league_command_json_types.UnitGameRowShape,
        on="2026-01-10",
        fixture="f1",
        how="won",
        kills=1,
        lost=2,
        nerve=0,
        experience=-1,
    )
    row = league_command_json_types.UnitRecordShape(
        **msgspec.structs.asdict(ALPHA),
        comes=4,
        present=["Odell", "Vara"],
        next_rank="veteran at 9",
        held=["Claw holds 1 of them"],
        worth=29,
        record=SERVICE,
        removed_by=[league_command_json_types.RemovedByShape(by="Claw", figures=2)],
        games=[fought, msgspec.structs.replace(fought, nerve=None, kills=2)],
    )
    assert [*campaign_output.list_unit_record_lines(row)] == [
        alpha,
        "  next rank: veteran at 9",
        "  for the next game: 4 of 8 figures, 1 waiting for recovery, 29 points: Odell, Vara",
        "  Claw holds 1 of them",
        SERVED,
        "  removed by: Claw 2",
        "  2026-01-10  f1   won   1 kill, 2 lost, nerve lost 0×, -1 experience",
        "  2026-01-10  f1   won   2 kills, 2 lost, -1 experience",
        "  +6 experience",
    ]
    bare = msgspec.structs.replace(
        row,
        next_rank="",
        figures=4,
        waits=0,
        present=[],
        held=[],
        worth=None,
        removed_by=[],
        games=[],
        history=[],
    )
    assert [*campaign_output.list_unit_record_lines(bare)] == [
        alpha.replace(", 1 waiting for recovery", ""),
        "  for the next game: 4 of 8 figures",
        SERVED,
    ]


def test_a_campaign_and_its_history() -> None:
    karst = club().begin_league("Karst", what="campaign", players=("Anna",), zone="UTC")
    row = of(
        league_command_json_types.CampaignStatusShape,
        title="Karst",
        losses="permanent",
        zone="UTC",
        rules=["+1 a game"],
        players=league_output.build_player_shapes(karst),
        forces=[
            of(
                league_command_json_types.CampaignForceRowShape,
                force="w1",
                name="I",
                player="Anna",
                units=[ALPHA],
            )
        ],
        in_doubt=["Alpha: 2 dice for f1"],
    )
    assert [*campaign_output.list_campaign_lines(karst, row)] == [
        "Karst · campaign · losses: permanent · UTC",
        "  +1 a game",
        "      player",
        "  p1  Anna",
        "w1    I (Anna)",
        "  w1.1   Alpha                4 of 8 figures, 1 waiting for recovery"
        " · 6 experience, seasoned · resting",
        "recovery rolls to make: Alpha: 2 dice for f1",
    ]
    old = of(
        league_command_json_types.HistoryRowShape,
        on="2026-01-10",
        ago="yesterday",
        text="won",
        details=["+1"],
    )
    new = msgspec.structs.replace(old, new=True, depth="in full", details=[])
    shape = of(league_command_json_types.CampaignHistoryShape, entries=[old, new])
    assert [*campaign_output.list_campaign_history_lines(shape)] == [
        "  2026-01-10  yesterday      won",
        "                             +1",
        "* 2026-01-10  yesterday      won  [in full]",
    ]


# ------------------------------------------------------------------------------------- the ledger


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ((4, 4, 2), "whole, 2 lines"),
        ((0, 0, 0), "damaged from the start; nothing is left"),
        (
            (0, 1, 0),
            "nothing can be read; 1 of 1 event missing or damaged",
        ),
        ((3, 9, 2), "undamaged up to line 2; 6 of 9 events missing or damaged"),
    ],
)
def test_what_is_left_of_a_game(said: tuple[int, int, int], text: str) -> None:
    kept, written, lines = said
    one = SalvagedStream("m1", "match", kept=kept, written=written, lines=lines)
    assert ledger_maintenance_reports.describe_salvaged_stream(one) == text


def test_what_a_ledger_holds_and_what_its_lists_do_not_say() -> None:
    assert (
        ledger_maintenance_reports.describe_content_counts(1, 2, 1)
        == "1 game, 2 leagues and campaigns, 1 event"
    )
    held = ledger_maintenance_reports.LedgerContents(matches=2, running=0, leagues=1, events=3)
    assert str(held) == "2 games (0 running), 1 league or campaign, 3 events"
    assert [*ledger_maintenance_reports.describe_outdated_summaries(())] == []
    assert [*ledger_maintenance_reports.describe_outdated_summaries(("m1", "l1"))] == [
        "an older Warledger wrote summaries of m1, l1 that lack some details;"
        " to add these details, run: warledger rebuild"
    ]
