import contextlib
import json

import pytest

from core.errors import ModelError
from core.openai_llm import OpenAILLM, Retries
from core.openai_scoring import OpenAIScorer
from core.types import Message, Piece
from tests.stub_endpoint import Act, StubEndpoint, refused

ASK = (Message("user", "A or B?"),)
OPENED = (Piece("<answer>", sampled=False),)


@contextlib.asynccontextmanager
async def scoring(owner, *answers):
    acts = [a if isinstance(a, Act) else Act([json.dumps(a)], kind="application/json") for a in answers]
    async with StubEndpoint(acts, owner=owner) as stub, OpenAILLM(stub.url, retries=Retries(1)) as llm:
        yield OpenAIScorer(llm.client), stub.bodies


def row(token: str, logprob: float, top=(), id: int = 0):
    return {"token": token, "logprob": logprob, "id": id, "top_logprobs": list(top)}


def completion(*rows):
    return {"choices": [{"logprobs": {"content": list(rows)}}]}


async def test_a_choice_is_read_from_the_top_tokens():
    top = [row("B", -0.5), row("A", -2.0), row(" A", -2.0), row("Neither", -4.0)]
    async with scoring("llamacpp", completion(row("B", -0.5, top))) as (found, sent):
        a, b, c = await found.choice_logprobs(ASK, OPENED, ("A", "B", "C"))
        assert a == pytest.approx(-1.307, abs=1e-3)  # "A" and " A" together
        assert b == -0.5
        assert c == -4.0
        assert sent[0]["continue_final_message"] is True
        assert sent[0]["messages"][-1] == {"role": "assistant", "content": "<answer>"}


async def test_llamacpp_scores_a_text_by_forcing_its_tokens():
    async with scoring(
        "llamacpp", {"tokens": [7, 9]}, completion(row("aye", -1.0, id=7), row("!", -0.25, id=9))
    ) as (found, sent):
        assert await found.text_logprobs(ASK, OPENED, "aye!") == (-1.0, -0.25)
        assert sent[1]["grammar"] == "root ::= <[7]> <[9]>"
        assert sent[1]["max_tokens"] == 2


async def test_a_token_that_is_half_a_character_is_not_told_of():
    spoken = completion(row("饷", -1.0, id=9), row("！", -0.5, id=11))
    async with scoring("llamacpp", {"tokens": [7, 9, 11]}, spoken) as (found, _):
        assert await found.text_logprobs(ASK, OPENED, "饷！") == (-1.0, -0.5)


async def test_a_server_that_says_something_else_is_refused():
    async with scoring("llamacpp", {"tokens": [7, 9]}, completion(row("no", -1.0, id=3))) as (found, _):
        with pytest.raises(ModelError) as refused:
            await found.text_logprobs(ASK, OPENED, "aye!")
        assert refused.value.code == "no_logprobs"


async def test_vllm_scores_a_text_by_prompt_logprobs():
    rows = [None, {"1": {"logprob": -9.0}}, {"7": {"logprob": -1.0}}, {"9": {"logprob": -0.25}}]
    async with scoring("vllm", {"count": 2}, {"choices": [], "prompt_logprobs": rows}) as (found, sent):
        assert await found.text_logprobs(ASK, OPENED, "aye!") == (-1.0, -0.25)
        assert sent[1]["messages"][-1]["content"] == "<answer>aye!"


@pytest.mark.parametrize("dialect", ["generic", "vllm"])
async def test_an_endpoint_without_log_probabilities_says_so(dialect):
    async with scoring(dialect, {"count": 2}, {"choices": [], "prompt_logprobs": None}) as (found, _):
        with pytest.raises(ModelError, match="no log-probabilities"):
            await found.text_logprobs(ASK, OPENED, "aye!")
    async with scoring(dialect, {"choices": [{"message": {"content": "A"}}]}) as (found, _):
        with pytest.raises(ModelError, match="no log-probabilities"):
            await found.choice_logprobs(ASK, (), ("A", "B"))


async def test_an_empty_text_is_not_asked_for():
    async with scoring("llamacpp") as (found, sent):
        assert await found.text_logprobs(ASK, OPENED, "") == ()
        assert not sent


async def test_errors_of_the_endpoint_are_named():
    async with scoring("llamacpp", refused(400, {"message": "bad grammar"})) as (found, _):
        with pytest.raises(ModelError, match="bad grammar"):
            await found.choice_logprobs(ASK, (), ("A", "B"))
