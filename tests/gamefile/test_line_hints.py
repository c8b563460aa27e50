"""Every line that is suggested for one that cannot be read: it works, and loses no word of it."""

from __future__ import annotations

import random
import re

import pytest

from tests.gamefile.kit import shipped, text_of
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.gamefile.ruleset_builder import build_ruleset
from tracker.procedures.pieces.subject_lookup import find_unit
from tracker.testing.random_games import make_book
from tracker.vocabulary.subject_ids import make_unit_id

BIDDING = """\
warledger_game = 1
id = "bidding"
title = "Bidding"
[profiles]
man = {}
[[phases]]
id = "act"
[markers.bid]
on = "side"
counts = true
[actions.bids]
phases = ["act"]
numbers = ["stake"]
steps = [{ mark = "bid", on = "side", amount = "stake" }, { points = "stake" }]
"""
FORCES = {
    "free": ("8 riflemen\n1 tank", "Horde: 10 orcs\nWar dogs: 4 dogs"),
    "picket": ("8 riflemen", "8 guards"),
    "watchfire": ("Ridge: 5 rifle", "Gate: 4 guard"),
}
WOUNDED = "fix b1 wounded 3"
LINES = [
    ("free", "", "r1 > b1 12d6 4+ ap 1"),
    ("free", "", "r1 > b1 12d6 4+ reroll"),
    ("free", "", "r1 > b1 12d6 hit 4+ wound 3+ sv 5+"),
    ("free", "", "r1 > b1 12d6 4+ ap 1 | r2 done"),
    ("free", "", "r1 fires 12d6 at b1"),
    ("free", "", "r1 fires 12d6 4+ at Horde"),
    ("free", "", "r1 shoots horde 5 dice 4+"),
    ("free", "", "r1 fires 6 dice at b1 4+"),
    ("free", "", "r1 fires at b1 12d6 4+/-5+ : =3 / =1"),
    ("free", "", "r1 shoots at horde with 4 dice on 3s"),
    ("free", "", "r1 shoots with 2 rifles at b1 : =3 | r2 done"),
    ("free", "", "r1 charges b1 9in"),
    ("free", "", "r1 attacks horde at 15 inches"),
    ("free", "", "r1 moves at 15 inches"),
    ("free", "", "r1 runs 12in | r2 done"),
    ("free", "", "r1 cool check 2d6 7+"),
    ("free", "", "r1 ammo 4+"),
    ("free", "", "r1 thanks b1 twice"),
    ("free", "", "War dogs +wet"),
    ("free", "", "8 dice 4+"),
    ("free", "", "b1 wounded 2"),
    ("free", WOUNDED, "b1 wounded +1"),
    ("free", WOUNDED, "b1 wounded -2"),
    ("free", "", "b1 takes 99 wounds"),
    ("free", "", "b1 takes 100 wounds"),
    ("free", "", "b1 -2 wounds"),
    ("free", WOUNDED, "b1 -2 wounds"),
    ("free", WOUNDED, "b1 heals 2"),
    ("free", WOUNDED, "b1 -1 wound"),
    ("free", "", "b1 -1 orc"),
    ("free", "", "b1 loses 3"),
    ("free", "", "r1 done | b1 loses 3"),
    ("free", "", "b1 loses 30"),
    ("free", "", "r1 kills 3 b1"),
    ("free", "", "kill 3 b1"),
    ("free", "", "kill 30 b1"),
    ("free", "", "kill 3 b9"),
    ("free", "", "b1 destroyed"),
    ("free", "", "b1 is pinned"),
    ("free", "", "b1 pinned | r1 done"),
    ("free", "", "b1 is pinned # by the tank"),
    ("free", "", f"b1 is pinned{' by fire' * 12}"),
    ("free", "", "b1 down"),
    ("free", "b1 +pinned", "b1 unpinned"),
    ("free", "b1 +pinned", "b1 not pinned"),
    ("free", "b1 +pinned", "b1 no longer pinned"),
    ("free", "b1 +pinned", "r1 done | b1 is not pinned"),
    ("free", "", "b1 +out of ammo"),
    ("free", "", "b1 +out of ammo -2"),
    ("free", "", "all pinned"),
    ("free", "", "rest takes 2 wounds"),
    ("free", "", "all loses 2"),
    ("free", "", "all -2 wounds"),
    ("free", "", "r1 covers r2 4+"),
    ("free", "", "r1 scores 2"),
    ("free", "", "r1 vp 2"),
    ("free", "r1 -3", "r1 + 2"),
    ("free", "", "r1 -1 b1 -1"),
    ("free", "", "r1 +pinned b1 -1 | r2 done"),
    ("picket", "", "r1 shoots b1"),
    ("picket", "", "r1 shoots at b1 12in"),
    ("watchfire", "next", "r1 fires b1 at 12 inches"),
    ("watchfire", "next", "r1 shoots b1 12 inches"),
    ("watchfire", "next", "r1 shoots at b1 at 12 inches behind cover"),
    ("picket", "", "r1 shoot b1 12in in cover"),
]
BETWEEN = {
    "at",
    "behind",
    "hit",
    "in",
    "inches",
    "longer",
    "no",
    "not",
    "of",
    "on",
    "save",
    "sv",
    "wound",
    "wounds",
}
"""Words that a suggested line expresses by its form, such as ``/`` or a minus."""
POINTS = "for points, type `vp red 2 # r1`; what follows # is only a note."
LOSSES = {"kill", "kills", "loses", "destroyed"}
PURPOSES = [
    "and `# ",
    "can be 1 to 99, not",
    "did you mean ",
    "figures, not",
    "for a marker, type",
    "for a note, # ",
    "for a note, move it",
    "for losses, type",
    "for one marker, type",
    "for two parts, type",
    "for points, type",
    "for the marker wounded, type",
    "in quotes, or",
    "instead of ",
    "is only a note",
    "name one unit in each part",
    "no unit is called",
    "six-sided dice",
    "the verbs are",
    "to add to wounded, type",
    "to attack, type",
    "to move, type",
    "to remove the marker pinned, type",
    "to remove the unit, type",
    "to subtract 2 from wounded, type",
]


def begin(name: str, before: str) -> Game:
    book = make_book(shipped(name), random.Random(1))
    red, blue = FORCES[name]
    game = book.begin_match(name, [Entrant("Red", red), Entrant("Blue", blue)])
    if before:
        assert play_line(game, before).error is None
    return game


def hint_for(name: str, before: str, line: str) -> str:
    return str(play_line(begin(name, before), line).error)


def list_suggested(hint: str, line: str) -> list[str]:
    """The whole lines that a hint suggests, with the parts that it leaves as they are."""
    part = re.search(r"nstead of (.+?), (?:to |for |type )", hint)
    said = r"ype ((?:`[^`]+`(?: or )?)+)(?:, and `(# .+?)` at the end of the line)?(?:;|\.$)"
    found = [
        f"{line.replace(part[1], one) if part else one} {note}".strip()
        for lines, note in re.findall(said, hint)
        for one in re.findall("`([^`]+)`", lines)
    ]
    return found + re.findall(r"for a note, (# .+?)(?:;|\.$)", hint)


@pytest.mark.parametrize(("name", "before", "line"), LINES)
def test_a_suggested_line_works_and_is_never_another_action(
    name: str, before: str, line: str
) -> None:
    for suggested in list_suggested(hint_for(name, before, line), line):
        game = begin(name, before)
        assert play_line(game, suggested, roll_missing_dice=True).error is None, suggested
        if re.search(r" -\d+(?!\d*\+)", suggested):
            assert "-" in line or LOSSES & {*line.split()}
        assert not re.search(r"r\d (?:> |fires )r|b\d (?:> |fires )b", suggested)


@pytest.mark.parametrize(("name", "before", "line"), LINES)
def test_a_hint_has_every_number_and_word_of_the_line(name: str, before: str, line: str) -> None:
    hint = hint_for(name, before, line)
    part = re.search(r"nstead of (.+?), (?:to |for |type )", hint)
    typed = re.sub(r"(?:with )?(\d) dice", r"\1d6", part[1] if part else line)
    hint = hint.removeprefix(part[0] if part else "")
    if list_suggested(hint, line):
        assert {*re.findall(r"\d+", typed)} <= {*re.findall(r"\d+", hint)}
    if "for a note, move it" not in hint and list_suggested(hint, line):
        words = {*re.findall(r"(?<!\S)[^\W\d_]+(?!\S)", typed.lower())} - BETWEEN - LOSSES
        assert words <= {*re.findall(r"[^\W\d_]+", hint.lower())}


@pytest.mark.parametrize("purpose", PURPOSES)
def test_the_lines_have_a_hint_of_every_kind(purpose: str) -> None:
    assert any(purpose in hint_for(*row).lower() for row in LINES)


def test_dice_of_two_players_without_their_colon_are_answered_with_it() -> None:
    book = make_book(shipped("halberds"), random.Random(1))
    entrants = [Entrant("Red", "6 halberdier"), Entrant("Blue", "6 halberdier")]
    game = book.begin_match("halberds", entrants)
    error = play_line(game, "r1 strikes b1 4 v 3").error
    assert str(error) == "Put a colon before the dice: r1 strikes b1 : 4 v 3."
    assert play_line(game, "r1 strikes b1 : 4 v 3").error is None


def test_a_spoken_number_is_the_number_needed() -> None:
    hint = hint_for("free", "", "riflemen shoot at horde with 4 dice hitting on 3s")
    assert 'type `r1 > "horde" 4d6 3+`.' in hint


def test_a_flag_of_the_game_stays_a_flag() -> None:
    hint = hint_for("watchfire", "next", "r1 shoot at b1 at 12 inches in cover")
    assert hint.endswith("type `r1 fires b1 12in cover`.")


@pytest.mark.parametrize(("line", "now"), [("b1 wounded +1", 4), ("b1 wounded -2", 1)])
def test_a_signed_number_after_a_marker_adds_or_subtracts(line: str, now: int) -> None:
    game = begin("free", WOUNDED)
    suggested = list_suggested(hint_for("free", WOUNDED, line), line)[0]
    assert play_line(game, suggested).error is None
    assert game.match.mark(find_unit(game.match, "b1"), "wounds") == now


@pytest.mark.parametrize("gone", ["r2", "b1"])
@pytest.mark.parametrize("words", ["shoots b1", "fires at b1", "attack b1", "charges at b1"])
def test_an_attack_with_a_lost_unit_is_not_taken_for_a_marker(gone: str, words: str) -> None:
    names = {"r2": "R2 Tank", "b1": "B1 Horde"}
    hint = hint_for("free", f"{gone} -{10 if gone == 'b1' else 1}", f"r2 {words} 2d6 3+")
    assert hint.endswith(f" is unknown: {names[gone]} has no figures left.")
    assert "to attack, type `r2 > b1 2d6 3+`" in hint_for("free", "", f"r2 {words} 2d6 3+")


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("r1 scores 2", f'The word "scores" is unknown: {POINTS}'),
        ("r1 vp 2", f'The word "vp" is unknown: {POINTS}'),
        *(
            (line, f'For opposed dice, type `roll off "melee" : {dice}` (Red, then Blue).')
            for line, dice in (
                ("4 v 7", "4 7"),
                ("r1 4 v b1 7", "4 7"),
                ("b1 4 vs r1 7", "7 4"),
                ("r1 4 v 7", "4 7"),
            )
        ),
        (
            'roll off "melee" : 4 7',
            "Die 2: a D6 has no 7; type 1 to 6; for a D10, type `roll off d10`.",
        ),
        ("roll 4+ : 7", "Die 1: a D6 has no 7; type 1 to 6; for a D10, type `roll d10`."),
        ('roll off d8 "melee" : 4 9', "Die 2: a D8 has no 9; type 1 to 8."),
        ("r1 + 2", 'The word "+" is unknown: type `r1 +2`.'),
        ("r1 - 2", 'The word "-" is unknown: type `r1 -2`.'),
        ("r1 -1 b1 -1", 'The word "b1" is unknown: for two parts, type `r1 -1 | b1 -1`.'),
        ("vp 3 red", "Put the side before the points: `vp red 3`."),
        ("end in a draw", "For a draw, type `end draw`."),
        ("r1 > b1 2 4d6 4+", "For 2 six-sided dice, write 2d6."),
    ],
)
def test_a_guess_is_answered_with_the_line_that_was_meant(line: str, hint: str) -> None:
    assert hint_for("free", "", line) == hint


def test_a_minus_can_be_typed_as_the_log_shows_it() -> None:
    game = begin("free", "b1 +pinned")
    for line in ("b1 −2 −pinned", "vp red −3"):
        assert play_line(game, line).error is None
    b1 = find_unit(game.match, "b1")
    assert len(game.match.figures(b1)) == 8
    assert not game.match.mark(b1, "pinned")
    assert game.match.points(game.match.sides[0]) == -3


def test_a_name_that_ends_with_a_number_is_not_taken_for_dice() -> None:
    book = make_book(shipped("free"), random.Random(1))
    game = book.begin_match("free", [Entrant("Red", "8 elves"), Entrant("Blue", "1 orc\n1 orc")])
    assert str(play_line(game, "r1 > orc 2 4+").error) == 'Write "Orc 2" in quotes, or b2.'
    assert play_line(game, 'r1 > "Orc 2" 4+').error is None


def test_a_wound_of_a_figure_that_has_one_is_answered_with_the_loss() -> None:
    rules = build_ruleset(
        text_of("picket").replace(
            "[stats]", "[stats]\nwounds = { least = 1, most = 3, usual = 1 }", 1
        )
    )
    entrants = [Entrant("Red", "8 riflemen"), Entrant("Blue", "8 guards")]
    game = make_book(rules, random.Random(1)).begin_match("picket", entrants)
    error = play_line(game, "fix b1.2 wounds 1").error
    told = "A figure with 1 wound falls when it is wounded: type `fix b1 figures -1`."
    assert str(error) == told
    assert play_line(game, "fix b1 figures -1").error is None
    fallen = play_line(game, "fix b1.8 wounds 0").error
    assert str(fallen) == "B1.8 has left the table: return the figure first."
    assert play_line(game, "fix b1.8 figures +1").error is None


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("r1 gets up", 'The word "gets" is unknown: type `r1 stands`.'),
        (
            "r1 gets up | r2 stands",
            'The word "gets" is unknown: instead of r1 gets up, type `r1 stands`.',
        ),
        ("stand", "Stand needs a unit before it: type `r1 stands`."),
        ("end lawmen", "No side is called lawmen; type r (Red) or b (Blue)."),
    ],
)
def test_words_of_the_screen_are_answered_with_the_line(line: str, told: str) -> None:
    stands = '[actions.stand]\nword = "gets up"\nverb = "stands"\n\n[actions.move]'
    rules = build_ruleset(text_of("picket").replace("[actions.move]", stands))
    entrants = [Entrant("Red", "8 riflemen\n8 riflemen"), Entrant("Blue", "8 guards")]
    game = make_book(rules, random.Random(1)).begin_match("picket", entrants)
    assert str(play_line(game, line).error) == told


def test_a_new_marker_like_a_declared_one_is_pointed_out() -> None:
    assert play_line(begin("picket", ""), "b1 +pined").messages == (
        "pined is a new marker; did you mean pinned?",
    )
    assert play_line(begin("picket", ""), "b1 +pinned").messages == ()
    assert play_line(begin("picket", ""), "b1 +burning").messages == ()


def test_after_the_undo_of_dice_a_hint_names_the_undo_of_the_action() -> None:
    game = begin("picket", "")
    assert play_line(game, "r1 fires b1 : =2", roll_missing_dice=True).error is None
    (message,) = play_line(game, "undo").messages
    assert message.endswith(". To undo the whole action, type `undo action`.")
    (message,) = play_line(game, "undo action").messages
    assert "whole action" not in message
    assert game.pending is None


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("r1 bids 3", "3 does not belong in this line. Type stake=3."),
        ("r1 bids stake", "Type `stake` with its number: `stake=1`."),
        ("r1 bids stake 3", "Type `stake` with its number: `stake=1`."),
        ("r1 bids stake=3 4", "4 does not belong in this line. Remove it."),
        ("r1 bids b1", "Bids takes no target: leave out `b1`."),
    ],
)
def test_a_number_with_a_name_is_typed_with_its_name(line: str, error: str) -> None:
    book = make_book(build_ruleset(BIDDING), random.Random(1))
    game = book.begin_match("bidding", [Entrant("Red", "1 man"), Entrant("Blue", "1 man")])
    assert str(play_line(game, line).error) == error
    assert play_line(game, "r1 bids stake=3").error is None
    told = list_log_lines(game.history)[-1]
    assert told.text == "R1 Man bids: Red bid ×3, Red +3 VP"


def test_a_typed_number_can_bar_an_action() -> None:
    limit = 'numbers = ["stake"]\nbar = "stake > 3 - side.bid"\nwhy = "cannot bid so much"'
    rules = build_ruleset(BIDDING.replace('numbers = ["stake"]', limit))
    game = make_book(rules, random.Random(1)).begin_match(
        "bidding", [Entrant("Red", "1 man"), Entrant("Blue", "1 man")]
    )
    action = rules.actions["bids"]
    assert len([*action.candidates(game.match)]) == 2
    for stake, texts in ((3, []), (4, ["R1 cannot bid so much"])):
        said = action.params(unit=make_unit_id("r1"), stake=stake)
        found = action.objections(game.match, None, said)
        assert [one.text for one in found] == texts
