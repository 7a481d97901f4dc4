// What llama.cpp's chat formats ask of the rest of llama.cpp, where there is no model and no log.
//
// A template is given as text here, never by a model, so what asks a model is never called.

#include "common.h"
#include "log.h"

#include <algorithm>
#include <cctype>
#include <cstdarg>
#include <cstdio>
#include <stdexcept>

// A broken assumption ends one answer here, not the process: what calls in catches everything.
extern "C" void ggml_abort(const char * file, int line, const char * format, ...) {
    char what[500];
    std::va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(what, sizeof(what), format, arguments);
    va_end(arguments);
    throw std::runtime_error(std::string(file) + ":" + std::to_string(line) + ": " + what);
}

// Nothing is said on the terminal, whatever its importance.
int common_log_get_verbosity_thold(void) {
    return -1;
}

struct common_log * common_log_main() {
    return nullptr;
}

void common_log_add(struct common_log *, enum ggml_log_level, const char *, ...) {}

namespace {

[[noreturn]] void no_model() {
    throw std::logic_error("there is no model here");
}

}  // namespace

extern "C" {

const char * llama_model_chat_template(const struct llama_model *, const char *) {
    no_model();
}

const struct llama_vocab * llama_model_get_vocab(const struct llama_model *) {
    no_model();
}

llama_token llama_vocab_bos(const struct llama_vocab *) {
    no_model();
}

llama_token llama_vocab_eos(const struct llama_vocab *) {
    no_model();
}

bool llama_vocab_get_add_bos(const struct llama_vocab *) {
    no_model();
}

bool llama_vocab_get_add_eos(const struct llama_vocab *) {
    no_model();
}

int32_t llama_chat_apply_template(
    const char *, const struct llama_chat_message *, size_t, bool, char *, int32_t) {
    no_model();
}

}  // extern "C"

std::vector<llama_token> common_tokenize(const struct llama_vocab *, const std::string &, bool, bool) {
    no_model();
}

std::string common_token_to_piece(const struct llama_vocab *, llama_token, bool) {
    no_model();
}

// Helpers of "common" for texts, whose own file would bring the whole of llama.cpp along.

std::string string_format(const char * format, ...) {
    std::va_list counted;
    va_start(counted, format);
    std::va_list written;
    va_copy(written, counted);
    const int size = std::vsnprintf(nullptr, 0, format, counted);
    va_end(counted);
    std::string text(static_cast<size_t>(std::max(size, 0)) + 1, '\0');
    std::vsnprintf(&text[0], text.size(), format, written);
    va_end(written);
    text.pop_back();
    return text;
}

std::string string_strip(const std::string & text) {
    const auto is_space = [](unsigned char letter) { return std::isspace(letter) != 0; };
    const auto begin = std::find_if_not(text.begin(), text.end(), is_space);
    const auto end = std::find_if_not(text.rbegin(), text.rend(), is_space).base();
    return begin < end ? std::string(begin, end) : std::string();
}

// The longest text that is part of both.
std::string string_lcs(std::string_view one, std::string_view other) {
    std::vector<size_t> lengths(other.size() + 1, 0);  // of what ends here, in both
    size_t longest = 0;
    size_t end = 0;
    for (size_t i = 0; i < one.size(); ++i) {
        size_t before = 0;
        for (size_t j = 0; j < other.size(); ++j) {
            const size_t length = one[i] == other[j] ? before + 1 : 0;
            before = lengths[j + 1];
            lengths[j + 1] = length;
            if (length > longest) {
                longest = length;
                end = i + 1;
            }
        }
    }
    return std::string(one.substr(end - longest, longest));
}

std::string string_join(const std::vector<std::string> & texts, const std::string & separator) {
    std::string joined;
    for (const auto & text : texts) {
        if (&text != &texts.front()) {
            joined += separator;
        }
        joined += text;
    }
    return joined;
}

std::vector<std::string> string_split(const std::string & text, const std::string & separator) {
    std::vector<std::string> parts;
    size_t begin = 0;
    for (size_t end = text.find(separator); end != std::string::npos; end = text.find(separator, begin)) {
        parts.push_back(text.substr(begin, end - begin));
        begin = end + separator.size();
    }
    parts.push_back(text.substr(begin));
    return parts;
}

std::string string_repeat(const std::string & text, size_t n) {
    std::string repeated;
    repeated.reserve(text.size() * n);
    for (size_t i = 0; i < n; ++i) {
        repeated += text;
    }
    return repeated;
}

void string_replace_all(std::string & text, const std::string & search, const std::string & replace) {
    if (search.empty()) {
        return;
    }
    for (size_t at = text.find(search); at != std::string::npos; at = text.find(search, at + replace.size())) {
        text.replace(at, search.size(), replace);
    }
}
