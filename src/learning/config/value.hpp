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

/// As TOML: text in quotes, a number with a fraction always with a point or an exponent.
std::string toml_text(const Value& value);

/// One `key = value` of a file. Keys of nested tables are joined by dots.
struct Assignment {
    std::string key{};
    Value value{};
    std::size_t line = 0;
};

/// One [[name]] of a file.
struct Block {
    std::vector<Assignment> assignments{};
    std::size_t line = 0;
};

/// A run file as its assignments, by line; [[constraint]] apart. An empty table is an assignment of an Unusable.
struct Document {
    std::vector<Assignment> assignments{};
    std::vector<Block> constraints{};
};

/// Throws std::invalid_argument with a sentence, beginning with name and line, when the text is no TOML.
Document parse_toml(std::string_view text, const std::string& name);

/// The text as one TOML value, such as `3`, `"a"` or `["a", "b"]`; Unusable when it is none.
Value parse_value(std::string_view text);

}  // namespace alcole::learning
