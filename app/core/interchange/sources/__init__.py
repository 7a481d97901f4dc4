"""How other programs write their chats: a file for each, found by what stands in it.

What is known of each format, and where from, says docs/chat-format.md. None of these programs
publishes its format, so whatever is not understood is kept as words or counted, never guessed.
"""

from __future__ import annotations

from app.core.interchange.sources.chatgpt import CHATGPT
from app.core.interchange.sources.claude import CLAUDE
from app.core.interchange.sources.jan import JAN
from app.core.interchange.sources.lm_studio import LM_STUDIO
from app.core.interchange.sources.open_webui import OPEN_WEBUI
from app.core.interchange.sources.plain_messages import PLAIN_MESSAGES

# Asked in this order: the most particular first.
SOURCES = (CHATGPT, CLAUDE, OPEN_WEBUI, LM_STUDIO, JAN, PLAIN_MESSAGES)

__all__ = ["SOURCES"]
