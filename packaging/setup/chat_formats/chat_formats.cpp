// A C door to llama.cpp's knowledge of chat formats: JSON in, JSON out.
//
// Every answer is a JSON object that the caller gives back to hearth_chat_free. No exception leaves:
// an answer with "error" says what was wrong, in llama.cpp's words. Null means that memory ran out.
// A template runs here without a limit on time or memory; the caller has to limit both.
// No function keeps anything: two threads may be in here at once.

#include "chat.h"
#include "json.h"

#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>

#if defined(_WIN32)
#define HEARTH_API extern "C" __declspec(dllexport)
#else
#define HEARTH_API extern "C" __attribute__((visibility("default")))
#endif

namespace {

char * copied(const std::string & text) {
    char * copy = static_cast<char *>(std::malloc(text.size() + 1));
    if (copy != nullptr) {
        std::memcpy(copy, text.c_str(), text.size() + 1);
    }
    return copy;
}

template <typename Work> char * answer_of(Work work) {
    std::string what = "unknown error";
    try {
        return copied(work().dump());
    } catch (const std::exception & error) {
        what = error.what();
    } catch (...) {
    }
    try {
        common_json failure = common_json::object();
        failure["error"] = what;
        return copied(failure.dump());
    } catch (...) {  // what() is no UTF-8
        return copied("{\"error\":\"unreadable error\"}");
    }
}

std::string text_of(const common_json & object, const char * name) {
    return object.contains(name) ? object.at(name).get<std::string>() : std::string();
}

bool flag_of(const common_json & object, const char * name, bool otherwise) {
    return object.contains(name) ? object.at(name).get<bool>() : otherwise;
}

common_json list_of(const std::vector<std::string> & texts) {
    common_json list = common_json::array();
    for (const auto & text : texts) {
        list.push_back(text);
    }
    return list;
}

common_chat_templates_inputs inputs_of(const common_json & request) {
    common_chat_templates_inputs inputs;
    inputs.messages = common_chat_msgs_parse_oaicompat(request.at("messages"));
    if (request.contains("tools")) {
        inputs.tools = common_chat_tools_parse_oaicompat(request.at("tools"));
    }
    if (request.contains("tool_choice")) {
        inputs.tool_choice = common_chat_tool_choice_parse_oaicompat(text_of(request, "tool_choice"));
    }
    if (request.contains("json_schema")) {
        inputs.json_schema = request.at("json_schema").dump();
    }
    if (request.contains("arguments")) {
        for (const auto & item : request.at("arguments").items()) {
            inputs.chat_template_kwargs[item.key()] = item.value().dump();
        }
    }
    if (request.contains("now")) {
        inputs.now = std::chrono::system_clock::from_time_t(request.at("now").get<std::int64_t>());
    }
    inputs.grammar = text_of(request, "grammar");
    inputs.parallel_tool_calls = flag_of(request, "parallel_tool_calls", false);
    inputs.add_generation_prompt = flag_of(request, "add_generation_prompt", true);
    inputs.enable_thinking = flag_of(request, "enable_thinking", true);
    inputs.reasoning_format = COMMON_REASONING_FORMAT_AUTO;
    return inputs;
}

common_json described(const common_chat_params & params) {
    common_json format = common_json::object();
    format["name"] = std::string(common_chat_format_name(params.format));
    format["number"] = static_cast<int>(params.format);
    format["prompt"] = params.prompt;
    format["generation_prompt"] = params.generation_prompt;
    format["parser"] = params.parser;
    format["supports_thinking"] = params.supports_thinking;
    format["thinking_start"] = params.thinking_start_tag;
    format["thinking_ends"] = list_of(params.thinking_end_tags);
    format["grammar"] = params.grammar;
    format["is_grammar_lazy"] = params.grammar_lazy;
    common_json triggers = common_json::array();
    for (const auto & trigger : params.grammar_triggers) {
        common_json one = common_json::object();
        one["type"] = static_cast<int>(trigger.type);
        one["value"] = trigger.value;
        triggers.push_back(std::move(one));
    }
    format["grammar_triggers"] = std::move(triggers);
    format["preserved_tokens"] = list_of(params.preserved_tokens);
    format["stops"] = list_of(params.additional_stops);
    return format;
}

}  // namespace

HEARTH_API void hearth_chat_free(char * answer) {
    std::free(answer);
}

// Apply a template to messages; describe the format that llama.cpp derives from it.
HEARTH_API char * hearth_chat_apply(const char * request_json) {
    return answer_of([&] {
        const common_json request = common_json::parse(request_json);
        const auto templates = common_chat_templates_init(
            nullptr, text_of(request, "template"), text_of(request, "bos"), text_of(request, "eos"));
        common_json format = described(common_chat_templates_apply(templates.get(), inputs_of(request)));
        format["can_switch_thinking"] = common_chat_templates_support_enable_thinking(templates.get());
        common_json abilities = common_json::object();
        for (const auto & [name, has] : common_chat_templates_get_caps(templates.get())) {
            abilities[name] = has;
        }
        format["abilities"] = std::move(abilities);
        return format;
    });
}

// Take what a model has said so far apart: thinking, answer, calls of tools.
HEARTH_API char * hearth_chat_parse(const char * request_json) {
    return answer_of([&] {
        const common_json request = common_json::parse(request_json);
        common_chat_parser_params params;
        params.format = static_cast<common_chat_format>(request.at("format").get<int>());
        params.reasoning_format = COMMON_REASONING_FORMAT_AUTO;
        params.generation_prompt = text_of(request, "generation_prompt");
        if (const auto parser = text_of(request, "parser"); !parser.empty()) {
            params.parser.load(parser);
        }
        return common_chat_parse(text_of(request, "text"), flag_of(request, "is_partial", false), params)
            .to_json_oaicompat();
    });
}
