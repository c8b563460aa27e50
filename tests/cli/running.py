"""The command line run in this process, on a ledger of its own."""

from __future__ import annotations

import io
import json
import sys
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from tracker.cli.main import main


def piped(text: str | bytes) -> io.TextIOWrapper:
    """Standard input as a pipe gives it: text over bytes."""
    return io.TextIOWrapper(io.BytesIO(text.encode() if isinstance(text, str) else text))


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@dataclass
class Shell:
    """``shell("match", "list")``: what the command prints, and its exit code."""

    path: Path
    patch: pytest.MonkeyPatch

    def __call__(self, *arguments: str, stdin: str | bytes = "") -> Ran:
        out, err = StringIO(), StringIO()
        with self.patch.context() as patch:
            patch.setenv("WARLEDGER_DB", str(self.path))
            patch.setattr(sys, "stdin", piped(stdin))
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            code = main(list(arguments))
        return Ran(code, out.getvalue(), err.getvalue())

    def done(self, *arguments: str, stdin: str | bytes = "") -> Ran:
        """The same; it must succeed."""
        ran = self(*arguments, stdin=stdin)
        assert ran.code == 0, (arguments, ran.err)
        return ran
