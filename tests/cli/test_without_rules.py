"""A match whose rules are uninstalled: read, exported and verified; playing it is refused."""

from __future__ import annotations

import pytest

from tests.cli.running import Shell
from tracker.procedures import installed_rulesets

MISSING = "There are no rules called 'deathzap2'; there are none."


@pytest.fixture
def uninstalled(shooting: Shell) -> Shell:
    """The game of ``shooting`` with eight dice thrown, which the rules still ask three saves of."""
    shooting.done("match", "do", "m1", "r1 > b2 soft : 45611623 / 4 4 4 4")
    return shooting


def take_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installed_rulesets, "load_shipped_ruleset", lambda _: None)
    monkeypatch.setattr(installed_rulesets, "load_playable_rulesets", dict)
    monkeypatch.setattr(installed_rulesets, "explain_missing_ruleset", lambda *_: MISSING)


READ = {
    "log": ("match", "log", "m1"),
    "luck": ("luck", "m1"),
    "ways": ("match", "branches", "m1"),
    "json": ("export", "m1", "--format", "json"),
    "rolls": ("export", "m1", "--format", "csv"),
    "events": ("export", "m1", "--format", "events"),
    "verify": ("verify",),
    "rebuild": ("rebuild",),
    "list": ("match", "list"),
}


@pytest.mark.parametrize("what", READ)
def test_what_is_told_of_it_stays_the_same(
    uninstalled: Shell, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    before = uninstalled.done(*READ[what]).out
    take_away(monkeypatch)
    assert uninstalled.done(*READ[what]).out == before


@pytest.mark.thorough
def test_how_it_stands_is_shown_and_it_is_written_out(
    uninstalled: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = uninstalled.done("match", "show", "m1", "--json").json
    take_away(monkeypatch)
    after = uninstalled.done("match", "show", "m1", "--json").json
    for field in ("title", "ruleset", "turn", "phase", "side", "sides", "line"):
        assert after[field] == before[field], field
    for form in ("md", "html", "setup"):
        assert "Iron Third v Red Dusk" in uninstalled.done("export", "m1", "--format", form).out


def test_its_record_comes_back_where_the_rules_are(
    uninstalled: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        take_away(patch)
        uninstalled.done("export", "m1", "--format", "record", "-o", "kept.record")
    events = uninstalled.done("export", "m1", "--format", "json").json["events"]
    other = Shell(uninstalled.path.with_name("other.db"), monkeypatch)
    other.done("import", "kept.record")
    assert other.done("export", "m1", "--format", "json").json["events"] == events


@pytest.mark.parametrize(
    "call",
    [
        ("match", "do", "m1", "next"),
        ("match", "answer", "m1", "=3"),
        ("match", "undo", "m1"),
        ("match", "actions", "m1"),
        ("odds", "m1"),
    ],
)
def test_playing_it_is_refused_in_a_sentence(
    uninstalled: Shell, monkeypatch: pytest.MonkeyPatch, call: tuple[str, ...]
) -> None:
    take_away(monkeypatch)
    refused = uninstalled(*call)
    assert (refused.code, refused.err) == (1, f"warledger: {MISSING}\n")
