"""What a new chat takes over from its project. Pure functions.

It is copied into the chat, so that no later change of the project reaches what a model has read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from app.core.chats.records import ChatSetup
from app.core.conversations.texts.chat_sampling import with_searched
from app.core.projects.macros import filled

if TYPE_CHECKING:
    from app.core.projects.values import ProjectContent

_USER: Final = "User"  # while nobody has said how the user is called
LANGUAGES: Final = {
    "ar": "Arabic",
    "de": "German",
    "en": "English",
    "es": "Spanish",
    "fr": "French",
    "hi": "Hindi",
    "it": "Italian",
    "ja": "Japanese",
    "ko": "Korean",
    "nl": "Dutch",
    "pl": "Polish",
    "pt": "Portuguese",
    "ru": "Russian",
    "tr": "Turkish",
    "uk": "Ukrainian",
    "zh": "Chinese",
}


def project_setup(content: ProjectContent, otherwise: str = "") -> ChatSetup:
    """Return what a chat that begins with a project wants of the model.

    Args:
        content: of the project.
        otherwise: the system prompt where the project has none.
    """
    instructions = filled(content.instructions, _USER).strip()
    language = LANGUAGES.get(content.language.partition("-")[0].lower(), content.language)
    answer_in = f"Answer in {language}." if language else ""
    system_prompt = "\n\n".join(filter(None, (instructions, answer_in))) or otherwise
    return with_searched(ChatSetup(system_prompt, content.sampling), content.searched)


def renewed_setup(setup: ChatSetup, content: ProjectContent, otherwise: str = "") -> ChatSetup:
    """Return the setup of a chat that has begun, with what its project gives now.

    What the project does not set stays as it is in the chat; `otherwise` as in `project_setup`.
    """
    given = project_setup(content, otherwise)
    values = {**dict(setup.sampling), **dict(given.sampling)}
    return ChatSetup(given.system_prompt, tuple(values.items()))
