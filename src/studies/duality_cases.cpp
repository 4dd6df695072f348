// The problems constructed by hand. Their dual values and perturbation functions are derived in docs/math.md.
#include "studies/duality_cases.hpp"

#include <alcole/problem.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace alcole::studies {
namespace {

/// One constraint, within a box.
struct Shape {
    std::size_t variables = 1;
    Box<double> limits{};
    Relation kind = Relation::at_most_zero;
    std::size_t num_variables() const { return variables; }
    std::size_t num_constraints() const { return 1; }
    Box<double> box() const { return limits; }
    Relation relation(std::size_t /*only*/) const { return kind; }
};

struct Concave : Shape {
    Concave() : Shape{.limits = {.lower = {0}, .upper = {1}}} {}
    auto risks(std::span<const double> x, std::span<double> l) const {
        l[0] = -(x[0] + 1) * (x[0] + 1);
        l[1] = x[0] - 0.5;
        return Linearisation{[v = x[0]](auto w, auto g) { g[0] = -w[0] * 2 * (v + 1) + w[1]; }};
    }
};

struct DoubleWell : Shape {
    DoubleWell() : Shape{.limits = {.lower = {-2}, .upper = {2}}, .kind = Relation::equal_zero} {}
    auto risks(std::span<const double> x, std::span<double> l) const {
        const double v = x[0];
        l[0] = (v * v - 1) * (v * v - 1);
        l[1] = v;
        return Linearisation{[v](auto w, auto g) { g[0] = w[0] * 4 * v * (v * v - 1) + w[1]; }};
    }
};

struct Saddle : Shape {
    Saddle() : Shape{.variables = 2, .limits = {.lower = {-1, -1}, .upper = {1, 1}}} {}
    auto risks(std::span<const double> x, std::span<double> l) const {
        l[0] = x[0] * x[1];
        l[1] = 0.5 - x[0] - x[1];
        return Linearisation{[a = x[0], b = x[1]](auto w, auto g) {
            g[0] = w[0] * b - w[1];
            g[1] = w[0] * a - w[1];
        }};
    }
};

/// Two solutions with different prices: 3 at x = 1, and 1 at x = -1.
struct TwoPrices : Shape {
    TwoPrices() : Shape{.limits = {.lower = {-2}, .upper = {2}}} {}
    auto risks(std::span<const double> x, std::span<double> l) const {
        const double v = x[0] * x[0] - 1;
        l[0] = -v * (2 + x[0]) + 3 * v * v;
        l[1] = v;
        return Linearisation{
            [v, at = x[0]](auto w, auto g) { g[0] = w[0] * (-2 * at * (2 + at) - v + 12 * v * at) + w[1] * 2 * at; }};
    }
};

/// g as a minimum over a fine grid in the box: slow, simple, global. The risks on the grid are stored, so evaluating g
/// takes one pass over pairs of numbers.
template <class P>
class GridDual {
  public:
    GridDual(const P& problem, int per_side) : kind_(problem.relation(0)) {
        const auto box = problem.box();
        std::vector<int> at(problem.num_variables(), 0);
        std::vector<double> x(at.size());
        std::vector<double> l(2);
        for (bool more = true; more;) {
            for (std::size_t j = 0; j < x.size(); ++j)
                x[j] = box.lower[j] + (box.upper[j] - box.lower[j]) * at[j] / per_side;
            problem.risks(x, l);
            risks_.emplace_back(l[0], l[1]);
            more = false;
            for (int& place : at) {
                more = ++place <= per_side;
                if (more) break;
                place = 0;
            }
        }
    }

    double operator()(Method method, double lambda, double alpha) const {
        double least = std::numeric_limits<double>::infinity();
        for (const auto& [objective, l] : risks_)
            least = std::min(least, objective + dual::term(method, kind_, l, lambda, alpha).value);
        return least;
    }

  private:
    Relation kind_;
    std::vector<std::pair<double, double>> risks_{};
};

std::vector<double> evenly(double from, double to, int parts) {
    std::vector<double> values;
    for (int i = 0; i <= parts; ++i) values.push_back(from + (to - from) * i / parts);
    return values;
}

}  // namespace

DualityCase concave_case() {
    DualityCase one{.problem = Concave{}, .start = {0.2}, .ordinary_step = 0.2, .lambda_high = 6};
    one.about = {.id = "concave",
                 .title = "A concave objective",
                 .statement = "minimise -(x + 1)^2 over [0, 1] subject to x <= 1/2",
                 .remark =
                     "The ordinary Lagrangian is concave too, so its minimum is always at an end of the box and "
                     "never near the answer x = 1/2.",
                 .exact = true,
                 .optimum = -2.25};
    one.u = evenly(-0.5, 0.5, 40);
    one.p = [](double u) { return -(1.5 + u) * (1.5 + u); };
    one.dual = GridDual(Concave{}, 4000);
    return one;
}

DualityCase double_well_case() {
    DualityCase one{.problem = DoubleWell{},
                    .start = {0.3},
                    .first_lambda = 1,
                    .ordinary_step = 0.2,
                    .lambda_low = -3,
                    .lambda_high = 3};
    one.about = {.id = "double_well",
                 .title = "Two wells",
                 .statement = "minimise (x^2 - 1)^2 subject to x = 0",
                 .remark =
                     "The answer x = 0 is a maximum of the objective; no multiplier makes it a minimum of the "
                     "ordinary Lagrangian, a quadratic penalty does.",
                 .exact = true,
                 .optimum = 1};
    one.u = evenly(-1.4, 1.4, 40);
    one.p = [](double u) { return (u * u - 1) * (u * u - 1); };
    one.dual = GridDual(DoubleWell{}, 4000);
    return one;
}

DualityCase saddle_case() {
    DualityCase one{.problem = Saddle{}, .start = {0.3, 0.1}, .ordinary_step = 0.1, .lambda_high = 3};
    one.about = {.id = "saddle",
                 .title = "A saddle",
                 .statement = "minimise x y over [-1, 1]^2 subject to x + y >= 1/2",
                 .remark =
                     "Not convex, and yet without a gap: at the best multiplier the ordinary Lagrangian is (1 - x)(1 "
                     "- y) - 1/2, whose minimisers fill two sides of the square. Which of them training ends with "
                     "is left to chance.",
                 .exact = true,
                 .optimum = -0.5};
    one.u = evenly(-1, 1, 40);
    one.p = [](double u) { return std::max(-0.5 - u, -1.0); };
    one.dual = GridDual(Saddle{}, 200);
    return one;
}

DualityCase two_prices_case() {
    DualityCase one{.problem = TwoPrices{}, .start = {0.5}, .ordinary_step = 0.2, .lambda_high = 6};
    one.about = {.id = "two_prices",
                 .title = "Two solutions, two prices",
                 .statement = "minimise -(x^2 - 1)(2 + x) + 3 (x^2 - 1)^2 subject to x^2 <= 1",
                 .remark =
                     "All assumptions hold at both solutions, x = 1 with the multiplier 3 and x = -1 with 1, and yet "
                     "no multiplier reaches P*: one below 3 is undercut near x = 1, one above 1 near x = -1. The gap "
                     "falls like 1 / (4 alpha), and no penalty closes it.",
                 .exact = true,
                 .optimum = 0};
    one.u = evenly(-0.8, 0.8, 64);
    one.p = [](double u) {
        constexpr double lowest = 0.5814574823360724;  // the minimiser of -v (2 + sqrt(1 + v)) + 3 v^2
        const double v = std::min(u, lowest);
        return -v * (2 + (v < 0 ? -1 : 1) * std::sqrt(1 + v)) + 3 * v * v;
    };
    one.dual = GridDual(TwoPrices{}, 40000);
    return one;
}

}  // namespace alcole::studies
