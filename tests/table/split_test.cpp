#include <alcole/tabular/split.hpp>

#include "temporary_file.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace alcole::tabular {
namespace {

using testing::refusal;
using Rows = std::vector<std::size_t>;

/// True if the rows are each of 0 .. n - 1 once, with each side in ascending order.
bool parts_of(std::size_t n, const Split& split) {
    Rows all = split.train;
    all.insert(all.end(), split.test.begin(), split.test.end());
    std::ranges::sort(all);
    Rows wanted(n);
    std::iota(wanted.begin(), wanted.end(), std::size_t{0});
    return all == wanted && std::ranges::is_sorted(split.train) && std::ranges::is_sorted(split.test);
}

std::map<std::int32_t, std::size_t> counts(const Rows& rows, const std::vector<std::int32_t>& strata) {
    std::map<std::int32_t, std::size_t> result;
    for (const std::size_t row : rows) ++result[strata[row]];
    return result;
}

/// Up to 6 strata of random sizes.
std::vector<std::int32_t> some_strata(std::size_t rows) {
    return *rc::gen::container<std::vector<std::int32_t>>(rows, rc::gen::inRange(-1, 5));
}

TEST(Split, IsTheSameForeverForTheSameSeed) {
    // Known answers: changing the generator or the shuffle would change all users' splits.
    EXPECT_EQ(split_rows(20, 0.25, 1).test, (Rows{2, 4, 9, 14, 18}));
    EXPECT_EQ(split_rows(20, 0.25, 2).test, (Rows{0, 8, 10, 11, 13}));
    const std::vector<std::int32_t> strata = {0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 2, 2};
    EXPECT_EQ(split_rows(12, 0.5, 7, strata).test, (Rows{0, 2, 3, 5, 6, 11}));
    const auto folds = k_folds(9, 3, 5);
    EXPECT_EQ(folds[0].test, (Rows{1, 2, 5}));
    EXPECT_EQ(folds[1].test, (Rows{3, 4, 7}));
    EXPECT_EQ(folds[2].test, (Rows{0, 6, 8}));
}

TEST(Split, DependsOnTheSeed) { EXPECT_NE(split_rows(100, 0.5, 1).test, split_rows(100, 0.5, 2).test); }

RC_GTEST_PROP(Split, CoversAllRowsOnceInTheShareAskedFor, ()) {
    const auto rows = *rc::gen::inRange<std::size_t>(2, 300);
    const double share = *rc::gen::inRange(1, 100) / 100.0;
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    const auto total = static_cast<std::size_t>(std::llround(share * static_cast<double>(rows)));
    RC_PRE(total > 0 && total < rows);
    const Split split = split_rows(rows, share, seed);
    RC_ASSERT(parts_of(rows, split));
    RC_ASSERT(split.test.size() == total);
}

RC_GTEST_PROP(Split, TakesTheSameShareOfEachStratum, ()) {
    const auto rows = *rc::gen::inRange<std::size_t>(2, 300);
    const double share = *rc::gen::inRange(1, 100) / 100.0;
    const auto strata = some_strata(rows);
    const auto total = static_cast<std::size_t>(std::llround(share * static_cast<double>(rows)));
    RC_PRE(total > 0 && total < rows);
    const Split split = split_rows(rows, share, 3, strata);
    RC_ASSERT(parts_of(rows, split));
    RC_ASSERT(split.test.size() == total);
    auto in_test = counts(split.test, strata);
    Rows all(rows);
    std::iota(all.begin(), all.end(), std::size_t{0});
    for (const auto& [stratum, size] : counts(all, strata))
        RC_ASSERT(std::abs(static_cast<double>(in_test[stratum]) - share * static_cast<double>(size)) < 1 + 1e-9);
}

RC_GTEST_PROP(Folds, HaveDisjointTestPartsThatCoverAllRows, ()) {
    const auto rows = *rc::gen::inRange<std::size_t>(2, 200);
    const auto k = *rc::gen::inRange<std::size_t>(2, std::min<std::size_t>(rows, 12) + 1);
    const auto strata = some_strata(rows);
    const auto folds = k_folds(rows, k, *rc::gen::arbitrary<std::uint64_t>(), strata);
    RC_ASSERT(folds.size() == k);
    std::vector<int> seen(rows);
    for (const auto& fold : folds) {
        RC_ASSERT(parts_of(rows, fold));
        for (const std::size_t row : fold.test) ++seen[row];
    }
    RC_ASSERT(std::ranges::all_of(seen, [](int n) { return n == 1; }));
    for (const auto& one : folds)
        for (const auto& other : folds) {
            RC_ASSERT(one.test.size() <= other.test.size() + 1);
            auto of_other = counts(other.test, strata);
            for (const auto& [stratum, size] : counts(one.test, strata)) RC_ASSERT(size <= of_other[stratum] + 1);
        }
}

TEST(Split, IsRefusedWhenASideWouldBeEmpty) {
    const auto said = [](std::size_t rows, double share, const std::vector<std::int32_t>& strata = {}) {
        return refusal<std::invalid_argument>([&] { (void)split_rows(rows, share, 0, strata); });
    };
    EXPECT_EQ(said(10, 0), "the test share is 0; it must lie between 0 and 1");
    EXPECT_EQ(said(10, 1), "the test share is 1; it must lie between 0 and 1");
    EXPECT_EQ(said(10, -0.5), "the test share is -0.5; it must lie between 0 and 1");
    EXPECT_EQ(said(10, std::numeric_limits<double>::quiet_NaN()), "the test share is nan; it must lie between 0 and 1");
    EXPECT_EQ(said(10, 0.01), "a test share of 0.01 of 10 rows leaves one side empty");
    EXPECT_EQ(said(10, 0.99), "a test share of 0.99 of 10 rows leaves one side empty");
    EXPECT_EQ(said(0, 0.5), "a test share of 0.5 of 0 rows leaves one side empty");
    EXPECT_EQ(said(10, 0.5, {1, 2}), "there are 2 strata for 10 rows");
}

TEST(Folds, AreRefusedWhenThereAreTooFewRows) {
    const auto said = [](std::size_t rows, std::size_t k) {
        return refusal<std::invalid_argument>([&] { (void)k_folds(rows, k, 0); });
    };
    EXPECT_EQ(said(10, 1), "cannot make 1 folds of 10 rows; there must be at least two folds, and a row for each");
    EXPECT_EQ(said(3, 4), "cannot make 4 folds of 3 rows; there must be at least two folds, and a row for each");
    EXPECT_EQ(k_folds(3, 3, 0).size(), 3U);
}

}  // namespace
}  // namespace alcole::tabular
