#include "table/expression.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

namespace alcole::table {
namespace {

std::string texts_of(const std::vector<tabular::Condition>& conditions) {
    std::string text;
    for (const auto& condition : conditions) text += (text.empty() ? "" : " and ") + condition.text;
    return text;
}

/// Appends " + 2 * x", or "2 * x" to an empty text.
void append(std::string& text, double coefficient, const std::string& what) {
    const bool minus = coefficient < 0;
    text += text.empty() ? (minus ? "-" : "") : (minus ? " - " : " + ");
    const double size = minus ? -coefficient : coefficient;
    if (size != 1 || what.empty()) text += base::number_text(size);
    if (size != 1 && !what.empty()) text += " * ";
    text += what;
}

std::string to_text(const Extreme& extreme) {
    std::string text;
    for (const auto& sum : extreme.of) text += (text.empty() ? "" : ", ") + to_text(sum);
    return (extreme.is_max ? "max(" : "min(") + text + ")";
}

Sum extreme_of(bool is_max, std::vector<Sum> sums, std::size_t at) {
    return {.parts = {{.what = Extreme{.is_max = is_max, .of = std::move(sums), .at = at}}}};
}

}  // namespace

std::string at_character(std::size_t character) {
    return character > 0 ? "at character " + std::to_string(character) + ": " : "";
}

void refuse_at(std::size_t character, const std::string& why) {
    throw std::invalid_argument(at_character(character) + why);
}

std::vector<ColumnAt> named_columns(const Sum& sum) {
    std::vector<ColumnAt> columns;
    for (const Part& part : sum.parts) {
        if (const auto* extreme = std::get_if<Extreme>(&part.what)) {
            for (const Sum& inner : extreme->of)
                for (auto& column : named_columns(inner)) columns.push_back(std::move(column));
            continue;
        }
        const Mean& mean = std::get<Mean>(part.what);
        for (const auto* conditions : {&mean.rows, &mean.event})
            for (const auto& condition : *conditions) columns.push_back({condition.column, condition.at});
        for (const auto& column : mean.groups) columns.push_back({column, mean.at});
    }
    return columns;
}

bool any_mean(const Sum& sum, bool (*is_so)(const Mean&)) {
    return std::ranges::any_of(sum.parts, [&](const auto& part) {
        if (const auto* mean = std::get_if<Mean>(&part.what)) return is_so(*mean);
        const auto* extreme = std::get_if<Extreme>(&part.what);
        return extreme != nullptr &&
               std::ranges::any_of(extreme->of, [&](const Sum& one) { return any_mean(one, is_so); });
    });
}

Sum operator+(Sum a, const Sum& b) {
    a.parts.insert(a.parts.end(), b.parts.begin(), b.parts.end());
    a.constant += b.constant;
    return a;
}
Sum operator-(Sum a, const Sum& b) { return std::move(a) + (-1.0) * b; }
Sum operator*(double times, Sum sum) {
    for (auto& part : sum.parts) part.coefficient *= times;
    sum.constant *= times;
    return sum;
}
Sum sum_of(Mean mean) { return {.parts = {{.what = std::move(mean)}}}; }
Sum max_of(std::vector<Sum> sums, std::size_t at) { return extreme_of(true, std::move(sums), at); }
Sum min_of(std::vector<Sum> sums, std::size_t at) { return extreme_of(false, std::move(sums), at); }

std::string to_text(const Mean& mean) {
    std::string text = mean.quantity;
    if (!mean.arguments.empty()) {
        std::string arguments;
        for (const auto& argument : mean.arguments) {
            const bool plain = argument.find('\'') == std::string::npos;
            const char quote = plain ? '\'' : argument.find('"') == std::string::npos ? '"' : '`';
            arguments += (arguments.empty() ? "" : ", ") + (quote + argument + quote);
        }
        text += "(" + arguments + ")";
    }
    std::string rows = texts_of(mean.rows);
    for (const auto& column : mean.groups) rows += (rows.empty() ? "`" : " and `") + column + "`";
    if (!mean.event.empty()) rows = texts_of(mean.event) + " within " + (rows.empty() ? "all" : rows);
    return rows.empty() ? text : text + "[" + rows + "]";
}

std::string to_text(const Sum& sum) {
    std::string text;
    for (const auto& part : sum.parts)
        append(text, part.coefficient, std::visit([](const auto& what) { return to_text(what); }, part.what));
    if (sum.constant != 0 || text.empty()) append(text, sum.constant, "");
    return text;
}

std::string to_text(const Expression& expression) {
    constexpr std::array<std::string_view, 4> signs = {"", " <= ", " >= ", " = "};
    std::string text = to_text(expression.sum);
    if (expression.comparison == Comparison::none) return text;
    return text + std::string(signs.at(static_cast<std::size_t>(expression.comparison))) +
           base::number_text(expression.bound);
}

}  // namespace alcole::table
