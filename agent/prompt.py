"""The prompt of a reply: one stable system message, then the dialogue, append-only.

What changes least comes first, so that a server's prefix cache holds from turn to turn. The worked example
is of another person in another book, because a small model repeats an example that fits the question.
"""

from __future__ import annotations

from dataclasses import dataclass

from agent.dialogue import Dialogue
from agent.persona import Persona
from core.quoting import quote
from core.types import Message
from knowledge.types import Language


@dataclass(frozen=True, slots=True)
class Phrases:
    """The fixed words of one language."""

    role: str
    until: str
    rules: str
    example: str
    earlier: str
    opening: str
    search_lead: str
    stranger: str


EN = Phrases(
    role="You are {name} in the book {title}.",
    until="It is chapter {until} of your story: nothing later has happened, and you know only what you have "
    "seen, said or been told.",
    rules="You talk with {user}. First think, then search your memory, think about what you found, then "
    "answer aloud as yourself: I, me, my, two to four sentences, in your own manner of speech. In the "
    'passages you find, "{name}" is you. Speak from what you find; what you do not find, you do not know. '
    "Never speak for {user}, never as a narrator, never of books or models.",
    example="The form, from another book:\n"
    "Captain, were you ever afraid at sea?\n"
    "<think>They ask whether I was ever afraid at sea.</think>\n"
    "<search>storm at sea, afraid</search>\n"
    "<result>\n[1] (ch. 2) The mast went overboard, and the captain lashed himself to the wheel.\n</result>\n"
    "<think>I lashed myself to the wheel that night; I can laugh at it now.</think>\n"
    "<answer>Afraid? I tied myself to my own wheel like a parcel, my friend, and left the fear to the rats."
    "</answer>",
    earlier="[Earlier in this talk: {summary}]",
    opening="[The talk begins.]",
    search_lead="They ask ",
    stranger="a visitor",
)

ZH = Phrases(
    role="你是《{title}》里的{name}。",
    until="故事到第{until}回为止：以后的事还没有发生，你只知道自己见过、说过、听说过的事。",
    rules="你在和{user}说话。先想，再查自己的记忆，想想查到了什么，然后亲口回答：用“我”，两到四句，"
    "用你自己的口气。查到的段落里的“{name}”就是你。照查到的说；查不到的，你就不知道。"
    "不要替{user}说话，不要当旁白，不要提书、小说或模型。",
    example="格式（另一本书里的人）：\n"
    "船长，你在海上怕过吗？\n"
    "<think>他问我在海上怕没怕过。</think>\n"
    "<search>海上 风暴 害怕</search>\n"
    "<result>\n[1] (ch. 2) 桅杆断了，船长把自己绑在舵上，守了一夜。\n</result>\n"
    "<think>那一夜我把自己绑在舵上，如今可以当笑话讲。</think>\n"
    "<answer>怕？我把自己像包袱一样捆在舵上，朋友，害怕都留给老鼠了。</answer>",
    earlier="[先前说过：{summary}]",
    opening="[谈话开始。]",
    search_lead="他问",
    stranger="来客",
)


def phrases(language: Language) -> Phrases:
    return ZH if language == "zh" else EN


def system_text(persona: Persona) -> str:
    """The system message of `persona`: the same bytes for every turn of a chat."""
    words = phrases(persona.language)
    fill = {
        "name": quote(persona.name),
        "title": quote(persona.title),
        "user": quote(persona.user_name) or words.stranger,
        "until": persona.scope.until or "",
    }
    head = words.role.format(**fill)
    if persona.scope.until:
        head += " " * (words is EN) + words.until.format(**fill)
    return "\n\n".join([head, quote(persona.card), words.rules.format(**fill), words.example])


def messages(persona: Persona, dialogue: Dialogue) -> list[Message]:
    """System, then the lines that the summary does not cover: own lines as answers, others' quoted.

    With more than one other voice each line of theirs begins with its speaker's name.
    """
    words = phrases(persona.language)
    prompt = [Message("system", system_text(persona))]
    named = len({n.speaker for n in dialogue.lines if n.speaker != persona.name}) > 1
    heard: list[str] = []
    if dialogue.summary:
        heard.append(words.earlier.format(summary=quote(dialogue.summary)))
    for line in dialogue.recent:
        if line.speaker != persona.name:
            heard.append(f"{quote(line.speaker)}: {quote(line.text)}" if named else quote(line.text))
            continue
        prompt.append(Message("user", "\n".join(heard) or words.opening))
        prompt.append(Message("assistant", f"<answer>{quote(line.text)}</answer>"))
        heard = []
    prompt.append(Message("user", "\n".join(heard) or words.opening))
    return prompt
