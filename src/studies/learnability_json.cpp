#include "studies/learnability_json.hpp"

#include "studies/json_parts.hpp"

namespace alcole::studies {
namespace {

using Json = nlohmann::ordered_json;

Json slope_json(const std::optional<base::Interval>& slope) { return slope ? interval_json(*slope) : Json(nullptr); }

Json rate_json(const Rate& rate) {
    return {{"all_sizes", slope_json(rate.whole)}, {"upper_half", slope_json(rate.late)}};
}

Json theorem_json(const certify::TheoremQuantities& theorem) {
    return {{"zeta_objective", theorem.zeta_objective},
            {"zeta", theorem.zeta},
            {"zeta_bar", theorem.zeta_bar},
            {"delta_lambda", theorem.delta_lambda},
            {"delta_alpha", theorem.delta_alpha},
            {"objective_bound", theorem.objective_bound},
            {"objective_vacuous", theorem.objective_vacuous},
            {"feasibility_vacuous", theorem.feasibility_vacuous},
            {"probability", theorem.probability}};
}

Json run_json(const LearnabilityRun& run) {
    return {{"seed", run.seed},
            {"gap", run.gap},
            {"violation", run.violation},
            {"sample_violation", run.sample_violation},
            {"lambda", run.lambda},
            {"dual_steps", run.dual_steps},
            {"converged", run.converged},
            {"within_bound", run.within_bound},
            {"theorem", theorem_json(run.theorem)}};
}

Json point_json(const LearnabilityPoint& point) {
    Json json = {{"rows", point.rows},
                 {"gap", interval_json(point.gap)},
                 {"signed_gap", point.signed_gap},
                 {"violation", interval_json(point.violation)},
                 {"sample_violation", point.sample_violation},
                 {"objective_bound", point.objective_bound},
                 {"objective_vacuous", point.objective_vacuous},
                 {"feasibility_bound", point.feasibility_bound},
                 {"feasibility_vacuous", point.feasibility_vacuous},
                 {"within_bound", point.within_bound},
                 {"runs", Json::array()}};
    for (const auto& run : point.runs) json["runs"].push_back(run_json(run));
    return json;
}

Json curve_json(const LearnabilityCurve& curve) {
    Json json = {{"name", curve.name},
                 {"dual_step", curve.dual_step},
                 {"gap_rate", rate_json(curve.gap)},
                 {"violation_rate", rate_json(curve.violation)},
                 {"seconds", curve.seconds},
                 {"points", Json::array()}};
    for (const auto& point : curve.points) json["points"].push_back(point_json(point));
    return json;
}

Json optimum_json(const PopulationOptimum& best) {
    return {{"objective", best.objective},
            {"free_objective", best.free_objective},
            {"violation", best.violation},
            {"lambda", best.lambda},
            {"alpha", best.alpha},
            {"radii", best.radii},
            {"starts", best.starts},
            {"agreeing", best.agreeing},
            {"dual_gap", best.dual_gap},
            {"dual_agreeing", best.dual_agreeing},
            {"distinct_points", best.points},
            {"weights", best.num_weights}};
}

}  // namespace

Json to_json(const Learnability& study) {
    Json json = {{"schema", learnability_schema},
                 {"study", "learnability"},
                 {"synthetic", true},
                 {"population", study.population},
                 {"model", study.model},
                 {"delta", study.delta},
                 {"settings", facts_json(study.settings)},
                 {"versions", facts_json(study.versions)},
                 {"constraints", Json::array()},
                 {"optimum", optimum_json(study.optimum)},
                 {"curves", Json::array()},
                 {"claims", Json::array()},
                 {"seconds", study.seconds}};
    for (const auto& constraint : study.constraints)
        json["constraints"].push_back({{"name", constraint.name}, {"bound", constraint.bound}});
    for (const auto& curve : study.curves) json["curves"].push_back(curve_json(curve));
    for (const auto& claim : study.claims) json["claims"].push_back(claim_json(claim));
    return json;
}

}  // namespace alcole::studies
