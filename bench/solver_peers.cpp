// One table: alcole beside what a user would pick instead, over the problems of Hock and Schittkowski, each solver with
// one set of options for all of them.
#include <alcole/solve.hpp>

#include "hock_schittkowski.hpp"
#include "peers.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

namespace alcole::bench {

std::vector<double> start_in_box(const problems::KnownProblem& known) {
    std::vector<double> x = known.start;
    for (std::size_t j = 0; j < x.size(); ++j) {
        if (!known.lower.empty()) x[j] = std::max(x[j], known.lower[j]);
        if (!known.upper.empty()) x[j] = std::min(x[j], known.upper[j]);
    }
    return x;
}

namespace {

using problems::KnownProblem;

Answer alcole_with(Method method, const KnownProblem& known) {
    Options options;
    options.method = method;
    auto problem = known.make();
    const auto result = solve(problem, known.start, options);
    return {.x = result.theta(),
            .multipliers = result.lambda,
            .gradients = result.counts.pullbacks,
            .said = std::string(to_string(result.status))};
}

struct Solver {
    std::string name;
    std::function<Answer(const KnownProblem&)> run;
};

std::vector<Solver> solvers() {
    std::vector<Solver> list = {
        {"alcole augmented", [](const auto& k) { return alcole_with(Method::augmented, k); }},
        {"alcole ordinary", [](const auto& k) { return alcole_with(Method::lagrangian, k); }},
    };
#ifdef ALCOLE_HAVE_NLOPT
    list.push_back({"NLopt AUGLAG", nlopt_auglag});
    list.push_back({"NLopt SLSQP", nlopt_slsqp});
#endif
#ifdef ALCOLE_HAVE_IPOPT
    list.push_back({"Ipopt", ipopt});
#endif
    return list;
}

double violation(const KnownProblem& known, const Evaluator& at) {
    double most = 0;
    for (std::size_t i = 0; i < known.num_constraints; ++i)
        most = std::max(most, at.equality(i) ? std::abs(at.risk(i + 1)) : at.risk(i + 1));
    return most;
}

struct Verdict {
    bool solved = false;             // objective within 1e-6 of a known KKT value, violation at most 1e-7
    bool multipliers_known = false;  // known for this problem, unique, and the best-known point was reached
    bool multipliers_right = false;  // within 1e-4
    double value = 0;
};

Verdict judge(const KnownProblem& known, const Answer& answer) {
    Evaluator at(known);
    at.at(answer.x.data());
    Verdict verdict{.value = at.risk(0)};
    const auto close = [&](double wanted) {
        return std::abs(verdict.value - wanted) <= 1e-6 * std::max(1.0, std::abs(wanted));
    };
    verdict.solved = std::ranges::any_of(known.values, close) && violation(known, at) <= 1e-7;
    verdict.multipliers_known =
        verdict.solved && !known.degenerate && !known.multipliers.empty() && close(known.values.front());
    if (!verdict.multipliers_known || answer.multipliers.empty()) return verdict;
    verdict.multipliers_right = true;
    for (std::size_t i = 0; i < known.multipliers.size(); ++i) {
        const double wanted = known.multipliers[i];
        const double allowed = 1e-4 * (wanted == 0 ? 1.0 : std::abs(wanted));
        if (std::abs(answer.multipliers[i] - wanted) > allowed) verdict.multipliers_right = false;
    }
    return verdict;
}

struct Total {
    int solved = 0, multipliers = 0, multipliers_known = 0;
    std::int64_t gradients = 0;  // over the problems every serious solver solved
    double seconds = 0;
};

double seconds_of(const Solver& solver, const KnownProblem& known) {
    double least = 1e300;
    for (int repeat = 0; repeat < 3; ++repeat) {
        const auto begin = std::chrono::steady_clock::now();
        (void)solver.run(known);
        least = std::min(least, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    }
    return least;
}

void table() {
    const auto list = solvers();
    std::vector<Total> totals(list.size());
    std::printf("Each cell: solved?, gradient evaluations, microseconds. + solved, . not solved\n%-7s", "");
    for (const auto& solver : list) std::printf(" | %-20s", solver.name.c_str());
    std::printf("\n");
    for (const auto& known : problems::hock_schittkowski()) {
        std::printf("%-7s", known.name.c_str());
        for (std::size_t s = 0; s < list.size(); ++s) {
            const Answer answer = list[s].run(known);
            const Verdict verdict = judge(known, answer);
            const double seconds = seconds_of(list[s], known);
            std::printf(" | %c %7lld %10.0f", verdict.solved ? '+' : '.', static_cast<long long>(answer.gradients),
                        1e6 * seconds);
            totals[s].solved += verdict.solved;
            totals[s].multipliers_known += verdict.multipliers_known;
            totals[s].multipliers += verdict.multipliers_right;
            totals[s].gradients += answer.gradients;
            totals[s].seconds += seconds;
        }
        std::printf("\n");
    }
    const std::size_t count = problems::hock_schittkowski().size();
    std::printf("\n%-18s %14s %22s %14s %12s\n", "", "solved", "multipliers right", "gradients", "seconds");
    for (std::size_t s = 0; s < list.size(); ++s)
        std::printf("%-18s %7d of %zu %13d of %-4d %16lld %12.3f\n", list[s].name.c_str(), totals[s].solved, count,
                    totals[s].multipliers, totals[s].multipliers_known, static_cast<long long>(totals[s].gradients),
                    totals[s].seconds);
}

}  // namespace
}  // namespace alcole::bench

int main() {
    alcole::bench::table();
    return 0;
}
