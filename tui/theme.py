"""The dark and the light theme. Errors, warnings, success and focus have different colours."""

from __future__ import annotations

from textual.theme import Theme

DARK = Theme(
    name="lamplight",
    dark=True,
    primary="#e0b15c",
    secondary="#7fb2d9",
    accent="#e0b15c",
    foreground="#e6e1d6",
    background="#16181c",
    surface="#1d2026",
    panel="#262a32",
    success="#8fc47a",
    warning="#f0a04b",
    error="#ef6f6c",
    variables={
        "side-1": "#f08a80",
        "side-2": "#82b6ec",
        "quiet": "#9a978f",
        "frame": "#6d6a63",
        "footer-key-foreground": "#e0b15c",
    },
)
LIGHT = Theme(
    name="daylight",
    dark=False,
    primary="#7a4b00",
    secondary="#1f5c8a",
    accent="#7a4b00",
    foreground="#1e1f22",
    background="#faf7f0",
    surface="#f2eee4",
    panel="#e8e3d6",
    success="#2f6b1f",
    warning="#8a4b00",
    error="#a3231f",
    variables={
        "side-1": "#9d2a22",
        "side-2": "#1c5488",
        "quiet": "#5f5c55",
        "frame": "#807c72",
        "footer-key-foreground": "#7a4b00",
    },
)
