#pragma once

#include "base/fields.hpp"
#include "certify/fields.hpp"
#include "optimality/fields.hpp"
#include "studies/duality.hpp"
#include "studies/learnability.hpp"
#include "studies/study.hpp"

/// The fields of the three studies, as docs/study.md, docs/learnability.md and docs/duality.md describe them.
namespace alcole::studies {

/// Settings and versions, as objects of texts; `seconds` comes at the end.
void fields_of_record(auto& visit, const Record& record) {
    visit("settings", record.settings, base::KeyedBy{&Fact::name, &Fact::value});
    visit("versions", record.versions, base::KeyedBy{&Fact::name, &Fact::value});
}

void fields(auto& visit, base::Is<ConstraintInfo> auto& c) { base::list(visit, "name", c.name, "bound", c.bound); }

void fields(auto& visit, base::Is<Claim> auto& c) {
    base::list(visit, "id", c.id, "text", c.text);
    fields(visit, c.value);
    visit("verdict", c.verdict);
}

void fields(auto& visit, base::Is<Train> auto& t) {
    base::list(visit, "objective", t.objective, "risk", t.risk, "slack", t.slack);
}

void fields(auto& visit, base::Is<Test> auto& t) {
    base::list(visit, "accuracy", t.accuracy, "objective", t.objective, "risk", t.risk, "flip", t.flip);
}

void fields(auto& visit, base::Is<Oscillation> auto& o) {
    base::list(visit, "lambda_sd", o.lambda_sd, "lambda_variation", o.lambda_variation, "slack_sd", o.slack_sd);
}

void fields(auto& visit, base::Is<LateIterates> auto& l) {
    base::list(visit, "violating", l.violating, "worst_slack_in_bounds", l.worst_slack, "flip", l.flip);
}

void fields(auto& visit, const LateMeans& l) {
    base::list(visit, "violating", l.violating, "worst_slack_in_bounds", l.worst_slack, "flip", l.flip);
}

void fields(auto& visit, base::Is<Randomised> auto& r) {
    base::list(visit, "iterates", r.iterates, "bytes", r.bytes, "prediction_cost", r.prediction_cost,
               "flip_independent", r.flip_independent);
}

void fields(auto& visit, base::Is<Run> auto& r) {
    base::list(visit, "seed", r.seed, "train", r.train);
    visit("test", r.test,
          base::With{[&](auto& inner, auto& /*test*/) { inner("true_flip", r.true_flip, base::omit_empty); }});
    base::list(visit, "lambda", r.lambda, "oscillation", r.oscillation);
    visit("late_iterates", r.late, base::omit_empty);
    visit("seconds", r.seconds);
    visit("randomised", r.randomised, base::omit_empty);
}

void fields(auto& visit, base::Is<DataInfo> auto& d) {
    base::list(visit, "rows", d.rows, "train_rows", d.train_rows, "test_rows", d.test_rows, "distinct_points",
               d.distinct_points);
}

void fields(auto& visit, const SeedMeans& s) {
    base::list(visit, "accuracy", s.accuracy, "objective", s.objective, "worst_slack_in_bounds", s.worst_slack, "flip",
               s.flip, "lambda", s.lambda, "lambda_sd", s.lambda_sd, "lambda_variation", s.lambda_variation,
               "slack_sd_in_bounds", s.slack_sd);
    visit("late_iterates", s.late, base::omit_empty);
    visit("seconds", s.seconds);
}

void fields(auto& visit, const MethodResult& m) { base::list(visit, "runs", m.runs, "summary", m.means); }

void fields(auto& visit, const StepSweepPoint& p) {
    base::list(visit, "method", p.method, "dual_step", p.dual_step, "lambda_sd", p.lambda_sd, "worst_slack_in_bounds",
               p.worst_slack, "accuracy", p.accuracy, "best", p.best);
}

void fields(auto& visit, const Study& s) {
    visit.version("schema", 3);
    visit("data", s.data, base::With{[&](auto& inner, auto& data) {
              base::list(inner, "name", data.name, "synthetic", data.synthetic, "origin", data.origin);
          }});
    fields_of_record(visit, s.record);
    visit("constraints", s.constraints,
          base::With{[&](auto& inner, auto& constraint) { inner("hard", constraint.hard); }});
    visit("methods", s.methods, base::KeyedBy{&MethodResult::name});
    visit("claims", s.claims);
    visit("step_sweep", s.step_sweep, base::omit_empty);
    visit("seconds", s.record.seconds);
}

void fields(auto& visit, const Decrease& one) { base::list(visit, "all_sizes", one.whole, "upper_half", one.late); }

void fields(auto& visit, const LearnabilityRun& r) {
    base::list(visit, "seed", r.seed, "gap", r.gap, "violation", r.violation, "sample_violation", r.sample_violation,
               "lambda", r.lambda, "dual_steps", r.dual_steps, "converged", r.converged, "within_bound", r.within_bound,
               "theorem", r.theorem);
}

void fields(auto& visit, const LearnabilityPoint& p) {
    base::list(visit, "rows", p.rows, "gap", p.gap, "signed_gap", p.signed_gap, "violation", p.violation,
               "sample_violation", p.sample_violation, "objective_bound", p.objective_bound, "objective_vacuous",
               p.objective_vacuous, "feasibility_bound", p.feasibility_bound, "feasibility_vacuous",
               p.feasibility_vacuous, "within_bound", p.within_bound, "runs", p.runs);
}

void fields(auto& visit, const LearnabilityCurve& c) {
    base::list(visit, "name", c.name, "dual_step", c.dual_step, "gap_rate", c.gap, "violation_rate", c.violation,
               "seconds", c.seconds, "points", c.points);
}

void fields(auto& visit, const PopulationOptimum& b) {
    base::list(visit, "objective", b.objective, "free_objective", b.free_objective, "violation", b.violation, "lambda",
               b.lambda, "alpha", b.alpha, "radii", b.radii, "starts", b.starts, "agreeing", b.agreeing, "dual_gap",
               b.dual_gap, "dual_agreeing", b.dual_agreeing, "distinct_points", b.points, "weights", b.num_weights);
}

void fields(auto& visit, const Learnability& s) {
    visit.version("schema", 2);
    visit("study", "learnability");
    base::list(visit, "synthetic", true, "population", s.population, "model", s.model, "delta", s.delta);
    fields_of_record(visit, s.record);
    base::list(visit, "constraints", s.constraints, "optimum", s.optimum, "curves", s.curves, "claims", s.claims,
               "seconds", s.record.seconds);
}

void fields(auto& visit, const DualityStep& s) {
    base::list(visit, "objective", s.objective, "violation", s.violation, "lambda", s.lambda, "dual", s.dual);
}

void fields(auto& visit, const DualityMethod& m) {
    base::list(visit, "objective", m.objective, "violation", m.violation, "lambda", m.lambda, "alpha", m.alpha,
               "converged", m.converged, "dual", m.dual, "gap", m.gap, "primal_convergence", m.convergence.verdict,
               "primal_convergence_words", to_string(m.convergence), "steps", m.steps);
}

void fields(auto& visit, const SupportPoint& point) {
    base::list(visit, "u", point.u, "p", point.p, "line", point.line, "parabola", point.parabola);
}

void fields(auto& visit, const PenaltyGap& at) {
    base::list(visit, "alpha", at.alpha, "lambda", at.lambda, "gap", at.gap);
}

void fields(auto& visit, const DualityProblem& p) {
    base::list(visit, "id", p.id, "statement", p.statement, "exact", p.exact, "optimum", p.optimum, "lagrangian",
               p.ordinary, "augmented", p.augmented);
    visit("lagrangian_downhill", p.downhill, base::omit_empty);
    base::list(visit, "least_alpha", p.least_alpha, "stability", p.stability, "attained", p.attained, "by_alpha",
               p.by_alpha);
    visit("multi_start", base::Group{[&](auto& inner) {
              base::list(inner, "lagrangian_gap", p.ordinary_estimate, "augmented_gap", p.augmented_estimate, "starts",
                         p.starts, "agreeing", p.agreeing);
          }});
    visit("perturbation", p.support);
}

void fields(auto& visit, const Duality& s) {
    visit.version("schema", 1);
    visit("study", "duality");
    fields_of_record(visit, s.record);
    base::list(visit, "problems", s.problems, "seconds", s.record.seconds);
}

}  // namespace alcole::studies
