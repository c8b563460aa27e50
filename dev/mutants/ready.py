"""Runs of pytest that begin where the libraries are loaded already: each is a fork of this process.

``python -m dev.mutants.ready``: a line of JSON a run, with its arguments, what its environment has
besides, and its seconds of the processor; answered by its process and then by its exit code.
"""

from __future__ import annotations

import json
import os
import resource
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Final

LIBRARIES: Final = (
    "hypothesis", "icalendar", "jinja2", "jsonschema", "msgspec", "pendulum", "pytest",
    "sqlalchemy", "textual.app", "textual.pilot", "textual.screen", "textual.widgets",
)  # fmt: skip
LOADED_BEFORE: Final = ("-W", "ignore::pytest.PytestAssertRewriteWarning")
"""Plugins of pytest that are loaded already are not rewritten any more."""


def main() -> None:
    for name in LIBRARIES:
        import_module(name)
    for line in sys.stdin:
        arguments, env, seconds = json.loads(line)
        process = os.fork()
        if process == 0:
            os._exit(_run(arguments, env, seconds))
        print(process, flush=True)
        _, status = os.waitpid(process, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def _run(arguments: Sequence[str], env: Mapping[str, str], seconds: int) -> int:
    import pytest

    os.setsid()
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nowhere, stream)
    os.environ.update(env)
    return int(pytest.main([*LOADED_BEFORE, *arguments]))


if __name__ == "__main__":
    main()
