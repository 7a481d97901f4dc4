"""What a GGUF file says of itself, without loading the model.

Whether a file has a layer for multi-token prediction that llama.cpp can draft with. Such a layer
stands behind those that say the next token. From what these have made of a token, and from the
token that was said after it, it tells what comes behind both. llama.cpp ends the process where a
context is made of a layer that lacks what it counts on, so all of it is looked for first.

Source: llama.cpp src/models (the assertions of each `graph_mtp`), llama-cpp-python 0.3.36.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from app.core.errors import KnownError
from app.core.llama.embedding_context import Pooling
from app.core.llama.errors import AdapterNotUsable, DamagedModelFile, ModelFileMissing
from app.core.llama.gguf_reader import GgufReader, model_files
from app.core.phrases import phrase
from app.core.plain_value import PlainValue

_F32 = 0  # of a tensor.  Source: ggml/include/ggml.h, ggml_type
_SAMPLE_BYTES = 4096
_LATENT = ("attn_k_b.weight", "attn_v_b.weight")


def sample_digest(path: str) -> str:
    """Return a digest of samples of a model, 64 hex characters; path and times do not enter.

    sha256 over every file's size, whole header (metadata, tokenizer, tensor table) and three
    4 KiB samples (start, middle, end) of every tensor. Reads some 5 MB of a 5 GB file. It holds all
    that decides how text is cut into tokens, and tells most models apart; two that compute other
    numbers may have the same one.

    Raises:
        ModelFileMissing, NotAModelFile, DamagedModelFile: as for loading.
    """
    digest = hashlib.sha256(b"hearth model content 1")
    for shard in model_files(path):
        try:
            with GgufReader(shard) as header:
                _sample(digest, shard, header)
        except OSError as error:
            raise ModelFileMissing(repr(error), path=shard) from error
    return digest.hexdigest()


def check_complete(path: str) -> None:
    """Check what can be told of a model without loading it: that its files are GGUF and all there.

    Args:
        path: of its first file.

    Raises:
        ModelFileMissing, NotAModelFile, DamagedModelFile: as for loading.
    """
    for shard in model_files(path):
        with GgufReader(shard) as header:
            _check_header(shard, header)


def _check_header(path: str, header: GgufReader) -> None:
    n_bytes = Path(path).stat().st_size
    wanted = header.data_offset + max((sum(part) for part in header.tensors()), default=0)
    if n_bytes < wanted:
        raise DamagedModelFile(f"{n_bytes} bytes, but its tensors end at {wanted}", path=path)


def survives_amx(path: str) -> bool:
    """Return whether llama.cpp can keep the weights of a model in its layout for AMX.

    It puts the three-dimensional matrices of latent attention there too, unless they are F32, and
    ends the process at the first product with one of them, which no backend computes.
    Source: tried with llama-cpp-python 0.3.36 (ggml-backend.cpp, `cur_backend_id != -1`).

    Raises:
        ModelFileMissing, NotAModelFile, DamagedModelFile: as for loading.
    """
    for shard in model_files(path):
        with GgufReader(shard) as header:
            if any(name.endswith(_LATENT) and kind != _F32 for name, kind in header.tensor_types()):
                return False
    return True


class ModelLayout(PlainValue, frozen=True):
    """What is asked of a file before its model is simulated.

    Attributes:
        architecture: as the file names it.
        n_vocab: tokens of its vocabulary; 0 when it has none.
        tensors: name and size in bytes of every tensor, of all files of the model.
    """

    architecture: str
    n_vocab: int
    tensors: tuple[tuple[str, int], ...]


def model_layout(path: str) -> ModelLayout:
    """Return what a model is made of.

    Raises:
        ModelFileMissing, NotAModelFile, DamagedModelFile: as for loading.
    """
    with GgufReader(path) as header:
        architecture = header.architecture
        n_vocab = header.length("tokenizer.ggml.tokens")
        tensors = list(header.tensor_sizes())
    for shard in model_files(path)[1:]:
        with GgufReader(shard) as header:
            tensors += header.tensor_sizes()
    return ModelLayout(architecture, n_vocab, tuple(tensors))


def says_it_embeds(path: str) -> bool:
    """Return whether a model says that it makes vectors of texts, and how it pools them.

    Raises:
        ModelFileMissing, NotAModelFile, DamagedModelFile: as for loading.
    """
    with GgufReader(path) as header:
        pooling = next(iter(header.numbers(".pooling_type")), 0)
    return pooling in set(Pooling)


def check_adapter(path: str, architecture: str) -> int:
    """Check what can be told of an adapter without loading it; return the bytes of its tensors.

    Args:
        path: of the adapter.
        architecture: of the model that it is applied to.

    Raises:
        AdapterNotUsable: it is no adapter, or one for another kind of model.
    """
    try:
        with GgufReader(path) as header:
            kind, made_by = header.text("general.type"), header.text("adapter.type")
            for_architecture = header.architecture
            n_bytes = sum(size for _name, size in header.tensor_sizes())
            _check_header(path, header)
    except ModelFileMissing as error:
        missing = phrase("There is no readable adapter at {path}.", path=path)
        raise AdapterNotUsable(missing, error.problem().detail) from error
    except KnownError as error:
        raise AdapterNotUsable(error.problem().what, error.problem().detail) from error
    if kind != "adapter" or made_by != "lora":
        raise AdapterNotUsable(phrase("{path} is not a LoRA adapter.", path=path))
    if for_architecture != architecture:
        reason = phrase(
            "The adapter {path} was made for another kind of model ({kind}; this one is {wanted}).",
            path=path,
            kind=for_architecture or "unknown",
            wanted=architecture,
        )
        raise AdapterNotUsable(reason)
    return n_bytes


def _sample(digest: hashlib._Hash, path: str, header: GgufReader) -> None:
    with Path(path).open("rb") as file:
        digest.update(file.seek(0, 2).to_bytes(8, "little"))
        file.seek(0)
        digest.update(file.read(header.data_offset))
        for offset, size in header.tensors():
            for start in (0, max(0, size // 2), max(0, size - _SAMPLE_BYTES)):
                file.seek(header.data_offset + offset + start)
                digest.update(file.read(min(_SAMPLE_BYTES, size - start)))


_OF_ANY = ("nextn.eh_proj", "nextn.enorm", "nextn.hnorm")
_SHARED_EXPERT = ("ffn_gate_shexp", "ffn_up_shexp", "ffn_down_shexp")
_OF_LATENT = (
    "attn_q_a",
    "attn_q_a_norm",
    "attn_q_b",
    "attn_kv_a_mqa",
    "attn_kv_a_norm",
    "attn_k_b",
)
_GATED = ("attn_q", "attn_k", "attn_v", "attn_output", "attn_q_norm", "attn_k_norm")
# What the layer has in files of each architecture, beside what it has in all.
_PARTS: dict[str, tuple[str, ...]] = {
    "glm4moe": ("ffn_gate_inp", *_SHARED_EXPERT),
    "deepseek2": ("ffn_gate_inp", "ffn_down_exps", "ffn_norm", *_SHARED_EXPERT, *_OF_LATENT),
    "qwen35": _GATED,
    "qwen35moe": ("ffn_gate_inp", *_GATED, *_SHARED_EXPERT),
}
_FEWEST_LAYERS = 2  # with it
_TEMPERATURE = "attention.temperature_scale"


READS_ROWS = "gemma4-assistant"  # the architecture of heads without rows of their own
_BLOCKS = "dflash"  # that of heads which say a whole block at once
_HEADS = frozenset({READS_ROWS, _BLOCKS, "eagle3"})
_WORDS = "token_embd.weight"
_CHAIN, _N_BLOCK = "markov_w1.weight", 16  # of DSpark; of a file that says nothing
_FIRST_NORM = "blk.0.attn_norm.weight"


def is_head(path: str) -> bool:
    """Return whether a file only drafts, with what another model has computed.

    Raises:
        ModelFileMissing, NotAModelFile, DamagedModelFile: as for loading.
    """
    with GgufReader(path) as header:
        if header.architecture in _HEADS:
            return True
        has_layer = any(header.numbers(".nextn_predict_layers"))
        return has_layer and all(name != _FIRST_NORM for name, _kind in header.tensor_types())


class BlockHead(PlainValue, frozen=True):
    """A head that says a whole block at once.

    Attributes:
        layers: of the model it drafts for, whose inputs it reads.
        n_block: tokens of a block, the last one of the text among them.
        mask: the token that stands where one is to be said.
        first: place in the block of the first token that is drafted.
        is_causal: whether each place of a block sees only those before it.
        n_vocab: tokens of its vocabulary.
        borrows: words of the model, for want of its own.
        is_whole: it says all that llama.cpp relies on.
    """

    layers: tuple[int, ...]
    n_block: int
    mask: int
    first: int
    is_causal: bool
    n_vocab: int
    borrows: bool
    is_whole: bool

    def fits(self, n_layers: int, n_vocab: int) -> bool:
        """Whether it can draft for a model of that size; llama.cpp would end the process.

        Args:
            n_layers, n_vocab: layers and tokens of the model.
        """
        if not self.is_whole or not self.layers or self.n_block <= self.first:
            return False
        knows_words = not self.borrows or self.n_vocab == n_vocab
        has_mask = 0 <= self.mask < self.n_vocab
        return knows_words and has_mask and 0 <= min(self.layers) <= max(self.layers) < n_layers


def block_head(path: str) -> BlockHead | None:
    """Return what a head is that says blocks; None of another file.

    Raises:
        ModelFileMissing, NotAModelFile, DamagedModelFile: as for loading.
    """
    with GgufReader(path) as header:
        if header.architecture != _BLOCKS:
            return None

        def number(key: str, default: int) -> int:
            return int(next(iter(header.numbers(key)), default))

        names = {name for name, _kind in header.tensor_types()}
        has_chain = _CHAIN in names
        says_first = has_chain and number(".sample_from_anchor", 1)
        n_heads = max(1, number(".attention.head_count", 1))
        n_key = number(".attention.key_length", number(".embedding_length", 0) // n_heads)
        n_rope = number(".rope.dimension_count", n_key)
        return BlockHead(
            layers=tuple(map(int, header.numbers(".target_layers"))),
            n_block=number(".block_size", _N_BLOCK),
            mask=number("tokenizer.ggml.mask_token_id", -1),
            first=0 if says_first else 1,
            is_causal=bool(number(".attention.causal", 0)),
            n_vocab=header.length("tokenizer.ggml.tokens"),
            borrows=_WORDS not in names,
            is_whole=0 < n_rope <= n_key
            and n_rope % 2 == 0
            and (not has_chain or number(".block_size", 0) > 0),
        )


def width_of_mtp_layer(path: str) -> int:
    """Return how many numbers the hidden states have that such a layer takes.

    0 where a model has none, not all of it, or several of them.

    Raises:
        ModelFileMissing, NotAModelFile, DamagedModelFile: as for loading.
    """
    with GgufReader(path) as header:
        architecture = header.architecture

        def number(key: str) -> float:
            return next(iter(header.numbers(f".{key}")), 0)

        n_layers, n_dense = number("block_count"), number("leading_dense_block_count")
        is_single = number("nextn_predict_layers") == 1
        if architecture not in _PARTS or not is_single or n_layers < _FEWEST_LAYERS:
            return 0
        if n_dense >= n_layers or number(_TEMPERATURE):
            return 0
        if architecture == "deepseek2" and not number("attention.key_length_mla"):
            return 0
        width = int(number("embedding_length"))
    names = set()
    for file in model_files(path):
        with GgufReader(file) as header:
            names |= {name for name, _kind in header.tensor_types()}
    layer = f"blk.{int(n_layers) - 1}."
    wanted = (*_OF_ANY, *_PARTS[architecture])
    return width if all(f"{layer}{part}.weight" in names for part in wanted) else 0
