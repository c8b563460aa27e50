"""The choices for a new game: the rules, two rosters and selected house rules."""

from __future__ import annotations

from contextlib import suppress

from msgspec.structs import replace

from tracker.application.book import Book
from tracker.application.campaigns.fixture_game_start_and_linking import FixtureGameStarter
from tracker.application.errors import Refused
from tracker.application.game_definition_files import find_game_file
from tracker.application.match.game import Game
from tracker.application.match.match_summaries import StreamSummary
from tracker.application.match_setup import Entrant, GameSettings
from tracker.application.roster_files_and_samples import (
    TYPED,
    describe_roster_problem,
    list_local_rosters,
    read_roster_text_and_name,
)
from tracker.procedures.declared.rosters_and_mustering import Roster
from tracker.procedures.ruleset import Ruleset
from tracker.vocabulary.events import Scalar
from tui.widgets.questionnaire_form import (
    FormRow,
    HouseRuleRow,
    HouseTableRows,
    Questionnaire,
    TextRow,
)

SIDES = ("Red", "Blue")
MAX_QUESTIONS = 6
NO_FORCE = (
    "There is no force to choose yet. Press f to read a roster from a file, or m to build a force."
)
NamedRoster = tuple[str, Roster, str]  # file name, contents and text


class GameSetupForm:
    """The form for a new game, with the steps ``rules``, ``force`` (twice) and ``questions``."""

    def __init__(self, book: Book, pairing: FixtureGameStarter | None = None) -> None:
        self.book = book
        self.pairing = pairing
        allowed_ids = pairing.rulesets if pairing else ()
        self.sample_games = book.list_shipped_sample_rulesets()
        self.games_with_same_id = book.list_rulesets_with_shared_id()
        """The game files that cannot be chosen, because another file has the same id."""
        same_ids = {rules.id for _, rules in self.games_with_same_id}
        selectable = book.list_selectable_rulesets().values()
        available = [
            *(rules for rules in selectable if rules.id not in same_ids),
            *(rules for _, rules in self.games_with_same_id),
            *self.sample_games.values(),
        ]
        self.rulesets = [rules for rules in available if not allowed_ids or rules.id in allowed_ids]
        self.rules: Ruleset | None = None
        self.forces: list[NamedRoster] = []
        self.options: dict[str, Scalar] = {}
        self.tables = HouseTableRows(self.options)
        self.samples: list[NamedRoster] = []
        """The samples that ship with the rules. They are read once the rules are chosen."""
        self.file_rosters: list[NamedRoster] = []
        self.cursor = 0
        self.search_text = ""  # typed to find a row by its name
        self.players = [TextRow(f"Who plays {side}?", numbered=True) for side in SIDES]
        self.title = TextRow("What is the game called?", numbered=True)
        self.question_form = Questionnaire(self.list_question_rows)
        self._games = book.list_games() if pairing is None else []
        if len(self.rulesets) == 1:
            self.choose_marked_rules_and_load_rosters()
        if pairing is not None:
            self._fill_in_pairing(pairing)

    def _fill_in_pairing(self, pairing: FixtureGameStarter) -> None:
        for row, name in zip(self.players, pairing.players, strict=True):
            row.proposed = name
        self.title.proposed = pairing.title
        if self.rules is not None and self.rules.forces is not None:
            read, defaults = self.rules.forces.read, self.rules.map_options_to_defaults()
            self.forces = [
                (side.source, read(side.roster, defaults), side.roster) for side in pairing.ready
            ]

    @property
    def current_step(self) -> str:
        if self.rules is None:
            return "rules"
        return "force" if len(self.forces) < len(SIDES) else "questions"

    @property
    def last_game(self) -> StreamSummary | None:
        """The game for which a rematch is offered: the last game under the chosen rules, if any."""
        rules = self.rules
        games = (game for game in self._games if rules is None or game.ruleset == rules.id)
        return next(games, None)

    @property
    def rematch_title(self) -> str:
        """The title of the game to play again, or "" if there is none or a force is chosen."""
        if self.last_game and self.current_step != "questions" and not self.forces:
            return self.last_game.title
        return ""

    @property
    def can_type_force(self) -> bool:
        """Whether the rules have a short notation in which a force can be typed."""
        return self.rules is not None and bool(self.rules.forces and self.rules.forces.lines)

    def list_question_rows(self) -> list[FormRow]:
        rule_rows: list[FormRow] = []
        if self.rules is not None:
            rule_rows = self.tables.insert_table_rows(self.rules, self.list_house_rule_questions())
        return [*rule_rows, *self.players, self.title]

    def list_house_rule_questions(self) -> list[HouseRuleRow]:
        options = self.rules.options if self.rules else ()
        asked_options = [option for option in options if option.question][:MAX_QUESTIONS]
        return [HouseRuleRow(option, self.options, option.question) for option in asked_options]

    def list_available_rosters(self) -> list[NamedRoster]:
        if self.rules is None or self.rules.forces is None:
            return []
        return [*self.samples, *self.file_rosters]

    def list_current_row_names(self) -> list[str]:
        match self.current_step:
            case "rules":
                return [rules.title for rules in self.rulesets]
            case "force":
                rosters = self.list_available_rosters()
                return [f"{roster.name} {file}" for file, roster, _ in rosters]
            case _:
                return [row.label for row in self.list_question_rows()]

    def mark_row_matching(self, search_text: str) -> bool:
        """Mark the first row whose name contains the search text. Return whether there is one."""
        rows = enumerate(self.list_current_row_names())
        matching = (index for index, name in rows if search_text.casefold() in name.casefold())
        found_index = next(matching, None)
        self.go_to_row(self.cursor if found_index is None else found_index)
        self.search_text = search_text
        return found_index is not None

    def go_to_row(self, index: int) -> None:
        self.search_text = ""
        self.cursor = self.question_form.cursor = max(
            0, min(index, len(self.list_current_row_names()) - 1)
        )

    def describe_rules_origin(self, rules: Ruleset) -> str:
        """Return the file of rules whose id is not unique, "a sample game" for a sample, or ""."""
        files = (file for file, each in self.games_with_same_id if each is rules)
        return next(files, "a sample game" if rules.id in self.sample_games else "")

    def choose_marked_rules_and_load_rosters(self) -> None:
        """Choose the marked rules, and load their samples and the rosters in this folder.

        Raises ``Refused`` if another game file has the same id.
        """
        rules = self.rulesets[self.cursor]
        if any(each is rules for _, each in self.games_with_same_id):
            find_game_file(rules.id)
        self.rules = rules
        if rules.forces is not None:
            read, defaults = rules.forces.read, rules.map_options_to_defaults()
            self.samples = [
                (sample.file, read(sample.text, defaults), sample.text)
                for sample in rules.forces.samples()
            ]
        self.file_rosters = []
        for path in list_local_rosters(self.rules):
            with suppress(Refused):  # an unreadable file is reported once the user names it
                self._add_or_replace_roster(*read_roster_text_and_name(str(path), self.rules))
        self.go_to_row(0)

    @property
    def default_forces(self) -> tuple[NamedRoster, ...]:
        """The first two forces, or () once another row is marked or a force is chosen."""
        if self.current_step != "force" or self.forces or self.cursor:
            return ()
        forces = tuple(self.list_available_rosters()[: len(SIDES)])
        return forces if len(forces) == len(SIDES) else ()

    def choose_default_forces_or_marked_roster(self) -> None:
        for _ in self.default_forces or (None,):
            self.choose_marked_roster()

    def choose_marked_roster(self) -> None:
        """Choose the marked roster for the next side. Raises ``Refused`` if it cannot be played."""
        rosters = self.list_available_rosters()
        if not rosters:
            raise Refused(NO_FORCE)
        name, roster, text = rosters[self.cursor]
        if not roster.usable:
            serious = [problem for problem in roster.problems if problem.serious]
            raise Refused(
                describe_roster_problem(name, text, serious[0]) if serious else f"{name}, no units"
            )
        self.forces.append((name, roster, text))
        if self.pairing is None:
            self.players[len(self.forces) - 1].proposed = roster.player
            self.title.proposed = " v ".join(one.name for _, one, _ in self.forces)
        self.go_to_row(1 if len(self.forces) == 1 else 0)

    def add_and_mark_roster_file(self, path: str) -> None:
        """Read a roster from a file, add it to the choices and mark it. Raises ``Refused``."""
        rules = self.rules
        if rules is None or rules.forces is None:
            return
        self._add_or_replace_roster(*read_roster_text_and_name(path, rules))
        self.go_to_row(len(self.list_available_rosters()) - 1)

    def add_and_choose_roster_file(self, path: str) -> None:
        """Read a roster and choose it for the next side.

        If it cannot be played, remove it from the choices and raise ``Refused``.
        """
        file_rosters, cursor = self.file_rosters, self.cursor
        try:
            self.add_and_mark_roster_file(path)
            self.choose_marked_roster()
        except Refused:
            self.file_rosters = file_rosters
            self.go_to_row(cursor)
            raise

    def _add_or_replace_roster(self, text: str, name: str) -> None:
        if self.rules is not None and self.rules.forces is not None:
            roster = self.rules.forces.read(text, self.rules.map_options_to_defaults())
            self.file_rosters = [
                (file, other, its_text)
                for file, other, its_text in self.file_rosters
                if file != name or (file == TYPED and its_text != text)
            ]
            self.file_rosters.append((name, roster, text))

    @property
    def force_warnings(self) -> tuple[str, ...]:
        """The rules' warnings about the two forces together, such as unequal points."""
        if self.rules is None or self.rules.forces is None or self.current_step != "questions":
            return ()
        read, options = self.rules.forces.read, self.rules.map_options_to_defaults() | self.options
        return self.rules.forces.together(tuple(read(text, options) for *_, text in self.forces))

    @property
    def current_text_row(self) -> TextRow | None:
        row = self.question_form.current_row if self.current_step == "questions" else None
        return row if isinstance(row, TextRow) else None

    @property
    def next_empty_player_row(self) -> TextRow | None:
        """The row for the other player's name if that name is still missing, or None."""
        red, blue = self.players
        row = self.current_text_row
        if row is red and not blue.value:
            return blue
        return red if row is blue and blue.value and not red.value else None

    @property
    def is_title_next(self) -> bool:
        """Whether the form asks for the title next, because both players' names have been typed."""
        row = self.current_text_row
        is_typed = row is not None and row in self.players and bool(row.text)
        return is_typed and self.next_empty_player_row is None

    def go_back_one_step(self) -> bool:
        """Go back to the row chosen in the previous step. Return False at the first step."""
        if self.forces:
            chosen, rosters = self.forces.pop(), self.list_available_rosters()
            self.go_to_row(rosters.index(chosen) if chosen in rosters else 0)
        elif self.rules is not None and len(self.rulesets) > 1:
            chosen_rules, self.rules = self.rules, None
            self.go_to_row(self.rulesets.index(chosen_rules))
        else:
            return False
        return True

    def begin_game(self) -> Game:
        """Begin the game with the chosen settings. Raises ``Refused`` and ``LedgerError``."""
        assert self.rules is not None
        settings: GameSettings = {"title": self.title.value, "options": self.options}
        settings["tables"] = self.tables.collect_table_values(self.rules)
        begin = self.book.begin_match if self.pairing is None else self.pairing.begin_and_link_game
        return begin(self.rules.id, self._make_entrants(), **settings)

    def begin_rematch(self) -> Game:
        """Begin a rematch of the last game. Raises ``Refused`` and ``LedgerError``."""
        if self.last_game is None:
            raise Refused("There is no game to play again yet. Choose the rules and two forces.")
        if not self.rematch_title:
            raise Refused(
                "A rematch can only be chosen before the first force. Press Esc to go back."
            )
        return self.book.begin_rematch(self.last_game.stream)

    def _make_entrants(self) -> list[Entrant]:
        names = [row.value for row in self.players]
        ready = self.pairing.ready if self.pairing is not None else ()
        if ready and [side.roster for side in ready] == [text for _, _, text in self.forces]:
            return [replace(side, player=name) for side, name in zip(ready, names, strict=True)]
        filled = zip(SIDES, self.forces, names, strict=True)
        return [Entrant(side, text, name, source=file) for side, (file, _, text), name in filled]
