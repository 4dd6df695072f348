#include <alcole/optimality.hpp>
#include <alcole/random.hpp>

#include "print.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace alcole {
namespace {

/// cos(k theta_j + j) summed over a few variables: the Hessian is diagonal, and differences get worse as k grows.
template <class T>
struct Waves {
    double k = 1;
    std::size_t num_variables() const { return 3; }
    std::size_t num_constraints() const { return 0; }
    auto risks(std::span<const T> theta, std::span<double> l) const {
        const std::vector<T> here(theta.begin(), theta.end());
        l[0] = 0;
        for (std::size_t j = 0; j < 3; ++j) l[0] += std::cos(phase(here, j));
        return Linearisation{[this, here](std::span<const double> w, std::span<T> g) {
            for (std::size_t j = 0; j < 3; ++j) g[j] = static_cast<T>(-w[0] * k * std::sin(phase(here, j)));
        }};
    }
    double phase(const std::vector<T>& theta, std::size_t j) const {
        return k * static_cast<double>(theta[j]) + static_cast<double>(j);
    }
    double smallest_eigenvalue(const std::vector<T>& theta) const {
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t j = 0; j < 3; ++j) least = std::min(least, -k * k * std::cos(phase(theta, j)));
        return least;
    }
};

template <class T>
void covers(double k) {
    int covered = 0;
    constexpr int repetitions = 200;
    for (int repetition = 0; repetition < repetitions; ++repetition) {
        Random random(static_cast<std::uint64_t>(repetition));
        std::vector<T> theta(3);
        for (T& x : theta) x = static_cast<T>(2 * random.normal());
        const Waves<T> waves{k};
        const auto found = examine(waves, theta, std::vector<double>{}).second_order;
        if (std::abs(found.whole->value - waves.smallest_eigenvalue(theta)) <= found.whole->error) ++covered;
        EXPECT_LT(found.whole->error, (std::is_same_v<T, double> ? 1e-5 : 2e-2) * k * k * (1 + k));
    }
    EXPECT_GE(covered, 198) << "k = " << k;
}

TEST(StatedError, CoversTheErrorOfDifferences) {
    for (const double k : {0.01, 1.0, 10.0, 100.0}) covers<double>(k);
    for (const double k : {0.1, 1.0, 5.0}) covers<float>(k);
}

/// c |theta|^2 / 2 with gradients that are off by up to 1e-6, differently at every theta.
struct Noisy {
    double c = 1;
    std::size_t num_variables() const { return 20; }
    std::size_t num_constraints() const { return 0; }
    auto risks(std::span<const double> theta, std::span<double> l) const {
        const std::vector<double> here(theta.begin(), theta.end());
        l[0] = 0;
        for (const double x : here) l[0] += c * x * x / 2;
        return Linearisation{[this, here](auto w, auto g) {
            for (std::size_t j = 0; j < here.size(); ++j) {
                Random random(std::bit_cast<std::uint64_t>(here[j]), j);
                g[j] = w[0] * (c * here[j] + 1e-6 * (2 * random.uniform() - 1));
            }
        }};
    }
};

TEST(StatedError, OfNoisyGradientsLeavesSmallCurvaturesOpen) {
    for (const std::size_t dense_up_to : {200U, 0U}) {
        const ExamineOptions options{.stationarity = 1e-5, .dense_up_to = dense_up_to};
        const auto small = examine(Noisy{1e-3}, std::vector<double>(20), std::vector<double>{}, options);
        EXPECT_EQ(small.second_order.verdict, Decision::undetermined) << to_string(small);
        const auto large = examine(Noisy{100}, std::vector<double>(20), std::vector<double>{}, options);
        EXPECT_EQ(large.second_order.verdict, Decision::holds) << to_string(large);
    }
}

/// x^2 - y^2 / 2 over a corner of a box, with its own Hessian products.
struct WithProducts {
    std::size_t num_variables() const { return 2; }
    std::size_t num_constraints() const { return 0; }
    Box<double> box() const { return {.lower = {0, 0}, .upper = {1, 1}}; }
    auto risks(std::span<const double> v, std::span<double> l) const {
        l[0] = v[0] * v[0] - v[1] * v[1] / 2;
        return Linearisation{[x = v[0], y = v[1]](auto w, auto g) {
            g[0] = w[0] * 2 * x;
            g[1] = -w[0] * y;
        }};
    }
    void hessian_vector(std::span<const double>, std::span<const double> w, std::span<const double> v,
                        std::span<double> h) const {
        h[0] = w[0] * 2 * v[0];
        h[1] = -w[0] * v[1];
    }
};

TEST(StatedError, OfTheProblemsOwnProductsIsRounding) {
    const auto found = examine(WithProducts{}, std::vector{0.0, 1.0}, std::vector<double>{}).second_order;
    EXPECT_FALSE(found.differences);
    EXPECT_DOUBLE_EQ(found.whole->value, -1);
    EXPECT_LT(found.whole->error, 1e-14);
    EXPECT_EQ(found.verdict, Decision::holds) << "y is held by its bound";
}

}  // namespace
}  // namespace alcole
