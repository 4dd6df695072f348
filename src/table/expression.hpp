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
///     sum          products with + and - between them
///     product      factors with * between them, all but one of them numbers; / number
///     factor       number   (sum)   min(sum, ...)   max(sum, ...)   abs(sum)   mean
///     mean         quantity   quantity(argument, ...)   each also with [rows]
///     rows         condition and condition ...   column, column ...   conditions within conditions
///
/// A condition is one of alcole/tabular/filter.hpp. `[A]` is the mean over the rows that meet A. `[A within B]` divides
/// by the rows of B, of which those that do not meet A count as zero; `within all` divides by all rows. A column by
/// itself stands for each of its groups in turn: for as many constraints, or inside of min and max for as many choices.
namespace alcole::table {

enum class Comparison : std::uint8_t { none, at_most, at_least, equal };

/// The mean of a quantity over rows.
struct Mean {
    std::string quantity{};
    std::vector<std::string> arguments{};
    std::vector<tabular::Condition> rows{};
    std::vector<tabular::Condition> event{};  ///< rows that do not meet all of these count as zero
    std::vector<std::string> groups{};        ///< columns whose values make the rows
    std::size_t at = 0;                       ///< where it stands in the text, from 1; 0: nowhere
};

struct Part;
struct Sum {
    std::vector<Part> parts;
    double constant = 0;
};

/// The least or the largest of some sums; abs(x) is the largest of x and -x.
struct Extreme {
    bool most = true;
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

/// One expression, or two of `low <= sum <= high`. Throws std::invalid_argument with a sentence that says at which
/// character something is wrong.
std::vector<Expression> parse_expression(std::string_view text);

/// A text that is read as the same expression.
std::string to_text(const Expression& expression);
std::string to_text(const Sum& sum);
std::string to_text(const Mean& mean);

Sum operator+(Sum a, const Sum& b);
Sum operator-(Sum a, const Sum& b);
Sum operator*(double times, Sum sum);
Sum sum_of(Mean mean);
Sum most_of(std::vector<Sum> sums, std::size_t at = 0);
Sum least_of(std::vector<Sum> sums, std::size_t at = 0);

/// "at character 7: why".
[[noreturn]] void refuse_at(std::size_t character, const std::string& why);

}  // namespace alcole::table
