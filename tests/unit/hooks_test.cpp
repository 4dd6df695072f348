#include "small_problems.hpp"

#include <csignal>
#include <stdexcept>
#include <thread>

#include <gtest/gtest.h>

namespace alcole {
namespace {

using tests::Wall;

struct Everything {
    int steps = 0, dual_steps = 0, ends = 0, asked = 0;
    void on_step(const Step&) { ++steps; }
    void on_dual_step(const TraceRecord&) { ++dual_steps; }
    void on_end(const Summary&) { ++ends; }
    bool stop_requested() {
        ++asked;
        return false;
    }
};

TEST(Hooks, AreCalledWhereTheySay) {
    Everything all;
    const auto answer = solve(Wall<>{}, std::vector{0.0}, Options(), all);
    EXPECT_EQ(all.steps, answer.counts.steps);
    EXPECT_EQ(static_cast<std::size_t>(all.dual_steps), answer.trace().size());
    EXPECT_EQ(all.ends, 1);
    EXPECT_GE(all.asked, all.steps);
}

TEST(Hooks, MayHaveAnySubsetAndComeInAnyNumber) {
    struct Ends {
        std::string message;
        void on_end(const Summary& summary) { message = summary.message; }
    };
    struct Duals {
        std::vector<double> lambda;
        void on_dual_step(const TraceRecord& record) { lambda.push_back(record.lambda[0]); }
    };
    Ends ends;
    Duals duals;
    Everything all;
    const auto answer = solve(Wall<>{}, std::vector{0.0}, Options(), ends, duals, all);
    EXPECT_EQ(ends.message, answer.message);
    EXPECT_EQ(duals.lambda.back(), answer.lambda[0]);
    EXPECT_EQ(all.ends, 1);
}

TEST(Hooks, WhatTheyThrowPassesThrough) {
    struct Throws {
        void on_step(const Step&) const { throw std::runtime_error("enough"); }
    };
    Throws throws;
    EXPECT_THROW((void)solve(Wall<>{}, std::vector{0.0}, Options(), throws), std::runtime_error);
}

StopFlag flag;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables): a signal handler reaches nothing else

/// Sends itself a signal at the third evaluation.
struct Signals : Wall<> {
    int* evaluations;
    int* after = nullptr;
    auto risks(std::span<const double> x, std::span<double> l) const {
        if (flag.stop_requested()) ++*after;
        if (++*evaluations == 3) std::raise(SIGUSR1);
        return Wall<>::risks(x, l);
    }
};

TEST(StopFlag, FromASignalHandlerIsHonouredWithinOneStep) {
    std::signal(SIGUSR1, [](int) { flag.request(); });
    flag.clear();
    int evaluations = 0;
    int after = 0;
    Signals problem;
    problem.evaluations = &evaluations;
    problem.after = &after;
    Options options;
    options.inner.first_tolerance = 1e-12;
    const auto answer = solve(problem, std::vector{-40.0}, options, flag);
    EXPECT_EQ(answer.status, Status::interrupted);
    EXPECT_LE(after, 2) << "one for the step in flight, one to judge the last theta";
    std::signal(SIGUSR1, SIG_DFL);
    flag.clear();
    const auto rest = solve(Wall<>{}, answer.state, options, flag);
    EXPECT_EQ(rest.status, Status::converged);
}

TEST(StopFlag, MayComeFromAnotherThread) {
    StopFlag stop;
    struct Endless : Wall<> {
        StopFlag* stop;
        auto risks(std::span<const double> x, std::span<double> l) const {
            auto at = Wall<>::risks(x, l);
            std::this_thread::yield();
            return at;
        }
    };
    Endless problem;
    Options options;
    options.regime = Regime::stochastic;
    options.stochastic.max_epochs = 1'000'000'000;
    std::thread other([&stop] { stop.request(); });
    const auto answer = solve(problem, std::vector{0.0}, options, stop);
    other.join();
    EXPECT_EQ(answer.status, Status::interrupted);
}

}  // namespace
}  // namespace alcole
