#pragma once

#include <alcole/learning/outcome.hpp>
#include <alcole/learning/repeat.hpp>
#include <alcole/learning/sweep.hpp>

#include "fake_study.hpp"

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

/// Made-up runs: plausible numbers by formula, for tests of what is drawn from them.
namespace alcole::testing {

struct FakeRun {
    std::size_t constraints = 5;
    std::size_t steps = 60;
    bool held_out = true;
    bool regression = false;
    bool groups = true;
    bool infeasible = false;
    bool hostile_names = false;  ///< names that would break the markup if they were not escaped
    bool long_names = false;
    bool certificate = false;
    Method method = Method::augmented;
    bool examined = true;
    bool thoroughly = true;      ///< with curvature and a duality gap
    bool unconstrained = false;  ///< beside the same model without the constraints
};

inline std::string fake_constraint_name(std::size_t i, const FakeRun& fake) {
    static const std::vector<std::string> names = {"sex flipped", "race := African-American", "race := Caucasian",
                                                   "race := Hispanic", "race := Other"};
    if (fake.hostile_names && i == 0) return "</script><img alt=x> & \"a\" | 'b' `c`";
    if (fake.long_names)
        return "recall_of_" + std::string(60, 'w') + std::to_string(i) + " among people with a very long description";
    return i < names.size() ? names[i] : "recall: race = Other, age = group " + std::to_string(i);
}

inline double fake_price(std::size_t i) { return i < 3 ? 2.6 / static_cast<double>(i + 1) : 0.0; }

inline learning::ConstraintOutcome fake_constraint(std::size_t i, const FakeRun& fake) {
    learning::ConstraintOutcome constraint;
    constraint.name = fake_constraint_name(i, fake);
    constraint.at_least = i % 7 == 4;
    constraint.kind =
        i < 5 && !constraint.at_least ? tabular::ConstraintKind::counterfactual : tabular::ConstraintKind::rate;
    constraint.bound = constraint.at_least ? 0.3 : 1e-3;
    const bool free = fake.method == Method::unconstrained;
    const double room = constraint.at_least ? 0.12 : i < 3 ? 0.0 : -0.3 - 0.05 * static_cast<double>(i % 9);
    const double training = free || (fake.infeasible && i < 2) ? 1 + 1.4 * static_cast<double>(i + 1) : 1 + room;
    const double held_out = training * (1 + 0.12 * wobble(i * 13 + 5));
    const auto judged = [&](double ratio) {
        learning::Judged at;
        at.risk = ratio * constraint.bound;
        at.slack = constraint.at_least ? constraint.bound - at.risk : at.risk - constraint.bound;
        if (constraint.kind == tabular::ConstraintKind::counterfactual && !fake.regression)
            at.flip_rate = 0.012 * ratio;
        return at;
    };
    constraint.multiplier = free ? 0 : fake_price(i);
    constraint.binding = constraint.multiplier > 0;
    constraint.train = judged(training);
    if (fake.held_out) constraint.test = judged(held_out);
    const bool kept = constraint.train.slack <= 0.01 * constraint.bound;
    const bool kept_there = !constraint.test || constraint.test->slack <= 0;
    constraint.verdict = !kept        ? learning::ConstraintStatus::not_met
                         : kept_there ? learning::ConstraintStatus::met
                                      : learning::ConstraintStatus::met_in_training;
    return constraint;
}

inline std::vector<learning::TraceRow> fake_run_trace(const FakeRun& fake, std::uint64_t seed) {
    std::vector<learning::TraceRow> trace;
    const bool settles = fake.method == Method::augmented;
    for (std::size_t t = 0; t < fake.steps; ++t) {
        const double time = static_cast<double>(t) * 60.0 / static_cast<double>(fake.steps);
        learning::TraceRow row;
        row.iteration = static_cast<std::int64_t>(t);
        row.regime = t < 2 * fake.steps / 3 ? Regime::stochastic : Regime::full;
        row.objective = 0.61 + 0.08 * std::exp(-time / 6) + 0.002 * wobble(t + seed);
        for (std::size_t i = 0; i < fake.constraints; ++i) {
            const double phase = time / 3 + static_cast<double>(i);
            const double swing = settles ? std::exp(-time / 9) * std::sin(phase) : 0.6 * std::sin(phase);
            const bool multiplied = fake.method == Method::augmented || fake.method == Method::lagrangian;
            const double price = fake_price(i) * (1 - std::exp(-time / 6));
            row.multiplier.push_back(multiplied ? std::fmax(0, price + swing) : 0);
            const double rest = i < 3 ? 0.0 : -0.4;
            row.slack.push_back((20 * std::exp(-time / 1.5) + rest + 0.6 * swing) * (i % 7 == 4 ? 0.3 : 1e-3));
        }
        trace.push_back(std::move(row));
    }
    return trace;
}

inline std::vector<tabular::GroupRates> fake_groups(const FakeRun& fake) {
    std::vector<tabular::GroupRates> groups;
    const std::vector<std::string> names = {"sex = Female",
                                            "sex = Male",
                                            "race = African-American",
                                            "race = Caucasian",
                                            "race = Hispanic",
                                            "sex = Female, race = Caucasian",
                                            "sex = Male, race = Other"};
    for (std::size_t i = 0; i < names.size(); ++i) {
        tabular::GroupRates rates;
        rates.group = fake.hostile_names && i == 0 ? "<script>x</script> = 1" : names[i];
        rates.rows = i == 4 ? 17 : 1000 / (i + 1);
        rates.positives = rates.rows / 2;
        if (!fake.regression) {
            rates.positive_rate = 0.42 + 0.1 * wobble(i * 3);
            if (i != 6) rates.recall = 0.61 + 0.1 * wobble(i * 5);
            rates.false_positive_rate = 0.27;
            rates.error_rate = 0.33 + 0.05 * wobble(i * 7);
            rates.log_loss = 0.62;
            rates.calibration_error = 0.031;
        }
        groups.push_back(std::move(rates));
    }
    return groups;
}

inline learning::Side fake_side(const FakeRun& fake, std::size_t rows, double worse) {
    learning::Side side;
    side.objective = 0.612 + worse;
    side.metrics.rows = rows;
    if (fake.regression) {
        side.metrics.mean_squared_error = 12.4 + 10 * worse;
        side.metrics.r_squared = 0.61 - worse;
    } else {
        side.metrics.accuracy = 0.684 - worse;
        side.metrics.log_loss = 0.611 + worse;
        side.metrics.auc = 0.742 - worse;
    }
    side.baseline = tabular::Metrics{.rows = rows};
    if (fake.regression) {
        side.baseline->mean_squared_error = 31.8;
        side.baseline->r_squared = 0;
    } else {
        side.metrics.brier = 0.211 + worse;
        side.metrics.balanced_accuracy = 0.671 - worse;
        side.metrics.calibration_error = 0.022 + worse;
        side.baseline->accuracy = 0.54;
        side.baseline->brier = 0.248;
        for (std::size_t k = 0; k < 10; ++k) {
            const double p = 0.05 + 0.1 * static_cast<double>(k);
            const double seen = p + 0.04 * wobble(k * 11);
            side.metrics.reliability.push_back(
                {.rows = rows / 10, .predicted = p, .observed = {seen, seen - 0.04, seen + 0.05}});
        }
    }
    if (!fake.groups) return side;
    side.groups = fake_groups(fake);
    if (!fake.regression)
        side.gaps = tabular::rate_gaps("sex", std::vector(side.groups.begin(), side.groups.begin() + 2));
    return side;
}

/// Every verdict in turn.
inline certify::Certificate fake_certificate(const learning::Outcome& outcome) {
    certify::Certificate certificate{.rows = 1852};
    const auto risk = [](double low, double estimate, double high) {
        certify::RiskBounds bounds{.rows = 611, .estimate = estimate, .low = low, .high = high};
        for (const auto family : certify::all_families)
            bounds.families.push_back({.family = family, .low = low, .high = high});
        return bounds;
    };
    for (std::size_t i = 0; i < outcome.constraints.size(); ++i) {
        const auto& constraint = outcome.constraints[i];
        const double b = constraint.bound;
        auto& found = certificate.constraints.emplace_back();
        found = {.name = constraint.name, .bound = b, .at_least = constraint.at_least};
        found.verdict = static_cast<certify::Verdict>(i % 4);
        found.risk = i % 4 == 0   ? risk(0.7 * b, 0.8 * b, 0.9 * b)
                     : i % 4 == 1 ? risk(1.2 * b, 1.3 * b, 1.4 * b)
                                  : risk(0.9 * b, b, 1.1 * b);
        if (i % 4 == 2) found.rows_to_decide = 31234;
        if (i % 4 == 3) found.risk = {.rows = 3, .no_bound = {{.cause = certify::NoBound::Cause::empty_group}}};
    }
    certificate.objective = risk(0.6, 0.62, 0.64);
    return certificate;
}

inline learning::Examination fake_examination(const FakeRun& fake) {
    using alcole::Decision;
    learning::Examination found;
    found.search.alpha.assign(fake.constraints, 1900);
    found.kkt = {.stationarity = {3.1e-6, 2e-3, Decision::holds},
                 .violation = {4.2e-8, 1e-6, Decision::holds},
                 .complementarity = {7.7e-9, 1e-4, Decision::holds},
                 .sign = {0, 2e-3, Decision::holds},
                 .verdict = Decision::holds};
    if (fake.infeasible) {
        found.kkt.violation = {1.4e-3, 1e-6, Decision::fails};
        found.kkt.verdict = Decision::fails;
        found.search.iterate = learning::Iterate::least_violating;
    }
    for (std::size_t i = 0; i < fake.constraints && i < 4; ++i)
        (i < 3 ? found.active.strongly_active : found.active.weakly_active).push_back(i);
    found.licq = {
        .smallest = 0.12, .ratio = 0.08, .fails_below = 1.5e-8, .holds_above = 6e-6, .verdict = Decision::holds};
    found.assumptions = {{Assumption::Kind::objective_bounded_below, Decision::holds},
                         {Assumption::Kind::compact_level_sets, Decision::undetermined},
                         {Assumption::Kind::twice_differentiable_risks, Decision::fails}};
    found.primal_convergence = {.tail = fake.steps / 2,
                                .violation = 0.01,
                                .last_violation = 2e-4,
                                .objective_low = 0.612,
                                .objective_high = 0.6121,
                                .verdict = Decision::holds};
    found.primal_tolerance = 1e-3;
    found.notes = {{.kind = Note::Kind::moved_surrogates}};
    if (!fake.thoroughly) return found;
    found.second_order = SecondOrder{.whole = Eigenvalue{-0.4, 1e-6, true, Decision::fails},
                                     .tangent = Eigenvalue{2.1e-3, 3e-5, fake.constraints < 10, Decision::undetermined},
                                     .tangent_dimension = 5118,
                                     .alpha_min = 12.0,
                                     .alpha_min_in_box = 12.0,
                                     .dense = false};
    if (fake.constraints == 0) return found;
    found.alpha = 1900;
    found.duality = GapEstimate{
        .objective = 0.612, .augmented = {.lowest = 0.6119, .gap = 1e-4, .ended = 20, .agreeing = 7, .noise = 1e-3}};
    found.duality->ordinary = {
        .lowest = 0.59, .gap = 0.022, .unbounded = fake.constraints > 10, .ended = 20, .agreeing = 3, .noise = 1e-3};
    found.duality->attained = {.factor = 1, .gaps = {{.factor = 1, .gap = 1e-4}}};
    found.starts = 20;
    return found;
}

inline learning::Outcome fake_outcome(const FakeRun& fake = {}, std::uint64_t seed = 1) {
    learning::Outcome outcome;
    outcome.status = fake.infeasible ? Status::infeasible : Status::converged;
    outcome.ending.solver = {
        .status = outcome.status, .num_constraints = fake.constraints, .violation = 4.2e-8, .stationarity = 3.1e-6};
    if (fake.infeasible) {
        outcome.ending.solver.reason = Ending::Reason::conflict;
        outcome.ending.solver.constraints = {fake.hostile_names ? "a < b & \"c\"" : "1", "2"};
        outcome.ending.solver.missed_by = {0.1, 0.2};
    }
    outcome.seconds = 12.4;
    outcome.data_file = fake.hostile_names ? "<b>people</b>.csv" : "compas.csv";
    outcome.training_hash = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
    outcome.target = fake.hostile_names ? "<script>alert(1)</script>" : fake.regression ? "income" : "two_year_recid";
    outcome.positive = fake.regression ? "" : fake.hostile_names ? "<i>" : "1";
    outcome.task = fake.regression ? tabular::Task::regression : tabular::Task::binary;
    outcome.features = {"sex", "race", "age", "priors_count", "c_charge_degree"};
    outcome.protected_columns = {"sex", "race"};
    outcome.model = {.hidden = {64, 64}};
    outcome.weights = 5121;
    outcome.method = fake.method;
    outcome.seed = seed;
    outcome.where = {"days_b_screening_arrest <= 30"};
    outcome.run_toml =
        "[data]\nfile = \"compas.csv\"\ntarget = \"two_year_recid\"\nwhere = [\"days_b_screening_arrest <= 30\"]\n\n"
        "[[constraint]]\nkind = \"counterfactual\"\nattributes = [\"sex\"]\nbound = 0.001\n";
    outcome.version = "0.2.0";
    outcome.instruction_set = "AVX3";
    outcome.distinct_points = 9480;
    outcome.train = fake_side(fake, 4320, 0);
    if (fake.held_out) outcome.test = fake_side(fake, 1852, 0.013);
    for (std::size_t i = 0; i < fake.constraints; ++i) outcome.constraints.push_back(fake_constraint(i, fake));
    if (fake.unconstrained) {
        outcome.unconstrained = {.status = Status::converged, .train = fake_side(fake, 4320, -0.03)};
        if (fake.held_out) outcome.unconstrained->test = fake_side(fake, 1852, -0.011);
        for (auto* side :
             {&outcome.unconstrained->train, outcome.unconstrained->test ? &*outcome.unconstrained->test : nullptr})
            if (side != nullptr) side->baseline.reset();
        for (auto& constraint : outcome.constraints)
            constraint.unconstrained = (constraint.at_least ? 0.5 : 27) * constraint.bound;
    }
    if (fake.constraints > 1) outcome.clashes = {{0, 1, -0.83}};
    if (fake.infeasible) {
        outcome.conflict = learning::Conflict{{0, 1}, true, {}};
        for (const auto& constraint : outcome.constraints)
            outcome.conflict->relaxed_bounds.push_back(2.4 * constraint.bound);
    }
    if (fake.certificate) {
        outcome.theorem = learning::Theorem{.delta = 0.004, .largest_input = 7.3};
        outcome.theorem->promises = {.zeta_objective = 0.2,
                                     .zeta = std::vector<double>(fake.constraints, 0.02),
                                     .zeta_bar = 0.2,
                                     .delta_lambda = 4.6,
                                     .delta_alpha = 1200,
                                     .objective_bound = 49.3,
                                     .feasibility = std::vector<double>(fake.constraints, 0.02),
                                     .probability = 0.95,
                                     .objective_vacuous = true,
                                     .feasibility_vacuous = std::vector<bool>(fake.constraints, false)};
        for (auto& constraint : outcome.constraints) constraint.tightened = 0.93 * constraint.bound;
        outcome.certificate = fake_certificate(outcome);
    }
    outcome.residuals = {3.1e-6, 4.2e-8, 7.7e-9};
    if (fake.examined) outcome.optimality = fake_examination(fake);
    outcome.trace = fake_run_trace(fake, seed);
    outcome.notes = {{.kind = Note::Kind::small_group, .names = {"race = Other", "1"}, .numbers = {34, 0.01}},
                     {.kind = Note::Kind::no_target,
                      .names = {fake.hostile_names ? "a < b & c" : "two_year_recid"},
                      .numbers = {12}}};
    return outcome;
}

inline learning::Repeated fake_repeated(const FakeRun& fake, std::size_t runs = 5) {
    learning::Repeated repeated;
    repeated.method = fake.method;
    for (std::size_t r = 0; r < runs; ++r) {
        repeated.runs.push_back(fake_outcome(fake, r + 1));
        if (auto& test = repeated.runs.back().test)
            (fake.regression ? test->metrics.r_squared : test->metrics.accuracy) = 0.67 + 0.01 * wobble(r * 7 + 3);
    }
    const bool settles = fake.method == Method::augmented;
    const bool free = fake.method == Method::unconstrained;
    repeated.train_objective = around(0.612, 0.003);
    repeated.test_objective = around(0.625, 0.006);
    repeated.test_accuracy = around(free ? 0.684 : 0.672, 0.006);
    repeated.worst_train_slack = around(free ? 7.0 : settles ? 0.003 : 0.6, settles ? 0.002 : 0.2);
    repeated.worst_test_slack = around(free ? 7.3 : settles ? 0.11 : 0.7, 0.09);
    repeated.oscillation = around(settles ? 0.02 : free ? 0.0 : 0.31, settles ? 0.005 : free ? 0.0 : 0.05);
    for (std::size_t i = 0; i < fake.constraints; ++i) {
        const auto constraint = fake_constraint(i, fake);
        repeated.train_risk.push_back(around(constraint.train.risk, 0.01 * constraint.bound));
        repeated.test_risk.push_back(around(constraint.train.risk * 1.07, 0.1 * constraint.bound));
        repeated.test_flip.push_back(around(0.012, 0.003));
        repeated.multiplier.push_back(around(constraint.multiplier, 0.1 * constraint.multiplier));
    }
    repeated.seconds = 11.2;
    repeated.runs_met = settles ? runs : free ? 0 : 1;
    return repeated;
}

inline learning::Comparison fake_comparison(FakeRun fake = {}, std::size_t runs = 5) {
    learning::Comparison comparison;
    for (const auto method : {Method::unconstrained, Method::penalty, Method::lagrangian, Method::augmented}) {
        fake.method = method;
        comparison.methods.push_back(fake_repeated(fake, runs));
    }
    comparison.seconds = 224;
    return comparison;
}

inline learning::Sweep fake_sweep(std::size_t points = 10, std::size_t folds = 5, bool regression = false) {
    learning::Sweep sweep;
    sweep.constraint = "sex flipped";
    sweep.data_file = "compas.csv";
    sweep.target = regression ? "income" : "two_year_recid";
    sweep.task = regression ? tabular::Task::regression : tabular::Task::binary;
    sweep.folds = folds;
    sweep.free_objective = 0.589;
    for (std::size_t k = 0; k < points; ++k) {
        learning::SweepPoint point;
        point.bound = 1e-5 * std::pow(2.3, static_cast<double>(k));
        const double root = std::sqrt(point.bound);
        const double room = std::fmax(0, 0.08 - root);  // p = free + 8 (0.08 - sqrt u)^2: convex, and flat in the end
        point.status = k == 0 ? Status::infeasible : Status::converged;
        point.met = k > 1;
        point.objective = 0.589 + 8 * room * room;
        point.slope = -8 * room / root;
        point.risk = k == 0 ? 3 * point.bound : point.bound;
        point.train_accuracy = 0.684 - 0.5 * room;
        if (folds > 0) {
            point.held_out_objective = around(point.objective + 0.012, 0.004);
            point.held_out_accuracy = around(point.train_accuracy - 0.013, 0.006);
            point.held_out_risk = around(point.risk * 1.05, 0.1 * point.risk);
        }
        sweep.points.push_back(point);
    }
    sweep.costs_below = 0.0064;
    sweep.stability =
        learning::SweepStability{.base = 1e-3,
                                 .asked = 1.1e-3,
                                 .risks = 1,
                                 .bounds = points,
                                 .alpha = 3.4,
                                 .deciding = 2e-3,
                                 .noise = 2e-7,
                                 .verdict = folds > 0 ? alcole::Decision::holds : alcole::Decision::undetermined};
    sweep.seconds = 64;
    return sweep;
}

}  // namespace alcole::testing
