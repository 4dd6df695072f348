#include "run/outcome/json.hpp"

#include "base/text.hpp"
#include "run/outcome/examination_json.hpp"
#include "run/outcome/fields.hpp"
#include "run/outcome/theorem_json.hpp"
#include "table/csv_text.hpp"

namespace alcole::run {
namespace {

Json judged_json(const Judged& judged) {
    Json json = {{"risk", judged.risk}, {"slack", judged.slack}};
    if (judged.flip_rate) json["flip_rate"] = *judged.flip_rate;
    return json;
}

Json constraint_json(const ConstraintOutcome& constraint) {
    Json json = {{"name", constraint.name},
                 {"kind", tabular::to_string(constraint.kind)},
                 {"bound", constraint.bound},
                 {"at_least", constraint.at_least},
                 {"multiplier", constraint.multiplier},
                 {"binding", constraint.binding},
                 {"train", judged_json(constraint.train)}};
    json["test"] = constraint.test ? judged_json(*constraint.test) : Json();
    if (constraint.tightened) json["tightened"] = *constraint.tightened;
    json["verdict"] = to_string(constraint.verdict);
    return json;
}

Json clash_json(const Clash& clash, const Outcome& outcome) {
    return {{"constraints", {outcome.constraints[clash.first].name, outcome.constraints[clash.second].name}},
            {"places", {clash.first, clash.second}},
            {"cosine", clash.cosine}};
}

Json conflict_json(const Conflict& conflict, const Outcome& outcome) {
    Json names = Json::array();
    for (const auto i : conflict.constraints) names.push_back(outcome.constraints[i].name);
    return {{"constraints", names},
            {"places", conflict.constraints},
            {"minimal", conflict.minimal},
            {"shown", conflict.shown},
            {"least_bounds", conflict.least_bounds}};
}

Json stability_json(const SweepStability& stability) {
    const auto or_null = [](const std::optional<double>& value) { return value ? Json(*value) : Json(); };
    return {{"base", stability.base},
            {"own", stability.own},
            {"asked", or_null(stability.asked)},
            {"risks", stability.risks},
            {"bounds", stability.bounds},
            {"alpha", stability.alpha},
            {"deciding", or_null(stability.deciding)},
            {"noise", stability.noise},
            {"growing", stability.growing},
            {"verdict", to_string(stability.verdict)}};
}

Json interval_json(const base::Interval& interval) {
    return {{"estimate", interval.estimate}, {"low", interval.low}, {"high", interval.high}};
}

}  // namespace

std::string_view to_string(ConstraintStatus status) {
    switch (status) {
        case ConstraintStatus::met:
            return "met";
        case ConstraintStatus::met_in_training:
            return "met_in_training";
        case ConstraintStatus::not_met:
            break;
    }
    return "not_met";
}

Json to_json(const Side& side) {
    Json json = {{"rows", side.metrics.rows}, {"objective", side.objective}};
    for (const auto& [name, slot] : metric_fields)
        if (const auto& value = side.metrics.*slot) json[name] = *value;
    if (side.groups.empty()) return json;
    json["groups"] = Json::array();
    for (const auto& group : side.groups) {
        Json entry = {{"group", group.group}, {"rows", group.rows}};
        for (const auto& [name, slot] : rate_fields) entry[name] = (group.*slot) ? Json(*(group.*slot)) : Json();
        json["groups"].push_back(entry);
    }
    return json;
}

Json to_json(const Outcome& outcome) {
    Json json = {{"metrics", 1},
                 {"status", to_string(outcome.status)},
                 {"message", outcome.message},
                 {"seconds", outcome.seconds}};
    for (const auto& [name, slot] : text_fields) json[name] = outcome.*slot;
    for (const auto& [name, slot] : list_fields) json[name] = outcome.*slot;
    json["task"] = tabular::to_string(outcome.task);
    json["model"] = {{"hidden", outcome.model.hidden}, {"activation", tabular::to_string(outcome.model.activation)}};
    json["method"] = to_string(outcome.method);
    json["iterate"] = to_string(outcome.iterate);
    json["last_objective"] = outcome.last_objective ? Json(*outcome.last_objective) : Json();
    json["at_ceiling"] = outcome.at_ceiling;
    json["seed"] = outcome.seed;
    json["weights"] = outcome.weights;
    json["distinct_points"] = outcome.distinct_points;
    json["train"] = to_json(outcome.train);
    json["test"] = outcome.test ? to_json(*outcome.test) : Json();
    json["constraints"] = Json::array();
    for (const auto& constraint : outcome.constraints) json["constraints"].push_back(constraint_json(constraint));
    json["residuals"] = {{"stationarity", outcome.residuals.stationarity},
                         {"violation", outcome.residuals.violation},
                         {"complementarity", outcome.residuals.complementarity}};
    json["clashes"] = Json::array();
    for (const auto& clash : outcome.clashes) json["clashes"].push_back(clash_json(clash, outcome));
    json["conflict"] = outcome.conflict ? conflict_json(*outcome.conflict, outcome) : Json();
    if (outcome.theorem) json["theorem"] = theorem_json(*outcome.theorem);
    if (outcome.certificate) json["certificate"] = Json::parse(certify::to_json(*outcome.certificate));
    json["optimality"] = outcome.optimality ? examination_json(*outcome.optimality, outcome) : Json();
    json["run_toml"] = outcome.run_toml;
    return json;
}

Json to_json(const Repeated& repeated) {
    Json json = {{"method", to_string(repeated.method)},
                 {"runs", repeated.runs.size()},
                 {"runs_met", repeated.runs_met},
                 {"seconds", repeated.seconds}};
    for (const auto& [name, slot] : repeated_fields) json[name] = interval_json(repeated.*slot);
    json["constraints"] = Json::array();
    for (std::size_t i = 0; i < repeated.train_risk.size(); ++i) {
        const auto& first = repeated.runs.front().constraints[i];
        json["constraints"].push_back({{"name", first.name},
                                       {"bound", first.bound},
                                       {"train_risk", interval_json(repeated.train_risk[i])},
                                       {"test_risk", interval_json(repeated.test_risk[i])},
                                       {"test_flip", interval_json(repeated.test_flip[i])},
                                       {"multiplier", interval_json(repeated.multiplier[i])}});
    }
    json["outcomes"] = Json::array();
    for (const auto& run : repeated.runs) {
        json["outcomes"].push_back(to_json(run));
        json["outcomes"].back().erase("run_toml");  // the same for all, and long
    }
    return json;
}

Json to_json(const Comparison& comparison) {
    Json json = {{"seconds", comparison.seconds}, {"methods", Json::array()}};
    for (const auto& method : comparison.methods) json["methods"].push_back(to_json(method));
    return json;
}

Json to_json(const Sweep& sweep) {
    Json json = {{"sweep", 1},
                 {"constraint", sweep.constraint},
                 {"at_least", sweep.at_least},
                 {"data_file", sweep.data_file},
                 {"target", sweep.target},
                 {"task", tabular::to_string(sweep.task)},
                 {"folds", sweep.folds},
                 {"free_objective", sweep.free_objective},
                 {"seconds", sweep.seconds}};
    json["costs_below"] = sweep.costs_below ? Json(*sweep.costs_below) : Json();
    json["stability"] = sweep.stability ? stability_json(*sweep.stability) : Json();
    json["points"] = Json::array();
    for (const auto& point : sweep.points) {
        Json entry = {{"bound", point.bound},
                      {"status", to_string(point.status)},
                      {"met", point.met},
                      {"objective", point.objective},
                      {"slope", point.slope},
                      {"risk", point.risk},
                      {"train_accuracy", point.train_accuracy}};
        for (const auto& [name, slot] : sweep_fields)
            if (const auto& interval = point.*slot) entry[name] = interval_json(*interval);
        json["points"].push_back(entry);
    }
    return json;
}

std::string trace_csv(const Outcome& outcome) {
    std::string csv = "iteration,regime,steps,seconds,objective,stationarity";
    for (const auto& constraint : outcome.constraints) csv += "," + tabular::csv_cell("slack: " + constraint.name);
    for (const auto& constraint : outcome.constraints) csv += "," + tabular::csv_cell("multiplier: " + constraint.name);
    csv += '\n';
    for (const auto& row : outcome.trace) {
        csv += std::to_string(row.iteration) + "," + (row.regime == Regime::full ? "full" : "stochastic") + "," +
               std::to_string(row.steps) + "," + base::number_text(row.seconds) + "," +
               base::number_text(row.objective) + "," + base::number_text(row.stationarity);
        for (const double value : row.slack) csv += "," + base::number_text(value);
        for (const double value : row.multiplier) csv += "," + base::number_text(value);
        csv += '\n';
    }
    return csv;
}

}  // namespace alcole::run
