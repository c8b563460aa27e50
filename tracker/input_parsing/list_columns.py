"""Which columns of a list hold the names: by their headings, or by what stands in them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

_NAMES = frozenset(
    """name|names|player|players|player name|name of player|who|full name|your name|your full name
    |nickname|spieler|spielername|vollständiger name|dein name|ihr name|vor und nachname
    |vor und zuname|nom complet|nom et prénom|joueur|nom du joueur|votre nom|nombre completo
    |nombre y apellidos|jugador|nome completo|nome e cognome|giocatore|jogador|naam|speler
    |volledige naam|imię i nazwisko|gracz|navn|spiller|namn|spelare|nimi|pelaaja|név|játékos
    |jméno a příjmení|hráč|имя и фамилия|фио|игрок""".replace("\n    ", "").split("|")
)
_EITHER = frozenset(("name", "nom", "nome", "nombre", "naam", "jméno", "имя", "navn", "namn"))
"""Alone these are the whole name; beside a column of first or of last names they are the other."""
_FIRST = frozenset(
    """first name|firstname|given name|forename|vorname|prénom|prenom|voornaam|imię|fornavn
    |förnamn|etunimi|keresztnév|primeiro nome""".replace("\n    ", "").split("|")
)
_LAST = frozenset(
    """last name|lastname|surname|family name|nachname|familienname|zuname|nom de famille
    |apellido|apellidos|cognome|sobrenome|achternaam|nazwisko|etternavn|efternavn|efternamn
    |sukunimi|vezetéknév|příjmení|фамилия""".replace("\n    ", "").split("|")
)
_PRIVATE = re.compile(
    r"e[ -]?mail|\bmail\b|correo|adresse [eé]lectronique|sähköposti|почт"
    r"|phone|telefon|téléphone|teléfono|\btel\b|mobile|handy|puhelin|телефон"
    r"|time ?stamp|zeitstempel|horodat|marca temporal|informazioni cronologiche|tijdstempel"
    r"|sygnatura czasowa|aikaleima|отметка времени|start time|completion time|submitted"
    r"|^(?:(?:response|submission|entry) )?id$"
    r"|startzeit|fertigstellungszeit|heure de (?:début|fin)|ip address"
)
"""Headings of columns that are nobody's business later: addresses, telephones, when it was sent."""
_OTHER_NAMES = re.compile(
    r"\b(?:team|army|armee|club|verein|faction|force|list|discord|user|file|group|opponent|roster"
    r"|company|warband|organi[sz]ation|event|emergency|parent|guardian)\b"
)
EMAIL = re.compile(r"[<(\[]?(?:mailto:)?[\w.+'-]+@[\w-]+(?:\.[\w-]+)+[>)\]]?")
_ASKED = re.compile(r"\b(?:your|what|ihr|ihre|dein|deine|votre|ton|tu|su|seu|jouw|uw|twoje)\b")
"""Words of a question; without one a heading that is known in part only may be somebody."""
_DATE = re.compile(
    r"\d{1,4}[-./]\d{1,2}[-./]\d{1,4}(?:[ T,]+\d{1,2}[:.]\d{2}.*)?|\d{1,2}:\d{2}(?::\d{2})?.*"
)
_NUMBER = re.compile(r"[#№]?\s?\d[\d .,/-]*")


class ListColumn(Struct, frozen=True):
    """A column of a list: its number from 1, its heading (may be empty), a cell of it."""

    number: int
    heading: str
    sample: str


class ListColumns(Struct, frozen=True):
    """``names`` are the numbers of the columns that together hold a name; ``sure``: by a heading,
    or because no other column may. ``private`` columns are not kept; ``heading``: the first row is
    one.
    """

    columns: tuple[ListColumn, ...]
    names: tuple[int, ...]
    sure: bool
    heading: bool
    private: frozenset[int] = frozenset()

    @property
    def choices(self) -> list[tuple[int, ...]]:
        """What may be chosen for the names: what is proposed, then each column that may be."""
        others = [(one.number,) for one in self.columns if one.number not in self.private]
        return [self.names, *(each for each in others if each != self.names)]

    def called(self, names: Sequence[int]) -> str:
        """Columns as people see them: ``column 3, Your name``."""
        heads = [one.heading or one.sample for one in self.columns if one.number in names]
        numbers = " and ".join(map(str, names))
        return f"column{'s' if len(names) > 1 else ''} {numbers}, {' + '.join(heads)}"

    def told(self) -> str:
        """Every column with its number: ``1 Timestamp, 2 Your name (Anna)``."""
        return ", ".join(
            f"{one.number} {one.heading} ({one.sample})"
            if one.heading
            else f"{one.number} {one.sample}"
            for one in self.columns
        )


def find_columns(rows: Sequence[Sequence[str]]) -> ListColumns:
    """The columns of a list, and those proposed for the names. ``rows`` has one row at least."""
    wide = max(map(len, rows))
    heads = [
        simplify_heading(rows[0][place]) if place < len(rows[0]) else "" for place in range(wide)
    ]
    body = rows[1:]
    by_heading = _by_heading(heads, body)
    kinds = [_kind([row[place] for row in body if place < len(row)]) for place in range(wide)]
    known = [place for place, head in enumerate(heads) if _PRIVATE.search(head)]
    heading = bool(by_heading or known) or _contrasts(rows[0], kinds)
    by_heading = by_heading or (_like_a_name(heads) if heading else [])
    if not heading:
        kinds = [_kind([row[place] for row in rows if place < len(row)]) for place in range(wide)]
    told = known if heading else []
    private = {place for place in range(wide) if kinds[place] in ("email", "date") or place in told}
    private -= set(by_heading)
    first = rows[1] if heading and body else rows[0]
    columns = tuple(
        ListColumn(
            place + 1,
            " ".join(rows[0][place].split()) if heading and place < len(rows[0]) else "",
            " ".join(first[place].split()) if place < len(first) else "",
        )
        for place in range(wide)
    )
    text = [one for one in range(wide) if one not in private and kinds[one] == "text"]
    names = by_heading or text[:1] or [0]
    sure = bool(by_heading) or not heading or len(text) < 2
    return ListColumns(
        columns,
        tuple(place + 1 for place in names),
        sure,
        heading,
        frozenset(place + 1 for place in private),
    )


def _by_heading(heads: Sequence[str], body: Sequence[Sequence[str]]) -> list[int]:
    """The places of the columns that a heading says hold the names; first name before last."""

    def told(place: int) -> int:
        return len({row[place].strip() for row in body if place < len(row)} - {""})

    first = [place for place, head in enumerate(heads) if head in _FIRST]
    last = [place for place, head in enumerate(heads) if head in _LAST]
    either = [place for place, head in enumerate(heads) if head in _EITHER]
    if first and (last or either):
        return [first[0], (last or either)[0]]
    if last and either:
        return [either[0], last[0]]
    whole = [place for place, head in enumerate(heads) if head in _NAMES or head in _EITHER]
    if whole:
        return [max(whole, key=told)]
    like = [place for place in _like_a_name(heads) if _ASKED.search(heads[place])]
    return like or (first or last)[:1]


def _like_a_name(heads: Sequence[str]) -> list[int]:
    """The place of the one heading that has a word for a name in it and none for another's."""
    like = [
        place
        for place, head in enumerate(heads)
        if re.search(r"\b(?:name|player|spieler|nom|joueur|nombre|naam|heißt|heisst)\b", head)
        and not _OTHER_NAMES.search(head)
        and not _PRIVATE.search(head)
    ]
    return like if len(like) == 1 else []


def _kind(cells: Sequence[str]) -> str:
    """What a column holds for the most part: "email", "date", "number", "text" or "" (nothing)."""
    told = [cell.strip() for cell in cells if cell.strip()]
    for kind, form in (("email", EMAIL), ("date", _DATE), ("number", _NUMBER)):
        if told and 2 * sum(form.fullmatch(cell) is not None for cell in told) > len(told):
            return kind
    return "text" if told else ""


def _contrasts(first: Sequence[str], kinds: Sequence[str]) -> bool:
    """Whether the first row is a heading in words nobody knows: text above dates or addresses."""
    return any(
        kind in ("email", "date") and cell.strip() and _kind([cell]) == "text"
        for cell, kind in zip(first, kinds, strict=False)
    )


def simplify_heading(heading: str) -> str:
    """A heading in small letters without signs: ``Your name (in full)?`` is ``your name``."""
    bare = re.sub(r"\(.*?\)|\[.*?\]", " ", heading.casefold())
    return " ".join(re.sub(r"[^\w'-]+|[_*]", " ", bare).replace("-", " ").split())
