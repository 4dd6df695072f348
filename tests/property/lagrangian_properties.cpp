#include <alcole/dual.hpp>
#include <alcole/lagrangian.hpp>

#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace alcole {
namespace {

/// A number in [low, high], on a fine grid so that shrinking ends at round numbers.
rc::Gen<double> number(double low, double high) {
    return rc::gen::map(rc::gen::inRange(0, 1 << 20), [=](int k) { return low + (high - low) * k / double(1 << 20); });
}

/// L for the given risks, multipliers and penalties.
double lagrangian(const std::vector<double>& l, const std::vector<double>& lambda, const std::vector<double>& alpha,
                  std::vector<double>* weights = nullptr, Method method = Method::augmented) {
    const std::vector<Relation> relations(lambda.size(), Relation::at_most_zero);
    const std::vector<double> offset(lambda.size(), 0.0);
    std::vector<double> w(l.size());
    const double value = Lagrangian{method, relations, lambda, alpha, offset}(l, w);
    if (weights != nullptr) *weights = w;
    return value;
}

struct Point {
    std::vector<double> l, lambda, alpha;
};

Point point() {
    const auto m = static_cast<std::size_t>(*rc::gen::inRange(1, 5));
    Point p;
    p.l = *rc::gen::container<std::vector<double>>(m + 1, number(-3, 3));
    p.lambda = *rc::gen::container<std::vector<double>>(m, number(0, 5));
    p.alpha = *rc::gen::container<std::vector<double>>(m, number(0, 4));
    return p;
}

RC_GTEST_PROP(Psi, IsItsLagrangianFormPlusAnExactPenaltyOfTheShift, ()) {
    // Psi(x, y) = max(x, -y/2)^2 + y max(x, -y/2)
    const double x = *number(-5, 5);
    const double y = *number(0, 5);
    const double d = std::max(x, -y / 2);
    RC_ASSERT(std::abs(dual::psi(x, y) - (d * d + y * d)) <= 1e-12);
}

RC_GTEST_PROP(Psi, LiesAboveTheOrdinaryTermAndBelowNothingSmaller, ()) {
    // Psi(x, y) >= x y for all x, with equality at x = 0; and Psi <= 0 for x <= 0, y >= 0.
    const double x = *number(-5, 5);
    const double y = *number(0, 5);
    if (x >= -y / 2) RC_ASSERT(dual::psi(x, y) >= x * y - 1e-12);
    RC_ASSERT(std::abs(dual::psi(0, y)) <= 1e-12);
    if (x <= 0) RC_ASSERT(dual::psi(x, y) <= 1e-12);
}

RC_GTEST_PROP(Psi, IsConvexAndNonDecreasingInItsFirstArgument, ()) {
    const double a = *number(-5, 5);
    const double b = *number(-5, 5);
    const double y = *number(0, 5);
    const double t = *number(0, 1);
    RC_ASSERT(dual::psi(t * a + (1 - t) * b, y) <= t * dual::psi(a, y) + (1 - t) * dual::psi(b, y) + 1e-12);
    if (a <= b) RC_ASSERT(dual::psi(a, y) <= dual::psi(b, y) + 1e-12);
}

RC_GTEST_PROP(Augmented, IsConcaveInLambdaAndAlpha, ()) {
    const Point p = point();
    const std::size_t m = p.lambda.size();
    const auto lambda = *rc::gen::container<std::vector<double>>(m, number(0, 5));
    const auto alpha = *rc::gen::container<std::vector<double>>(m, number(0, 4));
    const double t = *number(0, 1);
    auto middle_lambda = lambda;
    auto middle_alpha = alpha;
    for (std::size_t i = 0; i < m; ++i) {
        middle_lambda[i] = t * p.lambda[i] + (1 - t) * lambda[i];
        middle_alpha[i] = t * p.alpha[i] + (1 - t) * alpha[i];
    }
    RC_ASSERT(lagrangian(p.l, middle_lambda, middle_alpha) >=
              t * lagrangian(p.l, p.lambda, p.alpha) + (1 - t) * lagrangian(p.l, lambda, alpha) - 1e-9);
}

RC_GTEST_PROP(Augmented, DoesNotFallWhenAlphaGrows, ()) {
    const Point p = point();
    auto more = p.alpha;
    for (double& a : more) a += *number(0, 3);
    RC_ASSERT(lagrangian(p.l, p.lambda, more) >= lagrangian(p.l, p.lambda, p.alpha) - 1e-12);
}

RC_GTEST_PROP(Augmented, LiesBelowTheObjectiveWhereTheConstraintsHold, ()) {
    Point p = point();
    for (std::size_t i = 1; i < p.l.size(); ++i) p.l[i] = -std::abs(p.l[i]);
    RC_ASSERT(lagrangian(p.l, p.lambda, p.alpha) <= p.l[0] + 1e-12);
}

RC_GTEST_PROP(Weights, AreTheDerivativesOfTheValue, ()) {
    const Point p = point();
    const auto method =
        *rc::gen::element(Method::augmented, Method::lagrangian, Method::penalty, Method::unconstrained);
    std::vector<double> w;
    lagrangian(p.l, p.lambda, p.alpha, &w, method);
    for (std::size_t i = 0; i < p.l.size(); ++i) {
        constexpr double h = 1e-6;
        auto up = p.l;
        auto down = p.l;
        up[i] += h;
        down[i] -= h;
        const double slope = (lagrangian(up, p.lambda, p.alpha, nullptr, method) -
                              lagrangian(down, p.lambda, p.alpha, nullptr, method)) /
                             (2 * h);
        RC_ASSERT(std::abs(slope - w[i]) <= 1e-4);
    }
}

RC_GTEST_PROP(Ascent, IsTheDerivativeInLambda, ()) {
    const double l = *number(-3, 3);
    const double lambda = *number(0.01, 5);
    const double alpha = *number(0.01, 4);
    constexpr double h = 1e-6;
    const auto value = [&](double at) {
        return dual::term(Method::augmented, Relation::at_most_zero, l, at, alpha).value;
    };
    const double slope = (value(lambda + h) - value(lambda - h)) / (2 * h);
    RC_ASSERT(std::abs(slope - dual::term(Method::augmented, Relation::at_most_zero, l, lambda, alpha).ascent) <= 1e-4);
}

RC_GTEST_PROP(Price, TermsHaveTheirWeightsAndAscentsAsDerivatives, ()) {
    const double price = *number(0.1, 4);
    const double lambda = price * *number(0, 1);
    const double alpha = *number(0.01, 4);
    const double l = *number(-3, 3);
    const auto method = *rc::gen::element(Method::augmented, Method::lagrangian, Method::penalty);
    constexpr double h = 1e-6;
    const auto at = [&](double risk, double multiplier) {
        return dual::term(method, Relation::at_most_zero, risk, multiplier, alpha, price);
    };
    const auto here = at(l, lambda);
    RC_ASSERT(here.weight >= 0);
    RC_ASSERT(here.weight <= price);
    RC_ASSERT(std::abs((at(l + h, lambda).value - at(l - h, lambda).value) / (2 * h) - here.weight) <= 1e-4);
    if (method == Method::penalty || lambda < h || lambda > price - h) return;
    RC_ASSERT(std::abs((at(l, lambda + h).value - at(l, lambda - h).value) / (2 * h) - here.ascent) <= 1e-4);
}

RC_GTEST_PROP(Price, TermsAreTheLeastOverHowFarTheConstraintGivesWay, ()) {
    const double price = *number(0.1, 4);
    const double lambda = price * *number(0, 1);
    const double alpha = *number(0.01, 4);
    const double l = *number(-3, 3);
    const double value = dual::term(Method::augmented, Relation::at_most_zero, l, lambda, alpha, price).value;
    double least = 1e9;
    for (int k = 0; k <= 1000; ++k) {
        const double u = 6.0 * k / 1000;
        const double with_u =
            price * u + dual::term(Method::augmented, Relation::at_most_zero, l - u, lambda, alpha).value;
        RC_ASSERT(value <= with_u + 1e-9);
        least = std::min(least, with_u);
    }
    RC_ASSERT(value >= least - 0.03);  // the grid has steps of 0.006
}

RC_GTEST_PROP(Price, KeepsMultipliersInTheirRange, ()) {
    const double price = *number(0.1, 4);
    const double lambda = price * *number(0, 1);
    const double alpha = *number(0.01, 4);
    const double l = *number(-3, 3);
    const double eta = *number(0, 3) * alpha;
    const auto rule = *rc::gen::element(DualRule::gradient, DualRule::multipliers);
    const auto method = *rc::gen::element(Method::augmented, Method::lagrangian);
    const double next = dual::raise(rule, method, Relation::at_most_zero, l, lambda, alpha, eta, price);
    RC_ASSERT(next >= 0);
    RC_ASSERT(next <= price);
    if (rule == DualRule::multipliers && method == Method::augmented)
        RC_ASSERT(std::abs(next - dual::term(method, Relation::at_most_zero, l, lambda, alpha, price).weight) <= 1e-12);
}

RC_GTEST_PROP(Ascent, RaisesTheDualAndKeepsMultipliersNonNegative, ()) {
    const double l = *number(-3, 3);
    const double lambda = *number(0, 5);
    const double alpha = *number(0.01, 4);
    const double eta = *number(0, 1) * 2 * alpha;
    const double next =
        dual::raise(DualRule::gradient, Method::augmented, Relation::at_most_zero, l, lambda, alpha, eta);
    const double d = std::max(l, -lambda / (2 * alpha));
    RC_ASSERT(lambda + eta * d >= -1e-12);  // even before any clamp
    RC_ASSERT(std::abs(next - std::max(0.0, lambda + eta * d)) <= 1e-12);
    const auto value = [&](double at) {
        return dual::term(Method::augmented, Relation::at_most_zero, l, at, alpha).value;
    };
    RC_ASSERT(value(next) >= value(lambda) - 1e-9);
}

}  // namespace
}  // namespace alcole
