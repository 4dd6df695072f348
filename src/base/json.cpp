#include "base/json.hpp"

#include <nlohmann/json.hpp>

namespace alcole::base::json {
namespace {

/// J is ordered_json, which keeps the order of members, or json, which sorts them by name.
template <class J>
J json_of(const Value& value) {
    const auto of = [](const auto& v) -> J {
        using V = std::remove_cvref_t<decltype(v)>;
        J out;
        if constexpr (std::same_as<V, List>) {
            out = J::array();
            for (const auto& entry : v) out.push_back(json_of<J>(entry));
        } else if constexpr (std::same_as<V, Object>) {
            out = J::object();
            for (const auto& member : v) out[member.name] = json_of<J>(member.value);
        } else if constexpr (!std::same_as<V, Unusable>) {
            out = v;
        }
        return out;
    };
    return std::visit(of, value.is);
}

Value value_of(const nlohmann::ordered_json& json) {
    if (json.is_boolean()) return {json.get<bool>()};
    if (json.is_string()) return {json.get<std::string>()};
    const bool whole = json.is_number_integer() &&
                       !(json.is_number_unsigned() && !std::in_range<std::int64_t>(json.get<std::uint64_t>()));
    if (whole) return {json.get<std::int64_t>()};
    if (json.is_number()) return std::isfinite(json.get<double>()) ? Value{json.get<double>()} : Value{};
    if (json.is_null()) return {};
    List list;
    Object members;
    for (const auto& [name, entry] : json.items()) {
        if (json.is_array())
            list.push_back(value_of(entry));
        else
            members.push_back({name, value_of(entry)});
    }
    return json.is_array() ? Value{std::move(list)} : Value{std::move(members)};
}

/// value_of() recurses once per level of nesting, so a file consisting of brackets could overflow the stack; our own
/// files are only a few levels deep. (The parser's callback could check this as well, but with a callback the parser
/// scans the whole enclosing list each time an object ends.)
bool is_too_deep(std::string_view text) {
    constexpr int max_depth = 50;
    int depth = 0;
    bool quoted = false;
    for (std::size_t k = 0; k < text.size() && depth <= max_depth; ++k) {
        if (text[k] == '"') quoted = !quoted;
        if (quoted && text[k] == '\\') ++k;
        if (quoted) continue;
        if (text[k] == '[' || text[k] == '{') ++depth;
        if (text[k] == ']' || text[k] == '}') --depth;
    }
    return depth > max_depth;
}

}  // namespace

std::string text_of(const Value& value, const std::string& what, int indent, Order order) {
    try {
        return order == Order::listed ? json_of<nlohmann::ordered_json>(value).dump(indent)
                                      : json_of<nlohmann::json>(value).dump(indent);
    } catch (const nlohmann::json::exception&) {
        throw std::invalid_argument(what + " cannot be written: a text in it is not UTF-8");
    }
}

Value parse(std::string_view text, const std::string& what) {
    if (is_too_deep(text)) refuse(what, "the JSON in it is nested too deeply to be ours");
    const auto json = nlohmann::ordered_json::parse(text, nullptr, false);
    if (json.is_discarded()) refuse(what, "it is not JSON");
    return value_of(json);
}

}  // namespace alcole::base::json
