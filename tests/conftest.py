"""Set up all tests: Hypothesis profiles, rule marks, and a temporary ledger."""

import gc
import os
import secrets
from collections.abc import Iterator

import pytest
from _pytest.unraisableexception import gc_collect_iterations_key
from hypothesis import core

from tests.profiles import PROFILE
from tests.rule_marks import RULE_MARKS, RuleMarks
from tracker.application import garbage_collection_pause

SELDOM = 200_000
"""How many new objects start a garbage collection while tests run."""
NEVER = 10**9
"""How many new objects start the program's own garbage collections in quick runs."""
SEED = "WARLEDGER_SEED"
os.environ.setdefault(SEED, str(secrets.randbelow(1_000_000)))  # one for all workers
if PROFILE == "thorough":
    # Other examples each time, and the same where the seed is given.
    core.global_force_seed = int(os.environ[SEED])  # type: ignore[assignment]


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    if PROFILE == "thorough" or config.option.markexpr == "thorough":
        seed = os.environ[SEED]
        terminalreporter.write_line(f"{SEED}={seed} plays the thorough games of this run again")


def pytest_configure(config: pytest.Config) -> None:
    gc.disable()  # until all tests are collected
    config.stash[RULE_MARKS] = RuleMarks(config)
    config.pluginmanager.register(config.stash[RULE_MARKS], "rule-marks")
    # `make thorough` searches once for what was left open; five times, as usual, takes long.
    config.stash[gc_collect_iterations_key] = 0 if PROFILE == "ci" else 1


def pytest_collection_finish() -> None:
    """Exempt the collected tests from garbage collections. They live to the end of the run."""
    gc.freeze()
    gc.set_threshold(SELDOM)
    gc.enable()
    if PROFILE == "ci":
        garbage_collection_pause.MIN_NEW_OBJECTS = NEVER


@pytest.fixture(autouse=True, scope="session")
def _nobodys_ledger(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep tests away from the user's own ledger and settings, and switch backups off."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WARLEDGER_DB", str(tmp_path_factory.mktemp("home") / "ledger.db"))
        patch.setenv("WARLEDGER_BACKUPS", "0")
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("config")))
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        patch.delenv("WARLEDGER_ASCII", raising=False)
        yield
