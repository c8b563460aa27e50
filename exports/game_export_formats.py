"""The export formats of a game, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial

from exports.battle_report_content import build_battle_report
from exports.csv_tables import CsvTable, render_csv
from exports.game_json import render_game_json
from exports.game_playback_page import render_playback_html
from exports.html_reports import render_battle_report_html
from exports.json_schemas import read_shipped_json_schema
from exports.markdown_reports import render_battle_report_markdown
from exports.players_own_content import PlayerContent
from exports.roll_and_event_tables import build_events_table, build_rolls_table
from exports.shapes.game_export_json_types import MatchShape
from exports.table_setup_sheet import render_setup_sheet
from tracker.application.errors import Refused
from tracker.application.match.game import Game
from tracker.application.match_records.match_record_writer import compose_match_record
from tracker.application.photo_storage import find_photo_of_game
from tracker.vocabulary import match_event_codec


def render_match_record(game: Game) -> str:
    """Render the match record, which contains every entry, including those that were undone."""
    return compose_match_record(
        game.ruleset, game.history, lambda digest: find_photo_of_game(game, digest)
    )


RECORD = "record"


@dataclass(frozen=True)
class GameExportFormat:
    """An export format: its name, file extension, description and rendering function.

    ``takes_player_content`` says whether it can include the players' own text and pictures.
    """

    name: str
    suffix: str
    description: str
    render: Callable[[Game, PlayerContent], str | CsvTable]
    takes_player_content: bool = False

    def render_game(self, game: Game, content: PlayerContent, *, excel: bool = False) -> str:
        """Render the game without its current secrets. ``excel`` applies only to tables.

        Raises ``Refused`` for a record while the game has secrets, because a record contains every
        entry.
        """
        public_game = game.get_public_game()
        if public_game is not game and self.name == RECORD:
            raise Refused(
                "This game still has secrets, so its record cannot be exported yet. Export the"
                " record after the secrets are revealed."
            )
        return convert_export_to_text(self.render(public_game, content), excel=excel)


def convert_export_to_text(export: str | CsvTable, *, excel: bool) -> str:
    """Convert an export to text. Raises ``Refused`` if ``excel`` is true but it is not a table."""
    if isinstance(export, str):
        if excel:
            raise Refused("--excel is only for tables. Add --format csv (or events).")
        return export
    return render_csv(export, excel=excel)


FORMATS: Mapping[str, GameExportFormat] = {
    form.name: form
    for form in (
        GameExportFormat(
            "md",
            ".md",
            "battle report in Markdown",
            lambda game, content: render_battle_report_markdown(build_battle_report(game, content)),
            takes_player_content=True,
        ),
        GameExportFormat(
            "html",
            ".html",
            "battle report to print",
            lambda game, content: render_battle_report_html(build_battle_report(game, content)),
            takes_player_content=True,
        ),
        GameExportFormat(
            "playback",
            "-playback.html",
            "page that plays the game back line by line",
            lambda game, _: render_playback_html(game),
        ),
        GameExportFormat(
            "csv", "-rolls.csv", "one row for each roll", lambda game, _: build_rolls_table(game)
        ),
        GameExportFormat(
            "events",
            "-events.csv",
            "one row for each event",
            lambda game, _: build_events_table(game.history, match_event_codec.FORMS),
        ),
        GameExportFormat(
            "setup",
            "-set-up.txt",
            "set-up sheet to build the table again",
            lambda game, _: render_setup_sheet(game),
        ),
        GameExportFormat(
            "json",
            ".json",
            "everything, for other programs",
            lambda game, _: render_game_json(game),
        ),
        GameExportFormat(
            RECORD,
            ".record",
            "match record, which can be imported again",
            lambda game, _: render_match_record(game),
        ),
        GameExportFormat(
            "schema",
            ".schema.json",
            "JSON Schema of the json format",
            lambda *_: read_shipped_json_schema(MatchShape),
        ),
    )
}


def list_game_renderers() -> tuple[Callable[[Game], object], ...]:
    """Return the rendering functions. Imports call them to check that a game can be exported."""
    return tuple(partial(form.render_game, content=PlayerContent()) for form in FORMATS.values())


def find_game_export_format(name: str) -> GameExportFormat:
    """Return the format with the given name. Raises ``Refused`` if there is none."""
    try:
        return FORMATS[name.lower()]
    except KeyError:
        raise make_unknown_format_error("A game", name, FORMATS) from None


def make_unknown_format_error(
    exported_object: str, name: str, format_names: Iterable[str]
) -> Refused:
    """Create the error for a format that ``exported_object`` does not have."""
    return Refused(
        f"{exported_object} has no format {name!r}. Choose one of: {', '.join(format_names)}."
    )
