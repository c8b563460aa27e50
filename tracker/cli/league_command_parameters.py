"""The parameters of league and campaign commands, and parsers of their values."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import Annotated

from tracker.application.errors import Refused
from tracker.cli.command_parameters import declare_argument, declare_option
from tracker.cli.file_input_and_output import read_file_or_stdin
from tracker.vocabulary.typed_numbers import is_whole_number

Who = Annotated[str, declare_argument("PLAYER", "A player: p3, or a name.")]
Pairing = Annotated[
    str, declare_argument("F", "A pairing, by its id (f3) or its table number in this round (3).")
]
Why = Annotated[str, declare_option("The reason, shown in the log.")]
On = Annotated[str, declare_option("The day: 2026-10-03.", show_default="today")]
Linked = Annotated[str, declare_argument("M", "A game: m3, 3, or part of its title.")]
SideOfFirst = Annotated[
    str, declare_option("The side of the first player.", show_default="found by the players' names")
]
Home = Annotated[str, declare_argument("PLAYER", "A player, or a player's force.")]
Away = Annotated[str, declare_argument("OTHER", "The other player, or that player's force.")]
Title = Annotated[str, declare_option("The game's title.")]
Force = Annotated[str, declare_argument("FORCE", "A force: w1, or its name.")]
Unit = Annotated[str, declare_argument("UNIT", "A unit: w1.3, or its name.")]
Entrants = Annotated[tuple[str, ...], declare_option("A player; repeat for each player.")]
Zone = Annotated[
    str, declare_option("The time zone: Europe/Vienna.", show_default="this computer's")
]
Rulesets = Annotated[
    tuple[str, ...], declare_option("The id of a ruleset that the players use; repeat for each.")
]
SeasonNumber = Annotated[
    int | None, declare_option("The number of the season.", show_default="the last")
]
Ringer = Annotated[bool, declare_option("Let the player take part without being ranked.")]
ListFile = Annotated[str, declare_argument("FILE", "The list: a file, or - for stdin.")]
Encoding = Annotated[
    str,
    declare_option("The file's encoding: cp1252.", show_default="UTF-8, or according to its BOM"),
]
PairingMethod = Annotated[
    str,
    declare_option(
        "The pairing system: round robin, or Swiss.", show_default="chosen by the number of players"
    ),
]
Everything = Annotated[bool, declare_option("Also list what is archived.", "--all")]
Back = Annotated[bool, declare_option("", hidden=True)]
"""The option with which earlier versions restored an archived league or campaign."""


def require_skipped_numbers_exist(
    skipped: Collection[int], listed: Collection[int], item_name: str = "line"
) -> None:
    """Raise ``Refused`` if a number to skip is not listed."""
    for number in skipped:
        if number not in listed:
            raise Refused(f"There is no {item_name} {number} to skip.")


def parse_named_numbers(
    texts: tuple[str, ...], option: str, expected_syntax: str
) -> list[tuple[str, int]]:
    """Parse texts such as ``Alpha=8``. Raises ``Refused``, quoting the ``expected_syntax``."""
    return [
        (name, int(number))
        for name, number in split_named_values(texts, option, expected_syntax, is_whole_number)
    ]


def split_named_values(
    texts: tuple[str, ...],
    option: str,
    expected_syntax: str,
    is_valid: Callable[[str], bool] = lambda _: True,
) -> list[tuple[str, str]]:
    """Split texts such as ``B=Swiss``. Raises ``Refused`` if a name or a valid value is missing."""
    found = []
    for text in texts:
        name, _, value = map(str.strip, text.rpartition("="))
        if not name or not is_valid(value):
            raise Refused(f"{option} {text!r} cannot be read. Write {expected_syntax}.")
        found.append((name, value))
    return found


def read_file_or_keep_name(name_or_path: str) -> str:
    """Return the text of a file of rules or scoring. If there is no such file, return the name."""
    path = Path(name_or_path)
    if name_or_path != "-" and (not path.exists() or path.is_dir()):
        return name_or_path
    return read_file_or_stdin(name_or_path) + "\n"  # the line feed marks a text; a name has none
