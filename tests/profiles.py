"""Hypothesis profiles, chosen by HYPOTHESIS_PROFILE: ``ci``, ``dev`` or ``thorough``."""

import os
from collections.abc import Iterable
from typing import TypeVar

import pytest
from _pytest.mark import ParameterSet
from hypothesis import HealthCheck, settings

T = TypeVar("T")

PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "dev")
QUICK = 10
"""How many examples a property test draws under ``ci`` unless it gives a number itself."""

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
    """Return settings for a property test which draws ``most`` examples, or an eighth in ``ci``."""
    return settings(max_examples=max(1, most // 8) if PROFILE == "ci" else most)


def some(values: Iterable[T], every: int = 4) -> list[T | ParameterSet]:
    """Return parameters of which ``make test`` tries every fourth, and ``make thorough`` all.

    A tuple holds one value for each of several arguments.
    """
    return [
        value if number % every == 0 else _only_thorough(value)
        for number, value in enumerate(values)
    ]


def _only_thorough(value: object) -> ParameterSet:
    each = value if type(value) is tuple else (value,)
    return pytest.param(*each, marks=pytest.mark.thorough)
