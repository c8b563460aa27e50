"""Table rulings: actions that break a rule, each with the objection and the players' reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from tracker.application.log.match_display_names import MatchNames

NO_CHANGE = "no-change"
OUTSIDE = "not-"
"""The prefix of the ids of objections to actions that belong to another phase."""
WORDS = {
    "not-its-half": "in the other side's half",
    "not-own": "of the other side",
    "not-its-go": "out of turn",
    "not-its-slot": "out of turn",
    "not-active": "out of turn",
    "not-now": "at another time",
    "not-firing": "outside a firing phase",
    "finished": "had already finished",
    "ended": "after the end of the game",
    NO_CHANGE: "nothing to change",
    "order": "against its order",
    "speed": "at the wrong speed",
    "turns": "too many turns",
    "weapon": "weapon not allowed",
    "full": "no room",
}
"""The texts for objections whose ids would be unclear in a log line."""


class TableRuling(Struct, frozen=True, gc=False):
    """A table ruling: the objection ``against`` an action, and the players' reason ``why``."""

    against: str
    why: str = ""

    @property
    def text(self) -> str:
        return f"{self.against}, {self.why}" if self.why else self.against


def join_rulings_by_reason(rulings: Iterable[TableRuling]) -> Iterator[str]:
    """Yield a text for each reason, as in ``table ruling: has fired, own side``."""
    by_reason: dict[str, dict[str, None]] = {}
    for ruling in rulings:
        by_reason.setdefault(ruling.why, {})[ruling.against] = None
    for why, against in by_reason.items():
        yield f"table ruling: {', '.join(filter(None, (*against, why)))}"


def describe_objection_code(names: MatchNames, objection: str) -> str:
    """Describe an objection in a few words, based on its id and without the names of subjects."""
    if objection.startswith("due-"):
        return "not everybody had acted"
    if objection in WORDS:
        return WORDS[objection]
    said = objection.removeprefix(OUTSIDE).replace("-", " ")
    for phase in names.state.info.words.phases if objection.startswith(OUTSIDE) else ():
        if said == phase.word or said.startswith(phase.id):
            return f"outside the {phase.word} phase"
    return objection.replace("-", " ")
