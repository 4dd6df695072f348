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

/// A number as people write it (digits, sign, point, exponent): its value, or why the text is not a number.
struct ParsedNumber {
    enum class Kind : std::uint8_t { number, not_a_number, too_large };
    Kind kind = Kind::not_a_number;
    double value = 0;
};
ParsedNumber parse_number(std::string_view text);
/// The same with a decimal comma; points may separate thousands: 1.234,5.
ParsedNumber parse_number_with_comma(std::string_view text);

/// What a word means in a boolean column: true for true, yes, t, y or 1, false for their opposites, in upper or lower
/// case; nothing for any other word.
std::optional<bool> truth_of(std::string_view word);

/// Maps words to codes, in order of appearance.
class Dictionary {
  public:
    /// The code of a word; a word that has not been seen gets a new one.
    std::int32_t code(std::string_view word);
    /// The code of a word; -1 if it has not been seen.
    std::int32_t find(std::string_view word) const;
    std::size_t size() const { return begins_.size() - 1; }
    std::vector<std::string> words() const;

  private:
    struct Slot {
        std::uint32_t mark = 0;  // hash of the word: if it differs, the words need not be compared
        std::int32_t code = -1;  // -1: free
    };
    std::string_view word(std::int32_t code) const {
        const auto i = static_cast<std::size_t>(code);
        return {text_.data() + begins_[i], begins_[i + 1] - begins_[i]};
    }
    /// The slot that contains the word, or else the free slot where it belongs.
    std::size_t slot_of(std::string_view word, std::uint32_t mark) const;
    void grow();

    std::string text_;                       // all words back to back, for locality
    std::vector<std::size_t> begins_ = {0};  // start of each word, and the end of the last
    std::vector<Slot> slots_;                // open addressing
    std::int32_t last_ = -1;                 // the last code: columns often repeat a word
};

/// The kind of the values of a column; unknown as long as all values are missing.
enum class ValueKind : std::uint8_t { unknown, numbers, words };

/// The values of one column for some rows of a table, as collected by a builder.
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
    /// The type is the given one, or guessed from the first value. With `declared`, a category column has these levels
    /// in this order and accepts no other word.
    ColumnBuilder(std::string name, std::optional<tabular::ColumnType> type, std::span<const std::string> declared = {},
                  bool decimal_comma = false);

    /// Whether a value was accepted, and if not, why.
    enum class Added : std::uint8_t {
        yes,
        wrong_type,  ///< not of the column's given type
        mixed,  ///< guessed to be a number column, but this is a word: read the file again with the column as category
        too_large,  ///< a number beyond the range of a double
        not_declared,
        not_utf8,
        too_many,  ///< more than 2^31 different words
    };
    /// A value that is not accepted is replaced by a missing one.
    Added add(std::string_view text);
    void add_missing();
    /// Reserves memory for `rows` values in total.
    void expect(std::size_t rows);

    /// According to the given type, or to the first value.
    ValueKind kind() const;
    /// Fixes the kind of the values as if one had already been added; a given type takes precedence.
    void assume(ValueKind kind);
    /// Returns what has been collected, and empties the builder.
    ColumnPart take();
    /// Appends rows that another builder of the same column has collected. Their kind must be the same, or unknown.
    void append(const ColumnPart& part);

    const std::string& name() const { return name_; }
    /// True if the type was guessed rather than given.
    bool guessed() const { return !given_; }
    bool declares(std::string_view word) const { return closed_ && dictionary_.find(word) >= 0; }
    std::vector<std::string> levels() const { return dictionary_.words(); }
    tabular::Column finish() &&;

  private:
    ParsedNumber number_in(std::string_view text) const {
        return decimal_comma_ ? parse_number_with_comma(text) : parse_number(text);
    }
    void settle(bool numeric);
    Added add_number(std::string_view text);
    Added add_word(std::string_view text);
    Added fits(std::string_view word) const;

    std::string name_;
    std::optional<tabular::ColumnType> given_;
    bool typed_ = false;  // the type is known, given or guessed
    bool numeric_ = true;
    bool closed_ = false;  // accepts only the declared words
    bool decimal_comma_ = false;
    std::size_t leading_missing_ = 0;
    NumbersBuilder numbers_;
    std::vector<std::int32_t> codes_;
    Dictionary dictionary_;
};

}  // namespace alcole::table
