"""What the page "Hardware" says: facts, each with a heading and a line or more, and their frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QWidget

from app.core.fit.machine import GPU_KINDS
from app.core.fit.model_memory import RAM
from app.core.phrases import NO_WORDS
from app.core.plain_value import PlainValue
from app.ui.kit.accessibility import follow_layout
from app.ui.kit.fit_text import kv_words, place_words
from app.ui.kit.labels import SELECTABLE, label
from app.ui.kit.layouts import STRETCH, add_to, horizontal, vertical
from app.ui.kit.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XS
from app.ui.words.formatting import count, counted, number, rate, size
from app.ui.words.translation import QT_TR_NOOP, listed, tr, translated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.hardware.report import HardwareReport, SpeedRates
    from app.core.protocol import BackendChoice, Device, ModelInfo, PlaceUse


_KINDS = {
    "cpu": QT_TR_NOOP("Processor"),
    "gpu": QT_TR_NOOP("GPU"),
    "igpu": QT_TR_NOOP("GPU that shares the RAM"),
    "accel": QT_TR_NOOP("Accelerator"),
}
_OF_THE_PROCESSOR = ("cpu", "blas")


class Fact(PlainValue, frozen=True):
    """One row of the page.

    Attributes:
        mark: a word that stands out beside the heading; "" for none.
    """

    heading: str
    text: str
    mark: str = ""


def device_facts(report: HardwareReport) -> list[Fact]:
    """Return the devices that were found, and why there is no GPU among them."""
    facts = [_device(device) for device in report.devices]
    if report.why_no_devices != NO_WORDS:
        ending = translated(report.why_no_devices)
        why = tr("The child process that listed them {ending}.", ending=ending)
        return [Fact(tr("Could not list the devices"), why)]
    if any(device.kind in GPU_KINDS for device in report.devices):
        return facts
    has_backend = any(not name.startswith(_OF_THE_PROCESSOR) for name in report.backends)
    why = (
        tr("This build supports GPUs but finds none; a driver may be missing.")
        if has_backend
        else tr("This build uses only the processor. Builds for graphics cards are listed below.")
    )
    return [*facts, Fact(tr("No GPU was found"), why)]


def model_facts(model: ModelInfo | None) -> list[Fact]:
    """Return where the loaded model is, and why not more of it is on a GPU."""
    if model is None:
        return [Fact(tr("No model is loaded"), tr("Load one to see its memory use."))]
    if model.server:
        return [_fact_of_server(model)]
    placement, settings = model.placement, model.settings
    words = [
        tr("Context of {tokens}", tokens=counted(model.n_ctx, "token")),
        tr("KV cache {kv_type}", kv_type=kv_words(settings.kv_type)),
        tr("threads: {n}", n=placement.n_threads),
        tr("flash attention where it helps")
        if settings.flash_attention
        else tr("no flash attention"),
    ]
    lines = [" · ".join(words), translated(placement.reason), *map(translated, model.notes)]
    facts = [Fact(model.name, "\n".join(dict.fromkeys(filter(None, lines))))]
    far = {device.name: device for device in model.devices if device.round_trip_s}
    facts += [_use(use, model.n_layers + 1, far.get(use.place)) for use in placement.uses]
    return facts


def _fact_of_server(model: ModelInfo) -> Fact:
    words = tr("It runs on a server; its memory use is unknown.")
    context = tr("Context of {tokens}", tokens=counted(model.n_ctx, "token")) if model.n_ctx else ""
    return Fact(model.full_name, "\n".join(filter(None, (words, context))))


def speed_facts(model: ModelInfo | None, rates: SpeedRates) -> list[Fact]:
    """Return how fast the loaded model was."""
    if model is None or not (rates.prefill_tps or rates.decode_tps):
        return [
            Fact(
                tr("Not measured yet"),
                tr("Hearth measures it with every answer, or when you press Measure."),
            )
        ]
    told = []
    for heading, per_second in (
        (tr("Reading a prompt"), rates.prefill_tps),
        (tr("Writing an answer"), rates.decode_tps),
    ):
        text = tr("{n} tokens/s", n=rate(per_second)) if per_second else tr("not measured")
        told.append(Fact(heading, text))
    return told


def trial_facts(report: HardwareReport) -> list[Fact]:
    """Return what became of each configuration that the self-test has tried."""
    if report.chosen is None:
        when = tr(
            "Hearth tries each configuration in a separate process when it first loads a model."
        )
        return [Fact(tr("Not tested yet on this machine"), when)]
    if not report.trials:
        return [Fact(backend_words(report.chosen), tr("Passed earlier"), tr("Used"))]
    return [
        Fact(
            backend_words(trial.backend),
            tr("Passed")
            if trial.passed
            else tr("Failed: it {outcome}", outcome=translated(trial.outcome)),
            tr("Used") if trial.backend == report.chosen else "",
        )
        for trial in report.trials
    ]


def build_facts(report: HardwareReport) -> list[Fact]:
    """Return what this build of llama.cpp is."""
    backends = listed(report.backends) or tr("a single library")
    return [
        Fact(tr("Version of llama.cpp"), report.build),
        Fact(tr("Backends"), backends),
        Fact(tr("System"), f"{report.system} · {report.processor}"),
    ]


def backend_words(backend: BackendChoice) -> str:
    """Return what a configuration of llama.cpp uses."""
    match backend.use_extra_bufts, backend.use_gpu:
        case True, True:
            return tr("All weight layouts, GPU where there is one")
        case True, False:
            return tr("All weight layouts, no GPU")
        case False, True:
            return tr("Plain weight layouts, GPU where there is one")
        case _:
            return tr("Plain weight layouts, no GPU")


def _device(device: Device) -> Fact:
    kind = _KINDS.get(device.kind)
    backend = "" if device.backend == device.name else device.backend
    words = [
        tr(kind) if kind is not None else device.kind,
        "" if device.kind == "cpu" else device.name,
        tr("backend {name}", name=backend) if backend else "",
        tr("driver {name}", name=device.driver) if device.driver else "",
        tr("{free} of {total} free", free=size(device.free_bytes), total=size(device.total_bytes)),
    ]
    return Fact(device.description or device.name, " · ".join(filter(None, words)))


def _use(use: PlaceUse, n_all: int, machine: Device | None) -> Fact:
    together = use.weights_bytes + use.cache_bytes + use.compute_bytes
    words = tr(
        "weights {weights} + KV cache {cache} + compute {compute} = {together}",
        weights=size(use.weights_bytes),
        cache=size(use.cache_bytes),
        compute=size(use.compute_bytes),
        together=size(together),
    )
    if use.n_layers or use.place != RAM:
        layers = tr(
            "{n} of {n_all} layers, output included", n=count(use.n_layers), n_all=count(n_all)
        )
        words = f"{layers} · {words}"
    if machine is None:
        return Fact(place_words(use.place), words)
    distance = tr("{ms} ms round trip", ms=number(round(1e3 * machine.round_trip_s, 2)))
    free = tr(
        "{free} of {total} free", free=size(machine.free_bytes), total=size(machine.total_bytes)
    )
    mark = tr("Another machine")
    return Fact(place_words(use.place), "\n".join((words, " · ".join((distance, free)))), mark)


class FactCard(QWidget):
    """Shows facts; their texts can be selected and copied.

    Args:
        heading: over the frame.
        told: a sentence below it; "" for none.
        button: at the right of the heading; None for none.
    """

    def __init__(self, heading: str, told: str = "", button: QWidget | None = None) -> None:
        super().__init__()
        self._facts: list[Fact] = []
        self._frame = QFrame()
        self._frame.setObjectName("suggestions")
        self._frame.setAccessibleName(heading)
        self._rows = vertical(self._frame, margins=1, spacing=0)
        head = horizontal(spacing=SPACE_S)
        head.addWidget(label("dialogCaption", heading), 1)
        if button is not None:
            head.addWidget(button)
        column = vertical(self, margins=0, spacing=SPACE_S)
        column.addLayout(head)
        if told:
            column.addWidget(label("dialogText", told))
        column.addWidget(self._frame)

    def show_facts(self, facts: Sequence[Fact], buttons: Sequence[QWidget] = ()) -> None:
        """Show these, each with its buttons if there are some; equal ones stay as they are."""
        if list(facts) == self._facts:
            return
        self._facts = list(facts)
        while (item := self._rows.takeAt(0)) is not None:
            if (row := item.widget()) is not None:
                row.hide()
                row.deleteLater()
        for place, fact in enumerate(facts):
            row = _row(fact, buttons[place] if buttons else None)
            row.setProperty("first", place == 0)
            self._rows.addWidget(row)
        follow_layout(self)

    def words(self) -> str:
        """Return all that is said, a line for each heading and each text."""
        return "\n".join(f"{fact.heading}\n{fact.text}" for fact in self._facts)


def _row(fact: Fact, buttons: QWidget | None) -> QFrame:
    row = QFrame()
    row.setObjectName("suggestionRow")
    row.setAccessibleName(fact.heading)
    row.setAccessibleDescription(" ".join(filter(None, (fact.mark, fact.text))))
    heading = horizontal(spacing=SPACE_S)
    heading.addWidget(label("suggestionName", fact.heading), 1)
    if fact.mark:
        mark = label("suggestionMark", fact.mark, wraps=False)
        heading.addWidget(mark, 0, Qt.AlignmentFlag.AlignTop)
    text = label("suggestionFacts", fact.text)
    text.setTextInteractionFlags(SELECTABLE)
    words = vertical(spacing=SPACE_XS)
    words.addStretch(1)  # where buttons are higher
    add_to(words, heading, text, STRETCH)
    line = horizontal(row, margins=(SPACE_L, SPACE_M, SPACE_M, SPACE_M), spacing=SPACE_L)
    line.addLayout(words, 1)
    if buttons is not None:
        line.addWidget(buttons)
    return row
