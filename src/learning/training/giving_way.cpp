#include "learning/training/giving_way.hpp"

#include "learning/training/places.hpp"

#include <cstddef>

namespace alcole::learning {
namespace {

/// The slacks of the model under the bounds of its search, judged strictly.
std::vector<double> slacks_of(Problems& problems, const Answer& answer) {
    auto& problem = problems.with_bounds<float>(answer.bounds);
    std::vector<float> theta = answer.theta;
    const auto& constraints = problems.task().goal.constraints;
    for (std::size_t i = 0; i < constraints.size(); ++i)  // a minimised bound is a variable beside the weights
        if (constraints[i].minimise && theta.size() < problem.num_variables())
            theta.push_back(static_cast<float>(answer.bounds[i]));
    std::vector<double> every(problem.num_constraints() + 1);
    problem.strict_risks(theta, every);
    std::vector<double> slacks = worst_risks(problem.places(), every);
    slacks.erase(slacks.begin());
    return slacks;
}

}  // namespace

void loosen_to_reached(Problems& problems, Answer& answer) {
    if (answer.summary.status == Status::not_finite || answer.summary.status == Status::interrupted) return;
    const auto& constraints = problems.task().goal.constraints;
    const std::vector<double> slacks = slacks_of(problems, answer);
    for (std::size_t i = 0; i < constraints.size(); ++i) {
        if (!constraints[i].is_soft() || slacks[i] <= allowance(answer.bounds[i])) continue;
        answer.bounds[i] += constraints[i].at_least ? -slacks[i] : slacks[i];
        for (TraceRow& row : answer.trace) row.slack[i] -= slacks[i];
    }
}

std::vector<Note> notes_on_giving_way(const TrainingTask& task, const std::vector<double>& asked,
                                      const Answer& answer) {
    std::vector<Note> notes;
    for (std::size_t i = 0; i < asked.size(); ++i) {
        const tabular::RiskDefinition& risk = task.goal.constraints[i];
        if (!risk.is_soft() || answer.bounds[i] == asked[i]) continue;
        notes.push_back(
            {.kind = Note::Kind::gave_way, .names = {risk.name}, .numbers = {asked[i], risk.price, answer.bounds[i]}});
    }
    return notes;
}

}  // namespace alcole::learning
