"""The form that an answer is bound to: prepared from its text, asked for every token.

Threads: the engine thread only.
"""

from __future__ import annotations

import contextlib
import logging
import re
from typing import TYPE_CHECKING, Final

from app.core.answer_parts import MARKS
from app.core.chat_formats import TriggerKind
from app.core.engine.errors import AnswerNotWhole, BeginningDoesNotFit, NoWordFits
from app.core.errors import BugError, KnownError
from app.core.grammars import parse_grammar, parse_schema
from app.core.llama import GrammarMask, TokenTable
from app.core.protocol import ConstraintKind, FinishReason

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator
    from collections.abc import Sequence as Series

    from app.core.chat_formats import ChatFormat, GrammarTrigger
    from app.core.errors import Problem
    from app.core.grammars import Grammar
    from app.core.llama import Context, Model, SamplerChain
    from app.core.protocol import Constraint

logger = logging.getLogger(__name__)

_MOST_KEPT: Final = 8  # grammars, for the next answers of their chats


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
        grammar: at its beginning.
        mark: in the text that is said, behind which it begins by itself; "" where `begin` is
            called.
    """

    def __init__(self, grammar: GrammarMask, mark: str = "") -> None:
        self._grammar = grammar
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
        if not self._grammar.read(words):
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
        if token is None or not self._grammar.allows(token):
            token = self._grammar.choose(logits, sampler.choose_of)
        if token is not None:
            self._grammar.accept(token)
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
                return NoWordFits().problem()
            case FinishReason.END:
                is_whole = self._has_begun
            case FinishReason.LENGTH | FinishReason.CONTEXT_FULL:
                is_whole = self._has_begun and self._grammar.is_complete
            case FinishReason.STOP_STRING:
                said = self._words + text[self._n_before :]
                is_whole = self._has_begun and self._grammar.completes(said)
            case _:
                is_whole = True
        return None if is_whole else AnswerNotWhole().problem()


class BoundCalls(Bound):
    """An answer whose calls of tools have to be of a grammar, and that may say anything else.

    Args:
        grammar: of the calls, at its beginning.
        triggers: texts and patterns with which a call begins.
    """

    def __init__(self, grammar: GrammarMask, triggers: Series[re.Pattern[str]]) -> None:
        super().__init__(grammar)
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
        return NoWordFits().problem() if finish_reason is FinishReason.FAILED else None


class Constraints:
    """Makes grammars of what answers are bound to, for one model."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._grammars: dict[Constraint, Grammar] = {}
        self._tokens: TokenTable | None = None

    def preparing(self, constraint: Constraint | None) -> Generator[None, None, None]:
        """Make ready what answers of a form need, a slice of work at a time.

        Raises:
            MalformedGrammar: it is no grammar.
            MalformedSchema: it is no schema, or has what a grammar cannot say.
        """
        if constraint is None:
            return
        yield from self.preparing_tokens()
        known = self._grammars.pop(constraint) if constraint in self._grammars else None
        self._grammars[constraint] = known or _grammar_of(constraint)
        while len(self._grammars) > _MOST_KEPT:
            del self._grammars[next(iter(self._grammars))]

    def preparing_tokens(self) -> Generator[None, None, None]:
        """Make ready what every form needs, a slice of work at a time."""
        if self._tokens is None:
            self._tokens = yield from TokenTable.reading(self._model)

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
            KnownError: the loaded model cannot keep to it.
        """
        if constraint is None:
            return Unbound()
        if self._tokens is None:
            raise BugError("an answer is bound to a form that was not prepared")
        grammar = self._grammars.get(constraint) or _grammar_of(constraint)
        mask = GrammarMask(self._model, grammar, self._tokens)
        is_open = any(prompt.rstrip().endswith(begin) for begin, _end in MARKS)
        mark = end_mark.strip() if is_open else ""
        before, found, after = said.partition(mark) if mark else ("", "", said)
        if mark and not found:
            return Bound(mask, mark)
        form = Bound(mask)
        form.begin(after.lstrip() if before or found else after)
        return form

    def begin_calls(self, chat_format: ChatFormat) -> Bound | Unbound:
        """Bind the calls of tools in an answer, as far as a grammar for them is known.

        `preparing_tokens` was done for it.
        """
        if not chat_format.grammar or self._tokens is None:
            return Unbound()
        try:
            grammar = parse_grammar(chat_format.grammar)
        except KnownError as error:
            logger.warning("calls of tools are not bound to their grammar: %s", error)
            return Unbound()
        mask = GrammarMask(self._model, grammar, self._tokens)
        if chat_format.is_grammar_lazy:
            return BoundCalls(mask, tuple(_patterns(chat_format.triggers)))
        form = Bound(mask)
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


def _grammar_of(constraint: Constraint) -> Grammar:
    is_grammar = constraint.kind is ConstraintKind.GRAMMAR
    return parse_grammar(constraint.text) if is_grammar else parse_schema(constraint.text)
