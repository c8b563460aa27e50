"""Home and a new game: what is proposed, how few keys it takes, what a bad roster says."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.tui.kit import RULES, TO_SHOOT, VOLLEY, Clock, Stage, act, begin, book, samples
from tests.tui.winter import club
from tracker.application.book import Book, open_book
from tracker.application.match.dice_input import is_dice_request
from tracker.application.match_setup import Entrant
from tracker.ledger.backup_folder import list_backup_files
from tracker.ledger.memory_store import MemoryStore
from tui.home.game_setup_form import GameSetupForm
from tui.views.game_list import describe_how_game_was_left, format_time_ago

MINUTE = 60 * 1_000_000


def test_an_empty_book_names_its_file_and_the_next_key() -> None:
    async def story(stage: Stage) -> None:
        assert "~/warledger.db" in stage.text
        assert "n  begin a game" in stage.text

    act(story, book(), game=None)


def test_the_word_left_at_q_stands_at_the_game_until_something_is_said() -> None:
    kept = book()
    game = begin(kept, TO_SHOOT)
    act(leaving_with("the mill is ours"), kept, game=None)
    assert describe_how_game_was_left(kept, "m1")[-1] == "the mill is ours"
    game.reload()
    game.add_note("a note")
    assert "the mill is ours" not in describe_how_game_was_left(kept, "m1")


def leaving_with(word: str) -> Callable[[Stage], Awaitable[None]]:
    async def story(stage: Stage) -> None:
        await stage.press(f"⏎q{word}⏎")
        assert word in stage.text

    return story


def test_from_the_first_key_to_the_first_die_in_six_keys() -> None:
    async def story(stage: Stage) -> None:
        # n, both forces, begin: three keys, then the first die.
        await stage.press("n⏎⏎")
        assert "OBJECTIVES   2 dice" in stage.text
        await stage.press("2")
        assert "1 of 2 dice" in stage.text

    kept = book()
    act(story, kept, game=None)
    game = kept.open_game("m1")
    assert game.state.info.options == game.ruleset.map_options_to_defaults()


@pytest.mark.parametrize("place", range(1, len(RULES) + 1), ids=list(RULES))
def test_a_die_is_asked_for_after_six_keys_whatever_is_played(place: int) -> None:
    """Launch, n, the rules by their number: what is left of the six is Enter.

    In Xenocide each side places its own counters, with an Enter of its own (XF-ORD-01).
    """
    most = 7 if RULES[list(RULES)[place - 1]].id == "xenocide" else 6

    async def story(stage: Stage) -> None:
        await stage.press(f"n{place}")
        await stage.press("⏎⏎")
        pressed = 4
        while (asked := stage.table.game.pending) is None or not is_dice_request(asked.request):
            await stage.press("⏎")
            pressed += 1
            assert pressed <= most, stage.text

    kept = Book(MemoryStore(), clock=Clock(), dice=random.Random(7), rulesets=RULES)
    act(story, kept, game=None)


def test_a_rematch_of_the_last_game_is_two_keys() -> None:
    kept = book()
    names = list(samples())
    sides = [
        Entrant(side, samples()[file], player, source=file)
        for side, file, player in zip(("North", "South"), names[1:3], ("Anna", "Bram"), strict=True)
    ]
    option = next(one for one in kept.get_ruleset("deathzap2").options if one.question)
    other = next(value for value in option.values if value != option.default)
    last = kept.begin_match(
        "deathzap2", sides, title="The mill", options={option.name: other}, played_on="2026-01-02"
    )

    async def story(stage: Stage) -> None:
        await stage.press("n")
        assert "r rematch: The mill" in stage.text
        await stage.press("r")
        assert "NORTH Hollow Brood" in stage.text
        assert "2 dice" in stage.text

    act(story, kept, game=None)
    game = kept.open_game("m2")
    assert (game.state.info.sides, game.state.info.options) == (
        last.state.info.sides, last.state.info.options,
    )  # fmt: skip
    assert game.state.info.options[option.name] == other
    assert game.state.forces == last.state.forces
    assert game.state.units == last.state.units
    assert game.state.info.played_on > last.state.info.played_on
    assert game.state.info.title == " v ".join(one.name for one in last.state.forces.values())


def test_a_rematch_has_the_rules_that_were_chosen() -> None:
    """The Deathzap game is older, and Combat Zone's was offered on its page too."""
    rulesets = {name: RULES[name] for name in ("combat-zone", "deathzap2")}
    kept = Book(MemoryStore(), clock=Clock(), dice=random.Random(7), rulesets=rulesets)
    for ruleset, title in (("deathzap2", "The mill"), ("combat-zone", "The yard")):
        sides = [
            Entrant(one, text) for one, text in zip("RB", samples(ruleset).values(), strict=False)
        ]
        kept.begin_match(ruleset, sides, title=title, played_on="2026-01-02")
    form = GameSetupForm(kept)
    assert form.rematch_title == "The yard"
    for rules in form.rulesets:
        form.go_to_row(form.rulesets.index(rules))
        form.choose_marked_rules_and_load_rosters()
        assert form.rematch_title == {"deathzap2": "The mill"}.get(rules.id, "The yard")
        form.rules = None


def test_a_rematch_is_offered_only_before_forces_are_chosen() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("nr")
        assert "There is no game to play again yet. Choose the rules and two forces." in stage.text
        await stage.press("1")
        assert "rematch" not in stage.text

    act(story, book(), game=None)


def test_one_roster_is_chosen_and_the_other_still_asked_for() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("n")
        assert "Enter Ash Column v Hollow Brood" in stage.text
        await stage.named("down")
        assert "Enter: Ash Column" not in stage.text
        await stage.press("⏎")
        assert "Which force does Blue play?" in stage.text

    act(story, book(), game=None)


@pytest.mark.thorough
def test_at_most_six_questions_are_asked_and_answers_are_kept() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("n31")
        assert "Iron Third" in stage.text
        await stage.named("down", "space", "enter")
        await stage.settle()

    kept = book()
    act(story, kept, game=None)
    game = kept.open_game("m1")
    asked = [option for option in game.ruleset.options if option.question]
    assert len(asked) <= 6
    second = asked[1]
    assert game.state.info.options[second.name] == second.values[1]
    assert game.state.forces["s:r"].name == "Iron Third"  # type: ignore[index]


def test_a_digit_marks_its_house_rule_and_only_space_changes_it() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("n31253")
        assert [line for line in stage.text.splitlines() if "▸3" in line]
        await stage.press(" ⏎")

    kept = book()
    act(story, kept, game=None)
    game = kept.open_game("m1")
    options = {each.name: each for each in game.ruleset.options}
    third = [each for each in game.ruleset.options if each.question][2]
    assert game.state.info.options == {
        name: each.values[1] if each is third else each.default for name, each in options.items()
    }


@pytest.mark.thorough
def test_enter_at_the_name_of_one_player_asks_the_other() -> None:
    asked = sum(bool(one.question) for one in RULES["deathzap2"].options)
    for keys, players in (
        (f"{asked + 1}Anna⏎Farid⏎", ["Anna", "Farid"]),
        (f"{asked + 2}Farid⏎Anna⏎", ["Anna", "Farid"]),
        (f"{asked + 1}⏎⏎", ["", ""]),  # names may be left out
    ):
        kept = book()

        async def story(stage: Stage, keys: str = keys) -> None:
            await stage.press("n⏎")
            assert "Press Enter to begin the game, or change an answer first." in stage.text
            await stage.press(keys[:1])
            at_red = keys.startswith(f"{asked + 1}")
            left_out = "Type who plays Red, or press Enter to leave it empty." in stage.text
            assert left_out == at_red
            await stage.press(keys[1:2])
            then = f"Press Enter, then type who plays {'Blue' if at_red else 'Red'}."
            assert (then in stage.text) == ("Anna" in keys)
            await stage.press(keys[2:])
            if "Anna" in keys:
                assert "Press Enter to begin the game, or change an answer first." in stage.text
                await stage.press("⏎")
            assert stage.table.game.pending is not None

        act(story, kept, game=None)
        sides = kept.open_game("m1").state.info.sides
        assert [side.player or "" for side in sides] == players


def test_points_that_differ_are_told_as_on_the_command_line() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("n34")  # Iron Third against Red Dusk
        said = "The forces differ by 25 points: Iron Third 588, Red Dusk 563."
        assert said in stage.text
        rules = RULES["deathzap2"]
        assert rules.forces is not None
        rosters = tuple(
            rules.forces.read(samples()[f], rules.map_options_to_defaults())
            for f in ("iron-third.toml", "red-dusk.toml")
        )
        (told,) = rules.forces.together(rosters)
        assert said == f"{told[:1].upper()}{told[1:]}."
        await stage.press("⎋3")  # the same twice
        assert "differ" not in stage.text

    act(story, book(), game=None)


def test_who_plays_and_what_it_is_called_is_asked_and_passed_over_with_enter() -> None:
    kept = book()
    asked = sum(bool(one.question) for one in RULES["deathzap2"].options)

    async def story(stage: Stage) -> None:
        await stage.press("n31")
        assert "Who plays Red?" in stage.text
        assert "Iron Third v Ash Column" in stage.text
        assert "? keys" in stage.text
        await stage.press(f"{asked + 1}Anne⌫a")
        assert "F1 keys" in stage.text  # letters and signs belong to the name here
        assert "o house rules" not in stage.text.splitlines()[-1]
        await stage.named("down")
        await stage.press("Farid 2")
        await stage.named("down")
        await stage.press("The ford?⏎")

    act(story, kept, game=None)
    info = kept.open_game("m1").state.info
    assert [side.player for side in info.sides] == ["Anna", "Farid 2"]
    assert info.title == "The ford?"


@pytest.mark.thorough
def test_a_roster_is_read_from_a_file(tmp_path: Path) -> None:
    roster = tmp_path / "mine.toml"
    roster.write_text(
        'name = "Mine"\nruleset = "deathzap2"\n'
        '[profiles.a]\ntype = "infantry"\nquality = "basic"\nshields = "light"\n'
        'guns = ["rifle basic"]\n[[squads]]\nname = "Only"\nfigures = { a = 5 }\n'
    )

    async def story(stage: Stage) -> None:
        await stage.press("nf")
        await stage.press(str(roster))
        await stage.press("⏎")
        assert "Mine" in stage.text
        await stage.press("⏎⏎⏎")

    kept = book()
    act(story, kept, game=None)
    assert kept.open_game("m1").state.info.title.startswith("Mine v ")


def test_a_bad_roster_says_its_line_and_begins_nothing(tmp_path: Path) -> None:
    roster = tmp_path / "bad.toml"
    roster.write_text('name = "Bad"\nruleset = "deathzap2"\n[profiles.a]\ntype = "wizard"\n')

    async def story(stage: Stage) -> None:
        await stage.press("nf")
        await stage.press(str(roster))
        await stage.press("⏎")
        assert "line 4" in stage.text
        await stage.press("⏎")
        assert "Which force does Red play?" in stage.text

    kept = book()
    act(story, kept, game=None)
    assert kept.list_games() == []


@pytest.mark.parametrize("name", ["nowhere.toml", "", "."])
def test_a_file_that_is_not_there_is_a_sentence(tmp_path: Path, name: str) -> None:
    async def story(stage: Stage) -> None:
        await stage.press("nf")
        await stage.press(str(tmp_path / name))
        await stage.press("⏎")
        assert "×" in stage.text
        assert "Which force does Red play?" in stage.text

    act(story, book(), game=None)


@pytest.mark.thorough
def test_the_last_game_is_proposed_with_what_it_waits_for() -> None:
    kept = book()
    begin(kept, TO_SHOOT, title="The first")
    begin(kept, VOLLEY, title="The second")
    kept.clock.tick()  # type: ignore[attr-defined]
    kept.open_game("m2").add_note("later")

    async def story(stage: Stage) -> None:
        rows = stage.text.splitlines()
        assert "▸1 The second" in rows[2]
        assert "waiting for: 6 dice through, 1 Alpha ▸ 2 Dusk rifles, need 4+" in stage.text
        await stage.named("down")
        assert "▸2 The first" in stage.text
        assert "next: Alpha has not fired" in stage.text
        await stage.press("1")
        assert "THROUGH" in stage.text

    act(story, kept, game=None)


@pytest.mark.thorough
def test_back_goes_one_step_at_a_time() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("n⏎")
        assert "Press Enter to begin the game" in stage.text
        await stage.press("⎋")
        assert "Which force does Blue play?" in stage.text
        await stage.press("⎋")
        assert "Which force does Red play?" in stage.text
        await stage.press("⎋")
        assert "begin a game" in stage.text

    act(story, book(), game=None)


@pytest.mark.parametrize(
    ("minutes", "words"),
    [(0, "just now"), (5, "5 minutes ago"), (120, "2 hours ago"), (60 * 24 * 14, "2 weeks ago")],
)
def test_how_long_ago(minutes: int, words: str) -> None:
    then = 1_760_000_000_000_000
    assert format_time_ago(then, then + minutes * MINUTE) == words


def test_games_of_rules_that_are_not_installed_are_listed_and_refused() -> None:
    kept = book()
    begin(kept, TO_SHOOT)
    bare = Book(kept.store, clock=kept.clock, rulesets={})

    async def story(stage: Stage) -> None:
        assert "not installed" in stage.text
        await stage.press("⏎")
        assert "There are no rules called 'deathzap2'" in stage.text

    act(story, bare, game=None)


def test_a_volley_to_practise_on_leaves_nothing_behind() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("p")
        assert "Roll 7 dice" in stage.text
        await stage.press("4516234⏎")
        assert "A wrong die? u undoes it;" in stage.text
        await stage.press("u")
        assert "All dice in? Press Enter" in stage.text
        assert "4 5 1 6 2 3 4" in stage.text  # the dice are still here
        await stage.press("⏎42615⏎111⏎⏎")
        assert "The volley is complete" in stage.text
        await stage.press("u")
        assert "The volley is complete" not in stage.text
        await stage.press("uuuu")  # saves, what went through, hits, the shot itself
        assert "The volley is undone. U redoes it" in stage.text
        await stage.press("⎋")
        assert "begin a game" in stage.text

    kept = book()
    act(story, kept, game=None)
    assert kept.list_games() == []


def test_escape_never_ends_the_program() -> None:
    """It says which key does, and is silent again; in the demo it goes back to the own book."""

    async def story(stage: Stage) -> None:
        await stage.press("⎋")
        assert "Press q to quit" in stage.text.splitlines()[-2]
        await stage.press("⎋")
        assert "q leaves; Escape" not in stage.text
        assert stage.app.is_running
        assert stage.app.return_code is None
        assert "v practise" in stage.text  # the footer has no room for it
        await stage.press("v")
        assert "Roll 7 dice" in stage.text

    kept = book()
    begin(kept, TO_SHOOT)
    act(story, kept, game=None)


@pytest.mark.thorough
def test_escape_leaves_practice_at_any_time() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("p45⎋")
        assert "begin a game" in stage.text

    act(story, book(), game=None)


@pytest.mark.thorough
@pytest.mark.parametrize("typed", ["anna", "bravo", "iron⎵third", "farid⎵dusk⎵rifles⎵first"])
def test_a_game_is_found_by_its_players_forces_and_units(typed: str) -> None:
    kept = book()
    begin(kept, title="The first battle")
    begin_other(kept, "The second battle")

    async def story(stage: Stage) -> None:
        await stage.press(f"/{typed}")
        assert "1 of 2" in stage.text
        assert "The first battle" in stage.text
        await stage.press("⌫" * 40 + "battle")
        assert "2 of 2" in stage.text

    act(story, kept, game=None)


def begin_other(kept: Book, title: str) -> None:
    """Begin a game in which no force, player or unit of the sample games takes part."""
    text = samples()["iron-third.toml"].replace("Iron Third", "Greys").replace("Bravo", "Xray")
    entrants = [Entrant("Red", text, "Cleo"), Entrant("Blue", text, "Dirk")]
    kept.begin_match("deathzap2", entrants, title=title)


def test_all_house_rules_stand_in_one_list_that_can_be_searched() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("n⏎o")
        assert f"{len(rules.options)} ─" in stage.text
        await stage.press("morale")
        assert "of 42" in stage.text.replace(str(len(rules.options)), "42")
        await stage.named("space")
        await stage.press("⏎")
        assert "changed: " in stage.text
        await stage.press("⏎")

    kept = book()
    rules = next(iter(kept.rulesets.values()))
    act(story, kept, game=None)
    game = kept.open_game("m1")
    changed = {
        k: v for k, v in game.state.info.options.items() if v != rules.map_options_to_defaults()[k]
    }
    (name,) = changed
    option = next(each for each in rules.options if each.name == name)
    assert "morale" in f"{option.name} {option.question} {option.text}".casefold()
    assert (
        changed[name]
        == option.values[(option.values.index(option.default) + 1) % len(option.values)]
    )


def test_letters_that_are_commands_elsewhere_only_search_there() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("n⏎oqq")
        assert "No house rule found" in stage.text
        await stage.press("⌫⌫")
        assert "No house rule" not in stage.text
        await stage.press("⎋")
        assert "Press Enter to begin the game" in stage.text

    act(story, book(), game=None)


@pytest.mark.parametrize(
    ("lines", "asked"),
    [
        (("r1 > b2 soft : 4516234612 / 426512",), "3 dice save, 1 Alpha ▸ 2 Dusk rifles, need 6"),
        (("r1 > b2 soft : 4516234612",), "6 dice through, 1 Alpha ▸ 2 Dusk rifles, need 4+"),
    ],
)
def test_who_acts_stands_first_also_where_the_target_saves(
    lines: tuple[str, ...], asked: str
) -> None:
    """Alpha (soft cover: 4 5 6 3 4 6 hit, 4 6 5 go through) fires at Dusk rifles, who save."""
    kept = book()
    begin(kept, (*TO_SHOOT, *lines))

    async def story(stage: Stage) -> None:
        assert f"waiting for: {asked}" in stage.text

    act(story, kept, game=None)


def test_a_copy_is_kept_when_home_is_seen_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WARLEDGER_BACKUPS", "3,7")
    ledger = tmp_path / "club.db"

    async def story(stage: Stage) -> None:
        await stage.press("n⏎⏎")
        assert not list_backup_files(ledger)
        await stage.press("⏎q⏎")
        await stage.app.workers.wait_for_complete()

    with open_book(ledger) as kept:
        act(story, kept, game=None)
        told = kept.open_game("m1").state
    (copy,) = list_backup_files(ledger)
    with open_book(copy.file, only_reading=True) as read:
        assert read.open_game("m1").state.info == told.info


def test_numbers_of_copies_that_are_none_are_said_and_end_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WARLEDGER_BACKUPS", "[/b]")  # and no markup that ends nothing

    async def story(stage: Stage) -> None:
        await stage.press("n⏎⏎⏎q⏎")
        told = {(note.message, note.markup) for note in stage.app._notifications}
        said = (
            "WARLEDGER_BACKUPS=[/b] is not valid. Set this variable to the numbers of"
            " recent and daily backups to keep, such as 3,7, or to 0 for none."
        )
        assert told == {(said, False)}
        assert "─ resume ─" in stage.text

    with open_book(tmp_path / "club.db") as kept:
        act(story, kept, game=None)


def test_rules_without_samples_say_how_to_come_by_a_force() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("n⏎⏎")
        told = " ".join(stage.text.split())
        assert "no force to choose yet. Press f to read a roster from a file" in told

    act(story, club(), game=None)


def test_the_tenth_rules_are_chosen_with_the_key_0() -> None:
    others = [f"other-{number}" for number in range(9)]
    ten = {**dict.fromkeys(others, RULES["deathzap2"]), "xenocide": RULES["xenocide"]}

    async def story(stage: Stage) -> None:
        await stage.press("n")
        assert " 0 Xenocide: Firefight" in stage.text
        await stage.press("0")
        assert "new game · Xenocide: Firefight" in stage.text

    act(story, Book(MemoryStore(), rulesets=ten), game=None)


def test_a_typed_force_that_is_refused_is_not_listed() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("nany⏎")
        await stage.press("f201 orcs, 0 trolls, -1 goblin⏎")
        assert "Which force does Red play?" in stage.text
        assert "A force" not in stage.text

    act(story, Book(MemoryStore()), game=None)


def test_what_no_rules_are_called_chooses_none_and_stays() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("nzzz⏎")
        assert "Which rules?" in stage.text
        assert "No row is called `zzz`. Press Esc to clear the search, or use ↑ ↓" in stage.text
        await stage.press("⌫⌫⌫9⏎")  # nor is there a ninth
        assert "No row is called `9`" in stage.text
        await stage.press("⎋xeno")
        await stage.press("⏎")
        assert "new game · Xenocide" in stage.text

    act(story, Book(MemoryStore(), rulesets=RULES), game=None)
