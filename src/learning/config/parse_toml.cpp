// The only file that knows the TOML parser.
#include "learning/config/toml_scan.hpp"
#include "learning/config/value.hpp"

#include <algorithm>
#include <stdexcept>

namespace alcole::learning {
namespace {

/// Thrown by the parser's assertions, when it finds itself in an impossible state.
struct ParserLost {};
[[noreturn]] void lose() { throw ParserLost(); }

}  // namespace
}  // namespace alcole::learning

// For some texts that are not TOML, the parser (toml++ 3.3) runs into undefined states that only its assertions detect.
// They therefore stay enabled in every build, and throw.
#undef NDEBUG
#define TOML_ASSERT(condition) (static_cast<bool>(condition) ? void() : alcole::learning::lose())  // NOLINT
#define TOML_ENABLE_FORMATTERS 0  // NOLINT: the parser's switch for leaving out its writer
#include <toml++/toml.h>

namespace alcole::learning {
namespace {

[[noreturn]] void fail(const std::string& name, const toml::source_position& at, const std::string& why) {
    throw std::invalid_argument(name + ", line " + std::to_string(at.line) + ": " + why);
}

Value value_of(const toml::node& node) {
    if (const auto text = node.value_exact<std::string>()) return {*text};
    if (const auto truth = node.value_exact<bool>()) return {*truth};
    if (const auto whole = node.value_exact<std::int64_t>()) return {*whole};
    if (const auto number = node.value_exact<double>()) return {*number};
    if (node.is_table()) return {Unusable{"a table"}};
    const auto* list = node.as_array();
    if (list == nullptr) return {Unusable{"a date or time"}};
    std::vector<Value> values;
    for (const auto& entry : *list) values.push_back(value_of(entry));
    return {std::move(values)};
}

/// A key that contains a dot is quoted, so that it stays a single key and does not become a path of two.
std::string segment(std::string_view key) {
    const bool plain = !key.empty() && key.find_first_of(".\"") == std::string_view::npos;
    return plain ? std::string(key) : toml_text({std::string(key)});
}

void flatten(const toml::table& table, const std::string& prefix, std::vector<Assignment>& out) {
    for (const auto& [key, node] : table) {
        const std::string name = prefix + segment(key.str());
        const auto* inner = node.as_table();
        if (inner != nullptr && !inner->empty())
            flatten(*inner, name + ".", out);
        else
            out.push_back({.key = name, .value = value_of(node), .line = key.source().begin.line});
    }
}

std::vector<Assignment> by_line(std::vector<Assignment> assignments) {
    std::ranges::stable_sort(assignments, {}, &Assignment::line);
    return assignments;
}

std::vector<TomlBlock> blocks(const toml::node& node, const std::string& name) {
    const auto* list = node.as_array();
    if (list == nullptr)
        fail(name, node.source().begin,
             "constraints are written [[constraint]], in double brackets: there may be several");
    std::vector<TomlBlock> result;
    for (const auto& entry : *list) {
        const auto* table = entry.as_table();
        if (table == nullptr)
            fail(name, entry.source().begin,
                 "a constraint is a table of keys under [[constraint]], not " + toml_text(value_of(entry)));
        TomlBlock block{.line = table->source().begin.line};
        flatten(*table, "", block.assignments);
        block.assignments = by_line(std::move(block.assignments));
        result.push_back(std::move(block));
    }
    return result;
}

/// The parser's message without its preamble "Error while parsing ".
std::string reason(const toml::parse_error& error) {
    std::string_view text = error.description();
    if (text.starts_with("Error while parsing ")) text.remove_prefix(std::string_view("Error while parsing ").size());
    return "this is not TOML: " + std::string(text);
}

}  // namespace

TomlFile parse_toml(std::string_view text, const std::string& name) {
    if (const auto found = find_unparsable(text)) {
        const auto line = 1 + std::ranges::count(text.substr(0, found->at), '\n');
        throw std::invalid_argument(name + ", line " + std::to_string(line) + ": " + found->why);
    }
    toml::table table;
    try {
        table = toml::parse(text, name);
    } catch (const ParserLost&) {
        throw std::invalid_argument(name + ": this is not TOML; is a bracket, a comma or a quote missing?");
    } catch (const toml::parse_error& error) {
        fail(name, error.source().begin, reason(error));
    }
    TomlFile document;
    if (const auto* constraints = table.get("constraint")) {
        document.constraints = blocks(*constraints, name);
        table.erase("constraint");
    }
    for (const auto& [key, node] : table)
        if (node.is_array_of_tables() && key.str().starts_with("constraint"))
            fail(name, node.source().begin,
                 "there is no [[" + std::string(key.str()) + "]]; constraints are written [[constraint]]");
    flatten(table, "", document.assignments);
    document.assignments = by_line(std::move(document.assignments));
    return document;
}

Value parse_value(std::string_view text) {
    if (find_unparsable("value = " + std::string(text))) return {Unusable{"no value"}};
    try {
        const toml::table table = toml::parse("value = " + std::string(text));
        const auto* node = table.get("value");
        if (node != nullptr && table.size() == 1) return value_of(*node);
    } catch (const toml::parse_error&) {  // the caller treats it as a word
    } catch (const ParserLost&) {
    }
    return {Unusable{"no value"}};
}

}  // namespace alcole::learning
