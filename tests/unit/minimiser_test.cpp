#include "small_problems.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace alcole {
namespace {

TEST(Minimiser, MustFitTheProblem) {
    const auto refusal = [](Minimiser minimiser) -> std::string {
        Options options;
        options.inner.minimiser = minimiser;
        try {
            (void)solve(tests::Wall<>{}, std::vector{0.0}, options);
        } catch (const std::invalid_argument& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_EQ(refusal(Minimiser::newton), "option 'inner.minimiser' is 'newton', but the problem offers no hessian()");
    EXPECT_EQ(refusal(Minimiser::newton_cg),
              "option 'inner.minimiser' is 'newton_cg', but the problem offers no hessian_vector()");
    EXPECT_EQ(refusal(Minimiser::lbfgs), "");
    EXPECT_EQ(solve(tests::Wall<>{}, std::vector{0.0}).options_used.inner.minimiser, Minimiser::lbfgs);
}

/// minimise |x - 1|^2 subject to m constraints 0 <= 0: only its size matters.
struct OfSize {
    std::size_t n;
    std::size_t m;
    bool matrix = true;
    std::size_t num_variables() const { return n; }
    std::size_t num_constraints() const { return m; }
    auto risks(std::span<const double> x, std::span<double> l) const {
        std::ranges::fill(l, 0.0);
        for (const double v : x) l[0] += (v - 1) * (v - 1);
        return Linearisation{[at = std::vector(x.begin(), x.end())](auto w, auto g) {
            for (std::size_t j = 0; j < g.size(); ++j) g[j] = w[0] * 2 * (at[j] - 1);
        }};
    }
    void hessian_vector(std::span<const double>, std::span<const double> w, std::span<const double> v,
                        std::span<double> h) const {
        for (std::size_t j = 0; j < h.size(); ++j) h[j] = w[0] * 2 * v[j];
    }
    void hessian(std::span<const double> x, std::span<const double> w, std::span<double> h) const {
        std::ranges::fill(h, 0.0);
        for (std::size_t j = 0; j < x.size(); ++j) h[j * x.size() + j] = w[0] * 2;
    }
    bool has_hessian() const { return matrix; }
};

TEST(Minimiser, IsChosenByWhatAStepCosts) {
    const auto chosen = [](const OfSize& problem) {
        return solve(problem, std::vector<double>(problem.n)).options_used.inner.minimiser;
    };
    EXPECT_EQ(chosen({200, 604}), Minimiser::newton);
    EXPECT_EQ(chosen({512, 512}), Minimiser::newton);
    EXPECT_EQ(chosen({1000, 1}), Minimiser::newton);
    EXPECT_EQ(chosen({1000, 1, false}), Minimiser::newton_cg);
    EXPECT_EQ(chosen({2000, 100}), Minimiser::newton_cg);
    EXPECT_EQ(chosen({2, 1200}), Minimiser::lbfgs);
    EXPECT_EQ(chosen({2000, 600}), Minimiser::lbfgs);
}

}  // namespace
}  // namespace alcole
