"""``warledger export``: a game written out, for people and for other programs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from tracker.cli.context import Db, Game, Json, answer, book


def export(
    m: Game,
    form: Annotated[
        str,
        typer.Option(
            "--format", help="md, html, setup (sheet), csv (rolls), events (CSV), json, record."
        ),
    ] = "md",
    output: Annotated[
        str,
        typer.Option(
            "--output", "-o", help="The file, or a folder to name it in.", show_default="stdout"
        ),
    ] = "",
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace the file if it is there.")
    ] = False,
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Write a game out: a battle report, its rolls, its events."""
    from exports.formats import format_named
    from exports.writing import safe_name, write
    from tracker.cli import shapes

    chosen = format_named(form)
    with book(db) as opened:
        game = opened.game(m)
        text = chosen.make(game)
        title = game.state.info.title
    path: Path | None = None
    if output:
        path = Path(output)
        if path.is_dir():
            path /= safe_name(title, chosen.suffix)
        write(path, text, overwrite=overwrite)
    shape = shapes.Exported(
        match=game.stream,
        format=chosen.name,
        file=None if path is None else str(path),
        text=text if path is None else None,
    )
    if path is None and not as_json and not sys.stdout.isatty():
        sys.stdout.write(text)  # into a file or another program, to the byte
        return
    answer(shape, as_json, lambda: text.splitlines() if path is None else [str(path)])
