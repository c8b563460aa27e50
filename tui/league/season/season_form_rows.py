"""The form rows of leagues: players, the order of tie-breaks, and the pairing method."""

from __future__ import annotations

from collections.abc import Callable

from textual.content import Content

from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.people.sign_up_list_review import SignUp
from tracker.application.leagues.seasons import scoring_scheme_choice
from tracker.application.leagues.seasons.scoring_scheme_choice import PAIRINGS
from tracker.application.leagues.seasons.season_settings import SeasonPlan, Step
from tracker.application.text_cleaning import clean_text
from tracker.input_parsing.player_list_parser import parse_people_list
from tracker.leagues.campaign.carry_over_rules import CarryOverRules
from tracker.leagues.league_events import PairingSystem
from tracker.leagues.results.scoring_schemes import ScoringScheme
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.name_normalisation import make_name_key
from tui.terminal_text_fitting import Piece, join_pieces, pad_text, wrap_text
from tui.widgets.questionnaire_form import (
    CURSOR,
    LONGEST,
    ChoiceRow,
    FormRow,
    NumberRow,
    Questionnaire,
    TextRow,
)

MOST_ROUNDS = 99
LETTERS = "abcdefghijklmnopqrstuvwxyz"
TIE_WIDTH = 30


def make_pairing_row(
    label: str, way: PairingSystem, suits: Callable[[], str] = str
) -> ChoiceRow[PairingSystem]:
    """Make the row that chooses how rounds are paired. ``suits`` names the suitable system."""

    def words(way: PairingSystem) -> str:
        told = suits() if not way else ""
        return f"{PAIRINGS[way]}: {told}" if told else PAIRINGS[way]

    return ChoiceRow(
        label,
        lambda: tuple(PAIRINGS),
        way,
        words,
        short=lambda one: PAIRINGS[one].partition(":")[0],
    )


class PlayersRow(FormRow):
    """A row for all players. The user types each name and presses Enter."""

    def __init__(self, label: str) -> None:
        super().__init__(label)
        self.players: list[str] = []
        self.beside: dict[str, str] = {}
        self.typing = ""

    def format_answer(self, *, marked: bool) -> str:
        if marked:
            return ""
        return format_count(len(self.players), "player") if self.players else "nobody yet"

    def render_expanded(self, width: int, room: int) -> list[Content]:
        names = self.players[-max(1, room - 5) :]
        first = len(self.players) - len(names)
        rows = [
            join_pieces([f"   {first + place:>3}  ", pad_text(name, min(60, width - 10)).rstrip()])
            for place, name in enumerate(names, start=1)
        ]
        field = join_pieces([f"   {len(self.players) + 1:>3}  ", (self.typing, "bold"), CURSOR])
        return [*rows, field, join_pieces([("    They can also join later.", "$quiet")])]

    def handle_character(self, character: str) -> bool:
        self.typing = (self.typing + character)[:LONGEST]
        return True

    def erase_last_character(self) -> None:
        if self.typing:
            self.typing = self.typing[:-1]
        elif self.players:
            self.typing = self.players.pop()

    def add_pasted(self, text: str) -> str:
        """Add a pasted list of names with details. Return a sentence about any problem."""
        if "\n" not in text.strip():
            self.typing = (self.typing + text.strip())[:LONGEST]
            return ""
        people = parse_people_list(self.typing + text)
        if people.columns and not people.columns.sure:
            return (
                "This list does not say which column has the names. Begin the league without it. "
                "Then paste it at the check-in (p) and choose the column."
            )
        there = []
        for one in people.names:
            self.typing = clean_text(one.name, LONGEST)
            if not self.typing:
                continue
            if self.add_typed_player():
                there.append(self.typing)
                continue
            if one.beside:
                self.beside[self.players[-1]] = clean_text(one.beside)
        self.typing = ""
        return f"Twice on the list: {', '.join(there)}." if there else ""

    def list_sign_ups(self) -> list[SignUp]:
        """List the players as entries of a sign-up list."""
        return [
            SignUp(number, name, self.beside.get(name, ""), "joins")
            for number, name in enumerate(self.players, 1)
        ]

    def add_typed_player(self) -> str:
        """Add the typed name. Return a sentence if it already exists, or ""."""
        name = " ".join(self.typing.split())
        if make_name_key(name) in {*map(make_name_key, self.players)}:
            return f"{name} is already there. Give the second one another name."
        self.players.append(name)
        self.typing = ""
        return ""


class TieBreaksRow(FormRow):
    """A row of tie-breaks. Each has a letter that adds it to the order or removes it."""

    def __init__(self, label: str, scheme: ScoringScheme) -> None:
        super().__init__(label)
        self.set_scheme(scheme)

    def set_scheme(self, scheme: ScoringScheme) -> None:
        """Use a scheme's order, and list all its tie-breaks."""
        self.ties, self.known = scheme.tie_breaks, tuple(scheme.tie_rules)[: len(LETTERS)]

    def format_answer(self, *, marked: bool) -> str:
        del marked
        return ", ".join(self.ties) or "nothing yet"

    def render_expanded(self, width: int, room: int) -> list[Content]:
        beside = max(1, (width - 3) // TIE_WIDTH)
        each = TIE_WIDTH
        if len(self.known) > room * beside:  # names are cut, so that all are visible
            beside += 1
            each = (width - 3) // beside
        cells: list[list[Piece]] = []
        for letter, one in zip(LETTERS, self.known, strict=False):
            place = str(self.ties.index(one) + 1) if one in self.ties else " "
            cells.append(
                [(f" {letter} ", "$primary"), (f"{place:>2} ", "$success"), pad_text(one, each - 6)]
            )
        rows = [cells[start : start + beside] for start in range(0, len(cells), beside)]
        return [join_pieces(["   ", *(piece for cell in row for piece in cell)]) for row in rows]

    def handle_character(self, character: str) -> bool:
        if character not in LETTERS[: len(self.known)]:
            return character != "?"
        one = self.known[LETTERS.index(character)]
        kept = tuple(each for each in self.ties if each != one)
        self.ties = kept if one in self.ties else (*kept, one)
        return True

    def erase_last_character(self) -> None:
        self.ties = self.ties[:-1]


class CarryOverRow(ChoiceRow[str]):
    """A row that chooses what units carry over, by named rules or a custom file (``own``).

    ``now`` holds the current rules. If they are custom, the choice "" keeps them.
    """

    def __init__(self, label: str, now: CarryOverRules | None = None, own: str = "") -> None:
        known = scoring_scheme_choice.load_carry_over_rules()
        ships = now is None or known.get(now.name) == now
        names = [*([] if ships else [""]), *known, *([own] if own else [])]
        value = now.name if now is not None and ships else names[0]
        super().__init__(label, lambda: names, value, lambda one: one or "as they are")
        self.now = now

    def render_expanded(self, width: int, room: int) -> list[Content]:
        chosen = (
            self.now
            if not self.value
            else scoring_scheme_choice.load_carry_over_rules().get(self.value)
        )
        lines = chosen.describe_rules() if chosen is not None else ()
        told = " · ".join(lines[1:] if self.value else lines)
        said = [
            join_pieces([(f"    {each}", "$quiet")]) for each in wrap_text(told, width - 6) if told
        ]
        return [*super().render_expanded(width, room), *said]


class SaveRow(FormRow):
    """The last row of a form, on which Enter saves."""

    def format_answer(self, *, marked: bool) -> str:
        return "Enter" if marked else ""


HINT = "a number, or ← →; 0 leaves it open"


class SeasonForm:
    """The form of a season's settings. Each answer starts with the current setting."""

    def __init__(self, league: League) -> None:
        self.league = league
        scheme, season = league.state.info.scheme, league.state.season
        known = scoring_scheme_choice.list_scheme_names()
        every = (*([] if scheme.name in known else [scheme.name]), *known)
        steps: tuple[Step, ...] = ("goes on", "closed", "next")
        steps = ("goes on", "next") if season.closed else steps
        self.step: ChoiceRow[Step] = ChoiceRow(
            "The season", lambda: steps, "goes on", self._step_words
        )
        self.name = TextRow("Name of the next season")
        self.was_scheme = scheme.name
        self.scheme = ChoiceRow("Points for a game", lambda: every, scheme.name, then=self._pays)
        self.ties = TieBreaksRow("Tie-breaks, in order", scheme)
        self.rounds = NumberRow(
            "Rounds planned",
            lambda: league.state.season.planned,
            lambda: HINT,
            least=0,
            most=MOST_ROUNDS,
            shown=True,
        )
        self.pairing = make_pairing_row("How rounds are paired", season.pairing)
        self.why = TextRow("Reason for the change")
        self.stay = TextRow("Who stays anyway")
        self.keep = SaveRow("Save")
        self.asked = Questionnaire(self.list_rows)

    def _step_words(self, step: Step) -> str:
        season = self.league.state.season
        begins = f"season {season.number + 1} begins"
        if season.closed:
            return begins if step == "next" else "is closed"
        words = {"goes on": "goes on", "closed": "is closed", "next": f"is closed, {begins}"}
        return words[step]

    def _pays(self, scheme: str) -> None:
        kept = self.league.state.info.scheme
        chosen = (
            kept
            if scheme == self.was_scheme
            else scoring_scheme_choice.parse_scoring_scheme(scheme)
        )
        self.ties.set_scheme(chosen)

    @property
    def has_rounds_to_plan(self) -> bool:
        """Whether rounds can be planned. In a closed season they cannot."""
        closed = self.league.state.season.closed and self.step.value != "next"
        return not closed and self.step.value != "closed"

    def list_rows(self) -> list[FormRow]:
        name = [self.name] if self.step.value == "next" else []
        planned = [self.rounds, self.pairing] if self.has_rounds_to_plan else []
        goes = self.step.value == "next" and self.league.divisions.propose_division_moves()
        name += [self.stay] if goes else []
        return [self.step, *name, self.scheme, self.ties, *planned, self.why, self.keep]

    @property
    def plan(self) -> SeasonPlan:
        return SeasonPlan(
            step=self.step.value,
            name=self.name.text,
            scheme=self.scheme.value if self.scheme.value != self.was_scheme else "",
            tie_breaks=self.ties.ties,
            rounds=self.rounds.value if self.has_rounds_to_plan else None,
            pairing=self.pairing.value if self.has_rounds_to_plan else None,
            why=self.why.text,
            stay=[one for one in map(str.strip, self.stay.text.split(",")) if one]
            if self.step.value == "next"
            else (),
        )

    @property
    def lacks_only_reason(self) -> bool:
        """Whether the plan could be saved if a reason were given."""
        if self.why.text:
            return False
        try:
            self.league.seasons.build_plan_events(self.plan, unsaid=True)
        except Refused:
            return False
        return True
