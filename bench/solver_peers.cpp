// alcole compared with what a user would pick instead, on the problems of Hock and Schittkowski, each solver with one
// set of options for all of them.
#include "hock_schittkowski.hpp"
#include "peers.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

namespace alcole::bench {

namespace {

using problems::KnownProblem;

Answer alcole_by(Method method, const KnownProblem& known) {
    Options options;
    options.method = method;
    Answer answer = alcole_with(options, known);
    answer.gradients += answer.rows;  // every pullback, like Counts::pullbacks
    return answer;
}

std::vector<Solver> solvers() {
    std::vector<Solver> list = {
        {"alcole augmented", [](const auto& k) { return alcole_by(Method::augmented, k); }},
        {"alcole ordinary", [](const auto& k) { return alcole_by(Method::lagrangian, k); }},
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

struct Verdict {
    bool solved = false;             // objective within 1e-6 of a known KKT value, violation at most 1e-7
    bool multipliers_known = false;  // known for this problem, unique, and the best-known point was reached
    bool multipliers_right = false;  // within 1e-4
    double value = 0;
};

Verdict judge(const KnownProblem& known, const Answer& answer) {
    Evaluator at(known);
    at.at(answer.x.data(), false);
    Verdict verdict{.value = at.risk(0)};
    const auto close = [&](double wanted) {
        return std::abs(verdict.value - wanted) <= 1e-6 * std::max(1.0, std::abs(wanted));
    };
    verdict.solved = std::ranges::any_of(known.values, close) && at.violation() <= 1e-7;
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
    std::int64_t gradients = 0;  // over the problems that every serious solver solved
    double seconds = 0;
};

void table() {
    const auto list = solvers();
    std::vector<Total> totals(list.size());
    std::printf("Each cell: solved?, gradient evaluations, microseconds of CPU time. + solved, . not solved\n%-7s", "");
    for (const auto& solver : list) std::printf(" | %-20s", solver.name.c_str());
    std::printf("\n");
    for (const auto& known : problems::hock_schittkowski()) {
        std::printf("%-7s", known.name.c_str());
        for (std::size_t s = 0; s < list.size(); ++s) {
            Answer answer;
            const double seconds = seconds_of(list[s], known, &answer);
            const Verdict verdict = judge(known, answer);
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
