#include <alcole/tabular/numbers.hpp>

#include "base/same_bits.hpp"
#include "table/numbers_builder.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace alcole::tabular {
namespace {

std::vector<double> spread_out(const Numbers::Few& few) {
    std::vector<double> values(few.size, few.rest);
    for (std::size_t k = 0; k < few.rows.size(); ++k) values[few.rows[k]] = few.values[k];
    return values;
}

/// A value that more than half of 32 evenly spaced rows have, if there is one. For most columns of quantities these few
/// rows settle the matter, and the others need not be read.
const double* likely_majority(std::span<const double> values) {
    constexpr std::size_t sample = 32;
    const double* candidate = nullptr;
    std::size_t votes = 0;  // Boyer and Moore's vote finds the only value that can have a majority
    for (std::size_t k = 0; k < sample; ++k) {
        const double& value = values[k * values.size() / sample];
        if (votes == 0) candidate = &value;
        // size_t(-1) subtracts 1 by wrapping around.
        votes += candidate == &value || base::same_bits(*candidate, value) ? 1U : std::size_t(-1);
    }
    return votes > 0 ? candidate : nullptr;
}

}  // namespace

Numbers::Numbers(Few few) {
    if (table::saves_memory(few.rows.size(), few.size))
        few_ = std::make_shared<const Few>(std::move(few));
    else
        all_ = spread_out(few);
}

Numbers Numbers::compact(std::vector<double> values) {
    if (!table::saves_memory(0, values.size())) return Numbers(std::move(values));
    const double* rest = likely_majority(values);
    if (rest == nullptr) return Numbers(std::move(values));
    Few few{.size = values.size(), .rest = *rest};
    const auto differ = static_cast<std::size_t>(
        std::ranges::count_if(values, [&](double v) { return !base::same_bits(v, few.rest); }));
    if (!table::saves_memory(differ, values.size())) return Numbers(std::move(values));
    few.rows.reserve(differ);
    few.values.reserve(differ);
    for (std::size_t row = 0; row < values.size(); ++row) {
        if (base::same_bits(values[row], few.rest)) continue;
        few.rows.push_back(static_cast<std::uint32_t>(row));
        few.values.push_back(values[row]);
    }
    return Numbers(std::move(few));
}

double Numbers::at(std::size_t row) const {
    if (row >= size()) throw std::out_of_range("there is no such row");
    return (*this)[row];
}

double Numbers::found(std::size_t row) const {
    const auto place = std::ranges::lower_bound(few_->rows, row);
    return place != few_->rows.end() && *place == row
               ? few_->values[static_cast<std::size_t>(place - few_->rows.begin())]
               : few_->rest;
}

std::vector<double> Numbers::to_vector() const { return few_ ? spread_out(*few_) : all_.to_vector(); }

std::size_t Numbers::num_bytes() const {
    if (few_) return sizeof(Few) + few_->rows.size() * (sizeof(std::uint32_t) + sizeof(double));
    return all_.size() * sizeof(double);
}

void Numbers::spread() {
    all_ = spread_out(*few_);
    few_.reset();
}

bool operator==(const Numbers& a, const Numbers& b) {
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
}

}  // namespace alcole::tabular

namespace alcole::table {
namespace {

constexpr std::size_t last_row =
    std::numeric_limits<std::uint32_t>::max();  // the last row that a list of rows can refer to

}  // namespace

bool saves_memory(std::size_t filled, std::size_t rows) {
    constexpr std::size_t min_rows = 32;  // for fewer rows, the lists themselves take more memory than all the numbers
    return rows >= min_rows && rows <= last_row && 4 * filled <= rows;
}

void NumbersBuilder::add_other(double value) {
    // Allows a few more than pay off in the end: a column that begins with a rare value, or with many, may still become
    // regular.
    constexpr std::size_t slack = 32;
    if (few_.size > last_row) {
        settle();
        return all_.push_back(value);
    }
    few_.rows.push_back(static_cast<std::uint32_t>(few_.size));
    few_.values.push_back(value);
    ++few_.size;
    if (few_.rows.size() > slack + few_.size / 4) settle();
}

/// Chooses another value as the rest if that saves_memory off; otherwise stores a number for every row from now on.
void NumbersBuilder::settle() {
    auto values = tabular::Numbers(std::move(few_)).to_vector();
    few_ = {};
    tabular::Numbers again = tabular::Numbers::compact(values);
    if (again.few() != nullptr) {
        few_ = *again.few();
        return;
    }
    all_ = std::move(values);
    few_.size = 0;
    is_few_ = false;
}

void NumbersBuilder::expect(std::size_t rows) {
    if (!is_few_) all_.reserve(rows);
}

tabular::Numbers NumbersBuilder::finish() && {
    if (is_few_) return tabular::Numbers(std::move(few_));
    return tabular::Numbers::compact(std::move(all_));
}

}  // namespace alcole::table
