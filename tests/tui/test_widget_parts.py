"""Widgets by themselves: fields, forms, texts in cells, rows of blocks, lists and pages."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from textual.content import Content
from textual.geometry import Size

from tracker.procedures.ruleset import OptionSpec
from tracker.vocabulary.events import Scalar
from tui.league.listing import Item, ListBody, ListPanel
from tui.league.page import PageBody, PagePanel, sections
from tui.league.season.rows import TIES, KeepRow, PlayersRow, TiesRow, pairing_row
from tui.table.panels.watch import large
from tui.text import cells, cut, ending, fit, line, pad, rule, words, wrap
from tui.widgets.big import beside, big_number, number_of
from tui.widgets.fields import Field, Fields
from tui.widgets.form import (
    ChoiceRow,
    FormKeys,
    FormPanel,
    FormRow,
    NumberRow,
    OptionRow,
    Questionnaire,
    TextRow,
)
from tui.widgets.frame import Edges, Panel
from tui.widgets.letters import drawn as in_letters
from tui.widgets.rows import key_of, name_width, shown


def standin(**said: Any) -> Any:
    """Something with just these names."""
    return SimpleNamespace(**said)


def plain(lines: list[Content]) -> list[str]:
    return [each.plain.rstrip() for each in lines]


def text_of(pieces: Any) -> str:
    return "".join(each if isinstance(each, str) else each[0] for each in pieces)


def drawn(panel: Any, width: int, height: int) -> list[str]:
    """A panel as it is drawn in so much room."""
    panel.__class__ = type("Sized", (type(panel),), {"size": Size(width, height)})
    return str(panel.render().plain).split("\n")


# ------------------------------------------------------------------------------- fields


def typed(fields: Fields, *keys: str) -> Fields:
    for key in keys:
        assert fields.key(key, key if len(key) == 1 else None)
    return fields


def test_arrows_mend_where_typing_would_replace() -> None:
    fields = Fields([Field("hit", "4516")])
    assert (fields.here.at, fields.here.changed) == (4, False)
    typed(fields, "left", "left", "9")
    assert (fields.here.text, fields.here.at) == ("45916", 3)
    typed(fields, "right", "8")
    assert fields.here.text == "459186"
    typed(fields, "right", "right", "right")
    assert fields.here.at == 6
    typed(fields, "home", "left", "7", "end", "0")
    assert fields.here.text == "74591860"
    typed(fields, "home", "backspace")
    assert fields.here.text == "74591860"  # there is nothing before the first
    typed(fields, "delete", "end", "delete", "backspace")
    assert fields.here.text == "459186"


@pytest.mark.parametrize("key", ["backspace", "delete"])
def test_what_stands_there_goes_with_one_key(key: str) -> None:
    fields = typed(Fields([Field("hit", "4516")]), key)
    assert (fields.here.text, fields.here.at, fields.here.fresh) == ("", 0, False)
    typed(fields, "1", "2")
    assert fields.here.text == "12"


def test_tab_and_arrows_go_round_the_fields() -> None:
    fields = Fields([Field(name, name) for name in "abc"])
    places = []
    for key in ("tab", "down", "tab", "up", "shift+tab", "up"):
        typed(fields, key)
        places.append(fields.at)
    assert places == [1, 2, 0, 2, 1, 0]
    typed(fields, "left")
    assert not fields.here.fresh
    typed(fields, "down", "up")
    assert (fields.here.fresh, fields.here.at) == (True, 1)
    typed(fields, "x")
    assert fields.here.text == "x"
    assert Field("a", " 1 ", was="1").changed is False
    assert Fields().every == []


# --------------------------------------------------------------------------------- text


def test_text_is_cut_to_the_cell() -> None:
    assert [cut("abcdef", width) for width in (6, 5, 1, 0, -1)] == ["abcdef", "abcd…", "…", "", ""]
    assert cut("ab cdef", 4) == "ab…"  # no blank before the ellipsis
    assert cut("漢字漢", 5) == "漢字…"
    assert cut("漢字漢", 4) == "漢…"
    assert [ending("abcdef", width) for width in (6, 5, 1, 0)] == ["abcdef", "…cdef", "…", ""]
    assert ending("ab cdef", 5) == "…cdef"
    assert ending("abc def", 5) == "…def"
    assert [pad("ab", width) for width in (4, 2, 1)] == ["ab  ", "ab", "…"]
    assert cells("漢a") == 3
    assert words("a\tb\nc\x1b[0m\u200d") == "a b c[0m"
    assert words("plain") == "plain"


def test_lines_are_as_wide_as_they_are_told() -> None:
    assert line(8, ["ab"]).plain == "ab      "
    assert line(8, ["ab"], ["cd"]).plain == "ab    cd"
    assert line(8, ["abcdefgh"], ["cd"]).plain == "abcde…cd"
    assert line(2, ["ab"], ["cd"]).plain == "cd"
    assert line(3, ["ab"], ["cd"]).plain == "…cd"
    assert line(2, ["ab"], ["cde"]).plain == "c…"
    assert fit(Content("abc"), 3).plain == "abc"
    assert fit(Content("abc"), 0).plain.strip("…") == ""
    assert rule(10).plain == "─" * 10
    assert rule(10, ["ab"]).plain == "─ ab ─────"
    assert rule(12, ["ab"], ["c"]).plain == "─ ab ─── c ─"
    assert rule(12, ["abcdefghij"], ["c"]).plain == "─ abc… ─ c ─"


def test_text_is_broken_between_words_where_it_can_be() -> None:
    assert wrap("one two three", 7) == ["one two", "three"]
    assert wrap("one two three", 6) == ["one", "two", "three"]
    assert wrap("abcdefgh i", 4) == ["abcd", "efgh", "i"]
    assert wrap("abcdefg i", 5) == ["abcde", "fg i"]
    assert wrap("漢字", 1) == ["漢", "字"]
    assert wrap("", 5) == []
    assert wrap("abc", 0) == ["abc"]


# ------------------------------------------------------------------------------- numbers


def test_numbers_across_the_table_are_five_rows_of_blocks() -> None:
    assert large("1", 1) == ["  ██", "████", "  ██", "  ██", "██████"]
    assert large("7:", 1) == [
        "██████", "    ██  ██", "  ██", "  ██    ██", "  ██",
    ]  # fmt: skip
    assert large("-", 2) == ["", "", "", "", "████████████", "████████████", "", "", "", ""]
    assert (large("", 1), large("4x", 1)) == ([], [])


@pytest.mark.parametrize(
    ("sign", "rows"),
    [
        ("0", "### #.# #.# #.# ###"), ("2", "### ..# ### #.. ###"), ("3", "### ..# ### ..# ###"),
        ("4", "#.# #.# ### ..# ..#"), ("5", "### #.. ### ..# ###"), ("6", "### #.. ### #.# ###"),
        ("8", "### #.# ### #.# ###"), ("9", "### #.# ### ..# ###"), ("+", "... .#. ### .#. ..."),
    ],
)  # fmt: skip
def test_every_digit_is_drawn_as_it_is_known(sign: str, rows: str) -> None:
    """As on any clock of seven bars, three points wide and five high; a plus is a cross."""
    bars = [row.replace("#", "██").replace(".", "  ").rstrip() for row in rows.split()]
    assert large(sign, 1) == bars


def test_a_number_needed_is_told_from_what_stands_beside_it() -> None:
    assert number_of("4+") == ("4+", "")
    assert number_of("7 or less") == ("7", " or less")
    assert big_number("") == big_number("a test") == []
    assert [len(row) for row in big_number("12")] == [6, 6, 6]
    assert big_number("4 or less")[2].endswith(" or less")
    left, right = [Content("a"), Content("b")], [Content("X")]
    assert plain(beside(left, right, 6)) == ["a   X", "b"]
    assert plain(beside(right, left, 6)) == ["X   a", "    b"]


def test_half_blocks_are_two_points_high() -> None:
    # I is one point wide and five high: two full blocks and an upper half one.
    assert in_letters("I", 9) == ["█ ", "█ ", "▀ "]
    assert in_letters("i\u0301", 9) == in_letters("I", 9)  # without its accent
    assert in_letters("-", 9) == ["    ", "▀▀▀ ", "    "]
    assert in_letters("−", 9) == in_letters("-", 9)
    assert in_letters("II", 3) == ["█ █", "█ █", "▀ ▀"]
    assert in_letters("II", 2) == ["█ ", "█ ", "▀ "]
    assert in_letters("I", 0) == ["", "", ""]
    assert in_letters("", 9) == in_letters("I%", 9) == []


# ---------------------------------------------------------------------------------- rows


def test_lists_keep_the_marked_row_in_sight() -> None:
    assert [shown(10, at, 4) for at in (0, 2, 3, 5, 8, 9)] == [0, 0, 1, 3, 6, 6]
    assert shown(10, None, 4) == 0
    assert shown(3, 2, 4) == 0
    assert [key_of(place)[0] for place in (0, 8, 9)] == ["1", "9", " "]
    assert name_width(["ab"], 40) == 6
    assert name_width(["a" * 10, "b"], 40) == 10
    assert name_width(["a" * 30], 40) == 20
    assert name_width(["a" * 30], 90) == 24
    assert name_width([], 90) == 6


# --------------------------------------------------------------------------------- forms


def test_words_of_ones_own_or_what_is_proposed() -> None:
    row = TextRow("title", "Winter League")
    assert row.value == "Winter League"
    assert plain(row.opened(40, 9)) == ["    Winter League"]
    assert row.answer(marked=False) == "Winter League"
    assert row.answer(marked=True) == ""
    row.typed("x")
    assert (row.value, plain(row.opened(40, 9))) == ("x", ["    x▌"])
    row.erase()
    assert row.value == "Winter League"
    row.text = "one two three four"
    # Twelve cells: "one two", "three four"; of more lines the last two are shown.
    assert plain(row.opened(18, 9)) == ["    one two", "    three four▌"]
    row.text = "one two three four five six seven"
    assert plain(row.opened(18, 9)) == ["    five six", "    seven▌"]
    assert plain(TextRow("title").opened(18, 9)) == ["    ▌"]
    row.text = "x" * 250
    assert row.answer(marked=False) == "x" * 40
    row.typed("y")
    assert row.text == "x" * 200


def number(*, shown: bool = True) -> NumberRow:
    return NumberRow("rounds", lambda: 5, lambda: "for ten", least=0, most=12, shown=shown)


def test_a_digit_takes_the_place_of_the_number_proposed() -> None:
    row = number()
    assert (row.value, row.answer(marked=True)) == (5, "5")
    assert not row.typed("x")
    row.typed("1")
    row.typed("0")
    assert row.value == 10
    assert plain(row.opened(40, 9)) == ["    10▌ for ten"]
    row.typed("9")
    assert row.value == 12  # at most
    row.erase()
    assert (row.value, row.stands) == (1, False)
    row.typed("1")
    assert row.value == 11
    row.erase()
    row.erase()
    assert (row.value, row.stands) == (5, True)
    row.step(1)
    assert row.value == 6
    row.typed("3")
    assert row.value == 3  # what was stepped to stands there, and is replaced
    row.step(-9)
    assert (row.value, row.answer(marked=False)) == (0, "open")
    row.step(99)
    assert row.value == 12
    assert plain(number(shown=False).opened(40, 9)) == ["    for ten"]
    assert plain(number(shown=False).opened(9, 9)) == ["    for", "    ten"]


def test_one_of_several_by_its_number_or_the_arrows() -> None:
    told: list[str] = []
    values = [f"v{n}" for n in range(1, 12)]
    row = ChoiceRow("which", lambda: values, "v2", lambda one: f"the {one}", then=told.append)
    assert row.answer(marked=True) == "the v2"
    lines = plain(row.opened(40, 20))
    assert lines[:2] == ["    1   the v1", "    2 ● the v2"]
    assert lines[8:] == ["    9   the v9", "        the v10", "        the v11"]
    assert row.typed("3")
    assert row.typed("0")  # a digit says nothing else here
    assert not row.typed("x")
    assert row.value == "v3"
    row.step(-1)
    row.step(-2)
    assert row.value == "v11"  # round
    row.step(1)
    assert told == ["v3", "v2", "v11", "v1"]
    short = ChoiceRow("which", lambda: "ab", "a", str, short=lambda one: one.upper())
    assert short.answer(marked=False) == "A"
    assert short.typed("2")
    assert short.value == "b"
    assert short.typed("3")
    assert short.value == "b"


RULE = OptionSpec("long_odds", (False, True), "T-1", "Whether long odds count.")


def test_a_house_rule_says_where_it_is_unusual() -> None:
    chosen: dict[str, Scalar] = {}
    row = OptionRow(RULE, chosen)
    assert plain(row.head(0, 30, marked=False)) == ["  long odds".ljust(27) + "no"]
    row.step(1)
    assert chosen == {"long_odds": True}
    assert plain(row.head(0, 30, marked=True)) == ["▸•long odds".ljust(26) + "yes"]
    assert plain(row.opened(40, 9)) == ["     Whether long odds count.", "     Space: no"]
    row.step(1)
    assert row.value is False
    chosen["long_odds"] = "both"  # from another version of the rules
    row.step(1)
    assert row.value is False
    asked = OptionRow(RULE, {}, "Do long odds count, as in the first book?")
    # 56 - 26 cells for the question: it goes on below.
    assert plain(asked.head(1, 56, marked=True)) == [
        "▸2 Do long odds count, as in the".ljust(53) + "no",
        "    first book?",
    ]
    assert plain(asked.opened(40, 9)) == ["    Whether long odds count.", "    Space: yes"]


def test_the_row_at_hand_lies_open_and_stays_in_sight() -> None:
    rows: list[FormRow] = [TextRow(f"row {n}", f"p{n}") for n in range(6)]
    form = Questionnaire(lambda: rows)
    assert plain(form.lines(20, 9))[:3] == ["▸ row 0", "    p0", "  row 1".ljust(17) + "p1"]
    assert form.wanted(20) == 7
    assert [form.move(step) for step in (-1, 1, 9, 1)] == [False, True, True, False]
    assert form.here is rows[5]
    form.go_to(rows[3])
    # Six rows and no room for what is opened: in three lines the one at hand is the second.
    assert [each.split()[0] for each in plain(form.lines(20, 3))] == ["row", "▸", "p3"]
    rows[4:] = []
    form.at = 5
    assert form.here is rows[3]
    assert plain(Questionnaire(list).lines(20, 3)) == []
    assert Questionnaire(list).here.answer(marked=True) == ""
    keys = FormKeys(form, shows := Shows())
    keys.do_up()
    keys.do_up()
    keys.do_down()
    assert form.at == 2
    form.here.typed("x")
    keys.do_erase()
    assert form.here.answer(marked=False) == "p2"
    rows[2] = number()
    keys.do_change()
    keys.do_change()
    keys.do_change_back()
    assert form.here.answer(marked=True) == "6"
    assert shows.times == 7
    panel = FormPanel(form, ["a game"], "1 of 3")
    assert text_of(panel.title()) + text_of(panel.aside()) == "a game1 of 3"
    assert list(FormPanel(form, []).aside()) == []


class Shows:
    times = 0

    def __call__(self) -> None:
        self.times += 1


def test_only_so_much_is_opened_as_there_is_room_for() -> None:
    values = [f"v{n}" for n in range(9)]
    rows: list[FormRow] = [ChoiceRow("which", lambda: values, "v0"), FormRow("last")]
    assert len(plain(Questionnaire(lambda: rows).lines(20, 6))) == 6
    assert plain(Questionnaire(lambda: rows).lines(20, 6))[-1] == "  last"
    assert not FormRow("x").typed("x")


# ------------------------------------------------------------------------ rows of leagues


def test_players_are_typed_one_after_the_other() -> None:
    row = PlayersRow("players")
    assert (row.answer(marked=False), row.answer(marked=True)) == ("nobody yet", "")
    for name in ("Anna", " Bram  the Elder ", "Ines"):
        for character in name:
            row.typed(character)
        assert row.enrol() == ""
    assert row.players == ["Anna", "Bram the Elder", "Ines"]
    assert row.answer(marked=False) == "3 players"
    row.typing = "ANNA"
    assert row.enrol() == "ANNA is there already; give the second another name."
    assert row.typing == "ANNA"
    hint = "    They can also join later."
    assert plain(row.opened(40, 7)) == [
        "     2  Bram the Elder", "     3  Ines", "     4  ANNA▌", hint,
    ]  # fmt: skip
    assert plain(row.opened(40, 5))[0] == "     3  Ines"  # one at least
    assert plain(row.opened(17, 9))[1] == "     2  Bram t…"
    for _ in range(5):
        row.erase()
    assert (row.players, row.typing) == (["Anna", "Bram the Elder"], "Ines")
    row.typing = "x" * 199
    row.typed("y")
    row.typed("z")
    assert row.typing == "x" * 199 + "y"
    empty = PlayersRow("players")
    empty.erase()
    assert plain(empty.opened(40, 9)) == ["     1  ▌", hint]


def test_tie_breaks_are_put_last_or_taken_out() -> None:
    row = TiesRow("ties", ("lots",))
    assert row.answer(marked=True) == "lots"
    row.typed("a")
    row.typed("b")
    first, second = row.ties[1:]
    assert row.answer(marked=False) == f"lots, {first}, {second}"
    row.typed("a")
    assert row.ties == ("lots", second)
    row.erase()
    row.erase()
    assert row.answer(marked=False) == "nothing yet"
    assert row.typed("1")
    assert not row.typed("?")
    row.typed("b")
    # Two columns of thirty cells behind three.
    lines = plain(row.opened(63, 9))
    assert lines[0] == "    a    " + first.ljust(24) + " b  1 " + second
    assert len(row.opened(62, 20)) == len(TIES)  # no room for two
    assert len(lines) == -(-len(TIES) // 2)
    assert KeepRow("keep").answer(marked=True) == "Enter"
    assert KeepRow("keep").answer(marked=False) == ""


def test_how_rounds_are_paired() -> None:
    row = pairing_row("pairing", "", lambda: "is Swiss here")
    assert row.answer(marked=True) == "as suits the field"
    assert plain(row.opened(80, 9)) == [
        "    1 ● as suits the field, which is Swiss here",
        "    2   round robin: everybody meets everybody",
        "    3   Swiss: on like points, nobody meets twice",
    ]
    row.typed("2")
    assert row.answer(marked=True) == "round robin"
    assert plain(pairing_row("pairing", "Swiss").opened(80, 9))[0] == "    1   as suits the field"


# ------------------------------------------------------------------------------ the frame


class Told(Panel):
    """A panel with five lines."""

    def title(self) -> Any:
        return ["title"]

    def aside(self) -> Any:
        return ["aside"]

    def body(self, width: int, height: int) -> list[Content]:
        return [Content(f"{n} of {width}x{height}") for n in range(5)]


def test_a_panel_is_drawn_to_the_cell() -> None:
    # 22 cells between the corners: 1 + 7 of the title, 7 + 1 of what stands aside, 6 are left.
    head = "├─ title ────── aside ─┤"
    assert drawn(Told(), 24, 4) == [
        head,
        "│0 of 22x3             │",
        "│1 of 22x3             │",
        "│2 of 22x3             │",
    ]
    lines = drawn(Told(), 24, 8)
    assert lines[:2] == [head, "│0 of 22x7             │"]
    assert lines[6:] == ["│" + " " * 22 + "│"] * 2
    joined = Told(Edges("┌", "┐", joints=((3, "┬"), (12, "┬"))))
    top = drawn(joined, 24, 2)[0]
    assert (top[0], top[3], top[12], top[-1]) == ("┌", "t", "┬", "┐")
    assert drawn(Panel(), 6, 2) == ["├────┤", "│    │"]


# -------------------------------------------------------------------------- lists and pages


class Opened:
    """A screen that a list or a page fills."""

    commands = ()

    def __init__(self) -> None:
        self.sent: list[tuple[str, str]] = []
        self.shows = 0

    def fill(self, body: Any) -> None:
        self.body = body

    def show(self) -> None:
        self.shows += 1

    def called(self) -> str:
        return "log"

    def heading(self) -> Any:
        return ["Winter"]

    def beside(self) -> Any:
        return ["round 4"]

    def copy_out(self, name: str, text: str) -> None:
        self.sent.append((name, text))

    def call_after_refresh(self, how: Any) -> None:
        how()


def listed(count: int = 9) -> Any:
    """A list of a title and so many rows, each with a line below while it is marked."""
    screen: Any = Opened()
    opened: list[int] = []
    items = [Item(Content("title"), more=(Content("of it"),))]
    items += [
        Item(Content(f"row {n}"), lambda n=n: opened.append(n), (Content(f"below {n}"),))  # type: ignore[misc]
        for n in range(count)
    ]
    body = ListBody(screen, lambda width: items, foot=())
    panel: Any = body.panel
    panel.__class__ = type("Sized", (ListPanel,), {"size": Size(20, 8)})
    return standin(screen=screen, body=body, panel=panel, opened=opened)


def test_a_list_shows_the_marked_row_with_what_is_below_it() -> None:
    page = listed()
    assert plain(page.panel.body(18, 7)) == [
        " title", " of it", "▸row 0", " below 0", " row 1", " row 2", " row 3",
    ]  # fmt: skip
    for _ in range(4):
        page.body.do_down()
    # It is the seventh line of twelve; two of the seven stand above it.
    assert plain(page.panel.body(18, 7)) == [
        " row 2", " row 3", "▸row 4", " below 4", " row 5", " row 6", " row 7",
    ]  # fmt: skip
    page.body.do_page_down()
    assert page.body.at == 8
    assert plain(page.panel.body(18, 7))[-2:] == ["▸row 8", " below 8"]
    page.body.do_open()
    page.body.do_up()
    page.body.do_open()
    page.body.do_page_up()
    assert page.body.at == 0
    page.body.do_open()
    assert page.opened == [8, 7, 0]
    assert page.screen.shows == 7
    assert page.panel.inner == 17
    assert text_of(page.panel.title()) + text_of(page.panel.aside()) == "Winterround 4"


def test_what_is_below_a_row_is_shown_whole_where_it_fits() -> None:
    page = listed(3)
    page.body.items = lambda width: [
        Item(Content(f"row {n}"), page.opened.append, tuple(map(Content, "abcdef")))
        for n in range(6)
    ]
    page.body.at = 3
    # Lines 3 to 10 of twelve are the row and what is below it: seven lines end with the last.
    assert plain(page.panel.body(18, 7)) == ["▸row 3", " a", " b", " c", " d", " e", " f"]
    assert plain(page.panel.body(18, 8)) == [
        " row 2", "▸row 3", " a", " b", " c", " d", " e", " f",
    ]  # fmt: skip
    assert plain(page.panel.body(18, 4)) == ["▸row 3", " a", " b", " c"]


def test_a_list_goes_out_with_all_that_is_below_its_rows() -> None:
    page = listed(2)
    page.body.do_copy()
    assert page.screen.sent == [("log", "title\nof it\nrow 0\nbelow 0\nrow 1\nbelow 1\n")]
    empty = listed(0)
    empty.body.do_down()
    empty.body.do_open()
    assert (empty.body.at, empty.opened) == (0, [])


def paged(count: int = 20, **how: Any) -> Any:
    screen: Any = Opened()
    body = PageBody(screen, lambda width: [Content(f"{n} ") for n in range(count)], **how)
    panel: Any = body.panel
    panel.__class__ = type("Sized", (PagePanel,), {"size": Size(20, 8)})
    return standin(screen=screen, body=body, panel=panel)


def test_a_page_scrolls_by_lines_and_screens() -> None:
    page = paged()
    tops = []
    for move in ("up", "down", "page_down", "page_down", "page_down", "page_up", "up"):
        getattr(page.body, f"do_{move}")()
        tops.append(page.body.top)
    # Seven lines are in sight: a screen is six, and the last begins with the fourteenth.
    assert tops == [0, 1, 7, 13, 13, 7, 6]
    assert text_of(page.panel.aside()) == "round 4 · 7–13 of 20"
    assert plain(page.panel.body(18, 7)) == [str(n) for n in range(6, 13)]
    page.body.to_the_end()
    assert text_of(page.panel.aside()) == "round 4 · 14–20 of 20"
    page.body.top = 19  # there were more lines
    assert plain(page.panel.body(18, 7))[0] == "13"
    assert page.screen.shows == 8
    page.screen.beside = list
    assert text_of(page.panel.aside()) == "14–20 of 20"
    seven = paged(7)
    assert text_of(seven.panel.aside()) == "round 4"
    assert text_of(seven.panel.title()) == "Winter"
    assert (seven.panel.inner, seven.panel.room) == (18, 7)
    below = paged(from_below=True)
    below.body.begin()
    assert below.body.top == 13
    above = paged()
    above.body.begin()
    assert above.body.top == 0


def test_a_page_goes_out_as_it_is_or_as_its_own_text() -> None:
    page, own = paged(2), paged(2, text=lambda: "of its own\n")
    page.body.do_copy()
    own.body.do_copy()
    assert page.screen.sent == [("log", "0\n1\n")]
    assert own.screen.sent == [("log", "of its own\n")]


def test_texts_under_their_headings() -> None:
    parts = [("one", ["alpha beta gamma", ""]), ("two", ["x"])]
    assert plain(sections(parts, 14)) == [
        " one", "  alpha beta", "    gamma", "", "", " two", "  x",
    ]  # fmt: skip
