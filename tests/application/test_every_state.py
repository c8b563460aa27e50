"""Every state a ruleset declares can be set right: said, seen in the form and the log, undone."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

from tests.application.table import begin
from tests.combat_zone import evening as figures_evening
from tests.deathzap2 import evening
from tests.profiles import PROFILE, some
from tests.saying import say
from tests.xenocide import evening as xenocide_evening
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.procedures.declared.marker_and_link_kinds import LinkKind, MarkerKind
from tracker.procedures.declared.marker_values import YES
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.procedures.match_view import Match
from tracker.rulesets.trial_assault import RULESET as TRIAL_ASSAULT
from tracker.testing.random_games import check_manual_adjustments, make_book
from tracker.vocabulary.subject_ids import (
    MATCH,
    FigureId,
    Subject,
    UnitId,
    is_side,
    make_figure_id,
    make_unit_id,
)


def deathzap() -> Game:
    """In the Shooting phase, with vehicles."""
    return evening.shooting()


def combat_zone() -> Game:
    """Somebody panics, and there is a machine."""
    return figures_evening.begin(*figures_evening.RED_ACTS, "fix r12 panic", machine=True)


def xenocide() -> Game:
    """Foot of every sort, and vehicles; two units are in melee."""
    return xenocide_evening.begin("next", "fix r1 melee b1")


SQUAD_AND_CAR = """\
name = "Few"
ruleset = "trial-assault"
[profiles.guard]
weapons = ["sword"]
[profiles.lord]
independent = true
[profiles.car]
type = "vehicle"
[[units]]
name = "Car"
models = { car = 1 }
[[units]]
name = "Squad"
models = { guard = 2 }
[[units]]
name = "Lord"
models = { lord = 1 }
"""


def trial_assault() -> Game:
    """Two units have come into contact."""
    entrants = [Entrant(side, SQUAD_AND_CAR) for side in ("Red", "Blue")]
    game = make_book(TRIAL_ASSAULT, random.Random(1)).begin_match("trial-assault", entrants)
    say(game, "deploy red", "deploy blue", "first red", "next", "next", "r2 charges b1")
    return game


GAMES = {
    "deathzap2": deathzap,
    "combat-zone": combat_zone,
    "xenocide": xenocide,
    "trial-assault": trial_assault,
}
QUARTER = 4 if PROFILE == "ci" else 1
"""In a quick run every fourth row of a form is tried."""
IN_WORDS = {
    "will_lose": "destroyer",
    "effect": "half speed",
    "malfunction": "turns about",
    "used": "carbine 1",
    "area": "north edge",
    "engaged": "b1",
    "supports": "b1",
    "uses": "sword",
    "hindered": "rough",
    "edge": "north",
    "damaged": "stunned",
    "short": "B1",
}
"""What is said of those that no form lists."""


def those_on(match: Match, kind: MarkerKind | LinkKind) -> Iterator[Subject]:
    if kind.on == "match":
        yield MATCH
    elif kind.on == "side":
        yield from match.sides
    else:
        for unit in match.units():
            yield from match.figures(unit) if kind.on == "figure" else (unit,)


def name(match: Match, subject: Subject) -> str:
    return "game" if subject == MATCH else match.handle(subject)


def said_of(match: Match, kind: MarkerKind, subject: Subject) -> str:
    """The last value its form lists: ``order 6``, ``moved``; the one above none of what counts:
    more of that may end who has it.
    """
    offers = list(kind.values.list_choices(match, subject))
    value = IN_WORDS.get(kind.id) or ("1" if "0" in offers else offers[-1])
    return "" if value == YES else f' "{value}"'


def done(game: Game, line: str) -> str:
    """Play a line that must go through; what the log says of it."""
    played = play_line(game, line)
    assert played.error is None, (line, played.error)
    return next(
        each.text for each in reversed(list_log_lines(game.history)) if each.kind == "set right"
    )


def row_of(game: Game, kind: MarkerKind, subject: Subject) -> str | None:
    """What the form shows, under whomever it stands."""
    words = {kind.row, f"{kind.row}, {game.match.handle(subject)}"}
    word = words if kind.family is None else {kind.family.row}
    of = {subject}
    if subject != MATCH and not is_side(subject) and kind.on == "figure":
        of.add(game.match.figure(FigureId(subject)).unit)
    rows = game.ruleset.setting_right.list_rows(game.match)
    return next((r.value for r in rows if r.subject in of and r.word in word), None)


ALL = [(rules, kind) for rules, each in load_playable_rulesets().items() for kind in each.markers]


def test_every_registered_ruleset_is_tried() -> None:
    assert set(load_playable_rulesets()) == set(GAMES)


@pytest.mark.parametrize(("rules", "kind"), some(ALL), ids=[f"{r} {k}" for r, k in ALL])
def test_a_marker_is_set_and_taken_off_by_its_line(rules: str, kind: MarkerKind) -> None:
    game = GAMES[rules]()
    match = game.match
    bearers = [s for s in those_on(match, kind) if kind.bearer(match, s)]
    every = bearers or list(those_on(match, kind))
    subject = next((s for s in every if not match.has(s, kind)), every[0])
    who = name(match, subject)
    if match.has(subject, kind):
        done(game, f"fix {who} {kind.said} off")
    before = game.state.fork_state()
    text = done(game, f"fix {who} {kind.said}{said_of(match, kind, subject)}")
    value = match.mark(subject, kind)
    assert value is not None
    carried = match.marker(subject, kind)
    assert carried is not None
    assert carried.until == kind.until
    assert kind.says.get(str(value), (kind.word,))[0] in text
    assert "nothing to see" not in text
    tag = game.state.info.words.format_display_handle(subject)
    names = {tag, game.state.info.title} if subject == MATCH else {tag, named(match, subject)}
    assert any(each in text for each in names), text
    shown = row_of(game, kind, subject)
    if kind.family is not None:
        assert shown == kind.word
    elif kind.id == "to_remove":
        assert shown == "1"  # how many of the unit
    elif kind.row and bearers:
        assert shown == kind.values.format_value(match, subject, value)
    done(game, f"fix {who} {kind.said} off")
    assert not match.has(subject, kind)
    game.undo()
    assert game.match.mark(subject, kind) == value
    game.undo()
    assert game.state == before


def named(match: Match, subject: Subject) -> str:
    """The name of a unit, or of the unit or side that a figure or side is of."""
    if is_side(subject):
        return next(match.side_name(side) for side in match.sides if side == subject)
    if subject[0] == "u":
        return match.unit(UnitId(subject)).name
    value = match.figure(FigureId(subject))
    return value.name or match.unit(value.unit).name


FOLLOW = {"fights", "scored"}
"""Who fights in which combat follows from who is locked with whom, and its wounds from blows."""
LINKS = [
    (rules, link)
    for rules, each in load_playable_rulesets().items()
    for link in each.links
    if link not in FOLLOW
]


@pytest.mark.parametrize(("rules", "link"), some(LINKS, 2), ids=[f"{r} {k}" for r, k in LINKS])
def test_a_link_is_made_and_parted_by_its_line(rules: str, link: LinkKind) -> None:
    game = GAMES[rules]()
    match = game.match
    every = list(those_on(match, link))
    one = every[0]
    first, second = [s for s in every if match.side_of(s) != match.side_of(one)][:2]
    who, names = name(match, one), [name(match, each) for each in (first, second)]
    before = game.state.fork_state()
    text = done(game, f"fix {who} {link.said} {','.join(names)}")
    assert set(match.links(link, one)) == {first, second}
    assert link.word in text
    done(game, f"fix {who} {link.said} {names[1]}")
    assert match.links(link, one) == (second,)
    rows = game.ruleset.setting_right.list_rows(match)
    shown = [r.value for r in rows if r.subject == one and r.word == link.word]
    assert shown == [names[1]] * link.bearer(match, one)
    done(game, f"fix {who} {link.off or link.said + ' off'}")
    assert not match.links(link, one)
    for _ in range(3):
        game.undo()
    assert game.state == before


def test_places_of_contacts_go_on_where_several_are_made_by_hand() -> None:
    """r11 met b11 and b12 in that order, and only then r13 met b13."""
    game = combat_zone()
    done(game, "fix r11 combat b11,b12")
    done(game, "fix r13 combat b13")
    places = [link.value for link in game.state.links.values()]
    assert places == [1, 2, 3]


@pytest.mark.thorough
@pytest.mark.parametrize("rules", GAMES)
def test_all_that_a_form_lists_comes_out_as_said_is_told_and_taken_back(rules: str) -> None:
    check_manual_adjustments(GAMES[rules](), each=QUARTER)


@pytest.mark.thorough
def test_a_ruleset_that_says_nothing_of_it_has_what_it_declares() -> None:
    game = begin()
    check_manual_adjustments(game, every=True)
    done(game, "fix r1.2 figures -1")
    assert make_figure_id("r1", 2) not in game.match.figures(make_unit_id("r1"))


@pytest.mark.thorough
@pytest.mark.parametrize("rules", GAMES)
def test_every_value_of_everybody_comes_out_as_said(rules: str) -> None:
    check_manual_adjustments(GAMES[rules](), every=True)


@pytest.mark.thorough
@pytest.mark.parametrize("rules", GAMES)
def test_while_dice_wait_all_can_be_set_right_and_they_go_on_waiting(rules: str) -> None:
    game = GAMES[rules]()
    attacks = {
        "deathzap2": "r1 > b2 soft",
        "combat-zone": "r11 > b11 9cm",
        "xenocide": "r2 > b2 20in",
        "trial-assault": "r3 charges b2 rough 4in",
    }
    attack = attacks[rules]
    assert play_line(game, attack).error is None
    assert game.pending is not None
    check_manual_adjustments(game, each=QUARTER)


SAID = [
    (deathzap, "fix r1.2 figures -1", "R1 Alpha −1 (5 left): R1.2 rifleman"),
    (deathzap, "fix r1 figures -6", "R1 Alpha gone: 5 riflemen, 1 gunner"),
    (deathzap, "fix r1.2 to-remove", "R1.2 Alpha to remove"),
    (deathzap, "fix r1 panic 3", "R1 Alpha PANIC since turn 3"),
    (deathzap, "fix r2.1 unit r1", "R1 Alpha +1 out of R2 Bravo: R2.1 rifleman"),
    (deathzap, "fix r2 unit r1", "R1 Alpha +6 out of R2 Bravo: 6 riflemen"),
    (combat_zone, "fix r11 opp assault-rifle", "R11 Brakk OF assault-rifle"),
    (combat_zone, "fix r2 with r1", "R2 Kestrel acts with R1 Jackals, R2 Kestrel activated"),
    (combat_zone, "fix r13 group r2", "R13 Vey now in R2 Kestrel"),
]


@pytest.mark.parametrize(("begun", "line", "text"), SAID, ids=[line for _, line, _ in SAID])
def test_the_log_says_of_whom_and_what(begun: Callable[[], Game], line: str, text: str) -> None:
    assert done(begun(), line) == f"{text}, fixed by hand"


def test_the_log_says_that_points_were_entered() -> None:
    assert done(deathzap(), "vp red 3") == "Red +3 VP, entered by hand"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("fix r1 figures -20", "R1 has only 6 figures for this"),
        ("fix r1 figures +1", "R1 has lost no figures. To add 1 new one, type "),
        ("fix r1.2 figures -2", "R1.2 is only one figure"),
    ],
)
def test_what_cannot_be_is_refused(line: str, why: str) -> None:
    game = deathzap()
    before = game.version
    error = play_line(game, line).error
    assert error is not None
    assert why in error.message
    assert game.version == before
