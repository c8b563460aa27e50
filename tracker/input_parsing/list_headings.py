"""Headings of lists in the languages people sign up in: which say a name, which something else."""

from __future__ import annotations

import re
from typing import Literal

Role = Literal["whole", "nickname", "either", "first", "last", ""]


def _split(words: str) -> frozenset[str]:
    return frozenset(" ".join(one.split()) for one in words.split("|"))


_WHOLE = _split(
    """player|players|player name|playername|name of player|names|who|full name|your name
    |your full name|participant|participants|competitor|contestant|attendee|attendees|entrant
    |entrants|sign ups|list of players|list of participants|player list
    |spieler|spielerin|spieler in|spieler innen|spielername|spielerliste|teilnehmer|teilnehmerin
    |teilnehmer in|teilnehmer innen|teilnehmende|teilnehmerliste|anmeldungen|wer|vollständiger name
    |vor und nachname|vor und zuname
    |nom complet|joueur|joueuse|joueurs|participante|inscrit|inscrits|comment t'appelles tu
    |nombre completo|nombre y apellidos|nombre y apellido|jugador|jugadora|jugadores|participantes
    |inscritos|cómo te llamas|nome completo|giocatore|giocatrice|giocatori|partecipante
    |partecipanti|concorrente|iscritti|come ti chiami|jogador|jogadora|jogadores|inscrito
    |nome e sobrenome|nome e apelido|speler|spelers|spelersnaam|deelnemer|deelnemers
    |deelnemerslijst|volledige naam|naam en achternaam|voor en achternaam|hoe heet je
    |gracz|gracze|uczestnik|uczestniczka|uczestnicy|zawodnik|zawodnicy|jak się nazywasz
    |namn|spelare|deltagare|vad heter du|spiller|spillere|spillernavn|deltager|deltagere|deltaker
    |deltakere|hvad hedder du|hva heter du|fullt navn|fullständigt namn|nimi|pelaaja|pelaajat
    |osallistuja|osallistujat|név|játékos|játékosok|résztvevő|hráč|hráči|účastník|účastníci
    |jak se jmenuješ|hráčka|celé jméno|игрок|игроки|участник|участники|фио|имя и фамилия"""
)
_NICKNAME = _split(
    """nickname|spitzname|pseudo|pseudonyme|surnom|apodo|soprannome|bijnaam|pseudonim
    |ksywka|smeknamn|kælenavn|kallenavn|přezdívka|gamertag"""
)
_EITHER = _split("name|nom|nome|nombre|naam|jméno|имя|navn|namn|nimi|név")
"""Alone these are the whole name; beside a column of first or of last names they are the other."""
_FIRST = _split(
    """first name|firstname|first names|given name|given names|forename|first|vorname|vornamen
    |rufname|prénom|prenom|prénoms|voornaam|roepnaam|imię|fornavn|förnamn|tilltalsnamn|etunimi
    |keresztnév|primeiro nome|primer nombre|nome próprio|křestní jméno"""
)
_LAST = _split(
    """last name|lastname|last names|surname|family name|last|nachname|familienname|zuname
    |nom de famille|apellido|apellidos|cognome|sobrenome|apelido|achternaam|familienaam|nazwisko
    |etternavn|efternavn|efternamn|sukunimi|vezetéknév|příjmení|фамилия|priezvisko"""
)
_ONLY_TOGETHER = ("first", "last")
_AND = _split("and|und|et|en|y|e|i|a|och|og|ja|és|и")
_BESIDE = _split(
    """army|armies|faction|force|army list|roster|list|team|club|city|town|country|nation|region
    |points|pts|rating|elo|rank|ranking|seed|comment|comments|note|notes|remark|remarks|experience
    |table|event|tournament|division|discord|warband|detachment|game|system|age|status|group
    |date|day|address|birthday|armee|fraktion|verein|klub|mannschaft|stadt|ort|wohnort|land
    |punkte|wertung|rang|bemerkung|bemerkungen|anmerkung|anmerkungen|kommentar|liste|armeeliste
    |datum|gruppe|alter|turnier|veranstaltung|setzplatz|leger|factie|vereniging|stad|plaats
    |woonplaats|punten|opmerking|opmerkingen|ploeg|lijst|legerlijst|toernooi|evenement|groep
    |armée|équipe|ville|pays|remarque|remarques|commentaire|commentaires|liste d'armée|classement
    |tournoi|groupe|ejército|facción|equipo|ciudad|país|puntos|comentario|comentarios|notas|lista
    |lista de ejército|torneo|observaciones|grupo|fecha|esercito|fazione|armata|squadra|città
    |paese|punti|commenti|gruppo|data|armia|frakcja|drużyna|miasto|kraj|punkty|uwagi|komentarz
    |rozpiska|turniej|grupa|exército|facção|fação|clube|equipa|equipe|cidade|pontos|comentários
    |observações|torneio|armé|klubb|lag|poäng|kommentarer|turnering|grupp|lista|hær|fraksjon|hold
    |poeng|point|bemærkninger|hærliste|gruppe|armáda|frakce|tým|družstvo|město|země|stát|body
    |poznámka|poznámky|turnaj|skupina|armeija|ryhmä|seura|joukkue|kaupunki|maa|pisteet|turnaus
    |kommentti|sereg|frakció|csapat|város|ország|pontok|pont|megjegyzés|армия|фракция|клуб
    |команда|город|страна|очки|комментарий"""
)
_STATUS = _split(
    """no|nr|n|number|num|id|pos|position|paid|fee|entry fee|payment|present|checked in|here|by
    |nummer|lfd nr|bezahlt|startgeld|anwesend|betaald|aanwezig|numéro|payé|présent|número|pagado
    |presente|numero|pagato|lp|numer|opłacone|zapłacone|wpisowe|pago|betalt|betald|närvarande
    |číslo|č|zaplaceno|maksettu|numero|sorszám|fizetett|номер|оплачено|phone|telephone|mobile
    |telefon|téléphone|teléfono|telefono|telefoon|handy|email|e mail|mail|correo|courriel"""
)
"""Headings that may also be what somebody's line says: they count beside another heading alone."""
_WHOSE = _split(
    """player|players|player's|participant|participant's|competitor|attendee|your|of|the|full|a
    |spieler|spielers|teilnehmer|teilnehmers|der|des|dein|deine|ihr|ihre|joueur|du|de|votre
    |ton|jugador|del|tu|su|giocatore|partecipante|tuo|suo|jogador|do|seu|speler|deelnemer|van|je
    |jouw|uw|gracza|uczestnika|twoje|spelarens|deltagarens|spillerens|deltagerens|deltakerens|ditt
    |dit|din|hráče|účastníka|tvé|vaše|please|enter|s"""
)
"""Words that only say whose name it is: ``player first name`` is ``first name``."""
_PRIVATE = re.compile(
    r"e[ -]?mail|\bmail\b|correo|courriel|adresse [eé]lectronique|sähköposti|почт"
    r"|phone|telefon|telefoon|téléphone|teléfono|\btel\b|mobile|handy|puhelin|телефон"
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
_HAS_NAME = re.compile(r"\b(?:name|player|spieler|nom|joueur|nombre|naam|nome|heißt|heisst)\b")
_ASKED = re.compile(r"\b(?:your|what|ihr|ihre|dein|deine|votre|ton|tu|su|seu|tuo|jouw|uw|twoje)\b")
"""Words of a question; without one a heading that is known in part only may be somebody."""
_TITLE = re.compile(
    r"\d[-./]\d{1,2}[-./]\d|\b20\d\d\b"
    r"|\b(?:sign ?-?ups?|registrations?|tournament|league|cup|anmeldung(?:en)?|turnier|liga|datum"
    r"|date|inscriptions?|tournoi|inscripci[oó]n(?:es)?|torneo|iscrizioni|inschrijving(?:en)?"
    r"|toernooi|zapisy|turniej|inscriç(?:ão|ões)|torneio|anmälan|tilmelding(?:er)?|påmelding(?:er)?"
    r"|turnering|přihlášky|turnaj|ilmoittautuminen)\b",
    re.IGNORECASE,
)


def simplify_heading(heading: str) -> str:
    """A heading in small letters without signs: ``Your name (in full)?`` is ``your name``."""
    bare = re.sub(r"\(.*?\)|\[.*?\]", " ", heading.casefold())
    return " ".join(re.sub(r"[^\w'-]+|[_*]", " ", bare).replace("-", " ").split())


def find_role(head: str) -> Role:
    """The part of a name that a simplified heading says stands below it; "" for none."""
    words = [word for word in head.split() if word not in _WHOSE]
    for said in (head, " ".join(words)):
        if said in _NICKNAME:
            return "nickname"
        if said in _EITHER:
            return "either"
        if said in _WHOLE:
            return "whole"
        if said in _FIRST:
            return "first"
        if said in _LAST:
            return "last"
    parts = {find_role(word) for word in words if word != head and word not in _AND}
    either = "either" in parts and not {*words} & {*_ONLY_TOGETHER}
    both = {"first", "last"} <= parts or (either and parts & {"first", "last"})
    return "whole" if both and "" not in parts else ""


def is_heading(head: str) -> bool:
    """Whether a simplified heading alone says that names stand below it."""
    return bool(find_role(head)) and not needs_other_half(head)


def needs_other_half(head: str) -> bool:
    """Whether this is a part of a name only where the other part has a column, too."""
    return head.rsplit(maxsplit=1)[-1] in _ONLY_TOGETHER


def is_private(head: str) -> bool:
    """Whether what stands below a simplified heading is nobody's business later."""
    return _PRIVATE.search(head) is not None


def is_beside(head: str) -> bool:
    """Whether a simplified heading says what stands beside a name: an army, a club, points."""
    return head in _BESIDE


def is_status(head: str) -> bool:
    """Whether it is such a heading, or the word for how somebody's sign-up stands."""
    return head in _STATUS


def asks_for_name(head: str) -> bool:
    """Whether a simplified heading is a question for the name of who fills the form in."""
    return is_like_name(head) and _ASKED.search(head) is not None


def is_like_name(head: str) -> bool:
    """Whether it has a word for a name in it, and none for the name of something else."""
    known = _HAS_NAME.search(head) and not _OTHER_NAMES.search(head)
    return bool(known) and not is_private(head)


def is_title(line: str) -> bool:
    """Whether a line above a list may say what the list is for, or from when it is."""
    return _TITLE.search(line) is not None
