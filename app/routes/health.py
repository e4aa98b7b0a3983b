"""Is it up, and with what?"""

from __future__ import annotations

from fastapi import APIRouter

from app.state import Here

router = APIRouter(tags=["health"])


@router.get("/healthz")
async def healthz(here: Here) -> dict[str, str | int]:
    """Open to all, so it says little. It does not start the model."""
    books = await here.library.list_books()
    return {"status": "ok", "model": here.settings.model, "books": len(books)}
