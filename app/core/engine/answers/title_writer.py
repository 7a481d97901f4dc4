"""Has the model write the title of a chat; `idle_work.py` says when.

The prompt is the beginning of the chat and a short instruction, in the model's own template and
with its thinking switched off where the template can do that. Nothing of it is stored: what is
computed lies in a sequence that is no chat's, and leaves the context at the end.

Finds the title in what a model says: without its thinking, and not a line further.

Threads: the engine thread only.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.core.engine.output.detokenizer import Detokenizer
from app.core.engine.output.sampling import SamplingDefaults, chain_params
from app.core.engine.prompts.prompt_options import PromptOptions
from app.core.llama import SamplerChain
from app.core.messages import Role
from app.core.plain_value import PlainValue, replace
from app.core.protocol import NO_THINKING, PromptMessage, SamplingParams, TitleWritten

if TYPE_CHECKING:
    from collections.abc import Generator

    from app.core.engine.batch.shared_batch import SharedBatch
    from app.core.engine.load.loader import LoadedModel
    from app.core.engine.output.answer_formats import ThinkingFormats
    from app.core.engine.output.answer_reader import Reader
    from app.core.engine.prompts.prompt import Prompt, PromptBuilder
    from app.core.engine.prompts.tokenising import Vocabulary
    from app.core.engine.sequences.sequence import Sequence
    from app.core.engine.sequences.sequence_pool import SequencePool
    from app.core.protocol import ChatKey, Pending, RequestId, WriteTitle


class TitleReader:
    """Takes the text of successive tokens.

    Args:
        reader: tells thinking from what is said after it.
    """

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._said = ""
        self._begin = 0

    @property
    def is_thinking(self) -> bool:
        """Whether nothing was said yet but thoughts."""
        return self._reader.is_thinking

    @property
    def text(self) -> str:
        """The first line that is not empty, as far as it has come; "" while there is none."""
        return self._line.rstrip()

    @property
    def is_complete(self) -> bool:
        """Whether the line has ended."""
        return self._line != self._said[self._begin :].lstrip()

    @property
    def _line(self) -> str:
        return self._said[self._begin :].lstrip().partition("\n")[0]

    def feed(self, text: str) -> None:
        """Take what was said next."""
        self._said += text
        self._begin = self._reader.feed(text).answer_begin


MOST_MESSAGE_TOKENS = 240  # of each message that a title is for
MOST_TITLE_TOKENS = 24
MOST_THINKING_TOKENS = 256
_CHARS_PER_TOKEN = 16  # no text that matters has more
_GREEDY = SamplingParams(temperature=0.0)


class TitleWriter(PlainValue, frozen=True):
    """Writes titles with one loaded model.

    Attributes:
        formats: how the model marks its thinking.
        batch: holds the logits that tokens are sampled from.
    """

    loaded: LoadedModel
    builder: PromptBuilder
    formats: ThinkingFormats
    sequences: SequencePool
    batch: SharedBatch

    def task(self, pending: Pending[WriteTitle]) -> WritingTitle:
        """Return the task of writing one title."""
        return WritingTitle(self, pending)


@dataclass(slots=True, eq=False)
class _Writing:
    """A title in the making."""

    sampler: SamplerChain
    detokenizer: Detokenizer
    reader: TitleReader
    n_thought: int = 0
    n_said: int = 0


@dataclass(slots=True, eq=False)
class WritingTitle:
    """The task of writing one title; one that was interrupted begins again from its prompt."""

    writer: TitleWriter
    pending: Pending[WriteTitle]
    _writing: _Writing | None = field(default=None)

    @property
    def chat(self) -> ChatKey:
        """The chat that the title is for."""
        return self.pending.request.chat

    @property
    def request(self) -> RequestId | None:
        """The id of what is asked."""
        return self.pending.id

    @property
    def is_urgent(self) -> bool:
        """It is short, and somebody sees it."""
        return True

    def is_wanted(self) -> bool:
        """Whoever asked waits for it."""
        return True

    def preparing(self) -> Generator[None, None, Prompt]:
        """Build the prompt.

        Raises:
            TemplateFailed: the messages cannot be turned into a prompt.
            PromptTooLong: they do not fit the context.
        """
        model = self.writer.loaded.model
        messages = [
            replace(message, text=beginning(model, message.text), record=None, media=())
            for message in self.pending.request.messages
        ]
        return (
            yield from self.writer.builder.building(
                [*messages, PromptMessage(Role.USER, self.pending.request.instruction)],
                for_answer=True,
                n_ctx=self.writer.loaded.context.n_ctx,
                options=PromptOptions.of(self.pending.request.started_at, NO_THINKING),
            )
        )

    def n_cells(self, prompt: Prompt) -> int:
        """Return the cells of prompt and title; for thinking there may be room or not."""
        return len(prompt.token_ids) + MOST_TITLE_TOKENS

    def has_place(self) -> bool:
        """Whether a sequence is free."""
        return self.writer.sequences.has_free

    def acquire(self) -> Sequence:
        """Return a sequence that is no chat's."""
        return self.writer.sequences.acquire_apart(self.chat)

    def begin(self, sequence: Sequence, prompt: Prompt) -> None:
        """Want the prompt."""
        sampler = SamplerChain(
            self.writer.loaded.model, chain_params(_GREEDY, SamplingDefaults(repeat_penalty=1.0))
        )
        self._writing = _Writing(
            sampler, Detokenizer(), TitleReader(self.writer.formats.reader(prompt.text))
        )
        sequence.want(prompt.token_ids)

    def advance(self, sequence: Sequence) -> bool:
        """Sample the next token once all before it is computed, up to the end of the title."""
        if sequence.n_pending:
            return False
        assert self._writing is not None
        text = self._next(sequence, self._writing)
        if text is None:
            return False
        self._tell(text)
        return True

    def _next(self, sequence: Sequence, writing: _Writing) -> str | None:
        """Sample a token; return the title once it is known, "" where there will be none."""
        model, reader = self.writer.loaded.model, writing.reader
        index = self.writer.batch.index(sequence, sequence.n_cached - 1)
        token = writing.sampler.sample(self.writer.loaded.context, index)
        if model.is_end(token):
            reader.feed(writing.detokenizer.finish().text)
            return reader.text
        # Control tokens are written out: what has one in it is no title.
        reader.feed(writing.detokenizer.feed(model.piece(token, special=True)).text)
        if reader.is_complete:
            return reader.text
        if reader.is_thinking:
            writing.n_thought += 1
        else:
            writing.n_said += 1
        is_too_long = writing.n_said > MOST_TITLE_TOKENS or writing.n_thought > MOST_THINKING_TOKENS
        if is_too_long or self.writer.sequences.n_cells() >= self.writer.loaded.context.n_ctx:
            return ""
        sequence.want_also(token)
        return None

    def end(self, sequence: Sequence) -> bool:  # noqa: ARG002
        """Free the sampler; the sequence goes."""
        writing, self._writing = self._writing, None
        if writing is not None:
            writing.sampler.close()
        return False

    def fail(self) -> None:
        """Tell that there will be no title."""
        self._tell("")

    def drop(self) -> None:
        """Tell that the title was not written."""
        self.pending.fail()

    def _tell(self, text: str) -> None:
        self.pending.answer(TitleWritten(text))


def beginning(vocabulary: Vocabulary, text: str) -> str:
    """Return the beginning of a text, at most `MOST_MESSAGE_TOKENS` tokens of it."""
    start = text[: MOST_MESSAGE_TOKENS * _CHARS_PER_TOKEN]
    token_ids = vocabulary.tokenize(start)
    if len(token_ids) > MOST_MESSAGE_TOKENS:
        pieces = vocabulary.pieces(token_ids[:MOST_MESSAGE_TOKENS])
        start = b"".join(pieces).decode("utf-8", "ignore").strip()
    return start if start == text else f"{start} …"
