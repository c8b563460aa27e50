"""A line of several parts said anew: what was typed, the rest as it was; outcomes told instead."""

from __future__ import annotations

import pytest

from tests.combat_zone import evening as zone
from tests.deathzap2 import evening
from tests.saying import begin_correction, say
from tracker.application.correcting import history_rewrite
from tracker.application.correcting.line_typo_fixes import (
    ReplacementRefused,
    RetypedParts,
    can_be_retyped,
    preview_typo_fix,
)
from tracker.application.correcting.log_line_replacement import make_line_replacer
from tracker.application.errors import Refused
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.correction_replay import find_replayed_versions
from tracker.application.match.game import Game
from tracker.application.match.match_entries import MatchEntry
from tracker.application.typed_lines.outcomes_without_dice import (
    can_end_with_losses,
    end_open_action_with_losses,
    parse_loss_outcome,
)
from tracker.testing.match_in_memory import BLUE, RED
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import make_unit_id

B2 = make_unit_id("b2")


def volley() -> tuple[Game, list[MatchEntry]]:
    """Alpha at Dusk rifles: 5 of 8 hit, 3 through, 1 saved; then Bravo misses."""
    game = evening.shooting()
    first = game.history.last_line_number
    say(game, "r1 > b2 soft : 45162346 / 42651 / 362")
    parts = [
        e for e in game.history.list_entries_on_path() if e.number > first and can_be_retyped(e)
    ]
    say(game, "r2 > b2 soft : -6")
    return game, parts


def said(parts: list[MatchEntry], *texts: str | None) -> RetypedParts:
    return list(zip(parts, texts, strict=True))


def to_remove(game: Game) -> int:
    return sum(game.match.has(figure, "to_remove") for figure in game.match.figures(B2))


def test_every_part_typed_anew_or_kept_is_said_again() -> None:
    """Open cover makes 3+ of 4+: six hits (4 5 6 3 4 6); of 6 dice 4 5 6 come through, none saved;
    Bravo's line follows as it was, and nothing is dropped.
    """
    game, parts = volley()
    before = game.version
    preview = preview_typo_fix(game, said(parts, "r1 > b2 open", None, "456123", "123"))
    assert game.version == before
    assert preview.needs == ()
    assert preview.dropped == ()
    outcome = preview.save_correction()
    assert outcome.is_finished
    assert to_remove(game) == 3
    assert {part.version for part in parts} <= find_replayed_versions(game.history)
    texts = [line.text for line in list_log_lines(game.history)]
    assert "R1 Alpha ▸ B2 Dusk rifles: 8 dice 6 hit, 6 dice 3 through, 3 dice 0 saved" in texts[-2]


def amended(game: Game, entry: MatchEntry, text: str) -> history_rewrite.RewriteOutcome:
    return begin_correction(game, entry.number, make_line_replacer(entry, text))


def test_a_line_said_anew_with_its_dice_uses_them_and_keeps_their_numbers() -> None:
    """Hard cover: eight 6s hit on 5+; of 4 2 6 5 1 2 3 4 four come through on 4+; the three old
    saves are fewer than the four asked.
    """
    game, parts = volley()
    done = amended(game, parts[0], "r1 > b2 hard : 66666666 / 42651234")
    said_now = [
        entry for entry in game.history.list_entries_on_path() if entry.number >= parts[0].number
    ]
    assert [entry.number for entry in said_now] == [part.number for part in parts[:3]]
    assert game.pending is not None
    assert game.pending.request.what == "save"
    assert [entry.number for entry in done.unreplayed] == [parts[3].number, 25, 26]
    say(game, "answer : 1111")
    assert to_remove(game) == 4
    assert history_rewrite.get_correction_outcome(game).is_finished


def test_dice_that_are_not_said_anew_are_as_they_were() -> None:
    """The dice to hit and through are typed, the save follows as it was: two to remove."""
    game, parts = volley()
    amended(game, parts[0], "r1 > b2 soft : 45162346 / 42651")
    assert game.pending is None
    assert to_remove(game) == 2


def test_an_outcome_told_anew_takes_the_place_of_the_dice() -> None:
    game, parts = volley()
    done = amended(game, parts[0], "r1 > b2 soft !-3")
    assert [entry.number for entry in done.dropped] == [part.number for part in parts[1:]]
    assert to_remove(game) == 3


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("r1 > b2 : 11111111 / 4", "1 answer is left over"),
        ("r1 > b2 hard : 666", "5 missing"),
        ("r1 > b2 late : 66666666", "keeps its place"),
        ("r1 > b2 : 66666666 | r2 > b2 : 666666", "Type one action"),
    ],
)
def test_dice_that_do_not_fit_a_line_said_anew_are_refused(text: str, why: str) -> None:
    game, parts = volley()
    before = game.version
    with pytest.raises(Refused, match=why):
        amended(game, parts[0], text)
    assert game.version == before


def test_dice_that_fit_no_more_are_asked() -> None:
    """One hit fewer: the five dice of the next roll are one too many."""
    game, parts = volley()
    preview = preview_typo_fix(game, said(parts, None, "45162341", None, None))
    assert preview.needs == (parts[0].number,)


def test_nothing_typed_is_no_correction() -> None:
    game, parts = volley()
    with pytest.raises(ReplacementRefused, match="Nothing has been changed yet"):
        preview_typo_fix(game, said(parts, None, None, None, None))


def test_what_cannot_be_said_names_its_place() -> None:
    game, parts = volley()
    with pytest.raises(ReplacementRefused) as wrong:
        preview_typo_fix(game, said(parts, None, "45162346", None, "3629"))
    assert wrong.value.at == 3


def test_an_answer_in_place_of_its_action_belongs_to_the_next_part() -> None:
    """The first roll takes 8 dice."""
    game, parts = volley()
    with pytest.raises(ReplacementRefused) as wrong:
        preview_typo_fix(game, said(parts, "45162341", None, None, None))
    assert wrong.value.at == 0
    assert wrong.value.message == "The answer belongs to the next part."


def test_an_answer_that_nobody_asks_for_is_emptied() -> None:
    """No hits: nothing goes through."""
    game, parts = volley()
    with pytest.raises(
        ReplacementRefused, match=r"through is no longer asked for\. Leave this answer empty"
    ):
        preview_typo_fix(game, said(parts, None, "=0", "42651", None))
    preview = preview_typo_fix(game, said(parts, None, "=0", "", None))
    assert preview.needs == ()
    preview.save_correction()
    assert to_remove(game) == 0


@pytest.mark.parametrize(("text", "losses"), [("2", 2), ("-2", 2), ("!-2", 2), ("0", 0)])
def test_losses(text: str, losses: int) -> None:
    assert parse_loss_outcome(text) == losses


@pytest.mark.parametrize("text", ["", "x", "--2", "1234", "²"])
def test_no_losses(text: str) -> None:
    with pytest.raises(Refused, match="is not an outcome"):
        parse_loss_outcome(text)


def test_the_outcome_of_an_open_action_is_that_of_its_line() -> None:
    """``r1 > b2 soft`` and then the outcome, or ``!-2`` in the line: the same facts."""
    asked, typed = evening.shooting(), evening.shooting()
    say(asked, "r1 > b2 soft")
    assert can_end_with_losses(asked)
    end_open_action_with_losses(asked, 2)
    say(typed, "r1 > b2 soft !-2")
    last, other = (
        asked.history.list_entries_on_path()[-1].input,
        typed.history.list_entries_on_path()[-1].input,
    )
    assert isinstance(last, ev.Corrected)
    assert last.closes
    assert last == other
    assert to_remove(asked) == to_remove(typed) == 2


def test_without_an_open_action_there_is_no_outcome() -> None:
    game = evening.shooting()
    assert not can_end_with_losses(game)
    with pytest.raises(Refused, match="remove the outcome"):
        end_open_action_with_losses(game, 1)


def initiative() -> tuple[Game, list[MatchEntry]]:
    """Red D6 4 + D8 6 + 3 = 13, Blue 5 + 3 = 8: Red chooses to go second."""
    game = zone.begin("coherent r1,b1")
    first = game.history.last_line_number
    say(game, "init : 465 / second")
    return game, [
        e for e in game.history.list_entries_on_path() if e.number > first and can_be_retyped(e)
    ]


def test_a_choice_between_the_dice_stays_or_is_said_anew() -> None:
    """Blue 6 + 3 = 9 is not 13 either: Red still chooses, as he did or otherwise."""
    for choice, first in ((None, BLUE), ("first", RED)):
        game, (roll, chosen) = initiative()
        assert game.match.clock.order[0] == BLUE
        preview = preview_typo_fix(game, [(roll, "466"), (chosen, choice)])
        assert preview.needs == ()
        preview.save_correction()
        assert game.match.clock.order[0] == first
        assert [
            e.number for e in game.history.list_entries_on_path() if isinstance(e.input, ev.Chosen)
        ][-1:] == [chosen.number]


def test_a_choice_of_the_other_player_is_asked_again() -> None:
    """Red 1 + 1 + 3 = 5, Blue 6 + 3 = 9: now Blue chooses."""
    game, (roll, chosen) = initiative()
    preview_typo_fix(game, [(roll, "116"), (chosen, None)]).save_correction()
    assert game.pending is not None
    assert game.pending.request.side == BLUE


@pytest.mark.parametrize("number", [1, 2, 3])
def test_what_opened_the_game_is_not_said_anew(number: int) -> None:
    game = evening.shooting()
    entry = game.history.find_line(number)
    assert isinstance(entry.input, (ev.MatchOpened, ev.ForceMustered))
    with pytest.raises(Refused, match="cannot be entered again"):
        make_line_replacer(entry, "r1 > b2")
    with pytest.raises(Refused, match="was not entered by a player"):
        begin_correction(game, number, lambda g: g.answer_with_text("4"))
