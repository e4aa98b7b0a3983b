"""The child process that holds llama.cpp. Run by path (`python llama_worker.py`), never imported.

One line of JSON comes in on stdin (see `app.llama.LlamaOptions`); one goes out on stdout: {"url": …} when
requests are answered, {"error": …} if the model cannot be loaded. llama.cpp's log goes to stderr.
When stdin closes the process ends: so it never outlives whoever started it, kill -9 included.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

import xllamacpp


def main() -> None:
    told: dict[str, Any] = json.loads(sys.stdin.readline())
    try:
        server = xllamacpp.Server(_params(told))
    except RuntimeError as error:
        print(json.dumps({"error": str(error)}), flush=True)
        os._exit(1)
    print(json.dumps({"url": server.listening_address}), flush=True)
    sys.stdin.read()
    os._exit(0)  # nothing to save, and a reply in progress must not hold the exit up


def _params(told: dict[str, Any]) -> Any:
    params = xllamacpp.CommonParams()
    params.model.path = told["model"]
    params.hostnames = ["127.0.0.1"]
    params.port = told["port"]
    params.ui = False
    params.verbosity = told["verbosity"]
    params.n_parallel = told["slots"]
    params.n_ctx = told["context"] * told["slots"]
    params.n_batch = told["batch"]
    params.n_ubatch = told["ubatch"]
    params.cache_prompt = True
    params.n_cache_reuse = told["cache_reuse"]
    params.cache_ram_mib = told["cache_mb"]
    params.slot_prompt_similarity = told["similarity"]
    params.reasoning_format = xllamacpp.common_reasoning_format.COMMON_REASONING_FORMAT_NONE
    params.endpoint_slots = True
    for threads in (params.cpuparams, params.cpuparams_batch):
        threads.n_threads = told["threads"]
    if told["lora"]:
        params.lora_adapters = [_adapter(path, scale) for path, scale in told["lora"]]
    return params


def _adapter(path: str, scale: float) -> Any:
    adapter = xllamacpp.CommonAdapterLoraInfo()
    adapter.path, adapter.scale = path, scale
    return adapter


if __name__ == "__main__":
    main()
