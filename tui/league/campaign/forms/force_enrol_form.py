"""The form that enrols a force in a campaign: its player, its roster and its name."""

from __future__ import annotations

from pathlib import Path

from textual.screen import Screen

from tracker.application.book import Book
from tracker.application.campaigns.fixture_game_start_and_linking import enrol_force_and_player
from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.roster_files_and_samples import read_roster_text_and_name
from tracker.procedures.declared.rosters_and_mustering import Sample
from tracker.procedures.ruleset import Ruleset
from tracker.vocabulary.count_wording import format_count
from tui.league.campaign.forms.campaign_form_screen import CampaignForm
from tui.screen_routes import make_screen
from tui.widgets.questionnaire_form import ChoiceRow, FormRow, TextRow

SOMEBODY_NEW = "somebody new"
FILE = "your own file"
MAKE = "build one now"


class ForceEnrolForm(CampaignForm):
    """The form that enrols a force from a sample or a file, for an enrolled or a new player."""

    about = "enrol a force"

    def __init__(self, book: Book, league: League) -> None:
        super().__init__(book, league)
        owners = {force.player for force in league.state.forces.values()}
        names = [player.name for player in league.state.players.values()]
        players = league.state.players
        free_names = [player.name for key, player in players.items() if key not in owners]
        owner_names = [*names, SOMEBODY_NEW]
        proposed = (*free_names, SOMEBODY_NEW)[0]
        self.owner_row = ChoiceRow("Whose force is it?", lambda: owner_names, proposed)
        self.player = TextRow("Name of the new player")
        self.rulesets = book.list_selectable_rulesets()
        ruleset_ids = [one for one, rules in self.rulesets.items() if rules.forces is not None]
        playable = [
            ruleset for ruleset in league.state.info.rulesets if ruleset in ruleset_ids
        ] or ruleset_ids
        used = [force.ruleset for force in league.state.forces.values()]
        self.ruleset = ChoiceRow(
            "Which game?",
            lambda: playable,
            next((ruleset for ruleset in (*used, *playable) if ruleset in playable), ""),
            lambda one: self.rulesets[one].title if one else "none installed",
            on_change=lambda _: self._propose_roster(),
        )
        self.built_files: list[str] = []
        self.source = ChoiceRow("Which roster?", self._list_sources, "", self._describe_source)
        self.file = TextRow("Roster file (TOML)")
        self.name = TextRow("Name of the force", "as in the roster")
        self._propose_roster()

    @property
    def rules(self) -> Ruleset | None:
        return self.rulesets.get(self.ruleset.value)

    def _list_samples(self) -> tuple[Sample, ...]:
        return tuple(self.rules.forces.samples()) if self.rules and self.rules.forces else ()

    def _list_sources(self) -> list[str]:
        return [*(sample.file for sample in self._list_samples()), *self.built_files, FILE, MAKE]

    def _describe_source(self, source: str) -> str:
        samples = [sample for sample in self._list_samples() if sample.file == source]
        if not samples or self.rules is None or self.rules.forces is None:
            return Path(source).name if source in self.built_files else source
        roster = self.rules.forces.read(samples[0].text, self.rules.map_options_to_defaults())
        points = f" · {format_count(roster.points, 'point')}" if roster.points else ""
        return f"{roster.name}{points}"

    def _propose_roster(self) -> None:
        self.built_files = []
        names = {force.name for force in self.league.state.forces.values()}
        unused = [sample.file for sample in self._list_samples() if sample.title not in names]
        self.source.value = (*unused, FILE)[0]

    def make_current_row_screen(self) -> Screen[str | None] | None:
        """Create the force builder's screen if the current row asks for it, or return None."""
        is_current = self.questionnaire.current_row is self.source and self.source.value == MAKE
        if is_current and self.rules is not None:
            return make_screen("make a force", [self.rules])
        return None

    def store_screen_result(self, path: str | None) -> None:
        """Choose the roster that was built. ``path`` is its file, or None if none was built."""
        if path is not None:
            self.built_files = [path]
            self.source.value = path

    def list_rows(self) -> list[FormRow]:
        player = [self.player] if self.owner_row.value == SOMEBODY_NEW else []
        games = [self.ruleset] if len(self.ruleset.values()) > 1 else []
        file = [self.file] if self.source.value == FILE else []
        return [self.owner_row, *player, *games, self.source, *file, self.name]

    def save_answers(self) -> LeagueEntry:
        """Enrol the force and, if new, its player. Raises ``Refused`` and ``LedgerError``."""
        is_new = self.owner_row.value == SOMEBODY_NEW
        player = self.player.text.strip() if is_new else self.owner_row.value
        if not player:
            raise Refused("Type the new player's name.")
        if self.rules is None:
            raise Refused("No installed rules use rosters.")
        if self.source.value == MAKE:
            raise Refused(
                "Press Enter on the roster row to build a roster, or choose another roster there."
            )
        path = self.file.text if self.source.value == FILE else self.source.value
        if not path.strip():
            raise Refused("Type the name of the roster file.")
        text, source = read_roster_text_and_name(path, self.rules)
        return enrol_force_and_player(
            self.book,
            self.league,
            player,
            text,
            ruleset=self.rules.id,
            force_name=self.name.text,
            source_name=source,
        )
