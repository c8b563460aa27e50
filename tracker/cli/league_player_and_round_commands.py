"""The commands ``league enroll``, ``drop``, ``draft``, ``publish`` and others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import click

from tracker.cli.command_parameters import declare_argument, declare_option
from tracker.cli.command_registration import LEAGUE, Answer, Group, register_command_on_target
from tracker.cli.file_input_and_output import read_nonempty_encoded_text
from tracker.cli.league_command_parameters import (
    Encoding,
    ListFile,
    On,
    PairingMethod,
    Ringer,
    Who,
    Why,
    parse_named_numbers,
    require_skipped_numbers_exist,
)
from tracker.cli.shared_league_commands import build_entry_answer, register_entry_command

if TYPE_CHECKING:
    from tracker.application.leagues.league import League
    from tracker.application.leagues.league_history import LeagueEntry

First = Annotated[str, declare_argument("PLAYER", "A player: p3, or a name.")]
Second = Annotated[str, declare_argument("OTHER", "The other player.")]
InRound = Annotated[
    int | None,
    declare_option("The round number.", "--round", show_default="the draft, or the current round"),
]


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

    text = read_nonempty_encoded_text(file, encoding)
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
def annul_or_restore_results(
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
    return league.people.reinstate_or_mark_present(who)


@register_command_on_target(COMMANDS, "draft", LEAGUE, writes_entries=True)
def draft_round(
    league: League,
    method: PairingMethod = "",
    order: Annotated[
        str,
        declare_option(
            "How to order the players of a first round: lots, sign-up, rating, last season.",
            show_default="chosen automatically",
        ),
    ] = "",
    anew: Annotated[
        bool, declare_option("Discard the current draft completely, including locked pairings.")
    ] = False,
    again: Annotated[
        bool,
        declare_option("Allow rematches between players who have played all their planned games."),
    ] = False,
) -> Answer:
    """Draft the next round, or draft it again with as few changes as possible."""
    from tracker.application.leagues.pairing.round_columns_and_text import find_round
    from tracker.cli import league_output

    by = order or league.rounds.choose_default_first_round_order(method)
    entry = league.rounds.draft_round(method, order=by, ignore_draft=anew, allow_rematches=again)
    shape = league_output.build_round_row(league, find_round(league.state))
    entry_lines = build_entry_answer(league, entry).list_lines()
    return Answer(shape, lambda: [*entry_lines, *league_output.list_round_lines(league, shape)])


@register_entry_command(COMMANDS, "swap")
def swap_players(
    league: League,
    first_player: First,
    second_player: Second,
    why: Why = "",
    round_number: InRound = None,
) -> LeagueEntry:
    """Swap two players in the draft, or in a round not yet played."""
    return league.rounds.swap_players(
        first_player, second_player, why=why, round_number=round_number
    )


@register_entry_command(COMMANDS, "pair")
def pair_players(
    league: League,
    first_player: First,
    second_player: Second,
    why: Why = "",
    round_number: InRound = None,
) -> LeagueEntry:
    """Pair two players, and pair their previous opponents with each other."""
    return league.rounds.pair_players(
        first_player, second_player, why=why, round_number=round_number
    )


@register_entry_command(COMMANDS, "step-in")
def pair_stand_in(
    league: League,
    who: Annotated[str, declare_argument("PLAYER", "A player, or a new player's name.")],
    against: Annotated[
        str, declare_option("The player who has the bye.", show_default="whoever has it")
    ] = "",
    ringer: Ringer = False,
    why: Why = "",
) -> LeagueEntry:
    """Pair a latecomer or stand-in with the player who has the bye."""
    return league.rounds.pair_latecomer(who, against=against, ranked=not ringer, why=why)


@register_entry_command(COMMANDS, "bye")
def give_bye(
    league: League,
    player: First,
    kind: Annotated[str, declare_argument("KIND", "The kind of bye: full, half or none.")] = "full",
    why: Why = "",
    round_number: InRound = None,
) -> LeagueEntry:
    """Give a player a bye in the draft, or in the current round."""
    from tracker.application.leagues.results import typed_result_parser

    return league.rounds.give_bye(
        player, typed_result_parser.parse_bye_kind(kind), why=why, round_number=round_number
    )


@register_entry_command(COMMANDS, "lock")
def lock_or_unlock_pairing(
    league: League,
    player: First,
    off: Annotated[bool, declare_option("Let the next draft change the pairing again.")] = False,
) -> LeagueEntry:
    """Keep a player's pairing when the round is drafted again."""
    return league.rounds.set_pairing_lock(player, not off)


@register_entry_command(COMMANDS, "tables")
def set_or_renumber_tables(
    league: League,
    at: Annotated[
        tuple[str, ...],
        declare_option(
            "A player and a table: Anna=3; repeat for each player.",
            show_default="chosen by the app",
        ),
    ] = (),
) -> LeagueEntry:
    """Set table numbers, or renumber tables so that nobody plays at the same table twice."""
    wanted = dict(parse_named_numbers(at, "--at", "PLAYER=TABLE, such as Anna=3"))
    return league.rounds.renumber_tables(wanted or None)


@register_command_on_target(COMMANDS, "publish", LEAGUE, writes_entries=True)
def publish_round(
    league: League,
    on: On = "",
    ends: Annotated[str, declare_option("The time at which the games end, such as 22:30.")] = "",
) -> Answer:
    """Publish the draft, so that you can enter results."""
    doubts = league.rounds.list_redraft_reasons()
    answer = build_entry_answer(league, league.rounds.publish_round(on=on, ends=ends))
    lines = [*answer.list_lines(), *(f"  ? {one}" for one in doubts)]
    return Answer(answer.shape, lambda: lines)


@register_entry_command(COMMANDS, "cancel")
def cancel_round(league: League, why: Why = "") -> LeagueEntry:
    """Cancel the draft, or the current round if nobody has played in it."""
    return league.rounds.cancel_round(why=why)


@register_entry_command(COMMANDS, "mission")
def set_mission(
    league: League,
    mission: Annotated[str, declare_argument("MISSION", "The mission.")] = "",
    round_number: Annotated[
        int | None,
        declare_option("The round number.", "--round", show_default="the draft, or the last round"),
    ] = None,
    terrain: Annotated[str, declare_option("The terrain on the tables.")] = "",
    rules: Annotated[str, declare_option("The mission's house rules.")] = "",
) -> LeagueEntry:
    """Set a round's mission. You can set it before you draft the round."""
    return league.missions.set_mission(
        mission, terrain=terrain, rules=rules, round_number=round_number
    )
