"""``warledger league draft``, ``swap``, ``lock``, ``publish`` …: rounds and seasons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tracker.cli.commands import LEAGUE, Shown, shows
from tracker.cli.league_context import On, Why, line_of, says
from tracker.vocabulary.typed import is_number

if TYPE_CHECKING:
    from tracker.application.leagues.league import League
    from tracker.application.leagues.story import LeagueEntry

First = Annotated[str, typer.Argument(metavar="PLAYER", help="A player: p3, or a name.")]
Second = Annotated[str, typer.Argument(metavar="OTHER", help="Another player.")]
InRound = Annotated[
    int | None,
    typer.Option("--round", help="In which round.", show_default="the draft, or the one at hand"),
]


COMMANDS = typer.Typer()


@shows(COMMANDS, "draft", LEAGUE, writes=True)
def draft(
    league: League,
    method: Annotated[
        str, typer.Option(help="round robin, or Swiss.", show_default="what suits the field")
    ] = "",
    order: Annotated[
        str,
        typer.Option(
            help="First round: lots, sign-up, rating, last season.", show_default="what suits"
        ),
    ] = "",
    anew: Annotated[bool, typer.Option("--anew", help="As if it had not been drafted.")] = False,
    again: Annotated[
        bool, typer.Option("--again", help="Pair players who have met as often as planned.")
    ] = False,
) -> Shown:
    """Draft the next round, each pairing with its reason; again: with as few changes as can be."""
    from tracker.application.leagues.round_text import round_of
    from tracker.cli import league_seen, league_told

    by = order or league.rounds.usual_order(method)
    entry = league.rounds.draft(method, order=by, anew=anew, again=again)
    shape = league_seen.round_row(league, round_of(league.state))
    said = league_seen.said(league, entry)
    return shape, lambda: [*league_told.said_lines(said), *league_told.round_lines(shape)]


@says(COMMANDS, "swap")
def swap(
    league: League,
    one: First,
    other: Second,
    why: Why = "",
    number: InRound = None,
) -> LeagueEntry:
    """Two players change places in the draft, or in a round not yet played."""
    return league.rounds.swap(one, other, why=why, number=number)


@says(COMMANDS, "pair")
def pair(
    league: League,
    one: First,
    other: Second,
    why: Why = "",
    number: InRound = None,
) -> LeagueEntry:
    """Let two players meet; whom they were to meet meet each other."""
    return league.rounds.pair(one, other, why=why, number=number)


@says(COMMANDS, "step-in")
def step_in(
    league: League,
    who: Annotated[str, typer.Argument(metavar="PLAYER", help="A player, or a new name.")],
    against: Annotated[
        str, typer.Option(help="Who has the bye.", show_default="whoever has it")
    ] = "",
    ringer: Annotated[bool, typer.Option("--ringer", help="Plays along, is not ranked.")] = False,
    why: Why = "",
) -> LeagueEntry:
    """Somebody comes late, or steps in, and meets who has the bye."""
    return league.rounds.step_in(who, against=against, ranked=not ringer, why=why)


@says(COMMANDS, "bye")
def bye(
    league: League,
    one: First,
    kind: Annotated[str, typer.Argument(metavar="KIND", help="full, half or none.")] = "full",
    why: Why = "",
    number: InRound = None,
) -> LeagueEntry:
    """Give a player a bye in the draft, or in the round at hand."""
    from tracker.application.leagues import saying

    return league.rounds.bye(one, saying.bye(kind), why=why, number=number)


@says(COMMANDS, "lock")
def lock(
    league: League,
    one: First,
    off: Annotated[bool, typer.Option("--off", help="Let it be paired anew.")] = False,
) -> LeagueEntry:
    """Keep a player's pairing when the round is drafted again."""
    return league.rounds.lock(one, not off)


@says(COMMANDS, "tables")
def tables(
    league: League,
    at: Annotated[
        list[str] | None,
        typer.Option(help="A player and the table: Anna=3.", show_default="no table twice"),
    ] = None,
) -> LeagueEntry:
    """Number the tables: by hand, or so that nobody sits where he sat before."""
    from tracker.application.errors import Refused

    wanted: dict[str, int] = {}
    for text in at or []:
        who, _, table = text.rpartition("=")
        if not who or not is_number(table.strip()):
            raise Refused(f"--at {text!r} is not written as PLAYER=TABLE.")
        wanted[who] = int(table)
    return league.rounds.number_tables(wanted or None)


@shows(COMMANDS, "publish", LEAGUE, writes=True)
def publish(
    league: League,
    on: On = "",
    ends: Annotated[str, typer.Option(help="When its games end: 22:30.", show_default=False)] = "",
) -> Shown:
    """Publish the draft: now results can be entered."""
    doubts = league.rounds.stale()
    shape, told = line_of(league, league.rounds.publish(on=on, ends=ends))
    return shape, lambda: [*told(), *(f"  ? {one}" for one in doubts)]


@says(COMMANDS, "cancel")
def cancel(league: League, why: Why = "") -> LeagueEntry:
    """Cancel the draft, or the round at hand as long as none of its games is played."""
    return league.rounds.cancel(why=why)


@says(COMMANDS, "mission")
def mission(
    league: League,
    played: Annotated[str, typer.Argument(metavar="MISSION", help="What is played.")] = "",
    number: Annotated[
        int | None,
        typer.Option("--round", help="Of which round.", show_default="the draft or last one"),
    ] = None,
    terrain: Annotated[str, typer.Option(help="What lies on the tables.", show_default=False)] = "",
    rules: Annotated[str, typer.Option(help="Its house rules.", show_default=False)] = "",
) -> LeagueEntry:
    """Say what a round is about, also before it is drafted."""
    return league.missions.tell(played, terrain=terrain, rules=rules, number=number)


@says(COMMANDS, "season")
def season(
    league: League,
    close: Annotated[bool, typer.Option("--close", help="Close the season at hand.")] = False,
    title: Annotated[
        str, typer.Option(help="What the next one is called.", show_default=False)
    ] = "",
    rounds: Annotated[int, typer.Option(help="How many rounds are planned.")] = 0,
    stays: Annotated[
        list[str] | None,
        typer.Option(help="Does not go up or down; again for each.", show_default=False),
    ] = None,
) -> LeagueEntry:
    """Close the season at hand, or begin the next one."""
    if close:
        return league.rounds.close_season()
    return league.rounds.begin_season(title, rounds=rounds, stay=stays or ())


@says(COMMANDS, "plan")
def plan(
    league: League,
    rounds: Annotated[
        int | None, typer.Option(help="How many rounds; 0: open.", show_default=False)
    ] = None,
    pairing: Annotated[
        str | None,
        typer.Option(help="round robin, Swiss, or open: what suits.", show_default=False),
    ] = None,
    why: Why = "",
) -> LeagueEntry:
    """Plan the season at hand otherwise: how many rounds, how they are paired."""
    from tracker.application.leagues.drafting import way
    from tracker.application.leagues.seasons import SeasonPlan

    wanted = SeasonPlan(rounds=rounds, pairing=None if pairing is None else way(pairing), why=why)
    return league.seasons.keep(wanted)
