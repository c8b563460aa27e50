"""What keys do, without a screen: the evening's results and drafts, words, parts typed in a row."""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from tests.tui.kit import TO_SHOOT, VOLLEY, prompt_at
from tracker.leagues.league_events import FixtureResult
from tracker.leagues.results.standings_input_types import PlayerId
from tracker.procedures.declared.action_key_types import KeyList, Keys, KeyVerb
from tracker.procedures.runners.live_table_runner import PendingQuestion
from tracker.testing.match_in_memory import BLUE, RED
from tui.league.evening.result_entry_commands import ResultCommands
from tui.league.evening.round_draft_commands import NOT_MARKED, RoundDraftCommands
from tui.prompt import key_shorthand_reader
from tui.prompt.key_shorthand_reader import UnreadableKeys
from tui.prompt.prompt_state import Notice
from tui.prompt.table_prompt import Prompt
from tui.table.adjustment_commands import AdjustmentCommands
from tui.table.line_and_note_commands import LineAndNoteCommands


def standin(**said: Any) -> Any:
    """Something with just these names."""
    return SimpleNamespace(**said)


class Calls:
    """Keeps what it is called with, and gives back itself or what was wanted."""

    def __init__(self) -> None:
        self.kept: list[tuple[Any, ...]] = []

    def __call__(self, *said: Any, **more: Any) -> Any:
        self.kept.append((*said, *(value for value in more.values() if isinstance(value, str))))
        return self


# -------------------------------------------------------------------------------- the evening


def fixture(name: str, **said: Any) -> Any:
    found = {"id": name, "home": "p1", "away": "p2", "table": 0, "locked": False, "ended": None}
    found |= said
    players = tuple(one for one in (found["home"], found["away"]) if one)
    return standin(**found, players=players)


class League:
    """Fixtures of a round: f1 and f2 have results, f3 is open."""

    def __init__(self) -> None:
        self.redraft, self.sign, self.lock, self.pair = Calls(), Calls(), Calls(), Calls()
        self.bye, self.correct, self.publish = Calls(), Calls(), Calls()
        one = FixtureResult()
        rows = {
            "f1": fixture("f1", table=1, ended=one, locked=True),
            "f2": fixture("f2", away=None, ended=one),
            "f3": fixture("f3", table=3),
        }
        self.rounds = standin(
            redraft_if_awaited_result_is_entered=self.redraft,
            set_pairing_lock=self.lock, pair_players=self.pair,
            bye=self.bye, publish_round=self.publish, list_redraft_reasons=list,
            require_draftable_round=Calls(),
            require_publishable_draft=Calls(),
        )  # fmt: skip
        self.results = standin(
            sign_result=self.sign,
            withdraw_result=Calls(),
            correct_result=self.correct,
            parse_result=lambda one, text, on="": FixtureResult(winner=PlayerId("p2"), vp=(5, 8)),
        )
        self.people = standin(next_round_number=5)
        self.calendar = standin(today="2026-10-29")
        self.state = standin(
            draft=standin(waited_for=("f1", "f3"), method="Swiss", number=5),
            current_round=standin(ends="22:30", number=4, on="2026-10-22"),
            fixtures=rows,
            list_fixtures=lambda draft: list(rows.values()),
            list_awaited_fixtures=lambda draft: [rows[one] for one in draft.waited_for],
            get_player_name=lambda player: {"p1": "Anna", "p2": "Bram"}.get(player, ""),
            players={"p1": "p1", "p2": "p2"},
        )


class Screen:
    """Takes what is said, asked and entered; ``refused`` enters nothing."""

    def __init__(self, league: League) -> None:
        self.league, self.book = league, None
        self.said: list[str] = []
        self.asked = Calls()
        self.refused = False
        self.redraw = Calls()

    def show_message(self, text: str, *, is_error: bool = False) -> None:
        self.said.append(f"× {text}" if is_error else text)

    def show_refusal(self, text: str) -> None:
        self.show_message(text, is_error=True)

    def ask_for_line(self, *said: Any, **more: Any) -> None:
        self.asked.kept.append(said)
        self.more = more

    def write_and_show_entry(self, how: Any) -> Any:
        return None if self.refused else how()


@pytest.fixture
def screen() -> Any:
    return Screen(League())


def rows(**said: Any) -> Any:
    return standin(
        format_table_name=lambda one: f"table {one.id[1]}",
        typed_text="3l",
        mark_next_unfinished_table=Calls(),
        **said,
    )


def test_a_result_that_the_draft_waited_for_drafts_it_again(screen: Any) -> None:
    part = ResultCommands(screen, rows())
    redrafts = screen.league.redraft
    assert part.list_awaited_fixture_ids() == {"f3"}
    part.redraft_if_awaited_result_is_entered({"f3"})
    assert (screen.said, redrafts.kept) == ([], [])
    part.redraft_if_awaited_result_is_entered({"f3", "f2", "f1"})
    assert redrafts.kept == [()]
    assert screen.said == ["Round 5 is drafted again with the results of table 1, table 2"]
    screen.refused = True
    part.redraft_if_awaited_result_is_entered({"f1", "f3"})
    screen.league.state.draft = None
    assert part.list_awaited_fixture_ids() == set()
    assert len(screen.said) == len(redrafts.kept) == 1


@pytest.mark.parametrize(
    ("one", "who", "player"),
    [("f1", "1", "p1"), ("f1", "2", "p2"), ("f1", "", ""), ("f2", "2", "")],
)
def test_who_signs(screen: Any, one: str, who: str, player: str) -> None:
    part = ResultCommands(screen, rows())
    assert part.try_to_sign_result(screen.league.state.fixtures[one], who)
    assert screen.league.sign.kept == [(one, player)]
    screen.refused = True
    assert not part.try_to_sign_result(screen.league.state.fixtures[one], who)


def test_another_result_is_offered_as_a_correction(screen: Any) -> None:
    shown = rows()
    part = ResultCommands(screen, shown)
    one = fixture("f3", ended=FixtureResult(winner=PlayerId("p1"), vp=(10, 7)))
    assert not part.try_to_enter_result(one, "5-8")
    (question, answer) = screen.asked.kept[0]
    assert (
        question == "table 3 has 10 : 7, Anna won. Correct it to 5 : 8, Bram won? Type the reason"
    )
    answer("misread")
    assert screen.league.correct.kept == [("f3", "5-8", "misread", "")]
    for ended, was in (
        (FixtureResult(kind="conceded", winner=PlayerId("p1")), "table 3: Bram conceded"),
        (FixtureResult(kind="forfeit", winner=PlayerId("p2")), "table 3: Anna forfeits"),
        (
            FixtureResult(kind="conceded", winner=PlayerId("p2"), vp=(10, 7)),
            "table 3 has 10 : 7, Anna conceded",
        ),
        (FixtureResult(), "table 3: a draw"),
    ):
        part.try_to_enter_result(fixture("f3", ended=ended), "5-8")
        assert screen.asked.kept[-1][0].startswith(f"{was}. Correct it to 5 : 8, Bram won? Type")
    screen.more["on_accept"]()
    assert shown.typed == ""
    assert len(screen.redraw.kept) == 1


def test_no_result_is_taken_away_where_there_is_none(screen: Any) -> None:
    ResultCommands(
        screen, rows(find_fixture_at_table_or_mark=lambda: screen.league.state.fixtures["f3"])
    ).do_withdraw_result()
    assert screen.said == ["× Table 3 has no result to delete."]
    assert not screen.asked.kept
    ResultCommands(
        screen, rows(find_fixture_at_table_or_mark=lambda: screen.league.state.fixtures["f1"])
    ).do_withdraw_result()
    assert screen.asked.kept[0][0] == (
        "Delete the result of table 1? Type the reason, or Enter for none"
    )


def test_a_pairing_of_the_draft_is_locked_and_no_longer(screen: Any) -> None:
    marked: list[str | None] = ["f1"]
    part = RoundDraftCommands(screen, rows(find_marked_draft_fixture_id=lambda: marked[0]))
    kept = screen.league.lock.kept
    part.do_toggle_pairing_lock()
    assert kept.pop() == ("1", False)
    assert part.try_to_toggle_table_lock("3")
    assert kept.pop() == ("3", True)
    marked[0] = "f2"  # nobody sits there: a bye is locked by name
    part.do_toggle_pairing_lock()
    assert kept.pop() == ("Anna", True)
    marked[0] = None
    part.do_toggle_pairing_lock()
    assert (kept, screen.said) == ([], [f"× {NOT_MARKED}"])
    screen.refused = True
    assert not part.try_to_toggle_table_lock("3")


def test_who_meets_whom_and_who_has_the_bye_in_which_round(screen: Any) -> None:
    asked: list[tuple[Any, ...]] = []
    screen.league.rounds = standin(
        pair_players=lambda one, other, *, round_number: asked.append((one, other, round_number)),
        give_bye=lambda one, *, round_number: asked.append((one, round_number)),
    )
    RoundDraftCommands(screen, rows()).do_pair_two_players()
    meet = screen.asked.kept[0][1]
    meet("Paula , Karim")
    meet("Ines")
    meet("Paula, Karim, r4")
    assert asked == [("Paula", "Karim", None), ("Ines", None), ("Paula", "Karim", 4)]


def test_publishing_says_first_what_the_draft_does_not_know(screen: Any) -> None:
    shown = rows()
    part = RoundDraftCommands(screen, shown)
    part.do_publish_draft()
    assert screen.asked.kept[0][0] == "publish round 5? games end at"
    assert screen.more["text"] == "22:30"
    screen.asked.kept[0][1]("23:00")
    assert screen.league.publish.kept == [("23:00",)]
    screen.more["on_accept"]()
    assert shown.mark_next_unfinished_table.kept == [(-1,)]
    screen.league.rounds.list_redraft_reasons = lambda: ["Table 3 is in."]
    screen.league.state.current_round = None
    part.do_publish_draft()
    assert screen.asked.kept[1][0] == "Table 3 is in. Publish round 5? games end at"
    assert screen.more["text"] == ""
    screen.league.state.draft = None
    part.do_publish_draft()
    assert screen.said == ["× No round has been drafted. Press d to draft the next round."]


# --------------------------------------------------------------------------- words at the table


def table(*, plays: bool = False, notice: Notice | None = None) -> Any:
    """A table whose prompt plays every line or none; ``pushed`` are the dialogs it opened."""
    prompt = standin(
        play_line=lambda line, override_reason="": plays,
        submit_reroll_if_begun=lambda line: False,
        notice=notice,
        line_needing_reason="",
        rest_of_line="",
        pending=None,
        typed_text="4",
        reader=standin(
            explain_incomplete_line=lambda: "whom?", describe_typed_keys=lambda: "r4 fires"
        ),
    )
    prompt.show_refusal = partial(Prompt.show_refusal, prompt)
    story = standin(find_last_entry_on_path=lambda: None)
    game = standin(history=story, add_note=Calls(), pending=None, version=1)
    return standin(game=game, prompt=prompt, redraw=Calls(), play_line=Calls())


BACK = ((": ↑", "edit the line again"),)
OWN = (("e", "another way"),)


@pytest.mark.parametrize(
    ("plays", "ways", "shown"), [(False, (), BACK), (False, OWN, OWN), (True, (), ())]
)
def test_a_line_that_was_refused_says_how_to_have_it_back(
    plays: bool, ways: Any, shown: Any
) -> None:
    view = table(plays=plays, notice=Notice("No.", "refused", ways))
    LineAndNoteCommands(view, standin(app=None)).play_line("r9 moves")
    assert view.prompt.notice.offered_keys == shown
    assert len(view.redraw.kept) == 1


def test_lines_and_reasons_without_a_word_play_nothing() -> None:
    view, pushed = table(plays=True), Calls()
    part = LineAndNoteCommands(view, standin(app=standin(push_screen=pushed)))
    part.do_type_line()
    then = pushed.kept[0][1]
    for text in (None, "", "  "):
        then(text)
    assert part.entered_lines == []
    then("r1 moves")
    assert part.entered_lines == ["r1 moves"]
    part.do_add_note()
    then = pushed.kept[1][1]
    then("  ")
    then(" * good game ")
    assert view.game.add_note.kept == [("good game",)]


def test_no_star_where_nothing_was_said() -> None:
    view = table()
    view.prompt.wants_dice = False
    LineAndNoteCommands(view, standin(app=None)).do_star_line_or_reroll()
    assert view.game.add_note.kept == []
    assert view.prompt.notice is None


def test_the_outcome_only_is_for_what_is_asked() -> None:
    view = table()
    AdjustmentCommands(view, standin(app=None)).do_enter_outcome()
    assert view.prompt.notice.text.startswith("No question is open. Press ! to fix")
    assert view.prompt.notice.kind == "refused"


# --------------------------------------------------------------------------------- the prompt


def lies(prompt: Prompt, typed: str) -> bool:
    """Whether it still lies there when this is typed."""
    prompt.typed_text = typed
    return prompt.is_replaceable


def test_what_was_laid_at_the_prompt_lies_there_until_it_changes() -> None:
    prompt = prompt_at(TO_SHOOT)
    prompt.set_replaceable_text("12")
    assert [lies(prompt, typed) for typed in ("12", "12s", "12")] == [True, False, False]


def stale(prompt: Prompt, typed: str, waited: PendingQuestion | None) -> tuple[bool, str]:
    """Whether what is typed is stale once somebody else went on, and what is said of it."""
    prompt.typed_text = typed
    prompt.mark_typed_text_stale_if_answered(waited)
    return prompt.is_stale, prompt.stale_text[1]


def test_what_was_typed_for_another_question_says_so() -> None:
    prompt, other = prompt_at(VOLLEY), prompt_at(TO_SHOOT)
    waited = prompt.pending
    assert stale(prompt, "42", waited) == (False, "")  # nothing moved on
    assert stale(prompt, "42", None) == (True, "`42` was typed before this question came up.")
    prompt.typed_text = "426"
    assert not prompt.is_stale
    assert stale(other, "", waited) == (False, "")
    assert stale(other, "42", waited) == (
        True,
        '`42` was typed for "through", which has been answered since.',
    )


# 1 and 2 of Red, 1 of Blue; m moves so many inches, c contacts whom, h holds.
KEYS = Keys(
    verbs=(
        KeyVerb("m", "moves", amount="in"),
        KeyVerb("c", "contacts", "enemy"),
        KeyVerb("h", "holds"),
    ),
    lists={
        "orders": KeyList(
            "orders", {"r": "run", "o": "opp"}, "speed", lambda _, unit: unit == "u:r2"
        )
    },
    chained=True,
)
TWO: Any = standin(
    all_units=lambda side=None: ("u:r1", "u:r2") if side == RED else ("u:b1",),
    other=lambda side: BLUE if side == RED else RED,
    sides=(RED, BLUE),
    side_name=lambda side: "Red" if side == RED else "Blue",
)


@pytest.mark.parametrize(
    ("typed", "more"),
    [
        ("1m7c1", "r1 contacts b1"),
        ("1m7 2h", "r2 holds"),
        ("1m7  h", "r1 holds"),
        ("1m7h2", "r2 holds"),  # the number behind its key
        ("1m7h2c1", "r2 holds | r2 contacts b1"),
        ("1m7 2m3c1", "r2 moves 3in | r2 contacts b1"),
        ("1m7", ""),
    ],
)
def test_parts_in_a_row(typed: str, more: str) -> None:
    assert key_shorthand_reader.parse_unit_keys(typed, KEYS, TWO, RED, "move").further_parts == more


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("1m7z", "`z` is not a key here. Press ? for a list of keys."),
        ("1m7 2", "Type the number of a unit, then the key of an action."),
    ],
)
def test_parts_that_say_nothing(typed: str, why: str) -> None:
    with pytest.raises(UnreadableKeys, match=why.replace("?", r"\?")):
        key_shorthand_reader.parse_unit_keys(typed, KEYS, TWO, RED, "move")


def test_a_list_for_a_whole_side() -> None:
    for typed in ("1r 25", "1r25"):
        said = key_shorthand_reader.expand_side_list_keys(typed, KEYS, TWO, RED, "orders")
        assert said == "orders red : r1 run r2 5"
    letters, number = r"^R1: r run, o opp\.$", r"^R2: type its speed\.$"
    told = {"1z": letters, "15": letters, "25 1": letters, "1r2": number, "1r2o": number}
    for typed, sentence in told.items():
        with pytest.raises(UnreadableKeys, match=sentence):
            key_shorthand_reader.expand_side_list_keys(typed, KEYS, TWO, RED, "orders")
