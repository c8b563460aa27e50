"""Rulesets stand on their own: none is named outside its package, and anybody can add one."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tracker.procedures.installed_rulesets import load_playable_rulesets

ROOT = Path(__file__).parent.parent
ROOMS = ("tracker", "tui", "exports", "migrations")


def test_no_ruleset_is_named_outside_its_own_package() -> None:
    """Neither id, nor package, nor title, in code, data or texts."""
    ours = [r for r in load_playable_rulesets().values() if r.actions and _package(r.id).is_dir()]
    assert ours
    names = {name for r in ours for name in (r.id, r.id.replace("-", "_"), r.title)}
    word = re.compile("|".join(map(re.escape, sorted(names))), re.IGNORECASE)
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in _files()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if word.search(line)
    ]
    assert found == []


def _package(ruleset: str) -> Path:
    return ROOT / "tracker" / "rulesets" / ruleset.replace("-", "_")


def _files() -> list[Path]:
    return [
        path
        for room in ROOMS
        for path in sorted((ROOT / room).rglob("*"))
        if path.is_file()
        and path.suffix in {".py", ".toml", ".tcss", ".html", ".md", ".txt", ".war", ".j2", ".mako"}
        and ROOT / "tracker" / "rulesets" not in path.parents
    ]


@pytest.mark.thorough
def test_a_ruleset_from_another_package_is_played(tmp_path: Path) -> None:
    """Installed beside the program, found by its entry point, played to its end, exported."""
    site = tmp_path / "site"
    package = Path(__file__).parent / "third_party" / "coin"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    offline = ["--no-index", "--no-deps", "--no-build-isolation"]
    _run([*pip, *offline, "--target", str(site), str(package)])
    env = {**os.environ, "PYTHONPATH": str(site), "WARLEDGER_DB": str(tmp_path / "coin.db")}
    roster = tmp_path / "coins.toml"
    roster.write_text('name = "Coins"\n[[hands]]\ncoins = 3\n', encoding="utf-8")

    def warledger(*words: str) -> str:
        code = "from tracker.cli.main import run; run()"
        return _run([sys.executable, "-c", code, *words], env)

    sides = ("--side", f"Red={roster}", "--side", f"Blue={roster}")
    warledger("rules", "check", "coin")
    warledger("match", "new", "--ruleset", "coin", *sides, "--option", "points=3")
    warledger("match", "do", "last", "r1 tosses : 666")
    warledger("match", "do", "last", "next")
    listed = json.loads(warledger("match", "list", "--json"))
    assert [game["winner"] for game in listed["matches"]] == ["Red"]
    assert "Winner: Red" in warledger("export", "last", "--format", "md")
    warledger("verify")


def _run(command: Sequence[str], env: dict[str, str] | None = None) -> str:
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout
