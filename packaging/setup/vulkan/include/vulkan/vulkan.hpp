// Stands before the system's header of this name, and adds what llama.cpp names and Vulkan's headers
// do not have before 1.3.275 (Debian 12 has 1.3.239): the settings of layers. llama.cpp hands them to
// the driver only when it was built for validation, so that only their layout matters here.
//
// Source of the layout: the registry of Vulkan, VkLayerSettingEXT and VkLayerSettingsCreateInfoEXT.

#pragma once
#ifdef __GNUC__
#pragma GCC system_header // no warning of what no standard knows: #include_next
#endif
#include_next <vulkan/vulkan.hpp>

#ifndef VK_EXT_layer_settings
#include <cstdint>
#include <vector>

namespace vk {

enum class LayerSettingTypeEXT : uint32_t { eBool32 = 0 };

struct LayerSettingEXT {
    const char * pLayerName;
    const char * pSettingName;
    LayerSettingTypeEXT type;
    uint32_t valueCount;
    const void * pValues;
};

struct LayerSettingsCreateInfoEXT {
    LayerSettingsCreateInfoEXT(const std::vector<LayerSettingEXT> & settings)
        : settingCount(uint32_t(settings.size())), pSettings(settings.data()) {}

    uint32_t sType = 1000496000;
    const void * pNext = nullptr;
    uint32_t settingCount;
    const LayerSettingEXT * pSettings;
};

} // namespace vk
#endif
