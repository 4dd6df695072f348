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
    using One = const learning::ConstraintOutcome&;
    return table_of<learning::ConstraintOutcome>(
        "The constraints", outcome.constraints,
        {{{"constraint"}, [](One c) { return c.name; }},
         {{"verdict", "", in_words}, [](One c) { return badge(c.verdict); }},
         {{"bound"}, [](One c) { return bound(c); }},
         {{"training"}, [](One c) { return Number{c.train.risk}; }},
         {{"held out"},
          [](One c) { return or_dash(c.test ? std::optional(c.test->risk) : std::nullopt); },
          outcome.test.has_value()},
         {{"flips"}, flips, any_flips},
         {{"multiplier"}, [](One c) { return Number{c.multiplier}; }},
         {{"price", "", in_sentences}, [&](One c) { return all_prices || c.binding ? price(c, outcome) : Text(); }}});
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
    using One = const tabular::GroupRates&;
    const bool classes = std::ranges::any_of(groups, [](One group) { return !group.of_class.empty(); });
    std::vector<ColumnOf<tabular::GroupRates>> columns = {
        {{"group"}, [](One group) { return group.group; }},
        {{"positive class"},
         [](One group) { return group.of_class.empty() ? Text(Nothing{}) : Text(group.of_class); },
         classes},
        {{"rows"}, [](One group) { return Count{group.rows}; }}};
    const std::size_t without_rates = columns.size();
    for (const auto& rate : rates)
        if (std::ranges::any_of(groups, [&](One group) { return (group.*rate.value).has_value(); }))
            columns.push_back({{rate.name}, [rate](One group) { return rate.text(group); }});
    return columns.size() == without_rates ? Table{} : table_of("Rates per group", groups, columns);
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
