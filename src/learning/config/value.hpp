#pragma once

#include "base/value.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// The values of a run file, and TOML text for them.
namespace alcole::learning {

using base::Unusable;
using base::Value;

/// The value as TOML: text in quotes; a double always has a point or an exponent.
std::string toml_text(const Value& value);

/// One `key = value` of a file. Keys in nested tables are joined with dots.
struct Assignment {
    std::string key{};
    Value value{};
    std::size_t line = 0;
};

/// One [[name]] block of a file.
struct TomlBlock {
    std::vector<Assignment> assignments{};
    std::size_t line = 0;
};

/// A run file as assignments, ordered by line; the [[constraint]] blocks are kept separately. An empty table is an
/// assignment of an Unusable.
struct TomlFile {
    std::vector<Assignment> assignments{};
    std::vector<TomlBlock> constraints{};
};

/// Throws std::invalid_argument with a sentence that begins with name and line if the text is not TOML.
TomlFile parse_toml(std::string_view text, const std::string& name);

/// Parses the text as one TOML value, such as `3`, `"a"` or `["a", "b"]`; returns an Unusable if it is not one.
Value parse_value(std::string_view text);

}  // namespace alcole::learning
