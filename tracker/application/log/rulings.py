"""Table rulings in the words of the log: what the rules had against a line, and why it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from tracker.application.log.wording import Names

OUTSIDE = "not-"
"""How what belongs to another phase is called, before the name of its own."""
WORDS = {
    "not-its-half": "in the other side's half",
    "not-own": "of the other side",
    "not-its-go": "out of turn",
    "not-its-slot": "out of turn",
    "not-active": "out of turn",
    "not-now": "at another time",
    "not-firing": "in no phase for fire",
    "order": "against its order",
    "speed": "not at its speed",
    "turns": "too many turns",
    "weapon": "weapon that cannot",
    "full": "no room",
}
"""Those whose names say too little behind a line."""


class Ruling(Struct, frozen=True):
    """``against``: what the rules have against it, ``why`` the table did it all the same."""

    against: str
    why: str = ""

    @property
    def text(self) -> str:
        return f"{self.against}, {self.why}" if self.why else self.against


def join_rulings(rulings: Iterable[Ruling]) -> Iterator[str]:
    """``table ruling: has fired, own side``: those of one reason together."""
    by_reason: dict[str, dict[str, None]] = {}
    for ruling in rulings:
        by_reason.setdefault(ruling.why, {})[ruling.against] = None
    for why, against in by_reason.items():
        yield f"table ruling: {', '.join(filter(None, (*against, why)))}"


def describe_objection(names: Names, objection: str) -> str:
    """An objection in a few words; whoever was left to act, it is said once."""
    if objection.startswith("due-"):
        return "somebody had not acted"
    if objection in WORDS:
        return WORDS[objection]
    said = objection.removeprefix(OUTSIDE).replace("-", " ")
    for phase in names.state.info.words.phases if objection.startswith(OUTSIDE) else ():
        if said == phase.word or said.startswith(phase.id):
            return f"outside the {phase.word} phase"
    return objection.replace("-", " ")
