"""Any game, without a file of one's own: lines, dice pools with their odds, losses and markers."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace

from exports.game_course_and_ending import compute_game_course
from tests.cli.running import Shell
from tests.gamefile.kit import shipped, text_of
from tests.saying import begin_correction
from tracker.application.chances.action_odds import forecast_line
from tracker.application.correcting.correction_preview import preview_correction
from tracker.application.errors import Refused
from tracker.application.force_building.example_unit_lines import suggest_unit_line
from tracker.application.force_building.force_draft import ForceDraft, make_empty_roster_text
from tracker.application.force_building.plain_text_unit_parser import (
    RejectedUnitLine,
    add_valid_unit_lines,
)
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.game import Game
from tracker.application.match.rules_replay_check import find_first_replay_difference
from tracker.application.match_setup import Entrant
from tracker.application.roster_files_and_samples import (
    explain_missing_force,
    get_ruleset_and_starting_roster_text,
    read_roster_text_and_name,
)
from tracker.application.typed_forces import convert_typed_force_to_lines
from tracker.application.typed_lines.line_and_script_play import parse_command, play_line
from tracker.application.typed_lines.line_executor import NOTHING_CHANGED
from tracker.gamefile import game_file_step_execution as step_execution
from tracker.gamefile import unit_changes_and_dice_pools
from tracker.gamefile.game_definition import RollDefinition
from tracker.gamefile.ruleset_builder import build_ruleset, compute_short_game_file_digest
from tracker.input_parsing.line_lexicon import Lexicon
from tracker.input_parsing.line_parser import parse_typed_line
from tracker.input_parsing.line_syntax_tree import Line, format_line
from tracker.procedures.declared.line_reader import lift_typed_line_limits
from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.ruleset_declaration_check import (
    list_declaration_problems,
    list_text_and_sample_problems,
)
from tracker.testing.question_and_objection_laws import check_request_is_complete
from tracker.testing.random_games import (
    check_game,
    check_undo,
    make_book,
    play_random_game,
    replay_in_memory,
)
from tracker.testing.ruleset_laws import check_all_laws
from tracker.vocabulary.events import Rolled
from tracker.vocabulary.subject_ids import make_unit_id

R1, B1 = make_unit_id("r1"), make_unit_id("b1")


@pytest.fixture
def game() -> Game:
    book = make_book(shipped("free"), random.Random(1))
    return book.begin_match(
        "free", [Entrant("Red", "8 riflemen\n1 tank"), Entrant("Blue", "Horde: 10 orcs")]
    )


def say(game: Game, line: str) -> None:
    error = play_line(game, line).error
    assert error is None, f"{line}: {error}"


def test_nothing_is_wrong_with_it() -> None:
    rules = shipped("free")
    assert (list_declaration_problems(rules), list_text_and_sample_problems(rules)) == ([], [])


@pytest.mark.parametrize("answer", ["b 2", "1 r"])
def test_an_answer_in_place_of_its_action_is_told_its_line(game: Game, answer: str) -> None:
    say(game, "next")
    say(game, "answer : 2 b")
    number = game.history.last_line_number
    with pytest.raises(Refused) as refused:
        preview_correction(game, number - 1, answer)
    assert refused.value.message == (
        f"Line {number - 1} is an action; its dice and choices are line {number}. To correct line "
        f'{number}, run: warledger match amend {game.stream} {number} "{answer}"'
    )
    assert preview_correction(game, number, answer).number == number


def test_dice_that_do_not_fit_are_answered_with_the_lines_of_dice(game: Game) -> None:
    say(game, "r1 > b1 4d6 4+ / 3+ : 4412 / 33")
    number = game.history.last_line_number - 2
    why = (
        f"Line {number} is an action; its dice and choices are lines {number + 1} to "
        f"{number + 2}. To correct only the dice, give the number of their line."
    )
    with pytest.raises(Refused) as refused:
        preview_correction(game, number, "44123")
    assert refused.value.message == why


def test_rulings_of_lines_that_change_nothing_can_be_understood(game: Game) -> None:
    for line in ("vp red -3", "b1 +pinned", "b1 +pinned", "end red", "end red"):
        say(game, line)
    said = [line.text for line in list_log_lines(game.history)]
    assert "B1 Horde by hand (+pinned) (table ruling: nothing to change)" in said
    assert "ends the game (table ruling: after the end of the game)" in said
    assert "Red −3 VP, entered by hand" in said


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("r2 -1 +1 -1", "R2 Tank by hand (-1, +1, -1): R2 gone"),
        ("r2 -1 +1 -1 +1 -1", "R2 Tank by hand (-1, +1, -1, +1, -1): R2 gone"),
        ("r2 -1 +1", "R2 Tank by hand (-1, +1)"),
        ("b1 -3 +2", "B1 Horde by hand (-3, +2): B1 −1 (9 left)"),
        ("b1 -2 +1 -4", "B1 Horde by hand (-2, +1, -4): B1 −5 (5 left)"),
        (
            "b1 +wounded +pinned +wounded -1",
            "B1 Horde by hand (+wounded, +pinned, +wounded, -1): B1 wounded ×2, B1 −1 (9 left) "
            "(table ruling: part of it changes nothing)",
        ),
    ],
)
def test_the_log_says_what_the_changes_of_a_line_come_to(game: Game, line: str, told: str) -> None:
    say(game, "b1 +pinned")
    say(game, line)
    assert list_log_lines(game.history)[-1].text == told


def test_a_correction_of_no_line_says_which_lines_there_are(game: Game) -> None:
    say(game, "r1 -1")
    game.undo()
    with pytest.raises(Refused, match="Line 99 is not part of the current game, which has lines 1"):
        preview_correction(game, 99, "r1 -2")


def test_a_force_is_typed_in_lines(game: Game) -> None:
    match = game.match
    sides = {match.unit(unit).name: len(match.figures(unit)) for unit in match.units()}
    assert sides == {"Riflemen": 8, "Tank": 1, "Horde": 10}


@pytest.mark.parametrize(
    ("typed", "units"),
    [
        ("A: 5 orcs; B: 4 elves", {"A": 5, "B": 4}),
        ("orcs x10, elves × 3", {"Orcs": 10, "Elves": 3}),
        ("ten orcs, B: Two elves", {"Orcs": 10, "B": 2}),
        ("Section: leader, 9 men; 1 tank, 2 guns", {"Section": 10, "Tank": 1, "Guns": 2}),
        ("A: 5 orcs, B: 4 elves; tank", {"A": 5, "B": 4, "Tank": 1}),
        ("HQ: 10 riflemen, 1 mg", {"HQ": 11}),
        (
            "HQ: ten riflemen, officer, two mgs, B: 4 elves\n3 orcs, 1 tank",
            {"HQ": 13, "B": 4, "Orcs": 3, "Tank": 1},
        ),
        ("10 T-34: fast, 8 riflemen", {"T-34 (fast)": 10, "Riflemen": 8}),
        ("- 3 orcs, tank", {"Orcs": 3, "Tank": 1}),
        ("a troll, B: an orc", {"Troll": 1, "B": 1}),
        ("[bold]X[/b]: 5 orcs", {"[bold]X[/b]": 5}),
        ("1 Panzer 4, T-34: 2 tanks", {"Panzer 4": 1, "T-34": 2}),
        ("10 T-34: fast, 8 riflemen: green", {"T-34 (fast)": 10, "Riflemen (green)": 8}),
        ("3 Commando: 8 marines, 4 Commando: ten marines", {"3 Commando": 8, "4 Commando": 10}),
        ("Seven Samurai: 7 samurai; 1 Ten Bears", {"Seven Samurai": 7, "Ten Bears": 1}),
        ("ten T-34, 2 88mm guns, 2nd Platoon", {"T-34": 10, "88mm guns": 2, "2nd Platoon": 1}),
        (f"{'X' * 70}: 5 orcs, {'X' * 70}: 4 orcs", {"X" * 60: 5, f"{'X' * 56} 2": 4}),
    ],
)
def test_units_are_typed_as_people_write_them(typed: str, units: dict[str, int]) -> None:
    book = make_book(shipped("free"), random.Random(1))
    force = convert_typed_force_to_lines(typed, shipped("free"))
    match = book.begin_match("free", [Entrant("Red", force), Entrant("Blue", "1 orc")]).match
    found = match.units(match.sides[0])
    assert {match.unit(unit).name: len(match.figures(unit)) for unit in found} == units


@pytest.mark.parametrize(
    "line", ["HQ: 10 riflemen, 1 mg", "HQ: ten riflemen, officer, two mgs", "HQ: leader, 9 men"]
)
def test_a_named_unit_has_the_same_figures_typed_in_a_file_and_in_the_builder(line: str) -> None:
    rules = shipped("free")
    assert rules.forces is not None
    (typed,) = convert_typed_force_to_lines(line, rules).splitlines()
    (unit,) = rules.forces.read(typed, {}).units
    draft = ForceDraft(rules, make_empty_roster_text(rules))
    add_valid_unit_lines(draft, line)
    assert Counter(figure.profile for figure in unit.figures) == draft.roster.units[0].kinds


def test_a_single_figure_with_an_article_is_of_the_kind_without_it() -> None:
    book = make_book(shipped("free"), random.Random(1))
    match = book.begin_match(
        "free", [Entrant("Red", "Squad: a sergeant, 2 men"), Entrant("Blue", "1 orc")]
    ).match
    assert [match.figure(each).profile for each in match.figures(R1)] == ["sergeant", "men", "men"]


@pytest.mark.parametrize("typed", ["-3 orcs", "A: 5", ": 5 orcs", "A: B: 5 orcs", "5.5 orcs"])
def test_what_is_no_unit_is_told_how_one_is_written(typed: str) -> None:
    force = convert_typed_force_to_lines(typed, shipped("free")) or typed
    book = make_book(shipped("free"), random.Random(1))
    with pytest.raises(Refused, match=r": Write a number and a noun, as in 3 men\.$"):
        book.begin_match("free", [Entrant("Red", force), Entrant("Blue", "1 orc")])


def test_a_number_that_may_be_of_the_name_is_asked_about() -> None:
    for typed in ("orcs 10", "8 elves, A: orcs (10)"):
        with pytest.raises(Refused, match=r"Write 10 orcs, or 1 orcs 10 for one figure\.$"):
            convert_typed_force_to_lines(typed, shipped("free"))
    assert convert_typed_force_to_lines("Panzer 4", shipped("picket")) == "Panzer 4"


def test_wounds_of_a_figure_are_answered_with_a_unit_of_wounds() -> None:
    rules = shipped("free")
    for typed in ("Sherman (3 wounds)", "8 elves, 1 Sherman with 3 hits", "Sherman: 1 tank (3 hp)"):
        with pytest.raises(Refused, match=r"a figure, as in Sherman: 3 wounds\.$"):
            convert_typed_force_to_lines(typed, rules)
    draft = ForceDraft(rules, make_empty_roster_text(rules))
    (told,) = add_valid_unit_lines(draft, "Sherman (3 wounds)")
    assert isinstance(told, RejectedUnitLine)
    book = make_book(rules, random.Random(1))
    force = convert_typed_force_to_lines("Sherman: 3 wounds, 8 elves", rules)
    match = book.begin_match("free", [Entrant("Red", force), Entrant("Blue", "1 orc")]).match
    assert [len(match.figures(unit)) for unit in match.units(match.sides[0])] == [3, 8]


@pytest.mark.parametrize(
    ("typed", "message", "written"),
    [
        ("Boyz: twenty orks", "as in 20 orcs, or 1 twenty orks for one figure", "1 twenty orks"),
        ("8 elves, a dozen orks", "number of a dozen orks in digits", "12 orks"),
        ("Warboss 5 wounds", "as in Warboss: 5 wounds", "Warboss: 5 wounds"),
        ("Warboss 13 wounds", "as in Warboss: 13 wounds", "Warboss: 13 wounds"),
        ("10 marines and a sergeant", "every number of 10", "10 marines and 1 sergeant"),
        ("1 Golem [8 wounds]", "as in Golem: 8 wounds", "Golem: 8 wounds"),
        ("an officer and two mortars", "as in `10 orcs and 1 troll`", "1 officer and 2 mortars"),
        ("about 20 orks", "Write 20 orks, or 1 about 20 orks", "1 about 20 orks"),
    ],
)
def test_no_number_of_a_typed_force_is_lost(typed: str, message: str, written: str) -> None:
    rules = shipped("free")
    with pytest.raises(Refused, match=message):
        convert_typed_force_to_lines(typed, rules)
    draft = ForceDraft(rules, make_empty_roster_text(rules))
    (told, added) = add_valid_unit_lines(draft, f"{typed.rpartition(', ')[2]}\n{written}")
    assert isinstance(told, RejectedUnitLine)
    assert message in told.reason
    assert not isinstance(added, RejectedUnitLine)
    for force in (written, "8 riflemen with a flag", "2 Panzer 4 tanks and 1 Tiger"):
        assert convert_typed_force_to_lines(force, rules) == force


def test_a_figure_after_a_plus_needs_its_number() -> None:
    rules = shipped("free")
    with pytest.raises(Refused, match="Write every number of 5 x bonders \\+ warlord in digits"):
        convert_typed_force_to_lines("5 x bonders + warlord", rules)
    for force in ("5 bonders + 1 warlord", "Sword + board"):
        assert convert_typed_force_to_lines(force, rules) == force


def test_figures_that_were_forgotten_are_added_with_the_line_of_the_message(game: Game) -> None:
    why = "B1 has lost no figures. To add 19 new ones, type `fix b1 add orcs 19`."
    assert refuse(game, "fix b1 figures +19") == why
    say(game, "b1 -4")
    why = (
        "B1 has lost only 4 figures. To return them and add {}, type `{} +4 | fix b1 add orcs {}`."
    )
    for line, new, back, number in (
        ("fix b1 figures +6", "2 new ones", "fix b1 figures", 2),
        ("fix b1 figures 12", "2 new ones", "fix b1 figures", 2),
        ("b1 +5", "1 new one", "b1", 1),
    ):
        assert refuse(game, line) == why.format(new, back, number)
    before = "A profile must be before 19, as in `fix {} 19`."
    for unit in ("r1 add riflemen", "r2 add tank"):
        done = play_line(game, f"fix {unit.split(' add')[0]} add 19")
        assert str(done.error) == before.format(unit)
    say(game, "fix b1 figures +4 | fix b1 add orcs 2")
    assert len(game.match.figures(B1)) == 12
    say(game, "fix b1 figures -1")
    say(game, "b1 +1 | fix b1 add orcs 19")
    assert len(game.match.figures(B1)) == 31


@pytest.mark.parametrize(
    ("force", "typed"),
    [
        ("8 riflemen", "rifleman"),
        ("3 wolves", "wolf"),
        ("2 witches", "witch"),
        ("1 rifleman", "riflemen"),
        ("3 orcs", "orc"),
    ],
)
def test_figures_are_added_in_the_singular_or_plural(force: str, typed: str) -> None:
    book = make_book(shipped("free"), random.Random(1))
    game = book.begin_match("free", [Entrant("Red", f"{force}\ntank"), Entrant("Blue", "1 orc")])
    profile = game.match.figure(game.match.figures(R1)[0]).profile
    say(game, f"fix r1 add {typed} 2")
    assert [game.match.figure(f).profile for f in game.match.figures(R1)[-2:]] == [profile] * 2


def test_a_number_of_figures_without_a_sign_is_the_new_number(game: Game) -> None:
    say(game, "r1 -6")
    for line, left in (("5", 5), ("+1", 6), ("0", 0), ("3", 3), ("-1", 2)):
        say(game, f"fix r1 figures {line}")
        assert len(game.match.figures(R1)) == left
    for line, left in (("r1.1 figures 0", 1), ("r1.1 figures 1", 2)):
        say(game, f"fix {line}")
        assert len(game.match.figures(R1)) == left
    assert play_line(game, "fix r1 figures 2").messages == (NOTHING_CHANGED,)
    with lift_typed_line_limits():
        say(game, "fix r1 figures 5")
    assert len(game.match.figures(R1)) == 7


def test_a_number_word_that_may_be_of_the_name_is_asked_about() -> None:
    why = r"Write 7 Samurai, or 1 Seven Samurai for one figure\.$"
    for typed in ("Seven Samurai", "8 elves, A: Seven Samurai"):
        with pytest.raises(Refused, match=why):
            convert_typed_force_to_lines(typed, shipped("free"))
    draft = ForceDraft(shipped("free"), make_empty_roster_text(shipped("free")))
    add_valid_unit_lines(draft, "Seven Samurai\n10 T-34: fast\n1 Ten Bears")
    kinds = {unit.name: unit.kinds for unit in draft.roster.units}
    assert kinds == {"T-34 (fast)": {"t-34": 10}, "Ten Bears": {"ten-bears": 1}}


def test_a_long_title_of_a_typed_force_ends_with_an_ellipsis() -> None:
    """The names are cut to 40 characters, and the last of them is the ellipsis."""
    forces = shipped("free").forces
    assert forces is not None
    typed = "8 riflemen\n1 tank\n5 guards\n3 snipers\n4 mortars"
    assert forces.read(typed, {}).name == "Riflemen, Tank, Guards, Snipers, Mortars"
    cut = forces.read(f"{typed}\n6 pikemen", {}).name
    assert (cut, len(cut)) == ("Riflemen, Tank, Guards, Snipers, Mortar…", 40)


def test_a_profile_is_found_by_its_plural() -> None:
    wolf = "[profiles.wolf]\nskill = 3\nsave = 5\nnerve = 6\nmove = 9\n\n[profiles.gunner]"
    rules = build_ruleset(text_of("picket").replace("[profiles.gunner]", wolf))
    assert rules.forces is not None
    roster = rules.forces.read("5 wolves\n1 wolf and 2 guards\nTen Riflemen", {})
    units = [[figure.profile for figure in unit.figures] for unit in roster.units]
    assert units == [["wolf"] * 5, ["wolf", "guard", "guard"], ["rifleman"] * 10]


def test_a_word_alone_is_no_force_and_is_told_how_units_are_typed(shell: Shell) -> None:
    hint = "Type units like this: 8 riflemen."
    for typed in ("5", "orcs"):
        with pytest.raises(Refused, match=hint):
            read_roster_text_and_name(typed, shipped("free"))
        sides = ("--side", f"Red={typed}", "--side", "Blue=10 orcs")
        assert hint in shell("match", "new", "--ruleset", "free", *sides).err


def test_a_game_without_samples_lists_none(tmp_path: Path) -> None:
    text = text_of("picket").partition("[forces.")[0].replace('"picket"', '"plain"', 1)
    file = tmp_path / "plain.toml"
    file.write_text(text)
    told = explain_missing_force(build_ruleset(text), "orcs")
    assert told == "There is no file or sample called orcs. Type units like this: 8 riflemen."
    with pytest.raises(Refused, match=r"There is no sample 'orcs'\.$"):
        get_ruleset_and_starting_roster_text(str(file), "orcs")


def test_losses_and_markers_are_said_with_a_sign(game: Game) -> None:
    for line in ("r1 -3", "r1 +1", "b1 +pinned", "b1 +wounded +wounded", "b1 +burning"):
        say(game, line)
    match = game.match
    assert len(match.figures(R1)) == 6
    marks = [match.mark(B1, name) for name in ("pinned", "wounds", "words")]
    assert marks == [True, 2, "burning"]
    for line in ("b1 -pinned -burning", "b1 -wounded"):
        say(game, line)
    marks = [match.mark(B1, name) for name in ("pinned", "wounds", "words")]
    assert marks == [None, 1, None]


def test_an_attack_with_typed_dice_takes_losses(game: Game) -> None:
    """Twelve dice: six hit, four wound, one is saved: three fall."""
    say(game, "r1 > b1 12d6 4+ / 3+ / -5+ : =6 / =4 / =1")
    assert len(game.match.figures(B1)) == 7


def test_needs_without_dice_are_for_a_die_of_each_figure(game: Game) -> None:
    """Eight riflemen, of whom two fall: six dice, of which four hit and one is saved."""
    say(game, "r1 -2")
    say(game, "r1 > b1 4+ / -5+ : 444411 / 5111")
    assert len(game.match.figures(B1)) == 7


def test_the_odds_of_typed_dice_are_exact(game: Game) -> None:
    """One die through 4+, 3+ and not 5+ again: 1/2 · 2/3 · 2/3 = 2/9; of two dice 4/81 both."""
    (lost,) = forecast_line(game, "r1 > b1 2d6 4+ / 3+ / -5+").losses
    through = Fraction(2, 9)
    expected = [(1 - through) ** 2, 2 * through * (1 - through), through**2]
    assert [one.chance for one in lost.chances] == pytest.approx([*map(float, expected)])


def test_dice_alone_tell_how_many_are_through(game: Game) -> None:
    (told,) = forecast_line(game, "1d6 4+ / 3+ / -5+").rolled
    assert told.expected == pytest.approx(2 / 9)
    say(game, "12d6 4+ / 3+ / -5+ : =6 / =4 / =1")
    assert len(game.match.figures(B1)) == 10


def test_other_dice_than_six_sided(game: Game) -> None:
    say(game, "r1 > b1 3d10 7+ : 7 8 0")
    assert len(game.match.figures(B1)) == 7


def test_every_roll_of_an_attack_uses_the_first_die(game: Game) -> None:
    """Seven faces of ten do not save on 8+: 2 dice × 4/10 × 6/10 × 7/10."""
    attack = "r1 > b1 2d10 7+ / 5+ / -8+"
    (lost,) = forecast_line(game, attack).losses
    assert lost.expected == pytest.approx(0.336)
    say(game, f"{attack} : 8 0 / 7 8 / 9 2")
    assert len(game.match.figures(B1)) == 9
    assert find_first_replay_difference(game) is None
    with lift_typed_line_limits():
        say(game, "r1 > b1 2d10 7+ / d10 5+ / d10 -8+ : 8 0 / 7 8 / 9 2")
    assert len(game.match.figures(B1)) == 8
    done = play_line(game, "r1 > b1 2d10 7+ / d6 5+")
    assert str(done.error) == "Every roll of an attack uses the first dice: 12d6 4+ / 3+ / -5+."


def test_a_stored_attack_keeps_its_six_sided_later_rolls(game: Game) -> None:
    """An earlier program used the first die only to hit, and a 6 always saved."""
    with lift_typed_line_limits():
        say(game, "r1 > b1 2d10 7+ / 5+ / -8+ : 8 0 / 5 6 / 6 5")
    assert len(game.match.figures(B1)) == 9
    assert find_first_replay_difference(game) is None
    rolled = [e.input for e in game.history.iterate_path_entries_backwards()]
    saves = next(roll for roll in rolled if isinstance(roll, Rolled))
    assert saves.dice == (6, 6)
    assert saves.modifiers[-1].name == "6 always succeeds"


def test_an_attack_may_need_a_number_or_less(game: Game) -> None:
    """45 of 100 hit, 50 of those wound, and 30 of 100 are saved."""
    (told,) = forecast_line(game, "r1 > b1 10d100 45- / 50- / -30-").losses
    chances = {one.n: one.chance for one in told.chances}
    assert sum(n * chance for n, chance in chances.items()) == pytest.approx(
        10 * 0.45 * 0.5 * 0.7, abs=0.01
    )
    say(game, "r1 > b1 3d100 45- / 50- / -30- : 45 46 1 / 50 51 / 31")
    assert ": 3 dice 2 hit, 2 dice 1 wound, 31 (30 or less): failed: B1 −1" in (
        list_log_lines(game.history)[-1].text
    )
    say(game, "r1 > b1 2d6 1- : 1 2")
    assert "2 dice 1 hit (expected 0.3): B1 −1" in list_log_lines(game.history)[-1].text


@pytest.mark.parametrize("key", ["again = 1", "natural = 6"])
def test_low_dice_have_no_faces_that_are_special_for_high_dice(key: str) -> None:
    """Of 1, 3, 4 and 6, two are 3 or less. None is rolled again, and the 6 is a miss."""
    game = _begin_with_hits(key)
    say(game, "r1 > b1 4d6 3- : 1 3 4 6")
    assert "4 dice 2 hit (expected 2.0): B1 −2" in list_log_lines(game.history)[-1].text


def _begin_with_hits(*keys: str) -> Game:
    """Begin a game like ``free``, with these keys in its first roll."""
    text = text_of("free").replace('one = "hit"\n', "\n".join(('one = "hit"', *keys, "")))
    forces = [Entrant("Red", "8 riflemen"), Entrant("Blue", "10 orcs")]
    return make_book(build_ruleset(text), random.Random(1)).begin_match("free", forces)


def test_typed_dice_of_another_size_have_special_faces_of_their_own_size() -> None:
    """On a D10, the 10 always hits, not the 6; the 1 is rolled again, as on a D6."""
    game = _begin_with_hits("natural = 6", "again = 1")
    play_line(game, "r1 > b1 4d10 8+ : 1 6 7 0 / 9")
    assert game.pending is None
    assert len(game.match.figures(B1)) == 8
    play_line(game, "r1 > b1 2d6 5+ : 6 1 / 2")
    assert len(game.match.figures(B1)) == 7


def test_typed_dice_of_another_size_have_limits_of_their_own_size() -> None:
    """A 7+ cannot be rolled with a D6, nor 11+ with a D10; and a low roll fails on the highest."""
    roll = RollDefinition(RollKind("hits", "to hit"), 6, False, 2, 7, natural=6)
    assert (roll.resize_die(10).most, roll.resize_die(10).natural) == (11, 10)
    low = RollDefinition(RollKind("hits", "to hit"), 20, True, 1, 19, again=20, natural=1)
    assert low.resize_die(6) == replace(low, die=6, most=5, again=6)
    assert low.resize_die(20) == low


def test_low_dice_are_not_typed_with_a_plus() -> None:
    """A 95 with ``45+`` was told as a miss of 45 or less."""
    text = text_of("free").replace("[rolls.hits]\n", "[rolls.hits]\nlow = true\n")
    for roll in ("woundings", "saves"):
        text = text.replace(f"[rolls.{roll}]\n", f"[rolls.{roll}]\nlow = true\n")
    forces = [Entrant("Red", "8 riflemen"), Entrant("Blue", "10 orcs")]
    game = make_book(build_ruleset(text), random.Random(1)).begin_match("free", forces)
    done = play_line(game, "r1 > b1 1d100 45+ : 95")
    assert str(done.error) == "The dice need a number or less: type `45-`, not `45+`."
    with lift_typed_line_limits():
        say(game, "r1 > b1 1d100 45+ : 95")
    assert ": 95 (45 or less): missed" in list_log_lines(game.history)[-1].text
    say(game, "r1 > b1 1d100 45- : 45")


def test_the_log_shows_the_face_of_a_large_die_in_an_attack(game: Game) -> None:
    say(game, "r1 > b1 1d100 45+ : 77")
    say(game, "r1 > b1 1d100 45+ / 50+ : 61 / 49")
    say(game, "r1 > b1 1d6 4+ : 5")
    first, second, third = [line.text for line in list_log_lines(game.history)[-3:]]
    assert ": 77 (45+): hit (expected 0.6): B1 " in first
    assert second.endswith(": 61 (45+): hit, 49 (50+): failed")
    assert ": 1 die 1 hit (expected 0.5): B1 " in third


def test_dice_alone_may_need_a_number_or_less(game: Game) -> None:
    # 45 or less is 45 of 100 numbers; 45 succeeds, 46 does not.
    (told,) = forecast_line(game, "1d100 45-").rolled
    assert told.expected == pytest.approx(0.45)
    say(game, "2d100 45- : 45 46")
    rolled = next(
        e.input
        for e in game.history.iterate_path_entries_backwards()
        if isinstance(e.input, Rolled)
    )
    assert (rolled.need, rolled.result) == ("45 or less", (1, 1))
    # Of one die alone, the log shows the face.
    for line in ("1d100 45- : 37", "1d20 11+ : 4", "1d100 45- : =1", "1d6 -5+ : 2"):
        say(game, line)
    assert [line.text for line in list_log_lines(game.history)[-4:]] == [
        "Red 37 (45 or less): hit",
        "Red 4 (11+): missed",
        "Red 1 die 1 hit",
        "Red 2 (5+): failed",
    ]
    # Two of six save on 2 or less.
    (told,) = forecast_line(game, "1d6 3- / -2-").rolled
    assert told.expected == pytest.approx(0.5 * 2 / 3)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("1d100 100-", "A D100 needs 1- to 99-, not 100-."),
        (
            "r1 > b1 3d6 4- / 3+",
            "All numbers of an attack end in + (or more), or all of them in - (or less).",
        ),
        (
            "r1 > b1 3d6 4-/3-/2-",
            "The third number of an attack is a save, which has a minus: 4- / 3- / -2-.",
        ),
        (
            "12d6",
            "Add the numbers that dice need to hit / to wound / to save: `12d6 4+ / 3+ / -5+`; for"
            " a total, name the unit that rolls: `r1 12d6`.",
        ),
        ("8d 4+", "For 8 six-sided dice, write 8d6."),
        ("r1 > b1 8 4+", "For 8 six-sided dice, write 8d6."),
        ("r1 > b1 4", "For 4 or more, write 4+."),
        ("r1 > b1 4+ / 3", "For 3 or more, write 3+."),
        (
            "4+/3+/5+",
            "Type the number of dice, such as `8d6 4+ / 3+ / -5+`, or the attacker and the target: "
            "`r1 > b1 4+ / 3+ / -5+`.",
        ),
        *(
            (
                line,
                "To attack, type `r1 > b1 4+`, or, with all rolls, `r1 > b1 12d6 4+ / 3+ / -5+`.",
            )
            for line in ("r1 > b1", "r1 attacks horde", "riflemen > b1 : =3")
        ),
        (
            "r1 > b1 3d6 4+/3+/5+",
            "The third number of an attack is a save, which has a minus: 4+ / 3+ / -5+.",
        ),
        (
            "4+",
            "Type the number of dice, such as `8d6 4+`, or the attacker and the target: "
            "`r1 > b1 4+`.",
        ),
        (
            "-5+ / 4+",
            "Type the number of dice, such as `8d6 -5+ / 4+`, or the attacker and the target: `r1 >"
            " b1 -5+ / 4+`.",
        ),
        (
            "r2 4+",
            "Cannot read '4+' for R2: write `-3`, `+pinned` or `2d6 7-`, or the target of the"
            " attack: `r2 > b1 4+`.",
        ),
        ("1d101 4+", "1d101 cannot be rolled: type 1 or more dice with 2 to 100 sides."),
        (
            "3d6 9+",
            "A D6 needs 2+ to 6+, not 9+; for the total, name only who rolls, as in r1 3d6 9+.",
        ),
        ("3d6 19+", "A D6 needs 2+ to 6+, not 19+."),
        (
            "r1 > b1 2d6 1+",
            "A D6 needs 2+ to 6+, not 1+; for automatic hits, leave 1+ out and type only the "
            "number to wound.",
        ),
        (
            "r1 > b1 150d6 4+ : =50",
            "Roll at most 100 dice at once, not 150: type 100 first, then the other 50.",
        ),
        ("101d6 4+", "Roll at most 100 dice at once, not 101: type 100 first, then the other 1."),
        (
            "r1 > b1 1000d6 4+",
            "Roll at most 100 dice at once, not 1000: type 100 first, then the other 900.",
        ),
        ("6d1000 4+", "6d1000 cannot be rolled: type 1 or more dice with 2 to 100 sides."),
        ("r1 101d6", "Roll at most 100 dice at once, not 101: type 100 first, then the other 1."),
        *(
            (
                line,
                "An attack needs one or two numbers, then at most one save with a minus: "
                "12d6 4+ / 3+ / -5+.",
            )
            for line in ("r1 > b1 3d6 4+ / 3+ / 5+ / 5+", "r1 > b1 -3+", "r1 > b1 4+ / -3+ / -5+")
        ),
        (
            "r1 -d3",
            "Cannot read '-d3' for R1: write `-3`, `+pinned` or `2d6 7-`, or the target of the"
            " attack: `r1 > b1 4+`.",
        ),
        (
            "b1 pinned",
            'The word "pinned" is unknown: for a marker, type `b1 +pinned`; for a note, '
            "# b1 pinned; the verbs are attacks, done, moves.",
        ),
        (
            "roll r1 2d6 7-",
            "7 or less always succeeds or always fails on a D6; choose 1 to 5 or less, or leave "
            "it out to add up the dice.",
        ),
        ("r1 2d6 +1 7-", "For a total, type the dice and the total that is needed: r1 2d6 7-."),
        (
            "r1 12d6 4+ / 3+ / -5+",
            "To roll in steps, name a target (`r1 > b1 12d6 4+ / 3+ / -5+`), or leave out the"
            " unit.",
        ),
        ("r1 2d6 12-", "The total of 2d6 needs 2- to 11-, not 12-."),
        (
            "r1 8d6 4+",
            "The total of 8d6 needs 9+ to 48+, not 4+; for each die, name no unit: 8d6 4+.",
        ),
    ],
)
def test_dice_that_cannot_be_are_refused(game: Game, line: str, why: str) -> None:
    assert str(play_line(game, line).error) == why


def test_signs_are_words_only_where_a_game_has_them() -> None:
    plain, signed = Lexicon(), Lexicon(terms=True)
    assert not isinstance(parse_typed_line("r1 -3", plain), Line)
    for text in ("r1 -3", "b2 +pinned", "r1 > b2 12d6 4+ / 3+ / -5+"):
        line = parse_typed_line(text, signed)
        assert isinstance(line, Line)
        assert format_line(line) == text


def test_the_rolls_of_typed_dice_are_declared(game: Game) -> None:
    play_line(game, "5d6 4+ / 3+ / -5+")
    for faces in ("66655", "66655", "66655"):
        check_request_is_complete(game.ruleset, game.require_pending_question().request)
        say(game, f"answer : {faces}")


def test_games_by_chance_keep_the_laws() -> None:
    game = play_random_game(shipped("free"), random.Random(5), {"turns": 4})
    check_game(game)
    check_undo(game, 5)
    check_all_laws(replay_in_memory(game))


def test_it_is_begun_and_opened_on_the_command_line(shell: Shell) -> None:
    sides = ("--side", "Red=8 riflemen, 1 tank", "--side", "Blue=10 orcs")
    shell.done("match", "new", "--ruleset", "free", *sides)
    shell.done("match", "do", "m1", "r1 > b1 5d6 4+ -5+ : 44411 / 511")
    assert "8/10" in shell.done("match", "show", "m1").out
    shell.done("verify")


def test_a_force_is_built_of_any_kind() -> None:
    rules = shipped("free")
    draft = ForceDraft(rules, make_empty_roster_text(rules))
    assert suggest_unit_line(draft) == "8 riflemen"
    add_valid_unit_lines(draft, "Wolves: 10 warriors\nBows: 6 bowmen, 1 captain\n2 war dogs")
    kinds = {unit.name: unit.kinds for unit in draft.roster.units}
    wolves, bows = {"warriors": 10}, {"bowmen": 6, "captain": 1}
    assert kinds == {"Wolves": wolves, "Bows": bows, "War dogs": {"war-dogs": 2}}
    assert draft.roster.usable


def test_a_unit_of_more_figures_than_a_roll_has_dice_says_how_many_it_rolls() -> None:
    book = make_book(shipped("free"), random.Random(1))
    game = book.begin_match("free", [Entrant("Red", "150 orcs"), Entrant("Blue", "200 elves")])
    assert str(play_line(game, "r1 > b1 4+ : =50").error).startswith("Roll at most 100 dice")
    say(game, "r1 > b1 100d6 4+ : =50")
    say(game, "r1 > b1 50d6 4+ : =25")
    assert len(game.match.figures(B1)) == 125


def test_stored_lines_with_more_dice_are_replayed_with_the_dice_they_had(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An earlier program took 150 dice, of which an attack rolled 100."""
    monkeypatch.setattr(unit_changes_and_dice_pools, "require_at_most_max_dice", lambda _: None)
    for line in ("r1 -1", "r1 > b1 150d6 4+ : =7", "150d6 4+ : =75"):
        say(game, line)
    monkeypatch.undo()
    assert find_first_replay_difference(game) is None
    done = begin_correction(game, 5, lambda g: say(g, "r1 -2"))
    assert (done.kept_count, done.dropped) == (4, ())
    assert len(game.match.figures(B1)) == 3


def test_a_correction_keeps_an_attack_stored_without_dice(game: Game) -> None:
    """An earlier program took it with an objection; today's asks for its dice when it is typed."""
    assert str(play_line(game, "r1 > b1").error).startswith("To attack, type `r1 > b1 4+`")
    say(game, "r1 -1")
    with lift_typed_line_limits():
        say(game, "r1 > b1")
    attack = list_log_lines(game.history)[-1].text
    done = begin_correction(game, 5, lambda g: say(g, "r1 -2"))
    assert list_log_lines(game.history)[-1].text == attack
    assert done.dropped == ()
    assert len(game.match.figures(R1)) == 6


def test_a_late_line_keeps_old_lines_to_which_the_rules_object_since(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An earlier program did not say that 150 dice are limited to 100."""
    with monkeypatch.context() as earlier:
        earlier.setattr(unit_changes_and_dice_pools, "require_at_most_max_dice", lambda _: None)
        earlier.setattr(step_execution, "count_dice_of_largest_roll", lambda *_: 0)
        for line in ("r1 > b1 150d6 4+ : =7", "r1 done"):
            say(game, line)
    attack = next(
        e.number
        for e in game.history.list_entries_on_path()
        if getattr(e.input, "action", "") == "attack"
    )
    done = play_line(game, f"r1 moves 6in before {attack}")
    assert done.messages[0].startswith("The action was inserted where it belongs")
    assert len(game.match.figures(B1)) == 3
    assert game.match.has(R1, "done")


def test_a_record_with_more_dice_than_can_be_typed_is_read(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    sides = ("--side", "Red=8 riflemen", "--side", "Blue=10 orcs")
    shell.done("match", "new", "--ruleset", "free", *sides)
    with monkeypatch.context() as earlier:
        earlier.setattr(unit_changes_and_dice_pools, "require_at_most_max_dice", lambda _: None)
        earlier.setattr(step_execution, "count_dice_of_largest_roll", lambda *_: 0)
        for line in ("r1 > b1 150d6 4+ : =7", "150d6 4+ : =75"):
            shell.done("match", "do", "m1", line)
        record = shell.done("export", "m1", "--format", "record").out
    other = str(shell.path.with_name("other.db"))
    shell.done("import", "-", "--db", other, stdin=record)
    assert "3/10" in shell.done("match", "show", "m1", "--db", other).out
    assert "Roll at most 100 dice" in shell("match", "do", "m1", "150d6 4+ : =75").err


def test_dice_are_read_without_spaces_between_them(game: Game) -> None:
    say(game, "r1 > b1 12d6 4+/3+/-5+ : =6 / =4 / =1")
    assert len(game.match.figures(B1)) == 7
    say(game, "r1 > b1 2D6 4+/3+ : 44 / 55")
    assert len(game.match.figures(B1)) == 5
    (told,) = forecast_line(game, "1d6 4+/3+ /-5+").rolled
    assert told.expected == pytest.approx(2 / 9)


def test_a_unit_rolls_a_total(game: Game) -> None:
    """Of the 36 results of two dice, 1 + 2 + 3 + 4 + 5 + 6 = 21 are 7 or less."""
    (ways,) = forecast_line(game, "r1 2d6 7-").ways
    assert {one.what: one.chance for one in ways.chances} == pytest.approx(
        {"passed": 21 / 36, "failed": 15 / 36}
    )
    (told,) = forecast_line(game, "r1 2d6").rolled
    assert told.expected == pytest.approx(7)
    for line, end in (
        ("r1 2d6 7- : 3 4", "(2d6, 7-): total 7 (7 or less): passed"),
        ("r1 2d6 7- : 4 4", "(2d6, 7-): total 8 (7 or less): failed"),
        ("r2 3d10 20+ : 9 8 4", "(3d10, 20+): total 21 (20+): passed"),
        ("r1 d100 : 46", "(d100): total 46"),
    ):
        say(game, line)
        assert list_log_lines(game.history)[-1].text.endswith(end)
    assert len(game.match.figures(R1)) == 8
    check_game(game)
    check_all_laws(replay_in_memory(game))


def test_a_line_that_waits_for_dice_breaks_no_rule_before_they_are_entered(game: Game) -> None:
    """B1 lost 2 of 10 in line 5, and one returned in line 8. With no hits, nobody can return."""
    for line in ("r1 > b1 3d6 4+ / 3+ : 451 / 34", "b1 +1"):
        say(game, line)
    preview = preview_correction(game, 5, "r1 > b1 4d6 4+ / 3+")
    assert preview.breaches == ()
    preview.save_correction()
    assert play_line(game, "answer : 1111").messages == (
        "Line 8 now breaks a rule: B1 has lost no figures. To add 1 new one, type `fix b1 add "
        "orcs 1`.",
        "No longer in the game: line 7, 2 dice to wound (3 4).",
    )


def test_points_taken_back_by_a_correction_are_shown_as_left_out(game: Game) -> None:
    say(game, "next : 2 r")
    line = list_log_lines(game.history)[-2]
    assert line.text == "Red +2 VP for points of this turn"
    preview = preview_correction(game, line.number + 1, "none")
    [change] = [each for each in preview.lines if each.number == line.number]
    assert (change.after, change.note) == ("", "left out")


@pytest.mark.parametrize("place", ["late", "late before 5", "before 5 late", "Before 5"])
@pytest.mark.parametrize("line", ["vp red 1", "fix r1 figures 3", "next"])
def test_only_actions_of_units_are_entered_late(game: Game, line: str, place: str) -> None:
    say(game, "r1 done")
    why = f"Only actions of units can be late. Leave out `{place}`."
    assert refuse(game, f"{line} {place}") == why


def test_new_points_of_a_turn_are_previewed_as_a_new_line(game: Game) -> None:
    """Line 5 is ``next``, and line 6 its answer, which also ends the turn."""
    say(game, "next : none")
    preview = preview_correction(game, 6, "2 r, 2 b")
    scored = "Red +2 VP, Blue +2 VP for points of this turn"
    assert [(change.number, change.after) for change in preview.lines] == [
        (6, "turn 1 over · Red 2, Blue 2"),
        (5, scored),
    ]


def test_points_of_a_turn_are_reported_with_their_log_line(game: Game) -> None:
    """Line 5 is ``next``, and line 6 its answer, which also ends the turn."""
    say(game, "next : 2 r, 2 b")
    log = list_log_lines(game.history)
    assert [(line.number, line.kind) for line in log[-2:]] == [(5, "action"), (6, "turn")]
    assert [moment.line for moment in compute_game_course(game, (), log).moments] == [5, 5]


def test_points_of_both_sides_have_the_line_before_the_next_turn_rolls() -> None:
    """The log names the reason once, behind the last side, and line 9 rolls for the next turn."""
    first = '[[phases]]\nid = "priority"\nfirst = true\n\n[[phases]]'
    rules = build_ruleset(text_of("free").replace("[[phases]]", first, 1))
    book = make_book(rules, random.Random(1))
    game = book.begin_match(rules.id, [Entrant("Red", "8 riflemen"), Entrant("Blue", "10 orcs")])
    for line in ("6 1", "next", "next : 2 r, 2 b / 6 1"):
        say(game, line)
    log = list_log_lines(game.history)
    assert [line.number for line in log[-3:]] == [7, 8, 9]
    assert [moment.line for moment in compute_game_course(game, (), log).moments] == [7, 7]


def test_a_roll_at_the_start_of_a_turn_has_a_number_of_its_own() -> None:
    """``next`` in line 11 ends the turn, and R1 rolls in line 12 to lose its suppression."""
    book = make_book(shipped("watchfire"), random.Random(1))
    game = book.begin_match("watchfire", [Entrant("Red", "5 rifle"), Entrant("Blue", "4 guard")])
    for line in ("next", "next", "next", "b1 fires r1 : 1999 / 1", "next : 6"):
        say(game, line)
    turn, rally = list_log_lines(game.history)[-2:]
    assert (turn.text, turn.number) == ("turn 1 over", 11)
    assert (rally.number, rally.last) == (12, 12)
    assert rally.text.startswith("Red rally: R1 Rifle 6")


def test_a_unit_without_figures_comes_back(game: Game) -> None:
    say(game, "r2 -1")
    for line in ("r2 +pinned", "r2 -1", "r2 2d6 7-"):
        why = "R2 Tank has no figures left: type `r2 +1` to return one figure."
        assert str(play_line(game, line).error) == why
    say(game, "r2 +1 +pinned")
    assert len(game.match.figures(make_unit_id("r2"))) == 1


def test_an_attack_whose_target_falls_by_a_correction_is_marked(game: Game) -> None:
    """R2 takes the last two of B1 in line 7; by the correction of line 5, R1 takes all ten."""
    for line in ("r1 > b1 12d6 4+ : =8", "r2 > b1 3d6 4+ : =2"):
        say(game, line)
    preview = preview_correction(game, 6, "=10")
    assert [one.description for one in preview.breaches] == [
        "Line 7 now breaks a rule: B1 Horde had left the table."
    ]
    preview.save_correction()
    marked = "R2 Tank ▸ B1 Horde: 3 dice 2 hit (expected 1.5) (target gone)"
    assert list_log_lines(game.history)[-1].text == marked
    preview_correction(game, 8, "=1").save_correction()
    assert " (target gone)" in list_log_lines(game.history)[-1].text
    preview_correction(game, 6, "=9").save_correction()
    assert "(target gone)" not in list_log_lines(game.history)[-1].text


def test_a_later_line_of_a_unit_that_falls_by_a_correction_says_so(game: Game) -> None:
    """All ten of B1 fall in line 5 after all, so the marker in line 7 has no unit."""
    for line in ("r1 > b1 12d6 4+ : =8", "b1 +pinned", "r1 +pinned"):
        say(game, line)
    preview = preview_correction(game, 6, "=10")
    assert [line.note for line in preview.lines if line.number == 7] == [
        "left out, because B1 Horde had left the table"
    ]


def test_who_comes_back_does_so_after_an_earlier_line_is_corrected(game: Game) -> None:
    """Line 6 takes the tank, 7 brings it back; a unit that fell by the correction does nothing."""
    for line in ("r1 -1", "r2 -1", "tank +1", "r2 done"):
        say(game, line)
    done = begin_correction(game, 5, lambda g: say(g, "r1 -2"))
    assert (done.kept_count, done.dropped) == (3, ())
    assert [len(game.match.figures(unit)) for unit in game.match.units()] == [6, 1, 10]
    done = begin_correction(game, 5, lambda g: say(g, "r2 -1"))
    assert len(done.dropped) == 1
    assert [len(game.match.figures(unit)) for unit in game.match.units()] == [8, 1, 10]


def refuse(game: Game, line: str) -> str:
    """Return why a line is refused, after a check that it wrote nothing."""
    version = game.version
    error = play_line(game, line, override_reason="the table says so").error
    assert game.version == version
    return str(error)


def test_more_figures_than_a_unit_has_lost_are_not_cut_in_silence(game: Game) -> None:
    new = "R1 has lost no figures. To add 1 new one, type `fix r1 add riflemen 1`."
    assert refuse(game, "r1 +1") == new
    say(game, "r1 -3")
    line = "r1 +3 | fix r1 add riflemen 2"
    new = f"R1 has lost only 3 figures. To return them and add 2 new ones, type `{line}`."
    assert refuse(game, "r1 +5") == new
    say(game, "fix r1 add riflemen 2")


def test_numbers_of_one_line_are_added_up(game: Game) -> None:
    """R1 has eight figures. Three fall, so of two and two that come back one is too many."""
    assert refuse(game, "r1 -5 -5") == "R1 has only 8 figures; to remove all, type `r1 -8`."
    assert refuse(game, "r2 -1 -1") == "R2 has only 1 figure; to remove all, type `r2 -1`."
    say(game, "r1 -3")
    new = "To return them and add 1 new one, type `r1 +3 | fix r1 add riflemen 1`."
    assert refuse(game, "r1 +2 +2") == f"R1 has lost only 3 figures. {new}"
    assert not game.list_objections(parse_command(game, "r1 -1 +4"))
    assert not game.list_objections(parse_command(game, "r1 +burning -burning"))


def test_more_figures_than_a_unit_has_fall_only_in_stored_lines(game: Game) -> None:
    """Earlier versions entered such a line as a table ruling. A replay still does."""
    assert refuse(game, "b1 -11") == "B1 has only 10 figures; to remove all, type `b1 -10`."
    with lift_typed_line_limits():
        say(game, "b1 -11")
    assert not game.match.exists(B1)
    assert find_first_replay_difference(game) is None


def test_no_more_markers_are_removed_than_a_unit_has(game: Game) -> None:
    say(game, "b1 +wounded +wounded +pinned")
    why = "B1 has only 2 wounded markers; to remove all, type `b1 -wounded -wounded`."
    assert refuse(game, "b1 -wounded -wounded -wounded") == why
    why = "B1 has only 1 pinned marker; to remove all, type `b1 -pinned`."
    assert refuse(game, "b1 -pinned -pinned") == why
    say(game, "b1 -wounded -wounded")
    told = "B1 Horde by hand (-wounded, -wounded): B1 no longer wounded"
    assert list_log_lines(game.history)[-1].text == told
    say(game, "b1 +wounded")
    with lift_typed_line_limits():
        say(game, "b1 -wounded -wounded")
    assert find_first_replay_difference(game) is None


def test_a_marker_that_does_not_count_is_put_once(game: Game) -> None:
    other, only = "; for another, type `b1 +burning2`", "; only wounded can be placed twice"
    for line, hint in (("b1 +burning +burning", other), ("b1 +pinned +pinned", only)):
        (against,) = game.list_objections(parse_command(game, line))
        assert against.text == f"B1 cannot be {line.rpartition('+')[2]} twice{hint}"
    say(game, "b1 +burning")
    (against,) = game.list_objections(parse_command(game, "b1 +burning"))
    assert against.text == f"B1 is already burning{other}"
    say(game, "b1 +burning2")
    (against,) = game.list_objections(parse_command(game, "b1 -wet"))
    assert against.text == "B1 is not wet"
    assert not game.list_objections(parse_command(game, "b1 +wounded +wounded"))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("b1 +wounded +wounded", "B1 Horde by hand (+wounded, +wounded): B1 wounded ×2"),
        ("b1 +pins", "B1 Horde by hand (+pins): B1 also: dry, pins"),
        ("b1 +wet +cold", "B1 Horde by hand (+wet, +cold): B1 dry, wet, cold"),
        ("b1 -dry", "B1 Horde by hand (-dry): B1 no longer dry"),
        ("fix b1 dry off", "B1 Horde no longer dry, fixed by hand"),
        (
            "b1 -pinned +wet",
            "B1 Horde by hand (-pinned, +wet): B1 no longer pinned, B1 dry, wet",
        ),
    ],
)
def test_the_log_says_what_lies_there_after_the_line(game: Game, line: str, told: str) -> None:
    say(game, "b1 +pinned +dry")
    say(game, line)
    assert list_log_lines(game.history)[-1].text == told


def test_a_marker_in_the_plural_is_no_verb_in_the_log(game: Game) -> None:
    for line, told in (
        ("b1 +pins", "B1 also: pins"),
        ("b1 -pins", "B1 pins removed"),
        ("b1 +stress", "B1 stress"),
        ("b1 -stress", "B1 no longer stress"),
        ("b1 +on-fire", "B1 on fire"),
        ("b1 -on-fire", "B1 no longer on fire"),
    ):
        say(game, line)
        assert list_log_lines(game.history)[-1].text.endswith(f": {told}")


def test_a_counted_marker_in_the_plural_is_no_verb_in_the_log() -> None:
    rules = build_ruleset(text_of("free").replace('word = "wounded"', 'word = "wounds"'))
    book = make_book(rules, random.Random(1))
    game = book.begin_match("free", [Entrant("Red", "8 riflemen"), Entrant("Blue", "10 orcs")])
    for line, told in (
        ("b1 +wounds", "by hand (+wounds): B1 wounds ×1"),
        ("b1 +wounds", "by hand (+wounds): B1 wounds ×2"),
        ("fix b1 wounds off", "B1 Orcs wounds removed, fixed by hand"),
    ):
        say(game, line)
        assert list_log_lines(game.history)[-1].text.endswith(told)


def test_a_loss_of_a_kind_is_answered_with_its_figures() -> None:
    """The last two of the four riflemen are R1.4 and R1.5; the veterans after them stay."""
    book = make_book(shipped("free"), random.Random(1))
    team = "Team: 1 sergeant and 4 riflemen and 2 veterans"
    game = book.begin_match("free", [Entrant("Red", team), Entrant("Blue", "4 orcs")])
    line = "fix r1.4 figures -1 | fix r1.5 figures -1"
    told = f'The word "riflemen" is unknown: type `{line}`; `r1 -2` removes the last figures.'
    assert str(play_line(game, "r1 -2 riflemen").error) == told
    say(game, line)
    left = [game.match.figure(each).profile for each in game.match.figures(R1)]
    assert left == ["sergeant", "riflemen", "riflemen", "veterans", "veterans"]
    told = (
        'The word "sergeant" is unknown: type `fix r1.1 figures -1`; '
        "`r1 -1` removes the last figures."
    )
    assert str(play_line(game, "r1 -1 sergeant").error) == told


def test_the_list_of_lines_has_dice_for_attacks_and_changes_for_units(shell: Shell) -> None:
    lines = shell.done("rules", "lines", "free").out
    assert "who attacks > whom [12d6 4+ / 3+ / -5+]" in lines
    assert "who [-3 +pinned | 2d6 7-]" in lines


def test_who_is_not_done_is_told_so(game: Game) -> None:
    assert [due.why for due in game.ruleset.due(game.match)][:1] == ["Riflemen is not done"]
    say(game, "r1 done")
    assert [due.why for due in game.ruleset.due(game.match)][:1] == ["Tank is not done"]
    (against,) = game.list_objections(parse_command(game, "r1 done"))
    assert against.text == "R1 is done"


def test_the_log_says_what_was_not_saved(game: Game) -> None:
    """Twelve dice: 12 · 1/2 · 2/3 · 2/3 = 2.7 are expected to be left."""
    say(game, "r1 > b1 12d6 4+ / 3+ / -5+ : =6 / =4 / =1")
    text = list_log_lines(game.history)[-1].text
    assert "expected 2.7 not saved: 12 dice 6 hit, 6 dice 4 wound, 4 dice 1 saved" in text


def test_a_note_is_told_how_it_is_written(game: Game) -> None:
    for line in ("note the river is deep", 'note "the river is deep"'):
        error = str(play_line(game, line).error)
        assert error.endswith("note begins with `#`, such as `# the river is deep`.")
    say(game, "# the river is deep")


def test_a_record_of_an_earlier_any_game_is_read(shell: Shell) -> None:
    """The record brings its rules along, and they need not be those that ship today."""
    sides = ("--side", "Red=8 riflemen, 1 tank", "--side", "Blue=10 orcs")
    shell.done("match", "new", "--ruleset", "free", *sides)
    shell.done("match", "do", "m1", "r1 -3")
    record = shell.done("export", "m1", "--format", "record").out
    ours = text_of("free")
    theirs = ours.replace("# Any game:", "# Any game, as it was:")
    assert record.count("# Any game:") == 1
    earlier = record.replace("# Any game:", "# Any game, as it was:")
    earlier = earlier.replace(
        compute_short_game_file_digest(ours), compute_short_game_file_digest(theirs)
    )
    other = str(shell.path.with_name("other.db"))
    shell.done("import", "-", "--changed", "--db", other, stdin=earlier)
    assert "5/8" in shell.done("match", "show", "m1", "--db", other).out


def test_the_log_says_several_of_a_success_in_the_plural_of_the_file() -> None:
    """Eight dice of 5 on 4+ are eight blows."""
    text = text_of("picket").replace('one = "hit"\nmany = "hits"\n', 'one = "blow"\n')
    rules = build_ruleset(text)
    book = make_book(rules, random.Random(1))
    game = book.begin_match(rules.id, [Entrant("Red", "8 riflemen"), Entrant("Blue", "8 guards")])
    play_line(game, "r1 fires b1 : 55555555 / 11111111")
    assert "8 dice 8 blows" in list_log_lines(game.history)[-1].text


@pytest.mark.parametrize(
    ("line", "leaves"),
    [
        ("=5 / =3", 7),
        ("= 5 / =3", 7),
        (": 666661 / 66611", 7),
        ("666661 / =5", 5),
        ("555544 need 5 / 6661", 7),
        ("6666 d / 6661 need 2", 7),
    ],
)
def test_several_answers_need_no_word_while_a_question_is_open(
    game: Game, line: str, leaves: int
) -> None:
    """Ten orcs lose three wounds, or five."""
    say(game, "r1 > b1 6d6 4+ / 3+")
    say(game, line)
    assert len(game.match.figures(B1)) == leaves


def test_a_number_of_successes_in_words_is_answered_with_how_it_is_typed(game: Game) -> None:
    say(game, "r1 > b1 6d6 4+")
    for text, count in (("4 hits", "4 successes, type `=4`"), ("hits 1", "1 success, type `=1`")):
        assert str(play_line(game, text).error) == f"For {count}, or type the faces."
    assert str(play_line(game, "undo 3").error) == "To undo 3 entries, type undo | undo | undo."
    say(game, "=4")


def test_answers_alone_are_no_line_without_a_question(game: Game) -> None:
    assert play_line(game, "=5 / =3").error is not None
    assert game.pending is None


def test_a_wrong_answer_says_that_the_line_before_it_was_entered(game: Game) -> None:
    waits = "The line was entered up to this answer. Answer the open question, or undo."
    done = play_line(game, "1d100 45- : 0")
    assert str(done.error) == "Die 1: a D100 has no 0; type 1 to 100."
    assert done.messages == (waits,)
    assert game.pending is not None
    assert play_line(game, "answer : 0").messages == ()


def test_a_wrong_part_says_which_rest_of_the_line_was_not_entered(game: Game) -> None:
    done = play_line(game, "r1 -1 | r1 moves 6 | r1 > b1 12d6 1+ | b1 -1")
    assert str(done.error) == (
        "A D6 needs 2+ to 6+, not 1+; for automatic hits, leave 1+ out and type only the number to "
        "wound."
    )
    rest = "r1 > b1 12d6 1+ | b1 -1"
    told = (
        f"Everything before {rest} was entered. Correct the rest of the line, and enter it alone."
    )
    assert (done.rest, done.messages) == (rest, (told,))
    assert len(game.match.figures(R1)) == 7
    assert play_line(game, "r1 > b1 12d6 1+ | b1 -1").messages == ()


def test_a_unit_without_figures_is_found_by_its_name(game: Game) -> None:
    say(game, "horde -10")
    assert str(play_line(game, "riflemen at horde 4+").error) == "B1 Horde has no figures left."
    say(game, "b1 +1")
    say(game, "riflemen at horde 4+ : =0")


def test_a_unit_without_figures_leaves_its_name_to_a_living_one() -> None:
    book = make_book(shipped("free"), random.Random(1))
    game = book.begin_match("free", [Entrant("Red", "5 war dogs"), Entrant("Blue", "4 war dogs")])
    say(game, "r1 -5")
    say(game, '"war dogs" -2')
    assert [len(game.match.figures(unit)) for unit in (R1, B1)] == [0, 2]


@pytest.mark.parametrize(
    "line",
    [
        "War dogs -2",
        "war dog -2",
        "fix war dogs figures -1",
        "b1 > War dogs 4+",
        "b1 shoots at war dogs 4+ / -5+",
    ],
)
def test_a_name_with_spaces_is_hinted_to_need_quotes(line: str) -> None:
    book = make_book(shipped("free"), random.Random(1))
    game = book.begin_match("free", [Entrant("Red", "5 war dogs"), Entrant("Blue", "4 orcs")])
    error = str(play_line(game, line).error)
    assert error == 'Write "War dogs" in quotes, or r1.'


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("r1 shoots b1 4+", "to attack, type `r1 > b1 4+`"),
        (
            "r1 fires at b1 12d6 4+/-5+ : =3 / =1",
            "instead of r1 fires at b1 12d6 4+/-5+, to attack, type `r1 > b1 12d6 4+ / -5+`",
        ),
        ("Riflemen charges > Horde 3+", 'to attack, type `r1 > "Horde" 3+`'),
        ("r1 charges b1", "to attack, type `r1 > b1 4+`"),
        (
            "r1 shoots at b1 with 3 rifles",
            "to attack, type `r1 > b1 4+ # with 3 rifles`; what follows # is only a note",
        ),
        ("r1 fires 12d6 at b1", "to attack, type `r1 > b1 12d6 4+`"),
        ("r1 fires b1 12d6 on 3+", "to attack, type `r1 > b1 12d6 3+`"),
        ("r1 fires 12d6 4+ at Horde", 'to attack, type `r1 > "Horde" 12d6 4+`'),
        (
            "r1 fires b1 at 15 inches",
            "to attack, type `r1 > b1 4+ # 15in`; what follows # is only a note",
        ),
        ('r1 runs 12"', "to move, type `r1 moves 12in`"),
        ('r1 charges b1 9"', "to attack, type `r1 > b1 4+`; to move, type `r1 moves 9in`"),
        ("r1 move 6", "to move, type `r1 moves 6`"),
        ("r1 advances 6", "to move, type `r1 moves 6`"),
        ("r1 advances 6 inches", "to move, type `r1 moves 6in`"),
        ("r1 m 6", "to move, type `r1 moves 6`"),
        ("r1 loses -3", "for losses, type `r1 -3`"),
        ("r1 loses 2", "for losses, type `r1 -2`"),
        ("r1 loses 2 men", "for losses, type `r1 -2`"),
        ("r1 down 2", "for losses, type `r1 -2`"),
        ("r1 has 4 wounds", "for the marker wounded, type `fix r1 wounded 4`"),
        ("r1 wounded 3", "for the marker wounded, type `fix r1 wounded 3`"),
        ("b1 heals 1", "to subtract 1 from wounded, type `b1 -wounded`"),
        ("b1 no longer pinned", "to remove the marker pinned, type `b1 -pinned`"),
        ("r1 takes 2 wounds", "for the marker wounded, type `fix r1 wounded +2`"),
        ("r1 loses a wound", "for the marker wounded, type `r1 +wounded`"),
        ("r1 loses a man", "for losses, type `r1 -1`"),
        ("r1 loses one", "for losses, type `r1 -1`"),
        ("r1 rolls 2d6 7-", "type `r1 2d6 7-`"),
        (
            "r1 is pinned",
            "for a marker, type `r1 +pinned`; for a note, # r1 is pinned; the verbs are attacks, "
            "done, moves",
        ),
    ],
)
def test_an_unknown_verb_is_answered_with_the_line_to_type(
    game: Game, line: str, meant: str
) -> None:
    word = line.split()[1]
    assert str(play_line(game, line).error) == f'The word "{word}" is unknown: {meant}.'
    assert play_line(game, meant.partition(";")[0].rpartition("type ")[2].strip("`")).error is None


@pytest.mark.parametrize(
    ("line", "why"),
    [
        *(
            (
                f"b1 {said}",
                f'The word "{said.split()[-1]}" is unknown: to add to wounded, type `fix b1 '
                "wounded +2`; for losses, type `b1 -2`.",
            )
            for said in ("-2 wounds", "-2w")
        ),
        ("b1 +wounded x2", 'The word "x2" is unknown: for the marker wounded, type `fix b1 '),
        ("b1 +wounded 2", "Type `fix b1 wounded +2`."),
        ("b1 wound", 'The word "wound" is unknown: for a marker, type `b1 +wounds`; for a note'),
        (
            "b1 down",
            'The word "down" is unknown: did you mean done, or b1 +down for a marker?',
        ),
        *(
            (
                f"r2 {said} b1{dice}",
                f'The word "{said}" is unknown: for opposed dice, write `roll off "melee" : 4 6` '
                "(Red, then Blue).",
            )
            for said, dice in (("v", " : 4 v 5"), ("Versus", ""), ("against", " 4 v 5"))
        ),
        ("b1 destroyed", 'The word "destroyed" is unknown: to remove the unit, type `b1 -10`.'),
        ("b1 -all", "To remove the unit, type `b1 -10`."),
        (
            "r1 close combat b1 5+",
            'The word "close" is unknown: to attack, type `r1 > b1 5+ # combat`; what follows # is',
        ),
        ("r1 2d6 9 or less", "After r1 2d6 9, type `9+` for 9 or more, and `9-` for 9 or less."),
        (
            "r1 2d6+1 9-",
            "After r1, add to the number needed, or subtract from it, not from the dice.",
        ),
        ("r1 > b1 4 dice 3+", "After r1 > b1 4, for 4 six-sided dice, type `4d6`."),
        (
            "b1 -3; r1 -1",
            'After b1, the word "-3;" is not allowed here; put `|` between two actions.',
        ),
        ("12d6 on 4+", "Type `12d6 4+`."),
        ("12d6 hitting on 4+ wounding on 3+", "Type `12d6 4+ / 3+`."),
        ("r1 > b1 on 4+", "Type `r1 > b1 4+`."),
        ("undo 2", "To undo 2 entries, type undo | undo."),
        (
            "undo 9",
            "Type `undo`, `undo action`, `undo phase`, `undo turn`, `undo to 21` or `redo`.",
        ),
        (
            "b1 out of action",
            'The word "out" is unknown: for a marker, type `b1 +out-of-action`; ',
        ),
        (
            "b1 +flesh wound",
            'The word "wound" is unknown: for one marker, type `b1 +flesh-wound`.',
        ),
        ("d100 <45", "For 44 or less, write 44-."),
        ("1d100 <= 45", "For 45 or less, write 45-."),
        ("r1 > b1 6d6 ≥3 / -5+", "For 3 or more, write 3+."),
        ("r1 2d6 >7", "For 8 or more, write 8+."),
        ('b1 +"on fire" -1', "Put hyphens between the words of a marker: +on-fire."),
        ("r1 ammo 4+", 'The word "ammo" is unknown: type `r1 1d6 4+`.'),
        (
            "r1 cool check 2d6 7+",
            'The word "cool" is unknown: type `r1 2d6 7+ # check`; what follows # is only a note.',
        ),
        (
            "r1 xp +1",
            'The word "xp" is unknown: for a marker, type `r1 +xp`; for a note, # r1 xp ',
        ),
        (
            "r1,r2 done",
            "Name one unit in each part, and put `|` between parts: `r1 done | r2 done`.",
        ),
        ("r1,r2 -1", "Name one unit in each part, and put `|` between parts: `r1 -1 | r2 -1`."),
        ("r2 b1", 'The word "b1" is unknown: to attack, type `r2 > b1 4+`.'),
        ("=1", "No question is open, so there is nothing to answer. Type an action."),
        ("fix vp red 3", "To add or subtract points, type `vp red +1` or `vp red -1`."),
        ("fix r2 wet", "No property is called wet; for a marker, type `r2 +wet`."),
        (
            "fix r2 figures +1",
            "R2 has lost no figures. To add 1 new one, type `fix r2 add tank 1`.",
        ),
        ("r1 moves L", "Moves takes no target: leave out `L`."),
        ("b1 -1 orc", 'The word "orc" is unknown: type `b1 -1`.'),
        (
            "b1 loses 30",
            'The word "loses" is unknown: B1 has 10 figures, not 30; to remove the unit',
        ),
        ("kill 3 b9", "No unit is called b9; "),
        ("r1 kills 3 b1", 'The word "kills" is unknown: for losses, type `b1 -3`.'),
        *(
            (f"r1 > b1 12D6 {needs}", "Type `r1 > b1 12d6 4+ / 3+ / -5+`.")
            for needs in ("4+ 3+ save 5+", "hit 4+ wound 3+ sv 5+", "4+, 3+, -5+", "4 +, 3 + 5 +")
        ),
        (
            "r1 > b1 12d6 4+ reroll 1",
            "Type `r1 > b1 12d6 4+ # reroll 1`; what follows # is only a note.",
        ),
        (
            "r1 > b1 12d6 4+ ap 1 save 5+",
            "Type `r1 > b1 12d6 4+ / -5+ # ap 1`; what follows # is only a note.",
        ),
        (
            "r1 attacks b1 at 15",
            "After r1 attacks b1, for a distance, type `15in` without `at`; for 15 or more, `15+`.",
        ),
        ("r1 > b1 4+ r2 > b1 5+", 'After r1 > b1 4+, the word "r2" is not allowed here; put `|` '),
        (
            "r1 attacks horde at 15 inches",
            'Type `r1 attacks "horde" 4+ # 15in`; what follows # is only a note.',
        ),
        ("r1 > b1 6d6 4+ / 5-", "Write a save with a minus in front: `-5+`."),
        ("12 4+", "For 12 six-sided dice, write 12d6."),
        ("12 dice 4+", "For 12 six-sided dice, write 12d6."),
        ("red +2", "Red is a side, not a unit; for points, type a line such as `vp red 2`."),
        ("fix b1 -2", "Name what to fix, as in `fix b1 figures -2`."),
        ("end turn", "To end this phase, type `next`; `end` ends the whole game."),
        ("next turn", "Turn is not understood after next: leave it out."),
        (
            "r1 moves 6in and > b1 4+",
            'After r1 moves 6in, the word "and" is not allowed here; put `|` ',
        ),
        (
            "r1 done r2 done",
            'After r1 done r2, the word "done" is not allowed here; put `|` between ',
        ),
        ("r1 moves 6 r2 moves 6", 'After r1 moves 6, the word "r2" is not allowed here; put `|` '),
        ("r1 done, r2 done", "After r1 done, a comma can only go between names; put `|` between "),
    ],
)
def test_a_line_that_is_nearly_right_is_answered_with_what_to_type(
    game: Game, line: str, why: str
) -> None:
    assert str(play_line(game, line).error).startswith(why)


@pytest.mark.parametrize("line", ["r1 activate r2", "r1 covers r2", "r1 shoots 150d6 b1 4+"])
def test_no_hint_attacks_a_friend_or_leaves_out_a_number(game: Game, line: str) -> None:
    assert " > " not in str(play_line(game, line).error)


def test_an_unknown_verb_is_answered_with_the_verbs_of_the_file() -> None:
    rules = shipped("picket")
    book = make_book(rules, random.Random(1))
    game = book.begin_match("picket", [Entrant("Red", "8 riflemen"), Entrant("Blue", "8 guards")])
    for line, meant in (
        ("r1 shoots b1", "type `r1 fires b1`."),
        ("r1 shoots at b1 12in", "type `r1 fires b1 # 12in`; what follows # is only a note."),
        ("r1 helps b1 carry 2 boxes", "the verbs are fires, moves, passes."),
    ):
        assert (
            str(play_line(game, line).error) == f'The word "{line.split()[1]}" is unknown: {meant}'
        )


def test_only_details_of_the_verb_are_suggested() -> None:
    rules = shipped("halberds")
    book = make_book(rules, random.Random(1))
    game = book.begin_match(
        "halberds", [Entrant("Red", "4 crossbowmen"), Entrant("Blue", "4 swordsmen")]
    )
    for line, meant in (
        ("r1 shoots b1 chrge", 'The word "chrge" is unknown: leave it out.'),
        (
            "r1 strikes b1 chrge",
            'After r1 strikes b1, the word "chrge" is unknown: did you mean ch',
        ),
    ):
        assert str(play_line(game, line).error).startswith(meant)


def test_a_verb_among_the_words_is_suggested_before_a_marker() -> None:
    down = '[actions.down]\nword = "goes down"\nverb = "downs"\n\n[actions.move]'
    rules = build_ruleset(text_of("picket").replace("[actions.move]", down))
    book = make_book(rules, random.Random(1))
    game = book.begin_match("picket", [Entrant("Red", "8 riflemen"), Entrant("Blue", "8 guards")])
    hint = 'The word "goes" is unknown: did you mean downs, or r1 +goes-down for a marker?'
    assert str(play_line(game, "r1 goes down").error) == hint


def test_an_unknown_verb_is_never_answered_with_another_action() -> None:
    book = make_book(shipped("breach"), random.Random(1))
    game = book.begin_match("breach", [Entrant("Red", "4 marines"), Entrant("Blue", "6 raiders")])
    for line in ("b1 charges r1", "b1 fights r1 : 44", "b1 charges marines", "b1 grabs r1"):
        error = str(play_line(game, line).error)
        word = line.split()[1]
        assert error == f'The word "{word}" is unknown: the verbs are aims, moves, passes, shoots.'


@pytest.mark.parametrize(
    ("before", "line", "meant", "now"),
    [
        ("fix b1 wounded 3", "b1 heals 2", "fix b1 wounded 1", 1),
        ("fix b1 wounded 1", "b1 heals 2", "fix b1 wounded off", None),
        ("fix b1 wounded 3", "b1 -1 wound", "b1 -wounded`; to add to wounded, type `fix b1 ", 2),
        ("fix b1 wounded 3", "b1 -2 wounds", "fix b1 wounded 1`; to add to wounded, ", 1),
        ("fix b1 wounded 3", "b1 wounded 2", "fix b1 wounded 2", 2),
        ("fix b1 wounded 3", "b1 +2 wounds", "fix b1 wounded +2", 5),
    ],
)
def test_a_number_of_wounds_is_answered_with_the_line_that_has_its_effect(
    game: Game, before: str, line: str, meant: str, now: int | None
) -> None:
    say(game, before)
    _, _, hint = str(play_line(game, line).error).partition("type ")
    assert hint.startswith(f"`{meant}")
    say(game, hint.partition(";")[0].strip("`."))
    assert game.match.mark(B1, "wounds") == now


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("b1 +1 pin", "b1 +pin"),
        ("b1 +2 pin", "b1 +pin2"),
        ("b1 +2 pinned", "b1 +pinned"),
        ("b1 -1 wet", "b1 -wet"),
        ("b1 -1 pin", "b1 -1"),
        ("b1 +1 orc", "b1 +1"),
        ("b1 +2 figures", "b1 +2"),
    ],
)
def test_a_signed_number_is_of_the_word_after_it(game: Game, line: str, hint: str) -> None:
    say(game, "b1 -3 +wet")
    word = line.rsplit(maxsplit=1)[-1]
    assert str(play_line(game, line).error) == f'The word "{word}" is unknown: type `{hint}`.'
    assert not game.list_objections(parse_command(game, hint))


@pytest.mark.parametrize("line", ["b1 +wounded2", "b1 +wet +wounded2", "b1 +wounded 2"])
def test_a_number_in_the_name_of_a_counted_marker_is_its_number(game: Game, line: str) -> None:
    assert str(play_line(game, line).error) == "Type `fix b1 wounded +2`."
    say(game, "fix b1 wounded +2")
    assert game.match.mark(B1, "wounds") == 2


def test_a_target_without_a_verb_is_answered_with_one_of_the_file() -> None:
    rules = shipped("picket")
    book = make_book(rules, random.Random(1))
    game = book.begin_match("picket", [Entrant("Red", "8 riflemen"), Entrant("Blue", "8 guards")])
    why = "R1 has no verb after it. Type an action, as in `r1 fires b1`."
    assert str(play_line(game, "r1 > b1").error) == why


def test_a_line_of_nobody_says_who_is_there(game: Game) -> None:
    error = str(play_line(game, "kill r1").error)
    named = "type a handle or a name, such as r1 or Riflemen"
    assert error == f"No unit is called kill; {named}; a note begins with #."


def test_a_name_of_several_words_on_both_sides_is_told_whole() -> None:
    book = make_book(shipped("free"), random.Random(1))
    entrants = [Entrant("Red", "The Lads: 10 boys"), Entrant("Blue", "The Lads: 10 boys")]
    error = str(play_line(book.begin_match("free", entrants), "the lads -3").error)
    assert error == ("The Lads could mean more than one unit: type r1 or b1; a note begins with #.")


def test_a_distance_needs_no_unit_if_only_one_is_possible(game: Game) -> None:
    say(game, "r1 moves 6")
    assert list_log_lines(game.history)[-1].text == 'R1 Riflemen moves 6"'
    for line, why in (
        ("r1 moves 6 7in", "Type only one distance."),
        ("r1 moves 6.5", "After r1 moves, `6.5` cannot be read: type `6.5in`."),
        ("r1 moves 6cm", "After r1 moves, this game does not measure in cm: type `6in`."),
    ):
        assert str(play_line(game, line).error) == why


def test_a_fix_takes_one_own_word_off_and_leaves_the_others(game: Game) -> None:
    for line in ("b1 +stunned", "b1 +on-fire", "b1 +wet", "fix b1 wet off"):
        say(game, line)
    say(game, "fix b1 also stunned off")
    assert game.match.mark(B1, unit_changes_and_dice_pools.WORDS) == "on-fire"
    for line, why in (
        ("fix b1 also stunned off", "B1 is not stunned."),
        (
            "fix b1 stuned off",
            "No property is called stuned; choose one of: figures, done",
        ),
        ("fix b1 pined off", "No property is called pined; did you mean pinned?"),
        ("fix red broken 1", "A side has nothing called broken; for points, type `vp red +1`."),
    ):
        assert str(play_line(game, line).error).startswith(why)
    say(game, "fix b1 on-fire off")
    assert game.match.mark(B1, unit_changes_and_dice_pools.WORDS) is None


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("fix b1 began 20", "for 20 figures, type `fix b1 add orcs 10`"),
        ("fix b1 began 7", "to remove figures, type `fix b1 figures -3`"),
        ("fix b1 began 10", "to remove figures, type `fix b1 figures -1`"),
        ("fix b1 began", "to remove figures, type `fix b1 figures -1`"),
    ],
)
def test_a_starting_number_is_answered_with_the_line_for_figures(
    game: Game, line: str, meant: str
) -> None:
    result = play_line(game, line)
    assert str(result.error) == f"The starting number of B1 cannot be corrected; {meant}."


def test_a_side_is_also_found_by_its_player() -> None:
    book = make_book(shipped("free"), random.Random(1))
    game = book.begin_match(
        "free", [Entrant("Wild Bunch", "5 riders", "Jan"), Entrant("Jan", "4 orcs", "Piet")]
    )
    wild, jan = game.match.sides
    say(game, "vp jan 2 | vp piet 3")
    assert (game.match.points(wild), game.match.points(jan)) == (0, 5)
    assert str(play_line(game, "vp pie 2").error).startswith("No side is called pie; ")
    for line, meant in (
        (
            '"wild bunch" +2',
            "Wild bunch is a side, not a unit; for points, type a line such as `vp w 2`.",
        ),
        ("vp jan", "Name the side and the points, as in `vp w 3`."),
    ):
        assert str(play_line(game, line).error).startswith(meant)
    say(game, "end jan")
    assert game.match.ended is not None
    assert game.match.ended.winner == jan


def test_players_of_the_same_name_are_no_side() -> None:
    book = make_book(shipped("free"), random.Random(1))
    game = book.begin_match(
        "free", [Entrant("Red", "5 riders", "Jan"), Entrant("Blue", "4 orcs", "Jan")]
    )
    for line in ("vp jan 2", "end jan"):
        assert str(play_line(game, line).error).startswith("No side is called jan; type r (Red)")
