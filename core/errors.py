"""Errors named by boundary. Each says what happened and what to do; `app` maps them to HTTP once."""

from __future__ import annotations


class BookfolkError(Exception):
    """Base of every error a user may see.

    Args:
        message: what happened, in one sentence.
        cure: what the user can do about it.
        code: stable machine-readable name, snake_case.
        retryable: whether the same call may succeed later.
    """

    default_code = "error"

    def __init__(self, message: str, *, cure: str = "", code: str = "", retryable: bool = False) -> None:
        super().__init__(f"{message} {cure}".strip())
        self.message = message
        self.cure = cure
        self.code = code or self.default_code
        self.retryable = retryable


class ModelError(BookfolkError):
    """The language model could not be reached, loaded or used."""

    default_code = "model_error"


class RetrievalError(BookfolkError):
    """The knowledge base could not be searched."""

    default_code = "retrieval_error"


class IngestionError(BookfolkError):
    """A book could not be read or built."""

    default_code = "ingestion_error"


class VerdictError(BookfolkError):
    """A judge's output could not be read as a verdict."""

    default_code = "verdict_error"


class NotFoundError(BookfolkError):
    """The thing asked for does not exist, or is not the caller's."""

    default_code = "not_found"


class InputError(BookfolkError):
    """The caller's input cannot be accepted."""

    default_code = "invalid_input"


class ConflictError(BookfolkError):
    """The request contradicts the present state (already running, already there, stale version)."""

    default_code = "conflict"
