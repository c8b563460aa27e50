"""How many examples property tests draw, by HYPOTHESIS_PROFILE: ``ci``, ``dev`` or ``thorough``."""

import os
from collections.abc import Iterable
from typing import TypeVar

import pytest
from _pytest.mark import ParameterSet
from hypothesis import HealthCheck, settings

T = TypeVar("T")

PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "dev")
QUICK = 10
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
    """So many examples of a property; under ``ci`` an eighth, as many of them cost seconds."""
    return settings(max_examples=max(1, most // 8) if PROFILE == "ci" else most)


def some(values: Iterable[T], every: int = 4) -> list[T | ParameterSet]:
    """Parameters of which ``make test`` tries each so many-th, and ``make thorough`` all; a tuple
    is the values of several.
    """
    return [
        value if number % every == 0 else _only_thorough(value)
        for number, value in enumerate(values)
    ]


def _only_thorough(value: object) -> ParameterSet:
    each = value if type(value) is tuple else (value,)
    return pytest.param(*each, marks=pytest.mark.thorough)
