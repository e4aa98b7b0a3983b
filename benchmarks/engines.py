"""Engines that install by pip, side by side on one GGUF: load, prefill and decode rate, memory.

    python benchmarks/engines.py MODEL.gguf [--settings] [--engine openvino=/path/to/python] [--repeats 3]

Without options it measures xllamacpp as the product starts it. `--settings` varies one setting at a time.
`--engine NAME=PYTHON` adds `openvino` (openvino-genai) or `ik` (ik-llama-cpp-python) from an environment of
their own. All run one after another in one go, each in a fresh process. Where other programs run meanwhile,
tokens per second of processor time tell more than those per second on the clock; both are printed.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

NEW = 32  # tokens decoded
PROMPT = 2_000  # characters of a prompt
SAMPLE = Path(__file__).parents[1] / "samples" / "pride-and-prejudice.txt"
SETTINGS: dict[str, dict[str, str]] = {
    "as shipped": {"env:OMP_WAIT_POLICY": "passive"},
    "no repacked weights": {"no_extra_bufts": "True"},
    "ubatch 128": {"n_ubatch": "128"},
    "ubatch 1024": {"n_ubatch": "1024"},
    "flash attention off": {"flash_attn_type": "x.llama_flash_attn_type.LLAMA_FLASH_ATTN_TYPE_DISABLED"},
    "KV cache q8_0": {
        "cache_type_k": "x.ggml_type.GGML_TYPE_Q8_0",
        "cache_type_v": "x.ggml_type.GGML_TYPE_Q8_0",
    },
    "1 thread": {"cpuparams.n_threads": "1", "cpuparams_batch.n_threads": "1"},
    "threads spin a little": {"env:GOMP_SPINCOUNT": "2000"},
    "threads spin as libgomp likes": {"env:GOMP_SPINCOUNT": "300000"},
}
# Generate this many tokens after this prompt; returns the number of prompt tokens.
Generate = Callable[[str, int], int]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("model", type=Path)
    parser.add_argument("--engine", action="append", default=[], metavar="NAME=PYTHON")
    parser.add_argument("--settings", action="store_true")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    parser.add_argument("--with", dest="given", default="{}", help=argparse.SUPPRESS)
    told = parser.parse_args()
    if told.worker:
        work(told.worker, str(told.model), json.loads(told.given), told.repeats)
        return
    runs = [("xllamacpp", sys.executable, name, s) for name, s in SETTINGS.items()]
    runs = runs if told.settings else runs[:1]
    runs += [(name, python, "", {}) for name, python in (e.split("=", 1) for e in told.engine)]
    print(f"{told.model.name}; {os.cpu_count()} × {processor()}; load {os.getloadavg()[0]:.1f} at the start")
    print("| engine | setting | load s | prefill tok/s | …per CPU s | decode tok/s | …per CPU s | peak MB |")
    print("|---|---|---|---|---|---|---|---|")
    for engine, python, name, settings in runs:
        print(f"| {engine} | {name} | {measured(engine, python, settings, told)} |", flush=True)
    print(f"best of {told.repeats}; load {os.getloadavg()[0]:.1f} at the end")


def measured(engine: str, python: str, settings: dict[str, str], told: argparse.Namespace) -> str:
    """The cells of one run."""
    env = {k: v for k, v in os.environ.items() if not k.startswith(("OMP_", "GOMP_"))}
    env |= {} if any(k.startswith("env:") for k in settings) else {"OMP_WAIT_POLICY": "passive"}
    env |= {k[4:]: v for k, v in settings.items() if k.startswith("env:")}
    given = json.dumps({k: v for k, v in settings.items() if not k.startswith("env:")})
    command = [python, __file__, str(told.model), "--worker", engine, "--with", given]
    command += ["--repeats", str(told.repeats)]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        return (
            f"failed: {done.stderr.strip().splitlines()[-1][:80] if done.stderr.strip() else done.returncode}"
        )
    return done.stdout.strip().splitlines()[-1]


def work(engine: str, model: str, settings: dict[str, str], repeats: int) -> None:
    """Measure in this process, and print the cells."""
    began = time.perf_counter()
    generate = {"xllamacpp": xllamacpp, "openvino": openvino, "ik": ik}[engine](model, settings)
    load = time.perf_counter() - began
    text = SAMPLE.read_text(encoding="utf-8")
    generate(text[:400], 2)
    rates: list[tuple[float, float, float, float]] = []
    for n in range(repeats):
        prompt = text[10_000 * (n + 1) :][:PROMPT]
        tokens, wall, cpu = timed(generate, prompt, 1)
        _, wall_1, cpu_1 = timed(generate, prompt, 1)  # where an engine caches, the prompt costs nothing now
        _, wall_n, cpu_n = timed(generate, prompt, 1 + NEW)
        rates.append((tokens / wall, tokens / cpu, NEW / (wall_n - wall_1), NEW / (cpu_n - cpu_1)))
    best = [max(rate[i] for rate in rates) for i in range(4)]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    cells = [f"{load:.1f}", *(f"{rate:.1f}" for rate in best), f"{peak:.0f}"]
    print("\n" + " | ".join(cells), flush=True)
    os._exit(0)


def timed(generate: Generate, prompt: str, new: int) -> tuple[int, float, float]:
    wall, cpu = time.perf_counter(), time.process_time()
    tokens = generate(prompt, new)
    return tokens, time.perf_counter() - wall, time.process_time() - cpu


def xllamacpp(model: str, settings: dict[str, str]) -> Generate:
    import xllamacpp as x

    params = x.CommonParams()
    params.model.path, params.n_ctx, params.n_parallel, params.verbosity = model, 4096, 1, 1
    for name, value in settings.items():
        at = params
        *outer, last = name.split(".")
        for step in outer:
            at = getattr(at, step)
        setattr(at, last, eval(value, {"x": x}))
    server = x.Server(params)

    def generate(prompt: str, new: int) -> int:
        told = {
            "prompt": prompt,
            "n_predict": new,
            "temperature": 0,
            "ignore_eos": True,
            "cache_prompt": False,
        }
        url, head = f"{server.listening_address}/completion", {"content-type": "application/json"}
        with urllib.request.urlopen(urllib.request.Request(url, json.dumps(told).encode(), head)) as reply:
            return int(json.load(reply)["tokens_evaluated"])

    return generate


def openvino(model: str, settings: dict[str, str]) -> Generate:
    import openvino_genai

    pipeline = openvino_genai.LLMPipeline(model, "CPU")
    config = openvino_genai.GenerationConfig()
    config.ignore_eos, config.do_sample, config.apply_chat_template = True, False, False

    def generate(prompt: str, new: int) -> int:
        config.max_new_tokens = new
        return int(pipeline.generate([prompt], config).perf_metrics.get_num_input_tokens())

    return generate


def ik(model: str, settings: dict[str, str]) -> Generate:
    from ik_llama_cpp import IkLlama

    llama = IkLlama(model, n_ctx=4096, n_threads=os.cpu_count() or 2, verbose=False)

    def generate(prompt: str, new: int) -> int:
        tokens = llama.tokenize(prompt)
        llama.generate(tokens, max_tokens=new, temperature=0.0)
        return len(tokens)

    return generate


def processor() -> str:
    if Path("/proc/cpuinfo").exists():
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


if __name__ == "__main__":
    main()
