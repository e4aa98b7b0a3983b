"""Our errors as HTTP, once: {"error": {"code", "message", "cure"}} with a fitting status."""

from __future__ import annotations

import logging
from collections.abc import Mapping

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
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
_BY_CODE = {"message_too_long": 413, "upload_too_large": 413, "unauthorized": 401, "forbidden": 403}


def status_of(error: BookfolkError) -> int:
    """The HTTP status of an error; 500 for one of no known boundary."""
    if error.code in _BY_CODE:
        return _BY_CODE[error.code]
    return next((s for kind, s in _STATUS.items() if isinstance(error, kind)), 500)


def body_of(error: BaseException) -> dict[str, str]:
    """What a caller is told. An error that is not ours is logged and not shown."""
    if isinstance(error, BookfolkError):
        return {"code": error.code, "message": error.message, "cure": error.cure}
    log.error("unexpected error", exc_info=error)
    cure = "Try again; if it comes back, report it with the server's log."
    return {"code": "internal_error", "message": "Something went wrong here.", "cure": cure}


def reply(code: int, error: Mapping[str, str], headers: Mapping[str, str] | None = None) -> JSONResponse:
    return JSONResponse({"error": dict(error)}, code, dict(headers or {}))


async def _ours(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, BookfolkError)
    return reply(status_of(error), body_of(error))


async def _validation(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(x) for x in first["loc"] if x not in ("body", "query", "path"))
    message = f"{where}: {first['msg']}" if where else str(first["msg"])
    return reply(
        422, {"code": "invalid_input", "message": message, "cure": "See /docs for what is expected."}
    )


async def _http(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    code = {404: "not_found", 405: "method_not_allowed"}.get(error.status_code, "http_error")
    body = {"code": code, "message": str(error.detail), "cure": "See /docs for the routes."}
    return reply(error.status_code, body, error.headers)


async def _unexpected(_: Request, error: Exception) -> JSONResponse:
    return reply(500, body_of(error))


def map_errors(app: FastAPI) -> None:
    """Install the handlers."""
    app.add_exception_handler(BookfolkError, _ours)
    app.add_exception_handler(RequestValidationError, _validation)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _unexpected)
