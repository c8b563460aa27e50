"""How many examples property tests draw, by HYPOTHESIS_PROFILE: ``ci``, ``dev`` or ``thorough``."""

import os

from hypothesis import HealthCheck, settings

PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "dev")
QUICK = 40
"""Examples of a property under ``ci``, where it says no number of its own."""

settings.register_profile(
    "ci",
    deadline=None,
    derandomize=True,
    max_examples=QUICK,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("dev", deadline=None)
settings.register_profile(
    "thorough", deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(PROFILE)


def examples(most: int) -> settings:
    """So many examples of a property; under ``ci`` a third, as many of them cost seconds."""
    return settings(max_examples=max(1, most // 3) if PROFILE == "ci" else most)
