"""What a chat template is given beside the messages.

What a chat template makes of a few messages, for somebody who is writing one. A template may take
seconds: it is rendered on a thread of its own, so that no answer waits for it.

Threads: values only, any thread.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from app.core.engine.errors import TemplateFailed
from app.core.engine.prompts.chat_template import ChatTemplate, moment_of
from app.core.errors import problem_of
from app.core.plain_value import PlainValue
from app.core.protocol import DEFAULT_THINKING, TemplatePreviewed
from app.core.system.lanes import Lane

if TYPE_CHECKING:
    from datetime import datetime

    from app.core.protocol import Pending, PreviewTemplate, ThinkingChoice, Tools


class PromptOptions(PlainValue, frozen=True):
    """What a chat template is given beside the messages.

    Attributes:
        today: the date it may mention; None for the current one.
        thinking: what the chat wants, where the template can do that.
        tools: that the model is told of, as in OpenAI's chat completions.
    """

    today: datetime | None = None
    thinking: ThinkingChoice = DEFAULT_THINKING
    tools: tuple[Any, ...] = ()

    @classmethod
    def of(
        cls, started_at: float, thinking: ThinkingChoice, tools: Tools | None = None
    ) -> PromptOptions:
        """Return what a command says of them."""
        listed = () if tools is None else tuple(json.loads(tools.described))
        return cls(moment_of(started_at), thinking, listed)


_MOST_CHARS = 20_000  # are told: nobody reads more, and a window takes long to show a long line
NO_MODEL = ChatTemplate("", bos="<bos>", eos="<eos>", speaks_chatml=True)


def begin_preview(pending: Pending[PreviewTemplate], loaded: ChatTemplate | None) -> None:
    """Render a template in the background.

    Args:
        pending: what is asked; answered from another thread.
        loaded: the template of the loaded model, whose tokens are written out; None for names in
            their place.
    """
    like = loaded or NO_MODEL
    Lane("preview").add(lambda: pending.answer(_preview(pending.request, like)))


def _preview(command: PreviewTemplate, like: ChatTemplate) -> TemplatePreviewed:
    try:
        template = like.with_source(command.source)
        text = template.render(command.messages, add_generation_prompt=True)
        if not text:
            raise TemplateFailed("it makes nothing of a chat")
    except Exception as error:  # noqa: BLE001 - a request has its one answer
        return TemplatePreviewed("", problem_of(error))
    return TemplatePreviewed(text[:_MOST_CHARS], is_cut=len(text) > _MOST_CHARS)
