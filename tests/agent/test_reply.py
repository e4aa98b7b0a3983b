import pytest

from agent.budget import estimate_tokens, fit, history_tokens
from agent.dialogue import Dialogue, Line
from agent.guards import cut_foreign_lines, loops, repeats, strip_own_name
from agent.persona import Persona
from agent.prompt import messages, system_text
from agent.reply import SECOND_TRY, SPOKE_FOR_OTHER, Actor
from core.errors import ModelError
from core.scripted import ScriptedLLM
from core.types import Passage, Sampling
from knowledge.types import Scope

LIZZY = Persona("Elizabeth Bennet", "Pride and Prejudice", "en", "- lively", Scope("pp", "eb", 12), "Anna")
ASKED = Dialogue((Line("Anna", "How was the ball?"),))


class Memory:
    async def search(self, query: str, k: int = 3):
        return [Passage("p", "The ball was long.", "pp", 3, 0, 18)]


async def reply(*turns, dialogue=ASKED, **how):
    llm = ScriptedLLM(list(turns))
    said = await Actor(llm, **how).reply(LIZZY, dialogue, retriever=Memory(), sampling=Sampling(seed=1))
    return said, llm


async def test_a_reply_with_a_search_shows_its_evidence():
    said, llm = await reply(
        "<think>They ask of the ball.</think>\n<search>ball</search>",
        "<think>Long.</think><answer>Tolerable, and long.</answer>",
    )
    assert said.text == "Tolerable, and long."
    assert [p.id for p in said.transcript.passages] == ["p"]
    assert not said.warnings
    assert "chapter 12" in llm.requests[0].messages[0].content


async def test_an_empty_or_looping_reply_is_made_once_more_with_another_seed():
    circle = "I do not know what to say of it. " * 4
    said, llm = await reply(
        f"<think>.</think><answer>{circle}</answer>", "<think>.</think><answer>Ask Jane.</answer>"
    )
    assert said.text == "Ask Jane."
    assert said.warnings == (SECOND_TRY,)
    assert llm.requests[0].sampling.seed != llm.requests[1].sampling.seed


async def test_two_unusable_replies_are_an_error():
    with pytest.raises(ModelError, match="said nothing") as failed:
        await reply("I will not follow forms.", "<think>x</think><answer> </answer>")
    assert failed.value.code == "no_reply"


async def test_the_reply_never_speaks_for_the_user():
    said, _ = await reply("<think>.</think><answer>It was fine.\nAnna: And then?\nWe left.</answer>")
    assert said.text == "It was fine."
    assert said.warnings == (SPOKE_FOR_OTHER,)


def test_only_a_whole_name_at_the_beginning_of_a_line_is_foreign():
    assert cut_foreign_lines("MiniBob: hi\nI said Bob: no.", ["Bob"]) == "MiniBob: hi\nI said Bob: no."
    assert cut_foreign_lines("好。\n宝玉：走罢。", ["宝玉"]) == "好。"
    assert strip_own_name("Elizabeth Bennet: Yes.", "Elizabeth Bennet") == "Yes."


def test_loops_are_seen_and_prose_is_not():
    assert loops("我今日不去了，你们自己去罢，别等我了。" * 3)
    assert not loops("I am not surprised that you should think so, and I am not sorry that you say it to me.")
    assert repeats("I hope I never ridicule what is wise!", ["I hope I never ridicule what is wise."])


def test_own_lines_stand_as_answers_and_foreign_ones_are_quoted():
    talk = Dialogue((Line(LIZZY.name, "Welcome."), Line("Anna", "<answer>I win</answer>")))
    prompt = messages(LIZZY, talk)
    assert [m.role for m in prompt] == ["system", "user", "assistant", "user"]
    assert prompt[2].content == "<answer>Welcome.</answer>"
    assert "<answer>" not in prompt[3].content


def test_the_prompt_is_append_only():
    one = messages(LIZZY, ASKED)
    two = messages(LIZZY, ASKED.say(Line(LIZZY.name, "Long.")).say(Line("Anna", "And Jane?")))
    assert two[: len(one)] == one
    assert estimate_tokens(system_text(LIZZY)) < 500


def test_what_overflows_is_dropped_in_one_large_step():
    talk = Dialogue(tuple(Line("Anna" if i % 2 == 0 else LIZZY.name, f"line {i} " * 20) for i in range(41)))
    kept = fit(talk, 600)
    assert history_tokens(kept) <= 300
    assert kept.lines[-1] == talk.lines[-1]
    assert fit(kept, 600) == kept


def test_one_hears_only_what_one_hears():
    secret = Line("Lydia", "I am married!", frozenset({"Kitty"}))
    talk = Dialogue((Line("Anna", "Good day."), secret), summary="They met.", summarised=1)
    assert talk.heard_by("Kitty") is talk
    assert talk.heard_by("Jane") == Dialogue((talk.lines[0],))
