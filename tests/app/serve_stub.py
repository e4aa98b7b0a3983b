"""`python -m tests.app.serve_stub PORT DATA [PACE]`: serves a fake book and model, to look at or kill."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import uvicorn

from app.factory import create_app
from app.settings import Settings
from tests.app.fakes import Info, OneShelf, Talker


def main(port: int, data: Path, pace: float) -> None:
    shelf = OneShelf(books={"b": Info("b", "A Fine Morning", "ready")})
    settings = Settings(data=data, port=port, ui=False, _env_file=None)
    app = create_app(settings, llm=Talker(pace=pace, words=60), library=shelf)
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=port, log_level="warning"))
    asyncio.run(server.serve())


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3]) if len(sys.argv) > 3 else 0.1)
