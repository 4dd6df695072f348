#include "small_problems.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

/// Problems from other collections that punish a common habit of augmented Lagrangians.
namespace alcole {
namespace {

/// The tutorial of NLopt: minimise sqrt(x2) subject to x2 >= (2 x1)^3 and x2 >= (1 - x1)^3. The slope of the root at
/// zero is infinite: an iterate that leaves the feasible set too far ends in that corner, under any penalty. x = (1/3,
/// 8/27).
struct Tutorial {
    double floor;
    std::size_t num_variables() const { return 2; }
    std::size_t num_constraints() const { return 2; }
    Box<double> box() const { return {.lower = {-std::numeric_limits<double>::infinity(), floor}, .upper = {}}; }
    auto risks(std::span<const double> x, std::span<double> l) const {
        l[0] = std::sqrt(x[1]);
        l[1] = std::pow(2 * x[0], 3) - x[1];
        l[2] = std::pow(1 - x[0], 3) - x[1];
        return Linearisation{[a = x[0], b = x[1]](auto w, auto g) {
            g[0] = w[1] * 24 * a * a - w[2] * 3 * (1 - a) * (1 - a);
            g[1] = w[0] * 0.5 / std::sqrt(b) - w[1] - w[2];
        }};
    }
};

TEST(Tutorial, OfNloptIsSolved) {
    for (const double floor : {0.0, -std::numeric_limits<double>::infinity()}) {
        const auto answer = solve(Tutorial{floor}, std::vector{1.234, 5.678});
        EXPECT_EQ(answer.status, Status::converged) << answer.message;
        EXPECT_NEAR(answer.theta()[0], 1.0 / 3, 1e-6);
        EXPECT_NEAR(answer.theta()[1], 8.0 / 27, 1e-6);
    }
}

/// COPS, the shape of a cam: the largest area under bounds on how fast the radius changes and on convexity. The
/// violation moves from constraint to constraint.
class Cam {
  public:
    explicit Cam(std::size_t n) : n_(n), angle_(2 * std::numbers::pi / (5 * static_cast<double>(n + 1))) {}
    std::size_t num_variables() const { return n_; }
    std::size_t num_constraints() const { return (n_ + 2) + 2 * (n_ + 1); }
    Box<double> box() const { return {.lower = std::vector(n_, 1.0), .upper = std::vector(n_, 2.0)}; }

    auto risks(std::span<const double> x, std::span<double> l) const {
        // Two radii of 1 before the first and, after the last, one of 2 and the last again.
        std::vector<double> r = {1, 1};
        r.insert(r.end(), x.begin(), x.end());
        r.insert(r.end(), {2, x.back()});
        const double c = 2 * std::cos(angle_);
        const double area = -std::numbers::pi / static_cast<double>(n_);
        l[0] = 0;
        for (const double v : x) l[0] += area * v;
        std::size_t k = 1;
        for (std::size_t i = 1; i <= n_ + 2; ++i) l[k++] = c * r[i - 1] * r[i + 1] - r[i] * (r[i - 1] + r[i + 1]);
        for (std::size_t i = 1; i <= n_ + 1; ++i)
            for (const double sign : {1.0, -1.0}) l[k++] = sign * (r[i + 1] - r[i]) - 1.5 * angle_;
        return Linearisation{[r, c, area, n = n_](std::span<const double> w, std::span<double> g) {
            std::vector<double> slope(r.size());
            std::size_t at = 1;
            for (std::size_t i = 1; i <= n + 2; ++i, ++at) {
                slope[i - 1] += w[at] * (c * r[i + 1] - r[i]);
                slope[i] -= w[at] * (r[i - 1] + r[i + 1]);
                slope[i + 1] += w[at] * (c * r[i - 1] - r[i]);
            }
            for (std::size_t i = 1; i <= n + 1; ++i)
                for (const double sign : {1.0, -1.0}) {
                    slope[i + 1] += sign * w[at];
                    slope[i] -= sign * w[at++];
                }
            slope[n + 1] += slope[n + 3];
            for (std::size_t j = 0; j < n; ++j) g[j] = w[0] * area + slope[j + 2];
        }};
    }

  protected:
    std::size_t n_;
    double angle_;
};

/// Only the products of radii in the convexity conditions are curved.
struct CurvedCam : Cam {
    using Cam::Cam;
    void hessian(std::span<const double> /*x*/, std::span<const double> w, std::span<double> h) const {
        std::ranges::fill(h, 0.0);
        const auto variable = [this](std::size_t i) {
            return i == n_ + 3 ? n_ - 1 : i >= 2 && i < n_ + 2 ? i - 2 : n_;
        };
        const auto add = [&](std::size_t i, std::size_t k, double curvature) {
            const std::size_t a = std::max(variable(i), variable(k)), b = std::min(variable(i), variable(k));
            if (a < n_) h[a * n_ + b] += (a == b ? 2 : 1) * curvature;
        };
        for (std::size_t i = 1; i <= n_ + 2; ++i) {
            add(i - 1, i + 1, w[i] * 2 * std::cos(angle_));
            add(i - 1, i, -w[i]);
            add(i, i + 1, -w[i]);
        }
    }
};

TEST(CamShape, IsSolvedThoughTheViolationWanders) {
    ASSERT_TRUE(check_gradients(Cam(7), std::vector(7, 1.4)).passed);
    const auto answer = solve(Cam(50), std::vector(50, 1.5));
    EXPECT_EQ(answer.status, Status::converged) << answer.message;
    EXPECT_NEAR(answer.risks[0], -4.2952169, 2e-6);
}

/// With 604 constraints on 200 variables; the value is the one that the collection's authors give.
TEST(CamShape, OfTwoHundredRadiiIsSolvedByTheDefaultsWithAHessian) {
    const auto answer = solve(CurvedCam(200), std::vector(200, 1.5));
    EXPECT_EQ(answer.options_used.inner.minimiser, Minimiser::newton);
    EXPECT_EQ(answer.status, Status::converged) << answer.message;
    EXPECT_NEAR(answer.risks[0], -4.27850, 1e-5);
}

}  // namespace
}  // namespace alcole
