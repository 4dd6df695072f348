#include <alcole/repair.hpp>

#include "small_problems.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace alcole {
namespace {

/// Groups of 7, 10 and 300 rows, each with a shift of its scores as its only variable. No two groups may differ by more
/// than `bound` in their share of scores above 0. A share of the first is a multiple of 1/7, of the second one of 1/10.
struct SmallGroups {
    double bound = 0.05;
    double width = 1;
    std::vector<std::vector<double>> scores;
    SmallGroups() : SmallGroups(0.05) {}
    explicit SmallGroups(double b) : bound(b) {
        Random random(3);
        for (const int rows : {7, 10, 300}) {
            auto& own = scores.emplace_back();
            for (int n = 0; n < rows; ++n) own.push_back(random.normal());
        }
    }
    std::size_t num_variables() const { return 3; }
    std::size_t num_constraints() const { return 6; }
    std::vector<double> constraint_scales() const { return std::vector(6, bound); }
    void set_width(double w) { width = w; }

    /// l_0 keeps the groups where they want to be, which is far apart.
    static double cost(std::span<const double> x) {
        return std::pow(x[0] - 1, 2) + std::pow(x[1] + 1, 2) + 100 * std::pow(x[2], 2);
    }
    void gaps(const std::vector<double>& shares, std::span<double> l) const {
        std::size_t i = 1;
        for (std::size_t a = 0; a < 3; ++a)
            for (std::size_t b = 0; b < 3; ++b)
                if (a != b) l[i++] = shares[a] - shares[b] - bound;
    }
    auto risks(std::span<const double> x, std::span<double> l) const {
        std::vector<double> shares(3), slopes(3);
        for (std::size_t k = 0; k < 3; ++k)
            for (const double z : scores[k]) {
                const double p = 1 / (1 + std::exp(-(z + x[k]) / width));
                shares[k] += p / static_cast<double>(scores[k].size());
                slopes[k] += p * (1 - p) / width / static_cast<double>(scores[k].size());
            }
        l[0] = cost(x);
        gaps(shares, l);
        return Linearisation{[at = std::vector(x.begin(), x.end()), slopes](auto w, auto g) {
            g[0] = w[0] * 2 * (at[0] - 1) + (w[1] + w[2] - w[3] - w[5]) * slopes[0];
            g[1] = w[0] * 2 * (at[1] + 1) + (w[3] + w[4] - w[1] - w[6]) * slopes[1];
            g[2] = w[0] * 200 * at[2] + (w[5] + w[6] - w[2] - w[4]) * slopes[2];
        }};
    }
    void strict_risks(std::span<const double> x, std::span<double> l) const {
        std::vector<double> shares(3);
        for (std::size_t k = 0; k < 3; ++k)
            shares[k] = static_cast<double>(std::ranges::count_if(scores[k], [&](double z) { return z + x[k] > 0; })) /
                        static_cast<double>(scores[k].size());
        l[0] = cost(x);
        gaps(shares, l);
    }
};

double worst_of(SmallGroups problem, const std::vector<double>& theta) {
    std::vector<double> l(7);
    problem.strict_risks(theta, l);
    return *std::max_element(l.begin() + 1, l.end());
}

TEST(Repair, LeadsToBoundsThatFewNumbersOfRowsMeet) {
    for (const double third : {-0.5, -0.2, 0.0, 0.3, 0.6}) {
        const std::vector start = {1.0, -1.0, third};
        ASSERT_GT(worst_of(SmallGroups{}, start), 0.1);
        const auto [found, evaluations] = repair(SmallGroups{}, start, 10000);
        ASSERT_TRUE(found) << third;
        EXPECT_LE(worst_of(SmallGroups{}, found->theta), 1e-12);
        EXPECT_NEAR(found->risks[0], SmallGroups::cost(found->theta), 1e-12);
        EXPECT_LT(evaluations, 10000U);
    }
}

TEST(Repair, EndsAtItsLimitOnARequestAndWhereNothingHelps) {
    const std::vector start = {1.0, -1.0, 0.0};
    EXPECT_LE(repair(SmallGroups{}, start, 1).evaluations, 1U);
    StopFlag stop;
    stop.request();
    EXPECT_FALSE(repair(SmallGroups{}, start, 10000, stop).found);
    struct Never : SmallGroups {
        void strict_risks(std::span<const double> x, std::span<double> l) const {
            SmallGroups::strict_risks(x, l);
            l[1] = 1;
        }
    };
    const auto [found, evaluations] = repair(Never{}, start, 100000);
    EXPECT_FALSE(found);
    EXPECT_LT(evaluations, 100000U) << "ten steps without progress are enough";
}

TEST(Repair, IsForStrictRisksWithoutEqualities) {
    EXPECT_FALSE(repair(Wall{}, std::vector{3.0}, 100).found);
    struct Equal : SmallGroups {
        static Relation relation(std::size_t) { return Relation::equal_zero; }
    };
    EXPECT_FALSE(repair(Equal{}, std::vector{1.0, -1.0, 0.0}, 100).found);
}

/// The surrogates of 7 rows and of 10 rows agree where the strict rates do not.
TEST(Repair, IsWhatASearchThatStallsFallsBackOn) {
    for (const double bound : {0.03, 0.05, 0.08}) {
        const auto answer = solve(SmallGroups{bound}, std::vector{0.0, 0.0, 0.0});
        const bool arrived = answer.status == Status::converged && worst_of(SmallGroups{bound}, answer.theta()) <= 1e-9;
        ASSERT_TRUE(arrived || answer.best()) << bound << ": " << answer.message;
        if (!arrived) {
            EXPECT_LE(worst_of(SmallGroups{bound}, answer.best()->theta), 1e-12);
        }
        EXPECT_LT(arrived ? answer.risks[0] : answer.best()->risks[0], 100) << "everyone, or no one, costs far more";
    }
}

}  // namespace
}  // namespace alcole
