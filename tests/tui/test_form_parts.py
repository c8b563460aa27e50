"""Forms by themselves: words, numbers, choices, house rules, players, tie-breaks."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.tui.quiet import plain, text_of
from tracker.application.leagues.seasons import scoring_scheme_lookup
from tracker.leagues.results.tie_break_rules import BUILT_IN
from tracker.procedures.ruleset import HouseRule
from tracker.vocabulary.events import Scalar
from tui.league.season.season_form_and_league_form_rows import (
    PlayersRow,
    SaveRow,
    TieBreaksRow,
    make_pairing_system_row,
)
from tui.widgets.questionnaire_form import (
    ChoiceRow,
    FormKeys,
    FormPanel,
    FormRow,
    HouseRuleRow,
    NumberRow,
    Questionnaire,
    TextRow,
)


def test_words_of_ones_own_or_what_is_proposed() -> None:
    row = TextRow("title", "Winter League")
    assert row.value == "Winter League"
    assert plain(row.render_expanded(40, 9)) == ["    Winter League"]
    assert row.format_answer(marked=False) == "Winter League"
    assert row.format_answer(marked=True) == ""
    row.handle_character("x")
    assert (row.value, plain(row.render_expanded(40, 9))) == ("x", ["    x▌"])
    row.erase_last_character()
    assert row.value == "Winter League"
    row.text = "one two three four"
    # Twelve cells: "one two", "three four"; of more lines the last two are shown.
    assert plain(row.render_expanded(18, 9)) == ["    one two", "    three four▌"]
    row.text = "one two three four five six seven"
    assert plain(row.render_expanded(18, 9)) == ["    five six", "    seven▌"]
    assert plain(TextRow("title").render_expanded(18, 9)) == ["    ▌"]
    row.text = "x" * 250
    assert row.format_answer(marked=False) == "x" * 40
    row.handle_character("y")
    assert row.text == "x" * 200


def number(*, shown: bool = True) -> NumberRow:
    return NumberRow(
        "rounds", lambda: 5, lambda: "for ten", minimum=0, maximum=12, shows_typed=shown
    )


def test_a_digit_takes_the_place_of_the_number_proposed() -> None:
    row = number()
    assert (row.value, row.format_answer(marked=True)) == (5, "5")
    assert not row.handle_character("x")
    row.handle_character("1")
    row.handle_character("0")
    assert row.value == 10
    assert plain(row.render_expanded(40, 9)) == ["    10▌ for ten"]
    row.handle_character("9")
    assert row.value == 12  # at most
    row.erase_last_character()
    assert (row.value, row.is_replaced_by_typing) == (1, False)
    row.handle_character("1")
    assert row.value == 11
    row.erase_last_character()
    row.erase_last_character()
    assert (row.value, row.is_replaced_by_typing) == (5, True)
    row.change_answer(1)
    assert row.value == 6
    row.handle_character("3")
    assert row.value == 3  # what was stepped to stands there, and is replaced
    row.change_answer(-9)
    assert (row.value, row.format_answer(marked=False)) == (0, "open")
    row.change_answer(99)
    assert row.value == 12
    assert plain(number(shown=False).render_expanded(40, 9)) == ["    for ten"]
    assert plain(number(shown=False).render_expanded(9, 9)) == ["    for", "    ten"]


def test_one_of_several_by_its_number_or_the_arrows() -> None:
    told: list[str] = []
    values = [f"v{n}" for n in range(1, 12)]
    row = ChoiceRow("which", lambda: values, "v2", lambda one: f"the {one}", on_change=told.append)
    assert row.format_answer(marked=True) == "the v2"
    lines = plain(row.render_expanded(40, 20))
    assert lines[:2] == ["    1   the v1", "    2 ● the v2"]
    assert lines[8:] == ["    9   the v9", "        the v10", "        the v11"]
    assert row.handle_character("3")
    assert row.handle_character("0")  # a digit says nothing else here
    assert not row.handle_character("x")
    assert row.value == "v3"
    row.change_answer(-1)
    row.change_answer(-2)
    assert row.value == "v11"  # round
    row.change_answer(1)
    assert told == ["v3", "v2", "v11", "v1"]
    format_short = ChoiceRow("which", lambda: "ab", "a", str, format_short=lambda one: one.upper())
    assert format_short.format_answer(marked=False) == "A"
    assert format_short.handle_character("2")
    assert format_short.value == "b"
    assert format_short.handle_character("3")
    assert format_short.value == "b"


@pytest.mark.parametrize(("by", "taken"), [(1, "a"), (-1, "c")])
def test_the_arrows_begin_at_an_end_where_nothing_is_chosen_yet(by: int, taken: str) -> None:
    row = ChoiceRow("which", lambda: "abc", "")
    row.change_answer(by)
    assert row.value == taken


def test_of_none_none_is_taken() -> None:
    row = ChoiceRow("which", tuple[str, ...], "")
    row.change_answer(1)
    assert row.value == ""


RULE = HouseRule("long_odds", (False, True), "T-1", "Whether long odds count.")


def test_ten_rows_of_a_numbered_form_have_a_digit() -> None:
    row = TextRow("What is the game called?", numbered=True)
    assert [row.format_row_digit(place) for place in (0, 8, 9, 10)] == ["1", "9", "0", " "]


def test_a_house_rule_says_where_it_is_unusual() -> None:
    chosen: dict[str, Scalar] = {}
    row = HouseRuleRow(RULE, chosen)
    assert plain(row.render_row(0, 30, marked=False)) == ["  long odds".ljust(27) + "no"]
    row.change_answer(1)
    assert chosen == {"long_odds": True}
    assert plain(row.render_row(0, 30, marked=True)) == ["▸•long odds".ljust(26) + "yes"]
    assert plain(row.render_expanded(40, 9)) == ["     Whether long odds count.", "     Space no"]
    row.change_answer(1)
    assert row.value is False
    chosen["long_odds"] = "both"  # from another version of the rules
    row.change_answer(1)
    assert row.value is False
    chosen["long_odds"] = "1_2_each"
    assert plain(row.render_row(0, 30, marked=False)) == [" •long odds".ljust(21) + "1-2 each"]
    asked = HouseRuleRow(RULE, {}, "Do long odds count, as in the first book?")
    # 56 - 26 cells for the question: it goes on below.
    assert plain(asked.render_row(1, 56, marked=True)) == [
        "▸2 Do long odds count, as in the".ljust(53) + "no",
        "    first book?",
    ]
    assert plain(asked.render_expanded(40, 9)) == ["    Whether long odds count.", "    Space yes"]


def test_the_row_at_hand_lies_open_and_stays_in_sight() -> None:
    rows: list[FormRow] = [TextRow(f"row {n}", f"p{n}") for n in range(6)]
    form = Questionnaire(lambda: rows)
    assert plain(form.render_rows(20, 9))[:3] == ["▸ row 0", "    p0", "  row 1".ljust(17) + "p1"]
    assert form.measure_height(20) == 7
    assert [form.move_cursor(step) for step in (-1, 1, 9, 1)] == [False, True, True, False]
    assert form.current_row is rows[5]
    form.go_to_row(rows[3])
    # Six rows and no room for what is opened: in three lines the one at hand is the second.
    assert [each.split()[0] for each in plain(form.render_rows(20, 3))] == ["row", "▸", "p3"]
    rows[4:] = []
    form.cursor = 5
    assert form.current_row is rows[3]
    assert plain(Questionnaire(list).render_rows(20, 3)) == []
    assert Questionnaire(list).current_row.format_answer(marked=True) == ""
    keys = FormKeys(form, shows := Shows())
    keys.do_up()
    keys.do_up()
    keys.do_down()
    assert form.cursor == 2
    form.current_row.handle_character("x")
    keys.do_erase_last_character()
    assert form.current_row.format_answer(marked=False) == "p2"
    rows[2] = number()
    keys.do_change_answer()
    keys.do_change_answer()
    keys.do_change_answer_back()
    assert form.current_row.format_answer(marked=True) == "6"
    assert shows.times == 7
    panel = FormPanel(form, ["a game"], "1 of 3")
    assert text_of(panel.render_title()) + text_of(panel.render_right_title()) == "a game1 of 3"
    assert list(FormPanel(form, []).render_right_title()) == []


class Shows:
    times = 0

    def __call__(self) -> None:
        self.times += 1


def test_only_so_much_is_opened_as_there_is_room_for() -> None:
    values = [f"v{n}" for n in range(9)]
    rows: list[FormRow] = [ChoiceRow("which", lambda: values, "v0"), FormRow("last")]
    assert len(plain(Questionnaire(lambda: rows).render_rows(20, 6))) == 6
    assert plain(Questionnaire(lambda: rows).render_rows(20, 6))[-1] == "  last"
    assert not FormRow("x").handle_character("x")


# ------------------------------------------------------------------------ rows of leagues


def test_players_are_typed_one_after_the_other() -> None:
    row = PlayersRow("players")
    assert (row.format_answer(marked=False), row.format_answer(marked=True)) == ("nobody yet", "")
    for name in ("Anna", " Bram  the Elder ", "Ines"):
        for character in name:
            row.handle_character(character)
        assert row.add_typed_player_or_explain() == ""
    assert row.players == ["Anna", "Bram the Elder", "Ines"]
    assert row.format_answer(marked=False) == "3 players"
    row.typed = "ANNA"
    assert (
        row.add_typed_player_or_explain()
        == "ANNA is already on the list. Give the second player another name."
    )
    assert row.typed == "ANNA"
    hint = "    Players can also join later."
    assert plain(row.render_expanded(40, 7)) == [
        "     2  Bram the Elder", "     3  Ines", "     4  ANNA▌", hint,
    ]  # fmt: skip
    assert plain(row.render_expanded(40, 5))[0] == "     3  Ines"  # one at least
    assert plain(row.render_expanded(17, 9))[1] == "     2  Bram t…"
    for _ in range(5):
        row.erase_last_character()
    assert (row.players, row.typed) == (["Anna", "Bram the Elder"], "Ines")
    row.typed = "x" * 199
    row.handle_character("y")
    row.handle_character("z")
    assert row.typed == "x" * 199 + "y"
    empty = PlayersRow("players")
    empty.erase_last_character()
    assert plain(empty.render_expanded(40, 9)) == ["     1  ▌", hint]


def test_tie_breaks_are_put_last_or_taken_out() -> None:
    scheme = replace(scoring_scheme_lookup.resolve_scoring_scheme("3/1/0"), tie_breaks=("lots",))
    row = TieBreaksRow("ties", scheme)
    assert row.format_answer(marked=True) == "lots"
    row.handle_character("a")
    row.handle_character("b")
    first, second = row.ties[1:]
    assert row.format_answer(marked=False) == f"lots, {first}, {second}"
    row.handle_character("a")
    assert row.ties == ("lots", second)
    row.erase_last_character()
    row.erase_last_character()
    assert row.format_answer(marked=False) == "nothing yet"
    assert row.handle_character("1")
    assert not row.handle_character("?")
    row.handle_character("b")
    # Two columns of thirty cells behind three.
    lines = plain(row.render_expanded(63, 9))
    assert lines[0] == "    a    " + first.ljust(24) + " b  1 " + second
    assert len(row.render_expanded(62, 20)) == len(BUILT_IN)  # no room for two
    assert len(lines) == -(-len(BUILT_IN) // 2)
    assert SaveRow("keep").format_answer(marked=True) == "Enter"
    assert SaveRow("keep").format_answer(marked=False) == ""


def test_how_rounds_are_paired() -> None:
    row = make_pairing_system_row("pairing", "", lambda: "Swiss here")
    assert row.format_answer(marked=True) == "by the number of players"
    assert plain(row.render_expanded(80, 9)) == [
        "    1 ● by the number of players: Swiss here",
        "    2   round robin: everybody meets everybody",
        "    3   Swiss: players with equal points meet, without rematches",
    ]
    row.handle_character("2")
    assert row.format_answer(marked=True) == "round robin"
    assert (
        plain(make_pairing_system_row("pairing", "Swiss").render_expanded(80, 9))[0]
        == "    1   by the number of players"
    )
