"""The prompts that come with Hearth, for what people ask of a model every day.

The window says them in the user's language; whoever translates one translates the names of its
blanks and its options as well.

Threads: values only.
"""

from __future__ import annotations

from typing import Final

from app.core.phrases import Phrase, phrase
from app.core.plain_value import PlainValue


class SuppliedPrompt(PlainValue, frozen=True):
    """A prompt, and how the file of prompts calls it once the user has changed or deleted it."""

    key: str
    name: Phrase
    text: Phrase


SUPPLIED: Final = (
    SuppliedPrompt(
        "summarise",
        phrase("Summarise"),
        phrase(
            "Summarise the text below "
            '{{length | select:options=["in one sentence","in three bullet points",'
            '"in one paragraph"]:default="in three bullet points"}}. '
            "Keep names, numbers and dates as they are, and add nothing that the text does not say."
            '\n\n{{text | textarea:placeholder="Paste the text here":required}}'
        ),
    ),
    SuppliedPrompt(
        "rewrite",
        phrase("Rewrite"),
        phrase(
            "Rewrite the text below so that it sounds "
            '{{tone | select:options=["friendly","formal","factual","relaxed","confident"]'
            ':default="friendly"}}. '
            "Keep its meaning, its language and roughly its length. Answer with the new text only."
            '\n\n{{text | textarea:placeholder="Paste the text here":required}}'
        ),
    ),
    SuppliedPrompt(
        "translate",
        phrase("Translate"),
        phrase(
            'Translate the text below into {{language | text:placeholder="French":required}}. '
            "Keep its tone and its layout. Answer with the translation only."
            '\n\n{{text | textarea:placeholder="Paste the text here":required}}'
        ),
    ),
    SuppliedPrompt(
        "explain",
        phrase("Explain"),
        phrase(
            'Explain {{topic | text:placeholder="How a heat pump works":required}} to '
            '{{reader | select:options=["a child","a beginner","a student","an expert"]'
            ':default="a beginner"}}. '
            "Begin with the main idea in one sentence, give an example, and say what people often "
            "get wrong."
        ),
    ),
    SuppliedPrompt(
        "reply",
        phrase("Reply to an e-mail"),
        phrase(
            "Draft a reply to the e-mail below, in the language of that e-mail. Make it "
            '{{tone | select:options=["friendly","formal","brief"]:default="friendly"}}. '
            "Put names that you do not know in square brackets."
            "\n\nWhat I want to say: "
            '{{my answer | textarea:placeholder="Thursday, but only after three":required}}'
            '\n\nThe e-mail:\n{{e-mail | textarea:placeholder="Paste the e-mail here":required}}'
        ),
    ),
)
