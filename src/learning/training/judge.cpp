#include "learning/training/judge.hpp"

#include "base/check_size.hpp"

#include <cmath>

namespace alcole::learning {
namespace {

using tabular::Dataset;
using tabular::Goal;
using tabular::LearningProblem;
using tabular::RiskDefinition;

std::vector<tabular::GroupRates> groups_of(const Dataset& data, const tabular::Scores& scores,
                                           const std::vector<std::string>& protected_columns) {
    std::vector<tabular::GroupRates> groups;
    if (data.schema().target.task == tabular::Task::regression) return groups;
    std::vector<std::string> crossed;
    for (const auto& column : protected_columns) {
        if (data.table().at(column).type == tabular::ColumnType::number) continue;  // an amount makes no groups
        crossed.push_back(column);
        for (auto& group : tabular::measure_groups(data.schema(), data.table(), scores, {column}))
            groups.push_back(std::move(group));
    }
    constexpr std::size_t most = 24;  // more would be a wall of numbers about few people each
    if (crossed.size() < 2) return groups;
    auto all = tabular::measure_groups(data.schema(), data.table(), scores, crossed);
    if (all.size() <= most) groups.insert(groups.end(), all.begin(), all.end());
    return groups;
}

std::vector<std::string> names_of(const Goal& goal) {
    std::vector<std::string> names;
    for (const auto& risk : goal.constraints) names.push_back(risk.name);
    return names;
}

}  // namespace

double allowance(double bound) {
    constexpr double share = 0.01;
    return share * std::abs(bound);
}

bool is_met(const Judged& judged, double bound) { return judged.slack <= allowance(bound); }

Judge::Judge(const Dataset& data, const Goal& goal, const tabular::Model& shape, const Context& context)
    : names_(names_of(goal)) {
    tabular::check_fits(data.schema(), data.table(), true);
    Goal determined = goal;
    determined.constraints.clear();
    for (const auto& risk : goal.constraints) {
        reasons_.push_back(tabular::why_not_on(data, risk));
        if (reasons_.back().empty()) determined.constraints.push_back(risk);
    }
    problem_ = std::make_shared<LearningProblem<float>>(data, std::move(determined), shape, context);
}

Judge::Judge(std::shared_ptr<LearningProblem<float>> problem)
    : problem_(std::move(problem)), reasons_(problem_->num_constraints()), names_(names_of(problem_->goal())) {}

learning::Risks Judge::risks(std::span<const float> theta, std::span<const double> bounds) {
    base::check_size("the bounds", bounds.size(), reasons_.size(), "one per constraint");
    std::vector<double> determined;
    for (std::size_t i = 0; i < bounds.size(); ++i)
        if (reasons_[i].empty()) determined.push_back(bounds[i]);
    problem_->set_bounds(determined);
    std::vector<double> l(determined.size() + 1);
    problem_->strict_risks(theta, l);
    learning::Risks risks{.objective = l[0], .constraints = {}, .reasons = reasons_};
    const auto flips = problem_->flip_rates(theta);
    std::size_t next = 0;
    for (const auto& reason : reasons_) {
        auto& judged = risks.constraints.emplace_back();
        if (!reason.empty()) continue;
        const RiskDefinition& risk = problem_->goal().constraints[next];
        const double slack = l[next + 1];
        judged = {
            .risk = risk.at_least ? risk.bound - slack : risk.bound + slack, .slack = slack, .flip_rate = flips[next]};
        ++next;
    }
    return risks;
}

Judgement Judge::judge(std::span<const float> theta, std::span<const double> bounds,
                       const std::vector<std::string>& protected_columns) {
    learning::Risks found = risks(theta, bounds);
    const Dataset& data = problem_->data();
    const auto scores = problem_->scores(theta);
    Judgement judgement{.side = {.objective = found.objective,
                                 .metrics = tabular::measure(data.schema(), data.table(), scores),
                                 .groups = groups_of(data, scores, protected_columns)},
                        .constraints = std::move(found.constraints)};
    for (std::size_t i = 0; i < reasons_.size(); ++i)
        if (!reasons_[i].empty()) judgement.notes.push_back("'" + names_[i] + "' cannot be judged: " + reasons_[i]);
    return judgement;
}

}  // namespace alcole::learning
