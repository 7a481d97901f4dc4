"""Makes the forms that answers are bound to, from their texts.

Threads: the engine thread only; forms are made ready on one that ends with that.
"""

from __future__ import annotations

import contextlib
import logging
import re
from concurrent.futures import TimeoutError as NotYet
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar

from app.core.content.answer_parts import MARKS
from app.core.engine.errors import TOOLS_NOT_UNDERSTOOD
from app.core.engine.output.bound import Bound, BoundCalls, Unbound
from app.core.errors import BugError, KnownError
from app.core.phrases import phrase
from app.core.plain_value import PlainValue
from app.core.prompts.chat_formats import TriggerKind
from app.core.prompts.grammars.gbnf import parse_grammar
from app.core.prompts.grammars.matching import (
    EitherMatcher,
    Fault,
    FormMatcher,
    FormTokens,
    FormTooLarge,
    MalformedGrammar,
    MalformedSchema,
    ThinkingMarks,
    behind_thinking,
)
from app.core.prompts.grammars.schema import parse_schema
from app.core.protocol import Constraint, ConstraintKind
from app.core.system.lanes import Lane

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

    from app.core.llama import Model
    from app.core.prompts.chat_formats import ChatFormat, GrammarTrigger

logger = logging.getLogger(__name__)

T = TypeVar("T")

_MOST_KEPT: Final = 16  # forms, for the next answers of their chats
_SLICE: Final = 2048  # tokens that are looked at between two batches
_SLICE_S: Final = 0.005  # of waiting


class _Wanted(PlainValue, frozen=True):
    """A form that is made ready once, for all answers of it.

    Attributes:
        thinking: marks of the thinking that may stand before it; None for none.
        is_thinking: the prompt has begun that already.
        marks: control tokens that are text in it.
    """

    constraint: Constraint
    thinking: ThinkingMarks | None = None
    is_thinking: bool = False
    marks: frozenset[int] = frozenset()

    def matcher(self, vocabulary: FormTokens) -> FormMatcher:
        """Return it at its beginning.

        Raises:
            KnownError: it is none, or one that cannot be kept to.
        """
        is_grammar = self.constraint.kind is ConstraintKind.GRAMMAR
        text = self.constraint.text
        form = parse_grammar(text) if is_grammar else parse_schema(text)
        for fault in form.left_out:
            logger.info("line %d, column %d of a schema: %s", fault.line, fault.column, fault.words)
        if self.thinking is not None:
            form = behind_thinking(form, self.thinking, is_open=self.is_thinking)
        try:
            return FormMatcher.of(form, vocabulary)
        except FormTooLarge:
            words = phrase("It is too large for this model.")
            kind = MalformedGrammar if is_grammar else MalformedSchema
            raise kind(Fault.at(text, 0, words)) from None


class Constraints:
    """Makes ready what answers are bound to, for one model, on threads of its own."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._pieces: list[bytes] = []
        self._ends: list[int] = []
        self._names: dict[str, int] = {}
        self._vocabularies: dict[frozenset[int], FormTokens] = {}  # by the marks that are text
        self._kept: dict[_Wanted, FormMatcher | None] = {}  # None: of calls, and of no use

    def preparing(
        self, constraint: Constraint | None, formats: Sequence[ChatFormat] = ()
    ) -> Generator[None, None, None]:
        """Make ready what answers of a form need, a slice of waiting at a time.

        Args:
            constraint: the form; None for any.
            formats: of the calls that may come in place of what is of it.

        Raises:
            MalformedGrammar: it is no grammar.
            MalformedSchema: it is no schema, or one that cannot be kept to.
            TokenUnknown: it names a token that the model does not have.
        """
        for one in formats:
            calls = self._calls_of(one)
            try:
                yield from self._readying(calls)
            except KnownError as error:
                logger.warning("calls of tools are not bound to their grammar: %s", error)
                self._keep(calls, None)
            if constraint is not None:
                yield from self._readying(self._value_of(constraint, one))
        if constraint is not None and not formats:
            yield from self._readying(_Wanted(constraint))

    def _readying(self, wanted: _Wanted) -> Generator[None, None, None]:
        if not wanted.constraint.text:
            return
        vocabulary = yield from self._reading(wanted.marks)
        found = self._kept.pop(wanted, None)
        if found is None:
            found = yield from _aside(partial(wanted.matcher, vocabulary))
        self._keep(wanted, found)

    def _keep(self, wanted: _Wanted, found: FormMatcher | None) -> None:
        self._kept[wanted] = found
        while len(self._kept) > _MOST_KEPT:
            del self._kept[next(iter(self._kept))]

    def _reading(self, marks: frozenset[int]) -> Generator[None, None, FormTokens]:
        """Look at the tokens of the model once, a slice of them at a time."""
        if not self._pieces:
            pieces: list[bytes] = []
            for token in range(self._model.n_vocab):
                is_end = self._model.is_end(token)
                piece = b"" if is_end else self._model.piece(token, special=False)
                pieces.append(piece)
                if is_end:
                    self._ends.append(token)
                if piece[:1] in (b"", b"<"):
                    name = self._model.piece(token, special=True).decode("utf-8", "replace")
                    self._names.setdefault(name, token)
                if token % _SLICE == 0:
                    yield
            self._pieces = pieces
        if marks not in self._vocabularies:
            pieces = list(self._pieces)
            for token in marks:
                pieces[token] = self._model.piece(token, special=True)
            made = partial(FormTokens, pieces, self._ends, self._names)
            self._vocabularies[marks] = yield from _aside(made)
        return self._vocabularies[marks]

    def _calls_of(self, chat_format: ChatFormat) -> _Wanted:
        grammar = Constraint(ConstraintKind.GRAMMAR, chat_format.grammar)
        return _Wanted(grammar, marks=self._marks_of(chat_format))

    def _value_of(self, constraint: Constraint, chat_format: ChatFormat) -> _Wanted:
        """Return the form of an answer without a call, which may think before."""
        begin = chat_format.thinking_start.strip()
        ends = [one for end in chat_format.thinking_ends if (one := end.strip())]
        marks = self._marks_of(chat_format)
        if not begin or not ends:
            return _Wanted(constraint, marks=marks)
        turn, known = chat_format.generation_prompt.rstrip(), dict(MARKS).get(begin, ends[0])
        if known in ends:
            thinking = ThinkingMarks(begin, known)
        else:  # thinking and answer are messages of their own: `known` begins that of the answer
            thinking = ThinkingMarks(begin, ends[0], turn.removesuffix(begin), known)
        return _Wanted(constraint, thinking, turn.endswith(begin), marks)

    def _marks_of(self, chat_format: ChatFormat) -> frozenset[int]:
        """Return the control tokens that are text to the parser of an answer."""
        ids = map(self._model.tokenize, chat_format.preserved_tokens)
        return frozenset(
            only[0]
            for only in ids
            if len(only) == 1
            and not self._model.is_end(only[0])
            and not self._model.piece(only[0], special=False)
        )

    def _start(self, wanted: _Wanted) -> FormMatcher | None:
        """Return a form at its beginning; None where it is of no use."""
        vocabulary = self._vocabularies.get(wanted.marks)
        if vocabulary is None:
            raise BugError("an answer is bound to a form that was not prepared")
        if wanted not in self._kept:
            # Others have asked for more forms than are kept, before this answer could begin.
            self._keep(wanted, wanted.matcher(vocabulary))
        return self._kept[wanted]

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
        start = None if constraint is None else self._start(_Wanted(constraint))
        if start is None:
            return Unbound()
        matcher = start.from_start()
        is_open = any(prompt.rstrip().endswith(begin) for begin, _end in MARKS)
        mark = end_mark.strip() if is_open else ""
        before, found, after = said.partition(mark) if mark else ("", "", said)
        if mark and not found:
            return Bound(matcher, mark)
        form = Bound(matcher)
        form.begin(after.lstrip() if before or found else after)
        return form

    def begin_calls(
        self, chat_format: ChatFormat, constraint: Constraint | None = None
    ) -> Bound | Unbound:
        """Bind the calls of tools in an answer, as far as a grammar for them is known.

        `preparing` was done for it. Where that grammar is not lazy, the answer is a call, or
        is of the other form.

        Args:
            constraint: that other form; None for none.

        Raises:
            KnownError: a call is required, and cannot be bound.
        """
        start = self._start(self._calls_of(chat_format)) if chat_format.grammar else None
        if chat_format.is_grammar_lazy:
            if start is None:
                return Unbound()
            return BoundCalls(start.from_start(), tuple(_patterns(chat_format.triggers)))
        # llama.cpp's grammar begins with the end of the prompt.
        forms = [] if start is None else [(start, chat_format.generation_prompt)]
        value = None if constraint is None else self._start(self._value_of(constraint, chat_format))
        forms += [] if value is None else [(value, "")]
        if not forms and chat_format.grammar:
            raise TOOLS_NOT_UNDERSTOOD("the form of its calls is too large")
        if not forms:
            return Unbound()
        form = Bound(EitherMatcher(forms))
        form.begin()
        return form


def _patterns(triggers: Iterable[GrammarTrigger]) -> Iterator[re.Pattern[str]]:
    for trigger in triggers:
        is_pattern = trigger.kind in (TriggerKind.PATTERN, TriggerKind.FULL_PATTERN)
        with contextlib.suppress(re.error):  # llama.cpp's are of another dialect
            yield re.compile(trigger.value if is_pattern else re.escape(trigger.value))


def _aside(work: Callable[[], T]) -> Generator[None, None, T]:
    """Let another thread do some work; the generator ends with what comes of it."""
    found = Lane("grammar").submit(work)
    while not found.done():
        try:
            found.exception(_SLICE_S)
        except NotYet:
            yield
    panic = found.exception()  # of native code, it is no Exception, and no end of the process
    if panic is not None and not isinstance(panic, Exception):
        raise BugError(f"a form could not be made ready: {panic!r}")
    return found.result()
