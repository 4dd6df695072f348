#pragma once

#include "naive.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

/// What a risk is the mean of, written a second time: losses, rates and other quantities of single rows.
namespace alcole::tests {

using Rows = std::vector<std::size_t>;

double sigma(double z);
/// The word in a cell, "" if missing.
std::string word_at(const tabular::Table& table, std::size_t row, const std::string& column);
double mean(const Rows& rows, const std::function<double(std::size_t)>& f);
double loss(const tabular::Table& table, const tabular::Schema& schema, const NaiveModel& model, std::size_t row);
/// The predicted number, or the expected rank of the class.
double predicted(const tabular::Table& table, const tabular::Schema& schema, const NaiveModel& model, std::size_t row);

struct Rater {
    const tabular::Table& table;
    const tabular::Schema& schema;
    const NaiveModel& model;
    bool strict;

    double operator()(tabular::Rate rate, const Rows& rows, const std::string& positive) const;
};

/// bound - sum for a rate at least the bound, sum - bound for one at most; fractions are multiplied out.
double rate_off(const Rater& rate, tabular::Rate which, const Rows& rows, const std::string& positive, double bound,
                bool at_least);
/// The mean of the quantity that a `risk` of the zoo names.
double quantity(const Rater& rate, const std::string& risk, const Rows& rows, const std::string& positive);
/// How far the probabilities in a bin are off, over all rows.
double bin_off(const Rater& rate, const Rows& rows, const std::string& positive, double low, double high);

}  // namespace alcole::tests
