"""Sitting down, pausing, leaving with a word on where things stand, and the set-up sheet."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path

import pytest

from tests.tui.kit import (
    TO_SHOOT,
    VOLLEY,
    Clock,
    Stage,
    act,
    at_table,
    begin,
    book,
    check_golden_as_drawn,
    check_goldens,
    samples,
)
from tests.xenocide.laws import secret
from tracker.application.book import Book
from tracker.application.log.side_playing_time import PlayingTimeMeter
from tracker.application.match_setup import Entrant
from tracker.vocabulary.events import Noted
from tui import app
from tui.user_settings_and_drafts import LastVisit, UnsubmittedInputStore


@pytest.mark.thorough
def test_leaving_takes_a_word_on_where_things_stand() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("n")
        await stage.press("q")
        assert "note for your return (optional)" in stage.text
        await stage.press("Alpha at the ford⏎")
        assert "resume" in stage.text  # home

    game = at_table(story, TO_SHOOT[:-1])
    notes = [e.input for e in game.history.list_entries_on_path() if isinstance(e.input, Noted)]
    assert [(note.text, note.mark) for note in notes] == [("Alpha at the ford", "stands")]


def test_enter_leaves_without_a_word_and_escape_stays() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("nq⎋")
        assert "who does what?" in stage.text
        await stage.press("q⏎")
        assert "resume" in stage.text

    game = at_table(story, TO_SHOOT[:-1])
    notes = [e.input for e in game.history.list_entries_on_path() if isinstance(e.input, Noted)]
    assert [(note.text, note.mark) for note in notes] == [("", "pause")]


@pytest.mark.thorough
def test_leaving_takes_the_same_keys_whether_or_not_a_line_was_said() -> None:
    """``q⏎`` out of habit leaves to home; it never opens the game again."""

    async def story(stage: Stage) -> None:
        await stage.press("q⏎")
        assert "─ resume ─" in stage.text
        await stage.press("⏎'came back⏎q⏎")
        assert "─ resume ─" in stage.text

    at_table(story, TO_SHOOT)


@pytest.mark.thorough
def test_the_clock_rests_while_nobody_is_at_the_table() -> None:
    kept = book()
    begin(kept, TO_SHOOT)
    clock = kept.clock
    assert isinstance(clock, Clock)

    async def story(stage: Stage) -> None:
        clock.now += 3 * 60_000_000
        await stage.press("q⏎")
        clock.now += 30 * 60_000_000
        await stage.press("⏎")
        assert "paused (p)" in stage.text
        await stage.press("nn")

    act(story, kept, game="m1")
    kept_time = PlayingTimeMeter().measure_side_times(kept.open_game("m1").history)
    assert kept_time.get_side_total(kept.open_game("m1").state.info.sides[0].id) == 3 * 60_000_000


@pytest.mark.thorough
def test_home_marks_the_game_that_was_left() -> None:
    kept = book()
    entrants = [
        Entrant("Red", samples()["iron-third.toml"]),
        Entrant("Blue", samples()["red-dusk.toml"]),
    ]
    for title in ("First", "Second", "Third"):
        kept.begin_match("deathzap2", entrants, title=title, played_on="2025-10-09")
        kept.clock.tick()  # type: ignore[attr-defined]

    async def story(stage: Stage) -> None:
        await stage.press("3")  # the oldest, at the foot of the list
        kept.clock.tick()  # type: ignore[attr-defined]
        await stage.press("'seen⏎q⏎")
        (marked,) = [row for row in stage.text.splitlines() if "▸" in row]
        assert "First" in marked
        await stage.press("n⏎⏎")  # a game begun from here is marked, too
        await stage.press("⏎")
        await stage.press("q⏎")
        (marked,) = [row for row in stage.text.splitlines() if "▸" in row]
        assert not any(title in marked for title in ("First", "Second", "Third"))

    act(story, kept, game=None)


@pytest.mark.thorough
def test_one_esc_too_many_says_what_it_took_back_and_offers_its_return() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("12s⏎4516234612⏎")
        await stage.press("42⎋⎋")  # the dice that are typed, then the action
        assert "The whole action is undone with 1 roll. Press U to redo it." in stage.text
        await stage.press("⎋")
        assert "U redoes; u undoes the last entry" in stage.text
        await stage.press("U")
        assert "THROUGH" in stage.text

    at_table(story, TO_SHOOT)


def test_p_stops_the_clock_and_lets_it_go_on() -> None:
    kept = book()
    begin(kept, TO_SHOOT)
    clock = kept.clock
    assert isinstance(clock, Clock)

    async def story(stage: Stage) -> None:
        await stage.press("p")
        assert "paused (p)" in stage.text
        clock.now += 20 * 60_000_000
        await stage.press("p")
        assert "paused" not in stage.text
        clock.now += 3 * 60_000_000
        await stage.press("nn")

    act(story, kept, game="m1")
    # Twenty minutes of pause are nobody's; the three before Red's half ended are Red's.
    kept_time = PlayingTimeMeter().measure_side_times(kept.open_game("m1").history)
    assert kept_time.get_side_total(kept.open_game("m1").state.info.sides[0].id) == 3 * 60_000_000


def test_minutes_stand_on_a_wide_screen_and_by_turn_under_v() -> None:
    kept = book()
    begin(kept, TO_SHOOT)
    clock = kept.clock
    assert isinstance(clock, Clock)
    clock.now += 11 * 60_000_000

    async def story(stage: Stage) -> None:
        assert "Red 11 min, Blue 0" in stage.text.splitlines()[0]
        await stage.press("v")
        assert "minutes" in stage.text
        assert "turn 1" in stage.text

    act(story, kept, size=(120, 40), game="m1")


@pytest.mark.thorough
def test_the_set_up_sheet_from_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    kept = book()
    begin(kept, VOLLEY)

    async def story(stage: Stage) -> None:
        await stage.press("p")
        await check_goldens(stage, "set-up-sheet")
        await stage.press("f")
        assert "Written:" in stage.text

    act(story, kept, game=None)
    (written,) = tmp_path.iterdir()
    assert written.name == "iron-third-v-red-dusk-set-up.txt"
    assert "[ ] R1 Alpha: 8 of 8" in written.read_text(encoding="utf-8")


@pytest.mark.thorough
def test_the_battle_report_from_the_table_and_from_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    kept = book()
    begin(kept, VOLLEY)

    async def story(stage: Stage) -> None:
        await stage.named("f4")
        assert "─ Forces ─" in stage.text
        await stage.press("h")
        assert "Written:" in stage.text
        await stage.press("q⏎")
        for form in "hm":
            await stage.named("f4")
            await stage.press(form)
            assert "Written:" in stage.text

    act(story, kept, game="m1")
    name = "iron-third-v-red-dusk"
    written = {file.name: file.read_text(encoding="utf-8") for file in tmp_path.iterdir()}
    assert set(written) == {f"{name}.html", f"{name}-2.html", f"{name}.md"}
    assert written[f"{name}.html"].startswith("<!doctype html>")
    assert written[f"{name}.md"].startswith("# Iron Third v Red Dusk")


def test_what_cannot_be_written_is_said_and_a_record_waits_for_secrets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    kept = book("xenocide")
    secret(kept)

    async def story(stage: Stage) -> None:
        await stage.named("f4")
        await stage.press("r")
        assert "still has secrets" in stage.text

    act(story, kept, game="m1")
    assert [*tmp_path.iterdir()] == []


@pytest.mark.thorough
def test_half_typed_dice_are_there_again_after_leaving_and_after_a_kill(tmp_path: Path) -> None:
    kept, file = book(), tmp_path / "typed"
    begin(kept, (*TO_SHOOT, "r1 > b2 soft"))

    async def typing(stage: Stage) -> None:
        stage.app.draft_input = UnsubmittedInputStore(file)
        await stage.press("45162")
        await stage.press("q⏎⏎")
        assert stage.table.prompt.typed_text == "45162"

    async def killed(stage: Stage) -> None:  # nothing told the one before that it ends
        stage.app.draft_input = UnsubmittedInputStore(file)
        await stage.press("⏎")
        assert stage.table.prompt.typed_text == "45162"
        await stage.press("34612⏎")
        assert UnsubmittedInputStore(file).get_text("m1", "") == ""
        await stage.press("q⏎⏎")
        assert stage.table.prompt.typed_text == ""  # another question

    act(typing, kept, game="m1")
    act(killed, kept, game=None)


@pytest.mark.thorough
def test_half_typed_dice_go_when_somebody_went_on_and_came_back_to_the_question() -> None:
    kept = book()
    game = begin(kept, (*TO_SHOOT, "r1 > b2 soft"))
    drafts = UnsubmittedInputStore()

    async def typing(stage: Stage) -> None:
        stage.app.draft_input = drafts
        await stage.press("45162")
        await stage.press("qat the ford⏎⏎")
        assert stage.table.prompt.typed_text == "45162"  # a note is no answer
        await stage.press("q⏎")
        other = kept.open_game(game.stream)
        other.answer_with_text("4516234612")
        other.undo()
        await stage.press("⏎")
        assert stage.table.prompt.typed_text == ""

    act(typing, kept, game="m1")


@pytest.mark.parametrize("demo", [False, True])
def test_half_typed_dice_are_kept_for_the_demo_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, demo: bool
) -> None:
    seen: list[Path | None] = []
    monkeypatch.setattr(
        app, "derive_user_file_path", lambda where, what: tmp_path / f"{where}-{what}"
    )
    monkeypatch.setattr(app, "open_book", lambda *_, **__: nullcontext(book()))
    monkeypatch.setattr(app, "open_or_build_demo_ledger", lambda *_: nullcontext(book()))
    monkeypatch.setattr(app.WarledgerApp, "run", lambda self: seen.append(self.draft_input.file))
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    assert app.run_app(tmp_path / "a.db", demo=demo) == 0
    assert seen == [tmp_path / f"{tmp_path / 'a.db'}-typed"]


def test_half_typed_dice_of_a_game_begun_from_the_demo_are_kept_with_the_own_book(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, demo = book(), book()
    monkeypatch.setattr(
        app, "derive_user_file_path", lambda where, what: tmp_path / f"{where}-{what}"
    )
    monkeypatch.setattr(app, "open_book", lambda: nullcontext(own))
    monkeypatch.setattr(app, "describe_ledger_location", lambda _: "own")
    screens = app.WarledgerApp(demo, location="demo", demo=True)
    screens.draft_input = UnsubmittedInputStore(tmp_path / "demo-typed")
    assert (
        screens.open_own_book_and_location() == screens.open_own_book_and_location() == (own, "own")
    )
    assert screens.get_unsubmitted_input_store(begin(own)).file == tmp_path / "own-typed"
    assert screens.get_unsubmitted_input_store(begin(demo)).file == tmp_path / "demo-typed"


def test_who_only_watches_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[app.WarledgerApp] = []
    asked: list[object] = []
    monkeypatch.setattr(app, "derive_user_file_path", lambda where, what: tmp_path / what)
    monkeypatch.setattr(
        app, "read_last_visit", lambda where, clock: LastVisit(tmp_path / "left", clock)
    )

    def opened(path: object, **how: object) -> nullcontext[Book]:
        asked.append((path, how))
        return nullcontext(kept)

    kept = book()
    begin(kept)
    monkeypatch.setattr(app, "open_book", opened)
    monkeypatch.setattr(app.WarledgerApp, "run", lambda one: seen.append(one))  # noqa: PLW0108 - a method
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    path = tmp_path / "a.db"
    assert app.run_app(path, "m1", watch=True) == 0
    assert (seen[0].last_visit.file, seen[0].draft_input.file) == (None, None)
    assert (seen[0].watching, seen[0].first_game, seen[0].demo) == (True, "m1", False)
    assert list(tmp_path.iterdir()) == []
    assert app.run_app(path) == 0
    assert (seen[1].watching, seen[1].first_game, seen[1].location) == (False, None, str(path))
    assert [one.name for one in tmp_path.iterdir()] == ["left"]
    assert asked == [
        (path, {"only_reading": True}), (path, {"only_reading": False}),
    ]  # fmt: skip


@pytest.mark.thorough
def test_half_typed_dice_are_there_again_from_home_without_any_file() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("45q⏎⏎")
        assert stage.table.prompt.typed_text == "45"

    at_table(story, (*TO_SHOOT, "r1 > b2 soft"))


@pytest.mark.parametrize("text", [b"\xff", b"[]", b'{"m1": 3}', b'{"m1": ["a", 4]}', b"{"])
def test_a_spoilt_file_of_half_typed_dice_is_none(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "typed").write_bytes(text)
    kept = UnsubmittedInputStore(tmp_path / "typed")
    assert kept.get_text("m1", "a") == ""
    kept.save_text("m1", "a", "45")
    assert UnsubmittedInputStore(tmp_path / "typed").get_text("m1", "a") == "45"


def test_f1_shows_the_tables_of_the_phase_and_f3_the_words() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("45")
        await stage.named("f1")
        await check_goldens(stage, "tables")
        await stage.press("⎋")
        async for _ in stage.sizes():  # marks are explained as they were drawn when it was opened
            await stage.named("f3")
            check_golden_as_drawn(stage, "words")
            await stage.press("⎋")
        assert "4 5" in stage.text  # half typed dice are still there

    at_table(story, VOLLEY)
