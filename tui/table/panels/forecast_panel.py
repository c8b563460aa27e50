"""The forecast panel, which shows the chances of the proposed or open action as bars."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from textual.content import Content

from tracker.application.chances.action_forecast import Forecast, LossForecast
from tracker.procedures.declared.markers import OddsImportance
from tui.terminal_text_fitting import Piece, fill_line, join_pieces, wrap_text
from tui.views.background_forecast import (
    MOST_FIRST,
    ForecastRequest,
    describe_aftermath,
    describe_loss_forecast,
    describe_number_chances,
    describe_outcome_chances,
    format_forecast_percent,
    list_chance_bars,
    name_losing_unit,
    sort_undecided_losses_first,
)
from tui.widgets.panel import Panel, PanelEdges


class ForecastCache:
    """The last forecast with its request, and the request that is wanted now."""

    def __init__(self) -> None:
        self.want: ForecastRequest | None = None
        self.of: ForecastRequest | None = None
        self.found: Forecast | None = None
        self._known: dict[ForecastRequest, Forecast] = {}

    def request_forecast(self, want: ForecastRequest | None) -> None:
        """Set the wanted request. A known answer for the same version is shown again."""
        self.want = want
        if want is not None and want in self._known:
            self.of, self.found = want, self._known[want]

    def store_forecast(self, of: ForecastRequest, found: Forecast | None) -> None:
        """Store a forecast, unless it is outdated and the current one is known."""
        if of == self.want or not self.is_current:
            self.of, self.found = of, found
        if found is not None:
            same = {one: each for one, each in self._known.items() if one.version == of.version}
            self._known = {**same, of: found}

    @property
    def is_current(self) -> bool:
        """Whether the forecast answers the current request, even if its action has begun since."""
        want, of = self.want, self.of
        if want is None or of is None:
            return False
        told = want.answers or of.answers or want.typed or want.result
        same = want.line == of.line and not told
        just_begun = want.begun and not of.begun and want.version > of.version
        return want == of or (same and just_begun)

    def current_forecast(self) -> Forecast | None:
        """Return the forecast for the current request, or the previous one while dice are typed."""
        if self.is_current:
            return self.found
        if self.want is None or self.of is None or not (self.want.typed or self.of.typed):
            return None
        plain = (replace(one, typed=(), rest=False) for one in (self.want, self.of))
        return self.found if len(set(plain)) == 1 else None


class ForecastPanel(Panel):
    """A panel that shows a forecast's chances as bars."""

    def __init__(self, seen: ForecastCache, edges: PanelEdges) -> None:
        super().__init__(edges, id="forecast")
        self.seen = seen

    def render_title(self) -> Iterable[Piece]:
        return ["what can happen"]

    def render_right_title(self) -> Iterable[Piece]:
        return [(self.seen.want.line, "$quiet")] if self.seen.want is not None else []

    def render_body(self, width: int, height: int) -> list[Content]:
        found = self.seen.current_forecast()
        if found is None:
            return []
        lines = []
        first, *others = sort_undecided_losses_first(found.losses) or (None,)
        if first is not None and first.of > 1:
            lines += _losses(first, width)
        elif first is not None:
            others = [first, *others]
        told = [(mark.what, format_forecast_percent(mark.chance)) for mark in found.marks]
        nerve = sum(mark.worth >= OddsImportance.NERVE for mark in found.marks)
        first_told = min(nerve, MOST_FIRST)
        rows = [
            *told[:first_told],
            *((name_losing_unit(each), describe_loss_forecast(each)) for each in others),
            *((each.what, describe_outcome_chances(each)) for each in found.ways),
            *told[first_told:nerve],
            *((each.what, describe_aftermath(each)) for each in found.aftermaths),
            *((each.what, describe_number_chances(each)) for each in found.counts),
            *told[nerve:],
            *((each.what, f"expected {each.expected:.1f}") for each in found.rolled),
        ]
        lines += [fill_line(width, [" ", what], [f" {how} "]) for what, how in rows]
        rests = [
            join_pieces([(f" {each}", "$quiet")]) for each in wrap_text(_rests_on(found), width - 2)
        ]
        return [*lines[: height - len(rests)], *rests][:height]


def _losses(losses: LossForecast, width: int) -> list[Content]:
    shares = list_chance_bars(losses)
    most = max(chance for _, chance in shares) or 1.0
    room = max(width - 14, 4)
    lines = [
        fill_line(width, [f" casualties of {losses.name}"], [f" expected {losses.expected:.1f} "])
    ]
    for number, chance in shares:
        bar = "█" * max(round(chance / most * room), 1 if chance else 0)
        label = f" {number:>3} {format_forecast_percent(chance):>5} "
        lines.append(join_pieces([label, (bar, "$secondary")]))
    return lines


LEAST_ERROR = 0.001
"""The smallest margin of error that is shown."""


def _rests_on(found: Forecast) -> str:
    kind = "exact" if found.exact else f"about, ±{max(found.off_by, LEAST_ERROR):.1%}"
    assumed = "".join(f" · {each}" for each in found.assumptions)
    return kind + assumed
