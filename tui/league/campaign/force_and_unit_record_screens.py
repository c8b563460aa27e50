"""The pages of a force and its units. They show service records and figures for the next game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial, partialmethod

from textual.content import Content

from tracker.application.book import Book
from tracker.application.campaigns import next_game_units
from tracker.application.campaigns.next_game_units import list_next_game_remarks
from tracker.application.campaigns.service_records import (
    NEXT_GAME_COLUMNS,
    ForceRecord,
    ServiceRecords,
    UnitGameRecord,
    UnitRecord,
    compute_force_unit_points,
)
from tracker.application.chances.success_count_rarity import (
    PoolTally,
    format_chance_percent,
    format_difference,
)
from tracker.application.errors import Refused
from tracker.application.leagues.campaign import force_event_descriptions
from tracker.application.leagues.campaign.force_event_descriptions import (
    describe_named_figure_changes,
    list_unit_changes,
)
from tracker.application.leagues.league import League
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.roster_files_and_samples import is_roster_name, read_roster_text_and_name
from tracker.leagues.campaign.campaign_units import CampaignUnit
from tracker.leagues.league_events import CareerStep, CarriedDamage, FixtureId, ForceId, WarUnitId
from tracker.vocabulary.count_wording import format_count, format_figures_left
from tracker.vocabulary.typed_numbers import is_whole_number
from tui.key_bindings import FOOTERS, KEYS
from tui.league.campaign.campaign_search import CampaignSearchCommand
from tui.screen_base_classes import ListItem, ListScreen, PageScreen
from tui.terminal_text_fitting import (
    StyledText,
    cut_text,
    join_styled,
    render_sections,
    wrap_styled,
)
from tui.widgets.list_rows import draw_row_digit
from tui.widgets.width_fitted_table import WidthFittedTable

STYLES = {"next game": "bold"}
_TYPED_CHANGE = re.compile(r"([+-]?[0-9]{1,6})([^0-9]*)")
"""A number, perhaps with the name of the value that it changes: ``+2`` or ``+2xp``."""


class CampaignForceScreen(ListScreen):
    commands = KEYS["force"]
    footer = FOOTERS["force"]

    def __init__(self, book: Book, league: League, force: ForceId) -> None:
        super().__init__(book, league)
        self.force = force
        CampaignSearchCommand(self)

    def is_subject_in_league(self) -> bool:
        return self.force in self.league.state.forces

    def get_export_file_stem(self) -> str:
        return self.league.state.forces[self.force].name

    def load_screen_data(self) -> None:
        self.record = ServiceRecords(self.league).build_force_record(self.force)
        points_left = compute_force_unit_points(self.league, self.record.force)
        self.points_left = next_game_units.sum_points_if_all_known(points_left)

    def render_heading(self) -> Iterable[StyledText]:
        player = self.league.state.get_player_name(self.record.force.player)
        points = self.record.force.points
        details = f" · {format_count(points, 'point')}" if points else ""
        change = next_game_units.get_word_for_points_change(points, self.points_left)
        details += f", {self.points_left} {change}" if change else ""
        name = cut_text(self.get_export_file_stem(), 30)
        return [(name, "bold"), f" · {cut_text(player, 20)}{details}"]

    def render_right_heading(self) -> Iterable[StyledText]:
        return [cut_text(self.league.title, 30)]

    def build_list_items(self, width: int) -> Sequence[ListItem]:
        force = self.record.force
        table = WidthFittedTable(NEXT_GAME_COLUMNS, self.record.units, width, STYLES)
        heading = ListItem(Content(""), extra_lines=(table.draw_heading_row(),))
        items = [*self._list_record_items(width), heading]
        for index, record in enumerate(self.record.units):
            style = "" if record.unit.figures_in_next_game else "$error"
            row = table.draw_row(record, style=style, lead=draw_row_digit(index))
            remarks = list_next_game_remarks(force, record.unit)
            details = tuple(join_styled([(f"  {remark}", "$quiet")]) for remark in remarks)
            items.append(ListItem(row, partial(self.open_screen, "unit", record.unit.id), details))
        return [*items, *self._list_rule_items(width)]

    def _list_record_items(self, width: int) -> Iterator[ListItem]:
        for text in describe_force_record(self.record):
            first, *others = wrap_styled(text, width - 2)
            yield ListItem(first, extra_lines=tuple(others))

    def _list_rule_items(self, width: int) -> Iterator[ListItem]:
        rules_text = " · ".join(self.league.state.info.rules.describe_rules())
        lines = wrap_styled(rules_text, width - 2, "$quiet")
        if lines:
            title = join_styled([("carry-over rules", "$primary bold")])
            yield ListItem(Content(""), extra_lines=(title, *lines))

    def handle_character(self, character: str) -> bool:
        units = self.record.force.units
        if not is_whole_number(character) or not 1 <= int(character) <= len(units):
            return False
        self.open_screen("unit", units[int(character) - 1])
        return True

    def do_add_units(self) -> None:
        hint = "Recruits=5 like Bravo, or more.toml # hired"
        self.ask_for_line("add units", self._add_units, hint=hint)

    def _add_units(self, typed: str) -> LeagueEntry:
        """Add units from text such as ``Recruits=5, Guns=1 like Bravo # hired``. Raises
        ``Refused``.
        """
        units_text, _, reason = typed.partition("#")
        rules = self.book.find_ruleset(self.record.force.ruleset)
        if rules is not None and is_roster_name(units_text, rules):
            text, source = read_roster_text_and_name(units_text, rules)
            return self.league.forces.add_units(
                self.force, rules=rules, roster=text, source_name=source, why=reason
            )
        names, _, model = units_text.partition(" like ")
        units = []
        for part in names.split(","):
            name, _, figures = part.rpartition("=")
            if not name.strip() or not is_whole_number(figures.strip()):
                raise Refused("Type a name and its figures: Recruits=5, or Recruits=5 like Bravo.")
            units.append((name.strip(), int(figures)))
        return self.league.forces.add_units(
            self.force, units, equipped_like=model.strip(), rules=rules, why=reason
        )

    def do_open_force_sheet(self) -> None:
        rules = self.book.find_ruleset(self.record.force.ruleset)
        if rules is None:
            self.show_refusal(f"The rules of {self.get_export_file_stem()} are not installed.")
            return
        self.open_export_dialog("force sheet", self.record.force, rules)

    def do_add_note(self) -> None:
        self.ask_for_line("note", lambda text: self.league.points.add_note(text, about=self.force))


def describe_force_record(record: ForceRecord) -> Iterator[str]:
    games = len(record.games)
    coverage = "" if record.vp_told == games else f", entered for {record.vp_told} of them"
    vp = f" · {record.vp} VP{coverage}" if record.vp_told else ""
    yield (
        f"{format_count(games, 'game')}: {record.won} won, {record.drawn} drawn,"
        f" {record.lost_games} lost{vp}"
    )
    yield _describe_losses(record, is_kept=any(unit.recorded_game_count for unit in record.units))
    if record.luck.rolls:
        yield f"dice: {describe_pool_tally(record.luck.compute_tally())}"


def _describe_losses(record: ForceRecord | UnitRecord, *, is_kept: bool) -> str:
    nerve = f", lost its nerve {record.times_nerve_was_lost}×" if is_kept else ""
    return (
        f"{format_count(record.kills, 'enemy', 'enemies')} removed, "
        f"{format_count(record.lost_figures, 'figure')} lost{nerve}"
    )


def describe_pool_tally(tally: PoolTally) -> str:
    """Describe a tally, as in ``49 of 96 succeeded, expected 45.5 (+3.5); 77.0 % do worse``."""
    return (
        f"{tally.made} of {tally.dice} succeeded, expected {tally.expected:.1f} "
        f"({format_difference(tally.difference)}); {format_chance_percent(tally.worse)} do worse"
    )


class CampaignUnitScreen(PageScreen):
    commands = KEYS["unit"]
    footer = FOOTERS["unit"]

    def __init__(self, book: Book, league: League, unit: WarUnitId) -> None:
        super().__init__(book, league)
        self.unit = unit
        CampaignSearchCommand(self)

    def is_subject_in_league(self) -> bool:
        return self.unit in self.league.state.units

    def get_export_file_stem(self) -> str:
        return self.league.state.units[self.unit].name

    def load_screen_data(self) -> None:
        self.records = ServiceRecords(self.league)
        self.record = self.records.build_unit_record(self.unit)

    def render_heading(self) -> Iterable[StyledText]:
        force = self.league.state.forces[self.record.unit.force].name
        return [(cut_text(self.get_export_file_stem(), 36), "bold"), f" · {cut_text(force, 24)}"]

    def render_right_heading(self) -> Iterable[StyledText]:
        rank = f" · {self.record.rank}" if self.record.rank else ""
        return [cut_text(f"{self.record.unit.experience} experience{rank}", 34)]

    def render_page_lines(self, width: int) -> list[Content]:
        return render_sections(self._list_sections(), width)

    def _list_sections(self) -> Iterator[tuple[str, list[str]]]:
        yield "service record", list(self._describe_service())
        yield "next game", list(self._describe_next_game())
        games = [_describe_game(self.league, game) for game in reversed(self.record.games)]
        yield "games", games or ["none yet"]
        if self.record.unit.steps:
            steps = [_describe_step(self.league, step) for step in reversed(self.record.unit.steps)]
            yield "history", steps
        notes = [note for note in self.league.state.story if note.about == self.unit]
        if notes:
            format_day = self.league.calendar.format_day
            yield "notes", [f"{format_day(note.on)}: {note.text}" for note in reversed(notes)]

    def _describe_service(self) -> Iterator[str]:
        record = self.record
        games = len(record.games)
        results = [f"{record.count_games(how)} {how}" for how in ("won", "drawn", "lost")]
        yield f"{format_count(games, 'game')}: {', '.join(results)}"
        yield _describe_losses(record, is_kept=bool(record.recorded_game_count))
        if record.removed_by:
            yield "removed by: " + ", ".join(f"{killer} {n}" for killer, n in record.removed_by)
        if record.luck.rolls:
            yield f"dice: {describe_pool_tally(record.luck.compute_tally())}"
        if record.recorded_game_count < games:
            missing = games - record.recorded_game_count
            which = "1 game is not" if missing == 1 else f"{missing} games are not"
            their = "its" if missing == 1 else "their"
            yield f"{which} in this ledger, so {their} dice and nerve tests are unknown"

    def _describe_next_game(self) -> Iterator[str]:
        unit = self.record.unit
        force, comes = self.league.state.forces[unit.force], unit.figures_in_next_game
        reason = f": {unit.absence_reason}" if unit.absence_reason else ""
        yield f"{format_figures_left(comes, unit.enlisted)} can play{reason}"
        if unit.names_in_next_game:
            yield f"named figures: {', '.join(unit.names_in_next_game)}"
        gone = unit.named_figure_changes.gone
        if gone:
            yield f"without {', '.join(gone)}"
        if unit.carried_damage != CarriedDamage():
            yield f"carries {force_event_descriptions.describe_carried_damage(unit.carried_damage)}"
        for text in force_event_descriptions.describe_captives_by_game(self.league.state, unit):
            yield f"{text} (press b when they return)"
        points_left = compute_force_unit_points(self.league, force)
        if (points := points_left[self.unit]) is not None:
            change = next_game_units.get_word_for_points_change(unit.enlisted, comes)
            yield f"{format_count(points, 'point')} {change or 'left'}"
        for _, game, _ in self._list_recoveries()[:1]:
            rules = self.league.forces.get_recovery_rule(game)
            yield (
                f"{unit.figures_awaiting_recovery} waiting for recovery: a D{rules.die} each,"
                f" returning on {rules.needs}+ (press r)"
            )
        if force.roster and unit.outfit is None:
            yield "The unit plays as plain figures, because no roster gives its profile."
        next_rank = self.league.state.info.rules.find_next_rank(unit.experience)
        if next_rank is not None:
            yield f"{next_rank.word} at {next_rank.experience} experience"

    def _show_neighbouring_unit(self, step: int) -> None:
        units = self.league.state.forces[self.record.unit.force].units
        self.unit = units[(units.index(self.unit) + step) % len(units)]
        self.record = self.records.build_unit_record(self.unit)
        self.panel.top = 0
        self.redraw()

    do_show_next_unit = partialmethod(_show_neighbouring_unit, 1)
    do_show_previous_unit = partialmethod(_show_neighbouring_unit, -1)

    def do_roll_recovery(self) -> None:
        forces, recovering = self.league.forces, self._list_recoveries()
        if not recovering:
            self.show_refusal("This unit has no recovery dice to roll.")
            return
        unit, game, lost = recovering[0]
        rules = forces.get_recovery_rule(game)
        names = forces.list_named_figures_to_recover(unit, game)
        first = "for" if len(names) == lost else "first for"
        names_text = f", {first} {', '.join(names)}" if names else ""
        self.ask_for_line(
            f"{format_count(lost, 'die', 'dice')} D{rules.die}, back on {rules.needs}+{names_text}",
            self._enter_or_roll_recovery,
            hint="4 6 1, or r: the app rolls",
        )

    def _list_recoveries(self) -> list[tuple[CampaignUnit, FixtureId, int]]:
        recovering = self.league.forces.list_recovering_units()
        return [one for one in recovering if one[0].id == self.unit]

    def _enter_or_roll_recovery(self, typed: str) -> LeagueEntry:
        text = typed.strip().lower()
        if text == "r":
            return self.league.forces.enter_or_roll_recovery_dice(self.unit)
        faces = text.split() if " " in text else list(text)
        if not faces or not all(map(is_whole_number, faces)):
            raise Refused("Type a face for each die, such as `4 6 1`, or `r` to let the app roll.")
        dice = [int(face) for face in faces]
        return self.league.forces.enter_or_roll_recovery_dice(self.unit, dice)

    def do_return_captives(self) -> None:
        held = self.league.state.units[self.unit].captives_by_game
        if not held:
            self.show_refusal("No figure of this unit is a captive.")
            return
        count_text = format_count(held[0].figures, "captive")
        self.ask_for_line(
            f"how many of {count_text} since {held[0].fixture} return?",
            self._return_captives,
            hint=f"{held[0].figures}: Ox # exchanged",
        )

    def _return_captives(self, typed: str) -> LeagueEntry:
        """Return all captives, or those named in text such as ``2: Ox, Nix # exchanged``.

        Raises ``Refused``.
        """
        text, _, reason = typed.partition("#")
        count, _, names = text.partition(":")
        if count.strip() and not is_whole_number(count.strip()):
            raise Refused("Type how many return and, if you like, their names: `2: Ox`.")
        return self.league.forces.return_captives(
            self.unit, int(count.strip() or 0), figure_names=names.split(","), why=reason
        )

    def do_change_unit_by_hand(self) -> None:
        hint = "+2 xp  +1 figures: Nix  resting  carries Nix 1  # why"
        self.ask_for_line("fix", self._change_unit, hint=hint)

    def _change_unit(self, typed: str) -> LeagueEntry:
        """Change the unit from text such as ``+2 xp -1 figures: Ox # held``. Raises ``Refused``."""
        text, _, reason = typed.partition("#")
        text, _, wounds = f" {text}".partition(" carries ")
        text, _, names = text.partition(":")
        words = text.split()
        numbers = {"xp": 0, "figures": 0}
        standing: str | None = None
        while words:
            word = words.pop(0).replace("−", "-")
            change = _TYPED_CHANGE.fullmatch(word)
            if change is None:
                standing = word
                continue
            typed_name = (change[2] or (words.pop(0) if words else "")).lower()
            matching = (name for name in numbers if typed_name and name.startswith(typed_name))
            value_name = next(matching, None)
            if value_name is None:
                raise Refused(f"{change[1]} of what? Type `xp` or `figures` after it.")
            numbers[value_name] += int(change[1])
        return self.league.forces.change_unit_by_hand(
            self.unit,
            why=reason,
            experience_change=numbers["xp"],
            figure_change=numbers["figures"],
            status=standing,
            figure_names=names.split(","),
            wounds=wounds,
        )

    def do_add_note(self) -> None:
        self.ask_for_line("note", lambda text: self.league.points.add_note(text, about=self.unit))


def _describe_game(league: League, record: UnitGameRecord) -> str:
    fixture = league.state.fixtures[record.fixture]
    title = f"{fixture.title}: " if fixture.title else ""
    players = (
        f"{league.state.get_player_name(fixture.home)} v "
        f"{league.state.get_player_name(fixture.away)}"
    )
    nerve = f", lost its nerve {record.nerve}×" if record.nerve else ""
    counts = sorted(record.removed_by.items(), key=lambda killer_and_count: -killer_and_count[1])
    killers = ", ".join(f"{killer} {n}" for killer, n in counts)
    lost = f"{record.lost} lost" + (f" ({killers})" if killers else "")
    return (
        f"{league.calendar.format_day(record.on)}, {league.calendar.describe_days_ago(record.on)} ·"
        f" {title}{players}, {record.how}:"
        f" {record.kills} removed, {lost}{nerve}"
    )


def _describe_step(league: League, step: CareerStep) -> str:
    moment = league.calendar.convert_to_local_time(league.history.find_entry(step.version).at)
    day = league.calendar.format_day(moment.to_date_string())
    parts = [*list_unit_changes(step)]
    if figure_names := describe_named_figure_changes(step):
        parts.append(figure_names)
    faces = f" ({' '.join(map(str, step.faces))})" if step.faces else ""
    app = ", rolled by the app" if step.rolled == "app" else ""
    hand = "by hand, " if step.origin == "hand" else ""
    reason = f": {hand}{step.why}{faces}{app}" if step.why else ""
    return f"{day}: {', '.join(parts) or 'nothing changed'}{reason}"
