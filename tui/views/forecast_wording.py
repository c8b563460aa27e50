"""Forecasts in words, and the bars of their charts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tracker.application.chances.action_forecast_types import (
    Forecast,
    LossForecast,
    NumberForecast,
    OutcomeChance,
    OutcomeForecast,
)
from tracker.procedures.declared.marker_and_link_kinds import OddsImportance

MAX_BARS = 5
MIN_BARS = 3
SEPARATOR = " · "
LEFT_OUT = " …"
MAX_NERVE_RESULTS_FIRST = 2  # results that are listed before the losses
CHANCE_TOLERANCE = 1e-9  # for rounding errors in sums of chances


def list_chance_bars(
    losses: LossForecast | NumberForecast, max_bars: int = MAX_BARS
) -> list[tuple[str, float]]:
    """List the bars of a chart: labels such as ``0``, ``1`` … ``4+``, each with its chance."""
    by_number = {item.n: item.chance for item in losses.chances}
    highest = max(by_number)
    if highest < max_bars:
        return [(str(n), by_number.get(n, 0.0)) for n in range(highest + 1)]
    low = max(0, min(round(losses.expected) - max_bars // 2, highest - max_bars + 1))
    first = sum(chance for n, chance in by_number.items() if n <= low)
    bars = [(f"≤{low}" if low else "0", first)]
    bars += [(str(n), by_number.get(n, 0.0)) for n in range(low + 1, low + max_bars - 1)]
    last = low + max_bars - 1
    return [*bars, (f"{last}+", sum(c for n, c in by_number.items() if n >= last))]


def format_forecast_percent(chance: float) -> str:
    """Format a chance, such as ``15%``. Only an impossible result is 0%, and a certain one 100%."""
    chance = round(chance, 9)
    rounded = round(chance * 100)
    if rounded == 0 and chance > 0:
        return "<1%"
    if rounded == 100 and chance < 1:
        return ">99%"
    return f"{rounded}%"


def sort_undecided_losses_first(losses: tuple[LossForecast, ...]) -> tuple[LossForecast, ...]:
    """Sort losses so that uncertain losses come before certain ones."""
    certain = {
        each.who for each in losses if max(c.chance for c in each.chances) > 1 - CHANCE_TOLERANCE
    }
    return tuple(sorted(losses, key=lambda each: each.who in certain))


def describe_number_chances(count: LossForecast | NumberForecast, max_bars: int = MAX_BARS) -> str:
    """Format the chances of each number, such as ``0 52% 1 31% 2 17%``."""
    return "  ".join(
        f"{number} {format_forecast_percent(chance)}"
        for number, chance in list_chance_bars(count, max_bars)
        if chance
    )


def describe_outcome_chances(outcome: OutcomeForecast) -> str:
    """Format the chances of each outcome, such as ``won 45% drawn 9% lost 46%``."""
    return "  ".join(
        f"{result.what} {format_forecast_percent(result.chance)}" for result in outcome.chances
    )


def describe_aftermath(aftermath: OutcomeChance) -> str:
    """Format the chance of an aftermath, whose effects the forecast leaves out."""
    return f"{format_forecast_percent(aftermath.chance)} (effects not included)"


def describe_forecast(forecast: Forecast, width: int) -> str:
    """Describe the most important results that fit in ``width`` characters.

    The text ends with ``…`` if results are left out. Expected dice are shown only where there is
    room. If results about lost nerve would not fit, fewer numbers of losses are listed.
    """
    trials = "" if forecast.exact else f"  ({forecast.runs} trials)"
    room = width - len(trials)
    nerve_count = _count_first_nerve_results(forecast)
    for max_bars in (*range(MAX_BARS, MIN_BARS - 1, -1), MAX_BARS):
        first, *others = [*_list_result_texts(forecast, max_bars), ""]
        if not nerve_count or len(first + SEPARATOR + others[0]) <= room:
            break
    results = list(filter(None, others))
    mark = "" if len(SEPARATOR.join((first, *results))) <= room else LEFT_OUT
    for part in (*results, *([] if mark else _list_expected_dice(forecast))):
        longer = SEPARATOR.join(filter(None, (first, part)))
        if len(longer + mark) <= room:
            first = longer
    return first + mark + trials


def _count_first_nerve_results(forecast: Forecast) -> int:
    nerve = sum(mark.worth >= OddsImportance.NERVE for mark in forecast.marks)
    return min(nerve, MAX_NERVE_RESULTS_FIRST)


def _list_result_texts(forecast: Forecast, max_bars: int) -> Iterator[str]:
    """Yield the results, most important first. The winner of a fight comes before the losses."""
    first, *others = sort_undecided_losses_first(forecast.losses) or (None,)
    ends_fight = len(forecast.ways) > 1
    if first is not None and (
        first.of == 1 or ends_fight or (others and _loses_at_most_one(first))
    ):
        yield _describe_losses(first)
    elif first is not None:
        name = first.name if others else f"{first.who.upper()} lost"
        yield f"{name}  {describe_number_chances(first, max_bars)}   expected {first.expected:.1f}"
    marks = [
        f"{mark.who} {mark.word} {format_forecast_percent(mark.chance)}" for mark in forecast.marks
    ]
    nerve = _count_first_nerve_results(forecast)
    outcomes = [_describe_outcome(each, forecast.ways) for each in forecast.ways]
    yield from outcomes[:ends_fight]
    yield from marks[:nerve]
    yield from map(_describe_losses, others)
    yield from outcomes[ends_fight:]
    yield from (f"{each.what} {describe_aftermath(each)}" for each in forecast.aftermaths)
    yield from (f"{each.what}  {describe_number_chances(each)}" for each in forecast.counts)
    yield from marks[nerve:]


def _list_expected_dice(forecast: Forecast) -> Iterator[str]:
    for each in forecast.rolled:
        what = each.kind if _is_only_of_kind(each, forecast.rolled) else each.what
        yield f"expected {each.expected:.1f} {what}"


def _describe_outcome(outcome: OutcomeForecast, outcomes: Sequence[OutcomeForecast]) -> str:
    words = describe_outcome_chances(outcome)
    return words if _is_only_of_kind(outcome, outcomes) else f"{outcome.what} {words}"


def _is_only_of_kind(
    forecast: OutcomeForecast | NumberForecast,
    forecasts: Sequence[OutcomeForecast | NumberForecast],
) -> bool:
    return sum(each.kind == forecast.kind for each in forecasts) == 1


def _loses_at_most_one(losses: LossForecast) -> bool:
    return max(each.n for each in losses.chances) == 1


def name_losing_unit(losses: LossForecast) -> str:
    """Return a unit's or figure's handle with its name, if any, such as ``R1 Alpha``."""
    return f"{losses.who.upper()} {losses.name}".strip()


def _describe_losses(losses: LossForecast) -> str:
    name = losses.who.upper() if losses.of == 1 else losses.name
    return f"{name} {describe_loss_forecast(losses)}"


def describe_loss_forecast(losses: LossForecast) -> str:
    """Describe losses, such as ``expected 1.7``, ``1 lost 22%`` or ``out of action 22%``."""
    if losses.of == 1:
        return f"out of action {format_forecast_percent(losses.expected)}"
    if _loses_at_most_one(losses):
        return f"1 lost {format_forecast_percent(losses.expected)}"
    return f"expected {losses.expected:.1f}"
