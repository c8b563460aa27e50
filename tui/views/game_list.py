"""The games of a book, in the form in which the home screen lists them."""

from __future__ import annotations

from dataclasses import dataclass

import pendulum

from tracker.application.book import Book
from tracker.application.errors import LedgerError, Refused
from tracker.application.match.due_actions_of_game import list_due_actions_not_begun
from tracker.application.match.game import Game
from tracker.application.match.game_list_columns import (
    describe_winner_or_progress,
    format_game_score,
)
from tracker.application.match.match_summaries import StreamSummary
from tracker.procedures.installed_rulesets import PROGRAM, name_rules_or_program_that_raised
from tracker.vocabulary.count_wording import format_need
from tracker.vocabulary.events import Noted
from tui.views.game_status_view import has_score, list_side_scores
from tui.views.open_action_description import describe_actor_and_target
from tui.views.pending_question_view import build_question_view

MICROSECONDS_PER_SECOND = 1_000_000


@dataclass(frozen=True)
class GameListLine:
    """A game's line in the list. ``rules`` is the ruleset's title, or its id if it is not
    installed.
    """

    stream: str
    title: str
    rules: str
    turn: str
    score: str
    age: str
    has_ended: bool


def build_game_list_line(book: Book, summary: StreamSummary) -> GameListLine:
    rules = book.find_ruleset_of_summary(summary)
    ended = summary.status == "ended"
    return GameListLine(
        stream=summary.stream,
        title=summary.title,
        rules=rules.title if rules else summary.ruleset,
        turn=describe_winner_or_progress(summary) if ended or rules else "not installed",
        score=format_game_score(summary, lambda _: rules),
        age=format_time_ago(summary.updated_at, book.clock()),
        has_ended=ended,
    )


def format_time_ago(timestamp: int, now: int) -> str:
    """Format the time since ``timestamp``, such as ``2 weeks ago``. Times are in microseconds."""
    if now - timestamp < 60 * MICROSECONDS_PER_SECOND:
        return "just now"
    before = pendulum.from_timestamp(timestamp / MICROSECONDS_PER_SECOND)
    after = pendulum.from_timestamp(now / MICROSECONDS_PER_SECOND)
    return before.diff_for_humans(after).replace("before", "ago")


def format_day_and_time(timestamp: int, now: int | None = None) -> str:
    """Format a local time, such as ``Thu 6 Nov 22:41``.

    The year is omitted if it is the year of ``now``, or if ``now`` is None.
    """
    moment = pendulum.from_timestamp(timestamp / MICROSECONDS_PER_SECOND, tz="local")
    today = moment
    if now is not None:
        today = pendulum.from_timestamp(now / MICROSECONDS_PER_SECOND, tz="local")
    return moment.format("ddd D MMM HH:mm" if moment.year == today.year else "ddd D MMM YYYY HH:mm")


def describe_how_game_was_left(book: Book, stream: str) -> tuple[str, ...]:
    """Describe when a running game was left, what input is next, and the note that was left.

    The score is added if losses count towards it, because the list then has no score.
    """
    summary = book.get_summary(stream)
    if summary is None:
        return ()
    then, now = summary.updated_at, book.clock()
    when = f"stopped {format_time_ago(then, now)}, {format_day_and_time(then, now)}"
    try:
        game = book.open_game(stream)
        if has_score(game) and not format_game_score(summary, lambda _: game.ruleset):
            when += f" · {' : '.join(str(points) for _, points in list_side_scores(game))} so far"
        return (when, describe_awaited_input(game), *find_note_left_at_end(game))
    except (LedgerError, Refused) as error:
        return (when, str(error))
    except Exception as error:
        if (origin := name_rules_or_program_that_raised(error)) == PROGRAM:
            raise
        return (when, f"an error in {origin} ({type(error).__name__})")


def find_note_left_at_end(game: Game) -> tuple[str, ...]:
    """Return the note that was left with the game, or () if there are later entries."""
    last = game.history.find_last_entry_on_path()
    if last is None or not isinstance(last.input, Noted) or last.input.mark != "stands":
        return ()
    return (last.input.text,)


def describe_awaited_input(game: Game) -> str:
    if game.open_action_mismatch is not None:
        return "the rules have changed; open the game to see what to do"
    if game.pending is None:
        reasons = [item.why for item in list_due_actions_not_begun(game)]
        return f"next: {reasons[0]}" if reasons else "nothing is open"
    question = build_question_view(game.match, game.pending)
    subjects = describe_actor_and_target(game, game.pending)
    what = " ".join(part for part in (question.dice, question.what) if part)
    parts = (what, subjects, format_need(question.need))
    return f"waiting for: {', '.join(part for part in parts if part)}"
