"""The questions about a season, and what their answers come to."""

from __future__ import annotations

from tracker.application.errors import Refused
from tracker.application.leagues import scheme_choice
from tracker.application.leagues.league import League
from tracker.application.leagues.seasons import SeasonPlan, Step
from tui.league.season.season_rows import MOST_ROUNDS, KeepRow, TiesRow, make_pairing_row
from tui.widgets.form import ChoiceRow, FormRow, NumberRow, Questionnaire, TextRow

HINT = "a number, or ← →; 0 leaves it open"


class SeasonForm:
    """Every answer is at first as it stands in the league."""

    def __init__(self, league: League) -> None:
        self.league = league
        scheme, season = league.state.info.scheme, league.state.season
        known = scheme_choice.list_names()
        every = (*([] if scheme.name in known else [scheme.name]), *known)
        steps: tuple[Step, ...] = ("goes on", "closed", "next")
        steps = ("goes on", "next") if season.closed else steps
        self.step: ChoiceRow[Step] = ChoiceRow(
            "The season", lambda: steps, "goes on", self._step_words
        )
        self.name = TextRow("The next one is called")
        self.was_scheme = scheme.name
        self.scheme = ChoiceRow("What a game pays", lambda: every, scheme.name, then=self._pays)
        self.ties = TiesRow("Between equals, in order", scheme)
        self.rounds = NumberRow(
            "Rounds planned",
            lambda: league.state.season.planned,
            lambda: HINT,
            least=0,
            most=MOST_ROUNDS,
            shown=True,
        )
        self.pairing = make_pairing_row("How rounds are paired", season.pairing)
        self.why = TextRow("Why it changes")
        self.stay = TextRow("Who stays all the same")
        self.keep = KeepRow("Keep it")
        self.asked = Questionnaire(self.rows)

    def _step_words(self, step: Step) -> str:
        season = self.league.state.season
        begins = f"season {season.number + 1} begins"
        if season.closed:
            return begins if step == "next" else "is closed"
        words = {"goes on": "goes on", "closed": "is closed", "next": f"is closed, {begins}"}
        return words[step]

    def _pays(self, scheme: str) -> None:
        kept = self.league.state.info.scheme
        chosen = kept if scheme == self.was_scheme else scheme_choice.choose_scheme(scheme)
        self.ties.take(chosen)

    @property
    def plans(self) -> bool:
        """Whether there are rounds to plan: not in a season that is closed."""
        closed = self.league.state.season.closed and self.step.value != "next"
        return not closed and self.step.value != "closed"

    def rows(self) -> list[FormRow]:
        """The questions there are now."""
        name = [self.name] if self.step.value == "next" else []
        planned = [self.rounds, self.pairing] if self.plans else []
        goes = self.step.value == "next" and self.league.divisions.proposed()
        name += [self.stay] if goes else []
        return [self.step, *name, self.scheme, self.ties, *planned, self.why, self.keep]

    @property
    def plan(self) -> SeasonPlan:
        """What was answered."""
        return SeasonPlan(
            step=self.step.value,
            name=self.name.text,
            scheme=self.scheme.value if self.scheme.value != self.was_scheme else "",
            tie_breaks=self.ties.ties,
            rounds=self.rounds.value if self.plans else None,
            pairing=self.pairing.value if self.plans else None,
            why=self.why.text,
            stay=[one for one in map(str.strip, self.stay.text.split(",")) if one]
            if self.step.value == "next"
            else (),
        )

    @property
    def needs_reason(self) -> bool:
        """Whether it is only the reason that is missing."""
        if self.why.text:
            return False
        try:
            self.league.seasons.plan_events(self.plan, unsaid=True)
        except Refused:
            return False
        return True
