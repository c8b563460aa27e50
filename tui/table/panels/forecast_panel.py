"""The forecast panel, which shows the chances of the proposed or open action as bars."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from textual.content import Content

from tracker.application.chances.action_forecast_types import Forecast, LossForecast
from tracker.procedures.declared.marker_and_link_kinds import OddsImportance
from tui.terminal_text_fitting import StyledText, fill_line, join_styled, wrap_styled
from tui.views.background_forecast import ForecastRequest
from tui.views.forecast_wording import (
    MAX_NERVE_RESULTS_FIRST,
    describe_aftermath,
    describe_loss_forecast,
    describe_number_chances,
    describe_outcome_chances,
    format_forecast_percent,
    list_chance_bars,
    name_losing_unit,
    sort_undecided_losses_first,
)
from tui.widgets.panel import ModelPanel


class ForecastCache:
    def __init__(self) -> None:
        self.wanted: ForecastRequest | None = None
        self.answered: ForecastRequest | None = None
        self.forecast: Forecast | None = None
        self._forecasts: dict[ForecastRequest, Forecast] = {}

    def set_wanted_forecast_showing_stored(self, request: ForecastRequest | None) -> None:
        """Set the wanted request. If its forecast is stored, show the forecast at once."""
        self.wanted = request
        if request is not None and request in self._forecasts:
            self.answered, self.forecast = request, self._forecasts[request]

    def store_and_show_forecast(self, request: ForecastRequest, forecast: Forecast | None) -> None:
        """Store a forecast, and show it unless the wanted forecast is already shown."""
        if request == self.wanted or not self.is_current:
            self.answered, self.forecast = request, forecast
        if forecast is not None:
            current = {
                other: each
                for other, each in self._forecasts.items()
                if other.version == request.version
            }
            self._forecasts = {**current, request: forecast}

    @property
    def is_current(self) -> bool:
        """Whether the visible forecast answers the wanted request, even if its action has begun."""
        wanted, answered = self.wanted, self.answered
        if wanted is None or answered is None:
            return False
        has_answers = wanted.answer_count or answered.answer_count
        has_dice = has_answers or wanted.typed_faces or wanted.typed_result
        is_same_line = wanted.line == answered.line and not has_dice
        has_begun = wanted.is_open and not answered.is_open and wanted.version > answered.version
        return wanted == answered or (is_same_line and has_begun)

    def get_forecast_to_show(self) -> Forecast | None:
        """Return the wanted forecast, or the previous one while dice are typed."""
        if self.is_current:
            return self.forecast
        if (
            self.wanted is None
            or self.answered is None
            or not (self.wanted.typed_faces or self.answered.typed_faces)
        ):
            return None
        pair = (self.wanted, self.answered)
        requests = (replace(request, typed_faces=(), rest_only=False) for request in pair)
        return self.forecast if len(set(requests)) == 1 else None


class ForecastPanel(ModelPanel[ForecastCache]):
    heading = ("what can happen",)

    def render_right_title(self) -> Iterable[StyledText]:
        return [(self.model.wanted.line, "$quiet")] if self.model.wanted is not None else []

    def render_body(self, width: int, height: int) -> list[Content]:
        forecast = self.model.get_forecast_to_show()
        if forecast is None:
            return []
        lines = []
        first, *others = sort_undecided_losses_first(forecast.losses) or (None,)
        if first is not None and first.of > 1:
            lines += _render_losses(first, width)
        elif first is not None:
            others = [first, *others]
        marks = [(mark.what, format_forecast_percent(mark.chance)) for mark in forecast.marks]
        nerve = sum(mark.worth >= OddsImportance.NERVE for mark in forecast.marks)
        first_marks = min(nerve, MAX_NERVE_RESULTS_FIRST)
        rows = [
            *marks[:first_marks],
            *((name_losing_unit(each), describe_loss_forecast(each)) for each in others),
            *((each.what, describe_outcome_chances(each)) for each in forecast.ways),
            *marks[first_marks:nerve],
            *((each.what, describe_aftermath(each)) for each in forecast.aftermaths),
            *((each.what, describe_number_chances(each)) for each in forecast.counts),
            *marks[nerve:],
            *((each.what, f"expected {each.expected:.1f}") for each in forecast.rolled),
        ]
        lines += [fill_line(width, [" ", label], [f" {value} "]) for label, value in rows]
        basis = wrap_styled(_describe_basis(forecast), width - 2, "$quiet", head=" ")
        return [*lines[: height - len(basis)], *basis][:height]


def _render_losses(losses: LossForecast, width: int) -> list[Content]:
    shares = list_chance_bars(losses)
    highest = max(chance for _, chance in shares) or 1.0
    room = max(width - 14, 4)
    title, expected = f" casualties of {losses.name}", f" expected {losses.expected:.1f} "
    lines = [fill_line(width, [title], [expected])]
    for number, chance in shares:
        bar = "█" * max(round(chance / highest * room), 1 if chance else 0)
        label = f" {number:>3} {format_forecast_percent(chance):>5} "
        lines.append(join_styled([label, (bar, "$secondary")]))
    return lines


MIN_SHOWN_ERROR = 0.001


def _describe_basis(forecast: Forecast) -> str:
    kind = "exact" if forecast.exact else f"about, ±{max(forecast.off_by, MIN_SHOWN_ERROR):.1%}"
    assumed = "".join(f" · {assumption}" for assumption in forecast.assumptions)
    return kind + assumed
