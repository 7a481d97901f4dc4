"""What a chat wants of its answers, by the names that its setup has for it.

What a later version of Hearth may have added to a chat is ignored, as is what is of no use.

Pure functions.
"""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

from app.core.chats.records import SEARCHED
from app.core.plain_value import replace
from app.core.protocol import (
    DEFAULT_THINKING,
    Constraint,
    ConstraintKind,
    Overflow,
    OverflowRule,
    SamplingParams,
    ThinkingChoice,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.chats.records import Chat, ChatSetup
    from app.core.messages import Attachment

_MOST_STOPS, _LONGEST_STOP = 16, 200  # texts that end an answer, characters of each
_MOST_WHOLE = 1 << 63
_WHOLE = ("top_k", "dry_allowed_length", "repeat_last_n", "mirostat", "seed")
_TEXTS, _LONGEST_TEXT = ("order", "logit_bias"), 10_000
# The wishes of a chat that are no sampling parameters.
_MAX_TOKENS = "max_tokens"
_STOP = "stop"  # texts, one a line
FORM = "form"  # a `ConstraintKind`, whose text stands under its own name
_THINKING = "thinking"  # a word of `ThinkingChoice`
OVERFLOW = "overflow"  # an `OverflowRule`
_TODAY = "today"  # in Unix seconds, where it is not the day on which the chat began
ALL_DOCUMENTS = "*"
_LONG_CHARS = 8_000
_END_OF_TIME = 253_402_000_000  # in the year 9999, behind which no calendar goes


def chat_sampling(defaults: SamplingParams, setup: ChatSetup) -> SamplingParams:
    """Return the sampling of a chat: what it chose, else the defaults."""
    values: dict[str, Any] = {}
    for name, said in setup.sampling:
        if name in _TEXTS:
            values[name] = str(said)[:_LONGEST_TEXT]
        elif name in SamplingParams.__struct_fields__ and (value := _number(said)) is not None:
            values[name] = _whole(value) if name in _WHOLE else value
    return replace(defaults, **values)


def answer_limit(setup: ChatSetup) -> int:
    """Return the most tokens of an answer; 0 for no limit."""
    return _whole(_number(dict(setup.sampling).get(_MAX_TOKENS, 0)) or 0)


def stop_texts(setup: ChatSetup) -> tuple[str, ...]:
    """Return the texts that end an answer."""
    texts = str(dict(setup.sampling).get(_STOP, "")).split("\n")
    return tuple(text[:_LONGEST_STOP] for text in texts if text)[:_MOST_STOPS]


def _whole(value: float) -> int:
    """Return a whole number that can be sent; a file that was imported may say any."""
    return max(-_MOST_WHOLE, min(int(value), _MOST_WHOLE - 1))


def _number(said: float | str) -> float | None:
    return said if isinstance(said, int | float) and math.isfinite(said) else None


def thinking_of(setup: ChatSetup) -> ThinkingChoice:
    """Return what a chat wants of a model that can think."""
    return ThinkingChoice.of_word(str(dict(setup.sampling).get(_THINKING, "")))


def with_thinking(setup: ChatSetup, choice: ThinkingChoice) -> ChatSetup:
    """Return a setup with another choice; what the model does by itself is not written down."""
    values = {name: value for name, value in setup.sampling if name != _THINKING}
    if choice != DEFAULT_THINKING:
        values[_THINKING] = choice.word
    return replace(setup, sampling=tuple(values.items()))


def today_of(chat: Chat) -> float:
    """Return what a chat takes for the present time, in Unix seconds; it never changes.

    A chat that begins with a whole document has the document's date, so that it begins with the
    same tokens as another one about it, on whatever day; some templates write the date.
    """
    return _date_said(chat.setup) or chat.created_at.timestamp()


def is_dated(setup: ChatSetup) -> bool:
    """Whether a chat began with long documents, whose date it has."""
    return bool(_date_said(setup))


def _date_said(setup: ChatSetup) -> float:
    said = _number(dict(setup.sampling).get(_TODAY, 0.0)) or 0.0
    return said if 0 < said < _END_OF_TIME else 0.0


def with_today(setup: ChatSetup, attachments: Sequence[Attachment]) -> ChatSetup:
    """Return the setup of a new chat that begins with some texts."""
    values = {name: value for name, value in setup.sampling if name != _TODAY}
    if date := date_of(attachments):
        values[_TODAY] = date
    return replace(setup, sampling=tuple(values.items()))


def date_of(attachments: Sequence[Attachment]) -> float:
    """Return the date of whole documents, in Unix seconds; 0 for none that is long."""
    whole = [one for one in attachments if one.source and not one.number]
    if sum(len(one.text) for one in whole) < _LONG_CHARS:
        return 0.0  # soon read again
    dates = (one.source.changed_at for one in whole if one.source)
    return max((date for date in dates if 0 < date < _END_OF_TIME), default=0.0)


def searched_of(setup: ChatSetup) -> tuple[str, ...]:
    """Return the files and folders in which passages are looked for; or the mark for all."""
    try:
        said = json.loads(str(dict(setup.sampling).get(SEARCHED, "[]")))
    except ValueError:
        return ()
    return tuple(one for one in said if isinstance(one, str)) if isinstance(said, list) else ()


def with_searched(setup: ChatSetup, searched: Sequence[str]) -> ChatSetup:
    """Return a setup with others of them."""
    values = {name: value for name, value in setup.sampling if name != SEARCHED}
    if searched:
        values[SEARCHED] = json.dumps(list(dict.fromkeys(searched)))
    return replace(setup, sampling=tuple(values.items()))


def rule_of(setup: ChatSetup) -> OverflowRule:
    """Return the rule of a chat that outgrows its context; what is not known counts as none."""
    try:
        return OverflowRule(str(dict(setup.sampling).get(OVERFLOW, "")))
    except ValueError:
        return OverflowRule.ASK


def overflow_of(setup: ChatSetup) -> Overflow:
    """Return what is done with a chat that outgrows its context."""
    return Overflow(rule_of(setup), setup.system_prompt)


def with_rule(setup: ChatSetup, rule: OverflowRule) -> ChatSetup:
    """Return a setup with another rule; what all chats do is not written down."""
    values = {name: value for name, value in setup.sampling if name != OVERFLOW}
    if rule is not OverflowRule.ASK:
        values[OVERFLOW] = rule.value
    return replace(setup, sampling=tuple(values.items()))


def chat_constraint(setup: ChatSetup) -> Constraint | None:
    """Return the form that a chat chose for its answers; None for any."""
    chosen = dict(setup.sampling)
    for kind in ConstraintKind:
        text = str(chosen.get(kind.value, ""))
        if chosen.get(FORM) == kind.value and text.strip():
            return Constraint(kind, text)
    return None
