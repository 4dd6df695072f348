#include "base/box.hpp"
#include "base/check_size.hpp"
#include "optimality/place.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::optimality {
namespace {

double automatic(double given, double otherwise) { return given == 0 ? otherwise : given; }

Residual judged(double value, double tolerance) {
    return {.value = value, .tolerance = tolerance, .verdict = value <= tolerance ? Decision::holds : Decision::fails};
}

/// The violation of the constraint that is worst relative to its tolerance, in the constraint's own units.
Residual violation(const Place& place, double tolerance) {
    Residual worst = judged(0, tolerance);
    double farthest = -1;
    for (std::size_t i = 0; i < place.num_constraints(); ++i) {
        const double value = place.equality(i) ? std::abs(place.risk(i)) : std::max(0.0, place.risk(i));
        const double allowed = tolerance * (place.scales.empty() ? 1 : place.scales[i]);
        if (value / allowed <= farthest) continue;
        farthest = value / allowed;
        worst = judged(std::isnan(place.risk(i)) ? place.risk(i) : value, allowed);
    }
    return worst;
}

}  // namespace

std::vector<double> offset_of(std::span<const double> prices, std::span<const double> risks,
                              std::span<const double> lambda, std::vector<double> offset) {
    constexpr double near = 1e-6;
    offset.resize(prices.size());
    for (std::size_t i = 0; i < prices.size(); ++i)
        if (prices[i] <= (1 + near) * lambda[i]) offset[i] = std::max(offset[i], risks[i + 1]);
    return offset;
}

template <class T>
Place look(AnyProblem<T>& problem, std::span<const T> theta, std::span<const double> lambda,
           const ExamineOptions& options) {
    const ProblemFacts<T>& facts = problem.facts();
    base::check_inside(facts.box, theta);
    base::check_size("lambda", lambda.size(), facts.num_constraints, "one per constraint");
    if (!options.offset.empty())
        base::check_size("offset", options.offset.size(), facts.num_constraints, "one per constraint");

    const std::size_t n = facts.num_variables;
    const std::size_t m = facts.num_constraints;
    Place place{.theta = VectorXd(index(n)),
                .box = {.lower = {facts.box.lower.begin(), facts.box.lower.end()},
                        .upper = {facts.box.upper.begin(), facts.box.upper.end()}},
                .relations = facts.relations,
                .scales = facts.constraint_scales,
                .lambda = Eigen::Map<const VectorXd>(lambda.data(), index(m)),
                .risks = VectorXd(index(m + 1)),
                .gradients = MatrixXd(index(n), index(m + 1)),
                .epsilon = static_cast<double>(std::numeric_limits<T>::epsilon())};
    std::ranges::copy(theta, place.theta.begin());

    std::vector<double> w(m + 1);
    std::vector<T> g(n);
    const auto at = problem.risks(theta, std::span(place.risks.data(), m + 1));
    for (std::size_t i = 0; i <= m; ++i) {
        w.assign(m + 1, 0.0);
        w[i] = 1;
        at.pullback(w, g);
        std::ranges::copy(g, place.gradients.col(index(i)).begin());
    }
    const auto offset =
        offset_of(facts.constraint_prices, std::span(place.risks.data(), m + 1), lambda, options.offset);
    for (std::size_t i = 0; i < m; ++i) place.risks[index(i) + 1] -= offset[i];

    place.slope = place.gradients.col(0);
    place.size = std::max(options.gradient_size, place.slope.lpNorm<Eigen::Infinity>());
    for (std::size_t i = 0; i < m; ++i) {
        place.slope += place.lambda[index(i)] * place.gradient(i);
        place.size = std::max(place.size, std::abs(place.lambda[index(i)]) * place.gradient_size(i));
    }
    return place;
}

Kkt first_order(const Place& place, const ExamineOptions& options) {
    const bool in_double = place.in_double();
    const double slope =
        automatic(options.stationarity, in_double ? 1e-7 : 2e-3) * place.size + options.stationarity_rounding;
    const double beyond = automatic(options.violation, in_double ? 1e-8 : 1e-3);
    const double product = automatic(options.complementarity, in_double ? 1e-7 : 1e-4);
    const std::size_t n = place.num_variables();

    double complementarity = 0;
    double wrong_sign = 0;
    for (std::size_t i = 0; i < place.num_constraints(); ++i) {
        if (place.equality(i)) continue;
        const double lambda = place.lambda[index(i)];
        complementarity = std::max(complementarity, std::abs(lambda * place.risk(i)));
        wrong_sign = std::max(wrong_sign, -lambda * place.gradient_size(i));
    }
    Kkt kkt{.stationarity = judged(base::projected_gradient<double>(place.box, std::span(place.theta.data(), n),
                                                                    std::span(place.slope.data(), n)),
                                   slope),
            .violation = violation(place, beyond),
            .complementarity = judged(complementarity, product * std::max(1.0, std::abs(place.risks[0]))),
            .sign = judged(wrong_sign, slope)};
    const auto holds = [](const Residual& judged) { return judged.verdict == Decision::holds; };
    kkt.verdict = holds(kkt.stationarity) && holds(kkt.violation) && holds(kkt.complementarity) && holds(kkt.sign)
                      ? Decision::holds
                      : Decision::fails;
    return kkt;
}

template Place look(AnyProblem<float>&, std::span<const float>, std::span<const double>, const ExamineOptions&);
template Place look(AnyProblem<double>&, std::span<const double>, std::span<const double>, const ExamineOptions&);

}  // namespace alcole::optimality
