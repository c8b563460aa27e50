"""`make mutants` finds the mutations of a module, and skips what is not executable code."""

from __future__ import annotations

from pathlib import Path

import pytest

from dev.mutants.mutated_packages import PACKAGES, SOURCES
from dev.mutants.source_mutations import find_mutations

ROOT = Path(__file__).parents[2]


def describe_mutations(source: str) -> list[str]:
    text = source.encode()
    return [mutation.describe(text) for mutation in find_mutations(text)]


@pytest.mark.parametrize(
    ("source", "mutations"),
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
def test_each_mutation_is_found(source: str, mutations: list[str]) -> None:
    assert sorted(describe_mutations(source)) == sorted(mutations)


def test_a_mutation_changes_only_its_own_position() -> None:
    source = "x = 'ü'\nif a == 1: b()\n".encode()
    mutations = [each for each in find_mutations(source) if each.line == 2]
    mutants = {mutation.apply_to(source).decode() for mutation in mutations}
    assert "x = 'ü'\nif a != 1: b()\n" in mutants
    assert "x = 'ü'\nif a == 2: b()\n" in mutants
    assert "x = 'ü'\nif a == 1: pass\n" in mutants


@pytest.mark.thorough
def test_every_module_of_the_program_is_in_a_mutated_package() -> None:
    modules = {path.relative_to(ROOT) for name in SOURCES for path in (ROOT / name).rglob("*.py")}
    mutated = {path for package in PACKAGES for path in package.list_modules(ROOT)}
    others = {path for path in modules - mutated if "testing" not in path.parts}
    assert {path.name for path in others} <= {"__init__.py"}
