"""The checkout: nothing in it is tied to one machine, and the core starts without the screens."""

import re
import shutil
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

# The words are put together here, or this file would name them.
REGISTRY_HOSTS = [
    f"{name}.{domain}"
    for name, domain in (
        ("pypi", "org"),
        ("files.pythonhosted", "org"),
        ("registry.npmjs", "org"),
        ("registry.yarnpkg", "com"),
        ("proxy.golang", "org"),
        ("crates", "io"),
        ("rubygems", "org"),
        ("conda.anaconda", "org"),
    )
]
MACHINE_FOLDERS = ("work", "root", "home", "Users", "opt", "tmp")
MACHINE_PATH = re.compile(rf"(?<![\w.~/>-])/(?:{'|'.join(MACHINE_FOLDERS)})/\w")


def project_files() -> list[Path]:
    """Every file that is, or would be, committed."""
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    command = [git, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout.decode()
    paths = (ROOT / name for name in names.split("\0") if name)
    return [path for path in paths if path.is_file()]


def lines_with(pattern: re.Pattern[str]) -> list[str]:
    return [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
        for path in project_files()
        for number, line in enumerate(
            path.read_text(encoding="utf-8", errors="replace").splitlines(), 1
        )
        if pattern.search(line)
    ]


def test_no_file_names_a_package_registry() -> None:
    hosts = re.compile("|".join(re.escape(host) for host in REGISTRY_HOSTS))
    assert lines_with(hosts) == []


def test_no_file_names_a_path_of_one_machine() -> None:
    assert lines_with(MACHINE_PATH) == []


@pytest.mark.parametrize("folder", MACHINE_FOLDERS)
def test_a_path_of_one_machine_is_recognised(folder: str) -> None:
    assert MACHINE_PATH.search(f'db = "/{folder}/someone/ledger.db"')
    assert not MACHINE_PATH.search(f"https://example.net/{folder}/page")


def test_constraints_are_plain_pins() -> None:
    pin = re.compile(r"[A-Za-z0-9._-]+==[A-Za-z0-9.+]+")
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if not line.startswith("#") and not pin.fullmatch(line)] == []


def modules_loaded_by(statement: str) -> set[str]:
    code = f"{statement}\nimport sys\nprint(*sys.modules)"
    command = [sys.executable, "-c", code]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True)
    return set(run.stdout.split())


def test_what_is_for_tests_of_rules_is_loaded_only_when_asked_for() -> None:
    loaded = modules_loaded_by("import tracker.cli.main, tui.app, exports")
    assert [name for name in loaded if name.startswith("tracker.testing")] == []


def test_the_application_starts_without_screens_and_migrations() -> None:
    loaded = modules_loaded_by("import tracker.application")
    assert "tracker.application" in loaded
    assert loaded.isdisjoint({"textual", "alembic", "tui", "exports"})


@pytest.mark.parametrize(("parameter", "is_wrong"), [("?1", False), (":name", True)])
def test_what_python_3_12_1_says_of_numbered_parameters_fails_no_test(
    parameter: str, is_wrong: bool
) -> None:
    """It takes ``?1`` for a named parameter; sqlite3 and later releases do not."""
    text = (
        f"Binding 1 ('{parameter}') is a named parameter, but you supplied a sequence which"
        " requires nameless (qmark) placeholders. Starting with Python 3.14 an"
        " sqlite3.ProgrammingError will be raised."
    )
    if is_wrong:
        with pytest.raises(DeprecationWarning):
            warnings.warn(text, DeprecationWarning, stacklevel=1)
    else:
        warnings.warn(text, DeprecationWarning, stacklevel=1)
