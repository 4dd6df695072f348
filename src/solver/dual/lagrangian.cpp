#include <alcole/lagrangian.hpp>

#include <algorithm>
#include <cmath>

namespace alcole {
namespace dual {

double psi(double x, double y) {
    const double shifted = std::max(0.0, 2 * x + y);
    return (shifted * shifted - y * y) / 4;
}

namespace {

/// Both branches of the augmented term are (lambda + alpha d) d; only d and the clamp on the weight differ.
ConstraintTerm augmented_term(Relation relation, double l, double lambda, double alpha) {
    const double weight = lambda + 2 * alpha * l;
    if (relation == Relation::equal_zero || !(weight < 0)) return {(lambda + alpha * l) * l, weight, l};
    const double d = -lambda / (2 * alpha);  // weight < 0 means lambda < 2 alpha |l|: the quotient is finite
    return {(lambda + alpha * d) * d, 0, d};
}

}  // namespace

ConstraintTerm term(Method method, Relation relation, double l, double lambda, double alpha) {
    switch (method) {
        case Method::augmented:
            return augmented_term(relation, l, lambda, alpha);
        case Method::lagrangian:
            return {lambda * l, lambda, l};
        case Method::penalty:
            return augmented_term(relation, l, 0, alpha);
        case Method::unconstrained:
            break;
    }
    return {};
}

}  // namespace dual

double Lagrangian::operator()(std::span<const double> l, std::span<double> w) const {
    double value = l[0];
    w[0] = 1;
    for (std::size_t i = 0; i < lambda.size(); ++i) {
        const auto t = dual::term(method, relations[i], l[i + 1] - offset[i], lambda[i], alpha[i]);
        value += t.value;
        w[i + 1] = t.weight;
    }
    return value;
}

void Lagrangian::curvatures(std::span<const double> l, std::span<double> c) const {
    const bool penalised = method == Method::augmented || method == Method::penalty;
    c[0] = 0;
    for (std::size_t i = 0; i < lambda.size(); ++i) {
        const auto t = dual::term(method, relations[i], l[i + 1] - offset[i], lambda[i], alpha[i]);
        const bool pulls = relations[i] == Relation::equal_zero || t.weight > 0;
        c[i + 1] = penalised && pulls ? 2 * alpha[i] : 0;
    }
}

double Lagrangian::magnitude(std::span<const double> l) const {
    double sum = std::abs(l[0]);
    for (std::size_t i = 0; i < lambda.size(); ++i)
        sum += std::abs(dual::term(method, relations[i], l[i + 1] - offset[i], lambda[i], alpha[i]).value);
    return sum;
}

}  // namespace alcole
