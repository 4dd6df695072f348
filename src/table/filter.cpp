#include <alcole/tabular/filter.hpp>

#include "base/text.hpp"
#include "table/column_builder.hpp"
#include "table/refused_condition.hpp"
#include "table/word_places.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <stdexcept>
#include <utility>

namespace alcole::tabular {
namespace {

using Relation = Condition::Relation;

[[noreturn]] void refuse(std::string_view condition, const std::string& why) {
    throw std::invalid_argument("condition '" + std::string(condition) + "': " + why);
}

[[noreturn]] void refuse(Note why) { throw table::RefusedCondition(std::move(why)); }

std::string nearest_of(const std::string& word, const std::vector<std::string>& known) {
    return std::string(base::nearest(word, std::vector<std::string_view>(known.begin(), known.end())));
}

/// Longer operators first, so that `<=` is not read as `<`. Operators made of letters need blanks around them.
constexpr std::array<std::pair<std::string_view, Relation>, 10> operators = {{
    {"is not missing", Relation::not_missing},
    {"is missing", Relation::missing},
    {"not in", Relation::not_among},
    {"in", Relation::among},
    {"==", Relation::equal},
    {"!=", Relation::not_equal},
    {"<=", Relation::at_most},
    {">=", Relation::at_least},
    {"<", Relation::less},
    {">", Relation::greater},
}};

/// True if `words` occurs at `at`; operators made of letters must be separate words.
bool occurs_at(std::string_view text, std::size_t at, std::string_view words) {
    if (!text.substr(at).starts_with(words)) return false;
    if (words.front() < 'a') return true;
    const std::size_t end = at + words.size();
    const bool begins = at == 0 || base::blanks.find(text[at - 1]) != std::string_view::npos;
    return begins && (end == text.size() || text[end] == '[' || base::blanks.find(text[end]) != std::string_view::npos);
}

/// True for "30 or sex == m": an `or` and a comparison in what should be a value without quotes.
bool has_second_condition(std::string_view value) {
    const auto at = value.find(" or ");
    return at != std::string_view::npos && value.find_first_of("=<>", at) != std::string_view::npos;
}

/// Parses a condition from left to right.
class Reader {
  public:
    explicit Reader(std::string_view text) : text_(text), rest_(base::trimmed(text)) {}

    std::string column() {
        if (rest_.starts_with('`')) {
            const auto end = rest_.find('`', 1);
            if (end == std::string_view::npos) refuse(text_, "a backtick is opened and never closed");
            return take(end + 1, 1, end);
        }
        std::size_t end = 0;
        while (end < rest_.size() && !operator_at(end)) ++end;
        if (end == rest_.size())
            refuse(text_, R"(no comparison found; write for example  age >= 18  or  race in ["Hispanic", "Other"])");
        return take(end, 0, end);
    }

    Relation relation() {
        const auto found = operator_at(0);
        if (!found)
            refuse(text_, rest_.starts_with('=') ? "write == for equal" : "no comparison found after the column");
        rest_ = base::trimmed(rest_.substr(found->first.size()));
        return found->second;
    }

    std::string value() {
        if (rest_.empty()) refuse(text_, "a value is missing");
        const char quote = rest_.front();
        if (quote == '"' || quote == '\'') {
            const auto end = rest_.find(quote, 1);
            if (end == std::string_view::npos) refuse(text_, "a quote is opened and never closed");
            return take(end + 1, 1, end);
        }
        const std::size_t end = in_list_ ? std::min(rest_.find_first_of(",]"), rest_.size()) : rest_.size();
        if (has_second_condition(rest_.substr(0, end)))
            refuse(text_,
                   R"(conditions cannot be joined by 'or'; for one of several values write  race in ["a", "b"])");
        if (end == 0) refuse(text_, "a value of the list is empty; put it in quotes if it is intended");
        return take(end, 0, end);
    }

    std::vector<std::string> list() {
        if (!rest_.starts_with('[')) refuse(text_, R"(a list such as ["a", "b"] was expected after 'in')");
        in_list_ = true;
        std::vector<std::string> values;
        do {
            rest_ = base::trimmed(rest_.substr(1));
            values.push_back(value());
        } while (rest_.starts_with(','));
        if (!rest_.starts_with(']')) refuse(text_, "the list is not closed with ]");
        rest_ = base::trimmed(rest_.substr(1));
        return values;
    }

    void end() {
        if (!rest_.empty()) refuse(text_, "'" + std::string(rest_) + "' is left over at the end");
    }

  private:
    /// The operator at position `at` of the rest.
    std::optional<std::pair<std::string_view, Relation>> operator_at(std::size_t at) const {
        const auto found =
            std::ranges::find_if(operators, [&](const auto& one) { return occurs_at(rest_, at, one.first); });
        return found == operators.end() ? std::nullopt : std::optional(*found);
    }

    /// Consumes the first `length` characters and returns those in [begin, end), trimmed unless quoted.
    std::string take(std::size_t length, std::size_t begin, std::size_t end) {
        const std::string_view part = rest_.substr(begin, end - begin);
        std::string taken(begin == 0 ? base::trimmed(part) : part);
        rest_ = base::trimmed(rest_.substr(length));
        return taken;
    }

    std::string_view text_;
    std::string_view rest_;
    bool in_list_ = false;
};

bool compare(Relation relation, double a, double b) {
    switch (relation) {
        case Relation::equal:
            return a == b;
        case Relation::not_equal:
            return a != b;
        case Relation::less:
            return a < b;
        case Relation::at_most:
            return a <= b;
        case Relation::greater:
            return a > b;
        case Relation::at_least:
            return a >= b;
        default:
            return false;
    }
}

/// A condition prepared for one column: whether a row meets it.
using Test = std::function<bool(std::size_t row)>;

Test number_test(const Column& column, const Condition& condition) {
    if (condition.values.empty()) refuse(condition.text, "there is no value to compare with");
    std::vector<double> values;
    for (const auto& text : condition.values) {
        const auto number = table::parse_number(text);
        if (number.kind != table::ParsedNumber::Kind::number)
            refuse({.kind = Note::Kind::column_of_numbers, .names = {condition.text, column.name, text}});
        values.push_back(number.value);
    }
    const bool membership = condition.relation == Relation::among || condition.relation == Relation::not_among;
    if (!membership)
        return [&column, relation = condition.relation, v = values.front()](std::size_t row) {
            return compare(relation, column.numbers[row], v);
        };
    return [&column, values, wanted = condition.relation == Relation::among](std::size_t row) {
        return (std::ranges::find(values, column.numbers[row]) != values.end()) == wanted;
    };
}

/// The code of a word; a boolean column also accepts true and false, whatever its own words are.
std::optional<std::int32_t> code_of(const Column& column, const table::WordPlaces& levels, const std::string& word) {
    if (const auto place = levels.of(word); place >= 0) return place;
    const auto truth = column.type == ColumnType::boolean ? table::truth_of(word) : std::nullopt;
    return truth ? std::optional(*truth ? 1 : 0) : std::nullopt;
}

/// If rows must have a word that no row has, it is a typo; if they must not have it, that is no problem.
Test word_test(const Column& column, const Condition& condition) {
    const Relation r = condition.relation;
    const bool wanted = r == Relation::equal || r == Relation::among;
    if (!wanted && r != Relation::not_equal && r != Relation::not_among)
        refuse({.kind = Note::Kind::column_of_words, .names = {condition.text, column.name}});
    std::vector<bool> chosen(column.levels.size());
    const table::WordPlaces levels(column.levels);
    for (const auto& word : condition.values) {
        const auto code = code_of(column, levels, word);
        if (code) chosen[static_cast<std::size_t>(*code)] = true;
        if (code || !wanted) continue;
        refuse({.kind = Note::Kind::no_value,
                .names = {condition.text, column.name, word, nearest_of(word, column.levels)}});
    }
    return [&column, chosen, wanted](std::size_t row) {
        return chosen[static_cast<std::size_t>(column.codes[row])] == wanted;
    };
}

const Column& column_of(const Table& table, const Condition& condition) {
    if (const Column* column = table.find(condition.column)) return *column;
    std::vector<std::string> names;
    for (const auto& column : table.columns) names.push_back(column.name);
    refuse({.kind = Note::Kind::no_column,
            .names = {condition.text, condition.column, nearest_of(condition.column, names)}});
}

Test test_of(const Table& table, const Condition& condition) {
    const Column& column = column_of(table, condition);
    if (condition.relation == Relation::missing) return [&column](std::size_t row) { return column.missing(row); };
    if (condition.relation == Relation::not_missing) return [&column](std::size_t row) { return !column.missing(row); };
    Test test = column.type == ColumnType::number ? number_test(column, condition) : word_test(column, condition);
    return [&column, test = std::move(test)](std::size_t row) { return !column.missing(row) && test(row); };
}

}  // namespace

Condition parse_condition(std::string_view text) {
    Reader reader(text);
    Condition condition{.column = reader.column(), .text = std::string(base::trimmed(text))};
    condition.relation = reader.relation();
    if (condition.column.empty()) refuse(text, "the column is missing");
    switch (condition.relation) {
        case Relation::missing:
        case Relation::not_missing:
            break;
        case Relation::among:
        case Relation::not_among:
            condition.values = reader.list();
            break;
        default:
            condition.values = {reader.value()};
    }
    reader.end();
    return condition;
}

std::vector<std::size_t> matching_rows(const Table& table, std::span<const Condition> conditions) {
    std::vector<Test> tests;
    for (const auto& condition : conditions) tests.push_back(test_of(table, condition));
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < table.num_rows; ++row)
        if (std::ranges::all_of(tests, [row](const Test& test) { return test(row); })) rows.push_back(row);
    return rows;
}

}  // namespace alcole::tabular
