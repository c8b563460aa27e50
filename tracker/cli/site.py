"""``warledger site``: the ledger as static pages in a folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tracker.cli.context import FAILED, Db, Json, answer, open_book, say


def write_site(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="The folder for the pages.")],
    title: Annotated[
        str,
        typer.Option(
            help="What the first page is called.", show_default="as before, or: Games and leagues"
        ),
    ] = "",
    anew: Annotated[
        bool, typer.Option("--anew", help="Every page again, also one that was changed.")
    ] = False,
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Write the ledger as pages that link to each other; again: what has changed since."""
    from exports.shapes.reports import SiteShape
    from exports.shapes.shape import copy_shape
    from exports.site.writing_site import describe_written, write_site

    with open_book(db) as opened:
        written = write_site(opened, Path(folder), title=title, anew=anew)
    shape = copy_shape(SiteShape, written, folder=folder, left=[*written.left])

    answer(shape, as_json, lambda: [f"{Path(folder) / 'index.html'}  {describe_written(written)}"])
    for each in written.left:
        say(each)
    if written.left:
        raise typer.Exit(FAILED)
