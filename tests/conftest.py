"""What every test shares: property-test profiles, rule marks, and a ledger that is nobody's."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.rule_marks import RULE_MARKS, RuleMarks

settings.register_profile(
    "ci",
    deadline=None,
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("dev", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))


def pytest_configure(config: pytest.Config) -> None:
    config.stash[RULE_MARKS] = RuleMarks(config)
    config.pluginmanager.register(config.stash[RULE_MARKS], "rule-marks")


@pytest.fixture(autouse=True, scope="session")
def _nobodys_ledger(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep a test that forgets to name its ledger away from the user's own, and copies away."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WARLEDGER_DB", str(tmp_path_factory.mktemp("home") / "ledger.db"))
        patch.setenv("WARLEDGER_BACKUPS", "0")
        yield
