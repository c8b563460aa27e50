"""The commands ``campaign unit``, ``force``, ``history`` and ``play``, and ``luck --campaign``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from tracker.cli.command_factory import CAMPAIGN, Answer, Group, register_command_on_target
from tracker.cli.command_helpers import RuleMode
from tracker.cli.command_parameters import declare_option
from tracker.cli.league_command_helpers import Away, Force, Home, Title, Unit, Why

if TYPE_CHECKING:
    from tracker.application.book import Book
    from tracker.application.leagues.league import League


COMMANDS = Group()


@register_command_on_target(COMMANDS, "unit", CAMPAIGN, allows_minus=True, writes_entries=True)
def show_or_change_unit(  # noqa: PLR0917 - an option each
    campaign: League,
    unit_name: Unit,
    experience: Annotated[int, declare_option("Experience to add; -2 subtracts 2.")] = 0,
    figures: Annotated[int, declare_option("Figures to add; -1 removes one permanently.")] = 0,
    standing: Annotated[
        str | None, declare_option('resting, destroyed, or "" for ready.', show_default="unchanged")
    ] = None,
    rename: Annotated[str, declare_option("The unit's new name.", show_default="unchanged")] = "",
    who: Annotated[
        tuple[str, ...],
        declare_option("The name of a figure that joins or leaves; repeat for each."),
    ] = (),
    wounds: Annotated[
        str, declare_option('Wounds: "Vara 2, trooper 1", or none.', show_default="unchanged")
    ] = "",
    why: Why = "",
) -> Answer:
    """Show a unit's service record, or change the unit, with a reason."""
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


@register_command_on_target(COMMANDS, "force", CAMPAIGN)
def show_campaign_force(campaign: League, force_name: Force) -> Answer:
    """Show a force's service record, and its units for the next game."""
    from tracker.cli import campaign_output

    shape = campaign_output.build_force_record_shape(
        campaign, campaign.forces.find_force(force_name)
    )
    lines = [*campaign_output.list_force_record_lines(campaign, shape)]
    return Answer(shape, lambda: lines)


@register_command_on_target(COMMANDS, "history", CAMPAIGN)
def show_campaign_history(
    campaign: League,
    since: Annotated[
        int, declare_option("Mark everything after this line.", show_default="mark nothing")
    ] = 0,
) -> Answer:
    """Show the campaign's history by day: results, story entries and changes to units."""
    from tracker.cli import campaign_output

    shape = campaign_output.build_campaign_history_shape(campaign, since)
    add = f"warledger campaign game {campaign.stream} PLAYER OTHER"
    return Answer(
        shape,
        lambda: campaign_output.list_campaign_history_lines(shape),
        empty_message=f"nothing has been entered yet. Add a game with: {add}.",
    )


@register_command_on_target(COMMANDS, "play", CAMPAIGN, writes_entries=True)
def begin_game_between_forces(
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
    """Begin a game between two forces. The result is entered in the campaign automatically."""
    from tracker.cli import campaign_output, game_output, new_match

    wanted = new_match.MatchRequest("", (), (), option, house, mode, on, title)
    game = new_match.begin_campaign_game(book, campaign, home, away, wanted)
    shape = game_output.build_game_shape(game, game.state, game.history.last_line_number)
    waiting = campaign_output.list_recovering_unit_lines(campaign, game.stream)
    return Answer(shape, lambda: [*waiting, *game_output.list_game_lines(shape)])


def show_campaign_luck(book: Book, league_name: str) -> Answer:
    """Return the answer to ``luck --campaign``."""
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
