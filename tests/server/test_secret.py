"""What lies face down is on the page of its own side."""

from __future__ import annotations

from tests.saying import say
from tests.server.test_asked import page_of
from tests.xenocide.evening import begin
from tests.xenocide.test_lines import ORDERS
from tests.xenocide.test_secret import OTHERS
from tracker.server.access_tokens import Role
from tracker.server.broadcast_overlay import build_overlay_view
from tracker.vocabulary.subject_ids import make_side_id

RUNS = 'Runners <span class="marks">run</span>'
RED, BLUE = (Role("side", make_side_id(one)) for one in "rb")


def test_its_own_side_reads_it_until_it_is_turned_over() -> None:
    one, other = begin(ORDERS[0]), begin(OTHERS)
    assert page_of(one, RED) != page_of(other, RED)
    assert RUNS in page_of(one, RED)
    assert RUNS not in page_of(one, BLUE)
    assert page_of(one, BLUE) == page_of(other, BLUE)
    assert build_overlay_view(one, None) == build_overlay_view(other, None)
    assert "Change the orders" in page_of(one, RED)
    say(one, ORDERS[1])
    assert "Change the orders" not in page_of(one, RED)
    assert RUNS in page_of(one, BLUE)
