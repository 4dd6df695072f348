#include "studies/study_json.hpp"

#include "base/text.hpp"
#include "studies/json_parts.hpp"
#include "table/csv_text.hpp"

namespace alcole::studies {
namespace {

using Json = nlohmann::ordered_json;

Json intervals_json(const std::vector<base::Interval>& intervals) {
    Json list = Json::array();
    for (const auto& interval : intervals) list.push_back(interval_json(interval));
    return list;
}

Json summary_json(const Summary& summary) {
    return {{"accuracy", interval_json(summary.accuracy)},
            {"objective", interval_json(summary.objective)},
            {"worst_slack_in_bounds", interval_json(summary.worst_slack)},
            {"flip", intervals_json(summary.flip)},
            {"lambda", intervals_json(summary.lambda)},
            {"lambda_sd", interval_json(summary.lambda_sd)},
            {"lambda_variation", interval_json(summary.lambda_variation)},
            {"slack_sd_in_bounds", interval_json(summary.slack_sd)},
            {"seconds", summary.seconds}};
}

Json sweep_json(const StepSweepPoint& point) {
    return {{"method", point.method},
            {"dual_step", point.dual_step},
            {"lambda_sd", interval_json(point.lambda_sd)},
            {"worst_slack_in_bounds", interval_json(point.worst_slack)},
            {"accuracy", interval_json(point.accuracy)},
            {"best", point.best}};
}

}  // namespace

Json to_json(const Run& run) {
    Json json = {{"seed", run.seed},
                 {"train", {{"objective", run.train.objective}, {"risk", run.train.risk}, {"slack", run.train.slack}}},
                 {"test",
                  {{"accuracy", run.test.accuracy},
                   {"objective", run.test.objective},
                   {"risk", run.test.risk},
                   {"flip", run.test.flip}}},
                 {"lambda", run.lambda},
                 {"oscillation",
                  {{"lambda_sd", run.oscillation.lambda_sd},
                   {"lambda_variation", run.oscillation.lambda_variation},
                   {"slack_sd", run.oscillation.slack_sd}}},
                 {"seconds", run.seconds}};
    if (!run.true_flip.empty()) json["test"]["true_flip"] = run.true_flip;
    if (run.randomised)
        json["randomised"] = {{"iterates", run.randomised->iterates},
                              {"bytes", run.randomised->bytes},
                              {"prediction_cost", run.randomised->prediction_cost},
                              {"flip_independent", run.randomised->flip_independent}};
    return json;
}

Run run_from(const Json& json) {
    Run run;
    const auto read = [](const Json& from, const char* name, auto& to) { from.at(name).get_to(to); };
    read(json, "seed", run.seed);
    read(json, "seconds", run.seconds);
    read(json, "lambda", run.lambda);
    read(json.at("train"), "objective", run.train.objective);
    read(json.at("train"), "risk", run.train.risk);
    read(json.at("train"), "slack", run.train.slack);
    read(json.at("test"), "accuracy", run.test.accuracy);
    read(json.at("test"), "objective", run.test.objective);
    read(json.at("test"), "risk", run.test.risk);
    read(json.at("test"), "flip", run.test.flip);
    if (json.at("test").contains("true_flip")) read(json.at("test"), "true_flip", run.true_flip);
    const Json& oscillation = json.at("oscillation");
    read(oscillation, "lambda_sd", run.oscillation.lambda_sd);
    read(oscillation, "lambda_variation", run.oscillation.lambda_variation);
    read(oscillation, "slack_sd", run.oscillation.slack_sd);
    if (!json.contains("randomised")) return run;
    run.randomised.emplace();
    read(json.at("randomised"), "iterates", run.randomised->iterates);
    read(json.at("randomised"), "bytes", run.randomised->bytes);
    read(json.at("randomised"), "prediction_cost", run.randomised->prediction_cost);
    read(json.at("randomised"), "flip_independent", run.randomised->flip_independent);
    return run;
}

Json to_json(const Study& study) {
    Json json = {{"schema", study_schema},
                 {"data",
                  {{"name", study.data.name},
                   {"synthetic", study.data.synthetic},
                   {"origin", study.data.origin},
                   {"rows", study.data.rows},
                   {"train_rows", study.data.train_rows},
                   {"test_rows", study.data.test_rows},
                   {"distinct_points", study.data.distinct_points}}},
                 {"settings", facts_json(study.settings)},
                 {"versions", facts_json(study.versions)},
                 {"constraints", Json::array()},
                 {"methods", Json::object()},
                 {"claims", Json::array()}};
    for (const auto& constraint : study.constraints)
        json["constraints"].push_back(
            {{"name", constraint.name}, {"bound", constraint.bound}, {"hard", constraint.hard}});
    for (const auto& method : study.methods) {
        Json runs = Json::array();
        for (const auto& run : method.runs) runs.push_back(to_json(run));
        json["methods"][method.name] = {{"runs", runs}, {"summary", summary_json(method.summary)}};
    }
    for (const auto& claim : study.claims) json["claims"].push_back(claim_json(claim));
    if (!study.step_sweep.empty()) {
        json["step_sweep"] = Json::array();
        for (const auto& point : study.step_sweep) json["step_sweep"].push_back(sweep_json(point));
    }
    json["seconds"] = study.seconds;
    return json;
}

std::string to_csv(const Trace& trace, const std::vector<ConstraintInfo>& constraints) {
    std::string csv = "step,objective";
    for (const auto& constraint : constraints) csv += "," + tabular::csv_cell("lambda: " + constraint.name);
    for (const auto& constraint : constraints) csv += "," + tabular::csv_cell("slack: " + constraint.name);
    csv += '\n';
    for (std::size_t t = 0; t < trace.objective.size(); ++t) {
        csv += std::to_string(t + 1) + "," + base::number_text(trace.objective[t]);
        for (const double v : trace.lambda[t]) csv += "," + base::number_text(v);
        for (const double v : trace.slack[t]) csv += "," + base::number_text(v);
        csv += '\n';
    }
    return csv;
}

}  // namespace alcole::studies
