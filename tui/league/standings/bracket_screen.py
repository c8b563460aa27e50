"""The screen of a season's bracket: its games, and who advances."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from textual.content import Content

from tracker.application.book import Book
from tracker.application.leagues.league import League
from tracker.application.leagues.pairing import bracket_descriptions
from tracker.leagues.pairing.knockout_bracket import Bracket, BracketGame, build_season_bracket
from tracker.leagues.results.standings_input_types import PlayerId
from tui.key_bindings import FOOTERS, KEYS
from tui.league.league_decision_prompts import ask_and_set_advancing_player, find_drawn_bracket_game
from tui.screen_base_classes import PageScreen
from tui.terminal_text_fitting import StyledText, join_styled, pad_text, wrap_text

MAX_NAME_WIDTH = 30  # cells, with the seed
RESULT_WIDTH = 36  # cells, with the gap before it
NAMES_GAP = 7


class BracketScreen(PageScreen):
    """The bracket of a season (by default, the current one), round by round."""

    commands = KEYS["bracket"]
    footer = FOOTERS["bracket"]
    page_name = "bracket"

    def __init__(self, book: Book, league: League, season: int | None = None) -> None:
        super().__init__(book, league)
        self.season = season
        self.bracket: Bracket | None = None

    def render_right_heading(self) -> Iterable[StyledText]:
        if self.bracket is None:
            return ()
        describe = bracket_descriptions.describe_bracket
        return [describe(self.league.state, self.bracket, self.season)]

    def load_screen_data(self) -> None:
        state = self.league.state
        self.bracket = build_season_bracket(state, self.season or state.season.number)

    def is_subject_in_league(self) -> bool:
        return (self.season or self.league.state.season.number) in self.league.state.cuts

    def render_page_lines(self, width: int) -> list[Content]:
        lines: list[Content] = []
        for round_ in self.bracket.rounds_in_playing_order if self.bracket else ():
            heading = join_styled([(f" {round_.name}", "$primary bold")])
            games = [line for game in round_.games for line in self._render_game(game, width)]
            lines += [*([Content("")] if lines else []), heading, *games]
        return lines

    def _render_game(self, game: BracketGame, width: int) -> Iterator[Content]:
        assert self.bracket is not None
        home, away = bracket_descriptions.format_bracket_seeds_and_names(
            self.league.state, self.bracket, game
        )
        name_width = min(MAX_NAME_WIDTH, (width - RESULT_WIDTH) // 2)
        description = bracket_descriptions.describe_bracket_game(self.league.state, game)
        style = "$warning" if game.open else ""
        first, *others = wrap_text(description, width - 2 * name_width - NAMES_GAP - 1) or [""]
        left = (pad_text(home, name_width), _choose_player_style(game, game.home))
        right = (pad_text(away, name_width), _choose_player_style(game, game.away))
        between = (" v " if not game.bye else "   ", "$quiet")
        yield join_styled(["  ", left, between, right, (f"  {first}", style)])
        for line in others:
            yield join_styled([" " * (2 * name_width + NAMES_GAP), (line, style)])

    def do_decide_bracket_game(self) -> None:
        game = find_drawn_bracket_game(self, self.season)
        if game is None:
            self.show_refusal("No bracket game needs a decision.")
        else:
            ask_and_set_advancing_player(self, game)


def _choose_player_style(game: BracketGame, player: PlayerId | None) -> str:
    if game.winner is None:
        return ""
    return "bold" if player == game.winner else "$quiet"
