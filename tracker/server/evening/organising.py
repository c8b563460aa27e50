"""What the organiser says from a phone besides results: who plays, rounds, taking back."""

from __future__ import annotations

from tracker.application.errors import Refused
from tracker.application.leagues.appointments import parse_arrangement
from tracker.application.leagues.league import League
from tracker.application.leagues.player_reports import SaidMeanwhile
from tracker.leagues.league_events import Presence
from tracker.leagues.league_rows import Competitor
from tracker.leagues.results import Bye, PlayerId
from tracker.server.access_tokens import Role
from tracker.server.evening.evening_view import draft_id
from tracker.server.evening.submissions import Said, line_told, must_be_organiser, short

BYES = ("half bye", "zero bye")
"""What a player who is away by request may get for it."""


def enrol(league: League, role: Role, said: Said) -> str:
    """Somebody joins the league."""
    must_be_organiser(role)
    entry = league.people.enrol(short(said.get("name", "")), ranked="ringer" not in said)
    return line_told(league, entry)


def presence(league: League, role: Role, said: Said) -> str:
    """Whether a player is here for the next round."""
    must_be_organiser(role)
    player, how = _player(league, said), said.get("how", "")
    if how == "here":
        entry = league.people.back(player)
    elif how in BYES:
        bye: Bye = "half bye" if how == "half bye" else "zero bye"
        entry = league.people.away(player, short(said.get("why", "")) or player.why, bye)
    elif how in ("late", "ringer"):
        there: Presence = "late" if how == "late" else "ringer"
        entry = league.people.check_in(player, there)
    else:
        raise Refused("Choose one of the buttons beside the player.")
    return line_told(league, entry)


def drop(league: League, role: Role, said: Said) -> str:
    """A player drops out: after the round at hand, or now, with what is settled at once."""
    must_be_organiser(role)
    how = said.get("how", "")
    entry = league.people.drop(
        _player(league, said),
        short(said.get("why", "")),
        after_round=how == "after",
        settle=how == "opponent wins",
        annul=how == "annul",
    )
    return line_told(league, entry)


def annul(league: League, role: Role, said: Said) -> str:
    """The results of a player who dropped are annulled, or count again."""
    must_be_organiser(role)
    player = _player(league, said)
    annulled = player.id in league.state.season.annulled
    entry = league.people.annul(player, annulled=not annulled, why=short(said.get("why", "")))
    return line_told(league, entry)


def rename(league: League, role: Role, said: Said) -> str:
    """A player is called otherwise."""
    must_be_organiser(role)
    entry = league.people.change(_player(league, said), name=short(said.get("name", "")))
    return line_told(league, entry)


def draft(league: League, role: Role, said: Said) -> str:
    """The organiser drafts the next round, or drafts it again."""
    must_be_organiser(role)
    known = league.state.draft
    how = short(said.get("method", "")) or (known.method if known is not None else "")
    order = short(said.get("order", "")) or league.rounds.choose_usual_order(how)
    entry = league.rounds.draft(how, order=order, again="again" in said)
    return line_told(league, entry)


def publish(league: League, role: Role, said: Said) -> str:
    """The organiser publishes the draft he saw."""
    must_be_organiser(role)
    known = league.state.draft
    if known is None or draft_id(league.state) != said.get("draft", ""):
        raise SaidMeanwhile("The draft has changed since you opened this page. Check it again.")
    entry = league.rounds.publish(ends=short(said.get("ends", "")))
    return line_told(league, entry)


def cancel(league: League, role: Role, said: Said) -> str:
    """The draft is cancelled, or the round at hand."""
    must_be_latest(league, role, said)
    entry = league.rounds.cancel(why=short(said.get("why", "")))
    return line_told(league, entry)


def undo(league: League, role: Role, said: Said) -> str:
    """The last line is taken back."""
    must_be_latest(league, role, said)
    entry = league.undo()
    return line_told(league, entry)


def redo(league: League, role: Role, said: Said) -> str:
    """What was taken back last is returned."""
    must_be_latest(league, role, said)
    entry = league.redo()
    return line_told(league, entry)


def pair(league: League, role: Role, said: Said) -> str:
    """Two meet in the draft or the round at hand; somebody without an opponent has the bye."""
    must_be_organiser(role)
    number = said.get("round", "")
    at = int(number) if number.isdecimal() and len(number) < 5 else None
    one, other = (_name(league, said.get(name, "")) for name in ("one", "other"))
    if not one:
        raise Refused("Choose the player to pair.")
    rounds = league.rounds
    entry = rounds.pair(one, other, number=at) if other else rounds.bye(one, number=at)
    return line_told(league, entry)


def lock(league: League, role: Role, said: Said) -> str:
    """A pairing of the draft stays when it is drafted again, or no longer."""
    must_be_organiser(role)
    one = league.results.of(said.get("game", ""))
    entry = league.rounds.lock(league.state.name(one.home), not one.locked)
    return line_told(league, entry)


def number_tables(league: League, role: Role, _: Said) -> str:
    """Table numbers without repeats."""
    must_be_organiser(role)
    entry = league.rounds.number_tables()
    return line_told(league, entry)


def step_in(league: League, role: Role, said: Said) -> str:
    """Somebody meets who has the bye."""
    must_be_organiser(role)
    entry = league.rounds.step_in(short(said.get("name", "")), ranked="ringer" not in said)
    return line_told(league, entry)


def arrange(league: League, role: Role, said: Said) -> str:
    """A game is played on another day."""
    must_be_organiser(role)
    when = parse_arrangement(short(said.get("when", "")), league.days)
    entry = league.results.arrange(said.get("game", ""), when.on, time=when.time, where=when.where)
    return line_told(league, entry)


def decide(league: League, role: Role, said: Said) -> str:
    """Who goes on from a game of the bracket that nobody won."""
    must_be_organiser(role)
    who = _name(league, said.get("who", ""))
    entry = league.cut.decide(said.get("game", ""), who, why=short(said.get("why", "")))
    return line_told(league, entry)


def _player(league: League, said: Said) -> Competitor:
    known = league.state.players.get(PlayerId(said.get("player", "")))
    if known is None:
        raise Refused("That player is no longer in the league. Open this page again.")
    return known


def _name(league: League, player: str) -> str:
    """The name of a player, by which nobody else is meant."""
    return league.state.name(PlayerId(short(player)))


def must_be_latest(league: League, role: Role, said: Said) -> None:
    """Raises ``SaidMeanwhile`` where somebody wrote since the organiser opened the page."""
    must_be_organiser(role)
    if said.get("version", "") != str(league.version):
        raise SaidMeanwhile(
            "The league has changed since you opened this page. Check it, then try again."
        )
