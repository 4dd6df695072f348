// The exact bound of a difference of two rates: does it match its definition, and does it hold?
#include "certify/difference.hpp"

#include <alcole/random.hpp>

#include "base/normal.hpp"
#include "certify/beta.hpp"
#include "certify/binomial.hpp"
#include "certify/confidence.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace alcole::certify {
namespace {

/// An upper bound of p_1 - p_2 for every outcome of two groups.
using Bound = std::function<double(Count, Count)>;

double probability(std::size_t n, std::size_t k, double p) {
    const auto size = static_cast<double>(n);
    const auto ones = static_cast<double>(k);
    if (p <= 0 || p >= 1) return ones == (p <= 0 ? 0 : size) ? 1 : 0;
    return std::exp(std::lgamma(size + 1) - std::lgamma(ones + 1) - std::lgamma(size - ones + 1) + ones * std::log(p) +
                    (size - ones) * std::log1p(-p));
}

/// All outcomes of two small groups with their bounds.
class Outcomes {
  public:
    Outcomes(std::size_t n1, std::size_t n2, const Bound& bound) : n1_(n1), n2_(n2) {
        for (std::size_t x1 = 0; x1 <= n1; ++x1)
            for (std::size_t x2 = 0; x2 <= n2; ++x2) bounds_.push_back(bound({x1, n1}, {x2, n2}));
    }

    /// P(U < p_1 - p_2), summed over all outcomes: no simulation.
    double chance_to_miss(double p1, double p2) const {
        std::vector<double> first;
        std::vector<double> second;
        for (std::size_t x = 0; x <= n1_; ++x) first.push_back(probability(n1_, x, p1));
        for (std::size_t x = 0; x <= n2_; ++x) second.push_back(probability(n2_, x, p2));
        double sum = 0;
        for (std::size_t i = 0; i < bounds_.size(); ++i)
            if (bounds_[i] < p1 - p2) sum += first[i / (n2_ + 1)] * second[i % (n2_ + 1)];
        return sum;
    }

    /// The largest over p_2 in steps of 1/40 and over the differences just beyond each bound, where it jumps up.
    double worst_chance_to_miss() const {
        double worst = 0;
        for (int step = 0; step <= 40; ++step) {
            const double p2 = step / 40.0;
            for (const double bound : bounds_)
                if (const double p1 = p2 + bound + 1e-9; p1 >= 0 && p1 <= 1)
                    worst = std::max(worst, chance_to_miss(p1, p2));
        }
        return worst;
    }

  private:
    std::size_t n1_;
    std::size_t n2_;
    std::vector<double> bounds_;
};

/// P(T(X) <= T(x)), outcome by outcome.
double chance_of_no_more(Count one, Count other, double z, double p1, double p2) {
    double sum = 0;
    for (std::size_t x1 = 0; x1 <= one.rows; ++x1)
        for (std::size_t x2 = 0; x2 <= other.rows; ++x2)
            if (newcombe_upper_limit({x1, one.rows}, {x2, other.rows}, z) <=
                newcombe_upper_limit(one, other, z) + 1e-12)
                sum += probability(one.rows, x1, p1) * probability(other.rows, x2, p2);
    return sum;
}

/// The mistake: the second rate is replaced by its estimate, and the test is made for that value alone.
double with_the_nuisance_at_its_estimate(Count one, Count other, double delta) {
    const double p2 = static_cast<double>(other.ones) / static_cast<double>(other.rows);
    double low = -p2;
    double high = 1 - p2;
    while (high - low > 1e-4) {
        const double middle = (low + high) / 2;
        const bool out = chance_of_no_more(one, other, base::normal_quantile(1 - delta), p2 + middle, p2) <= delta;
        (out ? high : low) = middle;
    }
    return high;
}

const std::vector<std::pair<std::size_t, std::size_t>> small_groups = {{1, 1},   {2, 9},  {5, 5},  {12, 4},
                                                                       {16, 16}, {30, 8}, {24, 24}};

TEST(NewcombeLimit, GrowsWithTheFirstCountAndFallsWithTheSecond) {
    for (const auto& [n1, n2] : {std::pair<std::size_t, std::size_t>{1, 1}, {7, 40}, {60, 25}})
        for (const double z : {0.0, 0.5, 2.0, 4.0})
            for (std::size_t x1 = 0; x1 <= n1; ++x1)
                for (std::size_t x2 = 0; x2 <= n2; ++x2) {
                    const double here = newcombe_upper_limit({x1, n1}, {x2, n2}, z);
                    if (x1 < n1) {
                        EXPECT_LT(here, newcombe_upper_limit({x1 + 1, n1}, {x2, n2}, z));
                    }
                    if (x2 < n2) {
                        EXPECT_GT(here, newcombe_upper_limit({x1, n1}, {x2 + 1, n2}, z));
                    }
                }
}

TEST(BinomialTail, IsAnIncompleteBeta) {
    for (const auto& [n, p] : {std::pair<std::size_t, double>{10, 0.3}, {3000, 0.31}, {200000, 0.002}, {50, 0.999}}) {
        const Binomial binomial(n, p);
        double sum = 0;
        for (std::size_t k = binomial.first(); k <= binomial.last(); ++k) {
            sum += binomial.mass(k);
            if (k == 0) continue;
            const auto a = static_cast<double>(k);
            EXPECT_NEAR(binomial.at_least(k), incomplete_beta(a, static_cast<double>(n) - a + 1, p), 1e-9);
        }
        EXPECT_NEAR(sum, 1, 1e-12);
    }
    EXPECT_EQ(Binomial(5, 0).at_least(1), 0);
    EXPECT_EQ(Binomial(5, 1).at_least(5), 1);
}

/// sup { p_1 - p_2 : p in C(x), P_p(T <= T(x)) > delta - gamma }, on a fine grid: never above the bound, and close to
/// it.
TEST(DifferenceBound, IsTheSupremumThatItIsDefinedAs) {
    constexpr double delta = 0.1;
    constexpr double gamma = delta / 100;
    const auto ends = [](Count count) {
        const auto ones = static_cast<double>(count.ones);
        const auto zeros = static_cast<double>(count.rows) - ones;
        return Range{ones == 0 ? 0 : 1 - beta_quantile(zeros + 1, ones, 1 - gamma / 4),
                     zeros == 0 ? 1 : beta_quantile(ones + 1, zeros, 1 - gamma / 4)};
    };
    for (const auto& [x1, x2] : {std::pair<std::size_t, std::size_t>{0, 0}, {3, 1}, {8, 0}, {2, 6}, {8, 6}, {4, 3}}) {
        const Count one{x1, 8};
        const Count other{x2, 6};
        const Range first = ends(one);
        const Range second = ends(other);
        double supremum = -1;
        constexpr int steps = 200;
        for (int i = 0; i <= steps; ++i)
            for (int j = 0; j <= steps; ++j) {
                const double p1 = first.low + first.width() * i / steps;
                const double p2 = second.low + second.width() * j / steps;
                if (p1 - p2 > supremum &&
                    chance_of_no_more(one, other, base::normal_quantile(1 - delta), p1, p2) > delta - gamma)
                    supremum = p1 - p2;
            }
        const double bound = difference_upper_bound(one, other, delta);
        EXPECT_GE(bound, supremum) << x1 << " " << x2;
        EXPECT_LE(bound, supremum + 2.0 / steps + 0.01 * std::sqrt(0.25 / 8 + 0.25 / 6)) << x1 << " " << x2;
    }
}

/// Summed over all outcomes: no simulation.
TEST(DifferenceBound, HoldsForEveryPairOfRatesInSmallGroups) {
    for (const double delta : {0.2, 0.02})
        for (const auto& [n1, n2] : small_groups) {
            const Outcomes outcomes(n1, n2,
                                    [&](Count one, Count other) { return difference_upper_bound(one, other, delta); });
            const double worst = outcomes.worst_chance_to_miss();
            EXPECT_LE(worst, delta) << n1 << " + " << n2;
            if (n1 + n2 > 30) {
                EXPECT_GT(worst, 0.8 * delta) << "delta is not wasted";
            }
        }
}

/// A test of the test: fixing the nuisance parameter at its estimate must be detected.
TEST(DifferenceBound, WithTheNuisanceAtItsEstimateIsFoundOut) {
    for (const auto& [n1, n2] : {std::pair<std::size_t, std::size_t>{5, 5}, {2, 9}}) {
        const Outcomes outcomes(
            n1, n2, [](Count one, Count other) { return with_the_nuisance_at_its_estimate(one, other, 0.02); });
        EXPECT_GT(outcomes.worst_chance_to_miss(), 0.02) << n1 << " + " << n2;
    }
}

/// In groups of a practical size: 2,000 samples per line.
TEST(DifferenceBound, HoldsAsOftenAsItSays) {
    struct Line {
        std::size_t n1, n2;
        double p1, p2;
    };
    constexpr double delta = 0.1;
    constexpr std::size_t trials = 2000;
    const auto drawn = [](Random& random, std::size_t n, double p) {
        std::size_t ones = 0;
        for (std::size_t i = 0; i < n; ++i) ones += random.uniform() < p ? 1 : 0;
        return Count{ones, n};
    };
    for (const auto& [n1, n2, p1, p2] :
         {Line{60, 60, 0.35, 0.3}, Line{60, 60, 0.5, 0.5}, Line{100, 30, 0.05, 0.02}, Line{30, 100, 0.9, 0.95},
          Line{100, 100, 0.02, 0.2}, Line{40, 200, 0.6, 0.1}, Line{80, 80, 1, 0.98}, Line{80, 80, 0, 0.01}}) {
        std::map<std::pair<std::size_t, std::size_t>, double> bounds;
        double misses = 0;
        for (std::size_t k = 0; k < trials; ++k) {
            Random random(k, 77);
            const Count one = drawn(random, n1, p1);
            const Count other = drawn(random, n2, p2);
            const auto [found, is_new] = bounds.try_emplace({one.ones, other.ones});
            if (is_new) found->second = difference_upper_bound(one, other, delta);
            misses += found->second < p1 - p2 ? 1 : 0;
        }
        const double most = delta + 4 * std::sqrt(delta * (1 - delta) / trials);
        EXPECT_LE(misses / trials, most) << n1 << " + " << n2 << " rows, rates " << p1 << " and " << p2;
    }
}

/// Both sides of a gap with one share: the probability that any of the verdicts is wrong, summed over all outcomes.
TEST(DifferenceBound, OfBothSidesIsWrongWithOneShare) {
    constexpr double delta = 0.1;
    constexpr std::size_t n1 = 14;
    constexpr std::size_t n2 = 10;
    struct Ends {
        Confidence one, other;
    };
    const auto rate = [](double coefficient, Count count) {
        TermSample term{.coefficient = coefficient, .range = {}, .values = {}, .rate = true};
        term.values.resize(count.rows);
        std::fill_n(term.values.begin(), count.ones, 1.0);
        return term;
    };
    std::vector<Ends> all;
    for (std::size_t x1 = 0; x1 <= n1; ++x1)
        for (std::size_t x2 = 0; x2 <= n2; ++x2) {
            const auto ends = [&](double sign) {
                const RiskSample gap{.terms = {rate(sign, {x1, n1}), rate(-sign, {x2, n2})}, .disjoint = true};
                return confidence(Family::automatic, gap, delta, Side::one_of_two).value();
            };
            all.push_back({ends(1), ends(-1)});
        }
    double worst = 0;
    for (const double bound : {0.0, 0.1, 0.3, 0.5})
        for (const double beyond : {-1e-9, 1e-9, 0.05})
            for (const double sign : {1.0, -1.0})
                for (int step = 0; step <= 40; ++step) {
                    const double p2 = step / 40.0;
                    const double p1 = p2 + sign * (bound + beyond);
                    if (p1 < 0 || p1 > 1) continue;
                    double wrong = 0;
                    for (std::size_t i = 0; i < all.size(); ++i) {
                        const auto errs = [&](const Confidence& ends, double gap) {
                            return gap > bound ? ends.high <= bound : ends.low > bound;
                        };
                        if (errs(all[i].one, p1 - p2) || errs(all[i].other, p2 - p1))
                            wrong += probability(n1, i / (n2 + 1), p1) * probability(n2, i % (n2 + 1), p2);
                    }
                    worst = std::max(worst, wrong);
                }
    EXPECT_LE(worst, delta);
    EXPECT_GT(worst, 0.5 * delta);
}

TEST(DifferenceBound, HasTheMarginsOfANormalApproximation) {
    // 0.35 against 0.30 at delta = 0.05 / 3, where z = 2.13: a union of two bounds has 0.131 and 0.117.
    EXPECT_NEAR(difference_upper_bound({105, 300}, {90, 300}, 0.05 / 3) - 0.05, 0.0813, 0.002);
    EXPECT_NEAR(difference_upper_bound({280, 800}, {60, 200}, 0.05 / 3) - 0.05, 0.0777, 0.003);
    EXPECT_NEAR(difference_upper_bound({7000, 20000}, {6000, 20000}, 0.05 / 3) - 0.05, 0.00996, 0.0002);
}

TEST(DifferenceBound, SaysOneWithoutRows) {
    EXPECT_EQ(difference_upper_bound({0, 0}, {3, 5}, 0.1), 1);
    EXPECT_EQ(difference_upper_bound({3, 5}, {0, 0}, 0.1), 1);
    EXPECT_EQ(difference_upper_bound({5, 5}, {0, 5}, 0.1), 1);
}

}  // namespace
}  // namespace alcole::certify
