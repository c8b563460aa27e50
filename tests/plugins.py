"""Install packages with rulesets, valid and broken, for the duration of a test."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tracker.procedures.installed_rulesets import load_installed_rulesets

GOOD = """
from msgspec import Struct
from tracker.procedures.ruleset import Action, Ruleset
from tracker.procedures.declared.action_key_types import Keys, KeyVerb

class Nothing(Struct, frozen=True):
    pass

NEXT = Action("next", "go on", Nothing, lambda *_: None)
DECLARED = dict(
    id="NAME", version="1", title="Some game", actions={"next": NEXT},
)
RULESET = Ruleset(**{**DECLARED, **dict(MORE)})
"""


def good(name: str, more: str = "") -> str:
    """Return the source of a module with a minimal ruleset. ``more`` adds or replaces fields."""
    return GOOD.replace("NAME", name).replace("MORE", more)


def package(
    folder: Path, name: str, source: str | None, *, module: str = "", points: str = ""
) -> None:
    """Write a package ``warledger-NAME`` with one module and the entry point ``NAME``."""
    module = module or f"plug_{name.replace('-', '_')}"
    if source is not None:
        (folder / f"{module}.py").write_text(source, encoding="utf-8")
    facts = folder / f"warledger_{name.replace('-', '_')}-0.1.dist-info"
    facts.mkdir()
    said = f"Metadata-Version: 2.1\nName: warledger-{name}\nVersion: 0.1\n"
    (facts / "METADATA").write_text(said, encoding="utf-8")
    points = points or f"[warledger.rulesets]\n{name} = {module}:RULESET\n"
    (facts / "entry_points.txt").write_text(points, encoding="utf-8")


@contextmanager
def beside(folder: Path) -> Iterator[None]:
    """Install the packages in a folder while the context is active."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        load_installed_rulesets.cache_clear()
        try:
            yield
        finally:
            for module in [name for name in sys.modules if name.startswith("plug_")]:
                del sys.modules[module]
            load_installed_rulesets.cache_clear()


THIRD_PARTY = Path(__file__).parent / "third_party"


@contextmanager
def third_party(name: str, folder: Path) -> Iterator[None]:
    """Install a package of ``tests/third_party`` while the context is active.

    ``folder`` is an empty folder for its metadata.
    """
    said = (THIRD_PARTY / name / "pyproject.toml").read_text(encoding="utf-8")
    points = tomllib.loads(said)["project"]["entry-points"]["warledger.rulesets"]
    lines = "".join(f"{key} = {value}\n" for key, value in points.items())
    package(folder, name, None, points=f"[warledger.rulesets]\n{lines}")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(THIRD_PARTY / name)
        with beside(folder):
            yield
