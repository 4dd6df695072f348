#include "engine/cpu/kernels.hpp"

#include <alcole/random.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace alcole::engine {
namespace {

template <class T>
class KernelsOf : public ::testing::Test {};
using Types = ::testing::Types<float, double>;
TYPED_TEST_SUITE(KernelsOf, Types);

TEST(Kernels, AreThereForMoreThanOneInstructionSet) {
    std::vector<std::string> names;
    for (const auto& [name, kernel] : every_kernels<float>()) names.push_back(name);
    EXPECT_NE(std::ranges::find(names, std::string(instruction_set())), names.end());
#ifdef __x86_64__
    EXPECT_GE(names.size(), 2U);
#endif
}

template <class T>
std::vector<T> random_values(std::size_t count, std::uint64_t seed, double spread = 1) {
    Random random(seed);
    std::vector<T> values(count);
    for (T& v : values) v = static_cast<T>(spread * random.normal());
    return values;
}

/// All numbers of rows, columns and steps that leave a different remainder at the edges of a block.
TYPED_TEST(KernelsOf, MultiplyMatricesOfAnyShape) {
    using T = TypeParam;
    for (const auto& [name, chosen] : every_kernels<T>()) {
        SCOPED_TRACE(name);
        const auto& kernel = *chosen;
        for (std::size_t rows = 1; rows <= 14; ++rows) {
            for (const std::size_t cols : {16U, 32U, 48U, 64U, 80U, 144U}) {
                for (const std::size_t depth : {1U, 3U, 17U}) {
                    const auto a = random_values<T>(rows * depth, 1);
                    const auto b = random_values<T>(depth * cols, 2);
                    const auto start = random_values<T>(cols, 3);
                    for (const bool transposed : {false, true}) {
                        auto c = random_values<T>(rows * cols, 4);
                        const auto before = c;
                        const Strided<T> view =
                            transposed ? Strided<T>{a.data(), 1, rows} : Strided<T>{a.data(), depth, 1};
                        kernel.multiply(c.data(), cols, view, b.data(), cols, rows, cols, depth,
                                        transposed ? nullptr : start.data());
                        for (std::size_t i = 0; i < rows; ++i) {
                            for (std::size_t j = 0; j < cols; ++j) {
                                double wanted = static_cast<double>(transposed ? before[i * cols + j] : start[j]);
                                for (std::size_t k = 0; k < depth; ++k)
                                    wanted += static_cast<double>(view.data[i * view.row + k * view.column]) *
                                              static_cast<double>(b[k * cols + j]);
                                ASSERT_NEAR(static_cast<double>(c[i * cols + j]), wanted,
                                            40 * std::numeric_limits<T>::epsilon());
                            }
                        }
                    }
                }
            }
        }
    }
}

double slow(Activation activation, double z) {
    const double sigma = 1 / (1 + std::exp(-z));
    switch (activation) {
        case Activation::sigmoid:
            return sigma;
        case Activation::tanh:
            return std::tanh(z);
        case Activation::softplus:
            return std::max(z, 0.0) + std::log1p(std::exp(-std::abs(z)));
        case Activation::gelu:
            return z * std::erfc(-z / std::sqrt(2.0)) / 2;
        case Activation::silu:
            return z * sigma;
        case Activation::relu:
            return std::max(z, 0.0);
    }
    return 0;
}

double slow_slope(Activation activation, double z) {
    const double sigma = 1 / (1 + std::exp(-z));
    switch (activation) {
        case Activation::sigmoid:
            return sigma * (1 - sigma);
        case Activation::tanh:
            return 1 - std::tanh(z) * std::tanh(z);
        case Activation::softplus:
            return sigma;
        case Activation::gelu:
            return std::erfc(-z / std::sqrt(2.0)) / 2 + z * std::exp(-z * z / 2) / std::sqrt(2 * std::acos(-1.0));
        case Activation::silu:
            return sigma * (1 + z * (1 - sigma));
        case Activation::relu:
            return z > 0 ? 1 : 0;
    }
    return 0;
}

double slow_curvature(Activation activation, double z) {
    const double sigma = 1 / (1 + std::exp(-z));
    const double t = std::tanh(z);
    switch (activation) {
        case Activation::sigmoid:
            return sigma * (1 - sigma) * (1 - 2 * sigma);
        case Activation::tanh:
            return -2 * t * (1 - t * t);
        case Activation::softplus:
            return sigma * (1 - sigma);
        case Activation::gelu:
            return std::exp(-z * z / 2) / std::sqrt(2 * std::acos(-1.0)) * (2 - z * z);
        case Activation::silu:
            return sigma * (1 - sigma) * (2 + z * (1 - 2 * sigma));
        case Activation::relu:
            return 0;
    }
    return 0;
}

constexpr Activation all_activations[] = {Activation::sigmoid, Activation::tanh, Activation::softplus,
                                          Activation::gelu,    Activation::silu, Activation::relu};

TYPED_TEST(KernelsOf, ActivateAsTheStandardLibraryDoes) {
    using T = TypeParam;
    auto z = random_values<T>(1600, 7, 4);
    for (const double v :
         {0.0, -0.0, 1e-30, 30.0, -30.0, 80.0, -80.0, 300.0, -300.0, 5.9, -5.9, 4.01, 0.46, 0.47, 8.0, -8.0})
        z.push_back(static_cast<T>(v));
    for (const auto& [name, chosen] : every_kernels<T>()) {
        SCOPED_TRACE(name);
        const auto& kernel = *chosen;
        for (const auto activation : all_activations) {
            auto h = z;
            std::vector<T> slope(z.size());
            kernel.activate(activation, h.data(), slope.data(), z.size());
            std::vector<T> d(z.size(), 1);
            kernel.multiply_slope(activation, d.data(), needs_slope(activation) ? slope.data() : h.data(), z.size());
            std::vector<T> c(z.size(), 1);
            kernel.multiply_curvature(activation, c.data(), needs_slope(activation) ? z.data() : h.data(), z.size());
            const double eps = std::numeric_limits<T>::epsilon();
            for (std::size_t i = 0; i < z.size(); ++i) {
                const auto at = static_cast<double>(z[i]);
                EXPECT_NEAR(static_cast<double>(h[i]), slow(activation, at), 8 * eps * std::max(1.0, std::abs(at)))
                    << to_string(activation) << " at " << at;
                EXPECT_NEAR(static_cast<double>(d[i]), slow_slope(activation, at),
                            16 * eps * std::max(1.0, std::abs(at)))
                    << "slope of " << to_string(activation) << " at " << at;
                EXPECT_NEAR(static_cast<double>(c[i]), slow_curvature(activation, at),
                            32 * eps * std::max(1.0, std::abs(at)))
                    << "curvature of " << to_string(activation) << " at " << at;
            }
        }
    }
}

/// Scores divided by a narrow width may have any size.
TYPED_TEST(KernelsOf, KnowTheSigmoidHoweverFarOut) {
    using T = TypeParam;
    for (const auto& [name, kernel] : every_kernels<T>())
        for (const double size : {100.0, 705.0, 710.0, 800.0, 1e6, 1e30})
            for (const double sign : {-1.0, 1.0}) {
                std::vector<T> z(lanes, static_cast<T>(sign * size));
                kernel->activate(Activation::sigmoid, z.data(), nullptr, lanes);
                for (const T v : z) EXPECT_NEAR(v, sign > 0 ? 1 : 0, 1e-6) << name << " at " << sign * size;
            }
}

TYPED_TEST(KernelsOf, PassNaNOn) {
    using T = TypeParam;
    for (const auto& [name, kernel] : every_kernels<T>()) {
        SCOPED_TRACE(name);
        if (name == "EMU128" || name == "SCALAR") continue;  // Highway's emulation turns NaN into integers
        for (const auto activation : all_activations) {
            std::vector<T> z(lanes, std::numeric_limits<T>::quiet_NaN());
            std::vector<T> slope(lanes);
            kernel->activate(activation, z.data(), slope.data(), lanes);
            for (const T v : z) ASSERT_TRUE(std::isnan(v)) << to_string(activation);
        }
        const std::vector<T> s(lanes, std::numeric_limits<T>::quiet_NaN());
        std::vector<double> p(lanes), plus(lanes);
        kernel->sigmoid_and_softplus(s.data(), p.data(), plus.data(), lanes);
        EXPECT_TRUE(std::isnan(p[0]) && std::isnan(plus[0]));
    }
}

/// Any number of points, also fewer than a register holds.
TEST(ColumnKernels, ComputeTheirFormulas) {
    for (const auto& named : every_column_kernels()) {
        const auto* kernel = named.second;
        SCOPED_TRACE(named.first);
        for (std::size_t count = 0; count <= 70; ++count) {
            const auto w0 = random_values<double>(count, 1), w1 = random_values<double>(count, 2);
            const auto s = random_values<double>(count, 3), norm = random_values<double>(count, 4);
            const auto p = random_values<double>(count, 5), before = random_values<double>(count, 6);
            double losses = 0, rates = 0, positive = 0;
            for (std::size_t i = 0; i < count; ++i) {
                losses += w0[i] * norm[i] + w1[i] * (norm[i] - s[i]);
                rates += w0[i] * p[i];
                if (s[i] > 0) positive += w0[i];
            }
            EXPECT_NEAR(kernel->sum_of_losses(w0.data(), w1.data(), norm.data(), s.data(), count), losses, 1e-12);
            EXPECT_NEAR(kernel->sum_of_rates(w0.data(), p.data(), count), rates, 1e-12);
            EXPECT_NEAR(kernel->sum_where_positive(w0.data(), s.data(), count), positive, 1e-12);
            const auto expect = [&](auto add, auto of) {
                auto g = before;
                add(g.data());
                for (std::size_t i = 0; i < count; ++i) EXPECT_NEAR(g[i], before[i] + 3 * of(i), 1e-12);
            };
            expect([&](double* g) { kernel->add_loss_slopes(3, w0.data(), w1.data(), p.data(), g, count); },
                   [&](std::size_t i) { return w0[i] * p[i] + w1[i] * (p[i] - 1); });
            expect([&](double* g) { kernel->add_loss_curves(3, w0.data(), w1.data(), p.data(), g, count); },
                   [&](std::size_t i) { return (std::max(w0[i], 0.0) + std::max(w1[i], 0.0)) * p[i] * (1 - p[i]); });
            expect([&](double* g) { kernel->add_rate_slopes(3, w0.data(), p.data(), g, count); },
                   [&](std::size_t i) { return w0[i] * p[i] * (1 - p[i]); });
            expect([&](double* g) { kernel->add_rate_bounds(3, w0.data(), p.data(), g, count); },
                   [&](std::size_t i) { return std::abs(w0[i]) * p[i] * (1 - p[i]); });
        }
    }
}

TYPED_TEST(KernelsOf, KnowSigmoidAndSoftplusToTheLastDigits) {
    using T = TypeParam;
    std::vector<T> s = random_values<T>(64, 3, 10);
    s[0] = 700;
    s[1] = -700;
    s[2] = 0;
    for (const auto& [name, kernel] : every_kernels<T>()) {
        SCOPED_TRACE(name);
        std::vector<double> p(64), plus(64);
        kernel->sigmoid_and_softplus(s.data(), p.data(), plus.data(), 64);
        for (std::size_t i = 0; i < 64; ++i) {
            const auto z = static_cast<double>(s[i]);
            const double wanted = 1 / (1 + std::exp(-z));
            EXPECT_NEAR(p[i], wanted, 4e-16 * wanted + 1e-300);
            const double wanted_plus = std::max(z, 0.0) + std::log1p(std::exp(-std::abs(z)));
            EXPECT_NEAR(plus[i], wanted_plus, 4e-16 * wanted_plus + 1e-300);
        }
    }
}

}  // namespace
}  // namespace alcole::engine
