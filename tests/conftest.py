"""Fixtures for every test."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.models import small_llm, small_model, small_server
from tests.postgres import postgres_url

__all__ = ["postgres_url", "shared", "small_llm", "small_model", "small_server"]


@pytest.fixture(scope="session")
def shared() -> Path:
    """Real data by others, beside the checkout (or at BOOKFOLK_SHARED); the test skips without it."""
    default = Path(__file__).resolve().parents[2] / "shared"
    folder = Path(os.environ.get("BOOKFOLK_SHARED", default))
    if not (folder / "data").is_dir():
        pytest.skip(f"the shared data folder is absent ({folder}); set BOOKFOLK_SHARED")
    return folder
