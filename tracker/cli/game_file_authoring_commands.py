"""The ``game`` commands, which write, check, try and package game files."""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from exports.shapes import rules_json_types as shapes
from exports.shapes.json_base_type import make_shape
from tracker.application.errors import Refused
from tracker.cli.command_parameters import declare_argument, declare_option
from tracker.cli.command_registration import Answer, Group, register_command
from tracker.cli.file_input_and_output import (
    parse_output_file_path,
    read_file_or_stdin,
    refuse_existing_file,
)
from tracker.cli.shared_options import Overwrite
from tracker.vocabulary.count_wording import format_names

if TYPE_CHECKING:
    from tracker.procedures.ruleset import Ruleset

app = Group(help="Create and check game files for your own games.")
File = Annotated[str, declare_argument("FILE", "A game file, or its id; - reads stdin.")]


@register_command(app, "list")
def list_game_files() -> Answer:
    """List the game files: built-in, in the current folder, and in your games folder."""
    from tracker.application.game_definition_files import (
        explain_unplayable_game_file,
        find_game_files_folder,
        list_local_game_files,
        list_shipped_game_files,
    )

    rows = [
        shapes.GameFileRowShape(
            id=file.id,
            file=str(file.path),
            ships=ships,
            problem="" if ships else explain_unplayable_game_file(file),
        )
        for ships, files in ((True, list_shipped_game_files()), (False, list_local_game_files()))
        for file in files
    ]
    shape = shapes.GameFileListShape(folder=str(find_game_files_folder()), games=rows)

    def render_row(row: shapes.GameFileRowShape) -> str:
        problem = f"  cannot be played: {row.problem}" if row.problem else ""
        return f"{row.id}  {row.file}{problem}"

    return Answer(shape, lambda: map(render_row, rows))


@register_command(app, "new")
def create_game_file(
    file: Annotated[
        str, declare_argument("FILE", "The file to write. With --schema, you can leave it out.")
    ] = "",
    copied_game: Annotated[str, declare_option("Start from a copy of this game.", "--from")] = "",
    schema: Annotated[bool, declare_option("Also write a JSON schema for text editors.")] = False,
    ask: Annotated[
        bool, declare_option("Ask a few questions, and write the game file from your answers.")
    ] = False,
    overwrite: Overwrite = False,
) -> Answer:
    """Write a new game file: an explained template, or a copy of a built-in game."""
    from exports.output_file_writing import write_text_file_atomically
    from tracker.application.game_definition_files import SCHEMA
    from tracker.application.game_file_authoring import (
        get_starting_game_text,
        interview_game_author,
        render_game_file_schema,
    )

    if not file:
        if not schema:
            raise Refused("Name the file to write, such as ours.toml.")
        write_text_file_atomically(Path(SCHEMA), render_game_file_schema(), overwrite=True)
        shape = shapes.GameFileWriteShape(file=SCHEMA, files=[SCHEMA])
        return Answer(shape, lambda: [f"{SCHEMA} was written."])
    path = parse_output_file_path(file)
    refuse_existing_file(path, file, overwrite=overwrite)
    if ask and copied_game:
        raise Refused("Use either --ask or --from, not both.")
    files = [file]
    if ask:
        text = interview_game_author(_ask_question, partial(click.echo, err=True))
    else:
        text = get_starting_game_text(copied_game)
    if schema:
        beside = path.with_name(SCHEMA)
        write_text_file_atomically(beside, render_game_file_schema(), overwrite=True)
        text, files = f"#:schema ./{SCHEMA}\n{text}", [file, str(beside)]
    write_text_file_atomically(path, text, overwrite=overwrite)
    written = f"{' and '.join(files)} {'were' if schema else 'was'} written."
    hint = f"{written} To check the game after your changes, run: warledger game check {file}"
    return Answer(shapes.GameFileWriteShape(file=file, files=files), lambda: [hint])


@register_command(app, "check")
def check_game_file(file: File) -> Answer:
    """List every mistake in a game file, with line and column. Exits with 1 if there are any."""
    from tracker.application.game_definition_files import list_game_file_problems
    from tracker.gamefile.game_file_linter import list_verbs_without_key
    from tracker.gamefile.game_file_reader import read_game_file

    text, name = _read_game_file_text_and_name(file)
    problems = list_game_file_problems(text)
    shape = make_shape(shapes.GameFileCheckShape, file=name, sound=not problems, problems=problems)

    lines = [f"line {one.line}, column {one.column}: {one.text}" for one in problems]
    if not problems:
        lines.append(f"{name}: no mistakes found.")
        if verbs := list_verbs_without_key(read_game_file(text)):
            names = format_names(verbs)
            lines.append(f"Players must type these actions, because they have no key: {names}.")
    return Answer(shape, lambda: lines, failed=bool(problems))


@register_command(app, "try")
def check_and_play_random_game(
    file: File,
    seed: Annotated[
        int, declare_option("The random seed. Each number plays a different game.")
    ] = 1,
) -> Answer:
    """Play a random game, and show its log, the odds of an attack, and unused parts of the file."""
    from tracker.cli import rules_and_odds_output
    from tracker.gamefile.game_file_linter import list_unused_declarations
    from tracker.gamefile.game_file_reader import read_game_file
    from tracker.testing.game_file_trial_play_and_odds import play_trial_game_with_odds
    from tracker.testing.ruleset_check import check_ruleset

    rules = _build_rules(file)
    found = check_ruleset(rules, "tracker.gamefile")
    game = None if found.problems else play_trial_game_with_odds(rules, seed)
    odds = None
    if game and game.odds:
        odds = rules_and_odds_output.build_odds_shape(game.odds, "", game.line)
    shape = shapes.GameFileTrialShape(
        game=rules.id,
        sound=not found.problems,
        log=game.log if game else [],
        odds=odds,
        problems=list(found.problems),
        remarks=[*found.remarks, *list_unused_declarations(read_game_file(rules.text))],
    )
    odds_lines = rules_and_odds_output.list_odds_lines(odds) if odds else ()
    return Answer(
        shape,
        lambda: [*shape.log, *odds_lines, *shape.problems, *shape.remarks],
        failed=bool(found.problems),
    )


@register_command(app, "pack")
def package_game_file(
    file: File,
    folder: Annotated[str, declare_argument("FOLDER", "The folder for the package.")],
    overwrite: Overwrite = False,
) -> Answer:
    """Write a Python package that installs a game file like any other ruleset."""
    from exports.output_file_writing import write_text_file_atomically
    from tracker.application.game_file_authoring import build_ruleset_package_files

    rules = _build_rules(file)
    files = {Path(folder) / name: text for name, text in build_ruleset_package_files(rules).items()}
    if any(path.exists() for path in files) and not overwrite:
        raise Refused(f"{folder} already has a package. To replace its files, use --overwrite.")
    Path(folder).mkdir(parents=True, exist_ok=True)
    for path, text in files.items():
        write_text_file_atomically(path, text, overwrite=overwrite)
    shape = shapes.GameFileWriteShape(file=folder, files=[str(path) for path in files])
    place = folder if Path(folder).is_absolute() else f".{os.sep}{folder}"
    hint = f"{folder} was written. To install {rules.title}, run: pip install {place}"
    return Answer(shape, lambda: [hint])


def _ask_question(question: str) -> str:
    """Ask a question and read the answer. Raises ``Refused`` at the end of the input."""
    click.echo(question, err=True, nl=False)
    typed = sys.stdin.readline()
    if not typed:
        raise Refused(
            "There were fewer answers than questions, so nothing was written. Give one line for"
            " each question. An empty line accepts the answer in brackets."
        )
    return typed


def _read_game_file_text_and_name(file: str) -> tuple[str, str]:
    """Return the text and name of a game file, given by path or id. Raises ``Refused``."""
    from tracker.application.game_definition_files import find_game_file

    found = None if file == "-" else find_game_file(file)
    if found is None:
        return read_file_or_stdin(file), file
    return read_file_or_stdin(str(found.path)), found.path.name


def _build_rules(file: str) -> Ruleset:
    from tracker.application.game_definition_files import check_and_build_game_ruleset

    return check_and_build_game_ruleset(*_read_game_file_text_and_name(file))
