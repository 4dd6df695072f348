#include "base/text.hpp"
#include "words/parts.hpp"

#include <algorithm>
#include <array>

namespace alcole::words {
namespace {

using learning::Outcome;

/// A named member of some struct.
template <class Of>
struct Measure {
    const char* name;
    std::optional<double> Of::*value;
    bool percent;

    Text text(const Of& of) const { return percent ? percent_or_dash(of.*value) : or_dash(of.*value, 4); }
};

constexpr std::array<tabular::Rate, 4> rates = {tabular::Rate::positive_rate, tabular::Rate::recall,
                                                tabular::Rate::false_positive_rate, tabular::Rate::error_rate};

constexpr std::array<Measure<tabular::GroupRates>, 2> losses = {{
    {"log loss", &tabular::GroupRates::log_loss, false},
    {"calibration error", &tabular::GroupRates::calibration_error, true},
}};

constexpr std::array<Measure<tabular::Metrics>, 10> metrics = {{
    {"accuracy", &tabular::Metrics::accuracy, true},
    {"balanced accuracy", &tabular::Metrics::balanced_accuracy, true},
    {"log loss", &tabular::Metrics::log_loss, false},
    {"Brier score", &tabular::Metrics::brier, false},
    {"calibration error", &tabular::Metrics::calibration_error, true},
    {"area under the ROC curve", &tabular::Metrics::auc, false},
    {"mean absolute error", &tabular::Metrics::mean_absolute_error, false},
    {"mean squared error", &tabular::Metrics::mean_squared_error, false},
    {"root mean squared error", &tabular::Metrics::root_mean_squared_error, false},
    {"r squared", &tabular::Metrics::r_squared, false},
}};

/// A rate without an interval comes from an older file.
Cell rate_cell(const tabular::GroupRates& group, tabular::Rate rate) {
    const auto interval = group.interval(rate);
    return interval ? interval_cell(interval, true) : Cell(percent_or_dash(group.rate(rate)));
}

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
        "The constraints", foremost(outcome.constraints),
        {{{"constraint"}, [](One c) { return c.name; }},
         {{"verdict", "", in_words}, [](One c) { return badge(c.verdict); }},
         {{"bound"}, [](One c) { return bound(c); }},
         {{"training"}, [](One c) { return Number{c.train.risk}; }},
         {{"held out"}, [](One c) { return c.test ? risk(*c.test) : Cell(Nothing{}); }, outcome.test.has_value()},
         {{"unconstrained"},
          [](One c) { return c.unconstrained ? Cell(Number{*c.unconstrained}) : Cell(Nothing{}); },
          all_prices && outcome.unconstrained.has_value()},
         {{"flips"}, flips, any_flips},
         {{"multiplier"}, [](One c) { return Number{c.multiplier}; }},
         {{"price", "", in_sentences}, [&](One c) { return all_prices || c.binding ? price(c, outcome) : Text(); }}});
}

Text left_out(const Outcome& outcome) {
    return about_foremost(one_per_gap(outcome.constraints).size(), "metrics.json");
}

std::vector<Block> most_expensive_rows(const Outcome& outcome) {
    std::vector<Block> blocks;
    for (const auto& constraint : outcome.constraints) {
        if (!constraint.each_row) continue;
        const auto& [rows, priced, most_expensive] = *constraint.each_row;
        blocks.emplace_back(Paragraph{say(Name{constraint.name}, " is a constraint on each of ", counted(rows, "row"),
                                          ", of which ", Count{priced}, priced == 1 ? " has" : " have", R"( a price. Its
                                          multiplier is what they cost together: by how much the objective would fall for
                                          each unit that the bound of all of them is loosened. prices.csv has every
                                          row.)")});
        if (most_expensive.empty()) continue;
        using One = const learning::RowPrice&;
        blocks.emplace_back(
            table_of<learning::RowPrice>("The most expensive rows", most_expensive,
                                         {{{"row"}, [](One one) { return Count{one.row}; }},
                                          {{"loss"}, [](One one) { return Number{one.risk}; }},
                                          {{"multiplier"}, [](One one) { return Number{one.multiplier}; }}}));
    }
    return blocks;
}

Cell risk(const learning::Judged& judged) {
    if (!judged.interval) return Number{judged.risk};
    return {Number{judged.risk}, say(Number{judged.interval->low}, " to ", Number{judged.interval->high})};
}

Table quality_table(const std::vector<NamedSide>& sides) {
    Table table{.label = "How well it predicts", .columns = {{""}}};
    for (const auto& side : sides) table.columns.push_back({side.name});
    const auto judged = std::ranges::find_if(sides.rbegin(), sides.rend(),
                                             [](const NamedSide& side) { return side.side->baseline.has_value(); });
    const auto& baseline = (judged == sides.rend() ? sides.back() : *judged).side->baseline;
    if (baseline) table.columns.push_back({"baseline"});
    const auto add = [&](const char* name, const auto& text_of, const Text& of_baseline) {
        Row row{{name}};
        for (const auto& side : sides) row.cells.emplace_back(text_of(*side.side));
        if (baseline) row.cells.emplace_back(of_baseline);
        table.rows.push_back(std::move(row));
    };
    add(
        "rows", [](const learning::Side& side) { return Text(Count{side.metrics.rows}); },
        Count{sides.back().side->metrics.rows});
    add(
        "objective",
        [](const learning::Side& side) {
            return Text(Number{side.objective, 5});
        },
        Text());
    for (const auto& metric : metrics)
        if (std::ranges::any_of(sides,
                                [&](const auto& side) { return (side.side->metrics.*metric.value).has_value(); }))
            add(
                metric.name, [&](const learning::Side& side) { return metric.text(side.metrics); },
                baseline ? metric.text(*baseline) : Text());
    return table;
}

Table quality_table(const Outcome& outcome) {
    std::vector<NamedSide> sides = {{"training", &outcome.train}};
    if (outcome.test) sides.push_back({"held out", &*outcome.test});
    if (outcome.unconstrained) sides.push_back({"unconstrained", &judged_side(*outcome.unconstrained)});
    return quality_table(sides);
}

Table groups_table(const std::vector<tabular::GroupRates>& groups) {
    using One = const tabular::GroupRates&;
    const bool classes = std::ranges::any_of(groups, [](One group) { return !group.of_class.empty(); });
    std::vector<ColumnOf<tabular::GroupRates>> columns = {
        {{"group"}, [](One group) { return group.group; }},
        {{"positive class"},
         [](One group) { return group.of_class.empty() ? Cell(Nothing{}) : Cell(group.of_class); },
         classes},
        {{"rows"},
         [](One group) { return group.is_small() ? Cell(Count{group.rows}, "few") : Cell(Count{group.rows}); }}};
    const std::size_t without_rates = columns.size();
    // What does not depend on the positive class is shown once for each group.
    const auto repeats = [&groups](One group) { return group.of_class != groups.front().of_class; };
    for (const auto rate : rates) {
        const bool of_all = rate == tabular::Rate::error_rate;
        if (std::ranges::any_of(groups, [&](One group) { return group.rate(rate).has_value(); }))
            columns.push_back({{name_of(rate)}, [rate, of_all, repeats](One group) {
                                   return of_all && repeats(group) ? Cell(Text()) : rate_cell(group, rate);
                               }});
    }
    for (const auto& loss : losses)
        if (std::ranges::any_of(groups, [&](One group) { return (group.*loss.value).has_value(); }))
            columns.push_back(
                {{loss.name}, [loss, repeats](One group) { return repeats(group) ? Text() : loss.text(group); }});
    using MaybeInterval = std::optional<Interval> tabular::GroupRates::*;
    const auto add_means = [&](const char* name, MaybeInterval value) {
        if (std::ranges::any_of(groups, [&](One group) { return (group.*value).has_value(); }))
            columns.push_back({{name}, [value](One group) { return interval_cell(group.*value); }});
    };
    add_means("mean prediction", &tabular::GroupRates::mean_prediction);
    if (std::ranges::any_of(groups, [](One group) { return group.mean_target.has_value(); }))
        columns.push_back({{"mean target"}, [](One group) { return Cell(or_dash(group.mean_target)); }});
    add_means("mean absolute error", &tabular::GroupRates::mean_absolute_error);
    return columns.size() == without_rates ? Table{} : table_of("Rates per group", groups, columns);
}

Table reliability_table(const std::vector<tabular::ReliabilityBin>& bins) {
    using One = const tabular::ReliabilityBin&;
    return table_of<tabular::ReliabilityBin>(
        "Are its probabilities calibrated?", bins,
        {{{"predicted probability"}, [](One bin) { return Percent{bin.predicted}; }},
         {{"observed frequency"}, [](One bin) { return interval_cell(bin.observed, true); }},
         {{"rows"}, [](One bin) { return Count{bin.rows}; }}});
}

Table confusion_table(const std::vector<tabular::ClassOutcome>& confusion) {
    constexpr std::size_t max_classes = 10;  // more columns do not fit on a page
    using One = const tabular::ClassOutcome&;
    std::vector<ColumnOf<tabular::ClassOutcome>> columns = {{{"class"}, [](One one) { return one.name; }}};
    for (std::size_t k = 0; k < confusion.size() && confusion.size() <= max_classes; ++k)
        columns.push_back({{"predicted", confusion[k].name}, [k](One one) { return Count{one.predicted.at(k)}; }});
    columns.push_back({{"recall"}, [](One one) { return percent_or_dash(one.recall); }});
    columns.push_back({{"precision"}, [](One one) { return percent_or_dash(one.precision); }});
    columns.push_back({{"F score"}, [](One one) { return percent_or_dash(one.f_score); }});
    return table_of("Confusion matrix", confusion, columns);
}

Table gaps_table(const learning::Side& side) {
    using One = const tabular::RateGap&;
    const auto& gaps = side.gaps;
    const auto marked = [&side](const std::string& name) {
        const auto group = std::ranges::find(side.groups, name, &tabular::GroupRates::group);
        return group != side.groups.end() && group->is_small() ? name + " (few)" : name;
    };
    const bool classes = std::ranges::any_of(gaps, [](One gap) { return !gap.of_class.empty(); });
    return table_of<tabular::RateGap>(
        "Gaps between groups", gaps,
        {{{"rate"},
          [](One gap) {
              std::string name = gap.rate;
              std::ranges::replace(name, '_', ' ');
              return name;
          }},
         {{"positive class"},
          [](One gap) { return gap.of_class.empty() ? Cell(Nothing{}) : Cell(gap.of_class); },
          classes},
         {{"higher", "", in_words}, [&](One gap) { return marked(gap.high); }},
         {{"lower", "", in_words}, [&](One gap) { return marked(gap.low); }},
         {{"gap"}, [](One gap) { return interval_cell(gap.difference, !gap.rate.starts_with("mean_")); }},
         {{"", "", in_words}, [](One gap) { return gap.beyond_chance() ? "beyond chance" : "may be chance"; }}});
}

Text about_intervals(const learning::Side& side) {
    if (side.groups.empty()) return {};
    const bool small = std::ranges::any_of(side.groups, &tabular::GroupRates::is_small);
    const bool rates = std::ranges::any_of(side.groups, [](const auto& g) { return g.error_rate.has_value(); });
    const bool means = std::ranges::any_of(side.groups, [](const auto& g) { return g.mean_prediction.has_value(); });
    return say(
        rates ? "Each rate is followed by its 95 % interval (Wilson)." : "",
        means ? say(rates ? " " : "", "Each mean is followed by its 95 % interval (mean \u00b1 1.96 standard errors).")
              : Text(),
        side.gaps.empty() ? Text()
                          : Text(R"( A gap is that between the two groups that differ most, with Newcombe's interval
                                        (for means, that of a difference of two), widened so that the intervals of all pairs of groups hold together with 95 %; if it may be chance while others certainly differ, those are listed below it.)"),
        small ? say(" Few: fewer than ", Count{tabular::GroupRates::few}, " rows, which say little about a group.")
              : Text());
}

Text about_baseline(const Outcome& outcome) {
    if (!judged_side(outcome).baseline) return {};
    return say(outcome.unconstrained
                   ? say("Unconstrained: the same kind of model, trained on the same rows without the constraints and "
                         "judged on the ",
                         judged_rows(outcome), " rows. ")
                   : Text(),
               "Baseline: the same answer for every row, ",
               outcome.task == tabular::Task::regression ? "their mean."
               : outcome.task == tabular::Task::ordinal
                   ? "their most frequent class, with the shares of the classes as probabilities, and for the error in "
                     "classes the median one."
                   : "their most frequent class, with the shares of the classes as probabilities.",
               outcome.task == tabular::Task::regression
                   ? ""
                   : R"( The calibration error is how far, on average, a predicted probability is from the
                     observed frequency.)");
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
             {"penalty on the weights (l2)", outcome.l2 ? Text(Number{*outcome.l2}) : Text("none")},
             {"method", to_string(outcome.method)},
             {"minimised",
              outcome.objective == tabular::Objective::error_rate ? "error rate, with 15 % of the loss" : "loss"},
             {"seed", std::to_string(outcome.seed)},
             {"distinct evaluations", Count{outcome.distinct_points}},
             {"time", Seconds{outcome.seconds}},
             {"alcole", outcome.version},
             {"instructions", outcome.instruction_set}}};
}

}  // namespace alcole::words
