"""A house rule that is declared is also asked for, by name, in the rules that declare it."""

from __future__ import annotations

import ast
from importlib.util import find_spec
from pathlib import Path

import pytest

from tracker.procedures.installed_rulesets import load_installed_rulesets

OURS = {
    one.ruleset.id: one for one in load_installed_rulesets().playable if one.ruleset is not None
}


def asked_in(package: Path) -> set[str]:
    """The texts in the code of a package."""
    found: set[str] = set()
    for path in package.rglob("*.py"):
        nodes = [*ast.walk(ast.parse(path.read_text("utf-8")))]
        texts = (n.value for n in nodes if isinstance(n, ast.Constant))
        found |= {text for text in texts if isinstance(text, str)}
    return found


@pytest.mark.thorough
@pytest.mark.parametrize("name", sorted(OURS))
def test_every_house_rule_is_asked_for(name: str) -> None:
    ruleset, spec = OURS[name].ruleset, find_spec(OURS[name].module)
    assert ruleset is not None
    assert spec is not None
    assert spec.origin is not None
    package = Path(spec.origin).parent
    assert (package / "options.toml").exists()
    asked = asked_in(package)
    assert [option.name for option in ruleset.options if option.name not in asked] == []
