"""Tests that the program accepts or refuses hostile inputs within limits of time and memory."""

from __future__ import annotations

import multiprocessing
import os
import random
import resource
import signal
import traceback
from collections import Counter
from contextlib import chdir
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import NamedTuple

import tracker
from dev.torture.fault_trial_results import PartResults
from dev.torture.hostile_input_sources import EXPECTED_ERRORS, SOURCES

SHARES = {"lines": 0.62, "rosters": 0.2, "schemes": 0.12, "records": 0.02, "commands": 0.04}
"""The share of each source in all inputs. Quick sources have a larger share."""
BATCH_SIZE = 500
MAX_CPU_SECONDS = 5.0
"""The time limit for one input, in seconds."""
MAX_GROWTH = 150 << 20
"""The maximum memory growth during a batch after the first hundred inputs, in bytes."""

PROGRAM = Path(tracker.__file__).parent


class InputTimeout(BaseException):
    """The error for an input that exceeds the time limit."""


class Batch(NamedTuple):
    """A number of inputs to generate from one source, in one process."""

    source: str
    seed: int
    size: int


class BatchResult(NamedTuple):
    batch: Batch
    counts: Counter[str]
    faults: list[tuple[str, str]]
    """A description of each fault, and its input."""


def run_part(count: int, rng: random.Random, folder: Path) -> PartResults:
    """Try ``count`` inputs, on every core. Equal faults are reported once, with their number."""
    results = PartResults("hostile")
    batches = [
        Batch(source, rng.randrange(10**9), min(BATCH_SIZE, left))
        for source, share in SHARES.items()
        for left in range(max(1, round(count * share)), 0, -BATCH_SIZE)
    ]
    rng.shuffle(batches)
    faults: Counter[str] = Counter()
    examples: dict[str, str] = {}
    context = multiprocessing.get_context("fork")
    with context.Pool(os.cpu_count(), maxtasksperchild=4) as pool:
        for result in pool.imap_unordered(partial(_run_batch, folder), batches):
            results.trials += result.batch.size
            results.counts[result.batch.source] += result.batch.size
            results.counts += result.counts
            for fault, text in result.faults:
                faults[fault] += 1
                examples[fault] = min(text, examples.get(fault, text), key=len)
    results.faults = [
        f"{times} × {fault}: {examples[fault]}" for fault, times in faults.most_common()
    ]
    return results


def _run_batch(parent: Path, batch: Batch) -> BatchResult:
    with TemporaryDirectory(dir=parent, ignore_cleanup_errors=True) as folder, chdir(folder):
        return _try_inputs(batch)


def _try_inputs(batch: Batch) -> BatchResult:
    signal.signal(signal.SIGPROF, _raise_timeout)
    source = SOURCES[batch.source](random.Random(batch.seed))
    counts: Counter[str] = Counter()
    faults: list[tuple[str, str]] = []
    memory = 0
    for number in range(batch.size):
        generated = source.generate()
        signal.setitimer(signal.ITIMER_PROF, MAX_CPU_SECONDS)
        try:
            counts[source.submit(generated)] += 1
        except EXPECTED_ERRORS:
            counts["refused"] += 1
        except (Exception, InputTimeout, SystemExit) as error:  # noqa: BLE001 - each is a fault
            faults.append((_describe_error(error), _format_input(generated)))
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        if number == min(100, batch.size - 1):
            memory = _measure_memory()
    growth = _measure_memory() - memory
    if growth > MAX_GROWTH:
        fault = f"{batch.source}: memory grew by {growth >> 20} MB"
        faults.append((fault, f"seed {batch.seed}"))
    return BatchResult(batch, counts, faults)


def _raise_timeout(_number: int, _frame: FrameType | None) -> None:
    raise InputTimeout


def _describe_error(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if Path(frame.filename).is_relative_to(PROGRAM)]
    frame = own[-1] if own else frames[-1]
    place = f"{'/'.join(Path(frame.filename).parts[-3:])}:{frame.lineno}"
    return f"{type(error).__name__} in {place} ({str(error)[:80]})"


def _format_input(generated: object) -> str:
    parts = generated if isinstance(generated, tuple) else (generated,)
    shown = [each if isinstance(each, str | list | bool) else type(each).__name__ for each in parts]
    text = repr(shown)
    return text if len(text) < 1500 else f"{text[:700]} … {text[-700:]}"


def _measure_memory() -> int:
    """Return the memory of this process in bytes, or its peak where only that is known."""
    pages = Path("/proc/self/statm")
    if pages.exists():
        return int(pages.read_text(encoding="ascii").split()[1]) * resource.getpagesize()
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
