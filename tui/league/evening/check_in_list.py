"""Who is enrolled, as the check-in lists them."""

from __future__ import annotations

from tracker.application.leagues import round_draft
from tracker.application.leagues.league import League
from tracker.leagues.league_events import Order
from tracker.leagues.league_rows import Competitor
from tracker.vocabulary.spelling import name_key


class CheckInList:
    """``sought`` is a name that is looked for; ``dropping`` asks when the marked one drops out;
    ``drafts``: Enter drafts the round, by ``method`` and in ``order`` or as is usual; ``again``:
    players of a round robin may meet more often than planned.
    """

    def __init__(self, league: League, *, drafts: bool) -> None:
        self.league = league
        self.drafts = drafts
        self.at = 0
        self.sought: str | None = None
        self.dropping = False
        self.method = ""
        self.order: Order = ""
        self.again = False
        self._usual: tuple[tuple[int, str], Order] = ((-1, ""), "")
        self.signed_up: list[str] = []  # a sign-up list that nobody of was enrolled yet

    @property
    def rows(self) -> list[Competitor]:
        return list(self.league.state.players.values())

    @property
    def marked(self) -> Competitor | None:
        rows = self.rows
        self.at = max(0, min(self.at, len(rows) - 1))
        return rows[self.at] if rows else None

    @property
    def number(self) -> int:
        """The round that is asked about."""
        return self.league.people.next_round

    @property
    def how(self) -> str:
        """How the round is going to be paired."""
        if self.method:
            return self.method
        draft = self.league.state.draft
        if draft is not None and draft.method in round_draft.METHODS:
            return draft.method
        present = self.league.people.list_present(self.number)
        return round_draft.describe_usual_methods(self.league.state, self.number, present)

    @property
    def stand(self) -> Order:
        """How players stand in the first round of a season; nothing for a later round."""
        if self.number > 1:
            return ""
        now = (self.league.version, self.how)
        if self._usual[0] != now:
            self._usual = (now, self.league.rounds.choose_usual_order(self.how))
        return self.order or self._usual[1]

    def describe_ways_to_drop(self, player: Competitor) -> str:
        """The keys that drop a player at once: n, w with the open game, x with all results."""
        leaves = self.league.people.check_leaving(player)
        return "n" + ("w" if leaves.open else "") + ("x" if leaves.may_annul else "")

    def describe_dropping(self, player: Competitor) -> str:
        """What the keys w and x do, where there is something to settle; else nothing."""
        state, leaves = self.league.state, self.league.people.check_leaving(player)
        told = []
        if leaves.open is not None:
            other = next(one for one in leaves.open.players if one != player.id)
            told.append(f"w drops now, and {state.name(other)} wins the open game.")
        if leaves.may_annul:
            told.append(f"{leaves.annulled()}: x drops now and annuls them, so that none counts.")
        return " ".join(told)

    def place_of(self, wanted: str) -> int | None:
        """The first whose name begins with this, or has it in it."""
        names = [name_key(one.name) for one in self.rows]
        starts = [place for place, name in enumerate(names) if name.startswith(name_key(wanted))]
        within = [place for place, name in enumerate(names) if name_key(wanted) in name]
        found = [*starts, *within]
        return found[0] if found else None
