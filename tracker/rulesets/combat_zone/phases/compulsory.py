"""Phase 1: rout moves of all sides, and machines that malfunction (CZ-COMP)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec import Struct

from tracker.procedures.declared.forms import Form
from tracker.procedures.declared.slots import switch, text
from tracker.procedures.declared.words import WordForm, asking
from tracker.procedures.requests import Asking, then
from tracker.procedures.ruleset import Action, Command, Due, Objection
from tracker.procedures.view import Match
from tracker.rulesets.combat_zone.attacks import reactions
from tracker.rulesets.combat_zone.attacks.reactions import run
from tracker.rulesets.combat_zone.data import markers
from tracker.rulesets.combat_zone.phases.figure_lookup import name_many, name_one
from tracker.vocabulary.names import FigureId, SideId

PHASE: Final = "compulsory"


class Routs(Struct, frozen=True):
    """Figures that run, all that are due where none is named; ``left``: over the table edge.

    With figures named nobody is asked who left.
    """

    figures: tuple[FigureId, ...] = ()
    left: bool = False


class Malfunction(Struct, frozen=True):
    """What a malfunctioning machine has to do, and did; ``over``: it does so no longer."""

    figure: FigureId
    what: str = ""
    over: bool = False


def list_running(match: Match) -> tuple[FigureId, ...]:
    """Figures whose rout move is due (CZ-COMP-02)."""
    return tuple(
        figure
        for figure in markers.list_figures(match)
        if markers.is_routing(match, figure) and not match.has(figure, markers.RAN)
    )


def list_broken_down(match: Match) -> tuple[FigureId, ...]:
    """Machines whose malfunction is due (CZ-COMP-05)."""
    return tuple(
        figure
        for figure in markers.list_figures(match)
        if match.has(figure, markers.MALFUNCTION) and not match.has(figure, markers.MALFUNCTIONED)
    )


def move_routing(match: Match, _: SideId | None, params: Routs) -> Asking[None]:
    """CZ-COMP-04 a: who is still engaged when it should run is taken off instead."""
    yield from ()
    figures = params.figures or list_running(match)
    match.record(markers.RAN.set(*figures))
    caught = tuple(figure for figure in figures if markers.is_engaged(match, figure))
    if caught:
        reactions.remove_routing(match, caught)
    free = tuple(figure for figure in figures if figure not in caught)
    if not free:
        return None
    return then(run, match, free, params.left if params.figures else None)


def list_objections(match: Match, _: SideId | None, params: Routs) -> Iterable[Objection]:
    if not (params.figures or list_running(match)):
        yield Objection("nobody-routs", "CZ-COMP-02", "no figure has a rout move to make")
    for figure in params.figures:
        who = markers.name_figure(match, figure)
        if not markers.is_routing(match, figure):
            yield Objection("not-routing", "CZ-COMP-02", f"{who} is not routing")
        elif match.has(figure, markers.RAN):
            yield Objection("has-run", "CZ-COMP-02", f"{who} has already made its rout move")
    if match.phase != PHASE:
        text = "rout moves are made at the start of a turn"
        yield Objection("not-compulsory", "CZ-COMP-01", text)


def list_candidates(match: Match) -> Iterable[tuple[SideId | None, Routs]]:
    if match.phase == PHASE:
        yield from (
            (match.side_of(f), Routs((f,), left)) for f in list_running(match) for left in BOTH
        )


BOTH: Final = (False, True)


def resolve_malfunction(match: Match, _: SideId | None, params: Malfunction) -> None:
    """Written down; what it moves or destroys is set right by hand (CZ-G42)."""
    who = (params.figure,)
    if params.over:
        match.record(markers.MALFUNCTION.cleared(*who))
        return
    what = params.what or str(match.mark(params.figure, markers.MALFUNCTION) or "malfunction")
    match.record(markers.MALFUNCTION.set(*who, value=what))
    if match.phase == PHASE:
        match.record(markers.MALFUNCTIONED.set(*who))


def list_malfunction_objections(
    match: Match, _: SideId | None, params: Malfunction
) -> Iterable[Objection]:
    if not markers.is_machine(match, params.figure):
        who = markers.name_figure(match, params.figure)
        yield Objection("no-machine", "CZ-COMP-05", f"{who} is not a machine")


def list_malfunction_candidates(match: Match) -> Iterable[tuple[SideId | None, Malfunction]]:
    if match.phase == PHASE:
        yield from ((match.side_of(f), Malfunction(f)) for f in list_broken_down(match))


def list_due(match: Match) -> tuple[Due, ...]:
    if match.phase != PHASE:
        return ()
    return (
        *(
            Due(
                "routs",
                match.side_of(f),
                f,
                f"{markers.name_figure(match, f)} must make its rout move",
                True,
            )
            for f in list_running(match)
        ),
        *(
            Due("malfunction", match.side_of(f), f, _reminder(match, f), True)
            for f in list_broken_down(match)
        ),
    )


def _reminder(match: Match, figure: FigureId) -> str:
    return f"{markers.name_figure(match, figure)}: {match.mark(figure, markers.MALFUNCTION)}"


def choose_automatic(match: Match) -> Command | None:
    """All rout moves at once; machines wait for people; then the phase is over."""
    if list_running(match):
        return ROUTS.make_command(None, Routs())
    return None if list_broken_down(match) else Command("next", None, {})


def name_who_left(match: Match, values: Mapping[str, Any]) -> str:
    """The answer for all who ran; the book asks for those who are not named."""
    who = values["figures"]
    if set(who) != set(match.marked(markers.RAN)):
        return ""
    return " ".join(map(match.handle, who)) if values.get("left") else "0"


ROUTS: Final = Action(
    id="routs",
    word="rout moves",
    params=Routs,
    stage=move_routing,
    phases=(PHASE,),
    objections=list_objections,
    candidates=list_candidates,
    form=Form(
        "routs", name_many(), how=(switch("left"),), asks=asking("run"), answer=name_who_left
    ),
    bare=WordForm("routs", asks=asking("run")),
)
MALFUNCTION: Final = Action(
    id="malfunction",
    word="malfunctions",
    params=Malfunction,
    stage=resolve_malfunction,
    objections=list_malfunction_objections,
    candidates=list_malfunction_candidates,
    form=Form("malfunctions", name_one(), how=(text("what", "does"), switch("over"))),
)
ACTIONS: Final = (ROUTS, MALFUNCTION)
