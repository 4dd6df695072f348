#pragma once

#include <alcole/tabular/constraint.hpp>

#include "table/expression.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

/// The quantities whose means can be taken, and the terms that they consist of.
namespace alcole::table {

std::vector<std::string_view> quantity_names();

/// The values that a mean can take over any rows, for any model: those of a rate lie between 0 and 1.
struct Range {
    double low = 0;
    double high = 1;
};
Range range_of(const Mean& mean);

/// True if it depends on which class is positive, and no argument names that class.
bool asks_for_class(const Mean& mean);
/// True for fractions of two sums: precision, false discovery rate and F-score.
bool is_fraction(const Mean& mean);
/// True if it compares a row with its twin.
bool asks_for_change(const Mean& mean);

/// A sum of terms; for precision, false discovery rate and F-score, a sum divided by another one that is never
/// negative:
///
///     precision = TP / P,     false discovery rate = FP / P,     F = (1 + b^2) TP / ((1 + b^2) TP + b^2 FN + FP)
///
/// with b = 1.
struct Terms {
    std::vector<tabular::Term> of{};
    std::vector<tabular::Term> by{};  ///< the divisor; empty: 1
};

/// The terms of a mean over its rows, with `positive` as the positive class unless the mean names another. Throws
/// std::invalid_argument with a sentence and the position of the mean if an argument is wrong or does not fit the
/// target.
Terms terms_of(const Mean& mean, const tabular::Schema& schema, std::int32_t positive);

}  // namespace alcole::table
