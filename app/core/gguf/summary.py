"""What people want to know of a model file before they load it.

What people call a model: the one place that names models. Converters write the folder or the
training run into the header as the name. Such a name goes where the header's own parts or the name
of the file say more.
"""

from __future__ import annotations

import enum
import re
from collections import Counter
from typing import TYPE_CHECKING

from app.core.gguf.header import FILE_TYPES, UNQUANTISED
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.gguf.header import GgufHeader


_LONGEST_NAME = 120  # characters
_ENDING = re.compile(r"(-(\d{5})-of-(\d{5}))?\.gguf$", re.IGNORECASE)
_QUANTISATION = re.compile(
    r"[-_. ](UD-|i1-)?(I?Q\d+(_[A-Z0-9]+)*|TQ\d_\d|MXFP\d(_MOE)?|NVFP\d|B?F\d\d|FP\d\d?)$",
    re.IGNORECASE,
)
_SEPARATOR = re.compile(r"[-_\s]+")
_SIZE = re.compile(r"(\d+x)?\d+(\.\d+)?[bmk]", re.IGNORECASE)
_VERSION = re.compile(r"v\d.*")
# What converters write where they were told no name: folders, commits, nothing.
_NO_NAME = re.compile(
    r"\W*|[\d._-]+|[0-9a-f]{7,}|n/?a|na|<?(unknown|unnamed|none|null|untitled)>?"
    r"|ll?ama|models?|hf|hf_model|gguf|main|snapshots?|tmp|temp|output|merged|merged_model"
    r"|workspace|content|huggingface|checkpoint-?\d*",
    re.IGNORECASE,
)
_LEAST_SHARED = 0.5  # of the words of a name, that its file has as well


def name_of_model(metadata: Callable[[str], str], file_name: str) -> str:
    """Return what to call a model.

    Args:
        metadata: returns a text of its header by key, "" where there is none.
        file_name: of its file, or of the first one.
    """
    said, file = _one_line(metadata("general.name")), title_of_file(file_name)
    if _NO_NAME.fullmatch(said):
        parts = [metadata(f"general.{key}") for key in ("basename", "size_label", "finetune")]
        return _one_line(_readable(" ".join(filter(None, parts)))) if parts[0] else file
    if _says_more(file, said):
        return file
    is_of_converter = "_" in said or (" " not in said and "-" in said)
    return _readable(said) if is_of_converter else said


def title_of_file(file_name: str) -> str:
    """Return what the name of a file says of its model: no ending, number or quantisation.

    The name of a file that is no whole model yet stays as it is.
    """
    title = _ENDING.sub("", file_name)
    if title == file_name:
        return file_name
    while shorter := _QUANTISATION.sub("", title):
        if shorter == title:
            break
        title = shorter
    return _readable(title) or file_name


def _one_line(text: str) -> str:
    """Return words of a file as one short line without control characters."""
    plain = "".join(char if char.isprintable() else " " for char in text[: 4 * _LONGEST_NAME])
    return " ".join(plain.split())[:_LONGEST_NAME]


def _says_more(file: str, said: str) -> bool:
    """Whether a file is named after the same model, and its header after a run or next to nothing.

    Both begin with the same word, and the header has few of the words of the file.
    """
    of_file, of_header = _words(file), _words(said)
    if len(of_file) < 2 or of_file[0] != of_header[0]:
        return False
    n_shared = sum(word in of_file for word in of_header)
    is_known = n_shared > _LEAST_SHARED * len(of_header)
    has_size = any(_SIZE.fullmatch(word) for word in of_header)
    gives_size = any(_SIZE.fullmatch(word) for word in of_file)
    return not is_known or (gives_size and not has_size)


def _words(text: str) -> list[str]:
    return [word for word in _SEPARATOR.split(text.lower()) if word] or [""]


def _readable(text: str) -> str:
    """Return a name with blanks between its words, as its makers write it: "Qwen2.5 7B"."""
    words = [word for word in _SEPARATOR.split(text) if word]
    if len(words) < 2:
        return text
    return " ".join(_written(word) for word in words)


def _written(word: str) -> str:
    if _SIZE.fullmatch(word):
        return word.replace("b", "B").replace("m", "M").replace("k", "K")
    return word if _VERSION.fullmatch(word) else word[0].upper() + word[1:]


# Architectures that read a text and write none.  Source: src/llama-arch.cpp of llama.cpp
_ENCODERS = frozenset(
    {
        *("bert", "eurobert", "gemma-embedding", "jina-bert-v2", "jina-bert-v3", "modern-bert"),
        *("neo-bert", "nomic-bert", "nomic-bert-moe", "t5encoder"),
    }
)
# Heads that draft for one model only, with what that model has computed.
_DRAFT_HEADS = frozenset({"dflash", "eagle3", "gemma4-assistant"})
_FIRST_NORM = "blk.0.attn_norm.weight"
_POOLING_RANK = 4  # llama_pooling_type in llama.h; 0 is none
_EXPERT_TENSOR = re.compile(r"_(ch)?exps\.")


class ModelKind(enum.StrEnum):
    """What a file can be used for."""

    LANGUAGE = "language"  # writes text
    EMBEDDING = "embedding"  # turns text into vectors
    RERANKER = "reranker"  # says how well texts fit a question
    PROJECTOR = "projector"  # lets a language model see or hear (mmproj)
    ADAPTER = "adapter"  # changes a language model (LoRA)
    DRAFT_HEAD = "draft-head"  # drafts for one language model, and is none itself
    PART = "part"  # a further part of a split model, which is described in the first
    VOCABULARY = "vocabulary"  # a tokenizer without weights
    OTHER = "other"


class ModelSummary(PlainValue, frozen=True):
    """One file in plain values.

    Attributes:
        name: what people know the model by; from the file's name where the header has none.
        architecture: as llama.cpp calls it; "" when the file does not say.
        n_parameters: elements of all tensors of this file.
        n_expert_parameters: of those, how many belong to experts of which each token takes some.
        quantisation: such as "Q4_K_M"; "" for a file without weights.
        n_ctx_train: tokens of context it was trained for; 0 when unknown.
        n_layers: 0 when unknown.
        n_experts: 0 in a dense model.
        n_experts_used: for each token.
        n_vocab: tokens; 0 when unknown.
        split_index: from 0; which part of a split model this file is.
        split_count: files of the model; 1 when it is not split.
        licence: as the file names it; "" when it does not say.
        size_bytes: of this file.
        missing_bytes: how much of its tensors the file lacks at its end.
    """

    name: str
    kind: ModelKind
    architecture: str
    n_parameters: int
    n_expert_parameters: int
    quantisation: str
    n_ctx_train: int
    n_layers: int
    n_experts: int
    n_experts_used: int
    n_vocab: int
    has_chat_template: bool
    has_tokenizer: bool
    split_index: int
    split_count: int
    licence: str
    size_bytes: int
    missing_bytes: int

    @property
    def n_active_parameters(self) -> int:
        """How many parameters each token is computed with; fewer in a mixture of experts."""
        if not 0 < self.n_experts_used < self.n_experts:
            return self.n_parameters
        n_idle = self.n_experts - self.n_experts_used
        return self.n_parameters - self.n_expert_parameters * n_idle // self.n_experts


def summarise(header: GgufHeader) -> ModelSummary:
    """Return what a header says of its file, in a few values."""
    of_experts = (tensor for tensor in header.tensors if _EXPERT_TENSOR.search(tensor.name))
    return ModelSummary(
        name=name_of_model(header.text, header.name),
        kind=_kind(header),
        architecture=_one_line(header.architecture),
        n_parameters=sum(tensor.n_elements for tensor in header.tensors),
        n_expert_parameters=sum(tensor.n_elements for tensor in of_experts),
        quantisation=_quantisation(header),
        n_ctx_train=header.count(".context_length"),
        n_layers=header.count(".block_count"),
        n_experts=header.count(".expert_count"),
        n_experts_used=header.count(".expert_used_count"),
        n_vocab=_n_vocab(header),
        has_chat_template=_has_chat_template(header),
        has_tokenizer=bool(header.text("tokenizer.ggml.model")),
        split_index=header.count("split.no"),
        split_count=max(1, header.count("split.count")),
        licence=_one_line(header.text("general.license") or header.text("general.license.name")),
        size_bytes=header.size_bytes,
        missing_bytes=header.missing_bytes,
    )


def _is_mtp_alone(header: GgufHeader) -> bool:
    """Whether a file has the layer for multi-token prediction of a model, and none of the others.

    Source: `mtp_only` in src/models of llama.cpp
    """
    names = {tensor.name for tensor in header.tensors}
    return bool(header.count(".nextn_predict_layers") and names and _FIRST_NORM not in names)


def _kind(header: GgufHeader) -> ModelKind:
    said = header.text("general.type").lower()
    architecture = header.architecture
    if said == "adapter" or header.text("adapter.type"):
        return ModelKind.ADAPTER
    if said == "mmproj" or architecture == "clip":
        return ModelKind.PROJECTOR
    if architecture in _DRAFT_HEADS:
        return ModelKind.DRAFT_HEAD
    if header.count("split.no"):
        return ModelKind.PART
    if _is_mtp_alone(header):
        return ModelKind.DRAFT_HEAD
    has_tokenizer = bool(header.text("tokenizer.ggml.model"))
    if has_tokenizer and not header.tensors and header.count("split.count") < 2:
        return ModelKind.VOCABULARY
    pooling = header.count(".pooling_type")
    if pooling == _POOLING_RANK:
        return ModelKind.RERANKER
    if pooling or architecture in _ENCODERS:
        return ModelKind.EMBEDDING
    return ModelKind.LANGUAGE if architecture and has_tokenizer else ModelKind.OTHER


def _quantisation(header: GgufHeader) -> str:
    """Return what the file says of itself, unless its tensors say otherwise.

    Headers are copied from the unquantised file now and then. Where the file calls itself
    unquantised and most of its weights are not, or the other way round, or says nothing, the type
    that most weights have counts.
    """
    by_type: Counter[str] = Counter()
    for tensor in header.tensors:
        by_type[tensor.type_name] += tensor.n_elements
    most = by_type.most_common(1)[0][0] if by_type else ""
    value = header.metadata.get("general.file_type")
    said = FILE_TYPES.get(value, "") if type(value) is int else ""
    if (
        not most
    ):  # the first part of a split model may hold no weights; others have none to speak of
        return said if header.count("split.count") > 1 else ""
    agree = said and (said in UNQUANTISED) == (most in UNQUANTISED)
    return said if agree else most


def _n_vocab(header: GgufHeader) -> int:
    tokens = header.array("tokenizer.ggml.tokens")
    return tokens.length if tokens else header.count(".vocab_size")


def _has_chat_template(header: GgufHeader) -> bool:
    """Return whether there is a template, one without a name or one of several."""
    return any(
        isinstance(value, str) and value and key.startswith("tokenizer.chat_template")
        for key, value in header.metadata.items()
    )
