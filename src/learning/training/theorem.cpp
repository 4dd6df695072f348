#include "learning/training/theorem.hpp"

#include <alcole/tabular/row_values.hpp>

#include "certify/uniform.hpp"

#include <algorithm>
#include <numbers>

namespace alcole::learning {
namespace {

using certify::RowLoss;
using Measure = tabular::Term::Measure;

std::optional<Theorem::Silence> why_silent(Method method, const TrainingTask& task, const Answer& answer) {
    using Silence = Theorem::Silence;
    if (task.schema().target.task != tabular::Task::binary) return Silence::not_two_classes;
    if (method != Method::augmented) return Silence::method;
    if (answer.choice != Iterate::last || answer.summary.status != Status::converged) return Silence::not_converged;
    if (task.each_row()) return Silence::each_row;
    for (const auto& risk : task.goal.constraints)
        for (const auto& term : risk.terms)
            if (!term.is_rate() && term.measure != Measure::loss && term.measure != Measure::divergence)
                return Silence::other_measures;
    return std::nullopt;
}

RowLoss loss_of(Measure measure) {
    if (measure == Measure::loss) return RowLoss::cross_entropy;
    return measure == Measure::divergence ? RowLoss::divergence : RowLoss::rate;
}

certify::UniformRisk uniform(const tabular::RiskDefinition& risk, double bound, std::span<const std::size_t> rows) {
    certify::UniformRisk found{.terms = {}, .bound = bound};
    for (std::size_t k = 0; k < rows.size(); ++k)
        found.terms.push_back(
            {.loss = loss_of(risk.terms[k].measure), .rows = rows[k], .coefficient = risk.terms[k].coefficient});
    return found;
}

}  // namespace

Theorem theorem_of(Method method, const TrainingTask& task, const Answer& answer, std::optional<double> attaining) {
    Theorem theorem{.silent = why_silent(method, task, answer)};
    if (theorem.silent) return theorem;
    constexpr double chance = 0.05;
    const auto& constraints = task.goal.constraints;
    theorem.delta = chance / static_cast<double>(constraints.size() + 1);
    theorem.largest_input = tabular::largest_input(task.train);
    const std::vector<double> theta(answer.theta.begin(), answer.theta.end());
    const auto scores = certify::enclosing_class(certify::norms_of(task.shape, task.schema().num_inputs(), theta),
                                                 {.input = theorem.largest_input, .change = std::numbers::sqrt2});
    std::vector<certify::UniformRisk> risks(constraints.size());
    const auto rows = tabular::row_counts(task.train, constraints);
    for (std::size_t i = 0; i < risks.size(); ++i) risks[i] = uniform(constraints[i], answer.bounds[i], rows[i]);
    const auto& used = answer.summary.alpha;
    if (!attaining) attaining = used.empty() ? 0 : *std::ranges::max_element(used);
    const certify::DualSolution dual{.lambda = answer.summary.lambda, .alpha = *attaining};
    const certify::UniformRisk objective{.terms = {{.rows = task.train.num_rows()}}};
    theorem.promises = certify::theorem_quantities(scores, objective, risks, {&dual, 1}, theorem.delta);
    return theorem;
}

}  // namespace alcole::learning
