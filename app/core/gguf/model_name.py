"""What people call a model: the one place that names models.

Converters write the folder or the training run into the header as the name. Such a name goes where
the header's own parts or the name of the file say more.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

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
    said, file = one_line(metadata("general.name")), title_of_file(file_name)
    if _NO_NAME.fullmatch(said):
        parts = [metadata(f"general.{key}") for key in ("basename", "size_label", "finetune")]
        return one_line(_readable(" ".join(filter(None, parts)))) if parts[0] else file
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


def one_line(text: str) -> str:
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
