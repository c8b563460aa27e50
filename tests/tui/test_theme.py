"""Colours differ where they mean something, and can be read on their ground."""

from __future__ import annotations

from itertools import combinations

import pytest
from textual.color import Color
from textual.theme import Theme

from tui.theme import DARK, LIGHT

THEMES = (DARK, LIGHT)


def _luminance(colour: Color) -> float:
    """Relative luminance as the web's guidelines define it."""
    linear = [
        c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in colour.normalized
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(one: str, other: str) -> float:
    first, second = sorted((_luminance(Color.parse(c)) for c in (one, other)), reverse=True)
    return (first + 0.05) / (second + 0.05)


def _meaning(theme: Theme) -> dict[str, str]:
    named = {name: getattr(theme, name) for name in ("primary", "success", "warning", "error")}
    assert all(named.values())
    return {**named, "side 1": theme.variables["side-1"], "side 2": theme.variables["side-2"]}


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_colours_that_mean_something_differ(theme: Theme) -> None:
    named = {k: v for k, v in _meaning(theme).items() if not k.startswith("side")}
    for (name, one), (other, two) in combinations(named.items(), 2):
        assert one != two, (name, other)
    assert theme.variables["side-1"] != theme.variables["side-2"]


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_every_colour_can_be_read(theme: Theme) -> None:
    assert theme.foreground is not None
    assert theme.secondary is not None
    colours = [*_meaning(theme).values(), theme.foreground, theme.secondary]
    for ground in (theme.background, theme.panel):
        assert ground is not None
        for colour in (*colours, theme.variables["quiet"]):
            assert _contrast(colour, ground) >= 3, (colour, ground)
        assert _contrast(theme.variables["frame"], ground) >= 2
