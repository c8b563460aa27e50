"""Plays the lines of a club's story. Each line has a command, a subject, a text and a reason.

    on 2024-09-05 19:10                  sets the date and time of the following lines
    result Maren v Tobias : 9-4          a command, its subject, and a text after the colon
    bonus Ilka : 1 painting # the wall   a reason after #

Players, forces and units are given by name, and a pairing by the names of both players.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial

import pendulum

from tracker.application.book import Book
from tracker.application.demo import demo_games
from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.results.linked_match_outcomes import UnitStats

BETWEEN = 10  # the seconds between two entries of an evening
MICROSECONDS = 1_000_000


class SettableClock:
    """A clock that can be set, and that advances by a fixed step each time it is read."""

    def __init__(self) -> None:
        self._at = self._step = 0

    def set_time(self, moment: datetime, step_seconds: int) -> None:
        """Set the time, which includes a time zone, and the step in seconds."""
        self._at, self._step = int(moment.timestamp()), step_seconds

    def __call__(self) -> int:
        """Return the time in microseconds since 1970 (UTC), and advance by a step."""
        at = self._at
        self._at += self._step
        return at * MICROSECONDS


def parse_moment_in_zone(text: str, zone: str) -> pendulum.DateTime:
    """Parse a local date and time, such as 2024-09-05 19:10, in the given time zone. Raises
    ``Refused`` if the text has another format.
    """
    try:
        return pendulum.from_format(text, "YYYY-MM-DD HH:mm", tz=zone)
    except ValueError:
        raise Refused(f"{text!r} is not a date and time; write it like 2024-09-05 19:10.") from None


class ClubStoryPlayer:
    """Plays the story lines of one league or campaign."""

    def __init__(self, book: Book, league: League, clock: SettableClock) -> None:
        self._book = book
        self._league = league
        self._clock = clock
        self._verbs: dict[str, Callable[[str, str, str], object]] = {
            "on": self._set_time,
            "away": lambda who, _, why: league.people.mark_away(who, why),
            "leaving": lambda who, _, why: league.people.drop_player(who, why, after_round=True),
            "ringer": lambda who, *_: league.people.enrol_players(who, ranked=False),
            "draft": lambda how, *_: league.rounds.draft_round(how),
            "publish": lambda *_: league.rounds.publish_round(),
            "pair": self._pair_players,
            "result": lambda who, said, _: league.results.enter_result(
                self._find_fixture_id(who), said
            ),
            "correct": lambda who, said, why: league.results.correct_result(
                self._find_fixture_id(who), said, why=why
            ),
            "sign": lambda who, said, _: league.results.sign_result(
                self._find_fixture_id(who), said
            ),
            "arrange": self._arrange_game,
            "bonus": self._give_bonus,
            "close": lambda *_: league.seasons.close_season(),
            "story": lambda about, said, _: league.points.add_note(said, about=about),
            "forces": self._enrol_forces,
            "game": self._add_game,
            "record": self._record_result,
            "recover": lambda unit, said, _: league.forces.enter_or_roll_recovery_dice(
                unit, [*map(int, said.split())]
            ),
            "change": self._change_unit,
            "return": lambda unit, said, why: league.forces.return_captives(
                unit, int(said), why=why
            ),
            "plays": self._play_recorded_game,
        }

    def play_line(self, line: str) -> None:
        """Play one line of a story. Empty lines and comments are ignored. Raises ``Refused`` if the
        line cannot be played.
        """
        rest, _, why = line.partition("#")
        if not rest.strip():
            return
        head, _, said = rest.partition(" : ")
        verb, _, about = head.strip().partition(" ")
        if verb not in self._verbs:
            raise Refused(
                f"{verb!r} is not a story command. Choose one of: {', '.join(self._verbs)}."
            )
        self._verbs[verb](about.strip(), said.strip(), why.strip())

    def _set_time(self, moment: str, _said: str, _why: str) -> None:
        self._clock.set_time(parse_moment_in_zone(moment, self._league.state.info.zone), BETWEEN)

    def _find_fixture_id(self, pair: str) -> str:
        home, _, away = pair.partition(" v ")
        wanted = tuple(self._league.people.find_player(name).id for name in (home, away))
        for fixture in reversed(self._league.state.fixtures.values()):
            if fixture.players == wanted:
                return fixture.id
        raise Refused(f"{home} and {away} are not paired in this order.")

    def _pair_players(self, pair: str, _said: str, why: str) -> None:
        one, _, other = pair.partition(" v ")
        self._league.rounds.pair_players(one, other, why=why)

    def _arrange_game(self, pair: str, said: str, _why: str) -> None:
        on, time, where = said.split(maxsplit=2)
        self._league.results.arrange_game(self._find_fixture_id(pair), on, time=time, where=where)

    def _give_bonus(self, who: str, said: str, why: str) -> None:
        points, _, column = said.partition(" ")
        self._league.points.award_bonus_or_penalty(who, points, column=column, why=why)

    def _enrol_forces(self, title: str, _said: str, _why: str) -> None:
        show = demo_games.find_demo_game(title)
        rules = self._book.get_ruleset(show.setting.ruleset)
        for entrant in demo_games.build_demo_entrants(self._book, show):
            self._league.forces.enrol_force(entrant.player, entrant.roster, rules=rules)

    def _add_game(self, pair: str, said: str, _why: str) -> None:
        home, _, away = pair.partition(" v ")
        self._league.forces.add_game_outside_rounds(
            home, away, title=said, on=self._league.calendar.today
        )

    def _record_result(self, pair: str, said: str, why: str) -> None:
        """Record a result, as in ``Iron Third v Red Dusk : 5-3, Alpha 4 1, Stalker 0 2 1``.

        The numbers after a unit are its kills, losses and captives.
        """
        home, _, away = pair.partition(" v ")
        result, *told = said.split(", ")
        deeds = {}
        for each in told:
            words = each.split()
            name = " ".join(word for word in words if not word.isdecimal())
            kills, lost, captives = (*(int(word) for word in words if word.isdecimal()), 0)[:3]
            deeds[name] = UnitStats(kills, lost, captives=captives)
        self._league.forces.record_past_game(home, away, result, title=why, unit_stats=deeds)

    def _change_unit(self, unit: str, said: str, why: str) -> None:
        what, _, value = said.partition(" ")
        change = partial(self._league.forces.change_unit_by_hand, unit, why=why)
        match what:
            case "experience":
                change(experience_change=int(value))
            case "figures":
                change(figure_change=int(value))
            case "name":
                change(name=value)
            case "wounds":
                change(wounds=value)
            case _:
                raise Refused("A unit can change in experience, figures, wounds or name.")

    def _play_recorded_game(self, pair: str, title: str, _why: str) -> None:
        show = demo_games.find_demo_game(title)
        today = self._league.calendar.today
        self._clock.set_time(self._league.calendar.now, show.setting.seconds)
        game = demo_games.begin_demo_game(self._book, title, show, played_on=today)
        self._league.matches.link_match_and_enter_result(self._find_fixture_id(pair), game.stream)
        if title == show.setting.titles.half:
            demo_games.play_demo_until_stop(game, show)
        else:
            demo_games.play_all_demo_lines(game, show)
        self._league.reload()
