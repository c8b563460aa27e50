"""Who is said by number where most are not: the exceptions typed so far, by name."""

from __future__ import annotations

from textual.content import Content

from tracker.application.errors import Refused
from tui.prompt.prompt import Prompt
from tui.screen_text import join, wrap
from tui.views.question import name_subject
from tui.views.ticks import list_ticked


def list_ticked_lines(prompt: Prompt, width: int) -> list[Content]:
    """How to say them by number, or who is meant by what is typed."""
    if prompt.pending is None:
        return []
    match, request = prompt.game.match, prompt.pending.request
    handles = list_ticked(match, request)
    if not handles or not prompt.saying.takes("0"):
        return []
    if not prompt.typed[:1].isdigit():
        numbers = [handle[1:] for handle in handles]
        if len(set(numbers)) < len(numbers):  # r1 and b1: only their letters tell them apart
            return []
        return [join([(f"or their numbers: {','.join(numbers[:2])}", "$quiet")])]
    try:
        meant = prompt.saying.answer().split()
    except Refused:
        return []
    shares = getattr(request, "shares", ())
    names = [name_subject(match, share.id) for share in shares if match.handle(share.id) in meant]
    return [join([(text, "$success")]) for text in wrap(", ".join(names) or "nobody", width)]
