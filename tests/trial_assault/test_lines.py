"""Lines of a combat: read, played, and said again (the sheet, weapons, blows)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from tests.cli.running import Shell
from tests.profiles import some
from tests.trial_assault import mob
from tests.trial_assault.evening import beaten, sampled, sampled_against, sampled_in_movement
from tests.tui.scribing import Scribe
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.game import Game
from tracker.application.match.match_entries import MatchEntry
from tracker.application.match.short_entry_descriptions import describe_public_entry
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.input_parsing.line_syntax_tree import format_line
from tracker.procedures.requests import Split
from tracker.rulesets.trial_assault import RULESET
from tracker.rulesets.trial_assault.combat.combat_contact import ContactDeclaration
from tracker.rulesets.trial_assault.data import markers, state_queries
from tracker.rulesets.trial_assault.phases.current_combat_descriptions import list_current_combats
from tracker.rulesets.trial_assault.phases.fighter_contact_sheet import FightersSheet
from tracker.testing.match_in_memory import BLUE, u
from tracker.testing.random_games import begin_random_game
from tracker.vocabulary.events import Chosen, Moved
from tracker.vocabulary.subject_ids import format_handle


def charged() -> Game:
    """R1 has charged B1, and the fight is about to begin."""
    game = begin_random_game(RULESET, Random(3))
    say(game, "deploy red", "deploy blue", "next", "next", "next", "r1 charges b1", "next")
    return game


def say(game: Game, *lines: str) -> None:
    for line in lines:
        done = play_line(game, line)
        assert done.error is None, f"{line}: {done.error}"


@pytest.mark.rule("TA-FIGHT-01")
def test_a_sheet_is_said_in_a_line_and_said_again() -> None:
    game = charged()
    line = "sheet r1 4+4 b1 3+3 r1"
    say(game, line)
    counts = [
        sum(game.match.has(one, marker) for one in game.match.figures(u(unit)))
        for unit in ("r1", "b1")
        for marker in (markers.ENGAGED, markers.SUPPORTS)
    ]
    assert counts == [4, 4, 3, 3]
    rows = (ContactDeclaration(u("r1"), 4, 4), ContactDeclaration(u("b1"), 3, 3, u("r1")))
    action = RULESET.actions["sheet"]
    assert format_line(action.make_line(game.match, None, FightersSheet(rows))) == line
    grouped = (ContactDeclaration(u("b1"), 3, 1, u("r1"), "trooper"),)
    assert (
        format_line(action.make_line(game.match, None, FightersSheet(grouped)))
        == "sheet b1 trooper=3+1 r1"
    )


@pytest.mark.rule("TA-FIGHT-01")
def test_models_of_a_sheet_are_called_as_the_roster_calls_them() -> None:
    """Both units of the roster have a sergeant; their points differ, so the second's is kept apart
    as "sergeant 2", which cannot be typed in a line.
    """
    game = sampled("r2 charges b1")
    line = "sheet r2 sergeant=1 b1 r2 rifleman=4+4 b1"
    say(game, line)
    own = game.match.figures(u("r2"))
    counts = [
        sum(game.match.has(one, marker) for one in own if game.match.name_kind(one) == kind)
        for kind in ("sergeant", "rifleman")
        for marker in (markers.ENGAGED, markers.SUPPORTS)
    ]
    assert counts == [1, 0, 4, 4]
    kept = {game.match.figure(one).profile for one in own}
    assert "sergeant 2" in kept  # else the roster keeps nothing apart, and nothing is shown here
    rows = tuple(ContactDeclaration(u("r2"), 1, 0, u("b1"), each) for each in kept)
    shown = format_line(RULESET.actions["sheet"].make_line(game.match, None, FightersSheet(rows)))
    assert sorted(shown.split()[2::3]) == ["rifleman=1", "sergeant=1"]
    refused = play_line(game, "sheet r2 corporal=1 b1").error
    assert refused is not None
    assert "R2 has no model called corporal: enter rifleman or sergeant" in refused.message


def test_models_that_fall_to_fire_are_called_as_the_roster_calls_them() -> None:
    """The roster has a sergeant in each of two units, with different points."""
    game = sampled_against("iron-tide", "cinder-guard", "next", "r1 fires b2 : 2")
    assert game.pending is not None
    assert isinstance(game.pending.request, Split)
    assert [share.text for share in game.pending.request.shares] == ["rifleman", "sergeant"]


def test_figures_of_an_equal_profile_are_counted_without_its_number() -> None:
    assert RULESET.forces is not None
    described: dict[str, str] = {}
    for sample in RULESET.forces.samples():
        roster = RULESET.forces.read(sample.text, RULESET.map_options_to_defaults())
        described |= {unit.name: roster.describe_figures(unit) for unit in roster.units}
    assert described["Tin Hats"] == "12 raiders"
    assert described["Second Embers"] == "9 riflemen, 1 sergeant"


def test_weapons_cover_and_blows_are_said_in_lines() -> None:
    game = charged()
    say(game, "cover b1 from r1", "r1 arms with normal", "next")
    assert game.match.phase == "fight"
    assert markers.COMBATS.find_combat(game.match, u("r1")) is not None
    say(game, "b1 fights r1")
    assert game.pending is not None
    assert game.pending.request.what == "to hit"


# ------------------------------------------------------------------- the fifteen lines as written

LOGGED = ("r1,r2 moves | r3 stays", "next", "r3 fires b2 standing !-1", "next")
CHARGED = (*LOGGED, "r1,r2 charges b1")
SHEET = "sheet r1 4+4 r2 5 b1 3+3 r1 b1 4+2 r2"
STRUCK = (*CHARGED, "next", SHEET, "r2 fights b1 : =8 / =5 / 51264 / falls support")
RAIDER = ("b1 fights r1 : 164235 / 521 / 3", "answer : falls supporting")
MOBBED = ("r1 fights b1 : 4x6 4x5 5x4 . / =6 / 152364", "answer : falls supporting")
STEPS = (*STRUCK, *RAIDER, "b1 fights r2 : 236 / 5 / 4", *MOBBED)
FOUGHT = (*STEPS, "r2 fights b1 with fist : 2364 / 152")
BEATEN = (*FOUGHT, "b1 tests : 34")
CAUGHT = (*BEATEN, "b1 flees : 25 | r1 sweeps : 44 | r2 sweeps : no")
VICTORS = (
    *("next", "next", "fix b1 figures -11", "r3 charges b1", "next"),
    *("r3 fights b1 : =5 / =4 / 1111", "answer : none"),
)


def counts(game: Game, *names: str) -> list[int]:
    return [len(game.match.figures(u(name))) for name in names]


def locked(game: Game, name: str) -> list[str]:
    return [format_handle(unit) for unit in state_queries.list_locked_enemies(game.match, u(name))]


def marked(game: Game, marker: str) -> list[str]:
    return [format_handle(unit) for unit in game.match.units() if game.match.has(unit, marker)]


def standing(game: Game, name: str) -> list[int]:
    """How many of a unit are in contact, and how many in support."""
    figures = game.match.figures(u(name))
    every = (markers.ENGAGED, markers.SUPPORTS)
    return [sum(game.match.has(one, marker) for one in figures) for marker in every]


# Where the game stands, the line, and what is so then: everything counted by hand.
FIFTEEN: tuple[tuple[tuple[str, ...], str, Callable[[Game], object], object], ...] = (
    ((), LOGGED[0], lambda game: marked(game, markers.MOVED), ["r1", "r2"]),
    (LOGGED[:2], LOGGED[2],
     lambda game: (counts(game, "b2"), marked(game, markers.STOOD)), ([9], ["r3"])),
    (LOGGED, CHARGED[-1], lambda game: locked(game, "b1"), ["r1", "r2"]),
    # the better of 2 and 5: are 5 inches enough? (TA-CHG-12)
    (LOGGED, "r1 charges b1 : 25",
     lambda game: game.pending and game.pending.request.what, "5 inches bring R1 into contact"),
    # Leadership 7, 3 of 12 left: -1; 12 against 3: -4. On 2, so that 7 fails (TA-T11)
    (FOUGHT, "b1 tests : 34", lambda game: marked(game, markers.BROKE), ["b1"]),
    ((*CHARGED, "next"), SHEET,
     lambda game: [standing(game, one) for one in ("r1", "r2", "b1")], [[4, 4], [5, 0], [7, 5]]),
    (CHARGED, "cover b1 from r1",
     lambda game: game.match.links(markers.COVERED, u("b1")), (u("r1"),)),
    # 4 troopers of 3 attacks on 3+, on 3+, saves of 5+: 1 2 4 fail; both supporters and one more
    (STRUCK[:-1], STRUCK[-1],
     lambda game: (counts(game, "b1"), standing(game, "b1")), ([9], [6, 3])),
    # 3 and 3 of one attack on 4+: 6 4 5; on 5+: a 5; 3 is no save of 6+
    (STRUCK, RAIDER[0], lambda game: game.pending and game.pending.request.id, "fall"),
    # 4 raiders of 4 and 3 in support: 19 on 3+, 13 hit; on 4+; saves of 5+: 1 2 3 4 fail
    ((*STRUCK, *RAIDER, "b1 fights r2 : 236 / 5 / 4"), MOBBED[0],
     lambda game: getattr(game.require_pending_question().request, "total", 0), 4),
    # the sergeant: 2 + 1 + 1 on 3+: 3 6 4; S 8 on 2+: 5 2; no saves
    (STEPS, FOUGHT[-1], lambda game: (counts(game, "b1", "r1", "r2"), score(game)),
     ([3, 7, 5], {"red": 9, "blue": 1})),
    # 4 of 3 attacks; of 9 hits 3 wound by themselves, 4 of the other 6; of 4 saves 2 fail
    ((*LOGGED, "r4 charges b1", "next"), "r4 fights b1 : =9,3 / =4 / -2",
     lambda game: counts(game, "b1"), [7]),
    # 8 is more than 7: caught
    (BEATEN, CAUGHT[-1], lambda game: (locked(game, "b1"), marked(game, markers.CAUGHT)),
     (["r1", "r2"], ["b1"])),
    (VICTORS, "r3 consolidates b2", lambda game: locked(game, "r3"), ["b2"]),
    (CAUGHT, "all piles", lambda game: (game.match.phase, game.match.clock.side),
     ("movement", BLUE)),
)  # fmt: skip


def score(game: Game) -> dict[str, int]:
    combat = markers.COMBATS.find_combat(game.match, u("b1"))
    assert combat is not None
    return {
        game.match.side_name(side).lower(): markers.COMBATS.get_score(game.match, combat, side)
        for side in game.match.sides
    }


@pytest.mark.parametrize(("before", "line", "seen", "expected"), some(FIFTEEN, 2))
def test_the_fifteen_lines_at_the_prompt_and_in_a_script(
    before: tuple[str, ...], line: str, seen: Callable[[Game], object], expected: object
) -> None:
    typed, written = mob.begin(*before), mob.begin(*before)
    Scribe(typed).press(f":{line}⏎")
    assert seen(typed) == expected
    assert play_line(written, line).error is None
    assert typed.state == written.state


@pytest.mark.parametrize(
    ("value", "text"), [((("0", 2), ("1", 1)), "falls: a 2 b 1"), ((), "falls: none")]
)
def test_a_choice_of_bare_amounts_is_described_with_them(value: Any, text: str) -> None:
    game = mob.begin(*STRUCK)
    (choice,) = (
        one.input for one in game.history.list_entries_on_path() if isinstance(one.input, Chosen)
    )
    entry = cast(MatchEntry, SimpleNamespace(input=replace(choice, value=value), facts=()))
    assert describe_public_entry(game, entry) == text


def test_there_are_fifteen() -> None:
    assert len({line for _, line, _, _ in FIFTEEN}) == 15


@pytest.mark.thorough
def test_the_lines_are_a_game_on_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The assault of two units on one, as above; the guards have 3 left, and are caught."""
    monkeypatch.chdir(tmp_path)
    shell = Shell(tmp_path / "games.db", monkeypatch)
    Path("red.toml").write_text(mob.RED, encoding="utf-8")
    Path("blue.toml").write_text(mob.BLUE, encoding="utf-8")
    shell.done("match", "new", "--side", "Red=red.toml", "--side", "Blue=blue.toml")
    script = "\n".join(("deploy red", "deploy blue", "first red", *CAUGHT, "all piles"))
    shell.done("match", "do", "m1", "--file", "-", stdin=script)
    shown = shell.done("match", "show", "m1", "--json").json
    units = {unit["unit"]: unit["figures"] for side in shown["sides"] for unit in side["units"]}
    assert (units["r1"], units["r2"], units["b1"], units["b2"]) == (7, 5, 3, 9)


def test_a_number_that_is_asked_counts_also_where_all_else_is_as_proposed() -> None:
    """Fire cost three; without a number none, as is proposed."""
    for line, left in (("r3 fires b2 : 3", 7), ("r3 fires b2", 10)):
        game = mob.begin("next")
        assert play_line(game, line, use_defaults=True).error is None
        assert counts(game, "b2") == [left]


@pytest.mark.rule("TA-G19")
def test_who_supports_any_friend_is_asked_and_told() -> None:
    """R3 was not in the combat: three of it support R1 there, each with one blow at the guards.

    Unless the house has it so, nobody is asked of it, and such a line is spoken against.
    """
    charged = ("next", "next", "r1 charges b1", "next")
    asked, told, own = (mob.begin(*charged, support_from=way) for way in (ANY, ANY, "own_unit"))
    say(asked, "sheet : r1a 8, r3 3, b1a 12")
    told_of = say_all(told, "sheet r1 8 r3 0+3 b1 b1 12")
    assert [standing(game, "r3") for game in (asked, told)] == [[0, 3], [0, 3]]
    assert not told_of
    say(asked, "r3 fights b1")
    assert getattr(asked.require_pending_question().request, "count", 0) == 3
    say(own, "sheet")
    assert not any(
        "r3" in one.id for one in getattr(own.require_pending_question().request, "shares", ())
    )
    say(own, "answer : r1a 8, b1a 12")
    assert say_all(own, "sheet r3 0+3 b1") == ["R3 is not in close combat with B1"]


@pytest.mark.rule("TA-G19", "TA-MULTI-01")
def test_who_neither_touches_nor_supports_is_in_no_combat() -> None:
    """The sheet lists whoever could support; the proposal leaves all of them out of it."""
    game = mob.begin("next", "next", "r1 charges b1", "next", support_from=ANY)
    say(game, "sheet")
    game.answer_with_default_choice()
    (combat,) = list_current_combats(game.match)
    assert [game.match.tag(unit) for _, units in combat.units for unit in units] == ["R1", "B1"]


@pytest.mark.rule("TA-G19", "TA-MULTI-02")
def test_models_that_support_against_two_enemies_still_do_when_the_sheet_is_left_as_it_is() -> None:
    game = mob.begin("next", "next", "r1 charges b1, b2", "next", support_from=ANY)
    say(game, "sheet r3 0+3 b1 r3 0+3 b2 r3 0+3 b1+b2")
    say(game, "sheet")
    game.answer_with_default_choice()
    marks = [game.match.mark(one, markers.SUPPORTS) for one in game.match.figures(u("r3"))]
    assert [one for one in marks if one] == ["b1 b2"] * 3


ANY = "any_friend"


def say_all(game: Game, line: str) -> list[str]:
    """What speaks against a line that is taken."""
    done = play_line(game, line)
    assert done.error is None
    return [one.text for one in done.objections]


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        # Blue falls back 2 + 5, Red sweeps 4 + 4.
        (
            "yes / 44",
            "R1 Raiders sweeps: over 7 catches B1, sweeping advance 8: B1 Troopers caught",
        ),
        (
            "no",
            'R1 Raiders sweeps: no, R1 free of B1 Troopers, B1 fell back 7", B1 falling back',
        ),
    ],
)
def test_whether_it_sweeps_is_told_once(answer: str, text: str) -> None:
    game = beaten("b1 tests : 66", "b1 flees : 25", f"r1 sweeps : {answer}")
    flight, sweep = list_log_lines(game.history)[-2:]
    assert (flight.text, sweep.text) == ("B1 Troopers falls back: 7", text)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("b1 flees : 64", "B1 Troopers falls back: 10: B1 falling back"),
        ("b1 flees rough : 64", 'B1 Troopers falls back: 10: B1 fell back 5", B1 falling back'),
    ],
)
def test_the_distance_of_a_fall_back_is_told_once(line: str, text: str) -> None:
    game = beaten("b1 tests : 66", "b1 flees : 25", "r1 sweeps : no", "next", line)
    assert list_log_lines(game.history)[-1].text == text


def test_what_the_rules_say_of_each_part_alike_is_said_once() -> None:
    done = play_line(sampled_in_movement(), "r3 charges b2 6in | r4 charges b2")
    text = "charges are declared only at the start of the Assault phase"
    assert [one.text for one in done.objections] == [text]


@pytest.mark.rule("TA-MOVE-01")
def test_the_rest_are_the_units_that_have_not_moved() -> None:
    game = sampled_in_movement("r1 moves 6in", "rest moves 3in")
    red = game.match.units(game.match.clock.side)
    events = game.history.list_entries_on_path()
    moved = [fact.unit for entry in events for fact in entry.facts if isinstance(fact, Moved)]
    assert sorted(moved) == sorted(red)  # each once
    done = play_line(game, "rest moves 3in")
    assert str(done.error).endswith("has no units left.")
