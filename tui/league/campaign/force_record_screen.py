"""The pages of a campaign's force and its units: service records and the next roster."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from textual.content import Content

from tracker.application.book import Book
from tracker.application.campaigns import next_game_units
from tracker.application.campaigns.campaign_unit_columns import (
    list_figure_absence_reasons,
    list_next_game_unit_columns,
)
from tracker.application.campaigns.next_game_units import list_returning_units
from tracker.application.campaigns.service_records import (
    ForceRecord,
    ServiceRecords,
    UnitGameRecord,
)
from tracker.application.errors import Refused
from tracker.application.leagues.campaign import force_event_descriptions
from tracker.application.leagues.campaign.campaign_history import describe_days_ago
from tracker.application.leagues.campaign.force_event_descriptions import (
    describe_named_figures,
    describe_unit_gains,
)
from tracker.application.leagues.league import League
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.roster_files import is_roster_name, read_roster_file_or_sample
from tracker.leagues.campaign.campaign_units import CareerStep
from tracker.leagues.league_events import CarriedDamage, ForceId, WarUnitId
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.typed_numbers import is_whole_number
from tui.key_bindings import KEYS
from tui.league.campaign.campaign_search import CampaignSearchCommand
from tui.league.campaign.luck_descriptions import describe_pool_luck
from tui.league.league_screen_base import LeagueScreen
from tui.league.scrollable_page_body import ListBody, ListItem, PageBody, render_sections
from tui.terminal_text_fitting import Piece, cut_text, join_pieces, wrap_text
from tui.widgets.list_row_drawing import draw_row_key
from tui.widgets.width_fitted_table import WidthFittedTable

STYLES = {"next game": "bold"}


class CampaignForceScreen(LeagueScreen):
    """The page of a force, with a row for each unit. Enter opens the unit's page."""

    commands = KEYS["force"]

    def __init__(self, book: Book, league: League, force: ForceId) -> None:
        super().__init__(book, league)
        self.force = force
        CampaignSearchCommand(self)
        ListBody(
            self,
            self.list_items,
            foot=("open_row", "find_unit_or_force", "add_note", "copy_text", "help", "leave"),
        )

    def is_subject_in_league(self) -> bool:
        return self.force in self.league.state.forces

    def get_export_file_stem(self) -> str:
        return self.league.state.forces[self.force].name

    def load_data(self) -> None:
        self.record = ServiceRecords(self.league).find_force_record(self.force)
        force = self.record.force
        rules = self.book.find_rules(force.ruleset)
        self.left = next_game_units.sum_known_points(
            next_game_units.compute_current_unit_points(self.league.state, force, rules)
        )

    def render_heading(self) -> Iterable[Piece]:
        player = self.league.state.get_player_name(self.record.force.player)
        points = self.record.force.points
        told = f" · {format_count(points, 'point')}" if points else ""
        told += f", {self.left} left" if self.left not in (None, points) else ""
        return [
            (cut_text(self.get_export_file_stem(), 30), "bold"),
            f" · {cut_text(player, 20)}{told}",
        ]

    def render_right_heading(self) -> Iterable[Piece]:
        return [cut_text(self.league.title, 30)]

    # ------------------------------------------------------------------------------- the rows

    def list_items(self, width: int) -> Sequence[ListItem]:
        force = self.record.force
        coming = list_returning_units(self.league.state, force)
        units = self.record.units
        columns = WidthFittedTable(list_next_game_unit_columns(coming), units, width, STYLES)
        return [
            *self._record(width),
            ListItem(Content(""), more=(columns.draw_heading_row(),)),
            *(
                ListItem(
                    columns.draw_row(
                        one, style="" if now.comes else "$error", lead=draw_row_key(place)
                    ),
                    partial(self.open_screen, "unit", now.unit),
                    tuple(
                        join_pieces([(f"  {each}", "$quiet")])
                        for each in list_figure_absence_reasons(force, now)
                    ),
                )
                for place, (now, one) in enumerate(zip(coming, units, strict=True))
            ),
            *self._rules(width),
        ]

    def _record(self, width: int) -> Iterator[ListItem]:
        for text in describe_force_record(self.record):
            first, *more = wrap_text(text, width - 2)
            yield ListItem(join_pieces([first]), more=tuple(join_pieces([each]) for each in more))

    def _rules(self, width: int) -> Iterator[ListItem]:
        spelled = " · ".join(self.league.state.info.rules.describe_rules())
        lines = [join_pieces([(each, "$quiet")]) for each in wrap_text(spelled, width - 2)]
        if lines:
            title = join_pieces([("between games", "$primary bold")])
            yield ListItem(Content(""), more=(title, *lines))

    # ------------------------------------------------------------------------------- commands

    def handle_character(self, character: str) -> bool:
        units = self.record.force.units
        if not is_whole_number(character) or not 1 <= int(character) <= len(units):
            return False
        self.open_screen("unit", units[int(character) - 1])
        return True

    def do_add_units(self) -> None:
        self.ask_for_line(
            "who joins", self._join, hint="Recruits=5 like Bravo, or more.toml # hired"
        )

    def _join(self, typed: str) -> LeagueEntry:
        """Add units typed as ``Recruits=5, Guns=1 like Bravo # hired``. Raises ``Refused``."""
        said, _, why = typed.partition("#")
        rules = self.book.find_rules(self.record.force.ruleset)
        if rules is not None and is_roster_name(said, rules):
            text, source = read_roster_file_or_sample(said, rules)
            return self.league.forces.add_units(
                self.force, rules=rules, roster=text, source=source, why=why
            )
        names, _, like = said.partition(" like ")
        units = []
        for each in names.split(","):
            name, _, figures = each.rpartition("=")
            if not name.strip() or not is_whole_number(figures.strip()):
                raise Refused("Type a name and its figures: Recruits=5, or Recruits=5 like Bravo.")
            units.append((name.strip(), int(figures)))
        return self.league.forces.add_units(
            self.force, units, like=like.strip(), rules=rules, why=why
        )

    def do_open_force_sheet(self) -> None:
        rules = self.book.find_rules(self.record.force.ruleset)
        if rules is None:
            self.show_message(
                f"The rules of {self.get_export_file_stem()} are not installed here.", bad=True
            )
            return
        self.show_export("force sheet", self.record.force, rules)

    def do_add_note(self) -> None:
        self.ask_for_line("note", lambda text: self.league.points.add_note(text, about=self.force))


def describe_force_record(record: ForceRecord) -> Iterator[str]:
    """Describe a force's service record in sentences."""
    games = len(record.games)
    told_in = "" if record.vp_told == games else f", entered for {record.vp_told} of them"
    vp = f" · {record.vp} VP{told_in}" if record.vp_told else ""
    yield (
        f"{format_count(games, 'game')}: {record.won} won, {record.drawn} drawn,"
        f" {record.lost_games} lost{vp}"
    )
    kept = any(unit.kept for unit in record.units)
    nerve = f", lost its nerve {record.nerve}×" if kept else ""
    yield (
        f"{format_count(record.kills, 'enemy', 'enemies')} removed, "
        f"{format_count(record.lost, 'figure')} lost{nerve}"
    )
    if record.luck.rolls:
        yield describe_pool_luck(record.luck)


class CampaignUnitScreen(LeagueScreen):
    """The page of a unit, with a key that leads to the force's next unit."""

    commands = KEYS["unit"]

    def __init__(self, book: Book, league: League, unit: WarUnitId) -> None:
        super().__init__(book, league)
        self.unit = unit
        foot = (
            "show_next_unit",
            "find_unit_or_force",
            "roll_recovery",
            "change_unit_by_hand",
            "help",
            "leave",
        )
        CampaignSearchCommand(self)
        self.page = PageBody(self, self.render_page_lines, foot=foot)

    def is_subject_in_league(self) -> bool:
        return self.unit in self.league.state.units

    def get_export_file_stem(self) -> str:
        return self.league.state.units[self.unit].name

    def load_data(self) -> None:
        self.records = ServiceRecords(self.league)
        self.record = self.records.find_unit_record(self.unit)

    def render_heading(self) -> Iterable[Piece]:
        force = self.league.state.forces[self.record.unit.force].name
        return [(cut_text(self.get_export_file_stem(), 36), "bold"), f" · {cut_text(force, 24)}"]

    def render_right_heading(self) -> Iterable[Piece]:
        rank = f" · {self.record.rank}" if self.record.rank else ""
        return [cut_text(f"{self.record.unit.experience} experience{rank}", 34)]

    def render_page_lines(self, width: int) -> list[Content]:
        return render_sections(self._parts(), width)

    def _parts(self) -> Iterator[tuple[str, list[str]]]:
        yield "service record", list(self._service())
        yield "to the next game", list(self._next())
        games = [_game(self.league, one) for one in reversed(self.record.games)]
        yield "games", games or ["none yet"]
        if self.record.unit.steps:
            steps = [_step(self.league, one) for one in reversed(self.record.unit.steps)]
            yield "history", steps
        notes = [one for one in self.league.state.story if one.about == self.unit]
        if notes:
            written = self.league.calendar.format_day
            yield "notes", [f"{written(one.on)}: {one.text}" for one in reversed(notes)]

    def _service(self) -> Iterator[str]:
        one = self.record
        games = len(one.games)
        went = (
            f"{one.count_games('won')} won",
            f"{one.count_games('drawn')} drawn",
            f"{one.count_games('lost')} lost",
        )
        yield f"{format_count(games, 'game')}: {', '.join(went)}"
        nerve = f", lost its nerve {one.nerve}×" if one.kept else ""
        yield (
            f"{format_count(one.kills, 'enemy', 'enemies')} removed, "
            f"{format_count(one.lost, 'figure')} lost{nerve}"
        )
        if one.removed_by:
            yield "removed by: " + ", ".join(f"{who} {n}" for who, n in one.removed_by)
        if one.luck.rolls:
            yield describe_pool_luck(one.luck)
        if one.kept < games:
            yield (
                f"{games - one.kept} of the games are not kept here, so their dice and nerve "
                "are not known"
            )

    def _next(self) -> Iterator[str]:
        force = self.league.state.forces[self.record.unit.force]
        now = next(
            one for one in list_returning_units(self.league.state, force) if one.unit == self.unit
        )
        why = f": {now.why}" if now.why else ""
        yield f"{now.comes} of {format_count(now.enlisted, 'figure')} can play{why}"
        if now.present:
            yield f"with names: {', '.join(now.present)}"
        gone = self.record.unit.named_figure_changes.gone
        if gone:
            yield f"without {', '.join(gone)}"
        if now.harm != CarriedDamage():
            yield f"carries {force_event_descriptions.describe_carried_damage(now.harm)}"
        for text in force_event_descriptions.describe_captives(self.league.state, self.record.unit):
            yield f"{text} (press b when they return)"
        left = next_game_units.compute_current_unit_points(
            self.league.state, force, self.book.find_rules(force.ruleset)
        )
        if (points := left[self.unit]) is not None:
            yield f"{format_count(points, 'point')} left"
        if now.waits:
            rules = self.league.state.info.rules.recovery
            yield (
                f"{now.waits} waiting for recovery: a D{rules.die} each, back on {rules.needs}+"
                " (press r)"
            )
        if self.league.state.forces[self.record.unit.force].roster and not now.listed:
            yield "The unit plays as plain figures, because no roster gives its profile."
        above = self.league.state.info.rules.find_next_rank(self.record.unit.experience)
        if above is not None:
            yield f"{above.word} at {above.experience} experience"

    # ------------------------------------------------------------------------------- commands

    def do_show_next_unit(self) -> None:
        self._turn(1)

    def do_show_previous_unit(self) -> None:
        self._turn(-1)

    def _turn(self, step: int) -> None:
        units = self.league.state.forces[self.record.unit.force].units
        self.unit = units[(units.index(self.unit) + step) % len(units)]
        self.record = self.records.find_unit_record(self.unit)
        self.page.top = 0
        self.redraw()

    def do_roll_recovery(self) -> None:
        forces = self.league.forces
        due = [one for one in forces.list_recovering_units() if one[0].id == self.unit]
        if not due:
            self.show_message("This unit has no recovery dice to roll.", bad=True)
            return
        unit, game, lost = due[0]
        rules, named = (
            self.league.state.info.rules.recovery,
            forces.list_waiting_figures(unit, game),
        )
        first = "for" if len(named) == lost else "first for"
        who = f", {first} {', '.join(named)}" if named else ""
        self.ask_for_line(
            f"{lost} {'die' if lost == 1 else 'dice'} D{rules.die}, back on {rules.needs}+{who}",
            self._recover,
            hint="4 6 1, or r: the app rolls",
        )

    def _recover(self, typed: str) -> LeagueEntry:
        text = typed.strip().lower()
        if text == "r":
            return self.league.forces.enter_recovery_dice(self.unit)
        faces = text.split() if " " in text else list(text)
        if not faces or not all(map(is_whole_number, faces)):
            raise Refused("Type a face for each die, such as 4 6 1, or r to let the app roll.")
        return self.league.forces.enter_recovery_dice(self.unit, [int(face) for face in faces])

    def do_return_captives(self) -> None:
        held = self.league.state.units[self.unit].held
        if not held:
            self.show_message("No figure of this unit is a captive.", bad=True)
            return
        many = format_count(held[0].figures, "captive")
        self.ask_for_line(
            f"how many of {many} since {held[0].fixture} return?",
            self._captives,
            hint=f"{held[0].figures}: Ox # exchanged",
        )

    def _captives(self, typed: str) -> LeagueEntry:
        """Return captives typed as ``2: Ox, Nix # exchanged``, or all. Raises ``Refused``."""
        said, _, why = typed.partition("#")
        many, _, names = said.partition(":")
        if many.strip() and not is_whole_number(many.strip()):
            raise Refused("Type how many return, and their names if you like: 2: Ox.")
        return self.league.forces.return_captives(
            self.unit, int(many.strip() or 0), who=names.split(","), why=why
        )

    def do_change_unit_by_hand(self) -> None:
        self.ask_for_line(
            "fix", self._right, hint="+2 xp  +1 figures: Nix  resting  carries Nix 1  # why"
        )

    def _right(self, typed: str) -> LeagueEntry:
        """Apply changes typed as ``+2 xp resting -1 figures: Ox # held``. Raises ``Refused``."""
        said, _, why = typed.partition("#")
        said, _, wounds = f" {said}".partition(" carries ")
        said, _, names = said.partition(":")
        words = said.split()
        numbers = {"xp": 0, "figures": 0}
        standing: str | None = None
        while words:
            word = words.pop(0).replace("−", "-")
            if is_whole_number(word[1:] if word[0] in "+-" else word) and words:
                what = next((name for name in numbers if name.startswith(words[0].lower())), None)
                if what is None:
                    raise Refused(f"{word} of what? Type xp or figures after it.")
                numbers[what] += int(word)
                words.pop(0)
            else:
                standing = "" if word == "ready" else word
        return self.league.forces.change_unit(
            self.unit,
            why=why,
            experience=numbers["xp"],
            figures=numbers["figures"],
            standing=standing,
            who=names.split(","),
            wounds=wounds,
        )

    def do_add_note(self) -> None:
        self.ask_for_line("note", lambda text: self.league.points.add_note(text, about=self.unit))


def _game(league: League, one: UnitGameRecord) -> str:
    fixture = league.state.fixtures[one.fixture]
    title = f"{fixture.title}: " if fixture.title else ""
    players = (
        f"{league.state.get_player_name(fixture.home)} v "
        f"{league.state.get_player_name(fixture.away)}"
    )
    nerve = f", lost its nerve {one.nerve}×" if one.nerve else ""
    by = ", ".join(f"{who} {n}" for who, n in sorted(one.removed_by.items(), key=lambda e: -e[1]))
    lost = f"{one.lost} lost" + (f" ({by})" if by else "")
    return (
        f"{league.calendar.format_day(one.on)}, {describe_days_ago(league, one.on)} ·"
        f" {title}{players}, {one.how}:"
        f" {one.kills} removed, {lost}{nerve}"
    )


def _step(league: League, one: CareerStep) -> str:
    day = league.calendar.format_day(
        league.calendar.convert_to_local(league.history.find_entry(one.version).at).to_date_string()
    )
    parts = [*describe_unit_gains(one)]
    if named := describe_named_figures(one):
        parts.append(named)
    if one.standing is not None:
        parts.append(one.standing or "ready again")
    faces = f" ({' '.join(map(str, one.faces))})" if one.faces else ""
    app = ", rolled by the app" if one.rolled == "app" else ""
    hand = "by hand, " if one.origin == "hand" else ""
    why = f": {hand}{one.why}{faces}{app}" if one.why else ""
    return f"{day}: {', '.join(parts) or 'nothing changed'}{why}"
