"""Sign-up lists as forms and spreadsheets write them: the right people, or exactly one question."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.leagues.club import club
from tracker.application.errors import Refused
from tracker.application.leagues.people.sign_up_list_review import (
    describe_sign_up,
    parse_sign_up_list,
    require_unambiguous_columns,
    review_sign_ups,
)
from tracker.application.text_file_decoding import UnknownEncoding, read_text_file
from tracker.input_parsing.player_list_parser import parse_people_list

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
    found = parse_sign_up_list(text)
    if columns:
        with pytest.raises(Refused, match=r"Which column has the names\? .*--column 3\."):
            require_unambiguous_columns(found)
        found = parse_sign_up_list(text, columns)
    else:
        require_unambiguous_columns(found)
    assert [(one.name, one.beside) for one in found.names] == people
    assert "@" not in str(found.names)


TWO = [("Anna Berger", "Orks"), ("Bram Jong", "Elves")]
# Lists that say by themselves who is on them: their lines apart by bars, and their people.
CLEAR: dict[str, list[tuple[str, str]]] = {
    "First,Last,Army|Anna,Berger,Orks|Bram,Jong,Elves": TWO,
    "Last,First,Army|Berger,Anna,Orks|Jong,Bram,Elves": TWO,
    "No.,Paid,First,Last,Team|1,yes,Anna,Berger,Red|2,no,Bram,Jong,Blue": [
        ("Anna Berger", "yes, Red"), ("Bram Jong", "no, Blue"),
    ],
    "Event,Player First Name,Player Last Name,Army|Cup,Anna,Berger,Orks|Cup,Bram,Jong,Elves": [
        ("Anna Berger", "Cup, Orks"), ("Bram Jong", "Cup, Elves"),
    ],
    "Participant;Club;Points|Anna;Red;3|Bram;Blue;4": [("Anna", "Red, 3"), ("Bram", "Blue, 4")],
    "#,Participant,Seed|1,Anna,2|2,Bram,1": [("Anna", "2"), ("Bram", "1")],
    "Nr.;Teilnehmer;Fraktion|1;Anna Berger;Orks|2;Bram Jong;Elves": TWO,
    "Paid,Participant|yes,Anna|no,Bram": [("Anna", "yes"), ("Bram", "no")],
    "Sign-up Winter Cup,,|,,|Name,Army,E-mail|Anna Berger,Orks,a@x.org|Bram Jong,Elves,b@x.org": (
        TWO
    ),
    "Winter Cup|Name;Army|Anna Berger;Orks|Bram Jong;Elves": TWO,
    "Winter Cup;1.11.2026|Name;Army|Anna Berger;Orks|Bram Jong;Elves": TWO,
    "Datum: 1.11.2026||Naam|Piet|Jan": [("Piet", ""), ("Jan", "")],
    "Winter Cup,,|No.,First,Last|1,Anna,Berger|2,Bram,Jong": [
        ("Anna Berger", ""), ("Bram Jong", ""),
    ],
    "Winter Cup 2026||Anna|Bram": [("Anna", ""), ("Bram", "")],
    "Participants:|Anna|Bram": [("Anna", ""), ("Bram", "")],
    "Jméno;Příjmení;Armáda|Anna;Berger;Orks|Bram;Jong;Elves": TWO,
    "Imię;Nazwisko;Frakcja|Anna;Berger;Orks|Bram;Jong;Elves": TWO,
    "Prénom du joueur;Nom du joueur;Armée|Anna;Berger;Orks|Bram;Jong;Elves": TWO,
    "Deltager;Hær|Anna Berger;Orks|Bram Jong;Elves": TWO,
    "Deelnemer;Leger|Anna Berger;Orks|Bram Jong;Elves": TWO,
    "Deltagare;Armé|Anna Berger;Orks|Bram Jong;Elves": TWO,
    "Jogador;Exército|Anna Berger;Orks|Bram Jong;Elves": TWO,
    "Nome e cognome;Esercito|Anna Berger;Orks|Bram Jong;Elves": TWO,
    "Vorname Nachname;Armee|Anna Berger;Orks|Bram Jong;Elves": TWO,
    "Name of opponent,Player's name,Club|X,Anna,Red|Y,Bram,Red": [
        ("Anna", "X, Red"), ("Bram", "Y, Red"),
    ],
    "Anna;1000|Bram;1500": [("Anna", "1000"), ("Bram", "1500")],
    "Anna;tbd|Bram;1000|Chloe;1500": [("Anna", "tbd"), ("Bram", "1000"), ("Chloe", "1500")],
    "Anna Berger; Orks|Bram Jong; Elves|Chloe": [*TWO, ("Chloe", "")],  # its last line says it
    "Anna|Player|Bram": [("Anna", ""), ("Player", ""), ("Bram", "")],
    "Anna;1.11.2026|Bram;soon|Chloe;2.11.2026|Dario;3.11.2026": [
        ("Anna", ""), ("Bram", ""), ("Chloe", ""), ("Dario", ""),
    ],
    "Anna||Bram|Nick": [("Anna", ""), ("Bram", ""), ("Nick", "")],
    # Most lines have no second column: each line is divided by itself.
    "Anna|Bert;Orks|Cyd": [("Anna", ""), ("Bert", "Orks"), ("Cyd", "")],
    "Anna|Bert|Egon|Cyd, Orks": [("Anna", ""), ("Bert", ""), ("Egon", ""), ("Cyd", "Orks")],
    'Name|Anna|Bert|"Hans, der Große",Chaos': [
        ("Anna", ""), ("Bert", ""), ("Hans, der Große", "Chaos"),
    ],
    'Anna|Bert|"Hans, der Große"': [("Anna", ""), ("Bert", ""), ("Hans, der Große", "")],
    'Anna|Bert|"Mad" Max – Orks, Elves': [
        ("Anna", ""), ("Bert", ""), ('"Mad" Max', "Orks, Elves"),
    ],
}  # fmt: skip
# Lists of which nobody can know it: the columns that are proposed, and who is in them.
UNCLEAR: dict[str, tuple[tuple[int, ...], list[str]]] = {
    "Anna;Orks|Bram;Elves": ((1,), ["Anna", "Bram"]),
    "Berger, Anna|Jong, Bram": ((1,), ["Berger", "Jong"]),
    "Nick;Orks|Anna;Elves": ((1,), ["Nick", "Anna"]),
    "Anna;Paid|Bram;|Chloe;Paid": ((1,), ["Anna", "Bram", "Chloe"]),
    "Anna;Mobile Infantry|Bram;Red Dusk": ((1,), ["Anna", "Bram"]),
    "Cup;Anna;Orks|Cup;Bram;Orks": ((2,), ["Anna", "Bram"]),
    "Army,Points|Orks,1000|Elves,1500": ((1,), ["Orks", "Elves"]),
    "Kutsu;Armeija|Anna;Orks|Bram;Elves": ((1,), ["Anna", "Bram"]),
    "Kutsu;Pisteytys|Anna;3|Bram;4": ((1,), ["Anna", "Bram"]),
    "Cup,,|Aika,Kutsu,Armeija|1.11.2026,Anna,Orks|2.11.2026,Bram,Elves": ((2,), ["Anna", "Bram"]),
    "Who are you?,What do you play?|Anna,Orks|Bram,Elves": ((1,), ["Anna", "Bram"]),
    "Surname;Initial;Army|Berger;A.;Orks|Jong;B.;Elves": ((1,), ["Berger", "Jong"]),
    "Player 1,Player 2,Team|Anna,Bram,Red|Chloe,Dario,Blue": ((1,), ["Anna", "Chloe"]),
    "Your name,Player,Army|Mum A,Anna,Orks|Dad B,Bram,Elves": ((1,), ["Mum A", "Dad B"]),
}


@pytest.mark.parametrize("lines", CLEAR)
def test_a_list_that_is_clear_asks_nothing(lines: str) -> None:
    found = parse_sign_up_list(lines.replace("|", "\n"))
    require_unambiguous_columns(found)
    assert [(one.name, one.beside) for one in found.names] == CLEAR[lines]


@pytest.mark.parametrize("lines", UNCLEAR)
def test_a_list_that_is_not_clear_asks_one_question(lines: str) -> None:
    found = parse_sign_up_list(lines.replace("|", "\n"))
    with pytest.raises(Refused, match="Which column has the names"):
        require_unambiguous_columns(found)
    assert found.columns is not None
    assert (found.columns.names, [one.name for one in found.names]) == UNCLEAR[lines]


def test_what_stands_above_the_names_has_its_verdict() -> None:
    state = club().begin_league("Any").state
    rows = review_sign_ups(state, "Sign-up Winter Cup,,\n,,\nName,Army,E-mail\nAnna,Orks,\n")
    assert [(row.line, row.name, row.verdict) for row in rows] == [
        (1, "Sign-up Winter Cup", "heading"), (4, "Anna", "joins"),
    ]  # fmt: skip
    rows = review_sign_ups(state, "Kutsu;Pisteytys\nAnna;3\nBram;4")
    assert [describe_sign_up(row) for row in rows] == [
        "is a heading, not a player",
        "joins",
        "joins",
    ]


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("Seat;Player|1;Anna|4;Bram|7;", [("Anna", "1"), ("Bram", "4"), ("", "7")]),
        ("Player;Paid;Army|Anna;10,00;Orks|;10,00;", [("Anna", "10,00, Orks"), ("", "10,00")]),
        ("Table,Player,Army|A,Anna,Orks|B,,", [("Anna", "A, Orks"), ("", "B")]),
        (
            "Nr;Spieler;Armee|1;Anna;Orks|2;Bram;|3;;|;Summe: 2;",
            [("Anna", "Orks"), ("Bram", ""), ("", ""), ("Summe: 2", "")],
        ),
        ("Anna;1000|Bram;1500|;900", [("Anna", "1000"), ("Bram", "1500"), ("", "900")]),
    ],
)
def test_a_row_with_an_empty_name_has_no_name(text: str, people: list[tuple[str, str]]) -> None:
    found = parse_sign_up_list(text.replace("|", "\n"))
    assert [(one.name, one.beside) for one in found.names] == people


def test_names_in_two_columns_can_be_chosen_where_nothing_says_so() -> None:
    text = "Berger;Anna\nJong;Bram"
    found = parse_sign_up_list(text).columns
    assert found is not None
    assert found.name_column_choices == [(1,), (2,), (1, 2), (2, 1)]
    assert found.format_columns((2, 1)) == "columns 2 and 1, Anna + Berger"
    assert [one.name for one in parse_sign_up_list(text, (2, 1)).names] == [
        "Anna Berger",
        "Bram Jong",
    ]


def test_the_columns_are_told_and_others_can_be_said() -> None:
    text = read_text_file(FILES / "form-en.csv")
    found = parse_people_list(text).columns
    assert found is not None
    assert found.describe_all_columns() == (
        "1 Timestamp (2026/11/01 10:22:31 AM GMT+1), 2 Email Address (anna@example.org),"
        " 3 Your name (Anna Berger), 4 Faction (Iron Guard, mechanised)"
    )
    assert found.name_column_choices == [(3,), (4,)]
    rows = review_sign_ups(club().begin_league("Any").state, text, name_columns=(4,))
    assert [(row.name, row.beside) for row in rows][:2] == [
        ("Iron Guard, mechanised", "Anna Berger"), ("Red Dusk", "Bram O'Neill"),
    ]  # fmt: skip
    with pytest.raises(Refused, match="There is no column 5: the list has 4 columns"):
        parse_sign_up_list(text, (5,))


def test_somebody_called_like_a_heading_is_no_heading() -> None:
    assert [one.name for one in parse_people_list("Player One\nAnna\n").names] == [
        "Player One",
        "Anna",
    ]
    text = "Nom de Guerre;Orks\nAnna;Elves\n"
    assert [one.name for one in parse_people_list(text).names] == ["Nom de Guerre", "Anna"]


def test_an_encoding_there_is_not_is_refused_with_those_there_are(tmp_path: Path) -> None:
    (tmp_path / "list.csv").write_text("Anna\n", encoding="utf-8")
    with pytest.raises(Refused, match=r"There is no encoding 'klingon'\. Choose one of: utf-8"):
        read_text_file(tmp_path / "list.csv", encoding="klingon")
