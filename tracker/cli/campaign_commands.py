"""The commands ``campaign …``, for campaigns with their games, dates and stories."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from tracker.cli import campaign_unit_and_force_commands, enrolment_and_recovery_commands
from tracker.cli.command_factory import (
    CAMPAIGN,
    LEDGER,
    Answer,
    Group,
    register_command_on_target,
)
from tracker.cli.command_helpers import read_file_or_stdin
from tracker.cli.command_parameters import declare_argument, declare_option
from tracker.cli.league_command_helpers import (
    Away,
    Back,
    Entrants,
    Everything,
    Home,
    Linked,
    Pairing,
    Rulesets,
    SideOfFirst,
    Title,
    Why,
    Zone,
    list_leagues_of_kind,
    read_file_or_keep_name,
    register_entry_command,
)
from tracker.cli.league_result_commands import join_result_words

if TYPE_CHECKING:
    from tracker.application.book import Book
    from tracker.application.leagues.league import League
    from tracker.application.leagues.league_history import LeagueEntry

app = Group(help="Run campaigns with lasting forces, games, carry-over rules and a story.")


@register_command_on_target(app, "new", LEDGER, writes_entries=True, may_create=True)
def create_campaign(
    book: Book,
    title: Annotated[str, declare_argument("TITLE", "The campaign's title.")],
    player: Entrants = (),
    rules: Annotated[str, declare_option("The carry-over rules: a name, or a TOML file.")] = "",
    zone: Zone = "",
    ruleset: Rulesets = (),
) -> Answer:
    """Begin a campaign and enrol its first players."""
    from tracker.cli import campaign_output

    campaign = book.begin_league(
        title,
        what="campaign",
        rules=read_file_or_keep_name(rules),
        zone=zone,
        rulesets=ruleset,
        players=player,
    )
    shape = campaign_output.build_campaign_shape(campaign)
    lines = campaign_output.list_campaign_lines(campaign, shape)
    return Answer(shape, lambda: [shape.league, *lines])


@register_command_on_target(app, "list", LEDGER)
def list_campaigns(book: Book, everything: Everything = False) -> Answer:
    """List the campaigns in the ledger, latest first."""
    return list_leagues_of_kind(book, "campaign", everything)


@register_command_on_target(app, "show", CAMPAIGN)
def show_campaign(campaign: League) -> Answer:
    """Show a campaign's players, forces, units and games."""
    from tracker.cli import campaign_output

    shape = campaign_output.build_campaign_shape(campaign)
    return Answer(shape, lambda: campaign_output.list_campaign_lines(campaign, shape))


@register_entry_command(app, "record", kind="campaign", allows_minus=True)
def enter_played_game(
    campaign: League,
    home: Home,
    away: Away,
    typed: Annotated[tuple[str, ...], declare_argument("RESULT", "10-7, w1, d, c2 (2 conceded) …")],
    on: Annotated[str, declare_option("The date of the game.")] = "today",
    time: Annotated[str, declare_option("The end time of the game: 20:40.")] = "",
    title: Title = "",
    unit: Annotated[
        tuple[str, ...],
        declare_option(
            "A unit's kills, losses and captured losses: Alpha=3/2/1; repeat for each unit."
        ),
    ] = (),
) -> LeagueEntry:
    """Enter a dated game that was played without Warledger."""
    from tracker.application.campaigns.campaign_games import parse_typed_unit_stats

    done = parse_typed_unit_stats(unit)
    result = join_result_words(typed)
    return campaign.forces.record_past_game(
        home, away, result, title=title, on=on, time=time, unit_stats=done
    )


@register_entry_command(app, "game", kind="campaign")
def add_game(
    campaign: League,
    home: Home,
    away: Away,
    on: Annotated[str, declare_option("The agreed date.")] = "",
    title: Title = "",
) -> LeagueEntry:
    """Add a planned game, to which you can later link a game in this ledger."""
    return campaign.forces.add_game_outside_rounds(home, away, title=title, on=on)


@register_entry_command(app, "link", kind="campaign")
def link_match(
    campaign: League, book: Book, pairing: Pairing, match_name: Linked, home: SideOfFirst = ""
) -> LeagueEntry:
    """Link a game in this ledger to a campaign game. The campaign game then gets the result."""
    return campaign.matches.link_match(pairing, book.find_game_stream(match_name), home=home)


@register_entry_command(app, "archive", kind="campaign", old_name="aside")
def archive_campaign(campaign: League, back: Back = False) -> LeagueEntry:
    """Archive a campaign. Lists no longer show it, but nothing is deleted."""
    return campaign.points.set_archived(archived=not back)


@register_entry_command(app, "unarchive", kind="campaign")
def unarchive_campaign(campaign: League) -> LeagueEntry:
    """Restore an archived campaign to the lists."""
    return campaign.points.set_archived(archived=False)


@register_entry_command(app, "story", kind="campaign")
def add_story_entry(
    campaign: League,
    text: Annotated[str, declare_argument("TEXT", "What happened; - reads stdin.")],
    about: Annotated[
        str, declare_option("The entry's subject: a player, force, unit or game.")
    ] = "",
    on: Annotated[str, declare_option("The date of the event.")] = "today",
) -> LeagueEntry:
    """Add a dated story entry."""
    told = read_file_or_stdin(text) if text == "-" else text
    return campaign.points.add_note(told, about=about, on=on)


@register_entry_command(app, "rules", kind="campaign")
def change_carry_over_rules(
    campaign: League,
    file: Annotated[
        str, declare_argument("FILE", "The new carry-over rules: a name, or a TOML file.")
    ],
    why: Why = "",
) -> LeagueEntry:
    """Change the carry-over rules for all later games."""
    from tracker.application.leagues.seasons.scoring_scheme_choice import resolve_carry_over_rules

    text = read_file_or_keep_name(file)
    return campaign.forces.set_carry_over_rules(resolve_carry_over_rules(text), why=why)


@register_entry_command(app, "undo", kind="campaign")
def undo_entry(campaign: League) -> LeagueEntry:
    """Undo the last entry. To restore it, use redo."""
    return campaign.undo()


@register_entry_command(app, "redo", kind="campaign")
def redo_entry(campaign: League) -> LeagueEntry:
    """Redo the last undo."""
    return campaign.redo()


for module in (enrolment_and_recovery_commands, campaign_unit_and_force_commands):
    app.commands.update(module.COMMANDS.commands)
