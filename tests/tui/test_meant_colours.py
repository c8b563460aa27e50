"""What colour and weight say: whose it is, what is refused, where one is, what is grave."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from tests.profiles import some
from tests.tui.kit import TO_SHOOT, VOLLEY, Stage, at_table

ROLES = ("side-1", "side-2", "accent", "secondary", "success", "warning", "error", "quiet")


@dataclass(frozen=True)
class Written:
    """A piece of the screen, and what it is written in."""

    text: str
    role: str
    bold: bool


def written(stage: Stage) -> list[Written]:
    """Every piece with the role of its colour; colours that mean nothing have none."""
    variables = stage.app.theme_variables
    roles = {str(variables[role]).lower(): role for role in reversed(ROLES)}
    found = []
    for strip in stage.strips():
        for segment in strip:
            style = segment.style
            colour = style.color.get_truecolor().hex.lower() if style and style.color else ""
            bold = bool(style and style.bold)
            found.append(Written(segment.text.strip(), roles.get(colour, ""), bold))
    return found


FIRED = (*TO_SHOOT, "r1 > b2 soft : -10")
PANIC = (*TO_SHOOT, "fix b1 panic 1")


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("lines", "keys", "text", "role", "bold"),
    some(
        [
            # Whose it is: names, numbers, and the half that runs.
            (TO_SHOOT, "", "Iron Third", "side-1", True),
            (TO_SHOOT, "", "Red Dusk", "side-2", True),
            (TO_SHOOT, "", "RED", "side-1", True),
            (TO_SHOOT, "", "BLUE", "side-2", True),
            (TO_SHOOT, "", "Red", "side-1", True),
            # Where the game is: the phase that runs stands out, those that are over step back.
            (TO_SHOOT, "", "▶SHOOT", "accent", True),
            (TO_SHOOT, "", "move✓", "quiet", False),
            (TO_SHOOT, "", "left", "accent", False),
            (VOLLEY, "", "acts", "accent", True),
            (VOLLEY, "", "▸", "accent", True),
            # What is asked, and that it is on the disk.
            (VOLLEY, "", "THROUGH", "accent", True),
            (VOLLEY, "", "need 4+", "", True),
            (VOLLEY, "", "line 28 saved", "success", False),
            # Why: the rule stands out from what it says.
            (VOLLEY, "w", "DZ-SHOOT-08", "accent", True),
            # Grave things.
            (PANIC, "", "PANIC T1", "warning", False),
            # Refused, against the advice of the rules, done.
            (TO_SHOOT, "9⏎", "×", "error", True),
            (TO_SHOOT, "9⏎", "Red has no unit 9. Type 1, 2 or 3.", "error", False),
            (FIRED, "12s⏎", "!", "warning", True),
            (VOLLEY, "⎋", "✓", "success", True),
        ],
        2,
    ),
)
def test_a_colour_says_what_it_means(
    lines: tuple[str, ...], keys: str, text: str, role: str, bold: bool
) -> None:
    async def story(stage: Stage) -> None:
        await stage.press(keys)
        found = {(piece.role, piece.bold) for piece in written(stage) if piece.text == text}
        assert (role, bold) in found, found

    at_table(story, lines)


@pytest.mark.thorough
def test_numbers_of_units_wear_the_colour_of_their_side() -> None:
    async def story(stage: Stage) -> None:
        numbers = [piece for piece in written(stage) if piece.text in ("1", "2", "3")]
        assert {(piece.text, piece.role) for piece in numbers if piece.bold} == {
            (number, side) for number in "123" for side in ("side-1", "side-2")
        }

    at_table(story, TO_SHOOT)


@pytest.mark.thorough
def test_only_what_is_refused_is_in_the_colour_of_errors() -> None:
    async def story(stage: Stage) -> None:
        assert not [piece for piece in written(stage) if piece.role == "error"]
        await stage.press("9⏎")
        assert [piece.text for piece in written(stage) if piece.role == "error"] == [
            "×",
            "Red has no unit 9. Type 1, 2 or 3.",
        ]

    at_table(story, PANIC)


@pytest.mark.thorough
def test_what_is_set_right_wears_its_side_and_what_was_changed_stands_out() -> None:
    def heads(stage: Stage) -> set[tuple[str, str]]:
        return {(piece.text, piece.role) for piece in written(stage) if piece.role[:4] == "side"}

    async def story(stage: Stage) -> None:
        await stage.press("!")
        assert heads(stage) == {("RED", "side-1"), ("BLUE", "side-2")}
        await stage.press("v")
        assert heads(stage) == {("RED", "side-1"), ("BLUE", "side-2")}
        await stage.press("5")
        assert Written("5 5▌", "warning", bold=True) in written(stage)
        await stage.press("⌫⎋!0")
        red, blue = ("R1 Alpha", "R2 Bravo", "R3 Hammer"), ("B1 Claw pack", "B2 Dusk rifles")
        assert heads(stage) == {
            *((name, "side-1") for name in (*red, "Red VP")),
            *((name, "side-2") for name in (*blue, "B3 Stalker", "Blue VP")),
        }
        assert Written("8▌", "accent", bold=True) in written(stage)
        assert not [piece for piece in written(stage) if piece.role == "warning"]
        await stage.press("5")
        assert Written("8→5▌", "warning", bold=True) in written(stage)
        assert Written("1 changed", "success", bold=False) in written(stage)

    at_table(story, TO_SHOOT)
