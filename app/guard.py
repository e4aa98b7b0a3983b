"""Who may call: the right Origin, and the key where one is set. Pure ASGI, so streams pass untouched."""

from __future__ import annotations

import base64
import binascii
import secrets
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from app.errors import tell

_SAFE = ("GET", "HEAD", "OPTIONS")
_OPEN = ("/healthz",)


class Guard:
    """Refuses writes that another site's page makes through a browser, and callers without the key.

    The key may come as `Authorization: Bearer`, `x-api-key`, or as the password of HTTP Basic (which is what
    a browser asks its user for). `/healthz` is open.
    """

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...], key: str | None) -> None:
        self.app = app
        self._hosts = hosts
        self._key = key

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if scope.get("method", "GET") not in _SAFE and not self._same_site(headers.get("origin")):
            body = {"code": "forbidden", "message": "This request comes from another site.", "cure": ""}
            await tell(scope["path"], 403, body)(scope, receive, send)
        elif self._key and scope["path"] not in _OPEN and not self._knows(headers):
            body = {
                "code": "unauthorized",
                "message": "The key is missing or wrong.",
                "cure": "Send it as 'Authorization: Bearer KEY' (BOOKFOLK_API_KEY of the server).",
            }
            basic = {"WWW-Authenticate": "Basic"}
            await tell(scope["path"], 401, body, basic)(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def _same_site(self, origin: str | None) -> bool:
        if origin is None:  # not a browser
            return True
        host = urlsplit(origin).hostname or ""
        return host in self._hosts or f"[{host}]" in self._hosts

    def _knows(self, headers: Headers) -> bool:
        assert self._key is not None
        scheme, _, value = headers.get("authorization", "").partition(" ")
        given = [headers.get("x-api-key", "")]
        if scheme.lower() == "bearer":
            given.append(value.strip())
        elif scheme.lower() == "basic":
            given.append(_password(value))
        return any(secrets.compare_digest(g.encode(), self._key.encode()) for g in given)


def _password(basic: str) -> str:
    try:
        return base64.b64decode(basic, validate=True).decode().partition(":")[2]
    except (binascii.Error, UnicodeDecodeError):
        return ""
