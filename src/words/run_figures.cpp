// Risks relative to their bounds, the cost of bounds, and the groups' rates.
#include "report/format.hpp"
#include "words/parts.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::words {
namespace {

constexpr double max_bounds = 3;  // a longer axis would hide what happens at the bound

RowMark mark_of(const learning::ConstraintOutcome& constraint, const learning::Judged& judged, int slot,
                std::string name) {
    const double ratio = judged.risk / constraint.bound;
    return {slot, std::move(name), point(ratio), number(ratio), {}};
}

ChartRow bounds_row(const learning::ConstraintOutcome& constraint) {
    const bool met = constraint.verdict == learning::ConstraintStatus::met;
    ChartRow row{.name = met ? constraint.name : cat(sign_of(badge(constraint.verdict)), " ", constraint.name),
                 .kept_above = constraint.at_least};
    if (constraint.bound > 0) {
        row.marks.push_back(mark_of(constraint, constraint.train, training_slot, "training"));
        if (constraint.test) row.marks.push_back(mark_of(constraint, *constraint.test, held_out_slot, "held out"));
    } else {
        row.instead = cat("its bound is ", number(constraint.bound), ": training ", number(constraint.train.risk),
                          constraint.test ? cat(", held out ", number(constraint.test->risk)) : std::string());
    }
    return row;
}

Table bounds_table(const learning::Outcome& outcome) {
    using One = const learning::ConstraintOutcome&;
    const auto ratio = [](One c, const std::optional<learning::Judged>& judged) {
        return or_dash(judged && c.bound > 0 ? std::optional(judged->risk / c.bound) : std::nullopt);
    };
    return table_of<learning::ConstraintOutcome>(
        "", foremost(outcome.constraints),
        {{{"constraint"}, [](One c) { return c.name; }},
         {{"bound"}, [](One c) { return bound(c); }},
         {{"training", "risk / bound"}, [&](One c) { return ratio(c, c.train); }},
         {{"held out", "risk / bound"}, [&](One c) { return ratio(c, c.test); }}});
}

/// lambda times bound: the value of the whole bound.
double worth(const learning::ConstraintOutcome& constraint) {
    return std::abs(constraint.multiplier) * tabular::size_of_bound(constraint.bound);
}

struct GroupMeasure {
    std::string_view title;
    std::string_view unit;
    tabular::Rate rate;
    int slot;
    bool of_class;  // with several classes, one number for each
};

constexpr std::array<GroupMeasure, 3> group_measures = {{
    {"Positive rate", "predicted positive, %", tabular::Rate::positive_rate, 3, true},
    {"Recall", "found among true positives, %", tabular::Rate::recall, 4, true},
    {"Error rate", "wrong predictions, %", tabular::Rate::error_rate, 1, false},
}};

RowMark rate_mark(const GroupMeasure& measure, const tabular::GroupRates& group, double rate) {
    return {measure.slot,
            std::string(measure.title),
            group.interval(measure.rate).value_or(point(rate)),
            percent_text(rate),
            {}};
}

XyCurve reliability_curve(const learning::Side& side, int slot, std::string name) {
    XyCurve curve{.slot = slot, .name = std::move(name)};
    for (const auto& bin : side.metrics.reliability) curve.places.push_back({.x = bin.predicted, .y = bin.observed});
    return curve;
}

/// The line on which stated probabilities equal observed frequencies.
XyCurve diagonal(const std::vector<XyCurve>& curves) {
    XyCurve line{.slot = background_slot,
                 .name = "perfectly calibrated",
                 .marks = false,
                 .line = XyCurve::Line::dashed,
                 .in_table = false};
    double low = 1;
    double high = 0;
    for (const auto& curve : curves)
        for (const auto& place : curve.places) {
            low = std::min(low, place.x);
            high = std::max(high, place.x);
        }
    for (const double p : {low, high}) line.places.push_back({.x = p, .y = point(p)});
    return line;
}

}  // namespace

Section figures_section(Figures figures) {
    Section section{"figures", "Figures", "The figures"};
    for (auto& figure : figures)
        if (figure) section.blocks.emplace_back(std::move(*figure));
    return section;
}

Figure risks_figure(std::vector<ChartRow> rows, std::string title, bool held_out) {
    Figure figure{.title = "How close is every risk to its bound?"};
    figure.legend.push_back({training_slot, "training rows", false, true});
    if (held_out) figure.legend.push_back({held_out_slot, "held-out rows", false, true});
    add_rows(figure, {.title = std::move(title),
                      .unit = "risk / bound",
                      .rows = std::move(rows),
                      .bound = 1.0,
                      .axis_max = max_bounds});
    return figure;
}

std::optional<Figure> bounds_figure(const learning::Outcome& outcome) {
    if (outcome.constraints.empty()) return std::nullopt;
    std::vector<ChartRow> rows;
    for (const auto& constraint : foremost(outcome.constraints)) rows.push_back(bounds_row(constraint));
    Figure figure = risks_figure(std::move(rows), "Risk and bound", outcome.test.has_value());
    const Text only = left_out(outcome);
    figure.caption = say(R"(Every risk divided by its bound; the line at 1 is the bound, and on the shaded side it is
                            kept. Numbers at the right are the quotients.)",
                         only.empty() ? "" : " ", only);
    figure.note =
        say("A mark on the line uses exactly what it is allowed. ",
            outcome.test ? "Held-out rows differ from training rows by chance, small groups most. " : "",
            "An arrow at the end of a row lies beyond the axis. \u2715 and ! mark constraints that are not met, "
            "or in training only.");
    figure.tables = {bounds_table(outcome)};
    return figure;
}

std::optional<Figure> prices_figure(const learning::Outcome& outcome) {
    RowChart chart{.title = "Worth of the bound", .unit = "multiplier \u00d7 bound", .style = RowChart::Style::bars};
    Table table{.columns = {{"constraint"}, {"bound"}, {"multiplier"}, {"multiplier \u00d7 bound"}}};
    std::vector<const learning::ConstraintOutcome*> costly;
    for (const auto& constraint : outcome.constraints)
        if (constraint.binding && worth(constraint) > 0) costly.push_back(&constraint);
    if (costly.empty()) return std::nullopt;
    const auto others = static_cast<std::size_t>(
        std::ranges::count(one_per_gap(outcome.constraints), false, &learning::ConstraintOutcome::binding));
    const std::size_t all = costly.size();
    costly = foremost(std::move(costly), [](const auto* constraint) { return worth(*constraint); });
    std::ranges::stable_sort(costly, std::greater{}, [](const auto* constraint) { return worth(*constraint); });
    for (const auto* constraint : costly) {
        const double value = worth(*constraint);
        chart.rows.push_back(
            {.name = constraint->name,
             .marks = {{training_slot, typeset(price(*constraint, outcome)), point(value), number(value), {}}}});
        table.rows.push_back({{constraint->name, bound(*constraint), Number{constraint->multiplier}, Number{value}}});
    }
    Figure figure{.title = "What does every constraint cost?"};
    figure.caption =
        cat("Multiplier times bound, in units of the objective (", number(outcome.train.objective), " at the answer). ",
            all == costly.size() ? std::string() : cat("The ", count(costly.size()), " largest of ", count(all), ". "),
            others == 0   ? std::string()
            : others == 1 ? std::string("The other constraint costs nothing and is left out.")
                          : cat("The other ", count(others), " cost nothing and are left out."));
    figure.note =
        "The length of a bar is what doubling that bound (or a bound of 0.01 instead of 0) would take off the training "
        "objective if its price stayed the same. Prices mostly fall as bounds are loosened, so expect less from large "
        "changes; small ones are "
        "priced exactly. Point at a bar for its price in words.";
    add_rows(figure, chart);
    figure.tables = {std::move(table)};
    return figure;
}

std::optional<Figure> groups_figure(const std::vector<tabular::GroupRates>& groups) {
    Figure figure{.title = "Do groups get the same?"};
    figure.caption = R"(Rates per group of the protected columns, with 95 % intervals (Wilson). Each panel has its own
                        axis, which starts at zero.)";
    for (const auto& measure : group_measures) {
        RowChart chart{.title = std::string(measure.title),
                       .unit = std::string(measure.unit),
                       .style = RowChart::Style::stems,
                       .percent = true};
        bool any = false;
        const bool by_class = std::ranges::any_of(groups, [](const auto& group) { return !group.of_class.empty(); });
        for (const auto& group : groups) {
            if (by_class && group.of_class.empty() == measure.of_class) continue;
            const std::string which = group.of_class.empty() ? "" : cat(": ", group.of_class);
            ChartRow row{.name = cat(group.group, which, " (", count(group.rows), group.is_small() ? ", few)" : ")"),
                         .instead = "no such rows"};
            if (const auto rate = group.rate(measure.rate)) {
                row.marks = {rate_mark(measure, group, *rate)};
                any = true;
            }
            chart.rows.push_back(std::move(row));
        }
        if (!any) continue;
        add_rows(figure, chart);
    }
    if (figure.panels.empty()) return std::nullopt;
    figure.note =
        "Each name is followed by its number of rows. Where the intervals of two groups overlap, the difference may be "
        "chance. Equal rates are not promised unless a constraint asks for them.";
    return figure;
}

std::optional<Figure> reliability_figure(const learning::Outcome& outcome) {
    std::vector<XyCurve> curves;
    if (outcome.test && !outcome.test->metrics.reliability.empty())
        curves.push_back(reliability_curve(*outcome.test, held_out_slot, "held-out rows"));
    if (!outcome.train.metrics.reliability.empty())
        curves.push_back(reliability_curve(outcome.train, training_slot, "training rows"));
    if (curves.empty()) return std::nullopt;
    const bool binary = outcome.task == tabular::Task::binary;
    curves.push_back(diagonal(curves));
    Figure figure{.title = "Are its probabilities calibrated?"};
    figure.caption = say(binary ? say("Rows with about the same probability of ", Name{outcome.positive})
                                : Text("Rows whose predicted class has about the same probability"),
                         ": their predicted probability and the observed frequency, with a 95 % interval (Wilson).");
    figure.note =
        "On the dashed line, predicted probabilities equal observed frequencies. A flatter curve is overconfident; "
        "model.calibrate corrects that.";
    std::vector<XyPanel> panels;
    for (auto& curve : curves) {
        if (!curve.marks) continue;
        panels.push_back({.title = curve.name,
                          .about = "Observed frequencies against predicted probabilities.",
                          .unit = "observed frequency, %",
                          .x_label = "predicted probability",
                          .percent = true,
                          .curves = {curves.back(), curve},
                          .table = "Reliability on " + curve.name});
    }
    add_curves(figure, panels);
    return figure;
}

}  // namespace alcole::words
