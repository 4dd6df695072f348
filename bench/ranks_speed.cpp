// How long an evaluation takes on the ranks of an MPI job, and a message between them. bench/ranks.py runs this and
// evaluates the results. Prints lines of JSON.
//
//     mpirun -n 2 ranks_speed evaluate ROWS HIDDEN RACES SECONDS     a network of two layers, one constraint per race
//     mpirun -n 2 ranks_speed messages
//     mpirun -n 2 ranks_speed read TABLE TIMES                       one line per rank
#include <alcole/tabular/learning.hpp>
#include <alcole/tabular/read.hpp>

#include "cluster/cluster.hpp"
#include "people.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include <sys/resource.h>

namespace {

using namespace alcole;  // NOLINT: a program's own file
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

tabular::LearningProblem<float> problem_of(std::size_t rows, std::size_t hidden, std::size_t races,
                                           const Context& context) {
    const tabular::Dataset data(
        bench::different_people(rows),
        {.target = "two_year_recid", .features = {"age", "priors_count", "sex", "race", "c_charge_degree"}});
    std::vector<tabular::Constraint> constraints;
    constraints.push_back({.kind = tabular::ConstraintKind::counterfactual, .bound = 1e-3, .attributes = {"sex"}});
    if (races > 0)
        constraints.push_back(
            {.kind = tabular::ConstraintKind::demographic_parity, .bound = 0.05, .attributes = {"race"}});
    return {data,
            {.constraints = tabular::define_risks(constraints, data.schema(), data.table())},
            {.hidden = {hidden, hidden}, .activation = tabular::Activation::tanh},
            context};
}

/// Evaluations with gradient, without the first one, in which the parts are sent. `cpu`: CPU time of rank 0 for one
/// evaluation, which is what it would take on a separate machine.
void evaluate(Ranks* ranks, std::size_t rows, std::size_t hidden, std::size_t races, double seconds) {
    const std::size_t size = ranks == nullptr ? 1 : ranks->size();
    auto problem = problem_of(rows, hidden, races, Context({.threads = 1, .ranks = ranks}));
    const auto theta = problem.start(1);
    std::vector<double> l(problem.num_constraints() + 1);
    const std::vector<double> w(l.size(), 1.0);
    std::vector<float> g(theta.size());
    const auto once = [&] {
        const auto begin = Clock::now();
        problem.risks(theta, l).pullback(w, g);
        return seconds_since(begin);
    };
    const double first = once();
    const auto traffic = [&] {
        std::uint64_t bytes = 0;
        if (size > 1)
            for (const auto& phase : ranks->times()) bytes += phase.sent + phase.received;
        return bytes;
    };
    const std::uint64_t before = traffic();
    std::vector<double> all;
    const std::clock_t busy = std::clock();
    for (const auto begin = Clock::now(); seconds_since(begin) < seconds || all.size() < 5;) all.push_back(once());
    const double cpu = static_cast<double>(std::clock() - busy) / CLOCKS_PER_SEC / static_cast<double>(all.size());
    const double bytes = static_cast<double>(traffic() - before) / static_cast<double>(all.size());
    std::ranges::sort(all);
    const auto facts = problem.size();
    std::printf(
        "{\"ranks\": %zu, \"rows\": %zu, \"points\": %zu, \"weights\": %zu, \"risks\": %zu, \"first\": %.6g, "
        "\"seconds\": %.6g, \"fastest\": %.6g, \"cpu\": %.6g, \"bytes\": %.0f}\n",
        size, facts.rows, facts.points, theta.size(), l.size(), first, all[all.size() / 2], all.front(), cpu, bytes);
}

/// Rank 0 broadcasts a message of each size, and asks all others for one of the same size.
void messages(Ranks& ranks) {
    constexpr std::size_t largest = std::size_t{1} << 24U;
    constexpr int repeats = 31;
    std::vector<std::byte> bytes(largest);
    for (std::size_t size = 8; size <= largest; size *= 8) {
        std::vector<double> there;
        std::vector<double> back;
        for (int k = 0; k < repeats; ++k) {
            const std::span<std::byte> message(bytes.data(), size);
            std::byte ready{};
            auto begin = Clock::now();
            ranks.broadcast(message);
            if (ranks.rank() > 0) {
                ranks.send(0, {&ready, 1});
                ranks.receive(0, {&ready, 1});
                ranks.send(0, message);
                continue;
            }
            for (std::size_t rank = 1; rank < ranks.size(); ++rank) ranks.receive(rank, {&ready, 1});
            there.push_back(seconds_since(begin));
            begin = Clock::now();  // nothing has been sent yet: receiving a message that has already arrived would take
                                   // no time
            for (std::size_t rank = 1; rank < ranks.size(); ++rank) ranks.send(rank, {&ready, 1});
            for (std::size_t rank = 1; rank < ranks.size(); ++rank) ranks.receive(rank, message);
            back.push_back(seconds_since(begin));
        }
        if (ranks.rank() > 0) continue;
        std::ranges::sort(there);
        std::ranges::sort(back);
        std::printf("{\"ranks\": %zu, \"bytes\": %zu, \"broadcast\": %.4g, \"gather\": %.4g}\n", ranks.size(), size,
                    there[there.size() / 2], back[back.size() / 2]);
    }
}

/// CPU seconds that this process has used so far.
double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// For serving ranks, `cpu` includes polling for messages.
void print_reading(const Ranks* ranks, double cpu, std::size_t times, double fastest, std::size_t rows) {
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    std::printf("{\"rank\": %zu, \"cpu\": %.6g, \"peak\": %ld, \"seconds\": %.6g, \"rows\": %zu}\n",
                ranks == nullptr ? 0 : ranks->rank(), cpu / static_cast<double>(times), used.ru_maxrss, fastest, rows);
}

/// Reads a table repeatedly.
void read(Ranks* ranks, const std::string& file, std::size_t times) {
    double fastest = 1e300;
    std::size_t rows = 0;
    const double before = cpu_seconds();
    for (std::size_t k = 0; k < times; ++k) {
        const auto begin = Clock::now();
        rows = tabular::read_table(file, {}, Context({.threads = 1, .ranks = ranks}))->num_rows;
        fastest = std::min(fastest, seconds_since(begin));
    }
    print_reading(ranks, cpu_seconds() - before, times, fastest, rows);
}

}  // namespace

int main(int argc, char** argv) {
    const auto job = cluster::launched() ? cluster::join() : nullptr;
    const std::string what = argc > 1 ? argv[1] : "";
    if (what == "messages" && job) {
        messages(*job);
        return 0;
    }
    const bool reads = what == "read" && argc == 4;
    if (!reads && (what != "evaluate" || argc != 6)) {
        (void)std::fprintf(stderr,
                           "usage: ranks_speed evaluate ROWS HIDDEN RACES SECONDS | messages (under mpirun) | "
                           "read TABLE TIMES\n");
        return 1;
    }
    if (job && job->rank() > 0) {
        const double before = cpu_seconds();
        serve(*job);
        if (reads) print_reading(job.get(), cpu_seconds() - before, std::stoul(argv[3]), 0, 0);
        return 0;
    }
    if (reads)
        read(job.get(), argv[2], std::stoul(argv[3]));
    else
        evaluate(job.get(), std::stoul(argv[2]), std::stoul(argv[3]), std::stoul(argv[4]), std::stod(argv[5]));
    if (job) dismiss(*job);
    return 0;
}
