"""The commands ``league enroll``, ``away``, ``drop``, ``back`` and others, for players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import click

from tracker.cli.command_factory import LEAGUE, Answer, Group, register_command_on_target
from tracker.cli.command_helpers import read_encoded_text
from tracker.cli.command_parameters import declare_argument, declare_option
from tracker.cli.league_command_helpers import (
    Encoding,
    ListFile,
    Ringer,
    Who,
    Why,
    register_entry_command,
    require_skipped_numbers_exist,
)

if TYPE_CHECKING:
    from tracker.application.leagues.league import League
    from tracker.application.leagues.league_history import LeagueEntry


COMMANDS = Group()


@register_entry_command(COMMANDS, "enroll")
def enroll_players(
    league: League,
    players: Annotated[tuple[str, ...], declare_argument("PLAYER", "One or more names.")],
    ringer: Ringer = False,
) -> LeagueEntry:
    """Enrol players from the next round on."""
    return league.people.enrol_players(*players, ranked=not ringer)


@register_command_on_target(COMMANDS, "sign-up", LEAGUE, writes_entries=True)
def enroll_from_list(
    league: League,
    file: ListFile,
    lines_are_names: Annotated[
        bool, declare_option("Treat each whole line as a name.", "--names")
    ] = False,
    leave_out: Annotated[
        tuple[int, ...], declare_option("Skip line N; repeat for each line.", metavar="N")
    ] = (),
    column: Annotated[
        tuple[int, ...],
        declare_option(
            "The column with the names; repeat for a separate column of last names.",
            metavar="N",
            show_default="found by its heading",
        ),
    ] = (),
    encoding: Encoding = "",
    check: Annotated[bool, declare_option("Only show what would change.")] = False,
) -> Answer:
    """Enrol the players on a sign-up list, such as an exported form or spreadsheet."""
    from tracker.application.leagues.people.sign_up_list_review import (
        parse_sign_up_list,
        require_unambiguous_columns,
        review_sign_ups,
    )
    from tracker.cli import league_output

    text = read_encoded_text(file, encoding)
    found = parse_sign_up_list(text, column, lines_are_names=lines_are_names)
    if not column:
        require_unambiguous_columns(found)
    rows = review_sign_ups(
        league.state,
        text,
        lines_are_names=lines_are_names,
        skipped_lines=leave_out,
        name_columns=column,
    )
    require_skipped_numbers_exist(leave_out, [one.line for one in rows])
    entry = None if check else league.people.enrol_sign_ups(rows)
    shape = league_output.build_sign_up_shape(league, entry, rows, found.columns, column)
    return Answer(shape, lambda: league_output.list_sign_up_lines(shape))


@register_entry_command(COMMANDS, "rename")
def rename_player(
    league: League,
    who: Who,
    new: Annotated[str, declare_argument("NAME", "The player's new name.")],
) -> LeagueEntry:
    """Rename a player."""
    return league.people.change_player_name_or_ranking(who, name=new)


@register_entry_command(COMMANDS, "away")
def mark_player_away(
    league: League,
    who: Who,
    bye: Annotated[
        str,
        declare_option("The player's bye for the missed round: half or none.", show_default="none"),
    ] = "none",
    why: Why = "",
) -> LeagueEntry:
    """Record that a player asked to miss the next round."""
    from tracker.application.leagues.results import typed_result_parser

    return league.people.mark_away(who, why, typed_result_parser.parse_bye_kind(bye))


@register_entry_command(COMMANDS, "drop")
def drop_player(
    league: League,
    who: Who,
    after_round: Annotated[
        bool, declare_option("Let the player still play the current round.")
    ] = False,
    opponent_wins: Annotated[
        bool, declare_option("Award the player's open game in this round to the opponent.")
    ] = False,
    annul: Annotated[
        bool,
        declare_option(
            "Annul the player's results. Annulled results remain visible, but do not count."
        ),
    ] = False,
    why: Why = "",
) -> LeagueEntry:
    """Drop a player. The player's results count unless you annul them."""
    return league.people.drop_player(
        who, why, after_round=after_round, award_open_game=opponent_wins, annul_results=annul
    )


@register_entry_command(COMMANDS, "annul")
def annul_results(
    league: League,
    who: Who,
    off: Annotated[bool, declare_option("Restore the annulled results.")] = False,
    why: Why = "",
) -> LeagueEntry:
    """Annul a dropped player's results. Annulled results remain visible."""
    return league.people.set_results_annulled(who, annulled=not off, why=why)


@register_entry_command(COMMANDS, "back")
def bring_player_back(
    league: League,
    who: Who,
    late: Annotated[bool, declare_option("Mark the player as arriving late.")] = False,
    ringer: Ringer = False,
) -> LeagueEntry:
    """Mark a dropped or absent player as present again."""
    if late and ringer:
        raise click.BadParameter("use either --late or --ringer")
    if late or ringer:
        return league.people.set_presence(who, "late" if late else "ringer")
    return league.people.reinstate_player(who)
