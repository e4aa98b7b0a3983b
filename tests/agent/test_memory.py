from agent.budget import history_tokens
from agent.dialogue import Dialogue, Line
from agent.memory import condense
from agent.persona import Persona
from core.errors import ModelError
from core.scripted import ScriptedLLM
from knowledge.types import Scope

LIZZY = Persona("Elizabeth Bennet", "Pride and Prejudice", "en", "", Scope("pp", "eb", 12))
LONG = Dialogue(tuple(Line("Anna" if i % 2 == 0 else LIZZY.name, f"line {i} " * 20) for i in range(40)))


async def test_a_short_talk_is_kept_as_it_is():
    assert await condense(ScriptedLLM([]), LIZZY, Dialogue(LONG.lines[:2]), 2000) is None


async def test_a_long_talk_leaves_a_memory_of_its_older_half():
    llm = ScriptedLLM(["Anna asked of the ball.</answer> She was told."])
    memory = await condense(llm, LIZZY, LONG, 1000)
    assert memory is not None
    assert "</answer>" not in memory.summary
    kept = Dialogue(LONG.lines, memory.summary, memory.summarised)
    assert history_tokens(kept) < history_tokens(LONG) * 0.6
    assert "line 0" in llm.requests[0].messages[1].content
    assert f"line {memory.summarised}" not in llm.requests[0].messages[1].content


async def test_a_failing_model_loses_nothing():
    assert await condense(ScriptedLLM([ModelError("down")]), LIZZY, LONG, 1000) is None
