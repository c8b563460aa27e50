"""The commands ``campaign enroll``, ``join``, ``recover`` and ``return``, for forces and units."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from tracker.application.errors import Refused
from tracker.cli.command_parameters import declare_argument, declare_option
from tracker.cli.command_registration import Group
from tracker.cli.league_command_parameters import Force, Unit, Who, Why, parse_named_numbers
from tracker.cli.shared_league_commands import register_entry_command
from tracker.vocabulary.typed_numbers import is_whole_number

if TYPE_CHECKING:
    from tracker.application.book import Book
    from tracker.application.leagues.league import League
    from tracker.application.leagues.league_history import LeagueEntry

Units = Annotated[
    tuple[str, ...],
    declare_option("A unit and its figures: Alpha=8; repeat for each unit.", "--unit"),
]


COMMANDS = Group()


@register_entry_command(COMMANDS, "enroll", kind="campaign")
def enroll_player_or_force(
    campaign: League,
    book: Book,
    *,
    who: Who,
    roster: Annotated[str, declare_option("A roster file, or a sample.")] = "",
    force: Annotated[
        str,
        declare_option(
            "The force's name. Without --roster or --unit: a roster file, or a sample.",
            show_default="as in the roster",
        ),
    ] = "",
    ruleset: Annotated[
        str, declare_option("The id of the roster's ruleset.", show_default="the campaign's")
    ] = "",
    units: Units = (),
) -> LeagueEntry:
    """Enrol a player, or an enrolled player's force, either from a roster or unit by unit."""
    from tracker.application.roster_files_and_samples import is_roster_name
    from tracker.cli.new_match_from_options import (
        find_ruleset_for_roster,
        list_fitting_rulesets,
        read_roster_text_and_source,
    )

    listed = parse_named_numbers(units, "--unit", "NAME=FIGURES, such as Alpha=8")
    if not (roster or force or listed):
        return campaign.people.enrol_players(who)
    campaign.people.find_player(who)
    played = ruleset or "".join(campaign.state.info.rulesets[:1])
    rules, text, source = None, "", "roster"
    if roster or not listed:
        if not roster:
            roster, force = force, ""
            if not (
                is_roster_name(roster, book.get_ruleset(played))
                if played
                else roster.endswith(".toml") or list_fitting_rulesets(book, roster)
            ):
                raise Refused(
                    f"{roster} would have no units. Give a roster with --roster (a file or a"
                    " sample), or each unit with --unit Alpha=8."
                )
        rules = find_ruleset_for_roster(book, played, roster)
        text, source = read_roster_text_and_source(rules, roster)
    return campaign.forces.enrol_force(
        who, text, rules=rules, name=force, source_name=source, units=listed
    )


@register_entry_command(COMMANDS, "join", kind="campaign")
def add_units(
    campaign: League,
    book: Book,
    *,
    force: Force,
    units: Units = (),
    like: Annotated[
        str,
        declare_option(
            "An existing unit of the force; the new units get the same equipment.",
            show_default="plain figures",
        ),
    ] = "",
    roster: Annotated[
        str, declare_option("The roster of the new units: a file, or a sample.")
    ] = "",
    why: Why = "",
) -> LeagueEntry:
    """Add units, such as recruits, to a force. They join the force's next game."""
    from tracker.cli.new_match_from_options import (
        find_ruleset_for_roster,
        read_roster_text_and_source,
    )

    listed = parse_named_numbers(units, "--unit", "NAME=FIGURES, such as Alpha=8")
    played = campaign.forces.find_force(force).ruleset or "".join(campaign.state.info.rulesets[:1])
    rules, text, source = book.rulesets.get(played), "", "roster"
    if roster:
        rules = find_ruleset_for_roster(book, played, roster)
        text, source = read_roster_text_and_source(rules, roster)
    return campaign.forces.add_units(
        force, listed, equipped_like=like, rules=rules, roster=text, source_name=source, why=why
    )


@register_entry_command(COMMANDS, "recover", kind="campaign")
def enter_recovery_dice(
    campaign: League,
    unit: Unit,
    dice: Annotated[
        tuple[str, ...],
        declare_argument("DICE", ("A face for each die: 4 6 1, or 461; r lets the app roll.")),
    ],
    game: Annotated[
        str, declare_option("The game: f3.", show_default="the first with recovery rolls to make")
    ] = "",
) -> LeagueEntry:
    """Make the recovery rolls for the figures that a unit lost in a game."""
    typed = " ".join(dice).strip()
    words = typed.split() if " " in typed else list(typed)
    if words != ["r"] and not (words and all(map(is_whole_number, words))):
        raise Refused(
            f"{typed!r} cannot be read as dice. Write a face for each die (`4 6 1`), or `r`."
        )
    faces = None if words == ["r"] else [int(word) for word in words]
    return campaign.forces.enter_or_roll_recovery_dice(unit, faces, game=game)


@register_entry_command(COMMANDS, "return", kind="campaign")
def return_captives(
    campaign: League,
    unit: Unit,
    figures: Annotated[
        int,
        declare_option(
            "The number of figures that return.", show_default="all captured in that game"
        ),
    ] = 0,
    game: Annotated[
        str, declare_option("The game: f3.", show_default="the first with captives")
    ] = "",
    who: Annotated[
        tuple[str, ...], declare_option("The name of a figure that returns; repeat for each.")
    ] = (),
    why: Why = "",
) -> LeagueEntry:
    """Return captives to their unit, for example after an exchange or a ransom."""
    return campaign.forces.return_captives(unit, figures, game=game, figure_names=who, why=why)
