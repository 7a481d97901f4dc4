"""The page "Hardware": what was found, what is used and why, how fast it is, and trying again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QPushButton

from app.core.chats.records import ChatId, MessageStatus
from app.core.conversations.events import MessageAdded, MessageChanged, ModelResting
from app.core.engine.errors import CHOICES_NOT_FORGOTTEN
from app.core.engine.load.self_test_report import PASSED, BackendTrial
from app.core.hardware.probe import HardwareUnknown
from app.core.hardware.report import HardwareReport, SpeedRates, builds_besides
from app.core.hardware.speed_measure import SpeedMeasured, SpeedNotMeasured
from app.core.phrases import NO_WORDS, phrase
from app.core.plain_value import replace
from app.core.protocol import (
    DEFAULT_LOAD,
    BackendChoice,
    Device,
    KVType,
    LoadedPlacement,
    LoadSettings,
    ModelLoaded,
    ModelUnloaded,
    PlaceUse,
)
from app.core.system.own_program import describe_code
from app.ui.hardware import hardware_presenter
from app.ui.hardware.facts import backend_words, model_facts
from app.ui.hardware.hardware_dialog import HardwareDialog
from app.ui.model_setup.model_setup_dialog import ModelSetupDialog
from tests.unit.ui.conftest import STREAMING, answer, make_model, question

if TYPE_CHECKING:
    from app.core.system.paths import Paths
    from tests.unit.ui.conftest import Desk

# Of the offscreen window system, about hints only a real one needs.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

GB = 10**9
CPU = Device("CPU", "A processor", "cpu", 9 * GB, 16 * GB, "CPU")
GPU = Device("Vulkan0", "A GPU (X1)", "gpu", 3 * GB, 8 * GB, "Vulkan", "radv")
PLAIN = BackendChoice(use_extra_bufts=False, use_gpu=False)
FOUND = HardwareReport(
    build="llama-cpp-python 1.2.3, ggml abc",
    backends=("cpu-haswell", "vulkan"),
    system="Linux x86_64",
    processor="A processor",
    devices=(GPU, CPU),
    why_no_devices=NO_WORDS,
    chosen=BackendChoice(),
    trials=(BackendTrial(BackendChoice(), passed=True, outcome=PASSED),),
)
DISTRUSTED = replace(
    FOUND,
    chosen=PLAIN,
    trials=(
        BackendTrial(BackendChoice(), passed=False, outcome=describe_code(-11)),
        BackendTrial(PLAIN, passed=True, outcome=PASSED),
    ),
)
MODEL = replace(
    make_model("/home/somebody/tiny.gguf"),
    n_gpu_layers=12,
    settings=LoadSettings(kv_type=KVType.Q8_0),
    placement=LoadedPlacement(
        phrase("12 of 16 layers fit on the GPU; the rest runs slower."),
        (PlaceUse("RAM", 5, 2 * GB, GB, GB // 4), PlaceUse("Vulkan0", 12, 3 * GB, GB, GB // 2)),
        n_threads=6,
    ),
)


class Machine:
    """What is found, in place of a child."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.report = FOUND
        self.failure: Exception | None = None
        self.n_looks = 0
        self.n_forgotten = 0
        monkeypatch.setattr(hardware_presenter, "look_at_hardware", self._look)
        monkeypatch.setattr(hardware_presenter, "forget_self_test", self._forget)

    def _look(self, _paths: Paths) -> HardwareReport:
        self.n_looks += 1
        if self.failure is not None:
            raise self.failure
        return self.report

    def _forget(self, _paths: Paths) -> None:
        self.n_forgotten += 1
        if self.failure is not None:
            raise self.failure


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(monkeypatch)


@pytest.fixture
def page(desk: Desk, machine: Machine) -> HardwareDialog:
    shown = desk.window.hardware.show_page()
    desk.until(lambda: "Looking" not in shown.words())
    return shown


def click(desk: Desk, button: QPushButton) -> None:
    desk.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_it_is_opened_from_the_menu_and_once(desk: Desk, machine: Machine) -> None:
    desk.window.actions_by_key["hardware"].trigger()
    desk.until(lambda: desk.window.findChild(HardwareDialog) is not None)
    page = desk.window.hardware.show_page()
    assert page is desk.window.findChild(HardwareDialog)
    click(desk, page.close_button)
    desk.until(lambda: desk.window.findChild(HardwareDialog) is None)


def test_the_devices_are_shown_with_memory_backend_and_driver(page: HardwareDialog) -> None:
    words = page.devices.words()
    assert "A GPU (X1)\nGPU · Vulkan0 · backend Vulkan · driver radv · 3.0 GB of 8.0 GB" in words
    assert "A processor\nProcessor · 9.0 GB of 16.0 GB free" in words
    assert "No GPU" not in words
    assert "llama-cpp-python 1.2.3" in page.build.words()
    assert "cpu-haswell, vulkan" in page.build.words()


@pytest.mark.parametrize(
    ("backends", "why"),
    [(("cpu-haswell",), "uses only the processor"), (("cpu", "vulkan"), "a driver may be missing")],
)
def test_without_a_gpu_the_page_says_why(
    desk: Desk, machine: Machine, backends: tuple[str, ...], why: str
) -> None:
    machine.report = replace(FOUND, devices=(CPU,), backends=backends)
    page = desk.window.hardware.show_page()
    desk.until(lambda: "No GPU was found" in page.words())
    assert why in page.devices.words()


def test_devices_that_could_not_be_listed_are_told(desk: Desk, machine: Machine) -> None:
    machine.report = replace(FOUND, devices=(), why_no_devices=describe_code(-6))
    page = desk.window.hardware.show_page()
    desk.until(lambda: "crashed with signal 6" in page.devices.words())


def test_from_the_page_the_settings_of_the_loaded_model_are_reached(
    desk: Desk, page: HardwareDialog
) -> None:
    assert page.setup_button.isHidden()
    desk.recorded.answers["settings_of"] = DEFAULT_LOAD
    desk.post(ModelLoaded(MODEL))

    click(desk, page.setup_button)

    desk.until(lambda: page.findChild(ModelSetupDialog) is not None)
    settings = page.findChild(ModelSetupDialog)
    assert settings is not None
    assert settings.windowTitle().startswith("Settings for")


def test_the_loaded_model_is_shown_with_its_places_and_the_reason(
    desk: Desk, page: HardwareDialog
) -> None:
    assert "No model is loaded" in page.model.words()
    desk.post(ModelLoaded(MODEL))
    words = page.model.words()
    for part in (
        "Tiny 1B\nContext of 8,192 tokens · KV cache in 8 bits · threads: 6",
        "12 of 16 layers fit on the GPU; the rest runs slower.",
        "RAM\n5 of 17 layers, output included · weights 2.0 GB + KV cache 1.0 GB + ",
        "compute 250 MB = 3.3 GB",
        "Vulkan0\n12 of 17 layers",
    ):
        assert part in words
    for gone in (ModelUnloaded(), ModelResting()):
        desk.post(gone)
        assert "No model is loaded" in page.model.words()
        assert not page.measure_button.isEnabled()
        desk.post(ModelLoaded(MODEL))


def test_a_model_that_was_loaded_before_the_page_was_opened_is_shown(
    desk: Desk, machine: Machine
) -> None:
    desk.post(ModelLoaded(MODEL))
    assert "Tiny 1B" in desk.window.hardware.show_page().model.words()


def test_each_configuration_of_the_self_test_has_its_outcome(desk: Desk, machine: Machine) -> None:
    machine.report = DISTRUSTED
    page = desk.window.hardware.show_page()
    desk.until(lambda: "crashed with signal 11" in page.trials.words())
    assert "no GPU\nPassed" in page.trials.words()
    assert any(mark.text() == "Used" for mark in page.trials.findChildren(QLabel))
    assert page.retry_button.isVisible()
    machine.report = replace(FOUND, chosen=None, trials=())
    click(desk, page.refresh_button)
    desk.until(lambda: "Not tested yet" in page.trials.words())
    assert not page.retry_button.isVisible()


def test_every_configuration_has_words_of_its_own() -> None:
    words = {
        backend_words(BackendChoice(use_extra_bufts=extra, use_gpu=gpu))
        for extra in (True, False)
        for gpu in (True, False)
    }
    assert len(words) == 4


def test_the_gpu_is_tried_again_with_a_reload_of_the_model(desk: Desk, machine: Machine) -> None:
    machine.report = DISTRUSTED
    desk.post(ModelLoaded(MODEL))
    page = desk.window.hardware.show_page()
    desk.until(page.retry_button.isVisible)
    machine.report = FOUND
    click(desk, page.retry_button)
    desk.until(lambda: any(call[:2] == ("load", MODEL.path) for call in desk.calls))
    assert machine.n_forgotten == 1
    desk.post(ModelLoaded(MODEL))
    desk.until(lambda: not page.retry_button.isVisible())


def test_no_answer_is_ended_and_no_reload_promised_to_try_the_gpu_again(
    desk: Desk, machine: Machine
) -> None:
    machine.report = DISTRUSTED
    desk.open(question("Hello"), answer("Well", STREAMING))
    page = desk.window.hardware.show_page()
    desk.until(page.retry_button.isVisible)
    click(desk, page.retry_button)

    assert "Wait until the running answers" in page.status()
    assert machine.n_forgotten == 0


def test_without_a_model_the_gpu_is_tried_again_with_the_next_load(
    desk: Desk, machine: Machine
) -> None:
    machine.report = DISTRUSTED
    page = desk.window.hardware.show_page()
    desk.until(page.retry_button.isVisible)
    machine.report = replace(FOUND, chosen=None, trials=())
    click(desk, page.retry_button)
    desk.until(lambda: "Not tested yet" in page.trials.words())
    assert not [call for call in desk.calls if call[0] == "load"]


def test_what_could_not_be_found_out_or_forgotten_is_told(desk: Desk, machine: Machine) -> None:
    machine.failure = HardwareUnknown("the child died of signal 6")
    page = desk.window.hardware.show_page()
    desk.until(lambda: "could not find out" in page.words())
    assert page.devices.words() == "Unknown\n"
    machine.failure, machine.report = None, DISTRUSTED
    click(desk, page.refresh_button)
    desk.until(page.retry_button.isVisible)
    assert "could not find out" not in page.words()
    machine.failure = CHOICES_NOT_FORGOTTEN(repr(PermissionError(13, "no")), file="/x/trusted.json")
    click(desk, page.retry_button)
    desk.until(lambda: "could not delete" in page.words())


def test_the_rates_of_answers_of_this_run_are_shown(desk: Desk, page: HardwareDialog) -> None:
    desk.post(ModelLoaded(MODEL))
    stats = (("prefill_tps", 312.0), ("decode_tps", 14.06), ("n_prompt", 128))
    old = answer("Said before", number=70, stats=stats)
    desk.post(MessageChanged(ChatId(1), old))  # renamed, or read: no answer of now
    assert "Not measured yet" in page.speed.words()
    desk.post(MessageAdded(ChatId(1), answer("", STREAMING, number=71)))
    desk.post(MessageChanged(ChatId(1), answer("Now", number=71, stats=stats)))
    assert "Reading a prompt\n312 tokens/s" in page.speed.words()
    assert "Writing an answer\n14 tokens/s" in page.speed.words()
    desk.post(ModelLoaded(MODEL))
    assert "Not measured yet" in page.speed.words()


@pytest.mark.parametrize("spared", ["n_reused", "n_restored"])
def test_a_few_tokens_say_nothing_of_how_fast_prompts_are_read(
    desk: Desk, page: HardwareDialog, spared: str
) -> None:
    desk.post(ModelLoaded(MODEL))
    speeds = (("prefill_tps", 312.0), ("decode_tps", 14.06))
    told = [(("n_prompt", 200),), (("n_prompt", 5000), (spared, 4900)), (("n_prompt", 20),)]
    for number, tokens in enumerate(told, 71):
        stats = (*speeds, *tokens) if number == 71 else (("prefill_tps", 20.0), *tokens)
        desk.post(MessageAdded(ChatId(1), answer("", STREAMING, number=number)))
        desk.post(MessageChanged(ChatId(1), answer("Now", number=number, stats=stats)))
        assert "Reading a prompt\n312 tokens/s" in page.speed.words()


def test_the_speed_is_measured_and_can_be_stopped(desk: Desk, page: HardwareDialog) -> None:
    asked: list[str] = []
    desk.window.hardware.measure_requested.connect(lambda: asked.append("measure"))
    desk.window.hardware.measure_cancelled.connect(lambda: asked.append("cancel"))
    assert not page.measure_button.isEnabled()
    desk.post(ModelLoaded(MODEL))
    click(desk, page.measure_button)
    assert page.measure_button.text() == "Stop"
    click(desk, page.measure_button)
    desk.post(SpeedNotMeasured())
    assert page.measure_button.text() == "Measure"
    assert page.status() == "The speed was not measured."
    click(desk, page.measure_button)
    desk.post(SpeedMeasured(SpeedRates(300.0, 8.21)))
    assert "8.2 tokens/s" in page.speed.words()
    click(desk, page.measure_button)
    page.reject()
    assert asked == ["measure", "cancel", "measure", "measure", "cancel"]


def test_nothing_is_measured_while_an_answer_is_written(desk: Desk, page: HardwareDialog) -> None:
    asked: list[str] = []
    desk.window.hardware.measure_requested.connect(lambda: asked.append("measure"))
    desk.post(
        ModelLoaded(MODEL),
        MessageAdded(ChatId(2), answer("", MessageStatus.STREAMING, number=5, chat=2)),
    )
    click(desk, page.measure_button)
    assert asked == []
    assert "Wait until the running answers" in page.status()


def test_everything_is_copied_without_a_name_or_a_path(desk: Desk, page: HardwareDialog) -> None:
    desk.post(ModelLoaded(MODEL))
    click(desk, page.copy_button)
    copied = QGuiApplication.clipboard().text()
    assert page.status() == "Copied"
    assert "device: Vulkan0 (gpu), A GPU (X1)" in copied
    assert "why: 12 of 16 layers fit on the GPU" in copied
    assert "somebody" not in copied
    assert "Tiny" not in copied


def test_a_command_for_another_build_is_copied(desk: Desk, page: HardwareDialog) -> None:
    buttons = {one.accessibleName(): one for one in page.others.findChildren(QPushButton)}
    build = builds_besides(FOUND.backends)[0]
    click(desk, buttons[f"Copy the command for {build.backend}"])
    assert QGuiApplication.clipboard().text() == build.command


def test_the_page_is_used_with_the_keyboard_alone(desk: Desk, page: HardwareDialog) -> None:
    assert page.close_button.hasFocus()
    seen = set()
    for _ in range(30):
        desk.qtbot.keyClick(page.focusWidget() or page, Qt.Key.Key_Tab)
        seen.add(page.focusWidget())
    assert {page.refresh_button, page.copy_button, page.close_button} <= seen
    desk.qtbot.keyClick(page, Qt.Key.Key_Escape)
    desk.until(lambda: desk.window.findChild(HardwareDialog) is None)


def test_a_part_on_another_machine_says_how_far_that_is() -> None:
    attic = Device("attic", "attic", "gpu", 6 * GB, 8 * GB, "RPC", round_trip_s=0.00042)
    placement = replace(MODEL.placement, uses=(PlaceUse("attic", 12, 3 * GB, GB, GB // 2),))
    fact = model_facts(replace(MODEL, devices=(CPU, attic), placement=placement))[-1]

    assert (fact.heading, fact.mark) == ("attic", "Another machine")
    assert "12 of 17 layers" in fact.text
    assert "0.42 ms round trip · 6.0 GB of 8.0 GB free" in fact.text
