"""The composition root: settings in, a running server out. Everything is made here and closed here."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from fastapi import FastAPI
from sqlalchemy.ext.asyncio import async_sessionmaker
from starlette.middleware.trustedhost import TrustedHostMiddleware

import ui
from app.acting import FREE, GUIDED, STEADY, Actors
from app.chats import Chats
from app.errors import map_errors
from app.guard import Guard
from app.home import occupied
from app.jobs import Ingestions
from app.judging import Judging
from app.llms import model_label
from app.mind import Mind
from app.models import find_model
from app.ports import Library, Speaker
from app.routes import books, chats, health, judge, messages, v1
from app.settings import Settings
from app.state import Services
from app.turns import Turns
from core.openai_scoring import OpenAIScorer, Unscored
from core.scoring import Scorer
from core.types import LLM, Sampling
from judge.ledger import Ledger
from knowledge.embed import SentenceEncoder
from knowledge.library import Library as KnownLibrary
from knowledge.library_database import open_engine, upgrade


def create_app(
    settings: Settings,
    *,
    llm: LLM | None = None,
    library: Library | None = None,
    speaker: Speaker | None = None,
    scorer: Scorer | None = None,
) -> FastAPI:
    """The server. What is not given is made from `settings` when the server starts.

    Nothing is opened before the lifespan begins, and the model not before the first reply.
    """

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with _services(settings, llm, library, speaker, scorer) as services:
            app.state.services = services
            yield

    app = FastAPI(title="Bookfolk", summary="Give it a novel, and talk with its people.", lifespan=lifespan)
    map_errors(app)
    for routes in (health, books, chats, messages, judge, v1):
        app.include_router(routes.router)
    app.add_middleware(Guard, hosts=settings.hosts, key=settings.key)
    if settings.ui:
        ui.mount(app, settings.address, settings.key)
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=list(settings.hosts), www_redirect=False)
    return app


@contextlib.asynccontextmanager
async def _services(
    settings: Settings,
    llm: LLM | None,
    library: Library | None,
    speaker: Speaker | None,
    scorer: Scorer | None,
) -> AsyncIterator[Services]:
    async with contextlib.AsyncExitStack() as stack:
        stack.enter_context(occupied(settings.data, settings.address))
        engine = open_engine(settings.url)
        stack.push_async_callback(engine.dispose)
        await upgrade(engine)
        sessions = async_sessionmaker(engine, expire_on_commit=False)
        if library is None:
            encoder = SentenceEncoder(embedder_file(settings))
            opened = KnownLibrary.open(settings.url, settings.data, encoder)
            shelf: Library = await stack.enter_async_context(opened)
        else:
            shelf = library
        label = "given"
        if llm is None:
            llm = mind = Mind(settings)
            stack.push_async_callback(mind.aclose)
            scorer, label = scorer or OpenAIScorer(mind.client), ""
        style = (FREE, Sampling()) if settings.model_url else (GUIDED, STEADY)
        speaker = speaker or Actors(llm, shelf, *style)
        found = Chats(sessions)
        await found.mark_interrupted()
        turns = Turns(found, speaker, max_chars=settings.max_message_chars)
        stack.push_async_callback(turns.close)
        ingestions = Ingestions(sessions, shelf)
        stack.push_async_callback(ingestions.close)
        await ingestions.resume()
        judging = Judging(
            llm,
            scorer or Unscored(),
            shelf,
            Ledger(settings.data / "judgements.jsonl"),
            lambda: label or model_label(settings),
            "reason" if settings.model_url else "fit",
        )
        yield Services(settings, shelf, llm, speaker, found, turns, ingestions, judging)


def embedder_file(settings: Settings) -> Path:
    """Where the embedder's file is, or will be: books cannot be built before it is fetched."""
    if settings.embedder.endswith(".onnx"):
        return Path(settings.embedder)
    return settings.data / "models" / find_model(settings.embedder, kind="embedder").file
