#pragma once

#include <alcole/tabular/table.hpp>

#include "table/numbers_builder.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace alcole::table {

/// A number as people write it: digits, sign, point, exponent. What the text says, or why it is none.
struct ParsedNumber {
    enum class Kind : std::uint8_t { number, not_a_number, too_large };
    Kind kind = Kind::not_a_number;
    double value = 0;
};
ParsedNumber parse_number(std::string_view text);
/// The same where decimals stand behind a comma; there may be points between thousands: 1.234,5.
ParsedNumber parse_number_with_comma(std::string_view text);

/// What a word says in a boolean column: true, yes, t, y or 1, in any case; nothing for any other word.
std::optional<bool> truth_of(std::string_view word);

/// Words to codes, in order of appearance.
class Dictionary {
  public:
    /// The code of a word, a new one if it has not been seen.
    std::int32_t code(std::string_view word);
    /// The code of a word, -1 if it has not been seen.
    std::int32_t find(std::string_view word) const;
    std::size_t size() const { return begins_.size() - 1; }
    std::vector<std::string> words() const;

  private:
    struct Slot {
        std::uint32_t mark = 0;  // of the word, so that others need not be looked at
        std::int32_t code = -1;  // -1: free
    };
    std::string_view word(std::int32_t code) const {
        const auto i = static_cast<std::size_t>(code);
        return {text_.data() + begins_[i], begins_[i + 1] - begins_[i]};
    }
    /// The slot that holds the word or, if there is none, the free one where it belongs.
    std::size_t slot_of(std::string_view word, std::uint32_t mark) const;
    void grow();

    std::string text_;                       // all words, one after the other: near each other in memory
    std::vector<std::size_t> begins_ = {0};  // of each word, and of the next
    std::vector<Slot> slots_;                // open addressing
    std::int32_t last_ = -1;                 // columns often repeat themselves
};

/// What the values of a column are taken for. Nothing is known of one without any value.
enum class ValueKind : std::uint8_t { unknown, numbers, words };

/// The values of one column in some rows of a table, as a builder holds them.
struct ColumnPart {
    ValueKind kind = ValueKind::unknown;
    std::size_t rows = 0;
    tabular::Numbers numbers{};
    std::vector<std::int32_t> codes{};  ///< into `words`, which are in order of appearance
    std::vector<std::string> words{};
};

/// Collects one column, value by value.
class ColumnBuilder {
  public:
    /// The type is the one given, or guessed from the first value. With `declared`, a category column has these levels
    /// in this order and takes no other word.
    ColumnBuilder(std::string name, std::optional<tabular::ColumnType> type, std::span<const std::string> declared = {},
                  bool decimal_comma = false);

    /// What became of a value.
    enum class Took : std::uint8_t {
        yes,
        wrong_type,  ///< not of the type the column was given
        mixed,       ///< the column was guessed to hold numbers and does not: read it again as categories
        too_large,   ///< a number beyond the range of a double
        not_declared,
        not_utf8,
        too_many,  ///< more than 2^31 different words
    };
    /// A value that is not taken leaves a missing one in its place.
    Took add(std::string_view text);
    void add_missing();
    /// Makes room for so many values in all.
    void expect(std::size_t rows);

    /// Of the type that is given, or that the first value had.
    ValueKind kind() const;
    /// Takes values for these, as if one had come before; where the type is given it stays.
    void assume(ValueKind kind);
    /// What it has collected; it is empty then.
    ColumnPart take();
    /// Rows that another builder of the same column has collected. Its values are of the same kind, or of none.
    void append(const ColumnPart& part);

    const std::string& name() const { return name_; }
    /// Whether the type was guessed, not given.
    bool guessed() const { return !given_; }
    bool declares(std::string_view word) const { return closed_ && dictionary_.find(word) >= 0; }
    std::vector<std::string> levels() const { return dictionary_.words(); }
    tabular::Column finish() &&;

  private:
    ParsedNumber number_in(std::string_view text) const {
        return decimal_comma_ ? parse_number_with_comma(text) : parse_number(text);
    }
    void settle(bool numeric);
    Took add_number(std::string_view text);
    Took add_word(std::string_view text);
    Took fits(std::string_view word) const;

    std::string name_;
    std::optional<tabular::ColumnType> given_;
    bool typed_ = false;  // the type is settled, given or guessed
    bool numeric_ = true;
    bool closed_ = false;  // no words but the declared ones
    bool decimal_comma_ = false;
    std::size_t leading_missing_ = 0;
    NumbersBuilder numbers_;
    std::vector<std::int32_t> codes_;
    Dictionary dictionary_;
};

}  // namespace alcole::table
