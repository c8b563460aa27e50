"""Games by chance whose every question is answered with the form that a phone shows."""

from __future__ import annotations

import random
from collections.abc import Callable
from html.parser import HTMLParser

import pytest

from tests.profiles import PROFILE
from tracker.application.match.choice_parser import list_choice_options
from tracker.application.match.dice_input import is_dice_request
from tracker.application.match.game import Game
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.procedures.requests import Interrupt, Split
from tracker.procedures.runners.request_answer_reading import get_default_answer
from tracker.server.access_tokens import Role
from tracker.server.game_view import build_game_view, can_answer
from tracker.server.phone_form_handlers import SubmissionResult, answer_question
from tracker.server.template_rendering import build_template_environment
from tracker.testing.random_games import begin_random_game, play_random_input
from tracker.vocabulary import events as ev

RULES = load_playable_rulesets()
LINES = 160
GAMES = 4  # at most: chance may not ask everything in the first
SCRIBE = Role("scribe")
# What each ruleset asks in so many lines: a kind of question that is never met proves nothing.
ASKED = {
    "combat-zone": {"Confirm", "Faces", "Pick", "Roll", "Score", "Tally"},
    "deathzap2": {"Faces", "Pick", "Roll", "Split"},
    "trial-assault": {"Confirm", "Number", "Pick", "Roll", "Score", "Split", "Tally"},
    "xenocide": {"Faces", "Interrupt", "Number", "Pick", "Roll", "Split", "Tally"},
}


class Form(HTMLParser):
    """The fields and buttons of the form that answers, as a browser has them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.inside = False
        self.field_names: list[dict[str, str]] = []
        self.buttons: list[dict[str, str]] = []
        self.faces: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.inside = given["action"].endswith("/answer")
        if not self.inside:
            return
        if tag == "input":
            self.field_names.append(given)
        elif "data-face" in given:
            self.faces.append(given["data-face"])
        elif tag == "button" and given.get("type") != "button":
            self.buttons.append(given)

    def filled(self) -> dict[str, str]:
        """What is sent if nothing is touched."""
        return {
            one["name"]: one.get("value", "")
            for one in self.field_names
            if one.get("type") != "checkbox" or "checked" in one
        }


def page_of(game: Game, role: Role) -> str:
    shown = build_game_view(game, role)
    template = build_template_environment().get_template("part.html")
    return template.render(game=shown, role=role, answered=SubmissionResult(), path="/m1/token")


def filled_in(game: Game, form: Form, rng: random.Random) -> dict[str, str]:
    """The form filled in by chance, and one of its buttons pressed."""
    assert game.pending is not None
    request, filled = game.pending.request, form.filled()
    pressed = [one for one in form.buttons if one.get("name")]
    if is_dice_request(request):
        sizes = request.dice_sizes
        assert form.faces == [str(face + 1) for face in range(max(sizes))]
        filled["text"] = " ".join(str(rng.randint(1, size)) for size in sizes)
    elif any(one["name"] == "pick" or one["name"].startswith("of.") for one in pressed):
        chosen = rng.choice(pressed)
        filled[chosen["name"]] = chosen.get("value", "")
    elif not isinstance(request, Split) and not getattr(request, "within", ()):  # any that fit
        for field in form.field_names:
            if field.get("type") == "number":
                least, most = int(field["min"]), int(field["max"])
                filled[field["name"]] = str(rng.randint(least, most))
            elif field.get("type") == "checkbox" and rng.random() < 0.5:
                filled[field["name"]] = field["value"]
    return filled


def check_said(game: Game, filled: dict[str, str], request: object, before: int) -> None:
    """What was filled in is what the book has."""
    entry = next(one for one in game.history.list_entries_on_path() if one.version > before)
    said = entry.input
    if isinstance(said, ev.Rolled):
        assert sorted(map(str, said.faces)) == sorted(filled["text"].split())
    elif isinstance(said, ev.Chosen) and "pick" in filled and not isinstance(request, Interrupt):
        known = {one.key: one.value for one in list_choice_options(request)}  # type: ignore[arg-type]
        assert said.value == known[filled["pick"]]
    elif isinstance(said, ev.Chosen) and isinstance(said.value, tuple):
        numbers = [int(n) for name, n in filled.items() if name.startswith("of.")]
        assert sum(n for _, n in said.value) == sum(numbers)
        if isinstance(request, Split) and len(numbers) > 1:
            assert said.value == get_default_answer(request)  # as it stood there


@pytest.mark.parametrize("ruleset", sorted(ASKED))
def test_every_question_is_answered_with_the_form_of_a_phone(ruleset: str) -> None:
    """Every kind of question; in a quick run no more of a game once all of them were met."""
    met: set[str] = set()
    for seed in range(GAMES):
        missing = ASKED[ruleset] - met
        met |= answered_by_phones(ruleset, seed, enough=missing if PROFILE == "ci" else None)
        if met >= ASKED[ruleset]:
            return
    assert met >= ASKED[ruleset]


def answered_by_phones(
    ruleset: str,
    seed: int,
    meet: Callable[[Game], object] = lambda _: None,
    *,
    enough: set[str] | None = None,
) -> set[str]:
    """Play a game by chance whose questions are answered by phones, once they are met, until
    ``enough`` kinds were asked; the kinds that it asked.
    """
    rng, looking = random.Random(42 + seed), random.Random(142 + seed)
    game = begin_random_game(RULES[ruleset], rng)
    met: set[str] = set()
    for _ in range(LINES):
        if game.pending is None:
            if not play_random_input(game, rng):
                break
            continue
        request = game.pending.request
        sides = [Role("side", side) for side in game.match.sides]
        mine = [role for role in (*sides, SCRIBE) if can_answer(game, role, request)]
        other = looking.choice([*sides, Role("spectator")])
        assert bool(Form(page_of(game, other)).field_names) == (other in mine)
        meet(game)
        role, before = rng.choice(mine), game.version
        filled = filled_in(game, Form(page_of(game, role)), rng)
        answer_question(game, role, filled)
        assert game.version > before
        check_said(game, filled, request, before)
        met.add(type(request).__name__)
        if enough is not None and met >= enough:
            break
    return met
