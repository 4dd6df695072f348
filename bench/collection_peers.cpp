// A table of constrained problems beyond those of Hock and Schittkowski: alcole with each of its minimisers, compared
// with SLSQP and Ipopt, each solver with one set of options for all problems. Arguments select the problems whose names
// contain one of them.
#include "collection.hpp"
#include "peers.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

namespace alcole::bench {
namespace {

using problems::KnownProblem;

Answer alcole_by(Minimiser minimiser, const KnownProblem& known) {
    Options options;
    options.inner.minimiser = minimiser;
    return alcole_with(options, known);
}

std::vector<Solver> solvers() {
    std::vector<Solver> list = {
        {"alcole newton", [](const auto& k) { return alcole_by(Minimiser::newton, k); }},
        {"alcole newton_cg", [](const auto& k) { return alcole_by(Minimiser::newton_cg, k); }},
        {"alcole lbfgs", [](const auto& k) { return alcole_by(Minimiser::lbfgs, k); }},
    };
#ifdef ALCOLE_HAVE_NLOPT
    list.push_back({"SLSQP", nlopt_slsqp});
#endif
#ifdef ALCOLE_HAVE_IPOPT
    list.push_back({"Ipopt", ipopt});
    list.push_back({"Ipopt, Hessian", ipopt_with_hessian});
#endif
    return list;
}

/// One solver on one problem.
struct Cell {
    Answer answer{};
    double value = 0, error = 0, violation = 0, seconds = 0;
    bool solved = false;
};

Cell cell_of(const Solver& solver, const KnownProblem& known) {
    Cell cell;
    cell.seconds = seconds_of(solver, known, &cell.answer);
    Evaluator at(known);
    at.at(cell.answer.x.data(), false);
    cell.value = at.risk(0);
    cell.violation = at.violation();
    const double best = known.values.front();
    cell.error = (cell.value - best) / std::max(1.0, std::abs(best));
    const auto close = [&](double wanted) {
        return std::abs(cell.value - wanted) <= 1e-6 * std::max(1.0, std::abs(wanted));
    };
    cell.solved = cell.violation <= 1e-7 && std::ranges::any_of(known.values, close);
    return cell;
}

void print(const KnownProblem& known, const std::vector<Solver>& list, const std::vector<Cell>& row) {
    for (std::size_t s = 0; s < list.size(); ++s) {
        const auto& [answer, value, error, violation, seconds, solved] = row[s];
        const std::string sizes =
            "n " + std::to_string(known.start.size()) + ", m " + std::to_string(known.num_constraints);
        std::printf("%-12s %-17s %c %-16s %16.9g %9.1e %9.1e %9lld %9lld %9lld %10.5f\n",
                    s == 0   ? known.name.c_str()
                    : s == 1 ? sizes.c_str()
                             : "",
                    list[s].name.c_str(), solved ? '+' : '.', answer.said.substr(0, 16).c_str(), value, error,
                    violation, static_cast<long long>(answer.gradients), static_cast<long long>(answer.rows),
                    static_cast<long long>(answer.products), seconds);
    }
    std::fflush(stdout);
}

double median(std::vector<double> of) {
    if (of.empty()) return 0;
    std::ranges::sort(of);
    return of.size() % 2 == 1 ? of[of.size() / 2] : 0.5 * (of[of.size() / 2 - 1] + of[of.size() / 2]);
}

/// The work of a solver, in backward passes: a gradient, a row of a Jacobian, or a product with a Hessian.
double passes(const Answer& answer) { return static_cast<double>(answer.gradients + answer.rows + answer.products); }

/// The work of solver s as a multiple of its peer's, over the problems that both solved.
struct Multiples {
    double gradients_sum = 0, gradients_median = 0, passes_sum = 0, passes_median = 0;
};

Multiples multiples(const std::vector<std::vector<Cell>>& rows, std::size_t s, std::size_t peer) {
    double gradients = 0, peers_gradients = 0, all = 0, peers_all = 0;
    std::vector<double> by_gradients, by_passes;
    for (const auto& row : rows) {
        if (!row[s].solved || !row[peer].solved) continue;
        const auto g = static_cast<double>(row[s].answer.gradients);
        const auto h = static_cast<double>(row[peer].answer.gradients);
        const double ours = passes(row[s].answer), theirs = passes(row[peer].answer);
        by_gradients.push_back(g / h);
        by_passes.push_back(ours / theirs);
        gradients += g;
        peers_gradients += h;
        all += ours;
        peers_all += theirs;
    }
    return {gradients / peers_gradients, median(by_gradients), all / peers_all, median(by_passes)};
}

void summary(const std::vector<Solver>& list, const std::vector<std::vector<Cell>>& rows) {
    std::printf("\n%-17s %12s %9s %9s %9s %9s\n", "", "solved", "gradients", "rows", "products", "seconds");
    for (std::size_t s = 0; s < list.size(); ++s) {
        std::int64_t solved = 0;
        Answer all;
        double seconds = 0;
        for (const auto& row : rows) {
            solved += row[s].solved ? 1 : 0;
            all.gradients += row[s].answer.gradients;
            all.rows += row[s].answer.rows;
            all.products += row[s].answer.products;
            seconds += row[s].seconds;
        }
        std::printf("%-17s %5lld of %3zu %9lld %9lld %9lld %9.2f\n", list[s].name.c_str(),
                    static_cast<long long>(solved), rows.size(), static_cast<long long>(all.gradients),
                    static_cast<long long>(all.rows), static_cast<long long>(all.products), seconds);
    }
    for (std::size_t peer = 0; peer < list.size(); ++peer) {
        if (!list[peer].name.starts_with("Ipopt")) continue;
        std::printf(
            "\nas multiples of %s, where both solved; a pass is a gradient, a row or a product\n%-17s %9s %9s %9s "
            "%9s\n",
            list[peer].name.c_str(), "", "gradients", "median", "passes", "median");
        for (std::size_t s = 0; s < list.size(); ++s) {
            const auto of = multiples(rows, s, peer);
            std::printf("%-17s %9.2f %9.2f %9.2f %9.2f\n", list[s].name.c_str(), of.gradients_sum, of.gradients_median,
                        of.passes_sum, of.passes_median);
        }
    }
}

void table(const std::vector<std::string>& words) {
    const auto list = solvers();
    std::vector<std::vector<Cell>> rows;
    std::printf(
        "+ solved: violation at most 1e-7, objective within 1e-6 of a known KKT value. Error: against the best.\n"
        "Gradients: points at which they were asked for; rows: further backward passes there, one for each row of a\n"
        "Jacobian. Products: of a Hessian with a vector, n for a whole Hessian. Seconds: of CPU time, the least of "
        "three.\n"
        "\n"
        "%-12s %-17s   %-16s %16s %9s %9s %9s %9s %9s %10s\n",
        "", "", "status", "objective", "error", "violation", "gradients", "rows", "products", "seconds");
    for (const auto& known : problems::collection()) {
        bool wanted = words.empty();
        for (const auto& word : words) wanted = wanted || known.name.find(word) != std::string::npos;
        if (!wanted) continue;
        std::vector<Cell> row;
        for (const auto& solver : list) row.push_back(cell_of(solver, known));
        print(known, list, row);
        rows.push_back(std::move(row));
    }
    summary(list, rows);
}

}  // namespace
}  // namespace alcole::bench

int main(int argc, char** argv) {
    alcole::bench::table(std::vector<std::string>(argv + 1, argv + argc));
    return 0;
}
