"""Column headings of lists in several languages: which mean a name, and which something else."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, cast

from tracker.vocabulary.packaged_files import read_packaged_toml

Role = Literal["whole", "nickname", "either", "first", "last", ""]


def _read_words() -> dict[str, dict[str, frozenset[str]]]:
    tables = read_packaged_toml("tracker.input_parsing", "headings.toml", dict[str, dict[str, str]])
    return {
        table: {kind: _split(words) for kind, words in kinds.items()}
        for table, kinds in tables.items()
    }


def _split(words: str) -> frozenset[str]:
    return frozenset(" ".join(one.split()) for one in words.split("|"))


_READ = _read_words()
_NAMES = cast("Mapping[Role, frozenset[str]]", _READ["names"])
_AND, _BESIDE, _STATUS, _WHOSE = (
    _READ["words"][kind] for kind in ("and", "beside", "status", "whose")
)
RESULTS: Mapping[str, frozenset[str]] = _READ["results"]
"""The possible columns of a list of results, and their headings."""

_ONLY_TOGETHER = ("first", "last")
_PRIVATE = re.compile(
    r"e[ -]?mail|\bmail\b|correo|courriel|adresse [eé]lectronique|sähköposti|почт"
    r"|phone|telefon|telefoon|téléphone|teléfono|\btel\b|mobile|handy|puhelin|телефон"
    r"|time ?stamp|zeitstempel|horodat|marca temporal|informazioni cronologiche|tijdstempel"
    r"|sygnatura czasowa|aikaleima|отметка времени|start time|completion time|submitted"
    r"|^(?:(?:response|submission|entry) )?id$"
    r"|startzeit|fertigstellungszeit|heure de (?:début|fin)|ip address"
)
"""Headings of private columns: addresses, telephones, the time of submission."""
_OTHER_NAMES = re.compile(
    r"\b(?:team|army|armee|club|verein|faction|force|list|discord|user|file|group|opponent|roster"
    r"|company|warband|organi[sz]ation|event|emergency|parent|guardian)\b"
)
_HAS_NAME = re.compile(r"\b(?:name|player|spieler|nom|joueur|nombre|naam|nome|heißt|heisst)\b")
_ASKED = re.compile(r"\b(?:your|what|ihr|ihre|dein|deine|votre|ton|tu|su|seu|tuo|jouw|uw|twoje)\b")
"""Words of a question; a heading without one that is only partly known may be a person."""
_TITLE = re.compile(
    r"\d[-./]\d{1,2}[-./]\d|\b20\d\d\b"
    r"|\b(?:sign ?-?ups?|registrations?|tournament|league|cup|anmeldung(?:en)?|turnier|liga|datum"
    r"|date|inscriptions?|tournoi|inscripci[oó]n(?:es)?|torneo|iscrizioni|inschrijving(?:en)?"
    r"|toernooi|zapisy|turniej|inscriç(?:ão|ões)|torneio|anmälan|tilmelding(?:er)?|påmelding(?:er)?"
    r"|turnering|přihlášky|turnaj|ilmoittautuminen)\b",
    re.IGNORECASE,
)


def simplify_heading(heading: str) -> str:
    """A heading in lower case without punctuation: ``Your name (in full)?`` is ``your name``."""
    bare = re.sub(r"\(.*?\)|\[.*?\]", " ", heading.casefold())
    return " ".join(re.sub(r"[^\w'-]+|[_*]", " ", bare).replace("-", " ").split())


def find_name_part(head: str) -> Role:
    """The part of a name that a simplified heading means, or "" for none."""
    words = [word for word in head.split() if word not in _WHOSE]
    for said in (head, " ".join(words)):
        for role, known in _NAMES.items():
            if said in known:
                return role
    parts = {find_name_part(word) for word in words if word != head and word not in _AND}
    either = "either" in parts and not {*words} & {*_ONLY_TOGETHER}
    both = {"first", "last"} <= parts or (either and parts & {"first", "last"})
    return "whole" if both and "" not in parts else ""


def is_name_heading(head: str) -> bool:
    """Whether a simplified heading by itself means names."""
    return bool(find_name_part(head)) and not needs_other_name_part(head)


def needs_other_name_part(head: str) -> bool:
    """Whether this is part of a name only if the other part has a column, too."""
    return head.rsplit(maxsplit=1)[-1] in _ONLY_TOGETHER


def is_private_heading(head: str) -> bool:
    """Whether a simplified heading means private data, which is not kept."""
    return _PRIVATE.search(head) is not None


def is_player_detail_heading(head: str) -> bool:
    """Whether a simplified heading means a player's details: an army, a club, points."""
    return head in _BESIDE


def is_status_heading(head: str) -> bool:
    """Whether it is such a heading, or means the status of a sign-up."""
    return head in _STATUS


def asks_for_name(head: str) -> bool:
    """Whether a simplified heading asks for the name of the person filling in the form."""
    return resembles_name_heading(head) and _ASKED.search(head) is not None


def resembles_name_heading(head: str) -> bool:
    """Whether it contains a word for a name, and none for the name of something else."""
    known = _HAS_NAME.search(head) and not _OTHER_NAMES.search(head)
    return bool(known) and not is_private_heading(head)


def is_list_title(line: str) -> bool:
    """Whether a line above a list may be its title or date."""
    return _TITLE.search(line) is not None
