#include <alcole/random.hpp>
#include <alcole/tabular/split.hpp>

#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <stdexcept>
#include <string>

namespace alcole::tabular {
namespace {

/// The rows of each stratum, shuffled; strata in ascending order.
std::vector<std::vector<std::size_t>> shuffled_strata(std::size_t rows, std::uint64_t seed,
                                                      std::span<const std::int32_t> strata) {
    if (!strata.empty() && strata.size() != rows)
        throw std::invalid_argument("there are " + std::to_string(strata.size()) + " strata for " +
                                    std::to_string(rows) + " rows");
    std::map<std::int32_t, std::vector<std::size_t>> by_number;
    for (std::size_t row = 0; row < rows; ++row) by_number[strata.empty() ? 0 : strata[row]].push_back(row);
    std::vector<std::vector<std::size_t>> parts;
    for (auto& [number, members] : by_number) {
        Random(seed, parts.size()).shuffle(std::span(members));
        parts.push_back(std::move(members));
    }
    return parts;
}

/// How many rows to take from each stratum: integers near share * size that add up to `total` (largest remainders).
std::vector<std::size_t> counts_of(const std::vector<std::vector<std::size_t>>& parts, double share,
                                   std::size_t total) {
    std::vector<std::size_t> counts(parts.size());
    std::vector<std::size_t> order(parts.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::transform(parts, counts.begin(), [share](const auto& part) {
        return static_cast<std::size_t>(share * static_cast<double>(part.size()));
    });
    const auto remainder = [&](std::size_t i) {
        return share * static_cast<double>(parts[i].size()) - static_cast<double>(counts[i]);
    };
    std::ranges::stable_sort(order, std::ranges::greater{}, remainder);
    std::size_t given = std::accumulate(counts.begin(), counts.end(), std::size_t{0});
    for (std::size_t k = 0; given < total; ++k, ++given) ++counts[order[k % order.size()]];
    return counts;
}

}  // namespace

Split split_rows(std::size_t rows, double test_share, std::uint64_t seed, std::span<const std::int32_t> strata) {
    if (!(test_share > 0 && test_share < 1))
        throw std::invalid_argument("the test share is " + base::number_text(test_share) +
                                    "; it must lie between 0 and 1");
    const auto total = static_cast<std::size_t>(std::llround(test_share * static_cast<double>(rows)));
    if (total == 0 || total == rows)
        throw std::invalid_argument("a test share of " + base::number_text(test_share) + " of " + std::to_string(rows) +
                                    " rows leaves one side empty");
    const auto parts = shuffled_strata(rows, seed, strata);
    const auto counts = counts_of(parts, test_share, total);
    Split split;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto middle = parts[i].begin() + static_cast<std::ptrdiff_t>(counts[i]);
        split.test.insert(split.test.end(), parts[i].begin(), middle);
        split.train.insert(split.train.end(), middle, parts[i].end());
    }
    std::ranges::sort(split.test);
    std::ranges::sort(split.train);
    return split;
}

std::vector<Split> k_folds(std::size_t rows, std::size_t k, std::uint64_t seed, std::span<const std::int32_t> strata) {
    if (k < 2 || k > rows)
        throw std::invalid_argument("cannot make " + std::to_string(k) + " folds of " + std::to_string(rows) +
                                    " rows; there must be at least two folds, and a row for each");
    std::vector<std::size_t> fold_of(rows);
    std::size_t next = 0;  // continues across strata, so that folds have equal sizes
    for (const auto& part : shuffled_strata(rows, seed, strata))
        for (const std::size_t row : part) fold_of[row] = next++ % k;
    std::vector<Split> folds(k);
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t fold = 0; fold < k; ++fold)
            (fold_of[row] == fold ? folds[fold].test : folds[fold].train).push_back(row);
    return folds;
}

}  // namespace alcole::tabular
