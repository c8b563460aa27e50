"""Input that nobody writes by hand is refused in a sentence, soon, wherever it comes in."""

from __future__ import annotations

import pytest

from tracker.application.book import Book
from tracker.application.errors import Refused
from tracker.application.match_records.match_record_writer import compose_match_record
from tracker.application.match_records.record_importer import import_match_record
from tracker.application.match_setup import Entrant
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.leagues.organiser_toml_reader import FileProblems
from tracker.leagues.results.scoring_scheme_files import parse_scoring_scheme_file
from tracker.ledger.memory_store import MemoryStore
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.procedures.ruleset import Ruleset

RULES = load_playable_rulesets()


def game_of(rules: Ruleset) -> Book:
    assert rules.forces is not None
    sample = rules.forces.samples()[0].text
    book = Book(MemoryStore())
    book.begin_match(rules.id, [Entrant("Red", sample), Entrant("Blue", sample)])
    return book


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("|" * 500_000, "a line can have at most 20,000 characters"),
        ("!-2" * 200_000, "a line can have at most 20,000 characters"),
        ("r1 \udcff", "a line cannot contain line breaks or control characters"),
        ("all " + "x" * 10_000, f'After all, the word "{"x" * 40}…" is unknown'),
    ],
)
@pytest.mark.parametrize("rules", RULES)
def test_a_line(rules: str, line: str, why: str) -> None:
    done = play_line(game_of(RULES[rules]).open_game("m1"), line)
    assert done.error is not None
    assert why in done.error.message
    assert len(done.error.message) < 300


@pytest.mark.parametrize(("rules", "line"), [("deathzap2", "orders"), ("combat-zone", "pass")])
def test_what_a_side_does_is_refused_while_it_is_nobodys_go(rules: str, line: str) -> None:
    game = game_of(RULES[rules]).open_game("m1")
    assert play_line(game, "end time").error is None
    done = play_line(game, line)
    assert done.error is not None
    assert done.error.message == f"No side is acting now: name a side after {line}."


def test_a_record_of_thirty_sides() -> None:
    book = game_of(RULES["deathzap2"])
    text = compose_match_record(RULES["deathzap2"], book.open_game("m1").history)
    head, side, rest = text.partition("[[side]]")
    many = "".join(f'[[side]]\nname = "{n}"\nroster = "iron-third"\n\n' for n in range(28))
    with pytest.raises(Refused, match="two sides, not 30"):
        import_match_record(book, head + many + side + rest, lambda *_: "", allow_changed=True)


def test_a_record_with_an_endless_line() -> None:
    book = game_of(RULES["deathzap2"])
    text = compose_match_record(RULES["deathzap2"], book.open_game("m1").history)
    with pytest.raises(Refused, match=r"Line \d+ of this record is longer than 20,000 characters"):
        import_match_record(
            book, text + "# " + "x" * 30_000 + "\n", lambda *_: "", allow_changed=True
        )


@pytest.mark.parametrize("win", ['"1e999999"', '"1/0"', '"' + "9" * 5000 + '"', '"²"'])
def test_a_scheme_with_a_number_beyond_counting(win: str) -> None:
    with pytest.raises(FileProblems, match=r"Line 3: win: .* is not a number such as 3, 0.5"):
        parse_scoring_scheme_file(f'name = "x"\n[points]\nwin = {win}\ndraw = 1\nloss = 0\n')


def test_a_force_that_no_table_holds() -> None:
    rules = RULES["deathzap2"]
    squad = '[[squads]]\nname = "Squad"\nfigures = { rifle = 10 }\n'
    profile = '[profiles.rifle]\ntype = "infantry"\nquality = "basic"\nshields = "light"\n'
    head = f'name = "Horde"\nruleset = "deathzap2"\n{profile}guns = ["rifle basic"]\n'
    entrants = [Entrant("Red", head + squad * 101), Entrant("Blue", head + squad)]
    with pytest.raises(Refused) as refused:
        Book(MemoryStore()).begin_match(rules.id, entrants)
    assert refused.value.message == (
        "Horde has 101 units and 1,010 figures;"
        " a side can have at most 100 units and 1,000 figures."
    )
