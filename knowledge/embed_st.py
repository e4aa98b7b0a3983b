"""Embedders of sentence-transformers (the extra `embeddings`): multilingual-e5, bge-m3 and the like."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from core.errors import ModelError
from knowledge.embed import Vectors

# What a family was trained with before queries and passages (their model cards).
_PREFIXES = (("e5", "query: ", "passage: "), ("bge-", "", ""))
_BATCH = 16


class TransformerEncoder:
    """A sentence-transformers model by name or folder; loaded at the first use.

    Texts are padded to the longest of a batch, so in low bits a vector can depend on its batch; ingestion
    always makes the same batches.

    Raises:
        ModelError: (at the first use) the extra is not installed, or the model cannot be loaded.
    """

    def __init__(self, model: str) -> None:
        self.name = f"st:{model}"
        self._model_name = model
        self._model: Any = None
        family = next((p for p in _PREFIXES if p[0] in model.lower()), ("", "", ""))
        self.query_prefix, self.passage_prefix = family[1], family[2]

    @property
    def dimensions(self) -> int:
        return int(self._open().get_sentence_embedding_dimension())

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        return self._encode([self.passage_prefix + text for text in texts])

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        return self._encode([self.query_prefix + text for text in texts])

    def _encode(self, texts: list[str]) -> Vectors:
        found = self._open().encode(
            texts, batch_size=_BATCH, normalize_embeddings=True, show_progress_bar=False
        )
        return np.asarray(found, np.float32).reshape(len(texts), -1)

    def _open(self) -> Any:
        if self._model is None:
            try:
                library = importlib.import_module("sentence_transformers")
                self._model = library.SentenceTransformer(self._model_name)
            except ImportError as error:
                raise ModelError(
                    "sentence-transformers is not installed.",
                    cure="Run `pip install 'bookfolk[embeddings]'`, or use the default embedder.",
                    code="embedder_missing",
                ) from error
            except (OSError, ValueError) as error:
                raise ModelError(
                    f"The embedding model {self._model_name} cannot be loaded ({error}).",
                    cure="Check its name and the network, or give the folder that holds it.",
                    code="embedder_missing",
                ) from error
        return self._model
