"""Phones for a hall of tables, in a process of their own: games said over HTTP, evenings reported.

What is said at each table was played by chance beforehand, so that nothing is worked out here while
it is measured. Each table has an address of its own in this machine's loopback, as phones in a
network have.
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

QUESTION = re.compile(r'name="question" value="([^"]+)"')
PART = {"x-part": "1"}
PLAIN = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Made once: a phone that makes its own would cost more than all it says."""

Saying = tuple[str, dict[str, str]]
"""Where it is sent, and the fields of the form."""


class Load:
    """What was measured: seconds of every request that said something, and of those that looked."""

    def __init__(self) -> None:
        self.said: list[float] = []
        self.looked: list[float] = []
        self.refused: list[str] = []


def phone(base: str, number: int) -> httpx2.AsyncClient:
    """A phone with an address of its own."""
    address = f"127.0.{1 + number // 250}.{1 + number % 250}"
    transport = httpx2.AsyncHTTPTransport(local_address=address, verify=PLAIN)
    return httpx2.AsyncClient(
        base_url=base, transport=transport, timeout=60, headers={"origin": base, **PART}
    )


async def table(
    base: str, number: int, path: str, says: list[Saying], pause: float, load: Load
) -> None:
    """One table: each thing is said ``pause`` seconds, on average, after what came before."""
    rng = random.Random(number)
    async with phone(base, number) as own:
        found = QUESTION.search((await own.get(f"{path}/part")).text)
        for at, fields in says:
            await asyncio.sleep(rng.uniform(0, 2 * pause))
            began = time.perf_counter()
            question = found[1] if found else ""
            sent = await own.post(f"{path}/{at}", data={"question": question, **fields})
            load.said.append(time.perf_counter() - began)
            if sent.status_code != 200:
                load.refused.append(f"{sent.status_code} {at} {fields}: {sent.text[:400]}")
                return
            found = QUESTION.search(sent.text)


async def follow(base: str, number: int, path: str, load: Load) -> None:
    """A phone that looks on: told of every line, it reads the page again."""
    async with phone(base, number) as own, own.stream("GET", f"{path}/live") as live:
        async for line in live.aiter_lines():
            if line.startswith("data:"):
                began = time.perf_counter()
                answer = await own.get(f"{path}/part")
                load.looked.append(time.perf_counter() - began)
                if answer.status_code != 200:
                    load.refused.append(f"{answer.status_code} part")


async def report(
    base: str, number: int, paths: tuple[str, str], game: str, points: str, load: Load
) -> None:
    """A table of an evening: one of its players reports, the other confirms."""
    for place, path in enumerate(paths):
        async with phone(base, 2 * number + place) as own:
            page = (await own.get(f"{path}/part")).text
            known = re.search(rf'name="game" value="{game}">\s*<input[^>]*value="([^"]+)"', page)
            seen = known[1] if known else ""
            fields = {"game": game, "seen": seen, "text": points}
            began = time.perf_counter()
            sent = await own.post(f"{path}/{('report', 'confirm')[place]}", data=fields)
            load.said.append(time.perf_counter() - began)
            if sent.status_code != 200:
                load.refused.append(f"{sent.status_code} {game}: {sent.text[:200]}")


async def measured(
    works: list[Awaitable[None]], followers: list[Awaitable[None]], load: Load
) -> dict[str, object]:
    """Do all of it at once while others look on; what it came to."""
    looking = [asyncio.ensure_future(one) for one in followers]
    await asyncio.sleep(2 if looking else 0)
    load.looked.clear()
    began = time.perf_counter()
    await asyncio.gather(*works)
    took = time.perf_counter() - began
    for one in looking:
        one.cancel()
    await asyncio.gather(*looking, return_exceptions=True)
    return {"took": took, "said": load.said, "looked": load.looked, "refused": load.refused}


async def main() -> None:
    """Read what there is to do as JSON, do it, and print what was measured."""
    plan, load = json.load(sys.stdin), Load()
    base = plan["base"]
    works: list[Awaitable[None]] = [
        table(base, number, path, says, plan.get("pause", 0.0), load)
        for number, (path, says) in enumerate(plan.get("tables", []))
    ]
    works += [
        report(base, number, paths, game, points, load)
        for number, (paths, game, points) in enumerate(plan.get("reports", []))
    ]
    followers: list[Awaitable[None]] = [
        follow(base, 500 + number, path, load)
        for number, path in enumerate(plan.get("followers", []))
    ]
    print(json.dumps(await measured(works, followers, load)))


if __name__ == "__main__":
    asyncio.run(main())
