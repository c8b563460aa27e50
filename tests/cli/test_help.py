"""What ``--help`` says, command by command, as it is kept in ``help.txt``.

``WARLEDGER_WRITE_GOLDENS=1`` keeps what it says now.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

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
        yield from told(each, type(ctx)(each, parent=ctx, info_name=name))


def test_every_command_says_what_it_does_and_takes() -> None:
    root = main.commands()
    with root.make_context("warledger", [], resilient_parsing=True) as ctx:
        lines = dict.fromkeys(told(root, ctx))  # what all commands take is kept once
    text = "\n".join(lines) + "\n"
    if os.environ.get("WARLEDGER_WRITE_GOLDENS"):
        KEPT.write_text(text, encoding="utf-8")
    assert KEPT.read_text(encoding="utf-8") == text
