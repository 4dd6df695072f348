#include "learning/training/judge.hpp"

#include <alcole/tabular/row_values.hpp>

#include "base/check_size.hpp"
#include "base/statistics.hpp"
#include "base/text.hpp"
#include "learning/training/places.hpp"
#include "table/unknown_words.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace alcole::learning {
namespace {

using tabular::Dataset;
using tabular::Goal;
using tabular::LearningProblem;
using tabular::RiskDefinition;

/// Error rates of each group. With several classes none of them is the positive one, so rates of predictions are given
/// for each class in turn.
std::vector<tabular::GroupRates> groups_by(const std::string& column, const Dataset& data,
                                           const tabular::Scores& scores) {
    auto groups = tabular::measure_groups(data.schema(), data.table(), scores, {column});
    constexpr std::size_t max_rates = 60;  // more would be unreadable
    const auto& classes = data.schema().target.classes;
    if (!tabular::scores_classes(data.schema().target.task) || groups.size() * classes.size() > max_rates)
        return groups;
    for (const auto& positive : classes)
        for (auto& group : tabular::measure_groups(data.schema(), data.table(), scores, {column}, positive)) {
            group.error_rate.reset();  // the same for all classes
            group.log_loss.reset();
            groups.push_back(std::move(group));
        }
    return groups;
}

/// Groups that belong to the same class must be adjacent.
void add_groups(const std::vector<std::string>& columns, const std::vector<tabular::GroupRates>& groups, Side& side) {
    side.groups.insert(side.groups.end(), groups.begin(), groups.end());
    for (auto begin = groups.begin(); begin != groups.end();) {
        const auto end = std::ranges::find_if(begin, groups.end(),
                                              [&](const auto& group) { return group.of_class != begin->of_class; });
        const auto gaps = tabular::rate_gaps(base::joined(columns), std::span(begin, end));
        side.gaps.insert(side.gaps.end(), gaps.begin(), gaps.end());
        begin = end;
    }
}

void measure_groups_of(const Dataset& data, const tabular::Scores& scores,
                       const std::vector<std::string>& protected_columns, Side& side) {
    std::vector<std::string> crossed;
    for (const auto& column : protected_columns) {
        if (data.table().at(column).type == tabular::ColumnType::number) continue;  // a number does not define groups
        crossed.push_back(column);
        add_groups({column}, groups_by(column, data, scores), side);
    }
    constexpr std::size_t max_rates = 24;  // more would be unreadable, and about few people each
    if (crossed.size() < 2) return;
    const auto all = tabular::measure_groups(data.schema(), data.table(), scores, crossed);
    if (all.size() <= max_rates) add_groups(crossed, all, side);
}

/// The risk at this slack. What is 0 but for rounding is 0.
double risk_at(double slack, const RiskDefinition& risk) {
    const double value = risk.at_least ? risk.bound - slack : risk.bound + slack;
    constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();
    return std::abs(value) <= rounding * std::abs(risk.bound) ? 0 : value;
}

/// Adds the fraction a / b, from its risk a - bound b, unless b is 0.
void add_fraction(const RiskDefinition& risk, tabular::RowValues& rows, Judged& judged) {
    double by = 0;
    for (const auto& term : risk.fraction->by) by += term.coefficient * base::mean(rows.of(term, risk.change));
    judged.denominator = by;
    if (by > 0) judged.fraction = risk.fraction->bound + judged.risk / by;
}

/// `intervals` has one entry for each constraint that the rows determine.
void add_intervals(const std::vector<std::optional<Interval>>& intervals, std::vector<std::optional<Judged>>& judged) {
    auto next = intervals.begin();
    for (auto& one : judged)
        if (one) one->interval = *next++;
}

std::vector<std::string> constraint_names(const Goal& goal) {
    std::vector<std::string> names;
    for (const auto& risk : goal.constraints) names.push_back(risk.name);
    return names;
}

}  // namespace

bool is_met(const Judged& judged, double bound) { return judged.slack <= allowance(bound); }

Judge::Judge(const Dataset& data, const Goal& goal, const tabular::Model& shape, const Context& context)
    : names_(constraint_names(goal)) {
    tabular::check_fits(data.schema(), data.table(), true);
    Goal determined = goal;
    determined.constraints.clear();
    for (const auto& risk : goal.constraints) {
        auto& why_not = not_judged_.emplace_back(tabular::why_not_on(data, risk));
        twins_.push_back(why_not ? Twins{} : twins_of(data, risk));
        if (!why_not && twins_.back().compared == 0 && !risk.change.column.empty())
            why_not = {.kind = Note::Kind::unmet_attribute, .names = {risk.change.column}, .constraint = risk.name};
        if (!why_not) determined.constraints.push_back(risk);
    }
    problem_ = std::make_shared<LearningProblem<float>>(data, std::move(determined), shape, context);
}

Judge::Judge(std::shared_ptr<LearningProblem<float>> problem)
    : problem_(std::move(problem)),
      not_judged_(problem_->goal().constraints.size()),
      names_(constraint_names(problem_->goal())) {
    for (const auto& risk : problem_->goal().constraints) twins_.push_back(twins_of(problem_->data(), risk));
}

Judge::Twins Judge::twins_of(const Dataset& data, const RiskDefinition& risk) {
    const std::size_t rows = tabular::row_counts(data, {&risk, 1}).front().front();
    const std::size_t unknown = table::skips_unknown(risk.change) ? table::rows_with_unknown_attribute(data, risk) : 0;
    return {.rows = rows, .compared = rows - unknown};
}

learning::Risks Judge::risks(std::span<const float> theta, std::span<const double> bounds) {
    base::check_size("the bounds", bounds.size(), not_judged_.size(), "one per constraint");
    std::vector<double> determined;
    for (std::size_t i = 0; i < bounds.size(); ++i)
        if (!not_judged_[i]) determined.push_back(bounds[i]);
    problem_->set_bounds(determined);
    std::vector<double> every(problem_->num_constraints() + 1);
    problem_->strict_risks(theta, every);
    const std::vector<double> l = worst_risks(problem_->places(), every);
    learning::Risks risks{.objective = l[0], .constraints = {}, .not_judged = not_judged_};
    const auto flips = problem_->flip_rates(theta);
    std::size_t next = 0;
    for (std::size_t i = 0; i < not_judged_.size(); ++i) {
        auto& judged = risks.constraints.emplace_back();
        if (not_judged_[i]) continue;
        const RiskDefinition& risk = problem_->goal().constraints[next];
        const double slack = l[next + 1];
        judged = {.risk = risk_at(slack, risk), .slack = slack, .flip_rate = flips[next]};
        if (twins_[i].compared < twins_[i].rows) {  // rows without a twin add nothing to the sum, so it is divided by
                                                    // the number of compared rows instead
            judged->risk *= twins_[i].factor();
            judged->slack = judged->risk - risk.bound;
            if (judged->flip_rate) *judged->flip_rate *= twins_[i].factor();
        }
        ++next;
    }
    return risks;
}

void Judge::add_fractions(std::span<const float> theta, std::vector<std::optional<Judged>>& judged) const {
    const auto& risks = problem_->goal().constraints;
    if (std::ranges::none_of(risks, [](const RiskDefinition& risk) { return risk.fraction.has_value(); })) return;
    tabular::RowValues rows(problem_->data(), problem_->model(), theta);
    std::size_t next = 0;
    for (auto& one : judged) {
        if (!one) continue;
        const RiskDefinition& risk = risks[next++];
        if (risk.fraction) add_fraction(risk, rows, *one);
    }
}

Judgement Judge::judge(std::span<const float> theta, std::span<const double> bounds,
                       const std::vector<std::string>& protected_columns) {
    learning::Risks found = risks(theta, bounds);
    const Dataset& data = problem_->data();
    const auto scores = problem_->scores(theta);
    Judgement judgement{.side = {.objective = found.objective,
                                 .metrics = tabular::measure(data.schema(), data.table(), scores),
                                 .baseline = tabular::measure_baseline(data.schema(), data.table())},
                        .constraints = std::move(found.constraints)};
    measure_groups_of(data, scores, protected_columns, judgement.side);
    add_intervals(tabular::risk_intervals(data.schema(), data.table(), scores, problem_->goal().constraints),
                  judgement.constraints);
    add_fractions(theta, judgement.constraints);
    for (std::size_t i = 0; i < not_judged_.size(); ++i) {
        if (not_judged_[i])
            judgement.notes.push_back(*not_judged_[i]);
        else if (twins_[i].compared < twins_[i].rows)
            judgement.notes.push_back(
                {.kind = Note::Kind::partly_judged,
                 .names = {names_[i]},
                 .numbers = {static_cast<double>(twins_[i].compared), static_cast<double>(twins_[i].rows)}});
    }
    return judgement;
}

}  // namespace alcole::learning
