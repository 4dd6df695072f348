#pragma once

#include <alcole/export.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace alcole::tabular {

/// Rows to learn from and rows to judge by, each in ascending order.
struct Split {
    std::vector<std::size_t> train{};
    std::vector<std::size_t> test{};
};

/// A random split of `rows` rows, round(test_share * rows) of them for the test; the same arguments give the same split
/// everywhere. With `strata`, one number per row (such as the codes of a column), each stratum is split in the same
/// share: floor(test_share * size) of it, and one more where the remainder is largest, until the total is right. Throws
/// std::invalid_argument when either side would be empty.
ALCOLE_EXPORT Split split_rows(std::size_t rows, double test_share, std::uint64_t seed,
                               std::span<const std::int32_t> strata = {});

/// k splits whose test parts are disjoint and cover all rows. The sizes of the test parts differ by at most one, and so
/// do the numbers of rows of each stratum in them. Throws std::invalid_argument unless 2 <= k <= rows.
ALCOLE_EXPORT std::vector<Split> k_folds(std::size_t rows, std::size_t k, std::uint64_t seed,
                                         std::span<const std::int32_t> strata = {});

}  // namespace alcole::tabular
