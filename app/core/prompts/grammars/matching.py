"""Follows the tokens of an answer through a form, with llguidance.

What llguidance may spend is limited: past a limit a form is refused, or no token fits any more.
Grammars and schemas are nested little enough for it, which `gbnf.py` and `schema.py` see to: it
follows them by calls within calls, and a stack that is too deep would end the process.

Where the text of a grammar or of a schema is wrong, and what was expected there.

Threads: one at a time; a `FormTokens` and a `FormMatcher` may be made on another.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from app.core.errors import KnownError, WordedError
from app.core.phrases import phrase
from app.core.plain_value import PlainValue, replace

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import llguidance
    import numpy.typing as npt

    from app.core.phrases import Phrase


_LINE_ENDS = re.compile(r"\r\n|\r|\n")
_MEND = phrase("Correct it in the chat settings, under “Form of the answer”.")


class Fault(PlainValue, frozen=True):
    """The first thing that is wrong in a text.

    Attributes:
        line: from 1.
        column: from 1, in characters.
        words: what is wrong, one sentence.
        is_loose: answers are not bound to what stands there, and to all else they are.
    """

    line: int
    column: int
    words: Phrase
    is_loose: bool = False

    @classmethod
    def at(cls, text: str, offset: int, words: Phrase, *, is_loose: bool = False) -> Fault:
        """Return a fault at an offset into a text, in characters."""
        ends = [found.end() for found in _LINE_ENDS.finditer(text, 0, offset)]
        line_begin = ends[-1] if ends else 0
        return cls(len(ends) + 1, offset - line_begin + 1, words, is_loose)


class _Malformed(KnownError):
    """A form that is none; `where` says in which text the fault lies."""

    where: Phrase

    def __init__(self, fault: Fault) -> None:
        place = self.where.with_values({"line": fault.line, "column": fault.column})
        super().__init__(what=fault.words, effect=place, remedy=_MEND)
        self.fault = fault


class MalformedGrammar(_Malformed):
    """A text that is no grammar, or one that cannot be followed."""

    where = phrase(
        "This is in line {line}, column {column} of the chat's grammar; nothing was sent to the "
        "model."
    )


class MalformedSchema(_Malformed):
    """A text that is no JSON schema, or one that cannot be kept to."""

    where = phrase(
        "This is in line {line}, column {column} of the chat's JSON schema; nothing was sent to "
        "the model."
    )


class TokenUnknown(WordedError):
    """A grammar names a token that the loaded model does not have."""

    what = phrase("The loaded model has no token “{name}”.")
    effect = phrase("The grammar of this chat uses it, so nothing was sent to the model.")
    remedy = phrase("Change the grammar in the chat settings, or open another model.")


# Else what must come next is looked up in the tokens that the tokenizer makes of it.
NO_FORCING: Final = '%llguidance {"no_forcing": true}\n'
_LONGEST: Final = 255  # bytes of a token that is offered
_N_BYTES: Final = 256
_TOKEN: Final = re.compile(r"<\[(\^?)(<[^>]*>|[0-9]+)\]>")


class Form(PlainValue, frozen=True):
    """A grammar or a schema that was read.

    Attributes:
        text: as llguidance reads it. A token that is named by its text is written `<[<name>]>`.
        left_out: what an answer is not bound to, though the form asks for it.
        has_tokens: it names some.
    """

    text: str
    left_out: tuple[Fault, ...] = ()
    has_tokens: bool = False

    def written(self, id_of: Callable[[str], int]) -> str:
        """Return the text with the ids of tokens that are named."""
        if not self.has_tokens:
            return self.text
        return _TOKEN.sub(lambda found: f"<[{found[1]}{id_of(found[2])}]>", self.text)


class FormTooLarge(Exception):
    """llguidance may not spend as much as it would have to."""


def limits() -> llguidance.LLParserLimits:
    """Return what llguidance may spend: a tenth of a second for a token, and some 100 MB."""
    from llguidance import LLParserLimits

    return LLParserLimits(
        initial_lexer_fuel=200_000,
        max_lexer_states=50_000,
        max_grammar_size=200_000,
        step_lexer_fuel=1_000_000,
        step_max_items=1_000_000,
        precompute_large_lexemes=False,
        verbose_errors=False,
    )


def refuse_too_large(form: Form) -> None:
    """Let llguidance read a form, without the tokens of a model.

    Raises:
        FormTooLarge: it cannot.
    """
    from llguidance import LLMatcher

    text = form.written(lambda _name: 0)
    is_wrong, said = LLMatcher.validate_grammar_with_warnings(text, limits=limits())
    if is_wrong:
        raise FormTooLarge(said[0])


class FormTokens:
    """The tokens of a model; to make it takes a fifth of a second for 150,000 of them.

    Behind them are others, one for each byte, for text that is read.

    Args:
        pieces: the bytes of each token; b"" for one that is not shown.
        ends: ids of those that end an answer.
        names: ids of tokens by the text in which a grammar may name them.
    """

    def __init__(
        self, pieces: Sequence[bytes], ends: Sequence[int], names: Mapping[str, int]
    ) -> None:
        from llguidance import LLTokenizer

        self.n_tokens = len(pieces)
        self.ends = np.array(ends, np.int64)
        self.names = names
        tokens = [
            piece if len(piece) <= _LONGEST and piece[:1] != b"\xff" else b"" for piece in pieces
        ]
        tokens += [bytes([byte]) for byte in range(_N_BYTES - 1)] + [b"", b"end"]
        hidden = [token for token, piece in enumerate(pieces) if not piece]
        for token in hidden:
            tokens[token] = b"<%d>" % token
        self.tokenizer = LLTokenizer(
            _Tokens(tokens, [*hidden, len(tokens) - 1]),  # type: ignore[arg-type] # by its form
            eos_token=[*ends, len(tokens) - 1],
            slices=[],  # they would cost a second here and save a millisecond a token
        )

    def id_of(self, name: str) -> int:
        """Return the token of a name or a number.

        Raises:
            TokenUnknown: there is none.
        """
        token = int(name) if name.isdecimal() else self.names.get(name, self.n_tokens)
        if token >= self.n_tokens:
            raise TokenUnknown(name=f"<[{name}]>" if name.isdecimal() else name)
        return token


class _Tokens:
    """What llguidance asks of a tokenizer."""

    is_tokenizer_wrapper = True
    bos_token_id = None

    def __init__(self, tokens: list[bytes], special: list[int]) -> None:
        self.tokens = tokens
        self.special_token_ids = special
        self.eos_token_id = special[-1]

    def __call__(self, _text: Any) -> list[int]:
        return []  # nobody asks: see NO_FORCING


class FormMatcher:
    """How far an answer is in its form.

    Args:
        start: at the beginning, where it stays.
    """

    def __init__(self, start: llguidance.LLMatcher, vocabulary: FormTokens) -> None:
        self._vocabulary = vocabulary
        self._start = start
        self._matcher = start.deep_copy()

    @classmethod
    def of(cls, form: Form, vocabulary: FormTokens) -> FormMatcher:
        """Make one for a form.

        Raises:
            FormTooLarge: llguidance may not spend as much as it would have to.
            TokenUnknown: the grammar names a token that the model does not have.
        """
        from llguidance import LLMatcher

        text = form.written(vocabulary.id_of)
        start = LLMatcher(vocabulary.tokenizer, text, log_level=0, limits=limits())
        if start.is_error():
            raise FormTooLarge(start.get_error())
        return cls(start, vocabulary)

    def from_start(self) -> FormMatcher:
        """Return another one, for an answer that is about to begin."""
        return FormMatcher(self._start, self._vocabulary)

    # -- how far it is --

    @property
    def is_complete(self) -> bool:
        """Whether the answer may end here."""
        return not self._matcher.is_error() and self._matcher.is_accepting()

    def completes(self, text: str) -> bool:
        """Whether a whole answer of this text is one that may end."""
        whole = self.from_start()
        return whole.read(text) and whole.is_complete

    def read(self, text: str) -> bool:
        """Go on behind some text; False where it does not fit: then this is of no more use."""
        n_tokens = self._vocabulary.n_tokens
        tokens = [n_tokens + byte for byte in text.encode("utf-8", "replace")]
        return self._matcher.try_consume_tokens(tokens) == len(tokens)

    # -- tokens --

    def allows(self, token: int) -> bool:
        """Whether a token fits."""
        if token in self._vocabulary.ends:
            return self.is_complete
        return self._matcher.validate_tokens([token]) == 1

    def accept(self, token: int) -> bool:
        """Go on behind a token; False where it does not fit, or would take too long.

        The end of an answer changes nothing.
        """
        if token in self._vocabulary.ends:
            return self.is_complete
        return self._matcher.try_consume_tokens([token]) == 1

    def fitting(self) -> npt.NDArray[np.bool_]:
        """Return of each token whether it fits: bool [n_tokens]."""
        bits = np.frombuffer(self._matcher.compute_bitmask(), np.uint8)
        n_tokens = self._vocabulary.n_tokens
        fits = np.unpackbits(bits, count=n_tokens, bitorder="little").astype(np.bool_)
        if self._matcher.is_error():  # past a limit
            fits[:] = False
        fits[self._vocabulary.ends] = self.is_complete
        return fits


class ThinkingMarks(PlainValue, frozen=True):
    """How thinking stands before an answer.

    Attributes:
        begin, end: what it stands between.
        turn: what follows each end, where an answer has a beginning of its own.
        answer: that beginning; "" where it has none.
    """

    begin: str
    end: str
    turn: str = ""
    answer: str = ""


class EitherMatcher:
    """How far an answer is that may be of one of several forms: of those that it can still be.

    Args:
        starts: of each form, and the text that it has gone on behind before the answer begins.
    """

    def __init__(self, starts: Sequence[tuple[FormMatcher, str]]) -> None:
        self._starts = starts
        self._open = [one.from_start() for one, _before in starts]
        found = zip(self._open, starts, strict=True)
        self._open = [one for one, (_start, before) in found if one.read(before)]

    @property
    def is_complete(self) -> bool:
        """Whether the answer may end here."""
        return any(one.is_complete for one in self._open)

    def completes(self, text: str) -> bool:
        """Whether a whole answer of this text is one that may end."""
        return any(start.completes(before + text) for start, before in self._starts)

    def read(self, text: str) -> bool:
        """Go on behind some text; False where it does not fit."""
        self._open = [one for one in self._open if one.read(text)]
        return bool(self._open)

    def allows(self, token: int) -> bool:
        """Whether a token fits."""
        return any(one.allows(token) for one in self._open)

    def accept(self, token: int) -> bool:
        """Go on behind a token; False where it does not fit, or would take too long."""
        self._open = [one for one in self._open if one.accept(token)]
        return bool(self._open)

    def fitting(self) -> npt.NDArray[np.bool_]:
        """Return of each token whether it fits: bool [n_tokens]; some form is still open."""
        found: npt.NDArray[np.bool_] = np.any([one.fitting() for one in self._open], axis=0)
        return found


def behind_thinking(form: Form, thinking: ThinkingMarks, *, is_open: bool) -> Form:
    """Return a form that may have thinking before it.

    Args:
        thinking: its marks.
        is_open: it has begun already, and has to end.
    """
    ending = re.sub(r"[^\w]", lambda found: f"\\x{{{ord(found[0]):x}}}", thinking.end)
    text = form.text.replace("start:", "value:", 1)
    if thinking.answer:
        first = "thought TURN " if is_open else ""
        begins = f"{first}(BEGIN thought TURN)* ANSWER"
        rules = [f"TURN: {_quoted(thinking.turn)}", f"ANSWER: {_quoted(thinking.answer)}"]
    else:
        begins, rules = ("thought" if is_open else "(BEGIN thought)?"), []
    rules += [
        f"start: {begins} /[ \\n]{{0,4}}/ value",
        f"BEGIN: {_quoted(thinking.begin)}",
        f"thought[lazy]: /(?s:.*){ending}/",
    ]
    return replace(form, text=text + "\n".join(rules) + "\n")


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
