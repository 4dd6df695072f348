#include <alcole/lagrangian.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace alcole {
namespace dual {

double psi(double x, double y) {
    const double shifted = std::max(0.0, 2 * x + y);
    return (shifted * shifted - y * y) / 4;
}

namespace {

/// All branches of the augmented term have (lambda + alpha d) d; d and the clamp on the weight differ. A weight beyond
/// its range means that the distance of lambda from that end is less than 2 alpha |l|, so the quotients are finite.
ConstraintTerm augmented_term(Relation relation, double l, double lambda, double alpha, double price) {
    const double weight = lambda + 2 * alpha * l;
    if (relation == Relation::equal_zero || (!(weight < 0) && !(weight > price)))
        return {(lambda + alpha * l) * l, weight, l};
    if (weight < 0) {
        const double d = -lambda / (2 * alpha);
        return {(lambda + alpha * d) * d, 0, d};
    }
    const double d = (price - lambda) / (2 * alpha);
    return {(lambda + alpha * d) * d + price * (l - d), price, d};
}

}  // namespace

ConstraintTerm term(Method method, Relation relation, double l, double lambda, double alpha, double price) {
    switch (method) {
        case Method::augmented:
            return augmented_term(relation, l, lambda, alpha, price);
        case Method::lagrangian:
            return {lambda * l, lambda, l};
        case Method::penalty:
            return augmented_term(relation, l, 0, alpha, price);
        case Method::unconstrained:
            break;
    }
    return {};
}

}  // namespace dual

double cost_of_giving_way(std::span<const double> risks, std::span<const double> prices) {
    double cost = 0;
    for (std::size_t i = 0; i < prices.size(); ++i)
        if (std::isfinite(prices[i])) cost += prices[i] * std::max(0.0, risks[i + 1]);
    return cost;
}

dual::ConstraintTerm Lagrangian::term(std::size_t i, double l) const {
    const double most = price.empty() ? std::numeric_limits<double>::infinity() : price[i];
    return dual::term(method, relations[i], l - offset[i], lambda[i], alpha[i], most);
}

double Lagrangian::operator()(std::span<const double> l, std::span<double> w) const {
    double value = l[0];
    w[0] = 1;
    for (std::size_t i = 0; i < lambda.size(); ++i) {
        const auto t = term(i, l[i + 1]);
        value += t.value;
        w[i + 1] = t.weight;
    }
    return value;
}

void Lagrangian::curvatures(std::span<const double> l, std::span<double> c) const {
    const bool penalised = method == Method::augmented || method == Method::penalty;
    c[0] = 0;
    for (std::size_t i = 0; i < lambda.size(); ++i) {
        const double weight = term(i, l[i + 1]).weight;
        const bool gives_way = !price.empty() && weight >= price[i];
        const bool pulls = relations[i] == Relation::equal_zero || (weight > 0 && !gives_way);
        c[i + 1] = penalised && pulls ? 2 * alpha[i] : 0;
    }
}

double Lagrangian::magnitude(std::span<const double> l) const {
    double sum = std::abs(l[0]);
    for (std::size_t i = 0; i < lambda.size(); ++i) sum += std::abs(term(i, l[i + 1]).value);
    return sum;
}

}  // namespace alcole
