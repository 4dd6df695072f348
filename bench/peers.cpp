#include "peers.hpp"

#include <alcole/solve.hpp>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <span>
#include <utility>

namespace alcole::bench {

using problems::KnownProblem;

double Evaluator::violation() const {
    double largest = 0;
    for (std::size_t i = 0; i < known_.num_constraints; ++i)
        largest = std::max(largest, equality(i) ? std::abs(l_[i + 1]) : l_[i + 1]);
    return largest;
}

std::vector<double> start_in_box(const KnownProblem& known) {
    std::vector<double> x = known.start;
    for (std::size_t j = 0; j < x.size(); ++j) {
        if (!known.lower.empty()) x[j] = std::max(x[j], known.lower[j]);
        if (!known.upper.empty()) x[j] = std::min(x[j], known.upper[j]);
    }
    return x;
}

namespace {

/// A problem that counts evaluations in the same way as for the peers: a point at which gradients are requested is one
/// gradient.
struct Counted {
    AnyProblem<double> problem;
    Answer& answer;

    std::size_t num_variables() const { return problem.num_variables(); }
    std::size_t num_constraints() const { return problem.num_constraints(); }
    Relation relation(std::size_t i) const { return problem.facts().relations[i]; }
    Box<double> box() const { return problem.facts().box; }
    auto risks(std::span<const double> theta, std::span<double> l) {
        return Linearisation{
            [this, at = problem.risks(theta, l), first = true](std::span<const double> w, std::span<double> g) mutable {
                ++(first ? answer.gradients : answer.rows);
                first = false;
                at.pullback(w, g);
            }};
    }
};

struct CountedWithHessian : Counted {
    void hessian_vector(std::span<const double> theta, std::span<const double> w, std::span<const double> v,
                        std::span<double> h) {
        ++answer.products;
        problem.hessian_vector(theta, w, v, h);
    }
    void hessian(std::span<const double> theta, std::span<const double> w, std::span<double> h) {
        answer.products += static_cast<std::int64_t>(num_variables());
        problem.hessian(theta, w, h);
    }
};

/// A limit on CPU time, as for Ipopt, so that other programs on the machine do not affect what is solved.
/// Asking for the time takes longer than a step of a small problem does.
struct CpuLimit {
    std::clock_t begun = std::clock();
    mutable int asked = 0;
    bool stop_requested() const {
        if (++asked % 64 != 0) return false;
        return static_cast<double>(std::clock() - begun) > max_seconds * static_cast<double>(CLOCKS_PER_SEC);
    }
};

void solve_counted(auto problem, const KnownProblem& known, const Options& options) {
    const auto result = solve(problem, known.start, options, CpuLimit{});
    problem.answer.rows = std::max<std::int64_t>(0, result.counts.pullbacks - problem.answer.gradients);
    problem.answer.x = result.theta();
    problem.answer.multipliers = result.lambda;
    const bool limited = result.status == Status::interrupted;
    problem.answer.said = std::string(to_string(limited ? Status::time_limit : result.status));
}

}  // namespace

Answer alcole_with(const Options& options, const KnownProblem& known) {
    Answer answer;
    Counted counted{known.make(), answer};
    if (counted.problem.facts().has_hessian)
        solve_counted(CountedWithHessian{std::move(counted)}, known, options);
    else
        solve_counted(std::move(counted), known, options);
    return answer;
}

double seconds_of(const Solver& solver, const KnownProblem& known, Answer* answer) {
    double least = 1e300;
    for (int repeat = 0; repeat < 3 && (repeat == 0 || least < 0.05); ++repeat) {
        const std::clock_t begin = std::clock();
        *answer = solver.run(known);
        least = std::min(least, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
    }
    return least;
}

}  // namespace alcole::bench
