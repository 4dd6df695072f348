#include "collection.hpp"
#include "small_problems.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace alcole {
namespace {

struct StopAfterSteps {
    std::int64_t steps = 0;
    std::int64_t seen = 0;
    void on_step(const Step& /*step*/) { ++seen; }
    void on_dual_step(const TraceRecord& /*record*/) { ++seen; }
    bool stop_requested() const { return seen >= steps; }
};

Result<double> in_parts(AnyProblem<double>& problem, const std::vector<double>& start, const Options& options,
                        std::int64_t steps) {
    State<double> state{.theta = start};
    for (;;) {
        StopAfterSteps stop{.steps = steps};
        auto part = solve(problem, state, options, stop);
        if (part.status != Status::interrupted) return part;
        state = part.state;
    }
}

std::vector<problems::KnownProblem> some_of_the_collection(const std::vector<std::string>& names) {
    auto some = problems::collection();
    std::erase_if(some, [&](const auto& known) { return std::ranges::find(names, known.name) == names.end(); });
    EXPECT_EQ(some.size(), names.size());
    return some;
}

Result<double> expect_solved(const problems::KnownProblem& known, AnyProblem<double>& problem, Minimiser minimiser) {
    Options options;
    options.inner.minimiser = minimiser;
    auto answer = solve(problem, known.start, options);
    EXPECT_EQ(answer.status, Status::converged) << answer.message;
    EXPECT_NEAR(answer.risks[0], known.values.front(), 1e-6 * std::max(1.0, std::abs(known.values.front())));
    return answer;
}

/// The multipliers take Newton steps too; first-order updates of the multipliers would need 60 to 110 evaluations.
TEST(NewtonForMultipliers, TakesFewSteps) {
    for (const auto& known : some_of_the_collection({"BT7", "BT10", "S263", "CB2", "CB3", "TWICE"}))
        for (const auto minimiser : {Minimiser::newton, Minimiser::newton_cg}) {
            SCOPED_TRACE(known.name);
            auto problem = known.make();
            const auto answer = expect_solved(known, problem, minimiser);
            EXPECT_LE(answer.counts.risks, 50);
        }
}

/// The active set changes on the way: constraints and bounds become active and inactive.
TEST(NewtonForMultipliers, FindsWhichConstraintsAreActive) {
    for (const auto& known : some_of_the_collection({"S225", "HATFLDH", "SYNTHES1", "BARD1", "ELLIPSE20"}))
        for (const auto minimiser : {Minimiser::newton, Minimiser::newton_cg}) {
            SCOPED_TRACE(known.name);
            auto problem = known.make();
            const auto answer = expect_solved(known, problem, minimiser);
            for (std::size_t i = 0; i < answer.lambda.size(); ++i) {
                const bool inequality = problem.facts().relations[i] == Relation::at_most_zero;
                EXPECT_TRUE(answer.lambda[i] >= 0 || !inequality) << i;
            }
        }
}

TEST(NewtonForMultipliers, ResumesToTheSameBits) {
    for (const auto& known : some_of_the_collection({"S217", "BT7", "CB2", "WELDBEAM", "S335"}))
        for (const auto minimiser : {Minimiser::newton, Minimiser::newton_cg})
            for (const std::int64_t steps : {1, 2, 5}) {
                SCOPED_TRACE(known.name);
                Options options;
                options.inner.minimiser = minimiser;
                auto problem = known.make();
                const auto whole = solve(problem, known.start, options);
                EXPECT_TRUE(tests::same_bits(whole, in_parts(problem, known.start, options, steps))) << steps;
            }
}

/// Counts the evaluations at the same theta as the one before.
template <class P>
struct OnceEach {
    P problem;
    std::vector<double>& last;
    std::int64_t& repeated;
    std::size_t num_variables() const { return problem.num_variables(); }
    std::size_t num_constraints() const { return problem.num_constraints(); }
    Relation relation(std::size_t i) const { return problem.facts().relations[i]; }
    Box<double> box() const { return problem.facts().box; }
    auto risks(std::span<const double> theta, std::span<double> l) {
        repeated += std::ranges::equal(theta, last) ? 1 : 0;
        last.assign(theta.begin(), theta.end());
        return Linearisation{[at = problem.risks(theta, l)](auto w, auto g) { at.pullback(w, g); }};
    }
    void hessian_vector(std::span<const double> theta, std::span<const double> w, std::span<const double> v,
                        std::span<double> h) {
        problem.hessian_vector(theta, w, v, h);
    }
    void hessian(std::span<const double> theta, std::span<const double> w, std::span<double> h) {
        problem.hessian(theta, w, h);
    }
};

/// The end of a minimisation, the dual step and the start of the next minimisation share one evaluation.
TEST(Evaluations, AreNotRepeatedAtOneTheta) {
    for (const auto& known : some_of_the_collection({"S217", "BT7", "CB2", "S335"}))
        for (const auto minimiser : {Minimiser::newton, Minimiser::newton_cg, Minimiser::lbfgs}) {
            SCOPED_TRACE(known.name);
            Options options;
            options.inner.minimiser = minimiser;
            std::vector<double> last;
            std::int64_t repeated = 0;
            OnceEach<AnyProblem<double>> problem{known.make(), last, repeated};
            const auto answer = solve(problem, known.start, options);
            EXPECT_EQ(answer.status, Status::converged) << answer.message;
            EXPECT_EQ(repeated, 0);
        }
}

}  // namespace
}  // namespace alcole
