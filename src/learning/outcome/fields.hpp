#pragma once

#include <alcole/learning/outcome.hpp>
#include <alcole/learning/repeat.hpp>
#include <alcole/learning/sweep.hpp>

#include "base/fields.hpp"
#include "certify/fields.hpp"
#include "learning/outcome/enum_names.hpp"
#include "learning/outcome/examination_fields.hpp"
#include "notes/fields.hpp"
#include "solver/options/enum_names.hpp"
#include "table/fields.hpp"

#include <algorithm>
#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

// The fields of an outcome, of repeated runs and of a sweep, as docs/cli.md describes them.
namespace alcole::learning {

/// Numbers may be null: a search that broke down has no residuals. Counts of 0 are left out.
void visit_facts(auto& visit, auto& facts) {
    for_each_fact(facts, [&](std::string_view name, auto& fact) {
        using Fact = std::remove_cvref_t<decltype(fact)>;
        if constexpr (std::same_as<Fact, double> || std::same_as<Fact, std::vector<double>>)
            visit(name, fact, base::or_null);
        else if constexpr (std::same_as<Fact, std::size_t>)
            visit(name, fact, base::omit_empty);
        else
            visit(name, fact);
    });
}

}  // namespace alcole::learning

namespace alcole {

void fields(auto& visit, base::Is<PhaseTime> auto& t) {
    base::list(visit, "times", t.times, "seconds", t.seconds, "waiting", t.waiting, "sent", t.sent, "received",
               t.received);
}

void fields(auto& visit, base::Is<NotFinite> auto& n) { learning::visit_facts(visit, n); }

void fields(auto& visit, base::Is<Ending> auto& e) {
    learning::visit_facts(visit, e);
    visit.require(e.missed_by.size() == e.constraints.size(), "must have one of 'missed_by' per constraint");
}

}  // namespace alcole

namespace alcole::learning {

void fields(auto& visit, base::Is<Judged> auto& j) {
    base::list(visit, base::or_null, "risk", j.risk, "slack", j.slack);
    base::list(visit, base::omit_empty, "interval", j.interval, "fraction", j.fraction, "denominator", j.denominator,
               "flip_rate", j.flip_rate);
}

void fields(auto& visit, base::Is<Side> auto& s) {
    visit("rows", s.metrics.rows);
    visit("objective", s.objective, base::or_null);
    metric_fields(visit, s.metrics);
    base::list(visit, base::omit_empty, "baseline", s.baseline, "groups", s.groups, "gaps", s.gaps);
}

void fields(auto& visit, base::Is<Unconstrained> auto& u) {
    base::list(visit, "status", u.status, "train", u.train);
    visit("test", u.test, base::omit_empty);
}

void fields(auto& visit, base::Is<RowPrice> auto& p) {
    base::list(visit, "row", p.row, "risk", p.risk, "multiplier", p.multiplier);
}

void fields(auto& visit, base::Is<EachRow> auto& e) {
    base::list(visit, "rows", e.rows, "priced", e.priced, "most_expensive", e.most_expensive);
}

void fields(auto& visit, base::Is<ConstraintOutcome> auto& c) {
    base::list(visit, "name", c.name, "kind", c.kind, "bound", c.bound, "at_least", c.at_least);
    visit("multiplier", c.multiplier, base::or_null);
    base::list(visit, "binding", c.binding, "train", c.train, "test", c.test);
    base::list(visit, base::omit_empty, "stated", c.stated, "fraction_bound", c.fraction_bound, "fraction_multiplier",
               c.fraction_multiplier, "other_side", c.other_side, "price", c.price, "asked", c.asked, "each_row",
               c.each_row, "tightened", c.tightened, "unconstrained", c.unconstrained, "unconstrained_fraction",
               c.unconstrained_fraction);
    visit("verdict", c.verdict);
}

template <class Visit, base::Is<Clash> S>
void fields(Visit& visit, S& c) {
    std::vector<std::size_t> places = {c.first, c.second};
    visit("places", places);
    visit.require(places.size() == 2, "is not between two constraints");
    visit("cosine", c.cosine, base::or_null);
    if constexpr (!std::is_const_v<S>) {
        c.first = places[0];
        c.second = places[1];
    }
}

void fields(auto& visit, base::Is<Conflict> auto& c) {
    base::list(visit, "places", c.constraints, "minimal", c.minimal, "shown", c.shown, "relaxed_bounds",
               c.relaxed_bounds);
}

void fields(auto& visit, base::Is<Residuals> auto& r) {
    base::list(visit, base::or_null, "stationarity", r.stationarity, "violation", r.violation, "complementarity",
               r.complementarity);
}

/// Either the reason why the theorem promises nothing, or its promises.
void fields(auto& visit, base::Is<Theorem> auto& t) {
    visit("reason", t.silent, base::omit_empty);
    if (t.silent) return;
    base::list(visit, "delta", t.delta, "largest_input", t.largest_input);
    fields(visit, t.promises);
}

void fields(auto& visit, base::Is<RankTimes> auto& r) {
    const auto at = [](Phase phase) { return static_cast<std::size_t>(phase); };
    visit(to_string(Phase::reading), r.phases[at(Phase::reading)], base::omit_empty);
    for (std::size_t phase = at(Phase::reading) + 1; phase < num_phases; ++phase)
        visit(to_string(static_cast<Phase>(phase)), r.phases[phase]);
}

void fields(auto& visit, base::Is<Timings> auto& t) {
    base::list(visit, "reading", t.reading, "preparing", t.preparing);
    visit.derived("imbalance", [&] { return t.imbalance(); });
    visit("ranks", t.ranks);
}

inline std::vector<std::string> constraint_names(const Outcome& outcome) {
    std::vector<std::string> names;
    for (const auto& constraint : outcome.constraints) names.push_back(constraint.name);
    return names;
}

void fields(auto& visit, base::Is<Growth> auto& g) {
    base::list(visit, "rounds", g.rounds, "kept", g.kept, "by_held_rows", g.by_held_rows, "constrained", g.constrained,
               "most_violated", g.most_violated);
    visit("missed_by", g.missed_by, base::or_null);
    visit("second_search", g.second_search, base::omit_empty);
}

void fields(auto& visit, base::Is<SearchEnding> auto& e) {
    base::list(visit, "solver", e.solver, "iterate", e.iterate);
    visit("objective", e.objective, base::or_null);
    base::list(visit, "met", e.met, "settled", e.settled, "growth", e.growth);
}

/// Names of constraints and sentences accompany the facts for human readers.
void fields(auto& visit, base::Is<Outcome> auto& o) {
    visit.version("metrics", 4);
    visit("status", o.status);
    visit.derived("message", [&] { return to_string(o.ending); });
    base::list(visit, "seconds", o.seconds, "data_file", o.data_file, "training_hash", o.training_hash, "target",
               o.target, "positive", o.positive, "task", o.task, "model", o.model, "method", o.method, "iterate",
               o.iterate, "last_objective", o.last_objective, "version", o.version, "instruction_set",
               o.instruction_set, "features", o.features, "protected", o.protected_columns, "where", o.where, "seed",
               o.seed, "weights", o.weights, "distinct_points", o.distinct_points, "train", o.train, "test", o.test,
               "constraints", o.constraints);
    visit("objective", o.objective, base::omit_empty);
    visit("l2", o.l2, base::omit_empty);
    visit("unconstrained", o.unconstrained, base::omit_empty);
    visit.derived("notes", [&] { return to_strings(o.notes); });
    visit("noted", o.notes, base::omit_empty);
    const std::vector<std::string> names = constraint_names(o);
    const std::size_t count = names.size();
    const auto known = [&](std::size_t place) { return place < count; };
    visit("at_ceiling", o.at_ceiling);
    visit.require(std::ranges::all_of(o.at_ceiling, known), "has a place in 'at_ceiling' beyond the last constraint");
    visit("residuals", o.residuals);
    visit("ending", o.ending);
    visit("clashes", o.clashes, base::With{[&](auto& inner, auto& clash) {
              inner.require(known(clash.first) && known(clash.second), "names a place beyond the last constraint");
              inner.derived("constraints", [&] { return named(names, {clash.first, clash.second}); });
          }});
    visit(
        "conflict", o.conflict, base::With{[&](auto& inner, auto& conflict) {
            inner.require(std::ranges::all_of(conflict.constraints, known), "names a place beyond the last constraint");
            inner.require(conflict.relaxed_bounds.size() == count, "must have one of 'relaxed_bounds' per constraint");
            inner.derived("constraints", [&] { return named(names, conflict.constraints); });
        }});
    visit("importance", o.importance, base::omit_empty, base::With{[&](auto& inner, auto& importance) {
              const auto fits = [&](const auto& feature) {
                  return feature.carries.size() == importance.attributes.size();
              };
              inner.require(std::ranges::all_of(importance.features, fits),
                            "must have one of 'carries' per attribute of each feature");
          }});
    visit("theorem", o.theorem, base::omit_empty, base::With{[&](auto& inner, auto& theorem) {
              inner.require(theorem.silent || (theorem.promises.zeta.size() == count &&
                                               theorem.promises.feasibility_vacuous.size() == count),
                            "must have one entry per constraint");
          }});
    visit("certificate", o.certificate, base::omit_empty, base::With{[&](auto& inner, auto& certificate) {
              inner.require(certificate.constraints.size() == count, "must have one entry per constraint");
          }});
    visit("optimality", o.optimality, base::With{[&](auto& inner, auto& found) { add_active(inner, found, names); }});
    visit("timings", o.timings, base::omit_empty);
    visit("run_toml", o.run_toml);
}

/// One constraint across all runs.
struct OverRuns {
    const Repeated& repeated;
    std::size_t constraint;
};

void fields(auto& visit, const OverRuns& o) {
    const auto& [repeated, i] = o;
    base::list(visit, "name", repeated.runs.front().constraints[i].name, "bound",
               repeated.runs.front().constraints[i].bound, "train_risk", repeated.train_risk[i], "test_risk",
               repeated.test_risk[i], "test_flip", repeated.test_flip[i], "multiplier", repeated.multiplier[i]);
}

void fields(auto& visit, const Repeated& r) {
    visit("model", r.model, base::omit_empty);
    base::list(visit, "method", r.method, "runs", r.runs.size(), "runs_met", r.runs_met, "seconds", r.seconds,
               "train_objective", r.train_objective, "test_objective", r.test_objective, "test_accuracy",
               r.test_accuracy, "worst_train_slack", r.worst_train_slack, "worst_test_slack", r.worst_test_slack,
               "oscillation", r.oscillation);
    std::vector<OverRuns> constraints;
    for (std::size_t i = 0; i < r.train_risk.size(); ++i) constraints.push_back({r, i});
    visit("constraints", constraints);
    auto runs = r.runs;
    for (auto& run : runs) run.run_toml.clear();  // long, and nearly the same for all runs
    visit("outcomes", runs);
}

void fields(auto& visit, const Comparison& c) {
    visit("seconds", c.seconds);
    visit("ordinary_steps", c.ordinary_steps, base::omit_empty);
    visit("methods", c.methods);
}

void fields(auto& visit, const SweepPoint& p) {
    base::list(visit, "bound", p.bound, "status", p.status, "met", p.met, "objective", p.objective, "slope", p.slope,
               "risk", p.risk, "train_accuracy", p.train_accuracy);
    base::list(visit, base::omit_empty, "held_out_objective", p.held_out_objective, "held_out_accuracy",
               p.held_out_accuracy, "held_out_risk", p.held_out_risk);
}

void fields(auto& visit, const SweepStability& s) {
    base::list(visit, "base", s.base, "own", s.own, "asked", s.asked, "risks", s.risks, "bounds", s.bounds, "alpha",
               s.alpha, "deciding", s.deciding, "noise", s.noise, "growing", s.growing, "verdict", s.verdict);
}

void fields(auto& visit, const Sweep& s) {
    visit.version("sweep", 1);
    base::list(visit, "constraint", s.constraint, "at_least", s.at_least, "data_file", s.data_file, "target", s.target,
               "task", s.task, "folds", s.folds, "free_objective", s.free_objective, "seconds", s.seconds,
               "costs_below", s.costs_below, "stability", s.stability, "points", s.points);
}

}  // namespace alcole::learning
