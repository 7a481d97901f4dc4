"""Names and versions of Vulkan's drivers, asked of Vulkan itself: ggml does not tell them.

Starts the drivers, so only a child that may die of one asks.

Source: the Vulkan specification, version 1.2, for every structure and number here.
"""

from __future__ import annotations

import contextlib
import ctypes
import sys

from app.core.ggml.native_library import open_library

LOADER = "vulkan-1.dll" if sys.platform == "win32" else "libvulkan.so.1"
_APPLICATION_INFO, _INSTANCE_CREATE_INFO = 0, 1
_PROPERTIES_2, _DRIVER_PROPERTIES = 1000059001, 1000196000
_VERSION_1_2 = 1 << 22 | 2 << 12
_SUCCESS = 0


class _ApplicationInfo(ctypes.Structure):
    _fields_ = (
        ("type", ctypes.c_uint32),
        ("next", ctypes.c_void_p),
        ("application_name", ctypes.c_char_p),
        ("application_version", ctypes.c_uint32),
        ("engine_name", ctypes.c_char_p),
        ("engine_version", ctypes.c_uint32),
        ("api_version", ctypes.c_uint32),
    )


class _InstanceCreateInfo(ctypes.Structure):
    _fields_ = (
        ("type", ctypes.c_uint32),
        ("next", ctypes.c_void_p),
        ("flags", ctypes.c_uint32),
        ("application_info", ctypes.POINTER(_ApplicationInfo)),
        ("n_layers", ctypes.c_uint32),
        ("layers", ctypes.c_void_p),
        ("n_extensions", ctypes.c_uint32),
        ("extensions", ctypes.c_void_p),
    )


class _DriverProperties(ctypes.Structure):
    _fields_ = (
        ("type", ctypes.c_uint32),
        ("next", ctypes.c_void_p),
        ("driver_id", ctypes.c_uint32),
        ("driver_name", ctypes.c_char * 256),
        ("driver_info", ctypes.c_char * 256),
        ("conformance_version", ctypes.c_uint8 * 4),
    )


class _Properties2(ctypes.Structure):
    _fields_ = (
        ("type", ctypes.c_uint32),
        ("next", ctypes.c_void_p),
        ("api_version", ctypes.c_uint32),
        ("driver_version", ctypes.c_uint32),
        ("vendor_id", ctypes.c_uint32),
        ("device_id", ctypes.c_uint32),
        ("device_type", ctypes.c_uint32),
        ("device_name", ctypes.c_char * 256),
        ("rest", ctypes.c_uint64 * 256),  # limits and more: 528 bytes in fact
    )


def vulkan_drivers() -> dict[str, str]:
    """Return name and version of the driver of each of Vulkan's devices, by the device's name.

    Empty where there is no Vulkan.
    """
    try:
        vulkan = open_library(LOADER)
    except OSError:
        return {}
    application = _ApplicationInfo(type=_APPLICATION_INFO, api_version=_VERSION_1_2)
    wanted = _InstanceCreateInfo(
        type=_INSTANCE_CREATE_INFO, application_info=ctypes.pointer(application)
    )
    instance = ctypes.c_void_p()
    if vulkan.vkCreateInstance(ctypes.byref(wanted), None, ctypes.byref(instance)) != _SUCCESS:
        return {}
    with contextlib.closing(_Instance(vulkan, instance)) as opened:
        return dict(map(opened.driver_of, opened.devices()))


class _Instance:
    """Vulkan, started."""

    def __init__(self, vulkan: ctypes.CDLL, handle: ctypes.c_void_p) -> None:
        self._vulkan = vulkan
        self._handle = handle

    def devices(self) -> list[int]:
        ask = self._vulkan.vkEnumeratePhysicalDevices
        count = ctypes.c_uint32()
        if ask(self._handle, ctypes.byref(count), None) != _SUCCESS:
            return []
        found = (ctypes.c_void_p * count.value)()
        if ask(self._handle, ctypes.byref(count), found) != _SUCCESS:
            return []
        return [handle for handle in found[: count.value] if handle]

    def driver_of(self, device: int) -> tuple[str, str]:
        driver = _DriverProperties(type=_DRIVER_PROPERTIES)
        properties = _Properties2(type=_PROPERTIES_2, next=ctypes.addressof(driver))
        self._vulkan.vkGetPhysicalDeviceProperties2(
            ctypes.c_void_p(device), ctypes.byref(properties)
        )
        words = (driver.driver_name, driver.driver_info, b"%x" % properties.driver_version)
        name = properties.device_name.decode("utf-8", "replace")
        return name, b" ".join(filter(None, words)).decode("utf-8", "replace")

    def close(self) -> None:
        self._vulkan.vkDestroyInstance(self._handle, None)
