"""`python -m tests.walks.serve PORT DATA`: the real server and library, and an embedder without a model."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import uvicorn

from app.factory import create_app
from app.settings import Settings
from knowledge.library import Library
from tests.app.fakes import Talker
from tests.walks.walking import HashedWords


async def main(port: int, data: Path) -> None:
    settings = Settings(data=data, port=port, ui=False, _env_file=None)
    async with Library.open(settings.url, data, HashedWords(pace=0.02)) as library:
        app = create_app(settings, llm=Talker(), library=library)
        await uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=port, log_level="warning")).serve()


if __name__ == "__main__":  # worker processes import this module too
    asyncio.run(main(int(sys.argv[1]), Path(sys.argv[2])))
