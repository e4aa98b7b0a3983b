"""What our client costs: several streams at once through `OpenAILLM`, beside the same ones sent bare.

    python -m benchmarks.streams [--model NAME] [--streams 8] [--rounds 4] [--tokens 64]

Both go to the same llama.cpp server, in turn, in one run, so that what else the machine does meets both.
Prints tokens per second of all streams together, and the client's share of the bare rate.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import time

import httpx2

from app.llama import EmbeddedServer, LlamaOptions
from app.models import model_path
from app.settings import Settings
from core.openai_llm import OpenAILLM
from core.types import Message, Sampling

QUESTIONS = ("Who are you?", "Where do you live?", "Whom do you love?", "What do you fear?", "Do you dance?")


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--model", default="smollm2-135m")
    parser.add_argument("--streams", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--tokens", type=int, default=64)
    told = parser.parse_args()
    path = model_path(told.model, Settings().data / "models")
    server = EmbeddedServer(LlamaOptions(path, slots=told.streams, context=1024))
    url = await server.start()
    try:
        async with OpenAILLM(url, concurrency=told.streams) as llm, httpx2.AsyncClient(timeout=600) as bare:
            await asyncio.gather(direct(bare, url, "Hello", 8), ours(llm, "Hello", 8))
            seconds, tokens = {"bare": 0.0, "client": 0.0}, {"bare": 0, "client": 0}
            for n in range(2 * told.rounds):
                kind = ("bare", "client", "client", "bare")[n % 4]
                asks = [f"{QUESTIONS[i % len(QUESTIONS)]} ({n}.{i})" for i in range(told.streams)]
                began = time.perf_counter()
                if kind == "bare":
                    done = await asyncio.gather(*(direct(bare, url, a, told.tokens) for a in asks))
                else:
                    done = await asyncio.gather(*(ours(llm, a, told.tokens) for a in asks))
                seconds[kind] += time.perf_counter() - began
                tokens[kind] += sum(done)
    finally:
        await server.stop()
    rate = {k: tokens[k] / seconds[k] for k in seconds}
    print(
        f"{told.model}, {told.streams} streams of {told.tokens} tokens, {told.rounds} rounds each, ", end=""
    )
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    print(f"| bare HTTP | {rate['bare']:.1f} tok/s |\n| OpenAILLM | {rate['client']:.1f} tok/s |")
    print(f"| share | {rate['client'] / rate['bare']:.3f} |")


async def direct(client: httpx2.AsyncClient, url: str, ask: str, tokens: int) -> int:
    """One stream without our client; the tokens it brought."""
    body = {
        "messages": [{"role": "user", "content": ask}],
        "max_tokens": tokens,
        "temperature": 0.7,
        "ignore_eos": True,
        "stream": True,
        "stream_options": {"include_usage": True},
    }
    count = 0
    async with client.stream("POST", f"{url}/chat/completions", json=body) as reply:
        async for line in reply.aiter_lines():
            if line.startswith("data: {"):
                usage = json.loads(line[6:]).get("usage")
                count = usage["completion_tokens"] if usage else count
    return count


async def ours(llm: OpenAILLM, ask: str, tokens: int) -> int:
    sampling = Sampling(max_tokens=tokens, extra=(("ignore_eos", True),))
    done = await llm.complete(
        [Message("user", ask)], (), stop=("</answer>",), sampling=sampling, on_piece=lambda _: None
    )
    return done.usage.completion_tokens


if __name__ == "__main__":
    asyncio.run(main())
