"""Run the command line in this process, on a temporary ledger."""

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
    """Return a standard input which reads this text, as from a pipe."""
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
    """``shell("match", "list")`` runs a command, and returns its exit code and what it prints."""

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
        """Run a command which must succeed."""
        ran = self(*arguments, stdin=stdin)
        assert ran.code == 0, (arguments, ran.err)
        return ran
