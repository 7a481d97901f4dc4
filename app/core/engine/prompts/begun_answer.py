"""How an answer was begun that is to be gone on with, and the end of its prompt that fits that.

What a chat chooses of thinking may be another choice by then, and the model another one: a prompt
that begins to think would make thoughts of an answer, and one that ends the thinking an answer of
thoughts.

Pure functions.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

from app.core.content.answer_parts import COMMONEST, MARKS

if TYPE_CHECKING:
    from app.core.protocol import PromptMessage

_ONE_EACH = MARKS[:-1]  # the last pair has a mark before the answer, thinking or not


class Begun(enum.Enum):
    """What an answer begins with."""

    ANSWER = enum.auto()  # the answer itself
    MARK = enum.auto()  # the mark of thinking
    THINKING = enum.auto()  # thinking, whose mark was in the prompt


def how_begun(said: PromptMessage) -> Begun:
    """Return what an answer begins with."""
    text, parts = said.text, said.parts
    stripped = text.lstrip()
    if any(stripped.startswith(begin) for begin, _end in MARKS):
        return Begun.MARK
    if parts is None or not parts.fit(text):
        return Begun.THINKING if any(end in text for _begin, end in MARKS) else Begun.ANSWER
    mark = text[parts.thinking_end : parts.answer_begin].strip()
    if parts.thinking_end == parts.thinking_begin and mark not in [end for _, end in _ONE_EACH]:
        return Begun.ANSWER
    return Begun.MARK if text[: parts.thinking_begin].strip() else Begun.THINKING


def should_think(begun: Begun, prompt: str) -> bool | None:
    """Whether thinking should be on for an answer; None where the prompt fits it as it is."""
    match begun:
        case Begun.ANSWER:
            return False if _opening(prompt) else None
        case Begun.MARK:
            return True if _is_closed(prompt) else None
        case Begun.THINKING:
            return None if _opening(prompt) else True


def gone_on_with(prompt: str, said: str, begun: Begun, *, marks: str) -> str:
    """Return a prompt with the beginning of its answer.

    Args:
        prompt: up to the answer.
        said: the beginning.
        begun: what it begins with.
        marks: a text in which the marks of this model's thinking stand, if they are known.
    """
    opening = _opening(prompt)
    match begun:
        case Begun.ANSWER if opening:
            end = dict(MARKS)[opening]
            return f"{prompt}\n{end}\n\n{said}"
        case Begun.MARK if opening and said.lstrip().startswith(opening):
            return prompt.rstrip().removesuffix(opening) + said
        case Begun.THINKING if not opening:
            known = [begin for begin, end in _ONE_EACH if end in said]
            known += [COMMONEST[0]] if COMMONEST[0] in marks else []
            return prompt + (f"{known[0]}\n" if known else "") + said
        case _:
            return prompt + said


def _opening(prompt: str) -> str:
    """Return the mark with which a prompt begins to think; "" where it does not."""
    begun = prompt.rstrip()
    return next((begin for begin, _end in MARKS if begun.endswith(begin)), "")


def _is_closed(prompt: str) -> bool:
    ended = prompt.rstrip()
    return any(ended.endswith(end) for _begin, end in _ONE_EACH)
