"""A sign-up list in whatever form: read, looked over, enrolled; nothing of it is lost."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.leagues.club import club, league
from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.league_log import list_league_log_lines
from tracker.application.leagues.people.sign_up_list_review import (
    MAX_LINES,
    SignUp,
    describe_sign_up,
    review_sign_ups,
)
from tracker.input_parsing.player_list_parser import parse_people_list
from tracker.leagues.results.standings_input_types import PlayerId

LISTS = {
    "plain": "Anna Berger\nBram\n\nChloé Duval\n",
    "semicolons": "Anna Berger; Iron Guard; Vienna\nBram; Red Dusk\nChloé Duval;;Linz",
    "tabs with a heading": "Name\tArmy\tClub\nAnna Berger\tIron Guard\tVienna\nBram\tRed Dusk\t",
    "a column of numbers": "1;Anna Berger;Iron Guard\n2;Bram;Red Dusk",
    "names in the second column": "No,Player,Army\n7,Anna Berger,Iron Guard\n9,Bram,Red Dusk",
    "numbers under a heading": "Nr;Name;Army\n1;Anna Berger;Iron Guard\n2;Bram;Red Dusk",
    "numbered": "1. Anna Berger (Iron Guard)\n2) Bram - Red Dusk\n3: Chloé Duval / Linz",
    "marked": "- Anna Berger\n* Bram: Red Dusk\n[x] Chloé Duval [Linz]",
    "numbered under a heading": "Name;Army\n1. Anna Berger;Iron Guard\n#2 Bram;Red Dusk",
    "number signs": "#1 Anna Berger\n# Bram (Red Dusk)\n# 3: Chloé Duval\n3 Finger Bob",
    "quoted": '"Berger, Anna",Iron Guard\n"O\'Neill, ""Bram""",Red Dusk',
    "bars": "Anna Berger | Iron Guard | Vienna\nBram|Red Dusk|",
}
READ = {
    "plain": [("Anna Berger", ""), ("Bram", ""), ("Chloé Duval", "")],
    "semicolons": [
        ("Anna Berger", "Iron Guard, Vienna"), ("Bram", "Red Dusk"), ("Chloé Duval", "Linz"),
    ],
    "tabs with a heading": [("Anna Berger", "Iron Guard, Vienna"), ("Bram", "Red Dusk")],
    "a column of numbers": [("Anna Berger", "Iron Guard"), ("Bram", "Red Dusk")],
    "names in the second column": [("Anna Berger", "7, Iron Guard"), ("Bram", "9, Red Dusk")],
    "numbers under a heading": [("Anna Berger", "Iron Guard"), ("Bram", "Red Dusk")],
    "numbered": [("Anna Berger", "Iron Guard"), ("Bram", "Red Dusk"), ("Chloé Duval", "Linz")],
    "marked": [("Anna Berger", ""), ("Bram", "Red Dusk"), ("Chloé Duval", "Linz")],
    "numbered under a heading": [("Anna Berger", "Iron Guard"), ("Bram", "Red Dusk")],
    "number signs": [
        ("Anna Berger", ""), ("Bram", "Red Dusk"), ("Chloé Duval", ""), ("3 Finger Bob", ""),
    ],
    "quoted": [("Berger, Anna", "Iron Guard"), ('O\'Neill, "Bram"', "Red Dusk")],
    "bars": [("Anna Berger", "Iron Guard, Vienna"), ("Bram", "Red Dusk")],
}  # fmt: skip


@pytest.mark.parametrize("form", LISTS)
def test_a_list_is_read_in_whatever_form(form: str) -> None:
    assert [(one.name, one.beside) for one in parse_people_list(LISTS[form]).names] == READ[form]


def test_the_quote_of_an_exported_name_is_removed() -> None:
    """An export adds it to text that a spreadsheet would take for a formula."""
    for text in ("'=1+1\n'@x\n'Anna\n", "'=1+1;'-a\n'@x;\n'Anna;b\n"):
        assert [one.name for one in parse_people_list(text).names] == ["=1+1", "@x", "'Anna"]


def test_lines_keep_their_numbers_and_whole_lines_may_be_names() -> None:
    found = parse_people_list("\n1. Berger, Anna\n\nDuval, Chloé\n", lines_are_names=True).names
    assert [(one.line, one.name) for one in found] == [(2, "Berger, Anna"), (4, "Duval, Chloé")]


def test_numbers_alone_are_names_and_only_counted_ones_are_none() -> None:
    assert [one.name for one in parse_people_list("1\n2").names] == ["1", "2"]
    assert [one.name for one in parse_people_list("1;Anna\n2").names] == ["Anna", "2"]
    found = parse_people_list("3;Anna\n5;Bram").names  # no numbers of lines: they are kept
    assert [(one.name, one.beside) for one in found] == [("Anna", "3"), ("Bram", "5")]


NAMES = st.text("abcDEFé øß'.", min_size=1, max_size=12).filter(lambda text: text.strip(" .'"))
BESIDE = st.lists(NAMES, max_size=3)


@given(
    rows=st.lists(st.tuples(NAMES, BESIDE), max_size=8),
    sign=st.sampled_from(["\t", ";", "|", " - ", " / "]),
)
def test_no_letter_of_a_list_is_lost(rows: list[tuple[str, list[str]]], sign: str) -> None:
    lines = [sign.join([name, *beside]) for name, beside in rows]
    found = parse_people_list("\n".join(lines)).names
    assert len(found) == len(lines)
    for line, one in zip(lines, found, strict=True):
        letters = sorted(c for c in line if c.isalnum())
        assert sorted(c for c in one.name + one.beside if c.isalnum()) == letters


OTHER_FILE = re.compile(r"\s*(\{|<|BEGIN:VCALENDAR|# Warledger)", re.IGNORECASE)


@given(st.text(max_size=200).filter(lambda text: not OTHER_FILE.match(text)))
def test_any_text_is_read_and_every_line_has_its_verdict(text: str) -> None:
    rows = review_sign_ups(club().begin_league("Any").state, text)
    written = [line for line in text.splitlines() if line.strip()]
    assert len(written) - 1 <= len(rows) <= len(written)  # a heading is nobody
    assert all(row.verdict == "no name" or row.name for row in rows)
    assert all(describe_sign_up(row) for row in rows)


def verdicts(found: League, text: str, **more: object) -> list[tuple[str, str, str]]:
    rows = review_sign_ups(found.state, text, **more)  # type: ignore[arg-type]
    return [(row.name, row.verdict, row.like) for row in rows]


def test_who_is_there_who_stands_twice_and_who_may_be_the_same() -> None:
    found = league(None, "Anna Berger", "Jonas Meyer", "Zoe", "Olivér")
    found.people.drop_player("Zoe")
    text = (
        "anna berger\nJonas Meier\nZoe\nPaula\npaula\nBerger Anna\nAnna\nOliver\nPaulo\nQuinn\n--\n"
    )
    assert verdicts(found, text) == [
        ("anna berger", "is enrolled", ""),
        ("Jonas Meier", "joins", "Jonas Meyer"),
        ("Zoe", "has dropped", ""),
        ("Paula", "joins", ""),
        ("paula", "twice", ""),
        ("Berger Anna", "joins", "Anna Berger"),
        ("Anna", "joins", "Anna Berger"),
        ("Oliver", "joins", "Olivér"),
        ("Paulo", "joins", ""),  # one letter of five is another: too short to tell
        ("Quinn", "joins", ""),
        ("--", "joins", ""),
    ]


def test_a_list_is_enrolled_in_one_line_with_what_stands_beside_the_names() -> None:
    found = league()
    text = "Anna\nPaula; Red Dusk; Linz\nQuinn\nRosa; late"
    rows = review_sign_ups(found.state, text, skipped_lines=[3])
    assert [row.verdict for row in rows] == ["is enrolled", "joins", "left out", "joins"]
    found.people.enrol_sign_ups(rows)
    said = "Paula enrolled (Red Dusk, Linz); Rosa enrolled (late)"
    assert list_league_log_lines(found.history)[-1].text == said
    assert found.state.players[PlayerId("p5")].about == "Red Dusk, Linz"
    assert found.people.find_player("Rosa").id == "p6"
    found.undo()
    assert len(found.state.players) == 4


def test_where_nobody_is_new_nothing_is_written() -> None:
    found = league()
    version = found.version
    with pytest.raises(Refused, match=r"^There are no names on this list\. Nothing was changed"):
        found.people.enrol_sign_ups(review_sign_ups(found.state, "Player;Army\n;Orks\n"))
    with pytest.raises(Refused, match=r"Nobody on this list is new. Nothing was changed"):
        found.people.enrol_sign_ups(review_sign_ups(found.state, "Anna\nBram"))
    with pytest.raises(
        Refused, match=f"The list has {MAX_LINES + 1} lines; the limit is {MAX_LINES}"
    ):
        review_sign_ups(found.state, "\n".join(f"P{number}" for number in range(MAX_LINES + 1)))
    assert found.version == version


@given(st.integers(0, 2**32))
def test_those_who_join_are_exactly_those_that_were_said_to(seed: int) -> None:
    chance = random.Random(seed)
    found = league()
    pool = ["Anna", "bram", "Paula", "Quinn", "Rosa", "PAULA", "Theo", " Theo "]
    text = "\n".join(chance.choice(pool) for _ in range(chance.randint(1, 12)))
    rows = review_sign_ups(found.state, text)
    joins = [row.name for row in rows if row.verdict == "joins"]
    if joins:
        found.people.enrol_sign_ups(rows)
    assert [one.name for one in found.state.players.values()][4:] == joins
    assert len({name.casefold() for name in joins}) == len(joins)


def test_a_verdict_in_words() -> None:
    row = SignUp(1, "Jonas Meier", "", "joins", "Jonas Meyer")
    assert describe_sign_up(row) == "joins; same person as Jonas Meyer?"
    assert (
        describe_sign_up(SignUp(1, "Zoe", "", "has dropped"))
        == "has dropped out; bring the player back first"
    )
