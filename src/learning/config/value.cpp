#include "learning/config/value.hpp"

#include "base/text.hpp"

#include <array>

namespace alcole::learning {
namespace {

/// Escapes the characters that TOML does not allow in a string.
std::string escaped(char c) {
    switch (c) {
        case '"':
            return "\\\"";
        case '\\':
            return "\\\\";
        case '\n':
            return "\\n";
        case '\r':
            return "\\r";
        case '\t':
            return "\\t";
        default:
            break;
    }
    const auto code = static_cast<unsigned char>(c);
    if (code >= 0x20 && code != 0x7F) return {c};
    constexpr std::array<char, 17> digits = {"0123456789ABCDEF"};
    return std::string("\\u00") + digits[code / 16] + digits[code % 16];
}

std::string text_of(const Unusable& v) { return v.what; }
std::string text_of(const base::Object& /*v*/) { return "a table"; }
std::string text_of(bool v) { return v ? "true" : "false"; }
std::string text_of(std::int64_t v) { return std::to_string(v); }

std::string text_of(double v) {
    const std::string text = base::number_text(v);
    const bool fraction = text.find_first_not_of("-0123456789") != std::string::npos;
    return fraction ? text : text + ".0";
}

std::string text_of(const std::string& v) {
    std::string text = "\"";
    for (const char c : v) text += escaped(c);
    return text + "\"";
}

std::string text_of(const std::vector<Value>& list) {
    std::string text = "[";
    for (const auto& v : list) text += (&v == list.data() ? "" : ", ") + toml_text(v);
    return text + "]";
}

}  // namespace

std::string toml_text(const Value& value) {
    return std::visit([](const auto& v) { return text_of(v); }, value.is);
}

}  // namespace alcole::learning
