"""Renders templates. All inserted text is escaped, and an undefined name is an error."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

MEDIA_TYPES = {
    "css": "text/css",
    "js": "text/javascript",
    "svg": "image/svg+xml",
    "ttf": "font/ttf",
}


@lru_cache
def build_template_environment() -> Environment:
    return Environment(
        loader=PackageLoader("tracker.server"),
        autoescape=True,
        auto_reload=False,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def get_proxy_root_path(request: Request) -> str:
    """Return the server's path behind a proxy, which is the prefix of all its addresses."""
    return str(request.scope.get("root_path", ""))


def render_template(template: str, request: Request, **values: object) -> str:
    found = build_template_environment().get_template(template)
    return found.render(root=get_proxy_root_path(request), **values)


@lru_cache
def _read_asset(name: str, package: str) -> bytes:
    return files(package).joinpath("static", *name.split("/")).read_bytes()


def make_asset_route(file_name: str, path: str = "", package: str = "tracker.server") -> Route:
    """Make the route of a package's static file, by default under the file's own name."""

    async def send_asset(_: Request) -> Response:
        media_type = MEDIA_TYPES[file_name.rpartition(".")[2]]
        return Response(_read_asset(file_name, package), media_type=media_type)

    return Route(f"/{path or file_name}", send_asset)
