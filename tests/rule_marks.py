"""Report the rules without a test that `make test` runs, according to `@pytest.mark.rule(...)`.

`tests/rules/<ruleset>.txt` lists the ids of all rules, one a line. With pytest-xdist, every worker
collects all tests and sends the ids that they mark to the controller, which prints the summary.
"""

from pathlib import Path
from textwrap import wrap
from typing import Any

import pytest

REGISTERS = Path(__file__).parent / "rules"
SUMMARY_WIDTH = 100


def registered_ids() -> list[str]:
    """Return the rule ids of all registers, in their order. ``#`` begins a comment."""
    return [
        line
        for register in sorted(REGISTERS.glob("*.txt"))
        for line in register.read_text(encoding="utf-8").splitlines()
        if line and not line.startswith("#")
    ]


class RuleMarks:
    """A pytest plugin that knows which rule ids the collected tests mark."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.marked: set[str] = set()

    @property
    def missing(self) -> list[str]:
        """Registered ids that no collected test marks, in register order."""
        return [rule for rule in registered_ids() if rule not in self.marked]

    @property
    def unknown(self) -> list[str]:
        """Marked ids that no register lists."""
        return sorted(self.marked.difference(registered_ids()))

    @property
    def sees_every_test(self) -> bool:
        """Whether this run collects all tests. `-m` deselects only after collection."""
        option = self.config.option
        narrowed = ("keyword", "deselect", "ignore", "ignore_glob", "lf", "stepwise")
        if any(getattr(option, name, None) for name in narrowed):
            return False
        start = self.config.invocation_params.dir
        given = {(start / argument).resolve() for argument in self.config.args}
        root = self.config.rootpath
        return root in given or {root / path for path in self.config.getini("testpaths")} <= given

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        self.marked.update(
            rule
            for item in items
            if item.get_closest_marker("thorough") is None
            for mark in item.iter_markers("rule")
            for rule in mark.args
        )

    def pytest_sessionfinish(self) -> None:
        if hasattr(self.config, "workeroutput"):
            self.config.workeroutput["marked_rules"] = sorted(self.marked)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        self.marked.update(getattr(node, "workeroutput", {}).get("marked_rules", ()))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.sees_every_test:
            text = f"rules not covered: {', '.join(self.missing) or 'none'}"
            for line in wrap(text, SUMMARY_WIDTH, break_on_hyphens=False):
                terminalreporter.write_line(line)


RULE_MARKS = pytest.StashKey[RuleMarks]()
