#pragma once

#include <alcole/export.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace alcole::tabular {

/// Training rows and test rows, each in ascending order.
struct Split {
    std::vector<std::size_t> train{};
    std::vector<std::size_t> test{};
};

/// Splits `rows` rows at random, with round(test_share * rows) of them for the test. The same arguments give the same
/// split on every machine. With `strata`, one number per row (such as the codes of a column), each stratum is split in
/// the same proportion: floor(test_share * size) of its rows, plus one for the strata with the largest remainders until
/// the total is right. Throws std::invalid_argument if either side would be empty.
[[nodiscard]] ALCOLE_EXPORT Split split_rows(std::size_t rows, double test_share, std::uint64_t seed,
                                             std::span<const std::int32_t> strata = {});

/// Returns k splits whose test parts are disjoint and cover all rows. The sizes of the test parts differ by at most
/// one, and so do their numbers of rows of each stratum. Throws std::invalid_argument unless 2 <= k <= rows.
[[nodiscard]] ALCOLE_EXPORT std::vector<Split> k_folds(std::size_t rows, std::size_t k, std::uint64_t seed,
                                                       std::span<const std::int32_t> strata = {});

}  // namespace alcole::tabular
