"""The server that a program started by `hearth launch` asks: one that runs, or one that is started.

What runs is the window's, or that of `hearth serve`. What is started is `hearth serve` in a process
of its own, which all launchers share (`leases.py`): it outlives this one where another uses it.

Threads: one.
"""

from __future__ import annotations

import contextlib
import json
import tempfile
import time
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, Self

from app.cli.launch.leases import Leases
from app.core.errors import ErrorRow, KnownError
from app.core.models.builtin import path_of_remembered
from app.core.net.client import HttpClient, HttpOptions
from app.core.net.errors import NetError
from app.core.phrases import phrase
from app.core.plain_value import PlainValue
from app.core.settings.settings import Settings
from app.core.settings.table import API_PORT, MODEL_PATH
from app.core.system.own_program import own_command, start_apart
from app.core.system.paths import API_KEY, FolderOrigin

if TYPE_CHECKING:
    import argparse
    import subprocess

    from app.core.system.paths import Paths

USUAL_PORT: Final = 11435
_IS_THERE = HttpOptions(connect_timeout_s=2, read_timeout_s=5, answer_timeout_s=5)
_LOADS = HttpOptions(connect_timeout_s=5, read_timeout_s=900, answer_timeout_s=900)
_END_S, _STEP_S = 15.0, 0.05
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


# The server that runs belongs to other programs of `hearth launch`.
OTHER_MODEL_LAUNCHED = ErrorRow(
    what=phrase("Another `hearth launch` is running with the model {model}."),
    effect=phrase("Nothing was started."),
    remedy=phrase("Leave out --model to use the same model, or close the other program first."),
)


# Neither `--model` nor an earlier choice names a model.
NOTHING_TO_USE = ErrorRow(
    what=phrase("No model was given and none was used before."),
    effect=phrase("Nothing was started."),
    remedy=phrase("Give a GGUF file with --model, or choose a model in Hearth's window."),
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


class LaunchServer:
    """What programs started by `hearth launch` ask; a context manager, which ends what nobody uses.

    Args:
        options: of the command line; the model, settings and folders are handed on.

    Attributes:
        address: where it answers, without "/v1".
    """

    def __init__(self, options: argparse.Namespace, paths: Paths) -> None:
        self._options, self._paths = options, paths
        self._leases = Leases(paths)
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the server
        self._process: subprocess.Popen[bytes] | None = None
        self.address = ""

    def __enter__(self) -> Self:
        with self._leases.gate.acquire(timeout=-1):
            self._lease = self._leases.take()
            try:
                self.address = self._found()
            except BaseException:
                self._lease.release()
                raise
        return self

    def __exit__(self, *_: object) -> None:
        self._lease.release()
        end = time.monotonic() + _END_S
        while self._leases.has_server() and not self._leases.is_used() and time.monotonic() < end:
            time.sleep(_STEP_S)  # so that what is started next can have the chats

    @property
    def is_own(self) -> bool:
        """Whether this process started it."""
        return self._process is not None

    def model(self, key: str) -> ToldModel:
        """Wait for its model.

        Raises:
            KnownError: it has none, or cannot load it.
        """
        try:
            return loaded_model(self.address, key)
        except KnownError as error:
            raise (SERVER_DID_NOT_START(repr(error)) if self.is_own else error) from error

    def other_model(self, name: str) -> KnownError:
        """Return the error for whoever asked for another model than it has."""
        row = OTHER_MODEL_LAUNCHED if self._leases.has_server() else OTHER_MODEL_RUNS
        return row(model=name)

    def said(self) -> str:
        """Return what it printed to stderr, without where the key is."""
        self._errors.seek(0)
        lines = self._errors.read().decode("utf-8", "replace").splitlines()
        return "\n".join(line for line in lines if "API key" not in line)

    def _found(self) -> str:
        """Return the address of a server, at last of one that is started now; inside the gate."""
        while True:
            if self._leases.has_server():  # which may begin, or end
                if address := self._leases.address():
                    return address
            elif self._process is None:
                ports = ports_of(self._options, self._paths)
                if (running := running_server(self._paths, ports)) is not None:
                    return running
                self._start()
            elif self._process.poll() is not None:
                raise SERVER_DID_NOT_START()
            time.sleep(_STEP_S)

    def _start(self) -> None:
        """Start one.

        Raises:
            KnownError: there is no model for it.
        """
        settings = Settings.load(self._paths.settings_file, self._options.given)
        remembered = path_of_remembered(settings.get(MODEL_PATH), self._paths.beside)
        if not getattr(self._options, "model", None) and not remembered:
            raise NOTHING_TO_USE()
        self._leases.forget()  # where one answered that was killed
        command = own_command(*_serve_arguments(self._options, self._paths))
        self._process = start_apart(command, errors=self._errors, folder=self._paths.state)


def key_of(paths: Paths) -> str:
    """Return the key that servers of this user take; "" where there is none yet."""
    try:
        return (paths.config / API_KEY).read_text("ascii").strip()
    except (OSError, ValueError):
        return ""


def _serve_arguments(options: argparse.Namespace, paths: Paths) -> list[str]:
    arguments = ["serve", "--for-launch", "--port", str(options.port or 0)]
    if paths.place is FolderOrigin.CHOSEN:
        arguments += ["--data-dir", str(paths.root)]
    if getattr(options, "model", None):
        arguments += ["--model", str(Path(options.model).absolute())]
    for key, value in options.given.items():
        arguments += ["--set", f"{key}={value}"]
    return arguments
