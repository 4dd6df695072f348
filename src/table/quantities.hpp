#pragma once

#include <alcole/tabular/constraint.hpp>

#include "table/expression.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

/// What a mean can be taken of, and the terms that it comes to.
namespace alcole::table {

std::vector<std::string_view> quantity_names();

/// Whether it is about one class taken as positive, which an argument may name.
bool asks_for_class(const Mean& mean);
/// Whether it compares a row with its twin.
bool asks_for_change(const Mean& mean);

/// A sum of terms; of precision, false discovery rate and F-score a sum over another one that is never negative:
///
///     precision = TP / P,     false discovery rate = FP / P,     F = (1 + b^2) TP / ((1 + b^2) TP + b^2 FN + FP)
struct Terms {
    std::vector<tabular::Term> of{};
    std::vector<tabular::Term> by{};  ///< empty: 1
};

/// The terms of a mean over its rows, for one class taken as positive unless the mean names another. Throws
/// std::invalid_argument with a sentence, and the place of the mean, when an argument is wrong or it does not fit the
/// target.
Terms terms_of(const Mean& mean, const tabular::Schema& schema, std::int32_t positive);

}  // namespace alcole::table
