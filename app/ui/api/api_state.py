"""What the API is doing, and who asks it. Threads: pure values, any thread."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from app.core.errors import Problem
    from app.server import LoggedRequest


class Off(PlainValue, frozen=True):
    """Nobody can ask."""


class Starting(PlainValue, frozen=True):
    """It is about to listen."""


@dataclass(frozen=True, slots=True)
class Listening:
    """Programs can ask.

    Attributes:
        port: that was asked for.
        address: where it is reached, without a path.
        key: that requests must show; never in a log.
    """

    port: int
    address: str
    key: str = field(repr=False)

    @property
    def base_url(self) -> str:
        """What most programs call the address."""
        return f"{self.address}/v1"


class CannotListen(PlainValue, frozen=True):
    """It was switched on, and cannot serve.

    Attributes:
        port: that was asked for.
        is_about_key: whether a new key would help.
    """

    port: int
    problem: Problem
    is_about_key: bool = False


class Stopping(PlainValue, frozen=True):
    """Answers that are under way are ended."""


ApiState = Off | Starting | Listening | CannotListen | Stopping


class AskingProgram(PlainValue, frozen=True):
    """A request that is being answered.

    Attributes:
        began_at: Unix time.
        client: how the program calls itself; "" where it does not.
        path: that it asked.
    """

    began_at: float
    client: str
    path: str


class ApiActivity(PlainValue, frozen=True):
    """Who asks, and what was asked.

    Attributes:
        asking: requests that are being answered.
        ended: those before them, the latest last; bounded.
    """

    asking: tuple[AskingProgram, ...] = ()
    ended: tuple[LoggedRequest, ...] = ()

    @property
    def n_programs(self) -> int:
        """How many programs are connected."""
        return len({one.client for one in self.asking})


class ServedModelName(PlainValue, frozen=True):
    """The loaded model, as other programs name it.

    Attributes:
        name: "" for none.
        n_ctx: tokens of its context.
    """

    name: str = ""
    n_ctx: int = 0
