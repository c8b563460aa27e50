"""What faults `make mutants` can put into a module, and which it leaves alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from dev.mutants.mutated_packages import PACKAGES, SOURCES
from dev.mutants.text_mutations import changes

ROOT = Path(__file__).parents[2]


def told(source: str) -> list[str]:
    text = source.encode()
    return [change.told(text) for change in changes(text)]


@pytest.mark.parametrize(
    ("source", "faults"),
    [
        ("a = b < 3", ["< → <=", "3 → 4", "3 → 2"]),
        ("a = b is not c and d", ["and → or", "is not → is"]),
        ("a = not b", ["not b → (b)"]),
        ("a = [b for b in c if b]", ["[b for b in c if b] → []", "b → True"]),
        ("def f(a):\n    return a", ["return a → return None"]),
        ("if a:\n    b()", ["a → True", "a → False", "b() → pass"]),
        ("a.b = 'é' + 'c'", ["a.b = 'é' + 'c' → pass", "'é' → \"\"", "'c' → \"\""]),
        ("a += b", ["a += b → pass"]),
        ("raise Refused(a)", ["raise Refused(a) → pass"]),
        ('def f(a: "str") -> None:\n    """What."""\n    assert a > 1', []),
        ("@dataclass(frozen=True)\nclass A:\n    b: int", []),
    ],
)
def test_every_fault_is_one_that_could_be_made(source: str, faults: list[str]) -> None:
    assert sorted(told(source)) == sorted(faults)


def test_a_fault_changes_its_place_and_nothing_else() -> None:
    source = "x = 'ü'\nif a == 1: b()\n".encode()
    made = {change.made(source).decode() for change in changes(source) if change.line == 2}
    assert "x = 'ü'\nif a != 1: b()\n" in made
    assert "x = 'ü'\nif a == 2: b()\n" in made
    assert "x = 'ü'\nif a == 1: pass\n" in made


@pytest.mark.thorough
def test_every_module_of_the_program_is_in_a_room() -> None:
    every = {path.relative_to(ROOT) for name in SOURCES for path in (ROOT / name).rglob("*.py")}
    in_rooms = {path for package in PACKAGES for path in package.modules(ROOT)}
    beside = {path for path in every - in_rooms if "testing" not in path.parts}
    assert {path.name for path in beside} <= {"__init__.py"}
