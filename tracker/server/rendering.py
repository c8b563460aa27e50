"""Templates filled in: what people typed is escaped, and a name that is missing is an error."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined


@lru_cache
def environment() -> Environment:
    """The templates of the server."""
    return Environment(
        loader=PackageLoader("tracker.server"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@lru_cache
def own_file(name: str) -> bytes:
    """A file that pages need beside them."""
    return files("tracker.server").joinpath("static", name).read_bytes()
