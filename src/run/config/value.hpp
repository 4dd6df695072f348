#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// A value of a run file, free of any parser's types, and TOML text for it.
namespace alcole::run {

/// What no key takes: a table where a value should be, a date. The words are for a sentence.
struct Unusable {
    std::string what{};
    friend bool operator==(const Unusable&, const Unusable&) = default;
};

struct Value {
    std::variant<Unusable, bool, std::int64_t, double, std::string, std::vector<Value>> is{};

    template <class T>
    const T* get() const {
        return std::get_if<T>(&is);
    }
    friend bool operator==(const Value&, const Value&) = default;
};

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

}  // namespace alcole::run
