"""Home and a new game without a terminal: windows of rows, columns, steps, doors to leagues."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.gamefile.kit import PICKET
from tests.gamefile.kit import text_of as game_text
from tests.tui.kit import FROZEN, RULES, begin, book, samples
from tests.tui.quiet import plain, quiet, standin, text_of
from tests.tui.winter import club
from tracker.application.book import Book
from tracker.application.errors import LedgerError, Refused
from tracker.ledger.memory_store import MemoryStore
from tui import crash_reports
from tui.home import home_lists, home_panels
from tui.home.game_setup_form import GameSetupForm
from tui.home.home_lists import MAX_RUNNING_GAMES, MIN_FINISHED_GAMES, HomeRows
from tui.home.home_panels import (
    _compute_column_widths,
    _cut_to_window,
    _render_game_row,
    _render_welcome,
    render_league_row,
)
from tui.home.home_screen import HomeScreen
from tui.home.new_game_screen import NewGameFooter, NewGamePanel, NewGameScreen
from tui.user_settings_and_drafts import LastVisit, UnsubmittedInputStore
from tui.views.game_list import GameListLine
from tui.views.home_view import LeagueListLine
from tui.widgets.dialogs import FailureDialog


def game(**said: Any) -> GameListLine:
    found: dict[str, Any] = {
        "stream": "m1", "title": "Anna v Bram", "rules": "Death", "turn": "turn 2, orders",
        "score": "4 : 3", "age": "today", "has_ended": False,
    }  # fmt: skip
    return GameListLine(**(found | said))


# ----------------------------------------------------------------------------------- panels


def test_a_window_of_home_begins_with_a_title() -> None:
    lines: Any = ["resume", 1, 2, 3, "finished", 5, 6, 7]

    def window(focus: int, room: int) -> list[Any]:
        return list(_cut_to_window(lines, focus, room))

    assert window(1, 8) == lines
    assert window(0, 4) == window(2, 4) == ["resume", 1, 2, 3]
    assert window(3, 4) == ["resume", 2, 3, "finished"]
    assert window(6, 4) == ["finished", 5, 6, 7]
    assert window(7, 3) == ["finished", 6, 7]
    assert window(7, 0) == []


def test_columns_of_home_are_as_wide_as_the_widest() -> None:
    games = [game(), game(stream="m2", rules="D" * 30, has_ended=True, turn="x" * 20)]
    assert _compute_column_widths([], {}, 60) == (60, 0, 0)
    # 5 + 5 + 8 cells of score and day; rules have 15, and 26 if wide. The turn has sixteen, and
    # what no title needs: nothing is cut beside a gap.
    assert _compute_column_widths(games, {}, 100) == (47, 15, 20)
    assert _compute_column_widths(games, {}, 101) == (37, 26, 20)
    assert _compute_column_widths(games, {"m2": "Cup", "m1": "X" * 9}, 100) == (57, 5, 20)
    assert _compute_column_widths(games, {}, 40) == (12, 15, 16)
    assert home_panels._get_kind(games[0], {"m1": "Cup"}) == "Death"
    assert home_panels._get_kind(games[1], {"m2": "Cup"}) == "Cup"


@pytest.mark.parametrize("score", ["", "12 : 10"])
def test_a_turn_is_not_cut_beside_blanks_of_its_own_row(score: str) -> None:
    """With a column of eight cells, which rows with more beside it would leave."""
    game = GameListLine(
        "m1", "Hill", "Rules", "turn 1, close combat", score, "now", has_ended=False
    )
    told = _render_game_row(game, "Rules", 0, (10, 5, 8), 60, marked=False)
    assert told.cell_length == 60
    assert f"turn 1, close combat {score}".rstrip() in told.plain
    assert "…" in _render_game_row(game, "Rules", 0, (10, 5, 8), 40, marked=False).plain


def test_a_league_in_a_row_keeps_its_name_and_how_it_stands() -> None:
    one = LeagueListLine(
        "l1", "Winter League of the Club", "league", "round 4 of 7 · 3 of 5 results in"
    )
    assert render_league_row(one, 0, 60, marked=True).plain == (
        "▸1 Winter League of the…".ljust(27) + "round 4 of 7 · 3 of 5 results in "
    )
    # 40 cells: twenty are for how it stands, and its name has the other fourteen.
    assert render_league_row(one, 8, 40, marked=False).plain == (
        " 9 Winter League…".ljust(19) + "round 4 of 7 · 3 of… "
    )


def test_an_empty_book_says_what_to_press() -> None:
    assert plain(_render_welcome("~/anna/games.db", 30)) == [
        "", "  Records your game while you play.", "  Every line is saved as you type it, in",
        "  ~/anna/games.db", "", "  n  begin a game",
        "  f  build your own army, from a sample or by typing units",
        "  d  explore a finished demo, separate from your own games",
        "  p  practise one volley; nothing is saved (later, press v)",
        "  l  begin a league", "  c  begin a campaign", "  ?  all keys",
    ]  # fmt: skip


# ------------------------------------------------------------------------------------- rows


def make_home_rows(monkeypatch: pytest.MonkeyPatch, running: int, finished: int) -> HomeRows:
    monkeypatch.setattr(
        home_lists, "build_running_game_list_line", lambda book, one: game(stream=one)
    )
    monkeypatch.setattr(
        home_lists, "build_game_list_line", lambda book, one: game(stream=one, has_ended=True)
    )
    monkeypatch.setattr(
        home_lists, "describe_how_game_was_left", lambda book, stream: (f"{stream} waits",)
    )
    seen = standin(
        running=[f"r{n}" for n in range(running)],
        leagues=[LeagueListLine("l1", "Winter", "league", "")],
        finished=[f"f{n}" for n in range(finished)],
    )
    monkeypatch.setattr(home_lists, "build_home_view", lambda book, last_visit: seen)
    found: Any = HomeRows(standin(ledger_change_counter=1), "", demo=False)
    return found  # type: ignore[no-any-return]


def test_of_many_games_only_so_many_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = make_home_rows(monkeypatch, MAX_RUNNING_GAMES + 2, 9)
    rows.load_lists(None, 24)  # type: ignore[arg-type]
    assert rows.visible_rows[MAX_RUNNING_GAMES] == "… 2 more"
    # Twenty above and a league leave no room: three finished games are shown in any case.
    assert len(rows.visible_rows) == MAX_RUNNING_GAMES + 1 + 1 + MIN_FINISHED_GAMES + 1
    assert rows.visible_rows[-1] == "… 6 more"
    sections = [
        rows.get_section_title(place)
        for place in (
            0,
            MAX_RUNNING_GAMES,
            MAX_RUNNING_GAMES + 1,
            MAX_RUNNING_GAMES + 2,
            len(rows.visible_rows) - 1,
        )
    ]
    assert sections == ["resume", "resume", "leagues and campaigns", "finished", "finished"]
    assert rows.game_count == MAX_RUNNING_GAMES + 11
    exact = make_home_rows(monkeypatch, 2, 9)
    # Of 24 lines twelve are others', two games and a league: nine are left.
    exact.load_lists(None, 24)  # type: ignore[arg-type]
    assert (len(exact.visible_rows), exact.visible_rows[-1].stream) == (12, "f8")  # type: ignore[union-attr]
    exact.load_lists(None, 23)  # type: ignore[arg-type]
    assert (len(exact.visible_rows), exact.visible_rows[-1]) == (12, "… 1 more")
    exact.move_cursor_and_read_next_input(99)
    assert (exact.cursor, exact.marked_game, exact.awaited_input) == (11, None, ())
    exact.move_cursor_and_read_next_input(-10)
    assert (exact.cursor, exact.awaited_input) == (1, ("r1 waits",))
    exact.move_cursor_and_read_next_input(2)
    assert exact.marked_game is not None
    assert exact.awaited_input == ()  # it is over
    exact.move_cursor_and_read_next_input(-99)
    assert exact.cursor == 0
    twenty = make_home_rows(monkeypatch, MAX_RUNNING_GAMES, 0)
    twenty.load_lists(None, 24)  # type: ignore[arg-type]
    assert len(twenty.visible_rows) == MAX_RUNNING_GAMES + 1
    assert HomeRows(None, "", demo=False).marked_row is None  # type: ignore[arg-type]


def home(kept: Any = None, *, demo: bool = False) -> Any:
    screen = quiet(HomeScreen(kept or book(), "~/w.db", demo=demo))
    own = {"keeper": property(lambda self: self.keeper_)}
    screen.__class__ = type("Kept", (type(screen),), own)
    screen.keeper_ = standin(last_visit=LastVisit(None, screen.book.clock), keep_copy=lambda: None)
    return screen


def test_what_is_marked_at_home_is_opened() -> None:
    kept = book()
    begin(kept)
    screen = home(kept)
    went: list[Any] = []
    screen.open_game = went.append
    screen.do_begin_new_game = lambda: went.append("new")
    screen.do_find_anything = lambda: went.append("find")
    screen.open_league = went.append
    screen.do_open_row()
    screen.rows.visible_rows = [game(), LeagueListLine("l1", "Winter", "league", ""), "… 2 more"]
    assert [screen.handle_character(key) for key in "1230x4"] == [True] * 3 + [False] * 3
    assert went == ["new", "m1", "l1", "find"]
    assert [key.label for key in screen._list_more_keys()] == ["f", "p", "b", "v", "d"]
    screen.rows.cursor = 1
    screen.do_open_setup_sheet()
    assert screen.said == ["× Mark a game for the set-up sheet first."]
    screen.rows.visible_rows = []
    assert screen._list_more_keys() == ()


def test_what_was_found_is_opened_where_it_belongs() -> None:
    screen = home()
    went: list[Any] = []
    screen.open_game = went.append
    for door in ("open_force_or_unit", "open_player", "open_league"):
        setattr(screen, door, lambda *said, door=door: went.append((door, *said)))

    def found(**said: Any) -> Any:
        known = {"stream": "l1", "summary": None, "force": "", "unit": "", "player": ""}
        return standin(**(known | said))

    for one in (None, found(summary="x", stream="m1"), found(unit="u1"), found(force="f1"),
                found(player="p1"), found()):  # fmt: skip
        screen._open_hit(one)
    assert went == [
        "m1", ("open_force_or_unit", "l1", "", "u1"), ("open_force_or_unit", "l1", "f1", ""),
        ("open_player", "l1", "p1"), ("open_league", "l1"),
    ]  # fmt: skip


def test_a_game_that_cannot_be_opened_is_a_failure_shown_at_home() -> None:
    screen = home()
    screen.open_game("m9")
    assert isinstance(screen.pushed[0], FailureDialog)
    assert screen.pushed[0].title_text == "That could not be opened"
    assert screen.open_league("l9") is None
    screen.open_player("l9", "Anna")
    screen.open_force_or_unit("l9", "f1", "u1")
    assert len(screen.pushed) == 4
    demo = home(demo=True)
    demo.do_open_demo()
    assert demo.said == ["You are already in the demo. Press Esc to open your own ledger."]


def test_leagues_are_begun_where_there_is_none_and_picked_where_there_are() -> None:
    kept = club()
    screen = home(kept)
    screen.open_book_for_new_games = lambda: None
    screen.do_open_or_begin_league()
    assert screen.pushed == []  # there is no book to begin it in
    screen.rows.view.leagues = [LeagueListLine("l1", "Winter", "league", "")]
    screen.do_open_or_begin_campaign()
    assert screen.pushed == []
    screen.do_open_or_begin_league()
    assert len(screen.pushed) == 1


# --------------------------------------------------------------------------------- a new game


def test_a_new_game_is_chosen_step_by_step() -> None:
    kept = book()
    form = GameSetupForm(kept)
    assert (form.current_step, len(form.list_current_row_names())) == ("force", len(samples()))
    proposed = [len(form.default_forces)]
    assert not form.go_back_one_step()
    form.go_to_row(99)
    assert form.cursor == len(form.list_current_row_names()) - 1
    proposed.append(len(form.default_forces))
    form.go_to_row(-1)
    assert form.cursor == 0
    form.choose_marked_roster()
    proposed.append(len(form.default_forces))
    assert (form.current_step, form.cursor, proposed) == ("force", 1, [2, 0, 0])
    form.choose_marked_roster()
    assert (form.current_step, form.cursor) == ("questions", 0)
    assert len(form.list_house_rule_questions()) <= 6
    assert (
        len(form.list_current_row_names()) == len(form.list_house_rule_questions()) + 3
    )  # who plays each side, and the title
    assert form.go_back_one_step()
    assert (form.current_step, len(form.forces), form.cursor) == (
        "force",
        1,
        1,
    )  # Blue's force again
    assert form.go_back_one_step()
    assert form.cursor == 0
    assert not form.go_back_one_step()
    form.choose_default_forces_or_marked_roster()
    names = [roster.name for _, roster, _ in form.forces]
    begun = form.begin_game()
    assert begun.state.info.title == f"{names[0]} v {names[1]}"
    assert [side.name for side in begun.state.info.sides] == ["Red", "Blue"]


@pytest.mark.rule("DZ-FORCE-07", "DZ-G41")
def test_unequal_points_are_those_under_the_chosen_house_rules() -> None:
    form = GameSetupForm(book())
    rosters = [roster.name for _, roster, _ in form.list_available_rosters()]
    for name in ("Iron Third", "Ash Column"):
        form.go_to_row(rosters.index(name))
        form.choose_marked_roster()
    assert form.force_warnings == ("the forces differ by 7 points: Iron Third 588, Ash Column 581",)
    form.options["basic_melee_cost"] = "always_pay_7"
    assert form.force_warnings[0].endswith("21 points: Iron Third 714, Ash Column 693")


def test_the_player_of_a_roster_is_who_plays_unless_somebody_else_is_typed(tmp_path: Path) -> None:
    ours = tmp_path / "ours.toml"
    ours.write_text(f'player = "Zoë"\n{next(iter(samples().values()))}', encoding="utf-8")
    form = GameSetupForm(book())
    form.add_and_mark_roster_file(str(ours))
    form.choose_marked_roster()
    form.choose_marked_roster()
    assert [who.value for who in form.players] == ["Zoë", ""]
    form.players[0].text = "Anna"
    assert [side.player for side in form.begin_game().state.info.sides] == ["Anna", ""]


def test_sample_games_stand_below_all_other_rules() -> None:
    """A newcomer finds them, and begins one by its row."""
    form = GameSetupForm(Book(MemoryStore(), clock=lambda: FROZEN))
    shown = plain(NewGamePanel(form).render_body(60, 20))
    samples = [line.split() for line in shown if line.endswith("a sample game")]
    assert [words[1] for words in samples] == ["Breach", "Halberds", "Picket", "Watchfire"]
    assert (
        form.list_current_row_names().index("Any game")
        == form.list_current_row_names().index("Breach") - 1
    )
    form.go_to_row(form.list_current_row_names().index("Picket"))
    form.choose_marked_rules_and_load_rosters()
    form.choose_default_forces_or_marked_roster()
    assert form.begin_game().ruleset.id == "picket"


def test_every_typed_force_stays_a_choice() -> None:
    """Esc goes back to the force of either side, which is typed only once."""
    form = GameSetupForm(Book(MemoryStore(), clock=lambda: FROZEN))
    form.go_to_row(form.list_current_row_names().index("Any game"))
    form.choose_marked_rules_and_load_rosters()
    for typed in ("8 riflemen, 1 tank", "10 orcs, 1 troll", "10 orcs, 1 troll"):
        form.add_and_mark_roster_file(typed)
    assert [text for _, _, text in form.list_available_rosters()[len(form.samples) :]] == [
        "8 riflemen\n1 tank",
        "10 orcs\n1 troll",
    ]


def test_two_files_with_one_id_are_listed_by_name_and_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WARLEDGER_GAMES", str(tmp_path / "games"))
    text = game_text("picket").replace(PICKET, 'id = "dust-up"')
    for name in ("dust.toml", "dust-old.toml"):
        Path(name).write_text(text.replace('"Picket"', f'"Dust-up {name[:-5]}"'), encoding="utf-8")
    form = GameSetupForm(Book(MemoryStore(), clock=lambda: FROZEN))
    shown = [line.split()[1:] for line in plain(NewGamePanel(form).render_body(60, 20))]
    for name in ("dust", "dust-old"):
        assert ["Dust-up", name, f"{name}.toml"] in shown
        form.go_to_row(form.list_current_row_names().index(f"Dust-up {name}"))
        with pytest.raises(Refused, match=r"^The id 'dust-up' is used by dust-old\.toml and dust"):
            form.choose_marked_rules_and_load_rosters()
        assert form.current_step == "rules"
    Path("dust-old.toml").unlink()
    form = GameSetupForm(Book(MemoryStore(), clock=lambda: FROZEN))
    form.go_to_row(form.list_current_row_names().index("Dust-up dust"))
    form.choose_marked_rules_and_load_rosters()
    assert form.current_step == "force"


def test_with_several_rules_they_are_chosen_first() -> None:
    two = {name: RULES[name] for name in ("deathzap2", "combat-zone")}
    form = GameSetupForm(Book(MemoryStore(), clock=lambda: FROZEN, rulesets=two))
    assert (
        form.current_step,
        len(form.list_current_row_names()),
        form.list_available_rosters(),
        form.list_house_rule_questions(),
    ) == (
        "rules",
        2,
        [],
        [],
    )
    form.add_and_mark_roster_file("nowhere.toml")  # of which rules?
    form.go_to_row(1)
    form.choose_marked_rules_and_load_rosters()
    assert form.rules is not None
    assert (form.rules.id, form.current_step, form.cursor) == ("combat-zone", "force", 0)
    assert form.go_back_one_step()
    assert (form.current_step, form.cursor) == ("rules", 1)  # Enter chooses the same rules again
    assert plain(NewGamePanel(form).render_body(60, 9))[0] == " Which rules?"
    assert text_of(NewGamePanel(form).render_title()) == "new game"


def test_the_foot_of_a_new_game_has_the_keys_of_its_step() -> None:
    def told(form: GameSetupForm) -> list[str]:
        return [key.label for key in NewGameFooter(form).list_current_keys()]

    form = GameSetupForm(Book(MemoryStore(), rulesets=RULES))
    assert told(form) == ["Enter", "Esc", "?"]
    form.choose_marked_rules_and_load_rosters()
    assert told(form) == ["Enter", "f", "m", "Esc", "?"]
    form.choose_marked_roster()
    form.choose_marked_roster()
    assert told(form) == ["Enter", "Space", "o", "Esc", "?"]


def test_what_a_side_plays_with_what_is_known_of_it() -> None:
    form = GameSetupForm(book())
    panel = NewGamePanel(form)
    lines = plain(panel.render_body(78, 40))
    assert lines[0] == " Which force does Red play?"
    both = " v ".join(roster.name for _, roster, _ in form.default_forces)
    assert f"  Enter {both} · a number: Red's force only" in lines
    form.choose_marked_roster()
    lines = plain(panel.render_body(78, 40))
    assert lines[0] == " Which force does Blue play?"
    assert not any("Enter:" in each for each in lines)
    assert len(panel.render_body(78, 3)) == 3
    form.choose_marked_roster()
    lines = plain(panel.render_body(78, 40))
    assert lines[0] == " Press Enter to begin the game, or change an answer first."
    hidden = len(RULES["deathzap2"].options) - len(form.list_house_rule_questions())
    assert lines[-1] == f"  o {hidden} more house rules"
    assert "new game · Deathzap 2" in text_of(panel.render_title())
    assert plain(panel.render_body(78, len(lines) - 1))[-1].endswith(" …")
    assert plain(panel.render_body(78, len(lines))) == lines


def test_keys_of_a_new_game_where_they_mean_nothing_yet() -> None:
    screen = quiet(NewGameScreen(book()))
    screen.do_list_house_rules()
    (paging,) = screen.parts
    paging.do_down()
    assert screen.form.cursor == 1
    paging.do_up()
    assert screen.form.cursor == 0
    assert screen.said == ["× Choose the two forces first, then the house rules."]
    screen.form.choose_default_forces_or_marked_roster()
    screen.do_read_roster_file()
    assert screen.said[-1] == "× You can choose a roster in the previous step."
    screen.form.rules = None
    screen.form.forces = []
    screen.do_read_roster_file()
    assert screen.said[-1] == "× You can choose a roster in the next step."
    screen.do_go_back_one_step()
    assert screen.given == [None]


# ------------------------------------------------------------------------- small files, faults


def test_the_last_visit_is_kept_in_a_small_file(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "left"
    last_visit = LastVisit(file, lambda: FROZEN)
    assert (last_visit.last_closed, last_visit.opened_at) == (None, FROZEN)
    last_visit.save_closing_time()
    assert LastVisit(file, lambda: FROZEN + 5).last_closed == FROZEN
    file.write_text("yesterday")
    assert LastVisit(file, lambda: FROZEN).last_closed is None
    (tmp_path / "no").write_text("")
    LastVisit(tmp_path / "no" / "left", lambda: FROZEN).save_closing_time()  # it cannot be written
    LastVisit(None, lambda: FROZEN).save_closing_time()


def test_dice_half_typed_are_there_again_for_their_question_only(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "typed"
    kept = UnsubmittedInputStore(file)
    kept.save_text("m1", "hit", "451")
    kept.save_text("m2", "save", "6")
    again = UnsubmittedInputStore(file)
    assert [again.get_text("m1", asked) for asked in ("hit", "save")] == ["451", ""]
    again.save_text("m1", "hit", "")
    assert UnsubmittedInputStore(file).get_text("m1", "hit") == ""
    assert UnsubmittedInputStore(file).get_text("m2", "save") == "6"
    for broken in ("[]", "{", json.dumps({"m1": ["hit"], "m2": ["a", 1], "m3": ["a", "4"]})):
        file.write_text(broken)
        assert UnsubmittedInputStore(file).get_text("m1", "hit") == ""
    assert UnsubmittedInputStore(file).get_text("m3", "a") == "4"
    (tmp_path / "no").write_text("")
    UnsubmittedInputStore(tmp_path / "no" / "typed").save_text("m1", "hit", "4")
    UnsubmittedInputStore().save_text("m1", "hit", "4")


def test_a_fault_is_told_in_a_sentence_with_its_details_in_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(crash_reports, "user_state_path", lambda name: tmp_path / name)
    assert crash_reports.write_and_announce_crash_report(ValueError("odd"), FROZEN) == 70
    file = tmp_path / "warledger" / "fault-2025-10-09-085320.txt"
    assert f"the details are in {file}.\n" in capsys.readouterr().err
    about, empty, *where = file.read_text().splitlines()
    assert about.startswith("warledger ")
    assert about.endswith(", 2025-10-09T08:53:20Z")
    assert (empty, where[-1]) == ("", "ValueError: odd")
    (tmp_path / "no").write_text("")
    monkeypatch.setattr(crash_reports, "user_state_path", lambda name: tmp_path / "no" / name)
    assert crash_reports.write_and_announce_crash_report(LedgerError("odd"), FROZEN) == 70
    said = capsys.readouterr().err
    assert said.startswith("Warledger stopped because of an error in ")
    assert said.endswith("the details could not be written (LedgerError).\n")
