"""Games kept in the ledger of an evening: phones lead to them, and their ends are told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.server.evening_kit import HERE, Evening, tokens_at
from tests.tui.kit import TO_SHOOT, begin
from tests.xenocide import evening as xenocide
from tracker.application.book import open_book
from tracker.application.match.game import Game
from tracker.server.access_tokens import list_game_roles
from tracker.server.ledger_worker import LedgerWorker
from tracker.server.server_runner import build_application
from tracker.vocabulary.events import MatchEnded, PointsScored

NAMES = ("Anna", "Bram", "Chloé", "Farid")


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """Anna and Farid meet at a table whose game is kept, with Red about to shoot."""
    ledger = tmp_path / "club.db"
    tokens = tokens_at(tmp_path)
    with open_book(ledger) as book:
        game = begin(book, TO_SHOOT)
        league = book.begin_league("Thursday", players=NAMES, rounds=3)
        league.rounds.draft_round("round robin", order="sign-up")
        league.rounds.publish_round()
        (table,) = (one for one in league.state.fixtures.values() if one.players == ("p1", "p4"))
        league.matches.link_match_and_enter_result(table.id, game.stream)
        with TestClient(build_application(LedgerWorker(ledger), tokens, {"testserver"})) as phones:
            yield Evening(book, league, phones, tokens)


def kept(evening: Evening) -> tuple[str, Game]:
    """The fixture whose game is kept, and the game."""
    fixture = next(one for one in evening.games() if one.link is not None)
    return fixture.id, evening.book.open_game("m1")


def path_of(evening: Evening, game: Game, name: str) -> str:
    roles = list_game_roles([side.id for side in game.state.info.sides])
    role = next(role for role in roles if role.name == name)
    return f"/m1/{evening.tokens.make_token('m1', role)}"


@pytest.mark.parametrize(
    ("name", "leads"),
    [("Anna", "r"), ("Farid", "b"), ("Bram", "spectator"), ("everybody", "spectator"),
     ("organiser", "scribe")],
)  # fmt: skip
def test_a_page_leads_to_the_game_as_its_reader_may_see_it(
    evening: Evening, name: str, leads: str
) -> None:
    fixture, game = kept(evening)
    page = evening.shown(name)
    link = f'href="{evening.path(name)}/game/{fixture}"'
    assert link in page
    assert 'href="game/' not in page
    assert ("Open your side of this game" in page) == (name in ("Anna", "Farid"))
    led = evening.phones.get(f"{evening.path(name)}/game/{fixture}")
    assert led.status_code == 200
    assert led.url.path == path_of(evening, game, leads)


def test_no_game_is_led_to_that_is_none(evening: Evening) -> None:
    for fixture in ("f9", "m1", next(one.id for one in evening.games() if one.link is None)):
        assert evening.phones.get(f"{evening.path('Anna')}/game/{fixture}").status_code == 404
    assert evening.phones.get(f"{evening.path('Anna')}x/game/{kept(evening)[0]}").status_code == 404


def test_a_name_that_is_released_takes_the_side_of_its_game_along(evening: Evening) -> None:
    _, game = kept(evening)
    red, blue = (path_of(evening, game, name) for name in ("r", "b"))
    sent = evening.send("Anna", "release")
    assert sent[0] == 200
    assert evening.phones.get(red).status_code == 404
    evening.send("organiser", "renew", role=evening.player("Farid"))
    assert evening.phones.get(blue).status_code == 404


@pytest.mark.rule("XF-WIN-02")
def test_an_evening_tells_no_points_of_a_running_game_that_lists_do_not_know(
    evening: Evening,
) -> None:
    """Losses count in Xenocide, and lists know noted points alone: 0 : 0 would be wrong."""
    other = next(one for one in evening.games() if one.link is None)
    playing = xenocide.begin(kept=evening.book)
    evening.league.matches.link_match_and_enter_result(other.id, playing.stream)
    red = playing.state.info.sides[0].id
    playing.adjust_by_hand((PointsScored(side=red, points=2, why="held"),), "forgotten")
    page = evening.shown("Bram")
    assert '<p class="quiet">in play: turn 1</p>' in page
    deathzap = evening.book.open_game("m1")
    side = deathzap.state.info.sides[0].id
    deathzap.adjust_by_hand((PointsScored(side=side, points=2, why="held"),), "forgotten")
    live = evening.league.matches.find_linked_game(evening.league.state.fixtures[kept(evening)[0]])
    assert live is not None
    assert live.vp == (2, 0)


def test_a_correction_of_a_kept_game_says_how_the_game_ended(evening: Evening) -> None:
    fixture, game = kept(evening)
    red, blue = (side.id for side in game.state.info.sides)
    game.adjust_by_hand(
        (
            PointsScored(side=red, points=7, why="held"),
            PointsScored(side=blue, points=4, why="held"),
            MatchEnded(how="agreed", winner=red),
        ),
        "time is up",
    )
    evening.league.reload()
    ended = evening.games()[0].ended
    assert ended is not None
    assert "correct the result, or leave it" not in evening.shown("organiser")
    said = {"game": fixture, "seen": evening.seen(fixture), "home": "1", "away": "9"}
    status, text = evening.send("organiser", "settle", **said)
    assert status == 200, text
    assert "game m1 ended 7 : 4, Anna won; correct the result, or leave it as it is" in text


def test_the_organiser_begins_a_game_from_a_phone(evening: Evening) -> None:
    other = next(one for one in evening.games() if one.link is None)
    path = f"{evening.path('organiser')}/new-game/{other.id}"
    assert f'href="{path}"' in evening.shown("organiser")
    assert "Which rules are you playing?" in evening.phones.get(path).text
    page = evening.phones.get(f"{path}?rules=deathzap2").text
    assert "Bram plays" in page
    assert page.count('<option value="iron-third.toml"') == 2
    said = {"rules": "deathzap2", "force 1": "iron-third.toml"}
    for wrong in ({"force 2": "/etc/passwd"}, {"force 2": ""}, {"rules": "chess"}):
        sent = evening.phones.post(path, data={**said, **wrong}, headers=HERE)
        assert sent.status_code == 422
        assert evening.book.get_version("m2") == 0
    sent = evening.phones.post(path, data={**said, "force 2": "red-dusk.toml"}, headers=HERE)
    evening.league.reload()
    link = evening.league.state.fixtures[other.id].link
    assert link is not None
    assert link.match == "m2"
    info = evening.book.open_game("m2").state.info
    assert [side.player for side in info.sides] == ["Bram", "Chloé"]
    assert info.title == "Bram v Chloé, round 1"
    assert sent.url.path == evening.path("organiser")
    assert "in play: set-up" in sent.text
    assert evening.phones.get(path).url.path == evening.path("organiser")  # it has one now
    led = evening.phones.get(f"{evening.path('Chloé')}/game/{other.id}")
    assert "Blue · Chloé" in led.text


def test_the_units_of_any_game_are_typed(evening: Evening) -> None:
    other = next(one for one in evening.games() if one.link is None)
    path = f"{evening.path('organiser')}/new-game/{other.id}"
    assert 'name="units 1"' not in evening.phones.get(f"{path}?rules=deathzap2").text
    page = evening.phones.get(f"{path}?rules=free").text
    assert 'Or the units of Bram <input name="units 1"' in page
    said = {"rules": "free", "force 1": "first-force.toml", "force 2": "second-force.toml"}
    sent = evening.phones.post(path, data={**said, "units 2": "ours.toml"}, headers=HERE)
    assert sent.status_code == 422
    assert "Enter the units of Chloé like this: 8 riflemen, 1 gunner." in sent.text
    assert 'value="ours.toml"' in sent.text
    evening.phones.post(path, data={**said, "units 2": "10 orcs, Boss: 1 troll"}, headers=HERE)
    match = evening.book.open_game("m2").match
    names = [match.unit(unit).name for unit in match.units(match.sides[1])]
    assert names == ["Orcs", "Boss"]


def test_a_game_is_begun_by_the_organiser_alone(evening: Evening) -> None:
    other = next(one for one in evening.games() if one.link is None)
    for name in ("Bram", "everybody"):
        path = f"{evening.path(name)}/new-game/{other.id}"
        assert evening.phones.get(path).status_code == 404
        sent = evening.phones.post(path, data={"rules": "deathzap2"}, headers=HERE)
        assert sent.status_code == 404
    assert evening.book.get_version("m2") == 0
