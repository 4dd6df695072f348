#pragma once

#include <alcole/tabular/constraint.hpp>
#include <alcole/tabular/importance.hpp>
#include <alcole/tabular/merge.hpp>
#include <alcole/tabular/metrics.hpp>
#include <alcole/tabular/model.hpp>
#include <alcole/tabular/read.hpp>
#include <alcole/tabular/schema.hpp>

#include "base/fields.hpp"
#include "table/enum_names.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace alcole::table {

inline bool all_different(const std::vector<std::string>& words) {
    return std::set<std::string>(words.begin(), words.end()).size() == words.size();
}

}  // namespace alcole::table

// Field lists of the types that describe a table, a model and its constraints.
namespace alcole::tabular {

void fields(auto& visit, base::Is<Feature> auto& f) {
    base::list(visit, "column", f.column, "type", f.type, "missing_seen", f.missing_seen);
    if (f.type == ColumnType::number) {
        visit("edges", f.edges, base::omit_empty);
        visit.require(std::ranges::adjacent_find(f.edges, std::ranges::greater_equal()) == f.edges.end(),
                      "must have 'edges' that rise");
        visit.require(
            std::ranges::all_of(f.edges, [](double v) { return v == static_cast<double>(static_cast<float>(v)); }),
            "must have 'edges' in single precision");
    }
    if (f.is_amount()) {
        base::list(visit, "mean", f.mean, "sd", f.sd);
        visit.require(f.sd > 0, "has an 'sd' that is not positive");
    } else if (f.type != ColumnType::number) {
        visit("levels", f.levels);
        visit.require(table::all_different(f.levels), "names one of its 'levels' twice");
    }
}

void fields(auto& visit, base::Is<Target> auto& t) {
    base::list(visit, "column", t.column, "task", t.task);
    if (t.task == Task::regression) {
        base::list(visit, "mean", t.mean, "sd", t.sd);
        visit.require(t.sd > 0, "has an 'sd' that is not positive");
    } else {
        visit("classes", t.classes);
        visit.require(table::all_different(t.classes), "names one of its 'classes' twice");
        const std::size_t count = t.classes.size();
        const std::size_t least = t.task == Task::ordinal ? 3 : 2;
        visit.require(t.task == Task::binary ? count == 2 : count >= least, "has classes that do not fit its task");
    }
}

void fields(auto& visit, base::Is<Schema> auto& s) {
    visit.version("schema", 1);
    base::list(visit, "features", s.features, "target", s.target);
    std::vector<std::string> columns = {s.target.column};
    for (const auto& feature : s.features) columns.push_back(feature.column);
    visit.require(table::all_different(columns), "has a column that occurs twice");
    visit.require(s.num_inputs() > 0, "has no inputs");
}

void fields(auto& visit, base::Is<Merge> auto& m) {
    base::list(visit, "column", m.column, "levels", m.levels, "into", m.into);
}

void fields(auto& visit, base::Is<ScoreMap> auto& m) {
    base::list(visit, "from", m.from, "to", m.to, "beyond", m.beyond);
    visit.require(!m.from.empty() && m.from.size() == m.to.size(), "must have as many of 'to' as of 'from'");
    visit.require(std::ranges::adjacent_find(m.from, std::ranges::greater_equal()) == m.from.end(),
                  "must have a 'from' that rises");
    visit.require(std::ranges::is_sorted(m.to) && m.beyond >= 0, "must have a 'to' that does not fall");
}

void fields(auto& visit, base::Is<Trees> auto& t) {
    base::list(visit, "rounds", t.rounds, "depth", t.depth, "leaves", t.leaves, "rate", t.rate, "rows", t.rows,
               "columns", t.columns, "l2", t.l2, "min_child_weight", t.min_child_weight, "bins", t.bins, "patience",
               t.patience, "increasing", t.increasing, "decreasing", t.decreasing);
}

void fields(auto& visit, base::Is<Model> auto& m) {
    base::list(visit, "hidden", m.hidden, "activation", m.activation);
    visit("calibration", m.calibration, base::omit_empty);
    visit("trees", m.trees, base::omit_empty);
}

void fields(auto& visit, base::Is<ReadOptions> auto& r) {
    base::list(visit, "delimiter", r.delimiter, "quote", r.quote, "comment", r.comment, "missing", r.missing, "names",
               r.names, "columns", r.columns, "types", r.types, "trim", r.trim);
    visit("decimal_comma", r.decimal_comma, base::omit_empty);
}

void fields(auto& visit, base::Is<Condition> auto& c) {
    base::list(visit, "column", c.column, "relation", c.relation, "values", c.values, "text", c.text);
}

void fields(auto& visit, base::Is<Term> auto& t) {
    base::list(visit, "measure", t.measure, "coefficient", t.coefficient, "rows", t.rows, "other_labels",
               t.other_labels, "of_class", t.of_class);
    base::list(visit, base::omit_empty, "label", t.label, "event", t.event, "label_is_event", t.label_is_event, "level",
               t.level, "end", t.end);
    visit.require(t.of_class >= 0 && t.label.value_or(0) >= 0, "has a class below 0");
}

void fields(auto& visit, base::Is<AttributeChange> auto& c) {
    base::list(visit, "column", c.column, "flip", c.flip, "from", c.from, "to", c.to);
    base::list(visit, base::omit_empty, "add", c.add, "also", c.also);
}

void fields(auto& visit, base::Is<OtherSide> auto& o) { base::list(visit, "name", o.name, "sum", o.sum); }
void fields(auto& visit, base::Is<Fraction> auto& f) { base::list(visit, "bound", f.bound, "by", f.by); }

void fields(auto& visit, base::Is<RiskDefinition> auto& r) {
    base::list(visit, "name", r.name, "kind", r.kind, "bound", r.bound, "at_least", r.at_least, "change", r.change,
               "terms", r.terms);
    base::list(visit, base::omit_empty, "price", r.price, "each_row", r.each_row, "stated", r.stated, "fraction",
               r.fraction, "other_side", r.other_side);
    visit.require(!r.each_row || (r.terms.size() == 1 && r.terms.front().measure == Term::Measure::loss && !r.at_least),
                  "is on every row, but of something else than one loss");
}

void fields(auto& visit, base::Is<Importance::Attribute> auto& a) {
    base::list(visit, "column", a.column, "high", a.high, "low", a.low);
    visit("class", a.of_class, base::omit_empty);
    visit("gap", a.gap, base::or_null);
}

void fields(auto& visit, base::Is<Importance::Feature> auto& f) {
    visit("column", f.column);
    visit("gain", f.gain, base::or_null);
    visit("carries", f.carries);
}

void fields(auto& visit, base::Is<Importance> auto& i) {
    base::list(visit, "attributes", i.attributes, "features", i.features);
}

void fields(auto& visit, base::Is<GroupRates> auto& g) {
    visit("group", g.group);
    visit("class", g.of_class, base::omit_empty);
    base::list(visit, "rows", g.rows, "positives", g.positives, "positive_rate", g.positive_rate, "recall", g.recall,
               "false_positive_rate", g.false_positive_rate, "error_rate", g.error_rate, "log_loss", g.log_loss,
               "calibration_error", g.calibration_error);
    base::list(visit, base::omit_empty, "mean_prediction", g.mean_prediction, "mean_target", g.mean_target,
               "mean_absolute_error", g.mean_absolute_error);
    visit.derived("small", [&] { return g.is_small(); });
    const auto intervals = [&](auto& inner) {
        for (const Rate rate : {Rate::positive_rate, Rate::recall, Rate::false_positive_rate, Rate::error_rate})
            inner(to_string(rate), g.interval(rate), base::omit_empty);
    };
    visit.derived("intervals", [&] { return base::Group{intervals}; });
}

void fields(auto& visit, base::Is<ReliabilityBin> auto& b) {
    base::list(visit, "rows", b.rows, "predicted", b.predicted, "observed", b.observed);
}

void fields(auto& visit, base::Is<ClassOutcome> auto& c) {
    base::list(visit, "class", c.name, "predicted", c.predicted);
    base::list(visit, base::omit_empty, "recall", c.recall, "precision", c.precision, "f_score", c.f_score);
}

void fields(auto& visit, base::Is<RateGap> auto& g) {
    base::list(visit, "attributes", g.attributes, "rate", g.rate);
    visit("class", g.of_class, base::omit_empty);
    base::list(visit, "high", g.high, "low", g.low, "difference", g.difference);
    visit.derived("beyond_chance", [&] { return g.beyond_chance(); });
}

/// Everything except the number of rows.
void metric_fields(auto& visit, base::Is<Metrics> auto& m) {
    base::list(visit, base::omit_empty, "accuracy", m.accuracy, "balanced_accuracy", m.balanced_accuracy, "log_loss",
               m.log_loss, "brier", m.brier, "calibration_error", m.calibration_error, "auc", m.auc,
               "mean_absolute_error", m.mean_absolute_error, "mean_squared_error", m.mean_squared_error,
               "root_mean_squared_error", m.root_mean_squared_error, "r_squared", m.r_squared, "reliability",
               m.reliability, "confusion", m.confusion);
}

void fields(auto& visit, base::Is<Metrics> auto& m) {
    visit("rows", m.rows);
    metric_fields(visit, m);
}

}  // namespace alcole::tabular
