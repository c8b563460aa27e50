"""Entry points are those that ``importlib.metadata`` tells of, also of packages in archives."""

from __future__ import annotations

import importlib.metadata
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.plugins import package
from tracker.procedures.entry_points import list_entry_points
from tracker.procedures.installed_rulesets import GROUP


@pytest.mark.parametrize("group", [GROUP, "console_scripts", "pytest11", "nobody's"])
def test_they_are_those_that_importlib_tells_of(group: str) -> None:
    known = importlib.metadata.entry_points(group=group)
    said = {(one.name, one.value, one.dist.version) for one in known if one.dist is not None}
    assert {
        (one.name, one.value, one.read_metadata_field("Version"))
        for one in list_entry_points(group)
    } == said


def test_what_is_found_twice_counts_where_it_is_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for at, value in enumerate(("second", "first")):
        folder = tmp_path / value
        folder.mkdir()
        package(folder, "twice", None, points=f"[{GROUP}]\n# {at}\ntwice = {value}:A.b [more]\n")
        monkeypatch.syspath_prepend(folder)
    (found,) = (one for one in list_entry_points(GROUP) if one.name == "twice")
    assert (found.value, found.module) == ("first:A.b [more]", "first")


def test_a_package_in_an_archive_is_found_and_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package(
        tmp_path, "packed", "class A:\n    b = 7\n", points=f"[{GROUP}]\npacked = plug_packed:A.b\n"
    )
    archive = tmp_path / "packed.zip"
    with ZipFile(archive, "w") as packed:
        for file in [*tmp_path.rglob("*")]:
            if file.is_file() and file != archive:
                packed.write(file, file.relative_to(tmp_path))
    monkeypatch.syspath_prepend(archive)
    (found,) = (one for one in list_entry_points(GROUP) if one.name == "packed")
    assert (found.load_object(), found.read_metadata_field("Name")) == (7, "warledger-packed")


def test_folders_that_are_not_there_and_what_cannot_be_read_are_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package(tmp_path, "odd", None)
    (tmp_path / "warledger_odd-0.1.dist-info" / "entry_points.txt").write_bytes(b"\xff\xfe")
    monkeypatch.setattr("sys.path", [str(tmp_path), str(tmp_path / "nowhere")])
    assert list_entry_points(GROUP) == []
