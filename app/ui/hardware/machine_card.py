"""The other machines on the page "Hardware": what each offers, and adding and removing them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from app.ui.hardware.facts import Fact, FactCard
from app.ui.hardware.machine_states import (
    MachineAsked,
    MachineFailed,
    MachineInUse,
    MachineOffers,
    MachineUnknown,
    ShownMachine,
)
from app.ui.kit.theme import SPACE_XS
from app.ui.words.formatting import number, size
from app.ui.words.plain_text import isolated, set_tip
from app.ui.words.translation import listed, sentences, tr, translated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.machines import RpcServer


class MachineCard(QWidget):
    """Sends `add_requested`, and `check_requested` and `remove_requested` with a name."""

    add_requested = Signal()
    check_requested = Signal(str)
    remove_requested = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.add_button = QPushButton(tr("Add a machine…"))
        self.add_button.setAutoDefault(False)
        self.add_button.clicked.connect(self.add_requested)
        set_tip(self.add_button, tr("One that ssh reaches, on which llama.cpp's rpc-server runs"))
        self._card = FactCard(
            tr("Other machines"),
            tr(
                "For experts: a model that this machine cannot hold may lie on several. Which of "
                "them a model uses is chosen in its settings."
            ),
            self.add_button,
        )
        self.buttons: dict[tuple[str, str], QPushButton] = {}  # by name and what they do
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._card)

    def show_machines(self, machines: Sequence[ShownMachine], *, is_possible: bool) -> None:
        """Show these.

        Args:
            is_possible: whether this build can use any.
        """
        self.add_button.setEnabled(is_possible)
        if not machines:
            self._card.show_facts([_fact_of_none(is_possible=is_possible)])
            return
        facts = [_fact(shown) for shown in machines]
        self.buttons = {}
        self._card.show_facts(facts, [self._buttons(shown) for shown in machines])

    def words(self) -> str:
        """Return all that is said."""
        return self._card.words()

    def _buttons(self, shown: ShownMachine) -> QWidget:
        name = shown.machine.name
        check = QPushButton(tr("Check"))
        check.setAccessibleName(tr("Check {machine}", machine=isolated(name)))
        check.setEnabled(not isinstance(shown.state, MachineAsked | MachineInUse))
        check.clicked.connect(partial(self.check_requested.emit, name))
        remove = QPushButton(tr("Remove"))
        remove.setAccessibleName(tr("Remove {machine}", machine=isolated(name)))
        remove.clicked.connect(partial(self.remove_requested.emit, name))
        both = QWidget()
        column = QVBoxLayout(both)  # beside each other they would leave no room for words
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_XS)
        for button in (check, remove):
            button.setAutoDefault(False)
            column.addWidget(button)
        self.buttons |= {(name, "check"): check, (name, "remove"): remove}
        return both


def _fact_of_none(*, is_possible: bool) -> Fact:
    if is_possible:
        better = tr("A single machine that holds the model is faster.")
        return Fact(tr("No machine was added"), better)
    return Fact(
        tr("This build has no RPC backend"),
        tr("Only packages for Linux and the source code have it."),
    )


def _fact(shown: ShownMachine) -> Fact:
    machine = shown.machine
    where = tr(
        "{target}, port {port} there", target=isolated(machine.target), port=machine.rpc_port
    )
    mark = ""
    match shown.state:
        case MachineUnknown():
            told = tr("Not asked yet.")
        case MachineAsked():
            told = tr("Asking…")
        case MachineInUse():
            told, mark = tr("The loaded model has a part there."), tr("Used")
        case MachineOffers(server=server):
            told = _offer_words(server)
        case MachineFailed(problem=problem):
            told = sentences(translated(problem.what), translated(problem.remedy))
    return Fact(machine.name, f"{where}\n{told}", mark)


def _offer_words(server: RpcServer) -> str:
    memory = listed(
        [
            tr("{free} of {total} free", free=size(free), total=size(total))
            for free, total in server.memory
        ]
    )
    distance = tr("{ms} ms there and back", ms=number(round(1e3 * server.round_trip_s, 2)))
    return " · ".join((memory, distance, f"rpc-server {server.version}"))
