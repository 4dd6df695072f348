#include "certify/uniform.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <stdexcept>

namespace alcole::certify {
namespace {

double euclidean_with_bias(double norm) { return std::sqrt(norm * norm + 1); }

/// The largest Euclidean norm of a unit of the first layer, with its weights and bias as one vector.
double largest_euclidean_row(std::span<const double> layer, std::size_t inputs, std::size_t outputs) {
    double largest_square = 0;
    for (std::size_t k = 0; k < outputs; ++k) {
        double squares = 0;
        for (std::size_t j = 0; j <= inputs; ++j) squares += layer[j * outputs + k] * layer[j * outputs + k];
        largest_square = std::max(largest_square, squares);
    }
    return std::sqrt(largest_square);
}

/// The largest sum of |weights| and |bias| of a unit of a later layer, where the bias includes a(0) times the weights,
/// so that activations are measured from a(0).
double largest_absolute_row(std::span<const double> layer, std::size_t inputs, std::size_t outputs, double zero) {
    double largest_norm = 0;
    for (std::size_t k = 0; k < outputs; ++k) {
        double sum = 0;
        double bias = layer[inputs * outputs + k];
        for (std::size_t j = 0; j < inputs; ++j) {
            sum += std::abs(layer[j * outputs + k]);
            bias += zero * layer[j * outputs + k];
        }
        largest_norm = std::max(largest_norm, sum + std::abs(bias));
    }
    return largest_norm;
}

/// For N >= d, the growth function of 2 N rows is at most (2 e N / d)^d.
double zeta_of_rates(double vc, double n, double delta) {
    if (!(vc > 0) || n < vc) return 1;
    const double growth = vc * std::log(2 * std::numbers::e * n / vc);
    return std::min(1.0, std::sqrt(8 / n * (growth + std::log(4 / delta))));
}

/// The largest difference between two values of the risk.
double width_of(const UniformRisk& risk, const ScoreClass& scores) {
    double sum = 0;
    for (const UniformTerm& term : risk.terms) sum += std::abs(term.coefficient) * width_of(term.loss, scores);
    return sum;
}

void check_delta(double delta) {
    if (!(delta > 0 && delta < 1)) throw std::invalid_argument("delta must be a number between 0 and 1");
}

}  // namespace

double lipschitz_of(tabular::Activation activation) {
    switch (activation) {
        case tabular::Activation::sigmoid:
            return 0.25;
        case tabular::Activation::gelu:
            return 1.13;
        case tabular::Activation::silu:
            return 1.1;
        default:
            return 1;
    }
}

double at_zero(tabular::Activation activation) {
    switch (activation) {
        case tabular::Activation::sigmoid:
            return 0.5;
        case tabular::Activation::softplus:
            return std::numbers::ln2;
        default:
            return 0;
    }
}

Norms norms_of(const tabular::Model& model, std::size_t inputs, std::span<const double> theta) {
    if (theta.size() != num_weights(model, inputs, 1))
        throw std::invalid_argument("the length of theta is not that of a model with one score");
    Norms norms{.lipschitz = model.hidden.empty() ? 1 : lipschitz_of(model.activation),
                .vc = model.hidden.empty() ? static_cast<double>(inputs) + 1 : 0};
    std::size_t before = inputs;
    for (std::size_t layer = 0; layer <= model.hidden.size(); ++layer) {
        const std::size_t after = layer < model.hidden.size() ? model.hidden[layer] : 1;
        const auto weights = theta.first((before + 1) * after);
        norms.radii.push_back(layer == 0 ? largest_euclidean_row(weights, before, after)
                                         : largest_absolute_row(weights, before, after, at_zero(model.activation)));
        theta = theta.subspan(weights.size());
        before = after;
    }
    return norms;
}

ScoreClass fixed_class(const Norms& norms, const InputNorms& inputs) {
    if (norms.radii.empty()) throw std::invalid_argument("a class of models needs a radius for every layer");
    const double first = norms.radii.front();
    ScoreClass scores{
        .complexity = first * euclidean_with_bias(inputs.input), .apart = first * inputs.change, .vc = norms.vc};
    scores.largest = scores.complexity;
    for (const double radius : std::span(norms.radii).subspan(1)) {
        scores.complexity = radius * (2 * norms.lipschitz * scores.complexity + 1);
        scores.largest = radius * std::max(norms.lipschitz * scores.largest, 1.0);
        scores.apart = radius * norms.lipschitz * scores.apart;
    }
    return scores;
}

ScoreClass enclosing_class(const Norms& norms, const InputNorms& inputs) {
    Norms around = norms;
    double share = 1;
    for (double& radius : around.radii) {
        const double k = radius > 1 ? std::ceil(std::log2(radius)) : 0;
        radius = std::exp2(k);
        share /= (k + 1) * (k + 2);
    }
    ScoreClass scores = fixed_class(around, inputs);
    scores.share = share;
    return scores;
}

double width_of(RowLoss loss, const ScoreClass& scores) {
    if (loss == RowLoss::rate) return 1;
    return loss == RowLoss::cross_entropy ? scores.largest : scores.apart * scores.apart / 8;
}

double zeta(const ScoreClass& scores, RowLoss loss, std::size_t rows, double delta) {
    check_delta(delta);
    if (rows == 0) throw std::invalid_argument("without rows there is no bound");
    const auto n = static_cast<double>(rows);
    if (loss == RowLoss::rate) return zeta_of_rates(scores.vc, n, delta);
    const double slope = loss == RowLoss::cross_entropy ? 1 : scores.apart / std::numbers::sqrt2;
    return 2 * slope * scores.complexity / std::sqrt(n) +
           width_of(loss, scores) * std::sqrt(std::log(2 / (scores.share * delta)) / (2 * n));
}

double zeta(const ScoreClass& scores, const UniformRisk& risk, double delta) {
    double sum = 0;
    for (const UniformTerm& term : risk.terms)
        sum += std::abs(term.coefficient) *
               zeta(scores, term.loss, term.rows, delta / static_cast<double>(risk.terms.size()));
    return sum;
}

TheoremQuantities theorem_quantities(const ScoreClass& scores, const UniformRisk& objective,
                                     std::span<const UniformRisk> constraints, std::span<const DualSolution> duals,
                                     double delta) {
    const auto m = static_cast<double>(constraints.size());
    TheoremQuantities found{.zeta_objective = zeta(scores, objective, delta), .probability = 1 - (m + 1) * delta};
    found.zeta_bar = found.zeta_objective;
    for (const UniformRisk& risk : constraints) {
        found.zeta.push_back(zeta(scores, risk, delta));
        found.zeta_bar = std::max(found.zeta_bar, found.zeta.back());
        found.feasibility_vacuous.push_back(found.zeta.back() >= width_of(risk, scores) - risk.bound);
    }
    found.feasibility = found.zeta;
    for (const DualSolution& dual : duals) {
        if (dual.lambda.size() != constraints.size())
            throw std::invalid_argument("a dual solution needs one multiplier for each constraint");
        const double size = std::accumulate(dual.lambda.begin(), dual.lambda.end(), 0.0,
                                            [](double sum, double lambda) { return sum + std::abs(lambda); });
        found.delta_lambda = std::max(found.delta_lambda, size);
        found.delta_alpha = std::max(found.delta_alpha, dual.alpha);
    }
    found.objective_bound =
        (2 + found.delta_lambda) * found.zeta_bar + found.delta_alpha * m * found.zeta_bar * found.zeta_bar;
    found.objective_vacuous = !(found.objective_bound < width_of(objective, scores));
    return found;
}

}  // namespace alcole::certify
