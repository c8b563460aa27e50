"""What is hidden from a side is told nowhere until it is revealed: screen, log, exports."""

from __future__ import annotations

from itertools import count

import pytest

from exports.game_export_formats import FORMATS
from exports.players_own_content import PlayerContent
from tests.exports.csv_texts import write_events_csv
from tests.thin.xenocide_orders import ORDER, RULESET, Nothing, Order, Place
from tracker.application.errors import Refused
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.game import Game
from tracker.application.match.short_entry_descriptions import describe_match_entry
from tracker.ledger.memory_store import MemoryStore
from tracker.testing.match_in_memory import BLUE, RED, f, u
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import SideId, UnitId
from tui.views.searchable_log_lines import GameLogView
from tui.views.unit_status_rows import build_roster_rows

WORDS = ("run", "opportunity", "standard")


def force(side: SideId, handle: str) -> ev.ForceMustered:
    figures = tuple(ev.MusteredFigure(f(handle, n), "rifle") for n in (1, 2))
    units = (ev.MusteredUnit(u(handle), "Alpha", figures),)
    return ev.ForceMustered(side=side, force="x", points=0, profiles={"rifle": {}}, units=units)


def game() -> Game:
    seconds = count()
    found = Game(MemoryStore(), "m1", RULESET, clock=lambda: next(seconds))
    sides = (ev.Side(RED, "Red", "r"), ev.Side(BLUE, "Blue", "b"))
    found.write_opening(
        ev.MatchOpened(
            title="Night", ruleset=RULESET.id, ruleset_version="1", sides=sides, words=RULESET.words
        ),
        (force(RED, "r1"), force(BLUE, "b1")),
    )
    take(found, "begin", Nothing())
    return found


def take(game: Game, action: str, params: Nothing | Place, side: SideId | None = None) -> None:
    game.take_action_and_automatic_steps(RULESET.actions[action].make_command(side, params))


def place(game: Game, unit: UnitId, order: Order) -> None:
    take(game, "place", Place(unit, order), game.match.side_of(unit))


def told(game: Game, seen: GameLogView) -> str:
    """Everything that people may read of a game."""
    shown = game.get_public_game()
    marks = [
        mark
        for side in (RED, BLUE)
        for row in build_roster_rows(game.state, side)
        for mark in row.marks
    ]
    texts = [
        write_events_csv(shown),
        *(
            FORMATS[name].render_game(game, PlayerContent())
            for name in ("md", "html", "playback", "events", "json", "csv")
        ),
        *(str(line) for line in list_log_lines(shown.history)),
        *(str(line) for line in seen.list_lines()),
        *(f"{mark.sign} {mark.words}" for mark in marks),
        *(describe_match_entry(shown, entry) for entry in shown.history.list_entries_on_path()),
    ]
    return "\n".join(texts)


def test_a_secret_order_is_nowhere_to_be_read_until_it_is_revealed() -> None:
    playing = game()
    seen = GameLogView(playing)
    place(playing, u("r1"), "run")
    place(playing, u("b1"), "opportunity")
    assert playing.match.mark(u("r1"), "order") == "run"
    assert not [word for word in WORDS if word in told(playing, seen)]
    assert "order" in told(playing, seen)
    lines = [line.event for line in playing.get_public_game().history.lines]
    covered = [event.value for event in lines if isinstance(event, ev.MarkerSet)]
    assert covered == [True, True], "that there is one is no secret"
    take(playing, "reveal", Nothing())
    assert all(word in told(playing, seen) for word in ("run", "opportunity"))
    assert [line.text for line in list_log_lines(playing.get_public_game().history)][-3:-1] == [
        "R1 Alpha places an order: R1 order run",
        "B1 Alpha places an order: B1 order opportunity",
    ]


def test_an_order_that_was_changed_or_taken_back_stays_secret() -> None:
    playing = game()
    seen = GameLogView(playing)
    place(playing, u("r1"), "standard")
    playing.undo()
    place(playing, u("r1"), "opportunity")
    place(playing, u("r1"), "run")
    assert not [word for word in WORDS if word in told(playing, seen)]


def test_orders_of_the_turn_before_are_no_secret() -> None:
    playing = game()
    seen = GameLogView(playing)
    place(playing, u("r1"), "run")
    take(playing, "reveal", Nothing())
    take(playing, "begin", Nothing())
    place(playing, u("r1"), "standard")
    text = told(playing, seen)
    assert "run" in text
    assert "standard" not in text


def test_a_record_waits_until_nothing_is_secret() -> None:
    playing = game()
    place(playing, u("r1"), "run")
    with pytest.raises(Refused, match="secret"):
        FORMATS["record"].render_game(playing, PlayerContent())


def test_what_is_shown_is_the_game_itself_where_nothing_is_secret() -> None:
    playing = game()
    assert playing.get_public_game() is playing


def test_an_order_that_was_taken_off_stays_secret_until_its_phase_is_over() -> None:
    playing = game()
    seen = GameLogView(playing)
    place(playing, u("r1"), "run")
    playing.adjust_by_hand((ORDER.cleared(u("r1")),), "off")
    place(playing, u("b1"), "opportunity")
    assert not [word for word in WORDS if word in told(playing, seen)]
    take(playing, "reveal", Nothing())
    assert "run" in told(playing, seen)


def test_what_is_taken_off_after_a_return_to_its_phase_is_secret_too() -> None:
    playing = game()
    seen = GameLogView(playing)
    take(playing, "reveal", Nothing())
    playing.undo()
    place(playing, u("r1"), "run")
    playing.adjust_by_hand((ORDER.cleared(u("r1")),), "off")
    assert not [word for word in WORDS if word in told(playing, seen)]
