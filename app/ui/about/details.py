"""What a report of a defect should say of the installation; names no user, file or chat."""

from __future__ import annotations

import importlib.metadata
import platform
import sys
from typing import TYPE_CHECKING

import PySide6
from PySide6.QtCore import QSysInfo, qVersion
from PySide6.QtGui import QGuiApplication

from app import __version__

if TYPE_CHECKING:
    from app.core.protocol import ModelInfo


def details(model: ModelInfo | None) -> str:
    """Return one line per fact.

    Args:
        model: the loaded one, which knows what llama.cpp computes on.
    """
    facts = [
        ("Hearth", f"{__version__}, {_kind()}"),
        ("Python", f"{platform.python_version()} ({platform.python_implementation()})"),
        ("Qt", f"{qVersion()}, PySide6 {PySide6.__version__}, {QGuiApplication.platformName()}"),
        ("llama.cpp", _llama(model)),
        ("System", f"{QSysInfo.prettyProductName()}, {QSysInfo.currentCpuArchitecture()}"),
        ("Kernel", f"{QSysInfo.kernelType()} {QSysInfo.kernelVersion()}"),
    ]
    return "\n".join(f"{name}: {text}" for name, text in facts)


def _kind() -> str:
    return "built program" if getattr(sys, "frozen", False) else "Python package"


def _llama(model: ModelInfo | None) -> str:
    try:
        version = f"llama-cpp-python {importlib.metadata.version('llama-cpp-python')}"
    except importlib.metadata.PackageNotFoundError:
        version = "of an unknown version"
    if model is None:
        return f"{version}, no model loaded"
    devices = [device.description or device.name for device in model.devices]
    layers = f"{model.n_gpu_layers} of {model.n_layers} layers on a GPU"
    return ", ".join([version, *devices, layers])
