"""Keeps the other machines on the page "Hardware" true, and does there what the user asks.

Nothing goes to a machine before the user has it checked, or a model is to lie there.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.core.conversations.events import ModelResting
from app.core.errors import Problem, problem_of
from app.core.protocol import EngineStopped, ModelLoaded, ModelUnloaded
from app.ui.hardware.machine_states import (
    MachineAsked,
    MachineFailed,
    MachineInUse,
    MachineOffers,
    MachineUnknown,
    ShownMachine,
)
from app.ui.kit.side_work import SideWork
from app.ui.words.translation import translated

if TYPE_CHECKING:
    from app.core.machines import Machines, SshMachine
    from app.ui.hardware.hardware_dialog import HardwareDialog
    from app.ui.hardware.machine_form_dialog import MachineFormDialog
    from app.ui.hardware.machine_states import MachineState
    from app.ui.kit.event_bridge import EventBridge


@dataclass(frozen=True, slots=True)
class _Listed:
    """The machines that there are, and whether this build can use any."""

    machines: tuple[SshMachine, ...]
    is_possible: bool
    problem: Problem | None = None


@dataclass(frozen=True, slots=True)
class _Checked:
    """What became of a check."""

    machine: SshMachine
    state: MachineState


@dataclass(frozen=True, slots=True)
class _Kept:
    """A machine was added or removed, or why it was not."""

    problem: Problem | None


class MachinesPresenter(QObject):
    """Shows them on each page "Hardware" that is opened.

    Args:
        machines: those that the user has added.
        bridge: tells what the loaded model uses.
    """

    _listed = Signal(object)
    _checked = Signal(object)
    _added = Signal(object)
    _removed = Signal(object)

    def __init__(self, machines: Machines, bridge: EventBridge, parent: QObject) -> None:
        super().__init__(parent)
        self._machines = machines
        self._list = _Listed((), is_possible=True)
        self._states: dict[SshMachine, MachineState] = {}
        self._used: frozenset[str] = frozenset()  # names of devices of the loaded model
        self._dialog: HardwareDialog | None = None
        self._form: MachineFormDialog | None = None
        self._give_up = threading.Event()  # of checks that are not done
        self._aside = SideWork("machines")
        self._listed.connect(self._on_listed)
        self._checked.connect(self._on_checked)
        self._added.connect(self._on_added)
        self._removed.connect(self._on_removed)
        bridge.subscribe(ModelLoaded, self._on_model)
        bridge.subscribe(ModelUnloaded, self._on_model)
        bridge.subscribe(ModelResting, self._on_model)
        bridge.subscribe(EngineStopped, self._on_model)

    @Slot(object)
    def show_on(self, dialog: HardwareDialog) -> None:
        """Show the machines on a page that has just been made."""
        self._dialog = dialog
        card = dialog.machines
        card.add_requested.connect(self._on_add)
        card.check_requested.connect(self._on_check)
        card.remove_requested.connect(self._on_remove)
        dialog.finished.connect(self._on_closed)
        self._show()
        self._aside.add(lambda: self._listed.emit(self._look()))

    def _look(self) -> _Listed:
        """Return the machines there are, on the thread aside."""
        machines = self._machines
        found = machines.all()
        return _Listed(found, machines.are_possible(), machines.take_problem())

    def _show(self) -> None:
        if self._dialog is not None:
            shown = [ShownMachine(one, self._state_of(one)) for one in self._list.machines]
            self._dialog.machines.show_machines(shown, is_possible=self._list.is_possible)

    def _state_of(self, machine: SshMachine) -> MachineState:
        if machine.name in self._used:
            return MachineInUse()
        return self._states.get(machine, MachineUnknown())

    # -- what the user wants --

    @Slot()
    def _on_add(self) -> None:
        from app.ui.hardware.machine_form_dialog import MachineFormDialog

        if self._form is None:
            self._form = form = MachineFormDialog(self._dialog)
            form.kept.connect(self._on_keep)
            form.finished.connect(self._on_form_closed)
            form.open()

    @Slot(object)
    def _on_keep(self, machine: SshMachine) -> None:
        self._aside.add(lambda: self._added.emit(_Kept(_problem(partial(self._put, machine)))))

    def _put(self, machine: SshMachine) -> None:
        self._machines.put(machine)

    @Slot(str)
    def _on_remove(self, name: str) -> None:
        remove = partial(self._machines.remove, name)
        self._aside.add(lambda: self._removed.emit(_Kept(_problem(remove))))

    @Slot(str)
    def _on_check(self, name: str) -> None:
        machine = next((one for one in self._list.machines if one.name == name), None)
        if machine is None:
            return
        self._states[machine] = MachineAsked()
        self._show()
        give_up = self._give_up

        def check() -> None:
            if not give_up.is_set():
                self._checked.emit(_Checked(machine, self._answer_of(machine, give_up)))

        self._aside.add(check)

    def _answer_of(self, machine: SshMachine, give_up: threading.Event) -> MachineState:
        try:
            return MachineOffers(self._machines.check(machine, give_up).server)
        except Exception as error:  # noqa: BLE001 - it is told, whatever it is
            return MachineFailed(problem_of(error))

    # -- what happens --

    @Slot(object)
    def _on_listed(self, found: _Listed) -> None:
        self._list = found
        self._show()
        if found.problem is not None and self._dialog is not None:
            self._dialog.say(translated(found.problem.what, found.problem.effect))

    @Slot(object)
    def _on_checked(self, told: _Checked) -> None:
        if isinstance(self._states.get(told.machine), MachineAsked):
            self._states[told.machine] = told.state
        self._show()

    @Slot(object)
    def _on_added(self, told: _Kept) -> None:
        if self._form is not None and told.problem is not None:
            self._form.show_problem(told.problem)
        elif self._form is not None:
            self._form.accept()
        self._aside.add(lambda: self._listed.emit(self._look()))

    @Slot(object)
    def _on_removed(self, told: _Kept) -> None:
        if told.problem is not None and self._dialog is not None:
            self._dialog.show_problem(told.problem)
        self._aside.add(lambda: self._listed.emit(self._look()))

    def _on_model(self, event: ModelLoaded | ModelUnloaded | ModelResting | EngineStopped) -> None:
        devices = event.info.devices if isinstance(event, ModelLoaded) else ()
        self._used = frozenset(device.name for device in devices if device.round_trip_s)
        self._show()

    @Slot()
    def _on_form_closed(self) -> None:
        self._form = None

    @Slot()
    def _on_closed(self) -> None:
        self._dialog = None
        self._give_up.set()
        self._give_up = threading.Event()
        asking = [one for one, state in self._states.items() if isinstance(state, MachineAsked)]
        for machine in asking:
            del self._states[machine]


def _problem(work: partial[None]) -> Problem | None:
    """Do some work, on the thread aside; return why it failed, None where it did not."""
    try:
        work()
    except Exception as error:  # noqa: BLE001 - it is told, whatever it is
        return problem_of(error)
    return None
