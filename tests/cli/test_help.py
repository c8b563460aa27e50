"""What ``--help`` says, command by command, as it is kept in ``help.txt``.

``WARLEDGER_WRITE_GOLDENS=1`` keeps what it says now, also in the manual page.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from docs import manual_page_writer
from tracker.cli import main

KEPT = Path(__file__).parent / "help.txt"


def told(command: Any, ctx: Any) -> Iterator[str]:
    """What a command does, then its arguments and options; a group's commands below it."""
    yield f"{ctx.command_path}: {command.help}"
    for one in command.get_params(ctx):
        record = one.get_help_record(ctx)
        if record is not None:
            yield f"  {'  '.join(record)}"
    for name, each in getattr(command, "commands", {}).items():
        if not each.hidden:
            yield from told(each, type(ctx)(each, parent=ctx, info_name=name))


def test_every_command_says_what_it_does_and_takes() -> None:
    root = main.build_root_command()
    with root.make_context("warledger", [], resilient_parsing=True) as ctx:
        lines = dict.fromkeys(told(root, ctx))  # what all commands take is kept once
    text = "\n".join(lines) + "\n"
    if os.environ.get("WARLEDGER_WRITE_GOLDENS"):
        KEPT.write_text(text, encoding="utf-8")
    assert KEPT.read_text(encoding="utf-8") == text


def test_no_list_of_commands_cuts_a_sentence_short() -> None:
    root = main.build_root_command()
    with root.make_context("warledger", [], resilient_parsing=True) as ctx:
        helps = [
            each.get_help(type(ctx)(each, parent=ctx, info_name=name))
            for name, each in (("warledger", root), *root.commands.items())
            if hasattr(each, "commands")
        ]
    assert len(helps) == 7
    assert [text for text in helps if "..." in text.replace("[ARGS]...", "")] == []
    export = "(battle report, rolls …), a league (standings, rounds …) or everything."
    assert export in " ".join(helps[0].split())


def test_the_manual_page_is_the_help_of_today() -> None:
    page = manual_page_writer.render_manual_page()
    if os.environ.get("WARLEDGER_WRITE_GOLDENS"):
        manual_page_writer.FILE.write_text(page, encoding="utf-8")
    assert manual_page_writer.FILE.read_text(encoding="utf-8") == page, "Run 'make man'."


def test_the_manual_page_has_every_command_and_reads_without_a_warning() -> None:
    groff = shutil.which("groff")
    if groff is None:
        pytest.skip("no groff here")
    called = [groff, "-man", "-Tutf8", "-Kutf8", "-ww", "-P-cbou", str(manual_page_writer.FILE)]
    ran = subprocess.run(called, capture_output=True, text=True, check=True)
    assert ran.stderr == ""
    lines = {" ".join(line.split()) for line in ran.stdout.splitlines()}
    assert {"warledger match show M", "warledger completion SHELL", "NAME", "EXIT STATUS"} <= lines
