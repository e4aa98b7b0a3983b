"""Text to unit vectors. One protocol, whatever computes them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from core.errors import ModelError

Vectors = NDArray[np.float32]

# The encoder averages over the whole text; beyond this it costs time and blurs what the text is about.
MAX_CHARS = 2_000


class Embedder(Protocol):
    """Passages and queries to points of one space; the inner product is the similarity.

    Implementations may be called from several threads, and give the same vector for the same text
    whatever it is batched with (an interrupted ingestion must resume to the identical result).
    """

    @property
    def name(self) -> str:
        """Names the model and its file; vectors of different names are never compared."""
        ...

    @property
    def dimensions(self) -> int: ...

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """float32 [len(texts), dimensions], rows of length 1.

        Raises:
            ModelError: the model cannot be used.
        """
        ...

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """As `embed_passages`, for what is searched with."""
        ...


class SentenceEncoder:
    """The multilingual Universal Sentence Encoder (Yang et al. 2020, arXiv 1907.04307) as int8 ONNX.

    512 dimensions, 16 languages (English and Chinese among them), raw strings in. The graph's custom
    operators tokenise. Its activations are quantised by the range of the whole batch, so texts are
    encoded one at a time: that is exact whatever the batch, and on a CPU the fastest too (see
    benchmarks/ingest.py); threads each take a text.

    Args:
        path: the model file; it is opened at the first use.
        threads: texts encoded at once; default the number of cores, at most 8.
    """

    dimensions = 512

    def __init__(self, path: str | Path, *, threads: int | None = None) -> None:
        self._path = Path(path)
        self._threads = threads or min(os.cpu_count() or 1, 8)
        self._session: Any = None
        self._pool: ThreadPoolExecutor | None = None
        self.name = f"use-multilingual:{self._path.stem}"

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        if len(texts) == 1:
            return self._encode(texts[0])[None]
        if not texts:
            return np.zeros((0, self.dimensions), np.float32)
        self._open()
        pool = self._pool or ThreadPoolExecutor(self._threads, "embed")
        self._pool = pool
        # Longest first, so that no thread ends on a long one alone.
        order = sorted(range(len(texts)), key=lambda i: -len(texts[i]))
        out = np.empty((len(texts), self.dimensions), np.float32)
        for i, vector in zip(order, pool.map(lambda i: self._encode(texts[i]), order), strict=True):
            out[i] = vector
        return out

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        return self.embed_passages(texts)

    def _encode(self, text: str) -> Vectors:
        feed = {"inputs": np.array([text[:MAX_CHARS] or " "], dtype=object)}
        vector: Vectors = self._open().run(None, feed)[0][0]
        return vector / max(float(np.linalg.norm(vector)), 1e-12)

    def _open(self) -> Any:
        if self._session is None:
            self._session = _session(self._path)
        return self._session


def _session(path: Path) -> Any:
    import onnxruntime
    from onnxruntime_extensions import get_library_path

    if not path.is_file():
        raise ModelError(
            f"The embedding model is not at {path}.",
            cure="Run `bookfolk models pull use-multilingual`, or name the file in the settings.",
            code="embedder_missing",
        )
    options = onnxruntime.SessionOptions()
    options.register_custom_ops_library(get_library_path())
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime's own errors share no base class that it exports
        raise ModelError(
            f"The embedding model at {path} cannot be loaded ({type(error).__name__}).",
            cure="Pull it again: `bookfolk models pull use-multilingual`.",
            code="embedder_broken",
        ) from error
