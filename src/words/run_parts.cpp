#include "base/text.hpp"
#include "words/parts.hpp"

#include <algorithm>
#include <array>

namespace alcole::words {
namespace {

using learning::Outcome;

/// A value of some kind, with its name.
template <class Of>
struct Measure {
    const char* name;
    std::optional<double> Of::*value;
    bool percent;

    Text text(const Of& of) const { return percent ? percent_or_dash(of.*value) : or_dash(of.*value, 4); }
};

constexpr std::array<Measure<tabular::GroupRates>, 5> rates = {{
    {"positive rate", &tabular::GroupRates::positive_rate, true},
    {"recall", &tabular::GroupRates::recall, true},
    {"false positive rate", &tabular::GroupRates::false_positive_rate, true},
    {"error rate", &tabular::GroupRates::error_rate, true},
    {"log loss", &tabular::GroupRates::log_loss, false},
}};

constexpr std::array<Measure<tabular::Metrics>, 5> metrics = {{
    {"accuracy", &tabular::Metrics::accuracy, true},
    {"log loss", &tabular::Metrics::log_loss, false},
    {"area under the ROC curve", &tabular::Metrics::auc, false},
    {"mean squared error", &tabular::Metrics::mean_squared_error, false},
    {"r squared", &tabular::Metrics::r_squared, false},
}};

Cell flips(const learning::ConstraintOutcome& constraint) {
    if (!constraint.test) return percent_or_dash(constraint.train.flip_rate);
    if (!constraint.test->flip_rate && !constraint.train.flip_rate) return Nothing{};
    return {percent_or_dash(constraint.test->flip_rate), say("training ", percent_or_dash(constraint.train.flip_rate))};
}

std::string or_none(const std::vector<std::string>& names) { return names.empty() ? "none" : base::joined(names); }

}  // namespace

Table constraints_table(const Outcome& outcome, bool all_prices) {
    const bool any_flips = std::ranges::any_of(
        outcome.constraints, [](const auto& c) { return c.train.flip_rate || (c.test && c.test->flip_rate); });
    Table table{.label = "The constraints",
                .columns = {{"constraint"}, {"verdict", "", in_words}, {"bound"}, {"training"}}};
    if (outcome.test) table.columns.push_back({"held out"});
    if (any_flips) table.columns.push_back({"flips"});
    table.columns.push_back({"multiplier"});
    table.columns.push_back({"price", "", in_sentences});
    for (const auto& constraint : outcome.constraints) {
        Row row{{constraint.name, badge(constraint.verdict), bound(constraint), Number{constraint.train.risk}}};
        if (outcome.test)
            row.cells.emplace_back(constraint.test ? Text(Number{constraint.test->risk}) : Text(Nothing{}));
        if (any_flips) row.cells.push_back(flips(constraint));
        row.cells.emplace_back(Number{constraint.multiplier});
        row.cells.emplace_back(all_prices || constraint.binding ? price(constraint, outcome) : Text());
        table.rows.push_back(std::move(row));
    }
    return table;
}

Table quality_table(const std::vector<NamedSide>& sides) {
    Table table{.label = "How well it predicts", .columns = {{""}}};
    for (const auto& side : sides) table.columns.push_back({side.name});
    const auto add = [&](const char* name, const auto& text_of) {
        Row row{{name}};
        for (const auto& side : sides) row.cells.emplace_back(text_of(*side.side));
        table.rows.push_back(std::move(row));
    };
    add("rows", [](const learning::Side& side) { return Text(Count{side.metrics.rows}); });
    add("objective", [](const learning::Side& side) { return Text(Number{side.objective, 5}); });
    for (const auto& metric : metrics)
        if (std::ranges::any_of(sides,
                                [&](const auto& side) { return (side.side->metrics.*metric.value).has_value(); }))
            add(metric.name, [&](const learning::Side& side) { return metric.text(side.metrics); });
    return table;
}

Table quality_table(const Outcome& outcome) {
    std::vector<NamedSide> sides = {{"training", &outcome.train}};
    if (outcome.test) sides.push_back({"held out", &*outcome.test});
    return quality_table(sides);
}

Table groups_table(const std::vector<tabular::GroupRates>& groups) {
    std::vector<Measure<tabular::GroupRates>> shown;
    for (const auto& rate : rates)
        if (std::ranges::any_of(groups, [&](const auto& group) { return (group.*rate.value).has_value(); }))
            shown.push_back(rate);
    Table table{.label = "Rates per group", .columns = {{"group"}, {"rows"}}};
    if (shown.empty()) return table;
    for (const auto& rate : shown) table.columns.push_back({rate.name});
    for (const auto& group : groups) {
        Row row{{group.group, Count{group.rows}}};
        for (const auto& rate : shown) row.cells.emplace_back(rate.text(group));
        table.rows.push_back(std::move(row));
    }
    return table;
}

Table conflict_table(const Outcome& outcome) {
    Table table{
        .label = "Bounds that can be met",
        .columns = {
            {"constraint"}, {"part of the conflict", "", in_words}, {"bound", "asked"}, {"bound", "that can be met"}}};
    const auto& [places, minimal, shown, least] = *outcome.conflict;
    for (std::size_t i = 0; i < std::min(least.size(), outcome.constraints.size()); ++i) {
        const auto& constraint = outcome.constraints[i];
        const bool part = std::ranges::find(places, i) != places.end();
        if (part || least[i] != constraint.bound)
            table.rows.push_back(
                {{constraint.name, part ? "\u2715 yes" : "no", bound(constraint), Number{least[i], 4}}});
    }
    return table;
}

Facts::Group data_facts(const Outcome& outcome) {
    const auto held_out = outcome.test ? outcome.test->metrics.rows : 0;
    return {"The data",
            {{"file", outcome.data_file},
             {"rows", say(Count{outcome.train.metrics.rows}, " for training, ", Count{held_out}, " held out")},
             {"only rows with", outcome.where.empty() ? "no condition: all rows" : base::joined(outcome.where)},
             {"target", outcome.positive.empty() ? Text(outcome.target)
                                                 : say(outcome.target, " (positive class: ", outcome.positive, ")")},
             {"task", tabular::to_string(outcome.task)},
             {"inputs", or_none(outcome.features)},
             {"protected columns", or_none(outcome.protected_columns)},
             {"sha256 of data and settings", outcome.training_hash}}};
}

Facts::Group training_facts(const Outcome& outcome) {
    return {"The training",
            {{"model", say(model(outcome.model), ", ", counted(outcome.weights, "weight"))},
             {"method", to_string(outcome.method)},
             {"seed", std::to_string(outcome.seed)},
             {"distinct evaluations", Count{outcome.distinct_points}},
             {"time", Seconds{outcome.seconds}},
             {"alcole", outcome.version},
             {"instructions", outcome.instruction_set}}};
}

}  // namespace alcole::words
