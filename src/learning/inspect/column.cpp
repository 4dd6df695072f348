#include "learning/inspect/column.hpp"

#include "base/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace alcole::learning {
namespace {

using tabular::Column;
using tabular::ColumnType;

template <class Range>
std::vector<double> sorted(const Range& values) {
    std::vector<double> numbers;
    std::ranges::copy_if(values, std::back_inserter(numbers), [](double v) { return !std::isnan(v); });
    std::ranges::sort(numbers);
    return numbers;
}

/// Each value once, in ascending order.
std::vector<double> distinct_numbers(const Column& column) {
    std::vector<double> numbers;
    if (const auto* few = column.numbers.few()) {
        numbers = few->values;
        if (few->rows.size() < few->size) numbers.push_back(few->rest);
        numbers = sorted(numbers);
    } else {
        numbers = sorted(column.numbers.all());
    }
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

/// True if the values increase from row to row by steps of at most 10.
bool climbs(const Column& column) {
    constexpr double max_step = 10;
    double last = -std::numeric_limits<double>::infinity();
    for (const double v : column.numbers) {
        if (std::isnan(v) || v <= last) return false;
        if (std::isfinite(last) && v - last > max_step) return false;
        last = v;
    }
    return column.numbers.size() > 1;
}

using Counts = std::span<const std::uint32_t>;
std::size_t largest(Counts counts) { return counts.empty() ? 0 : *std::ranges::max_element(counts); }

/// Counts the rows of each class for each value, indexed by the value's place; missing values have place 0.
class Grouped {
  public:
    Grouped(std::span<const std::int32_t> values, std::span<const std::int32_t> classes, std::size_t places,
            std::size_t num_classes)
        : places_(places + 1), classes_(num_classes), counts_(places_ * classes_) {
        for (std::size_t row = 0; row < values.size(); ++row)
            if (classes[row] >= 0)
                ++counts_[static_cast<std::size_t>(values[row] + 1) * classes_ +
                          static_cast<std::size_t>(classes[row])];
    }

    /// Rows classified correctly if every value predicts its largest class.
    std::size_t right_by_value() const {
        std::size_t right = 0;
        for (std::size_t place = 0; place < places_; ++place) right += largest(at(place));
        return right;
    }

    /// Rows classified correctly with one class below and one above the best threshold, and one for missing values.
    std::size_t right_by_threshold() const {
        std::vector<std::uint32_t> below(classes_);
        std::vector<std::uint32_t> above = sizes();
        for (std::size_t k = 0; k < classes_; ++k) above[k] -= at(0)[k];
        std::size_t best = largest(above);
        for (std::size_t place = 1; place < places_; ++place) {
            for (std::size_t k = 0; k < classes_; ++k) {
                below[k] += at(place)[k];
                above[k] -= at(place)[k];
            }
            best = std::max(best, largest(below) + largest(above));
        }
        return best + largest(at(0));
    }

    /// The number of rows in each class.
    std::vector<std::uint32_t> sizes() const {
        std::vector<std::uint32_t> sizes(classes_);
        for (std::size_t place = 0; place < places_; ++place)
            for (std::size_t k = 0; k < classes_; ++k) sizes[k] += at(place)[k];
        return sizes;
    }

  private:
    Counts at(std::size_t place) const { return Counts(counts_).subspan(place * classes_, classes_); }

    std::size_t places_;
    std::size_t classes_;
    std::vector<std::uint32_t> counts_;
};

std::size_t highest(std::span<const std::int32_t> values) {
    const std::int32_t last = values.empty() ? -1 : *std::ranges::max_element(values);
    return static_cast<std::size_t>(last) + 1;  // -1: no value
}

Association association(std::span<const std::int32_t> values, std::span<const std::int32_t> classes,
                        bool by_threshold) {
    constexpr std::size_t max_counts = 50'000'000;
    const std::size_t places = highest(values);
    const std::size_t num_classes = highest(classes);
    if (num_classes == 0 || (places + 1) * num_classes > max_counts) return {};
    const Grouped groups(values, classes, places, num_classes);
    const auto sizes = groups.sizes();
    const auto rows = static_cast<double>(std::reduce(sizes.begin(), sizes.end(), std::uint64_t{0}));
    const std::size_t right = by_threshold ? groups.right_by_threshold() : groups.right_by_value();
    return {.base = static_cast<double>(largest(sizes)) / rows, .accuracy = static_cast<double>(right) / rows};
}

double squared_correlation(std::span<const double> x, std::span<const double> y) {
    const double mx = base::mean(x);
    const double my = base::mean(y);
    double xy = 0;
    for (std::size_t k = 0; k < x.size(); ++k) xy += (x[k] - mx) * (y[k] - my) / static_cast<double>(x.size());
    const double both = base::standard_deviation(x) * base::standard_deviation(y);
    return both > 0 ? xy * xy / (both * both) : 0;
}

double between_groups(const Column& column, std::span<const double> target) {
    std::vector<double> sums(column.levels.size() + 1);
    std::vector<double> sizes(sums.size());
    double total = 0;
    double count = 0;
    for (std::size_t row = 0; row < target.size(); ++row) {
        if (std::isnan(target[row])) continue;
        const std::size_t place = column.missing(row) ? 0 : static_cast<std::size_t>(column.codes[row]) + 1;
        sums[place] += target[row];
        ++sizes[place];
        total += target[row];
        ++count;
    }
    double between = 0;
    double all = 0;
    for (std::size_t place = 0; place < sums.size(); ++place)
        if (sizes[place] > 0) between += sizes[place] * std::pow(sums[place] / sizes[place] - total / count, 2);
    for (const double v : target)
        if (!std::isnan(v)) all += std::pow(v - total / count, 2);
    return all > 0 ? between / all : 0;
}

/// Rows, sum and sum of squares of the target at each value of a column, ordered by value.
struct Cell {
    double rows = 0;
    double sum = 0;
    double squares = 0;
    double mean() const { return sum / rows; }
};

std::vector<Cell> cells_of(const Column& column, std::span<const double> target) {
    const auto places = ranked(column);
    std::vector<Cell> cells(highest(places));
    for (std::size_t row = 0; row < target.size(); ++row) {
        if (places[row] < 0 || std::isnan(target[row])) continue;
        Cell& cell = cells[static_cast<std::size_t>(places[row])];
        cell.rows += 1;
        cell.sum += target[row];
        cell.squares += target[row] * target[row];
    }
    std::erase_if(cells, [](const Cell& cell) { return cell.rows == 0; });
    return cells;
}

Cell total_of(std::span<const Cell> cells) {
    Cell all;
    for (const Cell& cell : cells) all = {all.rows + cell.rows, all.sum + cell.sum, all.squares + cell.squares};
    return all;
}

/// Entry j: the minimum over non-decreasing curves c of the sum of n_i (m_i - c_i)^2 over the first j cells, by pooling
/// adjacent violators.
std::vector<double> misfits_of_rising(std::span<const Cell> cells) {
    struct Pool {
        double rows;
        double mean;
    };
    std::vector<Pool> pools;
    std::vector<double> misfits = {0};
    for (const Cell& cell : cells) {
        Pool last{cell.rows, cell.mean()};
        double misfit = misfits.back();
        while (!pools.empty() && pools.back().mean > last.mean) {
            const Pool before = pools.back();
            pools.pop_back();
            const double rows = before.rows + last.rows;
            misfit += before.rows * last.rows / rows * std::pow(before.mean - last.mean, 2);
            last = {rows, (before.rows * before.mean + last.rows * last.mean) / rows};
        }
        pools.push_back(last);
        misfits.push_back(misfit);
    }
    return misfits;
}

/// The same minimum over all cells, for curves that rise and then fall.
double misfit_of_hill(std::vector<Cell> cells) {
    const auto up = misfits_of_rising(cells);
    std::ranges::reverse(cells);
    const auto down = misfits_of_rising(cells);
    double best = up.back();
    for (std::size_t peak = 0; peak < up.size(); ++peak) best = std::min(best, up[peak] + down[up.size() - 1 - peak]);
    return best;
}

/// The same for curves that rise and then fall, or fall and then rise.
double misfit_of_curves(std::vector<Cell> cells) {
    const double hill = misfit_of_hill(cells);
    for (Cell& cell : cells) cell.sum = -cell.sum;
    return std::min(hill, misfit_of_hill(cells));
}

}  // namespace

double worst_spread(const Column& groups, std::span<const double> target) {
    const auto cells = cells_of(groups, target);
    const Cell all = total_of(cells);
    double worst = 0;
    for (const Cell& cell : cells)
        worst = std::max(worst, (cell.squares - 2 * all.mean() * cell.sum) / cell.rows + all.mean() * all.mean());
    return worst;
}

double disorder(const Column& column, std::span<const double> target) {
    constexpr double rows_per_value = 10;
    constexpr double worth_saying = 0.002;  // as a share of the target's variance
    auto cells = cells_of(column, target);
    std::erase_if(cells, [](const Cell& cell) { return cell.rows < rows_per_value; });
    if (cells.size() < 4) return 0;
    const auto k = static_cast<double>(cells.size());
    const Cell all = total_of(cells);
    double between = 0;
    for (const Cell& cell : cells) between += cell.rows * std::pow(cell.mean() - all.mean(), 2);
    const double total = all.squares - all.rows * all.mean() * all.mean();
    const double noise = std::max(0.0, total - between) / (all.rows - k);
    const double misfit = misfit_of_curves(cells);
    const double by_chance =
        (k - 2) * noise * (1 + 3 * std::sqrt(2 / (k - 2)));  // three standard deviations above its mean
    if (misfit < by_chance || misfit < worth_saying * total) return 0;
    return (misfit - (k - 2) * noise) / (between - (k - 1) * noise);
}

ColumnFacts facts_of(const Column& column) {
    ColumnFacts facts;
    facts.present = column.size() - column.num_missing();
    if (column.type == ColumnType::number) {
        const auto numbers = distinct_numbers(column);
        facts.distinct = numbers.size();
        facts.whole = !numbers.empty() && std::ranges::all_of(numbers, [](double v) { return v == std::floor(v); });
        facts.counts_up = facts.whole && climbs(column);
    } else {
        std::vector<bool> seen(column.levels.size());
        for (const auto code : column.codes)
            if (code >= 0) seen[static_cast<std::size_t>(code)] = true;
        facts.distinct = static_cast<std::size_t>(std::ranges::count(seen, true));
    }
    return facts;
}

double kurtosis(const Column& column) {
    const auto numbers = sorted(column.numbers);
    if (numbers.empty()) return 0;
    const double mean = base::mean(numbers);
    const double sd = base::standard_deviation(numbers);
    double total = 0;
    for (const double v : numbers) total += sd > 0 ? std::pow((v - mean) / sd, 4) : 0;
    return total / static_cast<double>(numbers.size());
}

std::vector<std::int32_t> ranked(const Column& column) {
    if (column.type != ColumnType::number) return column.codes.to_vector();
    const auto numbers = distinct_numbers(column);
    std::vector<std::int32_t> places;
    places.reserve(column.numbers.size());
    for (const double v : column.numbers)
        places.push_back(
            std::isnan(v) ? -1 : static_cast<std::int32_t>(std::ranges::lower_bound(numbers, v) - numbers.begin()));
    return places;
}

Association association(const Column& column, std::span<const std::int32_t> classes) {
    constexpr std::size_t few = 20;  // a number with fewer values may as well be a code
    const auto values = ranked(column);
    const bool number = column.type == ColumnType::number;
    return association(values, classes, number && highest(values) >= few);
}

Association association_by_presence(const Column& column, std::span<const std::int32_t> classes) {
    std::vector<std::int32_t> present(column.size());
    for (std::size_t row = 0; row < present.size(); ++row) present[row] = column.missing(row) ? -1 : 0;
    return association(present, classes, false);
}

double explained(const Column& column, std::span<const double> target) {
    if (column.type != ColumnType::number) return between_groups(column, target);
    std::vector<double> x;
    std::vector<double> y;
    const auto numbers = column.numbers.to_vector();
    for (std::size_t row = 0; row < target.size(); ++row) {
        if (std::isnan(target[row]) || std::isnan(numbers[row])) continue;
        x.push_back(numbers[row]);
        y.push_back(target[row]);
    }
    return x.size() < 3 ? 0 : squared_correlation(x, y);
}

}  // namespace alcole::learning
