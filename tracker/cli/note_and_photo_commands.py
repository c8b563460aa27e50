"""The commands ``match note``, ``photo``, ``pause`` and ``resume``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from tracker.cli.command_factory import Group
from tracker.cli.command_parameters import declare_argument, declare_option
from tracker.cli.play_commands import register_play_command

if TYPE_CHECKING:
    from tracker.application.match.game import Game

COMMANDS = Group()


def _check_note(*, text: str, star: bool, **_: object) -> None:
    from tracker.application.text_cleaning import clean_text

    if not clean_text(text) and not star:
        raise click.BadParameter("give a text, or --star", param_hint="TEXT")


@register_play_command(COMMANDS, "note", _check_note)
def add_note(
    game: Game,
    text: Annotated[str, declare_argument("TEXT", "The note's text; optional with --star.")] = "",
    *,
    about: Annotated[
        int | None,
        declare_option(
            "The log line that the note is about.", show_default="none; with --star, the last"
        ),
    ] = None,
    star: Annotated[bool, declare_option("Mark the line as a turning point.")] = False,
) -> None:
    """Add a note to the log or to a log line, or star a line."""
    from tracker.application.text_cleaning import clean_text

    said = clean_text(text)
    line = game.history.last_line_number if about is None and not said else about
    game.add_note(said, about=_find_version(game, line), star=star)


@register_play_command(COMMANDS, "photo")
def add_photo(
    game: Game,
    file: Annotated[Path, declare_argument("FILE", "The photo: JPEG, PNG, WebP or GIF.")],
    text: Annotated[str, declare_option("The caption.")] = "",
    about: Annotated[
        int | None, declare_option("The log line that the photo illustrates.", show_default="none")
    ] = None,
) -> None:
    """Add a photo of the table to the log, scaled down and without its location."""
    from tracker.application.photo_storage import add_photo_note, resize_and_clean_photo
    from tracker.application.text_cleaning import clean_text
    from tracker.application.text_file_decoding import read_file_bytes_up_to_limit

    photo = resize_and_clean_photo(read_file_bytes_up_to_limit(file))
    add_photo_note(game, photo, clean_text(text), about=_find_version(game, about))


def _find_version(game: Game, line: int | None) -> int | None:
    """Return the version of a log line. Raises ``Refused`` if there is no such line."""
    return None if line is None else game.history.find_line(line).version


@register_play_command(COMMANDS, "pause")
def pause_clock(game: Game) -> None:
    """Stop a game's clock. It restarts with the next line or with match resume."""
    _pause_or_resume_clock(game, paused=True)


@register_play_command(COMMANDS, "resume")
def resume_clock(game: Game) -> None:
    """Restart a game's clock after a pause."""
    _pause_or_resume_clock(game, paused=False)


def _pause_or_resume_clock(game: Game, *, paused: bool) -> None:
    from tracker.application.log.side_playing_time import PlayingTimeMeter

    if PlayingTimeMeter().measure_side_times(game.history).paused != paused:
        game.add_note("", mark="pause" if paused else "on")
