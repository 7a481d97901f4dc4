"""The server that a program started by `hearth launch` asks: one that runs, or one of its own.

What runs is the window's, or that of `hearth serve`. One of its own is `hearth serve` in a process
that hears no Ctrl+C of the terminal, and ends when its input does: with this process at the latest.

Threads: one.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import tempfile
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, Self

from app.core.errors import ErrorRow, KnownError
from app.core.net.client import HttpClient, HttpOptions
from app.core.net.errors import NetError
from app.core.phrases import phrase
from app.core.plain_value import PlainValue
from app.core.settings.settings import Settings
from app.core.settings.table import API_PORT
from app.core.system.own_program import own_command, start_child
from app.core.system.paths import API_KEY

if TYPE_CHECKING:
    import argparse

    from app.core.system.paths import Paths

USUAL_PORT: Final = 11435
_ANSWERS_AT: Final = "Hearth answers at "
_IS_THERE = HttpOptions(connect_timeout_s=2, read_timeout_s=5, answer_timeout_s=5)
_LOADS = HttpOptions(connect_timeout_s=5, read_timeout_s=900, answer_timeout_s=900)
_END_S: Final = 15.0
# Any question that a model has to be loaded for, and that costs nothing.
_COUNTED: Final = b'{"messages": [{"role": "user", "content": "Hello"}]}'


# A server that runs has no model, and cannot load one.
NO_MODEL_ANSWERS = ErrorRow(
    what=phrase("Hearth is running at {address}, but its model does not answer: {why}"),
    effect=phrase("Nothing was started."),
    remedy=phrase("Choose a model in Hearth, then try again."),
)


# `--model` names another one than the server that runs has.
OTHER_MODEL_RUNS = ErrorRow(
    what=phrase("Hearth is already running with the model {model}."),
    effect=phrase("Nothing was started."),
    remedy=phrase("Choose the other model there, or leave out --model."),
)


# The words of the server itself stand above.
SERVER_DID_NOT_START = ErrorRow(
    what=phrase("Hearth's server did not start, or has no model."),
    effect=phrase("Nothing else was started."),
    remedy=phrase("The lines above say why."),
)


class ToldModel(PlainValue, frozen=True):
    """What a server says of its model.

    Attributes:
        name: by which it is asked.
        n_ctx: tokens of its context.
        knows_tools: False where its template has none; None where the server does not say.
    """

    name: str
    n_ctx: int
    knows_tools: bool | None


def running_server(paths: Paths, ports: list[int]) -> str | None:
    """Return the address of a Hearth that takes our key; None where there is none."""
    key = key_of(paths)
    for port in dict.fromkeys(ports) if key else ():
        address = f"http://127.0.0.1:{port}"
        with contextlib.suppress(NetError):
            if _is_hearth(HttpClient(_IS_THERE).get_json(f"{address}/v1/models", token=key).value):
                return address
    return None


def _is_hearth(models: Any) -> bool:
    """Tell by its list of models; one without any may be anybody's, and is asked for one later."""
    try:
        return all(model["owned_by"] == "hearth" for model in models["data"])
    except (LookupError, TypeError):
        return False


def ports_of(options: argparse.Namespace, paths: Paths) -> list[int]:
    """Return where a server may listen: as the user, or the settings and `serve`, have it."""
    if options.port is not None:
        return [options.port]
    settings = Settings.load(paths.settings_file, options.given)
    return [settings.get(API_PORT), USUAL_PORT]


def loaded_model(address: str, key: str) -> ToldModel:
    """Wait until the model of a server is loaded, and return what the server says of it.

    Raises:
        KnownError: it has none, or does not answer.
    """
    client = HttpClient(_LOADS)
    try:
        with client.post(f"{address}/v1/messages/count_tokens", _COUNTED, token=key) as answer:
            said = json.loads(b"".join(answer.chunks()))
            if answer.status != 200:
                raise NO_MODEL_ANSWERS(address=address, why=said["error"]["message"])
        models = client.get_json(f"{address}/v1/models", token=key).value["data"]
        found: dict[str, Any] = models[0]
        meta = found["meta"]
    except (NetError, ValueError, LookupError, TypeError) as error:
        raise NO_MODEL_ANSWERS(address=address, why=str(error)) from error
    return ToldModel(str(found["id"]), int(meta["n_ctx"]), meta.get("tools"))


class OwnServer:
    """`hearth serve` for one program; a context manager that ends it.

    Args:
        options: of the command line; the model, settings and folders are handed on.

    Attributes:
        address: where it answers, without "/v1".
    """

    def __init__(self, options: argparse.Namespace) -> None:
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the server
        self._process = start_child(
            own_command(*_serve_arguments(options)),
            is_asked=True,
            errors=self._errors,
            is_apart=True,
        )
        self.address = ""

    def __enter__(self) -> Self:
        try:
            assert self._process.stdout is not None
            line = self._process.stdout.readline().decode("utf-8", "replace").strip()
            if not line.startswith(_ANSWERS_AT):
                raise SERVER_DID_NOT_START()
            self.address = line.removeprefix(_ANSWERS_AT).removesuffix("/v1")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.close()  # by which it is told to end
        try:
            process.wait(_END_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()

    def model(self, key: str) -> ToldModel:
        """Wait for its model.

        Raises:
            KnownError: it cannot be loaded.
        """
        try:
            return loaded_model(self.address, key)
        except KnownError as error:
            raise SERVER_DID_NOT_START(repr(error)) from error

    def said(self) -> str:
        """Return what it printed to stderr, without where the key is."""
        self._errors.seek(0)
        lines = self._errors.read().decode("utf-8", "replace").splitlines()
        return "\n".join(line for line in lines if "API key" not in line)


def key_of(paths: Paths) -> str:
    """Return the key that servers of this user take; "" where there is none yet."""
    try:
        return (paths.config / API_KEY).read_text("ascii").strip()
    except (OSError, ValueError):
        return ""


def _serve_arguments(options: argparse.Namespace) -> list[str]:
    arguments = ["serve", "--until-input-ends", "--port", str(options.port or 0)]
    if options.data_dir:
        arguments += ["--data-dir", str(options.data_dir)]
    if getattr(options, "model", None):
        arguments += ["--model", str(Path(options.model).absolute())]
    for key, value in options.given.items():
        arguments += ["--set", f"{key}={value}"]
    return arguments
