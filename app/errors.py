"""Our errors as HTTP, once: {"error": {"code", "message", "cure"}} with a fitting status."""

from __future__ import annotations

import logging
from collections.abc import Mapping

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from sqlalchemy.exc import DBAPIError
from starlette.exceptions import HTTPException

from core.errors import (
    BookfolkError,
    ConflictError,
    IngestionError,
    InputError,
    ModelError,
    NotFoundError,
    RetrievalError,
    VerdictError,
)

log = logging.getLogger(__name__)

_STATUS: Mapping[type[BookfolkError], int] = {
    NotFoundError: 404,
    InputError: 400,
    ConflictError: 409,
    IngestionError: 422,
    ModelError: 503,
    RetrievalError: 503,
    VerdictError: 502,
}
_BY_CODE = {
    "message_too_long": 413,
    "upload_too_large": 413,
    "context_overflow": 413,
    "context_length_exceeded": 400,
    "model_busy": 429,
}
Headers = Mapping[str, str] | None


def status_of(error: BookfolkError) -> int:
    """The HTTP status of an error; 500 for one of no known boundary."""
    if error.code in _BY_CODE:
        return _BY_CODE[error.code]
    return next((s for kind, s in _STATUS.items() if isinstance(error, kind)), 500)


def body_of(error: BaseException) -> dict[str, str]:
    """What a caller is told. An error that is not ours is logged and not shown."""
    if isinstance(error, BookfolkError):
        return {"code": error.code, "message": error.message, "cure": error.cure}
    if isinstance(error, DBAPIError):
        return _storage(error)
    log.error("unexpected error", exc_info=error)
    cure = "Try again; if it comes back, report it with the server's log."
    return {"code": "internal_error", "message": "Something went wrong here.", "cure": cure}


def _storage(error: DBAPIError) -> dict[str, str]:
    reason = str(error.orig)
    log.error("the database refused: %s", reason)
    if any(sign in reason.lower() for sign in ("full", "no space", "readonly")):
        cure = "Free some disk space, then try again; what was stored before is safe."
        return {"code": "storage_full", "message": f"Nothing more can be stored ({reason}).", "cure": cure}
    cure = "Try again; look at the server's log if it comes back."
    return {"code": "storage_error", "message": "The database could not be used.", "cure": cure}


def openai_error(error: BaseException) -> dict[str, str | None]:
    """An error as OpenAI clients expect it (the routes under /v1)."""
    told = body_of(error)
    status = status_of(error) if isinstance(error, BookfolkError) else 500
    return _as_openai(status, told)


def _as_openai(status: int, told: Mapping[str, str]) -> dict[str, str | None]:
    code = {"unauthorized": "invalid_api_key"}.get(told["code"], told["code"])
    kind = "server_error" if status >= 500 else "invalid_request_error"
    message = f"{told['message']} {told['cure']}".strip()
    return {"message": message, "type": kind, "param": None, "code": code}


def tell(path: str, status: int, told: Mapping[str, str], headers: Headers = None) -> JSONResponse:
    """An error as the answer to a request for `path`."""
    body = _as_openai(status, told) if path.startswith("/v1/") else told
    return JSONResponse({"error": dict(body)}, status, dict(headers or {}))


async def _ours(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, BookfolkError)
    headers = {"Retry-After": "2"} if error.code == "model_busy" else None
    return tell(request.url.path, status_of(error), body_of(error), headers)


async def _validation(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(x) for x in first["loc"] if x not in ("body", "query", "path"))
    message = f"{where}: {first['msg']}" if where else str(first["msg"])
    told = {"code": "invalid_input", "message": message, "cure": "See /docs for the fields."}
    return tell(request.url.path, 422, told)


async def _http(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    code = {404: "not_found", 405: "method_not_allowed"}.get(error.status_code, "http_error")
    body = {"code": code, "message": str(error.detail), "cure": "See /docs for the routes."}
    return tell(request.url.path, error.status_code, body, error.headers)


async def _unexpected(request: Request, error: Exception) -> JSONResponse:
    return tell(request.url.path, 500, body_of(error))


async def _database(request: Request, error: Exception) -> JSONResponse:
    told = body_of(error)
    return tell(request.url.path, 507 if told["code"] == "storage_full" else 503, told)


def map_errors(app: FastAPI) -> None:
    """Install the handlers."""
    app.add_exception_handler(BookfolkError, _ours)
    app.add_exception_handler(RequestValidationError, _validation)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(DBAPIError, _database)
    app.add_exception_handler(Exception, _unexpected)
