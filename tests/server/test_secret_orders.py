"""Orders that a side lays face down on its own phone: its own alone, until all are turned over."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from tests.saying import say
from tests.server.evening_kit import HERE
from tests.tui.kit import RULES
from tests.xenocide.evening import begin
from tracker.application.match.game import Game
from tracker.rulesets.xenocide.data import markers, state_queries
from tracker.server.access_tokens import AccessTokens, Role, list_game_roles
from tracker.server.game_pages import GamePages
from tracker.server.ledger_worker import LedgerWorker
from tracker.testing.random_games import make_book
from tracker.vocabulary.subject_ids import make_unit_id

pytestmark = pytest.mark.rule("XF-ORD-01")
RED = {"r1": "run", "r2": "standard", "r3": "opp", "r4": "standard", "r5": "1"}
BLUE = {"b1": "opp", "b2": "run", "b3": "standard", "b4": "standard", "b5": "0"}


class Table:
    """A game in which orders are to be given, and a phone for each role."""

    def __init__(self, game: Game, phones: TestClient, tokens: AccessTokens) -> None:
        self.game, self.phones, self.tokens = game, phones, tokens

    def path(self, role: Role) -> str:
        return f"/{self.game.stream}/{self.tokens.make_token(self.game.stream, role)}"

    def shown(self, name: str) -> str:
        return self.phones.get(self.path(role_of(self.game, name))).text

    def lay(self, name: str, orders: dict[str, str]) -> tuple[int, str]:
        path = f"{self.path(role_of(self.game, name))}/orders"
        filled = {f"order.{unit}": word for unit, word in orders.items()}
        sent = self.phones.post(path, data=filled, headers=HERE)
        self.game.reload()
        return sent.status_code, sent.text

    def order(self, unit: str) -> str:
        return state_queries.get_order(self.game.match, make_unit_id(unit))


def role_of(game: Game, name: str) -> Role:
    roles = list_game_roles([side.id for side in game.state.info.sides])
    return next(role for role in roles if role.name == name)


@pytest.fixture
def table() -> Iterator[Table]:
    kept = make_book(RULES["xenocide"], random.Random(1))
    tokens, game = AccessTokens(None), begin(kept=kept)
    with TestClient(GamePages(LedgerWorker(None, kept), tokens).build_app()) as phones:
        yield Table(game, phones, tokens)


def test_a_side_lays_its_own_orders_and_no_others(table: Table) -> None:
    status, text = table.lay("r", {**RED, "b1": "run"})
    assert status == 200
    assert [table.order(unit) for unit in ("r1", "r2", "r3")] == ["run", "standard", "opportunity"]
    counter = table.game.match.marker(make_unit_id("r1"), markers.ORDER)
    assert counter is not None
    assert counter.hidden_from == ("s:b",)
    assert not table.game.match.has(make_unit_id("b1"), markers.ORDER)
    assert "They are face down" in text
    assert '<option value="opp" selected>' in text
    for name in ("b", "scribe", "spectator"):
        assert "opportunity fire</span>" not in table.shown(name)


@pytest.mark.parametrize("name", ["b", "scribe", "spectator"])
def test_nobody_lays_the_orders_of_another_side(table: Table, name: str) -> None:
    before = table.game.version
    assert table.lay(name, RED)[0] == 422
    assert table.game.version == before


@pytest.mark.parametrize(
    ("said", "whose"),
    [({"r2": ""}, "R2"), ({"r3": "hide"}, "R3"), ({"r5": "2"}, "R5"), ({"r5": "run"}, "R5")],
)
def test_what_is_not_offered_is_refused_and_the_rest_kept(
    table: Table, said: dict[str, str], whose: str
) -> None:
    before = table.game.version
    status, text = table.lay("r", {**RED, **said})
    assert (status, f"Choose one of the orders offered for {whose}" in text) == (422, True)
    kept = re.search(r'name="order.r1" data-refused>(.*?)</select>', text, re.DOTALL)
    assert kept is not None
    assert '<option value="run" selected>' in kept[1]
    assert table.game.version == before


@pytest.mark.rule("XF-VEH-02", "XF-VEH-03")
def test_a_vehicle_is_offered_the_speeds_it_may_have(table: Table) -> None:
    say(table.game, "fix r5 speed 3")  # one up or down, two down by braking hard
    found = re.search(r'name="order.r5">(.*?)</select>', table.shown("r"), re.DOTALL)
    assert found is not None
    assert re.findall(r">(speed[^<]*)<", found[1]) == [
        "speed 1, braking hard",
        "speed 2",
        "speed 3",
        "speed 4",
    ]


def test_orders_laid_again_replace_those_before(table: Table) -> None:
    table.lay("r", RED)
    assert table.lay("r", {**RED, "r1": "standard", "r2": "run"})[0] == 200
    assert [table.order(unit) for unit in ("r1", "r2", "r3")] == ["standard", "run", "opportunity"]
    assert table.game.match.phase == "orders"


@pytest.mark.thorough
@pytest.mark.rule("XF-G41")
def test_the_last_orders_turn_all_over_and_nobody_takes_them_back(table: Table) -> None:
    table.lay("r", RED)
    assert "Undo your orders" in table.shown("r")
    assert table.lay("b", BLUE)[0] == 200
    assert table.game.match.phase == "shooting"
    for name in ("r", "b", "spectator"):
        shown = table.shown(name)
        assert shown.count("opportunity fire</span>") == 2  # R3 and B1
        assert "Undo" not in shown
    status, text = table.lay("r", RED)
    assert (status, "You cannot give orders now." in text) == (422, True)


def test_marks_of_units_are_told_in_words_and_explained(table: Table) -> None:
    say(table.game, "fix r2 suppressed 3")
    shown = table.shown("spectator")
    row = re.search(r"<b>R2</b> <div>Rifles(.*?)</div>", shown)
    assert row is not None
    assert "suppression 3" in row[1]
    assert "What the marks mean" in shown
    assert '<b>R4</b> <div>Riders <span class="quiet">aboard</span>' in shown
