#include "run/training/judge.hpp"

#include "run/training/find_model.hpp"

#include <stdexcept>

namespace alcole::run {
namespace {

using tabular::LearningProblem;
using tabular::RiskDefinition;
using tabular::Table;

struct Risks {
    double objective = 0;
    std::vector<Judged> constraints{};
};

Risks risks_on(const Deployed& model, const Table& table, std::vector<RiskDefinition> definitions,
               std::size_t threads) {
    tabular::Learning learning = model.learning;
    learning.constraints = std::move(definitions);
    learning.threads = threads;
    LearningProblem<float> problem(table, model.schema, learning);
    std::vector<double> l(problem.num_constraints() + 1);
    problem.risks(model.theta, l);
    Risks risks{.objective = l[0]};
    problem.strict_risks(model.theta, l);
    const auto flips = problem.flip_rates(model.theta);
    for (std::size_t i = 0; i < flips.size(); ++i) {
        const RiskDefinition& risk = learning.constraints[i];
        const double slack = l[i + 1];
        risks.constraints.push_back(
            {.risk = risk.at_least ? risk.bound - slack : risk.bound + slack, .slack = slack, .flip_rate = flips[i]});
    }
    return risks;
}

/// One by one, for rows in which some groups do not occur.
void judge_one_by_one(const Deployed& model, const Table& table, std::size_t threads, Judgement& judgement) {
    judgement.side.objective = risks_on(model, table, {}, threads).objective;
    for (const auto& definition : model.learning.constraints) {
        auto& judged = judgement.constraints.emplace_back();
        try {
            judged = risks_on(model, table, {definition}, threads).constraints.front();
        } catch (const std::invalid_argument& error) {
            judgement.notes.push_back("'" + definition.name + "' cannot be judged: " + error.what());
        }
    }
}

std::vector<tabular::GroupRates> groups_of(const Deployed& model, const Table& table,
                                           std::span<const double> predictions) {
    std::vector<tabular::GroupRates> groups;
    if (model.schema.target.task == tabular::Task::regression) return groups;
    std::vector<std::string> crossed;
    for (const auto& column : model.protected_columns) {
        if (table.at(column).type == tabular::ColumnType::number) continue;  // an amount makes no groups
        crossed.push_back(column);
        for (auto& group : tabular::measure_groups(model.schema, table, predictions, {column}))
            groups.push_back(std::move(group));
    }
    constexpr std::size_t most = 24;  // more would be a wall of numbers about few people each
    if (crossed.size() < 2) return groups;
    auto all = tabular::measure_groups(model.schema, table, predictions, crossed);
    if (all.size() <= most) groups.insert(groups.end(), all.begin(), all.end());
    return groups;
}

}  // namespace

bool is_met(const Judged& judged, double bound) { return judged.slack <= allowance(bound); }

Judgement judge(const Deployed& model, const Table& table, std::size_t threads) {
    tabular::check_fits(model.schema, table, true);
    Judgement judgement;
    const auto predictions = tabular::predict<float>(model.schema, model.learning.model, model.theta, table, threads);
    judgement.side.metrics = tabular::measure(model.schema, table, predictions);
    judgement.side.groups = groups_of(model, table, predictions);
    try {
        Risks risks = risks_on(model, table, model.learning.constraints, threads);
        judgement.side.objective = risks.objective;
        judgement.constraints.assign(risks.constraints.begin(), risks.constraints.end());
    } catch (const std::invalid_argument&) {
        judge_one_by_one(model, table, threads, judgement);
    }
    return judgement;
}

}  // namespace alcole::run
