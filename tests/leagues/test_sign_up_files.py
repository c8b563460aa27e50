"""Sign-up lists as forms and spreadsheets write them: the right people, or exactly one question."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.leagues.club import club
from tracker.application.errors import Refused
from tracker.application.leagues.signing_up import must_be_sure, read_list
from tracker.application.text_files import UnknownEncoding, read_text_file
from tracker.input_parsing.names_list import read_people

FILES = Path(__file__).parent / "sign_up"
ANNA, BRAM, JOERG, CHLOE = "Anna Berger", "Bram O'Neill", "Jörg Müller", "Chloé Duval"
# Each file: the encoding that is asked for, the columns that are asked for, who is on it.
LISTS: dict[str, tuple[str, tuple[int, ...], list[tuple[str, str]]]] = {
    "form-en.csv": (
        "", (), [(ANNA, "Iron Guard, mechanised"), (BRAM, "Red Dusk"), (CHLOE, "")]
    ),
    "form-de.csv": ("", (), [(ANNA, "Eiserne Garde"), (JOERG, "Rote Dämmerung"), (CHLOE, "")]),
    "office-form.csv": (
        "", (), [(ANNA, "Iron Guard"), (BRAM, "Red Dusk (1000 points)"), (CHLOE, "")]
    ),
    "excel-fr-cp1252.csv": (
        "cp1252", (), [(ANNA, "Vienne"), (JOERG, "Linz"), (CHLOE, "")]
    ),
    "excel-de-two-columns.csv": (
        "", (), [(ANNA, "Eiserne Garde"), (JOERG, "Rote Dämmerung; Reserve"), (CHLOE, "")]
    ),
    "unicode-text-utf16.txt": (
        "", (), [(ANNA, "Iron Guard"), (JOERG, "Red Dusk"), (CHLOE, "")]
    ),
    "ids-first-no-heading.csv": (
        "", (), [(ANNA, "1042, Iron Guard"), (BRAM, "1077, Red Dusk"), (CHLOE, "1091")]
    ),
    "form-fi-unknown-heading.csv": (
        "", (3,), [(ANNA, "Rautakaarti"), (JOERG, "Punainen hämärä"), (CHLOE, "")]
    ),
    "sheet-es.tsv": (
        "", (), [(ANNA, "Guardia de Hierro"), (JOERG, "Ocaso Rojo"), (CHLOE, "")]
    ),
    "export-pl-cp1250.csv": (
        "cp1250", (), [("Łukasz Żak", "Kraków, Żelazna Straż"), (ANNA, "Czerwony Zmierzch")]
    ),
    "sheet-only-names.csv": ("", (), [(ANNA, ""), (JOERG, ""), (CHLOE, "")]),
    "chat.txt": ("", (), [(ANNA, ""), (BRAM, "Red Dusk"), (CHLOE, "")]),
}  # fmt: skip


def test_every_file_is_tried() -> None:
    assert {one.name for one in FILES.iterdir()} == set(LISTS)


@pytest.mark.parametrize("name", sorted(LISTS))
def test_a_file_gives_its_people_or_asks_one_question(name: str) -> None:
    encoding, columns, people = LISTS[name]
    if encoding:
        with pytest.raises(UnknownEncoding, match="is not UTF-8 text"):
            read_text_file(FILES / name)
    text = read_text_file(FILES / name, encoding=encoding)
    found = read_list(text)
    if columns:
        with pytest.raises(Refused, match=r"Which column has the names\? .*--column 3;"):
            must_be_sure(found)
        found = read_list(text, columns)
    else:
        must_be_sure(found)
    assert [(one.name, one.beside) for one in found.names] == people
    assert "@" not in str(found.names)


def test_the_columns_are_told_and_others_can_be_said() -> None:
    text = read_text_file(FILES / "form-en.csv")
    found = read_people(text).columns
    assert found is not None
    assert found.told() == (
        "1 Timestamp (2026/11/01 10:22:31 AM GMT+1), 2 Email Address (anna@example.org),"
        " 3 Your name (Anna Berger), 4 Faction (Iron Guard, mechanised)"
    )
    assert found.choices == [(3,), (4,)]
    rows = club().begin_league("Any").people.review_sign_up(text, columns=(4,))
    assert [(row.name, row.beside) for row in rows][:2] == [
        ("Iron Guard, mechanised", "Anna Berger"), ("Red Dusk", "Bram O'Neill"),
    ]  # fmt: skip
    with pytest.raises(Refused, match="There is no column 5; the list has 4 columns"):
        read_list(text, (5,))


def test_somebody_called_like_a_heading_is_no_heading() -> None:
    assert [one.name for one in read_people("Player One\nAnna\n").names] == ["Player One", "Anna"]
    text = "Nom de Guerre;Orks\nAnna;Elves\n"
    assert [one.name for one in read_people(text).names] == ["Nom de Guerre", "Anna"]


def test_an_encoding_there_is_not_is_refused_with_those_there_are(tmp_path: Path) -> None:
    (tmp_path / "list.csv").write_text("Anna\n", encoding="utf-8")
    with pytest.raises(Refused, match=r"There is no encoding 'klingon'\. Choose one of: utf-8"):
        read_text_file(tmp_path / "list.csv", encoding="klingon")
