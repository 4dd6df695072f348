#pragma once

#include "studies/study.hpp"

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

/// A made-up study: plausible numbers by formula, for tests of what is drawn from them. The multipliers of the ordinary
/// method cycle, those of the augmented one settle.
namespace alcole::testing {

struct FakeStudy {
    std::size_t runs = 3;
    std::size_t steps = 200;
    bool sweep = true;
    bool synthetic = true;
    bool hostile_names = false;  ///< names that would break the markup if they were not escaped
};

/// Noise in [-1, 1], the same on every machine.
inline double wobble(std::uint64_t n) {
    n = (n ^ (n >> 31U)) * 0x9e3779b97f4a7c15U;
    n = (n ^ (n >> 29U)) * 0xbf58476d1ce4e5b9U;
    return static_cast<double>((n ^ (n >> 32U)) % 20001) / 10000.0 - 1.0;
}

inline Interval around(double estimate, double half) { return {estimate, estimate - half, estimate + half * 1.1}; }

inline studies::Trace fake_trace(bool augmented, const FakeStudy& fake, std::uint64_t seed, std::size_t constraints) {
    studies::Trace trace;
    for (std::size_t t = 0; t < fake.steps; ++t) {
        std::vector<double> lambda;
        std::vector<double> slack;
        const double time = static_cast<double>(t);
        for (std::size_t i = 0; i < constraints; ++i) {
            const double price = i < 2 ? 2.6 - 0.7 * static_cast<double>(i) : 0.35 / static_cast<double>(i);
            const double size = i < 2 ? 1.0 : 0.25;
            const double noise = wobble(t * 977 + i * 31 + seed * 7919 + (augmented ? 5 : 0));
            const double phase = time / (6.5 + 0.4 * static_cast<double>(i)) + static_cast<double>(seed);
            const double climb = 1 - std::exp(-time / 18);
            const double swing = augmented ? std::exp(-time / 22) * std::sin(phase) + 0.05 * noise
                                           : std::sin(phase) + 0.25 * std::sin(2.7 * phase) + 0.2 * noise;
            lambda.push_back(std::fmax(0, price * climb + size * swing * (augmented ? 0.8 : 1.0)));
            const double start = (i < 2 ? 38.0 : 9.0) * std::exp(-time / 2.5);
            const double rest = i < 2 ? 0.0 : -0.35 - 0.1 * static_cast<double>(i);
            const double move = augmented ? 0.5 * std::exp(-time / 20) * std::cos(phase) + 0.07 * noise
                                          : 0.75 * std::cos(phase) + 0.3 * noise;
            slack.push_back(std::fmax(-0.97, start + rest + (i < 2 ? 1.0 : 0.4) * move) * 1e-3);
        }
        trace.objective.push_back(0.62 + 0.05 * std::exp(-time / 15));
        trace.lambda.push_back(std::move(lambda));
        trace.slack.push_back(std::move(slack));
    }
    return trace;
}

inline studies::MethodResult fake_method(const std::string& name, const FakeStudy& fake, std::size_t constraints) {
    const bool dual = name == "lagrangian" || name == "augmented";
    const bool augmented = name == "augmented";
    const double flip = name == "unconstrained" ? 0.092 : augmented ? 0.021 : 0.032;
    const double accuracy = name == "unconstrained" ? 0.684 : augmented ? 0.674 : 0.672;
    studies::MethodResult method{name, {}, {}};
    for (std::size_t r = 0; r < fake.runs; ++r) {
        studies::Run run;
        run.seed = 11 + r;
        run.seconds = 4.2;
        run.test.accuracy = accuracy + 0.006 * wobble(r * 3 + name.size());
        for (std::size_t i = 0; i < constraints; ++i) {
            const double share = flip * (i < 2 ? 1.0 : 0.5);
            run.test.flip.push_back(share * (1 + 0.25 * wobble(r * 17 + i + name.size() * 131)));
            run.true_flip.push_back(share * (1.6 + 0.3 * wobble(r * 19 + i)));
            run.lambda.push_back(dual ? 2.0 : 0.0);
        }
        if (!fake.synthetic) run.true_flip.clear();
        if (dual) run.trace = fake_trace(augmented, fake, run.seed, constraints);
        if (name == "unconstrained")  // also has a trace, with nothing to draw
            run.trace = {{0.6, 0.6}, {2, std::vector(constraints, 0.0)}, {2, std::vector(constraints, 0.4)}};
        if (name == "lagrangian_randomised")
            run.randomised = studies::Randomised{100, 2'240'000, 100, {0.11, 0.12, 0.09, 0.08, 0.1}};
        method.runs.push_back(std::move(run));
    }
    auto& summary = method.means;
    summary.accuracy = around(accuracy, 0.004);
    summary.objective = around(name == "unconstrained" ? 0.589 : 0.612, 0.003);
    summary.worst_slack = around(name == "unconstrained" ? 31.0 : augmented ? 0.06 : 0.94, augmented ? 0.05 : 0.3);
    summary.lambda_sd = around(augmented ? 0.12 : 0.86, augmented ? 0.03 : 0.1);
    summary.lambda_variation = around(augmented ? 19 : 161, augmented ? 4 : 17);
    summary.slack_sd = around(augmented ? 0.09 : 0.58, 0.04);
    summary.seconds = 4.2;
    if (dual) {
        auto& late = summary.late.emplace();
        late.violating = around(augmented ? 0.07 : 0.48, 0.03);
        late.flip.resize(constraints);
        for (std::size_t q = 0; q < studies::LateIterates::num_quantiles; ++q) {
            const double share = static_cast<double>(q) / (studies::LateIterates::num_quantiles - 1);
            late.worst_slack.push_back(around(augmented ? 0.3 * share - 0.1 : 3.0 * share * share - 0.3, 0.05));
            for (auto& flips : late.flip) flips.push_back(around(0.02 + (augmented ? 0.005 : 0.05) * share, 0.002));
        }
    }
    for (std::size_t i = 0; i < constraints; ++i) {
        summary.flip.push_back(around(flip * (i < 2 ? 1.0 : 0.5), flip * 0.15));
        const double price = i < 2 ? 2.6 - 0.7 * static_cast<double>(i) : 0.35 / static_cast<double>(i);
        summary.lambda.push_back(around(price, std::fmin(price, augmented ? 0.05 : 0.6)));
    }
    return method;
}

inline studies::Study fake_study(const FakeStudy& fake = {}) {
    using studies::ClaimStatus;
    studies::Study study;
    study.data = {"twin", fake.synthetic, "Drawn from a structural model whose mechanism is known.", 6172, 4320, 1852,
                  9480};
    study.constraints = {{"sex flipped", 1e-3, true},
                         {"race := African-American", 1e-3, true},
                         {"race := Caucasian", 1e-3, false},
                         {"race := Hispanic", 1e-3, false},
                         {"race := Other", 1e-3, false}};
    if (!fake.synthetic) study.data.name = "compas";
    if (fake.hostile_names) {
        study.data.name = "<script>alert(1)</script> & \"co\"";
        study.data.origin = "It's <b>bold</b> & 'quoted'";
        study.constraints[0].name = "a < b & \"c\" > 'd' | </script><img src=x>";
        study.constraints[2].name = "a name that is much longer than any panel of any figure is wide, and then some";
        study.constraints[1].name = "caf\xc3\xa9 \xff\x01 broken";
    }
    for (const auto* name : {"unconstrained", "lagrangian", "lagrangian_randomised", "augmented"})
        study.methods.push_back(fake_method(name, fake, study.constraints.size()));
    study.claims = {{"steady-multipliers",
                     "Over the last half of training the multiplier of the ordinary method that oscillates most swings "
                     "at least twice as "
                     "much as that of the augmented one (ratio of standard deviations).",
                     {7.2, 5.1, 9.8},
                     ClaimStatus::holds},
                    {"feasible-last",
                     "The last augmented model exceeds no bound by more than a fifth of it (largest slack in bounds).",
                     {0.06, 0.01, 0.115},
                     ClaimStatus::holds},
                    {"same-accuracy",
                     "The augmented model loses less than one point of accuracy to the ordinary one (points).",
                     {-0.2, -1.3, 0.9},
                     ClaimStatus::undecided},
                    {"flip-halved",
                     "The augmented model changes at most half as many predictions as the ordinary one (ratio).",
                     {0.66, 0.55, 0.78},
                     ClaimStatus::fails}};
    if (fake.hostile_names) study.claims[0].text = "1 < 2 && \"x\" > 'y' <i>";
    study.record.settings = {{"model", "network, 64-64, sigmoid"},
                             {"optimiser", "Adam, rate 0.003, batch 256"},
                             {"epochs", "200"},
                             {"dual step", "2000"},
                             {"penalty", "2000"},
                             {"bound", "0.001"},
                             {"intervals", "95 % bootstrap over seeds, 2000 draws"}};
    study.record.versions = {{"alcole", "0.1.0"}, {"compiler", "GCC 12.2"}, {"threads", "2"}, {"instructions", "AVX3"}};
    if (fake.sweep)
        for (int k = 0; k < 7; ++k) {
            const double step = 20 * std::pow(3.0, k);
            const double fast = 1 / (1 + std::exp(-(k - 3.0)));
            study.step_sweep.push_back({"lagrangian", step, around(0.05 + 1.1 * fast, 0.08),
                                        around(0.2 + 1.2 * fast, 0.2), around(0.674 - 0.004 * fast, 0.004), k == 1});
            study.step_sweep.push_back({"augmented", step, around(0.04 + 0.1 * fast, 0.03),
                                        around(0.12 - 0.09 * fast, 0.05), around(0.675, 0.004), k == 4});
        }
    study.record.seconds = 171;
    return study;
}

}  // namespace alcole::testing
