#include "studies/duality_json.hpp"

#include "studies/json_parts.hpp"

namespace alcole::studies {
namespace {

using Json = nlohmann::ordered_json;

Json method_json(const DualityMethod& method) {
    Json json = {{"objective", method.objective},
                 {"violation", method.violation},
                 {"lambda", method.lambda},
                 {"alpha", method.alpha},
                 {"converged", method.converged},
                 {"dual", method.dual},
                 {"gap", method.gap},
                 {"primal_convergence", to_string(method.convergence)},
                 {"primal_convergence_words", method.convergence_words},
                 {"steps", Json::array()}};
    for (const auto& step : method.steps)
        json["steps"].push_back({{"objective", step.objective},
                                 {"violation", step.violation},
                                 {"lambda", step.lambda},
                                 {"dual", step.dual}});
    return json;
}

Json problem_json(const DualityProblem& problem) {
    Json json = {{"id", problem.id},
                 {"statement", problem.statement},
                 {"exact", problem.exact},
                 {"optimum", problem.optimum},
                 {"lagrangian", method_json(problem.ordinary)},
                 {"augmented", method_json(problem.augmented)},
                 {"least_alpha", problem.least_alpha},
                 {"stability", to_string(problem.stability)},
                 {"multi_start",
                  {{"lagrangian_gap", problem.ordinary_estimate},
                   {"augmented_gap", problem.augmented_estimate},
                   {"starts", problem.starts},
                   {"agreeing", problem.agreeing}}},
                 {"perturbation", Json::array()}};
    if (problem.downhill) json["lagrangian_downhill"] = method_json(*problem.downhill);
    for (const auto& point : problem.support)
        json["perturbation"].push_back(
            {{"u", point.u}, {"p", point.p}, {"line", point.line}, {"parabola", point.parabola}});
    return json;
}

}  // namespace

Json to_json(const Duality& study) {
    Json json = {{"schema", duality_schema},
                 {"study", "duality"},
                 {"settings", facts_json(study.settings)},
                 {"versions", facts_json(study.versions)},
                 {"problems", Json::array()},
                 {"seconds", study.seconds}};
    for (const auto& problem : study.problems) json["problems"].push_back(problem_json(problem));
    return json;
}

}  // namespace alcole::studies
