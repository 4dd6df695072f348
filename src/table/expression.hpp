#pragma once

#include <alcole/tabular/filter.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// The language of constraints: linear combinations of means over rows, compared with a number.
///
///     comparison   sum <= sum     sum >= sum     sum = sum     sum <= sum <= sum     sum
///     sum          products joined by + and -
///     product      factors joined by *, all but one of them numbers; / number
///     factor       number   (sum)   min(sum, ...)   max(sum, ...)   abs(sum)   mean
///     mean         quantity   quantity(argument, ...)   either with optional [rows]
///     rows         condition and condition ...   column, column ...   conditions within conditions
///
/// Conditions are those of alcole/tabular/filter.hpp. `[A]` is the mean over the rows that meet A. `[A within B]`
/// divides by the number of rows in B, and rows of B that do not meet A count as zero; `within all` divides by all
/// rows. A column by itself stands for each of its groups in turn: one constraint per group, or inside min and max one
/// choice per group.
namespace alcole::table {

enum class Comparison : std::uint8_t { none, at_most, at_least, equal };

/// The mean of a quantity over rows.
struct Mean {
    std::string quantity{};
    std::vector<std::string> arguments{};
    std::vector<tabular::Condition> rows{};
    std::vector<tabular::Condition> event{};  ///< rows that do not meet all of these count as zero
    std::vector<std::string> groups{};        ///< columns whose values define the groups
    std::size_t at = 0;                       ///< position in the text, counted from 1; 0: not from a text
};

struct Part;
struct Sum {
    std::vector<Part> parts;
    double constant = 0;
};

/// The minimum or maximum of some sums; abs(x) is the maximum of x and -x.
struct Extreme {
    bool is_max = true;
    std::vector<Sum> of;
    std::size_t at = 0;
};

struct Part {
    double coefficient = 1;
    std::variant<Mean, Extreme> what;
};

/// `sum` compared with `bound`.
struct Expression {
    Sum sum{};
    Comparison comparison = Comparison::none;
    double bound = 0;
};

/// One expression, or two for `low <= sum <= high`. Throws std::invalid_argument with a sentence that says at which
/// character something is wrong.
std::vector<Expression> parse_expression(std::string_view text);

/// A text that parses to the same expression.
std::string to_text(const Expression& expression);
std::string to_text(const Sum& sum);
std::string to_text(const Mean& mean);

/// A column that is named, and the position of the condition or the mean that names it.
struct ColumnAt {
    std::string name{};
    std::size_t at = 0;
};
/// The columns that its conditions and groups name, each as often as it occurs.
std::vector<ColumnAt> named_columns(const Sum& sum);

/// True if the predicate holds for some mean in the sum.
bool any_mean(const Sum& sum, bool (*is_so)(const Mean&));

Sum operator+(Sum a, const Sum& b);
Sum operator-(Sum a, const Sum& b);
Sum operator*(double times, Sum sum);
Sum sum_of(Mean mean);
Sum max_of(std::vector<Sum> sums, std::size_t at = 0);
Sum min_of(std::vector<Sum> sums, std::size_t at = 0);

/// "at character 7: "; empty for 0.
std::string at_character(std::size_t character);
/// Throws std::invalid_argument: "at character 7: why".
[[noreturn]] void refuse_at(std::size_t character, const std::string& why);

}  // namespace alcole::table
