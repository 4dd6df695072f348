#include "table/column_builder.hpp"

#include <alcole/tabular/read.hpp>
#include <alcole/tabular/table.hpp>

#include "base/text.hpp"
#include "table/utf8.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstring>
#include <limits>
#include <system_error>
#include <utility>

namespace alcole::table {
namespace {

using tabular::Column;
using tabular::ColumnType;

constexpr double missing_number = std::numeric_limits<double>::quiet_NaN();

/// Whole numbers of up to 15 digits are exact in a double, and by far the most common.
std::optional<double> small_whole_number(std::string_view digits) {
    if (digits.empty() || digits.size() > 15) return std::nullopt;
    std::int64_t value = 0;
    for (const char c : digits) {
        if (c < '0' || c > '9') return std::nullopt;
        value = 10 * value + (c - '0');
    }
    return static_cast<double>(value);
}

/// {false word, true word}
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> boolean_words = {
    {{"false", "true"},
     {"no", "yes"},
     {"f", "t"},
     {"n", "y"},
     {"0", "1"}}};  // the last pair applies only if the column's type is given

/// True if two words are a pair such as yes and no, in either order.
bool boolean_pair(const std::vector<std::string>& words) {
    if (words.size() != 2) return false;
    const std::string first = base::lower(words[0]);
    const std::string second = base::lower(words[1]);
    return std::ranges::any_of(boolean_words, [&](const auto& pair) {
        return (first == pair.first && second == pair.second) || (first == pair.second && second == pair.first);
    });
}

/// The other word of the pair.
std::string opposite(const std::string& word) {
    const std::string wanted = base::lower(word);
    for (const auto& [no, yes] : boolean_words) {
        if (wanted == no) return std::string(yes);
        if (wanted == yes) return std::string(no);
    }
    return *truth_of(word) ? "false" : "true";
}

/// Words that all mean yes or no become two levels, false first; each level is the first word with that meaning.
void make_boolean(Column& column) {
    std::array<std::string, 2> levels;
    std::vector<std::int32_t> truths;
    for (const auto& word : column.levels) {
        truths.push_back(*truth_of(word) ? 1 : 0);
        if (auto& level = levels.at(static_cast<std::size_t>(truths.back())); level.empty()) level = word;
    }
    if (column.levels.empty()) levels = {"false", "true"};
    if (levels[0].empty()) levels[0] = opposite(levels[1]);
    if (levels[1].empty()) levels[1] = opposite(levels[0]);
    for (auto& code : column.codes)
        if (code >= 0) code = truths[static_cast<std::size_t>(code)];
    column.levels.assign(levels.begin(), levels.end());
    column.type = ColumnType::boolean;
}

/// For a number outside the range of a double: true if it is too small rather than too large. The position of the first
/// significant digit decides, together with the exponent: 1e400 is too large, 0.00...1 too small.
bool tiny(std::string_view digits) {
    const std::size_t exponent_at = std::min(digits.find_first_of("eE"), digits.size());
    const std::string_view mantissa = digits.substr(0, exponent_at);
    const std::size_t first = mantissa.find_first_of("123456789");
    if (first == std::string_view::npos) return true;
    const auto point = static_cast<std::int64_t>(std::min(mantissa.find('.'), mantissa.size()));
    std::int64_t exponent = 0;
    if (exponent_at < digits.size()) {
        std::string_view text = digits.substr(exponent_at + 1);
        if (text.starts_with('+')) text.remove_prefix(1);
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), exponent);
        if (error != std::errc()) return text.starts_with('-');  // the exponent itself is out of range
    }
    return point - static_cast<std::int64_t>(first) + exponent < 0;
}

std::uint64_t bytes_at(const char* from, std::size_t count) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, from, count);
    return bytes;
}

/// Hashes eight bytes at a time; the last eight may overlap those before them.
std::uint32_t hash_of(std::string_view word) {
    constexpr std::uint64_t odd = 0x9e3779b97f4a7c15ULL;
    std::uint64_t h = odd * (word.size() + 1);
    const auto take = [&h](std::uint64_t bytes) {
        h = (h ^ bytes) * odd;
        h ^= h >> 32U;
    };
    const std::size_t size = word.size();
    for (std::size_t at = 0; at + 8 < size; at += 8) take(bytes_at(word.data() + at, 8));
    if (size >= 8)
        take(bytes_at(word.data() + size - 8, 8));
    else if (size >= 4)
        take(bytes_at(word.data(), 4) << 32U | bytes_at(word.data() + size - 4, 4));
    else
        for (const char c : word) take(static_cast<unsigned char>(c));
    return static_cast<std::uint32_t>(h);
}

std::ptrdiff_t digits_in(std::string_view text) {
    return std::ranges::count_if(text, [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

ParsedNumber parse_number(std::string_view text) {
    using Kind = ParsedNumber::Kind;
    const bool negative = text.starts_with('-');
    const std::string_view digits = negative || text.starts_with('+') ? text.substr(1) : text;
    if (const auto whole = small_whole_number(digits)) return {Kind::number, negative ? -*whole : *whole};
    if (digits.empty() || !(std::isdigit(static_cast<unsigned char>(digits[0])) != 0 || digits[0] == '.'))
        return {};  // inf and nan are words, not numbers
    double value = 0;
    const char* end = digits.data() + digits.size();
    const auto [ptr, error] = std::from_chars(digits.data(), end, value);
    if (ptr != end) return {};
    if (error == std::errc::result_out_of_range) {
        if (!tiny(digits)) return {Kind::too_large, 0};
        value = 0;
    } else if (error != std::errc()) {
        return {};
    }
    return {Kind::number, negative ? -value : value};
}

/// Points must separate groups of three digits, with one to three digits before the first point; otherwise they are
/// decimal points or part of a date.
ParsedNumber parse_number_with_comma(std::string_view text) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view whole = text.substr(0, comma);
    const std::size_t first_point = whole.find('.');
    if (comma == text.size() && first_point == std::string_view::npos) return parse_number(text);
    std::string plain(whole.substr(0, first_point));
    if (first_point != std::string_view::npos && (digits_in(plain) == 0 || digits_in(plain) > 3)) return {};
    for (std::size_t at = first_point; at < whole.size(); at += 4) {
        const std::string_view group = whole.substr(at + 1, 3);
        if (whole[at] != '.' || digits_in(group) != 3) return {};
        plain += group;
    }
    if (comma < text.size()) plain += "." + std::string(text.substr(comma + 1));
    return parse_number(plain);
}

std::optional<bool> truth_of(std::string_view word) {
    if (word.size() <= 5) {
        const std::string wanted = base::lower(word);
        for (const auto& [no, yes] : boolean_words) {
            if (wanted == no) return false;
            if (wanted == yes) return true;
        }
    }
    const ParsedNumber number = parse_number(word);  // some programs write 1.0 for 1
    if (number.kind != ParsedNumber::Kind::number || (number.value != 0 && number.value != 1)) return std::nullopt;
    return number.value == 1;
}

std::size_t Dictionary::slot_of(std::string_view word, std::uint32_t mark) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = mark & mask;
    while (slots_[at].code >= 0 && (slots_[at].mark != mark || this->word(slots_[at].code) != word))
        at = (at + 1) & mask;
    return at;
}

std::int32_t Dictionary::find(std::string_view word) const {
    return slots_.empty() ? -1 : slots_[slot_of(word, hash_of(word))].code;
}

std::int32_t Dictionary::code(std::string_view word) {
    if (last_ >= 0 && this->word(last_) == word) return last_;
    if (slots_.empty()) slots_.resize(64);  // on first use: most columns contain numbers
    const std::uint32_t mark = hash_of(word);
    Slot& slot = slots_[slot_of(word, mark)];
    if (slot.code >= 0) return last_ = slot.code;
    slot = {.mark = mark, .code = last_ = static_cast<std::int32_t>(size())};
    text_ += word;
    begins_.push_back(text_.size());
    if (4 * size() > 3 * slots_.size()) grow();
    return last_;
}

void Dictionary::grow() {
    const auto old = std::exchange(slots_, std::vector<Slot>(2 * slots_.size()));
    const std::size_t mask = slots_.size() - 1;
    for (const Slot& slot : old) {
        if (slot.code < 0) continue;
        std::size_t at = slot.mark & mask;
        while (slots_[at].code >= 0) at = (at + 1) & mask;
        slots_[at] = slot;
    }
}

std::vector<std::string> Dictionary::words() const {
    std::vector<std::string> result(size());
    for (std::size_t i = 0; i < size(); ++i) result[i] = word(static_cast<std::int32_t>(i));
    return result;
}

ColumnBuilder::ColumnBuilder(std::string name, std::optional<ColumnType> type, std::span<const std::string> declared,
                             bool decimal_comma)
    : name_(std::move(name)),
      given_(type),
      typed_(type.has_value()),
      numeric_(!type || *type == ColumnType::number),
      closed_(type == ColumnType::category && !declared.empty()),
      decimal_comma_(decimal_comma) {
    if (!closed_) return;
    for (const auto& word : declared) dictionary_.code(word);
}

void ColumnBuilder::expect(std::size_t rows) {
    if (!typed_) return;
    if (numeric_)
        numbers_.expect(rows);
    else
        codes_.reserve(rows);
}

void ColumnBuilder::add_missing() {
    if (!typed_)
        ++leading_missing_;
    else if (numeric_)
        numbers_.add(missing_number);
    else
        codes_.push_back(-1);
}

void ColumnBuilder::settle(bool numeric) {
    typed_ = true;
    numeric_ = numeric;
    numbers_.add(missing_number, numeric ? leading_missing_ : 0);
    codes_.assign(numeric ? 0 : leading_missing_, -1);
}

ValueKind ColumnBuilder::kind() const {
    if (!typed_) return ValueKind::unknown;
    return numeric_ ? ValueKind::numbers : ValueKind::words;
}

void ColumnBuilder::assume(ValueKind kind) {
    if (!typed_ && kind != ValueKind::unknown) settle(kind == ValueKind::numbers);
}

ColumnPart ColumnBuilder::take() {
    ColumnPart part{.kind = kind(), .rows = leading_missing_};
    if (!typed_) return part;
    part.numbers = std::exchange(numbers_, {}).finish();
    part.codes = std::exchange(codes_, {});
    part.rows = numeric_ ? part.numbers.size() : part.codes.size();
    part.words = std::exchange(dictionary_, {}).words();
    return part;
}

void ColumnBuilder::append(const ColumnPart& part) {
    assume(part.kind);
    if (part.kind == ValueKind::unknown) {
        for (std::size_t row = 0; row < part.rows; ++row) add_missing();
        return;
    }
    for (const double number : part.numbers) numbers_.add(number);
    std::vector<std::int32_t> code_of;
    for (const auto& word : part.words) code_of.push_back(dictionary_.code(word));
    if (dictionary_.size() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
        throw tabular::ReadError("column '" + name_ + "': there are more than 2147483647 different words");
    const std::size_t before = codes_.size();
    codes_.insert(codes_.end(), part.codes.begin(), part.codes.end());
    for (auto& code : std::span(codes_).subspan(before))
        if (code >= 0) code = code_of[static_cast<std::size_t>(code)];
}

auto ColumnBuilder::add(std::string_view text) -> Added {
    if (!typed_) settle(number_in(text).kind != ParsedNumber::Kind::not_a_number);
    const Added added = numeric_ ? add_number(text) : add_word(text);
    if (added != Added::yes) add_missing();
    return added;
}

auto ColumnBuilder::add_number(std::string_view text) -> Added {
    const ParsedNumber number = number_in(text);
    switch (number.kind) {
        case ParsedNumber::Kind::too_large:
            return Added::too_large;
        case ParsedNumber::Kind::not_a_number:
            return given_ ? Added::wrong_type : Added::mixed;
        case ParsedNumber::Kind::number:
            break;
    }
    numbers_.add(number.value);
    return Added::yes;
}

/// Each word is checked only once, when it first occurs.
auto ColumnBuilder::add_word(std::string_view text) -> Added {
    const std::size_t before = dictionary_.size();
    const std::int32_t code = closed_ ? dictionary_.find(text) : dictionary_.code(text);
    if (code < 0) return Added::not_declared;
    if (dictionary_.size() > before)
        if (const Added added = fits(text); added != Added::yes) return added;
    codes_.push_back(code);
    return Added::yes;
}

auto ColumnBuilder::fits(std::string_view word) const -> Added {
    if (dictionary_.size() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) return Added::too_many;
    if (valid_utf8_length(word) < word.size()) return Added::not_utf8;
    return given_ == ColumnType::boolean && !truth_of(word) ? Added::wrong_type : Added::yes;
}

/// A pair of words such as yes and no gives a boolean column, with code 1 for true.
Column ColumnBuilder::finish() && {
    Column column{.name = std::move(name_)};
    if (!typed_) {  // only missing values: a category without levels
        column.type = ColumnType::category;
        column.codes.assign(leading_missing_, -1);
        return column;
    }
    if (numeric_) {
        column.numbers = std::move(numbers_).finish();
        return column;
    }
    std::vector<std::string> levels = dictionary_.words();
    dictionary_ = {};
    if (!given_) return tabular::column_of_words(std::move(column.name), std::move(codes_), std::move(levels));
    column.type = ColumnType::category;
    column.codes = std::move(codes_);
    column.levels = std::move(levels);
    if (given_ == ColumnType::boolean) make_boolean(column);
    return column;
}

}  // namespace alcole::table

namespace alcole::tabular {

Column column_of_words(std::string name, Values<std::int32_t> codes, std::vector<std::string> levels) {
    Column column{
        .name = std::move(name), .type = ColumnType::category, .codes = std::move(codes), .levels = std::move(levels)};
    if (table::boolean_pair(column.levels)) table::make_boolean(column);
    return column;
}

}  // namespace alcole::tabular
