"""A process that has loaded the libraries, and forks itself for each run of pytest.

``python -m dev.mutants.pytest_fork_server`` reads a line of JSON for each run: the arguments, more
environment variables, and the limit in CPU seconds. It prints the process id, then the exit code.
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
IGNORE_REWRITE_WARNING: Final = ("-W", "ignore::pytest.PytestAssertRewriteWarning")
"""Options that silence pytest's warning about plugins that are already loaded."""


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
    null = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(null, stream)
    os.environ.update(env)
    return int(pytest.main([*IGNORE_REWRITE_WARNING, *arguments]))


if __name__ == "__main__":
    main()
