"""What a measurement takes."""

from __future__ import annotations

import argparse
from typing import Any

from app.cli.arguments import number, positive


def add_bench_arguments(kinds: Any) -> None:
    """Add what can be measured, each a command of its own."""
    interface = kinds.add_parser("interface", help="is the window smooth while the engine works?")
    interface.add_argument("--model", metavar="FILE", required=True, help="GGUF model")
    interface.add_argument(
        "--seconds", type=number(0.05, 3600), default=15.0, help="how long to stream"
    )
    interface.add_argument("--json", action="store_true", help="print one line of JSON")
    resume = kinds.add_parser("resume", help="how much sooner does a stored chat answer?")
    resume.add_argument("--model", metavar="FILE", required=True, help="GGUF model")
    resume.add_argument(
        "--tokens", metavar="N", type=positive, default=4096, help="length of the chat"
    )
    kv_help, types = "of the KV cache: one, or one beside the other", ("f16", "q8_0")
    resume.add_argument("--kv", nargs="+", choices=types, default=["f16"], help=kv_help)
    resume.add_argument("--peer", metavar="URL", help="a llama-server with --slot-save-path")
    resume.add_argument("--repeat", metavar="N", type=positive, default=3, help="medians of N")
    _add_media_bench_arguments(kinds)
    documents = kinds.add_parser("documents", help="how well are passages of documents found?")
    documents.add_argument("--embedder", metavar="FILE", help="a GGUF model that makes vectors")
    documents.add_argument(
        "--answers", metavar="MODEL", help="a GGUF model that answers each question: what it cites"
    )
    documents.add_argument("--json", action="store_true", help="print one line of JSON")
    save = kinds.add_parser("save", help="what does storing cost while the model works?")
    save.add_argument("--model", metavar="FILE", required=True, help="GGUF model")
    save.add_argument(
        "--tokens", metavar="N", type=positive, default=4096, help="length of the chat"
    )
    save.add_argument(
        "--chats", metavar="N", type=positive, default=20, help="chats with one prompt"
    )
    _add_decode_arguments(kinds)
    _add_serve_bench_arguments(kinds)
    _add_interface_bench_arguments(kinds)
    for parser in (resume, save):
        parser.add_argument("--json", action="store_true", help="print one line of JSON")


def _add_interface_bench_arguments(kinds: Any) -> None:
    chats = kinds.add_parser("chats", help="how does a list of many chats feel?")
    chats.add_argument(
        "--chats",
        metavar="N",
        type=positive,
        nargs="+",
        default=[1000, 10_000, 100_000],
        help="lengths",
    )
    ui = kinds.add_parser("ui", help="how does a chat of many messages feel?")
    ui.add_argument(
        "--messages",
        metavar="N",
        type=positive,
        nargs="+",
        default=[100, 1000, 10_000],
        help="lengths",
    )
    ui.add_argument("--seconds", type=number(0.05, 3600), default=10.0, help="how long to stream")
    start = kinds.add_parser("start", help="how long does a start take, up to the first token?")
    start.add_argument("--model", metavar="FILE", required=True, help="GGUF model")
    start.add_argument(
        "--tokens", metavar="N", type=positive, default=4096, help="length of the chat"
    )
    start.add_argument("--program", metavar="PATH", help="a built Hearth (default: this one)")
    start.add_argument(
        "--peer-program", metavar="PATH", help="a llama-server to be started in turns with it"
    )
    start.add_argument("--repeat", metavar="N", type=positive, default=5, help="medians of N")
    search = kinds.add_parser("search", help="how fast is the search over all chats?")
    search.add_argument(
        "--messages", metavar="N", type=positive, default=100_000, help="in all chats"
    )
    search.add_argument("--chats", metavar="N", type=positive, default=2_000, help="chats")
    for parser in (chats, ui, start, search):
        parser.add_argument("--json", action="store_true", help="print one line of JSON")


def _add_media_bench_arguments(kinds: Any) -> None:
    media = kinds.add_parser("media", help="how much sooner does a chat with pictures answer?")
    media.add_argument("--model", metavar="FILE", required=True, help="GGUF model that sees")
    media.add_argument("--projector", metavar="FILE", default="", help="default: the one beside it")
    media.add_argument(
        "--images", metavar="N", type=positive, default=4, help="pictures in the chat"
    )
    media.add_argument(
        "--side", metavar="N", type=positive, default=1024, help="of each, in pixels"
    )
    media.add_argument(
        "--tokens", metavar="N", type=positive, default=8192, help="size of the context"
    )
    media.add_argument("--repeat", metavar="N", type=positive, default=3, help="medians of N")
    media.add_argument("--json", action="store_true", help="print one line of JSON")


def _add_decode_arguments(kinds: Any) -> None:
    decode = kinds.add_parser("decode", help="how fast are prompts read and answers written?")
    decode.add_argument("--model", metavar="FILE", required=True, help="GGUF model")
    decode.add_argument(
        "--parallel", metavar="N,…", type=counts, default=(1, 2, 4, 8), help="chats at once"
    )
    decode.add_argument(
        "--prompt", metavar="N", type=positive, default=512, help="tokens of a prompt"
    )
    decode.add_argument("--tokens", metavar="N", type=positive, default=128, help="of an answer")
    decode.add_argument("--peer", metavar="URL", help="a llama-server with as many slots")
    decode.add_argument("--draft-model", metavar="FILE", default="", help="drafts for the model")
    decode.add_argument("--draft-peer", metavar="URL", help="a llama-server that drafts as well")
    decode.add_argument("--repeat", metavar="N", type=positive, default=5, help="medians of N")
    decode.add_argument("--json", action="store_true", help="print one line of JSON")


def _add_serve_bench_arguments(kinds: Any) -> None:
    serve = kinds.add_parser("serve", help="how does the local API answer, also after a restart?")
    serve.add_argument("--model", metavar="FILE", required=True, help="GGUF model")
    serve.add_argument("--peer", metavar="URL", help="a llama-server with as many slots")
    serve.add_argument(
        "--clients", metavar="N,…", type=counts, default=(1, 4, 8), help="clients at once"
    )
    sizes = {
        "--prompt": (512, "tokens of a prompt"),
        "--tokens": (128, "of an answer"),
        "--conversation": (8000, "tokens of the one that goes on after a restart"),
        "--system": (2000, "tokens of the system prompt that twenty clients share"),
        "--repeat": (5, "medians of N"),
    }
    for name, (default, words) in sizes.items():
        serve.add_argument(name, metavar="N", type=positive, default=default, help=words)
    serve.add_argument("--json", action="store_true", help="print one line of JSON")


def counts(text: str) -> tuple[int, ...]:
    """Read numbers above 0, with commas between them."""
    try:
        return tuple(positive(part.strip()) for part in text.split(","))
    except argparse.ArgumentTypeError:
        raise argparse.ArgumentTypeError(f"{text!r} is no list of numbers such as 1,2,4") from None
