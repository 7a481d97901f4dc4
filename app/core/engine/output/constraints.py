"""The form that an answer is bound to: prepared from its text, asked for every token.

Threads: the engine thread only; forms are made ready on one that ends with that.
"""

from __future__ import annotations

import contextlib
import logging
import re
from concurrent.futures import TimeoutError as NotYet
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar

import numpy as np

from app.core.content.answer_parts import MARKS
from app.core.engine.errors import ANSWER_NOT_WHOLE, NO_WORD_FITS, BeginningDoesNotFit
from app.core.errors import BugError, KnownError
from app.core.llama import candidates_of
from app.core.phrases import phrase
from app.core.prompts.chat_formats import TriggerKind
from app.core.prompts.grammars.gbnf import parse_grammar
from app.core.prompts.grammars.matching import (
    Fault,
    FormMatcher,
    FormTokens,
    FormTooLarge,
    MalformedGrammar,
    MalformedSchema,
)
from app.core.prompts.grammars.schema import parse_schema
from app.core.protocol import ConstraintKind, FinishReason
from app.core.system.aside import aside

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator
    from collections.abc import Sequence as Series

    from app.core.errors import Problem
    from app.core.llama import Context, Model, SamplerChain
    from app.core.prompts.chat_formats import ChatFormat, GrammarTrigger
    from app.core.protocol import Constraint

logger = logging.getLogger(__name__)

T = TypeVar("T")
K = TypeVar("K")

_MOST_KEPT: Final = 8  # forms, for the next answers of their chats
_SLICE: Final = 2048  # tokens that are looked at between two batches
_SLICE_S: Final = 0.005  # of waiting


class Unbound:
    """An answer of any form."""

    def sample(self, sampler: SamplerChain, context: Context, batch_index: int) -> int | None:
        """Choose and accept the token that follows the batch's token `batch_index`."""
        return sampler.sample(context, batch_index)

    def follows(self, text: str) -> bool:  # noqa: ARG002
        """Whether what is said now can be of the form, as far as it is bound."""
        return True

    def problem_at(self, finish_reason: FinishReason, text: str) -> Problem | None:  # noqa: ARG002
        """Return what is to be told of the form when an answer ends."""
        return None


class Bound:
    """An answer that has to be of a grammar.

    It may begin later than the answer: what is sampled before `begin` is let through.

    Args:
        matcher: of its form, at its beginning.
        mark: in the text that is said, behind which it begins by itself; "" where `begin` is
            called.
    """

    def __init__(self, matcher: FormMatcher, mark: str = "") -> None:
        self._matcher = matcher
        self._mark = mark
        self._has_begun = False
        self._words = ""
        self._n_before = 0  # characters of the text that was said before

    def begin(self, words: str = "") -> None:
        """Bind all tokens from now on.

        Args:
            words: with which what is bound begins already.

        Raises:
            BeginningDoesNotFit: nothing of that form begins so.
        """
        if not self._matcher.read(words):
            raise BeginningDoesNotFit
        self._has_begun, self._words = True, words

    def follows(self, text: str) -> bool:
        """Take note of all that was said; False where it cannot be of the form any more."""
        if self._has_begun or self._mark not in text:
            return True
        begun = text.split(self._mark, 1)[1].lstrip()
        try:
            self.begin(begun)
        except BeginningDoesNotFit:
            return False
        self._n_before = len(text)
        return True

    def sample(self, sampler: SamplerChain, context: Context, batch_index: int) -> int | None:
        """Choose and accept the next token; None where none fits."""
        if not self._has_begun:
            return sampler.sample(context, batch_index)
        logits = context.logits_in_place(batch_index)
        token: int | None = sampler.choose(logits)
        if token is None or not self._matcher.allows(token):
            fitting = np.flatnonzero(self._matcher.fitting() & (logits > -np.inf))
            token = sampler.choose_of(candidates_of(fitting, logits)) if len(fitting) else None
        if token is None or not self._matcher.accept(token):
            return None
        sampler.accept((token,))
        return token

    def problem_at(self, finish_reason: FinishReason, text: str) -> Problem | None:
        """Return why an answer is not of its form; None where it is, or the user ended it.

        Args:
            finish_reason: why it ends.
            text: all that was said.
        """
        match finish_reason:
            case FinishReason.FAILED:
                return NO_WORD_FITS().problem()
            case FinishReason.END:
                is_whole = self._has_begun
            case FinishReason.LENGTH | FinishReason.CONTEXT_FULL:
                is_whole = self._has_begun and self._matcher.is_complete
            case FinishReason.STOP_STRING:
                said = self._words + text[self._n_before :]
                is_whole = self._has_begun and self._matcher.completes(said)
            case _:
                is_whole = True
        return None if is_whole else ANSWER_NOT_WHOLE().problem()


class BoundCalls(Bound):
    """An answer whose calls of tools have to be of a grammar, and that may say anything else.

    Args:
        matcher: of the calls, at its beginning.
        triggers: texts and patterns with which a call begins.
    """

    def __init__(self, matcher: FormMatcher, triggers: Series[re.Pattern[str]]) -> None:
        super().__init__(matcher)
        self._triggers = triggers
        self._n_looked_at = 0

    def follows(self, text: str) -> bool:
        """Take note of all that was said; a call that cannot be one goes on as words."""
        if self._has_begun:
            return True
        found = [match for one in self._triggers if (match := one.search(text, self._n_looked_at))]
        if not found:
            return True
        first = min(found, key=lambda match: match.start(match.lastindex or 0))
        at = first.start(first.lastindex or 0)
        try:
            self.begin(text[at:])
        except BeginningDoesNotFit:
            self._n_looked_at = at + 1
        else:
            self._n_before = len(text)
        return True

    def problem_at(self, finish_reason: FinishReason, text: str) -> Problem | None:  # noqa: ARG002
        """Return why an answer has failed; one that is cut is whole as far as it goes."""
        return NO_WORD_FITS().problem() if finish_reason is FinishReason.FAILED else None


class Constraints:
    """Makes ready what answers are bound to, for one model, on threads of its own."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._vocabulary: FormTokens | None = None
        self._kept: dict[Constraint, FormMatcher] = {}  # at their beginnings
        self._of_calls: dict[str, FormMatcher | None] = {}  # None: answers cannot be bound to it

    def preparing(self, constraint: Constraint | None) -> Generator[None, None, None]:
        """Make ready what answers of a form need, a slice of waiting at a time.

        Raises:
            MalformedGrammar: it is no grammar.
            MalformedSchema: it is no schema, or one that cannot be kept to.
            TokenUnknown: it names a token that the model does not have.
        """
        if constraint is None:
            return
        vocabulary = yield from self._reading()
        known = self._kept.pop(constraint, None)
        if known is None:
            known = yield from _aside(partial(_matcher_of, constraint, vocabulary))
        _keep(self._kept, constraint, known)

    def preparing_calls(self, formats: Iterable[ChatFormat]) -> Generator[None, None, None]:
        """Make ready what calls of tools need, a slice of waiting at a time."""
        for text in dict.fromkeys(one.grammar for one in formats if one.grammar):
            vocabulary = yield from self._reading()
            if text in self._of_calls:
                found = self._of_calls.pop(text)
            else:
                found = yield from _aside(partial(_matcher_of_calls, text, vocabulary))
            _keep(self._of_calls, text, found)

    def _reading(self) -> Generator[None, None, FormTokens]:
        """Look at the tokens of the model once, a slice of them at a time."""
        if self._vocabulary is None:
            ends: list[int] = []
            pieces: list[bytes] = []
            names: dict[str, int] = {}
            for token in range(self._model.n_vocab):
                is_end = self._model.is_end(token)
                piece = b"" if is_end else self._model.piece(token, special=False)
                pieces.append(piece)
                if is_end:
                    ends.append(token)
                if piece[:1] in (b"", b"<"):
                    name = self._model.piece(token, special=True).decode("utf-8", "replace")
                    names.setdefault(name, token)
                if token % _SLICE == 0:
                    yield
            self._vocabulary = yield from _aside(partial(FormTokens, pieces, ends, names))
        return self._vocabulary

    def begin(
        self, constraint: Constraint | None, prompt: str, said: str, end_mark: str
    ) -> Bound | Unbound:
        """Bind an answer that is about to begin; `preparing` was done for it.

        Where the prompt has begun to think, it is bound when the thinking has ended.

        Args:
            prompt: what is answered.
            said: what the answer goes on from.
            end_mark: of the model's thinking; "" where it does not think.

        Raises:
            BeginningDoesNotFit: what it begins with is not of that form.
        """
        if constraint is None:
            return Unbound()
        if self._vocabulary is None:
            raise BugError("an answer is bound to a form that was not prepared")
        # Others may have asked for more forms than are kept, before this answer could begin.
        kept = self._kept.get(constraint) or _matcher_of(constraint, self._vocabulary)
        matcher = kept.from_start()
        is_open = any(prompt.rstrip().endswith(begin) for begin, _end in MARKS)
        mark = end_mark.strip() if is_open else ""
        before, found, after = said.partition(mark) if mark else ("", "", said)
        if mark and not found:
            return Bound(matcher, mark)
        form = Bound(matcher)
        form.begin(after.lstrip() if before or found else after)
        return form

    def begin_calls(self, chat_format: ChatFormat) -> Bound | Unbound:
        """Bind the calls of tools in an answer, as far as a grammar for them is known.

        `preparing_calls` was done for it.
        """
        text = chat_format.grammar
        if not text or self._vocabulary is None:
            return Unbound()
        if text not in self._of_calls:
            self._of_calls[text] = _matcher_of_calls(text, self._vocabulary)
        kept = self._of_calls[text]
        if kept is None:
            return Unbound()
        matcher = kept.from_start()
        if chat_format.is_grammar_lazy:
            return BoundCalls(matcher, tuple(_patterns(chat_format.triggers)))
        form = Bound(matcher)
        try:
            form.begin(chat_format.generation_prompt)  # with which llama.cpp's grammar begins
        except BeginningDoesNotFit:
            logger.warning("calls of tools are not bound to their grammar: it begins otherwise")
            return Unbound()
        return form


def _patterns(triggers: Iterable[GrammarTrigger]) -> Iterator[re.Pattern[str]]:
    for trigger in triggers:
        is_pattern = trigger.kind in (TriggerKind.PATTERN, TriggerKind.FULL_PATTERN)
        with contextlib.suppress(re.error):  # llama.cpp's are of another dialect
            yield re.compile(trigger.value if is_pattern else re.escape(trigger.value))


def _matcher_of(constraint: Constraint, vocabulary: FormTokens) -> FormMatcher:
    is_grammar = constraint.kind is ConstraintKind.GRAMMAR
    form = parse_grammar(constraint.text) if is_grammar else parse_schema(constraint.text)
    for fault in form.left_out:
        logger.info("line %d, column %d of a schema: %s", fault.line, fault.column, fault.words)
    try:
        return FormMatcher.of(form, vocabulary)
    except FormTooLarge:
        words = phrase("It is too large for this model.")
        kind = MalformedGrammar if is_grammar else MalformedSchema
        raise kind(Fault.at(constraint.text, 0, words)) from None


def _matcher_of_calls(text: str, vocabulary: FormTokens) -> FormMatcher | None:
    try:
        return FormMatcher.of(parse_grammar(text), vocabulary)
    except (KnownError, FormTooLarge) as error:
        logger.warning("calls of tools are not bound to their grammar: %s", error)
        return None


def _keep(kept: dict[K, T], key: K, value: T) -> None:
    kept[key] = value
    while len(kept) > _MOST_KEPT:
        del kept[next(iter(kept))]


def _aside(work: Callable[[], T]) -> Generator[None, None, T]:
    """Let another thread do some work; the generator ends with what comes of it."""
    found = aside(work)
    while not found.done():
        try:
            found.exception(_SLICE_S)
        except NotYet:
            yield
    panic = found.exception()  # of native code, it is no Exception, and no end of the process
    if panic is not None and not isinstance(panic, Exception):
        raise BugError(f"a form could not be made ready: {panic!r}")
    return found.result()
