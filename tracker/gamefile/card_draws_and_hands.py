"""Decks of cards in a game file. Sides draw cards openly, or into hands that only they see.

Players hold real cards, and name each card when they play it. The match stores only the number of
cards in a hand, so that nothing can reveal the cards.
"""

from __future__ import annotations

from collections import Counter

from tracker.gamefile.expression_context import make_marker_change_facts
from tracker.gamefile.game_definition import DeckDefinition
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.random_draw import draw_lot
from tracker.procedures.requests import Asking
from tracker.vocabulary.events import AnyFact
from tracker.vocabulary.subject_ids import MATCH, SideId


def draw_numbered_card(match: Match, deck: DeckDefinition) -> Asking[int]:
    """Draw a card and return its number. If no card is left, shuffle all cards first.

    The options of the draw are plain numbers: players type them, and stored rolls contain them.
    """
    out = Counter(map(int, _list_cards_out_of_deck(match, deck)))
    left = [*(Counter(deck.cards) - out).elements()] or [*deck.cards]
    card = left[(yield from draw_lot(deck.kind, [str(one) for one in left]))]
    gone = [card] if len(left) == len(deck.cards) else [*out.elements(), card]
    match.record(deck.out.set(MATCH, value=" ".join(map(str, sorted(gone)))))
    return card


def draw_cards_into_hand(match: Match, deck: DeckDefinition, side: SideId, count: int) -> None:
    """Draw up to ``count`` cards into a side's hand, within the hand's limit.

    If the deck has too few cards left, the played cards are shuffled in again.
    """
    assert deck.hand is not None
    held = [count_cards_in_hand(match, deck, one) for one in match.sides]
    wanted = max(min(count, deck.limit - count_cards_in_hand(match, deck, side)), 0)
    left = len(deck.names) - sum(held)
    if wanted > left - len(_list_cards_out_of_deck(match, deck)) and match.has(MATCH, deck.out):
        match.record(deck.out.cleared(MATCH))
    match.record(*make_marker_change_facts(match, deck.hand, side, min(wanted, left)))


def count_cards_in_hand(match: Match, deck: DeckDefinition, side: SideId) -> int:
    return 0 if deck.hand is None else deck.hand.number(match, side)


def list_cards_possibly_in_hand(
    match: Match, deck: DeckDefinition, side: SideId
) -> tuple[str, ...]:
    """List the cards that a side may hold, without duplicates and without cards already played."""
    left = Counter(deck.names) - Counter(_list_cards_out_of_deck(match, deck))
    return tuple(sorted(left)) if count_cards_in_hand(match, deck, side) else ()


def make_card_play_facts(
    match: Match, deck: DeckDefinition, side: SideId, card: str
) -> tuple[AnyFact, ...]:
    """Return the facts that move a card from a side's hand to the played cards."""
    assert deck.hand is not None
    out = deck.out.set(MATCH, value=" ".join(sorted([*_list_cards_out_of_deck(match, deck), card])))
    return (*make_marker_change_facts(match, deck.hand, side, -1), out)


def _list_cards_out_of_deck(match: Match, deck: DeckDefinition) -> list[str]:
    return str(match.mark(MATCH, deck.out) or "").split()
