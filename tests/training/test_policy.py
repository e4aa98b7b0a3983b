import asyncio

from core.rollout import Limits, rollout
from core.types import Message, Passage, Sampling
from training.policy import PolicyLLM, Sampled, TurnBatch


class Letters:
    """A tokenizer of one id per character; 0 ends a message."""

    def encode(self, text, *, add_special_tokens):
        return [ord(c) for c in text]

    def decode(self, ids, *, skip_special_tokens):
        return "".join(chr(i) for i in ids if i)

    def apply_chat_template(self, messages, *, add_generation_prompt, return_dict):
        return [ord(c) for m in messages for c in m["content"]] + [1]


class Slow:
    async def search(self, query, k=3):
        await asyncio.sleep(0.01 * len(query))
        return [Passage("p", f"about {query}", "b", 1, 0, 5)]


async def play(scripts, max_completion=500):
    """Rollouts of several scripts at once; what was generated together."""
    batches = []

    def generate(histories, room):
        batches.append(len(histories))
        rows = []
        for history, most in zip(histories, room, strict=True):
            turn = scripts[chr(history[0])].pop(0)
            rows.append(Sampled(tuple(ord(c) for c in turn)[:most] if turn else (0,)))
        return rows

    llm = PolicyLLM(Letters(), TurnBatch(generate, live=len(scripts)), frozenset({0}), max_completion)

    async def one(name):
        try:
            return await rollout(
                llm, [Message("user", name)], Slow(), limits=Limits(max_tokens=200), sampling=Sampling()
            )
        finally:
            llm.batch.left()

    said = await asyncio.gather(*(one(name) for name in list(scripts)))
    return said, batches


async def test_turns_are_generated_together_whatever_each_rollout_does():
    said, batches = await play(
        {
            "a": ["<think>x</think><search>a long query</search>", "<think>y</think><answer>A</answer>"],
            "b": ["<think>x</think><search>q</search>", "<think>z</think><answer>B</answer>"],
            "c": ["<think>x</think><answer>C</answer>"],
        }
    )
    assert [t.answer for t in said] == ["A", "B", "C"]
    assert batches == [3, 2]


async def test_ids_are_those_sampled_and_the_mask_hides_exactly_the_result():
    (said,), _ = await play(
        {"a": ["<think>x</think><search>q</search>", "<think>y</think><answer>A</answer>"]}
    )
    hidden = "".join(chr(i) for i, sampled in zip(said.ids, said.mask, strict=True) if not sampled)
    assert "".join(map(chr, said.ids)) == said.text
    assert hidden == "\n<result>\n[1] (ch. 1) about q\n</result>\n"


async def test_an_end_of_message_is_malformed_and_no_room_is_length():
    (ended,), _ = await play({"a": [""]})
    assert ended.stop == "malformed"
    (cut,), _ = await play({"a": ["<think>" + "x" * 300]}, max_completion=40)
    assert cut.stop == "length"
    assert len(cut.ids) == 40


async def test_a_failing_sampler_fails_every_rollout_of_its_batch():
    def broken(histories, room):
        raise RuntimeError("out of memory")

    batch = TurnBatch(broken, live=2)
    done = await asyncio.gather(batch.turn([1], 5), batch.turn([2], 5), return_exceptions=True)
    assert [type(d) for d in done] == [RuntimeError, RuntimeError]
