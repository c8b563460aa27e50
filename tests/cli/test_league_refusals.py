"""What leagues and campaigns refuse: one sentence, the right exit code, and nothing changed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.running import Shell
from tracker.ledger.store_opening_and_copying import open_store

FOUR = [part for name in ("Anna", "Bram", "Chloé", "Dario") for part in ("--player", name)]
RULES = "deathzap2"
FILES = {
    "none.toml": "this is no TOML",
    "short.toml": 'name = "Club"\nwin = 3\n',
    "wrong.toml": 'name = "Club"\n[points]\nwin = "many"\ndraw = 1\nloss = 0\n',
    "rules.toml": "kil = 1\n",
    "latin.toml": "name = 'caf\xe9'",
    "empty.csv": "\ufeff \n\n",
    "no.war": "this is no match record\n",
    "cut.war": '[Ruleset "deathzap2"]\n[Title "Half"\n',
}


def held(path: Path) -> str:
    """A digest over every event of the ledger, in its order."""
    whole = hashlib.sha256()
    with open_store(path) as store:
        for event in store.read_all_verified_events():
            whole.update(f"{event.stream} {event.version} ".encode() + event.digest)
    return whole.hexdigest()


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shell]:
    """League l1: Anna 10:7 Dario, Bram – Chloé linked to m1, round 2 drafted; l2 with one player;
    campaign c1 with a game to come; games m1 and m2.
    """
    from tests.deathzap2.evening import BLUE, RED

    folder = tmp_path_factory.mktemp("club")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for name, text in FILES.items():
            encoding = "latin-1" if name == "latin.toml" else "utf-8"
            Path(name).write_text(text, encoding=encoding)
        Path("iron.toml").write_text(RED, encoding="utf-8")
        Path("dusk.toml").write_text(BLUE, encoding="utf-8")
        shell = Shell(folder / "club.db", patch)
        for _ in range(2):
            shell.done("match", "new", "--side", "Red=iron.toml", "--side", "Blue=dusk.toml")
        shell.done("league", "new", "Winter", *FOUR, "--zone", "Europe/Vienna", "--rounds", "3")
        shell.done("league", "draft", "l1")
        shell.done("league", "publish", "l1", "--on", "2026-01-10")
        shell.done("league", "result", "l1", "1", "10-7", "--on", "2026-01-10")
        shell.done("league", "link", "l1", "2", "m1")
        shell.done("league", "draft", "l1")
        shell.done("league", "new", "Spring", "--player", "Gwen")
        shell.done("campaign", "new", "Karst", "--player", "Anna", "--player", "Bram")
        shell.done("campaign", "enroll", "c1", "Anna", "--roster", "iron.toml", "--ruleset", RULES)
        shell.done("campaign", "game", "c1", "Anna", "Bram")
        yield shell


# Every call that people can get wrong, and what they are told. f1, f2: round 1; f3, f4: the draft.
REFUSED = [
    # unknown leagues, players, pairings, games
    ("league show l9", "No league is called 'l9'"),
    ("campaign show c9", "No campaign is called 'c9'"),
    ("campaign show l1", "No campaign is called 'l1'"),
    ("league standings l1 --explain Nobody", "No player is called 'Nobody'"),
    ("league away l1 Nobody", "No player is called 'Nobody'"),
    ("league drop l1 Nobody", "No player is called 'Nobody'"),
    ("league back l1 Nobody", "No player is called 'Nobody'"),
    ("league rename l1 Nobody Erik", "No player is called 'Nobody'"),
    ("league swap l1 Anna Nobody", "No player is called 'Nobody'"),
    ("league pair l1 Nobody Anna", "No player is called 'Nobody'"),
    ("league lock l1 Nobody", "No player is called 'Nobody'"),
    ("league bonus l1 Nobody 1 --why x", "No player is called 'Nobody'"),
    ("league lots l1 Anna Nobody", "No player is called 'Nobody'"),
    ("league sign l1 1 --by Nobody", "No player is called 'Nobody'"),
    ("league result l1 99 10-7", "There is no pairing '99'"),
    ("league arrange l1 99 --on 2030-01-01", "There is no pairing '99'"),
    ("league link l1 1 m9", "No game is called 'm9'"),
    ("league note l1 hello --about Nobody", "is not a player, force, unit or pairing."),
    ("campaign record c1 Anna Nobody 10-7", "Nobody"),
    ("campaign record c1 Anna Anna 10-7", "A game needs two different players."),
    ("campaign enroll c1 Nobody --roster iron.toml --ruleset deathzap2", "No player is called"),
    ("campaign unit c1 Nobody --experience 1 --why x", "No unit is called 'Nobody'"),
    # rounds that are not published, results that are there, games that are linked
    (
        "league result l1 f3 10-7",
        "Round 2 has not been published yet. Publish the round first. Run: warledger"
        " league "
        "publish l1.\n",
    ),
    ("league result l1 f4 d", "Round 2 has not been published yet. Publish the round"),
    ("league sign l1 f3", "Round 2 has not been published yet"),
    ("league sign l1 2", "has no result to sign yet"),
    ("league link l1 f3 m2", "Round 2 has not been published yet. Publish the round"),
    (
        "league result l1 1 7-10",
        "already has another result: 10 : 7, Anna won. If that result is wrong, correct it. "
        "Run: warledger league correct l1 f1 7-10.\n",
    ),
    (
        "league correct l1 2 10-7",
        "no result to correct yet. Enter a result instead. Run: warledger league result l1 f2"
        " 10-7.\n",
    ),
    ("league withdraw l1 2", "has no result"),
    ("league link l1 1 m1", "Game m1 is already linked to l1:f2. A game can be linked only once"),
    ("league link l1 2 m2", "already has game m1"),
    ("campaign link c1 f99 m1", "There is no game 'f99'. Type an id such as `f3`."),
    (
        "campaign link c1 f1 m1",
        "Game m1 is already linked to l1:f2. A game can be linked only once",
    ),
    ("league unlink l1 1", "has no linked game"),
    ("league sign l1 1 --by Bram", "Bram"),
    # days and times
    (
        "league result l1 2 3-1 --on 2999-01-01",
        "is in the future, but a result must be from today or earlier.",
    ),
    ("league correct l1 1 3-1 --on 2999-01-01", "is in the future"),
    ("league bonus l1 Anna 1 --why x --on 2999-01-01", "is in the future"),
    ("campaign record c1 Anna Bram 10-7 --on 2999-01-01", "is in the future"),
    ("league result l1 2 3-1 --on yesterweek", "is not a date. Write it like 2026-10-03"),
    ("league result l1 2 3-1 --on 2026-02-30", "is not a date"),
    ("league result l1 2 3-1 --time 25:00", "is not a time"),
    ("league arrange l1 2 --on soon", "is not a date"),
    ("league publish l1 --ends late", "is not a time"),
    ("league standings l1 --as-of 2026-13-01", "is not a date"),
    ("league standings l1 --as-of 9", "There is no round 9"),
    ("league rounds l1 --round 9", "There is no round 9"),
    ("league new X --zone Mars/Olympus", "is not a time zone. Type a name such as `Europe/Vienna`"),
    # results and points that are none
    ("league result l1 2 ten-seven", "10-7"),
    ("league result l1 2 c3", "10-7"),
    ("league bonus l1 Anna many --why x", "is not a number of points."),
    ("league bonus l1 Anna 1/0 --why x", "is not a number of points."),
    ("league bonus l1 Anna 0 --why x", "Zero points would change nothing."),
    ("league bonus l1 Anna 1", "Type the reason for the points"),
    ("league swap l1 Anna Anna", "Anna is named twice"),
    (f"league result l1 {'9' * 5000} w1", "There is no pairing"),
    (f"league standings l1 --as-of {'9' * 5000}", "is not a date"),
    ("league standings l1 --as-of ²", "is not a date"),
    ("league rounds l1 --round 0", "There is no round 0"),
    ("league lots l1 Anna Anna", "Name at least two players, each once"),
    ("league enroll l1 anna", "Anna"),
    ("league rename l1 Anna bram", "Bram"),
    ("league draft l1 --method chess", "chess"),
    ("league draft l2", "Fewer than two players"),
    (
        "league publish l2",
        "No round has been drafted. Draft a round first. Run: warledger league draft l2.\n",
    ),
    (
        "league season l1 --title Spring",
        "is not closed. Close the season first. Run: warledger league season l1 --close.\n",
    ),
    (
        "league bracket l1",
        "Put the best players in a bracket first. Run: warledger league cut l1 4.\n",
    ),
    ("league undo l1 --to 99", "There is no line 99"),
    ("league redo l1", "Nothing to redo. Redo works only until the next"),
    # schemes, rules and records
    ("league new X --scheme 9/9/9", "There is no scoring scheme called '9/9/9'. Choose one of:"),
    ("league new X --scheme none.toml", "line 1"),
    ("league new X --scheme short.toml", "line 2"),
    ("league new X --scheme latin.toml", "it is not UTF-8 text"),
    ("league scheme l1 wrong.toml --why x", "line 3"),
    ("league scheme l1 5/3/1", "Give a reason for a change in mid-season"),
    ("league ties l1 age --why x", "There is no tie-break 'age'"),
    ("league ties l1 lots lots --why x", "named twice"),
    ("league new X --ties age", "There is no tie-break 'age'"),
    ("league new X --player Anna --player ANNA", "ANNA is named twice"),
    ("league new X --rounds -1", "0 to 1000 rounds"),
    ("league new X --ruleset chess", "There are no rules called 'chess'"),
    ("league new \u200b", "Give the league a name"),
    ("campaign new X --rules rules.toml", "Line 1: “kil” is unknown: did you mean “kill”?"),
    ("campaign new X --rules nowhere.toml", "no carry-over rules called 'nowhere.toml'"),
    ("campaign enroll c1 Anna --roster none.toml --ruleset deathzap2", "line 1"),
    ("import no.war", "This is not a match record"),
    ("import cut.war", "This is not a match record"),
    ("import empty.csv", "empty.csv is not a record. To import results or players, run: "),
    ("verify empty.csv", "empty.csv is empty. Choose another file."),
    ("league sign-up l1 empty.csv", "empty.csv is empty. Choose another file."),
    ("league import-results l1 empty.csv", "empty.csv is empty. Choose another file."),
    ("league import-dates l1 empty.csv", "empty.csv is empty. Choose another file."),
    ("league new X --ruleset frei", "called 'frei'. Did you mean 'free'? Choose one of: "),
    ("league new X --ruleset chess", "xenocide, breach, free, halberds, picket, watchfire.\n"),
    ("import nowhere.war", "nowhere.war cannot be read"),
]


STANDS_SO = [
    ("league result l1 1 10-7", "already has this result"),
    ("league correct l1 1 10-7", "already has this result"),
]
"""What changes nothing is no failure."""


@pytest.mark.parametrize(
    ("call", "says", "code"),
    [*((*one, 1) for one in REFUSED), *((*one, 0) for one in STANDS_SO)],
    ids=[call for call, _ in (*REFUSED, *STANDS_SO)],
)
def test_one_sentence_and_nothing_changed(club: Shell, call: str, says: str, code: int) -> None:
    before = held(club.path)
    ran = club(*call.split())
    assert (ran.code, ran.out) == (code, ""), ran
    assert ran.err.startswith("warledger: ")
    assert ran.err.count("\n") == 1, ran.err
    assert ran.err[-2] in ".?", ran.err
    assert "traceback" not in ran.err.casefold()
    assert "error in the program" not in ran.err
    assert says.casefold() in ran.err.casefold()
    assert held(club.path) == before


WRONG = [
    "league",
    "league result l1",
    "league result l1 1",
    "league nonsense l1",
    "league result l1 1 10-7 --when now",
    "league rounds l1 --round three",
    "league standings",
    "campaign record c1 Anna",
    "campaign game c1 Anna Bram --om 2026-01-01",
    "export",
    "export l1 --season first",
]


@pytest.mark.parametrize("call", WRONG)
def test_a_wrong_call_exits_2_and_changes_nothing(club: Shell, call: str) -> None:
    before = held(club.path)
    ran = club(*call.split())
    assert (ran.code, ran.out) == (2, ""), ran
    assert ran.err
    assert held(club.path) == before


def test_a_day_to_come_is_fine_for_an_arrangement(club: Shell) -> None:
    before = held(club.path)
    club.done("league", "arrange", "l1", "2", "--on", "2999-01-01")
    assert held(club.path) != before, "the digest sees what is written"


def test_somebody_back_comes_late_or_plays_as_a_ringer(club: Shell) -> None:
    refused = club("league", "back", "l1", "Dario", "--late", "--ringer")
    assert refused.code == 2
    assert "use either --late or --ringer" in refused.err
