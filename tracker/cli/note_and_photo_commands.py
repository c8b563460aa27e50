"""The commands ``match note``, ``photo``, ``pause`` and ``resume``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tracker.cli.command_helpers import Db, Game, Id, Json
from tracker.cli.command_parameters import declare_argument, declare_option

if TYPE_CHECKING:
    from tracker.application.match.game import Game as OpenGame


def register_commands(app: typer.Typer) -> None:
    """Add these commands to the group ``match``."""
    app.command("note")(add_note)
    app.command("photo")(add_photo)
    app.command("pause")(pause_clock)
    app.command("resume")(resume_clock)


def add_note(
    m: Game,
    text: Annotated[str, declare_argument("TEXT", "The note's text; optional with --star.")] = "",
    *,
    about: Annotated[
        int | None,
        declare_option(
            "The log line that the note is about.", show_default="none; with --star, the last"
        ),
    ] = None,
    star: Annotated[bool, declare_option("Mark the line as a turning point.", "--star")] = False,
    once: Id = "",
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Add a note to the log or to a log line, or star a line."""
    from tracker.application.text_cleaning import clean_text
    from tracker.cli.play_commands import write_and_show

    said = clean_text(text)
    if not said and not star:
        raise typer.BadParameter("give a text, or --star", param_hint="TEXT")

    def noted(game: OpenGame) -> object:
        line = game.history.last_number if about is None and not said else about
        whose = None if line is None else game.history.find_line(line).version
        return game.add_note(said, about=whose, star=star)

    write_and_show(m, db, as_json, noted, once=once)


def add_photo(
    m: Game,
    file: Annotated[Path, declare_argument("FILE", "The photo: JPEG, PNG, WebP or GIF.")],
    text: Annotated[str, declare_option("The caption.")] = "",
    about: Annotated[
        int | None, declare_option("The log line that the photo shows.", show_default="none")
    ] = None,
    once: Id = "",
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Add a photo of the table to the log. It is scaled down, and its location removed."""
    from tracker.application.match_photos import add_photo_note
    from tracker.application.photo_storage import read_photo_file, shrink_photo
    from tracker.application.text_cleaning import clean_text
    from tracker.cli.play_commands import write_and_show

    taken = shrink_photo(read_photo_file(file))

    def noted(game: OpenGame) -> object:
        whose = None if about is None else game.history.find_line(about).version
        return add_photo_note(game, taken, clean_text(text), about=whose)

    write_and_show(m, db, as_json, noted, once=once)


def pause_clock(m: Game, once: Id = "", db: Db = None, as_json: Json = False) -> None:
    """Stop a game's clock. The next line or match resume restarts the clock."""
    _clock(m, db, as_json, once, rests=True)


def resume_clock(m: Game, once: Id = "", db: Db = None, as_json: Json = False) -> None:
    """Restart a game's clock after a pause."""
    _clock(m, db, as_json, once, rests=False)


def _clock(m: str, db: str | None, as_json: bool, once: str, *, rests: bool) -> None:
    from tracker.application.log.side_playing_time import PlayingTimeMeter
    from tracker.cli.play_commands import write_and_show

    def go(game: OpenGame) -> None:
        if PlayingTimeMeter().measure_side_times(game.history).paused != rests:
            game.add_note("", mark="pause" if rests else "on")

    write_and_show(m, db, as_json, go, once=once)
