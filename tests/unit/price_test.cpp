#include <alcole/random.hpp>

#include "mini_batches.hpp"
#include "small_problems.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace alcole {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Any problem, with prices for its constraints.
template <class P>
struct Priced : P {
    std::vector<double> prices;
    std::vector<double> constraint_prices() const { return prices; }
};
template <class P>
Priced(P, std::vector<double>) -> Priced<P>;

/// minimise |x - centre|^2 subject to A x <= b, with its second derivatives.
struct CurvedProjection : tests::Projection {
    void hessian_vector(std::span<const double>, std::span<const double> w, std::span<const double> v,
                        std::span<double> h) const {
        for (std::size_t j = 0; j < v.size(); ++j) h[j] = 2 * w[0] * v[j];
    }
    void hessian(std::span<const double>, std::span<const double> w, std::span<double> h) const {
        std::ranges::fill(h, 0.0);
        for (std::size_t j = 0; j < centre.size(); ++j) h[j * centre.size() + j] = 2 * w[0];
    }
};
using PricedProjection = Priced<CurvedProjection>;

double dot(const std::vector<double>& a, const std::vector<double>& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

/// Gaussian elimination; empty if the matrix is singular.
std::vector<double> solved(std::vector<std::vector<double>> a, std::vector<double> b) {
    const std::size_t k = b.size();
    for (std::size_t c = 0; c < k; ++c) {
        std::size_t pivot = c;
        for (std::size_t r = c; r < k; ++r)
            if (std::abs(a[r][c]) > std::abs(a[pivot][c])) pivot = r;
        if (std::abs(a[pivot][c]) < 1e-12) return {};
        std::swap(a[c], a[pivot]);
        std::swap(b[c], b[pivot]);
        for (std::size_t r = 0; r < k; ++r) {
            if (r == c) continue;
            const double factor = a[r][c] / a[c][c];
            for (std::size_t j = c; j < k; ++j) a[r][j] -= factor * a[c][j];
            b[r] -= factor * b[c];
        }
    }
    for (std::size_t c = 0; c < k; ++c) b[c] /= a[c][c];
    return b;
}

struct KktPoint {
    std::vector<double> x, y;
    std::size_t gave_way = 0;
};

/// The answer by trying out every combination: each constraint is met (y = 0), at its bound (0 <= y <= price), or gives
/// way (y = price). With gradient 2 (x - c) + A^T y = 0, the ones at their bounds satisfy A A^T y = 2 (A c - b).
std::optional<KktPoint> by_enumeration(const PricedProjection& problem) {
    const auto& [centre, rows, right, kinds] = static_cast<const tests::Projection&>(problem);
    const std::size_t m = rows.size();
    std::size_t combinations = 1;
    for (std::size_t i = 0; i < m; ++i) combinations *= 3;
    for (std::size_t code = 0; code < combinations; ++code) {
        std::vector<std::size_t> side(m);
        std::size_t rest = code;
        for (auto& each : side) {
            each = rest % 3;
            rest /= 3;
        }
        KktPoint at{.x = centre, .y = std::vector<double>(m)};
        std::vector<std::size_t> held;
        bool possible = true;
        for (std::size_t i = 0; i < m; ++i) {
            if (side[i] == 1) held.push_back(i);
            if (side[i] != 2) continue;
            possible = possible && std::isfinite(problem.prices[i]);
            at.y[i] = problem.prices[i];
            ++at.gave_way;
        }
        if (!possible) continue;
        for (std::size_t i = 0; i < m; ++i)
            for (std::size_t j = 0; j < centre.size(); ++j) at.x[j] -= at.y[i] * rows[i][j] / 2;
        std::vector<std::vector<double>> gram;
        std::vector<double> over;
        for (const std::size_t i : held) {
            gram.emplace_back();
            for (const std::size_t j : held) gram.back().push_back(dot(rows[i], rows[j]) / 2);
            over.push_back(dot(rows[i], at.x) - right[i]);
        }
        const auto y = solved(gram, over);
        if (y.size() != held.size()) continue;
        for (std::size_t k = 0; k < held.size(); ++k) {
            at.y[held[k]] = y[k];
            for (std::size_t j = 0; j < centre.size(); ++j) at.x[j] -= y[k] * rows[held[k]][j] / 2;
        }
        for (std::size_t i = 0; i < m; ++i) {
            const double l = dot(rows[i], at.x) - right[i];
            const bool fits = side[i] == 0   ? l <= 0
                              : side[i] == 1 ? at.y[i] >= 0 && at.y[i] <= problem.prices[i]
                                             : l >= 0;
            possible = possible && fits;
        }
        if (possible) return at;
    }
    return std::nullopt;
}

/// Three or four constraints in three dimensions, all of which the centre violates; some must be met.
PricedProjection random_projection(std::uint64_t seed) {
    Random random(seed);
    PricedProjection problem;
    const std::size_t m = 3 + seed % 2;
    for (std::size_t j = 0; j < 3; ++j) problem.centre.push_back(3 * random.normal());
    for (std::size_t i = 0; i < m; ++i) {
        problem.rows.emplace_back();
        for (std::size_t j = 0; j < 3; ++j) problem.rows.back().push_back(random.normal());
        problem.right.push_back(dot(problem.rows.back(), problem.centre) - 3 * random.uniform());
        problem.prices.push_back(i == 0 && seed % 3 == 0 ? infinity : 2 * random.uniform() + 0.01);
    }
    return problem;
}

/// minimise (x - 2)^2 subject to x <= 1 at a price P: x = 2 - P / 2 and lambda = P for P <= 2, x = 1 beyond.
TEST(Prices, OfTheWallBelowWhatItCosts) {
    for (const double price : {0.01, 0.5, 1.9, 2.0, 2.1, 1e6, infinity}) {
        SCOPED_TRACE(price);
        const auto answer = solve(Priced{tests::Wall<>{}, {price}}, std::vector{0.0});
        EXPECT_EQ(answer.status, Status::converged) << answer.message;
        EXPECT_NEAR(answer.theta()[0], std::max(1.0, 2 - price / 2), 1e-7);
        EXPECT_NEAR(answer.lambda[0], std::min(2.0, price), 1e-6);
        EXPECT_EQ(answer.message.find("gives way at its price") != std::string::npos, price < 2) << answer.message;
        ASSERT_TRUE(answer.best());
        EXPECT_NEAR(answer.best()->theta[0], answer.theta()[0], 1e-6);
    }
}

TEST(Prices, AreMultiplierUnits) {
    for (const double factor : {1e-3, 1.0, 1e3})
        for (const Scaling scaling : {Scaling::gradient, Scaling::none}) {
            Options options;
            options.scaling = scaling;
            const auto answer =
                solve(Priced{tests::Wall<>{.factor = factor}, {0.5 / factor}}, std::vector{0.0}, options);
            EXPECT_NEAR(answer.theta()[0], 1.75, 1e-6) << answer.message;
            EXPECT_NEAR(answer.lambda[0] * factor, 0.5, 1e-9);
        }
}

TEST(Prices, HoldUnderEveryMethodAndRule) {
    for (const Method method : {Method::augmented, Method::lagrangian, Method::penalty})
        for (const DualRule rule : {DualRule::multipliers, DualRule::gradient}) {
            Options options;
            options.method = method;
            options.dual.rule = rule;
            SCOPED_TRACE(get_option(options, "method") + ", " + get_option(options, "dual.rule"));
            const auto answer = solve(Priced{tests::Wall<>{}, {0.5}}, std::vector{0.0}, options);
            EXPECT_EQ(answer.status, Status::converged) << answer.message;
            EXPECT_NEAR(answer.theta()[0], 1.75, 1e-6);
            EXPECT_NEAR(answer.lambda[0], 0.5, 1e-6);
        }
    Options options;
    options.method = Method::unconstrained;
    EXPECT_NEAR(solve(Priced{tests::Wall<>{}, {0.5}}, std::vector{0.0}, options).theta()[0], 2, 1e-6);
}

/// Several constraints give way together, while others hold.
TEST(Prices, AreReachedBySeveralConstraintsTogether) {
    int together = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const PricedProjection problem = random_projection(seed);
        const auto right = by_enumeration(problem);
        if (!right) continue;  // the bounds that must be met are fewer than the variables, so rounding is the reason
        together += right->gave_way >= 2 ? 1 : 0;
        for (const auto minimiser : {Minimiser::lbfgs, Minimiser::newton, Minimiser::newton_cg}) {
            Options options;
            options.inner.minimiser = minimiser;
            SCOPED_TRACE("seed " + std::to_string(seed) + ", " + get_option(options, "inner.minimiser"));
            const auto answer = solve(problem, std::vector<double>(3), options);
            EXPECT_EQ(answer.status, Status::converged) << answer.message;
            for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(answer.theta()[j], right->x[j], 1e-6) << j;
            for (std::size_t i = 0; i < right->y.size(); ++i) EXPECT_NEAR(answer.lambda[i], right->y[i], 1e-6) << i;
            EXPECT_EQ(answer.ending.gave_way, right->gave_way);
            EXPECT_LE(answer.violation, 1e-7) << "what gives way violates nothing";
        }
    }
    EXPECT_GE(together, 15) << "the test has to be about several";
}

/// x <= 0 and x >= 1 cannot both hold. At a price, the first gives way, or rather the objective does.
TEST(Prices, MakeAProblemFeasible) {
    for (const double price : {0.5, 100.0}) {
        const PricedProjection problem{{{{3}, {{1}, {-1}}, {0, -1}}}, {price, infinity}};
        const auto answer = solve(problem, std::vector{5.0});
        EXPECT_EQ(answer.status, Status::converged) << answer.message;
        EXPECT_NEAR(answer.theta()[0], std::max(1.0, 3 - price / 2), 1e-6);
        EXPECT_NEAR(answer.lambda[0], price, 1e-9);
        EXPECT_TRUE(answer.best());
    }
    const PricedProjection both{{{{3}, {{1}, {-1}}, {0, -1}}}, {100.0, 7.0}};
    const auto answer = solve(both, std::vector{5.0});
    EXPECT_EQ(answer.status, Status::converged) << answer.message;
    EXPECT_NEAR(answer.theta()[0], 0, 1e-6) << "the cheaper of the two gives way";
    EXPECT_NEAR(answer.lambda[1], 7, 1e-9);
}

TEST(Prices, AreNoPartOfAConflict) {
    const PricedProjection problem{{{{3, 3}, {{1, 0}, {-1, 0}, {1, 1}}, {0, -1, -5}}}, {infinity, infinity, 2.0}};
    const auto answer = solve(problem, std::vector{5.0, 5.0});
    ASSERT_EQ(answer.status, Status::infeasible) << answer.message;
    ASSERT_TRUE(answer.infeasibility);
    EXPECT_EQ(answer.infeasibility->conflict, (std::vector<std::size_t>{0, 1}));
    EXPECT_NEAR(answer.infeasibility->relaxation, 0.5, 1e-6);
}

/// With a constant objective, all that counts is what gives way.
TEST(Prices, CountWhereTheObjectiveIsConstant) {
    struct Feasibility {
        std::size_t num_variables() const { return 1; }
        std::size_t num_constraints() const { return 2; }
        std::vector<double> constraint_prices() const { return {3, 1}; }
        auto risks(std::span<const double> x, std::span<double> l) const {
            l[0] = 0;
            l[1] = x[0];
            l[2] = 1 - x[0];
            return Linearisation{[](auto w, auto g) { g[0] = w[1] - w[2]; }};
        }
    };
    const auto answer = solve(Feasibility{}, std::vector{5.0});
    EXPECT_EQ(answer.status, Status::converged) << answer.message;
    EXPECT_NEAR(answer.theta()[0], 0, 1e-6);
    EXPECT_NEAR(answer.lambda[0], 1, 1e-6) << "what the other one pushes with";
    EXPECT_NEAR(answer.lambda[1], 1, 1e-9);
}

struct StopAtThree {
    std::int64_t steps = 0;
    std::int64_t seen = 0;
    void on_step(const Step& /*step*/) { ++seen; }
    void on_dual_step(const TraceRecord& /*record*/) { ++seen; }
    bool stop_requested() const { return seen >= steps; }
};

TEST(Prices, AreKeptAcrossAResume) {
    const PricedProjection problem = random_projection(5);
    const auto whole = solve(problem, std::vector<double>(3));
    const auto file = std::filesystem::temp_directory_path() / ("alcole-price-" + std::to_string(::getpid()));
    State<double> state{.theta = std::vector<double>(3)};
    for (;;) {
        StopAtThree stop{.steps = 3};
        auto part = solve(problem, state, {}, stop);
        if (part.status != Status::interrupted) {
            EXPECT_EQ(part.theta(), whole.theta());
            EXPECT_EQ(part.lambda, whole.lambda);
            EXPECT_EQ(part.counts, whole.counts);
            break;
        }
        save(part.state, file);
        state = load<double>(file);
    }
    std::filesystem::remove(file);
}

/// Multipliers of a problem with higher prices are a start like any other.
TEST(Prices, LimitTheMultipliersOfAWarmStart) {
    const auto dear = solve(Priced{tests::Wall<>{}, {1.5}}, std::vector{0.0});
    const auto cheap = solve(Priced{tests::Wall<>{}, {0.5}}, warm_start(dear.state));
    EXPECT_EQ(cheap.status, Status::converged) << cheap.message;
    for (const auto& record : cheap.trace()) EXPECT_LE(record.lambda[0], 0.5);
    EXPECT_NEAR(cheap.theta()[0], 1.75, 1e-7);
}

TEST(Prices, AreReachedWithMiniBatches) {
    tests::Regression<double> hard(600, 6, 1.0, 30);
    const auto right = tests::exact(hard, 6);
    const double price = right.lambda[0] / 2;
    Priced<tests::Regression<double>> soft{hard, {price}};
    const auto exactly = tests::exact(soft, 6);
    EXPECT_NEAR(exactly.lambda[0], price, 1e-9);
    EXPECT_GT(exactly.risks[1], 0.01);
    Options options = tests::stochastic();
    options.stochastic.rate = 0.01;
    options.stochastic.rate_schedule = RateSchedule::cosine;
    options.stochastic.max_epochs = 300;
    options.penalty.initial = 1;
    const auto answer = solve(soft, std::vector<double>(6), options);
    EXPECT_NEAR(answer.lambda[0], price, 1e-3 * price);
    EXPECT_NEAR(answer.risks[1], exactly.risks[1], 0.05 * exactly.risks[1]);
    EXPECT_NEAR(answer.risks[0], exactly.risks[0], 1e-2 * exactly.risks[0]);
}

/// The share of points beyond theta, at a price. It falls by 1/5 for each unit of theta, so it gives way below a price
/// of about 35. The steps of the rate are one point of 200 high, so the sum of objective and price has a local minimum
/// at every point; a search of all of them finds the best.
struct PricedRate {
    double price = infinity;
    double steepness = 3;
    std::vector<double> points{};

    explicit PricedRate(double price) : price(price) {
        Random random(1);
        for (int n = 0; n < 200; ++n) points.push_back(-2 + 5 * random.uniform());
    }
    std::size_t num_variables() const { return 1; }
    std::size_t num_constraints() const { return 1; }
    std::vector<double> constraint_scales() const { return {0.3}; }
    std::vector<double> constraint_prices() const { return {price}; }
    void set_width(double width) { steepness = 3 / width; }
    auto risks(std::span<const double> x, std::span<double> l) const {
        double rate = 0;
        double slope = 0;
        for (const double z : points) {
            const double s = 1 / (1 + std::exp(-steepness * (z - x[0])));
            rate += s / 200;
            slope -= steepness * s * (1 - s) / 200;
        }
        l[0] = (x[0] + 2) * (x[0] + 2);
        l[1] = rate - 0.3;
        return Linearisation{[v = x[0], slope](auto w, auto g) { g[0] = w[0] * 2 * (v + 2) + w[1] * slope; }};
    }
    void strict_risks(std::span<const double> x, std::span<double> l) const {
        l[0] = (x[0] + 2) * (x[0] + 2);
        l[1] = -0.3;
        for (const double z : points) l[1] += z > x[0] ? 1.0 / 200 : 0;
    }
    double merit(double x) const {
        std::vector<double> l(2);
        strict_risks(std::vector{x}, l);
        return l[0] + price * std::max(0.0, l[1]);
    }
};

TEST(Prices, OfStepsAreWorthWhatTheyBuy) {
    for (const double price : {5.0, 10.0, 20.0, 30.0, 60.0}) {
        SCOPED_TRACE(price);
        PricedRate problem(price);
        double least = problem.merit(-2);
        for (const double z : problem.points) least = std::min(least, problem.merit(z));
        const auto answer = solve(problem, std::vector{0.0});
        EXPECT_EQ(answer.status, Status::converged) << answer.message;
        EXPECT_LE(answer.lambda[0], price);
        ASSERT_TRUE(answer.best());
        const double best = problem.merit(answer.best()->theta[0]);
        EXPECT_LE(best, 1.01 * least);
        EXPECT_LE(best, problem.merit(answer.theta()[0]));
        EXPECT_EQ(answer.best()->risks[1] > 0.006, price < 35) << answer.best()->risks[1];
    }
}

std::string refusal(const std::vector<double>& prices, Relation relation = Relation::at_most_zero) {
    try {
        (void)solve(Priced{tests::Projection{{0}, {{1}}, {0}, {relation}}, prices}, std::vector{0.0});
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "";
}

TEST(Prices, AreRefusedWhereTheyMakeNoSense) {
    EXPECT_NE(refusal({0.0}).find("a price is a positive number"), std::string::npos);
    EXPECT_NE(refusal({-1.0}).find("a price is a positive number"), std::string::npos);
    EXPECT_NE(refusal({std::nan("")}).find("a price is a positive number"), std::string::npos);
    EXPECT_NE(refusal({1.0, 1.0}).find("constraint_prices()"), std::string::npos);
    EXPECT_NE(refusal({1.0}, Relation::equal_zero).find("equality"), std::string::npos);
    EXPECT_EQ(refusal({infinity}, Relation::equal_zero), "");
    EXPECT_EQ(refusal({1.0}), "");
}

}  // namespace
}  // namespace alcole
