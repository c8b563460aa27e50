"""Simulates the phones of many tables in a separate process.

The phones enter prepared lines and answers of games, or report results. Each table uses its own
loopback address, like phones in a network.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import ssl
import sys
import time
from collections.abc import Awaitable

import httpx2

QUESTION_FIELD = re.compile(r'name="question" value="([^"]+)"')
PART_HEADER = {"x-part": "1"}
SSL_CONTEXT = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""The context that all clients share, because creating one takes longer than a phone's requests."""

FormRequest = tuple[str, dict[str, str]]
"""A form to send: the last part of its path, and its fields."""


class Measurements:
    """The duration of each entry and page reload in seconds, and the errors."""

    def __init__(self) -> None:
        self.entries: list[float] = []
        self.reloads: list[float] = []
        self.errors: list[str] = []


def open_phone_client(base: str, number: int) -> httpx2.AsyncClient:
    """Open an HTTP client with its own loopback address."""
    address = f"127.0.{1 + number // 250}.{1 + number % 250}"
    transport = httpx2.AsyncHTTPTransport(local_address=address, verify=SSL_CONTEXT)
    return httpx2.AsyncClient(
        base_url=base, transport=transport, timeout=60, headers={"origin": base, **PART_HEADER}
    )


async def play_table(
    base: str,
    number: int,
    path: str,
    requests: list[FormRequest],
    pause: float,
    results: Measurements,
) -> None:
    """Send a table's requests with pauses of ``pause`` seconds on average."""
    rng = random.Random(number)
    async with open_phone_client(base, number) as client:
        found = QUESTION_FIELD.search((await client.get(f"{path}/part")).text)
        for action, fields in requests:
            await asyncio.sleep(rng.uniform(0, 2 * pause))
            start = time.perf_counter()
            question = found[1] if found else ""
            response = await client.post(f"{path}/{action}", data={"question": question, **fields})
            results.entries.append(time.perf_counter() - start)
            if response.status_code != 200:
                error = f"{response.status_code} {action} {fields}: {response.text[:400]}"
                results.errors.append(error)
                return
            found = QUESTION_FIELD.search(response.text)


async def watch_table(base: str, number: int, path: str, results: Measurements) -> None:
    """Reload the page after every new line, as a spectator's phone does."""
    async with (
        open_phone_client(base, number) as client,
        client.stream("GET", f"{path}/live") as live,
    ):
        async for line in live.aiter_lines():
            if line.startswith("data:"):
                start = time.perf_counter()
                response = await client.get(f"{path}/part")
                results.reloads.append(time.perf_counter() - start)
                if response.status_code != 200:
                    results.errors.append(f"{response.status_code} part")


async def report_result(
    base: str, number: int, paths: tuple[str, str], game: str, points: str, results: Measurements
) -> None:
    """Report a result as one player, then confirm it as the other."""
    for index, path in enumerate(paths):
        async with open_phone_client(base, 2 * number + index) as client:
            page = (await client.get(f"{path}/part")).text
            match = re.search(rf'name="game" value="{game}">\s*<input[^>]*value="([^"]+)"', page)
            seen = match[1] if match else ""
            fields = {"game": game, "seen": seen, "text": points}
            start = time.perf_counter()
            response = await client.post(f"{path}/{('report', 'confirm')[index]}", data=fields)
            results.entries.append(time.perf_counter() - start)
            if response.status_code != 200:
                results.errors.append(f"{response.status_code} {game}: {response.text[:200]}")


async def run_load(
    tables: list[Awaitable[None]], watchers: list[Awaitable[None]], results: Measurements
) -> dict[str, object]:
    """Run all tables at once while others watch, and return the measurements."""
    watching = [asyncio.ensure_future(each) for each in watchers]
    await asyncio.sleep(2 if watching else 0)
    results.reloads.clear()
    start = time.perf_counter()
    await asyncio.gather(*tables)
    seconds = time.perf_counter() - start
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
    return {"seconds": seconds, **vars(results)}


async def main() -> None:
    """Read the plan as JSON, run it, and print the measurements as JSON."""
    plan, results = json.load(sys.stdin), Measurements()
    base = plan["base"]
    tables: list[Awaitable[None]] = [
        play_table(base, number, path, requests, plan.get("pause", 0.0), results)
        for number, (path, requests) in enumerate(plan.get("tables", []))
    ]
    tables += [
        report_result(base, number, paths, game, points, results)
        for number, (paths, game, points) in enumerate(plan.get("reports", []))
    ]
    watchers: list[Awaitable[None]] = [
        watch_table(base, 500 + number, path, results)
        for number, path in enumerate(plan.get("watchers", []))
    ]
    print(json.dumps(await run_load(tables, watchers, results)))


if __name__ == "__main__":
    asyncio.run(main())
