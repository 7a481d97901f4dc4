"""Which projector in the folder of a model belongs to it, told by headers and not by file names.

A projector gives vectors of the model's width, or it is none for it. Models of one width are many,
and what a projector of another one gives is nonsense; so it must also be of the same name, or be
alone with the model.

Which file there is the head that drafts for the model, with what the model has computed. Its words
are checked like those of every draft, so width and family are enough.

Whether two models cut text into the same tokens, so that one can draft for the other.

Threads: any; opens the files of one folder and reads the headers of a few.
Source: llama.cpp tools/mtmd/clip.cpp, clip_n_mmproj_embd: the width is that of a tensor of the
projector's last layer, of another one for each kind (llama-cpp-python 0.3.36).
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from app.core.errors import KnownError
from app.core.gguf.cursor import open_source
from app.core.gguf.parser import read_header
from app.core.gguf.summary import ModelKind, summarise
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.gguf.cursor import ByteSource
    from app.core.gguf.header import GgufHeader


logger = logging.getLogger(__name__)

_PROJECTION = ("mm.", "a.mm.", "resampler.", "v.mm.")  # begin the names of its tensors
_MARK: Final = b"clip"  # its architecture, which stands first in every header
# By the architecture of a model that of its heads. Those of eagle3 Hearth cannot use.
_HEADS: Final = {
    **{name: name for name in ("deepseek2", "glm4moe", "qwen35", "qwen35moe")},
    "gemma4": "gemma4-assistant",
}
_BLOCKS = "dflash"  # the architecture of heads that say whole blocks
# The models that hand out what goes into their layers.  Source: t_layer_inp in llama.cpp
_OF_BLOCKS: Final = frozenset(
    {
        *("bailingmoe3", "gemma4", "gpt-oss", "hunyuan_vl", "lfm2", "llama", "mimo2"),
        *("minimax-01", "minimax-m2", "muse-glimmer", "nanbeige", "nemotron_h", "nemotron_h_moe"),
        *("qwen3", "qwen35", "qwen35moe", "qwen3moe", "qwen3next", "qwen4exp"),
    }
)
# Later kinds of such heads: a choice among paths, and layers with hyper-connections.
_UNKNOWN_BLOCKS = (".selector_rank", ".hyper_connection.count")
_NAMES_OF_HEADS = ("mtp", "dflash", "dspark")
_OWN_LAYER = ".nextn."
_HEAD_BYTES = 4096
_MOST_FILES = 256
_MOST_PROJECTORS = 16
_MOST_OTHERS = 16
_NAMES = ("general.basename", "general.name")
_BY_RANK = (1, 32, 7, 0)  # of `general.file_type`: F16, BF16, Q8_0, F32


def widths_of(projector: GgufHeader) -> frozenset[int]:
    """Return the widths that the vectors of a projector may have.

    Some projections lie transposed, so both sides of each count.
    """
    return frozenset(
        size
        for tensor in projector.tensors
        if tensor.name.startswith(_PROJECTION)
        for size in tensor.shape
    )


def projector_beside(model: Path) -> Path | None:
    """Return the projector that lies beside a model and belongs to it; None where none surely does.

    Args:
        model: its first file.
    """
    files = [file for file in _files_in(model.parent) if file != model]
    found = [file for file in files if _begins_like_a_projector(file)][:_MOST_PROJECTORS]
    header = _header(model) if found else None
    if header is None:
        return None
    width = header.count(".embedding_length")
    fitting = {file: one for file in found if (one := _projector(file)) and width in widths_of(one)}
    named = [file for file, one in fitting.items() if _names(one) & _names(header)]
    if named:
        return min(named, key=lambda file: (_rank(fitting[file]), file.name))
    if len(fitting) == 1 and not _has_other_models(header, set(files) - set(found)):
        return next(iter(fitting))
    return None


def head_beside(model: Path) -> Path | None:
    """Return the file beside a model that drafts for it; None without one.

    Args:
        model: its first file.
    """
    files = (file for file in _files_in(model.parent) if file != model)
    found = [file for file in files if any(map(file.name.lower().__contains__, _NAMES_OF_HEADS))]
    header = _header(model) if found else None
    if header is None:
        return None
    return next((file for file in found if is_head_of(header, _header(file))), None)


def is_head_of(model: GgufHeader, head: GgufHeader | None) -> bool:
    """Whether a file drafts for a model, with the states that this one computes."""
    if head is None or summarise(head).kind is not ModelKind.DRAFT_HEAD:
        return False
    has_layer = any(_OWN_LAYER in tensor.name for tensor in model.tensors)
    if head.architecture == _BLOCKS:
        is_known = not any(map(head.count, _UNKNOWN_BLOCKS))
        if model.architecture not in _OF_BLOCKS or not is_known:
            return False
    elif head.architecture != _HEADS.get(model.architecture) or has_layer:
        return False
    width = head.count(".embedding_length_out") or head.count(".embedding_length")
    return width == model.count(".embedding_length")


def _files_in(folder: Path) -> list[Path]:
    try:
        files = sorted(file for file in folder.iterdir() if file.suffix.lower() == ".gguf")
    except OSError:
        return []
    return files[:_MOST_FILES]


def _begins_like_a_projector(file: Path) -> bool:
    try:
        with file.open("rb") as opened:
            return _MARK in opened.read(_HEAD_BYTES)
    except OSError:
        return False


def _header(file: Path) -> GgufHeader | None:
    try:
        with open_source(file) as source:
            return read_header(source)
    except KnownError:
        logger.info("a file beside a model could not be read", exc_info=True)
        return None


def _projector(file: Path) -> GgufHeader | None:
    header = _header(file)
    if header is None or summarise(header).kind is not ModelKind.PROJECTOR:
        return None
    return header


def _names(header: GgufHeader) -> frozenset[str]:
    """Return what a file says that it is of, in a spelling of its own."""
    said = (header.text(key) for key in _NAMES)
    plain = ("".join(filter(str.isalnum, name)).lower() for name in said)
    return frozenset(filter(None, plain))


def _rank(projector: GgufHeader) -> int:
    kind = projector.metadata.get("general.file_type")
    return _BY_RANK.index(kind) if kind in _BY_RANK else len(_BY_RANK)


def _has_other_models(model: GgufHeader, files: set[Path]) -> bool:
    """Whether a folder has another model than one, and not only that in other sizes."""
    if len(files) > _MOST_OTHERS:
        return True
    for file in files:
        header = _header(file)
        if header is None or summarise(header).kind is not ModelKind.LANGUAGE:
            continue
        is_same = header.architecture == model.architecture and header.count(
            ".embedding_length"
        ) == model.count(".embedding_length")
        if not is_same or (_names(model) and not _names(header) & _names(model)):
            return True
    return False


# Models of one family fill their vocabularies up to different sizes with tokens nobody says.
# Source: llama.cpp, common/speculative.cpp
MOST_TOKENS_MORE = 128
_TOKENS = "tokenizer.ggml.tokens"
_LARGEST_PIECE = 1 << 20  # bytes read at once


class FileVocabulary(PlainValue, frozen=True):
    """The tokens of one model.

    Attributes:
        kind: of tokenizer, as the file names it; "" where it has none.
        n_tokens: how many there are.
        texts: of all of them in order, each behind its length, as the file has them.
    """

    kind: str
    n_tokens: int
    texts: bytes

    def is_like(self, other: FileVocabulary) -> bool:
        """Whether each token that both have is the same, and nearly all are in both."""
        if not self.kind or self.kind != other.kind or not self.texts or not other.texts:
            return False
        if abs(self.n_tokens - other.n_tokens) > MOST_TOKENS_MORE:
            return False
        shorter, longer = sorted((self.texts, other.texts), key=len)
        return longer.startswith(shorter)


def read_vocabulary(source: ByteSource) -> FileVocabulary:
    """Read the tokens of a model.

    Raises:
        GgufError: the header cannot be read, as of `read_header`.
        KnownError: the source's own.
    """
    header = read_header(source)
    tokens = header.array(_TOKENS)
    kind = header.text("tokenizer.ggml.model")
    if tokens is None or not tokens.n_bytes:
        return FileVocabulary(kind, 0, b"")
    pieces = []
    begin, end = tokens.begin, tokens.begin + tokens.n_bytes
    while begin < end:
        piece = source.read(begin, min(_LARGEST_PIECE, end - begin))
        if not piece:  # it became shorter meanwhile
            return FileVocabulary(kind, 0, b"")
        pieces.append(piece)
        begin += len(piece)
    return FileVocabulary(kind, tokens.length, b"".join(pieces))
