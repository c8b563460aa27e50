"""The form for a season, and form rows for leagues, such as players and the pairing system."""

from __future__ import annotations

from collections.abc import Callable

from textual.content import Content

from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.pairing.round_pairing_proposals import PAIRING_SYSTEM_TITLES
from tracker.application.leagues.people.sign_up_list_review import SignUp
from tracker.application.leagues.seasons import scoring_scheme_lookup
from tracker.application.leagues.seasons.season_commands import SeasonPlan, Step
from tracker.application.text_cleaning import clean_text
from tracker.input_parsing.player_list_parser import parse_people_list
from tracker.leagues.campaign.carry_over_rules import CarryOverRules, load_carry_over_presets
from tracker.leagues.league_events import PairingSystem
from tracker.leagues.results.scoring_schemes import ScoringScheme
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.name_normalisation import make_name_key
from tui.terminal_text_fitting import StyledText, join_styled, pad_text, wrap_styled
from tui.widgets.questionnaire_form import (
    CURSOR,
    MAX_TEXT_LENGTH,
    ChoiceRow,
    FormRow,
    NumberRow,
    Questionnaire,
    TextRow,
)

MAX_ROUNDS = 99
LETTERS = "abcdefghijklmnopqrstuvwxyz"
TIE_WIDTH = 30


def make_pairing_system_row(
    label: str, method: PairingSystem, describe_suitable_system: Callable[[], str] = str
) -> ChoiceRow[PairingSystem]:
    """Make the row that chooses the pairing system.

    By default, each round uses a suitable system.
    """

    def describe_method(method: PairingSystem) -> str:
        title = PAIRING_SYSTEM_TITLES[method]
        suitable = describe_suitable_system() if not method else ""
        return f"{title}: {suitable}" if suitable else title

    return ChoiceRow(
        label,
        lambda: tuple(PAIRING_SYSTEM_TITLES),
        method,
        describe_method,
        format_short=lambda value: PAIRING_SYSTEM_TITLES[value].partition(":")[0],
    )


class PlayersRow(FormRow):
    def __init__(self, label: str) -> None:
        super().__init__(label)
        self.players: list[str] = []
        self.details: dict[str, str] = {}
        self.typed = ""

    def format_answer(self, *, marked: bool) -> str:
        if marked:
            return ""
        return format_count(len(self.players), "player") if self.players else "nobody yet"

    def render_expanded(self, width: int, height: int) -> list[Content]:
        names = self.players[-max(1, height - 5) :]
        first = len(self.players) - len(names)
        rows = [
            join_styled([f"   {first + offset:>3}  ", pad_text(name, min(60, width - 10)).rstrip()])
            for offset, name in enumerate(names, start=1)
        ]
        field = join_styled([f"   {len(self.players) + 1:>3}  ", (self.typed, "bold"), CURSOR])
        return [*rows, field, join_styled([("    Players can also join later.", "$quiet")])]

    def handle_character(self, character: str) -> bool:
        self.typed = (self.typed + character)[:MAX_TEXT_LENGTH]
        return True

    def erase_last_character(self) -> None:
        """Delete the last character. If nothing is typed, reopen the last player for editing."""
        if self.typed:
            self.typed = self.typed[:-1]
        elif self.players:
            self.typed = self.players.pop()

    def add_pasted_players_or_explain(self, text: str) -> str:
        """Add a pasted list of names with details. Return a sentence about any problem, or "".

        A single line is only added to the typed text.
        """
        if "\n" not in text.strip():
            self.typed = (self.typed + text.strip())[:MAX_TEXT_LENGTH]
            return ""
        people = parse_people_list(self.typed + text)
        if people.columns and not people.columns.sure:
            return (
                "The list does not show which column has the names. Begin the league without the"
                " list. Then paste it at the check-in (p) and choose the column."
            )
        duplicates = []
        for entry in people.names:
            self.typed = clean_text(entry.name, MAX_TEXT_LENGTH)
            if not self.typed:
                continue
            if self.add_typed_player_or_explain():
                duplicates.append(self.typed)
                continue
            if entry.beside:
                self.details[self.players[-1]] = clean_text(entry.beside)
        self.typed = ""
        return f"Listed more than once: {', '.join(duplicates)}." if duplicates else ""

    def list_sign_ups(self) -> list[SignUp]:
        return [
            SignUp(number, name, self.details.get(name, ""), "joins")
            for number, name in enumerate(self.players, 1)
        ]

    def add_typed_player_or_explain(self) -> str:
        """Add the typed name and return "".

        If the name is already on the list, return a sentence that says so.
        """
        name = " ".join(self.typed.split())
        if make_name_key(name) in {*map(make_name_key, self.players)}:
            return f"{name} is already on the list. Give the second player another name."
        self.players.append(name)
        self.typed = ""
        return ""


class TieBreaksRow(FormRow):
    """A row of tie-breaks. A tie-break's letter adds it to the order or removes it."""

    def __init__(self, label: str, scheme: ScoringScheme) -> None:
        super().__init__(label)
        self.set_scheme(scheme)

    def set_scheme(self, scheme: ScoringScheme) -> None:
        """Choose a scheme's tie-breaks in order, and offer all tie-breaks that it allows."""
        self.ties, self.available = scheme.tie_breaks, tuple(scheme.tie_break_rules)[: len(LETTERS)]

    def format_answer(self, *, marked: bool) -> str:
        return ", ".join(self.ties) or "nothing yet"

    def render_expanded(self, width: int, height: int) -> list[Content]:
        column_count = max(1, (width - 3) // TIE_WIDTH)
        column_width = TIE_WIDTH
        if len(self.available) > height * column_count:  # names are cut, so that all are visible
            column_count += 1
            column_width = (width - 3) // column_count
        cells: list[list[StyledText]] = []
        for letter, tie in zip(LETTERS, self.available, strict=False):
            position = str(self.ties.index(tie) + 1) if tie in self.ties else " "
            name = pad_text(tie, column_width - 6)
            cells.append([(f" {letter} ", "$primary"), (f"{position:>2} ", "$success"), name])
        rows = [cells[start : start + column_count] for start in range(0, len(cells), column_count)]
        return [join_styled(["   ", *(piece for cell in row for piece in cell)]) for row in rows]

    def handle_character(self, character: str) -> bool:
        if character not in LETTERS[: len(self.available)]:
            return character != "?"
        tie = self.available[LETTERS.index(character)]
        others = tuple(other for other in self.ties if other != tie)
        self.ties = others if tie in self.ties else (*others, tie)
        return True

    def erase_last_character(self) -> None:
        self.ties = self.ties[:-1]


class CarryOverRow(ChoiceRow[str]):
    """A row that chooses what units carry over: built-in rules, or a file (``own_choice``).

    If ``current_rules`` are custom rules, the choice "" keeps them.
    """

    def __init__(
        self, label: str, current_rules: CarryOverRules | None = None, own_choice: str = ""
    ) -> None:
        shipped = load_carry_over_presets()
        is_shipped = current_rules is None or shipped.get(current_rules.name) == current_rules
        names = [*([] if is_shipped else [""]), *shipped, *([own_choice] if own_choice else [])]
        value = current_rules.name if current_rules is not None and is_shipped else names[0]
        super().__init__(label, lambda: names, value, lambda name: name or "as they are")
        self.current_rules = current_rules

    def render_expanded(self, width: int, height: int) -> list[Content]:
        chosen = self.current_rules if not self.value else load_carry_over_presets().get(self.value)
        lines = chosen.describe_rules() if chosen is not None else ()
        rules_text = " · ".join(lines[1:] if self.value else lines)
        rule_lines = wrap_styled(rules_text, width - 6, "$quiet", head="    ")
        return [*super().render_expanded(width, height), *rule_lines]


class SaveRow(FormRow):
    def format_answer(self, *, marked: bool) -> str:
        return "Enter" if marked else ""


class SeasonForm:
    def __init__(self, league: League) -> None:
        self.league = league
        scheme, season = league.state.info.scheme, league.state.season
        scheme_names = scoring_scheme_lookup.list_scheme_names()
        schemes = (*([] if scheme.name in scheme_names else [scheme.name]), *scheme_names)
        steps: tuple[Step, ...] = ("goes on", "closed", "next")
        steps = ("goes on", "next") if season.closed else steps
        self.step: ChoiceRow[Step] = ChoiceRow(
            "The season", lambda: steps, "goes on", self._describe_step
        )
        self.name = TextRow("Name of the next season")
        self.title = TextRow("Title of the league", league.title)
        self.current_scheme = scheme.name
        self.scheme = ChoiceRow(
            "Points for a game", lambda: schemes, scheme.name, on_change=self._use_scheme
        )
        self.ties = TieBreaksRow("Tie-breaks, in order", scheme)
        self.rounds = NumberRow(
            "Rounds planned",
            lambda: league.state.season.planned,
            lambda: "a number, or ← →; 0: undecided",
            minimum=0,
            maximum=MAX_ROUNDS,
            shows_typed=True,
        )
        self.pairing = make_pairing_system_row("How rounds are paired", season.pairing)
        self.reason = TextRow("Reason for the change")
        self.stay = TextRow("Who stays in a division")
        self.keep = SaveRow("Save")
        self.questionnaire = Questionnaire(self.list_rows)

    def _describe_step(self, step: Step) -> str:
        season = self.league.state.season
        begins = f"season {season.number + 1} begins"
        if season.closed:
            return begins if step == "next" else "is closed"
        words = {"goes on": "goes on", "closed": "is closed", "next": f"is closed, {begins}"}
        return words[step]

    def _use_scheme(self, scheme: str) -> None:
        chosen = self.league.state.info.scheme
        if scheme != self.current_scheme:
            chosen = scoring_scheme_lookup.resolve_scoring_scheme(scheme)
        self.ties.set_scheme(chosen)

    @property
    def can_plan_rounds(self) -> bool:
        """Whether the season is open once the plan is saved, so that its rounds can be planned."""
        closed = self.league.state.season.closed and self.step.value != "next"
        return not closed and self.step.value != "closed"

    def list_rows(self) -> list[FormRow]:
        name = [self.name] if self.step.value == "next" else []
        planned = [self.rounds, self.pairing] if self.can_plan_rounds else []
        has_moves = self.step.value == "next" and self.league.divisions.propose_division_moves()
        name += [self.stay] if has_moves else []
        return [
            self.step,
            *name,
            self.scheme,
            self.ties,
            *planned,
            self.title,
            self.reason,
            self.keep,
        ]

    @property
    def plan(self) -> SeasonPlan:
        staying = [name for name in map(str.strip, self.stay.text.split(",")) if name]
        return SeasonPlan(
            step=self.step.value,
            name=self.name.text,
            title=self.title.text or None,
            scheme=self.scheme.value if self.scheme.value != self.current_scheme else "",
            tie_breaks=self.ties.ties,
            rounds=self.rounds.value if self.can_plan_rounds else None,
            pairing=self.pairing.value if self.can_plan_rounds else None,
            why=self.reason.text,
            stay=staying if self.step.value == "next" else (),
        )

    @property
    def lacks_only_reason(self) -> bool:
        """Whether the plan has no reason but is otherwise valid."""
        if self.reason.text:
            return False
        try:
            self.league.seasons.build_plan_events(self.plan, allow_missing_reason=True)
        except Refused:
            return False
        return True
