"""The ``campaign`` commands, for games, dates, stories, units and forces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from tracker.cli import campaign_enrolment_and_recovery_commands
from tracker.cli.command_parameters import declare_argument, declare_option
from tracker.cli.command_registration import (
    CAMPAIGN,
    LEDGER,
    Answer,
    Group,
    register_command_on_target,
)
from tracker.cli.file_input_and_output import read_file_or_stdin
from tracker.cli.league_command_parameters import (
    Away,
    Back,
    Entrants,
    Everything,
    Force,
    Home,
    Linked,
    Pairing,
    Rulesets,
    SideOfFirst,
    Title,
    Unit,
    Why,
    Zone,
    read_file_or_keep_name,
)
from tracker.cli.league_fixture_and_result_commands import join_result_words_refusing_options
from tracker.cli.shared_league_commands import list_leagues_of_kind, register_entry_command
from tracker.cli.shared_options import RuleMode

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
    """Enter a game that was played without Warledger, with its date."""
    from tracker.application.leagues.results.linked_match_outcomes import parse_typed_unit_stats

    done = parse_typed_unit_stats(unit)
    result = join_result_words_refusing_options(typed)
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
    return campaign.matches.link_match_and_enter_result(
        pairing, book.find_game_stream(match_name), home=home
    )


@register_entry_command(app, "archive", kind="campaign", old_name="aside")
def archive_campaign(campaign: League, back: Back = False) -> LeagueEntry:
    """Archive a campaign. Lists no longer show it, but nothing is deleted."""
    return campaign.set_archived(archived=not back)


@register_entry_command(app, "unarchive", kind="campaign")
def unarchive_campaign(campaign: League) -> LeagueEntry:
    """Restore an archived campaign to the lists."""
    return campaign.set_archived(archived=False)


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
    from tracker.application.leagues.campaign.campaign_force_and_game_commands import (
        resolve_carry_over_rules,
    )

    text = read_file_or_keep_name(file)
    return campaign.forces.set_carry_over_rules(resolve_carry_over_rules(text), why=why)


@register_entry_command(app, "undo", kind="campaign")
def undo_entry(campaign: League) -> LeagueEntry:
    """Undo the last entry. To restore it, use redo."""
    return campaign.undo()


@register_entry_command(app, "redo", kind="campaign")
def redo_entry(campaign: League) -> LeagueEntry:
    """Restore what the last undo removed."""
    return campaign.redo()


app.commands.update(campaign_enrolment_and_recovery_commands.COMMANDS.commands)


@register_command_on_target(app, "unit", CAMPAIGN, allows_minus=True, writes_entries=True)
def show_or_change_unit(  # noqa: PLR0917 - an option each
    campaign: League,
    unit_name: Unit,
    experience: Annotated[int, declare_option("Experience to add; -2 subtracts 2.")] = 0,
    figures: Annotated[int, declare_option("Figures to add; -1 removes one permanently.")] = 0,
    standing: Annotated[
        str | None,
        declare_option("The unit's state: ready, resting or destroyed.", show_default="unchanged"),
    ] = None,
    rename: Annotated[str, declare_option("The unit's new name.", show_default="unchanged")] = "",
    who: Annotated[
        tuple[str, ...],
        declare_option("The name of a figure that joins or leaves; repeat for each."),
    ] = (),
    wounds: Annotated[
        str,
        declare_option(
            'The unit\'s wounds: "Vara 2, trooper 1", or none.', show_default="unchanged"
        ),
    ] = "",
    why: Why = "",
) -> Answer:
    """Show a unit's service record, or change the unit and give a reason."""
    from tracker.cli import campaign_output

    known = campaign.forces.find_unit(unit_name)
    if experience or figures or rename or wounds or standing is not None:
        campaign.forces.change_unit_by_hand(
            known.id,
            why=why,
            experience_change=experience,
            figure_change=figures,
            status=standing,
            name=rename or None,
            figure_names=who,
            wounds=wounds,
        )
    shape = campaign_output.build_unit_record_shape(campaign, known.id)
    return Answer(shape, lambda: campaign_output.list_unit_record_lines(shape))


@register_command_on_target(app, "force", CAMPAIGN)
def show_campaign_force(campaign: League, force_name: Force) -> Answer:
    """Show a force's service record, and its units for the next game."""
    from tracker.cli import campaign_output

    shape = campaign_output.build_force_record_shape(
        campaign, campaign.forces.find_force(force_name)
    )
    lines = [*campaign_output.list_force_record_lines(campaign, shape)]
    return Answer(shape, lambda: lines)


@register_command_on_target(app, "history", CAMPAIGN)
def show_campaign_history(
    campaign: League,
    since: Annotated[
        int, declare_option("Mark everything after this line.", show_default="mark nothing")
    ] = 0,
) -> Answer:
    """Show the campaign's history by day: results, story entries and changes to units."""
    from tracker.cli import campaign_output

    shape = campaign_output.build_campaign_history_shape(campaign, since)
    record = f"warledger campaign record {campaign.stream} PLAYER OTHER RESULT"
    return Answer(
        shape,
        lambda: campaign_output.list_campaign_history_lines(shape),
        empty_message=f"there is no result or story entry yet. Enter a result with: {record}.",
    )


@register_command_on_target(app, "play", CAMPAIGN, writes_entries=True)
def begin_and_link_game_between_forces(
    campaign: League,
    book: Book,
    *,
    home: Home,
    away: Away,
    title: Title = "",
    option: Annotated[
        tuple[str, ...], declare_option("A house rule: name=value; repeat for more.")
    ] = (),
    house: Annotated[str, declare_option("House rules in a TOML file.")] = "",
    mode: RuleMode = "warn",
    on: Annotated[str, declare_option("The date of the game.")] = "",
) -> Answer:
    """Begin a game between two forces. The campaign then gets the game's result."""
    from tracker.application.campaigns.fixture_game_start_and_linking import (
        describe_figures_awaiting_recovery,
    )
    from tracker.cli import game_output
    from tracker.cli.new_match_from_options import MatchRequest, begin_campaign_game

    wanted = MatchRequest("", (), (), option, house, mode, on, title)
    game = begin_campaign_game(book, campaign, home, away, wanted)
    absent = tuple(describe_figures_awaiting_recovery(campaign, game.stream))
    return game_output.make_game_answer(game, game.state, game.history.last_line_number, absent)


def build_campaign_luck_answer(book: Book, league_name: str) -> Answer:
    """Build the answer to ``luck --campaign``: the luck in all games of a campaign or league."""
    from tracker.application.campaigns.campaign_luck import (
        CAMPAIGN_LUCK_COLUMNS,
        compute_campaign_luck,
    )
    from tracker.application.chances.luck_table_columns import WORSE_NOTE
    from tracker.application.table_columns import format_table_lines
    from tracker.cli import campaign_output

    league = book.open_league(book.find_league_id(league_name))
    found = compute_campaign_luck(league)
    shape = campaign_output.build_campaign_luck_shape(league, found)
    table = format_table_lines(CAMPAIGN_LUCK_COLUMNS, found.rows)
    return Answer(shape, lambda: [f"based on {found.rests_on}", *table, WORSE_NOTE])
