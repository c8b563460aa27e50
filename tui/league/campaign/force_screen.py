"""A force of a campaign: its service record, its units, and what it brings to the next game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from textual.content import Content

from tracker.application.book import Book
from tracker.application.campaigns import force_points
from tracker.application.campaigns.mustering import Brings, list_brought_units
from tracker.application.campaigns.service_records import ForceRecord, Records, UnitRecord
from tracker.application.errors import Refused
from tracker.application.leagues import harm
from tracker.application.leagues.league import League
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.rosters import is_roster, read_text_at
from tracker.leagues.league_events import ForceId
from tracker.vocabulary.counts import count_of
from tracker.vocabulary.typed import is_number
from tui.league.campaign.campaign_search import Finder
from tui.league.campaign.luck_lines import describe_pools
from tui.league.commands import FORCE
from tui.league.league_screen import LeagueScreen
from tui.league.listing import Item, ListBody
from tui.screen_text import Piece, count_cells, cut, fill_line, join, pad_text, wrap

WIDEST = 24


class ForceScreen(LeagueScreen):
    """A row a unit; Enter opens its page."""

    commands = FORCE

    def __init__(self, book: Book, league: League, force: ForceId) -> None:
        super().__init__(book, league)
        self.force = force
        Finder(self)
        ListBody(self, self.items, foot=("open", "find", "note", "copy", "help", "leave"))

    def is_there(self) -> bool:
        return self.force in self.league.state.forces

    def called(self) -> str:
        return self.league.state.forces[self.force].name

    def read(self) -> None:
        self.record = Records(self.league).force(self.force)
        force = self.record.force
        rules = self.book.find_rules(force.ruleset)
        self.left = force_points.sum_points(
            force_points.price_left(self.league.state, force, rules)
        )

    def heading(self) -> Iterable[Piece]:
        player = self.league.state.name(self.record.force.player)
        points = self.record.force.points
        told = f" · {count_of(points, 'point')}" if points else ""
        told += f", {self.left} left" if self.left not in (None, points) else ""
        return [(cut(self.called(), 30), "bold"), f" · {cut(player, 20)}{told}"]

    def beside(self) -> Iterable[Piece]:
        return [cut(self.league.title, 30)]

    # ------------------------------------------------------------------------------- the rows

    def items(self, width: int) -> Sequence[Item]:
        coming = list_brought_units(self.league.state, self.record.force)
        name = min(WIDEST, max((count_cells(one.name) for one in coming), default=4))
        head = f"  {pad_text('unit', name)}  next game   exp rank         games kills  lost nerve"
        return [
            *self._record(width),
            Item(Content(""), more=(join([(cut(head, width), "$quiet")]),)),
            *(
                Item(
                    _unit(now, one, name, place, width),
                    partial(self.open, "unit", now.unit),
                    tuple(join([(f"  {each}", "$quiet")]) for each in self._notes(now)),
                )
                for place, (now, one) in enumerate(
                    zip(coming, self.record.units, strict=True), start=1
                )
            ),
            *self._rules(width),
        ]

    def _notes(self, now: Brings) -> Iterator[str]:
        yield from _notes(now, rostered=bool(self.record.force.roster))
        if now.unit in self.record.force.unpriced:
            yield "its points are not known, and not in those of the force"

    def _record(self, width: int) -> Iterator[Item]:
        for text in tell_record(self.record):
            first, *more = wrap(text, width - 2)
            yield Item(join([first]), more=tuple(join([each]) for each in more))

    def _rules(self, width: int) -> Iterator[Item]:
        spelled = " · ".join(self.league.state.info.rules.list_rules())
        lines = [join([(each, "$quiet")]) for each in wrap(spelled, width - 2)]
        if lines:
            title = join([("between games", "$primary bold")])
            yield Item(Content(""), more=(title, *lines))

    # ------------------------------------------------------------------------------- commands

    def typed(self, character: str) -> bool:
        units = self.record.force.units
        if not is_number(character) or not 1 <= int(character) <= len(units):
            return False
        self.open("unit", units[int(character) - 1])
        return True

    def do_join(self) -> None:
        self.ask("who joins", self._join, hint="Recruits=5 like Bravo, or more.toml # hired")

    def _join(self, typed: str) -> LeagueEntry:
        """``Recruits=5, Guns=1 like Bravo # hired``, or ``more.toml # hired``.

        Raises ``Refused``.
        """
        said, _, why = typed.partition("#")
        rules = self.book.find_rules(self.record.force.ruleset)
        if rules is not None and is_roster(said, rules):
            text, source = read_text_at(said, rules)
            return self.league.forces.join(
                self.force, rules=rules, roster=text, source=source, why=why
            )
        names, _, like = said.partition(" like ")
        units = []
        for each in names.split(","):
            name, _, figures = each.rpartition("=")
            if not name.strip() or not is_number(figures.strip()):
                raise Refused("Type a name and its figures: Recruits=5, or Recruits=5 like Bravo.")
            units.append((name.strip(), int(figures)))
        return self.league.forces.join(self.force, units, like=like.strip(), rules=rules, why=why)

    def do_sheet(self) -> None:
        rules = self.book.find_rules(self.record.force.ruleset)
        if rules is None:
            self.say(f"The rules of {self.called()} are not installed here.", bad=True)
            return
        self.write_out("force sheet", self.record.force, rules)

    def do_note(self) -> None:
        self.ask("note", lambda text: self.league.points.tell(text, about=self.force))


def tell_record(record: ForceRecord) -> Iterator[str]:
    """A force's service record in sentences."""
    games = len(record.games)
    told_in = "" if record.vp_told == games else f" in the {record.vp_told} that say them"
    vp = f" · {record.vp} VP{told_in}" if record.vp_told else ""
    yield (
        f"{count_of(games, 'game')}: {record.won} won, {record.drawn} drawn,"
        f" {record.lost_games} lost{vp}"
    )
    kept = any(unit.kept for unit in record.units)
    nerve = f", nerve lost {record.nerve}×" if kept else ""
    yield f"{record.kills} of the enemy removed, {count_of(record.lost, 'figure')} lost{nerve}"
    if record.luck.rolls:
        yield describe_pools(record.luck)


def _unit(now: Brings, one: UnitRecord, name: int, place: int, width: int) -> Content:
    next_game = f"{now.comes} of {now.enlisted}"
    if now.waits:
        next_game += f" +{now.waits}?"
    nerve = str(one.nerve) if one.kept else "–"
    left: list[Piece] = [
        (str(place) if place < 10 else " ", "$primary"),
        " ",
        pad_text(now.name, name),
        "  ",
        (pad_text(next_game, 10), "bold" if now.comes else "$error"),
        f"{now.experience:>5} {pad_text(now.rank, 12)} {len(one.games):>5} {one.kills:>5}"
        f" {one.lost:>5} {nerve:>5}",
    ]
    return fill_line(width, left)


def _notes(now: Brings, *, rostered: bool) -> Iterator[str]:
    """Why somebody of a unit does not come, or comes otherwise; a force may have no roster."""
    if now.waits:
        yield f"{now.waits} wait for their dice"
    elif now.why:
        yield now.why
    carried = harm.describe_harm(now.harm)
    parts = [count_of(now.captives, "captive") if now.captives else ""]
    parts.append(f"carries {carried}" if carried else "")
    if any(parts):
        yield ", ".join(part for part in parts if part)
    if rostered and not now.listed:
        yield "comes as plain figures: no roster says what it is"
